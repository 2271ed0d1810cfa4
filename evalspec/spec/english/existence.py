"""Statements that something is there or not: `the day must include a break`, `no snacks`."""

from __future__ import annotations

from typing import Any

from evalspec.spec import ir
from evalspec.spec.english import ranking
from evalspec.spec.english.clauses import VERBS
from evalspec.spec.english.errors import RefusedError
from evalspec.spec.english.joining import linked
from evalspec.spec.english.parts import Held, clock_filters
from evalspec.spec.english.statement import Said, Statement
from evalspec.spec.english.themes import narrowed


def existence(said: Statement) -> list[Said] | None:
    """`The day must include a break in the afternoon`; `no snacks`; `avoid yoga`."""
    if said.parts.bounds and not said.parts.bounds[0].attached:
        return None
    found = said.existing()
    if not found:
        return None
    edge = said.clause.verb("START", "END") and not said.clause.verb("INCLUDE", "BE", "SPEND")
    with_thing = said.parts.part and said.parts.prep == "WITH"
    if edge and (said.parts.clocks or said.parts.spans or with_thing):
        raise RefusedError(*(h.thing.words for h in said.parts.things))
    if said.says_nothing():
        raise RefusedError(said.clause.verbs[-1].text)
    away = [h for h in found if h.prep == "FROM" and h.thing.kind == "name"]
    if away:
        raise RefusedError(*(h.thing.words for h in away))
    negative = said.absent()
    denied = any(o.quantifier == "no" for o in said.subject.scopes)
    if said.clause.permit and not negative and not denied:
        raise RefusedError("may")
    _described(said, found)
    if said.parts.within is not None:
        raise RefusedError(said.parts.within.words)
    exact = _from_to(said, found)
    if exact is not None:
        return exact
    identity = _identity(said, found)
    if identity is not None:
        return identity
    said.allow("THERE", "NO", "SOME", "WITHOUT", "SPEND", "TOTAL")
    timed = [h for h in found if h.thing.measure and h.thing.scope is None]
    if len(timed) < len(found) and all(said.is_time(h.thing.measure) for h in timed):
        found = [h for h in found if h not in timed]
    holders = [h for h in found[1:] if h.prep in _PLACES and h.thing.kind in ("member", "rank")]
    holders += [h for h in found[1:] if h.prep == "IN" and h not in holders]
    rest = [h for h in found if h not in holders]
    places = tuple(said.over(h.thing.scope) for h in holders if h.thing.scope is not None)
    scopes = said.ordered((*said.scopes(existing=True), *places))
    return [Said(_existing(said, chosen, negative), scopes) for chosen in narrowed(rest)]


def _described(said: Statement, found: list[Held]) -> None:
    """Refuse a quality: `the meals must be delicious` says nothing about what is there."""
    verbs = [v.kind for v in said.clause.verbs if v.kind in VERBS]
    if verbs != ["BE"] or said.has("THERE") or said.subject.has("KEYWORD"):
        return
    for held in found:
        placed = any(isinstance(f, (ir.Ordinal, ir.Extreme)) for s in said.subject.things
                     for f in (s.thing.scope.filters if s.thing.scope is not None else ()))  # fmt: skip
        if (
            held in said.parts.things
            and held.thing.kind == "name"
            and held.prep in ("", "IN")
            and not placed
        ):
            raise RefusedError(held.thing.words)


def _from_to(said: Statement, found: list[Held]) -> list[Said] | None:
    """`Work from 9:00 to 17:00`: it starts and ends then."""
    parts = said.parts
    if len(found) != 1 or len(parts.spans) != 1 or parts.bounds or said.absent():
        return None
    low, high, between = parts.spans[0]
    thing = found[0].thing
    if between or thing.scope is None or parts.clocks or parts.part or parts.dates:
        return None
    scope = said.nouns.block(thing.scope)
    both = (
        ir.Compare(ir.Property("start", (scope,)), "=", ir.Moment(low)),
        ir.Compare(ir.Property("end", (scope,)), "=", ir.Moment(high)),
    )
    return [Said(ir.And(both), said.scopes(existing=True))]


def _identity(said: Statement, found: list[Held]) -> list[Said] | None:
    """`The first activity must be breakfast`: the one at a place has a name."""
    placed = [
        h.thing.scope for h in said.subject.things
        if h.thing.scope is not None
        and any(isinstance(f, (ir.Ordinal, ir.Extreme)) for f in h.thing.scope.filters)
    ]  # fmt: skip
    if not said.clause.verb("BE") or len(placed) != 1 or not said.parts.things:
        return None
    if len(found) != 1 or found[0].thing.kind not in ("category", "member", "name"):
        return None
    scope = found[0].thing.scope
    if scope is None or said.clause.verb("INCLUDE"):
        return None
    formula: ir.Formula = ir.Exists(placed[0].narrowed(ranking.named(scope)))
    return [Said(ir.Not(formula) if said.absent() else formula, said.scopes())]


_PLACES = ("FOR", "IN", "AT", "ON")


def _existing(said: Statement, found: list[Held], negative: bool) -> ir.Formula:
    filters = clock_filters(said.parts)
    alternatives: list[ir.Formula] = []
    for number, held in enumerate(found):
        if number and held.prep == "WITHOUT" != found[0].prep:
            raise RefusedError(held.thing.words)
        thing = held.thing
        if thing.scope is None:
            raise RefusedError(thing.words)
        scope = said.located(said.nouns.block(thing.scope), filters)
        formula: ir.Formula = ir.Exists(scope)
        alone = negative or held.prep == "WITHOUT" or held.negated
        alternatives.append(_absent(said, scope) if alone else formula)
    denied = negative or all(h.negated or h.prep == "WITHOUT" for h in found)
    link = "OR" if any(h.joined == "OR" for h in found) and not denied else "AND"
    return linked(tuple(alternatives), ["", *[link] * (len(alternatives) - 1)])


def _absent(said: Statement, scope: ir.Scope) -> ir.Formula:
    """Deny that a thing is there; of `no work after 18:00` not even a part of it."""
    parts = [f for f in scope.filters if isinstance(f, ir.DuringPart)]
    if scope.kind != "text" and len(parts) == 1 and parts[0].part != "night":
        low, high = said.lexicon.parts_of_day[parts[0].part]
        rest = ir.Scope(scope.kind, scope.name, tuple(f for f in scope.filters if f not in parts))
        early = ir.Compare(ir.Property("start"), "<", ir.Moment(high))
        late = ir.Compare(ir.Property("end"), ">", ir.Moment(low))
        return ir.Not(ir.Exists(rest.narrowed(ir.Where(ir.And((early, late))))))
    windows = [f for f in scope.filters if isinstance(f, ir.TimeWindow)]
    if len(windows) != 1 or scope.kind == "text" or windows[0].kind not in _OPEN:
        return ir.Not(ir.Exists(scope))
    window = windows[0]
    rest = ir.Scope(scope.kind, scope.name, tuple(f for f in scope.filters if f is not window))
    name: Any = "end" if window.kind == "after" else "start"
    sign: Any = ">" if window.kind == "after" else "<"
    late = ir.Compare(ir.Property(name), sign, ir.Moment(window.low))
    return ir.Not(ir.Exists(rest.narrowed(ir.Where(late))))


_OPEN = ("before", "after")
