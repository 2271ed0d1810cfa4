"""Dimensions: what two sides may be compared, and the unit that a bare number takes."""

from __future__ import annotations

import re
from decimal import Context
from typing import Any

from evalspec.core.quantity import UNITLESS, Interval, Unit
from evalspec.language import dimension as dim
from evalspec.language import ir
from evalspec.language.lower.base import Base
from evalspec.language.names import WEEKDAYS, near
from evalspec.vocabulary.fold import fold

_NOTED = Context(prec=15)
"""Digits of a conversion in a note."""
_PROPERTY_DIMENSION = {
    "start": "clock",
    "end": "clock",
    "duration": "time",
    "gap": "time",
    "overlap": "time",
    "position": "one",
    "streak": "one",
    "name": "text",
    "text": "text",
    "date": "date",
    "weekday": "date",
}


CALLS = {"first": dim.UNKNOWN, "last": dim.UNKNOWN, "begins": "clock", "ends": "clock",
         "length": "time", "days": "one", "size": "one", "most": "one"}  # fmt: skip
"""What a call on sets of times comes to; others are sets of times."""


class Dimensions(Base):
    """Lowering with dimensions."""

    def matched(self, left: ir.Expr, right: ir.Expr, tree: Any) -> tuple[ir.Expr, ir.Expr]:
        """Check that two sides have one dimension; give bare numbers the other's unit."""
        left, right = self.dated(left, right, tree), self.dated(right, left, tree)
        if isinstance(right, ir.Number):
            right = self.fitted(right, left)
        elif isinstance(left, ir.Number):
            left = self.fitted(left, right)
        first, second = self.dimension(left), self.dimension(right)
        if not dim.agree(first, second):
            from evalspec.language.printer import canonical

            message = (
                f"`{canonical(left)}` is {_article(first)} and `{canonical(right)}` is "
                f"{_article(second)}; they cannot be compared"
            )
            self.problem("wrong-dimension", message, tree)
        return left, right

    def dated(self, node: ir.Expr, other: ir.Expr, tree: Any) -> ir.Expr:
        """Read a text beside a date or a weekday as one: `weekday of day 1 = "Monday"`."""
        if not (isinstance(node, ir.Measure) and node.quoted and self.dimension(other) == "date"):
            return node
        number = WEEKDAYS.get(fold(node.name))
        if number is not None:
            full = next(name for name, given in WEEKDAYS.items() if given == number)
            return ir.DateLiteral(full, node.at)
        if not re.fullmatch(r"(\d{4}-)?\d{2}-\d{2}", node.name):
            hint = near(node.name, list(WEEKDAYS)) or "write a date as 2025-03-04"
            message = f'"{node.name}" is neither a weekday nor a date'
            self.problem("wrong-date", message, tree, hint)
        return ir.DateLiteral(node.name, node.at)

    def fitted(self, number: ir.Number, other: ir.Expr) -> ir.Number:
        unit = self.unit_of(other)
        if unit is None or unit.dimension in ("one", dim.UNKNOWN):
            return number
        if number.unit == UNITLESS and unit.name and not unit.dimension.startswith("count:"):
            self.notes.append(
                f"{number.value.text()} is taken as {number.value.text()} {unit.name}"
            )
            return ir.Number(number.value, unit, number.at)
        same = number.unit.dimension == unit.dimension
        if same and number.unit.factor != unit.factor and unit.offset == number.unit.offset:
            exact = number.value.scaled(number.unit.factor / unit.factor)
            low, high = (
                None if end is None else _NOTED.plus(end) for end in (exact.low, exact.high)
            )
            converted = Interval(low, high)
            self.notes.append(
                f"{number.value.text()} {number.unit.name} = {converted.text()} {unit.name}"
            )
        return number

    def unit_of(self, node: ir.Expr) -> Unit | None:
        match node:
            case ir.Number() | ir.Measure():
                return node.unit
            case ir.Stated():
                return node.measure.unit
            case ir.Aggregate() | ir.Of() | ir.RangeEnd() | ir.Collected():
                return self.unit_of(node.value)
            case ir.Arithmetic(operator=operator) if operator in ("+", "-", "mod", "difference"):
                return self.unit_of(node.left)
            case ir.Property(name=name) if name in ("duration", "gap", "overlap"):
                return self.lexicon.units.get("min")
            case ir.Call() | ir.Field() | ir.Data() if self.dimension(node) == "time":
                return self.lexicon.units.get("min")
        return None

    def dimension(self, node: ir.Expr) -> str:
        """Return the dimension of an expression by name."""
        match node:
            case ir.Number() | ir.Measure():
                return node.unit.dimension or "one"
            case ir.Stated():
                return node.measure.unit.dimension or "one"
            case ir.Moment():
                return "clock"
            case ir.DateLiteral():
                return "date"
            case ir.Words():
                return "text"
            case ir.Aggregate() | ir.Of() | ir.RangeEnd() | ir.Collected():
                return self.dimension(node.value)
            case ir.Count() | ir.TextMeasure():
                return "one"
            case ir.Share():
                return "fraction"
            case ir.Data():
                return self.given_dimension(node)
            case ir.Field(dimension=dimension):
                return dimension
            case ir.Call(function=function):
                return CALLS.get(function, "times")
            case ir.Arithmetic(operator="mod"):
                return self.dimension(node.left)
            case ir.Arithmetic(operator=operator) if operator in ("*", "/"):
                left, right = self.dimension(node.left), self.dimension(node.right)
                return dim.combine(left, operator, right)
            case ir.Arithmetic():
                left, right = self.dimension(node.left), self.dimension(node.right)
                if "clock" in (left, right):
                    return "time" if left == right else "clock"
                return "time" if left == right == "date" else left
            case ir.Property("text", (ir.Scope("text", "field"),)):
                return dim.UNKNOWN
            case ir.Property():
                return _PROPERTY_DIMENSION[node.name]
        raise AssertionError(node)


def dimension_text(unit: Unit) -> str:
    """Say what a unit measures."""
    return _article(unit.dimension)


_DIMENSION_WORDS = {
    "one": "a plain number",
    "fraction": "a share",
    "clock": "a time of day",
    "text": "a text",
    "date": "a date",
    "currency": "an amount of money",
    "time": "a length of time",
    "times": "a set of times",
    "truth": "true or false",
}


def _article(dimension: str) -> str:
    if dimension in _DIMENSION_WORDS:
        return _DIMENSION_WORDS[dimension]
    if dimension.startswith("currency:"):
        return f"an amount of money ({dimension[9:]})"
    if dimension.startswith("count:"):
        return f"a number of {dimension[6:]}s"
    return f"{'an' if dimension[:1] in 'aeiou' else 'a'} {dimension}"
