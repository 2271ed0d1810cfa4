"""Tables that hold a table for each of several containers, or lists in their cells, told as those are.

`| Day 1 | Time | Day 2 | Time |` is a table of each day, below its name, and
`| Day 1 | Soup (300 kcal)<br>Pie (200 kcal) |` a label with its list.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise

from msgspec.structs import replace

from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document.blocks import TABLES, Block, BlockKind
from evalspec.document.grid import BREAK, names_told
from evalspec.document.headers import column
from evalspec.document.inline import read_inline
from evalspec.document.own_amounts import names_something
from evalspec.document.plain import trim
from evalspec.document.prose import line_of, ranked, things_of
from evalspec.document.reading import Reading
from evalspec.document.table import is_total
from evalspec.vocabulary.fold import fold

_MARK = regex(r"(?:[-•*·]\s+|1[.)]\s+)?")
_AND = regex(r"\s*(?:[,/&+]|\band\b)\s*")
_FEWEST = 2


def settle(reading: Reading) -> None:
    """Take such tables apart."""
    if reading.is_json:
        return
    blocks: list[Block] = []
    group = max((block.group for block in reading.blocks), default=0)
    for key, lines in groupby(reading.blocks, key=lambda b: (b.group, b.kind in TABLES)):
        rows = list(lines)
        if not key[1] or rows[0].kind is not BlockKind.TABLE_HEADER:
            blocks += rows
            continue
        for head, table in _tables(reading, rows):
            blocks += [head] if head is not None else []
            group += 1
            table = _parallel(reading, _labelled(reading, table)) if head is None else table
            blocks += _lists(reading, table) or [replace(row, group=group) for row in table]
    reading.blocks = tuple(blocks)


def _tables(reading: Reading, rows: list[Block]) -> Iterator[tuple[Block | None, list[Block]]]:
    """Yield the tables beside each other in one, each below what its first header names."""
    header = rows[0].cells
    starts = [n for n, cell in enumerate(header) if _is_place(reading, cell)]
    width = len(header) // max(1, len(starts))
    told = [[fold(reading.string(c)) for c in header[n + 1 : n + width]] for n in starts]
    even = starts == list(range(0, len(header), max(width, 1))) and width > 1
    alike = even and all(names == told[0] for names in told)
    if not alike or (len(starts) == 1 and not _are_measures(reading, header[1:])):
        yield None, rows
        return
    for n in starts:
        place = header[n]
        parts = [row.cells[n : n + width] for row in rows[1:]]
        first = replace(rows[0], cells=(Span(place.start, place.start), *header[n + 1 : n + width]))
        body = [
            replace(row, cells=cells, span=Span(cells[0].start, cells[-1].end))
            for row, cells in zip(rows[1:], parts, strict=True)
            if any(cell.start < cell.end for cell in cells)
        ]
        yield line_of(reading, rows[0], BlockKind.LABEL_LINE, place), [first, *body]


def _is_place(reading: Reading, cell: Span) -> bool:
    """Tell whether a header names one of several containers: `Day 2`, `Monday`, no `Day`, no `Lunch`."""
    named = ranked(reading, reading.string(cell))
    return named is not None and (named.ordinals != (0,) or bool(reading.dates(cell)))


def _are_measures(reading: Reading, header: Sequence[Span]) -> bool:
    """Tell whether headers measure what the first column names, or say nothing."""
    names = [fold(reading.string(cell)) for cell in header]
    told = (column(name, reading.wording) for name in names)
    named = (c.name for c in told if not (c.measure or c.unit))
    return all(not name or reading.wording.role(name, "header") for name in named)


def _split(reading: Reading, cell: Span) -> list[Span]:
    """Return what stands between the line breaks of a cell."""
    start = _MARK.match(reading.text, cell.start, cell.end)
    at = start.end() if start is not None else cell.start
    found = []
    for cut in BREAK.finditer(reading.text, at, cell.end):
        found.append(trim(reading.text, at, cut.start()))
        at = cut.end()
    return [*found, trim(reading.text, at, cell.end)]


# -- a list in each of several cells of a row ------------------------------------------------
def _parallel(reading: Reading, rows: list[Block]) -> list[Block]:
    """Give each thing a row of its own where one cell lists names and others their amounts."""
    found = rows[:1]
    for row in rows[1:]:
        cells = [_split(reading, cell) for cell in row.cells]
        most = max((len(parts) for parts in cells), default=0)
        lists = [parts for parts in cells if len(parts) == most]
        worded = [[names_something(reading, reading.string(p)) for p in parts] for parts in lists]
        fits = most >= _FEWEST and all(len(parts) in (1, most) for parts in cells)
        if not fits or [True] * most not in worded or [False] * most not in worded:
            found.append(row)
            continue
        for n in range(most):
            once = [p[0] if not n else Span(p[0].end, p[0].end) for p in cells]
            own = [p[n] if len(p) == most else sole for p, sole in zip(cells, once, strict=True)]
            found.append(replace(row, cells=tuple(own), span=Span(own[0].start, own[-1].end)))
    return found


def _labelled(reading: Reading, rows: list[Block]) -> list[Block]:
    """Give the containers that labels in a column name a column of their own: `*Lunch:* Soup`."""
    for n in range(len(rows[0].cells)):
        rank = reading.wording.ranks.get(fold(reading.string(rows[0].cells[n])), "")
        cells = (row.cells[n] if n < len(row.cells) else None for row in rows[1:])
        own = [_label(reading, cell, rank) if cell is not None else None for cell in cells]
        if len({fold(reading.string(cut[0])) for cut in own if cut}) == len(own) or None in own:
            continue  # each is one thing
        head = rows[0].cells[n]
        heads = [(Span(head.start, head.start), head), *(cut for cut in own if cut is not None)]
        return [
            replace(row, cells=(*row.cells[:n], *two, *row.cells[n + 1 :]))
            for row, two in zip(rows, heads, strict=True)
        ]
    return rows


def _label(reading: Reading, cell: Span, rank: str) -> tuple[Span, Span] | None:
    """Part the label of a cell that names a container from what stands behind it, no title of a rank."""
    inline = read_inline(reading.text, cell.start, cell.end)
    if inline.label is None or inline.rest is None or inline.rest.start >= inline.rest.end:
        return None
    held = ranked(reading, reading.string(inline.label))
    titled = held is not None and held.rank == rank  # `Monday – Stalls`, below `Day`
    return (inline.label, inline.rest) if held is not None and not titled else None


# -- a list in one cell of each row ----------------------------------------------------------
def _lists(reading: Reading, rows: list[Block]) -> list[Block]:
    """Return the lines that tables are whose rows are a name and a list, or whose columns are lists."""
    header, body = rows[0].cells, rows[1:]
    if any(len(row.cells) != len(header) for row in body) or len(header) < _FEWEST or not body:
        return []
    last = body[-1]
    if len(body) > _FEWEST and is_total(reading, last.cells[0]):
        ends = [cell for cell in last.cells if cell.start < cell.end]
        sums = line_of(reading, last, BlockKind.PARAGRAPH, Span(ends[0].start, ends[-1].end))
        return (lines := _lists(reading, rows[:-1])) and [*lines, sums]
    things = [[listed(reading, cell) for cell in row.cells] for row in body]
    if all(_is_head(reading, cell) for cell in header):
        return _columns(reading, rows, things) if "block" in reading.wording.item_ranks else []
    lists = [n for n in range(1, len(header)) if all(found[n] for found in things)]
    several = [n for n in lists if 2 * sum(len(f[n]) >= _FEWEST for f in things) >= len(body)]
    if len(several) != 1 or any(_is_head(reading, header[n]) for n in lists):
        return []
    (full,) = several
    others = [n for n in range(1, len(header)) if n != full]
    told = [row.cells[n] for row in body for n in others if reading.quantities(row.cells[n])]
    if not all(names_something(reading, reading.string(cell)) for cell in told):
        return _with_details(reading, rows, [own[full] for own in things], full)
    names = {fold(name) for row in body for name in names_told(reading, row.cells[full])}
    beside = ([_is_there(reading, row.cells[n], names) for row in body] for n in others)
    if any(2 * sum(there) > len(there) for there in beside):
        return []
    heads = [fold(reading.string(row.cells[0])) for row in body]
    again = [not head or head == last for last, head in pairwise(["", *heads])]
    named = (r.cells[0] for r, go in zip(body, again, strict=True) if not go)
    kinds = _heads_items(reading, header[full]) and not any(again)
    if again[0] or not all(kinds or _is_head(reading, cell) for cell in named):
        return []
    found: list[Block] = []
    for row, own, goes_on in zip(body, things, again, strict=True):
        if any(again):
            found += _nested(reading, row, own[full], goes_on, full)
            continue
        said = [row.cells[n] for n in (0, *others) if row.cells[n].start < row.cells[n].end]
        title = max(cell.end for cell in said if cell.start < row.cells[full].start)
        head = Span(row.cells[0].start, title)
        found.append(line_of(reading, row, BlockKind.LABEL_LINE, head))
        over = reading.string(header[full])
        inner = ranked(reading, over) or reading.wording.headed(over)
        if inner is not None and ranked(reading, reading.string(head)):  # `| Day | Meal |`
            found.append(line_of(reading, row, BlockKind.LABEL_LINE, header[full]))
        found += [line_of(reading, row, BlockKind.BULLET, thing) for thing in own[full]]
        behind = [cell for cell in said if cell.start > title]
        found += [line_of(reading, row, BlockKind.PARAGRAPH, cell) for cell in behind]
    return found


def _with_details(
    reading: Reading, rows: list[Block], things: list[list[Span]], full: int
) -> list[Block]:
    """Return the lines of things with what they are made up of: `| Car | €90 | Fuel €60<br>Tax €30 |`."""
    found: list[Block] = []
    over = reading.wording.ranks.get(fold(reading.string(rows[0].cells[0])))
    if over and not all(_is_head(reading, row.cells[0]) for row in rows[1:]):
        return []  # sessions by their numbers
    for row, own in zip(rows[1:], things, strict=True):
        cells = [cell for cell in row.cells if cell.start < cell.end and cell != row.cells[full]]
        whole = [q for cell in cells[1:] for q in reading.quantities(cell)]
        parts = [reading.quantities(thing) for thing in own]
        told = [q.unit for quantities in parts for q in quantities[:1]]
        alike = len(whole) == 1 and all(unit and unit == whole[0].unit for unit in told)
        if not alike or len(told) < len(own):
            return []
        before = [cell for cell in cells if cell.start < row.cells[full].start]
        head = Span(cells[0].start, before[-1].end)
        if before[1:]:
            line = line_of(reading, row, BlockKind.BULLET, head)
            found.append(replace(line, label=before[0], rest=Span(before[1].start, head.end)))
        else:
            found.append(line_of(reading, row, BlockKind.LABEL_LINE, head))
        found += (replace(line_of(reading, row, BlockKind.BULLET, t), level=1) for t in own)
        behind = cells[len(before) :]
        found += [line_of(reading, row, BlockKind.PARAGRAPH, cell) for cell in behind]
    return found


def _is_there(reading: Reading, cell: Span, names: set[str]) -> bool:
    """Tell whether a cell says who is there, as the list beside it: `Sam 8–16`, or one of its names."""
    timed = any(time.end is not None for time in reading.times(cell))
    told = [fold(name) for name in names_told(reading, cell)]
    return bool(told) and (timed or names.issuperset(told))


def _nested(
    reading: Reading, row: Block, things: list[Span], goes_on: bool, full: int
) -> list[Block]:
    """Return the lines of one of several rows of a container: its dish, and what is in it."""
    found = [] if goes_on else [line_of(reading, row, BlockKind.LABEL_LINE, row.cells[0])]
    dish = next((c for c in row.cells[1:full] if c.start < c.end), None)
    found += [line_of(reading, row, BlockKind.BULLET, dish)] if dish is not None else []
    listed = (line_of(reading, row, BlockKind.BULLET, thing) for thing in things)
    found += [replace(line, level=int(dish is not None)) for line in listed]
    behind = [cell for cell in row.cells[full + 1 :] if cell.start < cell.end]
    return found + [line_of(reading, row, BlockKind.PARAGRAPH, cell) for cell in behind]


def _columns(reading: Reading, rows: list[Block], things: list[list[list[Span]]]) -> list[Block]:
    """Return the lists of times that columns are, each below its header."""
    cells = [(cell, own) for row, found in zip(rows[1:], things, strict=True)
             for cell, own in zip(row.cells, found, strict=True)]  # fmt: skip
    if not all(own for cell, own in cells if cell.start < cell.end):
        return []
    lines: list[Block] = []
    for n, head in enumerate(rows[0].cells):
        lines.append(line_of(reading, rows[0], BlockKind.LABEL_LINE, head))
        told = [thing for found in things for thing in found[n]]
        lines += [line_of(reading, rows[0], BlockKind.BULLET, thing) for thing in told]
    return lines


def _heads_items(reading: Reading, header: Span) -> bool:
    """Tell whether a header names things in the plural: `| Aisle | Items |`, `| Dish | Ingredients |`."""
    wording, said = reading.wording, reading.string(header).strip("*_ :")
    return said.lower() != fold(said) and wording.ranks.get(fold(said)) in wording.item_ranks


def _is_head(reading: Reading, cell: Span) -> bool:
    """Tell whether a cell names a container or a part of the day."""
    named = reading.string(cell).strip("*_ :")
    parts = reading.wording.lexicon.parts_of_day
    return ranked(reading, named) is not None or set(_AND.split(fold(named))) <= parts.keys()


def listed(reading: Reading, cell: Span) -> list[Span]:
    """Return the things that a cell lists, on its lines or behind marks; none where it is no list."""
    parts = _split(reading, cell)
    things = [things_of(reading, part) for part in parts]
    return [thing for found in things for thing in found] if all(things) else []
