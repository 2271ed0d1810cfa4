"""One subject, verb and object: which expression is compared with which bound, under which scopes."""

from __future__ import annotations

from typing import Any

from evalspec.core.quantity import UNITLESS, Unit
from evalspec.core.record import Record
from evalspec.spec import ir
from evalspec.spec.english.clauses import Clause
from evalspec.spec.english.errors import RefusedError
from evalspec.spec.english.parts import (
    VERB_BOUNDS,
    Held,
    Over,
    Parts,
    clock_filters,
    lasting,
    union,
)
from evalspec.spec.english.phrases import FLIPPED, Bound
from evalspec.spec.english.things import Nouns, Thing, with_filter
from evalspec.vocabulary.fold import fold

_HARMLESS = (
    "TOTAL", "TOGETHER", "NUMBER_OF", "AMOUNT_OF", "GENERIC", "THERE", "LONG", "EQ", "MINIMUM", "MAXIMUM",
    "EACH_ONE", "SOME", "FORMAT", "SPEND", "ONLY", "OR_MORE", "OR_LESS",
)  # fmt: skip
_ACTIVITIES = ("category", "name")
_FLAG_BOUNDS = {"MINIMUM": ">=", "MAXIMUM": "<=", "OR_MORE": ">=", "OR_LESS": "<="}


class Said(Record, frozen=True):
    """A formula and the scopes it is said of, outermost first."""

    formula: ir.Formula
    scopes: tuple[Over, ...] = ()


class Theme(Record, frozen=True):
    """What an amount is an amount of."""

    value: ir.Expr
    scopes: tuple[Over, ...] = ()


