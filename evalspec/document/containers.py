"""Containers with a rank: opening them, sharing parts, and what stands on their own line.

`Day 1 and 3:` opens two that share their parts; `Week 1, Day 2` opens one in the other;
`Breakfast (7:30 AM): oats (300 kcal), banana (100 kcal)` holds items on its line.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, takewhile

from evalspec.core.regex import regex
from evalspec.core.span import Span, line_at
from evalspec.core.timeset import WEEKDAYS
from evalspec.document import optional, schedule
from evalspec.document.blocks import HEADS, LIST_DEPTH, LISTS, Block, BlockKind, depth_of
from evalspec.document.calendar_labels import calendar
from evalspec.document.container_lines import entitle, read_own_line, stands_alone
from evalspec.document.container_names import Named
from evalspec.document.facts import EntryKind, Origin
from evalspec.document.legends import is_code
from evalspec.document.own_amounts import amounts_in, names_something
from evalspec.document.reading import Reading
from evalspec.document.rests import is_done_at_rest, says_nothing
from evalspec.document.tree import Draft
from evalspec.vocabulary.fold import fold, plain_words

_REST_WORDS = 8
_STOP = regex(r"[.!;](?:\s|$)")
_IN_BRACKETS = regex(r"\(([^()]*)\)")
_TITLE = regex(r"(?:\s+[-–—|·]|[:,])\s+")
"""What parts the name of a container from what its heading says of it: `Monday – about 6 h`."""
_TITLE_END = regex(r"\s*\(|\s[-–—|·]\s|:")


def open_ranked(reading: Reading, block: Block, span: Span, named: Named) -> None:
    """Open a container, or several that share their parts."""
    span, outer, named = _both(reading, block, span, named)
    if outer is not None:
        _reopen(reading, block, span, outer)
    counted = _counted_only(reading, block, named)
    copies = [_draft(reading, block, span, named, n) for n in range(len(named.ordinals))]
    if counted is not None:
        counted.name(*copies[0].names)
        copies = [counted]
    member = reading.is_json and reading.text[block.span.start] != "{"
    if member and block.rest is not None and reading.string(block.rest).isdigit():
        for copy in copies:  # `"day": 1` is what the other members of its object belong to
            copy.depth -= 1
        _take_title(reading, copies)
    line = fold(reading.string(line_at(reading.text, block.span.start)))
    first = counted or _open(reading, copies, line if len(copies) == 1 else "")
    first = _at_part_of_day(reading, block, first, named) or first
    if _is_rest(reading, block, named):
        for copy in copies:
            copy.section = "rest"
        return
    _times(reading, block, copies, span)
    if span.end < block.text.end:
        keyed = block.rest if reading.is_json else None  # behind the quotes of the key
        read_own_line(reading, block, first, keyed or Span(span.end, block.text.end))
        for copy in copies[1:] if first.titled else ():
            entitle(reading, copy, keyed or Span(span.end, block.text.end))
    if parted := _TITLE.search(reading.text, span.start, span.end):
        said = amounts_in(reading, Span(parted.end(), span.end), Origin.STATED)
        own = {amount.measure for amount in first.amounts}
        first.amounts += [a for a in said if a.unit.dimension != "one" and a.measure not in own]
    for copy in copies[1:]:
        copy.amounts = list(first.amounts)


def _take_title(reading: Reading, copies: Sequence[Draft]) -> None:
    """Let a member that counts be called by the title of its object: `{"title": "Old town", "day": 1}`."""
    named = reading.last_item
    if named is None or named not in reading.top.parts[-1:] or named.amounts or named.parts:
        return
    if named.spans[0].start in reading.objects:
        reading.top.parts.remove(named)
        for copy in copies:
            copy.name(*named.names)


def _at_part_of_day(reading: Reading, block: Block, day: Draft, named: Named) -> Draft | None:
    """Open what days stand for in one that is named by a part of the day: `Monday Morning`, `Day 1 – AM`."""
    wording = reading.wording
    standing = next((r for r in wording.lexicon.ranks.values() if day.rank in r.stands_for), None)
    rest = reading.string(block.rest) if block.rest is not None else ""
    names = [fold(named.title), fold(rest), *wording.asides(reading.string(block.text))]
    told = next((name for name in names if wording.of_part_of_day(name)), "")
    if standing is None or day.rank != wording.day or reading.is_json or not told:
        return None
    line = block.text
    session = Draft(EntryKind.CONTAINER, reading.string(line), line, rank=standing.name)
    session.depth, session.level, session.spans = day.depth, standing.level, [block.span]
    session.name(fold(session.label), told)
    return reading.open(session)


def _open(reading: Reading, copies: Sequence[Draft], line: str = "") -> Draft:
    """Open the first of several containers; the others stand beside it and share its parts."""
    first = reading.open(copies[0], line)
    for copy in copies[1:]:
        (first.parent or reading.plan).add(copy)
        copy.parts = first.parts
    return first


def _counted_only(reading: Reading, block: Block, named: Named) -> Draft | None:
    """Return the open container that counts what a label calls by name: `Meal 2`, then `Lunch: …`."""
    top, wording = reading.top, reading.wording
    counts = top.ordinal and top.rank == named.rank and not (top.parts or top.amounts)
    stems = (wording.ranks.get(name.rpartition(" ")[0]) for name in top.names)
    plain = named.ordinals == (0,) and named.stem in wording.members
    below = plain and top.depth <= depth_of(block)
    return top if counts and below and top.rank in stems else None


def open_totals(reading: Reading, block: Block, span: Span, named: Named) -> None:
    """Open what only tells the totals of a container just above: `## Day 1 totals`."""
    meant = (named.rank, named.ordinals[0])
    if named.rank and any((held.rank, held.ordinal) == meant for held in reading.stack):
        while (reading.top.rank, reading.top.ordinal) != meant:
            reading.stack.pop()
    if reading.heads_one_thing():
        reading.stack.pop()
    depth = depth_of(block)  # `## Totals` stands beside `## Materials`
    while not named.rank and depth < LIST_DEPTH and depth <= reading.top.depth:
        if depth == reading.top.depth and _totalled_alike(reading, block):
            break
        reading.stack.pop()
    draft = reading.top.add(
        Draft(EntryKind.CONTAINER, reading.string(span), span, depth=LIST_DEPTH - 1)
    )
    draft.spans, draft.section = [block.span], "total"
    draft.name(fold(draft.label))
    reading.stack.append(draft)


def _totalled_alike(reading: Reading, block: Block) -> bool:
    """Tell whether a heading `Totals` is of the open container beside it, as those of its kind have such.

    Another of its rank follows, or the one before it has totals below it as well.
    """
    top, holder = reading.top, reading.top.parent
    if not top.rank or holder is None:
        return False
    before = next((p for p in reversed(holder.parts) if p is not top and p.rank == top.rank), None)
    if before is not None:
        return any(part.section == "total" for part in before.parts)
    heads = (b for b in reading.behind() if b.kind is block.kind)
    names = (reading.wording.named(reading.string(b.label or b.text)) for b in heads)
    return next((named.rank for named in names if named is not None), "") == top.rank


def open_element(reading: Reading, block: Block, named: Named) -> None:
    """Open the container that a JSON object is, by the name of the list it stands in."""
    draft = _draft(reading, block, block.text, named, 0)
    draft.depth = depth_of(block)
    draft.label = draft.label or f"{named.stem} {named.ordinals[0]}"
    draft.span = block.text if block.text.start < block.text.end else block.span
    reading.open(draft)


def _depth(reading: Reading, block: Block, called: Named) -> int:
    """Return the depth: a list item that is only a name may hold its own siblings, but in JSON."""
    depth = depth_of(block)
    if is_below_lesser(reading, block, called.rank):
        return depth
    below = next(reading.behind(), None)
    holding = below is not None and below.kind in LISTS and below.level > block.level
    said = reading.string(block.rest) if block.rest is not None else ""
    shift = bool(said) and bool(reading.times(block.text) or is_code(reading, fold(said)))
    measured = bool(reading.quantities(block.text)) and not shift
    named = not said or (measured and not names_something(reading, said))
    bare = block.kind in LISTS and named and not holding and not reading.is_json
    if bare and (told := amounts_in(reading, block.text)):
        names = reading.wording.categories_of(called.stem)
        beside = takewhile(
            lambda b: b.kind in LISTS and b.level == block.level and not _opens(reading, b),
            reading.behind(),
        )
        bare = not stands_alone(reading, names, told, beside)
    return depth - bare


def is_below_lesser(reading: Reading, block: Block, rank: str) -> bool:
    """Tell whether a line stands below a list item of a lesser rank: `- Monday`, then `  - Week 1: 20 km`."""
    outer = next((d for d in reversed(reading.stack) if d.rank != rank), reading.plan)
    below = LIST_DEPTH <= outer.depth < depth_of(block)
    return below and 0 < reading.wording.level.get(rank, 0) < outer.level


def _opens(reading: Reading, block: Block) -> bool:
    named = reading.wording.named(reading.string(block.label or block.text))
    return named is not None and bool(named.rank)


def _both(
    reading: Reading, block: Block, span: Span, named: Named
) -> tuple[Span, Named | None, Named]:
    """Return a label, the larger container that it names, and what it names in that, in either order.

    `Week 1, Day 2`; as a heading also `**Day 1: Breakfast**`, `Breakfast – Day 1`, `Monday Breakfast`.
    """
    level, heads = reading.wording.level, block.kind in HEADS
    title, end = named.title, span.end
    counted = named.ordinals != (0,) or (heads and named.rank == reading.wording.day)
    behind = heads and not title and block.rest is not None and span.end <= block.rest.start
    if behind and block.rest is not None:
        title, counted = _TITLE_END.split(reading.string(block.rest), maxsplit=1)[0], True
        end = block.rest.start + len(title)
    dated = calendar(reading, span) if heads and level[named.rank] else None
    if dated is not None and level[dated.rank] < level[named.rank] and len(dated.ordinals) == 1:
        return span, dated, named
    other = reading.wording.named(title) if title and len(named.ordinals) == 1 else None
    if other is None and heads:  # `Workout B (Days 2 and 4)`
        said = map(reading.wording.named, _IN_BRACKETS.findall(reading.string(block.text)))
        other = next((n for n in said if n and n.rank and len(n.ordinals) > 1), None)
    if other is None or not other.rank or level[other.rank] == level[named.rank]:
        return span, None, named
    known = reading.wording.lexicon.ranks[other.rank]
    again = reading.label_counts[block.kind, fold(reading.string(block.label or block.text))] > 1
    if behind and named.rank in known.stands_for and not again:
        return span, None, named  # `**Monday: Session B**` is a day that is a session
    span = Span(span.start, end)
    if level[other.rank] > level[named.rank]:
        return (span, named, other) if counted else (span, None, named)
    outer = heads and other.ordinals != (0,) and not other.title
    return span, other if outer else None, named


def _reopen(reading: Reading, block: Block, span: Span, named: Named) -> None:
    """Go back into the container with this number, or day, or open it."""
    number = named.ordinals[0]
    for draft in reversed(reading.stack):
        same = draft.ordinal == number if number else named.stem in draft.names
        if draft.rank == named.rank and same:
            while reading.top is not draft:
                reading.stack.pop()
            return
    outer = Named(named.rank, named.ordinals, named.stem, "")
    _open(reading, [_draft(reading, block, span, outer, n) for n in range(len(named.ordinals))])


def _draft(reading: Reading, block: Block, span: Span, named: Named, number: int) -> Draft:
    wording = reading.wording
    ordinal = named.ordinals[number]
    draft = Draft(
        EntryKind.CONTAINER,
        reading.string(span),
        span,
        rank=named.rank,
        depth=_depth(reading, block, named),
    )
    draft.level = wording.level[named.rank]
    draft.ordinal = ordinal
    draft.spans = [block.span]
    draft.optional = optional.heads(reading, block.label or block.text)
    dates = reading.dates(block.text)
    if "weekday" in wording.calendar.get(named.rank, "") and dates:
        weekdays = dates[0].weekdays
        draft.weekday = weekdays[number] if number < len(weekdays) else 0
        dated = next((d for d in dates if d.date is not None), dates[0])
        draft.date, draft.until = dated.date, dated.end
    numbered = f"{named.stem} {ordinal}" if ordinal else ""
    draft.name(fold(draft.label), numbered, named.stem, fold(named.title))
    draft.name(*wording.asides(reading.string(block.label or block.text)))
    draft.name(*wording.categories_of(named.stem))
    if draft.weekday:
        draft.name(WEEKDAYS[draft.weekday - 1].lower())
    return draft


def _is_rest(reading: Reading, block: Block, named: Named) -> bool:
    """Tell whether a day holds nothing but rest: `Day 3: Rest`."""
    wording = reading.wording
    titles = [fold(named.title.split("(")[0]), *wording.asides(reading.string(block.text))]
    if block.rest is not None and not reading.quantities(block.rest):
        said = reading.string(block.rest)
        titles += [fold(said), fold(_STOP.split(said, maxsplit=1)[0])]
    days = _rest_days(reading)
    short = (title for title in titles if len(title.split()) <= 6 or title.startswith(days))
    plain = any(
        wording.begins_with_role(title, "rest") and not is_done_at_rest(title, wording)
        for title in short
    )
    return plain or _rests_below(reading, block)


def _rest_days(reading: Reading) -> tuple[str, ...]:
    """Return the words for a day of rest: `rest day`, `day off`."""
    return tuple(w for w in reading.wording.roles.get("rest", ()) if "day" in w.split())


def _rests_below(reading: Reading, block: Block) -> bool:
    """Tell whether nothing stands below a bare day but one line that says it is one of rest.

    `Saturday:` above `Take a rest day and relax!`.
    """
    below, after = [*islice(reading.behind(), 2), None, None][:2]
    bare = block.rest is None or not reading.string(block.rest).strip(" *_")
    if not bare or below is None or below.kind not in (*LISTS, BlockKind.PARAGRAPH):
        return False
    first = reading.string(below.text)
    alone = after is None or after.kind in HEADS
    alone = alone or (
        after is not None and calendar(reading, after.label or after.text) is not None
    )
    if after is not None and after.kind is BlockKind.PARAGRAPH and not alone:
        alone = reading.text.count("\n", below.span.end, after.span.start) > 1
    said = f" {plain_words(first)} "
    told = any(f" {day} " in said for day in _rest_days(reading))
    told = (told and len(said.split()) <= _REST_WORDS) or reading.wording.role(fold(first), "rest")
    if alone and says_nothing(reading, first):
        return not reading.quantities(below.text)
    return alone and told and " no " not in said and not reading.quantities(below.text)


def _times(reading: Reading, block: Block, copies: list[Draft], span: Span) -> None:
    """Take the clock times written at a label: `Breakfast (7:30 AM)`, `8:00 - Breakfast`."""
    for time in reading.times(block.text)[:1]:
        if schedule.TO_TIME.fullmatch(reading.text[span.end : time.span.start]):
            for copy in copies:
                schedule.set_times(copy, time)
