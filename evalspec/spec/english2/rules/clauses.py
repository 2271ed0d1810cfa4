"""Sentences: who must do what."""

from __future__ import annotations

from typing import Any

from evalspec.spec.english2.lexicon import Words
from evalspec.spec.english2.rule import rule
from evalspec.spec.english2.rules.themes import over_rank
from evalspec.spec.english2.state import clause, compatible, denied, exactly, fold_overs, over_of
from evalspec.spec.english2.types import (
    FLIPPED,
    Amount,
    Ask,
    Asks,
    Bound,
    Clause,
    Limit,
    Noun,
    Over,
    Subject,
    Theme,
    changed,
    joined,
)


# -- subjects --------------------------------------------------------------------------------------------
@rule("Subject -> Noun", example="lunch")
def subject(w: Words, noun: Noun) -> Subject | None:
    if noun.article == "a" and noun.kind == "rank":
        return None
    return Subject(noun, overs=())


@rule("Subject -> Plan", example="the plan")
def whole(w: Words, noun: Noun) -> Subject | None:
    return Subject(noun) if noun.article != "a" else None


@rule("Subject -> EACH|ANY Noun", "Subject -> EACH AND EACH Noun", example="each meal")
def each(w: Words, noun: Noun) -> Subject | None:
    if noun.kind == "plan":
        return None
    return Subject(noun, "each")


@rule("Subject -> ALL Noun", example="all meals")
def every(w: Words, noun: Noun) -> Subject | None:
    return Subject(noun, "each") if noun.plural or len(noun.members) > 1 else None


@rule("Subject -> ALL Noun TOGETHER", "Subject -> Noun TOGETHER", example="all meals together")
def together(w: Words, noun: Noun) -> Subject | None:
    if noun.kind == "plan":
        return Subject(noun)
    return Subject(noun, total=True) if noun.plural or len(noun.members) > 1 else None


@rule("Subject -> NO Noun", "Subject -> NO OF Noun", example="no meal")
def none(w: Words, noun: Noun) -> Subject | None:
    return Subject(noun, "no") if noun.kind != "plan" else None


@rule("Subject -> NO* Thing OR* Thing", example="neither lunch nor dinner")
def neither(w: Words, word: str, one: Noun, link: str, other: Noun) -> Subject | None:
    from evalspec.spec.english2.rules.nouns import listed

    both = listed(w, one, other)
    return Subject(both, "no") if both is not None else None


@rule("Subject -> Bound OF? Noun", example="at least 2 of the meals")
def some_of(w: Words, bound: Bound, noun: Noun) -> Subject | None:
    limit = bound.limits[0]
    kind = {">=": "at least", "<=": "at most", "=": "exactly"}.get(limit.comparator)
    number = limit.amount.low
    if kind is None or len(bound.limits) > 1 or not limit.amount.bare or not limit.amount.exact:
        return None
    if number != int(number) or noun.kind == "plan" or limit.about or limit.slack:
        return None
    return Subject(noun, f"{kind} {number} of")


# -- where it holds -----------------------------------------------------------------------------------------
@rule("Over -> EACH|PER Noun", "Over -> IN|ON|FOR|AT|OF EACH|ANY|ALL Noun", "Over -> ANY Noun", example="per day")
def over(w: Words, noun: Noun) -> Over | None:
    if noun.kind not in ("rank", "member", "item") or noun.overs or noun.article:
        return None
    return over_of(noun)


@rule("Over -> PERIODIC*", example="daily")
def periodic(w: Words, rank: str) -> Over | None:
    return over_rank(w, rank)


@rule("Over -> IN|ON|FOR|AT|FROM Noun", example="on day 2")
def on(w: Words, noun: Noun) -> Over | None:
    if noun.kind not in ("rank", "member") or noun.overs or noun.article == "a":
        return None
    if noun.kind == "rank" and not noun.placed:
        return None
    return over_of(noun)


# -- what is asked ------------------------------------------------------------------------------------------
@rule("Ask -> Bound OF? Theme", "Ask -> Bound WORTH? OF Theme", "Ask -> Theme OF Bound", example="at least 20 g of protein")
def amount(w: Words, one: Any, other: Any) -> Ask | None:
    bound, theme = (one, other) if isinstance(one, Bound) else (other, one)
    if theme.limit or theme.mean and theme.kind == "whole":
        return None
    if bound.amount.bare and theme.kind == "measure" and not theme.bare and theme.dimension in ("mass", "time", "currency", "length"):
        return None
    if theme.kind == "whole" and isinstance(one, Bound):
        return None
    if not bound.amount.bare and theme.bare:
        return None
    return Ask("amount", bound, theme)


