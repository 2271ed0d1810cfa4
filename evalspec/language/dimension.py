"""Dimensions of products and quotients, checked with pint at compile time.

Our own dimensions (food energy in kcal, counts of sets or pages, currencies) are
declared to pint as base units, so `sets * reps * weight` is a mass and
`speed * time` a length.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

from evalspec.core.quantity import EXACT, Unit

if TYPE_CHECKING:
    import pint

UNKNOWN = "?"
"""Dimension of a quoted measure: the response decides."""
ONE = "one"

_PHYSICAL = {
    "mass": "[mass]",
    "length": "[length]",
    "time": "[time]",
    "volume": "[length] ** 3",
    "area": "[length] ** 2",
    "speed": "[length] / [time]",
    "pace": "[time] / [length]",
}
_PURE = ("one", "fraction")


@cache
def _registry() -> pint.UnitRegistry[Any]:
    import pint

    registry: pint.UnitRegistry[Any] = pint.UnitRegistry(None)
    for base in ("mass", "length", "time"):
        registry.define(f"{base}_unit = [{base}]")
    return registry


def _container(dimension: str) -> Any:
    """Return pint's dimensionality of one of our dimensions; counts are pure numbers."""
    registry = _registry()
    if dimension in _PURE or dimension.startswith("count:"):
        return registry.get_dimensionality({})
    if dimension in _PHYSICAL:
        return registry.get_dimensionality(_units(_PHYSICAL[dimension]))
    total: Any = registry.get_dimensionality({})
    for factor in dimension.split("*"):
        base, _, power = factor.partition("^")
        if base in _PHYSICAL:
            part = registry.get_dimensionality(_units(_PHYSICAL[base]))
        elif base in _PURE or base.startswith("count:"):
            part = registry.get_dimensionality({})
        else:
            unit = re.sub(r"\W", "_", base)
            if unit not in registry:
                registry.define(f"{unit} = [{unit}]")
            part = registry.get_dimensionality({unit: 1})
        total = total * part ** int(power or 1)
    return total


def _units(dimensionality: str) -> dict[str, Any]:
    units: dict[str, Any] = {}
    for sign, base, power in re.findall(r"(/ )?\[(\w+)\](?: \*\* (\d))?", dimensionality):
        units[f"{base}_unit"] = (-1 if sign else 1) * int(power or 1)
    return units


@cache
def combine(left: str, operator: str, right: str) -> str:
    """Return the dimension of `left * right` or `left / right` by name.

    Unknown dimensions give `?`. A named dimension is preferred: `length*time^-1` is `speed`.
    """
    if UNKNOWN in (left, right):
        return UNKNOWN
    power = 1 if operator == "*" else -1
    return _name(_container(left) * _container(right) ** power, left, right)


def ratio(name: str, above: Unit, below: Unit) -> Unit | None:
    """Return the unit `g/kcal` of two units; units of speed and the like have names of their own."""
    dimension = combine(above.dimension, "/", below.dimension)
    if dimension in _PHYSICAL or dimension == ONE or above.offset or below.offset:
        return None
    return Unit(name, dimension, EXACT.divide(above.factor, below.factor))


def _name(container: Any, left: str, right: str) -> str:
    if not container:
        return ONE
    for name in (left, right, "energy", *_PHYSICAL):
        if name not in _PURE and _container(name) == container:
            return name
    parts = []
    for base, power in sorted(container.items()):
        name = base.strip("[]").removesuffix("_unit").replace("currency_", "currency:")
        parts.append(name if power == 1 else f"{name}^{int(power)}")
    return "*".join(parts)


def agree(left: str, right: str) -> bool:
    """Tell whether two dimensions may be compared or added."""
    if left == right or UNKNOWN in (left, right):
        return True
    if _money(left) and _money(right):
        return left == right or "currency" in (left, right)
    if "currency" in left and "currency" in right:  # one of them names no currency: EUR/h
        bare = [re.sub(r"currency:\w+", "currency", side) for side in (left, right)]
        return bare[0] == bare[1] and (left in bare or right in bare)
    if {left, right} == {ONE, "currency"}:
        return True  # `sum(price) <= 500`: in the currency of the response
    counts = (ONE, "fraction")
    if left in counts or right in counts:
        other = right if left in counts else left
        return other in counts or other.startswith("count:")
    return False


def _money(dimension: str) -> bool:
    return dimension == "currency" or dimension.startswith("currency:")
