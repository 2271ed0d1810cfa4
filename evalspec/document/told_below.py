"""Things whose amounts stand in a sentence below their names: `**Potato salad**`, `Count on 2 kilos.`

Several headings have nothing but text below them, and nothing else in the response has amounts. What the text
tells once is the heading's; what it tells several times nobody can tell, so the heading is left without it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from msgspec.structs import replace

from evalspec.core.quantity import Interval
from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document.blocks import HEADS, Block, BlockKind
from evalspec.document.facts import Amount, EntryKind
from evalspec.document.own_amounts import amounts_in
from evalspec.document.ranks import walk
from evalspec.document.reading import Reading
from evalspec.document.tree import Draft

_FEWEST = 3
_MOST = 2, 3
"""Of so many things so many tell how much of them there is."""
_FOR_SEVERAL = regex(
    r"\bper[*_ ]+((?!one\b)\w+[ ](?:guests|people|persons|servings|portions))\b", re.IGNORECASE
)
"""`Amounts are per ten guests`."""
_DIMENSIONS = ("mass", "volume", "energy", "time", "currency")


def settle(reading: Reading) -> None:
    """Make things of headings in a row, with what the text below each tells once."""
    if reading.is_json or any(
        d.kind in (EntryKind.ITEM, EntryKind.BLOCK) and d.amounts for d in walk(reading.plan)
    ):
        return
    heads = {block.span: at for at, block in enumerate(reading.blocks) if block.kind in HEADS}
    several = _FOR_SEVERAL.search(reading.text) is not None
    put: dict[Span, set[str]] = {}
    for run in _rows(reading, heads):
        told = [(draft, _below(reading, heads[draft.spans[0]])) for draft in run]
        told = [(draft, spans) for draft, spans in told if spans]
        once = [_once(reading, spans) for _, spans in told]
        often = Counter(measure for found in once for measure in found)
        measures = {
            m for m, n in often.items() if n >= _MOST[0] and n * _MOST[1] >= len(run) * _MOST[0]
        }
        counted = (
            len({draft.label.partition(" ")[0] for draft in run}) == 1
        )  # `Option A`, `Option B`
        for (draft, spans), found in zip(told, once, strict=True) if measures else ():
            own = [found[m] for m in found if m in measures]
            own = [_at_least(amount) if several else amount for amount in own]
            put |= {span: {amount.measure for amount in own} for span in spans}
            if counted:
                draft.state(own, *spans)
                continue
            draft.kind, draft.amounts = EntryKind.ITEM, own
            draft.spans = [*draft.spans, *spans]
    reading.claims = [c for c in reading.claims if c.amount.measure not in put.get(c.words, ())]


def _at_least(amount: Amount) -> Amount:
    """Return what an amount for some of the people comes to for all: no less than it."""
    return replace(amount, value=Interval(amount.value.low, None))


def _rows(reading: Reading, heads: dict[Span, int]) -> Iterator[list[Draft]]:
    """Yield containers in a row, each a heading with no parts and no amounts of its own."""
    for holder in (reading.plan, *walk(reading.plan)):
        for bare, run in groupby(holder.parts, lambda part: (_is_bare(part, heads), part.depth)):
            found = list(run) if bare[0] else []
            if len(found) >= _FEWEST:
                yield found


def _is_bare(part: Draft, heads: dict[Span, int]) -> bool:
    plain = part.kind is EntryKind.CONTAINER and not (part.rank or part.section or part.parts)
    return plain and not part.amounts and part.spans[0] in heads


def _below(reading: Reading, at: int) -> list[Span]:
    """Return the lines of the paragraph right below a heading."""
    found: list[Block] = []
    for block in map(reading.blocks.__getitem__, range(at + 1, len(reading.blocks))):
        gap = found and reading.text.count("\n", found[-1].span.end, block.span.start) > 1
        if block.kind is not BlockKind.PARAGRAPH or gap:
            break
        found.append(block)
    return [block.span for block in found]


def _once(reading: Reading, spans: Sequence[Span]) -> dict[str, Amount]:
    """Return what some lines tell once of each measure, of all of a thing; ranges count as told."""
    told = [a for span in spans for a in amounts_in(reading, span) if not a.qualifier]
    often = Counter(amount.measure for amount in told)
    known = (a for a in told if a.value.exact and often[a.measure] == 1)
    return {a.measure: a for a in known if a.unit.dimension.split(":")[0] in _DIMENSIONS}
