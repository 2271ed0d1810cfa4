"""The greatest and the least of several, and how far they are apart."""

from __future__ import annotations

from typing import Any

from evalspec.language.english.lexicon import Words, quoted
from evalspec.language.english.meanings import (
    ANY,
    Amount,
    Bound,
    Clause,
    Limit,
    Noun,
    Subject,
    Theme,
    changed,
    held,
    negated,
)
from evalspec.language.english.rule import rule
from evalspec.language.english.rules import nouns
from evalspec.language.english.state.amounts import amount_of, theme_for
from evalspec.language.english.state.counts import count_of
from evalspec.language.english.state.overs import block_text, over_of


@rule("Noun -> Noun IN|BY Measure", example="the smallest meal in calories")
def extreme_in(w: Words, noun: Noun, theme: Theme) -> Noun | None:
    if ANY not in noun.filters or theme.kind == "whole":
        return None
    return changed(noun, filters=noun.filters.replace(ANY, theme.measure))


@rule("Clause -> Noun Duty? HAVE EXTREME* Theme|Noun", "Clause -> Noun Duty? HAVE EXTREME* Theme|Noun OF ALL Noun",
      "Clause -> Noun Duty? HAVE EXTREME* Theme|Noun OF ANY Noun", "Clause -> Noun Duty? HAVE EXTREME* Theme OF ALL? ITEMS",
      example="Saturday must have the most protein")  # fmt: skip
def has_most(
    w: Words, noun: Noun, duty: str | None, extreme: tuple[str, str], what: Any,
    among: Noun | None = None,
) -> Clause | None:  # fmt: skip
    if extreme[1] not in ("any", "amount") or duty not in (None, "must", "must not"):
        return None
    if isinstance(what, Theme) and (what.of or what.overs or what.mean):
        return None
    timed = isinstance(what, Theme) and what.dimension == "time"
    kinds = among is not None and among.kind == "name"
    if timed and w.scheduled and noun.kind in _NAMED and not kinds:
        return None  # `Maths gets the most time`: all its lessons together
    if isinstance(what, Noun) and not what.plural:  # `the least work`
        theme = w.default("time") if what.kind == "category" and w.scheduled else None
        what = None if theme is None else changed(theme, of=what)
    if what is None:
        return None
    if isinstance(what, Theme) and noun.kind in _NAMED:
        return first_of_all(w, noun, extreme[0], what, duty, among)
    return most(w, noun, extreme[0], what, duty, among)


_NAMED = ("name", "category")


def first_of_all(
    w: Words, noun: Noun, kind: str, theme: Theme, duty: str | None, among: Noun | None
) -> Clause | None:
    """State that a thing known by its name has the most or the least of all."""
    if noun.filters or noun.overs or theme.kind == "whole" or duty == "may":
        return None
    if theme.of or theme.overs or theme.mean:
        return None
    measure, row = "duration" if theme.kind == "time" else theme.measure, smallest(w)
    if among is not None and among.kind != "plan":
        if among.kind not in ("item", "block", "name") or among.placed or among.overs:
            return None
        row = block_text(w, nouns.of_a_kind(among))
    if noun.front and among is None:  # `the first run is the longest`: of the runs
        row = block_text(w, changed(noun, front=""))
        mine = (
            f"duration({block_text(w, noun)})"
            if theme.kind == "time"
            else f"sum({measure}) of {noun.text}"
        )
        formula = f"{mine} = {kind}({measure} per {row})"
    else:
        formula = f"exists {row} with {kind} {measure} named {quoted(noun.name)}"
    return Clause(f"not {formula}" if duty in ("must not", "may not") else formula)


def smallest(w: Words) -> str:
    """Write the smallest parts of a plan, whatever they are."""
    return "block" if w.scheduled else "item"


@rule("Clause -> Noun Duty? MEASURES* EXTREME*", "Clause -> Noun Duty? MEASURES* EXTREME* OF ALL? Noun",
      example="catering must cost the least", cost=-0.1)  # fmt: skip
def measures_most(
    w: Words, noun: Noun, duty: str | None, theme: Theme, extreme: tuple[str, str],
    among: Noun | None = None,
) -> Clause | None:  # fmt: skip
    return has_most(w, noun, duty, extreme, theme, among)


