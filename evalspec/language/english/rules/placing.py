"""Days and parts of them that things are on or in: `on Friday`, `at the weekend`, `before 9:00`, `after dinner`."""

from __future__ import annotations

import re
from typing import Any

from evalspec.language.english.lexicon import Words, quoted
from evalspec.language.english.meanings import Bound, Clock, Noun, Times, Window, changed, ordered
from evalspec.language.english.rule import rule
from evalspec.language.english.rules import nouns
from evalspec.language.english.state.overs import block_text
from evalspec.language.names import MONTHS, Date, date_text


@rule("Day -> WEEKDAY*", example="Monday")
def weekday(w: Words, number: int | str) -> Noun:
    return dated(w, f" on {day_name(number)}")


def dated(w: Words, filters: str) -> Noun:
    one = filters.startswith(_DATE) or re.fullmatch(r" on \w+day", filters)
    several = not one or filters == " on weekday"
    return changed(w.day, filters=filters, placed=True, plural=several)


_DATE = (*(f" on {month.capitalize()} " for month in MONTHS), " on 1", " on 2")
"""How the filter of a date begins: ` on March 4`, ` on 2025-03-04`."""


@rule("Day -> Calendar", example="4 November 2025")
def calendar_day(w: Words, said: Date) -> Noun:
    return dated(w, f" on {date_text(*said)}")


@rule("Day -> FROM|BETWEEN? Dates", example="from 14 to 21 April")
def calendar_days(w: Words, ends: tuple[Date, Date]) -> Noun:
    low, high = ((high[0] or low[0], *low[1:]) for low, high in (ends, ends[::-1]))
    return changed(dated(w, f" on {date_text(*low)} to {date_text(*high)}"), counts="weekend")


def date_of(day: Noun) -> str:
    """Return the date that a day is told by; empty for a weekday or a number."""
    return day.filters.removeprefix(" on ") if day.filters.startswith(_DATE) else ""


WEEK = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


def day_name(number: int | str) -> str:
    return WEEK[number - 1] if isinstance(number, int) else number


@rule("Day -> WEEKEND*", example="the weekend")
def weekend(w: Words, word: str) -> Noun:
    return changed(dated(w, " on weekend"), counts="" if word.endswith("s") else "weekend")


@rule("Day -> WEEKDAYS", example="weekdays")
def weekdays(w: Words) -> Noun:
    return dated(w, " on weekday")


@rule("Day -> FROM? WEEKDAY* TO WEEKDAY*", example="Monday to Friday")
def weekday_range(w: Words, low: int, high: int) -> Noun:
    if (low, high) == (1, 5):
        return dated(w, " on weekday")
    return dated(w, f" on {day_name(low)} to {day_name(high)}")


@rule("DayList -> WEEKDAY* COMMA WEEKDAY*", example="Monday, Tuesday and Friday")
def day_pair(w: Words, one: int, other: int) -> tuple[int, ...]:
    return (one, other)


@rule("Day -> WEEKDAY* AND WEEKDAY* / DayList COMMA? AND WEEKDAY*", example="Monday and Thursday")
def days(w: Words, row: Any, other: int) -> Noun:
    row = (*(row if isinstance(row, tuple) else (row,)), other)
    if len(row) > 2 and row == tuple(range(row[0], row[0] + len(row))):
        return dated(w, f" on {day_name(row[0])} to {day_name(row[-1])}")
    return dated(w, " on any of [{}]".format(", ".join(quoted(day_name(n)) for n in row)))


@rule("Noun -> Day", example="Sunday", cost=0.1)
def a_day(w: Words, day: Noun) -> Noun:
    return day


def only_one(noun: Noun) -> bool:
    """Tell whether a noun is the one thing that a plan is for: `the meeting`."""
    return noun.scope == noun.rank and not (noun.plural or noun.filters or noun.article == "a")


# -- windows ----------------------------------------------------------------------------------------------
@rule("Window -> PART*", example="this morning")
def a_part(w: Words, part: str) -> Window | None:
    return in_part(w, part) if part != "night" else None


@rule("Window -> IN PART*", example="in the morning")
def in_part(w: Words, part: str) -> Window | None:
    members = {m for rank in w.lexicon.ranks.values() for m in rank.members}
    if part not in w.lexicon.parts_of_day or part in members:
        return None
    low, high = w.lexicon.parts_of_day[part]
    return Window(f" in {part}", "part", Clock(low), Clock(high))


@rule("Window -> AT PART*", example="no work at night", against="at morning")
def at_part(w: Words, part: str) -> Window | None:
    return in_part(w, part) if part == "night" else None


@rule("Window -> AT Clock", example="at noon")
def at(w: Words, clock: Clock) -> Window:
    return Window(f" at {clock.text}", "at", clock)


@rule("Window -> Window SHARP|SHARPLY", example="at noon sharp", idle=(1,))
def sharp(w: Words, window: Window) -> Window:
    return window


@rule("Window -> BEFORE Clock", example="before 9 AM")
def before_time(w: Words, clock: Clock) -> Window:
    return Window(f" before {clock.text}", "before", clock)


@rule("Window -> AFTER Clock", example="after 17:00")
def after_time(w: Words, clock: Clock) -> Window:
    return Window(f" after {clock.text}", "after", clock)


@rule("Window -> COMMA? FROM Clock TO|BY Clock / FROM? SPAN*", example="from 9 AM to 5 PM")
def from_to(w: Words, low: Any, high: Clock | None = None) -> Window | None:
    ends = low if high is None else (low, high)
    if not ordered(*ends):
        return None
    return Window(f" from {ends[0].text} to {ends[1].text}", "from", *ends)


