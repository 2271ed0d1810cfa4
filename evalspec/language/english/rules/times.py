"""When things are: clock times, order, gaps, overlaps, how the day begins and ends."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

from evalspec.language.english.lexicon import Words, data
from evalspec.language.english.meanings import (
    Amount,
    Ask,
    Asks,
    Bound,
    Clause,
    Clock,
    Limit,
    Noun,
    Subject,
    Theme,
    Times,
    Window,
    changed,
    held,
    negated,
    ordered,
)
from evalspec.language.english.rule import SAID, rule
from evalspec.language.english.rules import bounds, demands, nouns
from evalspec.language.english.rules.clauses import both_clauses, over_clause
from evalspec.language.english.rules.demands import dutiful
from evalspec.language.english.rules.themes import over_rank
from evalspec.language.english.state import (
    block_text,
    clause,
    of_a_day,
    over_of,
    time_formulas,
    time_texts,
)


# -- limits in time ------------------------------------------------------------------------------------
@rule("Times -> AT? Clock", "Times -> EQ Clock", example="at 9:00")
def at(w: Words, clock: Clock) -> Times:
    return Times((("=", clock),), "at")


for _class, _sign in {
    "BY": "<=",
    "LE": "<=",
    "BEFORE": "<",
    "LT": "<",
    "GE": ">=",
    "GT": ">",
    "AFTER": ">",
}.items():

    def _limit(
        w: Words, about: str, clock: Clock, sign: str = _sign, kind: str = _class.lower()
    ) -> Times | None:
        return None if about == "duration" else Times(((sign, clock),), kind)  # `longer than 4:30`

    rule(
        f"Times -> {_class}* Clock", f"Times -> {_class}* AT Clock", example=f"{SAID[_class]} 17:00"
    )(_limit)


@rule("Times -> AT? Clock OR_MORE", example="9:00 or later")
def or_later(w: Words, clock: Clock) -> Times:
    return Times(((">=", clock),), "ge")


@rule("Times -> AT? Clock OR_LESS", example="9:00 or earlier")
def or_earlier(w: Words, clock: Clock) -> Times:
    return Times((("<=", clock),), "le")


@rule(
    "Times -> BETWEEN Clock AND|TO Clock",
    "Times -> BETWEEN SPAN*",
    example="between 9:00 and 17:00",
)
def between(w: Words, low: Any, high: Clock | None = None) -> Times | None:
    ends = low if high is None else (low, high)
    if not ordered(*ends):
        return None
    return Times(((">=", ends[0]), ("<=", ends[1])), "between")


@rule(
    "Times -> FROM Clock TO|BY Clock",
    "Times -> Clock BY Clock",
    "Times -> FROM? SPAN*",
    "Times -> AT SPAN*",
    example="from 9:00 to 17:00",
)
def from_to(w: Words, low: Any, high: Clock | None = None) -> Times | None:
    ends = low if high is None else (low, high)
    if not ordered(*ends):
        return None
    return Times((("=", ends[0]), ("=", ends[1])), "from")


@rule(
    "Times -> AT? EITHER Clock OR AT? Clock",
    "Times -> AT Clock OR AT? Clock",
    example="at 8:00 or 9:00",
)
def either(w: Words, one: Clock, other: Clock) -> Times:
    return Times((("=", one), ("=", other)), "either")


@rule("Times -> Times BUT|AND Times", example="after 6:00 but before 7:00")
def both(w: Words, one: Times, other: Times) -> Times | None:
    signs = {one.tests[0][0][0], other.tests[0][0][0]}
    if len(one.tests) > 1 or len(other.tests) > 1 or signs != {"<", ">"}:
        return None
    low, high = sorted((one.tests[0], other.tests[0]), key=lambda test: test[0][0], reverse=True)
    if not ordered(low[1], high[1]):
        return None
    return Times((*one.tests, *other.tests), "between")


@rule("Times -> Times IN PART*", example="between 16:00 and 17:00 in the afternoon", idle=(1,))
def in_part(w: Words, times: Times, part: str) -> Times | None:
    low, high = w.lexicon.parts_of_day.get(part, (0, 0))
    return times if all(low <= clock.minutes <= high for _, clock in times.tests) else None


@rule("Times -> Times OR Times", example="before 7:00 or after 9:00", cost=0.2)
def either_limit(w: Words, one: Times, other: Times) -> Times | None:
    if len(one.tests) > 1 or len(other.tests) > 1 or {one.kind, other.kind} & {"at"}:
        return None
    return Times((*one.tests, *other.tests), "either")


# -- when a thing is ------------------------------------------------------------------------------------
@rule("Bare -> START Times", "Bare -> BE? START Times", example="start at 9:00")
def starts(w: Words, times: Times) -> Asks | None:
    return Asks((Ask("time", times=times, text="start"),)) if times.kind != "from" else None


@rule("Bare -> END Times", "Bare -> BE END Times", example="end by 17:00")
def ends(w: Words, times: Times) -> Asks | None:
    return Asks((Ask("time", times=times, text="end"),)) if times.kind != "from" else None


@rule(
    "Bare -> BE|COME HAVE? Times",
    "Bare -> APPEAR Times",
    "Bare -> LAST FROM Clock TO Clock",
    example="be at noon",
)
def is_at(w: Words, times: Any, high: Clock | None = None) -> Asks:
    times = times if isinstance(times, Times) else from_to(w, times, high)
    return Asks((Ask("time", times=times, text="be"),))


@rule("Bare -> HAVE* Times", example="done before noon")
def done_at(w: Words, deed: str, times: Times) -> Asks | None:
    """Not `eat by noon`, which is no time of those who eat, nor `packed at noon` of a gym."""
    return is_at(w, times) if deed in data("happening") else None


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


@rule("Times -> Times SHARP", example="at 9:00 sharp", idle=(1,))
def sharp(w: Words, times: Times) -> Times:
    return times


@rule("Times -> Times LATEST", example="by 17:00 at the latest", idle=(1,))
def latest(w: Words, times: Times) -> Times | None:
    return (
        times
        if times.kind in ("by", "le")
        else or_earlier(w, times.tests[0][1])
        if times.kind == "at"
        else None
    )


@rule("Times -> Times EARLIEST", example="at 9:00 at the earliest")
def earliest(w: Words, times: Times) -> Times | None:
    return or_later(w, times.tests[0][1]) if times.kind == "at" else None


@rule("Clause -> START|END* Noun Times", "Clause -> Duty START|END* Noun Times", "Clause -> START|END Bare Times",
      example="start work at 9:00")  # fmt: skip
def start_it(w: Words, *parts: Any) -> Any:
    duty = parts[0] if len(parts) > 3 else None
    verb, noun, times = parts[-3:] if len(parts) > 2 else ("", *parts)
    if isinstance(noun, Asks) or times.kind == "from" or noun.kind in ("plan", "rank", "text"):
        return None
    side = "start" if verb in w.starting else "end"
    asks = dutiful(Asks((Ask("time", times=times, text=side),)), duty)
    return None if asks is None else clause(w, Subject(noun), asks)


@rule(
    "Clause -> START Noun Times AND END Times",
    example="start work at 9:00 and finish at 17:00",
    cost=-0.3,
)
def start_and_end(w: Words, noun: Noun, low: Times, high: Times) -> Any:
    if {low.kind, high.kind} & {"from"} or noun.kind in ("plan", "rank", "text"):
        return None
    asks = [Ask("time", times=t, text=side) for t, side in ((low, "start"), (high, "end"))]
    return clause(w, Subject(noun), Asks(tuple(asks)))


@rule("Ask -> Ends TIMED? OF? Times", example="a wake-up time of 6 AM")
def wake_time(w: Words, noun: Noun, times: Times) -> Ask | None:
    made = wakes(w, noun, times)
    return (
        None
        if made is None
        else Ask("test", text=made.formula if made.strength == 3 else f"({made.formula})")
    )


@rule("Act -> Thing Over", "Act -> Thing Window Over", example="work on Monday")
def does_on(w: Words, noun: Noun, *rest: Any) -> Any:
    over = rest[-1]
    if noun.kind != "category" or noun.article or not w.scheduled:
        return None
    noun = noun if len(rest) == 1 else changed(noun, filters=noun.filters + rest[0].text)
    return clause(w, Subject(None), Asks((Ask("there", noun=noun),), overs=(over,)))


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
    asked = [demands.each_part(w, Asks((ask,)), part) for part in parts]
    if any(a is None for a in asked):
        return None
    found = [a for a in asked if a is not None]
    return clause(
        w, Subject(None), changed(found[0], parts=tuple(p for a in found for p in a.parts))
    )


@rule("Clause -> Subject Copula Later Noun", example="the gym must be later than lunch")
def later_than(w: Words, subject: Subject, duty: str | None, side: str, other: Noun) -> Any:
    return comes(w, subject, duty, side, ((other,), "and"))


@rule("Later -> GT*", example="later than")
def later(w: Words, about: str) -> str | None:
    return "after" if about == "time" else None


@rule("Later -> LT*", example="earlier than")
def earlier(w: Words, about: str) -> str | None:
    return "before" if about == "time" else None


@rule(
    "Clause -> Subject Duty? BE|COME|START Bound Later Noun",
    example="the gym is at least 2 hours later than lunch",
)
def so_much_later(
    w: Words, subject: Subject, duty: str | None, bound: Bound, side: str, other: Noun
) -> Any:
    if subject.noun is None or subject.quantifier or duty not in (None, "must"):
        return None
    things = (subject.noun, other) if side == "before" else (other, subject.noun)
    return gap(w, bound, *things)


@rule("Clause -> Noun COLON Times", example="lunch: 12:30", cost=0.3)
def when_labelled(w: Words, noun: Noun, times: Times) -> list[Clause] | None:
    return time_formulas(w, Subject(noun), Ask("time", times=times, text="be"))


@rule("Hours -> AT? Clock COMMA|AND Clock", "Hours -> Hours COMMA|AND Clock", "Hours -> Hours COMMA AND Clock", "Hours -> AT? Clock AND AT Clock",
      example="at 8:00, 14:00 and 20:00")  # fmt: skip
def hours(w: Words, row: Any, clock: Clock) -> tuple[Clock, ...]:
    return (*(row if isinstance(row, tuple) else (row,)), clock)


@rule("Clause -> Noun ON_TABLE Times", example="supper on the table by 18:30")
def on_table(w: Words, noun: Noun, times: Times) -> list[Clause]:
    return time_formulas(w, Subject(noun), Ask("time", times=times, text="start"))


@rule("Clause -> Noun Clock", example="check-in 8:45", cost=0.4)
def at_one(w: Words, noun: Noun, clock: Clock) -> Clause | None:
    return at_each(w, noun, (clock,)) if w.scheduled else None


@rule(
    "Clause -> Clause COMMA? EACH|PER PART*",
    example="dinner by 7 pm every evening",
    against="work at 9:00 every evening",
)
def in_each_part(w: Words, inner: Clause, part: str) -> Clause | None:
    """Take a part of the day for its day, where the times that are said lie in it."""
    over, (low, high) = over_rank(w, "day"), _PARTS.get(part, (24, 0))
    hours = [int(hour) for hour in _HOUR.findall(inner.formula)]
    fits = bool(hours) and all(low <= hour < high for hour in hours)
    return over_clause(w, over, inner) if over is not None and fits else None


_HOUR = re.compile(r"\b(\d\d):\d\d\b")
_PARTS = {"morning": (4, 12), "afternoon": (12, 18), "evening": (16, 24), "night": (17, 24)}
"""The hours that people call so; after midnight is before none of them."""


@rule("Clause -> Noun COLON? Hours", "Clause -> HAVE Noun Hours", "Clause -> Noun Duty? BE|COME|APPEAR HAVE? Hours",
      "Clause -> Noun Copula START Hours", example="breaks at 10:00 and 15:30")  # fmt: skip
def at_each(w: Words, noun: Noun, *rest: Any) -> Clause | None:
    """Ask for a thing at each of several times."""
    own = noun.kind in ("name", "category") or (noun.kind == "member" and not w.scheduled)
    if not own or noun.filters or noun.overs or noun.placed:
        return None
    if any(duty in ("may", "may not", "must not") for duty in rest[:-1]):
        return None
    return Clause(
        " and ".join(f"exists {block_text(w, noun)} at {c.text}" for c in rest[-1]), (), 2
    )


# -- waking and going to bed -------------------------------------------------------------------------------
@rule(
    "Act -> Ends Times",
    "Clause -> Ends Copula Times",
    "Clause -> Ends TIMED Copula Times",
    example="wake up at 6 AM",
)
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


@rule(
    "Act -> Started Times",
    "Act -> BE? IN? Started Times",
    "Clause -> Started Copula Times",
    example="go to bed by 11 PM",
    cost=-0.1,
)
def beds(w: Words, noun: Noun, *rest: Any) -> Clause | None:
    times = rest[-1]
    if times.kind in ("between", "from") or (len(rest) > 1 and rest[0] not in (None, "must")):
        return None
    (text, strength), *_ = time_texts(
        times, Ask("time", text="start"), f"start({block_text(w, noun)})", ""
    )
    return Clause(text, (), strength)


@rule("Clause -> WHO? Duty? BE? BACK? AT Noun Times", "Clause -> WHO? Duty? BE AT Noun BACK Times", "Clause -> WHO? Duty? ARRIVE Noun Times",
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


@rule("Act -> BE DONE_WITH Noun Times", example="be done with work by 5 pm")
def done_with(w: Words, noun: Noun, times: Times) -> Clause | None:
    if times.kind not in ("by", "before", "le", "at") or noun.kind in ("plan", "text"):
        return None
    found = clause(w, Subject(noun), Asks((Ask("time", times=times, text="end"),)))
    return found if isinstance(found, Clause) else None


@rule(
    "Act -> BE? Thing FROM? SPAN*",
    "Act -> BE? Thing FROM Clock TO Clock",
    example="sleep from 10 pm to 6 am",
)
def from_until(w: Words, noun: Noun, low: Any, high: Clock | None = None) -> Clause | None:
    if noun.kind != "category":
        return None
    return time_formulas(w, Subject(noun), Ask("time", times=from_to(w, low, high), text="be"))[0]


# -- acts: the verb is what is done ----------------------------------------------------------------------------
@rule(
    "Act -> Thing FOR? Bound",
    "Act -> Thing Bound Window",
    "Act -> Thing FOR Bound Window",
    example="exercise for 30 minutes",
)
def does(w: Words, noun: Noun, bound: Bound, window: Window | None = None) -> Any:
    if bound.amount.dimension != "time" or noun.kind != "category" or noun.article:
        return None
    theme = w.default("time")
    if theme is None:
        return None
    of = noun if window is None else changed(noun, filters=noun.filters + window.text)
    return clause(w, Subject(None), Asks((Ask("amount", bound, changed(theme, of=of)),)))


@rule("Act -> Noun", example="work in the evening", cost=0.6)
def does_it(w: Words, noun: Noun) -> Any:
    if noun.kind != "category" or noun.article or not noun.filters or not w.scheduled:
        return None
    return clause(w, Subject(None), Asks((Ask("there", noun=noun),)))


@rule(
    "Clause -> Act",
    "Clause -> WHO? Duty? Act",
    "Clause -> ENSURE Act",
    "Clause -> WHO Act",
    example="exercise for 30 minutes",
)
def acts(w: Words, *rest: Any) -> Clause | None:
    made: Clause = rest[-1]
    duty = next((r for r in rest if isinstance(r, str)), None)
    return made if duty in (None, "must") else None


@rule("Clause -> WHO? Duty Thing FOR? Bound", example="must not work for more than 8 hours")
def may_do(w: Words, duty: str, noun: Noun, bound: Bound) -> Clause | None:
    if bound.amount.dimension != "time" or noun.kind != "category" or duty == "must":
        return None
    theme = w.default("time")
    asks = dutiful(Asks((Ask("amount", bound, changed(theme, of=noun)),)), duty) if theme else None
    return None if asks is None else clause(w, Subject(None), asks)


@rule("Clause -> WHO? Duty Noun", example="must not work in the evening")
def may_do_it(w: Words, duty: str, noun: Noun) -> Clause | None:
    if noun.kind != "category" or noun.article or not noun.filters or duty == "must":
        return None
    asks = dutiful(Asks((Ask("there", noun=noun),)), duty)
    return None if asks is None else clause(w, Subject(None), asks)


# -- order ---------------------------------------------------------------------------------------------------
@rule("Side -> BEFORE*", example="before")
def before(w: Words, word: str) -> str:
    return "before"


@rule("Side -> AFTER*", example="after")
def after(w: Words, word: str) -> str:
    return "after"


@rule("Near -> RIGHT Side", example="immediately after")
def near(w: Words, side: str) -> str:
    return f"immediately {side}"


def ordered_text(w: Words, noun: Noun) -> str | None:
    """Write a thing in an order."""
    if noun.kind in ("plan", "text", "several") or noun.overs or noun.also:
        return None
    if w.prose and noun.kind == "name" and not noun.cited:
        return None  # a common noun is no literal
    if noun.kind == "rank" and " where " in noun.filters:
        return None  # `strength training` may be a name
    return block_text(w, noun)


@rule("Clause -> Subject Duty? COME|BE|APPEAR Side|Near Order", "Clause -> Subject Copula HAVE Side|Near Order",
      example="lunch must come before dinner")  # fmt: skip
def comes(
    w: Words, subject: Subject, duty: str | None, side: str, others: tuple[tuple[Noun, ...], str]
) -> Clause | None:
    if subject.noun is None or subject.quantifier or subject.total or duty in ("may",):
        return None
    first = ordered_text(w, subject.noun)
    seconds = [ordered_text(w, n) for n in others[0]]
    if first is None or any(s is None for s in seconds):
        return None
    texts = [f"{first} {side} {second}" for second in seconds]
    text, strength = (
        f" {others[1]} ".join(texts),
        3 if len(texts) == 1 else (2 if others[1] == "and" else 1),
    )
    if duty in ("must not", "may not"):
        text, strength = (f"not {text}" if strength == 3 else f"not ({text})"), 3
    return Clause(text, subject.overs, strength)


@rule(
    "Clause -> Subject Deed COMMA? AND Duty? COME|BE|START Side|Near Order",
    example="the break must last 20 minutes and come after the work",
)
def stated_in_order(w: Words, subject: Subject, asks: Asks, *rest: Any) -> list[Clause] | None:
    order = comes(w, subject, rest[0], *rest[1:])
    made = clause(w, subject, asks)
    both = [
        both_clauses(w, one, order)
        for one in (made if isinstance(made, list) else [made])
        if one and order
    ]
    return [one for one in both if isinstance(one, Clause)]


@rule(
    "Clause -> Subject Duty? START Side Order", example="the work must not start before breakfast"
)
def starts_beside(
    w: Words, subject: Subject, duty: str | None, side: str, others: Any
) -> Clause | None:
    return comes(w, subject, duty, side, others)


@rule("Clause -> Subject Duty? END BEFORE Noun", example="the work must end before lunch", cost=0.2)
def ends_before(w: Words, subject: Subject, duty: str | None, other: Noun) -> Clause | None:
    found = comes(w, subject, duty, "before", ((other,), "and"))
    if found is None or subject.noun is None or duty not in (None, "must"):
        return None
    one, two = (ordered_text(w, noun) for noun in (subject.noun, other))
    return changed(found, formula=f"end({one}) <= start({two})")


@rule(
    "Clause -> Noun Side|Near Order COMMA? AND|BUT Times",
    example="the toast after the soup and before 9 pm",
    cost=0.3,
)
def in_order_at(w: Words, noun: Noun, side: str, others: Any, times: Times) -> list[Clause] | None:
    order, timed = in_order(w, noun, side, others), when(w, noun, times)
    if order is None or not timed or order.overs:
        return None
    return [
        changed(one, formula=f"{order.formula} and {one.formula}", strength=2)
        for one in timed
        if one.strength > 1 and order.strength == 3
    ]


@rule(
    "Clause -> Clause COMMA? IN_THIS_ORDER",
    example="soup before the roast, never the other way round",
    idle=(2,),
)
def in_this_order(w: Words, inner: Clause) -> Clause | None:
    return inner if _ORDERED.search(inner.formula) else None


_ORDERED = re.compile(r" (before|after|preceding|following) ")


@rule("Beside -> Side|Near Order", example="breakfast before lunch")
def beside(w: Words, side: str, others: Any) -> tuple[str, Any]:
    return side, others


@rule("Happening -> Noun Copula Open", example="the dishwasher must be emptied every day")
def happening(w: Words, noun: Noun, duty: str, deed: str) -> Noun | None:
    """Take a thing with what is done to it for a name: `empty the dishwasher` is the same."""
    plain = noun.kind in ("name", "category") and not (noun.filters or noun.overs or noun.placed)
    done = deed.endswith(("ed", "ept", "ung", "ought", "wn")) and " " not in deed
    if not plain or duty != "must" or not done:
        return None
    return nouns.named(f"{deed} {noun.name}")


@rule("Clause -> Noun Side|Near Order", example="breakfast before lunch", cost=0.3)
def in_order(w: Words, noun: Noun, side: str, others: tuple[tuple[Noun, ...], str]) -> Any:
    return comes(w, Subject(noun), "must", side, others) if noun.kind != "rank" else None


@rule(
    "Clause -> BEFORE|AFTER* Noun COMMA? THERE Duty? BE Noun",
    example="before dinner, there must be lunch",
)
def before_there(w: Words, word: str, one: Noun, duty: str | None, other: Noun) -> Any:
    side = "before" if word in w.earlier else "after"
    return comes(w, Subject(other), duty, side, ((one,), "and")) if duty in (None, "must") else None


@rule("Clause -> BEFORE|AFTER* Noun COME Noun", example="after lunch comes dinner")
def after_comes(w: Words, word: str, one: Noun, other: Noun) -> Any:
    things = (other, one) if word in w.earlier else (one, other)
    return comes(w, Subject(things[0]), None, "before", ((things[1],), "and"))


@rule("Order -> ANY? Noun|Ends", example="dinner")
def one_other(w: Words, noun: Noun) -> tuple[tuple[Noun, ...], str]:
    return (noun,), "and"


@rule("Order -> Thing AND Thing", example="lunch and dinner", cost=-0.1)
def two_others(w: Words, one: Noun, other: Noun) -> tuple[tuple[Noun, ...], str]:
    return (one, other), "and"


@rule("Order -> Noun OR Noun", example="lunch or dinner")
def either_other(w: Words, one: Noun, other: Noun) -> tuple[tuple[Noun, ...], str]:
    return (one, other), "or"


for _right, _words, _side, _said in (
    ("RIGHT?", "Duty? {} FOLLOW|Duty? FOLLOW {}", "after", "must follow"),
    ("RIGHT", "Duty? {} FOLLOW|Duty? FOLLOW {}", "immediately after", "must immediately follow"),
    ("", "Duty? PRECEDE", "before", "must precede"),
    ("", "Copula FOLLOWED_BY", "before", "must be followed by"),
    ("", "Copula PRECEDE BY", "after", "must be preceded by"),
):

    def _follows(
        w: Words, subject: Subject, duty: str | None, others: Any, side: str = _side
    ) -> Clause | None:
        return comes(w, subject, duty, side, others)

    rule(
        *(f"Clause -> Subject {said.format(_right)} Order" for said in _words.split("|")),
        example=f"yoga {_said} breakfast", cost=-0.1 if _right == "RIGHT" else 0.0,
    )(_follows)  # fmt: skip


# -- gaps -----------------------------------------------------------------------------------------------------
def gap(w: Words, bound: Bound, *things: Noun) -> Clause | None:
    """Hold the time between things to a bound."""
    if bound.amount.dimension != "time":
        return None
    texts = [ordered_text(w, thing) for thing in things]
    if any(text is None for text in texts):
        return None
    row = [text for text in texts if text]
    if len(row) == 1 and not things[0].plural and things[0].kind != "rank":
        return None
    formula, strength = held(f"gap({', '.join(row)})", bound)
    overs = dict.fromkeys(over for thing in things for over in of_a_day(w, thing))
    day = w.lexicon.ranks.get("day")
    upper = any(limit.comparator in ("<", "<=") for limit in bound.limits)
    if len(row) == 1 and upper and bound.amount.unit not in w.lexicon.ranks and day is not None:
        overs[over_of(w.rank(day))] = None  # `at most 4 hours between meals`, nights aside
    return Clause(formula, tuple(overs), strength)


@rule(
    "Between -> BETWEEN Noun|Ends AND Noun|Ends",
    "Between -> FROM Noun|Ends TO Noun|Ends",
    "Between -> BETWEEN END OF? Noun AND START OF? Noun",
    "Between -> BETWEEN Noun END AND Noun START",
    example="between lunch and dinner",
)
def two(w: Words, one: Noun, other: Noun) -> tuple[Noun, ...]:
    return (one, other)


@rule(
    "Between -> BETWEEN EACH|ANY? Noun AND EACH_NEXT Noun|ONE?",
    "Between -> BETWEEN Num Noun AND EACH_NEXT Noun|ONE?",
    "Between -> FROM Num Noun TO EACH_NEXT Noun|ONE?",
    example="between one meeting and the next",
)
def one_and_next(w: Words, *parts: Any) -> tuple[Noun, ...] | None:
    row = [p for p in parts if isinstance(p, Noun)]
    number = parts[0] if isinstance(parts[0], Amount) else None
    if row[0].plural or row[0].placed or len({n.text for n in row}) > 1:
        return None
    if number is not None and number.low != 1:
        return None
    return (changed(row[0], plural=True, article=""),)


@rule(
    "Between -> BETWEEN ANY? Noun",
    "Between -> BETWEEN ADJACENT_ONES Noun",
    "Between -> BETWEEN ANY? Num Noun",
    example="between meetings",
)
def among(w: Words, *parts: Any) -> tuple[Noun, ...] | None:
    noun = parts[-1]
    number = parts[0] if len(parts) > 1 else None
    if not noun.plural or (number is not None and number.low != 2):
        return None
    return (changed(noun, plural=True),)


@rule("GapAsk -> Bound Between", "GapAsk -> GAP OF? Bound Between", "GapAsk -> Bound OF? GAP Between",
      "GapAsk -> Bound Break Between", example="30 minutes between lunch and dinner")  # fmt: skip
def gap_ask(w: Words, *parts: Any) -> tuple[Bound, tuple[Noun, ...]]:
    return next(p for p in parts if isinstance(p, Bound)), parts[-1]


@rule("GapAsk -> Bound FREE Between", example="30 minutes free between meetings")
def gap_free(w: Words, bound: Bound, things: tuple[Noun, ...]) -> tuple[Bound, tuple[Noun, ...]]:
    """What is kept free may be more."""
    least = bounds.closed(w, bound, bounds.Close(">=")) if bound.plain else None
    return least or bound, things


@rule("Break -> Thing", "Break -> OF Thing", example="a break")
def a_break(w: Words, noun: Noun) -> Noun | None:
    return noun if noun.name in w.pauses and not noun.filters else None


@rule("GapAsk -> Break OF Bound Between", example="a break of 15 minutes between meetings")
def break_of(
    w: Words, pause: Noun, bound: Bound, things: tuple[Noun, ...]
) -> tuple[Bound, tuple[Noun, ...]]:
    return bound, things


@rule("GapAsk -> Amount Break Between", example="a 15-minute break between meetings")
def break_between(
    w: Words, amount: Amount, pause: Noun, things: tuple[Noun, ...]
) -> tuple[Bound, tuple[Noun, ...]]:
    return Bound((Limit("=", amount),)), things


@rule("GapAsk -> GapAsk Close", example="30 minutes between meetings, at least")
def gap_closed(w: Words, ask: Any, close: bounds.Close) -> tuple[Bound, tuple[Noun, ...]] | None:
    bound = bounds.closed(w, ask[0], close)
    return None if bound is None else (bound, ask[1])


@rule("Clause -> GapAsk", "Clause -> THERE Copula GapAsk", "Clause -> HAVE GapAsk", "Clause -> WHO? Duty HAVE GapAsk",
      example="there must be 30 minutes between lunch and dinner", cost=-0.1)  # fmt: skip
def gapped(w: Words, *parts: Any) -> Clause | None:
    bound, things = parts[-1]
    if parts[0] in ("must not", "may not"):
        bound = negated(bound)
    return None if bound is None else gap(w, bound, *things)


@rule("Clause -> Between COMMA? Bound", "Clause -> Between COMMA? THERE Copula Bound",
      "Clause -> Between COMMA? Bound Duty? PASS", "Clause -> Bound Duty? PASS Between",
      example="between lunch and dinner, at least 3 hours", cost=0.1)  # fmt: skip
def gap_between(w: Words, *parts: Any) -> Clause | None:
    bound = next(p for p in parts if isinstance(p, Bound))
    things = next(p for p in parts if isinstance(p, tuple))
    duty = next((p for p in parts if isinstance(p, str)), None)
    return gapped(w, duty, (bound, things)) if duty != "may" else None


@rule("Clause -> Subject Copula Bound APART", "Clause -> Subject Bound APART",
      example="meetings must be at least 15 minutes apart")  # fmt: skip
def times_apart(w: Words, subject: Subject, *rest: Any) -> Clause | None:
    noun, duty = subject.noun, rest[0] if len(rest) > 1 else None
    if noun is None or not noun.plural or subject.quantifier not in ("", "all") or duty == "may":
        return None
    return gapped(w, duty, (rest[-1], (noun,)))


@rule(
    "Clause -> GapTheme Copula Bound",
    "Clause -> GapTheme Deed",
    example="the gap between stops must be under 2 hours",
)
def gap_is(w: Words, things: tuple[Noun, ...], *rest: Any) -> Clause | None:
    last = rest[-1]
    if isinstance(last, Asks):
        ask = last.parts[0]
        if (
            len(last.parts) > 1
            or ask.kind != "amount"
            or last.overs
            or ask.bound is None
            or ask.theme
            or ask.total
            or ask.each
        ):
            return None
        return gap(w, ask.bound, *things) if not ask.absent else None
    return gap(w, last, *things) if rest[0] in (None, "must") else None


@rule("GapTheme -> GAP Between", "GapTheme -> Theme Between", example="the gap between meetings")
def gap_theme(w: Words, *parts: Any) -> Any:
    if isinstance(parts[0], Theme) and (
        parts[0].dimension != "time" or parts[0].of or parts[0].overs
    ):
        return None
    return parts[-1]


@rule("Limited -> Subject Bound", example="dinner at least 3 hours before bed", cost=-0.2)
def limited(w: Words, subject: Subject, bound: Bound) -> tuple[Subject, Bound] | None:
    return None if bound.plain else (subject, bound)  # `walk 30 minutes before dinner`


@rule("Clause -> Subject Duty? COME|BE|APPEAR|END|START HAVE? Bound BEFORE|AFTER* Noun|Ends",
      "Clause -> Subject Copula HAVE Bound BEFORE|AFTER* Noun|Ends",
      "Clause -> HAVE|END Noun Bound BEFORE|AFTER* Noun|Ends",
      "Clause -> Ends Bound BEFORE|AFTER* Noun|Ends", "Clause -> Limited BEFORE|AFTER* Noun|Ends",
      example="dinner must be eaten 3 hours before bed")  # fmt: skip
def so_long_before(w: Words, *parts: Any) -> Clause | None:
    parts = (*parts[0], *parts[1:]) if isinstance(parts[0], tuple) else parts
    subject, duty = parts[0], parts[1] if len(parts) > 4 else None
    bound, word, other = parts[-3:]
    noun = subject.noun if isinstance(subject, Subject) else subject
    if (
        noun is None
        or duty not in (None, "must")
        or (isinstance(subject, Subject) and subject.quantifier)
    ):
        return None
    first, second = (noun, other) if word in w.earlier else (other, noun)
    return _days_between(w, bound, first, second) or gap(w, bound, first, second)


def _days_between(w: Words, bound: Bound, first: Noun, second: Noun) -> Clause | None:
    """Hold the difference of two dates, of which people speak in days and weeks."""
    one, other = ordered_text(w, first), ordered_text(w, second)
    if bound.amount.unit not in w.lexicon.ranks or one is None or other is None:
        return None
    return Clause(*held(f"date({other}) - date({one})", bound)[:1])


@rule("Clause -> Subject Duty? FOLLOW Noun WITHIN Amount", "Clause -> Subject Copula HAVE? WITHIN Amount OF|AFTER Noun|Ends",
      example="dinner follows the gym within 30 minutes")  # fmt: skip
def within(w: Words, subject: Subject, duty: str | None, *rest: Any) -> Clause | None:
    noun, amount = (rest[1], rest[0]) if isinstance(rest[0], Amount) else (rest[0], rest[1])
    if subject.noun is None or duty not in (None, "must") or subject.quantifier:
        return None
    return gap(w, Bound((Limit("<=", amount),)), noun, subject.noun)


@rule("Clause -> Subject Duty? PRECEDE Noun BY Bound", example="the gym precedes dinner by an hour")
def precedes_by(
    w: Words, subject: Subject, duty: str | None, noun: Noun, bound: Bound
) -> Clause | None:
    if subject.noun is None or duty not in (None, "must") or subject.quantifier:
        return None
    return gap(w, bound, subject.noun, noun)


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


# -- overlaps ------------------------------------------------------------------------------------------------
@rule(
    "Clause -> Noun AND Noun Duty OVERLAP",
    "Clause -> Noun Duty OVERLAP WITH? Noun",
    example="work and study must not overlap",
)
def overlap(w: Words, one: Noun, *rest: Any) -> Clause | None:
    other, duty = (rest[0], rest[1]) if isinstance(rest[0], Noun) else (rest[1], rest[0])
    texts = [ordered_text(w, one), ordered_text(w, other)]
    if duty not in ("must not", "may not") or None in texts:
        return None
    return Clause(f"overlap({texts[0]}, {texts[1]}) = 0 min")


@rule(
    "Clause -> Noun Duty OVERLAP",
    "Clause -> NO_TWO Noun PERMIT? OVERLAP",
    example="activities must not overlap",
)
def overlap_any(w: Words, noun: Noun, duty: str = "must not") -> Clause | None:
    text = ordered_text(w, noun)
    if duty not in ("must not", "may not") or text is None or not noun.plural:
        return None
    return Clause(f"overlap({text}) = 0 min")


@rule("Clause -> Noun Duty OVERLAP WITH? Day? FROM? Clock TO Clock Over?", "Clause -> Noun Duty OVERLAP WITH? Day? FROM? SPAN* Over?",
      example="the meeting must not overlap Monday 9:00 to 10:00")  # fmt: skip
def overlap_times(
    w: Words, noun: Noun, duty: str, day: Noun | None, low: Any, *rest: Any
) -> Clause | None:
    over = rest[-1]
    ends = low if isinstance(low, tuple) else (low, rest[0])
    text = ordered_text(w, noun)
    if duty not in ("must not", "may not") or text is None:
        return None
    dated = day.filters if day is not None else ""
    if over is not None:
        if dated or over.rank != "day":
            return None
        dated = over.scope.removeprefix("day")
    return Clause(f"duration({text} from {ends[0].text} to {ends[1].text}{dated}) = 0 min")


# -- how it begins and ends ----------------------------------------------------------------------------------------
@rule(
    "Bare -> START WITH|AT|IN Noun|Sized",
    "Bare -> END WITH|AT|IN* Noun|Sized",
    example="begin with breakfast",
)
def edge(w: Words, *parts: Any) -> Asks | None:
    noun = parts[-1]
    if noun.kind in ("plan", "rank", "text") or w.prose or noun.placed or noun.window:
        return None
    if noun.cited and w.textual:
        return None  # words of the text
    if noun.kind in ("literal", "mark", "keys", "several"):
        return None
    thing = block_text(w, noun)
    whole = "block" if w.scheduled else "item"
    side = "preceding" if len(parts) == 1 else "following"
    plain = block_text(
        w, changed(noun, filters=re.sub(r" lasting (?:[<>]=? )?\S+ \w+", "", noun.filters))
    )
    return Asks(
        (Ask("test", text=f"exists {thing} and not exists {whole} {side} {plain}", strength=2),)
    )


@rule("Clause -> START Subject WITH Noun|Sized", example="start each day with yoga")
def started(w: Words, subject: Subject, noun: Noun) -> Any:
    return _edged(w, subject, edge(w, noun), 1, noun)


def _edged(w: Words, subject: Subject, asks: Asks | None, place: int, noun: Noun) -> Any:
    """Ask for an edge of each of a kind; what stands there is what may be spoken of next."""
    made = None if asks is None else clause(w, subject, asks)
    topic = nouns.nth(w, place, changed(noun, plural=False))
    return changed(made, topic=topic) if isinstance(made, Clause) else made


@rule("Clause -> END Subject WITH Noun|Sized", example="finish each session with a cool-down")
def ended(w: Words, subject: Subject, noun: Noun) -> Any:
    return _edged(w, subject, edge(w, "", noun), -1, noun)


@rule("Clause -> Noun Duty? BE|COME|APPEAR NTH*", "Clause -> Noun Copula HAVE NTH*", "Clause -> HAVE Noun NTH*",
      "Clause -> Noun NTH*", "Clause -> Noun Duty? BE|COME|APPEAR AT_EDGE*", "Clause -> HAVE Noun AT_EDGE*",
      "Clause -> Noun Copula HAVE AT_EDGE*", "Clause -> Noun AT_EDGE*", example="the test comes last")  # fmt: skip
def stands_at(w: Words, noun: Noun, *rest: Any) -> list[Clause] | None:
    """Ask that a thing is the first or the last: of all, or of each session where there are some."""
    duty = rest[0] if len(rest) > 1 else None
    asks = _at_edge(w, noun, rest[-1])
    found = None if asks is None else dutiful(asks, duty)
    if found is None:
        return None
    day = w.lexicon.ranks["day"].level if "day" in w.lexicon.ranks else 0
    inner = [
        r
        for r in w.lexicon.ranks.values()
        if day < r.level < noun.level and not (r.item or r.members or r.calendar)
    ]
    subjects = [Subject(None), *(Subject(w.rank(r), "each") for r in inner)]
    made = [clause(w, subject, found) for subject in subjects]
    return [one for one in made if isinstance(one, Clause)]


@rule("Clause -> Noun AT_EDGE* COMMA Bound", example="cool-down at the end, 5 min")
def sized_at(w: Words, noun: Noun, word: str, bound: Bound) -> list[Clause] | None:
    sized = nouns.of_length(w, noun, bound)
    return None if sized is None else stands_at(w, sized, word)


@rule("Clause -> Noun AT_EDGE* OF EACH Rank", "Clause -> HAVE Noun AT_EDGE* OF EACH Rank",
      "Clause -> Noun Copula HAVE? AT_EDGE* OF EACH Rank", example="abs at the end of each session")  # fmt: skip
def edge_of_each(w: Words, noun: Noun, *rest: Any) -> Clause | None:
    asks = _at_edge(w, noun, rest[-2])
    found = None if asks is None else dutiful(asks, rest[0] if len(rest) > 2 else None)
    return None if found is None else clause(w, Subject(rest[-1], "each"), found)


def _at_edge(w: Words, noun: Noun, word: int | str) -> Asks | None:
    if word == 1 or (isinstance(word, str) and word.endswith(("start", "beginning"))):
        return edge(w, noun)
    return edge(w, "", noun) if word == -1 or isinstance(word, str) else None


@rule("Asks -> Asks COMMA? WITH Noun COME? NTH*", "Asks -> Asks COMMA? WITH Noun COME? AT_EDGE*",
      example="dinner must have three dishes, with the soup coming first")  # fmt: skip
def with_edge(w: Words, asks: Asks, noun: Noun, word: int | str) -> Asks | None:
    found = _at_edge(w, noun, word)
    if (
        found is None
        or asks.link != "and"
        or any(a.kind not in ("count", "there") for a in asks.parts)
    ):
        return None
    return changed(asks, parts=(*asks.parts, *found.parts))


@rule("Steps -> Noun COMMA? THEN Noun", "Steps -> NTH* Noun COMMA? AND? THEN Noun", "Steps -> Noun NTH* COMMA? AND? THEN Noun",
      "Steps -> Steps COMMA? THEN Noun", "Steps -> Steps COMMA? AND? THEN Noun", "Steps -> Noun COMMA? FOLLOWED_BY Noun",
      example="first the soup, then the roast")  # fmt: skip
def steps(w: Words, *parts: Any) -> tuple[Noun, ...] | None:
    if any(p != 1 for p in parts if isinstance(p, int)):
        return None
    return tuple(
        n for p in parts if not isinstance(p, int) for n in (p if isinstance(p, tuple) else (p,))
    )


@rule(
    "Clause -> Steps",
    "Clause -> Steps COMMA? IN_ORDER",
    "Clause -> HAVE Steps",
    "Clause -> HAVE Steps COMMA? IN_ORDER",
    example="first the soup, then the roast",
)
def stepwise(w: Words, things: tuple[Noun, ...]) -> Clause | None:
    """Ask for things one after the other."""
    texts = [ordered_text(w, thing) for thing in things]
    if any(text is None for text in texts) or any(t.kind == "rank" for t in things):
        return None
    pairs = [f"{one} before {other}" for one, other in pairwise(texts)]
    return Clause(" and ".join(pairs), (), 3 if len(pairs) == 1 else 2)


@rule("Clause -> Part COMMA Part COMMA? AND? Part COMMA? IN_ORDER", "Clause -> List COMMA? AND? Part COMMA? IN_ORDER",
      "Clause -> Part AND Part COMMA? IN_ORDER", example="soup, roast and cake, in that order")  # fmt: skip
def listed_in_order(w: Words, *parts: Noun) -> Clause | None:
    return stepwise(w, tuple(n for p in parts for n in (p.several or (p,))))
