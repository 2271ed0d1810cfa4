"""Times told once for all: `Early: 6:00–14:00` above days that only name their early shift."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document.blocks import LIST_DEPTH, TABLES
from evalspec.document.facts import EntryKind
from evalspec.document.lines import item_of
from evalspec.document.ranks import walk
from evalspec.document.reading import Reading
from evalspec.document.schedule import set_times
from evalspec.document.tree import Draft
from evalspec.vocabulary.fold import fold

_BRACKETED = regex(r"(.*?)\s*\(([^()]{1,20})\)\s*")
_BEFORE = regex(
    r"(?:^|[,;.!?|/(:·•]|\band\b)[\s*_]*(?:and\s+)?(?:(?P<code>[^\W\d_]{1,2}\d?)[\s*_]*[=:–-][\s*_]*)?"
    r"(?P<name>[^\W\d_][\w'-]*(?: [\w'-]+){0,3}?)[\s*_]*"
    r"(?:[=:(–-]|\b(?:is|are)\b|\bfrom\b|\bruns\b)?[\s*_]*$"
)
"""A name right before its times, and what stands for it: `E = Early (7:00–15:00)`."""
_PIECE = regex(r"(?:[,;|/+&]|\band\b)\s*")
_TRAILING = " \t\xa0,;|/+&"
_WORDS, _LONGEST = 3, 200
"""Words of a name in a legend, and letters of a line that lists several."""
_FEWEST = 2
"""Days or rows that must name what has a time elsewhere: once may be another event of that name."""


def is_code(reading: Reading, word: str) -> bool:
    """Tell whether a line says what a few letters stand for: `E` of `E = Early (7:00–15:00)`."""
    if reading.legend is None:
        reading.legend = list(_in_lines(reading))
    return any(word == fold(name) for draft in reading.legend for name in _called(draft))


def legend_of(reading: Reading) -> dict[str, Draft]:
    """Return what stands in no day or other container of a rank with its times, by what it is called.

    What is told with different times is not told once for all.
    """
    found: dict[str, Draft] = {}
    twice: set[str] = set()
    told = [d for d in _outside(reading.plan) if d.starts and d.ends and not d.parts]
    if reading.legend is None:
        reading.legend = list(_in_lines(reading))
    if reading.legend:
        taken = {point.span.start for d in told for point in d.starts}
        told += [d for d in reading.legend if d.starts[0].span.start not in taken]
    shared = Counter(word for d in told for word in _ends(fold(d.label)))
    for draft in told:
        for name in _names(draft, shared):
            twice |= {name} & found.keys()
            found[name] = draft
    return {name: draft for name, draft in found.items() if name not in twice}


def _in_lines(reading: Reading) -> Iterator[Draft]:
    """Yield what a line tells the times of, one behind the other: `Early = 8–16, Late = 10–18`."""
    for block in reading.blocks if not reading.is_json else ():
        times = [t for t in reading.times(block.text) if t.end is not None]
        if len(times) < _FEWEST or block.kind in TABLES:
            continue
        ends = [block.text.start, *(t.span.end for t in times)]
        before = (Span(end, t.span.start) for end, t in zip(ends, times, strict=False))
        names = [_BEFORE.search(reading.string(span)) for span in before]
        for name, time in zip(names, times, strict=True) if all(names) else ():
            if name is not None and time.end is not None:
                label = f"{name['name']} ({name['code']})" if name["code"] else name["name"]
                draft = Draft(EntryKind.BLOCK, label, time.span, depth=LIST_DEPTH)
                set_times(draft, time)
                yield draft


def settle(reading: Reading) -> None:
    """Give what days only name the times that are told of it above or below."""
    legend = legend_of(reading)
    if not legend:
        return
    said: list[tuple[Draft, list[tuple[Span, Draft]]]] = []
    days: dict[int, set[int]] = {}
    for day in walk(reading.plan):
        if day.kind is not EntryKind.CONTAINER or not day.rank:
            continue
        for part in day.parts:
            bare = part.kind in (EntryKind.ITEM, EntryKind.CONTAINER) and not part.starts
            if bare and (pieces := _pieces(reading, part, legend)):
                said.append((part, pieces))
                for _, told in pieces:
                    days.setdefault(id(told), set()).add(id(day))
    said = [s for s in said if all(len(days[id(told)]) >= _FEWEST for _, told in s[1])]
    times = {told.starts[0].span for _, pieces in said for _, told in pieces}
    for draft in walk(reading.plan):
        if draft.starts and draft.starts[0].span in times:
            draft.kind = EntryKind.DEFINITION  # also where a heading of a rank stands above it
    for part, pieces in said:
        _take(reading, part, pieces)
    _be_there_too(reading, [part for part, _ in said])
    first = min((told.span.start for _, pieces in said for _, told in pieces), default=0)
    last = min((part.span.start for part, _ in said), default=0)
    for draft in [d for d in _outside(reading.plan) if first < d.span.start < last and d.starts]:
        draft.kind = EntryKind.DEFINITION  # `From 12:30 to 13:00 both shifts are there`


def _pieces(reading: Reading, part: Draft, legend: dict[str, Draft]) -> list[tuple[Span, Draft]]:
    """Return the pieces of a line that begin with names of a legend: `early Ada + Bo, late Cy`."""
    if (called := next((legend[name] for name in part.names if name in legend), None)) is not None:
        return [(part.span, called)]
    if part.parts or part.amounts or part.spans[0].end - part.span.start > _LONGEST:
        return []
    starts: list[tuple[int, Draft]] = []
    line = Span(part.span.start, max(part.span.end, part.spans[0].end))
    joints = _PIECE.finditer(reading.text, line.start, line.end)
    for start in (line.start, *(joint.end() for joint in joints)):
        words = fold(reading.text[start : line.end].partition(":")[0]).split()[:_WORDS]
        heads = (" ".join(words[:size]) for size in range(len(words), 0, -1))
        told = next((legend[head] for head in heads if head in legend), None)
        if told is not None:
            starts.append((start, told))
    if not starts or starts[0][0] != line.start:
        return []
    ends = [*(start for start, _ in starts[1:]), line.end]
    pieces = [(Span(s, e), told) for (s, told), e in zip(starts, ends, strict=True)]
    return [(_trimmed(reading, piece), told) for piece, told in pieces]


def _trimmed(reading: Reading, span: Span) -> Span:
    text = reading.string(span).rstrip(_TRAILING).removesuffix(" and")
    return Span(span.start, span.start + len(text))


def _take(reading: Reading, part: Draft, pieces: list[tuple[Span, Draft]]) -> None:
    """Make blocks of what a line names, each with the times of its legend."""
    drafts = [part]
    if len(pieces) > 1 and part.parent is not None:
        drafts = [item_of(reading, span, part.depth) for span, _ in pieces]
        at = part.parent.parts.index(part)
        part.parent.parts[at : at + 1] = drafts
        part.parent.whole = False
    for draft, (_, told) in zip(drafts, pieces, strict=True):
        draft.kind, draft.starts, draft.ends = EntryKind.BLOCK, [*told.starts], [*told.ends]
        draft.rank, draft.parent = part.rank or told.rank, part.parent
        draft.name(*map(fold, _called(told)))


def _be_there_too(reading: Reading, shifts: list[Draft]) -> None:
    """Let who stands beside shifts in a column of which no time is told have a shift there as well."""
    people = {fold(one.label) for shift in shifts for one in shift.parts}
    rank = reading.wording.item_rank
    days = {id(shift.parent): shift.parent for shift in shifts if shift.parent is not None}
    beside = [c for day in days.values() for c in day.parts if not (c.rank or c.starts)]
    names = [one for column in beside for one in column.parts if one.kind is EntryKind.ITEM]
    if any(fold(one.label) in people for one in names):
        for one in names:
            one.take_rank(rank, reading.wording.level[rank])


def _outside(draft: Draft) -> Iterator[Draft]:
    for part in draft.parts:
        if not part.rank or part.kind is EntryKind.BLOCK:
            yield part
            yield from _outside(part)


def _called(draft: Draft) -> list[str]:
    """Return what a legend is called: `Early shift (E)`, `Early shift` and `E`."""
    found = _BRACKETED.fullmatch(draft.label)
    return [draft.label, found[1], found[2]] if found else [draft.label]


def _names(draft: Draft, shared: Counter[str]) -> Iterator[str]:
    """Yield what a legend may be called by: `Early shift (E)`, beside `Late shift`, is `Early` and `E`."""
    for label in map(fold, _called(draft)):
        yield label
        if label != (first := label.partition(" and ")[0]):
            yield first  # `Closing and cleaning` is `Closing` in a column
        for word in _ends(label):
            if shared[word] > 1:
                yield label.removeprefix(f"{word} ").removesuffix(f" {word}")


def _ends(label: str) -> set[str]:
    """Return the first and the last of several words."""
    words = label.split()
    return {words[0], words[-1]} if len(words) > 1 else set()
