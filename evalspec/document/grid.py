"""The grid that a table is: which columns are containers, which name a row, which speak of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from evalspec.core.record import Record
from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document.headers import Column, column
from evalspec.document.legends import legend_of
from evalspec.document.reading import Reading
from evalspec.document.stacks import Stack
from evalspec.document.table import Table, rank_named
from evalspec.vocabulary.fold import fold

JOINT = regex(r"\s*(?:[,;/&+]|\band\b)\s*")
BREAK = regex(r"\s*<br\s?/?>\s*(?:[-•*·]\s+|\d{1,2}[.)]\s+)?")
"""Between two lines of a cell."""
REMARK = regex(r"\s*[*_]*\([^()\d]+\)[\s*_]*$")
"""`Ada, Bram *(keys)*` are two names."""
WORD = regex(r"[^\W\d_]{2}")
PAIR = 2


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


def recurring(table: Table, tops: Iterable[int]) -> frozenset[str]:
    """Return the folded names that stand in several cells of some columns."""
    cells = (c for row in table.rows for n in tops if (c := table.cell(row, n)))
    names = Counter(fold(name) for cell in cells for name in names_told(table.reading, cell))
    return frozenset(name for name, often in names.items() if often > 1)


def names_told(reading: Reading, cell: Span) -> list[str]:
    """Return the names that a cell lists, without when each is there: `Ada 9–12<br>Bert 10–14`."""
    said = reading.string(cell)
    for time in reading.times(cell):
        said = said.replace(reading.string(time.span), " ")
    pieces = (piece for line in BREAK.split(said) for piece in JOINT.split(line))
    return [name for piece in pieces if (name := REMARK.sub("", piece).strip("•*_ "))]


def rank_of_column(table: Table, number: int) -> str:
    """Return the rank of the container that a header names."""
    if table.columns[number].measure:
        return ""
    return rank_named(table.reading, table.header[number])


def is_aside(table: Table, number: int) -> bool:
    """Tell whether a column holds totals of its rows, remarks, or who is not there, or only if need be."""
    wording = table.reading.wording
    name = table.columns[number].name
    aside = wording.begins_with_role(name, "total", "note")
    return aside or wording.role(name, "away", "standby") or _is_length_of_all(table, number)


def _is_length_of_all(table: Table, number: int) -> bool:
    """Tell whether the last column says how long the shifts of its row are: `Ada | 7–12 | 8–11 | 8`."""
    last = number == len(table.header) - 1
    if not last or table.columns[number].measure != table.reading.wording.lexicon.time_measure:
        return False
    told = [n for n in range(1, number) if not table.is_all_away(n)]  # a shop is closed on Mondays
    return number > 2 and bool(told) and (all(map(table.holds_ranges, told)) or _coded(table, told))


def _coded(table: Table, numbers: list[int]) -> bool:
    """Tell whether cells name shifts, or nobody: `E` below `E = Early, 7–15`, `Early (7–15)`, `Late`."""
    reading, wording = table.reading, table.reading.wording
    texts = (reading.string(cell) for n in numbers for cell in table.cells_of(n))
    said = [fold(text.partition("(")[0]) for text in texts]
    coded = {s for s in said if s in legend_of(reading) or (s and wording.says_shift(s))}
    return bool(coded) and all(s in coded or wording.role(s, "away") for s in said)


def measure_of_bare_numbers(
    table: Table, heads: tuple[int, ...], beside: tuple[int, ...]
) -> Column | None:
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
