"""Sets of times: whole minutes on one line, half-open, joined where they touch.

A calendar says what the line is: the days of a week, dates, numbered days (`Day 3`), or
no day at all. Times without a day hold on every day of the set they are combined with,
those of a week on every date. Nothing here knows what the times are of.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from functools import lru_cache
from typing import Literal

from evalspec.core.record import Record
from evalspec.core.times import DAY

Calendar = Literal["clock", "week", "date", "number"]
Stretch = tuple[int, int]

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MOST_STARTS = 1_000_000
MOST_DAYS = 4000
"""Most days that times without a day are laid out over."""


class TimesError(ValueError):
    """Times that cannot be combined, or too many of them."""


class Times(Record, frozen=True):
    """A set of minutes."""

    calendar: Calendar
    """`week`: day 0 is Monday. `date`: proleptic ordinals. `number`: as written, from 1."""
    stretches: tuple[Stretch, ...] = ()
    """Minutes from the start of day 0, rising and apart."""

    @property
    def start(self) -> int:
        """The first minute; there must be one."""
        return self.stretches[0][0]

    @property
    def end(self) -> int:
        """The minute after the last; there must be one."""
        return self.stretches[-1][1]

    @property
    def minutes(self) -> int:
        """How many there are."""
        return sum(high - low for low, high in self.stretches)

    @property
    def days(self) -> tuple[int, ...]:
        """The days that hold some of them."""
        found: dict[int, None] = {}
        for low, high in self.stretches:
            if (high - low) // DAY > MOST_DAYS:
                raise TimesError(f"more than {MOST_DAYS} days")
            found |= dict.fromkeys(range(low // DAY, -(-high // DAY)))
        return tuple(found)

    def text(self) -> str:
        """Write as `Monday 09:00-10:30, 11:00-12:00; Tuesday 09:00-09:30`."""
        lines: dict[str, list[str]] = {}
        for low, high in self._by_day():
            day, hours = _day_and_hours(self.calendar, low, high)
            lines.setdefault(day, []).append(hours)
        said = (f"{day} {', '.join(filter(None, hours))}".strip() for day, hours in lines.items())
        return "; ".join(said) or "never"

    def _by_day(self) -> Iterator[Stretch]:
        for low, high in self.stretches:
            yield from _at_midnights(low, high)


def _at_midnights(low: int, high: int) -> Iterator[Stretch]:
    """Part a stretch that holds whole days: the end of a day, whole days, the beginning of one."""
    first, last = -(-low // DAY) * DAY, high // DAY * DAY
    if first >= last:
        yield low, high
        return
    yield from (pair for pair in ((low, first), (first, last), (last, high)) if pair[0] < pair[1])


def times(calendar: Calendar, stretches: Iterable[Stretch]) -> Times:
    """Return the set of all minutes of some stretches, which may overlap in any order."""
    joined: list[Stretch] = []
    for low, high in sorted(pair for pair in stretches if pair[0] < pair[1]):
        if joined and low <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(high, joined[-1][1])
        else:
            joined.append((low, high))
    return Times(calendar, tuple(joined))


def common(one: Times, other: Times) -> Times:
    """Return what is in both."""
    one, other = aligned(one, other)
    return Times(one.calendar, tuple(_overlaps(one.stretches, other.stretches)))


def either(one: Times, other: Times) -> Times:
    """Return what is in one or the other."""
    one, other = aligned(one, other)
    return times(one.calendar, (*one.stretches, *other.stretches))


def minus(one: Times, other: Times) -> Times:
    """Return what is in the first and not in the second."""
    one, other = aligned(one, other)
    left: list[Stretch] = []
    for low, high in one.stretches:
        for taken, free in other.stretches:
            if free <= low or taken >= high:
                continue
            if low < taken:
                left.append((low, taken))
            low = max(low, free)
        if low < high:
            left.append((low, high))
    return Times(one.calendar, tuple(left))


def widened(one: Times, by: int) -> Times:
    """Return a set with so many minutes more on both sides of every stretch; fewer when negative."""
    if len(one.stretches) == 1 and by >= 0:
        return Times(one.calendar, ((one.start - by, one.end + by),))
    return times(one.calendar, ((low - by, high + by) for low, high in one.stretches))


def overlap(one: Times, other: Times) -> bool:
    """Tell whether two sets share a minute."""
    return bool(common(one, other).stretches)


def within(one: Times, other: Times) -> bool:
    """Tell whether every minute of the first is in the second."""
    one, other = aligned(one, other)
    return all(
        any(low <= start and end <= high for low, high in other.stretches)
        for start, end in one.stretches
    )


def starts(free: Times, length: int, every: int) -> tuple[Times, ...]:
    """Return each stretch of a length that fits, beginning at a multiple of `every` in the day."""
    if every <= 0 or length <= 0:
        raise TimesError("a length and a step are more than 0 minutes")
    if free.minutes // every > MOST_STARTS:
        raise TimesError(f"more than {MOST_STARTS} possible starts")
    return tuple(
        Times(free.calendar, ((at, at + length),))
        for low, high in free.stretches
        for at in range(-(-low // every) * every, high - length + 1, every)
    )


def stretches(free: Iterable[Times], length: int, every: int) -> tuple[Times, ...]:
    """Return each stretch of a length that fits into one of several spans, in steps from its begin."""
    if every <= 0 or length <= 0:
        raise TimesError("a length and a step are more than 0 minutes")
    spans = [(one.calendar, low, high) for one in free for low, high in one.stretches]
    if sum(high - low for _, low, high in spans) // every > MOST_STARTS:
        raise TimesError(f"more than {MOST_STARTS} possible starts")
    return tuple(
        Times(calendar, ((at, at + length),))
        for calendar, low, high in spans
        for at in range(low, high - length + 1, every)
    )


def aligned(one: Times, other: Times) -> tuple[Times, Times]:
    """Lay two sets on one calendar. Raises `TimesError` when they have none in common."""
    if one.calendar == other.calendar:
        return one, other
    if not one.stretches or not other.stretches:
        calendar = one.calendar if one.stretches else other.calendar
        return Times(calendar, one.stretches), Times(calendar, other.stretches)
    order = ("clock", "week", "date")
    if "number" in (one.calendar, other.calendar) and "clock" not in (one.calendar, other.calendar):
        raise TimesError(f"{one.text()} and {other.text()} are on different calendars")
    if other.calendar == "number" or (
        one.calendar != "number" and order.index(one.calendar) < order.index(other.calendar)
    ):
        return _laid_out(one, other), other
    return one, _laid_out(other, one)


def _laid_out(wider: Times, narrower: Times) -> Times:
    """Repeat times on every day that another set has."""
    cycle = DAY if wider.calendar == "clock" else 7 * DAY
    found = []
    for low, high in narrower.stretches:
        if (high - low) // DAY > MOST_DAYS:
            raise TimesError(f"more than {MOST_DAYS} days")
        base = _first_of_cycle(low // DAY, cycle) * DAY
        # A stretch past midnight began the day before.
        for at in range(base - cycle, high + cycle, cycle):
            found += [(at + start, at + end) for start, end in wider.stretches]
    shown = {day for low, high in narrower.stretches for day in range(low // DAY, -(-high // DAY))}
    kept = [(low, high) for low, high in found if low // DAY in shown or (high - 1) // DAY in shown]
    return times(narrower.calendar, kept)


def _first_of_cycle(day: int, cycle: int) -> int:
    """Return the day itself, or the Monday of its week; day 1 of all dates is a Monday."""
    return day if cycle == DAY else day - (day - 1) % 7


def _overlaps(one: tuple[Stretch, ...], other: tuple[Stretch, ...]) -> Iterator[Stretch]:
    first = second = 0
    while first < len(one) and second < len(other):
        low = max(one[first][0], other[second][0])
        high = min(one[first][1], other[second][1])
        if low < high:
            yield low, high
        if one[first][1] < other[second][1]:
            first += 1
        else:
            second += 1


# -- words ---------------------------------------------------------------------------------
@lru_cache(maxsize=4096)
def _day_and_hours(calendar: Calendar, low: int, high: int) -> tuple[str, str]:
    day = low // DAY
    if low % DAY == 0 and high % DAY == 0 and calendar != "clock":
        last = high // DAY - 1
        name = day_name(calendar, day)
        return (name if last == day else f"{name} to {day_name(calendar, last)}"), ""
    hours = f"{clock_text(low - day * DAY)}-{clock_text(high - day * DAY)}"
    return (day_name(calendar, day) if calendar != "clock" else ""), hours


def day_name(calendar: Calendar, day: int) -> str:
    """Write a day: `Monday`, `2025-03-04`, `Day 3`."""
    if calendar == "week":
        return WEEKDAYS[day % 7]
    if calendar == "date":
        return date.fromordinal(day).isoformat() if 0 < day <= date.max.toordinal() else str(day)
    return f"Day {day}"


def clock_text(minutes: int) -> str:
    """Write minutes of a day as `HH:MM`; the end of a day as `24:00`, later with `+1d`."""
    if minutes == DAY:
        return "24:00"
    days, rest = divmod(minutes, DAY)
    return f"{rest // 60:02d}:{rest % 60:02d}" + (f"{days:+d}d" if days else "")
