"""Amounts that a line says twice: in another unit, as a total, worked out again, as a rate.

`4 oz (113 g)`, `300 kcal + 50 kcal = 350 kcal`, `4 sets of 6 at 70 kg (4 x 6 x 70 = 1,680 kg)`,
`$180 (2 tickets at $90 each)`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import pairwise

from msgspec.structs import replace

from evalspec.core.quantity import Interval, Unit, exactly
from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document.facts import EXTENTS, Amount, come_to
from evalspec.document.plain import ARROW
from evalspec.document.rates import BOTH, for_a_side, grouped
from evalspec.document.wording import Wording
from evalspec.vocabulary.fold import fold

_RESTATED = regex(r"\s*(?:\(|/|=|\bor\b|\[)\s*(?:~|about|approx\.?|≈)?\s*$")
_MEASURED = regex(r"(?:\s+[A-Za-z-]+){1,3}\s*\(\s*(?:~|about|approx\.?|≈)?\s*$")
"""What stands between `2 cups` and `480 ml` in `2 cups of tea (480 ml)`."""
_BRACKETED = regex(
    r"\s*[(\[]\s*(?:so\s+|that is\s+|i\.e\.\s+)?(?:~|about|approx\.?|around|roughly|≈|=)?\s*[*_]*$"
)
_IN_ALL = regex(r"[*_]*\s*(?:[)\]]|(?:in )?(?:total|all)\b|altogether\b|for\b)", re.IGNORECASE)
_LED = regex(r"\s*[(\[]\s*(?:→|⇒|[-=]>)\s*[~≈]?")
"""An arrow that opens brackets."""
_EACH_UNIT = regex(r"\s*(?:(?:per|an?|each|every)\s+|/\s?)([a-z]+)\s*[)\]]", re.IGNORECASE)
_EACH_OF = regex(r"\s*(?:per|an?|each|every)\s+[a-z]+\s+for\s+(\d{1,3})\b", re.IGNORECASE)
_NEAR = Decimal("1.5")
_ONCE = exactly(1)
_RATED = regex(r"\s*(?:per|a|/)\s*\w+\s*[(=[]\s*[~≈]?\s*$")
_RESULT = regex(r"=\s*[*_]*[~≈]?\s*$")
_FOR_SO_MANY = regex(
    r"[ \xa0]+for[ \xa0]+(?:the[ \xa0]+)?(?:\w+(?:[ \xa0]+\w+)?[ \xa0]*[(,][ \xa0]*)?"
)
"""`€40 for two (€20 each)`."""
_AGAIN = regex(
    r"[\s,;(*_–—-]*(?:i\.?\s?e\.|that is|in other words)[^\d]*(?:\d[\d.,]*\s*[x×✕*]\s*)?\D?$",
    re.IGNORECASE,
)
_MULTIPLIED = regex(
    r"\d\s*(?:[^\d\s.,:'’–—-]\D*)?(?:[x×✕*@(/]|,\s)\D*\d|\d\D*\b(?:per|at)\b\D*\d", re.I
)
"""Two numbers that make one amount: `80 × €18`, `€18 per flat (8`, `6 filters (€4`; not `1 h 30`."""
_COMES_TO = regex(
    r"(?:[ \xa0]*(?:/|\bper\b)?[ \xa0]*[^\W\d]+(?=[ \xa0]*[()\[\]:=→–—-]))?[)\]]?"
    r"\s*[*_]*\s*(?:[:=→–—(-]|->)?\s*[*_]*\s*[~≈]?\s*[*_]*",
    re.I,
)
"""`80 × €18: €1,440`, `€18 per flat (8 flats) – €144`, `1,200 at €2/pack (€2,400)`."""
_TOTALLED = regex(r"(?:=|\btotal(?:s|ing|ling)?\b:?(?:\sof)?)\s*[*_]*[~≈(]?\s*$", re.IGNORECASE)
_GRAND = regex(r"\b(?:grand|overall|running) total:?(?: of)?\s*[*_]*[~≈]?\s*$", re.IGNORECASE)
_SAID_OF_ALL = regex(r"\b(?:in all|in total|total|altogether|overall)\s*$", re.IGNORECASE)
_TOTAL_AFTER = regex(r"\s*(?:in\s)?total\b", re.IGNORECASE)
_ON = regex(rf"\+|(?:{ARROW})\s*[^\W\d_]")
"""What leads to another thing."""
_MADE = regex(r"\s*[*_]*=")
_DIVIDED = regex(
    r"\s*(?:[÷/]|\bdivided by\b)\s*(\d{1,3})(?:[ \xa0]+[^\W\d]+)?\s*[)\]]?"
    r"\s*[*_]*\s*(?:[:=→–—(-]|->)?\s*[*_]*\s*[~≈]?\s*[*_]*",
    re.IGNORECASE,
)
"""What stands between a whole and its share: `€240 ÷ 12): €20`, `€90 / 3 people – €30`."""
_WITH_MORE = regex(r"\s*[*_]*\s*(?:with|including|incl\.?|via)\s", re.IGNORECASE)
_AT = regex(r"(?:@|\bat|[x×])[ \xa0]?$", re.IGNORECASE)
"""What stands before the price of one of many: `12 m of rope (with spare) @ €3`."""
_CROSS = regex(r"\s*[x×✕*]\s*", re.IGNORECASE)
_WORD = regex(r"[a-z]+", re.IGNORECASE)
_ASIDE = regex(r"\((?!\s*(?:\+|or\b))[^()]*\)")
_NEXT = regex(r"[,;+&|•>→➜⇒]|\)[^()\d]*[^\W\d_]|\b(?:and|then|plus)\b", re.IGNORECASE)
_INCLUDING = regex(
    r"\b(?:includ(?:es|ing|ed)|incl\.?|of which|thereof|alternating)(?!\w)|\bwith(?=\s+\d{1,2}\s?[x×]\s?\d)"
    r"|\bafter(?=\s(?:(?:the\sfirst|about|around)\s)?\d)",
    re.IGNORECASE,
)
"""`with` only before what is done so often: `with 5 min cool-down` may come on top.

