"""How long things are: pages of a text, the parts of a plan one by one, in equal parts, each way, in one go."""

from __future__ import annotations

import re
from typing import Any

from evalspec.language.english.lexicon import Words
from evalspec.language.english.meanings import (
    Amount,
    Ask,
    Asks,
    Bound,
    Clause,
    Limit,
    Noun,
    Subject,
    Theme,
    amount_text,
    changed,
    clause_of,
)
from evalspec.language.english.rule import rule
from evalspec.language.english.rules.demands.amounts import in_one_go
from evalspec.language.english.state.clauses import clause
from evalspec.language.english.state.overs import block_text, folded

_SIZED = re.compile(
    r"(?P<what>words|characters|sentences|lines|paragraphs|rows) "
    r"(?P<rest>[<>=!b](?:(?! (?:and|or) \w+ [<>=!b])[^()])*)"
)
"""How long a text is, by a formula."""


# -- pages ----------------------------------------------------------------------------------------
@rule("Pages -> Bound", "Pages -> FRACTION* INDEF? Measure", "Pages -> SINGLE Measure", "Pages -> Pages LONG",
      "Pages -> IT|TheText? Duty? BE|HAVE ON|IN|AT? Pages", example="one page")  # fmt: skip
def pages(w: Words, *parts: Any) -> str | None:
    """Read a length in pages, which only a clause beside it can tell in words; return what it is held to."""
    last = parts[-1]
    if "must not" in parts:
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


@rule("Pages -> IT|TheText|ALL_THINGS|EVERYTHING? Duty? FIT Pages / KEEP IT|TheText|EVERYTHING? TO|WITHIN Pages",
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


# -- a plan and its parts -----------------------------------------------------------------------------
@rule("Clause -> EXTENT_OF Plan IS|COLON Asks / Plan EXTENT IS|COLON Asks / EXTENT COLON Asks",
      example="the length of the plan must be 4 days", against="the length of the plan must be 4 meals")  # fmt: skip
def so_many_days(w: Words, *parts: Any) -> Any:
    """Hold how many days, weeks or months a plan has to a number."""
    asks = parts[-1]
    nouns = [ask.noun for ask in asks.parts if ask.kind == "count" and ask.noun is not None]
    ranks = [w.lexicon.ranks.get(noun.rank) for noun in nouns if not noun.filters]
    calendar = len(asks.parts) == len(ranks) and all(rank and rank.calendar for rank in ranks)
    return clause(w, Subject(None), asks) if calendar else None


@rule(
    "Asks -> INDEF? Plan OF|WITH|FOR Asks",
    "Asks -> INDEF? Plan THAT LAST|HAVE Asks",
    example="a plan for 4 days",
    cost=0.2,
)
def plan_with(w: Words, plan: Noun, asks: Asks) -> Asks | None:
    """Take how many parts a plan that is asked for has."""
    nouns = (ask.noun for ask in asks.parts if ask.kind == "count")
    counted = [noun is not None and noun.kind in ("rank", "item") for noun in nouns]
    fits = not (w.prose or plan.plural) and len(counted) == len(asks.parts) and all(counted)
    return asks if fits else None


@rule("Clause -> SET|WRITE Subject FOR* Asks", example="divide each day into 3 meals")
def divided(w: Words, subject: Subject, word: str, asks: Asks) -> Any:
    return clause(w, subject, asks) if word == "into" and not w.prose else None


@rule(
    "Clause -> Noun Duty LAST|BE|HAVE FOR? Bound EACH_WAY",
    example="the commute must take 30 minutes each way",
)
def each_way(w: Words, noun: Noun, duty: str, bound: Bound) -> Any:
    """Hold the way there and the way back to a length, each by itself."""
    own = w.scheduled and noun.kind in ("category", "name") and not noun.filters
    asks = Asks((Ask("amount", bound),))
    timed = bound.amount.dimension == "time" and duty == "must"
    return clause(w, Subject(noun, "each"), asks) if own and timed else None


@rule(
    "Clause -> Noun Duty LAST|BE FOR? Bound IN_ONE_GO",
    example="work must last 4 hours without a break",
)
def at_once(w: Words, noun: Noun, duty: str, bound: Bound) -> Any:
    """Ask for one stretch of so long."""
    asks = in_one_go(w, bound, noun) if w.scheduled and duty == "must" else None
    return None if asks is None else clause(w, Subject(None), asks)


@rule("Clause -> Num? Noun Duty LAST|BE|HAVE Many COMMA? AND Amount", "Clause -> Num? Noun Duty LAST|BE|HAVE Num AND Amount",
      example="the sessions must last 20, 30 and 40 minutes")  # fmt: skip
def one_by_one(
    w: Words, number: Amount | None, noun: Noun, duty: str, row: Any, last: Amount
) -> Any:
    """Hold each of several to an amount of its own, in their order."""
    amounts = [*(row if isinstance(row, tuple) else (row,)), last]
    rank = w.lexicon.ranks.get(noun.rank)
    single = rank is not None and (rank.name == "day" or "day" in rank.stands_for)  # no meals
    whole = single and noun.plural and not (noun.filters or noun.placed or noun.overs)
    fits = whole and duty == "must" and all(one.exact for one in amounts) and bool(last.unit)
    if not fits or (number is not None and number.low != len(amounts)):
        return None
    texts = [(f"count({noun.text}) = {len(amounts)}", 3)]
    for place, one in enumerate(amounts, 1):
        bound = Bound((Limit("=", changed(last, low=one.low, high=one.low)),))
        thing = changed(noun, filters=f" {place}", placed=True, plural=False, article="the")
        made = clause(w, Subject(thing), Asks((Ask("amount", bound),)))
        if not isinstance(made, Clause):
            return None
        texts.append(folded(made))
    return clause_of(texts)


@rule("Clause -> Amount OF Noun Duty BE? IN_EQUAL_PARTS Num Rank|GENERAL", "Clause -> Noun Duty BE? IN_EQUAL_PARTS Num Rank|GENERAL",
      example="the 3 hours of practice must be divided equally into two sessions")  # fmt: skip
def in_equal_parts(w: Words, *parts: Any) -> Clause | None:
    """Ask for so many blocks of one length, which come to the whole."""
    noun = next(part for part in parts if isinstance(part, Noun))
    total = parts[0] if isinstance(parts[0], Amount) else None
    number = next(part for part in parts[1:] if isinstance(part, Amount))
    own = w.scheduled and noun.kind in ("category", "name") and not noun.filters
    if not own or "must" not in parts or not number.exact or number.low < 2:
        return None
    text = block_text(w, noun)
    texts = [(f"count({text}) = {number.low}", 3)]
    if total is None:
        return clause_of([*texts, (f"range(duration per {text}) = 0 min", 3)])
    if total.dimension != "time" or not total.exact:
        return None
    part = changed(total, low=total.low / number.low, high=total.low / number.low)
    return clause_of([*texts, (f"each {text}: duration = {amount_text(part)}", 3)])


# -- a length without its unit --------------------------------------------------------------------
@rule("Clause -> Subject Scalar", example="no call longer than 20", against="no call over 20")
def so_long(w: Words, subject: Subject, asks: Asks) -> Any:
    """Read a length without a unit by its comparative."""
    one = asks.parts[0].bound
    return clause(w, subject, asks) if one and one.limits[0].long and not w.prose else None
