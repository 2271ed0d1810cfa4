"""On which days, and on how many of them: by and after a day, only then."""

from __future__ import annotations

import re
from typing import Any

from evalspec.language.english.closed import data
from evalspec.language.english.lexicon import Words, quoted
from evalspec.language.english.meanings import (
    Amount,
    Ask,
    Asks,
    Bound,
    Clause,
    Noun,
    Over,
    Subject,
    Window,
    changed,
    clause_of,
    held,
    negated,
)
from evalspec.language.english.rule import rule
from evalspec.language.english.rules import bounds, nouns, placing, presence
from evalspec.language.english.rules.compare.rivals import Relation
from evalspec.language.english.rules.demands import spread as spreading
from evalspec.language.english.state.clauses import clause
from evalspec.language.english.state.counts import count_of, exactly
from evalspec.language.english.state.overs import block_text, fold_overs, over_of

_NAMED = ("name", "category", "member", "rank", "item", "block")


def there(w: Words, noun: Noun) -> str | None:
    """Write that a thing is there, in the scope in force."""
    if noun.kind not in _NAMED or noun.overs or noun.also or len(noun.members) > 1:
        return None
    return f"exists {block_text(w, noun)}"


# -- on how many --------------------------------------------------------------------------------
@rule("Spread -> ON|IN Bound DISTINCT? Rank", "Spread -> ON Bound Name", "Spread -> ON|IN Bound OF|FROM Num? Rank", "Spread -> ON|IN Bound OF ALL Rank",
      example="on at least 3 of the 5 days")  # fmt: skip
def spread(w: Words, bound: Bound, *rest: Any) -> tuple[Noun, Bound, Amount | None] | None:
    rank = rest[-1]
    whole = next((r for r in rest if isinstance(r, Amount)), None)
    if not bound.amount.bare or not rank.plural or rank.kind not in ("rank", "item", "name"):
        return None
    return rank, bound, whole


@rule("Spread -> FOR|IN|AT Bound Thing", example="for at least two dinners")
def spread_over(w: Words, bound: Bound, meal: Noun) -> Any:
    fits = bound.amount.bare and meal.kind == "member" and not meal.placed
    return (meal, bound, None) if fits else None


@rule("Spread -> ON Bound Noun", example="on at least four days of the week")
def spread_within(w: Words, bound: Bound, noun: Noun) -> Any:
    return spread(w, bound, noun) if noun.kind == "rank" and noun.overs else None


@rule("Spread -> ON? Bound PART* / ON? Bound PART* OF|FROM Num", example="on three mornings")
def spread_meals(w: Words, bound: Bound, part: str, whole: Amount | None = None) -> Any:
    """Take the mornings of a plan of meals for its breakfasts, its nights for its dinners."""
    meal = w.lexicon.ranks.get("meal")
    name = {"morning": "breakfast", "evening": "dinner", "night": "dinner"}.get(part, "")
    if meal is None or name not in meal.members or not bound.amount.bare:
        return None
    return changed(w.member(meal, name), plural=True), bound, whole


@rule("Spread -> Spread Close", example="on two days at most")
def spread_closed(w: Words, part: tuple[Noun, Bound, Amount | None], close: bounds.Close) -> Any:
    bound = bounds.closed(w, part[1], close)
    return None if bound is None else (part[0], bound, part[2])


@rule("Clause -> Noun Copula HAVE? Spread", "Clause -> Noun Spread",
      "Clause -> HAVE Noun Spread", example="eggs on at most three days")  # fmt: skip
def on_so_many(w: Words, noun: Noun, *rest: Any) -> Clause | None:
    rank, bound, whole = rest[-1]
    duty = rest[0] if len(rest) > 1 else None
    text = there(w, noun)
    if text is None or (noun.kind in ("rank", "item") and noun.rank == rank.rank):
        return None
    if duty in ("must not", "may not"):
        denied = negated(bound)
        if denied is None:
            return None
        bound = denied
    elif duty == "may" and bound.plain:
        return None
    found = _so_many_with(text, rank, bound, whole)
    return None if found is None else changed(found, topic=noun, things=noun)


