"""`trigram-overlap("reference")`: percent of the text's sequences of three characters that also
stand in another text; each sequence counts once.

`trigram-overlap("abcd") = 50` holds for `abce`, not for `abcd`.
"""

from __future__ import annotations

from decimal import Decimal

from evalspec.check.measures import Measured, TextPart


def measure(scope: TextPart, arguments: tuple[str | int, ...]) -> Measured:
    """Compare the trigrams of the text with those of the argument."""
    own, other = _trigrams(scope.content), _trigrams(str(arguments[0]))
    return Measured(Decimal(100 * len(own & other)) / max(1, len(own)))


def _trigrams(text: str) -> set[str]:
    return {text[i : i + 3] for i in range(len(text) - 2)}
