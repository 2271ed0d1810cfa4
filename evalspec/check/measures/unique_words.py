"""`unique-words`: different words, without regard to case.

`unique-words = 2` holds for `Tea and tea`, not for `Tea and cake`.
"""

from __future__ import annotations

from evalspec.check.measures import Measured, TextPart


def measure(scope: TextPart, arguments: tuple[str | int, ...]) -> Measured:
    """Count different words."""
    return Measured(len({scope.written(w).lower() for w in scope.words}))
