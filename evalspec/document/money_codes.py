"""Codes and letters of money that are other words too: `50 GEL` beside a gel, `R1 900.00` beside rounds."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from msgspec.structs import replace

from evalspec.core.quantity import Unit
from evalspec.core.regex import regex
from evalspec.document.mentions.words import currency
from evalspec.vocabulary.lexicon import Lexicon, once_a_lexicon

_PRICED = r"(?<![^\W_]){0}[ \xa0]?\d{{1,3}}(?:[ \xa0,.'’]\d{{3}}(?!\d)|[.,]\d\d(?!\d))"
"""Letters are money before numbers that are written as prices are, or one such and `Amount (R)`."""
_FEWEST = 2
_BESIDE = r"(?<![^\W_]){0}[ \xa0]?\d|\d[ \xa0]?{0}(?![^\W_])|[(\[|\"][ *]*{0}[ *]*[)\]|\"]"
"""A code is money beside a number and, alone, in brackets, quotes or the head of a column."""


def with_money_codes(text: str, lexicon: Lexicon) -> Lexicon:
    """Return a lexicon in which the codes that a text writes in capitals as money are money there."""
    extended = _extensions(lexicon)
    used = tuple(
        word
        for word, code in lexicon.currencies.items()
        if word.isupper() and word.isalpha() and word in text and _is_money(word, code, text)
    )
    return extended(used) if used else lexicon


def _is_money(word: str, code: str, text: str) -> bool:
    if word == code:
        return _beside(word).search(text) is not None
    priced = len(_priced(word).findall(text))
    return priced + (f"({word})" in text) >= _FEWEST if priced else False


@cache
def _beside(word: str) -> re.Pattern[str]:
    return regex(_BESIDE.format(re.escape(word)))


@cache
def _priced(word: str) -> re.Pattern[str]:
    return regex(_PRICED.format(re.escape(word)))


@once_a_lexicon
def _extensions(lexicon: Lexicon) -> Callable[[tuple[str, ...]], Lexicon]:
    """Return what makes the lexicons of the codes in use, one each: what is made of them is kept."""

    @cache
    def extended(words: tuple[str, ...]) -> Lexicon:
        codes = {word.lower(): lexicon.currencies[word] for word in words}
        units: dict[str, Unit] = {word: currency(code) for word, code in codes.items()}
        return replace(
            lexicon,
            currencies={**lexicon.currencies, **codes},
            units={**lexicon.units, **units},
        )

    return extended
