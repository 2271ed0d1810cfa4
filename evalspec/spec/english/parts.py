"""The items of a group, sorted by the role they play: bounds, things, scopes, filters, times."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from evalspec.core.quantity import UNITLESS, Interval
from evalspec.core.record import Record
from evalspec.spec import ir
from evalspec.spec.english.clauses import AMOUNTS, NOUNS, TIMES, Group, Item
from evalspec.spec.english.dates import DATES, on_dates, stretch
from evalspec.spec.english.errors import RefusedError
from evalspec.spec.english.exceptions import exception
from evalspec.spec.english.phrases import (
    FLIPPED,
    Bound,
    Multiple,
    Phrase,
    bound_of,
    clock_of,
    multiple_of,
    span_of,
)
from evalspec.spec.english.things import Nouns, Thing
from evalspec.spec.english.tokens import Token
from evalspec.spec.english.wordlist import key_words

FLAGS = (
    "TOTAL", "TOGETHER", "AVERAGE", "MINIMUM", "MAXIMUM", "DISTINCT", "EACH_ONE", "NUMBER_OF", "AMOUNT_OF",
    "SAME",
    "GENERIC", "SHARE", "DIFFERENCE", "GAP", "BETWEEN", "TIMES", "TWICE", "THERE", "NO", "MORE",
    "LESS", "THAN", "SOME", "LONG", "ONLY", "EQ", "GE", "LE", "GT", "LT", "NE", "ABOUT", "KEYWORD",
    "LETTER", "FORMAT", "OR_MORE", "OR_LESS", "SAY", "WITHOUT", "HALF", "OVERLAP", "SPEND",
    "DIFFER", "NOT", "ADJACENT",
)  # fmt: skip
"""Single words that change what the phrases around them mean."""
DROPPED = ("WHO", "COLON")
PLACES = ("IN", "ON", "AT", "FOR", "OF", "BY", "WITHIN", "FROM")


class Over(Record, frozen=True):
    """A scope that a statement is made for: `each day`, `no meal`, `on day 2`."""

    quantifier: Literal["each", "any", "no"]
    scope: ir.Scope
    every: bool = False
    """Said with `all` or of a stretch, which may also mean all of them together."""


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
    per: list[Over] = field(default_factory=list)
    """Those of the scopes that `per` names."""
    filters: list[ir.Filter] = field(default_factory=list)
    clocks: list[tuple[str, int]] = field(default_factory=list)
    spans: list[tuple[int, int, bool]] = field(default_factory=list)
    """Start, end, and whether `between` names them."""
    dates: list[tuple[ir.OnDate, str]] = field(default_factory=list)
    part: list[str] = field(default_factory=list)
    either: bool = False
    """Whether one of the times is enough: `before 9:00 or after 17:00`."""
    flags: dict[str, str] = field(default_factory=dict)
    """Kind of word → as written."""
    orders: list[Held] = field(default_factory=list)
    """Things that come before or after."""
    multiple: Multiple | None = None
    """How often the amount of another thing: `twice as many`."""
    other: Parts | None = None
    """What the statement compares with: `than lunch`."""
    within: Parts | None = None
    """What `with …` adds about the thing before it."""
    plan: bool = False
    prep: str = ""
    """The preposition before the first item."""
    excepted: list[Phrase] = field(default_factory=list)
    """What is left out of something that is said later: `except on Sunday, each day …`."""
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
        self.subject = False
        self.asked = False
        """Whether the sentence asks, or is a condition."""
        self.denied = False
        """Whether the clause is denied."""

    def parts(self, group: Group, subject: bool = False) -> Parts:
        """Return the roles of a group's items."""
        self.subject = subject
        made = Parts(words=" ".join(i.phrase.text for i in group.items))
        made.prep = _preposition(group.items)
        target = made
        for place, item in enumerate(group.items):
            self._described(group.items, place)
            self._numbered(group.items, place)
            related = item.verb in ("LAST", *VERB_BOUNDS)
            sized = item.phrase.kind in AMOUNTS and (related or item.prep == "OF")
            scoped = any(h.thing.scope is not None and not h.thing.measure for h in target.things)
            if sized and scoped and not target.bounds and not self.subject:
                target.bounds.append(attached(_said_bound(item)))
                continue
            if item.prep == "EXCEPT":
                self._except(target, item)
                continue
            if place and group.items[place - 1].prep == "EXCEPT" and not item.joined:
                raise RefusedError(item.phrase.text)
            if item.prep == "WITH" and item.phrase.kind == "extreme" and target.things:
                target.things.append(self._with_most(target.things.pop(), item))
                continue
            than = item.prep in ("THAN", "GT", "LT") and item.phrase.kind in (*NOUNS, "dated")
            if than and target.other is None and not target.bounds:
                kind = "MORE" if item.prep == "GT" else item.prep
                target.flags.setdefault(kind, item.said or item.prep)
                target.other = Parts(words=item.phrase.text)
                target = target.other
                item = Item(item.phrase, "", item.verb, item.joined)
            if (sized and scoped) or (item.prep == "WITH" and (target.things or target.bounds)):
                target.within = Parts(words=item.phrase.text)
                target = target.within
            self._take(target, item)
        for phrase in made.excepted:
            self._leave_out(made, phrase)
        keyed = made.flags.get("KEYWORD", "").lower() in key_words()
        if made.has("ONLY") and not keyed and not any(h.thing.form for h in made.things):
            raise RefusedError(made.flags["ONLY"])
        return made

    # -- exceptions -------------------------------------------------------------------
    def _except(self, made: Parts, item: Item) -> None:
        """Leave out of what was said last: `every day except Sunday`."""
        if made.scopes or made.things:
            self._leave_out(made, item.phrase)
        else:
            made.excepted.append(item.phrase)

    def _leave_out(self, made: Parts, phrase: Phrase) -> None:
        """Leave something out of the last scope of a group, else of its last thing."""
        if made.scopes:
            over = made.scopes[-1]
            left_out = exception(self.nouns, over.scope, phrase)
            made.scopes[-1] = Over(over.quantifier, over.scope.narrowed(left_out), over.every)
            return
        last = made.things[-1] if made.things else None
        if last is None or last.thing.scope is None or not last.thing.plural or made.bounds:
            raise RefusedError(phrase.text)
        left_out = exception(self.nouns, last.thing.scope, phrase)
        values = {name: getattr(last.thing, name) for name in last.thing.__struct_fields__}
        thing = Thing(**{**values, "scope": last.thing.scope.narrowed(left_out)})
        made.things[-1] = Held(thing, last.prep, last.joined, last.right, last.negated)

    def _with_most(self, held: Held, item: Item) -> Held:
        """Read `the meal with the most calories` as the largest by them."""
        most, thing = self.thing(item.phrase), held.thing
        if not most.extreme or most.scope is not None or thing.plural or item.joined:
            raise RefusedError(item.phrase.text)
        by = self.nouns.measure(most.measure)
        kind: Any = most.extreme
        values = {name: getattr(thing, name) for name in thing.__struct_fields__}
        scope = thing.held().narrowed(ir.Extreme(kind, by))
        return Held(Thing(**{**values, "scope": scope}), held.prep, held.joined, held.right)

    def _numbered(self, items: list[Item], place: int) -> None:
        """Refuse a place in order after `neither` or `no`: `neither day 1 nor day 2`."""
        phrase = items[place].phrase
        if not self.subject or place == 0 or phrase.kind != "bound" or len(phrase.tokens) > 1:
            return
        before = items[place - 1].phrase
        following = items[place + 1 :]
        counts = following and following[0].phrase.kind in NOUNS and not following[0].joined
        if before.kind == "each" and phrase.first.type == "COUNTER" and not counts:
            raise RefusedError(before.text + " " + phrase.text)

    def _described(self, items: list[Item], place: int) -> None:
        """Refuse an unknown word that describes a noun: `vegetarian meals`."""
        item = items[place]
        if place == 0 or item.prep or item.joined:
            return
        before = items[place - 1]
        kinds = (before.phrase.kind, item.phrase.kind)
        for kind, unknown in zip(kinds, (before, item), strict=True):
            word = unknown.phrase
            if kind == "name" and set(kinds) & {"noun", "each"} and word.first.type == "UNKNOWN":
                raise RefusedError(word.text)

    def _take(self, made: Parts, item: Item) -> None:
        phrase = item.phrase
        scopes = len(made.scopes)
        self._role(made, item)
        if item.negated and (phrase.kind in TIMES or len(made.scopes) > scopes):
            raise RefusedError("not", phrase.text)

    def _role(self, made: Parts, item: Item) -> None:
        phrase = item.phrase
        if phrase.kind in AMOUNTS:
            bound = _said_bound(item)
            if item.prep in ("AT", "BY", "FROM") and bound.unit == UNITLESS:
                raise RefusedError(phrase.text)
            made.bounds.append(bound)
        elif phrase.kind == "multiple":
            if made.multiple is not None or made.other is not None:
                raise RefusedError(phrase.text)
            made.multiple = multiple_of(phrase)
        elif phrase.kind == "each":
            self._each(made, item)
        elif phrase.kind in NOUNS:
            self._noun(made, item)
        elif phrase.kind in ("window", "span", "part", "dated"):
            self._time(made, item)
        elif phrase.kind == "EACH" and phrase.text.lower() == "every":
            raise RefusedError(phrase.text)
        elif phrase.kind == "EACH":
            made.flags.setdefault("EACH_ONE", phrase.text)
        elif phrase.kind == "ALL" and phrase.text.lower() == "both":
            made.flags.setdefault("BOTH", phrase.text)
        elif phrase.kind in FLAGS:
            made.flags.setdefault(phrase.kind, phrase.text)
        elif phrase.kind not in DROPPED:
            raise RefusedError(phrase.text)

    # -- scopes -----------------------------------------------------------------------
    def _each(self, made: Parts, item: Item) -> None:
        phrase = item.phrase
        token = phrase.first
        if token.type == "PERIODIC":
            rank = str(token.value)
            if rank not in self.nouns.lexicon.ranks:
                raise RefusedError(phrase.text)
            made.scopes.append(Over("each", ir.Scope("rank", rank)))
            return
        if phrase.tokens[-1].type in DATES:
            self._each_date(made, item)
            return
        thing = self.thing(phrase)
        if token.type == "PER" and self.nouns.counts(phrase):
            raise RefusedError(phrase.text)
        held = {s.name for t in phrase.tokens[1:2] for s in t.senses if s.kind == "rank"}
        if held and thing.kind in ("member", "category"):
            raise RefusedError(phrase.text)  # `each day lunch`: the day would be lost
        if item.prep in ("BEFORE", "AFTER", "FOLLOWED_BY"):
            if token.type != "ANY":
                raise RefusedError(phrase.text)
            made.orders.append(Held(thing, item.prep, item.joined, item.right, item.negated))
            return
        if thing.kind == "plan" and token.type in ("EACH", "ALL", "PER"):
            made.plan = True
            return
        if thing.kind == "measure" and token.type in ("EACH", "NO", "ANY") and self.subject:
            none = token.type == "NO"
            made.scopes.append(Over("no" if none else "each", self.nouns.item()))
            made.things.append(Held(thing, item.prep))
            return
        none = token.type == "NO" and not self.subject
        listed = token.type == "ALL" and thing.kind in ("category", "name", "member")
        if listed and self.denied and token.text.lower().startswith("both"):
            raise RefusedError(token.text)
        if listed and not self.subject and not item.prep:
            made.things.append(Held(thing, item.prep, item.joined))
            return
        if token.text.lower() == "each of" and thing.kind in ("category", "name") and made.bounds:
            made.flags.setdefault("EACH_ONE", token.text)
            made.things.append(Held(thing, "OF"))
            return
        if thing.kind in ("mark", "form") and token.type in ("ANY", "ALL"):
            made.things.append(Held(thing, item.prep, item.joined))
            return
        placed = item.prep or token.text.lower().split()[0] in ("on", "in", "for")
        object_ = not (self.subject or placed or thing.measure)
        if token.type == "ANY" and object_ and thing.scope is not None:
            made.things.append(Held(thing, item.prep, item.joined))
            return
        if thing.scope is None or token.type == "NO_TWO" or none:
            made.flags.setdefault(token.type, token.text)
            made.things.append(Held(thing, item.prep, item.joined))
            return
        kind: Any = (
            self._any(token) if token.type == "ANY" else "no" if token.type == "NO" else "each"
        )
        if token.type == "EACH" and not made.flags.get("AVERAGE", "on").lower().startswith("on"):
            made.flags.setdefault("EACH_AVERAGE", token.text)
        if thing.measure:
            made.things.append(Held(Thing(measure=thing.measure, kind="measure"), item.prep))
        if item.joined and made.scopes:
            self._widened(made, thing)
            return
        every = token.type == "ALL"
        made.scopes.append(Over(kind, self.nouns.block(thing.scope), every))
        if token.type == "PER":
            made.per.append(made.scopes[-1])

    def _each_date(self, made: Parts, item: Item) -> None:
        """Read `every weekday` and `no Sunday` as days on these dates."""
        token, days = item.phrase.first, on_dates(item.phrase)
        whole = token.type == "ANY" and self._any(token) != "each"
        if whole or item.joined or (token.type == "NO" and not self.subject):
            raise RefusedError(item.phrase.text)
        kind: Any = "no" if token.type == "NO" else "each"
        weekend = item.phrase.tokens[-1].type == "WEEKEND"
        if weekend:
            raise RefusedError(item.phrase.text)  # each of its days, or both together
        made.scopes.append(Over(kind, ir.Scope("rank", "day", (days,))))

    def _any(self, token: Token) -> str:
        """Return what `any` is: one of them in a question, each of them in a statement.

        `It must not exceed 10 g in any meal` and `in a single meal` are said of each meal;
        `a single meal must have 10 g` is not certain.
        """
        if self.asked:
            return "any"
        words = token.text.lower().split()
        every = "any" in words and not (self.subject and "of" in words)
        if not every and not self.denied:
            raise RefusedError(token.text)
        return "each"

    def _widened(self, made: Parts, thing: Thing) -> None:
        """Join `every lunch and dinner`, `neither lunch nor dinner` into one scope."""
        last = made.scopes[-1]
        whole = union([last.scope, self.nouns.block(thing.held())])
        if whole is None:
            raise RefusedError(thing.words)
        made.scopes[-1] = Over(last.quantifier, whole, last.every)

    # -- nouns ------------------------------------------------------------------------
    def thing(self, phrase: Phrase) -> Thing:
        """Return what a phrase stands for; raise when a word of it is not understood."""
        thing = self.nouns.thing(phrase)
        if thing.unclear:
            raise RefusedError(thing.unclear)
        return thing

    def _noun(self, made: Parts, item: Item) -> None:
        phrase = item.phrase
        if phrase.kind == "numbered" and self._amount_after(phrase):
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
        if item.prep == "EXCEPT":
            raise RefusedError(phrase.text)
        listed = item.joined and not item.prep and not made.things and not made.bounds
        if listed and made.scopes and thing.scope is not None:
            self._widened(made, thing)
            return
        placed = item.prep in PLACES and (
            phrase.kind in ("numbered", "ordinal", "extreme")
            or (thing.definite and not thing.plural and not thing.measure)
        )
        every = thing.indefinite and not item.prep and (made.bounds or made.things)
        if thing.scope is not None and thing.kind == "rank" and (placed or every):
            several = item.prep == "OF" and thing.plural and phrase.kind in ("numbered", "ordinal")
            made.scopes.append(Over("each", thing.scope, several))
            return
        made.things.append(Held(thing, item.prep, item.joined, item.right, item.negated))

    def _amount_after(self, phrase: Phrase) -> bool:
        """Tell whether the number after a noun is an amount (`calories 500`), not its place."""
        senses = {s.kind for s in phrase.first.senses}
        return not (phrase.has("MARKED") or senses & {"rank", "text"}) and (
            phrase.first.plural
            or senses == {"plan"}
            or ("measure" in senses and not self.nouns.counts(phrase))
        )

    # -- times ------------------------------------------------------------------------
    def _time(self, made: Parts, item: Item) -> None:
        phrase = item.phrase
        if item.joined == "OR" and phrase.kind != "dated":
            made.either = True
        if phrase.kind == "part":
            made.part.append(str(phrase.tokens[-1].value))
        elif phrase.kind == "dated":
            days = on_dates(phrase)
            if item.prep in ("TO", "BY") and made.dates:
                days = stretch(made.dates.pop()[0], days, phrase)
            made.dates.append((days, item.joined))
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


