"""Rows of a data set and the results for them."""

from __future__ import annotations

import csv
import gzip
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from evalspec.core.errors import InputError, Problem
from evalspec.core.record import Record
from evalspec.core.span import At
from evalspec.core.verdict import Verdict


class Result(Record, frozen=True):
    """One constraint of one row, decided."""

    row: int
    """0-based number of the row in the file."""
    index: int
    """0-based number of the constraint in the row."""
    constraint: str
    """The sentence."""
    group: str
    labels: dict[str, bool]
    """Label columns that hold a label."""
    verdict: Verdict


def read_rows(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the rows of a CSV or JSON-lines file, gzipped or not, one at a time.

    Raises `InputError` naming the line of the first row that cannot be read.
    """
    kind = path.name.removesuffix(".gz").rpartition(".")[2].lower()
    if kind not in ("csv", "tsv", "jsonl", "ndjson"):
        message = "a data set is .csv, .tsv or .jsonl, or one of these with .gz"
        raise InputError([Problem("unknown-format", message, At(file=str(path)))])
    try:
        with _open(path) as stream:
            if kind in ("jsonl", "ndjson"):
                yield from _json_rows(stream, path)
            else:
                csv.field_size_limit(1 << 27)
                yield from csv.DictReader(stream, delimiter="\t" if kind == "tsv" else ",")
    except (OSError, UnicodeDecodeError, csv.Error, EOFError) as error:
        message = f"cannot read the data set: {error}"
        raise InputError([Problem("unreadable", message, At(file=str(path)))]) from error


def _open(path: Path) -> IO[str]:
    if path.suffix == ".gz":
        return io.TextIOWrapper(gzip.open(path, "rb"), encoding="utf-8-sig", newline="")
    return path.open(encoding="utf-8-sig", newline="")


def _json_rows(stream: IO[str], path: Path) -> Iterator[dict[str, Any]]:
    for number, line in enumerate(stream, start=1):
        if not line.strip():
            continue
        at = At(file=str(path), line=number, column=1)
        try:
            row = json.loads(line)
        except ValueError as error:
            raise InputError([Problem("bad-json", f"not a JSON object: {error}", at)]) from error
        if not isinstance(row, dict):
            raise InputError([Problem("bad-json", "each line must be a JSON object", at)])
        yield row
