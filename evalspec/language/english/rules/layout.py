"""The layout of an answer: tables with columns, lists and nothing but lists, numbered steps, named parts."""

from __future__ import annotations

import re
from typing import Any

from evalspec.language.english.lexicon import Words, data, quoted, variants
from evalspec.language.english.meanings import (
    Amount,
    Asks,
    Bound,
    Clause,
    Noun,
    Subject,
    held,
    joined,
)
from evalspec.language.english.rule import rule
from evalspec.language.english.rules import nouns, texts
from evalspec.language.english.state import clause

MOST_WORDS = 3
"""Of the name of a column."""


# -- tables ---------------------------------------------------------------------------------------
@rule(
    "Labels -> COLUMNS Raw",
    "Labels -> Text COMMA? NAMELY Raw",
    "Labels -> Text COLON Raw",
    example="with the columns time, topic and speaker",
)
def labels(w: Words, *parts: Any) -> tuple[str, ...] | None:
    """Read the names of columns: `time, topic and speaker`."""
    if isinstance(parts[0], Noun) and parts[0].scope != "column":
        return None
    names = [name.strip(" .\"'") for name in re.split(r",|\band\b|;|/", parts[-1].lstrip(": "))]
    names = [
        re.sub(r"^(?:namely\s+)?(?:(?:the|a|an|its|one for|one with)\s+)?", "", name)
        for name in names
        if name
    ]
    known = all(name and len(name.split()) <= MOST_WORDS for name in names)
    return tuple(names) if known and len(names) > 1 else None


@rule("Layout -> Text", example="as a table")
def table(w: Words, noun: Noun) -> str | None:
    return "exists table" if noun.scope == "table" and not noun.plural else None


@rule("Layout -> Text WITH|OF Num? Labels", "Layout -> Text COMMA WITH Num? Labels", "Layout -> Text COLON Num? Labels",
      example="a table with the columns time, topic and speaker")  # fmt: skip
def table_of(w: Words, noun: Noun, number: Amount | None, names: tuple[str, ...]) -> str | None:
    if noun.scope != "table" or noun.plural:
        return None
    if number is not None and (not number.exact or number.low != len(names)):
        return None
    held_in = f"line 1 contains all of [{', '.join(map(quoted, names))}]"
    counted = f" and count(column) = {number.low}" if number is not None else ""
    return f"exists table where ({held_in}{counted})"


@rule("Layout -> Text WITH|OF Bound Text", example="a table with four columns")
def table_sized(w: Words, noun: Noun, bound: Bound, part: Noun) -> str | None:
    if noun.scope != "table" or noun.plural or part.scope not in ("column", "row"):
        return None
    return f"exists table where ({held(f'count({part.scope})', bound)[0]})"


# -- lists ----------------------------------------------------------------------------------------
@rule("Layout -> Listed", "Layout -> Text LISTED_AS?", example="as a numbered list")
def listed(w: Words, scope: Any) -> str | None:
    if isinstance(scope, Noun):
        if scope.scope not in ("bullet", "numbered") or not scope.plural:
            return None
        scope = scope.scope
    return f"{_COUNTS[scope]} >= 1"


_COUNTS = {"bullet": "bullets", "numbered": "numbered"}


@rule("Layout -> ONLY Layout", "Layout -> Layout ONLY", example="just bullet points")
def nothing_else(w: Words, layout: str) -> str | None:
    return f"({layout} and paragraphs = 0)" if layout.endswith(">= 1") else None


@rule(
    "Clause -> NUMBERING Thing|Rank|ITEMS|Noun",
    "Clause -> NUMBERING",
    "Clause -> Noun|ITEMS Copula NUMBERED_",
    example="number the steps",
)
def numbering(w: Words, *parts: Any) -> Clause | None:
    return Clause("numbered >= 1") if "must not" not in parts and "may" not in parts else None


@rule(
    "Clause -> NUMBERING ITEMS|Noun FROM Num TO Num",
    "Clause -> NUMBERING ITEMS|Noun FROM? Num",
    example="number the items from 1 to 12",
)
def numbering_to(w: Words, *parts: Any) -> Clause | None:
    numbers = [p for p in parts if isinstance(p, Amount)]
    low, high = numbers[0].low, numbers[-1].high
    return Clause(f"numbered = {high}") if low == 1 and high > 1 else None


