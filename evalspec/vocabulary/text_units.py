"""Units of a text that patterns tell: hashtags, emoji, titles, questions and their answers.

They stand in `specs/text-units.json`, each with its words, its pattern and what it holds and
misses; JSON, since it is read while checking. Each is a text scope of its name. What a pattern
alone does not tell (headings, titles, answers) has none there.
"""

from __future__ import annotations

import json
import os
from functools import cache

import msgspec

from evalspec.core.record import Record


class TextUnit(Record, frozen=True):
    """One kind of piece of a text."""

    name: str
    """Of its scope."""
    about: str
    words: tuple[str, ...]
    """What sentences call one; the plural is made of it."""
    pattern: str = ""
    """What is one: its only group that matched, or all of it."""
    sign: str = ""
    """One alone, as a pattern of formulas (RE2), where several may stand in a row."""
    inside: tuple[str, ...] = ()
    """The pieces that the pattern is held against, one by one; empty for the whole text."""
    large: bool = False
    """Holds sentences or words; the others stand inside a sentence."""
    counts: str = ""
    """The measure that counts it, where there is one."""
    elsewhere: bool = False
    """Its words mean something else where a text is not the matter."""
    holds: tuple[str, ...] = ()
    """Texts with exactly one."""
    misses: tuple[str, ...] = ()
    """Texts without one."""


def _file() -> str:
    """Return the packaged file; `source.files` would import pathlib, which takes a check longer."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    packaged = os.path.join(package, "_data")
    base = packaged if os.path.isdir(packaged) else os.path.dirname(package)
    return os.path.join(base, "specs", "text-units.json")


@cache
def text_units() -> dict[str, TextUnit]:
    """Return the units by the names of their scopes."""
    with open(_file(), encoding="utf-8") as stream:
        content = json.load(stream)
    return {
        name: msgspec.convert({"name": name, **given}, TextUnit) for name, given in content.items()
    }
