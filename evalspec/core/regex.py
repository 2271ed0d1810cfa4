"""Regular expressions that are compiled when they are first used, and once for all processes.

Reading knows more than a hundred patterns, and compiling one costs as much as using it
on a page of text. Most responses ask for a fraction of them, so a module states its
patterns as constants and pays for those a response needs. What a pattern compiles to can
be written down and handed to a later process of the same Python (`source/patterns.py`),
as Python itself does with modules.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Mapping
from importlib import import_module
from typing import Any, cast

Compiled = tuple[int, bytes, int, dict[str, int], list[str | None]]
"""Flags, code, number of groups, numbers of named groups, names of groups."""
Key = tuple[str, int]
"""Text and flags as they are stated."""

_ready: Mapping[Key, Compiled] = {}
_asked: dict[Key, None] = {}
"""Patterns that were compiled here, not taken from `_ready`."""


class _Lazy:
    """Stands for a pattern; its methods become the compiled pattern's own on first use."""

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern = pattern
        self.flags = flags

    def __getattr__(self, name: str) -> Any:
        method = getattr(compiled(self.pattern, self.flags), name)
        setattr(self, name, method)
        return method


def regex(text: str, flags: int = 0) -> re.Pattern[str]:
    """Return a pattern that behaves like `re.compile(text, flags)`."""
    return cast("re.Pattern[str]", _Lazy(text, flags))


def compiled(text: str, flags: int = 0) -> re.Pattern[str]:
    """Return `re.compile(text, flags)`, from what an earlier process wrote down if it did."""
    key = text, int(flags)
    found = _ready.get(key)
    if found is not None and (pattern := _restored(text, found)) is not None:
        return pattern
    _asked[key] = None
    return re.compile(text, flags)


def use(ready: Mapping[Key, Compiled]) -> None:
    """Take patterns that were compiled before from here."""
    global _ready
    _ready = ready


def compiled_here() -> dict[Key, Compiled]:
    """Return what those patterns compile to that this process compiled itself."""
    return {key: _taken_apart(*key) for key in _asked}


def _restored(text: str, found: Compiled) -> re.Pattern[str] | None:
    """Make a pattern of its code; the engine checks that the code is sound."""
    flags, code, groups, numbers, names = found
    try:
        engine: Any = import_module("_sre")
        words = array("I", code).tolist()
        pattern: re.Pattern[str] = engine.compile(text, flags, words, groups, numbers, tuple(names))
    except (AttributeError, ImportError, OverflowError, RuntimeError, TypeError, ValueError):
        return None
    return pattern


def _taken_apart(text: str, flags: int) -> Compiled:
    """Compile a pattern as `re.compile` does, up to the call that makes an object of its code."""
    compiler: Any = import_module("re._compiler")
    parsed = import_module("re._parser").parse(text, flags)
    numbers = dict(parsed.state.groupdict)
    names: list[str | None] = [None] * parsed.state.groups
    for name, number in numbers.items():
        names[number] = name
    code = array("I", compiler._code(parsed, flags)).tobytes()
    return flags | parsed.state.flags, code, parsed.state.groups - 1, numbers, names
