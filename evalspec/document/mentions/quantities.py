"""Amounts: a number with its sign, unit, range, bound, approximation and qualifier."""

from __future__ import annotations

from decimal import Decimal

from evalspec.core.quantity import EXACT, Interval, Unit
from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document.mention import QuantityMention
from evalspec.document.mentions.numbers import VULGAR, bare_point, number_at, words_at
from evalspec.document.mentions.times import RECORD
from evalspec.document.mentions.words import Words, currency
from evalspec.vocabulary.fold import fold

_JOINT = regex(r"[ \xa0]?-{1,2}[ \xa0]?|[ \xa0]{1,2}(?:to|or)[ \xa0]{1,2}")
_DEDUCTED = regex(r"[|:=][ \xa0*_]*-[ \xa0]$")
"""A dash that no name stands before is a minus: `| - €10 |`, `Discount: - €10`."""
_FACTOR = regex(r"(?<![^\W\d])[x×/][ \xa0]?$")
_OF_EACH = ("mass", "currency")
"""A weight or price behind a product and a dash is no end of a range: `3 x 10 - 50 kg`, `Milk x2 - 3 EUR`."""
_WIDEST = 10
"""Amounts between spaced dashes that differ more are two of a list: `50 kg — 1,500 kg`."""
_EMPHASIS_END = regex(r"(?<=\d)\*{1,2}(?=[ \xa0]?[^\W\d_])")
"""Only the number is bold: `**15** min`."""
_SUM = regex(r"[ \xa0]?\+[ \xa0]?(?=\d)")
_AND = regex(r"[ \xa0]{1,2}and[ \xa0]{1,2}")
_BETWEEN = regex(r"between[ \xa0]{1,2}$")
_COMPOUND = regex(r",?[ \xa0]*(?:and[ \xa0])?(?=\d)")
_ATTACHED_CLOCK = regex(r"(\d{1,4}):([0-5]\d)(?::([0-5]\d))?[ \xa0-]?(?=[a-z])")
_HOURS_MINUTES = regex(r"(\d{1,2})[ ]?h[ ]{0,2}([0-5]?\d)(?![\d:.])[ ]?(?:m(?:in(?:ute)?s?)?\b)?")
_RECORD = regex(RECORD)
PACE = regex(r"(\d{1,2}):([0-5]\d)[ \xa0]?/[ ]?(?:(km|mile|mi)|([15]00)[ \xa0]?m)\b")
PACES = regex(
    r"(\d{1,2}):([0-5]\d)[ \xa0]?-{1,2}[ \xa0]?"
    r"(?=\d{1,2}:[0-5]\d[ \xa0]?(?:min(?:utes)?)?(?:[ ]?/[ ]?|[ \xa0]per[ \xa0])(?:km|mile|mi)\b)"
)
"""The first of two paces: `5:30–6:00 min/km`."""
_SCALE = regex(r"[ \xa0]?(k|million|thousand|bn|billion)\b")
_MONEY_SCALE = regex(r"(mm?|b)\b|[ \xa0]?(mn|mln|mio)\b")
HOUR = Decimal(60)
_SCALES = {"k": 1000, "thousand": 1000, "million": 10**6, "bn": 10**9, "billion": 10**9}
_MONEY_SCALES = {"b": 10**9}
"""Other letters after a price stand for millions."""
_OR_MORE = regex(r"[ \xa0]or[ \xa0](more|less|fewer)\b")
_PLUS = regex(r"\+(?!\d)|[ \xa0]or[ \xa0](?:more|less|fewer)\b|[ \xa0](?:max|min)(?:imum)?\b\.?$")
_STROKES = ('"', "''", "″")
_CROSSED = regex(r"[x×*][ \xa0]?$")
"""Two strokes are seconds behind a cross, behind minutes and at the name of a time (`15" rest`); elsewhere
inches, or they end a quotation."""
_COUNTED = regex(r"\d[ \xa0]$")
_ARTICLE = regex(r"[ \xa0-](?:of[ \xa0])?an?[ \xa0]|[ \xa0]of[ \xa0](?:an?[ \xa0])?")
_VAGUE = regex(r"(?:a[ ])?(couple)(?:[ ]of)?\b")
_LETTERS = regex(r"[^\W\d_]+")
_GROUP = regex(r"([1-9]\d{0,2}) {1,2}(\d{3})(?![\d:/]|[.,]\d)")
_PRICED = regex(r"[1-9]\d{0,2}(?: {1,2}\d{3})+(?:[.,]\d\d)?(?![\d:/]|[.,]\d)")
_LINK = regex(r"(?:(?:^|\d)[ \xa0]?x|\b(?:with|of|for|is|about|costs|takes|gives|has|and|plus))$")
_LAST_WORD = regex(r"([a-z]+)[ \xa0]*[#-]?$")
_NAMED_BEFORE = regex(r"([a-z]+)(?:[ \xa0]of)?[ \xa0]*[:=]?[ \xa0]*$")
_NEXT_WORD = regex(r"[ \xa0]*([a-z]+)")


