"""A formula → what kind of constraint it is, by its outermost logic."""

from __future__ import annotations

from evalspec.bench.planned.parts import Form
from evalspec.core.record import walk
from evalspec.language import ir

_UPPER = ("<", "<=", "!=")
_EDGES = ("starts-with", "ends-with")
_POSITIVE: frozenset[Form] = frozenset(("positive",))
_NEGATIVE: frozenset[Form] = frozenset(("negative",))
_POSITIONAL: frozenset[Form] = frozenset(("positional",))


def forms(node: ir.Formula) -> frozenset[Form]:
    """Return every kind that a formula may be taken for: `not (A before B)` is of two."""
    match node:
        case ir.If():
            return frozenset(("conditional",))
        case ir.Using(_, body) | ir.Shared(_, body):
            return forms(body)
        case ir.And(parts) | ir.Or(parts):
            return frozenset(form for part in parts for form in forms(part))
        case ir.Not(part):
            return _NEGATIVE | (forms(part) - _POSITIVE)
        case ir.Quantified():
            return _quantified(node)
        case ir.Ordered():
            return frozenset(("sequencing",))
        case ir.TextTest(relation) if relation in _EDGES:
            return _POSITIONAL
        case ir.TextTest(mode="none"):
            return _NEGATIVE
        case ir.Compare(_, comparator):
            return _compared(node, comparator)
        case _:
            return _POSITIVE | _positional(node)


def _quantified(node: ir.Quantified) -> frozenset[Form]:
    if isinstance(node.scope, ir.Scope) and is_one(node.scope):
        return forms(node.body) - _POSITIVE | _POSITIONAL
    if node.quantifier == "no":
        return _NEGATIVE
    return frozenset(("iterative",))


def _compared(node: ir.Compare, comparator: str) -> frozenset[Form]:
    """Counts say what there must be, bounds from above what there must not be."""
    positions = [p for p in walk(node) if isinstance(p, ir.Property) and p.name == "position"]
    if len(positions) > 1:
        return frozenset(("sequencing",))
    if positions or _positional(node):
        return _POSITIONAL
    nothing = isinstance(node.right, ir.Number) and node.right.value.high == 0
    if nothing or comparator in _UPPER:
        return _NEGATIVE | _POSITIVE
    return _POSITIVE


def _positional(node: ir.Formula) -> frozenset[Form]:
    found = any(isinstance(part, ir.Scope) and is_one(part) for part in walk(node))
    return _POSITIONAL if found else frozenset()


def is_one(scope: ir.Scope) -> bool:
    """Tell whether a scope goes by position: the first section, the last two lines, line 3."""
    return any(isinstance(one, ir.Ordinal) and one.kind != "every" for one in scope.filters)
