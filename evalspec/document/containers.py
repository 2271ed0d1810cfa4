"""Containers with a rank: opening them, sharing parts, and what stands on their own line.

`Day 1 and 3:` opens two that share their parts; `Week 1, Day 2` opens one in the other;
`Breakfast (7:30 AM): oats (300 kcal), banana (100 kcal)` holds items on its line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date
from itertools import chain, islice, takewhile

from evalspec.core.regex import regex
from evalspec.core.span import Span, column_at, line_at
from evalspec.core.times import CalendarDate
from evalspec.document import optional, schedule
from evalspec.document.blocks import HEADS, LIST_DEPTH, LISTS, Block, BlockKind
from evalspec.document.container_names import Named
from evalspec.document.facts import Amount, EntryKind, Origin
from evalspec.document.item_names import only_numbers
from evalspec.document.leading_labels import LED
from evalspec.document.lines import column_of, depth_of, is_listed, item_of
from evalspec.document.mention import DateMention
from evalspec.document.own_amounts import amounts_in, come_to, names_something, only_amounts
from evalspec.document.reading import Reading
from evalspec.document.tree import Draft
from evalspec.vocabulary.fold import fold, plain_words

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_WORDS_AFTER = regex(r"\s+([A-Za-z]+)(?=\s|$)")
_UNTIL = regex(r"\s*(?:[-–—]|to|until|till)\s*")
_REST_WORDS = 8
_STOP = regex(r"[.!;](?:\s|$)")
_GROUPED = regex(r"week(?:day|end)", re.IGNORECASE)
_AROUND = 20
"""Items of a list that are looked at, before and behind one."""
_WEEK = 7
_FEBRUARY = 2
COMMON = 2001
"""A year that is no leap year."""
_COMES_TO = regex(r"[^\S\n](?:=>?|→|⇒|->)[^\S\n]*(?=[~≈\d][^\n→=]{0,24}$)")
_EDGES = " \t\u00a0:|,.-–—*_"
_IN_BRACKETS = regex(r"\(([^()]*)\)")
_TITLE = regex(r"(?:\s+[-–—|·]|[:,])\s+")
"""What parts the name of a container from what its heading says of it: `Monday – about 6 h`."""
_TITLE_END = regex(r"\s*\(|\s[-–—|·]\s|:")
_ASIDE = regex(r"\s*\([^()]*\)")


def calendar(reading: Reading, span: Span) -> Named | None:
    """Recognise `Monday`, `Mon/Wed/Fri`, `3 March` at the start of a label, and `March`."""
    dates = reading.dates(span)
    if (month := reading.wording.month_named(reading.string(span))) is not None:
        headed = reading.blocks[reading.at].kind in HEADS
        return month if headed or len(reading.months) > 1 else None
    if not dates or dates[0].span.start > span.start + 2 or _only_titled(reading, span, dates[0]):
        return None
    if _until_another(reading, span, dates[0]):
        return None
    last = dates[0].end or _other_end(reading, dates)
    if last is not None:
        said = dates[0].span if dates[0].end else Span(dates[0].span.start, dates[1].span.end)
        return _period(reading, said, dates[0].date, last)
    kind = "weekday" if dates[0].weekdays else "date"
    for rank, kinds in reading.wording.calendar.items():
        if kind in kinds and rank in reading.wording.level:
            rest = reading.text[dates[0].span.end : span.end].strip(_EDGES + "(")
            count = max(len(dates[0].weekdays), 1)
            return Named(rank, (0,) * count, fold(reading.string(dates[0].span)), rest)
    return None


def _other_end(reading: Reading, dates: Sequence[DateMention]) -> CalendarDate | None:
    """Return the date with which a period ends that begins in another month: `30 March – 5 April`."""
    first, *others = dates
    joined = others and _UNTIL.fullmatch(reading.text, first.span.end, others[0].span.start)
    return others[0].date if joined else None


def _period(
    reading: Reading, said: Span, first: CalendarDate | None, last: CalendarDate
) -> Named | None:
    """Recognise the seven days of `3–9 March` as a week, where a rank is called so."""
    rank = reading.wording.ranks.get("week", "")
    if first is None or not rank or days_of(first, last) != _WEEK:
        return None
    return Named(rank, (0,), fold(reading.string(said)), "")


def days_of(first: CalendarDate, last: CalendarDate) -> int | None:
    """Return how many days a period has; none where a year that is not told may be a leap year."""
    leaps = first.month <= _FEBRUARY < last.month
    if not (first.year or last.year) and leaps:
        return None
    year = first.year or (last.year or COMMON) - (last.month < first.month)
    later = last.year or year + (last.month < first.month)
    try:
        return (date(later, last.month, last.day) - date(year, first.month, first.day)).days + 1
    except ValueError:
        return None


def _until_another(reading: Reading, span: Span, date: DateMention) -> bool:
    """Tell whether a label is the first end of a period that its line goes on with: `3 March – 14 March`."""
    found = reading.dates(Span(date.span.end, reading.blocks[reading.at].text.end))
    behind = found[0].span.start if found else -1
    further = behind > span.end >= date.span.end
    return further and _UNTIL.fullmatch(reading.text, date.span.end, behind) is not None


def _only_titled(reading: Reading, span: Span, date: DateMention) -> bool:
    """Tell whether a label only begins with a calendar word: `Weekend in Lisbon`, `Sunday tips`."""
    wording = reading.wording
    if wording.ends_with_role(fold(reading.string(span)), "note", "claim"):
        return True
    following = _WORDS_AFTER.match(reading.text, date.span.end, span.end)
    if following is None:
        return False
    grouped = len(date.weekdays) > 1 and bool(_GROUPED.match(reading.text, date.span.start))
    block, level = reading.blocks[reading.at], wording.level.get(wording.day, 0)
    above = [d for d in reading.stack if d.rank and d.level >= level and d.depth < depth_of(block)]
    within = not all(_is_beside(reading, d, block) for d in above)
    return grouped or within or following[1].lower() in wording.linking or _alone_dated(reading)


def _is_beside(reading: Reading, draft: Draft, block: Block) -> bool:
    """Tell whether a list item stands below one that holds what stands beside it."""
    column = column_at(reading.text, draft.spans[0].start)
    return is_listed(reading, draft) and column == column_of(reading, block)


def _alone_dated(reading: Reading) -> bool:
    """Tell whether no other item of a list begins with a calendar word: `Sunday roast: €90`, `Soup: €7`."""
    at, blocks = reading.at, reading.blocks
    if blocks[at].kind not in LISTS:
        return False
    around = (reversed(blocks[max(0, at - _AROUND) : at]), blocks[at + 1 : at + 1 + _AROUND])
    listed = chain.from_iterable(takewhile(lambda b: b.kind in LISTS, side) for side in around)
    beside = [other.text for other in listed if depth_of(other) == depth_of(blocks[at])]
    begins = (any(d.span.start <= b.start + 2 for d in reading.dates(b)[:1]) for b in beside)
    return bool(beside) and not any(begins)


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
        _own_line(reading, block, first, keyed or Span(span.end, block.text.end))
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


def _depth(reading: Reading, block: Block, stem: str) -> int:
    """Return the depth: a list item that is only a name may hold its own siblings, but in JSON."""
    below = next(reading.behind(), None)
    holding = below is not None and below.kind in LISTS and below.level > block.level
    said = reading.string(block.rest) if block.rest is not None else ""
    measured = bool(reading.quantities(block.text))
    named = not said or (measured and not names_something(reading, said))
    bare = block.kind in LISTS and named and not holding and not reading.is_json
    if bare and (told := amounts_in(reading, block.text)):
        names = reading.wording.categories_of(stem)
        beside = takewhile(
            lambda b: b.kind in LISTS and b.level == block.level and not _opens(reading, b),
            reading.behind(),
        )
        bare = not _stands_alone(reading, names, told, beside)
    return depth_of(block) - bare


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
        depth=_depth(reading, block, named.stem),
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
        draft.name(WEEKDAYS[draft.weekday - 1])
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
    plain = any(wording.begins_with_role(title, "rest") for title in short)
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
    return alone and told and " no " not in said and not reading.quantities(below.text)


def _times(reading: Reading, block: Block, copies: list[Draft], span: Span) -> None:
    """Take the clock times written at a label: `Breakfast (7:30 AM)`, `8:00 - Breakfast`."""
    for time in reading.times(block.text)[:1]:
        if schedule.TO_TIME.fullmatch(reading.text[span.end : time.span.start]):
            for copy in copies:
                schedule.set_times(copy, time)


def _own_line(reading: Reading, block: Block, holder: Draft, rest: Span) -> None:
    """Read what follows a container's label on its line: stated amounts, or items."""
    rest = _behind_mark(reading, rest)
    if _comes_to(reading, holder, rest):
        return
    if (times := reading.times(rest)) and times[0].span.start == rest.start:
        schedule.take_times(reading, holder, times[0].span)
        rest = _behind_mark(reading, Span(times[0].span.end, rest.end))
    if block.kind not in HEADS and tells_change(reading, rest):
        reading.references.append((holder, rest))
        return
    body = reading.string(rest)
    if body.lstrip(" *_:").startswith("("):
        body = _ASIDE.sub(" ", body, 1)
    body = body.strip(_EDGES)
    if _is_title(reading, block, rest) or _is_title_of_lines(reading, block, holder, rest):
        entitle(reading, holder, rest)
        return
    below = next(reading.behind(), None)
    heads = below is not None and below.kind in HEADS and _deeper(reading, block, below)
    if heads or _heads_list(reading, block, holder, rest):
        holder.amounts += amounts_in(reading, rest, Origin.STATED)
        holder.name(fold(re.split(r"\s*\(", body, maxsplit=1)[0]))
        return
    found = [a.measure for a in amounts_in(reading, rest)]
    several = len(set(found)) < len(found) and block.kind not in HEADS
    if not several and (
        block.kind in HEADS
        or not any(c.isalpha() for c in body)
        or not names_something(reading, body)
    ):
        holder.amounts += amounts_in(reading, rest, Origin.STATED)
        if block.kind in HEADS:
            entitle(reading, holder, rest)
        return
    start = reading.text.find(body, rest.start)
    start = start if 0 <= start < rest.end else rest.start
    if start > rest.start:
        holder.amounts += amounts_in(reading, Span(rest.start, start), Origin.STATED)
    end = start + len(body)
    amid = (m.span.end for m in reading.quantities(rest) if m.span.start < end < m.span.end)
    end = next(amid, end)
    holder.whole = True
    item = item_of(reading, Span(start, end), depth_of(block) + 1)
    holder.add(item)
    if block.kind not in LISTS and reading.top is holder and holder.parts[0].amounts:
        listed = takewhile(lambda b: _is_nested(block, b), reading.behind())
        if _stands_alone(reading, holder.names, holder.parts[0].amounts, listed):
            reading.stack.pop()
            return
    reading.last_item = item


