"""`titles`: text in double angle brackets on one line, `<<so>>`, that is not blank.

`titles >= 1` holds for `<<A walk>> We left.`, not for `<<>> We left.`.
"""

from __future__ import annotations

from evalspec.check.measures import Measured, TextPart
from evalspec.core.regex import regex
from evalspec.core.span import Span

_TITLE = regex(r"<<([^\n]{1,1000}?)>>")


def measure(scope: TextPart, arguments: tuple[str | int, ...]) -> Measured:
    """Count titles."""
    found = tuple(
        Span(*match.span())
        for bound in scope.bounds
        for match in _TITLE.finditer(scope.text.seen, bound.start, bound.end)
        if match[1].strip("<> ")
    )
    return Measured(len(found), found)
