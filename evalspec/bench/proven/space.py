"""Every answer that may be given: the product of what its records may be."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from itertools import product
from math import prod
from typing import Any

from evalspec.bench.planned.parts import Records, Space
from evalspec.bench.planned.template import members
from evalspec.check.evaluation import Run
from evalspec.check.partial_values import Answer
from evalspec.check.value import Value
from evalspec.core.errors import InputError
from evalspec.core.span import NOWHERE, At
from evalspec.core.times import Clock
from evalspec.core.timeset import Times

MOST = 1_000_000
"""Most answers that are tried."""


class NothingError(Exception):
    """A field of an answer has no value to choose, or one that is not known."""


class Answers:
    """The answers of a space for one set of data, in a fixed order."""

    def __init__(self, space: Space, run: Run, at: At = NOWHERE) -> None:
        """Find out what each field may be. Raises `InputError` when there are too many answers."""
        self.kinds = tuple(records.kind for records in space)
        self.records = [_records(one, run) for one in space]
        self.size = prod(
            len(choices) for every in self.records for one in every for choices in one.values()
        )
        if self.size > MOST:
            message = f"{self.size} combinations are too many to try: at most {MOST}"
            raise InputError.of("too-many", message, at, hint="narrow the ranges or the space")

    def __iter__(self) -> Iterator[Answer]:
        if not self.size:
            return iter(())
        single = self.kinds[0] if len(self.kinds) == len(self.records[0]) == 1 else ""
        if single and len(self.records[0][0]) == 1:
            ((field, choices),) = self.records[0][0].items()
            return iter([{single: ({field: value},)} for value in choices])
        return self._product()

    def _product(self) -> Iterator[Answer]:
        every = [
            [dict(zip(one, values, strict=True)) for values in product(*one.values())]
            for records in self.records
            for one in records
        ]
        ends = [len(records) for records in self.records]
        for chosen in product(*every):
            answer: dict[str, tuple[dict[str, Any], ...]] = {}
            at = 0
            for kind, number in zip(self.kinds, ends, strict=True):
                answer[kind] = (*answer.get(kind, ()), *chosen[at : at + number])
                at += number
            yield answer


def _records(records: Records, run: Run) -> list[dict[str, tuple[Any, ...]]]:
    """Return, for each record of a kind, what each of its fields may be."""
    if records.each is None:
        return [_choices(records, run)]
    made = []
    for member in members(records.each, run):
        run.bind(records.variable, member)
        made.append(_choices(records, run))
    run.bind(records.variable, None)
    return made


def _choices(records: Records, run: Run) -> dict[str, tuple[Any, ...]]:
    return {
        name: (int(node),) if isinstance(node, Decimal) else choices_of(run.value(node, None), name)
        for name, node in records.fields.items()
    }


def choices_of(value: Value, name: str) -> tuple[Any, ...]:
    """Return the values among which an expression leaves the choice. Raises `NothingError`."""
    if value.kind == "slots":
        return tuple(value.content)
    if value.kind == "data" and isinstance(value.content, (list, tuple, dict)):
        return tuple(value.content)
    if value.kind == "times":
        return (value.content,)
    if value.kind == "text" and isinstance(value.content, str):
        return (value.content,)
    if value.interval is None or value.interval.low is None or not value.interval.exact:
        raise NothingError(f"{name}: {value.detail or value.reason.value}")
    if value.kind == "clock":
        return (Clock(int(value.interval.low)),)
    return (int(value.interval.low),)


def answer_data(answer: Answer) -> dict[str, list[dict[str, Any]]]:
    """Return an answer as plain values."""
    return {
        kind: [{name: _plain(value) for name, value in one.items()} for one in records]
        for kind, records in answer.items()
    }


def answer_text(answer: Answer) -> str:
    """Write an answer in one line."""
    return "; ".join(
        " ".join(str(_plain(value)) for value in one.values())
        for records in answer.values()
        for one in records
    )


def _plain(value: Any) -> Any:
    return value.text() if isinstance(value, (Times, Clock)) else value
