"""Tables of nothing but what all comes to: `| | Goal | Plan |` over `| Calories | 1,500 | 1,530 |`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from evalspec.core.span import Span
from evalspec.document.blocks import LISTS, TABLES, Block, BlockKind
from evalspec.document.facts import Amount, EntryKind, Origin
from evalspec.document.headers import column
from evalspec.document.own_amounts import claimed, names_something
from evalspec.document.reading import Reading
from evalspec.document.totals import adds_up
from evalspec.document.tree import Draft
from evalspec.vocabulary.fold import fold


def read_balance(reading: Reading, rows: Sequence[Block]) -> bool:
    """Read a table below parts that measures what there is, and perhaps what was meant, of all of them."""
    head, body = rows[0], rows[1:]
    if head.kind is not BlockKind.TABLE_HEADER or not body:
        return False
    top = reading.top
    headed = not top.parts and top is not reading.plan and _is_total(reading, top.span)
    grid = [head.cells, *(row.cells for row in body)]
    stated = reading.wording.role(fold(reading.string(head.cells[0])), "stated")
    if len(body) == 1 and _tells_of_one(reading, head.cells, body[0].cells):
        told = list(zip(head.cells, body[0].cells, strict=False))
        others: list[Span] = []
    elif not reading.plan.parts:
        return False
    else:
        if not (stated or _measures(reading, [row[0] for row in grid[1:]])):
            if any(len(row) != len(grid[0]) for row in grid):
                return False
            grid = list(zip(*grid, strict=True))
        turned = grid[0][1:2] != head.cells[1:2]
        named = headed or stated or _is_total(reading, head.cells[0])
        told, others = _parted(reading, grid, turned=turned, headed=named)
    if not told:
        return False
    if headed:
        top.section = "total"
    found: list[Amount] = []
    others += [cell for label, cell in told if stated and not _measures(reading, [label])]
    for label, cell in told:
        said = column(reading.string(label), reading.wording)
        found += reading.measured(cell, said, Origin.STATED) if cell not in others else []
    for cell in others:
        reading.leave(cell, "claim")
    own = len(body) == 1 and not headed
    holder = top if own else _balanced(reading, found)
    if holder is reading.plan:
        reading.claim(holder, claimed(found), head.span)
    else:
        holder.amounts += found
    return True


def _tells_of_one(reading: Reading, labels: Sequence[Span], cells: Sequence[Span]) -> bool:
    """Tell whether the one row of a table names nothing and has amounts below measures: `| Serves | Cook |`.

    Above all parts it tells of those below; there must be some.
    """
    wording, blocks = reading.wording, reading.blocks
    if any(names_something(reading, reading.string(cell)) for cell in cells):
        return False
    if any(part.parts or part.kind is EntryKind.ITEM for part in reading.plan.parts):
        return _measures(reading, labels)
    said = [fold(reading.string(label)) for label in labels]
    known = [wording.is_measure(w) or wording.role(w, "step of work", "total") for w in said]
    other = any(wording.role(w, "time property") or w in wording.ranks for w in said)
    behind = islice(blocks, reading.at + 1, None)
    own = blocks[reading.at].group
    below = any(b.kind in (*LISTS, *TABLES) and b.group != own for b in behind)
    return below and not other and sum(known) * 2 > len(known)


def _measures(reading: Reading, labels: Sequence[Span]) -> bool:
    """Tell whether labels are nothing but measures."""
    return all(reading.wording.is_measure(fold(reading.string(label))) for label in labels)


def _is_total(reading: Reading, label: Span) -> bool:
    return reading.wording.begins_with_role(fold(reading.string(label)), "total")


def _parted(
    reading: Reading, grid: Sequence[Sequence[Span]], *, turned: bool, headed: bool
) -> tuple[list[tuple[Span, Span]], list[Span]]:
    """Part the cells beside measures into what there is, with its label, and the rest."""
    wording = reading.wording
    versions = [fold(reading.string(cell)) for cell in grid[0]]
    labels = [row[0] for row in grid[1:]]
    stated = wording.role(versions[0], "stated")
    told_of = sum(_measures(reading, [label]) for label in labels)
    if told_of < (1 if stated else len(labels)):
        return [], []
    there = [n for n, said in enumerate(versions) if n and wording.role(said, "achieved", "total")]
    meant = [n for n, said in enumerate(versions) if n and wording.begins_with_role(said, "claim")]
    known = len(there) + len(meant) == len(versions) - 1
    if (stated and not there) or (headed and not (there or meant) and len(versions) == 2):
        there, meant = [1], []
    compared = meant and there and not turned  # `Status` beside them
    if not (compared or (known and there) or (headed and there)) or len(there) > 1:
        return [], []
    told = [(row[0], row[n]) for row in grid[1:] for n in there if n < len(row)]
    rest = [c for row in grid[1:] for n, c in enumerate(row) if n and n not in there]
    return told, rest


def _balanced(reading: Reading, found: Sequence[Amount]) -> Draft:
    """Return what comes to the amounts of a balance, else what holds others or is the only one."""
    ranked = [draft for draft in reading.stack if draft.rank]
    fitting = [draft for draft in [reading.plan, *ranked] if adds_up(draft, found)]
    if len(fitting) == 1 or not ranked:
        return fitting[0] if fitting else reading.plan
    last = ranked[-1]
    alike = [part for part in (last.parent or last).parts if part.rank == last.rank]
    if len(alike) < 2 or any(part.rank for part in last.parts):
        return last
    return ranked[-2] if len(ranked) > 1 else reading.plan
