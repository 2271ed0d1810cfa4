"""What is said of some of those that were spoken of: `…, two of them in the afternoon`, `…, the first at 9`."""

from __future__ import annotations

import re
from typing import Any, Literal

from evalspec.core.record import Record
from evalspec.language.english.lexicon import Words
from evalspec.language.english.meanings import (
    FLIPPED,
    Ask,
    Asks,
    Bound,
    Clause,
    Noun,
    Over,
    Subject,
    Times,
    Window,
    changed,
    clause_of,
    negated,
)
from evalspec.language.english.rule import rule
from evalspec.language.english.rules import bounds, elsewhere, nouns, placing, streaks
from evalspec.language.english.rules.demands.amounts import amount_of
from evalspec.language.english.rules.demands.counts import closed_asks, count
from evalspec.language.english.rules.demands.duties import dutiful
from evalspec.language.english.rules.times import gaps
from evalspec.language.english.state.clauses import clause
from evalspec.language.english.state.overs import block_text, fold_overs, folded, readings_of
from evalspec.language.english.state.times import time_formulas


class Some(Record, frozen=True):
    """Which of those that were spoken of."""

    kind: Literal["no", "each", "count", "nth", "total"]
    bound: Bound | None = None
    """How many of them."""
    number: int = 0
    """Which of them, by its place."""
    open: bool = False
    """Whether it stays unsaid of what: `one in the morning`."""
    shared: bool = False
    """Whether it may be a part of an amount too: `of which one`."""


class Told(Record, frozen=True):
    """Something that is said of some of them."""

    some: Some
    what: tuple[Any, ...]
    more: tuple[Told, ...] = ()
    """What is said of others of them."""


# -- which of them ----------------------------------------------------------------------------------
@rule("Some -> NONE_OF_THEM", example="none of them")
def none_of_them(w: Words) -> Some:
    return Some("no")


@rule("Some -> EACH|ALL* OF_THEM?", example="each of them")
def each_of_them(w: Words, word: str) -> Some | None:
    """Not `every three days`."""
    return Some("each") if word in ("each", "all", "both", "each one", "every one") else None


@rule("Some -> NO*", example="neither")
def neither(w: Words, word: str) -> Some | None:
    return Some("no") if word == "neither" else None


@rule("Some -> EACH_ONE", example="individually")
def each_one(w: Words) -> Some:
    return Some("each")


@rule("Some -> Bound OF_THEM*", "Some -> OF_THEM* Bound", example="at least two of them")
def so_many_of_them(w: Words, one: Any, other: Any) -> Some | None:
    bound, word = (one, other) if isinstance(one, Bound) else (other, one)
    return Some("count", bound, shared=word == "of which") if bound.amount.bare else None


@rule("Some -> THAT*", example="which")
def which(w: Words, word: str) -> Some | None:
    return Some("each") if word == "which" else None


@rule("Some -> NTH* ONE|OF_THEM?", example="the first one")
def nth_of_them(w: Words, number: int) -> Some:
    return Some("nth", number=number)


# -- what is said of them ---------------------------------------------------------------------------
@rule("Trait -> WITH|HAVING Asks", example="with fish")
def with_it(w: Words, asks: Asks) -> Asks:
    return asks


@rule("Trait -> Bound LONG?", example="over 600 kcal")
def over_it(w: Words, bound: Bound) -> Asks | None:
    return None if bound.amount.bare else Asks((Ask("amount", bound),))


@rule("Told -> Some Trait|Asks|Deed|Times|Window|Over", "Told -> Some Over Window", "Told -> Some Window Over",
      "Told -> Some MUST Window|Over|Times", example="two of them in the afternoon")  # fmt: skip
def told(w: Words, some: Some, *what: Any) -> Told | None:
    if len(what) == 1 and isinstance(what[0], Times) and some.kind == "nth":
        return Told(some, (Asks((Ask("time", times=what[0], text="be"),)),))
    return Told(some, what)


@rule("Told -> Some Copula Window|Over|Thing|Name / IT* Copula Over|InRow / "
      "IT* Copula IN_A_ROW|NEXT_TO_EACH_OTHER", example="of which exactly two are cardio")  # fmt: skip
def told_to_be(w: Words, some: Any, duty: str, *what: Any) -> Told | None:
    """Not `three calls, and they are on Friday`, which is one demand."""
    if not isinstance(some, Some):
        denied = some == "they" and duty in ("must not", "may not")
        return Told(Some("no"), what) if denied else None
    if duty != "must" or any(isinstance(part, Noun) and part.article == "the" for part in what):
        return None
    noun = next((part for part in what if isinstance(part, Noun)), None)
    return Told(some, what if noun is None else (Asks((Ask("there", noun=noun),)),))


