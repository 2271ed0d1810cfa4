"""Lines that say again what each of several containers comes to: `Push: 5200 kg`, `Day 2: 1900 kcal`."""

from __future__ import annotations

from evalspec.document.blocks import HEADS, Block
from evalspec.document.lines import amounts_in, claimed, names_something
from evalspec.document.reading import Reading
from evalspec.document.tree import Draft
from evalspec.vocabulary.fold import fold

_AROUND = " \t*_:=–—-|(~≈"
_NEAR = 10
"""Lines above a numbered one among which that is looked for which tells what they say."""


def read_recap(reading: Reading, block: Block, following: Block | None) -> bool:
    """Lines of nothing but names of containers above and what each comes to: `S1: 900 kg`, `S2: 850 kg`."""
    if not reading.plan.parts:
        return False
    own, second = _meant(reading, block), _meant(reading, following)
    if own is not None:
        beside = (_meant(reading, _at(reading, -1)), second)
        told = any(near not in (None, own) for near in beside) and not _is_numbered(reading, block)
        if told:
            reading.claim(own, claimed(amounts_in(reading, block.text)), block.span)
        return told
    listed = second is not None and _meant(reading, _at(reading, 2)) not in (None, second)
    headed = listed and block.kind not in HEADS and _says_what(reading, block)
    if headed:
        reading.leave(block.span, "note")
    return headed


def _at(reading: Reading, step: int) -> Block | None:
    at = reading.at + step
    return reading.blocks[at] if 0 <= at < len(reading.blocks) else None


def _name(reading: Reading, block: Block) -> tuple[str, int]:
    """Return what stands before the amounts of a line, and where those begin."""
    starts = (amount.span.start for amount in amounts_in(reading, block.text))
    end = min(starts, default=block.text.start)
    return fold(reading.text[block.text.start : end].strip(_AROUND)), end


def _meant(reading: Reading, block: Block | None) -> Draft | None:
    """Return the container above that a line of nothing but a name and amounts goes by."""
    if block is None or block.cells or reading.times(block.text):
        return None
    name, end = _name(reading, block)
    draft = reading.called(name) if name else None
    more = draft is not None and names_something(reading, reading.text[end : block.text.end])
    return None if more else draft


def _is_numbered(reading: Reading, block: Block) -> bool:
    """Tell whether a line is called by a number only, and no heading says of what: `1: 400 m` is a thing."""
    if not _name(reading, block)[0].isdigit():
        return False
    above = (_at(reading, -n) for n in range(1, _NEAR))
    head = next((b for b in above if b is None or not _name(reading, b)[0].isdigit()), None)
    return head is None or not _says_what(reading, head)


def _says_what(reading: Reading, block: Block) -> bool:
    """Tell whether a line has nothing but words for sums, measures and ranks: `Tonnage of each session`."""
    said = fold(reading.string(block.text).strip(_AROUND))
    return not reading.quantities(block.text) and reading.wording.says_what_sums(said)
