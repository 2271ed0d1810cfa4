"""Offsets of a text → lines and columns, as editors count them."""

from __future__ import annotations

import re
from bisect import bisect_right

from evalspec.core.span import At, Span

_LINE_END = re.compile("\r\n|\r|\n")


class Places:
    """Line and column of offsets of one text; lines are found when first needed."""

    def __init__(self, text: str) -> None:
        """Take the text."""
        self.text = text
        self._starts: list[int] = []

    def of(self, offset: int) -> tuple[int, int]:
        """Return the 1-based line and column of an offset."""
        if not self._starts:
            self._starts = [0, *(found.end() for found in _LINE_END.finditer(self.text))]
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def at(self, file: str, span: Span) -> At:
        """Return a span as a place of a file."""
        return At(file, *self.of(span.start), *self.of(span.end))
