"""Texts given under a name: keys of JSON, labels of lines (`Owner: Ben`), headers of columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from evalspec.core.record import Record
from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document.blocks import Block, BlockKind
from evalspec.document.json_blocks import JsonTree, find_json

_NAME = r"[*_]{0,3}(?:[^\W\d_][\w'’/-]*)(?:[ \xa0][\w'’/-]+){0,2}[*_]{0,3}:[*_]{0,3}[ \xa0]"
_BEHIND = regex(
    r"(?:(?<=[(\[|;,])[ \xa0]?|(?<=[ \xa0][-–—·][ \xa0]))"
    r"[*_]{0,3}(?P<name>[^\W\d_][\w'’/-]*(?:[ \xa0][\w'’/-]+){0,2})[*_]{0,3}:[*_]{0,3}[ \xa0]"
    rf"(?P<text>[^()\[\];|\n]+?)[ \xa0*_]*(?=[;()\[\]|\n]|,[ \xa0]{_NAME}|[ \xa0][-–—·][ \xa0]|$)"
)


class NamedText(Record, frozen=True):
    """A name with the text that stands under it."""

    name: Span
    text: Span
    """Empty for a blank cell."""
    record: Span | None = None
    """The JSON object that has the key."""
    elements: tuple[Span, ...] | None = None
    """Of a JSON list."""


def named_texts(
    text: str, blocks: Iterable[Block], rows: tuple[tuple[Span, ...], ...] = ()
) -> tuple[NamedText, ...]:
    """Return the named texts of an answer, in order of the texts; `rows` are delimited values."""
    tree = find_json(text)
    found = _of_json(tree) if tree is not None else _of_rows(rows) or _of_blocks(text, blocks)
    return tuple(sorted(found, key=lambda one: (one.text, one.name)))


def _of_json(tree: JsonTree) -> Iterator[NamedText]:
    places = [Span(*ends) for ends in zip(tree.starts, tree.ends, strict=True)]
    for place, kind, children in zip(places, tree.kinds, tree.children, strict=True):
        for child in children if kind == "{" else ():
            key = tree.keys[child]
            listed = tree.kinds[child] == "["
            elements = tuple(places[e] for e in tree.children[child]) if listed else None
            if key is not None:
                yield NamedText(key, places[child], place, elements)


def _of_rows(rows: tuple[tuple[Span, ...], ...]) -> list[NamedText]:
    return [NamedText(n, cell) for row in rows[1:] for n, cell in zip(rows[0], row, strict=True)]


def _of_blocks(text: str, blocks: Iterable[Block]) -> Iterator[NamedText]:
    headers: tuple[Span, ...] = ()
    for block in blocks:
        if block.kind is BlockKind.TABLE_HEADER:
            headers = block.cells
        elif block.kind is BlockKind.TABLE_ROW:
            for header, cell in zip(headers, block.cells, strict=False):
                yield NamedText(header, cell)
                yield from _behind(text, cell)
        else:
            label, rest = block.label, block.rest
            if label is not None and rest is not None and rest.start < rest.end:
                yield NamedText(label, rest)
            if block.kind is not BlockKind.CODE:
                yield from (one for one in _behind(text, block.text) if one.name != block.label)


def _behind(text: str, line: Span) -> Iterator[NamedText]:
    """Yield what a line says of a thing behind its name: `Welcome (Lead: Anna)`, `Opening – Lead: Ben`."""
    for found in _BEHIND.finditer(text, line.start, line.end):
        yield NamedText(Span(*found.span("name")), Span(*found.span("text")))
