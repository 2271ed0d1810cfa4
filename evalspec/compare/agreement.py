"""Agreement of verdicts with labels.

`undetermined` is never right: it counts against accuracy, and for F1 it is a miss of
its true label (a false negative of that class, a false positive of none).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from evalspec.core.record import Record
from evalspec.core.verdict import Outcome

Pair = tuple[bool, Outcome]
"""Label and outcome."""

COLUMNS = (Outcome.SATISFIED, Outcome.UNSATISFIED, Outcome.UNDETERMINED)


class Agreement(Record, frozen=True, omit_defaults=False):
    """How far outcomes agree with labels; None where a figure has no meaning."""

    n: int
    accuracy: float | None
    """Share of right verdicts among all."""
    f1_satisfied: float | None
    f1_unsatisfied: float | None
    coverage: float | None
    """Share of decided verdicts."""
    accuracy_decided: float | None
    """Share of right verdicts among the decided."""
    confusion: dict[str, dict[str, int]]
    """Label → outcome → number."""
    groups: dict[str, Agreement] = {}


class Tally:
    """Counts labels against outcomes as they come, in all and by group."""

    def __init__(self) -> None:
        self.all: Counter[Pair] = Counter()
        self.groups: dict[str, Counter[Pair]] = {}

    def add(self, group: str, label: bool, outcome: Outcome) -> None:
        """Count one; an empty group is only counted in all."""
        self.all[label, outcome] += 1
        if group:
            self.groups.setdefault(group, Counter())[label, outcome] += 1

    def agreement(self) -> Agreement:
        groups = {name: summary(found, {}) for name, found in sorted(self.groups.items())}
        return summary(self.all, groups)


def summary(counts: Mapping[Pair, int], groups: dict[str, Agreement]) -> Agreement:
    """Return the figures of a table of counts."""
    table = {label: {o: counts.get((label, o), 0) for o in COLUMNS} for label in (True, False)}
    n = sum(counts.values())
    right = table[True][Outcome.SATISFIED] + table[False][Outcome.UNSATISFIED]
    decided = n - sum(row[Outcome.UNDETERMINED] for row in table.values())
    return Agreement(
        n=n,
        accuracy=ratio(right, n),
        f1_satisfied=f1(counts, True),
        f1_unsatisfied=f1(counts, False),
        coverage=ratio(decided, n),
        accuracy_decided=ratio(right, decided),
        confusion={
            Outcome.of(label).value: {outcome.value: count for outcome, count in row.items()}
            for label, row in table.items()
        },
        groups=groups,
    )


def f1(counts: Mapping[Pair, int], label: bool) -> float | None:
    """Return 2 TP / (2 TP + FP + FN) of a label (van Rijsbergen 1979, chapter 7)."""
    outcome = Outcome.of(label)
    actual = sum(counts.get((label, other), 0) for other in COLUMNS)
    predicted = sum(counts.get((truth, outcome), 0) for truth in (True, False))
    return ratio(2 * counts.get((label, outcome), 0), actual + predicted)


def ratio(part: float, whole: float) -> float | None:
    """Return a share; None of nothing."""
    return part / whole if whole else None
