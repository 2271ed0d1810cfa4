"""`indentation`: blanks before the first visible character of the line; a tab is one.

`indentation = 2` holds for a line of two blanks and `- tea`, not for `- tea`; so
`bullet where (indentation > 0)` are the nested bullets.
"""

from __future__ import annotations

from evalspec.check.measures import Measured, TextPart


def measure(scope: TextPart, arguments: tuple[str | int, ...]) -> Measured:
    """Count the blanks at the beginning of the line that the scope starts on."""
    text = scope.text.response
    start = scope.bounds[0].start
    line = max(text.rfind("\n", 0, start), text.rfind("\r", 0, start)) + 1
    blanks = len(text[line : start + 1]) - len(text[line : start + 1].lstrip(" \t\u00a0\u3000"))
    return Measured(blanks)
