"""Agreement of verdicts with labels.

`undetermined` is never right: it counts against accuracy, and for F1 it is a miss of
its true label (a false negative of that class, a false positive of none).
"""

from __future__ import annotations

from collections.abc import Iterable

from evalspec.core.record import Record
from evalspec.core.verdict import Outcome

Pair = tuple[bool, Outcome]
"""Label and outcome."""

_COLUMNS = (Outcome.SATISFIED, Outcome.UNSATISFIED, Outcome.UNDETERMINED)


class Agreement(Record, frozen=True):
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


def agreement(pairs: Iterable[tuple[str, bool, Outcome]]) -> Agreement:
    """Summarise (group, label, outcome) triples, with a block for every named group."""
    everything: list[Pair] = []
    by_group: dict[str, list[Pair]] = {}
    for group, label, outcome in pairs:
        everything.append((label, outcome))
        if group:
            by_group.setdefault(group, []).append((label, outcome))
    groups = {name: _summary(members, {}) for name, members in sorted(by_group.items())}
    return _summary(everything, groups)


def _summary(pairs: list[Pair], groups: dict[str, Agreement]) -> Agreement:
    confusion = {
        Outcome.of(label).value: {
            outcome.value: sum(pair == (label, outcome) for pair in pairs) for outcome in _COLUMNS
        }
        for label in (True, False)
    }
    n = len(pairs)
    right = sum(outcome is Outcome.of(label) for label, outcome in pairs)
    decided = sum(outcome is not Outcome.UNDETERMINED for _, outcome in pairs)
    return Agreement(
        n=n,
        accuracy=_ratio(right, n),
        f1_satisfied=_f1(pairs, True),
        f1_unsatisfied=_f1(pairs, False),
        coverage=_ratio(decided, n),
        accuracy_decided=_ratio(right, decided),
        confusion=confusion,
        groups=groups,
    )


def _f1(pairs: list[Pair], label: bool) -> float | None:
    outcome = Outcome.of(label)
    hits = sum(pair == (label, outcome) for pair in pairs)
    actual = sum(truth is label for truth, _ in pairs)
    predicted = sum(given is outcome for _, given in pairs)
    return _ratio(2 * hits, actual + predicted)


def _ratio(part: int, whole: int) -> float | None:
    return part / whole if whole else None
