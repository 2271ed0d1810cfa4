"""What a row of a grid tells: days that hold columns of meals, or a meal below columns of days."""

from __future__ import annotations

from msgspec.structs import replace

from evalspec.core.quantity import UNITLESS, exactly
from evalspec.core.span import Span
from evalspec.document import schedule
from evalspec.document.blocks import Block
from evalspec.document.facts import Amount, EntryKind, Origin
from evalspec.document.grid import Grid
from evalspec.document.grid_cells import (
    field_of_row,
    fill,
    headed_at,
    measured_in_row,
    only_measures,
    read_beside,
    shared_measure,
    state_total,
    take_told_above,
    tells_of_one,
    unit_told,
)
from evalspec.document.lines import item_of
from evalspec.document.own_amounts import as_origin, names_something
from evalspec.document.reading import Reading
from evalspec.document.rests import says_nothing_done
from evalspec.document.table import container, is_total, rank_named, row_item
from evalspec.document.tree import Draft
from evalspec.vocabulary.fold import fold


def row_of_containers(grid: Grid, row: Block, holders: dict[int, Draft]) -> None:
    """Read a day with its meals: `| Mon | Soup (340 kcal) | Fish (500 kcal) | 840 kcal |`."""
    table = grid.table
    reading = table.reading
    first = next((c for n in grid.heads if (c := table.cell(row, n))), None)
    if first is not None and (is_total(reading, first) or only_measures(grid, row, first)):
        _row_of_totals(grid, row)
        return
    holder = _held(grid, row, holders)
    inners: list[Draft] = []
    for number, rank in grid.tops.items():
        content = table.cell(row, number)
        said = "" if content is None else fold(reading.string(content).strip("*_ "))
        rests = says_nothing_done(reading, said)
        if content is not None and not rank and rests:
            off = item_of(reading, table.header[number], holder.depth + 1)
            off.kind, off.spans = EntryKind.REST, [table.header[number], content]
            off.amounts += item_of(reading, content, holder.depth).amounts
            holder.add(off)
        elif content is not None:
            inner = holder.add(headed_at(reading, table.header[number], rank))
            inner.spans = [table.header[number], content]
            fill(grid, inner, content, unit_told(grid.table, number))
            take_told_above(grid, inner, table.header[number])
            inners.append(inner)
    _be_there_too(reading, inners)
    for number in grid.beside:
        content = table.cell(row, number)
        if content is not None and not tells_of_one(grid, table.header[number], inners, content):
            read_beside(grid, holder, number, content)


def _be_there_too(reading: Reading, columns: list[Draft]) -> None:
    """Let who stands in a column without a time be there as those with times beside it: `On call`."""
    parts = [(column, part) for column in columns for part in column.parts if not column.rank]
    kinds = {part.kind for _, part in parts}
    rank = reading.wording.item_rank
    for column, part in parts if kinds == {EntryKind.BLOCK, EntryKind.ITEM} else ():
        part.fields.append(("person", part.span))
        if part.kind is EntryKind.ITEM and not part.rank:
            part.take_rank(rank, reading.wording.level[rank])
            part.name(fold(column.label))


def _held(grid: Grid, row: Block, holders: dict[int, Draft]) -> Draft:
    """Find or make the containers that the first cells of a row name; blanks continue."""
    table = grid.table
    holder = table.reading.top
    for number in grid.heads:
        rank = table.ranks.get(number)
        cell = table.cell(row, number)
        if rank is None:
            continue
        known = holders.get(number)
        again = cell is None or (known is not None and table.reading.string(cell) == known.label)
        if known is not None and known.parent is holder and again:
            known.spans.append(row.span)
            holder = known
        elif cell is not None:
            draft = holder.add(container(table.reading, cell, rank))
            draft.spans = [row.span]
            holders[number] = holder = draft
    return holder


def _row_of_totals(grid: Grid, row: Block) -> None:
    """Read the last row: only the total of all is one of something that stands in the outline."""
    table = grid.table
    for number in (*grid.tops, *grid.beside):
        cell = table.cell(row, number)
        if cell is not None and is_total(table.reading, table.header[number]):
            state_total(grid, table.reading.top, number, cell)
        elif cell is not None:
            table.reading.leave(cell, "total")


def row_across(grid: Grid, row: Block, tops: dict[int, Draft], slot: bool) -> None:
    """Read what stands in each column at one meal, time or name."""
    table = grid.table
    reading = table.reading
    head = table.cell(row, grid.heads[0]) if grid.heads else None
    totals = head is not None and (is_total(reading, head) or only_measures(grid, row, head))
    claimed = head is not None and _is_claimed(reading, fold(reading.string(head)), totals)
    for number, top in tops.items():
        content = table.cell(row, number)
        if content is None:
            continue
        if claimed:
            reading.leave(content, "claim")
            continue
        if head is None or _says_when(reading, head, content):
            held = len(top.parts)
            fill(grid, top, content)
            top.whole = False
            if head is not None:
                said = fold(reading.string(head))
                top.fields.append((said, content))
                for part in top.parts[held:]:
                    part.name(said)
        elif slot:
            item = item_of(reading, content, top.depth + 1)
            item.spans = [head, content]
            item.name(fold(reading.string(head)))
            top.add(item)
        elif not reading.times(head) and tells_of_one(grid, head, top.parts, content):
            continue
        elif totals:
            _total_across(grid, top, head, content)
        else:
            _cell_across(grid, row, top, head, content)
    for number in grid.beside:
        content = table.cell(row, number)
        if content is not None:
            _aside(grid, number, content, totals)


