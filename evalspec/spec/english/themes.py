"""What an amount is an amount of: a measure, a count, a length of time, and in which scopes."""

from __future__ import annotations

from typing import Any

from evalspec.core.quantity import UNITLESS, Unit
from evalspec.spec import ir
from evalspec.spec.english.errors import RefusedError
from evalspec.spec.english.parts import Held, Over, clock_filters, union
from evalspec.spec.english.phrases import Bound
from evalspec.spec.english.statement import Several, Statement, Theme, before, total
from evalspec.spec.english.things import Thing
from evalspec.vocabulary.fold import fold

_ACTIVITIES = ("category", "name")


class Themes:
    """Finds what the bound of a statement may be a bound of."""

    def __init__(self, said: Statement) -> None:
        """Take the statement."""
        self.said = said

    def of(self, bound: Bound) -> list[Theme]:
        """Return what the bound may be a bound of; several when the words leave it open."""
        held = [*self.said.parts.things]
        measures = [h for h in (*held, *self.said.subject.things) if h.thing.measure]
        unit = bound.unit
        labels = [h for h in (*held, *self.said.subject.things) if h.thing.label]
        quoted = [h for h in self.said.subject.things if h.thing.words in self.said.subject.names]
        if labels or (quoted and not held and unit.dimension == "one"):
            return self._labelled((labels or quoted)[0])
        verb_measure = self.said.verb_measure()
        if measures and not self._only_time_word(measures, held, bound):
            return self._amount(measures, bound)
        if unit.dimension == "one":
            counted = any(h.thing.scope is not None or h.thing.text for h in held)
            if verb_measure and not counted:
                return self._of_measure(verb_measure, held or self.said.subject.things, bool(held))
            return self._count(held)
        if unit.dimension == "time":
            return self._duration(held, bound)
        measure = self._owned(unit) or self.said.nouns.measure_of(unit)
        if not measure:
            raise RefusedError(bound.text)
        if verb_measure and self.said.lexicon.measures[verb_measure].dimension == unit.dimension:
            measure = verb_measure
        if self.said.clause.verb("SUM_TO") or self.said.has("TOTAL", "TOGETHER"):
            measure = self.said.nouns.summed(measure)
        used = [h for h in held if h.thing.scope is not None]
        themes = self._of_measure(measure, used or self.said.subject.things, bool(used))
        outer = self._outer() if used else ()
        return [Theme(t.value, (*outer, *t.scopes)) for t in themes]

    def _owned(self, unit: Unit) -> str:
        """Return the measure of its own that what the bound is said of has."""
        things = [h.thing.scope for h in (*self.said.parts.things, *self.said.subject.things)]
        scopes = [s for s in things if s is not None] or [o.scope for o in self.said.scopes()]
        return self.said.nouns.owned(scopes[-1], unit.dimension) if scopes else ""

    def _outer(self) -> tuple[Over, ...]:
        """Return the subjects as scopes of what the object says; only ranks can be."""
        things = [h.thing for h in self.said.subject.things if h.thing.scope is not None]
        for thing in things:
            if thing.kind not in ("rank", "member"):
                raise RefusedError(thing.words)
        return tuple(self.said.over(thing.held()) for thing in things)

    def _only_time_word(self, measures: list[Held], held: list[Held], bound: Bound) -> bool:
        """Tell whether `duration` only says how long: `a duration of 2 days`, `sleep time`."""
        known = self.said.lexicon.measures
        if not all(known[h.thing.measure].dimension == "time" for h in measures):
            return False
        spans = [h for h in held if h.thing.kind == "rank" and h.thing.scope is not None]
        if bound.unit == UNITLESS:
            return any(_is_time(self.said, h.thing) for h in spans)
        things = [h.thing for h in (*held, *self.said.subject.things) if h.thing.scope is not None]
        return bound.unit.dimension == "time" and any(
            t.kind in ("category", "name") for t in things
        )

    # -- amounts of a measure -----------------------------------------------------------------
    def _amount(self, measures: list[Held], bound: Bound) -> list[Theme]:
        names = list(dict.fromkeys(h.thing.measure for h in measures))
        extreme = next((h.thing.extreme for h in measures if h.thing.extreme), "")
        if extreme and len(names) == 1:
            return self._extreme(names[0], extreme, measures)
        if len(names) > 1:
            named = [
                n for n in names if self.said.lexicon.measures[n].dimension == bound.unit.dimension
            ]
            generic = [n for n in named if self.said.lexicon.measures[n].default_for]
            names = [n for n in named if n not in generic] or generic or names
            if len(names) > 1:
                raise RefusedError(*names)
        holders = [h for h in self.said.parts.things if h.thing.scope is not None]
        below = bool(holders)
        holders = holders or [h for h in self.said.subject.things if h.thing.scope is not None]
        subject = [
            h for h in self.said.subject.things if h.thing.scope is not None and h not in holders
        ]
        themes = self._of_measure(names[0], holders, below)
        outer = tuple(self.said.over(h.thing.scope) for h in subject if h.thing.scope is not None)
        return [Theme(t.value, (*outer, *t.scopes)) for t in themes]

    def _labelled(self, held: Held) -> list[Theme]:
        """Return an amount that only the response names: `the cooking time`."""
        things = [*self.said.parts.things, *self.said.subject.things]
        others = [h for h in things if h is not held]
        measure = ir.Measure(held.thing.label or held.thing.words, Unit("", "?"), quoted=True)
        scopes = [h.thing.held() for h in others]
        if self.said.has("AVERAGE"):
            return self._average(measure, scopes)
        inner = scopes or [o.scope for o in self.said.scopes()]
        return [Theme(total(self.said, measure, inner), tuple(self.said.over(s) for s in scopes))]

    def _extreme(self, name: str, extreme: str, measures: list[Held]) -> list[Theme]:
        """`the highest price`: the largest among the smallest parts, or among what is named."""
        things = [*self.said.parts.things, *self.said.subject.things]
        scopes = [h.thing.held() for h in things if h not in measures]
        if len(scopes) > 1:
            raise RefusedError(*(h.thing.words for h in things))
        over = scopes[0] if scopes else self.said.nouns.item()
        function: Any = extreme
        return [Theme(ir.Aggregate(function, self.said.nouns.measure(name), over))]

    def _of_measure(self, name: str, holders: list[Held], below: bool) -> list[Theme]:
        """Return an amount of a measure, in the things that hold it."""
        self.said.allow("AVERAGE", "THERE", "DISTINCT")
        if clock_filters(self.said.parts) and not holders:
            raise RefusedError(self.said.parts.words)
        measure: ir.Expr = self.said.nouns.measure(name)
        scopes = [h.thing.scope for h in holders if h.thing.scope is not None]
        if self.said.has("AVERAGE"):
            return self._average(measure, scopes)
        if not self.said.lexicon.measures[name].adds:
            if not self._summed():
                return self._single(measure, scopes)
            measure = self.said.nouns.product(name)
        if not scopes:
            return [Theme(total(self.said, measure, [o.scope for o in self.said.scopes()]))]
        filters = clock_filters(self.said.parts)
        scopes = [s.narrowed(*filters) for s in scopes]
        if len(scopes) > 1:
            return self._several(measure, holders, scopes)
        scope, thing = scopes[0], holders[0].thing
        apart = Theme(total(self.said, measure, [scope]), (self.said.over(scope),))
        whole = Theme(ir.Of(ir.Aggregate("sum", measure), scope))
        if (thing.compound and self._within_wider(scope)) or (thing.mass and not scope.filters):
            return [whole]
        item = scope.kind == "rank" and self.said.lexicon.ranks[scope.name].item
        if thing.kind == "rank" and self.said.has("TOGETHER") and item and not scope.filters:
            return [whole]
        if thing.kind == "rank":
            wider = self.said.scopes() and not self._together(thing)
            if self.said.adds and thing.plural and not (wider and not self._within_wider(scope)):
                placed = all(isinstance(f, ir.Ordinal) for f in scope.filters)
                return [whole] if placed else [apart]
            return [whole, apart] if self._open(name, thing, below) else [apart]
        if thing.kind == "member":
            return [whole] if self.said.has("TOTAL", "TOGETHER") and thing.plural else [apart]
        added = self.said.has("TOTAL", "TOGETHER")
        if thing.kind == "category" and thing.plural and not below and not added:
            return [apart] if self.said.has("EACH_ONE") else [whole, apart]
        return [whole]

    def _open(self, name: str, thing: Thing, below: bool) -> bool:
        """Tell whether a plural costs its price together or each: `activities cost 300 euros`."""
        money = self.said.lexicon.measures[name].dimension == "currency"
        alone = thing.plural and not below and not self.said.has("EACH_ONE")
        return money and alone and not self.said.scopes()

    def _together(self, thing: Thing) -> bool:
        """Tell whether several of a rank are taken as one: `the last two days together`."""
        filters = () if thing.scope is None else thing.scope.filters
        several = thing.kind == "rank" and thing.plural and self.said.has("TOGETHER")
        return several and any(isinstance(f, ir.Ordinal) for f in filters)

    def _summed(self) -> bool:
        """Tell whether the sentence adds amounts up."""
        counted = self.said.subject.flags.get("NUMBER_OF", "") + self.said.parts.flags.get(
            "NUMBER_OF", ""
        )
        return self.said.has("TOTAL", "TOGETHER") or "total" in counted.lower()

    def _single(self, measure: ir.Expr, scopes: list[ir.Scope]) -> list[Theme]:
        """Ask every item for an amount that does not add up: a load, a rest, a speed."""
        overs = [self.said.over(s) for s in scopes]
        inner = overs[-1].scope if overs else self._innermost()
        ranked = inner is not None and inner.kind == "rank"
        known = self.said.lexicon.ranks[inner.name] if inner is not None and ranked else None
        names = [m.name for m in (measure,) if isinstance(m, ir.Measure)]
        own = known is not None and (known.item or set(names) & set(known.measures))
        if inner is None or (ranked and not own):
            overs.append(Over("each", self.said.nouns.item()))
        return [Theme(measure, tuple(overs))]

    def _innermost(self) -> ir.Scope | None:
        scopes = self.said.scopes()
        return scopes[-1].scope if scopes else None

    def _within_wider(self, scope: ir.Scope) -> bool:
        """Tell whether the statement is made of something that contains the scope."""
        ranks = self.said.lexicon.ranks
        level = ranks[scope.name].level if scope.kind == "rank" else 99
        return any(
            o.scope.kind == "rank" and ranks[o.scope.name].level < level for o in self.said.scopes()
        )

    def _several(
        self, measure: ir.Expr, holders: list[Held], scopes: list[ir.Scope]
    ) -> list[Theme]:
        """`breakfast and lunch together`: all of them at once, or each by itself."""
        joined = [h for h in holders if h.joined]
        self._either(holders)
        if not joined:
            levels = [self.said.over(s) for s in scopes]
            return [Theme(total(self.said, measure, scopes), tuple(levels))]
        whole = union(scopes)
        if whole is None:
            raise RefusedError(holders[-1].thing.words)
        together = Theme(ir.Of(ir.Aggregate("sum", measure), whole))
        apart = Theme(total(self.said, measure, [whole]), (self.said.over(whole),))
        if self.said.has("TOTAL", "TOGETHER"):
            return [together]
        if self.said.has("EACH_ONE") or (whole.kind == "rank" and not self.said.parts.things):
            return [apart]
        return [together, apart]

    def _either(self, things: list[Held]) -> None:
        """Refuse `work or study takes 4 hours`: one of them, or both together."""
        for held in things:
            if held.joined == "OR" and held in self.said.subject.things:
                raise RefusedError(held.thing.words)

    def _average(self, measure: ir.Expr, scopes: list[ir.Scope]) -> list[Theme]:
        """`the average daily calories`: over the innermost scope that is more than one thing."""
        whole = scopes[0] if len(scopes) == 1 else union(scopes) if scopes else None
        if scopes and whole is None:
            raise RefusedError(self.said.average)
        outer: tuple[Over, ...] = ()
        if whole is not None and not _single(whole):
            return [Theme(ir.Aggregate("mean", measure, whole))]
        if whole is not None:
            outer = (self.said.over(whole),)
        every = Theme(ir.Aggregate("mean", measure), outer)
        over = self.said.scopes()
        if not over or self._apart_from(over[-1]):
            if isinstance(measure, ir.Count):
                raise RefusedError(self.said.average)
            return [every]
        inner = over[-1]
        for parts in (self.said.subject, self.said.parts):
            parts.scopes = [o for o in parts.scopes if o != inner]
        among = Theme(ir.Aggregate("mean", measure, inner.scope), outer)
        if self.said.has("EACH_AVERAGE") and not isinstance(measure, ir.Count):
            return [among, Theme(every.value, (*outer, inner))]
        return [among]

    def _apart_from(self, inner: Over) -> bool:
        """Tell whether each has an average of its own: `no day has an average price of 10 euros`."""
        subject = self.said.subject
        own = inner in subject.scopes and inner not in subject.per
        held = self.said.parts.has("AVERAGE") and own
        return held or inner.quantifier != "each" or _single(inner.scope)

    # -- counts -----------------------------------------------------------------------------
    def _count(self, held: list[Held]) -> list[Theme]:
        self.said.allow("AVERAGE", "THERE", "DISTINCT", "TIMES", "TWICE")
        counted = [h for h in held if h.thing.scope is not None or h.thing.text]
        holders: list[Held] = []
        if counted:
            holders = [h for h in self.said.subject.things if h.thing.scope is not None]
        else:
            counted = [
                h for h in self.said.subject.things if h.thing.scope is not None or h.thing.text
            ]
        if not counted:
            raise RefusedError(self.said.subject.words, self.said.parts.words)
        first, rest = counted[0], counted[1:]
        if self._pieces(first.thing) and len(holders) == 1 and holders[0].thing.kind in _ACTIVITIES:
            first, holders = holders[0], []
        joined = [h for h in rest if h.joined]
        holders += [h for h in rest if not h.joined]
        for holder in holders:
            textual = holder.thing.kind == "text" and holder.prep not in (
                "IN",
                "OF",
                "PER",
                "FOR",
                "",
            )
            if textual or holder.thing.kind in ("name",) or holder.prep in ("WITH", "TO", "BY"):
                raise RefusedError(holder.thing.words)
        whole = next((h.thing for h in holders if self._together(h.thing)), None)
        if whole is not None and len(holders) == 1 and first.thing.scope is not None:
            counted_scope = self._counted_scope(first, joined)
            count = ir.Count(counted_scope, self.said.has("DISTINCT"))
            return [Theme(ir.Of(count, whole.held()))]
        outer = tuple(self.said.over(h.thing.scope) for h in holders if h.thing.scope is not None)
        if first.thing.text:
            if joined or clock_filters(self.said.parts):
                raise RefusedError(*(h.thing.words for h in joined), self.said.parts.words)
            return [Theme(ir.TextMeasure(first.thing.text), outer)]
        scope = self._counted_scope(first, joined)
        self._parts_of_wholes(scope, outer)
        value: ir.Expr = ir.Count(scope, self.said.has("DISTINCT"))
        often = self.said.has("TIMES", "TWICE")
        if first.thing.kind == "name" and scope.kind == "label" and not scope.filters and not often:
            amount = ir.Measure(scope.name, Unit("", "?"), quoted=True)
            added = total(self.said, amount, [o.scope for o in (*self.said.scopes(), *outer)])
            return [Theme(value, outer), Theme(added, outer)]
        if self.said.has("AVERAGE"):
            return [Theme(t.value, (*outer, *t.scopes)) for t in self._average(value, [])]
        return [Theme(value, outer)]

    def _parts_of_wholes(self, scope: ir.Scope, outer: tuple[Over, ...]) -> None:
        """Refuse to count days in a meal: what is counted must be smaller than what holds it."""
        ranks = self.said.lexicon.ranks
        for over in (*self.said.scopes(), *outer):
            named = scope.kind == over.scope.kind == "rank"
            if named and ranks[scope.name].level < ranks[over.scope.name].level:
                raise RefusedError(over.scope.name)

    def _pieces(self, thing: Thing) -> bool:
        """Tell whether a noun only says what a schedule is made of: `work comes in 3 blocks`."""
        return thing.scope is not None and thing.scope.kind == "block" and not thing.scope.filters

    def _counted_scope(self, first: Held, joined: list[Held]) -> ir.Scope:
        scope = first.thing.held()
        if joined:
            scopes = [scope, *(h.thing.scope for h in joined if h.thing.scope is not None)]
            whole = union(scopes)
            if whole is None:
                raise RefusedError(joined[0].thing.words)
            scope = whole
        if self.said.has("TIMES", "TWICE") or scope.kind == "category":
            scope = self.said.nouns.block(scope)
        orders = [before(self.said, held) for held in self.said.parts.orders]
        sized = [self.said._sized(scope, b) for b in self.said.parts.bounds[1:]]
        return scope.narrowed(*sized, *clock_filters(self.said.parts), *orders)

    # -- lengths of time -----------------------------------------------------------------------
    def _duration(self, held: list[Held], bound: Bound) -> list[Theme]:
        self.said.allow("AVERAGE", "THERE")
        things = [h for h in held if h.thing.scope is not None]
        holders: list[Held] = []
        if things:
            holders = [h for h in self.said.subject.things if h.thing.scope is not None]
        else:
            things = [h for h in self.said.subject.things if h.thing.scope is not None]
        outer = tuple(self.said.over(h.thing.scope) for h in holders if h.thing.scope is not None)
        measure = self.said.nouns.measure(self.said.nouns.measure_of(bound.unit))
        self._either(things)
        if not things:
            return self._of_measure(measure.name, [], False)
        chosen = narrowed(things)
        return [t for specific in chosen for t in self._lasting(specific, measure, outer, bound)]

    def _lasting(
        self,
        specific: list[Held],
        measure: ir.Measure,
        outer: tuple[Over, ...],
        bound: Bound,
    ) -> list[Theme]:
        kind = specific[0].thing.kind
        ranked = kind == "rank" or (kind == "member" and not self.said.nouns.scheduled)
        if len(specific) == 1 and ranked:
            first = specific[0]
            if first.prep == "OF" and not first.thing.indefinite and kind == "rank":
                value = ir.Of(ir.Aggregate("sum", measure), first.thing.held())
                return [Theme(value, outer)]
            themes = self._of_measure(measure.name, specific, False)
            return [Theme(t.value, (*outer, *t.scopes)) for t in themes]
        scopes = [h.thing.scope for h in specific if h.thing.scope is not None]
        orders = [before(self.said, h) for h in self.said.parts.orders]
        filters = (*clock_filters(self.said.parts), *orders)
        if len(scopes) == 1:
            scope = scopes[0].narrowed(*filters)
            if any(isinstance(f, ir.Ordinal) for f in scope.filters):
                scope = self.said.nouns.block(scope)
            if self.said.has("AVERAGE"):
                return [Theme(ir.Aggregate("mean", measure, self.said.nouns.block(scope)), outer)]
            if self.said.has("EACH_ONE"):
                block = self.said.nouns.block(scope)
                return [Theme(ir.Measure("duration", measure.unit), (*outer, Over("each", block)))]
            return [Theme(ir.Property("duration", (scope,)), outer)]
        whole = union([self.said.nouns.block(s) for s in scopes])
        if whole is None:
            raise RefusedError(specific[-1].thing.words)
        together = Theme(ir.Property("duration", (whole.narrowed(*filters),)), outer)
        if self.said.has("TOTAL", "TOGETHER"):
            return [together]
        apart = self._apart(scopes, filters, outer)
        return apart if self.said.has("EACH_ONE") else [together, *apart]

    def _apart(
        self, scopes: list[ir.Scope], filters: tuple[ir.Filter, ...], outer: tuple[Over, ...]
    ) -> list[Theme]:
        values = [ir.Property("duration", (s.narrowed(*filters),)) for s in scopes]
        return [Theme(Several(tuple(values)), outer)]  # type: ignore[arg-type]


def narrowed(things: list[Held]) -> list[list[Held]]:
    """Return which things are meant: of `a session of yoga` the yoga.

    Of `a break for errands` either may be how the response calls it.
    """
    if len(things) < 2 or any(h.joined for h in things[1:]):
        return [things]
    if len(things) > 2 or things[1].prep not in ("OF", "FOR"):
        raise RefusedError(things[-1].thing.words)
    first, last = things
    if first.thing.kind == "rank" and not first.thing.held().filters:
        return [[last]]
    doing = first.thing.words.lower().endswith("ing") and last.prep == "FOR"
    if {first.thing.kind, last.thing.kind} <= {"category"} and not doing:
        return [[last], [first]]
    raise RefusedError(first.thing.words, last.thing.words)


def _is_time(said: Statement, thing: Thing) -> bool:
    unit = said.lexicon.units.get(fold(thing.scope.name)) if thing.scope is not None else None
    return unit is not None and unit.dimension == "time"


def _single(scope: ir.Scope) -> bool:
    """Tell whether a scope is one thing: `day 2`."""
    return any(isinstance(f, (ir.Ordinal, ir.Extreme, ir.OnDate)) for f in scope.filters)
