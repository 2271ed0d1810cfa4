"""Headings that tell how far and how long somebody goes: `Day 2: Bath → Wells (35 km, 50 min)`.

What a day's heading says of the way is no total of what is done there; it is a part of its own beside
the stops, of the rank that the role `way` names.
"""

from __future__ import annotations

import re

from evalspec.core.regex import regex
from evalspec.document.facts import EXTENTS, Amount, EntryKind, Origin
from evalspec.document.own_amounts import as_origin
from evalspec.document.ranks import walk
from evalspec.document.reading import Reading
from evalspec.document.tree import Draft, carried
from evalspec.vocabulary.fold import fold

_BETWEEN = regex(
    r"[\s,;/|·•~≈–—-]*(?:(?:about|approx\.?|around|roughly|ca\.?|and|or|in)\s+)?[~≈]?",
    re.IGNORECASE,
)

_ARROW = regex(r"→|⇒|[-–]>")


def settle(reading: Reading) -> None:
    """Make the way that a heading tells a part of what it heads."""
    rank = next(iter(reading.wording.roles.get("way", ())), "")
    for holder in [*walk(reading.plan)] if rank else ():
        told = _way(reading, holder)
        lengths = {a.measure for a in told if a.unit.dimension == "length"}
        ways = any(part.rank == rank for part in walk(holder)) and len(told) < len(EXTENTS)
        if told and not ways and lengths.isdisjoint(carried(walk(holder))):
            holder.amounts = [a for a in holder.amounts if a not in told]
            label = holder.label.partition(": ")[2] or holder.label
            part = Draft(EntryKind.ITEM, label, told[0].span, depth=holder.depth + 1)
            part.take_rank(rank, reading.wording.lexicon.ranks[rank].level)
            part.amounts = [as_origin(amount, Origin.ITEM) for amount in told]
            part.name(fold(label))
            part.parent = holder
            holder.parts.insert(0, part)


def _way(reading: Reading, holder: Draft) -> list[Amount]:
    """Return how far and how long, where a heading that holds things tells both side by side.

    Behind an arrow how far is enough, where it is all that is told.
    """
    line = holder.spans[0]
    told = [a for a in holder.amounts if line.start <= a.span.start < line.end and not a.qualifier]
    dimensions = {a.unit.dimension for a in told}
    if not holder.parts or len(told) != len(dimensions):
        return []
    if dimensions == {"length"} and _ARROW.search(holder.label):
        return (
            told
            if len([q for q in reading.quantities(line) if q.unit == told[0].unit]) == 1
            else []
        )
    if dimensions != EXTENTS:
        return []
    first, second = sorted(told, key=lambda a: a.span.start)
    return told if _BETWEEN.fullmatch(reading.text, first.span.end, second.span.start) else []
