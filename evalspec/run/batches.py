"""Rows cut into batches: those that are read as one, since they are on the same response."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from evalspec.core.errors import Problem
from evalspec.run.adapter import Adapter, Choice
from evalspec.run.columns import Row, value_of
from evalspec.run.rows import Placed

MOST = 256
"""Rows of one batch, however many are on the same response."""

Batch = list[Placed]


def batches(adapter: Adapter, rows: Iterable[Placed]) -> Iterator[Batch]:
    """Yield consecutive rows on the same response together, at most `MOST`."""
    waiting: Batch = []
    for row in rows:
        if waiting and (len(waiting) == MOST or not _same_case(adapter, waiting[-1].row, row.row)):
            yield waiting
            waiting = []
        waiting.append(row)
    if waiting:
        yield waiting


def _same_case(adapter: Adapter, before: Row | Problem, row: Row | Problem) -> bool:
    if isinstance(before, Problem) or isinstance(row, Problem) or adapter.spec != Choice():
        return False
    data = (adapter.data,) if isinstance(adapter.data, str) else tuple(adapter.data.values())
    read = (adapter.read.column,) if adapter.read is not None else ()
    columns = (adapter.response, adapter.messages, adapter.request, adapter.vocabulary.column,
               *data, *read)  # fmt: skip
    return all(value_of(before, name) == value_of(row, name) for name in columns if name)
