"""Amounts that are asked for, of what, and in one go."""

from __future__ import annotations

from typing import Any

from evalspec.language.english.lexicon import Words, quoted
from evalspec.language.english.meanings import (
    COUNTED,
    Amount,
    Ask,
    Asks,
    Bound,
    Clause,
    Limit,
    Noun,
    Theme,
    Times,
    amount_text,
    changed,
)
from evalspec.language.english.rule import rule
from evalspec.language.english.rules import bounds, names, placing
from evalspec.language.english.state.overs import block_text, over_of


@rule("Ask -> Theme Bound", example="a weight above 50 kg", cost=0.2)
def amount_behind(w: Words, theme: Theme, bound: Bound) -> Any:
    above = bound.limits[0].comparator in ("<", ">") and not bound.limits[0].firm
    return amount(w, theme, bound) if above else None  # not `the rail pass costs at most $250`


@rule("Ask -> Bound OF? Theme / Bound OF Theme / Theme OF Bound",
      example="at least 20 g of protein")  # fmt: skip
def amount(w: Words, one: Any, other: Any) -> Any:
    bound, theme = (one, other) if isinstance(one, Bound) else (other, one)
    if bound.amount.dimension == "fraction" != theme.dimension:
        return None
    if theme.limit or (theme.mean and theme.kind == "whole"):
        return None
    if theme.dimension == "" and isinstance(one, Bound):
        return None
    counts = theme.dimension.startswith("count:") or theme.dimension == "energy"
    if bound.amount.bare and theme.kind != "whole" and not (counts or theme.bare):
        return None
    rank = w.lexicon.ranks.get(bound.amount.unit)
    if rank is not None and theme.dimension == "time" and not theme.of and not theme.overs:
        return [
            Ask("amount", bound, theme),
            Ask("count", bound.numbers, noun=w.rank(rank), text="span"),
        ]
    if bound.amount.bare and theme.bare and bound.plain:
        return None  # the number and its unit are read as one
    if theme.kind == "whole" and isinstance(one, Bound):
        return None
    if not bound.amount.bare and theme.bare:
        return None
    if (
        theme.bare
        and theme.of is not None
        and theme.of.plural
        and theme.of.kind in ("rank", "item", "member")
    ):
        theme = changed(theme, total=True)  # `four hours of stops a day`: of all of them
    return Ask("amount", bound, theme)


@rule("Ask -> Bound", example="at least 2000 kcal")
def bare_amount(w: Words, bound: Bound) -> Ask | None:
    return None if bound.amount.bare else Ask("amount", bound)


@rule("Ask -> Bound", example="a week", against="a day", cost=-0.2)
def so_many_weeks(w: Words, bound: Bound) -> Ask | None:
    """Count weeks or months that a plan is for; days have numbers of their own."""
    rank = w.lexicon.ranks.get(bound.amount.unit)
    if rank is None or rank.name == "day" or bound.amount.dimension != "time":
        return None
    return Ask("count", bound.numbers, noun=w.rank(rank), text="span")


@rule("Ask -> Bound FOR Noun", example="at most 120 for leisure", against="at most 3 of leisure")
def number_for(w: Words, bound: Bound, noun: Noun) -> Ask | None:
    """Hold what only has a name to a number without a unit: `12 for the wedding` are guests."""
    theme = w.unsaid(noun) if noun.kind == "name" and noun.article != "a" else None
    alone = theme is None or not bound.amount.bare or bound.plain or bound.amount.low <= COUNTED
    return None if alone or theme is None else Ask("amount", bound, changed(theme, of=noun))


@rule(
    "Ask -> Bound Noun",
    example="at least 2 h deep work",
    against="at least one 12 km run",
    cost=0.2,
)
def amount_beside(w: Words, bound: Bound, noun: Noun) -> Ask | None:
    """Read how much there is of what has no plural, without `of`."""
    loose = bound.amount.dimension in ("time", "volume", "mass") and not bound.amount.attached
    whole = noun.kind in ("category", "name") and not (noun.plural or noun.known or noun.article)
    return amount_of(w, bound, noun) if loose and whole and not noun.filters else None


