"""Comparing two values: tolerance, units, and why a comparison stays open."""

from __future__ import annotations

import operator
import unicodedata
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from evalspec.check.dimensions import comparable, convert
from evalspec.check.evaluation import Run
from evalspec.check.on_days import counted_on
from evalspec.check.result import Result, all_of, opposite, scope_result, text_of, undecided
from evalspec.check.schedule import same_night
from evalspec.check.value import (
    CLOCK,
    Piece,
    Term,
    Value,
    beside,
    operand,
    ordered,
    shown,
    sided,
    snap,
)
from evalspec.core.quantity import EXACT, ZERO, Interval, Unit, compare, exactly
from evalspec.core.record import Record
from evalspec.core.times import CalendarDate
from evalspec.core.verdict import Reason
from evalspec.language import ir
from evalspec.vocabulary.fold import fold

_MARKS = " .,:;!?*_`\"'()[]\u201c\u201d\u2018\u2019\u2026"
_NOTHING = exactly(0)


class Tolerance(Record, frozen=True):
    """By how much a value may miss its bound."""

    relative: Decimal = ZERO
    """As a share of the bound."""
    absolute: Decimal | None = None

    @property
    def widens(self) -> bool:
        """Whether it is one at all."""
        return bool(self.relative) or self.absolute is not None


EXACT_BOUND = Tolerance()


def compare_values(
    run: Run,
    piece: Piece | None,
    node: ir.Compare | ir.Between,
    left: Value,
    comparator: str,
    right: Value,
    tolerance: Tolerance = EXACT_BOUND,
) -> Result:
    """Compare two values and keep the evidence of both."""
    if comparator not in ("=", "!="):
        left, right = ordered(left, right)
    measured = node.left if isinstance(node, ir.Compare) else node.value
    left, right = counted_on(run, measured, _bound(node, comparator), left, right)
    left, right = beside(left, right), beside(right, left)
    if left.kind == "text" or right.kind == "text":
        return _compare_texts(piece, node, left, comparator, right)
    unit = _unit(left, right)
    bound = f"{comparator} {_bound_text(right, unit, tolerance)}"
    problem = _problem(left, right)
    first, second = left.interval, right.interval
    if problem is None and first is not None and second is not None:
        first, second = _aligned(run, left, first, right, second)
    if left.terms and right.terms:
        left = sided(left, text_of(measured))
        right = sided(right, text_of(_bound(node, comparator)))
    terms = left.terms + right.terms
    computed = "" if first is None else shown(first, unit)
    truth: bool | None = None
    reason, detail, doubts = Reason.NONE, "", left.doubts + right.doubts
    if problem is not None or first is None or second is None:
        reason, detail = problem or (Reason.UNSUPPORTED, "")
    elif _itself(left, right):
        reason, detail = Reason.MISSING_AMOUNT, "parts"
    else:
        if not (tolerance.widens or _range_is_meant(right)):
            truth = compare(snap(first), comparator, snap(second))
        else:
            truth = _decide(first, comparator, second, tolerance)
        if truth is None:
            reason, detail = _why(left, right, comparator, second, tolerance)
    return scope_result(
        piece, measured, truth, reason, detail,
        computed=computed,
        bound=bound,
        unit="" if unit.dimension in ("one", "clock", "date") else unit.name,
        operands=tuple(operand(term, unit) for term in terms),
        excluded=left.excluded if right.literal else left.excluded + right.excluded,
        offending=left.offending,
        unlisted=left.unlisted,
        doubts=doubts if truth is None else (),
    )  # fmt: skip


def _range_is_meant(bound: Value) -> bool:
    """Tell a range that is written as the bound from one number that is not known exactly."""
    if bound.literal or not bound.terms:
        return True
    sole = len(bound.terms) == 1 and not bound.doubts
    return sole and bound.terms[0].origin != "missing" and not bound.terms[0].note


def _itself(left: Value, right: Value) -> bool:
    """Tell whether a stated total would only be compared with itself: there are no parts."""
    first, second = ({(t.cited, t.origin) for t in side.terms} for side in (left, right))
    return first == second and any(origin == "stated" for _, origin in first)