def entitle(reading: Reading, holder: Draft, rest: Span) -> None:
    """Let the label of a container reach over its title: `Day 1: Harbour tour (3 March)`."""
    said = reading.string(rest)
    opening = said.find("(")
    title = (said[:opening] if opening >= 0 else said).rstrip(_EDGES)
    holder.name(fold(said.strip(_EDGES)))
    if "\n" in reading.text[holder.span.end : rest.start]:
        return  # it goes on from another line
    if holder.span.end > rest.start or reading.times(rest) or reading.quantities(rest):
        return
    if any(map(str.isalpha, title)):
        holder.titled = holder.span.end
        holder.span = Span(holder.span.start, rest.start + len(title))
        holder.label = reading.string(holder.span)
        holder.name(fold(holder.label), fold(title.strip(_EDGES)))


def _comes_to(reading: Reading, holder: Draft, rest: Span) -> bool:
    """Read what a line says that its parts come to: `4 rounds, 40 s work, 1 min rest → 23 min`."""
    said = reading.string(rest)
    arrow = _COMES_TO.search(said)
    if arrow is None or said.count("(", 0, arrow.start()) > said.count(")", 0, arrow.start()):
        return False
    behind = Span(rest.start + arrow.end(), rest.end)
    total = amounts_in(reading, behind, Origin.STATED)
    listed = "+" in reading.string(Span(rest.start, behind.start))
    if listed or not total or not only_amounts(reading, behind, total):
        return False
    told = {amount.unit.dimension for amount in total}
    before = amounts_in(reading, Span(rest.start, rest.start + arrow.start()), Origin.STATED)
    units = [amount.unit.dimension for amount in before]
    if not any(unit in told or unit.startswith("count:") for unit in units):
        return False  # `Lunch → Soup → 300 kcal`
    for amount in before:
        if amount.unit.dimension in told:
            reading.leave(amount.span, "duplicate")
        else:
            holder.amounts.append(amount)
    holder.amounts += total
    return True


