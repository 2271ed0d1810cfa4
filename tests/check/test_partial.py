"""Formulas decided for many answers at once, against the engine on each of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from itertools import islice
from typing import Any

import pytest

from evalspec.bench.planned.plan import Plan
from evalspec.bench.planned.reading import load_plan
from evalspec.bench.proven.draw import ImpossibleError, drawn
from evalspec.bench.proven.proof import Prover
from evalspec.check.partial import Partial
from evalspec.core.chance import Chance
from evalspec.core.timeset import Times
from evalspec.language.given.values import typed_data
from evalspec.language.lower import Environment, compile_formula


@cache
def _plan(name: str) -> Plan:
    return load_plan(name)


def _spread(answers: Any, size: int, number: int) -> Iterator[Any]:
    return islice(answers, 0, None, max(1, size // number))


def _drawn(plan: Plan) -> Iterator[dict[str, Any]]:
    for number in range(99):
        with suppress(ImpossibleError):
            yield drawn(plan, Chance(f"{number}"), True)


@pytest.mark.parametrize(("name", "number"), [("ba-calendar", 4), ("rota", 2)])
def test_benchmarks(name: str, number: int) -> None:
    plan = _plan(name)
    decided = set()
    for data in islice(_drawn(plan), number):
        prover = Prover(plan, data)
        formulas = [constraint.readings[0] for constraint in prover.applying]
        formulas += [plan.possible] if plan.possible is not None else []
        quick = [prover.partial.decides(formula) for formula in formulas]
        spaces = [prover.answers(), *(prover.answers(n) for n in range(len(plan.beside)))]
        for space in spaces:
            for answer in _spread(space, space.size, 10):
                said = [decide(answer) for decide in quick]
                assert said == [prover.partial.slowly(one, answer) for one in formulas]
                decided.update(said)
    assert decided == {True, False}


DUTIES: dict[str, Any] = {
    "duty": (
        {"person": "Ann", "when": Times("week", ((480, 960),))},
        {"person": "Bob", "when": Times("week", ((960, 1380),))},
        {"person": "ann", "when": Times("week", ((1920, 2400),))},
    )
}
DATA = {
    "people": {"Ann": {"name": "Ann", "leave": "Wednesday"}, "Bob": {"name": "Bob"}},
    "shifts": ["Monday 08:00-16:00"], "rest": 11, "most": 2, "leaders": ["Bob"],
    "late": "15:00-23:00",
}  # fmt: skip


@pytest.mark.parametrize(
    ("formula", "truth"),
    [
        ("count(duty) = 3", True),
        ('count(duty where (person = "Ann")) = 2', True),
        ('exists duty where (person = "Cy")', False),
        ('count(duty where (person = "Cy")) = 0', True),
        ("each duty: person is one of data.people", True),
        ("any duty: not person is one of data.leaders", True),
        ("no duty: when overlaps data.people[person].leave", True),
        ('each duty where (person = "Cy"): length(when) > 1 h', None),
        ("each next duty: begins(when) - ends(when of previous) >= 0 min", True),
        ("each next duty: begins(when) - ends(when of previous) >= 1 min", False),
        ("each duty: (length(when) >= 7 h and length(when) <= 8 h)", True),
        ("exactly 2 of duty: when overlaps data.late", False),
        ("at least 2 of duty: when overlaps data.late", True),
        ("length(when of duty) <= 23 h", True),
        ('length(when of duty where (person = "Bob")) = 7 h', True),
        ("each duty: when widened by 30 min within either(data.late, data.shifts)", False),
        ("if answer is none then count(duty) = 1 else count(duty) = 3", True),
        ("each p in data.people: count(duty where (person = p.name)) <= data.most", True),
        ("each p in data.people: count(duty where (person = p.name)) >= data.most", False),
        ("any s in data.shifts: any duty: when = s", True),
        ("each duty: (when minus data.late) is not empty", False),
        ("each duty: begins(when) >= 8:00", True),
    ],
)
def test_forms(formula: str, truth: bool | None) -> None:
    program = _plan("rota").program
    values = typed_data({}, DATA, program.given, program.lexicon.units)
    partial = Partial(program, values)
    made = compile_formula(
        formula, program.lexicon, environment=Environment(program.given, {})
    ).formula
    assert partial.decides(made)(DUTIES) is truth
    assert partial.slowly(made, DUTIES) is truth


def test_no_records_at_all() -> None:
    program = _plan("rota").program
    partial = Partial(program, typed_data({}, DATA, program.given, program.lexicon.units))
    for formula in ("count(duty) = 0", "each duty: length(when) > 1 h", "exists duty"):
        made = compile_formula(
            formula, program.lexicon, environment=Environment(program.given, {})
        ).formula
        assert partial.decides(made)({}) is partial.slowly(made, {}) is None
