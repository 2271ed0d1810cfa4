"""Sums and products as a rationale writes them, and whether they are right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import Decimal, InvalidOperation

from evalspec.core.quantity import Unit
from evalspec.core.record import Record
from evalspec.core.span import Span

_DEEPEST = 50
"""Brackets in one sum; more are left aside."""
_HALF = Decimal("0.5")
_ABOUT = Decimal("0.02")
_ROUGHLY = Decimal("0.05")
"""Most by which a result that is said to be about right may be rounded."""
_DECIMALS = 3
"""A value with more of them may be rounded to the digits that are written."""


class Number(Record, frozen=True):
    """A number of a rationale; a span of time is its length in minutes."""

    span: Span
    value: Decimal
    unit: Unit | None
    word: str
    """The folded word after it, or its unit as written."""
    about: bool = False
    requirement: bool = False
    """It says what was asked for."""
    clock: tuple[int, int] | None = None
    """First and last minute of a span of time."""

    @property
    def base(self) -> Decimal:
        """The value in base units of its dimension."""
        return self.value if self.unit is None else self.value * self.unit.factor


class Token(Record, frozen=True):
    """A number of a sum, the operator before it, and the brackets around it."""

    sign: str
    number: Number
    opened: int = 0
    closed: int = 0


class Term(Record, frozen=True):
    """What is added: a number, a product, or a sum in brackets."""

    numbers: tuple[Number, ...]
    value: Decimal
    """As written, units left aside."""
    base: Decimal
    """In base units."""


class Equation(Record, frozen=True):
    """A sum with what the rationale says it comes to."""

    span: Span
    terms: tuple[Term, ...]
    result: Number
    right: bool
    computed: Decimal
    """What it really comes to, in the unit of the result."""


def equation(tokens: Sequence[Token], result: Number, span: Span) -> Equation | None:
    """Work out a sum; None when it cannot be (a division by nothing, a number beyond all bounds)."""
    try:
        return _worked_out(tokens, result, span)
    except ArithmeticError:
        return None


def _worked_out(tokens: Sequence[Token], result: Number, span: Span) -> Equation:
    shared = next((t.number.unit for t in tokens if t.number.unit is not None), result.unit)
    plain = _Sum(tokens, lambda number: number.value).terms()
    based = _Sum(tokens, lambda number: number.base).terms()
    filled = _Sum(tokens, lambda number: _with_unit(number, shared)).terms()
    terms = tuple(
        Term(one.numbers, one.value, other.value) for one, other in zip(plain, based, strict=True)
    )
    factor = result.unit.factor if result.unit else shared.factor if shared else Decimal(1)
    written = sum((term.value for term in plain), Decimal(0))
    sums = [sum((term.value for term in made), Decimal(0)) / factor for made in (based, filled)]
    found = [written, *sums]
    right = any(_same(value, result) for value in found)
    nearest = min(found, key=lambda value: abs(value - result.value))
    return Equation(span, terms, result, right, nearest)


def _with_unit(number: Number, unit: Unit | None) -> Decimal:
    return number.value * unit.factor if number.unit is None and unit else number.base


def _same(value: Decimal, result: Number) -> bool:
    """Tell whether a value is the result, as far as its digits say."""
    exponent = result.value.as_tuple().exponent
    digits = Decimal(1).scaleb(min(exponent, 0)) if isinstance(exponent, int) else Decimal(1)
    slack = digits * _HALF if value != round(value, _DECIMALS) else Decimal(0)
    if result.about:
        exact = abs(result.value)
        slack = max(slack, exact * _ABOUT, min(_rounded_by(result.value), exact * _ROUGHLY))
    if result.clock is not None:
        return value % 1440 == result.value % 1440
    return abs(value - result.value) <= slack


def _rounded_by(value: Decimal) -> Decimal:
    """Return half of the last digit that was kept: 1 900 stands for 1 850 to 1 950."""
    exponent = value.normalize().as_tuple().exponent
    return Decimal(1).scaleb(exponent) * _HALF if isinstance(exponent, int) else Decimal(0)


class _Parsed(Record, frozen=True):
    numbers: tuple[Number, ...]
    value: Decimal


class _Sum:
    """Reads tokens with the usual precedence; brackets that do not match are left aside."""

    def __init__(self, tokens: Sequence[Token], value: Callable[[Number], Decimal]) -> None:
        self.value = value
        self.symbols: list[str | Number] = []
        opened, closed = sum(t.opened for t in tokens), sum(t.closed for t in tokens)
        matched = opened == closed <= _DEEPEST
        for place, token in enumerate(tokens):
            self.symbols += [token.sign] if place else []
            self.symbols += ["("] * (token.opened if matched else 0)
            self.symbols.append(token.number)
            self.symbols += [")"] * (token.closed if matched else 0)
        self.at = 0

    def terms(self) -> list[_Parsed]:
        self.at = 0
        return self._terms()

    def _terms(self) -> list[_Parsed]:
        found = [self._product()]
        while self._next() in ("+", "-"):
            sign = self._take()
            term = self._product()
            found.append(term if sign == "+" else _Parsed(term.numbers, -term.value))
        return found

    def _product(self) -> _Parsed:
        found = self._factor()
        while self._next() in ("*", "/"):
            sign = self._take()
            factor = self._factor()
            value = found.value * factor.value if sign == "*" else found.value / factor.value
            found = _Parsed((*found.numbers, *factor.numbers), value)
        return found

    def _factor(self) -> _Parsed:
        symbol = self._take()
        if isinstance(symbol, Number):
            return _Parsed((symbol,), self.value(symbol))
        if symbol != "(":
            raise InvalidOperation
        inner = self._terms()
        if self._next() == ")":
            self._take()
        return _Parsed(
            tuple(number for term in inner for number in term.numbers),
            sum((term.value for term in inner), Decimal(0)),
        )

    def _next(self) -> str | Number:
        return self.symbols[self.at] if self.at < len(self.symbols) else ""

    def _take(self) -> str | Number:
        symbol = self._next()
        self.at += 1
        return symbol
