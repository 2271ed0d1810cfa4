"""At what time a thing is, starts or ends."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

from evalspec.language.english.closed import data
from evalspec.language.english.lexicon import Words
from evalspec.language.english.meanings import (
    Ask,
    Asks,
    Clause,
    Clock,
    Noun,
    Subject,
    Times,
    changed,
)
from evalspec.language.english.rule import rule
from evalspec.language.english.rules.clauses.joined import both_clauses, over_clause
from evalspec.language.english.rules.demands.duties import dutiful
from evalspec.language.english.rules.times.limits import inside
from evalspec.language.english.state.clauses import clause
from evalspec.language.english.state.overs import block_text, over_of
from evalspec.language.english.state.times import time_formulas


@rule("Bare -> BE? START* Times", example="start at 9:00")
def starts(w: Words, verb: str, times: Times) -> Asks | None:
    if times.kind == "from" and verb.startswith("open"):
        return None  # `open from 9:00 to 17:00`
    return Asks((Ask("time", times=inside(times), text="start"),))  # `start from noon to one`


@rule("Bare -> END Times", "Bare -> BE END Times", example="end by 17:00")
def ends(w: Words, times: Times) -> Asks | None:
    return Asks((Ask("time", times=times, text="end"),)) if times.kind != "from" else None


@rule("Clause -> Asks Duty? END|START* Times / Asks Copula DONE* Times / Asks COMMA DONE* Times",
      example="two hours of work must end by 17:00")  # fmt: skip
def so_long_until(w: Words, asks: Asks, *rest: Any) -> Any:
    """Ask for so much of something, and that all of it is over, or begins, at a time."""
    *duty, verb, times = rest
    ask = asks.parts[0]
    of = ask.theme.of if ask.kind == "amount" and ask.theme is not None else None
    told = starts(w, verb, times) if verb in w.starting else ends(w, times)
    found = dutiful(told, next(iter(duty), "must"))
    inside = (
        duty and verb.split()[-1] in data("completed") and times.kind == "before"
    )  # done in that time
    if of is None or of.window is not None or found is None or len(asks.parts) > 1 or inside:
        return None
    made = clause(w, Subject(None), asks), clause(w, Subject(changed(of, plural=False)), found)
    return both_clauses(w, *made) if all(isinstance(one, Clause) for one in made) else None


@rule("Bare -> HARD_STOP BE? Times", "Bare -> HAVE HARD_STOP Times", example="hard stop at 16:00")
def stops(w: Words, times: Times) -> Asks | None:
    """Where all must stop at a time, it may be over before."""
    fits = times.kind in ("at", "by")
    return Asks((Ask("time", times=_latest(times), text="end"),)) if fits else None


@rule("Clause -> Times BE HARD_STOP", "Clause -> Times BE HARD_STOP FOR Noun", "Clause -> Times BE HARD_STOP FOR_ALL",
      "Clause -> HARD_STOP FOR Noun BE|COLON? Times", "Clause -> HARD_STOP FOR_ALL BE|COLON? Times", example="18:00 is the deadline for the report")  # fmt: skip
def stops_all(w: Words, *parts: Any) -> Any:
    times = next(part for part in parts if isinstance(part, Times))
    noun = next((part for part in parts if isinstance(part, Noun)), None)
    asks = stops(w, times)
    return asks and clause(w, Subject(noun), asks)


def _latest(times: Times) -> Times:
    """Take a time for the latest one."""
    return changed(times, tests=(("<=", times.tests[0][1]),)) if times.kind == "at" else times


@rule("Bare -> EXCEED Clock", example="run past 17:00")
def goes_past(w: Words, clock: Clock) -> Asks:
    return Asks((Ask("time", times=Times(((">", clock),), "gt"), text="end"),))


@rule("Bare -> BE|COME Times / APPEAR Times", example="be at noon")
def is_at(w: Words, times: Times) -> Asks:
    return Asks((Ask("time", times=times, text="be"),))


@rule("Bare -> LAST Times", example="last until 17:00")
def lasts(w: Words, times: Times) -> Asks | None:
    if times.kind in ("gt", "le", "after"):  # `run later than 22:00`
        return Asks((Ask("time", times=times, text="end"),))
    kind = {"from": "from", "until": "through"}.get(times.kind)
    return is_at(w, changed(times, kind=kind)) if kind else None


@rule("Clause -> WHO? Duty BE OUT_OF_IT Times", "Clause -> WHO? Duty BE FROM ROOM_OF_IT Times", "Clause -> ROOM_OF_IT Duty BE CLEARED Times",
      "Clause -> EVERYTHING*|ANYTHING* Duty? BE? CLEARED|END Times", "Clause -> PERSON Duty BE? HAVE? CLEARED|END Times",
      example="we must be out of the hall by 22:00")  # fmt: skip
def all_over(w: Words, *parts: Any) -> Any:
    """Ask that the last thing is over by then: of an event, and not of the days of a person."""
    said, times = [part for part in parts if isinstance(part, str)], parts[-1]
    duties = {"must", "must not", "may", "may not"} & set(said)
    whole = len(said) > len(duties)  # `everything over by eleven`
    if (
        (w.scheduled and not whole)
        or duties - {"must"}
        or times.kind not in ("by", "before", "le", "lt", "at")
    ):
        return None
    return clause(w, Subject(None), Asks((Ask("time", times=_latest(times), text="end"),)))


@rule("Bare -> HAVE* Times", example="done before noon")
def done_at(w: Words, deed: str, times: Times) -> Asks | None:
    """Not `eat by noon`, which is no time of those who eat, nor `packed at noon` of a gym."""
    over = deed in data("completed") and times.kind in ("by", "before", "le", "lt")
    if over:
        return Asks((Ask("time", times=times, text="end"),))
    return is_at(w, times) if deed in data("happening") else None


@rule("Bare -> BE|COME HAVE* Times", example="be held at noon")
def been_at(w: Words, deed: str, times: Times) -> Asks:
    if deed.startswith("complete") and times.kind == "at":
        return Asks((Ask("time", times=_latest(times), text="end"),))
    return done_at(w, deed, times) or is_at(w, times)


@rule("Clause -> Noun COLON? Times", example="dinner after 6 PM", cost=0.4)
def when(w: Words, noun: Noun, times: Times) -> list[Clause] | None:
    if noun.kind in ("plan", "text") or noun.article == "a":
        return None
    timeless = noun.kind not in ("member", "rank", "name")
    if times.kind in ("at", "between", "from") and (
        timeless or (w.scheduled and noun.kind != "name")
    ):
        return None
    return time_formulas(w, Subject(noun), Ask("time", times=times, text="be"))


@rule("Clause -> START|END* Noun Times", "Clause -> Duty START|END* Noun Times", "Clause -> START|END Bare Times",
      example="start work at 9:00")  # fmt: skip
def start_it(w: Words, *parts: Any) -> Any:
    duty = parts[0] if len(parts) > 3 else None
    verb, noun, times = parts[-3:] if len(parts) > 2 else ("", *parts)
    if isinstance(noun, Asks) or times.kind == "from" or noun.kind in ("plan", "rank", "text"):
        return None
    side = "start" if verb in w.starting else "end"
    return clause(w, Subject(noun), dutiful(Asks((Ask("time", times=times, text=side),)), duty))


@rule("Clause -> Noun ON_TABLE Times", example="supper on the table by 18:30")
def on_table(w: Words, noun: Noun, times: Times) -> list[Clause] | None:
    if noun.rank in w.mass:
        return None  # `food on the table at six`: that of one meal
    return time_formulas(w, Subject(noun), Ask("time", times=times, text="start"))


@rule("Clause -> Noun Clock", example="check-in 8:45", cost=0.4)
def at_one(w: Words, noun: Noun, clock: Clock) -> Clause | None:
    return at_each(w, noun, (clock,)) if w.scheduled else None


@rule(
    "Clause -> Clause COMMA? EACH|PER|BOTH PART*",
    example="dinner by 7 pm every evening",
    against="work at 9:00 every evening",
)
def in_each_part(w: Words, inner: Clause, part: str) -> Clause | None:
    """Take a part of the day for its day, where the times that are said lie in it."""
    low, high = _PARTS.get(part, (24, 0))
    hours = [int(hour) for hour in _HOUR.findall(inner.formula)]
    fits = bool(hours) and all(low <= hour < high for hour in hours)
    return over_clause(w, over_of(w.day), inner) if fits else None


_HOUR = re.compile(r"\b(\d\d):\d\d\b")
_PARTS = {"morning": (4, 12), "afternoon": (12, 18), "evening": (16, 24), "night": (17, 24)}
"""The hours that people call so; after midnight is before none of them."""


def at_each(w: Words, noun: Noun, *rest: Any) -> Clause | None:
    """Ask for a thing at each of several times."""
    own = noun.kind in ("name", "category") or (noun.kind == "member" and not w.scheduled)
    if not own or noun.filters or noun.overs or noun.placed:
        return None
    if any(duty in ("may", "may not", "must not") for duty in rest[:-1]):
        return None
    clocks = [clock.minutes for clock in rest[-1]]
    rising = all(one < other for one, other in pairwise(clocks))
    if not rising and any(clock.half for clock in rest[-1]):
        return None  # `at 7, 11 and 3`: one after the other
    return Clause(
        " and ".join(f"exists {block_text(w, noun)} at {c.text}" for c in rest[-1]), (), 2
    )
