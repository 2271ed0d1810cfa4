"""Canonical text means what it was made of: it compiles to the same formula, with the same verdicts."""

from __future__ import annotations

from functools import cache
from random import Random

import msgspec
import pytest

from evalspec.author.fmt import format_text
from evalspec.check.engine import check
from evalspec.core.case import Case
from evalspec.core.errors import EvalspecError
from evalspec.core.verdict import Verdict
from evalspec.language import ir
from evalspec.language.load import compile_spec
from evalspec.language.lower import compile_formula
from evalspec.language.printer import canonical
from evalspec.vocabulary.lexicon import Lexicon
from evalspec.vocabulary.load import load_lexicon
from tests.check import outline
from tests.language.formulas import formula

VOCABULARY = ["meal-plan", "schedule", "workout", "trip"]

BRACKETS = {
    "(each day: (if words > 3 then words > 4)) and (each day: (if words > 5 then words > 6))": (
        "(each day: if words > 3 then words > 4) and (each day: if words > 5 then words > 6)"
    ),
    "not (each day: if words > 3 then words > 4)": "not (each day: if words > 3 then words > 4)",
    "each day: (each meal: (if words > 3 then words < 2))": (
        "each day: each meal: if words > 3 then words < 2"
    ),
    "if (each day: (if words > 1 then words > 2)) then words > 3": (
        "if (each day: if words > 1 then words > 2) then words > 3"
    ),
    "if words > 1 then (if words > 2 then words > 3) else words > 4": (
        "if words > 1 then (if words > 2 then words > 3) else words > 4"
    ),
    '(using "tokens/1": (if words > 1 then words > 2)) or words > 3': (
        '(using "tokens/1": if words > 1 then words > 2) or words > 3'
    ),
    "(words > 1 or words > 2) and words > 3": "(words > 1 or words > 2) and words > 3",
    "words * 2 - (3) >= 1": "words * 2 - (3) >= 1",
    "words - (sentences - (lines)) >= 1": "words - (sentences - lines) >= 1",
    "words / ((words - lines) * sentences) >= 1": "words / ((words - lines) * sentences) >= 1",
    "(words - sentences) - lines >= 1": "words - sentences - lines >= 1",
    'each response: contains "a"': 'each response: contains "a"',
    "each day on friday to monday: words > 3": (
        'each day on any of ["monday", "friday", "saturday", "sunday"]: words > 3'
    ),
}  # fmt: skip

RESPONSES = (
    "",
    "Day 1\n\n- Soup: 300 kcal, 12 g protein\n\n## Menu\n\nSoup before noon. “Soup!”\n",
    "## Day 1 (Monday)\n**Lunch**\n- Soup: 300 kcal, 5 g fat\n- Bread: 100-200 kcal\n"
    "## Day 2 (Sunday)\n**Dinner**\n- Rice: 800 kcal\n**Snack**\n- Nuts\nTotal: 900 kcal\n",
    "8:00 - 9:00 Gym\n9:00 - 17:00 Work\n12:00 - 12:30 Lunch\n22:00 Sleep\n",
    "| Week | Qty | Price |\n|---|---|---|\n| 1 | 3 | $10 |\n| 2 | 5 | $85 |\n",
)


@cache
def words() -> Lexicon:
    return load_lexicon(VOCABULARY, None, None).lexicon


def verdicts(node: ir.Formula, response: str) -> Verdict:
    constraint = ir.Constraint("c", "", "check", (node,), "")
    program = msgspec.structs.replace(outline.program([], words()), constraints=(constraint,))
    (verdict,) = check(program, Case(response))
    return verdict


@pytest.mark.parametrize("text", BRACKETS)
def test_brackets(text: str) -> None:
    made = compile_formula(text, words()).formula
    assert canonical(made) == BRACKETS[text]
    assert compile_formula(BRACKETS[text], words()).formula == made


@pytest.mark.heavy
@pytest.mark.parametrize("part", range(8))
def test_any_formula_keeps_its_meaning(part: int) -> None:
    compiled = 0
    for number in range(60):
        text = formula(Random(part * 1000 + number))
        try:
            before = compile_formula(text, words()).formula
        except EvalspecError:
            continue
        compiled += 1
        after = compile_formula(canonical(before), words()).formula
        assert after == before, text
        for response in RESPONSES:
            assert verdicts(after, response) == verdicts(before, response), text
    assert compiled > 40


@pytest.mark.heavy
def test_a_formatted_spec_decides_alike() -> None:
    texts = [formula(Random(number), 2) for number in range(60)]
    sound = [text for text in texts if _compiles(text)]
    spec = (
        "evalspec: 1\nvocabulary: [meal-plan, schedule, workout, trip]\nconstraints:\n"
        + "".join(f"  - check: {msgspec.json.encode(text).decode()}\n" for text in sound)
    )
    formatted = format_text(spec, "spec.yaml").result
    assert formatted != spec
    before, after = compile_spec(spec, "spec.yaml"), compile_spec(formatted, "spec.yaml")
    for response in RESPONSES:
        outcomes = [v.outcome for v in check(before, Case(response))]
        assert [v.outcome for v in check(after, Case(response))] == outcomes


def _compiles(text: str) -> bool:
    try:
        compile_formula(text, words())
    except EvalspecError:
        return False
    return True
