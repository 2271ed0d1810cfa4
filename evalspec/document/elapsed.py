"""Minutes that say where a part stands in time: `0–5 min: Welcome`, `5–15 min: Group work`.

Each part begins where the one before it ends, so what is written is no range of lengths. Where only
the start of all is told (`13:30–15:00 · 90 minutes`), its line is no part, and lengths that fill it
lie end to end.
"""

from __future__ import annotations

from collections.abc import Set
from decimal import Decimal
from itertools import pairwise

from msgspec.structs import replace

from evalspec.core.quantity import Interval, exactly
from evalspec.core.regex import regex
from evalspec.core.span import Span, line_at
from evalspec.core.times import DAY
from evalspec.document.facts import Amount, EntryKind, TimePoint
from evalspec.document.mention import TimeMention
from evalspec.document.own_amounts import claimed
from evalspec.document.ranks import walk
from evalspec.document.reading import Reading
from evalspec.document.tree import Draft
from evalspec.vocabulary.fold import fold

_PARTS = (EntryKind.ITEM, EntryKind.BLOCK, EntryKind.REST)
_PLACES = (*_PARTS, EntryKind.CONTAINER)
_ROUND = 5
"""Ranges of lengths are told in fives: `5–10 min`, `10–15 min`."""
_ENOUGH = 3
"""As many stretches that meet are no chance."""
_PLACED = "from where to where it lasts"
_LED = regex(r"(?:^|[,(|·:–—-]|\b(?:at|from))[\s*_]*$")
"""What stands before the time at which all begins: `Team meeting, 9:00`, `**Start:** 13:30`."""
_PLACE = regex(r"[\s*_]*(?:[,|·–—-]|\b(?:in|at)\b)[^\d:.!?]{1,60}$")
"""Where all of it is, behind when it begins: `Tuesday, 19:30, Committee Room`."""
_ENDS = ("end", "finish", "to ")
_WORD = regex(r"[^\W\d_]+")
_NEARLY = 10
"""Part of all lengths that they may fall short of the time for them, or go beyond it."""


def settle(reading: Reading) -> None:
    """Take the places in time of parts that follow each other for how long they last."""
    reached: set[Decimal | None] = {exactly(0).low}
    for holder in (reading.plan, *walk(reading.plan)):
        parts = [part for part in holder.parts if part.kind in _PLACES]
        placed = [(part, found) for part in parts if (found := _place(part)) is not None]
        apart = _apart(placed)
        counted = set(apart) == {1} and placed[0][1].unit.factor >= DAY
        sure = bool(placed) and _leads(placed, reached)
        lie = counted or (len(placed) * 2 > len(parts) and _meet(apart, sure))
        if lie and (sure or any((amount.value.high or 0) % _ROUND for _, amount in placed)):
            reached |= {amount.value.high for _, amount in placed}
            for part, amount in placed:
                part.amounts = [
                    _length(a, sure, counted) if a is amount else a for a in part.amounts
                ]
        if reading.wording.item_rank in ("item", "block"):
            _lay_out(reading, holder, [part for part in parts if part.kind in _PARTS])


def _place(part: Draft) -> Amount | None:
    """Return the one stretch of time of a part, told before anything else that lasts: `swap after 10 min`."""
    timed = [a for a in part.amounts if a.unit.dimension == "time"]
    spread = [a for a in timed if None not in (a.value.low, a.value.high) and not a.value.exact]
    return spread[0] if len(spread) == 1 and spread[0] is timed[0] else None


def _apart(placed: list[tuple[Draft, Amount]]) -> list[Decimal]:
    """Return how far stretches lie apart: 0 where they meet, 1 where days are counted, -1 for none.

    `Phase 1 (1–10 days)`, `Phase 2 (11–24 days)`.
    """
    apart: list[Decimal] = []
    for (_, first), (_, second) in pairwise(placed):
        low, high = second.value.low, first.value.high
        if low is None or high is None or first.unit != second.unit:
            apart.append(Decimal(-1))
        else:
            apart.append(low - high)
    return apart


def _meet(apart: list[Decimal], sure: bool) -> bool:
    """Tell whether stretches lie end to end; one that is told elsewhere may lie between sure ones."""
    met = apart.count(Decimal(0))
    return met > 0 and (met == len(apart) or (sure and min(apart) >= 0 and met * 2 > len(apart)))


