"""Clock times and ranges of two: `8:00 AM`, `17h30`, `10-12 PM`, `noon to 1`.

A time without am or pm has two readings unless the response uses the 24-hour clock.
"""

from __future__ import annotations

import re

from evalspec.core.record import Record
from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.core.times import DAY
from evalspec.document.mention import TimeMention
from evalspec.document.mentions.habits import LENGTH, SPAN, Habits

_TIME = regex(
    r"(\d{1,2})(?:([:.h])([0-5]\d)(?::[0-5]\d)?(?![\d%]|[.:]\d))?"
    r"(?:[ \xa0]{0,3}([ap])(?:\.[ ]?m\b\.?|m\b\.?)|(?<=:\d\d)([ap])\b)?"
    r"(?:[ \xa0](noon|midnight)\b)?(?!\d)"
)
_COLONS = regex(r"([01]?\d|2[0-4]):([0-5]\d):([01]?\d|2[0-4]):([0-5]\d)(?![\d:])")
_UNTIL = r"[ ]{0,2}(?:-{1,2}|»|to\b|until\b)[ ]{0,2}"
_FOUR = regex(
    rf"([01]\d|2[0-4])([0-5]\d)(?:[ ]?(?:hrs?|h)?{_UNTIL}([01]\d|2[0-4])([0-5]\d))?"
    r"[ ]?(?:hrs?|hours|h)\b"
)
_DIGITS = regex(
    r"([01]\d|2[0-4])([0-5]\d)(?:[ ]?-{1,2}[ ]?([01]\d|2[0-4])([0-5]\d))?(?!\d|[:.,]\d|%)"
)
_CLOCKED = regex(
    rf"(\d{{1,2}}):([0-5]\d)(?:[ ]{{0,2}}(?:h|hrs?|uhr)?{_UNTIL}(\d{{1,2}}):([0-5]\d))?"
    r"[ ]{0,2}(?:h|hrs?|uhr)\b(?! of\b)"
)
_NAMED = regex(r"(?:12[ ])?(noon|midday|midnight)\b")
_TO = regex(r"[ \xa0]*(?:-{1,2}|~|»|\bto\b|\buntil\b|\btill\b|\bthrough\b)[ \xa0]*(?:about[ ])?")
RECORD = r"minutes (?:of (?:the|our|last)|from|and (?:matters|actions))\b"
"""What is read at the beginning of a meeting: `19:05 Minutes of the last meeting`."""
_OF_LENGTH = regex(
    rf"[ \xa0-]?(?!{RECORD})(?:h|hr|hrs|hours?|min|mins|minutes?|s|secs?|seconds|m)\b(?![.]m)"
)
_LENGTH = regex(rf"^[ \xa0]*{LENGTH}")
_AT = regex(r"\b(?:at|from|until|till|by|to|before|after|around)[ \xa0]*$")
_WORD_OF_A_NAME = regex(
    r"(?:noon|midday|midnight)[ \xa0]+(?!(?:to|until|till|through|and|or|on|in|at|for|with|by|is|sharp)\b)"
    r"[a-z][^\n]*?\d[:.]\d\d"
)
"""It begins a name that tells its time itself: `Midday visit, 12:30–13:00`."""
_NOON = {"noon": 720, "midday": 720, "midnight": 0}
HALF = DAY // 2
_EARLIEST = 5
"""`1:30–2:00 h` is a length, mostly."""


class _Clock(Record, frozen=True):
    hour: int
    minute: int
    meridiem: str
    """`a`, `p`, or empty."""
    style: str
    """`:`, `.`, `h`, `word`, or empty for a bare number."""
    start: int
    end: int

    @property
    def minutes(self) -> int:
        """Minutes since midnight, read with its am or pm if it has one."""
        if self.meridiem and self.hour <= 12:
            return self.hour % 12 * 60 + self.minute + (HALF if self.meridiem == "p" else 0)
        return self.hour * 60 + self.minute

    @property
    def settled(self) -> bool:
        """Tell whether am or pm is known from the time alone."""
        return bool(self.meridiem) or self.style == "word" or not 1 <= self.hour <= 12


