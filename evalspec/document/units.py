"""Units of a text (`vocabulary/text_units.py`): where they stand in an answer.

Most are found by their patterns. A title is what stands above everything else; an answer of a list
of questions lies between one question that has a place of its own and the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document.blocks import TITLES, Block, BlockKind
from evalspec.document.plain import trim
from evalspec.vocabulary.text_units import TextUnit

_PROSE = (BlockKind.PARAGRAPH, BlockKind.LABEL_LINE)
_CLOSED = regex(r"[.!?…:;,][\"'”’»)*_]*$")
_ADDRESSED = regex(r"(?i)[*_]*(?:subject|to|from|cc|bcc|date|re)\b[^:\n]{0,9}:")
_TITLED = regex(r"(?i)[*_]*title[*_]*:[*_]*\s*")
_ANSWERING = regex(r"(?i)\s*[*_]*(?:a|answer)\s?\d{0,3}\s?[:.)][*_]*\s*")
_OTHER = regex(r"(?i)[*_]*(?:q|question)\s?\d{0,3}\s?[:.)]")


def matched(text: str, unit: TextUnit, within: Iterable[Span]) -> Iterator[Span]:
    """Yield what a unit's pattern finds in some stretches, each by itself."""
    pattern = regex(unit.pattern)
    for span in within:
        for match in pattern.finditer(text[span.start : span.end]):
            start, end = match.span(match.lastgroup or 0)
            yield Span(span.start + start, span.start + end)


def title(text: str, blocks: tuple[Block, ...]) -> Span | None:
    """Return the title: the first heading, `Title: …`, or a line by itself without a closing mark."""
    first = next((b for b in blocks if b.kind is not BlockKind.RULE), None)
    if first is None:
        return None
    if first.kind in TITLES:
        return _without(text, first.text, _TITLED)
    if first.kind not in _PROSE or _ADDRESSED.match(text, first.text.start):
        return None
    if _TITLED.match(text, first.text.start, first.text.end):
        return _without(text, first.text, _TITLED)
    alone = sum(b.group == first.group for b in blocks) == 1 and len(blocks) > 1
    if alone and not _CLOSED.search(first.text.of(text)):
        return first.text
    return _below_opening(text, blocks)


def _below_opening(text: str, blocks: tuple[Block, ...]) -> Span | None:
    """Return the heading of all that follows one opening paragraph: `Sure! Here it is.`, `## Stew`."""
    opening, *others = (b for b in blocks if b.kind is not BlockKind.RULE)
    rest = [block for block in others if block.group != opening.group]
    head = rest[0] if rest else opening
    if head.kind not in TITLES or _CLOSED.search(head.text.of(text)):
        return None
    beside = (b for b in rest[1:] if b.kind in TITLES and not _CLOSED.search(b.text.of(text)))
    bold = head.kind is BlockKind.BOLD_LINE
    lower = all(b.kind is BlockKind.BOLD_LINE or b.level > head.level for b in beside)
    alone = not any(b.kind in TITLES and not _CLOSED.search(b.text.of(text)) for b in rest[1:])
    return _without(text, head.text, _TITLED) if (alone if bold else lower) else None


def answers(text: str, blocks: tuple[Block, ...], questions: tuple[Span, ...]) -> Iterator[Span]:
    """Yield what stands between a question with a place of its own and the next, or the next heading."""
    asked = [a for b in blocks if (a := _asked(text, b, questions)) is not None]
    ends = sorted([*(b.span.start for b in blocks if b.kind in TITLES), *(s for s, _ in asked)])
    for start, end in asked:
        stop = next((e for e in ends if e > start), len(text))
        answer = _without(text, trim(text, end, max(stop, end)), _ANSWERING)
        if answer.start < answer.end:
            yield answer


def _asked(text: str, block: Block, questions: tuple[Span, ...]) -> tuple[int, int] | None:
    """Return where a block that is a question starts, and where the question ends."""
    for question in questions:
        if question.start >= block.span.end:
            return None
        if question.end <= block.span.start:
            continue
        before = text[block.text.start : question.start]
        behind = text[question.end : block.span.end]
        last = not behind.strip("*_ \t")
        marked = before.strip("*_ ") == "" or _OTHER.match(before)
        if last and (marked or block.kind in TITLES):
            return block.span.start, block.span.end
        bold = "**" in before and behind.startswith("**")
        return (block.span.start, question.end + 2) if bold and marked else None
    return None


def _without(text: str, span: Span, leading: object) -> Span:
    """Return a stretch without what a pattern finds at its start, and without emphasis around it."""
    match = leading.match(text, span.start, span.end)  # type: ignore[attr-defined]
    return trim(text, match.end() if match else span.start, span.end)