def quantity_at(plain: str, start: int, at: int, end: int, words: Words) -> QuantityMention | None:
    """Read the amount at a digit or vulgar fraction.

    `start` and `end` bound the text it may look at. None when the digits belong to
    something else: an identifier, an ordinal.
    """
    if clock := _clock_length(plain, at, end, words):
        lengths, unit_of, word, stop = clock
        return _build(plain, start, at, stop, lengths, unit_of, word, stop, end, words)
    loose = _may_group(plain, start, at, end, words)
    if not loose and (perhaps := _perhaps_grouped(plain, start, at, end, words)):
        return perhaps
    read = number_at(plain, at, end, loose)
    if read is None:
        return None
    value, stop = read
    money = words.currency_before(plain, start, at)
    factor, number_end = _scale(plain, stop, end, money is not None)
    value, stop = value * factor, number_end
    if plain.startswith("+", stop) and (after := words.unit_at(plain, stop + 1, end)):
        ends = (value, value)
        return _build(
            plain, start, at, stop, ends, after[0], after[1], after[2], end, words, None, bound=">="
        )
    unit: Unit | None
    if more := _OR_MORE.match(plain, stop, end):
        after = words.unit_at(plain, more.end(), end)
        unit, word, stop = after if after else (None, "", more.end())
        bound = "<=" if more[1] != "more" else ">="
        return _build(
            plain, start, at, number_end, (value, value), unit, word, stop, end, words, money,
            bound=bound,
        )  # fmt: skip
    unit, word, stop = _unit(plain, stop, end, words, money[0] if money else "")
    if unit is None and not money and stop < end and plain[stop].isalpha():
        scale = _SCALE.match(plain, stop, end)
        if scale and scale[1] == "k" and words.unit_at(plain, scale.end(), end):
            value, number_end = value * 1000, scale.end()
            unit, word, stop = _unit(plain, scale.end(), end, words, "")
        elif (word_at := _LETTERS.match(plain, stop, end)) and word_at[0] not in (
            "x",
            *words.names,
        ):
            return None
    ordinal = unit is None and _is_ordinal(plain, start, at, words)
    far = _added(plain, stop, end, words, value) if unit is None and not money else None
    if far := far or _range(
        plain, start, at, stop, end, words, value, unit, money is not None, ordinal
    ):
        low, high, unit, word, number_end, stop = far
        return _build(
            plain, start, at, number_end, (low, high), unit, word, stop, end, words, money
        )
    if word in _STROKES and not _is_seconds(plain, start, at, stop, end, words):
        unit, word, stop = None, "", number_end
    if unit is not None:
        value, unit, word, stop = _compound(plain, value, unit, word, stop, end, words)
    return _build(plain, start, at, number_end, (value, value), unit, word, stop, end, words, money)


def words_quantity_at(
    plain: str, start: int, at: int, end: int, words: Words
) -> QuantityMention | None:
    """Read an amount in words: `two eggs`, `half an hour`, `a couple of days`, `an hour`."""
    about = False
    if vague := _VAGUE.match(plain, at, end):
        value, stop, about = Decimal(2), vague.end(), True
    elif plain.startswith(("an hour", "a half", "a kilo", "a lit", "another "), at):
        skip = plain.index(" ", at) + 1 - at
        return _article(plain, start, at, at + skip, end, words)
    else:
        read = words_at(plain, at, end, words.numbers)
        if read is None or plain[read[1] : min(end, read[1] + 1)].isalnum():
            return None
        value, stop = read
        if value < 1 and _COUNTED.search(plain, max(0, at - 3), at):
            return None  # `2 half-days`
    number_end = stop
    unit: Unit | None
    article = _ARTICLE.match(plain, stop, end) if value < 1 else None
    gap = article.end() - 1 if article else stop
    unit, word, after = _unit(plain, gap, end, words, "")
    if unit is None:
        if value <= 1 or (word == "" and value.as_tuple().exponent != 0 and value < 1):
            return None
        after = stop
    far = _range(plain, start, at, after, end, words, value, unit, False, False)
    high = value
    if far:
        value, high, unit, word, number_end, after = far
    elif unit is not None:
        value, unit, word, after = _compound(plain, value, unit, word, after, end, words)
        high = value
    return _build(
        plain, start, at, number_end, (value, high), unit, word, after, end, words, None, about
    )


