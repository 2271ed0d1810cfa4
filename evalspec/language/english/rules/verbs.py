"""Verbs: duties, and what a thing does."""

from __future__ import annotations

from typing import Any

from evalspec.language.english.closed import data
from evalspec.language.english.lexicon import Words
from evalspec.language.english.meanings import Ask, Asks, Bound, Noun, Over, Theme, changed
from evalspec.language.english.rule import rule
from evalspec.language.english.rules import bounds
from evalspec.language.english.rules.demands.amounts import amount_of, number_for
from evalspec.language.english.rules.demands.duties import dutiful
from evalspec.language.english.rules.demands.spread import asks_over
from evalspec.language.english.rules.themes import over_rank
from evalspec.language.english.state.overs import over_of


@rule("Duty -> BE OBLIGED", example="are going to")
@rule("Duty -> MODAL", example="must")
def must(w: Words) -> str:
    return "must"


@rule("Duty -> PERMIT ONLY", example="can only")
@rule("Duty -> PERMIT", example="may")
def may(w: Words) -> str:
    return "may"


@rule("Copula -> BE NOT", example="is not")
@rule("Duty -> NOT TO", "Duty -> BE NOT OBLIGED", example="not to exceed 50 g")
@rule("Duty -> MODAL NOT / DO NOT / NOT / MODAL DO NOT", example="must not")
def must_not(w: Words) -> str:
    return "must not"


@rule("Duty -> PERMIT NOT", "Duty -> BE NOT ALLOWED TO", example="may not")
def may_not(w: Words) -> str:
    return "may not"


@rule("Willing -> Duty? WANT*", "Willing -> Copula WANT*", example="would like")
def willing(w: Words, duty: str | None, word: str) -> str | None:
    """A wish is a duty: `I don't want to …` is `must not …`; `I don't need …` lifts one, but of a thing."""
    lifted = duty == "must not" and word.startswith("need")
    known = {None: "must", "must": "must", "must not": "need not" if lifted else "must not"}
    return known.get(duty)


@rule("Duty -> Willing TO", example="would like to")
def wish_to(w: Words, duty: str) -> str | None:
    return duty if duty != "need not" else None


@rule("Copula -> Duty? BE", example="must be")
def copula(w: Words, duty: str | None) -> str:
    return duty or "must"


@rule("MUST -> Duty", "IS -> Copula", example="must")
def obliging(w: Words, duty: str) -> str | None:
    """Leave out what only may be, or must not, where that would say nothing."""
    return duty if duty == "must" else None


@rule("Deed -> Duty? Bare", example="must have 3 meals")
def deed(w: Words, duty: str | None, asks: Asks) -> Asks | None:
    return dutiful(asks, duty) if duty is not None else changed(asks, told=True)


@rule("Deed -> Duty EACH|EACH_ONE Bare", example="must each have 3 meals")
def deed_each_first(w: Words, duty: str, asks: Asks) -> Asks | None:
    found = dutiful(asks, duty)
    return None if found is None else individually_all(w, found)


@rule("Bare -> HAVE* Asks", "Bare -> HAVE* FOR|HIM Asks", example="have 3 meals")
def have(w: Words, verb: str, asks: Asks) -> list[Asks] | None:
    if w.textual and verb == "mention" and all(a.kind == "there" for a in asks.parts):
        return None  # what a text mentions is said in it
    if any(takes_none(verb, ask) for ask in asks.parts):
        return None
    needed = _no_less(w, asks) if verb.startswith("need") else None
    return [asks] if needed is None else [asks, needed]


def _no_less(w: Words, asks: Asks) -> Asks | None:
    """Take the amount that is needed for the least one: `she needs 60 g a day`, or more."""
    ask = asks.parts[0]
    if len(asks.parts) > 1 or ask.kind != "amount" or ask.bound is None:
        return None
    bound = bounds.at_least(w, ask.bound) if ask.bound.amount.unit else None
    return changed(asks, parts=(changed(ask, bound=bound),)) if bound else None


