"""What is there, what is not, and what is all different: by name, by property, by kind."""

from __future__ import annotations

import re
from typing import Any

from evalspec.language.english.closed import data
from evalspec.language.english.lexicon import Words, quoted
from evalspec.language.english.meanings import (
    Ask,
    Asks,
    Bound,
    Clause,
    Noun,
    Over,
    Subject,
    Theme,
    Window,
    changed,
)
from evalspec.language.english.nominal import nominal
from evalspec.language.english.rule import rule
from evalspec.language.english.rules import names, nouns, placing
from evalspec.language.english.rules.demands import joined
from evalspec.language.english.rules.demands.duties import dutiful
from evalspec.language.english.state.clauses import clause
from evalspec.language.english.state.overs import over_of

CALENDAR = frozenset({"day", "week", "month"})
HOLDERS = ("rank", "member", "item")
"""Kinds of things that hold what is named, or are called so themselves."""


# -- by property ----------------------------------------------------------------------------------
@rule("Property -> Words", example="vegetarian", against="has")
def property_(w: Words, text: str) -> str | None:
    """Take one or two words for a property; what ends in an s is no adjective."""
    text = names.bare(text)
    words = text.split()
    if len(words) > 2 or words[-1].lower() in data("qualities"):
        return text if len(words) < 3 else None
    return text if nominal(text) and not any(map(_NO_ADJECTIVE.search, words)) else None


_NO_ADJECTIVE = re.compile(r"(?<!s)s$|ly$")


@rule("Property -> Words FREE", example="meat-free")
def free_of(w: Words, text: str) -> str:
    return f"{names.bare(text)}-free"


def quality(text: str) -> Ask:
    """Ask that something is so: what is free of nuts has none."""
    base = re.sub(r"-free\Z", "", text, flags=re.IGNORECASE)
    return Ask("there", noun=names.named(base), absent=base != text)


@rule("Noun -> Property Rank|Thing", example="vegetarian dinners", cost=0.3)
def of_kind(w: Words, text: str, noun: Noun) -> Noun | None:
    if noun.kind not in HOLDERS or noun.article or " where " in noun.filters:
        return None
    return None if text.lower() in data("making") else with_property(w, noun, text)


@rule("Subject -> MAKING Noun", "Subject -> FOR MAKING Noun", example="making breakfast")
def its_making(w: Words, noun: Noun) -> Subject | None:
    """Take the making of a meal, which takes time, for the meal."""
    return Subject(noun) if noun.kind == "member" else None


def with_property(w: Words, noun: Noun, text: str) -> Noun:
    """Narrow a thing to those with something of a name in them or on them."""
    denied = text.lower().startswith("non-")  # `non-lifting days`
    there = f"not exists {quoted(text[4:])}" if denied else f"exists {quoted(text)}"
    lacked = w.lacked(text) if noun.rank in CALENDAR else ()
    if lacked:  # of all that is on a day
        there = " and ".join(f"not exists {quoted(kind)}" for kind in lacked)
    return changed(noun, filters=f"{noun.filters} where ({there})")


@rule("Noun -> Rank|Thing THAT BE Property", example="a breakfast that is vegan", cost=0.2)
def that_is(w: Words, noun: Noun, text: str) -> Noun | None:
    return with_property(w, noun, text) if noun.kind in HOLDERS and not noun.placed else None


@rule("Clause -> Subject Copula Property / Subject Copula SOMETHING Property",
      example="two of the dinners must be vegetarian", cost=0.2)  # fmt: skip
