"""Records: the same labels line by line for each thing, `Task: Pack`, `Who: Ada`.

Those without a title of their own are told as a table, below titles their lines are fields of the title.

A record begins where its first label comes again. Labels that name containers (`Lunch: soup`) are none of
its fields, nor are those that say nothing of a thing: who speaks in a dialogue.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from evalspec.core.span import Span
from evalspec.document.blocks import LINES, Block, BlockKind, depth_of
from evalspec.document.headers import column
from evalspec.document.wording import Wording
from evalspec.vocabulary.fold import fold

_FEWEST = 2
_LONGEST = 3
"""Words of a label."""
_NEAR = 50
"""Lines that show whether records begin at one, however many there are."""
_FIELDS = ("person", "header", "time property", "date property", "when")
Record = list[tuple[str, Block]]
"""The lines of one record, each with its folded label."""


def titled_fields(text: str, blocks: Sequence[Block], wording: Wording) -> dict[int, Span]:
    """Return where lines begin that tell something of titles above them, each with its title."""
    open_titles: list[Block] = []
    found: dict[Span, Record] = {}
    for block in blocks:
        if block.kind is BlockKind.RULE:
            continue
        while open_titles and depth_of(open_titles[-1]) >= depth_of(block):
            open_titles.pop()
        label = label_of(text, block, wording)
        title = open_titles[-1] if open_titles else None
        if (
            label
            and title is not None
            and not wording.named(fold(title.text.of(text).strip("*_: ")))
        ):
            found.setdefault(title.span, []).append((label, block))
        open_titles.append(block)
    often = Counter(label for record in found.values() for label, _ in record)
    shared = {
        label
        for label, count in often.items()
        if count >= _FEWEST and not wording.begins_with_role(label, "total")
    }
    records = {
        title: [(label, block) for label, block in record if label in shared]
        for title, record in found.items()
    }
    records = {title: record for title, record in records.items() if len(record) >= _FEWEST}
    if not any(wording.role(label, "person") for record in records.values() for label, _ in record):
        return {}
    told = _are_told(list(records.values()), wording)
    return {b.text.start: title for title, row in records.items() for _, b in row} if told else {}


def with_records(text: str, blocks: Sequence[Block], wording: Wording) -> tuple[Block, ...]:
    """Return the blocks with records as the rows of a table."""
    group = max((block.group for block in blocks), default=0)
    found: list[Block] = []
    at = 0
    while at < len(blocks):
        near, _ = _records_at(text, blocks[at : at + _NEAR], 0, wording)
        whole = near if len(near) <= _FEWEST else near[:-1]  # the last one may go on
        records, end = (
            _records_at(text, blocks, at, wording) if _are_told(whole, wording) else ([], at)
        )
        if not _are_told(records, wording):
            found.append(blocks[at])
            at += 1
            continue
        group += 1
        found += _table(records, group)
        at = end
    return tuple(found)


def _records_at(
    text: str, blocks: Sequence[Block], at: int, wording: Wording
) -> tuple[list[Record], int]:
    """Return the records that begin at a block, and where what stands behind them does."""
    records: list[Record] = []
    first = ""
    labels: set[str] = set()
    """Those of the last record."""
    for n in range(at, len(blocks)):
        block = blocks[n]
        label = label_of(text, block, wording)
        if block.kind is BlockKind.RULE and records:
            continue
        begins = bool(label) and label in (first, first or label)
        apart = n == at or _are_apart(text, blocks[n - 1], block)
        if not label or begins != apart:
            return records, n
        if begins:
            records.append([])
            labels = set()
        elif label in labels or wording.begins_with_role(label, "total"):
            return records, n
        labels.add(label)
        first = first or label
        records[-1].append((label, block))
    return records, len(blocks)


def _are_apart(text: str, above: Block, below: Block) -> bool:
    """Tell whether a line begins something new: behind a gap or a rule, or further out."""
    gap = text.count("\n", above.span.end, below.span.start) > 1
    return gap or above.kind is BlockKind.RULE or below.level < above.level


def label_of(text: str, block: Block, wording: Wording) -> str:
    """Return the folded label of a line that tells something behind it, and holds nothing."""
    if block.kind not in LINES or block.label is None or block.rest is None:
        return ""
    label = fold(block.label.of(text))
    sign = text[block.label.end : block.rest.start].strip(" *_")
    plain = sign[:1] == ":" and block.rest.start < block.rest.end
    return label if plain and len(label.split()) <= _LONGEST and not wording.named(label) else ""


def _are_told(records: Sequence[Record], wording: Wording) -> bool:
    """Tell whether records share labels: some say what is told of a thing, and not all are measured."""
    often = Counter(label for record in records for label, _ in record)
    shared = [label for label, count in often.items() if count >= _FEWEST]
    measured = [label for label in shared if column(label, wording).measure]
    said = measured or any(wording.role(label, *_FIELDS) for label in shared)
    alike = all(len(record) >= _FEWEST for record in records)
    return len(records) >= _FEWEST and alike and bool(said) and len(measured) < len(shared)


def _table(records: Sequence[Record], group: int) -> Iterator[Block]:
    labels: dict[str, Span] = {}
    for record in records:
        for label, block in record:
            labels.setdefault(label, block.label or block.text)
    start = Span(records[0][0][1].span.start, records[0][0][1].span.start)
    yield Block(BlockKind.TABLE_HEADER, start, start, 0, group, cells=tuple(labels.values()))
    for record in records:
        whole = Span(record[0][1].span.start, record[-1][1].span.end)
        told = {label: block.rest or block.text for label, block in record}
        empty = Span(whole.start, whole.start)
        cells = tuple(told.get(label, empty) for label in labels)
        yield Block(BlockKind.TABLE_ROW, whole, whole, 0, group, cells=cells)