@rule("Told -> Some NOT Times / Some Duty NOT Times", example="the last one not after 20:00")
def told_not(w: Words, some: Some, *what: Any) -> Told | None:
    asks = dutiful(Asks((Ask("time", times=what[-1], text="be"),)), "must not")
    return None if asks is None or len(what) > 1 else Told(some, (asks,))


@rule(
    "Told -> Asks|Trait ANY_OF_THEM|EACH|EACH_ONE", example="not more than 900 kcal in any of them"
)
def in_any(w: Words, asks: Asks) -> Told:
    return Told(Some("each"), (asks,))


@rule("Told -> Bound TOGETHER / TOGETHER Bound", example="20 minutes altogether", cost=-0.2)
def come_to(w: Words, bound: Bound) -> Told | None:
    return Told(Some("total"), (Asks((Ask("amount", bound),)),))


@rule("Told -> Told Close", example="five minutes each at most", cost=0.05)
def told_closed(w: Words, part: Told, close: bounds.Close) -> Told | None:
    (what, *more) = part.what
    made = closed_asks(w, what, close) if isinstance(what, Asks) and not more else None
    return None if made is None else changed(part, what=(made,))


@rule("Told -> Bound Window|Over|Trait / Bound Over Window / Bound Over Close",
      example="one in the morning", cost=0.1)  # fmt: skip
def unsaid(w: Words, bound: Bound, *what: Any) -> Told | None:
    """Count what was spoken of, without a word for it."""
    if isinstance(what[-1], bounds.Close):
        closed = bounds.closed(w, bound, what[-1])
        return None if closed is None else unsaid(w, closed, *what[:-1])
    return Told(Some("count", bound, open=True), what) if bound.amount.bare else None


@rule("Told -> NOT Over|Window|InRow", "Told -> NOT|NONE_OF_THEM NEXT_TO_EACH_OTHER", "Told -> NOT IN_A_ROW", "Told -> NO_TWO|NONE_OF_THEM IN_A_ROW|InRow|Over",
      example="never on Sunday")  # fmt: skip
def never(w: Words, *what: Any) -> Told:
    return Told(Some("no"), what)


@rule("Told -> NOT Freq Over", example="never twice on the same day")
def not_so_often(w: Words, bound: Bound, over: Over) -> Told | None:
    denied = Bound((changed(bound.limits[0], comparator="<"),)) if bound.plain else negated(bound)
    return None if denied is None else Told(Some("count", denied), (over,))


# -- put together -----------------------------------------------------------------------------------
@rule("Follow -> COMMA|SEMICOLON|AND|BUT Told / WITH Told / COMMA AND|BUT Told",
      example=", none of them over 20 minutes")  # fmt: skip
def follow(w: Words, one: Told) -> Told:
    return one


@rule("Follow -> Follow COMMA|AND Bound Thing|Name", "Follow -> Follow COMMA AND Bound Thing|Name",
      example=", two of them running and two strength", cost=-0.1)  # fmt: skip
def and_so_many(w: Words, one: Told, bound: Bound, noun: Noun) -> Told | None:
    if one.some.kind != "count" or one.some.open or not isinstance(one.what[0], Asks):
        return None
    if not bound.amount.bare or any(a.kind != "there" for a in one.what[0].parts):
        return None
    other = Told(Some("count", bound, open=True), (Asks((Ask("there", noun=noun),)),))
    return changed(one, more=(*one.more, other))


@rule("Clause -> Clause Follow", example="two calls, none of them over 20 minutes", cost=-0.2)
def followed(w: Words, inner: Clause, one: Told) -> Any:
    """Say it of the things that the clause before speaks of, where it does."""
    noun = inner.things
    if noun is None or inner.test or inner.asks is not None:
        return None
    if noun.kind in ("plan", "literal", "mark", "keys", "several") or len(noun.members) > 1:
        return None
    if one.some.shared and noun.counts == "amount":
        return None  # `two hours of walks, of which one on Monday`
    inner = _of_each(w, inner, noun)
    counted = inner.formula.startswith("count(")
    never = one.some.kind == "no" and any(isinstance(part, Window) for part in one.what)
    if not counted and (one.some.open or (never and not noun.plural)):
        return None  # `lunch is at 12:00, not at 13:00`
    in_row = not one.what or isinstance(one.what[0], tuple)
    if in_row and inner.formula.startswith("exists ") and noun.kind in ("category", "name"):
        return None  # `eggs for breakfast, never two days in a row`: not for each breakfast
    days_ = {o.rank for o in one.what if isinstance(o, Over)} & {o.rank for o in inner.overs}
    wider = any(o.level > d.level for o in inner.overs for d in one.what if isinstance(d, Over))
    if one.some.open and (days_ or wider):
        return None  # `two meetings a day, one on Friday`: then, and not besides
    if one.some.kind == "total":
        asks = _bounded_alike(w, inner, one.what[0])
        if asks is None:
            return None
        one = changed(one, what=(asks,))
    made = [inner]
    for told in (one, *one.more):
        others = _said(w, _plainly(noun), told)
        made = readings_of([_beside(m, other) for m in made for other in others])
    return made