def _article(
    plain: str, start: int, at: int, first: int, end: int, words: Words
) -> QuantityMention | None:
    """Read `an hour`, `an hour and a half`, `a kilo`; not the rates `miles an hour`, `€3 a kilo`."""
    value = Decimal(1)
    if plain.startswith("half", first):
        value, first = Decimal("0.5"), first + 4
    unit, word, stop = _unit(plain, first, end, words, "")
    before = _LAST_WORD.search(plain, max(0, at - 20), at)
    rate = plain[max(0, at - 4) : at].rstrip(" \xa0*_")[-1:].isdigit()
    if unit is None or rate or (before and words.unit_at(plain, before.start(1), before.end(1))):
        return None
    number = number_at("1" + plain[stop : min(end, stop + 16)], 0, 17)
    if number and number[1] > 1:
        value, stop = value + number[0] - 1, stop + number[1] - 1
    return _build(plain, start, at, first, (value, value), unit, word, stop, end, words)


def _is_seconds(plain: str, start: int, at: int, stop: int, end: int, words: Words) -> bool:
    """Tell whether two strokes behind a number are seconds: `4 x 30"`, `15" rest`, `rest 20"`."""
    before = _NAMED_BEFORE.search(plain, max(start, at - 20), at)
    behind = _NEXT_WORD.match(plain, stop, end)
    named = {found[1] for found in (before, behind) if found is not None}
    crossed = _CROSSED.search(plain, max(start, at - 3), at) is not None
    return crossed or not words.lengths.isdisjoint(named)


def _unit(plain: str, at: int, end: int, words: Words, code: str) -> tuple[Unit | None, str, int]:
    if code:
        return currency(code), "", at
    if closing := _EMPHASIS_END.match(plain, at, end):
        inner = _unit(plain, closing.end(), end, words, code)
        return (None, "", at) if inner[0] is None else inner
    if at < end and plain[at] in words.signs | {" "}:
        sign = plain[at : at + 2].strip()[:1]
        after = plain.index(sign, at) + 1 if sign else at
        if sign in words.currencies and sign and not plain[after : after + 1].isdigit():
            return currency(words.currencies[sign]), sign, plain.index(sign, at) + 1
    found = words.unit_at(plain, at, end)
    return found if found else (None, "", at)


def _may_group(plain: str, start: int, at: int, end: int, words: Words) -> bool:
    """Tell whether `1 200` at this place can be one number: no number or name right before it."""
    before = plain[max(start, at - 20) : at].rstrip(" \xa0")
    if not before or not before[-1].isalnum() or _LINK.search(before) is not None:  # `2 x 1 200`
        return True
    priced = _PRICED.match(plain, at, end) if words.currency_before(plain, start, at) else None
    if priced is not None and words.unit_at(plain, priced.end(), end) is None:
        return True  # `USD 1 200`, `CHF 1 200.50`
    label, group = _LAST_WORD.search(before), _GROUP.match(plain, at, end)
    after = words.unit_at(plain, group.end(), end) if group is not None else None
    named = words.labels.get(fold(label[1])) if label is not None else None
    if named is None or group is None or _is_ordinal(plain, start, at, words):
        return False
    return after is None or after[0].dimension == named  # `Pages 1 200`, no `reps 10 100 kg`


def _perhaps_grouped(
    plain: str, start: int, at: int, end: int, words: Words
) -> QuantityMention | None:
    """Read `Oat porridge 1 178 kcal`: 178 of a numbered thing, or all of it, but for `1 078 kcal`."""
    group = _GROUP.match(plain, at, end)
    after = words.unit_at(plain, group.end(), end) if group is not None else None
    label = _LAST_WORD.search(plain, max(start, at - 20), at)
    if group is None or after is None or label is None or "  " in group[0]:
        return None
    if not words.counted.isdisjoint((label[1], fold(label[1]))):
        return None  # `reps 10 100 kg`, `Snack 3 100 kcal`
    whole, last = Decimal(group[1] + group[2]), Decimal(group[2])
    low = whole if group[2][0] == "0" else last
    return _build(plain, start, at, group.end(), (low, whole), *after, end, words)


