"""Nothing and anything: what is left free, is empty or costs nothing."""

from __future__ import annotations

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
    Times,
    Window,
    changed,
    held,
)
from evalspec.language.english.rule import rule
from evalspec.language.english.rules import nouns, placing
from evalspec.language.english.rules.presence import CALENDAR, HOLDERS, smallest
from evalspec.language.english.state.clauses import clause
from evalspec.language.english.state.overs import over_of
from evalspec.language.names import PARTS


@rule("Ask -> NOTHING FOR Name", example="nothing for Jonas", cost=0.2)
def nothing_for(w: Words, noun: Noun) -> Ask | None:
    plain = noun.kind in ("name", "category") and not noun.filters
    return Ask("there", noun=noun, absent=True) if plain else None


@rule("Noun -> ANYTHING WITH|HAVING Noun / ANYTHING THAT HAVE Noun", example="anything with tofu")
def anything_with(w: Words, noun: Noun) -> Noun | None:
    return noun if noun.kind in ("name", "category") and not noun.filters else None


@rule("Ask -> Ask IN_IT", example="no dish with pork in it", idle=(1,))
def in_it(w: Words, ask: Ask) -> Ask | None:
    return ask if ask.kind in ("there", "amount", "count") else None


@rule("Clause -> Subject Deed|Asks COMMA AND|WITH? Ask IN_IT / "
      "Subject Deed|Asks COMMA AND|WITH? Ask OR Ask IN_IT",
      example="the title must have at most 6 words, no colon in it",
      against="the title must have at most 6 words, no colon", idle=(5,))  # fmt: skip
def and_in_it(w: Words, subject: Subject, asks: Asks, *more: Ask) -> Any:
    """Ask of a thing that was named what it has in it."""
    named = subject.noun is not None and subject.noun.kind != "plan"
    held_in = all(a.kind in ("there", "count") for a in more)
    if len(more) > 1:  # `no colon or comma`
        if not more[0].absent or any(a.kind != "there" for a in more) or more[1].absent:
            return None
        more = (more[0], changed(more[1], absent=True))
    if not (named and held_in) or asks.link != "and" or any(a.kind == "there" for a in asks.parts):
        return None
    return clause(w, subject, changed(asks, parts=(*asks.parts, *more)))


@rule("NotAnything -> WHO? Duty HAVE? ANYTHING", example="I cannot do anything")
def not_anything(w: Words, duty: str) -> tuple[()] | None:
    return () if duty in ("must not", "may not") else None


@rule("Clause -> HAVE? NOTHING Day", "Clause -> HAVE? NOTHING Over", "Clause -> HAVE? NOTHING Window",
      "Clause -> HAVE? NOTHING Over Window", "Clause -> NOTHING ON? Day Window", "Clause -> THERE Copula NOTHING Over", "Clause -> NotAnything Over", "Clause -> NotAnything Window",
      "Clause -> NotAnything Over Window", example="nothing on Sunday")  # fmt: skip
def nothing_then(w: Words, *parts: Any) -> Any:
    """Leave a day or a stretch of it free."""
    if "must not" in parts:
        return None
    parts = tuple(p for p in parts if p != ())
    overs = tuple(_over(p) for p in parts if isinstance(p, Noun | Over))
    window = next((p for p in parts if not isinstance(p, Noun | Over | str)), None)
    part = next((p for p in parts if isinstance(p, str) and p != "must"), None)
    if part is not None:
        window = placing.in_part(w, part)
        if window is None:
            return None
    thing: Noun | None = smallest(w)
    whole = {"day"} if window is not None else CALENDAR
    if any(o.rank not in whole for o in overs) or thing is None:
        return None
    if window is not None and not w.scheduled:
        thing = _with_times(w)
    if window is not None and thing is not None:
        thing = placing.timed(w, thing, window)
    if thing is None:
        return None
    return clause(w, Subject(None), Asks((Ask("there", noun=thing, absent=True),), overs=overs))


@rule("Noun -> COSTING* Rank|Thing|Name", example="a paid stop")
def costing(w: Words, word: str, noun: Noun) -> Noun | None:
    """Narrow things to those that cost something, or nothing."""
    kinds = (*HOLDERS, "category", "name")
    if "price" not in w.lexicon.measures or noun.kind not in kinds or " where " in noun.filters:
        return None
    sign = "=" if word in data("free of charge") else ">"
    dear = "price" in w.lexicon.roles.get("of large numbers", ())
    if word == "free" and (
        noun.rank in CALENDAR or noun.name in w.lexicon.parts_of_day or not dear
    ):
        return None  # `a free day`, `free weights`
    return changed(noun, filters=f"{noun.filters} where (price {sign} 0)")


@rule("Noun -> Rank|Thing|Name COSTS_NOTHING / FREE_THING*", example="a stop that costs nothing")
def costing_nothing(w: Words, what: Noun | str) -> Noun | None:
    noun = smallest(w) if isinstance(what, str) else what
    return None if noun is None else costing(w, data("free of charge")[0], noun)


