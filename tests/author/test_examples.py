"""`evalspec explain --examples`: what is shown is what the engine decides."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import evalspec
from evalspec.author.examples.search import examples
from evalspec.cli import group
from evalspec.language.load import compile_spec

ROOT = Path(__file__).parent.parent.parent
SPECS = [path for path in sorted((ROOT / "specs").glob("*.yaml")) if path.stem != "script"]
"""Those that rules alone decide."""

FOUND = {
    "meal-plan": [
        "each day: count(meal) = 3",
        "each day: sum(calories) between 1400 and 1600 kcal",
        'share(calories of meal named "breakfast", calories) <= 30 %',
        'not exists meal named "snack"',
        'name(food with max calories) = "Rice"',
        "at least 2 of day: protein >= 80 g",
    ],
    "workout": ["each session: sum(sets * reps * weight) >= 5500 kg", "distinct(exercise) >= 8"],
    "schedule": [
        "duration(work) = 7 h",
        "exists block(meditation) lasting 30 min in morning",
        "start(work) = 09:00 and end(work) = 17:00",
        "gap(block(lunch), block(gym)) >= 1 h",
        "block(lunch) before block(gym)",
        "count(block(break)) = 3",
    ],
    "trip": ["sum(price) <= 150 EUR", "each segment: speed * duration <= 200 miles"],
    "general": ['sum("Qty" * "Unit price") <= 500 USD', 'each "Week": pages >= 100'],
    "text": [
        "words between 100 and 300",
        "count(paragraph) = 4",
        'paragraph 2 starts with "However"',
        'contains all of ["beans", "tofu"]',
        '"chop" before "cook"',
        "is json",
        'written in "German"',
        'if contains "meat" then contains "marinate"',
    ],
}
CASES = [(vocabulary, check) for vocabulary, checks in FOUND.items() for check in checks]


@pytest.mark.parametrize(("vocabulary", "check"), CASES)
def test_one_passes_and_one_fails(vocabulary: str, check: str) -> None:
    text = f"evalspec: 1\nvocabulary: {vocabulary}\nconstraints:\n  - check: {json.dumps(check)}\n"
    program = compile_spec(text)
    found = examples(program, program.constraints[0])
    assert found.reason == ""
    assert found.passing is not None
    assert found.failing is not None
    outcomes = [
        evalspec.compile(text).check(one.response).verdicts[0].outcome.value
        for one in (found.passing, found.failing)
    ]
    assert outcomes == ["satisfied", "unsatisfied"]
    again = examples(program, program.constraints[0])
    assert (again.passing, again.failing) == (found.passing, found.failing)


def test_what_is_not_found_says_why() -> None:
    program = compile_spec(
        "evalspec: 1\nconstraints:\n  - check: words >= 0\n"
        "  - Nobody may frobnicate the wobbly gizmo.\n"
    )
    never, refused = (examples(program, constraint) for constraint in program.constraints)
    assert never.passing is not None
    assert never.failing is None
    assert re.fullmatch(r"none of \d+ small responses that were tried fails", never.reason)
    assert refused.reason == "it is not decided by rules"


@pytest.mark.heavy
@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.stem)
def test_shipped_specs_have_examples(path: Path) -> None:
    program = evalspec.load(path).program
    assert [c.id for c in program.constraints if examples(program, c).reason] == []


def test_command(tmp_path: Path) -> None:
    path = tmp_path / "s.yaml"
    path.write_text(
        "evalspec: 1\nvocabulary: meal-plan\nconstraints:\n"
        "  - {id: fat, check: 'each day: fat <= 9 g'}\n"
    )
    shown = CliRunner().invoke(group, ["explain", str(path), "--examples"]).output
    assert shown.endswith(
        "  passes    9 g\n    | ## Day 1\n    | - First: 9 g fat\n"
        "  fails     10 g\n    | ## Day 1\n    | - First: 10 g fat\n"
    )
    plain = CliRunner().invoke(group, ["explain", str(path)]).output
    assert "passes" not in plain
    data = json.loads(
        CliRunner().invoke(group, ["explain", str(path), "--examples", "-f", "json"]).output
    )
    (constraint,) = data["constraints"]
    assert constraint["examples"]["fails"] == {
        "response": "## Day 1\n- First: 10 g fat\n",
        "computed": ["10 g"],
    }
