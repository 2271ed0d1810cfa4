"""A subject and what is asked of it → formulas: the one place where both meet."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

from evalspec.language.english.chart import UnfitError
from evalspec.language.english.closed import data
from evalspec.language.english.lexicon import Words, quoted
from evalspec.language.english.meanings import (
    COUNTED,
    Ask,
    Asks,
    Bound,
    Clause,
    Made,
    Noun,
    Over,
    Subject,
    Theme,
    changed,
    joined,
)
from evalspec.language.english.state.amounts import (
    _summed_up,
    amount_clause,
    beside,
    in_minutes,
    mean_clause,
    same_clause,
)
from evalspec.language.english.state.counts import (
    count_clause,
    count_of,
    presence_clause,
    so_many_persons,
    test_clause,
)
from evalspec.language.english.state.denials import denied, forbids
from evalspec.language.english.state.overs import (
    WORDING,
    all_of,
    all_together,
    first_reading,
    fold_overs,
)
from evalspec.language.english.state.shares import share_clause
from evalspec.language.english.state.times import time_formulas
from evalspec.language.names import PARTS
from evalspec.vocabulary.nouns import singular


def clause(w: Words, subject: Subject, asks: Asks | None) -> Any:
    """State all that is asked of a subject; several readings where people mean either."""
    if asks is None:
        return None
    whole = subject.noun is None or subject.noun.kind == "plan"
    if whole and "work" in w.lexicon.categories:
        worked = tuple(_worked(w, ask) for ask in asks.parts)
        if worked != asks.parts and any(a.kind == "time" for a in worked):
            return None  # `I work six hours and finish at five`
        asks = changed(asks, parts=worked)
    if whole:
        asks = changed(asks, parts=tuple(_of_what_it_labels(w, ask) for ask in asks.parts))
    if any(o.several for o in asks.overs) and any(a.total for a in asks.parts):
        asks = changed(asks, overs=tuple(map(all_together, asks.overs)))
    asks = changed(
        asks,
        parts=tuple(
            changed(a, total=True) if _adds_up(w, subject, asks, a) else a for a in asks.parts
        ),
    )
    asks = changed(asks, parts=tuple(_spread_over(a, asks.overs) for a in asks.parts))
    if any(o.quantifier == "together" for o in asks.overs):
        parts = [changed(a, total=not a.each) if a.kind == "amount" else a for a in asks.parts]
        asks = changed(asks, parts=tuple(parts))
    if subject.noun is not None and subject.noun.kind in WORDING:
        return None
    if subject.noun is not None and any(_holds_it(w, a, subject.noun) for a in asks.parts):
        return None
    if _needed(w, subject, asks) or _of_the_writer(subject):
        return None
    if _measured_of_each(w, subject, asks) or _priced_each(subject, asks):
        return None
    if subject.noun is not None and subject.noun.several:
        return _each_several(w, subject, asks)
    if _only_numbers(w, subject, asks):
        return _how_much_or_many(w, subject, asks)
    if subject.count:
        return _so_many(w, subject, asks)
    asks = _sized_each(subject, asks)
    if subject.noun is not None and subject.noun.rank == "person" and subject.quantifier == "no":
        return _of_nobody(w, subject, asks)
    choices = [_alternatives(w, subject, asks, ask) for ask in asks.parts]
    if all(len(row) == 1 for row in choices):
        return _clause(w, subject, asks)
    rows = [changed(asks, parts=choice) for choice in product(*choices)]
    made = [_clause(w, subject, one) for one in rows]
    return [one for one in made if one is not None][:8] if made[0] is not None else None


def _worked(w: Words, ask: Ask) -> Ask:
    """Take the time that somebody works, who is not named, for that of all work."""
    theme = w.default("time") if ask.text == "work" and ask.theme is None else None
    of = changed(theme, of=w.category("work")) if theme is not None else None
    return ask if of is None else changed(ask, theme=of, text="")


def _adds_up(w: Words, subject: Subject, asks: Asks, ask: Ask) -> bool:
    """Tell whether an amount in each of what is spoken of is one of all that is in it."""
    held_in = bool(asks.overs) and (_counted_of(ask) or _of_a_day(w, subject, asks, ask))
    return held_in or _of_loads(w, subject, asks, ask)


def _of_loads(w: Words, subject: Subject, asks: Asks, ask: Ask) -> bool:
    """Tell whether what does not add up is told of more than one: `at least 5000 kg per session`."""
    if ask.kind != "amount" or ask.bound is None or ask.each or ask.mean:
        return False
    theme = ask.theme or w.default(ask.bound.amount.dimension)
    named = subject.noun is not None and subject.noun.kind != "plan"
    if theme is None or theme.adds or theme.of is not None or theme.mean or named:
        return False
    summed = w.summed(theme)
    wider = [
        o for o in (*subject.overs, *asks.overs, *ask.overs, *theme.overs)
        if o.scope == o.rank and o.quantifier == "each" and o.rank in w.lexicon.ranks
    ]  # fmt: skip
    inner = any(o.item or o.rank == w.lexicon.item_rank for o in wider)
    return bool(wider) and not inner and summed != theme and summed.dimension == theme.dimension


def _only_numbers(w: Words, subject: Subject, asks: Asks) -> bool:
    """Tell whether bounds of what only has a name are numbers without a unit."""
    noun = subject.noun
    named = noun is not None and noun.kind == "name" and not subject.quantifier
    if not named or subject.mean or subject.count or w.unsaid(noun) is None:
        return False
    return all(
        a.kind == "amount" and a.theme is None and a.bound and a.bound.amount.bare and not a.mean
        for a in asks.parts
    )


def _how_much_or_many(w: Words, subject: Subject, asks: Asks) -> list[Clause] | None:
    """Read a number without a unit as how much there is of a thing, or as how many of its kind."""
    much = _clause(w, subject, asks)
    if much is None or subject.noun is None:
        return None
    limits = [limit.amount for a in asks.parts if a.bound for limit in a.bound.limits]
    few = all(end == int(end) and end <= COUNTED for x in limits for end in (x.low, x.high))
    plain = any(a.bound and a.bound.plain for a in asks.parts)
    one = (subject.noun.known or subject.noun.article or plain) and not subject.noun.plural
    if one or not few or subject.total or any(a.total or a.each for a in asks.parts):
        return [much]
    parts = tuple(changed(a, kind="count", noun=subject.noun) for a in asks.parts)
    many = _clause(w, changed(subject, noun=None), changed(asks, parts=parts))
    return [made for made in (much, many) if made is not None]


def _measured_of_each(w: Words, subject: Subject, asks: Asks) -> bool:
    """Tell whether what is asked of a thing is a measure of each one: `rest at most 60 seconds`."""
    noun = subject.noun
    named = (
        noun is not None and noun.kind == "category" and not (subject.quantifier or noun.filters)
    )
    measure = w.lexicon.measures.get(noun.name) if named and noun is not None else None
    if measure is None or measure.adds or subject.total or subject.mean:
        return False
    own = (a.kind == "amount" and not a.total and a.bound is not None for a in asks.parts)
    return all(own) and all(
        measure.dimension in (a.bound.amount.dimension, a.theme and a.theme.dimension)
        for a in asks.parts
        if a.bound
    )


def _priced_each(subject: Subject, asks: Asks) -> bool:
    """Tell whether each of several things that are bought together has a price: `plates under £5 each`."""
    of = [a.theme.of for a in asks.parts if a.theme is not None and a.theme.of is not None]
    noun = subject.noun or next(iter(of), None)
    several = noun is not None and noun.kind == "name" and noun.plural and not subject.quantifier
    limits = [a.bound.amount for a in asks.parts if a.each and a.bound is not None]
    return several and any(one.dimension.startswith("currency") for one in limits)


def _sized_each(subject: Subject, asks: Asks) -> Asks:
    """Hold each of several things to its length: `the shifts last three hours`."""
    noun = subject.noun
    several = noun is not None and noun.plural and noun.kind in ("category", "name")
    if not several or subject.quantifier or subject.total or subject.mean or asks.overs:
        return asks
    parts = (
        changed(a, each=True) if a.text == "size" and not (a.total or a.mean) else a
        for a in asks.parts
    )
    return changed(asks, parts=tuple(parts))


def _spread_over(ask: Ask, overs: tuple[Over, ...]) -> Ask:
    """Take `total session time … per week` for that of all sessions of a week."""
    of = ask.theme.of if ask.kind == "amount" and ask.theme is not None else None
    if ask.theme is None or of is None or of.kind not in ("rank", "item"):
        return ask
    wider = tuple(o for o in overs if o.level < of.level and o.quantifier == "each")
    return changed(ask, theme=changed(ask.theme, overs=(*ask.theme.overs, *wider)))


def _of_nobody(w: Words, subject: Subject, asks: Asks) -> Any:
    """State the opposite of each person: `nobody has more than two shifts a day` is of each day."""
    parts = [_fewer(ask) or denied(ask) for ask in asks.parts]
    if len(parts) > 1 or parts[0] is None or asks.parts[0].absent:
        return None
    each = changed(subject, quantifier="each")
    return clause(w, each, changed(asks, parts=(parts[0],), permit=False))


def _fewer(ask: Ask) -> Ask | None:
    """Return that there are fewer: nobody who may not work two shifts on one day may work three."""
    bound = ask.bound
    if (
        ask.kind != "count"
        or bound is None
        or not bound.plain
        or not bound.amount.exact
        or bound.limits[0].firm
    ):
        return None
    return changed(ask, bound=Bound((changed(bound.limits[0], comparator="<"),)))


def _holds_it(w: Words, ask: Ask, noun: Noun) -> bool:
    """Tell whether what is counted holds the subject: `work` has no 5 days in it.

    What only has a name may have parts (`the garden has two beds`), but no time.
    """
    counted = ask.noun if ask.kind in ("count", "there") and not ask.absent else None
    if counted is not None and counted.kind == noun.kind == "text" and not noun.placed:
        return 99 < counted.level <= noun.level  # no emoji has a link in it
    if counted is None or counted.kind != "rank" or counted.level >= noun.level:
        return False
    if noun.kind == "name":
        return ask.kind == "there" or counted.rank in w.lexicon.units
    return noun.kind in ("category", "item")


def _needed(w: Words, subject: Subject, asks: Asks) -> bool:
    """Tell whether some persons are said to have so much time: nothing is called by a word for them."""
    noun = subject.noun
    somebody = (
        noun is not None
        and noun.kind == "name"
        and singular(noun.name.lower()) in w.persons | set(data("words")["CREW"])
    )
    told = [
        a.theme.dimension if a.theme else a.bound.amount.dimension for a in asks.parts if a.bound
    ]
    timed = "time" in told
    return somebody and timed and w.scheduled


def _of_the_writer(subject: Subject) -> bool:
    """Tell whether somebody of the writer's is spoken of, whom a plan does not name: `my son Karim`."""
    noun = subject.noun
    if noun is None or noun.kind != "name" or not noun.known:
        return False
    return singular(noun.name.lower().split()[0]) in data("existence")["kin"]


