"""Rows of a table that open containers: those of nothing but a name, of a rank, names beside others."""

from __future__ import annotations

from functools import cached_property
from itertools import groupby, pairwise

from evalspec.core.span import Span
from evalspec.document.blocks import Block
from evalspec.document.facts import Origin
from evalspec.document.rests import is_rest
from evalspec.document.table import Table, headed, is_total, rank_named
from evalspec.document.tree import Draft
from evalspec.vocabulary.fold import fold

_GROUPED = 2
"""Rows below each that is nothing but a name, at least."""


class RowGroups:
    """The containers that rows of one table open."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.open: list[Draft] = []
        """Those that are open, the innermost last."""
        self.beside: Draft | None = None
        """The one that the last name in a column of such has opened."""

    @cached_property
    def between(self) -> bool:
        """Whether rows of nothing but a name head the others: `| Venue | | |` above at least two each."""
        runs = [[*run] for _, run in groupby(self.table.rows, self._is_bare)]
        heads, below = runs[::2], runs[1::2]
        first = bool(heads) and self._is_bare(self.table.rows[0]) and len(heads) == len(below) > 1
        return first and all(len(h) == 1 for h in heads) and min(map(len, below)) >= _GROUPED

    @cached_property
    def by_rank(self) -> bool:
        """Whether rows that name a rank head the others, with what they come to: `| Lunch | 500 kcal |`."""
        reading, level = self.table.reading, self.table.reading.wording.level
        firsts = [row.cells[0] for row in self.table.rows if row.cells and not self.table.name]
        ranks = [rank_named(reading, c) for c in firsts if not is_total(reading, c)]
        runs = [[level[rank] for rank in run] for named, run in groupby(ranks, bool) if named]
        headed = bool(ranks and ranks[0] and not ranks[-1]) and len(runs) > 1
        return headed and all(a < b for run in runs for a, b in pairwise(run))

    def _is_bare(self, row: Block) -> bool:
        """Tell whether nothing is written in a row but its first cell, in words."""
        said = [self.table.reading.string(cell).strip() for cell in row.cells]
        return bool(said[1:]) and not any(said[1:]) and self.table.in_words(row.cells[0])

    def named_by(self, row: Block) -> Draft | None:
        """Return the container that a row of nothing but a name opens: `| **Day 1** | | |`.

        It may say what all of it comes to: `| **Talks** | 20 min in all | |`, `| Lunch | 500 kcal |`.
        """
        reading = self.table.reading
        label, *others = [cell for cell in row.cells if reading.string(cell).strip()] or [row.span]
        said = all(is_total(reading, cell) and reading.quantities(cell) for cell in others)
        if label != row.cells[0] or len(self.table.columns) < 2 or not (said or self.by_rank):
            return None
        rank = rank_named(reading, label)
        bold = reading.text[label.start - 1 : label.start] in ("*", "_")
        item = rank in reading.wording.item_ranks or is_rest(reading, fold(reading.string(label)))
        timed = reading.times(label) and not reading.string(label)[:1].isalpha()  # no `**Midday**`
        headed_ = rank or (said and (bold or self.between))
        if item or not headed_ or timed or is_total(reading, label):
            return None
        group = headed(reading, label, rank)
        group.amounts += [a for cell in others for a in reading.measured(cell, None, Origin.STATED)]
        return group

    def begin(self, group: Draft) -> None:
        """Open a container; it ends those of its rank, and what has no rank."""
        outer = self.open
        while outer and (not outer[-1].rank or (group.rank and outer[-1].level >= group.level)):
            outer.pop()
        (outer[-1] if outer else self.table.reading.top).add(group)
        outer.append(group)

    def end_beside(self) -> None:
        """Close the container that a name beside its rows has opened."""
        if self.open and self.open[-1] is self.beside:
            self.open.pop()

    def begin_beside(self, cell: Span) -> None:
        """Open the container beside the first of its rows, with what it comes to: `Warm-up (6 min)`."""
        reading, last = self.table.reading, self.beside
        if last is not None and fold(last.label) == fold(reading.string(cell)):
            last.spans.append(cell)
            return
        self.end_beside()
        rank = rank_named(reading, cell) or self.table.ranks.get(0, "")
        self.beside = headed(reading, cell, rank)
        self.beside.amounts += reading.measured(cell, None, Origin.STATED)
        self.begin(self.beside)