def _bounded_alike(w: Words, inner: Clause, asks: Asks) -> Asks | None:
    """Give a number the unit and the comparator of the first: `max 5 minutes each and 20 altogether`."""
    (ask,), found = asks.parts, elsewhere.BOUNDED.fullmatch(inner.formula)
    if ask.bound is None:
        return None
    limit = ask.bound.limits[0]
    known = w.lexicon.units.get(found["unit"] or "") if found is not None else None
    if limit.amount.bare:
        if known is None or found is None or len(ask.bound.limits) > 1:
            return None
        amount = changed(limit.amount, unit=found["unit"], dimension=known.dimension)
        limit = changed(limit, amount=amount)
    if ask.bound.plain and limit.amount.exact and not limit.firm and found is not None:
        denied = any(o.quantifier == "no" for o in inner.overs)
        limit = changed(limit, comparator=FLIPPED[found["sign"]] if denied else found["sign"])
    elif len(ask.bound.limits) > 1:
        return asks
    return changed(asks, parts=(changed(ask, bound=Bound((limit,))),))


@rule("After -> Bound Over? Close?", example="two a day at most")
def after(w: Words, bound: Bound, over: Over | None, close: bounds.Close | None) -> Any:
    """A bound alone; a number without one would be another demand."""
    closed = bound if close is None else bounds.closed(w, bound, close)
    return None if closed is None or closed.plain else (closed, (over,) if over else ())


@rule("Clause -> Clause COMMA|BUT After / Clause COMMA AND|BUT After",
      example="finish the day with a walk, but half an hour at most",
      against="two snacks, one at most", cost=0.2)  # fmt: skip
def afterthought(w: Words, inner: Clause, more: tuple[Bound, tuple[Over, ...]]) -> Clause | None:
    """Say how many, or how much, of what was asked for without a number."""
    noun = inner.topic
    asked = _ASKED.fullmatch(inner.formula)
    if noun is None or inner.test or inner.asks is not None or not asked:
        return None
    made = _so_much(w, changed(noun, overs=()), *more)
    if made is None:
        return None
    rows = [inner.written, folded(made)]
    rows = rows[1:] if asked["alone"] and not more[0].amount.bare else rows
    return changed(clause_of(rows, inner.overs), nominal=inner.nominal, things=noun)


@rule("Clause -> Noun COMMA|BUT After / Noun COMMA BUT After",
      example="museums, but one a day at most", cost=0.5)  # fmt: skip
def noun_after(w: Words, noun: Noun, more: tuple[Bound, tuple[Over, ...]]) -> Clause | None:
    """Say how many, or how much, of something."""
    kinds = ("category", "name", "member", "item", "block")
    fits = noun.kind in kinds and not (noun.overs or noun.placed)
    return _so_much(w, noun, *more) if fits else None


def _so_much(w: Words, noun: Noun, bound: Bound, overs: tuple[Over, ...]) -> Clause | None:
    noun = changed(noun, article="")
    if bound.amount.unit in w.lexicon.ranks:
        return None  # `yoga, four days a week`
    if bound.amount.bare:
        ask = count(w, bound, noun) if noun.plural else None
    else:
        ask = Ask("amount", bound, text="size" if bound.amount.dimension == "time" else "")
    who = Subject(None) if bound.amount.bare else Subject(noun)
    made = None if ask is None else clause(w, who, Asks((ask,), overs=overs))
    return made if isinstance(made, Clause) else None


@rule("Clause -> Clause COMMA|AND|WITH? Room BETWEEN_THEM / "
      "Clause COMMA AND|WITH Room BETWEEN_THEM / Clause COMMA AND|WITH? BETWEEN_THEM Room",
      example="talks no longer than 30 minutes with at least 10 minutes between them")  # fmt: skip