def _preposition(items: list[Item]) -> str:
    """Return how an object begins; of `finish each day with a walk` it is `with`."""
    told = items[1:] if items and items[0].phrase.kind == "each" and not items[0].prep else items
    return told[0].prep if told else ""


VERB_BOUNDS = {"EXCEED": ">", "FALL_BELOW": "<", "REACH": ">=", "LIMIT": "<="}
"""Verb → the comparator it gives a bare amount."""


def _said_bound(item: Item) -> Bound:
    """Return an amount with what a relative clause makes of it: `that do not exceed 60 min`."""
    bound = bound_of(item.phrase)
    implied = VERB_BOUNDS.get(item.verb, "")
    if not implied and not item.negated:
        return bound
    if bound.high is not None:
        raise RefusedError(bound.text)
    comparator = bound.comparator or implied or "="
    values = {name: getattr(bound, name) for name in bound.__struct_fields__}
    return Bound(**{**values, "comparator": FLIPPED[comparator] if item.negated else comparator})


def attached(bound: Bound) -> Bound:
    """Take an amount as describing the noun: `a break of 20 minutes`."""
    values = {name: getattr(bound, name) for name in bound.__struct_fields__}
    return Bound(**{**values, "attached": True})


def clock_filters(parts: Parts) -> tuple[ir.Filter, ...]:
    """Return what a group says about times as filters of a scope."""
    if len(set(parts.part)) > 1:
        raise RefusedError(*parts.part)
    filters: list[ir.Filter] = list(parts.filters)
    for comparator, minutes in parts.clocks:
        kind: Any = {"=": "at", "<": "before", "<=": "before", ">": "after", ">=": "after"}[
            comparator
        ]
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


def union(scopes: list[ir.Scope]) -> ir.Scope | None:
    """Return one scope that holds all: `meal named any of ["lunch", "dinner"]`."""
    first = scopes[0]
    names: list[str] = []
    for scope in scopes:
        alike = (scope.kind, scope.name, scope.within) == (first.kind, first.name, first.within)
        named = [f for f in scope.filters if isinstance(f, ir.Named)]
        if not alike or len(named) != 1 or len(scope.filters) != 1:
            return None
        names += named[0].names
    return ir.Scope(first.kind, first.name, (ir.Named(tuple(names)),), first.within)
