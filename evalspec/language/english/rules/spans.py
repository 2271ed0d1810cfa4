"""Over several: `for all three days`, `in each of the three meals`, `two of the days without meat`."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from evalspec.language.english.lexicon import Words
from evalspec.language.english.meanings import (
    Amount,
    Ask,
    Asks,
    Bound,
    Clause,
    Noun,
    Over,
    Subject,
    Theme,
    changed,
    held,
    joined,
)
from evalspec.language.english.rule import rule
from evalspec.language.english.rules import presence
from evalspec.language.english.rules.days import spread_meals
from evalspec.language.english.rules.demands.counts import count
from evalspec.language.english.rules.demands.spread import asks_over
from evalspec.language.english.rules.subjects import over_so_many
from evalspec.language.english.state.amounts import theme_for
from evalspec.language.english.state.clauses import clause
from evalspec.language.english.state.counts import exactly
from evalspec.language.english.state.overs import fold_overs, over_of, so_many


# -- what several days come to ------------------------------------------------------------------
@rule("Span -> FOR* Num Noun", "Span -> FOR* ALL Num Noun", example="for all three days")
def span(w: Words, word: str, number: Amount, noun: Noun) -> list[Over] | None:
    """Take several days as one, which only money and what is said to be a total is asked of so."""
    rows = over_so_many(w, number, noun) if word in ("for", "for all", "for all the") else None
    return None if rows is None else [changed(over, whole=True) for over in rows]


@rule("Span -> ALL* Noun", example="for both days", against="on both days", cost=-0.5)
def span_of_both(w: Words, word: str, noun: Noun) -> list[Over] | None:
    """Take two days as one, as `for all two days` does."""
    return span(w, "for all", Amount(Decimal(2), Decimal(2)), noun) if word == "for both" else None


@rule("Asks -> Asks Span", "Deed -> Deed Span", example="at most 40 euros for all three days",
      cost=0.1)  # fmt: skip
def for_all_days(w: Words, asks: Asks, over: Over) -> Asks | None:
    return asks_over(w, asks, over) if all(map(_comes_together, asks.parts)) else None


def _comes_together(ask: Ask) -> bool:
    money = ask.bound is not None and ask.bound.amount.dimension.startswith("currency")
    total = ask.total or (ask.theme is not None and ask.theme.total)
    return ask.kind == "amount" and not ask.each and not ask.overs and (money or total)


@rule("Theme -> Theme Span", example="the total price for all three days", cost=0.1)
def theme_for_days(w: Words, theme: Theme, over: Over) -> Theme | None:
    whole = theme.total or theme.dimension.startswith("currency")
    return changed(theme, overs=(*theme.overs, over)) if whole and not theme.overs else None


@rule("Subject -> Subject Span", example="the total for all three days", cost=0.1)
def subject_for_days(w: Words, subject: Subject, over: Over) -> Subject | None:
    return changed(subject, overs=(*subject.overs, over)) if subject.total else None


@rule("Asks -> Asks ALL* Num", example="50 euros on all five", cost=0.1)
def for_all_of_them(w: Words, asks: Asks, word: str, number: Amount) -> list[Asks] | None:
    """Take `50 euros on all five` for what all cost together; `for all five` may be so many persons."""
    if word not in ("on all", "for all") or not all(map(_comes_together, asks.parts)):
        return None
    together = changed(asks, parts=tuple(changed(a, total=True) for a in asks.parts))
    persons = so_many(number) if word == "for all" else None
    shared = asks_over(w, asks, persons) if persons is not None else None
    return [together] if shared is None else [together, shared]


@rule("Over -> OVER|FOR|IN|ON TOTAL Day", example="over the whole weekend")
def whole_weekend(w: Words, day: Noun) -> Over | None:
    return changed(over_of(day), quantifier="together") if day.filters == " on weekend" else None


_ENTIRE = ("whole", "entire")


# -- each of so many ------------------------------------------------------------------------------
@rule(
    "Asks -> Asks EACH* OF*? Num? Noun",
    example="at least 25 g of protein in each of the three main meals",
    cost=0.1,
)
def in_each_of(
    w: Words, asks: Asks, word: str, of: str | None, number: Amount | None, noun: Noun
) -> list[Asks] | None:
    if of is None and not word.endswith((" of", " of the")):
        return None  # `fish every two days`
    fits = noun.plural and noun.kind in ("rank", "member", "item", "text") and not noun.placed
    if not fits or noun.overs or noun.several or len(noun.members) > 1:
        return None
    over = over_of(changed(noun, article=""))
    made = asks_over(w, asks, over)
    if made is None or number is None:
        return None if made is None else [made]
    counted = _count_of(noun, number)
    if counted is None or asks.link == "or" or asks.overs:
        return None
    ask = asks.parts[0] if len(asks.parts) == 1 else Ask("all", parts=asks.parts)
    each = changed(ask, overs=(*ask.overs, over))
    return [made, Asks((each, Ask("test", text=counted)), overs=_daily(w, noun))]


def _count_of(noun: Noun, number: Amount) -> str | None:
    """Write that there are as many as `the three` says."""
    whole = number.exact and number.low == int(number.low)
    return held(f"count({noun.text})", exactly(int(number.low)))[0] if whole else None


def _daily(w: Words, noun: Noun) -> tuple[Over, ...]:
    """Return that meals are so many on each day; sessions, which a day may stand for, in all."""
    own = w.lexicon.ranks.get(noun.rank)
    below = w.day.level < noun.level < 99 and not (own and "day" in own.stands_for)
    return (over_of(w.day),) if below else ()


@rule(
    "Clause -> EACH* OF? Num Noun Deed", example="each of the three main meals must have 400 kcal"
)
def each_of_them(w: Words, word: str, number: Amount, noun: Noun, asks: Asks) -> Any:
    counted = _count_of(noun, number)
    if not noun.plural or noun.kind not in ("rank", "member", "item") or counted is None:
        return None
    made = clause(w, Subject(changed(noun, article=""), "each"), asks)
    if not isinstance(made, Clause):
        return None
    text = fold_overs(made.overs, (made.formula, made.strength))
    both = joined([(counted, 3), text], "and")
    return [made, Clause(both[0], _daily(w, noun), both[1])]


# -- some of so many -------------------------------------------------------------------------------
OfThem = tuple[Noun, Bound, Amount | None]
"""What some are of, how many, and how many there are."""


@rule("OfThem -> Bound OF Num? Noun / OF* Num? Noun COMMA? Bound",
      example="two of the five dinners")  # fmt: skip
def some(w: Words, *parts: Any) -> OfThem | None:
    bound = next(p for p in parts if isinstance(p, Bound))
    number = next((p for p in parts if isinstance(p, Amount)), None)
    noun = next(p for p in parts if isinstance(p, Noun))
    fits = noun.plural and noun.kind in ("rank", "member", "item") and not noun.placed
    return (noun, bound, number) if fits and bound.amount.bare else None


@rule("OfThem -> Bound OF Num? PART* / OF* Num? PART* COMMA? Bound", example="two of the evenings")
def some_meals(w: Words, *parts: Any) -> OfThem | None:
    bound = next(p for p in parts if isinstance(p, Bound))
    number = next((p for p in parts if isinstance(p, Amount)), None)
    named = [p for p in parts if isinstance(p, str) and p != "of" and p != "of the"]
    made: OfThem | None = spread_meals(w, bound, named[-1], number) if named else None
    return made


@rule("Clause -> OfThem WITH Ask / OfThem WITHOUT* Noun", example="two of the dinners with fish")
def some_with(w: Words, part: OfThem, *what: Any) -> Clause | None:
    ask = what[-1]
    if isinstance(ask, Noun):
        ask = Ask("there", noun=ask, absent=True)
    return some_that(w, part, Asks((changed(ask, each=False),)))


@rule("Clause -> OfThem Deed", example="of the five dinners, two must have fish", cost=0.1)
def some_that(w: Words, part: OfThem, asks: Asks) -> Clause | None:
    noun, bound, whole = part
    inner = clause(w, Subject(None), changed(asks, overs=()))
    if not isinstance(inner, Clause) or inner.overs or noun.overs or asks.permit:
        return None
    narrowed = changed(noun, article="", filters=f"{noun.filters} where ({inner.formula})")
    ask = count(w, bound, narrowed)
    counted = None if whole is None else _count_of(changed(noun, article=""), whole)
    if ask is None or ask.bound is None or (whole is not None and counted is None):
        return None
    made = [held(f"count({narrowed.text})", ask.bound)]
    formula, strength = joined([*made, *([(counted, 3)] if counted else [])], "and")
    return Clause(formula, asks.overs, strength)


@rule("Ask -> Bound Noun WITHOUT Noun / Bound PART* WITHOUT Noun",
      example="at least two dinners without meat")  # fmt: skip
def so_many_without(w: Words, bound: Bound, noun: Noun | str, other: Noun) -> Ask | None:
    if isinstance(noun, str):
        found = spread_meals(w, bound, noun)
        noun = found[0] if found else other
    if noun.kind not in ("member", "item") or not noun.plural:
        return None
    inner = clause(w, Subject(None), Asks((Ask("there", noun=other, absent=True),)))
    if not isinstance(inner, Clause) or inner.overs:
        return None
    return count(w, bound, changed(noun, filters=f"{noun.filters} where ({inner.formula})"))


@rule("Clause -> NO Noun Spread", example="no meat on at least two days")
def none_on(w: Words, noun: Noun, part: OfThem) -> Clause | None:
    signs = {limit.comparator for limit in part[1].limits}
    fits = signs <= {"=", ">", ">="} and noun.kind in ("name", "category", "member")
    asks = Asks((Ask("there", noun=noun, absent=True),))
    return some_that(w, part, asks) if fits else None


# -- whatever there is -------------------------------------------------------------------------------
@rule("Clause -> NO* THAT Deed", example="nothing that costs more than 20 euros")
def nothing_that(w: Words, word: str, asks: Asks) -> Any:
    thing = presence.smallest(w)
    amounts = all(a.kind == "amount" and a.bound and not a.bound.plain for a in asks.parts)
    if word != "nothing" or thing is None or not amounts or asks.permit:
        return None
    return clause(w, Subject(thing, "no"), asks)


@rule("Asks -> Asks OF|ON ANYTHING* IN_ONE_GO?", example="at most 12 reps of anything", cost=0.1)
def of_anything(w: Words, asks: Asks, word: str) -> Asks | None:
    """Hold each of whatever there is to a limit."""
    thing, ask = presence.smallest(w), asks.parts[0]
    upper = ask.bound is not None and all(x.comparator[0] == "<" for x in ask.bound.limits)
    if word != "anything" or thing is None or len(asks.parts) > 1 or not upper or asks.overs:
        return None
    theme = theme_for(w, ask.theme, ask.bound.amount, None) if ask.bound is not None else None
    if ask.kind != "amount" or ask.total or theme is None or theme.of is not None:
        return None
    made = changed(ask, theme=changed(theme, of=changed(thing, plural=True)), each=True)
    return changed(asks, parts=(made,))


@rule("Clause -> ANYTHING* Duty? BE? HAVE|END? IN|WITHIN Bound / "
      "ANYTHING|IT*? Duty? READY_IN Bound / Subject Duty? READY_IN Bound",
      example="everything in under an hour")  # fmt: skip
def all_within(w: Words, one: Subject | str | None, *parts: Any) -> Any:
    """Take `everything in 45 minutes` for the length of the whole."""
    subject, bound = one if isinstance(one, Subject) else Subject(None), parts[-1]
    duty = next((p for p in parts if p in ("must", "must not", "may", "may not")), None)
    upper = bound.plain or bound.limits[0].comparator in ("<", "<=")
    if one in ("anything", "whatever", "they") or bound.amount.dimension != "time" or not upper:
        return None
    if bound.amount.unit in w.lexicon.ranks or subject.quantifier == "no":
        return None
    if bound.plain:
        bound = Bound((changed(bound.limits[0], comparator="<="),)) if bound.amount.exact else bound
    ask = Ask("amount", bound, total=subject.noun is None)
    return clause(w, subject, Asks((ask,))) if duty in (None, "must") else None
