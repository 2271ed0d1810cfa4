"""What becomes of a sentence's meaning when one of its words is changed.

Three changes of one word: nonsense in its place, its opposite in its place, the word left out.
A change that leaves the formula as it was is a violation, unless the compiler declares the
word idle in this sentence (`English.idle`), it is part of a name the vocabulary knows by fewer words,
or the swap is listed as harmless at that place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from evalspec.language.english import English, compile_sentence
from evalspec.language.printer import canonical
from evalspec.vocabulary.fold import fold
from tests import quick_yaml
from tests.language.normal import meaning
from tests.language.words.corpus import Sentence, lexicon

HERE = Path(__file__).parent
NONSENSE = "blorvit"
_TOKEN = re.compile(r"(?<!\\)[^\W_]+(?:[-'’.,:/][^\W_]+)*")
_ILLUSTRATION = re.compile(
    r"(?:\bsuch as|\be\.g\.|\bfor example|\bfor instance)(?!\w).*?(?=[.;)]\s|$)", re.I | re.S
)


class Violation(NamedTuple):
    """A change that should have changed the formula, and did not."""

    sentence: Sentence
    kind: str
    """`nonsense`, `swap`, `left out` or `idle` (a word that may never be)."""
    word: str
    other: str
    """What was put in its place; empty when it was left out."""
    formula: str
    becomes: str


class Tried(NamedTuple):
    """How often a kind of change was tried on one sentence, and what went wrong."""

    counts: dict[str, int]
    violations: list[Violation]


@cache
def data(name: str) -> Any:
    """Return a data file of this folder."""
    return quick_yaml.load((HERE / f"{name}.yaml").read_text("utf-8"))


@cache
def glue() -> frozenset[str]:
    """Return the words that are passed over."""
    return frozenset(str(word) for group in data("glue")["glue"].values() for word in group)


def tried(sentence: Sentence) -> Tried:
    """Try every change on a sentence; a sentence that is refused has none to try."""
    made = compile_sentence(sentence.text, lexicon(sentence.vocabulary))
    counts = {"nonsense": 0, "swap": 0, "left out": 0, "idle": 0}
    if made.refusal is not None:
        return Tried(counts, [])
    before = meanings(made)
    shown = _shown(made)
    found: list[Violation] = []
    for kind, word, other, text in _changes(sentence, made):
        counts[kind] += 1
        after = compile_sentence(text, lexicon(sentence.vocabulary))
        if not _changed(kind, before, after):
            found.append(Violation(sentence, kind, word, other, shown, _shown(after)))
    for word in idle(made):
        counts["idle"] += 1
        if word.lower() in data("glue")["never_idle"] and not _may_go(sentence.text, word):
            found.append(Violation(sentence, "idle", word, "", shown, shown))
    return Tried(counts, found)


def meanings(made: English) -> frozenset[tuple[str, ...]]:
    """Return the meaning of every reading, in normal form."""
    return frozenset(map(meaning, made.readings))


def _shown(made: English) -> str:
    return " | ".join(map(canonical, made.readings))


def idle(made: English) -> tuple[str, ...]:
    """Return the words that carry no meaning of their own in the sentence, as it declares."""
    return getattr(made, "idle", ())


def _changed(kind: str, before: frozenset[tuple[str, ...]], made: English) -> bool:
    if made.refusal is not None:
        return True
    if kind == "nonsense":
        return all(NONSENSE in canonical(reading).lower() for reading in made.readings)
    return meanings(made) != before


def _changes(sentence: Sentence, made: English) -> Iterator[tuple[str, str, str, str]]:
    """Yield kind, word, what stands in its place, and the changed sentence."""
    declared = {fold(word) for part in idle(made) for word in (part, *part.split())}
    text = sentence.text
    for place in content(text):
        word = place[0]
        before, after = text[: place.start()], text[place.end() :]
        yield "nonsense", word, NONSENSE, before + NONSENSE + after
        said = _said_twice(text, place, sentence.vocabulary) or may_be_left_out(text, place)
        if fold(word) not in declared and not said:
            yield "left out", word, "", " ".join(f"{before.rstrip()} {after.lstrip()}".split())
    for word, other, place in swaps(text):
        named = _entries(sentence.vocabulary)
        alike = named.get(fold(word), set()) & named.get(fold(other), set())
        if not alike and not is_harmless(text, word, other, place):
            changed = text[: place.start()] + other + text[place.end() :]
            yield "swap", word, other, changed


def content(text: str) -> Iterator[re.Match[str]]:
    """Yield the words of a sentence that say something, illustrations left aside."""
    aside = [m.span() for m in _ILLUSTRATION.finditer(text)]
    for place in _TOKEN.finditer(text):
        shown = any(start <= place.start() < end for start, end in aside)
        if not shown and place[0].lower() not in glue():
            yield place


def swaps(text: str) -> Iterator[tuple[str, str, re.Match[str]]]:
    """Yield each word or phrase of the table that stands in the sentence, with each of its others."""
    told = _ILLUSTRATION.sub(lambda m: " " * len(m[0]), text)
    for word, others in _table():
        for place in _pattern(word).finditer(told):
            yield from ((word, other, place) for other in others)


@cache
def _table() -> list[tuple[str, list[str]]]:
    """Return each word of the table with its others; a group has them all round."""
    found = []
    for group in data("swaps")["swaps"]:
        if isinstance(group, dict):
            found += [(str(word), [str(other)]) for word, other in group.items()]
        else:
            words = [str(word) for word in group]
            found += [(word, [other for other in words if other != word]) for word in words]
    return found


@cache
def _pattern(word: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])", re.IGNORECASE)


def is_harmless(text: str, word: str, other: str, place: re.Match[str]) -> bool:
    """Tell whether the table says that the swap says the same in this place."""
    return any(
        {word, other} <= {*entry["swap"]} and _covered(entry["place"], text, place)
        for entry in data("swaps")["harmless"]
    )


def may_be_left_out(text: str, place: re.Match[str]) -> bool:
    """Tell whether the table says that the sentence says the same without the word."""
    return any(
        place[0].lower() in entry["words"] and _covered(entry["place"], text, place)
        for entry in data("swaps")["left_out"]
    )


def _may_go(text: str, word: str) -> bool:
    return any(may_be_left_out(text, place) for place in _pattern(word).finditer(text))


def _covered(pattern: str, text: str, place: re.Match[str]) -> bool:
    return any(
        found.start() <= place.start() and place.end() <= found.end()
        for found in re.finditer(pattern, text, re.IGNORECASE)
    )


def _said_twice(text: str, place: re.Match[str], vocabulary: str) -> bool:
    """Tell whether the vocabulary gives one name with the word and without: `training session`."""
    starts = [m.start() for m in _TOKEN.finditer(text[: place.start()])][-3:]
    ends = [m.end() for m in _TOKEN.finditer(text, place.end())][:3]
    for start in [place.start(), *reversed(starts)]:
        for end in [place.end(), *ends]:
            phrase = text[start:end]
            rest = f"{text[start : place.start()]} {text[place.end() : end]}"
            named = _entries(vocabulary)
            if named.get(fold(phrase), set()) & named.get(fold(rest), set()):
                return True
    return False


@cache
def _entries(vocabulary: str) -> dict[str, set[str]]:
    """Return what each folded word of the vocabulary names."""
    found: dict[str, set[str]] = {}
    known = lexicon(vocabulary)
    for table in (known.ranks, known.measures, known.categories):
        for name, entry in table.items():
            for word in (name, *entry.words):
                found.setdefault(fold(word), set()).add(f"{type(entry).__name__} {name}")
    for spelling, unit in known.units.items():
        found.setdefault(fold(spelling), set()).add(f"unit {unit.name}")
    return found
