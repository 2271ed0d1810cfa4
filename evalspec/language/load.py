"""Spec files → programs: from the cache when nothing changed, else compiled.

The warm path imports nothing but the types of a program.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from evalspec.language.program import Program
from evalspec.source import MAX_BYTES
from evalspec.source import cache as store

if TYPE_CHECKING:
    from evalspec.language.cases import SpecCase


def load_program(path: str | os.PathLike[str], *, cache: bool = True) -> Program:
    """Compile a spec file, or read what it compiled to before.

    Raises `SpecError` with every problem of the spec and of the files it names.
    """
    name = os.fspath(path)
    content = _content(name)
    program = store.lookup(name, content, Program) if cache else None
    return _compiled(name, content, cache) if program is None else program


def _content(name: str) -> bytes:
    try:
        with open(name, "rb") as stream:
            return stream.read(MAX_BYTES + 1)
    except (OSError, ValueError):
        from pathlib import Path

        from evalspec.source import files

        return files.read_bytes(Path(name))  # says what is wrong


def _compiled(name: str, content: bytes, cache: bool) -> Program:
    from evalspec.language.compile import compile_text

    program, rested_on = compile_text(content, name)
    if cache:
        described = tuple(store.describe(str(path)) for path in rested_on)
        store.store(name, content, described, program)
    return program


def compile_spec(text: str | bytes, name: str = "<spec>") -> Program:
    """Compile the text of a spec; files it names are looked up next to `name`.

    Raises `SpecError` with every problem.
    """
    from evalspec.language.compile import compile_text

    return compile_text(text, name)[0]


def load_cases(path: str | os.PathLike[str]) -> tuple[SpecCase, ...]:
    """Return the cases that a spec file tests itself with.

    Raises `SpecError` when the spec is invalid or a response file cannot be read.
    """
    from evalspec.language.cases import read_cases

    return read_cases(os.fspath(path))
