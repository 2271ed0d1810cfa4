"""`differing-words("text")`: how many words differ from another text, compared one by one.

`differing-words("two cups") = 1` holds for `three cups`, not for `two large cups`.
"""

from __future__ import annotations

from itertools import zip_longest

from evalspec.check.measures import Measured, TextPart


def measure(scope: TextPart, arguments: tuple[str | int, ...]) -> Measured:
    """Compare the words between blanks; words that only one of the texts has differ."""
    own, other = scope.content.lower().split(), str(arguments[0]).lower().split()
    return Measured(sum(a != b for a, b in zip_longest(own, other)))
