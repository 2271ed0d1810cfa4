"""What a cell of a grid tells: what its container holds, what it comes to, what is said of its row."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import structs

from evalspec.core.span import Span
from evalspec.document import schedule
from evalspec.document.blocks import Block
from evalspec.document.components import is_side
from evalspec.document.facts import Amount, Doubt, EntryKind, Origin
from evalspec.document.grid import JOINT, REMARK, WORD, Grid
from evalspec.document.headers import Column, column
from evalspec.document.lines import item_of
from evalspec.document.own_amounts import names_something
from evalspec.document.ranks import walk
from evalspec.document.reading import Reading
from evalspec.document.rests import is_rest
from evalspec.document.table import Table, container, headed, is_total
from evalspec.document.tree import Draft
from evalspec.document.wording import Wording
from evalspec.vocabulary.fold import fold, plain_words


def unit_told(table: Table, number: int) -> Column | None:
    """Return what brackets behind the name of a column say of its numbers: `Tue (km)`."""
    header = column(table.reading.string(table.header[number]), table.reading.wording)
    if header.unit is None or header.measure:
        return None
    usual = table.reading.wording.usual_measure(header.unit.dimension)
    return Column("", usual, header.unit) if usual else None


def tells_of_one(grid: Grid, head: Span, held: Iterable[Draft], content: Span) -> bool:
    """Take what is measured of one container under its name: `Dinner cooking time`, `Cost (lunch)`."""
    reading = grid.table.reading
    said = f" {plain_words(reading.string(head))} "
    inners = (draft for draft in held if draft.kind is EntryKind.CONTAINER)
    meant = [draft for draft in inners if f" {plain_words(draft.label)} " in said]
    if len(meant) != 1:
        return False
    told = column(said.replace(f" {plain_words(meant[0].label)} ", " "), reading.wording)
    found = reading.measured(content, told, Origin.STATED) if told.measure else []
    meant[0].amounts += found
    return bool(found)


def headed_at(reading: Reading, cell: Span, rank: str) -> Draft:
    """Make the container that a header names; one with hours is a piece of the schedule then."""
    time = next((t for t in reading.times(cell) if t.end is not None), None)
    usual = reading.wording.item_rank
    draft = headed(reading, cell, rank or (usual if time is not None and usual != "item" else ""))
    if time is not None:
        draft.kind = EntryKind.BLOCK
        schedule.set_times(draft, time)
    return draft


def take_told_above(grid: Grid, holder: Draft, header: Span) -> None:
    """Give what a header tells of each cell to the one thing that stands there: `Kitchen (45 min)`."""
    known = {amount.measure for draft in walk(holder) for amount in draft.amounts}
    told = [a for a in grid.table.reading.measured(header) if a.measure not in known]
    if len(holder.parts) == 1:
        holder.parts[0].amounts += told
    else:
        holder.state(told)


def fill(grid: Grid, holder: Draft, content: Span, said: Column | None = None) -> None:
    """Read a cell as what its container holds: an item, several, or nothing but amounts."""
    reading = grid.table.reading
    if blocks := list(schedule.pieces(reading, content, holder.depth + 1)):
        for block in blocks:
            holder.add(block)
        return
    found = _of_the_cell(reading, reading.measured(content, said or grid.bare))
    text = reading.string(content)
    rests = is_rest(reading, fold(text.partition(":")[0]))  # `Rest: 5 min`
    if found and not rests and not names_something(reading, text):
        holder.state(found)
        return
    names = [] if found else _listed(grid, holder, content)
    holder.whole = not names
    for name in names:
        rank = _rank_within(grid, holder, name)
        part = container(reading, name, rank) if rank else item_of(reading, name, 0)
        part.depth = holder.depth + 1
        holder.add(part)
    if not names:
        item = item_of(reading, content, holder.depth + 1)
        if item.kind is not EntryKind.REST:
            item.amounts = found
        holder.add(item)


def _of_the_cell(reading: Reading, found: list[Amount]) -> list[Amount]:
    """Leave out bare numbers behind words and a first one: `4 easy, 4 strides at the end` is of 4 km."""
    first = found[0] if found else None
    if first is None or not reading.string(first.span).isdigit():
        return found
    return [
        a
        for a in found
        if a is first
        or not reading.string(a.span).isdigit()
        or not any(map(str.isalpha, reading.text[first.span.end : a.span.start]))
    ]


def _rank_within(grid: Grid, holder: Draft, name: Span) -> str:
    """Return the rank of who has a shift, where the lexicon knows the name."""
    reading = grid.table.reading
    named = reading.wording.named(reading.string(name)) if holder.rank else None
    return named.rank if named is not None and named.rank != holder.rank else ""


def _listed(grid: Grid, holder: Draft, content: Span) -> list[Span]:
    """Return the names that a cell lists: all of them have a rank, or stand in other cells too."""
    text = grid.table.reading.text
    joints = list(JOINT.finditer(text, content.start, content.end))
    starts = [content.start, *(joint.end() for joint in joints)]
    ends = [*(joint.start() for joint in joints), content.end]
    pieces = [Span(start, end) for start, end in zip(starts, ends, strict=True)]
    asides = [REMARK.search(text, piece.start, piece.end) for piece in pieces]
    spans = [
        Span(piece.start, aside.start()) if aside else piece
        for piece, aside in zip(pieces, asides, strict=True)
    ]
    ranked = all(_rank_within(grid, holder, span) for span in spans)
    listed = len(spans) > 1 and all(fold(span.of(text)) in grid.known for span in spans)
    return spans if ranked or listed else []


def read_beside(grid: Grid, holder: Draft, number: int, content: Span) -> None:
    """Read a cell that speaks of the row: its total, a measure, a remark, or one thing more."""
    reading = grid.table.reading
    header = grid.table.columns[number]
    if reading.wording.begins_with_role(header.name, "note"):
        reading.leave(content, "note")
        return
    if number in grid.table.left and not reading.wording.role(header.name, "remainder"):
        reading.leave(content, "remainder")
        return
    holder.fields.append((header.name, content))
    if header.measure or is_total(reading, grid.table.header[number]):
        state_total(grid, holder, number, content)
        return
    found = reading.measured(content)
    if names_something(reading, reading.string(content)) and found:
        more = holder.add(container(reading, grid.table.header[number], ""))
        more.depth += 1
        fill(grid, more, content)
        return
    for amount in found:
        doubt = Doubt("unplaced-header", amount.span, (), amount.measure, header.name, amount)
        reading.doubt(holder, doubt)


def state_total(grid: Grid, holder: Draft, number: int, content: Span) -> None:
    """Take the amounts of a cell as stated by the container they are the total of."""
    reading = grid.table.reading
    header = grid.table.columns[number]
    said = header if header.measure else grid.bare or shared_measure(reading, holder)
    holder.amounts += reading.measured(content, said, Origin.STATED)


def shared_measure(reading: Reading, holder: Draft) -> Column | None:
    """Return the one measure that all below a container carry: what its bare total measures."""
    below = [a for part in walk(holder) for a in part.amounts]
    kinds = {(a.measure, a.unit) for a in below if not is_side(a, reading.wording)}
    return Column("", *kinds.pop()) if len(kinds) == 1 else None


def only_measures(grid: Grid, row: Block, head: Span) -> bool:
    """Tell whether a row gives a measure of columns of which the others tell things: `| Hours | 14 | 7 |`."""
    table, reading, string = grid.table, grid.table.reading, grid.table.reading.string
    told = column(fold(string(head)), reading.wording)
    if not (told.measure or told.unit):
        return False
    cells = [[c for n in grid.tops if (c := table.cell(r, n))] for r in table.rows]
    worded = [any(WORD.search(string(c)) or reading.times(c) for c in own) for own in cells if own]
    own = [c for n in grid.tops if (c := table.cell(row, n))]
    return 2 * sum(worded) >= len(worded) and not any(WORD.search(string(c)) for c in own)


def field_of_row(grid: Grid, head: Span) -> list[tuple[str, Span]]:
    """Return what the name of a row says of each cell of it: `Ana` below `Employee`."""
    name = grid.table.columns[grid.heads[0]].name
    return [(name, head)] if name else []


def measured_in_row(grid: Grid, head: Span, content: Span, bare: Column | None) -> list[Amount]:
    """Return the amounts of a cell; what its row is called is a measure only when it is one."""
    reading = grid.table.reading
    wording = reading.wording
    header = column(reading.string(head), wording)
    said = header if header.measure else grid.bare or bare or header
    found = reading.measured(content, said)
    return [_named(amount, header.name, wording) for amount in found]


def _named(amount: Amount, name: str, wording: Wording) -> Amount:
    usual = wording.usual_measure(amount.unit.dimension)
    own = amount.measure == name and name not in wording.lexicon.measures
    measure = usual if own and usual else amount.measure
    return structs.replace(amount, measure=measure, name=name)
