"""What numbers without a unit are: factors of a product, rows of sets, which one of several.

`3 x 10 at 40 kg`, `12/10/8 reps`, `Day 2`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from msgspec.structs import replace

from evalspec.core.quantity import Unit
from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document.facts import EACH
from evalspec.document.headers import Column
from evalspec.document.mention import QuantityMention
from evalspec.document.rates import done_within
from evalspec.document.wording import Wording
from evalspec.vocabulary.fold import fold

_SIGN = r"(?:[x×✕]|(?<![\s*_])\*(?![\s*_])|(?<=\s)\*(?=\s))"
"""A sign of multiplication; stars that open or close what is bold are none."""
_TIMES = regex(rf"\s*(?:{_SIGN}|of|sets?\s*(?:[x×]|of))\s*", re.I)
_THINGS = regex(
    rf"(?:[ \xa0]+[^\W\d]+){{1,2}}\s*(?:{_SIGN}|\bat\b|@)\s*|[ \xa0]+[^\W\d]+s[ \xa0]of[ \xa0]",
    re.I,
)
"""`4 packs × 250 g`, `3 bags at €6`, `2 halves of 8 min`."""
_OFTEN = regex(rf"\s*(?:each|apiece|ea|pp|per\s+\w+)?[*_]*\s*{_SIGN}\s*", re.I)
_CROSS = regex(rf"\s*{_SIGN}\s*", re.I)
_PHRASE = regex(r"[A-Za-z][A-Za-z ]*")
_RESULT = regex(r"[^,;|()\n=]{0,20}=")
_PAIR = 2
_JOINED_NEXT = regex(r"\s?[,/–-]\s?(?:and\s)?|\s(?:and|then)\s")
"""What stands between the numbers of `10, 9, 8 reps`: so many in each set."""
NEAR = 24
"""Characters before an amount that say what it is of those before."""
LOAD = 2
"""Which factor of a product is the load."""
_AT_RATE = regex(r"\s*(?:\bat\b|@|à|x|×)\s*[*_]*", re.I)
_OF_EACH = regex(r"\s*[(,:]\s*")
_LISTED_NEXT = regex(r"(?:[,;+&]|[,;\s]\s?(?:and|then|plus))[ \xa0]+$", re.I)
_NAMED_NEXT = regex(r"[ \xa0]+([A-Za-z]{3,})")
_HEADS = regex(r"[*_]*:[*_]*[ \xa0]+[*_]*\w")
OUT_OF = "(out of)"
SETS, SKIP, TIMES, TIMES_NEXT, PER_SET = -1, "(factor)", "(times)", "(times next)", "(per set)"
"""Marks of numbers in a product: how often, what is multiplied, what is per set."""
PLACE = regex(r"([A-Za-z]+)\.?[ \xa0]+[*_]*$")
HEADS_AMOUNT = regex(r"[*_]*[ \xa0]*[:–—-][ \xa0]*[*_]*\d")
"""`Set 1 – 12 reps`."""


def rows_joined(
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
        spaced = between[:1].isspace() and between.strip() in ("–", "-", "and", "then")
        named = len(row) == _PAIR and spaced
        return last.unit.dimension.startswith("count:") and not named  # no `Harbour 2 – 502 pages`
    often, *_ = wording.factors[1:] or ("",)
    if header is not None:
        return bool(often) and header.measure == often
    crossed = before is not None and _TIMES.fullmatch(text, before.span.end, row[0].span.start)
    return bool(often and crossed) and "/" in text[row[0].span.end : last.span.start]


def _are_their_loads(row: Sequence[QuantityMention], told: int, wording: Wording) -> bool:
    """Tell whether numbers in a row are the loads of so many sets that are told: `10/8/6 at 60/70/80 kg`."""
    unit = row[-1].unit
    loads = wording.factors[LOAD:]
    loaded = unit is not None and any(wording.admits(m, unit.dimension) for m in loads)
    return len(row) == told and loaded


def _hull(row: Sequence[QuantityMention]) -> QuantityMention:
    """Return one number that may be each of several."""
    value = row[0].value
    for mention in row[1:]:
        value = value.hull(mention.value)
    span = Span(row[0].span.start, row[-1].span.end)
    return replace(row[-1], value=value, span=span, number=Span(span.start, row[-1].number.end))


def is_ordinal(text: str, mention: QuantityMention, wording: Wording) -> bool:
    """Tell whether a bare number says which one, not how much: `Day 1`, `chapter 3`, `Pos. 4`."""
    start = mention.span.start
    if start and text[start - 1].isalpha():
        return True  # `P20` alone
    near = PLACE.search(text, max(0, start - 20), start)
    word = fold(near[1]) if near is not None else ""
    if word in wording.measures and near is not None and word != near[1].lower():
        return False  # `Pages 566`
    timed = word in wording.lexicon.units and wording.lexicon.units[word].dimension == "time"
    if timed and _HEADS.match(text, mention.span.end):
        return True  # `Minute 1: 10 squats`
    if (known := wording.lexicon.measures.get(wording.measures.get(word, ""))) is not None:
        rate = "*" in known.dimension  # `HR 120`
        return known.dimension.startswith("count:") and not rate  # `Set 2: 10 reps`
    return word in wording.ranks or wording.role(word, "numbered", "ordinal")


def products(text: str, quantities: Sequence[QuantityMention], wording: Wording) -> dict[int, str]:
    """Read `3 x 10`: bare numbers joined by a cross are the first factors of a product."""
    factors = wording.factors
    named = _sets_listed(text, quantities, wording)
    if named:
        return named
    before: QuantityMention | None = None
    told = _tell_sets(text, quantities, wording)
    for first, second in zip(quantities, quantities[1:], strict=False):
        if len(factors) < 2:
            if _is_out_of(text, first, second):
                named[first.span.start], named[second.span.start] = SKIP, OUT_OF
            elif _so_many(text, first, second):
                if before is None or not done_within(before, first, text, wording):
                    named[first.span.start], named[second.span.start] = SKIP, TIMES
            elif _often(text, first, second):
                named[first.span.start], named[second.span.start] = TIMES_NEXT, SKIP
        elif _TIMES.fullmatch(text, first.span.end, second.span.start) or _rounds(
            text, first, second
        ):
            lasting = second.unit is not None and second.unit.dimension in ("time", "length")
            if lasting:
                named[second.span.start] = PER_SET
                within = named.get(first.span.start) == factors[1] and first.value.exact
                often = factors[1 if within else 0]  # `3 × 4 × 75 m`: 75 m in each of the four
                counted = wording.lexicon.measures.get(often)
                named[SETS] = counted.unit if counted is not None else often
            loaded = second.unit is not None and not lasting
            if first.unit is None and loaded and (told or factors[0] in named.values()):
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


def _tell_sets(text: str, quantities: Sequence[QuantityMention], wording: Wording) -> bool:
    """Tell whether the sets of a line are told by a word or a pair of bare numbers: `2 x 8 kg: 4 x 10`."""
    often = (*wording.factors, "")[0]
    units = {wording.measures.get(m.unit_word) for m in quantities if m.unit}
    bare = (pair for pair in pairwise(quantities) if pair[0].unit is pair[1].unit is None)
    crossed = (_CROSS.fullmatch(text, a.span.end, b.span.start) for a, b in bare)
    return (bool(often) and often in units) or any(crossed)


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
    if len(factors) <= LOAD or not pairs or not lifted:
        return {}
    heads = (m for m in quantities if HEADS_AMOUNT.match(text, m.span.end))
    if len(pairs) == 1 and not any(is_ordinal(text, m, wording) for m in heads):
        return {}
    return {first.span.start: factors[1] for first, _ in pairs}


def _is_of_next(text: str, mention: QuantityMention, wording: Wording) -> bool:
    """Tell whether a number is of the next thing of a list: `2 sets of 10 dips, 12 lunges`."""
    before = text[max(0, mention.span.start - NEAR) : mention.span.start]
    named = _NAMED_NEXT.match(text, mention.span.end)
    known = (wording.measures, wording.ranks, wording.lexicon.units)
    if named is None or _LISTED_NEXT.search(before) is None:
        return False
    return not any(fold(named[1]) in words for words in known)


def _to_the_limit(text: str, sets: QuantityMention, wording: Wording) -> bool:
    """Tell whether a number counts sets of as many as one can: `4 x max`, `3 x to failure`."""
    cross = _CROSS.match(text, sets.span.end)
    said = _PHRASE.match(text, cross.end()) if cross is not None else None
    return said is not None and wording.begins_with_role(fold(said[0]), "to the limit")


def loads_of(
    text: str, quantities: Sequence[QuantityMention], wording: Wording, header: Column | None
) -> dict[int, str]:
    """Read `2 x 18` below `Load (kg)`: so many of an amount, no sets and repetitions."""
    measure = wording.measures.get(header.name) if header is not None else None
    if measure is None or len(quantities) != 2:
        return {}
    first, second = quantities
    dimension = wording.lexicon.measures[measure].dimension
    of_sets = dimension in ("time", "length") or dimension.startswith("count:")
    crossed = _TIMES.fullmatch(text, first.span.end, second.span.start)
    if of_sets or first.unit is not None or not crossed:
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
    if second.qualifier in EACH and _OF_EACH.fullmatch(text, *between):
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
