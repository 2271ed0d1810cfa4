"""One thing against another: `more protein than lunch`, `twice as many sets as rows`."""

from __future__ import annotations

import re
from typing import Any

from evalspec.core.quantity import plain
from evalspec.core.record import Record
from evalspec.language.english.lexicon import Words
from evalspec.language.english.meanings import (
    FLIPPED,
    Amount,
    Clause,
    Noun,
    Over,
    Subject,
    Theme,
    changed,
)
from evalspec.language.english.rule import SAID, SAID_SIZED, rule
from evalspec.language.english.state import amount_of, block_text, count_of, over_of


class Relation(Record, frozen=True):
    """How one amount stands to another: more than, at least twice as much as."""

    comparator: str
    factor: str = ""
    about: bool = False
    measure: str = ""
    """That the adjective names: `longer`."""


class Versus(Record, frozen=True):
    """What a subject is asked to have against something else."""

    relation: Relation
    theme: Theme | None
    """What is compared; None where the adjective says it."""
    counted: Noun | None = None
    other: Noun | None = None
    """What it is compared with …"""
    other_theme: Theme | None = None
    """… or another amount of the same subject."""
    overs: tuple[Over, ...] = ()


_NUMBERS = {"twice": "2", "double": "2", "half": "0.5", "thrice": "3", "triple": "3"}


@rule("Factor -> TWICE|HALF*", example="twice")
def factor(w: Words, word: str) -> str:
    return _NUMBERS.get(word.split()[0], "2")


@rule("Factor -> Num TIMES", example="three times")
def times(w: Words, number: Amount) -> str | None:
    return plain(number.low) if number.exact else None


@rule("As -> Factor AS_MANY", example="twice as many")
def factor_as(w: Words, factor: str) -> Relation:
    return Relation("=", factor)


@rule("As -> AS_MANY", example="as many")
def as_many(w: Words) -> Relation:
    return Relation("=")


for _class, _sign in {"GE": ">=", "LE": "<=", "GT": ">", "LT": "<", "EQ": "="}.items():

    def _at(w: Words, relation: Relation, sign: str = _sign) -> Relation | None:
        return changed(relation, comparator=sign) if relation.comparator == "=" else None

    rule(
        f"As -> {_class} As",
        f"Multiple -> {_class} Multiple",
        example=f"{SAID[_class]} twice as much",
    )(_at)


@rule("As -> ABOUT As", example="about twice as much")
def about(w: Words, relation: Relation) -> Relation:
    return changed(relation, about=True)


@rule("Multiple -> Factor", example="twice the calories of lunch")
def times_the(w: Words, factor: str) -> Relation:
    return Relation("=", factor)


@rule(
    "Versus -> MORE Theme THAN Noun|Theme",
    "Versus -> MORE Theme IN Noun|Theme",
    example="more protein than lunch",
)
def more(w: Words, theme: Theme, other: Any) -> Versus | None:
    return versus(Relation(">"), theme, other)


@rule("Versus -> LESS Theme THAN Noun|Theme", example="less fat than lunch")
def less(w: Words, theme: Theme, other: Any) -> Versus | None:
    return versus(Relation("<"), theme, other)


@rule("Versus -> NOT? MORE Noun THAN Noun", example="more meals than day 1")
def more_things(w: Words, counted: Noun, other: Noun) -> Versus | None:
    return Versus(Relation(">"), None, counted, other)


@rule("Versus -> LESS Noun THAN Noun", example="fewer meals than day 1")
def fewer_things(w: Words, counted: Noun, other: Noun) -> Versus | None:
    return Versus(Relation("<"), None, counted, other)


def versus(relation: Relation, theme: Theme, other: Any) -> Versus | None:
    """Compare an amount with another one, or with that of another thing."""
    if theme.of or theme.overs:
        return None
    if isinstance(other, Theme):
        if other.of is not None and other.measure == theme.measure:
            return Versus(relation, theme, other=other.of)
        return (
            Versus(relation, theme, other_theme=other) if not other.of and not other.overs else None
        )
    return Versus(relation, theme, other=other)


@rule("Versus -> As Theme AS_MANY_END Noun|Theme", example="twice as much protein as breakfast")
def as_much(w: Words, relation: Relation, theme: Theme, other: Any) -> Versus | None:
    return versus(relation, theme, other)


@rule("Versus -> As Noun AS_MANY_END Noun", example="as many meals as day 1")
def as_many_things(w: Words, relation: Relation, counted: Noun, other: Noun) -> Versus | None:
    return Versus(relation, None, counted, other)


@rule("Versus -> Multiple Theme OF Noun", example="twice the calories of lunch")
def times_of(w: Words, relation: Relation, theme: Theme, other: Noun) -> Versus | None:
    return versus(relation, theme, other)


@rule("Versus -> Multiple Theme", example="twice the fat")
def times_theme(w: Words, relation: Relation, theme: Theme) -> Versus | None:
    return Versus(relation, None, other_theme=theme) if not theme.of else None


