"""`evalspec test --mutate`: what is changed, and which constraints are found blind."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from evalspec.author.cases import run_cases
from evalspec.author.mutate.concern import concern
from evalspec.author.mutate.mutant import Mutant
from evalspec.author.mutate.page import Page
from evalspec.author.mutate.trial import CHANGES, Mutation, Noticed, mutate
from evalspec.check.engine import decide
from evalspec.check.evaluation import Subject
from evalspec.cli import group
from evalspec.core.case import Case
from evalspec.core.verdict import Verdict
from evalspec.language.ir import Constraint
from evalspec.language.load import compile_spec
from evalspec.language.program import Program

pytestmark = pytest.mark.heavy

ROOT = Path(__file__).parent.parent.parent
SPECS = [path for path in sorted((ROOT / "specs").glob("*.yaml")) if path.stem != "script"]
"""Those that rules alone decide."""

PLAN = """\
Here is a 700 kcal plan.

## Day 1
**Breakfast**
- Rye bread: 150 kcal, 5 g protein
**Lunch**
- Barley soup: 300 kcal, 12 g protein

Total: 450 kcal

## Day 2
**Lunch**
| Food | Calories | Protein (g) |
|---|---|---|
| Bean stew | 420 | 21 |
"""
SCHEDULE = "- 08:00 - 12:00 Work\n- 12:00 - 13:00 Lunch\n- 2:30 PM - 3:30 PM Gym\n"
TEXT = "Chop the beans.\n\nThen cook the beans well."


@cache
def compiled(check: str, vocabulary: str) -> Program:
    return compile_spec(
        f"evalspec: 1\nvocabulary: {vocabulary}\nconstraints:\n  - check: {json.dumps(check)}\n"
    )


def mutants(check: str, response: str, vocabulary: str = "meal-plan") -> list[Mutant]:
    program = compiled(check, vocabulary)
    about = concern(program.constraints[0].readings[0], program.lexicon)
    page = Page(response)
    return [mutant for change in CHANGES for mutant in change(about, page, program.lexicon)]


CHANGED = [
    ("each day: calories <= 500 kcal", PLAN, "meal-plan", "number", "calories: 150 → 2154"),
    ("each day: calories <= 500 kcal", PLAN, "meal-plan", "number", "calories: 420 → 2424"),
    ("each day: calories <= 500 kcal", PLAN, "meal-plan", "number", "every amount of calories → 0"),
    ("each day: protein >= 5 g", PLAN, "meal-plan", "number", "protein: 21 → 0"),
    ("each day: protein >= 5 g", PLAN, "meal-plan", "unit", "12 g → 12 mg"),
    ("count(day) = 2", PLAN, "meal-plan", "removed", 'without "Day 1"'),
    ("count(day) = 2", PLAN, "meal-plan", "doubled", 'twice "Day 2"'),
    ("count(food) = 3", PLAN, "meal-plan", "removed", 'without "Bean stew | 420 | 21"'),
    ("exists block(lunch)", SCHEDULE, "schedule", "removed", 'without "12:00 - 13:00 Lunch"'),
    ("exists block(lunch)", SCHEDULE, "schedule", "renamed", "Gym → lunch"),
    ("duration(work) = 4 h", SCHEDULE, "schedule", "time", "12:00 → 12:30"),
    ("duration(gym) = 1 h", SCHEDULE, "schedule", "time", "2:30 PM → 6:30 PM"),
    (
        "block(lunch) before block(gym)", SCHEDULE, "schedule", "order",
        '"12:00 - 13:00 Lunch" ↔ "2:30 PM - 3:30 PM Gym"',
    ),
    ('contains "beans"', TEXT, "text", "word", '"beans" → "something"'),
    ('not contains "tofu"', TEXT, "text", "word", '"tofu" inserted'),
    ('"chop" before "cook"', TEXT, "text", "order", '"Chop the beans." ↔ "Then cook the beans well."'),
    ("words <= 10", TEXT, "text", "length", "11 more: words"),
    ("count(paragraph) = 2", TEXT, "text", "length", "3 more: paragraph"),
]  # fmt: skip


@pytest.mark.parametrize(("check", "response", "vocabulary", "kind", "what"), CHANGED)
def test_one_thing_is_changed(
    check: str, response: str, vocabulary: str, kind: str, what: str
) -> None:
    found = [m for m in mutants(check, response, vocabulary) if (m.kind, m.what) == (kind, what)]
    assert len(found) == 1
    assert found[0].response != response


def test_claims_and_totals_are_left_alone() -> None:
    lines = {m.line for m in mutants("each day: calories <= 500 kcal", PLAN) if not m.last}
    assert lines == {5, 7, 15}


def test_swapped_blocks_keep_their_times() -> None:
    (found,) = (
        m
        for m in mutants("block(lunch) before block(gym)", SCHEDULE, "schedule")
        if m.kind == "order"
    )
    assert (
        found.response == "- 08:00 - 12:00 Work\n- 12:00 - 13:00 Gym\n- 2:30 PM - 3:30 PM Lunch\n"
    )


def tried(folder: Path, check: str, response: str, vocabulary: str = "meal-plan") -> Noticed:
    spec = {
        "evalspec": 1,
        "vocabulary": vocabulary,
        "constraints": [{"id": "one", "check": check}],
        "cases": [{"name": "a", "response": response, "expect": {"one": "satisfied"}}],
    }
    path = folder / "s.json"
    path.write_text(json.dumps(spec))
    result: Mutation = mutate(run_cases(path))
    return result.constraints[0]


@pytest.mark.parametrize(
    ("check", "reason"),
    [
        ("words >= 0", "its value moved, but no single change breaks its bound"),
        ("count(day) >= 1", "its value moved, but no single change breaks its bound"),
        ("2 = 2", "nothing that it looks at was found in the responses"),
        ("words <= 9", "no passing case satisfies it"),
    ],
)
def test_constraints_that_never_notice(tmp_path: Path, check: str, reason: str) -> None:
    noticed = tried(tmp_path, check, PLAN)
    assert noticed.caught == 0
    assert noticed.reason == reason
    assert noticed.share == (0, 1 + max(0, len(noticed.missed) - 1))


def test_an_engine_that_is_blind_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from evalspec.author.mutate import trial

    def blind(constraint: Constraint, subject: Subject) -> Verdict:
        original = Case(PLAN, subject.case.request, subject.case.data, subject.case.name)
        return decide(constraint, Subject(subject.program, original))

    monkeypatch.setattr(trial, "decide", blind)
    noticed = tried(tmp_path, "each day: calories <= 500 kcal", PLAN)
    assert noticed.reason == "no change made a difference to it"
    assert {missed.mutant.kind for missed in noticed.missed} == {"number", "unit"}
    assert noticed.share == (0, len(noticed.missed))


@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.stem)
def test_shipped_specs_notice(path: Path) -> None:
    result = mutate(run_cases(path))
    assert [n.constraint.id for n in result.constraints if n.reason] == []
    caught, of = result.share
    assert caught >= 0.95 * of


def test_command(tmp_path: Path) -> None:
    path = tmp_path / "s.yaml"
    path.write_text(
        "evalspec: 1\nconstraints:\n  - {id: short, check: words <= 9}\n"
        "  - {id: blind, check: words >= 0}\n"
        "cases:\n  - {name: hello, response: Hello there., expect: {short: satisfied}}\n"
    )
    run = CliRunner().invoke
    assert run(group, ["test", "--mutate", str(path)]).exit_code == 0
    result = run(group, ["test", str(path), "--min-caught", "95"])
    assert result.exit_code == 1
    assert "never noticed anything: blind" in result.output
    result = run(group, ["test", str(path), "--mutate", "-f", "json"])
    (mutation,) = json.loads(result.output)["mutation"]
    assert [c["id"] for c in mutation["constraints"] if c["never_noticed"]] == ["blind"]


NOTED = """\
**Sessions:** 2 per week
**Session Breakdown:**

