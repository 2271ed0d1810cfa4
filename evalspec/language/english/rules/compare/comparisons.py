"""A thing and what it must be more, less or as much as."""

from __future__ import annotations

import re
from typing import Any

from evalspec.language.english.lexicon import Words
from evalspec.language.english.meanings import (
    FLIPPED,
    Asks,
    Clause,
    Noun,
    Over,
    Subject,
    Theme,
    changed,
    held,
)
from evalspec.language.english.rule import rule
from evalspec.language.english.rules import growth, nouns, placing
from evalspec.language.english.rules.compare.degrees import deed
from evalspec.language.english.rules.compare.rivals import Relation, Rival, Versus
from evalspec.language.english.state.amounts import amount_of
from evalspec.language.english.state.clauses import clause
from evalspec.language.english.state.counts import count_of
from evalspec.language.english.state.overs import all_of, block_text, over_of


@rule("Clause -> Subject VersusDeed", example="dinner must have more protein than lunch")
def compared(w: Words, subject: Subject, made: Versus) -> Clause | None:
    noun, other = subject.noun, made.rival.noun
    joint = subject.total and noun is not None and bool(noun.several or noun.members[1:])
    if subject.quantifier not in ("", "each", "all", "no") or subject.mean:
        return None
    if subject.total and (not joint or subject.quantifier):
        return None  # `cake and flowers together must cost less than …` alone adds up
    if made.permit and subject.quantifier != "no" and made.relation.comparator != "<=":
        return None
    overs = (*subject.overs, *made.overs)
    if made.rival.theme is not None:
        return _own_amounts(w, subject, made, overs) if subject.quantifier != "no" else None
    loose = other is not None and other.plural and not (other.placed or other.article)
    if made.counted is not None and other is not None and loose and not made.rival.kind:
        if {noun.kind if noun else "", other.kind} <= {"name", "category"}:
            return None  # `beans have as many meals as lentils`: those with each of them
        return _own_counts(w, subject, made, other, overs)
    if noun is None or noun.kind == "plan":
        return None
    content = made.theme is not None and made.theme.of is not None
    if content and (noun.rank != "day" or made.rival.kind == "each"):
        return None  # `less work than on Friday` is of days
    if made.rival.kind == "nth":
        rank = w.lexicon.ranks.get(noun.rank)
        other = None if rank is None else nouns.nth(w, made.rival.number, w.rank(rank))
    if made.adjective and noun.plural and w.scheduled and not subject.quantifier:
        return None  # `Ben's shifts are longer than Ana's`: each, or all of them
    if noun.kind == "name" and w.prose and made.adjective:
        return None  # a part of a text is long in words, an activity in time
    if made.theme is not None and made.theme.dimension == "fraction" and _is_share(made.relation):
        return None  # `week 4 a quarter lower than week 3`: nothing says in what
    made = changed(made, theme=_own_length(w, made.theme, noun))
    if made.rival.kind == "previous":
        if other is not None and other.rank != noun.rank:
            return None
        if subject.quantifier:
            return _from_previous(w, subject, made)
        other = _before(noun)
    if subject.quantifier or made.rival.kind in ("each", "others"):
        return _against_all(w, subject, made, other, overs)
    kind = other is not None and other.kind == "item" and noun.kind == "name"
    if other is None or other.kind == "plan" or (kind and not (other.placed or other.plural)):
        return None  # `data entry` is no entry
    elliptic = other.rank == "day" and noun.rank != "day"
    if bool(other.overs) != bool(noun.overs) and not elliptic:
        return None
    if elliptic and not (noun.overs and other.filters.startswith(" on ")):
        return None
    if elliptic:
        other = changed(noun, overs=(over_of(other),))  # `Monday's session … Saturday's`
    together = (joint, made.rival.kind == "together")
    sides = [_side(w, made, *one) for one in zip((noun, other), together, strict=True)]
    if not all(sides):
        return None
    return Clause(_text(sides[0], made.relation, sides[1]), overs)


