"""Statements about order, times of day, gaps, overlaps, shares and differences.

Every handler takes a statement and returns its readings, or None when it is of another kind.
"""

from __future__ import annotations

from typing import Any

from evalspec.core.quantity import UNITLESS, exactly
from evalspec.spec import ir
from evalspec.spec.english.errors import RefusedError
from evalspec.spec.english.parts import Held, Over, Parts, clock_filters
from evalspec.spec.english.phrases import Bound
from evalspec.spec.english.statement import Said, Statement, compared
from evalspec.spec.english.things import Thing
from evalspec.vocabulary.fold import fold


def _scopes(said: Statement, held: list[Held]) -> list[ir.Scope]:
    return [said.nouns.block(h.thing.scope) for h in held if h.thing.scope is not None]


# -- overlaps --------------------------------------------------------------------------
def overlap(said: Statement) -> list[Said] | None:
    """`No two meetings overlap`; `work must not overlap lunch`."""
    if not (said.clause.verb("OVERLAP") or said.has("OVERLAP")):
        return None
    if said.parts.bounds:
        raise RefusedError(said.parts.bounds[0].text)
    said.allow("OVERLAP", "NO_TWO", "NO", "THERE")
    negative = said.negative != said.has("NO_TWO", "NO")
    things = _scopes(said, [*said.subject.things, *said.parts.things])
    outer = list(said.scopes())
    if said.has("NO") and not things and outer and outer[-1].quantifier == "no":
        things = [said.nouns.block(outer.pop().scope)]
    if not things and outer and said.subject.scopes:
        things = [said.nouns.block(outer.pop().scope)]
    times = clock_filters(said.parts)
    if times and len(things) == 1:
        value = ir.Property("duration", (things[0].narrowed(*times),))
    elif len(things) in (1, 2) and not times:
        value = ir.Property("overlap", tuple(things))
    else:
        raise RefusedError(said.subject.words, said.parts.words)
    zero = Bound("=" if negative else ">", exactly(0), said.lexicon.units["min"])
    return [Said(compared(value, zero), tuple(outer))]


# -- gaps --------------------------------------------------------------------------------
def gap(said: Statement) -> list[Said] | None:
    """`At least 48 hours between sessions`; `30 minutes between lunch and the gym`."""
    apart = _apart(said)
    if apart is not None:
        return apart
    between = said.has("BETWEEN") and bool(said.parts.bounds)
    if not (said.has("GAP") or between) or said.has("DIFFERENCE"):
        return None
    if len(said.parts.bounds) != 1:
        raise RefusedError(said.parts.words or said.subject.words)
    said.allow("GAP", "BETWEEN", "THERE", "LONG", "AMOUNT_OF")
    bound = said.final(said.parts.bounds[0])
    held = [*said.subject.things, *said.parts.things]
    if bound.unit == UNITLESS:
        units = [h for h in held if _time_rank(said, h.thing)]
        if not units or units[0].thing.scope is None:
            raise RefusedError(said.parts.bounds[0].text)
        unit = said.lexicon.units[fold(units[0].thing.scope.name)]
        bound = _with_unit(bound, unit)
        held = [h for h in held if h is not units[0]]
    held = [h for h in held if h.thing.scope is not None or h.thing.measure != "duration"]
    scopes = _scopes(said, held)
    if len(scopes) not in (1, 2) or len(scopes) != len(held) or bound.unit.dimension != "time":
        raise RefusedError(*(h.thing.words for h in held), said.parts.bounds[0].text)
    value = ir.Property("gap", tuple(scopes))
    return [Said(compared(value, bound), said.scopes())]


