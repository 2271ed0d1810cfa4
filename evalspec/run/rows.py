"""Rows of a data set: CSV, TSV or JSON lines, gzipped or not, one at a time."""

from __future__ import annotations

import csv
import gzip
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from evalspec.core.errors import InputError, Problem
from evalspec.core.span import At

KINDS = ("csv", "tsv", "jsonl", "ndjson")
_LONGEST_FIELD = 1 << 27


def read_rows(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield line number and row; a row that cannot be read is an `InputError` naming its line."""
    kind = path.name.removesuffix(".gz").rpartition(".")[2].lower()
    if kind not in KINDS:
        message = f"a data set is .{', .'.join(KINDS)}, or one of these with .gz"
        raise InputError([Problem("unknown-format", message, At(file=str(path)))])
    try:
        with _open(path) as stream:
            if kind in ("jsonl", "ndjson"):
                yield from _json_rows(stream, path)
            else:
                yield from _csv_rows(stream, path, "\t" if kind == "tsv" else ",")
    except (OSError, UnicodeDecodeError, csv.Error, EOFError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        message = f"cannot read the data set: {reason}"
        raise InputError([Problem("unreadable", message, At(file=str(path)))]) from error


def _open(path: Path) -> IO[str]:
    if path.suffix == ".gz":
        return io.TextIOWrapper(gzip.open(path, "rb"), encoding="utf-8-sig", newline="")
    return path.open(encoding="utf-8-sig", newline="")


def _csv_rows(stream: IO[str], path: Path, delimiter: str) -> Iterator[tuple[int, dict[str, Any]]]:
    csv.field_size_limit(_LONGEST_FIELD)
    reader = csv.DictReader(stream, delimiter=delimiter)
    for row in reader:
        if None in row or None in row.values():
            message = f"this row does not have {len(reader.fieldnames or ())} columns"
            at = At(file=str(path), line=reader.line_num, column=1)
            raise InputError([Problem("bad-row", message, at)])
        yield reader.line_num, row


def _json_rows(stream: IO[str], path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in enumerate(stream, start=1):
        if not line.strip():
            continue
        at = At(file=str(path), line=number, column=1)
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise InputError([Problem("bad-json", f"not a JSON object: {error}", at)]) from error
        if not isinstance(row, dict):
            raise InputError([Problem("bad-json", "each line must be a JSON object", at)])
        yield number, row