@rule("Ask -> Bound", example="at least 2000 kcal")
def bare_amount(w: Words, bound: Bound) -> Ask | None:
    return None if bound.amount.bare else Ask("amount", bound)


@rule("Ask -> Bound OF Noun", "Ask -> Bound FOR Noun", example="8 hours of sleep")
def amount_of(w: Words, bound: Bound, noun: Noun) -> Ask | None:
    if bound.amount.bare or noun.kind in ("plan", "rank", "text"):
        return None
    theme = w.default(bound.amount.dimension, noun)
    return None if theme is None else Ask("amount", bound, changed(theme, of=noun))


@rule("Ask -> Bound Noun", example="at least 3 meals")
def count(w: Words, bound: Bound, noun: Noun) -> Ask | None:
    if not bound.amount.bare or noun.kind == "plan" or noun.article:
        return None
    if any(limit.slack for limit in bound.limits):
        return None
    return Ask("count", bound, noun=noun)


@rule("Ask -> Bound DISTINCT Noun", example="5 different dishes")
def distinct(w: Words, bound: Bound, noun: Noun) -> Ask | None:
    if not bound.amount.bare or noun.kind == "plan":
        return None
    return Ask("amount", bound, Theme(f"distinct({noun.text})", "whole", "one"))


@rule("Ask -> Noun", example="a snack")
def there(w: Words, noun: Noun) -> Ask | None:
    return None if noun.kind == "plan" or noun.placed else Ask("there", noun=noun)


@rule("Ask -> NO|WITHOUT|ANY Noun", example="no snacks")
def not_there(w: Words, noun: Noun) -> Ask | None:
    return None


@rule("Ask -> NO Noun", "Ask -> WITHOUT Noun", "Ask -> NO ANY Noun", example="no snacks")
def absent(w: Words, noun: Noun) -> Ask | None:
    return None if noun.kind == "plan" or noun.placed else Ask("there", noun=noun, absent=True)


@rule("Ask -> ANY|SOME Noun", example="any pork")
def any_of(w: Words, noun: Noun) -> Ask | None:
    return there(w, noun)


@rule("Ask -> Ask EACH_ONE", "Ask -> Ask EACH", example="200 kcal each")
def individually(w: Words, ask: Ask) -> Ask | None:
    return changed(ask, each=True) if ask.kind == "amount" and not ask.total else None


@rule("Ask -> Ask TOGETHER", example="200 kcal in total")
def in_total(w: Words, ask: Ask) -> Ask | None:
    return changed(ask, total=True) if ask.kind == "amount" and not ask.each else None


@rule("Asks -> Ask")
def one_ask(w: Words, ask: Ask) -> Asks:
    return Asks((ask,))


@rule("Row -> Ask COMMA Ask", "Row -> Row COMMA Ask")
def row(w: Words, one: Any, other: Ask) -> tuple[Ask, ...]:
    return (*one, other) if isinstance(one, tuple) else (one, other)


@rule("Asks -> Ask|Row AND Ask", "Asks -> Row COMMA AND Ask", example="80 g of protein and 60 g of fat", cost=0.1)
def and_asks(w: Words, one: Any, other: Ask) -> Asks | None:
    parts = row(w, one, other)
    if parts[0].absent and not other.absent:
        return None  # `no snacks and desserts`
    return Asks(parts)


@rule("Asks -> Ask|Row OR Ask", "Asks -> Row COMMA OR Ask", "Asks -> EITHER Ask OR Ask", example="a snack or a dessert", cost=0.1)
def or_asks(w: Words, one: Any, other: Ask) -> Asks | None:
    parts = row(w, one, other)
    if parts[0].kind == "there" and parts[0].absent:
        return Asks(tuple(changed(p, absent=True) for p in parts)) if all(
            p.kind == "there" for p in parts
        ) else None
    return Asks(parts, "or")


@rule("Asks -> Ask BUT Ask", example="rice but no beans", cost=0.1)
def but_asks(w: Words, one: Ask, other: Ask) -> Asks | None:
    return Asks((one, other)) if one.absent != other.absent else None


