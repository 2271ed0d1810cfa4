"""`occurrences of pattern "[0-9]+"`: how often a pattern matches; `^` and `$` match at lines.

`occurrences of pattern "[0-9]+" = 2` holds for `3 cups, 4 spoons`, not for `three cups`.
"""

from __future__ import annotations

from evalspec.check.measures import Measured, TextPart
from evalspec.check.patterns import find
from evalspec.core.span import Span


def measure(scope: TextPart, arguments: tuple[str | int, ...]) -> Measured:
    """Count matches of the arguments."""
    found = [
        Span(start, end)
        for pattern in dict.fromkeys(map(str, arguments))
        for bound in scope.bounds
        for start, end in find(
            pattern, scope.text.seen, bound.start, bound.end, scope.case_sensitive
        )
    ]
    return Measured(len(found), tuple(sorted(found)))
