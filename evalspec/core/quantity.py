"""Exact amounts: intervals of decimals, with units.

Intervals are computed with, never enumerated: "10-12 reps" is [10, 12], a missing
non-negative amount is [0, inf). Every operation returns the tightest interval that
holds all values (interval arithmetic, Moore 1966).
"""

from __future__ import annotations

from collections.abc import Iterable
from decimal import ROUND_HALF_EVEN, Context, Decimal, InvalidOperation
from functools import reduce

from evalspec.core.record import Record

EXACT = Context(prec=34, rounding=ROUND_HALF_EVEN, Emax=9999, Emin=-9999)
ZERO = Decimal(0)
ONE = Decimal(1)


class Interval(Record, frozen=True, array_like=True):
    """All values from `low` to `high`; None means unbounded on that side."""

    low: Decimal | None
    """Least value, or None for no lower limit."""
    high: Decimal | None
    """Greatest value, or None for no upper limit."""

    @property
    def exact(self) -> bool:
        """Tell whether this is a single number."""
        return self.low is not None and self.low == self.high

    def __add__(self, other: Interval) -> Interval:
        """Add two intervals."""
        low = _plus(self.low, other.low)
        if self.low is self.high and other.low is other.high:
            return Interval(low, low)
        return Interval(low, _plus(self.high, other.high))

    def __neg__(self) -> Interval:
        """Mirror at zero."""
        return Interval(
            None if self.high is None else -self.high, None if self.low is None else -self.low
        )

    def __sub__(self, other: Interval) -> Interval:
        """Subtract two intervals."""
        return self + -other

    def __mul__(self, other: Interval) -> Interval:
        """Multiply two intervals."""
        if self.low is self.high and other.low is other.high and self.low and other.low:
            return exactly(EXACT.multiply(self.low, other.low))
        corners = [_times(a, b) for a in self._ends() for b in other._ends()]
        return Interval(_least(corners), _greatest(corners))

    def __truediv__(self, other: Interval) -> Interval | None:
        """Divide; None when the divisor may be zero."""
        if (other.low is None or other.low <= 0) and (other.high is None or other.high >= 0):
            return None
        low = None if other.high is None else EXACT.divide(ONE, other.high)
        high = None if other.low is None else EXACT.divide(ONE, other.low)
        if other.high is None:
            low = ZERO
        if other.low is None:
            high = ZERO
        return self * Interval(low, high)

    def scaled(self, factor: Decimal, offset: Decimal = ZERO) -> Interval:
        """Return `value * factor + offset` for a positive factor."""
        low, high = self.low, self.high
        least = None if low is None else EXACT.add(EXACT.multiply(low, factor), offset)
        if high is None or high is low:
            return Interval(least, None if high is None else least)
        return Interval(least, EXACT.add(EXACT.multiply(high, factor), offset))

    def hull(self, other: Interval) -> Interval:
        """Return the smallest interval that holds both."""
        low = None if self.low is None or other.low is None else min(self.low, other.low)
        high = None if self.high is None or other.high is None else max(self.high, other.high)
        return Interval(low, high)

    def widened(self, share: Decimal) -> Interval:
        """Return the interval with room to both sides, by a share of each end."""
        low = (
            None
            if self.low is None
            else EXACT.subtract(self.low, EXACT.multiply(abs(self.low), share))
        )
        high = (
            None
            if self.high is None
            else EXACT.add(self.high, EXACT.multiply(abs(self.high), share))
        )
        return Interval(low, high)

    def _ends(self) -> tuple[_End, _End]:
        return (
            (-1, ZERO) if self.low is None else (0, self.low),
            (1, ZERO) if self.high is None else (0, self.high),
        )

    def text(self) -> str:
        """Write exactly: `12`, `[10, 12]`, `[0, inf)`."""
        if self.exact and self.low is not None:
            return plain(self.low)
        low = "(-inf" if self.low is None else f"[{plain(self.low)}"
        high = "inf)" if self.high is None else f"{plain(self.high)}]"
        return f"{low}, {high}"


