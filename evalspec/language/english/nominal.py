"""Whether words can be a name: a noun phrase, by what its words cannot be.

A name that no vocabulary knows is looked up in a response, so nothing else tells that `up` of `up
at six` or `flight leaving` of `no flight leaving before seven` is none. The words that are no nouns
are data (`grammars/parts-of-speech.yaml`).
"""

from __future__ import annotations

import re
from functools import cache

from evalspec.language.english.closed import verb_forms
from evalspec.source import shipped


@cache
def table(kind: str) -> frozenset[str]:
    """Return the words that are of one part of speech, or are none."""
    return frozenset(shipped.table("parts-of-speech.yaml")[kind])


@cache
def _function_words() -> frozenset[str]:
    kinds = ("particles", "prepositions", "adverbs", "pronouns", "auxiliaries", "conjunctions")
    return frozenset(word for kind in kinds for word in table(kind))


@cache
def _verbs() -> frozenset[str]:
    return frozenset(form for verb in table("verbs") for form in verb_forms(verb)[:2])


def verbal(word: str) -> bool:
    """Tell whether a word in small letters is no part of a name for being a verb alone."""
    return word in _verbs() and word not in _function_words()


def barred(word: str) -> bool:
    """Tell whether a word in small letters is no part of a name."""
    adverb = word.endswith("ly") and len(word) > 3 and word not in table("nouns in ly")
    return adverb or word in _verbs() or word in _function_words()


def adjectival(word: str) -> bool:
    """Tell whether a word in small letters only says how something is."""
    return word in table("adjectives")


def nominal(text: str) -> bool:
    """Tell whether words are a noun phrase: they end in a noun, and no clause begins in them."""
    words = [word for word in text.strip(" -").split() if word]
    if not words or words[-1][:1].isupper():
        return len(words) > 1 or (bool(words) and not adjectival(words[0].lower()))
    *before, last = words
    clause = any(word in table("participles") for word in before[1:])
    if any(word.endswith("est") and word not in table("nouns in est") for word in words):
        return False  # `the hardest task`: which one that is, its label does not say
    done = bool(before) and _DONE.fullmatch(last) is not None and "-" not in text
    return not (clause or done or last in table("adjectives") or last in table("participles"))


_DONE = re.compile(r"[a-z]{2,}(?<!e)(?<!hundr)(?<!sacr)ed")
"""`Tours booked` tells what is done with them."""
