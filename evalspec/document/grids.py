"""Grids: tables whose columns are containers themselves, as days by meals or meals by days.

The larger of the two ranks holds the smaller: rows of days hold columns of meals, columns of
days hold rows of meals. A column of totals, of a measure or of remarks beside the columns of
containers says something of the row; it is no part of it.
"""

from __future__ import annotations

from collections.abc import Iterator

from evalspec.core.span import Span
from evalspec.document import schedule
from evalspec.document.grid import (
    PAIR,
    Grid,
    is_aside,
    measure_of_bare_numbers,
    rank_of_column,
    recurring,
)
from evalspec.document.grid_rows import row_across, row_below, row_of_containers
from evalspec.document.headers import is_of_period
from evalspec.document.rotas import by_columns_alike, by_parts_of_day, by_runs
from evalspec.document.stacks import stack_of
from evalspec.document.table import Table, headed
from evalspec.document.tree import Draft


def grid_of(table: Table) -> Grid | None:
    """Return the grid that a table is, or None: at least two headers are names of one rank.

    Headers of no rank are containers too where their columns hold the same kind of thing.
    """
    stacked = _of_stacked_rows(table)
    if stacked is not None or table.sets:
        return stacked
    named = {n: rank for n in range(len(table.header)) if (rank := rank_of_column(table, n))}
    ranks = [rank for n, rank in named.items() if n or table.reading.string(table.header[n])]
    if not ranks:
        return by_parts_of_day(table) or by_runs(table) or by_columns_alike(table)
    pair = len(table.header) == PAIR and not table.reading.string(table.header[0])
    if len(ranks) < 2 and not pair:
        return None
    rank = max(ranks, key=ranks.count)
    tops = {n: own for n, own in named.items() if own == rank}
    tops = {n: rank for n in range(len(table.header)) if n in tops or _is_among(table, n, tops)}
    heads = tuple(range(min(tops)))
    beside = tuple(n for n in range(min(tops), len(table.header)) if n not in tops)
    level = table.reading.wording.level
    rows = [level[table.ranks[n]] for n in heads if n in table.ranks]
    outer = bool(rows) and max(rows) < level[tops[min(tops)]]
    if not outer:
        heads = tuple(n for n in heads if not _counts_rows(table, n))
    if not outer and (len(heads) > 1 or not all(is_aside(table, n) for n in beside)):
        return None
    bare = measure_of_bare_numbers(table, heads, beside)
    return Grid(table, heads, tops, beside, outer, bare, recurring(table, tops))


def _is_among(table: Table, number: int, tops: dict[int, str]) -> bool:
    """Tell whether a column is of the rank of those around it, which have times: `Packed lunch`."""
    wording, header = table.reading.wording, table.columns[number]
    rank = tops[min(tops)]
    known = wording.lexicon.ranks.get(rank)
    plain = not (header.measure or is_aside(table, number) or number in table.ranks)
    if known is None or not known.timed or not plain or not min(tops) < number:
        return False
    words = header.name.split()
    said = (wording.named(word) for word in (*words[:1], *words[-1:]))
    called = any(named is not None and named.rank == rank for named in said)
    cells = table.cells_of(number)
    return bool(cells) and all(map(table.in_words, cells)) and (called or number < max(tops))


def _of_stacked_rows(table: Table) -> Grid | None:
    """Return the grid of columns that tell of several things below each other: `Squat`, `Sets`."""
    wording = table.reading.wording
    tops = [n for n in range(1, len(table.header)) if not is_aside(table, n)]
    heads = [table.columns[n] for n in tops]
    told = any(
        h.measure or wording.role(h.name, "version") or is_of_period(h, wording) for h in heads
    )
    if not tops or told or any(not row.cells for row in table.rows):
        return None
    stack = stack_of(table.reading, [row.cells[0] for row in table.rows])
    if stack is None:
        return None
    ranks = {n: rank_of_column(table, n) for n in tops}
    beside = tuple(n for n in range(1, len(table.header)) if n not in tops)
    return Grid(
        table, (0,), ranks, beside, False, measure_of_bare_numbers(table, (0,), beside), stack=stack
    )


def _counts_rows(table: Table, number: int) -> bool:
    """Tell whether a column beside others only numbers the rows: the first lesson, the second."""
    cells = [table.reading.string(cell) for cell in table.cells_of(number)]
    counted = [table.reading.wording.place_of(cell) for cell in cells]
    return number + 1 < len(table.header) and counted == [n + 1 for n in range(len(cells))]


def read_grid(grid: Grid) -> None:
    """Read every row of a grid into the outline."""
    if grid.outer:
        holders: dict[int, Draft] = {}
        for row in grid.table.rows:
            row_of_containers(grid, row, holders)
        return
    tops = dict(_tops(grid))
    last: dict[int, Draft] = {}
    for place, row in enumerate(grid.table.rows):
        if grid.stack is not None and place in grid.stack.told:
            row_below(grid, row, last)
            continue
        slot = grid.stack is not None and place in grid.stack.slots
        row_across(grid, row, tops, slot)
        cells = {n: cell for n in tops if (cell := grid.table.cell(row, n)) is not None}
        last = {n: one for n, c in cells.items() if (one := _named_in(c, tops[n])) is not None}


def _named_in(content: Span, top: Draft) -> Draft | None:
    """Return the last thing of a column where a cell names it: one item, or the container of several."""
    last = top.parts[-1] if top.parts else None
    if last is None or not any(content.covers(span) for span in last.spans):
        return None
    own = [part for part in last.parts if content.covers(part.span)]
    return own[0] if len(own) == 1 else last


def _tops(grid: Grid) -> Iterator[tuple[int, Draft]]:
    """Open the containers that are columns."""
    table = grid.table
    for number, rank in grid.tops.items():
        cell = table.header[number]
        if not rank and len(table.header) == PAIR and grid.stack:  # `| Field | Value |`
            yield number, table.reading.top
            continue
        draft = table.reading.top.add(headed(table.reading, cell, rank))
        for time in table.reading.times(cell)[: 0 if rank else 1]:
            schedule.set_times(draft, time)
        draft.spans = [cell, *(r.cells[number] for r in table.rows if number < len(r.cells))]
        yield number, draft
