"""Plain lines of a name and amounts in a plan without ranks: `Rent: €900` is a part of it.

Where list items carry the measure, only a line between them or their total is a part: one before
or behind them tells of the whole (`Take-home pay: €2,400`), and stays a claim. Several bold ones behind
lists below bold lines (`**Needs**`, then `**Savings – €300**`) are groups of their own; so are several with
nothing but an emphasised name before the amount, wherever they stand: `*Bus* (33 seats) – €80`.
"""

from __future__ import annotations

from bisect import bisect_right
from decimal import Decimal
from itertools import chain

from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document import optional, totals
from evalspec.document.blocks import LIST_DEPTH, NAMED_DEPTH, Block, BlockKind
from evalspec.document.facts import EntryKind
from evalspec.document.lines import item_of
from evalspec.document.ranks import walk
from evalspec.document.reading import Reading
from evalspec.document.tree import Draft

_EMPHASISED = regex(r"(?P<mark>[*_]{1,3})[^*_\n]+(?P=mark)(?:[ ]*\([^()\n]*\))?[ ]*[-–—=→:][ ]")
_JOINT = regex(r"\s(?:at|each|per)\b|\([^()\d]*\)\s*$")
"""Between numbers, `16 h at £45`, and a remark behind them."""
_OF_ALL = ("tax", "on top", "discount", "payment")
_FEWEST = 2
"""A single line behind lists may tell of all of them."""


def settle(reading: Reading) -> None:
    """Make items of the lines that stand among others of their measure."""
    last = max((block.span.start for _, block in reading.named_lines), default=-1)
    if last < 0 or any(d.rank and d.span.start < last for d in walk(reading.plan)):
        return
    listed = [draft for draft in walk(reading.plan) if draft.kind is EntryKind.ITEM]
    nested = [d for d in walk(reading.plan) if d.kind is not EntryKind.ITEM and d.measured]
    heading = _told_by_heads(reading)
    own = (*listed, *nested)
    places = _places([d for d in own if not _is_of_all(reading, d)])
    for stated in chain.from_iterable(totals.stated(reading).values()):
        if stated.measure in places:
            places[stated.measure].append(stated.span.start)
    emphasised = {b.text.start for b in reading.blocks if is_emphasised(reading, b)}
    made = [(holder, item_of(reading, block.text, LIST_DEPTH, block), block)
            for holder, block in reading.named_lines]  # fmt: skip
    ends = {measure: (min(found), max(found)) for measure, found in places.items()}
    among = _places([item for _, item, _ in made])
    holders = [_beside(h) for h, b in reading.named_lines if b.text.start in emphasised]
    outer = min(holders, key=lambda holder: holder.depth, default=None)
    groups = _groups(reading, listed, [(item, block) for _, item, block in made])
    put: list[tuple[Draft, Draft, Block]] = []
    for holder, item, block in made:
        measures = {a.measure for a in item.amounts if a.unit.dimension != "fraction"}
        money = {a.measure for a in item.amounts if a.unit.dimension.startswith("currency:")}
        measures = money or measures  # `Pasta (1 kg) – £2`
        at = item.span.start
        if block.text.start in emphasised and len(emphasised) >= _FEWEST:
            item.optional = optional.heads(reading, block.text)  # no sum of the list above it
            headed = 0 < holder.depth < LIST_DEPTH and holder.depth != NAMED_DEPTH
            put.append((holder if headed else outer or holder, item, block))
        elif measures and (
            (alike := block.kind is BlockKind.BOLD_LINE and _are_headed_alike(item, heading))
            or at in groups
            or all(_stands_among(at, ends.get(m), among[m]) for m in measures)
        ):
            put.append((holder, item, block))
            item.optional = item.optional and not alike
    _put(reading, put)


def _told_by_heads(reading: Reading) -> dict[str, list[Decimal]]:
    """Return how much bold lines tell that each head a list, by dimension: `**Food: €210**`."""
    told: dict[str, list[Decimal]] = {}
    for head in walk(reading.plan):
        if head.kind is EntryKind.CONTAINER and head.depth == NAMED_DEPTH and head.parts:
            for mention in reading.quantities(head.spans[0]) if not head.rank else []:
                if mention.unit is not None and mention.value.high is not None:
                    told.setdefault(mention.unit.dimension, []).append(mention.value.high)
    return told


