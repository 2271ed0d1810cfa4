"""What is there, what is not, and what is all different: by name, by property, by kind."""

from __future__ import annotations

import re
from typing import Any

from evalspec.language.english.lexicon import Words, data, quoted
from evalspec.language.english.meanings import (
    Amount,
    Ask,
    Asks,
    Bound,
    Clause,
    Clock,
    Noun,
    Over,
    Subject,
    Theme,
    Times,
    Window,
    changed,
    clause_of,
    held,
)
from evalspec.language.english.nominal import nominal
from evalspec.language.english.rule import rule
from evalspec.language.english.rules import names, nouns, placing
from evalspec.language.english.rules.demands import joined
from evalspec.language.english.rules.demands.duties import dutiful
from evalspec.language.english.state.clauses import clause
from evalspec.language.english.state.counts import exactly
from evalspec.language.english.state.overs import over_of
from evalspec.language.names import PARTS

_HOLDERS = ("rank", "member", "item")
"""Kinds of things that hold what is named, or are called so themselves."""


# -- by property ----------------------------------------------------------------------------------
@rule("Property -> Words", example="vegetarian", against="has")
def property_(w: Words, text: str) -> str | None:
    """Take one or two words for a property; what ends in an s is no adjective."""
    text = names.bare(text)
    words = text.split()
    if len(words) > 2 or words[-1].lower() in data("qualities"):
        return text if len(words) < 3 else None
    return text if nominal(text) and not any(map(_NO_ADJECTIVE.search, words)) else None


_NO_ADJECTIVE = re.compile(r"(?<!s)s$|ly$")


@rule("Property -> Words FREE", example="meat-free")
def free_of(w: Words, text: str) -> str:
    return f"{names.bare(text)}-free"


@rule("Noun -> Property Rank|Thing", example="vegetarian dinners", cost=0.3)
def of_kind(w: Words, text: str, noun: Noun) -> Noun | None:
    if noun.kind not in _HOLDERS or noun.article or " where " in noun.filters:
        return None
    return with_property(w, noun, text)


def with_property(w: Words, noun: Noun, text: str) -> Noun:
    """Narrow a thing to those with something of a name in them or on them."""
    denied = text.lower().startswith("non-")  # `non-lifting days`
    there = f"not exists {quoted(text[4:])}" if denied else f"exists {quoted(text)}"
    lacked = w.lacked(text) if noun.rank in _CALENDAR else ()
    if lacked:  # of all that is on a day
        there = " and ".join(f"not exists {quoted(kind)}" for kind in lacked)
    return changed(noun, filters=f"{noun.filters} where ({there})")


@rule("Noun -> Rank|Thing THAT BE Property", example="a breakfast that is vegan", cost=0.2)
def that_is(w: Words, noun: Noun, text: str) -> Noun | None:
    return with_property(w, noun, text) if noun.kind in _HOLDERS and not noun.placed else None


@rule(
    "Clause -> Subject Copula Property",
    "Clause -> Subject Copula SOMETHING Property",
    example="two of the dinners must be vegetarian",
    cost=0.2,
)
def has_property(w: Words, subject: Subject, duty: str, text: str) -> Any:
    noun = subject.noun
    named = noun is not None and noun.kind == "name" and not (noun.placed or noun.cited)
    if noun is None or not (noun.kind in _HOLDERS or named) or subject.total or subject.mean:
        return None
    if named and text.split()[-1].lower() not in data("qualities"):
        return None  # `the dog has to be fed`
    if noun.scope.startswith("value("):
        return None  # what a person is to be is no thing that a plan holds
    asks = dutiful(Asks((Ask("there", noun=names.named(text)),)), duty)
    made = clause(w, subject, asks)
    some = subject.quantifier.startswith(("exactly", "at"))
    if some and isinstance(made, Clause):  # `two of the dinners must be fish, but not …`
        return changed(made, things=with_property(w, noun, text))
    return made


@rule("Clause -> Subject Copula SOMETHING WITH Ask", example="lunch must be something with rice")
def has_in_it(w: Words, subject: Subject, duty: str, ask: Ask) -> Any:
    held = subject.noun is not None and ask.kind == "there"
    return clause(w, subject, dutiful(Asks((ask,)), duty)) if held else None


