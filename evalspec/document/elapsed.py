"""Minutes that say where a part stands in time: `0–5 min: Welcome`, `5–15 min: Group work`.

Each part begins where the one before it ends, so what is written is no range of lengths.
"""

from __future__ import annotations

from itertools import pairwise

from msgspec.structs import replace

from evalspec.core.quantity import exactly
from evalspec.document.facts import Amount, EntryKind
from evalspec.document.ranks import walk
from evalspec.document.reading import Reading
from evalspec.document.tree import Draft

_PARTS = (EntryKind.ITEM, EntryKind.BLOCK, EntryKind.REST)
_PLACED = "from where to where it lasts"


def settle(reading: Reading) -> None:
    """Take the places in time of parts that follow each other for how long they last."""
    for holder in (reading.plan, *walk(reading.plan)):
        parts = [part for part in holder.parts if part.kind in _PARTS]
        placed = [(part, found) for part in parts if (found := _place(part)) is not None]
        if len(placed) > 1 and len(placed) * 2 > len(parts) and _in_turn(placed):
            for part, amount in placed:
                part.amounts = [_length(a) if a is amount else a for a in part.amounts]


def _place(part: Draft) -> Amount | None:
    """Return the one stretch of time of a part."""
    timed = [a for a in part.amounts if a.unit.dimension == "time"]
    found = [a for a in timed if a.value.low is not None and a.value.high is not None]
    return found[0] if len(timed) == len(found) == 1 and not found[0].value.exact else None


def _in_turn(placed: list[tuple[Draft, Amount]]) -> bool:
    """Tell whether stretches meet, from zero on or where they stand before the names."""
    first, amount = placed[0]
    leads = amount.value.low == 0 or amount.span.start < first.span.start
    return leads and all(
        a.unit == b.unit and a.value.high == b.value.low for (_, a), (_, b) in pairwise(placed)
    )


def _length(amount: Amount) -> Amount:
    low, high = amount.value.low, amount.value.high
    if low is None or high is None:
        return amount
    return replace(amount, value=exactly(high - low), because=_PLACED)
