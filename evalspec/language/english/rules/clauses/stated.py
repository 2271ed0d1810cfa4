"""A subject and what it must: stated, asked, or told by a label."""

from __future__ import annotations

from typing import Any

from evalspec.language.english.closed import data
from evalspec.language.english.lexicon import Words, quoted
from evalspec.language.english.meanings import (
    COUNTED,
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
)
from evalspec.language.english.rule import rule
from evalspec.language.english.rules import verbs
from evalspec.language.english.rules.clauses.nominal import imperative
from evalspec.language.english.rules.demands.counts import count
from evalspec.language.english.rules.demands.duties import dutiful
from evalspec.language.english.rules.demands.spread import asks_over
from evalspec.language.english.state.amounts import amount_of
from evalspec.language.english.state.clauses import clause
from evalspec.language.english.state.overs import over_of


@rule("Clause -> Noun OF Bound", example="sessions of 40 minutes", cost=0.4)
def sized_all(w: Words, noun: Noun, bound: Bound) -> Any:
    sized = noun.kind != "name" or bound.amount.dimension in ("time", "length")
    kinds = ("rank", "item", "block", "category", "name")
    fits = sized and noun.plural and noun.kind in kinds and not (noun.filters or bound.amount.bare)
    return clause(w, Subject(noun, "each"), Asks((Ask("amount", bound),))) if fits else None


@rule("Clause -> Subject COLON? Scalar", example="rent and heating together not over 650", cost=0.3)
def held_to_number(w: Words, subject: Subject, asks: Asks) -> Any:
    """Hold what only has a name to a number without a unit."""
    alone = subject.noun is None and subject.total
    each = subject.noun is not None and subject.noun.rank == "item" and subject.quantifier
    if each and subject.quantifier in ("each", "no", "all"):  # `no item above 500`
        parts = tuple(changed(a, theme=w.unsaid(None)) for a in asks.parts)
        return with_asks(w, subject, changed(asks, parts=parts)) if parts[0].theme else None
    named = subject.noun is not None and subject.noun.kind in ("name", "several")
    bounded = all(a.bound is not None and not a.bound.plain for a in asks.parts)
    fits = (named or alone) and bounded and not subject.quantifier
    return clause(w, subject, asks) if fits else None


@rule("Clause -> Subject Asks", example="each meal at least 20 g of protein", cost=0.4)
def with_asks(w: Words, subject: Subject, asks: Asks) -> Any:
    beyond = all(a.bound and a.bound.limits[0].comparator in ("<", ">") for a in asks.parts)
    bare = any(a.bound is None or a.bound.plain for a in asks.parts)
    if any(a.kind == "there" for a in asks.parts) or not _telegraphic(subject, bare):
        return None
    if not subject.quantifier and any(a.theme is not None and a.theme.of for a in asks.parts):
        return None  # `breakfast within an hour of waking up`
    if subject.quantifier == "no" and not beyond:
        return None
    holder = subject.noun if not subject.quantifier else None
    kind = holder.kind if holder is not None else ""
    if kind == "category" and any(a.kind in ("count", "all") for a in asks.parts):
        return None  # `call grandma once a week`
    if holder is not None and holder.name in data("going on") and _in_days(w, asks):
        return None  # `work no more than four days`: on so many of them
    if kind == "text" and any(a.noun and a.noun.kind == "name" for a in asks.parts):
        return None  # `quote one source`
    if kind == "name" and any(a.kind != "share" and (a.noun or a.theme) for a in asks.parts):
        return None  # `introduce at most 12 new words`
    return clause(w, subject, asks)


def _in_days(w: Words, asks: Asks) -> bool:
    return any(a.bound is not None and a.bound.amount.unit in w.lexicon.ranks for a in asks.parts)


@rule("Clause -> Subject Asks AVERAGE", example="paragraphs under 70 words on average", cost=0.4)
def with_mean(w: Words, subject: Subject, asks: Asks) -> Any:
    noun = subject.noun
    several = noun is not None and noun.kind != "name" and noun.plural and not subject.quantifier
    return with_asks(w, changed(subject, mean=True), asks) if several else None


