"""`indentation`: blanks before the first visible character of a line; a tab is one.

`indentation = 2` holds for a line of two blanks and `tea`, not for `tea`.
"""

from __future__ import annotations

from evalspec.check.measures import Measured, TextPart


def measure(scope: TextPart, arguments: tuple[str | int, ...]) -> Measured:
    """Count the blanks before the scope on its line."""
    text = scope.text.response
    start = scope.bounds[0].start
    at = start
    while at > 0 and text[at - 1] in " \t\u00a0\u3000":
        at -= 1
    return Measured(start - at)