def _of_a_day(w: Words, subject: Subject, asks: Asks, ask: Ask) -> bool:
    """Tell whether several things come to an amount in each day: `snacks at most 300 kcal a day`."""
    noun = subject.noun
    several = (
        noun is not None and noun.plural and not (subject.quantifier or noun.overs or ask.each)
    )
    theme = ask.theme or (w.default(ask.bound.amount.dimension) if ask.bound else None)
    adds = ask.kind == "amount" and theme is not None and theme.adds and not (ask.mean or theme.of)
    spread = all(o.scope == o.rank and o.quantifier == "each" for o in asks.overs)
    inner = noun is not None and all(o.level < noun.level for o in asks.overs)
    return several and adds and spread and inner and not subject.count


def _counted_of(ask: Ask) -> bool:
    """Tell whether a demand is of repetitions of one thing: `100 reps of squats per session`."""
    theme = ask.theme if ask.kind == "amount" and not ask.each and not ask.mean else None
    counted = theme is not None and not theme.adds and theme.dimension.startswith("count:")
    return counted and theme is not None and theme.of is not None and not theme.of.placed


def _each_several(w: Words, subject: Subject, asks: Asks) -> list[Clause] | None:
    """State what is asked of several unlike things: of each, or of an amount of all."""
    if subject.quantifier not in ("", "each", "all"):
        return None
    if subject.noun is None:
        raise UnfitError
    parts = subject.noun.several
    total = subject.total or any(a.total for a in asks.parts)
    if total and not (w.scheduled and all(p.kind in ("category", "name") for p in parts)):
        return _summed_up(w, parts, asks)
    if not (total or w.scheduled or all(a.kind in ("amount", "share") for a in asks.parts)):
        return None
    single = changed(asks, parts=tuple(changed(a, each=False) for a in asks.parts))
    made = [first_reading(clause(w, changed(subject, noun=part), single)) for part in parts]
    if any(one is None for one in made):
        return None
    apart = all_of([one for one in made if one is not None])
    if subject.quantifier or any(a.each for a in asks.parts):
        return [apart]
    if not w.scheduled:
        summed = _together(w, changed(subject, total=True), asks)
        shared = all(a.kind == "share" for a in asks.parts)  # two parts of one whole together
        return [apart] if summed is None else [summed] if shared else [summed, apart]
    if any(a.kind != "amount" for a in asks.parts):
        return [apart]
    names = ", ".join(part.scope for part in parts)
    whole = Noun(f"block({names})", "entry", "", 50)
    both = first_reading(clause(w, changed(subject, noun=whole), asks))
    return [apart] if both is None else [both, apart] if not total else [both]