@rule("Clause -> HAVE TIME_FOR Noun|Text / ENSURE? THERE Copula TIME_FOR Noun|Text",
      example="leave time for questions", idle=(1, 2))  # fmt: skip
def time_for(w: Words, *parts: Any) -> Clause | None:
    """Ask that something is done, whatever else its name means."""
    *_, noun = parts
    if (
        "must not" in parts
        or noun.filters
        or noun.kind not in (*HOLDERS, "category", "name", "text")
    ):
        return None
    if noun.kind == "text":
        noun = Noun(quoted(noun.text), "name", name=noun.text, plural=noun.plural)
    found: Clause | None = clause(w, Subject(None), Asks((Ask("there", noun=noun),)))
    return found


@rule("InPlan -> IN|ON|OF TOTAL? Plan", "InPlan -> IN_IT", example="in the plan", idle=(0,))
def in_plan(w: Words, plan: Noun | None = None) -> tuple[()]:
    return ()


@rule("Clause -> NOTHING InPlan? Duty? START|END* Times", example="nothing starts before 9:00")
def nothing_starts(
    w: Words, plan: Any, duty: str | None, verb: str, times: Times
) -> Clause | list[Clause] | None:
    """Forbid that anything starts or ends then."""
    thing = smallest(w) if w.scheduled else _with_times(w)
    if thing is None or duty in ("must not", "may not") or times.kind == "from":
        return None
    ask = Ask("time", times=times, text="start" if verb in w.starting else "end")
    found: Clause | list[Clause] | None = clause(w, Subject(thing, "no"), Asks((ask,)))
    return found


@rule("Clause -> NOTHING InPlan? Deed", "Clause -> NOTHING InPlan? THAT|PERMIT? Bare", "Clause -> NOTHING InPlan? Bound",
      example="nothing in the plan takes longer than 20 minutes")  # fmt: skip
def nothing_lasts(w: Words, plan: Any, what: Asks | Bound) -> Clause | None:
    """Forbid that anything takes so long, weighs or costs so much."""
    asks = Asks((Ask("amount", what),)) if isinstance(what, Bound) else what
    bound, timed = asks.parts[0].bound, smallest(w) if w.scheduled else _with_times(w)
    if timed is not None and len(asks.parts) == 1 and asks.parts[0].text == "end" and not plan:
        over: Clause | None = clause(w, Subject(timed, "no"), asks)
        return over  # `nothing may run past ten`
    lasts = len(asks.parts) == 1 and asks.parts[0].kind == "amount"
    if bound is None or not lasts or asks.parts[0].absent or not _of_its_own(w, asks.parts[0]):
        return None
    thing = _bounded(w, bound)
    beyond = len(bound.limits) == 1 and bound.limits[0].comparator in ("<", ">")
    if thing is None or not beyond:
        return None
    found: Clause | None = clause(w, Subject(thing, "no"), asks)
    return found


@rule("Clause -> EACH|ALL Bound", example="each under 20 euros", idle=(0,))
def each_bounded(w: Words, bound: Bound) -> Clause | None:
    """Bound how long each thing takes or what it costs."""
    thing = _bounded(w, bound)
    if thing is None:
        return None
    found: Clause | None = clause(w, Subject(thing, "each"), Asks((Ask("amount", bound),)))
    return found


def _of_its_own(w: Words, ask: Ask) -> bool:
    """Tell whether an amount is of what it is of by itself: `costs 5 euros`, but no `60 euros of fees`."""
    default = w.default(ask.bound.amount.dimension) if ask.bound is not None else None
    plain = ask.theme is None or (default is not None and default.measure == ask.theme.measure)
    return plain and (ask.theme is None or not (ask.theme.of or ask.theme.mean))


def _bounded(w: Words, bound: Bound) -> Noun | None:
    """Return the things of which each has so much money or time, without saying what they are."""
    if bound.amount.dimension.startswith(("currency", "mass", "count:page")):
        return smallest(w)
    timed = bound.amount.dimension == "time" and bound.amount.unit not in w.lexicon.ranks
    return _with_times(w) if timed else None


@rule("Clause -> HAVE|KEEP|LET? Day OFF", "Clause -> Day MUST? BE OFF", "Clause -> Day PART* MUST? BE OFF", "Clause -> HAVE|KEEP|LET ON? Noun OFF", "Clause -> Placed MUST? BE OFF",
      example="keep Sundays free")  # fmt: skip
def left_free(w: Words, day: Noun, *rest: Any) -> Any:
    """Leave a day or a part of it without anything."""
    parts = [part for part in rest if isinstance(part, str)]
    if day.kind == "member" and day.name in w.lexicon.parts_of_day and not parts:
        return _parts_free(w, day)
    whole = {"day"} if parts else CALENDAR
    return nothing_then(w, day, *parts) if day.rank in whole and day.placed else None


