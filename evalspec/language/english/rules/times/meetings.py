"""When one meeting may be, against days, hours and what is taken in calendars; see `appointments`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from evalspec.language.english.lexicon import Words
from evalspec.language.english.meanings import (
    Amount,
    Bound,
    Clause,
    Clock,
    Limit,
    Noun,
    Times,
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


def _denied(parts: tuple[Any, ...]) -> bool:
    return any(part in ("must not", "may not") for part in parts if isinstance(part, str))


def each(w: Words, formula: str, strength: int = 3) -> Clause:
    return Clause(formula, (over_of(meeting(w), "each"),), strength)


# -- days -------------------------------------------------------------------------------------------------
@rule("Choice -> INDEF? WEEKDAY*", "Choice -> EITHER|BOTH Choice", "Choice -> Choice COMMA? AND|OR Choice",
      "Choice -> Choice COMMA Choice", example="either Tuesday or a Thursday")  # fmt: skip
def choice(w: Words, *rows: Any) -> tuple[int, ...]:
    return tuple(n for row in rows for n in (row if isinstance(row, tuple) else (row,)))


@rule("Clause -> Noun Duty Lies ON? Choice COMMA? AND START|END* Times", example="the meeting must be on Monday or Friday and start after 10:00", cost=-0.5)  # fmt: skip
def on_one_at(w: Words, *parts: Any) -> Clause | None:
    made, then = must_be_on(w, *parts[:-2]), first_or_last(w, *parts[-2:])
    if made is None or then is None:
        return None
    formula = f"({made.formula})" if made.strength < 2 else made.formula
    return Clause(f"{formula} and each {then.overs[0].scope}: ({then.formula})", (), 2)


@rule("Clause -> ONLY ON? Choice", "Clause -> ON? Choice ONLY", "Clause -> PICK Choice THE_DAY?", "Clause -> SET_UP Noun ON Choice",
      "Clause -> Choice BE THE_ONLY_DAY", "Clause -> THE_ONLY_DAY BE|COLON Choice", "Clause -> ONLY Choice BE? POSSIBLE",
      "Clause -> Noun Duty? BE? HAVE? ONLY POSSIBLE? ON? Choice", "Clause -> Noun BE POSSIBLE ON? Choice", "Clause -> THE_DAY_OF Noun Copula Choice",
      "Clause -> Noun Duty ONLY Lies ON? Choice", "Clause -> Noun|IT BE HAVE|SET_UP? ON Choice", "Clause -> BE Noun HAVE|SET_UP? ON Choice",
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
    "Clause -> Noun Duty Lies ON? Choice", example="the meeting must be held on Monday", cost=-0.5
)
def must_be_on(w: Words, noun: Noun, duty: str, *parts: Any) -> Clause | None:
    return on_one_of(w, noun, duty, *parts) if duty != "may" else None


@rule("Clause -> ON Choice COMMA? Clause", "Clause -> IF IT BE ON Choice COMMA Clause", example="on Fridays, the meeting must be over by 13:00", cost=-0.5)  # fmt: skip
def then_only(w: Words, days: tuple[int, ...], made: Clause) -> Clause | None:
    when, over = on_one_of(w, days), over_of(meeting(w), "each")
    if when is None or [one.scope for one in made.overs] != [over.scope]:
        return None
    return Clause(f"if {when.formula} then each {over.scope}: ({made.formula})", (), 0)


@rule("Clause -> BE Noun Bound LONG", "Clause -> Bound Duty BE HAVE|SPEND FOR Noun", "Clause -> Noun Duty? NEED Bound", "Clause -> SOMEBODY NEED Bound FOR Noun",
      "Clause -> Bound BE WHAT Noun NEED|HAVE|LAST", "Clause -> A_LENGTH COLON Amount", "Clause -> A_LENGTH OF Noun COLON Amount", "Clause -> SET_UP Amount Noun",
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
      example="Monday 9:00 to 10:00 and Friday 9:00 to 10:00")  # fmt: skip
def taken(w: Words, *parts: Any) -> tuple[Slot, ...]:
    return tuple(s for part in parts for s in (part if isinstance(part, tuple) else (part,)))


@rule("Slot -> ON? INDEF? Day COMMA? ALL_DAY", "Slot -> ALL_DAY ON? Day", "Slot -> INDEF Day", example="all day on Friday")  # fmt: skip
def all_of_day(w: Words, day: Noun) -> Slot:
    return slots.whole_day(w, day)


@rule("Clause -> ON? Taken Copula TAKEN", "Clause -> ON? Taken TAKEN", "Clause -> ON Day COMMA? Slot TAKEN", "Clause -> KEEP_OUT Taken", "Clause -> KEEP_IT Taken LEFT_FREE",
      "Clause -> KEEP_IT Noun LEFT_FREE COMMA? Slot", "Clause -> Taken Duty BE? LEFT_FREE", "Clause -> BE Taken LEFT_FREE", "Clause -> SOMEBODY TAKEN ON|IN? Taken", "Clause -> Noun Duty? KEEP_OUT Taken",
      "Clause -> BE Noun KEEP_OUT Taken", "Clause -> THERE Copula NO CONFLICT WITH Taken",
      "Clause -> THERE Copula NO CONFLICT BETWEEN|OF Noun AND|WITH Taken", "Clause -> Noun Duty? HAVE NO CONFLICT WITH Taken",
      "Clause -> Noun Duty? AVOID Taken", "Clause -> Taken Copula AWAY|FORBIDDEN FOR Noun", "Clause -> Day QUESTION TAKEN", "Clause -> NOT Day", "Clause -> NOT Day Slot", "Clause -> Name TAKEN ON|IN? Taken",
      "Clause -> NOBODY MEETS IN|AT Taken", example="avoid Tuesday 13:00 to 14:30", cost=-0.5)  # fmt: skip
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
    made = [slots.free(w, thing, slot) if slot is not None else None for slot in found]
    if None in made or thing.filters:
        return None
    return Clause(" and ".join(one.formula for one in made if one), (), 3 if len(made) == 1 else 2)


@rule("Clause -> NO Noun Duty Lies ON|IN? Taken ANY_DAY?", example="no meeting may be held on Friday", cost=-0.5)  # fmt: skip
def none_there(w: Words, noun: Noun, duty: str, lies: Any, found: Any) -> Clause | None:
    return left_alone(w, noun, found) if not _denied((duty,)) else None


@rule("Clause -> Noun Duty OVERLAP WITH? Taken ANY_DAY?", "Clause -> Duty SET_UP Noun|IT|ANYTHING ON|IN? Taken", "Clause -> Noun Duty Lies ON|IN? Taken ANY_DAY?",
      "Clause -> NOT SET_UP Noun|IT|ANYTHING ON|IN? Taken",
      example="do not schedule it on Friday", cost=-0.5)  # fmt: skip
def not_there(w: Words, *parts: Any) -> Clause | None:
    rest = [p for p in parts if not isinstance(p, str)]
    return left_alone(w, *rest) if _denied(parts) else None


# -- first and last times ---------------------------------------------------------------------------------
@rule("Edge -> FIRST_TIME* START|END* A_TIME? OF Noun", "Edge -> FIRST_TIME* START|END* A_TIME?", "Edge -> START|END* A_TIME? OF Noun",
      example="the latest possible start of the meeting")  # fmt: skip
def edge(w: Words, *parts: Any) -> tuple[str, str]:
    verb = next(p for p in reversed(parts) if isinstance(p, str))
    first = parts[0] if parts[0] != verb else ""
    side = "start" if verb in w.starting or verb.removesuffix("s") in w.starting else "end"
    return side, ">=" if first.startswith("earliest") else "<=" if first else ""


@rule("Clause -> Edge Copula|COLON? Clock", "Clause -> Clock BE Edge", "Clause -> Clock BE FIRST_TIME* Noun|IT PERMIT START|END*",
      "Clause -> Edge Copula|COLON? Times", "Clause -> Edge Duty FALLS Times", "Clause -> Noun Duty RUN_ON* AFTER Clock", example="the latest start of the meeting is 14:15", cost=-0.5)  # fmt: skip
def first_or_last(w: Words, *parts: Any) -> Clause | None:
    said = [p for p in parts if isinstance(p, str) and p not in ("may", "must")]
    if isinstance(parts[0], tuple) and "may" in parts:
        return None
    side, sign = _of(tuple, parts) or edge(w, *said)
    if isinstance(parts[0], Noun):  # `must not run past 16:30`
        side, sign = "end", "<=" if _denied(parts) else ""
    clock, times = _of(Clock, parts), _of(Times, parts)
    if (times is not None and sign) or (_denied(parts) and not isinstance(parts[0], Noun)):
        return None
    tests = times.tests if times is not None else ((sign, clock),)
    formula = " and ".join(f"{side} {test} {at.text}" for test, at in tests if test and at)
    return each(w, formula, 3 if len(tests) == 1 else 2) if formula else None


@rule("Clause -> NOT BEFORE Clock COMMA|AND NOT AFTER Clock", "Clause -> ONLY? NOT BEFORE Clock COMMA? AND NOT AFTER Clock",
      "Clause -> HOURS_ARE Slot", "Clause -> SOMEBODY? BE? HOURS_ARE Slot COMMA? INSIDE_THAT", "Clause -> HOURS_ARE Clause",
      "Clause -> KEEP|SET_UP|FIT|KEEP_IT Noun|IT WITHIN|IN Called", "Clause -> Noun Duty FALLS|FIT WITHIN|IN Called",
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


@rule("Clause -> Noun MUST START AT_STEP*", "Clause -> Edge IS AT_STEP*", "Clause -> Edge MUST? FALLS AT_STEP*", "Clause -> THE_STARTS IS? AT_STEP*",
      "Clause -> THE_STARTS MUST? FALLS AT_STEP*", "Clause -> THE_STARTS OF Noun IS AT_STEP*", example="the meeting must start on the hour", cost=-0.5)  # fmt: skip
def on_a_step(w: Words, *parts: Any) -> Clause | None:
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


@rule("Beside_ -> BEFORE|AFTER* Noun|IT START|END?", "Beside_ -> BOTH_SIDES* OF? Noun|IT?", "Beside_ -> ONCE* Noun BE? END",
      example="before the meeting starts")  # fmt: skip
def beside(w: Words, said: str, noun: Noun | None = None) -> tuple[str] | None:
    if noun is not None and not placing.only_one(noun):
        return None
    return (
        "before" if said in w.earlier else "after" if said in w.later or said in _ONCE else "both",
    )


_ONCE = ("once", "as soon as", "when", "after")


@rule("Clause -> Lead? Spare SPARE? Beside_", "Clause -> Spare MUST? BE? HAVE? LEFT_FREE? Beside_", "Clause -> Noun MUST? HAVE Spare Beside_",
      "Clause -> Noun MUST BE SURROUNDED* Spare Beside_?", "Clause -> Beside_ COMMA? Spare MUST? HAVE? LEFT_FREE", "Clause -> BE THERE Spare Beside_",
      "Clause -> Spare MUST FOLLOW|PRECEDE* Noun", "Clause -> Spare MUST FOLLOW|PRECEDE Beside_", "Clause -> Spare MUST SEPARATE* Noun FROM Busy", "Clause -> Spare MUST SEPARATE* END OF Noun FROM Busy",
      "Clause -> Spare MUST SEPARATE* Busy AND Noun", "Clause -> Spare MUST SEPARATE* END OF Busy AND START OF Noun", "Clause -> FALLS? Spare AWAY_FROM Busy",
      example="leave 15 minutes free before the meeting", cost=-0.6)  # fmt: skip
def buffered(w: Words, *parts: Any) -> Clause | None:
    said = [p for p in parts if isinstance(p, str)]
    amounts = [p for p in said if p[0].isdigit()]
    side = _of(tuple, parts) or (next((_SIDES[p] for p in said if p in _SIDES), "both"),)
    if len(amounts) != 1:
        return None
    if _APART & set(said):
        side = ("before" if isinstance(parts[-1], Noun) else "after",)
    return each(w, _BUFFERS[side[0]].format(amounts[0]), 3 if side[0] == "both" else 1)


@rule("Clause -> Clause BEFORE|AFTER* Busy", "Clause -> Clause COMMA? BOTH_SIDES*", example="leave 15 minutes free after the meeting before the next appointment")  # fmt: skip
def said_again(w: Words, made: Clause, word: str, *busy: Any) -> Clause | None:
    side = (
        "ends(common" if word in w.earlier else "begins(common" if word in w.later else "not slot w"
    )
    return made if side in made.formula else None


_SIDES = {"precede": "before", "follow": "after", "preceded by": "before", "followed by": "after"}
_APART = {"separate", "lie between", "be between"}


@rule("Busy -> EACH_NEXT BUSY", "Busy -> BUSY", "Busy -> Busy OF EVERYBODY", "Busy -> EVERYBODY BUSY", "Busy -> ANYTHING ON Busy", "Busy -> EACH|ANY|ALL|INDEF? BUSY",
      example="anybody's calendar")  # fmt: skip
def busy(w: Words, *parts: Any) -> bool:
    return True


@rule("At_it -> FOR|IN|AT|TIME_OF SLOT|FULL? Noun", "At_it -> AT_THAT_TIME", example="for the whole of the meeting")  # fmt: skip
def at_it(w: Words, noun: Noun | None = None) -> float | None:
    return 0.0 if noun is None or noun.rank == meeting(w).rank else None


@rule("Clause -> EVERYBODY Copula FREE|AVAILABLE At_it?", "Clause -> Noun Copula FREE|AVAILABLE FOR EVERYBODY", "Clause -> Noun Duty SUIT EVERYBODY", "Clause -> BE EVERYBODY FREE|AVAILABLE At_it?",
      "Clause -> Noun Duty SUIT|FIT Busy", "Clause -> Noun Duty HAVE NO CONFLICT WITH Busy", "Clause -> Noun Copula FREE OF CONFLICT WITH Busy",
      example="everybody must be free at that time", cost=-0.5)  # fmt: skip
def free_for_all(w: Words, *parts: Any) -> Clause | None:
    noun = _of(Noun, parts)
    negative, said = _denied(parts), [p for p in parts if isinstance(p, str)]
    other = noun is not None and (noun.rank != meeting(w).rank or noun.plural)
    if negative or "may" in said or other:
        return None
    return each(w, f"not slot overlaps {_BUSY}")


@rule("Clause -> Noun|IT Duty OVERLAP WITH? Busy", example="the meeting must not overlap any busy slot", cost=-0.5)  # fmt: skip
def not_busy(w: Words, *parts: Any) -> Clause | None:
    rest = [p for p in parts if not isinstance(p, str)]
    return free_for_all(w, *rest) if _denied(parts) else None


@rule("Clause -> NOBODY Duty TAKEN At_it", "Clause -> NOBODY Duty HAVE Busy At_it", example="no participant may be busy at that time", cost=-0.5)  # fmt: skip
def nobody_busy(w: Words, duty: str, *parts: Any) -> Clause | None:
    return free_for_all(w) if not _denied((duty,)) else None
