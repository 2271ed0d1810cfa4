"""One table: its header, what its columns are, and the entries that its cells become."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from functools import cached_property
from itertools import groupby, pairwise

from evalspec.core.quantity import UNITLESS, Interval, Unit, exactly
from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document import schedule
from evalspec.document.blocks import LIST_DEPTH, Block, BlockKind
from evalspec.document.facts import EXTENTS, EntryKind, Origin, of_each
from evalspec.document.headers import (
    Column,
    by_own_names,
    column,
    distinct,
    joined,
    limits_of,
    of_lengths,
    unit_of,
    unmeasured,
)
from evalspec.document.lines import perhaps_total
from evalspec.document.mention import TimeMention
from evalspec.document.own_amounts import names_something
from evalspec.document.ranks import walk
from evalspec.document.reading import Reading
from evalspec.document.remainders import is_remainder
from evalspec.document.rests import is_rest, says_nothing_done
from evalspec.document.sets import set_columns
from evalspec.document.tree import Draft
from evalspec.vocabulary.fold import fold

_AMOUNT = regex(r"\d{1,6}(?:[.,]\d{1,2})?")
_SUMS = ("Σ", "∑", "=")
"""What a row begins with that says what those above it come to."""
_NONE = regex(r"[\s*.]*(?:[-–—/]+|\\?\||n/?a|none)[\s*.]*", re.IGNORECASE)
_EMPTY = regex(rf"[\s*.]*|{_NONE.pattern}", re.IGNORECASE)
HOURS = regex(r"\d{1,2}(?:[:.]\d\d)?\s*(?:[ap]m)?\s*(?:[-–—]|to)\s*\d{1,2}", re.IGNORECASE)
_BRACKETS = regex(r"[(\[][^()\[\]]*[)\]]")
_COUNTED = regex(r"\([^()]*\d[^()]*\)")
_LETTERS = regex(r"[A-Za-z]{2}")
_WORDED = regex(r"[^\W\d_]{3}")
_NAME_BEHIND = regex(r"[ \xa0][^\W\d_]")
_NO_CHANCE = 4
"""Fewer rows and columns may come to what another row is of."""
_BEFORE_TIME = 5
"""Characters before a time that a cell begins with."""
_UNITS = ("unit", "uom")
_PACKED = regex(r"[^\W\d]+(?: of(?: about)?|,)? \(?[~≈]?\d")
"""`tins of 400 ml`, `bottles (330 ml)`."""
_GROUPED = 2
"""Rows that go on below what heads them, at least."""
_TOLD_ALONE = (*EXTENTS, "volume")
"""What a column under a word of its own is measured by, where no other column tells it."""
_DEPTH = 20
"""Rows stand below every heading and list."""


class Table:
    """One table being read."""

    def __init__(self, reading: Reading, rows: Sequence[Block]) -> None:
        self.reading = reading
        headed = rows[0].kind is BlockKind.TABLE_HEADER and not _begins_at_once(reading, rows)
        self.header = rows[0].cells if headed else ()
        self.rows = rows[1:] if headed else rows
        wording = reading.wording
        headers = [reading.string(cell) for cell in self.header]
        columns = [column(header, wording) for header in headers]
        if headed and _has_second_header(reading, headers, self.rows):
            headers = joined(headers, [reading.string(cell) for cell in self.rows[0].cells])
            columns = by_own_names([column(header, wording) for header in headers])
            self.rows = self.rows[1:]
        self.left = {n for n, c in enumerate(columns) if is_remainder(wording, c.name)}
        limits = limits_of(columns, wording)
        limits |= {n for n, c in enumerate(columns) if c.measure and self._is_worded(n, c)}
        limits |= {
            n for n, c in enumerate(columns) if c.measure and self._holds_things(n, headers[n])
        }
        limits |= {n for n, c in enumerate(columns[:1]) if self._numbers_rows(c)}
        self.counted = {n for n, c in enumerate(columns[:1]) if self._says_which(c)}
        """The first column where it only says which row is which: `Slot`, `No.`."""
        columns = [Column(c.name, "", None) if n in limits else c for n, c in enumerate(columns)]
        self.columns = distinct(unmeasured(columns, self.left), wording)
        width = max((len(r.cells) for r in rows), default=0)
        self.columns += [Column("", "", None)] * (width - len(self.columns))
        self._measured: dict[int, bool] = {}
        """Which columns have amounts."""
        self.time = self._time_column()
        self.begun: dict[int, int] = {}
        """When the last row with a time of its own begins, by the column of what has the time."""
        self.ranks = {n: rank for n in range(width) if (rank := self._rank(n))}
        self.name = self._name_column()
        self.sets = set_columns(self.columns, wording)
        """Which columns tell of one of several sets."""
        self.units = self._unit_column()
        self.summed = self._summed()
        """What names a last row that is what those above it come to, whatever it is called."""
        reading.total_cells.update(dict.fromkeys(self.summed, True))

    def cell(self, row: Block, number: int) -> Span | None:
        """Return a cell that holds something."""
        if number < 0 or number >= len(row.cells):
            return None
        span = row.cells[number]
        return None if _EMPTY.fullmatch(self.reading.string(span)) else span

    def _is_worded(self, number: int, header: Column) -> bool:
        """Tell whether a column holds names, whatever its header is: `| Cost | € / month |`.

        Behind the first one they are told apart by it: `| Category | Expense | Amount |`.
        """
        cells = self.cells_of(number)
        told = (self.reading.quantities(c) or self.reading.times(c) for c in cells)
        named = bool(cells) and not any(told) and all(map(self.in_words, cells))
        known = self.reading.wording.lexicon.measures.get(header.measure)
        dimension = known.dimension if known is not None else ""
        said = {fold(self.reading.string(cell)) for cell in cells}
        several = dimension == "currency" and len(said) == len(cells) > 1
        counted = dimension == UNITLESS.dimension or dimension.startswith("count:")
        return named and (not number or several or counted)  # `| Day | Person |`

    def _holds_things(self, number: int, header: str) -> bool:
        """Tell whether a header names a container, above cells that say more than amounts: `Night`."""
        named = self.reading.wording.named(header)
        ranked = (
            named is not None and named.rank and named.rank not in self.reading.wording.item_ranks
        )
        cells = self.cells_of(number) if ranked else []
        return 2 * sum(map(self.in_words, cells)) > len(cells)

    def _numbers_rows(self, header: Column) -> bool:
        """Tell whether the first column counts its rows off, one by one: `| Night | Town |`, not `Nights`."""
        known = self.reading.wording.lexicon.measures.get(header.measure)
        if known is None or not known.dimension.startswith("count:"):
            return False
        if self.reading.string(self.header[0]).strip("*_ ").lower() != known.unit:
            return False
        told = [c for c in self.cells_of(0) if not _WORDED.search(self.reading.string(c))]
        return self._counts_off(told)

    def _says_which(self, header: Column) -> bool:
        """Tell whether the first column numbers rows below a word for one of them."""
        wording = self.reading.wording
        said = self.reading.string(self.header[0]).strip("*_. ").lower() if self.header else ""
        one = wording.ranks.get(said) in wording.item_ranks or wording.role(said, "numbered")
        return one and not header.unit and self._counts_off(self.cells_of(0))

    def says_none(self, row: Block, number: int) -> bool:
        """Tell whether a cell says that there is no amount of its own: a dash, `n/a`, `incl.`."""
        said = self.reading.string(row.cells[number]) if number < len(row.cells) else ""
        if not (_NONE.fullmatch(said) or self.reading.wording.role(fold(said), "none of its own")):
            return False
        if number not in self._measured:
            cells = self.cells_of(number)
            told = bool(self.columns[number].measure) or any(map(self.reading.quantities, cells))
            self._measured[number] = told
        return self._measured[number]

    def _time_column(self) -> int:
        """Find the column whose cells start with clock times."""
        if sum(self.holds_blocks(number) for number in range(1, len(self.columns))) > 1:
            return -1
        for number in range(min(3, len(self.columns))):
            lengths = of_lengths(self.columns[number], self.reading.wording)
            if self._is_noted(number) or (lengths and not self.holds_ranges(number)):
                continue
            there = (r for r in self.rows if self.cell(r, number) and not self.is_away(r, number))
            timed = [self.leading_time(row, number) for row in there]
            if timed and sum(t is not None for t in timed) * 2 > len(timed):
                return number
        return -1

    def is_away(self, row: Block, number: int) -> bool:
        """Tell whether a row says where others have their times that there is none: `off`, `leave`."""
        cell = self.cell(row, number)
        said = "" if cell is None else fold(self.reading.string(cell).strip("*_ "))
        return self.reading.wording.role(said, "away")

    def is_all_away(self, number: int) -> bool:
        """Tell whether nobody is there in a whole column."""
        return all(self.is_away(row, number) for row in self.rows)

    def holds_blocks(self, number: int) -> bool:
        """Tell whether most cells of a column tell what is done from when to when.

        Beside days the header may say what: `| Day | Ana | Ben |`, `| Mon | 8:00–13:00 | off |`.
        """
        if self._is_noted(number):
            return False
        cells = self.cells_of(number)
        told = [t for c in cells if (t := self.reading.times(c)) and t[0].end is not None]
        worded = sum(bool(_WORDED.search(self.reading.string(c))) for c in cells)
        if self._by_day and number < len(self.header) and not self.columns[number].measure:
            return bool(told) and (len(told) + self._rests(cells)) * 2 >= len(cells)
        return len(told) * 2 > len(cells) and worded * 2 > len(cells)

    def _is_noted(self, number: int) -> bool:
        """Tell whether a column holds remarks, or times of something else: `Opening hours`."""
        return self.reading.wording.begins_with_role(self.columns[number].name, "note")

    def holds_ranges(self, number: int) -> bool:
        """Tell whether a column of `Hours` says from when to when."""
        cells = self.cells_of(number)
        times = (time for cell in cells for time in self.reading.times(cell)[:1])
        return any(time.end is not None for time in times)

    def _rests(self, cells: Sequence[Span]) -> int:
        said = (self.reading.string(cell).strip("*_ ") for cell in cells)
        return sum(
            bool(_NONE.fullmatch(s)) or says_nothing_done(self.reading, fold(s)) for s in said
        )

    @cached_property
    def codes_above(self) -> frozenset[str]:
        """Codes of things above that go by names of their own, where the rows are named by theirs."""
        if not self.reading.wording.role(self.columns[self.name].name, "identifying"):
            return frozenset()
        above = walk(self.reading.plan)
        return frozenset(name for d in above for name in d.names if name != fold(d.label))

    @cached_property
    def heads_beside(self) -> bool:
        """Whether names in the first column hold for rows below: `| Warm-up | March |`, `| | Stretch |`."""
        return self._heads(self.name)

    def _heads(self, name: int) -> bool:
        """Tell whether names in the first column, blank or the same in rows below, head those of another."""
        calendar = bool(self.reading.wording.calendar.get(self.ranks.get(0, "")))
        if len(self.columns) < _GROUPED or name <= 0 or calendar or not self.time:
            return False
        beside = [(self.cell(row, 0), self.cell(row, name)) for row in self.rows]
        beside = [(h, name) for h, name in beside if not (h and is_total(self.reading, h))]
        while len(beside) > _GROUPED and not beside[-1][1]:
            beside.pop()  # `| Reserve (10 %) | | 20 € |` stands behind the groups
        told = [head for head, _ in beside if head]
        labels = [fold(self.reading.string(head)) for head in told]
        runs = [label for label, _ in groupby(labels)]
        once = len(runs) == len(told) or len(set(runs)) == len(runs)
        named = len(runs) > 1 and beside[0][0] is not None and all(map(self.in_words, told))
        named = named and once and all(name for _, name in beside)
        return named and len(beside) >= _GROUPED + len(runs)

    @cached_property
    def _by_day(self) -> bool:
        """Whether the first column names days."""
        cells = self.cells_of(0)
        calendar = self.reading.wording.calendar
        days = (self._is_dated(c) or calendar.get(rank_named(self.reading, c)) for c in cells)
        return sum(map(bool, days)) * 2 > len(cells)

    def cells_of(self, number: int) -> list[Span]:
        """Return the cells of a column that hold something."""
        return [c for row in self.rows if (c := self.cell(row, number))]

    def measure_columns(self) -> None:
        """Let a header of its own words head a usual measure that no other column tells: `Driving`, `Fluids`.

        So does one that tells but a unit: `Min`, `€`, `Effort (days)`.
        """
        wording = self.reading.wording
        told = {
            header.measure or wording.measures.get(header.name, "")
            for number, header in enumerate(self.columns)
            if number != self.time
        }
        found: dict[str, list[int]] = {}
        estimated: dict[str, list[int]] = {}
        limits = limits_of(self.columns, wording)
        others = (n for n, c in enumerate(self.columns) if c.unit is not None or n not in limits)
        units = {n: unit for n in others if (unit := self._unit_told(n))}
        for number, header in enumerate(self.columns):
            unit = units.get(number)
            dimensions = self.dimensions(number)
            usual = wording.usual_measure(dimensions.pop()) if len(dimensions) == 1 else ""
            known = wording.lexicon.measures.get(usual)
            bare = wording.without_role(header.name, "per period")  # `Monthly amount`
            paid = known is not None and known.dimension.startswith("currency")
            named = wording.role(header.name, "qualifier") or wording.role(bare, "amount")
            named = named or not header.name or (paid and wording.role(bare, "amount of money"))
            if known is not None and (unit is not None or known.dimension in _TOLD_ALONE or named):
                plain = not header.measure and self._says_amount(header.name)
                alone = unit is not None and header.unit is None
                found.setdefault(usual if plain or alone else "", []).append(number)
                if wording.role(header.name, "says how much"):
                    estimated.setdefault(usual, []).append(number)
        for measure, numbers in (estimated | found).items():
            if measure and measure not in told and len(numbers) == 1:
                (number,) = numbers
                header = self.columns[number]
                self.columns[number] = Column(header.name, measure, units.get(number, header.unit))

    def _summed(self) -> list[Span]:
        """Find the last row where it comes to those above it, in so many columns that this is no chance."""
        rows = [row for row in self.rows if self.cell(row, self.name) is not None]
        last, above = rows[-1:], rows[:-1]
        if self.time >= 0 or len(above) < _GROUPED:
            return []
        columns = [n for n in range(len(self.columns)) if n != self.name and self.cell(last[0], n)]
        totals = [self.reading.quantities(last[0].cells[n]) for n in columns]
        if len(columns) < _GROUPED or len(above) + len(columns) <= _NO_CHANCE:
            return []
        for n, found in zip(columns, totals, strict=True):
            cells = (c for row in above if (c := self.cell(row, n)) is not None)
            told = (
                [q for q in self.reading.quantities(c) if q.unit == found[0].unit] for c in cells
            )
            parts = [own[0].value for own in told if own] if len(found) == 1 else []
            if len(parts) < _GROUPED or sum(parts, exactly(0)) != found[0].value:
                return []
        return [last[0].cells[self.name]]

    def settle_products(self) -> None:
        """Let what so many at a price come to be the price of a row: `Quantity`, `Unit price`, `Line total`.

        Where the numbers are bare nothing but their product says so.
        """
        lexicon, wording = self.reading.wording.lexicon, self.reading.wording
        known = {n: lexicon.measures.get(c.measure) for n, c in enumerate(self.columns)}
        priced = [n for n, measure in known.items() if measure and measure.dimension == "currency"]
        plain = ((n, c.name) for n, c in enumerate(self.columns) if not c.measure)
        totals = [n for n, name in plain if wording.ends_with_role(name, "total")]
        if len(priced) != 1 or len(totals) != 1:
            return
        (price,), (total,) = priced, totals
        others = (n for n in range(len(self.columns)) if n not in (price, total))
        if any(self._is_product(number, price, total) for number in others):
            rated, whole = self.columns[price], self.columns[total]
            self.columns[total] = Column(whole.name, rated.measure, whole.unit or rated.unit)
            own = rated.name if rated.name != rated.measure else of_each(rated.name)
            self.columns[price] = Column(own, "", rated.unit)

    def _is_product(self, number: int, price: int, total: int) -> bool:
        """Tell whether in most rows one column gives how often another comes to a third."""
        rows = [[self._sole(row, n) for n in (number, price, total)] for row in self.rows]
        told = [(a, b, c) for a, b, c in rows if a is not None and b is not None and c is not None]
        agreed = [one for one in told if one[0] * one[1] == one[2]]
        return len(told) > 1 and 2 * len(agreed) > len(told)

    def _sole(self, row: Block, number: int) -> Interval | None:
        """Return the one number of a cell."""
        cell = self.cell(row, number)
        found = self.reading.quantities(cell) if cell is not None else ()
        return found[0].value if len(found) == 1 else None

    def _unit_told(self, number: int) -> Unit | None:
        """Return the unit that a header tells of numbers without saying what they measure.

        A total below them may be written with it.
        """
        wording = self.reading.wording
        header = self.columns[number]
        unit = header.unit or unit_of(header.name, wording)
        if unit is None or header.measure or not self._may_measure(number):
            return None
        cells = self.cells_of(number)
        found = [q for cell in cells for q in self.reading.quantities(cell)]
        bare = any(q.unit is None for q in found)
        return unit if bare and all(q.unit in (None, unit) for q in found) else None

    def _says_amount(self, name: str) -> bool:
        """Tell whether a header may head parts: no totals, goals, limits, rests, remarks."""
        wording = self.reading.wording
        limits = ("at-most", "at-least", "header")
        return not (wording.is_about_others(name) or wording.begins_with_role(name, *limits))

    def _may_measure(self, number: int) -> bool:
        """Tell whether a column neither names its rows nor says when or what is left."""
        return number not in (self.name, self.time, *self.ranks, *self.left)

    def dimensions(self, number: int) -> set[str]:
        """Return the dimensions of a column of amounts, some of which may not be told: `as needed`."""
        if not self._may_measure(number):
            return set()
        if (unit := self._unit_told(number)) is not None:
            return {unit.dimension}
        cells = self.cells_of(number)
        found = [self.reading.quantities(cell) for cell in cells]
        told = [cell for cell, amounts in zip(cells, found, strict=True) if amounts]
        units = [q.unit for amounts in found for q in amounts]
        untold = len(told) < len(cells) or len(units) > len(told)
        if len(told) * 2 <= len(cells) or (untold and any(map(self._names_something, told))):
            return set()
        return {unit.dimension if unit is not None else "" for unit in units}

    def _names_something(self, cell: Span) -> bool:
        said = self.reading.string(cell).lower()
        for quantity in self.reading.quantities(cell):
            said = said.replace(quantity.qualifier, " ")
        return names_something(self.reading, said)

    def _unit_column(self) -> int:
        """Find the column of units, all of them or by its name, behind that of their numbers; -1 for none."""
        for number in range(2, len(self.columns)):
            cells = self.cells_of(number)
            units = [cell for cell in cells if self._unit(cell)]
            called = units and self.columns[number].name in _UNITS
            if number != self.name and units and (called or len(units) == len(cells)):
                return number
        return -1

    def packs(self, row: Block, number: int) -> Interval | None:
        """Return how many of what a unit tells there are: `3` beside `tins of 400 ml`."""
        cell = self.cell(row, number) if number == self.units > 0 else None
        packed = cell is not None and _PACKED.match(self.reading.text, cell.start, cell.end)
        return self._sole(row, number - 1) if packed else None

    def _unit(self, cell: Span) -> Unit | None:
        return self.reading.wording.lexicon.units.get(fold(self.reading.string(cell)))

    def with_unit(self, row: Block, header: Column) -> Column:
        """Return what a header says of the number in a row whose unit stands beside it."""
        cell = self.cell(row, self.units)
        unit = self._unit(cell) if cell is not None else None
        if unit is None:
            return header
        usual = self.reading.wording.usual_measure(unit.dimension)
        return Column(header.name, usual or header.measure, unit)

    def leading_time(self, row: Block, number: int) -> TimeMention | None:
        span = self.cell(row, number)
        times = self.reading.times(span) if span is not None else []
        if span is None or not times:
            return None
        named = self.reading.is_json and schedule.is_spoken(self.reading, times[0])
        dates = (d.span.end for d in self.reading.dates(span) if d.span.end <= times[0].span.start)
        start = max(dates, default=span.start)  # `Mon, 2 March, 9:00`
        return times[0] if times[0].span.start - start <= _BEFORE_TIME and not named else None

    def _rank(self, number: int) -> str:
        """Return the rank whose names stand in a column: `Day`, `Meal`; below hours is what is then."""
        wording = self.reading.wording
        if number < len(self.header) and HOURS.search(self.reading.string(self.header[number])):
            return ""
        name = self.columns[number].name
        rank = wording.ranks.get(name, "")
        if not rank or wording.level[rank] >= wording.level.get(wording.item_rank, 0):
            rank = ""
        cells = [c for r in self.rows if (c := self.cell(r, number)) and not self._is_group(r)]
        known = [wording.named(self.reading.string(c)) for c in cells]
        ranked = [k.rank for k in known if k is not None and k.rank]
        if ranked and len(ranked) * 2 > len(cells) and ranked[0] not in wording.item_ranks:
            return ranked[0]
        bare = [_BRACKETS.sub(" ", self.reading.string(c)).strip() for c in cells]
        sums = [is_total(self.reading, cell) for cell in cells]
        counts = [s or _AMOUNT.fullmatch(b) for b, s in zip(bare, sums, strict=True)]
        if number and cells and all(counts) and self._says_how_many(number):
            return ""
        numbered = bool(cells) and all(s or b.isdigit() for b, s in zip(bare, sums, strict=True))
        dated = [c for c in cells if self._is_dated(c) and not (rank and numbered)]
        if dated and len(dated) * 2 > len(cells) and (not number or wording.role(name, "when")):
            return wording.day
        told_of = len(self.header) > 2 or numbered
        told_of = told_of or (bool(rank) and all(self._is_called(cell, rank) for cell in cells))
        return rank if told_of and number != self.time else ""

    def _is_called(self, cell: Span, rank: str) -> bool:
        """Tell whether a cell is what a container of a rank is called above, or speaks of all of them."""
        draft = self.reading.called(fold(self.reading.string(cell)))
        return is_total(self.reading, cell) if draft is None else draft.rank == rank

    def _says_how_many(self, number: int) -> bool:
        """Tell whether a plural heads numbers that do not go on: `Days` of each task."""
        if number >= len(self.header):
            return False
        plural = self.reading.string(self.header[number]).lower() != self.columns[number].name
        cells = [self.reading.string(c) for c in self.cells_of(number)]
        told = [Decimal(cell.replace(",", ".")) for cell in cells if _AMOUNT.fullmatch(cell)]
        same = (len(told) > 1 and len(set(told)) == 1) or (bool(told) and told[0] > 1)
        return plural and (same or any(b - a not in (0, 1) for a, b in pairwise(told)))

    def _is_group(self, row: Block) -> bool:
        """Tell whether a row is nothing but its first cell: `| **Day 1** | | |`."""
        return len(row.cells) > 1 and not any(self.cell(row, n) for n in range(1, len(row.cells)))

    def _is_dated(self, cell: Span) -> bool:
        """Tell whether a cell is a day: `Mon`, `3 March (start)`, not a `Sunday roast`."""
        return bool(self.reading.dates(cell)) and not begins_like_a_day(self.reading, cell)

    def _name_column(self) -> int:
        """Find the column that names the rows: not a measure, a rank or a time, and in words."""
        wording = self.reading.wording
        named, worded = -1, list[int]()
        for number, header in enumerate(self.columns):
            if number == self.time or number in self.ranks:
                continue
            words = sum(map(self.in_words, self.cells_of(number)))
            if wording.ranks.get(header.name) in wording.item_ranks and named < 0:
                plural = self.reading.string(self.header[number]).lower() != header.name
                counted = plural or wording.roles.get(
                    "done"
                )  # `Shifts`: how many; `Step`: which one
                named = named if counted and not words else number
            if words * 2 >= len(self.rows) and not header.measure:
                worded.append(number)
        counts = named in self.counted and bool(worded)
        if named >= 0 and not counts:
            return named  # `| Slot | Time | Title |` only counts them
        worded.sort(key=lambda n: wording.role(self.columns[n].name, "identifying"))
        best = next(iter(worded), -1)
        if best < 0 and self.ranks:
            return max(self.ranks)
        if not best and self._heads(other := next(iter(worded[1:]), 0)):
            cells = [fold(self.reading.string(cell)) for cell in self.cells_of(other)]
            best = other if len({*cells}) == len(cells) else best
        return max(best, 0)

    def _counts_off(self, cells: Sequence[Span]) -> bool:
        """Tell whether some cells of a column are nothing but the places of their rows."""
        told = [self.reading.string(cell) for cell in cells]
        return len(told) > 1 and told == [str(n) for n in range(1, len(told) + 1)]

    def in_words(self, cell: Span) -> bool:
        """Tell whether a cell says more than times and amounts: `6:30 am` has letters, but no words."""
        text, last = self.reading.text, cell.start
        times = (time.span for time in self.reading.times(cell))
        amounts = (q.span for q in self.reading.quantities(cell) if q.unit is not None)
        for span in sorted((*times, *amounts), key=lambda span: span.start):
            if _LETTERS.search(text, last, max(last, span.start)):
                return True
            last = max(last, span.end)
        return _LETTERS.search(text, last, cell.end) is not None


def _begins_at_once(reading: Reading, rows: Sequence[Block]) -> bool:
    """Tell whether the first row is one like the others: an amount stands above amounts of its kind."""

    def told(cell: Span) -> str:
        units = [q.unit for q in reading.quantities(cell)]
        bare = len(units) != 1 or names_something(reading, reading.string(cell))
        return "" if bare or units[0] is None else units[0].dimension

    columns = zip(*(row.cells for row in rows), strict=False)
    kinds = [[told(cell) for cell in column] for column in columns]
    return len(rows) > 1 and any(kind[0] and kind[0] == kind[1] for kind in kinds)


def _has_second_header(reading: Reading, headers: list[str], rows: Sequence[Block]) -> bool:
    """Tell whether the first row names columns too: headers with gaps, words over numbers."""
    if len(rows) < 2 or all(headers[1:]):
        return False
    first, second = ([reading.string(cell) for cell in row.cells] for row in rows[:2])
    named = sum(bool(cell) for cell in first[1:]) * 2 > len(first[1:])
    numbered = any(cell[:1].isdigit() or cell[1:2].isdigit() for cell in second[1:])
    return named and numbered and not any(c.isdigit() for cell in first for c in cell)


def rank_named(reading: Reading, cell: Span) -> str:
    """Return the rank of the container that a cell names: `Monday`, `Day 2`, `Lunch`."""
    named = reading.wording.named(reading.string(cell))
    if named is not None and named.rank:
        return named.rank
    if (month := reading.wording.month_named(reading.string(cell))) is not None:
        return month.rank
    return reading.wording.day if reading.dates(cell) else ""


def begins_like_a_day(reading: Reading, cell: Span) -> bool:
    """Tell whether a name only begins with a day: `Sunday roast`."""
    end = next((date.span.end for date in reading.dates(cell)), cell.end)
    part_of_day = fold(reading.text[end : cell.end]) in reading.wording.lexicon.parts_of_day
    return not part_of_day and _NAME_BEHIND.match(reading.text, end, cell.end) is not None


def container(reading: Reading, cell: Span, rank: str) -> Draft:
    """Make the container that a cell names."""
    label = reading.string(cell).replace("**", "")
    draft = Draft(EntryKind.CONTAINER, label, cell, rank=rank, depth=_DEPTH)
    draft.level = reading.wording.level.get(rank, 0)
    named = reading.wording.named(label)
    draft.ordinal = named.ordinals[0] if named is not None else 0
    if not draft.ordinal and (bare := _BRACKETS.sub(" ", label).strip()).isdigit():
        draft.ordinal = int(bare)
    draft.name(fold(label), *((named.stem, fold(named.title)) if named else ()))
    draft.name(fold(_BRACKETS.sub(" ", label)))
    if named is not None:
        draft.name(*reading.wording.categories_of(named.stem))
    dates = reading.dates(cell)
    if dates:
        draft.weekday = dates[0].weekdays[0] if len(dates[0].weekdays) == 1 else 0
        dated = next((d for d in dates[:2] if d.date is not None), dates[0])
        draft.date, draft.until = dated.date, dated.end
    elif rank and rank not in reading.wording.item_ranks:  # `**Lunch, 12:30** (~570 kcal)`
        draft.amounts = reading.measured(cell, None, Origin.STATED)
        for time in reading.times(cell)[:1]:
            schedule.set_times(draft, time)
    return draft


def headed(reading: Reading, cell: Span, rank: str) -> Draft:
    """Make the container that a header names; without a rank it is one all the same."""
    draft = container(reading, cell, rank)
    draft.depth = _DEPTH if rank else LIST_DEPTH - 1
    return draft


def is_total(reading: Reading, cell: Span) -> bool:
    """Tell whether a cell says that its row or column holds totals, not in brackets what it comes to.

    Each cell is read once: a row asks of all of its cells, and again of its name.
    """
    found = reading.total_cells.get(cell)
    if found is None:
        found = reading.total_cells[cell] = _is_total(reading, cell)
    return found


def _is_total(reading: Reading, cell: Span) -> bool:
    said = _COUNTED.sub(" ", reading.string(cell))  # `Talks (20 min in all)`
    label = reading.wording.without_estimate(fold(said))
    wording = reading.wording
    whole = wording.role(label, "spans all") or said.lstrip("*_ ").startswith(_SUMS)
    return whole or wording.begins_with_role(label, "total")


def row_item(reading: Reading, row: Span, name: Span) -> Draft:
    """Make the item that a cell names; `row` is all of its text."""
    label = reading.string(name)
    cut = re.search(r"\s*\((?=[^()]*\d)|:(?=\s|<br)", label)
    span = Span(name.start, name.start + cut.start()) if cut and cut.start() > 1 else name
    item = Draft(EntryKind.ITEM, reading.string(span), span, depth=_DEPTH + 1)
    item.spans = [row]
    item.whole = True
    item.optional = perhaps_total(reading, fold(item.label), row)
    item.name(fold(item.label), *reading.wording.asides(label))
    item.name(*reading.wording.done(item.label))
    item.name(*schedule.contents(reading, Span(span.end, name.end)))
    if is_rest(reading, fold(item.label)):
        item.kind = EntryKind.REST
    return item