@rule("Clause -> Subject Copula FREE", example="all stops must be free")
def costs_nothing(w: Words, subject: Subject, duty: str) -> Any:
    asks = priceless(w)
    several = subject.noun is not None and subject.noun.kind in (*_HOLDERS, "category")
    own = several and not subject.total and not _of_time(w, subject.noun)
    return clause(w, subject, dutiful(asks, duty)) if asks is not None and own else None


def _of_time(w: Words, noun: Noun | None) -> bool:
    """Tell whether a thing is a day or a part of one."""
    return noun is not None and (noun.rank in _CALENDAR or noun.name in w.lexicon.parts_of_day)


def priceless(w: Words) -> Asks | None:
    """Ask that a thing costs nothing, where a vocabulary has prices."""
    known = "price" in w.lexicon.measures and not w.scheduled and not w.textual
    return Asks((Ask("test", text="price = 0"),)) if known else None


@rule(
    "Clause -> ALL_THINGS Copula Property",
    "Clause -> ALL_THINGS Property",
    example="everything must be warm",
    cost=0.2,
)
def all_with_property(w: Words, *parts: str) -> Any:
    """Ask a property of each thing of a plan: of each meal, not of each ingredient."""
    *duty, text = parts
    thing = whole_thing(w)
    if thing is None or w.lacked(text) or duty not in ([], ["must"]):
        return None
    return clause(w, Subject(thing, "each"), Asks((Ask("there", noun=names.named(text)),)))


@rule("Noun -> ALL_THINGS EXCEPT|BUT Exception", example="everything except breakfast")
def all_but(w: Words, other: tuple[Noun, ...]) -> Noun | None:
    thing = whole_thing(w)
    return None if thing is None else nouns.excepted(w, thing, other)


@rule(
    "Clause -> ONLY OnlySuch",
    "Clause -> OnlySuch ONLY",
    "Clause -> HAVE ONLY OnlySuch",
    example="only vegetarian dinners",
)
def only_such(w: Words, noun: Noun) -> Any:
    """Ask that things of a kind are all of one property."""
    return noun


@rule(
    "OnlySuch -> Words",
    "OnlySuch -> Words Known",
    example="vegetarian restaurants",
    against="bullet points",
)
def such_named(w: Words, text: str, last: str = "") -> Any:
    """Ask a quality of all things that only have a name: `only vegetarian restaurants`."""
    quality, _, name = f"{names.bare(text)} {last}".strip().partition(" ")
    known = quality.lower() in data("qualities") or w.lacked(quality)
    noun = names.named(name) if known and name.endswith("s") and not w.scheduled else None
    asks = Asks((Ask("there", noun=names.named(quality)),))
    return (
        None
        if noun is None or w.prose
        else clause(w, Subject(changed(noun, plural=True), "each"), asks)
    )


@rule("Clause -> Noun BE IN|AT Name", example="the ceremony is in the garden", cost=0.2)
def is_where(w: Words, noun: Noun, place: Noun) -> Any:
    """Ask where a piece of a schedule is, by what is said of it."""
    own = noun.kind in ("name", "category") and not (noun.overs or noun.filters or noun.cited)
    if not w.scheduled or not own or w.is_person(noun.name) or place.filters:
        return None
    made = clause(w, Subject(noun, "each"), Asks((Ask("there", noun=place),)))
    return changed(made, told=True) if isinstance(made, Clause) else None


@rule(
    "OnlySuch -> Property Rank|Thing",
    "OnlySuch -> Property Rank|Thing Over|Window",
    example="vegetarian dinners",
)
def such(w: Words, text: str, noun: Noun, when: Over | Window | None = None) -> Any:
    if noun.kind not in (*_HOLDERS, "block") or noun.article or not noun.plural:
        return None
    timed = placing.timed(w, noun, when) if isinstance(when, Window) else noun
    overs = (when,) if isinstance(when, Over) else ()
    asks = Asks((Ask("there", noun=names.named(text)),), overs=overs)
    return None if timed is None else clause(w, Subject(timed, "each"), asks)


@rule("Diet -> Property", example="vegan", against="tasty")
def lacking(w: Words, text: str) -> str | None:
    """Take a word for what nothing of some kind may be in: `vegan`, `nut-free`."""
    return text if w.lacked(text) else None


@rule("Diet -> Diet AND? Diet", example="dairy-free and nut-free")
def lacking_both(w: Words, one: str, other: str) -> str:
    return f"{one}, {other}"


