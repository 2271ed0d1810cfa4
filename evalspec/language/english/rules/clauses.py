"""Clauses: who must do what."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

from evalspec.language.english.chart import UnfitError
from evalspec.language.english.lexicon import Words, quoted
from evalspec.language.english.meanings import (
    ANY,
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
    changed,
    held,
    joined,
)
from evalspec.language.english.rule import rule
from evalspec.language.english.rules import bounds, nouns, verbs
from evalspec.language.english.rules.demands import (
    asks_over,
    count,
    dutiful,
    in_part,
    number_of_days,
    so_often,
    two_windows,
)
from evalspec.language.english.rules.subjects import each_one, on, some_of
from evalspec.language.english.rules.themes import over_rank
from evalspec.language.english.rules.verbs import beyond, last, spend
from evalspec.language.english.state import (
    all_together,
    beside,
    block_text,
    clause,
    compatible,
    fold_overs,
    over_of,
    theme_for,
)


@rule("Clause -> Bound OF? Noun Copula Thing", example="at least one meal must be breakfast")
def some_are(w: Words, bound: Bound, noun: Noun, duty: str, thing: Noun) -> Any:
    if thing.rank != noun.rank or thing.kind != "member" or noun.filters or duty != "must":
        return None
    ask = count(w, bound, thing)
    return None if ask is None else clause(w, Subject(None), Asks((ask,)))


@rule("Clause -> Noun OF Bound", example="sessions of 40 minutes", cost=0.4)
def sized_all(w: Words, noun: Noun, bound: Bound) -> Any:
    if (
        not noun.plural
        or noun.kind not in ("rank", "item", "block", "category", "name")
        or (noun.kind == "name" and bound.amount.dimension not in ("time", "length"))
        or noun.filters
        or bound.amount.bare
    ):
        return None
    return clause(w, Subject(noun, "each"), Asks((Ask("amount", bound),)))


@rule("Clause -> Asks AVERAGE", example="four stops a day on average", cost=0.1)
def averaged(w: Words, asks: Asks) -> Any:
    if len(asks.parts) > 1:
        return None
    return nominal(w, changed(asks, parts=(changed(asks.parts[0], mean=True),)))


@rule("Clause -> EACH PART* EXCEPT? Day? Deed", example="every night must have 8 hours of sleep")
def part_subject(w: Words, part: str, day: Noun | None, asks: Asks) -> Clause | None:
    over = over_rank(w, "day")
    if over is None or part not in w.lexicon.parts_of_day:
        return None
    if day is not None:
        over = changed(over, scope=f"{over.scope} except{day.filters}")
    found = in_part(w, asks, part, over)
    return None if found is None else clause(w, Subject(None), found)


@rule("Clause -> PART* Deed", example="the afternoon must contain a walk")
def the_part(w: Words, part: str, asks: Asks) -> Clause | None:
    over = over_rank(w, "day")
    found = None if over is None or part == "night" else in_part(w, asks, part, over)
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


@rule("Clause -> Noun Copula ON? Day Window", "Clause -> Noun COLON|COMMA? ON? Day COMMA? Window|Clock",
      example="the meeting must be on Monday at 10:00")  # fmt: skip
def is_on_at(w: Words, noun: Noun, *rest: Any) -> Clause | None:
    duty = rest[0] if len(rest) > 2 else "must"
    day, window = rest[-2:]
    window = nouns.at(w, window) if isinstance(window, Clock) else window
    if day.filters == " on weekday" or " to " in day.filters:  # of each of these days
        fits = duty == "must" and noun.kind not in ("plan", "text", "several", "rank")
        text = f"exists {block_text(w, noun)}{window.text}"
        return Clause(text, (*noun.overs, over_of(day))) if fits else None
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


@rule("Clause -> Subject COLON? Bound", example="no meal over 700 kcal", cost=0.3)
def held_to(w: Words, subject: Subject, bound: Bound) -> Any:
    if bound.amount.bare or not _telegraphic(subject, bound.plain):
        return None
    return clause(w, subject, Asks((Ask("amount", bound),)))


@rule("Clause -> Subject Asks", example="each meal at least 20 g of protein", cost=0.4)
def with_asks(w: Words, subject: Subject, asks: Asks) -> Any:
    beyond = all(a.bound and a.bound.limits[0].comparator in ("<", ">") for a in asks.parts)
    bare = any(a.bound is None or a.bound.plain for a in asks.parts)
    if any(a.kind == "there" for a in asks.parts) or not _telegraphic(subject, bare):
        return None
    if not subject.quantifier and any(a.theme is not None and a.theme.of for a in asks.parts):
        return None  # `breakfast within an hour of waking up`
    if subject.quantifier == "no" and not beyond:
        return None
    holder = subject.noun if not subject.quantifier else None
    if (
        holder is not None
        and holder.kind == "category"
        and any(a.kind == "count" for a in asks.parts)
    ):
        return None  # `call grandma once a week`
    if (
        holder is not None
        and holder.kind == "text"
        and any(a.noun and a.noun.kind == "name" for a in asks.parts)
    ):
        return None  # `quote one source`
    if (
        holder is not None
        and holder.kind == "name"
        and any(a.kind != "share" and (a.noun or a.theme) for a in asks.parts)
    ):
        return None  # `introduce at most 12 new words`
    return clause(w, subject, asks)


@rule("Clause -> Subject Asks AVERAGE", example="paragraphs under 70 words on average", cost=0.4)
def with_mean(w: Words, subject: Subject, asks: Asks) -> Any:
    noun = subject.noun
    several = noun is not None and noun.kind != "name" and noun.plural and not subject.quantifier
    return with_asks(w, changed(subject, mean=True), asks) if several else None


def _telegraphic(subject: Subject, bare: bool) -> bool:
    """Tell whether a subject needs no verb: `Tom sings 10 minutes` would be a name."""
    if subject.quantifier:
        return subject.quantifier in ("each", "no", "all")
    known = subject.noun is not None and subject.noun.kind not in ("name", "plan")
    return subject.noun is not None and (known or subject.total or not bare)


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


@rule(
    "Clause -> BE THERE Asks",
    "Clause -> MODAL|PERMIT THERE BE Asks",
    example="is there a snack every day?",
)
def asked_there(w: Words, asks: Asks) -> Any:
    return clause(w, Subject(None), asks)


@rule("Clause -> Noun COLON Bound OF_THEM", example="speeches: 4 of them")
def so_many(w: Words, noun: Noun, bound: Bound) -> Any:
    return counted_telegram(w, noun, None, bound)


@rule("Clause -> Noun COLON NONE", example="peanuts: none")
def none_of(w: Words, noun: Noun) -> Any:
    if noun.kind == "plan" or noun.placed or noun.overs:
        return None
    return clause(w, Subject(None), Asks((Ask("there", noun=noun, absent=True),)))


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
    nobody = subject.noun is None and not subject.pronoun
    if nobody and only_told(asks, subject.somebody):
        return None
    made = clause(w, subject, asks)
    if subject.somebody and asks.told and isinstance(made, Clause):
        return changed(made, told=True)
    noun = subject.noun
    if noun is not None and noun.kind == "name" and w.is_person(noun.name):
        return None  # `my wife doesn't eat beef`
    open_ = noun is not None and noun.kind == "name" and not subject.quantifier
    return changed(made, told=True) if open_ and asks.told and isinstance(made, Clause) else made


@rule(
    "Clause -> BOTH? Jointly Duty? SUM_TO Asks|Scalar",
    example="the rent and the bills should come to at most 900 euros",
)
def come_to(w: Words, parts: Noun, duty: str | None, asks: Asks) -> Any:
    found = dutiful(asks, duty)
    return None if found is None else clause(w, Subject(parts, total=True), found)


@rule("Clause -> Theme Deed", example="the daily protein must be at least 90 g")
def theme_stated(w: Words, theme: Theme, asks: Asks) -> Any:
    parts = []
    for ask in asks.parts:
        if theme.measure.startswith("gap(") and (ask.total or ask.each):
            return None
        if ask.kind == "share" and ask.theme is None:
            parts.append(changed(ask, theme=theme))
            continue
        if ask.kind != "amount" or (ask.theme is not None and ask.theme.measure != theme.measure):
            return None
        if ask.theme is not None and (ask.theme.of or ask.theme.overs):
            return None
        bound = ask.bound
        if theme.limit and bound is not None:
            first = bound.limits[0]
            if len(bound.limits) > 1 or first.comparator not in ("=", theme.limit, theme.limit[0]):
                return None  # `the maximum … must be at least`
            held = theme.extreme or not first.firm
            if first.comparator == "=" and bound.amount.exact and held:
                bound = Bound((changed(first, comparator=theme.limit, firm=False),))
        parts.append(changed(ask, bound=bound, theme=changed(theme, limit="", extreme=False)))
    return clause(w, Subject(None), changed(asks, parts=tuple(parts)))


@rule("Joint -> COMMA|AND|BUT|SEMICOLON", "Joint -> COMMA AND|BUT", example=", and")
def joint(w: Words) -> str:
    return "and"


Pairs = tuple[tuple[Subject, Asks], ...]
"""Subjects with what is asked of each."""


@rule("Pairs -> Subject Deed Joint Subject Asks|Scalar|Deed", "Pairs -> Subject COLON? Asks Joint Subject COLON? Asks|Scalar",
      "Pairs -> Pairs Joint Subject COLON? Asks|Scalar", "Pairs -> Pairs Joint Theme COLON? Asks|Scalar",
      "Pairs -> Theme Deed Joint Theme Asks|Scalar", "Pairs -> Theme COLON? Asks Joint Theme COLON? Asks|Scalar",
      "Pairs -> Over COMMA? Asks Joint Over COMMA? Asks|Scalar", "Pairs -> Pairs Joint Over COMMA? Asks|Scalar",
      example="lunch must have at most 600 kcal, and dinner at most 700")  # fmt: skip
def pairs(w: Words, *parts: Any) -> Pairs | None:
    """Read what stays unsaid the second time: `lunch at most 600 kcal, dinner 700`."""
    rows: list[Any] = list(parts[0]) if isinstance(parts[0], tuple) else []
    rest = [p for p in parts[1 if rows else 0 :] if p != "and"]
    for who, asks in zip(rest[::2], rest[1::2], strict=True):
        if isinstance(who, Subject) and who.pronoun:
            return None
        made = _about(who, asks)
        made = like_first(rows[0][1], made) if rows and made is not None else made
        if made is None or len(made.parts) != 1 or made.parts[0].bound is None:
            return None
        rows.append((who if isinstance(who, Subject) else Subject(None), made))
    return tuple(rows)


@rule("Pairs -> Over COMMA? Subject Deed Joint Over COMMA? Asks|Scalar",
      example="on weekdays lunch must have at most 600 kcal, on Sundays at most 700")  # fmt: skip
def pairs_each_on(
    w: Words, one: Over, who: Subject, first: Asks, joint: str, other: Over, asks: Asks
) -> Pairs | None:
    rows = [_about(over, what) for over, what in ((one, first), (other, asks))]
    if rows[0] is None or rows[1] is None or len(first.parts) != 1:
        return None
    second = like_first(rows[0], rows[1])
    return (
        None if second is None or first.parts[0].bound is None else ((who, rows[0]), (who, second))
    )


@rule("Pairs -> Subject Deed Joint Over COMMA? Asks|Scalar", "Pairs -> Asks Joint Over COMMA? Asks|Scalar",
      example="lunch must have at most 600 kcal, on Sundays at most 700")  # fmt: skip
def pairs_on(w: Words, *parts: Any) -> Pairs | None:
    who = parts[0] if isinstance(parts[0], Subject) else Subject(None)
    first, _, over, asks = parts[-4:]
    if over.rank != "day" or over.scope == "day" or not (who.noun or first.overs):
        return None
    made = like_first(first, changed(asks, overs=(*asks.overs, over)))
    fits = made is not None and len(first.parts) == 1 and first.parts[0].bound is not None
    return ((who, first), (who, made)) if made is not None and fits else None


def _about(who: Any, asks: Asks) -> Asks | None:
    """Say of what an amount is, and where."""
    if isinstance(who, Over):
        dated = who.rank == "day" and who.scope != "day"
        return changed(asks, overs=(*asks.overs, who)) if dated else None
    ask = asks.parts[0]
    if isinstance(who, Theme):
        own = ask.kind == "amount" and ask.theme is None
        return changed(asks, parts=(changed(ask, theme=who),)) if own else None
    return asks


def like_first(first: Asks, asks: Asks) -> Asks | None:
    """Give a demand the unit, the measure and the scope of the first of its row."""
    model, ask = first.parts[0], asks.parts[0]
    if model.bound is None or ask.bound is None or len(asks.parts) > 1:
        return None
    if ask.kind == "count":
        return changed(asks, overs=asks.overs or first.overs) if model.kind == "count" else None
    bound, amount, limits = ask.bound, model.bound.amount, ask.bound.limits
    if bound.amount.bare and ask.theme is None and model.kind == "count":
        ask = changed(ask, kind="count", noun=model.noun)
    elif ask.kind != "amount" or model.kind != "amount":
        return None
    elif bound.amount.bare:
        limits = tuple(
            changed(x, amount=changed(x.amount, unit=amount.unit, dimension=amount.dimension))
            for x in limits
        )
    elif bound.amount.dimension != amount.dimension:
        return None
    theme = ask.theme or model.theme
    if ask.theme is not None and model.theme is not None and not ask.theme.overs:
        theme = changed(ask.theme, overs=model.theme.overs)
    made = changed(ask, bound=changed(bound, limits=limits), theme=theme,
                   total=ask.total or model.total, each=ask.each or model.each)  # fmt: skip
    return changed(asks, parts=(made,), overs=asks.overs or first.overs)


@rule("Clause -> Pairs", example="breakfast under 400 kcal and lunch under 600", cost=0.2)
def paired(w: Words, rows: Pairs) -> Clause | None:
    if rows[-1][1].overs and not (rows[0][1].overs or rows[0][0].noun):
        return None  # `protein at least 100 g and fat at most 60 g per day`
    made = [clause(w, who, asks) for who, asks in _without_later(w, rows)]
    if not all(isinstance(one, Clause) for one in made):
        return None
    texts = [fold_overs(one.overs, (one.formula, one.strength)) for one in made]
    formula, strength = joined(texts, "and")
    return Clause(formula, (), strength)


def _without_later(w: Words, rows: Pairs) -> Pairs:
    """Leave out of the first of a row what a later one is about: `each day 3 meals, Sunday two`."""
    (subject, asks), *rest = rows
    for other, later in rest:
        noun, own = subject.noun, other.noun
        dated = noun is not None and own is not None and own.rank == noun.rank == "day"
        if dated and noun and own and own.placed and not noun.placed:
            subject = changed(subject, noun=nouns.excepted(w, noun, (own,)))
        day = [o for o in later.overs if o.rank == "day" and o.scope != "day"]
        scope = f"day except{day[0].scope.removeprefix('day')}" if day else ""
        if day and noun is not None and noun.text == "day":
            subject = changed(subject, noun=changed(noun, filters=scope.removeprefix("day")))
        if day and any(o.scope == "day" for o in asks.overs):
            overs = tuple(changed(o, scope=scope) if o.scope == "day" else o for o in asks.overs)
            asks = changed(asks, overs=overs)
    return ((subject, asks), *rest)


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


@rule("Clause -> HAVE Subject Asks", example="give each paragraph four sentences", cost=0.1,
      against="visit at most three stops a day")  # fmt: skip
def give(w: Words, subject: Subject, asks: Asks) -> Any:
    noun = subject.noun
    if any(a.kind == "there" and a.noun is not None and a.noun.kind == "rank" for a in asks.parts):
        return None
    if noun is None or noun.kind not in ("plan", "rank", "member", "text", "item"):
        return None
    if not subject.quantifier and noun.kind != "plan" and not noun.placed:
        return None
    if noun.kind == "text" and not subject.quantifier and not noun.placed:
        return None  # `use the words "sun" and "moon"`
    return clause(w, subject, asks)


_SUMMED = re.compile(r"\b(sum|count|mean|distinct|share|duration|day|week|month|streak)\b")


@rule(
    "Clause -> Clause COMMA? EXCEPT Exception",
    example="each day must have 3 meals, except Sunday",
    cost=0.2,
)
def except_behind(w: Words, inner: Clause, left_out: tuple[Noun, ...]) -> Clause | None:
    fitting = [o for o in inner.overs if o.scope == o.rank and o.quantifier in ("each", "no")]
    if inner.test or inner.asks:
        return None
    dated = all(noun.rank == "day" for noun in left_out)
    day = over_rank(w, "day")
    whole = not inner.overs and not _SUMMED.search(inner.formula)
    small = inner.overs and all(
        o.level > 20 and o.quantifier in ("each", "no") for o in inner.overs
    )
    if (whole or small) and dated and day is not None:
        inner, fitting = changed(inner, overs=(day, *inner.overs)), [day]
    if not fitting:
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
    adds = not re.match(r"(mean|max|min|exists|if|each|no)\b|.* and ", inner.formula)
    return changed(inner, together=True) if adds and not inner.overs else None


@rule("Clause -> Clause OPEN Times_a_Day CLOSE", "Clause -> Clause OPEN IE? COMMA? Bound|Ask CLOSE", "Clause -> Clause COMMA IE COMMA? Bound|Ask",
      example="12 meals (3 a day for 4 days)")  # fmt: skip
def restated(w: Words, inner: Clause, again: Any) -> Clause | None:
    """A bracket that tells again must agree, and adds nothing."""
    number = re.search(
        r"(<=|>=|<|>|=|between) ([\d.]+)(?: (?!and)(\S+))?(?: and ([\d.]+)(?: \S+)?)?$",
        inner.formula,
    )
    if number is None or inner.test:
        return None
    if isinstance(again, Ask):
        named = again.theme.measure if again.theme is not None else ""
        plain = again.kind == "amount" and not (again.absent or again.mean or again.overs)
        if again.bound is None or not plain or named not in inner.formula:
            return None
        again = again.bound
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
    "Clause -> Theme COLON? Bound",
    "Clause -> Theme COLON? Bound Over",
    example="Carbs per day: 150-200 g",
    cost=0.3,
)
def telegram(w: Words, theme: Theme, bound: Bound, over: Over | None = None) -> Any:
    asks = Asks((Ask("amount", bound),), overs=(over,) if over is not None else ())
    return theme_stated(w, theme, asks)


@rule(
    "Clause -> Theme COLON? Asks",
    "Clause -> Noun OF Asks",
    example="fat at most 30 % of the calories",
    cost=0.2,
)
def share_telegram(w: Words, part: Any, asks: Asks) -> Any:
    """State the share of something without a verb."""
    if any(a.kind != "share" or a.noun is not None for a in asks.parts):
        return None
    return (
        theme_stated(w, part, asks) if isinstance(part, Theme) else clause(w, Subject(part), asks)
    )


@rule("Clause -> Noun Over? COLON Bound", example="Stops per day: at most 4", cost=0.3)
def counted_telegram(w: Words, noun: Noun, over_: Over | None, bound: Bound) -> Any:
    ask = count(w, bound, noun) if noun.plural else None
    overs = (over_,) if over_ is not None else ()
    return None if ask is None else clause(w, Subject(None), Asks((ask,), overs=overs))


@rule("Clause -> Noun COLON Asks", example="Breakfast: 300-400 calories", cost=0.3)
def labelled(w: Words, noun: Noun, asks: Asks) -> Any:
    if any(a.kind == "there" for a in asks.parts) and noun.kind not in ("member", "rank"):
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
        a.kind == "amount"
        and a.theme is None
        and not a.total
        and a.bound
        and a.bound.amount.dimension == "time"
        for a in asks.parts
    ) and (not asks.overs):
        return None  # `a quarter of an hour` of what
    there = [a.noun for a in asks.parts if a.kind == "there" and not a.absent]
    dated = any(o.quantifier == "each" and not o.anyone for o in asks.overs)  # `on Friday`
    if there and not (asks.overs and (dated or all(n and n.article == "a" for n in there))):
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
    "Clause -> ENSURE WHO? Deed",
    example="include 3 meals",
    cost=0.2,
)
def imperative(w: Words, asks: Asks) -> Any:
    return clause(w, Subject(None, spoken=False), asks)


def only_told(asks: Asks, somebody: bool = True) -> bool:
    """Tell whether somebody says what they do or have: `I do yoga`, `we don't have a car`."""
    there = all(a.kind == "there" for a in asks.parts)
    nouns_ = [a.noun for a in asks.parts if a.noun is not None]
    lacked = all(n.kind == "name" and n.article == "a" for n in nouns_)
    absent = all(a.absent for a in asks.parts)
    if not somebody:
        return there and lacked and asks.told  # `you write as a pirate`
    return there and (lacked if absent else asks.told)


@rule(
    "Clause -> Asks Copula HAVE* Over?",
    "Clause -> Asks Duty? APPEAR* Over?",
    "Clause -> Asks Copula PRESENT* Over?",
    example="a warm-up must be included",
    against="dessert is allowed",
)
def passive(w: Words, asks: Asks, duty: str | None, verb: str, over: Over | None) -> Clause | None:
    found = dutiful(asks, duty)
    only_allowed = verb == "allow" and any(a.kind == "there" and not a.absent for a in asks.parts)
    if found is None or only_allowed:
        return None
    if over is not None:
        found = asks_over(w, found, over)
    return None if found is None else clause(w, Subject(None), found)


@rule("Clause -> Asks Copula EACH* Noun", example="a vegetable must be in every lunch")
def in_each(w: Words, asks: Asks, duty: str, word: str, noun: Noun) -> Clause | None:
    over = each_one(w, word, noun)
    there = all(a.kind == "there" and not a.absent for a in asks.parts)
    return passive(w, asks, duty, "", over) if over is not None and there else None


@rule("Clause -> HAVE Theme TO|AT? Bound", example="keep carbs under 100 g")
def keep(w: Words, theme: Theme, bound: Bound) -> Any:
    return theme_stated(w, theme, Asks((Ask("amount", bound),)))


@rule("Clause -> LIMIT Theme TO Asks|Scalar", example="limit fat to 60 g per day")
def limit(w: Words, theme: Theme, asks: Asks) -> Clause | None:
    found = beyond("<=")(w, asks)
    return None if found is None else theme_stated(w, theme, found)


@rule("Clause -> LIMIT Noun TO Asks", example="limit the day to 2000 kcal")
def limit_thing(w: Words, noun: Noun, asks: Asks) -> Clause | None:
    found = beyond("<=")(w, asks)
    return None if found is None else clause(w, Subject(noun), found)


@rule(
    "Clause -> LIMIT Noun TO Bound",
    "Clause -> LIMIT Noun TO Bound Over",
    example="limit snacks to 2 per day",
)
def limit_count(w: Words, noun: Noun, bound: Bound, over: Over | None = None) -> Clause | None:
    if not bound.plain or not bound.amount.exact or not noun.plural:
        return None
    ask = count(w, bounds.closed(w, bound, bounds.Close("<=")), noun)  # type: ignore[arg-type]
    overs = (over,) if over is not None else ()
    return None if ask is None else clause(w, Subject(None), Asks((ask,), overs=overs))


@rule("Clause -> LIMITING Copula Asks", "Clause -> PERIODIC* LIMITING Copula Asks|Scalar",
      "Clause -> THERE Copula LIMITING OF Asks", "Clause -> WHO HAVE LIMITING OF Asks", example="the limit is 2500 kcal per day")  # fmt: skip
def the_limit_is(w: Words, *parts: Any) -> Clause | None:
    asks = beyond("<=")(w, parts[-1])
    return None if asks is None or "must not" in parts else clause(w, Subject(None), asks)


@rule("Clause -> Asks|Scalar Duty BE EXCEED Over?", "Clause -> LIMITING OF Asks Duty BE EXCEED Over?",
      "Clause -> MAXIMUM Asks Duty BE EXCEED Over?", example="2000 kcal per day must not be exceeded")  # fmt: skip
def exceeded(w: Words, asks: Asks, duty: str, over: Over | None) -> Clause | None:
    if any(a.kind != "amount" or a.bound is None or not a.bound.amount.exact for a in asks.parts):
        return None
    found = dutiful(beyond(">")(w, asks), duty)
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


_FORBIDS = re.compile(r"not |no |distinct\(|count\([^()]*\) (?:<|<=) \d+$")
"""What may hold of any one of several: it forbids."""
_FIRST_OF_ALL = re.compile(r" with (max|min) .* named ")


@rule(
    "Clause -> Over Clause",
    "Clause -> Over COMMA|COLON Clause",
    example="on day 2, lunch must have 500 kcal",
)
def over_clause(w: Words, over: Over, inner: Clause) -> Clause | None:
    if over.level >= 100 and re.search(r"\beach\b", inner.formula):
        return None  # `"x" in the first line and "y" in the last line`
    if over.level < 100 and inner.formula.startswith("exists table"):
        return None  # `a table with one row per day`
    if beside(over) and inner.formula.startswith("exists "):
        return None  # `use up the spinach by Wednesday`: on one of the days, not on each
    if over.some and re.match(r"(count\(|exists )", inner.formula):
        return None  # `one long walk at the weekend` is on one of the days
    if over.scope == over.rank and "of previous" in inner.formula:
        return None  # `longer each week` is from week to week
    days = number_of_days(over)
    if days and re.search(rf"count\(.*\) = {days}\b", inner.formula):
        return None
    if over.scope != over.rank and re.search(r"\beach \w+ except ", inner.formula):
        return None  # `Saturday's dinner 1000 kcal, the others 700`
    if over.scope != over.rank and _FIRST_OF_ALL.search(inner.formula):
        return None  # `Sunday's run is the longest` of all runs
    if over.rank and re.search(
        rf"\b(each|no) {re.escape(over.rank)} (on|except|\d)", inner.formula
    ):
        return None  # no weekday is at the weekend
    overs = (all_together(over) if inner.together else over, *inner.overs)
    averaged = inner.formula.startswith("mean(") and " per " not in inner.formula
    counted = f"count({over.rank})" in inner.formula
    forbids = not over.anyone or _FORBIDS.match(inner.formula) is not None
    if averaged or counted or not forbids or not compatible(overs):
        return None
    return changed(inner, overs=overs)


@rule("Clause -> Clause COMMA? Over", example="work 8 hours a day", cost=0.15)
def clause_over(w: Words, inner: Clause, over: Over) -> Clause | None:
    return over_clause(w, over, inner)


@rule(
    "Clause -> ENSURE Clause",
    "Clause -> ENSURE THAT Clause",
    "Clause -> PERSON SAYS THAT? Clause",
    example="ensure that each day has 3 meals",
    idle=(0, 1),
)
def ensured(w: Words, inner: Clause) -> Clause:
    return inner


@rule(
    "Clause -> Clause AND*|SEMICOLON|COMMA|BUT Clause",
    "Clause -> Clause COMMA AND*|BUT Clause",
    example="the plan must have 3 days and each day must have 3 meals",
    cost=0.5,
)
def linked(w: Words, one: Clause, link: str | None, other: Clause) -> Any:
    if link is None and other.told and not one.told:
        return None  # `no candles, we have a toddler`
    if link is not None and not link.startswith(("and", "&", "but")):
        return None
    made = both_clauses(w, one, other)
    return [
        *_spread_over_both(w, one, other),
        *(made if isinstance(made, list) else [made] if made else []),
    ]


def _spread_over_both(w: Words, one: Clause, other: Clause) -> list[Clause]:
    """Ask both clauses in the scope of one: `sugar below 30 g and salt below 5 g a day`."""
    if both_clauses(w, one, other) is None or other.asks is not None:
        return []
    (scope, plain) = (one, other) if one.overs else (other, one)
    over = scope.overs[0] if len(scope.overs) == 1 else None
    topic = plain.topic
    of_one = topic is not None and (topic.kind == "plan" or topic.article == "the")
    if plain is other and not plain.nominal and plain.formula.startswith("exists "):
        return []  # `four sights a day, and we want to see the castle`
    if over is None or over.level >= 100 or plain.overs or plain.whole or of_one:
        return []
    if over.quantifier != "each" or not depends_on_scope(plain.formula):
        return []
    inner = over_clause(w, over, plain)
    if inner is None:
        return []
    rows = [(c.formula, c.strength) for c in (one, other)]
    formula, strength = joined(rows, "and")
    return [Clause(formula, (over,), strength, nominal=one.nominal)]


def depends_on_scope(formula: str) -> bool:
    """Tell whether a formula means something else in each of a scope than in all of a response."""
    return _SCOPED.match(formula) is not None


_SCOPED = re.compile(r"(sum|count|distinct|duration|share|mean|max|min|start|end|exists|streak)\b")


_OF_NOBODY = re.compile(r"(start|end|duration|sum\(duration\)) ([<>=!]|between)")


def _of_one(clause: Clause) -> bool:
    """Tell whether a demand is about one thing of a plan, so that the next may go on about it."""
    return bool(re.search(r"\b(duration|start|end|count)\(|\bexists ", clause.formula))


_CASED = re.compile(r'is "?(?:upper|lower|title)case')
_CITED = re.compile(r'(?:with|contains|equals) "')
_OF_TEXT = re.compile(
    r'(?:written in|is) "?[\w-]+"?|exists (?:table|code)|(?:bullets|numbered) >= 1'
)
"""How a whole text is written, behind which more may be asked without a verb."""


def both_clauses(w: Words, one: Clause, other: Clause) -> Any:
    if one.test or other.test:
        return None
    piece = one.things.scope if one.things is not None and one.things.kind == "text" else ""
    own = piece not in ("", "word", "character", "line", "sentence", "paragraph")
    if _CASED.match(other.formula) and (own or _CITED.search(one.formula)):
        return None  # `close with "The end", in capitals`: the words, or the text
    if other.nominal and not (one.nominal or (_OF_TEXT.match(one.formula) and not one.overs)):
        return None
    counted = other.nominal and other.overs and other.formula.startswith("count(day)")
    if counted and one.topic is not None and one.topic.kind in ("category", "name"):
        return None  # `yoga, four days a week`
    if other.nominal and re.match(r"duration [<>=!b]", other.formula):
        return None  # `5 minutes each and 20 minutes a day`: of what was said before
    if other.asks is not None:
        return about_it(w, one, other)
    hourly = one.overs and re.match(r"(start|end) ", other.formula)
    if (
        (_of_one(one) or hourly)
        and other.topic is None
        and not other.overs
        and _OF_NOBODY.match(other.formula)
    ):
        return None  # `lunch of an hour, starting at noon`: the lunch, not the plan
    named = one.topic is not None and one.topic.kind == "name" and one.nominal
    if other.nominal and named and re.match(r"sum\(\w+\) [<>=!b]", other.formula):
        return None  # `a run along the lake, 5 km or longer`
    texts = [fold_overs(c.overs, (c.formula, c.strength)) for c in (one, other)]
    formula, strength = joined(texts, "and")
    return Clause(formula, (), strength, nominal=one.nominal)


@rule(
    "Clause -> AVERAGE COMMA Clause",
    "Clause -> EXCEPT Exception COMMA Subject Deed",
    example="except for Sunday, each day must have 3 meals",
)
def outside(w: Words, *parts: Any) -> Clause | None:
    if len(parts) == 1:
        return None
    left_out, subject, asks = parts
    plan = subject.noun is None or subject.noun.kind == "plan"
    noun = None if plan else nouns.excepted(w, subject.noun, left_out)
    return None if noun is None else clause(w, changed(subject, noun=noun), asks)


@rule(
    "Clause -> AVERAGE COMMA? Subject Deed",
    "Clause -> Subject Duty? AVERAGE Bare",
    example="on average, each day has 2000 kcal",
)
def on_average(w: Words, subject: Subject, *rest: Any) -> Clause | None:
    return clause(w, changed(subject, mean=True), rest[-1]) if "must not" not in rest else None


@rule(
    "Clause -> AVERAGE COMMA? Deed",
    "Clause -> AVERAGE COMMA? WHO Deed",
    example="on average, include 3 snacks a day",
)
def averaged_deed(w: Words, asks: Asks) -> Any:
    found = verbs.on_average(w, asks)
    return None if found is None else imperative(w, found)


@rule("Clause -> Noun COLON? Name", example="last stop: Naples")
def placed_name(w: Words, place: Noun, name: Noun) -> Clause | None:
    edge = place.front in ("first ", "last ") and not name.placed
    return identity(w, place, "must", name) if edge and not name.article else None


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
    overs = (*place.overs, *of_its_holder(w, place), *thing.overs)
    return Clause(f"not {formula}" if duty == "must not" else formula, overs)


def of_its_holder(w: Words, noun: Noun) -> tuple[Over, ...]:
    """Return that `the first exercise` is the first of each session."""
    holders = [
        r
        for r in w.lexicon.ranks.values()
        if 20 < r.level < noun.level and not (r.members or r.item)
    ]
    fits = noun.kind == "item" and noun.front in ("first ", "last ") and not noun.overs
    return (over_of(w.rank(min(holders, key=lambda r: r.level))),) if fits and holders else ()


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


@rule(
    "Clause -> Words Copula Bound",
    example="the rent must be 1350",
    against="the rents must be 2",
    cost=0.3,
)
def number_of_it(w: Words, text: str, duty: str, bound: Bound) -> Clause | None:
    """Hold the number that stands beside a name: `Rent: 1,350`."""
    noun = nouns.open_name(w, text)
    if (
        noun is None
        or not bound.amount.bare
        or noun.plural
        or noun.article == "a"
        or duty != "must"
        or w.scheduled
    ):
        return None
    formula, strength = held(f"field({noun.scope})", bound)
    return Clause(formula, (), strength)


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
    entire = not re.search(r"\b(exists|count)\b", one.formula)
    if not readings and not one.overs and not other.overs and entire:
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


def _of_each(test: Clause, then: Clause) -> Clause:
    """Ask a condition of each by itself, where what follows is asked of each of the same."""
    same = [o for o in test.overs if o.quantifier == "each" and o in then.overs]
    overs = tuple(changed(o, open=True) if o in same else o for o in test.overs)
    return changed(test, overs=overs)


def _of_time(ask: Ask) -> bool:
    """Tell whether a demand is about how long or when."""
    return ask.kind == "time" or (ask.bound is not None and ask.bound.amount.dimension == "time")


def _condition(
    w: Words, test: Clause, then: Clause, negate: bool, other: Clause | None = None
) -> Any:
    """Join a condition; `if a day …` is asked of each day by itself."""
    if test.permit:
        return None
    opened = any(o.open or test.test for o in test.overs)
    timed = then.asks is not None and all(_of_time(a) for a in then.asks.parts)
    own_length = timed and test.topic is not None and test.topic.kind in ("category", "name")
    if then.asks is not None and test.topic is not None and (own_length or not opened):
        made = clause(w, Subject(changed(test.topic, article="")), then.asks)
        found = [m for m in (made if isinstance(made, list) else [made]) if m is not None]
        kinds = {a.kind for a in then.asks.parts}
        whole = [changed(then, asks=None)] if "there" in kinds else []
        found = [] if "there" in kinds and whole else found
        return [_condition(w, _of_each(test, m), m, negate, other) for m in (*found, *whole)]
    shared = tuple(o for o in test.overs if o.quantifier == "each" and (o.open or test.test))
    if then.asks is not None and not shared and then.asks.parts[0].kind != "there":
        return None  # what is `it`
    inner = [o for o in then.overs if o not in shared and changed(o, open=True) not in shared]
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