def _is_ordinal(plain: str, start: int, at: int, words: Words) -> bool:
    """Tell the number of `Day 1` or `Set 2` from an amount."""
    before = _LAST_WORD.search(plain, max(start, at - 20), at)
    if before is None:
        return False
    word = before[1]
    return word in words.ordinals or word.removesuffix("s") in words.ordinals


def _range(
    plain: str, start: int, at: int, stop: int, end: int, words: Words, value: Decimal,
    unit: Unit | None, money: bool, ordinal: bool,
) -> tuple[Decimal, Decimal, Unit | None, str, int, int] | None:  # fmt: skip
    """Read the far end of `10-12 reps`, `10 to 12`, `between 10 and 12`, `$10-$15`."""
    joint = _JOINT.match(plain, stop, end)
    if joint is None:
        joint = _AND.match(plain, stop, end)
        if joint is None or not _BETWEEN.search(plain, start, at):
            return None
    after = joint.end()
    apart = joint[0].strip() != joint[0]
    if apart and ordinal:
        return None
    signed = money and plain[after : after + 1] in words.signs
    if signed:
        after += 1
    if after < end and (plain[after].isdigit() or plain[after] in VULGAR):
        read = number_at(plain, after, end)
    else:
        read = words_at(plain, after, end, words.numbers) if "-" not in joint[0] else None
    if read is None or read[0] <= value:
        return None
    high, number_end = read
    if apart and "-" in joint[0] and 0 < _WIDEST * value < high:
        return None
    if money:
        factor, number_end = _scale(plain, number_end, end, money)
        if apart and not signed and _unit(plain, number_end, end, words, "")[0] is not None:
            return None  # `$90 - 120 min`
        shared = factor if plain[stop - 1].isdigit() and not signed else 1
        return value * shared, high * factor, unit, "", number_end, number_end
    far, word, last = _unit(plain, number_end, end, words, "")
    if number_end < end and plain[number_end].isalnum() and far is None:
        return None
    if unit is not None and far is not unit and far != unit:
        return None
    counted = apart and far is not None and far.dimension.partition(":")[0] in _OF_EACH
    if counted and _FACTOR.search(plain, start, at):
        return None
    return value, high, far, word, number_end, last


def _added(
    plain: str, stop: int, end: int, words: Words, value: Decimal
) -> tuple[Decimal, Decimal, Unit | None, str, int, int] | None:
    """Read the sum of two lengths that share their unit: `15 + 25 min`."""
    plus = _SUM.match(plain, stop, end)
    read = number_at(plain, plus.end(), end) if plus is not None else None
    unit = words.unit_at(plain, read[1], end) if read is not None else None
    if read is None or unit is None or unit[0].dimension != "time":
        return None
    total = EXACT.add(value, read[0])
    return total, total, unit[0], unit[1], read[1], unit[2]


def _scale(plain: str, stop: int, end: int, money: bool) -> tuple[int, int]:
    """Return the factor of `thousand`, `$42k`, `$1.2M` behind a number, and where it ends."""
    found = _SCALE.match(plain, stop, end)
    if found and (money or found[1] not in ("k", "bn")):
        return _SCALES[found[1]], found.end()
    if money and (found := _MONEY_SCALE.match(plain, stop, end)):
        return _MONEY_SCALES.get(found[0], 10**6), found.end()
    return 1, stop


def _clock_length(
    plain: str, at: int, end: int, words: Words
) -> tuple[tuple[Decimal, Decimal], Unit, str, int] | None:
    """Read a length written like a clock, or two: `1:30 h`, `1h30`, `5:30–6:00 min/km`."""
    if found := PACES.match(plain, at, end):
        slow = _clock_length(plain, found.end(), end, words)
        low = EXACT.divide(Decimal(int(found[1]) * 60 + int(found[2])), Decimal(60))
        return None if slow is None else ((low, slow[0][1]), *slow[1:])
    if found := _HOURS_MINUTES.match(plain, at, end):
        minute = words.units.get("min")
        if minute is not None and minute.dimension == "time":
            length = Decimal(int(found[1]) * 60 + int(found[2]))
            return (length, length), minute, "min", found.end()
    if (found := PACE.match(plain, at, end)) and (
        unit_of := words.unit_at(f"min/{found[3] or 'km'}", 0, 9)
    ):
        far = Decimal(60 * int(found[4] or 1)) / (1000 if found[4] else 1)
        minutes = EXACT.divide(Decimal(int(found[1]) * 60 + int(found[2])), far)
        return (minutes, minutes), unit_of[0], unit_of[1], found.end()
    found = _ATTACHED_CLOCK.match(plain, at, end)
    if found is None:
        return None
    unit = words.unit_at(plain, found.end(), end)
    if unit is None or unit[0].dimension not in ("time", "pace"):
        return None
    if plain[found.end() : unit[2]].strip() == "second":
        return None  # `14:00 Second feed`: a place in an order
    if _RECORD.match(plain, found.end(), end):
        return None  # `19:05 Minutes of the last meeting`
    small = Decimal(int(found[1]) * 60 + int(found[2]))
    if found[3]:
        small = EXACT.add(small, EXACT.divide(Decimal(found[3]), Decimal(60)))
    elif unit[0].dimension == "pace" or unit[0].factor == 1:
        value = EXACT.divide(small, Decimal(60))
        return (value, value), unit[0], unit[1], unit[2]
    minute = words.units.get("min")
    return ((small, small), minute, unit[1], unit[2]) if minute else None


