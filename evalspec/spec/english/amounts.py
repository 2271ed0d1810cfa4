"""Statements with an amount: `each session must last 45 minutes`, `3 meals with 20 g of protein`."""

from __future__ import annotations

from typing import Any

from evalspec.core.quantity import UNITLESS, exactly
from evalspec.spec import ir
from evalspec.spec.english.clauses import Clause
from evalspec.spec.english.errors import RefusedError
from evalspec.spec.english.existence import existence
from evalspec.spec.english.joining import quantified
from evalspec.spec.english.parts import Held, Parts
from evalspec.spec.english.phrases import Bound
from evalspec.spec.english.statement import Said, Statement, compared
from evalspec.spec.english.statement import numbered as placed
from evalspec.spec.english.themes import Themes
from evalspec.spec.english.things import Thing


def quantity(said: Statement) -> list[Said] | None:
    """`Each session must last 45 minutes`; `3 meals per day`; `2 hours of work`."""
    if not said.parts.bounds:
        return None
    first, *others = said.parts.bounds
    if len(others) > 1 or (others and not others[0].attached):
        raise RefusedError(others[-1].text)
    if first.attached and any(h.thing.scope is not None for h in said.parts.things):
        return None
    bound = said.spanned(said.final(first))
    some = _some_of(said, bound)
    if some is not None:
        return some
    within = said.parts.within
    readings: list[Said] = []
    _expected(said)
    for alternative in Themes(said).of(bound):
        readings += said.finish(alternative, bound)
    if within is not None:
        readings = _with_parts(said, readings, within)
    each = said.parts.flags.get("EACH_ONE") or said.subject.flags.get("EACH_ONE")
    if each and any(h.thing.measure for h in said.subject.things) and not readings[0].scopes:
        raise RefusedError(each)  # `tickets cost 20 euros each`: each of what
    return readings


def _expected(said: Statement) -> None:
    """Refuse things that stand by an amount in a way that is not understood."""
    spent = said.clause.verb("SPEND", "LIMIT")
    for held in (*said.subject.things, *said.parts.things):
        odd = held.prep in ("WITHOUT", "EXCEPT", "THAN", "BETWEEN", "GT", "LT", "BY", "FOLLOWED_BY")
        to = held.prep == "TO" and not spent and held.thing.kind != "category"
        if odd or held.negated or to:
            raise RefusedError(held.thing.words)


def _some_of(said: Statement, bound: Bound) -> list[Said] | None:
    """`At least 3 of the sessions must last 60 minutes`."""
    counted = said.subject.bounds
    if not counted or not said.own_bound:
        return None
    if counted[0].unit != UNITLESS:
        raise RefusedError(counted[0].text)
    kinds = {">=": "at-least", "<=": "at-most", "=": "exactly", "": "exactly"}
    kind = kinds.get(counted[0].comparator)
    things = [h for h in said.subject.things if h.thing.scope is not None]
    number = counted[0].value.low
    if kind is None or len(things) != 1 or number is None or number != int(number):
        raise RefusedError(counted[0].text)
    if counted[0].definite:
        return _all_of(said, bound, things, int(number))
    if said.adds:
        raise RefusedError(said.subject.words)
    scope = things[0].thing.held()
    inner = Clause(verbs=said.clause.verbs, negated=said.clause.negated)
    named = things[0].thing.kind == "name" and not counted[0].comparator
    if named or placed(scope):
        raise RefusedError(counted[0].text)
    each = Parts(things=[Held(things[0].thing)], flags={"EACH_ONE": ""})
    whole = Statement(said.nouns, inner, each, said.parts)
    made: list[Said] = []
    for theme in Themes(whole).of(bound):
        for finished in whole.finish(theme, bound):
            rest = tuple(o for o in finished.scopes if o.scope != scope)
            overs = tuple(o for o in finished.scopes if o.scope == scope)
            if len(overs) != 1:
                raise RefusedError(counted[0].text)
            any_kind: Any = kind
            formula = ir.Quantified(any_kind, scope, finished.formula, int(number))
            made.append(Said(formula, (*said.subject.scopes, *rest)))
    return made