def between_them(w: Words, inner: Clause, bound: Bound) -> Clause | None:
    """Hold how far those are apart that the clause before speaks of."""
    noun = inner.things
    if noun is None or not noun.plural or noun.several or inner.test or inner.asks is not None:
        return None
    apart = gaps.gap(w, bound, _plainly(noun)) if bound.amount.dimension == "time" else None
    return None if apart is None else _beside(_of_each(w, inner, noun), apart)


_ASKED = re.compile(
    r"(?P<alone>exists (?:(?! and )[^<>=])*)|[\w-]+ >= 1|exists [^<>=]* and not exists [^<>=]*"
)
"""That something is there, at an edge or anywhere."""


def _plainly(noun: Noun) -> Noun:
    """Return the kind of thing that `the first meal` is one of."""
    filters = _PLACE.sub("", noun.filters) if noun.placed and not noun.front else noun.filters
    counts = noun.counts if noun.counts != "amount" else ""
    made = changed(noun, front="", filters=filters, placed=False, plural=True, counts=counts)
    return changed(made, article="", overs=(), also=())


def _of_each(w: Words, inner: Clause, noun: Noun) -> Clause:
    """Take a length that is said of several for that of each: `shifts last four hours, the first …`."""
    summed = _SUMMED.fullmatch(inner.formula) if noun.counts != "amount" else None
    if summed is None or not noun.plural or noun.kind not in ("category", "name"):
        return inner
    length = "duration" if w.scheduled or noun.kind == "category" else "sum(duration)"
    return changed(inner, formula=f"each {block_text(w, noun)}: {length} {summed['rest']}")


_SUMMED = re.compile(r"duration\((?:block\([^()]*\)|[\w-]+|\"[^\"]*\")\) (?P<rest>.*)")
_PLACE = re.compile(r" \d+(?: from end| to \d+)?$")


def _beside(one: Clause, other: Clause) -> Clause | None:
    """Join a clause to one about the same things, inside the scopes that hold both."""
    level = one.things.level if one.things is not None else 0
    within = tuple(o for o in one.overs if o.quantifier == "each" and o.level < level)
    own = tuple(o for o in other.overs if o not in within)
    ranks = {o.rank for o in within}
    if any(o.rank in ranks for o in own) and any(o.scope != o.rank for o in within):
        places = [o.scope.removeprefix(o.rank) for o in (*within, *own)]
        apart = (
            len(places) == 2 and other.formula.startswith("not exists") and elsewhere.apart(*places)
        )
        if not apart or one.formula.startswith("count("):
            return None  # `on weekdays three, on Friday one`
        within, own = (), other.overs  # `meetings on Monday, not on Friday`
    if any(o.level < level for o in own) and all(o.scope == o.rank for o in within):
        within, own = (), other.overs  # `18 a week, at most four a day`
    mine = tuple(o for o in one.overs if o not in within)
    made = clause_of([fold_overs(mine, one.written), fold_overs(own, other.written)], within)
    return changed(made, nominal=one.nominal, things=one.things)


def _said(w: Words, noun: Noun, one: Told) -> list[Clause]:
    """State what is said of some of a kind; several readings where people mean either."""
    some, what = one.some, one.what
    if some.kind == "count" and some.bound is not None:
        limit = some.bound.limits[0]
        exact = some.bound.plain and some.bound.amount.exact and not (limit.firm or some.open)
        signs = ("=", ">=") if exact else (limit.comparator,)
        bounds_ = [
            changed(some.bound, limits=(changed(limit, comparator=s), *some.bound.limits[1:]))
            for s in signs
        ]
        made = readings_of([_counted(w, noun, bound, what) for bound in bounds_])
        return made if len(made) == len(signs) else []
    if some.kind == "nth":
        return _of_one(w, nouns.nth(w, some.number, changed(noun, plural=False)), what)
    if some.kind == "total":
        return readings_of(clause(w, Subject(noun, total=True), what[0]))
    if len(what) == 1 and isinstance(what[0], Asks):
        asks = what[0]
        there = [a for a in asks.parts if a.kind == "there"]
        if there and len(there) < len(asks.parts):
            return []
        if any((some.kind == "no" and a.absent) or _holds(a.noun, noun) for a in there):
            return []
        if some.kind == "each" and any(a.noun and a.noun.kind == "name" for a in there):
            return []  # `30 minutes each way`
        return readings_of(clause(w, Subject(noun, some.kind), asks))
    if some.kind == "each":
        ask = Ask("time", times=what[0], text="be") if isinstance(what[0], Times) else None
        return time_formulas(w, Subject(noun, "each"), ask) if ask is not None else []
    return readings_of(_none(w, noun, what))


