"""Windows of time in what is denied: `not exists block after 17:00` is also of what goes on at 17:00.

That a thing is in a window says that it lies wholly inside; that none is there says that none lies there
with any part of itself. Where things are to be few, one may be meant as the other. Which of them a
window is follows from where it stands in a formula.
"""

from __future__ import annotations

from typing import Any, Literal, TypeVar

import msgspec

from evalspec.core.quantity import ONE, ZERO
from evalspec.core.record import Record
from evalspec.language import ir

By = Literal["whole", "any", "either"]
T = TypeVar("T", bound=Record)
_NONE = {("=", ZERO), ("<=", ZERO), ("<", ONE)}
"""Bounds of a count by which nothing is to be there."""
_MIRRORED = {"<": ">", "<=": ">=", ">=": "<=", ">": "<", "=": "=", "!=": "!="}


def marked(node: Any, denied: bool) -> Any:
    """Return a formula whose windows say what of a thing lies in them."""
    match node:
        case ir.Not(part):
            return _with(node, part=marked(part, not denied))
        case ir.Exists(scope):
            return _with(node, scope=_scope(scope, "any" if denied else "whole"))
        case ir.Compare(left, sign, right):
            left, right = (
                _counted(left, sign, right, denied),
                _counted(right, _MIRRORED[sign], left, denied),
            )
            return _with(node, left=left, right=right)
        case ir.Quantified(scope=ir.Scope() as scope):
            return _quantified(node, scope, denied)
        case ir.And(parts) | ir.Or(parts):
            return _with(node, parts=tuple(marked(part, denied) for part in parts))
        case ir.Using(body=body) | ir.Shared(body=body):
            return _with(node, body=marked(body, denied))
        case ir.If(test, then, otherwise):
            other = None if otherwise is None else marked(otherwise, denied)
            return _with(node, test=marked(test, False), then=marked(then, denied), otherwise=other)
    return node


def _quantified(node: ir.Quantified, scope: ir.Scope, denied: bool) -> ir.Quantified:
    """`no block after 17:00: …` denies its members, `at most 1 of day: …` what is said of each."""
    none = node.quantifier == "no" or (node.quantifier == "at-most" and not node.number)
    few = none or node.quantifier == "at-most"
    among: By = "any" if denied is not none and node.quantifier != "each" else "whole"
    return _with(node, scope=_scope(scope, among), body=marked(node.body, denied is not few))


def _counted(side: Any, sign: str, bound: Any, denied: bool) -> Any:
    """Return one side of a comparison; of a count it is asked what of a thing lies in a window."""
    match side:
        case ir.Count(scope):
            return _with(side, scope=_scope(scope, _by(sign, bound, denied)))
        case ir.Of(value):
            return _with(side, value=_counted(value, sign, bound, denied))
        case ir.Arithmetic("+", left, right):
            left, right = (_counted(part, sign, bound, denied) for part in (left, right))
            return _with(side, left=left, right=right)
    return side


def _by(sign: str, bound: Any, denied: bool) -> By:
    sign = ir.OPPOSITE[sign] if denied else sign
    if sign in (">", ">="):
        return "whole"
    exact = isinstance(bound, ir.Number) and bound.value.exact
    if exact and sign == "!=" and bound.value.low == ZERO:
        return "whole"
    return "any" if exact and (sign, bound.value.low) in _NONE else "either"


def _scope(scope: ir.Scope, by: By) -> ir.Scope:
    within = None if scope.within is None else _scope(scope.within, by)
    return _with(scope, filters=tuple(_filter(one, by) for one in scope.filters), within=within)


def _filter(given: ir.Filter, by: By) -> ir.Filter:
    match given:
        case ir.TimeWindow() | ir.DuringPart():
            return _with(given, by=by)
        case ir.Where(formula):
            return _with(given, formula=marked(formula, by != "whole"))
    return given


def _with(node: T, **fields: Any) -> T:
    """Return a node with other fields; the same where nothing is another."""
    changed = {name: value for name, value in fields.items() if value != getattr(node, name)}
    return msgspec.structs.replace(node, **changed) if changed else node
