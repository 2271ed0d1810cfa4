"""`occurrences of "tofu"`: how often a word or phrase stands in the text, in any case.

`occurrences of "tofu" >= 2` holds for `Tofu with tofu`, not for `Tofurky`.
"""

from __future__ import annotations

from evalspec.check.measures import Measured, TextPart


def measure(scope: TextPart, arguments: tuple[str | int, ...]) -> Measured:
    """Count occurrences of the first argument."""
    found = scope.text.occurrences(scope.piece, str(arguments[0]) if arguments else "")
    return Measured(len(found), found)
