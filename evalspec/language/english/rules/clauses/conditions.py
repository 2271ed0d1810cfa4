"""Conditions: if, unless, else."""

from __future__ import annotations

from typing import Any

from evalspec.language.english.closed import data
from evalspec.language.english.lexicon import Words
from evalspec.language.english.meanings import Ask, Asks, Clause, Noun, Over, Subject, changed
from evalspec.language.english.rule import rule
from evalspec.language.english.state.clauses import clause
from evalspec.language.english.state.overs import fold_overs, over_of, readings_of


@rule("Clause -> IF Clause COMMA|THEN Clause / IF Clause COMMA THEN Clause",
      example="if a day has a snack, it must have 4 meals")  # fmt: skip
def if_then(w: Words, test: Clause, then: Clause) -> Any:
    return _condition(w, test, then, False)


@rule("OnADay -> ON|IN? ANY? Noun", example="on a day")
def on_a_day(w: Words, noun: Noun) -> Over | None:
    any_one = noun.kind == "rank" and noun.article == "a" and not (noun.plural or noun.placed)
    return changed(over_of(noun), open=True) if any_one and not noun.overs else None


@rule(
    "ThatDay -> THAT_DAY", example="if lunch is rice, no rice that day", against="no gym that day"
)
def that_day(w: Words) -> Over:
    return changed(over_of(w.day), that=True)


@rule("Clause -> Clause COMMA? ThatDay / ThatDay COMMA? Clause",
      example="if lunch is rice, no rice that day")  # fmt: skip
def on_that_day(w: Words, *parts: Clause | Over) -> Clause | None:
    over = next(part for part in parts if isinstance(part, Over))
    inner = next(part for part in parts if isinstance(part, Clause))
    if any(other.rank in ("day", "week") for other in inner.overs):
        return None
    return changed(inner, overs=(over, *inner.overs))


@rule("Noun -> Noun ThatDay", example="if dinner is curry, lunch that day must be soup")
def of_that_day(w: Words, noun: Noun, over: Over) -> Noun | None:
    return None if noun.overs or noun.several else changed(noun, overs=(over,))


@rule(
    "Clause -> IF Clause OnADay COMMA|THEN? Clause",
    example="if there is a meeting on a day, there must be a break on that day",
)
def if_on_a_day(w: Words, test: Clause, over: Over, then: Clause) -> Any:
    """Ask a condition of each day by itself."""
    fits = all(o.level > over.level for o in (*test.overs, *then.overs) if not o.that)
    if not fits:
        return None
    return _condition(w, changed(test, overs=(over, *test.overs)), then, False)


@rule("Clause -> IF Clause Clause", example="if a day has a snack it must have 4 meals", cost=0.4)
def if_without_comma(w: Words, test: Clause, then: Clause) -> Any:
    return _condition(w, test, then, False)


@rule("Clause -> HAVE* IT WITH Asks", example="when a meal has fish, serve it with rice")
def it_with(w: Words, verb: str, asks: Asks) -> Any:
    """Ask what is to be with what a condition speaks of."""
    if verb not in data("takes things"):
        return None  # `keep it with a pool`
    return clause(w, Subject(None, pronoun="it"), asks)


@rule(
    "Clause -> UNLESS Clause COMMA Clause", example="unless a day has a snack, it must have 3 meals"
)
def unless(w: Words, test: Clause, then: Clause) -> Any:
    return _condition(w, test, then, True)


@rule(
    "Clause -> Clause COMMA? IF Clause",
    example="each day must have 4 meals if it has a snack",
    cost=0.1,
)
def then_if(w: Words, then: Clause, test: Clause, negate: bool = False) -> Any:
    if test.asks is not None:  # `a day must have 4 stops if it has a museum`
        overs = tuple(o for o in then.overs if o.open)
        if len(overs) != 1 or test.overs:
            return None
        return _condition(w, changed(test, asks=None, overs=overs), then, negate)
    return _condition(w, test, then, negate)


@rule(
    "Clause -> Clause COMMA? UNLESS Clause",
    example="each day must have 3 meals unless it has a snack",
    cost=0.1,
)
def then_unless(w: Words, then: Clause, test: Clause) -> Any:
    return then_if(w, then, test, True)


@rule(
    "Clause -> IF Clause COMMA|THEN Clause COMMA? ELSE COMMA? Clause",
    example="if a day has a snack, it must have 4 meals, otherwise it must have 3 meals",
    cost=-0.1,
)
def if_else(w: Words, test: Clause, then: Clause, other: Clause) -> Any:
    return _condition(w, test, then, False, other)


def _of_each(test: Clause, then: Clause) -> Clause:
    """Ask a condition of each by itself, where what follows is asked of each of the same."""
    same = [o for o in test.overs if o.quantifier == "each" and o in then.overs]
    overs = tuple(changed(o, open=True) if o in same else o for o in test.overs)
    return changed(test, overs=overs)


def _of_time(ask: Ask) -> bool:
    """Tell whether a demand is about how long or when."""
    return ask.kind == "time" or (ask.bound is not None and ask.bound.amount.dimension == "time")


def _of_a_day(w: Words, over: Over) -> bool:
    """Tell whether a scope is what each day has one of: lunch, the morning."""
    ranks = w.lexicon.ranks
    rank = ranks.get(over.rank)
    if rank is None or not rank.members or " named " not in over.scope or over.several:
        return False
    return not any(ranks["day"].level < other.level < rank.level for other in ranks.values())


def _condition(
    w: Words, test: Clause, then: Clause, negate: bool, other: Clause | None = None
) -> Any:
    """Join a condition; `if a day …` is asked of each day by itself."""
    if test.permit:
        return None
    opened = any(o.open or test.test for o in test.overs)
    timed = then.asks is not None and all(_of_time(a) for a in then.asks.parts)
    own_length = timed and test.topic is not None and test.topic.kind in ("category", "name")
    if then.asks is not None and test.topic is not None and (own_length or not opened):
        made = clause(w, Subject(changed(test.topic, article="")), then.asks)
        found = readings_of(made)
        kinds = {a.kind for a in then.asks.parts}
        whole = [changed(then, asks=None)] if "there" in kinds else []
        found = [] if "there" in kinds and whole else found
        return [_condition(w, _of_each(test, m), m, negate, other) for m in (*found, *whole)]
    shared = tuple(o for o in test.overs if o.quantifier == "each" and (o.open or test.test))
    if then.asks is not None and not shared and then.asks.parts[0].kind != "there":
        return None  # what is `it`
    day = over_of(w.day)
    if any(o.that for o in then.overs):
        others = (*test.overs, *(o for o in then.overs if not o.that))
        if any(o.rank in ("day", "week") and not o.open for o in others):
            return None  # `if there is a meeting on Monday, … that day`
        then = changed(then, overs=tuple(o for o in then.overs if not o.that))
        shared = (*(o for o in shared if o.rank != "day"), day)
    inner = [o for o in then.overs if o not in shared and changed(o, open=True) not in shared]
    own = tuple(o for o in test.overs if o not in shared and changed(o, open=False) not in shared)
    left, strength = fold_overs(own, test.written)
    if negate:
        left = f"not {left}" if strength == 3 else f"not ({left})"
    right = fold_overs(tuple(inner), then.written)[0]
    if own and inner and all(_of_a_day(w, o) for o in (*own, *inner)):
        shared = (*shared, day)  # `if lunch has rice, dinner must have fish`: of one day
    text = f"if {left} then {right}"
    if other is not None:
        rest = tuple(o for o in other.overs if o not in shared)
        text += f" else {fold_overs(rest, other.written)[0]}"
    return Clause(text, shared, 0)
