"""A phrase of a vocabulary → a pattern over masked text.

    (travel|go) … to {place} [in {length}]

Words match in any case, a space matches what may stand between two words (a comma, a colon,
a bracket), `…` up to eighty characters of the same clause.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from evalspec.document.told.masking import FILL
from evalspec.vocabulary.told import ToldField

_GAP = r"[\s,:;()\[\]|=>]*"
_PART = re.compile(r"\{(\w+)\}|…|\.\.\.|[()\[\]|]|-|[^\s{}()\[\]|…-]+|\s+")
_HALF = r"\s?[ap]\.?\s?m\b\.?"
_OTHER = r"\d{1,2}h\d{2}|noon\b|midnight\b"
_HOURS = rf"(?:\d{{1,2}}(?:[:.]\d{{2}}){{1,2}}(?:{_HALF})?|\d{{1,2}}{_HALF}|{_OTHER})"
CLOCK = rf"(?<![\d:.]){_HOURS}(?!\d)"
LOOSE_CLOCK = rf"(?<![\d:.])(?:\d{{1,2}}(?:[:.]\d{{2}})?(?:{_HALF})?|{_OTHER})(?![\d%])"
AMOUNT = (
    r"(?:\d+(?:\.\d+)?\s?-?(?:hours?|hrs?|h|minutes?|mins?|m)\b"
    r"(?:\s?(?:,|and)?\s?\d+\s?(?:minutes?|mins?|m)\b)?|half an hour|(?:an|one) hour(?: and a half)?)"
)
NUMBER = r"\d+(?:\.\d+)?"
_WEEKDAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b"
_NUMBERED = (
    r"days?[\s:#]*\d{1,4}"
    r"(?:\s*(?:-|>|to|through|until|thru)\s*(?:days?\s*)?\d{1,4}(?!\d|:\d|\s?[ap]\.?m))?"
)
DAYS = rf"(?:{_NUMBERED}|\d{{4}}-\d{{2}}-\d{{2}}|{_WEEKDAY})"
_COLONS = r"(?<![\d:])\d{1,2}:\d{2}:\d{1,2}:\d{2}(?![\d:])"
TIMES = rf"(?:{_COLONS}|(?:{DAYS}[\s,:(]*(?:from\s+|at\s+)?)?{LOOSE_CLOCK}\s*(?:-|to|until|till)\s*{CLOCK})"
_SLOTS = {"clock": CLOCK, "amount": AMOUNT, "number": NUMBER, "days": DAYS, "times": TIMES,
          "text": r"[^\n,;|]{1,80}?"}  # fmt: skip


@lru_cache(maxsize=512)
def pattern(phrase: str, slots: tuple[tuple[str, str, str], ...]) -> re.Pattern[str]:
    """Compile a phrase; `slots` holds name, kind and mark of each field."""
    known = {name: (kind, mark) for name, kind, mark in slots}
    made: list[str] = []
    used: dict[str, int] = {}
    gap = False
    for part in _PART.finditer(phrase):
        text = part[0]
        if text.isspace():
            gap = True
            continue
        if text in "|)]":
            made.append({"|": "|", ")": ")", "]": ")?"}[text])
            continue
        if gap and made:
            made.append(_GAP)
        gap = False
        if text in "([":
            made.append("(?:")
        elif part[1]:
            kind, mark = known[part[1]]
            used[part[1]] = used.get(part[1], 0) + 1
            inner = f"{mark}{FILL}*" if kind == "name" else _SLOTS[kind]
            if kind == "clock" and re.match(r"\s*(?:\((?:\w*\|)*-|-)", phrase[part.end() :]):
                inner = LOOSE_CLOCK
            made.append(f"(?P<{part[1]}>{inner})")
        elif text in ("…", "..."):
            made.append(r"[^\n]{0,80}?")
        elif text == "-":
            made.append("-")
        else:
            made.append(rf"(?<!\w){re.escape(text)}(?!\w)")
    return re.compile("".join(made), re.IGNORECASE)


def slots_of(
    fields: Mapping[str, ToldField], marks: Mapping[str, str]
) -> tuple[tuple[str, str, str], ...]:
    """Return what a pattern needs to know of the fields."""
    return tuple((name, field.kind, marks.get(field.names, "")) for name, field in fields.items())