def _together(w: Words, subject: Subject, asks: Asks) -> Clause | None:
    """State what is asked of several things taken together: of a sum, or of its share."""
    if subject.noun is not None and all(a.kind == "amount" for a in asks.parts):
        return first_reading(_summed_up(w, subject.noun.several, asks))
    return _clause(w, subject, asks)


def _so_many(w: Words, subject: Subject, asks: Asks) -> list[Clause] | None:
    """State what is asked of `the three items`: of all of them, which may have to be three."""
    if subject.noun is None:
        raise UnfitError
    if (
        subject.quantifier != "each"
        and not subject.total
        and any(a.kind == "amount" and not a.each and not a.total for a in asks.parts)
    ):
        return None  # `the two sessions last 90 minutes`: each, or together
    made = first_reading(clause(w, changed(subject, count=0), asks))
    if made is None:
        return None
    outer = subject.noun.overs
    count = (f"{count_of(w, changed(subject.noun, overs=()))} = {subject.count}", 3)
    inner = tuple(o for o in made.overs if o not in outer)
    both = joined([count, fold_overs(inner, made.written)], "and")
    return [made, Clause(both[0], outer, both[1])]


def _of_what_it_labels(w: Words, ask: Ask) -> Ask:
    """Take an amount that only some things have for that of those: `entrance fees` for no other prices."""
    theme = ask.theme
    if theme is None or not theme.label or theme.of is not None:
        return ask
    if not all(o.rank in w.lexicon.ranks and w.lexicon.ranks[o.rank].calendar for o in theme.overs):
        return ask  # `the entrance fee of each museum`
    paid = theme.dimension == "currency"
    name = theme.label if paid else theme.label.rpartition(" ")[0]  # `visit time`
    return changed(ask, theme=changed(theme, of=Noun(quoted(name), "name", "", 60, name)))


