"""What stands behind several lists of prices and is of all: tax, discounts, and how the total is paid.

A last list takes in whatever stands below it. Tax, discounts and totals behind a gap are of the plan where
the lists come to what is stated of it with them; parts in which a stated total is paid add nothing to it.
"""

from __future__ import annotations

from itertools import chain, pairwise

from msgspec.structs import replace

from evalspec.core.quantity import Interval, exactly
from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document import totals
from evalspec.document.facts import IN_TOTAL, Amount, EntryKind, Origin
from evalspec.document.lines import SHARE
from evalspec.document.own_amounts import claimed
from evalspec.document.ranks import walk
from evalspec.document.reading import Reading
from evalspec.document.tree import Draft

_NOTHING = exactly(0)
_GAP = regex(r"\n[ \t]*\r?\n")
_SHARED = "a share of the stated total"
_FEWEST = 2
_ENDS = ("tax", "discount", "on top")


def base(amount: Amount) -> Interval:
    """Return an amount in the unit of its dimension."""
    return amount.value.scaled(amount.unit.factor)


def is_usual_price(reading: Reading, amount: Amount) -> bool:
    """Tell whether an amount is of the usual measure of money: what a thing costs."""
    dimension = amount.unit.dimension
    money = dimension.startswith("currency:")
    return money and amount.measure == reading.wording.usual_measure(dimension)


def goes_by(reading: Reading, part: Draft, *roles: str) -> bool:
    """Tell whether a line goes by a word of some roles: `VAT (20%)`, `40% deposit`."""
    name = SHARE.sub("", part.names[0]).strip(" ()") if part.names else ""
    return reading.wording.begins_with_role(name, *roles)


def settle(reading: Reading) -> None:
    """Give the plan what is said of all of it behind its lists, and set aside how it is paid."""
    _set_payments_aside(reading)
    _lift_ends(reading)
    _set_payments_aside(reading)
    _price_shares(reading)


def _lift_ends(reading: Reading) -> None:
    """Let tax and the like behind the last of several lists, and totals behind them, be of the plan."""
    plan = reading.plan
    held = [part for part in plan.parts if part.parts and not part.rank]
    ended = [(last, lines) for last in held if (lines := _ends_below(reading, last))]
    if len(ended) == 1 and _prices_before(reading, ended[0][0]):
        last, lines = ended[0]
        for line in reversed(lines):
            if line.parent is not None:
                line.parent.parts.remove(line)
            line.parent = plan
            plan.parts.insert(plan.parts.index(last) + 1, line)
    for last, line in pairwise(plan.parts):
        if last in held and goes_by(reading, line, *_ENDS):
            behind = [a for a in last.amounts if a.span.start > line.span.start]
            moved = [a for a in behind if a.origin is Origin.STATED and is_usual_price(reading, a)]
            last.amounts = [a for a in last.amounts if a not in moved]
            plan.amounts += moved


def _ends_below(reading: Reading, last: Draft) -> list[Draft]:
    """Return lines of tax and the like that stand behind a gap in a list, or in its last thing."""
    holder: Draft | None = last
    while holder is not None:
        parts = [part for part in holder.parts if part.kind is not EntryKind.DEFINITION]
        at = len(parts)
        while at and goes_by(reading, parts[at - 1], *_ENDS):
            at -= 1
        if at < len(parts):
            before = parts[at - 1] if at else holder
            between = Span(before.spans[-1].end, parts[at].spans[0].start)
            apart = between.start < between.end and _GAP.search(reading.string(between))
            return parts[at:] if apart else []
        holder = parts[-1] if parts and parts[-1].parts else None
    return []


def _prices_before(reading: Reading, last: Draft) -> bool:
    """Tell whether things with prices stand before the last list, or in one before it."""
    before = reading.plan.parts[: reading.plan.parts.index(last)]
    held = (inner for part in before if not part.rank for inner in (part, *part.parts))
    return any(is_usual_price(reading, amount) for draft in held for amount in draft.amounts)


