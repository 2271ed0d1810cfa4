"""Functions of the records of an answer: what a formula over them is made of.

An answer is a set of records, as it would tell them (`told:`).
"""

from __future__ import annotations

import operator
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import Any

from evalspec.check.timevalues import related
from evalspec.check.value import Value
from evalspec.core import timeset
from evalspec.core.record import Record
from evalspec.core.span import Span
from evalspec.core.times import DAY, Clock
from evalspec.core.timeset import Times, TimesError
from evalspec.document.told import Telling, Told, ToldValue
from evalspec.vocabulary.fold import fold

Fields = Mapping[str, Any]
"""Fields of one record: texts, `Clock`, `Times`, whole numbers (minutes of an amount)."""
Answer = Mapping[str, Sequence[Fields]]
"""Kind of record → the records that an answer tells, in order."""
At = tuple[Answer, "Fields | None", "Fields | None"]
"""An answer, the record in force and the one before it."""
Truth = Callable[[At], "bool | None"]
Function = Callable[[At], Any]
"""Gives a value; None where it is not known."""


class Form(Record, frozen=True):
    """A value that rests on the records."""

    kind: str
    """times, slots, text, or the dimension of a number."""
    function: Any


class OtherError(Exception):
    """The form is decided by the engine."""


OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "<": operator.lt, "<=": operator.le, "=": operator.eq, "!=": operator.ne,
    ">=": operator.ge, ">": operator.gt,
}  # fmt: skip

SUMS = {
    ("time", "+", "time"): "time", ("time", "-", "time"): "time",
    ("one", "+", "one"): "one", ("one", "-", "one"): "one",
    ("clock", "-", "clock"): "time", ("clock", "+", "time"): "clock", ("clock", "-", "time"): "clock",
}  # fmt: skip
"""What may be added here, and what the sum is."""


def telling(answer: Answer) -> Telling:
    """Return an answer as if it had been read in a response."""
    nowhere = Span(0, 0)
    return Telling(
        tuple(
            Told(kind, {name: ToldValue(value) for name, value in one.items()}, nowhere)
            for kind, records in answer.items()
            for one in records
        )
    )


def once(function: Function) -> Function:
    """Keep the last value of a function: several parts of a formula ask for it in turn."""
    last: list[Any] = [None, None, None, None]

    def kept(at: At) -> Any:
        answer, record, before = at
        if answer is not last[0] or record is not last[1] or before is not last[2]:
            last[:] = answer, record, before, function(at)
        return last[3]

    return kept


def both(first: Function, second: Function, join: Callable[[Any, Any], Any]) -> Function:
    """Join two values where both are known."""

    def joined(at: At) -> Any:
        one, other = first(at), second(at)
        return None if one is None or other is None else join(one, other)

    return joined


def kleene(parts: Sequence[Truth], decisive: bool) -> Truth:
    """Join truths: all of them (False decides) or any of them (True decides)."""
    if len(parts) == 1:
        return parts[0]

    def decide(at: At) -> bool | None:
        joint: bool | None = not decisive
        for part in parts:
            truth = part(at)
            if truth is decisive:
                return decisive
            if truth is None:
                joint = None
        return joint

    return decide


def beside_set(word: str, first: Function, whole: Times | None) -> Truth:
    """Tell whether times lie within a set that is always the same, or overlap it."""
    laid: dict[tuple[str, int, int], tuple[list[int], list[int]]] = {}

    def ends(one: Times, whole: Times) -> tuple[list[int], list[int]]:
        """Return where the set begins and ends on the days of some times."""
        same = one.calendar == whole.calendar
        key = ("", 0, 0) if same else (one.calendar, one.start // DAY, (one.end - 1) // DAY)
        if key not in laid:
            stretches = whole.stretches
            if not same:
                days = Times(one.calendar, ((key[1] * DAY, (key[2] + 1) * DAY),))
                stretches = timeset.common(days, whole).stretches
            laid[key] = [low for low, _ in stretches], [high for _, high in stretches]
        return laid[key]

    def decide(at: At) -> bool | None:
        one = first(at)
        if one is None or whole is None:
            return None
        if not one.stretches or (one.calendar != whole.calendar and one.calendar != "week"):
            return lying(word, one, whole)
        lows, highs = ends(one, whole)
        if word == "within":
            for low, high in one.stretches:
                number = bisect_right(lows, low) - 1
                if number < 0 or high > highs[number]:
                    return False
            return True
        return any(
            bisect_right(highs, low) < bisect_left(lows, high) for low, high in one.stretches
        )

    return decide


def lying(word: str, one: Times, other: Times) -> bool | None:
    """Tell whether times lie so; None where that cannot be known."""
    try:
        return related(word, one, other)
    except TimesError:
        return None


def constant(value: Value) -> Form:
    """Return a value of the data as a form; None where it is not known."""
    kind, content = value.kind, value.content
    if value.reason:
        raise OtherError
    if kind in ("times", "slots"):
        return Form(kind, lambda at: content)
    if kind == "text" and isinstance(content, str) and value.typed is None:
        return Form("text", lambda at: content)
    if kind in ("amount", "clock") and value.interval is not None and value.interval.exact:
        low = value.interval.low
        number = int(low) if low is not None and low == int(low) else low
        return Form(value.dimension, lambda at: number)
    raise OtherError


def minutes(record: Fields | None, name: str) -> int | None:
    """Return a time of day in a record as minutes."""
    found = None if record is None else record.get(name)
    return found.minutes if isinstance(found, Clock) else found


def _same_times(one: Times, other: Times) -> bool | None:
    try:
        first, second = timeset.aligned(one, other)
    except TimesError:
        return None
    return first == second


SAME: dict[str, Callable[[Any, Any], bool | None]] = {
    "times": _same_times,
    "text": lambda one, other: fold(one) == fold(other),
}


def either(found: list[Times]) -> Times | None:
    """Return several times as one set; None where they are of no one calendar."""
    try:
        return reduce(timeset.either, found)
    except TimesError:
        return None


CALLS: dict[str, tuple[str, Callable[..., Any]]] = {
    "common": ("times", lambda *sets: reduce(timeset.common, sets)),
    "either": ("times", lambda *sets: reduce(timeset.either, sets)),
    "minus": ("times", timeset.minus),
    "widened": ("times", timeset.widened),
    "begins": ("clock", lambda one: one.start if one.stretches else None),
    "ends": ("clock", lambda one: one.end if one.stretches else None),
    "length": ("time", lambda one: one.minutes),
    "days": ("one", lambda one: len(one.days)),
}
"""What each call is, and makes of its arguments."""