def _alternatives(w: Words, subject: Subject, asks: Asks, ask: Ask) -> list[Ask]:
    """Return the readings of a time: `dinner before 9 pm` starts, or ends, before nine."""
    times = ask.times
    of = ask.theme.of if ask.theme is not None else None
    if ask.kind == "amount" and of is not None and of.several and not ask.choice:
        both = not ask.each and not ask.total
        return (
            [changed(ask, choice=n + 1) for n in range(2)]
            if both
            else [changed(ask, choice=1 if ask.total else 2)]
        )
    if not asks.overs and _may_be_of_each(w, subject, ask):
        return [ask, changed(ask, each=True)]
    if ask.kind != "time" or times is None or ask.text != "be" or ask.choice:
        return [ask]
    number = len(time_formulas(w, subject, ask))
    return [ask] if number < 2 else [changed(ask, choice=n + 1) for n in range(number)]


def _may_be_of_each(w: Words, subject: Subject, ask: Ask) -> bool:
    """Tell whether a length may be that of each of several things, or of all: `breaks max 15 min`."""
    noun = subject.noun
    named = noun is not None and noun.plural and noun.kind in ("category", "name")
    if not named or ask.kind != "amount" or ask.bound is None or (ask.theme and ask.theme.of):
        return False
    theme = ask.theme or w.default(ask.bound.amount.dimension, noun)
    weighed = ask.theme is not None and theme is not None and theme.dimension == "mass"
    if theme is None or theme.overs or not (weighed or theme.dimension == "time"):
        return False  # `boxes may weigh 9 kilos`, not `at least 300 g of fruits`
    spoken = subject.quantifier or subject.total or subject.mean or subject.overs
    return not (spoken or ask.total or ask.each or ask.mean or ask.overs)


