"""Clock times in words: `half past five`, `quarter to 6`, `ten past 4`, `seven o'clock`.

`20 to 4` may be a range, and `six` may count: they are times where the response tells others so, and
where nothing else stands around them.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.core.times import DAY
from evalspec.document.mention import TimeMention

_HOUR = r"([a-z]{3,6}|1[0-2]|[1-9])(?![\w:.,]?\d)\b"
_PART = r"(?:an?[ ])?(half|quarter|[a-z]{3,6}(?:[ -]five)?|5|10|20|25)(?:[ ]minutes)?"
_HALF = r"(?:[ ](?:in[ ]the[ ](morning|afternoon|evening)|(?:(at)[ ]night|([ap])\.?m\b)))?"
_SURE = regex(rf"\b(?:an?[ ])?(?:half[ ]past|quarter[ ](?:past|to|after|before))[ ]{_HOUR}")
_PAST = regex(rf"{_PART}[ ](past|to|after|before|till)[ ]{_HOUR}{_HALF}")
_CLOCK = regex(rf"{_HOUR}[ ]o'clock\b{_HALF}")
_ALONE = regex(rf"{_HOUR}{_HALF}(?=[.,;:)*\s]|$)")
_TO = r"\b(?:at|by|until|till|from|around)(?:[ ]about)?"
_AT = regex(rf"(?:{_TO}|,)[ ]$")
_LEADS = regex(rf"(?:^|[\n.:;(*_>|-]|{_TO}|,)[ \t*_]*$")
_BEHIND = regex(
    r"[*_]*(?:[.,;:)\n]|$)|[ ](?:and|in|on|to|until|till|or|for|you|there|we|she|he|they)\b"
)
_ENDS = (".", "*", "")
_NEAR = 20
_HALF_DAY = DAY // 2
_LENGTH = 60
_MINUTES = {"half": 30, "quarter": 15}
_FIVES = (5, 10, 20, 25)
ANCHORS = (
    "half past",
    "quarter past",
    "quarter to",
    "quarter after",
    "quarter before",
    "a quarter",
)
"""What begins such times beside numbers and number words."""


def tells_spoken(plain: str, numbers: Mapping[str, Decimal]) -> bool:
    """Tell whether a response says times so."""
    return any(_hour(found[1], numbers) is not None for found in _SURE.finditer(plain))


def spoken_at(
    plain: str, start: int, at: int, end: int, numbers: Mapping[str, Decimal]
) -> TimeMention | None:
    """Read a time in words, or of numbers told as words would be, at a place of a response that has such."""
    near = max(start, at - _NEAR)
    if past := _PAST.match(plain, at, end):
        minutes, hour = _minutes(past[1], numbers), _hour(past[3], numbers)
        sure = past[2] == "past" or past[1] == "quarter"
        led = at == start or _LEADS.search(plain, near, at) is not None
        if minutes is None or hour is None or not (sure or led):
            return None
        sign = 1 if past[2] in ("past", "after") else -1
        return _time(past.span(), hour * _LENGTH + sign * minutes, past.groups()[3:])
    for pattern in (_CLOCK, _ALONE):
        found = pattern.match(plain, at, end)
        hour = _hour(found[1], numbers) if found is not None else None
        if found is None or hour is None:
            continue
        if pattern is _CLOCK or (
            _AT.search(plain, near, at) and _is_alone(plain, at, found.end(), end)
        ):
            return _time(found.span(), hour * _LENGTH, found.groups()[1:])
    return None


def _is_alone(plain: str, at: int, stop: int, end: int) -> bool:
    """Tell whether a number counts nothing behind it; behind a comma it ends a title: `Bell two, six.`"""
    if plain[at - 2] == "," and plain[stop : stop + 1] not in _ENDS:
        return False
    return stop == end or _BEHIND.match(plain, stop, end) is not None


def _hour(said: str, numbers: Mapping[str, Decimal]) -> int | None:
    told = int(said) if said.isdigit() else numbers.get(said, Decimal(0))
    return int(told) if told in range(1, 13) else None


def _minutes(said: str, numbers: Mapping[str, Decimal]) -> int | None:
    if said in _MINUTES:
        return _MINUTES[said]
    words = said.replace("-", " ").split()
    told = int(said) if said.isdigit() else sum(numbers.get(word, Decimal(0)) for word in words)
    return int(told) if told in _FIVES else None


def _time(span: tuple[int, int], minutes: int, halves: tuple[str | None, ...]) -> TimeMention:
    """Return a time, in the half of the day that is told; else in either."""
    part, night, meridiem = halves
    early = minutes % _HALF_DAY
    late = early + _HALF_DAY
    place = Span(*span)
    if part or night or meridiem:
        told = part in ("afternoon", "evening") or meridiem == "p" or bool(night)
        return TimeMention(place, late if told else early, place)
    first, other = (late, early) if early < _LENGTH else (early, late)  # `half past twelve`
    return TimeMention(place, first, place, sure=False, alternatives=((other, None),))