def takes_none(verb: str, ask: Ask) -> bool:
    """Tell whether a verb takes things, and no such amount: nobody drinks 20 minutes."""
    of = ask.theme is not None and ask.theme.of is not None
    counted = ask.noun.rank if ask.noun else ask.bound.amount.unit if ask.bound else ""
    if verb in data("takes effort").get(counted, ()):
        return True  # so much work, and not that many days
    if verb in data("adding") and ask.kind == "amount" and ask.theme is None:
        return True  # on top of what was there
    if verb not in data("takes things") or ask.kind != "amount" or ask.bound is None or of:
        return False
    named = ask.theme.dimension if ask.theme is not None else ""
    dimension = named or ask.bound.amount.dimension
    return dimension in ("time", "fraction") or dimension.startswith("currency")


@rule("Bare -> BE Bound", "Bare -> COME IN? Bound", example="be at least 90 g")
def be(w: Words, bound: Bound) -> Asks:
    return _of_length(Asks((Ask("amount", bound),)))


def _of_length(asks: Asks) -> Asks:
    """Mark an amount of time as what a thing lasts: of several things, each."""
    return changed(
        asks,
        parts=tuple(
            changed(a, text="size")
            if a.kind == "amount" and not a.text and a.bound and a.bound.amount.dimension == "time"
            and (a.theme is None or a.theme.of is None)
            else a
            for a in asks.parts
        ),
    )  # fmt: skip


@rule("Bare -> BE FOR? Asks", example="it must be a 5-day meal plan")
def be_for(w: Words, asks: Asks) -> Asks | None:
    named = (a.noun is not None and a.noun.kind == "name" for a in asks.parts)
    if any(
        a.kind == "there" and (n or not a.absent) for a, n in zip(asks.parts, named, strict=True)
    ):
        return None  # `I am not a morning person`
    if any(
        a.text == "single" for a in asks.parts
    ):  # `not be a single paragraph`: some other number
        return changed(
            asks, parts=tuple(changed(a, text="") if a.text == "single" else a for a in asks.parts)
        )
    return _of_length(asks)


@rule("Bare -> BE KEPT Bound", example="be kept under 40 minutes")
def kept(w: Words, bound: Bound) -> Asks:
    return be(w, bound)


@rule("Bare -> LAST|LASTING FOR? Bound", "Bare -> BE Bound LONG", example="last 45 minutes")
def last(w: Words, bound: Bound) -> Asks | None:
    amount = bound.amount
    theme = w.default("time") if amount.dimension == "time" else None
    return _of_length(Asks((Ask("amount", bound, theme),))) if theme else None


@rule("Bare -> LAST|LASTING Asks", example="last 4 days")
def last_days(w: Words, asks: Asks) -> Asks | None:
    fits = all(
        a.kind == "count" and a.noun is not None and a.noun.rank in ("day", "week", "month")
        for a in asks.parts
    )
    return changed(asks, parts=tuple(changed(a, text="span") for a in asks.parts)) if fits else None


@rule("Bare -> BE Asks LONG", example="be 4 weeks long")
def long(w: Words, asks: Asks) -> Asks | None:
    return last_days(w, asks)


@rule("Bare -> BE? HAVE WITH|AT|FOR Asks / BE AT Asks", example="be done with 24 kg", cost=0.1)
def with_amount(w: Words, asks: Asks) -> Asks | None:
    return asks if all(a.kind in ("amount", "all") for a in asks.parts) else None


@rule("Bare -> BE HAVE WITH Noun", example="be done with dumbbells", cost=0.1)
@rule("Bare -> BE HAVE|SPEND IN Noun", example="be spent in Florence", cost=0.1)
def be_in(w: Words, noun: Noun) -> Asks | None:
    return Asks((Ask("there", noun=noun),)) if noun.kind == "name" else None


@rule("Bare -> SPEND Asks", example="spend 2 nights in each city")
def spend_counted(w: Words, asks: Asks) -> Asks | None:
    if all(a.kind == "share" and a.noun is not None for a in asks.parts):
        return asks
    if all(
        a.theme is not None and a.theme.of is not None and a.theme.of.several for a in asks.parts
    ):
        return asks  # `spend 300 euros on museums and tours`
    counts = [a.bound.amount.dimension for a in asks.parts if a.bound is not None]
    return asks if counts and all(d.startswith("count:") for d in counts) else None


@rule("Bare -> ACTING* FOR? Bound", example="drive for at most 4 hours", cost=-0.1)
def acts(w: Words, noun: Noun, bound: Bound) -> Asks | None:
    """Hold how long somebody does something: `drive no more than 4 hours`."""
    timed = bound.amount.dimension == "time" and bound.amount.unit not in w.lexicon.ranks
    ask = amount_of(w, bound, noun) if timed and not bound.plain else None
    return None if ask is None else Asks((changed(ask, text="deed"),))