@rule("Clause -> Noun Copula EXTREME* ONE|LINES?", "Clause -> Noun Copula EXTREME* OF ALL? Plan|Noun", "Clause -> Noun Copula EXTREME* OF ALL? ITEMS",
      "Clause -> Noun Duty? HAVE|LAST EXTREME*", "Clause -> Noun Duty? HAVE|LAST EXTREME* OF ALL? Plan|Noun",
      example="the last session must be the shortest")  # fmt: skip
def is_most(
    w: Words, noun: Noun, duty: str | None, extreme: tuple[str, str], among: Noun | None = None
) -> Clause | None:
    if noun.kind == "text" and extreme[1] == "duration" and among is None and not noun.overs:
        if duty != "must" or not noun.placed or noun.plural:
            return None
        return Clause(f"words of {noun.text} = {extreme[0]}(words per {noun.scope})")
    if extreme[1] not in w.lexicon.measures:
        return None
    theme = w.theme(extreme[1])
    if noun.kind in _NAMED:
        return first_of_all(w, noun, extreme[0], theme, duty, among)
    return most(w, noun, extreme[0], theme, duty, among)


@rule("Clause -> Noun Duty? COME|BE NTH* / SET|HAVE|KEEP? Noun NTH* / Noun Duty? BE NTH* ONE",
      example="the longest session must come last")  # fmt: skip
def extreme_place(w: Words, noun: Noun, *rest: Any) -> Clause | None:
    *said, number = rest
    duty = said[0] if said else None
    rank = w.lexicon.ranks.get(noun.rank)
    kind, _, measure = noun.filters.removeprefix(" with ").partition(" ")
    if rank is None or kind not in ("max", "min") or ANY in measure or noun.plural:
        return None
    theme = w.theme(measure.strip('"')) if measure.strip('"') in w.lexicon.measures else None
    first = nouns.nth(w, number, w.rank(rank))
    if theme is None or first is None:
        return None
    place = changed(first, overs=noun.overs)
    return most(w, place, kind, theme, duty)


def most(
    w: Words, noun: Noun, kind: str, what: Theme | Noun, duty: str | None, among: Noun | None = None
) -> Clause | None:
    """State that one of several has the most or the least."""
    rank = w.lexicon.ranks.get(noun.rank)
    if rank is None or not (noun.placed or noun.kind == "member") or noun.plural or noun.also:
        return None
    if " with " in noun.filters or len(noun.members) > 1 or duty == "may":
        return None
    row = w.rank(rank)
    overs = noun.overs
    if among is not None and among.kind != "plan":
        if among.rank != rank.name:
            overs = (*overs, over_of(among)) if not among.plural else ()
            if among.plural or among.level >= noun.level:
                return None
        elif among.kind == "member" or among.placed:
            return None
    if isinstance(what, Noun):
        value, measure = f"{count_of(w, what)} of {noun.text}", count_of(w, what)
        if what.overs or not measure or what.kind in ("plan", "text"):
            return None
    else:
        measure = "duration" if what.kind == "time" else what.measure
        made = amount_of(w, w.summed(what), noun, "", True)
        if what.of is not None:
            made = amount_of(w, changed(what, of=None), what.of, "", True)
            measure = made[0]
            made = (f"{measure} of {noun.text}", made[1])
        value = made[0]
        if what.kind == "whole" or made[1]:
            return None
    if noun.kind == "member":
        overs = overs or (over_of(w.day),)
    if not value:
        return None
    formula = f"{value} = {kind}({measure} per {row.text})"
    return Clause(f"not {formula}" if duty in ("must not", "may not") else formula, overs)


# -- how far apart ---------------------------------------------------------------------------------
@rule("Clause -> Subject IS WITHIN Amount OF ONE_ANOTHER", "Clause -> Subject IS Bound APART", example="the days must be within 200 kcal of each other")  # fmt: skip
def near(w: Words, subject: Subject, size: Any) -> Clause | None:
    """Hold how far several are apart: `within 200 kcal of each other` is at most so much."""
    close = () if isinstance(size, Bound) else (Limit("<=", changed(size, attached=False)),)
    bound = size if isinstance(size, Bound) else Bound(close)
    if bound.limits[0].comparator not in ("<", "<=", "="):
        return None
    return apart(w, subject.noun, bound) if subject.quantifier in ("", "all") else None


