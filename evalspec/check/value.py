"""Values of expressions: an interval with its dimension and every number behind it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import ROUND_HALF_EVEN, Context, Decimal
from typing import Any, Literal

import msgspec

from evalspec.core.quantity import EXACT, ONE, UNITLESS, ZERO, Interval, Unit, exactly, plain
from evalspec.core.record import Record
from evalspec.core.span import Span
from evalspec.core.times import DAY, Clock
from evalspec.core.timeset import WEEKDAYS
from evalspec.core.verdict import Cited, Excluded, Operand, Reason
from evalspec.document.facts import Amount, Entry

CLOCK = Unit("clock", "clock")
"""Minutes since midnight, shown as a time of day."""
MINUTE = Unit("min", "time")
_YEARLESS = 306
"""Number of the last day of the year 0, in which dates without a year are counted."""
_LEAP_YEAR = 730_179
"""From such a date to the same day of 2000, as a proleptic ordinal."""

SHOWN = 1000
"""Most places that are cited."""
_SHORT = Context(prec=15, rounding=ROUND_HALF_EVEN)
_SNAP = Context(prec=24, rounding=ROUND_HALF_EVEN)


class Piece(Record, frozen=True):
    """One member of a scope: an entry of the facts, a piece of text, or given data."""

    label: str
    """As a person would name it."""
    spans: tuple[Span, ...] = ()
    """Where it stands."""
    entry: Entry | None = None
    """The entry, for scopes of facts."""
    text: str | None = None
    """The text, for scopes of text."""
    kind: str = ""
    """The text scope it is of."""
    data: Any = None
    """The value, for a variable bound to data."""
    path: tuple[str, ...] = ()
    """Labels of the scopes it was found in."""
    window: tuple[int, int] | None = None
    """Part of the day that durations are cut to."""

    @classmethod
    def of(cls, entry: Entry) -> Piece:
        """Return the piece that an entry is, wherever it stands."""
        return cls(entry.label, entry.spans, entry)


class Found(Record, frozen=True):
    """Members of a scope."""

    pieces: tuple[Piece, ...] = ()
    """Those that surely belong, in order."""
    maybe: tuple[Piece, ...] = ()
    """Those for which a filter could not be decided."""
    reason: Reason = Reason.NONE
    """Why there is none, or why some are unsure."""
    detail: str = ""
    known: bool = False
    """None was found, but the response was read for this kind of thing: there is none."""
    doubts: tuple[Cited, ...] = ()
    some: bool = False
    """Of those that are unsure at least one belongs."""


class Term(Record, frozen=True):
    """A number (or counted thing) of a value, before it is written in the unit of the bound."""

    label: str
    role: str
    value: Interval
    """In base units of `unit`."""
    unit: Unit
    cited: Cited | None
    origin: str = "item"
    amount: Amount | None = None
    """The amount it is, as read."""
    note: str = ""
    sides: tuple[str, ...] = ()
    """What it went into, the outermost first, where a value is made of several."""


class Value(Record, frozen=True):
    """What an expression came to."""

    interval: Interval | None = None
    """In base units of `dimension`; None when it could not be computed."""
    dimension: str = "one"
    unit: Unit = UNITLESS
    """Unit to show it in when the bound has none."""
    kind: Literal["amount", "clock", "date", "weekday", "text", "data", "times", "slots"] = "amount"
    content: Any = None
    """Of dates, texts, data, a set of times, and several such sets (`slots`); of a clock time that
    counts from the first day of a calendar, the day it is on."""
    terms: tuple[Term, ...] = ()
    excluded: tuple[Excluded, ...] = ()
    reason: Reason = Reason.NONE
    """Why the interval is None or wide."""
    detail: str = ""
    perhaps: tuple[str, ...] = ()
    """Texts that it may mean too."""
    typed: Value | None = None
    """The one amount, time or date that a text holds."""
    doubts: tuple[Cited, ...] = ()
    """Places whose reading widened the interval."""
    sure: Interval | None = None
    """The interval if no doubt held; None when there are no doubts."""
    offending: tuple[Cited, ...] = ()
    """Pieces of text that were counted."""
    unlisted: int = 0
    """How many more were counted than `offending` holds."""
    literal: bool = False
    """Written in the constraint."""
    entries: tuple[int, ...] = ()
    """Of a clock time, the entries whose start or end it is."""


def beside(value: Value, other: Value) -> Value:
    """Return a value as it stands beside another: of a text what it holds, of a time on a day the
    time of day where the other is on none.
    """
    if value.kind == other.kind == "clock" and value.interval is not None:
        if value.content is None or other.content is not None:
            return value
        of_day = value.interval - exactly(value.content * DAY)
        return msgspec.structs.replace(value, interval=of_day, content=None)
    if value.kind != "text" or other.kind == "text" or other.interval is None:
        return value
    return value.typed or value


def ordered(left: Value, right: Value) -> tuple[Value, Value]:
    """Return what two texts hold, where both hold one amount, time or date: they have an order."""
    if left.kind == right.kind == "text" and left.typed and right.typed:
        return left.typed, right.typed
    return left, right


def unknown(reason: Reason, detail: str = "", **more: Any) -> Value:
    """Return a value that could not be computed."""
    return Value(reason=reason, detail=detail, **more)


def in_unit(value: Interval, unit: Unit) -> Interval:
    """Convert base units into `unit`."""
    if unit.factor == ONE and unit.offset == ZERO:
        return value
    return Interval(_back(value.low, unit), _back(value.high, unit))


def _back(number: Decimal | None, unit: Unit) -> Decimal | None:
    if number is None:
        return None
    return EXACT.divide(EXACT.subtract(number, unit.offset), unit.factor)


def shown(value: Interval, unit: Unit) -> str:
    """Write a value in base units as text in `unit`, to 15 digits where it does not end."""
    low = value.low
    if low is not None and low == value.high and unit.factor == ONE and not unit.offset:
        text = str(low)
        if text.isdigit() and unit.dimension not in ("clock", "date", "weekday"):
            return text
    if unit.dimension in ("date", "weekday") and low is not None:
        days = dict.fromkeys((low, low if value.high is None else value.high))
        return " – ".join(day_text(day, unit.dimension) for day in days)
    if unit.dimension == "clock":
        if value.exact and value.low is not None:
            return Clock(int(value.low)).text()
        ends = (
            Clock(int(end)).text() if end is not None else "" for end in (value.low, value.high)
        )
        return "-".join(ends)
    converted = in_unit(value, unit)
    low, high = converted.low, converted.high
    if low is not None and low == high:
        return plain(_short(low))
    return Interval(
        None if low is None else _short(low), None if high is None else _short(high)
    ).text()


def _short(number: Decimal) -> Decimal:
    return _SHORT.plus(number) if len(str(number)) > 26 else number


def day_text(number: Decimal | int, kind: str) -> str:
    """Write a weekday by name; a day by its number as `2025-03-04`, or `03-04` without a year."""
    if kind == "weekday":
        return WEEKDAYS[int(number) - 1]
    from datetime import date

    if number > _YEARLESS:
        return date.fromordinal(int(number) - _YEARLESS).isoformat()
    return date.fromordinal(int(number) + _LEAP_YEAR).strftime("%m-%d")


def snap(value: Interval) -> Interval:
    """Round away the last digits of non-terminating factors (1/60), so that equals are equal."""
    return Interval(_snap(value.low), _snap(value.high))


def _snap(number: Decimal | None) -> Decimal | None:
    if number is None or len(str(number)) <= 24:
        return number
    return _SNAP.plus(number)


def operand(term: Term, unit: Unit) -> Operand:
    """Write a term for the ledger, in `unit` where the dimensions agree."""
    same = unit is term.unit or unit.dimension == term.unit.dimension
    target = unit if same else term.unit
    amount = term.amount
    written = ""
    if amount is not None and (term.note or amount.unit.name != target.name):
        written = f"{amount.value.text()} {amount.unit.name}".strip()
    value = shown(term.value, target)
    name = "" if target.dimension in ("clock", "one") else target.name
    return Operand(
        term.label, term.role, value, name, term.cited, term.origin,
        written, term.note, term.sides,
    )  # fmt: skip


def terms_of(values: Iterable[Value]) -> tuple[Term, ...]:
    """Return the numbers behind several values."""
    return tuple(term for value in values for term in value.terms)


def sided(value: Value, name: str) -> Value:
    """Say of every number behind a value which part of a larger value it went into."""
    if not value.terms:
        return value
    came_to = "no value"
    if value.interval is not None:
        unit = "" if value.unit.dimension in ("clock", "one") else value.unit.name
        came_to = f"{shown(value.interval, value.unit)} {unit}".strip()
    side = f"{name} = {came_to}"
    terms = tuple(msgspec.structs.replace(t, sides=(side, *t.sides)) for t in value.terms)
    return msgspec.structs.replace(value, terms=terms)


def cite(text: str, span: Span) -> Cited:
    """Cite a span of the response."""
    return Cited(text[span.start : span.end], span)


def cite_all(text: str, spans: Sequence[Span]) -> tuple[tuple[Cited, ...], int]:
    """Cite spans of the response, and tell how many more there are than are cited."""
    return tuple(cite(text, span) for span in spans[:SHOWN]), max(0, len(spans) - SHOWN)
