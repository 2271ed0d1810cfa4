"""How a response writes its clock times, told by all of its lines together.

`9.00 Maths`, `9h30 Call` and `0930 Assembly` may each be another amount; that two lines or more begin
so, one later than the other, says that they are times.
"""

from __future__ import annotations

import re
from itertools import islice, pairwise

from evalspec.core.record import Record
from evalspec.core.regex import regex
from evalspec.document.mentions.passed import Passed, passed_in
from evalspec.vocabulary.fold import fold

_START = r"(?m)(?:^[ \t>|*_•\-–—・\[\]]*|:[ ]?\")"
_DOTTED = regex(
    rf"{_START}(\d{{1,2}})\.([0-5]\d)(?:[ \xa0]?(?:-{{1,2}}|to|until)[ \xa0]?(\d{{1,2}})\.([0-5]\d))?"
    r"[ \xa0]{0,3}(?:[ap]\.?m\.?[ \xa0]{0,3})?(?:[:|*_,(\"-]|[a-z]{3})"
)
_LATE = regex(r"(?<![\d:.])(?:1[3-9]|2[0-3])\.[0-5]\d(?![\d:.%])")
_HOURS = regex(rf"{_START}(\d{{1,2}})h([0-5]\d)(?!\d)")
_CLOCKED = regex(
    rf"{_START}(?:\d{{1,2}}[.)][ ]{{1,2}})?(?:from[ ]{{1,2}})?(\d{{1,2}}):([0-5]\d)[ ]{{0,2}}(?:h|hrs?|uhr)\b"
)
_DIGITS = regex(
    rf"{_START}([01]\d|2[0-3])([0-5]\d)(?:[ \xa0]?-{{1,2}}[ \xa0]?(?:[01]\d|2[0-4])[0-5]\d\b(?!-)"
    r"|[ \xa0]?(?:hrs?|h)\b)"
)
_THEN = r"(?:[ \xa0]\([^()\n]{1,16}\))?[ \xa0]?[:|*-]*[ \xa0]+\**[a-z]"
_BARE = regex(rf"{_START}([01]\d|2[0-3])([0-5]\d){_THEN}")
_EARLY = regex(rf"{_START}0\d[0-5]\d{_THEN}")
SPAN = regex(
    r"(?<![\d.:,$€£-])([01]?\d|2[0-3])(\.?)([0-5]\d)[ \xa0]{0,2}(?:-{1,2}|to\b|until\b)[ \xa0]{0,2}"
    r"([01]?\d|2[0-4])\2([0-5]\d)(?![\d:%-]|\.\d|[ \xa0]?[€$£])"
)
"""`08.30–10.00` and `0830-1000`."""
_HOURS_OF_DAY = 24
_SHIFTS = regex(r"(?<=\|)[ \xa0*_]*(\d{1,2})[ \xa0]?(?:-{1,2}|to)[ \xa0]?(\d{1,2})[ \xa0*_]*(?=\|)")
"""A cell of nothing but two hours: `| 8–13 |`."""
LENGTH = r"\(\d{1,2}(?:[.,]\d)?[ \xa0]?h(?:rs?|ours?)?\)[ \xa0]*"
"""How long a shift is, behind when it is: `Ben 9–17 (8 h)`."""
_NAMED_SHIFTS = regex(
    r"(?m)(?:^[ \t>|*_•\-・]*|[|,;:·][ \xa0*_]*)(?:[a-z.'&-]+[ \xa0]){0,2}([a-z.'-]+)[ \xa0*_:(]{1,4}"
    rf"(\d{{1,2}})[ \xa0]?(?:-{{1,2}}|to)[ \xa0]?(\d{{1,2}})[ \xa0)*_]*(?:{LENGTH})?(?=[|,;·\r]|$)"
)
"""`Ben 9–17` in a cell, a line or a list."""
_FEWEST_SHIFTS = 2
_WEEKDAY = regex(r"(?m)^[ \t>#|*_•\-–—・]*(mon|tue|wed|thu|fri|sat|sun)[a-z]{0,2}[ \xa0:,|*_(-]")
_AFTERNOON = regex(r"(?<![\d:.])(?:1[3-9]|2[0-3])[:h][0-5]\d(?![\d:])")
_LEADING_ZERO = regex(r"(?<![\d:.])0\d[:h][0-5]\d(?![\d:]|[ \xa0]{0,3}[ap]\.?m)")
_MERIDIEM = regex(r"\d[ \xa0]{0,3}[ap]\.?[ ]?m\b")
_UNIT = regex(r"[ \xa0-]{0,2}(?:[%€$£°]|(?![ap]\.?m\b|and\b|or\b|on\b|in\b|the\b|for\b)[a-z])")
"""A word right behind a number may say what it measures."""
_FIRST_HOUR = 60
"""Nothing of a plan begins at 0.30 where hours have a point: marks and prices do."""
_MOST = 400
"""Lines that are looked at."""


