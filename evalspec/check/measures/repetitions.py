"""`repetitions`: how often the most frequent word stands in the text, in any case.

`repetitions <= 1` holds for `One cup of tea`, not for `Tea and tea`.
"""

from __future__ import annotations

from evalspec.check.measures import Measured, TextPart
from evalspec.core.lookup import grouped


def measure(scope: TextPart, arguments: tuple[str | int, ...]) -> Measured:
    """Count the most frequent word."""
    places = grouped((scope.written(word).lower(), word) for word in scope.words)
    most = max(places.values(), key=len, default=[])
    return Measured(len(most), tuple(most))
