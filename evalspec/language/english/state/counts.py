"""Demands on how many there are, and on what is there → formulas."""

from __future__ import annotations

import json
from typing import Any

from evalspec.language.english.chart import UnfitError
from evalspec.language.english.closed import data
from evalspec.language.english.lexicon import Words, quoted
from evalspec.language.english.meanings import (
    Amount,
    Ask,
    Bound,
    Clause,
    Limit,
    Noun,
    Over,
    Subject,
    changed,
    held,
    negative,
)
from evalspec.language.english.state.overs import WORDING, all_of, block_text, overs_of
from evalspec.vocabulary.nouns import singular


def count_clause(w: Words, subject: Subject, ask: Ask, beside: tuple[Ask, ...]) -> Clause | None:
    """State how many of something there must be."""
    noun, bound = ask.noun, ask.bound
    if noun is None or bound is None:
        raise UnfitError
    if not bound.amount.bare:
        return None
    if w.prose and noun.kind == "name":
        return None  # `three examples`: a common noun is no literal
    turns = _turns(subject, noun)
    if turns and not ask.absent:
        return _so_many_turns(subject.noun, noun, turns, bound, subject.overs)
    if (
        subject.noun is not None
        and subject.noun.kind == noun.kind == "name"
        and not (subject.quantifier or subject.noun.placed)
    ):
        return None  # `ABBA has to be played once`: one of the names is no thing
    alone = subject.noun is None or subject.noun.kind == "plan"
    if ask.each and alone and not noun.overs and " where " not in noun.filters:
        return None  # each of whom: `six exercises apiece`
    if subject.total and subject.noun is not None and subject.noun.kind != "plan":
        made = held(f"{count_of(w, noun)} of {subject.noun.text}", bound)
        return Clause(made[0], (*subject.noun.overs, *noun.overs), made[1])
    outer = overs_of(subject)
    if outer is None:
        return None
    if any(o.rank and o.rank == noun.rank for o in outer):
        return None
    if ask.text == "span" and subject.noun is not None and subject.noun.kind != "plan":
        return None
    of_staff = (outer or roster(w)) and is_staff(w, noun)
    value = 'count(value("person"))' if of_staff else count_of(w, noun)
    if not value:
        return None
    if noun.kind == "rank":
        named = [a.noun for a in beside if a.kind == "count" and a.noun is not None
                 and a.noun.kind == "member" and a.noun.rank == noun.rank]  # fmt: skip
        value = " - ".join([value, *(count_of(w, n) for n in named)])
    made = held(value, bound)
    if ask.absent:
        made = negative(made)
    return Clause(made[0], (*outer, *noun.overs), made[1])


def roster(w: Words) -> bool:
    """Tell whether plans are of who is on which shift, where each is there by name."""
    return w.scheduled and "Rank" in w.types("shift")


def so_many_persons(w: Words, ask: Ask) -> Ask:
    """Count who is there, in a roster: `two people per shift`."""
    bound = ask.bound
    told = bound is not None and bound.amount.dimension == "count:person" and ask.theme is None
    if bound is None or not (told and roster(w)):
        return ask
    people = Noun('"people"', "name", "", 60, "people", plural=True)
    return changed(ask, kind="count", noun=people, bound=bound.numbers)


def is_staff(w: Words, noun: Noun) -> bool:
    """Tell whether those are counted who are on a shift: `two carers on every shift`."""
    plain = noun.kind == "name" and not (noun.filters or noun.front)
    staff = plain and singular(noun.name.lower()) in (*data("words")["CREW"], "people", "name")
    return staff and w.scheduled and "person" in w.lexicon.roles


_NO_PLURAL = ("ics", "maths")
"""Ends of names that are no plurals: `physics`."""


def _turns(subject: Subject, noun: Noun) -> str:
    """Return what a thing known by its name has so many of, where each is an entry of that name: lessons."""
    who = subject.noun
    plain = noun.kind in ("name", "category", "block", "item") and not (noun.filters or noun.front)
    named = who is not None and who.kind == "name" and not (who.placed or who.article)
    if who is None or (who.plural and not who.name.lower().endswith(_NO_PLURAL)):
        return ""
    word = noun.name.lower() or noun.scope
    known = singular(word) in data("turns")  # `two late shifts` are some of his
    return word if plain and named and known and not subject.quantifier else ""


def _so_many_turns(
    who: Noun | None, noun: Noun, turns: str, bound: Bound, overs: tuple[Over, ...]
) -> Clause | None:
    """Count the entries of a name, or take the number of them that is told of it: `French: 4 lessons`."""
    if who is None:
        raise UnfitError
    count = f"count({who.text})"
    many, strength = held(count, bound)
    told, _ = held(f"sum({quoted(turns)}) of {who.text}", bound)
    one, other = (f"({text})" if strength < 3 else text for text in (many, told))
    formula = f"if {count} >= 2 then {one} else {other}"
    return Clause(formula, (*overs, *who.overs, *noun.overs), 0)


def count_of(w: Words, noun: Noun) -> str:
    """Write how many there are of a thing."""
    if noun.kind == "name" and _of_a_unit(w, noun):
        raise UnfitError
    if noun.kind in ("literal", "mark"):
        return noun.counts
    if noun.kind == "text" and noun.counts and not noun.filters and not noun.front:
        return noun.counts
    return f"count({block_text(w, noun)})"


