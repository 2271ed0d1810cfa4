"""Counting punctuation marks, shared by several measures."""

from __future__ import annotations

import re
from itertools import islice

from evalspec.check.measures import Measured, TextPart
from evalspec.check.value import SHOWN
from evalspec.core.span import Span


def matched(scope: TextPart, pattern: re.Pattern[str]) -> Measured:
    """Find the places of a pattern in a scope."""
    text = scope.text.seen
    found = (m for b in scope.bounds for m in pattern.finditer(text, b.start, b.end))
    spans = tuple(Span(*match.span()) for match in found)
    return Measured(len(spans), spans)


def places(scope: TextPart, marks: str, runs: bool = False) -> Measured:
    """Find marks in a scope; with `runs`, several in a row are one."""
    text = scope.text.seen
    pattern = re.compile(f"[{marks}]+" if runs else f"[{marks}]")
    matches = (m for b in scope.bounds for m in pattern.finditer(text, b.start, b.end))
    if runs:
        found = tuple(Span(*match.span()) for match in matches)
        return Measured(len(found), found)
    number = sum(text.count(mark, b.start, b.end) for mark in marks for b in scope.bounds)
    first = tuple(Span(*m.span()) for m in islice(matches, SHOWN))
    return Measured(number, first, number - len(first))
