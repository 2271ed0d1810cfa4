"""Where things stand: starts, ends, positions, names, dates, gaps and overlaps."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from evalspec.check import attributes
from evalspec.check.combining import least
from evalspec.check.evaluation import Run
from evalspec.check.filters.dates import weekday_of
from evalspec.check.index import day_number
from evalspec.check.leaves import MINUTE, NIL, time_terms
from evalspec.check.schedule import absolute, common, length, times, union
from evalspec.check.scopes import root
from evalspec.check.value import CLOCK, WEEKDAYS, Found, Piece, Term, Value, cite, unknown
from evalspec.core.quantity import Interval, Unit, exactly
from evalspec.core.span import Span
from evalspec.core.times import DAY, CalendarDate
from evalspec.core.verdict import Reason
from evalspec.document.facts import Entry, TimePoint
from evalspec.language import ir
from evalspec.vocabulary.fold import fold

PLACE = Unit("", "one")
DATE = Unit("", "date")
WEEKDAY = Unit("", "weekday")
LONGEST = 60
"""Characters of a field that may be an amount, a time or a date."""


def property_of(node: ir.Property, run: Run, piece: Piece | None) -> Value:
    """Return a property of the members of its scope, or of the scope in force."""
    found = [run.members(scope, piece) for scope in node.scopes]
    if not found:
        found = [Found((piece if piece is not None else root(run),))]
    for one in found:
        if any(p.entry is not None and run.index.perhaps.get(p.entry.id) for p in one.pieces):
            return unknown(Reason.NAME_NOT_FOUND, f"{node.name} of {one.pieces[0].label}")
        if not one.pieces or one.maybe:
            reason = one.reason or (Reason.INTERVAL if one.maybe else Reason.EMPTY_SCOPE)
            return unknown(reason, one.detail)
    return PROPERTY[node.name](run, found)


# -- clock times -------------------------------------------------------------------------
def _start(run: Run, found: list[Found]) -> Value:
    return _edge(run, found[0].pieces, "start")


def _end(run: Run, found: list[Found]) -> Value:
    return _edge(run, found[0].pieces, "end")


_NEXT_MORNING = ("past-midnight", "first-entry")
"""Ends that nobody wrote: a night lasts until the first entry, but the schedule ends before it."""


def _edge(run: Run, pieces: tuple[Piece, ...], which: str) -> Value:
    """Return the earliest start or the latest end of some pieces; on several days, of each day."""
    points: list[tuple[TimePoint, Entry]] = []
    for piece in pieces:
        for entry in _with_times(run, piece):
            chosen = times(run, entry)
            point = chosen.start if which == "start" else chosen.end
            if point is not None and entry is not piece.entry and point.origin in _NEXT_MORNING:
                point = chosen.start
            if point is not None:
                points.append((point, entry))
    if not points:
        return unknown(Reason.MISSING_AMOUNT, f"{which} of {pieces[0].label}")
    choose = min if which == "start" else max
    days = {run.index.day_of(entry.id) or 0 for _, entry in points}
    if len(pieces) == 1:
        days = {min(days) if which == "start" else max(days)}
    value, terms = None, []
    for day in sorted(days):
        own = [p for p in points if (run.index.day_of(p[1].id) or 0) == day]
        point, entry = choose(own, key=lambda p: p[0].minutes)
        doubted = run.index.doubts_about(entry.id, "ambiguous-time")
        cited = tuple(run.index.cite(d.span) for d in doubted if d.measure in ("time", which))
        if cited:
            return unknown(Reason.DOUBT, which, doubts=cited)
        found = exactly(point.minutes)
        value = found if value is None else value.hull(found)
        where = run.index.cite(point.span)
        terms.append(Term(entry.label, which, found, CLOCK, where, point.origin))
    return Value(value, "clock", CLOCK, "clock", terms=tuple(terms))


def _with_times(run: Run, piece: Piece) -> list[Entry]:
    """Return the entry of a piece, or its parts where only they have times."""
    if piece.entry is None:
        return []
    if piece.entry.starts or piece.entry.ends:
        return [piece.entry]
    index = run.index
    return [e for e in (index.entries[p] for p in index.walk(piece.entry.id)) if e.starts or e.ends]


# -- order -------------------------------------------------------------------------------
def _position(run: Run, found: list[Found]) -> Value:
    piece = found[0].pieces[0]
    if piece.entry is None:
        return unknown(Reason.UNSUPPORTED, "position")
    number = run.index.position(piece.entry.id)
    term = Term(piece.label, "position", exactly(number), PLACE, run.index.cite(piece.entry.span))
    return Value(exactly(number), "one", PLACE, terms=(term,))


def _name(run: Run, found: list[Found]) -> Value:
    pieces = found[0].pieces
    terms = tuple(
        Term(p.label, "name", exactly(1), PLACE, run.index.cite(p.entry.span))
        for p in pieces
        if p.entry is not None
    )
    names = tuple(dict.fromkeys(n for p in pieces for n in _names(run, p)))
    shown = run.text.heading(pieces[0]) or pieces[0].label
    return Value(kind="text", dimension="text", content=names, terms=terms, detail=shown)


def _names(run: Run, piece: Piece) -> tuple[str, ...]:
    own = (fold(run.text.heading(piece) or piece.label),)
    return own + (piece.entry.names if piece.entry is not None else ())


def _text(run: Run, found: list[Found]) -> Value:
    response = run.text.response
    if found[0].pieces[0].kind == "field":
        return _field(run, found[0].pieces)
    spans = [s for p in found[0].pieces for s in p.spans]
    text = "\n".join(s.of(response) for s in spans)
    cited = tuple(cite(response, span) for span in spans)
    return Value(kind="text", dimension="text", content=(text,), offending=cited)


def _field(run: Run, pieces: tuple[Piece, ...]) -> Value:
    """Return the text under a name; different ones in one scope are none."""
    texts = tuple(dict.fromkeys(p.spans[0].of(run.text.seen) for p in pieces))
    if len(set(map(fold, texts))) > 1:
        return unknown(Reason.UNSUPPORTED, f"{len(texts)} texts: {', '.join(texts[:3])}")
    sure, perhaps = attributes.readings(run, pieces[0].label, texts[0])
    cited = tuple(cite(run.text.response, p.spans[0]) for p in pieces)
    content = tuple(dict.fromkeys((texts[0], *sure)))
    typed = _typed(run, pieces[0])
    return Value(kind="text", dimension="text", content=content, perhaps=perhaps, typed=typed,
                 detail=texts[0], offending=cited)  # fmt: skip


def _typed(run: Run, piece: Piece) -> Value | None:
    """Return the amount, the clock time or the date that a text is, if it is just one."""
    from evalspec.document.mentions.find import find

    span = piece.spans[0]
    text = span.of(run.text.seen)
    if len(text) > LONGEST or not any(map(str.isalnum, text)):
        return None
    held = find(text, Span(0, len(text)), run.words.lexicon)
    if len(held.quantities) + len(held.times) + len(held.dates) != 1:
        return None
    cited = run.index.cite(span)
    for time in held.times:
        if time.end is None and time.sure:
            term = Term(piece.label, "", exactly(time.minutes), CLOCK, cited)
            return Value(exactly(time.minutes), "clock", CLOCK, "clock", terms=(term,))
    for day in held.dates:
        if day.date is not None and day.end is None and day.sure:
            return _date_value(day.date, (Term(piece.label, "", _day_of(day.date), DATE, cited),))
    for amount in held.quantities:
        if not amount.bound and not amount.qualifier:
            unit = amount.unit or PLACE
            value = amount.value.scaled(unit.factor, unit.offset)
            value = value.widened(run.policy.about_tolerance) if amount.about else value
            term = Term(piece.label, "", value, unit, cited)
            return Value(value, unit.dimension or "one", unit, terms=(term,))
    return None


# -- dates -------------------------------------------------------------------------------
def date_literal(text: str) -> Value:
    """Return a date or a weekday written in a constraint."""
    folded = fold(text)
    if folded in WEEKDAYS:
        return Value(
            exactly(WEEKDAYS.index(folded) + 1), "weekday", WEEKDAY, "weekday", literal=True
        )
    parts = text.split("-")
    if len(parts) == 3 and all(p.isdigit() for p in parts):
        return _date_value(CalendarDate(int(parts[0]), int(parts[1]), int(parts[2])))
    if len(parts) == 2 and all(p.isdigit() for p in parts):
        return _date_value(CalendarDate(0, int(parts[0]), int(parts[1])))
    return unknown(Reason.UNSUPPORTED, text)


def _date_value(date: CalendarDate, terms: tuple[Term, ...] = ()) -> Value:
    return Value(_day_of(date), "date", DATE, "date", date, terms=terms)


def _day_of(date: CalendarDate) -> Interval:
    return exactly(day_number(date.year, date.month or 1, date.day or 1))


def _date(run: Run, found: list[Found]) -> Value:
    piece = found[0].pieces[0]
    for entry in _line(run, piece):
        if doubted := run.index.doubts_about(entry.id, "ambiguous-date"):
            cited = tuple(run.index.cite(d.span) for d in doubted)
            return unknown(Reason.DOUBT, f"date of {piece.label}", doubts=cited)
        if entry.date is not None:
            number = _day_of(entry.date)
            term = Term(piece.label, "date", number, DATE, run.index.cite(entry.span))
            return _date_value(entry.date, (term,))
    return unknown(Reason.MISSING_AMOUNT, f"date of {piece.label}")


def _weekday(run: Run, found: list[Found]) -> Value:
    piece = found[0].pieces[0]
    for entry in _line(run, piece):
        number = weekday_of(entry)
        if number:
            term = Term(
                piece.label, "weekday", exactly(number), WEEKDAY, run.index.cite(entry.span)
            )
            return Value(exactly(number), "weekday", WEEKDAY, "weekday", terms=(term,))
    return unknown(Reason.MISSING_AMOUNT, f"weekday of {piece.label}")


def _line(run: Run, piece: Piece) -> list[Entry]:
    if piece.entry is None:
        return []
    return [piece.entry, *(run.index.entries[a] for a in run.index.ancestors(piece.entry.id))]


# -- gaps and overlaps -----------------------------------------------------------------------
_Bounds = tuple[int | None, int | None]


def _gap(run: Run, found: list[Found]) -> Value:
    """Return the time from the end of A to the start of B; of one scope, the smallest gap."""
    if len(found) == 2:
        return _between(run, found[0].pieces, found[1].pieces)
    pieces = found[0].pieces
    if len(pieces) < 2:
        return unknown(Reason.EMPTY_SCOPE, pieces[0].label)
    ordered = sorted((_absolute(run, p) for p in pieces), key=lambda b: (b[0] is None, b[0] or 0))
    gaps = [_from_to(one, other) for one, other in pairwise(ordered)]
    known = [gap for gap in gaps if gap is not None]
    if len(known) < len(gaps):
        return unknown(Reason.MISSING_AMOUNT, "gap")
    return Value(least(known), "time", MINUTE, terms=_times_of(run, pieces))


def _between(run: Run, first: tuple[Piece, ...], second: tuple[Piece, ...]) -> Value:
    ones, others = ([_absolute(run, p) for p in pieces] for pieces in (first, second))
    if len(ones) > 1 or len(others) > 1:
        ends = [end for _, end in ones if end is not None]
        starts = [start for start, _ in others if start is not None]
        if len(ends) < len(ones) or len(starts) < len(others):
            return unknown(Reason.MISSING_AMOUNT, "gap")
        after = [min((s for s in starts if s >= e), default=None) for e in ends]
        gaps = [s - e for s, e in zip(after, ends, strict=True) if s is not None]
        if not gaps:
            return unknown(Reason.EMPTY_SCOPE, "gap")
        value = exactly(min(gaps)).hull(exactly(max(gaps)))
    else:
        found = _from_to(ones[0], others[0])
        if found is None:
            return unknown(Reason.MISSING_AMOUNT, "gap")
        value = found
    return Value(value, "time", MINUTE, terms=_times_of(run, (*first, *second)))


def _from_to(one: _Bounds, other: _Bounds) -> Interval | None:
    """Return the time between two pieces; without an end it is no more than that between starts."""
    (begun, end), (start, _) = one, other
    if start is None:
        return None
    if end is not None:
        return exactly(start - end)
    return None if begun is None or start < begun else exactly(start - begun).hull(NIL)


def _absolute(run: Run, piece: Piece) -> _Bounds:
    """Return start and end of a piece; a day without clock times lasts the whole day."""
    entries = _with_times(run, piece)
    bounds = [absolute(run, entry) for entry in entries]
    starts = [s for s, _ in bounds if s is not None]
    ends = [e for _, e in bounds if e is not None]
    if starts:
        return min(starts), max(ends) if len(ends) == len(bounds) else None
    if piece.entry is not None:
        day = run.index.day_of(piece.entry.id)
        if day is not None:
            return day * DAY, (day + 1) * DAY
    return None, None


def _times_of(run: Run, pieces: tuple[Piece, ...]) -> tuple[Term, ...]:
    return tuple(t for p in pieces for e in _with_times(run, p) for t in time_terms(run, e))


def _overlap(run: Run, found: list[Found]) -> Value:
    """Return how many minutes two scopes share; of one scope, how many are shared within it."""
    lists: list[list[tuple[int, int]]] = []
    for one in found:
        stretches: list[tuple[int, int]] = []
        for piece in one.pieces:
            start, end = _absolute(run, piece)
            if start is None or end is None:
                return unknown(Reason.MISSING_AMOUNT, f"times of {piece.label}")
            stretches.append((start, end))
        lists.append(stretches)
    if len(lists) == 2:
        shared = common(union(lists[0]), union(lists[1]))
    else:
        shared = sum(e - s for s, e in lists[0]) - length(union(lists[0]))
    pieces = tuple(p for one in found for p in one.pieces)
    return Value(exactly(shared), "time", MINUTE, terms=_times_of(run, pieces))


PROPERTY: dict[str, Callable[[Run, list[Found]], Value]] = {
    "start": _start,
    "end": _end,
    "position": _position,
    "name": _name,
    "text": _text,
    "date": _date,
    "weekday": _weekday,
    "gap": _gap,
    "overlap": _overlap,
}
"""One function for each property but duration."""
