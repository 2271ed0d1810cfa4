"""Prices beside how many there are of a thing: of one of them, or of all, as the stated total says.

`| Pens | 12 | €2 |` below `Qty` and `Price` may be €2 or €24, `3 h at €40` may be €40 or €120. Where no
total tells, it is either.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from evalspec.core.quantity import Interval, exactly
from evalspec.document import totals
from evalspec.document.facts import PERHAPS_EACH, Amount, EntryKind
from evalspec.document.payments import base
from evalspec.document.ranks import walk
from evalspec.document.reading import Reading
from evalspec.document.remainders import is_remainder
from evalspec.document.tree import Draft
from evalspec.vocabulary.fold import fold

_NOTHING, _ONCE = exactly(0), exactly(1)
_EACH = "each"
_OF_ONE, _OF_ALL = "of one", "of all"


def settle(reading: Reading) -> None:
    """Say of each price beside a number of things whether it is of one of them."""
    told = totals.stated(reading)
    open_ = {id(part): number for part, number in _counted(reading)}
    if all(number == _ONCE for number in open_.values()):
        return
    for holder in (*walk(reading.plan), reading.plan):
        below = [part for part in walk(holder) if id(part) in open_]
        sums = [(base(a), a.span.start) for a in told.get(id(holder), ()) if _is_money(reading, a)]
        sums += [(value, 0) for value in _run_up_to(reading, below[-1])] if below else []
        of_one = {
            each for total, at in sums if (each := _is_each(reading, holder, open_, total, at))
        }
        if not below or len(of_one) != 1:
            continue
        for part in below:
            _qualify(reading, part, _EACH if _OF_ONE in of_one else "")
            del open_[id(part)]
    for part in (part for part in walk(reading.plan) if open_.get(id(part), _ONCE) != _ONCE):
        _qualify(reading, part, PERHAPS_EACH)


def _is_each(
    reading: Reading, holder: Draft, open_: dict[int, Interval], total: Interval, at: int
) -> str:
    """Tell whether prices come to a total each or once; empty where both or neither do.

    What stands below a total is not in it: a deposit.
    """
    every = [(part, price) for part in walk(holder) if (price := _price(reading, part))]
    if any(id(part) in open_ and part.span.start > at for part, _ in every):
        at = 0
    every = [(part, price) for part, price in every if not at or part.span.start < at]
    once = sum((base(price) for _, price in every), _NOTHING)
    each = sum((base(p) * open_.get(id(part), _ONCE) for part, p in every), _NOTHING)
    if once == each or total not in (once, each):
        return ""
    return _OF_ONE if total == each else _OF_ALL


def _run_up_to(reading: Reading, last: Draft) -> list[Interval]:
    """Return what a column of running totals comes to in the last of several rows."""
    running = (cell for name, cell in last.fields if is_remainder(reading.wording, name))
    return [number.value for cell in running for number in reading.quantities(cell)]


def _counted(reading: Reading) -> Iterator[tuple[Draft, Interval]]:
    """Yield what has a price of its own and says in a column or under a key how many there are."""
    for part in walk(reading.plan):
        price = _price(reading, part)
        if price is not None and price.qualifier:  # `3 h at €40`
            timed = [a for a in part.amounts if a.unit.dimension == "time"]
            if len(timed) == 1:
                yield part, timed[0].value
            continue
        under = [cell for name, cell in part.fields if reading.wording.role(name, "identifying")]
        numbers = [
            a.value
            for a in part.amounts
            if _is_number(reading, a) and not any(cell.covers(a.span) for cell in under)
        ]
        if price is not None and len(numbers) == 1 and _may_be_of_one(reading, price):
            yield part, numbers[0]


def _is_number(reading: Reading, amount: Amount) -> bool:
    known = reading.wording.lexicon.measures.get(amount.measure)
    low = amount.value.low
    whole = amount.value.exact and low is not None and low == low.to_integral_value()
    return whole and known is not None and known.dimension == "one" == amount.unit.dimension


def _may_be_of_one(reading: Reading, price: Amount) -> bool:
    """Tell whether a header leaves open what it is the price of: `Price`, but not `Line total`."""
    header = fold(price.name or price.measure)
    return not price.unnamed and reading.wording.role(header, "of one or all")


def _price(reading: Reading, part: Draft) -> Amount | None:
    """Return the one price of a thing, when nothing says yet what it is for."""
    prices = [a for a in part.amounts if _is_money(reading, a)]
    plain = part.kind in (EntryKind.ITEM, EntryKind.BLOCK) and len(prices) == 1
    return prices[0] if plain and prices[0].qualifier in ("", PERHAPS_EACH) else None


def _is_money(reading: Reading, amount: Amount) -> bool:
    """Tell whether an amount is of any measure of money."""
    known = reading.wording.lexicon.measures.get(amount.measure)
    return known is not None and known.dimension == "currency"


def _qualify(reading: Reading, part: Draft, qualifier: str) -> None:
    timed = [a.unit.name for a in part.amounts if a.unit.dimension == "time"]
    part.amounts = [
        replace(
            a, qualifier=f"per {timed[0]}" if qualifier and a.qualifier and timed else qualifier
        )
        if _is_money(reading, a) and (qualifier != PERHAPS_EACH or not a.qualifier)
        else a
        for a in part.amounts
    ]