@rule("Bare -> MEASURES* Bound", example="cost at most $50")
def measures(w: Words, theme: Theme, bound: Bound) -> Asks | None:
    amount = bound.amount
    if amount.bare and theme.dimension in ("length", "time", "mass"):
        return None  # four of what
    if (
        not amount.bare
        and amount.dimension != theme.dimension
        and not (theme.dimension == "currency" and amount.dimension.startswith("currency"))
    ):
        return None
    return _of_length(Asks((Ask("amount", bound, theme),)))


def beyond(comparator: str) -> Any:
    def made(w: Words, asks: Asks) -> Asks | None:
        parts = []
        for ask in asks.parts:
            if ask.bound is None or len(ask.bound.limits) > 1 or not ask.bound.amount.exact:
                return None
            limit = ask.bound.limits[0]
            known = {">": (">=", "<="), "<": ("<=", ">="), ">=": (">=",), "<=": ("<=",)}
            if limit.comparator not in ("=", *known[comparator]) or limit.about or limit.firm:
                return None
            parts.append(changed(ask, bound=Bound((changed(limit, comparator=comparator),))))
        return changed(asks, parts=tuple(parts))

    return made


rule("Bare -> EXCEED Asks|Scalar LONG?", example="exceed 2000 kcal")(beyond(">"))


rule("Bare -> AVOID EXCEED Asks|Scalar", example="avoid exceeding 2000 kcal")(beyond("<="))


rule("Bare -> FALL_BELOW Asks|Scalar", example="fall below 1200 kcal")(beyond("<"))


@rule("Bare -> FIT* Asks|Scalar", example="fit into 2 hours")
def fits(w: Words, verb: str, asks: Asks) -> Asks | None:
    """Hold what is done to the room for it, but put in what a plan has room for: `fit in an hour of yoga`."""
    counted = (a.noun for a in asks.parts if a.kind == "count" and a.noun)
    put_in = any(a.theme and a.theme.of for a in asks.parts) or any(
        n.kind in _PUT_IN for n in counted
    )
    put_in &= verb == "fit in"
    return asks if put_in else beyond("<=")(w, asks)


_PUT_IN = ("category", "member", "name")


rule("Bare -> REACH Asks|Scalar", example="reach 2000 kcal")(beyond(">="))


rule("Bare -> BE? LIMIT TO|AT Asks|Scalar", example="be limited to 2300 mg")(beyond("<="))


@rule("Bare -> ADHERE Asks|Scalar", example="adhere to a maximum of 2000 kcal")
def adhere(w: Words, asks: Asks) -> Asks | None:
    return asks if all(a.bound is not None and not a.bound.plain for a in asks.parts) else None


@rule("Bare -> AIM Asks|Scalar", example="target 2000 kcal")
def aim(w: Words, asks: Asks) -> Asks | None:
    return (
        asks
        if all(a.bound is not None and a.kind in ("amount", "count") for a in asks.parts)
        else None
    )


@rule("Scalar -> Bound", example="lunch: 500 kcal")
def scalar(w: Words, bound: Bound) -> Asks | None:
    return Asks((Ask("amount", bound),)) if bound.amount.bare else None


@rule("Scalar -> Scalar EACH_ONE", "Scalar -> Scalar EACH*", example="at most 15 each")
def scalar_each(w: Words, asks: Asks, word: str = "each") -> Asks | None:
    if word != "each":
        return None
    return changed(asks, parts=tuple(changed(a, each=True) for a in asks.parts))


@rule("Bare -> SUM_TO|ACCOUNT_FOR Asks|Scalar", example="amount to 1 hour")
def sum_to(w: Words, asks: Asks) -> Asks | None:
    if any(a.kind not in ("amount", "count") for a in asks.parts):
        return None
    parts = (changed(a, total=a.kind == "amount") for a in asks.parts)
    return changed(asks, parts=tuple(parts))


@rule("Bare -> AVERAGE Asks|Scalar", example="average 2000 calories per day")
def averages(w: Words, asks: Asks) -> Asks | None:
    if any(a.kind != "amount" for a in asks.parts):
        return None
    return changed(asks, parts=tuple(changed(a, mean=True, text="members") for a in asks.parts))


