"""Which language a text is written in: by its script, then by its small words.

No model and no chance: letters are counted by script, words by the lists of
`specs/languages.json`. Where the lists do not set one language clearly apart, nothing is said, unless
the library langdetect is asked for; it runs with a fixed seed.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache, lru_cache
from itertools import islice
from math import log

from evalspec.core.lookup import grouped
from evalspec.core.record import Record
from evalspec.vocabulary.languages import SCRIPTS, Language, load_languages

SAMPLE = 500
"""Most words that are looked at."""
ENOUGH = 0.08
"""Least share of a language's small words among the words of a text."""
AHEAD = 2
"""How many times more small words of its own the language must have than the next one."""
LEAST = 2
"""Fewest small words of its own."""
OWN_SCRIPT = 0.5
"""Least share of a script among all letters."""

_ASCII_LETTER = re.compile("[A-Za-z]")
_LETTERS = {name: re.compile(f"[{letters}]") for name, letters in SCRIPTS.items()}
_WORD = re.compile(r"[\u0900-\u0d7f]+|[^\W\d_]+(?:['’][^\W\d_]+)*")


class Identified(Record, frozen=True):
    """The language of a text; empty when nothing sets one apart."""

    code: str
    detail: str
    """What speaks for it, for the evidence."""


@lru_cache(maxsize=64)
def identify(text: str, library: bool = False) -> Identified:
    """Return the language of a text; `library` lets langdetect decide what is open."""
    found = _identify(text)
    return found if found.code or not library else _by_library(text)


def _by_library(text: str) -> Identified:
    """Return the likeliest language by langdetect's profiles.

    The library draws n-grams at random until one language is clear (Nakatani Shuyo (2010),
    Language Detection Library for Java). The language that this tends to is computed from
    all n-grams: no chance, and a small part of the time.
    """
    try:
        from langdetect import detector_factory
    except ImportError:
        return Identified("", "the extra `language` is not installed")
    detector_factory.init_factory()
    detector = detector_factory._factory.create()
    detector.append(text)
    detector.cleaning_text()
    grams = detector._extract_ngrams()
    if not grams:
        return Identified("", "no letters that langdetect knows")
    weight = detector.alpha / detector.BASE_FREQ
    columns = zip(*(detector.word_lang_prob_map[gram] for gram in grams), strict=True)
    scores = [sum(log(weight + share) for share in column) for column in columns]
    best = max(range(len(scores)), key=scores.__getitem__)
    return Identified(str(detector.langlist[best]), "langdetect's profiles")


def _identify(text: str) -> Identified:
    script, share = _script(text)
    if not script:
        return Identified("", "no letters")
    if share < OWN_SCRIPT:
        return Identified("", f"{share:.0%} {script} letters")
    known = {code: each for code, each in load_languages().items() if each.script == script}
    if len(known) == 1:
        return Identified(next(iter(known)), f"{share:.0%} {script} letters")
    return _by_words(text, known)


def _script(text: str) -> tuple[str, float]:
    """Return the script of most letters and its share."""
    if text.isascii():
        return ("latin", 1.0) if _ASCII_LETTER.search(text) else ("", 0.0)
    counts: Counter[str] = Counter()
    for character, number in Counter(text).items():
        if character.isalpha():
            counts[_scripts(character)] += number
    if counts["kana"] * 10 > counts["han"]:
        counts["kana"] += counts.pop("han", 0)
    name, number = max(counts.items(), key=lambda item: item[1], default=("", 0))
    return (name, number / counts.total()) if name else ("", 0.0)


@lru_cache(maxsize=4096)
def _scripts(character: str) -> str:
    return next((name for name, pattern in _LETTERS.items() if pattern.match(character)), "")


def _by_words(text: str, known: dict[str, Language]) -> Identified:
    """Choose by small words; those that the two best languages share decide nothing."""
    words = Counter(match[0].lower() for match in islice(_WORD.finditer(text), SAMPLE))
    total = words.total()
    spoken = _spoken()
    counts = dict.fromkeys(known, 0)
    for word in words.keys() & spoken.keys():
        for code in spoken[word]:
            if code in counts:
                counts[code] += words[word]
    (best, code), (second, other) = sorted(((n, c) for c, n in counts.items()), reverse=True)[:2]
    shared = known[code].words & known[other].words & words.keys()
    common = sum(words[w] for w in shared)
    detail = f"{best} of {total} words are small words of {known[code].name}"
    clear = best >= ENOUGH * total and best - common >= max(LEAST, AHEAD * (second - common))
    return Identified(code if clear else "", detail)


@cache
def _spoken() -> dict[str, list[str]]:
    return grouped((word, code) for code, each in load_languages().items() for word in each.words)
