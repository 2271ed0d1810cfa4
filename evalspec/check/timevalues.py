"""Sets of times in formulas: what calls on them come to, and what is tested of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from decimal import Decimal
from functools import partial, reduce
from typing import Any

from evalspec.check.evaluation import Run
from evalspec.check.result import Result, scope_result, undecided
from evalspec.check.search import most_visits
from evalspec.check.value import CLOCK, MINUTE, Piece, Term, Value, operand, terms_of, unknown
from evalspec.core import timeset
from evalspec.core.given import Table
from evalspec.core.quantity import UNITLESS, Unit, exactly
from evalspec.core.times import DAY
from evalspec.core.timeset import Times, TimesError
from evalspec.core.verdict import Cited, Operand, Reason
from evalspec.language import ir

DAYS = Unit("d", "time", Decimal(DAY))


def of_times(value: Times, label: str = "", role: str = "", cited: Cited | None = None) -> Value:
    """Return a set of times as a value, with its place when it was read in the answer."""
    whole = all(end % DAY == 0 for stretch in value.stretches for end in stretch)
    unit = DAYS if whole and value.calendar != "clock" else MINUTE
    terms = () if cited is None else (Term(label, role, exactly(value.minutes), unit, cited),)
    return Value(kind="times", dimension="times", content=value, terms=terms, literal=cited is None)


def call(node: ir.Call, run: Run, piece: Piece | None) -> Value:
    """Return what a call comes to."""
    values = [run.value(argument, piece) for argument in node.arguments]
    if node.function == "most":
        return most_visits(values)
    if node.function in ("common", "either"):
        values = [inner for value in values for inner in _members(value)]
        if not values and node.function == "either":
            return of_times(Times("clock"))
        if not values:
            return unknown(Reason.EMPTY_SCOPE, node.function)
    missing = next((v for v in values if v.kind not in _HELD and v.interval is None), None)
    if missing is not None:
        return missing if missing.reason else unknown(Reason.UNSUPPORTED, node.function)
    try:
        made = _CALLS[node.function](values)
    except TimesError as error:
        return unknown(Reason.UNSUPPORTED, str(error))
    terms = terms_of(values)
    return Value(made.interval, made.dimension, made.unit, made.kind, made.content, terms=terms,
                 reason=made.reason, detail=made.detail)  # fmt: skip


_HELD = ("times", "slots", "data")


def _members(value: Value) -> list[Value]:
    """Return the sets of a list or a map of sets, what was collected; a set by itself is one."""
    if collected(value):
        return list(value.content)
    if value.kind == "data" and isinstance(value.content, (dict, tuple, list)):
        held = value.content.values() if isinstance(value.content, dict) else value.content
        if all(isinstance(one, Times) for one in held):
            return [of_times(one) for one in held]
    return [value]


def collected(value: Value) -> bool:
    """Tell whether a value is one for each of several members."""
    return value.kind == "data" and isinstance(value.content, tuple) and all(
        isinstance(one, Value) for one in value.content
    )  # fmt: skip


def _set(value: Value) -> Times:
    if value.kind == "times":
        found: Times = value.content
        return found
    if collected(value):
        return reduce(timeset.either, map(_set, value.content), Times("clock"))
    if value.kind == "data" and isinstance(value.content, (list, tuple)):
        if not all(isinstance(one, Times) for one in value.content):
            raise TimesError("a list of something else than times")
        every: Times = reduce(timeset.either, value.content or (Times("clock"),))
        return every
    raise TimesError("no set of times")


def _minutes(value: Value) -> int:
    interval = value.interval
    if interval is None or not interval.exact or interval.low is None or interval.low % 1:
        raise TimesError("a length that is no whole number of minutes")
    return int(interval.low)


def _common(values: list[Value]) -> Value:
    if any(value.kind == "slots" for value in values):
        return _common_slots(values)
    return of_times(reduce(timeset.common, map(_set, values)))


def _common_slots(values: list[Value]) -> Value:
    """Return the stretches that are among each of several, and lie within each set of times."""
    listed = [value.content for value in values if value.kind == "slots"]
    others = [set(more) for more in listed[1:]]
    within = [_set(value) for value in values if value.kind != "slots"]
    return _of_slots(
        one
        for one in listed[0]
        if all(one in more for more in others) and all(timeset.within(one, free) for free in within)
    )


def _of_slots(every: Iterable[Times]) -> Value:
    return Value(kind="slots", dimension="times", content=tuple(every), literal=True)


def _either(values: list[Value]) -> Value:
    if all(value.kind == "slots" for value in values):
        every = {one for value in values for one in value.content}
        return _of_slots(sorted(every, key=lambda one: one.stretches))
    return of_times(reduce(timeset.either, map(_set, values)))


def together(values: list[Value]) -> Value:
    """Return the times of several things as one set: `when of duty`."""
    try:
        made = _either(values)
    except TimesError as error:
        return unknown(Reason.UNSUPPORTED, str(error))
    terms = terms_of(values)
    return Value(kind="times", dimension="times", content=made.content, terms=terms)


def _stretches(values: list[Value]) -> Value:
    spans = slots(values[0])
    return _of_slots(timeset.stretches(spans, _minutes(values[1]), _minutes(values[2])))


def slots(value: Value) -> tuple[Times, ...]:
    """Return several sets one by one: spans of a list stay apart, a set is its stretches."""
    if value.kind == "slots":
        found: tuple[Times, ...] = value.content
        return found
    members = _members(value)
    if members != [value]:
        every = (one for member in members for one in slots(member))
        return tuple(sorted(every, key=lambda one: one.stretches))
    whole = _set(value)
    return tuple(Times(whole.calendar, (stretch,)) for stretch in whole.stretches)


def _outermost(values: list[Value], which: int) -> Value:
    every = slots(values[0])
    return of_times(every[which]) if every else unknown(Reason.EMPTY_SCOPE, "no time")


def _day(values: list[Value], which: int) -> Value:
    whole = _set(values[0])
    if not whole.stretches:
        return unknown(Reason.EMPTY_SCOPE, "no day")
    day = whole.start // DAY if which == 0 else -(-whole.end // DAY) - 1
    if whole.calendar == "week":
        return Value(exactly(day % 7 + 1), "date", Unit("weekday", "weekday"), "weekday")
    return Value(exactly(day), "one", UNITLESS)


def _edge(values: list[Value], which: int) -> Value:
    whole = _set(values[0])
    if not whole.stretches:
        return unknown(Reason.EMPTY_SCOPE, "no time")
    point = whole.start if which == 0 else whole.end
    day = None if whole.calendar == "clock" else whole.stretches[which][0] // DAY
    return Value(exactly(point), "clock", CLOCK, "clock", day)


def _size(values: list[Value]) -> Value:
    held = values[0].content if values[0].kind == "data" else None
    plain = held if isinstance(held, (dict, list, tuple)) else None
    size = (
        held.size if isinstance(held, Table) else len(slots(values[0]) if plain is None else plain)
    )
    return Value(exactly(size), "one", UNITLESS)


_CALLS: dict[str, Callable[[list[Value]], Value]] = {
    "common": _common,
    "either": _either,
    "minus": lambda values: of_times(timeset.minus(_set(values[0]), _set(values[1]))),
    "widened": lambda values: of_times(timeset.widened(_set(values[0]), _minutes(values[1]))),
    "starts": lambda values: _of_slots(
        timeset.starts(_set(values[0]), _minutes(values[1]), _minutes(values[2]))
    ),
    "stretches": _stretches,
    "earliest": partial(_outermost, which=0),
    "latest": partial(_outermost, which=-1),
    "first": partial(_day, which=0),
    "last": partial(_day, which=-1),
    "begins": partial(_edge, which=0),
    "ends": partial(_edge, which=-1),
    "length": lambda values: Value(exactly(_set(values[0]).minutes), "time", MINUTE),
    "days": lambda values: Value(exactly(len(_set(values[0]).days)), "one", UNITLESS),
    "size": _size,
}
"""What each call makes of its arguments."""


# -- tests -----------------------------------------------------------------------------------
def compared(node: ir.Compare, left: Value, right: Value, piece: Piece | None) -> Result | None:
    """Compare two sets of times; None when neither is one."""
    if "times" not in (left.kind, right.kind):
        return None
    missing = next((v for v in (left, right) if v.kind != "times"), None)
    if missing is not None:
        reason = missing.reason or Reason.UNSUPPORTED
        return scope_result(piece, node.left, None, reason, missing.detail, bound=node.comparator)
    bound = f"{node.comparator} {right.content.text()}"
    try:
        first, second = timeset.aligned(left.content, right.content)
    except TimesError as error:
        return scope_result(piece, node.left, None, Reason.UNSUPPORTED, str(error), bound=bound)
    truth = {"=": first == second, "!=": first != second}.get(node.comparator)
    return scope_result(piece, node.left, truth, Reason.UNSUPPORTED, node.comparator,
                        computed=left.content.text(), bound=bound,
                        operands=_operands(left, right))  # fmt: skip


def tested(
    node: ir.Inside | ir.Overlapping, left: Value, right: Value, piece: Piece | None
) -> Result:
    """Tell whether one set of times lies within another, or overlaps it."""
    word = "within" if isinstance(node, ir.Inside) else "overlaps"
    missing = next((v for v in (left, right) if v.kind not in _HELD), None)
    if missing is not None:
        return undecided(piece, node, missing)
    try:
        first, second = _set(left), _set(right)
        truth = related(word, first, second)
    except TimesError as error:
        return scope_result(piece, node, None, Reason.UNSUPPORTED, str(error))
    return scope_result(piece, node, truth, Reason.EMPTY_SCOPE, "no time",
                        computed=first.text(), bound=f"{word} {second.text()}",
                        operands=_operands(left, right))  # fmt: skip


def related(word: str, first: Times, second: Times) -> bool | None:
    """Tell whether times lie `within` others, or overlap them; none at all lie nowhere."""
    if not first.stretches:
        return None if word == "within" else False
    return (timeset.within if word == "within" else timeset.overlap)(first, second)


def is_empty(node: ir.IsEmpty, run: Run, piece: Piece | None) -> Result:
    """Tell whether a set of times, a list or a map holds nothing."""
    value = run.value(node.value, piece)
    if value.kind not in _HELD:
        return undecided(piece, node, value)
    content: Any = value.content
    held = content.stretches if isinstance(content, Times) else content
    size = held.size if isinstance(held, Table) else len(held)
    said = value.content.text() if isinstance(value.content, Times) else str(size)
    return scope_result(piece, node, size == 0, computed=said, bound="is empty",
                        operands=_operands(value))  # fmt: skip


def _operands(*values: Value) -> tuple[Operand, ...]:
    """Write what was read of the answer; a set of times stands in the computed value."""
    return tuple(operand(term, term.unit) for value in values for term in value.terms)