@rule("Asks -> Asks Over", "Asks -> Asks COMMA Over", example="3 meals per day", cost=0.1)
def asks_over(w: Words, asks: Asks, over: Over) -> Asks | None:
    overs = (*asks.overs, over)
    return changed(asks, overs=overs) if compatible(overs) else None


# -- verbs ----------------------------------------------------------------------------------------------------
@rule("Duty -> MODAL", example="must")
def must(w: Words) -> str:
    return "must"


@rule("Duty -> PERMIT", example="may")
def may(w: Words) -> str:
    return "may"


@rule("Duty -> MODAL NOT", "Duty -> DO NOT", "Duty -> NOT", "Duty -> MODAL DO NOT", example="must not")
def must_not(w: Words) -> str:
    return "must not"


@rule("Duty -> PERMIT NOT", example="may not")
def may_not(w: Words) -> str:
    return "may not"


def dutiful(asks: Asks | None, duty: str | None) -> Asks | None:
    """Apply a modal verb to what is asked."""
    if asks is None or duty in (None, "must"):
        return asks
    if duty == "may":
        if any(a.kind == "there" and not a.absent for a in asks.parts):
            return None
        return changed(asks, parts=tuple(_permitted(a) for a in asks.parts))
    parts = [denied(a) for a in asks.parts]
    if any(p is None for p in parts) or any(a.absent for a in asks.parts):
        return None
    link: Any = asks.link
    if all(a.kind == "there" for a in asks.parts):
        link = "and"
    elif len(parts) > 1:
        link = "or" if asks.link == "and" else "and"
    return changed(asks, parts=tuple(p for p in parts if p is not None), link=link)


def _permitted(ask: Ask) -> Ask:
    if ask.bound is None or not ask.bound.plain or not ask.bound.amount.exact:
        return ask
    limit = changed(ask.bound.limits[0], comparator="<=")
    return changed(ask, bound=Bound((limit,)))


@rule("Deed -> Duty? HAVE Asks", example="must have 3 meals")
def have(w: Words, duty: str | None, asks: Asks) -> Asks | None:
    return dutiful(asks, duty)


@rule("Deed -> Duty? BE Bound", example="must be at least 90 g")
def be(w: Words, duty: str | None, bound: Bound) -> Asks | None:
    return dutiful(Asks((Ask("amount", bound),)), duty)


@rule("Deed -> Duty? BE FOR Asks", "Deed -> Duty? BE Asks", example="must be for 4 days")
def be_for(w: Words, duty: str | None, asks: Asks) -> Asks | None:
    if any(a.kind == "there" for a in asks.parts):
        return None
    return dutiful(asks, duty)


@rule("Deed -> Duty? LAST Bound", "Deed -> Duty? BE Bound LONG", "Deed -> Duty? LAST FOR Bound", example="must last 45 minutes")
def last(w: Words, duty: str | None, bound: Bound) -> Asks | None:
    amount = bound.amount
    theme = w.default("time") if amount.dimension == "time" else None
    return dutiful(Asks((Ask("amount", bound, theme),)), duty) if theme else None


@rule("Deed -> Duty? LAST Asks", example="must last 4 days")
def last_days(w: Words, duty: str | None, asks: Asks) -> Asks | None:
    fits = all(a.kind == "count" and a.noun is not None and a.noun.rank in ("day", "week", "month") for a in asks.parts)
    return dutiful(asks, duty) if fits else None


@rule("Deed -> Duty? MEASURES* Bound", example="must cost at most $50")
def measures(w: Words, duty: str | None, theme: Theme, bound: Bound) -> Asks | None:
    amount = bound.amount
    if not amount.bare and amount.dimension != theme.dimension and not (
        theme.dimension == "currency" and amount.dimension.startswith("currency")
    ):
        return None
    return dutiful(Asks((Ask("amount", bound, theme),)), duty)


def _beyond(comparator: str) -> Any:
    def made(w: Words, duty: str | None, asks: Asks) -> Asks | None:
        parts = []
        for ask in asks.parts:
            if ask.bound is None or len(ask.bound.limits) > 1 or not ask.bound.amount.exact:
                return None
            limit = ask.bound.limits[0]
            over = (">", ">=", "<=") if comparator == ">" else ("<", "<=", ">=")
            if limit.comparator not in ("=", *over) or limit.about:
                return None
            parts.append(changed(ask, bound=Bound((changed(limit, comparator=comparator),))))
        return dutiful(changed(asks, parts=tuple(parts)), duty)

    return made


