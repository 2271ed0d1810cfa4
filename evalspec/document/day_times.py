"""The times of a day that no line tells, when the outline is complete.

Orders the times of each day, names its blocks and markers, gives blocks with only a start the next
entry's start as a candidate end, and lets what wraps (sleep) end at the first entry of the schedule.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from msgspec.structs import replace

from evalspec.core.quantity import exactly
from evalspec.core.span import Span, behind_gap
from evalspec.core.times import DAY
from evalspec.document.facts import Doubt, EntryKind, TimePoint, lengths_in
from evalspec.document.inner_parts import INNER
from evalspec.document.mentions.passed import COUNT, SINCE_ZERO
from evalspec.document.ranks import walk
from evalspec.document.reading import Reading
from evalspec.document.roles.nesting import COUNTED
from evalspec.document.tree import Draft
from evalspec.vocabulary.fold import fold

_EARLY = 240
"""A first time before this, written without am or pm, may well be one of the afternoon."""
_BACK = DAY // 3
"""A time that goes back by no more is no time after midnight: the entries are in no order."""
_FEWEST_PASSED = 2
_DIAL = DAY // 2


def link(reading: Reading) -> None:
    """Name the blocks, find markers, and complete the times of every day."""
    days = _days(reading, reading.plan, reading.wording.day)
    headed: dict[int, list[str]] = {}
    for _, drafts in days:
        for draft in drafts:
            if draft.kind is EntryKind.BLOCK:
                _name(reading, draft, headed)
        _hold_until_end(drafts)
    days = [(day, _without_recap(reading, drafts)) for day, drafts in days]
    for number, (day, drafts) in enumerate(days):
        if _may_be_passed(reading, day, drafts):
            lasts = reading.wording.lexicon.time_measure
            for draft in drafts:
                span = draft.starts[0].span
                reading.doubt(draft, Doubt("ambiguous-time", span, (), lasts, SINCE_ZERO))
        following = days[number + 1][1] if number + 1 < len(days) else []
        for listed in _lists(reading, drafts):
            _unwind(reading, listed)
            _complete(reading, listed, following)
            _doubt_overruns(reading, listed)


def _hold_until_end(drafts: Sequence[Draft]) -> None:
    """Let what only sounds like the end take its time until that: `16:40 Closing`, then `16:50 End`."""
    for before, last in pairwise(drafts[-2:]):
        both = last.kind is before.kind is EntryKind.MARKER and before.parent is last.parent
        if both and before.names[:1] != last.names[:1]:
            before.kind = EntryKind.BLOCK


def _without_recap(reading: Reading, drafts: Sequence[Draft]) -> list[Draft]:
    """Leave out what a list behind a schedule, or before it, says of its blocks again, all of it with ends.

    `Work: 8:00–12:00 and 13:00–17:00 (8 hours)` below `8:00–12:00 Work`, `13:00–17:00 Work`.
    """
    found: tuple[list[Draft], list[Draft]] = [], list(drafts)
    for step in (-1, 1):
        ordered = list(drafts)[::step]
        told = _times_told(reading, ordered)
        again, left = ordered[:told], ordered[told:]
        if not len(found[0]) < len(again) <= len(left):
            continue
        later = max(again[-1].spans[0], left[0].spans[0]).start
        above = reading.text.rfind("\n", 0, later) + 1
        apart = behind_gap(reading.text, later) or behind_gap(reading.text, max(0, above - 1))
        apart = (apart and len(again) > 1) or again[-1].parent is not left[0].parent
        if apart and not all(reading.wording.wraps.intersection(d.names) for d in again):
            found = again, left[::step]
    measure = reading.wording.lexicon.time_measure
    names = {name for draft in drafts for name in draft.names}
    for draft in found[0]:
        holder = draft.parent or reading.plan
        named = (p for p in holder.parts if not names.isdisjoint((fold(p.label), *p.names)))
        lasting = (p for p in named if not p.starts and lengths_in(p.amounts, measure))
        again = [p for p in lasting if holder.kind is EntryKind.CONTAINER]
        for part in (draft, *again):
            reading.leave(part.spans[0], "duplicate")
            holder.parts = [p for p in holder.parts if p is not part]
        if not holder.parts and holder.parent is not None:
            holder.parent.parts = [p for p in holder.parent.parts if p is not holder]
    return found[1]


class _Others:
    """The timed things of a list behind those looked at, by name and by where a dial points at a start."""

    def __init__(self, listed: Sequence[Draft]) -> None:
        """Begin before the first of the list."""
        self._named: defaultdict[str, list[Draft]] = defaultdict(list)
        self._pointed: defaultdict[tuple[str, int], list[Draft]] = defaultdict(list)
        self._begun = Counter(draft.starts[0].minutes for draft in listed)
        self._starts = sorted(self._begun)
        for draft in reversed(listed):
            for name in draft.names:
                self._named[name].append(draft)
            for place in _pointed(draft):
                self._pointed[place].append(draft)

    def leave(self, draft: Draft) -> None:
        """Go on behind the first of those left."""
        start = draft.starts[0].minutes
        self._begun[start] -= 1
        if not self._begun[start]:
            del self._starts[bisect_left(self._starts, start)]
        for name in draft.names:
            self._named[name].pop()
        for place in _pointed(draft):
            self._pointed[place].pop()

    def named(self, draft: Draft) -> Iterable[Draft]:
        """Return those that share a name with one."""
        return {id(o): o for name in draft.names for o in self._named.get(name, ())}.values()

    def alike(self, draft: Draft) -> Iterator[Draft]:
        """Yield those that share a name with one and may begin when it does, the next first."""
        for place in _pointed(draft):
            yield from reversed(self._pointed.get(place, ()))

    def until(self, other: Draft) -> list[int]:
        """Return when one ends, or else when the next begins, or the first of the next day."""
        starts = self._starts
        behind = bisect_right(starts, other.starts[0].minutes)
        told = [point.minutes for point in other.ends]
        return told or starts[behind : behind + 1] or starts[:1]


def _pointed(draft: Draft) -> set[tuple[str, int]]:
    """Return the names of a timed thing with where a dial of twelve hours points at its starts."""
    return {(name, p.minutes % _DIAL) for name in draft.names for p in draft.starts}


def _times_told(reading: Reading, listed: Sequence[Draft]) -> int:
    """Return how many of a list, from the first on, are told again behind them."""
    others = _Others(listed)
    for number, draft in enumerate(listed):
        others.leave(draft)
        if not _is_told(reading, draft, others):
            return number
    return 0


def _is_told(reading: Reading, draft: Draft, others: _Others) -> bool:
    """Tell whether another block of a name has the same start, and the same end or the next start as one.

    It may as well tell how long all blocks of the name last. Below a heading of its own `1–5` may be from
    13:00 to 17:00.
    """
    holder = draft.parent or reading.plan
    if (
        draft.kind is not EntryKind.BLOCK
        or draft.parts
        or reading.wording.says_part_of_day(holder.label)
    ):
        return False  # `8:00` below `Evening` is another one
    over = _length_over(draft, reading.wording.lexicon.time_measure)
    told = [point.minutes for point in draft.ends] or ([] if over is None else [over])
    named = () if over is None else others.named(draft)
    lengths = (o.ends[0].minutes - o.starts[0].minutes for o in named if o.ends)
    whole = over is not None and over - draft.starts[0].minutes == sum(n % DAY for n in lengths)
    for other in others.alike(draft):
        clock = DAY if draft.parent is other.parent else _DIAL
        starts = {point.minutes % clock for point in draft.starts}
        ends = {minutes % clock for minutes in told}
        over_too = whole or not ends.isdisjoint(n % clock for n in others.until(other))
        if over_too and not starts.isdisjoint(p.minutes % clock for p in other.starts):
            return True
    return False


def _lists(reading: Reading, drafts: Sequence[Draft]) -> Iterator[list[Draft]]:
    """Part the timed things of a day where a heading begins the day anew: `**Walks**` below `**Drinks**`."""
    listed: list[Draft] = []
    for draft in drafts:
        if listed and _begins_anew(reading, listed, draft):
            yield listed
            listed = []
        listed.append(draft)
    yield listed


def _begins_anew(reading: Reading, listed: Sequence[Draft], draft: Draft) -> bool:
    """Tell whether a thing begins a section of no rank, earlier than what stands above it."""
    holder = draft if draft.kind is EntryKind.CONTAINER else draft.parent
    last = listed[-1]
    if holder is None or holder is last.parent or holder.kind is not EntryKind.CONTAINER:
        return False
    above = last.parent
    if holder.rank or above is None or above.rank or above.kind is EntryKind.BLOCK:
        return False
    if reading.wording.says_part_of_day(holder.label):
        return False
    start = max(point.minutes for point in draft.starts)
    return _EARLY <= start < listed[0].starts[0].minutes + _BACK and start < last.starts[0].minutes


def _days(reading: Reading, plan: Draft, rank: str) -> list[tuple[Draft, list[Draft]]]:
    """Collect timed drafts by the nearest day or column of a grid, else the plan.

    Meals and sessions that have a time, and items from when to when, are some of them.
    """
    found: list[tuple[Draft, list[Draft]]] = []
    first = dict(reading.ordered)
    waiting = [(plan, plan)]
    timed: dict[int, list[Draft]] = {}
    while waiting:
        draft, day = waiting.pop()
        column = draft.kind is EntryKind.CONTAINER and not draft.rank and len(draft.spans) > 1
        column = column and not (rank and day.rank == rank)
        if column and reading.wording.says_part_of_day(draft.label):
            first.update((id(part), draft.span.start) for part in walk(draft))
            column = False
        if draft is plan or column or (rank and draft.rank == rank):
            day = draft
            timed[id(day)] = []
            found.append((day, timed[id(day)]))
        elif draft.kind is EntryKind.BLOCK or (draft.starts and (draft.rank or draft.ends)):
            timed[id(day)].append(draft)
        waiting.extend((part, day) for part in reversed(draft.parts) if part.parent is draft)
    return [
        (day, sorted(drafts, key=lambda d: (first.get(id(d), d.span.start), d.span.start)))
        for day, drafts in found
        if drafts
    ]


def _may_be_passed(reading: Reading, day: Draft, drafts: Sequence[Draft]) -> bool:
    """Tell whether times from 0:00 on may as well be minutes and seconds: of no day, and of no night.

    They are not where the response tells how many minutes all of it is, up to the last: `0:35–0:45`.
    """
    points = [draft.starts[0] for draft in drafts if draft.starts[0].origin == "written"]
    if day is not reading.plan or len(points) < _FEWEST_PASSED or reading.mentions.dates:
        return False
    last = drafts[-1].ends or drafts[-1].starts
    rising = all(first.minutes < second.minutes for first, second in pairwise(points))
    nightly = any(reading.wording.wraps.intersection(draft.names) for draft in drafts)
    counted = all(COUNT.fullmatch(reading.string(point.span)) for point in points)
    if points[0].minutes or not (rising and counted) or nightly or last[0].minutes >= DAY:
        return False
    units = ((q.unit, q.value) for q in reading.mentions.quantities)
    lengths = (value.scaled(u.factor) for u, value in units if u and u.dimension == "time")
    return exactly(last[0].minutes) not in lengths


def _name(reading: Reading, draft: Draft, headed: dict[int, list[str]]) -> None:
    """Give a block its names and categories; fold nested name lines into a block without name.

    What headings give to the blocks below them is found once.
    """
    wording = reading.wording
    if not draft.label:
        below = [p for p in draft.parts if not p.starts and not p.parts]
        if below:
            first, last = below[0].spans[0], below[-1].spans[-1]
            draft.span = Span(first.start, first.end)
            draft.label = ", ".join(p.label for p in below)
            draft.amounts += (amount for held in below for amount in held.amounts)
            draft.spans.append(Span(first.start, last.end))
            draft.parts = [p for p in draft.parts if p not in below]
        elif draft.parent is not None and draft.parent.kind is not EntryKind.PLAN:
            draft.label, draft.span = draft.parent.label, draft.parent.span
            draft.spans.append(draft.parent.span)
    label = fold(draft.label)
    parts = wording.parts(draft.label)
    draft.name(label, fold(draft.label.split("(")[0]), *wording.asides(draft.label))
    own: list[str] = []
    compound, heads = wording.activities(draft.label)
    marks = 0
    for part in parts:
        if wording.closes(part) and (len(parts) > 1 or not draft.ends):
            marks += 1
            continue
        inner = wording.filling(part)
        draft.name(part, inner)
        own += (*wording.categories_of(part), *wording.categories_of(inner))
    for aside in wording.asides(draft.label):
        if not own or aside in wording.categories:  # `Bus (so that you can sleep)` is none
            own += wording.done(aside)
    parent = draft.parent
    if parent is not None and parent.kind is EntryKind.CONTAINER and not parent.rank:
        if id(parent) not in headed:
            headed[id(parent)] = _told_by_heading(reading, parent)
        from_heading = headed[id(parent)]
        if not marks and (not own or wording.held(own, from_heading)):
            if from_heading and not own:
                compound, heads = _beside_counted(draft, from_heading), 0
            own += from_heading
            draft.name(*wording.parts(parent.label))
    draft.name(*own)
    closes = wording.without_estimate(label) in wording.roles.get("closing", ())
    lasts = any(a.measure == wording.lexicon.time_measure for a in draft.amounts)
    if (closes or (marks and marks == len(parts))) and not (draft.ends or lasts):
        draft.kind = EntryKind.MARKER
    draft.compound, draft.heads = compound, heads


def _told_by_heading(reading: Reading, heading: Draft) -> list[str]:
    """Return the kinds of what stands below a heading that tells none itself.

    A title of a day or a plan gives none where some of it goes by that kind: `My work day`.
    """
    wording = reading.wording
    kinds, words = list(wording.done(heading.label)), map(fold, heading.label.split())
    titled = kinds and any(
        wording.ranks.get(w) in wording.calendar or w in wording.plans for w in words
    )
    said = (set(wording.done(part.label)) for part in heading.parts if titled)
    return [] if any(not told.isdisjoint(kinds) for told in said) else kinds


def _beside_counted(draft: Draft, kinds: Sequence[str]) -> tuple[str, ...]:
    """Return what a thing may be or not that stands below `Study` beside `Block 1`, `Block 2`."""
    beside = draft.parent.parts if draft.parent is not None else ()
    counted = [part for part in beside if COUNTED.match(part.label)]
    return (*kinds[:1], fold(draft.label)) if len(counted) > 1 and draft not in counted else ()


def _complete(reading: Reading, drafts: list[Draft], tomorrow: list[Draft]) -> None:
    """End what tells only a start where the next begins, what wraps where the schedule begins again."""
    wraps = reading.wording.wraps
    first = drafts[0].starts[0].minutes
    untimed: dict[int, list[int]] = {}
    for number, draft in enumerate(drafts):
        start = draft.starts[0].minutes
        if draft.kind is not EntryKind.BLOCK or draft.ends or draft.rank == INNER:
            continue
        if reading.wording.lexicon.time_measure in draft.without:
            continue  # a dash where others tell how long they last
        following = _following(drafts, number)
        if following is not None and not _is_untimed_between(draft, following, untimed):
            point = following.starts[0]
            if 0 < start - point.minutes <= _BACK:
                continue
            minutes = point.minutes + (DAY if point.minutes < start else 0)
            origin = "past-midnight" if minutes > DAY >= start else "next-entry"
            draft.ends.append(TimePoint(minutes, point.span, origin))
        elif wraps.intersection(draft.names) and tomorrow:
            point = tomorrow[0].starts[0]
            minutes = point.minutes % DAY + (start // DAY + 1) * DAY
            draft.ends.append(TimePoint(minutes, point.span, "past-midnight"))
        elif wraps.intersection(draft.names):
            _wrap(drafts, draft, first, start)


def _doubt_overruns(reading: Reading, drafts: list[Draft]) -> None:
    """Doubt a length that goes on into what comes next and ends later: `8:30 Notes (45 min)`, `9:00 Tea`.

    It may be as long as it says, or be over when the next begins. What ends earlier stands inside it.
    """
    measure = reading.wording.lexicon.time_measure
    for number, draft in enumerate(drafts):
        over, following = _length_over(draft, measure), _following(drafts, number)
        if over is None or following is None or draft.kind is not EntryKind.BLOCK:
            continue
        until = _length_over(following, measure)
        if until is None:
            until = next((end.minutes for end in following.ends), over + 1)
        if draft.starts[0].minutes < following.starts[0].minutes < over < until:
            told = lengths_in(draft.amounts, measure)[0]
            cut = exactly(following.starts[0].minutes - over)
            less = replace(told, value=cut.scaled(1 / told.unit.factor))
            reading.doubt(draft, Doubt("ambiguous-time", told.span, (), measure, amount=less))


def _length_over(draft: Draft, measure: str) -> int | None:
    """Return when the length is over that is told of a block in place of its end."""
    lengths = lengths_in(draft.amounts, measure)
    if len(lengths) != 1 or any(end.origin == "written" for end in draft.ends):
        return None
    value = lengths[0].value.low
    return None if value is None else draft.starts[0].minutes + int(value * lengths[0].unit.factor)


def _following(drafts: list[Draft], number: int) -> Draft | None:
    """Return the next entry that is not nested inside this one."""
    behind = (drafts[n] for n in range(number + 1, len(drafts)))
    return next((other for other in behind if other.parent is not drafts[number]), None)


def _is_untimed_between(first: Draft, second: Draft, untimed: dict[int, list[int]]) -> bool:
    """Tell whether something without a time is listed between: nobody knows when that begins.

    `untimed` keeps where such things stand in each list.
    """
    if first.parent is None:
        return False
    places = untimed.get(id(first.parent))
    if places is None:
        beside = (p for p in first.parent.parts if p.kind is EntryKind.ITEM and not p.starts)
        places = untimed[id(first.parent)] = sorted(part.span.start for part in beside)
    at = bisect_right(places, first.span.start)
    return at < len(places) and places[at] < second.span.start


def _wrap(drafts: list[Draft], draft: Draft, first: int, start: int) -> None:
    """End the last sleep of a schedule where the schedule begins, a day later."""
    opening = drafts[0]
    same = opening is not draft and set(opening.names) & set(draft.names)
    if same and opening.kind is EntryKind.BLOCK and (start - first) % DAY == 0:
        draft.kind = EntryKind.MARKER
        return
    awake = next((d for d in drafts if d.kind is EntryKind.MARKER or d is not draft), opening)
    end = awake.starts[0].minutes
    while end <= start:
        end += DAY
    draft.ends.append(TimePoint(end, awake.starts[0].span, "first-entry"))


def _unwind(reading: Reading, drafts: list[Draft]) -> None:
    """Choose among am and pm, and move what lies past midnight after what came before."""
    previous = -1
    for number, draft in enumerate(drafts):
        if len(draft.starts) > 1:
            _choose(reading, draft, previous)
        start = draft.starts[0].minutes
        if number == 1 and start < previous and _opens_at_night(reading, drafts[0]):
            previous = -1
        if draft.parent is not None and draft.parent.kind is EntryKind.BLOCK:
            continue
        listed = draft.kind in (EntryKind.ITEM, EntryKind.CONTAINER) and not draft.rank
        if not listed and previous >= 0 and start < previous and previous - start > _BACK:
            shift = DAY * ((previous - start + DAY - 1) // DAY)
            draft.starts = [replace(p, minutes=p.minutes + shift) for p in draft.starts]
            draft.ends = [replace(p, minutes=p.minutes + shift) for p in draft.ends]
            start += shift
        previous = max(previous, start)


def _opens_at_night(reading: Reading, first: Draft) -> bool:
    """Tell whether a schedule begins with the sleep of the night before."""
    return first.kind is EntryKind.BLOCK and bool(reading.wording.wraps.intersection(first.names))


def _choose(reading: Reading, draft: Draft, previous: int) -> None:
    """Among readings with and without pm, the earliest that does not go back in time."""
    later = [n for n, p in enumerate(draft.starts) if p.minutes >= previous]
    best = min(later, key=lambda n: draft.starts[n].minutes) if later else 0
    if previous < 0 and draft.starts[0].minutes >= _EARLY:
        best = 0
    if not later or (previous < 0 and draft.starts[best].minutes < _EARLY):
        reading.doubt(draft, Doubt("ambiguous-time", draft.starts[0].span, (), "time"))
    draft.starts = [draft.starts[best]]
    draft.ends = [draft.ends[best]] if best < len(draft.ends) else draft.ends[:1]
