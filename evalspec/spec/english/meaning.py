"""Clauses → formulas: every meaning a clause can have.

A handler is tried for each kind of statement, in the order of `HANDLERS`; the first that
knows the statement decides, and may return several readings. Whatever it does not use
is refused, so no word that was read is lost.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

from evalspec.core.quantity import UNITLESS, exactly
from evalspec.spec import ir
from evalspec.spec.english import counted, ranking, relative, special, texts
from evalspec.spec.english.clauses import AMOUNTS, VERBS, Clause, Group
from evalspec.spec.english.errors import RefusedError
from evalspec.spec.english.parts import Held, Over, Parts, Sorter, clock_filters
from evalspec.spec.english.phrases import Bound, bound_of
from evalspec.spec.english.sharing import carried, shared
from evalspec.spec.english.statement import Said, Statement, compared
from evalspec.spec.english.statement import numbered as placed
from evalspec.spec.english.themes import Themes, narrowed
from evalspec.spec.english.things import Nouns, Thing, with_filter

MAX_READINGS = 8


class Meaning:
    """Lowers clauses with one lexicon."""

    def __init__(self, nouns: Nouns) -> None:
        """Take what resolves nouns."""
        self.nouns = nouns
        self.sorter = Sorter(nouns)

    def formulas(self, clauses: list[Clause], question: bool) -> list[ir.Formula]:
        """Return the readings of a sentence; a condition is a question too.

        `Deep work` may be what the response calls so, or any work: the response decides.
        """
        self.sorter.asked = question
        self.nouns.particular, self.nouns.met = True, False
        made = self._formulas(clauses)
        if self.nouns.met:
            self.nouns.particular = False
            made = [*made, *self._formulas(clauses)]
        return made[:MAX_READINGS]

    def _formulas(self, clauses: list[Clause]) -> list[ir.Formula]:
        rows = []
        subject = Parts()
        for clause in clauses:
            if not clause.verbs and not clause.objects:
                clause = Clause(objects=[clause.subject])
            self.sorter.denied = clause.negated
            self.nouns.spoken = self._spoken(clause)
            subject = self.sorter.parts(clause.subject, subject=True)
            if clause.inherited and subject.bounds:
                raise RefusedError(subject.words)
            rows.append(self.clause(clause, subject))
        return [_clauses(choice, clauses) for choice in list(product(*rows))[:MAX_READINGS]]

    def _spoken(self, clause: Clause) -> tuple[str, ...]:
        """Return the measures that a clause names or has amounts of."""
        found: list[str] = []
        for item in (i for group in (clause.subject, *clause.objects) for i in group.items):
            found += [s.name for t in item.phrase.tokens for s in t.senses if s.kind == "measure"]
            if item.phrase.kind in AMOUNTS:
                found.append(self.nouns.measure_of(bound_of(item.phrase).unit))
        return tuple(dict.fromkeys(name for name in found if name))

    def clause(self, clause: Clause, subject: Parts) -> list[ir.Formula]:
        """Return the readings of one clause."""
        groups = clause.objects or [Group()]
        objects = [self.sorter.parts(group) for group in groups]
        shared(objects, self.nouns)
        denied = clause.negated != clause.verb("AVOID")
        links = ["AND" if denied and g.link == "OR" else g.link for g in groups]
        among = counted.among(
            clause, subject, objects, self.statement,
            lambda choice: _linked(tuple(said.formula for said in choice), links),
        )  # fmt: skip
        if among is not None:
            return [quantified(said.formula, said.scopes) for said in among]
        rows = [self.statement(clause, subject, parts) for parts in objects]
        readings = [_together(choice, links) for choice in product(*rows)]
        for changed in carried(objects):
            more = [self.statement(clause, subject, parts) for parts in changed]
            readings += [_together(choice, links) for choice in product(*more)]
        return readings[:MAX_READINGS]

    def statement(self, clause: Clause, subject: Parts, parts: Parts) -> list[Said]:
        """Return the readings of one subject, verb and object."""
        times = _times(subject, parts)
        if times:
            return self._each_time(clause, subject, times)
        made = Statement(self.nouns, clause, subject, parts)
        for handler in HANDLERS:
            said = handler(made)
            if said is not None:
                return said
        raise RefusedError(subject.words, parts.words)

    def _each_time(self, clause: Clause, subject: Parts, times: list[Parts]) -> list[Said]:
        """Read `a break in the morning and in the afternoon` as one of each, `or` as one of them."""
        rows = [self.statement(clause, subject, one) for one in times]
        either = times[0].either and not Statement(self.nouns, clause, subject, times[0]).absent()
        made = []
        for choice in product(*rows):
            if any(said.scopes != choice[0].scopes for said in choice):
                raise RefusedError(times[0].words)
            formulas = tuple(said.formula for said in choice)
            made.append(Said(ir.Or(formulas) if either else ir.And(formulas), choice[0].scopes))
        return made


def _times(subject: Parts, parts: Parts) -> list[Parts]:
    """Return a part for each of several times that are not one window; empty when there are none."""
    several = len(set(parts.part)) > 1 and not parts.bounds[1:]
    if subject.either or (parts.either and (parts.bounds or parts.spans or parts.filters)):
        raise RefusedError(subject.words, parts.words)
    if several and not parts.clocks:
        return [_only(parts, part=[part]) for part in dict.fromkeys(parts.part)]
    kinds = {comparator for comparator, _ in parts.clocks}
    if parts.either and len(kinds) > 1 and "=" in kinds:
        raise RefusedError(parts.words)  # `by 17:00 or 18:00`
    if parts.either and len(parts.clocks) > 1 and not parts.part:
        return [_only(parts, clocks=[clock]) for clock in parts.clocks]
    if parts.either and len(parts.clocks) + len(parts.part) > 1:
        raise RefusedError(parts.words)
    return []


def _only(parts: Parts, **changed: Any) -> Parts:
    return Parts(**{name: changed.get(name, getattr(parts, name)) for name in parts.__slots__})


def _clauses(choice: tuple[ir.Formula, ...], clauses: list[Clause]) -> ir.Formula:
    """Join clauses; what is said twice of the same things is said under one quantifier.

    `No meeting starts before 9:00 or ends after 17:00`: none does either.
    """
    formulas, links = [choice[0]], [clauses[0].link]
    for formula, clause in zip(choice[1:], clauses[1:], strict=True):
        whole = _same_things(formulas[-1], formula, clause) if clause.inherited else None
        if whole is None:
            formulas.append(formula)
            links.append(clause.link)
        else:
            formulas[-1] = whole
    return _linked(tuple(formulas), links)


def _same_things(first: ir.Formula, second: ir.Formula, clause: Clause) -> ir.Formula | None:
    if not isinstance(first, ir.Quantified) or not isinstance(second, ir.Quantified):
        return None
    heads = [(f.quantifier, f.scope, f.number) for f in (first, second)]
    if heads[0] != heads[1] or (first.quantifier == "each" and clause.link != "OR"):
        return None
    body = _linked((first.body, second.body), ["", clause.link])
    return ir.Quantified(first.quantifier, first.scope, body, first.number)


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
    formulas = _without_members(formulas)
    parts: list[ir.Formula] = []
    for formula in formulas:
        parts += formula.parts if isinstance(formula, ir.And) else [formula]
    return ir.And(tuple(dict.fromkeys(parts)))


def _without_members(formulas: tuple[ir.Formula, ...]) -> tuple[ir.Formula, ...]:
    """Of `3 meals and 2 snacks` count the meals without the snacks, which are meals too."""
    counts = [
        f.left for f in formulas if isinstance(f, ir.Compare) and isinstance(f.left, ir.Count)
    ]
    made: list[ir.Formula] = []
    for formula in formulas:
        if isinstance(formula, ir.Compare) and formula.left in counts:
            rest = _rest(formula.left, counts)
            formula = ir.Compare(rest, formula.comparator, formula.right)
        made.append(formula)
    return tuple(made)


def _rest(whole: ir.Expr, counts: list[ir.Count]) -> ir.Expr:
    """Return a count without the one other count that is a part of it."""
    if not isinstance(whole, ir.Count) or whole.scope.filters:
        return whole
    alike = [c for c in counts if c.scope.filters and c.scope.name == whole.scope.name]
    return ir.Arithmetic("-", whole, alike[0]) if len(alike) == 1 else whole


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
    added = [s for handler in HANDLERS[-2:] for s in handler(statement) or []]
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
    narrowed = ir.Scope(scope.kind, scope.name, (*scope.filters, where), scope.within)
    count = ir.Count(narrowed, formula.left.distinct)
    return ir.Compare(count, formula.comparator, formula.right)


def _exact(formula: ir.Formula) -> bool:
    return isinstance(formula, ir.Compare) and formula.comparator == "="


def existence(said: Statement) -> list[Said] | None:
    """`The day must include a break in the afternoon`; `no snacks`; `avoid yoga`."""
    if said.parts.bounds and not said.parts.bounds[0].attached:
        return None
    found = said.existing()
    if not found:
        return None
    edge = said.clause.verb("START", "END") and not said.clause.verb("INCLUDE", "BE", "SPEND")
    if edge and (said.parts.clocks or said.parts.spans):
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
    formula: ir.Formula = ir.Exists(with_filter(placed[0], ranking.named(scope)))
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
    return _linked(tuple(alternatives), ["", *[link] * (len(alternatives) - 1)])


def _absent(said: Statement, scope: ir.Scope) -> ir.Formula:
    """Deny that a thing is there; of `no work after 18:00` not even a part of it."""
    parts = [f for f in scope.filters if isinstance(f, ir.DuringPart)]
    if scope.kind != "text" and len(parts) == 1 and parts[0].part != "night":
        low, high = said.lexicon.parts_of_day[parts[0].part]
        rest = ir.Scope(scope.kind, scope.name, tuple(f for f in scope.filters if f not in parts))
        early = ir.Compare(ir.Property("start"), "<", ir.Moment(high))
        late = ir.Compare(ir.Property("end"), ">", ir.Moment(low))
        return ir.Not(ir.Exists(with_filter(rest, ir.Where(ir.And((early, late))))))
    windows = [f for f in scope.filters if isinstance(f, ir.TimeWindow)]
    if len(windows) != 1 or scope.kind == "text" or windows[0].kind not in _OPEN:
        return ir.Not(ir.Exists(scope))
    window = windows[0]
    rest = ir.Scope(scope.kind, scope.name, tuple(f for f in scope.filters if f is not window))
    name: Any = "end" if window.kind == "after" else "start"
    sign: Any = ">" if window.kind == "after" else "<"
    late = ir.Compare(ir.Property(name), sign, ir.Moment(window.low))
    return ir.Not(ir.Exists(with_filter(rest, ir.Where(late))))


_OPEN = ("before", "after")
Handler = Callable[[Statement], "list[Said] | None"]
HANDLERS: tuple[Handler, ...] = (
    texts.text,
    special.overlap,
    special.adjacent,
    special.gap,
    special.share,
    special.same,
    special.difference,
    relative.relative,
    special.order,
    special.edges,
    special.ending,
    special.moment,
    counted.identical,
    ranking.predicate,
    quantity,
    existence,
)
"""Kinds of statements, most particular first."""
