"""Which numbers of a rationale are which numbers of the ledger."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from typing import TypeVar

from evalspec.core.record import Record
from evalspec.core.span import Span
from evalspec.document.plain import plain_form
from evalspec.rationale.ledger import Ledger, LedgerScope, Part
from evalspec.rationale.prose import words
from evalspec.rationale.read import Rationale
from evalspec.rationale.sums import Equation, Number, Term, Token, equation

_ABOUT = Decimal("0.1")
_LONGEST_CLAUSE = 200
_DEEPEST = 4
"""Sums of sums that are taken apart."""


Spanned = TypeVar("Spanned", Number, Equation)


class Region(Record, frozen=True):
    """What a rationale says about one scope."""

    numbers: tuple[Number, ...]
    amounts: tuple[Number, ...]
    equations: tuple[Equation, ...]


def regions(rationale: Rationale, ledger: Ledger) -> list[Region]:
    """Return for every scope what is said of it, by the label that stands nearest before."""
    labels = [scope.label for scope in ledger.scopes]
    if len(labels) == 1:
        return [Region(rationale.numbers, rationale.amounts, rationale.equations)]
    places = _places(rationale.text, labels)

    def said(found: Sequence[Spanned], number: int) -> tuple[Spanned, ...]:
        return tuple(one for one in found if _owner(rationale, places, one.span) == number)

    return [
        Region(
            said(rationale.numbers, number),
            said(rationale.amounts, number),
            said(rationale.equations, number),
        )
        for number in range(len(labels))
    ]


def _places(text: str, labels: Sequence[str]) -> list[tuple[int, int]]:
    """Return where labels stand, and which."""
    plain = plain_form(text)
    return sorted(
        (found.start(), number)
        for number, label in enumerate(labels)
        if label
        for found in re.finditer(rf"(?<!\w){re.escape(plain_form(label))}(?!\w)", plain)
    )


def _owner(rationale: Rationale, places: Sequence[tuple[int, int]], span: Span) -> int | None:
    sentence = rationale.sentence(span.start)
    inside = [(at, number) for at, number in places if sentence.start <= at < sentence.end]
    if len({number for _, number in inside}) == 1:
        return inside[0][1]
    before = [number for at, number in places if at < span.start]
    return before[-1] if before else None


# -- sums -----------------------------------------------------------------------------------
class Used(Record, frozen=True):
    """The parts a rationale added up, taken apart as far as it shows them."""

    equation: Equation
    missing: tuple[Part, ...]
    """Parts of the ledger that it left out."""
    extra: tuple[Term, ...]
    """Terms that are no part of the ledger."""
    matched: int
    grouped: bool
    """The terms are not the parts but come to the same: they are parts put together."""


def used(region: Region, scope: LedgerScope) -> Used | None:
    """Return the sum with the most terms, compared with the parts; None when none is shown."""
    parts = scope.parts or ()
    found: Used | None = None
    for made in region.equations:
        terms = _taken_apart(made, region.equations, scope)
        if len(terms) < 2 and len(parts) != 1:
            continue
        compared = _compare(made, terms, parts, scope)
        if found is None or compared.matched >= found.matched:
            found = compared
    return found


def listed(region: Region, scope: LedgerScope, total: Number) -> Used | None:
    """Return the amounts listed before a total, when most of them are parts of the ledger."""
    terms = {n.span for made in region.equations for term in made.terms for n in term.numbers}
    found = [
        number
        for number in region.amounts
        if number.span not in terms
        and not number.requirement
        and number.clock is None
        and number.span.end <= total.span.start
    ]
    if len(found) < 2 or not scope.parts:
        return None
    tokens = [Token("+", number) for number in found]
    made = equation(tokens, total, Span(found[0].span.start, total.span.end))
    if made is None:
        return None
    compared = _compare(made, made.terms, scope.parts, scope)
    most = 2 * compared.matched > max(len(found), len(scope.parts))
    return compared if most else None


def _taken_apart(
    made: Equation, known: Sequence[Equation], scope: LedgerScope, depth: int = 0
) -> list[Term]:
    """Replace terms that are results of sums shown before."""
    terms: list[Term] = []
    values = [part.value for part in scope.parts or ()]
    for term in made.terms:
        inner = [
            other
            for other in known
            if other.span.end <= made.span.start
            and other is not made
            and len(other.terms) > 1
            and other.result.value == term.value
        ]
        whole = any(equals(term, value, scope) for value in values)
        if inner and depth < _DEEPEST and not whole:
            terms += _taken_apart(inner[-1], known, scope, depth + 1)
        else:
            terms.append(term)
    return terms


def _compare(
    made: Equation, terms: Sequence[Term], parts: Sequence[Part], scope: LedgerScope
) -> Used:
    missing = list(parts)
    extra: list[Term] = []
    for term in terms:
        same = next((part for part in missing if equals(term, part.value, scope)), None)
        if same is None:
            extra.append(term)
        else:
            missing.remove(same)
    matched = len(parts) - len(missing)
    total = sum((_base(term, scope) for term in extra), Decimal(0))
    grouped = bool(extra) and total == sum((part.value for part in missing), Decimal(0))
    return Used(made, tuple(missing), tuple(extra), matched, grouped)


def equals(term: Term, value: Decimal, scope: LedgerScope) -> bool:
    """Tell whether a term is an amount of the ledger, in base units."""
    return value in (term.base, _base(term, scope))


def _base(term: Term, scope: LedgerScope) -> Decimal:
    """Return a term in base units; a bare number is in the unit of the bound."""
    if any(number.unit is not None for number in term.numbers) or scope.unit is None:
        return term.base
    return term.value * scope.unit.factor


# -- values -----------------------------------------------------------------------------------
def is_value(number: Number, scope: LedgerScope) -> bool:
    """Tell whether a number is the computed value of a scope."""
    if scope.computed is None:
        return False
    if number.unit is None or scope.unit is None:
        wanted = scope.computed
        if number.about:
            return abs(number.value - wanted) <= abs(wanted) * _ABOUT
        return number.value == wanted
    if number.unit.dimension != scope.unit.dimension or scope.base is None:
        return False
    slack = abs(scope.base) * _ABOUT if number.about else Decimal(0)
    return abs(number.base - scope.base) <= slack


def counts(region: Region, ledger: Ledger) -> list[Number]:
    """Return the numbers of things counted: `4 meals`, `237 words`."""
    return [n for n in region.numbers if n.word in ledger.nouns and not n.requirement]


def totals(region: Region, rationale: Rationale) -> list[Number]:
    """Return the numbers that stand as what was found in all, behind a word for it."""
    plain = plain_form(rationale.text)
    terms = {n.span for made in region.equations for term in made.terms for n in term.numbers}
    return [
        number
        for number in region.numbers
        if not number.requirement
        and number.span not in terms
        and number.clock is None
        and words("total").search(
            plain,
            max(rationale.sentence(number.span.start).start, number.span.start - _LONGEST_CLAUSE),
            number.span.start,
        )
    ]
