"""BA-Text: its pools are sound, and what is generated from them is what the spec says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml

import evalspec
from evalspec.bench.kept.folder import Folder
from evalspec.bench.kept.generate import Counts, generate
from evalspec.bench.planned.program import WrittenConstraint
from evalspec.bench.planned.reading import load_plan
from evalspec.bench.planned.source import TOPIC
from evalspec.bench.proven.draw import drawing_of, drawn
from evalspec.bench.shown.export import FORMS, export
from evalspec.bench.verified.checks import Tally, checks_of, verify_written
from evalspec.bench.written.pool import taken
from evalspec.bench.written.screen import Screen
from evalspec.core.chance import Chance
from evalspec.language.single import SingleCompiler

PLAN = load_plan("ba-text")
DRAWS = 16
"""Enough for every user and role to come."""


def test_every_text_of_a_pool_is_what_its_formula_says() -> None:
    assert PLAN.write is not None
    looked: set[int] = set()
    every = {one.at.line for group in PLAN.write.groups.values() for one in group.pool}
    for number in range(DRAWS):
        plain = drawn(PLAN, Chance(f"pools {number}"), True)
        drawing = drawing_of(PLAN, Chance(""), {**plain, TOPIC: "bread"})
        for group in PLAN.write.groups.values():
            for one in taken(group.pool, drawing, Chance(str(number))):
                if one.pooled.at.line not in looked:
                    looked.add(one.pooled.at.line)
                    given = WrittenConstraint("x-1", group.name, one.text, one.check)
                    assert Screen(PLAN).unfit(given, group) == []
    assert looked == every


def test_every_role_has_topics() -> None:
    assert PLAN.write is not None
    for number in range(DRAWS):
        plain = drawn(PLAN, Chance(f"topics {number}"), True)
        found = list(taken(PLAN.write.topic, drawing_of(PLAN, Chance(""), plain), Chance("")))
        assert len(found) >= 3, plain


def test_pools_alone_make_a_benchmark(tmp_path: Path) -> None:
    counts, folder = Counts(), Folder(tmp_path / "texts")
    generate(PLAN, folder, 8, 3, counts)
    assert counts.instances == 8
    assert set(counts.written) == {"pool"}
    lines = list(folder.instances())
    assert len({line["id"] for line in lines}) == 8
    tally = Tally(checks_of(PLAN))
    for found in verify_written(folder, folder.plan(), tally):
        assert all(not one.faults for one in found)
    shorter = Folder(tmp_path / "fewer")
    generate(PLAN, shorter, 3, 3, Counts())
    assert list(shorter.instances()) == lines[:3]


def test_written_instances_go_to_other_tools(tmp_path: Path) -> None:
    folder = Folder(tmp_path / "texts")
    generate(PLAN, folder, 2, 3, Counts())
    for form in FORMS:
        assert export(folder, form, tmp_path / form) == 2
    rows = [json.loads(line) for line in (tmp_path / "jsonl").read_text().splitlines()]
    lines = list(folder.instances())
    assert [row["constraints"] for row in rows] == [line["constraints"] for line in lines]
    card = (tmp_path / "huggingface" / "README.md").read_text()
    assert "Whether a text can meet all of them is not proven." in card
    scores = evalspec.Benchmark(str(folder.path)).score(lines[0]["id"], "Short.")
    assert (scores["pass"], scores["format"], scores["undetermined"]) == (0.0, 0.0, 1.0)


@pytest.mark.parametrize("group", ["positional", "sequencing"])
def test_places_and_orders_that_contradict_are_refused(group: str) -> None:
    assert PLAN.write is not None
    both = [
        ("positional", 'The first section is titled "Methods".', 'name(first section) = "Methods"'),
        ("sequencing", 'Put the section "Aims" before the section "Methods".',
         'section named "Aims" before section named "Methods"'),
    ]  # fmt: skip
    screen = Screen(PLAN)
    for name, text, check in sorted(both, key=lambda one: one[0] == group):
        one = WrittenConstraint(f"{name}-1", name, text, check)
        wrong = screen.unfit(one, PLAN.write.groups[name])
        if name != group:
            assert wrong == []
            screen.keep(one)
        else:
            assert [each.reason for each in wrong] == ["contradicts another one"]


SENTENCES = yaml.safe_load((Path(__file__).parent / "plan_sentences.yaml").read_text())
SHARE = 0.8
"""Of the atoms that can be counted, so many at least compile; none to something else."""


def test_what_can_be_counted_in_the_sentences_of_a_planner_compiles() -> None:
    compiler = SingleCompiler(PLAN.program.lexicon)
    atoms = [atom for one in SENTENCES for atom in one["atoms"]]
    found = {}
    for atom in atoms:
        made = compiler.compile({"text": atom["text"]})
        if len(made.readings) == 1:
            found[atom["text"]] = made.canonical
    wanted = {atom["text"]: compiler.compile({"check": atom["means"]}).canonical for atom in atoms}
    assert len(SENTENCES) == 30
    assert len(found) >= SHARE * len(atoms)
    assert found == {text: wanted[text] for text in found}


def test_an_earlier_question_to_a_judge_is_no_fault_of_a_later_constraint() -> None:
    assert PLAN.write is not None
    screen = Screen(PLAN)
    asked = 'quote("the description of the data") before quote("a result")'
    text = "Describe the data before the results."
    screen.keep(WrittenConstraint("sequencing-1", "sequencing", text, asked))
    later = WrittenConstraint("negative-1", "negative", "Use at most 400 words.", "words <= 400")
    assert screen.unfit(later, PLAN.write.groups["negative"]) == []
