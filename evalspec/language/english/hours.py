"""Dates and times of day in a sentence: `4 November`, `by nine`, `from 3 to 3:45`, `at 8, 14 and 20`.

A number is an hour where the words around it say so, and an hour without a half of the day may be of
either; what else is said tells which is likelier.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TypeVar

from evalspec.language.english.chart import Entry
from evalspec.language.english.closed import data
from evalspec.language.english.meanings import Clock
from evalspec.language.english.naming import NOUNS, Said
from evalspec.language.names import MONTHS

T = TypeVar("T")
HOUR_COST = 0.6
"""Of a number without a unit that may be an hour."""
UNLIKELY_COST = 0.3
"""Of the other half of the day: `by three` is in the afternoon."""
_AFTERNOON = re.compile(r"(?:1[3-9]|2[0-3])[:.]\d\d")
_SMALL_HOUR = re.compile(r"[1-5][:.]\d\d")
"""A time that may be of the afternoon where it is written without a half of the day."""
_MORNING_HOUR = re.compile(r"(?:[6-9]|1[01])[:.]\d\d")
_DOTTED = re.compile(r"([01]?\d|2[0-3])\.([0-5]\d)")
"""A time with a dot, which a number may be too: `by 11.30`."""
_DENYING = frozenset("no not never nothing none without".split())
_PARTED = frozenset((",", ";", ".", "and", "but"))
_UNTIL = frozenset(("to", "until", "till", "through", "-", "–"))
_SHORT_MONTHS = {short: month for month in MONTHS for short in (month[:3], month[:4])}


class Hours(Said):
    """The words of a sentence, and when each may be."""

    @cached_property
    def full_day(self) -> bool:
        """Whether an hour is written so that hours are of the whole day: `by 18`, `at 14:30`."""
        places = range(len(self.words))
        hours = (n for n in places if self.numbers.hours(n)[0] >= 780)
        timed = (w.low for w in self.words if w.kind == "time")
        dotted = (n for n in places if _DOTTED.fullmatch(self.words[n].low))
        late = (n for n in dotted if _AFTERNOON.fullmatch(self.words[n].low))
        return (
            any(map(_AFTERNOON.fullmatch, timed))
            or any(map(self._hourly, hours))
            or any(self._of_an_hour(n, 780) for n in late)
        )

    def calendar(self, place: int) -> tuple[tuple[int, int, int], int]:
        """Read a date with the name of a month, `4 November 2025`: year, month and day, and its length."""
        row = [(self._nth_day(n), w) for n, w in enumerate(self.words[place : place + 4], place)]
        row = [pair for pair in row if pair[0] not in ("of", ",")]
        days = [n for n, (low, w) in enumerate(row[:2]) if low[:1].isdecimal()]
        row = [(_SHORT_MONTHS.get(low, low) if w.text[:1].isupper() else low, w) for low, w in row]
        months = [n for n, (low, w) in enumerate(row[:2]) if low in MONTHS and w.text[0].isupper()]
        if not days or not months or days == months:
            return (0, 0, 0), 0
        day = re.sub(r"\D.*", "", row[days[0]][0])
        if not day or not 0 < int(day) < 32 or days[0] == months[0]:
            return (0, 0, 0), 0
        year = row[2][0] if len(row) > 2 and re.fullmatch(r"[12]\d{3}", row[2][0]) else ""
        last = row[2][1] if year else row[1][1]
        length = self.words.index(last, place) - place + 1
        return (int(year or 0), MONTHS.index(row[months[0]][0]) + 1, int(day)), length

    def dates(self, place: int) -> tuple[tuple[int, int, int], tuple[int, int, int], int]:
        """Read a range of dates, `14 to 21 April`, `14 April to 3 May`: both ends, and its length."""
        low, length = self.calendar(place)
        day = re.sub(r"\D+$", "", self.words[place].low) if not length else ""
        joint = place + (length or 1)
        if not (length or (day.isdecimal() and 0 < int(day) < 32)):
            return low, low, 0
        between = self.numbers.low(place - 1) == "between"
        if self.numbers.low(joint) not in ({"and"} if between else _UNTIL):
            return low, low, 0
        high, more = self.calendar(joint + 1) if joint + 1 < len(self.words) else (low, 0)
        if not more and length and self.numbers.low(joint + 1).isdecimal():  # `April 14 to 21`
            high, more = (low[0], low[1], int(self.numbers.low(joint + 1))), 1
        if not length:
            low = (high[0], high[1], int(day))
        known = more > 0 and 0 < high[2] < 32 and low[1:] < high[1:]
        return low, high, joint + 1 + more - place if known else 0

    def _nth_day(self, place: int) -> str:
        """Return a word of a date; as a number where it is one of a day: `the first of October`."""
        low = self.words[place].low
        nth = (e.value for e in self.known.phrases.get((low,)) if e.type == "NTH")
        of_it = [w.low for w in self.words[place + 1 : place + 2]] == ["of"]
        return str(next(nth, low)) if of_it else low.removesuffix(".")

    def times(self, place: int) -> list[Entry]:
        found = []
        (low, high), length = self.numbers.span(place)
        if length:
            found += self._spans(place, low, high, length)
        minutes, length = self.numbers.clock(place)
        if self.words[place].low == "24:00":
            minutes, length = 1440, 1
        if not length and (dotted := self.dotted(place)):
            minutes, length = dotted, 1
        if length == 1 and self._either_half(place):
            found += self._halves(place, minutes, 1)
        elif length:
            found.append(Entry("Clock", place, place + length, Clock(minutes), 0.0))
        elif self._hourly(place):
            found += self._hours(place)
        return found

    def dotted(self, place: int) -> int:
        """Return the minutes of a time with a point, if the words around make it one: `before 10.20`."""
        match = _DOTTED.fullmatch(self.words[place].low)
        minutes = int(match[1]) * 60 + int(match[2]) if match else 0
        return minutes if match and self._of_an_hour(place, minutes) else 0

    def _either_half(self, place: int) -> bool:
        """Tell whether a time may be of the afternoon: a small hour, or one beside words for what is late."""
        low = self.words[place].low
        late = self._told("evening") and self._likely_half(place) == "pm"
        late = late and _MORNING_HOUR.fullmatch(low) is not None
        return not self.full_day and bool(late or _SMALL_HOUR.fullmatch(low))

    def _likely_half(self, place: int) -> str:
        """Return the half of the day that words around a place are of, or else others of the sentence."""
        lows = [w.low for w in self.words]
        start = max((n + 1 for n in range(place) if lows[n] in _PARTED), default=0)
        end = next((n for n in range(place, len(lows)) if lows[n] in _PARTED), len(lows))
        for first, last in ((start, end), (0, len(lows))):
            halves = [half for half in ("am", "pm") if self._told(half, first, last)]
            if len(halves) == 1:
                return halves[0]
        return ""

    def _told(self, kind: str, start: int = 0, end: int | None = None) -> bool:
        """Tell whether words of a kind stand in the sentence, or in a stretch of it."""
        said = f" {' '.join(w.low for w in self.words[start:end])} "
        return any(f" {words} " in said for words in data("clock words")[kind])

    def _spans(self, place: int, low: int, high: int, length: int) -> list[Entry]:
        """Return a range of times; of small hours (`3 to 3:45`) in either half of the day."""
        last = self.words[place + length - 1].low
        small = 60 <= low < high < 360 and _SMALL_HOUR.fullmatch(last) and not self.full_day
        likely = self._likely(place, low) if small else False
        costs = [UNLIKELY_COST if likely else 0.0, UNLIKELY_COST if likely is False else 0.0]
        return [
            Entry("SPAN", place, place + length, (Clock(low + shift), Clock(high + shift)), cost)
            for shift, cost in zip((0, 720) if small else (0,), costs, strict=False)
        ]

    def _hourly(self, place: int) -> bool:
        """Tell whether a number may be an hour: `by nine`, `between 9 and 5`, not `by nine points`."""
        hour, length = self.numbers.hours(place)
        return length > 0 and self._of_an_hour(place, hour, length)

    def _of_an_hour(self, place: int, minutes: int, length: int = 1) -> bool:
        """Tell whether the words around a number make it an hour."""
        if length == 1 and self._counted(place + 1):
            return False
        before = self._before(place)
        if minutes > 720 and length == 1 and "." not in self.words[place].low:
            between = bool({"from", "between", "outside"} & {before[-3], before[-4]})
            between = between and before[-1] in ("and", "to", "-", "until")
            between |= before[-1] == "from" and self.numbers.low(place + 1) in ("to", "until")
            later = before[-1] == "than" and before[-2] in ("later", "earlier", "sooner")
            return between or later or before[-1] in data("clock words")["only"]
        if length > 1 or before[-1] in data("clock words")["before"]:
            return True
        at_the = [self.numbers.low(place + length + n) for n in range(2)] == ["at", "the"]
        if self.numbers.low(place + length + 2 * at_the) in data("clock words")["behind"]:
            # `8.30 latest`, not `the 3 latest films`, `two sharp tools`
            led = self.numbers.low(place - 1) in ("the", "no", "a")
            after = place + length + 1
            return not (led or self._counted(after) or self._ends_object(after))
        if before[-1] == "than":
            return before[-2] in ("later", "earlier", "sooner")
        joint = before[-1] in ("-", "to", "and", "or", ",")
        return joint and (
            self._in_row(place) or bool({"from", "between", "outside"} & {before[-3], before[-4]})
        )

    def _in_row(self, place: int) -> bool:
        """Tell whether a number stands in a row of times: `at 8, 14 and 20`."""
        while place > 1 and self.words[place - 1].low in (",", "and", "or", "to", "-"):
            place -= 1
            if self.words[place - 1].low in ("o'clock", "am", "pm"):
                place -= 1
            if self.words[place - 1].kind not in ("number", "time", "word"):
                return False
            place -= 1
        return place > 0 and self.words[place - 1].low == "at"

    def _before(self, place: int) -> list[str]:
        """Return the four words before a place, without `about`."""
        about = data("clock words")["about"]
        said = [w.low for w in self.words[:place] if w.low not in about]
        return ["", "", "", "", *said][-4:]

    def _likely(self, place: int, early: int) -> bool | None:
        """Tell whether an hour is in the second half of the day; None where nothing says it.

        What is forbidden before nine, or begins then, is so in the morning; what is forbidden after nine in
        the evening.
        """
        words = data("clock words")
        said = {w.low for w in self.words}
        half = self._likely_half(place)
        if early == 0 and not said & set(words["night"]):
            return True  # `at twelve` is at noon
        if half == "am" and said & set(words["early only"]):
            # school begins in the morning, and is over at three; people are done in the evening too
            return True if early < 300 else None if said & set(words["over"]) else False
        if half:
            return None if half == "pm" and early < 300 else half == "pm"  # parties end at one
        if self._told("noon"):
            return early < 360
        if early < 420 and self._told("early or late"):
            return False if "first" in said else None  # `the first milking by 5`
        if early < 420:
            return None if said & set(words["night"]) else True
        if early >= 480 and self._told("opening"):
            return False  # `we open at ten`
        near = (w for w in reversed(self._before(place)) if w in words["early"] + words["late"])
        nearest = next(near, "")
        if nearest in words["late"] and said & set(words["leaving"]) and not said & _DENYING:
            return False  # `leave after nine`
        return nearest in words["late"] if nearest else None

    def _counted(self, place: int) -> bool:
        """Tell whether something that is counted stands at a place: `nine points`."""
        if place >= len(self.words) or self.words[place].kind != "word":
            return place < len(self.words) and self.words[place].kind not in ("mark", "quote")
        return not self.filler[place] and self._types(place) <= NOUNS | {"REFERENCE"}

    def _hours(self, place: int) -> list[Entry]:
        """Return both halves of the day that an hour may be in; what else is said may tell which."""
        hour, length = self.numbers.hours(place)
        if (
            self.full_day and self.words[place + length - 1].kind == "number"
        ) or hour > 720:  # nobody says `at eighteen`
            return [Entry("Clock", place, place + length, Clock(hour), HOUR_COST)]
        if self.numbers.written_hour(place):
            return [Entry("Clock", place, place + length, Clock(hour), 0.0)]
        return self._halves(place, hour, length)

    def _halves(self, place: int, hour: int, length: int) -> list[Entry]:
        """Return a time in either half of the day."""
        early, late = hour % 720, hour % 720 + 720
        likely = self._likely(place, early)
        found = []
        for minutes in (early, late):
            cost = HOUR_COST if likely in (None, minutes >= 720) else HOUR_COST + UNLIKELY_COST
            found.append(Entry("Clock", place, place + length, Clock(minutes, True), cost))
        return found


def in_half_a_day(readings: dict[str, T]) -> dict[str, T]:
    """Leave out formulas of what lasts for longer than half a day, if others do not: `open at ten, shut at
    5:30`.
    """
    short = {}
    for text, formula in readings.items():
        ends = _HOURS.search(text)
        low, high = (int(ends[n]) * 60 + int(ends[n + 1]) for n in (2, 4)) if ends else (0, 0)
        if (high - low) % 1440 <= 720:
            short[text] = formula
    return short or readings


_HOURS = re.compile(r"\bstart(\([^=]*\)|) = (\d\d):(\d\d) and end\1 <?= (\d\d):(\d\d)")
