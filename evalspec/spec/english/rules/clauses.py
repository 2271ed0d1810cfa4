"""Sentences: who must do what."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

from evalspec.spec.english.chart import UnfitError
from evalspec.spec.english.lexicon import Words, quoted
from evalspec.spec.english.rule import rule
from evalspec.spec.english.rules import bounds, nouns
from evalspec.spec.english.rules.themes import over_rank
from evalspec.spec.english.state import (
    block_text,
    clause,
    compatible,
    count_of,
    denied,
    fold_overs,
    over_of,
    theme_for,
)
from evalspec.spec.english.types import (
    ANY,
    Amount,
    Ask,
    Asks,
    Bound,
    Clause,
    Noun,
    Over,
    Subject,
    Theme,
    changed,
    held,
    joined,
)


# -- subjects --------------------------------------------------------------------------------------------
@rule("Subject -> Noun", example="lunch")
def subject(w: Words, noun: Noun) -> Subject:
    mass = noun.name in w.mass and not (noun.plural or noun.article == "a" or noun.placed)
    return Subject(noun, total=mass)


@rule("Subject -> AVERAGE Noun", example="the average lunch")
def average(w: Words, noun: Noun) -> Subject | None:
    return Subject(noun, mean=True) if noun.kind != "plan" else None


@rule("Subject -> Subject Over", example="each meal on day 2", cost=0.1)
def subject_over(w: Words, subject: Subject, over: Over) -> Subject | None:
    if not subject.quantifier or subject.noun is None or " except" in subject.noun.filters:
        return None
    return changed(subject, overs=(*subject.overs, over))


@rule("Subject -> WHO", example="the user")
def anybody(w: Words) -> Subject:
    return Subject(None)


@rule("Subject -> IT*", example="it")
def it(w: Words, word: str) -> Subject:
    return Subject(None, pronoun=word)


@rule("Subject -> TOTAL Plan", example="the whole plan")
def entire(w: Words, noun: Noun) -> Subject | None:
    return Subject(noun)


@rule("Subject -> Plan", example="the plan")
def whole(w: Words, noun: Noun) -> Subject | None:
    return Subject(noun) if noun.article != "a" else None


@rule("Subject -> EACH Noun", "Subject -> EACH AND EACH Noun", example="each meal")
def each(w: Words, noun: Noun) -> Subject | None:
    if noun.kind == "plan" or _numbered(noun) or noun.filters == " on weekend":
        return None
    return Subject(noun, "each")


def _numbered(noun: Noun) -> bool:
    """Tell whether a thing is one by its number: `every second day` is not day 2."""
    return (
        noun.placed
        and not noun.front
        and bool(re.fullmatch(r" \d+", noun.filters))
        and not noun.plural
    )


@rule("Subject -> ANY Noun", example="any meal")
def any_one(w: Words, noun: Noun) -> Subject | None:
    return Subject(noun, "each", anyone=True) if noun.kind != "plan" and not noun.placed else None


@rule("Subject -> ALL Noun", example="all meals")
def every(w: Words, noun: Noun) -> Subject | None:
    return Subject(noun, "all") if noun.plural or len(noun.members) > 1 else None


@rule("Subject -> ALL Noun TOGETHER", "Subject -> Noun TOGETHER", example="all meals together")
def together(w: Words, noun: Noun) -> Subject | None:
    if noun.kind == "plan":
        return Subject(noun)
    return Subject(noun, total=True) if noun.plural or len(noun.members) > 1 else None


@rule("Subject -> NO Noun", "Subject -> NO OF Noun", example="no meal")
def none(w: Words, noun: Noun) -> Subject | None:
    return Subject(noun, "no") if noun.kind != "plan" else None


@rule("Subject -> NO* Thing OR* Thing", example="neither lunch nor dinner")
def neither(w: Words, word: str, one: Noun, link: str, other: Noun) -> Subject | None:
    from evalspec.spec.english.rules.nouns import listed

    both = listed(w, one, other)
    return Subject(both, "no") if both is not None else None


@rule("Subject -> Num Noun", example="the three items")
def so_many(w: Words, number: Amount, noun: Noun) -> Subject | None:
    if (
        not number.definite
        or noun.kind == "plan"
        or not noun.plural
        or number.low != int(number.low)
    ):
        return None
    return Subject(noun, "all", count=int(number.low))


@rule("Subject -> Num Noun TOGETHER", example="the three items together")
def so_many_together(w: Words, number: Amount, noun: Noun) -> Subject | None:
    found = so_many(w, number, noun)
    return None if found is None else changed(found, quantifier="", total=True)


@rule("Subject -> Num OF Noun", example="two of the days")
def so_many_of_them(w: Words, number: Amount, noun: Noun) -> Subject | None:
    return some_of(w, bounds.exactly(w, bounds.number(w, number)), noun)  # type: ignore[arg-type]


@rule("Clause -> Bound OF? Noun Copula Thing", example="at least one meal must be breakfast")
def some_are(w: Words, bound: Bound, noun: Noun, duty: str, thing: Noun) -> Any:
    if thing.rank != noun.rank or thing.kind != "member" or noun.filters or duty != "must":
        return None
    ask = count(w, bound, thing)
    return None if ask is None else clause(w, Subject(None), Asks((ask,)))


@rule("Subject -> Bound OF? Noun", example="at least 2 of the meals")
def some_of(w: Words, bound: Bound, noun: Noun) -> Subject | None:
    limit = bound.limits[0]
    kind = {">=": "at least", "<=": "at most", "=": "exactly"}.get(limit.comparator)
    number = limit.amount.low
    if limit.comparator == "=" and not limit.firm:
        return None
    if kind is None or len(bound.limits) > 1 or not limit.amount.bare or not limit.amount.exact:
        return None
    if number != int(number) or noun.kind == "plan" or limit.about or limit.slack:
        return None
    return Subject(noun, f"{kind} {number} of")


# -- where it holds -----------------------------------------------------------------------------------------
@rule("Over -> EACH|PER Noun", "Over -> IN|ON|FOR|AT|OF EACH Noun", example="per day")
def over(w: Words, noun: Noun) -> Over | None:
    if noun.plural and noun.kind == "rank" and not noun.placed:
        return None
    if (
        " where " in noun.filters
        or (noun.kind == "text" and noun.plural)
        or noun.filters == " on weekend"
    ):
        return None
    if (
        noun.kind not in ("rank", "member", "item", "block", "text")
        or noun.overs
        or noun.article
        or _numbered(noun)
    ):
        return None
    return over_of(noun)


@rule("Over -> IN|ON|FOR|AT|OF|ACROSS ALL Noun", example="in all meals")
def all_over(w: Words, noun: Noun) -> Over | None:
    fits = (
        noun.plural
        and noun.kind in ("rank", "member", "item", "block")
        and not noun.overs
        and not noun.also
    )
    return over_of(changed(noun, article="")) if fits and not noun.placed else None


@rule("Clause -> Noun OF Bound", example="sessions of 40 minutes", cost=0.4)
def sized_all(w: Words, noun: Noun, bound: Bound) -> Any:
    if (
        not noun.plural
        or noun.kind not in ("rank", "item", "block", "category")
        or noun.filters
        or bound.amount.bare
    ):
        return None
    return clause(w, Subject(noun, "each"), Asks((Ask("amount", bound),)))


@rule("Over -> IN|ON|FOR|AT? ANY Noun", example="in any meal")
def any_over(w: Words, noun: Noun) -> Over | None:
    found = over(w, noun)
    return None if found is None else changed(found, anyone=True)


@rule("Over -> ON? Day", example="on Monday")
def on_day(w: Words, day: Noun) -> Over:
    return over_of(day)


@rule("Over -> ON? EACH Day", example="every Monday")
def each_day(w: Words, day: Noun) -> Over | None:
    return over_of(day) if day.filters != " on weekend" else None


@rule("Over -> PERIODIC*", example="daily", cost=0.3)
def periodic(w: Words, rank: str) -> Over | None:
    return over_rank(w, rank)


@rule("Over -> IN|ON|FOR|AT|FROM Noun", example="on day 2")
def on(w: Words, noun: Noun) -> Over | None:
    if noun.kind not in ("rank", "member") or noun.overs or noun.article == "a":
        return None
    if noun.kind == "rank" and not noun.placed and (noun.article != "the" or noun.plural):
        return None
    return over_of(noun)


# -- what is asked ------------------------------------------------------------------------------------------
@rule(
    "Ask -> Bound OF? Theme",
    "Ask -> Bound OF Theme",
    "Ask -> Theme OF Bound",
    example="at least 20 g of protein",
)
def amount(w: Words, one: Any, other: Any) -> Any:
    bound, theme = (one, other) if isinstance(one, Bound) else (other, one)
    if theme.limit or (theme.mean and theme.kind == "whole"):
        return None
    if theme.dimension == "" and isinstance(one, Bound):
        return None
    counts = theme.dimension.startswith("count:") or theme.dimension == "energy"
    if bound.amount.bare and theme.kind != "whole" and not (counts or theme.bare):
        return None
    rank = w.lexicon.ranks.get(bound.amount.unit)
    if rank is not None and theme.dimension == "time" and not theme.of and not theme.overs:
        number = tuple(
            changed(x, amount=changed(x.amount, unit="", dimension="one")) for x in bound.limits
        )
        return [
            Ask("amount", bound, theme),
            Ask("count", changed(bound, limits=number), noun=w.rank(rank), text="span"),
        ]
    if bound.amount.bare and theme.bare and bound.plain:
        return None  # the number and its unit are read as one
    if theme.kind == "whole" and isinstance(one, Bound):
        return None
    if not bound.amount.bare and theme.bare:
        return None
    return Ask("amount", bound, theme)


@rule("Ask -> Bound", example="at least 2000 kcal")
def bare_amount(w: Words, bound: Bound) -> Ask | None:
    return None if bound.amount.bare else Ask("amount", bound)


@rule("Ask -> Bound OF|FOR Noun", example="8 hours of sleep")
def amount_of(w: Words, bound: Bound, noun: Noun) -> Ask | None:
    if bound.amount.bare or noun.kind in ("plan", "text") or noun.article == "a" or noun.placed:
        return None
    theme = w.default(bound.amount.dimension, noun)
    if theme is None:
        return None
    gathered = noun.kind in ("rank", "item", "member")
    if gathered and noun.plural:
        return None
    return Ask(
        "amount",
        bound,
        changed(theme, of=changed(noun, plural=gathered or noun.plural), total=gathered),
    )


@rule(
    "Ask -> Bound OF Bound", "Ask -> Bound OF Bound OF Noun", example="3 sets of 10 reps", cost=-0.1
)
def so_many_of(w: Words, bound: Bound, inner: Bound, noun: Noun | None = None) -> list[Ask] | None:
    counted = [
        b.amount.dimension for b in (bound, inner) if b.amount.dimension.startswith("count:")
    ]
    if len(set(counted)) != 2:
        return None
    one, two = (Ask("amount", b) if noun is None else amount_of(w, b, noun) for b in (bound, inner))
    if one is None or two is None:
        return None
    made = [Ask("all", parts=(one, two))]
    if not bound.plain and inner.plain and inner.amount.exact:
        more = Bound((changed(inner.limits[0], comparator=bound.limits[0].comparator),))
        made.append(Ask("all", parts=(one, changed(two, bound=more))))
    return made


@rule("Ask -> Bound IN|AT Noun", example="3 nights in Rome")
def amount_in(w: Words, bound: Bound, noun: Noun) -> Ask | None:
    return (
        amount_of(w, bound, noun) if noun.kind in ("name", "category") and not w.scheduled else None
    )


@rule("Ask -> Num Rank Plan", "Ask -> Num Rank LONG? Plan", example="a 5-day plan")
def plan_of(w: Words, number: Amount, noun: Noun, plan: Noun) -> Ask | None:
    return (
        None
        if noun.plural or noun.kind != "rank"
        else Ask("count", bounds.number(w, changed(number, definite=False)), noun=noun)
    )


@rule("Ask -> AVERAGE Ask", example="an average of 500 kcal per meal")
def average_ask(w: Words, ask: Ask) -> Ask | None:
    return changed(ask, mean=True) if ask.kind in ("amount", "count") and not ask.total else None


@rule("Clause -> Asks AVERAGE", example="four stops a day on average", cost=0.1)
def averaged(w: Words, asks: Asks) -> Any:
    if len(asks.parts) > 1:
        return None
    return nominal(w, changed(asks, parts=(changed(asks.parts[0], mean=True),)))


@rule("Ask -> TOTAL Ask", example="a total of 12 sets", idle=(0,))
def total_ask(w: Words, ask: Ask) -> Ask | None:
    if ask.kind == "count":
        return ask
    return changed(ask, total=True) if ask.kind == "amount" and not ask.each else None


@rule("Ask -> Bound Noun", example="at least 3 meals")
def count(w: Words, bound: Bound, noun: Noun) -> Ask | None:
    if not bound.amount.bare or noun.kind in ("plan", "literal") or noun.article:
        return None
    if any(limit.slack for limit in bound.limits):
        return None
    return Ask("count", bound, noun=noun)


@rule("Ask -> Bound DISTINCT Noun", example="5 different dishes")
def distinct(w: Words, bound: Bound, noun: Noun) -> Ask | None:
    if not bound.amount.bare or noun.kind == "plan":
        return None
    return Ask("amount", bound, Theme(f"distinct({noun.text})", "whole", "one"))


@rule("Ask -> Noun", example="a snack")
def there(w: Words, noun: Noun) -> Ask | None:
    return None if noun.kind == "plan" or noun.placed else Ask("there", noun=noun)


@rule("Ask -> NO Noun", "Ask -> WITHOUT Noun", "Ask -> NO ANY Noun", example="no snacks")
def absent(w: Words, noun: Noun) -> Ask | None:
    return None if noun.kind == "plan" or noun.placed else Ask("there", noun=noun, absent=True)


@rule("Ask -> ANY|SOME* Noun", example="any pork")
def any_of(w: Words, word: str, noun: Noun) -> Ask | None:
    return there(w, noun) if not word.endswith("single") else None


@rule("Ask -> Ask EQ", example="5 books exactly")
def ask_exactly(w: Words, ask: Ask) -> Ask | None:
    return _ask_with(w, ask, bounds.exactly)


@rule("Ask -> Ask OR_MORE", example="30 g of protein or more")
def ask_or_more(w: Words, ask: Ask) -> Ask | None:
    return _ask_with(w, ask, bounds.or_more)


@rule("Ask -> Ask OR_LESS", "Ask -> Ask LE|MAXIMUM", example="3 meals at most")
def ask_or_less(w: Words, ask: Ask) -> Ask | None:
    return _ask_with(w, ask, bounds.or_less)


@rule("Ask -> Ask GE|MINIMUM", example="3 meals at least")
def ask_at_least(w: Words, ask: Ask) -> Ask | None:
    return _ask_with(w, ask, bounds.or_more)


def _ask_with(w: Words, ask: Ask, change: Any) -> Ask | None:
    bound = change(w, ask.bound) if ask.bound is not None else None
    return None if bound is None else changed(ask, bound=bound)


@rule("Freq -> Bound TIMES", example="at least 3 times")
def often(w: Words, bound: Bound) -> Bound | None:
    return bound if bound.amount.bare else None


@rule("Ask -> Noun Freq", example="fish three times")
def so_often(w: Words, noun: Noun, bound: Bound) -> Ask | None:
    if noun.kind == "name" and w.textual:
        return None
    return (
        Ask("count", bound, noun=noun)
        if noun.kind in ("name", "category", "member", "literal", "mark")
        else None
    )


@rule("Ask -> Bound Noun WITH Ask", example="at least 2 meals with fish")
def count_where(w: Words, bound: Bound, noun: Noun, ask: Ask) -> Any:
    if ask.kind not in ("there", "amount") or noun.kind not in ("rank", "member", "item", "block"):
        return None
    inner = clause(w, Subject(None), Asks((changed(ask, each=False),)))
    if inner is None or inner.overs:
        return None
    narrowed = changed(noun, filters=f"{noun.filters} where ({inner.formula})")
    counting = None if ask.each else count(w, bound, narrowed)
    if not bound.plain or not bound.amount.exact:
        return counting
    each_one = _each_of(w, noun, Asks((ask,)))
    whole = count(w, bound, noun)
    both = Ask("all", parts=(whole, each_one)) if whole and each_one else None
    return [a for a in (both, counting) if a is not None]


def _each_of(w: Words, noun: Noun, asks: Asks) -> Ask | None:
    inner = clause(w, Subject(noun, "each"), asks)
    if inner is None:
        return None
    return Ask("test", text=fold_overs(inner.overs, (inner.formula, inner.strength))[0])


@rule("Ask -> Ask COMMA EACH WITH|HAVE|HAVING Asks", "Ask -> Ask COMMA EACH Bare", "Ask -> Ask COMMA ALL Bare",
      example="3 meals, each with at least 20 g of protein", cost=-0.2)  # fmt: skip
def each_with(w: Words, ask: Ask, asks: Asks) -> Ask | None:
    if ask.noun is None or ask.kind not in ("count", "there"):
        return None
    each_one = _each_of(w, ask.noun, asks)
    return None if each_one is None else Ask("all", parts=(ask, each_one))


@rule("Ask -> Bound Noun COMMA EACH* Bound LONG?", example="two breaks, each 15 minutes long")
def count_each_sized(
    w: Words, bound: Bound, noun: Noun, word: str, size: Bound
) -> list[Ask] | None:
    return count_sized(w, bound, noun, size, word)


@rule(
    "Ask -> Bound Noun OF Bound EACH|EACH_ONE*?",
    "Ask -> Bound Noun COMMA Bound EACH|EACH_ONE*",
    example="2 breaks of 15 minutes",
)
def count_sized(
    w: Words, bound: Bound, noun: Noun, size: Bound, last_word: str | None = None
) -> list[Ask] | None:
    if size.amount.dimension != "time" or noun.kind not in (
        "category",
        "block",
        "name",
        "rank",
        "item",
    ):
        return None
    whole = count(w, bound, noun)
    each_one = _each_of(w, noun, Asks((Ask("amount", size, each=True),)))
    if last_word is not None and whole is not None and each_one is not None and bound.plain:
        return [Ask("all", parts=(whole, each_one))]
    inner = held("duration", size)[0]
    narrowed = count(w, bound, changed(noun, filters=f"{noun.filters} where ({inner})"))
    if whole is None or each_one is None or narrowed is None:
        return None
    return [Ask("all", parts=(whole, each_one)), narrowed]


@rule("Ask -> Noun FOR|OF Bound", example="a hobby for at least 1 hour", cost=0.1)
def lasting(w: Words, noun: Noun, bound: Bound) -> Ask | None:
    if bound.amount.dimension != "time" or noun.kind not in ("category", "name", "several"):
        return None
    theme = w.default("time")
    return (
        None
        if theme is None
        else Ask("amount", bound, changed(theme, of=changed(noun, article="")))
    )


@rule("Ask -> Bound FOR|TO|OF Activity", example="2 hours of studying for exams", cost=0.5)
def for_activity(w: Words, bound: Bound, text: str) -> Ask | None:
    return (
        amount_of(w, bound, nouns.named(text.strip(" -")))
        if bound.amount.dimension == "time"
        else None
    )


@rule("Ask -> Bound TO Noun", example="1 hour to relax")
def to_do(w: Words, bound: Bound, noun: Noun) -> Ask | None:
    return (
        amount_of(w, bound, noun)
        if noun.kind == "category" and bound.amount.dimension == "time"
        else None
    )


@rule("Ask -> Bound EACH_ONE|EACH OF|FOR Noun", example="30 minutes each of yoga and meditation")
def each_amount(w: Words, bound: Bound, noun: Noun) -> Ask | None:
    ask = amount_of(w, bound, noun)
    return None if ask is None else changed(ask, each=True)


@rule(
    "Asks -> Ask Window AND|OR* IN? Window", example="a break in the morning and in the afternoon"
)
def two_windows(w: Words, ask: Ask, one: Any, link: str, other: Any) -> Asks | None:
    noun = ask.noun if ask.kind == "there" else ask.theme.of if ask.theme is not None else None
    if noun is None or noun.window is not None or noun.kind in ("plan", "rank"):
        return None
    parts = []
    for window in (one, other):
        timed = nouns.timed(w, noun, window)
        if timed is None:
            return None
        parts.append(
            changed(ask, noun=timed)
            if ask.kind == "there"
            else changed(ask, theme=changed(ask.theme, of=timed))
        )
    joint: Any = "or" if link in w.either and not ask.absent else "and"
    if ask.kind == "amount" and joint == "or":
        return None
    return Asks(tuple(parts), joint)


@rule("Asks -> BOTH Ask AND Ask", example="both yoga and meditation", cost=-0.1)
def both_asks(w: Words, one: Ask, other: Ask) -> Asks | None:
    made = and_asks(w, one, other) if not one.absent else None
    return None if made is None else changed(made, both=True)


@rule("Asks -> Ask WITH Ask", example="6 hours of work with a 1-hour lunch break", cost=0.1)
def with_ask(w: Words, ask: Ask, other: Ask) -> Asks | None:
    if other.kind != "there" or ask.kind != "amount" or not w.scheduled:
        return None
    return Asks((ask, other))


@rule(
    "Asks -> Asks EACH|PER PART*",
    "Deed -> Deed EACH|PER PART*",
    example="20 minutes of exercise each evening",
)
def each_part(w: Words, asks: Asks, part: str) -> Asks | None:
    over = over_rank(w, "day")
    return (
        None
        if over is None or part not in w.lexicon.parts_of_day
        else _in_part(w, asks, part, over)
    )


def _in_part(w: Words, asks: Asks, part: str, over: Over) -> Asks | None:
    window = nouns.in_part(w, part)
    parts = []
    for ask in asks.parts:
        noun = ask.noun if ask.noun is not None else ask.theme.of if ask.theme is not None else None
        if noun is None or window is None:
            return None
        timed = noun if part == "night" else nouns.timed(w, noun, window)
        if timed is None:
            return None
        theme = ask.theme
        parts.append(
            changed(ask, noun=timed)
            if ask.noun is not None
            else changed(ask, theme=changed(theme, of=timed))
        )
    return changed(asks, parts=tuple(parts), overs=(*asks.overs, over))


@rule("Clause -> EACH PART* EXCEPT? Day? Deed", example="every night must have 8 hours of sleep")
def part_subject(w: Words, part: str, day: Noun | None, asks: Asks) -> Clause | None:
    over = over_rank(w, "day")
    if over is None or part not in w.lexicon.parts_of_day:
        return None
    if day is not None:
        over = changed(over, scope=f"{over.scope} except{day.filters}")
    found = _in_part(w, asks, part, over)
    return None if found is None else clause(w, Subject(None), found)


@rule("Clause -> PART* Deed", example="the afternoon must contain a walk")
def the_part(w: Words, part: str, asks: Asks) -> Clause | None:
    over = over_rank(w, "day")
    found = None if over is None or part == "night" else _in_part(w, asks, part, over)
    return None if found is None else clause(w, Subject(None), changed(found, overs=asks.overs))


@rule("Clause -> Noun Duty? BE|APPEAR|COME HAVE? Window", example="study must be in the afternoon")
def placed_in(w: Words, noun: Noun, duty: str | None, window: Any) -> Clause | None:
    if window.kind not in ("part",) or noun.kind in ("rank", "plan", "text"):
        return None
    timed = nouns.timed(w, noun, window)
    if timed is None:
        return None
    asks = dutiful(Asks((Ask("there", noun=changed(timed, window=None)),)), duty)
    return None if asks is None else clause(w, Subject(None), asks)


@rule(
    "Clause -> Asks Duty? BE|APPEAR|COME HAVE? Window",
    example="yoga or a walk must be in the morning",
)
def asks_in(w: Words, asks: Asks, duty: str | None, window: Any) -> Clause | None:
    if (
        window.kind != "part"
        or len(asks.parts) < 2
        or any(a.kind != "there" or a.noun is None for a in asks.parts)
    ):
        return None
    timed = [nouns.timed(w, a.noun, window) for a in asks.parts if a.noun is not None]
    if any(t is None for t in timed):
        return None
    parts = tuple(changed(a, noun=t) for a, t in zip(asks.parts, timed, strict=True))
    found = dutiful(changed(asks, parts=parts), duty)
    return None if found is None else clause(w, Subject(None), found)


@rule(
    "Clause -> Noun Duty? APPEAR|BE|COME HAVE? Window OR|AND* IN? Window",
    example="exercise must happen in the morning or evening",
)
def in_either(
    w: Words, noun: Noun, duty: str | None, one: Any, link: str, other: Any
) -> Clause | None:
    if one.kind != "part" or other.kind != "part":
        return None
    asks = two_windows(w, Ask("there", noun=noun), one, link, other)
    found = None if asks is None else dutiful(asks, duty)
    return None if found is None else clause(w, Subject(None), found)


@rule(
    "Clause -> Noun Duty? BE|LAST Bound LONG? Window",
    example="lunch should be an hour long at noon",
    cost=0.2,
)
def long_at(w: Words, noun: Noun, duty: str | None, bound: Bound, window: Any) -> Clause | None:
    timed = nouns.timed(w, noun, window)
    asks = last(w, bound)
    found = None if asks is None or timed is None else dutiful(asks, duty)
    return None if found is None else clause(w, Subject(timed), found)


@rule("Clause -> Bound Copula SPEND ON|TO|FOR|IN? Noun", "Clause -> Bound Copula SPEND ON|TO|FOR|IN Noun Over",
      example="three hours must be spent on studying")  # fmt: skip
def spent(
    w: Words, bound: Bound, duty: str | None, noun: Noun, over: Over | None = None
) -> Clause | None:
    asks = spend(w, bound, noun)
    found = None if asks is None else dutiful(asks, duty)
    if found is not None and over is not None:
        found = asks_over(w, found, over)
    return None if found is None else clause(w, Subject(None), found)


@rule("Ask -> SAME NUMBER_OF Noun", "Ask -> SAME Theme", example="the same number of meals")
def same(w: Words, what: Any) -> Ask | None:
    theme = Theme(count_of(w, what), "whole", "one") if isinstance(what, Noun) else what
    return Ask("same", theme=theme) if not theme.of and not theme.overs else None


@rule("Ask -> AT_LEAST_ONE Asks", example="at least one of rice, beans or corn", idle=(0,))
def one_of(w: Words, asks: Asks) -> Ask | None:
    if asks.link != "or" or any(a.kind != "there" or a.absent for a in asks.parts):
        return None
    return Ask("any", parts=asks.parts)


@rule("Ask -> Ask EACH_ONE", "Ask -> Ask EACH", example="200 kcal each")
def individually(w: Words, ask: Ask) -> Ask | None:
    return changed(ask, each=True) if ask.kind == "amount" and not ask.total else None


@rule("Ask -> Ask TOGETHER", example="200 kcal in total")
def in_total(w: Words, ask: Ask) -> Ask | None:
    if ask.kind == "count":
        return ask
    return changed(ask, total=True) if ask.kind == "amount" and not ask.each else None


@rule("Asks -> Ask", example="at least 2000 kcal")
def one_ask(w: Words, ask: Ask) -> Asks:
    return Asks((ask,))


@rule(
    "Row -> Ask COMMA Ask",
    "Row -> Row COMMA Ask",
    example="3 meals, 80 g of protein and 40 g of fat",
)
def row(w: Words, one: Any, other: Ask) -> tuple[Ask, ...]:
    return (*one, other) if isinstance(one, tuple) else (one, other)


@rule(
    "Asks -> Ask|Row AND Ask",
    "Asks -> Row COMMA AND Ask",
    "Asks -> Ask COMMA AND Ask",
    example="80 g of protein and 60 g of fat",
    cost=0.1,
)
def and_asks(w: Words, one: Any, other: Ask) -> Any:
    parts = row(w, one, other)
    if (
        parts[0].absent
        and not other.absent
        and other.kind == "there"
        and other.noun
        and other.noun.article != "a"
    ):
        return None  # `no snacks and desserts`
    first = parts[0].noun
    relative = first is not None and first.window is not None and first.window.kind == "relative"
    if relative and other.noun is not None and not other.noun.article and other.noun.window is None:
        return None  # `a break before lunch and dinner`
    if _of_both(w, parts):
        return None
    if all(p.kind == "there" and not p.absent and p.noun and not p.noun.article for p in parts):
        spread = _spread_window(w, parts)
        return [Asks(parts), Asks(spread)] if spread else Asks(parts)
    return _carried(Asks(parts))


def _carried(asks: Asks) -> Any:
    """Read `at least 20 g of protein and 400 kcal` both ways: of both at least, or of one."""
    first = asks.parts[0].bound
    limit = first.limits[0] if first is not None and len(first.limits) == 1 else None
    if limit is None or limit.comparator not in ("<", "<=", ">", ">="):
        return asks
    rest = [
        p
        for p in asks.parts[1:]
        if p.bound and p.bound.plain and p.bound.amount.exact and not p.bound.limits[0].firm
    ]
    if len(rest) != len(asks.parts) - 1:
        return asks
    carried = tuple(
        changed(p, bound=Bound((changed(p.bound.limits[0], comparator=limit.comparator),)))
        for p in rest
        if p.bound
    )
    return [asks, changed(asks, parts=(asks.parts[0], *carried))]


def _of_both(w: Words, parts: tuple[Ask, ...]) -> bool:
    """Tell whether an amount is of a whole list: `1 hour of yoga and meditation`."""
    first, last = parts[0], parts[-1]
    of = first.theme.of if first.theme is not None else None
    return (
        w.scheduled
        and first.kind == "amount"
        and of is not None
        and last.kind == "there"
        and not (last.absent or of.window or (last.noun is not None and last.noun.window))
    )


def _spread_window(w: Words, parts: tuple[Ask, ...]) -> tuple[Ask, ...]:
    """Give the window of the last of a list to all: `no work or study after 18:00`."""
    nouns_ = [p.noun for p in parts if p.noun is not None]
    window = nouns_[-1].window if len(nouns_) == len(parts) else None
    if window is None or any(
        n.window is not None or n.kind in ("rank", "plan") for n in nouns_[:-1]
    ):
        return ()
    timed = [nouns.timed(w, n, window) for n in nouns_[:-1]]
    return (*(changed(p, noun=n) for p, n in zip(parts, timed, strict=False)), parts[-1])


@rule(
    "Asks -> Ask|Row OR* Ask", "Asks -> Row COMMA OR* Ask", example="a snack or a dessert", cost=0.1
)
def or_asks(w: Words, one: Any, link: str, other: Ask) -> Any:
    parts = row(w, one, other)
    if _of_both(w, parts):
        return None
    if parts[0].kind == "there" and parts[0].absent:
        if any(p.kind != "there" or p.noun is None for p in parts):
            return None
        if link != "nor" and other.noun is not None and other.noun.article == "a":
            return None  # `no snack or a dessert`
        parts = _spread_window(w, parts) or parts
        return Asks(tuple(changed(p, absent=True) for p in parts))
    if link == "nor":
        return None
    return Asks(parts, "or")


@rule("Asks -> EITHER Ask OR Ask", example="either a snack or a dessert")
def either_asks(w: Words, one: Ask, other: Ask) -> Any:
    return or_asks(w, one, "or", other) if not one.absent else None


@rule("Asks -> Ask BUT Ask", "Asks -> Ask COMMA BUT Ask", example="rice but no beans", cost=0.1)
def but_asks(w: Words, one: Ask, other: Ask) -> Asks | None:
    return Asks((one, other)) if one.absent != other.absent else None


@rule(
    "Asks -> Ask BUT|AND NOT Ask",
    "Asks -> Ask COMMA BUT? NOT Ask",
    example="oats but not milk",
    cost=0.1,
)
def but_not(w: Words, one: Ask, other: Ask) -> Asks | None:
    if other.kind != "there" or one.absent or other.absent:
        return None
    return Asks((one, changed(other, absent=True)))


@rule(
    "Asks -> Ask COMMA Ask",
    "Asks -> Ask COMMA AND Ask EITHER?",
    example="no lunges, no jumps",
    cost=0.1,
)
def none_of_these(w: Words, one: Ask, other: Ask) -> Asks | None:
    return Asks((one, other)) if one.absent and other.absent else None


@rule("Asks -> Row", example="at least 100 g protein, at most 60 g fat", cost=0.2)
def row_asks(w: Words, parts: tuple[Ask, ...]) -> Asks | None:
    return Asks(parts) if all(a.kind != "there" for a in parts) else None


@rule("Asks -> Asks Over", "Asks -> Asks COMMA Over", example="3 meals per day", cost=0.1)
def asks_over(w: Words, asks: Asks, over: Over) -> Asks | None:
    if over.level >= 100 and any(a.overs for a in asks.parts):
        return None
    if any(_counts(a, over) for a in asks.parts):
        parts = tuple(
            a if _counts(a, over) else changed(a, overs=(*a.overs, over)) for a in asks.parts
        )
        return changed(asks, parts=parts) if len(parts) > 1 and parts != asks.parts else None
    overs = (*asks.overs, over)
    return changed(asks, overs=overs) if compatible(overs) else None


def _counts(ask: Ask, over: Over) -> bool:
    """Tell whether a demand counts what a quantifier goes over: `2 days and 3 meals per day`."""
    return ask.kind == "count" and ask.noun is not None and ask.noun.rank == over.rank


# -- verbs ----------------------------------------------------------------------------------------------------
@rule("Duty -> MODAL", example="must")
def must(w: Words) -> str:
    return "must"


@rule("Duty -> PERMIT", example="may")
def may(w: Words) -> str:
    return "may"


@rule(
    "Duty -> MODAL NOT", "Duty -> DO NOT", "Duty -> NOT", "Duty -> MODAL DO NOT", example="must not"
)
def must_not(w: Words) -> str:
    return "must not"


@rule("Duty -> PERMIT NOT", example="may not")
def may_not(w: Words) -> str:
    return "may not"


@rule("Copula -> Duty? BE", example="must be")
def copula(w: Words, duty: str | None) -> str:
    return duty or "must"


@rule("Copula -> BE NOT", example="is not")
def is_not(w: Words) -> str:
    return "must not"


@rule("Deed -> BE NOT Bound|Times", example="lunch is not after 12:00")
def not_be(w: Words, what: Any) -> Asks | None:
    ask = Ask("amount", what) if isinstance(what, Bound) else Ask("time", times=what, text="be")
    return dutiful(Asks((ask,)), "must not")


def dutiful(asks: Asks | None, duty: str | None) -> Asks | None:
    """Apply a modal verb to what is asked."""
    if asks is None or duty in (None, "must"):
        return asks
    if duty == "may":
        return changed(asks, parts=tuple(_permitted(a) for a in asks.parts), permit=True)
    parts = [denied(a) for a in asks.parts]
    if asks.both or any(p is None for p in parts) or any(a.absent for a in asks.parts):
        return None
    link: Any = asks.link
    if all(a.kind == "there" for a in asks.parts):
        link = "and"
    elif len(parts) > 1:
        link = "or" if asks.link == "and" else "and"
    return changed(asks, parts=tuple(p for p in parts if p is not None), link=link)


def _permitted(ask: Ask) -> Ask:
    if ask.bound is None or not ask.bound.plain or not ask.bound.amount.exact:
        return ask
    limit = changed(ask.bound.limits[0], comparator="<=")
    return changed(ask, bound=Bound((limit,)))


@rule("Deed -> Duty? Bare", example="must have 3 meals")
def deed(w: Words, duty: str | None, asks: Asks) -> Asks | None:
    return dutiful(asks, duty)


@rule("Deed -> Duty EACH|EACH_ONE Bare", example="must each have 3 meals")
def deed_each_first(w: Words, duty: str, asks: Asks) -> Asks | None:
    found = dutiful(asks, duty)
    return None if found is None else individually_all(w, found)


@rule("Bare -> HAVE Asks", "Bare -> HAVE FOR Asks", example="have 3 meals")
def have(w: Words, asks: Asks) -> Asks:
    return asks


@rule("Bare -> BE Bound", "Bare -> COME IN? Bound", example="be at least 90 g")
def be(w: Words, bound: Bound) -> Asks:
    return Asks((Ask("amount", bound),))


@rule("Bare -> BE FOR? Asks", example="it must be a 5-day meal plan")
def be_for(w: Words, asks: Asks) -> Asks | None:
    if any(a.kind == "there" and not a.absent for a in asks.parts):
        return None
    if any(
        a.text == "single" for a in asks.parts
    ):  # `not be a single paragraph`: some other number
        return changed(
            asks, parts=tuple(changed(a, text="") if a.text == "single" else a for a in asks.parts)
        )
    return asks


@rule("Bare -> BE KEPT Bound", "Bare -> BE? KEPT AT|TO Bound", example="be kept under 40 minutes")
def kept(w: Words, bound: Bound) -> Asks:
    return be(w, bound)


@rule(
    "Bare -> LAST|LASTING FOR? Bound",
    "Bare -> BE Bound LONG",
    "Bare -> BE HAVE IN Bound",
    example="last 45 minutes",
)
def last(w: Words, bound: Bound) -> Asks | None:
    amount = bound.amount
    theme = w.default("time") if amount.dimension == "time" else None
    return Asks((Ask("amount", bound, theme),)) if theme else None


@rule("Bare -> LAST|LASTING Asks", example="last 4 days")
def last_days(w: Words, asks: Asks) -> Asks | None:
    fits = all(
        a.kind == "count" and a.noun is not None and a.noun.rank in ("day", "week", "month")
        for a in asks.parts
    )
    return changed(asks, parts=tuple(changed(a, text="span") for a in asks.parts)) if fits else None


@rule("Bare -> BE Asks LONG", example="be 4 weeks long")
def long(w: Words, asks: Asks) -> Asks | None:
    return last_days(w, asks)


@rule(
    "Bare -> BE? HAVE WITH|AT|FOR Asks",
    "Bare -> BE AT Asks",
    example="be done with 24 kg",
    cost=0.1,
)
def with_amount(w: Words, asks: Asks) -> Asks | None:
    return asks if all(a.kind in ("amount", "all") for a in asks.parts) else None


@rule("Bare -> BE HAVE|SPEND IN Noun", example="be spent in Florence", cost=0.1)
def be_in(w: Words, noun: Noun) -> Asks | None:
    return Asks((Ask("there", noun=noun),)) if noun.kind == "name" else None


@rule("Bare -> SPEND Asks", example="spend 2 nights in each city")
def spend_counted(w: Words, asks: Asks) -> Asks | None:
    counts = [a.bound.amount.dimension for a in asks.parts if a.bound is not None]
    return asks if counts and all(d.startswith("count:") for d in counts) else None


@rule("Clause -> Noun Copula ON? Day Window", example="the meeting must be on Monday at 10:00")
def is_on_at(w: Words, noun: Noun, duty: str, day: Noun, window: Any) -> Clause | None:
    found = is_on(w, noun, duty, day)
    return None if found is None else changed(found, formula=found.formula + window.text)


@rule("Clause -> Noun Copula ON Noun", example="squats are not on day 1")
def is_within(w: Words, noun: Noun, duty: str, place: Noun) -> Any:
    held_in = on(w, place)
    asks = dutiful(Asks((Ask("there", noun=noun),)), duty)
    if held_in is None or asks is None or noun.kind in ("plan", "text", "rank"):
        return None
    return clause(w, Subject(None), changed(asks, overs=(held_in,)))


@rule("Clause -> Theme Copula SAME", example="the number of meals per day must be the same")
def all_same(w: Words, theme: Theme, duty: str) -> Clause | None:
    if len(theme.overs) != 1 or theme.of is not None or duty != "must":
        return None
    unit = f" {theme.unit}" if theme.unit else ""
    return Clause(f"range({theme.measure} per {theme.overs[0].scope}) = 0{unit}")


@rule("Clause -> Noun Copula ON? Day", "Clause -> Noun Copula ON? Day OR|AND* ON? Day", "Clause -> Noun Copula ON? DayRow",
      example="the meeting must be on Monday")  # fmt: skip
def is_on(
    w: Words, noun: Noun, duty: str, day: Any, link: str = "", other: Any = None
) -> Clause | None:
    if noun.kind in ("plan", "text", "several") or noun.rank in ("day", "week") or duty == "may":
        return None
    days = day if isinstance(day, tuple) else (day,) if other is None else (day, other)
    if any(" any of " in d.filters or " to " in d.filters for d in days):
        return None
    texts = [f"exists {block_text(w, noun)}{d.filters}" for d in days]
    made = joined(
        [(t, 3) for t in texts], "or" if isinstance(day, tuple) or link in w.either else "and"
    )
    formula, strength = made
    if duty in ("must not", "may not"):
        formula, strength = (f"not {formula}" if strength == 3 else f"not ({formula})"), 3
    return Clause(formula, noun.overs, strength)


@rule(
    "DayRow -> Day OR ON? Day",
    "DayRow -> DayRow OR ON? Day",
    "DayRow -> Day COMMA Day",
    example="on Monday or on Tuesday",
)
def day_row(w: Words, row: Any, day: Noun) -> tuple[Noun, ...]:
    return (*row, day) if isinstance(row, tuple) else (row, day)


@rule("Clause -> Noun Copula Noun", example="day 2 is the cheapest day", cost=-0.1)
def ranked_day(w: Words, one: Noun, duty: str, other: Noun) -> Clause | None:
    pattern = re.fullmatch(r" with (max|min) (.+)", other.filters)
    if (
        pattern is None
        or ANY in other.filters
        or one.rank != other.rank
        or one.front
        or " with " in one.filters
    ):
        return None
    if (
        one.kind != "rank"
        or not one.placed
        or one.plural
        or other.plural
        or duty not in ("must", "must not")
    ):
        return None
    if not re.fullmatch(r" \d+", one.filters):
        return None
    formula = f"sum({pattern[2]}) of {one.text} = {pattern[1]}({pattern[2]} per {other.scope})"
    return Clause(f"not {formula}" if duty == "must not" else formula)


@rule("Bare -> MEASURES* Bound", example="cost at most $50")
def measures(w: Words, theme: Theme, bound: Bound) -> Asks | None:
    amount = bound.amount
    if amount.bare and theme.dimension in ("length", "time", "mass"):
        return None  # four of what
    if (
        not amount.bare
        and amount.dimension != theme.dimension
        and not (theme.dimension == "currency" and amount.dimension.startswith("currency"))
    ):
        return None
    return Asks((Ask("amount", bound, theme),))


def _beyond(comparator: str) -> Any:
    def made(w: Words, asks: Asks) -> Asks | None:
        parts = []
        for ask in asks.parts:
            if ask.bound is None or len(ask.bound.limits) > 1 or not ask.bound.amount.exact:
                return None
            limit = ask.bound.limits[0]
            known = {">": (">=", "<="), "<": ("<=", ">="), ">=": (">=",), "<=": ("<=",)}
            if limit.comparator not in ("=", *known[comparator]) or limit.about or limit.firm:
                return None
            parts.append(changed(ask, bound=Bound((changed(limit, comparator=comparator),))))
        return changed(asks, parts=tuple(parts))

    return made


rule("Bare -> EXCEED Asks|Scalar", example="exceed 2000 kcal")(_beyond(">"))
rule("Bare -> FALL_BELOW Asks|Scalar", example="fall below 1200 kcal")(_beyond("<"))
rule("Bare -> REACH Asks|Scalar", example="reach 2000 kcal")(_beyond(">="))
rule("Bare -> BE? LIMIT TO|AT Asks|Scalar", example="be limited to 2300 mg")(_beyond("<="))


@rule("Scalar -> Bound", example="lunch: 500 kcal")
def scalar(w: Words, bound: Bound) -> Asks | None:
    return Asks((Ask("amount", bound),)) if bound.amount.bare else None


@rule("Scalar -> MAXIMUM|MINIMUM|LIMITING OF Bound", example="a limit of 50 g")
def the_limit(w: Words, bound: Bound) -> Asks | None:
    return Asks((Ask("amount", bound),)) if bound.plain else None


@rule("Bare -> SUM_TO Asks|Scalar", example="add up to 1 hour")
def sum_to(w: Words, asks: Asks) -> Asks | None:
    if any(a.kind != "amount" for a in asks.parts):
        return None
    return changed(asks, parts=tuple(changed(a, total=True) for a in asks.parts))


@rule("Bare -> AVERAGE Asks|Scalar", example="average 2000 calories per day")
def averages(w: Words, asks: Asks) -> Asks | None:
    if any(a.kind != "amount" for a in asks.parts):
        return None
    return changed(asks, parts=tuple(changed(a, mean=True) for a in asks.parts))


@rule("Bare -> AVOID HAVING? Asks", example="avoid pork")
def avoid(w: Words, asks: Asks) -> Asks | None:
    if any(a.kind != "there" or a.absent for a in asks.parts):
        return None
    return dutiful(asks, "must not")


@rule("Bare -> BE WITHIN PERIODIC* LIMITING OF Bound", example="be within the daily limit of 2000")
def within_daily(w: Words, rank: str, bound: Bound) -> Asks | None:
    over = over_rank(w, rank)
    found = bounds.or_less(w, bound)
    return None if over is None or found is None else Asks((Ask("amount", found),), overs=(over,))


@rule("Bare -> SPEND Bound ON|FOR|TO Activity", example="spend an hour on emails", cost=0.5)
def spend_activity(w: Words, bound: Bound, text: str) -> Asks | None:
    ask = for_activity(w, bound, text)
    return None if ask is None else Asks((ask,))


@rule("Bare -> SPEND Bound ON|FOR|TO|IN|AT Noun", example="spend at most 9 euros on food")
def spend(w: Words, bound: Bound, noun: Noun) -> Asks | None:
    if bound.amount.unit in w.lexicon.ranks:
        return None
    ask = amount_of(w, bound, noun)
    if ask is None and noun.kind == "rank" and noun.article != "a" and not bound.amount.bare:
        theme = w.default(bound.amount.dimension, noun)
        ask = None if theme is None else Ask("amount", bound, theme)
        return None if ask is None else Asks((changed(ask, overs=(over_of(noun),)),))
    return None if ask is None else Asks((ask,))


@rule(
    "Deed -> Deed Over", "Deed -> Deed COMMA Over", example="must have 3 meals on day 2", cost=0.1
)
def deed_over(w: Words, asks: Asks, over: Over) -> Asks | None:
    return asks_over(w, asks, over)


@rule("Deed -> Deed TOGETHER", example="must not exceed 200 kcal in total")
def deed_together(w: Words, asks: Asks) -> Asks | None:
    if any(a.kind != "amount" or a.each or a.total for a in asks.parts):
        return None
    return changed(asks, parts=tuple(changed(a, total=True) for a in asks.parts))


@rule("Deed -> Deed EACH_ONE", "Deed -> Deed EACH", example="must not exceed 200 kcal each")
def individually_all(w: Words, asks: Asks) -> Asks | None:
    if any(a.kind == "there" or a.each or a.total for a in asks.parts):
        return None
    return changed(asks, parts=tuple(changed(a, each=True) for a in asks.parts))


@rule("Bare -> Bare AND|BUT Bare", "Bare -> Bare COMMA AND|BUT Bare", "Deed -> Deed AND|BUT Deed",
      "Deed -> Deed COMMA AND|BUT Deed", example="start at 9:00 and end by 17:00", cost=0.2)  # fmt: skip
def both_deeds(w: Words, one: Asks, other: Asks) -> Asks | None:
    if one.link != "and" or other.link != "and" or one.overs:
        return None
    return Asks((*one.parts, *other.parts), overs=other.overs)


@rule("Bare -> Bare OR Bare", example="start at 9:00 or end by 17:00", cost=0.1)
def either_deed(w: Words, one: Asks, other: Asks) -> Asks | None:
    if len(one.parts) > 1 or len(other.parts) > 1 or one.overs:
        return None
    return Asks((*one.parts, *other.parts), "or", other.overs)


# -- clauses --------------------------------------------------------------------------------------------------
@rule(
    "Clause -> Subject Bound",
    "Clause -> Subject COLON Bound",
    example="no meal over 700 kcal",
    cost=0.3,
)
def held_to(w: Words, subject: Subject, bound: Bound) -> Any:
    if subject.quantifier not in ("each", "no", "all") or bound.amount.bare:
        return None
    return clause(w, subject, Asks((Ask("amount", bound),)))


@rule("Clause -> Subject Asks", example="each meal at least 20 g of protein", cost=0.4)
def with_asks(w: Words, subject: Subject, asks: Asks) -> Any:
    beyond = all(a.bound and a.bound.limits[0].comparator in ("<", ">") for a in asks.parts)
    if subject.quantifier not in ("each", "all", "no") or any(
        a.kind == "there" for a in asks.parts
    ):
        return None
    if subject.quantifier == "no" and not beyond:
        return None
    return clause(w, subject, asks)


@rule("Clause -> DO|MODAL|PERMIT ANY Noun Bare", example="does any day cost more than 5 euros?")
def asked_any(w: Words, noun: Noun, asks: Asks) -> Any:
    if noun.kind == "plan" or noun.placed:
        return None
    inner = clause(w, Subject(None), asks)
    if not isinstance(inner, Clause) or inner.overs:
        return None
    return changed(inner, overs=(changed(over_of(noun, "any"), open=False),))


@rule(
    "Clause -> DO|MODAL|PERMIT Subject Bare",
    "Clause -> DO|MODAL|PERMIT Theme Bare",
    example="does each meal have 20 g of protein?",
)
def asked(w: Words, who: Any, asks: Asks) -> Any:
    return clause(w, who, asks) if isinstance(who, Subject) else theme_stated(w, who, asks)


@rule(
    "Clause -> BE Subject Bound",
    "Clause -> BE Theme Bound",
    example="are all fees below 20 dollars?",
)
def asked_be(w: Words, who: Any, bound: Bound) -> Any:
    return asked(w, who, Asks((Ask("amount", bound),)))


@rule("Clause -> BE THERE Asks", example="is there a snack every day?")
def asked_there(w: Words, asks: Asks) -> Any:
    return clause(w, Subject(None), asks)


@rule("Clause -> Noun COLON NONE", example="peanuts: none")
def none_of(w: Words, noun: Noun) -> Any:
    if noun.kind == "plan" or noun.placed or noun.overs:
        return None
    return clause(w, Subject(None), Asks((Ask("there", noun=noun, absent=True),)))


@rule("Clause -> Noun Duty? APPEAR|HAVE ON|IN Bound DISTINCT? Rank", "Clause -> Noun Copula HAVE ON|IN Bound DISTINCT? Rank",
      example="rice appears on three days")  # fmt: skip
def on_so_many(w: Words, noun: Noun, duty: str | None, bound: Bound, rank: Noun) -> Any:
    if noun.kind not in ("name", "category", "member") or not bound.amount.bare or not rank.plural:
        return None
    where = f"where (exists {block_text(w, noun)})"
    ask = Ask("count", bound, noun=changed(rank, filters=f"{rank.filters} {where}"))
    found = dutiful(Asks((ask,)), duty)
    return None if found is None else clause(w, Subject(None), found)


@rule(
    "Clause -> EITHER? Name|Noun OR Name|Noun COMMA BUT? NOT BOTH",
    example="either Bruges or Ghent, not both",
)
def one_only(w: Words, one: Noun, other: Noun) -> Clause | None:
    if {one.kind, other.kind} - {"name", "category", "member"}:
        return None
    texts = [f"exists {block_text(w, n)}" for n in (one, other)]
    return Clause(f"({texts[0]} or {texts[1]}) and not ({texts[0]} and {texts[1]})", (), 2)


@rule(
    "Clause -> Theme Duty? EXCEED Theme BY Bound",
    example="Saturday's carbs must exceed Sunday's carbs by 50 g",
)
def exceeds_by(w: Words, one: Theme, duty: str | None, other: Theme, bound: Bound) -> Clause | None:
    if duty not in (None, "must") or one.measure != other.measure or not one.of or not other.of:
        return None
    sides = [f"sum({t.measure}) of {t.of.text}" for t in (one, other) if t.of]
    return Clause(*held(" - ".join(sides), bound, one.unit)[:1])


@rule("Clause -> Subject Deed", example="each day must have 3 meals")
def stated(w: Words, subject: Subject, asks: Asks) -> Any:
    return clause(w, subject, asks)


@rule("Clause -> Theme Deed", example="the daily protein must be at least 90 g")
def theme_stated(w: Words, theme: Theme, asks: Asks) -> Any:
    parts = []
    for ask in asks.parts:
        if ask.kind != "amount" or (ask.theme is not None and ask.theme.measure != theme.measure):
            return None
        if ask.theme is not None and (ask.theme.of or ask.theme.overs):
            return None
        bound = ask.bound
        if theme.limit and bound is not None:
            first = bound.limits[0]
            if (
                first.comparator == "="
                and not first.firm
                and bound.amount.exact
                and len(bound.limits) == 1
            ):
                bound = Bound((changed(first, comparator=theme.limit),))
        parts.append(changed(ask, bound=bound, theme=changed(theme, limit="")))
    return clause(w, Subject(None), changed(asks, parts=tuple(parts)))


@rule("Clause -> Theme TOGETHER COLON Bound", example="cost overall: 300 euros")
def telegram_total(w: Words, theme: Theme, bound: Bound) -> Any:
    return telegram(w, changed(theme, total=True), bound)


@rule(
    "Clause -> Over COLON Asks", "Clause -> Over COMMA Asks", example="per day: 150-200 g", cost=0.3
)
def over_asks(w: Words, over: Over, asks: Asks) -> Any:
    found = asks_over(w, asks, over)
    return None if found is None else nominal(w, found)


@rule(
    "Clause -> ON|IN Bound Noun COMMA? Clause",
    example="on at most three days, there must be 3 meals",
)
def on_some(w: Words, bound: Bound, noun: Noun, inner: Clause) -> Clause | None:
    subject = some_of(w, bound, noun)
    if subject is None or noun.kind not in ("rank", "member", "text", "item") or inner.test:
        return None
    over = changed(over_of(noun, subject.quantifier), open=False)
    return changed(inner, overs=(over, *inner.overs)) if compatible((over, *inner.overs)) else None


@rule("Clause -> HAVE Subject Asks", example="give each paragraph four sentences", cost=0.1)
def give(w: Words, subject: Subject, asks: Asks) -> Any:
    noun = subject.noun
    if noun is None or noun.kind not in ("plan", "rank", "member", "text", "item"):
        return None
    if not subject.quantifier and noun.kind != "plan" and not noun.placed:
        return None
    if noun.kind == "text" and not subject.quantifier and not noun.placed:
        return None  # `use the words "sun" and "moon"`
    return clause(w, subject, asks)


@rule(
    "Clause -> Clause COMMA? EXCEPT Exception",
    example="each day must have 3 meals, except Sunday",
    cost=0.2,
)
def except_behind(w: Words, inner: Clause, left_out: tuple[Noun, ...]) -> Clause | None:
    fitting = [o for o in inner.overs if o.scope == o.rank and o.quantifier in ("each", "no")]
    if not fitting or inner.test or inner.asks:
        return None
    over = min(fitting, key=lambda o: o.level)
    noun = nouns.excepted(w, Noun(over.scope, "rank", over.rank, over.level), left_out)
    if noun is None:
        return None
    made = changed(over, scope=noun.text, open=False)
    return changed(inner, overs=tuple(made if o is over else o for o in inner.overs))


@rule("Clause -> TOGETHER COMMA? Clause", "Clause -> Clause TOGETHER", "Clause -> Clause FOR|OVER|IN|ACROSS TOTAL Plan", "Clause -> FOR|OVER|IN|ACROSS TOTAL Plan COMMA? Clause",
      example="in all, the price must be 160 dollars", idle=(0,))  # fmt: skip
def in_all(w: Words, *parts: Any) -> Clause | None:
    inner = next(p for p in parts if isinstance(p, Clause))
    adds = not re.match(r"(mean|max|min|exists|if|each|no)\b", inner.formula)
    return inner if adds and not inner.overs else None


@rule("Sentence -> Noun STOP?", example="meditation", cost=0.6)
def alone(w: Words, noun: Noun) -> str | None:
    if (
        noun.kind not in ("category", "member")
        or noun.filters not in ("", f" named {quoted(noun.name)}")
        or noun.overs
    ):
        return None
    made = clause(w, Subject(None), Asks((Ask("there", noun=noun),)))
    return sentence(w, made) if isinstance(made, Clause) else None


@rule("Clause -> Clause OPEN Times_a_Day CLOSE", "Clause -> Clause OPEN IE? Bound CLOSE", "Clause -> Clause COMMA IE Bound",
      example="12 meals (3 a day for 4 days)")  # fmt: skip
def restated(w: Words, inner: Clause, again: Any) -> Clause | None:
    """A bracket that tells again must agree, and adds nothing."""
    number = re.search(
        r"(<=|>=|<|>|=|between) ([\d.]+)(?: (?!and)(\S+))?(?: and ([\d.]+)(?: \S+)?)?$",
        inner.formula,
    )
    if number is None or inner.test:
        return None
    if isinstance(again, Amount):
        return inner if number[1] == "=" and Decimal(number[2]) == again.low else None
    limit = again.limits[0]
    if len(again.limits) > 1 or limit.comparator != number[1] or limit.about or limit.slack:
        return None
    factors = [w.lexicon.units[u].factor if u in w.lexicon.units else Decimal(1)
               for u in (number[3] or "", limit.amount.unit or number[3] or "")]  # fmt: skip
    ends = [(number[2], limit.amount.low), (number[4] or number[2], limit.amount.high)]
    same = all(Decimal(said) * factors[0] == told * factors[1] for said, told in ends)
    return inner if same else None


@rule(
    "Times_a_Day -> Num PER Rank FOR Num Rank",
    "Times_a_Day -> Num Rank WITH Num Noun EACH_ONE|EACH",
    "Times_a_Day -> Num PER Rank COMMA Num Rank",
    example="12 meals (3 per day for 4 days)",
)
def product(w: Words, one: Amount, *rest: Any) -> Amount | None:
    numbers = [one, *(r for r in rest if isinstance(r, Amount))]
    ranks = {r.rank for r in rest if isinstance(r, Noun) and r.kind == "rank"}
    if len(numbers) != 2 or not all(n.exact for n in numbers) or not ranks:
        return None
    total = numbers[0].low * numbers[1].low
    return Amount(total, total)


@rule(
    "Clause -> Theme COLON? Bound",
    "Clause -> Theme COLON? Bound Over",
    example="Carbs per day: 150-200 g",
    cost=0.3,
)
def telegram(w: Words, theme: Theme, bound: Bound, over: Over | None = None) -> Any:
    asks = Asks((Ask("amount", bound),), overs=(over,) if over is not None else ())
    return theme_stated(w, theme, asks)


@rule("Clause -> Noun Over? COLON Bound", example="Stops per day: at most 4", cost=0.3)
def counted_telegram(w: Words, noun: Noun, over_: Over | None, bound: Bound) -> Any:
    ask = count(w, bound, noun) if noun.plural else None
    overs = (over_,) if over_ is not None else ()
    return None if ask is None else clause(w, Subject(None), Asks((ask,), overs=overs))


@rule("Clause -> Noun COLON Asks", example="Breakfast: 300-400 calories", cost=0.3)
def labelled(w: Words, noun: Noun, asks: Asks) -> Any:
    if any(a.kind == "there" for a in asks.parts):
        return None
    return clause(w, Subject(noun), asks)


@rule(
    "Clause -> LET Subject Bare",
    "Clause -> LET Theme Bare",
    example="let the session last 40 minutes",
)
def let(w: Words, who: Any, asks: Asks) -> Any:
    return asked(w, who, asks)


@rule("Clause -> Asks", example="at most 3 meals per day", cost=0.3)
def nominal(w: Words, asks: Asks) -> Any:
    if any(
        a.kind == "amount" and a.theme is None and a.bound and a.bound.amount.dimension == "time"
        for a in asks.parts
    ) and (not asks.overs):
        return None  # `a quarter of an hour` of what
    if any(a.kind == "there" and not a.absent for a in asks.parts):
        return None
    made = clause(w, Subject(None, spoken=False), asks)
    return changed(made, nominal=True) if isinstance(made, Clause) else made


@rule("Clause -> THERE Copula Asks", example="there must be no snacks")
def there_is(w: Words, duty: str | None, asks: Asks) -> Any:
    found = dutiful(asks, duty)
    return None if found is None else clause(w, Subject(None), found)


@rule(
    "Clause -> Deed",
    "Clause -> ENSURE Deed",
    "Clause -> WHO Deed",
    "Clause -> ENSURE WHO? Deed",
    example="include 3 meals",
    cost=0.2,
)
def imperative(w: Words, asks: Asks) -> Any:
    return clause(w, Subject(None, spoken=False), asks)


@rule(
    "Clause -> Asks Copula HAVE Over?",
    "Clause -> Asks Duty? APPEAR Over?",
    "Clause -> Asks Copula PRESENT Over?",
    example="a warm-up must be included",
)
def passive(w: Words, asks: Asks, duty: str | None, over: Over | None) -> Clause | None:
    found = dutiful(asks, duty)
    if found is None:
        return None
    if over is not None:
        found = asks_over(w, found, over)
    return None if found is None else clause(w, Subject(None), found)


@rule("Clause -> HAVE Theme TO|AT? Bound", example="keep carbs under 100 g")
def keep(w: Words, theme: Theme, bound: Bound) -> Any:
    return theme_stated(w, theme, Asks((Ask("amount", bound),)))


@rule("Clause -> LIMIT Theme TO Asks|Scalar", example="limit fat to 60 g per day")
def limit(w: Words, theme: Theme, asks: Asks) -> Clause | None:
    found = _beyond("<=")(w, asks)
    return None if found is None else theme_stated(w, theme, found)


@rule("Clause -> LIMIT Noun TO Asks", example="limit the day to 2000 kcal")
def limit_thing(w: Words, noun: Noun, asks: Asks) -> Clause | None:
    found = _beyond("<=")(w, asks)
    return None if found is None else clause(w, Subject(noun), found)


@rule(
    "Clause -> LIMIT Noun TO Bound",
    "Clause -> LIMIT Noun TO Bound Over",
    example="limit snacks to 2 per day",
)
def limit_count(w: Words, noun: Noun, bound: Bound, over: Over | None = None) -> Clause | None:
    if not bound.plain or not bound.amount.exact or not noun.plural:
        return None
    ask = count(w, bounds.or_less(w, bound), noun)  # type: ignore[arg-type]
    overs = (over,) if over is not None else ()
    return None if ask is None else clause(w, Subject(None), Asks((ask,), overs=overs))


@rule("Clause -> LIMITING Copula Asks", "Clause -> PERIODIC* LIMITING Copula Asks|Scalar",
      "Clause -> THERE Copula LIMITING OF Asks", example="the limit is 2500 kcal per day")  # fmt: skip
def the_limit_is(w: Words, *parts: Any) -> Clause | None:
    asks = _beyond("<=")(w, parts[-1])
    return None if asks is None or "must not" in parts else clause(w, Subject(None), asks)


@rule("Clause -> Asks|Scalar Duty BE EXCEED Over?", "Clause -> LIMITING OF Asks Duty BE EXCEED Over?",
      "Clause -> MAXIMUM Asks Duty BE EXCEED Over?", example="2000 kcal per day must not be exceeded")  # fmt: skip
def exceeded(w: Words, asks: Asks, duty: str, over: Over | None) -> Clause | None:
    if any(a.kind != "amount" or a.bound is None or not a.bound.amount.exact for a in asks.parts):
        return None
    found = dutiful(_beyond(">")(w, asks), duty)
    if found is not None and over is not None:
        found = asks_over(w, found, over)
    return None if found is None else clause(w, Subject(None), found)


@rule("Clause -> Noun|Name Duty? APPEAR|BE Freq", "Clause -> Noun Copula HAVE Freq", "Clause -> Noun Freq",
      "Clause -> Noun Duty? APPEAR Freq Over", "Clause -> Noun Freq Over",
      example="rice must appear at most once")  # fmt: skip
def appears(w: Words, noun: Noun, *rest: Any) -> Clause | None:
    bound = next(r for r in rest if isinstance(r, Bound))
    overs = tuple(r for r in rest if isinstance(r, Over))
    ask = so_often(w, noun, bound)
    found = (
        None
        if ask is None
        else dutiful(Asks((ask,), overs=overs), next((r for r in rest if isinstance(r, str)), None))
    )
    return None if found is None else clause(w, Subject(None), found)


@rule(
    "Clause -> Subject Duty? DIFFER BY? Asks", example="days must not differ by more than 200 kcal"
)
def differ(w: Words, subject: Subject, duty: str | None, asks: Asks) -> Clause | None:
    found = dutiful(asks, duty)
    noun = subject.noun
    if (
        found is None
        or len(found.parts) != 1
        or noun is None
        or not noun.plural
        or subject.quantifier
    ):
        return None
    ask = found.parts[0]
    if ask.kind != "amount" or ask.bound is None:
        return None
    return spread(w, noun, ask)


def spread(w: Words, noun: Noun, ask: Ask) -> Clause | None:
    """Hold the difference between the members of a scope to a bound."""
    theme = theme_for(w, ask.theme, ask.bound.amount, noun)  # type: ignore[union-attr]
    if theme is None or theme.of or theme.overs or ask.bound is None:
        return None
    return Clause(held(f"range({theme.measure} per {noun.text})", ask.bound, theme.unit)[0])


@rule("Clause -> Theme|Noun Duty? ACCOUNT_FOR Bound OF Theme", "Clause -> Theme|Noun Copula Bound OF Theme",
      example="dinner must account for at most 40 % of the daily calories")  # fmt: skip
def share(w: Words, part: Any, duty: str | None, bound: Bound, whole: Theme) -> Clause | None:
    if bound.amount.dimension != "fraction" or duty not in (None, "must") or whole.of is not None:
        return None
    noun = part.of if isinstance(part, Theme) else part
    if noun is None or (isinstance(part, Theme) and part.measure != whole.measure):
        return None
    if whole.kind == "whole" or noun.kind == "plan":
        return None
    overs = tuple(
        dict.fromkeys((*(part.overs if isinstance(part, Theme) else noun.overs), *whole.overs))
    )
    measure = "duration" if whole.kind == "time" else whole.measure
    return Clause(held(f"share({measure} of {noun.text}, {measure})", bound)[0], overs)


@rule(
    "Clause -> Over Clause",
    "Clause -> Over COMMA|COLON Clause",
    example="on day 2, lunch must have 500 kcal",
)
def over_clause(w: Words, over: Over, inner: Clause) -> Clause | None:
    if over.level >= 100 and re.search(r"\beach\b", inner.formula):
        return None  # `"x" in the first line and "y" in the last line`
    overs = (over, *inner.overs)
    averaged = inner.formula.startswith("mean(") and " per " not in inner.formula
    counted = f"count({over.rank})" in inner.formula
    if averaged or counted or over.anyone or not compatible(overs):
        return None
    return changed(inner, overs=overs)


@rule("Clause -> Clause Over", example="work 8 hours a day", cost=0.15)
def clause_over(w: Words, inner: Clause, over: Over) -> Clause | None:
    return over_clause(w, over, inner)


@rule(
    "Clause -> ENSURE Clause",
    "Clause -> ENSURE THAT Clause",
    example="ensure that each day has 3 meals",
    idle=(0,),
)
def ensured(w: Words, inner: Clause) -> Clause:
    return inner


# -- whole sentences ---------------------------------------------------------------------------------------------
@rule(
    "Sentence -> Clause",
    "Sentence -> Clause STOP",
    "Sentence -> Clause QUESTION",
    "Sentence -> Clauses STOP?",
    example="each day must have 3 meals.",
)
def sentence(w: Words, made: Clause) -> str | None:
    if made.test:
        return None
    return fold_overs(made.overs, (made.formula, made.strength))[0]


@rule("Sentences -> Sentence", example="each day must have 3 meals")
def first(w: Words, formula: str) -> str:
    return formula


@rule(
    "Clauses -> Clause STOP Clause",
    "Clauses -> Clauses STOP Clause",
    example="each day must have 3 meals. lunch must have at least 20 g of protein",
    cost=0.3,
)
def next_sentence(w: Words, one: Clause, other: Clause) -> Any:
    return both_clauses(w, one, other)


@rule(
    "Clause -> Clause AND|SEMICOLON|COMMA|BUT Clause",
    "Clause -> Clause COMMA AND|BUT Clause",
    example="the plan must have 3 days and each day must have 3 meals",
    cost=0.5,
)
def both_clauses(w: Words, one: Clause, other: Clause) -> Any:
    if one.test or other.test or (other.nominal and not one.nominal):
        return None
    if other.asks is not None:
        return about_it(w, one, other)
    texts = [fold_overs(c.overs, (c.formula, c.strength)) for c in (one, other)]
    formula, strength = joined(texts, "and")
    return Clause(formula, (), strength, nominal=one.nominal)


@rule(
    "Clause -> Theme|Noun Duty? EXCEED Bound OF Theme",
    example="lodging must not exceed 40 % of the budget",
)
def share_beyond(w: Words, part: Any, duty: str | None, bound: Bound, whole: Theme) -> Any:
    found = _beyond(">")(w, Asks((Ask("amount", bound),)))
    found = None if found is None else dutiful(found, duty)
    if found is None or found.parts[0].bound is None:
        return None
    return share(w, part, "must", found.parts[0].bound, whole)


@rule(
    "Asks -> Asks COMMA EACH WITH|HAVE|HAVING? Asks",
    "Asks -> Asks COMMA EACH Bare",
    example="three workouts per week, each lasting 40 minutes",
    cost=-0.1,
)
def each_with_behind(w: Words, asks: Asks, inner: Asks) -> Asks | None:
    if not asks.overs or len(asks.parts) > 1:
        return None
    made = each_with(w, asks.parts[0], inner)
    return None if made is None else changed(asks, parts=(made,))


@rule("Asks -> Ask WITH Ask Over", example="4 weeks with 3 sessions per week", cost=-0.1)
def with_per(w: Words, ask: Ask, other: Ask, over: Over) -> Asks | None:
    if ask.kind != "count" or other.kind not in ("count", "amount") or not _counts(ask, over):
        return None
    return Asks((ask, changed(other, overs=(*other.overs, over))))


@rule(
    "Clause -> AVERAGE COMMA Clause",
    "Clause -> EXCEPT Exception COMMA Subject Deed",
    example="except for Sunday, each day must have 3 meals",
)
def outside(w: Words, *parts: Any) -> Clause | None:
    if len(parts) == 1:
        return None
    left_out, subject, asks = parts
    noun = None if subject.noun is None else nouns.excepted(w, subject.noun, left_out)
    return None if noun is None else clause(w, changed(subject, noun=noun), asks)


@rule(
    "Clause -> AVERAGE COMMA Subject Deed",
    "Clause -> Subject Duty? AVERAGE Bare",
    example="on average, each day has 2000 kcal",
)
def on_average(w: Words, subject: Subject, *rest: Any) -> Clause | None:
    return clause(w, changed(subject, mean=True), rest[-1]) if "must not" not in rest else None


@rule("Clause -> Noun Copula Noun", example="the first meal must be breakfast")
def identity(w: Words, one: Noun, duty: str | None, other: Noun) -> Clause | None:
    if duty not in (None, "must", "must not") or one.placed == other.placed:
        return None
    place, thing = (one, other) if one.placed else (other, one)
    if thing.kind not in ("member", "category", "name") or thing.filters not in (
        "",
        f" named {quoted(thing.name)}",
    ):
        return None
    if place.kind not in ("rank", "item", "block"):
        return None
    if not (place.front or " with " in place.filters) or (place.plural and place.front):
        return None
    if ANY in place.filters:
        return None
    formula = f"exists {place.text} named {quoted(thing.name)}"
    return Clause(f"not {formula}" if duty == "must not" else formula, (*place.overs, *thing.overs))


@rule("Clause -> Day Copula Noun", example="Tuesday is the day with the fewest calories")
def day_identity(w: Words, day: Noun, duty: str | None, place: Noun) -> Clause | None:
    if (
        place.rank != "day"
        or " with " not in place.filters
        or duty not in (None, "must", "must not")
    ):
        return None
    formula = f"exists {place.text}{day.filters}"
    return Clause(f"not {formula}" if duty == "must not" else formula)


@rule("Clause -> Day Copula Noun", example="Monday and Thursday are rest days")
def day_is(w: Words, day: Noun, duty: str, noun: Noun) -> Any:
    if noun.kind not in ("category", "member") or noun.placed or noun.filters or noun.overs:
        return None
    asks = dutiful(Asks((Ask("there", noun=noun),), overs=(over_of(day),)), duty)
    return None if asks is None else clause(w, Subject(None), asks)


@rule("Clause -> Noun AT Bound", example="lunch at 500 kcal", cost=0.3)
def thing_at(w: Words, noun: Noun, bound: Bound) -> Any:
    if bound.amount.bare:
        return None
    return clause(w, Subject(noun), Asks((Ask("amount", bound),)))


@rule(
    "Clause -> NOTHING Over? Deed",
    "Clause -> NOTHING IN Plan Deed",
    example="nothing may contain nuts",
)
def nothing(w: Words, *parts: Any) -> Any:
    asks = parts[-1]
    if any(a.kind != "there" or a.absent for a in asks.parts):
        return None
    found = dutiful(changed(asks, permit=False), "must not")
    return None if found is None else clause(w, Subject(None), changed(found, permit=False))


@rule(
    "Clause -> Asks PERMIT",
    "Clause -> Asks PERMIT Over",
    example="only one snack per day is allowed",
)
def allowed(w: Words, asks: Asks, over: Over | None = None) -> Clause | None:
    found = dutiful(asks, "may")
    if found is not None and over is not None:
        found = asks_over(w, found, over)
    return None if found is None else clause(w, Subject(None), found)


@rule(
    "Clause -> IF Clause COMMA|THEN Clause",
    "Clause -> IF Clause COMMA THEN Clause",
    example="if a day has a snack, it must have 4 meals",
)
def if_then(w: Words, test: Clause, then: Clause) -> Any:
    return _condition(w, test, then, False)


@rule(
    "Clause -> UNLESS Clause COMMA Clause", example="unless a day has a snack, it must have 3 meals"
)
def unless(w: Words, test: Clause, then: Clause) -> Any:
    return _condition(w, test, then, True)


@rule(
    "Clause -> Clause COMMA? IF Clause",
    example="each day must have 4 meals if it has a snack",
    cost=0.1,
)
def then_if(w: Words, then: Clause, test: Clause, negate: bool = False) -> Any:
    if test.asks is not None:  # `a day must have 4 stops if it has a museum`
        overs = tuple(o for o in then.overs if o.open)
        if len(overs) != 1 or test.overs:
            return None
        return _condition(w, changed(test, asks=None, overs=overs), then, negate)
    return _condition(w, test, then, negate)


@rule(
    "Clause -> Clause COMMA? UNLESS Clause",
    example="each day must have 3 meals unless it has a snack",
    cost=0.1,
)
def then_unless(w: Words, then: Clause, test: Clause) -> Any:
    return then_if(w, then, test, True)


def about_it(w: Words, one: Clause, other: Clause) -> Any:
    """Join a clause about `it` to the one that says what it is."""
    readings = []
    opened = tuple(o for o in one.overs if o.quantifier == "each")
    if "exists" in one.formula and opened:
        return None  # `each day must have a nap; it must …`: the day, or the nap
    if other.asks is None:
        raise UnfitError
    if len(opened) == 1 and not other.overs:
        formula, strength = joined(
            [(one.formula, one.strength), (other.formula, other.strength)], "and"
        )
        readings.append(Clause(formula, one.overs, strength))
    if one.topic is not None:
        made = clause(w, Subject(changed(one.topic, article="", overs=())), other.asks)
        for about in made if isinstance(made, list) else [made]:
            if about is not None:
                texts = [(c.formula, c.strength) for c in (one, about)]
                formula, strength = joined(
                    texts if about.overs == () else [texts[0], fold_overs(about.overs, texts[1])],
                    "and",
                )
                readings.append(Clause(formula, one.overs, strength))
    if not readings and not one.overs and not other.overs:
        formula, strength = joined(
            [(one.formula, one.strength), (other.formula, other.strength)], "and"
        )
        return Clause(formula, (), strength)
    return readings


@rule(
    "Clause -> IF Clause COMMA|THEN Clause COMMA? ELSE COMMA? Clause",
    example="if a day has a snack, it must have 4 meals, otherwise it must have 3 meals",
    cost=-0.1,
)
def if_else(w: Words, test: Clause, then: Clause, other: Clause) -> Any:
    return _condition(w, test, then, False, other)


def _of_time(ask: Ask) -> bool:
    """Tell whether a demand is about how long or when."""
    return ask.kind == "time" or (ask.bound is not None and ask.bound.amount.dimension == "time")


def _condition(
    w: Words, test: Clause, then: Clause, negate: bool, other: Clause | None = None
) -> Any:
    """Join a condition; `if a day …` is asked of each day by itself."""
    opened = any(o.open or test.test for o in test.overs)
    timed = then.asks is not None and all(_of_time(a) for a in then.asks.parts)
    own_length = timed and test.topic is not None and test.topic.kind in ("category", "name")
    if then.asks is not None and test.topic is not None and (own_length or not opened):
        made = clause(w, Subject(changed(test.topic, article="")), then.asks)
        found = [m for m in (made if isinstance(made, list) else [made]) if m is not None]
        kinds = {a.kind for a in then.asks.parts}
        whole = [changed(then, asks=None)] if "there" in kinds else []
        found = [] if "there" in kinds and whole else found
        return [_condition(w, test, m, negate, other) for m in (*found, *whole)]
    shared = tuple(o for o in test.overs if o.quantifier == "each" and (o.open or test.test))
    if then.asks is not None and not shared and then.asks.parts[0].kind != "there":
        return None  # what is `it`
    inner = [o for o in then.overs if o not in shared]
    own = tuple(o for o in test.overs if o not in shared)
    left, strength = fold_overs(own, (test.formula, test.strength))
    if negate:
        left = f"not {left}" if strength == 3 else f"not ({left})"
    right = fold_overs(tuple(inner), (then.formula, then.strength))[0]
    text = f"if {left} then {right}"
    if other is not None:
        rest = tuple(o for o in other.overs if o not in shared)
        text += f" else {fold_overs(rest, (other.formula, other.strength))[0]}"
    return Clause(text, shared, 0)
