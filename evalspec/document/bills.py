"""Lists of prices that go on behind what they come to: net, tax, total, deposit, balance.

A subtotal and what is paid of the total are said again. What is taken off is less than nothing,
and of anything else behind a total that agrees nobody can say whether it adds to it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from decimal import ROUND_HALF_UP, Decimal
from itertools import chain, pairwise

from msgspec.structs import replace

from evalspec.core.quantity import Interval, exactly
from evalspec.document import payments, totals
from evalspec.document.facts import IN_TOTAL, PERHAPS_IN_TOTAL, Amount, EntryKind
from evalspec.document.lines import SHARE
from evalspec.document.payments import base, is_usual_price
from evalspec.document.ranks import walk
from evalspec.document.reading import Reading
from evalspec.document.tree import Draft
from evalspec.vocabulary.fold import plain_words
from evalspec.vocabulary.nouns import singular

_NOTHING = exactly(0)
_CENT = Decimal("0.01")
_TITLE = 300
"""Characters at the beginning that may say what all that follows is."""
_ONE = "the total that counts it once"
_FEWEST = 2
"""Parts that a subtotal is the sum of."""
_PAID = ("payment", "share", "per head")


def settle(reading: Reading) -> None:
    """Tell the parts of each list of prices from what is said of their total."""
    _lift(reading)
    payments.settle(reading)
    told = totals.stated(reading)
    for holder in (reading.plan, *walk(reading.plan)):
        _take_once(reading, holder, told.get(id(holder), ()))
    lists = [_List(reading, d, told) for d in (reading.plan, *walk(reading.plan))]
    lists = [found for found in lists if found.lines]
    agreed = [found.adds_up(reading) for found in lists]
    stated = chain.from_iterable(told.values())
    wholes = [base(a) for a in stated if is_usual_price(reading, a) and not a.qualifier]
    for found in lists:
        alone = all(_is(reading, part, *_PAID) for part in found.lines.values())
        for place, part in found.lines.items():
            if _is(reading, part, *_PAID) and (alone or 0 <= found.last < place):
                _set_aside(reading, part, surely=any(agreed) or _is_share(part, wholes))


def _lift(reading: Reading) -> None:
    """Let what a last list says of all lists be of the plan: its net, the tax behind that, the total."""
    every = _NOTHING
    for part in list(walk(reading.plan)):
        holder, price = part.parent, _price(reading, part)
        if price is None or price.qualifier:
            continue
        summed = holder is not None and holder is not reading.plan and _is(reading, part, "net")
        if holder is not None and summed and base(price) == every != _NOTHING:
            at = holder.parts.index(part)
            own = sum((base(p) for d in holder.parts[:at] if (p := _price(reading, d))), _NOTHING)
            if own == every:
                return  # of this list alone
            moved, holder.parts[at:] = holder.parts[at:], []
            for one in moved:
                reading.plan.move(one)
            stated = [a for a in holder.amounts if a.span.start > part.span.start]
            holder.amounts = [a for a in holder.amounts if a not in stated]
            reading.plan.amounts += stated
            _set_aside(reading, part, surely=True)
            return
        every = every + base(price)


def _take_once(reading: Reading, holder: Draft, told: Sequence[Amount]) -> None:
    """Take `£50/month for 6 months` once in a list by the month: one called so, or with such a total."""
    priced = {id(p): price for p in holder.parts if (price := _price(reading, p)) is not None}
    once: dict[int, Amount] = {}
    for number, price in priced.items():
        first = next(iter(reading.quantities(price.span)), None)
        rank = reading.wording.ranks.get(first.qualifier.rpartition(" ")[2], "") if first else ""
        if first is not None and rank in reading.wording.rates.values():
            by = _is_by(reading, holder, rank)
            plain = replace(price, value=first.value, qualifier="")
            once[number] = plain if by else replace(plain, because=_ONE)
    total = sum((base(price) for price in {**priced, **once}.values()), _NOTHING)
    agreed = any(is_usual_price(reading, a) and base(a) == total for a in told)
    for part in holder.parts:
        amount = once.get(id(part))
        if amount is not None and (agreed or amount.because != _ONE):
            part.amounts = [amount if is_usual_price(reading, a) else a for a in part.amounts]


def _is_by(reading: Reading, holder: Draft, rank: str) -> bool:
    """Tell whether a list is called by a time: below `A monthly budget`, `Weekly costs`."""
    wording, rates = reading.wording, reading.wording.rates
    title = reading.text[: min(_TITLE, holder.parts[0].span.start)]
    words = plain_words(f"{title} {holder.label}").split()
    rated = (name for word, name in pairwise(words) if rates.get(word) == rank)
    return any(singular(name) in wording.plans or name in wording.measures for name in rated)


class _List:
    """A list of prices and the totals that are stated of it, by their places."""

    def __init__(self, reading: Reading, holder: Draft, told: dict[int, list[Amount]]) -> None:
        self.lines = {p.span.start: p for p in holder.parts if _price(reading, p) is not None}
        self.totals: dict[int, Amount] = {}
        own = range(min(self.lines, default=0), max(self.lines, default=0))
        above: Draft | None = holder if self.lines else None
        every = _NOTHING
        for part in self.lines.values():
            price = _price(reading, part)
            if price is not None and not price.qualifier:
                every = every - base(price) if _takes_off(reading, part) else every + base(price)
        while above is not None:
            for stated in told.get(id(above), ()):
                whole = stated.span.start >= own.stop and base(stated) == every
                inside = above is holder or stated.span.start in own or whole
                if inside and is_usual_price(reading, stated) and not stated.qualifier:
                    self.totals[stated.span.start] = stated
            above = above.parent
        self.last = max(self.totals, default=-1)

    def adds_up(self, reading: Reading) -> bool:
        """Follow the list down; tell whether its last total is what the lines above come to."""
        total, agreed, count = _NOTHING, False, 0
        for place in sorted({*self.totals, *self.lines}):
            if place in self.totals:
                agreed = count >= _FEWEST and base(self.totals[place]) == total
                continue
            part = self.lines[place]
            if place > self.last >= 0 and _is(reading, part, *_PAID):
                continue
            if _takes_off(reading, part):
                _change(reading, part, lambda price: replace(price, value=-price.value))
            price = _price(reading, part)
            if price is None or price.qualifier:
                continue
            named = count >= _FEWEST and _is(reading, part, "net")
            if named and (base(price) == total or _is_called_net(reading, part)):
                _set_aside(reading, part, surely=True)  # also where the answer adds up wrongly
                continue
            if agreed and place > self.last:
                _set_aside(reading, part, surely=False)
            total, count = total + base(price), count + 1
        return agreed


def _is(reading: Reading, part: Draft, *roles: str) -> bool:
    """Tell whether a line goes by a word of some roles."""
    name = SHARE.sub("", part.names[0]) if part.names else ""
    return reading.wording.begins_with_role(name, *roles)


def _is_called_net(reading: Reading, part: Draft) -> bool:
    """Tell whether a line is called a sum before tax and nothing else; `Net` may be for the fish."""
    return " " in part.names[0] and reading.wording.role(part.names[0], "net")


def _takes_off(reading: Reading, part: Draft) -> bool:
    """Tell whether a line lowers the total and is written without a sign: `Discount: €50`."""
    price, name = _price(reading, part), part.names[0] if part.names else ""
    wording = reading.wording
    named = wording.role(name, "discount") or wording.ends_with_role(name, "discount")
    return named and price is not None and price.value.low is not None and price.value.low > 0


def _price(reading: Reading, part: Draft) -> Amount | None:
    """Return the price of a plain line, when it has just one; a rate beside it is none."""
    prices = [a for a in part.amounts if is_usual_price(reading, a)]
    plain = part.kind is EntryKind.ITEM and not part.parts and not part.starts
    return prices[0] if plain and len(prices) == 1 else None


def _is_share(part: Draft, wholes: Sequence[Interval]) -> bool:
    """Tell whether a line says how much of a total is paid: `Deposit of 25% (€89.88)`."""
    shares = [base(a) for a in part.amounts if a.unit.dimension == "fraction"]
    told = [a for a in part.amounts if a.unit.dimension.startswith("currency:")]
    prices = [base(amount) for amount in told]
    if any(amount.qualifier == IN_TOTAL for amount in told):
        return True
    return any(_rounded(share * whole) in prices for share in shares for whole in wholes)


def _rounded(price: Interval) -> Interval:
    """Return a price in whole cents, half a cent being one."""
    cents = price.low.quantize(_CENT, ROUND_HALF_UP) if price.exact and price.low else None
    return exactly(cents) if cents is not None else price


def _set_aside(reading: Reading, part: Draft, *, surely: bool) -> None:
    """Leave a price out of the total of its list, or leave open whether it belongs to it."""
    qualifier = IN_TOTAL if surely else PERHAPS_IN_TOTAL
    _change(reading, part, lambda price: replace(price, qualifier=qualifier))


def _change(reading: Reading, part: Draft, change: Callable[[Amount], Amount]) -> None:
    part.amounts = [change(a) if is_usual_price(reading, a) else a for a in part.amounts]