def _holds(one: Noun | None, noun: Noun) -> bool:
    """Tell whether a thing is larger than another: no call has `a day`."""
    return one is not None and one.level <= noun.level and one.kind in ("rank", "plan")


def _none(w: Words, noun: Noun, what: tuple[Any, ...]) -> Clause | None:
    """State that none of a kind is then, or next to another."""
    if not what:
        return streaks.not_next_to(w, noun)
    if isinstance(what[0], tuple):
        return streaks.not_in_row(w, noun, "must not", what[0])
    overs = tuple(part for part in what if isinstance(part, Over))
    windows = [part for part in what if isinstance(part, Window)]
    if any(o.rank == noun.rank != "" for o in overs) or len(overs) + len(windows) < len(what):
        return None
    placed = placing.timed(w, noun, windows[0]) if windows else noun
    if placed is None:
        return None
    made = clause(w, Subject(None), Asks((Ask("there", noun=placed, absent=True),), overs=overs))
    return made if isinstance(made, Clause) else None


def _of_one(w: Words, noun: Noun | None, what: tuple[Any, ...]) -> list[Clause]:
    """State what is said of one of a kind by its place."""
    if noun is None or len(what) > 1:
        return []
    return readings_of(clause(w, Subject(noun), what[0])) if isinstance(what[0], Asks) else []


def _own_kind(asks: Asks, noun: Noun) -> str:
    """Return the filter of those that go by a name of their kind: meals of which one is a snack."""
    (one, *more) = asks.parts
    there = one.noun if one.kind == "there" and not (one.absent or more or asks.overs) else None
    fits = there is not None and there.kind == "member" and noun.kind == "rank"
    return there.filters if there is not None and fits and there.rank == noun.rank else ""


def _counted(w: Words, noun: Noun, bound: Bound, what: tuple[Any, ...]) -> Clause | None:
    """Count those of a kind of which something holds."""
    overs = tuple(part for part in what if isinstance(part, Over))
    for part in what:
        if isinstance(part, Window):
            placed = placing.timed(w, noun, part)
        elif isinstance(part, Asks) and _own_kind(part, noun):
            placed = changed(noun, filters=noun.filters + _own_kind(part, noun))
        elif isinstance(part, Asks):
            inner = clause(w, Subject(None, inner=True), changed(part, permit=False))
            kinds = {a.kind for a in part.parts}
            fits = isinstance(inner, Clause) and not inner.overs and not part.overs
            fits = fits and (len(kinds) == 1 or "there" not in kinds)
            where = f"{noun.filters} where ({inner.formula})" if fits else ""
            placed = changed(noun, filters=where) if fits and noun.kind != "text" else None
        else:
            placed = noun if isinstance(part, Over) else None
        if placed is None:
            return None
        noun = placed
    plain = bound.plain and any(o.scope == o.rank for o in overs)
    if plain or any(o.rank == noun.rank for o in overs):
        return None
    ask = count(w, bound, noun)
    made = None if ask is None else clause(w, Subject(None), Asks((ask,), overs=overs))
    return made if isinstance(made, Clause) else None


@rule("Asks -> Asks COMMA OF_THEM Bound Duty? BE? SPEND ON|FOR|TO? Noun",
      "Deed -> Deed COMMA OF_THEM Bound Duty? BE? SPEND ON|FOR|TO? Noun",
      example="must last 75 minutes, of which no more than 15 go on stretching")  # fmt: skip
def of_which(w: Words, asks: Asks, bound: Bound, duty: str | None, noun: Noun) -> Asks | None:
    """Hold a part of an amount: `75 minutes, of which at most 15 go on fitness`."""
    (first, *more) = asks.parts
    if more or first.kind != "amount" or first.bound is None or first.mean:
        return None
    amount = first.bound.amount
    limits = tuple(
        changed(x, amount=changed(x.amount, unit=amount.unit, dimension=amount.dimension))
        if x.amount.bare
        else x
        for x in bound.limits
    )
    part = amount_of(w, changed(bound, limits=limits), noun)
    found = None if part is None else dutiful(Asks((part,)), duty)
    if found is None or limits[0].amount.dimension != amount.dimension:
        return None
    inner = clause(w, Subject(None, inner=True), found)
    if not isinstance(inner, Clause):
        return None
    text = folded(inner)[0]
    return changed(asks, parts=(first, Ask("test", text=text)))
