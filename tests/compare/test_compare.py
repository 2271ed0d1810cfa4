"""`evalspec compare` as a user runs it: files in, tables out, degenerate ones included."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import evalspec
from evalspec.cli import group
from evalspec.compare.libraries import library
from evalspec.core.errors import InputError

Compare = Callable[..., Result]
LETTERS = {"s": "satisfied", "u": "unsatisfied", "?": "undetermined"}


@pytest.fixture
def compare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Compare:
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str) -> Result:
        return CliRunner().invoke(group, ["compare", *arguments, "--resamples=0"])

    return call


def result(row: str, text: str, outcome: str, label: str = "", **more: Any) -> dict[str, Any]:
    said = LETTERS[outcome]
    labels = {"human": {"label": LETTERS[label], "verdict": said}} if label else {}
    return {
        "schema_version": 1, "line": 1, "index": 0, "row": row, "name": "", "groups": {},
        "labels": labels, "id": "1.0", "text": text, "canonical": text, "outcome": said,
        "reason": "", "detail": "", "method": "symbolic", "severity": "error", "weight": 1.0,
        "at": {"file": "", "line": 0, "column": 0}, "assumptions": [], "readings": [],
        "doubts": [], "scopes": [], **more,
    }  # fmt: skip


def write(name: str, *rows: dict[str, Any]) -> str:
    Path(name).write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return name


def small(name: str, verdicts: str, labels: str = "", **more: Any) -> str:
    """Write one result a letter, two a response."""
    return write(name, *(
        result(f"r{n // 2}", f"words <= {n}", said, labels[n] if labels else "", **more)
        for n, said in enumerate(verdicts)
    ))  # fmt: skip


def figures(found: Result) -> dict[str, Any]:
    assert found.exit_code == 0, found.output
    data: dict[str, Any] = json.loads(found.stdout)
    return data


def test_a_run_against_its_label(compare: Compare) -> None:
    data = figures(compare(small("run.jsonl", "ssu?us", "suusus"), "-f", "json"))
    scores = data["scores"]["rules"]
    assert (data["reference"], scores["n"], scores["undetermined"]) == ("human", 6, 1)
    assert scores["confusion"] == {
        "satisfied": {"satisfied": 2, "unsatisfied": 0, "undetermined": 1},
        "unsatisfied": {"satisfied": 1, "unsatisfied": 2, "undetermined": 0},
    }
    assert scores["figures"]["accuracy"]["value"] == pytest.approx(4 / 6)
    assert scores["figures"]["recall_satisfied"]["value"] == pytest.approx(2 / 3)
    assert scores["figures"]["accuracy_decided"]["value"] == pytest.approx(4 / 5)


def test_from_python(compare: Compare) -> None:
    file = small("run.jsonl", "su", "ss")
    found = evalspec.compare_runs(file, by=["kind"], resamples=0)
    assert found.scores["rules"].figures["accuracy"].value == 0.5
    assert found.scores["rules"].figures["f1_unsatisfied"].value == 0


def test_two_methods_and_a_label(compare: Compare) -> None:
    one, other = small("a.jsonl", "ssssuu", "sssuuu"), small("b.jsonl", "uussuu", "sssuuu")
    data = figures(compare(one, other, "-f", "json"))
    pair = next(p for p in data["pairs"] if (p["first"], p["second"]) == ("a", "b"))
    assert (pair["only_first_right"], pair["only_second_right"]) == (2, 0)
    assert pair["mcnemar"]["value"] == 0.5
    assert data["several"]["voices"] == ["a", "b", "human"]
    assert data["several"]["n_fleiss"] == 6


def test_a_method_is_the_reference(compare: Compare) -> None:
    found = compare(small("run.jsonl", "su", "ss"), "-r", "rules", "-f", "json")
    assert figures(found)["scores"]["human"]["confusion"]["unsatisfied"]["satisfied"] == 1


def test_methods_of_one_file_are_told_apart(compare: Compare) -> None:
    rows = [result("r", "words = 1", "s"), result("r", "words = 1", "u", method="judge")]
    data = figures(compare(write("both.jsonl", *rows), "-r", "judge", "-f", "json"))
    assert data["items"] == 1
    assert data["scores"]["rules"]["confusion"]["unsatisfied"]["satisfied"] == 1


def test_groups_are_fields_and_kinds(compare: Compare) -> None:
    rows = [
        result("a", "words <= 3", "s", "s", groups={"city": "Graz"}),
        result("a", 'contains "x"', "u", "s", groups={"city": "Linz"}),
    ]
    file = write("run.jsonl", *rows)
    groups = figures(compare(file, "--by", "city", "--by", "kind", "-f", "json"))["groups"]
    assert set(groups["city"]) == {"Graz", "Linz"}
    assert groups["kind"]["text"]["rules"]["figures"]["accuracy"]["value"] == 0
    assert groups["kind"]["text-count"]["rules"]["n"] == 1
    unknown = compare(file, "--by", "town")
    assert isinstance(unknown.exception, InputError)
    assert str(unknown.exception) == "no group field 'town' (there are city, kind)"


@pytest.mark.parametrize(
    ("verdicts", "labels"),
    [("", ""), ("s", "s"), ("????", "susu"), ("ssss", "ssss"), ("uu", "ss"), ("s", "")],
)
@pytest.mark.parametrize("form", ["text", "json", "markdown", "csv"])
def test_what_has_no_meaning_is_not_available(
    compare: Compare, verdicts: str, labels: str, form: str
) -> None:
    filler = result("z", "words = 0", "s")
    file = small("run.jsonl", verdicts, labels) if verdicts else write("run.jsonl", filler)
    found = compare(file, "-f", form, "--by", "kind")
    assert found.exit_code == 0
    assert "nan" not in found.stdout.lower()
    if form == "json" and labels:
        for figure in figures(found)["scores"]["rules"]["figures"].values():
            assert (figure["value"] is None) == bool(figure["reason"])


def test_tables_as_text_and_markdown(compare: Compare) -> None:
    file = small("run.jsonl", "su", "ss")
    text = compare(file).stdout
    assert text.startswith("2 items; reference: human\n\nagainst human")
    assert "rules, human satisfied            1            1             0" in text
    assert "n/a: no verdict is unsatisfied" not in text
    assert "n/a: the reference is never unsatisfied" in text
    markdown = compare(file, "-f", "markdown").stdout
    assert "| accuracy | 50.00 |" in markdown


def test_csv_has_one_row_a_figure(compare: Compare) -> None:
    found = compare(small("run.jsonl", "su", "ss"), "-f", "csv", "--by", "kind")
    rows = list(csv.DictReader(io.StringIO(found.stdout)))
    assert len(rows) == 22
    accuracy = [row["value"] for row in rows if row["figure"] == "accuracy"]
    assert accuracy == ["0.5", "0.5"]


def test_a_voice_or_a_group_cannot_break_a_markdown_table(compare: Compare) -> None:
    hostile = "a|b\n# <script>"
    rows = [result("r", "words = 1", "s", "s", groups={"g": hostile})]
    found = compare(write("run.jsonl", *rows), "--by", "g", "-f", "markdown").stdout
    assert "| a\\|b # &lt;script> |" in found


def test_recorded_verdicts_stand_beside_a_run(compare: Compare) -> None:
    recorded = [
        {"id": "r0", "answer": "x", "rule": "words <= 0", "gpt": "yes"},
        {"id": "r0", "answer": "x", "rule": "words <= 1", "gpt": "no"},
        {"id": "r1", "answer": "y", "rule": "words <= 2", "gpt": ""},
    ]
    Path("adapter.yaml").write_text(
        "dataset: 1\nname: recorded\nresponse: answer\nrow: id\n"
        "constraint: {check: rule}\nlabels: {gpt: gpt}\n"
    )
    files = small("run.jsonl", "sss"), write("gpt.jsonl", *recorded)
    data = figures(compare(*files, "-d", "adapter.yaml", "-f", "json"))
    assert data["items"] == 3
    assert data["scores"]["rules"]["n"] == 2


# -- errors ---------------------------------------------------------------------------------
def problem(found: Result) -> str:
    assert isinstance(found.exception, InputError)
    return str(found.exception)


def test_a_table_of_unknown_columns(compare: Compare) -> None:
    found = compare(write("other.jsonl", {"a": 1}))
    assert problem(found) == (
        "other.jsonl: this is no result of `evalspec run -o` or `check -f jsonl` "
        "(`--dataset ADAPTER` says which columns of another file hold verdicts)"
    )


def test_a_line_that_is_no_result(compare: Compare) -> None:
    found = compare(write("run.jsonl", result("r", "words = 1", "s"), {"a": 1}))
    assert problem(found).startswith("run.jsonl:2:1: this line is not a result")


def test_an_unknown_reference(compare: Compare) -> None:
    found = compare(small("run.jsonl", "s", "s"), "-r", "gold")
    assert problem(found) == "no label or method 'gold' (there are rules, human)"


def test_files_that_disagree_on_a_label(compare: Compare) -> None:
    found = compare(small("a.jsonl", "s", "s"), small("b.jsonl", "s", "u"))
    assert problem(found) == "the files disagree on label `human` of r0/words <= 0"


def test_a_library_that_is_not_installed() -> None:
    with pytest.raises(InputError) as raised:
        library("no_such_statistics.of_anything")
    assert str(raised.value) == (
        "comparing needs the package no_such_statistics, which is not installed "
        "(install the extra `compare` of evalspec)"
    )