def _so_many_with(text: str, rank: Noun, bound: Bound, whole: Amount | None) -> Clause | None:
    """Count the days, or the like, on which something holds, and how many there are."""
    made = [held(f"count({rank.text} where ({text}))", bound)]
    if whole is not None:
        if not whole.exact or whole.low != int(whole.low):
            return None
        made.append(held(f"count({rank.text})", exactly(int(whole.low))))
    return clause_of(made, rank.overs)


@rule("Clause -> Noun OR Noun Spread", "Clause -> Noun OR Noun Duty? APPEAR|HAVE|COME Spread", "Clause -> HAVE Noun OR Noun Spread",
      example="fish or tofu on at least three days")  # fmt: skip
def either_on_so_many(w: Words, one: Noun, other: Noun, *rest: Any) -> Clause | None:
    texts = [there(w, noun) for noun in (one, other)]
    rank, bound, whole = rest[-1]
    if None in texts or (len(rest) > 1 and rest[0] not in (None, "must")):
        return None
    either = " or ".join(map(str, texts))
    return _so_many_with(either, rank, bound, whole)


@rule("Clause -> Noun Bound Rank Over", "Clause -> Noun Duty? COME|APPEAR|HAVE|WORKING Bound Rank Over",
      "Clause -> Noun Copula HAVE? Bound Rank Over", example="meat at most three days a week", cost=-0.2)  # fmt: skip
def so_many_of(w: Words, noun: Noun, *rest: Any) -> Clause | None:
    *duty, bound, rank, over = rest
    several = changed(rank, plural=True)  # one day too
    fits = rank.kind == "rank" and over.level < rank.level and not (duty and noun.kind == "item")
    part = spread(w, bound, several) if fits else None
    made = None if part is None else on_so_many(w, noun, *duty, part)
    return None if made is None else changed(made, overs=(over,))


@rule(
    "Clause -> WHO Duty ONLY? Noun Bound Rank Over", example="I can train 4 days a week", cost=-0.2
)
def does_on_so_many(w: Words, duty: str, noun: Noun, bound: Bound, rank: Noun, over: Over) -> Any:
    """Take the days on which somebody can do something for the most on which it is done."""
    permit = duty == "may"
    upper = bounds.closed(w, bound, bounds.Close("<=")) if permit and bound.plain else bound
    return so_many_of(w, noun, "must" if permit else duty, upper, rank, over) if upper else None


@rule("Clause -> Bound Rank Over OF|WITH Noun", example="at least three days a week of running", cost=-0.2)  # fmt: skip
def so_many_with(w: Words, bound: Bound, rank: Noun, over: Over, noun: Noun) -> Clause | None:
    return so_many_of(w, noun, bound, rank, over) if rank.rank in ("day", "week") else None


@rule("Clause -> Noun MUST? ON MORE Rank THAN Noun", "Clause -> Noun MUST? ON LESS* Rank THAN Noun",
      "Clause -> Noun IS HAVE? ON MORE Rank THAN Noun", "Clause -> Noun IS HAVE? ON LESS* Rank THAN Noun",
      example="legs on more days than arms")  # fmt: skip
def on_more_days(w: Words, one: Noun, *rest: Any) -> Clause | None:
    rank, other = rest[-2:]
    texts = [there(w, noun) for noun in (one, other)]
    if not rank.plural or rank.kind != "rank" or None in texts:
        return None
    sign = "<" if len(rest) > 2 else ">"
    mine, yours = (f"count({rank.scope} where ({text}))" for text in texts)
    return Clause(f"{mine} {sign} {yours}")


@rule("Clause -> Noun MUST? HAVE|WORKING? As Noun AS_MANY_END Noun", "Clause -> Noun AND Noun MUST? HAVE|WORKING SAME NUMBER_OF Noun",
      example="Ada gets as many Sundays as Luis")  # fmt: skip
def on_as_many_days(w: Words, *parts: Any) -> Clause | None:
    """Compare on how many days of a kind two are there."""
    one, *rest = (part for part in parts if isinstance(part, Noun))
    day, other = rest if rest[0].rank == "day" else rest[::-1]
    relation = next((part for part in parts if isinstance(part, Relation)), Relation("="))
    texts = [there(w, noun) for noun in (one, other)]
    dated = (
        day.filters.startswith(" on ")
        and other.rank != "day"
        and not (day.overs or relation.about or relation.by)
    )
    if not dated or None in texts:
        return None
    mine, yours = (f"count({day.scope}{day.filters} where ({text}))" for text in texts)
    times = f"{relation.factor} * " if relation.factor else ""
    return Clause(f"{mine} {relation.comparator} {times}{yours}")


