"""Lines with clock times become blocks of a schedule, with candidates for start and end.

When the outline is complete, `day_times` gives those the times that no line tells.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from msgspec import structs

from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.core.times import DAY
from evalspec.document.blocks import BELOW, HEADS, LINES, LIST_DEPTH, LISTS, Block, BlockKind
from evalspec.document.facts import EntryKind, TimePoint
from evalspec.document.inner_parts import add_parts
from evalspec.document.mention import TimeMention
from evalspec.document.reading import Reading
from evalspec.document.tree import Draft
from evalspec.vocabulary.fold import fold

_SKIP = regex(r"[\s*_`•:()\[\]–—-]*")
_LEADS = ("at", "by", "around", "about", "starting at")
_MARKED = regex(r"[*_]*\s*[:,|·→–—-]")
"""What stands behind a time that such a word leads to, in a line that is no sentence: `At 7:00 – Tea`."""
_LEAD = regex(
    r"^(?:[\s*_`:;|,.·•→⇒)\]–—-]+|<br\s?/?>"
    r"|(?:and|then|so|onwards?|until|(?:you|we)(?:['’](?:ll|re|ve))?|your|(?:it|there)(?: is|['’]s)?"
    r"|have|take|comes)\b)+"
    r"|[\s*_`:;|,([–—-]+$|[\s*_]+(?:is|are|comes|follows|again)[\s*_]*$"
    r"|[\s*_]+(?:(?:is|are|comes|follows|again|lasts|runs|takes|goes)\s+)?(?:at|from|by|around|until|starting|@)[\s*_`:(]*$",
    re.IGNORECASE,
)
TO_TIME = regex(
    r"[\s,*_`()\[@~≈:|·–—-]*(?:\b(?:at|from|on|by|around|about)\b)?[\s*_`:]*$", re.IGNORECASE
)
"""What may stand between a name, or a day, and its clock time."""
_TAIL = regex(r"(?:\s|<br\s?/?>|[;,|])+$")
_ASIDE_LEADS = regex(r"[ \xa0*_]*\([^()\n]{1,40}\)[ \xa0*_]*(?::|[ \xa0][–—-])[ \xa0*_]*(?=[^\W_])")
"""Where or when that is, between a time and what is named: `(home):`."""
_BEFORE_LENGTH = regex(r"[ \xa0*_~≈]*[–—|,·(\[-][ \xa0*_~≈]*")
_BEHIND_LENGTH = regex(r"[*_]*(?:[)\]]|(?=[ \xa0]*[–—|,·:]|[ \xa0]-[ \xa0]))")
"""`9:00–10:15 (75 min): Reading`, `**9:00** – 1.5 hours – Reading`."""
_JOINT = regex(r"\s*(?:,|;|&|\+|/|,?\s+(?:and|then))\s*(?:again\s+)?(?:from\s+)?", re.IGNORECASE)
"""Between two times of one thing."""
_CUT = regex(
    r"\s*\((?=[^()]*\d|[*_]*[A-Z][\w ]*[*_]*:[*_]*\s)|[*_]*[:;][*_]*\s|\s[–—-]\s"
    r"|,?\s+(?:approx|est|ca)\.\s+(?=\d)"
    r"|(?<!\be\.g)(?<!\bi\.e)(?<!\b[NnDMS][ort])(?<!\bMrs)\.[*_]*\s"
    r"|,?\s+(?:with|including|incl\.)\s+(?=(?:an?|one|two|three|some|\d)\b[^()]*\d)"
)
_LED_TO = regex(r"[\s*_]*:[\s*_]*(?=[^\W\d_])")
_FOR_SO_LONG = regex(r"[\s,;(–—-]+(?:for|of|in|about|around)?[\s(]*$")
_ARTICLES = ("a", "an", "the", "another", "last", "final")
_CLAUSE = regex(r"[.;]\s+")
"""`**Second bell, 6:00.** Sitting for forty minutes.`: what is done then, before how long it takes."""
_FOR = regex(r"[^.,:;\n]{0,24}?\bfor(?: (?:an?|the|your|some))? ")
"""Before what a time is set aside for: `Keep 9:00 to 10:00 free for letters`."""
_MOST_TIMES = 8
"""A line with more is no thing that is done at several times."""
_AWAKE = regex(r"[A-Za-z]{2}")
_REMARK = regex(r"[\s)\]:]*(?:\([^()]*\))?[:.]?(\*{1,3}|_{1,2})[:.]?\s+\S")
"""Behind a time that ends a bold name, and before what is remarked on it: `**Tea (9:00)** – in the hall`."""
_TOLD_WITHIN = 300
"""Characters behind a start in which a line says when it is over; more would take long lines too long."""


_GAP = regex(r"[ \t]*(?:\r\n?|\n)[ \t]*(?:[\r\n]|\Z)|\s*\Z")


_DUE = regex(r"\w\s+by\s([^\W\d_]+\s)?[*_]*$", re.IGNORECASE)
"""Before the time until which something is to be done: `Send the figures by Friday noon`."""
_SPOKEN = regex(r"[\s*_]*[^\W\d_]+\s*(?::|\s[–—-]\s|\()")
"""A word at the head of a heading: `Midday: at the lake`, `Noon – by the river`."""


def is_part_of_day(reading: Reading, block: Block) -> bool:
    """Tell whether a heading is one word for a time, above what is done then: `**Midday**`.

    More may stand behind the word where what is below tells its own times: `## Midday: at the lake`.
    """
    if block.kind not in HEADS:
        return False
    if reading.string(block.text).strip(" :*_").isalpha():
        return True
    word = _SPOKEN.match(reading.text, block.text.start, block.text.end)
    below = reading.blocks[reading.at + 1 : reading.at + 2] if word is not None else ()
    timed = any(following.kind in BELOW and reading.times(following.text) for following in below)
    return timed or (word is not None and spans_below(reading, block) is not None)


def starts_with_time(reading: Reading, block: Block) -> TimeMention | None:
    """Return the clock time a line starts with, if any."""
    times = reading.times(block.text)
    if times and is_part_of_day(reading, block):
        return None
    named = reading.is_json or "block" not in reading.wording.item_ranks
    if not times or (named and is_spoken(reading, times[0])):
        return None
    between = reading.text[block.text.start : times[0].span.start]
    lead = between.lower().strip(" *_")
    marked = block.kind in LISTS or _MARKED.match(reading.text, times[0].span.end, block.text.end)
    led = lead == "from" or (lead in _LEADS and marked)
    return times[0] if led or _SKIP.fullmatch(between) else None


def ends_with_time(reading: Reading, block: Block) -> TimeMention | None:
    """Return the one clock time that a line ends with, behind its name: `Team meeting, 9:00–10:00`."""
    times = reading.times(block.text)
    if len(times) != 1 or any(map(str.isalnum, reading.text[times[0].span.end : block.text.end])):
        return None
    if reading.string(times[0].span).isalpha():
        return None  # `Clear away by noon`
    before = reading.text[block.text.start : times[0].span.start].strip(" :(–—-*_,|")
    part_of_day = fold(before) in reading.wording.lexicon.parts_of_day
    return times[0] if reading.wording.names_more(before) and not part_of_day else None


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
        if block.kind not in LISTS:
            _leave_blocks(reading, block)
        else:
            reading.close_lists(depth)
        if name is not None and _is_named_above(reading, reading.top, block):
            name = None if only_details(reading, reading.top, name) else name
        _add_run(reading, block, depth, run, name, children)
        return True
    return _trailing(reading, block, depth, children)


def only_details(reading: Reading, holder: Draft, name: Span) -> bool:
    """Tell whether what stands behind a time goes on about the name above: `9:00 · 15 min · led by Ann`.

    So it does below a name with a number; else it tells a length alone, or begins small: `with Ann`.
    """
    left = reading.string(name)
    timely = reading.wording.says_part_of_day(holder.label)
    if not timely and not reading.times(holder.span):
        numbered = holder.ordinal or holder.kind is EntryKind.ITEM
        if numbered or (holder.label[:1].isupper() and left[:1].islower()):
            return True
    for found in reading.quantities(name):
        if found.unit is None or found.unit.dimension != "time":
            return False
        left = left.replace(reading.string(found.span), "")
    return not any(map(str.isalnum, left))


def _behind_length(reading: Reading, time: TimeMention, block: Block) -> int:
    """Return where the name of a block begins: behind its time, and how long it lasts."""
    aside = _ASIDE_LEADS.match(reading.text, time.span.end, block.text.end)
    start = aside.end() if aside is not None else time.span.end  # `**7:15 (home):** Oats`
    first = next(iter(reading.quantities(Span(time.span.end, block.text.end))), None)
    if first is None or first.unit is None or first.unit.dimension != "time":
        return start
    behind = _BEHIND_LENGTH.match(reading.text, first.span.end, block.text.end)
    before = _BEFORE_LENGTH.fullmatch(reading.text, time.span.end, first.span.start)
    return behind.end() if before is not None and behind is not None else start


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
    named = tail != "" and tail[0] in "-–—:|" and any(c.isalpha() for c in tail)
    titled = named and before.rstrip(" *_").endswith(":")
    leading = titled or not any(c.isalnum() for c in before)
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
    titled = block.label is not None and block.label.covers(run[-1].span)
    more = () if titled else times[len(run) :]
    if not all(_in_brackets(reading, run[-1].span.end, time) for time in more):
        return False
    rest = re.sub(r"^[^()]*\)", ")", rest)  # `Tea (9:00, 15 min)`
    remark = _REMARK.match(rest) if reading.emphasis(block.span.start) else None
    if _AWAKE.search(re.sub(r"\([^()]*\)", "", rest)) and times[0].end is None and remark is None:
        return False
    if _is_due(reading, block.text, times[0]):
        return False
    name = _trimmed(reading, Span(block.text.start, times[0].span.start))
    if name is not None and wording.role(fold(reading.string(name)), "set aside"):
        what = _FOR.match(reading.text, run[-1].span.end, block.text.end)
        name = _trimmed(reading, Span(what.end(), block.text.end)) if what is not None else name
    if name is None or len(reading.string(name).split()) > 8:
        return False
    if block.label is None and _spans_all(reading, times):
        reading.leave(block.span, "introduction")
        return True
    if _opens_below(reading, block, times):
        return False
    if block.kind in LISTS:
        reading.close_lists(depth)
    else:
        _leave_blocks(reading, block)
    _add_run(reading, block, depth, run, name, children or block.kind not in LINES)
    if titled and block.rest is not None and (last := reading.last_item) is not None:
        _name_told(reading, last, block.rest)
    return True


def _name_told(reading: Reading, draft: Draft, rest: Span) -> None:
    """Name a block by what sentences behind its title say is done, before how long each takes."""
    text, start = reading.text, rest.start
    numbers = reading.wording.lexicon.numbers
    for cut in (*_CLAUSE.finditer(text, rest.start, rest.end), None):
        clause = Span(start, cut.start() if cut is not None else rest.end)
        start = cut.end() if cut is not None else start
        for part in reading.wording.parts(_FOR_SO_LONG.sub("", _unmeasured(reading, clause))):
            first, _, others = part.partition(" ")
            part = others if others and (first in numbers or first in _ARTICLES) else part
            draft.name(part, *reading.wording.categories_of(part))


def _spans_all(reading: Reading, times: Sequence[TimeMention]) -> bool:
    """Tell whether a line above everything says when all of it is: `Hall 2, 9:00–12:00`, then `9:00 Tea`."""
    time = times[0]
    timed = next((b for b in reading.behind() if reading.times(b.text)), None)
    first = starts_with_time(reading, timed) if timed is not None else None
    if time.end is None or first is None or first.minutes != time.minutes or len(times) > 1:
        return False
    below = (t.minutes for t in reading.mentions.times if t.span.start >= first.span.start)
    headed = reading.last_item is None and reading.ranked() is None
    return headed and all(time.minutes <= minutes <= time.end for minutes in below)


def _opens_below(reading: Reading, block: Block, times: Sequence[TimeMention]) -> bool:
    """Tell whether a heading says when all below it begins: `## Team meeting, 9:00`, then `| 9:00–9:05 |`."""
    if block.kind not in HEADS or len(times) != 1 or times[0].end is not None:
        return False
    following = next((b for b in reading.behind() if reading.times(b.text)), None)
    if following is None or following.kind in HEADS:
        return False
    first = reading.times(Span(block.span.end, following.span.end))[0]
    leads = first.end is not None or starts_with_time(reading, following) is not None
    meant = [
        r for r in ((first.minutes, first.end), *first.alternatives) if r[0] == times[0].minutes
    ]
    if leads and meant and times[0].sure:
        minutes, end = meant[0]
        reading.settle_time(
            structs.replace(first, minutes=minutes, end=end, sure=True, alternatives=())
        )
    return leads and bool(meant)


def spans_below(reading: Reading, block: Block) -> TimeMention | None:
    """Return from when to when all is that stands below a heading: `**Main stage (14:00-22:00)**`."""
    told = reading.times(block.text) if block.kind in HEADS else ()
    times = [time for time in told if time.end is not None]
    if len(times) != 1:
        return None
    start, end = times[0].minutes, times[0].end or 0
    heads = (BlockKind.HEADING, block.kind)
    behind = (b for b in reading.behind() if b.kind in heads and b.level <= block.level)
    until = next((b.span.start for b in behind), len(reading.text))
    below = reading.times(Span(block.span.end, until))
    within = all(start <= time.minutes <= (end + DAY if end < start else end) for time in below)
    timely = told[1:] or reading.wording.says_part_of_day(reading.string(block.text))
    return times[0] if within and len(below) >= (1 if timely else 2) else None


def _in_brackets(reading: Reading, start: int, time: TimeMention) -> bool:
    """Tell whether a time stands in brackets that open behind another one."""
    between = reading.text[start : time.span.start]
    return between.count("(") > between.count(")")


def _leave_blocks(reading: Reading, block: Block) -> None:
    """End the block before a line outside lists, and whatever the block held.

    A line that is emphasised as the heading of a list with times ends that as well:
    `**Work**`, `- 9:00–12:00: Letters`, then `**Walk:** 12:00–13:00`.
    """
    reading.close_lists(LIST_DEPTH)
    while len(reading.stack) > 1 and (
        reading.top.kind is EntryKind.BLOCK or _ends_before(reading.top, block)
    ):
        reading.stack.pop()
        reading.close_lists(LIST_DEPTH)
    listed = [part for part in reading.top.parts[-1:] if part.starts and part.depth >= LIST_DEPTH]
    headed = bool(listed) and len(reading.stack) > 1 and not reading.top.rank
    mark = reading.emphasis(block.span.start) if headed else ""
    if mark and mark == reading.emphasis(reading.top.spans[0].start):
        reading.stack.pop()


def _ends_before(holder: Draft, block: Block) -> bool:
    """Tell whether a heading is no part of a lesser one without a rank: `**Music**`, then `## 9:00 Tea`."""
    heading = block.kind is BlockKind.HEADING and not (holder.rank or holder.section)
    return heading and holder.depth >= block.level


def _trimmed(reading: Reading, span: Span) -> Span | None:
    text = reading.string(span)
    inner = _LEAD.sub("", text)
    if not inner:
        return None
    start = span.start + text.index(inner)
    return Span(start, start + len(inner))


def _add(
    reading: Reading, block: Block, depth: int, time: TimeMention, name: Span | None, children: bool
) -> None:
    draft = _block(reading, block.text, depth, time, name)
    draft.spans = [block.span]
    if name is not None and time.span.end < name.start:
        draft.name(*reading.wording.asides(reading.text[time.span.end : name.start]))
    said = fold(reading.string(name)) if name is not None else ""
    part_of_day = said in reading.wording.lexicon.parts_of_day
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
    above = reading.text.count("\n", holder.spans[-1].end, block.span.start) == 1
    return named and above and _GAP.match(reading.text, block.span.end) is not None


def _block(reading: Reading, line: Span, depth: int, time: TimeMention, name: Span | None) -> Draft:
    """Make the block that a line or a piece of one writes."""
    draft = Draft(EntryKind.BLOCK, "", name or time.span, depth=depth)
    draft.spans = [line]
    set_times(draft, time)
    if name is not None and not draft.ends and (told := told_end(reading, name, line, time)):
        end, name = told
        set_end(draft, end)
    if name is not None:
        draft.span = label = _label(reading, name)
        draft.label = reading.string(label).replace("**", "")
        # `Noon tea` may be a name as well
        spoken = reading.string(time.span).isalpha() and time.span.end + 1 == name.start
        whole = fold(reading.text[time.span.start if spoken else name.start : name.end])
        title = fold(reading.string(Span(label.end, name.end)).split("(")[0].strip(" *_:;–—-"))
        draft.name(fold(draft.label), title, whole, reading.wording.unnumbered(title))
        draft.name(fold(_unmeasured(reading, label).strip(" *_:;,(–—-")))
        draft.name(*contents(reading, Span(label.end, name.end)))
    draft.amounts = reading.measured(line)
    return draft


def contents(reading: Reading, rest: Span) -> tuple[str, ...]:
    """Return what a label leads to, up to its amounts: `aspirin` of `Meds: aspirin, 1 g`."""
    told = _unmeasured(reading, rest)
    led = _LED_TO.match(told)
    return reading.wording.parts(told[led.end() :]) if led is not None else ()


def _unmeasured(reading: Reading, span: Span) -> str:
    """Return what stands before the amounts of a line."""
    measured = (q.span.start for q in reading.quantities(span) if q.unit is not None)
    return reading.string(Span(span.start, next(measured, span.end)))


def told_end(
    reading: Reading, name: Span, line: Span, start: TimeMention
) -> tuple[TimeMention, Span] | None:
    """Return when a line says that it is over, and the name before: `9:00 Tests; we end at 11:30`."""
    roles = reading.wording.roles
    patterns = [_ending(roles["ending"])] if roles.get("ending") else []
    patterns += [_arriving(roles["arriving"])] if roles.get("arriving") else []
    near = Span(name.start, min(line.end, name.start + _TOLD_WITHIN))
    for time in reading.times(near) if patterns else ():
        found = (p.search(reading.text, name.start, time.span.start) for p in patterns)
        told = next((f for f in found if f is not None and f.start() > name.start), None)
        if told is not None and time.end is None and time is not start:
            return time, Span(name.start, min(told.start(), name.end))
    return None


@lru_cache(maxsize=16)
def _ending(words: frozenset[str]) -> re.Pattern[str]:
    return re.compile(
        rf"[\s,;(–-]*(?:\bwe\s+)?\b(?:{'|'.join(sorted(words))})s?\b(?:\s\w+){{0,2}}\s$"
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
        if TO_TIME.fullmatch(reading.text[low.end : high.start]):
            draft.weekday = found.weekdays[0] if len(found.weekdays) == 1 else 0
            draft.date = found.date


def _label(reading: Reading, name: Span) -> Span:
    """Cut the description after the activity: `Work: focus on the report`; not `What: a walk`."""
    text = reading.string(name)
    lead, colon, _ = text.partition(":")
    if colon and reading.wording.role(fold(lead), "optional", "name"):
        name = _trimmed(reading, Span(name.start + len(lead) + 1, name.end)) or name
        text = reading.string(name)
    cut = _CUT.search(text)
    if cut is not None and cut.start() > 1:
        return Span(name.start, name.start + len(text[: cut.start()].rstrip("*_ ")))
    return name


def set_end(draft: Draft, time: TimeMention) -> None:
    """Give a draft the end that stands apart; of its halves of the day the one that comes next."""
    ends = (time.minutes, *(minutes for minutes, _ in time.alternatives))
    later = (
        (end - point.minutes) % DAY + point.minutes for end in ends for point in draft.starts[:1]
    )
    draft.ends = [TimePoint(min(later), time.first, "written")]


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


def _is_due(reading: Reading, line: Span, time: TimeMention) -> bool:
    """Tell whether a time is when something is due, a day before it or in a word: `… by Friday noon`."""
    due = _DUE.search(reading.text, line.start, time.span.start)
    return due is not None and (due[1] is not None or reading.string(time.span).isalpha())


def take_times(reading: Reading, draft: Draft, span: Span) -> None:
    """Give a container or item the clock times written in a span, but for when it is due."""
    times = reading.times(span)
    if times and _is_due(reading, span, times[0]):
        reading.leave(times[0].span, "note")
        return
    if times and not draft.starts:
        set_times(draft, times[0])
        if draft.kind is EntryKind.ITEM and "block" in reading.wording.item_ranks:
            draft.kind = EntryKind.BLOCK
            add_parts(reading, draft, span)
