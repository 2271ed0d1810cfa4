"""Amounts for one of many: `80 kcal per slice` beside `2 slices`, `40 litres at €2`.

What a measure of its own counts (nights, people) is multiplied when a constraint asks; what only
this line counts is multiplied here.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from functools import cached_property
from itertools import pairwise

from msgspec.structs import replace

from evalspec.core.quantity import EXACT, Interval, Unit, exactly
from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document.facts import EACH, OR_BEHIND, PERHAPS_EACH, PERHAPS_PER_SET, Amount
from evalspec.document.mention import QuantityMention
from evalspec.document.wording import Wording
from evalspec.vocabulary.fold import fold

_PER = regex(r"(?:per |an? )(?:(\d+(?:\.\d+)?) ?)?([^\W\d_][\w-]*)")
_NOUN = regex(r"[ \xa0]+(?:[a-z]+[ \xa0]+)?([a-z]+)\b", re.IGNORECASE)
_PERIOD = regex(r"[ \xa0]+([a-z]+)\b", re.IGNORECASE)
_AT = regex(r"\s*(?:\bat\b|@|à|x|×)\s*[*_]*", re.IGNORECASE)
_HOUR = 60
"""Nobody is paid by a shorter time."""
_BULK = ("mass", "volume")
_PACKED = ("g", "mg", "ml", "cl", "dl")
"""Nobody sells by one of these: `6 × 700 g at €1.30` are six packs."""
_PACKS = regex(r"(?<![\d.,])(\d{1,3})\s?[x×✕]\s?[\d.,]+\s?[^\W\d]*$")
_RESULT = regex(
    r"[)\]]?\s*(?:[:=–-]{1,2}|[(\[]=?)\s*[^\w\s]?\s?(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?![\d,.]*\d)"
)
_SUMMED = ("time", "length", "energy")
_GROUPS = regex(r"(?<![\d.,–—-])(\d+)\s?[x×✕*]\s?[(\[](?=[^()\[\]]*\d)")
_GROUPS_BEFORE = regex(r"[(\[][^()\[\]]*\d[^()\[\]]*[)\]]\s?[x×✕*]\s?(\d+)(?![\d.,–—-])")
_TURNS = regex(
    r"(?<![\w.,×✕])\d+\s?(?:s|sec|min)[a-z]*\b[^,;()\[\]\n/\d]*(?:[/,]|\bthen\b)\s*\d+\s?(?:s|sec|min)[a-z]*\b"
    r"[^;()\[\]\n/\d]*(?:[x×✕]\s?(\d+)(?![\d.,–—-])|(?<!\d)(\d+)\s?(?:[x×✕]|times\b|rounds\b))"
)
"""`30 s on / 15 s off × 6`, `30 s on, 15 s off, 6 times`."""
_ALTERNATES = regex(
    r"[^,;()\[\]\n/\d+]*?(/|\bwith\b|,|\bthen\b)[ \xa0*_~≈]*(?:an? )?", re.IGNORECASE
)
_SAID = regex(r"[ \xa0]+[^,;()\[\]\n/\d+]{1,40}")
_CROSSED = regex(r"[x×✕*]\s?[(\[]|[)\]]\s?[x×✕*]|[x×✕]\s?\d|\d\s?(?:[x×✕]|times\b|rounds\b)")
_BRACKETS = regex(r"[()\[\]]")
SIDES = ("side", "leg", "arm", "foot", "limb", "hand", "direction")
BOTH = exactly(2)
_COUNTED_BY = "number of "
"""Before a word: how many of it there are, by a number without a unit."""
_OF_EACH = regex(r"(?:\s+[^\W\d]+){0,2}\s*(?:\bat\b|@|à|[,(:])\s*[*_]*", re.IGNORECASE)

_WITHIN = regex(
    r"(?:[ \xa0]+[^\W\d]+){1,3}?[ \xa0]+(?:(?:in|over|within|during)[ \xa0]+)", re.IGNORECASE
)
"""`8 refills in 3 months at €4 each`."""


def rate(counted: QuantityMention, price: QuantityMention, text: str) -> str:
    """Return `per night` for the price of `3 nights at $100`; empty for anything else.

    `3 h at $40` may be the price of one hour, or of all.
    """
    if counted.unit is None or price.unit is None:
        return ""
    dimension = counted.unit.dimension
    if not price.unit.dimension.startswith("currency:"):
        return ""
    measured = dimension in ("time", "length") and _comes_to(counted, price, text)
    joined = _AT.fullmatch(text, counted.span.end, price.span.start)
    if not dimension.startswith("count:") and dimension not in _BULK and not measured:
        hourly = dimension == "time" and counted.unit.factor >= _HOUR and counted.value.exact
        return PERHAPS_EACH if joined and hourly else ""
    if joined and counted.unit.name in _PACKED:
        return "each"
    return f"per {counted.unit.name}" if joined else ""


def _comes_to(counted: QuantityMention, price: QuantityMention, text: str) -> bool:
    """Tell whether what so many come to stands behind the price of one: `2 days at £180: £360`."""
    found = _RESULT.match(text, price.span.end)
    product = counted.value * price.value
    return found is not None and product == exactly(Decimal(found[1].replace(",", "")))


def is_of_one(amount: Amount) -> bool:
    """Tell whether an amount is the price of one of several things, or hours."""
    money = amount.unit.dimension.startswith("currency:")
    return money and (amount.qualifier == "each" or amount.qualifier.startswith("per "))


class Counts:
    """The numbers of one line, by which another amount of it may be multiplied."""

    def __init__(self, text: str, quantities: Sequence[QuantityMention]) -> None:
        """Note the line; it is looked at when an amount for one of many is found."""
        self.text = text
        self.quantities = quantities

    @cached_property
    def _by_kind(self) -> dict[str, list[int]]:
        """Places of the numbers of a kind: a dimension, or a word behind a number without a unit."""
        found: dict[str, list[int]] = {}
        for place, quantity in enumerate(self.quantities):
            if quantity.qualifier:
                continue
            if quantity.unit is not None:
                found.setdefault(quantity.unit.dimension, []).append(place)
            elif noun := _NOUN.match(self.text, quantity.span.end):
                found.setdefault(f"{_COUNTED_BY}{fold(noun[1])}", []).append(place)
        return found

    def of(self, kinds: Iterable[str], but: QuantityMention) -> QuantityMention | None:
        """Return the first number of some kinds, other than one."""
        firsts = (place for kind in kinds for place in self._by_kind.get(kind, ())[:2])
        found = (self.quantities[place] for place in sorted(firsts))
        return next((quantity for quantity in found if quantity is not but), None)

    def before(self, rated: QuantityMention) -> QuantityMention | None:
        """Return the number that stands before an amount."""
        place = bisect_right(self.quantities, rated.span.start, key=lambda other: other.span.end)
        return self.quantities[place - 1] if place else None


def multiplied(
    rated: QuantityMention, qualifier: str, counts: Counts, wording: Wording
) -> tuple[Interval, Span] | None:
    """Return what an amount for one comes to by the number its line has, and where both stand."""
    if qualifier in EACH:
        return _of_each(rated, counts, wording)
    found = _PER.fullmatch(qualifier)
    if found is None:
        return None
    word = fold(found[2])
    unit = wording.lexicon.units.get(word) or wording.lexicon.units.get(found[2])
    kinds = [f"{_COUNTED_BY}{word}"]
    if unit is not None and _multiplies(unit, wording):
        kinds.append(unit.dimension)
    other = counts.of(kinds, rated)
    if other is None:
        return None
    by = EXACT.divide(Decimal(1), Decimal(found[1] or 1))
    times = other.value
    if other.unit is not None and unit is not None and unit.dimension in _BULK:
        times = times.scaled(EXACT.divide(other.unit.factor, unit.factor))
    start, end = min(other.span.start, rated.span.start), max(other.span.end, rated.span.end)
    return rated.value * times.scaled(by), Span(start, end)


def _multiplies(unit: Unit, wording: Wording) -> bool:
    """Tell whether an amount is for so many of what a unit counts or measures."""
    counts = unit.dimension.startswith("count:")
    return not wording.usual_measure(unit.dimension) if counts else unit.dimension in _BULK


def grouped(text: str, line: Span) -> Iterator[tuple[Interval, Span, bool]]:
    """Yield how often what stands in brackets is done, where, and whether the number leads.

    `6 × (2 min hard + 1 min easy)`, `(2 min hard + 1 min easy) × 6`.
    """
    if _CROSSED.search(text, line.start, line.end) is None:
        return
    for found in _GROUPS.finditer(text, line.start, line.end):
        depth = 0
        for place in _BRACKETS.finditer(text, found.end() - 1, line.end):
            depth += 1 if place[0] in "([" else -1
            if not depth:
                yield exactly(int(found[1])), Span(found.start(), place.end()), True
                break
    behind = (_GROUPS_BEFORE, _TURNS)
    for found in (f for shape in behind for f in shape.finditer(text, line.start, line.end)):
        yield exactly(int(found[found.lastindex or 1])), Span(*found.span()), False


def in_alternation(text: str, found: list[Amount], wording: Wording) -> list[Amount]:
    """Let a time or a way that alternates with one in sets come as often: `5 x 3 min hard / 2 min easy`.

    A recovery may not come behind the last one: `6 x 400 m with 200 m jog`; behind a comma it may come once.
    """
    easy = wording.roles.get("recovering", ())
    for at, (first, second) in enumerate(pairwise(found), 1):
        per = first.qualifier if first.qualifier.startswith("per ") else ""
        extent = (first.measure, first.unit.dimension) == (second.measure, second.unit.dimension)
        joint = _ALTERNATES.fullmatch(text, first.span.end, second.span.start)
        if not (per and extent and joint and adds_up(second.unit)) or second.qualifier:
            continue
        behind = _SAID.match(text, second.span.end)
        if behind is not None and " after each" in behind[0].lower():
            continue
        rests = behind is not None and any(fold(word) in easy for word in behind[0].split())
        if joint[1] not in ("/", "then") and not rests:
            continue
        told = {"with": OR_BEHIND, ",": PERHAPS_PER_SET}.get(joint[1].lower(), per)
        found = [*found[:at], replace(second, qualifier=told), *found[at + 1 :]]
    return found


def adds_up(unit: Unit) -> bool:
    """Tell whether so many of an amount come to a sum of it, whatever it is an amount of."""
    return unit.dimension in _SUMMED or unit.dimension.startswith("currency:")


def in_turn(rated: QuantityMention, qualifier: str) -> bool:
    """Tell whether a time or a way is for one side, and then for the other: `30 s per side`."""
    extent = rated.unit is not None and rated.unit.dimension in ("time", "length")
    return extent and for_a_side(qualifier)


def for_a_side(qualifier: str) -> bool:
    """Tell whether an amount is for one side: `per leg`, `each side`."""
    each, _, side = qualifier.rpartition(" ")
    return side in SIDES and bool(each)


def _of_each(
    rated: QuantityMention, counts: Counts, wording: Wording
) -> tuple[Interval, Span] | None:
    """Read `3 cans at €12 each`; how often a weight is meant is a matter of policy."""
    before, text = counts.before(rated), counts.text
    if before is None or rated.unit is None or rated.unit.dimension in _BULK:
        return None
    unit = before.unit
    both = Span(before.span.start, rated.span.end)
    if unit is not None and unit.name in _PACKED:
        packs = _PACKS.search(text, max(0, before.span.start - 8), before.span.end)
        return exactly(int(packs[1]) if packs else 1) * rated.value, both
    if not _OF_EACH.fullmatch(text, before.span.end, rated.span.start):
        return None
    earlier = counts.before(before)
    if earlier is not None and done_within(earlier, before, text, wording):
        unit, both = earlier.unit, Span(earlier.span.start, rated.span.end)
        before = earlier
    counted = unit is None or (
        unit.dimension.startswith("count:") and not wording.usual_measure(unit.dimension)
    )
    return (before.value * rated.value, both) if counted else None


def done_within(
    often: QuantityMention, period: QuantityMention, text: str, wording: Wording
) -> bool:
    """Tell whether a number is of days, weeks or months, in which something is done so often."""
    if not _WITHIN.match(text, often.span.end, period.number.start):
        return False
    if period.unit is not None:
        return period.unit.dimension == "time"
    noun = _PERIOD.match(text, period.span.end)
    rank = wording.lexicon.ranks.get(wording.ranks.get(fold(noun[1]), "")) if noun else None
    return rank is not None and bool(rank.calendar)
