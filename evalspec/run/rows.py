"""Rows of a data set: CSV, TSV, JSON lines (gzipped or not), Parquet or texts, one at a time.

A row that cannot be read comes out as a `Problem` in its place, and reading goes on.
"""

from __future__ import annotations

import csv
import gzip
import io
import json
import zlib
from collections.abc import Callable, Iterator
from glob import glob, has_magic
from pathlib import Path
from typing import IO, Any, NamedTuple

from evalspec.core.errors import InputError, Problem, needs
from evalspec.core.span import At
from evalspec.run import logs
from evalspec.run.remote import fetched, is_url

KINDS = ("csv", "tsv", "jsonl", "ndjson", "parquet", "eval")
DOCUMENT = "json"
"""A single JSON document; of a folder none is read, for it may say anything."""
TEXTS = ("md", "markdown", "txt")
"""Each file is one response."""
_KNOWN = (*KINDS, DOCUMENT, *TEXTS)
RESPONSE = "response"
"""Column of the text of a file that is one response."""
Row = dict[str, Any]
_LOGS: dict[str, Callable[[Path], Iterator[Row | Problem]]] = {
    "eval": logs.inspect_rows,
    DOCUMENT: logs.document_rows,
}
_WHOLE = ("parquet", *_LOGS)
_PACKED = ".gz"
_GZIP = b"\x1f\x8b"
_FIRST = 4096
"""Characters by which the content of a file is told."""
_BATCH = 1000
"""Rows of a Parquet file in memory at once."""
_LONGEST_FIELD = 1 << 27
_BROKEN = (OSError, EOFError, zlib.error, csv.Error)

Numbered = tuple[int, Row | Problem]
"""The line on which a row begins (in Parquet: its number), and the row, or what is wrong with it."""


class Placed(NamedTuple):
    """A row of one of several files."""

    file: str
    line: int
    row: Row | Problem


class DataFile(NamedTuple):
    """A file of a data set."""

    path: Path
    name: str
    """What results call it: its path, or its URL."""


def find_files(names: list[str]) -> list[DataFile]:
    """Return the files of data sets, folders, URLs and patterns such as `logs/*.jsonl`, in order.

    Of a folder these are all data sets in it and below, or where it has none, all texts. Raises
    `InputError` for a folder or a pattern without any.
    """
    return [file for name in names for file in _named(name)]


def _named(name: str) -> list[DataFile]:
    if is_url(name):
        return [DataFile(*found) for found in fetched(name)]
    return [DataFile(path, str(path)) for path in _files_of(name)]


def _files_of(name: str) -> list[Path]:
    path = Path(name)
    if path.is_dir():
        found = [one for one in path.rglob("*") if one.is_file() and _is_shown(one, path)]
        tables = [one for one in found if _kind(one) in KINDS]
        texts = [one for one in found if _kind(one) in TEXTS]
        known = ", .".join((*KINDS, *TEXTS))
        return sorted(tables or texts) or _none(name, f"the folder holds no .{known}")
    if has_magic(name) and not path.exists():
        matches = map(Path, sorted(glob(name, recursive=True)))
        return [one for one in matches if one.is_file()] or _none(name, "no file fits the pattern")
    return [path]


def _is_shown(path: Path, folder: Path) -> bool:
    return not any(part.startswith(".") for part in path.relative_to(folder).parts)


def _none(name: str, message: str) -> list[Path]:
    raise InputError.of("no-data", message, At(file=name))


def _kind(path: Path) -> str:
    return path.name.removesuffix(_PACKED).rpartition(".")[2].lower()


def is_table(path: Path) -> bool:
    """Tell whether every row of a file has all of its columns; of JSON lines, a row may not."""
    return _kind(path) in ("csv", "tsv", "parquet")


def read_files(files: list[DataFile]) -> Iterator[Placed]:
    """Yield every row of several files, one after another."""
    for path, name in files:
        for line, row in read_rows(path):
            yield Placed(name, line, row)