def _sided(sign: str) -> Any:
    def made(w: Words, measure: str | None, other: Any) -> Versus | None:
        theme = w.theme(measure) if measure and measure in w.lexicon.measures else None
        if measure and theme is None:
            return None
        if isinstance(other, Theme):
            return Versus(Relation(sign), theme, other_theme=other)
        return Versus(Relation(sign), theme, other=other)

    return made


for _class, _sign in {"GT": ">", "LT": "<", "GE": ">=", "LE": "<="}.items():
    rule(f"Than -> {_class}* Noun|Theme", example=f"{SAID_SIZED[_class]} lunch")(_sided(_sign))


@rule("Than -> As AS_MANY_END Noun|Theme", example="twice as much as lunch")
def as_much_as(w: Words, relation: Relation, other: Any) -> Versus | None:
    if isinstance(other, Theme):
        return Versus(relation, None, other_theme=other)
    return Versus(relation, None, other=other)


@rule(
    "Than -> Grade AS_MANY_END Noun|Theme",
    "Than -> Grade AS_MANY_END WHO|IT? Noun",
    example="twice as long as lunch",
)
def as_long_as(w: Words, grade: tuple[Relation, str], other: Any) -> Versus | None:
    relation, measure = grade
    if measure not in w.lexicon.measures:
        return None
    if isinstance(other, Theme):
        return Versus(relation, w.theme(measure), other_theme=other)
    return Versus(relation, w.theme(measure), other=other)


@rule("Grade -> AS_GRADED*", "Grade -> Factor AS_GRADED*", example="as long")
def grade(w: Words, *parts: str) -> tuple[Relation, str]:
    return Relation("=", parts[0] if len(parts) > 1 else ""), parts[-1]


for _class, _sign in {"GE": ">=", "LE": "<=", "GT": ">", "LT": "<", "EQ": "="}.items():

    def _graded(w: Words, grade: tuple[Relation, str], sign: str = _sign) -> Any:
        return (
            (changed(grade[0], comparator=sign), grade[1]) if grade[0].comparator == "=" else None
        )

    rule(f"Grade -> {_class} Grade", example=f"{SAID[_class]} as long")(_graded)


@rule("VersusDeed -> Duty? HAVE Than", example="must take twice as long as lunch")
def takes(w: Words, duty: str | None, made: Versus) -> Versus | None:
    return deed(w, duty, made) if made.theme is not None else None


@rule("VersusDeed -> Duty? MEASURES* Versus", example="must burn more calories than Monday's")
def measures_versus(w: Words, duty: str | None, theme: Theme, made: Versus) -> Versus | None:
    return (
        deed(w, duty, made)
        if made.theme is not None and made.theme.measure == theme.measure
        else None
    )


@rule("VersusDeed -> Duty? LAST Than", example="must last twice as long as lunch")
def lasts(w: Words, duty: str | None, made: Versus) -> Versus | None:
    if made.theme is None or made.theme.dimension != "time":
        return None
    return deed(w, duty, made)


@rule("VersusDeed -> Duty? HAVE Versus", "VersusDeed -> Copula Than", "VersusDeed -> Duty? MEASURES* Than",
      "VersusDeed -> Copula Versus", example="must have more protein than lunch")  # fmt: skip
def deed(w: Words, duty: str | None, *rest: Any) -> Versus | None:
    made: Versus = rest[-1]
    if len(rest) > 1:
        if made.theme is not None and made.theme != rest[0]:
            return None
        made = changed(made, theme=rest[0])
    if duty in (None, "must"):
        return made
    if duty == "may" or made.relation.about:
        return made if made.relation.comparator == "<=" else None
    if made.relation.comparator == "=":
        return None
    return changed(
        made, relation=changed(made.relation, comparator=FLIPPED[made.relation.comparator])
    )


@rule(
    "VersusDeed -> VersusDeed Over",
    example="must have more protein than lunch on each day",
    cost=0.1,
)
def deed_over(w: Words, made: Versus, over: Over) -> Versus:
    return changed(made, overs=(*made.overs, over))


