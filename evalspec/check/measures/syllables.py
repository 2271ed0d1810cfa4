"""`syllables`: syllables of English words, by their groups of vowels.

A group of vowels is one; a silent final `e`, `es` or `ed` is none; `le` after a consonant is one.
`syllables = 3` holds for `banana`, not for `baked`. A rule of thumb: foreign words and names
may differ.
"""

from __future__ import annotations

from evalspec.check.measures import Measured, TextPart
from evalspec.core.regex import regex

_GROUP = regex("[aeiouy]+")
_SILENT = regex("(?:[^aeiouylr]e|[^aeiouy]re|[^aeiouydt]ed|[^aeiouyscxzgh]es)$")
_APART = regex("ia|iu|io(?!us|n)|eo|ua(?!r)|ying|[^aeiou]ying")


def measure(scope: TextPart, arguments: tuple[str | int, ...]) -> Measured:
    """Count syllables."""
    return Measured(sum(_syllables(scope.written(word).lower()) for word in scope.words))


def _syllables(word: str) -> int:
    groups = len(_GROUP.findall(word))
    if groups > 1 and _SILENT.search(word):
        groups -= 1
    return max(1, groups + len(_APART.findall(word)))
