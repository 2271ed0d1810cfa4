"""What is true of a plan, asked of evalspec through formal constraints.

A question is asked as an equation with the true value, so that an answer that rests on a
doubtful place is undetermined and a false number is a decided one.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from functools import cache
from typing import NamedTuple

import msgspec

import evalspec
from evalspec.check.engine import decide
from evalspec.check.run import Subject
from evalspec.core.case import Case
from evalspec.core.quantity import Interval
from evalspec.core.verdict import Outcome, Verdict
from evalspec.spec.ir import Compare, Constraint, Moment, Number
from evalspec.spec.program import Program
from tests.layouts.plans import Item, Plan


class Question(NamedTuple):
    """A value that a careful reader finds in the text."""

    asked: str
    """The left side of a formula: `calories of day 2`."""
    value: Decimal
    """The true value, in `unit`; a clock time in minutes."""
    unit: str
    """Unit, empty for counts, `clock` for times of day."""

    @property
    def formula(self) -> str:
        """The question with a stand-in for the value."""
        return f"{self.asked} = " + ("00:00" if self.unit == "clock" else f"1 {self.unit}")


class Answer(NamedTuple):
    """What evalspec says."""

    question: Question
    result: str
    """right, wrong (a false value, decided) or open (undetermined)."""
    verdict: Verdict


def questions(plan: Plan) -> Iterator[Question]:
    """Yield everything that is asked about a plan."""
    domain = plan.domain
    yield Question(f"count({domain.scope})", Decimal(len(plan.groups)), "")
    yield from _of("", plan, plan.items)
    for group in plan.groups:
        where = f" of {domain.scope} {group.number}"
        yield from _of(where, plan, group.items)
        for part in group.parts:
            if part.name:
                yield from _sums(f' of {domain.part} named "{part.name}"{where}', plan, part.items)
    for item in plan.items:
        named = f'{domain.item} named "{item.name}"'
        for measure, value in item.amounts:
            yield Question(f"{measure.name} of {named}", Decimal(value), measure.unit)
        if item.start >= 0:
            yield Question(f"start({named})", Decimal(item.start), "clock")
            yield Question(f"end({named})", Decimal(item.end), "clock")


def _of(where: str, plan: Plan, items: tuple[Item, ...]) -> Iterator[Question]:
    yield Question(f"count({plan.domain.item}){where}", Decimal(len(items)), "")
    yield from _sums(where, plan, items)


def _sums(where: str, plan: Plan, items: tuple[Item, ...]) -> Iterator[Question]:
    for place, (measure, _) in enumerate(items[0].amounts):
        if measure.adds:
            total = sum(item.amounts[place][1] for item in items)
            yield Question(f"sum({measure.name}){where}", Decimal(total), measure.unit)
    if plan.domain.product:
        product = sum(_product(plan.domain.product, item) for item in items)
        asked = f"sum({' * '.join(plan.domain.product)}){where}"
        yield Question(asked, Decimal(product), plan.domain.product_unit)
    if plan.domain.clock:
        total = sum(item.end - item.start for item in items)
        yield Question(f"sum(duration){where}", Decimal(total), "min")


def _product(measures: tuple[str, ...], item: Item) -> int:
    amounts = {measure.name: value for measure, value in item.amounts}
    product = 1
    for measure in measures:
        product *= amounts[measure]
    return product


@cache
def _compiled(vocabulary: str, formula: str) -> Program:
    named = {"vocabulary": vocabulary} if vocabulary else {}
    spec = {"evalspec": 1, **named, "constraints": [{"check": formula}]}
    program: Program = evalspec.compile(msgspec.json.encode(spec).decode()).program
    return program


def _asked(question: Question, vocabulary: str) -> Constraint:
    """Return the constraint of a question, with its value put into the compiled formula."""
    constraint = _compiled(vocabulary, question.formula).constraints[0]
    (compare,) = constraint.readings
    assert isinstance(compare, Compare)
    bound = compare.right
    if isinstance(bound, Moment):
        bound = msgspec.structs.replace(bound, minutes=int(question.value))
    else:
        assert isinstance(bound, Number)
        bound = msgspec.structs.replace(bound, value=Interval(question.value, question.value))
    reading = msgspec.structs.replace(compare, right=bound)
    return msgspec.structs.replace(constraint, readings=(reading,))


def ask(plan: Plan, text: str) -> list[Answer]:
    """Ask everything about a plan of a text."""
    vocabulary = plan.domain.vocabulary
    subject = Subject(_compiled(vocabulary, f"count({plan.domain.scope}) = 1 "), Case(text, "", {}))
    answers = []
    for question in questions(plan):
        verdict = decide(_asked(question, vocabulary), subject)
        answers.append(Answer(question, _result(verdict), verdict))
    return answers


def _result(verdict: Verdict) -> str:
    if verdict.outcome is Outcome.UNDETERMINED:
        return "open"
    return "right" if verdict.outcome is Outcome.SATISFIED else "wrong"
