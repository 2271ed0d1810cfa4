"""Where things stand: starts, ends, positions, names, dates and overlaps."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from decimal import Decimal

from msgspec.structs import replace

from evalspec.check import amounts, attributes, durations, gaps
from evalspec.check.entries import root
from evalspec.check.evaluation import Run, once_a_response
from evalspec.check.filters.dates import weekday_of
from evalspec.check.gaps import DATE
from evalspec.check.schedule import Times, common, is_guess, length, times, union
from evalspec.check.value import CLOCK, MINUTE, Found, Piece, Term, Value, cite, unknown
from evalspec.core.quantity import UNITLESS, Interval, Unit, exactly, hull
from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.core.times import DAY, CalendarDate
from evalspec.core.verdict import Cited, Reason
from evalspec.document.facts import Entry, EntryKind, TimePoint, lengths_in
from evalspec.language import ir
from evalspec.language.names import WEEKDAYS
from evalspec.vocabulary.fold import fold, tied
from evalspec.vocabulary.lexicon import Lexicon

_MONTH = regex(r"(\d{4})-(0[1-9]|1[0-2])")
"""A month as data write it: `2028-03`."""
WEEKDAY = Unit("", "weekday")
LONGEST = 60
"""Characters of a field that may be an amount, a time or a date."""


def property_of(node: ir.Property, run: Run, piece: Piece | None) -> Value:
    """Return a property of the members of its scope, or of the scope in force."""
    found = members_of(node, run, piece)
    if isinstance(found, Value):
        return found
    value = PROPERTY[node.name](run, found)
    if any(one.maybe for one in found):
        wide = [replace(one, pieces=(*one.pieces, *one.maybe)) for one in found]
        value = _either(value, PROPERTY[node.name](run, wide))
    return _amid(run, node, value) if node.scopes and node.name in ("start", "end") else value


def _either(value: Value, wider: Value) -> Value:
    """Return a time that is one or the other: with what may be meant besides, or without."""
    if value.interval is None or wider.interval is None:
        return value if value.interval is None else wider
    if value.interval == wider.interval:
        return value
    detail = ", ".join(term.label for term in wider.terms)
    terms = tuple(dict.fromkeys((*value.terms, *wider.terms)))
    either = value.interval.hull(wider.interval)
    return replace(value, interval=either, terms=terms, reason=Reason.NAME_NOT_FOUND, detail=detail)


def members_of(node: ir.Property, run: Run, piece: Piece | None) -> list[Found] | Value:
    """Return what a property is asked of, or why that is not known."""
    found = [run.members(scope, piece) for scope in node.scopes]
    if not found:
        found = [Found((piece if piece is not None else root(run),))]
    for one in found:
        if any(p.entry is not None and run.index.perhaps.get(p.entry.id) for p in one.pieces):
            return unknown(Reason.NAME_NOT_FOUND, f"{node.name} of {one.pieces[0].label}")
        if not one.pieces or (one.maybe and node.name not in ("start", "end")):
            reason = one.reason or (Reason.INTERVAL if one.maybe else Reason.EMPTY_SCOPE)
            return unknown(reason, one.detail)
    return found


# -- clock times -------------------------------------------------------------------------
def _amid(run: Run, node: ir.Property, value: Value) -> Value:
    """Let what is told behind other things in a block start anywhere in it, and end so before `and`.

    `14:40-15:15 Walk to school, collect the kids`: they are collected at 15:15 at the latest. All that
    stands at a time without an end is told of that time.
    """
    interval, unsure = value.interval, ""
    for entry in (run.index.entries[number] for number in value.entries):
        told = durations.named_parts(run, node.scopes[0], entry)
        chosen, starts = times(run, entry), node.name == "start"
        other = chosen.end if starts else chosen.start
        amid = any(told) and not told[0 if starts else -1]
        amid = amid and not (starts and other is not None and is_guess(run, other))
        amid = amid and (starts or len(tied(entry.label)) > 1)  # `Lunch, market hall` ends with it
        if interval is not None and other is not None and amid:
            interval, unsure = interval.hull(exactly(other.minutes)), entry.label
    return replace(value, interval=interval, detail=unsure or value.detail)


_NEXT_MORNING = ("past-midnight", "first-entry")
"""Ends that nobody wrote: a night lasts until the first entry, but the schedule ends before it."""


def _edge(run: Run, pieces: tuple[Piece, ...], which: str) -> Value:
    """Return the earliest start or the latest end of some pieces; on several days, of each day."""
    firm = _latest(run, pieces, which, optional=False)
    every = _latest(run, pieces, which, optional=True)
    if firm.interval is None or every.interval is None or firm.interval == every.interval:
        return firm
    wide = firm.interval.hull(every.interval)
    return replace(
        every, interval=wide, reason=Reason.INTERVAL, detail=f"{which} of what may be left out"
    )


def _latest(run: Run, pieces: tuple[Piece, ...], which: str, *, optional: bool) -> Value:
    points: list[_Point] = []
    lasting: set[int] = set()
    for piece in pieces:
        if piece.entry is not None and piece.entry.optional and not optional:
            continue
        for entry in gaps.with_times(run, piece, optional=optional):
            chosen = times(run, entry)
            point = chosen.start if which == "start" else chosen.end
            if point is None and which == "end":
                point = chosen.start
                if not _arrives(run, entry):
                    lasting.add(entry.id)
            if point is not None and entry is not piece.entry and point.origin in _NEXT_MORNING:
                point = chosen.start
            if point is not None:
                points.append((point, entry))
    points = _without_midnight(run, points, which)
    within = _within(run, pieces, which) if not points and len(pieces) == 1 else None
    if within is not None:
        return within
    if all(entry.id in lasting for _, entry in points):
        return unknown(Reason.MISSING_AMOUNT, f"{which} of {pieces[0].label}")
    choose = min if which == "start" else max
    days = {run.index.day_of(entry.id) or 0 for _, entry in points}
    if len(pieces) == 1:
        days = {min(days) if which == "start" else max(days)}
    value, terms, entries = None, [], []
    doubts: tuple[Cited, ...] = ()
    sure: Interval | None = None
    reason, detail = Reason.NONE, ""
    for day in sorted(days):
        own = [p for p in points if (run.index.day_of(p[1].id) or 0) == day]
        point, entry = choose(own, key=lambda p: p[0].minutes)
        doubted = run.index.doubts_about(entry.id, "ambiguous-time")
        told = ("time", which, run.words.time_measure)
        doubted = [d for d in doubted if d.measure in told and (which == "end" or not d.amount)]
        found = exactly(point.minutes)
        sure = found if sure is None else sure.hull(found)
        if doubted:
            cited = tuple(run.index.cite(d.span) for d in doubted)
            if any(d.amount is None for d in doubted):
                return unknown(Reason.DOUBT, which, doubts=cited)
            for doubt in doubted:
                found = amounts.in_time(found, doubt)
            doubts += cited
        if open_ended := next((e.label for _, e in own if e.id in lasting), ""):
            found = Interval(found.low, None)
            reason, detail = Reason.MISSING_AMOUNT, f"{which} of {open_ended}"
        value = found if value is None else value.hull(found)
        where = run.index.cite(point.span)
        terms.append(Term(entry.label, which, found, CLOCK, where, point.origin))
        entries.append(entry.id)
    return Value(
        value, "clock", CLOCK, "clock", terms=tuple(terms), entries=tuple(entries),
        reason=reason, detail=detail, doubts=doubts, sure=sure if doubts else None,
    )  # fmt: skip


def _within(run: Run, pieces: tuple[Piece, ...], which: str) -> Value | None:
    """Return from when to when a thing without a time may be: the shower of a visit from 9:15 to 10:15.

    What a meeting from 10:00 to 11:30 is made of is done in turn, each for as long as it says.
    """
    entry = pieces[0].entry
    above = run.index.above(entry) if entry is not None else ()
    held = (e for e in above if e.kind is EntryKind.BLOCK or (e.starts and e.ends))
    holder = next(held, None)
    start, end = (times(run, holder).start, times(run, holder).end) if holder else (None, None)
    if entry is None or holder is None or start is None:
        return None
    written = end is not None and not is_guess(run, end)
    value = Interval(Decimal(start.minutes), Decimal(end.minutes) if end and written else None)
    if holder.kind is EntryKind.CONTAINER and holder.id == entry.parent:
        value = _in_turn(run, entry, value, which)
    term = Term(holder.label, which, value, CLOCK, run.index.cite(start.span), start.origin)
    return Value(
        value, "clock", CLOCK, "clock", terms=(term,), entries=(holder.id,),
        reason=Reason.INTERVAL, detail=f"{which} of {pieces[0].label}",
    )  # fmt: skip


def _in_turn(run: Run, entry: Entry, window: Interval, which: str) -> Interval:
    """Leave of a window what those before and behind a part need, where they fit into it."""
    every = [run.index.entries[part] for part in run.index.parts[entry.parent]]
    at = every.index(entry) + (which == "end")
    measure = run.words.time_measure
    told = (
        [a.value.scaled(a.unit.factor).low or 0 for a in lengths_in(e.amounts, measure)]
        for e in every
    )
    needed = [sum(lengths, Decimal(0)) for lengths in told]
    before, behind = sum(needed[:at], Decimal(0)), sum(needed[at:], Decimal(0))
    if window.low is None or window.high is None:
        return window
    low, high = window.low + before, window.high - behind
    return Interval(low, high) if low <= high else window


def _arrives(run: Run, entry: Entry) -> bool:
    """Tell whether a line is over as soon as it begins: `19:40 Back home`, `Arrival in Munich`."""
    alone = len(tied(entry.label)) == 1 and not _ON.search(entry.label)
    return alone and run.words.begins_with_role(entry.label, "arrived")


_ON = regex(r"[,;:–—]|\bfor\b")
"""What leads to more that is done than arriving."""
_Point = tuple[TimePoint, Entry]


def _without_midnight(run: Run, points: list[_Point], which: str) -> list[_Point]:
    """Leave out midnights over which a thing goes on: `00:00-07:00 Sleep` began the night before.

    What goes on over the midnight of one day, whose day before is not told, begins or ends nowhere else.
    """
    midnight = 0 if which == "start" else DAY
    kept = [p for p in points if p[0].minutes != midnight or not _goes_on(run, p[1], which, 0)]
    over = [p for p in points if p[0].minutes != midnight or not _goes_on(run, p[1], which, 1)]
    return [p for p in kept or points if p in over]


def _goes_on(run: Run, entry: Entry, which: str, days: int) -> bool:
    """Tell whether a thing goes on over midnight, into or from a day so many days away."""
    day = run.index.day_of(entry.id)
    if days and day is None:
        return False
    beside = None if day is None else day + (-days if which == "start" else days)
    return any(
        other is not entry
        and not set(other.names or (other.label,)).isdisjoint(entry.names or (entry.label,))
        and _lasts_over(times(run, other), which)
        for other in run.index.timed_on(beside)
    )


def _lasts_over(chosen: Times, which: str) -> bool:
    if which == "end":
        return chosen.start is not None and chosen.start.minutes == 0
    return chosen.end is not None and chosen.end.minutes >= DAY


# -- order -------------------------------------------------------------------------------
def _position(run: Run, found: list[Found]) -> Value:
    """Return which part of its holder a thing is; of several, from the first to the last."""
    terms = []
    for piece in found[0].pieces:
        if piece.entry is None:
            return unknown(Reason.UNSUPPORTED, "position")
        terms.append(run.term(piece, "position", exactly(run.index.position(piece.entry.id))))
    return Value(hull(term.value for term in terms), "one", UNITLESS, terms=tuple(terms))


def _name(run: Run, found: list[Found]) -> Value:
    pieces = found[0].pieces
    terms = tuple(run.term(p, "name", exactly(1)) for p in pieces if p.entry is not None)
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


@once_a_response
def _lexicon(run: Run, _: None) -> Lexicon:
    """Return the lexicon with the codes of money that the response uses."""
    from evalspec.document.money_codes import with_money_codes

    return with_money_codes(run.text.response, run.words.lexicon)


def _typed(run: Run, piece: Piece) -> Value | None:
    """Return the amount, the clock time or the date that a text is, if it is just one."""
    from evalspec.document.mention import DateMention, Mentions
    from evalspec.document.mentions.find import find

    span = piece.spans[0]
    text = span.of(run.text.seen)
    if len(text) > LONGEST or not any(map(str.isalnum, text)):
        return None
    whole, month = Span(0, len(text)), _MONTH.fullmatch(text)
    if month is not None:
        some = CalendarDate(int(month[1]), int(month[2]), 0)
        held = Mentions(dates=(DateMention(whole, (), some),))
    else:
        held = find(text, whole, _lexicon(run, None))
    if len(held.quantities) + len(held.times) + len(held.dates) != 1:
        return None
    cited = run.index.cite(span)
    origin = piece.data or "item"
    for time in held.times:
        if time.end is None and time.sure:
            term = Term(piece.label, "", exactly(time.minutes), CLOCK, cited, origin)
            return Value(exactly(time.minutes), "clock", CLOCK, "clock", terms=(term,))
    for day in held.dates:
        if day.date is not None and day.end is None and day.sure:
            number = _day_of(day.date)
            return _date_value(day.date, (Term(piece.label, "", number, DATE, cited, origin),))
    for amount in held.quantities:
        if not amount.bound and not amount.qualifier:
            unit = amount.unit or UNITLESS
            value = amount.value.scaled(unit.factor, unit.offset)
            value = value.widened(run.policy.about_tolerance) if amount.about else value
            term = Term(piece.label, "", value, unit, cited, origin)
            return Value(value, unit.dimension or "one", unit, terms=(term,))
    return None


# -- dates -------------------------------------------------------------------------------
def date_literal(text: str) -> Value:
    """Return a date or a weekday written in a constraint."""
    number = WEEKDAYS.get(fold(text))
    if number:
        return Value(exactly(number), "weekday", WEEKDAY, "weekday", literal=True)
    date = CalendarDate.read(text)
    return unknown(Reason.UNSUPPORTED, text) if date is None else _date_value(date)


def _date_value(date: CalendarDate, terms: tuple[Term, ...] = ()) -> Value:
    return Value(_day_of(date), "date", DATE, "date", date, terms=terms)


def _day_of(date: CalendarDate) -> Interval:
    """Return the number of a day; of a month alone any of its days is meant."""
    first = exactly(CalendarDate(date.year, date.month or 1, date.day or 1).number)
    if date.day or not date.month:
        return first
    following = CalendarDate(date.year + date.month // 12, date.month % 12 + 1, 1)
    return first.hull(exactly(following.number - 1))


def _date(run: Run, found: list[Found]) -> Value:
    piece = found[0].pieces[0]
    for entry in _line(run, piece):
        if doubted := run.index.doubts_about(entry.id, "ambiguous-date"):
            cited = tuple(run.index.cite(d.span) for d in doubted)
            return unknown(Reason.DOUBT, f"date of {piece.label}", doubts=cited)
        if entry.date is not None:
            number = _day_of(entry.date)
            number = number if entry.until is None else number.hull(_day_of(entry.until))
            term = Term(piece.label, "date", number, DATE, run.index.cite(entry.span))
            return Value(number, "date", DATE, "date", entry.date, terms=(term,))
    return unknown(Reason.MISSING_AMOUNT, f"date of {piece.label}")


def _weekday(run: Run, found: list[Found]) -> Value:
    piece = found[0].pieces[0]
    for entry in _line(run, piece):
        number = weekday_of(entry)
        if number:
            at = run.index.cite(entry.span)
            term = Term(piece.label, "weekday", exactly(number), WEEKDAY, at)
            return Value(exactly(number), "weekday", WEEKDAY, "weekday", terms=(term,))
    return unknown(Reason.MISSING_AMOUNT, f"weekday of {piece.label}")


def _line(run: Run, piece: Piece) -> Iterable[Entry]:
    return () if piece.entry is None else run.index.line(piece.entry)


# -- overlaps ----------------------------------------------------------------------------------
def _overlap(run: Run, found: list[Found]) -> Value:
    """Return how many minutes two scopes share; of one scope, how many are shared within it."""
    shared = _shared(run, found, optional=False)
    every = _shared(run, found, optional=True)
    if isinstance(shared, Value):
        return shared
    if isinstance(every, Value):
        return every
    terms = tuple(t for one in found for p in one.pieces for t in gaps.terms_of(run, p))
    return Value(exactly(shared).hull(exactly(every)), "time", MINUTE, terms=terms,
                 reason=Reason.NONE if shared == every else Reason.INTERVAL)  # fmt: skip


def _shared(run: Run, found: list[Found], *, optional: bool) -> int | Value:
    lists: list[list[tuple[int, int]]] = []
    for one in found:
        stretches: list[tuple[int, int]] = []
        for piece in one.pieces:
            if piece.entry is not None and piece.entry.optional and not optional:
                continue
            lasts = gaps.bounds(run, piece, optional=optional)
            if lasts.start is None or lasts.end is None:
                return unknown(Reason.MISSING_AMOUNT, f"times of {piece.label}")
            stretches.append((lasts.start, lasts.end))
        lists.append(stretches)
    if len(lists) == 2:
        return common(union(lists[0]), union(lists[1]))
    return sum(e - s for s, e in lists[0]) - length(union(lists[0]))


PROPERTY: dict[str, Callable[[Run, list[Found]], Value]] = {
    "start": lambda run, found: _edge(run, found[0].pieces, "start"),
    "end": lambda run, found: _edge(run, found[0].pieces, "end"),
    "position": _position,
    "name": _name,
    "text": _text,
    "date": _date,
    "weekday": _weekday,
    "gap": lambda run, found: gaps.joined(gaps.gaps(run, found)),
    "overlap": _overlap,
}
"""One function for each property but duration."""
