"""What lowering needs everywhere: problems with their places, names, numbers and units."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from decimal import Decimal
from typing import Any

from evalspec.core.errors import Problem
from evalspec.core.given import GivenType
from evalspec.core.quantity import UNITLESS, Interval, Unit
from evalspec.core.record import Record
from evalspec.core.span import NOWHERE, At
from evalspec.language import dimension as dim
from evalspec.language import ir
from evalspec.language.grammar import place
from evalspec.language.lower.tokens import number_of, unquoted
from evalspec.language.names import MONTHS, names_of, near
from evalspec.language.operands import Fault
from evalspec.vocabulary.fold import fold
from evalspec.vocabulary.lexicon import Lexicon


class Environment(Record, frozen=True):
    """What formulas may name beside the vocabulary."""

    given: dict[str, GivenType] = {}
    """Types of the fields of given data; empty when none are declared."""
    values: dict[str, str] = {}
    """Name → the expression it stands for (`define: values:`)."""


NO_DATA = Environment()
UNWRITTEN = {"\b": "\\b", "\f": "\\f"}
"""A backspace and a form feed, and how they are written in quotes."""


class Base:
    """The state of lowering one tree: the problems and notes met on the way."""

    formula: Callable[[Any], ir.Formula]
    """Lowers a formula (`formulas.py`)."""
    expression: Callable[[Any], ir.Expr]
    """Lowers an expression, and `of` a scope behind one (`expressions.py`)."""
    of: Callable[[ir.Expr, Any, Any], ir.Expr]
    stated_measure: Callable[[Any], str]
    given_dimension: Callable[[ir.Data], str]
    """Returns the dimension of given data (`typed.py`)."""

    def __init__(
        self,
        text: str,
        lexicon: Lexicon,
        parameters: Mapping[str, Any],
        environment: Environment = NO_DATA,
    ) -> None:
        self.text = text
        self.lexicon = lexicon
        self.names = names_of(lexicon)
        self.parameters = parameters
        self.problems: list[Problem] = []
        self.notes: list[str] = []
        self.variables: list[str] = []
        self.environment = environment
        """Types of given data, and named values."""
        self.types: dict[str, GivenType | None] = {}
        """Of the variables that are bound to given data."""
        self.naming: list[str] = []
        """Named values that are being lowered."""

    def problem(self, code: str, message: str, node: Any, hint: str = "") -> None:
        self.problems.append(Problem(code, message, self.at(node), hint=hint))

    def check_texts(self, tree: Any) -> None:
        """Refuse a backspace or a form feed in quotes: a pattern was meant, and would never match."""
        for token in tree.scan_values(lambda one: getattr(one, "type", "") == "STRING"):
            for mark, written in UNWRITTEN.items():
                if mark in unquoted(token):
                    message = f"`{written}` in quotes is a character that no text has"
                    hint = f"a backslash of a pattern is written twice: `\\{written}`"
                    self.problem("backslash", message, token, hint)

    def at(self, node: Any) -> At:
        meta = getattr(node, "meta", node)
        start = getattr(meta, "start_pos", None)
        if start is None:
            return NOWHERE
        return place(self.text, start, getattr(meta, "end_pos", start + 1) or start + 1)

    def quantity(self, tree: Any) -> ir.Number:
        numbers: list[Decimal] = []
        sign, unit = Decimal(1), UNITLESS
        for token in tree.children:
            if token is None or token.type == "RANGE":
                continue
            if token.type == "SIGN":
                sign = Decimal(-1)
            elif token.type == "NUMBER":
                numbers.append(number_of(token))
            else:
                unit = self.unit(str(token), token)
        low, high = numbers[0] * sign, (numbers[-1] if len(numbers) > 1 else numbers[0] * sign)
        if low > high:
            self.problem("wrong-range", f"the range {low} to {high} runs backwards", tree)
        return ir.Number(Interval(min(low, high), max(low, high)), unit, self.at(tree))

    def unit(self, word: str, node: Any) -> Unit:
        units = self.lexicon.units
        found = units.get(word) or units.get(word.lower()) or units.get(fold(word) or word)
        if found is None and word.count("/") == 1:
            above, below = (units.get(part) or units.get(fold(part)) for part in word.split("/"))
            found = dim.ratio(word, above, below) if above and below else None
        if found is None:
            known = [w for w in units if len(w) > 1]
            self.problem("unknown-unit", f"`{word}` is not a unit", node, near(word, known))
            return UNITLESS
        return found

    def operands(self, tree: Any) -> tuple[Any, tuple[str, ...]]:
        mode = "any"
        texts = []
        for token in tree.children:
            if token.type == "MODE":
                mode = str(token).split()[0].lower()
            else:
                texts.append(unquoted(token))
        return mode, tuple(texts)

    def check_operands(
        self, texts: tuple[str, ...], faults: Callable[[str], Iterable[Fault]], node: Any
    ) -> None:
        for text in texts:
            for code, message in faults(text):
                self.problem(code, message, node)

    def whole(self, token: Any) -> int:
        number = number_of(token)
        if number != number.to_integral_value() or number > 1_000_000:
            self.problem("wrong-number", f"`{token}` must be a whole number", token)
            return 1
        return int(number)

    def nth(self, token: Any) -> int:
        """Read the place of one of several: `day 2`."""
        number = self.whole(token)
        if number < 1:
            self.problem("wrong-number", f"`{token}` is no place: the first is 1", token)
        return max(number, 1)

    def date(self, token: Any) -> str:
        """Read `2025-03-04`, or `March 4` as `03-04`."""
        month, _, day = str(token).lower().partition(" ")
        text = str(token)
        if month in MONTHS:
            text = f"{MONTHS.index(month) + 1:02d}-{int(day):02d}"
        try:
            date.fromisoformat(text if len(text) > 5 else f"2000-{text}")
        except ValueError:
            self.problem("wrong-date", f"`{token}` is not a date", token)
        return text

    def minutes(self, token: Any) -> int:
        """Read `17:00`, `5 pm`, `5:30 p.m.` as minutes since midnight."""
        text = str(token).lower().replace(".", "").replace(" ", "")
        half = text[-2:] if text.endswith(("am", "pm")) else ""
        hours, _, minutes = text.removesuffix(half).partition(":")
        hour, minute = int(hours), int(minutes or 0)
        if minute > 59 or hour > (12 if half else 24) or (half and hour == 0):
            self.problem("wrong-time", f"`{token}` is not a time of day", token)
        if half:
            hour = hour % 12 + (12 if half == "pm" else 0)
        return hour * 60 + minute