@rule("Ask -> Bound OF|FOR Noun", example="8 hours of sleep")
def amount_of(w: Words, bound: Bound, noun: Noun) -> Ask | None:
    said = noun.kind in ("text", "mark") and (noun.counts or noun.scope).isalpha()
    if said and not (w.prose or noun.filters or noun.overs):
        noun = names.named(
            noun.counts or noun.scope
        )  # `10 minutes for questions`: of texts there are none
    if bound.amount.bare or noun.kind in ("plan", "text") or noun.article == "a" or noun.placed:
        return None
    theme = w.default(bound.amount.dimension, noun)
    if theme is None or theme.dimension == "fraction":
        return None
    gathered = noun.kind in ("rank", "item", "member")
    if gathered and noun.plural:
        return None
    if bound.amount.dimension == "time" and noun.rank in w.lexicon.units:
        return Ask("amount", bound, theme, overs=(over_of(noun),))  # `8 hours of my day`
    return Ask(
        "amount",
        bound,
        changed(theme, of=changed(noun, plural=gathered or noun.plural), total=gathered),
    )


@rule(
    "Ask -> Bound OF|FOR Noun FROM Clock",
    example="8 hours of work from 6:30",
    against="at least 8 hours of work from 6:30",
)
def amount_from(w: Words, bound: Bound, noun: Noun, clock: Any) -> Ask | None:
    """Take an exact time of something for how long it goes on from then."""
    timed = (
        placing.timed(w, noun, placing.starting(w, clock))
        if bound.limits[0].comparator == "="
        else None
    )
    return None if timed is None else amount_of(w, bound, timed)


@rule("Ask -> Bound OF|FOR Noun Times", example="6 hours of work until 17:00", cost=-0.1)
def amount_until(w: Words, bound: Bound, noun: Noun, times: Times) -> Ask | None:
    until = times.kind == "until" and bound.limits[0].comparator == "="
    timed = placing.timed(w, noun, placing.ending(w, times.tests[0][1])) if until else None
    return None if timed is None else amount_of(w, bound, timed)


@rule("Ask -> Bound OF|FOR|ON|IN Jointly TOGETHER*?", example="at most 50 g of butter and oil")
def amount_jointly(w: Words, bound: Bound, parts: Noun, together: str | None = None) -> Ask | None:
    """Read how much there is of several things together; `3 sets of squats and lunges` are of each."""
    counted = bound.amount.dimension.startswith("count:") and bound.amount.unit != "serving"
    theme = None if bound.amount.bare or w.scheduled else w.default(bound.amount.dimension)
    if (
        theme is None
        or not (theme.adds or counted)
        or any(n.article == "a" or n.placed for n in parts.several)
    ):
        return None
    either = (
        bound.plain and bound.amount.exact and not together
    )  # `200 g of rice and beans`: of each, or of both
    return Ask(
        "amount", bound, changed(theme, of=parts), choice=2 if counted else 0 if either else 1
    )


@rule("Ask -> Bound OF Bound / Bound OF Bound OF Noun", example="3 sets of 10 reps", cost=-0.1)
def so_many_of(w: Words, bound: Bound, inner: Bound, noun: Noun | None = None) -> list[Ask] | None:
    counted = [
        b.amount.dimension for b in (bound, inner) if b.amount.dimension.startswith("count:")
    ]
    if len(set(counted)) != 2:
        return None
    one, two = (Ask("amount", b) if noun is None else amount_of(w, b, noun) for b in (bound, inner))
    if one is None or two is None:
        return None
    made = [Ask("all", parts=(one, two))]
    if not bound.plain and inner.plain and inner.amount.exact:
        more = Bound((changed(inner.limits[0], comparator=bound.limits[0].comparator),))
        made.append(Ask("all", parts=(one, changed(two, bound=more))))
    return made