def has_property(w: Words, subject: Subject, duty: str, text: str) -> Any:
    noun = subject.noun
    named = noun is not None and noun.kind == "name" and not (noun.placed or noun.cited)
    if noun is None or not (noun.kind in HOLDERS or named) or subject.total or subject.mean:
        return None
    if named and text.split()[-1].lower() not in data("qualities"):
        return None  # `the dog has to be fed`
    if noun.scope.startswith("value("):
        return None  # what a person is to be is no thing that a plan holds
    asks = dutiful(Asks((quality(text),)), duty)
    made = clause(w, subject, asks)
    some = subject.quantifier.startswith(("exactly", "at"))
    if some and isinstance(made, Clause):  # `two of the dinners must be fish, but not …`
        return changed(made, things=with_property(w, noun, text))
    return made


@rule("Clause -> Subject Copula SOMETHING WITH Ask", example="lunch must be something with rice")
def has_in_it(w: Words, subject: Subject, duty: str, ask: Ask) -> Any:
    held = subject.noun is not None and ask.kind == "there"
    return clause(w, subject, dutiful(Asks((ask,)), duty)) if held else None


@rule(
    "Clause -> HAVE? Ask WITH EACH*? Noun",
    example="salad with dinner",
    against="yoga with a friend",
)
def eaten_with(w: Words, ask: Ask, each: str | None, meal: Noun) -> Any:
    """Ask for what is said to go with a meal in each of them."""
    rank = w.lexicon.ranks.get(meal.rank) if meal.kind == "member" else None
    known = rank is not None and rank.timed and not meal.overs
    named = ask.noun is not None and ask.noun.kind in ("name", "category") and not ask.overs
    fits = known and named and ask.kind in ("there", "count") and (each or not meal.plural)
    return clause(w, Subject(None), Asks((ask,), overs=(over_of(meal),))) if fits else None


@rule("Clause -> Subject Copula FREE", example="all stops must be free")
def costs_nothing(w: Words, subject: Subject, duty: str) -> Any:
    asks = priceless(w)
    several = subject.noun is not None and subject.noun.kind in (*HOLDERS, "category", "name")
    own = several and not subject.total and not _of_time(w, subject.noun)
    return clause(w, subject, dutiful(asks, duty)) if asks is not None and own else None


def _of_time(w: Words, noun: Noun | None) -> bool:
    """Tell whether a thing is a day or a part of one."""
    return noun is not None and (noun.rank in CALENDAR or noun.name in w.lexicon.parts_of_day)


def priceless(w: Words) -> Asks | None:
    """Ask that a thing costs nothing, where a vocabulary has prices."""
    known = "price" in w.lexicon.measures and not w.scheduled
    return Asks((Ask("test", text="price = 0"),)) if known else None


@rule("Clause -> ALL_THINGS Copula Property / ALL_THINGS Property",
      example="everything must be warm", cost=0.2)  # fmt: skip
def all_with_property(w: Words, *parts: str) -> Any:
    """Ask a property of each thing of a plan: of each meal, not of each ingredient."""
    *duty, text = parts
    thing = whole_thing(w)
    if thing is None or w.lacked(text) or duty not in ([], ["must"]):
        return None
    return clause(w, Subject(thing, "each"), Asks((quality(text),)))


@rule("Noun -> ALL_THINGS EXCEPT|BUT Exception", example="everything except breakfast")
def all_but(w: Words, other: tuple[Noun, ...]) -> Noun | None:
    thing = whole_thing(w)
    return None if thing is None else nouns.excepted(w, thing, other)


@rule("Clause -> ONLY OnlySuch / OnlySuch ONLY / HAVE ONLY OnlySuch",
      example="only vegetarian dinners")  # fmt: skip
def only_such(w: Words, noun: Noun) -> Any:
    """Ask that things of a kind are all of one property."""
    return noun


@rule("Clause -> EACH|ALL? Plan|Noun Duty HAVE ONLY Exception", "Clause -> EACH|ALL? Plan|Noun Duty ONLY? HAVE Exception ONLY",
      "Clause -> EACH|ALL? Plan|Noun Copula HAVE? WITH|HAVING Exception ONLY", "Clause -> EACH|ALL? Plan|Noun Copula HAVE? WITH|HAVING ONLY Exception",
      "Clause -> EACH|ALL? Plan|Noun Copula HAVE? ONLY WITH|HAVING Exception",
      "Clause -> EACH|ALL? Plan|Noun Duty ONLY HAVE Exception", "Clause -> ONLY Exception Copula HAVE", "Clause -> HAVE ONLY Exception",
      example="the workout must use only dumbbells",
      against="the workout must use only legs")  # fmt: skip