@rule("Window -> BETWEEN Clock AND|TO Clock / BETWEEN SPAN*", example="between 9 AM and 5 PM")
def between(w: Words, low: Any, high: Clock | None = None) -> Window | None:
    made = from_to(w, low, high)
    return None if made is None else changed(made, kind="between")


@rule("Window -> THAT? START AT Clock", example="starting at 10 AM")
def starting(w: Words, clock: Clock) -> Window:
    return Window(f" starting {clock.text}")


@rule("Window -> THAT? END AT Clock", example="ending at 10 AM")
def ending(w: Words, clock: Clock) -> Window:
    return Window(f" ending {clock.text}")


@rule("Window -> Times", example="no later than 7 PM", against="by 7 PM")
def no_later(w: Words, times: Times) -> Window | None:
    if times.kind == "ge" and not times.denied:
        return Window(f" after {times.tests[0][1].text}")  # of what is denied, no part
    return _within("start", times) if times.kind == "le" else None


@rule("Window -> STARTING Times", "Window -> THAT START Times", example="starting after 9 AM")
def starting_within(w: Words, times: Times) -> Window | None:
    return _within("start", times)


@rule("Window -> ENDING Times / THAT END Times", example="ending before 4 PM",
      against="ends before 4 PM")  # fmt: skip
def ending_within(w: Words, times: Times) -> Window | None:
    return _within("end", times)


def _within(side: str, times: Times) -> Window | None:
    """Narrow a thing to what starts or ends within a limit."""
    tests = " and ".join(f"{side} {sign} {clock.text}" for sign, clock in times.tests)
    fits = times.kind not in ("at", "from", "either") and not times.denied
    return Window(f" where ({tests})") if fits else None


@rule("Window -> BEFORE|AFTER* Event", example="after the class ends")
def beside_event(w: Words, word: str, event: tuple[Noun, str]) -> Window | None:
    near, side = event
    return relative(w, word, near) if (side == "before") == (word in w.earlier) else None


@rule("Window -> BEFORE|AFTER* ANY? Noun|Ends", example="after dinner")
def relative(w: Words, word: str, other: Noun) -> Window | None:
    if other.kind in ("plan", "rank", "text") or other.overs:
        return None
    side = "preceding" if word in w.earlier else "following"
    return Window(f" {side} {block_text(w, other)}", "relative")


@rule("Window -> RIGHT BEFORE|AFTER* Noun|Ends", example="right after dinner")
def next_to(w: Words, word: str, other: Noun) -> Window | None:
    made = relative(w, word, other)
    return None if made is None else changed(made, text=f" immediately{made.text}")


@rule("Noun -> Noun Window / Noun COMMA Window", example="a break in the afternoon", cost=0.1)
def timed(w: Words, noun: Noun, window: Window) -> Noun | None:
    if (
        noun.kind in ("plan", "literal", "mark", "keys")
        or noun.rank in ("day", "week", "month")
        or noun.window is not None
    ):
        return None
    filters = noun.filters + (overnight(w, noun) if window.text == " in night" else window.text)
    return changed(noun, filters=filters, window=window)


@rule("Noun -> Window COMMA Noun / IN PART* COMMA Noun / PART* COLON Noun", example="in the afternoon, a 30-minute break",
      against="each morning, a walk", cost=0.1)  # fmt: skip
def timed_before(w: Words, when: Window | str, noun: Noun) -> Noun | None:
    window = when if isinstance(when, Window) else in_part(w, when)
    plain = window is not None and (
        window.kind == "part" or not (noun.article == "a" or "lasting" in noun.filters)
    )
    unsaid = window is None or (window is when and plain)  # `each morning, a walk`, `at 9, the van`
    return timed(w, noun, window) if w.scheduled and window is not None and not unsaid else None


@rule("Noun -> Noun OF|FOR Bound Window", example="a break of 30 minutes in the afternoon")
def sized_within(w: Words, noun: Noun, bound: Bound, window: Window) -> Noun | None:
    sized = nouns.of_length(w, noun, bound) if w.scheduled else None
    return None if sized is None else timed(w, changed(sized, article=""), window)


def overnight(w: Words, noun: Noun) -> str:
    """Take of what goes on past midnight what begins neither in the morning nor in the afternoon."""
    kind, parts = w.lexicon.categories.get(noun.name), w.lexicon.parts_of_day
    if kind is None or not kind.wraps or not {"morning", "evening"} <= set(parts):
        return " in night"
    first, last = Clock(parts["morning"][0]).text, Clock(parts["evening"][0]).text
    return f" where (start < {first} or start >= {last})"


@rule("Noun -> WEEKEND* Thing|Rank|Name / WEEKDAYS Thing|Rank|Name", example="weekend meetings",
      cost=0.1)  # fmt: skip
def of_days(w: Words, *parts: Any) -> Noun | None:
    """Narrow things to those of the weekend, or of the days between."""
    noun: Noun = parts[-1]
    word = parts[0] if len(parts) > 1 else ""
    kinds = ("category", "block", "member", "item", "name")
    own = noun.kind in kinds or (noun.kind == "rank" and noun.rank not in ("day", "week", "month"))
    fits = own and noun.plural and not (noun.article or noun.filters.count(" on "))
    if not fits or " " in word:
        return None
    return changed(noun, filters=noun.filters + (" on weekend" if word else " on weekday"))


@rule("Noun -> PART* Thing|Rank", example="evening meetings", against="night shift")
def of_part(w: Words, part: str, noun: Noun) -> Noun | None:
    """Narrow what a schedule knows to a part of the day."""
    window = in_part(w, part) if w.scheduled and part != "night" else None
    known = noun.kind in ("category", "block") and not noun.article
    return timed(w, noun, window) if window is not None and known else None