def apart(w: Words, noun: Noun | None, bound: Bound, theme: Theme | None = None) -> Clause | None:
    """Hold the difference between the members of a scope to a bound."""
    if noun is None or noun.kind not in ("rank", "member", "item") or not noun.plural or noun.also:
        return None
    theme = theme_for(w, theme, bound.amount, noun)
    if theme is None or theme.of or theme.overs or theme.kind == "whole":
        return None
    if theme.dimension == "time":
        return None  # `two hours apart` is when
    daily = noun.kind == "member" and not noun.overs
    overs = (over_of(w.day),) if daily else noun.overs
    return Clause(held(f"range({theme.measure} per {noun.text})", bound, theme.unit)[0], overs)


@rule("Clause -> NO_TWO Noun Duty? DIFFER BY? Bound", "Clause -> NO_TWO Noun Duty? DIFFER BY? Bound IN Theme",
      "Clause -> DO? NOT LET ANY? Num? Noun DIFFER BY? Bound", "Clause -> Theme OF|IN|ON ANY? Num? Noun Duty DIFFER BY? Bound",
      "Clause -> Subject Duty DIFFER BY? Bound IN Theme", example="no two days may differ by more than 200 kcal")  # fmt: skip
def no_two_differ(w: Words, *parts: Any) -> Clause | None:
    kinds = {type(p): p for p in parts}
    noun, bound, theme = kinds.get(Noun), kinds[Bound], kinds.get(Theme)
    duty, number, subject = kinds.get(str), kinds.get(Amount), kinds.get(Subject)
    named = noun is None or (theme is not None and parts[0] is theme)
    denied = duty in ("must not", "may not")  # behind `no two` that would be denied again
    if denied != named or (number is not None and number.low != 2):
        return None
    if subject is not None:
        noun = subject.noun if subject.quantifier in ("", "all") else None
    found = negated(bound)
    if found is None or found.limits[0].comparator not in ("<", "<="):
        return None
    return apart(w, noun, found, theme)


@rule("Clause -> DIFFERENCE Between IS Bound", "Clause -> DIFFERENCE IN|OF Theme Between IS Bound",
      "Clause -> Theme DIFFERENCE Between IS Bound", "Clause -> DIFFERENCE BETWEEN EXTREME* AND EXTREME* Noun IS Bound",
      example="the difference between two days must be at most 200 kcal")  # fmt: skip
def difference(w: Words, *parts: Any) -> Clause | None:
    *said, bound = parts
    theme = said[0] if isinstance(said[0], Theme) else None
    if bound.limits[0].comparator not in ("<", "<=", "=", "between"):
        return None
    if isinstance(said[-1], Noun):
        return ends_apart(w, said[0], said[1], said[-1], bound)
    one, *more = said[-1]
    if not more:
        return apart(w, one, bound, theme)
    theme = theme_for(w, theme, bound.amount, one)
    if theme is None or theme.of or theme.overs or theme.kind != "measure" or one.kind == "plan":
        return None
    sides = [amount_of(w, w.summed(theme), noun, "", True) for noun in (one, *more)]
    if not all(text for text, _ in sides) or sides[0][1] != sides[1][1]:
        return None
    both = ", ".join(text for text, _ in sides)
    return Clause(held(f"difference({both})", bound, theme.unit)[0], sides[0][1])


@rule(
    "Clause -> EXTREME* AND EXTREME* Noun IS Bound APART",
    example="the largest and the smallest meal must be at most 200 kcal apart",
)
def ends_apart(
    w: Words, one: tuple[str, str], other: tuple[str, str], noun: Noun, bound: Bound
) -> Clause | None:
    ends = {one[0], other[0]} == {"max", "min"} and one[1] == other[1]
    plain = changed(noun, plural=True, article="")
    return near(w, Subject(plain), bound) if ends and not noun.placed else None
