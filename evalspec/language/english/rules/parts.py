"""Some of what was said before: `three exercises, two of them in the afternoon`, `of which`."""

from __future__ import annotations

from typing import Any

from evalspec.language.english.lexicon import Words
from evalspec.language.english.meanings import (
    Ask,
    Asks,
    Bound,
    Clause,
    Noun,
    Over,
    Subject,
    Window,
    changed,
)
from evalspec.language.english.rule import rule
from evalspec.language.english.rules import nouns
from evalspec.language.english.rules.demands import amount_of, count, dutiful
from evalspec.language.english.state import clause, fold_overs


@rule("Trait -> WITH Ask", example="with fish")
def with_it(w: Words, ask: Ask) -> Asks:
    return Asks((ask,))


@rule("Trait -> Bound", example="over 600 kcal")
def over_it(w: Words, bound: Bound) -> Asks | None:
    return None if bound.plain or bound.amount.bare else Asks((Ask("amount", bound),))


@rule(
    "Asks -> Asks COMMA? AND|BUT? Bound OF_THEM Duty? Window|Over|Bare|Trait",
    "Asks -> Asks COMMA OF_THEM Bound Duty? Window|Over|Bare|Trait",
    "Deed -> Deed COMMA? AND|BUT? Bound OF_THEM Duty? Window|Over|Bare|Trait",
    "Deed -> Deed COMMA OF_THEM Bound Duty? Window|Over|Bare|Trait",
    example="at least 3 meals, two of them with fish",
)
def some_of_them(w: Words, asks: Asks, bound: Bound, *rest: Any) -> list[Asks] | None:
    what, duty = rest[-1], rest[0] if len(rest) > 1 else None
    (first, *more) = asks.parts
    if more or first.kind != "count" or first.noun is None or duty in ("must not", "may not"):
        return None
    limit = bound.limits[0]
    exact = bound.plain and bound.amount.exact and not limit.firm
    signs = ("=", ">=") if exact else (limit.comparator,)
    limits = [(changed(limit, comparator=s), *bound.limits[1:]) for s in signs]
    made = [_counted(w, first.noun, changed(bound, limits=x), what) for x in limits]
    if any(one is None for one in made):
        return None
    return [changed(asks, parts=(Ask("all", parts=(first, one)),)) for one in made if one]


def _counted(w: Words, noun: Noun, bound: Bound, what: Any) -> Ask | None:
    """Count those of a kind of which something holds."""
    if isinstance(what, Over):
        if what.scope == what.rank or what.rank == noun.rank:
            return None
        ask = count(w, bound, noun)
        return None if ask is None else changed(ask, overs=(what,))
    if isinstance(what, Window):
        placed = nouns.timed(w, noun, what)
        return None if placed is None else count(w, bound, placed)
    inner = clause(w, Subject(None), changed(what, permit=False))
    if not isinstance(inner, Clause) or inner.overs or what.overs or noun.kind == "text":
        return None
    return count(w, bound, changed(noun, filters=f"{noun.filters} where ({inner.formula})"))


@rule(
    "Asks -> Asks COMMA OF_THEM Bound Duty? BE? SPEND ON|FOR|TO? Noun",
    "Deed -> Deed COMMA OF_THEM Bound Duty? BE? SPEND ON|FOR|TO? Noun",
    example="must last 75 minutes, of which no more than 15 go on stretching",
)
def of_which(w: Words, asks: Asks, bound: Bound, duty: str | None, noun: Noun) -> Asks | None:
    """Hold a part of an amount: `75 minutes, of which at most 15 go on fitness`."""
    (first, *more) = asks.parts
    if more or first.kind != "amount" or first.bound is None or first.mean:
        return None
    amount = first.bound.amount
    limits = tuple(
        changed(x, amount=changed(x.amount, unit=amount.unit, dimension=amount.dimension))
        if x.amount.bare
        else x
        for x in bound.limits
    )
    part = amount_of(w, changed(bound, limits=limits), noun)
    found = None if part is None else dutiful(Asks((part,)), duty)
    if found is None or limits[0].amount.dimension != amount.dimension:
        return None
    inner = clause(w, Subject(None), found)
    if not isinstance(inner, Clause):
        return None
    text = fold_overs(inner.overs, (inner.formula, inner.strength))[0]
    return changed(asks, parts=(first, Ask("test", text=text)))
