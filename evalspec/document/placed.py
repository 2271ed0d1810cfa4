"""Items that say themselves which container they belong to: `The Long Meadow (260 pages) – Week 1`."""

from __future__ import annotations

from collections.abc import Iterator

from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document.facts import Doubt, EntryKind
from evalspec.document.ranks import walk
from evalspec.document.reading import Reading
from evalspec.document.tree import Draft
from evalspec.document.wording import Named
from evalspec.vocabulary.fold import fold

_PART = regex(r"(?:\s[-–—|]\s|[,;()\[\]])\s*([^\s,;()\[\]|–—-][^,;()\[\]|–—\n]*)")
_NUMBER = regex(r"\d")


def place(reading: Reading) -> None:
    """Put items into the containers they name, where nothing else makes such containers."""
    every = [reading.plan, *walk(reading.plan)]
    taken = {draft.rank for draft in every}
    for holder in every:
        items = [part for part in holder.parts if part.kind is EntryKind.ITEM]
        named = [_named(reading, item) for item in items]
        ranks = {found[0].rank for found in named if found is not None}
        if len(ranks) != 1 or ranks & taken:
            continue
        if all(found is not None for found in named):
            _group(reading, holder, items, [found for found in named if found is not None])
        else:
            for doubt in _doubts(items, named):
                reading.doubt(holder, doubt)


def _named(reading: Reading, item: Draft) -> tuple[Named, Span] | None:
    """Return the one container that an item names behind its own name, and where."""
    wording = reading.wording
    found = []
    line = item.spans[0]
    for part in _PART.finditer(reading.text, line.start, line.end):
        span = Span(part.start(1), part.start(1) + len(part[1].rstrip()))
        if not _NUMBER.search(part[1]):
            continue
        known = wording.named(part[1])
        if known is None or not known.rank or known.title or len(known.ordinals) != 1:
            continue
        if known.ordinals[0] and known.rank not in wording.item_ranks:
            found.append((known, span))
    return found[0] if len(found) == 1 else None


def _group(
    reading: Reading, holder: Draft, items: list[Draft], named: list[tuple[Named, Span]]
) -> None:
    groups: dict[int, Draft] = {}
    place = {id(item): found for item, found in zip(items, named, strict=True)}
    parts: list[Draft] = []
    for part in holder.parts:
        found = place.get(id(part))
        if found is None:
            parts.append(part)
            continue
        known, span = found
        group = groups.get(known.ordinals[0])
        if group is None:
            group = groups[known.ordinals[0]] = _container(reading, known, span)
            group.parent = holder
            parts.append(group)
        else:
            group.spans.append(span)
        part.parent = None
        group.add(part)
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
