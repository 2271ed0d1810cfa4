"""Lines whose first piece names a container, whatever mark stands behind it.

`Lunch · Leek tart · 530 kcal`, `Lunch → Leek tart → 530 kcal | 18 g protein` and
`**Lunch.** Leek tart (530 kcal)` say what `Lunch: Leek tart – 530 kcal` says. Only a piece that
the lexicon knows is a label: the journey `Basel → Bern` is a name, `Breakfast / Lunch` names two.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document.blocks import LINES, LISTS, TITLES, Block, BlockKind
from evalspec.document.container_names import Named
from evalspec.document.inline import read_inline
from evalspec.document.plain import trim
from evalspec.document.wording import Wording

MARK = r"(?:[·•∙⋅→⇒➜➔›»=/|]|[-=]>|[~>](?!\s*\d))[*_]*\s+"
_LEAD = regex(
    rf"(?P<mark>[*_]*)(?P<label>[^\W\d_][\w' #-]{{0,40}}?(?:\s\([^()\n]{{1,40}}\))?)"
    rf"(?:[*_]*\s+{MARK}|(?<=[\w)])(?:\.(?P=mark)|(?P=mark)\.)(?<=[*_.][*_.])\s+)(?=\S)"
)
_BOLD_NUMBER = regex(r"[*_]{2,3}(\d{1,3})[.)]\s")
_RUN_IN = regex(
    r"(?P<mark>[*_]{1,3})(?P<label>[^\W_](?:(?![.!?]\s)[^*_\n]){1,60}?)"
    r"(?:\.(?P=mark)|(?P=mark)\.)\s+(?=\S)"
)
"""`**Second bell, six.** Sitting for forty minutes.`"""
_ASKED = regex(r"\b(?:in|on|during|for|of|from)\s+(?:the\s+(?!first))?", re.IGNORECASE)
_ALIKE = 3
LED = regex(rf"[\s*_]*{MARK}")
"""The mark between such a label and what follows it."""


def label_lines(text: str, blocks: Sequence[Block], wording: Wording) -> Iterator[Block]:
    """Yield the blocks with such labels; a row of a table without a header is such a line too."""
    headed = {block.group for block in blocks if block.kind is BlockKind.TABLE_HEADER}
    plain = [b for b in blocks if b.kind in LINES and b.label is None]
    run_in = {
        b.span: found for b in plain if (found := _RUN_IN.match(text, b.span.start, b.span.end))
    }
    for block in _headings(text, [_asked(text, block, wording) for block in blocks]):
        row = block.kind is BlockKind.TABLE_ROW and block.group not in headed
        if row and block.cells and text[block.span.start] != "|":
            inline = read_inline(text, block.span.start, block.span.end)
            inner, end = Span(inline.start, inline.end), block.cells[0].end
            line = Block(BlockKind.PARAGRAPH, block.span, inner, 0, block.group)
        else:
            line, end = block, block.text.end
        labelled = _labelled(text, line, end, wording) if line.kind in LINES else None
        if labelled is None and len(run_in) >= _ALIKE and block.span in run_in:
            found = run_in[block.span]
            rest = trim(text, found.end(), block.text.end)
            labelled = replace(block, label=Span(*found.span("label")), rest=rest, bold=False)
        yield labelled or block


def _asked(text: str, block: Block, wording: Wording) -> Block:
    """Return a heading that asks as what it asks of: `What changes in week 3?`."""
    if block.kind not in TITLES or not block.text.of(text).endswith("?"):
        return block
    for lead in _ASKED.finditer(text, block.text.start, block.text.end):
        named = wording.named(text[lead.end() : block.text.end - 1])
        if named is not None and named.rank and named.ordinals[0] and not named.title:
            return replace(block, text=Span(lead.end(), block.text.end - 1))
    return block


def _headings(text: str, blocks: Sequence[Block]) -> Iterator[Block]:
    """Yield the blocks; a bold label that goes on with numbered bold lines is one: `**3. Tea** – out`."""
    above = 0
    for block in blocks:
        told = _BOLD_NUMBER.match(text, block.span.start)
        number = int(told[1]) if told is not None else 0
        goes_on = number == above + 1 and above and block.kind in LISTS
        if goes_on and block.label is not None and block.rest is not None:
            head = replace(block, kind=BlockKind.BOLD_LINE, text=block.label, bold=True)
            line = replace(block, kind=BlockKind.PARAGRAPH, text=block.rest)
            yield from (replace(one, label=None, rest=None) for one in (head, line))
        else:
            yield block
        if goes_on or block.kind is BlockKind.BOLD_LINE:
            above = number


def _labelled(text: str, line: Block, end: int, wording: Wording) -> Block | None:
    """Return a line with its first piece as its label, where that names a container."""
    found = _LEAD.match(text, line.text.start, end)
    rank = _rank(found["label"], wording) if found is not None else ""
    if found is None or not rank:
        return None
    if line.label is not None and line.label.end <= found.end("label"):
        return None
    again = _LEAD.match(text, found.end(), end)
    if again is not None and _rank(again["label"], wording) == rank:
        return None
    rest = trim(text, found.end(), line.text.end)
    return replace(line, label=Span(*found.span("label")), rest=rest, bold=False)


def _rank(label: str, wording: Wording) -> str:
    """Return the rank of the container that a piece names; empty for a thing."""
    named: Named | None = wording.named(label) or wording.weekday_named(label)
    return named.rank if named is not None and named.rank not in wording.item_ranks else ""
