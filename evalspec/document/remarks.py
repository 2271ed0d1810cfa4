"""Sections of sentences beside parts that are none: advice under a heading that no word tells.

`Good to know: - Fuel up in town; the next station is 60 miles away.`
"""

from __future__ import annotations

from msgspec.structs import replace

from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document.blocks import HEADS, LINES, LIST_DEPTH, Block, BlockKind
from evalspec.document.facts import EntryKind
from evalspec.document.ranks import is_numbered, walk
from evalspec.document.reading import Reading
from evalspec.document.tree import Draft

_SENTENCE = regex(r"[\s*_]*[A-Z][^\n]*[.!?][\s*_)\"”’]*")
_MEASURED = regex(
    r"\([^()\n]*\d[^()\n]*\)[\s*_.!]*$|^[^()\n.:]{1,60}\([^()\n]*\d[^()\n]*\)[*_]*[.:–—-]"
)
"""Each step of a list ends so, or its name: `Knead until smooth (10 min).`, `Rest (5 min): Cover it.`"""
_MIN_WORDS = 5
_FEW = 5
"""One of so many lines may be a sentence though it tells a thing: `- Stretch your calves and hips.`"""
_FEWEST, _GAP = 2, 2
"""Sentences that close an answer, and line ends before them."""
_FOR, _AGAINST = "+✅👍➕✔", "-–−—❌👎➖✖"
_WEIGHED = regex(r"\++-+")


def weigh_up(reading: Reading) -> None:
    """Set aside what speaks for and against each of several things, in lines so marked: `+ quiet`, `– far`.

    A plus behind other lines adds to them: `- Oats`, `+ Honey`.
    """
    runs: list[tuple[str, list[Block]]] = []
    signs, lines = "", list[Block]()
    for block in (*reading.blocks, None):
        sign = _sign(reading, block) if block is not None else ""
        if block is not None and sign:
            signs, lines = signs + sign, [*lines, block]
        elif lines:
            runs.append((signs, lines))
            signs, lines = "", []
    told = [run for signs, run in runs if _WEIGHED.fullmatch(signs)]
    if len(told) < _FEWEST or len(told) < len(runs):
        return
    apart = {block.span for run in told for block in run}
    blocks: list[Block] = []
    for block in reading.blocks:
        if block.span not in apart:
            blocks.append(block)
            continue
        reading.leave(block.span, "note")
        if blocks and blocks[-1].kind in HEADS:
            blocks.append(_emptied(block))
    reading.blocks = tuple(blocks)


def _emptied(block: Block) -> Block:
    """Return a line of text that tells nothing, below a heading as before."""
    end = Span(block.span.end, block.span.end)
    return replace(block, kind=BlockKind.PARAGRAPH, text=end, level=0, label=None, rest=None)


def _sign(reading: Reading, block: Block) -> str:
    """Return a plus or a minus for a line that is marked so."""
    mark = reading.text[block.span.start] if block.kind in LINES else ""
    return "+" if mark and mark in _FOR else "-" if mark and mark in _AGAINST else ""


def set_aside(reading: Reading) -> None:
    """Take headed sections out whose every line is a sentence, where few of the lines beside them are.

    A section that is named like one of the parts says how that one is done.
    """
    for holder in [reading.plan, *walk(reading.plan)]:
        told = [part for part in holder.parts if _is_told(reading, part)]
        if closing := _closing(reading, holder):
            told.append(closing)
        if not told or _in_section(holder):
            continue
        apart = {id(part) for section in told for part in (section, *section.parts)}
        beside = [
            draft
            for part in holder.parts
            if id(part) not in apart
            for draft in (part, *walk(part))
            if draft.kind is not EntryKind.CONTAINER
        ]
        named = {name for draft in beside for name in draft.names}
        sentences = sum(_is_sentence(reading, d) and not _is_measured(reading, d) for d in beside)
        if _FEW * sentences < len(beside):
            measured = any(_is_measured(reading, draft) for draft in beside)
            for section in told:
                alike = measured and all(_is_measured(reading, part) for part in section.parts)
                if not alike and not named.intersection(section.names):
                    _leave(reading, section)


def _closing(reading: Reading, holder: Draft) -> Draft | None:
    """Return the sentences of a list behind all parts and a gap as if a heading stood above them."""
    parts, at = holder.parts, len(holder.parts)
    while at and _may_close(reading, parts[at - 1]) and (
        holder is reading.plan or not parts[at - 1].amounts
    ):  # fmt: skip
        at -= 1
    listed = parts[at:]
    if at == 0 or len(listed) < _FEWEST:
        return None
    before = max(span.end for d in (parts[at - 1], *walk(parts[at - 1])) for span in d.spans)
    if reading.text.count("\n", before, listed[0].spans[0].start) < _GAP:
        return None
    section = Draft(EntryKind.CONTAINER, "", listed[0].span)
    section.parent, section.parts = holder, listed
    return section


def _may_close(reading: Reading, part: Draft) -> bool:
    """Tell whether a list item is a sentence that nothing tells to be a step or a piece of a schedule."""
    plain = part.depth >= LIST_DEPTH and not (part.starts or part.parts or part.rank)
    return plain and not is_numbered(reading, part) and _is_sentence(reading, part)


def _in_section(draft: Draft | None) -> bool:
    """Tell whether an entry stands in a section of notes, claims or definitions."""
    while draft is not None and not draft.section:
        draft = draft.parent
    return draft is not None


def _is_told(reading: Reading, draft: Draft) -> bool:
    """Tell whether a section of no rank holds nothing but sentences."""
    headed = draft.kind is EntryKind.CONTAINER and 0 < draft.depth < LIST_DEPTH
    other = draft.rank or draft.lists or draft.section not in ("", "definition")
    if not headed or other or not draft.parts or _is_measured_among(draft):
        return False
    measured = sum(_is_measured(reading, part) for part in draft.parts)
    if 2 * measured > len(draft.parts) > 1:
        return False
    if reading.wording.heading_items and is_numbered(reading, draft.parts[0]):
        return False
    alone = all(part.whole or not part.parts for part in draft.parts)
    return alone and all(_is_sentence(reading, part) for part in draft.parts)


def _is_measured_among(draft: Draft) -> bool:
    """Tell whether a heading has amounts or a time as another one beside it: `**Listening (20 min)**`."""
    told = draft.amounts or draft.starts
    beside = draft.parent.parts if draft.parent is not None and told else ()
    return any((d.amounts or d.starts) and d.kind is draft.kind for d in beside if d is not draft)


def _is_measured(reading: Reading, draft: Draft) -> bool:
    """Tell whether a line or the name it begins with ends in what its step takes, in brackets."""
    return _MEASURED.search(reading.string(draft.spans[0])) is not None


def _is_sentence(reading: Reading, draft: Draft) -> bool:
    written = reading.string(draft.spans[0])
    return len(written.split()) >= _MIN_WORDS and bool(_SENTENCE.fullmatch(written))


def _leave(reading: Reading, section: Draft) -> None:
    for part in section.parts:
        reading.leave(part.spans[0], "note")
    if section.parent is not None:
        gone = set(map(id, section.parts))
        section.parent.parts = [p for p in section.parent.parts if id(p) not in gone]
    section.parts = []
    section.section = "note"