def _behind_mark(reading: Reading, rest: Span) -> Span:
    led = LED.match(reading.text, rest.start, rest.end)
    return Span(led.end(), rest.end) if led is not None else rest


def tells_change(reading: Reading, rest: Span) -> bool:
    """Tell whether what stands behind a label only tells how to go on: `Week 3: add 2.5 kg a day`."""
    said = fold(reading.string(rest).strip(_EDGES))
    first, _, others = said.replace(",", " ").partition(" ")
    roles = reading.wording.roles
    more = "%" in others or any(f" {word} " in f" {others} " for word in roles["by so much"])
    if reading.quantities(rest):
        return more and any(first in roles[role] for role in ("change", "change so much"))
    return first in roles["change"]


def _stands_alone(
    reading: Reading, names: Sequence[str], told: Sequence[Amount], below: Iterable[Block]
) -> bool:
    """Tell whether what may not count, told on its line, is not what the lines below it add up to.

    `Warm-up: 5 min skipping` above `- Bench press: 3 x 8`.
    """
    if not is_debated(reading, names):
        return False
    listed = [a for b in below for a in amounts_in(reading, b.text)]
    return bool(listed) and not come_to(listed, told)


def is_debated(reading: Reading, names: Iterable[str]) -> bool:
    """Tell whether a thing is of a kind that may not count beside others: a warm-up."""
    known = reading.wording.lexicon.categories
    kinds = (known[name] for name in names if name in known)
    return any(kind.counts_by and not kind.rank for kind in kinds)