@rule("Noun -> Name FOR Thing", "Noun -> Name IN Thing", example="eggs for breakfast", cost=0.3)
def at_meal(w: Words, noun: Noun, meal: Noun) -> Noun | None:
    if meal.kind != "member" or meal.article or meal.filters != f" named {quoted(meal.name)}":
        return None
    return with_property(w, meal, noun.name)


# -- in place of others ---------------------------------------------------------------------------
@rule("Clause -> Noun REPLACING Noun Over?", "Clause -> SWAP* Noun BY*|FOR*|WITH* Noun Over?", "Clause -> REPLACING* Noun COMMA* Noun Over?",
      "Clause -> REPLACING* Noun COMMA? HAVE* Noun Over?", example="replace the butter with olive oil")  # fmt: skip
def in_place_of(w: Words, *parts: Any) -> Any:
    """Ask for one thing, and for none of what it stands in for."""
    *nouns_, over = parts
    one, other = (part for part in nouns_ if isinstance(part, Noun))
    if isinstance(parts[0], str):
        one, other = other, one
    made = joined.in_place_of(w, Ask("there", noun=one), Ask("there", noun=other))
    if made is None:
        return None
    return clause(w, Subject(None), made if over is None else changed(made, overs=(over,)))


# -- kinds and pieces -----------------------------------------------------------------------------
@rule("Ask -> Bound DISTINCT? KIND OF Noun|Name", example="two sorts of chocolate", cost=-0.1)
def kinds(w: Words, bound: Bound, noun: Noun) -> Ask | None:
    if not bound.amount.bare or noun.kind not in ("name", "category", "item") or noun.overs:
        return None
    return Ask("amount", bound, Theme(f"distinct({noun.text})", "whole", "one"))


@rule("Ask -> Bound OF Noun", example="one piece of fruit")
def pieces(w: Words, bound: Bound, noun: Noun) -> Ask | None:
    """Count the pieces of a thing, where no measure counts them."""
    dimension = bound.amount.dimension
    if dimension != "count:piece" or w.default(dimension) is not None or noun.placed:
        return None
    if noun.kind not in ("name", "category"):
        return None
    return Ask("count", bound.numbers, noun=noun)


@rule("Clause -> NO Noun WITHOUT Asks", example="no walk without a map")
def none_without(w: Words, noun: Noun, asks: Asks) -> Any:
    if noun.kind not in ("name", "category") or any(
        a.kind != "there" or a.absent for a in asks.parts
    ):
        return None
    return clause(w, Subject(noun, "each"), asks)


# -- nothing and anything -------------------------------------------------------------------------
@rule("Ask -> NOTHING FOR Name", example="nothing for Jonas", cost=0.2)
def nothing_for(w: Words, noun: Noun) -> Ask | None:
    return nothing_with(w, noun)


@rule("Ask -> NOTHING WITH|HAVING|FROM Name|Noun", "Ask -> NOTHING THAT HAVE Name|Noun",
      example="nothing with pork", cost=-0.1)  # fmt: skip
def nothing_with(w: Words, noun: Noun) -> Ask | None:
    if noun.kind not in ("name", "category") or noun.filters:
        return None
    return Ask("there", noun=noun, absent=True)


@rule(
    "Noun -> ANYTHING WITH|HAVING Noun",
    "Noun -> ANYTHING THAT HAVE Noun",
    example="anything with tofu",
)
def anything_with(w: Words, noun: Noun) -> Noun | None:
    return noun if noun.kind in ("name", "category") and not noun.filters else None


@rule("Ask -> Ask IN_IT", example="no dish with pork in it", idle=(1,))
def in_it(w: Words, ask: Ask) -> Ask | None:
    return ask if ask.kind == "there" else None


@rule(
    "Clause -> Subject Deed|Asks COMMA AND|WITH? Ask IN_IT",
    "Clause -> Subject Deed|Asks COMMA AND|WITH? Ask OR Ask IN_IT",
    example="the title must have at most 6 words, no colon in it",
    against="the title must have at most 6 words, no colon",
    idle=(5,),
)
def and_in_it(w: Words, subject: Subject, asks: Asks, *more: Ask) -> Any:
    """Ask of a thing that was named what it has in it."""
    named = subject.noun is not None and subject.noun.kind != "plan"
    held_in = all(a.kind in ("there", "count") for a in more)
    if len(more) > 1:  # `no colon or comma`
        if not more[0].absent or any(a.kind != "there" for a in more) or more[1].absent:
            return None
        more = (more[0], changed(more[1], absent=True))
    if not (named and held_in) or asks.link != "and" or any(a.kind == "there" for a in asks.parts):
        return None
    return clause(w, subject, changed(asks, parts=(*asks.parts, *more)))


