"""The items of a group, sorted by the role they play: bounds, things, scopes, filters, times."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from evalspec.core.quantity import Interval
from evalspec.core.record import Record
from evalspec.spec import ir
from evalspec.spec.english.clauses import AMOUNTS, NOUNS, Group, Item
from evalspec.spec.english.phrases import Bound, Phrase, bound_of, clock_of, span_of
from evalspec.spec.english.things import Nouns, Thing, with_filter

FLAGS = (
    "TOTAL", "AVERAGE", "MINIMUM", "MAXIMUM", "DISTINCT", "EACH_ONE", "NUMBER_OF", "AMOUNT_OF",
    "GENERIC", "SHARE", "DIFFERENCE", "GAP", "BETWEEN", "TIMES", "TWICE", "THERE", "NO", "MORE",
    "LESS", "THAN", "SOME", "LONG", "ONLY", "EQ", "GE", "LE", "GT", "LT", "NE", "ABOUT", "KEYWORD",
    "LETTER", "FORMAT", "SAY", "WITHOUT", "HALF", "OVERLAP", "SPEND", "DIFFER", "NOT",
)  # fmt: skip
"""Single words that change what the phrases around them mean."""
DROPPED = ("WHO", "ENSURE", "COLON", "RIGHT", "GENERIC")
PLACES = ("IN", "ON", "AT", "FOR", "OF", "BY", "WITHIN", "FROM")


class RefusedError(Exception):
    """Some words were not understood."""

    def __init__(self, *words: str) -> None:
        """Take the words."""
        super().__init__(", ".join(words))
        self.words = tuple(w for w in words if w)


class Over(Record, frozen=True):
    """A scope that a statement is made for: `each day`, `no meal`, `on day 2`."""

    quantifier: Literal["each", "any", "no"]
    scope: ir.Scope


class Held(Record, frozen=True):
    """A thing with the preposition before it."""

    thing: Thing
    prep: str = ""
    joined: str = ""
    right: bool = False
    negated: bool = False


@dataclass(slots=True)
class Parts:
    """The roles in one group."""

    bounds: list[Bound] = field(default_factory=list)
    things: list[Held] = field(default_factory=list)
    scopes: list[Over] = field(default_factory=list)
    filters: list[ir.Filter] = field(default_factory=list)
    clocks: list[tuple[str, int]] = field(default_factory=list)
    spans: list[tuple[int, int, bool]] = field(default_factory=list)
    """Start, end, and whether `between` names them."""
    dates: list[tuple[ir.OnDate, str]] = field(default_factory=list)
    part: list[str] = field(default_factory=list)
    flags: dict[str, str] = field(default_factory=dict)
    """Kind of word → as written."""
    orders: list[Held] = field(default_factory=list)
    """Things that come before or after."""
    within: Parts | None = None
    """What `with …` adds about the thing before it."""
    plan: bool = False
    names: list[str] = field(default_factory=list)
    """Quoted texts and names, for texts."""
    words: str = ""

    def has(self, *flags: str) -> bool:
        """Tell whether one of these words is there."""
        return any(f in self.flags for f in flags)


class Sorter:
    """Sorts the items of a group."""

    def __init__(self, nouns: Nouns) -> None:
        """Take what resolves nouns."""
        self.nouns = nouns

    def parts(self, group: Group) -> Parts:
        """Return the roles of a group's items."""
        made = Parts(words=" ".join(i.phrase.text for i in group.items))
        target = made
        for item in group.items:
            opens = item.prep == "WITH" and (target.things or target.bounds)
            if opens or (item.verb == "LAST" and item.phrase.kind in AMOUNTS and target.things):
                target.within = Parts(words=item.phrase.text)
                target = target.within
            self._take(target, item, made)
        return made

    def _take(self, made: Parts, item: Item, outer: Parts) -> None:
        phrase = item.phrase
        if phrase.kind in AMOUNTS:
            made.bounds.append(bound_of(phrase))
        elif phrase.kind == "each":
            self._each(made, item, outer)
        elif phrase.kind in NOUNS:
            self._noun(made, item)
        elif phrase.kind in ("window", "span", "part", "dated"):
            self._time(made, item)
        elif phrase.kind in FLAGS:
            made.flags.setdefault(phrase.kind, phrase.text)
        elif phrase.kind not in DROPPED:
            raise RefusedError(phrase.text)

    # -- scopes -----------------------------------------------------------------------
    def _each(self, made: Parts, item: Item, outer: Parts) -> None:
        phrase = item.phrase
        token = phrase.first
        if token.type == "PERIODIC":
            rank = str(token.value)
            if rank not in self.nouns.lexicon.ranks:
                raise RefusedError(phrase.text)
            outer.scopes.append(Over("each", ir.Scope("rank", rank)))
            return
        thing = self.thing(phrase)
        if thing.kind == "plan" and token.type in ("EACH", "ALL", "PER"):
            made.plan = True
            return
        if thing.scope is None or token.type == "NO_TWO":
            made.flags.setdefault(token.type, token.text)
            made.things.append(Held(thing, item.prep, item.joined))
            return
        if token.type in ("NO", "ALL") and (made.bounds or thing.measure) and not item.prep:
            raise RefusedError(phrase.text)
        kind: Any = {"NO": "no", "ANY": "any"}.get(token.type, "each")
        if thing.measure:
            made.things.append(Held(Thing(measure=thing.measure, kind="measure"), item.prep))
        outer.scopes.append(Over(kind, thing.scope))
        if kind == "no":
            made.flags.setdefault("NO", token.text)

    # -- nouns ------------------------------------------------------------------------
    def thing(self, phrase: Phrase) -> Thing:
        """Return what a phrase stands for; raise when a word of it is not understood."""
        thing = self.nouns.thing(phrase)
        if thing.unclear:
            raise RefusedError(thing.unclear)
        return thing

    def _noun(self, made: Parts, item: Item) -> None:
        phrase = item.phrase
        if phrase.kind == "numbered" and not self._ordinary(phrase):
            amount = Phrase("bound", phrase.tokens[-1:])
            self._noun(made, Item(Phrase("noun", phrase.tokens[:1]), item.prep, joined=item.joined))
            made.bounds.append(bound_of(amount))
            return
        thing = self.thing(phrase)
        if phrase.first.type == "QUOTED":
            made.names.append(str(phrase.first.value))
        if thing.kind == "plan":
            made.plan = True
            return
        if item.prep in ("BEFORE", "AFTER", "FOLLOWED_BY"):
            made.orders.append(Held(thing, item.prep, item.joined, item.right, item.negated))
            return
        if item.prep in ("EXCEPT", "WITHOUT", "GT", "LT") and item.prep != "WITHOUT":
            raise RefusedError(phrase.text)
        placed = item.prep in PLACES and phrase.kind in ("numbered", "ordinal", "extreme")
        every = thing.indefinite and not item.prep and (made.bounds or made.things)
        if thing.scope is not None and thing.kind == "rank" and (placed or every):
            made.scopes.append(Over("each", thing.scope))
            return
        made.things.append(Held(thing, item.prep, item.joined, negated=item.negated))

    def _ordinary(self, phrase: Phrase) -> bool:
        senses = {s.kind for s in phrase.first.senses}
        return bool(senses & {"rank", "text"})

    # -- times ------------------------------------------------------------------------
    def _time(self, made: Parts, item: Item) -> None:
        phrase = item.phrase
        if phrase.kind == "part":
            made.part.append(str(phrase.tokens[-1].value))
        elif phrase.kind == "dated":
            made.dates.append((_dates(phrase), item.joined))
        elif phrase.kind == "span":
            low, high = span_of(phrase)
            made.spans.append((low, high, phrase.has("BETWEEN")))
        elif item.verb in ("START", "END"):
            made.filters.append(self._marked(item))
        else:
            made.clocks.append(clock_of(phrase))

    def _marked(self, item: Item) -> ir.TimeWindow:
        """Read `starting at 8:00`, `that ends by 17:00`."""
        comparator, minutes = clock_of(item.phrase)
        kind = "starting" if item.verb == "START" else "ending"
        if comparator == "=" or (comparator == ">=" and item.phrase.first.type == "FROM"):
            return ir.TimeWindow(kind, minutes)  # type: ignore[arg-type]
        if comparator in ("<=", "<"):
            return ir.TimeWindow(kind + "-by", minutes)  # type: ignore[arg-type]
        if kind == "starting":
            return ir.TimeWindow("after", minutes)
        raise RefusedError(item.phrase.text)