def _parts_free(w: Words, part: Noun) -> Clause | None:
    """Leave the mornings of a plan free that consists of parts of days: each, or that of the first or last day."""
    thing = smallest(w)
    if thing is None or part.article == "a" or part.front not in ("", "first ", "last "):
        return None
    if not (part.front or part.plural) or part.overs:
        return None
    over = Over(f"{part.front}day", w.day.level, rank="day")
    inner = over_of(changed(part, front="", placed=False))
    return Clause(f"not exists {thing.text}", (over, inner))


"""Ranks of which one may be left free."""


@rule("Clause -> HAVE|KEEP|LET NTH* PART* OFF", example="leave the last afternoon free")
def part_left_free(w: Words, number: int, part: str) -> Any:
    """Leave a part of the first or the last day free."""
    noun = None if abs(number) > 1 else nouns.nth(w, number, w.day)
    return None if noun is None else nothing_then(w, noun, part)


@rule("Clause -> HAVE|KEEP|LET Window OFF", "Clause -> Window MUST? BE OFF", "Clause -> HAVE|KEEP|LET Day Window OFF", example="keep 15:00 to 15:45 free")  # fmt: skip
def window_free(w: Words, *parts: Any) -> Any:
    """Leave some hours without anything."""
    return nothing_then(w, *parts)


@rule(
    "Clause -> HAVE|KEEP|LET Window OFF FOR Noun",
    example="keep 15:00 to 15:45 free for the dentist",
)
def window_for(w: Words, window: Window, noun: Noun) -> Clause | None:
    """Leave some hours to one thing, which may be there."""
    plain = noun.kind in ("name", "category") and not (noun.filters or noun.overs or noun.placed)
    if not w.scheduled or not plain or window.kind not in ("from", "between"):
        return None
    return Clause(f"not exists block except named {quoted(noun.name)}{window.text}")


@rule("Noun -> OFF Rank|Thing", "Noun -> FULL? Rank OFF", example="a free day")
def empty(w: Words, noun: Noun) -> Noun | None:
    """Take a day, or a part of one, in which nothing is."""
    thing = smallest(w)
    part = noun.kind == "member" and noun.name in w.lexicon.parts_of_day
    if thing is None or not (noun.rank == "day" or part) or noun.filters.count(" where "):
        return None
    return changed(noun, filters=f"{noun.filters} where (not exists {thing.text})")


@rule("Noun -> OFF PART*", example="a free afternoon")
def empty_part(w: Words, part: str) -> Noun | None:
    window, thing = placing.in_part(w, part), smallest(w)
    if window is None or thing is None or not w.scheduled:
        return None
    timed = placing.timed(w, thing, window)
    return None if timed is None else empty_of(w.day, timed)


def empty_of(day: Noun, thing: Noun) -> Noun:
    """Narrow a day to those without a thing."""
    return changed(day, filters=f" where (not exists {thing.text})")


@rule("Clause -> WHO? Duty? HAVE SOMETHING EACH Bound", "Clause -> WHO? Duty? HAVE Noun EACH Bound",
      "Clause -> Noun Duty? APPEAR|COME EACH Bound", "Clause -> Noun EACH Bound", example="eat something every 3 to 4 hours")  # fmt: skip
def every_so_often(w: Words, *parts: Any) -> Clause | None:
    """Hold how far those of a kind are apart within a day."""
    bound, meal = parts[-1], w.lexicon.ranks.get("meal")
    usual = w.rank(meal) if meal is not None else None
    noun = next((part for part in parts if isinstance(part, Noun)), usual)
    if noun is None or "must not" in parts or "may not" in parts:
        return None
    apart = bound.limits[0].comparator in ("between", "<", "<=")  # `every 2 hours`: or sooner
    timed = apart and bound.amount.dimension == "time" and bound.amount.unit not in w.lexicon.ranks
    if not timed or noun.kind not in ("rank", "member", "category", "name") or noun.overs:
        return None
    if noun.placed or (noun.kind == "name" and not w.scheduled):
        return None
    thing = noun.text if not w.scheduled else f"block({noun.scope})"
    formula, strength = held(f"gap({thing})", bound)
    return Clause(formula, (over_of(w.day),), strength)


def _over(part: Noun | Over) -> Over:
    return part if isinstance(part, Over) else over_of(part)


def _with_times(w: Words) -> Noun | None:
    """Return the things that have times in a plan that is no schedule: meals, stops."""
    least = smallest(w)
    if least is None:
        return None
    between = [
        r
        for r in w.lexicon.ranks.values()
        if w.day.level < r.level < least.level and not (r.calendar or set(r.members) & set(PARTS))
    ]
    return w.rank(min(between, key=lambda r: r.level)) if between else least