def _is_title(reading: Reading, block: Block, rest: Span) -> bool:
    """Tell whether words without amounts before a list are a title: `Day 1 – Upper`."""
    below = next(reading.behind(), None)
    written = (reading.string(m.number) for m in reading.quantities(rest))
    if below is None or any(c.isdigit() for number in written for c in number):
        return False
    if _deeper(reading, block, below):
        return True
    indented = below.kind is BlockKind.PARAGRAPH and below.level > block.level
    if indented and block.kind in LISTS and names_something(reading, reading.string(below.text)):
        return bool(amounts_in(reading, below.text))
    label = below.label or (below.cells[0] if below.cells else below.text)
    if below.kind in HEADS:
        return False
    if not below.cells and reading.wording.is_measure(fold(reading.string(label))):
        return False
    if below.label is not None and only_numbers(reading, below.label):
        return True
    return bool(below.cells) or (below.kind in LISTS and depth_of(below) > depth_of(block))


def _is_title_of_lines(reading: Reading, block: Block, holder: Draft, rest: Span) -> bool:
    """Tell whether words without amounts behind a day stand right above plain lines with some."""
    rank = reading.wording.lexicon.ranks.get(holder.rank)
    below = next(reading.behind(), None)
    if rank is None or not (rank.calendar or rank.stands_for) or reading.quantities(rest):
        return False
    if below is None or {block.kind, below.kind} != {BlockKind.PARAGRAPH}:
        return False
    head = below.label or Span(below.text.start, below.text.start)
    label = reading.string(head)
    named = reading.wording.named(label) or calendar(reading, head)
    other = reading.wording.is_measure(fold(label)) or (named is not None and named.rank)
    joined = reading.text.count("\n", block.span.end, below.span.start) < 2
    joined = joined or _stands_above_several(reading, block)
    first = next(iter(amounts_in(reading, below.text)), None)
    before = Span(below.text.start, first.span.start if first is not None else below.text.start)
    return joined and names_something(reading, reading.string(before)) and not other


