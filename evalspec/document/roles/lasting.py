"""Lone lines between the blocks of a schedule that only tell how long something lasts."""

from __future__ import annotations

from collections.abc import Iterator

from evalspec.core.span import Span
from evalspec.core.times import DAY
from evalspec.document.blocks import HEADS, LINES, LIST_DEPTH, LISTS, Block, depth_of
from evalspec.document.facts import EntryKind, lengths_in
from evalspec.document.lines import item_of
from evalspec.document.own_amounts import names_something, without_qualifiers
from evalspec.document.reading import Reading
from evalspec.document.tree import Draft
from evalspec.vocabulary.fold import fold

_NAME_WORDS = 6
"""More words before a length are a sentence."""
_FAR = 9
"""Lines above one in which the next heading, or line outside lists, is looked for."""
_NEAR = 3
"""Parts of each open container that are looked at above a line."""


def read_lasting(reading: Reading, block: Block, following: Block | None) -> bool:
    """Read a lone line of a name and a length between the blocks of a schedule: `**Break (30 min)**`."""
    if "block" not in reading.wording.item_ranks or _is_marked(block) or _is_day(reading, block):
        return False
    length = _length(reading, block)
    if not length or not (
        _fills(reading, block, length, following)
        if reading.mentions.times
        else _stands_among(reading, block, length, following)
    ):
        return False
    reading.close_lists(LIST_DEPTH)
    while len(reading.stack) > 1 and _ends(reading.top, block):
        reading.stack.pop()
    item = item_of(reading, block.text, depth_of(block))
    if block.kind in HEADS:  # `### 2. Groups: stations (20 min)` is called all that
        until = max(reading.quantities(block.text)[0].span.start, item.span.end)
        name = reading.text[item.span.start : until].rstrip(" *_(~–—-:")
        item.span, item.label = Span(item.span.start, item.span.start + len(name)), name
        item.name(fold(name))
    reading.put(item)
    if following is not None and _is_marked(following) and not _is_timed(reading, following):
        reading.stack.append(item)
    return True


def _is_day(reading: Reading, block: Block) -> bool:
    """Tell whether a heading is a day with what it comes to: `## Monday (40 min)`."""
    told, dates = reading.quantities(block.text)[:1], reading.dates(block.text)[:1]
    if block.kind not in HEADS or not told or not dates:
        return False
    said = Span(block.text.start, told[0].span.start)
    return reading.string(said).strip(" *_(~–—-:") == reading.string(dates[0].span)


def _ends(holder: Draft, block: Block) -> bool:
    """Tell whether a line is no part of what is open above it."""
    thing = holder.kind in (EntryKind.BLOCK, EntryKind.ITEM)
    return thing or (not holder.rank and holder.depth >= depth_of(block))


def _fills(reading: Reading, block: Block, length: int, following: Block | None) -> bool:
    """Tell whether a line fits between the block above it and the next one."""
    before = next(_timed(reading), None)
    time = next(iter(reading.times(following.text)), None) if following is not None else None
    if before is None or time is None or following is None:
        return False
    told = lengths_in(before.amounts, reading.wording.lexicon.time_measure)[:1]
    lasted = int(sum(a.value.scaled(a.unit.factor).low or 0 for a in told))
    end = before.ends[0].minutes if before.ends else before.starts[0].minutes + lasted
    gap = (time.minutes - end) % DAY
    lasts = (time.end - time.minutes) % DAY if time.end is not None else 0
    # it may stand above what follows, unless it fills the gap, or is shorter than that
    heads = depth_of(following) > depth_of(block) and lasts <= length != gap
    return not heads and (gap >= length if before.ends or told else gap > length)


def _stands_among(reading: Reading, block: Block, length: int, following: Block | None) -> bool:
    """Tell whether a line without a time is one of several alike, or stands alone between others."""
    before = reading.blocks[reading.at - 1] if reading.at else None
    if following is not None and _is_marked(following) and _length(reading, following):
        near = (before, following)
        return all(b and _is_marked(b) and _length(reading, b) > length for b in near)
    above, below = (_heads(reading, step) for step in (-1, 1))
    beside = (*above[:1], *below[:1])
    parted = len(beside) > 1 and beside[1] is following and _is_like(*beside)
    if parted and all(_length(reading, b, True) for b in beside):
        return True
    return any(_is_like(b, block) and _length(reading, b, True) for b in (*above, *below))


def _heads(reading: Reading, step: int) -> list[Block]:
    """Return the lines outside lists before or behind the one being read, those above no lengths."""
    near = range(reading.at + step, reading.at + step * _FAR, step)
    blocks = reading.blocks
    return [
        blocks[at]
        for at in near
        if 0 <= at < len(blocks)
        and not _is_marked(blocks[at])
        and not any(_is_marked(b) and _length(reading, b) for b in blocks[at + 1 : at + 2])
    ]


def _is_timed(reading: Reading, block: Block) -> bool:
    return bool(reading.times(block.text) or _length(reading, block))


def _is_like(block: Block, other: Block) -> bool:
    plain = block.kind in LINES and other.kind in LINES
    return plain or (block.kind, block.level) == (other.kind, other.level)


def _is_marked(block: Block) -> bool:
    """Tell whether a line is of a list, and begins with its mark."""
    return block.kind in LISTS and block.span != block.text


def _length(reading: Reading, block: Block, label: bool = False) -> int:
    """Return the minutes of a line, or label, of nothing but a name and how long it lasts, else 0."""
    line = block.label if label and block.label and reading.quantities(block.label) else block.text
    told = reading.quantities(line)
    if len(told) != 1 or reading.times(line) or reading.section():
        return 0
    unit, minutes = told[0].unit, told[0].value
    if reading.per(told[0].qualifier):
        return 0  # `## Ada – 40 min per week`
    if unit is None or unit.dimension != "time" or not minutes.exact or minutes.low is None:
        return 0
    said = without_qualifiers(reading.string(line), line, told)
    called = (fold(part.strip(" *_:()–—-")) for part in (said, said.partition(":")[0]))
    about = any(map(reading.wording.is_about_others, called))
    plain = names_something(reading, said) and len(said.split()) <= _NAME_WORDS
    return int(minutes.low * unit.factor) if plain and not about else 0


def _timed(reading: Reading) -> Iterator[Draft]:
    """Yield what has a clock time above a line, the nearest first."""
    for holder in reversed(reading.stack):
        yield from (part for part in reversed(holder.parts[-_NEAR:]) if part.starts)
