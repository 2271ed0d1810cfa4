"""Mentions: every quantity, clock time and date a response writes, with exact places."""

from __future__ import annotations

from evalspec.core.quantity import Interval, Unit
from evalspec.core.record import Record
from evalspec.core.span import Span
from evalspec.core.times import CalendarDate


class QuantityMention(Record, frozen=True):
    """A number with or without a unit: `15g`, `~300 kcal`, `10-12 reps`, `$85`, `half an hour`."""

    span: Span
    """Number, sign, approximation word and unit together."""
    number: Span
    """The number alone."""
    value: Interval
    """In `unit`, or bare. Compound durations (`1 h 30 min`) are one mention."""
    unit: Unit | None
    """None for a bare number."""
    unit_word: str = ""
    """The unit as written, folded; it may name a measure too (`calories`, `reps`, `pages`)."""
    about: bool = False
    qualifier: str = ""
    """`each`, `per hand`, `per side`, `per serving` … directly after it; folded."""
    bound: str = ""
    """`<=`, `>=` when written as `up to 30 g`, `at least 5`, `30+`; else empty."""


class TimeMention(Record, frozen=True):
    """A clock time or a range of two: `8:00 AM`, `17h30`, `noon`, `10 AM - 12 PM`."""

    span: Span
    minutes: int
    """Minutes since midnight of the (first) time."""
    first: Span
    """Where the first time stands."""
    end: int | None = None
    """Of the second time of a range; smaller than `minutes` when it runs past midnight."""
    second: Span | None = None
    sure: bool = True
    """False when am/pm is missing and both halves of the day are possible (`8:30`)."""
    alternatives: tuple[tuple[int, int | None], ...] = ()
    """Other readings of (minutes, end) when not sure."""


class DateMention(Record, frozen=True):
    """A date, weekday or list of them: `3 March`, `2025-03-03`, `Mon/Wed/Fri`, `Tuesday`."""

    span: Span
    weekdays: tuple[int, ...] = ()
    """1 Monday … 7 Sunday."""
    date: CalendarDate | None = None
    end: CalendarDate | None = None
    """Of a range of dates."""
    sure: bool = True
    """False when day and month may be exchanged (`3/4/2025`)."""
    day_first: bool | None = None
    """The order that a date of numbers tells (`25/4/2025`, `4/25/2025`)."""


class Mentions(Record, frozen=True):
    """All mentions of one text, each list in order and without overlaps."""

    quantities: tuple[QuantityMention, ...] = ()
    times: tuple[TimeMention, ...] = ()
    dates: tuple[DateMention, ...] = ()
