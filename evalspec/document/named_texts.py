"""Texts given under a name: keys of JSON, labels of lines (`Owner: Ben`), headers of columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from evalspec.core.record import Record
from evalspec.core.span import Span
from evalspec.document.blocks import Block, BlockKind
from evalspec.document.json_blocks import JsonTree, find_json


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
    found = _of_json(tree) if tree is not None else _of_rows(rows) or _of_blocks(blocks)
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


def _of_blocks(blocks: Iterable[Block]) -> Iterator[NamedText]:
    headers: tuple[Span, ...] = ()
    for block in blocks:
        if block.kind is BlockKind.TABLE_HEADER:
            headers = block.cells
        elif block.kind is BlockKind.TABLE_ROW:
            for header, cell in zip(headers, block.cells, strict=False):
                yield NamedText(header, cell)
        elif (
            block.label is not None and block.rest is not None and block.rest.start < block.rest.end
        ):
            yield NamedText(block.label, block.rest)
