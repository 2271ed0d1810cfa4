"""The words an English constraint may use: closed classes, and the nouns of a lexicon.

Closed classes come from `grammars/english.yaml`, nouns from the lexicon. Both stand in one
table of phrases, so that the longest phrase wins whatever it is made of.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from evalspec.core.record import Record
from evalspec.source import files, yaml
from evalspec.spec.names import WEEKDAYS, narrowest
from evalspec.vocabulary.fold import fold, singular
from evalspec.vocabulary.lexicon import Lexicon

TEXT_NOUNS = {
    "word": "words", "character": "characters", "sentence": "sentences", "paragraph": "paragraphs",
    "line": "lines", "section": "sections", "table": "tables", "row": "rows", "link": "links",
    "quotation": "quotations",
}  # fmt: skip
"""Text scope → the measure that counts it."""

_ORDINALS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split()
)
_VOWELS = "aeiou"


class Sense(Record, frozen=True):
    """One meaning of a noun."""

    kind: str
    """plan, rank, member, measure, category, end (of a category), unit, text, mark or form."""
    name: str
    """Name in the lexicon or the language."""


class Entry(Record, frozen=True):
    """What a phrase may be."""

    type: str = ""
    """Token type of a closed class, or empty."""
    value: Any = None
    senses: tuple[Sense, ...] = ()
    """Meanings as a noun."""
    verb: str = ""
    """Token type as a verb, or empty."""
    past: bool = False
    """Only a verb, of an activity the vocabulary names: `worked`, `slept`."""
    plain: bool = False
    """The plain form of a verb."""


class WordList:
    """All phrases of one lexicon."""

    def __init__(self, lexicon: Lexicon) -> None:
        """Join the closed classes with the nouns of a lexicon."""
        self.lexicon = lexicon
        self.phrases: dict[tuple[str, ...], Entry] = dict(_closed())
        nouns = _nouns(lexicon)
        for phrase, senses in nouns.items():
            old = self.phrases.get(phrase, Entry())
            self.phrases[phrase] = Entry(old.type, old.value, tuple(senses), old.verb)
        for phrase, senses in _activities(lexicon).items():
            old = self.phrases.get(phrase, Entry())
            if not old.senses and not old.type:
                self.phrases[phrase] = Entry(verb="INCLUDE", senses=tuple(senses), past=True)
        self.longest = max(map(len, self.phrases))
        self.verb_measures = _verb_measures(lexicon)
        self.symbols = frozenset(unit.name for unit in lexicon.units.values())
        self.light = frozenset(form for verb in _data()["light"] for form in forms(verb))

    def nouns(self) -> list[str]:
        """Return the words that name ranks and measures, which a slip of the pen may hide."""
        return [
            phrase[0]
            for phrase, entry in self.phrases.items()
            if len(phrase) == 1 and any(s.kind in ("rank", "measure") for s in entry.senses)
        ]

    def known(self) -> list[str]:
        """Return every single word, for spelling hints."""
        return [phrase[0] for phrase in self.phrases if len(phrase) == 1 and len(phrase[0]) > 3]


@cache
def _data() -> dict[str, Any]:
    content: dict[str, Any] = yaml.read_file(files.grammar("english.yaml")).value
    return content


def edges() -> dict[str, str]:
    """Return what a text begins or ends with when a mark is asked for."""
    found: dict[str, str] = _data()["edges"]
    return found


def sizes() -> dict[str, list[str]]:
    """Return the dimensions that a superlative may be about, where it may be about several."""
    found: dict[str, list[str]] = _data()["sizes"]
    return found


def compared() -> dict[str, list[str]]:
    """Return the comparatives that say by themselves what is compared."""
    found: dict[str, list[str]] = _data()["compared"]
    return found


@cache
def graded() -> dict[str, str]:
    """Return the adjectives of `as … as` with what they are about."""
    found: dict[str, str] = {"many": "", "much": ""}
    for measure, words in _data()["graded"].items():
        found.update(dict.fromkeys(words, measure))
    return found


@cache
def limits() -> frozenset[str]:
    """Return the nouns that name the most that may be."""
    return frozenset(_data()["limits"])


@cache
def mass_nouns() -> frozenset[str]:
    """Return the nouns that stand for all there is of a rank."""
    return frozenset(_data()["mass"])


@cache
def key_words() -> frozenset[str]:
    """Return what the keys of an answer in JSON are called."""
    return frozenset(_data()["keys"])


@cache
def spatial_words() -> frozenset[str]:
    """Return the nouns for what is long both in time and in space."""
    return frozenset(form for word in _data()["spatial"] for form in (word, plural(word)))


def split(phrase: str) -> tuple[str, ...]:
    """Return the words of a phrase; hyphens separate words."""
    return tuple(phrase.replace("-", " ").split()) if phrase.strip("- ") else (phrase,)


@cache
def _closed() -> dict[tuple[str, ...], Entry]:
    data = _data()
    found: dict[tuple[str, ...], Entry] = {}
    for verb_type, verbs in data["verbs"].items():
        for verb in verbs:
            for form in forms(verb):
                plain = form in (verb, verb + "s") and " " not in verb
                found.setdefault(split(form), Entry(verb=verb_type, plain=plain))
    for verbs in data["verb measures"].values():
        for verb in verbs:
            for form in forms(verb):
                found.setdefault(split(form), Entry(verb="MEASURED", value=verb))
    for word_type, phrases in [*_comparatives(data).items(), *data["words"].items()]:
        for phrase in phrases:
            old = found.get(split(phrase), Entry())
            found[split(phrase)] = Entry(word_type, verb=old.verb)
    for filler in data["fillers"]:
        found.setdefault(split(filler), Entry("FILLER"))
    for measure, kinds in data["extremes"].items():
        for kind, words in kinds.items():
            for word in words:
                old = found.get(split(word), Entry())
                if not old.type:
                    found[split(word)] = Entry("EXTREME", (kind, measure), verb=old.verb)
    for word, rank in data["periods"].items():
        found[split(word)] = Entry("PERIODIC", rank)
    for number, word in enumerate(_ORDINALS, 1):
        found[(word,)] = Entry("ORDINAL", number)
    for word in ("last", "final"):
        found[(word,)] = Entry("ORDINAL", -1, verb="LAST" if word == "last" else "")
    for name, number in WEEKDAYS.items():
        if len(name) > 3 or name in ("fri",):
            found[(name,)] = Entry("DAYNAME", number)
            found[(name + "s",)] = Entry("DAYNAME", number)
    for kind in ("forms", "marks"):
        for name, words in data[kind].items():
            for word in words:
                old = found.get(split(word), Entry())
                sense = Sense(kind.removesuffix("s"), name)
                found[split(word)] = Entry(old.type, old.value, (*old.senses, sense), old.verb)
    return found


def _comparatives(data: dict[str, Any]) -> dict[str, list[str]]:
    words = data["comparatives"]
    pattern = re.compile(r"\{(more|less)\}")
    made: dict[str, list[str]] = {}
    for word_type, templates in data["templates"].items():
        for template in templates:
            match = pattern.search(template)
            kinds = words[match[1]] if match else [""]
            made.setdefault(word_type, []).extend(pattern.sub(w, template) for w in kinds)
    return made


def forms(verb: str) -> list[str]:
    """Return a verb with its regular forms: `include` → includes, included, including."""
    head, _, rest = verb.partition(" ")
    stem = head[:-1] if head.endswith("e") else head
    ending = head + ("es" if head.endswith(("s", "x", "ch", "sh", "o")) else "s")
    past, doing = stem + "ed", stem + "ing"
    if head.endswith("y") and head[-2] not in _VOWELS:
        ending, past = head[:-1] + "ies", head[:-1] + "ied"
    short = len(head) < 6 and head[-1] not in "wxyaeiou" and head[-2:-1] in tuple(_VOWELS)
    doubled = [head + head[-1] + "ed", head + head[-1] + "ing"] if short else []
    return [f"{form} {rest}".strip() for form in (head, ending, past, doing, *doubled)]


def _verb_measures(lexicon: Lexicon) -> dict[str, str]:
    return {
        verb: measure
        for measure, verbs in _data()["verb measures"].items()
        if measure in lexicon.measures
        for verb in verbs
    }


def _nouns(lexicon: Lexicon) -> dict[tuple[str, ...], list[Sense]]:
    found: dict[tuple[str, ...], list[Sense]] = {}
    leading = (*_data()["periods"], "total", "average", "number")

    def add(word: str, sense: Sense) -> None:
        for phrase in _numbers(split(word)):
            senses = found.setdefault(phrase, [])
            if sense not in senses:
                senses.append(sense)

    for name, rank in lexicon.ranks.items():
        for word in rank.words:
            add(word, Sense("plan" if rank.plan else "rank", name))
    for rank in lexicon.ranks.values():
        for word in rank.members:
            add(word, Sense("member", word))
    for name in lexicon.categories:
        add(name, Sense("category", name))
    for word, names in _by_word(lexicon).items():
        if not any(s.kind == "category" for s in found.get(split(word), ())):
            add(word, Sense("category", narrowest(names, lexicon)))
    for name, category in lexicon.categories.items():
        for word in category.ends:
            head, *rest = split(word)
            for form in forms(" ".join((head, *rest))):
                if split(form) not in found:
                    found[split(form)] = [Sense("end", name)]
    taken = {w for n, m in lexicon.measures.items() for w in m.words if w != fold(n)}
    for name, measure in lexicon.measures.items():
        for word in measure.words:
            if word == fold(name) and word in taken:
                continue  # a later vocabulary gives the name another meaning
            first = split(word)[0]
            if len(word) > 2 and (first == word or first not in leading):
                add(word, Sense("measure", name))
    for scope in TEXT_NOUNS:
        add(scope, Sense("text", scope))
    return found


def _by_word(lexicon: Lexicon) -> dict[str, list[str]]:
    """Return the categories that a word belongs to."""
    found: dict[str, list[str]] = {}
    for name, category in lexicon.categories.items():
        for word in category.words:
            found.setdefault(word, []).append(name)
    return found


def _activities(lexicon: Lexicon) -> dict[tuple[str, ...], list[Sense]]:
    """Return the past forms of activities: `worked`, `slept`, `meditated`."""
    irregular = _data()["irregular"]
    found: dict[tuple[str, ...], list[Sense]] = {}
    for name, category in lexicon.categories.items():
        for word in (name, *category.words):
            if word.isalpha():
                for form in irregular.get(word, [f for f in forms(word) if f.endswith("ed")]):
                    found.setdefault((form,), []).append(Sense("category", name))
    return found


def _numbers(phrase: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Return a phrase in the singular and in the plural."""
    one = (*phrase[:-1], singular(phrase[-1]))
    return list(dict.fromkeys((phrase, one, (*phrase[:-1], plural(one[-1])))))


def plural(word: str) -> str:
    """Return the plural of a regular noun."""
    if word.endswith("y") and word[-2:-1] not in tuple(_VOWELS) and len(word) > 2:
        return word[:-1] + "ies"
    if word == "person":
        return "people"
    return word + ("es" if word.endswith(("s", "x", "ch", "sh", "z")) else "s")


_CACHE: dict[int, WordList] = {}


def wordlist(lexicon: Lexicon) -> WordList:
    """Return the word list of a lexicon, built once."""
    found = _CACHE.get(id(lexicon))
    if found is None or found.lexicon is not lexicon:
        if len(_CACHE) > 15:
            _CACHE.clear()
        found = _CACHE[id(lexicon)] = WordList(lexicon)
    return found
