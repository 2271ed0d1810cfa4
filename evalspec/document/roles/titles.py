"""Headings without a rank: the title of the plan, what introduces it, sections and groups."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice, pairwise, takewhile

from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document import optional, references, schedule
from evalspec.document.blocks import (
    BELOW,
    HEADS,
    LIST_DEPTH,
    LISTS,
    TABLES,
    TITLES,
    Block,
    BlockKind,
    depth_of,
)
from evalspec.document.calendar_labels import calendar
from evalspec.document.container_lines import before_amounts, entitle
from evalspec.document.facts import Amount, EntryKind, Origin
from evalspec.document.item_names import name_span, titled, whole_name
from evalspec.document.listed_alike import stands_among
from evalspec.document.mention import TimeMention
from evalspec.document.own_amounts import (
    amounts_in,
    as_origin,
    claimed,
    names_something,
    only_amounts,
)
from evalspec.document.paces import is_pace
from evalspec.document.reading import Reading
from evalspec.document.roles.nesting import COUNTED, counts, heads_things
from evalspec.document.tree import Draft
from evalspec.vocabulary.fold import fold

_HEADED = 5
"""Words of a heading that tell what kind of section it opens: `Meal prep and storage tips`."""
_TITLE_WORDS = 12
"""A line of more words is a sentence that leads to what follows, not its heading."""
_FEW = 4
"""Lines below a heading among which a list begins that it heads."""
_TELLING = ("claim", "average")
"""Roles of headings above what is said of the parts."""
_OF_THE_WHOLE = ("breakdown", "claim")
"""Sections of what all comes to."""
_SYMBOL = regex(r"^[^\w\s]+\s+")
_EACH_ROUND = regex(r"\((?:each|every|per|one) ([^\W\d]+)[^()]*\)", re.IGNORECASE)
_JOINING = regex(r"[ \xa0]*(?:[-–—:|][ \xa0]|[-–—|])")
_JOINT = regex(r"[\s,;:+*_/&|–—-]*(?:(?:with|and)\s+)?")


def _says(rest: Span | None) -> bool:
    return rest is not None and rest.start < rest.end


def open_unranked(reading: Reading, block: Block, span: Span, children: bool) -> bool:
    """Open a container without a rank, or take what is said of the plan: its title, an introduction."""
    label = _SYMBOL.sub("", fold(reading.string(span)))
    wording = reading.wording
    measured = _measured_label(reading, block)
    found = _own(reading, span, amounts_in(reading, measured or block.text))
    if (
        block.kind is BlockKind.LABEL_LINE
        and not reading.plan.parts
        and _introduced(reading, label)
        and not wording.rank_below(label)
    ):
        reading.claim(reading.plan, claimed(found), block.span, reading.per(label))
        reading.leave(block.span, "introduction")
        return True
    if _is_title(reading, block):
        reading.claim(reading.plan, claimed(found), block.span, reading.per(label))
        reading.plan.label, reading.plan.span = reading.string(span), span
        reading.plan.name(label)
        return True
    below = next(reading.behind(), None)
    heads = children or (counts(reading, block) and below is not None and below.kind in BELOW)
    heads = heads or _heads_rounds(reading, block)
    heads = heads or (block.kind in TITLES and below is not None and below.kind in TABLES)
    if _says(block.rest) and not (heads or measured or _titled(reading, block, bool(found))):
        return False
    draft = Draft(EntryKind.CONTAINER, reading.string(span), span, depth=depth_of(block))
    draft.spans = [block.span]
    draft.optional = block.kind in HEADS and optional.heads(reading, span)
    told = block.label is not None and not names_something(reading, reading.string(block.label))
    told = told and bool(found)  # `20 min – Dialogues:`
    if children and block.rest is not None and (told or titled(reading, block)):
        draft.span = name_span(reading, block.text, block) if told else block.rest
        draft.label = reading.string(draft.span)
        draft.name(fold(draft.label))
    draft.name(label, *_stem(label), whole_name(reading, block.text))
    counted = COUNTED.match(draft.label)
    title = before_amounts(reading, Span(span.end, block.text.end))
    if counted and draft.span is span and not reading.quantities(title):
        entitle(reading, draft, title)
    elif block.kind in HEADS and _led_by_amount(reading, block):
        draft.span = name_span(reading, block.text, block)
        draft.label = reading.string(draft.span)
        draft.name(fold(draft.label))
    phase = found and counted  # `Phase 2: Direct instruction (12 min)`
    whole = not reading.plan.parts and any(fold(a.unit.name) in wording.ranks for a in found)
    named = phase or whole  # `4-week progression`
    draft.lists = wording.rank_below(label, counted=bool(block.number))
    element = (
        reading.is_json and reading.text[block.span.start] == "{"
    )  # is called what it is called
    draft.section = "" if named or draft.lists or element else section_of(reading, block, label)
    if block.kind in HEADS and block.number.isdigit():
        draft.ordinal = int(block.number)
    if children and block.kind in LISTS:
        draft.amounts = found
        schedule.take_times(reading, draft, block.text)
        draft.name(*wording.asides(draft.label))
        draft.name(*wording.done(draft.label))
    elif found and block.kind is not BlockKind.HEADING and len(label.split()) > _TITLE_WORDS:
        reading.claim(reading.top, claimed(found), block.span, reading.per(label))
    elif found:
        draft.amounts = [as_origin(amount, Origin.STATED) for amount in found]
    if (time := schedule.spans_below(reading, block)) is not None:
        schedule.set_times(draft, time)
    elif block.kind not in LISTS and (time := _time_beside(reading, block)) is not None:
        schedule.set_times(draft, time)
        draft.span = name_span(reading, block.text, block)
        draft.label = reading.string(draft.span)
        draft.name(fold(draft.label))
        draft.section = ""
    reading.close_lists(draft.depth)
    ruled = reading.at and reading.blocks[reading.at - 1].kind is BlockKind.RULE
    if ruled and draft.section:  # what a line across sets apart is said of the whole
        del reading.stack[1:]
    rarer = wording.rates.get(label.partition(" ")[0], "")
    if block.kind in HEADS and (draft.section in _OF_THE_WHOLE or rarer):
        _leave_last(reading, wording.level.get(rarer, 0))
    if draft.section and reading.heads_one_thing():
        reading.stack.pop()
    if block.kind not in (*HEADS[:2], *LISTS) and _repeats_top(reading, block, found):
        return True
    reading.open(draft)
    return True


def _leave_last(reading: Reading, level: int) -> None:
    """Let sums below the last of several containers be of what holds them, where no other has such.

    `### Budget` below `## Day 3` is of the trip, and so is what comes again more seldom than days: `Monthly`.
    """
    for place, held in enumerate(reading.stack[1:], 1):
        others = [
            p for p in reading.stack[place - 1].parts if p.rank == held.rank and p is not held
        ]
        if held.level <= level or not others or any(p.section for o in others for p in o.parts):
            continue
        heads = (b.label or b.text for b in reading.behind() if b.kind in HEADS)
        named = (reading.wording.named(reading.string(h)) or calendar(reading, h) for h in heads)
        if not any(n is not None and n.rank == held.rank for n in named):
            del reading.stack[place:]
        return


def _heads_rounds(reading: Reading, block: Block) -> bool:
    """Tell whether a heading above a list says how often that is done: `Finisher – 3 rounds`."""
    if block.kind not in HEADS or references.rounds_in(reading, block.text) is None:
        return False
    near = islice(reading.behind(), _FEW)
    below = next((b for b in near if b.kind in (*BELOW, *HEADS[:1])), None)
    return below is not None and below.kind in BELOW


def _own(reading: Reading, span: Span, found: list[Amount]) -> list[Amount]:
    """Leave out the amount of a name that says how often: `Every 2 weeks (40 km), 15 min`."""
    every = reading.wording.roles.get("every", ())
    return [a for a in found if fold(reading.text[span.start : a.span.start]) not in every]


def _led_by_amount(reading: Reading, block: Block) -> bool:
    """Tell whether a name stands behind its amount: `10 min – Warm-up`."""
    found = amounts_in(reading, block.text)
    if not found or found[0].span.start != block.text.start:
        return False
    behind = Span(found[0].span.end, block.text.end)
    joined = _JOINING.match(reading.text, behind.start, behind.end) is not None
    return joined and names_something(reading, reading.string(behind))


def _among_alike(reading: Reading, block: Block) -> bool:
    """Tell whether the heading above or below one is a name with nothing but an amount as well.

    A bold line is a heading so only where it tells how long something lasts, or how often it is done:
    `**Nursery – £210**` is a line.
    """
    found, factors = amounts_in(reading, block.text), set(reading.wording.factors[:2])
    done = bool(factors) and factors.issubset(a.measure for a in found)
    lasts = all(a.unit.dimension == "time" for a in found)
    if block.kind is not BlockKind.HEADING and not (lasts or done):
        return False
    above = (reading.blocks[at] for at in range(reading.at - 1, -1, -1))
    beside = (
        next((b for b in lines if b.kind in TITLES), None) for lines in (above, reading.behind())
    )
    others = (b for b in beside if b is not None and (b.kind, b.level) == (block.kind, block.level))
    return any(
        b.label is not None
        and b.rest is not None
        and only_amounts(reading, b.rest, amounts_in(reading, b.rest))
        for b in others
    )


def _time_beside(reading: Reading, block: Block) -> TimeMention | None:
    """Return the time that a heading ends with, where the like line above or below it does as well."""
    time = schedule.ends_with_time(reading, block)
    above = (reading.blocks[at] for at in range(reading.at - 1, -1, -1))
    for lines in (above, reading.behind()) if time is not None else ():
        beside = next((b for b in lines if b.kind is block.kind and b.level == block.level), None)
        if beside is not None and schedule.ends_with_time(reading, beside) is not None:
            return time
    return None


def _measured_label(reading: Reading, block: Block) -> Span | None:
    """Return a label with its own amount, when its line goes on: `Stations (15 min) – 5 min each:`."""
    if block.kind is not BlockKind.LABEL_LINE or block.label is None or not _says(block.rest):
        return None
    return block.label if amounts_in(reading, block.label) else None


def only_repeats(reading: Reading, block: Block) -> bool:
    """Let a line of nothing but rounds right below the heading of a circuit be of that: `3 rounds:`.

    The rests between them are as well: `4 rounds, 15 s rest after each exercise:`.
    """
    line, aside = _without_aside(reading, block.text)
    found = amounts_in(reading, line)
    if not found or reading.top.parts:
        return False
    verb = fold(reading.text[line.start : found[0].span.start])
    led = not verb or reading.wording.role(verb, "again")
    told = Span(found[0].span.start, found[0].span.end if len(found) > 1 else line.end)
    if not (led and only_amounts(reading, told, found[:1]) and _only_rests(reading, found)):
        return False
    if not _repeats_top(reading, block, found[:1]):
        return False
    reading.top.state(found[1:])
    reading.claim(reading.top, claimed(amounts_in(reading, aside)), block.span)
    return True


def _without_aside(reading: Reading, line: Span) -> tuple[Span, Span]:
    """Part what is said of each round in brackets: `Complete 4 rounds (each round takes 5 min)`."""
    found = _EACH_ROUND.search(reading.text, line.start, line.end)
    words = reading.wording.roles.get("repeat", frozenset())
    if found is None or fold(found[1]) not in words:
        return line, Span(line.end, line.end)
    end = line.start + len(reading.text[line.start : found.start()].rstrip(" *_"))
    return Span(line.start, end), Span(found.start(), line.end)


def _only_rests(reading: Reading, found: list[Amount]) -> bool:
    """Tell whether all that a line tells behind a first amount are rests: `3 rounds with 1 min rest`."""
    known = reading.wording.lexicon.measures
    rests = all(
        a.measure in known and reading.wording.role(a.measure, "rest") and not known[a.measure].adds
        for a in found[1:]
    )
    joined = (reading.text[a.span.end : b.span.start] for a, b in pairwise(found))
    return rests and all(_JOINT.fullmatch(text) for text in joined)


def _repeats_top(reading: Reading, block: Block, found: list[Amount]) -> bool:
    """Let a line below the heading of a circuit say how often that is done: `3 rounds of:`."""
    top = reading.top
    rounds = [a for a in found if fold(a.measure) in reading.wording.roles.get("repeat", ())]
    repeated = references.tells_to_repeat(reading, reading.string(block.text))
    headed = top is not reading.plan and not (top.section or top.parts) and top.depth < LIST_DEPTH
    if not (top.rank or (rounds and headed)) or not (rounds or repeated):
        return False
    if rounds and not top.parts:
        top.state(rounds)
    else:
        reading.repeats.append((top, block.span))
    return True


def _leads_with_amounts(reading: Reading, block: Block, rest: Span) -> bool:
    """Tell whether a name with what its things come to leads to these: `Materials – €800:` above a list."""
    below = next(reading.behind(), None)
    if below is None or below.kind in HEADS or not reading.quantities(below.text):
        return False
    ended = reading.string(block.span).rstrip(" *_").endswith(":")
    return ended and only_amounts(reading, rest, amounts_in(reading, rest))


def _titled(reading: Reading, block: Block, measured: bool) -> bool:
    """`## 4. Groups: stations (20 min)` is a heading; `**Duration: 60 minutes**` says something."""
    heading = block.kind is BlockKind.HEADING
    if block.label is None or block.rest is None:
        return False
    led = block.kind in HEADS and _led_by_amount(reading, block)
    if led or _leads_with_amounts(reading, block, block.rest):
        return True
    counted = COUNTED.fullmatch(reading.string(block.label))  # `**Hive 2 – 40 l**`
    if block.kind not in HEADS[:2] and (counted is None or measured):
        return False
    below = next(reading.behind(), None)
    holding = heading and below is not None and below.kind not in HEADS
    holding = holding or heads_things(reading, block)
    named = heading and names_something(reading, reading.string(block.rest))
    if measured and not (
        block.number or named or holding or counted or _among_alike(reading, block)
    ):
        return False
    label = fold(reading.string(block.label))
    wording = reading.wording
    told = label in wording.measures or label in wording.ranks
    aside = wording.begins_with_role(label, "note", "claim")
    return not told and (not aside or stands_among(reading, block))


def section_of(reading: Reading, block: Block, label: str) -> str:
    """Return what a section holds that is not the plan itself: a note, a claim; empty for none."""
    wording = reading.wording
    if stands_among(reading, block):
        return ""
    if (_introduced(reading, label) and _heads_ranked(reading)) or _lists_items(reading, label):
        return ""
    summed = bool(reading.plan.parts) and wording.total_measure(label) is not None
    if summed or wording.role(label, "breakdown") or wording.ends_with_role(label, "breakdown"):
        return "breakdown"
    head = " ".join(label.split()[:_HEADED])  # not `The teacher explains and … takes notes`
    for section in ("note", "definition", "breakdown"):
        if wording.begins_with_role(head, section):
            return section
    first, *others = label.split() or [""]
    perhaps = not wording.roles.get("only if", frozenset()).isdisjoint(others)
    perhaps = perhaps and not _heads_times(reading)  # `Three levers if the day slips`
    if (perhaps or wording.ends_with_role(label, "condition")) and not _heads_ranked(reading):
        return "note"
    if reading.string(block.text).rstrip(" *_").endswith("?") and not _tells_amounts(reading):
        return "note"  # `How hard should it feel?`
    told = any(wording.role(label, r) or wording.ends_with_role(label, r) for r in _TELLING)
    told = told or (wording.role(first, "sums up") and others[:1] in (["of"], ["for"]))
    spoken = (
        len(others) > 1
        and first in wording.roles.get("determining", ())
        and others[0] in wording.plans
    )
    spoken = spoken and bool(reading.plan.parts) and others[1] not in wording.linking
    return "claim" if told or spoken else ""  # `This schedule allows for:` behind it


def _heads_times(reading: Reading) -> bool:
    """Tell whether lines below a heading, up to the next one, begin with a clock time."""
    below = takewhile(lambda b: b.kind not in HEADS, reading.behind())
    return any(schedule.starts_with_time(reading, b) is not None for b in below)


def _tells_amounts(reading: Reading) -> bool:
    """Tell whether what stands below a heading, up to the next one, has amounts."""
    below = takewhile(lambda b: b.kind is not BlockKind.HEADING, reading.behind())
    return any(m.unit is not None for b in below for m in reading.quantities(b.text))


def _lists_items(reading: Reading, label: str) -> bool:
    """Tell whether a heading is of things and their amounts, which others may name: `Exercise overview`."""
    first, _, others = label.partition(" ")
    wording = reading.wording
    if wording.ranks.get(first) not in wording.item_ranks or not wording.role(others, "listing"):
        return False
    below = list(takewhile(lambda b: b.kind not in HEADS, reading.behind()))
    listed = [b for b in below if b.kind in BELOW]
    outer = min(map(depth_of, listed), default=0)
    things = [b for b in listed if depth_of(b) == outer and b.kind is not BlockKind.TABLE_HEADER]
    return 1 < len(things) <= sum(bool(reading.quantities(b.text)) for b in listed)


def _introduced(reading: Reading, label: str) -> bool:
    """Tell whether a line begins with `Here is`, `Sure! Below are` and the like."""
    words = reading.wording.roles.get("introduction", ())
    label = label.rpartition("! ")[2]
    return any(label.startswith(f"{word} ") for word in words)


def _heads_ranked(reading: Reading) -> bool:
    """Tell whether the line below is the heading of a rank: `Monday`, `Day 1`."""
    following = next(reading.behind(), None)
    if following is None:
        return False
    span = following.label or following.text
    named = reading.wording.named(reading.string(span)) or calendar(reading, span)
    return named is not None and bool(named.rank)


def _is_title(reading: Reading, block: Block) -> bool:
    """Tell whether the first heading names the plan: it says so, or another follows."""
    plan = reading.plan
    if len(reading.stack) > 1 or plan.parts or plan.label or block.kind not in HEADS:
        return False
    below = reading.blocks[reading.at + 1 :]
    alike = [b for b in below if b.level == block.level and b.kind is block.kind]
    if _tells_rank(reading, block) and any(_tells_rank(reading, other) for other in alike):
        return False
    if _counted_stem(reading, block) in {_counted_stem(reading, b) for b in alike} - {""}:
        return False
    if below and below[0].kind in HEADS and _heads_the_same(reading, block, below):
        return False
    label = fold(reading.string(block.text).split("(")[0])
    words = label.split()
    if reading.wording.rank_below(label):
        return False
    if any(word in reading.wording.plans for word in words):
        return True
    if block.kind is BlockKind.HEADING and block.level == 1:
        return not (alike and below[0].kind in BELOW)
    if below and is_pace(reading, below[0], iter(below[1:])):
        return False
    return bool(below) and below[0].kind in (*HEADS, BlockKind.RULE)


def _heads_the_same(reading: Reading, block: Block, below: Sequence[Block]) -> bool:
    """Tell whether another heading alike stands above what this one does: `Ingredients:` below each."""
    first = fold(reading.string(below[0].text))
    return any(
        head.kind is block.kind
        and head.level == block.level
        and under.kind is below[0].kind
        and fold(reading.string(under.text)) == first
        for head, under in pairwise(below)
    )


def _counted_stem(reading: Reading, block: Block) -> str:
    """Return the word that a heading is counted by: `Part` of `Part 1: Scales`; empty for none."""
    counted = COUNTED.match(reading.string(block.text))
    return counted[0].rstrip("#0123456789 \xa0") if counted is not None else ""


def _tells_rank(reading: Reading, block: Block) -> bool:
    """Tell whether a line has a time, or an amount that only containers of a rank have of their own."""
    told = {measure for measures in reading.wording.told_by.values() for measure in measures}
    timed = bool(reading.times(block.text))
    return timed or (bool(told) and any(a.measure in told for a in amounts_in(reading, block.text)))


def _stem(label: str) -> tuple[str, ...]:
    found = re.match(r"(.+?)\s+#?(\d+|[a-z])(?:\s*[:-]\s*(.*))?$", label)
    return (fold(found[1]), fold(found[3] or "")) if found else ()
