"""Lines above others that are groups, no things beside those: of kinds, and with what these come to.

`- **Venue:** €725` above its bullets; `| **Venue** | €725 |` above the rows of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from evalspec.core.quantity import Interval, exactly
from evalspec.document.facts import EACH, Amount, EntryKind, Origin
from evalspec.document.own_amounts import as_origin
from evalspec.document.payments import base, is_usual_price
from evalspec.document.ranks import walk
from evalspec.document.reading import Reading
from evalspec.document.tree import Draft
from evalspec.vocabulary.fold import fold

_FEWEST, _SURE = 2, 3
"""Groups that agree, where they are written otherwise than their things, and where they are not."""
_NOTHING = exactly(0)


def settle(reading: Reading) -> None:
    """Make lines that come to what stands below them the groups of that."""
    for holder in (reading.plan, *walk(reading.plan)):
        _take_products(reading, holder)
        _open_heads(reading, holder)
        _open_rows(reading, holder)
        _open_kinds(reading, holder)


def _open_heads(reading: Reading, holder: Draft) -> None:
    """Open things with a price that most often is what lines below each come to.

    One alone may be a thing with its details.
    """
    plain = reading.wording.item_rank == "item"
    heads = [part for part in holder.parts if plain and _is_headed(reading, part)]
    agreed = [head for head in heads if _is_sum(head.parts, _priced(reading, head))]
    if len(agreed) >= _FEWEST and len(agreed) * 2 > len(heads):
        for head in heads:
            _open(head)


def _take_products(reading: Reading, head: Draft) -> None:
    """Leave prices of one out that make what a line above says: `- Tiles: £336`, `  - 12 m² at £28`."""
    told = _priced(reading, head) if head.kind is EntryKind.ITEM else []
    priced = [(part, _priced(reading, part)) for part in head.parts]
    made = [(part, prices[0]) for part, prices in priced if len(prices) == 1]
    if len(told) != 1 or not made:
        return
    whole = _NOTHING
    for part, price in made:
        line = reading.quantities(part.spans[0])
        others = [q.value for q in line if not price.span.covers(q.span)]
        whole = whole + price.value * others[0] if len(others) == 1 else whole
    if whole == told[0].value:
        for part, price in made:
            part.amounts.remove(price)
            reading.leave(price.span, "duplicate")


def _open_kinds(reading: Reading, holder: Draft) -> None:
    """Open names above things with amounts in a list of things: `- Dairy`, `  - Milk, 2 l` to buy."""
    title = f" {fold(holder.label or reading.plan.label)} "
    if not any(f" {words} " in title for words in reading.wording.roles.get("of things", ())):
        return
    plain = [p for p in holder.parts if p.kind is EntryKind.ITEM and not (p.amounts or p.starts)]
    heads = [p for p in plain if any(below.amounts for below in p.parts)]
    several = sum(len(head.parts) >= _FEWEST for head in heads)
    if several >= _FEWEST and several * 2 > len(heads):
        for head in heads:
            head.kind = EntryKind.CONTAINER


def _is_headed(reading: Reading, part: Draft) -> bool:
    """Tell whether lines below one with a price have prices as well."""
    plain = part.kind is EntryKind.ITEM and not part.starts and bool(_priced(reading, part))
    priced = [below for below in part.parts if _priced(reading, below)]
    return plain and len(priced) >= _FEWEST and len(priced) == len(part.parts)


def _priced(reading: Reading, part: Draft) -> list[Amount]:
    return [amount for amount in part.amounts if is_usual_price(reading, amount)]


def _is_sum(parts: Sequence[Draft], told: Sequence[Amount]) -> bool:
    left = {amount.measure: base(amount) for amount in told}
    for part in parts:
        _take(left, part)
    return _is_nothing(left)


def _open_rows(reading: Reading, holder: Draft) -> None:
    """Part lines that are each the sum of those behind them, up to the next such line."""
    kept: list[Draft] = []
    for plain, beside in groupby(holder.parts, _is_plain):
        parts = list(beside)
        runs = _runs(parts) if plain else []
        if len(runs) < _FEWEST or not _are_groups(reading, runs):
            kept += parts
            continue
        for head, *below in runs:
            kept.append(head)
            for part in below:
                head.move(part)
            _open(head)
    holder.parts[:] = kept


def _is_plain(part: Draft) -> bool:
    counted = all(a.value.low is not None and a.value.low >= 0 for a in part.amounts)
    told = {amount.measure for amount in part.amounts}
    below = [d for d in walk(part) if d.starts or any(a.measure in told for a in d.amounts)]
    return part.kind is EntryKind.ITEM and not (below or part.starts) and counted


def _runs(parts: Sequence[Draft]) -> list[list[Draft]]:
    """Return lines with those behind them that they are the sum of; none where one is not."""
    runs: list[list[Draft]] = []
    left: dict[str, Interval] = {}
    for part in parts:
        free = bool(part.amounts) and all(base(amount) == _NOTHING for amount in part.amounts)
        if _is_nothing(left) and not (runs and free):
            runs.append([part])
            left = {a.measure: base(a) for a in part.amounts}
        else:
            runs[-1].append(part)
            _take(left, part)
    headed = all(any(base(a) != _NOTHING for a in run[0].amounts) for run in runs)
    return runs if headed and _is_nothing(left) else []


def _is_nothing(left: dict[str, Interval]) -> bool:
    return all(value == _NOTHING for value in left.values())


def _take(left: dict[str, Interval], part: Draft) -> None:
    """Take what a line tells off what is left of its group; of `3 × Milk at €1.15 each` three times that."""
    first = fold(part.label).partition(" ")[0].rstrip("x×")
    for amount in part.amounts:
        many = int(first) if amount.qualifier in EACH and first.isdecimal() else 1
        if amount.measure in left:
            left[amount.measure] = left[amount.measure] - base(amount) * exactly(many)


def _are_groups(reading: Reading, runs: Sequence[Sequence[Draft]]) -> bool:
    """Tell whether lines head others, and do so too clearly for chance: `20, 10, 10` may be what is run."""
    heads = [run[0] for run in runs]
    if any(len(run) < _FEWEST for run in runs) or all(len(run) == _FEWEST for run in runs):
        return False
    if len({head.label for head in heads}) < len(heads):
        return False
    others = (part for run in runs for part in run[1:])
    if all(_is_bold(reading, h) for h in heads) and not any(_is_bold(reading, p) for p in others):
        return True
    sure = (_priced(reading, head) or len(head.amounts) > 1 for head in heads)
    return len(heads) >= _SURE and all(sure)


def _is_bold(reading: Reading, part: Draft) -> bool:
    return reading.text[part.span.start - 1 : part.span.start] in ("*", "_")


def _open(head: Draft) -> None:
    head.kind = EntryKind.CONTAINER
    head.amounts = [as_origin(amount, Origin.STATED) for amount in head.amounts]
