"""Data files that are called by a shipped name or by a path."""

from __future__ import annotations

from pathlib import Path

from evalspec.core.errors import SpecError
from evalspec.source import files, schema, yaml


def read_named(folder: str, name: str, part: str) -> yaml.Located:
    """Read a file of `specs/FOLDER/`, or at a path, that fits a part of the schema.

    Raises `SpecError` with every problem.
    """
    path = files.find(folder, name, Path())
    if path is None:
        message, hint = f"no {folder} named {name!r}", files.hint(folder, name)
        raise SpecError.of(f"unknown-{folder}", message, hint=hint)
    located = yaml.read_file(path)
    problems = schema.check(located, part)
    if problems:
        raise SpecError(problems)
    return located