**Session A**
1. Back squat: 4 x 6 @ 100 kg
2. Bench press: 3 x 8 @ 70 kg

**Session B**
1. Deadlift: 3 x 5 @ 120 kg
2. Bench press: 3 x 8 @ 70 kg

* Rest for 2-3 minutes between sets.
"""


@pytest.mark.parametrize(
    ("check", "certain"),
    [
        ("count(session) = 2", {4, 8}),
        ("each session: count(exercise) = 2", {5, 6, 9, 10}),
        ("count(exercise) = 4", {5, 9}),
        ("each session: sum(sets * reps * weight) >= 4000 kg", {5, 6, 9, 10}),
    ],
)
def test_places_that_may_mean_something_else_are_not_certain(check: str, certain: set[int]) -> None:
    assert {m.line for m in mutants(check, NOTED, "workout") if m.sure and not m.last} == certain


PIECES = st.sampled_from(
    ["## Day 1\n", "**Lunch**\n", "- Soup: 300 kcal\n", "| a | b |\n", "|---|---|\n", "| 1 | 2 |\n",
     "24:00 - 8:00 PM Work\n", "3 x 10 @ 50 kg\n", "Total: ", "1,200", "½", "\r", "\x0b", "\u2028",
     "\t", "    * ", "€5", "5€ ", "soup", "**", "٣ kcal ", "²", "\n\n"]
)  # fmt: skip
FUZZED = [
    ("each day: calories <= 500 kcal", "meal-plan"),
    ("count(day) = 2", "meal-plan"),
    ("each day: count(food) = 3", "meal-plan"),
    ("sum(price) <= 10 EUR", "trip"),
    ("block(lunch) before block(gym)", "schedule"),
    ("duration(work) = 4 h", "schedule"),
    ('words <= 10 and contains "soup"', "text"),
]


@given(st.one_of(st.text(max_size=200), st.lists(PIECES, max_size=20).map("".join)))
@settings(max_examples=60, deadline=None)
def test_any_response_is_changed_without_a_crash(response: str) -> None:
    for check, vocabulary in FUZZED:
        for mutant in mutants(check, response, vocabulary):
            assert mutant.line >= 1
