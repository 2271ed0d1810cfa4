"""A response read plainly: lines with their marks, numbers with what stands beside them, clocks.

Deliberately simple and independent of `evalspec.document`: what this finds is changed, and
the reader under test must notice.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property

from evalspec.vocabulary.fold import fold

_MARK = re.compile(
    r"(?P<indent>[ \t]*)(?:(?P<heading>#{1,6})[ \t]+|(?P<bullet>[-*+•][ \t]+|\d{1,3}[.)][ \t]+)"
    r"|(?P<row>\|))?(?P<body>.*)"
)
_CLOCK = r"(?:[01]?\d|2[0-4]):[0-5]\d(?:[ \t]*[ap]\.?m\b\.?)?"
CLOCK = re.compile(_CLOCK, re.IGNORECASE)
_TIMED = re.compile(rf"[*_\s]*{_CLOCK}", re.IGNORECASE)
_NUMBER = re.compile(
    r"(?:(?<![\w.,:])|(?<=\dx))(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?![\d:]|[.,]\d)"
)
_WORD = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*")
_RULE = re.compile(r"\|?[\s:|-]*-[\s:|-]*")
_BOLD = re.compile(r"(\*\*|__)[^*_]+\1:?\s*(?:\([^)]*\))?\s*")


def folded(text: str) -> str:
    """Return the words of a text, each folded, with a space around each."""
    return f" {' '.join(fold(word) for word in _WORD.findall(text))} "


def says(text: str, words: Iterable[str]) -> bool:
    """Tell whether a text holds one of some folded words."""
    said = folded(text)
    return any(f" {word} " in said for word in words)


class Line:
    """One line of a response."""

    __slots__ = ("body", "end", "indent", "kind", "level", "start", "text")

    def __init__(self, text: str, start: int) -> None:
        found = _MARK.match(text)
        assert found is not None  # noqa: S101 - the pattern matches any line
        self.start = start
        self.end = start + len(text)
        self.text = text
        self.indent = len(found["indent"].expandtabs(4))
        self.body = found["body"].strip()
        self.kind = self._kind(found)
        self.level = len(found["heading"] or "")

    def _kind(self, found: re.Match[str]) -> str:
        """Return heading, bullet, row, rule, bold, timed, prose or blank."""
        if found["heading"]:
            return "heading"
        if found["row"]:
            return "rule" if _RULE.fullmatch(self.text.strip()) else "row"
        if found["bullet"]:
            return "bullet"
        if not self.body:
            return "blank"
        if _TIMED.match(self.body):
            return "timed"
        label = self.body.endswith(":") and len(self.body) <= 60
        return "bold" if label or _BOLD.fullmatch(self.body) else "prose"

    @property
    def title(self) -> str:
        """Return what the line says, without emphasis marks."""
        return re.sub(r"[*_`]", "", self.body)

    @property
    def is_sentence(self) -> bool:
        """Tell whether the line may only tell of something: it ends like a sentence."""
        return self.title.rstrip(")").endswith((".", "!", "?"))

    @property
    def is_item(self) -> bool:
        """Tell whether the line is one of a list, a table or a timetable."""
        return self.kind in ("bullet", "row", "timed")

    def over(self, other: Line) -> bool:
        """Tell whether a block that begins here goes on at another line below it."""
        if other.kind == "blank":
            return True
        if self.kind == "heading":
            return other.kind != "heading" or other.level > self.level
        if self.kind == "bold":
            return other.kind not in ("heading", "bold") or other.indent > self.indent
        if self.kind == "bullet":
            return other.indent > self.indent
        return False


class Number:
    """A number in a line, with where it stands."""

    __slots__ = ("end", "line", "start", "text")

    def __init__(self, line: Line, found: re.Match[str]) -> None:
        self.line = line
        self.start = line.start + found.start()
        self.end = line.start + found.end()
        self.text = found.group()


class Page:
    """A response with its lines."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines: list[Line] = []
        place = 0
        for row in text.split("\n"):
            self.lines.append(Line(row.rstrip("\r"), place))
            place += len(row) + 1

    @cached_property
    def items(self) -> list[int]:
        """Numbers of the lines that are items: in a list, table or timetable, nothing below them."""
        found = []
        for number, line in enumerate(self.lines):
            header = line.kind == "row" and self._kind(number + 1) == "rule"
            parent = line.kind == "bullet" and self.block(number) > number + 1
            if line.is_item and not header and not parent:
                found.append(number)
        return found

    def _kind(self, number: int) -> str:
        return self.lines[number].kind if number < len(self.lines) else "blank"

    def block(self, number: int) -> int:
        """Return the number of the line just past the block that begins at a line."""
        first, end = self.lines[number], number + 1
        while end < len(self.lines) and first.over(self.lines[end]):
            end += 1
        while end > number + 1 and self.lines[end - 1].kind == "blank":
            end -= 1
        return end

    def headers(self, number: int) -> list[str]:
        """Return the header cells of the table that a row stands in; empty outside tables."""
        while number >= 0 and self.lines[number].kind in ("row", "rule"):
            if self.lines[number].kind == "rule" and number:
                return [cell.strip() for cell in self.lines[number - 1].body.split("|")]
            number -= 1
        return []

    def numbers(self, number: int) -> list[Number]:
        """Return the numbers of a line, without those of its list mark and of clock times."""
        line = self.lines[number]
        body = line.text.find(line.body, len(line.text) - len(line.text.lstrip(" \t")))
        clocks = [found.span() for found in CLOCK.finditer(line.text)]
        return [
            Number(line, found)
            for found in _NUMBER.finditer(line.text, max(body, 0))
            if not any(start <= found.start() < end for start, end in clocks)
        ]

    def column(self, number: Number) -> int:
        """Return which cell of its row a number stands in."""
        return self.text.count("|", number.line.start, number.start) - 1

    def lines_text(self, start: int, end: int) -> str:
        """Return the text of lines, with the line break after them."""
        last = self.lines[end].start if end < len(self.lines) else len(self.text)
        return self.text[self.lines[start].start : last]

    def replaced(self, start: int, end: int, text: str) -> str:
        """Return the response with other characters at a place."""
        return self.text[:start] + text + self.text[end:]

    def without(self, start: int, end: int) -> str:
        """Return the response without some lines."""
        last = self.lines[end].start if end < len(self.lines) else len(self.text)
        return self.text[: self.lines[start].start] + self.text[last:]
