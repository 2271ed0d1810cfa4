"""What is asked: amounts, counts, lengths, and how they join."""

from __future__ import annotations

import re
from typing import Any

from evalspec.language.english.lexicon import Words, data
from evalspec.language.english.meanings import (
    Amount,
    Ask,
    Asks,
    Bound,
    Clause,
    Noun,
    Over,
    Subject,
    Theme,
    amount_text,
    changed,
    held,
)
from evalspec.language.english.rule import rule
from evalspec.language.english.rules import bounds, nouns
from evalspec.language.english.rules.themes import over_rank
from evalspec.language.english.state import (
    block_text,
    clause,
    compatible,
    count_of,
    denied,
    fold_overs,
    over_of,
)
from evalspec.vocabulary.fold import singular


@rule(
    "Ask -> Bound OF? Theme",
    "Ask -> Bound OF Theme",
    "Ask -> Theme OF Bound",
    example="at least 20 g of protein",
)
def amount(w: Words, one: Any, other: Any) -> Any:
    bound, theme = (one, other) if isinstance(one, Bound) else (other, one)
    if bound.amount.dimension == "fraction" != theme.dimension:
        return None
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
    if theme is None or theme.dimension == "fraction":
        return None
    gathered = noun.kind in ("rank", "item", "member")
    if gathered and noun.plural:
        return None
    return Ask(
        "amount",
        bound,
        changed(theme, of=changed(noun, plural=gathered or noun.plural), total=gathered),
    )


@rule("Asks -> Bound Over OF|FOR|ON Noun", example="60 euros a day on food")
def amount_over_of(w: Words, bound: Bound, over: Over, noun: Noun) -> Asks | None:
    ask = amount_of(w, bound, noun)
    return None if ask is None else asks_over(w, Asks((ask,)), over)


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


@rule("Ask -> TOTAL Ask", example="a total of 12 sets", idle=(0,))
def total_ask(w: Words, ask: Ask) -> Ask | None:
    if ask.kind == "count":
        return ask
    return changed(ask, total=True) if ask.kind == "amount" and not ask.each else None


@rule("Ask -> Bound Noun", example="at least 3 meals")
def count(w: Words, bound: Bound, noun: Noun) -> Ask | None:
    if noun.kind == "keys":
        return None
    if not bound.amount.bare or noun.kind in ("plan", "literal") or noun.article:
        return None
    if any(limit.slack for limit in bound.limits) or _of_a_unit(w, noun):
        return None
    first, of, _ = noun.name.lower().partition(" of ")
    if noun.kind == "name" and of and singular(first) in data("vessels"):
        return None  # `eight glasses of water` are an amount
    if bound.plain and bound.amount.exact and not bound.amount.low:
        return Ask("there", noun=noun, absent=True)  # `zero snacks` are no snacks
    return Ask("count", bound, noun=noun)


@rule("Ask -> Bound Noun ONLY", example="two snacks only", cost=-0.1)
def count_only(w: Words, bound: Bound, noun: Noun) -> list[Ask] | None:
    rows = bounds.only(w, bound) if bound.plain else None
    made = [count(w, one, noun) for one in rows or ()]
    return [one for one in made if one is not None]


def _of_a_unit(w: Words, noun: Noun) -> bool:
    """Tell whether a name ends in a unit or a measure, of which there is so much, not so many."""
    last = noun.name.rpartition(" ")[2].lower() if noun.kind == "name" else ""
    return last in w.lexicon.units or any(
        found.type == "Measure" and not found.value.dimension.startswith("count:")
        for found in w.phrases.get((last,), [])
    )


@rule("Ask -> Bound DISTINCT Noun", example="5 different dishes")
def distinct(w: Words, bound: Bound, noun: Noun) -> Ask | None:
    if not bound.amount.bare or noun.kind == "plan":
        return None
    distinct_ones = Theme(f"distinct({noun.text})", "whole", "one", overs=noun.overs)
    return Ask("amount", bound, distinct_ones)