def about_how_many(files: list[DataFile]) -> int:
    """Return about how many rows files hold: their lines, or for Parquet what they say."""
    return sum(_rows_of(path) for path, _ in files)


def _rows_of(path: Path) -> int:
    if _kind(path) == "parquet":
        from pyarrow import parquet

        return int(parquet.read_metadata(path).num_rows)
    if _kind(path) in _LOGS:
        return sum(1 for _ in _LOGS[_kind(path)](path))
    if _kind(path) in TEXTS:
        return 1
    with _open(path) as stream:
        return sum(1 for _ in stream)


def read_rows(path: Path, kind: str = "") -> Iterator[Numbered]:
    """Yield every row of a file. Raises `InputError` when it cannot be read at all.

    `kind` is one of `KINDS` where the name of the file does not say it.
    """
    kind = kind or _kind(path)
    if kind not in _KNOWN or (kind in _WHOLE and path.suffix == _PACKED):
        known = ", .".join(_KNOWN)
        message = f"a data set is .{known}; lines of text may also end in {_PACKED}"
        raise InputError.of("unknown-format", message, At(file=str(path)))
    line = 0
    try:
        for line, row in _rows(path, kind):
            yield line, _placed(row, path, line) if isinstance(row, Problem) else row
    except _BROKEN as error:
        reason = getattr(error, "strerror", None) or str(error)
        at = At(file=str(path), line=line + 1, column=1) if line else At(file=str(path))
        problem = Problem("unreadable", f"cannot read the data set: {reason}", at)
        if not line:
            raise InputError([problem]) from error
        yield line + 1, problem


def _rows(path: Path, kind: str) -> Iterator[Numbered]:
    if kind == "parquet":
        return _parquet_rows(path)
    if kind in _LOGS:
        return enumerate(map(_whole_text, _LOGS[kind](path)), start=1)
    return _text_rows(path, kind)


def holds_objects(path: Path) -> bool:
    """Tell by its content whether a file is JSON lines, whatever it is called."""
    try:
        with _open(path) as stream:
            return stream.read(_FIRST).lstrip()[:1] == "{"
    except _BROKEN:
        return False


def _placed(problem: Problem, path: Path, line: int) -> Problem:
    return Problem(problem.code, problem.message, At(file=str(path), line=line, column=1))


def _text_rows(path: Path, kind: str) -> Iterator[Numbered]:
    with _open(path) as stream:
        if kind in TEXTS:
            text = stream.read()
            yield 1, _text_problem(text) or {RESPONSE: text}
        else:
            yield from _json_rows(stream) if "j" in kind else _csv_rows(stream, kind)


def _open(path: Path) -> IO[str]:
    """Open as UTF-8; other bytes become lone surrogates, which the rows they stand in report."""
    form = {"encoding": "utf-8-sig", "errors": "surrogateescape", "newline": ""}
    with path.open("rb") as stream:
        packed = stream.read(2) == _GZIP
    if packed:
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
    return _whole_text(row) if "\\u" in line else row


def _whole_text(row: Row | Problem) -> Row | Problem:
    """Return a row, or the problem that its texts cannot be written as UTF-8."""
    wrong = isinstance(row, dict) and _text_problem(json.dumps(row, ensure_ascii=False))
    return wrong or row


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


def _parquet_rows(path: Path) -> Iterator[Numbered]:
    """Yield the rows of a Parquet file, a batch in memory at once."""
    with needs("reading Parquet needs the package pyarrow", "tables", At(file=str(path))):
        from pyarrow import ArrowException
        from pyarrow.parquet import ParquetFile
    line = 0
    try:
        with ParquetFile(path) as table:
            for batch in table.iter_batches(batch_size=_BATCH):
                for row in batch.to_pylist():
                    line += 1
                    yield line, row
    except (ArrowException, UnicodeDecodeError) as error:
        raise OSError(" ".join(str(error).split())) from error
