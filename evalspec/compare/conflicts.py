"""Items on which voices differ, and which of them is probably wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from evalspec.compare.items import Item, Items
from evalspec.core.record import Record
from evalspec.core.verdict import Outcome


class Conflict(Record, frozen=True):
    """One item to look at."""

    item: Item
    said: dict[str, Outcome]
    """Voice → outcome."""
    suspects: tuple[str, ...]
    """Voices that are probably wrong; empty when it is unclear."""
    why: str
    """`undecided`, `against-reference`, `reference-alone`, `minority`, or empty when unclear."""


def conflicts(items: Items, reference: str) -> Iterator[Conflict]:
    """Yield every item on which some voice differs from the reference, or from another voice."""
    for item in items.by_key.values():
        said = {
            voice: outcome
            for voice in items.voices
            if (outcome := item.said(voice, reference if voice != reference else "")) is not None
        }
        if len(set(said.values())) > 1:
            suspects, why = _suspects(said, reference, items.voices)
            yield Conflict(item, said, suspects, why)


def _suspects(
    said: dict[str, Outcome], reference: str, voices: Sequence[str]
) -> tuple[tuple[str, ...], str]:
    decided = {v: o for v, o in said.items() if o is not Outcome.UNDETERMINED}
    counts = Counter(decided.values())
    if len(counts) < 2:
        return tuple(
            voice for voice in voices if voice in said and voice not in decided
        ), "undecided"
    if reference in decided:
        against = tuple(v for v, o in decided.items() if o is not decided[reference])
        alone = counts[decided[reference]] == 1 and len(against) > 1
        return ((reference,), "reference-alone") if alone else (against, "against-reference")
    (most, first), (_, second) = counts.most_common(2)
    if first == second:
        return (), ""
    return tuple(v for v, o in decided.items() if o is not most), "minority"
