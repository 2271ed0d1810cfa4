"""What a refused sentence is told: the words in the way, what was understood, and what to write."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from itertools import pairwise

from evalspec.language import ir
from evalspec.language.english.chart import Chart, Entry, UnfitError
from evalspec.language.english.closed import data, variants
from evalspec.language.english.meanings import Clause
from evalspec.language.english.state.overs import folded
from evalspec.language.english.tokens import Row
from evalspec.vocabulary.nouns import singular

_PARTS = (
    "Sentences", "Sentence", "Clause", "Deed", "Asks", "Subject", "Theme", "Ask", "Versus",
    "Noun", "Bound", "Times", "Window", "Over",
)  # fmt: skip
"""Types of what can be called understood, the most telling first."""
_MARKS = ".,;:!?()[]"


def longest(chart: Chart) -> Entry | None:
    """Return the longest part that was understood, of words of the vocabulary before names."""
    found = [
        _cheapest(row) for (kind, _, _), row in chart.entries.items() if kind in _PARTS and row
    ]
    joined = [entry for entry in found if entry.parts]
    return max(joined, key=_telling, default=None)


def _cheapest(row: dict[object, Entry]) -> Entry:
    return min(row.values(), key=lambda entry: entry.cost)


def _telling(entry: Entry) -> tuple[float, int]:
    return entry.end - entry.start - entry.cost, -_PARTS.index(entry.type)


def in_the_way(row: Row, chart: Chart, understood: Entry | None) -> tuple[str, ...]:
    """Return the words that nothing joins to what was understood, as written.

    Where unknown words are among them, they alone: the others may be fine beside them. An unknown
    word next to them is named too: what was understood may have taken it for a name.
    """
    start, end = (understood.start, understood.end) if understood is not None else (0, 0)
    outside = [n for n in range(len(row.words)) if not start <= n < end]
    outside = [n for n in outside if row.words[n].low not in _MARKS and not row.filler[n]]
    if not outside and understood is not None:
        outside = [n for n in range(start, end) if row.words[n].low not in _MARKS]
    unknown = [n for n in outside if is_unknown(row, chart, n)]
    beside = {n + step for n in outside for step in (-1, 1)}
    near = [n for n in beside if 0 <= n < len(row.words) and is_unknown(row, chart, n)]
    stretches: list[list[int]] = []
    for place in unknown or sorted({*outside, *near}):
        if stretches and stretches[-1][-1] == place - 1:
            stretches[-1].append(place)
        else:
            stretches.append([place])
    return tuple(row.text(run[0], run[-1] + 1) for run in stretches)


def is_unknown(row: Row, chart: Chart, place: int) -> bool:
    """Tell whether a word can only be a name."""
    word = row.words[place]
    if word.kind != "word" or row.filler[place] or row.known.phrases.lengths(word.low):
        return False
    covering = [e for e in chart.words if e.start <= place < e.end]
    return bool(covering) and all(e.type == "Open" for e in covering)


def corrected(row: Row, chart: Chart) -> str:
    """Return the sentence with the slips of the pen among its unknown words corrected, or nothing."""
    text = row.source
    for place in reversed(range(len(row.words))):
        word = row.words[place]
        own = singular(word.low) in data("no slips")
        if len(word.low) > 4 and not own and is_unknown(row, chart, place):
            other = next(iter(slips(word.low, row.known.spellings)), "")
            if other:
                text = text[: word.start] + _cased(other, word.text) + text[word.end :]
    return "" if text == row.source else text


def slipped(row: Row, chart: Chart, near: str) -> ir.Refusal:
    """Refuse a sentence in which a slip of the pen would be taken for a name."""
    changed = set(near.split())
    words = [
        w.text
        for n, w in enumerate(row.words)
        if is_unknown(row, chart, n) and w.text not in changed
    ]
    return ir.Refusal(tuple(words), near)


def _cased(word: str, like: str) -> str:
    return word.capitalize() if like[:1].isupper() else word


def slips(word: str, known: Iterable[str]) -> list[str]:
    """Return the known words that an unknown one may be a slip of the pen for."""
    return get_close_matches(word, [other for other in known if _slip(word, other)], 3, 0.83)


def _slip(word: str, known: str) -> bool:
    """Tell whether letters were swapped, doubled or left out; other letters make another word."""
    if (
        word[0] != known[0]
        or abs(len(word) - len(known)) > 1
        or word.rstrip("s") == known.rstrip("s")
    ):
        return False
    if len(word) > len(known):
        return any(
            a == b and word[:n] + word[n + 1 :] == known for n, (a, b) in enumerate(pairwise(word))
        )
    return len(word) < len(known) or sorted(word) == sorted(known)


def denied(words: Iterable[str]) -> bool:
    """Tell whether words beside a part turn what it says around: `Nobody works …`."""
    denying = {v for row in data("asides")["denying"] for v in variants(row)}
    return any(word.strip(".,").lower() in denying for words_ in words for word in words_.split())


def formula_of(entry: Entry) -> str:
    """Return what a part of a sentence says as a formula, as far as it is one; or nothing."""
    if entry.type in ("Sentences", "Sentence"):
        return str(entry.value)
    value = entry.value
    if isinstance(value, Clause) and value.formula:
        try:
            return folded(value)[0]
        except UnfitError:
            return ""
    return ""
