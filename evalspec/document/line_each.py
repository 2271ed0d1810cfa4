"""Lists that name a container in the line of each of its things: `Lunch: soup, 300 kcal`, `Lunch: bread`."""

from __future__ import annotations

from itertools import pairwise

from evalspec.document.ranks import walk
from evalspec.document.reading import Reading
from evalspec.document.tree import Draft
from evalspec.vocabulary.fold import fold

_FEWEST = 2
"""So many names that come again right below themselves tell that each line repeats its container's."""


def settle(reading: Reading) -> None:
    """Make one container of those that go by one name in lines right below each other.

    Where only one name comes again, there may be several of it: two snacks.
    """
    holders = [reading.plan, *walk(reading.plan)]
    again = [
        (holder, *pair)
        for holder in holders
        for pair in pairwise(holder.parts)
        if _goes_on(reading, *pair)
    ]
    if len({fold(second.label) for _, _, second in again}) < _FEWEST:
        return
    first_of: dict[int, Draft] = {}
    for holder, above, below in again:
        first = first_of.setdefault(id(below), first_of.get(id(above), above))
        for part in below.parts:
            part.parent = first
        first.parts += below.parts
        first.spans += below.spans
        holder.parts.remove(below)


def _goes_on(reading: Reading, above: Draft, below: Draft) -> bool:
    """Tell whether a container told in one line stands right below another of its name, both unnumbered."""
    both = (above, below)
    if not below.rank or above.rank != below.rank or fold(above.label) != fold(below.label):
        return False
    if any(d.ordinal or d.starts or d.weekday or d.date or not (d.whole and d.parts) for d in both):
        return False
    between = reading.text[above.spans[-1].end : below.spans[0].start]
    return between.count("\n") == 1
