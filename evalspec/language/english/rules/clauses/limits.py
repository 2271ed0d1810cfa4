"""Limits of an amount or a number: `limit sugar to 30 g`."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

from evalspec.language.english.closed import data
from evalspec.language.english.lexicon import Words
from evalspec.language.english.meanings import (
    Amount,
    Ask,
    Asks,
    Bound,
    Clause,
    Over,
    Subject,
    Theme,
    changed,
)
from evalspec.language.english.rule import rule
from evalspec.language.english.rules import bounds
from evalspec.language.english.rules.clauses.stated import theme_stated
from evalspec.language.english.rules.demands.duties import dutiful
from evalspec.language.english.rules.demands.spread import asks_over
from evalspec.language.english.rules.themes import over_rank
from evalspec.language.english.rules.verbs import aim, beyond
from evalspec.language.english.state.clauses import clause


@rule("Clause -> Clause OPEN Times_a_Day CLOSE", "Clause -> Clause OPEN IE? COMMA? Bound|Ask CLOSE", "Clause -> Clause COMMA IE COMMA? Bound|Ask",
      example="12 meals (3 a day for 4 days)")  # fmt: skip
def restated(w: Words, inner: Clause, again: Any) -> Clause | None:
    """A bracket that tells again must agree, and adds nothing."""
    number = re.search(
        r"(<=|>=|<|>|=|between) ([\d.]+)(?: (?!and)(\S+))?(?: and ([\d.]+)(?: \S+)?)?$",
        inner.formula,
    )
    if number is None or inner.test:
        return None
    if isinstance(again, Ask):
        named = again.theme.measure if again.theme is not None else ""
        plain = again.kind == "amount" and not (again.absent or again.mean or again.overs)
        if again.bound is None or not plain or named not in inner.formula:
            return None
        again = again.bound
    if isinstance(again, Amount):
        return inner if number[1] == "=" and Decimal(number[2]) == again.low else None
    limit = again.limits[0]
    if len(again.limits) > 1 or limit.comparator != number[1] or limit.about or limit.slack:
        return None
    factors = [w.lexicon.units[u].factor if u in w.lexicon.units else Decimal(1)
               for u in (number[3] or "", limit.amount.unit or number[3] or "")]  # fmt: skip
    ends = [(number[2], limit.amount.low), (number[4] or number[2], limit.amount.high)]
    same = all(Decimal(said) * factors[0] == told * factors[1] for said, told in ends)
    return inner if same else None


@rule("Clause -> HAVE Theme TO|AT? Bound", example="keep carbs under 100 g")
def keep(w: Words, theme: Theme, bound: Bound) -> Any:
    return theme_stated(w, theme, Asks((Ask("amount", bound),)))


@rule("Clause -> LIMIT Theme TO Asks|Scalar", example="limit fat to 60 g per day")
def limit(w: Words, theme: Theme, asks: Asks) -> Clause | None:
    found = beyond("<=")(w, asks)
    return None if found is None else theme_stated(w, theme, found)


@rule("Clause -> PERIODIC*? GOAL OF|BE|COLON Asks", example="our daily goal is 2000 kcal")
def goal(w: Words, rank: str | None, asks: Asks) -> Any:
    """Hold what is meant to an amount, in each of what it is said to be of."""
    over = over_rank(w, rank) if rank else None
    found = aim(w, asks)
    if found is None or (rank and over is None):
        return None
    return clause(w, Subject(None), asks_over(w, found, over) if over is not None else found)


@rule("Clause -> Asks|Scalar Duty BE EXCEED Over?", "Clause -> LIMITING OF Asks Duty BE EXCEED Over?",
      "Clause -> MAXIMUM Asks Duty BE EXCEED Over?", example="2000 kcal per day must not be exceeded")  # fmt: skip
def exceeded(w: Words, asks: Asks, duty: str, over: Over | None) -> Any:
    if any(a.kind != "amount" or a.bound is None or not a.bound.amount.exact for a in asks.parts):
        return None
    found = dutiful(beyond(">")(w, asks), duty)
    if found is not None and over is not None:
        found = asks_over(w, found, over)
    return clause(w, Subject(None), found)


@rule("Clause -> WHO* ONLY? HAVE* Asks", example="we have 300 euros", cost=-0.2)
def at_hand(w: Words, who: str, verb: str, asks: Asks) -> Any:
    """Take what somebody has of money and time for the most there is."""
    most = most_at_hand(w, asks) if has(who, verb) else None
    return None if most is None else clause(w, Subject(None), most)


def has(who: str, verb: str) -> bool:
    """Tell whether somebody says what they have."""
    return who in data("asides")["speaker"] and verb in ("have", "have got")


def most_at_hand(w: Words, asks: Asks) -> Asks | None:
    """Return that there is no more of an amount of money or time than somebody has."""
    ask = asks.parts[0]
    if len(asks.parts) > 1 or ask.kind != "amount" or ask.bound is None:
        return None
    spent = ask.bound.amount.dimension.startswith("currency")
    free = ask.bound.amount.dimension == "time" and ask.theme is None
    upper = bounds.closed(w, ask.bound, bounds.Close("<="))
    if not (spent or free) or not ask.bound.plain or not ask.bound.amount.exact or upper is None:
        return None
    return changed(asks, parts=(changed(ask, bound=upper),))
