"""Lines above things that tell once of each how long, and how often, it is done: `40 s on / 20 s off`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from msgspec.structs import replace

from evalspec.core.regex import regex
from evalspec.document.blocks import BELOW, LISTS, Block, BlockKind, depth_of
from evalspec.document.facts import EACH, Amount, EntryKind
from evalspec.document.line_amounts import BETWEEN_SETS
from evalspec.document.mention import Mentions
from evalspec.document.own_amounts import amounts_in, claimed
from evalspec.document.rates import SIDES
from evalspec.document.reading import Reading
from evalspec.document.tree import Draft
from evalspec.document.wording import Wording
from evalspec.vocabulary.fold import fold

_LETTERS = regex(r"[^\W\d_]+")
_KNOWN = ("pace", "pacing", "rest", "generic", "repeat", "again", "every", "qualifier")
"""What else the words of a line may be that tells how long each of several things lasts."""
_IN_BETWEEN = regex(r"[*_]*(?:[ \xa0]\w+){0,2}[ \xa0](?:in[ \xa0])?between\b", re.I)
_EACH = regex(r"\b(?:each|every|per|all)\b(?:[ \xa0]+([^\W\d_]+))?", re.I)
_BETWEEN_ITEMS = "between exercises"
_WORK_REST = regex(r"(?<![\d.,/])(\d{1,2})[ \xa0]?/[ \xa0]?(\d{1,2})(?![\d.,/])")
_OFF = "off"
"""The word by which the second of two numbers is of the rest."""
_FEW = 3
"""Lines above a list among which one tells the pace."""


def with_seconds(
    text: str, blocks: Sequence[Block], mentions: Mentions, wording: Wording
) -> Mentions:
    """Read the work and rest of what is always told in seconds: `Tabata: 8 × 20/10`."""
    words, unit = wording.roles.get("in seconds", ()), wording.lexicon.units.get("s")
    told: dict[int, str] = {}
    for block in blocks if words and unit is not None else ():
        said = text[block.text.start : block.text.end]
        if not any(fold(word) in words for word in _LETTERS.findall(said)):
            continue
        for found in _WORK_REST.finditer(text, block.text.start, block.text.end):
            told |= {found.start(1): "", found.start(2): _OFF}
    if not told:
        return mentions
    timed = (
        replace(m, unit=unit, unit_word=told[m.span.start])
        if m.span.start in told and m.unit is None
        else m
        for m in mentions.quantities
    )
    return replace(mentions, quantities=tuple(timed))


def read_pace(reading: Reading, block: Block, following: Block | None) -> bool:
    """Read a line that only tells how long each thing below and the rest behind it last."""
    if not is_pace(reading, block, reading.behind()):
        return False
    found = amounts_in(reading, block.text)
    untold = (m for m in reading.quantities(block.text) if m.unit is None)
    counted = any(not any(a.span.covers(m.span) for a in found) for m in untold)
    holder = _holder(reading, block) if found and not counted else None  # `30 s each, 2 times`
    if holder is not None:
        told = list(_of_each(reading, found))
        between = [amount for amount in told if amount.between_sets]
        holder.state(amount for amount in told if amount not in between)
        reading.claim(holder, claimed(between), block.span)
    elif found:
        reading.claim(reading.top, claimed(found), block.span, reading.wording.item_rank)
    return bool(found)


def _holder(reading: Reading, block: Block) -> Draft | None:
    """Return what holds the things that a line tells of: what is open, or what the line opens."""
    top, heads = reading.top, block.kind not in LISTS and _heads(reading.behind())
    if heads and (top is reading.plan or top.parts):
        reading.close_lists(depth_of(block))
        draft = Draft(
            EntryKind.CONTAINER, reading.string(block.text), block.text, depth=depth_of(block)
        )
        draft.spans = [block.span]
        reading.open(draft)
        return draft
    if heads or block.kind in LISTS:
        return top if not (top.parts or top is reading.plan) else None
    untold = not any(a.unit.dimension == "time" for part in top.parts for a in part.amounts)
    plain = all(part.kind is EntryKind.ITEM for part in top.parts)
    return top if top is not reading.plan and plain and untold else None


def is_pace(reading: Reading, block: Block, behind: Iterator[Block]) -> bool:
    """Tell whether a line only says how long each thing below is done and rests.

    Its words say what is work and what is none, or it stands above a list, or below one, and tells
    something of each.
    """
    roles = reading.wording.roles
    if block.kind is BlockKind.HEADING or block.cells or not roles.get("pace"):
        return False
    text = _EACH.sub(" each ", reading.string(block.text))
    words = [fold(word) for word in _LETTERS.findall(text)]
    known = (
        reading.wording.measures,
        reading.wording.lexicon.units,
        reading.wording.lexicon.numbers,
        SIDES,
        ("x",),
        *(roles.get(role, ()) for role in _KNOWN),
    )
    if not words or not all(any(word in names for names in known) for word in words):
        return False
    if not roles["pace"].isdisjoint(words):
        return True
    if any(amount.qualifier in EACH for amount in reading.top.amounts) and not reading.top.parts:
        return not roles["rest"].isdisjoint(words)  # `Work: 45 s`, then `Rest: 15 s`
    beside = block.kind not in LISTS and (_heads(behind) or bool(reading.top.parts))
    return beside and _tells_of_each(reading, block)


def _tells_of_each(reading: Reading, block: Block) -> bool:
    """Tell whether a line tells a time, or how often, of each of several things: no `every minute`."""
    wording = reading.wording
    found = amounts_in(reading, block.text)
    told = [a for a in found if a.unit.dimension == "time" or a.measure in wording.factors]
    said = _EACH.finditer(reading.text, block.text.start, block.text.end)
    return bool(told) and any(_is_thing(reading, fold(m[1] or "")) for m in said)


def _is_thing(reading: Reading, word: str) -> bool:
    """Tell whether what stands behind `each` may be one of the things of a list: no round, no minute."""
    rank = reading.wording.ranks.get(word)
    units = (reading.wording.lexicon.units, reading.wording.roles.get("repeat", ()))
    return rank in (None, *reading.wording.item_ranks) and not any(word in names for names in units)


def _heads(behind: Iterator[Block]) -> bool:
    """Tell whether a list or table stands below a line, or below such lines."""
    below = next((b for b in islice(behind, _FEW) if b.kind is not BlockKind.PARAGRAPH), None)
    return below is not None and below.kind in BELOW


def _of_each(reading: Reading, found: Sequence[Amount]) -> Iterator[Amount]:
    """Yield what a line tells of each thing below it, but for rounds and the rest between things."""
    rest = reading.wording.measures.get("rest", "")
    for amount in found:
        timed = amount.unit.dimension == "time"
        if timed and _IN_BETWEEN.match(reading.text, amount.span.end):
            said = BETWEEN_SETS.search(reading.text, amount.span.end)
            bare = said is not None and fold(said[0]) == "between"
            between = amount.qualifier if amount.between_sets and not bare else _BETWEEN_ITEMS
            yield replace(amount, qualifier=between, measure=rest or amount.measure)
        elif (timed or amount.measure in reading.wording.factors) and not amount.between_sets:
            yield replace(amount, qualifier=EACH[0])
        else:
            yield amount
