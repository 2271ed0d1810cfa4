"""`1.232 kcal`: a thousand and more, or a little more than one.

A point before three digits groups thousands in half of the world and begins decimals in the other.
Money has no thousandths, but in a rate. Of others, amounts of the same unit tell which is meant,
where they are of one size; else it is either, and what depends on it stays open.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal

from msgspec.structs import replace

from evalspec.core.quantity import Interval, exactly
from evalspec.core.regex import regex
from evalspec.document.mention import QuantityMention

_POINTED = regex(r"[1-9]\d{0,2}\.\d{3}")
_DECIMAL = regex(r"\d+\.(?!\d{3}$)\d+")
_THOUSAND = Decimal(1000)
_COUNTED = 10
"""Smaller numbers without a unit count or number things."""
_FAR = 100
"""The others are so many times larger, or not even a tenth of that: one reading alone is near them."""


def grouped_by_points(plain: str, found: Sequence[QuantityMention]) -> Sequence[QuantityMention]:
    """Settle numbers of three digits behind a point; beside other decimals few of them are thousands."""
    unsure = {id(q) for q in found if _is_unsure(plain, q)}
    if not unsure:
        return found
    pointed = {q.unit for q in found if _DECIMAL.fullmatch(plain, q.number.start, q.number.end)}
    sizes = {unit: _size(found, unsure, unit) for unit in {q.unit for q in found}}
    return [
        replace(q, value=_meant(q, sizes[q.unit], bool(pointed - {None} | pointed & {q.unit})))
        if id(q) in unsure
        else q
        for q in found
    ]


def _is_unsure(plain: str, mention: QuantityMention) -> bool:
    value, number = mention.value, mention.number
    if not value.exact or value.low is None or value.low >= _THOUSAND:
        return False
    return _POINTED.fullmatch(plain, number.start, number.end) is not None


def _size(found: Sequence[QuantityMention], unsure: set[int], unit: object) -> Decimal | None:
    """Return the usual size of the other amounts of a unit; None when there are none."""
    sizes: Iterator[Decimal] = (
        q.value.low for q in found if q.unit == unit and id(q) not in unsure and q.value.low
    )
    known = [size for size in sizes if unit is not None or size >= _COUNTED]
    if not known:
        return None
    from statistics import median  # dear to import, and few responses ask

    return median(known)


def _meant(mention: QuantityMention, size: Decimal | None, decimals: bool) -> Interval:
    value, unit = mention.value, mention.unit
    grouped = value * exactly(_THOUSAND)
    if unit is not None and unit.dimension.startswith("currency:"):
        return value if mention.qualifier.startswith("per ") else grouped
    low = value.low or Decimal(0)
    large = size is not None and size >= low * _FAR
    if large and not decimals:
        return grouped
    if (decimals and not large) or (size is not None and size * _FAR <= low * _THOUSAND):
        return value
    return value.hull(grouped)
