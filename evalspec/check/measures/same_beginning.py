"""`same-beginning("text")`: how many words at the beginning are those of another text.

`same-beginning("two cups of tea") = 2` holds for `Two cups please`, not for `Two spoons`.
"""

from __future__ import annotations

from itertools import takewhile

from evalspec.check.measures import Measured, TextPart


def measure(scope: TextPart, arguments: tuple[str | int, ...]) -> Measured:
    """Count the words between blanks that are the same, up to the first that differs."""
    pairs = zip(scope.content.lower().split(), str(arguments[0]).lower().split(), strict=False)
    return Measured(sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs)))
