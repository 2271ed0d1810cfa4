"""Mutants of amounts: a number far across every bound, or nothing; the unit changed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from evalspec.author.mutate.concern import Amount, Concern
from evalspec.author.mutate.mutant import Mutant
from evalspec.author.mutate.page import Number, Page, says
from evalspec.core.quantity import Unit, plain
from evalspec.core.record import Record
from evalspec.vocabulary.fold import fold
from evalspec.vocabulary.lexicon import Lexicon

_UNIT = re.compile(r"[ \t\u00a0]?(°?[^\W\d_]+|[€£¥₹₩$%])")
_BEFORE = re.compile(r"([A-Z]{3}|[€£¥₹₩$])[ \t]?\Z")
_EDGE = re.compile(r"[,;|()\n]")
_TIMES = re.compile(r"\d\s*[x×]\s*\d", re.IGNORECASE)
MUCH = 4
"""How many times larger or smaller another unit is at least."""
MOST_UNITS = 4
"""Numbers of one measure whose unit is changed."""


class Written(Record, frozen=True):
    """A number that is written for a measure."""

    line: int
    start: int
    end: int
    text: str
    unit: Unit | None
    unit_end: int
    """Where the unit after it ends; `end` when none stands there."""
    item: bool
    """It stands in an item, not in a sentence that may only tell of it."""

    @property
    def value(self) -> Decimal:
        return Decimal(self.text.replace(",", ""))


def amounts(concern: Concern, page: Page, lexicon: Lexicon) -> Iterator[Mutant]:
    """Yield mutants of every number that belongs to a measure of the formula."""
    for amount in concern.amounts:
        found = written(amount, page, lexicon)
        for one in found:
            yield from _changed(one, amount, concern, page, len(found))
        for one in found[:MOST_UNITS]:
            yield from _units(one, concern, page, lexicon)
        nothing = _with(page, [(one.start, one.end, "0") for one in found])
        if len(found) > 1 and nothing != page.text:
            what = f"every amount of {amount.name} → 0"
            yield Mutant("number", what, found[0].line + 1, nothing, last=True, sure=concern.whole)


def written(amount: Amount, page: Page, lexicon: Lexicon) -> list[Written]:
    """Return the numbers of items that are written for a measure; of any lines if of no item."""
    items = [number for number in page.items if not is_total(page.lines[number].title, lexicon)]
    others = [n for n in range(len(page.lines)) if not is_total(page.lines[n].title, lexicon)]
    for lines in (items, others):
        found = [
            Written(number, one.start, one.end, one.text, *unit, lines is items and not told)
            for number in lines
            for told in [page.lines[number].is_sentence]
            for one in page.numbers(number)
            for unit in [_unit(one, page, lexicon)]
            if _belongs(one, unit[0], amount, page, number)
        ]
        if found:
            return found
    return []


def is_total(title: str, lexicon: Lexicon) -> bool:
    """Tell whether a line speaks of totals or aims."""
    return says(title, (*lexicon.roles.get("total", ()), *lexicon.roles.get("claim", ())))


def _unit(number: Number, page: Page, lexicon: Lexicon) -> tuple[Unit | None, int]:
    after = _UNIT.match(page.text, number.end)
    if after is not None:
        unit = lexicon.units.get(fold(after[1]) or after[1]) or _money(after[1], lexicon)
        if unit is not None:
            return unit, after.end()
    before = _BEFORE.search(page.text[max(0, number.start - 4) : number.start])
    return (_money(before[1], lexicon) if before else None), number.end


def _money(word: str, lexicon: Lexicon) -> Unit | None:
    code = lexicon.currencies.get(word) or lexicon.currencies.get(fold(word))
    return Unit(code, f"currency:{code}") if code else None


def _belongs(number: Number, unit: Unit | None, amount: Amount, page: Page, line: int) -> bool:
    cells = page.headers(line)
    column = page.column(number) if cells else -1
    header = cells[column] if 0 <= column < len(cells) else ""
    named = says(header, amount.words) or says(_fragment(number, page), amount.words)
    if unit is not None:
        same = unit.dimension.partition(":")[0] == amount.dimension.partition(":")[0]
        exact = unit.dimension == amount.dimension or amount.dimension == "currency"
        return same and exact and (named or amount.alone)
    if amount.dimension.startswith("count:") and not header:
        return named or bool(_TIMES.search(_fragment(number, page)))
    return says(header, amount.words) if header else named and amount.dimension in ("?", "one")


def _fragment(number: Number, page: Page) -> str:
    """Return what stands around a number, up to the next comma, bracket or cell."""
    line = number.line
    before = page.text[line.start : number.start]
    cut = max((found.end() for found in _EDGE.finditer(before)), default=0)
    after = _EDGE.search(page.text, number.end, line.end)
    return page.text[line.start + cut : after.start() if after else line.end]


def _changed(
    one: Written, amount: Amount, concern: Concern, page: Page, count: int
) -> Iterator[Mutant]:
    factor = one.unit.factor if one.unit is not None else Decimal(1)
    dimensions = (one.unit.dimension if one.unit else "", amount.dimension, "one")
    bounds = [concern.bounds[d] / factor for d in dimensions if d in concern.bounds]
    high = (bounds[0] + 1) * (count + 1) if bounds else one.value * 1000 + 1
    for value in (high.to_integral_value() + one.value.to_integral_value(), Decimal(0)):
        new = plain(value)
        if new != one.text:
            response = page.replaced(one.start, one.end, new)
            what = f"{amount.name}: {one.text} → {new}"
            sure = concern.whole and one.item
            yield Mutant("number", what, one.line + 1, response, sure)


def _units(one: Written, concern: Concern, page: Page, lexicon: Lexicon) -> Iterator[Mutant]:
    if one.unit is None or one.unit_end == one.end:
        return
    unit = one.unit
    for other in _others(one.unit, lexicon):
        response = page.replaced(one.end, one.unit_end, f" {other.name}")
        what = f"{one.text} {unit.name} → {one.text} {other.name}"
        sure = concern.whole and one.item and one.value != 0
        yield Mutant("unit", what, one.line + 1, response, sure)


def _others(unit: Unit, lexicon: Lexicon) -> list[Unit]:
    """Return a much larger and a much smaller unit of the same dimension, the nearest of each."""
    same = {u.name: u for u in lexicon.units.values() if u.dimension == unit.dimension}
    known = [u for u in same.values() if not u.offset]
    larger = [u for u in known if u.factor >= MUCH * unit.factor]
    smaller = [u for u in known if u.factor * MUCH <= unit.factor]
    nearest = [min(larger, key=_factor)] if larger else []
    return [*nearest, max(smaller, key=_factor)] if smaller else nearest


def _factor(unit: Unit) -> Decimal:
    return unit.factor


def _with(page: Page, changes: list[tuple[int, int, str]]) -> str:
    """Return the response with several places changed."""
    text = page.text
    for start, end, new in sorted(changes, reverse=True):
        text = text[:start] + new + text[end:]
    return text
