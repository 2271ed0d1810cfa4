"""Products of dimensions: what `speed * time` is, and the factor to its base unit.

A dimension is a text such as `mass` or `length*time^-1`. Counted things
(`count:rep`), fractions and bare numbers have no dimension of their own.
"""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache

from evalspec.core.quantity import EXACT, ONE, Interval

Powers = tuple[tuple[str, int], ...]

NAMED: dict[str, tuple[Powers, Decimal, Decimal]] = {
    "speed": ((("length", 1), ("time", -1)), Decimal(1000), Decimal(60)),
    "pace": ((("length", -1), ("time", 1)), ONE, Decimal(1000)),
    "area": ((("length", 2),), ONE, ONE),
    "volume": ((("length", 3),), ONE, Decimal(1000000)),
}
"""Named dimensions as powers of others; a base unit of it is numerator / denominator of theirs."""

_BARE = ("one", "fraction", "")


def is_count(dimension: str) -> bool:
    """Tell whether amounts of this dimension are counted things."""
    return dimension.startswith("count:") and "*" not in dimension


@lru_cache(maxsize=512)
def expand(dimension: str) -> tuple[Powers, Decimal, Decimal]:
    """Return powers of primitive dimensions, with numerator and denominator of the factor."""
    powers: dict[str, int] = {}
    above = below = ONE
    for part in dimension.split("*"):
        name, _, exponent = part.partition("^")
        power = int(exponent or 1)
        if name in _BARE or name.startswith("count:"):
            continue
        inner, up, down = NAMED.get(name, (((name, 1),), ONE, ONE))
        for primitive, times in inner:
            powers[primitive] = powers.get(primitive, 0) + times * power
        if power < 0:
            up, down = down, up
        for _ in range(abs(power)):
            above, below = EXACT.multiply(above, up), EXACT.multiply(below, down)
    return tuple(sorted((n, p) for n, p in powers.items() if p)), above, below


@lru_cache(maxsize=512)
def combine(left: str, right: str, sign: int) -> str:
    """Return the dimension of a product (`sign` 1) or a quotient (-1)."""
    if sign > 0 and left in _BARE:
        return right or "one"
    if right in _BARE:
        return left or "one"
    if sign < 0 and left == right:
        return "one"
    parts = {} if left in _BARE else _parts(left)
    for name, power in _parts(right).items():
        parts[name] = parts.get(name, 0) + sign * power
    kept = [name if p == 1 else f"{name}^{p}" for name, p in sorted(parts.items()) if p]
    return "*".join(kept) or "one"


def _parts(dimension: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for part in dimension.split("*"):
        name, _, exponent = part.partition("^")
        found[name] = found.get(name, 0) + int(exponent or 1)
    return found


@lru_cache(maxsize=1024)
def comparable(left: str, right: str) -> bool:
    """Tell whether amounts of both dimensions may be compared or added."""
    if left == right:
        return True
    if left.startswith("currency") and right.startswith("currency"):
        return left == "currency" or right == "currency"
    if is_count(left) and is_count(right):
        return False
    return expand(left)[0] == expand(right)[0]


def convert(value: Interval, source: str, target: str) -> Interval:
    """Express base units of `source` in base units of a comparable `target`."""
    if source == target:
        return value
    _, up, down = expand(source)
    _, target_up, target_down = expand(target)
    factor = EXACT.divide(EXACT.multiply(up, target_down), EXACT.multiply(down, target_up))
    return value if factor == ONE else value.scaled(factor)
