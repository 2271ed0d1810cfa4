"""How much was changed of a draft, and how much the paper says that was."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from evalspec.bench.drafted.amended import STAGES, edits_of
from evalspec.bench.drafted.distance import levenshtein
from evalspec.cli import group
from evalspec.source import files

DATA = Path(os.environ.get("EVALSPEC_DATA") or Path(__file__).parents[3] / "shared" / "data")
TABLES = DATA / "papers" / "benchagents_tables.json"
DRAFT = """evalspec: 1
vocabulary: roster
given: {rest: amount h}
constraints:
  - {id: manned, check: "count(duty) = 1"}
bench:
  draw: {rest: 9}
  space: {duty: {fields: {person: Ann}}}
"""


def by_table(first: str, second: str) -> int:
    """Return the distance by the table of the definition."""
    row = list(range(len(second) + 1))
    for number, one in enumerate(first, 1):
        before, row[0] = row[0], number
        for place, other in enumerate(second, 1):
            best = min(row[place] + 1, row[place - 1] + 1, before + (one != other))
            before, row[place] = row[place], best
    return row[-1]


@given(st.text(alphabet="abc\n", max_size=70), st.text(alphabet="abc\n", max_size=70))
def test_the_distance_is_that_of_its_definition(first: str, second: str) -> None:
    assert levenshtein(first, second) == by_table(first, second)


@pytest.mark.parametrize(
    ("first", "second", "distance"),
    [("", "", 0), ("", "abc", 3), ("kitten", "sitting", 3), ("flaw", "lawn", 2),
     ("a" * 3000, "b" * 3000, 3000), ("abc" * 700, "c" + "abc" * 700, 1)],
)  # fmt: skip
def test_distances_that_are_known(first: str, second: str, distance: int) -> None:
    assert levenshtein(first, second) == levenshtein(second, first) == distance
    assert levenshtein(first.split("c"), first.split("c")) == 0


def test_each_change_is_one_of_its_stage() -> None:
    spec = DRAFT.replace("rest: 9", "rest: 11").replace("person: Ann", "person: Ben")
    spec = spec.replace("{id: manned, ", "{id: manned, group: staff, ")
    found = {one.stage: one for one in edits_of(DRAFT, spec)}
    assert (found["generate"].characters.edits, found["generate"].tokens.edits) == (2, 1)
    assert found["verify"].tokens.edits == 1
    assert found["evaluate"].characters.edits == len("group: staff, ")
    assert found["evaluate"].tokens.edits == 4
    assert found["whole file"].lines.edits == 3


def test_a_key_that_moved_is_no_change_of_its_stage() -> None:
    moved = DRAFT.replace("vocabulary: roster\n", "") + "vocabulary: roster\n"
    assert [one.characters.edits for one in edits_of(DRAFT, moved)][:3] == [0, 0, 0]


def test_every_key_of_a_benchmark_belongs_to_one_stage() -> None:
    schema = json.loads((files.root() / "grammars" / "spec.schema.json").read_text("utf-8"))
    keys = {f"bench.{key}" for key in schema["$defs"]["bench"]["properties"]}
    keys |= set(schema["properties"])
    listed = [key for stage in STAGES.values() for key in stage]
    assert len(listed) == len(set(listed))
    said = {"$schema", "evalspec", "title", "about", "request", "scenarios", "bench"}
    assert keys - set(listed) == said


def test_what_is_no_yaml_is_compared_as_a_whole(tmp_path: Path) -> None:
    (tmp_path / "draft.yaml").write_text("a: [", "utf-8")
    (tmp_path / "spec.yaml").write_text("a: []", "utf-8")
    done = CliRunner().invoke(group, ["bench", "edits", str(tmp_path)])
    assert [line.split("  ") for line in done.stdout.splitlines()][1:] == [
        ["whole file", "1 of 5 (0.20)", "1 of 1 (1.00)", "1 of 4 (0.25)"]
    ]
    told = CliRunner().invoke(group, ["bench", "edits", str(tmp_path), "-f", "json"])
    assert json.loads(told.stdout)["stages"]["whole file"]["characters"]["edits"] == 1


@pytest.mark.skipif(not TABLES.is_file(), reason="the printed tables are not there")
def test_the_printed_edits_are_their_shares_of_their_lengths() -> None:
    table = json.loads(TABLES.read_text("utf-8"))["table12_developer_edits"]
    found = {
        name: [round(share * longer) for kinds in table[name].values() for share, longer in kinds.values()]
        for name in ("BA-Calendar", "BA-Text")
    }  # fmt: skip
    assert found == {
        "BA-Calendar": [281, 1609, 374, 3876, 0, 4362],
        "BA-Text": [62, 922, 103, 314, 175, 615],
    }


@pytest.mark.parametrize(("name", "column"), [("ba-calendar", 4), ("ba-text", 7)])
def test_the_docs_say_how_long_the_stages_are_here(name: str, column: int) -> None:
    source = files.find("bench", name, None)
    assert source is not None
    text = source.read_text("utf-8")
    page = (files.root() / "docs" / "benchmarks.md").read_text("utf-8")
    rows = [line.split(" | ") for line in page.splitlines() if line.count(" | ") == 6]
    said = {row[0].strip("| "): row[column - 1].strip("| ") for row in rows}
    for one in edits_of(text, text)[:3]:
        assert said[one.stage] == f"{one.characters.longer:,} characters".replace(",", " ")