def adjacent(said: Statement) -> list[Said] | None:
    """`No two meetings may be back to back`: some time lies between them."""
    if not said.has("ADJACENT"):
        return None
    said.allow("ADJACENT", "NO_TWO", "NO", "THERE")
    outer = list(said.scopes())
    things = _scopes(said, [*said.subject.things, *said.parts.things])
    none = said.has("NO", "NO_TWO")
    if not things and outer and outer[-1].quantifier == "no":
        things, none = [said.nouns.block(outer.pop().scope)], True
    if len(things) != 1 or said.parts.bounds or said.negative == none or not said.scheduled():
        raise RefusedError(said.subject.words, said.parts.words)
    value = ir.Property("gap", tuple(things))
    return [Said(compared(value, Bound(">", exactly(0), said.lexicon.units["min"])), tuple(outer))]


def _apart(said: Statement) -> list[Said] | None:
    """`Exercise starts 2 hours after dinner`: how long lies between the two."""
    parts = said.parts
    if len(parts.orders) != 1 or len(parts.bounds) != 1:
        return None
    held = said.subject.things
    if parts.things:
        ends = parts.things[0].thing.kind == "end" and parts.orders[0].prep == "BEFORE"
        edge = (ends or said.clause.verb("START", "END")) and not held and len(parts.things) == 1
        held = parts.things if edge else []
    ends = any(h.thing.kind == "end" for h in held)
    until = parts.orders[0].prep == "BEFORE" and (said.clause.verb("END") or ends)
    if (
        not until
        and not said.clause.verb("START", "BE", "FOLLOW", "PRECEDE")
        and said.clause.verbs[-1:] != []
    ):
        return None
    subject = _scopes(said, held)
    bound = parts.bounds[0]
    if len(subject) != 1 or bound.unit.dimension != "time":
        return None
    said.allow("THERE")
    other = said.nouns.block(parts.orders[0].thing.held())
    pair = (other, subject[0]) if parts.orders[0].prep == "AFTER" else (subject[0], other)
    return [Said(compared(ir.Property("gap", pair), said.final(bound)), said.scopes())]


def _time_rank(said: Statement, thing: Thing) -> bool:
    if thing.kind != "rank" or thing.scope is None:
        return False
    unit = said.lexicon.units.get(fold(thing.scope.name))
    return unit is not None and unit.dimension == "time"


def _with_unit(bound: Bound, unit: Any) -> Bound:
    values = {name: getattr(bound, name) for name in bound.__struct_fields__}
    return Bound(**{**values, "unit": unit})


# -- the same everywhere -----------------------------------------------------------------
def same(said: Statement) -> list[Said] | None:
    """`Each day must have the same number of meals`: the largest and smallest differ by nothing."""
    if not said.has("SAME"):
        return None
    said.allow("SAME", "THERE")
    held = [*said.subject.things, *said.parts.things]
    measures = {h.thing.measure for h in held if h.thing.measure}
    counted = [h.thing.held() for h in held if not h.thing.measure]
    words = " ".join((*said.subject.flags.values(), *said.parts.flags.values())).lower()
    if counted and "number" not in words:
        raise RefusedError("same")  # the things themselves, not how many
    scopes = list(said.scopes())
    if said.parts.bounds or not scopes or len(measures) + len(counted) != 1:
        raise RefusedError(said.subject.words, said.parts.words)
    inner = scopes.pop().scope
    value = said.nouns.measure(measures.pop()) if measures else ir.Count(counted[0])
    zero = Bound("!=" if said.negative else "=", exactly(0))
    return [Said(compared(ir.Aggregate("range", value, inner), zero), tuple(scopes))]


# -- shares ------------------------------------------------------------------------------
def share(said: Statement) -> list[Said] | None:
    """`Dinner must account for at most 30 % of the calories`."""
    bounds = said.parts.bounds
    if not bounds or bounds[0].unit.dimension != "fraction":
        return None
    said.allow("SHARE", "THERE")
    held = [*said.subject.things, *said.parts.things]
    measures = {h.thing.measure for h in held if h.thing.measure}
    parts = [h for h in held if h.thing.scope is not None]
    if len(measures) != 1 or len(parts) != 1 or len(bounds) != 1:
        raise RefusedError(bounds[0].text, *(h.thing.words for h in parts[1:]))
    measure = said.nouns.measure(measures.pop())
    scope = parts[0].thing.held()
    value = ir.Share(ir.Of(measure, scope), measure)
    permit, said.clause.permit = said.clause.permit, False
    bound = said.final(bounds[0])
    if permit and bound.comparator not in ("<", "<="):
        raise RefusedError("may")
    return [Said(compared(value, bound), said.scopes())]