def only_of(w: Words, *parts: Any) -> Clause | None:
    """Forbid all else of a kind than what is named: `only dumbbells`."""
    named = next(part for part in parts if isinstance(part, tuple))
    kind = w.kind_of([names.bare(one.name) for one in named])
    denied = any(isinstance(part, str) and part not in ("must", "may") for part in parts)
    whole = all(
        p.kind in ("plan", "rank", "item") and not (p.filters or p.placed)
        for p in parts
        if isinstance(p, Noun)
    )
    if kind is None or denied or not whole:
        return None
    rest = nouns.excepted(w, names.named(kind), tuple(changed(one, article="") for one in named))
    return None if rest is None else Clause(f"not exists {rest.text}")


@rule("OnlySuch -> Words", example="vegetarian restaurants", against="bullet points")
def such_named(w: Words, text: str, last: str = "") -> Any:
    """Ask a quality of all things that only have a name: `only vegetarian restaurants`."""
    kind, _, name = f"{names.bare(text)} {last}".strip().partition(" ")
    known = kind.lower() in data("qualities") or w.lacked(kind)
    noun = names.named(name) if known and name.endswith("s") and not w.scheduled else None
    asks = Asks((quality(kind),))
    return (
        None
        if noun is None or w.prose
        else clause(w, Subject(changed(noun, plural=True), "each"), asks)
    )


@rule("Clause -> Noun BE IN|AT Name", example="the ceremony is in the garden", cost=0.2)
def is_where(w: Words, noun: Noun, place: Noun) -> Any:
    """Ask where a piece of a schedule is, by what is said of it."""
    own = noun.kind in ("name", "category") and not (noun.overs or noun.filters or noun.cited)
    if not w.scheduled or not own or w.is_person(noun.name) or place.filters:
        return None
    made = clause(w, Subject(noun, "each"), Asks((Ask("there", noun=place),)))
    return changed(made, told=True) if isinstance(made, Clause) else None


@rule(
    "Clause -> Noun Duty BE Over",
    "Clause -> Noun BE IN NO* Noun",
    "Clause -> Noun Duty BE IN NO* Noun",
    example="saffron must not be in any meal",
    cost=-0.4,
)
def in_each(w: Words, noun: Noun, *rest: Any) -> Any:
    """Ask that a thing is in each of several, or in none of them."""
    over = over_of(rest[-1]) if isinstance(rest[-1], Noun) else rest[-1]
    plain = noun.kind in ("name", "category") and not w.prose and over.rank not in ("", *CALENDAR)
    denials = len(rest) - 2 if len(rest) > 2 else 0  # `must be in no dinner`
    denials += rest[0] not in ("must", "may", None)
    asks = Asks((Ask("there", noun=noun, absent=denials == 1),), overs=(over,))
    fits = plain and denials < 2 and (denials or rest[0] != "may")
    return clause(w, Subject(None), asks) if fits else None


@rule("OnlySuch -> Rank|Thing WITHOUT Name", example="dinners without saffron")
def such_without(w: Words, noun: Noun, other: Noun) -> Any:
    plain = noun.kind in HOLDERS and noun.plural and not (noun.article or noun.placed)
    asks = Asks((Ask("there", noun=other, absent=True),))
    return clause(w, Subject(noun, "each"), asks) if plain else None


@rule("OnlySuch -> Property Rank|Thing / Property Rank|Thing Over|Window",
      example="vegetarian dinners")  # fmt: skip
