"""What is all different, and what comes no second time."""

from __future__ import annotations

import re
from typing import Any

from evalspec.language.english.lexicon import Words, quoted
from evalspec.language.english.meanings import Amount, Clause, Noun, Over, changed, clause_of, held
from evalspec.language.english.rule import rule
from evalspec.language.english.rules.presence import CALENDAR, HOLDERS
from evalspec.language.english.state.counts import exactly
from evalspec.language.english.state.overs import block_text, folded, over_of
from evalspec.vocabulary.nouns import singular


def different(w: Words, noun: Noun, number: Amount | None = None) -> Clause | None:
    """Ask that no two of a kind are alike."""
    named = noun.kind in ("name", "category") and not (noun.filters or noun.front)
    if (noun.kind not in (*HOLDERS, "block") and not named) or noun.placed:
        return None
    text = block_text(w, noun)
    formula, strength = f"distinct({text}) = count({text})", 3
    if noun.kind == "name":  # of what a column or a label tells, the texts
        told = f"field({quoted(singular(noun.name.lower()))})"
        formula = f"if exists {told} then distinct({told}) = count({told}) else {formula}"
        strength = 0
    if number is None:
        return Clause(formula, noun.overs, strength)
    if not number.exact or number.low != int(number.low):
        return None
    counted = held(f"count({text})", exactly(int(number.low)))[0]
    formula = f"({formula})" if not strength else formula
    return Clause(f"{formula} and {counted}", noun.overs, 2)


@rule("Clause -> HAVE? DISTINCT|NEW_EACH Noun Over", "Clause -> Noun MUST? BE DISTINCT Over", "Clause -> Noun MUST DIFFER Over",
      "Clause -> NOT* HAVE? SAME Noun Over", "Clause -> HAVE? NOT* SAME Noun Over", example="a different breakfast every day")  # fmt: skip
def another_each(w: Words, *parts: Any) -> Clause | None:
    over = parts[-1]
    noun = next(part for part in parts if isinstance(part, Noun))
    if noun.level <= over.level or len(noun.members) > 1:
        return None
    denied = any(isinstance(part, str) for part in parts)
    among = _among(noun, over, denied)
    made = None if among is None else different(w, among)
    if made is None or denied or noun.kind not in ("name", "category") or over.scope != over.rank:
        return made
    there = Clause(f"exists {block_text(w, noun)}", (over,))  # `a different curry every day`
    return clause_of([folded(there), made.written])


@rule("Clause -> HAVE? SAME Noun Over", "Clause -> Noun Duty? BE SAME Over", "Clause -> Noun Copula SAME",
      example="the same breakfast every day")  # fmt: skip
def alike(w: Words, noun: Noun, *rest: Any) -> Clause | None:
    """Ask that a thing is one and the same each time."""
    duty = next((part for part in rest if isinstance(part, str)), "must")
    over = (
        rest[-1] if isinstance(rest[-1], Over) else noun.overs[0] if len(noun.overs) == 1 else None
    )
    among = None if over is None else _among(changed(noun, overs=()), over, duty != "must")
    if among is None or len(noun.members) > 1 or duty == "may":
        return None
    if duty != "must":
        return different(w, among)
    one = among.kind in ("member", "category") and not (among.placed or among.plural)
    return Clause(f"distinct({among.text}) = 1") if one else None


def _among(noun: Noun, over: Over, denied: bool) -> Noun | None:
    """Narrow a thing to that of several days, where not all of them are meant.

    What is not to be the same every day may be so on some.
    """
    if over.quantifier != "each" or over.anyone or over.also or noun.overs:
        return None
    if over.scope == over.rank:
        return None if denied else noun
    several = over.rank == "day" and (over.several or _SEVERAL.search(over.scope))
    return changed(noun, filters=f"{noun.filters} of {over.scope}") if several else None


_SEVERAL = re.compile(r"on (?:any of|week|[a-z]+ to )")
"""What tells several days: `on any of [...]`, `on weekday`."""


@rule("Clause -> EACH|ALL Noun Duty? BE DISTINCT", "Clause -> Noun Duty BE DISTINCT", "Clause -> Noun Duty DIFFER*",
      "Clause -> ALL Noun DISTINCT", example="all dinners must be different")  # fmt: skip
