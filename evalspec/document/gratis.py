"""Prices written as a word: `Castle – free`, `Park: no charge` cost 0 of the money of the others."""

from __future__ import annotations

import re

from evalspec.core.quantity import exactly
from evalspec.core.span import Span
from evalspec.document.facts import Amount, EntryKind
from evalspec.document.ranks import walk
from evalspec.document.reading import Reading

_BEFORE = r"(?:[:(|,;]|\s[-–—])\s*[*_]*\s*"
_AFTER = r"(?=\s*[*_]*(?:$|[().,;|\n]))"


def price(reading: Reading) -> None:
    """Give an item without a price the price 0 where its line says that it costs nothing."""
    words = reading.wording.roles.get("free", frozenset())
    given = reading.wording.roles.get("free by", frozenset())
    measure = reading.wording.default_measure.get("currency", "")
    low = reading.text.lower()
    if not measure or not any(word in low for word in words | given):
        return
    drafts = list(walk(reading.plan))
    units = {a.unit for d in drafts for a in d.amounts if a.measure == measure}
    if len(units) != 1:
        return
    unit = units.pop()
    free = re.compile(f"{_BEFORE}(?P<words>(?:{_any(words)}){_AFTER}|(?:{_any(given)})\\b)")
    for draft in drafts:
        if draft.kind not in (EntryKind.ITEM, EntryKind.BLOCK) or any(
            a.measure == measure for a in draft.amounts
        ):
            continue
        line = draft.spans[0]
        found = None if draft.parts else free.search(low, line.start, line.end)
        if found is not None:
            draft.amounts.append(Amount(measure, exactly(0), unit, Span(*found.span("words"))))


def _any(words: frozenset[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
