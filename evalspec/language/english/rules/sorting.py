"""In which order several stand: `sorted by price`, `from cheapest to most expensive`, `cheapest first`."""

from __future__ import annotations

import re
from typing import Any

from evalspec.language.english.lexicon import Words
from evalspec.language.english.meanings import Clause, Noun, Sorting, Theme, changed
from evalspec.language.english.rule import rule
from evalspec.language.english.rules.extremes import smallest
from evalspec.language.english.rules.growth import value_of
from evalspec.language.english.state.overs import block_text

_TURNED = {"max": "<=", "min": ">="}
"""How each relates to the one before it, by what comes first."""


@rule("Sorting -> FROM? EXTREME* TO EXTREME*", "Sorting -> FROM? EXTREME* LINES TO EXTREME*",
      example="from cheapest to most expensive")  # fmt: skip
def from_to(w: Words, first: tuple[str, str], last: tuple[str, str]) -> Sorting | None:
    apart = first[0] != last[0] and first[1] == last[1]
    return Sorting(first[1], _TURNED[first[0]]) if apart else None


@rule("Sorting -> EXTREME* NTH*", example="cheapest first")
def one_first(w: Words, extreme: tuple[str, str], place: int) -> Sorting | None:
    first = extreme[0] if place == 1 else {"max": "min", "min": "max"}[extreme[0]]
    return Sorting(extreme[1], _TURNED[first]) if place in (1, -1) else None


@rule(
    "Sorting -> EXTREME* AT_EDGE*", "End -> EXTREME* LINES AT_EDGE*", example="dearest at the top"
)
def at_edge(w: Words, extreme: tuple[str, str], edge: str) -> Sorting | None:
    return one_first(w, extreme, -1 if re.search(r"bottom|end", edge) else 1)


@rule("Sorting -> Sorting|End COMMA|AND Sorting|End", example="cheapest item at the top, dearest at the bottom",
      against="cheapest item at the top")  # fmt: skip
def both_ways(w: Words, one: Sorting, *rest: Any) -> Sorting | None:
    """Read an order that is said from both ends; of one end, only what stands there may be meant."""
    return one if rest[-1] == one else None


@rule("Sorting -> IN? ASCENDING", example="in ascending order")
def ascending(w: Words) -> Sorting:
    return Sorting("any", ">=")


@rule("Sorting -> IN? DESCENDING", example="in descending order")
def descending(w: Words) -> Sorting:
    return Sorting("any", "<=")


@rule("Sorting -> BY Theme COMMA? Sorting? / Sorting BY|OF Theme / "
      "IN_ORDER_OF Theme COMMA? Sorting?", example="by price, lowest first")  # fmt: skip
def by_measure(w: Words, *parts: Any) -> Sorting | None:
    """Tell by what is sorted; without a direction, either will do."""
    theme = next(p for p in parts if isinstance(p, Theme))
    way = next((p for p in parts if isinstance(p, Sorting)), Sorting("any", ""))
    if theme.of or theme.overs or theme.mean or way.measure not in ("any", theme.measure):
        return None
    return changed(way, measure=theme.measure) if theme.measure in w.lexicon.measures else None


@rule("Clause -> SORTED|HAVE|SET|KEEP|TELL? Plan|Noun Sorting", "Clause -> Plan|Noun Copula SORTED|TOLD? Sorting",
      "Clause -> Plan|Noun SORTED|TOLD Sorting", "Clause -> SORTED|TOLD? Sorting", example="sort the items by price")  # fmt: skip
def is_sorted(w: Words, *parts: Any) -> Clause | None:
    """Ask that no member stands before one that should come first."""
    sorting = next(p for p in parts if isinstance(p, Sorting))
    noun = next((p for p in parts if isinstance(p, Noun)), None)
    if any(p not in ("must",) for p in parts if isinstance(p, str)):
        return None
    whole = noun is None or noun.kind == "plan"
    if noun is not None and not whole:
        plain = noun.plural and not noun.filters and not noun.placed and not noun.overs
        if not plain or noun.kind not in ("rank", "item", "block", "name", "category"):
            return None
    row = smallest(w) if noun is None or whole else block_text(w, changed(noun, article=""))
    timed = w.prose and sorting.measure == "duration"  # `the shortest paragraph last`
    if timed or sorting.measure not in ("any", *w.lexicon.measures):
        return None
    value = value_of(w, w.theme(sorting.measure)) if sorting.measure != "any" else "sum(amount)"
    ways = [
        f"each next {row}: {value} {way} {value} of previous"
        for way in (sorting.way or "<= >=").split()
    ]
    return Clause(ways[0] if len(ways) == 1 else f"({' or '.join(ways)})")