def _says_when(reading: Reading, head: Span, content: Span) -> bool:
    """Tell whether a row is of a part of the day, or of a picture, in which cells tell what is done."""
    said = fold(reading.string(head))
    if said not in reading.wording.lexicon.parts_of_day:
        return not any(map(str.isalnum, said))
    if (named := reading.wording.named(said)) is not None and named.rank:
        return False  # which holds what is done then
    return names_something(reading, reading.string(content))


def _is_claimed(reading: Reading, label: str, totals: bool) -> bool:
    """Tell whether a row says what each column is for or to come to: `Focus`, `Target kcal`."""
    wording = reading.wording
    return wording.role(label, "claim") or (totals and wording.begins_with_role(label, "claim"))


def row_below(grid: Grid, row: Block, last: dict[int, Draft]) -> None:
    """Read what is told in each column of the thing above it: `| Weight | 20 kg | 60 kg |`."""
    reading, head = grid.table.reading, row.cells[0]
    label = fold(reading.string(head))
    for number in grid.tops:
        content, draft = grid.table.cell(row, number), last.get(number)
        if content is None:
            continue
        if draft is None or reading.wording.begins_with_role(label, "note"):
            reading.leave(content, "note")
            continue
        origin = Origin.ITEM if draft.kind is not EntryKind.CONTAINER else Origin.STATED
        draft.whole = True
        draft.fields.append((label, content))
        draft.spans.append(content)
        times = reading.times(content)
        if not times:
            found = measured_in_row(grid, head, content, None)
            draft.amounts += [as_origin(amount, origin) for amount in found]
        elif draft.starts:
            schedule.set_end(draft, times[0])
        else:
            schedule.set_times(draft, times[0])
            draft.kind = EntryKind.BLOCK


def _aside(grid: Grid, number: int, content: Span, totals: bool) -> None:
    """Read a cell beside the columns: only the total of all is one of something that has an entry."""
    reading = grid.table.reading
    total = is_total(reading, grid.table.header[number])
    if total and totals:
        state_total(grid, reading.top, number, content)
    else:
        told = total or bool(grid.table.columns[number].measure)
        reading.leave(content, "total" if told else "note")


def _total_across(grid: Grid, top: Draft, head: Span, content: Span) -> None:
    found = measured_in_row(grid, head, content, shared_measure(grid.table.reading, top))
    top.state(found)


def _cell_across(grid: Grid, row: Block, top: Draft, head: Span, content: Span) -> None:
    """Read a cell of a column: below a meal an item, at a time a block, else an item by its row."""
    reading = grid.table.reading
    rank = rank_named(reading, head)
    times = reading.times(head)
    if rank and rank != top.rank and not times:
        inner = next(filter(lambda part: _goes_on(reading, head, part), top.parts[-1:]), None)
        if inner is None:
            inner = top.add(container(reading, head, rank))
        inner.spans += [head, content]
        if content != head:
            fill(grid, inner, content)
        return
    for block in schedule.pieces(reading, content, top.depth + 1) if not times else ():
        block.name(fold(block.label))  # `Early (6:00–14:00)`, beside `Ana`
        block.label, block.span = reading.string(head), head
        block.name(fold(block.label))
        block.fields += field_of_row(grid, head)
        top.add(block)
    if top.parts and top.parts[-1].span == head:
        return
    item = row_item(reading, row.span, content if times else head)
    item.spans = [head, content]
    item.amounts = measured_in_row(grid, head, content, None)
    item.amounts += _of_each(reading, head, item.amounts)
    said = reading.string(content)
    if names_something(reading, said) or said.isalpha():
        item.name(fold(said), *reading.wording.categories_of(fold(said)))
    if says_nothing_done(reading, fold(said)):
        item.kind = EntryKind.REST
    if times:
        if reading.wording.says_shift(reading.string(head)):  # `Early (6:00–14:00)`, above `Ana`
            item.name(fold(reading.string(head).partition("(")[0]))
        item.kind = EntryKind.BLOCK
        schedule.set_times(item, times[0])
    else:
        item.fields += field_of_row(grid, head)
        top.fields.append((fold(reading.string(head)), content))
        at = [] if top.rank or names_something(reading, said) else reading.times(content)
        if at:
            item.kind = EntryKind.BLOCK  # `| Mill | 8:05 | 8:35 |` below `Bus 1`, `Bus 2`
            schedule.set_times(item, at[0])
    top.add(item)


def _of_each(reading: Reading, head: Span, told: list[Amount]) -> list[Amount]:
    """Return what a row says in its name of each of what its cells tell: `| Iron 20 mg | 1 | 2 |`."""
    once = all(a.value == exactly(1) for a in told if a.unit == UNITLESS)
    known = {amount.measure for amount in told}
    found = (a for a in reading.measured(head) if a.measure not in known)
    return [a if once else replace(a, qualifier=a.qualifier or "each") for a in found]


def _goes_on(reading: Reading, head: Span, last: Draft) -> bool:
    """Tell whether a row is a further thing of the one before it: `Lunch, dish 2` below `Lunch, dish 1`."""
    wording = reading.wording
    named, said = wording.named(reading.string(head)), fold(reading.string(head))
    if named is None or named.stem not in last.names or named.rank in wording.item_ranks:
        return False
    return wording.place_of(said.removeprefix(named.stem).strip(" ,:()–—-")) > 1
