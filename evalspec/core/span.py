"""Places: in a response (`Span`) and in a spec file (`At`)."""

from __future__ import annotations

from evalspec.core.record import Record

_NO_WORDS = " \t\r>-–—*_=~|:"
"""What blank lines, rules and the second rows of tables are made of."""


class Span(Record, frozen=True, order=True, array_like=True):
    """A half-open range of code points of the response as given."""

    start: int
    """Offset of the first code point."""
    end: int
    """Offset just past the last code point."""

    def of(self, text: str) -> str:
        """Return the text that stands here."""
        return text[self.start : self.end]

    def covers(self, other: Span) -> bool:
        """Tell whether `other` lies wholly inside this span."""
        return self.start <= other.start and other.end <= self.end

    def touches(self, other: Span) -> bool:
        """Tell whether the two spans share at least one code point."""
        return self.start < other.end and other.start < self.end


def line_at(text: str, start: int, end: int = -1) -> Span:
    """Return the line that holds a place, or the lines that hold all up to `end`, without the last break."""
    behind = text.find("\n", max(start, end))
    return Span(text.rfind("\n", 0, start) + 1, behind if behind >= 0 else len(text))


def behind_gap(text: str, start: int) -> bool:
    """Tell whether a blank line, or a rule, stands before the line of a place."""
    line = text.rfind("\n", 0, start)
    return line >= 0 and not text[text.rfind("\n", 0, line) + 1 : line].strip(_NO_WORDS)


def column_at(text: str, start: int) -> int:
    """Return how many characters stand before a place on its line."""
    return start - text.rfind("\n", 0, start) - 1


class At(Record, frozen=True, eq=False):
    """A place in a spec, vocabulary or rule file.

    Places compare equal: where a node was written is not part of what it means,
    so an IR that was printed and parsed back equals the one it came from.
    """

    file: str = ""
    """Path as the user gave it, or the name of a packaged file."""
    line: int = 0
    """1-based line; 0 when unknown."""
    column: int = 0
    """1-based column in code points."""
    end_line: int = 0
    """1-based line of the end."""
    end_column: int = 0
    """1-based column just past the end."""

    def __eq__(self, other: object) -> bool:
        """Any two places are equal."""
        return isinstance(other, At)

    def __hash__(self) -> int:
        """Return one hash for all places."""
        return 0


NOWHERE = At()
