"""One thing against another: `dinner must have fewer calories than lunch`, `twice as long as`."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from evalspec.core.quantity import UNITLESS, exactly
from evalspec.spec import ir
from evalspec.spec.english.errors import RefusedError
from evalspec.spec.english.parts import Held, Over, Parts
from evalspec.spec.english.phrases import FLIPPED
from evalspec.spec.english.statement import Said, Statement, total
from evalspec.spec.english.wordlist import compared as comparatives
from evalspec.spec.english.wordlist import spatial_words


def relative(said: Statement) -> list[Said] | None:
    """`Dinner must have fewer calories than lunch`; `work must last longer than sleep`."""
    other = said.parts.other
    if other is None:
        if said.parts.multiple is not None:
            raise RefusedError(said.parts.multiple.text)
        return None
    said.allow("MORE", "LESS", "THAN", "LT", "THERE")
    if said.parts.bounds or other.bounds or other.other or other.multiple:
        raise RefusedError(said.parts.words)
    if any(o.quantifier != "each" for o in said.subject.scopes):
        raise RefusedError(said.subject.words)
    amounts = _amounts(said, other)
    if amounts is not None:
        return amounts
    left, right = _sides(said, other)
    nouns = [*said.parts.things, *said.subject.things, *other.things]
    measures = {h.thing.measure for h in nouns if h.thing.measure}
    counted = [h for h in said.parts.things if h.thing.scope is not None and not h.thing.measure]
    if left is None:
        left = _side(said.parts)
        counted = []
    added = said.has("TOTAL", "TOGETHER")
    if not added and any(_many_days(scope) for scope in (left, right)):
        raise RefusedError(said.subject.words, other.words)  # their sum, or each of them
    if left is None or right is None or len(measures) > 1 or len(counted) > 1:
        raise RefusedError(other.words)
    if said.scopes() and any(o.scope != right or not o.scope.filters for o in other.scopes):
        raise RefusedError(other.words)
    if any(isinstance(f, ir.Named) for o in other.scopes for f in o.scope.filters):
        raise RefusedError(other.words)  # `than each lunch`: of the same day, or of all
    outer = tuple(o for o in (*said.scopes(), *other.scopes) if o.scope not in (left, right))
    outer = tuple(o for o in outer if not (other.dates and _dated(o)))
    if said.verb_measure():
        measures = measures or {said.verb_measure()}
    own = said.nouns.own(left, ["time", "length"])
    if not measures and not counted and own and own == said.nouns.own(right, ["time", "length"]):
        measures = {own}
    if not measures and not counted:
        measures = _compared(said, left)
    values = [_size(said, scope, measures, counted) for scope in (left, right)]
    return [Said(_comparison(said, values[0], values[1]), outer)]


def _amounts(said: Statement, other: Parts) -> list[Said] | None:
    """Read `each day must have more protein than fat`: two amounts of one thing."""
    second = [h.thing for h in other.things]
    if len(second) != 1 or not second[0].measure or second[0].scope is not None:
        return None
    things = [h.thing for h in (*said.parts.things, *said.subject.things)]
    first = [t.measure for t in things if t.measure and t.scope is None]
    scopes = [t.scope for t in things if t.scope is not None]
    if other.dates or other.scopes or first[:1] == [second[0].measure]:
        return None
    if len(first) != 1 or len(scopes) > 1 or other.clocks or other.part or other.orders:
        raise RefusedError(other.words)
    overs = said.ordered((*said.scopes(), *(said.over(scope) for scope in scopes)))
    inner = [o.scope for o in overs]
    values = [total(said, said.nouns.measure(m), inner) for m in (first[0], second[0].measure)]
    return [Said(_comparison(said, values[0], values[1]), overs)]


def _comparison(said: Statement, left: ir.Expr, right: ir.Expr) -> ir.Formula:
    multiple = said.parts.multiple
    if multiple is not None:
        if said.has("MORE", "LESS") or (said.negative and not multiple.comparator):
            raise RefusedError(multiple.text)
        sign, about, right = (
            multiple.comparator or "=",
            multiple.about,
            _times(multiple.factor, right),
        )
    else:
        sign, about = (">" if said.has("MORE") else "<"), False
    if said.clause.permit and not (said.negative or (multiple and sign in ("<", "<="))):
        raise RefusedError("may")
    known: Any = FLIPPED[sign] if said.negative else sign
    return ir.Compare(left, known, right, about=about)


def _times(factor: Decimal, value: ir.Expr) -> ir.Expr:
    if factor == 1:
        return value
    return ir.Arithmetic("*", ir.Number(exactly(factor), UNITLESS), value)


# -- the two sides -----------------------------------------------------------------------
def _sides(said: Statement, other: Parts) -> tuple[ir.Scope | None, ir.Scope | None]:
    """Return what is compared: two things, or one thing on two days."""
    timed = other.clocks or other.spans or other.part or other.orders or other.filters
    if timed or len(other.dates) > 1:
        raise RefusedError(other.words)
    left, right = _side(said.subject), _side(other)
    if not other.dates:
        return left, right
    date = other.dates[0][0]
    dated = [f for o in said.subject.scopes for f in o.scope.filters if isinstance(f, ir.OnDate)]
    if left is None or len(dated) != 1 or other.scopes:
        raise RefusedError(other.words)
    if not any(isinstance(f, ir.OnDate) for f in left.filters):
        right, left = (right or left).narrowed(date), left.narrowed(dated[0])
        return left, right
    if right is not None:
        raise RefusedError(other.words)  # `Monday … than Tuesday's dinner`
    return left, ir.Scope(left.kind, left.name, (date,))


def _dated(over: Over) -> bool:
    return any(isinstance(f, ir.OnDate) for f in over.scope.filters)


def _many_days(scope: ir.Scope | None) -> bool:
    dates = [] if scope is None else [f for f in scope.filters if isinstance(f, ir.OnDate)]
    return any(len(date.weekdays) > 1 for date in dates)


def _side(parts: Parts) -> ir.Scope | None:
    """Return the one thing or scope of a side that is compared."""
    found = [h.thing.scope for h in parts.things if h.thing.scope is not None]
    found += [o.scope for o in parts.scopes if o.scope.filters and not found]
    return found[0] if len(found) == 1 else None


# -- what is compared ----------------------------------------------------------------------
def _compared(said: Statement, left: ir.Scope) -> set[str]:
    """Return the measure that a comparative is about; none where it is how long things last."""
    flags = said.parts.flags
    words = " ".join(text for kind, text in flags.items() if kind in ("MORE", "LESS", "LT"))
    word = words.lower().removesuffix(" than")
    named = next((m for m, known in comparatives().items() if word in known), "")
    if said.parts.multiple is not None:
        named, words = said.parts.multiple.measure, said.parts.multiple.text
    timed = named == "duration" or said.clause.verb("LAST", "SPEND")
    if left.kind == "text" or (timed and _far(said, left)):
        raise RefusedError(words or said.parts.words)
    if timed:
        return set()
    if named not in said.lexicon.measures:
        raise RefusedError(words or said.parts.words)
    return {named}


def _far(said: Statement, scope: ir.Scope) -> bool:
    """Tell whether a thing may also be long in space: `leg 1 is longer than leg 2`."""
    lasts = said.scheduled() or said.clause.verb("LAST", "SPEND")
    return not lasts and scope.name in spatial_words()


def _size(said: Statement, scope: ir.Scope, measures: set[str], counted: list[Held]) -> ir.Expr:
    if scope.kind == "text" and measures and not said.nouns.textual:
        scope = said.nouns.named(scope.name)
    if measures:
        name = next(iter(measures))
        function: Any = "sum" if said.lexicon.measures[name].adds else "max"
        return ir.Of(ir.Aggregate(function, said.nouns.measure(name)), scope)
    if counted:
        return ir.Of(ir.Count(counted[0].thing.held()), scope)
    return ir.Property("duration", (scope,))
