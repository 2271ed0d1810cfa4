"""Files of results: which of them hold results, how their voices are called, and a walk over both."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from evalspec.compare.items import Voiced
from evalspec.core.errors import InputError, Problem
from evalspec.core.span import At
from evalspec.run.folder import lines_of
from evalspec.run.rows import Numbered, holds_objects, read_rows

_METHODS = {"symbolic": "rules"}
"""How a method is called when only one run is compared."""


class Wanted(NamedTuple):
    """What files are to hold, for messages."""

    results: str
    columns: str
    """What columns of another file may hold."""


def rows_of(path: Path) -> Iterator[Numbered]:
    """Yield the rows of a file; results are told by their content, not by their name."""
    kept = lines_of(path)
    if kept is not None:
        return enumerate(map(json.loads, kept), start=1)
    return read_rows(path, "jsonl" if holds_objects(path) else "")


def is_run(path: Path) -> bool:
    """Tell whether a file holds results, by its first row that can be read."""
    for _, row in rows_of(path):
        if not isinstance(row, Problem):
            return "schema_version" in row and ("outcome" in row or "problem" in row)
    return False


def each_file(
    paths: Sequence[Path],
    wanted: Wanted,
    run: Callable[[Path, str], None],
    recorded: Callable[[Path], None] | None,
) -> None:
    """Pass files of results with their names to `run`, the others to `recorded`.

    Raises `InputError` for another file when nothing says how it is read.
    """
    names = names_of([path for path in paths if is_run(path)])
    for path in paths:
        if path in names:
            run(path, names[path])
        elif recorded is not None:
            recorded(path)
        else:
            message = f"this is no {wanted.results}"
            hint = f"`--dataset ADAPTER` says which columns of another file hold {wanted.columns}"
            raise InputError.of("not-a-result", message, At(file=str(path)), hint=hint)


def names_of(paths: Sequence[Path]) -> dict[Path, str]:
    """Return how to call each run: by its file when there are several."""
    if len(paths) == 1:
        return {paths[0]: ""}
    stems = [path.name.removesuffix(".gz").rpartition(".")[0] or path.name for path in paths]
    names = stems if len(set(stems)) == len(stems) else [str(path) for path in paths]
    return dict(zip(paths, names, strict=True))


def each_result(
    items: Voiced[Any, Any],
    rows: Iterable[Numbered],
    file: str,
    wanted: Wanted,
    add: Callable[[dict[str, Any]], None],
) -> None:
    """Pass every row that is a result to `add`. Raises `InputError` for one that is none."""
    for line, row in rows:
        if isinstance(row, Problem):
            raise InputError([row])
        if "problem" in row:
            items.unread += 1
            continue
        try:
            add(row)
        except (KeyError, ValueError, TypeError, AttributeError) as error:
            message = f"this line is not a {wanted.results}"
            at = At(file=file, line=line, column=1)
            raise InputError.of("not-a-result", message, at) from error


def method_of(row: dict[str, Any]) -> str:
    """Return who decided: a judge by its name."""
    judgement = row.get("judgement") or {}
    return str(judgement.get("judge") or row["method"])


def voice_of(voices: dict[str, str], method: str, name: str) -> str:
    """Return how to call a method of a file: by the file, then by file and method."""
    if method not in voices:
        own = _METHODS.get(method, method)
        voices[method] = f"{name}/{own}" if name and voices else name or own
    return voices[method]
