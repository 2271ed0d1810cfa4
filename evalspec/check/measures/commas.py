"""`commas`: commas of any script.

`commas = 0` holds for `bread and butter`, not for `bread, butter`.
"""

from __future__ import annotations

from evalspec.check.measures import Measured, TextPart
from evalspec.check.measures.marks import places


def measure(scope: TextPart, arguments: tuple[str | int, ...]) -> Measured:
    """Count commas."""
    return places(scope, ",，、،")
