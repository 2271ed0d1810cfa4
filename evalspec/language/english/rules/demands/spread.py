"""Over what a demand is held: `3 meals per day`, `2 hours each morning`."""

from __future__ import annotations

from typing import Any

from evalspec.language.english.lexicon import Words
from evalspec.language.english.meanings import Amount, Ask, Asks, Bound, Noun, Over, changed
from evalspec.language.english.rule import rule
from evalspec.language.english.rules import placing
from evalspec.language.english.rules.demands.amounts import amount_jointly, amount_of, number_for
from evalspec.language.english.state.overs import compatible, over_of


@rule("Asks -> Bound Over OF|FOR|ON Noun|Jointly", example="60 euros a day on food")
def amount_over_of(w: Words, bound: Bound, over: Over, noun: Noun) -> Asks | None:
    if noun.several:
        ask = amount_jointly(w, bound, noun)
        return None if ask is None else asks_over(w, Asks((ask,)), over)
    ask = amount_of(w, bound, noun) or number_for(w, bound, noun)
    if ask is not None and ask.theme is not None and noun.kind == "member" and over.level < 0:
        each = (*ask.theme.overs, over_of(noun))  # `€4 a head for dinner`
        ask = changed(ask, theme=changed(ask.theme, of=None, overs=each))
    return None if ask is None else asks_over(w, Asks((ask,)), over)


@rule("Asks -> Asks FOR|OVER|ON Plan", example="at most 800 euros for the plan", idle=(1, 2))
def of_the_plan(w: Words, asks: Asks, plan: Noun) -> Asks | None:
    """Hold amounts to what they come to in all: not `at least 3 museums for a plan of 2 days`."""
    amounts = all(a.kind == "amount" and a.bound is not None for a in asks.parts)
    plain = amounts and not asks.overs and plan.article != "a" and not plan.filters
    return changed(asks, parts=tuple(changed(a, total=True) for a in asks.parts)) if plain else None


@rule("Asks -> Asks EACH|PER|BOTH PART*", example="20 minutes of exercise each evening")
def each_part(w: Words, asks: Asks, part: str) -> Asks | None:
    known = part in w.lexicon.parts_of_day
    return in_part(w, asks, part, over_of(w.day)) if known else None


def in_part(w: Words, asks: Asks, part: str, over: Over) -> Asks | None:
    window = placing.in_part(w, part)
    parts = []
    for ask in asks.parts:
        noun = ask.noun if ask.noun is not None else ask.theme.of if ask.theme is not None else None
        if noun is None or window is None:
            return None
        timed = noun if part == "night" else placing.timed(w, noun, window)
        if timed is None:
            return None
        theme = ask.theme
        parts.append(
            changed(ask, noun=timed)
            if ask.noun is not None
            else changed(ask, theme=changed(theme, of=timed))
        )
    return changed(asks, parts=tuple(parts), overs=(*asks.overs, over))


def _larger(noun: Noun | None, over: Over) -> bool:
    """Tell whether a piece of a text cannot stand in another: no question has a paragraph in it."""
    return noun is not None and noun.kind == "text" and 99 < noun.level <= over.level


@rule("Asks -> ONLY* Ask Over", example="only three coffees a week", against="just one snack a day",
      cost=-0.3)  # fmt: skip
def only_so_many(w: Words, word: str, ask: Ask, over: Over) -> Asks | None:
    """Take `only three` in a period for three at most."""
    bound = ask.bound
    if (
        word != "only"
        or ask.kind != "count"
        or bound is None
        or not bound.plain
        or not bound.amount.exact
    ):
        return None
    most = Bound((changed(bound.limits[0], comparator="<="),))
    return asks_over(w, Asks((changed(ask, bound=most),)), over)


