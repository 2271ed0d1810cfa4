"""Lines that others come to: titles and totals told as items, headings over details and points."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import islice

from evalspec.core.quantity import Interval, exactly
from evalspec.core.regex import regex
from evalspec.core.span import behind_gap, line_at
from evalspec.document.components import is_side, without_sides
from evalspec.document.facts import EXTENTS, Amount, Doubt, EntryKind, Origin, come_to
from evalspec.document.lines import is_listed
from evalspec.document.own_amounts import as_origin, names_something
from evalspec.document.ranks import is_numbered, walk
from evalspec.document.reading import Reading
from evalspec.document.tree import Draft, only_lasts
from evalspec.vocabulary.fold import fold

PARTS = (EntryKind.ITEM, EntryKind.BLOCK)
FEWEST, MOST_PARTS = 2, 200
"""Parts that a line may be the sum of."""
_NOTHING, _ONCE = exactly(0), exactly(1)
_PERIOD = regex(
    r"\b(?:(?:for|in|of|over)\s+)?this\s+([a-z]+)\b|\b(?:for|in|of)\s+([a-z]+)\s\d{1,3}\b",
    re.IGNORECASE,
)
_CLOSING = regex(r"[.;|][\s*_]*([^\W\d][^\d:.;|]{2,30}):[\s*_~≈]*$")
"""What leads at the end of a line to what all in it comes to."""
_SENTENCE_END = regex(r"[.:][\s*_]+$")
_NAMED = regex(r"[^\W\d_]+")
_LOOSE, _ROUNDED = Decimal("1.3"), Decimal("1.05")
_SMALL = 30
"""Sums below it agree by chance."""
_ROUND = 5
"""Two round numbers come to a third by chance: 10, 20 and 30 minutes."""
_MOST_BEFORE = 20
"""Lines of a container among which a total of those before it is looked for."""


def settle(reading: Reading) -> None:
    """Turn titles, totals and points that others come to into what they say of those."""
    every = list(walk(reading.plan))
    _take_titles(reading, every)
    for holder in (reading.plan, *every):
        _close_line(reading, holder)
        _open_line(reading, holder)
        _take_totals(reading, holder)
        _add_up(reading, holder)
        _hold_details(reading, holder)
        _hold_points(reading, holder)
    _add_up_before(d for d in every if d.kind is EntryKind.CONTAINER and d.rank)


def _open_line(reading: Reading, holder: Draft) -> None:
    """Put what follows in a line below the whole that it comes to: `Ride, 9 km. 4 km flat, 5 km up`."""
    first, *others = holder.parts or (holder,)
    if not holder.rank or len(others) < FEWEST or any(p.kind is not EntryKind.ITEM for p in others):
        return
    start, end = first.spans[0].start, others[0].spans[0].start
    if not _SENTENCE_END.search(reading.text, start, end) or not _in_one_line(
        reading, holder.parts
    ):
        return
    for own in (a for a in first.amounts if a.unit.dimension in EXTENTS and not a.qualifier):
        alike = [a for p in others for a in p.amounts if a.measure == own.measure]
        if len(alike) == len(others) and come_to(alike, [own]):
            for part in others:
                first.move(part)
            holder.parts = [first]
            return


def _in_one_line(reading: Reading, parts: Sequence[Draft]) -> bool:
    return "\n" not in reading.text[parts[0].spans[0].start : parts[-1].spans[-1].end]


def _close_line(reading: Reading, holder: Draft) -> None:
    """Take what a line of several things ends with as what they come to.

    `Tuesday: Row 10 min, Swim 20 min. Duration: 30 min` says so, or has the sum behind the last of them.
    """
    last = holder.parts[-1] if holder.rank and len(holder.parts) > 1 else None
    if last is None or last.kind is not EntryKind.ITEM or not _in_one_line(reading, holder.parts):
        return
    for tail in [a for a in last.amounts if not a.qualifier]:
        alike = [a for a in last.amounts if a.measure == tail.measure]
        others = [a for a in _amounts(holder.parts) if a.measure == tail.measure and a is not tail]
        if len(alike) < FEWEST or alike[-1] is not tail:
            continue
        label = _CLOSING.search(reading.text, last.spans[0].start, tail.span.start)
        closes = label is not None and reading.wording.is_measure(fold(label[1]))
        if closes or come_to(others, [tail]):
            last.amounts = [a for a in last.amounts if a is not tail]
            holder.amounts.append(as_origin(tail, Origin.STATED))


def _take_totals(reading: Reading, holder: Draft) -> None:
    """Make items that say what others come to statements of what holds those.

    `Totals for Day 1`, `Weekly running distance: 20 km`, `13 km this week`.
    """
    wording = reading.wording
    for part in list(holder.parts):
        if part.kind is not EntryKind.ITEM or part.parts or part.starts or not part.amounts:
            continue
        name = part.names[0] if part.names else ""
        outer: Draft | None = None
        if _is_nameless(reading, holder, part):
            outer = holder
        elif wording.begins_with_role(name, "total"):
            plain = wording.without_role(name, "total")
            named = wording.named(plain)
            of_rank = named is not None and named.rank in (holder.rank, "day", "week")
            told = plain == name or of_rank or wording.is_measure(plain)
            outer = holder if len(holder.parts) > 1 and told else None
        elif wording.ends_with_role(name, "of today") and _sums_others(reading, holder, part):
            outer = holder  # `Driving today: 175 km` below its legs
        elif period := _period_told(reading, part):
            outer = _of_period(reading, part, *period)
        if outer is not None:
            holder.parts.remove(part)
            outer.state(part.amounts, *part.spans)


def _sums_others(reading: Reading, holder: Draft, part: Draft) -> bool:
    """Tell whether a line is just what the things beside it come to, at least two in each measure."""
    inside = [d for other in holder.parts if other is not part for d in (other, *walk(other))]
    alike = (sum(a.measure in measures_of([d]) for d in inside) for a in part.amounts)
    sums = ((come_of(reading, inside, a.measure), a) for a in part.amounts)
    return all(n >= FEWEST for n in alike) and all(
        total == a.value.scaled(a.unit.factor) for total, a in sums
    )


def _is_nameless(reading: Reading, holder: Draft, part: Draft) -> bool:
    """Tell whether the first line of a container is nothing but amounts, as those of named things below it.

    `45 min | 300 kcal` right below `Session 1`.
    """
    if part is not holder.parts[0] or not holder.rank or len(holder.parts) <= FEWEST:
        return False
    if any(a.origin is not Origin.ITEM or a.qualifier for a in part.amounts):
        return False
    if names_something(reading, reading.string(part.spans[0])):
        return False
    others = holder.parts[1:]
    below = [d for other in others for d in (other, *walk(other))]
    sums = [(come_of(reading, below, a.measure), a) for a in part.amounts]
    about = (s is not None and _is_about(s, a.value.scaled(a.unit.factor)) for s, a in sums)
    lines = (reading.string(other.spans[0]) for other in others)
    return all(about) and all(names_something(reading, line) for line in lines)


def _period_told(reading: Reading, part: Draft) -> tuple[str, bool] | None:
    """Return the rank that a line says it is of, and whether it names nothing but a measure besides.

    `13 km this week`, `Distance in week 1: 13 km`, `Weekly running distance: 13 km`.
    """
    wording, line = reading.wording, reading.string(part.spans[0])
    found = _PERIOD.search(line)
    rank = wording.ranks.get(fold(found[1] or found[2])) if found is not None else None
    if rank and found is not None:
        return rank, not names_something(reading, line[: found.start()] + line[found.end() :])
    first, *others = (fold(word) for word in _NAMED.findall(part.label) or [""])
    if first in wording.rates and others and others[-1] in wording.measures:
        return wording.rates[first], True
    return None


def _of_period(reading: Reading, part: Draft, rank: str, plain: bool) -> Draft | None:
    """Return the container of a rank that a line gives the total of; else what it tells may be one."""
    own = {id(part), *map(id, part.parts)}
    outer = next((d for d in above(part) if d.rank == rank), reading.plan)
    beside = [d for d in islice(walk(outer), MOST_PARTS) if id(d) not in own]
    for amount in part.amounts:
        told = [d for d in beside if d.kind in PARTS and amount.measure in measures_of([d])]
        if not told:
            return None
        total = sum((length_of(d, amount.measure) for d in told), _NOTHING)
        plain = plain or _is_about(total, amount.value.scaled(amount.unit.factor))
    part.optional = not plain
    return outer if plain else None


def _add_up(reading: Reading, holder: Draft) -> None:
    """Set a last line aside that comes to what the lines before it come to: `All in: €34`.

    So does a first one that is told otherwise than those below it: as a plain line, or by other measures.
    Several measures that agree make a total; one may agree by chance, or small numbers, so it may be a part
    too. It is one where a stated total counts it.
    """
    first, *others = holder.parts or (holder,)
    if len(others) >= FEWEST and _is_told_otherwise(reading, first, others):
        _add_to(reading, holder, first, others)
    if others and holder.parts[0] is first and not first.optional:
        _add_to(reading, holder, holder.parts[-1], holder.parts[:-1])


def _is_told_otherwise(reading: Reading, first: Draft, others: Sequence[Draft]) -> bool:
    """Tell whether the first of several is a plain line above a list, or lacks what all others have."""
    if is_listed(reading, others[0]) and not is_listed(reading, first):
        return True
    if first.fields and others[0].fields:
        return False  # rows of one table
    told = measures_of([first])
    common = set[str].intersection(*(measures_of((part, *walk(part))) for part in others))
    return bool(common - told) or len(told) > 1


def _add_to(reading: Reading, holder: Draft, last: Draft, parts: Sequence[Draft]) -> None:
    """Take a line as the total of others, or leave open whether it is one."""
    measures = {amount.measure for amount in last.amounts}
    lone = last.kind is EntryKind.ITEM and not (last.parts or last.starts or last.optional)
    if not lone or len(measures) != len(last.amounts):
        return
    inside = [*islice((d for part in parts for d in (part, *walk(part))), MOST_PARTS + 1)]
    nested = any(d.parts and d.kind is EntryKind.ITEM for d in inside)
    if len(inside) > MOST_PARTS or (nested and is_listed(reading, last)):
        return
    inside = [part for part in inside if part.amounts]
    if len(inside) < FEWEST or any(d.kind in (EntryKind.REST, EntryKind.BLOCK) for d in inside):
        return
    told = {a.measure: a.value.scaled(a.unit.factor) for a in last.amounts}
    sums = {measure: come_of(reading, inside, measure) for measure in measures}
    product = reading.wording.product_of.keys() & measures
    if product and len(measures) == 1 and all(sums.values()):
        last.optional = True  # `Moved: 3,000 kg` is no exercise as those with sets and weights are
    if not measures or not all(sums[m] == told[m] for m in measures):
        return
    lows = [amount.value.low for amount in last.amounts]
    if len(inside) == FEWEST and all(low is not None and low % _ROUND == 0 for low in lows):
        return
    whole = [*inside, last]
    if any(
        come_of(reading, whole, a.measure) == a.value.scaled(a.unit.factor) for a in holder.amounts
    ):
        return
    if all(_is_counted_out(reading, part) for part in (*parts, last)):
        return
    small = all(low is not None and low < _SMALL for low in lows)
    if _is_of_own_kind(reading, last, inside):
        return
    if len(measures) == 1 or (small and all(measures_of([part]) == measures for part in inside)):
        last.optional = True
        return
    if any(sum(m in measures_of([part]) for part in inside) < FEWEST for m in measures):
        return  # two alike are no total of one another
    holder.parts.remove(last)
    holder.state(last.amounts, *last.spans)


def _is_counted_out(reading: Reading, part: Draft) -> bool:
    """Tell whether a line has a number, or says more than its name and amounts: who does it."""
    line = reading.string(part.spans[0])
    said = line[max(line.find(part.label), 0) + len(part.label) :]
    return is_numbered(reading, part) or names_something(reading, said)


def _is_of_own_kind(reading: Reading, last: Draft, parts: Iterable[Draft]) -> bool:
    """Tell whether a line is of a kind that nothing above is of: `Dinner at Nora's` below museums."""
    wording, name = reading.wording, fold(last.label)
    kinds = () if name in wording.categories else wording.categories_of(name)
    above = {kind for part in parts for kind in wording.categories_of(fold(part.label))}
    return not above.issuperset(kinds)


def come_of(reading: Reading, parts: Sequence[Draft], measure: str) -> Interval | None:
    """Return what things come to; of a measure that is multiplied, their products: tonnage of weights."""
    multiplied = reading.wording.product_of
    product = multiplied.get(measure, measure if measure in multiplied.values() else "")
    if not product:
        told = [a for a in _amounts(parts) if a.measure == measure]
        alike = len({(a.qualifier, a.unit.dimension, a.unit.offset) for a in told}) == 1
        return sum((a.value.scaled(a.unit.factor) for a in told), _NOTHING) if alike else None
    total = _NOTHING
    for part in parts:
        own = {a.measure: a.value.scaled(a.unit.factor) for a in part.amounts}
        factors = [own.get(factor) for factor in reading.wording.factors]
        value = own.get(product)
        if value is None and None not in factors:
            value = _ONCE
            for factor in factors:
                value = value * factor if factor is not None else value
        if value is None:
            return None
        total = total + value
    return total


def _add_up_before(holders: Iterable[Draft]) -> None:
    """Take lines as totals that come to all before them in several measures, with more behind them.

    `Driving: 175 km, 2 h 40` below the legs of a day, before its campsite. One line may agree by chance, so
    those of the same name in several days have to.
    """
    agreed: dict[str, list[tuple[Draft, Draft, int]]] = {}
    for holder in holders:
        for place, part in enumerate(holder.parts[:_MOST_BEFORE]):
            told = _agreed(holder.parts[:place], part) if place >= FEWEST else 0
            if told and place + 1 < len(holder.parts):
                agreed.setdefault(part.label, []).append((holder, part, told))
    for found in agreed.values():
        if sum(1 < told == len(part.amounts) for _, part, told in found) >= FEWEST:
            for holder, part, _ in found:
                holder.parts.remove(part)
                holder.state(part.amounts, *part.spans)


def _agreed(before: list[Draft], part: Draft) -> int:
    """Return in how many measures a plain line comes to what at least two lines before it come to."""
    told = {measure: sum_of([part], measure) for measure in measures_of([part])}
    if not told or part.kind is not EntryKind.ITEM or part.parts or part.starts or part.optional:
        return 0
    inside = [d for one in before for d in (one, *walk(one))]
    return sum(
        sum(measure in measures_of([d]) for d in inside) >= FEWEST
        and total == sum_of(inside, measure)
        for measure, total in told.items()
        if total is not None
    )


def _take_titles(reading: Reading, every: Iterable[Draft]) -> None:
    """Let what a label calls its container tell the total of what is listed below: `Lunch: Wrap (450 kcal)`.

    One may come to the rest by chance, `Lunch: Stew (300 kcal)` above bread and butter; most of those
    of its rank do not. What counted containers are called, `Week 1: Garden (30 min)`, may be a total anyhow.
    """
    titled: dict[str, list[tuple[Draft, Draft, list[bool]]]] = {}
    for holder in every:
        if (first := _title(reading, holder)) is not None:
            told = _told_below(reading, first, holder.parts[1:])
            titled.setdefault(holder.rank, []).append((holder, first, told))
    for found in titled.values():
        measured = [told for _, first, told in found if told and not only_lasts(first)]
        agreed = [sum(told) for told in measured if any(told)]
        sure = len(agreed) * 2 >= len(measured) and sum(agreed) > 1
        for holder, first, told in found:
            if sure and told and not only_lasts(first):
                holder.parts.remove(first)
                holder.state(first.amounts, *first.spans)
                holder.name(*first.names)
            elif told and (agreed or holder.ordinal):
                first.optional = True


def _title(reading: Reading, holder: Draft) -> Draft | None:
    """Return the thing on the own line of a container that others are listed below."""
    first, *others = holder.parts or (holder,)
    line = line_at(reading.text, holder.spans[0].start)
    here = holder.spans[0].start <= first.spans[0].start < line.end and only_sums(first)
    below = all(p.spans[0].start >= line.end and is_listed(reading, _first(p)) for p in others)
    named = first.kind is EntryKind.ITEM and holder.rank
    return first if named and here and others and below else None


def _first(draft: Draft) -> Draft:
    """Return the first thing that a container holds, or what is none itself."""
    return next((d for d in walk(draft) if d.kind is EntryKind.ITEM), draft)


def _told_below(reading: Reading, first: Draft, others: list[Draft]) -> list[bool]:
    """Tell for each measure that things below tell too whether they come to what a title says."""
    own = without_sides(first.amounts, reading.wording)
    below = [d for part in others for d in (part, *walk(part)) if d.kind in PARTS]
    totals = {a.measure: sum((length_of(d, a.measure) for d in below), _NOTHING) for a in own}
    return [
        _is_about(totals[a.measure], a.value.scaled(a.unit.factor), _ROUNDED)
        for a in own
        if totals[a.measure] != _NOTHING
    ]


def _hold_details(reading: Reading, holder: Draft) -> None:
    """Put a list below what it tells in detail: `**Mon** – Run, 45 min`, then 10, 25 and 10 min.

    Where it comes to another time than the line above, nobody can say whether it adds to it.
    """
    first, *others = holder.parts or (holder,)
    told = [a for a in first.amounts if a.unit.dimension == "time" and not a.qualifier]
    end = holder.spans[0].end
    plain = all(p.kind is EntryKind.ITEM and p.spans[0].start >= end for p in others)
    if not holder.whole or len(told) != 1 or not plain or first.kind is not EntryKind.ITEM:
        return
    own = told[0]
    timed = [p for p in others if any(a.measure == own.measure for a in p.amounts)]
    if len(timed) < FEWEST or not holder.spans[0].start <= own.span.start < holder.spans[0].end:
        return
    total = sum((length_of(p, own.measure) for p in timed), _NOTHING)
    stated = own.value.scaled(own.unit.factor)
    if not _is_about(total, stated):
        reading.doubt(holder, Doubt("repeated", own.span, (), own.measure, first.label))
        return
    for part in others:
        first.move(part)
    holder.parts = [first]


def _hold_points(reading: Reading, holder: Draft) -> None:
    """Put a list below the line right above it, where it tells nothing that the line tells.

    `**Tuna wrap** – 520 kcal`, then `- 1 wrap` and `- 1 tin of tuna`.
    """
    if len(holder.parts) < FEWEST or not any(p.amounts for p in holder.parts):
        return
    kept: list[Draft] = []
    head: Draft | None = None
    for part in holder.parts:
        listed = is_listed(reading, part)
        plain = part.kind is EntryKind.ITEM and not part.parts and not part.optional
        if not listed:
            told = plain and any(not is_side(a, reading.wording) for a in part.amounts)
            head = part if told else None
        elif head is not None and plain and _tells_no_more(reading, head, part):
            head.move(part)
            continue
        else:
            head = None
        kept.append(part)
    holder.parts[:] = kept


def _tells_no_more(reading: Reading, head: Draft, part: Draft) -> bool:
    """Tell whether a list item right below has only how much of a thing, or no amount."""
    last = (head.parts or [head])[-1].spans[-1].end
    joined = reading.text[last : part.spans[0].start].count("\n") < 2
    return joined and all(is_side(a, reading.wording) for a in part.amounts)


def length_of(draft: Draft, measure: str) -> Interval:
    """Return how long the sets of an item last together, in base units."""
    total = _NOTHING
    for amount in draft.amounts:
        if amount.measure == measure:
            value = amount.value.scaled(amount.unit.factor)
            if per := amount.qualifier.removeprefix("per "):
                value *= next((a.value for a in draft.amounts if a.unit.name == per), _ONCE)
            total += value
    return total


def _is_about(total: Interval, stated: Interval, loose: Decimal = _LOOSE) -> bool:
    """Tell whether a sum comes to about what is stated, as in what people add up."""
    if total.low is None or stated.low is None or total.high is None or stated.high is None:
        return False
    return total.low <= stated.high * loose and stated.low <= total.high * loose


def above(draft: Draft) -> Iterator[Draft]:
    """Yield what holds a thing, the nearest first."""
    while draft.parent is not None:
        draft = draft.parent
        yield draft


def _amounts(drafts: Iterable[Draft]) -> list[Amount]:
    return [a for d in drafts if d.kind in PARTS for a in d.amounts if a.origin is Origin.ITEM]


def measures_of(drafts: Iterable[Draft]) -> set[str]:
    """Return what things are measured by."""
    return {amount.measure for amount in _amounts(drafts)}


def sum_of(drafts: Iterable[Draft], measure: str) -> Interval | None:
    """Return what the amounts of a measure come to; None where that cannot be said."""
    amounts = [a for a in _amounts(drafts) if a.measure == measure]
    if len({(a.qualifier, a.unit) for a in amounts}) != 1:
        return None
    total = amounts[0].value
    for amount in amounts[1:]:
        total = total + amount.value
    return total


def only_sums(part: Draft) -> bool:
    """Tell whether a thing has amounts and holds nothing."""
    return bool(part.amounts) and not part.parts


def about_all(reading: Reading) -> None:
    """Leave open whether the last line is what all above it comes to: `Check: 900 kcal, 60 g protein`.

    It stands apart from what is above it, and is of several measures about as much as all of that; or it
    is in each just as much as the one thing above it.
    """
    wording = reading.wording
    if wording.factors:  # two exercises may have the same sets, reps and weight
        return
    held = [d for d in walk(reading.plan) if d.rank not in ("", *wording.item_ranks)]
    inner = {id(part) for d in held for part in walk(d)}
    outer = [d for d in held if id(d) not in inner] or [reading.plan]
    for first, second in (d.parts for d in held if len(d.parts) == FEWEST):
        told = {(a.measure, a.value, a.unit) for a in first.amounts}
        again = {(a.measure, a.value, a.unit) for a in second.amounts}
        second.optional = second.optional or (told == again and len(told) > FEWEST)
    for holder in outer:
        *before, last = list(walk(holder)) or [holder]
        own = {a.measure: a for a in last.amounts if not a.qualifier}
        alone = last.kind is EntryKind.ITEM and not wording.categories_of(fold(last.label))
        if not alone or len(own) < FEWEST or not _stands_apart(reading, last):
            continue
        sums = ((sum((length_of(d, m) for d in before), _NOTHING), a) for m, a in own.items())
        about = all(_is_about(s, a.value.scaled(a.unit.factor)) for s, a in sums)
        last.optional = last.optional or about


def _stands_apart(reading: Reading, last: Draft) -> bool:
    """Tell whether a thing is written unlike those above it: behind a gap, or beside what holds them."""
    beside = last.parent.parts[:-1] if last.parent is not None else []
    if beside and all(part.parts for part in beside):
        return True
    if beside and len(last.spans) > 1 and len(beside[-1].spans) > 1:
        return False  # each is told in lines of its own
    start = last.spans[0].start
    gap = behind_gap(reading.text, start)
    return gap and bool(beside) and not behind_gap(reading.text, beside[-1].spans[0].start)