rule("Deed -> Duty? EXCEED Asks", "Deed -> Duty? EXCEED Scalar", example="must not exceed 2000 kcal")(_beyond(">"))
rule("Deed -> Duty? FALL_BELOW Asks", "Deed -> Duty? FALL_BELOW Scalar", example="must not fall below 1200 kcal")(_beyond("<"))
rule("Deed -> Duty? REACH Asks", "Deed -> Duty? REACH Scalar", example="must reach 2000 kcal")(_beyond(">="))
rule("Deed -> Duty? BE LIMIT TO Asks", "Deed -> Duty? BE LIMIT TO Scalar", example="must be limited to 2300 mg")(_beyond("<="))


@rule("Scalar -> Bound")
def scalar(w: Words, bound: Bound) -> Asks | None:
    return Asks((Ask("amount", bound),)) if bound.amount.bare else None


@rule("Deed -> Duty? SUM_TO Asks", "Deed -> Duty? SUM_TO Scalar", example="must add up to 1 hour")
def sum_to(w: Words, duty: str | None, asks: Asks) -> Asks | None:
    if any(a.kind != "amount" for a in asks.parts):
        return None
    return dutiful(changed(asks, parts=tuple(changed(a, total=True) for a in asks.parts)), duty)


@rule("Deed -> Duty? AVOID Asks", example="must avoid pork")
def avoid(w: Words, duty: str | None, asks: Asks) -> Asks | None:
    if duty not in (None, "must") or any(a.kind != "there" for a in asks.parts):
        return None
    return dutiful(asks, "must not")


@rule("Deed -> Deed Over", "Deed -> Deed COMMA Over", cost=0.1)
def deed_over(w: Words, asks: Asks, over: Over) -> Asks | None:
    return asks_over(w, asks, over)


@rule("Deed -> Deed TOGETHER")
def deed_together(w: Words, asks: Asks) -> Asks | None:
    if any(a.kind != "amount" or a.each or a.total for a in asks.parts):
        return None
    return changed(asks, parts=tuple(changed(a, total=True) for a in asks.parts))


@rule("Deed -> Deed EACH_ONE", "Deed -> Deed EACH")
def deed_each(w: Words, asks: Asks) -> Asks | None:
    if any(a.kind != "amount" or a.each or a.total for a in asks.parts):
        return None
    return changed(asks, parts=tuple(changed(a, each=True) for a in asks.parts))


@rule("Deed -> Deed AND|BUT Deed", "Deed -> Deed COMMA AND|BUT Deed", example="start at 9 and end by 5", cost=0.2)
def both_deeds(w: Words, one: Asks, other: Asks) -> Asks | None:
    if one.link != "and" or other.link != "and" or one.overs:
        return None
    return Asks((*one.parts, *other.parts), overs=other.overs)


@rule("Deed -> Deed OR Deed", cost=0.2)
def either_deed(w: Words, one: Asks, other: Asks) -> Asks | None:
    if len(one.parts) > 1 or len(other.parts) > 1 or one.overs:
        return None
    return Asks((*one.parts, *other.parts), "or", other.overs)


# -- clauses --------------------------------------------------------------------------------------------------
@rule("Clause -> Subject Deed", "Clause -> EACH_MARK? Subject Deed", example="each day must have 3 meals")
def stated(w: Words, subject: Subject, asks: Asks) -> Clause | None:
    return clause(w, subject, asks)


@rule("Clause -> Theme Deed", example="the daily protein must be at least 90 g")
def theme_stated(w: Words, theme: Theme, asks: Asks) -> Clause | None:
    parts = []
    for ask in asks.parts:
        if ask.kind != "amount" or (ask.theme is not None and ask.theme.measure != theme.measure):
            return None
        if ask.theme is not None and (ask.theme.of or ask.theme.overs):
            return None
        bound = ask.bound
        if theme.limit and bound is not None:
            if not bound.plain:
                return None
            bound = Bound((changed(bound.limits[0], comparator=theme.limit),))
        parts.append(changed(ask, bound=bound, theme=changed(theme, limit="")))
    return clause(w, Subject(None), changed(asks, parts=tuple(parts)))


