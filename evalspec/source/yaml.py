"""Positioned YAML: plain values, and the place of every key and value.

PyYAML parses; scalars are those of the YAML 1.2 core schema, so `17:00`, `no`, `on` and
dates stay text. Keys are always text. Anything a spec has no use for is a problem with
its place: duplicate keys, tags, several documents, bombs of aliases, deep nesting.
A JSON file is read by the same code.
"""

from __future__ import annotations

import re
from pathlib import Path as FilePath
from typing import Any

from evalspec.core.errors import Problem, SpecError
from evalspec.core.record import Record
from evalspec.core.span import At
from evalspec.source import MAX_BYTES, files
from evalspec.source.align import align
from evalspec.source.compose import Builder, Path
from evalspec.source.source_text import UNPRINTABLE, SourceText

_LINE_END = re.compile("[\r\n]")


class Located(Record, frozen=True):
    """The content of a file, and where everything stands."""

    value: Any
    """Plain values: dict, list, str, int, float, bool, None."""
    source: SourceText
    """The text it was read from."""
    places: dict[Path, At]
    """Where each value stands."""
    keys: dict[Path, At]
    """Where the key of each value stands (of members of mappings only)."""
    scalars: dict[Path, tuple[str, int, int]]
    """Style (`plain`, `'`, `"`, `|`, `>`), start and end offset of each text value."""

    def at(self, path: Path, *, key: bool = False) -> At:
        """Return the place of a value, or of its key; of the nearest parent if it is absent."""
        if key and path in self.keys:
            return self.keys[path]
        while path not in self.places and path:
            path = path[:-1]
        return self.places.get(path, At(self.source.name, 1, 1, 1, 1))

    def inside(self, path: Path, part: At) -> At:
        """Map a place relative to a text value to its place in the file.

        Works in plain, quoted, literal and folded scalars; the whole value when the
        place cannot be found.
        """
        scalar, value = self.scalars.get(path), self.get(path)
        if scalar is None or not isinstance(value, str) or not part.line:
            return self.at(path)
        style, start, end = scalar
        offsets = align(value, self.source.text[start:end], style)
        if offsets is None:
            return self.at(path)
        first = _offset(value, part.line, part.column)
        last = _offset(value, part.end_line or part.line, part.end_column or part.column + 1)
        last = max(last, first + 1)
        tail = offsets[last - 1] + 1 if last - 1 < len(value) else offsets[-1]
        return self.source.at(start + offsets[min(first, len(value))], start + tail)

    def cut(self, path: Path) -> str:
        """Return the comment that ends an unquoted text on its line; empty when there is none."""
        scalar = self.scalars.get(path)
        if scalar is None or scalar[0] != "plain":
            return ""
        end = _LINE_END.search(self.source.text, scalar[2])
        rest = self.source.text[scalar[2] : end.start() if end else None].strip()
        return rest if rest.startswith("#") else ""

    def get(self, path: Path) -> Any:
        """Return the value at a path; None when there is none."""
        value = self.value
        for step in path:
            try:
                value = value[step]
            except (KeyError, IndexError, TypeError):
                return None
        return value

    def problem(
        self,
        code: str,
        message: str,
        path: Path = (),
        *,
        key: bool = False,
        hint: str = "",
        related: tuple[At, ...] = (),
    ) -> Problem:
        """Return a problem at a value, or at its key."""
        return self.source.problem(code, message, self.at(path, key=key), hint, related)


def _offset(text: str, line: int, column: int) -> int:
    start = 0
    for _ in range(line - 1):
        start = text.find("\n", start) + 1 or len(text)
    return min(start + column - 1, len(text))


def read_file(path: FilePath) -> Located:
    """Read a YAML or JSON file; raise `SpecError` with every problem found."""
    return read(files.read_bytes(path), files.display(path))


def read(content: str | bytes, name: str = "<spec>") -> Located:
    """Read YAML or JSON; raise `SpecError` with every problem found."""
    source = SourceText(name, decode(content, name))
    builder = Builder(source)
    root = builder.compose()
    if root is None:
        raise files.refused(name, "empty-file", "the file is empty")
    parts = builder.construct(root)
    if builder.problems:
        raise SpecError(sorted(builder.problems, key=lambda p: (p.at.line, p.at.column)))
    return Located(parts.value, source, parts.places, parts.keys, parts.scalars)


def decode(content: str | bytes, name: str) -> str:
    """Return the text of a file as UTF-8 without byte order mark, refusing what is not text."""
    if len(content) > MAX_BYTES:
        message = f"the file is larger than {MAX_BYTES >> 20} MiB"
        raise files.refused(name, "too-large", message)
    text = content if isinstance(content, str) else _utf8(content, name)
    text = text.removeprefix("\ufeff")
    found = UNPRINTABLE.search(text)
    if found is not None:
        source = SourceText(name, text)
        code = ord(found.group())
        what = "a NUL character" if code == 0 else f"the control character U+{code:04X}"
        if 0xD800 <= code < 0xE000:
            what = f"half of a surrogate pair, U+{code:04X}"
        at = source.at(found.start(), found.end())
        raise SpecError([source.problem("not-text", f"{what} cannot stand in a YAML file", at)])
    return text.replace("\t", " ") if name.endswith(".json") else text


def _utf8(content: bytes, name: str) -> str:
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise files.refused(name, "not-utf-8", "the file is UTF-16: save it as UTF-8")
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        before = content[: error.start].decode("utf-8")
        at = SourceText(name, before).at(len(before))
        message = f"byte 0x{content[error.start]:02x} is not UTF-8: save the file as UTF-8"
        raise SpecError.of("not-utf-8", message, at) from None
