"""Otherwise for others: `work at most 8 hours, on Saturdays 4`, `all but two may cost more`."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

from evalspec.core.record import Record
from evalspec.language.english.lexicon import Words
from evalspec.language.english.meanings import (
    FLIPPED,
    Bound,
    Clause,
    Noun,
    Over,
    amount_text,
    changed,
    clause_of,
    held,
)
from evalspec.language.english.rule import rule
from evalspec.language.english.rules.bounds import Close
from evalspec.language.english.state.overs import fold_overs, over_of


class Again(Record, frozen=True):
    """The bound of what was said before, in another place."""

    bound: Bound
    over: Over | None = None
    """None for wherever the first does not hold."""
    left_out: tuple[Noun, ...] = ()
    """What is taken out of the first."""


@rule("Again -> Over COMMA? Bound", "Again -> Bound Over", "Again -> Bound IN|FOR|AT|ON Noun", "Again -> Over Duty? BE|HAVE Bound ENOUGH?",
      example="at most 15 in a snack")  # fmt: skip
def elsewhere(w: Words, *parts: Any) -> Again | None:
    over = next((part for part in parts if isinstance(part, Over)), None)
    if over is None:
        noun: Noun = parts[-1]
        over = over_of(changed(noun, article="")) if noun.kind == "member" else None
    return None if over is None else Again(_lenient(parts), over)


@rule("Again -> ON|FOR? OTHER_DAYS COMMA? Bound ENOUGH?", "Again -> ON|FOR? OTHER_DAYS Duty? BE|HAVE Bound ENOUGH?",
      example="the other days 2600 is enough")  # fmt: skip
def else_when(w: Words, *parts: Any) -> Again:
    return Again(_lenient(parts))


@rule("Again -> EXCEPT Exception COMMA? WHEN_IT* Bound ENOUGH*?", "Again -> EXCEPT Exception OPEN Bound CLOSE",
      example="except on Saturday, when I can do an hour")  # fmt: skip
def but_then(w: Words, left_out: tuple[Noun, ...], *rest: Any) -> Again | None:
    dated = len(left_out) == 1 and left_out[0].filters.startswith(" on ")
    fine = len(rest) > 1 and isinstance(rest[-1], str)  # `when 700 is fine`
    bound = _lenient((*rest, "may") if fine or _may(rest) else rest)
    if len(left_out) == 1 and _edge(left_out[0]):
        return Again(bound, None, left_out)
    return Again(bound, over_of(changed(left_out[0], article="")), left_out) if dated else None


def _edge(one: Noun) -> str:
    """Return the filter of one by its place: `except the last`."""
    if one.kind == "entry" and not one.name:
        return one.filters
    return {"last ": " 1 from end", "first ": " 1"}.get(one.front, "") if not one.filters else ""


def _lenient(parts: tuple[Any, ...]) -> Bound:
    """Return the bound of some parts; of what may be, or is fine, the number is a limit."""
    bound: Bound = next(part for part in parts if isinstance(part, Bound))
    allowed = bound.plain and bound.amount.exact and "may" in parts
    return Bound((changed(bound.limits[0], lax=True),)) if allowed else bound


@rule("Clause -> Clause COMMA|SEMICOLON|AND|BUT? Again / Clause STOP Again",
      example="20 minutes a day, except on Saturday, when I can do an hour", cost=-0.1)  # fmt: skip
def said_again(w: Words, inner: Clause, more: Again) -> Clause | None:
    """Hold the same amount to another bound somewhere else, and there alone."""
    affirmed = _affirmed(inner)
    if affirmed is None:
        return None
    inner = affirmed
    formula = _other_bound(w, inner.formula, more.bound)
    places = [o for o in inner.overs if more.over is None or o.rank == more.over.rank]
    if more.left_out and not places and len(inner.overs) == 1:  # `each session …, except on Sunday`
        places = [o for o in inner.overs if o.scope.startswith(o.rank)]
    places = [o for o in places if o.quantifier == "each" and o.rank]
    if inner.test or inner.asks is not None or formula is None or len(places) != 1:
        return None
    (place,) = places
    filters = place.scope.removeprefix(place.rank)
    if more.over is None and more.left_out:
        own, (one,) = _edge(more.left_out[0]), more.left_out
        if filters or place.also or (one.rank and one.rank != place.rank):
            return None
        other = changed(place, scope=f"{place.scope}{own}")
        place = changed(place, scope=f"{place.scope} except{own}", open=False)
    elif more.over is None:
        other = changed(place, scope=f"{place.rank} except{filters}", several=True)
        if not filters or filters.count(" except") or place.also:
            return None
    else:
        own = more.over.scope.removeprefix(more.over.rank)
        same = more.over.rank == place.rank
        other = more.over if same else changed(place, scope=f"{place.scope}{own}", open=False)
        if other.scope == place.scope or not own or other.also or place.also:
            return None
        if not filters or not same:
            place = changed(place, scope=f"{place.scope} except{own}", open=False)
        elif not apart(filters, own):
            return None
    rows = []
    for over, text in ((place, inner.formula), (other, formula)):
        overs = tuple(over if o in places else o for o in inner.overs)
        rows.append(fold_overs(overs, (text, inner.strength)))
    return changed(clause_of(rows), nominal=inner.nominal)


@rule("Clause -> Clause COMMA? EXCEPT Bound Over? / "
      "Clause COMMA? EXCEPT Bound Over? COMMA? WHEN_IT* Bound ENOUGH?",
      example="no session over 50 minutes, except one a week that can go up to 80", cost=-0.1)  # fmt: skip
def all_but_so_many(w: Words, inner: Clause, number: Bound, *rest: Any) -> Clause | None:
    """Let so many of a kind go beyond a bound, up to another one or as far as they like."""
    found = BOUNDED.fullmatch(inner.formula)
    limit, many = number.limits[0], number.amount
    counted = many.bare and many.exact and len(number.limits) == 1 and not limit.about
    fits = counted and limit.comparator in ("=", "<=") and not limit.firm
    if len(inner.overs) != 1 or inner.test or found is None or not fits:
        return None
    (place,) = inner.overs
    wider = [part for part in rest if isinstance(part, Over)]
    if any(o.scope != o.rank or o.level >= place.level for o in wider):
        return None  # `except one on Friday`: then, and else none
    kept, beyond = _affirmed(inner), _turned(inner.formula)
    if place.quantifier == "no":
        beyond = inner.formula
    if kept is None or beyond is None or place.also or place.item:
        return None
    if kept.overs[0].quantifier != "each" or found["value"].startswith("count("):
        return None  # `three meals a day, except one`
    most = (f"count({place.scope} where ({beyond})) <= {many.low}", 3)
    rows = [fold_overs(tuple(wider), most)]
    if any(isinstance(part, Bound) for part in rest):
        further = _lenient((*rest, "may") if _may(rest) else rest)
        sure = not further.plain or further.limits[0].lax
        again = _other_bound(w, kept.formula, further) if sure else None
        if again is None:
            return None
        rows.append(fold_overs(kept.overs, (again, 3)))
    return clause_of(rows)


def _turned(formula: str) -> str | None:
    """Return what goes beyond a bound that has an end."""
    found = BOUNDED.fullmatch(formula)
    if found is None or found["sign"] in ("=", "!="):
        return None
    return f"{found['value']} {FLIPPED[found['sign']]} {formula[found.start('number') :]}"


def _affirmed(inner: Clause) -> Clause | None:
    """Say of each what is denied of any: `no call over an hour`."""
    if all(o.quantifier != "no" for o in inner.overs):
        return inner
    turned = _turned(inner.formula)
    overs = (changed(o, quantifier="each") if o.quantifier == "no" else o for o in inner.overs)
    return None if turned is None else changed(inner, formula=turned, overs=tuple(overs))


def _may(parts: tuple[Any, ...]) -> bool:
    """Tell whether words only allow what follows."""
    return any(isinstance(part, str) and _MAY & set(part.split()) for part in parts)


_MAY = {"can", "could", "may", "might", "would"}


def apart(one: str, other: str) -> bool:
    """Tell whether two places have nothing in common."""
    if {one, other} == {" on weekday", " on weekend"}:
        return True
    same = re.match(r" (?:on|named) ", one) and one.split()[0] == other.split()[0]
    return bool(same) and not {" on weekday", " on weekend"} & {one, other}


BOUNDED = re.compile(
    r"(?P<value>.*\S) (?P<sign>[<>!]?=|[<>]) (?P<number>[\d.]+)(?: (?P<unit>[^\d\s()]\S*))?"
)


def _other_bound(w: Words, formula: str, bound: Bound) -> str | None:
    """Return a formula with another bound; of what is only a number, the comparator stays."""
    found = BOUNDED.fullmatch(formula)
    if found is None or re.search(r" (?:and|or) |^if ", formula):
        return None
    first, unit = bound.limits[0].amount, found["unit"] or ""
    known = w.lexicon.units.get(unit)
    fits = first.bare or first.dimension == (known.dimension if known is not None else "one")
    if not fits or (first.bare and unit == "%"):
        return None
    if bound.plain and first.exact and not bound.limits[0].firm:
        sign = found["sign"]
        if bound.limits[0].lax:
            sign = ">=" if sign[0] == ">" else "<="
        bound = Bound((changed(bound.limits[0], comparator=sign, lax=False),))
    text, strength = held(found["value"], bound, unit)
    return text if strength == 3 else None


_ABOUT = re.compile(
    r"(?P<value>[^:]*\S) = (?:about )?(?P<number>[\d.]+)(?: (?P<unit>[^\d\s()]\S*))?"
)


@rule("Clause -> Clause COMMA|AND|BUT Bound / Clause COMMA AND|BUT Bound",
      example="around 40 euros a head, at most 45", against="at least 40 euros a head, 45", cost=0.1)  # fmt: skip
def bounded_too(w: Words, inner: Clause, more: Bound) -> Clause | None:
    """Hold what is about so much to an end on that side as well."""
    found = _ABOUT.fullmatch(inner.formula)
    end, second = _other_bound(w, inner.formula.replace("= about ", "= "), more), more.limits[0]
    if found is None or " = about " not in inner.formula or end is None or more.plain:
        return None
    beyond = second.amount.low - Decimal(found["number"])
    side = {"<": beyond > 0, "<=": beyond > 0, ">": beyond < 0, ">=": beyond < 0}
    fits = len(more.limits) == 1 and not second.about and side.get(second.comparator, False)
    if not fits or inner.test or inner.asks is not None:
        return None
    return changed(inner, formula=f"{inner.formula} and {end}", strength=2)


@rule("Clause -> Clause COMMA|AND|BUT Bound TOGETHER / Clause COMMA AND|BUT Bound TOGETHER",
      example="around 12 euros a head, not above 480 in total", cost=0.1)  # fmt: skip
def bounded_in_all(w: Words, inner: Clause, more: Bound) -> Clause | None:
    """Hold what each of several is held to for all of them together."""
    found, each = _ABOUT.fullmatch(inner.formula) or BOUNDED.fullmatch(inner.formula), inner.overs
    all_of_it = _other_bound(w, inner.formula.replace("= about ", "= "), more)
    shared = each and all(o.quantifier in ("each", "per") for o in each)
    summed = found is not None and found["value"].startswith(("sum(", "count(", "duration"))
    if not (shared and summed) or all_of_it is None or more.plain or inner.test:
        return None
    return clause_of([fold_overs(inner.overs, (inner.formula, inner.strength)), (all_of_it, 3)])


@rule("Clause -> Clause Close", example="calories about 2000 a day, give or take 100", cost=0.2)
def within_so_much(w: Words, inner: Clause, close: Close) -> Clause | None:
    """Allow so much more or less of an amount that no verb goes with."""
    found, slack = _ABOUT.fullmatch(inner.formula), close.slack
    if found is None or slack is None or not slack.exact or inner.test or inner.asks is not None:
        return None
    unit = found["unit"] or ""
    known = w.lexicon.units.get(unit)
    fits = slack.bare or slack.unit == "%" or (known and known.dimension == slack.dimension)
    exact = inner.formula.replace("= about ", "= ")
    return changed(inner, formula=f"{exact} ± {amount_text(slack, unit)}") if fits else None