def _set_payments_aside(reading: Reading) -> None:
    """Set sections aside that only say in what parts a total stated above them is paid."""
    told = chain.from_iterable(totals.stated(reading).values())
    stated = [a for a in told if is_usual_price(reading, a) and not a.qualifier]
    for run in _paid_lines(reading):
        own = [a for part in run for a in part.amounts if is_usual_price(reading, a)]
        paid = sum((base(a) for a in own), _NOTHING)
        if any(base(a) == paid and a.span.start < run[0].span.start for a in stated):
            _set_aside(reading, run)
    for section in [d for d in walk(reading.plan) if d.kind is EntryKind.CONTAINER]:
        parts = [p for p in section.parts if p.amounts or p.kind is not EntryKind.CONTAINER]
        prices = [[a for a in part.amounts if is_usual_price(reading, a)] for part in parts]
        if (
            not _all_shares(reading, parts)
            and goes_by(reading, section, "payment")
            and _below_total(section, stated)
        ):
            _set_aside(reading, [section, *parts])
            continue
        if section.rank or len(prices) < _FEWEST or any(len(own) != 1 for own in prices):
            continue
        paid = sum((base(own[0]) for own in prices), _NOTHING)
        above = [a for a in stated if a.span.start < section.span.start]
        if not any(base(a) == paid for a in above) or any(part.parts for part in parts):
            continue
        named = (
            goes_by(reading, part, "payment", "paid when") for part in (section, *section.parts)
        )
        if any(named):
            _set_aside(reading, [section, *parts])
        elif any(base(a) == paid for a in above if a in reading.plan.amounts):
            # nobody can say whether it is in the total
            for part in parts:
                part.optional = True


def _price_shares(reading: Reading) -> None:
    """Give what is paid as a share its price: `40% deposit` of the total, or of what it is before tax."""
    told = [a for a in chain.from_iterable(totals.stated(reading).values()) if not a.qualifier]
    told = [a for a in told if is_usual_price(reading, a) and a.value.exact]
    whole = max(told, key=lambda a: base(a).low or 0, default=None)
    lines = [part for part in walk(reading.plan) if part.kind is EntryKind.ITEM and not part.parts]
    if whole is None:
        return
    taxes = [a for part in lines if goes_by(reading, part, "tax") for a in part.amounts]
    tax = sum((base(a) for a in taxes if is_usual_price(reading, a)), _NOTHING)
    for part in lines:
        shares = [a for a in part.amounts if a.unit.dimension == "fraction"]
        priced = any(is_usual_price(reading, amount) for amount in part.amounts)
        if priced or len(shares) != 1 or not goes_by(reading, part, "payment"):
            continue
        paid = base(shares[0]) * base(whole).hull(base(whole) - tax)
        part.amounts.append(replace(whole, value=paid, span=shares[0].span, origin=Origin.ITEM,
                                    qualifier=IN_TOTAL, because=_SHARED))  # fmt: skip


def _all_shares(reading: Reading, parts: list[Draft]) -> bool:
    """Tell whether each price is of a payment, beside the share of a total that it is: it adds nothing."""
    priced = [p for p in parts if any(is_usual_price(reading, a) for a in p.amounts)]
    paid = (part for part in priced if goes_by(reading, part, "payment"))
    shares = [any(a.unit.dimension == "fraction" for a in part.amounts) for part in paid]
    return bool(priced) and len(shares) == len(priced) and all(shares)


def _below_total(section: Draft, stated: list[Amount]) -> bool:
    """Tell whether a section stands below a total, which what it is called after is paid of."""
    return any(amount.span.start < section.span.start for amount in stated)


def _paid_lines(reading: Reading) -> list[list[Draft]]:
    """Return lines of the plan right behind each other that each say what is paid: `Deposit`, `Balance`."""
    runs: list[list[Draft]] = [[]]
    held = (
        part for holder in (reading.plan, *walk(reading.plan)) for part in (*holder.parts, holder)
    )
    for part in held:
        if part.kind is EntryKind.ITEM and not part.parts and goes_by(reading, part, "payment"):
            runs[-1].append(part)
        elif runs[-1]:
            runs.append([])
    return [run for run in runs if len(run) >= _FEWEST]


def _set_aside(reading: Reading, drafts: list[Draft]) -> None:
    for part in drafts:
        part.kind = EntryKind.DEFINITION
        reading.claim(reading.plan, claimed(part.amounts), part.spans[0])
