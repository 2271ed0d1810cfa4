"""Demands that are joined: rows of them, and all, either, neither."""

from __future__ import annotations

from typing import Any

from evalspec.language.english.lexicon import Words
from evalspec.language.english.meanings import Ask, Asks, Bound, Noun, Window, changed
from evalspec.language.english.rule import rule
from evalspec.language.english.rules import placing
from evalspec.language.english.rules.demands.amounts import amount_jointly, amount_of


@rule("Ask -> Window COMMA|COLON? Ask", example="in the morning, 30 minutes of yoga", cost=0.1)
def in_window(w: Words, window: Window, ask: Ask) -> Ask | None:
    """Take when something is from before it."""
    theme = ask.theme if ask.kind == "amount" else None
    noun = ask.noun if ask.kind in ("there", "count") else theme.of if theme is not None else None
    if noun is None or noun.window is not None or noun.kind in ("plan", "rank") or not w.scheduled:
        return None
    timed = placing.timed(w, noun, window)
    if timed is None or theme is None:
        return None if timed is None else changed(ask, noun=timed)
    return changed(ask, theme=changed(theme, of=timed))


@rule(
    "Asks -> Ask Window AND|OR* IN? Window", example="a break in the morning and in the afternoon"
)
def two_windows(w: Words, ask: Ask, one: Any, link: str, other: Any) -> Asks | None:
    timed = [in_window(w, part, ask) for part in (one, other)]
    parts = tuple(part for part in timed if part is not None)
    if len(parts) < 2 or ask.kind == "count":
        return None
    joint: Any = "or" if link in w.either and not ask.absent else "and"
    if ask.kind == "amount" and joint == "or":
        return None
    return Asks(parts, joint)


@rule("Asks -> Ask AND Num Window", "Asks -> Ask AND ANOTHER Window", example="a walk in the morning and one in the evening",
      against="a walk in the morning and two in the evening")  # fmt: skip
def one_more(w: Words, ask: Ask, *rest: Any) -> Asks | None:
    """Ask for one more of the same at another time."""
    noun, number = ask.noun, rest[0] if len(rest) > 1 else None
    single = number is None or (number.exact and number.bare and number.low == 1)
    if noun is None or noun.window is None or noun.plural or not single or ask.absent:
        return None
    front = noun.filters.removesuffix(noun.window.text)
    again = placing.timed(w, changed(noun, filters=front, window=None), rest[-1])
    return None if again is None else Asks((ask, changed(ask, noun=again)))


@rule("Asks -> BOTH Ask AND Ask", example="both yoga and meditation", cost=-0.1)
def both_asks(w: Words, one: Ask, other: Ask) -> Asks | None:
    alike = one.kind == other.kind and not one.absent  # `use both 'a' and 'b' twice`
    made = and_asks(w, one, other) if alike else None
    return None if made is None else changed(made, both=True)


@rule("Bare -> MIX Noun AND|WITH Noun", example="mix meat and dairy")
def mixing(w: Words, one: Noun, other: Noun) -> Asks | None:
    parts = tuple(Ask("there", noun=noun) for noun in (one, other))
    return None if w.prose else Asks(parts, both=True)


@rule("Asks -> Ask WITH Ask", example="6 hours of work with a 1-hour lunch break", cost=0.1)
def with_ask(w: Words, ask: Ask, other: Ask) -> Asks | None:
    if other.kind != "there" or ask.kind != "amount" or not w.scheduled:
        return None
    if ask.theme is None and ask.bound is not None and ask.bound.amount.dimension == "time":
        return None  # `2 hours with the partner`
    return Asks((ask, other))


@rule("Ask -> AT_LEAST_ONE Asks", example="at least one of rice, beans or corn", idle=(0,))
def one_of(w: Words, asks: Asks) -> Ask | None:
    if asks.link != "or" or any(a.kind != "there" or a.absent for a in asks.parts):
        return None
    return Ask("any", parts=asks.parts)


@rule("Ask -> Ask EACH_ONE / Ask EACH*", example="200 kcal each", against="200 kcal for each")
def individually(w: Words, ask: Ask, word: str = "each") -> Ask | None:
    own = ask.kind == "amount" and not ask.total and word == "each"
    of = ask.theme.of if ask.theme is not None else None
    if of is not None and of.kind == "name" and ask.bound is not None:
        return None  # `200 g of rice each` is for each person
    return changed(ask, each=True) if own else None


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


@rule("Row -> Ask COMMA Ask / Row COMMA Ask", example="3 meals, 80 g of protein and 40 g of fat")
def listed(w: Words, one: Any, other: Ask) -> tuple[Ask, ...] | None:
    return None if apposed(one, other) else row(w, one, other)


