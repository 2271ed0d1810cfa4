"""One subject, verb and object: which expression is compared with which bound, under which scopes."""

from __future__ import annotations

from typing import Any

from evalspec.core.quantity import UNITLESS
from evalspec.core.record import Record
from evalspec.spec import ir
from evalspec.spec.english.clauses import VERBS, Clause
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
from evalspec.spec.english.things import Nouns, Thing
from evalspec.spec.english.wordlist import limits
from evalspec.vocabulary.fold import fold

_HARMLESS = (
    "TOTAL", "TOGETHER", "NUMBER_OF", "AMOUNT_OF", "GENERIC", "THERE", "LONG", "EQ", "MINIMUM", "MAXIMUM",
    "EACH_ONE", "EACH_AVERAGE", "SOME", "FORMAT", "SPEND", "ONLY", "OR_MORE", "OR_LESS",
)  # fmt: skip
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
        self.counted = subject if subject.bounds and not parts.bounds else None
        """The subject of a passive that has an amount."""
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
        parts = self.parts
        said = parts.bounds or parts.things or parts.other or self._clocked(dates)
        if not dates or not said:
            return
        if any(joined == "OR" for _, joined in dates):
            raise RefusedError(self.parts.words)
        if len(dates) > 1 and any(date.low for date, _ in dates):
            raise RefusedError(self.parts.words)
        first = dates[0][0]
        scoped = [*self.subject.scopes, *self.parts.scopes]
        timed = parts.clocks or parts.spans
        if first.weekdays == (6, 7) and len(dates) == 1 and not scoped and not timed:
            self.parts = _merged(Parts(), self.parts, Parts(dates=dates))
            self.parts.dates = dates
            self.subject = _merged(Parts(), self.subject)
            self.subject.dates = []
            return
        weekdays = tuple(sorted({day for date, _ in dates for day in date.weekdays}))
        day = ir.Scope("rank", "day", (ir.OnDate(weekdays, first.low, first.high),))
        bare = Over("each", ir.Scope("rank", "day"))
        subject, parts = _merged(Parts(), self.subject), _merged(Parts(), self.parts)
        subject.scopes = [Over("each", day), *(o for o in self.subject.scopes if o != bare)]
        subject.dates, parts.dates = [], []
        parts.scopes = [o for o in self.parts.scopes if o != bare]
        self.subject, self.parts = subject, parts

    def _clocked(self, dates: list[tuple[ir.OnDate, str]]) -> bool:
        """Tell whether a time of day holds on each of several days: `at 9:00 on weekdays`.

        Waking up is the end of something: on one day too it is asked of the day.
        """
        parts, things = self.parts, self.subject.things
        timed = bool(parts.clocks or parts.spans or parts.part)
        ends = any(h.thing.kind == "end" for h in things)
        return timed and bool(things) and (ends or any(len(d.weekdays) > 1 for d, _ in dates))

    def _placed(self) -> None:
        """Let times and orders in the subject describe its noun, or else the whole statement."""
        subject = self.subject
        filters = (*clock_filters(subject), *(before(self, held) for held in subject.orders))
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
        scope = self.nouns.block(last.thing.held()).narrowed(*filters)
        thing = Thing(**{**values, "scope": scope})
        things = [Held(thing, h.prep, h.joined) if h is last else h for h in subject.things]
        self.subject = Parts(scopes=subject.scopes, things=things, flags=subject.flags)

    def _followed(self) -> None:
        """Take the object of `follow` and `precede` as an order."""
        if self.clause.verb("FOLLOW", "PRECEDE"):
            prep = "AFTER" if self.clause.verb("FOLLOW") else "BEFORE"
            things = self.parts.things
            bounds = self.parts.bounds
            if bounds and self.parts.words.startswith(bounds[0].text):
                raise RefusedError(bounds[0].text)
            held = list(things)
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
        counted = any(b.unit.dimension.startswith("count:") for b in self.parts.bounds)
        idle = bool(others) or counted
        kept = [h for h in things if h.prep != "VERB" or not (idle or h.thing.kind == "rank")]
        if len(kept) != len(things):
            self.parts = _merged(Parts(), self.parts)
            self.parts.things = kept

    def says_nothing(self) -> bool:
        """Tell whether a verb lacks what it is said of: `the meals must be`."""
        verbs = [v for v in self.clause.verbs if v.kind in VERBS]
        parts = self.parts
        if len(verbs) != 1 or len(self.clause.verbs) < 2 or self.counted is not None:
            return False
        active = verbs[0].kind == "BE" or not verbs[0].text.lower().endswith("ed")
        said = parts.things or parts.plan or parts.scopes or parts.flags or parts.names
        timed = parts.clocks or parts.spans or parts.dates or parts.part or parts.orders
        return active and not said and not timed and not self.subject.has("THERE")

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

    @property
    def adds(self) -> bool:
        """Tell whether amounts are added up: `together`, `the items total 30 euros`."""
        summed = self.has("TOTAL", "TOGETHER") or self.clause.verb("SUM_TO")
        return summed and not self.has("EACH_ONE")

    @property
    def average(self) -> str:
        """The word for an average, as written."""
        return self.subject.flags.get("AVERAGE") or self.parts.flags.get("AVERAGE", "")

    def is_time(self, measure: str) -> bool:
        """Tell whether a measure is a length of time."""
        return self.lexicon.measures[measure].dimension == "time"

    def scheduled(self) -> bool:
        """Tell whether the response is a schedule, where a longer thing takes more time."""
        return self.nouns.scheduled

    def absent(self) -> bool:
        """Tell whether the things of the object must not be there."""
        if self.parts.has("NO") and self.subject.has("NO"):
            raise RefusedError(self.subject.flags["NO"])
        return self.negative != (self.parts.has("NO") or self.subject.has("NO"))

    # -- bounds ---------------------------------------------------------------------------
    def final(self, bound: Bound) -> Bound:
        """Return a bound with what the verb, `minimum` and negation make of it."""
        comparator = bound.comparator
        if bound.high is None:
            for verb, implied in VERB_BOUNDS.items():
                named = {comparator[:1], implied[0]} == {"<", ">"} and verb != "LIMIT"
                if self.clause.verb(verb) and (not comparator or named):
                    comparator = implied  # `exceed a maximum of 3` is above it
            for flag, implied in _FLAG_BOUNDS.items():
                if self.has(flag) and comparator in ("", "="):
                    comparator = implied
            if not bound.comparator and not comparator and self._limited():
                comparator = "<="
        if self.parts.has("NO"):
            raise RefusedError(self.parts.flags["NO"])
        none = any(o.quantifier == "no" for o in self.subject.scopes)
        if self.clause.permit and not self.negative and not none:
            comparator = _permitted(bound, comparator)
        if self.clause.verb("AVOID") or (bound.down and not self.clause.permit):
            raise RefusedError(bound.text)
        if self.negative and bound.high is None:
            comparator = FLIPPED[comparator]
        return Bound(
            comparator or ("" if bound.high is not None else "="), bound.value, bound.unit,
            bound.high, bound.about, bound.tolerance, bound.slack, bound.attached, bound.only,
            bound.text,
        )  # fmt: skip

    def _limited(self) -> bool:
        """Tell whether the sentence names a limit: `the budget is 900 euros`."""
        words = [h.thing.words.lower().rpartition(" ")[2] for h in self.subject.things]
        return self.clause.verb("BE") and any(word in limits() for word in words)

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
            held = [h for h in self.subject.things if h not in used and h.thing.scope is not None]
            found += self._each_of(held)
        return self.ordered(tuple(found))

    def _each_of(self, held: list[Held]) -> list[Over]:
        """Quantify over the subjects: `lunch and dinner` are each of both, not one in the other."""
        scopes = [h.thing.held() for h in held]
        if len(held) < 2 or not all(h.joined for h in held[1:]):
            return [self.over(scope) for scope in scopes]
        whole = None if any(h.joined == "OR" for h in held) else union(scopes)
        if whole is None:
            raise RefusedError(self.subject.words)
        return [self.over(whole)]

    def ordered(self, found: tuple[Over, ...]) -> tuple[Over, ...]:
        """Sort scopes, the widest rank outermost; each stands once."""
        ranks = self.lexicon.ranks

        def level(over: Over) -> int:
            return ranks[over.scope.name].level if over.scope.kind == "rank" else 60

        made = tuple(sorted(dict.fromkeys(found), key=level))
        for outer, inner in zip(made, made[1:], strict=False):
            if numbered(outer.scope) and numbered(inner.scope) and level(outer) == level(inner):
                raise RefusedError(self.subject.words, self.parts.words)
        return made

    def over(self, scope: ir.Scope) -> Over:
        """Quantify over a scope."""
        return Over("each", self.nouns.block(scope))

    def located(self, scope: ir.Scope, filters: tuple[ir.Filter, ...]) -> ir.Scope:
        """Add times, lengths and orders to a scope."""
        added = [self._sized(scope, b) for b in self.parts.bounds if b.attached]
        orders = [before(self, held) for held in self.parts.orders]
        return scope.narrowed(*added, *filters, *orders)

    def _sized(self, scope: ir.Scope, bound: Bound) -> ir.Filter:
        """Read `2-hour`, `300-calorie` before a noun."""
        if bound.unit.dimension == "time":
            return lasting(bound)
        name = self.nouns.measure_of(bound.unit)
        if not name:
            raise RefusedError(bound.text)
        return ir.Where(compared(total(self, self.nouns.measure(name), [scope]), bound))

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

    def verb_measure(self) -> str:
        """Return the measure that the verb names: `costs` is a price."""
        for verb in self.clause.verbs:
            if verb.kind == "MEASURED":
                from evalspec.spec.english.wordlist import wordlist

                return wordlist(self.lexicon).verb_measures.get(str(verb.first.value), "")
        return ""


