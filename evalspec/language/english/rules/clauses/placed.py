"""On which day, at what time and in which part of it a thing is."""

from __future__ import annotations

import re
from typing import Any

from evalspec.language.english.lexicon import Words
from evalspec.language.english.meanings import (
    ANY,
    Ask,
    Asks,
    Bound,
    Clause,
    Clock,
    Noun,
    Over,
    Subject,
    changed,
    joined,
)
from evalspec.language.english.rule import rule
from evalspec.language.english.rules import placing
from evalspec.language.english.rules.demands.duties import dutiful
from evalspec.language.english.rules.demands.joined import two_windows
from evalspec.language.english.rules.demands.spread import asks_over, in_part
from evalspec.language.english.rules.verbs import last, spend
from evalspec.language.english.state.clauses import clause
from evalspec.language.english.state.overs import block_text, over_of


@rule("Clause -> EACH PART* EXCEPT? Day? Deed", example="every night must have 8 hours of sleep")
def part_subject(w: Words, part: str, day: Noun | None, asks: Asks) -> Any:
    over = over_of(w.day)
    if part not in w.lexicon.parts_of_day:
        return None
    if day is not None:
        over = changed(over, scope=f"{over.scope} except{day.filters}")
    return clause(w, Subject(None), in_part(w, asks, part, over))


@rule("Clause -> PART* Deed", example="the afternoon must contain a walk")
def the_part(w: Words, part: str, asks: Asks) -> Clause | None:
    found = None if part == "night" else in_part(w, asks, part, over_of(w.day))
    return None if found is None else clause(w, Subject(None), changed(found, overs=asks.overs))


@rule(
    "Clause -> Asks Duty? BE|APPEAR|COME HAVE? Window",
    example="yoga or a walk must be in the morning",
)
def asks_in(w: Words, asks: Asks, duty: str | None, window: Any) -> Any:
    if (
        window.kind != "part"
        or len(asks.parts) < 2
        or any(a.kind != "there" or a.noun is None for a in asks.parts)
    ):
        return None
    timed = [placing.timed(w, a.noun, window) for a in asks.parts if a.noun is not None]
    if any(t is None for t in timed):
        return None
    parts = tuple(changed(a, noun=t) for a, t in zip(asks.parts, timed, strict=True))
    return clause(w, Subject(None), dutiful(changed(asks, parts=parts), duty))


@rule(
    "Clause -> Noun Duty? APPEAR|BE|COME HAVE? Window OR|AND* IN? Window",
    example="exercise must happen in the morning or evening",
)
def in_either(w: Words, noun: Noun, duty: str | None, one: Any, link: str, other: Any) -> Any:
    if one.kind != "part" or other.kind != "part":
        return None
    asks = two_windows(w, Ask("there", noun=noun), one, link, other)
    return clause(w, Subject(None), dutiful(asks, duty))


@rule(
    "Clause -> Noun Duty? BE|LAST Bound LONG? Window",
    example="lunch should be an hour long at noon",
    cost=0.2,
)
def long_at(w: Words, noun: Noun, duty: str | None, bound: Bound, window: Any) -> Any:
    timed = placing.timed(w, noun, window)
    asks = last(w, bound)
    found = None if asks is None or timed is None else dutiful(asks, duty)
    return clause(w, Subject(timed), found)


@rule("Goes -> Duty? BE? SPEND ON|TO|FOR|IN|WITH?", "Goes -> Duty? BE HAVE? FOR|TO",
      "Goes -> Duty? BE LAST|ACCOUNT_FOR BY|WITH", example="must be spent on")  # fmt: skip
def goes(w: Words, *duty: str) -> str:
    return duty[0] if duty and duty[0] else "must"


@rule("Clause -> TOTAL? Bound Goes Noun Over?", example="three hours must be spent on studying")
def spent(w: Words, bound: Bound, duty: str | None, noun: Noun, over: Over | None = None) -> Any:
    asks = spend(w, bound, noun)
    found = dutiful(asks, duty)
    if found is not None and over is not None:
        found = asks_over(w, found, over)
    return clause(w, Subject(None), found)


@rule("Clause -> Noun Copula ON? Day Window", "Clause -> Noun COLON|COMMA? ON? Day COMMA? Window|Clock",
      example="the meeting must be on Monday at 10:00")  # fmt: skip
def is_on_at(w: Words, noun: Noun, *rest: Any) -> Clause | None:
    duty = rest[0] if len(rest) > 2 else "must"
    day, window = rest[-2:]
    window = placing.at(w, window) if isinstance(window, Clock) else window
    if day.filters == " on weekday" or " to " in day.filters:  # of each of these days
        fits = duty == "must" and noun.kind not in ("plan", "text", "several", "rank")
        text = f"exists {block_text(w, noun)}{window.text}"
        return Clause(text, (*noun.overs, over_of(day))) if fits else None
    found = is_on(w, noun, duty, day)
    return None if found is None else changed(found, formula=found.formula + window.text)


@rule("Clause -> Rank|WEEKDAYS OF Noun Copula Day / Rank|WEEKDAYS OF Noun Copula DayRow",
      example="the day of the meeting must be Monday")  # fmt: skip
def day_is(w: Words, *parts: Any) -> Clause | None:
    *rank, noun, duty, day = parts
    whole = not rank or (rank[0].rank == "day" and not rank[0].placed)
    return is_on(w, noun, duty, day) if whole else None


@rule("Clause -> Noun Copula ON? Day", "Clause -> Noun Copula ON? Day OR|AND* ON? Day", "Clause -> Noun Copula ON? DayRow",
      example="the meeting must be on Monday")  # fmt: skip
def is_on(
    w: Words, noun: Noun, duty: str, day: Any, link: str = "", other: Any = None
) -> Clause | None:
    if noun.kind in ("plan", "text", "several") or noun.rank in ("day", "week") or duty == "may":
        return None
    days = day if isinstance(day, tuple) else (day,) if other is None else (day, other)
    if any(" any of " in d.filters or " to " in d.filters for d in days):
        return None
    texts = [f"exists {block_text(w, noun)}{d.filters}" for d in days]
    made = joined(
        [(t, 3) for t in texts], "or" if isinstance(day, tuple) or link in w.either else "and"
    )
    formula, strength = made
    if duty in ("must not", "may not"):
        formula, strength = (f"not {formula}" if strength == 3 else f"not ({formula})"), 3
    return Clause(formula, noun.overs, strength)


@rule("DayRow -> Day OR ON? Day / EITHER ON? Day OR ON? Day / DayRow OR ON? Day / Day COMMA Day",
      example="on Monday or on Tuesday")  # fmt: skip
def day_row(w: Words, row: Any, day: Noun) -> tuple[Noun, ...]:
    return (*row, day) if isinstance(row, tuple) else (row, day)


@rule("Clause -> Noun Copula Noun", example="day 2 is the cheapest day", cost=-0.1)
def ranked_day(w: Words, one: Noun, duty: str, other: Noun) -> Clause | None:
    pattern = re.fullmatch(r" with (max|min) (.+)", other.filters)
    if (
        pattern is None
        or ANY in other.filters
        or one.rank != other.rank
        or one.front
        or " with " in one.filters
    ):
        return None
    if (
        one.kind != "rank"
        or not one.placed
        or one.plural
        or other.plural
        or duty not in ("must", "must not")
    ):
        return None
    if not re.fullmatch(r" \d+", one.filters):
        return None
    formula = f"sum({pattern[2]}) of {one.text} = {pattern[1]}({pattern[2]} per {other.scope})"
    return Clause(f"not {formula}" if duty == "must not" else formula)
