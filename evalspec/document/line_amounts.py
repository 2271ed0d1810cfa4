"""Quantities of a line → amounts with a measure.

The measure is decided by the words at the number, in this order: the unit itself
(`300 calories`), the words after it (`10 g of protein`), the label before it
(`Protein: 10 g`), the column header, `3 x 10` as factors of a product, and last the
measure that the lexicon gives an amount of this dimension by default.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from itertools import pairwise

from msgspec.structs import replace

from evalspec.core.quantity import EXACT, UNITLESS, ZERO, Interval, Unit, exactly
from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document.bare_numbers import (
    HEADS_AMOUNT,
    LOAD,
    NEAR,
    OUT_OF,
    PER_SET,
    PLACE,
    SETS,
    SKIP,
    TIMES,
    TIMES_NEXT,
    is_ordinal,
    loads_of,
    products,
    rows_joined,
)
from evalspec.document.duplicates import or_more
from evalspec.document.facts import EACH, OR_BEHIND, PERHAPS_EACH, Amount, Origin
from evalspec.document.headers import Column
from evalspec.document.labelling import Given, Labelling, Name
from evalspec.document.mention import QuantityMention
from evalspec.document.rates import (
    BOTH,
    Counts,
    adds_up,
    for_a_side,
    grouped,
    in_alternation,
    in_turn,
    multiplied,
    rate,
)
from evalspec.document.wording import Wording
from evalspec.vocabulary.fold import fold
from evalspec.vocabulary.lexicon import MeasureWord

_EACH = regex(r"(?:[ \xa0]+of)?(?:[ \xa0]+[a-z]+){1,2}[ \xa0]+(each|apiece)\b", re.I)
_AFTER_EACH = regex(r"(?:[ \xa0]+[a-z]+){0,3}[ \xa0]+after[ \xa0]+(?:each|every)\b", re.I)
_PER_HEAD = regex(r"\b(per[ \xa0]\w+)[\s*_:=–-]*$", re.I)
"""`Cost per guest: €4`."""
ONCE = exactly(1)
_EQUALS = regex(r"(?:=>?|→|->)\s*[*_]*\s*[~≈]?\s*$")
_SUMMED = regex(r"(?:=>?|→|->|\btotal(?:s|ling|ling)?\b:?(?:\sof)?)\s*[*_]*\s*[~≈]?\s*$", re.I)
_IN_TOTAL = regex(r"\s*(?:in\s+)?total\b", re.I)
_OPENED = regex(r"[(\[]\s*(?:total:?\s*|[~≈=]\s*)?$")
_SO_MANY = regex(
    r"(?<![\w.,])(\d{1,3}(?:\.\d{1,2})?)\s+[^\W\d]+\s*(?:\bat\b|@|à|[x×])\s*[*_~≈]*$", re.I
)
"""`5 days at`, before what there is on each."""
_RESULTS = ("=", ":", "→", "->", "=>")
_IN_BRACKETS = regex(r"[(\[][^()\[\]\d]{0,12}$")
_JOINS = regex(r"[\s\d(\[)\]/+,;x×✕*]*|\s*(?:then|and)\s*")
_WAY = regex(r"[ \xa0-]?([a-z]+(?:[ \xa0-][a-z]+)?)", re.I)
_UP = frozenset("+↑")
_NAME = 80
"""Characters of a name that are looked at."""
_FAR = 2
"""Times that an amount may be more or less than what its factors come to, and still be meant for it."""
_MOST_SETS = 20
_EVERY = regex(r"\bevery[ \xa0]+[*_~]*$", re.I)
_FROM_THEN = regex(
    r"[ \xa0]+(?:before|after|earlier|later|ago|from[ \xa0]now|in[ \xa0]advance)"
    r"(?=[ \xa0]*(?:[*_(),:;|\n–—-]|$|(?:the|your|our|my)\b))",
    re.I,
)
_DAY = 1440
_AT_PACE = regex(r"(?:@|\b(?:at|in|near|around))[ \xa0]*(?:your[ \xa0]|about[ \xa0])?[*_~]*$", re.I)
_PACE = regex(r"[ \xa0-](?:race[ \xa0-])?(?:pace|speed|effort)\b", re.I)
_SHARE_OF = regex(
    r"(?:%|\bper[ \xa0]?cent)[ \xa0]+(?:of|off|on)[ \xa0]+(?:the[ \xa0]+)?[*_~]*$", re.I
)
_LEFT_OF = regex(
    r"\b(?:left|remains|remainder|rest)[ \xa0]+(?:of|in|from)[ \xa0]+(?:the|that|each|your)[ \xa0]+[*_~]*$",
    re.I,
)
_PER_LABEL = regex(r"(?:^|[^\w\s]\s*)([a-z]+) (per [a-z]+)[*_]*[:=][ \xa0*_~≈]*[^\w\s]?$", re.I)
_DIGITS = regex(r"\d+")
BETWEEN = "between sets"
_SET_WORDS = (
    "set exercise round rep circuit block superset interval effort piece repeat attempt bout hang sprint swim"
    " run lift"
).split()
BETWEEN_SETS = regex(
    rf"(?<!alternating )(?<!alternate )between\s+(?:(?:each|the|all)\s+)?((?:{'|'.join(_SET_WORDS)})s?)\b"
    r"|\bin[ -]between\b|\bbetween(?=[ \xa0*_]*(?:[.,;)\n]|$))",
    re.I,
)
_BEHIND_ROUNDS = regex(r"\b(?:after|behind)\s+(?:each|every)\s+(?:set|round|circuit)\b", re.I)
_CHANGED = regex(r"[ \xa0]?(?:[^\W\d_]+[ \xa0-]|half-)([^\W\d_]+)")
BEHIND, LABEL = "the words behind it", "the label before it"
HEADER = "the header or label it is under"
UNIT, USUAL, FACTOR = "its unit", "the usual measure of its unit", "a factor of a product"
"""What tells the measure of an amount."""


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
    quantities = rows_joined(text, quantities, header, wording)
    quantities, names = labelling.of(line, quantities)
    counts = Counts(text, quantities)
    listed = sum(given.side == "before" for given in names) > 1
    product = loads_of(text, quantities, wording, header) or products(text, quantities, wording)
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
        elif rise := _rise(text, mention, quantities, wording):
            measure, because = rise, BEHIND
        qualifier = _qualifier(text, mention, line, wording) or _headed(header, wording)
        if qualifier == BETWEEN and because == USUAL:
            measure = wording.resting or measure
        if not number:
            qualifier = qualifier or _told_per(text, line, mention, wording)
        if qualifier and _names_next(text, mention, names[number + 1 :]):
            qualifier = ""
        if measure in wording.factors[1:] and _is_for_a_set(qualifier, wording):
            qualifier = ""  # as often as there are sets anyhow
        value, span = _bounded(text, mention, wording), mention.span
        if number and qualifier in ("", *EACH):
            of_one = rate(quantities[number - 1], mention, text)
            if not qualifier or of_one != PERHAPS_EACH:
                qualifier = of_one or qualifier
        sides = in_turn(mention, qualifier)
        if sides:
            said = _said_of_both(text, quantities[:number], mention)
            value, qualifier = value if said else value * BOTH, ""
        if unit.dimension == "time" and (often := _batches(text, span.end, line.end, wording)):
            value = value * often if sides else value.hull(value * often)
        if product.get(span.start) == PER_SET and not qualifier:
            qualifier = f"per {product[SETS]}" if SETS in product else ""
        elif product.get(span.start) == TIMES:
            counted = quantities[number - 1]
            most, value = value.high, counted.value * value
            if most is not None and value.low == most != value.high:
                value = exactly(most)  # `6 bars at 50 g – 300 g`
            span = Span(counted.span.start, span.end)
        elif product.get(span.start) == OUT_OF:
            counted = quantities[number - 1]
            value, span = counted.value, Span(counted.span.start, span.end)
        elif product.get(span.start) == TIMES_NEXT:
            factor = quantities[number + 1]
            value, span = value * factor.value, Span(span.start, factor.span.end)
            qualifier = ""
        elif qualifier and (whole := multiplied(mention, qualifier, counts, wording)):
            value, span = whole
            qualifier = ""
        elif SETS in product and _AFTER_EACH.match(text, span.end, line.end):
            value = value * _sets_before(found, product[SETS], wording)
        first = max(line.start, span.start - NEAR)
        near = text[first : span.start]
        if _EQUALS.search(wording.comes_to.sub("=", near)):
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
    found = in_alternation(text, found, wording)
    found = _groups_summed(text, line, _series_summed(text, line, found, wording))
    rated = [first for first, second in pairwise(found) if _come_to(text, line, first, second)]
    kept, again = [a for a in found if a not in rated], rated
    if product:
        kept, more = _once(text, kept, product)
        again = again + more
    kept, more = or_more(text, line, kept)
    return kept, again + more


_FOR_SO_MANY = regex(
    r"(?:(?:per|an?|each|/)?[ \xa0]*[^\W\d]*[ \xa0]*)(?:for|times|[x×✕])[ \xa0]*(?:about )?(\d{1,4})"
    r"(?:[ \xa0]+[^\W\d]+){0,2}[ \xa0]*[*_]*(?:[:=→–—(-]|->)",
    re.IGNORECASE,
)


def _come_to(text: str, line: Span, first: Amount, second: Amount) -> bool:
    """Tell whether the second of two amounts is so many of the first: `5 days at 600 g – 3 kg`.

    How many may stand behind it: `€1.50 a head for 80: €120`.
    """
    alike = first.measure == second.measure and first.unit.dimension == second.unit.dimension
    between = text[first.span.end : second.span.start].strip(" *_").rstrip("~≈")
    one, whole = (a.value.scaled(a.unit.factor) for a in (first, second))
    if alike and (behind := _FOR_SO_MANY.fullmatch(between)) is not None:
        return one * exactly(Decimal(behind[1])) == whole
    if not alike or between not in (*_RESULTS, "–", "-", "—", "("):
        return False
    often = _SO_MANY.search(text, max(line.start, first.span.start - NEAR), first.span.start)
    told = often is not None and one * exactly(Decimal(often[1])) == whole
    return told or (one == whole and between in _RESULTS)


def is_base(text: str, mention: QuantityMention) -> bool:
    """Tell whether an amount is only what a share is taken of: `25 % of €330`, `left of the 3 min`."""
    near = text[max(0, mention.span.start - NEAR) : mention.span.start]
    of = _SHARE_OF.search(near) or _LEFT_OF.search(near)
    return mention.unit is not None and of is not None


def recurs(text: str, mention: QuantityMention) -> bool:
    """Tell whether a time says how often something comes, or when: `every 3 weeks`, `2 weeks before`.

    Neither is a length.
    """
    timed = mention.unit is not None and mention.unit.dimension == "time"
    days = timed and mention.unit is not None and mention.unit.factor >= _DAY
    if days and _FROM_THEN.match(text, mention.span.end):
        return True
    before = text[max(0, mention.span.start - NEAR) : mention.span.start]
    return timed and _EVERY.search(before) is not None


def _batches(text: str, at: int, end: int, wording: Wording) -> Interval | None:
    """Return in how many batches something is done for a time: `4 min per side, in three batches`."""
    found = _IN_BATCHES.match(text, at, end)
    number = wording.lexicon.numbers.get(found[1].lower(), found[1]) if found is not None else ""
    return exactly(int(number)) if str(number).isdigit() else None


def is_pace(text: str, mention: QuantityMention) -> bool:
    """Tell whether a way only says how fast another one is run: `5 x 1 km at 10 km pace`."""
    if mention.unit is None or mention.unit.dimension != "length":
        return False
    before = text[max(0, mention.span.start - NEAR) : mention.span.start]
    return bool(_AT_PACE.search(before)) and _PACE.match(text, mention.span.end) is not None


def is_ratio(mention: QuantityMention, wording: Wording) -> bool:
    """Tell whether an amount is for each unit of something of its own kind: `8 g/kg` is no weight."""
    per, _, of = mention.qualifier.partition(" ")
    unit = wording.lexicon.units.get(of) if per == "per" else None
    own = mention.unit.dimension if mention.unit is not None else ""
    return unit is not None and unit.dimension == own in ("mass", "volume")


def _told_per(text: str, line: Span, mention: QuantityMention, wording: Wording) -> str:
    """Return what a label before an amount says it is for: `Cost per child: €3`."""
    near = text[max(line.start, mention.span.start - _NAME) : mention.span.start]
    found = _PER_LABEL.search(near) if " per " in near.lower() else None
    return fold(found[2]) if found and fold(found[1]) in wording.measures else ""


def _series_summed(text: str, line: Span, found: list[Amount], wording: Wording) -> list[Amount]:
    """Let the load behind several sets be what they come to: `8 x 80 kg, 6 x 90 kg – 1,180 kg`."""
    sets, often, load = (*wording.factors, "", "", "")[: LOAD + 1]
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
    before = text[max(line.start, last.span.start - NEAR) : last.span.start]
    said = _SUMMED.search(before) or _IN_TOTAL.match(text, last.span.end, line.end)
    if value <= max(one.high or ZERO for one in loads):
        return found
    if not said and not low <= value * _FAR <= high * _FAR * _FAR:
        return found
    return [*found[:-1], replace(last, measure=wording.product_of[load])]


def _groups_summed(text: str, line: Span, found: list[Amount]) -> list[Amount]:
    """Add up what brackets hold that name nothing, as often as it is done: `6 × (2 min / 1 min)`."""
    for times, group, _ in grouped(text, line) if found else ():
        inside = [a for a in found if group.covers(a.span)]
        first = inside[0] if inside else None
        if (
            first is None
            or not adds_up(first.unit)
            or any(a.measure != first.measure for a in inside)
        ):
            continue
        ends = [group.start, *(a.span.end for a in inside)]
        starts = [*(a.span.start for a in inside), group.end]
        if all(_JOINS.fullmatch(text, one, other) for one, other in zip(ends, starts, strict=True)):
            scale = (a.value.scaled(EXACT.divide(a.unit.factor, first.unit.factor)) for a in inside)
            whole = replace(first, value=sum(scale, exactly(0)) * times, span=group, because=FACTOR)
            at = found.index(first)
            found = [*found[:at], whole, *(a for a in found[at:] if a not in inside)]
    return found


def _way_there(text: str, line: Span, mention: QuantityMention, wording: Wording) -> str:
    """Return how one gets to a thing, where brackets tell how long that takes: `(10-minute walk)`."""
    ways = wording.roles.get("way there", frozenset())
    timed = mention.unit is not None and mention.unit.dimension == "time" and ways
    near = max(line.start, mention.span.start - NEAR)
    opening = _IN_BRACKETS.search(text, near, mention.span.start) if timed else None
    behind = _WAY.match(text, mention.span.end, line.end) if opening is not None else None
    if opening is None or behind is None:
        return ""
    word = next((w for n in (2, 1) if (w := " ".join(behind[1].lower().split()[:n])) in ways), "")
    before = text[max(line.start, opening.start() - _NAME) : opening.start()]
    named = word and word.rpartition(" ")[2] in before.lower()
    return "" if named else word


def _rise(
    text: str, mention: QuantityMention, others: Sequence[QuantityMention], wording: Wording
) -> str:
    """Return the measure of what a way rises, behind a plus beside how far it is: `16 km (+300 m, 2 h)`."""
    if mention.unit is None or mention.unit.dimension != "length":
        return ""
    ways = [q for q in others if q.unit is not None and q.unit.dimension == "length"]
    sign = text[max(0, mention.span.start - 2) : mention.span.start].strip()
    farther = any(q.unit != mention.unit for q in ways)
    told = sign[-1:] in _UP or text[mention.span.start] in _UP
    return next(iter(wording.roles.get("rise", ())), "") if told and farther else ""


def _said_of_both(text: str, before: Sequence[QuantityMention], mention: QuantityMention) -> bool:
    """Tell whether an amount is written out for both sides: `20 s + 20 s (each side)`."""
    other = before[-1] if before else None
    if other is None or (other.value, other.unit) != (mention.value, mention.unit):
        return False
    return text[other.span.end : mention.span.start].strip() == "+"


def _sets_before(found: Sequence[Amount], counted: str, wording: Wording) -> Interval:
    """Return how many sets, or repetitions in all of them, a line has told last."""
    last = next((a for a in reversed(found) if a.unit.name == counted), None)
    if last is None:
        return ONCE
    sets = [a.value for a in found if a.measure == wording.factors[0] != last.measure]
    return last.value * (sets[-1] if sets else ONCE)


def _bounded(text: str, mention: QuantityMention, wording: Wording) -> Interval:
    """Return what an amount may be: `up to 30 g`, `at least 5`, `20+ min` give one end of it.

    `Set 2 – 10 x 50 kg` is no range.
    """
    value = mention.value
    spaced = text[mention.span.start : mention.span.end].count(" ") > 1
    if spaced and value.high is not None and not value.exact and is_ordinal(text, mention, wording):
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
    word = fold(qualifier.removeprefix("per "))
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
    if last is None or (last.measure, last.unit) != (measure, unit):
        return measure
    if measure not in _known(wording):
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


_COUNTS_NAMED = regex(r"[ \xa0]?[x×✕][ \xa0]+(?=[^\W\d_]{3})")
"""`Portion: 5 × chilli, 4 × salmon`."""
_IN_BATCHES = regex(r"[^.;:()\n\d]{0,24}?\bin (\w+) batches\b", re.I)
_FOR_WHOM = regex(r"\d[^\n]*\bfor[ \xa0]+(?:the[ \xa0]+)?$")
"""Before a number that says for how many an amount is."""


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
    headed = header is not None and header.measure and wording.needs_unit(header.measure)
    if headed and _FOR_WHOM.search(text, max(0, mention.span.start - NEAR), mention.span.start):
        return "", None, ""  # `Cost: $20 for two`
    factor = product.get(mention.span.start, "")
    places = given.side != "behind" and not (name and listed)
    places = places or HEADS_AMOUNT.match(text, mention.span.end) is not None
    counts = not (factor or wording.factors[1:]) and _COUNTS_NAMED.match(text, mention.span.end)
    if counts or factor == SKIP or (not factor and places and is_ordinal(text, mention, wording)):
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
        own = wording.admits(name, counted.dimension)
        return name if own else wording.usual_measure(counted.dimension), counted, because
    usual = usual_unit(name, wording)
    if _in_another_unit(text, mention, usual, wording) or _is_counted(text, given, usual, wording):
        return "", None, ""
    return name, usual, because


def _counted_by(text: str, name: Name, wording: Wording) -> Unit | None:
    """Return what the name of a bare number counts: `Portions: 3`, no grams; `Hours: 3`, no minutes."""
    word = text[name.start : name.end].lower().split()[-1]
    unit = wording.lexicon.units.get(fold(word)) if fold(word) != word else None
    counts = unit is not None and (
        unit.dimension.startswith("count:") or wording.admits(name.measure, unit.dimension)
    )
    return unit if counts and unit is not None and wording.usual_measure(unit.dimension) else None


def _in_another_unit(text: str, mention: QuantityMention, usual: Unit, wording: Wording) -> bool:
    """Tell whether a unit that a word changes stands behind: `Duration: 8 working days`."""
    behind = None if mention.qualifier else _CHANGED.match(text, mention.span.end)
    unit = wording.lexicon.units.get(fold(behind[1])) if behind is not None else None
    return unit is not None and unit.dimension == usual.dimension


def _is_counted(text: str, given: Given, usual: Unit, wording: Wording) -> bool:
    """Tell whether the word behind a number is what there are so many of, or how often.

    `Plank 30 s, 6 times` lasts no 6 minutes, `3 loads` weigh no 3 kg.
    """
    name = given.name if given.side == "behind" else None
    said = text[name.start : name.end].lower() if name is not None else ""
    if name is None or not said.endswith("s") or fold(said) == said:
        return False
    measured = usual.dimension.split(":")[0] not in ("count", "one", "time", "energy")
    kinds = measured and wording.usual_measure(usual.dimension) == name.measure
    return kinds or fold(said) in wording.roles.get("times", ())


def _names_next(text: str, mention: QuantityMention, following: Sequence[Given]) -> bool:
    """Tell whether what looks like a rate names the next number: `P: 25 g / C: 2 g`."""
    name = following[0].name if following and following[0].side == "before" else None
    return name is not None and text[mention.span.end : name.start].strip() == "/"


def _only_places(text: str, mention: QuantityMention, wording: Wording) -> bool:
    """Tell whether a range says where, not how much: `pp. 1-260`, `chapters 3-5`."""
    near = PLACE.search(text, max(0, mention.span.start - 20), mention.span.start)
    return near is not None and fold(near[1]) in wording.roles.get("numbered", ())


def usual_unit(measure: str, wording: Wording) -> Unit:
    """Return the unit that amounts of a measure have where none is written."""
    known = wording.lexicon.measures.get(measure)
    if known is None:
        return UNITLESS
    found = wording.lexicon.units.get(fold(known.unit) or known.unit)
    return found or Unit(known.unit, known.dimension)


def _qualifier(text: str, mention: QuantityMention, line: Span, wording: Wording) -> str:
    heavy = mention.unit is None or mention.unit.dimension == "mass"
    if mention.qualifier and (
        heavy or mention.qualifier not in wording.roles.get("bodyweight", ())
    ):
        return mention.qualifier
    first = max(line.start, mention.span.start - NEAR)
    head = _PER_HEAD.search(text, first, mention.span.start)
    if head and wording.role(fold(head[1]), "per head"):
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
        if any(_BEHIND_ROUNDS.search(said) for said in (after, before)):
            rests = any(
                word in wording.roles.get("rest", ())
                for word in map(fold, f"{before}{after}".split())
            )
            return OR_BEHIND if rests else ""
    return ""