_End = tuple[int, Decimal]
"""Sign of infinity (0 when finite) and the finite value."""


def _plus(a: Decimal | None, b: Decimal | None) -> Decimal | None:
    return None if a is None or b is None else EXACT.add(a, b)


def _times(a: _End, b: _End) -> _End:
    if (a[0] == 0 and a[1] == 0) or (b[0] == 0 and b[1] == 0):
        return (0, ZERO)
    if a[0] == 0 and b[0] == 0:
        return (0, EXACT.multiply(a[1], b[1]))
    sign = (a[0] or (1 if a[1] > 0 else -1)) * (b[0] or (1 if b[1] > 0 else -1))
    return (sign, ZERO)


def _least(corners: list[_End]) -> Decimal | None:
    return None if any(c[0] < 0 for c in corners) else min(c[1] for c in corners if c[0] == 0)


def _greatest(corners: list[_End]) -> Decimal | None:
    return None if any(c[0] > 0 for c in corners) else max(c[1] for c in corners if c[0] == 0)


def hull(intervals: Iterable[Interval]) -> Interval:
    """Return the smallest interval that holds all of some; there must be one."""
    return reduce(Interval.hull, intervals)


def exactly(value: Decimal | int | str) -> Interval:
    """Return the interval that holds one number."""
    number = value if isinstance(value, Decimal) else Decimal(value)
    return Interval(number, number)


UNKNOWN_AMOUNT = Interval(ZERO, None)
"""A non-negative amount that is not written."""


def plain(value: Decimal) -> str:
    """Write a decimal without exponent or trailing zeros: `1234.5`."""
    if value == value.to_integral_value():
        return (
            format(value.quantize(ONE, context=EXACT), "f") if abs(value) < 10**30 else str(value)
        )
    try:
        return format(value.normalize(EXACT), "f")
    except InvalidOperation:
        return str(value)


def compare(left: Interval, comparator: str, right: Interval) -> bool | None:
    """Compare two intervals: True or False when every pair of values agrees, else None.

    `comparator` is one of `<  <=  =  !=  >=  >`.
    """
    match comparator:
        case "<=":
            return _decide(_le(left.high, right.low), _lt(right.high, left.low))
        case "<":
            return _decide(_lt(left.high, right.low), _le(right.high, left.low))
        case ">=":
            return compare(right, "<=", left)
        case ">":
            return compare(right, "<", left)
        case "=":
            same = left.exact and right.exact and left.low == right.low
            return _decide(same, _lt(left.high, right.low) or _lt(right.high, left.low))
        case "!=":
            equal = compare(left, "=", right)
            return None if equal is None else not equal
    raise ValueError(f"unknown comparator {comparator!r}")


def _decide(yes: bool, no: bool) -> bool | None:
    return True if yes else False if no else None


def _le(a: Decimal | None, b: Decimal | None) -> bool:
    return a is not None and b is not None and a <= b


def _lt(a: Decimal | None, b: Decimal | None) -> bool:
    return a is not None and b is not None and a < b


class Unit(Record, frozen=True):
    """A unit as it may be written, resolved to its dimension.

    `value in base = value * factor + offset`, where base units are g, m, min, kcal,
    degC, %, one, and each currency itself.
    """

    name: str
    """Canonical spelling, used in output: `kg`, `min`, `kcal`, `USD`, `reps`."""
    dimension: str
    """`mass`, `length`, `time`, `energy`, `volume`, `speed`, `temperature`, `area`, `pace`,
    `currency:USD`, `count:reps`, `fraction`, or `one`. A product is written `length*time^-1`."""
    factor: Decimal = ONE
    """Multiply by this to get base units."""
    offset: Decimal = ZERO
    """Then add this (temperatures only)."""


UNITLESS = Unit("", "one")


class Quantity(Record, frozen=True):
    """An amount with its unit, as written."""

    value: Interval
    """In `unit`."""
    unit: Unit
    """The unit as written."""

    def base(self) -> Interval:
        """Return the value in base units of its dimension."""
        return self.value.scaled(self.unit.factor, self.unit.offset)
