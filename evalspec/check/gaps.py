"""The time between things: `gap(A, B)` from the end of A to the start of B, `gap(A)` between neighbours.

A comparison of a gap is one of every gap there is: `gap(meal) <= 3 h` holds when no two neighbours
lie farther apart, `gap(meal) >= 3 h` when none lie closer together.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Literal

from msgspec.structs import replace

from evalspec.check.evaluation import Run
from evalspec.check.leaves import NIL, time_terms
from evalspec.check.schedule import absolute, is_guess, times
from evalspec.check.value import MINUTE, Found, Piece, Term, Value, unknown
from evalspec.core.quantity import UNITLESS, Interval, Unit, exactly, hull
from evalspec.core.record import Record
from evalspec.core.times import DAY
from evalspec.core.verdict import Reason
from evalspec.document.facts import Entry

Days = Literal["between", "apart", "either", "hours"]
"""What counts of two days without clock times: the days between them, the difference of their
dates, or either of them; less than a day may lie between what is on one day where `hours` are asked.
"""
DATE = Unit("", "date")
UNCLEAR = "how many days lie between is not told"


class Bounds(Record, frozen=True):
    """From when to when a thing lasts, in minutes from the first day."""

    piece: Piece
    start: int | None = None
    end: int | None = None
    whole: bool = False
    """It has a day and no times of day."""
    guessed: bool = False
    """Its end is but the start of what comes next."""

    @property
    def over(self) -> int | None:
        """Its end, or its start where the end is not known."""
        return self.start if self.end is None else self.end

    def stands_before(self, other: Bounds) -> bool:
        """Tell whether it is over when another thing begins."""
        if self.start is None or other.start is None:
            return False
        return self.start < other.start and (self.over or 0) <= other.start


class Gap(Record, frozen=True):
    """The time between two things."""

    place: Piece
    """Both, to name them."""
    value: Value
    neighbours: bool = True
    """None of the first kind stands between them."""


def gaps(run: Run, found: list[Found], days: Days = "either") -> tuple[Gap, ...] | Value:
    """Return each gap between members, or why there is none."""
    entries = [p.entry.id for one in found for p in one.pieces if p.entry is not None]
    if run.index.unclear(entries) or run.index.partly_dated(entries):
        return unknown(Reason.DOUBT, UNCLEAR)
    every = [[bounds(run, piece) for piece in one.pieces] for one in found]
    if len(every) == 2:
        return tuple(_following(run, every[0], every[1], days))
    if len(every[0]) < 2:
        return unknown(Reason.EMPTY_SCOPE, found[0].pieces[0].label)
    return tuple(_between(run, every[0], days))


def joined(found: tuple[Gap, ...] | Value) -> Value:
    """Return all gaps as one value: from the smallest to the greatest."""
    if isinstance(found, Value):
        return found
    values = [gap.value for gap in found]
    missing = next((value for value in values if value.interval is None), None)
    terms = tuple(dict.fromkeys(term for value in values for term in value.terms))
    intervals = (value.interval for value in values if value.interval is not None)
    return missing or Value(hull(intervals), "time", MINUTE, terms=terms)


def _between(run: Run, every: list[Bounds], days: Days) -> Iterator[Gap]:
    """Yield the gaps between neighbours in time, each from the latest end so far."""
    placed = sorted((b for b in every if b.start is not None), key=lambda b: b.start or 0)
    unplaced = [b.piece for b in every if b.start is None]
    for number, other in enumerate(placed[1:], 1):
        one = max(placed[:number], key=lambda b: b.over or 0)
        gap = _gap(run, one, other, days)
        interval = gap.value.interval
        if one.guessed and interval is not None:  # a tablet is not taken that long
            interval = interval.hull(exactly((other.start or 0) - (one.start or 0)))
        if unplaced and interval is not None:  # one of them may stand between
            interval = interval.hull(NIL)
        yield replace(gap, value=replace(gap.value, interval=interval))
    for piece in unplaced:
        yield Gap(piece, unknown(Reason.MISSING_AMOUNT, f"start of {piece.label}"))


def _following(run: Run, ones: list[Bounds], others: list[Bounds], days: Days) -> Iterator[Gap]:
    """Yield the gap from each thing of one kind to the first of another that follows it."""
    if len(ones) == len(others) == 1:
        yield _gap(run, ones[0], others[0], days)
        return
    unplaced = next((b.piece for b in (*ones, *others) if b.start is None), None)
    if unplaced is not None:
        yield Gap(unplaced, unknown(Reason.MISSING_AMOUNT, f"start of {unplaced.label}"))
        return
    after: Bounds | None = None
    ordered = sorted(ones, key=lambda b: -(b.over or 0))
    for one in ordered:
        later = [b for b in others if not b.stands_before(one)]
        if later:
            other = min(later, key=lambda b: b.start or 0)
            yield replace(_gap(run, one, other, days), neighbours=other is not after)
            after = other
    if after is None:
        yield _gap(run, ordered[0], min(others, key=lambda b: b.start or 0), days)


def _gap(run: Run, one: Bounds, other: Bounds, days: Days) -> Gap:
    """Return the time between two things with their times."""
    terms = (*terms_of(run, one.piece), *terms_of(run, other.piece))
    value = _minutes(one, other, days)
    both = _both(one.piece, other.piece)
    if value is None:
        return Gap(both, unknown(Reason.MISSING_AMOUNT, "gap", terms=terms))
    wide = one.end is not None and not value.exact
    reason = Reason.READINGS_DIFFER if wide else Reason.NONE
    return Gap(both, Value(value, "time", MINUTE, terms=terms, reason=reason))


def _minutes(one: Bounds, other: Bounds, days: Days) -> Interval | None:
    """Return the minutes between two things; without an end no more than between their starts.

    Of two that stand the other way round, the second may be meant that comes round the next day.
    """
    if other.start is None or one.over is None:
        return None
    if one.end is None:
        early = other.start < one.over
        return None if early else exactly(other.start - one.over).hull(NIL)
    value = exactly(other.start - one.end)
    if one.whole and other.whole:
        if days == "hours" and other.start < one.end:
            return Interval(NIL.low, Decimal(DAY - 1))
        apart = value + exactly(DAY)
        return value if days == "between" else apart if days == "apart" else value.hull(apart)
    if not other.stands_before(one):
        return value
    return value.hull(exactly((other.start - one.end) % DAY))


def _both(one: Piece, other: Piece) -> Piece:
    """Name two things; what holds both is named once."""
    spans = (*one.spans, *other.spans)
    if one.path == other.path:
        return Piece(f"{one.label} → {other.label}", spans, path=one.path)
    return Piece(" → ".join(" / ".join((*p.path, p.label)) for p in (one, other)), spans)


def bounds(run: Run, piece: Piece, *, optional: bool = False) -> Bounds:
    """Return from when to when a piece lasts; a day without clock times lasts the whole day."""
    found = with_times(run, piece, optional=optional)
    starts = [start for start, _ in (absolute(run, e) for e in found) if start is not None]
    ends = [end for end in (_end(run, e) for e in found) if end is not None]
    if starts:
        last = max(ends) if len(ends) == len(found) else None
        return Bounds(piece, min(starts), last, guessed=all(_is_guessed(run, e) for e in found))
    day = run.index.day_of(piece.entry.id) if piece.entry is not None else None
    if day is None or piece.entry is None:
        return Bounds(piece)
    last = run.index.last_day_of(piece.entry.id) or day
    return Bounds(piece, day * DAY, (last + 1) * DAY, True)


def _end(run: Run, entry: Entry) -> int | None:
    """Return the end of an entry; only in a schedule does one with a start alone last until the next."""
    end = times(run, entry).end
    unwritten = end is not None and end.origin == "next-entry"
    return None if unwritten and "block" not in run.words.item_ranks else absolute(run, entry)[1]


def _is_guessed(run: Run, entry: Entry) -> bool:
    """Tell whether the end of an entry is but the start of what comes next."""
    end = times(run, entry).end
    return end is not None and end.origin == "next-entry" and is_guess(run, end)


def with_times(run: Run, piece: Piece, *, optional: bool = False) -> list[Entry]:
    """Return the entry of a piece, or its parts where only they have times; optional ones if asked."""
    if piece.entry is None:
        return []
    if piece.entry.starts or piece.entry.ends:
        return [piece.entry]
    parts = run.index.below(piece.entry)
    return [e for e in parts if (e.starts or e.ends) and (optional or not e.optional)]


def terms_of(run: Run, piece: Piece) -> tuple[Term, ...]:
    """Return the times of a piece, or the day it is on."""
    terms = tuple(
        term
        for entry in with_times(run, piece)
        for term in time_terms(run, entry)
        if term.role == "start" or _end(run, entry) is not None
    )
    day = run.index.day_of(piece.entry.id) if piece.entry is not None else None
    if terms or day is None or piece.entry is None:
        return terms
    line = run.index.line(piece.entry)
    unit = DATE if any(entry.date is not None for entry in line) else UNITLESS
    return (run.term(piece, "day", exactly(day), unit),)
