"""Changes to a spec file by position: all but the characters named stays as it is.

The reader of specs knows where every key and value stands, so replacing those
characters keeps comments, layout, anchors and order by construction.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path

from evalspec.core.errors import InputError
from evalspec.core.record import Record
from evalspec.core.span import At
from evalspec.source.compose import Path as Steps
from evalspec.source.whole import write_whole
from evalspec.source.yaml import Located

_PROPERTIES = re.compile(r"(?:[&!][^\s,\[\]{}]*\s+)*")
_BOM = "\ufeff"


class Edit(Record, frozen=True, order=True):
    """Characters of a file to replace."""

    start: int
    end: int
    text: str


def applied(text: str, edits: Iterable[Edit]) -> str:
    """Return a text with its edits made; the same edit given twice is made once.

    Raises `ValueError` when two edits touch the same characters.
    """
    pieces: list[str] = []
    place = 0
    for edit in sorted(set(edits)):
        if edit.start < place:
            raise ValueError(f"two edits at offset {edit.start}")
        pieces += (text[place : edit.start], edit.text)
        place = edit.end
    return "".join((*pieces, text[place:]))


def difference(path: str, text: str, edits: Iterable[Edit]) -> str:
    """Return what edits change in a file, as a unified diff."""
    from difflib import unified_diff

    old, new = (t.splitlines(keepends=True) for t in (text, applied(text, edits)))
    return "".join(unified_diff(old, new, path, path))


def span(located: Located, path: Steps) -> tuple[int, int]:
    """Return where a value stands, without its anchor and tag."""
    start, end = located.source.span(located.at(path))
    found = _PROPERTIES.match(located.source.text, start, end)
    return (found.end() if found else start), end


def key_span(located: Located, path: Steps) -> tuple[int, int]:
    """Return where the key of a value stands."""
    return located.source.span(located.at(path, key=True))


def is_flow(located: Located, path: Steps) -> bool:
    """Tell whether a mapping or list is written in brackets."""
    return located.source.text[span(located, path)[0] :][:1] in ("{", "[")


def without_key(located: Located, path: Steps) -> Edit:
    """Return the edit that removes a key and its value from a mapping of several keys."""
    text = located.source.text
    start, end = key_span(located, path)[0], span(located, path)[1]
    if is_flow(located, path[:-1]):
        after = re.compile(r"\s*,[ \t]*").match(text, end)
        if after is not None:
            return Edit(start, after.end(), "")
        before = re.search(r",\s*\Z", text[:start])
        return Edit(before.start() if before else start, end, "")
    first = max(text.rfind("\n", 0, start), text.rfind("\r", 0, start)) + 1
    rest = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)?").match(text, end)
    return Edit(first, rest.end() if rest else end, "")


def rewrite(path: str | os.PathLike[str], edits: Iterable[Edit]) -> None:
    """Make edits to a file: all of them, or none when it cannot be written.

    Raises `InputError` when the file cannot be written.
    """
    target = Path(path).resolve()
    try:
        raw = target.read_bytes().decode("utf-8")
        mark = _BOM if raw.startswith(_BOM) else ""
        write_whole(target, (mark + applied(raw.removeprefix(_BOM), edits)).encode("utf-8"))
    except OSError as error:
        message = f"cannot write: {error.strerror}"
        raise InputError.of("unwritable", message, At(file=os.fspath(path))) from error
