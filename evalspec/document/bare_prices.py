"""Numbers without a sign that are money: with those that bear one they come to the total of a list.

`Hall – €150`, `Rice: 105`, `Goat: 2 × 95 = 190`, then `Total: €445`. A list with errors of a few per cent
is still such a list; a number of guests among its prices is none of them. Where a sentence says which
money all prices are in, no total need say so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from msgspec.structs import replace

from evalspec.core.quantity import Unit
from evalspec.core.regex import regex
from evalspec.document.blocks import HEADS, LISTS, Block, BlockKind
from evalspec.document.headers import unit_of
from evalspec.document.mention import Mentions, QuantityMention
from evalspec.document.mentions.words import currency
from evalspec.document.wording import Wording
from evalspec.vocabulary.fold import fold

_LINES = (*LISTS, BlockKind.PARAGRAPH, BlockKind.LABEL_LINE, BlockKind.BOLD_LINE)
_BEFORE = regex(r"(?:[:=)–—→-]|\.{3,})[ \xa0]*[*_~≈]*$")
_BEHIND = regex(r"(?:\([^()\d]*\)|[^\w(])*$")
_PRICED_IN = regex(
    r"\b(?:prices|costs|fares|all amounts|all figures)\b[^.\n]{0,60}?\bin[ \xa0]([^.\n]{1,30})",
    re.IGNORECASE,
)
_WORD = regex(r"[^\W\d_]+|[€£$₹]")
_FIRST = 4
"""Words behind `in` that may name the money: `the new Turkish lira`."""
_IN_BRACKETS = regex(r"[(\[][ \xa0]?([^()\[\]\d]{1,5}?)[ \xa0]?[)\]][ \xa0]?:?$")
_NEAR = 20
_FEWEST = 2


def with_currency(
    text: str, blocks: Sequence[Block], mentions: Mentions, wording: Wording
) -> Mentions:
    """Give the numbers that end the lines of a list the currency in which its total is told."""
    said = _said(text, wording)
    money = said or {
        m.unit for m in mentions.quantities if m.unit and m.unit.dimension.startswith("currency:")
    }
    closing = list(_closing(text, blocks, mentions.quantities))
    headed = _told_above(text, blocks, wording)
    if headed:
        told_so = {id(m): headed[id(b)] for b, m in closing if id(b) in headed and m.unit is None}
        every = (replace(m, unit=told_so.get(id(m), m.unit)) for m in mentions.quantities)
        return replace(mentions, quantities=tuple(every))
    if len(money) != 1:
        return mentions
    (unit,) = money
    bare: list[QuantityMention] = []
    told, totals = Decimal(0), list[Decimal]()
    for block, last in closing:
        name = fold(text[block.text.start : last.span.start].strip(" *_:–—=-("))
        whole = wording.begins_with_role(name, "total")
        if last.value.low is None or not last.value.exact or last.unit not in (None, unit):
            continue
        if whole:
            totals += [last.value.low] if last.unit else []
        elif last.unit is not None:
            told += last.value.low
        elif name and not wording.is_measure(name) and not wording.ranks.get(name):
            bare.append(last)
    whole_sum = told + sum((m.value.low or Decimal(0) for m in bare), Decimal(0))
    agreed = said or any(abs(t - whole_sum) * _NEAR <= t for t in totals)
    if len(bare) < _FEWEST or not agreed:
        return mentions
    found = {id(m) for m in bare}
    priced = (replace(m, unit=unit) if id(m) in found else m for m in mentions.quantities)
    return replace(mentions, quantities=tuple(priced))


def _said(text: str, wording: Wording) -> set[Unit]:
    """Return the money that a sentence says all prices are in: `All prices are in Swiss francs (CHF)`."""
    currencies = wording.lexicon.currencies
    words = (word for one in _PRICED_IN.finditer(text) for word in _WORD.findall(one[1])[:_FIRST])
    codes = (currencies.get(word.lower()) or currencies.get(fold(word)) for word in words)
    return {currency(code) for code in codes if code}


def _told_above(text: str, blocks: Sequence[Block], wording: Wording) -> dict[int, Unit]:
    """Return the lines below a heading that tells the currency of their numbers: `## Costs (KES)`."""
    found: dict[int, Unit] = {}
    unit: Unit | None = None
    for block in blocks:
        if block.kind in HEADS:
            told = _IN_BRACKETS.search(text, block.text.start, block.text.end)
            unit = unit_of(told[1].lower(), wording) if told is not None else None
            unit = unit if unit is not None and unit.dimension.startswith("currency:") else None
        elif unit is not None and block.kind in LISTS:
            found[id(block)] = unit
    return found


def _closing(
    text: str, blocks: Sequence[Block], quantities: Sequence[QuantityMention]
) -> Iterator[tuple[Block, QuantityMention]]:
    """Yield the lines that end in a number, with it."""
    at = 0
    for block in blocks:
        while at < len(quantities) and quantities[at].span.end <= block.span.end:
            at += 1
        last = quantities[at - 1] if at else None
        if last is None or block.kind not in _LINES or last.span.start < block.text.start:
            continue
        before = _BEFORE.search(
            text, max(block.text.start, last.span.start - _NEAR), last.span.start
        )
        if before is not None and _BEHIND.match(text, last.span.end, block.span.end):
            yield block, last
