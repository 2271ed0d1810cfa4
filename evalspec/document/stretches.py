"""What is told by where it begins and ends: `pp. 21–40`, `Tue: 21–40` below `Pages`, `up to page 76`.

Such a stretch is as long as the pages that it holds; numbers that are no places (`10–15 pages a day`) do not
begin where the last ones ended. What holds others (`Week 1: pages 1–110` above its days) tells their total,
and what is read again adds at least what is new in it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from decimal import Decimal
from functools import lru_cache
from itertools import chain, islice
from re import Match, Pattern

from msgspec.structs import replace

from evalspec.core.quantity import Interval, Unit
from evalspec.core.record import Record
from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document.blocks import Block, BlockKind
from evalspec.document.mention import Mentions, QuantityMention
from evalspec.document.plain import plain_form
from evalspec.document.wording import Wording
from evalspec.vocabulary.fold import fold

_BEFORE = regex(r"(?:^|[:|,;(\[\]–—*_»-])[ \xa0]*[*_]*$")
_BEHIND = regex(r"[*_]*[ \xa0]*(?:$|[,;|()\[\]*_\n-])")
_WORD = regex(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_FEWEST = 3
"""Stretches that meet where nothing beside them says of what they are."""
_MOST = 400
_NEAR = 40
"""How far before a number its label, mark or weekday stands."""


class Stretch(Record, frozen=True):
    """One place, or from one to another, as written."""

    span: Span
    number: Span
    low: int | None
    """None where only the end is told."""
    high: int
    unit: Unit | None
    """Told at it, by its label or its column."""
    at_it: bool
    """Its unit stands directly before it."""
    line: int = 0
    """The number of its block."""
    names: frozenset[str] = frozenset()
    """What else its line names."""

    @property
    def places(self) -> range:
        """What it holds."""
        return range(self.high if self.low is None else self.low, self.high + 1)

    def holds(self, other: Stretch) -> bool:
        """Tell whether another one lies within."""
        low = self.low is not None and other.low is not None and self.low <= other.low
        return low and other.high <= self.high


def with_lengths(
    text: str, blocks: Sequence[Block], mentions: Mentions, wording: Wording
) -> Mentions:
    """Give the numbers that tell where something begins and ends the length of it."""
    taken = _Taken((*(m.span for m in mentions.times), *(m.span for m in mentions.dates)))
    free = (s for s in _stretches(text, blocks, wording) if not taken.overlaps(s.span))
    found = [*islice(free, _MOST)]
    measured = list(_measured(_begun(found), mentions, wording))
    if not measured:
        return mentions
    lines = {s.number: blocks[s.line].text for s in found}
    spans = {m.span for m in measured}
    places = _Taken(tuple(spans))
    quantities = [m for m in mentions.quantities if not places.overlaps(m.span)]
    for stretch in measured:
        line = lines[stretch.number]
        beside = [
            (n, m) for n, m in enumerate(quantities)
            if m.unit == stretch.unit and line.start <= m.span.start < line.end and m.span not in spans
        ]  # fmt: skip
        if not beside:
            quantities.append(stretch)
        elif len(beside) == 1 and stretch.value.hull(beside[0][1].value) != beside[0][1].value:
            number, told = beside[0]  # `260 pages, pp. 1–130`: of a book, or read of it
            quantities[number] = replace(told, value=told.value.hull(stretch.value))
    return replace(mentions, quantities=tuple(sorted(quantities, key=lambda m: m.span.start)))


class _Taken:
    """Spans of a text, looked up by place."""

    def __init__(self, spans: tuple[Span, ...]) -> None:
        self._spans = sorted((span.start, span.end) for span in spans)

    def overlaps(self, span: Span) -> bool:
        """Tell whether one of the last two that begin before the end of a span reaches into it."""
        at = bisect_left(self._spans, (span.end, 0))
        return any(end > span.start for _, end in self._spans[max(0, at - 2) : at])


@lru_cache(maxsize=8)
def _pattern(until: tuple[str, ...], since: tuple[str, ...]) -> Pattern[str]:
    """Return what reads `pp. 21–40`, `page 21 to page 40`, `up to page 76` in plain form."""
    to, of = ("|".join(sorted(words, key=len, reverse=True)) for words in (until, since))
    word = r"(?:(?P<{}>[a-z]{{1,8}})\.?[ \xa0]{{1,2}}|(?P<{}_>[a-z]{{1,8}})\.)"
    return regex(
        rf"(?:\b(?:(?P<from>{of})|(?P<to>{to}))[ ])?(?:\b{word.format('word', 'word')})?"
        r"(?<![\w./:$€£-])(?P<low>\d{1,4})(?:[ \xa0]?(?:-|\b(?:" + to + r")\b)[ \xa0]?"
        rf"(?:{word.format('again', 'again')})?(?P<high>\d{{1,4}}))?(?![\w/:%]|[.,]\d)"
    )


def _stretches(text: str, blocks: Sequence[Block], wording: Wording) -> Iterator[Stretch]:
    """Yield what tells where something begins, ends, or both."""
    roles = wording.lexicon.roles
    until, since = (tuple(roles.get(role, ())) for role in ("up to where", "from where"))
    if not until or not since:
        return
    plain, pattern = plain_form(text), _pattern(until, since)
    named: dict[int, frozenset[str]] = {}
    for line, (block, piece, head) in _pieces(text, blocks):
        for found in pattern.finditer(plain, piece.start, piece.end):
            stretch = _stretch(plain, found, piece, wording, head)
            if stretch is None:
                continue
            if line not in named:
                said = plain[block.text.start : block.text.end]
                named[line] = frozenset(_names(said, wording))
            yield replace(stretch, line=line, names=named[line])


def _pieces(text: str, blocks: Sequence[Block]) -> Iterator[tuple[int, tuple[Block, Span, str]]]:
    """Yield the pieces of blocks that hold amounts, with the label or the header they are under."""
    header: Block | None = None
    for number, block in enumerate(blocks):
        if block.kind is BlockKind.TABLE_HEADER:
            header = block
        elif block.kind is BlockKind.TABLE_ROW:
            heads = header.cells if header is not None and header.group == block.group else ()
            for n, cell in enumerate(block.cells):
                yield number, (block, cell, heads[n].of(text) if n < len(heads) else "")
        elif block.label is not None and block.rest is not None:
            yield number, (block, block.label, "")
            yield number, (block, block.rest, block.label.of(text))
        elif block.kind not in (BlockKind.CODE, BlockKind.RULE):
            yield number, (block, block.text, "")


def _stretch(
    plain: str, found: Match[str], piece: Span, wording: Wording, head: str
) -> Stretch | None:
    """Read one stretch, where its words say what it counts or nothing else stands at it."""
    word = found["word"] or found["word_"]
    unit = _numbered(word, wording) if word else None
    again = found["again"] or found["again_"]
    if again and _numbered(again, wording) != unit:
        return None
    low, high = int(found["low"]), int(found["high"] or found["low"])
    if found["high"] and high < low and unit is not None:  # `pp. 125–34`
        high += low // 10 ** len(found["high"]) * 10 ** len(found["high"])
    number = Span(found.start("low"), found.end())
    start = found.start("word") if found["word"] else found.start("word_")
    start = found.start() if (found["from"] or found["to"]) is not None else start
    start = start if unit is not None else number.start
    if unit is None:
        since = max(piece.start, number.start - _NEAR)
        before = "x" * (since > piece.start) + plain[since : number.start]
        bare = _BEFORE.search(before) or wording.weekday_named(before.split()[-1])
        alone = bare and _BEHIND.match(plain, number.end, piece.end)
        if not alone or not found["high"] or not _may_head(head, wording):
            return None
    told = {_numbered(fold(w), wording) for w in _WORD.findall(head)} - {None}
    return Stretch(
        Span(start, number.end),
        number,
        None if found["to"] and not found["high"] else low,
        high,
        unit or (told.pop() if len(told) == 1 else None),
        unit is not None,
    )


def _numbered(word: str, wording: Wording) -> Unit | None:
    """Return what numbers behind a word count: `page`, `pp`; `p`, which is one of `pp`."""
    units = wording.lexicon.units
    unit = units.get(fold(word)) or units.get(word * 2)
    known = wording.role(fold(word), "numbered") and unit is not None
    return unit if known and unit is not None and unit.dimension.startswith("count:") else None


def _may_head(head: str, wording: Wording) -> bool:
    """Tell whether stretches may stand under a label: not under `Weeks`, `Reps`."""
    plain = fold(head)
    told = any(_numbered(fold(word), wording) for word in _WORD.findall(head))
    return told or not (wording.is_measure(plain) or plain in wording.ranks)


def _names(line: str, wording: Wording) -> Iterator[str]:
    """Yield the words of a line that may name what is read."""
    for word in map(fold, _WORD.findall(line)):
        when = wording.named(word) or wording.weekday_named(word) or wording.month_named(word)
        if not when and not wording.role(word, "numbered", "up to where", "from where"):
            yield word


def _begun(found: Sequence[Stretch]) -> list[Stretch]:
    """Let what tells only its end begin behind what ends last before it, the first of all at 1."""
    begun: list[Stretch] = []
    for stretch in found:
        before = [s for s in begun if s.unit == stretch.unit]
        low = stretch.low
        if low is None:
            low = before[-1].high + 1 if before else 1
        if low <= stretch.high:
            begun.append(replace(stretch, low=low))
    return begun


def _measured(
    found: Sequence[Stretch], mentions: Mentions, wording: Wording
) -> Iterator[QuantityMention]:
    """Yield the lengths of what surely is a stretch."""
    usual = _usual(mentions, wording)
    units: dict[int, Unit] = {}
    for links in _chains(found):
        around = (s.unit for s in found if s.unit and all(s.holds(found[n]) for n in links))
        told = next(filter(None, chain((found[n].unit for n in links), around)), None)
        unit = told or (usual if len(links) >= _FEWEST else None)
        for n in links:
            sure = len(links) > 1 or (found[n].at_it and found[n].high != found[n].low)
            if unit is not None and sure:
                units[n] = found[n].unit or unit
    for unit in dict.fromkeys(units.values()):
        same = [found[n] for n, of in sorted(units.items()) if of == unit]
        yield from _lengths(same, unit, wording)


def _lengths(found: Sequence[Stretch], unit: Unit, wording: Wording) -> Iterator[QuantityMention]:
    """Yield how much stretches hold, at least what no earlier one holds where it is read again."""
    read: dict[frozenset[str] | None, set[int]] = {}
    line: list[Stretch] = []
    for stretch in found:
        line = [s for s in line if s.line == stretch.line]
        if any(s.holds(stretch) for s in line):
            continue  # `pages 1–40, above all pages 12–15`
        line.append(stretch)
        least = whole = len(stretch.places)
        again = any(wording.role(word, "read again") for word in stretch.names)
        if again or not _holds_all(stretch, found):
            names = None if again else stretch.names
            least -= len(read.get(names, set()).intersection(stretch.places))
            for of in (None, stretch.names):
                read.setdefault(of, set()).update(stretch.places)
        value = Interval(Decimal(least), Decimal(whole))
        yield QuantityMention(stretch.span, stretch.number, value, unit, fold(unit.name))


def _chains(found: Sequence[Stretch]) -> list[list[int]]:
    """Put together what begins where another one ends."""
    chains: list[list[int]] = []
    for n, stretch in enumerate(found):
        met = [
            links
            for links in chains
            if found[links[-1]].high + 1 == stretch.low
            and (
                not found[links[-1]].unit
                or not stretch.unit
                or found[links[-1]].unit == stretch.unit
            )
        ]
        if met:
            met[-1].append(n)
        else:
            chains.append([n])
    return chains


def _usual(mentions: Mentions, wording: Wording) -> Unit | None:
    """Return what a plan is in, where it tells amounts of one kind that is numbered: `420 pages`."""
    told = {m.unit for m in mentions.quantities if m.unit and _numbered(m.unit.name, wording)}
    return told.pop() if len(told) == 1 else None


def _holds_all(stretch: Stretch, others: Sequence[Stretch]) -> bool:
    """Tell whether a stretch is all that others are: the days of its week, one after the other."""
    inner = [s for s in others if stretch.holds(s) and s.places != stretch.places]
    ends = {s.low for s in inner}, {s.high for s in inner}
    return len(inner) > 1 and stretch.low in ends[0] and stretch.high in ends[1]
