"""For whom: `everybody`, `at most two shifts per nurse`, `for the two of us`, `per person`."""

from __future__ import annotations

from typing import Any

from evalspec.language.english.closed import data
from evalspec.language.english.lexicon import Words, quoted
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
    Times,
    changed,
)
from evalspec.language.english.naming import AN
from evalspec.language.english.rule import rule
from evalspec.language.english.rules.names import bare, named
from evalspec.language.english.state.clauses import clause
from evalspec.language.english.state.counts import is_staff, roster
from evalspec.language.english.state.overs import block_text, over_of, shared, so_many
from evalspec.language.english.state.times import time_formulas
from evalspec.vocabulary.nouns import singular


# -- each of them ---------------------------------------------------------------------------------
def person(w: Words, name: str = "person") -> Noun | None:
    """Return each person that the things of a plan are said to be of, where a vocabulary has them."""
    if "person" not in w.lexicon.roles or w.prose:
        return None
    return Noun(f"value({quoted(name)})", "rank", "person", 1, name)


@rule("Subject -> EVERYBODY", example="everybody")
def everybody(w: Words) -> Subject | None:
    noun = person(w)
    return None if noun is None else Subject(noun, "each")


@rule("Subject -> NOBODY", example="nobody")
def nobody(w: Words) -> Subject | None:
    noun = person(w)
    return None if noun is None else Subject(noun, "no")


@rule("Subject -> EACH|NO|ALL* CREW*", example="each nurse", cost=-0.1)
def each_person(w: Words, word: str, name: str) -> Subject | None:
    noun = person(w, name)
    kind = "no" if word.startswith(("no", "not", "neither")) else "each"
    return None if noun is None else Subject(noun, kind)


@rule("Clause -> NOBODY MODAL? WORKING Times", "Clause -> NOBODY MODAL? WORKING Times OR Times",
      example="nobody works after 22:00", against="nobody works more than 8 hours")  # fmt: skip
def nobody_works(w: Words, *times: Times) -> Clause | None:
    """Leave the time free of work, whoever does it."""
    noun = w.category("work") if "work" in w.lexicon.categories else None
    texts = [
        t
        for one in times
        if noun
        for t in time_formulas(w, Subject(noun, "no"), Ask("time", times=one, text="be")) or ()
    ]
    if len(texts) != len(times):
        return None
    return Clause(" and ".join(one.formula for one in texts), (), 2 if len(texts) > 1 else 3)


@rule(
    "Clause -> NOBODY MODAL? WORKING Over",
    example="nobody works on Sunday",
    against="nobody works every day",
)
def nobody_works_on(w: Words, over: Over) -> Any:
    """Leave a day free of work, whoever does it."""
    if " on " not in over.scope or "work" not in w.lexicon.categories:
        return None
    ask = Ask("there", noun=w.category("work"), absent=True)
    return clause(w, Subject(None), Asks((ask,), overs=(over,)))


@rule("Bare -> WORKING* Asks|Bound", example="work more than five shifts")
def works(w: Words, word: str, what: Asks | Bound) -> Asks | None:
    asks = Asks((Ask("amount", what),)) if isinstance(what, Bound) else what
    counted = all(a.kind in ("count", "amount") and a.bound is not None for a in asks.parts)
    ranked = any(
        (a.noun is not None and a.noun.kind == "rank")
        or (a.bound is not None and a.bound.amount.unit in w.lexicon.ranks)
        for a in asks.parts
    )
    if any(
        a.kind == "amount" and a.bound and a.bound.amount.unit in w.lexicon.ranks
        for a in asks.parts
    ):
        return None  # `Ann works four days`: on so many of them
    # of somebody: `work no more than four days` is no number of days
    said = "turn" if ranked else "work" if word == "work" else ""
    asks = changed(asks, parts=tuple(changed(a, text=a.text or said) for a in asks.parts))
    return (
        asks
        if counted
        and not (ranked and word.endswith(" on"))  # `be on at least four days`
        and not any(b.bound.amount.bare and b.kind == "amount" for b in asks.parts if b.bound)
        else None
    )


