"""Gaps between things, and overlaps."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

from evalspec.language.english.closed import data
from evalspec.language.english.lexicon import Words
from evalspec.language.english.meanings import (
    Amount,
    Asks,
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
from evalspec.language.english.rules import bounds, persons, streaks
from evalspec.language.english.rules.times.order import ordered_text
from evalspec.language.english.state.overs import over_of
from evalspec.language.english.state.times import of_a_day


def before_or_after(w: Words, bound: Bound, word: str, one: Noun, other: Noun) -> Clause | None:
    """Hold the time from the earlier to the later of two: what is no later than an hour before is at
    least an hour before.
    """
    return gap(w, ahead(bound), one, other) if word in w.earlier else gap(w, bound, other, one)


def ahead(bound: Bound) -> Bound:
    """Return how long before a thing is that must be no later than so long before."""
    limits = (
        changed(x, comparator=x.comparator.translate(_TURNED)) if x.when else x
        for x in bound.limits
    )
    return changed(bound, limits=tuple(limits))


_TURNED = str.maketrans("<>", "><")


def gap(w: Words, bound: Bound, *things: Noun) -> Clause | None:
    """Hold the time between things to a bound."""
    if bound.amount.dimension != "time":
        return None
    texts = [ordered_text(w, thing) for thing in things]
    if any(text is None for text in texts):
        return None
    row = [text for text in texts if text]
    if len(row) > 1 and len(set(row)) == 1:
        return None  # `between lights out and getting up`: both are of one sleep
    if len(row) == 1 and not things[0].plural and things[0].kind != "rank":
        return None
    kinds = things[0].kind != "rank" or things[0].rank == "day"  # sessions have dates of their own
    if len(row) == 1 and bound.amount.unit == "day" and bound.amount.low == 1 and kinds:
        upper = bound.limits[0].comparator.startswith("<")
        return (
            None if upper else streaks.never_next(w, things[0], w.day)
        )  # `a day between two runs`
    formula, strength = held(f"gap({', '.join(row)})", bound)
    overs = dict.fromkeys(over for thing in things for over in of_a_day(w, thing))
    upper = any(limit.comparator in ("<", "<=") for limit in bound.limits)
    whose = persons.person(w) if len(row) == 1 else None
    if whose is not None and _on_duty(w, things[0]):
        overs[over_of(whose)] = None  # `11 hours between two shifts`: of one person
    if len(row) == 1 and upper and bound.amount.unit not in w.lexicon.ranks:
        overs[over_of(w.day)] = None  # `at most 4 hours between meals`, nights aside
    return Clause(formula, tuple(overs), strength)


_ON_DUTY = ("shift", "shifts", "duty", "duties")


def _on_duty(w: Words, thing: Noun) -> bool:
    """Tell whether a noun is of turns of several people: shifts, or what a roster calls so."""
    if thing.kind == "block":
        return not set(_ON_DUTY).isdisjoint(w.lexicon.ranks["block"].words)
    return thing.kind == "name" and not w.scheduled and thing.name.lower().split()[-1] in _ON_DUTY


@rule("Between -> BETWEEN Noun|Ends AND Noun|Ends / FROM Noun|Ends TO Noun|Ends / "
      "BETWEEN END OF? Noun AND START OF? Noun / BETWEEN Noun END AND Noun START",
      example="between lunch and dinner")  # fmt: skip
def two(w: Words, one: Noun, other: Noun) -> tuple[Noun, ...]:
    return (one, other)


@rule("Between -> BETWEEN ANY? Noun / BETWEEN ADJACENT_ONES Noun / BETWEEN ANY? Num Noun",
      example="between meetings")  # fmt: skip
def among(w: Words, *parts: Any) -> tuple[Noun, ...] | None:
    noun = parts[-1]
    number = parts[0] if len(parts) > 1 else None
    if not noun.plural or (number is not None and number.low != 2):
        return None
    return (changed(noun, plural=True),)


@rule("Break -> Thing|Name", "Break -> OF Thing", example="a break")
def a_break(w: Words, noun: Noun) -> Noun | None:
    return noun if noun.name in w.pauses and not noun.filters else None


@rule("Room -> Bound", "Room -> GAP OF? Bound", "Room -> Bound OF? GAP", "Room -> Bound Break", "Room -> Break OF Bound",
      "Room -> GAP OF Bound Break", example="a break of 15 minutes")  # fmt: skip
def room(w: Words, *parts: Any) -> Bound:
    return next(p for p in parts if isinstance(p, Bound))


@rule("Lead -> Plan Duty HAVE*", example="the schedule must include")
def led_by_plan(w: Words, plan: Noun, duty: str, verb: str) -> str:
    return lead(w, duty, verb)


@rule("Lead -> THERE Copula", "Lead -> WHO? Duty? HAVE*", "Lead -> WHO Willing", example="there must be")  # fmt: skip
def lead(w: Words, duty: str | None = "must", verb: str = "") -> str:
    """Say how something is asked for, whoever asks."""
    room = verb in data("leaving room") and duty in ("must", None)
    return "room" if room else duty or "must"


@rule("GapAsk -> Room Between", example="30 minutes between lunch and dinner")
def gap_ask(w: Words, bound: Bound, things: tuple[Noun, ...]) -> tuple[Bound, tuple[Noun, ...]]:
    return bound, things


@rule("Clause -> GapAsk", "Clause -> Lead GapAsk",
      example="there must be 30 minutes between lunch and dinner", cost=-0.1)  # fmt: skip
def gapped(w: Words, *parts: Any) -> Clause | None:
    bound, things = parts[-1]
    if parts[0] in ("must not", "may not"):
        bound = negated(bound)
    if parts[0] == "room":  # `leave two hours between …`: or more
        bound = bounds.at_least(w, bound) or bound
    return None if bound is None or parts[0] == "may" else gap(w, bound, *things)


@rule("Clause -> Clause ON|IN|WITHIN SAME Rank", "Clause -> Clause ON|WITHIN EACH Rank",
      example="30 minutes between two meetings on the same day")  # fmt: skip
def on_one_day(w: Words, made: Clause, rank: Noun) -> Clause | None:
    """Hold the time between things of one day, and of no two."""
    near = made.formula.startswith("gap(") and not made.overs
    return changed(made, overs=(over_of(rank),)) if near and rank.rank == "day" else None


@rule(
    "Clause -> Clause IN_ONE_GO",
    example="no meeting longer than 90 minutes without a break",
    idle=(1,),
    cost=0.2,
)
def of_each_at_once(w: Words, made: Clause) -> Clause | None:
    """What is asked of each thing by itself is asked of one go: not of a sum."""
    held_each = any(over.quantifier in ("each", "no") and over.level > 10 for over in made.overs)
    lasts = re.match(r"(?:sum\()?duration\)? [<>]", made.formula)
    return made if held_each and lasts else None


@rule(
    "Clause -> Lead? NO GAP OF? Bound? Between",
    example="no gaps of more than 30 minutes between meetings",
)
def no_gap(
    w: Words, lead: str | None, bound: Bound | None, things: tuple[Noun, ...]
) -> Clause | None:
    if lead not in (None, "must", "room") or (bound is not None and bound.plain):
        return None
    nothing = Bound((Limit("<=", Amount(Decimal(0), Decimal(0), "min", "time")),))
    turned = nothing if bound is None else negated(bound)
    return None if turned is None else gap(w, turned, *things)


@rule("Clause -> Between COMMA? Lead? Room", "Clause -> Between COMMA? Room Duty? PASS|COME",
      "Clause -> Bound Duty? PASS|COME Between", example="between lunch and dinner, at least 3 hours", cost=0.1)  # fmt: skip
def gap_between(w: Words, *parts: Any) -> Clause | None:
    bound = next(p for p in parts if isinstance(p, Bound))
    things = next(p for p in parts if isinstance(p, tuple))
    duty = next((p for p in parts if isinstance(p, str)), None)
    if duty == "may" and {limit.comparator for limit in bound.limits} <= {"<", "<="}:
        duty = "must"  # `at most two hours may pass`
    return gapped(w, duty, (bound, things))


@rule("Clause -> GapTheme Copula|OF Bound / GapTheme Deed",
      example="the gap between stops must be under 2 hours")  # fmt: skip
def gap_is(w: Words, things: tuple[Noun, ...], *rest: Any) -> Clause | None:
    last = rest[-1]
    if isinstance(last, Asks):
        ask = last.parts[0]
        if (
            len(last.parts) > 1
            or ask.kind != "amount"
            or last.overs
            or ask.bound is None
            or (ask.theme and ask.theme.dimension != "time")
            or ask.total
            or ask.each
        ):
            return None
        return gap(w, ask.bound, *things) if not ask.absent else None
    return gap(w, last, *things) if rest[0] in (None, "must", last) else None


@rule("GapTheme -> GAP Between", "GapTheme -> Theme Between", "GapTheme -> EACH|ANY|ALL? Break Between",
      example="the gap between meetings")  # fmt: skip
def gap_theme(w: Words, *parts: Any) -> Any:
    if isinstance(parts[0], Theme) and (
        parts[0].dimension != "time" or parts[0].of or parts[0].overs
    ):
        return None
    return parts[-1]


@rule("Limited -> Subject Bound", example="dinner at least 3 hours before bed", cost=-0.2)
def limited(w: Words, subject: Subject, bound: Bound) -> tuple[Subject, Bound] | None:
    return None if bound.plain else (subject, bound)  # `walk 30 minutes before dinner`


@rule("Clause -> Subject MUST? COME|BE|APPEAR|END HAVE? Bound BEFORE|AFTER* Noun|Ends / "
      "Subject MUST? START HAVE? Bound AFTER* Noun|Ends / "
      "Subject IS HAVE Bound BEFORE|AFTER* Noun|Ends / "
      "HAVE|END Noun Bound BEFORE|AFTER* Noun|Ends / Ends Bound BEFORE|AFTER* Noun|Ends / "
      "Limited BEFORE|AFTER* Noun|Ends", example="dinner must be eaten 3 hours before bed")  # fmt: skip
def so_long_before(w: Words, *parts: Any) -> Clause | None:
    parts = (*parts[0], *parts[1:]) if isinstance(parts[0], tuple) else parts
    subject, bound, word, other = parts
    noun = subject.noun if isinstance(subject, Subject) else subject
    if noun is None or (isinstance(subject, Subject) and subject.quantifier):
        return None
    first, second = (noun, other) if word in w.earlier else (other, noun)
    apart = before_or_after(w, bound, word, noun, other)
    return _days_between(w, bound, first, second) or apart


def _days_between(w: Words, bound: Bound, first: Noun, second: Noun) -> Clause | None:
    """Hold the difference of two dates, of which people speak in days and weeks."""
    one, other = ordered_text(w, first), ordered_text(w, second)
    if bound.amount.unit not in w.lexicon.ranks or one is None or other is None:
        return None
    return Clause(*held(f"date({other}) - date({one})", bound)[:1])


@rule("Clause -> Subject MUST? FOLLOW Noun WITHIN Amount", "Clause -> Subject IS HAVE? WITHIN Amount OF|AFTER Noun|Ends",
      example="dinner follows the gym within 30 minutes")  # fmt: skip
def within(w: Words, subject: Subject, *rest: Any) -> Clause | None:
    noun, amount = (rest[1], rest[0]) if isinstance(rest[0], Amount) else (rest[0], rest[1])
    if subject.noun is None or subject.quantifier:
        return None
    return gap(w, Bound((Limit("<=", amount),)), noun, subject.noun)


@rule(
    "Clause -> Subject MUST? PRECEDE*|FOLLOW* Noun BY Bound",
    example="the gym precedes dinner by an hour",
)
def precedes_by(w: Words, subject: Subject, *rest: Any) -> Clause | None:
    if subject.noun is None or subject.quantifier:
        return None
    verb, noun, bound = rest
    things = (noun, subject.noun) if "follow" in verb else (subject.noun, noun)
    return gap(w, bound, *things)


_SPACED = ("Spaced -> Bound APART", "Spaced -> WITH? Bound GAP? IN_BETWEEN")


@rule(*_SPACED, example="at least 5 hours apart")
def so_far_apart(w: Words, bound: Bound) -> Bound | None:
    return bound if bound.amount.dimension == "time" and not bound.plain else None


@rule(*_SPACED, example="5 hours apart", cost=0.3)
def exactly_apart(w: Words, bound: Bound) -> Bound | None:
    return bound if bound.amount.dimension == "time" and bound.plain else None


@rule("Spaced -> NO_CLOSER Bound APART?", example="not closer together than 5 hours")
def no_closer(w: Words, bound: Bound) -> Bound | None:
    return Bound((Limit(">=", bound.amount),)) if exactly_apart(w, bound) else None


@rule("Clause -> Clause COMMA? AND? Spaced", example="three walks a day, at least 2 hours apart")
def so_many_apart(w: Words, made: Clause, bound: Bound) -> Clause | None:
    """Hold the time between those that are counted."""
    several = _SEVERAL.match(made.formula)
    if several is None or made.test:
        return None
    apart, _ = held(f"gap({several[1]})", bound)
    return changed(made, formula=f"{made.formula} and {apart}", strength=2)


_SEVERAL = re.compile(r"count\(((?:block\([^()]*\)|[^()])+)\) (?:[<>]?=|[<>]|between) [^:()]*\Z")


@rule("Clause -> Noun NO_CLOSER Bound APART?", example="walks no closer than 2 hours")
def kept_apart(w: Words, noun: Noun, bound: Bound) -> Clause | None:
    found = no_closer(w, bound)
    return gap(w, found, noun) if found is not None and noun.plural else None


@rule("Clause -> Noun Duty? BE? Bound AWAY_FROM Noun|Ends", "Clause -> Noun Duty? BE? Bound AWAY_FROM Noun|Ends COMMA? BOTH_SIDES",
      example="snacks at least 2 hours away from lunch")  # fmt: skip
def away_from(w: Words, noun: Noun, duty: str | None, bound: Bound, other: Noun) -> Clause | None:
    """Hold the time between two things, whichever comes first."""
    both = [gap(w, bound, *pair) for pair in ((noun, other), (other, noun))]
    least = all(limit.comparator in (">", ">=") for limit in bound.limits)
    if duty not in (None, "must") or not least or None in both:
        return None  # `the hotel at most 10 minutes away from the station`
    return changed(both[0], formula=" and ".join(one.formula for one in both if one), strength=2)


@rule("Clause -> HAVE? Noun GE EACH Bound", "Clause -> HAVE? Noun EACH Bound LATEST|OR_LESS",
      example="a stop at least every two hours", against="a stop every two hours")  # fmt: skip
def often(w: Words, noun: Noun, bound: Bound) -> Clause | None:
    """Hold the time between two of a kind that comes at least so often."""
    timed = bound.plain and bound.amount.dimension == "time"
    return (
        gap(w, Bound((Limit("<=", bound.amount),)), changed(noun, plural=True, article=""))
        if timed
        else None
    )


@rule("Clause -> HAVE? Noun ABOUT EACH Bound", example="a stop about every two hours")
def about_as_often(w: Words, noun: Noun, bound: Bound) -> Clause | None:
    """Hold the time between two of a kind that comes about so often."""
    near = Bound(tuple(changed(x, about=True) for x in bound.limits))
    timed = bound.plain and bound.amount.dimension == "time"
    made = gap(w, near, changed(noun, plural=True, article="")) if timed else None
    daily = made is not None and bound.amount.unit not in w.lexicon.ranks and not made.overs
    return changed(made, overs=(over_of(w.day),)) if made is not None and daily else made


@rule("Clause -> NO ADJACENT Noun", example="no back-to-back meetings")
def none_adjacent(w: Words, noun: Noun) -> Clause | None:
    return not_adjacent(w, noun)


@rule("Clause -> NO_TWO Noun PERMIT? BE? HAVE? ADJACENT", "Clause -> Noun Duty BE? HAVE? ADJACENT",
      "Clause -> DO NOT HAVE Noun ADJACENT", example="no two meetings may be back to back")  # fmt: skip
def not_adjacent(w: Words, noun: Noun, duty: str = "must not") -> Clause | None:
    if duty not in ("must not", "may not") or not noun.plural:
        return None
    text = ordered_text(w, noun)
    return None if text is None else Clause(f"gap({text}) > 0 min")


@rule("Clause -> Noun AND Noun Duty? OVERLAP BY? Bound", "Clause -> Noun Duty? OVERLAP WITH? Noun BY Bound",
      example="work and study must overlap by at least half an hour", cost=-0.1)  # fmt: skip
def overlap_by(w: Words, one: Noun, *rest: Any) -> Clause | None:
    other, bound = next(p for p in rest if isinstance(p, Noun)), rest[-1]
    texts = [ordered_text(w, one), ordered_text(w, other)]
    duty = next((p for p in rest if isinstance(p, str)), "must")
    found = bound if duty == "must" else negated(bound) if not bound.plain else None
    if None in texts or found is None or duty == "may" or bound.amount.dimension != "time":
        return None
    formula, strength = held(f"overlap({texts[0]}, {texts[1]})", found)
    return Clause(formula, (), strength)


@rule("Clause -> Noun AND Noun Duty OVERLAP / Noun Duty OVERLAP WITH? Noun",
      example="work and study must not overlap")  # fmt: skip
def overlap(w: Words, one: Noun, *rest: Any) -> Clause | None:
    other, duty = (rest[0], rest[1]) if isinstance(rest[0], Noun) else (rest[1], rest[0])
    texts = [ordered_text(w, one), ordered_text(w, other)]
    if duty not in ("must not", "may not") or None in texts:
        return None
    return Clause(f"overlap({texts[0]}, {texts[1]}) = 0 min")


@rule("Clause -> NOTHING PERMIT|MODAL? OVERLAP|AT_ONCE", "Clause -> NOTHING PERMIT|MODAL? OVERLAP WITH? ANYTHING|ANY_OTHER",
      "Clause -> NO|AVOID CONFLICT|OVERLAP", "Clause -> NO|AVOID CONFLICT|OVERLAP IN|ON Plan", "Clause -> AVOID ANY CONFLICT|OVERLAP",
      "Clause -> AVOID ANY CONFLICT|OVERLAP IN|ON Plan", "Clause -> NO_TWO THINGS BE|PERMIT|MODAL? OVERLAP|AT_ONCE",
      "Clause -> THINGS Duty* OVERLAP|AT_ONCE", example="nothing may overlap")  # fmt: skip
def overlap_nothing(w: Words, duty: str = "must not") -> Clause | None:
    return Clause("overlap(item) = 0 min") if duty in ("must not", "may not") else None


@rule("Clause -> ALL? Noun Duty OVERLAP ONE_ANOTHER? / ALL? Noun Duty OVERLAP WITH ONE_ANOTHER / NO_TWO Noun PERMIT|MODAL? OVERLAP|AT_ONCE",
      example="activities must not overlap")  # fmt: skip
def overlap_any(w: Words, noun: Noun, duty: str = "must not") -> Clause | None:
    text = ordered_text(w, noun)
    if duty not in ("must not", "may not") or text is None or not noun.plural:
        return None
    return Clause(f"overlap({text}) = 0 min")


@rule("Clause -> Name AND Name Duty BE|WORKING? TOGETHER_THERE", "Clause -> Name AND Name BE Duty BE TOGETHER_THERE",
      "Clause -> KEEP Name AND Name APART", "Clause -> DO? NOT HAVE Name AND Name TOGETHER_THERE",
      example="Ada and Luis must never be on together")  # fmt: skip
def never_together(w: Words, one: Noun, other: Noun, duty: str = "must not") -> Clause | None:
    persons = one.name[:1].isupper() and other.name[:1].isupper()  # not `rice and beans`
    return overlap(w, one, other, duty) if persons else None
