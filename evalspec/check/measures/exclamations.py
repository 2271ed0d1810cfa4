"""`exclamations`: exclamation marks.

`exclamations = 0` holds for `Well done.`, not for `Well done!`.
"""

from __future__ import annotations

from evalspec.check.measures import Measured, TextPart
from evalspec.check.measures.marks import places


def measure(scope: TextPart, arguments: tuple[str | int, ...]) -> Measured:
    """Count exclamation marks."""
    return places(scope, "!！")
