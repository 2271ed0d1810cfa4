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
_DAY = 24
_HOUR = 60


def lacking(text: str, formula: str, lexicon: Lexicon) -> tuple[str, ...]:
    """Return the numbers and times of a sentence, as written, that a formula does not hold.

    `one` may be said by a quantifier, so may `a week`, and `8` may be a time of day.
    """
    known = words_of(lexicon)
    held = {value for _, values in _figures(formula, known) for value in values}
    return tuple(
        word
        for word, values in _figures(text, known)
        if not (values | _hours(values)) & held and ("one", _SINGLE) not in values
    )


def _hours(values: Values) -> Values:
    """Return the times of day that plain numbers may be: `8`, `4.30`."""
    times = set[tuple[str, Decimal]]()
    for dimension, value in values:
        minutes = value % 1 * 100
        if dimension == "one" and 0 <= value <= _DAY and minutes < _HOUR:
            clock = int(value) * _HOUR + minutes
            times |= {("clock", clock), ("clock", clock + 12 * _HOUR)}
    return frozenset(times)


def _figures(text: str, known: Words) -> list[tuple[str, Values]]:
    """Return every number of a text with what it may be; `a week` is none."""
    numbers = Numbers(raw_words(plain_text(text)), known.lexicon)
    found: list[tuple[str, Values]] = []
    place = 0
    while place < len(numbers.words):
        read = numbers.amounts(place)
        minutes, length = numbers.clock(place)
        word = numbers.words[place]
        amounts = [one for one, _ in read if one.low != 1 or word.low not in ("a", "an")]
        values = {value for amount in amounts for value in _values(amount, known.lexicon)}
        if length:
            values.add(("clock", Decimal(minutes)))
        if values:
            found.append((word.text, frozenset(values)))
        place += max(length, 1, *(taken for _, taken in read), 1)
    return found


def _values(amount: Amount, lexicon: Lexicon) -> list[tuple[str, Decimal]]:
    unit = lexicon.units.get(amount.unit)
    factor = unit.factor if unit is not None else _SINGLE
    return [(amount.dimension, amount.low * factor), (amount.dimension, amount.high * factor)]