def difference(said: Statement) -> list[Said] | None:
    """`Daily calories must not differ by more than 200 kcal`."""
    if not (said.has("DIFFERENCE", "DIFFER") or said.clause.verb("DIFFER")):
        return None
    said.allow("DIFFERENCE", "DIFFER", "BETWEEN", "THERE")
    held = [*said.subject.things, *said.parts.things]
    measures = {h.thing.measure for h in held if h.thing.measure}
    scopes = [o.scope for o in said.scopes() if o.quantifier != "no"]
    scopes += [h.thing.scope for h in held if h.thing.scope is not None]
    bounds = said.parts.bounds
    if not measures and bounds and said.nouns.measure_of(bounds[0].unit):
        measures.add(said.nouns.measure_of(bounds[0].unit))
    if len(measures) != 1 or len(set(scopes)) != 1 or len(bounds) != 1:
        raise RefusedError(said.subject.words, said.parts.words)
    value = ir.Aggregate("range", said.nouns.measure(measures.pop()), scopes[0])
    return [Said(compared(value, said.final(bounds[0])))]


# -- order -------------------------------------------------------------------------------
def order(said: Statement) -> list[Said] | None:
    """`Yoga must come before breakfast`; `dinner must be followed by a walk`."""
    orders = list(said.parts.orders)
    if not orders or said.parts.bounds or said.parts.things:
        return None
    subject = [h for h in said.subject.things if h.thing.scope is not None]
    if len(subject) != 1 or said.subject.has("NO", "NO_TWO"):
        return None
    if said.clause.permit and not said.negative:
        raise RefusedError("may")
    if said.clause.verb("END") and any(h.prep == "AFTER" for h in orders):
        raise RefusedError(orders[0].thing.words)
    said.allow("THERE")
    parts = tuple(_ordered(said, subject[0].thing, held) for held in orders)
    either = any(held.joined == "OR" for held in orders)
    formula: ir.Formula = ir.Or(parts) if either else ir.And(parts)
    if len(parts) == 1:
        formula = parts[0]
    return [Said(ir.Not(formula) if said.negative else formula, said.scopes())]


def _ordered(said: Statement, first: Thing, held: Held) -> ir.Formula:
    relation: Any = {"BEFORE": "before", "AFTER": "after", "FOLLOWED_BY": "before"}[held.prep]
    if held.right:
        relation = "immediately-" + relation
    made = ir.Ordered(_place(said, first), relation, _place(said, held.thing))
    return ir.Not(made) if held.negated else made


def _place(said: Statement, thing: Thing) -> ir.Scope | ir.Words:
    if thing.kind == "name" and said.nouns.textual:
        return ir.Words(thing.words)
    if thing.scope is None:
        raise RefusedError(thing.words)
    return said.nouns.block(thing.scope)


# -- what comes first and last -------------------------------------------------------------
def edges(said: Statement) -> list[Said] | None:
    """`Each session must start with a warm-up`: it is there, and nothing stands before it."""
    parts = said.parts
    if not said.clause.verb("START", "END") or parts.clocks or parts.spans or parts.part:
        return None
    things = [h for h in parts.things if h.thing.scope is not None]
    if len(things) > 1 and parts.prep == "WITH":
        raise RefusedError(things[1].thing.words)
    if things and parts.orders and parts.prep == "WITH":
        raise RefusedError(parts.orders[0].thing.words)
    if (
        len(things) != 1
        or parts.orders
        or parts.dates
        or parts.prep not in ("WITH", "BY", "IN", "AT")
    ):
        return None
    if said.negative or parts.within is not None:
        raise RefusedError(parts.words)
    said.allow("THERE")
    scope = said.located(said.nouns.block(things[0].thing.held()), ())
    bare = ir.Scope(
        scope.kind, scope.name, tuple(f for f in scope.filters if isinstance(f, ir.Named))
    )
    relation: Any = "before" if said.clause.verb("START") else "after"
    other = said.nouns.item().narrowed(ir.BeforeEntry(relation, bare))
    formula = ir.And((ir.Exists(scope), ir.Not(ir.Exists(other))))
    outer = [said.over(h.thing.held()) for h in said.subject.things]
    return [Said(formula, said.ordered((*said.scopes(), *outer)))]


