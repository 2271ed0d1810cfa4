"""Two runs of the same constraints, one after the other: what became better and worse.

With a reference, better means right where it was not; without one, satisfied where it was not.
"""

from __future__ import annotations

from evalspec.compare.items import Item, Items
from evalspec.compare.statistics import Figure, mcnemar
from evalspec.core.record import Record
from evalspec.core.verdict import Outcome


class Changes(Record, frozen=True, omit_defaults=False):
    """What changed from the first run to the second."""

    before: str
    after: str
    n: int
    """Items that both runs hold."""
    only_before: int
    """Items that only the first run holds."""
    only_after: int
    better: tuple[str, ...]
    worse: tuple[str, ...]
    otherwise: int
    """Verdicts that changed and are neither better nor worse."""
    mcnemar: Figure

    def regressed(self, alpha: float) -> bool:
        """Tell whether more became worse than better, and not by chance at level alpha."""
        value = self.mcnemar.value
        worse = len(self.worse) > len(self.better)
        return worse and value is not None and value <= alpha


def changes(items: Items, before: str, after: str, reference: str) -> Changes:
    """Compare two runs item by item."""
    both = only_before = only_after = otherwise = 0
    better: list[str] = []
    worse: list[str] = []
    for item in items.by_key.values():
        old, new = item.said(before, reference), item.said(after, reference)
        if old is None or new is None:
            only_before += old is not None
            only_after += new is not None
            continue
        both += 1
        was, now = _good(item, old, reference), _good(item, new, reference)
        if was == now:
            otherwise += old is not new
        else:
            (better if now else worse).append(str(item.key))
    return Changes(
        before, after, both, only_before, only_after, tuple(better), tuple(worse), otherwise,
        mcnemar(len(worse), len(better)),
    )  # fmt: skip


def _good(item: Item, outcome: Outcome, reference: str) -> bool:
    wanted = item.said(reference) if reference else Outcome.SATISFIED
    return outcome is wanted and outcome is not Outcome.UNDETERMINED
