"""Parameters of a rule → tokens of its parse tree.

Where the grammar takes a name, a text, a number or a clock time it also takes `$name`.
Binding puts the value there as a token of that kind, so a value can never change how
the rule's text parses. A parameter that stands as an expression is lowered as one.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any, get_args

from evalspec.core.errors import Problem
from evalspec.core.span import At
from evalspec.language import ir

WANTED = {
    "entry": ("NAME", "a scope or a text"),
    "operands": ("STRING", "a text or a list of texts"),
    "under": ("STRING", "a text"),
    "window": ("MOMENT", "a time"),
    "ordinal": ("NUMBER", "a whole number"),
    "quantifier": ("NUMBER", "a whole number"),
    "from_end": ("NUMBER", "a whole number"),
    "position": ("NUMBER", "a whole number"),
    "separated": ("STRING", "a text"),
    "arguments": ("STRING", "a text"),
    "compared": ("COMPARATOR", "a comparison"),
}
"""Grammar rule → the token that a parameter stands for which is its direct child, and what it must be."""


def bind(tree: Any, values: Mapping[str, Any], place: Callable[[Any], At]) -> list[Problem]:
    """Replace the parameters in a tree by their values; return what is unknown or does not fit.

    `place` maps a token to its place.
    """
    problems = [
        _unknown(str(token)[1:], values, place(token))
        for token in tree.scan_values(_is_parameter)
        if str(token)[1:] not in values
    ]
    if problems:
        return problems
    for node in tree.iter_subtrees():
        if node.data in WANTED and any(map(_is_parameter, node.children)):
            bound = [_bound(child, node.data, values, place, problems) for child in node.children]
            node.children = [child for children in bound for child in children]
    return problems


def _is_parameter(child: Any) -> bool:
    return getattr(child, "type", "") == "PARAMETER"


def _unknown(name: str, values: Mapping[str, Any], at: At) -> Problem:
    known = ", ".join(f"${given}" for given in values)
    hint = f"known ones: {known}" if known else "parameters belong to rules"
    return Problem("unknown-parameter", f"no parameter `${name}`", at, hint=hint)


def _bound(
    child: Any,
    rule: str,
    values: Mapping[str, Any],
    place: Callable[[Any], At],
    problems: list[Problem],
) -> list[Any]:
    if not _is_parameter(child):
        return [child]
    tokens = _tokens(values[str(child)[1:]], rule)
    if not tokens:
        message = f"`{child}` stands where {WANTED[rule][1]} is expected"
        problems.append(Problem("wrong-parameter", message, place(child)))
    return [child.update(type=kind, value=value) for kind, value in tokens]


def _tokens(value: Any, rule: str) -> list[tuple[str, str]]:
    """Return the value as tokens that may stand in a rule; none when it does not fit."""
    wanted = WANTED[rule][0]
    if wanted == "NAME" and isinstance(value, ir.Scope):
        return [("NAME" if value.kind != "label" else "STRING", value.name)]
    if wanted == "COMPARATOR":
        return [("COMPARATOR", value)] if value in get_args(ir.Comparator) else []
    if wanted in ("NAME", "STRING") and isinstance(value, str):
        return [("STRING", json.dumps(value, ensure_ascii=False))]
    if rule == "operands" and isinstance(value, list):
        return [("STRING", json.dumps(text, ensure_ascii=False)) for text in value]
    if wanted == "MOMENT" and isinstance(value, ir.Moment):
        return [("MOMENT", f"{value.minutes // 60:02d}:{value.minutes % 60:02d}")]
    if wanted == "NUMBER" and isinstance(value, (int, Decimal)) and value == int(value) >= 0:
        return [("NUMBER", str(int(value)))]
    return []
