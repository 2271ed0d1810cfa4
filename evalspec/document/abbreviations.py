"""Short forms of measures that a response explains itself: `NC = net carbs` above lines with `NC 5`."""

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


def with_abbreviations(text: str, lexicon: Lexicon) -> Lexicon:
    """Return a lexicon in which the short forms that a text explains name their measures alone."""
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


def _explained(text: str, lexicon: Lexicon) -> Iterator[tuple[str, str]]:
    named = {word: name for name, m in lexicon.measures.items() for word in (name, *m.words)}
    for found in _EXPLAINED.finditer(text):
        words = fold(found[2]).split()
        heads = (" ".join(words[:size]) for size in range(len(words), 0, -1))
        meant = next((named[head] for head in heads if head in named), None)
        if meant is not None:
            yield fold(found[1]), meant