@rule("Clause -> Noun Duty? HAVE Day OFF", example="Ruth has Friday off", cost=0.2)
def day_off(w: Words, noun: Noun, duty: str | None, day: Noun) -> Clause | None:
    proper = noun.kind == "name" and noun.name[:1].isupper() and not w.is_person(noun.name)
    return away(w, noun, over_of(day)) if proper and duty in (None, "must") else None


@rule("Present -> BE|APPEAR|COME|HAVE|WORKING / BE HAVE|WORKING / BE AVAILABLE",
      example="be put down")  # fmt: skip
def present(w: Words) -> tuple[()]:
    """Say of somebody or something that it is there."""
    return ()


@rule("Never -> Duty Present? Over", example="never works on Friday")
def never(w: Words, duty: str | None, present: Any, over: Over) -> tuple[Over, int] | None:
    dated = over.scope != over.rank and over.quantifier == "each"
    denied = duty in ("must not", "may not")
    return (over, 0) if denied and dated and not over.anyone else None  # `not every day`


@rule("Never -> NOT ON|IN|AT|DURING Noun", example="never on early shifts", cost=0.1)
def never_in(w: Words, noun: Noun) -> tuple[Over, int] | None:
    fits = noun.kind in ("name", "member") and noun.plural and not (noun.overs or noun.placed)
    return (over_of(changed(noun, plural=False)), 0) if fits else None


@rule("Never -> NOT Freq Over", example="never twice on the same day")
def never_so_often(w: Words, bound: Bound, over: Over) -> tuple[Over, int] | None:
    number = bounds.most(bound, True)
    return (over, number) if number and over.quantifier == "each" else None


def not_there(w: Words, noun: Noun, part: tuple[Over, int]) -> tuple[str, int] | None:
    """Keep a thing out of some days or parts, or to a number in each of them."""
    over, number = part
    text = there(w, noun)
    if text is None or over.rank == noun.rank != "":
        return None
    formula = f"{count_of(w, noun)} <= {number}" if number else f"not {text}"
    return fold_overs((over,), (formula, 3))


@rule("Clause -> Noun Never / Noun Duty? Present Never", example="swims never on Mondays", cost=0.2)
def never_there(w: Words, noun: Noun, *rest: Any) -> Clause | None:
    made = not_there(w, noun, rest[-1])
    return (
        None
        if made is None or rest[0] in ("must not", "may not")
        else Clause(*made[:1], topic=noun)
    )


@rule("Clause -> Noun Duty? WORKING|HAVE ON? Day / Noun Duty? WORKING|HAVE Day PART*",
      example="Ben must work on Monday", against="Ben has Monday off", cost=0.2)  # fmt: skip
def works_then(w: Words, noun: Noun, *rest: Any) -> Any:
    """Ask that somebody called by a name has something on a day."""
    duty, day, part = (*rest, None)[:3]
    if noun.kind != "name" or not noun.name[:1].isupper() or noun.filters or duty == "may":
        return None
    if duty is None and not (w.scheduled or w.lexicon.told):
        return None  # it may only be told
    window = placing.in_part(w, part) if part else None
    timed = placing.timed(w, noun, window) if window else noun
    if timed is None or (part and window is None):
        return None
    text = f"exists {block_text(w, timed)}"
    denied = duty in ("must not", "may not")
    return Clause(f"not {text}" if denied else text, (over_of(day),), told=duty is None)


@rule("Clause -> Noun Duty WORKING|HAVE PART* / NO* PART* FOR Noun", example="no nights for Anna")
def no_nights(w: Words, *rest: Any) -> Clause | None:
    """Keep somebody out of all shifts that are called by a part of the day."""
    noun = next(part for part in rest if isinstance(part, Noun))
    part = next(part for part in reversed(rest) if isinstance(part, str))
    denied = rest[1] in ("must not", "may not") or not isinstance(rest[0], Noun)
    shifts = w.lexicon.told or not w.scheduled
    if not shifts or noun.kind != "name" or not noun.name[:1].isupper() or not denied:
        return None
    return Clause(f"not exists {quoted(part)} where (contains {noun.scope})")


