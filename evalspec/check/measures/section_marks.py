"""`section-marks("SECTION")`: places where a section is marked by a word and a number.

`section-marks("Part") = 2` holds for `Part 1 … Part 2 …`, not for `Part one … Part two …`.
"""

from __future__ import annotations

import re
from functools import lru_cache

from evalspec.check.measures import Measured, TextPart
from evalspec.check.measures.marks import matched


def measure(scope: TextPart, arguments: tuple[str | int, ...]) -> Measured:
    """Count the marks of sections."""
    return matched(scope, _mark(str(arguments[0]).strip()))


@lru_cache(maxsize=64)
def _mark(word: str) -> re.Pattern[str]:
    return re.compile(re.escape(word) + r"\s?[0-9]+")
