"""`initial`: the place of the first letter in the alphabet, 1 for `a` to 26 for `z`; 0 for others.

`initial = 2` holds for `Bread`, not for `Apple` or `9 apples`.
"""

from __future__ import annotations

from evalspec.check.measures import Measured, TextPart


def measure(scope: TextPart, arguments: tuple[str | int, ...]) -> Measured:
    """Return the number of the first letter or digit."""
    first = next((c for c in scope.content if c.isalnum()), "").lower()
    return Measured("abcdefghijklmnopqrstuvwxyz".find(first) + 1 if first else 0)