@rule(
    "Clause -> WHO? Duty HAVE? ANY_BETWEEN Clock AND Clock Over?",
    example="I cannot do anything between 12:00 and 13:00",
)
def nothing_between(w: Words, duty: str, low: Clock, high: Clock, over: Over | None) -> Any:
    window = placing.between(w, low, high) if duty in ("must not", "may not") else None
    return None if window is None else nothing_then(w, *((over,) if over else ()), window)


@rule("NotAnything -> WHO? Duty HAVE? ANYTHING", example="I cannot do anything")
def not_anything(w: Words, duty: str) -> tuple[()] | None:
    return () if duty in ("must not", "may not") else None


@rule("Clause -> HAVE? NOTHING Day", "Clause -> HAVE? NOTHING Over", "Clause -> HAVE? NOTHING Window",
      "Clause -> HAVE? NOTHING Over Window", "Clause -> NOTHING ON? Day Window", "Clause -> NOTHING ON? Day PART*",
      "Clause -> THERE Copula NOTHING Over", "Clause -> NotAnything Over", "Clause -> NotAnything Window",
      "Clause -> NotAnything Over Window", "Clause -> NotAnything ON? Day PART*", example="nothing on Sunday")  # fmt: skip
def nothing_then(w: Words, *parts: Any) -> Any:
    """Leave a day or a stretch of it free."""
    if "must not" in parts:
        return None
    parts = tuple(p for p in parts if p != ())
    overs = tuple(_over(p) for p in parts if isinstance(p, Noun | Over))
    window = next((p for p in parts if not isinstance(p, Noun | Over | str)), None)
    part = next((p for p in parts if isinstance(p, str) and p != "must"), None)
    if part is not None:
        window = placing.in_part(w, part)
        if window is None:
            return None
    thing: Noun | None = smallest(w)
    whole = {"day"} if window is not None else _CALENDAR
    if any(o.rank not in whole for o in overs) or thing is None:
        return None
    if window is not None and not w.scheduled:
        thing = _with_times(w)
    if window is not None and thing is not None:
        thing = placing.timed(w, thing, window)
    if thing is None:
        return None
    return clause(w, Subject(None), Asks((Ask("there", noun=thing, absent=True),), overs=overs))


@rule("Noun -> COSTING* Rank|Thing|Name", example="a paid stop")
def costing(w: Words, word: str, noun: Noun) -> Noun | None:
    """Narrow things to those that cost something, or nothing."""
    kinds = (*_HOLDERS, "category", "name")
    if "price" not in w.lexicon.measures or noun.kind not in kinds or " where " in noun.filters:
        return None
    sign = "=" if word in data("free of charge") else ">"
    return changed(noun, filters=f"{noun.filters} where (price {sign} 0)")


@rule(
    "Noun -> Rank|Thing|Name COSTS_NOTHING",
    "Noun -> FREE_THING*",
    example="a stop that costs nothing",
)
def costing_nothing(w: Words, what: Noun | str) -> Noun | None:
    noun = smallest(w) if isinstance(what, str) else what
    return None if noun is None else costing(w, data("free of charge")[0], noun)


@rule(
    "Clause -> HAVE TIME_FOR Noun|Text",
    "Clause -> ENSURE? THERE Copula TIME_FOR Noun|Text",
    example="leave time for questions",
    idle=(1, 2),
)
def time_for(w: Words, *parts: Any) -> Clause | None:
    """Ask that something is done, whatever else its name means."""
    *_, noun = parts
    if (
        "must not" in parts
        or noun.filters
        or noun.kind not in (*_HOLDERS, "category", "name", "text")
    ):
        return None
    if noun.kind == "text":
        noun = Noun(quoted(noun.text), "name", name=noun.text, plural=noun.plural)
    found: Clause | None = clause(w, Subject(None), Asks((Ask("there", noun=noun),)))
    return found


