"""Lists without marks: plain lines below a heading of theirs, written as list items would be.

`7:30 Breakfast`, then `Oats 80 g` and `Skyr 200 g`; or `**Kitchen**`, then `Sink €200` and `Tap €80`.
Lines that a word counts on are such too: `Chapter 1: Loops`, `Chapter 2: Lists`, each with a paragraph below;
so are lines that each begin with how long or how much: `**5 min** – Welcome. Names round the circle.`
Bold lines that come again below each of several bold lines stand below these: `**Lesson A**`, `**Aims:**` …
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec.structs import replace

from evalspec.core.record import Record
from evalspec.core.regex import regex
from evalspec.document import schedule
from evalspec.document.blocks import BELOW, HEADS, LISTS, TABLES, TITLES, Block, BlockKind, depth_of
from evalspec.document.lexicon_words import UNLISTED
from evalspec.document.lines import SENTENCE
from evalspec.document.own_amounts import names_something
from evalspec.document.reading import Reading
from evalspec.vocabulary.fold import fold

_COUNTED = regex(r"([^\W\d_]+)\s#?(\d{1,3})")
_HEAD = regex(r"\s*[(:]|\s+[-–—]\s")
"""What parts a name that only counts from what is said of it."""
_BEHIND_NAME = regex(r"\s*[,(:]|\s+[-–—]\s")
_LETTERS = 3
_ASIDE = regex(r"\s*\([^()]*\)")
_UNMARKED = (BlockKind.PARAGRAPH, BlockKind.LABEL_LINE)
_LONGEST_NAME = 5
"""Words of a plain line that names the lines below it."""
_LONGEST_LINE = 16
"""A line of more words is a sentence."""
_ALIKE = 2
"""One paragraph below a heading may be anything, unless that tells what it lists; several are written so."""


class _Run(Record, frozen=True):
    """A heading and the plain lines right below it, by their places among the blocks."""

    head: int
    lines: tuple[int, ...]


def mark(reading: Reading) -> None:
    """Let the lines of such lists be list items."""
    if reading.is_json:
        return
    runs = list(_runs(reading))
    blocks = list(reading.blocks)
    alike = Counter(blocks[run.head].kind for run in runs)
    for run in runs:
        if alike[blocks[run.head].kind] >= _ALIKE or _lists(reading, run):
            for at in run.lines:
                blocks[at] = replace(blocks[at], kind=BlockKind.BULLET)
    for lines in (*_led_by_amounts(reading, blocks), *_labelled_again(reading, blocks)):
        _list_all(blocks, lines)
    for at in _between_numbers(reading, blocks):
        blocks[at] = replace(blocks[at], kind=BlockKind.NUMBERED)
    for at in _of_whom(reading, blocks):
        _put_below(blocks, at)
    for at in _headed_alike(reading, blocks):
        blocks[at] = replace(blocks[at], kind=BlockKind.LABEL_LINE)
    for lines in _counted(reading, blocks):
        told = {blocks[at].span for at in lines}
        below = [blocks[at + 1 : at + 2] for at in lines]
        heads = [any(b.kind is BlockKind.PARAGRAPH and b.span not in told for b in said)
                 for said in below]  # fmt: skip
        for at, headed in zip(lines, heads, strict=True):
            kind = BlockKind.LABEL_LINE if headed and any(heads[:-1]) else BlockKind.BULLET
            blocks[at] = replace(blocks[at], kind=kind)
    reading.blocks = tuple(blocks)


def _put_below(blocks: list[Block], at: int) -> None:
    """Let a line, and the list right behind it, be of the line above."""
    head, inner = blocks[at - 1], blocks[at - 1].kind is BlockKind.NUMBERED
    blocks[at] = replace(blocks[at], kind=BlockKind.BULLET, level=head.level + inner)
    for n in range(at + 1, len(blocks)):
        if blocks[n].kind is not BlockKind.BULLET or blocks[n].level != head.level:
            break
        blocks[n] = replace(blocks[n], level=head.level + inner)


def _between_numbers(reading: Reading, blocks: Sequence[Block]) -> Iterator[int]:
    """Yield the places of bold lines without a number among numbered ones: `**Break** (14:40–14:50)`."""
    timed = [
        at
        for at, block in enumerate(blocks)
        if block.kind in (BlockKind.NUMBERED, BlockKind.BOLD_LINE)
        and not block.level
        and reading.emphasis(block.span.start)
        and reading.times(block.text)
    ]
    counted = [at for at in timed if blocks[at].kind is BlockKind.NUMBERED]
    if len(counted) >= _ALIKE and len(timed) <= 2 * len(counted):
        bold = (at for at in timed if blocks[at].kind is BlockKind.BOLD_LINE)
        yield from (at for at in bold if counted[0] < at < counted[-1])


def _of_whom(reading: Reading, blocks: Sequence[Block]) -> Iterator[int]:
    """Yield the places of plain lines that say who does what a bold line above tells: `Owner: Priya`."""
    told = [
        at
        for at, (head, block) in enumerate(pairwise(blocks), 1)
        if block.kind is BlockKind.PARAGRAPH
        and block.label is not None
        and reading.wording.role(fold(_label(reading, block)), "person")
        and not (reading.times(block.text) or reading.quantities(block.text))
        and reading.emphasis(head.span.start)
        and reading.times(head.text)
        and reading.text.count("\n", head.span.end, block.span.start) == 1
    ]
    yield from told if len(told) >= _ALIKE else ()


def _lists(reading: Reading, run: _Run) -> bool:
    """Tell whether lines are a list by themselves: so their heading says, or most tell how much of what."""
    blocks = reading.blocks
    head = fold(reading.string(blocks[run.head].text).rstrip(" :"))
    lines = [blocks[at] for at in run.lines]
    told = bool(reading.wording.rank_below(head)) or any(b.kind in LISTS for b in lines)
    measured = sum(bool(reading.quantities(b.text)) and b.label is None for b in lines)
    headed = blocks[run.head].kind in HEADS and len(lines) > _ALIKE
    return headed and (told or 2 * measured > len(lines))


def head(reading: Reading) -> None:
    """Let plain lines be headings that are in capitals, or that one word counts: `Hive 1 (40 l)`."""
    blocks = list(reading.blocks)
    found: dict[str, list[tuple[int, int]]] = {}
    for at, block in enumerate(blocks):
        if block.kind is not BlockKind.PARAGRAPH or block.level or not _heads_gap(reading, at):
            continue
        name = _HEAD.split(reading.string(block.text), maxsplit=1)[0]
        stem, _, number = name.rpartition(" ")
        value = reading.wording.lexicon.numbers.get(number.lower(), number)
        known = reading.wording.named(name) is not None or reading.times(block.text)
        if stem.isalpha() and str(value).isdigit() and not known:
            found.setdefault(fold(stem), []).append((int(value), at))
    for lines in found.values():
        if len(lines) >= _ALIKE and [n for n, _ in lines] == list(range(1, len(lines) + 1)):
            for _, at in lines:
                blocks[at] = replace(blocks[at], kind=BlockKind.BOLD_LINE)
    for at in list(_in_capitals(reading, blocks)):
        blocks[at] = replace(blocks[at], kind=BlockKind.BOLD_LINE)
    reading.blocks = tuple(blocks)


def _in_capitals(reading: Reading, blocks: Sequence[Block]) -> Iterator[int]:
    """Yield the places of plain lines in capitals right above others: `PULL`, `MAIN, 2 rounds`."""
    found = [
        at
        for at, (block, below) in enumerate(pairwise(blocks))
        if _is_capital(reading, block)
        and below.kind in (*_UNMARKED, *LISTS)
        and not _is_capital(reading, below)
        and reading.text.count("\n", block.span.end, below.span.start) == 1
        and not _is_sum(reading, block)
    ]
    yield from found if len(found) >= _ALIKE else ()


def _is_capital(reading: Reading, block: Block) -> bool:
    """Tell whether a short plain line has a name in capitals, and perhaps few words behind it."""
    if block.kind not in _UNMARKED or block.level:
        return False
    text = reading.string(block.text)
    name = _BEHIND_NAME.split(text, maxsplit=1)[0]
    letters = sum(map(str.isalpha, name))
    return letters >= _LETTERS and name.isupper() and len(text.split()) <= _LONGEST_NAME


def _heads_gap(reading: Reading, at: int) -> bool:
    """Tell whether a line with amounts has gaps around it, and a thing below."""
    span, below = reading.blocks[at].span, reading.blocks[at + 1 : at + 2]
    if not below or all(m.unit is None for m in reading.quantities(span)):
        return False
    before = reading.blocks[at - 1].span.end if at else 0
    gaps = not at or reading.text.count("\n", before, span.start) > 1
    gaps = gaps and reading.text.count("\n", span.end, below[0].span.start) > 1
    return gaps and below[0].kind not in HEADS and _names(reading, below[0])


def _headed_alike(reading: Reading, blocks: Sequence[Block]) -> Iterator[int]:
    """Yield the places of bold lines that stand below others: one of them comes again right below each."""
    bold = [at for at, block in enumerate(blocks) if block.kind is BlockKind.BOLD_LINE]
    names = {at: fold(reading.string(blocks[at].text).rstrip(" :")) for at in bold}
    often = Counter(names.values())
    titles = [at for at in bold if often[names[at]] == 1 and often[names.get(at + 1, "")] >= _ALIKE]
    first = {names[at + 1] for at in titles}
    if len(titles) < _ALIKE or len(first) > 1 or often[first.pop()] != len(titles):
        return
    if any((named := reading.wording.named(names[at])) and named.rank for at in bold):
        return
    heads, below = set(titles), list[int]()
    for at in bold[bold.index(titles[0]) :]:
        if at in heads:
            below = []
            continue
        below.append(at)
        if often[names[at]] >= _ALIKE:
            yield from below
            below = []


def _led_by_amounts(reading: Reading, blocks: Sequence[Block]) -> Iterator[list[int]]:
    """Yield the places of plain lines below one heading that begin with an amount of one kind each."""
    lines: list[int] = []
    kind = ""
    for at, block in enumerate(blocks):
        led = _leading_dimension(reading, block)
        headed = block.kind in (*TITLES, *TABLES) and not led
        if lines and (headed or led not in ("", kind)):
            yield from [lines] if len(lines) >= _ALIKE else []
            lines = []
        if led:
            kind = led
            lines.append(at)
    if len(lines) >= _ALIKE:
        yield lines


def _labelled_again(reading: Reading, blocks: Sequence[Block]) -> Iterator[list[int]]:
    """Yield the places of plain lines below several headings, most with labels that come again below another.

    They tell of things when or how much: `Break: 23:30, soup, 310 kcal`; no `Calories: 310`.
    """
    runs: list[list[int]] = []
    for at, block in enumerate(blocks):
        if block.kind in HEADS:
            runs.append([])
        elif runs and _is_labelled_thing(reading, block):
            runs[-1].append(at)
    often = Counter(
        label for run in runs for label in {fold(_label(reading, blocks[n])) for n in run}
    )
    for run in runs:
        again = sum(often[fold(_label(reading, blocks[n]))] > 1 for n in run)
        if again >= _ALIKE and 2 * again > len(run):
            yield run


def _is_labelled_thing(reading: Reading, block: Block) -> bool:
    """Tell whether a plain line has a label that is no measure, and tells of something when or how much."""
    if block.kind is not BlockKind.PARAGRAPH or block.level or block.label is None:
        return False
    label, wording = fold(_label(reading, block)), reading.wording
    told = any(m.unit is not None for m in reading.quantities(block.text))
    plain = not (wording.is_measure(label) or wording.is_about_others(label))
    return plain and block.rest is not None and bool(told or reading.times(block.rest))


def _label(reading: Reading, block: Block) -> str:
    return reading.string(block.label) if block.label is not None else ""


def _leading_dimension(reading: Reading, block: Block) -> str:
    """Return what the label of a plain line is an amount of, if it is nothing else and something follows."""
    if block.kind not in _UNMARKED or block.level or block.label is None or block.rest is None:
        return ""
    found = reading.quantities(block.label)
    if len(found) != 1 or found[0].unit is None or found[0].bound:
        return ""
    plain = names_something(reading, reading.string(block.rest))
    plain = plain and not names_something(reading, reading.string(block.label))
    return found[0].unit.dimension if plain else ""


def _list_all(blocks: list[Block], lines: Sequence[int]) -> None:
    """Make list items of lines; a list below one stands in it."""
    for at in lines:
        blocks[at] = replace(blocks[at], kind=BlockKind.BULLET)
        below = at + 1
        while below < len(blocks) and below not in lines and blocks[below].kind in LISTS:
            blocks[below] = replace(blocks[below], level=blocks[below].level + 1)
            below += 1


def _counted(reading: Reading, blocks: Sequence[Block]) -> Iterator[list[int]]:
    """Yield the places of plain lines that name things which one word counts: `Chapter 1: Loops`."""
    found: dict[str, list[tuple[int, int]]] = {}
    for at, block in enumerate(blocks):
        if block.kind is not BlockKind.PARAGRAPH or block.level or block.label is None:
            continue
        counted = _COUNTED.fullmatch(reading.string(block.label))
        units = [m for m in reading.quantities(block.text) if m.unit is not None]
        measured = units or reading.times(block.text)
        heads = at + 1 < len(blocks) and blocks[at + 1].kind in BELOW
        if counted is None or measured or heads or not _is_listed(reading, block, named=False):
            continue
        if reading.wording.named(reading.string(block.label)) is None:
            found.setdefault(fold(counted[1]), []).append((int(counted[2]), at))
    for lines in found.values():
        if len(lines) >= _ALIKE and [n for n, _ in lines] == list(range(1, len(lines) + 1)):
            yield [at for _, at in lines]


def _runs(reading: Reading) -> Iterator[_Run]:
    """Yield the paragraphs of lines that name things, each with its heading."""
    blocks = reading.blocks
    at = 0
    while at < len(blocks):
        end = at + 1
        if not _is_plain(blocks[at]):
            at = end
            continue
        while end < len(blocks) and _goes_on(reading, blocks[end - 1], blocks[end]):
            end += 1
        head = at - 1 if at and blocks[at - 1].kind in HEADS else at
        listed = end - (end > head + _ALIKE and _is_sum(reading, blocks[end - 1]))
        lines = range(head + 1, listed)
        headed = head < at or _is_name(reading, blocks[at])
        named = [n for n in lines if _names(reading, blocks[n])]
        last = end == len(blocks) or _is_beside(reading, blocks[head], blocks[end], len(lines))
        if headed and named and last and all(_is_listed(reading, blocks[n]) for n in lines):
            yield _Run(head, tuple(named))
        at = end


def _is_beside(reading: Reading, head: Block, below: Block, told: int) -> bool:
    """Tell whether what follows some lines belongs to their heading no more, so that they are all it has.

    A single line above other ones may say something of these: `Serves 4`.
    """
    told_alone = below.rest is not None and reading.quantities(below.rest)
    if below.kind not in HEADS or (below.kind is BlockKind.BOLD_LINE and told_alone):
        return below.kind not in BELOW and told > 1
    level, named = reading.wording.level, reading.wording.named
    outer, inner = named(reading.string(head.text)), named(reading.string(below.text))
    if outer is not None and inner is not None and outer.rank and inner.rank:
        return level.get(inner.rank, 0) <= level.get(outer.rank, 0)
    return depth_of(below) <= depth_of(head)


def _goes_on(reading: Reading, line: Block, below: Block) -> bool:
    """Tell whether a plain line stands right below another one, in the same quotation or in none."""
    between = reading.text.count("\n", line.span.end, below.span.start)
    quoted = [block.kind is BlockKind.QUOTE for block in (line, below)]
    return _is_plain(below) and between == 1 and quoted[0] == quoted[1]


def _is_plain(block: Block) -> bool:
    """Tell whether a line has no mark, also where others written alike have made it an item of a list."""
    listed = block.kind is BlockKind.BULLET and block.span == block.text
    return block.kind in (BlockKind.PARAGRAPH, BlockKind.QUOTE) or listed


def _is_sum(reading: Reading, block: Block) -> bool:
    """Tell whether a line tells what those above it come to: `Materials subtotal: £240`."""
    label = fold(reading.string(block.label)) if block.label is not None else ""
    wording = reading.wording
    return wording.begins_with_role(label, "total") or wording.ends_with_role(label, "total")


def _is_name(reading: Reading, block: Block) -> bool:
    """Tell whether a plain line is nothing but a short name, perhaps behind its time."""
    text = reading.string(schedule.behind_time(reading, block) or block.text)
    plain = _ASIDE.sub("", text)
    short = len(plain.split()) <= _LONGEST_NAME and plain[:1].isalpha() and plain[-1:].isalnum()
    return short and block.label is None and not reading.quantities(block.text)


def _names(reading: Reading, block: Block) -> bool:
    return names_something(reading, reading.string(block.text))


def _is_listed(reading: Reading, block: Block, *, named: bool = True) -> bool:
    """Tell whether a plain line may be an item: no sentence, nothing behind a time or told of others."""
    text = reading.string(block.text)
    plain = not SENTENCE.search(text) and text.rstrip(" *_")[-1:] not in ".!?:,"
    told = schedule.starts_with_time(reading, block) is not None
    told = told or (named and _is_told(reading, block))
    return plain and not told and block.level == 0 and len(text.split()) <= _LONGEST_LINE


def _is_told(reading: Reading, block: Block) -> bool:
    """Tell whether a line says something of what stands above it: `Calories: 260`, no `2 tins - 3.20`."""
    if block.label is None or block.rest is None:
        return False
    label, wording = reading.string(block.label), reading.wording
    named = wording.named(label)
    known = (named is not None and named.rank) or wording.begins_with_role(fold(label), *UNLISTED)
    said = reading.string(block.rest)
    bare = reading.quantities(block.rest) and not names_something(reading, said)
    return bool(known) or not bare or not names_something(reading, label)
