"""`unique-words`: different words, without regard to case.

`unique-words = 2` holds for `Tea and tea`, not for `Tea and cake`.
"""

from __future__ import annotations

from evalspec.check.measures import Measured, TextPart


def measure(scope: TextPart, arguments: tuple[str | int, ...]) -> Measured:
    """Count different words."""
    text = scope.text.seen
    words = [w for span in scope.bounds for w in scope.text.segments.words_in(span)]
    return Measured(len({text[w.start : w.end].lower() for w in words}))
