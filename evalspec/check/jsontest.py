"""Where and why a text is no JSON, or no JSON of a schema, in words for the ledger."""

from __future__ import annotations

from typing import Any

from evalspec.check.evaluation import Run
from evalspec.check.markup import json_fault, json_value
from evalspec.check.value import Piece, cite
from evalspec.core.places import Places
from evalspec.core.span import Span
from evalspec.core.verdict import Cited

_KINDS = {dict: "an object", list: "a list", str: "a text", bool: "a truth value"}


def broken(run: Run, piece: Piece | None) -> tuple[str, tuple[Cited, ...]]:
    """Say where a text stops being JSON, and cite the place; what it is where it is JSON."""
    content = run.text.content(piece)
    fault = json_fault(content)
    if fault is None:
        return f"JSON, but {_kind(json_value(content))}", ()
    offset, why = fault
    start = _original(run.text.bounds(piece), offset)
    response = run.text.response
    line, column = Places(response).of(start)
    if start >= len(response):
        return f"no JSON, ends at {line}:{column}: {why}", ()
    return f"no JSON at {line}:{column}: {why}", (cite(response, Span(start, start + 1)),)


def _kind(value: Any) -> str:
    if value is None:
        return "null"
    return _KINDS.get(type(value), "a number")


def _original(bounds: tuple[Span, ...], offset: int) -> int:
    """Lead an offset in pieces joined by line ends back to the response."""
    for bound in bounds:
        size = bound.end - bound.start
        if offset <= size:
            return bound.start + offset
        offset -= size + 1
    return bounds[-1].end