def _from_previous(w: Words, subject: Subject, made: Versus) -> Clause | None:
    """Compare each with the one before it."""
    noun, theme = subject.noun, made.theme
    if (
        noun is None
        or noun.kind not in ("rank", "item")
        or subject.overs
        or made.overs
        or noun.overs
    ):
        return None
    if made.counted is not None:
        value = count_of(w, made.counted) if not made.counted.overs else ""
    else:
        value = growth.value_of(w, theme) if theme is not None else ""
    quantifier = "no" if subject.quantifier == "no" else "each"
    if not value:
        return None
    text = _text(value, made.relation, f"{value} of previous")
    return Clause(f"{quantifier} next {noun.text}: {text}")


def _of_over(over: Over) -> Noun:
    """Return the thing that a quantifier goes over."""
    front, _, filters = over.scope.partition(over.rank or over.scope)
    return Noun(over.rank, "rank", over.rank, over.level, over.rank, filters, front, placed=True)


def _before(noun: Noun) -> Noun | None:
    """Return the one before a thing that its place tells: week 3 of week 4."""
    if noun.front == "last " and not noun.filters:
        return changed(noun, front="", filters=" 2 from end")
    number = re.fullmatch(r" (\d+)", noun.filters)
    if number is not None and int(number[1]) > 1:
        return changed(noun, filters=f" {int(number[1]) - 1}")
    day = re.fullmatch(r" on (\w+day)", noun.filters)
    days = list(placing.WEEK)
    if day is None or day[1] not in days[1:]:
        return None
    return changed(noun, filters=f" on {days[days.index(day[1]) - 1]}")


def _own_amounts(
    w: Words, subject: Subject, made: Versus, overs: tuple[Over, ...]
) -> Clause | None:
    """Compare two amounts of one thing: `more protein than fat`."""
    noun, theme, other = subject.noun, made.theme, made.rival.theme
    if theme is None or other is None:
        return None
    left, right = _own(w, theme, noun), _own(w, other, noun)
    if not left or not right or left == right:
        return None
    outer: tuple[Over, ...] = ()
    if noun is not None and noun.kind != "plan":
        outer = (*noun.overs, over_of(noun))
    return Clause(_text(left, made.relation, right), (*overs, *outer))


def _own_counts(
    w: Words, subject: Subject, made: Versus, other: Noun, overs: tuple[Over, ...]
) -> Clause | None:
    """Compare two counts in one thing: `more sentences than paragraphs`."""
    noun, counted = subject.noun, made.counted
    both = (count_of(w, counted) if counted is not None else "", count_of(w, other))
    if not all(both) or subject.quantifier == "no":
        return None
    outer = () if noun is None or noun.kind == "plan" else (*noun.overs, over_of(noun))
    inner = (*counted.overs, *other.overs) if counted is not None else ()
    if inner:
        return None
    return Clause(_text(both[0], made.relation, both[1]), (*overs, *outer))


_SEVERAL = re.compile(r" (any of|to|weekend|weekday)\b")
"""In the filter of several days."""


def _side(w: Words, made: Versus, noun: Noun, together: bool = False) -> str:
    """Write one side of a comparison."""
    if together and noun.several:
        texts = [_side(w, made, part) for part in noun.several]
        return f"({' + '.join(texts)})" if all(texts) else ""
    if len(noun.members) > 1 and not together:
        return ""
    if _SEVERAL.search(noun.filters) and not together:
        return ""
    if made.counted is not None:
        return f"{count_of(w, made.counted)} of {_scope(noun)}"
    if made.theme is not None and made.theme.of is not None:
        amount = _of(w, changed(made.theme, of=None), made.theme.of)
        return f"{amount} of {_scope(noun)}" if amount else ""
    return _of(w, made.theme, noun) if made.theme is not None else ""


