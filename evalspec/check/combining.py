"""Values out of values: aggregates and arithmetic on intervals, with the numbers behind them."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

from msgspec import structs

from evalspec.check.attributes import ABOVE
from evalspec.check.dimensions import combine, comparable, convert
from evalspec.check.value import CLOCK, MINUTE, Found, Value, beside, ordered, terms_of, unknown
from evalspec.core.quantity import EXACT, UNKNOWN_AMOUNT, ZERO, Interval, Unit, exactly
from evalspec.core.times import DAY
from evalspec.core.verdict import Excluded, Reason

_ADDING = ("sum", "mean", "median")
_BACK = DAY // 3
"""A time of day that is earlier by more may be that of the next day."""


def plain_dimension(dimension: str) -> str:
    """Return the dimension an amount has in a product: counted things have none."""
    return "one" if dimension.startswith("count:") else dimension


def aggregated(function: str, values: list[Value], found: Found) -> Value:
    """Reduce values to one; unknown when one is, or when a member may not belong."""
    values = _with_unwritten([_amount_of(value) for value in values])
    missing = next((v for v in values if v.interval is None), None)
    if missing is not None:
        return missing
    if not values:
        return unknown(Reason.EMPTY_SCOPE, found.detail)
    again = next((t.label for t in terms_of(values) if t.origin == ABOVE), None)
    if again is not None and function in _ADDING:  # said of a whole, it is of none of its parts
        return unknown(Reason.MISSING_AMOUNT, again, terms=terms_of(values))
    first = values[0]
    if any(not comparable(v.dimension, first.dimension) for v in values):
        return unknown(Reason.DIMENSION, first.dimension, terms=terms_of(values))
    if first.kind == "clock" and any(v.content != first.content for v in values):
        return unknown(Reason.UNSUPPORTED, "times of several days", terms=terms_of(values))
    intervals = [convert(v.interval, v.dimension, first.dimension) for v in values if v.interval]
    if found.maybe and function != "sum":
        return unknown(found.reason or Reason.INTERVAL, found.detail, terms=terms_of(values))
    return Value(
        REDUCE[function](intervals),
        first.dimension,
        first.unit,
        first.kind,
        first.content if first.kind == "clock" else None,
        terms=terms_of(values),
        excluded=excluded_of(values),
        reason=next((v.reason for v in values if v.reason), Reason.NONE),
        detail=", ".join(dict.fromkeys(v.detail for v in values if v.detail)),
        doubts=tuple(d for v in values for d in v.doubts),
        sure=REDUCE[function]([v.sure or v.interval for v in values if v.interval])
        if any(v.doubts for v in values)
        else None,
        offending=tuple(c for v in values for c in v.offending),
        unlisted=sum(v.unlisted for v in values),
    )


def _amount_of(value: Value) -> Value:
    """Return the amount, the time or the date that a text holds."""
    if value.kind != "text" or value.reason:
        return value
    return value.typed or unknown(Reason.UNSUPPORTED, f'"{value.detail}" is no amount')


def _with_unwritten(values: list[Value]) -> list[Value]:
    """Let amounts that are not written be anything from zero, beside some that are."""
    known = next((v for v in values if v.interval is not None and v.kind == "amount"), None)
    if known is None or known.dimension == "temperature":
        return values
    return [
        structs.replace(v, interval=UNKNOWN_AMOUNT, dimension=known.dimension, unit=known.unit)
        if v.interval is None and v.kind == "amount" and v.reason is Reason.MISSING_AMOUNT
        else v
        for v in values
    ]


def excluded_of(values: list[Value]) -> tuple[Excluded, ...]:
    """Return what several values left out."""
    return tuple(e for value in values for e in value.excluded)


def _ends(intervals: list[Interval], pick: Callable[[list[Decimal]], Decimal]) -> Interval:
    lows = [i.low for i in intervals if i.low is not None]
    highs = [i.high for i in intervals if i.high is not None]
    return Interval(
        pick(lows) if len(lows) == len(intervals) else None,
        pick(highs) if len(highs) == len(intervals) else None,
    )


def _added(intervals: list[Interval]) -> Interval:
    return sum(intervals, exactly(0))


def _greatest(intervals: list[Interval]) -> Interval:
    lows = [i.low for i in intervals if i.low is not None]
    high = _ends(intervals, max).high
    return Interval(max(lows) if lows else None, high)


def least(intervals: list[Interval]) -> Interval:
    """Return the smallest of some intervals, whichever it is."""
    return -_greatest([-interval for interval in intervals])


def _middle(numbers: list[Decimal]) -> Decimal:
    ordered = sorted(numbers)
    half = len(ordered) // 2
    if len(ordered) % 2:
        return ordered[half]
    return EXACT.divide(EXACT.add(ordered[half - 1], ordered[half]), Decimal(2))


def _spread(intervals: list[Interval]) -> Interval:
    if len(intervals) == 1:
        return exactly(0)
    gap = _greatest(intervals) - least(intervals)
    return Interval(max(ZERO, gap.low) if gap.low is not None else ZERO, gap.high)


REDUCE: dict[str, Callable[[list[Interval]], Interval]] = {
    "sum": _added,
    "mean": lambda every: _added(every) / exactly(len(every)) or Interval(None, None),
    "min": least,
    "max": _greatest,
    "median": lambda intervals: _ends(intervals, _middle),
    "range": _spread,
}
"""What each aggregate does with a list of intervals."""


def shared_once(value: Value, left: Value, right: Value) -> Value:
    """Count a line that goes by both names that are added up once: `Food and drinks: 100 €`.

    Where only some of the numbers went into both sides, it stays open whether they count twice.
    """
    sides = [{t.cited.span for t in side.terms if t.cited is not None} for side in (left, right)]
    shared = [t.value for t in left.terms if t.cited is not None and t.cited.span in sides[1]
              and t.unit.dimension == value.unit.dimension]  # fmt: skip
    if value.interval is None or left.interval is None or not shared:
        return value
    if sides[0] == sides[1] and left.interval == right.interval:
        return structs.replace(value, interval=sum(shared[1:], shared[0]))
    once = value.interval - sum(shared[1:], shared[0])
    lows = [side.low for side in (once, left.interval, right.interval or once)]
    low = None if None in lows else max(low for low in lows if low is not None)
    return structs.replace(value, interval=Interval(low, value.interval.high))


def combined(operator: str, left: Value, right: Value) -> Value:
    """Add, subtract, multiply, divide two values, or take their absolute difference."""
    left, right = ordered(left, right)
    left, right = beside(left, right), beside(right, left)
    for side in (left, right):
        if side.interval is None:
            return unknown(side.reason, side.detail, terms=terms_of([left, right]),
                           excluded=excluded_of([left, right]), doubts=side.doubts)  # fmt: skip
    assert left.interval is not None and right.interval is not None  # noqa: S101, PT018
    if left.kind == right.kind == "date":
        return _days_apart(operator, left, right)
    if operator in ("*", "/"):
        dimension = combine(
            plain_dimension(left.dimension),
            plain_dimension(right.dimension),
            1 if operator == "*" else -1,
        )
        unit = left.unit if dimension == left.dimension else Unit("", dimension)
        unit = right.unit if operator == "*" and dimension == right.dimension else unit
    else:
        if not comparable(left.dimension, right.dimension) and not _clocks(left, right):
            return unknown(Reason.DIMENSION, f"{left.dimension}, {right.dimension}")
        dimension, unit = _sum_dimension(left, right)
    result = _apply(operator, left, left.interval, right, right.interval)
    if result is None:
        return unknown(Reason.UNSUPPORTED, "a division by 0", terms=terms_of([left, right]))
    doubts = left.doubts + right.doubts
    sure = _apply(operator, left, left.sure or left.interval, right, right.sure or right.interval)
    return Value(
        result, dimension, unit,
        kind="clock" if dimension == "clock" else "amount",
        content=left.content if dimension == "clock" else None,
        terms=terms_of([left, right]),
        excluded=excluded_of([left, right]),
        reason=left.reason or right.reason,
        detail=", ".join(dict.fromkeys(d for d in (left.detail, right.detail) if d)),
        doubts=doubts,
        sure=sure if doubts else None,
        offending=left.offending + right.offending,
        unlisted=left.unlisted + right.unlisted,
        entries=(left.entries or right.entries) if dimension == "clock" else (),
    )  # fmt: skip


def _days_apart(operator: str, left: Value, right: Value) -> Value:
    """Return the time between two dates, of which both or neither name a year."""
    if operator not in ("-", "difference") or left.interval is None or right.interval is None:
        return unknown(Reason.UNSUPPORTED, operator)
    if bool(left.content.year) != bool(right.content.year):
        return unknown(Reason.MISSING_AMOUNT, "year", terms=terms_of([left, right]))
    days = left.interval - right.interval
    days = days if operator == "-" else _absolute(days)
    return Value(days.scaled(Decimal(DAY)), "time", MINUTE, terms=terms_of([left, right]))


def _clocks(left: Value, right: Value) -> bool:
    return {left.dimension, right.dimension} <= {"clock", "time"}


def _sum_dimension(left: Value, right: Value) -> tuple[str, Unit]:
    if left.dimension == right.dimension == "clock":
        return "time", MINUTE
    if "clock" in (left.dimension, right.dimension):
        return "clock", CLOCK
    return left.dimension, left.unit


def _apply(
    operator: str, left: Value, first: Interval, right: Value, second: Interval
) -> Interval | None:
    if operator == "mod":
        return _remainder(first, second)
    if operator in ("+", "-", "difference"):
        if not _clocks(left, right):
            second = convert(second, right.dimension, left.dimension)
        if operator == "+":
            return first + second
        gap = first - second
        clocks = left.dimension == right.dimension == "clock" and operator == "-"
        if clocks and gap.high is not None and -DAY < gap.high < -_BACK:  # from dinner to breakfast
            gap = gap.hull(gap + exactly(DAY))
        return gap if operator == "-" else _absolute(gap)
    return first * second if operator == "*" else first / second


def _remainder(first: Interval, second: Interval) -> Interval | None:
    """Return what is left of a division; anything up to the divisor when one side is a range."""
    low, divisor = first.low, second.low
    if not second.exact or divisor is None or divisor <= 0:
        return None
    if not first.exact or low is None:
        return Interval(ZERO, divisor)
    return exactly(low % divisor)


def _absolute(value: Interval) -> Interval:
    if value.low is not None and value.low >= 0:
        return value
    if value.high is not None and value.high <= 0:
        return -value
    mirror = -value
    if value.high is None or mirror.high is None:
        return Interval(ZERO, None)
    return Interval(ZERO, max(value.high, mirror.high))
