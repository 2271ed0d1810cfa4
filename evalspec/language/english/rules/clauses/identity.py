"""What a thing is, and whether things are alike."""

from __future__ import annotations

import re

from evalspec.language.english.lexicon import Words, quoted
from evalspec.language.english.meanings import (
    ANY,
    Ask,
    Asks,
    Clause,
    Noun,
    Over,
    Subject,
    Theme,
    changed,
    held,
)
from evalspec.language.english.rule import rule
from evalspec.language.english.rules.demands.duties import dutiful
from evalspec.language.english.state.amounts import theme_for
from evalspec.language.english.state.overs import block_text, over_of


@rule("Clause -> Theme IS SAME", example="the number of meals per day must be the same")
def all_same(w: Words, theme: Theme) -> Clause | None:
    if len(theme.overs) != 1 or theme.of is not None:
        return None
    unit = f" {theme.unit}" if theme.unit else ""
    return Clause(f"range({theme.measure} per {theme.overs[0].scope}) = 0{unit}")


@rule(
    "Clause -> Subject Duty? DIFFER BY? Asks", example="days must not differ by more than 200 kcal"
)
def differ(w: Words, subject: Subject, duty: str | None, asks: Asks) -> Clause | None:
    found = dutiful(asks, duty)
    noun = subject.noun
    if (
        found is None
        or len(found.parts) != 1
        or noun is None
        or not noun.plural
        or subject.quantifier
    ):
        return None
    ask = found.parts[0]
    if ask.kind != "amount" or ask.bound is None:
        return None
    return spread(w, noun, ask)


def spread(w: Words, noun: Noun, ask: Ask) -> Clause | None:
    """Hold the difference between the members of a scope to a bound."""
    theme = theme_for(w, ask.theme, ask.bound.amount, noun)  # type: ignore[union-attr]
    if theme is None or theme.of or theme.overs or ask.bound is None:
        return None
    return Clause(held(f"range({theme.measure} per {noun.text})", ask.bound, theme.unit)[0])


@rule("Clause -> Noun COLON? Name", example="last stop: Naples")
def placed_name(w: Words, place: Noun, name: Noun) -> Clause | None:
    ranks = w.lexicon.ranks
    held_in = place.rank in ranks and ranks[place.rank].calendar  # `last day: market`
    edge = place.front in ("first ", "last ") and not (name.placed or held_in)
    return identity(w, place, "must", name) if edge and not name.article else None


@rule("Clause -> Noun Copula Noun", example="the first meal must be breakfast")
def identity(w: Words, one: Noun, duty: str | None, other: Noun) -> Clause | None:
    if duty not in (None, "must", "must not") or one.placed == other.placed:
        return None
    place, thing = (one, other) if one.placed else (other, one)
    plain = thing.filters in ("", f" named {quoted(thing.name)}")
    if not plain or thing.kind not in ("member", "category", "name"):
        return None
    if place.kind == "name" and w.scheduled and place.front:  # `the choir is the first act`
        place = changed(place, scope=block_text(w, changed(place, front="")), kind="block")
    if place.kind not in ("rank", "item", "block"):
        return None
    of_items = place.rank not in w.lexicon.ranks or not w.lexicon.ranks[place.rank].calendar
    numbered = of_items and _NUMBERED.fullmatch(place.filters)  # not `day 2 is Rome`
    if not (place.front or numbered or " with " in place.filters) or (place.plural and place.front):
        return None
    if ANY in place.filters:
        return None
    formula = f"exists {place.text} named {quoted(thing.name)}"
    overs = (*place.overs, *of_its_holder(w, place), *thing.overs)
    return Clause(f"not {formula}" if duty == "must not" else formula, overs)


_NUMBERED = re.compile(r" \d+(?: from end)?")


def of_its_holder(w: Words, noun: Noun) -> tuple[Over, ...]:
    """Return that `the first exercise` is the first of each session."""
    holders = [
        r
        for r in w.lexicon.ranks.values()
        if 20 < r.level < noun.level and not (r.members or r.item)
    ]
    fits = noun.kind == "item" and noun.front in ("first ", "last ") and not noun.overs
    return (over_of(w.rank(min(holders, key=lambda r: r.level))),) if fits and holders else ()


@rule("Clause -> Day Copula Noun", example="Tuesday is the day with the fewest calories")
def day_identity(w: Words, day: Noun, duty: str | None, place: Noun) -> Clause | None:
    if (
        place.rank != "day"
        or " with " not in place.filters
        or duty not in (None, "must", "must not")
    ):
        return None
    formula = f"exists {place.text}{day.filters}"
    return Clause(f"not {formula}" if duty == "must not" else formula)