def _telegraphic(subject: Subject, bare: bool) -> bool:
    """Tell whether a subject needs no verb: `Tom sings 10 minutes` would be a name."""
    if subject.quantifier:
        return subject.quantifier in ("each", "no", "all")
    if subject.noun is None:
        return subject.total  # `everything together 40 minutes tops`
    known = subject.noun.kind not in ("name", "plan")
    return known or subject.total or not bare


@rule("Clause -> DO|MODAL|PERMIT ANY Noun Bare", example="does any day cost more than 5 euros?")
def asked_any(w: Words, noun: Noun, asks: Asks) -> Any:
    if noun.kind == "plan" or noun.placed:
        return None
    inner = clause(w, Subject(None), asks)
    if not isinstance(inner, Clause) or inner.overs:
        return None
    return changed(inner, overs=(changed(over_of(noun, "any"), open=False),))


@rule("Clause -> Noun COLON Bound OF_THEM", example="speeches: 4 of them")
def so_many(w: Words, noun: Noun, bound: Bound, over_: Over | None = None) -> Any:
    ask = count(w, bound, noun) if noun.plural else None
    overs = (over_,) if over_ is not None else ()
    return None if ask is None else clause(w, Subject(None), Asks((ask,), overs=overs))


@rule(
    "Clause -> Theme MUST? EXCEED Theme BY Bound",
    example="Saturday's carbs must exceed Sunday's carbs by 50 g",
)
def exceeds_by(w: Words, one: Theme, other: Theme, bound: Bound) -> Clause | None:
    if one.measure != other.measure or not one.of or not other.of:
        return None
    sides = [f"sum({t.measure}) of {t.of.text}" for t in (one, other) if t.of]
    return Clause(*held(" - ".join(sides), bound, one.unit)[:1])


@rule("Clause -> Subject Deed", example="each day must have 3 meals")
def stated(w: Words, subject: Subject, asks: Asks) -> Any:
    nobody = subject.noun is None and not subject.pronoun
    if nobody and only_told(asks, subject.somebody):
        return None
    if subject.noun is not None and _of_any(w, subject, asks):
        subject = changed(subject, quantifier="each")
    if _of_itself(subject, asks):
        subject = Subject(None)
    averages = all(a.mean and not a.overs and a.bound and not a.bound.plain for a in asks.parts)
    if subject.quantifier == "each" and averages:  # `each day … on average at least 90 g`
        parts = tuple(changed(a, mean=False) for a in asks.parts)
        subject, asks = changed(subject, mean=True), changed(asks, parts=parts)
    made = clause(w, subject, asks)
    if subject.somebody and asks.told and isinstance(made, Clause):
        return changed(made, told=True)
    noun = subject.noun
    if noun is not None and noun.kind == "name" and w.is_person(noun.name):
        return None  # `my wife doesn't eat beef`
    open_ = noun is not None and noun.kind == "name" and not subject.quantifier
    return changed(made, told=True) if open_ and asks.told and isinstance(made, Clause) else made


@rule("Clause -> Asks Duty? MAKE_UP Subject", example="two sessions must make up the plan",
      against="two walks go into each session")  # fmt: skip
def made_up(w: Words, asks: Asks, duty: str | None, subject: Subject) -> Any:
    """Hold how many parts a thing has, told of the parts."""
    noun = subject.noun
    whole = noun is not None and noun.kind in ("plan", "rank") and not asks.overs
    counts = (a.kind == "count" and a.noun and a.noun.kind in _PARTS for a in asks.parts)
    parts = all(c or a.kind == "amount" for c, a in zip(counts, asks.parts, strict=True))
    found = dutiful(asks, duty) if whole and parts else None
    return None if found is None else stated(w, subject, found)


_PARTS = ("rank", "item", "member", "block")


@rule("OnNone -> ON|IN|AT NO Noun / ON|IN|AT NO OF Noun", example="on no day")
def on_none(w: Words, noun: Noun) -> Over | None:
    plain = noun.kind in ("rank", "member") and not (
        noun.placed or noun.overs or noun.article == "a"
    )
    return over_of(changed(noun, article="", plural=False)) if plain else None


