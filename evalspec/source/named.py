"""Data files that are called by a shipped name or by a path."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from evalspec.core.errors import Problem, SpecError
from evalspec.source import files, schema, yaml

Check = Callable[[yaml.Located], list[Problem]]


def read_named(folder: str, name: str, part: str) -> yaml.Located:
    """Read a file of `specs/FOLDER/`, or at a path, that fits a part of the schema.

    Raises `SpecError` with every problem.
    """
    path = files.find(folder, name, Path())
    if path is None:
        raise unknown(folder, name, folder)
    return read_checked(path, part)


def unknown(folder: str, name: str, kind: str) -> SpecError:
    """Return the error of a name that stands for no file of `specs/FOLDER/`, nor for a path."""
    hint = files.hint(folder, name)
    return SpecError.of(f"unknown-{kind}", f"no {kind} named {name!r}", hint=hint)


def read_checked(path: Path, part: str, *checks: Check) -> yaml.Located:
    """Read a file that fits a part of the schema and, where it does, each check in turn.

    Raises `SpecError` with every problem.
    """
    located = yaml.read_file(path)
    for check in (lambda located: schema.check(located, part), *checks):
        problems = check(located)
        if problems:
            raise SpecError(problems)
    return located