def _unit(left: Value, right: Value) -> Unit:
    """Show both in the unit of the bound, where it has one."""
    if left.kind == "clock" or right.kind == "clock":
        return CLOCK
    unknown = left.interval is None and not left.terms
    fits = unknown or comparable(right.dimension, left.dimension)
    if right.unit.name and fits and right.dimension != "one":
        return right.unit
    return left.unit


def _bound(node: ir.Compare | ir.Between, comparator: str) -> ir.Expr:
    """Return the expression that a value is compared with."""
    if isinstance(node, ir.Compare):
        return node.right
    return node.low if comparator == ">=" else node.high


def _bound_text(right: Value, unit: Unit, tolerance: Tolerance) -> str:
    if right.interval is None:
        return "?"
    text = shown(right.interval, right.unit if right.kind in ("date", "weekday") else unit)
    if tolerance.relative:
        text += f" ± {(tolerance.relative * 100).normalize():f} %"
    if tolerance.absolute is not None:
        scale = Unit(unit.name, unit.dimension, unit.factor)
        text += f" ± {shown(exactly(tolerance.absolute), scale)}"
    return text


def _problem(left: Value, right: Value) -> tuple[Reason, str] | None:
    """Say why two values cannot be compared; None where they can."""
    for side in (left, right):
        if side.interval is None:
            return side.reason or Reason.UNSUPPORTED, side.detail
    dimensions = {left.dimension, right.dimension}
    fits = (
        (left.kind == right.kind and left.kind in ("clock", "date"))
        or _is_bare(left, right)
        or (left.dimension == "one" and left.interval == _NOTHING)  # none of anything
        or dimensions == {"currency", "one"}  # plain numbers, one of them of money
        or comparable(left.dimension, right.dimension)
    )  # fmt: skip
    return None if fits else (Reason.DIMENSION, f"{left.dimension}, {right.dimension}")


def _is_bare(left: Value, right: Value) -> bool:
    """Tell whether a bound is a number without a unit, which is meant in that of the value."""
    bare = right.dimension == "one" and right.literal and left.unit.offset == ZERO
    return bare and not comparable(left.dimension, "one")


def _aligned(
    run: Run, left: Value, first: Interval, right: Value, second: Interval
) -> tuple[Interval, Interval]:
    """Bring the intervals of two values to the base units of one dimension."""
    if left.kind == right.kind == "clock":
        told = bool(left.entries and right.entries)
        if not told and first.low is not None and second.low is not None:
            second = second + exactly(same_night(run, first.low, second.low) - int(second.low))
    elif left.kind == right.kind == "date":
        if bool(left.content.year) != bool(right.content.year):
            return _without_year(left, first), _without_year(right, second)
    elif _is_bare(left, right):
        second = second.scaled(left.unit.factor)
    elif right.dimension != "currency" and comparable(left.dimension, right.dimension):
        first = convert(first, left.dimension, right.dimension)
    return first, second


def _without_year(value: Value, days: Interval) -> Interval:
    """Return the days of a date, or of several on end, as those of any year."""
    first = exactly(CalendarDate(0, value.content.month, value.content.day or 1).number)
    return first + (days - exactly(days.low or ZERO))


def _decide(left: Interval, comparator: str, right: Interval, tolerance: Tolerance) -> bool | None:
    left, right = snap(left), snap(right)
    if comparator in ("=", "!="):
        if tolerance.widens or not right.exact:
            within = _within(left, _widened(right, tolerance))
            return within if comparator == "=" else opposite(within)
        return compare(left, comparator, right)
    if tolerance.widens:
        wide = _widened(right, tolerance)
        edge = wide.high if comparator in ("<", "<=") else wide.low
        right = Interval(edge, edge)
    return compare(left, comparator, right)


