"""Numbers, amounts and clock times in a row of words; each reader returns what it read and how
many words that took, or nothing and 0.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from evalspec.core.quantity import Unit
from evalspec.language.english.closed import data
from evalspec.language.english.meanings import Amount
from evalspec.language.english.scanner import Word
from evalspec.vocabulary.fold import fold
from evalspec.vocabulary.lexicon import Lexicon
from evalspec.vocabulary.nouns import singular

_CLOCKS = {"noon": 720, "midday": 720, "midnight": 1440}
_HOURS = tuple(map(str, range(1, 13)))
_LATE = {"morning": False, "afternoon": True, "evening": True, "night": True}
_TIMED = frozenset("at by before after until around from between to and or is than past".split())
"""Words after which a number with a part of the day is a time."""
_MOST_PARTS = 366
"""Of a smaller unit in one that stands before it: `a year and 20 days`, no `day and 20 minutes`."""
_FRACTIONS = {"half": "0.5", "third": "1/3", "quarter": "0.25"}
_SMALLER = {"fifth": "0.2", "sixth": "1/6", "eighth": "0.125", "tenth": "0.1"}
"""Ordinals too, but for a number before them and `of` behind them."""
_DIVIDED = ("time", "volume", "mass", "length")
"""Of what there is half a unit: `half a teaspoon`, not `half a dozen`."""
_BOUNDED = frozenset("least most than under over below above".split())
"""Words before one unit that is no name: `at least a litre`, not `a cup`."""
_SCALES = {"k": 1000, "thousand": 1000, "million": 10**6, "billion": 10**9, "bn": 10**9,
           "grand": 1000, "dozen": 12}  # fmt: skip
"""Behind figures: `3.5 million`."""
_GROUPED = re.compile(r"[1-9]\d{0,2}(?:\.\d{3})+")
"""Figures in groups of thousands: `1.600 EUR`; nobody counts to three decimals."""
_RATIO = re.compile(r"\d+/(?:\d*[1-9]0|[1-9]\d\d+)(?<!/10)(?<!1/20)|24/7")
"""A split, and no fraction: `50/50`."""
_ENDING = ("", ".", ",", "!")
_POWERS = {"hundred": 100, "thousand": 1000, "million": 10**6}
"""In numbers in words."""


class Numbers:
    """Reads one row of words with the units and number words of a lexicon."""

    def __init__(self, words: Sequence[Word], lexicon: Lexicon) -> None:
        """Take the words of a sentence."""
        self.words = words
        self.lexicon = lexicon
        self._numbers: dict[int, tuple[Decimal, int]] = {}

    def low(self, place: int) -> str:
        """Return a word in lower case; empty beyond the ends."""
        return self.words[place].low if 0 <= place < len(self.words) else ""

    def kind(self, place: int) -> str:
        """Return what kind of characters a word is of."""
        return self.words[place].kind if 0 <= place < len(self.words) else ""

    # -- numbers --------------------------------------------------------------------------
    def number(self, place: int) -> tuple[Decimal, int]:
        """Read a number in figures or words."""
        if place not in self._numbers:
            self._numbers[place] = self._number(place)
        return self._numbers[place]

    def _number(self, place: int) -> tuple[Decimal, int]:
        if self.kind(place) == "number":
            if _RATIO.fullmatch(self.low(place)):
                return Decimal(0), 0
            spaced, length = self._spaced(place)
            if length > 1:
                return spaced, length
            if not (figures := self._pointed(place)):
                return Decimal(0), 0
            value = _figure(figures)
            if self.kind(place + 1) == "number" and "/" in self.low(place + 1):
                return value + _figure(self.low(place + 1)), 2
            if scale := self._scale(place + 1):
                return value * scale, 2
            return self._and_a_half(value, place, 1)
        return self._spelled(place)

    def _pointed(self, place: int) -> str:
        """Return figures without the points that group thousands; nothing where a point may do either."""
        low = self.low(place)
        if not _GROUPED.fullmatch(low):
            return low
        unit, _ = self.unit(place + 1)
        whole = low.count(".") > 1 or self._is_price(place)
        whole = whole or unit is None or unit.dimension.startswith("count")
        rounded = unit is not None and unit.dimension == "energy" and low.endswith("0")
        return low.replace(".", "") if whole or rounded else ""

    def _scale(self, place: int) -> int:
        """Return what a word multiplies the number before it by, or 0: two grand is no number of pianos."""
        after = self.low(place + 1)
        grand = self.low(place) == "grand" and singular(after) != after
        return 0 if grand else _SCALES.get(self.low(place), 0)

    def _spaced(self, place: int) -> tuple[Decimal, int]:
        """Read a price in groups of thousands with spaces between them: `€12 500`, `12 500 kr`."""
        text, end = self.low(place), place + 1
        if re.fullmatch(r"[1-9]\d{0,2}", text):
            while re.fullmatch(r"\d{3}(?:\.\d+)?", self.low(end)) and self.kind(end) == "number":
                text, end = text + self.low(end), end + 1
        behind, _ = self.unit(end)
        paid = behind is not None and behind.dimension.startswith("currency")
        if end == place + 1 or not (paid or self._money(place - 1)):
            return Decimal(0), 1
        return Decimal(text), end - place

    def _is_price(self, place: int) -> bool:
        """Tell whether a currency stands before a number or behind it, or behind a range that it begins."""
        behind = place + (3 if self.low(place + 1) in ("-", "to") else 1)
        unit, _ = self.unit(behind)
        return self.low(place - 1) in self.lexicon.currencies or (
            unit is not None and unit.dimension.startswith("currency")
        )

    def _spelled(self, place: int) -> tuple[Decimal, int]:
        known = self.lexicon.numbers
        total, current, length = Decimal(0), Decimal(0), 0
        while low := self.low(place + length):
            if low in _POWERS and (length or self.low(place - 1) in ("a", "one")):
                current = (current or Decimal(1)) * _POWERS[low]
                if low != "hundred":
                    total, current = total + current, Decimal(0)
            elif low == "and" and self.low(place + length - 1) in _POWERS:
                if self.low(place + length + 1) not in known or not length:
                    break
                if self.low(place + length + 2) in _POWERS:
                    break  # `between four hundred and five hundred`
            elif low in known and low not in ("half", "quarter", "dozen", *_POWERS):
                tens, more = current % 100, Decimal(known[low])
                if length and tens and not (tens >= 20 and tens % 10 == 0 and more < 10):
                    break  # `an hour and ten one way`
                current += more
            else:
                break
            length += 1
        if length and self.low(place + length) in ("dozen", "grand"):
            scale = self._scale(place + length)
            return (total + current) * (scale or 1), length + bool(scale)
        if length:
            return self._and_a_half(total + current, place, length)
        if [self.low(place + n) for n in range(3)] == ["half", "a", "dozen"]:
            return Decimal(6), 3
        start = 1 if self.low(place) in ("a", "an") else 0
        low = self.low(place + start)
        if low == "dozen" or (low == "couple" and self.low(place + start + 1) == "of"):
            return Decimal(12 if low == "dozen" else 2), start + (1 if low == "dozen" else 2)
        return Decimal(0), 0

    def _and_a_half(self, value: Decimal, place: int, length: int) -> tuple[Decimal, int]:
        words = tuple(self.low(place + length + n) for n in range(3))
        for phrase, part in ((("and", "a", "half"), "0.5"), (("and", "a", "quarter"), "0.25")):
            if words == phrase:
                return value + Decimal(part), length + 3
        if words[:2] == ("and", "1/2") or (words[:2] == ("and", "half") and words[2] in _ENDING):
            return value + Decimal("0.5"), length + 2
        return value, length

    # -- amounts --------------------------------------------------------------------------
    def unit(self, place: int) -> tuple[Unit | None, int]:
        """Read a unit."""
        for length in (3, 2, 1):
            row = self.words[place : place + length]
            if len(row) < length or any(
                w.kind not in ("word", "sign", "money") and w.low != "°" for w in row
            ):
                continue
            if row[0].low in ("a", "an"):  # `110 a night` are no nights
                continue
            low = " ".join(w.low for w in row).replace(" / ", "/")
            found = self.lexicon.units.get(low)
            if found is None and all(w.kind == "word" for w in row):
                found = self.lexicon.units.get(fold(low) or low)
            if found is not None and low not in ("a", "an", "in", "at"):
                return found, length
        return None, 0

    def amounts(self, place: int) -> list[tuple[Amount, int]]:
        """Read numbers, ranges and amounts: with the unit behind them, and without."""
        if self.written_hour(place):
            return []
        money = self._money(place)
        start = place + (1 if money else 0)
        value, length = self.number(start)
        part = self.low(start + 1).removesuffix("s") in _FRACTIONS and self.low(start + 2) == "of"
        if not length or (length == 1 and part):
            spoken = self._spoken(place)  # `three quarters of an hour`
            if spoken or not length:
                return spoken
        high, length = self._range(start, value, length, money)
        end = start + length
        if money is not None:
            return [(_amount(value, high, money), end - place)]
        joined = self.words[end - 1].joined
        found = [(Amount(value, high), length)]
        if (coin := self._coins(end)) is not None:
            return [(Amount(value / 100, high / 100, *coin), end + 1 - place)]
        unit, taken = self.unit(end)
        if unit is None:
            return found
        made = _amount(value, high, unit)
        end += taken
        if unit.dimension == "time" and made.exact:
            made, end = self._longer(made, unit, end)
        last = self.low(end - 1)
        attached = joined or (
            len(last) > 3 and last.isalpha() and not last.endswith("s") and value != 1
        )
        made = Amount(made.low, made.high, made.unit, made.dimension, attached)
        return [*found, (made, end - place)]

    def _coins(self, place: int) -> tuple[str, str] | None:
        """Return the unit of a hundred of a small coin, and its dimension: `25p`, `60 cents`."""
        name = data("small coins").get(self.low(place))
        if name is None or (len(self.low(place)) == 1 and not self._attached(place - 1)):
            return None
        unit = self.lexicon.units.get(name)
        return (unit.name, unit.dimension) if unit is not None else ("", "currency")

    def _money(self, place: int) -> Unit | None:
        if place < 0 or self.kind(place + 1) != "number":
            return None
        low = self.low(place)
        if low in self.lexicon.currencies:
            return self.lexicon.units.get(low)
        written = data("written money").get(self.words[place].text)
        tied = self.words[place].end == self.words[place + 1].start or place > 0
        large = len(self.low(place + 1)) > 2 or self.kind(place + 2) == "number"
        return self.lexicon.units.get(written) if written and tied and large else None

    def _range(
        self, place: int, value: Decimal, length: int, money: Unit | None
    ) -> tuple[Decimal, int]:
        """Read the upper end of `8-10`, `8 to 10`."""
        if self.low(place + length) not in ("-", "to"):
            return value, length
        skip = length + 1
        if money is not None and self._money(place + skip) is not None:
            skip += 1
        high, taken = self.number(place + skip)
        if taken and high > value and not self.clock(place + skip)[1]:
            return high, skip + taken
        return value, length

    def _longer(self, value: Amount, unit: Unit, end: int) -> tuple[Amount, int]:
        """Join `1 hour and 30 minutes`, `1 h 30 min`; read `an hour and a half`."""
        more, length = self._and_a_half(Decimal(0), end, 0)
        if length:
            return _amount(value.low + more, value.low + more, unit), end + length
        skip = 1 if self.low(end) == "and" else 0
        more, taken = self.number(end + skip) if self.kind(end + skip) != "time" else (more, 0)
        smaller, used = self.unit(end + skip + taken) if taken else (None, 0)
        written = taken and not skip and self.kind(end) == "number" and 0 < more < 60
        if smaller is None and written and unit.name == "h":  # `3 h 15`
            smaller = self.lexicon.units.get("min")
        if smaller is None or smaller.dimension != "time" or smaller.factor >= unit.factor:
            return value, end
        rate = not skip and unit.name != "h" and self.low(end - 2) in ("a", "an")
        if rate or unit.factor > _MOST_PARTS * smaller.factor:
            return value, end  # `twice a week 20 minutes`
        whole = value.low * unit.factor / smaller.factor + more
        return _amount(whole, whole, smaller), end + skip + taken + used

    def _spoken(self, place: int) -> list[tuple[Amount, int]]:
        """Read `an hour`, `half an hour`, `a quarter of an hour`, `a third`, `half`."""
        length = 1 if self.low(place) in ("a", "an", "one", "two", "three") else 0
        part = _FRACTIONS.get(self.low(place + length).removesuffix("s"))
        if part is not None:
            value, after = _figure(part), place + length + 1
            value *= {"two": 2, "three": 3}.get(self.low(place), 1)
            unit, taken = self.unit(after) if self.words[after - 1].joined else (None, 0)
            if unit is not None and unit.dimension in _DIVIDED:  # `half-hour`
                made = Amount(value, value, unit.name, unit.dimension, attached=True)
                return [(made, after + taken - place)]
            after += 1 if self.low(after) == "of" else 0
            article = self.low(after) in ("a", "an")
            unit, taken = self.unit(after + 1) if article else (None, 0)
            if unit is not None and unit.dimension in _DIVIDED:
                return [(_amount(value, value, unit), after + 1 + taken - place)]
            return []
        unit, taken = self.unit(place + length) if length < 2 else (None, 0)
        long = place + length + taken
        one = self.low(long) == "long" and self.low(place) not in ("two", "three")
        if one and unit and unit.dimension in _DIVIDED and self.words[long - 1].joined:
            made = Amount(Decimal(1), Decimal(1), unit.name, unit.dimension, attached=True)
            return [(made, long + 1 - place)]  # `an hour-long call`
        note = data("notes").get(singular(self.low(place + length)))
        if note and length:
            value = Decimal(note[0]) * {"two": 2, "three": 3}.get(self.low(place), 1)
            return [(_amount(value, value, self.lexicon.units[note[1]]), length + 1)]
        if length and self.low(place) != "one":
            start = place + (2 if self.low(place + 1) in ("full", "whole") else 1)
            unit, taken = self.unit(start)
            single = unit is not None and (
                unit.dimension == "time"
                or (unit.dimension in _DIVIDED and self.low(place - 1) in _BOUNDED)
            )
            if unit is not None and single and len(self.low(start)) > 3:
                made = _amount(Decimal(1), Decimal(1), unit)
                made, end = self._longer(made, unit, start + taken)
                return [(made, end - place)]
        return []

    def fraction(self, place: int) -> tuple[Decimal, int]:
        """Read a share in words: `half`, `a third`, `two thirds`, `three quarters`."""
        over, length = self.number(place)
        over = over if length else Decimal(1)
        if not length and self.low(place) in ("a", "an"):
            length = 1
        word = self.low(place + length).removesuffix("s").replace("halve", "half")
        part = _FRACTIONS.get(word)
        if not length and word == "third" and self.low(place + 1) != "of":
            return Decimal(0), 0  # `the third person`
        if part is None and length and self.low(place + length + 1) in ("of", "and"):
            part = _SMALLER.get(word)
        after = place + length + 1
        if (
            self.low(after) == "of"
            and self.low(after + 1) in ("a", "an")
            and self.unit(after + 2)[1]
        ):
            return Decimal(0), 0  # `three quarters of an hour`
        return (over * _figure(part), length + 1) if part is not None else (Decimal(0), 0)

    # -- times ----------------------------------------------------------------------------
    def clock(self, place: int) -> tuple[int, int]:
        """Read a time of day as minutes since midnight."""
        low = self.low(place)
        if low in _CLOCKS:
            return _CLOCKS[low], 1
        if self.kind(place) != "time":
            return self._spoken_clock(place)
        half = self.low(place + 1).replace(".", "")
        if half in ("am", "pm") and not low.rstrip(".").endswith("m"):
            return _minutes(low + half), 2
        part, taken = self._part(place + 1)
        minutes = _minutes(low)
        if part and 60 <= minutes < 780 and self.low(place - 1) in _TIMED:  # `9:30 in the evening`
            return minutes % 720 + 720 * self._is_late(part, minutes // 60), 1 + taken
        return minutes, 1

    def _part(self, place: int) -> tuple[str, int]:
        """Read the part of the day behind a time: `in the morning`, `at night`."""
        words = [self.low(place + n) for n in range(3)]
        if words[:2] == ["at", "night"] or words[0] == "tonight":
            return "night", 1 + (words[0] == "at")
        return (words[2], 3) if words[:2] == ["in", "the"] and words[2] in _LATE else ("", 0)

    def _is_late(self, part: str, hour: int) -> bool:
        return _LATE[part] and not (part == "night" and hour % 12 < 6)

    def _spoken_clock(self, place: int) -> tuple[int, int]:
        """Read `six in the morning`, `7 o'clock`, `half past six at night`."""
        minutes, length = self._offset(place)
        at = place + length
        hour = (
            self.low(at) if self.low(at).isdecimal() else self.lexicon.numbers.get(self.low(at), "")
        )
        if not hour.isdecimal() or not 1 <= int(hour) <= 12:
            return 0, 0
        at += 1
        named = at > place + 1 or self.low(at) == "o'clock"
        at += 1 if self.low(at) == "o'clock" else 0
        half = self.low(at).replace(".", "")
        if half in ("am", "pm"):  # `seven pm`
            return int(hour) % 12 * 60 + (720 if half == "pm" else 0) + minutes, at + 1 - place
        part, taken = self._part(at)
        at += taken
        spoken = part and self.low(place - 1) in _TIMED
        if not (named and part) and not spoken:
            return 0, 0
        return int(hour) % 12 * 60 + 720 * self._is_late(part, int(hour)) + minutes, at - place

    def _offset(self, place: int) -> tuple[int, int]:
        """Read the minutes that a time is past or before an hour: `half past`, `a quarter to`, `ten past`."""
        at = place + (self.low(place) == "a" and self.low(place + 1) == "quarter")
        counted = self.lexicon.numbers.get(self.low(at), self.low(at))
        minutes = {"half": 30, "quarter": 15}.get(self.low(at), 0)
        if not minutes and counted in ("5", "10", "20", "25") and self.kind(at) != "time":
            minutes = int(counted)
            at += self.low(at + 1) in ("minutes", "min", "mins")
        direction = self.low(at + 1)
        if minutes == 30 and self.lexicon.numbers.get(direction, direction) in _HOURS:
            return 30, 1  # `half nine in the morning`
        ranged = direction == "to" and minutes not in (15, 30) and self.low(place - 1) not in _TIMED
        if not minutes or direction not in ("past", "to") or ranged:
            return 0, 0
        return (minutes if direction == "past" else -minutes), at + 2 - place

    def hours(self, place: int) -> tuple[int, int]:
        """Read an hour as a number alone: `nine`, `7`, `half past seven`, `18`."""
        offset, taken = self._offset(place)
        if taken:
            hour, length = self.hours(place + taken)
            return hour + offset, taken + length if hour else 0
        if self.low(place) == "half" and 60 <= self.hours(place + 1)[0] <= 720:  # `half ten`
            hour, length = self.hours(place + 1)
            return (hour + 30, 2) if length == 1 else (0, 0)
        if self.kind(place) == "time" and self.low(place)[-1:].isdecimal():
            return 0, 0
        number, length = self.number(place)
        if self.written_hour(place):
            return int(number) * 60, 2
        whole = length == 1 and number == int(number) and 1 <= number <= 23
        if not whole or "." in self.low(place):
            return 0, 0
        return int(number) * 60, 2 if self.low(place + 1) == "o'clock" else 1

    def written_hour(self, place: int) -> bool:
        """Tell whether a number with an h is a time of day and no duration: `past 22h`, `by 7h`."""
        number, length = self.number(place)
        tied = length == 1 and self.low(place + 1) == "h" and self._attached(place)
        if not tied or number != int(number) or not 1 <= number <= 24:
            return False
        before = self.low(place - 1)
        return before in ("past", "by", "until", "till", "at", "before") or (
            number > 12 and before in ("after", "from", "between", "to", "and", "-")
        )

    def _attached(self, place: int) -> bool:
        """Tell whether no space stands behind a word."""
        return self.words[place].end == self.words[place + 1].start

    def span(self, place: int) -> tuple[tuple[int, int], int]:
        """Read `9:00-17:00`, `9 to 5 pm`, `9:00 to 10:00`."""
        low, length = self.clock(place)
        bare = not length and self.kind(place) == "number" and self.low(place).isdecimal()
        after = place + (length or 1)
        if not (length or bare) or self.low(after) not in ("-", "to", "until", "till", "through"):
            return (0, 0), 0
        high, taken = self.clock(after + 1)
        window = not taken and bare and self.low(after + 2) in ("window", "slot")
        if window:
            high, taken = self.hours(after + 1)  # `the 12 to 13 window`
        if not taken or (bare and not window and int(self.low(place)) > 12):
            return (0, 0), 0
        low = int(self.low(place)) * 60 if bare else low
        halved = self.low(after + taken).replace(".", "").endswith(("am", "pm"))
        if bare or (halved and not self._halved(place, length)):  # `3:00 to 3:45 pm`
            low += 720 if high - low > 720 and low < 720 else 0
        return (low, high), after + 1 + taken - place

    def _halved(self, place: int, length: int) -> bool:
        """Tell whether a time says in which half of the day it is."""
        return length != 1 or not self.low(place)[-1:].isdecimal()


def _amount(low: Decimal, high: Decimal, unit: Unit) -> Amount:
    return Amount(low, high, unit.name, unit.dimension)


def _figure(text: str) -> Decimal:
    top, _, bottom = text.replace(",", "").partition("/")
    return Decimal(top) / Decimal(bottom) if bottom and Decimal(bottom) else Decimal(top)


def _minutes(text: str) -> int:
    low = re.sub(r"^(\d+)\.(?=\d)", r"\1:", text).replace(".", "").replace(" ", "")
    half = low[-2:] if low.endswith(("am", "pm")) else ""
    hours, _, minutes = low.removesuffix(half).partition(":")
    hour = int(hours) % 12 + (12 if half == "pm" else 0) if half else int(hours)
    return hour * 60 + int(minutes or 0)
