"""How a sentence was read: its derivation as a tree of types, words and formal text."""

from __future__ import annotations

from typing import Any

from evalspec.language.english.chart import Entry, UnfitError
from evalspec.language.english.meanings import Bound, Clause, Noun, Over, Theme, held
from evalspec.language.english.sentence import compiled, parse, without_asides
from evalspec.language.english.state.overs import folded
from evalspec.language.english.tokens import Row
from evalspec.language.english.turned import turned
from evalspec.vocabulary.lexicon import Lexicon


def why(text: str, lexicon: Lexicon) -> tuple[str, ...]:
    """Return the derivation of a sentence, a line for each part; nothing where it is refused."""
    said = without_asides(text, lexicon)[0]
    for form in (said, *(one.text for one in turned(said))):
        row, chart = parse(form, lexicon)
        made, _ = compiled(chart, lexicon)
        if made:
            return tuple(_lines(made[0][0], row, 0))
    return ()


def _lines(entry: Entry, row: Row, depth: int) -> list[str]:
    """Write an entry and its parts; steps that only rename what they hold are left out."""
    while len(entry.parts) == 1:
        entry = entry.parts[0]
    said = entry.value if entry.type == "Sentence" else formal(entry.value)
    words = row.text(entry.start, entry.end)
    line = f"{'  ' * depth}{entry.type}: {words}{f'  → {said}' if said else ''}"
    return [line, *(more for part in entry.parts for more in _lines(part, row, depth + 1))]


def formal(value: Any) -> str:
    """Return the formal text of a meaning, as far as it has one by itself."""
    if isinstance(value, Theme):
        return value.measure
    if isinstance(value, Over):
        return f"{value.quantifier} {value.scope}:"
    if isinstance(value, Bound):
        return held("", value)[0].strip()
    if isinstance(value, Clause | Noun):
        try:
            return value.text if isinstance(value, Noun) else folded(value)[0]
        except UnfitError:
            return ""
    return ""
