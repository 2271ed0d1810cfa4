"""Minutes and seconds since all began: `0:00 Jingle`, `1:30–6:00 News`, as rundowns and recordings have them.

They are written as clock times are. That they rise from 0:00 beyond the hours of a day tells them apart,
or that lines say themselves how long they last: `0:00–6:00 jog (6 min)`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, pairwise

from msgspec.structs import replace

from evalspec.core.record import Record
from evalspec.core.regex import regex

ELAPSED = regex(
    r"(?<![\d:])(\d{1,3}):([0-5]\d)[ \xa0]?(?:-|to|»)[ \xa0]?(\d{1,3}):([0-5]\d)(?![\d:])"
)
COUNT = regex(r"(?<![\d:])(\d{1,3}):([0-5]\d)(?![\d:]|[ \xa0]{0,3}[ap]\.?m)")
"""Minutes and seconds: `6:30`."""
SINCE_ZERO = "since zero"
"""Qualifier of what says when something is, not how long it lasts."""
_HOURS_OF_DAY = 24
_MINUTE = 60
_LEAD = regex(r"[ \t>|*_•\-–—・\[]*")
_LASTING = regex(
    r"(?<![\d:.,])(?:(\d{1,3})[ \xa0-]?m(?:in(?:ute)?s?)?\b\.?(?:[ \xa0](\d{1,2})[ \xa0-]?s(?:ec\w{0,4})?\b)?"
    r"|(\d{1,3})[ \xa0-]?s(?:ec\w{0,4})?\b|(\d{1,3}):([0-5]\d)(?![\d:]))"
)
"""How long something lasts, behind its time: `0:00–1:30 Jingle (1 min 30 s)`, `0:00 Jingle 1:30`."""
_SECONDS = (_MINUTE, 1, 1, _MINUTE, 1)
_FEWEST_LENGTHS = 2
_MOST = 400
"""Lines that are looked at."""


class Place(Record, frozen=True):
    """Where a line stands in time, in seconds."""

    at: int
    """Where it is written in the response."""
    until: int
    """Where that ends."""
    start: int
    end: int | None
    """As written, else where the next line starts."""
    told: int
    """How long the line says that it lasts; 0 when it does not."""
    worded: bool
    """It says so with a unit: `(3 min)`, not `(3:00)`, which may be hours too."""
    leads: bool
    """It stands before everything else in its line."""
    stretch: bool
    """Its end is written too."""

    @property
    def length(self) -> int | None:
        """How long it lasts, where no other words of its line say that too."""
        return None if self.end is None or self.agrees else self.end - self.start

    @property
    def agrees(self) -> bool:
        """Tell whether its line lasts as long as it says."""
        return bool(self.told) and self.end is not None and self.end - self.start == self.told


Passed = Mapping[int, Place]
"""The places of lines, by where they are written."""


def passed_in(plain: str) -> Passed | None:
    """Return the places that lines of a response, in plain form, have in minutes and seconds.

    None where its times are those of a day.
    """
    if "0:00" not in plain:
        return None
    places = _linked(list(islice(_places(plain), _MOST)))
    told = _lasts_so(places)
    stretches = [place for place in places if place.stretch]
    beyond = any(place.end > _HOURS_OF_DAY * _MINUTE for place in stretches if place.end)
    from_zero = any(place.start == 0 for place in stretches)
    if not (told or (beyond and from_zero) or _counts(places)):
        return None
    return {place.at: place for place in places if told or place.stretch or place.leads}


def _places(plain: str) -> Iterator[Place]:
    """Yield the first time of each line."""
    begin = 0
    for line in plain.splitlines(keepends=True):
        if (found := ELAPSED.search(line) or COUNT.search(line)) is not None:
            groups = (1, found.re.groups - 1)
            start, end = (int(found[n]) * _MINUTE + int(found[n + 1]) for n in groups)
            lasting = _LASTING.search(line, found.end())
            told = zip(lasting.groups(), _SECONDS, strict=True) if lasting else ()
            lead = _LEAD.match(line)
            yield Place(
                begin + found.start(),
                begin + found.end(),
                start,
                end if found.re.groups > 2 else None,
                sum(int(number or 0) * seconds for number, seconds in told),
                lasting is not None and ":" not in lasting[0],
                lead is not None and lead.end() == found.start(),
                found.re.groups > 2,
            )
        begin += len(line)


def _linked(places: Sequence[Place]) -> list[Place]:
    """Let what has only a start last until the next one."""
    found = list(places)
    for number, (place, following) in enumerate(pairwise(places)):
        if place.end is None and following.start > place.start:
            found[number] = replace(place, end=following.start)
    return found


def _lasts_so(places: Sequence[Place]) -> bool:
    """Tell whether times from 0:00 on lie as many minutes apart as their lines say that they last."""
    told = [place for place in places if place.worded and place.end is not None]
    agreeing = sum(place.agrees for place in told)
    from_zero = bool(places) and places[0].start == 0
    return from_zero and agreeing >= _FEWEST_LENGTHS and agreeing * 2 > len(told)


def _counts(places: Sequence[Place]) -> bool:
    """Tell whether lines begin with a count from 0:00 that rises beyond the hours of a day."""
    starts = [place.start for place in places if place.leads]
    rising = all(first < second for first, second in pairwise(starts))
    return rising and starts[:1] == [0] and starts[-1] > _HOURS_OF_DAY * _MINUTE
