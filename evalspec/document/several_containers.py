"""Lines that hold several containers: `Snack 1: apple; Snack 2: yogurt` is two lines.

Between blocks and mentions: a line is cut before each label that names a container of the
same rank as its first one, or of the rank right inside it (`Day 1: Breakfast – …, Lunch – …`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from evalspec.core.record import Record
from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document.blocks import LINES, LISTS, Block, BlockKind
from evalspec.document.inline import read_inline
from evalspec.document.leading_labels import MARK
from evalspec.document.lexicon_words import ABOUT_OTHERS
from evalspec.document.plain import trim
from evalspec.document.wording import Wording
from evalspec.vocabulary.fold import fold

_CUT = regex(r"[;|•·,]|\s/\s|[.!]\s|[()]")
_LABEL = regex(
    rf"[\s*_]*(?P<label>[^\W\d_][\w' -]{{0,40}}?(?:\s*\([^()]*\))?)[*_]*\s?(?P<sign>:|\s[-–—]\s|\s+{MARK})"
)
_NAME = regex(r"[\s*_]*(?P<label>[^\W\d_][\w' -]{0,30}?)(?:\s*\([^()]*\))?[*_]*:[*_]*\s")
_MEASURED = regex(r"[\s*_]*[A-Z][\w' -]{0,40}?\s*\([^()]*\d[^()]*\)[*_]*:")


class _Label(Record, frozen=True):
    """A label inside a line that names a container."""

    at: int
    end: int
    rank: str
    sign: str


def take_apart(text: str, blocks: Iterable[Block], wording: Wording) -> tuple[Block, ...]:
    """Return the blocks with lines of several containers cut into one block for each."""
    found: list[Block] = []
    previous: Block | None = None
    every = tuple(blocks)
    again = _recurring(text, every, wording)
    for at, block in enumerate(every):
        following = every[at + 1] if at + 1 < len(every) else None
        cells = block.kind is BlockKind.TABLE_ROW and _alone(previous, block)
        if headed := _headed(text, block, following, wording):
            found += headed
        elif things := _things(text, block, wording, again):
            found += things
        else:
            found += _pieces(text, block, wording) if cells or block.kind in LINES else (block,)
        previous = block
    return tuple(found)


def _recurring(text: str, blocks: Iterable[Block], wording: Wording) -> frozenset[str]:
    """Return the labels that several lines of containers have behind theirs: `Mon – Early: Ida, Late: Jo`."""
    told = Counter(
        label
        for block in blocks
        if block.kind in LINES
        for label in {fold(text[a:b]) for a, b, _ in _labels(text, block, wording)}
    )
    return frozenset(label for label, often in told.items() if often > 1)


def _labels(text: str, block: Block, wording: Wording) -> list[tuple[int, int, int]]:
    """Return the labels behind that of a container, each with where it starts, ends and is over."""
    first = _label_at(text, block.text.start, block.text.end, wording)
    if first is None or ":" not in text[first.end : block.text.end]:
        return []
    starts = [first.end, *(cut.end() for cut in _CUT.finditer(text, first.end, block.text.end))]
    found = [m for at in starts if (m := _NAME.match(text, at, block.text.end))]
    plain = [m for m in found if not _is_told(m["label"], wording)]
    return [(m.start(), m.end("label"), m.end()) for m in plain] if len(plain) > 1 else []


def _is_told(label: str, wording: Wording) -> bool:
    """Tell whether a label says something of what stands before it, or names a container itself."""
    name, named = fold(label), wording.named(label)
    held = named is not None and bool(named.rank)
    return held or wording.is_measure(name) or wording.role(name, "optional", *ABOUT_OTHERS)


def _things(text: str, block: Block, wording: Wording, again: frozenset[str]) -> list[Block]:
    """Cut a line before each label that others list as well; nothing when the line begins with none."""
    labels = _labels(text, block, wording) if again and block.kind in LINES else []
    starts = [a for a, b, _ in labels if fold(text[a:b]) in again]
    if len(starts) < len(labels) or not starts:
        return []
    first = _label_at(text, block.text.start, block.text.end, wording)
    if first is None or starts[0] != first.end:
        return []
    nested = block.kind is not BlockKind.PARAGRAPH
    kind = block.kind if nested else BlockKind.LABEL_LINE
    return [
        _block(text, block, kind, block.level, block.text.start, starts[0]),
        *(
            _block(text, block, BlockKind.BULLET, block.level + nested, start, end)
            for start, end in zip(starts, [*starts[1:], block.text.end], strict=True)
        ),
    ]


def _headed(text: str, block: Block, below: Block | None, wording: Wording) -> tuple[Block, ...]:
    """Part a line that names a container and the one inside it that the list below belongs to.

    `Day 2: Circuit (3 rounds)` above its exercises.
    """
    if block.kind is not BlockKind.PARAGRAPH or block.label is None or block.rest is None:
        return ()
    if below is None or below.kind not in LISTS:
        return ()
    outer = wording.named(block.label.of(text))
    title = block.rest.of(text).partition("(")[0]
    inner = wording.named(title) or wording.headed(title)
    ranks = [named.rank for named in (outer, inner) if named is not None and named.rank]
    if len(ranks) < 2 or any(rank in wording.item_ranks for rank in ranks):
        return ()
    if wording.level[ranks[0]] >= wording.level[ranks[1]]:
        return ()
    whole = Span(block.span.start, block.rest.start)
    return (
        _block(text, block, BlockKind.LABEL_LINE, 0, block.text.start, whole.end),
        _block(text, block, BlockKind.LABEL_LINE, 0, block.rest.start, block.text.end),
    )


def _alone(previous: Block | None, row: Block) -> bool:
    """Tell whether a row begins a table without a header."""
    return previous is None or previous.group != row.group


def _pieces(text: str, block: Block, wording: Wording) -> Iterator[Block]:
    first = _label_at(text, block.text.start, block.text.end, wording)
    inner = _label_at(text, first.end, block.text.end, wording) if first else None
    outer = first is not None and inner is not None and _inside(first, inner, wording)
    lead = inner if outer else first
    labels = list(_more(text, lead, block.text.end, wording)) if lead else []
    if first is None or lead is None or not (labels or (outer and _numbered(text, first, wording))):
        yield block
        return
    starts = [label.at for label in (lead, *labels)]
    kind = block.kind if block.kind in LINES else BlockKind.PARAGRAPH
    level = block.level
    if outer:
        yield _block(text, block, kind, level, block.text.start, lead.at)
        kind, level = BlockKind.BULLET, level + (kind is not BlockKind.PARAGRAPH)
    for start, end in zip(starts, [*starts[1:], block.text.end], strict=True):
        yield _block(text, block, kind, level, start, end)


def _numbered(text: str, label: _Label, wording: Wording) -> bool:
    """Tell whether a label counts its container: `Day 1 – Breakfast – …`, a line for each meal."""
    named = wording.named(text[label.at : label.end].strip(" :-–—*_"))
    return named is not None and named.ordinals != (0,)


def _more(text: str, lead: _Label, end: int, wording: Wording) -> Iterator[_Label]:
    """Yield the labels after the first one that name a container of the same rank."""
    depth = 0
    for cut in _CUT.finditer(text, lead.end, end):
        if cut[0] in "()":
            depth = max(0, depth + (1 if cut[0] == "(" else -1))
            continue
        label = None if depth else _label_at(text, cut.end(), end, wording)
        if label is not None and label.rank == lead.rank and label.sign == lead.sign:
            yield label
        elif not depth and (alike := _alike(text, cut.end(), end, lead)) is not None:
            yield alike


def _alike(text: str, start: int, end: int, lead: _Label) -> _Label | None:
    """Return a label written like the first one: `Main part (40 min):` behind `Warm-up (5 min):`."""
    found = _MEASURED.match(text, start, end)
    if found is None or not _MEASURED.match(text, lead.at, lead.end) or lead.sign != ":":
        return None
    return _Label(start, found.end(), lead.rank, lead.sign)


def _label_at(text: str, start: int, end: int, wording: Wording) -> _Label | None:
    found = _LABEL.match(text, start, end)
    label = found["label"] if found else ""
    named = wording.named(label) or wording.weekday_named(label)
    if found is None or named is None or not named.rank or named.rank in wording.item_ranks:
        return None
    return _Label(start, found.end(), named.rank, found["sign"].strip())


def _inside(outer: _Label, inner: _Label, wording: Wording) -> bool:
    return wording.level[outer.rank] < wording.level[inner.rank]


def _block(text: str, line: Block, kind: BlockKind, level: int, start: int, end: int) -> Block:
    span = trim(text, start, end)
    written = text[span.start : span.end].rstrip(" \t;|•·,/–—-")
    span = Span(span.start, span.start + len(written))
    inline = read_inline(text, span.start, span.end)
    whole = Span(line.span.start if start == line.text.start else span.start, span.end)
    inner = Span(inline.start, inline.end)
    number = line.number if start == line.text.start else ""
    return Block(kind, whole, inner, level, line.group, number, inline.label, inline.rest)
