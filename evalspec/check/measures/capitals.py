"""`capitals`: words written all in capitals (`NASA`, `A`), as segmentation cuts words.

`capitals <= 1` holds for `We saw NASA`, not for `NASA and ESA`.
"""

from __future__ import annotations

from evalspec.check.measures import Measured, TextPart


def measure(scope: TextPart, arguments: tuple[str | int, ...]) -> Measured:
    """Count words in capitals."""
    found = tuple(w for w in scope.words if scope.written(w).isupper())
    return Measured(len(found), found)