class Statement:
    """A subject, a verb and an object, with everything said about them."""

    def __init__(self, nouns: Nouns, clause: Clause, subject: Parts, parts: Parts) -> None:
        """Take the parts; an amount in the subject becomes the object of a passive."""
        self.nouns = nouns
        self.clause = clause
        self.subject = subject
        self.parts = parts
        self.own_bound = bool(parts.bounds)
        if subject.bounds and not parts.bounds:
            self.subject, self.parts = Parts(scopes=subject.scopes), _merged(subject, parts)
        self.lexicon = nouns.lexicon
        self._joined()
        self._dated()
        self._placed()
        self._followed()
        self._unhelped()

    def _joined(self) -> None:
        """Take `all meals` as one thing where the sentence adds them up."""
        added = self.has("TOGETHER") or (self.has("TOTAL") and not self.has("EACH_ONE"))
        if not added or not any(o.every for o in (*self.subject.scopes, *self.parts.scopes)):
            return
        self.subject, self.parts = _summed(self.subject), _summed(self.parts)

    def _dated(self) -> None:
        """Take `on Monday` as the day that the statement is made of, unless it says when."""
        dates = [*self.subject.dates, *self.parts.dates]
        if not dates or not (self.parts.bounds or self.parts.things):
            return
        if any(joined == "OR" for _, joined in dates):
            raise RefusedError(self.parts.words)
        if len(dates) > 1 and any(date.low for date, _ in dates):
            raise RefusedError(self.parts.words)
        first = dates[0][0]
        scoped = [*self.subject.scopes, *self.parts.scopes]
        if first.weekdays == (6, 7) and len(dates) == 1 and not scoped:
            self.parts = _merged(Parts(), self.parts, Parts(dates=dates))
            self.parts.dates = dates
            self.subject = _merged(Parts(), self.subject)
            self.subject.dates = []
            return
        weekdays = tuple(sorted({day for date, _ in dates for day in date.weekdays}))
        day = ir.Scope("rank", "day", (ir.OnDate(weekdays, first.low, first.high),))
        scopes = [Over("each", day), *self.subject.scopes]
        subject, parts = _merged(Parts(), self.subject), _merged(Parts(), self.parts)
        subject.scopes, subject.dates, parts.dates = scopes, [], []
        parts.scopes = list(self.parts.scopes)
        self.subject, self.parts = subject, parts

    def _placed(self) -> None:
        """Let times and orders in the subject describe its noun, or else the whole statement."""
        subject = self.subject
        filters = (*clock_filters(subject), *(_before(self, held) for held in subject.orders))
        if subject.within is not None:
            raise RefusedError(subject.within.words)
        if not filters:
            return
        scoped = [h for h in subject.things if h.thing.scope is not None]
        if not scoped:
            self.parts = _merged(Parts(), self.parts, subject)
            self.subject = Parts(scopes=subject.scopes, things=subject.things, flags=subject.flags)
            return
        last = scoped[-1]
        values = {name: getattr(last.thing, name) for name in last.thing.__struct_fields__}
        scope = with_filter(self.nouns.block(last.thing.held()), *filters)
        thing = Thing(**{**values, "scope": scope})
        things = [Held(thing, h.prep, h.joined) if h is last else h for h in subject.things]
        self.subject = Parts(scopes=subject.scopes, things=things, flags=subject.flags)

    def _followed(self) -> None:
        """Take the object of `follow` and `precede` as an order."""
        if self.clause.verb("FOLLOW", "PRECEDE"):
            prep = "AFTER" if self.clause.verb("FOLLOW") else "BEFORE"
            things = self.parts.things
            held = [h for h in things if not (self.parts.bounds and h is things[0])]
            self.parts = _merged(Parts(), self.parts)
            self.parts.things = [h for h in things if h not in held]
            self.parts.orders += [Held(h.thing, prep, h.joined, h.right) for h in held]

    def _unhelped(self) -> None:
        """Drop a verb that is also a noun when another noun follows; refuse unknown verbs."""
        verbs = [v for v in self.clause.verbs if v.kind != "NOT"]
        things = self.parts.things
        bare = bool(verbs) and verbs[-1].kind in ("MODAL", "PERMIT")
        for held in things:
            if bare and held.thing.kind == "name" and not held.prep and not self.parts.names:
                raise RefusedError(held.thing.words)
        others = [h for h in things if h.prep != "VERB" and h.thing.scope is not None]
        kept = [h for h in things if h.prep != "VERB" or not (others or h.thing.kind == "rank")]
        if len(kept) != len(things):
            self.parts = _merged(Parts(), self.parts)
            self.parts.things = kept

    # -- what is allowed to stand by -------------------------------------------------------
    def allow(self, *flags: str) -> None:
        """Refuse words that this kind of statement does not use."""
        for parts in (self.subject, self.parts):
            for kind, words in parts.flags.items():
                if kind not in flags and kind not in _HARMLESS:
                    raise RefusedError(words)

    def has(self, *flags: str) -> bool:
        """Tell whether one of these words stands in the subject or the object."""
        return self.subject.has(*flags) or self.parts.has(*flags)

    @property
    def negative(self) -> bool:
        """Tell whether the clause denies what it says."""
        return self.clause.negated != self.clause.verb("AVOID")

    def is_time(self, measure: str) -> bool:
        """Tell whether a measure is a length of time."""
        return self.lexicon.measures[measure].dimension == "time"

    def scheduled(self) -> bool:
        """Tell whether the response is a schedule, where a longer thing takes more time."""
        return self.nouns.scheduled

    def absent(self) -> bool:
        """Tell whether the things of the object must not be there."""
        return self.negative != self.parts.has("NO")

    # -- bounds ---------------------------------------------------------------------------
    def final(self, bound: Bound) -> Bound:
        """Return a bound with what the verb, `minimum` and negation make of it."""
        comparator = bound.comparator
        if bound.high is None:
            for verb, implied in VERB_BOUNDS.items():
                if self.clause.verb(verb) and not comparator:
                    comparator = implied
            for flag, implied in _FLAG_BOUNDS.items():
                if self.has(flag) and comparator in ("", "="):
                    comparator = implied
        if self.parts.has("NO"):
            raise RefusedError(self.parts.flags["NO"])
        none = any(o.quantifier == "no" for o in self.subject.scopes)
        if self.clause.permit and not self.negative and not none:
            comparator = _permitted(bound, comparator)
        if self.clause.verb("AVOID"):
            raise RefusedError(bound.text)
        if self.negative and bound.high is None:
            comparator = FLIPPED[comparator]
        return Bound(
            comparator or ("" if bound.high is not None else "="), bound.value, bound.unit,
            bound.high, bound.about, bound.tolerance, bound.slack, bound.attached, bound.only,
            bound.text,
        )  # fmt: skip

    def spanned(self, bound: Bound) -> Bound:
        """Take `2 weeks` as a length where a named thing lasts so long."""
        things = self.parts.things
        if not self.clause.verb("LAST") or bound.unit != UNITLESS or len(things) != 1:
            return bound
        named = [o.scope for o in self.subject.scopes if o.scope.kind == "label"]
        named += [h.thing.held() for h in self.subject.things if h.thing.kind == "name"]
        unit = self.lexicon.units.get(fold(things[0].thing.held().name))
        if not named or unit is None or unit.dimension != "time":
            return bound
        self.parts = _merged(Parts(), self.parts)
        self.parts.things = []
        values = {name: getattr(bound, name) for name in bound.__struct_fields__}
        return Bound(**{**values, "unit": unit})

    def finish(self, theme: Theme, bound: Bound) -> list[Said]:
        """Compare a theme with its bound."""
        formula = compared(theme.value, bound)
        if self.negative and bound.high is not None:
            formula = ir.Not(formula)
        return [Said(formula, self.ordered((*self.scopes(), *theme.scopes)))]

    # -- scopes ---------------------------------------------------------------------------
    def scopes(self, existing: bool = False) -> tuple[Over, ...]:
        """Return what the statement is said of, besides its theme."""
        found = [*self.subject.scopes, *self.parts.scopes]
        if existing:
            used = self.existing()
            if used and not self.parts.things and not self.subject.things:
                found.remove(self.subject.scopes[-1])
            found += [
                self.over(h.thing.scope)
                for h in self.subject.things
                if h not in used and h.thing.scope is not None
            ]
        return self.ordered(tuple(found))

    def ordered(self, found: tuple[Over, ...]) -> tuple[Over, ...]:
        """Sort scopes, the widest rank outermost; each stands once."""
        ranks = self.lexicon.ranks

        def level(over: Over) -> int:
            return ranks[over.scope.name].level if over.scope.kind == "rank" else 60

        return tuple(sorted(dict.fromkeys(found), key=level))

    def over(self, scope: ir.Scope) -> Over:
        """Quantify over a scope."""
        return Over("each", self.nouns.block(scope))

    def located(self, scope: ir.Scope, filters: tuple[ir.Filter, ...]) -> ir.Scope:
        """Add times, lengths and orders to a scope."""
        added = [self._sized(scope, b) for b in self.parts.bounds if b.attached]
        orders = [_before(self, held) for held in self.parts.orders]
        return with_filter(scope, *added, *filters, *orders)

    def _sized(self, scope: ir.Scope, bound: Bound) -> ir.Filter:
        """Read `2-hour`, `300-calorie` before a noun."""
        if bound.unit.dimension == "time":
            return lasting(bound)
        name = self.nouns.measure_of(bound.unit)
        if not name:
            raise RefusedError(bound.text)
        return ir.Where(compared(self._total(self.nouns.measure(name), [scope]), bound))

    # -- themes ---------------------------------------------------------------------------
    def existing(self) -> list[Held]:
        """Return the things that are there or not."""
        objects = [h for h in self.parts.things if h.thing.scope is not None]
        if objects or self.parts.things:
            return self.parts.things
        verbs = self.clause.verb("INCLUDE", "BE", "SPEND", "AVOID") or not self.clause.verbs
        if not verbs or self.parts.bounds:
            return []
        none = self.subject.scopes and self.subject.scopes[-1].quantifier == "no"
        if none and not self.subject.things:
            scope = self.subject.scopes[-1].scope
            return [Held(Thing(scope, kind=scope.kind, words=self.subject.words), "WITHOUT")]
        return self.subject.things

    def themes(self, bound: Bound) -> list[Theme]:
        """Return what the bound may be a bound of; several when the words leave it open."""
        held = [*self.parts.things]
        measures = [h for h in (*held, *self.subject.things) if h.thing.measure]
        unit = bound.unit
        labels = [h for h in (*held, *self.subject.things) if h.thing.label]
        quoted = [h for h in self.subject.things if h.thing.words in self.subject.names]
        if labels or (quoted and not held and unit.dimension == "one"):
            return self._labelled((labels or quoted)[0])
        verb_measure = self.verb_measure()
        if measures and not self._only_time_word(measures, held, bound):
            return self._amount(measures, bound)
        if unit.dimension == "one":
            counted = any(h.thing.scope is not None or h.thing.text for h in held)
            if verb_measure and not counted:
                return self._of_measure(verb_measure, held or self.subject.things, bool(held))
            return self._count(held)
        if unit.dimension == "time":
            return self._duration(held, bound)
        measure = self.nouns.measure_of(unit)
        if not measure:
            raise RefusedError(bound.text)
        if verb_measure and self.lexicon.measures[verb_measure].dimension == unit.dimension:
            measure = verb_measure
        if self.clause.verb("SUM_TO") or self.has("TOTAL", "TOGETHER"):
            measure = self.nouns.summed(measure)
        used = [h for h in held if h.thing.scope is not None]
        themes = self._of_measure(measure, used or self.subject.things, bool(used))
        outer = self._outer() if used else ()
        return [Theme(t.value, (*outer, *t.scopes)) for t in themes]

    def _outer(self) -> tuple[Over, ...]:
        """Return the subjects as scopes of what the object says; only ranks can be."""
        things = [h.thing for h in self.subject.things if h.thing.scope is not None]
        for thing in things:
            if thing.kind not in ("rank", "member"):
                raise RefusedError(thing.words)
        return tuple(self.over(thing.held()) for thing in things)

    def verb_measure(self) -> str:
        """Return the measure that the verb names: `costs` is a price."""
        for verb in self.clause.verbs:
            if verb.kind == "MEASURED":
                from evalspec.spec.english.wordlist import wordlist

                return wordlist(self.lexicon).verb_measures.get(str(verb.first.value), "")
        return ""

    def _only_time_word(self, measures: list[Held], held: list[Held], bound: Bound) -> bool:
        """Tell whether `duration` only says how long: `a duration of 2 days`, `sleep time`."""
        known = self.lexicon.measures
        if not all(known[h.thing.measure].dimension == "time" for h in measures):
            return False
        spans = [h for h in held if h.thing.kind == "rank" and h.thing.scope is not None]
        if bound.unit == UNITLESS:
            return any(_is_time(self, h.thing) for h in spans)
        things = [h.thing for h in (*held, *self.subject.things) if h.thing.scope is not None]
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
            named = [n for n in names if self.lexicon.measures[n].dimension == bound.unit.dimension]
            generic = [n for n in named if self.lexicon.measures[n].default_for]
            names = [n for n in named if n not in generic] or generic or names
            if len(names) > 1:
                raise RefusedError(*names)
        holders = [h for h in self.parts.things if h.thing.scope is not None]
        below = bool(holders)
        holders = holders or [h for h in self.subject.things if h.thing.scope is not None]
        subject = [h for h in self.subject.things if h.thing.scope is not None and h not in holders]
        themes = self._of_measure(names[0], holders, below)
        outer = tuple(self.over(h.thing.scope) for h in subject if h.thing.scope is not None)
        return [Theme(t.value, (*outer, *t.scopes)) for t in themes]

    def _labelled(self, held: Held) -> list[Theme]:
        """Return an amount that only the response names: `the cooking time`."""
        things = [*self.parts.things, *self.subject.things]
        others = [h for h in things if h is not held]
        measure = ir.Measure(held.thing.label or held.thing.words, Unit("", "?"), quoted=True)
        scopes = [h.thing.held() for h in others]
        inner = scopes or [o.scope for o in self.scopes()]
        return [Theme(self._total(measure, inner), tuple(self.over(s) for s in scopes))]

    def _extreme(self, name: str, extreme: str, measures: list[Held]) -> list[Theme]:
        """`the highest price`: the largest among the smallest parts, or among what is named."""
        things = [*self.parts.things, *self.subject.things]
        scopes = [h.thing.held() for h in things if h not in measures]
        if len(scopes) > 1:
            raise RefusedError(*(h.thing.words for h in things))
        over = scopes[0] if scopes else self.nouns.item()
        function: Any = extreme
        return [Theme(ir.Aggregate(function, self.nouns.measure(name), over))]

    def _of_measure(self, name: str, holders: list[Held], below: bool) -> list[Theme]:
        """Return an amount of a measure, in the things that hold it."""
        self.allow("AVERAGE", "THERE", "DISTINCT")
        if clock_filters(self.parts) and not holders:
            raise RefusedError(self.parts.words)
        measure: ir.Expr = self.nouns.measure(name)
        scopes = [h.thing.scope for h in holders if h.thing.scope is not None]
        if self.has("AVERAGE"):
            return self._average(measure, scopes)
        if not self.lexicon.measures[name].adds:
            if not self._summed():
                return self._single(measure, scopes)
            measure = self.nouns.product(name)
        if not scopes:
            return [Theme(self._total(measure, [o.scope for o in self.scopes()]))]
        filters = clock_filters(self.parts)
        scopes = [with_filter(s, *filters) for s in scopes]
        if len(scopes) > 1:
            return self._several(measure, holders, scopes)
        scope, thing = scopes[0], holders[0].thing
        apart = Theme(self._total(measure, [scope]), (self.over(scope),))
        whole = Theme(ir.Of(ir.Aggregate("sum", measure), scope))
        if thing.compound and self._within_wider(scope):
            return [whole]
        item = scope.kind == "rank" and self.lexicon.ranks[scope.name].item
        if thing.kind == "rank" and self.has("TOGETHER") and item and not scope.filters:
            return [whole]
        if thing.kind == "rank":
            if (
                self.has("TOTAL", "TOGETHER")
                and thing.plural
                and not self.scopes()
                and not self.has("EACH_ONE")
            ):
                return [whole] if not scope.filters else [apart]
            return [apart]
        if thing.kind == "member":
            return [whole] if self.has("TOTAL", "TOGETHER") and thing.plural else [apart]
        added = self.has("TOTAL", "TOGETHER")
        if thing.kind == "category" and thing.plural and not below and not added:
            return [apart] if self.has("EACH_ONE") else [whole, apart]
        return [whole]

    def _summed(self) -> bool:
        """Tell whether the sentence adds amounts up."""
        counted = self.subject.flags.get("NUMBER_OF", "") + self.parts.flags.get("NUMBER_OF", "")
        return self.has("TOTAL", "TOGETHER") or "total" in counted.lower()

    def _single(self, measure: ir.Expr, scopes: list[ir.Scope]) -> list[Theme]:
        """Ask every item for an amount that does not add up: a load, a rest, a speed."""
        overs = [self.over(s) for s in scopes]
        inner = overs[-1].scope if overs else self._innermost()
        if inner is None or (inner.kind == "rank" and not self.lexicon.ranks[inner.name].item):
            overs.append(Over("each", self.nouns.item()))
        return [Theme(measure, tuple(overs))]

    def _innermost(self) -> ir.Scope | None:
        scopes = self.scopes()
        return scopes[-1].scope if scopes else None

    def _within_wider(self, scope: ir.Scope) -> bool:
        """Tell whether the statement is made of something that contains the scope."""
        ranks = self.lexicon.ranks
        level = ranks[scope.name].level if scope.kind == "rank" else 99
        return any(
            o.scope.kind == "rank" and ranks[o.scope.name].level < level for o in self.scopes()
        )

    def _several(
        self, measure: ir.Expr, holders: list[Held], scopes: list[ir.Scope]
    ) -> list[Theme]:
        """`breakfast and lunch together`: all of them at once, or each by itself."""
        joined = [h for h in holders if h.joined]
        if not joined:
            levels = [self.over(s) for s in scopes]
            return [Theme(self._total(measure, scopes), tuple(levels))]
        whole = union(scopes)
        if whole is None:
            raise RefusedError(holders[-1].thing.words)
        together = Theme(ir.Of(ir.Aggregate("sum", measure), whole))
        apart = Theme(self._total(measure, [whole]), (self.over(whole),))
        if self.has("TOTAL", "TOGETHER"):
            return [together]
        if self.has("EACH_ONE") or (whole.kind == "rank" and not self.parts.things):
            return [apart]
        return [together, apart]

    def _total(self, measure: ir.Expr, scopes: list[ir.Scope]) -> ir.Expr:
        """Write a measure as it stands in an item, as a sum in anything larger."""
        ranks = self.lexicon.ranks
        inner = scopes[-1] if scopes else None
        item = inner is not None and (
            inner.kind in ("item", "block") or (inner.kind == "rank" and ranks[inner.name].item)
        )
        return measure if item else ir.Aggregate("sum", measure)

    def _average(self, measure: ir.Expr, scopes: list[ir.Scope]) -> list[Theme]:
        """`the average daily calories`: over the innermost scope."""
        over = list(self.scopes())
        if scopes:
            return [Theme(ir.Aggregate("mean", measure, scopes[-1]))]
        if not over:
            return [Theme(ir.Aggregate("mean", measure))]
        inner = over[-1]
        for parts in (self.subject, self.parts):
            parts.scopes = [o for o in parts.scopes if o != inner]
        return [Theme(ir.Aggregate("mean", measure, inner.scope))]

    # -- counts -----------------------------------------------------------------------------
    def _count(self, held: list[Held]) -> list[Theme]:
        self.allow("AVERAGE", "THERE", "DISTINCT", "TIMES", "TWICE")
        counted = [h for h in held if h.thing.scope is not None or h.thing.text]
        holders: list[Held] = []
        if counted:
            holders = [h for h in self.subject.things if h.thing.scope is not None]
        else:
            counted = [h for h in self.subject.things if h.thing.scope is not None or h.thing.text]
        if not counted:
            raise RefusedError(self.subject.words, self.parts.words)
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
        outer = tuple(self.over(h.thing.scope) for h in holders if h.thing.scope is not None)
        if first.thing.text:
            if joined or clock_filters(self.parts):
                raise RefusedError(*(h.thing.words for h in joined), self.parts.words)
            return [Theme(ir.TextMeasure(first.thing.text), outer)]
        scope = self._counted_scope(first, joined)
        value: ir.Expr = ir.Count(scope, self.has("DISTINCT"))
        if first.thing.kind == "name" and scope.kind == "label" and not scope.filters:
            amount = ir.Measure(scope.name, Unit("", "?"), quoted=True)
            total = self._total(amount, [o.scope for o in (*self.scopes(), *outer)])
            return [Theme(value, outer), Theme(total, outer)]
        if self.has("AVERAGE"):
            return [Theme(t.value, (*outer, *t.scopes)) for t in self._average(value, [])]
        return [Theme(value, outer)]

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
        if self.has("TIMES", "TWICE") or scope.kind == "category":
            scope = self.nouns.block(scope)
        orders = [_before(self, held) for held in self.parts.orders]
        sized = [self._sized(scope, b) for b in self.parts.bounds[1:]]
        return with_filter(scope, *sized, *clock_filters(self.parts), *orders)

    # -- lengths of time -----------------------------------------------------------------------
    def _duration(self, held: list[Held], bound: Bound) -> list[Theme]:
        self.allow("AVERAGE", "THERE")
        things = [h for h in held if h.thing.scope is not None]
        holders: list[Held] = []
        if things:
            holders = [h for h in self.subject.things if h.thing.scope is not None]
        else:
            things = [h for h in self.subject.things if h.thing.scope is not None]
        outer = tuple(self.over(h.thing.scope) for h in holders if h.thing.scope is not None)
        measure = self.nouns.measure(self.nouns.measure_of(bound.unit))
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
        ranked = kind == "rank" or (kind == "member" and not self.nouns.scheduled)
        if len(specific) == 1 and ranked:
            first = specific[0]
            if first.prep == "OF" and not first.thing.indefinite and kind == "rank":
                value = ir.Of(ir.Aggregate("sum", measure), first.thing.held())
                return [Theme(value, outer)]
            themes = self._of_measure(measure.name, specific, False)
            return [Theme(t.value, (*outer, *t.scopes)) for t in themes]
        scopes = [h.thing.scope for h in specific if h.thing.scope is not None]
        orders = [_before(self, h) for h in self.parts.orders]
        filters = (*clock_filters(self.parts), *orders)
        if len(scopes) == 1:
            scope = with_filter(scopes[0], *filters)
            if any(isinstance(f, ir.Ordinal) for f in scope.filters):
                scope = self.nouns.block(scope)
            if self.has("AVERAGE"):
                return [Theme(ir.Aggregate("mean", measure, self.nouns.block(scope)), outer)]
            if self.has("EACH_ONE"):
                block = self.nouns.block(scope)
                return [Theme(ir.Measure("duration", measure.unit), (*outer, Over("each", block)))]
            return [Theme(ir.Property("duration", (scope,)), outer)]
        whole = union([self.nouns.block(s) for s in scopes])
        if whole is None:
            raise RefusedError(specific[-1].thing.words)
        together = Theme(ir.Property("duration", (with_filter(whole, *filters),)), outer)
        if self.has("TOTAL", "TOGETHER"):
            return [together]
        apart = self._apart(scopes, filters, outer)
        return apart if self.has("EACH_ONE") else [together, *apart]

    def _apart(
        self, scopes: list[ir.Scope], filters: tuple[ir.Filter, ...], outer: tuple[Over, ...]
    ) -> list[Theme]:
        values = [ir.Property("duration", (with_filter(s, *filters),)) for s in scopes]
        return [Theme(Several(tuple(values)), outer)]  # type: ignore[arg-type]