def _dates(phrase: Phrase) -> ir.OnDate:
    token = phrase.tokens[-1]
    if token.type == "DAYNAME":
        assert isinstance(token.value, int)
        return ir.OnDate((token.value,))
    if token.type == "DATE":
        return ir.OnDate(low=str(token.value), high=str(token.value))
    return ir.OnDate((6, 7) if token.type == "WEEKEND" else (1, 2, 3, 4, 5))


def clock_filters(parts: Parts) -> tuple[ir.Filter, ...]:
    """Return what a group says about times as filters of a scope."""
    filters: list[ir.Filter] = list(parts.filters)
    for comparator, minutes in parts.clocks:
        kind: Any = {"=": "at", "<": "before", "<=": "before", ">": "after", ">=": "after"}[comparator]
        filters.append(ir.TimeWindow(kind, minutes))
    filters += [ir.TimeWindow("from-to", low, high) for low, high, _ in parts.spans]
    filters += [ir.DuringPart(part) for part in parts.part]
    filters += [date for date, _ in parts.dates]
    return tuple(filters)


def lasting(bound: Bound) -> ir.Lasting:
    """Return a length of time as a filter: `a 2-hour break`."""
    minutes = bound.value.scaled(bound.unit.factor)
    if bound.high is not None:
        minutes = Interval(minutes.low, bound.high.scaled(bound.unit.factor).high)
    comparator: Any = bound.comparator or "="
    return ir.Lasting(comparator, minutes)


__all__ = ["Held", "Over", "Parts", "RefusedError", "Sorter", "clock_filters", "lasting", "with_filter"]
