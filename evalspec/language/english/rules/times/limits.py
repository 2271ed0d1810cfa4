"""Clock times and what they limit: `at 9`, `between 9 and 10`, `no later than five`."""

from __future__ import annotations

from typing import Any

from evalspec.language.english.lexicon import Words
from evalspec.language.english.meanings import Amount, Clock, Times, changed, ordered
from evalspec.language.english.rule import SAID, rule
from evalspec.language.english.rules.bounds import Close


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
        if about == "duration":
            return None  # `longer than 4:30`
        if about.endswith(("until", "till", "up to")):
            return Times(((sign, clock),), "until")
        return Times(((sign, clock),), "past" if about == "past" else kind)

    rule(
        f"Times -> {_class}* Clock", f"Times -> {_class}* AT Clock", example=f"{SAID[_class]} 17:00"
    )(_limit)


@rule("Times -> AT? ABOUT Clock", example="around 9:00")
def around(w: Words, clock: Clock) -> Times | None:
    return near(clock, 30)


def near(clock: Clock, slack: int) -> Times | None:
    """Take a time for what lies no further from it: half an hour where nobody says how far."""
    low, high = clock.minutes - slack, clock.minutes + slack
    ends = [changed(clock, minutes=minutes) for minutes in (low, high)]
    return Times(((">=", ends[0]), ("<=", ends[1])), "about") if 0 <= low < high < 1440 else None


@rule("Times -> AT? ABOUT? Clock Close", example="at 9:00, give or take 10 minutes")
def give_or_take(w: Words, clock: Clock, close: Close) -> Times | None:
    slack, units = close.slack, w.lexicon.units
    if slack is None or slack.dimension != "time" or slack.unit not in units or "min" not in units:
        return None
    return near(clock, int(slack.low * units[slack.unit].factor / units["min"].factor))


@rule("Times -> AT? Clock OR_MORE", example="9:00 or later")
def or_later(w: Words, clock: Clock) -> Times:
    return Times(((">=", clock),), "ge")


@rule("Times -> AT? Clock OR_LESS", example="9:00 or earlier")
def or_earlier(w: Words, clock: Clock) -> Times:
    return Times((("<=", clock),), "le")


@rule(
    "Times -> BETWEEN|HOURS_IN Clock AND|TO Clock / BETWEEN|HOURS_IN SPAN* / IN|WITHIN SPAN* RANGED",
    example="between 9:00 and 17:00",
)
def between(w: Words, low: Any, high: Clock | None = None) -> Times | None:
    ends = low if high is None else (low, high)
    if not ordered(*ends):
        return None
    return Times(((">=", ends[0]), ("<=", ends[1])), "between")


def inside(times: Times) -> Times:
    """Take times from when to when for those between which one lies."""
    low, high = times.tests[0][1], times.tests[-1][1]
    known = times.kind == "from"
    return changed(times, tests=((">=", low), ("<=", high)), kind="between") if known else times


@rule(
    "Times -> Clock BY Clock / FROM? SPAN* / AT SPAN* / FROM Clock TO|BY Clock",
    example="from 9:00 to 17:00",
)
def from_to(w: Words, low: Any, high: Clock | None = None) -> Times | None:
    ends = low if high is None else (low, high)
    if not ordered(*ends):
        return None
    return Times((("=", ends[0]), ("=", ends[1])), "from")


@rule("Times -> AT? EITHER Clock OR AT? Clock / AT Clock OR AT? Clock", example="at 8:00 or 9:00")
def either(w: Words, one: Clock, other: Clock) -> Times:
    return Times((("=", one), ("=", other)), "either")


@rule("Times -> OUTSIDE Clock AND|TO Clock / OUTSIDE SPAN*", example="outside 9:00 to 17:00")
def outside(w: Words, *ends: Any) -> Times | None:
    inside = between(w, *ends)
    if inside is None:
        return None
    return Times((("<", inside.tests[0][1]), (">", inside.tests[1][1])), "either")