@rule("Ask -> Noun", example="a snack")
def there(w: Words, noun: Noun) -> Ask | None:
    if noun.scope in w.whole_too and not noun.plural:
        return None
    if noun.cited and w.textual:
        return None  # words of the text, which `Literal` stands for
    if noun.kind == "name" and noun.article == "a" and noun.plural:
        return None  # `a fresh herb garnishes every dinner`: the last word is a verb
    return None if noun.kind == "plan" or noun.placed else Ask("there", noun=noun)


@rule("Ask -> NO Noun", "Ask -> WITHOUT Noun", "Ask -> NO ANY Noun", example="no snacks")
def absent(w: Words, noun: Noun) -> Ask | None:
    found = there(w, noun)
    told = noun.kind == "name" and {"of", "from"} & set(noun.name.split())
    if found is None or told:
        return None  # `no cheese from raw milk`: of what cheese is, few labels tell
    return changed(found, absent=True)


@rule("Ask -> ANY|SOME* Noun", example="any pork")
def any_of(w: Words, word: str, noun: Noun) -> Ask | None:
    return there(w, noun) if not word.endswith("single") else None


@rule("Ask -> Ask EITHER", example="no exclamation marks either", idle=(1,))
def either_way(w: Words, ask: Ask) -> Ask | None:
    return ask if ask.absent else None


@rule("Ask -> Ask AT_ALL", "Asks -> Asks AT_ALL", example="no pork at all", idle=(1,))
def at_all(w: Words, made: Any) -> Any:
    parts = (made,) if isinstance(made, Ask) else made.parts
    return made if all(p.kind == "there" for p in parts) else None


@rule("Ask -> Ask Close", example="30 g of protein or more", cost=0.05)
def closed_ask(w: Words, ask: Ask, close: bounds.Close) -> Ask | None:
    open_ = ask.bound is not None and (
        ask.bound.plain or close.slack is not None or bounds.ends(ask.bound, close)
    )
    bound = bounds.closed(w, ask.bound, close) if ask.bound is not None and open_ else None
    return None if bound is None else changed(ask, bound=bound)


@rule("Asks -> Asks Close", "Deed -> Deed Close", example="1800 kcal a day at most", cost=0.05)
def closed_asks(w: Words, asks: Asks, close: bounds.Close) -> Asks | None:
    found = closed_ask(w, asks.parts[0], close) if len(asks.parts) == 1 else None
    return None if found is None else changed(asks, parts=(found,))


@rule("Freq -> Bound TIMES", example="at least 3 times")
def often(w: Words, bound: Bound) -> Bound | None:
    return bound if bound.amount.bare else None


@rule("Ask -> Noun Freq", example="fish three times")
def so_often(w: Words, noun: Noun, bound: Bound) -> Ask | None:
    if noun.kind == "name" and w.prose:
        return None
    narrowed = noun.kind in ("rank", "item", "block") and " where " in noun.filters
    kinds = ("name", "category", "member", "literal", "mark")
    return Ask("count", bound, noun=noun) if narrowed or noun.kind in kinds else None


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
    each_one = each_of(w, noun, Asks((ask,)))
    whole = count(w, bound, noun)
    both = Ask("all", parts=(whole, each_one)) if whole and each_one else None
    return [a for a in (both, counting) if a is not None]


def each_of(w: Words, noun: Noun, asks: Asks) -> Ask | None:
    inner = clause(w, Subject(noun, "each"), asks)
    if inner is None:
        return None
    return Ask("test", text=fold_overs(inner.overs, (inner.formula, inner.strength))[0])


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
    fits = noun.kind in ("category", "block", "name", "rank", "item", "member")
    if size.amount.bare or not fits:
        return None
    whole = count(w, bound, noun)
    each_one = each_of(w, noun, Asks((Ask("amount", size, each=True),)))
    if last_word is not None and whole is not None and each_one is not None and bound.plain:
        return [Ask("all", parts=(whole, each_one))]
    theme = w.default(size.amount.dimension, noun)
    if theme is None or (noun.kind == "category" and not w.scheduled and theme.dimension != "time"):
        return None
    inner = clause(w, Subject(None), Asks((Ask("amount", size, theme),)))
    narrowed = None
    if isinstance(inner, Clause) and not inner.overs:
        formula = (
            _SUM.sub(r"\1", inner.formula) if noun.kind in ("item", "block") else inner.formula
        )
        formula = held("duration", size)[0] if theme.dimension == "time" else formula
        narrowed = count(w, bound, changed(noun, filters=f"{noun.filters} where ({formula})"))
    if whole is None or each_one is None or narrowed is None:
        return None
    return [Ask("all", parts=(whole, each_one)), narrowed]


