"""Columns that only blanks keep apart: `Chairs      4    12.00` below `Item      Qty   Price`.

The header says where the columns are; what stands below belongs to the one that it stands under.
Bars reach over several: `████████` below `W1  W2  W3`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from evalspec.core.regex import regex
from evalspec.core.span import Span

_LINE = regex(r"[^\n]*\S[^\n]*")
_PART = regex(r"[^ \r\n]+(?: [^ \r\n]+)*")
_RULE = regex(r"[-=_─━═ ]*")
_BAR = regex(r"[\u2580-\u259f■▪●◼◾]+|[#xX=✓✔]+>?|\*+")
_FEWEST = 2
"""Columns, and rows below a header."""
Columns = list[tuple[int, int]]
"""From where to where each header reaches, counted from the start of its line."""


def aligned(text: str, start: int, end: int) -> tuple[tuple[Span, ...], ...]:
    """Return the rows of lines whose parts stand below each other, as cells; the header first."""
    lines = [m.span() for m in _LINE.finditer(text, text.rfind("\n", 0, start) + 1, end)]
    told = [line for line in lines if not _RULE.fullmatch(text, *line)]
    parts = [[Span(*p.span()) for p in _PART.finditer(text, *line)] for line in told]
    if len(parts) <= _FEWEST or "\t" in text[start:end]:
        return ()
    starts = [at for at, _ in told]
    header = [(part.start - starts[0], part.end - starts[0]) for part in parts[0]]
    named = min(row[0].start - at for row, at in zip(parts[1:], starts[1:], strict=True))
    first = list(parts[0])
    if named < header[0][0] - 1:  # nothing stands over the names
        header, first = [(named, named), *header], [Span(starts[0], starts[0]), *first]
    if len(header) < _FEWEST:
        return ()
    rows = [_cells(text, row, at, header) for row, at in zip(parts[1:], starts[1:], strict=True)]
    full = [row for row in rows if sum(cell.start < cell.end for cell in row) >= _FEWEST]
    if not all(rows) or 3 * len(full) < 2 * len(rows):
        return ()
    return (tuple(first), *(tuple(row) for row in rows))


def is_bar(said: str) -> bool:
    """Tell whether a cell says nothing but that something is there."""
    return _BAR.fullmatch(said) is not None


def _cells(text: str, parts: Sequence[Span], at: int, header: Columns) -> list[Span]:
    """Return the cell of a line below each header; none where one stands under none, or under two."""
    cells = [Span(at, at)] * len(header)
    for part in parts:
        places = list(_under(part.start - at, part.end - at, header))
        bar = is_bar(part.of(text))
        if not places or (len(places) > 1 and not bar):
            return []
        for n in places:
            if cells[n].start < cells[n].end and n:
                return []
            own = part if not bar or len(places) == 1 else _share(part, at, header[n])
            cells[n] = Span(cells[n].start if cells[n].start < cells[n].end else own.start, own.end)
    return cells


def _under(start: int, end: int, header: Columns) -> Iterator[int]:
    """Yield the columns under whose header something stands; names may end before any other begins."""
    for n, (left, right) in enumerate(header):
        named = not n and start <= right and end < header[1][0]
        if named or (start < right and left < end):
            yield n


def _share(part: Span, at: int, column: tuple[int, int]) -> Span:
    return Span(max(part.start, at + column[0]), min(part.end, at + column[1]))
