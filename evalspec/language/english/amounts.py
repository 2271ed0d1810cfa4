"""The numbers and times of a sentence or a formula, to tell whether one holds those of the other."""

from __future__ import annotations

from decimal import Decimal

from evalspec.language.english.figures import Numbers
from evalspec.language.english.lexicon import Words, words_of
from evalspec.language.english.meanings import Amount
from evalspec.language.english.scanner import plain_text, raw_words
from evalspec.vocabulary.lexicon import Lexicon

Values = frozenset[tuple[str, Decimal]]
"""What one number may be: dimension and value, in base units."""

_SINGLE = Decimal(1)


def lacking(text: str, formula: str, lexicon: Lexicon) -> tuple[str, ...]:
    """Return the numbers and times of a sentence, as written, that a formula does not hold.

    `one` may be said by a quantifier and is not missed.
    """
    known = words_of(lexicon)
    held = {value for _, values in _figures(formula, known) for value in values}
    return tuple(
        word
        for word, values in _figures(text, known)
        if not values & held and ("one", _SINGLE) not in values
    )


def _figures(text: str, known: Words) -> list[tuple[str, Values]]:
    """Return every number of a text with what it may be."""
    numbers = Numbers(raw_words(plain_text(text)), known.lexicon)
    found: list[tuple[str, Values]] = []
    place = 0
    while place < len(numbers.words):
        read = numbers.amounts(place)
        minutes, length = numbers.clock(place)
        values = {value for amount, _ in read for value in _values(amount, known.lexicon)}
        if length:
            values.add(("clock", Decimal(minutes)))
        if values:
            found.append((numbers.words[place].text, frozenset(values)))
        place += max(length, 1, *(taken for _, taken in read), 1)
    return found


def _values(amount: Amount, lexicon: Lexicon) -> list[tuple[str, Decimal]]:
    unit = lexicon.units.get(amount.unit)
    factor = unit.factor if unit is not None else _SINGLE
    return [(amount.dimension, amount.low * factor), (amount.dimension, amount.high * factor)]
