"""What a person does, and when: waking, going to bed, verbs that tell what is done."""

from __future__ import annotations

import re
from typing import Any

from evalspec.language.english.closed import data
from evalspec.language.english.lexicon import Words
from evalspec.language.english.meanings import (
    Ask,
    Asks,
    Bound,
    Clause,
    Noun,
    Subject,
    Times,
    Window,
    changed,
)
from evalspec.language.english.rule import rule
from evalspec.language.english.rules import placing
from evalspec.language.english.rules.demands import spread
from evalspec.language.english.rules.demands.duties import dutiful
from evalspec.language.english.state.clauses import clause
from evalspec.language.english.state.overs import block_text, readings_of
from evalspec.language.english.state.times import time_texts


@rule("Ask -> Ends TIMED? OF? Times", example="a wake-up time of 6 AM")
def wake_time(w: Words, noun: Noun, times: Times) -> Ask | None:
    made = wakes(w, noun, times)
    return (
        None
        if made is None
        else Ask("test", text=made.formula if made.strength == 3 else f"({made.formula})")
    )


@rule("Act -> Thing EACH|PER PART*", "Act -> Thing EACH PART* AND PART*", "Act -> Thing FOR? Bound EACH|PER PART*",
      example="walk every morning")  # fmt: skip
def does_each(w: Words, noun: Noun, *rest: Any) -> Any:
    if noun.kind != "category" or noun.article or not w.scheduled:
        return None
    parts = [r for r in rest if isinstance(r, str)]
    bound = next((r for r in rest if isinstance(r, Bound)), None)
    theme = w.default("time")
    if bound is not None and (theme is None or bound.amount.dimension != "time"):
        return None
    if bound is not None and theme is not None:
        ask = Ask("amount", bound, changed(theme, of=noun))
    else:
        ask = Ask("there", noun=noun)
    asked = [spread.each_part(w, Asks((ask,)), part) for part in parts]
    if any(a is None for a in asked):
        return None
    found = [a for a in asked if a is not None]
    return clause(
        w, Subject(None), changed(found[0], parts=tuple(p for a in found for p in a.parts))
    )


@rule("Act -> Ends Times", "Clause -> Ends TIMED Copula Times", example="wake up at 6 AM")
def wakes(w: Words, noun: Noun, *rest: Any) -> Clause | None:
    times = rest[-1]
    if len(rest) > 1 and rest[0] not in (None, "must"):
        return None
    if times.kind == "from":
        return None
    if times.kind == "after":
        times = changed(times, kind="gt")
    (text, strength), *_ = time_texts(
        times, Ask("time", text="end"), "", f"end({block_text(w, noun)})"
    )
    return Clause(text, (), strength)


@rule("Act -> BE? IN? Started Times", "Clause -> Started Copula Times",
      example="go to bed by 11 PM", cost=-0.1)  # fmt: skip
def beds(w: Words, noun: Noun, *rest: Any) -> Clause | None:
    times = rest[-1]
    if times.kind in ("between", "from") or (len(rest) > 1 and rest[0] not in (None, "must")):
        return None
    (text, strength), *_ = time_texts(
        times, Ask("time", text="start"), f"start({block_text(w, noun)})", ""
    )
    return Clause(text, (), strength)


@rule("Clause -> WHO? Duty? BE? AT Noun Times", "Clause -> WHO? Duty? ARRIVE Noun Times",
      example="be at the hotel by 21:00")  # fmt: skip
def arrives(w: Words, *parts: Any) -> Clause | None:
    """Take the time of arrival for the start of what is done there."""
    *rest, place, times = parts
    named = place.kind in ("name", "category") and not (place.filters or place.overs)
    if times.kind not in ("by", "before", "le", "lt") or not named or rest[-1:] == ["may"]:
        return None
    if "must not" in rest or "may not" in rest:
        return None
    ((sign, clock),) = times.tests
    return Clause(f"start({block_text(w, place)}) {sign} {clock.text}")


@rule("Clause -> WHO? Duty? BE? BACK AT Noun Times", "Clause -> WHO? Duty? BE AT Noun BACK Times",
      "Clause -> WHO? Duty? RETURN_TO Noun Times",
      example="back at the hotel by 21:00")  # fmt: skip
def returns(w: Words, *parts: Any) -> list[Clause] | None:
    """Take the time of arrival for the start of what is done there, or of what is done there last."""
    made = arrives(w, *parts)
    if made is None:
        return None
    return [made, changed(made, formula=made.formula.replace("start(", "start(last ", 1))]


@rule("Act -> Thing FOR? Bound / Thing Bound Window / Thing FOR Bound Window",
      example="exercise for 30 minutes")  # fmt: skip
def does(w: Words, noun: Noun, bound: Bound, window: Window | None = None) -> Any:
    if bound.amount.dimension != "time" or noun.kind != "category" or noun.article:
        return None
    theme = w.default("time")
    if noun.name in data("going on") and bound.amount.unit in w.lexicon.ranks:
        return None  # `work no more than four days`: on so many of them
    if theme is None or noun.name in w.lexicon.measures:
        return None  # `rest at most 60 seconds`: after each set
    if noun.plural and noun.name in data("turns"):
        each = Subject(changed(noun, plural=False, article=""), "each")
        made = clause(w, each, Asks((Ask("amount", bound),)))
        return made if window is None else None  # `shifts at most 6 hours`
    of = noun if window is None else placing.timed(w, noun, window)
    if of is None:
        return None
    if of.plural:  # `breaks at most 15 minutes`: each, or together
        return clause(w, Subject(of), Asks((Ask("amount", bound),)))
    made = clause(w, Subject(None), Asks((Ask("amount", bound, changed(theme, of=of)),)))
    return [changed(one, topic=of) for one in readings_of(made)]


@rule("Act -> Noun", example="work in the evening", cost=0.6)
def does_it(w: Words, noun: Noun) -> Any:
    if noun.kind != "category" or noun.article or not noun.filters or not w.scheduled:
        return None
    if (
        noun.plural
        and noun.filters.startswith(" lasting ")
        and " " not in noun.filters[9:].replace(" ", "", 1)
    ):
        each = block_text(w, changed(noun, filters="", plural=False))
        return Clause(f"each {each}: duration = {noun.filters[9:]}")  # `12 hour shifts`
    return clause(w, Subject(None), Asks((Ask("there", noun=noun),)))


@rule("Clause -> WHO? Duty Act", example="I must exercise for 30 minutes", cost=-0.2)
@rule("Clause -> Act / WHO Act / ENSURE Act", example="exercise for 30 minutes")
def acts(w: Words, *rest: Any) -> Clause | None:
    made: Clause = rest[-1]
    duty = next((r for r in rest if isinstance(r, str)), None)
    bound = re.fullmatch(r"([^<>=]+ )(>=?)( [^<>=]+)", made.formula)
    if duty == "must not" and bound is not None:  # `I don't want to work for more than 2 hours`
        return changed(made, formula=f"{bound[1]}{'<=' if bound[2] == '>' else '<'}{bound[3]}")
    return made if duty in (None, "must") else None


@rule("Clause -> WHO? Duty Noun", example="must not work in the evening")
def may_do_it(w: Words, duty: str, noun: Noun) -> Any:
    if noun.kind != "category" or noun.article or not noun.filters or duty == "must":
        return None
    return clause(w, Subject(None), dutiful(Asks((Ask("there", noun=noun),)), duty))
