"""The closed classes of English constraints: phrases from data, written out by their first word.

A template may stand for thousands of phrases; those that begin with a word are made when one is looked for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from typing import Any, NamedTuple

from evalspec.language.english.meanings import Noun
from evalspec.language.names import WEEKDAYS
from evalspec.source import shipped
from evalspec.vocabulary.languages import load_languages
from evalspec.vocabulary.nouns import plural

_ORDINALS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split()
)
_VOWELS = tuple("aeiou")
MARK_SCOPES = {"bullets": "bullet", "numbered": "numbered"}
"""Marks that begin a piece of text."""


DOING = {"HAVE": "HAVING", "AVOID": "AVOIDING", "LAST": "LASTING"}
"""Types of the forms in -ing, which begin no demand of their own."""


class Word(NamedTuple):
    """One type and meaning of a phrase."""

    type: str
    value: Any
    cost: float = 0.0


Phrases = dict[tuple[str, ...], list[Word]]


_LETTER = re.compile(r"\w")


def split(phrase: str) -> tuple[str, ...]:
    """Return the words of a phrase; hyphens separate words."""
    return tuple(phrase.replace("-", " ").split()) if _LETTER.search(phrase) else (phrase,)


def data(key: str) -> Any:
    """Return one table of the word list."""
    return shipped.table("english.yaml")[key]


class _Listed(NamedTuple):
    """A template of phrases and what they are: a value, or what is made of each."""

    template: str
    type: str
    value: Any = None
    made: Callable[[str], Any] | None = None


@cache
def closed_starts(first: str) -> Phrases:
    """Return the closed phrases that begin with a word."""
    found: Phrases = {}
    for listed in _by_first().get(first, ()):
        for phrase in _beginning(listed.template, first):
            row = found.setdefault(split(phrase), [])
            if all(w.type != listed.type for w in row):
                row.append(Word(listed.type, listed.made(phrase) if listed.made else listed.value))
    return found


@cache
def _by_first() -> dict[str, list[_Listed]]:
    found: dict[str, list[_Listed]] = {}
    for listed in _listed():
        for first in _firsts(listed.template):
            found.setdefault(first, []).append(listed)
    return found


def _listed() -> Iterator[_Listed]:
    """Yield everything that the closed classes list, in the order of their importance."""
    tables = shipped.table("english.yaml")
    for kind, verb in _written(tables["verbs"]):
        for form in _forms_of(verb):
            doing = kind in ("HAVE", "AVOID", "LAST") and form.split()[0].endswith("ing")
            if form != "including":  # which counts in: `six hours a day including breaks`
                yield _Listed(form, DOING[kind] if doing else kind, verb)
    comparatives = tables["comparatives"]
    pattern = re.compile(r"\{(more|less)\}")
    about = {word: measure for measure, words in tables["compared"].items() for word in words}
    plain = ("more", "less", "fewer")
    for kind, templates in tables["templates"].items():
        for template in templates:
            match = pattern.search(template)
            for word in comparatives[match[1]] if match else [""]:
                meant = about.get(word, "") if word not in plain else ""
                yield _Listed(pattern.sub(word, template), kind, meant)
    yield from (_Listed(t, kind, made=str) for kind, t in _rows(tables["words"]))
    for measure, kinds in tables["extremes"].items():
        for kind, words in kinds.items():
            yield from (_Listed(word, "EXTREME", (kind, measure)) for word in words)
    yield from (_Listed(word, "PERIODIC", rank) for word, rank in tables["periods"].items())
    for measure, words in tables["graded"].items():
        yield from (_Listed(f"as {word}", "AS_GRADED", measure) for word in words)
    for word in tables["general things"]:
        yield _Listed(word, "GENERAL", False)
        yield _Listed(plural(word), "GENERAL", True)
    yield from (_Listed(word, "OFTEN", number) for word, number in tables["often"].items())
    for number, word in enumerate(_ORDINALS, 1):
        yield _Listed(word, "NTH", number)
        if number > 1:
            yield _Listed(f"{word} to last", "NTH", -number)
    yield _Listed("very first", "NTH", 1)
    yield from (_Listed(w, "NTH", -1) for w in ("last", "very last", "final", "concluding"))
    for name, number in WEEKDAYS.items():
        yield from (_Listed(word, "WEEKDAY", number) for word in (name, name + "s"))
    for mark, template in _rows(tables["marks"]):
        kind = "Text" if mark in MARK_SCOPES else "Mark"
        yield _Listed(template, kind, made=partial(_mark, mark))
    kinds = {"lists": "Listed", "forms": "Form", "edges": "Edge", "restatements": "Restatement"}
    for table, kind in kinds.items():
        yield from (_Listed(template, kind, meaning) for meaning, template in _rows(tables[table]))
    for language in load_languages().values():
        yield _Listed(language.name.lower(), "Language", language.name)


def marked() -> Iterator[tuple[str, ...]]:
    """Yield the words of what stands for a piece of text that begins with a mark."""
    for mark, template in _rows(data("marks")):
        if mark in MARK_SCOPES:
            yield tuple(re.findall(r"\w+", template))


def _mark(mark: str, word: str) -> Noun:
    """Return the noun of a mark, which may begin a piece of text."""
    scope = MARK_SCOPES.get(mark, "")
    sort: Any = "text" if scope else "mark"
    return Noun(scope, sort, "", 99, scope, counts=mark, plural=word.endswith("s"))


def _rows(table: dict[str, list[Any]]) -> Iterator[tuple[str, str]]:
    """Yield each template of a table behind its key."""
    yield from ((key, str(one)) for key, templates in table.items() for one in templates)


def _written(table: dict[str, list[Any]]) -> Iterator[tuple[str, str]]:
    """Yield each phrase that the templates of a table stand for, behind its key."""
    yield from ((key, phrase) for key, one in _rows(table) for phrase in variants(one))


# -- templates ---------------------------------------------------------------------------------
def variants(template: str) -> list[str]:
    """Return the phrases that a template stands for: `(one|another)`, `[optional]`."""
    if not _GROUP.search(template):
        return [" ".join(template.split())]
    return [" ".join(made.split()) for made in _grown(_parted(template), [""], lambda text: text)]


def _firsts(template: str) -> list[str]:
    """Return the words that phrases of a template begin with."""
    if not _GROUP.search(template):
        return [split(template)[0]]
    made = _grown(_parted(template), [""], lambda text: _FIRST.sub(r"\1 ", text))
    return list(dict.fromkeys(split(text.strip())[0] for text in made))


_GROUP = re.compile(r"\(.*\)|\[.*\]")
_FIRST = re.compile(r"^\s*(\w[^\s-]*)[\s-].*", re.DOTALL)


def _beginning(template: str, first: str) -> list[str]:
    """Return the phrases of a template that begin with a word."""

    def kept(text: str) -> str | None:
        begun = _FIRST.match(text)
        return text if begun is None or begun[1] == first else None

    if not _GROUP.search(template):
        return [" ".join(template.split())]
    made = (" ".join(text.split()) for text in _grown(_parted(template), [""], kept))
    return [phrase for phrase in made if split(phrase)[0] == first]


_Parts = tuple[Any, ...]
"""Texts as they stand, and groups: lists of parts of which one is chosen."""


@cache
def _parted(template: str) -> _Parts:
    """Take a template apart; what is optional is a group with nothing in it too."""
    levels: list[list[Any]] = [[[]]]
    for piece in re.split(r"([()\[\]|])", template):
        if piece in ("(", "["):
            levels.append([[], []] if piece == "[" else [[]])
        elif piece in (")", "]"):
            options = tuple(tuple(one) for one in levels.pop())
            levels[-1][-1].append(options)
        elif piece == "|" and len(levels) > 1:
            levels[-1].append([])
        elif piece:
            levels[-1][-1].append(piece)
    return tuple(levels[0][0])


def _grown(
    parts: _Parts, heads: Iterable[str], settle: Callable[[str], str | None]
) -> Iterable[str]:
    """Write parts behind each of several heads; a head that settles to nothing goes no further."""
    for part in parts:
        if isinstance(part, str):
            settled = (settle(head + part) for head in heads)
            heads = dict.fromkeys(head for head in settled if head is not None)
        else:
            heads = dict.fromkeys(
                made for head in heads for option in part for made in _grown(option, [head], settle)
            )
    return heads


def verb_forms(verb: str) -> list[str]:
    """Return a verb with its regular forms: `include` → includes, included, including."""
    head, _, rest = verb.partition(" ")
    if head == "be":
        return [verb]  # not `bed`
    stem = head[:-1] if head.endswith("e") else head
    ending = head + ("es" if head.endswith(("s", "x", "ch", "sh", "o")) else "s")
    past = "seen" if head == "see" else stem + "ed"  # not `seed`
    doing = (head if head.endswith("ee") else stem) + "ing"
    if head.endswith("y") and head[-2:-1] not in _VOWELS:
        ending, past = head[:-1] + "ies", head[:-1] + "ied"
    short = len(head) < 6 and head[-1] not in "wxyaeiou" and head[-2:-1] in _VOWELS
    doubled = [head + head[-1] + "ed", head + head[-1] + "ing"] if short else []
    return [f"{form} {rest}".strip() for form in (head, ending, past, doing, *doubled)]


def _forms_of(verb: str) -> list[str]:
    """Return the forms of a verb or of what is said with one: `is made up of` of `be made up of`."""
    head, _, rest = verb.partition(" ")
    if head == "be" and " " in rest:  # `is in` and `is for` say more than that there is a thing
        return [f"{form} {rest}" for form in ("be", "is", "are")]
    return verb_forms(verb)


class PhraseTable:
    """The phrases of one lexicon by their first word; closed ones are added when it is looked for."""

    def __init__(self) -> None:
        """Begin with the closed classes alone."""
        self._rows: dict[str, Phrases] = {}
        self._lengths: dict[str, list[int]] = {}

    def starting(self, first: str) -> Phrases:
        """Return the phrases that begin with a word."""
        found = self._rows.get(first)
        if found is None:
            closed = closed_starts(first)
            found = self._rows[first] = {phrase: list(row) for phrase, row in closed.items()}
        return found

    def get(self, phrase: tuple[str, ...]) -> list[Word]:
        """Return what words in a row may be, none if they are no phrase."""
        return self.starting(phrase[0]).get(phrase, []) if phrase else []

    def row(self, phrase: tuple[str, ...]) -> list[Word]:
        """Return what a phrase may be, to be added to."""
        self._lengths.pop(phrase[0], None)
        return self.starting(phrase[0]).setdefault(phrase, [])

    def lengths(self, first: str) -> list[int]:
        """Return the lengths of the phrases that begin with a word, the longest first."""
        if first not in self._lengths:
            self._lengths[first] = sorted({len(p) for p in self.starting(first)}, reverse=True)
        return self._lengths[first]

    def own(self) -> Iterator[tuple[tuple[str, ...], list[Word]]]:
        """Yield the phrases of the words that were looked for so far."""
        for rows in self._rows.values():
            yield from rows.items()
