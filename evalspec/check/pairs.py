"""Program and pair in, one preference for each criterion out: what rules can say of two responses.

Intervals are compared as intervals: a response wins when the worst that its value may be beats
the best of the other, and two responses tie only when both values are exact. What stays open
names what it may still come to, so that a later criterion can decide where all of it agrees.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import NamedTuple

from msgspec.structs import replace

from evalspec.check.comparing import why_wide
from evalspec.check.dimensions import comparable, convert
from evalspec.check.engine import decide
from evalspec.check.evaluation import Subject
from evalspec.check.readings import read_value
from evalspec.check.value import Value, operand, shown, snap
from evalspec.core.case import Case
from evalspec.core.errors import fault_text
from evalspec.core.lookup import Memo
from evalspec.core.pair import Pair, Preference, Side, Winner
from evalspec.core.quantity import EXACT, ZERO, Interval, compare, exactly, hull
from evalspec.core.times import DAY
from evalspec.core.verdict import Method, Outcome, Reason, Verdict
from evalspec.language.criterion import Criterion, First, Measured, Satisfied
from evalspec.language.ir import Expr, Number
from evalspec.language.program import Program

EQUAL = "equal texts"
"""Detail of a tie that needed no look at the texts."""
_HALF_DAY = DAY // 2
"""Two times of day that are farther apart may be of one night, the later one first."""
_EVERY = (Winner.A, Winner.B, Winner.TIE)


def prefer(program: Program, pair: Pair) -> tuple[Preference, ...]:
    """Decide every criterion of a program on one pair, in order. Never raises for any text."""
    one, other = (_Response(program, program.completed(case)) for case in pair.cases)
    found: dict[str, Preference] = {}
    for criterion in program.criteria:
        found[criterion.id] = _preferred(criterion, pair, (one, other), found)
    return tuple(found.values())


class _Response:
    """One response with the constraints decided on it so far."""

    def __init__(self, program: Program, case: Case) -> None:
        self.subject = Subject(program, case)
        constraints = {one.id: one for one in program.constraints}
        self.verdicts: Memo[str, Verdict] = Memo(
            lambda name: decide(constraints[name], self.subject)
        )


def _preferred(
    criterion: Criterion,
    pair: Pair,
    sides: tuple[_Response, _Response],
    found: Mapping[str, Preference],
) -> Preference:
    if pair.a == pair.b:
        return stated(criterion, Winner.TIE, detail=EQUAL)
    try:
        match criterion.by:
            case Satisfied():
                a, b = (tuple(side.verdicts[name] for name in criterion.by.of) for side in sides)
                return counted(criterion, a, b)
            case Measured():
                a_value, b_value = (_measured(criterion.by, side.subject) for side in sides)
                return _compared(criterion, criterion.by, a_value, b_value)
            case First():
                return first(criterion, [found[name] for name in criterion.by.of])
    except Exception as error:
        return stated(criterion, Winner.UNDETERMINED, Reason.CRASHED, fault_text(error))
    return stated(criterion, Winner.UNDETERMINED, Reason.NEEDS_JUDGE, criterion.judge)


def stated(
    criterion: Criterion, outcome: Winner, reason: Reason = Reason.NONE, detail: str = ""
) -> Preference:
    """Return a preference without evidence."""
    return Preference(
        criterion.id, outcome, reason, Method.SYMBOLIC, criterion.canonical, detail=detail,
        severity=criterion.severity, at=criterion.at, text=criterion.text, order=criterion.order,
        possible=_EVERY if outcome is Winner.UNDETERMINED else (),
    )  # fmt: skip


# -- several criteria -----------------------------------------------------------------------------
def first(criterion: Criterion, parts: list[Preference]) -> Preference:
    """Return the first part that names a winner.

    A part that is undetermined may name either; what follows decides only if it agrees with all
    that this part may come to.
    """
    open_ones: list[Preference] = []
    for number, part in enumerate(parts, start=1):
        looked = tuple(parts[:number])
        if part.outcome is Winner.UNDETERMINED:
            open_ones.append(part)
        elif part.outcome is not Winner.TIE:
            allowed = {part.outcome, Winner.TIE}
            if all(allowed.issuperset(one.possible) for one in open_ones):
                return _with(criterion, part, part.outcome, looked)
            break
    if open_ones:
        possible = {each for one in open_ones for each in one.possible}
        possible |= {part.outcome for part in looked if part.outcome is not Winner.UNDETERMINED}
        made = _with(criterion, open_ones[0], Winner.UNDETERMINED, looked)
        return replace(made, possible=tuple(one for one in _EVERY if one in possible))
    return _with(criterion, parts[-1], Winner.TIE, tuple(parts))


def _with(
    criterion: Criterion, decisive: Preference, outcome: Winner, parts: tuple[Preference, ...]
) -> Preference:
    detail = decisive.criterion
    if outcome is Winner.TIE:
        detail = EQUAL if decisive.detail == EQUAL else ""
    made = stated(criterion, outcome, decisive.reason, detail)
    methods = {part.method for part in parts}
    method = methods.pop() if len(methods) == 1 else Method.HYBRID
    return replace(made, parts=parts, method=method)


# -- how many constraints hold --------------------------------------------------------------------
def counted(criterion: Criterion, a: tuple[Verdict, ...], b: tuple[Verdict, ...]) -> Preference:
    """Prefer the response that satisfies more constraints."""
    one, other = (_number(verdicts) for verdicts in (a, b))
    decision = _decide(one, other, "higher", ZERO, ZERO)
    reason, detail = Reason.NONE, ""
    if decision.outcome is Winner.UNDETERMINED:
        open_one = next(v for v in (*a, *b) if v.outcome is Outcome.UNDETERMINED and v.applies)
        reason, detail = open_one.reason, open_one.constraint
    return replace(
        stated(criterion, decision.outcome, reason, detail),
        possible=decision.possible,
        a=Side(value=one.text(), verdicts=a),
        b=Side(value=other.text(), verdicts=b),
    )


def _number(verdicts: tuple[Verdict, ...]) -> Interval:
    """Return how many constraints hold, surely and at most."""
    surely = sum(verdict.outcome is Outcome.SATISFIED for verdict in verdicts)
    open_ones = sum(v.outcome is Outcome.UNDETERMINED and v.applies for v in verdicts)
    return Interval(Decimal(surely), Decimal(surely + open_ones))


# -- a measure ------------------------------------------------------------------------------------
class _Measure(NamedTuple):
    """A measure of one response under all readings."""

    side: Side
    values: tuple[Value, ...]
    interval: Interval | None
    dimension: str
    reason: Reason
    detail: str
    target: Value | None


def _measured(by: Measured, subject: Subject) -> _Measure:
    if subject.unreadable is not None:
        return _Measure(Side(), (), None, "", subject.unreadable, "", None)
    read = read_value(by.measure, subject)
    targets = read_value(by.target, subject).values if by.target is not None else ()
    values = read.values
    first_value = values[0]
    unit = first_value.unit
    open_one = next((value for value in values if value.interval is None), None)
    same = all(value.dimension == first_value.dimension for value in values)
    interval: Interval | None = None
    if open_one is not None:
        reason, detail = open_one.reason or Reason.UNSUPPORTED, open_one.detail
    elif not read.complete:
        reason, detail = Reason.TOO_MANY_READINGS, ""
    elif not same:
        reason, detail = Reason.DIMENSION, ", ".join({value.dimension for value in values})
    else:
        interval = hull(snap(value.interval) for value in values if value.interval is not None)
        reason, detail = _why(values, interval)
    side = Side(
        value="" if interval is None else shown(interval, unit),
        unit="" if unit.dimension in ("one", "clock", "date", "weekday") else unit.name,
        operands=tuple(operand(term, unit) for term in first_value.terms),
        excluded=first_value.excluded,
        doubts=tuple(dict.fromkeys(cited for value in values for cited in value.doubts)),
        assumptions=tuple(f"{name}={value}" for name, value in read.settled.items()),
    )
    target = targets[0] if targets else None
    return _Measure(side, values, interval, first_value.dimension, reason, detail, target)


def _why(values: tuple[Value, ...], interval: Interval) -> tuple[Reason, str]:
    """Say why a value is no single number."""
    if interval.exact:
        return Reason.NONE, ""
    if len({value.interval for value in values}) > 1:
        return Reason.READINGS_DIFFER, ""
    value = values[0]
    if value.doubts:
        return Reason.DOUBT, ", ".join(cited.text for cited in value.doubts)
    if value.reason is not Reason.NONE:
        return value.reason, value.detail
    return why_wide(value.terms)


def _compared(criterion: Criterion, by: Measured, a: _Measure, b: _Measure) -> Preference:
    """Prefer the response whose measure is lower, higher, or nearer to an amount."""

    def made(decision: _Decision, reason: Reason, detail: str) -> Preference:
        return replace(
            stated(criterion, decision.outcome, reason, detail),
            possible=decision.possible, a=a.side, b=b.side,
        )  # fmt: skip

    for one in (a, b):
        if one.interval is None:
            return made(_OPEN, one.reason, one.detail)
    assert a.interval is not None and b.interval is not None  # noqa: S101, PT018
    apart = _incomparable(a, b)
    if apart is not None:
        return made(_OPEN, *apart)
    if by.relative and a.values[0].kind != "amount":
        return made(_OPEN, Reason.UNSUPPORTED, "a share of a time")
    values = a.interval, snap(convert(b.interval, b.dimension, a.dimension))
    if a.values[0].kind == "clock":
        values = _of_day(values[0]), _of_day(values[1])
    relative, absolute = by.relative, _absolute(by.absolute, a)
    far = _span(values[0], values[1])
    if by.prefer == "nearest":
        target = _target(by.target, a)
        if target is None:
            return made(_OPEN, Reason.DIMENSION, a.dimension)
        values = _distance(values[0], target), _distance(values[1], target)
        far = max((value.high for value in values if value.high is not None), default=None)
        absolute = absolute or EXACT.multiply(abs(target), relative)
        relative = ZERO
    if a.values[0].kind == "clock" and (far is None or far > _HALF_DAY):
        return made(_OPEN, Reason.READINGS_DIFFER, "one of them may be past midnight")
    prefer_high = "higher" if by.prefer == "higher" else "lower"
    decision = _decide(*values, prefer_high, relative, absolute)
    if decision.outcome is not Winner.UNDETERMINED:
        return made(decision, Reason.NONE, "")
    cause = a if a.reason is not Reason.NONE else b
    return made(decision, cause.reason or Reason.INTERVAL, cause.detail)


def _incomparable(a: _Measure, b: _Measure) -> tuple[Reason, str] | None:
    """Return why two measures cannot be set against each other; None when they can."""
    kinds = {value.kind for one in (a, b) for value in one.values}
    if len(kinds) > 1 or not kinds <= {"amount", "clock", "date"}:
        return Reason.UNSUPPORTED, ", ".join(sorted(kinds))
    if a.dimension != b.dimension and "currency" in (a.dimension, b.dimension):
        return Reason.DIMENSION, f"{a.dimension}, {b.dimension}"  # 40 of what?
    if not comparable(a.dimension, b.dimension):
        return Reason.DIMENSION, f"{a.dimension}, {b.dimension}"
    if kinds == {"date"}:
        dated = {bool(value.content.year) for one in (a, b) for value in one.values}
        if len(dated) > 1:
            return Reason.READINGS_DIFFER, "one of the dates has no year"
    return None


def _of_day(value: Interval) -> Interval:
    """Return a time of day without the days before it: `06:30+1d` is 06:30."""
    days = Decimal((value.low or ZERO) // DAY * DAY)
    return value + Interval(-days, -days)


def _span(a: Interval, b: Interval) -> Decimal | None:
    """Return how far apart two values may be; None without limit."""
    ends = (a.low, a.high, b.low, b.high)
    known = [end for end in ends if end is not None]
    return max(known) - min(known) if len(known) == len(ends) else None


def _absolute(margin: Number | None, measure: _Measure) -> Decimal:
    """Return a margin in base units; a bare number is in the unit of the measure."""
    if margin is None or margin.value.low is None:
        return ZERO
    unit = margin.unit
    if unit.dimension == "one":
        unit = measure.values[0].unit
    # A difference has no offset: 2 degC are 2 kelvin apart.
    amount = exactly(EXACT.multiply(margin.value.low, unit.factor))
    low = convert(amount, margin.unit.dimension, measure.dimension).low
    return low if low is not None and margin.unit.dimension != "one" else amount.low or ZERO


def _target(given: Expr | None, measure: _Measure) -> Decimal | None:
    """Return what a measure is to be near to, in its base units; None when that is no number."""
    found = measure.target
    if found is None or found.interval is None or not found.interval.exact:
        return None
    if isinstance(given, Number) and found.dimension == "one":
        return found.interval.scaled(measure.values[0].unit.factor).low
    if not comparable(found.dimension, measure.dimension):
        return None
    return convert(found.interval, found.dimension, measure.dimension).low


def _distance(value: Interval, target: Decimal) -> Interval:
    """Return how far a value may be from an amount."""
    ends = [None if end is None else abs(end - target) for end in (value.low, value.high)]
    far = None if None in ends else max(end for end in ends if end is not None)
    around = compare(value, "=", exactly(target)) is not False
    return Interval(ZERO if around else min(end for end in ends if end is not None), far)


# -- two intervals --------------------------------------------------------------------------------
class _Decision(NamedTuple):
    outcome: Winner
    possible: tuple[Winner, ...] = ()


_OPEN = _Decision(Winner.UNDETERMINED, _EVERY)


def _decide(
    a: Interval, b: Interval, wanted: str, relative: Decimal, absolute: Decimal
) -> _Decision:
    """Compare two intervals of one dimension; a tie needs both to be exact."""
    if wanted == "higher":
        a, b = -a, -b
    surely_a = _beats(a.high, b.low, relative, absolute)
    surely_b = _beats(b.high, a.low, relative, absolute)
    if surely_a or surely_b:
        return _Decision(Winner.A if surely_a else Winner.B)
    if a.exact and b.exact:
        return _Decision(Winner.TIE)
    may_a = a.low is None or b.high is None or _beats(a.low, b.high, relative, absolute)
    may_b = b.low is None or a.high is None or _beats(b.low, a.high, relative, absolute)
    possible = [Winner.A] * may_a + [Winner.B] * may_b + [Winner.TIE]
    return _Decision(Winner.UNDETERMINED, tuple(possible))


def _beats(low: Decimal | None, high: Decimal | None, relative: Decimal, absolute: Decimal) -> bool:
    """Tell whether one number is lower than another by more than a margin."""
    if low is None or high is None:
        return False
    margin = max(EXACT.multiply(max(abs(low), abs(high)), relative), absolute)
    return EXACT.subtract(high, low) > margin