def time_at(plain: str, start: int, at: int, end: int, habits: Habits) -> TimeMention | None:
    """Read the time or range of times at a digit, a `noon` or a `midnight`.

    `start` and `end` bound the text it may look at; `habits` says how the response writes times.
    """
    day_clock = habits.day_clock
    if (four := _FOUR.match(plain, at, end)) and (habits.digits or _is_clock(plain, start, four)):
        return _digits(four)
    if habits.spans and (span := SPAN.match(plain, at, end)) and (span[2] or len(span[1]) > 1):
        return _digits(span)
    clocked = _CLOCKED.match(plain, at, end)
    if clocked and int(clocked[1]) < 24:
        late = int(clocked[1]) >= _EARLIEST
        told = habits.clocked and (late or at == start)
        if told or len(clocked[1]) > 1 or (clocked[3] and late):
            return _digits(clocked)
    if habits.digits and at == start and (digits := _DIGITS.match(plain, at, end)):
        return _digits(digits)
    if pair := _COLONS.match(plain, at, end):
        return _pair(pair, day_clock)
    if habits.pointed and (span := SPAN.match(plain, at, end)) and span[2]:
        return _range(_pointed(span, 1, 3), _pointed(span, 4, 5), day_clock)
    first = _clock(plain, at, end, habits, at == start)
    if first is None:
        return None
    second = None
    joint = _TO.match(plain, first.end, end)
    if joint:
        second = _clock(plain, joint.end(), end, habits, at == start)
        if second and habits.bare and _stands_alone(plain, start, first, second, end):
            return _range(first, second, day_clock)
        if second and not _joined(plain, start, first, joint[0], second, end):
            second = None
    if second is None:
        return _single(plain, start, end, first, day_clock)
    return _range(first, second, day_clock)


def _clock(plain: str, at: int, end: int, habits: Habits, leads: bool) -> _Clock | None:
    if named := _NAMED.match(plain, at, end):
        if _WORD_OF_A_NAME.match(plain, at, end):
            return None
        return _Clock(12 if _NOON[named[1]] else 0, 0, "", "word", at, named.end())
    found = _TIME.match(plain, at, end)
    if found is None or int(found[1]) > 24:
        return None
    hour, minute = int(found[1]), int(found[3] or 0)
    if hour == 24 and minute:
        return None
    meridiem = found[4] or found[5] or ""
    if found[6]:
        meridiem = "p" if found[6] == "noon" else "a"
    if meridiem and (hour == 0 or hour > 12) and not found[2]:
        return None
    style = found[2] or ""
    told = (style == "." and habits.dotted) or (style == "h" and habits.hours)
    return _Clock(hour, minute, meridiem, ":" if told and leads else style, at, found.end())


def _pointed(span: re.Match[str], hour: int, minute: int) -> _Clock:
    """Read one end of `9.30–12.30` as a time."""
    return _Clock(int(span[hour]), int(span[minute]), "", ":", span.start(hour), span.end(minute))


def _pair(pair: re.Match[str], day_clock: bool) -> TimeMention:
    """Read `10:00:10:30` as a range of two times."""
    first = _Clock(int(pair[1]), int(pair[2]), "", ":", pair.start(1), pair.end(2))
    second = _Clock(int(pair[3]), int(pair[4]), "", ":", pair.start(3), pair.end(4))
    return _range(first, second, day_clock)


def _is_clock(plain: str, start: int, four: re.Match[str]) -> bool:
    """Tell `0830 hrs` from `1500 hours`, a length without anything that says it is a time."""
    told = four[1][0] == "0" or bool(four[3])
    return told or bool(_AT.search(plain, max(start, four.start() - 9), four.start()))


def _digits(found: re.Match[str]) -> TimeMention:
    """Read `0930-1015` and `14:00 h`, which are of the 24-hour clock."""
    hour, minute, *until = (
        n for n, text in enumerate(found.groups(), 1) if text and text.isdigit()
    )
    second = int(found[until[0]]) * 60 + int(found[until[1]]) if until else None
    return TimeMention(
        Span(*found.span()),
        int(found[hour]) * 60 + int(found[minute]),
        Span(found.start(), found.end(minute)),
        second,
        Span(found.start(until[0]), found.end(until[1])) if until else None,
    )


def _explicit(clock: _Clock) -> bool:
    return clock.style in (":", "word") or bool(clock.meridiem)