@rule(
    "Ask -> Bound WITH Name|Noun", example="2 hours with the partner", against="2 hours with a walk"
)
def amount_with(w: Words, bound: Bound, noun: Noun) -> Ask | None:
    """Read how long somebody is with others, whom what is done then names."""
    fits = w.scheduled and bound.amount.dimension == "time" and noun.kind in ("name", "category")
    return amount_of(w, bound, noun) if fits and not noun.filters else None


@rule("Ask -> Bound TOGETHER FOR|OF Noun / Bound TOGETHER OF|FOR Jointly",
      example="2 hours in total for meals")  # fmt: skip
def amount_together(w: Words, bound: Bound, noun: Noun) -> Ask | None:
    made = (amount_jointly if noun.several else amount_of)(w, bound, noun)
    return None if made is None else changed(made, total=True)


@rule("Ask -> Bound SPEND Noun / Bound SPEND FOR|TO|ON Noun",
      example="2 hours set aside for the garden")  # fmt: skip
def amount_kept(w: Words, bound: Bound, noun: Noun) -> Ask | None:
    return amount_of(w, bound, noun) if bound.amount.dimension == "time" else None


@rule("Ask -> Bound IN|AT Noun", example="3 nights in Rome")
def amount_in(w: Words, bound: Bound, noun: Noun) -> Ask | None:
    lasting = bound.amount.dimension == "time" and noun.window is None
    fits = noun.kind in ("name", "category") and (lasting or not w.scheduled)
    return amount_of(w, bound, noun) if fits else None


@rule("Ask -> Num Rank LONG? Plan", example="a 5-day plan")
def plan_of(w: Words, number: Amount, noun: Noun, plan: Noun) -> Ask | None:
    return (
        None
        if noun.plural or noun.kind != "rank"
        else Ask("count", bounds.number(w, changed(number, definite=False)), noun=noun)
    )


@rule("Ask -> Amount Plan", example="a week-long plan")
def so_long_a_plan(w: Words, amount: Amount, plan: Noun) -> Ask | None:
    return so_many_weeks(w, bounds.number(w, amount)) if amount.attached else None


@rule("Ask -> AVERAGE Ask", example="an average of 500 kcal per meal")
def average_ask(w: Words, ask: Ask) -> Ask | None:
    return changed(ask, mean=True) if ask.kind in ("amount", "count") and not ask.total else None


@rule("Ask -> Ask TOGETHER*", example="200 kcal in total", against="two trainees together")
def ask_together(w: Words, ask: Ask, word: str) -> Ask | None:
    """Not of those who work together, which is at one time."""
    at_once = (
        word == "together" and w.scheduled and ask.noun is not None and w.is_crew(ask.noun.name)
    )
    return None if at_once else total_ask(w, ask)


@rule("Ask -> TOTAL Ask", example="a total of 12 sets", idle=(0,))
def total_ask(w: Words, ask: Ask) -> Ask | None:
    if ask.kind == "count":
        return ask
    return changed(ask, total=True) if ask.kind == "amount" and not ask.each else None


@rule("Ask -> Ask FOR_ALL", example="900 euros for everything", against="ten reps on everything")
def for_all(w: Words, ask: Ask) -> Ask | None:
    units = (limit.amount.dimension for limit in ask.bound.limits) if ask.bound else ()
    counted = any(one.startswith("count:") for one in units)  # of each
    return None if counted else total_ask(w, _budget(ask))


def _budget(ask: Ask) -> Ask:
    """Take money for all that is bought for the most that may be spent: `£40 for the lot`."""
    limits = ask.bound.limits if ask.bound else ()
    plain = len(limits) == 1 and limits[0].comparator == "=" and not limits[0].firm
    if not plain or not limits[0].amount.dimension.startswith("currency"):
        return ask
    return changed(ask, bound=Bound((Limit("<=", limits[0].amount),)))


@rule("Asks -> Asks IN_ONE_GO", "Deed -> Deed IN_ONE_GO", "Asks -> Bound IN_ONE_GO FOR Noun / "
      "Bound IN_ONE_GO OF Noun", example="at most 2 hours of study at a stretch")  # fmt: skip