@rule(
    "Times -> Times COMMA? BUT|AND Times",
    "Times -> Times COMMA Times",
    example="after 6:00 but before 7:00",
)
def both(w: Words, one: Times, other: Times) -> Times | None:
    signs = {one.tests[0][0][0], other.tests[0][0][0]}
    if len(one.tests) > 1 or len(other.tests) > 1 or signs != {"<", ">"}:
        return None
    low, high = sorted((one.tests[0], other.tests[0]), key=lambda test: test[0][0], reverse=True)
    if not ordered(low[1], high[1]):
        return None
    late = {one.kind, other.kind} <= {"ge", "le", "by"}  # `no earlier than noon, no later than one`
    return Times((low, high), "limits" if late else "between")


@rule(
    "Times -> Times COMMA? AND|BUT? NOT AFTER Clock", example="not before 12:00 and not after 13:00"
)
def and_not_after(w: Words, times: Times, clock: Clock) -> Times | None:
    if times.kind != "ge":
        return None  # `after six, preferably not after five`
    return both(w, times, Times((("<=", clock),), "le"))


@rule("Times -> Times IN PART*", example="between 16:00 and 17:00 in the afternoon", idle=(1,))
def in_part(w: Words, times: Times, part: str) -> Times | None:
    low, high = w.lexicon.parts_of_day.get(part, (0, 0))
    return times if all(low <= clock.minutes <= high for _, clock in times.tests) else None


@rule("Times -> Times OR Times", example="before 7:00 or after 9:00", cost=0.2)
def either_limit(w: Words, one: Times, other: Times) -> Times | None:
    if len(one.tests) > 1 or len(other.tests) > 1 or {one.kind, other.kind} & {"at"}:
        return None
    return Times((*one.tests, *other.tests), "either")


@rule("Times -> Times SHARP|SHARPLY", example="at 9:00 sharp", idle=(1,))
def sharp(w: Words, times: Times) -> Times:
    return times


@rule(
    "Times -> FROM Clock ON_FROM",
    "Times -> FROM Clock ON_FROM COMMA? NOT EARLIER",
    example="from 9:00 on",
)
def from_then_on(w: Words, clock: Clock) -> Times:
    return or_later(w, clock)


@rule(
    "Times -> BY* GE Clock",
    "Times -> GE BY* Clock",
    "Times -> BY* Clock GE|EARLIEST|OR_MORE",
    example="until at least 17:00",
)
def until_or_later(w: Words, *parts: Any) -> Times | None:
    about, clock = sorted(parts, key=lambda part: not isinstance(part, str))
    until = about.endswith(("until", "till"))
    return Times(((">=", clock),), "until") if until else None


@rule("Times -> Times COMMA? WITH Amount TO_SPARE", example="by 18:00, with half an hour to spare")
def with_time_to_spare(w: Words, times: Times, amount: Amount) -> Times | None:
    """Move what something is over by, so long ahead."""
    unit = w.lexicon.units.get(amount.unit)
    if times.kind not in ("by", "le", "before", "lt") or not amount.exact or unit is None:
        return None
    minutes = int(amount.low * unit.factor)
    tests = tuple((sign, changed(at, minutes=at.minutes - minutes)) for sign, at in times.tests)
    fits = unit.dimension == "time" and all(0 <= at.minutes < 1440 for _, at in tests)
    return changed(times, tests=tests) if fits else None


@rule("Times -> LATEST Times", example="at the latest at 17:00", idle=(0,))
@rule("Times -> Times LATEST", example="by 17:00 at the latest", idle=(1,))
def latest(w: Words, times: Times) -> Times | None:
    return limited(times, "latest")


@rule("Times -> EARLIEST Times", "Times -> Times EARLIEST", example="at 9:00 at the earliest")
def earliest(w: Words, times: Times) -> Times | None:
    return limited(times, "earliest")


def limited(times: Times, side: str) -> Times | None:
    """Take a time for the latest or the earliest one, where it is no other limit."""
    late = side.endswith("latest")
    if times.kind == "at":
        sign, kind = ("<=", "le") if late else (">=", "ge")
        return Times(((sign, times.tests[0][1]),), kind)
    return times if times.kind in ("by", "le", "until") and late else None


@rule("Hours -> AT? Clock COMMA|AND Clock", "Hours -> Hours COMMA|AND Clock", "Hours -> Hours COMMA AND Clock", "Hours -> AT? Clock AND AT Clock",
      example="at 8:00, 14:00 and 20:00")  # fmt: skip
def hours(w: Words, row: Any, clock: Clock) -> tuple[Clock, ...]:
    return (*(row if isinstance(row, tuple) else (row,)), clock)
