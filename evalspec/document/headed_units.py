"""Bare numbers of a table whose heading tells their unit: `### Prices (€)` above nothing but numbers.

A column of its own measure keeps what that says; beside such a column others may count something.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from evalspec.core.quantity import Unit
from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document.blocks import HEADS, TABLES, Block, BlockKind
from evalspec.document.headers import Column, column
from evalspec.document.mention import Mentions
from evalspec.document.wording import Wording
from evalspec.vocabulary.fold import fold

_EXTENTS = ("currency", "energy", "mass", "time")
_NUMBER = regex(r"[*_~≈ ]*\d[\d.,]*[*_ ]*")


def with_head_units(
    text: str, blocks: Sequence[Block], mentions: Mentions, wording: Wording
) -> Mentions:
    """Give numbers that are all of a cell the unit of the heading right above their table."""
    told = {
        cell.start: (cell, unit)
        for head, rows in _tables(blocks)
        if (unit := _unit_in(text[head.text.start : head.text.end], wording)) is not None
        for cell in _untold(text, rows, unit, wording)
    }
    if not told:
        return mentions
    ends = {start: cell.end for start, (cell, _) in told.items()}
    within = (
        replace(m, unit=told[start][1], unit_word=fold(told[start][1].name))
        if m.unit is None and (start := _cell_of(m.span, ends)) >= 0
        else m
        for m in mentions.quantities
    )
    return replace(mentions, quantities=tuple(within))


def _cell_of(span: Span, ends: dict[int, int]) -> int:
    """Return where the cell begins that is nothing but a number; marks may stand around that."""
    near = range(span.start, span.start - 4, -1)
    return next((start for start in near if ends.get(start, -1) >= span.end), -1)


def _tables(blocks: Sequence[Block]) -> Iterator[tuple[Block, list[Block]]]:
    """Yield the rows of each table that stands right below a heading, with that."""
    head: Block | None = None
    rows: list[Block] = []
    for block in blocks:
        if block.kind in TABLES and head is not None:
            rows.append(block)
            continue
        if head is not None and rows:
            yield head, rows
        head, rows = (block if block.kind in HEADS else None), []
    if head is not None and rows:
        yield head, rows


def _unit_in(head: str, wording: Wording) -> Unit | None:
    """Return the unit in the brackets of a heading: `Prices (€)`, but not `Lunch (45 min)`."""
    told = column(head, wording) if any(mark in head for mark in "([") else None
    unit = told.unit if told is not None else None
    return unit if unit is not None and unit.dimension.partition(":")[0] in _EXTENTS else None


def _untold(text: str, rows: Sequence[Block], unit: Unit, wording: Wording) -> Iterator[Span]:
    """Yield the cells of nothing but a number in columns that tell no unit of theirs."""
    if rows[0].kind is not BlockKind.TABLE_HEADER:
        return
    columns = [column(text[cell.start : cell.end], wording) for cell in rows[0].cells]
    measured = any(told.measure or told.unit is not None for told in columns[1:])
    for row in rows[1:]:
        for told, cell in zip(columns[1:], row.cells[1:], strict=False):
            if _NUMBER.fullmatch(text, cell.start, cell.end) and _is_of(
                told, unit, measured, wording
            ):
                yield cell


def _is_of(told: Column, unit: Unit, measured: bool, wording: Wording) -> bool:
    """Tell whether the numbers of a column may be of the unit of their table."""
    if told.unit is not None:
        return False
    if told.measure:
        return wording.admits(told.measure, unit.dimension)
    return not measured and told.name not in wording.lexicon.units
