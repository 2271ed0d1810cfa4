"""Runs every check over a spec or a vocabulary."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from evalspec.author.lint.bounds import bounds, conditions
from evalspec.author.lint.contradictions import contradictions, repeats
from evalspec.author.lint.orders import order_conditions, orders
from evalspec.author.lint.sentences import sentences
from evalspec.author.lint.silence import silenced
from evalspec.author.lint.subject import Subject
from evalspec.author.lint.unused import unused
from evalspec.author.lint.vocabularies import vocabulary
from evalspec.core.errors import Problem
from evalspec.source import files, yaml

CHECKS: tuple[Callable[[Subject], Iterator[Problem]], ...] = (
    contradictions,
    repeats,
    bounds,
    conditions,
    orders,
    order_conditions,
    sentences,
    unused,
)
"""Each yields findings about a spec that compiles."""


def lint(path: str | os.PathLike[str]) -> list[Problem]:
    """Return the findings about a spec or a vocabulary file, in the order of the file.

    Raises `SpecError` with every problem when it does not compile.
    """
    name = os.fspath(path)
    return lint_text(files.read_bytes(Path(name)), name)


def lint_text(content: str | bytes, name: str = "<spec>") -> list[Problem]:
    """Return the findings about the text of a spec or of a vocabulary."""
    located = yaml.read(content, name)
    if isinstance(located.value, dict) and located.value.get("vocabulary") == 1:
        return _ordered(silenced(vocabulary(located, Path(name)), located))
    return lint_subject(Subject(content, name))


def lint_subject(subject: Subject) -> list[Problem]:
    """Return the findings about a spec that is compiled."""
    found = [problem for check in CHECKS for problem in check(subject)]
    return _ordered(silenced(found, subject.located))


def _ordered(left: list[Problem]) -> list[Problem]:
    return sorted(left, key=lambda p: (p.at.line, p.at.column, p.code, p.message))