def _widened(bound: Interval, tolerance: Tolerance) -> Interval:
    """Widen a bound to both sides by the larger of its tolerances."""
    ends: list[Decimal | None] = []
    for end, sign in ((bound.low, -1), (bound.high, 1)):
        if end is None:
            ends.append(None)
            continue
        room = max(EXACT.multiply(abs(end), tolerance.relative), tolerance.absolute or ZERO)
        ends.append(EXACT.add(end, room * sign))
    return snap(Interval(ends[0], ends[1]))


def _within(value: Interval, bound: Interval) -> bool | None:
    above = bound.low is None or compare(value, ">=", exactly(bound.low))
    below = bound.high is None or compare(value, "<=", exactly(bound.high))
    return all_of((above, below))


def _why(
    left: Value, right: Value, comparator: str, bound: Interval, tolerance: Tolerance
) -> tuple[Reason, str]:
    """Say what keeps a comparison open: a doubt, a missing number, or a range."""
    for side in (left, right):
        if side.doubts and side.sure is not None:
            sure = side.sure if side is left else left.interval
            if sure and _decide(sure, comparator, bound, tolerance) is not None:
                return Reason.DOUBT, ", ".join(c.text for c in side.doubts)
    for side in (left, right):
        if side.reason:
            return side.reason, side.detail
    return why_wide((*left.terms, *right.terms))


def why_wide(terms: Sequence[Term]) -> tuple[Reason, str]:
    """Say what makes a range of what rests on some numbers: one that is missing, or ranges."""
    missing = [term.label for term in terms if term.origin == "missing"]
    if missing:
        return Reason.MISSING_AMOUNT, ", ".join(dict.fromkeys(missing))
    wide = [term.label for term in terms if not term.value.exact]
    return Reason.INTERVAL, ", ".join(dict.fromkeys(wide))


def _compare_texts(
    piece: Piece | None, node: Any, left: Value, comparator: str, right: Value
) -> Result:
    """Compare names and texts folded; a name equals a text when it is one of its names."""
    measured = node.left if isinstance(node, ir.Compare) else node.value
    written = isinstance(node, ir.Compare) and any(
        isinstance(side, ir.Property) and side.name == "text" for side in (node.left, node.right)
    )
    first, second = _texts(left, written), _texts(right, written)
    if not first or not second:
        return undecided(piece, measured, left if not first else right)
    equal: bool | None = bool(first & second)
    if not equal and (_may_mean(left, second) or _may_mean(right, first)):
        equal = None
    truth = equal if comparator == "=" else opposite(equal)
    if comparator not in ("=", "!="):
        truth = _in_order(first, comparator, second) if written else None
    return scope_result(
        piece, measured, truth, Reason.INTERVAL if equal is None else Reason.UNSUPPORTED,
        left.detail if equal is None else comparator,
        computed=left.detail or min(first, key=len), bound=f"{comparator} {min(second, key=len)}",
        operands=tuple(operand(term, left.unit) for term in left.terms),
        offending=left.offending + right.offending,
    )  # fmt: skip


def _in_order(first: set[str], comparator: str, second: set[str]) -> bool | None:
    """Compare texts by the alphabet: without case and accents, signs before digits before letters."""
    if len(first) > 1 or len(second) > 1:
        return None
    one, other = (_by_alphabet(text) for (text,) in (first, second))
    return bool(_SIGNS[comparator](one, other))


_SIGNS = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}


def _by_alphabet(text: str) -> str:
    parts = unicodedata.normalize("NFKD", text)
    return "".join(c for c in parts if not unicodedata.combining(c))


def _may_mean(value: Value, texts: set[str]) -> bool:
    """Tell whether a text may mean one of some others: `Ben and Ann` may mean Ben."""
    return not texts.isdisjoint(map(_as_written, value.perhaps))


def _texts(value: Value, written: bool = False) -> set[str]:
    """Return the texts of a value folded; texts as `written` keep their number and inner marks."""
    form = _as_written if written else fold
    if isinstance(value.content, str):
        return {form(value.content)}
    if isinstance(value.content, tuple):
        return {form(text) for text in value.content}
    return set()


def _as_written(text: str) -> str:
    """Fold case, spaces and the marks around a text."""
    words = " ".join(text.casefold().split())
    return words.strip(_MARKS) or words
