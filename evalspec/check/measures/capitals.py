"""`capitals`: words written all in capitals (`NASA`, `A`), as segmentation cuts words.

`capitals <= 1` holds for `We saw NASA`, not for `NASA and ESA`.
"""

from __future__ import annotations

from evalspec.check.measures import Measured, TextPart


def measure(scope: TextPart, arguments: tuple[str | int, ...]) -> Measured:
    """Count words in capitals."""
    text = scope.text.seen
    words = [w for span in scope.bounds for w in scope.text.segments.words_in(span)]
    found = tuple(w for w in words if text[w.start : w.end].isupper())
    return Measured(len(found), found)