def _against_all(
    w: Words, subject: Subject, made: Versus, other: Noun | None, overs: tuple[Over, ...]
) -> Clause | None:
    """Compare with all of a kind, or all of a kind: `no meal may have more calories than lunch`."""
    noun, relation = subject.noun, made.relation
    if noun is None or relation.by is not None or relation.factor or relation.about:
        return None
    sign = FLIPPED[relation.comparator] if subject.quantifier == "no" else relation.comparator
    if sign == "=" or sign == "!=":
        return None
    low = sign in ("<", "<=")
    every = made.rival.kind in ("each", "others")
    if other is not None and every:
        other = nouns.of_a_kind(other)
    if made.rival.kind == "others":
        other = _others(w, noun, other)
    if other is None or (subject.quantifier and noun.placed):
        return None
    if subject.quantifier and not w.scheduled:
        noun = nouns.of_a_kind(noun)
    if subject.quantifier and made.rival.kind != "each" and "=" not in sign:
        noun = _others(w, other, noun)  # `each meal smaller than lunch` is not of lunch
    one_of_them = noun is not None and noun.kind == "name" and other.rank
    if noun is not None and one_of_them and made.rival.kind == "others":
        left = _extreme(w, made, changed(other, filters=f" named {noun.scope}"), not low)
    elif noun is not None:
        left = _extreme(w, made, noun, low) if subject.quantifier else _side(w, made, noun)
    right = _extreme(w, made, other, not low) if every else _side(w, made, other)
    if noun is None or not left or not right:
        return None
    return Clause(f"{left} {sign} {right}", (*overs, *_in_days(w, noun, other)))


def _in_days(w: Words, noun: Noun, other: Noun) -> tuple[Over, ...]:
    """Return the days that members are compared in."""
    fits = "member" in (noun.kind, other.kind) and not (noun.overs or other.overs)
    return (over_of(w.day),) if fits else ()


def _others(w: Words, noun: Noun, of: Noun | None) -> Noun | None:
    """Return all of a kind but one of them."""
    if noun.overs:
        return None
    if noun.kind == "name" and of is None and not w.scheduled:
        of = Noun("item", "item", "item")
    if noun.kind == "name":
        plain = of is not None and not (of.filters or of.overs or noun.placed or noun.filters)
        return nouns.excepted(w, of, (noun,)) if of is not None and plain else None
    rank = w.lexicon.ranks.get(noun.rank)
    if rank is None or (of is not None and of.rank != noun.rank):
        return None
    if of is not None and of.kind == "member":
        return of
    return nouns.excepted(w, changed(w.rank(rank), filters=of.filters if of else ""), (noun,))


def _extreme(w: Words, made: Versus, noun: Noun, low: bool) -> str:
    """Write the greatest or the least amount of a kind."""
    kind = "max" if low else "min"
    own = noun.kind in ("rank", "member", "item") or (noun.kind == "category" and not w.scheduled)
    if noun.overs or not own:
        return ""
    if made.counted is not None:
        return f"{kind}({count_of(w, made.counted)} per {noun.text})"
    theme = made.theme
    if theme is None or theme.kind == "whole":
        return ""
    measure = "duration" if theme.kind == "time" else theme.measure
    if theme.of is not None:
        measure = _of(w, changed(theme, of=None), theme.of)
    return f"{kind}({measure} per {noun.text})" if measure else ""


def _of_several(
    w: Words, made: Versus, theme: Theme, one: Noun, other: Noun
) -> list[Clause] | None:
    """Compare each of one kind of days with each of another, or what they have on average."""
    sign, made = made.relation.comparator, changed(made, theme=changed(theme, of=None, overs=()))
    if made.relation.by is not None or made.relation.factor or made.relation.about:
        return None
    if sign not in ("<", "<=", ">", ">=") or one.also or other.also:
        return None
    low = sign in ("<", "<=")
    left, right = _extreme(w, made, one, low), _extreme(w, made, other, not low)
    means = [f"mean({side.split('(', 1)[1]}" for side in (left, right) if side]
    if not left or not right:
        return None
    return [Clause(f"{left} {sign} {right}"), Clause(f" {sign} ".join(means))]


def _scope(noun: Noun) -> str:
    text = noun.text
    for over in noun.overs:
        day = over.scope.removeprefix("day on ")
        text += f" on {day}" if day != over.scope else f" of {over.scope}"
    return text


def _own(w: Words, theme: Theme, noun: Noun | None) -> str:
    return amount_of(w, theme, None, "", True)[0] if theme.adds else ""


