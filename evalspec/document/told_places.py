"""What says itself where it belongs: `The Long Meadow (260 pages) – Week 1`, `Strength (Friday)`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from copy import copy
from datetime import date, timedelta

from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.core.times import CalendarDate
from evalspec.core.timeset import WEEKDAYS
from evalspec.document.calendar_labels import COMMON, days_of
from evalspec.document.container_names import Named
from evalspec.document.definitions import each_named
from evalspec.document.facts import Doubt, EntryKind
from evalspec.document.mention import DateMention
from evalspec.document.ranks import walk
from evalspec.document.reading import Reading
from evalspec.document.tree import Draft
from evalspec.vocabulary.fold import fold

_PART = regex(r"(?:(?<=\s)[-–—|]\s|[,;()\[\]])\s*([^\s,;()\[\]|–—-][^,;()\[\]|–—\n]*)")
_NUMBER = regex(r"\d")
_HEAD = regex(r"[^:\n|]{1,80}")
_WEEK, _ENDS = 7, 2
_OPENED = regex(r"(?:[(\[]|[^\s(]\s[-–—]\s)[\s*_]*(?:[^\W\d]+\s+){0,2}$")
"""What stands before a day that is no part of the name: `Strength (every Friday)`."""


def place(reading: Reading) -> None:
    """Put items into the containers, or on the weekdays, they name, where nothing else makes such."""
    every = [reading.plan, *walk(reading.plan)]
    taken = {draft.rank for draft in every}
    for holder in every:
        _put_under_groups(reading, holder)
        _put_on_weekdays(reading, holder)
        _date_weekdays(reading, holder)
        items = [part for part in holder.parts if part.kind is EntryKind.ITEM]
        named = [_named(reading, item) for item in items]
        ranks = {found[0].rank for found in named if found is not None}
        if len(ranks) != 1 or ranks & taken:
            continue
        if all(found is not None for found in named):
            _group(reading, holder, items, [found for found in named if found is not None])
        elif any(found is not None and found[0].ordinals[0] for found in named):
            for doubt in _doubts(items, named):
                reading.doubt(holder, doubt)


def _date_weekdays(reading: Reading, holder: Draft) -> None:
    """Let the weekdays below a week from one date to another be on those: `Week 2 (15–21 June)`.

    Without a year they are where each day has its weekday.
    """
    days = [d for d in holder.parts if d.rank == reading.wording.day and d.weekday and not d.date]
    dates = [d for told in reading.dates(holder.spans[0]) for d in (told.date, told.end) if d]
    lasts = days_of(*dates) if days and len(dates) == _ENDS else None
    if lasts is None or lasts > _WEEK:
        return
    opens, closes = dates
    year = opens.year or (closes.year and closes.year - (closes.month < opens.month))
    first = date(year or COMMON, opens.month, opens.day)
    begins = first.isoweekday() if year else days[0].weekday
    after = [(day.weekday - begins) % _WEEK for day in days]
    for day, number in zip(days, after, strict=True):
        on = first + timedelta(number)
        if number < lasts and (year or after == list(range(lasts))):
            day.date = CalendarDate(year and on.year, on.month, on.day)


def _put_under_groups(reading: Reading, holder: Draft) -> None:
    """Let a heading of several days above those days be no days of its own: `**Weekdays**`, `Weekend 9–17`.

    What it says of each is a block of each of them, with what stands on the day in it.
    """
    groups: dict[int, list[Draft]] = {}
    for part in holder.parts:
        if part.rank == reading.wording.day and part.weekday and not part.ordinal:
            groups.setdefault(part.spans[0].start, []).append(part)
    for copies in (found for found in groups.values() if len(found) > 1):
        held = copies[0].parts
        told = held[0] if len(held) == 1 and held[0].kind is EntryKind.BLOCK else None
        below = list(_days_below(holder, copies))
        days = {day.weekday: day for day in below}
        plain = all(p.kind is EntryKind.ITEM and not p.starts for day in below for p in day.parts)
        known = days.keys() <= {one.weekday for one in copies} and len(days) == len(below)
        if not days or not known or (held and (told is None or not plain)):
            continue
        for one in (one for one in copies if one.weekday in days):
            holder.parts.remove(one)
            day = days[one.weekday]
            if told is not None:
                block = copy(told)
                each = [q for p in day.parts for q in [*each_named(reading, p, p.span)] or [p]]
                block.parent, block.parts = day, [*told.parts]
                for part in each:
                    part.parent = block
                    block.parts.append(part)
                day.parts = [block]


def _days_below(holder: Draft, copies: Sequence[Draft]) -> Iterator[Draft]:
    """Yield the days that stand below a heading of several, in a table or a list."""
    at, weekdays = holder.parts.index(copies[-1]), {one.weekday for one in copies}
    for part in holder.parts[at + 1 :]:
        table = part.kind is EntryKind.CONTAINER and not part.label and part.parts
        inside = part.parts if table else [part]
        if not all(day.rank == copies[0].rank and day.weekday in weekdays for day in inside):
            return
        yield from inside


def _put_on_weekdays(reading: Reading, holder: Draft) -> None:
    """Put sections whose headings end in a weekday on that day: in each week, where there are weeks."""
    wording = reading.wording
    level = wording.level.get(wording.day)
    if level is None or holder.level >= level:
        return
    told = [(part, date) for part in holder.parts if (date := _weekday(reading, part, level))]
    weeks = [part for part in holder.parts if part.rank and part.level < level] or [holder]
    for part, date in told:
        at = holder.parts.index(part)
        holder.parts.remove(part)
        part.parent = None
        for week in weeks:
            known = {d.weekday: d for d in week.parts if d.rank == wording.day}
            for weekday in date.weekdays:
                if weekday not in known:
                    known[weekday] = _day(reading, date.span, weekday)
                    week.parts.insert(at if week is holder else len(week.parts), known[weekday])
                    known[weekday].parent = week
                    at += 1
                known[weekday].add(part)


def _weekday(reading: Reading, draft: Draft, level: int) -> DateMention | None:
    """Return the weekday, or several, that the heading of a section with parts ends in."""
    placed = draft.kind is EntryKind.CONTAINER and draft.parts and not draft.section
    if not placed or (draft.rank and draft.level <= level):
        return None
    if any(below.rank == reading.wording.day for below in walk(draft)):
        return None  # `Boats (Wed–Sun)` above a row for each day
    line = draft.spans[0]
    head = _HEAD.match(reading.text, line.start, line.end)
    dates = reading.dates(Span(line.start, head.end())) if head is not None else []
    before = reading.text[line.start : dates[0].span.start] if len(dates) == 1 else ""
    behind = reading.text[dates[0].span.end : head.end()] if head is not None and before else "?"
    opened = _OPENED.search(before)
    if opened is not None and opened[0][0] in "([":  # `Circuit A (Mon) – 24 min`
        behind = re.split(r"[)\]]", behind, maxsplit=1)[0]
    alone = opened and not reading.wording.names_more(behind)
    return dates[0] if alone and dates[0].weekdays else None


def _day(reading: Reading, span: Span, weekday: int) -> Draft:
    wording = reading.wording
    day = Draft(EntryKind.CONTAINER, reading.string(span), span, rank=wording.day)
    day.level, day.weekday = wording.level[wording.day], weekday
    day.name(WEEKDAYS[weekday - 1].lower())
    return day


def _named(reading: Reading, item: Draft) -> tuple[Named, Span] | None:
    """Return the one container that an item names behind its own name, and where."""
    wording = reading.wording
    found = []
    line = item.spans[0]
    for part in _PART.finditer(reading.text, line.start, line.end):
        span = Span(part.start(1), part.start(1) + len(part[1].rstrip()))
        if span.start < item.span.start:
            continue
        numbered = _NUMBER.search(part[1])
        known = wording.named(part[1]) if numbered else wording.weekday_named(part[1].strip("*_ "))
        if known is None or not known.rank or known.title or len(known.ordinals) != 1:
            continue
        if (known.ordinals[0] or not numbered) and known.rank not in wording.item_ranks:
            found.append((known, span))
    return found[0] if len(found) == 1 else None


def _group(
    reading: Reading, holder: Draft, items: list[Draft], named: list[tuple[Named, Span]]
) -> None:
    groups: dict[tuple[int, int], Draft] = {}
    place = {id(item): found for item, found in zip(items, named, strict=True)}
    parts: list[Draft] = []
    for part in holder.parts:
        found = place.get(id(part))
        if found is None:
            parts.append(part)
            continue
        known, span = found
        date = None if known.ordinals[0] else reading.dates(span)[0]
        weekday = 0 if date is None else date.weekdays[0]
        group = groups.get((known.ordinals[0], weekday))
        if group is None:
            group = _day(reading, date.span, weekday) if date else _container(reading, known, span)
            groups[known.ordinals[0], weekday] = group
            group.parent = holder
            parts.append(group)
        else:
            group.spans.append(span)
        group.move(part)
    holder.parts[:] = parts


def _container(reading: Reading, known: Named, span: Span) -> Draft:
    draft = Draft(EntryKind.CONTAINER, reading.string(span), span, rank=known.rank)
    draft.level = reading.wording.level[known.rank]
    draft.ordinal = known.ordinals[0]
    draft.name(fold(draft.label), f"{known.stem} {draft.ordinal}", known.stem)
    return draft


def _doubts(items: list[Draft], named: list[tuple[Named, Span] | None]) -> Iterator[Doubt]:
    """Doubt every amount of items of which only some say where they belong."""
    span = next(found[1] for found in named if found is not None)
    measures = {amount.measure for item in items for amount in item.amounts}
    for measure in sorted(measures):
        yield Doubt("unplaced-header", span, (), measure)
