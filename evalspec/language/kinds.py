"""What kind of constraint a formula is: what it measures, without its names and numbers.

Kinds group verdicts of different specs: they say where a method can be trusted.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from evalspec.core.errors import EvalspecError
from evalspec.language.grammar import parse
from evalspec.language.names import TEXT_MEASURES

NOT_UNDERSTOOD = "not-understood"
"""A sentence that did not compile."""
OTHER = "other"

_KINDS = {
    "aggregate": "amount",
    "label": "amount",
    "count": "count",
    "call": "time",
    "exists": "presence",
    "ordered": "order",
    "text_test": "text",
    "occurrences": "text",
    "form_test": "form",
    "share": "share",
    "reference": "data",
}
"""Rule of the grammar → kind; what lies inside such a node says nothing more."""


@lru_cache(maxsize=10_000)
def kind_of(canonical: str) -> str:
    """Return the kind of a canonical formula; several measures are joined: `count+time`.

    A sentence with several readings, written with ` | ` between them, has the kinds of all.
    """
    if not canonical:
        return NOT_UNDERSTOOD
    for texts in ((canonical,), tuple(canonical.split(" | "))):
        try:
            found = {kind for text in texts for kind in _kinds(parse(text))}
        except EvalspecError:
            continue
        return "+".join(sorted(found)) or OTHER
    return OTHER


def _kinds(tree: Any) -> Iterator[str]:
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        rule = getattr(node, "data", None)
        if rule in _KINDS:
            yield _KINDS[rule]
        elif rule == "measure" and str(node.children[0]) == "field":
            yield "text"
        elif rule == "measure":
            yield "text-count" if str(node.children[0]) in TEXT_MEASURES else "amount"
        elif rule is not None and rule != "scope":
            waiting += node.children
