"""What a formula asks of: given data alone, or the response too; which variables it leaves free."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from evalspec.core.record import walk
from evalspec.language import ir

_OF_THE_RESPONSE = (
    ir.Scope, ir.Measure, ir.Stated, ir.Aggregate, ir.Count, ir.Property, ir.Field,
    ir.TextMeasure, ir.TextTest, ir.Exists, ir.NoAnswer, ir.Judged, ir.Quoted,
)  # fmt: skip


def over_data(node: Any) -> bool:
    """Tell whether a formula asks of given data alone."""
    return not any(isinstance(one, _OF_THE_RESPONSE) and not _of_data(one) for one in walk(node))


@lru_cache(maxsize=4096)
def constant(node: ir.Expr) -> bool:
    """Tell whether an expression has one value for a case, whatever the response: it asks of data alone."""
    return over_data(node) and not free_variables(node)


def free_variables(node: Any) -> frozenset[str]:
    """Return the variables that a node names and does not bind."""
    if isinstance(node, tuple):
        return frozenset().union(*map(free_variables, node))
    if not hasattr(node, "__struct_fields__"):
        return frozenset()
    below = free_variables(tuple(getattr(node, name) for name in node.__struct_fields__))
    if isinstance(node, ir.Data) and node.root != "data":
        return below | {node.root}
    if isinstance(node, ir.Collected):
        return below - {node.variable} | free_variables(node.over)
    if isinstance(node, ir.Quantified) and node.variable:
        return below - {node.variable} | free_variables(node.scope)
    return below


def _of_data(node: Any) -> bool:
    """Tell whether a text in quotes was taken as a measure, or members of data are added up."""
    if isinstance(node, ir.Aggregate):
        return isinstance(node.value, ir.Collected)
    return isinstance(node, ir.Measure) and node.quoted
