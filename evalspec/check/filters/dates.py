"""Filters by weekday, month and date."""

from __future__ import annotations

from calendar import monthrange

from msgspec.structs import replace

from evalspec.check.evaluation import Run
from evalspec.check.filters.sorting import Sorted, sorted_by
from evalspec.check.index import Index
from evalspec.check.value import Piece
from evalspec.core.times import CalendarDate
from evalspec.core.timeset import WEEKDAYS
from evalspec.document.facts import Entry, EntryKind
from evalspec.language import ir
from evalspec.language.names import MONTHS
from evalspec.vocabulary.fold import plain_words


def on_date(run: Run, wanted: ir.OnDate, pieces: tuple[Piece, ...]) -> Sorted:
    """Keep what is dated so."""
    return sorted_by(
        pieces,
        lambda piece: None if piece.entry is None else _dated(run.index, piece.entry, wanted),
    )


def is_all(run: Run, wanted: ir.OnDate) -> bool:
    """Tell whether a plan of one day may only be of a day: its text names no other, nor a kind of days."""
    text = f" {plain_words(run.index.text)} "
    said = {n for n, name in enumerate(WEEKDAYS, 1) if name.lower() in text}
    kinds = any(f" {word}" in text for word in run.words.lexicon.roles.get("kind of day", ()))
    timed = any(entry.starts for entry in run.index.entries)
    return timed and len(wanted.weekdays) == 1 and said <= {*wanted.weekdays} and not kinds


def _dated(index: Index, entry: Entry, wanted: ir.OnDate) -> bool | None:
    line = tuple(index.line(entry))
    if wanted.weekdays:
        weekday = next((w for w in (weekday_of(e) for e in line) if w), 0)
        return weekday in wanted.weekdays if weekday else None
    date = next((e.date for e in line if e.date is not None), None)
    if date is None:
        month = next((m for m in map(_month_of, line) if m), 0)
        return _in_month(month, wanted) if month else None
    if wanted.months:
        return date.month in wanted.months
    low = CalendarDate.read(wanted.low)
    high = CalendarDate.read(wanted.high if wanted.open else wanted.high or wanted.low)
    years = {end.year for end in (low, high) if end is not None}
    yearless = 0 in years
    return any(
        _between_dates(replace(date, year=year).number, low, high, wanted.open)
        for year in ([0] if yearless else [date.year] if date.year else sorted(years))
    )


def _month_of(entry: Entry) -> int:
    """Return the month that a container is called by: `## March`; 0 if it is none."""
    if entry.kind is not EntryKind.CONTAINER:
        return 0
    words = (name.split() for name in entry.names)
    named = (row[0] for row in words if len(row) == 1 or (len(row) == 2 and row[1].isdecimal()))
    return next((MONTHS.index(word) + 1 for word in named if word in MONTHS), 0)


def _in_month(month: int, wanted: ir.OnDate) -> bool | None:
    """Tell whether the days of a month are dated so, where it is the same of all."""
    if wanted.months:
        return month in wanted.months
    low = CalendarDate.read(wanted.low)
    high = CalendarDate.read(wanted.high if wanted.open else wanted.high or wanted.low)
    if any(end is not None and end.year for end in (low, high)):
        return None
    first = CalendarDate(0, month, 1).number
    days = range(first, first + monthrange(_LEAP_YEAR, month)[1])
    dated = {_between_dates(day, low, high, wanted.open) for day in days}
    return dated.pop() if len(dated) == 1 else None


_LEAP_YEAR = 2024


def _between_dates(
    number: int, low: CalendarDate | None, high: CalendarDate | None, is_open: bool
) -> bool:
    """Tell whether a day lies between two dates; without years it may run past the new year."""
    first = None if low is None else low.number
    last = None if high is None else high.number
    if is_open:
        return (first is None or first < number) and (last is None or number < last)
    after, before = first is None or first <= number, last is None or number <= last
    turns = (
        low is not None and not low.year and first is not None and last is not None and first > last
    )
    return (after or before) if turns else (after and before)


def weekday_of(entry: Entry) -> int:
    """Return the weekday an entry names or its full date falls on; 0 when unknown."""
    if entry.weekday:
        return entry.weekday
    if entry.date is not None and entry.date.year and entry.date.month and entry.date.day:
        return (entry.date.number + 1) % 7 + 1
    return 0