@rule("Clause -> Noun MUST? Present? EACH|PER|BOTH PART* / HAVE Noun EACH|PER PART*",
      example="medication every morning", cost=0.1)  # fmt: skip
def each_part(w: Words, noun: Noun, *rest: Any) -> Any:
    """Ask for a thing in a part of each day."""
    if noun.kind != "name":
        return None
    asks = spreading.in_part(w, Asks((Ask("there", noun=noun),)), rest[-1], over_of(w.day))
    return None if asks is None else clause(w, Subject(None), asks)


@rule("Clause -> Noun BE AWAY Over", example="Ruth is away on Friday", cost=0.2)
def away(w: Words, noun: Noun, over: Over) -> Clause | None:
    part = None if w.is_person(noun.name) else never(w, "must not", (), over)
    made = None if part is None else never_there(w, noun, part)
    return None if made is None else changed(made, told=True)


@rule("Clause -> NO_TWO Noun PERMIT? BE? Over", example="no two tests on the same day")
def no_two_in_one(w: Words, noun: Noun, over: Over) -> Clause | None:
    made = not_there(w, noun, (over, 1)) if over.quantifier == "each" else None
    return None if made is None else Clause(*made[:1], topic=noun)


# -- not on one and the same ------------------------------------------------------------------------
@rule(
    "OneSame -> ON|IN? SAME Rank",
    "OneSame -> ON|IN SINGLE Rank",
    "Mixed -> IN|WITHIN ANY|EACH? Rank",
    example="on the same day",
)
def one_same(w: Words, rank: Noun) -> tuple[Noun, bool]:
    return changed(rank, article=""), True


@rule("OneSame -> ON|IN? DISTINCT Rank", example="on different days")
def another_one(w: Words, rank: Noun) -> tuple[Noun, bool]:
    return changed(rank, article=""), False


@rule("Mixed -> OneSame", example="in the same meal")
def mixed(w: Words, holder: tuple[Noun, bool]) -> tuple[Noun, bool]:
    return holder


@rule("Clause -> Noun Duty? Present? OneSame AS_MANY_END|THAN|FROM|TO Noun", "Clause -> Noun AND Noun Duty? Present? TOGETHER? OneSame", "Clause -> Noun AND Noun NOT* OneSame",
      "Clause -> Noun AND Noun Duty BE MIX Mixed?", "Clause -> Noun Duty BE MIX WITH Noun Mixed?", example="gym and swimming on different days")  # fmt: skip
def never_together(w: Words, *parts: Any) -> Clause | None:
    """Keep two things out of one day: `the hike on a different day than the tasting`."""
    texts = [there(w, part) for part in parts if isinstance(part, Noun)]
    rank, same = next((p for p in parts if isinstance(p, tuple) and p), (_dish(w), True))
    duty = next((part for part in parts if isinstance(part, str)), "must")
    if None in texts or rank is None or rank.kind != "rank" or rank.placed:
        return None
    if (rank.plural and same) or same == (duty == "must") or duty == "may":
        return None
    return Clause(f"not ({' and '.join(map(str, texts))})", (changed(over_of(rank), open=False),))


def _dish(w: Words) -> Noun | None:
    """Return what things are mixed in where nothing else is said."""
    ranks = (w.lexicon.ranks.get(name) for name in data("mixed in"))
    return next((w.rank(rank) for rank in ranks if rank is not None), None)


@rule("Clause -> DO? NOT MIX|HAVE Noun WITH Noun Mixed?", "Clause -> DO? NOT MIX Noun AND Noun Mixed?",
      "Clause -> DO? NOT HAVE Noun AND Noun TOGETHER Mixed?", "Clause -> NO TOGETHER? Noun TOGETHER? WITH Noun Mixed?",
      "Clause -> KEEP Noun AND Noun APART|DISTINCT Mixed?", "Clause -> Noun AND Noun IS KEEP|KEPT? APART|DISTINCT Mixed?",
      "Clause -> Noun Duty BE HAVE WITH Noun Mixed?", "Clause -> Noun AND Noun Duty BE HAVE TOGETHER Mixed?",
      example="never serve meat with dairy", cost=-0.3)  # fmt: skip