def _joined(plain: str, start: int, first: _Clock, joint: str, second: _Clock, end: int) -> bool:
    """Tell whether two clock readings around a dash or `to` are one range."""
    if _OF_LENGTH.match(plain, second.end, end):
        return False
    hours = first.style == "h" and second.style == "h"
    if not (_explicit(first) or _explicit(second) or hours):
        return _bare_hours(plain, start, first, second, end)
    tight = joint == joint.strip() or joint.strip().isalpha()
    if not _explicit(second) and second.style != "h":
        return (
            tight
            and _explicit(first)
            and not second.style
            and not plain[second.end : end][:2].strip("),.;: ")
        )
    if not _explicit(first) and not first.style:
        after_word = plain[max(start, first.start - 2) : first.start].strip()[-1:].isalpha()
        return tight or not after_word
    return first.style != "." or bool(first.meridiem or second.meridiem)


def _stands_alone(plain: str, start: int, first: _Clock, second: _Clock, end: int) -> bool:
    """Tell whether two bare hours are all of a piece, or all that stands behind a name: `Ben 9-17`."""
    if first.style or second.style:
        return False
    before, behind = plain[start : first.start].rstrip(" \xa0*_:("), plain[second.end : end]
    named = not before or (before[-1].isalpha() and before != plain[start : first.start])
    behind = _LENGTH.sub("", behind, count=1)
    return named and (not behind.strip(" \xa0)*_") or behind.lstrip(" \xa0)*_")[0] in ",;·<")


def _bare_hours(plain: str, start: int, first: _Clock, second: _Clock, end: int) -> bool:
    """Accept `9-12:` at the very start of a line: hours before a label."""
    return (
        first.start == start
        and not first.style
        and not second.style
        and plain[second.end : second.end + 1] == ":"
        and first.hour != second.hour
        and plain[second.end + 1 : end][:1].isspace()
    )


def _single(plain: str, start: int, end: int, clock: _Clock, day_clock: bool) -> TimeMention | None:
    if not _explicit(clock):
        alone = clock.style == "h" and (
            clock.hour > 12 or _AT.search(plain, max(start, clock.start - 9), clock.start)
        )
        if not alone:
            return None
    if clock.style == ":" and not clock.meridiem and _OF_LENGTH.match(plain, clock.end, end):
        return None
    sure = clock.settled or day_clock or clock.style == "h"
    other = () if sure else ((_other(clock.minutes), None),)
    place = Span(clock.start, clock.end)
    return TimeMention(place, clock.minutes, place, None, None, sure, other)


def _range(first: _Clock, second: _Clock, day_clock: bool) -> TimeMention:
    readings = _readings(first, second, day_clock)
    start, end = readings[0]
    return TimeMention(
        Span(first.start, second.end),
        start,
        Span(first.start, first.end),
        end,
        Span(second.start, second.end),
        len(readings) == 1,
        tuple(readings[1:]),
    )


def _readings(first: _Clock, second: _Clock, day_clock: bool) -> list[tuple[int, int]]:
    start, end = first.minutes, second.minutes
    if first.settled and second.settled:
        return [(start, end)]
    if first.style == "h" or (day_clock and not (first.meridiem or second.meridiem)):
        return [(start, end)]
    if second.settled:
        return _ending(first, end)
    if first.settled:
        return [(start, _next(start, end))]
    early = (start % HALF, _next(start % HALF, end))
    late = (start % HALF + HALF, _next(start % HALF + HALF, end))
    written = (start, end) if start < end else (start, _next(start, end))
    return [written, late if written[0] < HALF else early]


def _ending(first: _Clock, end: int) -> list[tuple[int, int]]:
    """Read the start of `10-12 PM`: the same half of the day if that comes before the end."""
    half = HALF if end >= HALF else 0
    same = first.minutes % HALF + half
    other = _other(same)
    if end == 0:
        return [(first.minutes % HALF + HALF, 0), (first.minutes % HALF, 0)]
    if same < end:
        return [(same, end)]
    return [(other, end)]


def _next(start: int, end: int) -> int:
    """Return the first time after `start` that shows `end` on a 12-hour clock."""
    end = end % HALF
    while end <= start:
        end += HALF
    return end % DAY


def _other(minutes: int) -> int:
    return (minutes + HALF) % DAY