`after` says when something is done in the time before it: `Bake for 40 min, turn after 25 min`.
"""
_ENDS = regex(r"\b(?:first|last|final)\s(?=$|\d|[~≈])", re.IGNORECASE)
_FAR_IN = regex(r"[ \xa0]in(?=[*_]*(?:[.,;)]|$))")
"""`16 km, some traffic over the last 3 km`; `38 km, with lunch about 15 km in`."""
_WHOLE_AND_END = 2
_THING_BEHIND = regex(r"[ \xa0]+(?!(?:and|to|so|or|if|until|in|for)\b)[^\W\d]|[ \xa0]*-")
"""`after 5 min rest`, `after 10 min of jogging`: not only when."""
_AND_BETWEEN = regex(r",\s*\d[\d.]*\s*\w+\s+(?:\w+\s+){0,2}(?:in )?between\b", re.IGNORECASE)
"""What is done between the repetitions: `5 km with 6 × 400 m fast, 200 m jog between`."""
_INCLUDED_TO = regex(r"[;\n+|]|[,)]\s+(?!and\b)|\)$")
_GROWING = regex(r"\b(?:max(?:imum)?|up to|at most)\b", re.IGNORECASE)
_EACH_TIME = regex(r"\b(?:after|between|each|every|then|plus|return)\b|\+", re.IGNORECASE)
_NUMBERS = regex(r"(?<![\w.,])\d[\d,]*(?:\.\d+)?(?![\w])")
_SO = regex(r",\s*so\s*[~≈]?$", re.IGNORECASE)
"""What leads to the price of several: `€9 per adult, under 6 free, so €18`."""
_AND = regex(r"\b(?:and|plus|with)\b|[+;]", re.IGNORECASE)
_MOST_PEOPLE, _FEW_WORDS = 20, 4
_WORK_AND_REST = 2
_FEWEST_PARTS = 2
_NEAR_BRACKET = 4
_NEAR_TOTAL = 40
"""Characters before an amount in which words may call it the total of all."""
_MOST_AMOUNTS = 60
"""A line of more is no plain list; looking at all pairs would take too long."""
_LINKS = frozenset(("each", "x", "is"))


def without_duplicates(
    text: str, line: Span, amounts: Sequence[Amount], wording: Wording
) -> tuple[list[Amount], list[Amount]]:
    """Part the amounts of a line into those that count and those that say one of them again."""
    kept: list[Amount] = []
    duplicates = _worked_out(text, amounts, wording) + _within(text, line, amounts)
    duplicates += _included(text, line, amounts) + _of_turns(text, amounts)
    duplicates += _for_each_of(text, line, amounts) + _comes_to(text, line, amounts)
    duplicates += _made_up_of(text, line, amounts, wording)
    known = set(duplicates)
    by_measure: dict[str, list[Amount]] = {}
    for amount in amounts:
        if amount in known:
            continue
        same = by_measure.setdefault(amount.measure, [])
        last = kept[-1] if kept else None
        alike = last is not None and last.measure == amount.measure
        if alike and last is not None and _is_quotient(text, last, amount):
            duplicates.append(last)
            kept[-1] = same[-1] = amount
            continue
        if alike and last is not None and _restates(text, line, last, amount, wording):
            whole = bool(last.qualifier) and not amount.qualifier and last.value == amount.value
            multiplied = amount.measure in wording.product_of  # `66 lb (30 kg)` are 30 kg
            usual = multiplied and wording.lexicon.measures[amount.measure].unit
            whole = whole or (usual == amount.unit.name != last.unit.name)
            duplicates.append(last if whole else amount)
            if whole:  # what is left is for all of them: `4 × €30 per seat = €120`
                kept[-1] = same[-1] = amount
            continue
        if same and _GRAND.search(
            text, max(line.start, amount.span.start - _NEAR_TOTAL), amount.span.start
        ):
            duplicates.append(amount)  # `Lamp: €30 (grand total €210)` is of the lines above too
            continue
        if same and _is_total(text, line, amount) and not amount.qualifier:
            summed = [a for a in same if a.unit.dimension == amount.unit.dimension]
            parts = _parts_of(text, line, summed, amount)  # not `5 h = £60` of a column `Labour`
            duplicates += parts
            kept = [k for k in kept if k not in parts]
            same[:] = [k for k in same if k not in parts]
        kept.append(amount)
        same.append(amount)
    rates = _rates(text, line, kept, wording)
    return [a for a in kept if a not in rates], duplicates + rates


def _for_each_of(text: str, line: Span, amounts: Sequence[Amount]) -> list[Amount]:
    """Return what an amount is for each of so many: `€20 (€10 per person for 2)`."""
    found: list[Amount] = []
    for amount in amounts:
        behind = _EACH_OF.match(text, amount.span.end, line.end)
        if behind is None:
            continue
        whole = amount.value * exactly(int(behind[1]))
        told = [a for a in amounts if a.unit == amount.unit and a.span.end <= amount.span.start]
        if any(a.value == whole for a in told):
            found.append(amount)
    return found


def _of_turns(text: str, amounts: Sequence[Amount]) -> list[Amount]:
    """Return what brackets say that work and rest come to so often: `8 × 20 s on / 10 s off (4 min)`."""
    last = amounts[-1] if amounts else None
    often = [a for a in amounts if a.unit.dimension in ("count:set", "count:round")]
    before = text[max(0, last.span.start - _NEAR_BRACKET) : last.span.start] if last else ""
    if last is None or len(often) != 1 or not before.rstrip(" *_~").endswith("("):
        return []
    turns = [a for a in amounts[:-1] if a.unit.dimension == last.unit.dimension]
    if len(turns) != _WORK_AND_REST or turns[0].measure == turns[1].measure:
        return []
    work, rest, whole = (a.value.scaled(a.unit.factor) for a in (*turns, last))
    times = often[0].value
    sums = ((work + rest) * times, work * times + rest * (times - exactly(1)))
    return [last] if _rounded(whole) in map(_rounded, sums) else []


def _rounded(value: Interval) -> tuple[Decimal, Decimal]:
    """Return the ends of an interval in which thirds of a minute add up."""
    return round(value.low or Decimal(0), 4), round(value.high or Decimal(0), 4)


def _comes_to(text: str, line: Span, amounts: Sequence[Amount]) -> list[Amount]:
    """Return what brackets hold that is done so often, where the line says what it comes to.

    `8 × (1 min sprint / 1 min walk) – 16 min`.
    """
    found: list[Amount] = []
    for times, group, _ in grouped(text, line) if len(amounts) <= _MOST_AMOUNTS else ():
        inner = [a for a in amounts if group.start <= a.span.start < group.end]
        for measure in dict.fromkeys(a.measure for a in inner):
            parts = [a for a in inner if a.measure == measure]
            whole = sum((a.value.scaled(a.unit.factor) for a in parts), exactly(0)) * times
            others = (a for a in amounts if a.measure == measure and a not in inner)
            if any(a.value.scaled(a.unit.factor) == whole for a in others):
                found += parts
    return found


_MADE_UP = regex(r"[*_)\]\s]*[.:][*_]*\s|\s*[–—]\s")
"""What stands between a whole and its parts."""


def _made_up_of(text: str, line: Span, amounts: Sequence[Amount], wording: Wording) -> list[Amount]:
    """Return the parts that a whole before them comes to: `8 km. 2 km easy, 4 km fast, 2 km easy`."""
    by_measure: dict[str, list[Amount]] = {}
    for amount in amounts:
        by_measure.setdefault(amount.measure, []).append(amount)
    found: list[Amount] = []
    known = wording.lexicon.measures
    for measure, (whole, *parts) in by_measure.items():
        adding = measure not in known or known[measure].adds
        if len(parts) < _FEWEST_PARTS or whole.qualifier or not adding:
            continue
        end = whole.span.end - text.endswith(".", 0, whole.span.end)  # `90 minutes.`, as `90 min.`
        if not _MADE_UP.match(text, end):
            continue
        alike = all(a.unit.dimension == whole.unit.dimension for a in parts)
        if alike and come_to(parts, [whole]):
            found += parts
    return found


def _restates(text: str, line: Span, first: Amount, second: Amount, wording: Wording) -> bool:
    if _is_share(text, line, first, second, wording) or _is_led_to(text, first, second):
        return True
    if any(again(text, first, second, wording) for again in _BRACKETS):
        return True
    if (first.measure, first.value, first.unit) == (second.measure, second.value, second.unit):
        made = _MULTIPLIED.search(text, first.span.start, first.span.end)
        between = first.span.end, second.span.start
        shared = second.qualifier == "each" and _FOR_SO_MANY.fullmatch(text, *between)
        worked_out = made and _COMES_TO.fullmatch(text, *between)
        return bool(shared or worked_out or _AGAIN.match(text, *between))
    if _is_rate(first) and _is_rate(second) and first.qualifier != second.qualifier:
        return bool(_RATED.fullmatch(text, first.span.end, second.span.start))
    same_kind = first.unit.dimension == second.unit.dimension and first.unit != second.unit
    between = first.span.end, second.span.start
    if not same_kind:
        return False
    if _RESTATED.fullmatch(text, *between):
        return first.measure != second.measure or _is_near(first, second)
    return bool(_MEASURED.fullmatch(text, *between)) and _is_about(first, second)


def _is_quotient(text: str, first: Amount, second: Amount) -> bool:
    """Tell whether an amount is what another one comes to divided: `Insurance (€240 ÷ 12): €20`."""
    divided = _DIVIDED.fullmatch(text, first.span.end, second.span.start)
    return divided is not None and second.value * exactly(int(divided[1])) == first.value


def or_more(text: str, line: Span, amounts: list[Amount]) -> tuple[list[Amount], list[Amount]]:
    """Widen amounts by what brackets say they are with what may be left out: `6 km (8 km with the loop)`."""
    kept: list[Amount] = []
    again: list[Amount] = []
    for amount in amounts:
        last = kept[-1] if kept else None
        if last is not None and _is_more_with(text, line, last, amount):
            again.append(amount)
            kept[-1] = replace(last, value=last.value.hull(amount.value))
        else:
            kept.append(amount)
    return kept, again


def _is_more_with(text: str, line: Span, first: Amount, second: Amount) -> bool:
    alike = first.unit == second.unit and not first.qualifier and first.value.exact
    led = alike and _BRACKETED.fullmatch(text, first.span.end, second.span.start)
    more = _WITH_MORE.match(text, second.span.end, line.end) if led else None
    return more is not None and _is_smaller(first, second) and not _is_smaller(second, first)


def _is_share(text: str, line: Span, first: Amount, second: Amount, wording: Wording) -> bool:
    """Tell whether brackets say what an amount is for each unit: `€640 (about €148 a week)`."""
    if first.unit != second.unit or _is_rate(first):
        return False
    if not _BRACKETED.fullmatch(text, first.span.end, second.span.start):
        return False
    behind = _EACH_UNIT.match(text, second.span.end, line.end)
    return behind is not None and fold(behind[1]) in wording.lexicon.units


def _is_for_both_sides(text: str, first: Amount, second: Amount, wording: Wording) -> bool:
    """Tell whether brackets say a product again for both sides: `= 600 kg (1,200 kg for both arms)`."""
    known = wording.lexicon.measures.get(first.measure)
    if known is None or not known.product or first.unit != second.unit:
        return False
    twice = second.value == first.value * BOTH and first.measure == second.measure
    return twice and bool(_BRACKETED.fullmatch(text, first.span.end, second.span.start))


def _is_led_to(text: str, first: Amount, second: Amount) -> bool:
    """Tell whether brackets say what an amount becomes: `€190 (→ €2,280 after a year)`."""
    alike = (first.measure, first.unit) == (second.measure, second.unit)
    return alike and _LED.fullmatch(text, first.span.end, second.span.start) is not None


def _is_of_period(text: str, first: Amount, second: Amount, wording: Wording) -> bool:
    """Tell whether brackets say what an amount comes to in another time: `€100 (€1,200 per year)`."""
    per = [fold(amount.qualifier) for amount in (first, second)]
    known = [wording.role(period, "per period") for period in per]
    if per[0] == per[1] or not known[1] or (per[0] and not known[0]):
        return False
    between = text[first.span.end : second.span.start].strip()
    between = between.partition(per[0].rpartition(" ")[2])[2] if per[0] else between
    return first.unit == second.unit and _BRACKETED.fullmatch(between) is not None


def _within(text: str, line: Span, amounts: Sequence[Amount]) -> list[Amount]:
    """Return what a time or a length is made up of, or may grow to: `40 min run (3 x 8 min fast)`."""
    found: list[Amount] = []
    for aside in _ASIDE.finditer(text, line.start, line.end):
        before = [a for a in amounts if a.span.end <= aside.start()]
        inner = [a for a in amounts if aside.start() <= a.span.start < aside.end()]
        outer = next((a for a in reversed(before) if a.unit.dimension in EXTENTS), None)
        alike = [a for a in inner if outer is not None and a.unit.dimension == outer.unit.dimension]
        if outer is None or not alike:
            continue
        made = sum((a.value.scaled(a.unit.factor) for a in alike), exactly(0))
        if made != outer.value.scaled(outer.unit.factor) and _EACH_TIME.search(aside[0]):
            continue
        if _NEXT.search(text, outer.span.end, aside.start()):
            continue  # said of another thing
        if _GROWING.search(aside[0]) or all(_is_smaller(a, outer) for a in alike):
            found += [a for a in inner if a in alike or a.unit.dimension == "count:set"]
    return found


def _included(text: str, line: Span, amounts: Sequence[Amount]) -> list[Amount]:
    """Return what is a part of the amount before it: `5 km incl. 5 × 400 m`, `€40 including €10 lunch`."""
    found: list[Amount] = []
    for start in _INCLUDING.finditer(text, line.start, line.end) if len(amounts) > 1 else ():
        stop = _INCLUDED_TO.search(text, start.end(), line.end)
        end = stop.start() if stop is not None else line.end
        if between := _AND_BETWEEN.match(text, end, line.end):
            end = between.end()
        outer = {a.measure: a for a in amounts if a.span.start < start.start() and a not in found}
        inner = [a for a in amounts if start.end() <= a.span.start < end]
        parts = [a for a in inner if a.measure in outer and _is_smaller(a, outer[a.measure])]
        if start[0].lower() == "with" and not _hold(parts, inner, outer):
            continue
        if start[0].lower() == "after":
            inner = parts = [a for a in parts[:1] if _is_moment(text, a)]
        found += [a for a in inner if a in parts or (parts and a.unit.dimension == "count:set")]
    return found + [a for a in _at_an_end(text, line, amounts) if a not in found]


def _at_an_end(text: str, line: Span, amounts: Sequence[Amount]) -> Iterator[Amount]:
    """Yield the second of two ways or times that says where in the first something is."""
    for measure in {a.measure for a in amounts if a.unit.dimension in EXTENTS}:
        told = [a for a in amounts if a.measure == measure]
        if len(told) != _WHOLE_AND_END or not _is_smaller(told[1], told[0]):
            continue
        before = _ENDS.findall(text, line.start, told[1].span.start)
        at_end = len(before) == 1 and _ENDS.search(text, told[0].span.end, told[1].span.start)
        if at_end or (not before and _FAR_IN.match(text, told[1].span.end, line.end)):
            yield told[1]


def _is_moment(text: str, amount: Amount) -> bool:
    """Tell whether nothing is named that a time behind `after` is the length of."""
    timed = amount.unit.dimension == "time"
    return timed and _THING_BEHIND.match(text, amount.span.end) is None


def _hold(parts: list[Amount], inner: list[Amount], outer: dict[str, Amount]) -> bool:
    """Tell whether a time or a way is long enough for what is done in it so often."""
    often = next((a.value for a in inner if a.unit.dimension == "count:set"), exactly(1))
    whole = [replace(a, value=a.value * often) for a in parts]
    return all(a.unit.dimension in EXTENTS and _is_smaller(a, outer[a.measure]) for a in whole)


def _is_smaller(inner: Amount, outer: Amount) -> bool:
    low = outer.value.scaled(outer.unit.factor).low
    high = inner.value.scaled(inner.unit.factor).high
    if low is None or high is None:
        return False
    return inner.measure == outer.measure and high <= low


def _is_near(first: Amount, second: Amount) -> bool:
    """Tell whether two amounts in different units may be one: 25 miles and 40 km, not 1 km and 200 m."""
    a, b = (x.value.scaled(x.unit.factor, x.unit.offset) for x in (first, second))
    if a.low is None or b.low is None or a.high is None or b.high is None:
        return True
    return min(a.low, b.low) <= 0 or max(a.low, b.low) <= min(a.high, b.high) * _NEAR


def _is_about(first: Amount, second: Amount) -> bool:
    """Tell whether two amounts are about the same: a cup is no exact measure."""
    ends = [a.value.scaled(a.unit.factor).low for a in (first, second)]
    low, high = sorted(end or Decimal(0) for end in ends)
    return first.measure == second.measure and low < high <= low * _NEAR


def _is_rate(amount: Amount) -> bool:
    return amount.qualifier.startswith("per ")


def _parts_of(text: str, line: Span, same: list[Amount], total: Amount) -> list[Amount]:
    """Return what a result is made of: not the results before it, unless it is the sum of them."""
    starts = ((a, max(line.start, a.span.start - 4)) for a in same)
    results = [a for a, start in starts if _RESULT.search(text, start, a.span.start)]
    if not results or not _RESULT.search(text, line.start, total.span.start):
        return same
    added = sum((a.value for a in results[1:]), results[0].value)
    return same if added == total.value else same[same.index(results[-1]) + 1 :]


def _is_total(text: str, line: Span, amount: Amount) -> bool:
    before = text[max(line.start, amount.span.start - 16) : amount.span.start]
    return bool(_TOTALLED.search(before) or _TOTAL_AFTER.match(text, amount.span.end, line.end))


def _worked_out(text: str, amounts: Sequence[Amount], wording: Wording) -> list[Amount]:
    """Return the factors of a product that repeat what the line has said, of both sides perhaps."""
    found: list[Amount] = []
    said: set[tuple[str, Interval]] = set()
    at, heard = 1, 0
    while at < len(amounts):
        end = at + 1
        while end < len(amounts) and _CROSS.fullmatch(
            text, amounts[end - 1].span.end, amounts[end].span.start
        ):
            end += 1
        factors = amounts[at:end]
        for a in amounts[heard:at]:
            said.add((a.measure, a.value))
            if for_a_side(a.qualifier):
                said.add((a.measure, a.value * BOTH))
        heard = at
        repeated = len(factors) > 1 and all((a.measure, a.value) in said for a in factors)
        made = _MADE.match(text, factors[-1].span.end)
        if repeated and (made or _names_nothing(text, amounts[at - 1], factors[0], wording)):
            found += factors
        at = end
    return found


def _rates(text: str, line: Span, amounts: Sequence[Amount], wording: Wording) -> list[Amount]:
    """Return the rates of which a counted total stands beside them."""
    heads = wording.roles.get("per head", frozenset())
    found = [
        a for a, b in pairwise(amounts)
        if _is_for_several(text, a, b) or _is_price_of_many(text, line, a, b)
    ]  # fmt: skip
    by_kind: dict[tuple[str, Unit, str], list[Amount]] = {}
    for amount in amounts:
        by_kind.setdefault((amount.measure, amount.unit, amount.qualifier), []).append(amount)
    for rate in amounts:
        if not rate.qualifier or rate in found:
            continue
        told = ("", rate.qualifier) if rate.qualifier in heads else ("",)
        alike = [a for own in told for a in by_kind.get((rate.measure, rate.unit, own), ())]
        others = amounts if alike else ()
        counts = {a.value for a in others if a.unit.dimension != rate.unit.dimension} - {_ONCE}
        # `€80 pp per night, 2 nights = €160 pp`: both are for one person
        totals = [
            a for a in alike if a is not rate and any(n * rate.value == a.value for n in counts)
        ]
        if any(_names_nothing(text, total, rate, wording) for total in totals):
            found.append(rate)
    return found


def _is_for_several(text: str, rate: Amount, total: Amount) -> bool:
    """Tell whether the next price is for several what the one before is for one of them.

    `€15 per person, €30 for two`, `€22 each, so €44`, `€18 per head (€1,080)`.
    """
    one, all_ = (a.value.scaled(a.unit.factor).low for a in (rate, total))
    if not rate.qualifier or total.qualifier or not one or all_ is None:
        return False
    if rate.unit.dimension != total.unit.dimension:
        return False
    between = text[rate.span.end : total.span.start]
    bracketed = _BRACKETED.search(between) and _IN_ALL.match(text, total.span.end)
    aside = rate.measure == total.measure and bracketed is not None
    told = aside or rate.unit.dimension.startswith("currency:")
    if not (told and rate.value.exact and (aside or total.value.exact)):
        return False
    many = round(all_ / one)
    # a price for each that is worked out from the whole is rounded: `€16.67 per head (€1,000)`
    rounded = aside and many > 1 and round(all_ / many, 2) == round(one, 2)
    several = (all_ % one == 0 or rounded) and many >= 2 and (aside or many <= _MOST_PEOPLE)
    near = len(between.split()) <= _FEW_WORDS or _SO.search(between)
    return several and not _AND.search(between) and bool(near)


def _is_portion(text: str, whole: Amount, rate: Amount, wording: Wording) -> bool:
    """Tell whether brackets say what each of several gets: `Mix 12 l feed in all (4 l per trough)`."""
    if not rate.qualifier.startswith("per ") or _is_rate(whole) or rate.measure != whole.measure:
        return False
    between = text[whole.span.end : rate.span.start]
    named, bracket, behind = between.rpartition("(")
    if not bracket or behind.strip(" ~≈=") or _NEXT.search(named) or ")" in named:
        return False
    all_, one = (a.value.scaled(a.unit.factor).low for a in (whole, rate))
    if not all_ or not one or all_ <= one:
        return False
    # a price per bag beside that of a flight may be added to it
    money = rate.unit.dimension.startswith("currency:")
    sure = all_ % one == 0 and (not money or wording.role(rate.qualifier, "per head"))
    return sure or bool(_SAID_OF_ALL.search(named))


_BRACKETS = (_is_of_period, _is_portion, _is_for_both_sides)
"""What brackets may say again of the amount before them."""


def _is_price_of_many(text: str, line: Span, rate: Amount, total: Amount) -> bool:
    """Tell whether a line ends in what a rate comes to by a number before it: `60 cards at €2 each: €120`."""
    one, whole = (a.value.scaled(a.unit.factor) for a in (rate, total))
    led = _AT.search(text, max(line.start, rate.span.start - _NEAR_BRACKET), rate.span.start)
    if not (rate.qualifier or led) or total.qualifier or rate.measure != total.measure:
        return False
    between = text[rate.span.end : total.span.start]
    between = between.partition(rate.qualifier.rpartition(" ")[2])[2] if rate.qualifier else between
    if rate.unit != total.unit or _WORD.sub("", between) != between:
        return False
    before = _NUMBERS.findall(text, line.start, rate.span.start)[-_FEW_WORDS:]
    return any(one * exactly(Decimal(number.replace(",", ""))) == whole for number in before)


def _names_nothing(text: str, first: Amount, second: Amount, wording: Wording) -> bool:
    """Tell whether only units, measures and links stand between two amounts, no other thing."""
    start, end = sorted((first.span, second.span), key=lambda span: span.start)
    words = {fold(word) for word in _WORD.findall(text, start.end, end.start)}
    if _ON.search(text, start.end, end.start):
        return False
    known = (
        _LINKS,
        wording.linking,
        wording.lexicon.units,
        wording.measures,
        wording.roles.get("total", ()),
    )
    return all(any(word in names for names in known) for word in words)
