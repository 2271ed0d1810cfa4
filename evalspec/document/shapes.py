"""Lines written alike: the shape of a line, and list items that only one mark or margin sets apart.

Siblings are written alike, so a line that is written as those beside it is one of them: of
`* Soup – 300 kcal`, `+ Bread – 90 kcal`, `* Tea – 5 kcal` the second is no part of the first, and
`  * Bread – 90 kcal` may or may not be one, where no other line of the response has such parts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from evalspec.core.record import Record
from evalspec.core.span import line_at
from evalspec.document import schedule
from evalspec.document.blocks import Block, BlockKind
from evalspec.document.lines import CUT, LISTS, amounts_in, come_to, names_something
from evalspec.document.mention import TimeMention
from evalspec.document.reading import Reading
from evalspec.vocabulary.fold import fold

_SELDOM = 2
"""Of so many lines written alike, at most one has others of them below it by mistake."""
_MARGIN = 1
"""Columns by which list items of one depth differ at most."""
_ROLES = ("claim", "total", "note", "remainder", "rest", "breakdown", "payment", "discount", "share")


class Shape(Record, frozen=True):
    """How a line is written, whatever it names and however many."""

    bold: bool
    labelled: bool
    """A label stands before a colon or a dash."""
    timed: bool
    """It begins with a clock time."""
    bracketed: bool
    """Its first amount stands in brackets."""
    told: tuple[str, ...]
    """The dimensions of its amounts, in order."""


def shape_of(reading: Reading, block: Block) -> Shape | None:
    """Return the shape of a line that names something and measures it; None for others."""
    timed = schedule.starts_with_time(reading, block) is not None
    measured = [m for m in reading.quantities(block.text) if m.unit is not None]
    told = tuple(m.unit.dimension for m in measured if m.unit is not None)
    if not (told or timed) or not names_something(reading, reading.string(block.text)):
        return None
    start = measured[0].span.start if measured else block.text.start
    bracketed = "(" in reading.text[block.text.start : start]
    return Shape(block.bold, block.label is not None, timed, bracketed, told)


class _Family(Record, frozen=True):
    """A list item and what stands below it, all of one shape, by their places among the blocks."""

    shape: Shape
    head: int
    below: tuple[int, ...]
    """The items one level deeper."""
    end: int
    """Where the first line stands that is no more below it."""


def level(reading: Reading) -> None:
    """Put list items beside the one they stand below, where they are of its shape and it alone has such."""
    if reading.is_json:
        return
    blocks = list(reading.blocks)
    shapes = [shape_of(reading, b) if b.kind in LISTS else None for b in blocks]
    families = list(_families(blocks, shapes))
    often = Counter(shape for shape in shapes if shape is not None)
    heads = Counter(family.shape for family in families)
    held = Counter({family.shape: 0 for family in families})
    for family in families:
        held[family.shape] += len(family.below)
    for family in families:
        others = often[family.shape] - held[family.shape] - heads[family.shape]
        if others < _SELDOM * heads[family.shape] or _are_parts(reading, blocks, family):
            continue
        for at in range(family.head + 1, family.end):
            blocks[at] = replace(blocks[at], level=max(0, blocks[at].level - 1))
        if not _is_one_list(reading, blocks, family):
            reading.perhaps.update(blocks[at].text.start for at in family.below)
    reading.blocks = tuple(blocks)


def _families(blocks: Sequence[Block], shapes: Sequence[Shape | None]) -> Iterator[_Family]:
    """Yield the list items that hold others of their shape, and nothing else."""
    open_heads: list[int] = []
    below: dict[int, list[int]] = {}
    for at in range(len(blocks) + 1):
        block = blocks[at] if at < len(blocks) else None
        inner = block is not None and (block.kind in LISTS or (block.level and not block.cells))
        deep = block.level if block is not None and inner else -1
        while open_heads and blocks[open_heads[-1]].level >= deep:
            head = open_heads.pop()
            held, shape = below.pop(head, []), shapes[head]
            if held and shape is not None and all(shapes[n] == shape for n in held):
                yield _Family(shape, head, tuple(held), at)
        if block is not None and block.kind in LISTS:
            if open_heads:
                below.setdefault(open_heads[-1], []).append(at)
            open_heads.append(at)


def _are_parts(reading: Reading, blocks: Sequence[Block], family: _Family) -> bool:
    """Tell whether the lines below one are what it consists of: by its name, its amounts or its time."""
    head, *below = (blocks[n] for n in (family.head, *family.below))
    if any(_is_called(reading, block) for block in (head, *below)):
        return True
    if family.shape.timed:
        return all(_lasts_within(reading, head, block) for block in below)
    told = amounts_in(reading, head.text)
    parts = [amount for block in below for amount in amounts_in(reading, block.text)]
    return come_to(parts, told)


def _is_called(reading: Reading, block: Block) -> bool:
    """Tell whether a line goes by the name of a rank, a measure, or a word for what is no thing."""
    text, wording = reading.string(block.text), reading.wording
    label = fold(reading.string(block.label)) if block.label is not None else ""
    name = fold(CUT.split(text, maxsplit=1)[0])
    named = wording.named(label or text)
    known = named is not None and bool(named.rank) and named.rank not in wording.item_ranks
    measured = wording.is_measure(label) or wording.is_measure(name)
    return known or measured or any(wording.begins_with_role(name, role) for role in _ROLES)


def _lasts_within(reading: Reading, head: Block, block: Block) -> bool:
    """Tell whether the time of a line lies within that of another."""
    outer, inner = _time(reading, head), _time(reading, block)
    if outer is None or inner is None or outer.end is None:
        return False
    return outer.minutes <= inner.minutes and (inner.end or inner.minutes) <= outer.end


def _time(reading: Reading, block: Block) -> TimeMention | None:
    return next(iter(reading.times(block.text)), None)


def _is_one_list(reading: Reading, blocks: Sequence[Block], family: _Family) -> bool:
    """Tell whether only another mark sets lines apart, and no number is counted on behind them."""
    head, below = blocks[family.head], blocks[family.below[0]]
    if abs(_column(reading, head) - _column(reading, below)) > _MARGIN:
        return False
    after = blocks[family.end] if family.end < len(blocks) else None
    if not head.number.isdigit() or after is None or after.kind is not BlockKind.NUMBERED:
        return True
    return not after.number.isdigit() or int(after.number) != int(head.number) + 1


def _column(reading: Reading, block: Block) -> int:
    line = line_at(reading.text, block.span.start)
    return block.span.start - line.start