@rule("InPlan -> IN|ON|OF TOTAL? Plan", "InPlan -> IN_IT", example="in the plan", idle=(0,))
def in_plan(w: Words, plan: Noun | None = None) -> tuple[()]:
    return ()


@rule("Clause -> NOTHING InPlan? Duty? START|END* Times", example="nothing starts before 9:00")
def nothing_starts(
    w: Words, plan: Any, duty: str | None, verb: str, times: Times
) -> Clause | list[Clause] | None:
    """Forbid that anything starts or ends then."""
    thing = smallest(w) if w.scheduled else _with_times(w)
    if thing is None or duty in ("must not", "may not") or times.kind == "from":
        return None
    ask = Ask("time", times=times, text="start" if verb in w.starting else "end")
    found: Clause | list[Clause] | None = clause(w, Subject(thing, "no"), Asks((ask,)))
    return found


@rule("Clause -> NOTHING InPlan? Deed", "Clause -> NOTHING InPlan? THAT? Bare", "Clause -> NOTHING InPlan? Bound",
      example="nothing in the plan takes longer than 20 minutes")  # fmt: skip
def nothing_lasts(w: Words, plan: Any, what: Asks | Bound) -> Clause | None:
    """Forbid that anything takes so long or costs so much."""
    asks = Asks((Ask("amount", what),)) if isinstance(what, Bound) else what
    bound = asks.parts[0].bound
    lasts = len(asks.parts) == 1 and asks.parts[0].kind == "amount" and not asks.parts[0].theme
    if bound is None or not lasts or asks.parts[0].absent:
        return None
    thing = _bounded(w, bound)
    beyond = len(bound.limits) == 1 and bound.limits[0].comparator in ("<", ">")
    if thing is None or not beyond:
        return None
    found: Clause | None = clause(w, Subject(thing, "no"), asks)
    return found


@rule("Clause -> EACH|ALL Bound", example="each under 20 euros", idle=(0,))
def each_bounded(w: Words, bound: Bound) -> Clause | None:
    """Bound how long each thing takes or what it costs."""
    thing = _bounded(w, bound)
    if thing is None:
        return None
    found: Clause | None = clause(w, Subject(thing, "each"), Asks((Ask("amount", bound),)))
    return found


def _bounded(w: Words, bound: Bound) -> Noun | None:
    """Return the things of which each has so much money or time, without saying what they are."""
    if bound.amount.dimension.startswith("currency"):
        return smallest(w)
    timed = bound.amount.dimension == "time" and bound.amount.unit not in w.lexicon.ranks
    return _with_times(w) if timed else None


@rule("Clause -> HAVE|KEEP|LET? Day OFF", "Clause -> Day Duty? BE OFF", "Clause -> HAVE|KEEP|LET? Day PART* OFF",
      "Clause -> Day PART* Duty? BE OFF", "Clause -> HAVE|KEEP|LET ON? Noun OFF", "Clause -> Placed Duty? BE OFF",
      example="keep Sundays free")  # fmt: skip
def left_free(w: Words, day: Noun, *rest: Any) -> Any:
    """Leave a day or a part of it without anything."""
    if any(duty not in ("must",) for duty in rest if duty in ("must not", "may not", "may")):
        return None
    parts = [part for part in rest if isinstance(part, str) and part != "must"]
    if day.kind == "member" and day.name in w.lexicon.parts_of_day and not parts:
        return _parts_free(w, day)
    whole = {"day"} if parts else _CALENDAR
    return nothing_then(w, day, *parts) if day.rank in whole and day.placed else None


def _parts_free(w: Words, part: Noun) -> Clause | None:
    """Leave the mornings of a plan free that consists of parts of days: each, or that of the first or last day."""
    thing, day = smallest(w), w.lexicon.ranks.get("day")
    if (
        thing is None
        or day is None
        or part.article == "a"
        or part.front not in ("", "first ", "last ")
    ):
        return None
    if not (part.front or part.plural) or part.overs:
        return None
    over = Over(f"{part.front}day", day.level, rank="day")
    inner = over_of(changed(part, front="", placed=False))
    return Clause(f"not exists {thing.text}", (over, inner))


_CALENDAR = frozenset({"day", "week", "month"})
"""Ranks of which one may be left free."""


