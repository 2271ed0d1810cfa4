"""Prices for one person beside prices for all: `€15 per person` and `Lunch, €36`.

How many persons there are is said nowhere near, so what the two come to is open, unless a total of
the response adds them up as they stand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from evalspec.core.quantity import Interval, exactly
from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document.facts import OF_EACH, Amount, Doubt, EntryKind, Origin
from evalspec.document.reading import Reading
from evalspec.document.tree import Draft
from evalspec.vocabulary.fold import fold

_NOTHING = exactly(0)
_SENTENCES = ("prose", "note", "introduction", "property")
_WHERE = 4
"""Most words behind that say where or in what: `in local currency`."""
_FIRST = 3
"""Words of a sentence that may name the weights that all of it is about."""
_MARKS = regex(r"[*_,;]")
_PARTS = (EntryKind.ITEM, EntryKind.BLOCK)


class _Prices:
    """What is said of prices below a container."""

    def __init__(self) -> None:
        self.heads: list[Amount] = []
        self.others: list[Amount] = []
        self.doubted = False

    def take(self, other: _Prices) -> None:
        self.heads += other.heads
        self.others += other.others
        self.doubted |= other.doubted


def doubts_of_heads(reading: Reading, parts: Sequence[Draft]) -> Iterator[tuple[Draft, Doubt]]:
    """Doubt the sums of the innermost containers that hold prices of both kinds."""
    words = reading.wording.roles.get("per head", frozenset())
    for line in reading.unread:
        measure = _of_heads(reading, line.span, words) if line.reason in _SENTENCES else ""
        if measure:
            whose = OF_EACH if _tells_of_all(reading, line.span) else ""
            yield reading.plan, Doubt("per-head", line.span, (), measure, whose)
    every = [reading.plan, *parts]
    if not any(amount.qualifier in words for draft in every for amount in draft.amounts):
        return
    below = {id(draft): _Prices() for draft in every}
    for draft in reversed(every):
        prices = below[id(draft)]
        if (twice := _told_for_all(draft, words)) is not None:
            yield reading.plan, Doubt("per-head", twice.span, (), twice.measure, twice.qualifier)
        if draft.kind in _PARTS and not prices.heads and not prices.others:
            money = (a for a in draft.amounts if a.unit.dimension.startswith("currency:"))
            own = [a for a in money if a.value != _NOTHING]  # nothing for one is nothing for all
            # `€12 each, €36`, `3 people, €12 each`: the line itself says what they come to
            told = any(a.qualifier not in words for a in own) or any(map(_counts, draft.amounts))
            (prices.others if told else prices.heads).extend(own)
        elif prices.heads and prices.others and not prices.doubted:
            prices.doubted = True
            if not _adds_up(draft, [*prices.heads, *prices.others]):
                first = min(prices.heads, key=lambda amount: amount.span.start)
                yield draft, Doubt("per-head", first.span, (), first.measure, first.qualifier)
        if draft.parent is not None and draft.kind is not EntryKind.DEFINITION:
            below[id(draft.parent)].take(prices)


def _told_for_all(draft: Draft, words: frozenset[str]) -> Amount | None:
    """Return the price for one person beside a column of what it is for all: `€3`, `€12` for four."""
    money = [a for a in draft.amounts if a.unit.dimension.startswith("currency:") and a.name]
    heads = [a for a in money if a.qualifier in words]
    return heads[0] if len(heads) == 1 and len(money) > 1 else None


def _of_heads(reading: Reading, line: Span, words: frozenset[str]) -> str:
    """Return what a sentence says is for one person: `All prices are per person.`, `Weights are per head.`"""
    wording = reading.wording
    said = f" {fold(_MARKS.sub(' ', reading.string(line)))} "
    known = [wording.measures.get(fold(word), "") for word in said.split()]
    price = wording.usual_measure("currency:")
    if fold(said.rpartition(":")[2].strip(' "')) in words:  # `"basis": "per person"`
        return price
    weights = (m for m in known[:_FIRST] if m and wording.lexicon.measures[m].dimension == "mass")
    told = price if price in known else next(weights, "")
    return told if any(f" {word} " in said for word in words) else ""


def _tells_of_all(reading: Reading, line: Span) -> bool:
    """Tell whether a sentence says no more than that: `Note: all prices are per person in euros.`"""
    roles = reading.wording.roles
    plain = roles["telling of all"]
    for said in roles["per person"]:
        before, found, behind = fold(reading.string(line)).partition(f" {said}")
        named = {fold(word) for word in before.replace(":", " ").strip("( ").split()}
        behind = behind.strip(" .)")
        if found and named <= plain and len(behind.split()) <= _WHERE:
            return not behind or behind.startswith("in ")
    return False


def _counts(amount: Amount) -> bool:
    return amount.unit.dimension == "one" or amount.unit.dimension.startswith("count:")


def _adds_up(draft: Draft, amounts: list[Amount]) -> bool:
    """Tell whether a container states what the amounts come to as they stand."""
    total: Interval = _NOTHING
    for amount in amounts:
        total = total + amount.value
    stated = (a for a in draft.amounts if a.origin is Origin.STATED)
    return any(a.unit == amounts[0].unit and a.value == total for a in stated)