_SUM = re.compile(r"\bsum\(([^()*]+)\)(?! of)")
"""The sum of a smallest part is its amount."""


@rule(
    "Ask -> Bound Noun OF|WITH|AT|COMMA Ask EACH|EACH_ONE",
    example="three sessions with six exercises each",
    cost=-0.2,
)
def count_with_each(w: Words, bound: Bound, noun: Noun, ask: Ask) -> Ask | None:
    """Read how many, and what each of them has."""
    sized = ask.kind == "amount" and ask.theme is None  # `breaks of 15 minutes each`
    fits = ask.kind in ("count", "amount") and not (ask.total or ask.overs or sized)
    whole = count(w, bound, noun) if fits and noun.kind not in ("name", "literal", "mark") else None
    each_one = each_of(w, noun, Asks((changed(ask, each=False),))) if whole else None
    return None if whole is None or each_one is None else Ask("all", parts=(whole, each_one))


@rule(
    "Asks -> Asks OF|WITH|AT|COMMA Ask EACH|EACH_ONE",
    example="three sessions a week with six exercises each",
    cost=-0.2,
)
def counted_with_each(w: Words, asks: Asks, ask: Ask) -> Asks | None:
    (first, *more) = asks.parts
    if more or not asks.overs or first.kind != "count" or first.noun is None or first.bound is None:
        return None
    made = count_with_each(w, first.bound, first.noun, ask)
    return None if made is None else changed(asks, parts=(made,))


@rule(
    "Asks -> Asks IN_ONE_GO",
    "Deed -> Deed IN_ONE_GO",
    "Asks -> Bound IN_ONE_GO FOR Noun",
    example="at most 2 hours of study at a stretch",
)
def in_one_go(w: Words, what: Any, noun: Noun | None = None) -> Asks | None:
    """Hold each piece of an activity to a length, or ask for one of it."""
    found = amount_of(w, what, noun) if noun is not None else None
    asks = Asks((found,)) if found is not None else what
    if not isinstance(asks, Asks) or len(asks.parts) > 1:
        return None
    ask = asks.parts[0]
    of = ask.theme.of if ask.theme is not None else None
    if (
        ask.kind != "amount"
        or ask.bound is None
        or of is None
        or of.kind not in ("category", "name")
    ):
        return None
    limit = ask.bound.limits[0]
    if (
        ask.bound.amount.dimension != "time"
        or len(ask.bound.limits) > 1
        or limit.about
        or limit.slack
    ):
        return None
    if limit.comparator in ("<", "<="):
        return changed(asks, parts=(changed(ask, each=True),))
    if limit.comparator not in (">", ">=", "=") or not limit.amount.exact:
        return None
    sign = "" if limit.comparator == "=" else f"{limit.comparator} "
    lasting = f" lasting {sign}{amount_text(limit.amount)}"
    text = f"exists {block_text(w, changed(of, filters=of.filters + lasting))}"
    return changed(asks, parts=(Ask("test", text=text),))


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
        amount_of(w, bound, nouns.named(nouns.bare(text)))
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
        None if over is None or part not in w.lexicon.parts_of_day else in_part(w, asks, part, over)
    )


def in_part(w: Words, asks: Asks, part: str, over: Over) -> Asks | None:
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


@rule("Ask -> SAME NUMBER_OF Noun", "Ask -> SAME Theme", example="the same number of meals")
def same(w: Words, what: Any) -> Ask | None:
    theme = Theme(count_of(w, what), "whole", "one") if isinstance(what, Noun) else what
    return Ask("same", theme=theme) if not theme.of and not theme.overs else None


