"""Whole sentences: conditions, rows of clauses."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from evalspec.language.english.closed import data
from evalspec.language.english.lexicon import TEXT_NOUNS, Words, quoted
from evalspec.language.english.meanings import Ask, Asks, Clause, Noun, Subject
from evalspec.language.english.rule import rule
from evalspec.language.english.rules import nothing
from evalspec.language.english.rules.clauses.joined import both_clauses
from evalspec.language.english.rules.names import named
from evalspec.language.english.state.clauses import clause
from evalspec.language.english.state.overs import folded


@rule("Sentence -> Noun STOP?", example="meditation", cost=0.6)
def alone(w: Words, noun: Noun) -> str | None:
    then = noun.kind == "name" and noun.window is not None and noun.filters.startswith(" in ")
    known = noun.kind in ("category", "member")
    if noun.overs or not (then or known):
        return None
    plain = then or noun.filters in ("", f" named {quoted(noun.name)}")
    return _there(w, noun) if plain else None


def _there(w: Words, *nouns: Noun) -> str | None:
    made = clause(w, Subject(None), Asks(tuple(Ask("there", noun=one) for one in nouns)))
    return sentence(w, made) if isinstance(made, Clause) else None


@rule("Sentence -> Diet STOP? / ONLY|STRICTLY Diet STOP? / Diet ONLY STOP? / MAKE_IT Diet STOP?",
      example="strictly vegetarian")  # fmt: skip
def all_lacking(w: Words, text: str) -> str | None:
    """Ask that the whole response is so; as a second clause it may be said of what comes before."""
    return _there(w, *map(named, text.split(", ")))


@rule("Sentence -> ALL_THINGS Copula Diet STOP? / Plan Copula Diet STOP?",
      example="everything must be vegetarian")  # fmt: skip
def everything_lacking(w: Words, *parts: Any) -> str | None:
    duty, text = parts[-2:]
    return all_lacking(w, text) if duty == "must" else None


@rule("Sentence -> Clause / Clause STOP / Clause QUESTION / Clauses STOP?",
      example="each day must have 3 meals.")  # fmt: skip
def sentence(w: Words, made: Clause) -> str | None:
    if made.test or made.plural:
        return None
    text = folded(made)[0]
    return None if unsound(w, text) else text


def unsound(w: Words, formula: str) -> bool:
    """Tell whether a name is asked what it may not answer for.

    `No long breaks` holds where none is called long; `each volunteer … 4 hours a week` is no piece
    of a schedule; `two pages at most` is how long a response is, if it is not of books.
    """
    if _patterns().search(formula) is not None:
        return True
    bare = _BARE_RANK.fullmatch(formula)
    if bare is not None and (bare[2] in w.lexicon.ranks or bare[2] in TEXT_NOUNS):
        edge = bare[1] != "not exists"
        if edge or not (w.prose or bare[2] in TEXT_NOUNS):
            return True
    ranks = w.lexicon.ranks.values() if _PAGES.search(formula) is not None else None
    return ranks is not None and not any("pages" in rank.measures for rank in ranks)


_BARE_RANK = re.compile(r"(not exists|exists (?:first|last)) (\w+)")
"""`not in any meal`: no plan without meals is asked for; and a last section there always is."""
_PAGES = re.compile(r"(?:^| and |\()(?:sum\(pages\)|pages) \S+ \d+ page\b")


_PART = r'exists block\((?:\w+|"[^"]*")\)'
_UNSOUND = (
    # `two walks on Monday, one walk on Tuesday`: no day is both
    r"each (?P<unit>day|week|month)\b[^:]*: \(?each (?P=unit)\b",
    r"each (?:section|paragraph|sentence|line|bullet): .*\b(?:title|subject-line)\b",
    # `use none of the words`: no single word holds all of them
    r'\bword: \(?contains "|named "[^"]* X"',
    '\N{HORIZONTAL ELLIPSIS}"',  # `use these words`, which are not told
    # the mark of an item is no part of it
    r'each (?:bullet|numbered|list-item): (?:not )?matches "\^\\\\s\*\[-',
    r"each table: .*exists table",
    r"^sum\(\w+\) of [^<>=]*[<>=]+ 0\.\d+(?: and|$)",  # `rent / income <= 0.35`
    r"^each (?:day|week) where \(price = 0\): ",  # `a stop on every day that is free`
    r"each (?:heading|title): exists (?:bold|italic)$",
    r'not exists (?:block\()?"(?:{leading}) ',
    r"(?P<over>each [\w ]+: )\(?(?P=over)",  # `90 g of fat a day, 3 meals a day`
    r'each (?:day|week|month): (?:each|no) block\("[^"]*"\): duration',
    # what is placed in a day may be meant of the next part too: `Saturday morning …, in the afternoon`
    rf"(?:{_PART} on \w+|each day on \w+: {_PART}) in \w+ and {_PART} in \w+\Z",
    # what a line or a sentence says is no thing of a response: `one idea per paragraph`
    r"each (?:first |last )?(?:paragraph|sentence|line|word|heading|stanza): "
    r'[^:]*(?:count|exists) ?\(?(?:"|day|week|month)',
    # `toast for breakfast on Monday, porridge on Tuesday`
    r'each day on [\w ]+: (?:each|exists) \w+ named .* and each day on [\w ]+: exists "',
    # `Maths every day, one lesson each`: on each day
    r'each day: \(exists (?P<thing>"[^"]+") and each (?P=thing): count\(',
    # `groups of five people`: each of them
    r'sum\(people\) of "[^"]*[^s"]s"',
    # `his meals at most 5 g of salt a day`
    r'each day: each "[^"]*[^s"]s": sum\(',
    # what a response equals says all of it: `…, it's a text message`
    r' and equals "|^equals "[^"]*" and ',
    # `each song under 4 minutes, 12 songs at most`
    r'each "(?P<name>[^"]+?)s?": .*count\("(?P=name)s?"\)',
    # `20 minutes for questions at the end`, `one parent always at home`
    r'"[^"]* (?:at|in) (?:the )?(?:end|start|beginning|middle|top|bottom)"|"[^"]* always[ "]',
    # `fish twice, never fried`: the fish
    r' and not exists (?:block\()?"[a-z]+ed"',
    # `no subject on two days in a row`: not the same
    r'^streak\([^"]*exists (?:block\()?"?(?:{kinds})s?"?\)',
    # `trainee shifts max 6 hours`: each of them
    r'^duration\(block\("[^"]* (?:{turns})e?s"\)\)',
    # `the tent costs no more than all the rest`
    r' of "rest"',
    # `subtotal before tax 2,300`
    r'(?:preceding|following|before|after) "(?:{taxes})"',
    # `five dinners, 600 kcal max`: each of them
    r'^count\(meal named "[^"]*"\) [<>=]+ \d+ and sum\(calories\) [<>=]',
    # `each sentence under 15 words, three sentences max`
    r"each (?P<piece>\w+): \([^()]*\b(?P=piece)s [<>=!b]",
)
"""What a formula is not to ask; `leading` stands for adjectives of degree."""


@cache
def _patterns() -> re.Pattern[str]:
    leading = "|".join(data("leading")["degree"])
    lists = {"leading": leading, "taxes": "|".join(data("counted")["taxes"])}
    lists |= {name: "|".join(data(name)) for name in ("kinds", "turns")}
    shapes = "|".join(_UNSOUND)
    for name, words in lists.items():
        shapes = shapes.replace(f"{{{name}}}", words)
    return re.compile(shapes, re.IGNORECASE)


@rule(
    "Sentence -> NOT ON Day STOP?",
    example="never on a Sunday",
    against="swims twice a week, not on Sunday",
)
def never_then(w: Words, day: Noun) -> str | None:
    """Leave a day free, where nothing else is spoken of."""
    made = nothing.nothing_then(w, day)
    return sentence(w, made) if isinstance(made, Clause) else None


@rule("Sentences -> Sentence", example="each day must have 3 meals")
def first(w: Words, formula: str) -> str:
    return formula


@rule("Clauses -> Clause STOP Clause / Clauses STOP Clause",
      example="each day must have 3 meals. lunch must have at least 20 g of protein", cost=0.3)  # fmt: skip
def next_sentence(w: Words, one: Clause, other: Clause) -> Any:
    return None if other.told and not one.told else both_clauses(w, one, other)