def kept_apart(w: Words, one: Noun, *rest: Any) -> Clause | None:
    """Keep two things out of one meal, where a plan has meals."""
    dish, holder = _dish(w), next((part for part in rest if isinstance(part, tuple) and part), None)
    duty = next((part for part in rest if isinstance(part, str)), "must not")
    other = next(part for part in rest if isinstance(part, Noun))
    if (
        dish is None
        or dish.rank in (one.rank, other.rank)
        or (holder and holder[0].rank != dish.rank)
    ):
        return None
    return never_together(w, one, other, duty, *([holder] if holder else []))


# -- by and after a day -----------------------------------------------------------------------------
@rule("Over -> AFTER|BEFORE* Noun", "Over -> FROM* Day ON_FROM", "Over -> FROM* Noun ON_FROM",
      "Over -> BY* Day", "Over -> BY* Noun",
      "Over -> BY* END_OF Day", "Over -> BY* END_OF Noun", example="after Thursday", cost=0.1)  # fmt: skip
def side_of(w: Words, word: str, day: Noun) -> Over | None:
    """Take the days, weeks or parts before or after one of them."""
    if day.kind not in ("rank", "item") or not day.placed or day.plural or day.overs or day.also:
        return None
    several = any(text in day.filters for text in (" any of ", " to ", "week"))
    if several or day.kind == "item" or word in ("until", "till"):
        return None  # with it, or up to it
    earlier = word in w.earlier
    first = earlier or word in _FROM or word.endswith("earlier than")
    besides = not earlier and word not in w.later
    date = placing.date_of(day)
    side = f"{'before' if first else 'after'} {date}" if date else _side(first, day)
    text = f"{'except ' if besides else ''}{side}"
    quantifier = "together" if word in _BY else "each"
    return Over(f"{day.rank} {text}", day.level, quantifier, day.rank)


def _side(first: bool, day: Noun) -> str:
    return f"{'preceding' if first else 'following'} {day.text}"


_FROM = ("from", "no earlier than", "not earlier than")
_BY = ("by", "by the latest", "at the latest by")
"""What is to be done by then comes together on all the days before."""


@rule("Clause -> Noun Duty? Present|END BY|LE* END_OF? Day|Noun / Noun BY|LE* END_OF? Day|Noun / "
      "Noun Duty? BE? HAVE? END BY|LE* END_OF? Day|Noun", example="tofu must be eaten by Wednesday")  # fmt: skip
def done_by(w: Words, noun: Noun, *rest: Any) -> Clause | None:
    """Keep a thing to the days up to one: on one of them, on none after it."""
    rest = tuple(part for part in rest if part != ())
    word, day = rest[-2:]
    text = there(w, noun)
    if text is None or noun.kind not in ("name", "category"):
        return None
    duty = rest[0] if len(rest) > 2 else None
    until = word in ("until", "till")
    if duty in ("must not", "may not"):  # `not until week 4`
        over = side_of(w, "before", day) if until else None
        return None if over is None else Clause(f"not {text}", (over,))
    over = side_of(w, "after", day)
    if over is None or duty == "may" or until:
        return None
    return Clause(f"{text} and not {text} of {over.scope}", (), 2)


@rule("Clause -> ANYTHING MUST? BE? END BY|LE* END_OF? Day|Noun",
      "Clause -> ANYTHING HAVE BY|LE* END_OF? Day|Noun", example="everything must be done by Thursday")  # fmt: skip
def all_done_by(w: Words, word: str, day: Noun) -> Clause | None:
    """Keep the days after one free."""
    thing, over = presence.smallest(w), side_of(w, "after", day)
    if thing is None or over is None:
        return None
    return None if word in ("until", "till") else Clause(f"not exists {thing.text} of {over.scope}")


# -- only then -----------------------------------------------------------------------------------------
@rule("Clause -> Noun ONLY ON DayRow / Noun ON DayRow ONLY / ALL Noun ON DayRow / "
      "ALL Noun Copula HAVE? ON DayRow / Noun Copula HAVE? ONLY ON? DayRow / "
      "Noun Duty? APPEAR|HAVE|COME ONLY ON? DayRow / Noun Duty? ONLY Present ON? DayRow",
      example="swims only on Tuesday, Thursday or Saturday")  # fmt: skip
def only_on_days(w: Words, noun: Noun, *rest: Any) -> Clause | None:
    days = rest[-1]
    made = only_on(w, noun, *rest[:-1], days[0])
    if made is None:
        return None
    over = made.overs[0]
    scope = over.scope + "".join(f" except{day.filters}" for day in days[1:])
    return changed(made, overs=(changed(over, scope=scope),))


