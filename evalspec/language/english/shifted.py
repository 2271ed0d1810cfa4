"""Times told from another time: `back an hour before the show at 8 pm` → `back by 19:00`.

Only where the other time is said, in one half of the day, and what is told from it has to be so by then.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from evalspec.language.english.closed import data

_HOURS = "one two three four five six seven eight nine ten eleven twelve".split()
_NUMBERS = {
    **{word: n for n, word in enumerate(_HOURS, 1)}, "a": 1, "an": 1,
    "fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "forty-five": 45, "forty five": 45, "ninety": 90,
}  # fmt: skip
_WORDS = "|".join(sorted(_NUMBERS, key=len, reverse=True))
_CLOCK = (
    rf"(?P<t>noon|midday|(?:(?P<part>half|(?:a )?quarter) (?P<side>past|to) )?"
    rf"(?P<h>\d{{1,2}}|{'|'.join(_HOURS)})(?:[:.](?P<m>\d\d))?(?: ?(?P<half>[ap])\.?m\b\.?| o'clock)?)"
)
_LONG = (
    rf"(?:a (?:full|good) )?(?P<d>half an hour|(?:a )?quarter of an hour|three quarters of an hour"
    rf"|(?:\d+(?:\.\d+)?|{_WORDS})(?: full)?[- ](?:hours?|hrs?|h|minutes?|mins?)(?: and a half)?)"
)
_AT = r"(?:,? (?:which|that) (?:is|starts|begins|opens|leaves|goes)(?: at)?| (?:at|starts at|begins at|starting at)|,? at)"


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    over = "|".join(data("shifted")["over"])
    rows = (
        # `everything packed half an hour before the bus leaves at 5`
        rf"(?P<x>.*\b(?:{over})\b(?: (?!by\b)[\w']+)*?),? (?:at least |no later than )?{_LONG} (?P<w>before|ahead of) [^,.;]*?{_AT} {_CLOCK}",
        # `the bus goes at 17:20, so stop ten minutes before that`
        rf"(?P<fact>[^,;]*?) (?:at )?{_CLOCK},? so (?P<x>.+?) (?:at least )?{_LONG} (?P<w>before|earlier)(?: that| then| it)?",
        # `starter by 19:45, main 45 minutes after that`
        rf"(?P<lead>.*?) (?P<by>by|at|before) {_CLOCK},? (?:and )?(?P<x>[^,;\d]+?) (?:at least )?{_LONG} (?P<w>after|later|before|earlier)(?: that| then| it)?",
    )  # fmt: skip
    return tuple(re.compile(row, re.IGNORECASE) for row in rows)


def shifted(text: str) -> Iterator[str]:
    """Yield a sentence with a time told from another one as a time of its own."""
    for pattern in _patterns():
        match = pattern.fullmatch(text)
        row = match.groupdict() if match else {}
        at, length = (_minutes(match), _length(row["d"].lower())) if match else (None, 0)
        if at is None or not length:
            continue
        later = row["w"].lower() in ("after", "later")
        then = at + (length if later else -length)
        if not 0 < then < 1440:
            continue
        lead = f"{row['lead']} {row['by']} {_said(at)} and " if row.get("lead") else ""
        if row.get("fact") and not _outside().match(row["fact"]):
            lead = f"{row['fact']} at {_said(at)} and "
        yield f"{lead}{row['x']} {row['by'] if later else 'by'} {_said(then)}"


def _said(minutes: int) -> str:
    return f"{minutes // 60}:{minutes % 60:02d}"


@cache
def _outside() -> re.Pattern[str]:
    """What no plan decides: when a bus goes, a shop closes, or what somebody has to do anyway."""
    return re.compile(
        rf"(?:the |our |my )?(?:last )?(?:{'|'.join(data('shifted')['outside'])})\b", re.IGNORECASE
    )


def _minutes(match: re.Match[str]) -> int | None:
    """Return the time that is told from; nothing where it may be in either half of the day."""
    row = match.groupdict()
    if row["h"] is None:
        return 720
    hour = int(row["h"]) if row["h"].isdecimal() else _NUMBERS[row["h"].lower()]
    minutes = int(row["m"] or 0)
    if row["part"]:
        minutes = {"half": 30}.get(row["part"].lower(), 15)
        hour, minutes = (
            (hour, minutes) if row["side"].lower() == "past" else (hour - 1, 60 - minutes)
        )
    late = any(f" {word} " in f" {match[0].lower()} " for word in data("shifted")["late"])
    if row["half"]:
        hour = hour % 12 + 12 * (row["half"].lower() == "p")
    elif hour < 7 or (hour < 12 and late):
        hour += 12
    elif hour < 13 and not row["m"]:
        return None
    return hour * 60 + minutes if hour < 24 and minutes < 60 else None


def _length(said: str) -> int:
    if "half an hour" in said:
        return 30
    if "quarter" in said:
        return 45 if said.startswith("three") else 15
    number = next((n for word, n in _NUMBERS.items() if re.match(rf"{word}(?![\w-])", said)), 0)
    count = float(re.match(r"[\d.]+", said)[0]) if said[:1].isdecimal() else float(number)  # type: ignore[index]
    count += 0.5 * ("and a half" in said)
    return round(count * (60 if re.search(r"\bh(?:ou)?rs?\b|\bh\b", said) else 1))
