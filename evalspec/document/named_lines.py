"""Plain lines of a name and amounts in a plan without ranks: `Rent: €900` is a part of it.

Where list items carry the measure, only a line between them or their total is a part: one before
or behind them tells of the whole (`Take-home pay: €2,400`), and stays a claim.
"""

from __future__ import annotations

from evalspec.document import totals
from evalspec.document.blocks import Block
from evalspec.document.facts import EntryKind
from evalspec.document.lines import LIST_DEPTH, item_of
from evalspec.document.ranks import walk
from evalspec.document.reading import Reading
from evalspec.document.tree import Draft


def settle(reading: Reading) -> None:
    """Make items of the lines that stand among others of their measure."""
    if not reading.named_lines or any(draft.rank for draft in walk(reading.plan)):
        return
    listed = [draft for draft in walk(reading.plan) if draft.kind is EntryKind.ITEM]
    places = _places(listed)
    for stated in totals.stated(reading).get(id(reading.plan), ()):
        if stated.measure in places:
            places[stated.measure].append(stated.span.start)
    made = [(holder, item_of(reading, block.text, LIST_DEPTH, block), block)
            for holder, block in reading.named_lines]  # fmt: skip
    among = _places([item for _, item, _ in made])
    for holder, item, block in made:
        measures = {a.measure for a in item.amounts if a.unit.dimension != "fraction"}
        at = item.span.start
        if measures and all(_stands_among(at, places.get(m), among[m]) for m in measures):
            _put(reading, holder, item, block)


def _places(drafts: list[Draft]) -> dict[str, list[int]]:
    """Return where each measure is told, in order."""
    found: dict[str, list[int]] = {}
    for draft in drafts:
        for measure in {amount.measure for amount in draft.amounts}:
            found.setdefault(measure, []).append(draft.span.start)
    return found


def _stands_among(at: int, listed: list[int] | None, alike: list[int]) -> bool:
    return min(listed) < at < max(listed) if listed else len(alike) > 1


def _put(reading: Reading, holder: Draft, item: Draft, block: Block) -> None:
    """Add an item where its line stands, in place of what it claimed."""
    after = (n for n, part in enumerate(holder.parts) if part.span.start > item.span.start)
    place = next(after, len(holder.parts))
    holder.add(item)
    holder.parts.insert(place, holder.parts.pop())
    reading.claims = [c for c in reading.claims if not block.span.covers(c.words)]
