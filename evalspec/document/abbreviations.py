"""Short forms that a response explains itself: `NC = net carbs` above lines with `NC 5`, or counts off
in a row: `| | W1 | W2 | W3 |` are weeks.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from evalspec.core.regex import regex
from evalspec.vocabulary.fold import fold
from evalspec.vocabulary.lexicon import Lexicon

_EXPLAINED = regex(
    r"(?<![^\W_])([A-Z]{1,4}|[a-z]{1,2})[*_` ]{0,4}=[*_` ]{0,4}((?:[^\W\d_]+ ?){1,3})"
)
"""A short form and the words that it is said to stand for."""
_COUNTED_OFF = regex(
    r"(?<!\w)(?P<letter>[A-Z])1\b[*_]*[\s|│]+[*_]*(?P=letter)2\b[*_]*[\s|│]+[*_]*(?P=letter)3\b"
)


def with_abbreviations(text: str, lexicon: Lexicon) -> Lexicon:
    """Return a lexicon in which the short forms that a text explains name their measures alone."""
    lexicon = _with_counted_off(text, lexicon)
    explained = dict(_explained(text, lexicon)) if "=" in text else {}
    known = {word: name for name, m in lexicon.measures.items() for word in m.words}
    if all(known.get(short) == name for short, name in explained.items()):
        return lexicon
    measures = {
        name: replace(
            measure,
            words=(
                *(word for word in measure.words if word not in explained),
                *(short for short, meant in explained.items() if meant == name),
            ),
        )
        for name, measure in lexicon.measures.items()
    }
    return replace(lexicon, measures=measures)


def _with_counted_off(text: str, lexicon: Lexicon) -> Lexicon:
    """Return a lexicon with the letter of the days, weeks or months that a row counts off so."""
    letters = {found[1].lower() for found in _COUNTED_OFF.finditer(text)}
    ranks = dict(lexicon.ranks)
    for letter in letters:
        begun = [rank for name, rank in ranks.items() if name.startswith(letter)]
        if len(begun) == 1 and begun[0].rates:
            ranks[begun[0].name] = replace(begun[0], words=(*begun[0].words, letter))
    return replace(lexicon, ranks=ranks) if letters else lexicon


def _explained(text: str, lexicon: Lexicon) -> Iterator[tuple[str, str]]:
    named = {word: name for name, m in lexicon.measures.items() for word in (name, *m.words)}
    for found in _EXPLAINED.finditer(text):
        words = fold(found[2]).split()
        heads = (" ".join(words[:size]) for size in range(len(words), 0, -1))
        meant = next((named[head] for head in heads if head in named), None)
        if meant is not None:
            yield fold(found[1]), meant
