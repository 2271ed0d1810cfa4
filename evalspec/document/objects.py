"""JSON objects as lines: elements of `"sessions": […]` are sessions, `"name": …` names what holds it."""

from __future__ import annotations

from evalspec.core.span import Span
from evalspec.document.blocks import LIST_DEPTH, Block, BlockKind
from evalspec.document.containers import open_element
from evalspec.document.lines import amounts_in, depth_of, is_rest
from evalspec.document.reading import Reading
from evalspec.document.wording import Named
from evalspec.vocabulary.fold import fold

_NEAR = 40
"""Blocks on either side in which the rest of an object is looked for."""


def read_element(reading: Reading, block: Block, following: Block | None) -> bool:
    """Open a container for an object in a list that is called by the plural of a rank."""
    if not reading.is_json or not _is_object(reading, block):
        return False
    reading.close_lists(depth_of(block))
    rank, stem = rank_of_list(reading)
    if not rank:
        return False
    known = reading.wording.named(reading.string(block.text))
    key = fold(reading.string(block.label)) if block.label is not None else ""
    ranked = (known is not None and known.rank) or key in reading.wording.ranks
    if ranked or reading.dates(block.text):
        return False
    title = reading.string(block.rest or block.text)
    number = sum(part.rank == rank for part in reading.top.parts) + 1
    open_element(reading, block, Named(rank, (number,), stem, title))
    return True


def _is_object(reading: Reading, block: Block) -> bool:
    bullet = block.kind is BlockKind.BULLET and block.span.end - block.span.start == 1
    return bullet and reading.text[block.span.start] == "{"


def rank_of_list(reading: Reading) -> tuple[str, str]:
    """Return the rank that the innermost list is named for, and the word."""
    top, wording = reading.top, reading.wording
    stem = fold(top.label.replace("_", " "))
    rank = wording.ranks.get(stem, "") if not top.rank and top is not reading.plan else ""
    return (rank, stem) if rank and rank not in wording.item_ranks else ("", "")


def read_name(reading: Reading, block: Block, following: Block | None) -> bool:
    """Take `"plan_name": "Push and pull"` as a name; what else an object says is a property."""
    if block.label is None or block.rest is None:
        return False
    empty = block.rest.start >= block.rest.end
    label = fold(reading.string(block.label).replace("_", " "))
    if not reading.is_json:
        titled = not empty and _is_title(reading, block, label)
    else:
        titled = not empty and reading.wording.begins_with_role(label, "name")
    if titled:
        _name(reading, block, block.rest)
        return True
    if not reading.is_json or reading.times(block.text) or amounts_in(reading, block.text):
        return False
    if empty or _beside_lists(reading, block):
        reading.leave(block.span, "property")
        return True
    return False


def _is_title(reading: Reading, block: Block, label: str) -> bool:
    """Tell whether a first line names the whole and has no amount of it: `Title: Five days in Rome`."""
    first = not reading.at and block.kind is BlockKind.PARAGRAPH
    if not first or label not in reading.wording.roles.get("name", ()):
        return False
    units = (amount.unit.dimension for amount in amounts_in(reading, block.text))
    lasts = all(unit.startswith(("time", "count:")) for unit in units)
    return lasts and not reading.times(block.text)


def _name(reading: Reading, block: Block, value: Span) -> None:
    """Name what holds a member; a day that is called rest is one."""
    reading.close_lists(max(depth_of(block), LIST_DEPTH))
    top = reading.top
    if top is reading.plan and not top.label:
        top.label, top.span = reading.string(value), value
    name = fold(reading.string(value))
    top.name(name)
    if top.rank and is_rest(reading, name):
        top.section = "rest"


def _beside_lists(reading: Reading, block: Block) -> bool:
    """Tell whether the object that a member stands in holds lists or objects too."""
    at = reading.at
    before = reversed(reading.blocks[max(0, at - _NEAR) : at])
    for near in (before, reading.blocks[at + 1 : at + 1 + _NEAR]):
        for other in near:
            if other.cells or other.level > block.level:
                return True
            if other.level < block.level:
                break
    return False
