"""Coefficients of agreement and a paired test, each with its source.

A figure that has no meaning (nothing was compared, one label only) has no value and says
why; it is never a NaN. Categories are any hashable values.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from math import comb
from typing import TypeVar

from evalspec.core.record import Record

NOTHING = "nothing to compare"
ONE_LABEL = "only one label was given"


class Figure(Record, frozen=True, omit_defaults=False):
    """A number, or why there is none."""

    value: float | None
    reason: str = ""
    """Why there is no value."""
    low: float | None = None
    """Lower end of the 95 % interval, when one was computed."""
    high: float | None = None


def share(part: float, whole: float, reason: str = NOTHING) -> Figure:
    """Return a share; of nothing there is none."""
    return Figure(part / whole) if whole else Figure(None, reason)


Category = TypeVar("Category", bound=Hashable)
Table = Mapping[tuple[Category, Category], int]
"""Category of one rater and of the other → number of items."""


def cohen_kappa(table: Table[Category]) -> Figure:
    """Return kappa of two raters.

    (po - pe) / (1 - pe) with pe from each rater's own shares: J. Cohen (1960), A coefficient
    of agreement for nominal scales, Educational and Psychological Measurement 20, 37-46.
    """
    n = sum(table.values())
    if not n:
        return Figure(None, NOTHING)
    first, second = _margins(table)
    chance = sum(first[c] * second[c] for c in first) / n**2
    return _beyond_chance(_observed(table, n), chance)


def gwet_ac1(table: Table[Category], categories: int = 2) -> Figure:
    """Return AC1 of two raters, which stays meaningful when one label is rare.

    pe = sum of pi (1 - pi) / (q - 1) with pi the mean share of a category: K. L. Gwet (2008),
    Computing inter-rater reliability and its variance in the presence of high agreement,
    British Journal of Mathematical and Statistical Psychology 61, 29-48, equation 6.
    """
    n = sum(table.values())
    if not n:
        return Figure(None, NOTHING)
    first, second = _margins(table)
    shares = [(first[c] + second[c]) / (2 * n) for c in {*first, *second}]
    chance = sum(p * (1 - p) for p in shares) / (categories - 1)
    return _beyond_chance(_observed(table, n), chance)


def fleiss_kappa(items: Iterable[Sequence[Hashable]]) -> Figure:
    """Return kappa of several raters; every item is rated by the same number of them, two or more.

    J. L. Fleiss (1971), Measuring nominal scale agreement among many raters, Psychological
    Bulletin 76, 378-382, equations 1 to 7.
    """
    total: Counter[Hashable] = Counter()
    agreed = 0.0
    n = ratings = 0
    for item in items:
        ratings = len(item)
        counts = Counter(item)
        total.update(counts)
        agreed += (sum(c * c for c in counts.values()) - ratings) / (ratings * (ratings - 1))
        n += 1
    if not n:
        return Figure(None, NOTHING)
    chance = sum((count / (n * ratings)) ** 2 for count in total.values())
    return _beyond_chance(agreed / n, chance)


def krippendorff_alpha(items: Iterable[Sequence[Hashable]]) -> Figure:
    """Return alpha of several raters for nominal categories; an item has the ratings there are.

    K. Krippendorff (2004), Content Analysis, 2nd edition, section 11.3: 1 - Do / De from the
    coincidences of pairs within items; items with fewer than two ratings have none.
    """
    total: Counter[Hashable] = Counter()
    differing = 0.0
    for item in items:
        counts = Counter(item)
        ratings = sum(counts.values())
        if ratings >= 2:
            total.update(counts)
            same = sum(c * (c - 1) for c in counts.values())
            differing += (ratings * (ratings - 1) - same) / (ratings - 1)
    n = sum(total.values())
    if not n:
        return Figure(None, NOTHING)
    expected = n * n - sum(c * c for c in total.values())
    return Figure(1 - (n - 1) * differing / expected) if expected else Figure(None, ONE_LABEL)


def mcnemar(only_first: int, only_second: int) -> Figure:
    """Return the exact two-sided p-value that two methods are right equally often.

    `only_first` items only the first got right. Q. McNemar (1947), Note on the sampling error
    of the difference between correlated proportions, Psychometrika 12, 153-157, with the
    binomial distribution in place of its normal approximation.
    """
    n = only_first + only_second
    if not n:
        return Figure(None, "they never differ in being right")
    tail = sum(comb(n, k) for k in range(min(only_first, only_second) + 1))
    return Figure(min(1.0, 2 * tail / 2**n))


def _margins(table: Table[Category]) -> tuple[Counter[Category], Counter[Category]]:
    first: Counter[Category] = Counter()
    second: Counter[Category] = Counter()
    for (one, other), count in table.items():
        first[one] += count
        second[other] += count
    return first, second


def _observed(table: Table[Category], n: int) -> float:
    return sum(count for (one, other), count in table.items() if one == other) / n


def _beyond_chance(observed: float, chance: float) -> Figure:
    if chance >= 1 - 1e-15:
        return Figure(None, ONE_LABEL)
    return Figure((observed - chance) / (1 - chance))
