"""Times as people write them in data and in prompts: `Monday 9:00-10:30, 11:00 to 12:00`.

Unlike the reader of responses this one is strict: every word is understood, or it says
which is not.
"""

from __future__ import annotations

import re
from datetime import date
from functools import lru_cache

from evalspec.core.regex import regex
from evalspec.core.times import DAY
from evalspec.core.timeset import WEEKDAYS, Calendar, Stretch, Times, times


class TimeTextError(ValueError):
    """A text that says no time; the message says why."""


_CLOCK = regex(r"(\d{1,2})(?:[:.h](\d{2}))?\s*(?:([ap])\.?\s?m\b\.?)?(?:\s*\+(\d)d\b)?", re.I)
_TOKEN = regex(
    r"(?P<space>\s+)"
    r"|(?P<date>\d{4}-\d{2}-\d{2})"
    r"|(?P<days>(?:between|during)\s+days?\s*(\d{1,5})\s+and\s+(?:day\s*)?(\d{1,5})"
    r"|days?\s*(\d{1,5})(?:\s*(?:-|–|—|to|through|until)\s*(?:day\s*)?(\d{1,5})(?!\d|:\d))?)"
    r"|(?P<clock>\d{1,2}(?:[:.h]\d{2}(?:\s*[ap]\.?\s?m\b\.?)?|\s*[ap]\.?\s?m\b\.?)(?:\s*\+\d+d\b)?)"
    r"|(?P<weekday>(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:days?)?\b)"
    r"|(?P<all>weekdays?|weekends?|every day|daily|all day|all week)\b"
    r"|(?P<to>-|–|—|\bto\b|\buntil\b|\btill\b|\bthrough\b)"
    r"|(?P<bound>\bbefore\b|\bafter\b)"
    r"|(?P<next>;|\n)"
    r"|(?P<idle>[,.:\[\](){}]|\b(?:during|from|on|at|between|and|or|either)\b)",
    re.I,
)
_SHORT = tuple(name[:3].lower() for name in WEEKDAYS)


def read_clock(text: str) -> int:
    """Read `9:00`, `5 pm`, `17.30`, `06:00+1d` as minutes of the day. Raises `TimeTextError`."""
    found = _CLOCK.fullmatch(text.strip())
    if found is None or not (found[2] or found[3]):
        raise TimeTextError(f"`{text}` is not a time of day: expected for instance 09:30")
    hour, minute, half = int(found[1]), int(found[2] or 0), (found[3] or "").lower()
    if minute > 59 or (hour > 12 or hour == 0 if half else hour > 24 or (hour == 24 and minute)):
        raise TimeTextError(f"`{text.strip()}` is no time of day: hours end at 24:00")
    if half:
        hour = hour % 12 + (12 if half == "p" else 0)
    return hour * 60 + minute + int(found[4] or 0) * DAY


@lru_cache(maxsize=4096)
def read_times(text: str) -> Times:
    """Read days and spans of time. Raises `TimeTextError` for whatever is not understood.

    Several days before a span share it; a day without one is all of it.
    """
    return times(*_Reading(text).read())


def read_spans(text: str) -> tuple[Calendar, list[Stretch]]:
    """Read the spans of a text one by one, rising; they may touch. Raises `TimeTextError`."""
    return _Reading(text).read()


