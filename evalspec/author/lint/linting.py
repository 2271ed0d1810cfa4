"""Runs every check over a spec."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from evalspec.author.lint.bounds import bounds, conditions
from evalspec.author.lint.contradictions import contradictions, repeats
from evalspec.author.lint.sentences import sentences
from evalspec.author.lint.silence import silenced
from evalspec.author.lint.subject import Subject
from evalspec.author.lint.unused import unused
from evalspec.core.errors import Problem
from evalspec.source import files

CHECKS: tuple[Callable[[Subject], Iterator[Problem]], ...] = (
    contradictions,
    repeats,
    bounds,
    conditions,
    sentences,
    unused,
)
"""Each yields findings about a spec that compiles."""


def lint(path: str | os.PathLike[str]) -> list[Problem]:
    """Return the findings about a spec file, in the order of the file.

    Raises `SpecError` with every problem when the spec does not compile.
    """
    name = os.fspath(path)
    return lint_text(files.read_bytes(Path(name)), name)


def lint_text(content: str | bytes, name: str = "<spec>") -> list[Problem]:
    """Return the findings about the text of a spec."""
    subject = Subject(content, name)
    found = [problem for check in CHECKS for problem in check(subject)]
    left = silenced(found, subject.located)
    return sorted(left, key=lambda p: (p.at.line, p.at.column, p.code, p.message))
