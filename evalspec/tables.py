"""Arrow batches in, Arrow batches out, with one fixed schema: for engines that hold tables.

DuckDB, Polars, Ray Data, Spark (`mapInArrow`) and Dask take a function like this one as it is;
docs/scale.md has recipes. Needs the extra `tables`.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from evalspec.api.datasets import adapter_of
from evalspec.api.runs import Settings, Work, lines_of
from evalspec.core.errors import InputError
from evalspec.run.adapter import Adapter, spec_adapter
from evalspec.run.batches import batches
from evalspec.run.rows import Placed
from evalspec.run.table import schema, table

if TYPE_CHECKING:
    import pyarrow

__all__ = ["check_batches", "schema"]


def check_batches(
    given: Iterable[pyarrow.RecordBatch],
    *,
    spec: str | os.PathLike[str] | None = None,
    dataset: str | os.PathLike[str] | None = None,
    response: str = "response",
    request: str = "",
    messages: str = "",
) -> Iterator[pyarrow.RecordBatch]:
    """Decide every row of Arrow batches: a row a verdict comes out, in the order of the rows.

    `spec` is a spec and `response`, `request` or `messages` the columns it needs; `dataset` is an
    adapter instead. `line` counts the rows from 1; a row that cannot be read says so in `problem`.
    Raises `SpecError` for the spec or the adapter, `InputError` for a table without its columns.
    """
    adapter = _adapter(spec, dataset, {"response": response, "request": request,
                                       "messages": messages})  # fmt: skip
    work = Work(Settings(adapter))
    line = 0
    for batch in given:
        rows = [Placed("", line + n, row) for n, row in enumerate(batch.to_pylist(), start=1)]
        line += len(rows)
        answers = map(work.answer, batches(adapter, rows))
        yield from table(text for answer in answers for text in lines_of(answer)).to_batches()


def _adapter(spec: Any, dataset: Any, columns: dict[str, str]) -> Adapter:
    if (spec is None) == (dataset is None):
        raise InputError.of("wrong-type", "give `spec` or `dataset`")
    if spec is None:
        return adapter_of(os.fspath(dataset))
    return spec_adapter(os.fspath(spec), **columns)
