"""What values an expression can take at all: no count is negative, no share is above one."""

from __future__ import annotations

from decimal import Decimal

from evalspec.author.lint.ranges import ALL, Range, Ranges
from evalspec.core.record import Record
from evalspec.language import ir

_ZERO = Decimal(0)
_NOT_NEGATIVE: Ranges = (Range(_ZERO, None),)
_UP_TO = {"trigram-overlap": Decimal(100)}
"""Text measures that are percentages; all others count."""
_SIGNED = ("temperature", "currency", "one", "?")
"""Dimensions whose amounts may be negative, or are not known."""


class Domain(Record, frozen=True):
    """The values of an expression, in base units."""

    values: Ranges = ALL
    integer: bool = False


ANY = Domain()
COUNTED = Domain(_NOT_NEGATIVE, True)
AMOUNT = Domain(_NOT_NEGATIVE)


def domain(node: ir.Expr) -> Domain:
    """Return the values an expression can take; all numbers where nothing is known."""
    match node:
        case ir.Count():
            return COUNTED
        case ir.TextMeasure(name):
            top = _UP_TO.get(name)
            return COUNTED if top is None else Domain((Range(_ZERO, top),))
        case ir.Measure():
            signed = node.unit.dimension.partition(":")[0] in _SIGNED
            return ANY if signed else AMOUNT
        case ir.Aggregate(function, value):
            inner = domain(value)
            integer = inner.integer and function in ("sum", "min", "max", "range")
            if function == "range":
                return Domain(_NOT_NEGATIVE, integer)
            return Domain(inner.values if _not_negative(inner) else ALL, integer)
        case ir.Property("duration" | "overlap"):
            return AMOUNT
        case ir.Property("position"):
            return Domain((Range(Decimal(1), None),), True)
        case ir.Arithmetic():
            return _arithmetic(node)
        case ir.Share(part, whole):
            top = Decimal(1) if isinstance(part, ir.Of) and part.value == whole else None
            known = _not_negative(domain(part)) and _not_negative(domain(whole))
            return Domain((Range(_ZERO, top),)) if known else ANY
        case ir.Of(value):
            return domain(value)
        case ir.Number(value):
            scaled = value.scaled(node.unit.factor, node.unit.offset)
            exact = scaled.low is not None and scaled.low == scaled.low.to_integral_value()
            return Domain((Range(scaled.low, scaled.high),), exact and scaled.exact)
        case _:
            return ANY


def _arithmetic(node: ir.Arithmetic) -> Domain:
    left, right = domain(node.left), domain(node.right)
    whole = left.integer and right.integer
    known = _not_negative(left) and _not_negative(right)
    match node.operator:
        case "difference":
            return Domain(_NOT_NEGATIVE, whole)
        case "mod":
            (bound,) = right.values if len(right.values) == 1 else (Range(),)
            if known and whole and bound.high is not None and bound.high > 0:
                return Domain((Range(_ZERO, bound.high - 1),), True)
            return Domain(_NOT_NEGATIVE if known else ALL, whole)
        case "+" | "*":
            return Domain(_NOT_NEGATIVE if known else ALL, whole)
        case "-":
            return Domain(ALL, whole)
        case "/":
            return Domain(_NOT_NEGATIVE if known else ALL)


def _not_negative(found: Domain) -> bool:
    return all(given.low is not None and given.low >= 0 for given in found.values)