# -- said by itself or with a verb --------------------------------------------------------------------
@rule("Clause -> Layout", "Clause -> IN|AS|FOR Layout", "Clause -> HAVE|SET|WRITE Layout", "Clause -> HAVE|SET|WRITE IT|TheText IN|AS|FOR|TO Layout",
      "Clause -> HAVE|SET|WRITE IN|AS|FOR|TO Layout", "Clause -> KEEP|LET IT? AS|FOR|TO? Layout", example="put it in a table", cost=0.3)  # fmt: skip
def laid_out(w: Words, *parts: Any) -> Clause:
    return Clause(parts[-1])


@rule(
    "Clause -> Subject Copula IN|AS|FOR? Layout",
    "Clause -> Subject Copula SET|WRITE|HAVE IN|AS|FOR Layout",
    example="the answer must be a table",
)
def is_laid_out(w: Words, subject: Subject, duty: str, *rest: Any) -> Clause | None:
    whole = subject.noun is None or subject.noun.kind == "plan"
    if not whole or duty not in ("must", "must not") or subject.quantifier:
        return None
    return Clause(rest[-1] if duty == "must" else f"not ({rest[-1]})")


@rule("Clause -> IN|AS Formed", "Clause -> ALL IN Formed", example="in German", cost=0.4)
def formed(w: Words, text: str) -> Any:
    return clause(w, Subject(None), texts.style(w, text))


@rule("Clause -> IN Asks", example="in two paragraphs", cost=0.4)
def sized(w: Words, asks: Asks) -> Any:
    found = texts.sized(w, asks)
    return None if found is None else clause(w, Subject(None), found)


@rule(
    "Clause -> Plan OF|WITH|IN Asks",
    "Clause -> INDEF Plan OF|WITH|IN Asks",
    example="a text of 200 words",
    cost=0.3,
)
def text_sized(w: Words, text: Noun, asks: Asks) -> Any:
    found = None if text.plural else texts.sized(w, asks)
    return None if found is None else clause(w, Subject(None), found)


@rule("Clause -> Noun OF|WITH Asks", example="lines of at most ten words", cost=0.3)
def pieces_sized(w: Words, noun: Noun, asks: Asks) -> Any:
    found = texts.sized(w, asks)
    if found is None or noun.kind != "text" or not noun.plural or noun.placed or noun.overs:
        return None
    return clause(w, Subject(noun, "each"), found)


# -- named parts --------------------------------------------------------------------------------------
@rule(
    "Passage -> Words|Known LISTING*",
    "Passage -> Text NAMED Quoted|Raw",
    example="a shopping list at the end",
)
def passage(w: Words, head: Any, text: str) -> str | None:
    """Return the heading of a part: `shopping list`, or what it is called."""
    if isinstance(head, str):
        return f"{nouns.bare(head)} {text}"
    return text.strip(" .\"'") if head.scope == "section" and not head.plural else None


@rule("Clause -> HAVE? Passage AT_EDGE*", "Clause -> END WITH Passage", "Clause -> THERE Copula Passage AT_EDGE*",
      "Clause -> NTH* Passage", "Clause -> HAVE NTH* Passage", example="end with a shopping list")  # fmt: skip
def passage_last(w: Words, *parts: Any) -> Clause | None:
    place = next((p for p in parts[:-1] if isinstance(p, int)), -1)
    edge = parts[-1] if len(parts) > 1 and parts[-1] in _edges() else ""
    name = parts[-2] if edge else parts[-1]
    if "must not" in parts or place not in (1, -1):
        return None
    front = "first" if place == 1 or edge.endswith(("start", "beginning")) else "last"
    return Clause(f"words of {front} section named {quoted(name)} >= 1")


def _edges() -> frozenset[str]:
    return frozenset(v for t in data("words")["AT_EDGE"] for v in variants(t))


@rule("Clause -> HAVE? Passage AT_EDGE* COMMA? WITH|OF Bound ITEMS", "Clause -> END WITH Passage WITH|OF Bound ITEMS",
      "Clause -> HAVE Passage WITH|OF Bound ITEMS", example="end with a shopping list of at most 20 items")  # fmt: skip
def passage_of(w: Words, name: str, *rest: Any) -> Clause | None:
    bound = rest[-1]
    if not bound.amount.bare:
        return None
    items = " + ".join(f"count({mark} under {quoted(name)})" for mark in ("bullet", "numbered"))
    formula, strength = held(items, bound)
    last = f"words of last section named {quoted(name)} >= 1"
    both = [(last, 3)] if len(rest) > 1 else []
    return Clause(*_joined([*both, (formula, strength)]))


def _joined(made: list[tuple[str, int]]) -> tuple[str, tuple[Any, ...], int]:
    formula, strength = joined(made, "and")
    return formula, (), strength
