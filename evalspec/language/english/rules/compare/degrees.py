"""How much more: factors, differences, grades."""

from __future__ import annotations

from typing import Any

from evalspec.core.quantity import plain
from evalspec.language.english.closed import data
from evalspec.language.english.lexicon import Words
from evalspec.language.english.meanings import FLIPPED, Amount, Bound, Noun, Theme, changed
from evalspec.language.english.rule import SAID, SAID_SIZED, rule
from evalspec.language.english.rules.compare.rivals import Relation, Rival, Versus

_NUMBERS = {"twice": "2", "double": "2", "half": "0.5", "thrice": "3", "triple": "3"}


@rule("Factor -> TWICE|HALF*", example="twice")
def factor(w: Words, word: str) -> str:
    return _NUMBERS.get(word.split()[0], "2")


@rule("Factor -> Num TIMES", example="three times")
def times(w: Words, number: Amount) -> str | None:
    return plain(number.low) if number.exact else None


@rule("Multiple -> Factor", example="twice the calories of lunch")
@rule("As -> Factor AS_MANY", example="twice as many")
def factor_as(w: Words, factor: str) -> Relation:
    return Relation("=", factor)


@rule("As -> AS_MANY", "As -> SAME NUMBER_OF|AMOUNT_OF", example="as many")
def as_many(w: Words) -> Relation:
    return Relation("=")


for _class, _sign in {"GE": ">=", "LE": "<=", "GT": ">", "LT": "<", "EQ": "="}.items():

    def _at(w: Words, relation: Relation, sign: str = _sign) -> Relation | None:
        firm = sign == "="
        return changed(relation, comparator=sign, firm=firm) if relation.comparator == "=" else None

    rule(
        f"As -> {_class} As",
        f"Multiple -> {_class} Multiple",
        example=f"{SAID[_class]} twice as much",
    )(_at)


@rule("As -> ABOUT As", example="about twice as much")
def about(w: Words, relation: Relation) -> Relation:
    return changed(relation, about=True)


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


def _counted(sign: str) -> Any:
    def made(w: Words, what: Any, other: Rival) -> Versus | None:
        found = of_time(w, what)
        return None if found is None else versus(Relation(sign), found, other)

    return made


for _said, _sign in {"MORE": ">", "LESS": "<", "NO|NOT MORE": "<=", "NO|NOT LESS": ">="}.items():
    rule(f"Versus -> {_said} Theme|Noun THAN Rival",
         example=f"{_said.lower().replace('no|not', 'no')} protein than lunch")(_counted(_sign))  # fmt: skip


def of_time(w: Words, what: Theme | Noun) -> Theme | Noun | None:
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
    if isinstance(what, Noun) and what.rank == "day" and what.filters:
        return None  # `as many Sundays as Ben`: on which something is
    return versus(relation, what, other)


@rule("Versus -> Multiple Theme", example="twice the fat")
def times_theme(w: Words, relation: Relation, theme: Theme) -> Versus | None:
    if theme.of is not None:
        if theme.of.kind == "rank" and not (theme.of.placed or theme.of.plural):
            return None  # half of the week's distance: a share of each week's
        return (
            versus(relation, changed(theme, of=None), Rival(theme.of)) if not theme.overs else None
        )
    return Versus(relation, None, rival=Rival(theme=theme))


def _sided(sign: str) -> Any:
    def made(w: Words, measure: str | None, other: Rival) -> Versus | None:
        theme = w.theme(measure) if measure and measure in w.lexicon.measures else None
        plain = other.theme is not None and measure not in data(
            "compared"
        )  # `at or below lunch calories`
        if measure and theme is None and not plain:
            return None
        return Versus(Relation(sign), theme, rival=other, adjective=measure == "duration")

    return made


def _by(sign: str) -> Any:
    def made(w: Words, bound: Bound, *rest: Any) -> Versus | None:
        word, other = rest[-2:] if len(rest) > 1 else ("", rest[-1])
        if isinstance(word, Noun) and not bound.amount.bare:
            word = of_time(w, changed(word, plural=False))  # `two hours less work`
            if not isinstance(word, Theme):
                return None
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
    found = versus(relation, None, other)
    return None if found is None else changed(found, alike=True)


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
      "VersusDeed -> Copula HAVE? Versus", example="must have more protein than lunch")  # fmt: skip
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
    if relation.comparator == "=":  # `must not cost as much as`: less than that
        below = changed(relation, comparator="<")
        return None if relation.firm or not made.alike else changed(made, relation=below)
    return changed(made, relation=changed(relation, comparator=FLIPPED[relation.comparator]))


@rule("Versus -> Multiple That", example="at most half of that of lunch")
def times_that(w: Words, relation: Relation, other: Rival) -> Versus:
    return Versus(relation, None, rival=other)
