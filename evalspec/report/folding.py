"""Long lines broken between words, for terminals that would break them inside words."""

from __future__ import annotations

import re

_PAINT = re.compile(r"\x1b\[[0-9;]*m")
_DEEPER = 4
"""Spaces by which the rest of a line stands further in."""


def folded(text: str, columns: int) -> str:
    """Break every line of a text that is wider than `columns`; a longer word stays whole."""
    return "\n".join(part for line in text.split("\n") for part in _parts(line, columns))


def _parts(line: str, columns: int) -> list[str]:
    if _width(line) <= columns:
        return [line]
    indent = " " * (len(line) - len(line.lstrip(" ")) + _DEEPER)
    parts: list[str] = []
    held = ""
    for word in re.findall(r" *[^ ]+", line):
        if held.strip() and _width(held + word) > columns:
            parts.append(held)
            held = indent + word.lstrip(" ")
        else:
            held += word
    return [*parts, held]


def _width(text: str) -> int:
    return len(_PAINT.sub("", text))
