"""One thing against another: `more protein than lunch`, `twice as many sets as rows`."""

from __future__ import annotations

import re
from typing import Any, Literal

from evalspec.core.quantity import plain
from evalspec.core.record import Record
from evalspec.language.english.lexicon import Words
from evalspec.language.english.meanings import (
    FLIPPED,
    Amount,
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
from evalspec.language.english.rule import SAID, SAID_SIZED, rule
from evalspec.language.english.rules import growth, nouns
from evalspec.language.english.state import (
    amount_of,
    block_text,
    clause,
    count_of,
    fold_overs,
    over_of,
)


class Relation(Record, frozen=True):
    """How one amount stands to another: more than, at least twice as much as."""

    comparator: str
    factor: str = ""
    about: bool = False
    by: Bound | None = None
    """What the difference is held to: `at least 20 g more`."""


class Rival(Record, frozen=True):
    """What something is compared with."""

    noun: Noun | None = None
    theme: Theme | None = None
    """Another amount of the same subject."""
    kind: Literal["", "each", "others", "nth", "together", "previous"] = ""
    number: int = 0
    """Of `the first`."""


class Versus(Record, frozen=True):
    """What a subject is asked to have against something else."""

    relation: Relation
    theme: Theme | None
    """What is compared; None where the adjective says it."""
    counted: Noun | None = None
    rival: Rival = Rival()
    overs: tuple[Over, ...] = ()
    permit: bool = False
    """Only allowed: `may`."""
    adjective: bool = False
    """Said by an adjective alone: `longer`."""


# -- what stands behind `than` --------------------------------------------------------------------
@rule("Rival -> ON|IN|AT|FOR|DURING? Noun DO?", example="lunch")
def rival(w: Words, noun: Noun) -> Rival:
    return Rival(noun)


@rule("Rival -> Theme DO?", example="the fat")
def rival_theme(w: Words, theme: Theme) -> Rival:
    return Rival(theme=theme)


@rule("Rival -> ON|IN? NTH* ONE?", example="the first")
def rival_place(w: Words, number: int) -> Rival:
    return Rival(kind="nth", number=number)


@rule("Rival -> ON|IN? EACH Noun", example="each lunch")
def rival_each(w: Words, noun: Noun) -> Rival:
    return Rival(noun, kind="each")


@rule("Rival -> ON|IN? ANY_OTHER Noun", "Rival -> ON|IN? ANY_OTHER", example="any other meal")
def rival_others(w: Words, noun: Noun | None = None) -> Rival:
    return Rival(noun, kind="others")


@rule(
    "Rival -> ON|IN? PREVIOUS Rank|ONE?",
    "Rival -> ON|IN? Rank|ONE BEFORE IT?",
    example="the day before",
)
def rival_before(w: Words, noun: Noun | None = None) -> Rival:
    return Rival(noun, kind="previous")


@rule("Rival -> Jointly|Noun TOGETHER", example="breakfast and lunch together")
def rival_together(w: Words, noun: Noun) -> Rival | None:
    return Rival(noun, kind="together") if noun.several or noun.plural else None


# -- how much more ----------------------------------------------------------------------------------
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


def versus(relation: Relation, what: Theme | Noun | None, other: Rival) -> Versus | None:
    """Compare an amount with another one, or with that of another thing."""
    theme = other.theme
    if not isinstance(what, Theme):
        return Versus(relation, None, what, other) if what is None or theme is None else None
    if what.overs:
        return None
    if theme is not None and theme.of is not None and theme.measure == what.measure:
        return Versus(relation, what, rival=Rival(theme.of))
    apart = theme is None or not (theme.of or theme.overs)
    return Versus(relation, what, rival=other) if apart else None


@rule(
    "Versus -> NOT? MORE Theme|Noun THAN Rival",
    "Versus -> MORE Theme IN Rival",
    example="more protein than lunch",
)
def more(w: Words, what: Any, other: Rival) -> Versus | None:
    found = _of_time(w, what)
    return None if found is None else versus(Relation(">"), found, other)


@rule("Versus -> LESS Theme|Noun THAN Rival", example="less fat than lunch")
def less(w: Words, what: Any, other: Rival) -> Versus | None:
    found = _of_time(w, what)
    return None if found is None else versus(Relation("<"), found, other)


def _of_time(w: Words, what: Theme | Noun) -> Theme | Noun | None:
    """Take `less work` for time, where `fewer meetings` are counted, and `a bigger slice` is none."""
    if isinstance(what, Noun) and what.kind == "name" and not what.plural:
        return None
    if isinstance(what, Theme):
        return None if what.of else what
    if what.kind != "category" or what.plural or not w.scheduled:
        return what
    theme = w.default("time")
    return what if theme is None else changed(theme, of=what)


@rule("Versus -> As Theme|Noun AS_MANY_END Rival", example="twice as much protein as breakfast")
def as_much(w: Words, relation: Relation, what: Any, other: Rival) -> Versus | None:
    return versus(relation, what, other)


@rule("Versus -> Multiple Theme OF Noun", example="twice the calories of lunch")
def times_of(w: Words, relation: Relation, theme: Theme, other: Noun) -> Versus | None:
    return versus(relation, theme, Rival(other))


@rule("Versus -> Multiple Theme", example="twice the fat")
def times_theme(w: Words, relation: Relation, theme: Theme) -> Versus | None:
    if theme.of is not None:
        return (
            versus(relation, changed(theme, of=None), Rival(theme.of)) if not theme.overs else None
        )
    return Versus(relation, None, rival=Rival(theme=theme))


def _sided(sign: str) -> Any:
    def made(w: Words, measure: str | None, other: Rival) -> Versus | None:
        theme = w.theme(measure) if measure and measure in w.lexicon.measures else None
        if measure and theme is None:
            return None
        return Versus(Relation(sign), theme, rival=other, adjective=measure == "duration")

    return made


def _by(sign: str) -> Any:
    def made(w: Words, bound: Bound, *rest: Any) -> Versus | None:
        word, other = rest[-2:] if len(rest) > 1 else ("", rest[-1])
        counted = isinstance(word, Theme | Noun) or not bound.amount.bare
        if not counted or len(bound.limits) > 1 or bound.limits[0].slack:
            return None
        what: Any = word if isinstance(word, Theme | Noun) else None
        if isinstance(word, str) and word:
            what = w.theme(word) if word in w.lexicon.measures else None
        elif what is None:
            what = w.default(bound.amount.dimension)
        if what is None or (isinstance(what, Noun) and not bound.amount.bare):
            return None
        if isinstance(what, Theme) and bound.amount.bare:
            if what.dimension != "energy" and not what.dimension.startswith("count:"):
                return None
            amount = changed(bound.amount, unit=what.unit, dimension=what.dimension)
            bound = changed(bound, limits=(changed(bound.limits[0], amount=amount),))
        return versus(Relation(sign, by=bound), what, other)

    return made


for _class, _sign in {"GT": ">", "LT": "<", "GE": ">=", "LE": "<="}.items():
    rule(f"Than -> {_class}* Rival", example=f"{SAID_SIZED[_class]} lunch")(_sided(_sign))
for _class, _less, _sign in (("GT", "MORE", ">"), ("LT", "LESS", "<")):
    rule(f"Versus -> Bound {_class}* Rival", f"Versus -> Bound OF? Theme|Noun {_class} Rival",
         f"Versus -> Bound {_less} Theme|Noun THAN Rival",
         example=f"at least 150 kcal {SAID_SIZED[_class]} lunch")(_by(_sign))  # fmt: skip


for _class, _sign in {"MORE": ">", "LESS": "<"}.items():

    def _in(w: Words, theme: Theme, other: Rival, sign: str = _sign) -> Versus | None:
        return versus(Relation(sign), theme, other)

    said = {"MORE": "higher", "LESS": "lower"}[_class]
    rule(f"Than -> {_class} IN Theme THAN Rival", example=f"{said} in fat than lunch")(_in)


@rule("Than -> As AS_MANY_END Rival", example="twice as much as lunch")
def as_much_as(w: Words, relation: Relation, other: Rival) -> Versus | None:
    return versus(relation, None, other)


@rule("Than -> Grade AS_MANY_END WHO|IT? Rival", example="twice as long as lunch")
def as_long_as(w: Words, grade: tuple[Relation, str], other: Rival) -> Versus | None:
    relation, measure = grade
    known = measure in w.lexicon.measures
    return Versus(relation, w.theme(measure), rival=other, adjective=True) if known else None


@rule("Grade -> AS_GRADED*", "Grade -> Factor AS_GRADED*", example="as long")
def grade(w: Words, *parts: str) -> tuple[Relation, str]:
    return Relation("=", parts[0] if len(parts) > 1 else ""), parts[-1]


for _class, _sign in {"GE": ">=", "LE": "<=", "GT": ">", "LT": "<", "EQ": "="}.items():

    def _graded(w: Words, grade: tuple[Relation, str], sign: str = _sign) -> Any:
        return (
            (changed(grade[0], comparator=sign), grade[1]) if grade[0].comparator == "=" else None
        )

    rule(f"Grade -> {_class} Grade", example=f"{SAID[_class]} as long")(_graded)


# -- what a subject must ---------------------------------------------------------------------------
@rule("VersusDeed -> Duty? HAVE Than", example="must take twice as long as lunch")
def takes(w: Words, duty: str | None, made: Versus) -> Versus | None:
    return deed(w, duty, changed(made, adjective=False)) if made.theme is not None else None


@rule("VersusDeed -> Duty? MEASURES* Versus", example="must burn more calories than Monday's")
def measures_versus(w: Words, duty: str | None, theme: Theme, made: Versus) -> Versus | None:
    same = made.theme is not None and made.theme.measure == theme.measure
    return deed(w, duty, made) if same else None


@rule("VersusDeed -> Duty? LAST Than|Versus", example="must last twice as long as lunch")
def lasts(w: Words, duty: str | None, made: Versus) -> Versus | None:
    if made.theme is None or made.theme.dimension != "time":
        return None
    return deed(w, duty, changed(made, adjective=False))


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
    relation = made.relation
    if relation.by is not None:
        return None
    if relation.about:
        return None
    if duty == "may":
        return changed(made, permit=True)
    if relation.comparator == "=":
        return None
    return changed(made, relation=changed(relation, comparator=FLIPPED[relation.comparator]))


@rule(
    "VersusDeed -> VersusDeed Over",
    example="must have more protein than lunch on each day",
    cost=0.1,
)
def deed_over(w: Words, made: Versus, over: Over) -> Versus:
    return changed(made, overs=(*made.overs, over))


# -- clauses -----------------------------------------------------------------------------------------
@rule("Clause -> Subject VersusDeed", example="dinner must have more protein than lunch")
def compared(w: Words, subject: Subject, made: Versus) -> Clause | None:
    noun, other = subject.noun, made.rival.noun
    if subject.quantifier not in ("", "each", "all", "no") or subject.total or subject.mean:
        return None
    if made.permit and subject.quantifier != "no" and made.relation.comparator != "<=":
        return None
    overs = (*subject.overs, *made.overs)
    if made.rival.theme is not None:
        return _own_amounts(w, subject, made, overs) if subject.quantifier != "no" else None
    loose = other is not None and other.plural and not (other.placed or other.article)
    if made.counted is not None and other is not None and loose and not made.rival.kind:
        return _own_counts(w, subject, made, other, overs)
    if noun is None or noun.kind == "plan":
        return None
    content = made.theme is not None and made.theme.of is not None
    if content and (noun.rank != "day" or made.rival.kind == "each"):
        return None  # `less work than on Friday` is of days
    if made.rival.kind == "nth":
        rank = w.lexicon.ranks.get(noun.rank)
        other = None if rank is None else nouns.nth(w, made.rival.number, w.rank(rank))
    if noun.kind == "name" and w.prose and made.adjective:
        return None  # a part of a text is long in words, an activity in time
    made = changed(made, theme=_own_length(w, made.theme, noun))
    if made.rival.kind == "previous":
        if other is not None and other.rank != noun.rank:
            return None
        if subject.quantifier:
            return _from_previous(w, subject, made)
        other = _before(noun)
    if subject.quantifier or made.rival.kind in ("each", "others"):
        return _against_all(w, subject, made, other, overs)
    if other is None or other.kind == "plan":
        return None
    elliptic = other.rank == "day" and noun.rank != "day"
    if bool(other.overs) != bool(noun.overs) and not elliptic:
        return None
    if elliptic and not (noun.overs and other.filters.startswith(" on ")):
        return None
    if elliptic:
        other = changed(noun, overs=(over_of(other),))  # `Monday's session … Saturday's`
    together = made.rival.kind == "together"
    sides = [_side(w, made, n, together and n is other) for n in (noun, other)]
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
    front, _, filters = over.scope.partition(over.rank)
    return Noun(over.rank, "rank", over.rank, over.level, over.rank, filters, front, placed=True)


def _before(noun: Noun) -> Noun | None:
    """Return the one before a thing that its place tells: week 3 of week 4."""
    if noun.front == "last " and not noun.filters:
        return changed(noun, front="", filters=" 2 from end")
    number = re.fullmatch(r" (\d+)", noun.filters)
    if number is not None and int(number[1]) > 1:
        return changed(noun, filters=f" {int(number[1]) - 1}")
    day = re.fullmatch(r" on (\w+day)", noun.filters)
    days = list(nouns.WEEK)
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
    if not left or not right:
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


def _side(w: Words, made: Versus, noun: Noun, together: bool = False) -> str:
    """Write one side of a comparison."""
    if together and noun.several:
        texts = [_side(w, made, part) for part in noun.several]
        return f"({' + '.join(texts)})" if all(texts) else ""
    if len(noun.members) > 1 and not together:
        return ""
    if re.search(r" (any of|to|weekend|weekday)\b", noun.filters) and not together:
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
    if made.rival.kind == "others":
        other = _others(w, noun, other)
    if other is None or (subject.quantifier and noun.placed):
        return None
    if subject.quantifier and made.rival.kind != "each" and "=" not in sign:
        noun = _others(w, other, noun)  # `each meal smaller than lunch` is not of lunch
    left = (
        None
        if noun is None
        else _extreme(w, made, noun, low)
        if subject.quantifier
        else _side(w, made, noun)
    )
    every = made.rival.kind in ("each", "others")
    right = _extreme(w, made, other, not low) if every else _side(w, made, other)
    if not left or not right or noun is None:
        return None
    return Clause(f"{left} {sign} {right}", (*overs, *_in_days(w, noun, other)))


def _in_days(w: Words, noun: Noun, other: Noun) -> tuple[Over, ...]:
    """Return the days that members are compared in."""
    day = w.lexicon.ranks.get("day")
    fits = (
        day is not None and "member" in (noun.kind, other.kind) and not (noun.overs or other.overs)
    )
    return (over_of(w.rank(day)),) if fits and day is not None else ()


def _others(w: Words, noun: Noun, of: Noun | None) -> Noun | None:
    """Return all of a kind but one of them."""
    rank = w.lexicon.ranks.get(noun.rank)
    if rank is None or (of is not None and of.rank != noun.rank) or noun.overs:
        return None
    if of is not None and of.kind == "member":
        return of
    return nouns.excepted(w, changed(w.rank(rank), filters=of.filters if of else ""), (noun,))


def _extreme(w: Words, made: Versus, noun: Noun, low: bool) -> str:
    """Write the greatest or the least amount of a kind."""
    kind = "max" if low else "min"
    if noun.overs or noun.kind not in ("rank", "member", "item"):
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


def _text(left: str, relation: Relation, right: str) -> str:
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
    texts = [
        fold_overs(c.overs, (c.formula, 3)) for c in (one, changed(other, strength=other.strength))
    ]
    if one.overs == other.overs:
        formula, strength = joined([(one.formula, 3), (other.formula, other.strength)], "and")
        return Clause(formula, one.overs, strength)
    formula, strength = joined(texts, "and")
    return Clause(formula, (), strength)


@rule("Clause -> Subject Than|Versus", example="no meal heavier than lunch", cost=0.3)
def compared_short(w: Words, subject: Subject, made: Versus) -> Clause | None:
    return compared(w, subject, made) if subject.quantifier else None


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


@rule(
    "Clause -> SPEND As ON|FOR Noun AS_MANY_END ON|FOR Noun",
    example="spend twice as much on food as on hotels",
)
def spend_as_much(w: Words, relation: Relation, one: Noun, other: Noun) -> Clause | None:
    theme = w.default("currency") if not w.scheduled else None
    made = None if theme is None else Versus(relation, theme, rival=Rival(other))
    return None if made is None else compared(w, Subject(one), made)


@rule("Clause -> Over COMMA? THERE? Copula? Versus", "Clause -> Over COMMA? HAVE Versus",
      example="on Monday there must be more snacks than on Sunday", cost=0.1)  # fmt: skip
def versus_on(w: Words, over: Over, *parts: Any) -> Clause | None:
    made = deed(w, parts[0] if len(parts) > 1 else None, parts[-1])
    one_place = over.quantifier == "each" and not (over.several or over.also or over.item)
    if made is None or not one_place or over.scope == over.rank or made.rival.theme is not None:
        return None
    return compared(w, Subject(Noun(over.scope, "rank", over.rank, over.level, placed=True)), made)


@rule("Clause -> Theme Copula Versus", example="carbs must be at most twice the fat")
def theme_multiple(w: Words, theme: Theme, duty: str, made: Versus) -> Clause | None:
    found = deed(w, duty, made)
    if found is None or found.theme is not None or found.counted is not None:
        return None
    return theme_compared(w, theme, "must", found)


@rule("Clause -> Over COMMA? Theme Copula Than|Versus",
      example="in week 4 the distance must be less than in week 3")  # fmt: skip
def theme_compared_on(w: Words, over: Over, theme: Theme, duty: str, made: Versus) -> Clause | None:
    if theme.overs or over.scope == over.rank or over.several or over.also:
        return None
    there = changed(theme, overs=(over,))
    return theme_compared(w, there, duty, made) or theme_multiple(w, there, duty, made)


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


@rule("Rival -> THAT_ONE OF|IN|ON|FOR Noun", "That -> THAT_ONE OF|IN|ON|FOR Noun", "That -> WHAT_IT_WAS IN|ON Noun",
      example="that of dinner")  # fmt: skip
def rival_that(w: Words, noun: Noun) -> Rival:
    return Rival(noun)


@rule(
    "That -> THAT_ONE OF|IN PREVIOUS Rank",
    "That -> THAT_ONE OF|IN Rank|ONE BEFORE",
    example="that of the week before",
)
def that_before(w: Words, noun: Noun) -> Rival:
    return Rival(noun, kind="previous")


@rule("Versus -> Multiple That", example="at most half of that of lunch")
def times_that(w: Words, relation: Relation, other: Rival) -> Versus:
    return Versus(relation, None, rival=other)


@rule("Clause -> THERE Duty? BE MORE Noun|Theme ON|IN|AT Noun THAN ON|IN|AT Noun",
      "Clause -> THERE Duty? BE LESS* Noun|Theme ON|IN|AT Noun THAN ON|IN|AT Noun",
      example="there must be more items on day 2 than on day 1")  # fmt: skip
def more_in(w: Words, duty: str | None, *rest: Any) -> Any:
    sign = "<" if isinstance(rest[0], str) else ">"
    what, one, other = rest[-3:]
    counted, theme = (what, None) if isinstance(what, Noun) else (None, what)
    found = deed(w, duty, Versus(Relation(sign), theme, counted, Rival(other)))
    return None if found is None else compared(w, Subject(one), found)


@rule(
    "Clause -> Theme Copula Than",
    example="the calories of lunch must be greater than the calories of dinner",
)
def theme_compared(w: Words, theme: Theme, duty: str | None, made: Versus) -> Clause | None:
    found = deed(w, duty, made)
    if found is None or (found.theme is not None and found.theme.measure != theme.measure):
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
        return Clause(_text(left, found.relation, right))
    if theme.of is None and other.of is None:
        left, right = _own(w, theme, None), _own(w, other, None)
    elif theme.of is not None and other.of is not None:
        left, right = _of(w, theme, theme.of), _of(w, other, other.of)
    else:
        return None
    if not left or not right or other.overs:
        return None
    return Clause(_text(left, found.relation, right), theme.overs)
