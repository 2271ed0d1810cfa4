"""Blocks: the Markdown of a response as models really write it, with exact offsets."""

from __future__ import annotations

from enum import IntEnum

from evalspec.core.record import Record
from evalspec.core.span import Span


class BlockKind(IntEnum):
    """What a line (or table cell row) is by its markup alone."""

    HEADING = 1
    """`## Day 1`, setext headings."""
    BOLD_LINE = 2
    """A whole line in bold or underlined, with or without a final colon: used as a heading."""
    LABEL_LINE = 3
    """`Breakfast:` alone, a line that ends with a colon."""
    BULLET = 4
    """`- x`, `* x`, `• x`."""
    NUMBERED = 5
    """`1. x`, `2) x`, `a) x`."""
    PARAGRAPH = 6
    """One source line of prose (consecutive lines stay separate blocks, `group` ties them)."""
    TABLE_HEADER = 7
    TABLE_ROW = 8
    CODE = 9
    """One fenced or indented code block."""
    QUOTE = 10
    RULE = 11
    """`---`."""


HEADS = (BlockKind.HEADING, BlockKind.BOLD_LINE, BlockKind.LABEL_LINE)
TITLES = HEADS[:2]
LISTS = (BlockKind.BULLET, BlockKind.NUMBERED)
LINES = (*LISTS, BlockKind.PARAGRAPH)
TABLES = (BlockKind.TABLE_HEADER, BlockKind.TABLE_ROW)
BELOW = (*LISTS, *TABLES)
"""What a heading of parts is followed by."""
NAMED_DEPTH, LIST_DEPTH = 7, 10
"""How deep bold lines stand, plain ones deeper, and the outermost list items."""


class Block(Record, frozen=True):
    """One line of the response (or one table row, or one code block)."""

    kind: BlockKind
    span: Span
    """The whole line(s) without the line end."""
    text: Span
    """The content: without marker, indentation and surrounding emphasis."""
    level: int
    """Heading level 1-6; for list items the nesting depth from 0, and for an indented line below an
    item one more than the item's; else 0."""
    group: int
    """Same number for lines of one paragraph, one list, or one table."""
    number: str = ""
    """The list marker's number as written, `3` or `b`; else empty."""
    label: Span | None = None
    """`Label` of `**Label:** rest`, `Label: rest` or `**Label** - rest`, without emphasis and
    separator. A clock time is never (part of) a label: in `8:00 AM - Work: emails` it is `Work`."""
    rest: Span | None = None
    """What follows the label; None when there is no label."""
    cells: tuple[Span, ...] = ()
    """Trimmed cells of a table row, without surrounding emphasis."""
    bold: bool = False
    """The whole content is emphasised: `* **Breakfast**`, `**Day 1**`."""
    unit: Span | None = None
    """Where the unit of a bare number stands, apart from it: `{"value": 438, "unit": "kcal"}`."""


_DEPTH = {BlockKind.BOLD_LINE: NAMED_DEPTH, BlockKind.LABEL_LINE: 8, BlockKind.PARAGRAPH: 9}


def depth_of(block: Block) -> int:
    """Return how deep a block's markup stands: headings 1-6, bold 7, labels 8, text 9, lists."""
    if block.kind is BlockKind.HEADING:
        return block.level
    return _DEPTH.get(block.kind, LIST_DEPTH + block.level)
