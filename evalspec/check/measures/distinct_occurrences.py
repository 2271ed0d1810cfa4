"""`distinct occurrences of any of ["and", "or"]`: how many of several texts stand in the text.

`distinct occurrences of any of ["and", "or"] = 2` holds for `tea and milk or water`, not for
`tea and milk and water`.
"""

from __future__ import annotations

from evalspec.check.measures import Measured, TextPart


def measure(scope: TextPart, arguments: tuple[str | int, ...]) -> Measured:
    """Count the arguments that occur."""
    first = [
        found[0]
        for wanted in dict.fromkeys(map(str, arguments))
        if (
            found := scope.text.occurrences(
                scope.piece, wanted, scope.whole_words, scope.case_sensitive, 1
            )
        )
    ]
    return Measured(len(first), tuple(sorted(first)))
