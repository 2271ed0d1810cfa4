"""One form for formulas that say the same, so that they can be compared as text."""

from __future__ import annotations

from collections.abc import Callable
from operator import is_not
from typing import Any

from msgspec.structs import replace

from evalspec.core.record import Record
from evalspec.language import ir
from evalspec.language.printer import canonical

_NEGATED: dict[ir.Comparator, ir.Comparator] = {
    "<": ">=", "<=": ">", "=": "!=", "!=": "=", ">=": "<", ">": "<=",
}  # fmt: skip
_MIRRORED: dict[ir.Comparator, ir.Comparator] = {
    "<": ">", "<=": ">=", "=": "=", "!=": "!=", ">=": "<=", ">": "<",
}  # fmt: skip
_AFTER = {"after": "before", "immediately-after": "immediately-before"}
LITERALS = (ir.Number, ir.Moment)


def rebuilt(node: Any, change: Callable[[Any], Any]) -> Any:
    """Return a node with `change` applied to every record in it, the inner ones first."""
    if isinstance(node, tuple):
        new = tuple(rebuilt(part, change) for part in node)
        return new if any(map(is_not, new, node)) else node
    if not isinstance(node, Record):
        return node
    changed = {}
    for name in node.__struct_fields__:
        value = getattr(node, name)
        if isinstance(value, tuple | Record) and (new := rebuilt(value, change)) is not value:
            changed[name] = new
    return change(replace(node, **changed) if changed else node)


def normal(node: Any) -> Any:
    """Return a formula or an expression in its normal form."""
    return rebuilt(node, _simpler)


def plain_sums(node: Any, adding: frozenset[str]) -> Any:
    """Write `sum(protein)` as `protein`: of a container, a measure that adds up is the sum."""

    def change(part: Any) -> Any:
        match part:
            case ir.Aggregate("sum", ir.Measure(name) as measure, None) if name in adding:
                return measure
        return part

    return rebuilt(node, change)


def text_of(node: Any) -> str:
    """Write the normal form of a node."""
    return canonical(normal(node))


def mirrored(comparator: ir.Comparator) -> ir.Comparator:
    """Return the comparator that says the same with both sides exchanged."""
    return _MIRRORED[comparator]


def _simpler(node: Any) -> Any:
    match node:
        case ir.Compare() if isinstance(node.left, LITERALS) and node.slack is None:
            return replace(
                node, left=node.right, right=node.left, comparator=_MIRRORED[node.comparator]
            )
        case ir.Arithmetic("+" | "*" | "difference") if canonical(node.left) > canonical(
            node.right
        ):
            return replace(node, left=node.right, right=node.left)
        case ir.TextMeasure("occurrences" | "distinct-occurrences" | "matches"):
            return replace(node, arguments=_sorted(node.arguments, node))
        case ir.TextTest() if node.relation != "is":
            return replace(node, operands=_sorted(node.operands, node))
        case ir.Ordered(first, relation, second) if relation in _AFTER:
            return ir.Ordered(second, _AFTER[relation], first, node.at)  # type: ignore[arg-type]
        case ir.And(parts) | ir.Or(parts):
            return _joined(type(node), parts, node.at)
        case ir.Not(part):
            return negated(part)
        case ir.Quantified("no"):
            return replace(node, quantifier="each", body=negated(node.body))
    return node


def _sorted(texts: tuple[Any, ...], node: ir.TextMeasure | ir.TextTest) -> tuple[Any, ...]:
    patterns = "matches" in (getattr(node, "name", ""), getattr(node, "relation", ""))
    folded = [t if node.case_sensitive or patterns else str(t).casefold() for t in texts]
    return tuple(sorted(set(folded), key=str))


def _joined(kind: type[ir.And] | type[ir.Or], parts: tuple[ir.Formula, ...], at: Any) -> ir.Formula:
    flat: dict[str, ir.Formula] = {}
    for part in parts:
        for inner in part.parts if isinstance(part, kind) else (part,):
            flat.setdefault(canonical(inner), inner)
    if len(flat) == 1:
        return next(iter(flat.values()))
    return kind(tuple(flat[text] for text in sorted(flat)), at)


def negated(node: ir.Formula) -> ir.Formula:
    """Return the negation of a formula in normal form, pushed inwards as far as it goes."""
    match node:
        case ir.Not(part):
            return part
        case ir.And(parts):
            return _joined(ir.Or, tuple(map(negated, parts)), node.at)
        case ir.Or(parts):
            return _joined(ir.And, tuple(map(negated, parts)), node.at)
        case ir.Compare() if not _wide(node):
            return replace(node, comparator=_NEGATED[node.comparator])
        case ir.TextTest(mode="any") if node.relation != "is":
            return replace(node, mode="none")
        case ir.TextTest(mode="none"):
            return replace(node, mode="any")
        case ir.Quantified("each"):
            return replace(node, quantifier="any", body=negated(node.body))
        case ir.Quantified("any"):
            return replace(node, quantifier="each", body=negated(node.body))
        case ir.Using(segmentation, body):
            return ir.Using(segmentation, negated(body), node.at)
        case ir.Shared(body=body):
            return replace(node, body=negated(body))
        case _:
            return ir.Not(node, node.at)


def _wide(node: ir.Compare) -> bool:
    """Tell whether a comparison has a tolerance, which widens it for `<` as for `>`."""
    return node.tolerance is not None or node.about or node.slack is not None
