"""Clauses → formulas: every meaning a clause can have.

A handler is tried for each kind of statement, in the order of `HANDLERS`; the first that
knows the statement decides, and may return several readings. Whatever it does not use
is refused, so no word that was read is lost.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

from evalspec.core.quantity import UNITLESS
from evalspec.spec import ir
from evalspec.spec.english import special, texts
from evalspec.spec.english.clauses import Clause, Group
from evalspec.spec.english.parts import Over, Parts, RefusedError, Sorter, clock_filters
from evalspec.spec.english.phrases import Bound
from evalspec.spec.english.statement import Said, Statement
from evalspec.spec.english.things import Nouns, Thing

MAX_READINGS = 8


class Meaning:
    """Lowers clauses with one lexicon."""

    def __init__(self, nouns: Nouns) -> None:
        """Take what resolves nouns."""
        self.nouns = nouns
        self.sorter = Sorter(nouns)

    def formulas(self, clauses: list[Clause]) -> list[ir.Formula]:
        """Return the readings of a sentence."""
        rows = []
        subject = Parts()
        for clause in clauses:
            subject = self.sorter.parts(clause.subject)
            rows.append(self.clause(clause, subject))
        made: list[ir.Formula] = []
        for choice in list(product(*rows))[:MAX_READINGS]:
            made.append(_linked(choice, [c.link for c in clauses]))
        return made

    def clause(self, clause: Clause, subject: Parts) -> list[ir.Formula]:
        """Return the readings of one clause."""
        groups = clause.objects or [Group()]
        objects = [self.sorter.parts(group) for group in groups]
        _shared(subject, objects)
        said = [self.statement(clause, subject, parts) for parts in objects]
        readings: list[ir.Formula] = []
        for choice in product(*said):
            readings.append(_together(choice, [g.link for g in groups]))
        for carried in _carried(objects):
            choice = [self.statement(clause, subject, parts) for parts in carried]
            readings += [_together(c, [g.link for g in groups]) for c in product(*choice)]
        return readings[:MAX_READINGS]

    def statement(self, clause: Clause, subject: Parts, parts: Parts) -> list[Said]:
        """Return the readings of one subject, verb and object."""
        made = Statement(self.nouns, clause, subject, parts)
        for handler in HANDLERS:
            said = handler(made)
            if said is not None:
                return said
        raise RefusedError(subject.words, parts.words)


def _shared(subject: Parts, objects: list[Parts]) -> None:
    """Let objects of one list share their noun and their scopes: `at least 2 and at most 4 meals`."""
    for left, right in zip(objects, objects[1:], strict=False):
        if left.bounds and not left.things and right.bounds and right.things:
            same = left.bounds[0].unit.dimension == right.bounds[0].unit.dimension
            if same or left.bounds[0].unit == UNITLESS:
                left.things = list(right.things)
        elif right.bounds and not right.things and left.bounds and left.things:
            if right.bounds[0].unit.dimension == left.bounds[0].unit.dimension:
                right.things = list(left.things)
    scoped = next((o for o in objects if o.scopes), None)
    for parts in objects:
        if scoped is not None and not parts.scopes:
            parts.scopes = list(scoped.scopes)


def _carried(objects: list[Parts]) -> list[list[Parts]]:
    """Offer the reading in which `at least` goes on: `at least 100 g of protein and 50 g of fat`."""
    if len(objects) < 2 or not objects[0].bounds or objects[0].bounds[0].bare:
        return []
    first = objects[0].bounds[0]
    if not first.comparator or not any(o.bounds and o.bounds[0].bare for o in objects[1:]):
        return []
    changed = []
    for parts in objects:
        copy = Parts(**{name: getattr(parts, name) for name in parts.__slots__})
        if copy.bounds and copy.bounds[0].bare:
            bare = copy.bounds[0]
            bound = Bound(first.comparator, bare.value, bare.unit, about=bare.about, text=bare.text)
            copy.bounds = [bound, *copy.bounds[1:]]
        changed.append(copy)
    return [changed]


def _together(choice: tuple[Said, ...], links: list[str]) -> ir.Formula:
    """Join the statements of one clause; scopes that all share are written once."""
    first = choice[0].scopes
    if len(choice) > 1 and all(s.scopes == first for s in choice):
        joined = _linked(tuple(s.formula for s in choice), links)
        return quantified(joined, first)
    return _linked(tuple(quantified(s.formula, s.scopes) for s in choice), links)


def _linked(formulas: tuple[ir.Formula, ...], links: list[str]) -> ir.Formula:
    if len(formulas) == 1:
        return formulas[0]
    kinds = set(links[1:])
    if kinds == {"OR"}:
        return ir.Or(formulas)
    if "OR" in kinds:
        if links[-1] == "OR" and all(link in ("AND", "") for link in links[1:-1]):
            return ir.Or(formulas)
        raise RefusedError("or")
    parts: list[ir.Formula] = []
    for formula in formulas:
        parts += formula.parts if isinstance(formula, ir.And) else [formula]
    return ir.And(tuple(dict.fromkeys(parts)))


def quantified(formula: ir.Formula, scopes: tuple[Over, ...]) -> ir.Formula:
    """Put a formula under its scopes, the first one outermost."""
    for over in reversed(scopes):
        formula = ir.Quantified(over.quantifier, over.scope, formula)
    return formula


# -- amounts and existence ---------------------------------------------------------------
def quantity(said: Statement) -> list[Said] | None:
    """`Each session must last 45 minutes`; `3 meals per day`; `2 hours of work`."""
    if not said.parts.bounds:
        return None
    if len(said.parts.bounds) > 1:
        raise RefusedError(said.parts.bounds[1].text)
    first = said.parts.bounds[0]
    if first.attached and any(h.thing.scope is not None for h in said.parts.things):
        return None
    bound = said.final(first)
    some = _some_of(said, bound)
    if some is not None:
        return some
    within = said.parts.within
    readings: list[Said] = []
    for alternative in said.themes(bound):
        readings += said.finish(alternative, bound)
    if within is not None:
        readings = _with_parts(said, readings, within)
    return readings


def _some_of(said: Statement, bound: Bound) -> list[Said] | None:
    """`At least 3 of the sessions must last 60 minutes`."""
    counted = said.subject.bounds
    if not counted or not said.own_bound or counted[0].unit != UNITLESS:
        return None
    kinds = {">=": "at-least", "<=": "at-most", "=": "exactly", "": "exactly"}
    kind = kinds.get(counted[0].comparator)
    things = [h for h in said.subject.things if h.thing.scope is not None]
    number = counted[0].value.low
    if kind is None or len(things) != 1 or number is None or number != int(number):
        raise RefusedError(counted[0].text)
    scope = things[0].thing.scope
    inner = Clause(verbs=said.clause.verbs, negated=said.clause.negated)
    whole = Statement(said.nouns, inner, Parts(things=things), said.parts)
    made: list[Said] = []
    for theme in whole.themes(bound):
        for finished in whole.finish(theme, bound):
            rest = tuple(o for o in finished.scopes if o.scope != scope)
            overs = tuple(o for o in finished.scopes if o.scope == scope)
            if len(overs) != 1:
                raise RefusedError(counted[0].text)
            any_kind: Any = kind
            assert scope is not None
            formula = ir.Quantified(any_kind, scope, finished.formula, int(number))
            made.append(Said(formula, (*said.subject.scopes, *rest)))
    return made


def _with_parts(said: Statement, readings: list[Said], within: Parts) -> list[Said]:
    """`3 meals with at least 20 g of protein each`: what `with` adds holds of each one."""
    held = next((h for h in said.parts.things if h.thing.scope is not None), None)
    if held is None:
        held = next((h for h in said.subject.things if h.thing.scope is not None), None)
    if held is None or held.thing.scope is None:
        return _added(said, readings, within)
    one = Clause(verbs=[], negated=False)
    each = within.has("EACH_ONE") or said.parts.has("EACH_ONE") or bool(within.scopes)
    inner = Parts(**{name: getattr(within, name) for name in within.__slots__})
    inner.flags = {k: v for k, v in within.flags.items() if k != "EACH_ONE"}
    inner.scopes = [o for o in within.scopes if o.scope != held.thing.scope]
    statement = Statement(said.nouns, one, Parts(things=[held]), inner)
    added = [s for handler in HANDLERS[-2:] for s in handler(statement) or []]
    if not added:
        raise RefusedError(within.words)
    made: list[Said] = []
    for first in readings:
        outer = first.scopes
        for more in added:
            own = tuple(o for o in more.scopes if o not in outer)
            both = ir.And((first.formula, quantified(more.formula, own)))
            made.append(Said(both, outer))
            counting = _counted_where(first.formula, held.thing, more)
            if counting is not None and not each:
                made.append(Said(counting, outer))
    return made


def _added(said: Statement, readings: list[Said], within: Parts) -> list[Said]:
    """`at most 2000 kcal with at least 100 g of protein`: another amount of the same subject."""
    other = Statement(said.nouns, said.clause, said.subject, within)
    more = quantity(other) if within.bounds else existence(other)
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
    narrowed = ir.Scope(scope.kind, scope.name, (*scope.filters, where), scope.within)
    count = ir.Count(narrowed, formula.left.distinct)
    return ir.Compare(count, formula.comparator, formula.right)


def existence(said: Statement) -> list[Said] | None:
    """`The day must include a break in the afternoon`; `no snacks`; `avoid yoga`."""
    if said.parts.bounds and not said.parts.bounds[0].attached:
        return None
    found = said.existing()
    if not found:
        return None
    negative = said.absent()
    if said.clause.permit and not negative:
        raise RefusedError("may")
    filters = clock_filters(said.parts)
    alternatives: list[ir.Formula] = []
    for held in found:
        thing = held.thing
        if thing.scope is None:
            raise RefusedError(thing.words)
        scope = said.located(said.nouns.block(thing.scope), filters)
        formula: ir.Formula = ir.Exists(scope)
        alone = negative or held.prep == "WITHOUT" or held.negated
        alternatives.append(ir.Not(formula) if alone else formula)
    link = "OR" if any(h.joined == "OR" for h in found) and not negative else "AND"
    formula = _linked(tuple(alternatives), ["", *[link] * (len(alternatives) - 1)])
    if said.parts.within is not None:
        raise RefusedError(said.parts.within.words)
    said.allow("THERE", "NO", "SOME", "WITHOUT", "SPEND", "TOTAL")
    return [Said(formula, said.scopes(existing=True))]


Handler = Callable[[Statement], "list[Said] | None"]
HANDLERS: tuple[Handler, ...] = (
    texts.text,
    special.overlap,
    special.gap,
    special.share,
    special.difference,
    special.relative,
    special.order,
    special.moment,
    quantity,
    existence,
)
"""Kinds of statements, most particular first."""
