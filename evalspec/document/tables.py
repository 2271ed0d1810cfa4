"""Tables: rows are items, rank columns make containers; grids are read by themselves."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain

from msgspec import structs

from evalspec.core.quantity import UNITLESS, Interval
from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document import schedule, totals
from evalspec.document.balances import read_balance
from evalspec.document.blocks import LIST_DEPTH, Block
from evalspec.document.components import is_side
from evalspec.document.duplicates import without_duplicates
from evalspec.document.facts import Amount, Doubt, EntryKind, Origin, come_to, of_each
from evalspec.document.grids import grid_of, read_grid
from evalspec.document.headers import Column, column, unit_of
from evalspec.document.item_dates import take_date
from evalspec.document.line_amounts import product_of
from evalspec.document.lines import perhaps_total
from evalspec.document.objects import rank_of_list
from evalspec.document.own_amounts import amounts_in, names_something, only_amounts
from evalspec.document.reading import Reading
from evalspec.document.remainders import is_remainder
from evalspec.document.rests import is_rest
from evalspec.document.rotas import people_of
from evalspec.document.row_groups import RowGroups
from evalspec.document.sets import in_sets, set_columns
from evalspec.document.stacks import stack_of, tells
from evalspec.document.table import (
    Table,
    begins_like_a_day,
    container,
    headed,
    is_total,
    rank_named,
    row_item,
)
from evalspec.document.tree import Draft
from evalspec.vocabulary.fold import fold

_ON_TOP = regex(r"[*_]*[ \xa0]*(?:\+|plus)[ \xa0]+[^\W\d_]\D*$")
_OPENED = regex(r"(?:[ \xa0][^\W\d]+)?[ \xa0]\([~≈]?")
_PAIR = 2
_FEWEST = 2
_HEADINGS = 6
"""Depth of the smallest heading: a bold line or a label ends where something else than its list begins."""


def read_table(reading: Reading, rows: Sequence[Block]) -> None:
    """Read one table into the outline."""
    if not reading.is_json:
        reading.close_lists(10)
        while len(reading.stack) > 1 and reading.top.whole:
            reading.stack.pop()
        _leave_said(reading, rows[0])
        if reading.heads_one_thing() and _names_above(reading, rows[1:]):
            reading.stack.pop()
    if not reading.is_json and read_balance(reading, rows):
        return
    rows = _upright(reading, rows)
    if groups := _side_by_side(reading, rows):
        holder = reading.top
        for head, rank, beside in groups:
            reading.stack.append(holder.add(headed(reading, head, rank)))
            reading.top.spans = [cell for row in beside for cell in row.cells]
            _read_rows(Table(reading, beside))
            reading.stack.pop()
        return
    table = Table(reading, rows)
    section = "note" if _is_advice(reading, rows) else reading.section()
    if section in ("note", "total"):
        for row in rows:
            reading.leave(row.span, section)
        return
    grid = grid_of(table)
    apart = _leave_siblings(table, rows[0].span)
    if grid is not None:
        read_grid(grid)
    else:
        _read_rows(table)
    if apart:
        reading.stack.pop()


def _side_by_side(
    reading: Reading, rows: Sequence[Block]
) -> list[tuple[Span, str, Sequence[Block]]]:
    """Part days that stand side by side: `| Day 1 | Sets | Day 2 | Sets |`, `| Time | Sat | Time | Sun |`."""
    header = rows[0].cells
    ranks = [rank_named(reading, cell) for cell in header]
    places = [n for n, rank in enumerate(ranks) if rank]
    width = len(header) // len(places) if len(places) > 1 else 0
    if width < _PAIR or width * len(places) != len(header) or len({*ranks} - {""}) > 1:
        return []
    names = ["" if ranks[n] else fold(reading.string(cell)) for n, cell in enumerate(header)]
    if any(names[n : n + width] != names[:width] for n in range(0, len(header), width)):
        return []
    found: list[tuple[Span, str, Sequence[Block]]] = []
    for at, place in zip(range(0, len(header), width), places, strict=True):
        parts = [(row, row.cells[at : at + width]) for row in rows]
        told = [(row, cells) for row, cells in parts if any(map(reading.string, cells))]
        spans = [(row, cells, Span(cells[0].start, cells[-1].end)) for row, cells in told]
        beside = [structs.replace(row, cells=cells, span=span) for row, cells, span in spans]
        found.append((header[place], ranks[place], beside))
    return found


def _is_advice(reading: Reading, rows: Sequence[Block]) -> bool:
    """Tell whether all columns of a table go by words for advice: `| Rule | Why |`."""
    heads = (fold(reading.string(cell)) for cell in rows[0].cells)
    return all(reading.wording.role(head, "advice", "note") for head in heads)


def _names_above(reading: Reading, rows: Sequence[Block]) -> bool:
    """Tell whether rows name things above or days: none is a part of what has its sets above them."""
    cells = [row.cells[0] for row in rows if row.cells]
    return any(
        rank_named(reading, cell) or reading.called(fold(reading.string(cell))) is not None
        for cell in cells
    )


def _leave_said(reading: Reading, header: Block) -> None:
    """Leave a label that has lines of its own before a table: `**Objectives**`, two bullets, the plan."""
    top = reading.top
    if top.section != "claim" or top.parts or top.depth <= _HEADINGS:
        return
    if reading.blocks[reading.at].span.start > top.spans[0].end:
        reading.stack.pop()


def _read_rows(table: Table) -> None:
    for number in table.sets:
        table.reading.leave(table.header[number], "header")  # of `Set 1 kg` no kilogram is told
    table.measure_columns()
    table.settle_products()
    groups, holders, people = RowGroups(table), dict[int, Draft](), people_of(table)
    for row in table.rows:
        _read_row(groups, row, holders)
        item = table.reading.last_item
        if people and item is not None and item.spans[0] == row.span:
            told = [(n, cell) for n in people if (cell := table.cell(row, n)) is not None]
            item.fields += [("person", cell) for _, cell in told]
            item.fields += [(table.columns[n].name, cell) for n, cell in told if n == table.name]


def _upright(reading: Reading, rows: Sequence[Block]) -> Sequence[Block]:
    """Turn a table whose rows are measures and whose columns are items: `| | Soup | Pie |`."""
    head, body = rows[0], rows[1:]
    if not body or len(head.cells) < 2 or any(len(r.cells) != len(head.cells) for r in body):
        return rows
    rows = _with_names_above(reading, rows)
    head, body = rows[0], rows[1:]
    if stack_of(reading, [row.cells[0] for row in body]) is not None:
        return rows
    stack = stack_of(reading, head.cells[1:])
    if stack is not None and stack.alike and all(_is_one(reading, row.cells[0]) for row in body):
        return _turned(rows)
    if set_columns(
        [_header(reading, reading.string(row.cells[0])) for row in body], reading.wording
    ):
        return _turned(rows)
    names = [reading.string(cell) for cell in head.cells]
    told = [_header(reading, reading.string(row.cells[0])) for row in body]
    measured = [c for c in told if c.measure or c.unit]
    cornered = not names[0] and bool(measured) and len(measured) * 2 >= len(told)
    if not cornered and (len(measured) < len(told) or len(names) < 3):
        return rows
    if rank_named(reading, head.cells[1]) and not begins_like_a_day(reading, head.cells[1]):
        return rows
    sure = cornered and any(c.unit for c in measured)  # `| Volume (l) | 3 |` below `Mite count`
    beside = [_header(reading, name) for name in names]
    if any(c.unit or (c.measure and not sure) for c in beside):
        return rows
    if any(reading.wording.named(name) for name in names):
        return rows
    return _turned(rows)


def _with_names_above(reading: Reading, rows: Sequence[Block]) -> Sequence[Block]:
    """Give names beside what is told of them rows of their own above it: `| Squat | Sets | 3 | 4 |`."""
    found: list[Block] = []
    names: list[Span] = []
    for row in rows if len(rows[0].cells) > _PAIR else ():
        name, label, *cells = row.cells
        known = bool(found) and is_total(reading, name)
        if found and not known and not tells(reading, fold(reading.string(label))):
            return rows
        new = reading.string(name) and fold(reading.string(name)) not in map(
            fold, map(reading.string, names[-1:])
        )
        if found and new and not known:
            names.append(name)
            found.append(structs.replace(row, cells=(name, *(name for _ in cells))))
        found.append(structs.replace(row, cells=(label if names and not known else name, *cells)))
    return found if _FEWEST <= len(names) < len(rows) - len(names) else rows


def _turned(rows: Sequence[Block]) -> Sequence[Block]:
    """Make the columns of a table its rows."""
    head, body = rows[0], rows[1:]
    columns = zip(*(row.cells for row in rows), strict=True)
    return [
        structs.replace(head if not number else body[0], cells=cells, span=cells[0], text=cells[0])
        for number, cells in enumerate(columns)
    ]


def _is_one(reading: Reading, cell: Span) -> bool:
    """Tell whether a cell names a container, or all of them."""
    return bool(rank_named(reading, cell)) or is_total(reading, cell)


def _header(reading: Reading, label: str) -> Column:
    """Return what a header says, also where it is nothing but a unit: `L`."""
    header = column(label, reading.wording)
    header.unit = header.unit or unit_of(header.name, reading.wording)
    return header


def _leave_siblings(table: Table, span: Span) -> bool:
    """Leave a `Day 3`, and its last meal, above a table that lists days; that is a section of its own."""
    reading = table.reading
    ranks = table.ranks
    number = min(ranks, key=lambda n: reading.wording.level[ranks[n]], default=-1)
    rank = ranks.get(number, "")
    above = next((draft for draft in reading.stack if rank and draft.rank == rank), None)
    if above is None or above.depth >= LIST_DEPTH:
        return False
    named = {fold(reading.string(cell)) for cell in table.cells_of(number)}
    if len(named) < 2:
        return False
    del reading.stack[reading.stack.index(above) :]
    section = reading.top.add(Draft(EntryKind.CONTAINER, "", span, depth=above.depth))
    reading.stack.append(section)
    return True


def _read_row(groups: RowGroups, row: Block, holders: dict[int, Draft]) -> None:
    table, reading = groups.table, groups.table.reading
    wording = reading.wording
    cells = [c for n in range(len(row.cells)) if (c := table.cell(row, n))]
    worded = sorted(
        filter(table.in_words, cells), key=lambda c: c in (row.cells[n] for n in table.ranks)
    )
    first = next(iter(cells), None)
    summed = (c for c in worded if is_total(reading, c))  # `| Day 1 (Monday) | Total | |`
    name = table.cell(row, table.name) or next(chain(summed, worded), first)
    if name is None or first is None:
        return
    if (group := groups.named_by(row)) is not None:
        if groups.by_rank:
            group.amounts = _without_totals(reading, _cells(table, row, Origin.STATED, skip=-1))
        groups.begin(group)
        holders.clear()
        return
    beside = table.heads_beside and first == row.cells[0] and not is_total(reading, first)
    if beside and not table.cell(row, table.name):
        groups.end_beside()
    elif beside:
        groups.begin_beside(first)
        row = structs.replace(row, cells=(Span(first.start, first.start), *row.cells[1:]))
        first = next(iter(cells[1:]), first)
    label = wording.without_estimate(fold(reading.string(first)).removeprefix("your "))
    if wording.role(label, "average", "claim") and not is_total(reading, first):
        reading.leave(row.span, "average" if wording.role(label, "average") else "claim")
        return
    holder = _holder(groups, row, holders)
    time = table.leading_time(row, table.time) if table.time >= 0 else None
    ranked = table.name in table.ranks
    whole = ranked and wording.role(fold(reading.string(first)), "whole")
    totalled = whole or is_total(reading, name) or is_total(reading, first)
    begins = name if first != name and is_total(reading, name) else first
    if time is None and totalled and not _is_told(table, row, begins, holder):
        stated = _without_totals(reading, _cells(table, row, Origin.STATED, skip=-1))
        target = _total_target(groups, reading.string(first), holder, stated)
        target.amounts += stated
        target.spans.append(row.span)
        return
    if is_remainder(wording, fold(reading.string(first))):
        reading.leave(row.span, "remainder")
        return
    if time is None and table.time >= 0 and table.is_away(row, table.time):
        reading.leave(row.span, "away")
        return
    holder = _within(table, row, holder)
    item = row_item(reading, row.span, name)
    heads = table.columns[table.name].name
    if heads and item.kind is EntryKind.ITEM and not names_something(reading, item.label):
        heads = wording.without_role(heads, "per period")
        item.name(fold(heads))  # `| 4 × 200 ml |` below `Bottles a day`
    if wording.begins_with_role(table.columns[table.name].name, "claim"):
        item.kind = EntryKind.ITEM  # what the `Focus` is on may be recovery
    if ranked:
        item = container(reading, name, table.ranks[table.name])
        item.spans = [row.span]
        if is_rest(reading, fold(item.label)):
            item.kind = EntryKind.REST
    elif reading.is_json and (listed := rank_of_list(reading)[0]) and listed != holder.rank:
        item = container(reading, name, listed)
        item.spans = [row.span]
    elif (rank := _headed(table)) and item.kind is EntryKind.ITEM:
        item.take_rank(rank, wording.level[rank])
    if time is not None:
        item.kind = EntryKind.BLOCK
        schedule.set_times(item, time)
        ending = table.leading_time(row, table.time + 1) if time.end is None else None
        said = table.cell(row, table.name) if ending is None else None
        if said is not None and (told := schedule.told_end(reading, said, said, time)):
            ending = told[0]  # `| 23:00 | Sleep (until 7:00) |`
        if ending is not None:
            schedule.set_end(item, ending)
    found = _cells(table, row, Origin.ITEM, skip=-1 if time is None else table.time)
    cell = table.cell(row, table.time) if time is not None and time.end is None else None
    if cell is not None and time is not None:  # `| 9:00 (30 min) | Tea |`
        found += reading.measured(Span(time.span.end, max(time.span.end, cell.end)))
    item.amounts = _without_totals(reading, found)
    for number, header in enumerate(table.columns):
        cell = table.cell(row, number)
        if not number and groups.beside is not None and groups.beside in groups.open:
            cell = groups.beside.spans[-1]
        if cell is not None and header.name and number != table.name:
            item.fields.append((header.name, cell))
            if wording.role(header.name, "identifying") and table.in_words(cell):
                item.name(fold(reading.string(cell)))  # `SCR-440`
            if number not in table.ranks:
                take_date(reading, item, cell)
        if table.says_none(row, number):
            item.without.append(header.measure or header.name)
    _sum_beside(table, row, item, name, holder)
    keys = [a.measure for a in item.amounts if not is_side(a, wording)]
    if len(set(keys)) < len(keys) and all(name.covers(amount.span) for amount in item.amounts):
        item.spans, item.whole = [name], False  # `| Trout (480 kcal) + rice (200 kcal) |`
    each = [(*own, c) for n, own in table.sets.items() if (c := table.cell(row, n)) is not None]
    in_sets(reading, item, each)
    measured = {amount.measure for amount in item.amounts}
    item.without = [name for name in item.without if name not in measured]
    holder.add(item)
    reading.last_item = item
    if fold(item.label) in table.codes_above:
        again = Doubt("named-again", name, (), count=-1)  # `| BRK-90 | 50 |` to be ordered
        reading.doubt(holder, again)


def _sum_beside(table: Table, row: Block, item: Draft, name: Span, holder: Draft) -> None:
    """Take a column as what the things of another come to: `| Swim (10 min), Row (5 min) | 15 min |`."""
    reading = table.reading
    inner = amounts_in(reading, name)
    if not inner[1:]:
        return
    again = []
    for number, header in enumerate(table.columns):
        cell = table.cell(row, number)
        said = reading.wording.begins_with_role(header.name, "total")
        beside = item.amounts if cell is not None and cell != name else ()
        for amount in (a for a in beside if cell is not None and cell.covers(a.span)):
            several = sum(a.measure == amount.measure for a in inner) > 1
            if several and (said or come_to(inner, [amount])):
                again.append(amount)
    if again:
        others = (a for a in item.amounts if a not in again and not name.covers(a.span))
        item.amounts = [*inner, *others]
        holder.state(again)


def _is_told(table: Table, row: Block, first: Span, holder: Draft) -> bool:
    """Tell whether a row only begins like a total: `Total raised and thanks | Ruth | 10 min`."""
    reading = table.reading
    label = fold(reading.string(first))
    if first in table.summed or reading.wording.says_what_sums(label):
        return False
    if not holder.parts:
        return True
    what = reading.wording.without_role(label, "total")
    if what and fold(holder.label) == what:
        return False  # `Subtotal labour` below `Labour`
    if perhaps_total(reading, label, row.span):
        stated = _without_totals(reading, _cells(table, row, Origin.STATED, skip=-1))
        return not totals.adds_up(holder, stated)
    others = (n for n in range(len(row.cells)) if n not in table.ranks)
    cells = (c for n in others if (c := table.cell(row, n)) not in (None, first))
    return any(names_something(reading, reading.string(c)) for c in cells if c)


def _within(table: Table, row: Block, holder: Draft) -> Draft:
    """Open the container that heads the names of rows: the `Dinner` of each day."""
    wording = table.reading.wording
    if table.name >= len(table.header) or table.name in table.ranks or table.time >= 0:
        return holder
    head = table.header[table.name]
    named = wording.named(table.reading.string(head))
    known = named is not None and named.stem in wording.members
    if named is None or not known or named.rank in (*wording.item_ranks, holder.rank):
        return holder
    inner = holder.add(headed(table.reading, head, named.rank))
    inner.spans = [head, row.cells[table.name]]
    return inner


def _headed(table: Table) -> str:
    """Return the item rank, other than the usual one, that heads the names or numbers of rows: `Camp`."""
    wording = table.reading.wording
    place = min(table.counted, default=table.name)
    named = 0 <= place < len(table.columns)
    rank = wording.ranks.get(table.columns[place].name, "") if named else ""
    return rank if rank in wording.item_ranks - {"item", wording.item_rank} else ""


def _without_totals(reading: Reading, found: list[Amount]) -> list[Amount]:
    """Keep a row's total apart from what it is the total of.

    Beside sets, reps and weight it is their product; beside a unit price it is the price,
    and the unit price goes by its own header.
    """
    wording = reading.wording
    total = next((a for a in found if a.name and wording.begins_with_role(a.name, "total")), None)
    if total is None:  # `Unit price | Amount`
        total = next((a for a in found if wording.role(a.name, "amount")), None)
    if total is None:
        return found
    others = [a for a in found if a is not total]
    known = wording.usual_measure(total.unit.dimension)
    if total.measure not in wording.lexicon.measures and known:
        found = [structs.replace(total, measure=known) if a is total else a for a in found]
        total = next(a for a in found if a.span == total.span)
    if all(a.measure != total.measure for a in others):
        return found
    product = product_of(total.measure, {a.measure: a for a in others}, wording)
    if product != total.measure:
        return [structs.replace(a, measure=product) if a is total else a for a in found]
    priced = [a for a in others if a.measure == total.measure and not a.unnamed]
    own = {a.span: a.name or of_each(a.measure) for a in priced}
    return [
        structs.replace(a, measure=own[a.span], name=own[a.span]) if a.span in own else a
        for a in found
    ]


def _total_target(groups: RowGroups, label: str, holder: Draft, stated: list[Amount]) -> Draft:
    """Return the innermost container, or the one that a total row names.

    A row that comes to what several groups of rows hold, or stands below the total of one, ends them.
    """
    reading = groups.table.reading
    per = reading.per(label)
    named = reading.wording.named(re.sub(r"(?i)total|sum", "", label))
    if named is not None and named.rank:
        per = named.rank
    current: Draft | None = holder
    while per and current is not None and current.rank != per:
        current = current.parent
    if per or holder not in groups.open or totals.adds_up(holder, stated):
        return current or holder
    outer = groups.open[0].parent or reading.plan
    told = {a.measure for a in holder.amounts if a.origin is Origin.STATED}
    if totals.adds_up(outer, stated) or not told.isdisjoint(a.measure for a in stated):
        groups.open.clear()
        return outer
    return holder


def _holder(groups: RowGroups, row: Block, holders: dict[int, Draft]) -> Draft:
    """Find or make the containers that the rank columns of a row name; blanks continue."""
    table, reading = groups.table, groups.table.reading
    holder = groups.open[-1] if groups.open else reading.top
    for number, rank in table.ranks.items():
        if number == table.name:
            continue
        cell = table.cell(row, number)
        previous = holders.get(number)
        if cell is not None and is_total(reading, cell):
            part = reading.wording.begins_with_role(fold(reading.string(cell)), "subtotal")
            several = previous is not None and len(previous.spans) > 1
            return previous if part and previous and (several or not groups.open) else holder
        if cell is None:
            holder = previous or holder
            continue
        label = fold(reading.string(cell))
        again = _is_later(table, row, number, rank)
        same = previous is not None and _is_same(table, previous, cell, label) and not again
        if previous is not None and same and previous.parent is holder:
            previous.spans.append(row.span)
            holder = previous
            continue
        draft = holder.add(container(reading, cell, rank))
        draft.spans = [row.span]
        holders[number] = draft
        for later in [n for n in holders if n > number]:
            del holders[later]
        holder = draft
    return holder


def _is_same(table: Table, previous: Draft, cell: Span, label: str) -> bool:
    """Tell whether a cell names the container above it again: `Sat 2 Nov, morning`, `…, afternoon`."""
    if label == fold(previous.label):
        return True
    reading = table.reading
    if previous.rank != reading.wording.day or not (previous.date or previous.weekday):
        return False
    dates = reading.dates(cell)
    if previous.date is not None:
        return previous.date in [d.date for d in dates]
    rest = set(label.split()[1:]) | set(fold(previous.label).split()[1:])
    parts = set(reading.wording.lexicon.parts_of_day)
    return rest <= parts and any(d.weekdays == (previous.weekday,) for d in dates)


def _is_later(table: Table, row: Block, number: int, rank: str) -> bool:
    """Tell whether a row has a time of its own and is of what has one: a second snack, at 04:00."""
    known = table.reading.wording.lexicon.ranks.get(rank)
    time = table.leading_time(row, table.time) if known is not None and known.timed else None
    if time is None:
        return False
    before = table.begun.get(number, time.minutes)
    table.begun[number] = time.minutes
    return before != time.minutes


def _tells_more(table: Table, row: Block, number: int) -> bool:
    """Tell whether a cell holds words about the row or how it is made up, not only its amount."""
    reading = table.reading
    header, cell = table.columns[number], row.cells[number]
    told = header.measure or header.unit is not None
    composed = len(reading.quantities(cell)) > 1
    return composed or (not told and names_something(reading, reading.string(cell)))


def _in_a_phrase(
    reading: Reading, cell: Span, amount: Amount, header: Column, read: Sequence[Amount]
) -> bool:
    """Tell whether a bare number only stands in what a cell tells: `Bars 12 to 48`, `$6 for two`."""
    if amount.unit.name or amount.about or amount.measure != (header.measure or header.name):
        return False
    if header.measure and all(other.unit == amount.unit for other in read):
        return False
    before = reading.text[cell.start : amount.span.start + 1]
    return any(letter.isalpha() for letter in before)


def _once(reading: Reading, cell: Span, amounts: list[Amount]) -> list[Amount]:
    """Leave out what a cell says twice: `60 g per person (480 g)`; of `12 (360 pieces)` either is meant."""
    if len(amounts) < 2:
        return amounts
    first, second, *_ = amounts
    between = reading.text[first.span.end : second.span.start]
    plain = first.measure == second.measure and first.unit == second.unit
    if plain and first.unit == UNITLESS and _OPENED.fullmatch(between):
        reading.leave(second.span, "duplicate")
        return [structs.replace(first, value=first.value.hull(second.value)), *amounts[2:]]
    kept, said_again = without_duplicates(reading.text, cell, amounts, reading.wording)
    for amount in said_again:
        reading.leave(amount.span, "duplicate")
    return kept


def _with_more(reading: Reading, cell: Span, read: list[Amount]) -> list[Amount]:
    """Let an amount with something on top of it that has none be the least it may come to: `€45 + tips`."""
    if len(read) != 1 or not _ON_TOP.match(reading.text, read[0].span.end, cell.end):
        return read
    named = reading.string(Span(read[0].span.end, cell.end)).strip(" +*_.")
    if reading.wording.begins_with_role(fold(named), "tax"):
        return read
    return [structs.replace(read[0], value=Interval(read[0].value.low, None))]


def _is_plain_length(
    reading: Reading, cell: Span, amount: Amount, header: Column, own: set[str]
) -> bool:
    """Tell whether a cell of remarks tells nothing but how long its row lasts: `20 min` below `Details`."""
    wording = reading.wording
    noted = wording.begins_with_role(header.name, "note")
    says_nothing = noted or wording.role(header.name, "header")
    timed = amount.unit.dimension == "time" and amount.measure == header.name
    plain = timed and says_nothing and wording.usual_measure("time") not in own
    return plain and only_amounts(reading, cell, [amount])


def _cells(table: Table, row: Block, origin: Origin, skip: int) -> list[Amount]:
    reading = table.reading
    found: list[Amount] = []
    headed = ((c.measure, table.cell(row, n)) for n, c in enumerate(table.columns) if c.measure)
    own = {measure for measure, cell in headed if cell and reading.quantities(cell)}
    for number, header in enumerate(table.columns):
        cell = table.cell(row, number)
        if cell is None or number == skip or number in {*table.sets, *table.counted}:
            continue
        if number in table.left:
            reading.leave(cell, "remainder")
            continue
        bare = None if number == table.name or number in table.ranks else header
        if bare is not None and number == table.units - 1:
            bare = table.with_unit(row, bare)
        read = _once(reading, cell, reading.measured(cell, bare, origin))
        if (packs := table.packs(row, number)) is not None:
            read = [structs.replace(amount, value=amount.value * packs) for amount in read]
        for amount in _with_more(reading, cell, read):
            if bare is not None and _in_a_phrase(reading, cell, amount, bare, read):
                continue
            if _is_plain_length(reading, cell, amount, header, own):
                lasts = reading.wording.usual_measure("time")
                amount = structs.replace(amount, measure=lasts, name="")
            beside = amount.measure in own and header.measure != amount.measure
            if beside and _tells_more(table, row, number):
                reading.leave(amount.span, "text beside its column")
            else:
                found.append(amount)
    return found
