"""`placeholders`: text in square brackets on one line, to be filled in.

`placeholders >= 1` holds for `Dear [name],`, not for `Dear reader,`.
"""

from __future__ import annotations

from evalspec.check.measures import Measured, TextPart
from evalspec.check.measures.marks import matched
from evalspec.core.regex import regex

_PLACEHOLDER = regex(r"\[[^][\n]*\]")


def measure(scope: TextPart, arguments: tuple[str | int, ...]) -> Measured:
    """Count placeholders."""
    return matched(scope, _PLACEHOLDER)
