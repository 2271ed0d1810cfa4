"""What comes first in an order or by size: `Day 2 is the cheapest day`, `the first stop is X`."""

from __future__ import annotations

from evalspec.spec import ir
from evalspec.spec.english.errors import RefusedError
from evalspec.spec.english.parts import Held, Over
from evalspec.spec.english.statement import Said, Statement, numbered, total

_NAMED = ("category", "member", "name")
_AMONG = ("OF", "IN", "ON", "FOR", "AT")


def predicate(said: Statement) -> list[Said] | None:
    """`Lunch must be the largest meal of the day`: the largest one is called lunch."""
    parts = said.parts
    if not said.clause.verb("BE") or said.clause.verb("INCLUDE", "SPEND") or parts.bounds:
        return None
    placed = [h for h in parts.things[:1] if _placed(h.thing.scope)]
    if not placed or said.has("THERE"):
        return None
    if placed[0].prep:
        raise RefusedError(placed[0].thing.words)
    if said.clause.permit and not said.negative:
        raise RefusedError("may")
    said.allow()
    scope = placed[0].thing.held()
    if placed[0].thing.plural or _timed(said):
        raise RefusedError(parts.words)
    among = tuple(_among(said, held) for held in parts.things[1:])
    formula, outer = _is(said, scope)
    formula = ir.Not(formula) if said.absent() else formula
    return [Said(formula, said.ordered((*outer, *parts.scopes, *among)))]


def _timed(said: Statement) -> bool:
    parts = said.parts
    return bool(parts.clocks or parts.spans or parts.part or parts.orders or parts.within)


def _placed(scope: ir.Scope | None) -> bool:
    """Tell whether a scope is one by its place or its size."""
    return scope is not None and any(isinstance(f, (ir.Ordinal, ir.Extreme)) for f in scope.filters)


def _among(said: Statement, held: Held) -> Over:
    """Return what the first or the largest is chosen from: `the largest meal of the day`."""
    if held.prep not in _AMONG or held.joined or held.thing.kind not in ("rank", "member"):
        raise RefusedError(held.thing.words)
    return said.over(held.thing.held())


def _is(said: Statement, scope: ir.Scope) -> tuple[ir.Formula, tuple[Over, ...]]:
    """Compare the one thing of the subject with the one that is named by place or size."""
    subject = said.subject
    held = [h.thing for h in subject.things if h.thing.scope is not None]
    if len(held) > 1 or subject.plan:
        raise RefusedError(subject.words)
    if not held:
        return _scoped(said, scope)
    own = held[0].held()
    if numbered(own):
        return _sized(said, own, scope), tuple(subject.scopes)
    if held[0].kind not in _NAMED or any(not isinstance(f, ir.Named) for f in own.filters):
        raise RefusedError(subject.words)
    return ir.Exists(scope.narrowed(named(own))), tuple(subject.scopes)


def _scoped(said: Statement, scope: ir.Scope) -> tuple[ir.Formula, tuple[Over, ...]]:
    """Read a weekday or a quantified name: `Tuesday is the cheapest day`."""
    *outer, last = (Over("no", scope), *said.subject.scopes)
    dates = [f for f in last.scope.filters if isinstance(f, ir.OnDate)]
    if last.quantifier != "each" or not dates or len(last.scope.filters) != 1:
        raise RefusedError(said.subject.words, said.parts.words)
    if last.scope.name != scope.name:
        raise RefusedError(said.subject.words, said.parts.words)
    return ir.Exists(scope.narrowed(*dates)), tuple(outer[1:])


def _sized(said: Statement, own: ir.Scope, scope: ir.Scope) -> ir.Formula:
    """Compare `day 2` with the smallest of all days, each by the amount that is meant."""
    extremes = [f for f in scope.filters if isinstance(f, ir.Extreme)]
    if len(scope.filters) != 1 or not extremes or (own.kind, own.name) != (scope.kind, scope.name):
        raise RefusedError(said.subject.words, said.parts.words)
    bare = ir.Scope(scope.kind, scope.name, (), scope.within)
    left = ir.Of(total(said, extremes[0].by, [own]), own)
    return ir.Compare(left, "=", ir.Aggregate(extremes[0].kind, extremes[0].by, bare))


def named(scope: ir.Scope) -> ir.Named:
    """Return what a scope goes by as a filter."""
    names = [n for f in scope.filters if isinstance(f, ir.Named) for n in f.names]
    return ir.Named(tuple(names or [scope.name]))