class _Reading:
    """One text, and what has been read of it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.calendar: Calendar | None = None
        self.pending: list[int] = []
        """Days that the next span is on."""
        self.used = False
        """A span was on them."""
        self.stretches: list[Stretch] = []
        self.dayless: list[Stretch] = []
        """Spans before any day: of the days that follow, or of no day."""

    def read(self) -> tuple[Calendar, list[Stretch]]:
        at = 0
        first: int | None = None
        bound = ""
        joined = False
        while at < len(self.text):
            found = _TOKEN.match(self.text, at)
            if found is None:
                word = self.text[at:].split()[0]
                raise TimeTextError(f"`{word}` says no time in `{self.text.strip()}`")
            at = found.end()
            kind = found.lastgroup or ""
            if kind == "clock":
                minutes = read_clock(found[0])
                if bound:
                    self.add(0 if bound == "before" else minutes,
                             minutes if bound == "before" else DAY)  # fmt: skip
                    bound = ""
                elif first is None:
                    first = minutes
                elif joined:
                    self.add(first, minutes)
                    first, joined = None, False
                else:
                    raise TimeTextError(f"`{found[0]}` does not end a span: expected 9:00-10:00")
            elif kind == "to" or (first is not None and found[0].lower() == "and"):
                joined = True
            elif kind == "bound":
                bound = found[0].lower()
            elif kind in ("date", "days", "weekday", "all"):
                if first is not None:
                    raise TimeTextError(f"a span has no end before `{found[0]}`")
                from_day = self.pending[-1] if joined and self.pending and not self.used else None
                joined = False
                self.day(kind, found)
                if from_day is not None:
                    self.through(from_day, found[0])
            elif kind == "next":
                self.flush()
        if first is not None or bound:
            raise TimeTextError(f"a span has no end in `{self.text.strip()}`")
        self.flush()
        if self.calendar is None:
            self.stretches = self.dayless
        elif self.dayless:
            raise TimeTextError(f"a span has no day in `{self.text.strip()}`")
        if not self.stretches:
            raise TimeTextError(f"`{self.text.strip()}` says no time")
        return self.made()

    def made(self) -> tuple[Calendar, list[Stretch]]:
        ordered = sorted(self.stretches)
        for (_, end), (start, _) in zip(ordered, ordered[1:], strict=False):
            if start < end:
                raise TimeTextError(f"spans overlap in `{self.text.strip()}`")
        return self.calendar or "clock", ordered

    def day(self, kind: str, found: re.Match[str]) -> None:
        if self.used:
            self.pending, self.used = [], False
        said = found[0].lower()
        if kind == "date":
            try:
                day = date.fromisoformat(said).toordinal()
            except ValueError:
                raise TimeTextError(f"`{said}` is no date") from None
            self.on("date", [day])
        elif kind == "days":
            low = int(found.group(4) or found.group(6))
            high = int(found.group(5) or found.group(7) or low)
            if high < low:
                raise TimeTextError(f"`{found[0]}` runs backwards")
            self.on("number", list(range(low, high + 1)))
        elif kind == "weekday":
            self.on("week", [_SHORT.index(said[:3])])
        elif said.startswith(("weekday", "weekend")):
            self.on("week", [0, 1, 2, 3, 4] if said.startswith("weekd") else [5, 6])
        elif said == "all week":
            self.on("week", list(range(7)))

    def through(self, first: int, said: str) -> None:
        """Add the days between two: `Monday to Thursday`; those of a week may go round its end."""
        last = self.pending.pop()
        if self.calendar == "week" and last < first:
            last += 7
        if last < first:
            raise TimeTextError(f"`{said}` comes before the day it runs from")
        days = range(first + 1, last + 1)
        self.pending += [day % 7 for day in days] if self.calendar == "week" else days

    def on(self, calendar: Calendar, days: list[int]) -> None:
        if self.calendar not in (None, calendar):
            raise TimeTextError(f"two kinds of days in `{self.text.strip()}`")
        self.calendar = calendar
        self.pending += days

    def add(self, low: int, high: int) -> None:
        if high <= low:
            raise TimeTextError(f"a span ends before it begins in `{self.text.strip()}`")
        if not self.pending:
            self.dayless.append((low, high))
            return
        self.used = True
        self.stretches += [(day * DAY + low, day * DAY + high) for day in self.pending]

    def flush(self) -> None:
        """End what the days before share; those without a span are whole."""
        if self.pending and not self.used:
            spans = self.dayless or [(0, DAY)]
            self.stretches += [
                (day * DAY + a, day * DAY + b) for day in self.pending for a, b in spans
            ]
            self.dayless = []
        self.pending, self.used = [], False