def _leads(placed: list[tuple[Draft, Amount]], reached: Set[Decimal | None]) -> bool:
    """Tell whether stretches that meet are surely places: from zero on, or from where others end.

    So are those before the names, and several in turn.
    """
    first, amount = placed[0]
    before = first.kind in _PARTS and amount.span.start < first.span.start
    return before or amount.value.low in reached or len(placed) >= _ENOUGH


def _length(amount: Amount, sure: bool, counted: bool) -> Amount:
    """Return how long a place lasts, or what is between that and a range of lengths.

    The first and the last of days that are counted belong to it; there may be none that is counted 0.
    """
    low, high = amount.value.low, amount.value.high
    if low is None or high is None:
        return amount
    value = Interval(high - low + (counted and low > 0), high - low + counted)
    if not sure:
        value = Interval(min(low, high - low), high)
    return replace(amount, value=value, because=_PLACED)


def _lay_out(reading: Reading, holder: Draft, parts: list[Draft]) -> None:
    """Lay parts that tell their lengths alone end to end from the start of all of them."""
    measure = reading.wording.lexicon.time_measure
    listed = [(p, a) for p in parts if not p.starts and (a := _lasting(p, measure)) is not None]
    first = listed[0][0].spans[0].start if len(listed) > 1 else 0
    whole = holder.parent is reading.plan and len(reading.plan.parts) == 1
    times = reading.times(Span(0 if whole else holder.spans[0].start, first))
    labels = [_label_of_all(reading, time) for time in times]
    ending = [label is not None and label.startswith(_ENDS) for label in labels]
    if None in labels or ending not in ([False], [False, True]):
        return
    time = times[0]
    closed = times[-1].minutes if ending[-1] else time.end
    written = [t.first for t in times]
    begin = [p for p in parts if p.starts and p.starts[0].span in written]
    parts = [p for p in parts if p not in begin]
    wording = reading.wording
    open_ = [
        p for p in parts if not wording.role(wording.without_estimate(fold(p.label)), "closing")
    ]
    if any(part.starts for part in open_):
        return  # `9:00 Tea` is one of them
    for part in begin:
        part.kind = EntryKind.DEFINITION
        reading.claim(holder, claimed(part.amounts), part.spans[0])
    total = sum(amount for _, amount in listed)
    rest = 0 if closed is None else abs((closed - time.minutes) % DAY - total)
    fits = rest * _NEARLY <= total
    begun = (time.minutes, *(minutes for minutes, _ in time.alternatives))
    passed = 0
    laid = listed if fits and len(listed) == len(open_) else []
    opened = holder.kind is EntryKind.CONTAINER and holder.starts
    if laid and opened and holder.starts[0].span in written:
        holder.starts, holder.ends = [], []
    for span in written if laid else ():
        reading.leave(span, "introduction")
    for part, amount in laid:
        part.starts = [TimePoint(m + passed, part.span, "written") for m in begun]
        passed += amount
        part.ends = [TimePoint(m + passed, part.span, "written") for m in begun]
        if "block" in reading.wording.item_ranks:
            part.kind = EntryKind.BLOCK
        lasts = (part.starts[0].minutes, part.ends[0].minutes)
        for inner in walk(part):  # `Proposal: mowing before 9:00` is what is talked about
            if any(lasts[0] <= start.minutes < lasts[1] for start in inner.starts):
                continue
            inner.starts, inner.ends = [], []
            inner.kind = EntryKind.ITEM if inner.kind is EntryKind.BLOCK else inner.kind


def _lasting(part: Draft, measure: str) -> int | None:
    """Return how many minutes a part lasts, where it tells one exact length."""
    timed = [a for a in part.amounts if a.measure == measure]
    low = timed[0].value.low if len(timed) == 1 and timed[0].value.exact else None
    minutes = low * timed[0].unit.factor if low is not None else None
    return int(minutes) if minutes is not None and minutes == int(minutes) else None


def _label_of_all(reading: Reading, time: TimeMention) -> str | None:
    """Return what stands before a time in a line of nothing else, or a title that ends in it."""
    line = line_at(reading.text, time.span.start, time.span.end)
    before = reading.text[line.start : time.span.start]
    for found in reading.dates(line):
        before = before.replace(reading.string(found.span), "")
    behind = [fold(word) for word in _WORD.findall(reading.text[time.span.end : line.end])]
    known = (reading.wording.lexicon.units, reading.wording.measures)
    plain = all(any(word in names for names in known) for word in behind)
    placed = reading.dates(line) and _PLACE.match(reading.text, time.span.end, line.end)
    plain = plain or placed is not None
    return fold(before.strip(" *_#:-")) if plain and _LED.search(before) else None
