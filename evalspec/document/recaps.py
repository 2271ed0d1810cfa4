"""Lines that say again what each of several containers comes to: `Push: 5200 kg`, `Day 2: 1900 kcal`."""

from __future__ import annotations

from evalspec.core.regex import regex
from evalspec.document.blocks import Block, BlockKind
from evalspec.document.containers import is_below_lesser
from evalspec.document.own_amounts import amounts_in, claimed, names_something
from evalspec.document.ranks import walk
from evalspec.document.reading import Reading
from evalspec.document.tree import Draft
from evalspec.vocabulary.fold import fold

_DAY_TOLD = regex(r"[\s:=–—(-]*(?:(?:about|around|roughly|approx\.?|ca\.)\s|[~≈])?[^\w\s.,;]?\d")
_AROUND = " \t*_:=–—-|(~≈"


def read_recap(reading: Reading, block: Block, following: Block | None) -> bool:
    """Lines of nothing but names of containers above and what each comes to: `S1: 900 kg`, `S2: 850 kg`."""
    if _tells_days(reading, block):
        reading.claim(reading.plan, claimed(amounts_in(reading, block.text)), block.span)
        return True
    own = _meant(reading, block)
    before = reading.blocks[reading.at - 1] if reading.at else None
    beside = (_meant(reading, near) for near in (before, following)) if own is not None else ()
    told = own is not None and any(near not in (None, own) for near in beside)
    told = told and own is not None and not is_below_lesser(reading, block, own.rank)
    if told and own is not None:
        reading.claim(own, claimed(amounts_in(reading, block.text)), block.span)
    return told


def _tells_days(reading: Reading, block: Block) -> bool:
    """Tell whether a plain line behind the parts says what days come to: `Fri 2,060 kcal, Sat 3,250`."""
    days = reading.dates(block.text) if block.kind is BlockKind.PARAGRAPH else []
    if len(days) < 2 or days[0].span.start > block.text.start + 2 or reading.times(block.text):
        return False
    told = {amount.measure for amount in amounts_in(reading, block.text)}
    alike = bool(told) and told <= {a.measure for d in walk(reading.plan) for a in d.amounts}
    return alike and all(_DAY_TOLD.match(reading.text, day.span.end) for day in days)


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