@rule("Ask -> AT_LEAST_ONE Asks", example="at least one of rice, beans or corn", idle=(0,))
def one_of(w: Words, asks: Asks) -> Ask | None:
    if asks.link != "or" or any(a.kind != "there" or a.absent for a in asks.parts):
        return None
    return Ask("any", parts=asks.parts)


@rule(
    "Ask -> Ask EACH_ONE", "Ask -> Ask EACH*", example="200 kcal each", against="200 kcal for each"
)
def individually(w: Words, ask: Ask, word: str = "each") -> Ask | None:
    own = ask.kind == "amount" and not ask.total and word == "each"
    return changed(ask, each=True) if own else None


@rule("Ask -> Ask TOGETHER|FOR_ALL", example="200 kcal in total")
def in_total(w: Words, ask: Ask) -> Ask | None:
    if ask.kind == "count":
        return ask
    return changed(ask, total=True) if ask.kind == "amount" and not ask.each else None


@rule("Asks -> Ask", example="at least 2000 kcal")
def one_ask(w: Words, ask: Ask) -> Asks:
    return Asks((ask,))


def apposed(one: Any, other: Ask) -> bool:
    """Tell whether an amount may be of what is counted before it: `one run by the lake, 5 km`."""
    if not isinstance(one, Ask) or one.noun is None or one.kind != "count":
        return False
    bare = other.theme.dimension if other.theme is not None and other.theme.bare else ""
    timed = other.bound is not None and "time" in (other.bound.amount.dimension, bare)
    length = timed and not other.total
    own = one.noun.kind == "name" or (length and not one.overs)
    return own and other.kind == "amount" and (other.theme is None or other.theme.bare)


@rule(
    "Row -> Ask COMMA Ask",
    "Row -> Row COMMA Ask",
    example="3 meals, 80 g of protein and 40 g of fat",
)
def listed(w: Words, one: Any, other: Ask) -> tuple[Ask, ...] | None:
    return None if apposed(one, other) else row(w, one, other)


def row(w: Words, one: Any, other: Ask) -> tuple[Ask, ...]:
    """Put demands in a row."""
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
        first.kind == "amount"
        and of is not None
        and last.kind == "there"
        and (w.scheduled or (last.noun is not None and not last.noun.article))
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
    fits = (a.kind != "there" or (a.absent and a.noun and a.noun.kind in _WRITTEN) for a in parts)
    return Asks(parts) if all(fits) else None


_WRITTEN = ("text", "mark")
"""Kinds of what is absent from a text that is held to a length as well."""


def _larger(noun: Noun | None, over: Over) -> bool:
    """Tell whether a piece of a text cannot stand in another: no question has a paragraph in it."""
    return noun is not None and noun.kind == "text" and 99 < noun.level <= over.level


@rule("Asks -> Asks Over", "Asks -> Asks COMMA Over", example="3 meals per day", cost=0.1)
def asks_over(w: Words, asks: Asks, over: Over) -> Asks | None:
    if over.level >= 100 and any(a.overs or _larger(a.noun, over) for a in asks.parts):
        return None
    if len(asks.parts) > 1 and all(a.overs for a in asks.parts):
        return None
    if any(_counts(a, over) for a in asks.parts):
        parts = tuple(
            a if _counts(a, over) else changed(a, overs=(*a.overs, over)) for a in asks.parts
        )
        return changed(asks, parts=parts) if len(parts) > 1 and parts != asks.parts else None
    days = number_of_days(over)
    counts = (c for a in asks.parts for c in (a.parts or (a,)) if c.kind == "count" and c.bound)
    if days and any(c.bound.amount.low == days for c in counts if c.bound):
        return None  # `two sessions, Tuesday and Thursday`: one on each of them
    overs = (*asks.overs, over)
    return changed(asks, overs=overs) if compatible(overs) else None


