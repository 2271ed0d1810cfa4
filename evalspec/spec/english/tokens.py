"""A sentence → typed tokens: amounts, clock times, nouns of the vocabulary, closed classes.

Reading goes once from left to right. Numbers take the unit that follows; the longest phrase
of the word list wins; what is left is UNKNOWN and must be understood as a name or refused.
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

from evalspec.core.quantity import UNITLESS, Interval, Unit, exactly
from evalspec.core.record import Record
from evalspec.spec.english.scanner import raw_words
from evalspec.spec.english.wordlist import Entry, Sense, WordList, graded
from evalspec.vocabulary.fold import fold

MAX_WORDS = 400
"""Longest sentence that is read."""


_NO_NOUNS = frozenset(("", "MODAL", "PERMIT", "STOP", "SEMICOLON", "CLOSE", "IF", "UNLESS", "THEN"))
"""Tokens that no article goes with; the empty one is the end."""


_TIMED = frozenset(
    ("at", "by", "before", "after", "from", "until", "till", "than", "around", "about", "past",
     "between", "exactly", "least", "most", "starting", "ending", "latest", "earliest")
)  # fmt: skip
"""Words after which a number with a part of the day is a time."""


_FACTORS = {"twice": "2", "double": "2", "thrice": "3", "triple": "3", "half": "0.5"}


class Amount(Record, frozen=True):
    """A number or range with its unit; unit `one` when bare."""

    value: Interval
    unit: Unit = UNITLESS
    attached: bool = False
    """Written as an adjective: `2-hour`, `a 30 minute`."""


class Token(Record, frozen=True):
    """One typed token."""

    type: str
    text: str
    """As written."""
    value: Any = None
    """Amount, minutes, ordinal, weekday, rank of a period …"""
    senses: tuple[Sense, ...] = ()
    plural: bool = False
    indefinite: bool = False
    """Preceded by `a` or `an`."""
    definite: bool = False
    """Preceded by `the`."""
    verb: str = ""
    """Type as a verb, for a word that may be one."""
    named: bool = False
    """Known as a verb only, in its plain form: `train` may still be a name."""


class Tokenizer:
    """Reads one sentence."""

    def __init__(self, text: str, words: WordList) -> None:
        """Take a sentence and the words it may use."""
        self.words = raw_words(text)[:MAX_WORDS]
        self.list = words
        self.lexicon = words.lexicon
        self.tokens: list[Token] = []
        self.place = 0
        self.article = ""
        self.than = ""
        """The word that ends a multiple: `twice as many … as`, `twice the calories of`."""

    def _bracketed(self) -> None:
        """Drop brackets around nothing but a filler: `(inclusive)`."""
        types = [token.type for token in self.tokens[-2:]]
        if types == ["OPEN", "CLOSE"]:
            del self.tokens[-2:]

    def run(self) -> list[Token]:
        """Return all tokens."""
        while self.place < len(self.words):
            for read in (
                self._multiple,
                self._span,
                self._time,
                self._times,
                self._amount,
                self._phrase,
                self._other,
            ):
                if read():
                    break
        self._article_of("")
        return self.tokens

    # -- helpers ----------------------------------------------------------------------
    def low(self, offset: int = 0) -> str:
        place = self.place + offset
        return self.words[place].low if 0 <= place < len(self.words) else ""

    def add(
        self,
        kind: str,
        count: int,
        value: object = None,
        senses: tuple[Sense, ...] = (),
        plural: bool = False,
        verb: str = "",
        named: bool = False,
    ) -> bool:
        self._article_of(kind)
        taken = self.words[self.place : self.place + count]
        text = (
            "-".join(w.text for w in taken) if taken[0].joined else " ".join(w.text for w in taken)
        )
        indefinite, definite = self.article in ("a", "an", "another"), self.article == "the"
        made = Token(kind, text, value, senses, plural, indefinite, definite, verb, named)
        self.tokens.append(made)
        self.place += count
        self.article = ""
        return True

    def _article_of(self, kind: str) -> None:
        """Keep an article that no noun follows as a word that is not understood."""
        spelled = bool(self.tokens) and self.tokens[-1].type == "LETTER"
        if self.article and kind in _NO_NOUNS and not spelled:
            self.tokens.append(Token("ARTICLE", self.article))
            self.article = ""

    # -- clock times ------------------------------------------------------------------
    def _clock(self, offset: int) -> tuple[int, int]:
        """Return minutes and length of the clock time at an offset; length 0 when there is none."""
        place = self.place + offset
        if place >= len(self.words):
            return 0, 0
        word = self.words[place]
        if word.kind == "time":
            following = (
                self.words[place + 1].low.replace(".", "") if place + 1 < len(self.words) else ""
            )
            text, length = word.low, 1
            if following in ("am", "pm") and not text.rstrip(".").endswith("m"):
                text, length = text + following, 2
            return _minutes(text), length
        named = {"noon": 720, "midday": 720, "midnight": 1440}.get(word.low)
        return (named, 1) if named is not None else self._spoken_clock(offset)

    def _spoken_clock(self, offset: int) -> tuple[int, int]:
        """Read `six in the morning`, `7 o'clock in the evening`, `half past six at night`."""
        minutes, length = 0, 0
        past = {"half": 30, "quarter": 15}.get(self.low(offset))
        if past is not None and self.low(offset + 1) in ("past", "to"):
            minutes, length = past if self.low(offset + 1) == "past" else -past, 2
        word = self.low(offset + length)
        hour = word if word.isdecimal() else self.lexicon.numbers.get(word, "")
        if not hour.isdecimal() or not 1 <= int(hour) <= 12:
            return 0, 0
        length += 1
        spoken = bool(length > 1 or self.low(offset + length) == "o'clock")
        if self.low(offset + length) == "o'clock":
            length += 1
        said = [self.low(offset + length + n) for n in range(3)]
        part = said[1] if said[0] == "at" else said[2] if said[:2] == ["in", "the"] else ""
        if part not in ("morning", "afternoon", "evening", "night"):
            return 0, 0
        late = part in ("afternoon", "evening") or (part == "night" and int(hour) > 5)
        if not spoken and not self._timed(offset):
            return 0, 0
        length += 2 if said[0] == "at" else 3
        return (int(hour) % 12 + (12 if late else 0)) * 60 + minutes, length

    def _timed(self, offset: int) -> bool:
        """Tell whether a number is a time: `at six in the morning`, not `two in the morning`."""
        before = self.low(offset - 1)
        joined = before in ("and", "to", "-", "or")
        return before in _TIMED or (joined and any(t.type == "TIME" for t in self.tokens[-2:]))

    def _span(self) -> bool:
        """Read `9:00-17:00`, `9 to 5 pm`, `9:00 to 10:00`."""
        low, length = self._clock(0)
        between = self.low(max(length, 1)) in ("-", "to", "until", "till", "through")
        if not between or (not length and self.words[self.place].kind != "number"):
            return False
        high, other = self._clock(max(length, 1) + 1)
        if length and not other and self.words[self.place].kind == "time":
            return False
        if not length and other and self.low().isdecimal() and int(self.low()) <= 12:
            low, length = int(self.low()) * 60, 1
            if high - low > 720 and low < 720:
                low += 720
        if not length or not other:
            return False
        return self.add("SPAN", length + 1 + other, (low, high))

    def _time(self) -> bool:
        minutes, length = self._clock(0)
        if length:
            return self.add("TIME", length, minutes)
        return False

    def _times(self) -> bool:
        """Read `once`, `twice`, `3 times`."""
        number = {"once": 1, "twice": 2, "thrice": 3}.get(self.low())
        if number is None or self.low(1) in ("as", "the"):
            return False
        self.tokens.append(Token("COUNTER", self.low(), Amount(exactly(number))))
        return self.add("TIMES", 1)

    # -- multiples --------------------------------------------------------------------
    def _multiple(self) -> bool:
        """Read `twice as many`, `three times the`, `half as long`, and the `as` or `of` behind."""
        if self.than and self.low() == self.than:
            self.than = ""
            return self.add("THAN", 1)
        opens = self.low() in _FACTORS or self.low() in self.lexicon.numbers or self.low() == "as"
        if not opens and self.words[self.place].kind != "number":
            return False
        factor, length = self._factor()
        measure = graded().get(self.low(length + 1))
        if self.low(length) == "as" and measure is not None and (length or self._equals(measure)):
            self.than = "as"
            return self.add("MULTIPLE", length + 2, (factor, measure))
        if length and self.low(length) == "the" and self._amount_of(length + 1):
            self.than = "of"
            return self.add("MULTIPLE", length + 1, (factor, ""))
        if (
            length
            and self.low(length) == "the"
            and self.low() != "half"
            and self._measure(length + 1)
        ):
            self.add("MULTIPLE", length + 1, (factor, ""))
            self.tokens.append(Token("THAN", ""))
            return True
        return False

    def _factor(self) -> tuple[Decimal, int]:
        """Return how often, and how many words say so."""
        if self.low() in _FACTORS:
            return Decimal(_FACTORS[self.low()]), 1
        number, length = self._number(0)
        if number is not None and self.low(length) == "times":
            return number, length + 1
        return Decimal(1), 0

    def _equals(self, measure: str) -> bool:
        """Tell whether `as many` begins a comparison: `as many meals as day 1`, `is as long as`."""
        following = [self.low(2 + n) for n in range(4)]
        if "as" not in following or self._number(2)[1] or (following[0] == "possible"):
            return False
        spoken = ("BE", "LAST", "INCLUDE", "NOT", "GE", "MODAL")
        return not measure or bool(self.tokens and self.tokens[-1].type in spoken)

    def _amount_of(self, offset: int) -> bool:
        """Tell whether a measure and `of` follow: `twice the calories of lunch`."""
        length = self._measure(offset)
        return bool(length) and self.low(offset + length) == "of"

    def _measure(self, offset: int) -> int:
        """Return how many words name a measure here."""
        for length in (2, 1):
            key = tuple(self.low(offset + n) for n in range(length))
            entry = self.list.phrases.get(key)
            if entry is not None and any(s.kind == "measure" for s in entry.senses):
                return length
        return 0

    # -- amounts ----------------------------------------------------------------------
    def _number(self, offset: int) -> tuple[Decimal | None, int]:
        """Read a number in figures or words; return its value and how many words it takes."""
        place = self.place + offset
        if place >= len(self.words):
            return None, 0
        word = self.words[place]
        if word.kind == "number":
            value = _figure(word.low)
            following = self.words[place + 1] if place + 1 < len(self.words) else None
            if following is not None and following.kind == "number" and "/" in following.low:
                return value + _figure(following.low), 2
            if following is not None and following.low == "k":
                return value * 1000, 2
            return self._and_a_half(value, offset, 1)
        return self._number_words(offset)

    def _number_words(self, offset: int) -> tuple[Decimal | None, int]:
        total, current, length = Decimal(0), Decimal(0), 0
        numbers = self.lexicon.numbers
        while True:
            low = self.low(offset + length)
            if low in ("hundred", "thousand") and length:
                scale = 100 if low == "hundred" else 1000
                current = (current or Decimal(1)) * scale
                if scale == 1000:
                    total, current = total + current, Decimal(0)
            elif (
                low == "and" and length and self.low(offset + length - 1) in ("hundred", "thousand")
            ):
                if self.low(offset + length + 1) not in numbers:
                    break
            elif low in numbers and low not in ("half", "quarter", "hundred", "dozen"):
                if length and current % 10 and current % 100:
                    break
                current += Decimal(numbers[low])
            else:
                break
            length += 1
        if not length:
            return self._fraction_word(offset)
        if length == 1 and self.low(offset) == "one" and self.low(offset + 1) in ("of", "another"):
            return None, 0
        return self._and_a_half(total + current, offset, length)

    def _fraction_word(self, offset: int) -> tuple[Decimal | None, int]:
        """Read `half an hour`, `a dozen`, `a quarter of an hour`, `a couple of`."""
        words = [self.low(offset + n) for n in range(5)]
        start = 1 if words[0] in ("a", "an") else 0
        head = words[start]
        if head in ("dozen",):
            return Decimal(12), start + 1
        if head == "hundred":
            return Decimal(100), start + 1
        if head == "couple":
            return Decimal(2), start + (2 if words[start + 1] == "of" else 1)
        if head == "three" or head not in ("half", "quarter"):
            return None, 0
        value = Decimal(self.lexicon.numbers.get(head, "0.5"))
        rest = words[start + 1 :]
        skip = 1 if rest[0] == "of" else 0
        if rest[skip] in ("a", "an"):
            skip += 1
        if self._unit(offset + start + 1 + skip)[1]:
            return value, start + 1 + skip
        return None, 0

    def _and_a_half(self, value: Decimal, offset: int, length: int) -> tuple[Decimal, int]:
        words = [self.low(offset + length + n) for n in range(3)]
        for phrase, part in ((("and", "a", "half"), "0.5"), (("and", "a", "quarter"), "0.25")):
            if tuple(words) == phrase:
                return value + Decimal(part), length + 3
        if words[:2] == ["and", "1/2"]:
            return value + Decimal("0.5"), length + 2
        return value, length

    def _unit(self, offset: int) -> tuple[Unit | None, int]:
        """Return the unit at an offset; ranks such as `day` are nouns, not units."""
        for length in (3, 2, 1):
            place = self.place + offset
            words = self.words[place : place + length]
            if len(words) < length or any(w.kind not in ("word", "sign", "money") for w in words):
                continue
            low = " ".join(w.low for w in words)
            found = self.lexicon.units.get(low) or self.lexicon.units.get(fold(low))
            if found is None:
                continue
            entry = self.list.phrases.get(tuple(low.split()))
            if entry is not None and any(s.kind in ("rank", "text") for s in entry.senses):
                continue
            return found, length
        return None, 0

    def _amount(self) -> bool:
        money, start = self._money(0)
        value, length = self._number(start)
        if value is None and self._article_unit():
            return True
        if value is None or (not start and self._is_word(length)):
            return False
        length += start
        interval, length = self._range(value, length)
        unit, taken = (money, 0) if money else self._unit(length)
        if taken and self._numbers_rank(interval):
            unit, taken = None, 0
        end = length + taken
        if unit is not None and unit.dimension == "time" and not money and interval.exact:
            interval, unit, end = self._longer(interval, unit, end)
        if unit is None:
            kind = "COUNTER" if interval.exact else "RANGE"
            return self.add(kind, end, Amount(interval))
        amount = Amount(interval, unit, self._attached(length, end, interval))
        return self.add("AMOUNT" if interval.exact else "RANGE", end, amount)

    def _numbers_rank(self, value: Interval) -> bool:
        """Tell whether a number says which one: `day 1 calories`, not `each day 1 l of water`."""
        last = self.tokens[-1] if self.tokens else Token("", "")
        before = self.tokens[-2].type if len(self.tokens) > 1 else ""
        ranked = any(s.kind == "rank" for s in last.senses) and last.type == "NOUN"
        alone = before not in ("EACH", "PER", "ALL", "ANY", "NO", "NO_TWO", "ORDINAL", "EXTREME")
        bare = not last.plural and not last.indefinite and alone
        return ranked and bare and value.exact and value.low == int(value.low or 0) < 100

    def _is_word(self, length: int) -> bool:
        """Tell whether a number word stands in a phrase of its own: `one of the`, `no one`."""
        return length == 1 and any(
            tuple(self.low(n) for n in range(size)) in self.list.phrases for size in (4, 3, 2)
            if self.list.phrases.get(tuple(self.low(n) for n in range(size)), Entry()).type == "ANY"
        )  # fmt: skip

    def _money(self, offset: int) -> tuple[Unit | None, int]:
        low = self.low(offset)
        code = self.lexicon.currencies.get(low)
        place = self.place + offset + 1
        if code and place < len(self.words) and self.words[place].kind == "number":
            return self.lexicon.units.get(low), 1
        return None, 0

    def _range(self, value: Decimal, length: int) -> tuple[Interval, int]:
        """Read the upper end of `8-10`, `8 to 10`."""
        if self.low(length) in ("-", "to"):
            skip = 1 + self._money(length + 1)[1]
            high, taken = self._number(length + skip)
            is_time = self._clock(length + 1)[1]
            if high is not None and high > value and not is_time:
                return Interval(value, high), length + skip + taken
        return exactly(value), length

    def _longer(self, value: Interval, unit: Unit, end: int) -> tuple[Interval, Unit, int]:
        """Join `1 hour and 30 minutes`, `1 h 30`."""
        skip = 1 if self.low(end) == "and" else 0
        more, taken = self._number(end + skip)
        if more is None:
            return value, unit, end
        smaller, used = self._unit(end + skip + taken)
        if smaller is None or smaller.dimension != "time" or smaller.factor >= unit.factor:
            return value, unit, end
        whole = value.scaled(unit.factor) + exactly(more * smaller.factor)
        return whole.scaled(1 / smaller.factor), smaller, end + skip + taken + used

    def _article_unit(self) -> bool:
        """Read `an hour` as one hour."""
        if self.low() not in ("a", "an") or self.low(-1) in ("half", "quarter", "per"):
            return False
        unit, taken = self._unit(1)
        if unit is None or unit.dimension != "time" or self.low(2) == "day":
            return False
        before = self.tokens[-1] if self.tokens else Token("", "")
        if before.type == "AMOUNT" or (before.type == "NOUN" and not before.verb):
            return False
        extra, length = self._and_a_half(Decimal(1), 1, taken)
        return self.add("AMOUNT", length + 1, Amount(exactly(extra), unit))

    def _attached(self, before: int, end: int, value: Interval) -> bool:
        """Tell whether an amount is an adjective: hyphened, or singular before a noun."""
        number = self.words[self.place + before - 1]
        unit = self.words[self.place + end - 1]
        if number.joined:
            return True
        spelled = unit.low.isalpha() and unit.low not in self.list.symbols
        singular = spelled and not unit.low.endswith("s") and len(unit.low) > 3
        return (singular and value != exactly(1)) or self.article in ("a", "an", "another", "the")

    # -- phrases ----------------------------------------------------------------------
    def _match(self) -> tuple[int, Entry | None]:
        """Return the longest phrase of the word list here."""
        longest = min(self.list.longest, len(self.words) - self.place)
        for length in range(longest, 0, -1):
            window = self.words[self.place : self.place + length]
            if any(w.kind in ("quote", "time", "date") for w in window):
                continue
            key = tuple(w.low for w in window)
            entry = self.list.phrases.get(key)
            if entry is not None:
                return length, entry
        return 0, None

    def _phrase(self) -> bool:
        length, entry = self._match()
        word = self.words[self.place]
        if self._marked():
            return True
        if entry is not None and entry.type in ("OR_MORE", "OR_LESS") and self._opens(length):
            return self.add(word.low.upper(), 1)
        if entry is None:
            if word.kind == "sign" and word.low == "%":
                return self.add("UNKNOWN", 1)
            return False
        if word.low in ("a", "an", "another", "the") and length == 1:
            self.article = word.low
            self.place += 1
            return True
        if entry.type == "FILLER":
            self.place += length
            return True
        plural = self.words[self.place + length - 1].low.endswith("s") or word.low == "people"
        if entry.type and entry.type != "KEYWORD":
            return self.add(entry.type, length, entry.value, entry.senses, verb=entry.verb)
        if entry.senses and not entry.past:
            self._per(entry)
            return self.add("NOUN", length, entry.value, entry.senses, plural, entry.verb)
        kind = entry.type or entry.verb
        return self.add(kind, length, entry.value, entry.senses, plural, entry.verb, entry.plain)

    def _opens(self, offset: int) -> bool:
        """Tell whether `or after` begins another limit: `before 9:00 or after 17:00`."""
        if self.low() not in ("or", "and"):
            return False
        return self.low(offset) == "than" or bool(self._clock(offset)[1])

    def _marked(self) -> bool:
        """Read the letter of `session A`."""
        word = self.words[self.place].text
        before = self.tokens[-1] if self.tokens else Token("", "")
        if len(word) != 1 or not word.isupper() or before.type != "NOUN":
            return False
        if not any(s.kind == "rank" for s in before.senses) or self.place == 0:
            return False
        return self.add("MARKED", 1)

    def _per(self, entry: Entry) -> None:
        """Take `a day` after an amount or a noun as `per day`."""
        rank = next((s.name for s in entry.senses if s.kind == "rank"), "")
        if self.article not in ("a", "an") or not rank or not self.tokens:
            return
        before = self.tokens[-1]
        ranks = self.lexicon.ranks
        inner = before.type in (
            "AMOUNT",
            "COUNTER",
            "RANGE",
            "TIMES",
            "TWICE",
            "OR_MORE",
            "OR_LESS",
            "PART",
        )
        for sense in before.senses if before.type == "NOUN" else ():
            known = ranks[sense.name].level if sense.kind == "rank" else 99
            inner = inner or (sense.kind != "plan" and known > ranks[rank].level)
        if inner:
            self.tokens.append(Token("PER", self.article))
            self.article = ""

    def _other(self) -> bool:
        word = self.words[self.place]
        if word.kind == "quote":
            return self.add("QUOTED", 1, word.text[1:-1])
        if word.kind == "date":
            return self.add("DATE", 1, word.text)
        if word.kind == "ordinal":
            return self.add("ORDINAL", 1, int(re.sub(r"\D", "", word.low)))
        if word.low in self.lexicon.parts_of_day:
            return self.add("PART", 1, word.low)
        if word.kind == "mark" and word.low in ".'*_`()[]-":
            kind = {"(": "OPEN", ")": "CLOSE", ".": "STOP", "[": "OPEN", "]": "CLOSE"}.get(word.low)
            if kind is None:
                self.place += 1
                return True
            self.add(kind, 1)
            self._bracketed()
            return True
        return self.add("UNKNOWN", 1)


def _minutes(text: str) -> int:
    low = re.sub(r"^(\d+)\.(?=\d)", r"\1:", text).replace(".", "").replace(" ", "")
    half = low[-2:] if low.endswith(("am", "pm")) else ""
    hours, _, minutes = low.removesuffix(half).partition(":")
    hour = int(hours)
    if half:
        hour = hour % 12 + (12 if half == "pm" else 0)
    return hour * 60 + int(minutes or 0)


def _figure(text: str) -> Decimal:
    top, _, bottom = text.replace(",", "").partition("/")
    return Decimal(top) / Decimal(bottom) if bottom and Decimal(bottom) else Decimal(top)
