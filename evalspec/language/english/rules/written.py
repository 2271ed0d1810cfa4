"""How the things of a plan are written: in a unit, in bold, on a line or in a table of their own."""

from __future__ import annotations

import re
from typing import Any

from evalspec.core.quantity import plain
from evalspec.language.english.lexicon import Words, quoted
from evalspec.language.english.meanings import (
    Amount,
    Ask,
    Asks,
    Clause,
    Noun,
    Subject,
    Theme,
    amount_text,
    changed,
    clause_of,
)
from evalspec.language.english.rule import rule
from evalspec.language.english.rules import details, presence
from evalspec.language.english.rules.details import Detail
from evalspec.language.english.rules.texts import formats
from evalspec.language.english.state.clauses import clause
from evalspec.language.english.state.overs import over_of

_DIGIT = quoted("[0-9]")
_CLOCK = quoted("[0-9]{1,2}(?:[:.h][0-9]{2}| ?[ap]m)")
_AMOUNTS = ("measure", "content", "time")
_OWN_TEXTS = ("heading", "table", "section")
"""Pieces of a text of which each of several may have one."""


def _held_in(w: Words, measured: str, test: str) -> Clause | None:
    """Ask something of the text of each thing that an amount stands at."""
    least = presence.smallest(w)
    if least is None or w.prose:
        return None
    things = changed(least, filters=f"{least.filters} where ({measured})", plural=False)
    return Clause(test, (over_of(things),))


@rule("Clause -> TELL|SET? Theme Copula? IN Known|Words", example="all distances in km", against="all distances in the park")  # fmt: skip
def in_unit(w: Words, theme: Theme, duty: str | None, text: str) -> Clause | None:
    """Ask that amounts are written in a unit."""
    plain = not (theme.of or theme.mean or theme.limit) and theme.kind != "whole"
    plain = plain and all(over.item for over in theme.overs)  # `all distances`
    pattern = details.unit_pattern(w, text, theme.dimension) if plain else ""
    if not pattern or duty not in (None, "must"):
        return None
    return _held_in(w, f"exists measured({theme.measure})", f"matches {quoted(pattern)}")


# -- in bold ----------------------------------------------------------------------------------------
@rule("Clause -> TELL|SET|WRITE|HAVE? ALL? Details Copula? IN STYLED*", example="the prices in bold", against="the sauces in bold", cost=-0.2)  # fmt: skip
def amounts_styled(w: Words, told: Detail, duty: str | None, style: str) -> Clause | None:
    if len(told) != 1 or told[0][1] not in _AMOUNTS or duty not in (None, "must"):
        return None
    clock = told[0][1] == "time"
    scope = formats.style_noun(w, style).scope
    return _held_in(w, told[0][0], f"exists {scope} where (matches {_CLOCK if clock else _DIGIT})")


@rule(
    "Clause -> TELL|SET|WRITE|HAVE? ALL? TIMES Copula? IN STYLED*",
    example="put the times in bold",
    cost=-0.5,
)
def times_styled(w: Words, duty: str | None, style: str) -> Clause | None:
    return amounts_styled(w, (("exists measured(start)", "time"),), duty, style)


@rule("Clause -> TELL|SET|WRITE|HAVE? Subject NAME_OF_WHOM? Copula? IN STYLED*", example="exercise names in bold")  # fmt: skip
def things_styled(w: Words, subject: Subject, duty: str | None, style: str) -> Any:
    """Ask that something of each thing stands in bold: its name."""
    noun = subject.noun
    known = noun is not None and noun.kind in ("item", "member", "rank", "block")
    whole = subject.quantifier in ("", "each", "all") and not subject.count
    if not (known and whole) or duty not in (None, "must"):
        return None
    there = Ask("there", noun=formats.style_noun(w, style))
    return clause(w, Subject(noun, "each"), Asks((there,)))


@rule("Clause -> TELL|SET|WRITE|HAVE? TOTAL|TOTALS Copula? IN STYLED*", example="the total in bold")
def total_styled(w: Words, duty: str | None, style: str) -> Clause | None:
    if w.prose or duty not in (None, "must"):
        return None
    scope = formats.style_noun(w, style).scope
    return Clause(f"each line where (matches {quoted(_beginning('totals?'))}): exists {scope}")


def _beginning(pattern: str) -> str:
    """Return a pattern of lines that begin with words, behind marks and numbers."""
    return rf"(?i)^[^\p{{L}}]*{pattern}\b"


# -- of their own -------------------------------------------------------------------------------------
@rule("Clause -> TELL|SET|WRITE|HAVE? TOTAL OWN_LINE", "Clause -> TELL|SET|WRITE|HAVE? Noun|Jointly EACH? OWN_LINE",
      "Clause -> TOTAL Duty? COME|BE|APPEAR? OWN_LINE", "Clause -> Noun|Jointly Duty? EACH? COME|BE|APPEAR? OWN_LINE",
      example="VAT on a line of its own")  # fmt: skip
def own_line(w: Words, *rest: Any) -> Clause | None:
    """Ask for a line that begins with what it is of."""
    noun = next((part for part in rest if isinstance(part, Noun)), None)
    nouns_ = (noun.several or (noun,)) if noun is not None else ()
    if any(one.kind != "name" or one.filters or one.overs for one in nouns_):
        return None
    names = [re.escape(one.name) for one in nouns_] or ["(?:grand |overall )?total"]
    if w.prose or {"must not", "may"} & set(map(str, rest)):
        return None
    rows = [(f"exists line where (matches {quoted(_beginning(name))})", 3) for name in names]
    return clause_of(rows)


@rule("Clause -> TELL|SET|WRITE|HAVE? Amount Noun OWN_LINE / TELL|SET|WRITE|HAVE? Noun OF Amount OWN_LINE / "
      "TELL|SET|WRITE|HAVE? Noun COMMA Amount COMMA? OWN_LINE / TELL|SET|WRITE|HAVE? Noun OPEN Amount CLOSE OWN_LINE",
      example="delivery, 12 euros, on a line of its own")  # fmt: skip
def own_line_of(w: Words, *parts: Any) -> Clause | None:
    """Ask for a line of its own of what is so much, or so much of the rest."""
    noun, amount = sorted(parts[-2:], key=lambda part: isinstance(part, Amount))
    row = own_line(w, noun)
    if row is None or noun.several or not amount.exact:
        return None
    if amount.unit == "%":
        share = quoted(rf"\b{plain(amount.low)}(?:[.,]0+)? ?(?:%|percent)")
        return Clause(f"{row.formula[:-1]} and matches {share})")
    theme = w.default(amount.dimension)
    told = f"sum({theme.measure}) of {noun.text} = {amount_text(amount)}" if theme else ""
    return clause_of([row.written, (told, 3)]) if told else None


@rule("Clause -> EACH Rank MUST? HAVE OWN Text / HAVE OWN Text Over",
      "Clause -> TELL|SET|WRITE|HAVE? EACH Rank IN|UNDER_ OWN Text",
      example="each week gets its own heading")  # fmt: skip
def own_text(w: Words, *parts: Any) -> Any:
    """Ask for a heading, a table or a section of each of several."""
    text = next(p for p in parts if isinstance(p, Noun) and p.kind == "text")
    rank = next((p for p in parts if isinstance(p, Noun) and p is not text), None)
    over = parts[-1] if rank is None else over_of(rank)
    fits = text.scope in _OWN_TEXTS and not text.plural and over.quantifier == "each"
    asks = Asks((Ask("there", noun=text),), overs=(over,))
    return clause(w, Subject(None), asks) if fits and not over.anyone else None