def in_one_go(w: Words, what: Any, noun: Noun | None = None) -> Asks | None:
    """Hold each piece of an activity to a length, or ask for one of it."""
    found = amount_of(w, what, noun) if noun is not None else None
    asks = Asks((found,)) if found is not None else what
    if not isinstance(asks, Asks) or len(asks.parts) > 1:
        return None
    ask = asks.parts[0]
    of = ask.theme.of if ask.theme is not None else None
    if (
        ask.kind != "amount"
        or ask.bound is None
        or of is None
        or of.kind not in ("category", "name")
    ):
        return None
    limit = ask.bound.limits[0]
    if (
        ask.bound.amount.dimension != "time"
        or len(ask.bound.limits) > 1
        or limit.about
        or limit.slack
    ):
        return None
    if limit.comparator in ("<", "<="):
        return changed(asks, parts=(changed(ask, each=True),))
    if limit.comparator not in (">", ">=", "=") or not limit.amount.exact:
        return None
    sign = "" if limit.comparator == "=" else f"{limit.comparator} "
    lasting = f" lasting {sign}{amount_text(limit.amount)}"
    text = f"exists {block_text(w, changed(of, filters=of.filters + lasting))}"
    return changed(asks, parts=(Ask("test", text=text),))


@rule("Ask -> Noun FOR|OF Bound", example="a hobby for at least 1 hour", cost=0.1)
def lasting(w: Words, noun: Noun, bound: Bound) -> Ask | None:
    if bound.amount.dimension != "time" or noun.kind not in ("category", "name", "several"):
        return None
    theme = w.default("time")
    return (
        None
        if theme is None
        else Ask("amount", bound, changed(theme, of=changed(noun, article="")))
    )


@rule("Ask -> Bound FOR|TO|OF Activity", example="2 hours of studying for exams", cost=0.5)
def for_activity(w: Words, bound: Bound, text: str) -> Ask | None:
    return (
        amount_of(w, bound, names.named(names.bare(text)))
        if bound.amount.dimension == "time"
        else None
    )


@rule("Ask -> Bound TO Noun", example="1 hour to relax")
def to_do(w: Words, bound: Bound, noun: Noun) -> Ask | None:
    return (
        amount_of(w, bound, noun)
        if noun.kind == "category" and bound.amount.dimension == "time"
        else None
    )


@rule("Ask -> Bound FOR EACH Noun", example="30 minutes for each meal")
def long_for_each(w: Words, bound: Bound, noun: Noun) -> Ask | None:
    ask = amount_of(w, bound, noun) if w.scheduled and not noun.plural else None
    return None if ask is None else changed(ask, each=True)


@rule(
    "Clause -> SPEND|HAVE? NTH* Amount Duty? BE? FOR|TO|ON Noun|Text",
    example="the last 10 minutes are for questions",
)
def at_edge(w: Words, number: int, amount: Amount, duty: str | None, noun: Noun) -> Clause | None:
    """Ask that a plan begins or ends with so much of a thing."""
    name = noun.name or noun.counts
    plain = noun.kind in ("category", "name", "text", "mark") and not (noun.filters or noun.overs)
    if not w.scheduled or number not in (1, -1) or amount.dimension != "time" or not plain:
        return None
    place = "last" if number < 0 else "first"
    lasting = f"lasting {amount_text(amount)}"
    fits = duty in (None, "must") and amount.exact and amount.unit not in w.lexicon.ranks
    return Clause(f"exists {place} block named {quoted(name)} {lasting}") if fits else None


@rule("Ask -> Bound EACH_ONE|EACH OF|FOR Noun", example="30 minutes each of yoga and meditation")
def each_amount(w: Words, bound: Bound, noun: Noun) -> Ask | None:
    ask = amount_of(w, bound, noun)
    if bound.amount.dimension.startswith("currency") and not (noun.plural or noun.several):
        return None  # `20 euros each for food`: for each person
    return None if ask is None else changed(ask, each=True)
