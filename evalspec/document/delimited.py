"""Delimited values (CSV): an answer that is nothing else has rows, cells and columns like a table."""

from __future__ import annotations

from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document.blocks import Block, BlockKind
from evalspec.document.plain import trim

_DELIMITERS = (";", "\t", ",")
_CELL = {
    mark: regex(rf'\s*"(?:[^"]|"")*"\s*(?={mark}|$)|[^{mark}"]*(?={mark}|$)')
    for mark in _DELIMITERS
}
_LONGEST_HEADER = 40
"""Of the name of a column, in characters."""


def delimited(text: str, answer: Span, blocks: tuple[Block, ...]) -> tuple[tuple[Span, ...], ...]:
    """Return the rows of an answer that is delimited values, as cells; the header first."""
    code = [b for b in blocks if b.kind is BlockKind.CODE]
    if len(blocks) > 1 and code:
        return ()
    lines = _lines(text, code[0].text if code else answer)
    if len(lines) < 2 or text[lines[0].start] in "{[<":
        return ()
    for mark in _DELIMITERS:
        rows = [_cells(text, line, mark) for line in lines]
        widths = {len(row) for row in rows}
        width = widths.pop() if len(widths) == 1 else 0
        few = 2 if mark != "," or len(lines) > 2 else 3  # `Dear Ann, …` and `Yours, …`
        if width >= few and _names(text, rows[0]):
            return tuple(tuple(row) for row in rows)
    return ()


def _lines(text: str, span: Span) -> list[Span]:
    found, start = [], span.start
    while start < span.end:
        end = text.find("\n", start, span.end)
        end = span.end if end < 0 else end
        line = trim(text, start, end)
        if line.start < line.end and not text.startswith("```", line.start):
            found.append(line)
        start = end + 1
    return found


def _cells(text: str, line: Span, mark: str) -> list[Span]:
    """Return the cells of a line; quotes hold delimiters."""
    cells, at = [], line.start
    while at <= line.end:
        match = _CELL[mark].match(text, at, line.end)
        if match is None:
            return []
        cell = trim(text, match.start(), match.end())
        quoted = cell.end - cell.start > 1 and text[cell.start] == '"'
        cells.append(Span(cell.start + 1, cell.end - 1) if quoted else cell)
        at = match.end() + 1
    return cells


def _names(text: str, header: list[Span]) -> bool:
    """Tell whether a first row names columns: short, all different, no sentence."""
    names = [cell.of(text).lower() for cell in header]
    short = all(name and len(name) <= _LONGEST_HEADER for name in names)
    return short and len(set(names)) == len(names) and not names[-1].endswith((".", "!", "?", ":"))