@rule("Clause -> Noun Copula HAVE? ONLY ON? Day", "Clause -> Noun Duty? APPEAR|HAVE|COME ONLY ON? Day",
      "Clause -> Noun ON Day ONLY", "Clause -> ALL Noun ON Day", "Clause -> ALL Noun Copula HAVE? ON Day", "Clause -> Noun Duty? ONLY Present ON|IN|FOR? Day", "Clause -> Noun Duty? ONLY Present ON|IN|FOR Noun",
      "Clause -> Noun Duty? WORKING ONLY ON? Day", "Clause -> Noun WORKING ON? Day ONLY", "Clause -> Noun Copula ONLY AVAILABLE ON? Day",
      "Clause -> Noun ONLY ON|IN Noun", "Clause -> Noun Copula HAVE? ONLY ON|IN Noun", "Clause -> Noun Duty? APPEAR|HAVE|COME ONLY ON|IN Noun",
      example="swims only on Tuesdays")  # fmt: skip
def only_on(w: Words, noun: Noun, *rest: Any) -> Clause | None:
    day = rest[-1]
    text = there(w, noun)
    if text is None or day.kind != "rank" or not day.placed or day.overs or noun.rank == day.rank:
        return None
    if any(r in ("must not", "may not") for r in rest if isinstance(r, str)):
        return None
    left_out = (nouns.left_out(day, day), *day.also)
    if not left_out[0] or re.match(r"(first|last) \d", day.front):
        return None
    scope = day.scope + "".join(f" except{filters}" for filters in left_out)
    return Clause(f"not {text}", (Over(scope, day.level, "each", day.rank),))


@rule("Clause -> Noun ONLY Windows", "Clause -> Noun Copula HAVE? ONLY Windows", "Clause -> Noun Duty? APPEAR|HAVE|COME ONLY Windows",
      "Clause -> Noun Windows ONLY", "Clause -> Noun Duty? ONLY Present Windows",
      example="calls only between 10:00 and 12:00")  # fmt: skip
def only_when(w: Words, noun: Noun, *rest: Any) -> Any:
    windows = rest[-1]
    own = noun.kind == "name" or (w.scheduled and noun.kind == "category")
    if not own or noun.filters:
        return None
    if any(r in ("must not", "may not") for r in rest if isinstance(r, str)):
        return None
    return within(w, noun, windows)


@rule("Clause -> ALL Noun Duty Present Window", example="all work must be done in the morning")
def all_when(w: Words, noun: Noun, duty: str, _: Any, window: Window) -> list[Clause] | None:
    """Keep all of a thing in a part of the day: it begins there, or is wholly there."""
    low, high = window.low, window.high
    fits = duty == "must" and noun.kind in ("name", "category") and not noun.filters
    if not fits or window.kind != "part" or low is None or high is None or high.minutes > 1440:
        return None
    begins = held_in(w, noun, f"start >= {low.text} and start < {high.text}")
    return [begins, *filter(None, [within(w, noun, (window,))])]


def held_in(w: Words, noun: Noun, formula: str) -> Clause:
    """State something of each piece of a schedule that is of a kind."""
    return Clause(formula, (Over(block_text(w, noun), noun.level, "each", noun.rank),), 2)


def within(w: Words, noun: Noun, windows: tuple[Window, ...]) -> Clause | None:
    """Keep every piece of a thing wholly inside one of several stretches of time."""
    tests = []
    for window in windows:
        low, high = window.low, window.high
        if window.kind in ("between", "from", "part") and low is not None and high is not None:
            tests.append((f"start >= {low.text} and end <= {high.text}", 2))
        elif window.kind == "before" and low is not None:
            tests.append((f"end <= {low.text}", 3))
        elif window.kind == "after" and low is not None:
            tests.append((f"start >= {low.text}", 3))
        else:
            return None
    return clause_of(tests, (Over(block_text(w, noun), noun.level, "each", noun.rank),), "or")


@rule("Windows -> Window / Windows OR|AND Window",
      example="between 10:00 and 12:00 or between 14:00 and 16:00")  # fmt: skip
def windows(w: Words, *parts: Any) -> tuple[Window, ...]:
    return tuple(p for part in parts for p in (part if isinstance(part, tuple) else (part,)))
