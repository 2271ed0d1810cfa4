"""Results as Arrow tables of one fixed schema, for Parquet, DuckDB, Polars, Ray and Spark.

The columns that questions are asked about stand beside `record`, the whole result as the JSON line
that `evalspec run -o` writes. A schema that is inferred drifts from part to part.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    import pyarrow

_META = b"evalspec"


class _Problem(msgspec.Struct):
    code: str
    message: str


class _Row(msgspec.Struct):
    """The part of a line that has columns of its own."""

    file: str
    line: int
    index: int | None = None
    row: str | None = None
    name: str | None = None
    id: str | None = None
    text: str | None = None
    canonical: str | None = None
    outcome: str | None = None
    reason: str | None = None
    method: str | None = None
    severity: str | None = None
    weight: float | str | None = None
    groups: dict[str, str] = {}
    labels: dict[str, dict[str, str]] = {}
    problem: _Problem | None = None


_DECODER = msgspec.json.Decoder(_Row)


def schema() -> pyarrow.Schema:
    """Return the schema, the same for every table."""
    import pyarrow as pa

    text = pa.string()
    label = pa.struct([("label", text), ("verdict", text)])
    few = pa.dictionary(pa.int32(), text)
    return pa.schema([
        ("file", few), ("line", pa.int64()), ("index", pa.int32()), ("row", text), ("name", text),
        ("id", text), ("text", text), ("canonical", text), ("outcome", few), ("reason", few),
        ("method", few), ("severity", few), ("weight", pa.float64()),
        ("groups", pa.map_(text, text)), ("labels", pa.map_(text, label)), ("problem", text),
        ("record", text),
    ])  # fmt: skip


def table(lines: Iterable[str]) -> pyarrow.Table:
    """Return JSON lines of results as a table."""
    import pyarrow as pa

    written = list(lines)
    rows = [_DECODER.decode(line) for line in written]
    columns: dict[str, list[Any]] = {
        name: [getattr(row, name) for row in rows]
        for name in ("file", "line", "index", "row", "name", "id", "text", "canonical", "outcome",
                     "reason", "method", "severity")
    }  # fmt: skip
    columns["weight"] = [None if row.weight is None else float(row.weight) for row in rows]
    columns["groups"] = [list(row.groups.items()) for row in rows]
    columns["labels"] = [list(row.labels.items()) for row in rows]
    columns["problem"] = [
        None if row.problem is None else f"{row.problem.code}: {row.problem.message}"
        for row in rows
    ]
    columns["record"] = [line.rstrip("\n") for line in written]
    return pa.Table.from_pydict(columns, schema())


def packed(lines: Iterable[str], about: Mapping[str, Any]) -> bytes:
    """Write JSON lines of results as Parquet; `about` is kept in the file."""
    from pyarrow import parquet

    made = table(lines)
    meta = {_META: json.dumps(about, sort_keys=True).encode()}
    stream = io.BytesIO()
    parquet.write_table(
        made.replace_schema_metadata(meta), stream, compression="zstd", compression_level=9
    )
    return stream.getvalue()


def unpacked(content: bytes) -> tuple[list[str], dict[str, Any]] | None:
    """Return the JSON lines of a Parquet part and what it says of itself; None for a torn one."""
    import pyarrow as pa
    from pyarrow import parquet

    try:
        found = parquet.read_table(io.BytesIO(content), columns=["record"])
        about = json.loads((found.schema.metadata or {})[_META])
    except (pa.ArrowException, OSError, KeyError, ValueError):
        return None
    return [f"{line}\n" for line in found.column("record").to_pylist()], about
