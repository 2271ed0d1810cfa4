"""Sets of numbers: unions of ranges with open or closed ends, of all numbers or whole ones."""

from __future__ import annotations

from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal

from evalspec.core.record import Record
from evalspec.language import ir


class Range(Record, frozen=True):
    """All numbers from `low` to `high`; None is no limit on that side."""

    low: Decimal | None = None
    high: Decimal | None = None
    above: bool = False
    """`low` itself is not in it."""
    below: bool = False
    """`high` itself is not in it."""

    @property
    def empty(self) -> bool:
        if self.low is None or self.high is None:
            return False
        return self.low > self.high or (self.low == self.high and (self.above or self.below))


Ranges = tuple[Range, ...]
"""A union; of nothing, no number."""

ALL: Ranges = (Range(),)


def compared(comparator: ir.Comparator, low: Decimal, high: Decimal) -> Ranges:
    """Return the numbers that compare so with a bound from `low` to `high`."""
    match comparator:
        case "<":
            return (Range(None, high, below=True),)
        case "<=":
            return (Range(None, high),)
        case "=":
            return (Range(low, high),)
        case "!=":
            return (Range(None, low, below=True), Range(high, None, above=True))
        case ">=":
            return (Range(low, None),)
        case ">":
            return (Range(low, None, above=True),)


def meet(one: Ranges, other: Ranges) -> Ranges:
    """Return what is in both."""
    met = (_both(a, b) for a in one for b in other)
    return tuple(found for found in met if not found.empty)


def _both(a: Range, b: Range) -> Range:
    low, above = _tighter(a.low, a.above, b.low, b.above, 1)
    high, below = _tighter(a.high, a.below, b.high, b.below, -1)
    return Range(low, high, above, below)


def _tighter(
    a: Decimal | None, a_open: bool, b: Decimal | None, b_open: bool, sign: int
) -> tuple[Decimal | None, bool]:
    """Return the end that leaves less; `sign` is 1 for lower ends."""
    if a is None or b is None:
        return (b, b_open) if a is None else (a, a_open)
    if a == b:
        return a, a_open or b_open
    return (a, a_open) if (a - b) * sign > 0 else (b, b_open)


def complement(ranges: Ranges) -> Ranges:
    """Return all other numbers."""
    rest = ALL
    for taken in ranges:
        outside: list[Range] = []
        if taken.low is not None:
            outside.append(Range(None, taken.low, below=not taken.above))
        if taken.high is not None:
            outside.append(Range(taken.high, None, above=not taken.below))
        rest = meet(rest, tuple(outside))
    return rest


def whole(ranges: Ranges) -> Ranges:
    """Shrink every range to the whole numbers at its ends."""
    tight = (Range(_up(given.low, given.above), _down(given.high, given.below)) for given in ranges)
    return tuple(found for found in tight if not found.empty)


def _up(low: Decimal | None, above: bool) -> Decimal | None:
    if low is None:
        return None
    up = low.to_integral_value(ROUND_CEILING)
    return up + 1 if above and up == low else up


def _down(high: Decimal | None, below: bool) -> Decimal | None:
    if high is None:
        return None
    down = high.to_integral_value(ROUND_FLOOR)
    return down - 1 if below and down == high else down


def inside(inner: Ranges, outer: Ranges, *, integer: bool) -> bool:
    """Tell whether every number of one set is in the other."""
    rest = meet(inner, complement(outer))
    return not (whole(rest) if integer else rest)