def _of_a_unit(w: Words, noun: Noun) -> bool:
    """Tell whether a name is of an amount, and of no thing: `push reps`, `walking minutes`."""
    *before, last = noun.name.lower().split() or [""]
    unit = w.lexicon.units.get(last) or w.lexicon.units.get(singular(last))
    return (
        bool(before)
        and unit is not None
        and unit.dimension in _AMOUNTS
        and last not in w.lexicon.ranks
    )


_AMOUNTS = ("time", "length", "energy", "count:rep", "count:set")


def presence_clause(w: Words, subject: Subject, ask: Ask) -> Clause | None:
    """State that something is there, or is not."""
    outer = overs_of(subject)
    noun = ask.noun
    if noun is None:
        raise UnfitError
    if outer is None:
        return None
    if noun.kind in WORDING:
        return _said(noun, ask.absent, (*outer, *noun.overs))
    if w.prose and noun.kind == "name":
        return None  # a common noun is no literal
    if noun.several:
        parts = [
            changed(part, filters=part.filters + noun.filters, window=noun.window)
            for part in noun.several
        ]
        made = [presence_clause(w, subject, changed(ask, noun=part)) for part in parts]
        return None if any(m is None for m in made) else all_of([m for m in made if m is not None])
    if len(noun.members) > 1:
        return None
    lacked = _lacked(w, subject, noun)
    if lacked:  # `Fridays vegetarian`: of all that is there then, not of one thing in it
        none = changed(ask, absent=True)
        each = [presence_clause(w, subject, changed(none, noun=one)) for one in lacked]
        return all_of([one for one in each if one is not None]) if not ask.absent else None
    overs = (*outer, *noun.overs)
    window = noun.window
    if window is not None and w.scheduled and window.kind == "from" and not ask.absent:
        block = block_text(w, changed(noun, filters=noun.filters.removesuffix(window.text)))
        low, high = window.low, window.high
        if low is None or high is None:
            raise UnfitError
        return Clause(f"start({block}) = {low.text} and end({block}) = {high.text}", overs, 2)
    pieces = w.scheduled and subject.noun is not None and subject.noun.kind in _PIECES
    named = quoted(noun.name) if pieces and noun.kind in ("category", "name") else ""
    text = f"exists {f'{named}{noun.filters}' if named else block_text(w, noun)}"
    if noun.rank in ("week", "month") and text == f"exists {noun.rank}" and noun.article == "a":
        return Clause(f"count({noun.rank}) {'!=' if ask.absent else '='} 1", overs)  # `for a week`
    return Clause(f"not {text}" if ask.absent else text, overs)


_PIECES = ("block", "category", "name")
"""Kinds of pieces of a schedule: no other pieces are in one, only what is said of it."""


def _lacked(w: Words, subject: Subject, noun: Noun) -> tuple[Noun, ...]:
    """Return what must not be there where a diet is said of all, or of days."""
    holder = subject.noun
    several = holder is None or holder.kind == "plan" or holder.rank in ("day", "week", "month")
    known = noun.kind in ("name", "category") and not (noun.article or noun.cited)
    if not several or not known or subject.inner:
        return ()
    if noun.plural or (noun.filters and noun.window is None):
        return ()
    return tuple(
        changed(noun, kind="name", scope=quoted(kind), name=kind) for kind in w.lacked(noun.name)
    )


def _said(noun: Noun, absent: bool, overs: tuple[Over, ...]) -> Clause | None:
    """Ask for words, marks or keys in a text."""
    if noun.kind == "literal":
        return Clause(literal_test(noun, absent), overs)
    if noun.kind == "mark":
        return Clause(f"{noun.counts} {'= 0' if absent else '>= 1'}", overs)
    if overs or (absent and noun.name == "only"):
        return None
    return Clause(f"conforms to {quoted(json.dumps(_schema(noun, absent), ensure_ascii=False))}")


def literal_test(noun: Noun, absent: bool) -> str:
    """Write that words stand in a text, or none of them."""
    if len(noun.members) == 1:
        return f"{'not ' if absent else ''}contains {noun.scope}{noun.filters}"
    mode = "none" if absent else "any" if noun.name == "or" else "all"
    return f"contains {mode} of [{', '.join(map(quoted, noun.members))}]{noun.filters}"


def _schema(noun: Noun, absent: bool) -> dict[str, Any]:
    """Return the JSON Schema of an answer with keys, or without."""
    one_each = [{"required": [name]} for name in noun.members]
    if absent:
        return {"type": "object", "not": {"anyOf": one_each}}
    if noun.name == "or":
        return {"type": "object", "anyOf": one_each}
    made: dict[str, Any] = {"type": "object", "required": list(noun.members)}
    if noun.name == "only":
        made |= {"properties": dict.fromkeys(noun.members, True), "additionalProperties": False}
    return made


def test_clause(w: Words, subject: Subject, ask: Ask) -> Clause | None:
    """State what is already a test: of a text, of parity."""
    outer = overs_of(subject)
    if outer is None:
        return None
    if ask.absent:
        return Clause(f"not {ask.text}" if ask.strength == 3 else f"not ({ask.text})", outer)
    return Clause(ask.text, outer, ask.strength)


def exactly(number: int) -> Bound:
    """Return the bound of a number alone."""
    from decimal import Decimal

    return Bound((Limit("=", Amount(Decimal(number), Decimal(number))),))
