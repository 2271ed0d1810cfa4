"""What is true of a plan, asked of evalspec through formal constraints.

A question is asked as an equation with the true value, so that an answer that rests on a
doubtful place is undetermined and a false number is a decided one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from functools import cache
from math import inf, prod
from typing import NamedTuple

import msgspec

import evalspec
from evalspec.check.engine import decide
from evalspec.check.evaluation import Subject
from evalspec.core.case import Case
from evalspec.core.quantity import Interval
from evalspec.core.verdict import Outcome, Verdict
from evalspec.language.ir import Compare, Constraint, Moment, Number
from evalspec.language.program import Program
from tests.layouts.plans import Group, Item, Plan


class Question(NamedTuple):
    """A value that a careful reader finds in the text."""

    asked: str
    """The left side of a formula: `calories of day 2`."""
    value: Decimal
    """The true value, in `unit`; a clock time in minutes."""
    unit: str
    """Unit, empty for counts, `clock` for times of day."""
    high: Decimal | None = None
    """Where the text leaves it open, the largest value it may have (it may be infinite)."""

    @property
    def truth(self) -> str:
        """The true value as the ledger writes it."""
        if self.high is None:
            return str(self.value)
        return f"[{self.value}, inf)" if self.high.is_infinite() else f"[{self.value}, {self.high}]"

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
    yield from _of("", plan, plan.groups)
    for group in plan.groups:
        where = f" of {domain.scope} {group.number}"
        yield from _of(where, plan, [group])
        for part in group.parts:
            if part.name:
                only = [group._replace(parts=(part,))]
                yield from _sums(f' of {domain.part} named "{part.name}"{where}', plan, only)
    if all(group.times == 1 and not group.same_as for group in plan.groups):
        for item in plan.items:
            yield from _of_item(f'{domain.item} named "{item.name}"', item)


def _of_item(named: str, item: Item) -> Iterator[Question]:
    if item.options:
        return
    for place, (measure, value) in enumerate(item.amounts):
        if item.missing and not place:
            continue
        spread = 0 if place else item.spread
        yield _between(f"{measure.name} of {named}", value, value + spread, measure.unit)
    if item.start >= 0:
        yield Question(f"start({named})", Decimal(item.start), "clock")
        yield Question(f"end({named})", Decimal(item.end), "clock")


def _between(asked: str, low: float, high: float, unit: str) -> Question:
    return Question(asked, Decimal(low), unit, Decimal(high) if high > low else None)


def _of(where: str, plan: Plan, groups: Sequence[Group]) -> Iterator[Question]:
    """Counts are not asked where it is a matter of convention what counts."""
    items = [item for group in groups for item in group.items]
    if all(group.times == 1 for group in groups) and not any(item.options for item in items):
        yield Question(f"count({plan.domain.item}){where}", Decimal(len(items)), "")
    yield from _sums(where, plan, groups)


def _sums(where: str, plan: Plan, groups: Sequence[Group]) -> Iterator[Question]:
    done = [(group.times, item) for group in groups for item in group.items]
    for place, (measure, _) in enumerate(done[0][1].amounts):
        if measure.adds:
            low = sum(times * _least(item, place) for times, item in done)
            high = sum(times * _most(item, place) for times, item in done)
            yield _between(f"sum({measure.name}){where}", low, high, measure.unit)
            if not where:
                asked = f"sum({measure.name}) of {plan.domain.item}"
                yield _between(asked, low, high, measure.unit)
    if plan.domain.product:
        product = sum(times * prod(value for _, value in item.amounts) for times, item in done)
        asked = f"sum({' * '.join(plan.domain.product)}){where}"
        yield Question(asked, Decimal(product), plan.domain.product_unit)
    if plan.domain.clock:
        total = sum(item.end - item.start for _, item in done)
        yield Question(f"sum(duration){where}", Decimal(total), "min")


def _least(item: Item, place: int) -> int:
    if item.missing and not place:
        return 0
    return min(one.amounts[place][1] for one in item.options or (item,))


def _most(item: Item, place: int) -> float:
    if item.missing and not place:
        return inf
    highest = max(one.amounts[place][1] for one in item.options or (item,))
    return highest + (0 if place else item.spread)


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
        answers.append(Answer(question, _result(question, verdict), verdict))
    return answers


def bounded(limit: Question, plan: Plan, text: str) -> Outcome:
    """Tell whether what is asked of a text is at most a limit."""
    vocabulary = plan.domain.vocabulary
    constraint = _asked(limit, vocabulary)
    (equation,) = constraint.readings
    assert isinstance(equation, Compare)
    most = msgspec.structs.replace(equation, comparator="<=")
    program = _compiled(vocabulary, f"count({plan.domain.scope}) = 1 ")
    subject = Subject(program, Case(text, "", {}))
    return decide(msgspec.structs.replace(constraint, readings=(most,)), subject).outcome


def _result(question: Question, verdict: Verdict) -> str:
    """Tell how a value was read; one that the text leaves open is to be left open alike."""
    if question.high is not None:
        if verdict.outcome is not Outcome.UNDETERMINED:
            return "wrong"
        if question.truth == "[0, inf)":
            return "right"
        same = [scope.computed for scope in verdict.scopes] == [question.truth]
        return "right" if same else "open"
    if verdict.outcome is Outcome.UNDETERMINED:
        return "open"
    return "right" if verdict.outcome is Outcome.SATISFIED else "wrong"
