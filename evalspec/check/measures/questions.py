"""`questions`: question marks; several in a row count once.

`questions = 1` holds for `Really??`, not for `Who? What?`.
"""

from __future__ import annotations

from evalspec.check.measures import Measured, TextPart
from evalspec.check.measures.marks import places


def measure(scope: TextPart, arguments: tuple[str | int, ...]) -> Measured:
    """Count questions."""
    return places(scope, "?？؟", runs=True)
