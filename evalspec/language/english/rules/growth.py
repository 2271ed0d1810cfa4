"""From one to the next: `the distance must increase each week`, `by at most 10 % a week`."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from evalspec.core.quantity import plain
from evalspec.language.english.closed import data
from evalspec.language.english.lexicon import Words
from evalspec.language.english.meanings import (
    Bound,
    Clause,
    Noun,
    Over,
    Theme,
    changed,
    held,
    negated,
)
from evalspec.language.english.rule import rule
from evalspec.language.english.state.amounts import amount_of
from evalspec.language.names import OPEN_MEASURE


@rule("Trend -> INCREASE", "Trend -> GETTING MORE", "Trend -> BE MORE", example="increase")
def increase(w: Words) -> str:
    return ">"


@rule("Trend -> DECREASE", "Trend -> GETTING LESS", "Trend -> BE LESS", example="decrease")
def decrease(w: Words) -> str:
    return "<"


@rule("Trend -> DIFFER", example="vary")
def change(w: Words) -> str:
    return "!="


# -- from one to the next -----------------------------------------------------------------------------
@rule("Step -> FROM Rank TO|BY Rank", "Step -> Rank BY|AFTER|ON Rank", example="from week to week")
def from_to(w: Words, one: Noun, other: Noun) -> Noun | None:
    alike = one.rank == other.rank and one.kind in ("rank", "item") and not one.plural
    return changed(one, article="") if alike else None


@rule("Step -> Over", example="each week")
def step(w: Words, over: Over) -> Noun | None:
    rank = w.lexicon.ranks.get(over.rank)
    plain_one = over.scope == over.rank and over.quantifier == "each" and not over.anyone
    return w.rank(rank) if rank is not None and plain_one else None


@rule("Clause -> Theme Duty? Trend Step / Theme Duty? Trend BY Bound Step? / "
      "Step COMMA? Theme Duty? Trend BY? Bound / Theme Duty? Trend Step BY Bound / "
      "Theme Duty? Trend Bound Step", example="the distance must increase each week")  # fmt: skip
def grows(w: Words, *parts: Any) -> Clause | None:
    theme = next(p for p in parts if isinstance(p, Theme))
    bound = next((p for p in parts if isinstance(p, Bound)), None)
    noun = next((p for p in parts if isinstance(p, Noun)), None)
    *_, sign = texts = [p for p in parts if isinstance(p, str)]
    return trend(w, theme, texts[0] if len(texts) > 1 else None, sign, noun, bound)


@rule("Clause -> Noun Duty? Trend BY? Bound Step", "Clause -> Noun Duty? Trend Step BY? Bound",
      "Clause -> Duty? INCREASE Noun BY Bound Step", "Clause -> Duty? DECREASE* Noun BY Bound Step",
      example="the long run grows by at most 2 km each week")  # fmt: skip
def thing_grows(w: Words, *parts: Any) -> Clause | None:
    """Take what grows for as much of it as the unit says, by a share for whatever is told of it."""
    noun, step_by = (p for p in parts if isinstance(p, Noun))
    bound = next(p for p in parts if isinstance(p, Bound))
    said = parts[: parts.index(noun)] + parts[parts.index(noun) + 1 :]
    duty = next((p for p in said if p in _DUTIES), None)
    sign = next((p for p in said if p in (">", "<", "!=")), "")
    sign = sign or ("<" if isinstance(parts[1], str) and parts[1] not in _DUTIES else ">")
    shared = bound.amount.dimension == "fraction"
    theme = w.default("time" if shared else bound.amount.dimension)
    if shared and not w.scheduled:
        theme = Theme(OPEN_MEASURE)
    if theme is None or noun.kind not in ("category", "name") or noun.overs or bound.amount.bare:
        return None
    return trend(w, changed(theme, of=noun), duty, sign, step_by, bound)


_DUTIES = ("must", "must not", "may", "may not")


@rule("Clause -> INCREASE Theme Step", "Clause -> DECREASE* Theme Step", "Clause -> INCREASE Theme BY Bound Step?",
      "Clause -> DECREASE* Theme BY Bound Step?",
      "Clause -> Duty INCREASE Theme BY Bound Step?", "Clause -> Duty DECREASE* Theme BY Bound Step?",
      example="increase the distance by at most 10 % each week")  # fmt: skip
def increased(w: Words, *parts: Any) -> Clause | None:
    theme = next(p for p in parts if isinstance(p, Theme))
    before = parts[: parts.index(theme)]
    duty = before[0] if before and before[0] in _DUTIES else None
    sign = "<" if before and before[-1] != duty else ">"
    bound = next((p for p in parts if isinstance(p, Bound)), None)
    noun = next((p for p in parts if isinstance(p, Noun)), None)
    return trend(w, theme, duty, sign, noun, bound)


@rule("Clause -> HAVE* Bound Step / HAVE* Bound TO Theme|Noun Step", example="add 2 km each week")
def added(w: Words, verb: str, bound: Bound, *rest: Any) -> Clause | None:
    step_by = rest[-1]
    theme = w.default(bound.amount.dimension) if not bound.amount.bare else None
    if verb not in data("adding") or theme is None:
        return None
    if isinstance(rest[0], Theme):
        return trend(w, rest[0], None, ">", step_by, bound)
    return (
        thing_grows(w, rest[0], None, ">", bound, step_by)
        if len(rest) > 1
        else trend(w, theme, None, ">", step_by, bound)
    )


def trend(
    w: Words, theme: Theme, duty: str | None, sign: str, noun: Noun | None, bound: Bound | None
) -> Clause | None:
    """State how an amount changes from one member to the next."""
    daily = [o for o in theme.overs if o.scope == o.rank]
    if len(daily) < len(theme.overs) or theme.mean:
        return None
    if theme.dimension.startswith("count:") and not (theme.adds or theme.total):
        return None  # `reps go up by two`: those of a set, or of all sets
    rank = noun.rank if noun is not None else daily[0].rank if daily else ""
    if any(o.rank != rank for o in daily) or (noun is not None and noun.text != noun.scope):
        return None
    scope = noun.scope if noun is not None else daily[0].scope if daily else ""
    value = value_of(w, changed(theme, overs=()))
    denied = duty in ("must not", "may not")
    if not scope or not value or (bound is None and (denied or sign == "!=")):
        return None
    if bound is None:
        return (
            None
            if duty == "may"
            else Clause(f"each next {scope}: {value} {sign} {value} of previous")
        )
    found = negated(bound) if denied else bound
    if found is None or len(found.limits) > 1 or found.limits[0].about or found.limits[0].slack:
        return None
    limit = found.limits[0]
    if duty == "may":
        if limit.comparator not in ("=", "<", "<="):
            return None
        found = Bound(
            (changed(limit, comparator="<=" if limit.comparator == "=" else limit.comparator),)
        )
    if sign == "!=" and noun is None:  # `the daily calories must not vary by more than 100`
        own = theme.measure if theme.kind == "measure" else value
        return Clause(held(f"range({own} per {scope})", found, theme.unit)[0])
    made = _changing(theme, value, sign, found)
    return None if made is None else Clause(f"each next {scope}: {made}")


def _changing(theme: Theme, value: str, sign: str, bound: Bound) -> str | None:
    """Hold a change to a bound: an amount, or a share of what was before."""
    limit, before = bound.limits[0], f"{value} of previous"
    if limit.amount.dimension != "fraction":
        if sign == "!=":
            return held(f"difference({value}, {before})", bound, theme.unit)[0]
        sides = (value, before) if sign == ">" else (before, value)
        return held(" - ".join(sides), bound, theme.unit)[0]
    return by_share(value, sign, bound, before)


def by_share(value: str, sign: str, bound: Bound, before: str) -> str | None:
    """Hold a value to more, or less, than another by a share of that."""
    limit, way = bound.limits[0], -1 if sign == "<" else 1
    if len(bound.limits) > 1 or (limit.comparator == "between" and sign == "!="):
        return None
    if limit.comparator == "between":
        ends = (limit.amount.low, limit.amount.high)
        low, high = sorted(1 + way * end / Decimal(100) for end in ends)
        return f"{value} between {plain(low)} * {before} and {plain(high)} * {before}"
    part = limit.amount.low / Decimal(100)
    more = f"{value} {limit.comparator} {plain(1 + part)} * {before}"
    less = f"{value} {_turned(limit.comparator)} {plain(1 - part)} * {before}"
    if sign == "!=":
        return f"({more} and {less})" if limit.comparator in ("<", "<=") else None
    return more if sign == ">" else less


def _turned(comparator: str) -> str:
    return {"<": ">", "<=": ">=", ">": "<", ">=": "<="}.get(comparator, comparator)


@rule("Clause -> Noun MUST? GETTING MORE* Step? / Noun MUST? BE MORE* Step",
      example="the sessions must get longer")  # fmt: skip
def gets_more(w: Words, noun: Noun, measure: str, by: Noun | None = None) -> Clause | None:
    return _grown(w, noun, measure, by, ">")


@rule("Clause -> Noun MUST? GETTING LESS* Step? / Noun MUST? BE LESS* Step",
      example="the sessions must get shorter")  # fmt: skip
def gets_less(w: Words, noun: Noun, measure: str, by: Noun | None = None) -> Clause | None:
    return _grown(w, noun, measure, by, "<")


def _grown(w: Words, noun: Noun, measure: str, by: Noun | None, sign: str) -> Clause | None:
    if measure not in w.lexicon.measures or noun.overs:
        return None
    theme = w.theme(measure)
    if noun.kind in ("category", "name") and by is not None:
        return trend(w, changed(theme, of=noun), None, sign, by, None)
    own = noun.kind == "rank" and noun.plural and not noun.placed and not noun.filters
    if not own or (by is not None and by.rank != noun.rank):
        return None
    return trend(w, theme, None, sign, changed(noun, plural=False, article=""), None)


def value_of(w: Words, theme: Theme) -> str:
    """Write an amount of whatever is in force."""
    if theme.kind == "whole":
        return theme.measure
    if theme.of is not None:
        value, overs = amount_of(w, changed(theme, of=None, total=True), theme.of, "", True)
        return value if not overs else ""
    if theme.kind == "time":
        return "duration"
    if not theme.adds and theme.dimension.startswith("count:"):
        theme = w.summed(theme)
    return f"sum({theme.measure})" if theme.adds else f"max({theme.measure})"