@rule("Asks -> Asks Over", example="3 meals per day", cost=0.1)
def asks_over(w: Words, asks: Asks, over: Over) -> Asks | None:
    if over.level >= 100 and any(a.overs or _larger(a.noun, over) for a in asks.parts):
        return None
    if len(asks.parts) > 1 and all(a.overs for a in asks.parts):
        return None
    if any(a.noun is not None and a.noun.text.startswith("table where ") for a in asks.parts):
        return None  # `one table with a row per week`
    if any(_within(a, over) for a in asks.parts):
        parts = tuple(
            a if _within(a, over) else changed(a, overs=(*a.overs, over)) for a in asks.parts
        )
        return changed(asks, parts=parts) if len(parts) > 1 and parts != asks.parts else None
    days = number_of_days(over)
    counts = (c for a in asks.parts for c in (a.parts or (a,)) if c.kind == "count" and c.bound)
    if days and any(c.bound.amount.low == days for c in counts if c.bound):
        return None  # `two sessions, Tuesday and Thursday`: one on each of them
    overs = (*asks.overs, over)
    return changed(asks, overs=overs) if compatible(overs) else None


def number_of_days(over: Over) -> int:
    """Return how many days are listed: `Tuesday and Thursday`; 0 where they are not."""
    return over.scope.count('"') // 2 if " any of [" in over.scope else 0


@rule("Asks -> Ask OF|WITH Bound TOGETHER", example="two walks of at least 30 minutes together",
      against="two walks of at least 30 minutes each", cost=-0.5)  # fmt: skip
def so_many_of_so_long(w: Words, ask: Ask, bound: Bound) -> Asks | None:
    """Hold the length for all of them, not for each one."""
    noun = ask.noun
    if ask.kind != "count" or noun is None or noun.filters or bound.amount.dimension != "time":
        return None
    length = amount_of(w, bound, noun)
    return None if length is None else Asks((ask, length))


@rule("Asks -> Asks IN Amount", example="at least 12 hours of sleep in 24 hours",
      against="12 hours of sleep in 36 hours")  # fmt: skip
def in_a_day(w: Words, asks: Asks, whole: Amount) -> Asks | None:
    """Take so much time in 24 hours for that in a day."""
    spent = all(a.bound is not None and a.bound.amount.dimension == "time" for a in asks.parts)
    of_a_day = whole.unit == "h" and whole.exact and whole.low == 24
    return asks_over(w, asks, over_of(w.day)) if spent and of_a_day else None


@rule("InOne -> IN|FOR Noun", example="not more than two stops in a day")
def in_one(w: Words, noun: Noun) -> Over | None:
    """Take `in a day` for `a day`."""
    every = noun.kind == "rank" and noun.article == "a" and not (noun.placed or noun.filters)
    return over_of(changed(noun, article="")) if every and not noun.plural else None


@rule("Asks -> Asks InOne", "Deed -> Deed InOne", example="not more than two stops in a day",
      cost=0.2)  # fmt: skip
def in_a(w: Words, asks: Asks, over: Over) -> Asks | None:
    """Hold what is bounded, and what there are so many parts of, in each one."""
    settled = all(
        (a.kind in ("count", "amount") and a.bound and not a.bound.plain)
        or (a.kind == "count" and a.noun and a.noun.kind in ("rank", "item", "member"))
        for a in asks.parts
    )
    return asks_over(w, asks, over) if settled else None


@rule("Asks -> Asks COMMA|AND|BUT|WITH Asks|Scalar / Asks COMMA|AND|BUT WITH Asks|Scalar / "
      "Asks COMMA AND|BUT WITH? Asks|Scalar",
      example="18 lessons a week, with no more than four a day", cost=-0.15)  # fmt: skip
