"""What a column of a row holds, as it is and as text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

MISSING = ("", "none", "null", "nan", "n/a")
"""Values of a label column that say there is no label."""

Row = Mapping[str, Any]


def value_of(row: Row, column: str) -> Any:
    """Return what a column holds, None if absent.

    `a.b` also reads `b` of the mapping in `a`, and `a.0` the first of the list in `a`.
    """
    return _found(row, column, None)


def text_in(row: Row, column: str) -> str:
    """Return what a column holds as text; empty when there is none, or none is named."""
    return text_as_is(value_of(row, column)) if column else ""


def has_column(row: Row, column: str) -> bool:
    """Tell whether a row has a column, whatever it holds."""
    return _found(row, column, _ABSENT) is not _ABSENT


_ABSENT = object()


def _found(held: Any, column: str, absent: Any) -> Any:
    first, _, rest = column.partition(".")
    if isinstance(held, list) and first.isdecimal():
        held = {str(number): one for number, one in enumerate(held)}
    if not isinstance(held, Mapping):
        return absent
    if column in held or not rest:
        return held.get(column, absent)
    return _found(held.get(first), rest, absent)


def text_of(value: Any) -> str:
    """Return a value as text in lower case; an absent one is empty."""
    return text_as_is(value).strip().lower()


def text_as_is(value: Any) -> str:
    """Return a value as text; an absent one is empty, truth is written as in JSON."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)