@rule("Asks -> Asks PER|EACH CREW* / Asks FOR ALL CREW*", example="at most two shifts per nurse")
def per_person(w: Words, asks: Asks, name: str | None = None) -> Asks | None:
    noun = person(w, name or "person")
    split = any(
        a.kind != "count" and (a.theme is None or a.theme.dimension != "time") for a in asks.parts
    )
    if noun is None or split or any(o.rank == "person" for o in asks.overs):
        return None  # an amount of money per person is shared out
    return changed(asks, overs=(*asks.overs, over_of(noun)))


@rule("Asks -> Asks FOR EVERYBODY*", example="two shifts for everybody",
      against="25 minutes for all of them")  # fmt: skip
def for_everybody(w: Words, asks: Asks, word: str) -> Asks | None:
    pooled = any(a.kind == "count" and a.noun and a.noun.kind == "name" for a in asks.parts)
    if word == "all of them" or pooled:
        return None  # they may be speeches; `two sausages for everybody` are so many in all
    return per_person(w, asks)


@rule("Clause -> NOBODY MODAL? WORKING? ON Asks", example="nobody on more than five days",
      against="nobody on Sundays")  # fmt: skip
def nobody_on(w: Words, asks: Asks) -> Any:
    """Count the days of each person."""
    found = works(w, "works", asks)
    (part, *more) = asks.parts
    days = part.noun is not None and part.noun.rank == "day" and not more
    subject = nobody(w)
    return clause(w, subject, found) if days and found is not None and subject else None


# -- shifts ----------------------------------------------------------------------------------------
@rule("Noun -> Leading|Open Rank", example="late shift", against="late meal", cost=0.1)
def shift_named(w: Words, text: str, rank: Noun) -> Noun | None:
    """Take a shift by its name, which stands alone in a roster: `Late: Ida`."""
    name = bare(text).lower()
    own = rank.kind == "block" and roster(w) and name in data("shifts")
    return changed(rank, filters=f" named {quoted(name)}", article=_article(text)) if own else None


@rule("ShiftOf -> Noun", "ShiftOf -> Leading|Open", example="early", against="loud")
def shift_of(w: Words, shift: Any) -> Noun | None:
    """Name a shift, with or without that word."""
    if not isinstance(shift, Noun):
        name = bare(shift).lower()
        shift = Noun("block", "block", "block", 40, filters=f" named {quoted(name)}")
        return shift if roster(w) and name in data("shifts") else None
    plain = roster(w) and shift.kind == "block" and not (shift.overs or shift.front)
    return changed(shift, plural=False) if plain and not shift.placed else None


@rule("Asks -> Bound Noun? ON|AT|PER|FOR EACH? ShiftOf", "Asks -> Bound Noun? EACH ShiftOf",
      example="two on each shift", against="two on each day", cost=0.1)  # fmt: skip
def manned(w: Words, bound: Bound, noun: Noun | None, *rest: Any) -> Asks | None:
    """Count the persons of a shift: all that a roster has on it."""
    amount, shift = bound.amount, rest[-1]
    persons = noun is None and (amount.bare or amount.dimension == "count:person")
    if noun is not None:
        persons = amount.bare and singular(noun.name.lower()) in (*data("words")["CREW"], "people")
    if not persons or amount.low > 40:
        return None
    ask = Ask("count", bound.numbers, noun=changed(named("people"), plural=True))
    return Asks((ask,), overs=(over_of(changed(shift, article="")),))


@rule("Asks -> Bound Noun PER Noun", example="one nurse per shift", against="one nurse per patient",
      cost=-0.3)  # fmt: skip
def staffed(w: Words, bound: Bound, noun: Noun, holder: Noun) -> Asks | None:
    """Count the persons of a shift, a day or a place by their names, as `on every shift` does."""
    plain = holder.kind in ("rank", "category", "name") and not (holder.filters or holder.overs)
    person_ = w.is_crew(holder.name) or singular(holder.name.lower()) in w.persons
    who = person(w) if is_staff(w, noun) and bound.amount.bare else None
    if who is None or not plain or holder.plural or holder.article or person_:
        return None
    return Asks((Ask("count", bound, noun=who),), overs=(over_of(holder),))


