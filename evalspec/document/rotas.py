"""Rotas: days or times by people, shifts or slots, which their headers do not name by rank.

What stands below tells that the columns are containers: each holds the same kind of thing.
"""

from __future__ import annotations

from collections import Counter

from evalspec.core.quantity import UNITLESS, Interval, exactly
from evalspec.core.regex import regex
from evalspec.document.blocks import Block
from evalspec.document.facts import EXTENTS
from evalspec.document.grid import JOINT, PAIR, WORD, Grid, is_aside, names_told, recurring
from evalspec.document.headers import Column, column
from evalspec.document.legends import legend_of
from evalspec.document.own_amounts import names_something
from evalspec.document.table import HOURS, Table, is_total
from evalspec.vocabulary.fold import fold

_COUNTED = regex(r"\d{0,2}[½¼¾]?(?:\.\d)?")
_COUNT = regex(r"[ #]*\d{1,3}$")
_NAME = regex(r"[A-ZÀ-Þ][^\W\d_]*\.?(?:[ '’-][A-ZÀ-Þ][^\W\d_]*){0,2}")
"""Somebody's name, as it may be."""
_NUMBER = regex(r"\b#?(?:\d{1,2}|[A-H])$")


def people_of(table: Table) -> tuple[int, ...]:
    """Return the columns that tell who is there, whatever each does: `Desk`, `Packing`, `Driver`.

    They hold nothing but names, and most share some with another one, in another row.
    """
    wording = table.reading.wording
    plain = (
        n
        for n, header in enumerate(table.columns)
        if header.name and not header.measure and n not in (table.time, *table.ranks)
    )
    plain = (n for n in plain if not (is_aside(table, n) or _is_property(table, n)))
    held = {n: own for n in plain if (own := _people_in(table, n))}
    sharing = [
        n
        for n, own in held.items()
        if any(
            m != n and own[who] != rows for m in held for who, rows in held[m].items() if who in own
        )
    ]
    if len(sharing) < PAIR or len(table.rows) < PAIR:
        return ()
    return tuple(n for n in held if n in sharing or wording.role(table.columns[n].name, "person"))


def _people_in(table: Table, number: int) -> dict[str, set[int]]:
    """Return the names in a column with their rows; none where a cell tells anything else."""
    found: dict[str, set[int]] = {}
    for at, row in enumerate(table.rows):
        cell = table.cell(row, number)
        names = names_told(table.reading, cell) if cell is not None else []
        names = [name for told in names for name in told.split(" or ")]
        if not all(map(_NAME.fullmatch, names)):
            return {}
        for name in names:
            found.setdefault(fold(name), set()).add(at)
    return found


def by_parts_of_day(table: Table) -> Grid | None:
    """Return the grid of `Morning`, `Afternoon`, `Evening and night`: each column is a list.

    Below times of their own, or how many there are, the first column says whose they are:
    `| Iron tablet | 1 | | 1 |` below `07:00`, `12:30`, `18:30`.
    """
    reading, known = table.reading, table.reading.wording.lexicon.parts_of_day.keys()
    names = [JOINT.split(fold(reading.string(header))) for header in table.header]
    tops = {number: "" for number, parts in enumerate(names) if known >= set(parts)}
    timed = [
        n for n, h in enumerate(table.header) if n and [t.end for t in reading.times(h)] == [None]
    ]
    counts = [reading.string(c) for n in (*tops, *timed) for c in table.cells_of(n)]
    counted = bool(counts) and all(map(_COUNTED.fullmatch, counts))
    tops = dict.fromkeys(sorted({*tops, *(timed if counted else ())}), "")
    beside = tuple(n for n in range(1, len(names)) if counted and n > max(tops, default=n))
    heads = tuple(n for n in range(len(names)) if n not in (*tops, *beside))
    headed = heads == (0,) and 0 not in table.ranks
    if len(tops) < 2 or (
        heads and not (headed and (counted or all(map(table.holds_ranges, tops))))
    ):
        return None
    measures = reading.wording.lexicon.measures.values()
    number = next((m.name for m in measures if m.dimension == UNITLESS.dimension), "")
    bare = Column("", number, None) if counted and heads else None
    return Grid(table, heads, tops, beside, False, bare, recurring(table, tops))