def and_so_many(w: Words, one: Asks, other: Asks) -> Asks | None:
    """Read a second bound of what was said before, somewhere else or a limit on the other side."""
    first, second = one.parts[0], other.parts[0]
    if len(one.parts) > 1 or len(other.parts) > 1 or first.bound is None or second.bound is None:
        return None
    elsewhere = bool(other.overs) and other.overs != one.overs
    if first.kind not in ("count", "amount") or second.kind != "amount" or second.theme is not None:
        return None
    alone = not one.overs and not (elsewhere and (first.total or first.kind == "count"))
    if second.noun is not None or alone or not (elsewhere or not other.overs):
        return None
    amount, limits = first.bound.amount, second.bound.limits
    if second.bound.amount.bare and not amount.bare:
        limits = tuple(
            changed(x, amount=changed(x.amount, unit=amount.unit, dimension=amount.dimension))
            for x in limits
        )
    elif second.bound.amount.dimension != amount.dimension:
        return None
    before = first.bound.limits[0].comparator
    if limits[0].comparator == "=" and before != "=":  # `at most 3 a day and 15 a week`
        fits = elsewhere and second.bound.plain and second.bound.amount.exact
        if not fits or before not in ("<", "<=", ">", ">=") or limits[0].firm:
            return None
        limits = (changed(limits[0], comparator=before),)
    sides = {x.comparator[0] for x in (*first.bound.limits, *limits)}
    if not elsewhere and sides != {"<", ">"}:
        return None
    mine, theirs = _without(one.overs, other.overs), _then(one.overs, other.overs)
    again = changed(first, bound=changed(second.bound, limits=limits), overs=theirs)
    return Asks((changed(first, overs=mine), again))


def _then(overs: tuple[Over, ...], others: tuple[Over, ...]) -> tuple[Over, ...]:
    """Return where a second demand holds: `two people on every shift, three on Saturdays` is of shifts."""
    dated = len(others) == 1 and others[0].scope.startswith("day on ")
    inner = dated and len(overs) == 1 and overs[0].level > others[0].level
    if not inner or overs[0].scope == "item":
        return others or overs
    return (
        changed(overs[0], scope=overs[0].scope + others[0].scope.removeprefix("day"), open=False),
    )


def _without(overs: tuple[Over, ...], others: tuple[Over, ...]) -> tuple[Over, ...]:
    """Leave out what another demand is about: `two hours a day, one on Friday`."""
    own = {o.rank: o.scope.removeprefix(o.rank) for o in others if o.scope != o.rank and o.rank}
    if _then(overs, others) != (others or overs):
        return (changed(overs[0], scope=f"{overs[0].scope} except{own['day']}", open=False),)
    return tuple(
        changed(o, scope=f"{o.scope} except{own[o.rank]}", open=False)
        if o.scope == o.rank and o.rank in own
        else o
        for o in overs
    )


@rule("Scalar -> Scalar Over", example="at most 4 a day", cost=0.1)
def scalar_over(w: Words, asks: Asks, over: Over) -> Asks | None:
    return changed(asks, overs=(over,)) if not asks.overs else None


def _within(ask: Ask, over: Over) -> bool:
    """Tell whether it counts what another demand is held over, or says it itself: `90 g of fat a day, 3 meals a day`."""
    return _counts(ask, over) or (ask.theme is not None and over in ask.theme.overs)


def _counts(ask: Ask, over: Over) -> bool:
    """Tell whether a demand counts what a quantifier goes over: `2 days and 3 meals per day`."""
    return ask.kind == "count" and ask.noun is not None and ask.noun.rank == over.rank


@rule("Times_a_Day -> Num PER Rank FOR Num Rank / Num Rank WITH Num Noun EACH_ONE|EACH / "
      "Num PER Rank COMMA Num Rank", example="12 meals (3 per day for 4 days)")  # fmt: skip
def product(w: Words, one: Amount, *rest: Any) -> Amount | None:
    numbers = [one, *(r for r in rest if isinstance(r, Amount))]
    ranks = {r.rank for r in rest if isinstance(r, Noun) and r.kind == "rank"}
    if len(numbers) != 2 or not all(n.exact for n in numbers) or not ranks:
        return None
    total = numbers[0].low * numbers[1].low
    return Amount(total, total)


@rule("Asks -> Ask WITH Ask Over", example="4 weeks with 3 sessions per week", cost=-0.1)
def with_per(w: Words, ask: Ask, other: Ask, over: Over) -> Asks | None:
    if ask.kind != "count" or other.kind not in ("count", "amount") or not _counts(ask, over):
        return None
    return Asks((ask, changed(other, overs=(*other.overs, over))))
