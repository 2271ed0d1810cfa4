"""Constraints under the segmentations that a data set's labels rest on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from evalspec.language import ir
from evalspec.language.printer import canonical

OR_MORE = "or-more"


def segmented(made: ir.Constraint, names: Mapping[str, str]) -> ir.Constraint:
    """Return a constraint whose counts and tests use the segmentations that `names` gives them.

    `names` maps a measure of text (`words`) or a relation (`written-in`) to a segmentation; to
    `or-more`, where the labels take so many of it for that many at least.
    """
    if not names or not made.readings:
        return made
    readings = tuple(_wrapped(reading, names) for reading in made.readings)
    texts = tuple(canonical(reading) for reading in readings)
    return msgspec.structs.replace(
        made, readings=readings, reading_texts=texts, canonical=" | ".join(texts)
    )


def _wrapped(formula: Any, names: Mapping[str, str]) -> Any:
    """Put `using` around every comparison or test that a segmentation is named for."""
    if isinstance(formula, ir.Using):
        return formula
    if isinstance(formula, (ir.Compare, ir.Between, ir.TextTest)):
        found = next((names[name] for name in _asked(formula) if name in names), "")
        if found == OR_MORE:
            exact = isinstance(formula, ir.Compare) and formula.comparator == "="
            return msgspec.structs.replace(formula, comparator=">=") if exact else formula
        return ir.Using(found, formula) if found else formula
    changes = {}
    for name in formula.__struct_fields__:
        value = getattr(formula, name)
        if isinstance(value, tuple) and name == "parts":
            changes[name] = tuple(_wrapped(part, names) for part in value)
        elif name in ("part", "body", "test", "then", "otherwise") and value is not None:
            changes[name] = _wrapped(value, names)
    return msgspec.structs.replace(formula, **changes) if changes else formula


def _asked(formula: Any) -> list[str]:
    if isinstance(formula, ir.TextTest):
        return [formula.relation]
    sides = [getattr(formula, name, None) for name in ("left", "value", "right", "low", "high")]
    return [side.name for side in sides if isinstance(side, ir.TextMeasure)]