@rule("Clause -> OnNone|NOT MODAL|PERMIT|DO Theme|Subject Bare / OnNone|NOT MODAL|PERMIT|DO THERE BE Asks",
      example="on no day may the calories exceed 2000", against="may the calories exceed 2000")  # fmt: skip
def inverted(w: Words, *parts: Any) -> Any:
    """Deny of each what is said to be so of none."""
    of = next((p for p in parts if isinstance(p, Subject | Theme)), Subject(None))
    found = dutiful(parts[-1], "must not")
    if isinstance(parts[0], Over) and found is not None:
        found = asks_over(w, found, parts[0])
    if found is None:
        return None
    return theme_stated(w, of, found) if isinstance(of, Theme) else stated(w, of, found)


@rule("Clause -> WHO|PERSON Willing FOR? Subject TO Bare", "Clause -> WHO|PERSON Willing FOR? Theme TO Bare",
      example="I want each day to have 3 meals")  # fmt: skip
def wanted_of(w: Words, duty: str | None, of: Subject | Theme, asks: Asks) -> Any:
    found = dutiful(asks, duty) if duty != "need not" else None
    if found is None:
        return None
    return theme_stated(w, of, found) if isinstance(of, Theme) else stated(w, of, found)


def _of_itself(subject: Subject, asks: Asks) -> bool:
    """Tell whether a word for a part stands for all: `the workout has 2 sessions`."""
    noun, counted = subject.noun, {a.noun.rank if a.noun else "" for a in asks.parts}
    one = noun is not None and noun.kind == "rank" and not (noun.plural or noun.placed)
    whole = one and noun is not None and noun.article != "a" and not noun.filters
    return whole and not subject.quantifier and noun is not None and counted == {noun.rank}


def _of_any(w: Words, subject: Subject, asks: Asks) -> bool:
    """Tell whether how long one is is said of any of several: `a lesson is 45 minutes`."""
    noun = subject.noun
    if noun is None or not w.scheduled or noun.kind not in ("category", "name"):
        return False
    turn = noun.name.lower() in data("turns") and not noun.article and noun.name != "work"
    one = (turn or noun.article == "a") and not (noun.plural or noun.placed or noun.filters)
    timed = (
        a.kind == "amount" and a.bound is not None and a.bound.amount.dimension == "time"
        for a in asks.parts
    )
    return (
        one
        and not (subject.quantifier or subject.total or subject.mean or asks.overs)
        and all(timed)
    )


@rule(
    "Clause -> BOTH? Jointly Duty? SUM_TO Asks|Scalar",
    example="the rent and the bills should come to at most 900 euros",
)
def come_to(w: Words, parts: Noun, duty: str | None, asks: Asks) -> Any:
    return clause(w, Subject(parts, total=True), dutiful(asks, duty))


@rule(
    "Clause -> Part|Theme MINUS Part|Theme IS Bound Over?",
    example="income minus spending must be at least 100 euros each month",
    cost=-0.1,
)
def difference(w: Words, one: Any, other: Any, bound: Bound, over_: Over | None) -> Clause | None:
    """Hold what is left of one amount without another."""
    names = tuple(n for n in (one, other) if isinstance(n, Noun))
    bare = bound.amount.bare
    theme = (
        w.unsaid(Noun("", "several", several=names)) if bare else w.default(bound.amount.dimension)
    )
    if theme is None or len(names) == 1 or any(n.article == "a" for n in names):
        return None
    if names:
        sides = [amount_of(w, theme, noun, "", True) for noun in names]
    else:
        sides = [
            (f"sum({t.measure})", t.overs) for t in (one, other) if t.kind == "measure" and not t.of
        ]
    if len(sides) < 2 or any(overs or not text for text, overs in sides):
        return None
    formula, strength = held(" - ".join(text for text, _ in sides), bound, theme.unit)
    return Clause(formula, (over_,) if over_ is not None else (), strength)