class Several(Record, frozen=True):
    """Several expressions, each compared with the bound."""

    values: tuple[ir.Expr, ...]


def compared(value: Any, bound: Bound) -> ir.Formula:
    """Compare an expression with a bound."""
    if isinstance(value, Several):
        return ir.And(tuple(compared(v, bound) for v in value.values))
    right = ir.Number(bound.value, bound.unit)
    if bound.high is not None:
        return ir.Between(value, right, ir.Number(bound.high, bound.unit))
    slack = None
    if bound.slack is not None:
        slack = ir.Number(bound.slack.value, bound.slack.unit)
    comparator: Any = bound.comparator or "="
    return ir.Compare(value, comparator, right, bound.tolerance, bound.about, slack)


def _summed(parts: Parts) -> Parts:
    made = _merged(Parts(), parts)
    whole = [o.scope for o in parts.scopes if o.every]
    made.scopes = [o for o in parts.scopes if not o.every]
    made.things += [
        Held(Thing(scope, kind=scope.kind, plural=True, words=parts.words)) for scope in whole
    ]
    return made


def _permitted(bound: Bound, comparator: str) -> str:
    """Read `may have up to 3`; what may be so need not be, so anything else says nothing."""
    if comparator in ("<", "<="):
        return comparator
    if bound.only:
        return "<="
    raise RefusedError("may")


