"""Users' patterns, run on a linear-time engine (google-re2), compiled once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from evalspec.core.regex import regex

FOUND = "found"
"""Group that is what was looked for, where a pattern says what must stand around it too."""
_HALVES = regex(r"[\ud800-\udfff]")


class UnsupportedPatternError(ValueError):
    """The engine cannot express a pattern."""


@lru_cache(maxsize=256)
def compiled(pattern: str, case_sensitive: bool = True) -> Any:
    """Compile a pattern; `^` and `$` match at lines. Raises `UnsupportedPatternError`."""
    import re2

    options = re2.Options()
    options.log_errors = False
    flags = "(?m)" if case_sensitive else "(?im)"
    try:
        return re2.compile(flags + pattern, options)
    except re2.error as error:
        raise UnsupportedPatternError(str(error)) from None


def find(
    pattern: str, text: str, start: int, end: int, case_sensitive: bool
) -> Iterator[tuple[int, int]]:
    """Yield the places where a pattern matches a part of a text; of its group `found`, if any."""
    part = text if start == 0 and end == len(text) else text[start:end]
    part = _HALVES.sub("\ufffd", part)  # the engine reads UTF-8, which has no half surrogates
    engine = compiled(pattern, case_sensitive)
    group = engine.groupindex.get(FOUND, 0)
    for match in engine.finditer(part):
        yield match.start(group) + start, match.end(group) + start
