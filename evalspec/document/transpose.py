"""Inverted outlines: `Breakfast: Day 1 …, Day 2 …` becomes days that hold breakfasts.

So do lists of shifts by person: `Ana: Monday off, Tuesday 6:00–14:00` becomes days with Ana or not.
"""

from __future__ import annotations

from collections import Counter

from evalspec.document.definitions import part_off
from evalspec.document.facts import EntryKind, Origin, Unread
from evalspec.document.legends import is_code
from evalspec.document.own_amounts import as_origin
from evalspec.document.ranks import walk
from evalspec.document.reading import Reading
from evalspec.document.rests import says_nothing_done
from evalspec.document.roles.nesting import COUNTED
from evalspec.document.tree import Draft
from evalspec.vocabulary.fold import fold

_DASHES = ("-", "–", "—")


def transpose(reading: Reading) -> None:
    """Turn containers of a smaller rank that hold larger ones inside out."""
    for holder in reversed((reading.plan, *walk(reading.plan))):  # the innermost first
        inverted = [(part, larger) for part in holder.parts if (larger := _larger(part))]
        for draft, larger in inverted:
            _turn(holder, draft, larger)
    for holder in (reading.plan, *walk(reading.plan)):
        people = [part for part in holder.parts if _has_days(reading, part)]
        days = Counter(day.names[0] for person in people for day in person.parts if day.names)
        if len(people) > 1 and max(days.values(), default=0) > 1:
            for person in people:
                _turn_shifts(reading, holder, person)
        elif reading.wording.calendar.get(holder.rank):
            for person in [part for part in holder.parts if _has_shifts(reading, part)]:
                at = holder.parts.index(person)
                holder.parts[at : at + 1] = [
                    _shift(reading, person, person, told) for told in person.parts
                ]
                for part in holder.parts:
                    part.parent = part.parent or holder
            _rest_who_is_away(reading, holder)


def _larger(draft: Draft) -> list[Draft]:
    """Return the larger containers that one holds, which others beside it hold too.

    What its own line tells is of each of them.
    """
    larger = [p for p in draft.parts if p.rank and p.level < draft.level]
    others = [p for p in draft.parts if p not in larger]
    plain = all(p.kind is EntryKind.ITEM and draft.spans[0].covers(p.span) for p in others)
    ranked = bool(draft.rank and larger) and draft.kind is EntryKind.CONTAINER
    if not ranked or not plain:
        return []
    return [] if _has_own(draft, larger) else larger


def _rest_who_is_away(reading: Reading, day: Draft) -> None:
    """Let `Ana: –` and `Ben: on leave` be off where others of a day have shifts."""
    wording = reading.wording
    said = {
        id(p): fold(reading.text[p.span.end : p.spans[0].end].strip(":–—-*_ ")) for p in day.parts
    }
    named = (any(map(str.isalpha, text)) and wording.says_shift(text) for text in said.values())
    timed = (any(t.span.start >= p.span.end for t in p.starts) for p in day.parts)
    if not any(named) and not any(timed):
        return
    for part in day.parts:
        told = said[id(part)]
        dashed = not told and reading.string(part.spans[0]).endswith(_DASHES)
        away = wording.role(told, "away") and not wording.role(told, "free")
        plain = part.kind is EntryKind.ITEM and not (part.parts or part.amounts or part.starts)
        if plain and (dashed or away):
            part.kind = EntryKind.REST


def _has_days(reading: Reading, draft: Draft) -> bool:
    """Tell whether something of no rank holds nothing but days that say when it is there."""
    plain = draft.kind is EntryKind.CONTAINER and not (draft.rank or draft.section)
    if not plain or not draft.parts or COUNTED.match(draft.label):
        return False
    days = [day for day in draft.parts if reading.wording.calendar.get(day.rank)]
    return days == draft.parts and all(_is_shift(reading, day) for day in days)


def _has_shifts(reading: Reading, draft: Draft) -> bool:
    """Tell whether something of no rank, which is no shift, holds nothing but shifts: Ana, on a day."""
    plain = draft.kind is EntryKind.CONTAINER and not (draft.rank or draft.section)
    plain = plain and all(amount.unit.dimension == "time" for amount in draft.amounts)
    there = any(_says_shift(reading, part) for part in draft.parts)  # or it only rests
    return plain and there and not _says_shift(reading, draft) and _holds_shifts(reading, draft)