def ending(said: Statement) -> list[Said] | None:
    """`Wake up at 6:00`: a moment that ends sleep; `go to bed by 23:00`: one that starts it."""
    held = [*said.subject.things, *said.parts.things]
    if len(held) != 1 or said.parts.bounds or said.clause.verb("START", "END"):
        return None
    thing = held[0].thing
    times = [*said.parts.clocks, *said.subject.clocks]
    spans = [*said.parts.spans, *said.subject.spans]
    if not all(between for _, _, between in spans):
        return None
    if thing.scope is None or not (times or spans) or said.parts.dates:
        return None
    category = said.lexicon.categories.get(thing.scope.name)
    starts = category is not None and fold(thing.words) in category.starts
    if thing.kind != "end" and not starts:
        return None
    if said.clause.permit and not said.negative:
        raise RefusedError("may")
    said.allow("THERE")
    name: Any = "end" if thing.kind == "end" else "start"
    value = ir.Property(name, (said.nouns.block(thing.held()),))
    known: list[tuple[Any, int]] = list(times)
    made: list[ir.Formula] = [ir.Compare(value, sign, ir.Moment(at)) for sign, at in known]
    made += [_within(value, spanned) for spanned in spans]
    if said.parts.either:
        raise RefusedError(said.parts.words)
    formula = made[0] if len(made) == 1 else ir.And(tuple(made))
    return [Said(_denied(formula) if said.negative else formula, said.scopes())]


# -- times of day ---------------------------------------------------------------------------
def moment(said: Statement) -> list[Said] | None:
    """`Work must start at 9:00`; `dinner is at 19:00`; `the meeting must be on Monday`."""
    parts = said.parts
    timed = bool(parts.clocks or parts.spans or parts.part or parts.dates)
    if not timed or parts.bounds or parts.things or parts.names:
        return None
    if said.clause.permit and not said.negative:
        raise RefusedError("may")
    said.allow("THERE")
    holders = [h for h in said.subject.things if h.thing.scope is not None]
    if any(h.joined for h in holders) or said.subject.has("NO"):
        return None
    if said.clause.verb("START", "END"):
        return _boundaries(said, holders, parts)
    if not holders:
        scopes = said.scopes()
        if scopes and parts.dates:
            raise RefusedError(parts.words)
        return [Said(f, scopes) for f in _when(said, None, parts)] if not parts.dates else None
    if len(holders) > 1:
        raise RefusedError(holders[1].thing.words)
    thing = holders[0].thing
    scope = said.nouns.block(thing.held())
    if parts.dates:
        made = [_exists(said, scope, parts)]
    elif thing.kind == "rank" and thing.plural:
        scopes = (*said.scopes(), Over("each", scope))
        return [Said(f, scopes) for f in _when(said, None, parts)]
    elif parts.part:
        made = [_exists(said, scope, parts)]
    else:
        made = _when(said, scope, parts)
    return [Said(f, said.scopes()) for f in made]