def row(w: Words, one: Any, other: Ask) -> tuple[Ask, ...]:
    """Put demands in a row."""
    return (*one, other) if isinstance(one, tuple) else (one, other)


@rule("Asks -> Ask|Row AND Ask / Row COMMA AND Ask / Ask COMMA AND Ask",
      example="80 g of protein and 60 g of fat", cost=0.1)  # fmt: skip
def and_asks(w: Words, one: Any, other: Ask) -> Any:
    parts = _of_the_last(w, row(w, one, other))
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


def _of_the_last(w: Words, parts: tuple[Ask, ...]) -> tuple[Ask, ...]:
    """Take `3 sets and 12 reps of squats` for sets of squats too."""
    last = parts[-1].theme
    if last is None or last.of is None or not last.dimension.startswith("count:"):
        return parts
    rest = []
    for ask in parts[:-1]:
        counted = ask.bound is not None and ask.bound.amount.dimension.startswith("count:")
        made = None
        if ask.kind == "amount" and ask.theme is None and ask.bound is not None and counted:
            made = (amount_jointly if last.of.several else amount_of)(w, ask.bound, last.of)
        rest.append(made or ask)
    return (*rest, parts[-1])


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
    timed = [placing.timed(w, n, window) for n in nouns_[:-1]]
    return (*(changed(p, noun=n) for p, n in zip(parts, timed, strict=False)), parts[-1])


@rule("Asks -> Ask|Row OR* Ask / Row COMMA OR* Ask", example="a snack or a dessert", cost=0.1)
def or_asks(w: Words, one: Any, link: str, other: Ask) -> Any:
    parts = row(w, one, other)
    if _of_both(w, parts):
        return None
    if parts[0].kind == "there" and parts[0].absent:
        if any(p.kind != "there" or p.noun is None for p in parts):
            return None
        if link != "nor" and other.noun is not None and other.noun.article == "a":
            return None  # `no snack or a dessert`
        parts = _spread_window(w, parts) or _spread_length(parts)
        return Asks(tuple(changed(p, absent=True) for p in parts))
    bare = other.kind == "there" and other.noun is not None and not other.noun.article
    if link == "nor" or (bare and parts[0].kind == "count"):
        return None  # `five sights or stops` are counted together
    return Asks(parts, "or")


def _spread_length(parts: tuple[Ask, ...]) -> tuple[Ask, ...]:
    """Hold all of several things to a length told of the last: `no bus or train ride of over an hour`."""
    nouns_ = [part.noun for part in parts if part.noun is not None]
    filters = nouns_[-1].filters
    if not filters.startswith(" lasting ") or any(noun.filters for noun in nouns_[:-1]):
        return parts
    return tuple(
        changed(p, noun=changed(n, filters=filters)) for p, n in zip(parts, nouns_, strict=True)
    )


@rule("Asks -> EITHER Ask OR Ask", example="either a snack or a dessert")
def either_asks(w: Words, one: Ask, other: Ask) -> Any:
    return or_asks(w, one, "or", other) if not one.absent else None


@rule("Asks -> Ask BUT Ask", "Asks -> Ask COMMA BUT Ask", example="rice but no beans", cost=0.1)
def but_asks(w: Words, one: Ask, other: Ask) -> Asks | None:
    return Asks((one, other)) if one.absent != other.absent else None


@rule("Asks -> Ask BUT|AND NOT Ask / Ask COMMA BUT? NOT Ask", example="oats but not milk",
      against="two paragraphs, not an essay", cost=0.1)  # fmt: skip
def but_not(w: Words, one: Ask, other: Ask) -> Asks | None:
    if other.kind != "there" or one.absent or other.absent:
        return None
    if other.noun is not None and other.noun.article == "a":
        return None  # it says again what is asked
    return Asks((one, changed(other, absent=True)))


@rule(
    "Asks -> Ask REPLACING Ask",
    example="tofu instead of chicken",
    against="a table instead of a list",
)
def in_place_of(w: Words, one: Ask, other: Ask) -> Asks | None:
    """Ask for one thing, and for none of what it stands in for."""
    nouns = (one.noun, other.noun)
    things = all(
        n is not None and n.kind in ("name", "category") and not (n.filters or n.overs)
        for n in nouns
    )
    if not things or not (one.kind == other.kind == "there") or one.absent or other.absent:
        return None
    return Asks((one, changed(other, absent=True)))


@rule("Asks -> Row", example="at least 100 g protein, at most 60 g fat", cost=0.2)
def row_asks(w: Words, parts: tuple[Ask, ...]) -> Asks | None:
    fits = (a.kind != "there" or (a.absent and a.noun and a.noun.kind in _WRITTEN) for a in parts)
    return Asks(parts) if all(fits) else None


_WRITTEN = ("text", "mark")
"""Kinds of what is absent from a text that is held to a length as well."""
