"""Order and containment: what comes before what, and what time lies inside which."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product, takewhile

from evalspec.check import atoms, data, used
from evalspec.check.evaluation import Run
from evalspec.check.filters.order import adjacent, next_sibling, outermost, precedes
from evalspec.check.gaps import UNCLEAR
from evalspec.check.leaves import time_terms
from evalspec.check.result import Result, scope_result, undecided
from evalspec.check.timevalues import tested
from evalspec.check.value import CLOCK, Found, Piece, Term, Value, operand, unknown
from evalspec.core.times import Clock
from evalspec.core.timeset import Times
from evalspec.core.verdict import Reason
from evalspec.language import ir

_SAME_STEP = "one step tells of both"


def ordered(node: ir.Ordered, run: Run, piece: Piece | None) -> Result:
    """Tell whether one thing comes before another; the two that show it are the evidence."""
    first, second = _both_places(run, node, piece)
    for found in (first, second):
        if not found.pieces and not found.some:
            return undecided(piece, node, found, Reason.NAME_NOT_FOUND)
    timed = [p.entry.id for f in (first, second) for p in f.pieces if p.entry is not None]
    if run.index.partly_dated(timed):
        return scope_result(piece, node, None, Reason.DOUBT, UNCLEAR)
    orders = [_order(node, run, *both) for both in product(_choices(first), _choices(second))]
    truth, shown = orders[0]
    reason, detail = Reason.INTERVAL, "some before, some after"
    if any(order[0] is not truth for order in orders):
        unsure = (*first.maybe, *second.maybe)[0]
        truth, reason, detail = None, Reason.READINGS_DIFFER, unsure.label
    untimed = (p for p in shown if p.entry is None or not time_terms(run, p.entry))
    return scope_result(
        piece, node, truth, reason, detail,
        operands=tuple(operand(term, CLOCK) for term in _terms(run, shown)),
        offending=tuple(c for p in untimed if (c := run.cite(p)) is not None),
    )  # fmt: skip


def _choices(found: Found) -> list[tuple[Piece, ...]]:
    """Return what may be meant: all or the sure ones, or else any of those that are unsure."""
    if not found.pieces:
        return [(piece,) for piece in found.maybe]
    return [found.pieces, (*found.pieces, *found.maybe)] if found.maybe else [found.pieces]


def _order(
    node: ir.Ordered, run: Run, first: tuple[Piece, ...], second: tuple[Piece, ...]
) -> tuple[bool | None, tuple[Piece, Piece]]:
    """Tell whether some things stand as they must to others, and the two that show it."""
    if node.relation in ("after", "immediately-after"):
        first, second = second, first
    if node.relation.startswith("immediately"):
        neighbours = _neighbours(run, first, second)
        return neighbours is not None, neighbours or (first[0], second[0])
    if "words" in (first[0].kind, second[0].kind):
        return precedes(run, first[0], second[0]), (first[0], second[0])
    return _all_before(run, first, second)


def _terms(run: Run, pieces: Iterable[Piece]) -> tuple[Term, ...]:
    return tuple(t for p in pieces if p.entry is not None for t in time_terms(run, p.entry))


def _neighbours(
    run: Run, first: tuple[Piece, ...], second: tuple[Piece, ...]
) -> tuple[Piece, Piece] | None:
    """Return two things of which the second directly follows the first."""
    if first[0].entry is None or second[0].entry is None:
        pairs = ((a, b) for a in first[:50] for b in second[:50])
        return next((pair for pair in pairs if adjacent(run, *pair)), None)
    wanted = {piece.entry.id: piece for piece in second if piece.entry is not None}
    for piece in first:
        following = piece.entry and next_sibling(run.index, piece.entry)
        if following is not None and following.id in wanted:
            return piece, wanted[following.id]
    return None


def _both_places(run: Run, node: ir.Ordered, piece: Piece | None) -> tuple[Found, Found]:
    """Return where two things are; things that entries of a plan name are not looked for in its prose."""
    if isinstance(node.first, ir.Words) and isinstance(node.second, ir.Words):
        first, second = (_entries_named(run, w.text, piece) for w in (node.first, node.second))
        holders = {a for p in (*_ids(first), *_ids(second)) for a in run.index.ancestors(p)}
        done = any(used.are_steps(run, found.pieces) for found in (first, second))
        if done:
            first, second = (used.unlisted(run, found) for found in (first, second))
        one, other = (
            _without(first, _ids(second) | holders),
            _without(second, _ids(first) | holders),
        )
        if one.pieces and other.pieces:
            return one, other
        one, other = _outside(run, first, second), _outside(run, second, first)
        if one.pieces and other.pieces and not done:
            return one, other  # what a warm-up holds is no other thing after it
        if done:
            return _untold(first, node.first.text), _untold(second, node.second.text)
    first, second = _places(run, node.first, piece), _places(run, node.second, piece)
    if isinstance(node.first, ir.Scope) and isinstance(node.second, ir.Words):
        return first, _beside(run, node.second, first, piece) or second
    if isinstance(node.first, ir.Words) and isinstance(node.second, ir.Scope):
        return _beside(run, node.first, second, piece) or first, second
    return first, second


def _beside(run: Run, words: ir.Words, others: Found, piece: Piece | None) -> Found | None:
    """Return the entries of a name beside things of a kind; none where the text alone has the name."""
    found = _outside(run, _entries_named(run, words.text, piece), others)
    return found if found.pieces and _ids(others) else None


def _outside(run: Run, found: Found, holder: Found) -> Found:
    """Return things without those that stand in another one of them."""
    held = _ids(holder)
    inner = {n for n in _ids(found) if not held.isdisjoint(run.index.ancestors(n))}
    return _without(found, inner | held)


def _untold(found: Found, name: str) -> Found:
    """Return that nothing tells when a thing is used: in the step of the other one, or in none."""
    reason = Reason.INTERVAL if found.pieces else Reason.NAME_NOT_FOUND
    return Found(reason=reason, detail=_SAME_STEP if found.pieces else name)


def _entries_named(run: Run, name: str, piece: Piece | None) -> Found:
    """Return the entries of a plan that a name is of."""
    if not run.index.has_items:
        return Found()
    done = used.named(run, name, piece)
    return done if done.pieces else run.members(ir.Scope("label", name), piece, counting=True)


def _ids(found: Found) -> set[int]:
    return {p.entry.id for p in found.pieces if p.entry is not None}


def _without(found: Found, gone: set[int]) -> Found:
    """Leave out entries that two names are of, and what holds another one."""
    kept, unsure = (
        tuple(p for p in pieces if p.entry is not None and p.entry.id not in gone)
        for pieces in (found.pieces, found.maybe)
    )
    return Found(kept, unsure)


def _places(run: Run, thing: ir.Scope | ir.Words | ir.Quoted, piece: Piece | None) -> Found:
    if isinstance(thing, ir.Scope):
        return run.members(thing, piece, counting=thing.kind == "label")
    if isinstance(thing, ir.Quoted):
        return atoms.quotes(thing, run, piece)
    spans = run.text.occurrences(piece, thing.text)
    pieces = tuple(Piece(thing.text, (span,), None, thing.text, "words") for span in spans)
    return Found(pieces, reason=Reason.NAME_NOT_FOUND, detail=thing.text)


def _all_before(
    run: Run, first: tuple[Piece, ...], second: tuple[Piece, ...]
) -> tuple[bool | None, tuple[Piece, Piece]]:
    """Tell whether all of one stand before all of the other, and the two that show it.

    What comes again on several days or in several sessions is meant in each of them that holds
    both. Mixed orders in one of them, or where only one holds both, are undetermined.
    """
    soonest, latest = outermost(run, first)
    earliest, last = outermost(run, second)
    if precedes(run, latest, earliest):
        return True, (latest, earliest)
    if not precedes(run, soonest, last):
        return False, (soonest, last)
    orders = [_all_before(run, *both) for both in _in_each_part(run, first, second)]
    broken = [order for order in orders if order[0] is False]
    if broken:
        return broken[0]
    if orders and all(truth for truth, _ in orders):
        return orders[0]
    return None, (latest, earliest)


def _in_each_part(
    run: Run, first: tuple[Piece, ...], second: tuple[Piece, ...]
) -> list[tuple[tuple[Piece, ...], tuple[Piece, ...]]]:
    """Return the things of both kinds in each part that holds both; none unless several do."""
    every = [
        (kind, piece, _line(run, piece))
        for kind, pieces in enumerate((first, second))
        for piece in pieces
    ]
    columns = zip(*(line for _, _, line in every), strict=False)
    depth = sum(1 for _ in takewhile(lambda holders: len(set(holders)) == 1, columns))
    parts: dict[int, tuple[list[Piece], list[Piece]]] = {}
    for kind, piece, line in every:
        if len(line) > depth:
            parts.setdefault(line[depth], ([], []))[kind].append(piece)
    both = [(tuple(ones), tuple(others)) for ones, others in parts.values() if ones and others]
    return both if len(both) > 1 else []


def _line(run: Run, piece: Piece) -> list[int]:
    """Return what holds a piece, the outermost first."""
    return [] if piece.entry is None else list(run.index.ancestors(piece.entry.id))[::-1]


def inside(node: ir.Inside, run: Run, piece: Piece | None) -> Result:
    """Tell whether an interval of time lies wholly inside one of several."""
    sets = _sets(node.value, node.ranges, run, piece)
    if sets is not None:
        return tested(node, *sets, piece)
    inner, why = _ranges(node.value, run, piece)
    outer, why_outer = _ranges(node.ranges, run, piece)
    if inner is None or outer is None:
        return undecided(piece, node, why if inner is None else why_outer, Reason.MISSING_DATA)
    truth = bool(inner) and all(
        any(low <= s and e <= high for low, high in outer) for s, e in inner
    )
    return scope_result(
        piece, node, truth, computed=_said(inner), bound=f"within {_said(outer)}",
        operands=tuple(operand(term, CLOCK) for term in why.terms),
    )  # fmt: skip


def overlapping(node: ir.Overlapping, run: Run, piece: Piece | None) -> Result:
    """Tell whether two sets of times share a minute."""
    sets = _sets(node.left, node.right, run, piece)
    left, right = sets or (run.value(node.left, piece), run.value(node.right, piece))
    return tested(node, left, right, piece)


def _sets(
    left: ir.Expr, right: ir.Expr, run: Run, piece: Piece | None
) -> tuple[Value, Value] | None:
    """Return both sides as sets of times; None when they are told by untyped data."""
    first, second = _set(left, run, piece), _set(right, run, piece)
    if first is None or second is None:
        return None
    return (first, second) if "times" in (first.kind, second.kind) else None


def _set(node: ir.Expr, run: Run, piece: Piece | None) -> Value | None:
    if isinstance(node, ir.Data):
        try:
            found = data.lookup(node, run, piece)
        except data.MissingDataError as missing:
            given = node.root == "data" and bool(run.subject.program.given)
            return unknown(Reason.MISSING_DATA, str(missing)) if given else None
        if isinstance(found, Piece):
            return data.times_of(run, found)
        value = data.as_value(found)
        return value if value.kind == "times" or _of_times(found) else None
    if isinstance(node, (ir.Field, ir.Call, ir.Of)):
        return run.value(node, piece)
    return None


def _of_times(found: object) -> bool:
    return isinstance(found, tuple) and bool(found) and all(isinstance(f, Times) for f in found)


def _said(ranges: data.Ranges) -> str:
    return ", ".join(f"{Clock(start).text()}-{Clock(end).text()}" for start, end in ranges)


def _ranges(node: ir.Expr, run: Run, piece: Piece | None) -> tuple[data.Ranges | None, Value]:
    if isinstance(node, ir.Data):
        try:
            found = data.lookup(node, run, piece)
        except data.MissingDataError as missing:
            return None, Value(reason=Reason.MISSING_DATA, detail=str(missing))
        pieces = (found,) if isinstance(found, Piece) else ()
        return data.time_ranges(run, found), Value(detail=node.root, terms=_terms(run, pieces))
    if isinstance(node, ir.Measure) and node.name == run.words.time_measure:
        node = ir.Property("duration")
    if isinstance(node, ir.Property) and node.name in ("duration", "text", "name"):
        found_scope = (
            run.members(node.scopes[0], piece) if node.scopes else Found((piece,) if piece else ())
        )
        ranges: data.Ranges = []
        for member in found_scope.pieces:
            inner = data.time_ranges(run, member)
            if inner is None:
                return None, Value(reason=Reason.MISSING_AMOUNT, detail=member.label)
            ranges += inner
        terms = _terms(run, found_scope.pieces)
        why = Value(reason=found_scope.reason, detail=found_scope.detail, terms=terms)
        return (ranges or None), why
    value = run.value(node, piece)
    if value.kind == "clock" and value.interval is not None and value.interval.low is not None:
        point = int(value.interval.low)
        return [(point, point)], value
    return data.time_ranges(run, value), value
