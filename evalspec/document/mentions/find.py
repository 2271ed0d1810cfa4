"""One pass over a response: every place that may start a mention is read once.

Digits are found with one pattern; of the words of the calendar and of the lexicon's
number words only those that occur are looked at. Each reader gets the place and the
bounds of the span it is in, and says where its mention ends.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from decimal import Decimal
from functools import cached_property
from typing import Any

from evalspec.core.quantity import EXACT, Interval, exactly
from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document.blocks import Block, BlockKind
from evalspec.document.mention import DateMention, Mentions, QuantityMention, TimeMention
from evalspec.document.mentions.dates import ANCHORS, date_at, named_at, ordered
from evalspec.document.mentions.habits import Habits, habits_of
from evalspec.document.mentions.numbers import VULGAR
from evalspec.document.mentions.passed import COUNT, SINCE_ZERO
from evalspec.document.mentions.points import grouped_by_points
from evalspec.document.mentions.quantities import HOUR, PACE, PACES, quantity_at, words_quantity_at
from evalspec.document.mentions.spoken import ANCHORS as SPOKEN
from evalspec.document.mentions.spoken import spoken_at, tells_spoken
from evalspec.document.mentions.swum import in_lengths, is_pace, sent_off
from evalspec.document.mentions.times import time_at
from evalspec.document.mentions.words import Words, words_of
from evalspec.document.plain import plain_form
from evalspec.vocabulary.lexicon import Lexicon

_DIGITS = regex(rf"\d+|[{''.join(VULGAR)}]")
_ADDRESS = regex(r"(?:[a-z][a-z+.-]{0,20}://|www\.)[^\s<>]+|[\w.+-]{1,64}@[\w-]+\.[\w.-]+")
_OTHER = regex(
    r"(?:\d{1,3}[- .])?\(?\d{3}\)?[- .]\d{3}[- .]\d{4}(?!\d)|\d+(?:\.\d+){2,}(?!\d)"
    r"|\d{1,3}(?:st|nd|rd|th)\b"
)
_COMMON = regex(
    r"(?!\d{4}[ ]?h|\d+(?:st|nd|rd|th)\b)(\d+(?:\.\d+)?)(?:[ \xa0]|-(?=[a-z]))?([a-z]+)"
    r"(?:(?=[,;)|])|$|[ ](?=([a-z]+)))"
)
_OPENERS = frozenset("(|,;:*[\n")
_MARKER = regex(r"\d{1,3}[.)](?=[ \xa0])")
_LABEL_BEFORE = regex(r"([a-z]+)(?: per [a-z]+)?[*_]{0,2}(?:[:=][*_]{0,2}| of)?[ \xa0]*$")
_NEAR = 40
_SLASHES = regex(r"(?<![\d/.])\d{1,2}/\d{1,2}/(?:\d(?![\d/.])|\d{1,2}/\d{1,2}(?![\d/.]))")
_NAME_BEFORE = regex(r"(?<![\w-])([a-z]{1,4})$")
_CLOCK_WORDS = ("noon", "midday", "midnight")
_ARTICLES = (
    *("an hour", "another hour", "another minute", "a half", "couple"),
    *("a kilo", "a litre", "a liter", "another kilo", "another litre", "another liter"),
)
_CONTAINERS = (BlockKind.CODE, BlockKind.RULE)


class MentionIndex:
    """All mentions of a response, to be sliced by span."""

    def __init__(self, all_mentions: Mentions) -> None:
        """Take every mention, in order."""
        self.all = all_mentions
        self._starts = tuple(
            [mention.span.start for mention in kind]
            for kind in (all_mentions.quantities, all_mentions.times, all_mentions.dates)
        )

    def within(self, span: Span) -> Mentions:
        """Return the mentions that start inside a span."""
        low, high = span.start, span.end
        quantities, times, dates = self._starts
        return Mentions(
            self.all.quantities[bisect_left(quantities, low) : bisect_left(quantities, high)],
            self.all.times[bisect_left(times, low) : bisect_left(times, high)],
            self.all.dates[bisect_left(dates, low) : bisect_left(dates, high)],
        )

    def quantities(self, span: Span) -> tuple[QuantityMention, ...]:
        """Return the quantities that start inside a span."""
        starts = self._starts[0]
        return self.all.quantities[bisect_left(starts, span.start) : bisect_left(starts, span.end)]


def pieces_of(blocks: Iterable[Block]) -> Iterator[Span]:
    """Yield the spans a mention must not cross: cells, a label and its rest, else the text."""
    for block in blocks:
        if block.kind in _CONTAINERS:
            continue
        if block.cells:
            yield from sorted(block.cells)
        elif block.label is not None and block.rest is not None:
            if block.text.start < block.label.start:
                yield Span(block.text.start, block.label.start)
            yield block.label
            if block.label.end < block.rest.start:
                yield block.rest
            if block.rest.end < block.text.end:
                yield Span(max(block.rest.end, block.label.end), block.text.end)
        else:
            yield block.text


def find(response: str, span: Span, lexicon: Lexicon) -> Mentions:
    """Return the mentions of one piece of a response."""
    return find_all(response, (span,), lexicon).all


def find_all(response: str, spans: Iterable[Span], lexicon: Lexicon) -> MentionIndex:
    """Return the mentions of a response inside `spans`, which are in order and do not overlap."""
    return MentionIndex(_Finder(response, words_of(lexicon)).run(spans))


class _Finder:
    """The state of one pass."""

    def __init__(self, response: str, words: Words) -> None:
        self.text = response
        self.plain = plain_form(response)
        self.words = words
        self.quantities: list[QuantityMention] = []
        self.times: list[TimeMention] = []
        self.dates: list[DateMention] = []
        self.addresses = self._addresses()

    def run(self, spans: Iterable[Span]) -> Mentions:
        """Read at every anchor inside the spans."""
        anchors = self._anchors()
        places = [anchor[0] for anchor in anchors]
        for span in spans:
            at = start = span.start
            for place, kind in anchors[
                bisect_left(places, span.start) : bisect_left(places, span.end)
            ]:
                if place < at:
                    continue
                at = max(at, self._read(kind, start, place, span.end))
                if at > place:
                    start = at
        quantities = grouped_by_points(self.plain, self.quantities)
        quantities = in_lengths(self.plain, quantities, self.words)
        return Mentions(tuple(quantities), tuple(self.times), ordered(self.dates))

    @cached_property
    def habits(self) -> Habits:
        """How the response writes times and days."""
        words = self.words
        return habits_of(self.plain, of_schedules=words.of_schedules, numbered=words.numbered)

    @cached_property
    def _spoken(self) -> bool:
        """Whether the response tells times in words: `half past five`."""
        return tells_spoken(self.plain, self.words.numbers)

    def _anchors(self) -> list[tuple[int, str]]:
        plain = self.plain
        anchors = [(match.start(), "digit") for match in _DIGITS.finditer(plain)]
        for kind, names in (
            ("date", ANCHORS),
            ("clock", _CLOCK_WORDS),
            ("spoken", SPOKEN if self._spoken else ()),
            ("number", (*self.words.numbers, *_ARTICLES)),
        ):
            for name in names:
                at = plain.find(name)
                while at >= 0:
                    if not at or not plain[at - 1].isalnum():
                        anchors.append((at, kind))
                    at = plain.find(name, at + len(name))
        anchors.sort()
        return anchors

    def _addresses(self) -> list[tuple[int, int]]:
        plain = self.plain
        if "://" not in plain and "www." not in plain and "@" not in plain:
            return []
        return [match.span() for match in _ADDRESS.finditer(plain)]

    def _read(self, kind: str, start: int, at: int, end: int) -> int:
        """Read at one place and return where the mention (or what is not one) ends."""
        if self.addresses:
            i = bisect_left(self.addresses, (at + 1,)) - 1
            if i >= 0 and at < self.addresses[i][1]:
                return self.addresses[i][1]
        if self._spoken and kind != "date":
            time = spoken_at(self.plain, start, at, end, self.words.numbers)
            if time is not None:
                return self._keep(self.times, time, at)
        if kind in ("digit", "spoken"):
            return self._digit(start, at, end) if kind == "digit" else at
        if kind == "number":
            mention: Any = words_quantity_at(self.plain, start, at, end, self.words)
            return self._keep(self.quantities, mention, at)
        if kind == "clock":
            return self._keep(self.times, self._time(start, at, end), at)
        leads = at == start and self.habits.weekdays
        date = named_at(self.plain, self.text, start, at, end, self.words, leads)
        return self._keep(self.dates, date, at)

    @staticmethod
    def _keep(kept: list[Any], mention: Any, at: int) -> int:
        if mention is None:
            return at
        kept.append(mention)
        return int(mention.span.end)

    def _time(self, start: int, at: int, end: int) -> TimeMention | None:
        if PACE.match(self.plain, at, end) or PACES.match(self.plain, at, end):
            return None
        return time_at(self.plain, start, at, end, self.habits)

    def _passed(self, at: int, end: int) -> int | None:
        """Read a count of minutes and seconds, or the length from one to another, and return its end.

        A place alone (`SINCE_ZERO`) is no length: its line tells that as well, or nothing follows.
        """
        unit, passed = self.words.units.get("min"), self.habits.passed
        if passed is None or unit is None:
            return None
        place, found = passed.get(at), COUNT.match(self.plain, at, end)
        lasting = place.length if place is not None and place.until <= end else None
        if place is not None and place.until <= end:
            seconds, span = place.start if lasting is None else lasting, Span(at, place.until)
        elif found is not None:
            seconds, span = int(found[1]) * 60 + int(found[2]), Span(*found.span())
        else:
            return None
        value = exactly(EXACT.divide(Decimal(seconds), Decimal(60)))
        told = SINCE_ZERO if place is not None and lasting is None else ""
        self.quantities.append(QuantityMention(span, span, value, unit, "min", qualifier=told))
        return span.end

    def _common(self, start: int, at: int, end: int) -> int:
        """Read the commonest amount at once: a plain number and its unit, nothing around them.

        Return where it ends, or 0 when the other readers have to look.
        """
        plain = self.plain
        found = _COMMON.match(plain, at, end)
        if found is None or found[3] in self.words.joints or found[2] in self.words.long_units:
            return 0
        before = plain[at - 1] if at else "\n"
        if before == " ":
            before = plain[at - 2] if at > 1 else "\n"
            if before not in _OPENERS and (
                not before.isalpha() or self.words.before_at(plain, start, at)[0]
            ):
                return 0
        elif before not in _OPENERS:
            return 0
        unit = self.words.unit_named(found[2])
        if unit is None or unit[2] != len(found[2]):
            return 0
        if plain[found.end() : found.end() + 1] == "," and unit[0].factor == HOUR:
            return 0
        value = Decimal(found[1])
        stop = found.end(2)
        self.quantities.append(
            QuantityMention(
                Span(at, stop), Span(at, found.end(1)), Interval(value, value), unit[0], unit[1]
            )
        )
        return stop

    def _digit(self, start: int, at: int, end: int) -> int:
        if common := self._common(start, at, end):
            return common
        plain = self.plain
        if at > start and self._inside_word(start, at, end):
            return _run_end(plain, at, end)
        date = date_at(plain, self.text, start, at, end)
        if date is not None and not self._is_list(date.span, end):
            return self._keep(self.dates, date, at)
        if other := _OTHER.match(plain, at, end):
            return other.end()
        marker = _MARKER.match(plain, at, end)
        if marker and not plain[plain.rfind("\n", 0, at) + 1 : at].strip(" \xa0\t"):
            return marker.end()
        if (each := sent_off(plain, at, end, self.words)) is not None:
            return self._keep(self.quantities, each, at)
        if is_pace(plain, at, end, self.words):
            return _run_end(plain, at, end) + len(":00")
        time = self._time(start, at, end)
        passed = self._passed(at, end)
        if passed is not None:
            return passed
        if time is not None:
            return self._keep(self.times, time, at)
        quantity = quantity_at(plain, start, at, end, self.words)
        if quantity is None:
            return _run_end(plain, at, end)
        return self._amount(quantity, at, end)

    def _is_list(self, span: Span, end: int) -> bool:
        """Tell whether what looks like a date is a list: `3/10/20 kg`, `Reps: 12/10/10`, beside `12/10/8`."""
        if self.plain[span.start : span.end].strip("0123456789/"):
            return False
        if self.words.unit_at(self.plain, span.end, end) is not None or self._lists:
            return True
        label = _LABEL_BEFORE.search(self.plain, max(0, span.start - _NEAR), span.start)
        unit = self.words.unit_named(label[1]) if label is not None else None
        return unit is not None and unit[0].dimension.startswith("count:")

    @cached_property
    def _lists(self) -> bool:
        """Tell whether numbers between slashes that are no date stand elsewhere: `12/10/8`, `10/8/8/6`."""
        return _SLASHES.search(self.plain) is not None

    def _amount(self, quantity: QuantityMention, at: int, end: int) -> int:
        """Keep an amount; the number in its `per 100 g` is not another one."""
        stop = self._keep(self.quantities, quantity, at)
        if quantity.qualifier and quantity.qualifier.startswith("per "):
            rest, after = self.words.qualifier_at(self.plain, stop, end)
            if any(character.isdigit() for character in rest):
                return after
        return stop

    def _inside_word(self, start: int, at: int, end: int) -> bool:
        """Tell digits of an identifier (`B12`, `#3`, `omega-3`) from a number."""
        plain = self.plain
        before = plain[at - 1]
        if before.isalpha() or before == "_":
            if before == "x" and (at - 1 == start or not plain[at - 2].isalpha()):
                return False
            name = _NAME_BEFORE.search(plain, max(start, at - 4), at)
            if name is not None and name[1] in self.words.names:
                return False
            return self.words.currency_before(plain, start, at) is None
        if before == "#" or (before == "'" and at - 1 > start and plain[at - 2] == " "):
            return True
        if before == "-" and at - 1 > start and plain[at - 2].isalpha():
            found = self.words.unit_at(plain, _run_end(plain, at, end), end)
            return found is None
        return False


def _run_end(plain: str, at: int, end: int) -> int:
    """Return the end of the run of letters and digits at a place."""
    while at < end and (plain[at].isalnum() or plain[at] == "_"):
        at += 1
        if at + 1 < end and plain[at] == "." and plain[at + 1].isdigit():
            at += 1
    return at