def such(w: Words, text: str, noun: Noun, when: Over | Window | None = None) -> Any:
    if noun.kind not in (*HOLDERS, "block") or noun.article or not noun.plural:
        return None
    timed = placing.timed(w, noun, when) if isinstance(when, Window) else noun
    overs = (when,) if isinstance(when, Over) else ()
    asks = Asks((quality(text),), overs=overs)
    return None if timed is None else clause(w, Subject(timed, "each"), asks)


@rule("Diet -> Property", example="vegan", against="tasty")
def lacking(w: Words, text: str) -> str | None:
    """Take a word for what nothing of some kind may be in: `vegan`, `nut-free`."""
    return text if w.lacked(text) else None


@rule("Diet -> Diet AND? Diet", example="dairy-free and nut-free")
def lacking_both(w: Words, one: str, other: str) -> str:
    return f"{one}, {other}"


@rule("Noun -> Name FOR Thing", "Noun -> Name IN Thing", example="eggs for breakfast", cost=0.3)
def at_meal(w: Words, noun: Noun, meal: Noun) -> Noun | None:
    if meal.kind != "member" or meal.article or meal.filters != f" named {quoted(meal.name)}":
        return None
    return with_property(w, meal, noun.name)


# -- in place of others ---------------------------------------------------------------------------
@rule("Clause -> Noun REPLACING Noun Over?", "Clause -> SWAP* Noun BY*|FOR*|WITH* Noun Over?", "Clause -> REPLACING* Noun COMMA* Noun Over?",
      "Clause -> REPLACING* Noun COMMA? HAVE* Noun Over?", example="replace the butter with olive oil")  # fmt: skip
def in_place_of(w: Words, *parts: Any) -> Any:
    """Ask for one thing, and for none of what it stands in for."""
    *nouns_, over = parts
    one, other = (part for part in nouns_ if isinstance(part, Noun))
    if isinstance(parts[0], str):
        one, other = other, one
    made = joined.in_place_of(w, Ask("there", noun=one), Ask("there", noun=other))
    if made is None:
        return None
    return clause(w, Subject(None), made if over is None else changed(made, overs=(over,)))


# -- kinds and pieces -----------------------------------------------------------------------------
@rule("Ask -> Bound DISTINCT? KIND OF Noun|Name", example="two sorts of chocolate", cost=-0.1)
def kinds(w: Words, bound: Bound, noun: Noun) -> Ask | None:
    if not bound.amount.bare or noun.kind not in ("name", "category", "item") or noun.overs:
        return None
    return Ask("amount", bound, Theme(f"distinct({noun.text})", "whole", "one"))


@rule("Ask -> Bound OF Noun", example="one piece of fruit")
def pieces(w: Words, bound: Bound, noun: Noun) -> Ask | None:
    """Count the pieces of a thing, where no measure counts them."""
    dimension = bound.amount.dimension
    if dimension != "count:piece" or w.default(dimension) is not None or noun.placed:
        return None
    if noun.kind not in ("name", "category"):
        return None
    return Ask("count", bound.numbers, noun=noun)


@rule("Clause -> NO Noun WITHOUT Asks", example="no walk without a map")
def none_without(w: Words, noun: Noun, asks: Asks) -> Any:
    if noun.kind not in ("name", "category") or any(
        a.kind != "there" or a.absent for a in asks.parts
    ):
        return None
    return clause(w, Subject(noun, "each"), asks)


def smallest(w: Words) -> Noun | None:
    """Return the smallest parts that a vocabulary knows: foods, exercises, blocks."""
    ranks = w.lexicon.ranks
    rank = ranks.get(w.lexicon.item_rank) or next((r for r in ranks.values() if r.item), None)
    return None if rank is None else w.rank(rank)


def whole_thing(w: Words) -> Noun | None:
    """Return what a plan consists of for those who ask how each of it is: meals, exercises, stops."""
    meal = w.lexicon.ranks.get("meal")
    return smallest(w) if meal is None else w.rank(meal)