@rule("Clause -> Theme COLON? Bound", "Clause -> Theme COLON? Bound Over", example="Carbs per day: 150-200 g", cost=0.3)
def telegram(w: Words, theme: Theme, bound: Bound, over: Over | None = None) -> Clause | None:
    asks = Asks((Ask("amount", bound),), overs=(over,) if over is not None else ())
    return theme_stated(w, theme, asks)


@rule("Clause -> Noun COLON Asks", example="Breakfast: 300-400 calories", cost=0.3)
def labelled(w: Words, noun: Noun, asks: Asks) -> Clause | None:
    if any(a.kind == "there" for a in asks.parts):
        return None
    return clause(w, Subject(noun), asks)


@rule("Clause -> Asks", example="at most 3 meals per day", cost=0.3)
def nominal(w: Words, asks: Asks) -> Clause | None:
    if any(a.kind == "there" and not a.absent for a in asks.parts):
        return None
    return clause(w, Subject(None, spoken=False), asks)


@rule("Clause -> THERE Duty? BE Asks", example="there must be no snacks")
def there_is(w: Words, duty: str | None, asks: Asks) -> Clause | None:
    found = dutiful(asks, duty)
    return None if found is None else clause(w, Subject(None), found)


@rule("Clause -> Deed", "Clause -> ENSURE Deed", "Clause -> WHO Deed", "Clause -> ENSURE WHO? Deed", example="include 3 meals", cost=0.2)
def imperative(w: Words, asks: Asks) -> Clause | None:
    return clause(w, Subject(None, spoken=False), asks)


@rule("Clause -> Asks Duty? BE HAVE Over?", "Clause -> Asks Duty? APPEAR Over?", "Clause -> Asks Duty? BE PRESENT Over?", example="a warm-up must be included")
def passive(w: Words, asks: Asks, duty: str | None, over: Over | None) -> Clause | None:
    found = dutiful(asks, duty)
    if found is None:
        return None
    if over is not None:
        found = asks_over(w, found, over)
    return None if found is None else clause(w, Subject(None), found)


@rule("Clause -> HAVE Theme Bound", "Clause -> LIMIT Theme TO Bound", example="keep carbs under 100 g")
def keep(w: Words, theme: Theme, bound: Bound) -> Clause | None:
    return theme_stated(w, theme, Asks((Ask("amount", bound),)))


@rule("Clause -> Over Clause", "Clause -> Over COMMA Clause", example="on day 2, …")
def over_clause(w: Words, over: Over, inner: Clause) -> Clause | None:
    overs = (over, *inner.overs)
    return changed(inner, overs=overs) if compatible(overs) else None


@rule("Clause -> Clause Over", example="… per day", cost=0.15)
def clause_over(w: Words, inner: Clause, over: Over) -> Clause | None:
    return over_clause(w, over, inner)


@rule("Clause -> ENSURE Clause", "Clause -> ENSURE THAT Clause", idle=(0,))
def ensured(w: Words, inner: Clause) -> Clause:
    return inner


# -- whole sentences ---------------------------------------------------------------------------------------------
@rule("Sentence -> Clause", "Sentence -> Clause STOP", "Sentence -> Clause QUESTION")
def sentence(w: Words, made: Clause) -> str:
    return fold_overs(made.overs, (made.formula, made.strength))[0]


@rule("Sentences -> Sentence")
def first(w: Words, formula: str) -> str:
    return formula


@rule("Clause -> Clause AND|SEMICOLON|COMMA|BUT Clause", "Clause -> Clause COMMA AND|BUT Clause", cost=0.5)
def both_clauses(w: Words, one: Clause, other: Clause) -> Clause:
    texts = [fold_overs(c.overs, (c.formula, c.strength)) for c in (one, other)]
    formula, strength = joined(texts, "and")
    return Clause(formula, (), strength)


@rule("Clause -> IF Clause COMMA|THEN Clause", "Clause -> IF Clause COMMA THEN Clause", example="if …, then …")
def if_then(w: Words, test: Clause, then: Clause) -> Clause:
    left = fold_overs(test.overs, (test.formula, test.strength))
    right = fold_overs(then.overs, (then.formula, then.strength))
    return Clause(f"if {left[0]} then {right[0]}", (), 0)
