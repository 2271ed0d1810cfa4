"""`different-vowels`: how many of the vowels a, e, i, o, u stand in the text.

`different-vowels = 2` holds for `Banana bread`, not for `Banana`.
"""

from __future__ import annotations

from evalspec.check.measures import Measured, TextPart


def measure(scope: TextPart, arguments: tuple[str | int, ...]) -> Measured:
    """Count different vowels."""
    return Measured(len(set(scope.content.lower()) & set("aeiou")))
