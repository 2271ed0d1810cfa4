"""The text of a slot → its value: a name, a time of day, minutes, days, times."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from evalspec.core.regex import regex
from evalspec.core.times import DAY, Clock
from evalspec.core.timeset import WEEKDAYS, Times, times
from evalspec.vocabulary.told import ToldField

_CLOCK = regex(r"(\d{1,2})(?:[:.h](\d{2}))?(?::\d{2})?\s*(?:([ap])\.?\s?m\b)?", re.I)
_AMOUNT = regex(r"(\d+(?:\.\d+)?)\s?-?(h|m)", re.I)
_RANGE = regex(
    r"(.*?\d[^-]*?)\s*(?:-|\bto\b|\buntil\b|\btill\b)\s*(\d.*|noon|midnight)$", re.I | re.S
)
_COLONS = regex(r"(\d{1,2}:\d{2}):(\d{1,2}:\d{2})")
_FIRST = regex(r"\d{1,2}(?:[:.h]\d{2})?\s*(?:[ap]\.?\s?m\b\.?)?\s*(?:-|to|until|till)", re.I)
_NUMBERS = regex(r"\d+")
_SHORT = tuple(name[:3].lower() for name in WEEKDAYS)
_NAMED = {"noon": 720, "midnight": DAY}
_HALF_HOUR, _HOUR = 30, 60


def value_of(text: str, field: ToldField, name: str) -> Any:
    """Return the value of a slot; None when it is none of its kind."""
    if field.kind == "name":
        return name or None
    read: Callable[[str], Any] = _READ[field.kind]
    return read(" ".join(text.split()))


def clock(text: str, half: str = "") -> Clock | None:
    """Read a time of day; `half` is the am or pm of the time it stands with."""
    if text.lower() in _NAMED:
        return Clock(_NAMED[text.lower()])
    found = _CLOCK.match(text)
    if found is None:
        return None
    hour, minute, own = int(found[1]), int(found[2] or 0), (found[3] or half).lower()
    if hour > 24 or minute > 59:
        return None
    if own and hour <= 12:
        hour = hour % 12 + (12 if own == "p" else 0)
    return Clock(hour * 60 + minute)


def meridiem(text: str) -> str:
    """Return `a` or `p` when a time is written with am or pm."""
    found = _CLOCK.match(text)
    return (found[3] or "").lower() if found else ""


def pair(first: str, second: str) -> tuple[Clock | None, Clock | None]:
    """Read two ends of a span; `1-2:15 PM` begins at one in the afternoon."""
    end = clock(second)
    start = clock(first)
    if start is not None and end is not None and not meridiem(first) and meridiem(second):
        inherited = clock(first, meridiem(second))
        if inherited is not None and inherited <= end:
            start = inherited
    if start is not None and end is not None and end.minutes == 0 < start.minutes:
        end = Clock(DAY)
    return start, end


def amount(text: str) -> int | None:
    """Read a length of time in minutes."""
    words = text.lower()
    if words.startswith("half"):
        return _HALF_HOUR
    if words.startswith(("an", "one")):
        return _HOUR + (_HALF_HOUR if "half" in words else 0)
    total = 0.0
    for number, unit in _AMOUNT.findall(words):
        total += float(number) * (_HOUR if unit == "h" else 1)
    return round(total) if total else None


def number(text: str) -> int | None:
    """Read a whole number."""
    found = _NUMBERS.search(text)
    return int(found[0]) if found else None


def days(text: str) -> Times | None:
    """Read numbered days, a weekday or a date, or a range of numbered days."""
    words = text.lower().strip()
    for place, short in enumerate(_SHORT):
        if words.startswith(short):
            return times("week", [(place * DAY, (place + 1) * DAY)])
    if re.fullmatch(r"\d{4}-\d{2}-\d{2}", words):
        from datetime import date

        try:
            day = date.fromisoformat(words).toordinal()
        except ValueError:
            return None
        return times("date", [(day * DAY, (day + 1) * DAY)])
    numbers = [int(one) for one in _NUMBERS.findall(words)]
    if not numbers or numbers[-1] < numbers[0]:
        return None
    return times("number", [(numbers[0] * DAY, (numbers[-1] + 1) * DAY)])


def spans(text: str) -> Times | None:
    """Read a span of time, with its day when one stands before it."""
    if colons := _COLONS.fullmatch(text.strip()):
        text = f"{colons[1]}-{colons[2]}"
    first = _FIRST.search(text)
    at = first.start() if first else -1
    if at < 0:
        return None
    found = _RANGE.match(text[at:])
    if found is None:
        return None
    start, end = pair(found[1], found[2])
    if start is None or end is None:
        return None
    made = span_between(start, end)
    before = days(text[:at].strip(" ,:(")) if re.search(r"\w", text[:at]) else None
    return made if before is None else placed(made, before)


def span_between(start: Clock, end: Clock) -> Times:
    """Return the times from one moment to another; an earlier end is on the next day."""
    high = end.minutes if end.minutes > start.minutes else end.minutes + DAY
    return Times("clock", ((start.minutes, high),))


def placed(hours: Times, on: Times) -> Times:
    """Return times of the day on some days."""
    return times(on.calendar, [
        (day * DAY + low, day * DAY + high) for day in on.days for low, high in hours.stretches
    ])  # fmt: skip


_READ: dict[str, Callable[[str], Any]] = {
    "clock": clock,
    "amount": amount,
    "number": number,
    "days": days,
    "times": spans,
    "text": lambda text: text.strip() or None,
}
