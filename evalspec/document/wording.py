"""What the lexicon says about the words of a line, by one name for the reader."""

from __future__ import annotations

from functools import lru_cache

from evalspec.document.activity_names import ActivityNames
from evalspec.document.sum_words import SumWords
from evalspec.vocabulary.lexicon import Lexicon, once_a_lexicon

_PURE = (
    "roles_at_ends is_measure total_measure total_of named headed parts known asides done categories_of"
    " names_more"
).split()
"""Lookups that depend on the lexicon and their words alone: labels recur within and among
responses."""
_REMEMBERED = 4096


class Wording(SumWords, ActivityNames):
    """Lookups of one lexicon for the reader."""

    def __init__(self, lexicon: Lexicon) -> None:
        """Index the lexicon; keep what its words alone decide."""
        super().__init__(lexicon)
        for name in _PURE:
            setattr(self, name, lru_cache(_REMEMBERED)(getattr(self, name)))


@once_a_lexicon
def wording_of(lexicon: Lexicon) -> Wording:
    """Return the lookups of a lexicon."""
    return Wording(lexicon)
