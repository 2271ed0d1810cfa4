"""Dates, weekdays and lists of weekdays."""

from __future__ import annotations

import re
from collections.abc import Sequence

from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.core.times import CalendarDate
from evalspec.document.mention import DateMention
from evalspec.document.mentions.words import Words

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
ANCHORS = (*MONTHS, *DAYS, "week")
_MONTH = (
    r"(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
_ORDINAL = r"(?:st|nd|rd|th)?"
_YEAR = r"(?:,?[ \xa0]+((?:19|20)\d\d)(?!\d|[:.]\d))?"
_ISO = regex(r"((?:19|20)\d\d)([-/.])(\d{1,2})\2(\d{1,2})(?!\d)")
_SLASHED = regex(r"(\d{1,2})([/.-])(\d{1,2})\2((?:19|20)\d\d|\d\d)(?!\d)")
_DAY_MONTH = regex(
    rf"(\d{{1,2}}){_ORDINAL}(?:[ \xa0]?-[ \xa0]?(\d{{1,2}}){_ORDINAL})?"
    rf"[ \xa0](?:of[ ])?{_MONTH}{_YEAR}"
)
_MONTH_DAY = regex(
    rf"{_MONTH}[ \xa0](\d{{1,2}}){_ORDINAL}(?![\d:%])"
    rf"(?:[ \xa0]?-[ \xa0]?(?:{_MONTH}[ \xa0])?(\d{{1,2}}){_ORDINAL}(?![\d:%]))?{_YEAR}"
)
_MONTH_YEAR = regex(rf"{_MONTH}[ \xa0]((?:19|20)\d\d)(?!\d)")
_WEEKDAY = regex(r"(mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:(day)s?)?\b(?:'s)?\.?")
_LISTED = regex(r"[ \xa0]?(?:(-|»|\bto\b|\bthrough\b)|/|,|&|\+|\band\b|,[ ]?and\b)[ \xa0]?")
_GROUP = regex(r"week(day|end)s?\b")
_UNIT_AFTER = regex(r"[ \xa0]?(?:am|pm|a\.m|p\.m|%|:|x\b|reps?\b|sets?\b|min)")


def date_at(plain: str, text: str, start: int, at: int, end: int) -> DateMention | None:
    """Read a date that starts with a digit."""
    if found := _ISO.match(plain, at, end):
        return _dated(at, found.end(), int(found[1]), int(found[3]), int(found[4]))
    if found := _SLASHED.match(plain, at, end):
        return _slashed(found)
    found = _DAY_MONTH.match(plain, at, end)
    if found is None or (found[3] == "may" and not text[found.start(3)].isupper()):
        return None
    month = MONTHS.index(found[3][:3]) + 1
    return _dated(
        at, found.end(), int(found[4] or 0), month, int(found[1]),
        (month, int(found[2])) if found[2] else None,
    )  # fmt: skip


def named_at(
    plain: str, text: str, start: int, at: int, end: int, words: Words, leads: bool = False
) -> DateMention | None:
    """Read a date or weekday that starts with a word; it `leads` where days begin the lines."""
    if at > start and (plain[at - 1].isalnum() or plain[at - 1] == "_"):
        return None
    if found := _GROUP.match(plain, at, end):
        days = (1, 2, 3, 4, 5) if found[1] == "day" else (6, 7)
        return DateMention(Span(at, found.end()), days)
    if plain[at : at + 3] in DAYS:
        return _weekdays(plain, text, at, end, words.parts_of_day, leads)
    found = _MONTH_DAY.match(plain, at, end)
    capital = text[at].isupper()
    if found and (capital or found[1] not in ("may", "march", "mar")):
        if not found[5] and (
            _UNIT_AFTER.match(plain, found.end(), end)
            or (found[1] == "may" and words.unit_at(plain, found.end(), end))
        ):
            return None
        month = MONTHS.index(found[1][:3]) + 1
        last = MONTHS.index(found[3][:3]) + 1 if found[3] else month
        until = (last, int(found[4])) if found[4] else None
        return _dated(at, found.end(), int(found[5] or 0), month, int(found[2]), until)
    if (found := _MONTH_YEAR.match(plain, at, end)) and capital:
        month = MONTHS.index(found[1][:3]) + 1
        return DateMention(Span(at, found.end()), (), CalendarDate(int(found[2]), month, 0))
    return None


def _dated(
    at: int, end: int, year: int, month: int, day: int, until: tuple[int, int] | None = None
) -> DateMention | None:
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return None
    last = None
    if until is not None and 1 <= until[1] <= 31:
        later = year + 1 if year and until < (month, day) else year
        last = CalendarDate(later, *until)
    return DateMention(Span(at, end), (), CalendarDate(year, month, day), last)


def ordered(dates: Sequence[DateMention]) -> tuple[DateMention, ...]:
    """Read `3/4/2025` in the order that another date of the response tells; else leave it open.

    A date whose day and month may be exchanged is one without a day: nothing is guessed.
    """
    unsure = [mention for mention in dates if not mention.sure]
    if not unsure:
        return tuple(dates)
    orders = {mention.day_first for mention in dates if mention.day_first is not None}
    day_first = orders.pop() if len(orders) == 1 else None
    return tuple(m if m.sure else _reread(m, day_first) for m in dates)


def _reread(mention: DateMention, day_first: bool | None) -> DateMention:
    date = mention.date
    if date is None or day_first is None:
        return DateMention(mention.span, sure=False)
    if day_first:
        date = CalendarDate(date.year, date.day, date.month)
    return DateMention(mention.span, (), date)


def _slashed(found: re.Match[str]) -> DateMention | None:
    """Read `3/4/2025`: month first unless that cannot be; points mean day first."""
    first, second, year = int(found[1]), int(found[3]), int(found[4])
    if len(found[4]) == 2:
        if found[2] != "/":
            return None
        year += 2000
    day_first = found[2] == "." or first > 12
    day, month = (first, second) if day_first else (second, first)
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return None
    told = day_first if found[2] == "." or first > 12 or second > 12 else None
    sure = told is not None or first == second
    return DateMention(Span(*found.span()), (), CalendarDate(year, month, day), None, sure, told)


def _weekdays(
    plain: str, text: str, at: int, end: int, parts_of_day: frozenset[str], leads: bool
) -> DateMention | None:
    """Read one weekday, a list (`Mon/Wed/Fri`) or a range (`Mon-Fri`)."""
    days: list[int] = []
    stop = at
    here = at
    ranged = False
    while found := _WEEKDAY.match(plain, here, end):
        capital = leads and text[here].isupper()
        if not (found[2] or capital or _stands_alone(plain, text, found, end, parts_of_day)):
            break
        day = DAYS.index(found[1][:3]) + 1
        if ranged and days:
            first = days[-1]
            days.extend((first + step - 1) % 7 + 1 for step in range(1, (day - first) % 7 + 1))
        elif day not in days:
            days.append(day)
        stop = found.end()
        joint = _LISTED.match(plain, stop, end)
        if joint is None:
            break
        ranged = bool(joint[1])
        here = joint.end()
    return DateMention(Span(at, stop), tuple(days)) if days else None


def _stands_alone(
    plain: str, text: str, found: re.Match[str], end: int, parts_of_day: frozenset[str]
) -> bool:
    """Tell the abbreviation `Sat` from the word `sat`: capital first, no ordinary word after it."""
    if not text[found.start()].isupper():
        return False
    if plain[found.end() - 1] == ".":
        return True
    rest = plain[found.end() : min(end, found.end() + 24)].lstrip(" \xa0")
    if not rest or not rest[0].isalpha():
        return True
    word = re.match(r"[a-z]+", rest)
    following = word[0] if word else ""
    return following in parts_of_day or following in ("and", "to", "at", "through", *MONTHS)