def all_unlike(
    w: Words, noun: Noun, duty: str | None = None, verb: str = "differ"
) -> Clause | None:
    if len(noun.overs) == 1 and not noun.plural:  # `dinner on Monday and Friday`
        found = _among(changed(noun, overs=()), noun.overs[0], denied=True)
        if found is not None:
            noun = found
    alike = verb not in ("differ", "differs")  # what is to vary may come again
    return different(w, noun) if duty in (None, "must") and not alike else None


@rule("Clause -> NO Noun Duty? BE? REPEATED", "Clause -> NO REPEATED Noun", "Clause -> NO_TWO Noun PERMIT? BE SAME",
      "Clause -> NO_TWO SAME Noun", "Clause -> NOT REPEAT ANY|SAME? Noun",
      "Clause -> NO Noun Duty? REPEAT", example="no dinner may be repeated")  # fmt: skip
def none_alike(w: Words, noun: Noun, duty: str | None = None) -> Clause | None:
    if noun.kind == "name" and duty != "must not":
        return at_most_each(w, noun, 1)
    return different(w, noun) if duty != "must not" else None


@rule("Clause -> NOT HAVE? SAME Noun OFTEN*", "Clause -> WHO? Duty HAVE|GO_TO SAME Noun OFTEN*", "Clause -> SAME Noun Duty BE|COME|APPEAR|HAVE OFTEN*", "Clause -> SAME Noun NOT OFTEN*",
      example="never the same breakfast twice")  # fmt: skip
def not_twice(w: Words, *parts: Any) -> Clause | None:
    """Not `not the same dish three times`, which may come twice."""
    duty = next((part for part in parts if isinstance(part, str)), "must not")
    noun = next(part for part in parts if isinstance(part, Noun))
    return none_alike(w, noun) if parts[-1] == 2 and duty in ("must not", "may not") else None


@rule("Clause -> Clause IN|WITHIN|ON Noun", "Clause -> IN|WITHIN Noun COMMA Clause",
      example="no exercise may be repeated within a session")  # fmt: skip
def in_each_one(w: Words, *parts: Any) -> Clause | None:
    """Ask that things differ in any one of what holds them."""
    made = next(part for part in parts if isinstance(part, Clause))
    holder = next(part for part in parts if isinstance(part, Noun))
    alike = made.formula.startswith("distinct(") and not made.overs
    one = holder.kind == "rank" and holder.article == "a" and not holder.filters
    return changed(made, overs=(over_of(holder),)) if alike and one else None


@rule("Clause -> Clause IN|WITHIN|OVER Num Rank", "Clause -> Clause IN|OVER EACH|ALL Num Rank",
      example="never the same breakfast twice in the three days", cost=0.2)  # fmt: skip
def in_all_days(w: Words, made: Clause, number: Amount, rank: Noun) -> Clause | None:
    """Take the days of which there are so many for all that the plan has."""
    alike = made.formula.startswith("distinct(") and not made.overs
    if not alike or not number.definite or rank.rank not in CALENDAR or not number.exact:
        return None
    counted = held(f"count({rank.text})", exactly(int(number.low)))
    return clause_of([made.written, counted])


@rule("Clause -> Noun Duty BE? REPEAT|REPEATED", example="dinners must not repeat")
def not_repeating(w: Words, noun: Noun, duty: str) -> Clause | None:
    return different(w, noun) if duty in ("must not", "may not") and noun.plural else None


@rule("Clause -> ALL? Num Noun Duty? BE? DISTINCT", "Clause -> HAVE? Num Noun COMMA ALL DISTINCT",
      example="all 5 dinners must be different")  # fmt: skip
def so_many_unlike(w: Words, number: Amount, noun: Noun, duty: str | None = None) -> Clause | None:
    return different(w, noun, number) if duty in (None, "must") and noun.plural else None


def at_most_each(w: Words, noun: Noun, number: int | None) -> Clause | None:
    """Hold how often each value of a label may stand: `no author more than twice`."""
    if not number or noun.filters or noun.overs or noun.placed or noun.plural:
        return None
    thing = "block" if w.scheduled else "item"
    return Clause(f"no value({noun.scope}): count({thing}) > {number}")
