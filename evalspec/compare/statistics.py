"""Coefficients of agreement and a paired test, each with its source.

A figure that has no meaning (nothing was compared, one label only) has no value and says
why; it is never a NaN. Categories are any hashable values. The coefficients that a
well-kept library computes come from it (extra `compare`). AC1 is computed here, since the
library that has it rounds to five digits, and so is alpha: the library for it is under a
licence that would become that of what people build.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

from evalspec.compare.libraries import library
from evalspec.core.record import Record

NOTHING = "nothing to compare"
ONE_LABEL = "only one label was given"


class Figure(Record, frozen=True, omit_defaults=False):
    """A number, or why there is none."""

    value: float | None
    reason: str = ""
    """Why there is no value."""
    low: float | None = None
    """Lower end of the interval, when one was computed."""
    high: float | None = None

    def within(self, ends: tuple[float, float] | None) -> Figure:
        """Return the figure with its interval, where it has a value and one was computed."""
        return self if self.value is None or ends is None else Figure(self.value, "", *ends)


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
    if len({name for pair, count in table.items() if count for name in pair}) < 2:
        return Figure(None, ONE_LABEL if n else NOTHING)
    first, second = Counter[Category](), Counter[Category]()
    for (one, other), count in table.items():
        first[one] += count
        second[other] += count
    observed = sum(count for (one, other), count in table.items() if one == other) / n
    chance = sum(count * second[name] for name, count in first.items()) / n**2
    return Figure((observed - chance) / (1 - chance))


def wilson(part: int, whole: int) -> Figure:
    """Return a share with its score interval of 95 %.

    E. B. Wilson (1927), Probable inference, the law of succession, and statistical inference,
    Journal of the American Statistical Association 22, 209-212.
    """
    if not whole:
        return Figure(None, NOTHING)
    share, z = part / whole, 1.959964
    middle = share + z * z / (2 * whole)
    width = z * math.sqrt(share * (1 - share) / whole + (z / (2 * whole)) ** 2)
    scale = 1 + z * z / whole
    return Figure(
        share, low=max(0.0, (middle - width) / scale), high=min(1.0, (middle + width) / scale)
    )


def gwet_ac1(table: Table[Category], categories: int = 2) -> Figure:
    """Return AC1 of two raters, which stays meaningful when one label is rare.

    pe = sum of pi (1 - pi) / (q - 1) with pi the mean share of a category: K. L. Gwet (2008),
    Computing inter-rater reliability and its variance in the presence of high agreement,
    British Journal of Mathematical and Statistical Psychology 61, 29-48, equation 6.
    """
    n = sum(table.values())
    if not n:
        return Figure(None, NOTHING)
    given: Counter[Category] = Counter()
    for (one, other), count in table.items():
        given[one] += count
        given[other] += count
    shares = [count / (2 * n) for count in given.values()]
    chance = sum(p * (1 - p) for p in shares) / (categories - 1)
    observed = sum(count for (one, other), count in table.items() if one == other) / n
    return Figure((observed - chance) / (1 - chance))


def fleiss_kappa(items: Iterable[Sequence[Hashable]]) -> Figure:
    """Return kappa of several raters; every item is rated by the same number of them, two or more.

    J. L. Fleiss (1971), Measuring nominal scale agreement among many raters, Psychological
    Bulletin 76, 378-382, equations 1 to 7.
    """
    table = _counts(items)
    if not table or len(table[0]) < 2:
        return Figure(None, ONE_LABEL if table else NOTHING)
    return Figure(float(library("statsmodels.stats.inter_rater").fleiss_kappa(table)))


def krippendorff_alpha(items: Iterable[Sequence[Hashable]]) -> Figure:
    """Return alpha of several raters for nominal categories; an item has the ratings there are.

    K. Krippendorff (2004), Content Analysis, 2nd edition, section 11.3: 1 - Do / De from the
    coincidences of pairs within items; items with fewer than two ratings have none.
    """
    table = _counts(item for item in items if len(item) > 1)
    if not table or len(table[0]) < 2:
        return Figure(None, ONE_LABEL if table else NOTHING)
    totals = [sum(counts) for counts in zip(*table, strict=True)]
    n = sum(totals)
    differing = sum(_pairs_apart(counts) / (sum(counts) - 1) for counts in table)
    return Figure(1 - (n - 1) * differing / _pairs_apart(totals))


def _pairs_apart(counts: Sequence[int]) -> int:
    """Return how many ordered pairs of ratings are of different categories."""
    return sum(counts) ** 2 - sum(count**2 for count in counts)


def mcnemar(only_first: int, only_second: int) -> Figure:
    """Return the exact two-sided p-value that two methods are right equally often.

    `only_first` items only the first got right. Q. McNemar (1947), Note on the sampling error
    of the difference between correlated proportions, Psychometrika 12, 153-157, with the
    binomial distribution in place of its normal approximation.
    """
    n = only_first + only_second
    if not n:
        return Figure(None, "they never differ in being right")
    return Figure(float(library("scipy.stats").binomtest(only_first, n).pvalue))


def _counts(items: Iterable[Sequence[Hashable]]) -> list[list[int]]:
    """Return items × categories → number of ratings."""
    found = [Counter(item) for item in items]
    names = list(dict.fromkeys(name for counts in found for name in counts))
    return [[counts[name] for name in names] for counts in found]