def _exists(said: Statement, scope: ir.Scope, parts: Parts) -> ir.Formula:
    """`must be on Monday or Tuesday`; `must be in the morning`."""
    times = Parts(clocks=parts.clocks, spans=parts.spans, part=parts.part)
    filters = clock_filters(times)
    dates = [date for date, _ in parts.dates]
    made: list[ir.Formula] = [
        ir.Exists(scope.narrowed(date, *filters)) for date in dates
    ] or [ir.Exists(scope.narrowed(*filters))]  # fmt: skip
    if len(made) == 1:
        formula = made[0]
    elif all(joined == "OR" for _, joined in parts.dates[1:]):
        formula = ir.Or(tuple(made))
    else:
        formula = ir.And(tuple(made))
    return ir.Not(formula) if said.negative else formula


def _property(name: Any, scope: ir.Scope | None) -> ir.Property:
    return ir.Property(name, () if scope is None else (scope,))


def _boundaries(said: Statement, holders: list[Held], parts: Parts) -> list[Said]:
    """`must start at 9:00`, `must end no later than 17:00`."""
    name = "start" if said.clause.verb("START") else "end"
    if len(holders) > 1:
        raise RefusedError(holders[1].thing.words)
    thing = holders[0].thing if holders else None
    outer = said.scopes()
    scope = None if thing is None else thing.scope
    if thing is not None and scope is not None and thing.kind == "rank":
        outer, scope = (*outer, Over("each", scope)), None
    value = _property(name, scope)
    if parts.dates or (parts.part and (parts.clocks or parts.spans)):
        raise RefusedError(parts.words)
    made = _compared_times(value, parts, said)
    for spanned in parts.spans:
        made.append(_within(value, spanned))
    formula = made[0] if len(made) == 1 else ir.And(tuple(made))
    if said.negative:
        formula = _denied(formula)
    return [Said(formula, outer)]


def _compared_times(value: ir.Property, parts: Parts, said: Statement) -> list[ir.Formula]:
    made: list[ir.Formula] = []
    for comparator, minutes in parts.clocks:
        known: Any = comparator
        made.append(ir.Compare(value, known, ir.Moment(minutes)))
    for part in parts.part:
        low, high = said.lexicon.parts_of_day[part]
        made.append(ir.Compare(value, ">=", ir.Moment(low)))
        made.append(ir.Compare(value, "<", ir.Moment(high)))
    return made


def _within(value: ir.Property, spanned: tuple[int, int, bool]) -> ir.Formula:
    low, high, _ = spanned
    return ir.Between(value, ir.Moment(low), ir.Moment(high))


def _denied(formula: ir.Formula) -> ir.Formula:
    if isinstance(formula, ir.Compare):
        flipped: Any = {"<": ">=", "<=": ">", "=": "!=", "!=": "=", ">=": "<", ">": "<="}
        return ir.Compare(formula.left, flipped[formula.comparator], formula.right)
    return ir.Not(formula)


def _when(said: Statement, scope: ir.Scope | None, parts: Parts) -> list[ir.Formula]:
    """Return the readings of `X is at 19:00`, `X is before 20:00`, `X runs from 9:00 to 17:00`."""
    start, end = _property("start", scope), _property("end", scope)
    readings: list[list[ir.Formula]] = [[]]
    for comparator, minutes in parts.clocks:
        known: Any = ">=" if comparator == ">" and not said.negative else comparator
        first: ir.Formula = ir.Compare(start, known, ir.Moment(minutes))
        last: ir.Formula = ir.Compare(end, known, ir.Moment(minutes))
        if comparator in ("<", "<="):
            readings = [[*r, f] for r in readings for f in (first, last)]
        else:
            readings = [[*r, first] for r in readings]
    for low, high, between in parts.spans:
        signs: tuple[Any, Any] = (">=", "<=") if between else ("=", "=")
        both = [
            ir.Compare(start, signs[0], ir.Moment(low)),
            ir.Compare(end, signs[1], ir.Moment(high)),
        ]
        readings = [[*r, *both] for r in readings]
    readings = [[*r, *_compared_times(start, Parts(part=parts.part), said)] for r in readings]
    made: list[ir.Formula] = []
    for reading in readings:
        formula = reading[0] if len(reading) == 1 else ir.And(tuple(reading))
        made.append(_denied(formula) if said.negative else formula)
    return made