@rule(
    "Clause -> ANYTHING* Duty? SUM_TO Asks|Scalar", example="everything has to add up to 500 euros"
)
def all_come_to(w: Words, word: str, duty: str | None, asks: Asks) -> Any:
    found = dutiful(verbs.sum_to(w, asks), duty) if word == "everything" else None
    return None if found is None else clause(w, Subject(None, total=True), found)


@rule("Clause -> Theme Deed", example="the daily protein must be at least 90 g")
def theme_stated(w: Words, theme: Theme, asks: Asks) -> Any:
    parts = []
    for ask in asks.parts:
        if theme.measure.startswith("gap(") and (ask.total or ask.each):
            return None
        if ask.kind == "share" and ask.theme is None:
            parts.append(changed(ask, theme=theme))
            continue
        if ask.kind != "amount" or (ask.theme is not None and ask.theme.measure != theme.measure):
            return None
        if ask.theme is not None and (ask.theme.of or ask.theme.overs):
            return None
        held = limited(ask, theme)
        if held is None:
            return None
        parts.append(held)
    return clause(w, Subject(None), changed(asks, parts=tuple(parts)))


def limited(ask: Ask, theme: Theme) -> Ask | None:
    """Ask for an amount of what is measured; of `the limit for fat` it is the most there may be."""
    bound = ask.bound
    if theme.limit and bound is not None:
        first = bound.limits[0]
        if len(bound.limits) > 1 or first.comparator not in ("=", theme.limit, theme.limit[0]):
            return None  # `the maximum … must be at least`
        held = theme.extreme or not first.firm
        if first.comparator == "=" and bound.amount.exact and held:
            bound = Bound((changed(first, comparator=theme.limit, firm=False),))
    return changed(ask, bound=bound, theme=changed(theme, limit="", extreme=False))


@rule("Clause -> NO Theme Duty Bare", "Clause -> Lead? NO Theme Bound",
      example="no weight may exceed 130 kg", against="no protein may exceed 90 g")  # fmt: skip
def none_stated(w: Words, *parts: Any) -> Any:
    """Deny of each amount what is denied of none."""
    theme = next(part for part in parts if isinstance(part, Theme))
    asks, duty = parts[-1], next((part for part in parts if isinstance(part, str)), "must")
    single = theme.kind == "measure" and not (theme.adds or theme.of or theme.total or theme.mean)
    if not single or duty not in ("must", "may") or (isinstance(asks, Bound) and asks.plain):
        return None
    asks = Asks((Ask("amount", asks),)) if isinstance(asks, Bound) else asks
    found = dutiful(asks, "must not")
    return None if found is None else theme_stated(w, theme, found)


@rule("Clause -> Theme COLON? Bound / Theme COLON? Bound Over", example="Carbs per day: 150-200 g",
      cost=0.3)  # fmt: skip
def telegram(w: Words, theme: Theme, bound: Bound, over: Over | None = None) -> Any:
    if theme.dimension == "currency" and bound.amount.bare and bound.plain:
        return None  # `the prices of day 1`
    if theme.bare and theme.dimension == "time" and bound.plain and not bound.amount.bare:
        return None  # `min 40 minutes`
    asks = Asks((Ask("amount", bound),), overs=(over,) if over is not None else ())
    return theme_stated(w, theme, asks)


@rule("Clause -> Theme COLON? Asks / Noun OF Asks", example="fat at most 30 % of the calories",
      cost=0.2)  # fmt: skip
def share_telegram(w: Words, part: Any, asks: Asks) -> Any:
    """State the share of something without a verb."""
    if any(a.kind != "share" or a.noun is not None for a in asks.parts):
        return None
    return (
        theme_stated(w, part, asks) if isinstance(part, Theme) else clause(w, Subject(part), asks)
    )


@rule(
    "Counted -> PLANNED|TOTAL Noun / Noun PLANNED|TOGETHER / Counted|Noun InPlan|TOGETHER",
    example="exercises planned",
)
def planned(w: Words, noun: Noun, *rest: Any) -> Noun | None:
    fits = noun.kind in _PARTS and noun.plural and noun.article in ("", "the")
    return changed(noun, article="") if fits else None


