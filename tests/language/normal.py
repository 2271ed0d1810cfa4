"""One form for formulas that say the same thing in other words.

`each day: (a and b)` is `each day: a and each day: b`; the parts of `and`, `or`, `+` and `*` have
no order; `between` is two comparisons; `no x: f` is `each x: not f`, `not a <= b` is `a > b`;
`count(x) >= 1` is `exists x`, `at least 1 of` is `any`; `a of day 2` is asked of `each day 2`; what
holds of each of two names holds of each name; `b after a` is `a before b`; a category is the blocks of
its name; names are written small; 2 h is 120 min, and 12 reps are 12.
Nothing here knows English.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from evalspec.core.quantity import UNITLESS, Interval, Unit
from evalspec.language import ir
from evalspec.language.printer import canonical

_OPPOSITE: dict[str, ir.Comparator] = {
    "<": ">=", "<=": ">", "=": "!=", "!=": "=", ">=": "<", ">": "<=",
}  # fmt: skip
_MIRROR: dict[str, ir.Comparator] = {
    "<": ">", "<=": ">=", "=": "=", "!=": "!=", ">=": "<=", ">": "<",
}  # fmt: skip
_LITERAL = (ir.Number, ir.Moment, ir.DateLiteral, ir.Words)


def meaning(formula: ir.Formula) -> tuple[str, ...]:
    """Return the conditions of a formula that must all hold, each as text, in order of the text."""
    return tuple(sorted({canonical(part) for part in _conditions(_rewritten(formula))}))


def _rewritten(node: Any) -> Any:
    """Rewrite from the leaves up."""
    if isinstance(node, tuple):
        return tuple(_rewritten(part) for part in node)
    if not isinstance(node, msgspec.Struct) or isinstance(node, Interval):
        return node
    changed = {name: _rewritten(getattr(node, name)) for name in node.__struct_fields__}
    node = msgspec.structs.replace(node, **changed)
    rule = _RULES.get(type(node))
    return rule(node) if rule else node


def _number(number: ir.Number) -> ir.Number:
    """Write hours in minutes and kilograms in grams; what is counted has no unit."""
    unit = number.unit
    if unit.dimension.startswith("count:"):
        return ir.Number(number.value, UNITLESS)
    if not unit.name:
        return number
    base = Unit(f"base of {unit.dimension}", unit.dimension)
    return ir.Number(number.value.scaled(unit.factor, unit.offset), base)


def _comparison(node: ir.Compare) -> Any:
    if _place(node.left) > _place(node.right):
        turned = _MIRROR[node.comparator]
        node = msgspec.structs.replace(node, left=node.right, comparator=turned, right=node.left)
    match node:
        case ir.Compare(ir.Count(scope, False), ">=", ir.Number(Interval(low, _))) if low == 1:
            return ir.Exists(scope)
        case ir.Compare(ir.Count(scope, False), "=" | "<=", ir.Number(Interval(low, _))) if not low:
            return ir.Not(ir.Exists(scope))
        case ir.Compare(
            ir.TextMeasure("occurrences", texts) as counted, ">=", ir.Number(Interval(low, _))
        ) if low == 1:
            return ir.TextTest(
                "contains",
                tuple(map(str, texts)),
                whole_words=counted.whole_words,
                case_sensitive=counted.case_sensitive,
            )
        case ir.Compare(ir.Of(value, scope)) if _numbered(scope):
            return ir.Quantified("each", scope, msgspec.structs.replace(node, left=value))
    return node


def _place(side: ir.Expr) -> tuple[bool, str]:
    return isinstance(side, _LITERAL), canonical(side)


def _numbered(scope: ir.Scope) -> bool:
    """Tell whether the scope is one thing with a number: `day 2`."""
    return any(
        isinstance(f, ir.Ordinal) and f.kind == "number" and f.low == f.high for f in scope.filters
    )


def _between(node: ir.Between) -> Any:
    return _and(
        ir.And((ir.Compare(node.value, ">=", node.low), ir.Compare(node.value, "<=", node.high)))
    )


def _quantified(node: ir.Quantified) -> Any:
    match node.quantifier:
        case "no":
            return msgspec.structs.replace(node, quantifier="each", body=_negated(node.body))
        case "at-least" if node.number == 1:
            return msgspec.structs.replace(node, quantifier="any", number=0)
    return node


def _test(node: ir.TextTest) -> Any:
    """One text a test: `contains none of [a, b]` is `not contains a and not contains b`."""
    each = [msgspec.structs.replace(node, operands=(o,), mode="any") for o in node.operands]
    match node.mode:
        case "none":
            return _joined(ir.And, [ir.Not(test) for test in each])
        case "all":
            return _joined(ir.And, each)
        case "any":
            return _joined(ir.Or, each)


def _not(node: ir.Not) -> Any:
    return _negated(node.part)


def _negated(part: Any) -> Any:
    match part:
        case ir.Not(inner):
            return inner
        case ir.Compare(comparator=sign) if not part.about and part.slack is None:
            return msgspec.structs.replace(part, comparator=_OPPOSITE[sign])
        case ir.And(parts):
            return _joined(ir.Or, [_negated(p) for p in parts])
        case ir.Or(parts):
            return _joined(ir.And, [_negated(p) for p in parts])
        case ir.Quantified("any"):
            return msgspec.structs.replace(part, quantifier="each", body=_negated(part.body))
    return ir.Not(part)


def _and(node: ir.And) -> Any:
    return _joined(ir.And, node.parts)


def _or(node: ir.Or) -> Any:
    return _joined(ir.Or, node.parts)


def _joined(kind: type[ir.And | ir.Or], parts: Any) -> Any:
    """Join parts in order of their text, each once, with the parts of parts of the same kind."""
    flat = [p for part in parts for p in (part.parts if isinstance(part, kind) else (part,))]
    unlike = {canonical(part): part for part in flat}
    ordered = tuple(unlike[text] for text in sorted(unlike))
    return ordered[0] if len(ordered) == 1 else kind(ordered)


def _arithmetic(node: ir.Arithmetic) -> ir.Arithmetic:
    if node.operator in ("+", "*") and canonical(node.left) > canonical(node.right):
        return ir.Arithmetic(node.operator, node.right, node.left)
    return node


def _named(node: ir.Named) -> ir.Named:
    return ir.Named(tuple(sorted(map(str.lower, node.names))), node.quoted)


def _scope(node: ir.Scope) -> ir.Scope:
    """Write names small, and a category as blocks of this name."""
    if node.kind == "label":
        return msgspec.structs.replace(node, name=node.name.lower())
    if node.kind == "category":
        filters = (ir.Named((node.name,)), *node.filters)
        return msgspec.structs.replace(node, kind="block", name="block", filters=filters)
    return node


def _ordered(node: ir.Ordered) -> ir.Ordered:
    first, second = (
        ir.Words(end.text.lower()) if isinstance(end, ir.Words) else end
        for end in (node.first, node.second)
    )
    turned = {"after": "before", "immediately-after": "immediately-before"}.get(node.relation)
    if turned:
        first, second = second, first
    return ir.Ordered(first, turned or node.relation, second)  # type: ignore[arg-type]


_RULES: dict[type, Callable[[Any], Any]] = {
    ir.Number: _number,
    ir.Compare: _comparison,
    ir.Between: _between,
    ir.Quantified: _quantified,
    ir.TextTest: _test,
    ir.Not: _not,
    ir.And: _and,
    ir.Or: _or,
    ir.Arithmetic: _arithmetic,
    ir.Named: _named,
    ir.Scope: _scope,
    ir.Ordered: _ordered,
}


def _conditions(formula: Any) -> list[Any]:
    """Take `and` apart, also inside `each`: what holds of each holds part by part."""
    match formula:
        case ir.And(parts):
            return [c for part in parts for c in _conditions(part)]
        case ir.Quantified("each", scope, body):
            inner = _conditions(body)
            over = _by_name(scope)
            return [msgspec.structs.replace(formula, scope=s, body=b) for s in over for b in inner]
        case ir.If(test, then, None):
            return [ir.If(test, part) for part in _conditions(then)]
    return [formula]


def _by_name(scope: Any) -> list[Any]:
    """Take `meal named any of ["lunch", "dinner"]` apart."""
    given = next((f for f in getattr(scope, "filters", ()) if isinstance(f, ir.Named)), None)
    if given is None or any(isinstance(f, ir.Ordinal) for f in scope.filters):
        return [scope]
    return [
        msgspec.structs.replace(
            scope,
            filters=tuple(
                ir.Named((name,), given.quoted) if f is given else f for f in scope.filters
            ),
        )
        for name in given.names
    ]
