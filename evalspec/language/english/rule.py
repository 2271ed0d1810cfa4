"""How rules are written: `@rule("Bound -> GE Amount", "at least 150 g", "at least red")`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from evalspec.language.english.chart import Rule

Meaning = TypeVar("Meaning", bound=Callable[..., Any])


class Declared(NamedTuple):
    """Patterns with one meaning, as they are written; docs/english-rules.md lists them."""

    patterns: tuple[str, ...]
    module: str
    example: str
    against: str
    rules: tuple[Rule, ...]
    """All that the patterns stand for."""


RULES: list[Rule] = []
"""Every rule, in the order of the modules that `grammar` imports."""
DECLARED: list[Declared] = []
SAID = {
    "GE": "at least", "LE": "at most", "GT": "more than", "LT": "less than", "EQ": "exactly",
    "NE": "other than", "MINIMUM": "a minimum of", "MAXIMUM": "a maximum of", "ONLY": "only",
    "BY": "by", "BEFORE": "before", "AFTER": "after",
}  # fmt: skip
"""How the words of a type are said, in examples."""
SAID_SIZED = {
    "GT": "longer than", "LT": "shorter than", "GE": "no shorter than", "LE": "no longer than",
}  # fmt: skip


def rule(
    *patterns: str,
    example: str = "",
    against: str = "",
    cost: float = 0.0,
    idle: tuple[int, ...] = (),
) -> Callable[[Meaning], Meaning]:
    """Declare rules with one meaning; `X -> A|B C` and `X -> A C / B` stand for several, `C?` may be absent.

    The meaning takes the words of the lexicon and then the parts in order; types in capitals are
    not given to it, unless a star follows: `NTH*`. What is absent is None. `idle` names parts that
    repeat what others say, by their places in the pattern as written.
    """

    def declare(meaning: Meaning) -> Meaning:
        rows = [(left, right) for left, _, all_ in (p.partition(" -> ") for p in patterns)
                for right in all_.split(" / ")]  # fmt: skip
        made = tuple(
            _rule(left, symbols, meaning, cost, idle)
            for left, right in rows
            for symbols in _choices(right.split())
        )
        RULES.extend(made)
        said = tuple(map(" -> ".join, rows))
        DECLARED.append(Declared(said, meaning.__module__, example, against, made))
        return meaning

    return declare


def _choices(symbols: list[str]) -> list[list[str]]:
    """Return every row of types that a pattern allows; absent ones are empty."""
    rows: list[list[str]] = [[]]
    for symbol in symbols:
        optional = symbol.endswith("?")
        options = symbol.rstrip("?").split("|")
        if options[0].endswith("*") or options[-1].endswith("*"):
            options = [o.rstrip("*") + "*" for o in options]
        if optional:
            options.append("?" + options[0])
        rows = [[*row, option] for row in rows for option in options]
    return rows


def _rule(
    left: str, symbols: list[str], meaning: Callable[..., Any], cost: float, idle: tuple[int, ...]
) -> Rule:
    """Return one rule; what the meaning takes is decided here, once."""
    right = tuple(s.rstrip("*") for s in symbols if not s.startswith("?"))
    takes: list[int | None] = []
    place = 0
    repeating: list[int] = []
    for number, symbol in enumerate(symbols):
        absent = symbol.startswith("?")
        name = symbol.lstrip("?")
        given = name.endswith("*") or not name.isupper()
        if given:
            takes.append(None if absent else place)
        if not absent:
            if number in idle:
                repeating.append(place)
            place += 1
    idle = tuple(repeating)
    if takes == list(range(len(right))):
        return Rule(left, right, meaning, cost, idle)

    def chosen(context: Any, *values: Any) -> Any:
        return meaning(context, *[None if n is None else values[n] for n in takes])

    return Rule(left, right, chosen, cost, idle)