def by_runs(table: Table) -> Grid | None:
    """Return the grid of a timetable: each column is a run that comes to the places of the rows in turn.

    Two columns may be when something begins and ends, but where their headers count: `T5`, `T6`.
    """
    tops = [n for n in range(1, len(table.header)) if not is_aside(table, n)]
    stems = {_COUNT.sub("", table.reading.string(table.header[n])) for n in tops}
    counted = len(stems) == 1 and "" not in stems
    plain = len(tops) >= PAIR and not any(
        table.columns[n].measure or _is_property(table, n) for n in tops
    )
    if table.name or not plain or not (counted or len(tops) > PAIR < len(table.rows)):
        return None
    for n in tops:
        told = [table.reading.times(cell) for cell in table.cells_of(n)]
        at = [times[0].minutes for times in told if len(times) == 1 and times[0].end is None]
        if len(at) < PAIR or len(at) < len(told) or at != sorted(set(at)):
            return None
    beside = tuple(n for n in range(1, len(table.header)) if n not in tops)
    return Grid(table, (0,), dict.fromkeys(tops, ""), beside, False, None)


def by_columns_alike(table: Table) -> Grid | None:
    """Return the grid of days or times by shifts, slots, people, whose cells are alike."""
    wording = table.reading.wording
    ranked = [n for n in table.ranks if wording.level[table.ranks[n]] < wording.level["item"]]
    heads = tuple(sorted({*ranked, *([table.time] if table.time >= 0 else [])}))
    numbered = not heads
    heads = heads or (0,)
    if heads != tuple(range(len(heads))) or (ranked and table.time >= 0):
        return None
    tops = [n for n in range(len(heads), len(table.header)) if not is_aside(table, n)]
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
    return Grid(table, heads, ranks, beside, bool(ranked), None, recurring(table, tops))


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
    measure = wording.usual_measure(dimension)
    headed = column(table.reading.top.label, wording).measure == measure  # `### Prices (€)`
    if dimension not in EXTENTS and not (headed or _come_to_totals(table, tops)):
        return None
    return Column("", measure, table.columns[tops[0]].unit)


def _hold_things(table: Table, tops: list[int]) -> bool:
    """Tell whether each cell names a thing and measures the same of it: `Rice (440 kcal)`."""
    reading = table.reading
    kinds: list[set[str]] = []
    rows = [row for row in table.rows if not (row.cells and is_total(reading, row.cells[0]))]
    for n in tops:
        cells = [cell for row in rows if (cell := table.cell(row, n))]
        if not all(names_something(reading, reading.string(cell)) for cell in cells):
            return False
        kinds += [{q.unit.dimension for q in reading.quantities(c) if q.unit} for c in cells]
    roles = ("version", "header", "time property", "date property")
    plain = not any(reading.wording.role(table.columns[n].name, *roles) for n in tops)
    return len(tops) >= PAIR and plain and bool(kinds) and bool(set.intersection(*kinds))


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
    Where most columns share somebody, one of nothing but names may have its own: `Sue` all day.
    """
    rows: dict[str, set[int]] = {}
    held: list[set[str]] = [set() for _ in tops]
    named = [True for _ in tops]
    for number, row in enumerate(table.rows):
        for column_, n in enumerate(tops):
            cell = table.cell(row, n)
            names = names_told(table.reading, cell) if cell is not None else []
            named[column_] &= all(map(_NAME.fullmatch, names))
            if cell is not None and not all(name[:1].isupper() for name in names):
                names = [table.reading.string(cell)]  # `rice, beans` lists no names
            for name in map(fold, filter(WORD.search, names)):
                held[column_].add(name)
                rows.setdefault(name, set()).add(number)
    often = Counter(text for own in held for text in own)
    shared = {
        text
        for text, columns in often.items()
        if (columns > 1 and len(rows[text]) > 1) or columns == len(tops) > PAIR
    }
    sharing = [bool(own & shared) for own in held]
    return all(sharing) or (2 * sum(sharing) > len(tops) > PAIR and all(named))