@rule("Clause -> HAVE|KEEP|LET NTH* PART* OFF", example="leave the last afternoon free")
def part_left_free(w: Words, number: int, part: str) -> Any:
    """Leave a part of the first or the last day free."""
    day = w.lexicon.ranks.get("day")
    noun = None if day is None or abs(number) > 1 else nouns.nth(w, number, w.rank(day))
    return None if noun is None else nothing_then(w, noun, part)


@rule("Clause -> HAVE|KEEP|LET Window OFF", "Clause -> Window Duty? BE OFF", "Clause -> HAVE|KEEP|LET Window OFF ON? Day",
      "Clause -> HAVE|KEEP|LET Day Window OFF", example="keep 15:00 to 15:45 free")  # fmt: skip
def window_free(w: Words, *parts: Any) -> Any:
    """Leave some hours without anything."""
    if any(duty in parts for duty in ("must not", "may not", "may")):
        return None
    return nothing_then(w, *(part for part in parts if part != "must"))


@rule(
    "Clause -> HAVE|KEEP|LET Window OFF FOR Noun",
    example="keep 15:00 to 15:45 free for the dentist",
)
def window_for(w: Words, window: Window, noun: Noun) -> Clause | None:
    """Leave some hours to one thing, which may be there."""
    plain = noun.kind in ("name", "category") and not (noun.filters or noun.overs or noun.placed)
    if not w.scheduled or not plain or window.kind not in ("from", "between"):
        return None
    return Clause(f"not exists block except named {quoted(noun.name)}{window.text}")


@rule(
    "Clause -> HAVE|KEEP|LET? Day PART* WITHOUT Noun",
    "Clause -> Day PART* Duty? BE WITHOUT Noun",
    example="keep Tuesday mornings free of meetings",
)
def kept_from(w: Words, day: Noun, part: str, *rest: Any) -> Any:
    """Leave a part of a day without one kind of thing."""
    window = placing.in_part(w, part) if rest[0] in ("must", None, rest[-1]) else None
    timed = placing.timed(w, rest[-1], window) if window is not None else None
    if timed is None or day.rank != "day" or not day.placed:
        return None
    ask = Ask("there", noun=timed, absent=True)
    return clause(w, Subject(None), Asks((ask,), overs=(over_of(day),)))


@rule("Noun -> OFF Rank|Thing", "Noun -> FULL? Rank OFF", example="a free day")
def empty(w: Words, noun: Noun) -> Noun | None:
    """Take a day, or a part of one, in which nothing is."""
    thing = smallest(w)
    part = noun.kind == "member" and noun.name in w.lexicon.parts_of_day
    if thing is None or not (noun.rank == "day" or part) or noun.filters.count(" where "):
        return None
    return changed(noun, filters=f"{noun.filters} where (not exists {thing.text})")


@rule("Noun -> OFF PART*", example="a free afternoon")
def empty_part(w: Words, part: str) -> Noun | None:
    window, thing, day = placing.in_part(w, part), smallest(w), w.lexicon.ranks.get("day")
    if window is None or thing is None or day is None or not w.scheduled:
        return None
    timed = placing.timed(w, thing, window)
    return None if timed is None else empty_of(w.rank(day), timed)


def empty_of(day: Noun, thing: Noun) -> Noun:
    """Narrow a day to those without a thing."""
    return changed(day, filters=f" where (not exists {thing.text})")


@rule("Clause -> WHO? Duty? HAVE SOMETHING EACH Bound", "Clause -> WHO? Duty? HAVE Noun EACH Bound",
      "Clause -> Noun Duty? APPEAR|COME EACH Bound", "Clause -> Noun EACH Bound", example="eat something every 3 to 4 hours")  # fmt: skip
def every_so_often(w: Words, *parts: Any) -> Clause | None:
    """Hold how far those of a kind are apart within a day."""
    bound, day = parts[-1], w.lexicon.ranks.get("day")
    noun = next((part for part in parts if isinstance(part, Noun)), None)
    noun = (
        noun
        if noun is not None
        else w.rank(w.lexicon.ranks["meal"])
        if "meal" in w.lexicon.ranks
        else None
    )
    if noun is None or day is None or "must not" in parts or "may not" in parts:
        return None
    apart = bound.limits[0].comparator in ("between", "<", "<=")  # `every 2 hours`: or sooner
    timed = apart and bound.amount.dimension == "time" and bound.amount.unit not in w.lexicon.ranks
    if not timed or noun.kind not in ("rank", "member", "category", "name") or noun.overs:
        return None
    if noun.placed or (noun.kind == "name" and not w.scheduled):
        return None
    thing = noun.text if not w.scheduled else f"block({noun.scope})"
    formula, strength = held(f"gap({thing})", bound)
    return Clause(formula, (over_of(w.rank(day)),), strength)


