"""What a column of a row holds, as it is and as text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

MISSING = ("", "none", "null", "nan", "n/a")
"""Values of a label column that say there is no label."""

Row = Mapping[str, Any]


def value_of(row: Row, column: str) -> Any:
    """Return what a column holds; `a.b` also reads `b` of the mapping in `a`. None if absent."""
    if column in row or "." not in column:
        return row.get(column)
    first, _, rest = column.partition(".")
    inner = row.get(first)
    return value_of(inner, rest) if isinstance(inner, Mapping) else None


def has_column(row: Row, column: str) -> bool:
    """Tell whether a row has a column, whatever it holds."""
    if column in row or "." not in column:
        return column in row
    first, _, rest = column.partition(".")
    inner = row.get(first)
    return isinstance(inner, Mapping) and has_column(inner, rest)


def text_of(value: Any) -> str:
    """Return a value as text in lower case; an absent one is empty."""
    return text_as_is(value).strip().lower()


def text_as_is(value: Any) -> str:
    """Return a value as text; an absent one is empty, truth is written as in JSON."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)
