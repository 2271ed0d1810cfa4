"""The text of an input file, with what an error message needs to show a place in it."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from functools import lru_cache

from evalspec.core.errors import Problem
from evalspec.core.record import Record
from evalspec.core.span import At

WIDTH = 96
"""Code points of a line that an excerpt shows at most."""

UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that YAML does not allow."""

_BREAK = re.compile("\r\n|[\n\r\x85\u2028\u2029]")


class SourceText(Record, frozen=True):
    """One input file as text."""

    name: str
    """Path as the user gave it, or the name of a packaged file."""
    text: str
    """The whole content, without a byte order mark."""

    def line(self, number: int) -> str:
        """Return a line by its 1-based number; empty when there is no such line."""
        starts = _starts(self.text)
        if not 0 < number <= len(starts):
            return ""
        start = starts[number - 1]
        end = _BREAK.search(self.text, start)
        return self.text[start : end.start() if end else None]

    def excerpt(self, at: At) -> str:
        """Return the line of `at` with its number, and carets under the place."""
        line = self.line(at.line)
        if not line.strip():
            return ""
        start = min(at.column - 1, len(line))
        end = at.end_column - 1 if at.end_line == at.line else len(line.rstrip())
        end = max(end, start + 1)
        shift = max(0, start - WIDTH * 2 // 3) if len(line) > WIDTH else 0
        shown = line[shift : shift + WIDTH]
        left = "…" if shift else ""
        right = "…" if shift + WIDTH < len(line) else ""
        carets = "^" * max(1, min(end, shift + len(shown)) - start)
        gutter = f"{at.line:>4} | "
        blank = " " * (len(gutter) - 2) + "| "
        pad = "".join(_blank(c) for c in left + line[shift:start])
        shown = "".join(c if c.isprintable() else " " for c in shown.rstrip())
        return f"{gutter}{left}{shown}{right}\n{blank}{pad}{carets}"

    def problem(
        self, code: str, message: str, at: At, hint: str = "", related: tuple[At, ...] = ()
    ) -> Problem:
        """Return a problem at a place of this file, with its excerpt."""
        return Problem(code, message, at, self.excerpt(at), hint, related)

    def at(self, start: int, end: int | None = None) -> At:
        """Return the place from one offset to another."""
        line, column = _line_column(self.text, start)
        last_line, last_column = _line_column(self.text, start if end is None else end)
        return At(self.name, line, column, last_line, last_column)

    def span(self, at: At) -> tuple[int, int]:
        """Return the offsets that `at` stands for: the inverse of the method `at`."""
        starts = _starts(self.text)
        start = starts[at.line - 1] + at.column - 1
        end = starts[at.end_line - 1] + at.end_column - 1 if at.end_line else start
        return start, max(start, end)


@lru_cache(maxsize=4)
def _starts(text: str) -> list[int]:
    """Return where each line begins; a file with many problems asks for it many times."""
    return [0, *(found.end() for found in _BREAK.finditer(text))]


def _line_column(text: str, offset: int) -> tuple[int, int]:
    starts = _starts(text)
    line = bisect_right(starts, offset)
    return line, offset - starts[line - 1] + 1


def _blank(character: str) -> str:
    wide = unicodedata.east_asian_width(character) in "WF"
    return "\u3000" if wide else " "


def quoted(text: str) -> str:
    """Return the text as a quoted YAML scalar."""
    if '"' not in text and "\\" not in text:
        return f'"{text}"'
    return "'" + text.replace("'", "''") + "'"
