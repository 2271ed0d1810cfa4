"""A clause taken apart: what its subject is, its finite verb with its tense, and the rest.

A word in the place of a verb that agrees with the subject counts as one, known or not; nouns are told
from verbs by the classes of `grammars/clauses.yaml` and `grammars/parts-of-speech.yaml`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from evalspec.language.english.closed import data, variants, verb_forms
from evalspec.language.english.inflected import bases, inflected, word_class
from evalspec.language.english.nominal import barred, table
from evalspec.language.english.scanner import Word, raw_words


class Said(NamedTuple):
    """A clause taken apart."""

    kind: str
    """What its subject is: `speaker`, `person`, `all` (nobody, everybody), `name`, `you`, `it` (the
    demand, or what it is of), `there`, `doing`, or `some` thing that the rest does not name."""
    subject: tuple[Word, ...]
    verb: str
    tense: str
    """`present`, `past`, `doing`, `done`, `has to` or the modal verb."""
    negated: bool
    rest: tuple[Word, ...]
    """What follows the verb."""

    @property
    def low(self) -> list[str]:
        """What follows the verb, in small letters."""
        return [w.low for w in self.rest]

    @property
    def text(self) -> str:
        """What follows the verb, as one string."""
        return " ".join(self.low)

    @property
    def predicate(self) -> list[str]:
        """What follows the verb, without adverbs before it."""
        low = self.low
        while low and is_adverb(low[0]):
            low.pop(0)
        return low

    def is_a(self, *kinds: str) -> bool:
        """Tell whether its verb is in a list: `becoming`."""
        return any(bases(self.verb) & among(kind) for kind in kinds)

    def does(self, *kinds: str) -> bool:
        """Tell whether its verb is in a list of verbs with what belongs to them: `opt for`."""
        behind = tuple(self.low)
        forms = {self.verb, *bases(self.verb)}
        rows = (row for kind in kinds for form in forms for row in _heads(kind).get(form, ()))
        return any(behind[: len(row)] == row for row in rows)


@cache
def among(name: str) -> frozenset[str]:
    """Return a list of words."""
    return frozenset(v for row in data("asides")[name] for v in variants(row))


@cache
def _heads(kind: str) -> dict[str, list[tuple[str, ...]]]:
    """Return the verbs of a list in all their forms, each with the words that belong to it."""
    found: dict[str, list[tuple[str, ...]]] = {}
    for verb in among(kind):
        for form in verb_forms(verb):
            found.setdefault(form.split()[0], []).append(tuple(form.split()[1:]))
    return found


def says(text: str, kind: str) -> bool:
    """Tell whether words hold one of a list."""
    return bool(_pattern(kind).search(text))


@cache
def _pattern(name: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{either(name)})\b", re.IGNORECASE)


@cache
def either(name: str) -> str:
    """Write the words of a list as a pattern."""
    return "|".join(map(as_pattern, data("asides")[name]))


_INNERMOST = re.compile(r"\(([^()\[\]]*)\)|\[([^()\[\]]*)\]")
_HELD = re.compile("([\ue000-\uf8ff])")


def as_pattern(template: str) -> str:
    """Write a template as a pattern: `(one|another)`, `[optional]`.

    Written out, what some stand for is longer than all else that is known of English.
    """
    held: dict[str, tuple[str, bool]] = {}

    def keep(group: re.Match[str]) -> str:
        options = (group[2] if group[1] is None else group[1]).split("|")
        mark = chr(0xE000 + len(held))
        held[mark] = f"(?:{'|'.join(spaced(option) for option in options)})", group[1] is None
        return mark

    def written(word: str) -> str:
        parts = (held.get(part, (re.escape(part), False)) for part in _HELD.split(word))
        return "".join(f"{part}?" if optional else part for part, optional in parts)

    def spaced(phrase: str) -> str:
        made, before = " " * phrase.startswith(" "), False
        for word in phrase.split():
            if word in held and held[word][1]:
                made += f"(?: {held[word][0]})?" if before else f"(?:{held[word][0]} )?"
            else:
                made, before = f"{made}{' ' * before}{written(word)}", True
        return made

    while _INNERMOST.search(template):
        template = _INNERMOST.sub(keep, template)
    return spaced(template)


def ends(words: list[str], *names: str) -> bool:
    """Tell whether words end in a noun of one of some classes."""
    rows = [tuple(words[-size:]) for size in (3, 2, 1) if size <= len(words)]
    return any(row in word_class(name) for name in names for row in rows)


def begins(words: list[str], *names: str) -> bool:
    """Tell whether words begin with a phrase of one of some classes."""
    return any(tuple(words[:size]) in word_class(name) for name in names for size in (1, 2, 3))


def is_adverb(word: str) -> bool:
    """Tell whether a word is an adverb that changes nothing in what is said."""
    ly = word.endswith("ly") and len(word) > 4 and word not in table("nouns in ly")
    plain = word in table("adverbs") and word not in among("weighty adverbs")
    return ly or plain or word in among("light adverbs")


_PRONOUNS = {
    **dict.fromkeys(("i", "we"), "speaker"),
    **dict.fromkeys(("he", "she"), "person"),
    **dict.fromkeys(("it", "this", "that", "which", "they", "these", "those"), "it"),
    **dict.fromkeys(("everybody", "everyone", "nobody", "somebody", "someone", "noone"), "all"),
    **dict.fromkeys(("ours", "mine", "theirs", "things"), "some"),
    "people": "person", "you": "you", "there": "there",
}  # fmt: skip
OWNERS = frozenset("my our his her their your".split())
DETERMINERS = OWNERS | frozenset(
    "the a an this that these those most some several many one both half".split()
)
_BE = {"is": "present", "are": "present", "am": "present", "was": "past", "were": "past"}
_MODALS = frozenset("will would can could may might must should shall".split())
_PREPOSITIONS = frozenset("by in at on before after until for with from to under over".split())
_NOT = frozenset("not never hardly barely no".split())
_NO_SUBJECTS = frozenset("no not please zero just only at in on for from to with by of if".split())
NEAR = frozenset("home downstairs upstairs here there abroad outside below above opposite".split())
_INNER = frozenset("of in at on from with next above below across down up opposite".split())


def spelled(said: str) -> Iterator[list[Word]]:
    """Yield the words of a clause, `'s` as a verb and as what belongs to somebody."""
    for row in dict.fromkeys((re.sub(r"(?<=[A-Za-z])['’]s\b", " is", said, count=1), said)):
        words = [w for w in raw_words(row) if w.kind != "mark"]
        if len(words) > 1 and words[0].low == "ill" and _is_base(words[1].low):
            words[:1] = [Word("i", "i", "word"), Word("ll", "will", "word")]
        if len(words) == 2 and words[0].low == "its" and begins([words[1].low], "states"):
            words[:1] = [Word("it", "it", "word"), Word("is", "is", "word")]  # `its broken`
        low = [w.low for w in words]
        if words[:1] and words[0].low in OWNERS and low[2:3] and low[2] in ("he", "she", "they"):
            words = words[2:]  # `my wife she is`
            low = low[2:]
        past = [n for n in range(1, len(low) - 1) if low[n] == "last" and low[n - 1] != "the"]
        past = [n for n in past if low[n + 1] in among("back when")]
        if past:  # `i tweaked a pulley last year`
            words = words[: past[0]] + words[past[0] + 2 :]
        while lead := _opening(words):
            words = words[lead:]
        if words:
            yield words


def _opening(words: list[Word]) -> int:
    """Return how many words stand before the subject of a clause that is told."""
    rows = among("remarking") | among("back then") | {"and", "as", "since", "like"}
    sizes = (n for n in (3, 2, 1) if n + 1 < len(words))
    return next((n for n in sizes if " ".join(w.low for w in words[:n]) in rows), 0)


def _is_base(word: str) -> bool:
    return word in ("be", "have") or any(v.tense == "base" for v in inflected(word))


def taken_apart(words: list[Word], others: frozenset[str]) -> Iterator[Said]:
    """Yield each way to take a clause apart; what the rest of the sentence names is `it`."""
    for kind, end in _subjects(words, others):
        one = _with_verb(words, kind, end)
        if one is not None:
            yield one
            if kind == "person" and one.tense != "past":
                break  # what goes on with another verb is no longer subject
    first = " ".join(w.low for w in words[:2])
    kind = "speaker" if first in among("unsaid i") or words[0].low in among("unsaid i") else "it"
    third = any(v.tense == "s" for v in inflected(words[0].low)) and len(words) > 1
    told = kind == "speaker" or third
    if told and (one := _with_verb(words, kind, 0)) is not None:
        yield one  # `can't stand them`, `tastes like metal to me`


def _subjects(words: list[Word], others: frozenset[str]) -> Iterator[tuple[str, int]]:
    """Yield the kinds of things that the first words may name, with where they end."""
    low = [*(w.low for w in words), "", ""]
    kind = _PRONOUNS.get(low[0], "")
    if kind:
        yield kind, 1
    if (kind == "all" or low[0] == "people") and low[1] in _INNER:  # `nobody at work`
        yield from ((kind, 3), (kind, 4))
    if low[:2] == ["no", "one"]:
        yield "all", 2
    if low[0].endswith("ing") and len(words) > 2:
        yield from (("doing", end) for end in (1, 2, 3))
    if low[1:3] in (["of", "us"], ["of", "them"]) and low[0] != "none":
        yield "person" if low[2] == "us" else "some", 3
    some = low[0] in ("both", "half", "all", "one") and low[1] in OWNERS
    start = 2 if some or (low[1] == "of" and low[2] in OWNERS) else 0
    led = low[start] in DETERMINERS
    for end in range(start + 1 + led, min(start + led + 7, len(words))):
        word = low[end - 1]
        if end > start + led and word != "people" and word in {*_PRONOUNS, *_BE, *_MODALS}:
            return
        if kind := _named(words[start:end], led, others):
            yield kind, end


def _named(words: list[Word], led: bool, others: frozenset[str]) -> str:
    """Return what kind of thing a noun phrase names; nothing where it is none."""
    low = [w.low for w in words]
    size = _head(low, led)
    head, at = low[led:size], low[size:]
    plain = all(w.kind == "word" for w in words[led:]) and (
        ends(head, "people") or not says(" ".join(head), "counting")
    )
    if not head or not plain or (len(at) == 1 and at[0] not in NEAR):
        return ""
    person = ends(head, "people")
    if any(map(_closed, head)) and tuple(head[-2:]) not in word_class("people"):
        return ""
    split = any(word in DETERMINERS or word in _NOT or is_adverb(word) for word in head)
    if (split and not person) or (not led and (_no_subject(low[0]) or (at and at[0] not in NEAR))):
        return ""
    capital = words[0].text[:1].isupper() and not led
    if len(head) > 1 and words[size - 1].text[:1].isupper() and ends(head[:-1], "people"):
        return "person"  # `my physio Anneke`
    if person and (led or not (head[-1] in others or ends(head, "people or things"))):
        return "person"
    if head[-1] in others:
        return "it"
    return "name" if capital and len(words) < 3 and "'" not in words[0].text else "some"


def _no_subject(word: str) -> bool:
    """Tell whether a word without an article begins no subject: `no headings`."""
    return barred(word) or word in _NO_SUBJECTS


def _head(low: list[str], led: bool = True) -> int:
    """Return where the noun of a phrase ends: `the people | below us`."""
    places = (n for n, word in enumerate(low) if n > led and (word in _INNER or word in NEAR))
    return next(places, len(low))


def _closed(word: str) -> bool:
    """Tell whether a word is of a class that is neither noun nor verb."""
    kinds = ("prepositions", "pronouns", "auxiliaries", "conjunctions")
    return any(word in table(kind) for kind in kinds) and word not in among("open words")


def _with_verb(words: list[Word], kind: str, end: int) -> Said | None:
    """Read the finite verb behind a subject."""
    tense, place = "", end
    negated = kind == "all" and words[0].low in ("nobody", "no", "noone")
    while place < len(words):
        low = words[place].low
        if low in _NOT:
            negated = True
        elif low in ("only", "just") and place > end - 1:
            if tense and not (words[place + 1 :] and bases(words[-1].low) & among("befalling")):
                break
        elif low in _MODALS and not tense:
            tense = low
        elif low in ("do", "does", "did") and _goes_on_with_verb(words, place):
            tense = tense or ("past" if low == "did" else "present")
        elif not is_adverb(low) or (not tense and _agrees(low, kind, words[:end])):
            break
        place += 1
    if place >= len(words):
        return None
    verb, rest = words[place].low, tuple(words[place + 1 :])
    one = Said(kind, tuple(words[:end]), verb, tense, negated, rest)
    if tense:
        return one if kind != "some" or _is_base(one.verb) else None
    if one.verb in _BE:
        return _of_being(one)
    if one.verb in ("has", "have", "had"):
        return _of_having(one)
    if one.verb.endswith("ing") and kind in ("person", "some") and inflected(one.verb):
        return one._replace(tense="doing")  # `my knees still healing`
    if one.verb in ("do", "does", "did"):
        return one._replace(tense="past" if one.verb == "did" else "present")
    bare = kind in ("some", "name") and words[0].low not in DETERMINERS
    if bare and (_is_base(words[0].low) or not inflected(one.verb)):
        return None  # `number the steps`
    done = kind == "name" and one.verb.endswith("ed")
    if done and (words[end - 1].low.endswith("s") or {*one.low[:1]} & _PREPOSITIONS):
        return None  # `report finished by noon`
    agreed = _agrees(one.verb, kind, words[:end])
    if one.low[:1] == ["to"] and len(one.rest) > 1 and (one.verb == "used" or one.is_a("aiming")):
        was = "past" if one.verb == "used" else "has to"
        return one._replace(verb=one.low[1], tense=was, rest=one.rest[2:])
    return one._replace(tense=agreed) if agreed else None


def _goes_on_with_verb(words: list[Word], place: int) -> bool:
    behind = [w.low for w in words[place + 1 : place + 4]]
    verb = next((w for w in behind if w not in _NOT and not is_adverb(w)), "")
    return bool(verb) and (_is_base(verb) or "not" in behind)


def _of_being(one: Said) -> Said | None:
    """Read what stands behind a form of `be`: `is reading`, `was told`, `is going to fall`."""
    low, rest = one.low, one.rest
    first = one.subject[0].low if one.subject else ""
    if low[:1] == ["got"] and one.verb in ("is", "are"):
        return one._replace(verb="have", tense="present", rest=rest[1:])  # `she's got exams`
    if low[:1] == ["been"] and one.verb in ("is", "are"):
        return one._replace(verb="be", tense="past", rest=rest[1:])  # `it's been hot`
    many = one.kind == "it" or _is_many(one.subject) or first in ("people", "there", "we", "you")
    many = many or (one.kind == "person" and "of" in [w.low for w in one.subject[1:2]])
    apart = (one.verb in ("are", "were") and not many) or (one.verb == "am" and first != "i")
    if apart or (low[:1] and (low[0] in _BE or low[0] in _MODALS)):
        return None
    if low[:1] and low[0] in _NOT:
        one, low, rest = one._replace(negated=True), low[1:], rest[1:]
    if low[:2] == ["going", "to"] and len(low) > 2 and _is_base(low[2]):
        return one._replace(verb=low[2], tense="will", rest=rest[3:])
    place = next((n for n, word in enumerate(low) if not is_adverb(word)), len(low))
    word = low[place] if place < len(low) else ""
    tense = _BE[one.verb]
    if word and word != "going" and (word,) not in word_class("states") | word_class("comments"):
        tenses = {v.tense for v in inflected(word)}
        done = tenses & {"past", "participle"} or (word.endswith("ed") and not tenses)
        done = one.kind != "it" and done
        if word.endswith("ing") or done:
            now = "doing" if word.endswith("ing") else "done"
            tense = now if tense == "present" or done else tense
            return one._replace(verb=word, tense=tense, rest=rest[place + 1 :])
    return one._replace(verb="be", tense=tense, rest=rest)


def _of_having(one: Said) -> Said:
    """Read what stands behind a form of `have`: `has to go`, `have eaten`."""
    rest = [w for w in one.rest if w.low not in _NOT and not is_adverb(w.low)]
    negated = one.negated or bool({*one.low} & {"not", "never"})
    word = rest[0].low if rest else ""
    wish = one.verb == "had" and one.low[:1] == ["better"]  # `it had better match`
    if (word == "to" or wish) and len(rest) > 1:
        behind = one.rest[one.rest.index(rest[1]) + 1 :]
        return one._replace(verb=rest[1].low, tense="has to", negated=negated, rest=behind)
    tenses = {v.tense for v in inflected(word)}
    if word == "got":
        return one._replace(verb="have", tense="present", negated=negated, rest=one.rest[1:])
    if word == "been" or word.endswith("ed") or tenses & {"past", "participle"}:
        verb = "be" if word == "been" else word
        return one._replace(verb=verb, tense="past", negated=negated, rest=one.rest[1:])
    return one._replace(verb="have", tense="past" if one.verb == "had" else "present")


def _agrees(word: str, kind: str, subject: list[Word]) -> str:
    """Return the tense in which a word may be the verb of a subject; nothing where it is no verb."""
    tenses = {v.tense for v in inflected(word)}
    if word in ("like", "likes") and kind in ("speaker", "person", "all"):
        return "present"
    if _closed(word) or word in table("particles") or word in DETERMINERS:
        return ""
    first = subject[0].low if subject else "it" if kind == "it" else "i"
    done = word.endswith("ed") or "participle" in tenses
    past = "past" in tenses if not done else kind != "some" and ("past" in tenses or len(word) > 4)
    if past and ("base" not in tenses or first in ("he", "she", "it")):
        return "past"
    ours = first in ("i", "we", "they", "you")
    many = ours or first in ("these", "those", "people", "most", "some")
    many = many or (kind not in ("all", "name") and _is_many(subject))
    if ("base" in tenses and many) or ("s" in tenses and not ours):
        return "present"
    unknown = not tenses and not barred(word) and word not in table("adjectives")
    if kind == "speaker" and unknown and not word.endswith("ing"):
        return "present"
    third = kind in ("person", "name", "some", "all") or first in ("it", "this", "that")
    third = third and not many
    return "present" if unknown and third and re.fullmatch(r"[a-z]{2,}[^s]s", word) else ""


def _is_many(subject: list[Word] | tuple[Word, ...]) -> bool:
    """Tell whether a subject is of several, or may be."""
    low = [w.low for w in subject]
    head = low[max(_head(low, led=False) - 1, 0)] if low else ""
    several = head in among("of many") or (
        head.endswith("s") and not head.endswith(("ss", "us", "as", "is"))
    )
    return "and" in low or several
