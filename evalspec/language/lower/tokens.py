"""Tokens and trees of the grammar, taken as what they say."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

FLIPPED = {"≤": "<=", "≥": ">=", "≠": "!=", "==": "="}
ORDERS = {
    "BEFORE": "before",
    "AFTER": "after",
    "RIGHT_BEFORE": "immediately-before",
    "RIGHT_AFTER": "immediately-after",
    "PRECEDING": "before",
    "FOLLOWING": "after",
    "RIGHT_PRECEDING": "immediately-before",
    "RIGHT_FOLLOWING": "immediately-after",
}


def trees(tree: Any) -> list[Any]:
    """Return the children that are trees."""
    return [child for child in tree.children if hasattr(child, "data")]


def padded(children: list[Any], length: int) -> list[Any]:
    """Fill up children that the parser left out at the end."""
    return [*children, *[None] * (length - len(children))]


def before_last(tree: Any) -> str:
    """Return the type of the token before the last child."""
    return getattr(tree.children[-2], "type", "") if len(tree.children) > 1 else ""


def word_of(token: Any) -> str:
    """Return a word, in quotes or not."""
    return unquoted(token) if token.type == "STRING" else str(token)


def unquoted(token: Any) -> str:
    """Return what stands in single or double quotes."""
    text = str(token)
    if text[0] == "'":
        return text[1:-1].replace("\\'", "'").replace("\\\\", "\\")
    try:
        return str(json.loads(text, strict=False))
    except ValueError:
        return text[1:-1]


def number_of(token: Any) -> Decimal:
    """Return a number without its thousands separators."""
    return Decimal(str(token).replace(",", ""))