@rule("Deed -> Deed AVERAGE", example="must have at most 600 kcal on average")
def on_average(w: Words, asks: Asks) -> Asks | None:
    fits = len(asks.parts) == 1 and asks.parts[0].kind in ("amount", "count")
    if not fits or asks.parts[0].each or asks.parts[0].total:
        return None
    return changed(asks, parts=(changed(asks.parts[0], mean=True, text="members"),))


@rule("Bare -> AVOID HAVING? Asks", example="avoid pork")
@rule("Bare -> HAVE|KEEP Asks OUT_OF TheText", example="keep 'rain' out of the story", cost=-0.2)
def avoid(w: Words, asks: Asks, text: Noun | None = None) -> Asks | None:
    bound = asks.parts[0].bound if len(asks.parts) == 1 and asks.parts[0].kind == "count" else None
    often = bound is not None and not bound.plain
    if any(a.kind != "there" or a.absent for a in asks.parts) and not (often and w.prose):
        return None
    return dutiful(changed(asks, both=False), "must not")  # `avoid both`: either


@rule("Bare -> BE WITHIN PERIODIC* LIMITING OF Bound", example="be within the daily limit of 2000")
def within_daily(w: Words, rank: str, bound: Bound) -> Asks | None:
    over = over_rank(w, rank)
    found = bounds.closed(w, bound, bounds.Close("<="))
    return None if over is None or found is None else Asks((Ask("amount", found),), overs=(over,))


@rule("Bare -> SPEND Bound ON|FOR|TO|IN|AT Noun", example="spend at most 9 euros on food")
def spend(w: Words, bound: Bound, noun: Noun) -> Asks | None:
    if bound.amount.unit in w.lexicon.ranks:
        return None
    ask = amount_of(w, bound, noun) or number_for(w, bound, noun)
    if ask is None and noun.kind == "rank" and noun.article != "a" and not bound.amount.bare:
        theme = w.default(bound.amount.dimension, noun)
        ask = None if theme is None else Ask("amount", bound, theme)
        return None if ask is None else Asks((changed(ask, overs=(over_of(noun),)),))
    return None if ask is None else Asks((ask,))


@rule("Deed -> Deed Over", example="must have 3 meals on day 2", cost=0.1)
def deed_over(w: Words, asks: Asks, over: Over) -> Asks | None:
    return asks_over(w, asks, over)


@rule("Deed -> Deed TOGETHER", example="must not exceed 200 kcal in total")
def deed_together(w: Words, asks: Asks) -> Asks | None:
    if any(a.kind != "amount" or a.each or a.total for a in asks.parts):
        return None
    return changed(asks, parts=tuple(changed(a, total=True) for a in asks.parts))


@rule("Deed -> Deed EACH_ONE / Deed EACH*", example="must not exceed 200 kcal each",
      against="must have 3 meals for each")  # fmt: skip
def individually_all(w: Words, asks: Asks, word: str = "each") -> Asks | None:
    if word != "each" or any(a.kind in ("there", "test") or a.each or a.total for a in asks.parts):
        return None
    return changed(asks, parts=tuple(changed(a, each=True) for a in asks.parts))


@rule("Deed -> Deed AND*|BUT Deed", "Deed -> Deed COMMA AND*|BUT Deed",
      example="must start at 9:00 and must end by 17:00", cost=0.2)  # fmt: skip
def and_does(w: Words, one: Asks, link: str, other: Asks) -> Asks | None:
    """Not `must not start before nine and end after five`, whose duty is of both."""
    shared = other.told and not one.told and not str(link).startswith("but")
    return None if shared else both_deeds(w, one, other)


@rule("Bare -> Bare AND|BUT Bare", "Bare -> Bare COMMA AND|BUT Bare", example="start at 9:00 and end by 17:00",
      cost=0.2)  # fmt: skip
def both_deeds(w: Words, one: Asks, other: Asks) -> Asks | None:
    if one.link != "and" or other.link != "and" or one.overs or one.permit or other.permit:
        return None
    return Asks((*one.parts, *other.parts), overs=other.overs)


@rule("Bare -> Bare OR Bare", example="start at 9:00 or end by 17:00", cost=0.1)
def either_deed(w: Words, one: Asks, other: Asks) -> Asks | None:
    if len(one.parts) > 1 or len(other.parts) > 1 or one.overs:
        return None
    return Asks((*one.parts, *other.parts), "or", other.overs)
