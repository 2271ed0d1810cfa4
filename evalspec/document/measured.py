"""Quantities of a line → amounts with a measure.

The measure is decided by the words at the number, in this order: the unit itself
(`300 calories`), the words after it (`10 g of protein`), the label before it
(`Protein: 10 g`), the column header, `3 x 10` as factors of a product, and last the
measure that the lexicon gives an amount of this dimension by default.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from msgspec.structs import replace

from evalspec.core.quantity import UNITLESS, ZERO, Interval, Unit, exactly
from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document.facts import Amount, Origin
from evalspec.document.labelling import Given, Labelling, Name
from evalspec.document.mention import QuantityMention
from evalspec.document.mentions.words import currency
from evalspec.document.rates import BOTH, for_a_side, in_turn, multiplied, rate
from evalspec.document.wording import Wording
from evalspec.vocabulary.fold import fold
from evalspec.vocabulary.lexicon import MeasureWord

_TIMES = regex(r"\s*(?:[x×✕*]|of|sets?\s*(?:[x×]|of))\s*", re.I)
_THINGS = regex(r"(?:[ \xa0]+[^\W\d]+){1,2}\s*(?:[x×✕*]|\bat\b|@)\s*", re.I)
"""`4 packs × 250 g`, `3 bags at €6`."""
_OFTEN = regex(r"\s*(?:each|apiece|ea|pp|per\s+\w+)?[*_]*\s*[x×✕*]\s*", re.I)
_EACH = regex(r"(?:[ \xa0]+of)?(?:[ \xa0]+[a-z]+){1,2}[ \xa0]+(each|apiece)\b", re.I)
_AFTER_EACH = regex(r"(?:[ \xa0]+[a-z]+){0,3}[ \xa0]+after[ \xa0]+(?:each|every)\b", re.I)
_PER_HEAD = regex(r"\b(per[ \xa0]\w+)[\s*_:=–-]*$", re.I)
"""`Cost per guest: €4`."""
_CROSS = regex(r"\s*[x×✕*]\s*", re.I)
_PHRASE = regex(r"[A-Za-z][A-Za-z ]*")
_RATED = regex(r"(\S+)\s*(?:/|\bper\b|\ban?\b|\beach\b|\bevery\b)\s*([a-z]+)")
"""`€ / month`, `Cost/week`."""
_SHORT = 3
"""Letters of units that are words of their own too: `min`."""
ONCE = exactly(1)
_RESULT = regex(r"[^,;|()\n=]{0,20}=")
_EQUALS = regex(r"(?:=>?|→|->)\s*[*_]*\s*[~≈]?\s*$")
_SUMMED = regex(r"(?:=>?|→|->|\btotal(?:s|ling|ling)?\b:?(?:\sof)?)\s*[*_]*\s*[~≈]?\s*$", re.I)
_IN_TOTAL = regex(r"\s*(?:in\s+)?total\b", re.I)
_PAIR = 2
_JOINED_NEXT = regex(r"\s?[,/–-]\s?(?:and\s)?|\s(?:and|then)\s")
"""What stands between the numbers of `10, 9, 8 reps`: so many in each set."""
_OPENED = regex(r"[(\[]\s*(?:total:?\s*|[~≈=]\s*)?$")
_RESULTS = ("=", ":", "→", "->", "=>")
_IN_BRACKETS = regex(r"[(\[][^()\[\]\d]{0,12}$")
_WAY = regex(r"[ \xa0-]?([a-z]+(?:[ \xa0-][a-z]+)?)", re.I)
_NAME = 80
"""Characters of a name that are looked at."""
_BEFORE = 24
"""Characters before an amount that say what it is of those before."""
_LOAD = 2
"""Which factor of a product is the load."""
_FAR = 2
"""Times that an amount may be more or less than what its factors come to, and still be meant for it."""
_MOST_SETS = 20
_AT_RATE = regex(r"\s*(?:\bat\b|@|à|x|×)\s*[*_]*", re.I)
_OF_EACH = regex(r"\s*[(,:]\s*")
_EVERY = regex(r"\bevery[ \xa0]+[*_~]*$", re.I)
_PER_LABEL = regex(r"(?:^|[^\w\s]\s*)([a-z]+) (per [a-z]+)[*_]*[:=][ \xa0*_~≈]*[^\w\s]?$", re.I)
_DIGITS = regex(r"\d+")
_LISTED_NEXT = regex(r"(?:[,;+&]|[,;\s]\s?(?:and|then|plus))[ \xa0]+$", re.I)
_NAMED_NEXT = regex(r"[ \xa0]+([A-Za-z]{3,})")
BETWEEN = "between sets"
BETWEEN_SETS = regex(r"between\s+(?:each\s+)?(?:sets?|exercises?|rounds?|reps?)", re.I)
_CHANGED = regex(r"[ \xa0]?(?:[^\W\d_]+[ \xa0-]|half-)([^\W\d_]+)")
_HEADS = regex(r"[*_]*:[*_]*[ \xa0]+[*_]*\w")
_HEADS_AMOUNT = regex(r"[*_]*[ \xa0]*[:–—-][ \xa0]*[*_]*\d")
"""`Set 1 – 12 reps`."""
_PLACE = regex(r"([A-Za-z]+)\.?[ \xa0]+[*_]*$")
OUT_OF = "(out of)"
SETS, SKIP, TIMES, TIMES_NEXT, PER_SET = -1, "(factor)", "(times)", "(times next)", "(per set)"
"""Marks of numbers in a product: how often, what is multiplied, what is per set."""
BEHIND, LABEL, HEADER = (
    "the words behind it",
    "the label before it",
    "the header or label it is under",
)
UNIT, USUAL, FACTOR = "its unit", "the usual measure of its unit", "a factor of a product"
"""What tells the measure of an amount."""


class Column:
    """What a column header or a label says of the numbers below or after it."""

    __slots__ = ("measure", "name", "unit")

    def __init__(self, name: str, measure: str, unit: Unit | None) -> None:
        self.name = name
        """The folded header."""
        self.measure = measure
        """Lexicon measure, or empty."""
        self.unit = unit
        """Unit written in the header, or None."""


def column(header: str, wording: Wording) -> Column:
    """Read a header such as `Duration (min)` or `Weight [kg]`."""
    plain = fold(header)
    unit = None
    inner = re.search(r"[(\[]\s*([^()\[\]]+?)\s*[)\]]", header)
    if inner is not None:
        unit = unit_of(fold(inner[1]), wording)
    name = fold(re.sub(r"[(\[][^()\[\]]*[)\]]", " ", header)) or plain
    if rated := _RATED.fullmatch(plain):
        told = column(rated[1], wording)
        unit = told.unit or unit_of(rated[1], wording)
        measure = told.measure or wording.usual_measure(unit.dimension if unit else "")
        if measure or wording.role(f"per {rated[2]}", "per period"):
            return Column(f"{rated[1]} per {rated[2]}", measure, unit)
    bare = wording.without_role(name, "per head")
    measure = wording.measures.get(plain) or wording.measures.get(name) or _inside(bare, wording)
    if unit is None and measure:
        spelled = wording.lexicon.units.get(bare.split()[-1] if bare else "")
        unit = spelled
    sign = "" if measure or plain[:1].isalnum() else plain.partition(" ")[0]
    if sign and (signed := unit_of(sign, wording)) is not None:  # `£`, `% of income`
        return Column(name, wording.usual_measure(signed.dimension), signed)
    return Column(name, measure, unit)


def unit_of(word: str, wording: Wording) -> Unit | None:
    """Return the unit or the currency that a word is."""
    code = wording.lexicon.currencies.get(word)
    return currency(code) if code else wording.lexicon.units.get(word)


def of_lengths(header: Column, wording: Wording) -> bool:
    """Tell whether times under a header are lengths: `Length`, `Running time`, but not `Time`."""
    measure = wording.lexicon.measures.get(header.measure)
    timed = measure is not None and measure.dimension == "time"
    return timed and not wording.role(header.name, "time property")


def _inside(name: str, wording: Wording) -> str:
    """Find the longest measure word at the end or start of a header: `Avg price`, `rest_seconds`."""
    words = name.split()
    if words[-1:] and words[-1] in wording.lexicon.units and (
        found := wording.measures.get(fold(" ".join(words[:-1])))
    ):  # fmt: skip
        return found
    for size in range(len(words) - 1, 0, -1):
        first = words[0].rstrip(".")
        unit = len(first) <= _SHORT and first in wording.lexicon.units  # `min_stock`, `Min. stock`
        for part in (words[-size:], words[:size] if not unit else ()):
            found = wording.measures.get(fold(" ".join(part)))
            if found:
                return found
    return ""


def amounts(
    text: str,
    line: Span,
    quantities: Sequence[QuantityMention],
    labelling: Labelling,
    header: Column | None = None,
    origin: Origin = Origin.ITEM,
) -> tuple[list[Amount], list[Amount]]:
    """Give each quantity of a line its measure, and part those that say another one again.

    Bare numbers that nothing names are left out.
    """
    found: list[Amount] = []
    told: dict[str, Amount] = {}  # the last one of each measure, in the order of the line
    wording = labelling.wording
    quantities = _rows_joined(text, quantities, header, wording)
    quantities, names = labelling.of(line, quantities)
    listed = sum(given.side == "before" for given in names) > 1
    product = _loads(text, quantities, wording, header) or _products(text, quantities, wording)
    for number, mention in enumerate(quantities):
        given = names[number]
        measure, unit, because = _measure(text, mention, given, listed, wording, header, product)
        if unit is None:
            continue
        unnamed = not measure
        measure = measure or wording.usual_measure(unit.dimension)
        if not measure:
            continue
        if way := _way_there(text, line, mention, wording):
            measure, because = way, BEHIND
        qualifier = _qualifier(text, mention, line, wording) or _headed(header, wording)
        if not number:
            qualifier = qualifier or _told_per(text, line, mention, wording)
        if qualifier and _names_next(text, mention, names[number + 1 :]):
            qualifier = ""
        if measure in wording.factors[1:] and _is_for_a_set(qualifier, wording):
            qualifier = ""  # as often as there are sets anyhow
        value, span = _bounded(text, mention, wording), mention.span
        if number and qualifier in ("", "each", "apiece", "ea"):
            qualifier = rate(quantities[number - 1], mention, text) or qualifier
        if in_turn(mention, qualifier):
            said = _said_of_both(text, quantities[:number], mention)
            value, qualifier = value if said else value * BOTH, ""
        if product.get(span.start) == PER_SET and not qualifier:
            qualifier = f"per {product[SETS]}" if SETS in product else ""
        elif product.get(span.start) == TIMES:
            counted = quantities[number - 1]
            value, span = counted.value * value, Span(counted.span.start, span.end)
        elif product.get(span.start) == OUT_OF:
            counted = quantities[number - 1]
            value, span = counted.value, Span(counted.span.start, span.end)
        elif product.get(span.start) == TIMES_NEXT:
            factor = quantities[number + 1]
            value, span = value * factor.value, Span(span.start, factor.span.end)
            qualifier = ""
        elif qualifier and (whole := multiplied(text, mention, qualifier, quantities, wording)):
            value, span = whole
            qualifier = ""
        elif SETS in product and _AFTER_EACH.match(text, span.end, line.end):
            value = value * (_sets_before(found, product[SETS]) or ONCE)
        first = max(line.start, span.start - _BEFORE)
        near = text[first : span.start]
        if ("=" in near or "→" in near or "->" in near) and _EQUALS.search(near):
            made = product_of(measure, told, wording)
            measure = made if made != measure else _worked_out(measure, value, unit, told, wording)
        elif _OPENED.search(near) or _is_made_of(measure, value, unit, told, wording):
            measure = _worked_out(measure, value, unit, told, wording)
        elif found and found[-1].measure == measure and _IN_TOTAL.match(text, span.end, line.end):
            measure = product_of(measure, told, wording)
        name = _header_name(header, measure, because, wording)
        found.append(
            Amount(
                measure, value, unit, span, origin, qualifier, mention.about, name, unnamed, because
            )
        )
        told.pop(measure, None)
        told[measure] = found[-1]
    found = _series_summed(text, line, found, wording)
    return _once(text, found, product) if product else (found, [])


def _rows_joined(
    text: str, quantities: Sequence[QuantityMention], header: Column | None, wording: Wording
) -> Sequence[QuantityMention]:
    """Make one of the numbers that tell how many in each set: `Reps: 10/8/6`, `3 x 10/8/6`, `10, 8, 6 reps`.

    It is any of them; nothing else is told so.
    """
    joined: list[QuantityMention] = []
    told = 0
    at = 0
    while at < len(quantities):
        end = at + 1
        while end < len(quantities) and _goes_on(text, quantities[end - 1], quantities[end]):
            end += 1
        row = quantities[at:end]
        before = joined[-1] if joined else None
        if end - at > 1 and (
            _are_of_sets(text, row, before, header, wording) or _are_their_loads(row, told, wording)
        ):
            joined.append(_hull(row))
            told = end - at
        else:
            joined += row
        at = end
    return joined if len(joined) < len(quantities) else quantities


def _goes_on(text: str, first: QuantityMention, second: QuantityMention) -> bool:
    """Tell whether a bare number is followed by another one of its row."""
    plain = first.unit is None and not (first.qualifier or first.bound) and first.value.exact
    return plain and _JOINED_NEXT.fullmatch(text, first.span.end, second.span.start) is not None


def _are_of_sets(
    text: str,
    row: Sequence[QuantityMention],
    before: QuantityMention | None,
    header: Column | None,
    wording: Wording,
) -> bool:
    """Tell whether numbers in a row are counts of one thing, which a word at them or a cross says."""
    last = row[-1]
    if not last.value.exact or _CROSS.match(text, last.span.end):
        return False
    if last.unit is not None:
        between = text[row[0].span.end : last.span.start]
        named = len(row) == _PAIR and between[:1].isspace() and between.strip() in ("–", "-")
        return last.unit.dimension.startswith("count:") and not named  # no `Harbour 2 – 502 pages`
    often, *_ = wording.factors[1:] or ("",)
    if header is not None:
        return bool(often) and header.measure == often
    crossed = before is not None and _TIMES.fullmatch(text, before.span.end, row[0].span.start)
    return bool(often and crossed) and "/" in text[row[0].span.end : last.span.start]


def _are_their_loads(row: Sequence[QuantityMention], told: int, wording: Wording) -> bool:
    """Tell whether numbers in a row are the loads of so many sets that are told: `10/8/6 at 60/70/80 kg`."""
    unit = row[-1].unit
    loads = wording.factors[_LOAD:]
    return (
        len(row) == told
        and unit is not None
        and any(wording.admits(m, unit.dimension) for m in loads)
    )


def _hull(row: Sequence[QuantityMention]) -> QuantityMention:
    """Return one number that may be each of several."""
    value = row[0].value
    for mention in row[1:]:
        value = value.hull(mention.value)
    span = Span(row[0].span.start, row[-1].span.end)
    return replace(row[-1], value=value, span=span, number=Span(span.start, row[-1].number.end))


def recurs(text: str, mention: QuantityMention) -> bool:
    """Tell whether a time says how often something comes: `every 3 weeks` is no length."""
    timed = mention.unit is not None and mention.unit.dimension == "time"
    near = text[max(0, mention.span.start - _BEFORE) : mention.span.start]
    return timed and _EVERY.search(near) is not None


def _told_per(text: str, line: Span, mention: QuantityMention, wording: Wording) -> str:
    """Return what a label before an amount says it is for: `Cost per child: €3`."""
    near = text[max(line.start, mention.span.start - _NAME) : mention.span.start]
    found = _PER_LABEL.search(near)
    return fold(found[2]) if found and fold(found[1]) in wording.measures else ""


def _series_summed(text: str, line: Span, found: list[Amount], wording: Wording) -> list[Amount]:
    """Let the load behind several sets be what they come to: `8 x 80 kg, 6 x 90 kg – 1,180 kg`."""
    sets, often, load = (*wording.factors, "", "", "")[: _LOAD + 1]
    last = found[-1] if found else None
    if last is None or last.measure != load or last.qualifier or load not in wording.product_of:
        return found
    loads, counts, rounds = (
        [a.value for a in found[:-1] if a.measure == factor] for factor in (load, often, sets)
    )
    if not 1 < len(loads) == len(counts) or not last.value.exact:
        return found
    if len(rounds) != len(loads):
        rounds = [ONCE] * len(loads)
    series = zip(rounds, counts, loads, strict=True)
    total = sum((a * b * c for a, b, c in series), exactly(0))
    value, low, high = last.value.low or ZERO, total.low or ZERO, total.high or ZERO
    before = text[max(line.start, last.span.start - _BEFORE) : last.span.start]
    said = _SUMMED.search(before) or _IN_TOTAL.match(text, last.span.end, line.end)
    if value <= max(one.high or ZERO for one in loads):
        return found
    if not said and not low <= value * _FAR <= high * _FAR * _FAR:
        return found
    return [*found[:-1], replace(last, measure=wording.product_of[load])]


def _way_there(text: str, line: Span, mention: QuantityMention, wording: Wording) -> str:
    """Return how one gets to a thing, where brackets tell how long that takes: `(10-minute walk)`."""
    ways = wording.roles.get("way there", frozenset())
    timed = mention.unit is not None and mention.unit.dimension == "time" and ways
    near = max(line.start, mention.span.start - _BEFORE)
    opening = _IN_BRACKETS.search(text, near, mention.span.start) if timed else None
    behind = _WAY.match(text, mention.span.end, line.end) if opening is not None else None
    if opening is None or behind is None:
        return ""
    word = next((w for n in (2, 1) if (w := " ".join(behind[1].lower().split()[:n])) in ways), "")
    before = text[max(line.start, opening.start() - _NAME) : opening.start()]
    named = word and word.rpartition(" ")[2] in before.lower()
    return "" if named else word


def _said_of_both(text: str, before: Sequence[QuantityMention], mention: QuantityMention) -> bool:
    """Tell whether an amount is written out for both sides: `20 s + 20 s (each side)`."""
    other = before[-1] if before else None
    if other is None or (other.value, other.unit) != (mention.value, mention.unit):
        return False
    return text[other.span.end : mention.span.start].strip() == "+"


def _sets_before(found: Sequence[Amount], sets: str) -> Interval | None:
    """Return the number of sets that a line has told last."""
    return next((a.value for a in reversed(found) if a.unit.name == sets), None)


def _bounded(text: str, mention: QuantityMention, wording: Wording) -> Interval:
    """Return what an amount may be: `up to 30 g`, `at least 5`, `20+ min` give one end of it.

    `Set 2 – 10 x 50 kg` is no range.
    """
    value = mention.value
    spaced = text[mention.span.start : mention.span.end].count(" ") > 1
    if (
        spaced
        and value.high is not None
        and not value.exact
        and _is_ordinal(text, mention, wording)
    ):
        return exactly(value.high)
    if not mention.bound or not value.exact or mention.unit is None:
        return value
    return Interval(ZERO, value.high) if mention.bound == "<=" else Interval(value.low, None)


def _header_name(header: Column | None, measure: str, because: str, wording: Wording) -> str:
    """Return the header an amount goes by: none that only names its measure, or that of another."""
    if header is None or (because in (BEHIND, LABEL) and header.measure not in ("", measure)):
        return ""
    return "" if wording.measures.get(header.name) == measure else header.name


def _once(
    text: str, found: list[Amount], product: dict[int, str]
) -> tuple[list[Amount], list[Amount]]:
    """Part `2 x €7.50` where what it comes to stands beside it: `€15 (2 x €7.50)`, `2 at €7.50: €15`.

    Where that is another value, either may be meant.
    """
    kept: list[Amount] = []
    again: list[Amount] = []
    for amount in found:
        last = kept[-1] if kept else None
        made = product.get(amount.span.start) in (SKIP, TIMES_NEXT)
        if last is not None and _says_again(text, last, amount, made):
            if made:
                again.append(amount)
                continue
            if product.get(last.span.start) in (SKIP, TIMES_NEXT):
                amount = replace(amount, value=amount.value.hull(last.value))
                again.append(kept.pop())
        kept.append(amount)
    return kept, again


def _says_again(text: str, first: Amount, second: Amount, made: bool) -> bool:
    """Tell whether one of two amounts is the other again, in brackets behind it or as what it comes to."""
    between = text[first.span.end : second.span.start].strip(" *_")
    alike = (first.measure, first.unit) == (second.measure, second.unit)
    if between in _RESULTS and not made:
        return alike
    return alike and first.value == second.value and between in ("(", "[")


def _headed(header: Column | None, wording: Wording) -> str:
    """Return what a column says its amounts are for: `Unit price`, `Price per night`."""
    words = header.name.split() if header is not None else []
    if len(words) < 2 or header is None or not header.measure:
        return ""
    if words[0] == "unit" or words[-1] == "each":
        return "each"
    if words[-2] != "per":
        return ""
    per = f"per {words[-1]}"
    known = words[-1] in wording.lexicon.units or wording.role(per, "per period", "per head")
    return per if known else "each"


def _is_for_a_set(qualifier: str, wording: Wording) -> bool:
    """Tell whether an amount is for one set: `10 reps per set`."""
    word = fold(qualifier.removeprefix("per").strip(" /"))
    unit = wording.lexicon.units.get(word)
    return unit is not None and wording.admits(wording.factors[0], unit.dimension)


def product_of(measure: str, told: dict[str, Amount], wording: Wording) -> str:
    """Return the product that `3 x 10 x 60 kg = 1800 kg` gives, else the measure itself."""
    made = _made_of(measure, told, wording)
    return made.name if made is not None else measure


def _worked_out(
    measure: str, value: Interval, unit: Unit, told: dict[str, Amount], wording: Wording
) -> str:
    """Return the product that an amount in brackets is about, so that it is no second factor.

    `3 x 10 @ 60 kg (1800 kg)`; one that is far from what the factors come to is something else.
    Where the line does not say how often, it is a whole number of times: `10 reps @ 60 kg (1800 kg)`.
    """
    last = next(reversed(told.values()), None)
    if last is not None and last.unit == unit and _product_told(last.measure, told, wording):
        return last.measure
    if (
        last is None
        or (last.measure, last.unit) != (measure, unit)
        or measure not in _known(wording)
    ):
        return measure
    for made in _known(wording).values():
        if made.product and made.dimension == _known(wording)[measure].dimension:
            factors = [told[factor] for factor in made.product if factor in told]
            often = made.product[0] not in told
            if len(factors) == len(made.product) - often and _comes_to(value, factors, often):
                return made.name if value != last.value else measure
    return measure


def _is_made_of(
    measure: str, value: Interval, unit: Unit, told: dict[str, Amount], wording: Wording
) -> bool:
    """Tell whether a second load is just what all factors come to: `3 sets | 10 reps | 60 kg | 1800 kg`."""
    made = _made_of(measure, told, wording) if measure in told else None
    if made is None or measure not in made.product or told[measure].unit != unit:
        return False
    product = ONCE
    for factor in made.product:
        product = product * told[factor].value
    return product.hull(value) == product


def _product_told(measure: str, told: dict[str, Amount], wording: Wording) -> bool:
    """Tell whether a measure is the product of others that a line has told."""
    known = _known(wording).get(measure)
    return known is not None and bool(known.product) and all(f in told for f in known.product)


def _comes_to(value: Interval, factors: Sequence[Amount], often: bool) -> bool:
    """Tell whether a value is about the product of factors, or exactly that so many times.

    What is told for one side may be counted for both.
    """
    product = ONCE
    for factor in factors:
        product = product * factor.value
    sides = sum(for_a_side(factor.qualifier) for factor in factors)
    low, high = product.low, product.high
    if not low or high is None or value.low is None or value.high is None:
        return False
    if often and not product.exact:
        return high < value.low <= high * _MOST_SETS
    if often:
        whole = value.exact and product.exact and not value.low % low
        return whole and value.low <= low * _MOST_SETS
    return value.low * _FAR >= low and value.high <= high * max(_FAR, 2**sides)


def _known(wording: Wording) -> Mapping[str, MeasureWord]:
    return wording.lexicon.measures


def _made_of(measure: str, told: dict[str, Amount], wording: Wording) -> MeasureWord | None:
    """Return the product of one kind with a measure whose factors a line has told."""
    known = _known(wording)
    for product in known.values():
        given = product.product and all(factor in told for factor in product.product)
        if given and measure in known and product.dimension == known[measure].dimension:
            return product
    return None


def _measure(
    text: str,
    mention: QuantityMention,
    given: Given,
    listed: bool,
    wording: Wording,
    header: Column | None,
    product: dict[int, str],
) -> tuple[str, Unit | None, str]:
    """Return what an amount measures, its unit, and what told it."""
    unit = mention.unit
    if not mention.value.exact and _only_places(text, mention, wording):
        return "", None, ""
    name = given.name.measure if given.name is not None else ""
    because = BEHIND if given.side == "behind" else LABEL
    if unit is not None:
        for measure, told in (
            (name, because),
            (header.measure if header else "", HEADER),
            (wording.measures.get(mention.unit_word, ""), UNIT),
        ):
            if measure and wording.admits(measure, unit.dimension):
                return measure, unit, told
        if header is not None and not header.measure and header.name:
            return header.name, unit, HEADER
        return "", unit, USUAL
    factor = product.get(mention.span.start, "")
    places = given.side != "behind" and not (name and listed)
    places = places or _HEADS_AMOUNT.match(text, mention.span.end) is not None
    if factor == SKIP or (not factor and places and _is_ordinal(text, mention, wording)):
        return "", None, ""
    if factor in wording.lexicon.measures:
        name, because = factor, FACTOR
    elif not name:
        name, because = header.measure if header else "", HEADER
        of_side = for_a_side(mention.qualifier) and "hand" not in mention.qualifier
        if header is None and len(wording.factors) > 1 and of_side:
            name, because = wording.factors[1], USUAL  # `Lunges: 10 each leg`
    if not name:
        if header is not None and header.name:
            return header.name, header.unit or UNITLESS, HEADER
        return "", None, ""
    if header is not None and header.unit is not None and name == header.measure:
        return name, header.unit, because
    if given.name is not None and (counted := _counted_by(text, given.name, wording)) is not None:
        return wording.usual_measure(counted.dimension), counted, because
    usual = usual_unit(name, wording)
    if _in_another_unit(text, mention, usual, wording) or _says_how_often(text, given, wording):
        return "", None, ""
    return name, usual, because


def _counted_by(text: str, name: Name, wording: Wording) -> Unit | None:
    """Return what the name of a bare number counts, whatever one measures: `Portions: 3`, no grams."""
    word = text[name.start : name.end].lower().split()[-1]
    unit = wording.lexicon.units.get(fold(word)) if fold(word) != word else None
    counts = unit is not None and unit.dimension.startswith("count:")
    return unit if counts and unit is not None and wording.usual_measure(unit.dimension) else None


def _in_another_unit(text: str, mention: QuantityMention, usual: Unit, wording: Wording) -> bool:
    """Tell whether a unit that a word changes stands behind: `Duration: 8 working days`."""
    behind = None if mention.qualifier else _CHANGED.match(text, mention.span.end)
    unit = wording.lexicon.units.get(fold(behind[1])) if behind is not None else None
    return unit is not None and unit.dimension == usual.dimension


def _says_how_often(text: str, given: Given, wording: Wording) -> bool:
    """Tell whether the word behind a number counts repetitions: `Plank 30 s, 6 times` lasts no 6 minutes."""
    name = given.name if given.side == "behind" else None
    said = text[name.start : name.end].lower() if name is not None else ""
    return said.endswith("s") and fold(said) in wording.roles.get("times", ())


def _names_next(text: str, mention: QuantityMention, following: Sequence[Given]) -> bool:
    """Tell whether what looks like a rate names the next number: `P: 25 g / C: 2 g`."""
    name = following[0].name if following and following[0].side == "before" else None
    return name is not None and text[mention.span.end : name.start].strip() == "/"


def _only_places(text: str, mention: QuantityMention, wording: Wording) -> bool:
    """Tell whether a range says where, not how much: `pp. 1-260`, `chapters 3-5`."""
    near = _PLACE.search(text, max(0, mention.span.start - 20), mention.span.start)
    return near is not None and fold(near[1]) in wording.roles.get("numbered", ())


def _is_ordinal(text: str, mention: QuantityMention, wording: Wording) -> bool:
    """Tell whether a bare number says which one, not how much: `Day 1`, `chapter 3`, `Pos. 4`."""
    start = mention.span.start
    if start and text[start - 1].isalpha():
        return True  # `P20` alone
    near = _PLACE.search(text, max(0, start - 20), start)
    word = fold(near[1]) if near is not None else ""
    if word in wording.measures and near is not None and word != near[1].lower():
        return False  # `Pages 566`
    timed = word in wording.lexicon.units and wording.lexicon.units[word].dimension == "time"
    if timed and _HEADS.match(text, mention.span.end):
        return True  # `Minute 1: 10 squats`
    if (known := wording.lexicon.measures.get(wording.measures.get(word, ""))) is not None:
        return known.dimension.startswith("count:")  # `Set 2: 10 reps`
    return word in wording.ranks or any(
        word in wording.roles.get(role, ()) for role in ("numbered", "ordinal")
    )


def usual_unit(measure: str, wording: Wording) -> Unit:
    """Return the unit that amounts of a measure have where none is written."""
    known = wording.lexicon.measures.get(measure)
    if known is None:
        return UNITLESS
    found = wording.lexicon.units.get(fold(known.unit) or known.unit)
    return found or Unit(known.unit, known.dimension)


def _products(text: str, quantities: Sequence[QuantityMention], wording: Wording) -> dict[int, str]:
    """Read `3 x 10`: bare numbers joined by a cross are the first factors of a product."""
    factors = wording.factors
    named = _sets_listed(text, quantities, wording)
    if named:
        return named
    before: QuantityMention | None = None
    for first, second in zip(quantities, quantities[1:], strict=False):
        if len(factors) < 2:
            if _is_out_of(text, first, second):
                named[first.span.start], named[second.span.start] = SKIP, OUT_OF
            elif _so_many(text, first, second):
                named[first.span.start], named[second.span.start] = SKIP, TIMES
            elif _often(text, first, second):
                named[first.span.start], named[second.span.start] = TIMES_NEXT, SKIP
        elif _TIMES.fullmatch(text, first.span.end, second.span.start) or _rounds(
            text, first, second
        ):
            lasting = second.unit is not None and second.unit.dimension in ("time", "length")
            if lasting:
                named[second.span.start] = PER_SET
                counted = wording.lexicon.measures.get(factors[0])
                named[SETS] = counted.unit if counted is not None else factors[0]
            loaded = second.unit is not None and not lasting
            if first.unit is None and loaded and factors[0] in named.values():
                named.setdefault(first.span.start, SKIP)  # `3 x 10, 2 x 16 kg`: one in each hand
            elif first.unit is None:
                named.setdefault(first.span.start, factors[0])
            if second.unit is None:
                named[second.span.start] = (
                    factors[1] if named.get(first.span.start) == factors[0] or first.unit else ""
                )
                if len(factors) > 2 and named.get(first.span.start) == factors[1]:
                    led = before is not None and before.unit is not None  # `80 kg x 5 x 5`
                    named[second.span.start] = factors[0 if led else 2]
            timed = first.unit is not None and first.unit.dimension == "time"
            if timed and second.unit is None and _often(text, first, second):
                named[first.span.start], named[second.span.start] = TIMES_NEXT, SKIP
        before = first
    listed = len(factors) > 1 and factors[1] in named.values()
    for mention in quantities if len(factors) > 1 else ():
        if mention.unit is not None:
            continue
        if _to_the_limit(text, mention, wording):
            named.setdefault(mention.span.start, factors[0])
        elif listed and _is_of_next(text, mention, wording):
            named.setdefault(mention.span.start, factors[1])
    return named


def _sets_listed(
    text: str, quantities: Sequence[QuantityMention], wording: Wording
) -> dict[int, str]:
    """Read `8 × 80 kg, 6 × 90 kg`, `Set 1: 8 × 80 kg`: so many repetitions with a weight, once each."""
    factors = wording.factors
    pairs = [
        (first, second)
        for first, second in pairwise(quantities)
        if _CROSS.fullmatch(text, first.span.end, second.span.start)
    ]
    lifted = all(a.unit is None and b.unit and b.unit.dimension == "mass" for a, b in pairs)
    if len(factors) <= _LOAD or not pairs or not lifted:
        return {}
    if len(pairs) == 1 and not any(
        _HEADS_AMOUNT.match(text, m.span.end) and _is_ordinal(text, m, wording) for m in quantities
    ):
        return {}
    return {first.span.start: factors[1] for first, _ in pairs}


def _is_of_next(text: str, mention: QuantityMention, wording: Wording) -> bool:
    """Tell whether a number is of the next thing of a list: `2 sets of 10 dips, 12 lunges`."""
    before = text[max(0, mention.span.start - _BEFORE) : mention.span.start]
    named = _NAMED_NEXT.match(text, mention.span.end)
    known = (wording.measures, wording.ranks, wording.lexicon.units)
    return (
        named is not None
        and _LISTED_NEXT.search(before) is not None
        and not any(fold(named[1]) in words for words in known)
    )


def _to_the_limit(text: str, sets: QuantityMention, wording: Wording) -> bool:
    """Tell whether a number counts sets of as many as one can: `4 x max`, `3 x to failure`."""
    cross = _CROSS.match(text, sets.span.end)
    said = _PHRASE.match(text, cross.end()) if cross is not None else None
    return said is not None and wording.begins_with_role(fold(said[0]), "to the limit")


def _loads(
    text: str, quantities: Sequence[QuantityMention], wording: Wording, header: Column | None
) -> dict[int, str]:
    """Read `2 x 18` below `Load (kg)`: so many of an amount, no sets and repetitions."""
    measure = wording.measures.get(header.name) if header is not None else None
    if measure is None or len(quantities) != 2:
        return {}
    first, second = quantities
    dimension = wording.lexicon.measures[measure].dimension
    of_sets = dimension in ("time", "length") or dimension.startswith("count:")
    if (
        of_sets
        or first.unit is not None
        or not _TIMES.fullmatch(text, first.span.end, second.span.start)
    ):
        return {}
    return {first.span.start: SKIP, second.span.start: TIMES}


def _rounds(text: str, first: QuantityMention, second: QuantityMention) -> bool:
    """Tell whether a time is so many times: `3 at 20 min`, `2, 15 min each`."""
    timed = second.unit is not None and second.unit.dimension == "time"
    return timed and _so_many(text, first, second)


def _so_many(text: str, first: QuantityMention, second: QuantityMention) -> bool:
    """Tell whether a number counts the amount after it: `2 x 150 g`, `3 at €2 each`."""
    if first.unit is not None or second.unit is None or not _countable(second.unit):
        return False
    between = first.span.end, second.span.start
    if second.qualifier in ("each", "apiece", "ea") and _OF_EACH.fullmatch(text, *between):
        return True
    joints = (_TIMES, _AT_RATE, _THINGS)
    return any(joint.fullmatch(text, *between) for joint in joints)


def _is_out_of(text: str, first: QuantityMention, second: QuantityMention) -> bool:
    """Tell whether a number is a piece of the amount behind it: `8 of 10 h`, `30 of 200 pages`."""
    if first.unit is not None or second.unit is None or first.value.low is None:
        return False
    dimension = second.unit.dimension
    piece = dimension in ("time", "length") or dimension.startswith("count:")
    smaller = second.value.low is not None and first.value.low <= second.value.low
    return piece and smaller and text[first.span.end : second.span.start].strip() == "of"


def _often(text: str, first: QuantityMention, second: QuantityMention) -> bool:
    """Tell whether an amount is so many times what follows it: `€2.50 × 2`, and no result is given."""
    if first.unit is None or not _countable(first.unit) or not second.value.exact:
        return False
    if not _OFTEN.fullmatch(text, first.span.end, second.span.start):
        return False
    counted = second.unit is None or second.unit.dimension.startswith("count:")
    paired = second.unit is not None and first.qualifier.startswith("per ")
    return counted and not paired and not _RESULT.match(text, second.span.end)


def _countable(unit: Unit) -> bool:
    """Tell whether so many of an amount add up: `2 x 150 g`, but no `120 x 60 cm`."""
    return unit.dimension not in ("length", "one") and not unit.dimension.startswith("count:")


def _qualifier(text: str, mention: QuantityMention, line: Span, wording: Wording) -> str:
    heavy = mention.unit is None or mention.unit.dimension == "mass"
    if mention.qualifier and (
        heavy or mention.qualifier not in wording.roles.get("bodyweight", ())
    ):
        return mention.qualifier
    if (
        head := _PER_HEAD.search(
            text, max(line.start, mention.span.start - _BEFORE), mention.span.start
        )
    ) and (wording.role(fold(head[1]), "per head")):
        return fold(head[1])
    if not wording.factors and (said := _EACH.match(text, mention.span.end, line.end)):
        return said[1].lower()
    timed = mention.unit is not None and mention.unit.dimension == "time"
    if not heavy and not timed:
        return ""
    near = text[max(line.start, mention.span.start - 28) : mention.span.start].lower()
    if heavy and any(word in near for word in wording.roles.get("bodyweight", ())):
        return "bodyweight"
    if timed:
        around = text[mention.span.end : min(line.end, mention.span.end + 32)]
        # what stands beyond another number is said of that one
        after, before = _DIGITS.split(around, 1)[0], _DIGITS.split(near)[-1]
        if BETWEEN_SETS.search(after) or BETWEEN_SETS.search(before):
            return BETWEEN
    return ""
