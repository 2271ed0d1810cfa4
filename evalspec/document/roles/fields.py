"""Fields of titled records: the same labels below each of several titles, `- *Owner:* Sara`."""

from __future__ import annotations

from evalspec.document.blocks import LIST_DEPTH, Block, depth_of
from evalspec.document.facts import Origin
from evalspec.document.headers import column
from evalspec.document.item_dates import take_date
from evalspec.document.own_amounts import as_origin
from evalspec.document.reading import Reading
from evalspec.document.records import label_of
from evalspec.document.roles.details import add_to


def read_field(reading: Reading, block: Block, following: Block | None) -> bool:
    """Read `- Owner: Sara` below each of several titles."""
    title = reading.titled.get(block.text.start)
    if title is None or block.rest is None or "block" in reading.wording.item_ranks:
        return False  # in a schedule they tell when something is
    label = label_of(reading.text, block, reading.wording)
    header = column(label, reading.wording)
    reading.close_lists(depth_of(block))
    top = reading.top
    if top.rank or not top.spans or not (title.start <= top.spans[0].start < title.end):
        return False
    found = reading.measured(block.rest, header) if header.measure else []
    if header.measure and not found:
        return False
    if not header.measure and (reading.quantities(block.rest) or reading.times(block.rest)):
        return False
    origin = Origin.ITEM if top.depth >= LIST_DEPTH else Origin.STATED
    add_to(reading, top, [as_origin(amount, origin) for amount in found], label)
    if not header.measure:
        take_date(reading, top, block.rest)
        reading.leave(block.span, "property")
    top.spans.append(block.span)
    top.measured = True
    return True