@rule("Clause -> ShiftOf COLON? Bound", example="Late: two")
def manned_so(w: Words, shift: Noun, bound: Bound) -> Any:
    return clause(w, Subject(None), manned(w, bound, None, shift))


@rule("Clause -> Day ShiftOf HAVE|COLON|BE Name", "Clause -> Name Duty? BE? ON|WORKING? Day ShiftOf",
      "Clause -> Name Duty? BE? ON|WORKING? ShiftOf ON? Day", example="Rosa on the Monday late", against="rice on the Monday late")  # fmt: skip
def on_shift_of(w: Words, *parts: Any) -> Clause | None:
    """Put somebody on one shift of a day."""
    nouns = [p for p in parts if isinstance(p, Noun)]
    who = next((n for n in nouns if n.kind == "name"), None)
    day = next((n for n in nouns if n.rank == "day"), None)
    shift = next((n for n in nouns if n.kind == "block"), None)
    if who is None or day is None or shift is None or not who.name[:1].isupper() or who.filters:
        return None
    if {"must not", "may", "may not"} & {p for p in parts if isinstance(p, str)}:
        return None
    return Clause(
        f"exists {block_text(w, shift)} where (contains {quoted(who.name)})", (over_of(day),)
    )


def _article(text: str) -> Any:
    return "a" if text.startswith(AN) else ""


# -- all of them together, and of what they share each one ------------------------------------------
_ALL = {"both": 2, "two": 2, "three": 3, "four": 4}


@rule("Shared -> FOR_ALL_OF_US*", example="for both of us")
def for_all(w: Words, word: str) -> Over:
    return shared(next((_ALL[part] for part in word.split() if part in _ALL), 0))


@rule("Shared -> FOR*? ALL*? Num OF_US", example="for the two of us")
def for_so_many(w: Words, word: str | None, all_: str | None, number: Amount) -> Over | None:
    said = f"{word or ''} {all_ or ''}".strip()
    every = number.definite or (all_ or "").endswith("all")
    return so_many(number) if every and said.startswith("for") else None


@rule("Shared -> FOR* Amount", "Shared -> FOR* Num Name", example="for four people")
def for_people(w: Words, word: str, number: Amount, noun: Noun | None = None) -> Over | None:
    if noun is None:
        persons = number.dimension == "count:person"
    else:
        persons = number.bare and singular(noun.name.lower()) in w.persons
    return so_many(number) if persons and word == "for" else None


@rule("Shared -> PER_HEAD", example="per person")
def per_head(w: Words) -> Over:
    """Take an amount for that of one person."""
    return Over("person", -1, "per", "persons")


@rule("Shared -> PER|INDEF|EACH Measure", example="per portion")
def per_portion(w: Words, theme: Theme) -> Over | None:
    """Take a portion for what one person has of a recipe."""
    whole = singular(theme.measure) in w.lexicon.roles.get("of the whole", ())
    return per_head(w) if whole and theme.dimension == "count:serving" else None


@rule("Over -> Shared", example="for the two of us")
def over_persons(w: Words, over: Over) -> Over:
    return over


@rule("Subject -> ANYTHING* Shared", example="everything for the three of us")
def all_for(w: Words, word: str, over: Over) -> Subject | None:
    """Take everything for several together for the total; alone it may be each thing."""
    whole = word == "everything" and over.quantifier == "for"
    return Subject(None, total=True, overs=(over,)) if whole else None


@rule("Clause -> EVERYBODY Deed", "Clause -> EACH_HEAD* Deed|Asks", example="each of us needs at least 90 g of protein",
      against="each child reads for 20 minutes", cost=-0.2)  # fmt: skip
def for_each(w: Words, *parts: Any) -> Any:
    """Ask of what is told for one person, as calories are, not of each person by name."""
    asks, timed = parts[-1], ("time",) if len(parts) > 1 else ()
    amounts = all(
        a.kind == "amount" and a.bound is not None and a.bound.amount.dimension not in timed
        for a in asks.parts
    )
    if not amounts or any(o.rank == "persons" for o in asks.overs):
        return None
    return clause(w, Subject(None), changed(asks, overs=(*asks.overs, per_head(w))))
