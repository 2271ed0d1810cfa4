"""The generator of sentences with known meaning, and a sample of what comes back."""

from __future__ import annotations

from collections import Counter

import pytest

from evalspec.language.lower import compile_formula
from tests.language.wordings.back import back
from tests.language.wordings.generate import sayings
from tests.language.wordings.writer import in_words
from tests.language.words.corpus import lexicon

pytestmark = pytest.mark.heavy


def test_a_seed_makes_the_same_sentences() -> None:
    assert list(sayings(60, seed=5)) == list(sayings(60, seed=5))
    assert list(sayings(60, seed=5)) != list(sayings(60, seed=6))


def test_every_meaning_is_formal() -> None:
    for saying in sayings(400, seed=1):
        for formula in (saying.formula, *saying.also):
            compile_formula(formula, lexicon(saying.vocabulary))


def test_no_sentence_has_an_empty_slot() -> None:
    for saying in sayings(400, seed=2):
        assert "{" not in saying.text
        assert "  " not in saying.text
        assert not saying.text.startswith((",", ".", ":"))


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (7, "seven"),
        (35, "thirty-five"),
        (90, "ninety"),
        (150, "one hundred and fifty"),
        (1300, "one thousand three hundred"),
        (2050, "two thousand and fifty"),
    ],
)
def test_numbers_in_words(number: int, words: str) -> None:
    assert in_words(number) == words


@pytest.mark.xfail(strict=True, reason="of 100 sentences 4 are misread and 22 refused")
def test_meaning_back_is_meaning_in() -> None:
    found = [back(saying) for saying in sayings(150, seed=3)]
    wrong = [b for b in found if b.outcome in ("misread", "open")]
    assert not wrong, [(b.saying.text, b.text) for b in wrong]
    assert Counter(b.outcome for b in found)["right"] >= 0.9 * len(found)
