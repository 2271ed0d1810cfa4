"""Intervals by resampling responses: verdicts on one response are not independent.

Percentile intervals of whole clusters drawn with replacement: A. C. Davison and D. V. Hinkley
(1997), Bootstrap Methods and their Application, sections 3.8 and 5.3.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from itertools import accumulate
from random import Random

from evalspec.core.record import Record

Cells = Counter[Hashable]
"""Category → number of items, of one cluster or of all."""


class Plan(Record, frozen=True):
    """How intervals are made."""

    resamples: int = 1000
    """0 for no intervals."""
    seed: int = 0
    level: float = 0.95


def intervals(
    clusters: Iterable[Cells], figures: Callable[[Cells], dict[str, float | None]], plan: Plan
) -> dict[str, tuple[float, float]]:
    """Return for every figure its interval; none where half of the resamples have no value."""
    kinds = Counter(tuple(sorted(cells.items(), key=repr)) for cells in clusters)
    if plan.resamples < 2 or sum(kinds.values()) < 2:
        return {}
    found: dict[str, list[float]] = {}
    for cells in _resamples(kinds, plan):
        for name, value in figures(cells).items():
            if value is not None:
                found.setdefault(name, []).append(value)
    return {
        name: _interval(sorted(values), plan.level)
        for name, values in found.items()
        if len(values) > plan.resamples / 2
    }


def _resamples(kinds: Counter[tuple[tuple[Hashable, int], ...]], plan: Plan) -> Iterable[Cells]:
    """Draw as many clusters as there are, alike ones counted together."""
    rng = Random(plan.seed)  # noqa: S311
    members = list(kinds)
    weights = list(accumulate(kinds.values()))
    numbers = range(len(members))
    for _ in range(plan.resamples):
        cells: Cells = Counter()
        drawn = Counter(rng.choices(numbers, cum_weights=weights, k=weights[-1]))
        for number, times in drawn.items():
            for category, count in members[number]:
                cells[category] += count * times
        yield cells


def _interval(values: list[float], level: float) -> tuple[float, float]:
    tail = (1 - level) / 2
    return _quantile(values, tail), _quantile(values, 1 - tail)


def _quantile(values: list[float], share: float) -> float:
    place = share * (len(values) - 1)
    low = int(place)
    high = min(low + 1, len(values) - 1)
    return values[low] + (values[high] - values[low]) * (place - low)
