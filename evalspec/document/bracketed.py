"""Numbers alone in brackets behind names, and what they are: `Porridge (380)`, `rice 3 lb (3.00)`.

They bear the unit that is told for all of them (`All figures are in kcal`), that the first
of them bears (`fish roll (450 kcal), apple (80)`), or that of a total which they come to: at the head or
the end of a line or a section, or in a row or column of totals. Where nothing says so they stay bare.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal

from msgspec.structs import replace

from evalspec.core.quantity import Unit
from evalspec.core.record import Record
from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document.blocks import HEADS, TABLES, Block
from evalspec.document.headers import column, unit_of
from evalspec.document.line_amounts import usual_unit
from evalspec.document.mention import Mentions, QuantityMention
from evalspec.document.mentions.find import MentionIndex
from evalspec.document.wording import Wording
from evalspec.vocabulary.fold import fold

_OPENED = regex(r"[\w*_%!)]\s\(\s*[~≈]?\s*$")
_CLOSED = regex(r"\s*\)")
_NEAR = 12
_FEWEST, _NEARLY = 2, 100
"""Numbers that come to a total, which may differ by a hundredth."""
_LEAST = 20
"""Fewer kilocalories in brackets may be how many of a thing there are."""
_SAID = ("figure", "number", "value", "amount", "bracket", "parenthesis", "parentheses")
_WORD = regex(r"[^\W\d_]+")
_DIGIT = regex(r"\d")
_EXTENTS = ("energy", "mass", "time")


class _Sum(Record, frozen=True):
    """Numbers in brackets beside a total that they may come to."""

    bare: tuple[QuantityMention, ...]
    total: Decimal
    unit: Unit
    kind: str
    """What kind of place the total stands in."""


def with_units(
    text: str, blocks: Sequence[Block], mentions: Mentions, wording: Wording
) -> Mentions:
    """Give numbers alone in brackets the unit that the response tells for them."""
    index = MentionIndex(mentions)
    bare = [m for m in mentions.quantities if _is_bare(text, m)]
    if not bare:
        return mentions
    found: dict[int, Unit] = {}
    said = next(_said(text, blocks, wording), None)
    if said is not None:
        found.update((id(mention), said) for mention in bare)
    if said is None and (energy := _first_told(text, mentions)) is not None:
        found.update((id(m), energy) for m in bare if (m.value.low or 0) >= _LEAST)
    for told in _agreeing([*_in_lines(text, blocks, index), *_in_sections(text, blocks, index, wording),
                           *_in_tables(text, blocks, index, wording)]):  # fmt: skip
        for mention in told.bare:
            found.setdefault(id(mention), told.unit)
    if not found:
        return mentions
    named = (
        replace(m, unit=unit, unit_word=fold(unit.name)) if (unit := found.get(id(m))) else m
        for m in mentions.quantities
    )
    return replace(mentions, quantities=tuple(named))


def _is_bare(text: str, mention: QuantityMention) -> bool:
    plain = mention.unit is None and not mention.bound and not mention.qualifier
    return plain and _is_in_brackets(text, mention)


def _said(text: str, blocks: Sequence[Block], wording: Wording) -> Iterator[Unit]:
    """Yield the unit of which a line says that all numbers are: `Numbers in brackets are kcal`."""
    for block in blocks:
        said = text[block.text.start : block.text.end]
        if block.cells or _DIGIT.search(said):
            continue
        words = [fold(word) for word in _WORD.findall(said)]
        told = [_unit_told(word, wording) for word in words] if set(_SAID) & set(words) else []
        units = {unit.dimension: unit for unit in told if unit is not None}
        if len(units) == 1:
            yield from units.values()


def _unit_told(word: str, wording: Wording) -> Unit | None:
    """Return the unit that a word is, or that amounts of the measure it names have."""
    unit = unit_of(word, wording)
    measure = wording.measures.get(word)
    unit = unit or (usual_unit(measure, wording) if measure else None)
    counts = unit is not None and unit.dimension in _EXTENTS
    money = unit is not None and unit.dimension.startswith("currency:")
    return unit if counts or money else None


def _first_told(text: str, mentions: Mentions) -> Unit | None:
    """Return the unit of energy that the first number in brackets has, and every other one or none."""
    enclosed = [m for m in mentions.quantities if _is_in_brackets(text, m)]
    units = {m.unit for m in enclosed if m.unit is not None}
    first = enclosed[0].unit if enclosed else None
    return first if first is not None and first.dimension == "energy" and len(units) == 1 else None


def _is_in_brackets(text: str, mention: QuantityMention) -> bool:
    before = text[max(0, mention.span.start - _NEAR) : mention.span.start]
    return bool(_OPENED.search(before)) and _CLOSED.match(text, mention.span.end) is not None


def _agreeing(sums: Iterable[_Sum]) -> Iterator[_Sum]:
    """Yield the sums of each kind of place where half of them or more come to their total."""
    kinds: dict[tuple[str, Unit], list[_Sum]] = {}
    for told in sums:
        if len(told.bare) >= _FEWEST:
            kinds.setdefault((told.kind, told.unit), []).append(told)
    for alike in kinds.values():
        if sum(map(_agrees, alike)) * 2 >= len(alike):
            yield from alike


def _agrees(told: _Sum) -> bool:
    whole = sum((m.value.low or Decimal(0) for m in told.bare), Decimal(0))
    return abs(whole - told.total) * _NEARLY <= told.total


def _total(found: Sequence[QuantityMention]) -> QuantityMention | None:
    """Return the only amount of energy or money among some."""
    told = [m for m in found if m.unit is not None and m.value.exact and _adds(m.unit)]
    return told[0] if len(told) == 1 else None


def _adds(unit: Unit) -> bool:
    return unit.dimension == "energy" or unit.dimension.startswith("currency:")


def _in_lines(text: str, blocks: Sequence[Block], index: MentionIndex) -> Iterator[_Sum]:
    """Yield the lines that tell one amount of energy or money: `$6.70: fruit. Figs (2.80), plums (3.90)`."""
    for block in blocks:
        quantities = index.quantities(block.text) if not block.cells else ()
        bare = tuple(m for m in quantities if _is_bare(text, m))
        if bare and (total := _total(quantities)) is not None and total.unit is not None:
            yield _Sum(bare, total.value.low or Decimal(0), total.unit, "line")


def _in_sections(
    text: str, blocks: Sequence[Block], index: MentionIndex, wording: Wording
) -> Iterator[_Sum]:
    """Yield the sections with an amount in their heading, or in a line for their total."""
    bare: list[QuantityMention] = []
    total: QuantityMention | None = None
    for block in (*blocks, None):
        if block is None or block.kind in HEADS:
            if total is not None and total.unit is not None:
                yield _Sum(tuple(bare), total.value.low or Decimal(0), total.unit, "section")
            bare, total = [], None
        if block is None or block.cells:
            continue
        quantities = index.quantities(block.text)
        label = fold(text[block.label.start : block.label.end]) if block.label is not None else ""
        if block.kind in HEADS or wording.begins_with_role(label, "total"):
            total = total or _total(quantities)
        else:
            bare += [m for m in quantities if _is_bare(text, m)]


def _in_tables(
    text: str, blocks: Sequence[Block], index: MentionIndex, wording: Wording
) -> Iterator[_Sum]:
    """Yield the columns above a row of totals, and the rows beside a column of them."""
    tables: dict[int, list[Block]] = {}
    for block in blocks:
        if block.kind in TABLES:
            tables.setdefault(block.group, []).append(block)
    for rows in tables.values():
        cells = [list(row.cells) for row in rows if row.cells]
        yield from _sums_of(text, cells, index, wording, "column")
        wide = max(map(len, cells), default=0)
        turned = [[row[n] for row in cells if len(row) == wide] for n in range(wide)]
        yield from _sums_of(text, turned, index, wording, "row")


def _sums_of(
    text: str, rows: Sequence[Sequence[Span]], index: MentionIndex, wording: Wording, kind: str
) -> Iterator[_Sum]:
    """Yield what stands above each number of a row that is called a total of some unit."""
    for at, row in enumerate(rows):
        label = text[row[0].start : row[0].end] if row else ""
        if not at or not wording.begins_with_role(fold(label), "total"):
            continue
        unit = _unit_of_totals(label, wording)
        for number, cell in enumerate(row[1:] if unit is not None else (), 1):
            above = (
                m
                for other in rows[:at]
                if number < len(other)
                for m in index.quantities(other[number])
            )
            bare = tuple(m for m in above if _is_bare(text, m))
            total = index.quantities(cell)
            if len(total) == 1 and total[0].value.exact and unit is not None:
                yield _Sum(bare, total[0].value.low or Decimal(0), unit, kind)


def _unit_of_totals(label: str, wording: Wording) -> Unit | None:
    """Return the unit that `Total kcal`, `Total (€)` or `Total calories` tells."""
    told = column(label, wording)
    if told.unit is not None and _adds(told.unit):
        return told.unit
    units = (_unit_told(fold(word), wording) for word in label.replace("*", " ").split())
    return next((unit for unit in units if unit is not None and _adds(unit)), None)
