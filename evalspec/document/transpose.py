"""Inverted outlines: `Breakfast: Day 1 …, Day 2 …` becomes days that hold breakfasts."""

from __future__ import annotations

from evalspec.document.facts import EntryKind
from evalspec.document.ranks import walk
from evalspec.document.reading import Reading
from evalspec.document.tree import Draft


def transpose(reading: Reading) -> None:
    """Turn containers of a smaller rank that hold larger ones inside out."""
    for draft in list(walk(reading.plan)):
        if draft.rank and draft.kind is EntryKind.CONTAINER and draft.parent is not None:
            larger = [p for p in draft.parts if p.rank and p.level < draft.level]
            if larger and len(larger) == len(draft.parts) and not _has_own(draft, larger):
                _turn(draft.parent, draft, larger)


def _has_own(draft: Draft, larger: list[Draft]) -> bool:
    """Tell whether what a container holds recurs in none beside it: `| Day | Leg |`, a leg a day."""
    beside = [p for p in draft.parent.parts if p.rank == draft.rank] if draft.parent else []
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
        if part.rank == outer.rank and same and part.names[:1] == outer.names[:1]:
            return part
    return None


def _copy(inner: Draft, outer: Draft) -> Draft:
    """Return the inner container with the parts it has in one outer one."""
    copy = Draft(EntryKind.CONTAINER, inner.label, inner.span, rank=inner.rank, depth=inner.depth)
    copy.level = inner.level
    copy.names = list(inner.names)
    copy.spans = [inner.span, *outer.spans]
    copy.amounts = list(outer.amounts)
    copy.whole = outer.whole
    for part in outer.parts:
        copy.move(part)
    return copy