class Habits(Record, frozen=True):
    """The ways in which a response writes clock times."""

    day_clock: bool
    """14:00, or 08:00 and never am or pm."""
    dotted: bool
    """9.30 at the start of lines."""
    hours: bool
    """9h30 at the start of lines."""
    digits: bool
    """0930-1015, 0930h or 0930 at the start of lines."""
    spans: bool
    """08.30–10.00 or 0830-1000 anywhere."""
    pointed: bool
    """9.30–12.30 and 2.00–5.00 anywhere, of either half of the day."""
    clocked: bool
    """9:30 h at the start of lines."""
    weekdays: bool
    """Several weekdays, however short, at the start of lines."""
    passed: Passed | None
    """Minutes and seconds from 0:00 on, where its times are such."""
    bare: bool
    """Cells hold nothing but the hours from when to when something is, or a name and them: `Ben 8–13`."""


def habits_of(
    plain: str, *, of_schedules: bool = False, numbered: frozenset[str] = frozenset()
) -> Habits:
    """Return how a response, in plain form, writes clock times.

    Only in schedules cells of two bare numbers are hours; elsewhere they may be pages or repetitions.
    Behind words of `numbered` they place something: `Chapters 3–5`.
    """
    dotted, with_h, digits = (_rising(plain, pattern) for pattern in (_DOTTED, _HOURS, _DIGITS))
    dotted = dotted or (of_schedules and _in_turn(plain))
    digits = digits or (bool(_EARLY.search(plain)) and _rising(plain, _BARE))
    late = dotted and bool(_LATE.search(plain))
    weekdays = len({found[1] for found in islice(_WEEKDAY.finditer(plain), _MOST)}) > 1
    shifts = [(int(f[1]), int(f[2])) for f in islice(_SHIFTS.finditer(plain), _MOST)]
    named = [f for f in islice(_NAMED_SHIFTS.finditer(plain), _MOST) if of_schedules]
    hours = [(int(f[2]), int(f[3])) for f in named]
    counted = any(f[1] in numbered or fold(f[1]) in numbered for f in named)
    if not counted and all(a < b and b > _HOURS_OF_DAY // 4 for a, b in hours):
        shifts += hours
    bare = of_schedules and len(shifts) >= _FEWEST_SHIFTS and max(map(max, shifts)) <= _HOURS_OF_DAY
    after_noon = bare and max(map(max, shifts)) > _HOURS_OF_DAY // 2
    clocked, spans = _rising(plain, _CLOCKED), _spans_rise(plain)
    day_clock = _uses_24_hours(plain) or late or with_h or digits or spans or clocked or after_noon
    pointed = of_schedules and not spans and _are_pointed(plain)
    return Habits(
        day_clock, dotted, with_h, digits, spans, pointed, clocked, weekdays, passed_in(plain), bare
    )


def _rising(plain: str, pattern: re.Pattern[str]) -> bool:
    """Tell whether lines that begin so are clock times in order: days may begin anew."""
    lines = islice(pattern.finditer(plain), _MOST)
    return _are_times([int(found[1]) * 60 + int(found[2]) for found in lines])


def _in_turn(plain: str) -> bool:
    """Tell whether lines begin with spans that go on from each other: `7.00–7.08`, `7.08–7.20`."""
    lines = [f for f in islice(_DOTTED.finditer(plain), _MOST) if f[3]]
    told = [(int(f[1]) * 60 + int(f[2]), int(f[3]) * 60 + int(f[4])) for f in lines]
    joints = [(end, start) for (_, end), (start, _) in pairwise(told)]
    met = sum(end == start for end, start in joints)
    return met > 1 and 2 * met > len(joints) and min(map(min, told)) >= _FIRST_HOUR


def _are_times(times: list[int]) -> bool:
    pairs = list(pairwise(times))
    rising = sum(first < second for first, second in pairs)
    even = all(time < 24 * 60 and time % 5 == 0 for time in times)
    return even and len(times) > 1 and max(times) >= 7 * 60 and rising * 2 >= len(pairs)


def _spans_rise(plain: str) -> bool:
    """Tell whether spans anywhere in lines are times: some begin with a nought, as no price or year does."""
    found = [f for f in islice(SPAN.finditer(plain), _MOST) if len(f[1]) > 1 or f[2]]
    early = any(f[1].startswith("0") and len(f[1]) > 1 for f in found)
    return early and _are_times([int(f[1]) * 60 + int(f[3]) for f in found])


def _are_pointed(plain: str) -> bool:
    """Tell whether spans are times though none begins with a nought: no word says what they measure."""
    found = [f for f in islice(SPAN.finditer(plain), _MOST) if f[2]]
    times = [60 * int(f[at]) + int(f[at + 1 + (at == 1)]) for f in found for at in (1, 4)]
    measured = any(_UNIT.match(plain, f.end()) for f in found)
    return len(found) > 1 and not measured and all(t % 5 == 0 and t >= _FIRST_HOUR for t in times)


def _uses_24_hours(plain: str) -> bool:
    if _AFTERNOON.search(plain):
        return True
    return bool(_LEADING_ZERO.search(plain)) and not _MERIDIEM.search(plain)
