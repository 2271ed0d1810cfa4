"""Shared definitions: a table or list of items that sessions elsewhere only name.

`Exercises: | Running | 15 min |` before `Session 1: Running, Burpees` defines what the
sessions hold. Definitions are never part of a total; what names them takes their amounts
as referenced. Sections that explain the items (how-to) are definitions too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from evalspec.document.components import is_side
from evalspec.document.facts import Amount, EntryKind, Origin
from evalspec.document.ranks import walk
from evalspec.document.reading import Reading
from evalspec.document.tree import Draft


def resolve(reading: Reading) -> None:
    """Mark definitions, and give the items that name them their amounts."""
    outside = list(_outside(reading.plan))
    named = _named_inside(reading)
    for holder in outside:
        if holder.section == "definition":
            _define(holder)
    if not named:
        return
    for holder in (reading.plan, *outside):
        if holder.kind is EntryKind.DEFINITION:
            continue
        if holder is not reading.plan and _key(holder) in named and not holder.rank:
            _define(holder)
            continue
        listed = [p for p in holder.parts if p.kind is EntryKind.ITEM and not p.rank]
        matched = [p for p in listed if _key(p) in named]
        if len(matched) * 2 < len(listed) or not matched:
            continue
        for part in listed:
            _define(part)
        for part in matched:
            for item in named[_key(part)]:
                _refer(reading, item, part)


def _key(draft: Draft) -> str:
    return draft.names[0] if draft.names else ""


def _outside(plan: Draft) -> Iterator[Draft]:
    """Yield the containers that stand in no ranked one."""
    stack = list(reversed(plan.parts))
    while stack:
        draft = stack.pop()
        if draft.rank:
            continue
        if draft.kind is EntryKind.CONTAINER:
            yield draft
            stack.extend(reversed(draft.parts))


def _named_inside(reading: Reading) -> dict[str, list[Draft]]:
    """Index the items of ranked containers by name."""
    found: dict[str, list[Draft]] = {}
    seen: set[int] = set()
    for top in walk(reading.plan):
        if not top.rank or top.kind is not EntryKind.CONTAINER:
            continue
        for item in walk(top):
            if item.kind is EntryKind.ITEM and id(item) not in seen and _key(item):
                seen.add(id(item))
                found.setdefault(_key(item), []).append(item)
    return found


def _define(draft: Draft) -> None:
    for part in (draft, *walk(draft)):
        part.kind = EntryKind.DEFINITION


def _refer(reading: Reading, item: Draft, definition: Draft) -> None:
    """Give an item without amounts of its own those of its definition."""
    if _own(reading, item.amounts):
        return
    item.amounts += [
        msgspec.structs.replace(a, origin=Origin.REFERENCED) for a in definition.amounts
    ]


def _own(reading: Reading, amounts: Sequence[Amount]) -> list[Amount]:
    return [a for a in amounts if not is_side(a, reading.wording) or a.origin is Origin.REFERENCED]