def _compound(
    plain: str, value: Decimal, unit: Unit, word: str, at: int, end: int, words: Words
) -> tuple[Decimal, Unit, str, int]:
    """Add the smaller parts of `1 h 30 min`, `6 ft 2 inches`; the result is in the smallest."""
    while joint := _COMPOUND.match(plain, at, end):
        if joint[0].strip() and unit.dimension != "time":
            break
        if joint[0][:1] == "," and unit.factor != HOUR:
            break
        if unit.dimension not in ("time", "length", "mass"):
            break
        read = number_at(plain, joint.end(), end)
        smaller = words.unit_at(plain, read[1], end) if read else None
        if read is None or smaller is None or smaller[0].dimension != unit.dimension:
            break
        ratio = EXACT.divide(unit.factor, smaller[0].factor)
        whole = ratio.to_integral_value()
        if whole <= 1 or abs(ratio - whole) > Decimal("1e-9") or read[0] >= whole:
            break
        value = EXACT.add(EXACT.multiply(value, whole), read[0])
        unit, word, at = smaller[0], smaller[1], smaller[2]
    return value, unit, word, at


def _build(
    plain: str, start: int, at: int, number_end: int, ends: tuple[Decimal, Decimal],
    unit: Unit | None, word: str, stop: int, end: int, words: Words,
    money: tuple[str, int] | None = None, about: bool = False, bound: str = "",
) -> QuantityMention:  # fmt: skip
    first = money[1] if money else at
    low, high = ends
    number = at
    if bare_point(plain, at):
        first = number = at - 1
    sign = first - 1
    if money and _DEDUCTED.search(plain, max(0, first - 9), first):
        sign = plain.rindex("-", 0, first)
    if sign >= start and plain[sign] == "-" and _negative(plain, start, sign, unit):
        low, high = (-low, -high) if low == high else (-low, high)
        low, high = min(low, high), max(low, high)
        first, number = sign, at if money else sign
    meaning, place = words.before_at(plain, start, first)
    if meaning and meaning != "about":
        bound = meaning
    if meaning:
        first = place
    if meaning == "<=" or meaning == ">=":
        inner, place = words.before_at(plain, start, first)
        about, first = (True, place) if inner == "about" else (about, first)
    if suffix := _PLUS.match(plain, stop if stop > number_end else number_end, end):
        bound = _suffix_bound(suffix[0])
        stop = suffix.end()
    elif plain[number_end : number_end + 1] == "+" and number_end < end and not bound:
        bound = ">="
        if stop == number_end:
            stop = number_end + 1
    qualifier, _ = words.qualifier_at(plain, stop, end)
    return QuantityMention(
        Span(first, stop), Span(number, number_end), Interval(low, high), unit, word,
        about or meaning == "about", qualifier, bound,
    )  # fmt: skip


def _suffix_bound(text: str) -> str:
    return "<=" if text.strip(" \xa0.").endswith(("less", "fewer", "max", "maximum")) else ">="


def _negative(plain: str, start: int, at: int, unit: Unit | None) -> bool:
    """Tell a minus sign from a dash: nothing but a blank, a bracket or an operator before it."""
    if at == 0:
        return True
    before = plain[at - 1]
    if before not in " \xa0\n\r([|:=<>~,":
        return False
    if unit is not None and unit.dimension == "temperature":
        return True
    word = plain[max(start, at - 4) : at].rstrip(" \xa0")
    return not word or not (word[-1].isalnum() or word[-1] in ")*]")