def _of(w: Words, theme: Theme, noun: Noun) -> str:
    if theme.kind == "whole" or noun.kind == "text":
        return ""
    if theme.measure in ("duration", "distance") and w.spatial(noun) and not theme.total:
        return ""
    if theme.kind == "time" and noun.kind in ("category", "name", "block"):
        if noun.overs:
            dated = "".join(
                o.scope.removeprefix("day") for o in noun.overs if o.scope.startswith("day on ")
            )
            if len(noun.overs) > 1:
                return ""
            place = f"{dated})" if dated else f") of {noun.overs[0].scope}"
            return f"duration({block_text(w, noun)}{place}"
        return f"duration({noun.text if noun.kind == 'category' else block_text(w, noun)})"
    if not theme.adds and theme.dimension.startswith("count:"):
        theme = w.summed(theme)
    if not theme.adds:
        return f"max({theme.measure}) of {_scope(noun)}"
    return f"sum({theme.measure}) of {_scope(noun)}"


def _own_length(w: Words, theme: Theme | None, noun: Noun) -> Theme | None:
    """Return what a thing is long by: a stage of a route by its distance."""
    if theme is None or theme.measure != "duration":
        return theme
    own = [m for m in noun.measures if w.lexicon.measures[m].dimension == "length"]
    return changed(w.theme(own[0]), total=True) if len(own) == 1 else theme


def _summed(theme: Theme) -> str:
    return theme.measure if theme.kind == "whole" else f"sum({theme.measure})"


def _is_share(relation: Relation) -> bool:
    return relation.by is not None and relation.by.limits[0].amount.dimension == "fraction"


def _text(left: str, relation: Relation, right: str) -> str:
    if relation.by is not None and _is_share(relation):
        return growth.by_share(left, relation.comparator, relation.by, right) or ""
    if relation.by is not None:
        sides = (left, right) if relation.comparator == ">" else (right, left)
        return held(" - ".join(sides), relation.by)[0]
    right = f"{relation.factor} * {right}" if relation.factor else right
    return f"{left} {relation.comparator} {'about ' if relation.about else ''}{right}"


@rule(
    "Clause -> Subject VersusDeed COMMA? AND|BUT Asks|Bare|Deed",
    example="lunch must have more protein than fat and at least 20 g of protein",
)
def compared_and(w: Words, subject: Subject, made: Versus, asks: Asks) -> Clause | None:
    if any(a.kind not in ("amount", "count", "share") for a in asks.parts):
        return None  # `than lunch and breakfast`
    one, other = compared(w, subject, made), clause(w, subject, asks)
    if one is None or not isinstance(other, Clause):
        return None
    return all_of([changed(one, strength=3), other])


@rule("Clause -> Subject Than|Versus", example="no meal heavier than lunch", cost=0.3)
def compared_short(w: Words, subject: Subject, made: Versus) -> Clause | None:
    noun = subject.noun
    one = (
        noun is not None and not noun.plural and noun.article != "a"
    )  # `lunch lighter than dinner`
    return compared(w, subject, made) if subject.quantifier or one else None


@rule("Clause -> Versus", "Clause -> THERE Copula Versus", "Clause -> HAVE Versus",
      example="at least twice as much protein as fat", cost=0.2)  # fmt: skip
def versus_alone(w: Words, *parts: Any) -> Clause | None:
    duty = parts[0] if len(parts) > 1 else None
    made = deed(w, duty, parts[-1])
    if made is None:
        return None
    counted, other = made.counted, made.rival.noun
    if counted is not None and other is not None and counted.overs:
        return _counted_in(w, made, counted, other)
    return compared(w, Subject(None), made)


def _counted_in(w: Words, made: Versus, counted: Noun, other: Noun) -> Clause | None:
    """Compare how many there are in two places: `more snacks on Saturday than on Sunday`."""
    (over, *more) = counted.overs
    if more or other.rank != over.rank or other.overs or other.also:
        return None
    what = count_of(w, changed(counted, overs=()))
    return Clause(_text(f"{what} of {over.scope}", made.relation, f"{what} of {other.text}"))


@rule("Clause -> Over COMMA? THERE? Copula? Versus", "Clause -> Over COMMA? HAVE|ENSURE Versus",
      example="on Monday there must be more snacks than on Sunday", cost=0.1)  # fmt: skip
