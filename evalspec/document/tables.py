"""Tables: rows are items, rank columns make containers, columns may be days themselves."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import structs

from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document import schedule
from evalspec.document.blocks import Block, BlockKind
from evalspec.document.facts import Amount, EntryKind, Origin
from evalspec.document.measured import Column, amounts, column, default_measure, product_of
from evalspec.document.mention import TimeMention
from evalspec.document.reading import Reading
from evalspec.document.tree import Draft
from evalspec.vocabulary.fold import fold

_EMPTY = regex(r"[\s\-–—*./]*|n/?a|none", re.IGNORECASE)
_DEPTH = 20
"""Rows stand below every heading and list."""


class Table:
    """One table being read."""

    def __init__(self, reading: Reading, rows: Sequence[Block]) -> None:
        self.reading = reading
        headed = rows[0].kind is BlockKind.TABLE_HEADER
        self.header = rows[0].cells if headed else ()
        self.rows = rows[1:] if headed else rows
        wording = reading.wording
        self.columns = _distinct([column(reading.string(cell), wording) for cell in self.header])
        width = max((len(r.cells) for r in rows), default=0)
        self.columns += [Column("", "", None)] * (width - len(self.columns))
        self.time = self._time_column()
        self.ranks = {n: rank for n in range(len(self.header)) if (rank := self._rank(n))}
        self.name = self._name_column()

    def cell(self, row: Block, number: int) -> Span | None:
        """Return a cell that holds something."""
        if number < 0 or number >= len(row.cells):
            return None
        span = row.cells[number]
        return None if _EMPTY.fullmatch(self.reading.string(span)) else span

    def _time_column(self) -> int:
        """Find the column whose cells start with clock times."""
        for number in range(min(3, len(self.columns))):
            timed = [self._leading_time(r, number) for r in self.rows if self.cell(r, number)]
            if timed and sum(t is not None for t in timed) * 2 > len(timed):
                return number
        return -1

    def _leading_time(self, row: Block, number: int) -> TimeMention | None:
        span = self.cell(row, number)
        times = self.reading.times(span) if span is not None else []
        if span is None or not times:
            return None
        return times[0] if times[0].span.start - span.start <= 5 else None

    def _rank(self, number: int) -> str:
        """Return the rank whose names stand in a column: `Day`, `Meal`."""
        wording = self.reading.wording
        name = self.columns[number].name
        rank = wording.ranks.get(name, "")
        if not rank or wording.level[rank] >= wording.level.get(wording.item_rank, 0):
            rank = ""
        cells = [c for r in self.rows if (c := self.cell(r, number))]
        known = [wording.named(self.reading.string(c)) for c in cells]
        ranked = [k.rank for k in known if k is not None and k.rank]
        if ranked and len(ranked) * 2 > len(cells) and ranked[0] not in wording.item_ranks:
            return ranked[0]
        dated = [c for c in cells if self.reading.dates(c)]
        if dated and len(dated) * 2 > len(cells) and "day" in wording.level and number == 0:
            return "day"
        if rank and len(self.header) > 2 and number != self.time:
            return rank
        return ""

    def _name_column(self) -> int:
        """Find the column that names the rows: not a measure, a rank or a time, and in words."""
        wording = self.reading.wording
        best, named = -1, -1
        for number, header in enumerate(self.columns):
            if number == self.time or number in self.ranks:
                continue
            if wording.ranks.get(header.name) in wording.item_ranks and named < 0:
                named = number
            words = sum(
                bool(re.search(r"[A-Za-z]{2}", self.reading.string(c)))
                for r in self.rows
                if (c := self.cell(r, number))
            )
            if best < 0 and words * 2 >= len(self.rows) and not header.measure:
                best = number
        if named >= 0:
            return named
        if best < 0 and self.ranks:
            return max(self.ranks)
        return max(best, 0)


def _distinct(columns: list[Column]) -> list[Column]:
    """Two columns of one measure (`Unit price`, `Total price`) keep only their own names."""
    for number, header in enumerate(columns):
        rivals = [c for c in columns if c.measure == header.measure and c is not header]
        if header.measure and rivals and header.name != header.measure:
            columns[number] = Column(header.name, "", header.unit)
    return columns


def read_table(reading: Reading, rows: Sequence[Block]) -> None:
    """Read one table into the outline."""
    if not reading.is_json:
        reading.close_lists(10)
        while len(reading.stack) > 1 and reading.top.whole:
            reading.stack.pop()
    table = Table(reading, rows)
    if reading.section() == "note":
        for row in rows:
            reading.leave(row.span, "note")
        return
    if _columns_are_containers(table):
        _read_columns(table)
        return
    holders: dict[int, Draft] = {}
    for row in table.rows:
        _read_row(table, row, holders)


def _columns_are_containers(table: Table) -> bool:
    """Days (or meals, sessions) as columns: at least two headers are names of one rank."""
    reading = table.reading
    if len(table.header) < 3 and not (
        len(table.header) == 2 and not reading.string(table.header[0])
    ):
        return False
    known = [_container_name(reading, cell) for cell in table.header[1:]]
    return all(known) and not any(c.measure for c in table.columns[1:])


def _container_name(reading: Reading, cell: Span) -> tuple[str, int, int] | None:
    """Return rank, ordinal and weekday named in a cell."""
    named = reading.wording.named(reading.string(cell))
    if named is not None and named.rank:
        return named.rank, named.ordinals[0], 0
    dates = reading.dates(cell)
    if dates and "day" in reading.wording.level:
        return "day", 0, dates[0].weekdays[0] if dates[0].weekdays else 0
    return None


def _container(table: Table, cell: Span, rank: str) -> Draft:
    reading = table.reading
    label = reading.string(cell)
    draft = Draft(EntryKind.CONTAINER, label, cell, rank=rank, depth=_DEPTH)
    draft.level = reading.wording.level.get(rank, 0)
    named = reading.wording.named(label)
    draft.ordinal = named.ordinals[0] if named is not None else 0
    if not draft.ordinal and label.strip().isdigit():
        draft.ordinal = int(label)
    draft.name(fold(label), *((named.stem, fold(named.title)) if named else ()))
    dates = reading.dates(cell)
    if dates:
        draft.weekday = dates[0].weekdays[0] if dates[0].weekdays else 0
        draft.date = dates[0].date
    return draft


def _read_columns(table: Table) -> None:
    reading = table.reading
    holder = reading.top
    tops = []
    for number, cell in enumerate(table.header[1:], start=1):
        found = _container_name(reading, cell)
        draft = holder.add(_container(table, cell, found[0] if found else ""))
        draft.spans = [cell, *(r.cells[number] for r in table.rows if number < len(r.cells))]
        tops.append(draft)
    for row in table.rows:
        head = table.cell(row, 0)
        named = reading.wording.named(reading.string(head)) if head is not None else None
        times = reading.times(head) if head is not None else []
        for number, top in enumerate(tops, start=1):
            content = table.cell(row, number)
            if content is None:
                continue
            inner = top
            if head is not None and named is not None and named.rank:
                inner = top.add(_container(table, head, named.rank))
                inner.spans = [head, content]
            elif head is not None and _is_total(reading, head):
                top.amounts += amounts(reading.text, content, reading.quantities(content),
                                       reading.wording, column(reading.string(head), reading.wording),
                                       Origin.STATED)  # fmt: skip
                continue
            own_name = head is not None and not times and inner is top
            item = _row_item(table, row, head if own_name and head is not None else content)
            header = column(reading.string(head), reading.wording) if head is not None else None
            item.amounts = amounts(reading.text, content, reading.quantities(content), reading.wording,
                                   header)  # fmt: skip
            if times:
                item.kind = EntryKind.BLOCK
                schedule.set_times(item, times[0])
            inner.add(item)


def _is_total(reading: Reading, cell: Span) -> bool:
    return reading.wording.begins_with_role(fold(reading.string(cell)), "total")


def _read_row(table: Table, row: Block, holders: dict[int, Draft]) -> None:
    reading = table.reading
    name = table.cell(row, table.name) or next(
        (c for n in range(len(row.cells)) if (c := table.cell(row, n))), None
    )
    if name is None:
        return
    holder = _holder(table, row, holders)
    first = next((c for n in range(len(row.cells)) if (c := table.cell(row, n))), name)
    if _is_total(reading, name) or _is_total(reading, first):
        target = _total_target(reading, reading.string(first), holder)
        target.amounts += _without_totals(reading, _cells(table, row, Origin.STATED, skip=-1))
        target.spans.append(row.span)
        return
    item = _row_item(table, row, name)
    if table.name in table.ranks:
        item = _container(table, name, table.ranks[table.name])
        item.spans = [row.span]
    time = table._leading_time(row, table.time) if table.time >= 0 else None
    if time is not None:
        item.kind = EntryKind.BLOCK
        schedule.set_times(item, time)
        ending = table._leading_time(row, table.time + 1) if time.end is None else None
        if ending is not None:
            schedule.set_end(item, ending)
    found = _cells(table, row, Origin.ITEM, skip=-1 if time is None else table.time)
    item.amounts = _without_totals(reading, found)
    for number, header in enumerate(table.columns):
        cell = table.cell(row, number)
        if cell is not None and header.name and number != table.name:
            item.fields.append((header.name, cell))
    holder.add(item)
    reading.last_item = item


def _without_totals(reading: Reading, found: list[Amount]) -> list[Amount]:
    """Keep a row's total apart from what it is the total of.

    Beside sets, reps and weight it is their product; beside a unit price it is the price,
    and the unit price goes by its own header.
    """
    wording = reading.wording
    total = next((a for a in found if a.name and wording.begins_with_role(a.name, "total")), None)
    if total is None:
        return found
    others = [a for a in found if a is not total]
    known = default_measure(total.unit.dimension, wording)
    if total.measure not in wording.lexicon.measures and known:
        found = [structs.replace(total, measure=known) if a is total else a for a in found]
        total = next(a for a in found if a.span == total.span)
    if all(a.measure != total.measure for a in others):
        return found
    product = product_of(total.measure, others, wording)
    if product != total.measure:
        return [structs.replace(a, measure=product) if a is total else a for a in found]
    return [
        structs.replace(a, measure=a.name)
        if a is not total and a.measure == total.measure and a.name
        else a
        for a in found
    ]


def _total_target(reading: Reading, label: str, holder: Draft) -> Draft:
    """Return the innermost container, or the one that a total row names."""
    per = reading.per(label)
    named = reading.wording.named(re.sub(r"(?i)total|sum", "", label))
    if named is not None and named.rank:
        per = named.rank
    current: Draft | None = holder
    while per and current is not None and current.rank != per:
        current = current.parent
    return current or holder


def _holder(table: Table, row: Block, holders: dict[int, Draft]) -> Draft:
    """Find or make the containers that the rank columns of a row name; blanks continue."""
    reading = table.reading
    holder = reading.top
    for number, rank in table.ranks.items():
        if number == table.name:
            continue
        cell = table.cell(row, number)
        previous = holders.get(number)
        if cell is not None and _is_total(reading, cell):
            return holder
        if cell is None and previous is not None:
            holder = previous
            continue
        if cell is None:
            continue
        label = fold(reading.string(cell))
        if previous is not None and previous.parent is holder and label == fold(previous.label):
            previous.spans.append(row.span)
            holder = previous
            continue
        draft = holder.add(_container(table, cell, rank))
        draft.spans = [row.span]
        holders[number] = draft
        for later in [n for n in holders if n > number]:
            del holders[later]
        holder = draft
    return holder


def _row_item(table: Table, row: Block, name: Span) -> Draft:
    from evalspec.document.lines import is_rest

    reading = table.reading
    label = reading.string(name)
    cut = re.search(r"\s*\((?=[^()]*\d)|:\s", label)
    span = Span(name.start, name.start + cut.start()) if cut and cut.start() > 1 else name
    item = Draft(EntryKind.ITEM, reading.string(span), span, depth=_DEPTH + 1)
    item.spans = [row.span]
    item.whole = True
    item.name(fold(item.label), *reading.wording.asides(label))
    for part in reading.wording.parts(item.label):
        item.name(*reading.wording.categories_of(part))
    if is_rest(reading, fold(item.label)):
        item.kind = EntryKind.REST
    return item


def _cells(table: Table, row: Block, origin: Origin, skip: int) -> list[Amount]:
    reading = table.reading
    found: list[Amount] = []
    for number, header in enumerate(table.columns):
        cell = table.cell(row, number)
        if cell is None or number == skip:
            continue
        bare = None if number == table.name or number in table.ranks else header
        found += amounts(
            reading.text, cell, reading.quantities(cell), reading.wording, bare, origin
        )
    return found