def numbered(scope: ir.Scope) -> bool:
    """Tell whether a scope is one thing by its place: `day 2`, `the first meal`."""
    return any(isinstance(f, ir.Ordinal) for f in scope.filters)


def _summed(parts: Parts) -> Parts:
    made = _merged(Parts(), parts)
    whole = [o.scope for o in parts.scopes if o.every]
    made.scopes = [o for o in parts.scopes if not o.every]
    made.things += [
        Held(Thing(scope, kind=_kind(scope), plural=True, words=parts.words)) for scope in whole
    ]
    return made


def _kind(scope: ir.Scope) -> str:
    """Return the kind of a scope as a thing: `all dinners` are members of a rank."""
    named = any(isinstance(f, ir.Named) for f in scope.filters)
    return "member" if scope.kind == "rank" and named else scope.kind


def _permitted(bound: Bound, comparator: str) -> str:
    """Read `may have up to 3`; what may be so need not be, so anything else says nothing."""
    if comparator in ("<", "<=") or bound.down:
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
    made.prep = second.prep or first.prep
    made.other = first.other or second.other
    made.multiple = first.multiple or second.multiple
    made.plan = first.plan or second.plan
    return made


def before(said: Statement, held: Held) -> ir.BeforeEntry:
    """Return `before dinner`, `right after work` as a filter."""
    if held.thing.scope is None or held.prep == "FOLLOWED_BY" or held.negated:
        raise RefusedError(held.thing.words)
    relation: Any = "before" if held.prep == "BEFORE" else "after"
    if held.right:
        relation = "immediately-" + relation
    return ir.BeforeEntry(relation, said.nouns.block(held.thing.scope))


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


def total(said: Statement, measure: ir.Expr, scopes: list[ir.Scope]) -> ir.Expr:
    """Write a measure as it stands in an item, as a sum in anything larger."""
    ranks = said.lexicon.ranks
    inner = scopes[-1] if scopes else None
    item = inner is not None and (
        inner.kind in ("item", "block") or (inner.kind == "rank" and ranks[inner.name].item)
    )
    return measure if item else ir.Aggregate("sum", measure)