def _merged(first: Parts, second: Parts, times: Parts | None = None) -> Parts:
    """Join the parts of a passive, `2 hours must be spent on meals`, and the times of a third."""
    made = Parts(words=f"{first.words} {second.words}".strip())
    if times is not None:
        for name in ("filters", "clocks", "spans", "dates", "part", "orders"):
            setattr(made, name, list(getattr(times, name)))
    for name in (
        "bounds",
        "things",
        "filters",
        "clocks",
        "spans",
        "dates",
        "part",
        "orders",
        "names",
    ):
        setattr(made, name, [*getattr(made, name), *getattr(first, name), *getattr(second, name)])
    made.scopes = list(second.scopes)
    made.flags = {**second.flags, **first.flags}
    made.within = first.within or second.within
    made.plan = first.plan or second.plan
    return made


def _is_time(said: Statement, thing: Thing) -> bool:
    unit = said.lexicon.units.get(fold(thing.scope.name)) if thing.scope is not None else None
    return unit is not None and unit.dimension == "time"


def _before(said: Statement, held: Held) -> ir.BeforeEntry:
    if held.thing.scope is None or held.prep == "FOLLOWED_BY" or held.negated:
        raise RefusedError(held.thing.words)
    relation: Any = "before" if held.prep == "BEFORE" else "after"
    if held.right:
        relation = "immediately-" + relation
    return ir.BeforeEntry(relation, said.nouns.block(held.thing.scope))


def narrowed(things: list[Held]) -> list[list[Held]]:
    """Return which things are meant: of `a session of yoga` the yoga.

    Of `a break for errands` either may be how the response calls it.
    """
    if len(things) < 2 or any(h.joined for h in things[1:]):
        return [things]
    if len(things) > 2 or things[1].prep not in ("OF", "FOR"):
        raise RefusedError(things[-1].thing.words)
    first, last = things
    if first.thing.kind == "rank":
        return [[last]]
    if {first.thing.kind, last.thing.kind} <= {"category"}:
        return [[last], [first]]
    raise RefusedError(first.thing.words, last.thing.words)