def _are_headed_alike(item: Draft, heading: dict[str, list[Decimal]]) -> bool:
    """Tell whether lines like that of a thing head lists, and one of them tells no less than it does.

    What tells more may be what there is to spend.
    """
    told = [(a.value.high, heading.get(a.unit.dimension, [])) for a in item.amounts]
    return bool(told) and all(
        high is not None and len(others) >= _FEWEST and high <= max(others) for high, others in told
    )


def _is_of_all(reading: Reading, item: Draft) -> bool:
    """Tell whether a thing is tax or the like, or how all is paid."""
    return bool(item.names) and reading.wording.begins_with_role(item.names[0], *_OF_ALL)


def _beside(holder: Draft) -> Draft:
    """Return where a bold line stands that was read below another one."""
    headed = holder.depth == NAMED_DEPTH and holder.label and holder.parent is not None
    return holder.parent if headed and holder.parent is not None else holder


def is_emphasised(reading: Reading, block: Block) -> bool:
    """Tell whether a line is an emphasised name, an amount and no more words."""
    told = _EMPHASISED.match(reading.text, block.span.start, block.span.end)
    amounts = [m for m in reading.quantities(block.text) if m.unit is not None] if told else []
    start = max(told.end() if told else 0, block.span.start)
    rest = reading.text[start : block.span.end]
    for amount in amounts:
        rest = rest.replace(reading.string(amount.span), "")
    return bool(amounts) and not any(map(str.isalpha, _JOINT.sub(" ", rest)))


def _groups(reading: Reading, listed: list[Draft], made: list[tuple[Draft, Block]]) -> set[int]:
    """Return where bold lines begin that follow lists below bold lines, none as much as these come to."""
    headed = [d for d in listed if d.parent is not None and d.parent.depth == NAMED_DEPTH]
    behind = max((d.span.start for d in listed), default=0)
    found = [i for i, b in made if b.kind is BlockKind.BOLD_LINE and i.span.start > behind]
    measures = {a.measure for i in found for a in i.amounts}
    if not headed or len(found) < _FEWEST or len(measures) != 1:
        return set()
    whole = sum((_most(item, measures) for item in headed), Decimal(0))
    small = all(0 < _most(item, measures) < whole for item in found)
    return {item.span.start for item in found} if small else set()


def _most(item: Draft, measures: set[str]) -> Decimal:
    highs = [a.value.high or Decimal(0) for a in item.amounts if a.measure in measures]
    return sum(highs, Decimal(0))


def _places(drafts: list[Draft]) -> dict[str, list[int]]:
    """Return where each measure is told, in order."""
    found: dict[str, list[int]] = {}
    for draft in drafts:
        for measure in {amount.measure for amount in draft.amounts}:
            found.setdefault(measure, []).append(draft.span.start)
    return found


def _stands_among(at: int, listed: tuple[int, int] | None, alike: list[int]) -> bool:
    return listed[0] < at < listed[1] if listed else len(alike) > 1


def _put(reading: Reading, items: list[tuple[Draft, Draft, Block]]) -> None:
    """Add items where their lines stand, in place of what these claimed."""
    places: dict[int, int] = {}
    last = 0
    for holder, item, _ in items:
        at = item.span.start
        parts = holder.parts
        place = places.get(id(holder), 0) if at >= last else 0
        while place < len(parts) and parts[place].span.start <= at:
            place += 1
        holder.add(item)
        parts.insert(place, parts.pop())
        places[id(holder)], last = place + 1, at
    lines = sorted(block.span for _, _, block in items)

    def is_put(words: Span) -> bool:
        before = bisect_right(lines, words.start, key=lambda line: line.start) - 1
        return before >= 0 and lines[before].covers(words)

    reading.claims = [c for c in reading.claims if not is_put(c.words)]
