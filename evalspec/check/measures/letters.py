"""`letters`: letters of any script; with an argument, only that letter, in either case.

`letters >= 5` holds for `Hello!`, not for `Hi 123`.
"""

from __future__ import annotations

from evalspec.check.measures import Measured, TextPart


def measure(scope: TextPart, arguments: tuple[str | int, ...]) -> Measured:
    """Count letters."""
    content = scope.content
    if arguments:
        return Measured(content.lower().count(str(arguments[0]).lower()))
    return Measured(sum(map(str.isalpha, content)))