def _holds_shifts(reading: Reading, draft: Draft) -> bool:
    return bool(draft.parts) and all(
        not part.parts and (_is_away(reading, part) or _says_shift(reading, part))
        for part in draft.parts
    )


def _is_away(reading: Reading, draft: Draft) -> bool:
    return draft.kind is EntryKind.REST or says_nothing_done(reading, fold(draft.label))


def _says_shift(reading: Reading, draft: Draft) -> bool:
    told = bool(draft.starts) or any(map(str.isalpha, draft.label))
    shift = told and reading.wording.says_shift(draft.label)
    return shift or is_code(reading, fold(draft.label))


def _is_shift(reading: Reading, day: Draft) -> bool:
    """Tell whether a day says nothing but a time, a length, a shift, or that it is free."""
    if day.parts:
        return _holds_shifts(reading, day)
    told = bool(day.starts or day.amounts) or day.section == "rest"
    return told or not fold(reading.text[day.span.end : day.spans[-1].end])  # `Monday: –`


def _turn_shifts(reading: Reading, holder: Draft, person: Draft) -> None:
    """Put the shifts of a person into the days that they are on."""
    holder.parts.remove(person)
    reading.unread += [Unread(amount.span, "total") for amount in person.amounts]
    for day in person.parts:
        shifts = [_shift(reading, person, day, told) for told in day.parts or (day,)]
        target = _like(holder, day)
        if target is None:
            target = day
            target.kind, target.section, target.parent = EntryKind.CONTAINER, "", None
            target.parts, target.amounts, target.starts, target.ends = [], [], [], []
            holder.add(target)
        else:
            target.spans += day.spans
        for shift in shifts:
            target.add(shift)


def _shift(reading: Reading, person: Draft, day: Draft, told: Draft) -> Draft:
    """Return what a day says of a person, who may rest."""
    named = told is not day and not _is_away(reading, told)
    kind = EntryKind.ITEM if named or told.amounts else EntryKind.REST
    kind = EntryKind.BLOCK if told.starts else kind
    shift = Draft(kind, person.label, person.span, depth=day.depth)
    shift.spans = [person.span, *(told.spans if day is not person else person.spans)]
    shift.name(*person.names, *(() if told is day else (fold(told.label), *told.names)))
    shift.fields.append(("person", person.span))
    shift.starts, shift.ends = [*told.starts], [*told.ends]
    shift.amounts = [as_origin(amount, Origin.ITEM) for amount in told.amounts]
    return shift


def _has_own(draft: Draft, larger: list[Draft]) -> bool:
    """Tell whether what a container holds recurs in none beside it: `| Day | Leg |`, a leg a day."""
    near = [p for p in draft.parent.parts if p.rank == draft.rank] if draft.parent else []
    beside = [p for p in near if any(part.rank == larger[0].rank for part in p.parts)]
    held = [part.names[:1] for other in beside for part in other.parts]
    return len(beside) > 1 and all(held.count(part.names[:1]) == 1 for part in larger)


def _turn(holder: Draft, inner: Draft, larger: list[Draft]) -> None:
    holder.parts.remove(inner)
    for outer in larger:
        target = _like(holder, outer)
        copy = _copy(inner, outer)
        if target is None:
            target = outer
            target.parts, target.amounts, target.parent = [], [], None
            holder.add(target)
        else:
            target.spans += outer.spans
        target.add(copy)


def _like(holder: Draft, outer: Draft) -> Draft | None:
    """Return the container that a repeated one continues."""
    for part in holder.parts:
        same = part.ordinal == outer.ordinal and part.weekday == outer.weekday
        if part.rank == outer.rank and same and _called(part) == _called(outer):
            return part
    return None


def _called(draft: Draft) -> list[str]:
    """Return what a container is called: `week 2`, also of `Weeks 2 and 3`."""
    counted = [name for name in draft.names if name.endswith(f" {draft.ordinal}")]
    return counted[-1:] or draft.names[:1]


def _copy(inner: Draft, outer: Draft) -> Draft:
    """Return the inner container with the parts it has in one outer one."""
    copy = Draft(EntryKind.CONTAINER, inner.label, inner.span, rank=inner.rank, depth=inner.depth)
    copy.parts = [part for part in inner.parts if part.kind is EntryKind.ITEM]
    copy.level = inner.level
    copy.names = list(inner.names)
    copy.spans = [inner.span, *outer.spans]
    copy.amounts = list(outer.amounts)
    copy.whole = outer.whole
    for part in outer.parts:
        copy.move(part)
    part_off(copy)
    return copy