@rule("Clause -> Subject VersusDeed", example="dinner must have more protein than lunch")
def compared(w: Words, subject: Subject, made: Versus) -> Clause | None:
    noun = subject.noun
    if subject.quantifier not in ("", "each", "all") or subject.total:
        return None
    overs = (*subject.overs, *made.overs)
    if made.other_theme is not None:
        theme = made.theme
        if theme is None:
            return None
        left, right = _own(w, theme, noun), _own(w, made.other_theme, noun)
        if not left or not right:
            return None
        outer: tuple[Over, ...] = ()
        if noun is not None and noun.kind != "plan":
            outer = (*noun.overs, over_of(noun))
        return Clause(_text(left, made.relation, right), (*overs, *outer))
    other = made.other
    if (
        made.counted is not None
        and other is not None
        and other.plural
        and not (other.placed or other.article)
    ):
        both = (count_of(w, made.counted), count_of(w, other))  # `more sentences than paragraphs`
        outer = () if noun is None or noun.kind == "plan" else (*noun.overs, over_of(noun))
        return (
            Clause(_text(both[0], made.relation, both[1]), (*overs, *outer)) if all(both) else None
        )
    elliptic = other is not None and other.rank == "day"
    if (
        other is not None
        and noun is not None
        and bool(other.overs) != bool(noun.overs)
        and not elliptic
    ):
        return None
    if noun is None or other is None or subject.quantifier or other.kind == "plan":
        return None
    if other.rank == "day" and noun.rank != "day" and not noun.overs:
        return None
    if (
        other.rank == "day"
        and noun.rank != "day"
        and noun.overs
        and other.filters.startswith(" on ")
    ):
        other = changed(noun, overs=(over_of(other),))  # `Monday's session … Saturday's`
    made = changed(made, theme=_own_length(w, made.theme, noun))
    if made.counted is not None:
        left, right = (f"{count_of(w, made.counted)} of {_scope(n)}" for n in (noun, other))
    elif made.theme is not None:
        left, right = (_of(w, made.theme, n) for n in (noun, other))
        if not left or not right:
            return None
    else:
        return None
    if any(re.search(r" (any of|to|weekend|weekday)\b", n.filters) for n in (noun, other)):
        return None
    if len(noun.members) > 1 or len(other.members) > 1:
        return None
    return Clause(_text(left, made.relation, right), overs)


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
            return (
                f"duration({block_text(w, noun)}{dated})" if dated and len(noun.overs) == 1 else ""
            )
        return f"duration({noun.text if noun.kind == 'category' else block_text(w, noun)})"
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


def _text(left: str, relation: Relation, right: str) -> str:
    right = f"{relation.factor} * {right}" if relation.factor else right
    return f"{left} {relation.comparator} {'about ' if relation.about else ''}{right}"


@rule("Clause -> Theme Copula Versus", example="carbs must be at most twice the fat")
def theme_multiple(w: Words, theme: Theme, duty: str, made: Versus) -> Clause | None:
    found = deed(w, duty, made)
    if found is None or found.theme is not None or found.counted is not None:
        return None
    return theme_compared(w, theme, "must", found)


@rule("Clause -> Theme Duty? EXCEED THAT_ONE OF|IN|ON|FOR Noun", "Clause -> Theme Duty? EXCEED Theme",
      example="the protein of lunch must exceed that of dinner")  # fmt: skip
def exceeds(w: Words, theme: Theme, duty: str | None, other: Any) -> Any:
    if isinstance(other, Noun):
        if theme.of is not None:
            other = changed(theme, of=other, overs=())
        else:
            other = changed(theme, overs=(over_of(other),)) if other.kind == "rank" else None
    return (
        None
        if other is None
        else theme_compared(w, theme, duty, Versus(Relation(">"), None, other_theme=other))
    )


@rule("Clause -> THERE Duty? BE MORE Noun|Theme ON|IN|AT Noun THAN ON|IN|AT Noun",
      "Clause -> THERE Duty? BE LESS* Noun|Theme ON|IN|AT Noun THAN ON|IN|AT Noun",
      example="there must be more items on day 2 than on day 1")  # fmt: skip
def more_in(w: Words, duty: str | None, *rest: Any) -> Any:
    sign = "<" if isinstance(rest[0], str) else ">"
    what, one, other = rest[-3:]
    counted, theme = (what, None) if isinstance(what, Noun) else (None, what)
    found = deed(w, duty, Versus(Relation(sign), theme, counted, other))
    return None if found is None else compared(w, Subject(one), found)


@rule(
    "Clause -> Theme Copula Than",
    example="the calories of lunch must be greater than the calories of dinner",
)
def theme_compared(w: Words, theme: Theme, duty: str | None, made: Versus) -> Clause | None:
    found = deed(w, duty, made)
    if found is None or (found.theme is not None and found.theme.measure != theme.measure):
        return None
    other = found.other_theme
    if (
        other is not None
        and len(theme.overs) == len(other.overs) == 1
        and not theme.of
        and not other.of
    ):
        left, right = (f"{_summed(t)} of {t.overs[0].scope}" for t in (theme, other))
        if theme.measure != other.measure or theme.overs == other.overs or theme.mean:
            return None
        return Clause(_text(left, found.relation, right))
    if other is not None:
        if theme.of is None and other.of is None:
            left, right = _own(w, theme, None), _own(w, other, None)
        elif theme.of is not None and other.of is not None:
            left, right = _of(w, theme, theme.of), _of(w, other, other.of)
        else:
            return None
        if not left or not right or other.overs:
            return None
        return Clause(_text(left, found.relation, right), theme.overs)
    return None