def _over(part: Noun | Over) -> Over:
    return part if isinstance(part, Over) else over_of(part)


def _with_times(w: Words) -> Noun | None:
    """Return the things that have times in a plan that is no schedule: meals, stops."""
    ranks, least = w.lexicon.ranks, smallest(w)
    if least is None or "day" not in ranks:
        return None
    between = [
        r
        for r in ranks.values()
        if ranks["day"].level < r.level < least.level
        and not (r.calendar or set(r.members) & set(PARTS))
    ]
    return w.rank(min(between, key=lambda r: r.level)) if between else least


def smallest(w: Words) -> Noun | None:
    """Return the smallest parts that a vocabulary knows: foods, exercises, blocks."""
    ranks = w.lexicon.ranks
    rank = ranks.get(w.lexicon.item_rank) or next((r for r in ranks.values() if r.item), None)
    return None if rank is None else w.rank(rank)


def whole_thing(w: Words) -> Noun | None:
    """Return what a plan consists of for those who ask how each of it is: meals, exercises, stops."""
    meal = w.lexicon.ranks.get("meal")
    return smallest(w) if meal is None else w.rank(meal)


def at_most_each(w: Words, noun: Noun, number: int | None) -> Clause | None:
    """Hold how often each value of a label may stand: `no author more than twice`."""
    if not number or noun.filters or noun.overs or noun.placed or noun.plural:
        return None
    thing = "block" if w.scheduled else "item"
    return Clause(f"no value({noun.scope}): count({thing}) > {number}")


# -- what is all different ------------------------------------------------------------------------
def different(
    noun: Noun, number: Amount | None = None, overs: tuple[Over, ...] = ()
) -> Clause | None:
    """Ask that no two of a kind are alike."""
    if noun.kind not in (*_HOLDERS, "block") or noun.placed:
        return None
    formula = f"distinct({noun.text}) = count({noun.text})"
    if number is None:
        return Clause(formula, (*noun.overs, *overs))
    if not number.exact or number.low != int(number.low):
        return None
    counted = held(f"count({noun.text})", exactly(int(number.low)))[0]
    return Clause(f"{formula} and {counted}", (*noun.overs, *overs), 2)


@rule("Clause -> HAVE? DISTINCT Noun Over", "Clause -> Noun Duty? BE DISTINCT Over", "Clause -> Noun Duty DIFFER Over",
      "Clause -> NOT* HAVE? SAME Noun Over", "Clause -> HAVE? NOT* SAME Noun Over", "Clause -> DO NOT* HAVE SAME Noun Over",
      example="a different breakfast every day")  # fmt: skip
def another_each(w: Words, *parts: Any) -> Clause | None:
    over = parts[-1]
    noun = next(part for part in parts if isinstance(part, Noun))
    duty = [part for part in parts if isinstance(part, str)]
    if noun.level <= over.level or len(noun.members) > 1:
        return None
    among = _among(noun, over, denied=isinstance(parts[0], str) or duty[:1] == ["not"])
    return None if among is None or {"must not", "may not", "may"} & set(duty) else different(among)


@rule("Clause -> HAVE? SAME Noun Over", "Clause -> Noun Duty? BE SAME Over", "Clause -> Noun Copula SAME",
      example="the same breakfast every day")  # fmt: skip
def alike(w: Words, noun: Noun, *rest: Any) -> Clause | None:
    """Ask that a thing is one and the same each time."""
    duty = next((part for part in rest if isinstance(part, str)), "must")
    over = (
        rest[-1] if isinstance(rest[-1], Over) else noun.overs[0] if len(noun.overs) == 1 else None
    )
    among = None if over is None else _among(changed(noun, overs=()), over, duty != "must")
    if among is None or len(noun.members) > 1 or duty == "may":
        return None
    if duty != "must":
        return different(among)
    one = among.kind in ("member", "category") and not (among.placed or among.plural)
    return Clause(f"distinct({among.text}) = 1") if one else None


