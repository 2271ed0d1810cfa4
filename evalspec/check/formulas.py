"""Truth of formulas: Kleene's logic over the scopes and values of one reading."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from functools import lru_cache
from itertools import pairwise
from typing import Any

import msgspec

from evalspec.check import atoms, data, gaps, moments, texttest, timevalues, told
from evalspec.check.comparing import Tolerance, compare_values
from evalspec.check.counting import is_optional, may_be, more_in_doubt
from evalspec.check.debated import may_be_left_out, without_debated
from evalspec.check.dimensions import convert
from evalspec.check.entries import entry_of
from evalspec.check.evaluation import Run
from evalspec.check.filters.absence import said_at
from evalspec.check.filters.times import by_start
from evalspec.check.ordering import inside, ordered, overlapping
from evalspec.check.result import Result, all_of, any_of, opposite, scope_result, text_of, undecided
from evalspec.check.streaks import key_of, numbered
from evalspec.check.value import CLOCK, SHOWN, Found, Piece, Value, operand
from evalspec.core.quantity import ONE, Interval, exactly
from evalspec.core.times import DAY
from evalspec.core.verdict import Cited, Outcome, Reason, ScopeResult
from evalspec.document.facts import EntryKind
from evalspec.language import ir

Decide = Callable[[Any, Run, "Piece | None"], Result]


# -- comparisons -------------------------------------------------------------------------
def _compare(node: ir.Compare, run: Run, piece: Piece | None) -> Result:
    if isinstance(node.left, ir.Property) and node.left.name == "gap":
        return _every_gap(node, node.left, run, piece)
    saved, run.told_apart = run.told_apart, _told_apart(node)
    left, right = run.value(node.left, piece), run.value(_text_side(node), piece)
    run.told_apart = saved
    if _forbids(node, left):
        left = Value(exactly(0), "one")  # what is not there has none
    sets = timevalues.compared(node, left, right, piece)
    if sets is not None:
        return sets
    tolerance = _tolerance(node, run, left, right)
    return compare_values(run, piece, node, left, node.comparator, right, tolerance)


def _told_apart(node: ir.Compare) -> ir.Scope | None:
    """Return what is asked whether it repeats, as in `distinct(food) = count(food)`."""
    sides = [side for side in (node.left, node.right) if isinstance(side, ir.Count)]
    told = [side.scope for side in sides if side.distinct]
    return told[0] if len(sides) == 2 and len(told) == 1 else None


def _forbids(node: ir.Compare, left: Value) -> bool:
    """Tell whether nothing is there to be counted, as is asked: `count(bullet under "Tips") = 0`."""
    if not isinstance(node.left, ir.Count) or left.reason is not Reason.NAME_NOT_FOUND:
        return False
    scope = node.left.scope
    zero = isinstance(node.right, ir.Number) and node.right.value == exactly(0)
    asked = zero and node.comparator in ("=", "<=") and left.interval is None
    return asked and scope.kind == "text" and scope.name != "field"


def _text_side(node: ir.Compare) -> ir.Expr:
    """Return the right side; a quoted name beside a name or a text is a text itself."""
    left, right = node.left, node.right
    if isinstance(left, ir.Of):
        left = left.value
    texts = isinstance(left, ir.Property) and left.name in ("name", "text")
    if texts and isinstance(right, ir.Measure) and right.quoted:
        return ir.Words(right.name, right.at)
    return right


def _tolerance(node: ir.Compare, run: Run, left: Value, right: Value) -> Tolerance:
    """Return the tolerance of a comparison."""
    slack = None
    if node.slack is not None:
        given = node.slack.value.scaled(node.slack.unit.factor)
        slack = convert(given, node.slack.unit.dimension, left.dimension).high
    if node.tolerance is not None:
        return Tolerance(node.tolerance, slack)
    counted = left.dimension == "one" or left.dimension.startswith("count:")
    if node.about:
        near = run.policy.about_tolerance
        most = right.interval.high if counted and near and right.interval is not None else None
        if most is not None and most * near < 1:  # `about six` may be five, where 10 % is none
            return Tolerance(absolute=Decimal(1))
        return Tolerance(near, slack)
    if node.comparator in ("=", "!=") and slack is None and not counted and left.kind == "amount":
        return Tolerance(run.policy.equality_tolerance)
    return Tolerance(absolute=slack)


def _every_gap(
    node: ir.Compare | ir.Between, asked: ir.Property, run: Run, piece: Piece | None
) -> Result:
    """Decide a comparison of each gap that there is: all of them must meet it."""
    found = moments.members_of(asked, run, piece)
    every = found if isinstance(found, Value) else gaps.gaps(run, found, _days_asked(node))
    if isinstance(every, Value):
        return _of_value(node, run, piece, every)
    if len(every) == 1:
        return _of_value(node, run, piece, every[0].value)
    results = [_of_value(node, run, gap.place, gap.value) for gap in every]
    truths = [
        result.truth if gap.neighbours else _unsure("each", result.truth)
        for gap, result in zip(every, results, strict=True)
    ]
    return _gathered(all_of(truths), results, Found(reason=Reason.READINGS_DIFFER))


def _of_value(node: ir.Compare | ir.Between, run: Run, piece: Piece | None, value: Value) -> Result:
    """Decide a comparison of a value that is known already."""
    if isinstance(node, ir.Between):
        return _within(node, run, piece, value)
    right = run.value(node.right, piece)
    tolerance = _tolerance(node, run, value, right)
    return compare_values(run, piece, node, value, node.comparator, right, tolerance)


def _days_asked(node: ir.Compare | ir.Between) -> gaps.Days:
    """Say what of two days a bound asks: no one counts weeks between, and one day is one of rest."""
    low, high = (node.low, node.high) if isinstance(node, ir.Between) else (node.right, node.right)
    if not isinstance(low, ir.Number) or not isinstance(high, ir.Number):
        return "either"
    if low.unit.factor > DAY and high.unit.factor > DAY:
        return "apart"
    if low.unit.factor < DAY and high.unit.factor < DAY:
        return "hours"
    least = isinstance(node, ir.Compare) and node.comparator in (">=", ">")
    one = low.value == exactly(1) and low.unit.factor == DAY
    return "between" if least and one else "either"


def _between(node: ir.Between, run: Run, piece: Piece | None) -> Result:
    if isinstance(node.value, ir.Property) and node.value.name == "gap":
        return _every_gap(node, node.value, run, piece)
    return _within(node, run, piece, run.value(node.value, piece))


def _within(node: ir.Between, run: Run, piece: Piece | None, value: Value) -> Result:
    low, high = run.value(node.low, piece), run.value(node.high, piece)
    above = compare_values(run, piece, node, value, ">=", low)
    below = compare_values(run, piece, node, value, "<=", high)
    truth = all_of((above.truth, below.truth))
    decisive = above if above.truth is False or (above.truth is None and below.truth) else below
    scope = decisive.scopes[0]
    bounds = f"between {above.scopes[0].bound[3:]} and {below.scopes[0].bound[3:]}"
    reason = decisive.reason if truth is None else Reason.NONE
    merged = msgspec.structs.replace(scope, outcome=Outcome.of(truth), bound=bounds, reason=reason)
    return Result(truth, reason, decisive.detail, (merged,), decisive.doubts)


# -- existence and quantifiers --------------------------------------------------------------
def _exists(node: ir.Exists, run: Run, piece: Piece | None) -> Result:
    found = run.members(node.scope, piece, counting=True)
    truth: bool | None = None
    reason, detail = found.reason, found.detail
    if found.pieces or found.some:
        truth, reason = True, Reason.NONE
    elif found.maybe:
        reason = reason or Reason.INTERVAL
    elif found.known or node.scope.kind == "text":
        doubts = () if node.scope.kind == "text" else _unplaced(run, node.scope, piece)
        if doubts:
            return scope_result(piece, node, None, Reason.DOUBT, doubts[0].text, doubts=doubts)
        truth, reason = False, Reason.NONE
    unsure = found.some or truth is None
    shown = (found.maybe if unsure else found.pieces)[:SHOWN]
    offending = tuple(c for p in shown if (c := run.cite(p)) is not None)
    if truth is None and not found.maybe and isinstance(node.scope, ir.Scope):
        said = said_at(run, node.scope, entry_of(run, piece))
        if said is not None:
            truth, reason, offending = True, Reason.NONE, (run.index.cite(said),)
    starts = (t for p in (*shown, *found.maybe) for t in by_start(run, node.scope, p))
    return scope_result(
        piece, node, truth, reason or Reason.EMPTY_SCOPE, detail,
        computed=str(len(found.pieces) or int(truth is True)), bound=">= 1", offending=offending,
        unlisted=max(0, len(found.pieces) - SHOWN),
        operands=tuple(operand(term, CLOCK) for term in starts),
    )  # fmt: skip


def _unplaced(run: Run, scope: ir.Scope, piece: Piece | None) -> tuple[Cited, ...]:
    """Cite places that may hold one thing more of a scope than was read."""
    entry = entry_of(run, piece)
    if entry is None:
        return ()
    index = run.index
    more = (d for d in index.doubts_below(entry.id) if d.count > 0 and may_be(run, scope, d))
    return tuple(index.cite(d.span) for d in more if not index.holds(entry.id, d.span))


def _quantified(node: ir.Quantified, run: Run, piece: Piece | None) -> Result:
    found = _members(node, run, piece)
    if node.next:
        return _beside(node, run, piece, found)
    if not found.pieces and not found.maybe:
        return undecided(piece, node, found, Reason.EMPTY_SCOPE)
    truths: list[bool | None] = []
    results: list[Result] = []
    decisive = 0
    saved = run.variables.get(node.variable) if node.variable else None
    members_ = [(p, not is_optional(p)) for p in found.pieces] + [(p, False) for p in found.maybe]
    for member, sure in members_:
        if node.variable:
            run.variables[node.variable] = member
        inside = piece if isinstance(node.scope, ir.Data) else member
        result = run.truth(node.body, inside)
        results.append(result)
        truths.append(result.truth if sure else _unsure(node.quantifier, result.truth))
        decisive += truths[-1] is _DECISIVE.get(node.quantifier, ...)
        if decisive == SHOWN:
            break
    if node.variable:
        run.bind(node.variable, saved)
    by_place = isinstance(node.scope, ir.Scope) and not node.variable
    if node.quantifier == "each" and by_place and isinstance(node.body, ir.Quantified):
        _without_none(node.body, run, found, results, truths)
    _without_untold(node, run, found, results, truths)
    if isinstance(node.scope, ir.Scope) and (more := more_in_doubt(run, node.scope, piece)):
        truths.append(None)
        doubtful = (piece, node, None, Reason.DOUBT, more[0].text)
        results.append(scope_result(*doubtful, doubts=more))
    return _quantity(node, run, piece, results, truths, found)


def _without_none(
    body: ir.Quantified, run: Run, found: Found, results: list[Result], truths: list[bool | None]
) -> None:
    """Let members of which a filter leaves nothing pass, where it leaves something of others.

    `each day: each block where (duration > 2 h): …` ranges over the long blocks of all days. A day
    on which nothing at all was found stays open.
    """
    none = [
        number
        for number, (member, result) in enumerate(zip(found.pieces, results, strict=False))
        if result.reason is Reason.EMPTY_SCOPE and _leaves_none(body, run, member)
    ]
    if len(none) < len(results):
        for number in none:
            truths[number] = True
            results[number] = scope_result(found.pieces[number], body, True, computed="none")


def _without_untold(
    node: ir.Quantified, run: Run, found: Found, results: list[Result], truths: list[bool | None]
) -> None:
    """Let things that may not count and do not tell what is asked change nothing, beside others that do."""
    if node.quantifier not in ("each", "no"):
        return
    pieces = [*found.pieces, *found.maybe]
    untold = [
        number
        for number, result in enumerate(results)
        if truths[number] is None
        and result.reason is Reason.MISSING_AMOUNT
        and (entry := pieces[number].entry) is not None
        and may_be_left_out(run, entry)
    ]
    if len(untold) < len(results):
        for number in untold:
            truths[number] = node.quantifier == "each"
            results[number] = scope_result(pieces[number], node.body, True, computed="none told")


def _leaves_none(node: ir.Quantified, run: Run, piece: Piece) -> bool:
    """Tell whether the filters of a quantifier leave none of the members that there are."""
    scope = node.scope
    if node.quantifier not in ("each", "no") or node.next or not isinstance(scope, ir.Scope):
        return False
    if scope.kind == "told":
        return False
    left = run.members(scope, piece)
    none = left.known and not left.pieces and not left.maybe
    return none and bool(run.members(scope.widened(), piece).pieces)


def _quantity(
    node: ir.Quantified,
    run: Run,
    piece: Piece | None,
    results: list[Result],
    truths: list[bool | None],
    found: Found,
) -> Result:
    """Say whether as many members meet the body as must."""
    truth = QUANTIFIED[node.quantifier](truths, node.number)
    too_many = node.quantifier in ("at-most", "exactly") and _tally(truths)[0] > node.number
    if node.quantifier == "no" or too_many:
        results = [_as_forbidden(result, node.body) for result in results]
    if node.quantifier in _COUNTED:
        results.insert(0, _counted(node, run, piece, truth, truths))
    total = len(found.pieces) + len(found.maybe) - (node.next and not node.adjacent)
    if len(truths) < total:
        looked = f"{len(truths)} of {total} looked at"
        results.append(scope_result(piece, node, truth, computed=looked))
    return _gathered(truth, results, found)


_DECISIVE = {"each": False, "any": True, "no": True}
"""What decides a quantifier when one member has it; after `SHOWN` of them the others are left out."""
_COUNTED = {"at-least": ">=", "at-most": "<=", "exactly": "="}


@lru_cache(maxsize=256)
def _count_of(node: ir.Quantified) -> ir.Count | ir.Quantified:
    """Return how the members that meet the body are counted: `count(day where (…))`."""
    if isinstance(node.scope, ir.Data) or node.next:
        return node
    return ir.Count(node.scope.narrowed(ir.Where(node.body)))


def _counted(
    node: ir.Quantified,
    run: Run,
    piece: Piece | None,
    truth: bool | None,
    truths: list[bool | None],
) -> Result:
    low, high = _tally(truths)
    every = Interval(Decimal(low), Decimal(high)).text()
    counted = scope_result(
        piece, _count_of(node), truth,
        computed=f"{every} of {len(truths)}", bound=f"{_COUNTED[node.quantifier]} {node.number}",
    )  # fmt: skip
    return Result(True, scopes=counted.scopes)


def _as_forbidden(result: Result, body: ir.Formula) -> Result:
    """Write the evidence of one comparison as what `no` asks for: `no meal: calories > 900`."""
    truth = opposite(result.truth)
    if isinstance(body, _TURNED):
        tests = tuple(_turned(scope, _not(body), truth) for scope in result.scopes)
        return msgspec.structs.replace(result, scopes=tests)
    if len(result.scopes) != 1:
        return msgspec.structs.replace(result, scopes=_opposed(result.scopes, truth))
    (scope,) = result.scopes
    comparator, _, rest = scope.bound.partition(" ")
    if comparator not in ir.OPPOSITE:
        return result
    bound = f"{ir.OPPOSITE[comparator]} {rest}"
    turned = msgspec.structs.replace(scope, outcome=Outcome.of(truth), bound=bound)
    return msgspec.structs.replace(result, scopes=(turned,))


def _opposed(scopes: tuple[ScopeResult, ...], truth: bool | None) -> tuple[ScopeResult, ...]:
    """Let the evidence of several tests that must not all hold say what that makes of them."""
    if truth is None:
        return scopes
    meant, other = Outcome.of(truth), Outcome.of(not truth)
    return tuple(
        msgspec.structs.replace(s, outcome=meant, bound="") if s.outcome is other else s
        for s in scopes
    )


def _beside(node: ir.Quantified, run: Run, piece: Piece | None, found: Found) -> Result:
    """Decide the body for `this`, a member, and `previous`, the one before it."""
    pairs = _pairs(node, run, piece, found)
    if not pairs or found.maybe:
        reason = found.reason or (Reason.DOUBT if found.pieces else Reason.EMPTY_SCOPE)
        return scope_result(piece, node, None, reason, found.detail)
    rests = {} if node.adjacent else _rests(node, run, piece)
    saved = {name: run.variables.get(name) for name in ("this", "previous")}
    results: list[Result] = []
    decisive = 0
    for before, member in pairs:
        run.variables["this"] = member
        results.append(_after(node.body, run, before, member, rests.get(key_of(member))))
        decisive += results[-1].truth is _DECISIVE.get(node.quantifier, ...)
        if decisive == SHOWN:
            break
    for name, value in saved.items():
        run.bind(name, value)
    return _quantity(node, run, piece, results, [result.truth for result in results], found)


def _after(
    body: ir.Formula, run: Run, before: Piece | None, member: Piece, rest: Piece | None
) -> Result:
    """Decide the body for a member and the one before it, or the rest that is written between them."""
    run.bind("previous", before)
    result = run.truth(body, member)
    if rest is None:
        return result
    run.bind("previous", rest)
    truth = run.truth(body, member).truth  # nothing is known of amounts of a rest
    if truth is None or truth is result.truth:
        return result
    readings = {"truth": None, "reason": Reason.READINGS_DIFFER, "detail": rest.label}
    return msgspec.structs.replace(result, **readings) if result.truth is not None else result


def _rests(node: ir.Quantified, run: Run, piece: Piece | None) -> dict[object, Piece]:
    """Return by member the rest that is written right before it."""
    if not isinstance(node.scope, ir.Scope) or node.scope.kind != "rank":
        return {}
    every = run.members(node.scope, piece, counting=True).pieces
    return {
        key_of(member): before
        for before, member in pairwise(every)
        if before.entry is not None and before.entry.kind is EntryKind.REST
    }


def _pairs(
    node: ir.Quantified, run: Run, piece: Piece | None, found: Found
) -> list[tuple[Piece | None, Piece]]:
    """Return each member with the one before it; of neighbours in time none where nothing places them."""
    scope = node.scope
    if not node.adjacent or not isinstance(scope, ir.Scope):
        return list(pairwise(found.pieces))
    every = run.members(scope.widened(), piece, counting=True)
    numbers = numbered(run, every.pieces)
    if numbers is None:
        return []
    placed = dict(zip(numbers, every.pieces, strict=True))
    by_key = {key_of(member): number for number, member in placed.items()}
    return [
        (placed.get(by_key[key_of(member)] - 1), member)
        for member in found.pieces
        if key_of(member) in by_key
    ]


def _unsure(quantifier: str, truth: bool | None) -> bool | None:
    """Return what a member that may not belong adds: nothing when it changes nothing."""
    neutral = quantifier == "each"
    return neutral if truth is neutral else None


def _members(node: ir.Quantified, run: Run, piece: Piece | None) -> Found:
    if isinstance(node.scope, ir.Data):
        return data.each(node.scope, run, piece)
    found = run.members(node.scope, piece, counting=node.adjacent)  # a rest day is a neighbour
    if node.scope.kind != "rank" or not found.pieces:
        return found
    kept = without_debated(run, node.scope, found.pieces, piece)
    return Found(kept, found.maybe, found.reason, found.detail)


_UNSAID = Found()


def _gathered(truth: bool | None, results: list[Result], found: Found = _UNSAID) -> Result:
    """Return a truth with the evidence of all that it rests on; the first open one says why."""
    scopes = tuple(s for r in results for s in r.scopes)
    doubts = tuple(dict.fromkeys(d for r in results for d in r.doubts))
    if truth is not None:
        return Result(truth, scopes=scopes, doubts=doubts)
    unsure = Result(None, found.reason or Reason.INTERVAL, found.detail)
    undecided = next((r for r in results if r.truth is None), unsure)
    return Result(None, undecided.reason, undecided.detail, scopes, doubts)


def _tally(truths: list[bool | None]) -> tuple[int, int]:
    low = sum(1 for t in truths if t is True)
    return low, low + sum(1 for t in truths if t is None)


def _exactly(truths: list[bool | None], number: int) -> bool | None:
    low, high = _tally(truths)
    if low == high:
        return low == number
    return None if low <= number <= high else False


def _at_least(truths: list[bool | None], number: int) -> bool | None:
    low, high = _tally(truths)
    return True if low >= number else False if high < number else None


def _at_most(truths: list[bool | None], number: int) -> bool | None:
    low, high = _tally(truths)
    return True if high <= number else False if low > number else None


QUANTIFIED: dict[str, Callable[[list[bool | None], int], bool | None]] = {
    "each": lambda truths, number: all_of(truths),
    "any": lambda truths, number: any_of(truths),
    "no": lambda truths, number: opposite(any_of(truths)),
    "exactly": _exactly,
    "at-least": _at_least,
    "at-most": _at_most,
}
"""What each quantifier makes of the truths of its members."""


def _using(node: ir.Using, run: Run, piece: Piece | None) -> Result:
    """Decide the body with the text cut by another segmentation."""
    before, run.segmentation = run.segmentation, node.segmentation
    result = run.truth(node.body, piece)
    run.segmentation = before
    return result


def _shared(node: ir.Shared, run: Run, piece: Piece | None) -> Result:
    """Decide the body with what is for one person taken for each of several."""
    before = run.persons, run.of_each
    run.persons = exactly(node.persons) if node.persons else Interval(ONE, None)
    run.of_each = node.each
    result = run.truth(node.body, piece)
    run.persons, run.of_each = before
    return result


# -- connectives -----------------------------------------------------------------------------
def _joined(node: ir.And | ir.Or, run: Run, piece: Piece | None) -> Result:
    results = [run.truth(part, piece) for part in node.parts]
    if isinstance(node, ir.And):
        return _gathered(all_of(r.truth for r in results), results)
    truth = any_of(r.truth for r in results)
    return _gathered(truth, list(map(_met, results)) if truth else results)


def _met(result: Result) -> Result:
    """Leave out the evidence of what is not met, where another part is."""
    met = tuple(s for s in result.scopes if s.outcome is not Outcome.UNSATISFIED)
    return msgspec.structs.replace(result, scopes=met)


def _negated(node: ir.Not, run: Run, piece: Piece | None) -> Result:
    result = run.truth(node.part, piece)
    truth, scopes = opposite(result.truth), result.scopes
    if isinstance(node.part, _TURNED):
        scopes = tuple(_turned(scope, node, truth) for scope in scopes)
    elif isinstance(node.part, ir.And | ir.Or):
        scopes = _opposed(scopes, truth)
    return msgspec.structs.replace(result, truth=truth, scopes=scopes)


_TURNED = (
    ir.TextTest, ir.Exists, ir.Ordered, ir.Inside, ir.Overlapping, ir.IsEmpty, ir.IsGiven, ir.Among,
    ir.NoAnswer, ir.Judged, ir.Quoted,
)  # fmt: skip
"""Tests whose evidence is that of their negation, turned round."""


@lru_cache(maxsize=256)
def _not(part: ir.Formula) -> ir.Not:
    return ir.Not(part)


def _turned(scope: ScopeResult, node: ir.Not, truth: bool | None) -> ScopeResult:
    """Write the evidence of a test as that of its negation."""
    bound = "= 0" if isinstance(node.part, ir.Exists) else ""
    known = {} if truth is None else {"reason": Reason.NONE, "detail": ""}
    return msgspec.structs.replace(
        scope, outcome=Outcome.of(truth), measure=text_of(node), bound=bound, **known
    )


def _conditional(node: ir.If, run: Run, piece: Piece | None) -> Result:
    test = run.truth(node.test, piece)
    if test.truth is False:
        unmet = _unmet(node.test, test, piece)
        if node.otherwise is None:
            return unmet
        other = run.truth(node.otherwise, piece)
        return _gathered(other.truth, [unmet, other])
    then = run.truth(node.then, piece)
    if test.truth:
        return _gathered(then.truth, [_met(test), then])
    other_truth = True if node.otherwise is None else run.holds(node.otherwise, piece)
    agreed = then.truth if then.truth == other_truth else None
    return _gathered(agreed, [test, then])


def _unmet(node: ir.Formula, test: Result, piece: Piece | None) -> Result:
    """Write the evidence of a condition that does not hold as that of its opposite: nothing is broken."""
    if isinstance(node, _TURNED) or len(test.scopes) == 1:
        return msgspec.structs.replace(_as_forbidden(test, node), truth=True)
    operands = tuple(o for scope in test.scopes for o in scope.operands)
    offending = tuple(c for scope in test.scopes for c in scope.offending)
    opposite = scope_result(piece, _not(node), True, operands=operands, offending=offending)
    return msgspec.structs.replace(opposite, doubts=test.doubts)


DECIDE: dict[type, Decide] = {
    ir.Compare: _compare,
    ir.Between: _between,
    ir.Exists: _exists,
    ir.TextTest: texttest.test,
    ir.Ordered: ordered,
    ir.Inside: inside,
    ir.Overlapping: overlapping,
    ir.IsEmpty: timevalues.is_empty,
    ir.IsGiven: data.given,
    ir.Among: data.among,
    ir.NoAnswer: told.no_answer,
    ir.Judged: atoms.judged,
    ir.Quoted: atoms.quoted,
    ir.Quantified: _quantified,
    ir.Using: _using,
    ir.Shared: _shared,
    ir.And: _joined,
    ir.Or: _joined,
    ir.Not: _negated,
    ir.If: _conditional,
}
"""One function for each formula of the language."""
