"""Rows of a data set: CSV, TSV or JSON lines, gzipped or not, one at a time.

A row that cannot be read comes out as a `Problem` in its place, and reading goes on.
"""

from __future__ import annotations

import csv
import gzip
import io
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from evalspec.core.errors import InputError, Problem
from evalspec.core.span import At

KINDS = ("csv", "tsv", "jsonl", "ndjson")
_LONGEST_FIELD = 1 << 27
_BROKEN = (OSError, EOFError, zlib.error, csv.Error)

Row = dict[str, Any]
Numbered = tuple[int, Row | Problem]
"""The line on which a row begins, and the row, or what is wrong with it."""


def read_rows(path: Path) -> Iterator[Numbered]:
    """Yield every row of a file. Raises `InputError` when it cannot be read at all."""
    kind = path.name.removesuffix(".gz").rpartition(".")[2].lower()
    if kind not in KINDS:
        message = f"a data set is .{', .'.join(KINDS)}, or one of these with .gz"
        raise InputError([Problem("unknown-format", message, At(file=str(path)))])
    line = 0
    try:
        with _open(path) as stream:
            rows = _json_rows(stream) if "j" in kind else _csv_rows(stream, kind)
            for line, row in rows:
                yield line, _placed(row, path, line) if isinstance(row, Problem) else row
    except _BROKEN as error:
        reason = getattr(error, "strerror", None) or str(error)
        at = At(file=str(path), line=line + 1, column=1) if line else At(file=str(path))
        problem = Problem("unreadable", f"cannot read the data set: {reason}", at)
        if not line:
            raise InputError([problem]) from error
        yield line + 1, problem


def _placed(problem: Problem, path: Path, line: int) -> Problem:
    """Return a problem with its place."""
    return Problem(problem.code, problem.message, At(file=str(path), line=line, column=1))


def _open(path: Path) -> IO[str]:
    """Open as UTF-8; other bytes become lone surrogates, which the rows they stand in report."""
    form = {"encoding": "utf-8-sig", "errors": "surrogateescape", "newline": ""}
    if path.suffix == ".gz":
        return io.TextIOWrapper(gzip.open(path, "rb"), **form)  # type: ignore[arg-type]
    return path.open(**form)  # type: ignore[call-overload, no-any-return]


def _csv_rows(stream: IO[str], kind: str) -> Iterator[Numbered]:
    csv.field_size_limit(_LONGEST_FIELD)
    reader = csv.reader(stream, delimiter="\t" if kind == "tsv" else ",")
    header = next(reader, None)
    if header is None:
        yield 1, Problem("empty-file", "the file is empty: expected a line of column names")
        return
    start = reader.line_num + 1
    for fields in reader:
        if fields:
            yield start, _csv_row(header, fields)
        start = reader.line_num + 1


def _csv_row(header: list[str], fields: list[str]) -> Row | Problem:
    if len(fields) != len(header):
        message = f"this row has {len(fields)} columns, expected {len(header)}"
        return Problem("bad-row", message)
    return _text_problem("".join(fields)) or dict(zip(header, fields, strict=True))


def _json_rows(stream: IO[str]) -> Iterator[Numbered]:
    for number, line in enumerate(stream, start=1):
        if line.strip():
            yield number, _text_problem(line) or _json_row(line)


def _json_row(line: str) -> Row | Problem:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        return Problem("bad-json", f"expected a JSON object: {error}")
    if not isinstance(row, dict):
        return Problem("bad-json", "expected a JSON object, a mapping of columns to values")
    # Only an escape can put half of a surrogate pair into text that was valid UTF-8.
    escaped = "\\u" in line and _text_problem(json.dumps(row, ensure_ascii=False))
    return escaped or row


def _text_problem(text: str) -> Problem | None:
    """Return what is wrong with characters that cannot be written as UTF-8."""
    if text.isascii():
        return None
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        code = ord(text[error.start])
        if 0xDC80 <= code <= 0xDCFF:
            return Problem("not-utf-8", f"byte 0x{code - 0xDC00:02x} is not UTF-8")
        return Problem("not-text", f"U+{code:04X} is half of a surrogate pair, not a character")
    return None
