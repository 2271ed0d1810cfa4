"""Two runs of the same constraints, one after the other: what became better and worse.

With a reference, better means right where it was not; without one, satisfied where it was not.
"""

from __future__ import annotations

from evalspec.compare.items import Item, Items
from evalspec.compare.statistics import Figure, mcnemar
from evalspec.core.errors import InputError
from evalspec.core.record import Record
from evalspec.core.verdict import Outcome


class Change(Record, frozen=True, omit_defaults=False):
    """One item on which the runs differ."""

    item: str
    """Its short name."""
    key: str
    text: str
    before: Outcome
    after: Outcome
    effect: str
    """`better`, `worse`, or `other` when it is neither."""


class Changes(Record, frozen=True, omit_defaults=False):
    """What changed from the first run to the second."""

    before: str
    after: str
    reference: str
    """Empty when better means satisfied."""
    n: int
    """Items that both runs hold."""
    only_before: int
    """Items that only the first run holds."""
    only_after: int
    better: int
    worse: int
    other: int
    mcnemar: Figure
    changes: tuple[Change, ...]

    def regressed(self, alpha: float) -> bool:
        """Tell whether more became worse than better, and not by chance at level alpha."""
        value = self.mcnemar.value
        return self.worse > self.better and value is not None and value <= alpha


def changes(items: Items, reference: str) -> Changes:
    """Compare the two runs of `items`. Raises `InputError` when there are not two."""
    runs = [voice for voice in items.methods if voice != reference]
    if len(runs) != 2:
        message = f"changes are between two runs, here are {len(runs)}"
        raise InputError.of("not-two-runs", message, hint=", ".join(runs))
    before, after = runs
    both = only_before = only_after = 0
    found: list[Change] = []
    for item in items.by_key.values():
        old, new = item.said(before, reference), item.said(after, reference)
        both += old is not None and new is not None
        only_before += old is not None and new is None
        only_after += new is not None and old is None
        if old is not None and new is not None and old is not new:
            effect = _effect(item, old, new, reference)
            short, key = item.key.short, str(item.key)
            found.append(Change(short, key, item.text, old, new, effect))
    counts = {e: sum(c.effect == e for c in found) for e in ("better", "worse", "other")}
    return Changes(
        before, after, reference, both, only_before, only_after, **counts,
        mcnemar=mcnemar(counts["worse"], counts["better"]), changes=tuple(found),
    )  # fmt: skip


def _effect(item: Item, old: Outcome, new: Outcome, reference: str) -> str:
    wanted = item.said(reference) if reference else Outcome.SATISFIED
    if wanted in (None, Outcome.UNDETERMINED) or wanted not in (old, new):
        return "other"
    return "better" if new is wanted else "worse"
