"""The words in which a rationale writes arithmetic, from `grammars/rationale.yaml`."""

from __future__ import annotations

import re
from functools import cache

from evalspec.source import shipped

_PARENTHESIS = re.compile(r"\([^()\d]*\)")
_LETTER = re.compile(r"[^\W\d_]")
_DASH = re.compile(r"[\s()]*-[\s()]*")
OPERATORS = {"plus": "+", "minus": "-", "times": "*", "divided": "/"}


@cache
def words(name: str) -> re.Pattern[str]:
    """Return a pattern of one list of words, the longest first."""
    return _pattern(shipped.table("rationale.yaml")[name])


def _pattern(listed: list[str]) -> re.Pattern[str]:
    parts = []
    for word in sorted(listed, key=len, reverse=True):
        edges = ("(?<!\\w)", "(?!\\w)") if word[0].isalnum() else ("", "")
        parts.append(f"{edges[0]}{re.escape(word)}{edges[1]}")
    return re.compile("|".join(parts))


def operator(gap: str) -> str:
    """Return what joins two numbers: one of `= + - * /`, `.` for an end of a sum, or nothing.

    `gap` is the plain text between them, without their own units. Labels may stand in it, as
    in `300 (oats) + 50`, but only one operator.
    """
    bare = _PARENTHESIS.sub(" ", gap)
    if words("equals").search(bare):
        return "="
    found = [sign for name, sign in OPERATORS.items() if words(name).search(bare)]
    if "/" in found and _LETTER.search(bare):
        found.remove("/")
    if len(found) == 1:
        return found[0]
    if not found and _DASH.fullmatch(bare):
        return "-"
    return "." if not found and words("ends").search(gap) else ""
