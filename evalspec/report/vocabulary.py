"""A vocabulary as text: the words that formulas may use, and those that mean the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from evalspec.core.record import Record
from evalspec.vocabulary.lexicon import Lexicon


class Word(Record, frozen=True):
    """A word of the formal language, with what it is known by."""

    kind: str
    """`rank`, `measure` or `category`."""
    name: str
    words: tuple[str, ...]
    """Spellings that mean the same, in sentences and in responses."""
    note: str = ""
    """The unit of a measure, the parents of a category."""


def words_of(lexicon: Lexicon) -> Iterator[Word]:
    """Yield ranks from large to small, then measures and categories by name."""
    for rank in sorted(lexicon.ranks.values(), key=lambda rank: rank.level):
        yield Word("rank", rank.name, (*rank.words, *rank.members))
    for _, measure in sorted(lexicon.measures.items()):
        yield Word("measure", measure.name, measure.words, measure.unit or measure.dimension)
    for _, category in sorted(lexicon.categories.items()):
        words = (*category.synonyms, *category.words)
        yield Word("category", category.name, words, ", ".join(category.parents))


def words_text(words: Sequence[Word]) -> str:
    """Write one line for each word, below a line for each kind."""
    lines: list[str] = []
    kind = ""
    for word in words:
        if word.kind != kind:
            lines.append(word.kind)
            kind = word.kind
        others = [other for other in dict.fromkeys(word.words) if other != word.name]
        note = f" ({word.note})" if word.note else ""
        lines.append(f"  {word.name}{note}" + (f": {', '.join(others)}" if others else ""))
    return "".join(f"{line}\n" for line in lines)
