"""Amounts and what they are held to: `at least 150 g`, `between 3 and 5`, `2000 ± 50 kcal`."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from evalspec.core.record import Record
from evalspec.language.english.meanings import Amount, Bound, Limit, changed
from evalspec.language.english.rule import SAID, rule

_LOWER, _UPPER = (">", ">="), ("<", "<=")


class Close(Record, frozen=True):
    """What stands behind an amount and bounds it: `or more`, `at most`, `give or take 50`."""

    comparator: str
    """Empty for `or so`."""
    slack: Amount | None = None


@rule("Bound -> Amount|Num", example="150 g")
def number(w: Any, amount: Amount) -> Bound:
    return Bound((Limit("=" if amount.exact else "between", amount),))


def _compared(comparator: str) -> Any:
    def made(w: Any, bound: Bound) -> Bound | None:
        (first, *more) = bound.limits
        if more:
            return None
        if first.comparator == comparator and comparator != "=":
            return bound  # `no more than a maximum of`
        if not bound.plain or (not first.amount.exact and comparator != "="):
            return bound if comparator == "=" and first.comparator != "!=" else None
        if comparator == "=":
            return Bound((changed(first, firm=True),))
        return Bound((changed(first, comparator=comparator if first.amount.exact else "between"),))

    return made


def at_least(w: Any, bound: Bound) -> Bound | None:
    """Take a plain amount for the least one: not what is said to be exactly so much."""
    return _compared(">=")(w, bound) if bound.plain and not bound.limits[0].firm else None


def _compared_when(comparator: str) -> Any:
    def made(w: Any, about: str, bound: Bound) -> Bound | None:
        one = _compared(comparator)(w, bound)
        when = about == "time" and (bound.amount.bare or bound.amount.dimension == "time")
        long = about == "duration" and bound.amount.bare
        return (
            Bound((changed(one.limits[0], when=when, long=long),))
            if one and (when or long)
            else one
        )

    return made


for _class, _comparator in {"GE": ">=", "LE": "<=", "GT": ">", "LT": "<"}.items():
    rule(f"Bound -> {_class}* Bound", example=f"{SAID[_class]} 150 g", against="at least red")(
        _compared_when(_comparator)
    )

for _class, _comparator in {
    "EQ": "=", "NE": "!=", "MINIMUM": ">=", "MAXIMUM": "<=",
}.items():  # fmt: skip
    rule(f"Bound -> {_class} Bound", example=f"{SAID[_class]} 150 g", against="at least red")(
        _compared(_comparator)
    )


@rule("Bound -> ONLY Bound", example="only 5")
@rule("Freq -> ONLY Freq", example="only twice")
@rule("Freq -> Freq ONLY", example="once only")
def only(w: Any, bound: Bound) -> list[Bound]:
    """Take `only two` for two, or for two at most: who says so wants no more, and may want fewer."""
    made = [_compared(sign)(w, bound) for sign in ("=", "<=")]
    rows = [one for one in made if one is not None]
    return rows[:1] if rows and rows[0] == bound else rows


@rule("Bound -> DOWN_TO Bound", example="as little as 200 kcal")
def down_to(w: Any, bound: Bound) -> Bound | None:
    made = at_least(w, bound)
    return None if made is None else Bound((changed(made.limits[0], lax=True),))


@rule("Bound -> BETWEEN FRACTION* AND FRACTION*", example="between a third and half")
def between_shares(w: Any, low: Amount, high: Amount) -> Bound | None:
    return between(w, low, high)


@rule("Bound -> FRACTION*", example="a third")
def fraction(w: Any, share: Amount) -> Bound:
    return number(w, share)


@rule("Bound -> ABOUT Bound", example="about 2000 kcal")
def about(w: Any, bound: Bound) -> Bound | None:
    first = bound.limits[0]
    return Bound((changed(first, about=True),)) if bound.plain and first.amount.exact else None


@rule("Close -> OR_MORE / COMMA? GE|MINIMUM / COMMA? AND|BUT? NOT_BELOW", example="150 g or more")
def or_more(w: Any) -> Close:
    return Close(">=")


@rule("Close -> COMMA? OR_LESS|LE|MAXIMUM / COMMA? AND|BUT? NOT_ABOVE",
      example="20 dollars at most")  # fmt: skip
def or_less(w: Any) -> Close:
    return Close("<=")


@rule("Close -> EQ", "Close -> COMMA? NEITHER_MORE COMMA?", example="10 euros exactly")
def exactly(w: Any) -> Close:
    return Close("=")


@rule("Close -> COMMA? OR_SO COMMA?", example="20 minutes or so")
def or_so(w: Any) -> Close:
    return Close("")


@rule("Close -> OPEN Close CLOSE", example="20 minutes (max.)")
def in_brackets(w: Any, close: Close) -> Close:
    return close


@rule("Close -> COMMA? PLUS_MINUS|WITHIN Amount|Num", example="2000 kcal a day, give or take 100")
def give_or_take_behind(w: Any, slack: Amount) -> Close:
    """Allow so much more or less: `2000 kcal, within 10 %`."""
    return Close("=", slack)


@rule("Close -> COMMA? Amount|Num MORE_OR_LESS / "
      "COMMA? BUT? IT? PERMIT|MODAL BE Amount|Num MORE_OR_LESS / OPEN PLUS_MINUS Amount|Num CLOSE",
      example="600 words, 10 % more or less")  # fmt: skip
def more_or_less(w: Any, slack: Amount) -> Close:
    return Close("=", slack)


@rule("Bound -> Bound Close", example="20 dollars at most", cost=0.05)
@rule("Freq -> Freq Close", example="three times or more")
def closed(w: Any, bound: Bound, close: Close) -> Bound | None:
    """Apply what stands behind an amount."""
    first = bound.limits[0]
    if close.slack is not None:
        fits = changed(first, about=False)
        return give_or_take(w, first.amount, close.slack) if Bound((fits,)).plain else None
    if not close.comparator:
        return about(w, bound)
    if ends(bound, close):
        return bound  # `once or twice, not more`
    if first.about:
        return None  # `about 45 g, not more`
    if first.firm and close.comparator != "=":
        return None  # `exactly 30 minutes, not a minute less`
    if not bound.plain and first.comparator != close.comparator:
        return None
    made: Bound | None = _compared(close.comparator)(w, bound)
    return made


@rule("Bound -> OPEN Close CLOSE COLON|EQ? Bound", example="(max.): 20 minutes")
def closed_before(w: Any, close: Close, bound: Bound) -> Bound | None:
    return closed(w, bound, close)


def ends(bound: Bound, close: Close) -> bool:
    """Tell whether a bound has an upper end that words repeat."""
    if close.comparator != "<=" or close.slack is not None:
        return False
    signs = [limit.comparator for limit in bound.limits]
    return signs in (["between"], ["<="]) or (bound.link == "or" and set(signs) == {"="})


@rule("Bound -> MULTIPLE_OF Amount|Num", example="a multiple of 5")
def multiple(w: Any, amount: Amount) -> Bound | None:
    return Bound((Limit("mod", amount),)) if amount.exact and amount.low else None


@rule("Bound -> BETWEEN|ANY_BETWEEN Amount|Num AND|TO Amount|Num", "Bound -> FROM? Amount|Num TO Amount|Num",
      "Bound -> WITHIN Amount|Num TO|AND Amount|Num", example="between 3 and 5")  # fmt: skip
def between(w: Any, low: Amount, high: Amount) -> Bound | None:
    if not (low.exact and high.exact) or low.low > high.low:
        return None
    if low.dimension != high.dimension and not low.bare:
        return None
    if low.unit != high.unit and not low.bare:
        limits = (Limit(">=", low), Limit("<=", high))
        return Bound(limits)
    return Bound((Limit("between", changed(high, low=low.low, attached=False)),))


@rule("Bound -> BETWEEN|ANY_BETWEEN Amount|Num / WITHIN|FROM Amount|Num", example="between 20-30 g")
def ranged(w: Any, amount: Amount) -> Bound | None:
    return None if amount.exact else Bound((Limit("between", amount),))


def give_or_take(w: Any, amount: Amount, slack: Amount) -> Bound | None:
    if not (amount.exact and slack.exact):
        return None
    if amount.bare and not slack.bare and slack.unit != "%":
        amount = changed(amount, unit=slack.unit, dimension=slack.dimension)
    return Bound((Limit("=", changed(amount, attached=False), slack=slack),))


@rule("Bound -> WITHIN Amount|Num OF Amount|Num", example="within 5 % of 2000 kcal")
def within_of(w: Any, slack: Amount, amount: Amount) -> Bound | None:
    return give_or_take(w, amount, slack)


@rule("Bound -> WITHIN Amount|Num", example="within $150")
def within(w: Any, amount: Amount) -> Bound | None:
    return Bound((Limit("<=", amount),)) if amount.exact else None


@rule("Bound -> Num OR Num", "Bound -> Amount OR Amount", "Bound -> EITHER Num OR Num",
      "Bound -> Num OR Amount", "Bound -> EITHER Amount|Num OR Amount", example="3 or 4")  # fmt: skip
def either(w: Any, one: Amount, other: Amount) -> Bound | None:
    if one.bare and not other.bare:
        one = changed(one, unit=other.unit, dimension=other.dimension)
    if not (one.exact and other.exact) or one.dimension != other.dimension:
        return None
    return Bound((Limit("=", one), Limit("=", other)), "or")


@rule("Bound -> Bound AND|BUT|COMMA Bound", "Bound -> Bound COMMA AND|BUT Bound",
      "Bound -> Bound SEMICOLON Bound", example="at least 5 km and at most 25 km")  # fmt: skip
@rule("Freq -> Freq COMMA? AND|BUT Freq", "Freq -> Freq COMMA Freq",
      example="at least once but at most five times", cost=-0.3)  # fmt: skip
def both(w: Any, one: Bound, other: Bound) -> Bound | None:
    if len(one.limits) > 1 or len(other.limits) > 1:
        return None
    first, second = one.limits[0], other.limits[0]
    alike = first.amount.low == second.amount.low and first.comparator == "="
    if alike and first.amount.exact and second.comparator in ("=", "<="):
        return one  # `once, but only once`
    if {first.comparator in _LOWER, second.comparator in _LOWER} != {True, False}:
        return None
    if not {first.comparator, second.comparator} <= {*_LOWER, *_UPPER}:
        return None
    if first.amount.bare and not second.amount.bare:
        unit = second.amount
        first = changed(
            first, amount=changed(first.amount, unit=unit.unit, dimension=unit.dimension)
        )
    if second.amount.bare and not first.amount.bare:
        unit = first.amount
        second = changed(
            second, amount=changed(second.amount, unit=unit.unit, dimension=unit.dimension)
        )
    if first.amount.dimension != second.amount.dimension:
        return None
    return Bound((first, second))


@rule("Bound -> OPEN Bound CLOSE", example="(at most 5 g)", cost=0.5)
def bracketed(w: Any, bound: Bound) -> Bound:
    return bound


@rule("Bound -> Bound COMMA? INCLUSIVE COMMA? / Bound OPEN INCLUSIVE CLOSE", idle=(1,),
      example="3 to 5 inclusive")  # fmt: skip
def inclusive(w: Any, bound: Bound) -> Bound:
    return bound


@rule("Freq -> OFTEN*", example="twice")
def often(w: Any, number: int) -> Bound:
    return Bound((Limit("=", Amount(Decimal(number), Decimal(number))),))


@rule("Freq -> OFTEN* OR OFTEN*", example="once or twice")
def either_often(w: Any, one: int, other: int) -> Bound | None:
    return either(w, *(Amount(Decimal(n), Decimal(n)) for n in (one, other)))


for _class, _comparator in {
    "GE": ">=", "LE": "<=", "GT": ">", "LT": "<", "EQ": "=", "MINIMUM": ">=", "MAXIMUM": "<=",
}.items():  # fmt: skip
    rule(f"Freq -> {_class} Freq", example=f"{SAID[_class]} twice")(_compared(_comparator))


def most(bound: Bound | None, forbidden: bool) -> int | None:
    """Return how many may stand in a row: of what is forbidden, one less."""
    if bound is None:
        return 1 if forbidden else None
    limit = bound.limits[0]
    number = limit.amount.low
    if len(bound.limits) > 1 or not limit.amount.bare or not limit.amount.exact or number < 1:
        return None
    steps = {"=": -1, ">=": -1, ">": 0} if forbidden else {"<=": 0, "<": -1}
    step = steps.get(limit.comparator)
    return None if step is None or number != int(number) else int(number) + step
