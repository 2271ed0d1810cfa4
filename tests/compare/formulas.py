"""The coefficients once more, written from the papers and from nothing else."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Sequence
from itertools import permutations
from math import comb

Table = dict[tuple[bool, bool], int]


def kappa(table: Table) -> float:
    """Cohen 1960: observed agreement beyond that of independent raters."""
    n = sum(table.values())
    chance = sum(
        sum(c for (one, _), c in table.items() if one == name)
        * sum(c for (_, other), c in table.items() if other == name)
        for name in (True, False)
    )
    return _beyond(_same(table) / n, chance / n**2)


def ac1(table: Table) -> float:
    """Gwet 2008 for two categories: chance is 2 pi (1 - pi)."""
    n = sum(table.values())
    share = sum(c * (one + other) for (one, other), c in table.items()) / (2 * n)
    return _beyond(_same(table) / n, 2 * share * (1 - share))


def fleiss(items: Sequence[Sequence[Hashable]]) -> float:
    """Fleiss 1971: share of agreeing pairs of raters, item by item."""
    raters = len(items[0])
    pairs = [sum(a == b for a, b in permutations(item, 2)) for item in items]
    observed = sum(pairs) / (len(items) * raters * (raters - 1))
    total = Counter(rating for item in items for rating in item)
    chance = sum((count / (len(items) * raters)) ** 2 for count in total.values())
    return _beyond(observed, chance)


def alpha(items: Sequence[Sequence[Hashable]]) -> float:
    """Krippendorff 2004: coincidence matrix of pairable values, nominal metric."""
    matrix: dict[tuple[Hashable, Hashable], float] = defaultdict(float)
    for item in items:
        for a, b in permutations(item, 2):
            matrix[a, b] += 1 / (len(item) - 1)
    margins: dict[Hashable, float] = defaultdict(float)
    for (a, _), weight in matrix.items():
        margins[a] += weight
    n = sum(margins.values())
    observed = sum(weight for (a, b), weight in matrix.items() if a != b)
    expected = sum(margins[a] * margins[b] for a, b in permutations(margins, 2))
    return 1 - (n - 1) * observed / expected


def binomial(only_first: int, only_second: int) -> float:
    """McNemar's test by counting: twice the smaller tail of fair coins."""
    n = only_first + only_second
    tail = sum(comb(n, k) for k in range(min(only_first, only_second) + 1))
    likely: float = 2 * tail * 0.5**n
    return min(1.0, likely)


def _same(table: Table) -> int:
    return table.get((True, True), 0) + table.get((False, False), 0)


def _beyond(observed: float, chance: float) -> float:
    return (observed - chance) / (1 - chance)
