"""Sets of times against plain sets of minutes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalspec.core import timeset
from evalspec.core.times import DAY
from evalspec.core.timeset import Times, TimesError, times
from evalspec.core.timetext import TimeTextError, read_clock, read_times

STRETCHES = st.lists(
    st.tuples(st.integers(0, 200), st.integers(0, 200)).map(lambda pair: (min(pair), max(pair))),
    max_size=5,
)
SETS = STRETCHES.map(lambda stretches: times("week", stretches))


def _minutes(one: Times) -> set[int]:
    return {minute for low, high in one.stretches for minute in range(low, high)}


@given(SETS, SETS)
def test_operations(one: Times, other: Times) -> None:
    first, second = _minutes(one), _minutes(other)
    assert _minutes(timeset.common(one, other)) == first & second
    assert _minutes(timeset.either(one, other)) == first | second
    assert _minutes(timeset.minus(one, other)) == first - second
    assert timeset.overlap(one, other) == bool(first & second)
    assert timeset.within(one, other) == (first <= second)


@given(SETS)
def test_stretches_are_apart_and_rising(one: Times) -> None:
    ends = [end for stretch in one.stretches for end in stretch]
    assert ends == sorted(set(ends))


@given(SETS, st.integers(0, 30))
def test_widened(one: Times, by: int) -> None:
    near = {minute + step for minute in _minutes(one) for step in range(-by, by + 1)}
    assert _minutes(timeset.widened(one, by)) == near


@given(SETS, st.integers(1, 40), st.integers(1, 30))
def test_starts(one: Times, length: int, every: int) -> None:
    minutes = _minutes(one)
    wanted = [at for at in range(0, 201, every) if minutes.issuperset(range(at, at + length))]
    assert [slot.start for slot in timeset.starts(one, length, every)] == wanted


def test_times_of_no_day_hold_on_every_day() -> None:
    hours = read_times("9:00-12:00")
    busy = read_times("Monday 10:00-11:00; Tuesday 8:00-9:30")
    assert timeset.minus(busy, hours).text() == "Tuesday 08:00-09:00"
    assert timeset.common(hours, read_times("2025-03-04")).text() == "2025-03-04 09:00-12:00"


def test_times_of_a_week_hold_on_dates() -> None:
    week = read_times("Tuesday 9:00-12:00")
    assert (
        timeset.common(week, read_times("2025-03-04; 2025-03-05")).text()
        == "2025-03-04 09:00-12:00"
    )


def test_numbered_days_are_of_no_week() -> None:
    with pytest.raises(TimesError):
        timeset.common(read_times("day 3"), read_times("Monday"))


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("Monday during 9:00 to 10:30, 11:00 to 16:30, Tuesday during 9:00 to 9:30",
         "Monday 09:00-10:30, 11:00-16:30; Tuesday 09:00-09:30"),
        ("9:00 to 17:00 on either Monday, Tuesday or Wednesday",
         "Monday 09:00-17:00; Tuesday 09:00-17:00; Wednesday 09:00-17:00"),
        ("Monday after 14:30", "Monday 14:30-24:00"),
        ("day 3 to day 5", "Day 3 to Day 5"),
        ("between day 8 and day 9", "Day 8 to Day 9"),
        ("Days 3–7", "Day 3 to Day 7"),
        ("2:45PM to 5:30 p.m.", "14:45-17:30"),
        ("22:00-06:00+1d", "22:00-06:00+1d"),
        ("Monday 9:00-10:00, 10:00-11:00", "Monday 09:00-11:00"),
        ("Monday to Thursday; Saturday", "Monday to Thursday; Saturday"),
        ("Saturday to Monday", "Monday; Saturday to Sunday"),
        ("Monday to Wednesday 9:00-10:00",
         "Monday 09:00-10:00; Tuesday 09:00-10:00; Wednesday 09:00-10:00"),
        ("2025-03-04 to 2025-03-06", "2025-03-04 to 2025-03-06"),
    ],
)  # fmt: skip
def test_texts(text: str, means: str) -> None:
    assert read_times(text).text() == means


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("25:00-26:00", "`25:00` is no time of day: hours end at 24:00"),
        ("10:00-9:00", "a span ends before it begins in `10:00-9:00`"),
        ("Monday 9:00-10:00, 9:30-11:00", "spans overlap in `Monday 9:00-10:00, 9:30-11:00`"),
        ("9:00", "a span has no end in `9:00`"),
        ("soon", "`soon` says no time in `soon`"),
        ("day 5 to day 3", "`day 5 to day 3` runs backwards"),
        ("2025-03-04 to 2025-03-01", "`2025-03-01` comes before the day it runs from"),
        ("Monday; 2025-03-04", "two kinds of days in `Monday; 2025-03-04`"),
    ],
)
def test_wrong_texts(text: str, wrong: str) -> None:
    with pytest.raises(TimeTextError) as caught:
        read_times(text)
    assert str(caught.value) == wrong


@given(st.integers(0, DAY - 1))
def test_clocks(minutes: int) -> None:
    assert read_clock(timeset.clock_text(minutes)) == minutes
