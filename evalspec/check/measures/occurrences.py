"""`occurrences of "tofu"`: how often a word or phrase stands in the text, in any case.

`occurrences of "tofu" >= 2` holds for `Tofu with tofu`, not for `Tofurky`;
`occurrences of "tofu" inside words` counts `Tofurky` too. Of several texts all are counted.
"""

from __future__ import annotations

from evalspec.check.measures import Measured, TextPart


def measure(scope: TextPart, arguments: tuple[str | int, ...]) -> Measured:
    """Count occurrences of the arguments."""
    found = [
        span
        for wanted in dict.fromkeys(map(str, arguments))
        for span in scope.text.occurrences(
            scope.piece, wanted, scope.whole_words, scope.case_sensitive
        )
    ]
    return Measured(len(found), tuple(sorted(found)))