def _among(noun: Noun, over: Over, denied: bool) -> Noun | None:
    """Narrow a thing to that of several days, where not all of them are meant.

    What is not to be the same every day may be so on some.
    """
    if over.quantifier != "each" or over.anyone or over.also or noun.overs:
        return None
    if over.scope == over.rank:
        return None if denied else noun
    several = over.rank == "day" and (over.several or _SEVERAL.search(over.scope))
    return changed(noun, filters=f"{noun.filters} of {over.scope}") if several else None


_SEVERAL = re.compile(r"on (?:any of|week|[a-z]+ to )")
"""What tells several days: `on any of [...]`, `on weekday`."""


@rule("Clause -> EACH|ALL Noun Duty? BE DISTINCT", "Clause -> Noun Duty BE DISTINCT", "Clause -> Noun Duty DIFFER*",
      "Clause -> ALL Noun DISTINCT", example="all dinners must be different")  # fmt: skip
def all_unlike(
    w: Words, noun: Noun, duty: str | None = None, verb: str = "differ"
) -> Clause | None:
    if len(noun.overs) == 1 and not noun.plural:  # `dinner on Monday and Friday`
        found = _among(changed(noun, overs=()), noun.overs[0], denied=True)
        if found is not None:
            noun = found
    alike = verb not in ("differ", "differs")  # what is to vary may come again
    return different(noun) if duty in (None, "must") and not alike else None


@rule("Clause -> NO Noun Duty? BE? REPEATED", "Clause -> NO REPEATED Noun", "Clause -> NO_TWO Noun PERMIT? BE SAME",
      "Clause -> NO_TWO SAME Noun", "Clause -> DO NOT REPEAT ANY|SAME? Noun", "Clause -> NOT REPEAT ANY|SAME? Noun",
      "Clause -> NO Noun Duty? REPEAT", example="no dinner may be repeated")  # fmt: skip
def none_alike(w: Words, noun: Noun, duty: str | None = None) -> Clause | None:
    if noun.kind == "name" and duty != "must not":
        return at_most_each(w, noun, 1)
    return different(noun) if duty != "must not" else None


@rule("Clause -> NOT HAVE? SAME Noun OFTEN*", "Clause -> WHO DO NOT WANT TO? HAVE SAME Noun OFTEN*", "Clause -> DO NOT HAVE|GO_TO SAME Noun OFTEN*",
      "Clause -> WHO? Duty HAVE|GO_TO SAME Noun OFTEN*", "Clause -> SAME Noun Duty BE|COME|APPEAR|HAVE OFTEN*", "Clause -> SAME Noun NOT OFTEN*",
      example="never the same breakfast twice")  # fmt: skip
def not_twice(w: Words, *parts: Any) -> Clause | None:
    """Not `not the same dish three times`, which may come twice."""
    duty = next((part for part in parts if isinstance(part, str)), "must not")
    noun = next(part for part in parts if isinstance(part, Noun))
    return none_alike(w, noun) if parts[-1] == 2 and duty in ("must not", "may not") else None


@rule("Clause -> Clause IN|WITHIN|OVER Num Rank", "Clause -> Clause IN|OVER EACH|ALL Num Rank",
      example="never the same breakfast twice in the three days", cost=0.2)  # fmt: skip
def in_all_days(w: Words, made: Clause, number: Amount, rank: Noun) -> Clause | None:
    """Take the days of which there are so many for all that the plan has."""
    alike = made.formula.startswith("distinct(") and not made.overs
    if not alike or not number.definite or rank.rank not in _CALENDAR or not number.exact:
        return None
    counted = held(f"count({rank.text})", exactly(int(number.low)))
    return clause_of([made.written, counted])


@rule("Clause -> Noun Duty BE? REPEAT|REPEATED", example="dinners must not repeat")
def not_repeating(w: Words, noun: Noun, duty: str) -> Clause | None:
    return different(noun) if duty in ("must not", "may not") and noun.plural else None


@rule("Clause -> ALL? Num Noun Duty? BE? DISTINCT", example="all 5 dinners must be different")
def so_many_unlike(w: Words, number: Amount, noun: Noun, duty: str | None = None) -> Clause | None:
    return different(noun, number) if duty in (None, "must") and noun.plural else None