def _all_of(said: Statement, bound: Bound, things: list[Held], number: int) -> list[Said]:
    """`The three items total 30 euros`: all of them, which should be so many."""
    if not said.adds and not said.has("EACH_ONE"):
        raise RefusedError(said.subject.words)
    subject = Parts(things=things, scopes=said.subject.scopes, flags=said.subject.flags)
    whole = Statement(said.nouns, said.clause, subject, said.parts)
    scope = said.nouns.block(things[0].thing.held())
    so_many = compared(ir.Count(scope), Bound("=", exactly(number)))
    made: list[Said] = []
    for theme in Themes(whole).of(bound):
        for one in whole.finish(theme, bound):
            wider = tuple(over for over in one.scopes if over.scope != scope)
            own = tuple(over for over in one.scopes if over.scope == scope)
            formula = quantified(one.formula, own)
            made += [Said(formula, wider), Said(ir.And((so_many, formula)), wider)]
    return made


def _with_parts(said: Statement, readings: list[Said], within: Parts) -> list[Said]:
    """`3 meals with at least 20 g of protein each`: what `with` adds holds of each one."""
    held = next((h for h in said.parts.things if h.thing.scope is not None), None)
    if held is None:
        held = next((h for h in said.subject.things if h.thing.scope is not None), None)
    if held is None or held.thing.scope is None:
        return _added(said, readings, within)
    if said.scheduled() and not any(not b.attached for b in within.bounds):
        return _added(said, readings, within)
    one = Clause(verbs=[], negated=False)
    if held.thing.kind == "category":
        block = said.nouns.block(held.thing.held())
        held = Held(Thing(block, kind="rank", plural=True, words=held.thing.words))
    each = within.has("EACH_ONE") or said.parts.has("EACH_ONE") or bool(within.scopes)
    inner = Parts(**{name: getattr(within, name) for name in within.__slots__})
    inner.flags = {k: v for k, v in within.flags.items() if k != "EACH_ONE"}
    inner.scopes = []
    wider = tuple(o for o in within.scopes if o.scope != held.thing.scope)
    statement = Statement(said.nouns, one, Parts(things=[held]), inner)
    added = [s for handler in (quantity, existence) for s in handler(statement) or []]
    if not added:
        raise RefusedError(within.words)
    made: list[Said] = []
    for first in readings:
        outer = said.ordered((*first.scopes, *wider))
        for more in added:
            own = tuple(o for o in more.scopes if o not in outer)
            both = ir.And((first.formula, quantified(more.formula, own)))
            counting = _counted_where(first.formula, held.thing, more)
            if counting is None or each or _exact(first.formula):
                made.append(Said(both, outer))
            if counting is not None and not (each and _exact(first.formula)):
                made.append(Said(counting, outer))
    return made


def _added(said: Statement, readings: list[Said], within: Parts) -> list[Said]:
    """`at most 2000 kcal with at least 100 g of protein`: another amount of the same subject."""
    if any(h.thing.kind == "name" for h in within.things):
        raise RefusedError(within.words)
    other = Statement(said.nouns, said.clause, said.subject, within)
    sized = any(not b.attached for b in within.bounds)
    more = quantity(other) if sized else existence(other)
    made = []
    for first in readings:
        for second in more or []:
            both = ir.And((first.formula, second.formula))
            made.append(Said(both, first.scopes or second.scopes))
    return made


def _counted_where(formula: ir.Formula, thing: Thing, more: Said) -> ir.Formula | None:
    """Return the reading in which only those that fit are counted."""
    if not isinstance(formula, ir.Compare) or not isinstance(formula.left, ir.Count):
        return None
    scope = formula.left.scope
    where = ir.Where(quantified(more.formula, more.scopes[1:]))
    count = ir.Count(scope.narrowed(where), formula.left.distinct)
    return ir.Compare(count, formula.comparator, formula.right)


def _exact(formula: ir.Formula) -> bool:
    return isinstance(formula, ir.Compare) and formula.comparator == "="
