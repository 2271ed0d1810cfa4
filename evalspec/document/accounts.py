"""Accounts: what became of every number, time, date and line of a response, and why.

Made last, from the finished facts: the first use of a stretch of text that holds a mention is its
account, amounts before claims before names before places that were set aside. A mention that
nothing used is *unread*.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from heapq import heappop, heappush

from evalspec.core.span import Span, line_at
from evalspec.core.times import DAY
from evalspec.document.facts import Account, Amount, Claim, Doubt, Entry, EntryKind, Origin, Unread
from evalspec.document.mention import Mentions, QuantityMention, TimeMention
from evalspec.document.wording import Wording
from evalspec.vocabulary.fold import fold

_KINDS = {Origin.STATED: "stated total", Origin.CLAIMED: "claim"}
_FEWEST_OPEN = 2
"""Things with numbers that nothing used, for which a total above them is not believed."""
_NEAR = 16
"""Lines before a place that are looked at for the one that holds it."""
Use = tuple[Span, int, Account]
"""Where a use stands, how it ranks among others of the same place, and the account it gives."""
_Ranked = tuple[int, int, int]
"""How a use ranks, how long it is, its number: the best first."""


def accounts(
    mentions: Mentions,
    entries: Sequence[Entry],
    claims: Sequence[Claim],
    doubts: Sequence[Doubt],
    unread: Sequence[Unread],
) -> tuple[Account, ...]:
    """Return the one account of each mention, in order of the response."""
    uses = sorted(_uses(entries, claims, doubts, unread), key=lambda use: use[0].start)
    places = [(m.span, m.span, False) for m in mentions.quantities]
    places += [(m.span, m.first, False) for m in mentions.times]
    every = sorted([*places, *((m.span, m.span, True) for m in mentions.dates)])
    found: list[Account] = []
    open_uses: list[_Ranked] = []
    undated: list[_Ranked] = []
    following = 0
    for span, place, dated in every:
        while following < len(uses) and uses[following][0].start <= place.start:
            where, rank, account = uses[following]
            ranked = (rank, where.end - where.start, following)
            heappush(open_uses, ranked)
            if account.kind != "date":
                heappush(undated, ranked)
            following += 1
        best = open_uses if dated else undated
        while best and uses[best[0][2]][0].end <= place.start:
            heappop(best)
        found.append(_of(span, uses[best[0][2]] if best else None))
    return tuple(found)


def left_open(
    found: Sequence[Account],
    mentions: Mentions,
    entries: Sequence[Entry],
    wording: Wording,
    text: str,
) -> Iterator[Doubt]:
    """Yield a doubt for each amount and time that no rule used: it could belong to its entry.

    So may what bare numbers say belong to a total above them.
    """
    unread = {account.span for account in found if account.kind == "unread"}
    if not unread:
        return
    lines = sorted((span.start, span.end, e.id) for e in entries[1:] for span in e.spans)
    bare: Counter[int] = Counter()
    """How many bare numbers stand in each entry, or behind it."""
    for quantity in mentions.quantities:
        if quantity.span not in unread:
            continue
        unit, entry = quantity.unit, _nearest(lines, quantity.span)
        if unit is None:  # not `three fractions`
            bare[entry] += any(map(str.isdecimal, quantity.span.of(text)))
            continue
        measure = wording.usual_measure(unit.dimension)
        amount = Amount(measure, quantity.value, unit, quantity.span)
        yield Doubt("unread", quantity.span, (entry,), measure, amount=amount)
    begun: dict[int, set[str]] = {}
    for each in entries if any(time.span in unread for time in mentions.times) else ():
        for point in each.starts[:1] if each.label else ():
            begun.setdefault(point.minutes, set()).add(fold(each.label))
    read = [q for q in mentions.quantities if q.span not in unread]
    places = [q.span.start for q in read]
    for time in mentions.times:
        if time.span in unread and wording.lexicon.time_measure:
            around = line_at(text, time.span.start)
            line = fold(around.of(text))
            first, last = (bisect_left(places, at) for at in (around.start, around.end))
            if _lasts_as_told(time, read[first:last]):
                continue
            if time.end is None and any(name in line for name in begun.get(time.minutes, ())):
                continue  # `…, and a coffee break at 10 AM`
            entry = _nearest(lines, time.span)
            yield Doubt("unread", time.span, (entry,), wording.lexicon.time_measure)
    if bare:
        yield from _only_stated(entries, bare)


def _lasts_as_told(time: TimeMention, read: Sequence[QuantityMention]) -> bool:
    """Tell whether an amount beside a time says how long that is: `10:00–11:30 (90 min)`."""
    lasting = None if time.end is None else (time.end - time.minutes) % DAY
    told = [q for q in read if q.unit is not None and q.unit.dimension == "time" and q.value.exact]
    return any(q.unit and q.value.scaled(q.unit.factor).low == lasting for q in told)


def _only_stated(entries: Sequence[Entry], bare: Counter[int]) -> Iterator[Doubt]:
    """Yield a doubt for each total that stands above things with bare numbers which no rule used.

    `Day 1: 104 g protein` above `Oats [230; 8; 3]`: the numbers may say another total.
    """
    told: dict[int, set[str]] = {}
    waiting: Counter[int] = Counter()
    for entry in reversed(entries):  # parts come behind what holds them
        own = told.setdefault(entry.id, set())
        waiting[entry.id] += bare[entry.id] > 0
        for amount in entry.amounts:
            if amount.origin is not Origin.STATED:
                own.add(amount.measure)
            elif amount.unit.dimension.startswith("count:") or amount.measure in own:
                continue
            elif waiting[entry.id] >= _FEWEST_OPEN:
                yield Doubt("unread-parts", amount.span, (entry.id,), amount.measure)
        if entry.parent >= 0:
            told.setdefault(entry.parent, set()).update(own)
            waiting[entry.parent] += waiting[entry.id]


def _nearest(lines: list[tuple[int, int, int]], span: Span) -> int:
    """Return the entry whose line holds a place, else the one whose line stands before it."""
    at = bisect_right(lines, (span.start, len(lines) and lines[-1][1], 0))
    holding = [entry for _, end, entry in lines[max(0, at - _NEAR) : at] if end >= span.end]
    return holding[-1] if holding else lines[at - 1][2] if at else 0


def _of(span: Span, use: Use | None) -> Account:
    if use is None:
        return Account(span, "unread", "", -1, "no rule used it")
    place, _, given = use
    kind = "factor" if given.kind == "measure" and place.start < span.start else given.kind
    return Account(span, kind, given.what, given.entry, given.because)


def _uses(
    entries: Sequence[Entry],
    claims: Sequence[Claim],
    doubts: Sequence[Doubt],
    unread: Sequence[Unread],
) -> Iterator[Use]:
    for entry in entries:
        yield from _of_entry(entry)
    for claim in claims:
        amount = claim.amount
        given = Account(amount.span, "claim", amount.measure, claim.entry, amount.because)
        yield amount.span, 1, given
    for doubt in doubts:
        if doubt.amount is not None and doubt.entries:
            given = Account(doubt.span, "doubt", doubt.measure, doubt.entries[0], doubt.code)
            yield doubt.span, 2, given
    for place in unread:
        kind = "repetition" if place.reason == "duplicate" else "set aside"
        because = f"set aside: {place.reason}"
        yield place.span, 4, Account(place.span, kind, place.reason, -1, because)


def _of_entry(entry: Entry) -> Iterator[Use]:
    usual = "rest" if entry.kind is EntryKind.REST else "measure"
    for amount in entry.amounts:
        kind = _KINDS.get(amount.origin, usual)
        yield amount.span, 0, Account(amount.span, kind, amount.measure, entry.id, amount.because)
    for role, points in (("start", entry.starts), ("end", entry.ends)):
        for point in points:
            if point.origin == "written":
                given = Account(point.span, "time", role, entry.id, "a clock time of its line")
                yield point.span, 0, given
    for name, span in entry.fields:
        yield span, 3, Account(span, "property", name, entry.id, "a cell below this header")
    if entry.label:
        given = Account(entry.span, "name", entry.label, entry.id, "it stands in the name")
        yield entry.span, 3, given
    if entry.date is not None or entry.weekday:
        span = entry.spans[0]
        yield span, 3, Account(span, "date", entry.label, entry.id, "the day that its line names")