def _clause(w: Words, subject: Subject, asks: Asks) -> Clause | None:
    overs = (*subject.overs, *asks.overs)
    counted = subject.quantifier.startswith(("no", "at most"))
    any_one = subject.anyone or any(o.anyone for o in overs)
    test = any_one and not all(map(forbids, asks.parts))
    if test and not subject.anyone:
        return None
    lax = any(limit.lax for a in asks.parts if a.bound for limit in a.bound.limits)
    if lax and not asks.permit:
        return None
    if asks.permit and not counted and any(a.kind == "there" and not a.absent for a in asks.parts):
        return None
    if _on_one_of_the_days(subject, asks):
        return None
    if subject.noun is not None and any(a.text == "deed" for a in asks.parts):
        return None  # `the meeting can't run longer than an hour`
    if subject.noun is None and any(a.text == "turn" for a in asks.parts):
        return None  # `work no more than four days`
    if any(map(beside, asks.overs)) and any(a.kind == "there" and not a.absent for a in asks.parts):
        return None  # `use up the spinach by Wednesday`: on one of the days, not on each
    upper = any(a.bound and a.bound.limits[0].comparator in ("<", "<=") for a in asks.parts)
    if upper and any(o.also for o in asks.overs):
        return None  # `at most 2 snacks on days 1 and 2`: on each, or on both
    if subject.mean or any(a.mean or (a.theme is not None and a.theme.mean) for a in asks.parts):
        return mean_clause(w, subject, asks) if len(asks.parts) == 1 else None
    items = [o for o in overs if o.item]
    formulas: list[Made] = []
    inner: list[tuple[Over, ...]] = []
    for ask in asks.parts:
        rank = ask.noun.rank if ask.kind == "count" and ask.noun else ""
        if rank and any(o.rank == rank for o in asks.overs):
            return None  # weeks are not counted in a week
        made = _ask(w, subject, ask, asks.parts)
        if made is None:
            return None
        formulas.append(made.written)
        own = tuple(o for o in made.overs if not (items and o.scope == "item"))
        inner.append((*own, *ask.overs))
    if all(one == inner[0] for one in inner):
        formula, strength = joined(formulas, asks.link)
        spoken = _spoken(subject, asks)
        made = Clause(formula, (*overs, *inner[0]), strength, test, False, *spoken)
        return changed(made, permit=asks.permit, whole=_of_a_total(asks))
    texts = [fold_overs(o, f) for f, o in zip(formulas, inner, strict=True)]
    formula, strength = joined(texts, asks.link)
    return Clause(formula, overs, strength, test, False, *_spoken(subject, asks))


def _on_one_of_the_days(subject: Subject, asks: Asks) -> bool:
    """Tell whether what is asked for is on one of several days, not on each: `one long walk at the
    weekend`, `kayaking in the morning`.
    """
    parts = [a for a in asks.parts if a.kind == "count" or (a.kind == "there" and not a.absent)]
    nouns = [a.noun for a in parts if a.noun is not None]
    held_in = (*asks.overs, *(over for noun in nouns for over in noun.overs))
    daily = any(over.scope == "day" for over in asks.overs)
    spoken = subject.noun is not None and subject.noun.counts == "weekend"
    if (
        parts
        and not daily
        and ((spoken and not subject.quantifier) or any(o.some for o in held_in))
    ):
        return True
    return any(n.kind == "name" for n in nouns) and any(map(_of_a_daypart, asks.overs))


