"""How long a text is: pages that are told in words, and what is counted in or left out."""

from __future__ import annotations

import re
from typing import Any

from evalspec.language.english.lexicon import Words
from evalspec.language.english.meanings import Bound, Clause, Noun, Theme, changed
from evalspec.language.english.rule import rule

_SIZED = re.compile(
    r"(?P<what>words|characters|sentences|lines|paragraphs|rows) "
    r"(?P<rest>[<>=!b](?:(?! (?:and|or) \w+ [<>=!b])[^()])*)"
)
"""How long a text is, by a formula."""


# -- pages ----------------------------------------------------------------------------------------
@rule("Pages -> Bound", "Pages -> FRACTION* INDEF? Measure", "Pages -> Pages LONG",
      "Pages -> IT|TheText? Duty? BE|HAVE ON|IN|AT? Pages", example="one page")  # fmt: skip
def pages(w: Words, *parts: Any) -> str | None:
    """Read a length in pages, which only a clause beside it can tell in words; return what it is held to."""
    last = parts[-1]
    if "must not" in parts or not w.prose:
        return None
    if isinstance(last, Bound):
        return last.limits[0].comparator if last.amount.dimension == "count:page" else None
    if isinstance(last, Theme):
        return "=" if last.dimension == "count:page" else None
    return str(last)


@rule("Pages -> LE|LT|GE|GT* INDEF? SHORT_TEXT / FIT INDEF? SHORT_TEXT / INDEF? SHORT_TEXT",
      example="no longer than a tweet")  # fmt: skip
def as_a_tweet(w: Words, sign: str | None = None) -> str:
    """Read a length by a text that is known to be short, which a clause beside it tells in words."""
    return "<="


@rule("Pages -> IT|TheText? Duty? FIT Pages / KEEP IT|TheText? TO|WITHIN Pages",
      example="it must fit one page")  # fmt: skip
def in_pages(w: Words, *parts: Any) -> str | None:
    return "<=" if "must not" not in parts and parts[-1] in ("=", "<", "<=") else None


@rule("Clause -> Pages COMMA? SO|IE? Clause", "Clause -> Pages OPEN IE? Clause CLOSE", "Clause -> Pages STOP? SO|IE Clause",
      example="one page, so 450 words at most", idle=(0, 2))  # fmt: skip
def so_many_words(w: Words, told: str, inner: Clause) -> Clause | None:
    sized = _SIZED.fullmatch(inner.formula)
    if sized is None or inner.overs or inner.test:
        return None
    exact = sized["rest"].startswith("= ") and " about " not in inner.formula
    if told in ("<", "<=") and exact and "±" not in inner.formula:
        return changed(inner, formula=f"{sized['what']} {told} {sized['rest'].removeprefix('= ')}")
    return inner


# -- what is counted in -----------------------------------------------------------------------------
@rule("Apart -> Text / Apart AND|OR|COMMA Apart / HEADER / Mark",
      example="the title and the headings")  # fmt: skip
def apart(w: Words, *parts: Any) -> tuple[Noun, ...] | None:
    """List pieces of a text that may be counted in or left out."""
    if not parts:
        return (Noun("header", "text", "", 0, "header"),)
    rows = [p if isinstance(p, tuple) else (p,) for p in parts]
    found = tuple(noun for row in rows for noun in row)
    plain = all(not (n.filters or n.overs or n.front) for n in found)
    return found if plain and all(n.kind == "text" or n.counts == _SPACES for n in found) else None


_SPACES = 'occurrences of pattern "\\\\s"'
"""What counts the blanks of a text."""


@rule("Clause -> Clause COMMA? NOT_COUNTING|WITHOUT|PLUS Apart", "Clause -> Clause COMMA? Apart NOT_COUNTED",
      "Clause -> Clause OPEN NOT_COUNTING|WITHOUT Apart CLOSE", "Clause -> Clause OPEN Apart NOT_COUNTED CLOSE",
      "Clause -> NOT_COUNTING|WITHOUT Apart COMMA? Clause",
      example="at most 300 words, not counting the title")  # fmt: skip
def not_counted(w: Words, one: Any, other: Any) -> Clause | None:
    """Leave pieces out of a length; a header is no row."""
    inner, left_out = (one, other) if isinstance(one, Clause) else (other, one)
    if all(n.scope == "header" for n in left_out) and re.search(r"\brows?\b", inner.formula):
        return inner
    sized = _SIZED.fullmatch(inner.formula)
    if sized is None or inner.overs or inner.test:
        return None
    what = sized["what"]
    parts = [n.scope for n in left_out if n.scope != "header"]
    if len(parts) < len(left_out) and (what != "rows" or parts):
        return None
    if what in ("rows", "lines", "paragraphs") and parts:
        return None
    if "" in parts and what != "characters":
        return None  # spaces are no words
    amounts = (f"sum({what} per {part})" if part else _SPACES for part in parts)
    formula = " - ".join([what, *amounts])
    return changed(inner, formula=f"{formula} {sized['rest']}", topic=None)


@rule("Clause -> Clause WITH Mark", example="280 characters with spaces", idle=(2,))
def with_spaces(w: Words, inner: Clause, mark: Noun) -> Clause | None:
    return counted_in(w, inner, (mark,)) if mark.counts == _SPACES else None


@rule("Clause -> Clause COMMA? INCLUDING Apart", "Clause -> Clause COMMA? Apart INCLUDED",
      "Clause -> Clause OPEN INCLUDING Apart CLOSE", "Clause -> Clause OPEN Apart INCLUDED CLOSE",
      example="at most 300 words, title included", idle=(3,))  # fmt: skip
def counted_in(w: Words, inner: Clause, parts: tuple[Noun, ...]) -> Clause | None:
    """Count all there is; rows are counted with their header only where that is said."""
    sized = _SIZED.fullmatch(inner.formula)
    if sized is None or inner.overs or inner.test:
        return None
    header = any(n.scope == "header" for n in parts)
    if not header:
        return inner
    fits = sized["what"] == "rows" and len(parts) == 1
    return changed(inner, formula=f"rows + 1 {sized['rest']}", topic=None) if fits else None
