"""Lines that say again what each of several containers comes to: `Push: 5200 kg`, `Day 2: 1900 kcal`."""

from __future__ import annotations

from evalspec.document.blocks import Block
from evalspec.document.containers import is_below_lesser
from evalspec.document.own_amounts import amounts_in, claimed, names_something
from evalspec.document.reading import Reading
from evalspec.document.tree import Draft
from evalspec.vocabulary.fold import fold

_AROUND = " \t*_:=–—-|(~≈"


def read_recap(reading: Reading, block: Block, following: Block | None) -> bool:
    """Lines of nothing but names of containers above and what each comes to: `S1: 900 kg`, `S2: 850 kg`."""
    own = _meant(reading, block)
    before = reading.blocks[reading.at - 1] if reading.at else None
    beside = (_meant(reading, near) for near in (before, following)) if own is not None else ()
    told = own is not None and any(near not in (None, own) for near in beside)
    told = told and own is not None and not is_below_lesser(reading, block, own.rank)
    if told and own is not None:
        reading.claim(own, claimed(amounts_in(reading, block.text)), block.span)
    return told


def _meant(reading: Reading, block: Block | None) -> Draft | None:
    """Return the container above that a line of nothing but a name and amounts goes by.

    A number alone is no name: `1: 400 m` is a thing.
    """
    if block is None or block.cells or reading.times(block.text):
        return None
    starts = (amount.span.start for amount in amounts_in(reading, block.text))
    end = min(starts, default=block.text.start)
    name = fold(reading.text[block.text.start : end].strip(_AROUND))
    draft = reading.called(name) if name and not name.isdigit() else None
    more = draft is not None and names_something(reading, reading.text[end : block.text.end])
    return None if more else draft
