"""Intervals by resampling responses: verdicts on one response are not independent.

Percentile intervals of whole clusters drawn with replacement: A. C. Davison and D. V. Hinkley
(1997), Bootstrap Methods and their Application, sections 3.8 and 5.3.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, TypeVar

from evalspec.compare.libraries import library
from evalspec.compare.statistics import Figure
from evalspec.core.lookup import grouped
from evalspec.core.record import Record
from evalspec.core.verdict import Outcome

Cell = tuple[bool, Outcome]
"""Whether the reference is `satisfied`, and what a voice says."""
Cells = Mapping[Cell, int]
"""Number of items in every cell, of one cluster or of all."""
C = TypeVar("C", bound=Any)
"""A cell of whatever is counted; cells can be sorted."""


FEWEST = 10
"""Responses that an interval needs; resampling fewer says little."""


class Plan(Record, frozen=True):
    """How intervals are made."""

    resamples: int = 1000
    """0 for no intervals."""
    seed: int = 0
    level: float = 0.95


NO_INTERVALS = Plan(resamples=0)


def with_intervals(
    clusters: Collection[Mapping[C, int]],
    figures: Callable[[Mapping[C, int]], dict[str, Figure]],
    plan: Plan,
) -> tuple[Counter[C], dict[str, Figure]]:
    """Return the cells of all clusters together, and every figure of them with its interval."""
    total: Counter[C] = Counter()
    for cells in clusters:
        total.update(cells)
    ends = intervals(clusters, figures, plan)
    return total, {name: one.within(ends.get(name)) for name, one in figures(total).items()}


def intervals(
    clusters: Iterable[Mapping[C, int]],
    figures: Callable[[Mapping[C, int]], dict[str, Figure]],
    plan: Plan,
) -> dict[str, tuple[float, float]]:
    """Return for every figure its interval.

    There is none of few clusters, and none where half of the resamples have no value.
    """
    kinds = Counter(frozenset(cells.items()) for cells in clusters)
    if plan.resamples < 2 or kinds.total() < FEWEST:
        return {}
    found = grouped(
        (name, figure.value)
        for cells in _resamples(kinds, plan)
        for name, figure in figures(cells).items()
        if figure.value is not None
    )
    percentile = library("numpy").percentile
    tail = 50 * (1 - plan.level)
    return {
        name: (float(percentile(values, tail)), float(percentile(values, 100 - tail)))
        for name, values in found.items()
        if len(values) > plan.resamples / 2
    }


def _resamples(kinds: Counter[frozenset[tuple[C, int]]], plan: Plan) -> Iterator[Mapping[C, int]]:
    """Draw as many clusters as there are; alike ones are drawn together."""
    numpy = library("numpy")
    names = sorted({cell for kind in kinds for cell, _ in kind})
    alike = sorted(kinds, key=sorted)
    members = numpy.array([[dict(kind).get(name, 0) for name in names] for kind in alike])
    number = kinds.total()
    shares = numpy.array([kinds[kind] for kind in alike]) / number
    drawn = numpy.random.default_rng(plan.seed).multinomial(number, shares, size=plan.resamples)
    for row in (drawn @ members).tolist():
        yield dict(zip(names, row, strict=True))


def mean_interval(values: Iterable[float], plan: Plan) -> tuple[float, float] | None:
    """Return the interval of the mean of independent values; None of few of them."""
    alike = Counter(values)
    number = alike.total()
    if plan.resamples < 2 or number < FEWEST:
        return None
    numpy = library("numpy")
    kinds = sorted(alike)
    shares = numpy.array([alike[value] for value in kinds]) / number
    drawn = numpy.random.default_rng(plan.seed).multinomial(number, shares, size=plan.resamples)
    tail = 50 * (1 - plan.level)
    low, high = numpy.percentile(drawn @ numpy.array(kinds) / number, [tail, 100 - tail])
    return float(low), float(high)
