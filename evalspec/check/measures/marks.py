"""Counting punctuation marks, shared by several measures."""

from __future__ import annotations

import re

from evalspec.check.measures import Measured, TextPart
from evalspec.core.span import Span


def places(scope: TextPart, marks: str, runs: bool = False) -> Measured:
    """Find marks in a scope; with `runs`, several in a row are one."""
    pattern = re.compile(f"[{marks}]+" if runs else f"[{marks}]")
    text = scope.text.seen
    found = tuple(
        Span(*match.span())
        for bound in scope.bounds
        for match in pattern.finditer(text, bound.start, bound.end)
    )
    return Measured(len(found), found)
