"""Demands over several members: shares, growth, neighbours, stated totals, who does what."""

from __future__ import annotations

from typing import Any

from evalspec.language.english.lexicon import Words
from evalspec.language.english.meanings import (
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
from evalspec.language.english.rules import presence
from evalspec.language.english.rules.compare import comparisons, rivals
from evalspec.language.english.rules.days import most
from evalspec.language.english.state.clauses import clause
from evalspec.language.english.state.overs import block_text


# -- neighbours ------------------------------------------------------------------------------------------
@rule(
    "Clause -> NO_TWO ADJACENT_ONES Noun BOTH? Deed",
    example="no two consecutive days may have a session",
)
def no_two(w: Words, noun: Noun, asks: Asks) -> Clause | None:
    inner = clause(w, Subject(None), changed(asks, permit=False))
    if not isinstance(inner, Clause) or inner.overs or noun.kind != "rank":
        return None
    return Clause(f"streak({noun.text} where ({inner.formula})) <= 1")


@rule("Clause -> NO Noun Duty? APPEAR|HAVE Freq", "Clause -> NO Noun Freq", "Clause -> NO Noun Duty BE HAVE Freq Over?",
      example="no dish twice")  # fmt: skip
def not_twice(w: Words, noun: Noun, *rest: Any) -> Clause | None:
    bound = next(r for r in rest if isinstance(r, Bound))
    over = next((r for r in rest if isinstance(r, Over)), None)
    limit = bound.limits[0]
    twice = (limit.amount.low == 2 and limit.comparator in ("=", ">=")) or (
        limit.amount.low == 1 and limit.comparator == ">"
    )
    overs = (over,) if over is not None else ()
    if noun.kind == "name":
        made = presence.at_most_each(w, noun, most(bound, True))
        return None if made is None else changed(made, overs=overs)
    if noun.kind not in ("rank", "item") or not twice:
        return None
    return Clause(f"distinct({noun.text}) = count({noun.text})", overs)


# -- totals that are told -----------------------------------------------------------------------------------
@rule("Clause -> STATED Theme Duty? BE|SUM_TO|REACH SUM_OF_PARTS", "Clause -> STATED TOTAL Duty? BE|SUM_TO|REACH SUM_OF_PARTS",
      "Clause -> STATED TOTAL Duty? BE CORRECT", "Clause -> STATED Theme Duty? BE CORRECT",
      example="the stated total must equal the sum of the items")  # fmt: skip
def stated_right(w: Words, *parts: Any) -> Clause | None:
    theme = parts[0] if isinstance(parts[0], Theme) else w.default("currency")
    duty = parts[-1]
    if (
        theme is None
        or theme.of
        or theme.overs
        or duty not in (None, "must")
        or theme.kind == "whole"
    ):
        return None
    return Clause(f"stated({theme.measure}) = sum({theme.measure})")


@rule(
    "Clause -> NO Noun DURING|IN Thing",
    "Clause -> NO Noun DURING Noun",
    example="no phone calls during dinner",
    cost=0.1,
)
def none_during(w: Words, noun: Noun, other: Noun) -> Clause | None:
    timed = {"category", "name"} if w.scheduled else {"name"}
    if {noun.kind, other.kind} - timed or noun.filters or other.filters:
        return None
    return Clause(f"overlap({block_text(w, noun)}, {block_text(w, other)}) = 0 min")


def _for(sign: str) -> Any:
    def made(w: Words, theme: Theme, one: Noun, other: Noun) -> Clause | None:
        rival = rivals.Rival(other)
        return comparisons.compared(
            w, Subject(one), rivals.Versus(rivals.Relation(sign), theme, rival=rival)
        )

    return made


for _class, _sign in {"MORE": ">", "LESS": "<"}.items():
    rule(f"Clause -> {_class} Theme FOR|ON|IN|AT Noun THAN FOR|ON|IN|AT Noun",
         f"Clause -> SPEND {_class} Theme FOR|ON|IN|AT? Noun THAN FOR|ON|IN|AT? Noun",
         example=f"{_class.lower()} time for breaks than for emails")(_for(_sign))  # fmt: skip


@rule(
    "Clause -> As Theme FOR|ON|IN|AT Noun AS_MANY_END FOR|ON|IN|AT Noun",
    example="twice as much time for breaks as for emails",
)
def as_much_for(
    w: Words, relation: rivals.Relation, theme: Theme, one: Noun, other: Noun
) -> Clause | None:
    return comparisons.compared(
        w, Subject(one), rivals.Versus(relation, theme, rival=rivals.Rival(other))
    )


@rule(
    "Clause -> Theme EXCEED Day BY Bound",
    "Clause -> Theme Duty EXCEED Day BY Bound",
    example="Saturday's carbs must exceed Sunday's by 50 g",
)
def exceeds_day(w: Words, theme: Theme, *rest: Any) -> Clause | None:
    day, bound = rest[-2:]
    duty = rest[0] if len(rest) > 2 else None
    if theme.of is None or theme.of.rank != "day" or duty not in (None, "must"):
        return None
    return Clause(
        held(
            f"sum({theme.measure}) of {theme.of.text} - sum({theme.measure}) of {day.text}",
            bound,
            theme.unit,
        )[0]
    )
