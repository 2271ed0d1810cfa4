"""Names that name nothing, whatever stands in quotes."""

from __future__ import annotations

import pytest

from evalspec.language.english.hollow import hollow
from evalspec.language.english.lexicon import words_of
from evalspec.vocabulary.load import load_lexicon


@pytest.mark.parametrize("name", ["", " ", "x", "Ann", "Ann sings", "for the kids"])
def test_any_text_may_stand_in_quotes(name: str) -> None:
    words = words_of(load_lexicon(["general"], None, None).lexicon)
    assert isinstance(hollow(f'count("{name}") = 1', words), tuple)


@pytest.mark.parametrize(
    "formula",
    [
        'count("Mum feeds cats") = 1',
        'each "stall": exists daypart named "morning" preceding lunch',
        'sum(price) of day except named "hotel" <= 90 EUR',
    ],
)
def test_what_asks_nothing_sensible_is_hollow(formula: str) -> None:
    words = words_of(load_lexicon(["trip"], None, None).lexicon)
    assert hollow(formula, words)