def versus_on(w: Words, over: Over, *parts: Any) -> Clause | None:
    made = deed(w, parts[0] if len(parts) > 1 else None, parts[-1])
    one_place = over.quantifier == "each" and not (over.several or over.also or over.item)
    if made is None or not one_place or over.scope == over.rank or made.rival.theme is not None:
        return None
    return compared(w, Subject(Noun(over.scope, "rank", over.rank, over.level, placed=True)), made)


@rule("Clause -> Over COMMA? Theme Copula Than|Versus",
      example="in week 4 the distance must be less than in week 3")  # fmt: skip
def theme_compared_on(w: Words, over: Over, theme: Theme, duty: str, made: Versus) -> Any:
    if theme.overs or over.scope == over.rank or over.several or over.also:
        return None
    there = changed(theme, overs=(over,))
    return theme_compared(w, there, duty, made)


@rule("Clause -> Theme Duty? EXCEED THAT_ONE OF|IN|ON|FOR Noun", "Clause -> Theme Duty? EXCEED Theme",
      example="the protein of lunch must exceed that of dinner")  # fmt: skip
def exceeds(w: Words, theme: Theme, duty: str | None, other: Any) -> Any:
    if isinstance(other, Noun):
        other = _that_of(theme, other)
    return (
        None
        if other is None
        else theme_compared(w, theme, duty, Versus(Relation(">"), None, rival=Rival(theme=other)))
    )


def _that_of(theme: Theme, noun: Noun) -> Theme | None:
    """Return the same amount of another thing: `that of dinner`, `Sunday's`."""
    of = theme.of
    if of is not None and not of.overs and noun.kind == "rank" and of.rank != noun.rank:
        return None
    if theme.of is not None and theme.of.overs:  # `study in week 4 … that in week 1`
        same = theme.of.overs[-1].rank == noun.rank
        return changed(theme, of=changed(theme.of, overs=(over_of(noun),))) if same else None
    if theme.of is not None:
        return changed(theme, of=noun, overs=())
    return changed(theme, overs=(over_of(noun),)) if noun.kind == "rank" else None


@rule("Clause -> Theme Than", example="prep time shorter than cooking time", cost=0.3)
def theme_compared_short(w: Words, theme: Theme, made: Versus) -> Any:
    return theme_compared(w, theme, "must", made) if theme.of is not None else None


@rule(
    "Clause -> Theme Copula Than|Versus",
    example="the calories of lunch must be greater than the calories of dinner",
)
def theme_compared(w: Words, theme: Theme, duty: str | None, made: Versus) -> Any:
    found = deed(w, duty, made)
    if found is None or found.counted is not None:
        return None
    if found.theme is not None and found.theme.measure != theme.measure:
        return None
    other = found.rival.theme
    if (
        theme.of is not None
        and len(theme.overs) == 1
        and theme.overs[0].scope != theme.overs[0].rank
    ):
        theme = changed(theme, of=changed(theme.of, overs=theme.overs), overs=())
    rival = found.rival
    if rival.kind == "previous":
        own = theme.of.overs[-1:] if theme.of is not None else theme.overs[-1:]
        placed = _before(_of_over(own[0])) if own else None
        if placed is None or (rival.noun is not None and rival.noun.rank != placed.rank):
            return None
        rival = Rival(placed)
    if rival.noun is not None and not rival.kind:
        other = _that_of(theme, rival.noun)
    if other is None or theme.mean:
        return None
    if len(theme.overs) == len(other.overs) == 1 and not theme.of and not other.of:
        left, right = (f"{_summed(t)} of {t.overs[0].scope}" for t in (theme, other))
        if theme.measure != other.measure or theme.overs == other.overs:
            return None
        scopes = [_of_over(t.overs[0]) for t in (theme, other)]
        if any(_SEVERAL.search(noun.filters) for noun in scopes) and not theme.total:
            return _of_several(w, found, theme, *scopes)
        return Clause(_text(left, found.relation, right))
    if theme.of is None and other.of is None:
        left, right = _own(w, theme, None), _own(w, other, None)
    elif theme.of is not None and other.of is not None:
        if theme.of.plural and other.of.plural and not theme.total:
            return _of_several(w, found, theme, theme.of, other.of)
        left, right = _of(w, theme, theme.of), _of(w, other, other.of)
    else:
        return None
    if not left or not right or other.overs:
        return None
    return Clause(_text(left, found.relation, right), theme.overs)
