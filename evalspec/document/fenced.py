"""Plans within a code fence: what stands there is read as the lines that it is.

A fence keeps columns and indentation as they are written; only what reads like code stays code.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from msgspec.structs import replace

from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document.aligned import aligned, is_bar
from evalspec.document.blocks import BELOW, LISTS, Block, BlockKind
from evalspec.document.delimited import delimited
from evalspec.document.scan import scan

_MARK = regex(r"[`~]{3,}[ \t]*(?:text|txt|plain|plaintext|none|output|ascii)?[ \t]*\r?\n")
_CODE = regex(
    r"[;{}]\s*$|^\s*(?:def|import|class|return|print|for|while|if|SELECT|function|#include|<)\b"
    r"|[\w)\]]\s*==?\s*[\w(\[\"']|\)\s*:\s*$"
)
_NUMBER = regex(r"[^\w\s]?\s?\d[\d.,:]*(?:\s?[^\W\d]+|\s?[%€$£])?")
_WORD = regex(r"[^\W\d_]{3,}")
_GAP = regex(r"\S {3,}\S")
_DIGITS = regex(r"\d+(?:[.,:]\d+)*")
_FEWEST = 3
"""Lines of a plan."""


def unfenced(response: str, blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    """Return the blocks with those of the text within fences in the place of these."""
    blocks = with_rows(response, blocks)
    fences = [b for b in blocks if b.kind is BlockKind.CODE and _is_text(response, b)]
    fences = [fence for fence in fences if not _says_again(response, fence, blocks)]
    if not fences:
        return blocks
    last = max(block.group for block in blocks) + 1
    inner = scan(response, tuple(fence.text for fence in fences))
    own = {id(fence) for fence in fences}
    kept = [block for block in blocks if id(block) not in own]
    edges = [Block(BlockKind.RULE, edge, edge, 0, -1) for f in fences for edge in _edges(f)]
    inside = [replace(block, group=block.group + last) for block in inner]
    return tuple(sorted((*kept, *edges, *inside), key=lambda block: block.span.start))


def with_rows(response: str, blocks: Sequence[Block]) -> tuple[Block, ...]:
    """Return the blocks with delimited values, within fences or as lines of their own, as tables."""
    found: list[Block] = []
    for plain, run in groupby(blocks, lambda block: _may_be_row(response, block)):
        lines = list(run)
        found += (
            (row for block in lines for row in _fenced_rows(response, block)) if not plain else ()
        )
        found += (row for part in _stanzas(response, lines) for row in part) if plain else ()
    return tuple(found)


def _may_be_row(response: str, block: Block) -> bool:
    """Tell whether a line is a plain one, a rule, or parts with blanks between, whatever they make it."""
    if block.kind in (BlockKind.PARAGRAPH, BlockKind.RULE):
        return True
    listed = block.cells or block.kind in (BlockKind.CODE, *LISTS)
    return not listed and _GAP.search(response, block.span.start, block.span.end) is not None


def _stanzas(response: str, lines: Sequence[Block]) -> Iterator[Sequence[Block]]:
    """Yield lines that stand right below each other, as the rows of a table where they are such."""
    start = 0
    for at in range(1, len(lines) + 1):
        last = at == len(lines)
        if last or response.count("\n", lines[at - 1].span.end, lines[at].span.start) > 1:
            stanza = lines[start:at]
            yield _table(response, stanza[0].group, _lines_of(response, stanza)) or stanza
            start = at


def _lines_of(response: str, stanza: Sequence[Block]) -> tuple[tuple[Span, ...], ...]:
    """Return the rows that plain lines are; in sentences blanks stand behind commas."""
    if len(stanza) < _FEWEST:
        return ()
    whole = Span(stanza[0].span.start, stanza[-1].span.end)
    rows = delimited(response, whole, ())
    if not rows:
        return aligned(response, whole.start, whole.end)
    commas = bool(rows) and response[rows[0][0].end : rows[0][1].start].strip() == ","
    spaced = commas and ", " in whole.of(response)
    return () if spaced or not rows or len(rows[0]) < _FEWEST else rows


def _fenced_rows(response: str, fence: Block) -> tuple[Block, ...]:
    """Return the rows of delimited values within a fence as those of a table; else the block itself."""
    rows = delimited(response, fence.text, (fence,)) if fence.kind is BlockKind.CODE else ()
    if not rows and fence.kind is BlockKind.CODE:
        rows = aligned(response, fence.text.start, fence.text.end)
    table = _table(response, fence.group, rows)
    if not table:
        return (fence,)
    edges = [Block(BlockKind.RULE, edge, edge, 0, -1) for edge in _edges(fence)]
    return (edges[0], *table, edges[1])


def _table(response: str, group: int, rows: tuple[tuple[Span, ...], ...]) -> tuple[Block, ...]:
    """Return rows as those of a table, of which some column is of numbers below a header of another kind.

    Else the first row may be no header; in a chart of bars, rows of other marks stand beside it.
    """
    told = [[cell.of(response) for cell in row] for row in rows]
    columns = list(zip(*told, strict=True))
    filled = ([cell for cell in below if cell] for _, *below in columns)
    counted = any(below and all(map(_NUMBER.fullmatch, below)) for below in filled)
    counted = counted and not any(map(_NUMBER.fullmatch, told[0]))
    bars = [all(is_bar(cell) for cell in row[1:] if cell) for row in told]
    if len(rows) < _FEWEST or not (counted or sum(bars) >= _FEWEST):
        return ()
    table = []
    for number, row in enumerate(rows):
        line = Span(
            row[0].start, row[-1].end if row[-1].end > row[0].start else max(c.end for c in row)
        )
        if number and not counted and not bars[number]:
            table.append(Block(BlockKind.PARAGRAPH, line, line, 0, group))
            continue
        kind = BlockKind.TABLE_ROW if number else BlockKind.TABLE_HEADER
        table.append(Block(kind, line, line, 0, group, cells=row))
    return tuple(table)


def _says_again(response: str, fence: Block, blocks: Sequence[Block]) -> bool:
    """Tell whether a fence has no numbers but those of a list outside: a plan in short."""
    told = [b.text.of(response) for b in blocks if b.kind in BELOW]
    told = [line for line in told if _DIGITS.search(line)]
    lines = [line for line in fence.text.of(response).splitlines() if _DIGITS.search(line)]
    known = {number for line in told for number in _DIGITS.findall(line)}
    return len(told) >= len(lines) >= _FEWEST and all(
        number in known for line in lines for number in _DIGITS.findall(line)
    )


def _edges(fence: Block) -> tuple[Span, Span]:
    """Return the lines that open and close a fence."""
    return Span(fence.span.start, fence.text.start), Span(fence.text.end, fence.span.end)


def _is_text(response: str, block: Block) -> bool:
    """Tell whether a fence holds lines of words and numbers that are no program and no data."""
    if not _MARK.match(response, block.span.start) or delimited(response, block.text, (block,)):
        return False
    body = response[block.text.start : block.text.end]
    lines = [line for line in body.splitlines() if line.strip()]
    worded = [line for line in lines if _WORD.search(line)]
    return (
        len(lines) >= _FEWEST
        and 2 * len(worded) >= len(lines)
        and any(letter.isdigit() for letter in body)
        and not any(map(_CODE.search, lines))
    )
