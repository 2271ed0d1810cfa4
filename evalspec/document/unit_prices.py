"""Prices beside how many there are of a thing: of one of them, or of all, as the stated total says.

`| Pens | 12 | €2 |` below `Qty` and `Price` may be €2 or €24. Where no total tells, it is either.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from evalspec.core.quantity import Interval, exactly
from evalspec.document import totals
from evalspec.document.facts import PERHAPS_EACH, Amount, EntryKind
from evalspec.document.ranks import walk
from evalspec.document.reading import Reading
from evalspec.document.remainders import is_remainder
from evalspec.document.tree import Draft
from evalspec.vocabulary.fold import fold

_NOTHING, _ONCE = exactly(0), exactly(1)
_EACH = "each"


def settle(reading: Reading) -> None:
    """Say of each price beside a number of things whether it is of one of them."""
    told = totals.stated(reading)
    open_ = {id(part): number for part, number in _counted(reading)}
    if all(number == _ONCE for number in open_.values()):
        return
    for holder in (*walk(reading.plan), reading.plan):
        below = [part for part in walk(holder) if id(part) in open_]
        sums = [_base(a) for a in told.get(id(holder), ()) if _is_price(reading, a)]
        sums += _run_up_to(reading, below[-1]) if below else []
        if not (sums and below):
            continue
        every = [(part, price) for part in walk(holder) if (price := _price(reading, part))]
        once = sum((_base(price) for _, price in every), _NOTHING)
        each = sum((_base(p) * open_.get(id(part), _ONCE) for part, p in every), _NOTHING)
        if once != each and (once in sums) != (each in sums):
            for part in below:
                _qualify(reading, part, _EACH if each in sums else "")
                del open_[id(part)]
    for part in (part for part in walk(reading.plan) if open_.get(id(part), _ONCE) != _ONCE):
        _qualify(reading, part, PERHAPS_EACH)


def _run_up_to(reading: Reading, last: Draft) -> list[Interval]:
    """Return what a column of running totals comes to in the last of several rows."""
    running = (cell for name, cell in last.fields if is_remainder(reading.wording, name))
    return [number.value for cell in running for number in reading.quantities(cell)]


def _counted(reading: Reading) -> Iterator[tuple[Draft, Interval]]:
    """Yield what has a price of its own and says in a column or under a key how many there are."""
    for part in walk(reading.plan):
        price = _price(reading, part)
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
    prices = [a for a in part.amounts if _is_price(reading, a)]
    plain = part.kind in (EntryKind.ITEM, EntryKind.BLOCK) and len(prices) == 1
    return prices[0] if plain and not prices[0].qualifier else None


def _is_price(reading: Reading, amount: Amount) -> bool:
    known = reading.wording.lexicon.measures.get(amount.measure)
    return known is not None and known.dimension == "currency"


def _base(amount: Amount) -> Interval:
    return amount.value.scaled(amount.unit.factor)


def _qualify(reading: Reading, part: Draft, qualifier: str) -> None:
    part.amounts = [
        replace(a, qualifier=qualifier) if _is_price(reading, a) else a for a in part.amounts
    ]
