"""Grids: tables whose columns are containers themselves, as days by meals or meals by days.

The larger of the two ranks holds the smaller: rows of days hold columns of meals, columns of
days hold rows of meals. A column of totals, of a measure or of remarks beside the columns of
containers says something of the row; it is no part of it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from msgspec import structs

from evalspec.core.quantity import Interval, exactly
from evalspec.core.record import Record
from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document import schedule
from evalspec.document.blocks import Block
from evalspec.document.components import is_side
from evalspec.document.facts import EXTENTS, Amount, Doubt, EntryKind, Origin
from evalspec.document.headers import Column, column
from evalspec.document.legends import legend_of
from evalspec.document.lines import as_origin, is_rest, item_of, names_something
from evalspec.document.ranks import walk
from evalspec.document.reading import Reading
from evalspec.document.stacks import Stack, stack_of
from evalspec.document.table import (
    HOURS,
    Table,
    container,
    headed,
    is_of_period,
    is_total,
    rank_named,
    row_item,
)
from evalspec.document.tree import Draft
from evalspec.document.wording import Wording
from evalspec.vocabulary.fold import fold, plain_words

_NUMBER = regex(r"\b#?(?:\d{1,2}|[A-H])$")
_AND = regex(r"\s*(?:[,;/&+]|\band\b)\s*")
_REMARK = regex(r"\s*[*_]*\([^()\d]+\)[\s*_]*$")
"""`Ada, Bram *(keys)*` are two names."""
_WORD = regex(r"[^\W\d_]{2}")
_PAIR = 2


class Grid(Record, frozen=True):
    """Which columns of a table are what."""

    table: Table
    heads: tuple[int, ...]
    """Columns that name the row; none when every column is a container."""
    tops: dict[int, str]
    """Columns that are containers, with their rank."""
    beside: tuple[int, ...]
    """Columns that speak of the row."""
    outer: bool
    """The rows are larger than the columns and hold them."""
    bare: Column | None
    """What bare numbers measure: a measure or unit in the header of the totals or in the corner."""
    known: frozenset[str] = frozenset()
    """Folded names that stand in several cells: `Ada` of `Ada, Bert`."""
    stack: Stack | None = None
    """What the rows are that name things and tell of them."""


_IN_UNITS = regex(
    r"\b([^\W\d_]+)\s+(?:(?:is|are|all|given|shown|told)\s+){0,2}in\s+([^\W\d_]+)", re.IGNORECASE
)
_ABOVE = 400
"""Characters above a table in which a line may say what its numbers are."""


def grid_of(table: Table) -> Grid | None:
    """Return the grid that a table is, or None: at least two headers are names of one rank.

    Headers of no rank are containers too where their columns hold the same kind of thing.
    """
    stacked = _of_stacked_rows(table)
    if stacked is not None or table.sets:
        return stacked
    named = {n: rank for n in range(len(table.header)) if (rank := _rank_of(table, n))}
    ranks = [rank for n, rank in named.items() if n or table.reading.string(table.header[n])]
    if not ranks:
        return _of_parts_of_day(table) or _of_one_kind(table)
    pair = len(table.header) == _PAIR and not table.reading.string(table.header[0])
    if len(ranks) < 2 and not pair:
        return None
    tops = {n: rank for n, rank in named.items() if rank == max(ranks, key=ranks.count)}
    heads = tuple(range(min(tops)))
    beside = tuple(n for n in range(min(tops), len(table.header)) if n not in tops)
    level = table.reading.wording.level
    rows = [level[table.ranks[n]] for n in heads if n in table.ranks]
    outer = bool(rows) and max(rows) < level[tops[min(tops)]]
    if not outer:
        heads = tuple(n for n in heads if not _counts_rows(table, n))
    if not outer and (len(heads) > 1 or not all(_is_aside(table, n) for n in beside)):
        return None
    bare = _bare(table, heads, beside)
    return Grid(table, heads, tops, beside, outer, bare, _recurring(table, tops))


def _of_stacked_rows(table: Table) -> Grid | None:
    """Return the grid of columns that tell of several things below each other: `Squat`, `Sets`."""
    wording = table.reading.wording
    tops = [n for n in range(1, len(table.header)) if not _is_aside(table, n)]
    heads = [table.columns[n] for n in tops]
    told = any(
        h.measure or wording.role(h.name, "version") or is_of_period(h, wording) for h in heads
    )
    if not tops or told or any(not row.cells for row in table.rows):
        return None
    stack = stack_of(table.reading, [row.cells[0] for row in table.rows])
    if stack is None:
        return None
    ranks = {n: _rank_of(table, n) for n in tops}
    beside = tuple(n for n in range(1, len(table.header)) if n not in tops)
    return Grid(table, (0,), ranks, beside, False, _bare(table, (0,), beside), stack=stack)


def _of_parts_of_day(table: Table) -> Grid | None:
    """Return the grid of `Morning`, `Afternoon`, `Evening and night`: each column is a list.

    Below times of their own, the first column may say whose they are.
    """
    known = table.reading.wording.lexicon.parts_of_day.keys()
    names = [_AND.split(fold(table.reading.string(header))) for header in table.header]
    tops = {number: "" for number, parts in enumerate(names) if known >= set(parts)}
    heads = tuple(number for number in range(len(names)) if number not in tops)
    headed = heads == (0,) and 0 not in table.ranks and all(map(table.holds_ranges, tops))
    if len(tops) < 2 or (heads and not headed):
        return None
    return Grid(table, heads, tops, (), False, None, _recurring(table, tops))


def _of_one_kind(table: Table) -> Grid | None:
    """Return the grid of days or times by shifts, slots, people, whose cells are alike."""
    wording = table.reading.wording
    ranked = [n for n in table.ranks if wording.level[table.ranks[n]] < wording.level["item"]]
    heads = tuple(sorted({*ranked, *([table.time] if table.time >= 0 else [])}))
    numbered = not heads
    heads = heads or (0,)
    if heads != tuple(range(len(heads))) or (ranked and table.time >= 0):
        return None
    tops = [n for n in range(len(heads), len(table.header)) if not _is_aside(table, n)]
    plain = all(table.header[n].start < table.header[n].end for n in tops)
    counted = _are_counted(table, tops)
    things = [n for n in tops if counted or not table.columns[n].measure]
    if ranked and plain and _hold_things(table, things):
        beside = tuple(n for n in range(len(heads), len(table.header)) if n not in things)
        return Grid(table, heads, dict.fromkeys(things, ""), beside, True, None)
    told = any(table.columns[n].measure or _is_property(table, n) for n in tops)
    if len(tops) < 2 or (told and not counted) or not plain:
        return None
    if ranked and (bare := _amounts_below(table, tops)) is not None:
        beside = tuple(n for n in range(len(heads), len(table.header)) if n not in tops)
        return Grid(table, heads, dict.fromkeys(tops, ""), beside, True, bare, frozenset())
    if any(table.columns[n].unit for n in tops) and not counted:
        return None
    blocks = not numbered and all(table.holds_blocks(number) for number in tops)
    shared = not numbered and not blocks and _share_cells(table, tops)
    if not (counted or _are_numbered(table, tops) or blocks or shared):
        return None
    beside = tuple(n for n in range(len(heads), len(table.header)) if n not in tops)
    ranks = dict.fromkeys(tops, "")
    return Grid(table, heads, ranks, beside, bool(ranked), None, _recurring(table, tops))


def _amounts_below(table: Table, tops: list[int]) -> Column | None:
    """Return what bare numbers are where each column tells amounts of one thing: hours of each person.

    What the columns of other kinds come to must be told beside them: `Income` and `Expenses` add to nothing.
    """
    wording = table.reading.wording
    kinds = [table.dimensions(number) for number in tops]
    dimension = next(iter(kinds[0]), "")
    apart = any(wording.role(table.columns[n].name, "version") for n in tops)
    if not dimension or any(kind != {dimension} for kind in kinds) or apart:
        return None
    if dimension not in EXTENTS and not _come_to_totals(table, tops):
        return None
    return Column("", wording.usual_measure(dimension), table.columns[tops[0]].unit)


def _hold_things(table: Table, tops: list[int]) -> bool:
    """Tell whether each cell names a thing and measures the same of it: `Rice (440 kcal)`."""
    reading = table.reading
    kinds: list[set[str]] = []
    for n in tops:
        cells = table.cells_of(n)
        if not all(names_something(reading, reading.string(cell)) for cell in cells):
            return False
        kinds += [{q.unit.dimension for q in reading.quantities(c) if q.unit} for c in cells]
    roles = ("version", "header", "time property", "date property")
    plain = not any(reading.wording.role(table.columns[n].name, *roles) for n in tops)
    return len(tops) >= _PAIR and plain and bool(kinds) and bool(set.intersection(*kinds))


def _come_to_totals(table: Table, tops: list[int]) -> bool:
    """Tell whether each row adds up to what stands in a column of totals."""
    ends = [n for n in range(len(table.header)) if is_total(table.reading, table.header[n])]

    def told(row: Block, number: int) -> list[Interval]:
        cell = table.cell(row, number)
        return [q.value for q in table.reading.quantities(cell)] if cell is not None else []

    sums = [
        (told(row, n), [v for top in tops for v in told(row, top)])
        for row in table.rows
        for n in ends
    ]
    return bool(sums) and all(len(t) == 1 and sum(parts, exactly(0)) == t[0] for t, parts in sums)


def _recurring(table: Table, tops: Iterable[int]) -> frozenset[str]:
    texts = table.reading.string
    cells = (c for row in table.rows for n in tops if (c := table.cell(row, n)))
    names = Counter(fold(_REMARK.sub("", p)) for cell in cells for p in _AND.split(texts(cell)))
    return frozenset(name for name, often in names.items() if often > 1)


def _is_property(table: Table, number: int) -> bool:
    """Tell whether a header says what its cells tell of a row: `Activity`, `Start`, `Details`."""
    wording = table.reading.wording
    name = table.columns[number].name
    item = wording.ranks.get(name) in wording.item_ranks
    return item or wording.role(name, "header", "time property", "date property")


def _are_numbered(table: Table, tops: list[int]) -> bool:
    """Tell whether headers count: `Slot 1`, `Slot 2`, or have times of day: `Early (6–12)`.

    The times may be told once above the table: `Early: 6–12`.
    """
    written = [table.reading.string(table.header[n]) for n in tops]
    stems = {_NUMBER.sub("", text).strip() for text in written}
    told = legend_of(table.reading)
    hours = all(HOURS.search(text) or fold(text) in told for text in written)
    return hours or (len(stems) == 1 and len(set(written)) > 1)


def _are_counted(table: Table, tops: list[int]) -> bool:
    """Tell whether headers say which of several things stands below: `First`, `Second`."""
    places = [table.reading.wording.place_of(table.reading.string(table.header[n])) for n in tops]
    return places == list(range(1, len(places) + 1))


def _share_cells(table: Table, tops: list[int]) -> bool:
    """Tell whether each column holds something that another one holds too, in another row.

    Who does it may be called like what is done: `| Jazz duo | Jazz duo |`; three alike tell of three.
    """
    texts = table.reading.string
    rows: dict[str, set[int]] = {}
    held: list[set[str]] = [set() for _ in tops]
    for number, row in enumerate(table.rows):
        for column_, n in enumerate(tops):
            if (cell := table.cell(row, n)) and _WORD.search(texts(cell)):
                held[column_].add(fold(texts(cell)))
                rows.setdefault(fold(texts(cell)), set()).add(number)
    often = Counter(text for own in held for text in own)
    shared = {
        text
        for text, columns in often.items()
        if (columns > 1 and len(rows[text]) > 1) or columns == len(tops) > _PAIR
    }
    return all(own & shared for own in held)


def _rank_of(table: Table, number: int) -> str:
    """Return the rank of the container that a header names."""
    if table.columns[number].measure:
        return ""
    return rank_named(table.reading, table.header[number])


def _counts_rows(table: Table, number: int) -> bool:
    """Tell whether a column beside others only numbers the rows: the first lesson, the second."""
    cells = [table.reading.string(cell) for cell in table.cells_of(number)]
    counted = [table.reading.wording.place_of(cell) for cell in cells]
    return number + 1 < len(table.header) and counted == [n + 1 for n in range(len(cells))]


def _is_aside(table: Table, number: int) -> bool:
    """Tell whether a column holds totals of its rows, remarks, or who is not there."""
    wording = table.reading.wording
    name = table.columns[number].name
    aside = wording.begins_with_role(name, "total", "note")
    return aside or wording.role(name, "away") or _is_length_of_all(table, number)


def _is_length_of_all(table: Table, number: int) -> bool:
    """Tell whether the last column says how long the shifts of its row are: `Ada | 7–12 | 8–11 | 8`."""
    last = number == len(table.header) - 1
    if not last or table.columns[number].measure != table.reading.wording.lexicon.time_measure:
        return False
    told = [n for n in range(1, number) if not table.is_all_away(n)]  # a shop is closed on Mondays
    return number > 2 and bool(told) and (all(map(table.holds_ranges, told)) or _coded(table, told))


def _coded(table: Table, numbers: list[int]) -> bool:
    """Tell whether cells name what has its times elsewhere, or nobody: `E` below `E = Early, 7–15`."""
    reading, legend = table.reading, legend_of(table.reading)
    said = [fold(reading.string(cell)) for n in numbers for cell in table.cells_of(n)]
    coded = [word for word in said if word in legend]
    return bool(coded) and all(reading.wording.role(s, "away") for s in said if s not in legend)


def _bare(table: Table, heads: tuple[int, ...], beside: tuple[int, ...]) -> Column | None:
    """Return what the header of the totals or the corner says of bare numbers."""
    wording = table.reading.wording
    for number in (*beside, *heads):
        header = table.columns[number]
        total = number in heads or wording.begins_with_role(header.name, "total")
        measure = header.measure
        if not measure and header.unit is not None:
            measure = wording.usual_measure(header.unit.dimension)
        if total and measure and number != table.time:
            return Column("", measure, header.unit)
    return _said_of_all(table)


def _said_of_all(table: Table) -> Column | None:
    """Return what a line above a table says of its numbers: `All distances in km`."""
    reading = table.reading
    start = table.header[0].start
    for found in _IN_UNITS.finditer(reading.text, max(0, start - _ABOVE), start):
        told = column(f"{found[1]} ({found[2]})", reading.wording)
        if told.measure and told.unit is not None and reading.wording.needs_unit(told.measure):
            return Column("", told.measure, told.unit)
    return None


def _unit_told(table: Table, number: int) -> Column | None:
    """Return what brackets behind the name of a column say of its numbers: `Tue (km)`."""
    header = column(table.reading.string(table.header[number]), table.reading.wording)
    if header.unit is None or header.measure:
        return None
    usual = table.reading.wording.usual_measure(header.unit.dimension)
    return Column("", usual, header.unit) if usual else None


def read_grid(grid: Grid) -> None:
    """Read every row of a grid into the outline."""
    if grid.outer:
        holders: dict[int, Draft] = {}
        for row in grid.table.rows:
            _row_of_containers(grid, row, holders)
        return
    tops = dict(_tops(grid))
    last: dict[int, Draft] = {}
    for place, row in enumerate(grid.table.rows):
        if grid.stack is not None and place in grid.stack.told:
            _row_below(grid, row, last)
            continue
        slot = grid.stack is not None and place in grid.stack.slots
        _row_across(grid, row, tops, slot)
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
        if not rank and len(table.header) == _PAIR and grid.stack:  # `| Field | Value |`
            yield number, table.reading.top
            continue
        draft = table.reading.top.add(headed(table.reading, cell, rank))
        draft.spans = [cell, *(r.cells[number] for r in table.rows if number < len(r.cells))]
        yield number, draft


# -- rows of larger containers ------------------------------------------------------------
def _row_of_containers(grid: Grid, row: Block, holders: dict[int, Draft]) -> None:
    """Read a day with its meals: `| Mon | Soup (340 kcal) | Fish (500 kcal) | 840 kcal |`."""
    table = grid.table
    reading = table.reading
    first = next((c for n in grid.heads if (c := table.cell(row, n))), None)
    if first is not None and (is_total(reading, first) or _only_measures(grid, row, first)):
        _row_of_totals(grid, row)
        return
    holder = _held(grid, row, holders)
    inners: list[Draft] = []
    for number, rank in grid.tops.items():
        content = table.cell(row, number)
        said = "" if content is None else fold(reading.string(content).strip("*_ "))
        rests = is_rest(reading, said) or reading.wording.role(said, "away")
        if content is not None and not rank and rests:
            off = item_of(reading, table.header[number], holder.depth + 1)
            off.kind, off.spans = EntryKind.REST, [table.header[number], content]
            off.amounts += item_of(reading, content, holder.depth).amounts
            holder.add(off)
        elif content is not None:
            inner = holder.add(_headed_at(reading, table.header[number], rank))
            inner.spans = [table.header[number], content]
            _fill(grid, inner, content, _unit_told(grid.table, number))
            _told_above(grid, inner, table.header[number])
            inners.append(inner)
    for number in grid.beside:
        content = table.cell(row, number)
        if content is not None and not _tells_of(grid, table.header[number], inners, content):
            _beside(grid, holder, number, content)


def _tells_of(grid: Grid, head: Span, held: Iterable[Draft], content: Span) -> bool:
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


def _headed_at(reading: Reading, cell: Span, rank: str) -> Draft:
    """Make the container that a header names; one with hours is a piece of the schedule then."""
    time = next((t for t in reading.times(cell) if t.end is not None), None)
    usual = reading.wording.item_rank
    draft = headed(reading, cell, rank or (usual if time is not None and usual != "item" else ""))
    if time is not None:
        draft.kind = EntryKind.BLOCK
        schedule.set_times(draft, time)
    return draft


def _told_above(grid: Grid, holder: Draft, header: Span) -> None:
    """Give what a header tells of each cell to the one thing that stands there: `Kitchen (45 min)`."""
    known = {amount.measure for draft in walk(holder) for amount in draft.amounts}
    told = [a for a in grid.table.reading.measured(header) if a.measure not in known]
    if len(holder.parts) == 1:
        holder.parts[0].amounts += told
    else:
        holder.state(told)


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
            _state(grid, table.reading.top, number, cell)
        elif cell is not None:
            table.reading.leave(cell, "total")


def _fill(grid: Grid, holder: Draft, content: Span, said: Column | None = None) -> None:
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
    joints = list(_AND.finditer(text, content.start, content.end))
    starts = [content.start, *(joint.end() for joint in joints)]
    ends = [*(joint.start() for joint in joints), content.end]
    pieces = [Span(start, end) for start, end in zip(starts, ends, strict=True)]
    asides = [_REMARK.search(text, piece.start, piece.end) for piece in pieces]
    spans = [
        Span(piece.start, aside.start()) if aside else piece
        for piece, aside in zip(pieces, asides, strict=True)
    ]
    ranked = all(_rank_within(grid, holder, span) for span in spans)
    listed = len(spans) > 1 and all(fold(span.of(text)) in grid.known for span in spans)
    return spans if ranked or listed else []


def _beside(grid: Grid, holder: Draft, number: int, content: Span) -> None:
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
        _state(grid, holder, number, content)
        return
    found = reading.measured(content)
    if names_something(reading, reading.string(content)) and found:
        more = holder.add(container(reading, grid.table.header[number], ""))
        more.depth += 1
        _fill(grid, more, content)
        return
    for amount in found:
        doubt = Doubt("unplaced-header", amount.span, (), amount.measure, header.name, amount)
        reading.doubt(holder, doubt)


def _state(grid: Grid, holder: Draft, number: int, content: Span) -> None:
    """Take the amounts of a cell as stated by the container they are the total of."""
    reading = grid.table.reading
    header = grid.table.columns[number]
    said = header if header.measure else grid.bare or _shared(reading, holder)
    holder.amounts += reading.measured(content, said, Origin.STATED)


def _shared(reading: Reading, holder: Draft) -> Column | None:
    """Return the one measure that all below a container carry: what its bare total measures."""
    below = [a for part in walk(holder) for a in part.amounts]
    kinds = {(a.measure, a.unit) for a in below if not is_side(a, reading.wording)}
    return Column("", *kinds.pop()) if len(kinds) == 1 else None


# -- columns of larger containers ---------------------------------------------------------
def _row_across(grid: Grid, row: Block, tops: dict[int, Draft], slot: bool) -> None:
    """Read what stands in each column at one meal, time or name."""
    table = grid.table
    reading = table.reading
    head = table.cell(row, grid.heads[0]) if grid.heads else None
    totals = head is not None and (is_total(reading, head) or _only_measures(grid, row, head))
    claimed = head is not None and _is_claimed(reading, fold(reading.string(head)), totals)
    for number, top in tops.items():
        content = table.cell(row, number)
        if content is None:
            continue
        if claimed:
            reading.leave(content, "claim")
            continue
        if head is None:
            _fill(grid, top, content)
            top.whole = False
        elif slot:
            item = item_of(reading, content, top.depth + 1)
            item.spans = [head, content]
            item.name(fold(reading.string(head)))
            top.add(item)
        elif not reading.times(head) and _tells_of(grid, head, top.parts, content):
            continue
        elif totals:
            _total_across(grid, top, head, content)
        else:
            _cell_across(grid, row, top, head, content)
    for number in grid.beside:
        content = table.cell(row, number)
        if content is not None:
            _aside(grid, number, content, totals)


def _is_claimed(reading: Reading, label: str, totals: bool) -> bool:
    """Tell whether a row says what each column is for or to come to: `Focus`, `Target kcal`."""
    wording = reading.wording
    return wording.role(label, "claim") or (totals and wording.begins_with_role(label, "claim"))


def _row_below(grid: Grid, row: Block, last: dict[int, Draft]) -> None:
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
            found = _measured(grid, head, content, None)
            draft.amounts += [as_origin(amount, origin) for amount in found]
        elif draft.starts:
            schedule.set_end(draft, times[0])
        else:
            schedule.set_times(draft, times[0])
            draft.kind = EntryKind.BLOCK


def _only_measures(grid: Grid, row: Block, head: Span) -> bool:
    """Tell whether a row gives a measure of columns of which the others tell things: `| Hours | 14 | 7 |`."""
    table, reading, string = grid.table, grid.table.reading, grid.table.reading.string
    told = column(fold(string(head)), reading.wording)
    if not (told.measure or told.unit):
        return False
    cells = [[c for n in grid.tops if (c := table.cell(r, n))] for r in table.rows]
    worded = [any(_WORD.search(string(c)) or reading.times(c) for c in own) for own in cells if own]
    own = [c for n in grid.tops if (c := table.cell(row, n))]
    return 2 * sum(worded) >= len(worded) and not any(_WORD.search(string(c)) for c in own)


def _aside(grid: Grid, number: int, content: Span, totals: bool) -> None:
    """Read a cell beside the columns: only the total of all is one of something that has an entry."""
    reading = grid.table.reading
    total = is_total(reading, grid.table.header[number])
    if total and totals:
        _state(grid, reading.top, number, content)
    else:
        told = total or bool(grid.table.columns[number].measure)
        reading.leave(content, "total" if told else "note")


def _total_across(grid: Grid, top: Draft, head: Span, content: Span) -> None:
    found = _measured(grid, head, content, _shared(grid.table.reading, top))
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
            _fill(grid, inner, content)
        return
    for block in schedule.pieces(reading, content, top.depth + 1) if not times else ():
        block.label, block.span = reading.string(head), head
        block.name(fold(block.label))
        block.fields += _field(grid, head)
        top.add(block)
    if top.parts and top.parts[-1].span == head:
        return
    item = row_item(reading, row.span, content if times else head)
    item.spans = [head, content]
    item.amounts = _measured(grid, head, content, None)
    said = reading.string(content)
    if names_something(reading, said) or said.isalpha():
        item.name(fold(said), *reading.wording.categories_of(fold(said)))
    if is_rest(reading, fold(said)) or reading.wording.role(fold(said), "away"):
        item.kind = EntryKind.REST
    if times:
        item.kind = EntryKind.BLOCK
        schedule.set_times(item, times[0])
    else:
        item.fields += _field(grid, head)
        top.fields.append((fold(reading.string(head)), content))
    top.add(item)


def _goes_on(reading: Reading, head: Span, last: Draft) -> bool:
    """Tell whether a row is a further thing of the one before it: `Lunch, dish 2` below `Lunch, dish 1`."""
    wording = reading.wording
    named, said = wording.named(reading.string(head)), fold(reading.string(head))
    if named is None or named.stem not in last.names or named.rank in wording.item_ranks:
        return False
    return wording.place_of(said.removeprefix(named.stem).strip(" ,:()–—-")) > 1


def _field(grid: Grid, head: Span) -> list[tuple[str, Span]]:
    """Return what the name of a row says of each cell of it: `Ana` below `Employee`."""
    name = grid.table.columns[grid.heads[0]].name
    return [(name, head)] if name else []


def _measured(grid: Grid, head: Span, content: Span, bare: Column | None) -> list[Amount]:
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
