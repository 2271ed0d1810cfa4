"""Demands on amounts → formulas: sums, lengths, averages."""

from __future__ import annotations

import re

from evalspec.language.english.chart import UnfitError
from evalspec.language.english.lexicon import Words
from evalspec.language.english.meanings import (
    ANY,
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
from evalspec.language.english.state.counts import count_of
from evalspec.language.english.state.overs import (
    all_of,
    block_text,
    compatible,
    first_reading,
    over_of,
    overs_of,
)
from evalspec.language.names import OPEN_MEASURE


def _summed_up(w: Words, parts: tuple[Noun, ...], asks: Asks) -> list[Clause] | None:
    """Hold what several unlike things come to: `rent and heating together`."""
    formulas = []
    for ask in asks.parts:
        if ask.kind == "count" and ask.bound is not None and ask.noun is None:
            formulas.append(held(" + ".join(count_of(w, p) for p in parts), ask.bound))
            continue
        if ask.kind != "amount" or ask.bound is None or ask.each or ask.overs:
            return None
        theme = theme_for(w, ask.theme, ask.bound.amount, None)
        if theme is None or theme.of is not None or theme.overs or theme.kind == "whole":
            return None
        theme = w.summed(theme)
        made = [amount_of(w, theme, changed(p, overs=()), "", True) for p in parts]
        if any(overs or not text for text, overs in made):
            return None
        formulas.append(held(" + ".join(text for text, _ in made), ask.bound, theme.unit))
    overs = tuple(dict.fromkeys(o for p in parts for o in p.overs))
    formula, strength = joined(formulas, asks.link)
    return [Clause(formula, (*asks.overs, *overs), strength)] if compatible(overs) else None


def beside(over: Over) -> bool:
    """Tell whether a quantifier is over all days before or after one."""
    return re.search(r" (preceding|following|(before|after) [A-Z\d]\S*) ?", over.scope) is not None


def mean_clause(w: Words, subject: Subject, asks: Asks) -> Clause | None:
    """State an average: per the narrowest thing that is named."""
    ask = asks.parts[0]
    if ask.kind == "count" and ask.noun is not None and ask.noun.kind != "name":
        theme: Theme | None = Theme(count_of(w, ask.noun), "whole", "one")
    elif ask.kind == "amount" and ask.bound is not None:
        theme = theme_for(w, ask.theme, ask.bound.amount, subject.noun)
    else:
        return None
    if theme is None or ask.bound is None or ask.absent or theme.measure == OPEN_MEASURE:
        return None
    measure = "duration" if theme.kind == "time" else theme.measure
    overs = [*subject.overs, *asks.overs, *ask.overs, *theme.overs]
    every = [o for o in overs if o.scope == o.rank]
    per = [o for o in theme.overs if o.scope == o.rank]
    outer = [o for o in overs if o not in per]
    whose = subject.mean or ask.text == "members"
    if subject.pronoun and not every:
        return None
    for noun, own in ((subject.noun, whose), (theme.of, True)):
        if noun is None or noun.kind == "plan":
            continue
        outer += noun.overs
        if own and noun.kind in ("category", "name", "member") and every and not _one(noun):
            plain = changed(theme, of=None, overs=(), mean=False)
            measure = amount_of(w, w.summed(plain), changed(noun, overs=()), "", True)[0]
            continue
        quantifier = "each" if subject.quantifier in ("", "all") else subject.quantifier
        over = over_of(noun, quantifier)
        if w.scheduled and noun.kind in ("category", "name"):
            over = changed(over, scope=block_text(w, noun))
        (per if own and not _one(noun) else outer).append(over)
    if not per and not subject.quantifier:
        per = [o for o in outer if o.scope == o.rank]
        if not per and len(outer) == 1 and outer[0].scope.startswith('"'):
            per = list(outer)  # `the average price per box`
    if not compatible((*outer, *per)):
        return None
    if not measure:
        return None
    if not per:
        named = measure.startswith('"') or ask.text != "members"
        if theme.kind == "whole" or not named:
            return None
        return Clause(held(f"mean({measure})", ask.bound, theme.unit)[0], tuple(outer))
    inner = max(per, key=lambda o: o.level)
    if inner.quantifier != "each" or inner.also:
        return None
    rest = tuple(o for o in (*outer, *per) if o != inner)
    return Clause(held(f"mean({measure} per {inner.scope})", ask.bound, theme.unit)[0], rest)


def _one(noun: Noun) -> bool:
    """Tell whether a noun is one thing by its place: `day 2`."""
    return noun.placed and not noun.plural


def same_clause(w: Words, subject: Subject, ask: Ask) -> Clause | None:
    """Ask that all members of a scope have the same amount."""
    noun, theme = subject.noun, ask.theme
    if noun is None or theme is None or ask.absent or noun.kind == "plan":
        return None
    if subject.quantifier not in ("", "each", "all") or not (subject.quantifier or noun.plural):
        return None
    unit = f" {theme.unit}" if theme.unit else ""
    return Clause(f"range({theme.measure} per {noun.text}) = 0{unit}", noun.overs)


def theme_for(w: Words, theme: Theme | None, amount: Amount, noun: Noun | None) -> Theme | None:
    """Return what an amount is of: as said, or what its unit says."""
    if theme is not None:
        fits = amount.bare or not theme.dimension or amount.dimension == theme.dimension
        if fits or theme.kind == "whole" or _dimensionless(amount):
            return theme
        if theme.dimension == "currency" and amount.dimension.startswith("currency"):
            return theme
        return None
    if amount.bare:
        return w.unsaid(noun) if amount.high != 1 else None  # `my boss is one`
    return w.default(amount.dimension, noun)


def _dimensionless(amount: Amount) -> bool:
    return amount.dimension == "fraction"


def in_minutes(w: Words, noun: Noun | None, ask: Ask) -> Ask:
    """Take a length without a unit for minutes, of what lasts for some: no days, no way, no book."""
    if ask.bound is None or ask.kind != "amount" or ask.theme is not None:
        return ask
    one = ask.bound.limits[0]
    own = w.scheduled or {"exercise", "session", "stop", "meal", "book"} & {*w.lexicon.ranks}
    if not one.long or not own or w.prose:
        return ask
    brief = noun is not None and noun.rank in ("exercise", "session", "stop", "item", "block")
    named = w.scheduled and noun is not None and noun.kind in ("category", "name", "block")
    if not (brief or named) or one.amount.low < 5:
        raise UnfitError
    timed = changed(one.amount, unit="min", dimension="time")
    return changed(ask, bound=changed(ask.bound, limits=(changed(one, amount=timed),)))


def amount_clause(w: Words, subject: Subject, ask: Ask) -> Clause | None:
    """State how much of something there must be."""
    if ask.bound is None or any(limit.when for limit in ask.bound.limits):
        raise UnfitError  # `no earlier than two hours after dinner`
    said = subject.noun
    theme = theme_for(w, ask.theme, ask.bound.amount, said)
    if theme is not None and ask.total and theme.of is None:
        every = [o for o in theme.overs if o.every is not None]
        if every:  # `the durations of all activities must add up to …`
            left = tuple(o for o in theme.overs if o.every is None)
            theme = changed(theme, of=every[0].every, overs=left)
    if theme is None or (ask.theme is None and _dimensionless(ask.bound.amount)):
        return None  # a share of what
    counted = theme.kind == "whole" and theme.measure.startswith("count(")
    if counted and ask.bound.amount.dimension == "time":
        return None  # `most meetings: 2 hours` are so long
    if ask.theme is None and ask.bound.amount.bare and not (said or subject.total or ask.total):
        return None  # so many of what
    if ask.bound.amount.dimension == "fraction" and theme.dimension.startswith("count:"):
        return None  # `half a page` is no share of all pages
    plan = said is None or said.kind == "plan"
    if plan and w.prose and theme.dimension == "count:page":
        return None  # how much a page holds nobody says
    ranked = ask.bound.amount.unit in w.lexicon.ranks
    if plan and theme.of is None and ranked and not theme.overs:
        return None  # `7 days` of a plan are counted
    noun, quantifier = said, subject.quantifier
    overs = theme.overs
    if theme.of is not None and theme.of.also:
        return None  # of each, or of both together
    if theme.of is not None and theme.of.several:
        return _of_several(w, subject, ask, theme)
    if theme.of is not None:
        if said is not None and said.kind == "name" and not subject.quantifier:
            return None
        if said is not None and said.kind != "plan":
            overs = (*overs, *(overs_of(subject) or ()))
        noun, quantifier = theme.of, ""
        overs = (*overs, *noun.overs) if noun is not said else overs
    elif said is not None:
        overs = (*overs, *said.overs)
    added = ask.total or theme.total
    if noun is not None and ANY in noun.filters and theme.kind != "whole":
        noun = changed(noun, filters=noun.filters.replace(ANY, theme.measure))
    if ask.each and noun is None:
        return None
    if noun is not None and not _of_that(w, noun, theme):
        return None
    if quantifier == "all":
        quantifier = "" if added else "each"
    whole = noun is None or noun.kind == "plan"
    wider = (
        theme.of is not None and noun is not None and any(o.level < noun.level for o in theme.overs)
    )
    one = noun is not None and noun.kind in ("rank", "item") and not (noun.placed or noun.plural)
    if noun is not None and one and wider:
        noun, added = changed(noun, plural=True), True
    gathered = (
        noun is not None and (noun.plural or noun.kind in ("category", "name")) and not quantifier
    )
    total = subject.total or (
        added and (whole or (gathered and noun is not None and (noun.plural or not noun.placed)))
    )
    if added or subject.total or (ask.theme is None and _holds_loads(w, theme, noun)):
        theme = w.summed(theme)
    several = noun is not None and (noun.plural or noun.kind in ("category", "block", "name"))
    each_one = ask.each and several and not quantifier
    quantifier = "every" if each_one else quantifier
    made = measured(w, theme, noun, quantifier, total and not ask.each, ask.bound)
    if made is None:
        return None
    if ask.absent:
        text = made.formula if made.strength == 3 else f"({made.formula})"
        made = changed(made, formula=f"not {text}", strength=3)
    return changed(made, overs=(*overs, *made.overs))


def _holds_loads(w: Words, theme: Theme, noun: Noun | None) -> bool:
    """Tell whether an amount of what holds things is one they come to: `each session must reach 4000 kg`."""
    holds = noun is not None and noun.kind == "rank" and noun.rank != w.lexicon.item_rank
    return holds and w.summed(theme).dimension == theme.dimension


def _of_several(w: Words, subject: Subject, ask: Ask, theme: Theme) -> Clause | None:
    """Hold `1 hour of yoga and meditation`: of both together, or of each."""
    if theme.of is None:
        raise UnfitError
    parts = theme.of.several
    window = theme.of.filters
    if ask.choice == 1 and not w.scheduled:
        whole = changed(ask, theme=changed(theme, of=None), choice=0)
        return first_reading(_summed_up(w, parts, Asks((whole,))))
    if ask.choice == 1:
        names = ", ".join(part.scope for part in parts)
        parts = (Noun(f"block({names})", "entry", "", 50),)
    made = []
    for part in parts:
        part = changed(part, filters=part.filters + window)
        own = changed(ask, theme=changed(theme, of=part), choice=0, each=False)
        one = amount_clause(w, subject, own)
        if one is None:
            return None
        made.append(one)
    return all_of(made)


def _of_that(w: Words, noun: Noun, theme: Theme) -> bool:
    """Tell whether `the longest leg` is the longest by what is asked of it, where that matters."""
    by = re.search(r" with (?:max|min) (duration|distance)$", noun.filters)
    far = w.spatial(noun) or noun.kind == "name"
    return by is None or not far or theme.measure == by[1]


def measured(
    w: Words, theme: Theme, noun: Noun | None, quantifier: str, total: bool, bound: Bound
) -> Clause | None:
    """Hold an amount of a thing to a bound."""
    expression, overs = amount_of(w, theme, noun, quantifier, total)
    if not expression:
        return None
    unit = theme.unit if theme.kind != "whole" or theme.unit else ""
    formula, strength = held(expression, bound, unit)
    return Clause(formula, overs, strength)


def amount_of(
    w: Words, theme: Theme, noun: Noun | None, quantifier: str, total: bool
) -> tuple[str, tuple[Over, ...]]:
    """Write an amount of a thing, and the quantifiers in which it stands; empty when it has none."""
    if noun is None or noun.kind == "plan":
        alone = theme.adds or theme.kind == "whole" or total
        return _whole(theme, total), () if alone else (Over("item", 90, "each", "item", item=True),)
    explicit = quantifier != ""
    quantifier = "each" if quantifier in ("", "every") else quantifier
    over = (over_of(noun, quantifier),)
    if theme.kind == "whole":
        return theme.measure, over
    if theme.mean:
        return f"mean({theme.measure} per {noun.text})", ()
    if theme.kind == "time":
        return lasting(w, noun, quantifier, total, explicit)
    if noun.kind in ("text", "literal", "mark", "keys"):
        return "", ()
    if noun.kind in ("rank", "member"):
        if total:
            return f"sum({theme.measure}) of {noun.text}", ()
        return (f"sum({theme.measure})" if theme.adds else theme.measure), over
    if noun.kind == "item":
        return (f"sum({theme.measure}) of {noun.text}", ()) if total else (theme.measure, over)
    if noun.kind == "name" and quantifier and explicit and not total:
        return (f"sum({theme.measure})" if theme.adds else theme.measure), over
    usual = w.default("time")
    if noun.kind == "name" and usual is not None and theme.measure == usual.measure:
        return f"duration({noun.text})", ()
    if not theme.adds:
        return theme.measure, over
    if (explicit and not total) or (noun.kind == "name" and noun.article == "a"):
        return f"sum({theme.measure})", over
    return f"sum({theme.measure}) of {noun.text}", ()


def lasting(
    w: Words, noun: Noun, quantifier: str, total: bool, explicit: bool
) -> tuple[str, tuple[Over, ...]]:
    """Write how long a thing of a schedule is."""
    if noun.kind in ("rank", "member"):
        return "duration", (over_of(noun, quantifier),)
    if noun.kind == "block":
        return ("duration(block)", ()) if total else ("duration", (over_of(noun, quantifier),))
    if noun.kind == "entry":
        return f"duration({noun.text})", ()
    scope = block_text(w, noun)
    if explicit and not total:
        return "duration", (Over(scope, noun.level, quantifier, noun.rank),)
    return f"duration({noun.text if noun.kind == 'category' else scope})", ()


def _whole(theme: Theme, total: bool) -> str:
    if theme.kind == "whole":
        return theme.measure
    if theme.kind == "time":
        return "duration"
    if theme.mean:
        return f"mean({theme.measure})"
    return f"sum({theme.measure})" if theme.adds or total else theme.measure