def _stands_above_several(reading: Reading, block: Block) -> bool:
    """Tell whether a line between gaps stands above several plain lines that tell how much of what."""
    before = reading.blocks[reading.at - 1].span.end if reading.at else 0
    alone = not reading.at or reading.text.count("\n", before, block.span.start) > 1
    below = list(islice(reading.behind(), 2))
    lines = [b for b in below if b.kind is BlockKind.PARAGRAPH and amounts_in(reading, b.text)]
    joined = reading.text.count("\n", below[0].span.end, below[-1].span.start) == 1
    return alone and len(lines) > 1 and joined


def _heads_list(reading: Reading, block: Block, holder: Draft, rest: Span) -> bool:
    """Tell whether a line is the heading of the list below: `- **Monday – Legs (55 min)**`.

    It is emphasised as a whole; or it is a day or what days stand for and ends in brackets,
    as a plain line, or as a list item that says nothing there that the items below say.
    """
    lines = _plainly_below(reading, block, amounts_in(reading, rest))
    if not (lines or _is_nested(block, next(reading.behind(), None))):
        return False
    if block.bold:
        return True
    rank = reading.wording.lexicon.ranks.get(holder.rank)
    if rank is None or not (rank.calendar or rank.stands_for):
        return False
    text = reading.string(rest)
    opening = text.find("(")
    own = {a.measure for a in amounts_in(reading, rest)}
    bracketed = opening > 0 and text.rstrip(_EDGES).endswith(")")
    if not bracketed or reading.quantities(Span(rest.start, rest.start + opening)):
        return False
    below = lines or takewhile(lambda b: _is_nested(block, b), reading.behind())
    inner = {a.measure for b in below for a in amounts_in(reading, b.text)}
    return bool(inner) and (block.kind not in LISTS or not own & inner)


def _plainly_below(reading: Reading, block: Block, told: Sequence[Amount]) -> list[Block]:
    """Return the plain lines right below one, if each begins with a time or they come to what it tells."""
    found: list[Block] = []
    end = block.span.end
    for below in reading.behind() if block.kind is BlockKind.PARAGRAPH else ():
        gap = reading.text.count("\n", end, below.span.start) > 1
        if below.kind is not BlockKind.PARAGRAPH or gap or len(found) == _AROUND:
            break
        found.append(below)
        end = below.span.end
    timed = all(schedule.starts_with_time(reading, b) is not None for b in found)
    listed = [a for b in found for a in amounts_in(reading, b.text)]
    summed = len(listed) > 1 and bool(told) and come_to(listed, told)
    return found if timed or summed else []


def _is_nested(block: Block, below: Block | None) -> bool:
    """Tell whether a list item deeper than a line stands below it."""
    return below is not None and below.kind in LISTS and depth_of(below) > depth_of(block)


def _deeper(reading: Reading, block: Block, below: Block) -> bool:
    """Tell whether a line names a smaller rank, perhaps behind its time, than the one before it."""
    wording = reading.wording
    if below.kind is BlockKind.HEADING is not block.kind:
        return False
    outer = wording.named(reading.string(block.label or block.text))
    outer = outer or calendar(reading, block.label or block.text)
    timed = schedule.behind_time(reading, below)
    inner = wording.named(reading.string(timed or below.label or below.text))
    if outer is None or inner is None or not outer.rank or not inner.rank:
        return False
    return wording.level[outer.rank] < wording.level[inner.rank]
