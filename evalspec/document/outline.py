"""Blocks → outline: each line gets its role, containers get their rank.

The roles of a line are tried in the order of `ROLES`; the first that takes it wins.
"""

from __future__ import annotations

from collections.abc import Callable

from evalspec.document import tables
from evalspec.document.blocks import LISTS, TABLES, Block, depth_of
from evalspec.document.facts import LineRole
from evalspec.document.objects import read_element, read_member, read_name
from evalspec.document.paces import read_pace
from evalspec.document.reading import Reading
from evalspec.document.recaps import read_recap
from evalspec.document.remainders import read_remainder
from evalspec.document.roles.asides import (
    read_code,
    read_conclusion,
    read_note,
    read_share,
    read_silent,
)
from evalspec.document.roles.details import read_amounts_alone, read_property, read_timed
from evalspec.document.roles.fields import read_field
from evalspec.document.roles.headings import read_container, read_heads_line
from evalspec.document.roles.lasting import read_lasting
from evalspec.document.roles.parts import (
    read_continued,
    read_each,
    read_listed,
    read_prose,
    read_scheduled,
)
from evalspec.document.siblings import unlike
from evalspec.document.totals import read_total, read_total_of_each


def read_outline(reading: Reading) -> None:
    """Read every block into the outline; again where a line was put away whose like are parts."""
    _read(reading)
    if odd := unlike(reading):
        reading.alike.update(odd)
        reading.begin()
        _read(reading)


def _read(reading: Reading) -> None:
    blocks = reading.blocks
    at = 0
    while at < len(blocks):
        block = blocks[at]
        if block.kind in TABLES:
            end = at
            while end < len(blocks) and blocks[end].group == block.group and blocks[end].cells:
                end += 1
            tables.read_table(reading, blocks[at:end])
            end = max(end, at + 1)
            reading.lines += [_line(row, tables.read_table) for row in blocks[at:end]]
            at = end
            continue
        following = blocks[at + 1] if at + 1 < len(blocks) else None
        reading.at = at
        if block.kind in LISTS:
            reading.leave_notes(depth_of(block))
        rule = next(role for role in ROLES if role(reading, block, following))
        sure = reading.alike.get(block.text.start)
        reading.lines.append(_line(block, rule, "" if sure is None else _ALIKE[sure]))
        at += 1


_ALIKE = {
    True: " It is written as those beside it.",
    False: " It is written as those beside it, but may be said of one of them.",
}
"""What else tells the role of a line; see `shapes`."""


def _line(block: Block, rule: Callable[..., object], more: str = "") -> LineRole:
    """Name the rule that took a line, with what it says of itself."""
    name = rule.__name__.removeprefix("read_").strip("_").replace("_", " ")
    return LineRole(block.span, name, (rule.__doc__ or "").partition("\n")[0] + more)


ROLES: tuple[Callable[[Reading, Block, Block | None], bool], ...] = (
    read_element,
    read_member,
    read_silent,
    read_code,
    read_share,
    read_recap,
    read_remainder,
    read_total_of_each,
    read_total,
    read_conclusion,
    read_continued,
    read_pace,
    read_lasting,
    read_field,
    read_heads_line,
    read_container,
    read_timed,
    read_property,
    read_amounts_alone,
    read_note,
    read_each,
    read_name,
    read_scheduled,
    read_listed,
    read_prose,
)
"""What a line may be, in the order in which it is tried."""
