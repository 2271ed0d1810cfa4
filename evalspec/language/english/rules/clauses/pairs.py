"""Two subjects in one clause, each with what it must: `lunch must be at noon and dinner at six`."""

from __future__ import annotations

from typing import Any

from evalspec.language.english.lexicon import Words
from evalspec.language.english.meanings import (
    Asks,
    Clause,
    Over,
    Subject,
    Theme,
    changed,
    clause_of,
)
from evalspec.language.english.rule import rule
from evalspec.language.english.rules import nouns
from evalspec.language.english.state.clauses import clause
from evalspec.language.english.state.overs import folded


@rule("Joint -> COMMA|AND|BUT|SEMICOLON", "Joint -> COMMA AND|BUT", example=", and")
def joint(w: Words) -> str:
    return "and"


Pairs = tuple[tuple[Subject, Asks], ...]
"""Subjects with what is asked of each."""


@rule("Pairs -> Subject Deed Joint Subject Asks|Scalar|Deed", "Pairs -> Subject COLON? Asks Joint Subject COLON? Asks|Scalar",
      "Pairs -> Pairs Joint Subject COLON? Asks|Scalar", "Pairs -> Pairs Joint Theme COLON? Asks|Scalar",
      "Pairs -> Theme Deed Joint Theme Asks|Scalar", "Pairs -> Theme COLON? Asks Joint Theme COLON? Asks|Scalar",
      "Pairs -> Over COMMA? Asks Joint Over COMMA? Asks|Scalar", "Pairs -> Pairs Joint Over COMMA? Asks|Scalar",
      example="lunch must have at most 600 kcal, and dinner at most 700")  # fmt: skip
def pairs(w: Words, *parts: Any) -> Pairs | None:
    """Read what stays unsaid the second time: `lunch at most 600 kcal, dinner 700`."""
    rows: list[Any] = list(parts[0]) if isinstance(parts[0], tuple) else []
    rest = [p for p in parts[1 if rows else 0 :] if p != "and"]
    for who, asks in zip(rest[::2], rest[1::2], strict=True):
        if isinstance(who, Subject) and (who.pronoun or _so_often(w, who, asks)):
            return None
        made = _about(who, asks)
        made = like_first(rows[0][1], made) if rows and made is not None else made
        if made is None or len(made.parts) != 1 or made.parts[0].bound is None:
            return None
        rows.append((who if isinstance(who, Subject) else Subject(None), made))
    return tuple(rows)


@rule("Pairs -> Over COMMA? Subject Deed Joint Over COMMA? Asks|Scalar",
      example="on weekdays lunch must have at most 600 kcal, on Sundays at most 700")  # fmt: skip
def pairs_each_on(
    w: Words, one: Over, who: Subject, first: Asks, joint: str, other: Over, asks: Asks
) -> Pairs | None:
    rows = [_about(over, what) for over, what in ((one, first), (other, asks))]
    if rows[0] is None or rows[1] is None or len(first.parts) != 1:
        return None
    second = like_first(rows[0], rows[1])
    return (
        None if second is None or first.parts[0].bound is None else ((who, rows[0]), (who, second))
    )


@rule("Pairs -> Subject Deed Joint Over COMMA? Asks|Scalar", "Pairs -> Asks Joint Over COMMA? Asks|Scalar",
      example="lunch must have at most 600 kcal, on Sundays at most 700")  # fmt: skip
def pairs_on(w: Words, *parts: Any) -> Pairs | None:
    who = parts[0] if isinstance(parts[0], Subject) else Subject(None)
    first, _, over, asks = parts[-4:]
    if over.rank != "day" or over.scope == "day" or not (who.noun or first.overs):
        return None
    made = like_first(first, changed(asks, overs=(*asks.overs, over)))
    fits = made is not None and len(first.parts) == 1 and first.parts[0].bound is not None
    return ((who, first), (who, made)) if made is not None and fits else None


def _so_often(w: Words, who: Subject, asks: Asks) -> bool:
    """Tell whether an amount is rather a period that so many fall in: `at most two jobs a week`."""
    amount = asks.parts[0].bound.amount if asks.parts[0].bound else None
    period = amount is not None and amount.low == 1 and amount.unit in w.lexicon.ranks
    return period and who.quantifier.endswith(" of")


def _about(who: Any, asks: Asks) -> Asks | None:
    """Say of what an amount is, and where."""
    if isinstance(who, Over):
        dated = who.rank == "day" and who.scope != "day"
        return changed(asks, overs=(*asks.overs, who)) if dated else None
    ask = asks.parts[0]
    if isinstance(who, Theme):
        own = ask.kind == "amount" and ask.theme is None
        return changed(asks, parts=(changed(ask, theme=who),)) if own else None
    return asks


def like_first(first: Asks, asks: Asks) -> Asks | None:
    """Give a demand the unit, the measure and the scope of the first of its row."""
    model, ask = first.parts[0], asks.parts[0]
    if model.bound is None or ask.bound is None or len(asks.parts) > 1:
        return None
    if ask.kind == "count":
        return changed(asks, overs=asks.overs or first.overs) if model.kind == "count" else None
    bound, amount, limits = ask.bound, model.bound.amount, ask.bound.limits
    if bound.amount.bare and ask.theme is None and model.kind == "count":
        ask = changed(ask, kind="count", noun=model.noun)
    elif ask.kind != "amount" or model.kind != "amount":
        return None
    elif bound.amount.bare:
        limits = tuple(
            changed(x, amount=changed(x.amount, unit=amount.unit, dimension=amount.dimension))
            for x in limits
        )
    elif bound.amount.dimension != amount.dimension:
        return None
    theme = ask.theme or model.theme
    if ask.theme is not None and model.theme is not None and not ask.theme.overs:
        theme = changed(ask.theme, overs=model.theme.overs)
    made = changed(ask, bound=changed(bound, limits=limits), theme=theme,
                   total=ask.total or model.total, each=ask.each or model.each)  # fmt: skip
    return changed(asks, parts=(made,), overs=asks.overs or first.overs)


@rule("Clause -> Pairs", example="breakfast under 400 kcal and lunch under 600", cost=0.2)
def paired(w: Words, rows: Pairs) -> Clause | None:
    if rows[-1][1].overs and not (rows[0][1].overs or rows[0][0].noun):
        return None  # `protein at least 100 g and fat at most 60 g per day`
    made = [clause(w, who, asks) for who, asks in _without_later(w, rows)]
    if not all(isinstance(one, Clause) for one in made):
        return None
    return clause_of([folded(one) for one in made])


def _without_later(w: Words, rows: Pairs) -> Pairs:
    """Leave out of the first of a row what a later one is about: `each day 3 meals, Sunday two`."""
    (subject, asks), *rest = rows
    for other, later in rest:
        noun, own = subject.noun, other.noun
        dated = noun is not None and own is not None and own.rank == noun.rank == "day"
        if dated and noun and own and own.placed and not noun.placed:
            subject = changed(subject, noun=nouns.excepted(w, noun, (own,)))
        day = [o for o in later.overs if o.rank == "day" and o.scope != "day"]
        scope = f"day except{day[0].scope.removeprefix('day')}" if day else ""
        if day and noun is not None and noun.text == "day":
            subject = changed(subject, noun=changed(noun, filters=scope.removeprefix("day")))
        if day and any(o.scope == "day" for o in asks.overs):
            overs = tuple(changed(o, scope=scope) if o.scope == "day" else o for o in asks.overs)
            asks = changed(asks, overs=overs)
    return ((subject, asks), *rest)