def number_of_days(over: Over) -> int:
    """Return how many days are listed: `Tuesday and Thursday`; 0 where they are not."""
    return over.scope.count('"') // 2 if " any of [" in over.scope else 0


@rule("Asks -> Asks IN Noun", example="not more than two stops in a day", cost=0.2)
def in_a(w: Words, asks: Asks, noun: Noun) -> Asks | None:
    """Take `in a day` for `a day`, of what is bounded."""
    every = noun.kind == "rank" and noun.article == "a" and not (noun.placed or noun.filters)
    bounded = all(
        a.kind in ("count", "amount") and a.bound and not a.bound.plain for a in asks.parts
    )
    return asks_over(w, asks, over_of(changed(noun, article=""))) if every and bounded else None


@rule(
    "Asks -> Asks COMMA|AND|BUT|WITH Asks|Scalar",
    "Asks -> Asks COMMA|AND|BUT WITH Asks|Scalar",
    "Asks -> Asks COMMA AND|BUT WITH? Asks|Scalar",
    example="18 lessons a week, with no more than four a day",
    cost=-0.15,
)
def and_so_many(w: Words, one: Asks, other: Asks) -> Asks | None:
    """Read a second bound of what was said before, somewhere else or a limit on the other side."""
    first, second = one.parts[0], other.parts[0]
    if len(one.parts) > 1 or len(other.parts) > 1 or first.bound is None or second.bound is None:
        return None
    elsewhere = bool(other.overs) and other.overs != one.overs
    if first.kind not in ("count", "amount") or second.kind != "amount" or second.theme is not None:
        return None
    alone = not one.overs and not (elsewhere and (first.total or first.kind == "count"))
    if second.noun is not None or alone or not (elsewhere or not other.overs):
        return None
    amount, limits = first.bound.amount, second.bound.limits
    if second.bound.amount.bare and not amount.bare:
        limits = tuple(
            changed(x, amount=changed(x.amount, unit=amount.unit, dimension=amount.dimension))
            for x in limits
        )
    elif second.bound.amount.dimension != amount.dimension:
        return None
    before = first.bound.limits[0].comparator
    if limits[0].comparator == "=" and before != "=":  # `at most 3 a day and 15 a week`
        fits = elsewhere and second.bound.plain and second.bound.amount.exact
        if not fits or before not in ("<", "<=", ">", ">=") or limits[0].firm:
            return None
        limits = (changed(limits[0], comparator=before),)
    sides = {x.comparator[0] for x in (*first.bound.limits, *limits)}
    if not elsewhere and sides != {"<", ">"}:
        return None
    again = changed(
        first, bound=changed(second.bound, limits=limits), overs=other.overs or one.overs
    )
    return Asks((changed(first, overs=_without(one.overs, other.overs)), again))


def _without(overs: tuple[Over, ...], others: tuple[Over, ...]) -> tuple[Over, ...]:
    """Leave out what another demand is about: `two hours a day, one on Friday`."""
    own = {o.rank: o.scope.removeprefix(o.rank) for o in others if o.scope != o.rank and o.rank}
    return tuple(
        changed(o, scope=f"{o.scope} except{own[o.rank]}", open=False)
        if o.scope == o.rank and o.rank in own
        else o
        for o in overs
    )


@rule("Scalar -> Scalar Over", example="at most 4 a day", cost=0.1)
def scalar_over(w: Words, asks: Asks, over: Over) -> Asks | None:
    return changed(asks, overs=(over,)) if not asks.overs else None


def _counts(ask: Ask, over: Over) -> bool:
    """Tell whether a demand counts what a quantifier goes over: `2 days and 3 meals per day`."""
    return ask.kind == "count" and ask.noun is not None and ask.noun.rank == over.rank


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


@rule("Asks -> Ask WITH Ask Over", example="4 weeks with 3 sessions per week", cost=-0.1)
def with_per(w: Words, ask: Ask, other: Ask, over: Over) -> Asks | None:
    if ask.kind != "count" or other.kind not in ("count", "amount") or not _counts(ask, over):
        return None
    return Asks((ask, changed(other, overs=(*other.overs, over))))
