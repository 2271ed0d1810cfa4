"""When one meeting may be, against days, hours and what is taken in calendars; see `appointments`."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from itertools import pairwise
from typing import Any

from evalspec.core.record import Record
from evalspec.language.english.closed import data
from evalspec.language.english.lexicon import Words
from evalspec.language.english.meanings import (
    FLIPPED,
    Amount,
    Bound,
    Clause,
    Clock,
    Limit,
    Noun,
    Times,
    Window,
    changed,
    held,
)
from evalspec.language.english.rule import Meaning
from evalspec.language.english.rule import rule as any_rule
from evalspec.language.english.rules import placing
from evalspec.language.english.rules.times import slots
from evalspec.language.english.rules.times.slots import Slot
from evalspec.language.english.state.overs import block_text, over_of

_KIND = "appointment"
_BUSY = "either(data.busy)"
_NEAR = f"common({_BUSY}, slot widened by {{0}})"
_BUFFERS = {
    "before": f"{_NEAR} is empty or begins({_NEAR}) >= begins(slot)",
    "after": f"{_NEAR} is empty or ends({_NEAR}) <= ends(slot)",
    "both": f"not slot widened by {{0}} overlaps {_BUSY}",
}
"""That so much time is free beside a meeting."""


def rule(*patterns: str, example: str, cost: float = 0.0) -> Callable[[Meaning], Meaning]:
    """Declare rules of vocabularies in which a time is looked for one thing."""
    declare = any_rule(*patterns, example=example, cost=cost)

    def guarded(meaning: Meaning) -> Meaning:
        def made(w: Words, *parts: Any) -> Any:
            return meaning(w, *parts) if w.lexicon.roles.get(_KIND) else None

        declare(made)
        return meaning

    return guarded


def meeting(w: Words) -> Noun:
    """Return the one kind of thing that is looked for."""
    words = {*w.lexicon.roles[_KIND]}
    return w.rank(next(r for r in w.lexicon.ranks.values() if words & {*r.words}))


def _of(kind: type, parts: tuple[Any, ...]) -> Any:
    return next((part for part in parts if isinstance(part, kind)), None)


_DENIED = ("must not", "may not", "may")
"""What asks for nothing, or for the opposite; a lead may hold it: `there must not be`."""


def _denied(parts: tuple[Any, ...]) -> bool:
    return any(part in ("must not", "may not") for part in parts if isinstance(part, str))


def each(w: Words, formula: str, strength: int = 3) -> Clause:
    return Clause(formula, (over_of(meeting(w), "each"),), strength)


# -- what is spoken of ------------------------------------------------------------------------------------
@rule("Rank -> PROPOSED|SLOT_FOR Rank", "Rank -> Rank SLOT*|A_TIME*", "Rank -> Rank FOR_IT", example="the selected meeting slot", cost=-0.2)  # fmt: skip
def proposed(w: Words, noun: Noun, said: str = "") -> Noun | None:
    of = noun.rank == meeting(w).rank
    return changed(noun, plural=said.endswith("s") if said else noun.plural) if of else None


class Ranked(Record, frozen=True):
    """Meetings of one priority."""

    text: str


@rule(
    "Ranked -> HIGH_LOW* Rank|ONE",
    "Ranked -> Rank|ONE OF HIGH_LOW*",
    example="meetings of high priority",
)
def ranked(w: Words, *parts: Any) -> Ranked | None:
    said, noun = _of(str, parts), _of(Noun, parts) or meeting(w)
    text = f'{block_text(w, noun)} where (field("Priority") = "{said.split()[0]}")'
    return Ranked(text) if noun.rank == meeting(w).rank else None


@rule("Clause -> Ranked Duty SET_UP|COME|Lies EARLIER_THAN Ranked", "Clause -> Ranked Duty SET_UP|COME|Lies LATER_THAN* Ranked", "Clause -> SET_UP Ranked EARLIER_THAN Ranked",
      example="meetings of high priority must come before those of low priority", cost=-0.5)  # fmt: skip
def before_others(w: Words, *parts: Any) -> Clause | None:
    first, last = (p.text for p in parts if isinstance(p, Ranked))
    said = [p for p in parts if isinstance(p, str)]
    row = (last, first) if len(said) > 1 else (first, last)
    allowed = not {*_DENIED} & {*said} and first != last
    return Clause("not exists {} following {}".format(*row)) if allowed else None


@rule("Noun -> IT", example="it must last an hour", cost=-0.1)
def it(w: Words) -> Noun:
    return changed(meeting(w), article="the")


# -- days -------------------------------------------------------------------------------------------------
@rule("Choice -> INDEF? WEEKDAY*", "Choice -> EITHER*|BOTH* Choice", "Choice -> Choice COMMA? AND|OR Choice",
      "Choice -> Choice COMMA Choice", "Choice -> A_DAY Choice", example="either Tuesday or a Thursday", cost=-0.2)  # fmt: skip
def choice(w: Words, *rows: Any) -> tuple[int, ...] | None:
    days = [row for row in rows if not isinstance(row, str)]
    found = tuple(n for row in days for n in (row if isinstance(row, tuple) else (row,)))
    return found if len(days) == len(rows) or len(found) > 1 else None


@rule("Choice -> INDEF? WEEKDAYS", example="a working day")
def working_day(w: Words) -> tuple[str]:
    return ("weekday",)


@rule("Choice -> FROM? WEEKDAY* TO WEEKDAY*", "Choice -> BETWEEN WEEKDAY* AND WEEKDAY*", example="Tuesday through Thursday", cost=-0.4)  # fmt: skip
def from_day_to_day(w: Words, first: int, last: int) -> tuple[int, ...] | None:
    return tuple(range(first, last + 1)) if first < last else None


@rule("Clause -> Noun Duty Lies ON? Choice COMMA? AND START|END* Times", example="the meeting must be on Monday or Friday and start after 10:00", cost=-0.5)  # fmt: skip
def on_one_at(w: Words, *parts: Any) -> Clause | None:
    made, then = must_be_on(w, *parts[:-2]), first_or_last(w, *parts[-2:])
    if made is None or then is None:
        return None
    formula = f"({made.formula})" if made.strength < 2 else made.formula
    return Clause(f"{formula} and each {then.overs[0].scope}: ({then.formula})", (), 2)


@rule("Clause -> ONLY ON? Choice", "Clause -> ON? Choice ONLY", "Clause -> PICK Choice THE_DAY?", "Clause -> SET_UP Noun ON Choice",
      "Clause -> Choice BE THE_ONLY_DAY", "Clause -> THE_ONLY_DAY BE|COLON Choice", "Clause -> ONLY Choice BE? POSSIBLE",
      "Clause -> Noun Duty? BE? HAVE? ONLY POSSIBLE? ON? Choice", "Clause -> Noun BE POSSIBLE ON? Choice", "Clause -> THE_DAY_OF Noun? Copula Choice",
      "Clause -> Noun Duty ONLY Lies ON? Choice", "Clause -> Noun Duty Lies ON? Choice ONLY", "Clause -> SET_UP Noun FOR Choice", "Clause -> Noun BE HAVE|SET_UP? ON Choice", "Clause -> BE Noun HAVE|SET_UP? ON Choice", "Clause -> DO Noun Lies ON? Choice",
      example="only Tuesday or Thursday", cost=-0.5)  # fmt: skip
def on_one_of(w: Words, *parts: Any) -> Clause | None:
    if _denied(parts):
        return None
    noun = _of(Noun, parts) or meeting(w)
    thing = block_text(w, noun)
    days = [placing.day_name(n) for part in parts if isinstance(part, tuple) for n in part]
    formula = " or ".join(f"exists {thing} on {day}" for day in days)
    return Clause(formula, (), 1 if len(days) > 1 else 3, topic=noun)


@rule(
    "Clause -> Noun Duty Lies ON|FOR? Choice",
    example="the meeting must be held on Monday",
    cost=-0.5,
)
def must_be_on(w: Words, noun: Noun, duty: str, *parts: Any) -> Clause | None:
    return on_one_of(w, noun, duty, *parts) if duty != "may" else None


@rule("Clause -> ON Choice COMMA? Clause", "Clause -> IF IT? BE? HAVE|SET_UP? ON Choice COMMA Clause", example="on Fridays, the meeting must be over by 13:00", cost=-0.5)  # fmt: skip
def then_only(w: Words, days: tuple[int, ...], made: Clause) -> Clause | None:
    when, over = on_one_of(w, days), over_of(meeting(w), "each")
    if when is None or [one.scope for one in made.overs] != [over.scope]:
        return None
    return Clause(f"if {when.formula} then each {over.scope}: ({made.formula})", (), 0)


@rule("Clause -> BE Noun Bound LONG", "Clause -> Bound Duty BE HAVE|SPEND FOR Noun", "Clause -> Noun Duty? NEED Bound", "Clause -> SOMEBODY NEED Bound FOR Noun",
      "Clause -> Bound BE WHAT Noun NEED|HAVE|LAST", "Clause -> A_LENGTH COLON Amount", "Clause -> A_LENGTH OF Noun COLON Amount", "Clause -> A_LENGTH OF Noun Copula Bound", "Clause -> SET_UP Amount Noun", "Clause -> SET_UP|KEEP Noun Bound LONG", "Clause -> Noun Duty BE|USE|HAVE|LAST INDEF? Amount Noun", "Clause -> BE Noun INDEF? Amount Noun", "Clause -> Noun Duty RUN_ON FOR Bound", "Clause -> SET_UP Noun OF Bound",
      example="two hours are what the meeting needs", cost=-0.5)  # fmt: skip
def lasting(w: Words, *parts: Any) -> Clause | None:
    noun, amount = _of(Noun, parts) or meeting(w), _of(Amount, parts)
    bound = Bound((Limit("=", amount),)) if amount is not None else _of(Bound, parts)
    if _denied(parts) or bound.amount.dimension != "time":
        return None
    if noun.rank != meeting(w).rank or noun.filters or noun.plural:
        return None
    formula, strength = held("duration", bound)
    return each(w, formula, strength)


# -- what is taken ----------------------------------------------------------------------------------------
@rule("Taken -> Slot", "Taken -> BOTH|EITHER Taken", "Taken -> Taken AND|OR|COMMA Slot", "Taken -> Taken COMMA AND|OR Slot",
      example="Monday 9:00 to 10:00 and Friday 9:00 to 10:00", cost=-0.2)  # fmt: skip
def taken(w: Words, *parts: Any) -> tuple[Slot, ...] | None:
    """Not `Friday, 10:00 to 11:00`, which is one."""
    row = tuple(s for part in parts for s in (part if isinstance(part, tuple) else (part,)))
    torn = any(a.day and not a.window and b.window and not b.day for a, b in pairwise(row))
    return None if torn else row


@rule("Taken -> Busy COMMA? NAMELY|COLON Taken", "Taken -> Busy OF HIGH_LOW COMMA? NAMELY|COLON Taken", "Taken -> EACH|ANY|ALL? HIGH_LOW BUSY COMMA? NAMELY|COLON Taken", "Taken -> Busy OPEN Taken CLOSE",
      example="other engagements, namely Monday 9:00 to 10:00")  # fmt: skip
def listed(w: Words, *parts: Any) -> tuple[Slot, ...]:
    return parts[-1]  # type: ignore[no-any-return]


@rule("Taken -> Busy", example="any busy slot")
def all_taken(w: Words, found: Near) -> tuple[Slot, ...] | None:
    return None if found.side else (Slot("busy"),)


@rule("Slot -> ON? INDEF? Day COMMA? ALL_DAY", "Slot -> ALL_DAY ON? Day", "Slot -> INDEF Day", example="all day on Friday")  # fmt: skip
def all_of_day(w: Words, day: Noun) -> Slot:
    return slots.whole_day(w, day)


@rule("Clause -> ON? Taken Copula TAKEN", "Clause -> ON? Taken TAKEN", "Clause -> ON Day COMMA? Slot TAKEN", "Clause -> KEEP_OUT Taken", "Clause -> KEEP_IT Taken LEFT_FREE",
      "Clause -> KEEP_IT Noun LEFT_FREE COMMA? Slot", "Clause -> KEEP_IT Noun LEFT_FREE OPEN Slot CLOSE", "Clause -> Taken Duty BE? LEFT_FREE", "Clause -> BE Taken LEFT_FREE", "Clause -> SOMEBODY TAKEN ON|IN? Taken", "Clause -> Noun Duty? KEEP_OUT Taken",
      "Clause -> BE Noun KEEP_OUT Taken", "Clause -> THERE Copula NO CONFLICT WITH Taken",
      "Clause -> THERE Copula NO CONFLICT BETWEEN|OF Noun AND|WITH Taken", "Clause -> Noun Duty? HAVE NO CONFLICT WITH Taken",
      "Clause -> Noun Duty? AVOID Taken", "Clause -> AVOID ANY|ALL? CONFLICT WITH|BETWEEN Taken", "Clause -> AVOID OVERLAP WITH? Taken", "Clause -> Noun Duty Lies OUTSIDE Taken", "Clause -> NOT_SET_UP Noun ON|IN|FOR? Taken", "Clause -> NOT_LET Noun OVERLAP WITH? Taken", "Clause -> Taken Copula AWAY|FORBIDDEN FOR Noun", "Clause -> Day QUESTION TAKEN", "Clause -> NOT Day", "Clause -> Day TAKEN Slot", "Clause -> Noun Duty HAVE|KEEP_IT Taken LEFT_FREE ANY_DAY?", "Clause -> NOT Day Slot", "Clause -> Name TAKEN ON|IN? Taken",
      "Clause -> NOBODY MEETS IN|AT Taken", "Clause -> Noun Duty BE HAVE? KEEP_OUT Taken", "Clause -> Noun PERMIT Lies KEEP_OUT Taken", "Clause -> Name HAVE Busy ON|IN? Taken", "Clause -> NO Noun ON|IN|BETWEEN? Taken",
      example="avoid Tuesday 13:00 to 14:30", cost=-0.7)  # fmt: skip
def left_alone(w: Words, *parts: Any) -> Clause | None:
    if _denied(parts) or "may" in [part for part in parts if isinstance(part, str)]:
        return None
    found = next((p for p in parts if isinstance(p, tuple) and p), None)
    days = [p for p in parts if isinstance(p, Noun) and p.rank == "day"]
    if found is None:
        slot = _of(Slot, parts) or slots.whole_day(w, days[0])
        found = (slots.of_day(w, days[0], slot) if days and not slot.day else slot,)
    called = next((p for p in parts if isinstance(p, Noun) and p.kind == "name"), None)
    thing = next((p for p in parts if isinstance(p, Noun) and p.rank != "day"), None)
    if called is not None and not called.name[:1].isupper() and called.name.split()[0] != "lunch":
        return None
    thing = meeting(w) if thing is None or thing is called else thing
    made = [_free(w, thing, slot) if slot is not None else None for slot in found]
    if None in made or thing.filters:
        return None
    return Clause(" and ".join(one.formula for one in made if one), (), 3 if len(made) == 1 else 2)


def _free(w: Words, thing: Noun, slot: Slot) -> Clause | None:
    all_of_them = Clause(f"each {block_text(w, meeting(w))}: not slot overlaps {_BUSY}")
    return all_of_them if slot.text == "busy" else slots.free(w, thing, slot)


@rule("Clause -> NO|NO_PART Noun Duty Lies ON|IN|WITHIN? Taken ANY_DAY?", "Clause -> NO|NO_PART Noun Duty OVERLAP WITH? Taken ANY_DAY?", example="no meeting may be held on Friday", cost=-0.5)  # fmt: skip
def none_there(w: Words, noun: Noun, duty: str, *parts: Any) -> Clause | None:
    return left_alone(w, noun, parts[-1]) if not _denied((duty,)) else None


@rule("Clause -> Noun Duty OVERLAP WITH? Taken ANY_DAY?", "Clause -> Noun Duty OVERLAP WITH? NEITHER* Taken", "Clause -> Duty SET_UP Noun|ANYTHING ON|IN|FOR? Taken", "Clause -> Noun Duty Lies ON|IN|FOR? Taken ANY_DAY?",
      "Clause -> NOT SET_UP Noun|ANYTHING ON|IN|FOR? Taken",
      example="do not schedule it on Friday", cost=-0.5)  # fmt: skip
def not_there(w: Words, *parts: Any) -> Clause | None:
    rest = [p for p in parts if not isinstance(p, str)]
    neither = len([p for p in parts if isinstance(p, str)]) > 1 and not _denied(parts)
    return left_alone(w, *rest) if _denied(parts[:2]) or neither else None


# -- first and last times ---------------------------------------------------------------------------------
@rule("Instant -> FIRST_TIME* START|END* A_TIME? OF Noun", "Instant -> FIRST_TIME* START|END* A_TIME?", "Instant -> START|END* A_TIME? OF Noun", "Instant -> Noun START|END* A_TIME?", "Instant -> START|END* A_TIME",
      example="the latest possible start of the meeting")  # fmt: skip
def edge(w: Words, *parts: Any) -> tuple[str, str]:
    verb = next(p for p in reversed(parts) if isinstance(p, str))
    first = parts[0] if parts[0] != verb and isinstance(parts[0], str) else ""
    side = "start" if verb in w.starting or verb.removesuffix("s") in w.starting else "end"
    return side, ">=" if first.startswith("earliest") else "<=" if first else ""


@rule("Clause -> Instant Copula|COLON? Clock", "Clause -> Clock BE Instant", "Clause -> Clock BE FIRST_TIME* Noun PERMIT START|END*",
      "Clause -> Instant Copula|COLON? Times", "Clause -> Instant Duty FALLS Times", "Clause -> Noun Duty RUN_ON* AFTER Clock", example="the latest start of the meeting is 14:15", cost=-1.0)  # fmt: skip
def first_or_last(w: Words, *parts: Any) -> Clause | None:
    said = [p for p in parts if isinstance(p, str) and p not in ("may", "must")]
    if isinstance(parts[0], tuple) and "may" in parts:
        return None
    side, sign = _of(tuple, parts) or edge(w, *said)
    if isinstance(parts[0], Noun):  # `must not run past 16:30`
        side, sign = "end", "<=" if _denied(parts) else ""
    clock, times = _of(Clock, parts), _of(Times, parts)
    denied = _denied(parts) and not isinstance(parts[0], Noun)
    tests = times.tests if times is not None else ((sign, clock),)
    if (times is not None and sign) or (denied and (sign or len(tests) > 1)):
        return None
    tests = tuple((FLIPPED[test or "="], at) for test, at in tests) if denied else tests
    formula = " and ".join(f"{side} {test} {at.text}" for test, at in tests if test and at)
    return each(w, formula, 3 if len(tests) == 1 else 2) if formula else None


@rule("Clause -> NOTHING BEFORE Clock AND|OR AFTER Clock", "Clause -> NOT BEFORE Clock COMMA|AND NOT AFTER Clock", "Clause -> ONLY? NOT BEFORE Clock COMMA? AND NOT AFTER Clock",
      "Clause -> SOMEBODY|EVERYBODY? HOURS_ARE Slot", "Clause -> SOMEBODY? BE? HOURS_ARE Slot COMMA? INSIDE_THAT", "Clause -> Noun Duty START AND END WITHIN? Slot", "Clause -> HOURS_ARE Clause",
      "Clause -> KEEP|SET_UP|FIT|KEEP_IT Noun WITHIN|IN Called", "Clause -> KEEP|SET_UP|FIT|KEEP_IT Noun WITHIN Slot", "Clause -> Noun Duty FALLS|FIT|Lies WITHIN|IN|DURING Called",
      example="not before 7:45, not beyond 16:15", cost=-0.5)  # fmt: skip
def office_hours(w: Words, one: Any, *rest: Any) -> Clause | None:
    other = rest[-1] if rest else None
    if isinstance(other, Slot):
        allowed = rest[0] not in ("must not", "may not", "may")
        return slots.inside(w, meeting(w), other) if allowed else None
    if isinstance(one, Clause):
        return one if "start >= " in one.formula and "end <= " in one.formula else None
    if isinstance(one, Slot):
        return slots.inside(w, meeting(w), one)
    return each(w, f"start >= {one.text} and end <= {rest[-1].text}", 2)


@rule("Clause -> Noun Duty? ONLY*? START AT_STEP*", "Clause -> START|DO Noun START? AT_STEP*", "Clause -> Instant Copula AT_STEP*", "Clause -> Instant Duty? FALLS AT_STEP*", "Clause -> THE_STARTS Copula? AT_STEP*",
      "Clause -> THE_STARTS Duty? FALLS AT_STEP*", "Clause -> THE_STARTS OF Noun Copula AT_STEP*", example="the meeting must start on the hour", cost=-0.5)  # fmt: skip
def on_a_step(w: Words, *parts: Any) -> Clause | None:
    said = {p for p in parts[:-1] if isinstance(p, str)}
    if _denied(parts) or ("may" in said and not said & {*data("words")["ONLY"]}):
        return None
    step = next(n for words, n in _STEPS if any(word in parts[-1] for word in words))
    return each(w, f"(start - 00:00) mod {step} = 0 min")


_STEPS = ((("quarter", "15"), "15 min"), (("half", "30"), "30 min"), (("hour", "00", "0"), "1 h"))


# -- against calendars ------------------------------------------------------------------------------------
@rule("Spare -> Room", "Spare -> Bound SPARE", "Spare -> INDEF? SPARE Bound", "Spare -> INDEF? Bound", "Spare -> Bound SPARE SPARE", "Spare -> GE Spare", "Spare -> Num FREE|SPARE MINUTES*", "Spare -> GE Num FREE|SPARE MINUTES*",
      example="15 minutes of free time")  # fmt: skip
def spare(w: Words, bound: Bound | Amount | str, unit: str = "") -> str | None:
    if isinstance(bound, Amount):
        return f"{bound.low} {unit}" if bound.exact else None
    if isinstance(bound, str):
        return bound
    limit = bound.limits[0]
    least = len(bound.limits) == 1 and limit.comparator in ("=", ">=") and limit.amount.exact
    fits = (
        least
        and not (limit.about or limit.slack or limit.firm)
        and bound.amount.dimension == "time"
    )
    return f"{limit.amount.low} {limit.amount.unit}" if fits else None


@rule("Beside_ -> BEFORE|AFTER* Noun START|END?", "Beside_ -> BOTH_SIDES* OF? Noun?", "Beside_ -> ONCE* Noun BE? END",
      example="before the meeting starts")  # fmt: skip
def beside(w: Words, said: str, noun: Noun | None = None) -> tuple[str] | None:
    if noun is not None and not placing.only_one(noun):
        return None
    return (
        "before" if said in w.earlier else "after" if said in w.later or said in _ONCE else "both",
    )


_ONCE = ("once", "as soon as", "when", "after")


@rule("Clause -> Lead? Spare SPARE? Beside_", "Clause -> Spare MUST? BE? HAVE? LEFT_FREE? Beside_", "Clause -> Noun|EVERYBODY MUST? HAVE Spare Beside_", "Clause -> SOMEBODY|EVERYBODY NEED Spare Beside_", "Clause -> Spare Beside_ MUST? BE? LEFT_FREE", "Clause -> Beside_ COMMA? HAVE|KEEP_IT Spare LEFT_FREE?",
      "Clause -> Noun MUST BE SURROUNDED* Spare Beside_?", "Clause -> Beside_ COMMA? Spare MUST? HAVE? LEFT_FREE", "Clause -> BE THERE Spare Beside_",
      "Clause -> Spare MUST FOLLOW|PRECEDE* Noun", "Clause -> Spare MUST FOLLOW|PRECEDE Beside_",
      example="leave 15 minutes free before the meeting", cost=-0.6)  # fmt: skip
def buffered(w: Words, *parts: Any) -> Clause | None:
    said = [p for p in parts if isinstance(p, str)]
    amounts = [p for p in said if p[0].isdigit()]
    side = _of(tuple, parts) or (next((_SIDES[p] for p in said if p in _SIDES), "both"),)
    if len(amounts) != 1 or {*_DENIED} & {*said}:
        return None
    return each(w, _BUFFERS[side[0]].format(amounts[0]), 3 if side[0] == "both" else 1)


@rule("Far -> Lead? Spare SPARE? MUST? BE? HAVE? LEFT_FREE? SEPARATE|BETWEEN", example="there must be 15 minutes between")  # fmt: skip
def far(w: Words, *parts: Any) -> str | None:
    said = [p for p in parts if isinstance(p, str) and p[0].isdigit()]
    return said[0] if len(said) == 1 else None


@rule("Clause -> Far Noun FROM|AND Busy", "Clause -> Far Busy AND Noun", "Clause -> Noun MUST BE SEPARATE FROM Busy BY Spare",
      "Clause -> Noun MUST? HAVE|KEEP_IT DISTANCE_OF Spare FROM Busy", "Clause -> Noun? MUST? FALLS? Spare AWAY_FROM Busy",
      "Clause -> Far END* OF Noun FROM Busy", "Clause -> Far END* OF Noun AND START OF Busy", "Clause -> Far END OF Busy AND START* OF Noun",
      example="at least 15 minutes must lie between the meeting and any other appointment", cost=-0.8)  # fmt: skip
def distant(w: Words, *parts: Any) -> Clause | None:
    """Ask for time to what is beside a meeting: on the side that is told, else on both."""
    said = [p for p in parts if isinstance(p, str) and p not in ("must", "may")]
    edge = next((p for p in said if not p[0].isdigit() and p not in _DENIED), "")
    first = edge in w.starting or edge.removesuffix("s") in w.starting
    side = _of(Near, parts).side or ("" if not edge else "before" if first else "after")
    return buffered(w, *(p for p in parts if isinstance(p, str) and p != edge), (side or "both",))


@rule("Clause -> Far Noun FROM|AND Called COMMA? BOTH_SIDES?", "Clause -> Far Called AND Noun", "Clause -> Noun Duty BE SEPARATE FROM Called BY Spare", "Clause -> Noun? Duty? FALLS? Spare AWAY_FROM Called",
      "Clause -> WITH Spare Beside_ COMMA? Noun Duty OVERLAP* WITH? Taken", example="there must be 15 minutes between the meeting and the seminar on Tuesday from 10:00 to 11:00", cost=-0.8)  # fmt: skip
def clear_of(w: Words, *parts: Any) -> Clause | None:
    """Ask that a meeting is so much time away from a stretch that is told."""
    spare_ = next(p for p in parts if isinstance(p, str) and p[0].isdigit())
    both = ("both",) in parts
    row = next(
        p if isinstance(p, tuple) else (p,) for p in parts[::-1] if isinstance(p, tuple | Slot)
    )
    made = left_alone(w, tuple(_widened(slot, spare_) for slot in row))
    return made if _denied(parts) == both else None


def _widened(slot: Slot, spare_: str) -> Slot | None:
    window, step = slot.window, minutes(spare_)
    if window is None or window.low is None or window.high is None or step is None:
        return None
    low, high = Clock(window.low.minutes - step), Clock(window.high.minutes + step)
    made = Slot(
        f" from {low.text} to {high.text}{slot.day}", Window("", "from", low, high), slot.day
    )
    return made if low.minutes >= 0 and high.minutes <= 1440 else None


def minutes(text: str) -> int | None:
    number, unit = text.split(" ")
    found = Decimal(number) * {"min": 1, "h": 60}.get(unit, 0)
    return int(found) if found and found == int(found) else None


@rule("Told_at -> HIGH_LOW? Noun|Name THAT? START|END* Times", "Told_at -> HIGH_LOW? Noun|Name THAT? START|END* ON Day Times",
      example="the seminar that ends at 14:00")  # fmt: skip
def told_at(w: Words, noun: Noun | None, side: str, *rest: Any) -> tuple[str, Clock, str] | None:
    times, day = rest[-1], next((p.filters for p in rest if isinstance(p, Noun)), "")
    test = times.tests[0]
    edge = "start" if side in w.starting or side.removesuffix("s") in w.starting else "end"
    fits = (
        len(times.tests) == 1 and test[0] == "=" and day.removeprefix(" on ") in ("", *placing.WEEK)
    )
    return (edge, test[1], day) if fits else None


@rule("Clause -> Noun Duty START Bound AFTER* Told_at", "Clause -> Noun Duty END Bound BEFORE* Told_at", "Clause -> Noun Duty START Bound AFTER* Busy END?", "Clause -> Noun Duty END Bound BEFORE* Busy START?",
      example="the meeting must end at least 30 minutes before the review that starts on Friday at 15:00", cost=-0.8)  # fmt: skip
def apart_from(w: Words, noun: Noun, duty: str, bound: Bound, said: str, at: Any) -> Clause | None:
    later, spare_ = said in w.later, spare(w, bound)
    step = minutes(spare_) if spare_ and bound.limits[0].comparator == ">=" else None
    if step is not None and isinstance(at, Near):
        return buffered(w, duty, spare_, ("before" if later else "after",))
    if duty != "must" or step is None or at[0] != ("end" if later else "start"):
        return None
    clock = Clock(at[1].minutes + (step if later else -step))
    if not 0 <= clock.minutes <= 1440:
        return None
    if not at[2]:
        return each(w, f"start >= {clock.text}" if later else f"end <= {clock.text}")
    thing, place = block_text(w, meeting(w)), placing.WEEK.index(at[2].removeprefix(" on "))
    days = placing.WEEK[:place] if later else placing.WEEK[place + 1 :]
    row = [f"{'before' if later else 'after'} {clock.text}{at[2]}", *(f"on {day}" for day in days)]
    return Clause(" and ".join(f"not exists {thing} {one}" for one in row), (), 2)


@rule("Clause -> CONSECUTIVE? Noun SAME_DAY? Duty BE SEPARATE BY Bound", "Clause -> CONSECUTIVE? Noun SAME_DAY? Duty BE Bound APART",
      example="consecutive meetings on the same day must be at least 10 minutes apart", cost=-0.6)  # fmt: skip
def one_from_the_next(w: Words, noun: Noun, duty: str, bound: Bound) -> Clause | None:
    fits = noun.plural and noun.rank == meeting(w).rank and duty == "must" and spare(w, bound)
    return Clause(f"gap({block_text(w, meeting(w))}) >= {spare(w, bound)}") if fits else None


@rule("Clause -> TWO? Noun Duty Lies SAME_DAY", example="the two meetings must not be on the same day", cost=-0.6)  # fmt: skip
def on_other_days(w: Words, noun: Noun, duty: str, *parts: Any) -> Clause | None:
    if not noun.plural or noun.rank != meeting(w).rank or not _denied((duty,)):
        return None
    return Clause(f"each day: count({block_text(w, meeting(w))}) <= 1")


@rule("Clause -> Clause BEFORE|AFTER* Busy", "Clause -> Clause COMMA? BOTH_SIDES*", "Clause -> Clause COMMA? SO_NOT*", example="leave 15 minutes free after the meeting before the next appointment")  # fmt: skip
def said_again(w: Words, made: Clause, word: str, *busy: Any) -> Clause | None:
    held = (
        "ends(common" if word in w.earlier else "begins(common" if word in w.later else "not slot w"
    )
    side = "duration(block" if " not " in word else held  # `so it must not overlap that slot`
    return made if side in made.formula else None


_SIDES = {"precede": "before", "follow": "after", "preceded by": "before", "followed by": "after"}


class Near(Record, frozen=True):
    """What calendars hold, or what of it is next before or behind a meeting."""

    side: str = ""


@rule("Busy -> EACH_NEXT* BUSY*", "Busy -> EACH|ANY|ALL|INDEF? BUSY*", "Busy -> Busy OF EVERYBODY", "Busy -> EVERYBODY BUSY*", "Busy -> ANYTHING ON Busy",
      example="anybody's calendar")  # fmt: skip
def busy(w: Words, *parts: Any) -> Near:
    said = {word for p in parts if isinstance(p, str) for word in p.split()}
    return _of(Near, parts) or Near(next((s for s, row in _NEARBY.items() if said & row), ""))


_NEARBY = {
    "before": {"prior", "previous", "preceding", "earlier"},
    "after": {"next", "following", "subsequent", "later"},
}


@rule("At_it -> FOR|IN|AT|TIME_OF SLOT|FULL? Noun", "At_it -> AT_THAT_TIME", example="for the whole of the meeting")  # fmt: skip
def at_it(w: Words, noun: Noun | None = None) -> float | None:
    return 0.0 if noun is None or noun.rank == meeting(w).rank else None


@rule("Clause -> EVERYBODY Copula FREE|AVAILABLE At_it?", "Clause -> Noun Duty Lies WHEN_ALL EVERYBODY Copula FREE|AVAILABLE", "Clause -> SET_UP|PICK Noun? WHEN_ALL EVERYBODY Copula FREE|AVAILABLE", "Clause -> SET_UP|PICK Noun|A_TIME THAT SUIT EVERYBODY", "Clause -> RESPECT Busy", "Clause -> Noun Duty RESPECT Busy", "Clause -> Noun Copula FREE|AVAILABLE FOR EVERYBODY", "Clause -> Noun Duty SUIT EVERYBODY", "Clause -> BE EVERYBODY FREE|AVAILABLE At_it?",
      "Clause -> Noun Duty SUIT|FIT Busy", "Clause -> Noun Copula FREE OF CONFLICT WITH Busy",
      example="everybody must be free at that time", cost=-0.5)  # fmt: skip
def free_for_all(w: Words, *parts: Any) -> Clause | None:
    noun = _of(Noun, parts)
    negative, said = _denied(parts), [p for p in parts if isinstance(p, str)]
    other = noun is not None and (noun.rank != meeting(w).rank or noun.plural)
    if negative or "may" in said or other:
        return None
    return each(w, f"not slot overlaps {_BUSY}")


@rule("Clause -> Noun Duty Lies WHEN_ALL EVERYBODY TAKEN", "Clause -> Duty SET_UP Noun WHEN_ALL EVERYBODY TAKEN", example="the meeting must not be when any participant is busy", cost=-0.5)  # fmt: skip
def not_busy(w: Words, *parts: Any) -> Clause | None:
    rest = [p for p in parts if not isinstance(p, str)]
    return free_for_all(w, *rest) if _denied(parts) else None


@rule("Clause -> NOBODY Duty TAKEN At_it", "Clause -> NOBODY Duty HAVE Busy At_it", example="no participant may be busy at that time", cost=-0.5)  # fmt: skip
def nobody_busy(w: Words, duty: str, *parts: Any) -> Clause | None:
    return free_for_all(w) if not _denied((duty,)) else None
