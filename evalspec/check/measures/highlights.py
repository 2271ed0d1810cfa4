"""`highlights`: text between asterisks on one line, `*so*` or `**so**`, that is not blank.

`highlights = 2` holds for `*one* and **two**`, not for `* one` or `****`.
"""

from __future__ import annotations

from evalspec.check.measures import Measured, TextPart
from evalspec.core.regex import regex
from evalspec.core.span import Span

_SINGLE = regex(r"\*([^\n*]*)\*")
_DOUBLE = regex(r"\*\*([^\n*]*)\*\*")


def measure(scope: TextPart, arguments: tuple[str | int, ...]) -> Measured:
    """Count highlights; three asterisks count as one of each kind."""
    found = [
        Span(*match.span())
        for bound in scope.bounds
        for pattern in (_SINGLE, _DOUBLE)
        for match in pattern.finditer(scope.text.seen, bound.start, bound.end)
        if match[1].strip()
    ]
    return Measured(len(found), tuple(sorted(found)))