def _of_a_daypart(over: Over) -> bool:
    part = re.fullmatch(r'\w+ named "(\w+)"', over.scope)
    return part is not None and part[1] in PARTS and over.quantifier == "each"


def _of_a_total(asks: Asks) -> bool:
    themes = (theme for a in asks.parts for theme in (a.theme, a.whole))
    summed = any(isinstance(theme, Theme) and theme.total for theme in themes)
    return summed or any(a.total for a in asks.parts)


def _spoken(subject: Subject, asks: Asks) -> tuple[Noun | None, Noun | None, Asks | None, bool]:
    """Return what a clause speaks of, several of what, what it asks of `it`, and whether that is `they`."""
    if subject.pronoun:
        return None, None, asks, subject.pronoun == "they"
    counted = [a.noun for a in asks.parts if a.kind == "count" or _several_there(a)]
    things = counted[0] if len(counted) == len(asks.parts) == 1 else subject.noun
    if things is None and not subject.spoken:
        things = _several_of(asks)
    return _topic(subject, asks), things, None, False


def _several_of(asks: Asks) -> Noun | None:
    """Return the things that an amount is asked of: `at most 4 hours of meetings`."""
    (ask, *more) = asks.parts
    noun = ask.theme.of if ask.kind == "amount" and ask.theme is not None else None
    plain = noun is not None and noun.plural and noun.kind in ("category", "name")
    return changed(noun, counts="amount") if noun is not None and plain and not more else None


def _several_there(ask: Ask) -> bool:
    """Tell whether several are asked for without a number: `use bullets, none over …`."""
    noun = ask.noun if ask.kind == "there" and not ask.absent else None
    return noun is not None and noun.kind in ("text", "category", "name") and noun.plural


def _topic(subject: Subject, asks: Asks) -> Noun | None:
    """Return what a clause speaks of, which `it` may stand for."""
    named = [
        a.noun
        for a in asks.parts
        if a.noun is not None
        and ((a.kind == "there" and not a.absent) or (a.kind == "count" and a.noun.kind != "text"))
    ]
    first = asks.parts[0]
    counted = first.noun if first.kind == "count" and first.bound is not None else None
    if counted is not None and first.bound is not None and first.bound.amount.low == 1:
        return counted if len(asks.parts) == 1 and first.bound.amount.exact else None
    several = counted is not None and counted.plural
    whole = subject.noun is not None and subject.noun.kind == "plan"
    if several and whole:
        return subject.noun  # `if the plan has 3 days, it must …`
    if len(asks.parts) == 1 and named:
        return None if named[0].several else named[0]
    return None if subject.quantifier else subject.noun


def _ask(w: Words, subject: Subject, ask: Ask, beside: tuple[Ask, ...]) -> Clause | None:
    ask = so_many_persons(w, ask)
    if ask.kind == "amount":
        return amount_clause(w, subject, in_minutes(w, subject.noun, ask))
    if ask.kind == "count":
        return count_clause(w, subject, ask, beside)
    if ask.kind == "there":
        return presence_clause(w, subject, ask)
    if ask.kind == "same":
        return same_clause(w, subject, ask)
    if ask.kind == "time":
        return _time(w, subject, ask)
    if ask.kind == "share":
        return share_clause(w, subject, ask)
    if ask.kind in ("all", "any"):
        return _parts(w, subject, ask)
    return test_clause(w, subject, ask)


def _time(w: Words, subject: Subject, ask: Ask) -> Clause | None:
    found = time_formulas(w, subject, ask)
    return found[max(ask.choice - 1, 0)] if found else None


def _parts(w: Words, subject: Subject, ask: Ask) -> Clause | None:
    link: Any = "and" if ask.kind == "all" else "or"
    return None if ask.absent else clause(w, subject, Asks(ask.parts, link))
