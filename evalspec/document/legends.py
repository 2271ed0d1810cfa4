"""Times told once for all: `Early: 6:00–14:00` above days that only name their early shift."""

from __future__ import annotations

from collections.abc import Iterator

from evalspec.core.regex import regex
from evalspec.document.facts import EntryKind
from evalspec.document.ranks import walk
from evalspec.document.reading import Reading
from evalspec.document.tree import Draft
from evalspec.vocabulary.fold import fold

_BRACKETED = regex(r"(.*?)\s*\(([^()]{1,20})\)\s*")
_FEWEST = 2
"""Days or rows that must name what has a time elsewhere: once may be another event of that name."""


def legend_of(reading: Reading) -> dict[str, Draft]:
    """Return what stands in no day or other container of a rank with its times, by what it is called.

    What is told with different times is not told once for all.
    """
    found: dict[str, Draft] = {}
    twice: set[str] = set()
    for draft in _outside(reading.plan):
        if not (draft.starts and draft.ends) or draft.parts:
            continue
        for name in _names(draft):
            twice |= {name} & found.keys()
            found[name] = draft
    return {name: draft for name, draft in found.items() if name not in twice}


def settle(reading: Reading) -> None:
    """Give what days only name the times that are told of it above or below."""
    legend = legend_of(reading)
    if not legend:
        return
    named: dict[int, list[Draft]] = {}
    for day in walk(reading.plan):
        if day.kind is not EntryKind.CONTAINER or not day.rank:
            continue
        for part in day.parts:
            told = legend.get(part.names[0]) if part.names and not part.starts else None
            if told is not None and part.kind in (EntryKind.ITEM, EntryKind.CONTAINER):
                named.setdefault(id(told), []).append(part)
    for told in {id(draft): draft for draft in legend.values()}.values():
        parts = named.get(id(told), [])
        if len({id(part.parent) for part in parts}) < _FEWEST:
            continue
        told.kind = EntryKind.DEFINITION
        for part in parts:
            part.kind, part.starts, part.ends = EntryKind.BLOCK, [*told.starts], [*told.ends]
            part.rank = part.rank or told.rank


def _outside(draft: Draft) -> Iterator[Draft]:
    for part in draft.parts:
        if not part.rank or part.kind is EntryKind.BLOCK:
            yield part
            yield from _outside(part)


def _names(draft: Draft) -> Iterator[str]:
    """Yield what a legend may be called by: `Early (E)` is `Early` and `E`."""
    yield fold(draft.label)
    if found := _BRACKETED.fullmatch(draft.label):
        yield fold(found[1])
        yield fold(found[2])
