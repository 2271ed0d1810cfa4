"""Amounts that a line says twice: in another unit, as a total, worked out again, as a rate.

`4 oz (113 g)`, `300 kcal + 50 kcal = 350 kcal`, `4 sets of 6 at 70 kg (4 x 6 x 70 = 1,680 kg)`,
`$180 (2 tickets at $90 each)`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document.facts import Amount
from evalspec.document.wording import Wording
from evalspec.vocabulary.fold import fold

_RESTATED = regex(r"\s*(?:\(|/|=|\bor\b|\[)\s*(?:~|about|approx\.?|≈)?\s*$")
_MEASURED = regex(r"(?:\s+[A-Za-z-]+){1,3}\s*\(\s*(?:~|about|approx\.?|≈)?\s*$")
"""What stands between `2 cups` and `480 ml` in `2 cups of tea (480 ml)`."""
_NEAR = Decimal("1.5")
_RATED = regex(r"\s*(?:per|a|/)\s*\w+\s*[(=[]\s*[~≈]?\s*$")
_TOTALLED = regex(r"(?:=|\btotal(?:s|ing|ling)?\b:?(?:\sof)?)\s*[~≈(]?\s*$", re.IGNORECASE)
_TOTAL_AFTER = regex(r"\s*(?:in\s)?total\b", re.IGNORECASE)
_CROSS = regex(r"\s*[x×✕*]\s*", re.IGNORECASE)
_WORD = regex(r"[a-z]+", re.IGNORECASE)
_LINKS = frozenset(("at", "a", "of", "for", "each", "per", "x", "is", "in"))


def without_duplicates(
    text: str, line: Span, amounts: Sequence[Amount], wording: Wording
) -> tuple[list[Amount], list[Amount]]:
    """Part the amounts of a line into those that count and those that say one of them again."""
    kept: list[Amount] = []
    duplicates = _worked_out(text, amounts, wording)
    for amount in amounts:
        if amount in duplicates:
            continue
        same = [k for k in kept if k.measure == amount.measure]
        last = kept[-1] if kept else None
        if last in same and last is not None and _restates(text, last, amount):
            duplicates.append(amount)
            continue
        if same and _is_total(text, line, amount) and not amount.qualifier:
            duplicates += same
            kept = [k for k in kept if k.measure != amount.measure]
        kept.append(amount)
    rates = _rates(text, kept, wording)
    return [a for a in kept if a not in rates], duplicates + rates


def _restates(text: str, first: Amount, second: Amount) -> bool:
    if _is_rate(first) and _is_rate(second) and first.qualifier != second.qualifier:
        return bool(_RATED.fullmatch(text, first.span.end, second.span.start))
    same_kind = first.unit.dimension == second.unit.dimension and first.unit != second.unit
    between = first.span.end, second.span.start
    if not same_kind or _RESTATED.fullmatch(text, *between):
        return same_kind
    return bool(_MEASURED.fullmatch(text, *between)) and _is_about(first, second)


def _is_about(first: Amount, second: Amount) -> bool:
    """Tell whether two amounts are about the same: a cup is no exact measure."""
    ends = [a.value.scaled(a.unit.factor).low for a in (first, second)]
    low, high = sorted(end or Decimal(0) for end in ends)
    return first.measure == second.measure and low < high <= low * _NEAR


def _is_rate(amount: Amount) -> bool:
    return amount.qualifier.startswith(("per ", "/"))


def _is_total(text: str, line: Span, amount: Amount) -> bool:
    before = text[max(line.start, amount.span.start - 16) : amount.span.start]
    return bool(_TOTALLED.search(before)) or bool(
        _TOTAL_AFTER.match(text, amount.span.end, line.end)
    )


def _worked_out(text: str, amounts: Sequence[Amount], wording: Wording) -> list[Amount]:
    """Return the factors of a product that repeat what the line has said."""
    found: list[Amount] = []
    at = 1
    while at < len(amounts):
        end = at + 1
        while end < len(amounts) and _CROSS.fullmatch(
            text, amounts[end - 1].span.end, amounts[end].span.start
        ):
            end += 1
        factors = amounts[at:end]
        said = {(a.measure, a.value) for a in amounts[:at]}
        repeated = len(factors) > 1 and all((a.measure, a.value) in said for a in factors)
        if repeated and _names_nothing(text, amounts[at - 1], factors[0], wording):
            found += factors
        at = end
    return found


def _rates(text: str, amounts: Sequence[Amount], wording: Wording) -> list[Amount]:
    """Return the rates of which a counted total stands beside them."""
    counts = [a.value for a in amounts if a.unit.dimension.startswith("count:")]
    found = []
    for rate in amounts if counts else ():
        totals = [a for a in amounts if a.measure == rate.measure and not a.qualifier]
        if rate.qualifier and any(
            total.unit == rate.unit
            and any(count * rate.value == total.value for count in counts)
            and _names_nothing(text, total, rate, wording)
            for total in totals
        ):
            found.append(rate)
    return found


def _names_nothing(text: str, first: Amount, second: Amount, wording: Wording) -> bool:
    """Tell whether only units, measures and links stand between two amounts, no other thing."""
    start, end = sorted((first.span, second.span), key=lambda span: span.start)
    words = {fold(word) for word in _WORD.findall(text, start.end, end.start)}
    totals = wording.roles.get("total", frozenset())
    return all(
        word in _LINKS
        or word in wording.lexicon.units
        or word in wording.measures
        or word in totals
        for word in words
    )
