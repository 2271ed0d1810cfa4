"""`digits`: decimal digits of any script.

`digits = 0` holds for `five apples`, not for `5 apples`.
"""

from __future__ import annotations

from evalspec.check.measures import Measured, TextPart


def measure(scope: TextPart, arguments: tuple[str | int, ...]) -> Measured:
    """Count digits."""
    return Measured(sum(map(str.isdecimal, scope.content)))