@rule(
    "Clause -> Noun|Counted Over|InOne? COLON|EQ Bound",
    example="Stops per day: at most 4",
    cost=0.3,
)
def numbered(w: Words, noun: Noun, over_: Over | None, bound: Bound) -> Any:
    """Hold a thing to a number: how many there are, or how much of what only has a name."""
    if not bound.amount.bare or noun.kind != "name" or w.unsaid(noun) is None:
        return so_many(w, noun, bound, over_)
    overs = (over_,) if over_ is not None else ()
    return clause(w, Subject(noun), Asks((Ask("amount", bound),), overs=overs))


@rule("Clause -> Noun|Counted Over|InOne? Bound", example="meals >= 3", cost=0.4)
def counted(w: Words, noun: Noun, over_: Over | None, bound: Bound) -> Any:
    """Hold how many parts there are to a number, told without a verb."""
    told = bound.amount.bare and noun.kind in ("rank", "item") and noun.plural and bound.limits
    return so_many(w, changed(noun, article=""), bound, over_) if told else None


@rule("Clause -> Noun|Counted Over|InOne? Duty? BE|SUM_TO|NUMBER Bound Over|InOne?",
      example="the meals must number 4 a day", cost=0.3)  # fmt: skip
def numbering(
    w: Words, noun: Noun, first: Over | None, duty: str | None, bound: Bound, last: Over | None
) -> Any:
    """Hold how many parts there are to a number that is said of them all."""
    few = bound.amount.bare and bound.amount.high <= COUNTED and not noun.placed
    fits = few and noun.kind in _PARTS and noun.plural and not (first and last)
    ask = count(w, bound, changed(noun, article="")) if fits else None
    held_in = tuple(one for one in (first, last) if one is not None)
    found = dutiful(Asks((ask,), overs=held_in), duty) if ask is not None else None
    return None if found is None else clause(w, Subject(None), found)


@rule("Clause -> Noun COLON Asks", example="Breakfast: 300-400 calories", cost=0.3)
def labelled(w: Words, noun: Noun, asks: Asks) -> Any:
    if any(a.kind == "there" for a in asks.parts) and noun.kind not in ("member", "rank"):
        return None
    return clause(w, Subject(noun), asks)


@rule("Clause -> Headed COLON Asks", example="invitation: five sentences at most")
def labelled_text(w: Words, name: str, asks: Asks) -> Clause | None:
    """Hold a text to a length: the section that is called so; all of a text where none is."""
    made = clause(w, Subject(None), asks) if all(a.kind == "count" for a in asks.parts) else None
    if not isinstance(made, Clause) or made.overs:
        return None
    one = f"section named {quoted(name.lower())}"
    whole = f"if exists {one} then each {one}: {made.formula} else {made.formula}"
    return changed(made, formula=whole if w.prose else f"each {one}: {made.formula}")


def only_told(asks: Asks, somebody: bool = True) -> bool:
    """Tell whether somebody says what they do or have: `I do yoga`, `we don't have a car`."""
    there = all(a.kind == "there" for a in asks.parts)
    nouns_ = [a.noun for a in asks.parts if a.noun is not None]
    lacked = all(n.kind == "name" and n.article == "a" for n in nouns_)
    absent = all(a.absent for a in asks.parts)
    if not somebody:
        return there and lacked and asks.told  # `you write as a pirate`
    return there and (lacked if absent else asks.told)


@rule("Clause -> AVERAGE COMMA? Subject Deed / Subject Duty? AVERAGE Bare",
      example="on average, each day has 2000 kcal")  # fmt: skip
def on_average(w: Words, subject: Subject, *rest: Any) -> Clause | None:
    return clause(w, changed(subject, mean=True), rest[-1]) if "must not" not in rest else None


@rule("Clause -> AVERAGE COMMA? Deed / AVERAGE COMMA? WHO Deed",
      example="on average, include 3 snacks a day")  # fmt: skip
def averaged_deed(w: Words, asks: Asks) -> Any:
    found = verbs.on_average(w, asks)
    return None if found is None else imperative(w, found)
