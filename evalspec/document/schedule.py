"""Schedules: lines with clock times become blocks with candidates for start and end.

`link` runs when the outline is complete: it orders the times of each day, gives blocks
with only a start the next entry's start as a candidate end, and lets what wraps (sleep)
end at the first entry of the schedule.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from msgspec.structs import replace

from evalspec.core.quantity import exactly
from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.core.times import DAY
from evalspec.document.blocks import Block, BlockKind
from evalspec.document.facts import Doubt, EntryKind, TimePoint, lengths_in
from evalspec.document.inside import INNER, add_parts
from evalspec.document.mention import TimeMention
from evalspec.document.mentions.passed import COUNT, SINCE_ZERO
from evalspec.document.reading import Reading
from evalspec.document.tree import Draft
from evalspec.vocabulary.fold import fold

_SKIP = regex(r"[\s*_•:()\[\]–—-]*")
_LEAD = regex(
    r"^(?:[\s*_:;|,.)\]–—-]+|(?:onwards?|until)\b)+|[\s*_:;|,([–—-]+$|[\s*_]+(?:is\s+|are\s+|lasts\s+|runs\s+)?(?:at|from|by|around|until|starting|@)[\s*_:(]*$",
    re.IGNORECASE,
)
_BESIDE = regex(r"[\s,*_()@:–—-]*(?:\b(?:at|from|on)\b)?[\s*_:]*", re.IGNORECASE)
_EARLY = 240
"""A first time before this, written without am or pm, may well be one of the afternoon."""
_BACK = DAY // 3
"""A time that goes back by no more is no time after midnight: the entries are in no order."""
_TAIL = regex(r"(?:\s|<br\s?/?>|[;,|])+$")
_BEFORE_LENGTH = regex(r"[ \xa0*_~≈]*[–—|,·(\[-][ \xa0*_~≈]*")
_BEHIND_LENGTH = regex(r"[*_]*(?:[)\]]|(?=[ \xa0]*[–—|,·:]|[ \xa0]-[ \xa0]))")
"""`9:00–10:15 (75 min): Reading`, `**9:00** – 1.5 hours – Reading`."""
_JOINT = regex(r"\s*(?:,|;|&|\+|/|,?\s+(?:and|then))\s*(?:again\s+)?(?:from\s+)?", re.IGNORECASE)
"""Between two times of one thing."""
_CUT = regex(
    r"\s*\((?=[^()]*\d|[*_]*[A-Z][\w ]*[*_]*:[*_]*\s)|[:;]\s|\s[–—-]\s|\.\s"
    r"|,?\s+(?:with|including|incl\.)\s+(?=(?:an?|one|two|three|some|\d)\b[^()]*\d)"
)
_FEWEST_PASSED = 2
_MOST_TIMES = 8
"""A line with more is no thing that is done at several times."""
_LINES = (BlockKind.BULLET, BlockKind.NUMBERED, BlockKind.PARAGRAPH)
_AWAKE = regex(r"[A-Za-z]{2}")
_TOLD_WITHIN = 300
"""Characters behind a start in which a line says when it is over; more would take long lines too long."""


_GAP = regex(r"[ \t]*(?:\r\n?|\n)[ \t]*(?:[\r\n]|\Z)|\s*\Z")
_HEADS = (BlockKind.HEADING, BlockKind.BOLD_LINE, BlockKind.LABEL_LINE)


def is_part_of_day(reading: Reading, block: Block) -> bool:
    """Tell whether a heading is one word for a time, above what is done then: `**Midday**`."""
    return block.kind in _HEADS and reading.string(block.text).strip(" :*_").isalpha()


def starts_with_time(reading: Reading, block: Block) -> TimeMention | None:
    """Return the clock time a line starts with, if any."""
    times = reading.times(block.text)
    if times and is_part_of_day(reading, block):
        return None
    named = reading.is_json or "block" not in reading.wording.item_ranks
    if not times or (named and is_spoken(reading, times[0])):
        return None
    between = reading.text[block.text.start : times[0].span.start]
    return times[0] if _SKIP.fullmatch(between) or between.lower().strip(" *_") == "from" else None


def behind_time(reading: Reading, block: Block) -> Span | None:
    """Return what a line names behind its time, where such a line need not be a block of a schedule."""
    time = starts_with_time(reading, block)
    if time is None or "block" in reading.wording.item_ranks:
        return None
    return _trimmed(reading, Span(_behind_length(reading, time, block), block.text.end))


def is_spoken(reading: Reading, time: TimeMention) -> bool:
    """Tell whether a time is a word that goes on as a name: `Noon tea`."""
    following = reading.text[time.span.end : time.span.end + 2]
    return reading.string(time.span).isalpha() and following.strip(" ").isalpha()


def read_line(reading: Reading, block: Block, depth: int, children: bool) -> bool:
    """Read `8:00 AM - Work`, `**7:00** Breakfast`, `Work: 9:00-17:00`, or a time alone."""
    time = starts_with_time(reading, block)
    if time is not None:
        run = _run(reading, block)
        name = _trimmed(reading, Span(_behind_length(reading, run[-1], block), block.text.end))
        if block.kind not in (BlockKind.BULLET, BlockKind.NUMBERED):
            _leave_blocks(reading)
        else:
            reading.close_lists(depth)
        if name is not None and _only_tells_length(reading, name):
            name = None if _is_named_above(reading, reading.top, block) else name
        _add_run(reading, block, depth, run, name, children)
        return True
    return _trailing(reading, block, depth, children)


def _only_tells_length(reading: Reading, name: Span) -> bool:
    """Tell whether behind a time stand amounts of time and no words: `18:35 – 18:50 · 15 min`."""
    left = reading.string(name)
    for found in reading.quantities(name):
        if found.unit is None or found.unit.dimension != "time":
            return False
        left = left.replace(reading.string(found.span), "")
    return not any(map(str.isalnum, left))


def _behind_length(reading: Reading, time: TimeMention, block: Block) -> int:
    """Return where the name of a block begins: behind its time, and how long it lasts."""
    first = next(iter(reading.quantities(Span(time.span.end, block.text.end))), None)
    if first is None or first.unit is None or first.unit.dimension != "time":
        return time.span.end
    behind = _BEHIND_LENGTH.match(reading.text, first.span.end, block.text.end)
    before = _BEFORE_LENGTH.fullmatch(reading.text, time.span.end, first.span.start)
    return behind.end() if before is not None and behind is not None else time.span.end


def _run(reading: Reading, block: Block) -> list[TimeMention]:
    """Return the first time of a line with those that go on with it: `8:00–12:00 and 13:00–17:00`."""
    times = reading.times(block.text)
    found = times[:1]
    for first, second in pairwise(times[:_MOST_TIMES]):
        joint = reading.text[first.span.end : second.span.start]
        if first.end is None or second.end is None or not _JOINT.fullmatch(joint):
            break
        found.append(second)
    return found


def _add_run(
    reading: Reading,
    block: Block,
    depth: int,
    run: Sequence[TimeMention],
    name: Span | None,
    children: bool,
) -> None:
    """Add a block for each time of a line; what several come to is told once, and not counted."""
    for time in run:
        _add(reading, block, depth, time, name, children and time is run[-1])
        if len(run) > 1 and reading.last_item is not None:
            again, reading.last_item.amounts = reading.last_item.amounts, []
            for amount in again if time is run[0] else ():
                reading.leave(amount.span, "duplicate")


def pieces(reading: Reading, cell: Span, depth: int) -> Iterator[Draft]:
    """Yield what a cell says is done from when to when: `8:00–9:00 run; 9:15–12:00 writing`."""
    every = reading.times(cell)
    if not any(t.end is not None for t in every):
        return
    times: list[TimeMention] = []
    for time in every:
        if not times or not _is_held(reading, times[-1], time):
            times.append(time)
    before = reading.text[cell.start : times[0].span.start]
    tail = reading.text[times[-1].span.end : cell.end].strip(" *_")
    titled = (
        before.rstrip(" *_").endswith(":")
        and tail[:1] in "-–—:|"
        and any(c.isalpha() for c in tail)
    )
    leading = (tail != "" and titled) or not any(c.isalnum() for c in before)
    starts = [t.span.start if leading else cell.start for t in times[:1]]
    starts += [b.span.start if leading else _closed(reading, a, b) for a, b in pairwise(times)]
    for time, start, end in zip(times, starts, [*starts[1:], cell.end], strict=True):
        held = [t for t in every if time.span.end < t.span.start < end]
        behind = reading.text.index("(", time.span.end) if held else end
        name = Span(time.span.end, behind) if leading else Span(start, time.span.start)
        name = Span(name.start, name.start + len(_TAIL.sub("", reading.string(name))))
        draft = _block(reading, Span(start, end), depth, time, _trimmed(reading, name))
        if draft.label or held:
            add_parts(reading, draft, Span(start, end))
        yield draft


def _closed(reading: Reading, time: TimeMention, following: TimeMention) -> int:
    """Return where a piece ends that is named before its time: behind what it holds in brackets."""
    between = reading.text[time.span.end : following.span.start]
    opened = between.lstrip(" ").startswith("(") and any(c.isdigit() for c in between)
    return time.span.end + (between.find(")") + 1 if opened else 0)


def _is_held(reading: Reading, first: TimeMention, time: TimeMention) -> bool:
    """Tell whether a time is of a break in brackets behind another one: `(break 10:30–11:00)`."""
    if not _in_brackets(reading, first.span.end, time):
        return False
    before = reading.text[first.span.end : time.span.start].rpartition("(")[2]
    return any(reading.wording.role(fold(w), "inside") for w in before.split())


def _trailing(reading: Reading, block: Block, depth: int, children: bool) -> bool:
    """Read `Work: 9:00 AM - 5:00 PM` and `Lunch (12:00 PM)` in a schedule."""
    wording = reading.wording
    if "block" not in wording.item_ranks or block.kind is BlockKind.QUOTE:
        return False
    times = reading.times(block.text)
    if not times or reading.section() == "note":
        return False
    run = _run(reading, block)
    rest = reading.text[run[-1].span.end : block.text.end]
    if not all(_in_brackets(reading, run[-1].span.end, time) for time in times[len(run) :]):
        return False
    if _AWAKE.search(re.sub(r"\([^()]*\)", "", rest)) and times[0].end is None:
        return False
    name = _trimmed(reading, Span(block.text.start, times[0].span.start))
    if name is None or len(reading.string(name).split()) > 8:
        return False
    if block.kind in (BlockKind.BULLET, BlockKind.NUMBERED):
        reading.close_lists(depth)
    else:
        _leave_blocks(reading)
    _add_run(reading, block, depth, run, name, children or block.kind not in _LINES)
    return True


def _in_brackets(reading: Reading, start: int, time: TimeMention) -> bool:
    """Tell whether a time stands in brackets that open behind another one."""
    between = reading.text[start : time.span.start]
    return between.count("(") > between.count(")")


def _leave_blocks(reading: Reading) -> None:
    """End the block before a line outside lists, and whatever the block held."""
    while len(reading.stack) > 1 and (
        reading.top.depth >= 10 or reading.top.kind is EntryKind.BLOCK
    ):
        reading.stack.pop()


def _trimmed(reading: Reading, span: Span) -> Span | None:
    text = reading.string(span)
    inner = _LEAD.sub("", text)
    if not inner:
        return None
    start = span.start + text.index(inner)
    return Span(start, start + len(inner))


def _add(
    reading: Reading,
    block: Block,
    depth: int,
    time: TimeMention,
    name: Span | None,
    children: bool,
) -> None:
    draft = _block(reading, block.text, depth, time, name)
    draft.spans = [block.span]
    part_of_day = name is not None and _is_part_of_day(reading, name)
    if part_of_day:
        draft.kind = EntryKind.CONTAINER
    _take_date(reading, draft, block, time)
    while part_of_day and reading.top.starts and not reading.top.rank:
        reading.stack.pop()
    holder = reading.top
    holder.add(draft)
    if part_of_day:
        draft.name(fold(draft.label))
        reading.stack.append(draft)
        return
    reading.last_item = draft
    if name is not None:
        add_parts(reading, draft, block.text)
    if (name is None and not _is_named_above(reading, holder, block)) or children:
        reading.stack.append(draft)


def _is_named_above(reading: Reading, holder: Draft, block: Block) -> bool:
    """Tell whether a time without a name stands between the line that names it and a gap."""
    named = holder.kind is EntryKind.CONTAINER and not holder.rank
    above = reading.text.count("\n", holder.spans[-1].end, block.span.start) < 2
    return named and above and _GAP.match(reading.text, block.span.end) is not None


def _block(reading: Reading, line: Span, depth: int, time: TimeMention, name: Span | None) -> Draft:
    """Make the block that a line or a piece of one writes."""
    draft = Draft(EntryKind.BLOCK, "", name or time.span, depth=depth)
    draft.spans = [line]
    set_times(draft, time)
    if name is not None and not draft.ends and (told := _told_end(reading, name, line)):
        end, name = told
        set_end(draft, end)
    if name is not None:
        label = _label(reading, name)
        draft.span = label
        draft.label = reading.string(label)
        # `Noon tea` may be a name as well
        spoken = reading.string(time.span).isalpha() and time.span.end + 1 == name.start
        whole = fold(reading.text[time.span.start if spoken else name.start : name.end])
        title = _title(reading, Span(label.end, name.end))
        draft.name(fold(draft.label), title, whole, reading.wording.unnumbered(title))
    draft.amounts = reading.measured(line)
    return draft


def _told_end(reading: Reading, name: Span, line: Span) -> tuple[TimeMention, Span] | None:
    """Return when a line says that it is over, and the name before: `9:00 Tests; we end at 11:30`."""
    roles = reading.wording.roles
    patterns = [_ending(roles["ending"])] if roles.get("ending") else []
    patterns += [_arriving(roles["arriving"])] if roles.get("arriving") else []
    near = Span(name.start, min(line.end, name.start + _TOLD_WITHIN))
    for time in reading.times(near) if patterns else ():
        found = (p.search(reading.text, name.start, time.span.start) for p in patterns)
        told = next((f for f in found if f is not None and f.start() > name.start), None)
        if told is not None and time.end is None:
            return time, Span(name.start, told.start())
    return None


@lru_cache(maxsize=16)
def _ending(words: frozenset[str]) -> re.Pattern[str]:
    return re.compile(
        rf"[\s,;–-]*(?:\bwe\s+)?\b(?:{'|'.join(sorted(words))})s?\b(?:\s\w+){{0,2}}\s$"
    )


@lru_cache(maxsize=16)
def _arriving(words: frozenset[str]) -> re.Pattern[str]:
    """Match what leads to the time at which one is there: `, arriving at`; not `, guests arrive`."""
    return re.compile(
        rf"\s*[,;(–—-]\s*(?:and\s)?(?:{'|'.join(sorted(words))})s?\b\.?(?:\s\w+){{0,4}}:?\s$",
        re.IGNORECASE,
    )


def _take_date(reading: Reading, draft: Draft, block: Block, time: TimeMention) -> None:
    """Take the day written right before or after a time: `Monday, 10:00 - 10:30`."""
    day = reading.wording.day
    if day and any(held.rank == day for held in reading.stack):
        return
    for found in reading.dates(block.text):
        low, high = sorted((found.span, time.span), key=lambda span: span.start)
        if _BESIDE.fullmatch(reading.text[low.end : high.start]):
            draft.weekday = found.weekdays[0] if len(found.weekdays) == 1 else 0
            draft.date = found.date


def _is_part_of_day(reading: Reading, name: Span) -> bool:
    return fold(reading.string(name)) in reading.wording.lexicon.parts_of_day


def _label(reading: Reading, name: Span) -> Span:
    """Cut the description after the activity: `Work: focus on the report`; not `Optional: a walk`."""
    text = reading.string(name)
    lead, colon, _ = text.partition(":")
    if colon and reading.wording.role(fold(lead), "optional"):
        name = _trimmed(reading, Span(name.start + len(lead) + 1, name.end)) or name
        text = reading.string(name)
    cut = _CUT.search(text)
    if cut is not None and cut.start() > 1:
        return Span(name.start, name.start + cut.start())
    return name


def _title(reading: Reading, behind: Span) -> str:
    """Return what stands behind the kind of an activity, folded: `Workshop: Soldering (room 2)`."""
    return fold(reading.string(behind).split("(")[0].strip(" *_:;–—-"))


def set_end(draft: Draft, time: TimeMention) -> None:
    """Give a draft the end that stands in a column of its own."""
    later = time.minutes + DAY if time.minutes < draft.starts[0].minutes else time.minutes
    draft.ends = [TimePoint(later, time.first, "written")]


def set_times(draft: Draft, time: TimeMention) -> None:
    """Give a draft the candidates of a time mention."""
    draft.starts = [TimePoint(time.minutes, time.first, "written")]
    if time.end is not None:
        end = time.end + DAY if time.end < time.minutes else time.end
        draft.ends = [TimePoint(end, time.second or time.span, "written")]
    for minutes, end_minutes in time.alternatives:
        draft.starts.append(TimePoint(minutes, time.first, "written"))
        if end_minutes is not None:
            later = end_minutes + DAY if end_minutes < minutes else end_minutes
            draft.ends.append(TimePoint(later, time.second or time.span, "written"))


def take_times(reading: Reading, draft: Draft, span: Span) -> None:
    """Give a container or item the clock times written in a span."""
    times = reading.times(span)
    if times and not draft.starts:
        set_times(draft, times[0])
        if draft.kind is EntryKind.ITEM and "block" in reading.wording.item_ranks:
            draft.kind = EntryKind.BLOCK
            add_parts(reading, draft, span)


# -- after the outline is complete ------------------------------------------------------
def link(reading: Reading) -> None:
    """Name the blocks, find markers, and complete the times of every day."""
    days = _days(reading.plan, reading.wording.day)
    for _, drafts in days:
        for draft in drafts:
            if draft.kind is EntryKind.BLOCK:
                _name(reading, draft)
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
    holder, last = draft.parent, listed[-1]
    if holder is None or holder is last.parent or holder.kind is not EntryKind.CONTAINER:
        return False
    if (
        holder.rank
        or last.parent is None
        or last.parent.rank
        or last.parent.kind is EntryKind.BLOCK
    ):
        return False
    named = reading.wording.lexicon.parts_of_day
    if any(fold(word) in named for word in holder.label.split()):
        return False
    start = max(point.minutes for point in draft.starts)
    return _EARLY <= start < listed[0].starts[0].minutes + _BACK and start < last.starts[0].minutes


def _days(plan: Draft, rank: str) -> list[tuple[Draft, list[Draft]]]:
    """Collect timed drafts by the nearest day or column of a grid, else the plan.

    Meals and sessions that have a time, and items from when to when, are some of them.
    """
    found: list[tuple[Draft, list[Draft]]] = []
    waiting = [(plan, plan)]
    timed: dict[int, list[Draft]] = {}
    while waiting:
        draft, day = waiting.pop()
        column = draft.kind is EntryKind.CONTAINER and not draft.rank and len(draft.spans) > 1
        column = column and not (rank and day.rank == rank)
        if draft is plan or column or (rank and draft.rank == rank):
            day = draft
            timed[id(day)] = []
            found.append((day, timed[id(day)]))
        elif draft.kind is EntryKind.BLOCK or (draft.starts and (draft.rank or draft.ends)):
            timed[id(day)].append(draft)
        waiting.extend((part, day) for part in reversed(draft.parts) if part.parent is draft)
    return [(day, sorted(drafts, key=lambda d: d.span.start)) for day, drafts in found if drafts]


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


def _name(reading: Reading, draft: Draft) -> None:
    """Give a block its names and categories; fold nested name lines into a block without name."""
    wording = reading.wording
    if not draft.label:
        inner = [p for p in draft.parts if not p.starts and not p.parts]
        if inner:
            first, last = inner[0].spans[0], inner[-1].spans[-1]
            draft.span = Span(first.start, first.end)
            draft.label = ", ".join(p.label for p in inner)
            for held in inner:
                draft.amounts += held.amounts
            draft.spans.append(Span(first.start, last.end))
            draft.parts = [p for p in draft.parts if p not in inner]
        elif draft.parent is not None and draft.parent.kind is not EntryKind.PLAN:
            draft.label, draft.span = draft.parent.label, draft.parent.span
    label = fold(draft.label)
    parts = wording.parts(draft.label)
    draft.name(label, fold(draft.label.split("(")[0]), *wording.asides(draft.label))
    own: list[str] = []
    marks = 0
    for part in parts:
        if wording.closes(part) and (len(parts) > 1 or not draft.ends):
            marks += 1
            continue
        draft.name(part)
        own += wording.categories_of(part)
    for aside in wording.asides(draft.label):
        if not own or aside in wording.categories:  # `Bus (so that you can sleep)` is none
            own += wording.done(aside)
    parent = draft.parent
    if parent is not None and parent.kind is EntryKind.CONTAINER and not parent.rank:
        from_heading = list(wording.done(parent.label))
        if not marks and (not own or wording.held(own, from_heading)):
            own += from_heading
            draft.name(*wording.parts(parent.label))
    draft.name(*own)
    closes = label in wording.roles.get("closing", ())
    if (closes or (marks and marks == len(parts))) and not draft.ends:
        draft.kind = EntryKind.MARKER
    draft.compound, draft.heads = wording.activities(draft.label)


def _complete(reading: Reading, drafts: list[Draft], tomorrow: list[Draft]) -> None:
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
        if following is not None and not _apart(draft, following, untimed):
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


def _apart(first: Draft, second: Draft, untimed: dict[int, list[int]]) -> bool:
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
            draft.starts = [TimePoint(p.minutes + shift, p.span, p.origin) for p in draft.starts]
            draft.ends = [TimePoint(p.minutes + shift, p.span, p.origin) for p in draft.ends]
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
