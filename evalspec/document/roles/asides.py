"""Lines that hold no parts of the plan: rules, code, shares, conclusions, notes."""

from __future__ import annotations

from itertools import takewhile

from evalspec.core.quantity import Interval
from evalspec.core.span import Span, line_at
from evalspec.document import container_lines, schedule
from evalspec.document.blocks import Block, BlockKind
from evalspec.document.facts import Origin
from evalspec.document.lines import SHARE
from evalspec.document.listed_alike import may_stand_among, stands_among
from evalspec.document.own_amounts import amounts_in, claimed, names_something
from evalspec.document.reading import Reading
from evalspec.document.tree import Draft
from evalspec.vocabulary.fold import fold

_MOST = 8
"""Lines before and behind one in a summary."""


def read_silent(reading: Reading, block: Block, following: Block | None) -> bool:
    """Pass over rules and empty lines."""
    return block.kind is BlockKind.RULE or block.text.start >= block.text.end


def read_code(reading: Reading, block: Block, following: Block | None) -> bool:
    """Set code aside."""
    if block.kind is not BlockKind.CODE:
        return False
    reading.leave(block.span, "code")
    return True


def is_note_on_rank(reading: Reading, block: Block, rank: str) -> bool:
    """Tell whether a line only tells how to go on with what no other container is: `Weeks 3-4: +10 %`."""
    if block.rest is None or not container_lines.tells_change(reading, block.rest):
        return False
    beside = (part for draft in reading.stack for part in draft.parts[-1:])
    return all(draft.rank != rank for draft in (*reading.stack, *beside))


def read_share(reading: Reading, block: Block, following: Block | None) -> bool:
    """Set aside what a line below an item says of a piece of it: `of which sugar: 3 g`."""
    if reading.last_item is None and not reading.top.measured and not reading.top.amounts:
        return False
    words = reading.wording.roles.get("share", ())
    if not fold(reading.string(block.text)).startswith(tuple(f"{word} " for word in words)):
        return False
    reading.leave(block.span, "share")
    return True


def read_conclusion(reading: Reading, block: Block, following: Block | None) -> bool:
    """Take lines behind an arrow as what comes of others above: `→ fits the budget of €25`."""
    parts: list[Draft] = next((d.parts for d in reversed(reading.stack) if d.parts), [])
    if block.level or not parts or not _is_led(reading, block.span):
        return False
    if _is_led(reading, parts[-1].spans[0]):
        return False
    found = amounts_in(reading, block.text)
    if found and not names_something(reading, reading.string(block.text)):
        return False
    reading.claim(reading.ranked() or reading.plan, claimed(found), block.span)
    if not found:
        reading.leave(block.span, "conclusion")
    return True


def _is_led(reading: Reading, span: Span) -> bool:
    """Tell whether the line of a span begins with an arrow."""
    line = line_at(reading.text, span.start)
    return (
        reading.text[line.start : span.start + 2].strip(" \t>*_-").startswith(("→", "⇒", "➡", "=>"))
    )


def _leads_to_total(reading: Reading, block: Block) -> bool:
    """Tell whether a line is one of those between a net and the total that both come to: `Delivery: €40`."""
    wording = reading.wording
    first, last = max(reading.at - _MOST, 0), reading.at + _MOST
    before = takewhile(lambda b: _goes_on(b, block), reversed(reading.blocks[first : reading.at]))
    behind = takewhile(lambda b: _goes_on(b, block), reading.blocks[reading.at : last])
    lines = [*reversed([*before]), *behind]
    left: Interval | None = None
    for line in lines:
        label = SHARE.sub("", fold(reading.string(line.label or line.text)))
        told = amounts_in(reading, line.rest or line.text)
        if len(told) != 1 or not told[0].unit.dimension.startswith("currency:"):
            return False
        value = told[0].value
        if wording.begins_with_role(label, "net"):
            if line is block:
                return False
            left = value
        elif left is not None and wording.begins_with_role(label, "total"):
            return line.span.start > block.span.start and value == left
        elif left is not None:
            taken = wording.begins_with_role(label, "discount") and value.low and value.low > 0
            left = left - value if taken else left + value
        elif line is block:
            return False
    return False


def _goes_on(line: Block, block: Block) -> bool:
    return line.kind is block.kind and line.level == block.level and line.label is not None


def read_note(reading: Reading, block: Block, following: Block | None) -> bool:
    """Lines of note sections, and label lines such as `Note: ...`."""
    label = fold(reading.string(block.label)) if block.label is not None else ""
    section = reading.section()
    timed = schedule.starts_with_time(reading, block) is not None
    if section == "claim" and timed:
        return False
    named = reading.wording.named(label) if label else None
    going = named is not None and is_note_on_rank(reading, block, named.rank)
    noted = bool(label) and reading.wording.role(label, "note") and not timed
    within = section in ("note", "claim")
    if not (within or going or (noted and not stands_among(reading, block))):
        return False
    found = amounts_in(reading, block.text, Origin.CLAIMED)
    perhaps = may_stand_among(reading, block.span.start)
    if found and section != "note" and not going and (not noted or perhaps):
        per = reading.per(reading.string(block.text))
        reading.claim(reading.plan, found, block.span, per)
        tax = reading.wording.begins_with_role(SHARE.sub("", label), "tax")
        if tax or _leads_to_total(reading, block):
            reading.named_lines.append((reading.plan, block))  # on top of all, also in a summary
    else:
        reading.leave(block.span, "note")
    return True
