"""Published tables of agreement on pairs, computed again from the recordings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from evalspec.compare.pairs.items import PairItem
from evalspec.core.pair import Winner
from evalspec.core.record import Record


class Cell(Record, frozen=True, omit_defaults=False):
    """One figure of a published table."""

    n: int
    """Items it is about."""
    same: int
    """Those on which the voice says what the reference says."""
    printed: float
    difference: float
    """Computed less printed, in items."""


class Table(Record, frozen=True, omit_defaults=False):
    """A published table beside what the data give."""

    name: str
    by: tuple[str, ...] = ()
    voices: tuple[str, ...] = ()
    rows: tuple[tuple[tuple[str, ...], tuple[Cell, ...]], ...] = ()
    """Values of the fields, and a cell a voice."""
    cells: int = 0
    exact: int = 0
    within_one: int = 0
    missing: str = ""
    """Why it cannot be computed."""


def tables(items: Sequence[PairItem], published: Iterable[Mapping[str, Any]]) -> tuple[Table, ...]:
    """Compute every published table of agreement again."""
    return tuple(
        Table(given["name"], missing=given["missing"])
        if "missing" in given
        else _table(items, given)
        for given in published
        if "missing" in given or "rows" in given
    )


def _table(items: Sequence[PairItem], given: Mapping[str, Any]) -> Table:
    by, voices = tuple(given["by"]), tuple(given["voices"])
    only = given.get("only", {})
    kept = [item for item in items if all(item.field(f) == v for f, v in only.items())]
    rows = []
    for row in given["rows"]:
        values = tuple(str(value) for value in row[: len(by)])
        members = [i for i in kept if tuple(i.field(field) for field in by) == values]
        cells = tuple(
            _cell(members, voice, given, printed)
            for voice, printed in zip(voices, row[len(by) :], strict=True)
        )
        rows.append((values, cells))
    every = [cell for _, cells in rows for cell in cells]
    return Table(
        given["name"], by, voices, tuple(rows), len(every),
        sum(cell.difference == 0 for cell in every),
        sum(abs(cell.difference) <= 1 for cell in every),
    )  # fmt: skip


def _cell(items: Sequence[PairItem], voice: str, given: Mapping[str, Any], printed: float) -> Cell:
    reading, reference = given.get("reading", ""), given["reference"]
    same = 0
    for item in items:
        said = item.readings.get(reading, item.said) if reading else item.said
        truth = said.get(reference)
        if truth is Winner.UNDETERMINED and given.get("open") == "tie":
            truth = Winner.TIE
        same += truth is not None and said.get(voice) is truth and truth is not Winner.UNDETERMINED
    expected = Decimal(str(printed)) * len(items)
    return Cell(len(items), same, printed, float(Decimal(same) - expected))
