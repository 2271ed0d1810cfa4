"""Things written alike: their shape, and lines that only a mark, a margin or a bold face sets apart.

Siblings are written alike, so a line that is written as those beside it is one of them: of
`* Soup – 300 kcal`, `+ Bread – 90 kcal`, `* Tea – 5 kcal` the second is no part of the first, and
without its mark it is no heading of the third. `  * Bread – 90 kcal` may or may not be a part,
where no other line of the response has such parts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from msgspec.structs import replace

from evalspec.core.record import Record
from evalspec.document import schedule
from evalspec.document.blocks import HEADS, LISTS, Block, BlockKind
from evalspec.document.facts import Amount, come_to
from evalspec.document.lexicon_words import UNLISTED
from evalspec.document.lines import SENTENCE, column_of
from evalspec.document.mention import TimeMention
from evalspec.document.own_amounts import CUT, amounts_in, names_something
from evalspec.document.reading import Reading
from evalspec.vocabulary.fold import fold

SELDOM = 2
"""Others written alike that there are at least for each that is written another way by mistake."""
_MANY = 3
"""Plain lines of one shape that are no chance."""
_MARGIN = 1
"""Columns by which list items of one depth differ at most."""
_PLAIN = (BlockKind.PARAGRAPH, BlockKind.BOLD_LINE, BlockKind.LABEL_LINE)


class Shape(Record, frozen=True):
    """How a thing is written, whatever it is called and however many."""

    labelled: bool
    """A label stands before a colon or a dash."""
    timed: bool
    """It begins with a clock time."""
    clocked: bool
    """A clock time stands in it."""
    bracketed: bool
    """Its first amount stands in brackets."""
    told: tuple[str, ...]
    """The dimensions of its amounts, in order."""
    below: bool
    """Its amounts stand on lines of their own."""


class Thing(Record, frozen=True):
    """What names something and measures it: a line, or a name with its amounts on the lines below."""

    at: int
    """Place of its first line among the blocks."""
    end: int
    """Place of the first line that is no more of it."""
    shape: Shape


class _Family(Record, frozen=True):
    """A thing of a list and those that stand below it, all of one shape."""

    head: Thing
    below: tuple[Thing, ...]
    """Those one level deeper."""
    end: int
    """Place of the first line that stands no more below it."""


def settle(reading: Reading) -> None:
    """Let lines among others of their shape be list items or plain lines as those are, and beside them."""
    if reading.is_json:
        return
    blocks = list(reading.blocks)
    things = list(things_in(reading, blocks))
    _nest(reading, blocks, things)
    _mark(reading, blocks, things)
    _level(reading, blocks, things)
    reading.blocks = tuple(blocks)


def things_in(reading: Reading, blocks: Sequence[Block]) -> Iterator[Thing]:
    """Yield the things of a response, in order; each line is looked at once."""
    at = 0
    while at < len(blocks):
        block, start = blocks[at], at
        at += 1
        if block.kind not in (*LISTS, *_PLAIN) or not _names(reading, block):
            continue
        times, told = reading.times(block.text), _told(reading, block)
        known = frozenset(told)
        while not times and at < len(blocks) and _tells_on(reading, block, blocks[at]):
            below = _told(reading, blocks[at])
            if not known.isdisjoint(below):
                break
            told += below
            at += 1
        if times or told:
            yield Thing(start, at, _shape(reading, block, told, at - start > 1))


def _shape(reading: Reading, block: Block, told: tuple[str, ...], below: bool) -> Shape:
    timed = schedule.starts_with_time(reading, block) is not None
    measured = [] if below else [m for m in reading.quantities(block.text) if m.unit is not None]
    start = measured[0].span.start if measured else block.text.start
    bracketed = "(" in reading.text[block.text.start : start]
    labelled = block.label is not None
    return Shape(labelled, timed, bool(reading.times(block.text)), bracketed, told, below)


def _names(reading: Reading, block: Block) -> bool:
    """Tell whether a line names something else than a measure."""
    if any(reading.wording.is_measure(name) for name in _names_of(reading, block)):
        return False
    return names_something(reading, reading.string(block.text))


def _told(reading: Reading, block: Block) -> tuple[str, ...]:
    """Return the dimensions of the amounts of a line, but for limits: `at most 90 pages a day`."""
    found = reading.quantities(block.text)
    return tuple(m.unit.dimension for m in found if m.unit is not None and not m.bound)


def _tells_on(reading: Reading, head: Block, line: Block) -> bool:
    """Tell whether a line is nothing but amounts of the name above it."""
    if line.kind in LISTS and head.kind in LISTS:
        below = line.level >= head.level
    elif line.kind in LISTS:
        below = column_of(reading, line) >= column_of(reading, head)
    else:
        below = line.kind is BlockKind.PARAGRAPH
    if not below or not _told(reading, line) or _names(reading, line):
        return False
    return not reading.wording.begins_with_role(_names_of(reading, line)[1], *UNLISTED)


# -- names with their amounts on the lines below --------------------------------------------------
def _nest(reading: Reading, blocks: list[Block], things: Sequence[Thing]) -> None:
    """Let plain names with nothing but amounts on the lines below be list items that hold these.

    There are several, and where some tell an amount themselves all of a section are written so. Below
    headings of no rank things that tell their amounts on one line are items too, where many are alike.
    """
    plain = list(_plain_below(reading, blocks, things))
    sections: dict[int, list[Thing]] = {}
    for head, thing in plain:
        sections.setdefault(head, []).append(thing)
    open_heads = {head for head in sections if _is_unranked(reading, blocks, head)}
    alike = Counter(
        thing.shape for head, thing in plain if head in open_heads and _is_listed(thing)
    )
    fields = {
        thing.at
        for thing, below in pairwise(things)
        if _is_field(reading, blocks, thing) and blocks[below.at].kind in LISTS
        if not set(below.shape.told).isdisjoint(thing.shape.told)
    }
    nested = [
        thing
        for told in sections.values()
        for thing in told
        if thing.shape.below
        and (not _told(reading, blocks[thing.at]) or all(other.shape.below for other in told))
        and not (thing.at in fields and sum(other.shape.below for other in told) == 1)
    ]
    listed = [
        thing
        for head, thing in plain
        if alike[thing.shape] >= _MANY and head in open_heads and _is_listed(thing)
    ]
    noted = [thing for _, thing in plain if _is_noted(reading, blocks, thing)]
    for thing in (*(nested if len(nested) > 1 else ()), *listed, *noted):
        block = blocks[thing.at]
        end = thing.end
        while (
            end < len(blocks)
            and blocks[end].kind in LISTS
            and (
                _stands_in(reading, block, blocks[end])
                or _is_marked_below(reading, blocks[end - 1], blocks[end])
            )
        ):
            end += 1
        blocks[thing.at] = replace(block, kind=BlockKind.BULLET)
        _deepen(blocks, replace(thing, end=end))


def _plain_below(
    reading: Reading, blocks: Sequence[Block], things: Sequence[Thing]
) -> Iterator[tuple[int, Thing]]:
    """Yield the plain things of a response, each with the place of the heading above, or -1."""
    head, at = -1, 0
    for thing in things:
        for place in range(at, thing.at):
            head = place if blocks[place].kind in HEADS else head
        at = thing.at
        unmarked = thing.shape.below and blocks[at].kind is BlockKind.BULLET
        plain = unmarked and blocks[at].span == blocks[at].text
        plain = plain or blocks[at].kind is BlockKind.PARAGRAPH
        if plain and not _is_apart(reading, blocks, [thing], 0):
            yield head, thing


def _is_listed(thing: Thing) -> bool:
    """Tell whether a thing is told on one line: `Sink (€90, 2 h)`."""
    shape = thing.shape
    field = shape.labelled and len(shape.told) == 1
    return bool(shape.told) and not (shape.below or shape.clocked or field)


def _is_unranked(reading: Reading, blocks: Sequence[Block], head: int) -> bool:
    """Tell whether a heading is of no rank, or the title of all."""
    if head < 0:
        return False
    named = reading.wording.named(reading.string(blocks[head].label or blocks[head].text))
    return named is None or not named.rank or _is_alone(blocks, head)


def _is_alone(blocks: Sequence[Block], head: int) -> bool:
    """Tell whether a heading is the first, and there is no other like it: the title, whatever it names."""
    kind, level = blocks[head].kind, blocks[head].level
    others = (b for b in blocks[head + 1 :] if b.kind is kind and b.level == level)
    return not any(b.kind in HEADS for b in blocks[:head]) and next(others, None) is None


def _is_field(reading: Reading, blocks: Sequence[Block], thing: Thing) -> bool:
    """Tell whether a line says something in words of what it stands below: `Materials: rope, poles`.

    So does the `Duration: 50 minutes` beside it, of a heading whose list tells how long each part is.
    """
    block = blocks[thing.at]
    if block.kind is not BlockKind.PARAGRAPH or block.label is None or block.rest is None:
        return False
    return ":" in reading.text[block.label.start : block.rest.start]


def _is_noted(reading: Reading, blocks: Sequence[Block], thing: Thing) -> bool:
    """Tell whether one list item stands in below a thing on one line, and tells no thing of its own.

    `Lamp (€90, 2 h)`, `  - of which parts: €40`.
    """
    note, *after = blocks[thing.end : thing.end + 2] or [blocks[thing.at]]
    listed = note.kind in LISTS and _stands_in(reading, blocks[thing.at], note)
    if thing.shape.below or not listed:
        return False
    alone = not after or after[0].kind not in LISTS or column_of(reading, after[0]) == 0
    joined = reading.text.count("\n", blocks[thing.at].span.end, note.span.start) == 1
    shared = reading.wording.begins_with_role(fold(reading.string(note.text)), "share")
    return alone and joined and (shared or not amounts_in(reading, note.text))


def _stands_in(reading: Reading, head: Block, line: Block) -> bool:
    return column_of(reading, line) > column_of(reading, head) + _MARGIN


def _is_marked_below(reading: Reading, above: Block, line: Block) -> bool:
    """Tell whether a line with a mark tells no amount, right below a plain thing: `- Then in pairs.`"""
    joined = reading.text.count("\n", above.span.end, line.span.start) == 1
    return joined and line.span != line.text and not amounts_in(reading, line.text)


# -- list items and plain lines -------------------------------------------------------------------
def _mark(reading: Reading, blocks: list[Block], things: Sequence[Thing]) -> None:
    """Let things among others of their shape be marked, or not, as most of that shape are."""
    listed = Counter(thing.shape for thing in things if blocks[thing.at].kind in LISTS)
    plain = Counter(thing.shape for thing in things if blocks[thing.at].kind is _PLAIN[0])
    for run in _runs(reading, blocks, things):
        marks = {blocks[thing.at].kind in LISTS for thing in run}
        like, unlike = listed[run[0].shape], plain[run[0].shape]
        if len(marks) == 1 or max(like, unlike) < SELDOM * max(1, min(like, unlike)):
            continue
        for place, thing in enumerate(run):
            block = blocks[thing.at]
            if (block.kind in LISTS) is (like > unlike) or _is_apart(reading, blocks, run, place):
                continue
            beside = blocks[run[place - 1 if place else 1].at]
            if like > unlike and _stands_in(reading, block, beside):
                continue
            reading.alike[block.text.start] = not _perhaps_apart(reading, blocks, run, place)
            if like > unlike:
                _list(reading, blocks, thing, beside)
            else:
                blocks[thing.at] = replace(block, kind=BlockKind.PARAGRAPH, level=0)


def _runs(
    reading: Reading, blocks: Sequence[Block], things: Sequence[Thing]
) -> Iterator[list[Thing]]:
    """Yield the things of one shape that stand right below each other."""
    run: list[Thing] = []
    for thing in things:
        if run and not goes_on(reading, blocks, run[-1], thing):
            yield run
            run = []
        run.append(thing)
    if run:
        yield run


def goes_on(reading: Reading, blocks: Sequence[Block], above: Thing, thing: Thing) -> bool:
    """Tell whether a thing stands right below another one of its shape."""
    if above.shape != thing.shape or above.end != thing.at:
        return False
    last, first = blocks[above.end - 1], blocks[thing.at]
    return reading.text.count("\n", last.span.end, first.span.start) == 1


def _is_apart(reading: Reading, blocks: Sequence[Block], run: Sequence[Thing], place: int) -> bool:
    """Tell whether a line is none of those beside it: by its words, or as the heading of those below."""
    block, text = blocks[run[place].at], reading.string(blocks[run[place].at].text)
    roles = reading.wording.roles_at_ends(fold(text))[0].intersection(UNLISTED)
    total = run[place].shape.below and roles == {"total"}
    called = total and not reading.wording.says_what_sums(fold(text))  # `Total Recall`
    said = SENTENCE.search(text) or text.rstrip(" *_")[-1:] in "!?"
    if said or (not called and _is_called(reading, block)):
        return True
    if block.kind in _PLAIN[1:]:
        return not 0 < place < len(run) - 1
    if place or block.kind is not BlockKind.PARAGRAPH:
        return False
    below = [a for thing in run[1:] for a in _amounts(reading, blocks, thing)]
    return come_to(below, _amounts(reading, blocks, run[0]))


def _perhaps_apart(
    reading: Reading, blocks: Sequence[Block], run: Sequence[Thing], place: int
) -> bool:
    """Tell whether a line may be said of those beside it: their heading or total, or a part of one."""
    thing, above = run[place], run[:place]
    if thing.shape.clocked:
        return False
    if not above:
        return _may_hold(reading, blocks, thing, run[1:])
    if blocks[thing.at].kind in LISTS:
        return _may_hold(reading, blocks, above[-1], [thing])
    return place == len(run) - 1 and _may_hold(reading, blocks, thing, above)


def _amounts(reading: Reading, blocks: Sequence[Block], thing: Thing) -> list[Amount]:
    return [a for block in blocks[thing.at : thing.end] for a in amounts_in(reading, block.text)]


def _may_hold(
    reading: Reading, blocks: Sequence[Block], holder: Thing, things: Sequence[Thing]
) -> bool:
    """Tell whether the amounts of a thing are no less than those of any of others: it may include them."""
    own = _amounts(reading, blocks, holder)
    most = {a.measure: a.value.scaled(a.unit.factor).high for a in own}
    for amount in (a for thing in things for a in _amounts(reading, blocks, thing)):
        high, low = most.get(amount.measure), amount.value.scaled(amount.unit.factor).low
        if high is not None and low is not None and high < low:
            return False
    return True


def _list(reading: Reading, blocks: list[Block], thing: Thing, beside: Block) -> None:
    """Make a list item of a plain line; those behind it go on with the list that it had ended."""
    level = beside.level
    column = column_of(reading, beside)
    above = blocks[thing.at - 1] if thing.at else None
    if above is not None and above.kind in LISTS and column_of(reading, above) < column - _MARGIN:
        level = max(level, above.level + 1)
    line = blocks[thing.at]
    blocks[thing.at] = replace(line, kind=BlockKind.BULLET, level=level)
    _deepen(blocks, thing)
    following = blocks[thing.end] if thing.end < len(blocks) else None
    if following is None or following.kind not in LISTS or column_of(reading, following) != column:
        return
    deeper, at = level - following.level, thing.end
    while deeper and at < len(blocks) and (blocks[at].kind in LISTS or blocks[at].level):
        blocks[at] = replace(blocks[at], level=max(0, blocks[at].level + deeper))
        at += 1


def _deepen(blocks: list[Block], thing: Thing) -> None:
    """Let the amounts of a thing stand below its name."""
    least = blocks[thing.at].level + 1
    for at in range(thing.at + 1, thing.end):
        blocks[at] = replace(blocks[at], level=max(blocks[at].level, least))


# -- what stands beside, and what below -----------------------------------------------------------
def _level(reading: Reading, blocks: list[Block], things: Sequence[Thing]) -> None:
    """Put things of a list beside the one of their shape that they stand below, where few hold such."""
    known = {thing.at: thing for thing in things if blocks[thing.at].kind in LISTS}
    families = [
        (family, _is_one_list(reading, blocks, family)) for family in _families(blocks, known)
    ]
    often = Counter(thing.shape for thing in known.values())
    heads = Counter((family.head.shape, sure) for family, sure in families)
    held: Counter[tuple[Shape, bool]] = Counter()
    for family, sure in families:
        held[family.head.shape, sure] += len(family.below) + 1
    for family, sure in families:
        kind = (family.head.shape, sure)
        seldom = often[kind[0]] - held[kind] >= SELDOM * heads[kind]
        if not seldom or _are_parts(reading, blocks, family):
            continue
        for at in range(family.below[0].at, family.end):
            blocks[at] = replace(blocks[at], level=max(0, blocks[at].level - 1))
        for thing in family.below:
            _deepen(blocks, thing)
            reading.alike[blocks[thing.at].text.start] = sure


def _families(blocks: Sequence[Block], things: Mapping[int, Thing]) -> Iterator[_Family]:
    """Yield the things that hold others of their shape, and nothing else."""
    heads: list[int] = []
    below: dict[int, list[Thing | None]] = {}
    told = 0
    """Lines before this place are those of the last thing."""
    for at in range(len(blocks) + 1):
        block = blocks[at] if at < len(blocks) else None
        if block is not None and at < told and (block.kind in LISTS or block.level):
            continue
        listed = block is not None and (block.kind in LISTS or (block.level and not block.cells))
        deep = block.level if block is not None and listed else -1
        while heads and blocks[heads[-1]].level >= deep:
            head = heads.pop()
            thing, held = things.get(head), [t for t in below.pop(head, ()) if t is not None]
            if thing is not None and held and all(t.shape == thing.shape for t in held):
                yield _Family(thing, tuple(held), at)
        if block is not None and block.kind in LISTS:
            if heads:
                below.setdefault(heads[-1], []).append(things.get(at))
            heads.append(at)
            told = things[at].end if at in things else at


def _are_parts(reading: Reading, blocks: Sequence[Block], family: _Family) -> bool:
    """Tell whether the things below one are what it consists of: by its name, its amounts or its time."""
    head, *below = (blocks[thing.at] for thing in (family.head, *family.below))
    if any(_is_called(reading, block) for block in (head, *below)):
        return True
    if family.head.shape.clocked:
        return all(_lasts_within(reading, head, block) for block in below)
    told = _amounts(reading, blocks, family.head)
    parts = [a for thing in family.below for a in _amounts(reading, blocks, thing)]
    return come_to(parts, told)


def _is_called(reading: Reading, block: Block) -> bool:
    """Tell whether a line goes by the name of a rank, a measure, or a word for what is no thing."""
    label, name = _names_of(reading, block)
    wording = reading.wording
    named = wording.named(label or reading.string(block.text))
    known = named is not None and bool(named.rank) and named.rank not in wording.item_ranks
    measured = wording.is_measure(label) or wording.is_measure(name)
    return known or measured or wording.begins_with_role(name, *UNLISTED)


def _names_of(reading: Reading, block: Block) -> tuple[str, str]:
    """Return the label of a line, and the name that is the label or stands before its amounts."""
    label = fold(reading.string(block.label)) if block.label is not None else ""
    return label, label or fold(CUT.split(reading.string(block.text), maxsplit=1)[0])


def _lasts_within(reading: Reading, head: Block, block: Block) -> bool:
    """Tell whether the time of a line lies within that of another."""
    outer, inner = _time(reading, head), _time(reading, block)
    if outer is None or inner is None or outer.end is None:
        return False
    return outer.minutes <= inner.minutes and (inner.end or inner.minutes) <= outer.end


def _time(reading: Reading, block: Block) -> TimeMention | None:
    return next(iter(reading.times(block.text)), None)


def _is_one_list(reading: Reading, blocks: Sequence[Block], family: _Family) -> bool:
    """Tell whether only another mark sets lines apart, and no number is counted on behind them."""
    head, below = blocks[family.head.at], blocks[family.below[0].at]
    if abs(column_of(reading, head) - column_of(reading, below)) > _MARGIN:
        return False
    after = blocks[family.end] if family.end < len(blocks) else None
    if not head.number.isdigit() or after is None or not after.number.isdigit():
        return True
    return int(after.number) != int(head.number) + 1
