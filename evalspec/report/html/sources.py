"""Result files → sources: who says something, each with a name and its lines.

A file is one source. A file in which several methods say something of the same constraint
is one for the verdict that stands, and one for each method.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from evalspec.core.record import Record
from evalspec.report.html.read import Line, Run

_METHODS = {"symbolic": "rules", "judge": "judge", "hybrid": "judge"}
"""How a method is called; a judge whose quotes the rules decided on is the judge."""


class Source(Record, frozen=True):
    """One who says something."""

    name: str
    lines: tuple[Line, ...]
    file: int = 0
    """Number of the file it comes from."""
    part: bool = False
    """One of the methods of a file; another source holds the verdict that stands."""


def sources(runs: Sequence[Run]) -> list[Source]:
    """Return who says something, in the order of the files."""
    return [
        source
        for number, (run, name) in enumerate(zip(runs, _names(runs), strict=True))
        for source in _of_run(run, name, number, len(runs) > 1)
    ]


def base_name(file: str) -> str:
    """Return the name of a file without the folders it lies in."""
    return file.replace("\\", "/").rpartition("/")[2]


def stem(file: str) -> str:
    """Return the name of a file up to its first dot."""
    return base_name(file).partition(".")[0]


def _of_run(run: Run, name: str, number: int, several: bool) -> Iterator[Source]:
    lines = tuple(line for line in run.lines if line.outcome is not None)
    yield Source(name, lines, number)
    if not any(line.also for line in lines):
        return
    split = [part for line in lines for part in (line, *_others(line))]
    for method in ("rules", "judge"):
        said = tuple(part for part in split if _METHODS.get(part.method) == method)
        yield Source(f"{name}: {method}" if several else method, said, number, part=True)


def _others(line: Line) -> Iterator[Line]:
    """Yield what other methods say, as lines about the same constraint."""
    shared = {name: getattr(line, name) for name in _SHARED}
    return (replace(other, **shared) for other in line.also)


_SHARED = ("row", "response", "response_text", "request", "name", "text", "groups")
"""What holds of every verdict on a line."""


def _names(runs: Sequence[Run]) -> list[str]:
    """Return how to call each file: by its method, else by its name."""
    methods = [_methods(run) for run in runs]
    names = [method.pop() if len(method) == 1 else "" for method in methods]
    if all(names) and len(set(names)) == len(names):
        return names
    if len(runs) == 1:
        return ["verdict"]
    stems = [stem(run.file) for run in runs]
    return stems if len(set(stems)) == len(stems) else [run.file for run in runs]


def _methods(run: Run) -> set[str]:
    parts = [part for line in run.lines for part in (line, *line.also) if part.method]
    return {_METHODS.get(part.method, part.method) for part in parts}
