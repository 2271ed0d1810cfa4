"""Lines that name a container and list what it holds, made a line for each thing.

`- Hive 1: syrup (2 l); feed (3 l)` among several that are counted so says what a label and two bullets
say, and so does `Day 1: 8:00–9:00: run; 9:00–12:00: writing` in a schedule. Sentences: `prose`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import zip_longest

import msgspec

from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document.blocks import LISTS, TITLES, Block, BlockKind
from evalspec.document.inline import read_inline
from evalspec.document.plain import outside_brackets, trim
from evalspec.document.wording import Wording
from evalspec.vocabulary.fold import fold

_NAMED = regex(r"[*_]*[^\W\d_]")
_LINES = (*LISTS, BlockKind.PARAGRAPH, BlockKind.BOLD_LINE)
_JOINT = regex(r"[()\[\]]|[;+→⇒➜]\s+|,\s+(?:and\s+)?|\sand\s+|\s[-=]>\s+")
_SENTENCE = regex(r"[.;!)\]|][*_]*\s+[(*_]*")
"""What ends a list before its total."""
_STATES = regex(
    r"(?:\s+(?:for|of|this|per)\s+[^:=\d\n]{1,30}|\s+\w{1,15}){0,2}[*_)]*\s?(?:[:=]|is\b)[^\d\n]{0,40}\d"
)
_COUNTED = regex(r"([^\W\d_][^\W\d]{1,20}(?: [^\W\d]{2,20})?) #?(\d{1,3})")
_DIGIT = regex(r"\d")
_TITLE = regex(r"[\s*_]*([^\W\d_][^\d:;\n]{1,40}?)[*_]*:[*_]*[ \xa0]+[*_]*(?=[\w\[])")
_LABELLED = regex(r"[;,+]\s+[*_]*[^\W\d_][^\d:;,\n]{1,40}:[*_]*[ \xa0]")
_DAY = regex(
    r"((?:day[ \xa0]\d{1,2}|[^\W\d_]{3,9})(?:,?[ \xa0]\d{1,2}[ \xa0][^\W\d_]{3,9})?)"
    r"[:–—-]?[ \xa0]+(?:[–—-][ \xa0]+)?(\S.*)",
    re.IGNORECASE,
)
"""A day, and what is told of it: `Mon 3 March early (6–14)`."""
_FIRST = regex(r"[ ,(–—-]")
_STARTS = regex(
    r"[\s*_]*\d{1,2}(?:[:h]\d\d|\s?[ap]\.?m|\s?[-–]\s?\d{1,2}(?::\d\d)?\s?[ap]\.?m)", re.IGNORECASE
)
_WORDED = regex(r"[^\W\d_]{3}")
_PLACE = regex(r"\(?\d{1,2}\)\s+(?=[^\W\d_])")
"""`(2)` before the second thing of a list."""
_AMOUNT = regex(r"[~≈]?\s?[\d½¼¾⅓⅔⅛]")
_LONGEST_PORTION = 10
"""Words of a part of a list."""
_FEWEST = 2
_LONGEST_NAME = 40
_TOLD_OF = regex(
    r"(?P<name>[^\W\d_][^\d:()~≈]*?)[*_]*(?:\s*[:=–—(-])?\s*[*_]*(?P<rest>[~≈]?\s?[^\w\s]?\d.*)",
    re.DOTALL,
)
_PARTED = (regex(r"\s[·|•/]\s"), regex(r";\s"), regex(r",\s+(?:and\s+)?(?![^()]*\))"))
_GROUP = regex(r"[*_]{2,3}(?P<label>[^*_\n]{2,60}?)(?:[.:]?[*_]{2,3}|[*_]{2,3}[.:])[ \xa0]+(?=\w)")
"""A bold label with a stop: `**Breakfasts, $9.10.** Oats ($2.80), milk ($3.90)`."""
_PRICED = regex(r"(?P<name>.*\w.*?)[ \xa0]*\([^()]*\d[^()]*\)[\s.]*$", re.DOTALL)


def list_lines(text: str, blocks: Sequence[Block], wording: Wording) -> Iterator[Block]:
    """Yield the blocks, with those that name a container and list what it holds taken apart."""
    counted = _counted(text, blocks, wording)
    shifts = _shifts(text, blocks, wording) or _groups(text, blocks, wording)
    shifts = shifts or _told_in_one(text, blocks, wording)
    for block, below in zip_longest(blocks, blocks[1:]):
        line, total = _totalled(text, block, wording)
        yield from (
            shifts.get(block.span.start)
            or _labelled(text, line, wording, counted)
            or _headed(text, line, below, wording)
            or (line,)
        )
        yield from total


def _headed(text: str, block: Block, below: Block | None, wording: Wording) -> list[Block]:
    """Read a heading that lists all that it holds: `## Session 1: Jog (10 min) → Squats (3x10)`."""
    if block.kind not in TITLES or block.label is None or block.rest is None:
        return []
    if below is not None and (below.kind not in TITLES or below.level > block.level):
        return []
    named = wording.named(block.label.of(text))
    things = pieces(text, block.rest.start, block.rest.end)
    if named is None or not named.rank or named.rank in wording.item_ranks:
        return []
    called, told, _ = block.rest.of(text).partition(":")
    if told and wording.ends_with_role(fold(called), "total"):
        return []  # `**Day 1 – Spice total: 800 kcal; protein 40 g**`
    if len(things) < _FEWEST or not all(_NAMED.match(text, t.start, t.end) for t in things):
        return []
    head = _line(text, block, block.kind, block.level, block.label)
    return [head, *(_line(text, block, BlockKind.BULLET, 0, thing) for thing in things)]


def _totalled(text: str, block: Block, wording: Wording) -> tuple[Block, tuple[Block, ...]]:
    """Part a line from the total that a sentence or brackets at its end state of what it lists."""
    start, end = block.text.start, block.text.end
    words = wording.roles.get("total", frozenset())
    if block.kind not in _LINES or block.label is None or not words:
        return block, ()
    if _either(words).match(text, block.label.start, block.label.end):
        return block, ()
    for mark in _SENTENCE.finditer(text, start, end):
        said = _either(words).match(text, mark.end(), end)
        first = mark.end()
        if said is None or not _STATES.match(text, said.end(), end):
            closed = _closing(wording.roles["in all"]).match(text, mark.end(), end)
            if closed is None or mark[0][0] not in ".!" or not _holds(text, block, wording):
                continue
            first = closed.start(1)
        listed = Span(start, start + len(text[start : mark.start() + 1].rstrip(" .;|*_")))
        if not _DIGIT.search(text, start, listed.end) or "\n" in text[start:end]:
            continue
        nested = block.kind in LISTS
        kind = BlockKind.BULLET if nested else BlockKind.PARAGRAPH
        whole = trim(text, first, end - (text[end - 1] == ")" and "(" in mark[0]))
        line = _line(text, block, block.kind, block.level, listed)
        kept = msgspec.structs.replace(block, text=line.text, label=line.label, rest=line.rest)
        return kept, (_line(text, block, kind, block.level + nested, whole),)
    return block, ()


def _holds(text: str, block: Block, wording: Wording) -> bool:
    """Tell whether a line surely is a container, whose last sentence is of all that it lists."""
    named = wording.named(block.label.of(text)) if block.label is not None else None
    return block.kind not in LISTS or (named is not None and bool(named.rank))


@lru_cache(maxsize=16)
def _closing(words: frozenset[str]) -> re.Pattern[str]:
    """Match a sentence of one amount that it calls a total: `That is 35 minutes in all.`"""
    either = "|".join(sorted(map(re.escape, words), key=len, reverse=True))
    return re.compile(
        rf"[^\d\n;:]{{0,40}}?(\d[^\n.;,]{{0,20}}\b(?:{either}))[\s.*_)]*$", re.IGNORECASE
    )


def _labelled(text: str, block: Block, wording: Wording, counted: frozenset[str]) -> list[Block]:
    """Read a label that is counted, that names a day of a schedule, or all things, with what it lists."""
    if block.kind not in _LINES or block.label is None or block.rest is None:
        return []
    label, rest = _titled(text, block.label, block.rest)
    found = _COUNTED.fullmatch(label.of(text))
    holds = _holds_times(label.of(text), wording)
    things = pieces(text, rest.start, rest.end)
    timed = holds and len(things) >= _FEWEST and all(_is_timed(text, t) for t in things)
    if not timed:
        label, things = block.label, pieces(text, block.rest.start, block.rest.end)
    listed = (
        block.kind is BlockKind.PARAGRAPH
        and len(things) >= _FEWEST
        and _lists(label.of(text), wording)
    )
    counts = found is not None and fold(found[1]) in counted
    if not (things and (timed or listed or counts)):
        label, things = block.label, _portions(text, block, wording)
    if not things:
        return []
    nested = block.kind in LISTS
    kind = block.kind if nested else BlockKind.LABEL_LINE
    return [
        _line(text, block, kind, block.level, label),
        *(_line(text, block, BlockKind.BULLET, block.level + nested, t) for t in things),
    ]


def _portions(text: str, block: Block, wording: Wording) -> list[Span]:
    """Return what a line lists as parts that begin with how much: `500 g flour, 9 g salt, a lid`."""
    label, rest = block.label, block.rest
    if label is None or rest is None or block.kind in LISTS:
        return []
    if wording.rank_below(fold(label.of(text))) in ("", wording.item_rank):
        return []
    things = list(_listed(text, rest))
    amounts = sum(_AMOUNT.match(text, one.start, one.end) is not None for one in things)
    short = all(len(one.of(text).split()) <= _LONGEST_PORTION for one in things)
    return things if short and amounts >= _FEWEST else []


def _shifts(text: str, blocks: Sequence[Block], wording: Wording) -> dict[int, list[Block]]:
    """Return the lines that tell the shifts of somebody by day: `Ana: Mon early, Tue 14–22`."""
    told: dict[int, list[Block]] = {}
    labelled = (
        b for b in blocks if b.kind in _LINES and b.label is not None and b.rest is not None
    )
    for block in labelled:
        label, rest = block.label, block.rest
        if label is None or rest is None or _holds_times(label.of(text), wording):
            continue
        days = [_DAY.match(text, one.start, one.end) for one in _listed(text, rest)]
        known = [d for d in days if d is not None and _holds_times(d[1], wording)]
        if len(known) < len(days) or not all(wording.says_shift(d[2]) for d in known):
            continue
        nested = block.kind in LISTS
        kind = block.kind if nested else BlockKind.LABEL_LINE
        told[block.span.start] = [_line(text, block, kind, block.level, label)]
        told[block.span.start] += [
            Block(
                BlockKind.BULLET, Span(*d.span()), Span(*d.span()), block.level + nested, block.group,
                "", Span(*d.span(1)), Span(*d.span(2)),
            )
            for d in known
        ]  # fmt: skip
    return told if sum(len(lines) - 1 for lines in told.values()) > len(told) > 1 else {}


def _groups(text: str, blocks: Sequence[Block], wording: Wording) -> dict[int, list[Block]]:
    """Return the lines that begin with a group and list its things: `**$9.10: fruit.** Figs (6.00), plums`.

    Several do, most of all that begin so. Below a heading of a rank a name alone is a thing, made of others.
    """
    told: dict[int, list[Block]] = {}
    listed, ranked = 0, False
    for block in blocks:
        if block.kind is BlockKind.HEADING:
            heading = wording.named(block.text.of(text))
            ranked = heading is not None and bool(heading.rank)
        found = _GROUP.match(text, block.span.start, block.text.end)
        label, rest = block.label, block.rest
        if found is not None:
            label, rest = trim(text, *found.span("label")), trim(text, found.end(), block.text.end)
        if block.kind is not BlockKind.PARAGRAPH or label is None or rest is None:
            continue
        named = wording.named(label.of(text))
        known = wording.begins_with_role(fold(label.of(text)), "note", "total", "claim", "rest")
        words = [fold(word) for word in label.of(text).split()]
        told_of = any(word in wording.ranks or word in wording.members for word in words)
        if (named is not None and named.rank) or known or (found is None and told_of):
            continue
        things = pieces(text, rest.start, rest.end)
        priced = [_PRICED.match(text, one.start, one.end) for one in things]
        things = things if all(p and wording.names_more(p["name"]) for p in priced) else []
        listed += len(things) >= _FEWEST
        amount = _DIGIT.search(label.of(text)) is not None
        if not (things or (found and amount)):
            continue
        if ranked and not amount:
            told[block.span.start] = [msgspec.structs.replace(block, label=label, rest=rest)]
            continue
        told[block.span.start] = [
            msgspec.structs.replace(_line(text, block, BlockKind.BOLD_LINE, 0, label), bold=True),
            *(_line(text, block, BlockKind.BULLET, 0, one) for one in things or [rest]),
        ]
    return told if listed >= _FEWEST and 2 * listed > len(told) else {}


def _told_in_one(text: str, blocks: Sequence[Block], wording: Wording) -> dict[int, list[Block]]:
    """Return the lines that tell one container behind the other: `Breakfast 180 g · lunch 200 g`.

    Where others are told elsewhere a line only says again what they come to.
    """
    told: dict[int, list[Block]] = {}
    for block in blocks:
        if block.kind not in (*_LINES, BlockKind.QUOTE) or block.cells:
            continue
        nested = block.kind in LISTS
        found = list(_named_in_turn(text, block.text, wording))
        if len(found) >= _FEWEST:
            told[block.span.start] = [
                Block(BlockKind.BULLET, whole, whole, block.level, block.group, "", label, rest)
                for whole, label, rest in found
            ]
        elif not nested or block.label is not None:
            label = block.label or block.text
            if label.end - label.start < _LONGEST_NAME and _timed_rank(label.of(text), wording):
                return {}
    return told


def _named_in_turn(text: str, line: Span, wording: Wording) -> Iterator[tuple[Span, Span, Span]]:
    """Yield the pieces of a line, what each calls and what it tells of that; none where one is no such."""
    found: list[tuple[Span, Span, Span]] = []
    for piece in _parted(text, line):
        told = _TOLD_OF.fullmatch(text, piece.start, piece.end)
        if told is None or not _timed_rank(told["name"], wording):
            return
        found.append((piece, Span(*told.span("name")), Span(*told.span("rest"))))
    if len({fold(name.of(text)) for _, name, _ in found}) == len(found):
        yield from found


def _parted(text: str, line: Span) -> Iterator[Span]:
    """Yield what stands between dots, bars or commas outside brackets."""
    marks = next((mark for mark in _PARTED if mark.search(text, line.start, line.end)), None)
    at = line.start
    for joint in marks.finditer(text, line.start, line.end) if marks is not None else ():
        yield _trimmed(text, at, joint.start())
        at = joint.end()
    yield _trimmed(text, at, line.end)


def _timed_rank(name: str, wording: Wording) -> bool:
    """Tell whether a name is that of a container that has times, as a meal has."""
    named = wording.named(name)
    rank = wording.lexicon.ranks.get(named.rank) if named is not None else None
    return rank is not None and rank.timed and not (rank.item or rank.calendar)


def _listed(text: str, rest: Span) -> Iterator[Span]:
    """Yield what stands between commas or semicolons outside brackets."""
    at = rest.start
    for joint in outside_brackets(_JOINT, text, rest.start, rest.end):
        if joint[0][0] in ",;":
            yield _trimmed(text, at, joint.start())
            at = joint.end()
    yield _trimmed(text, at, rest.end)


def _titled(text: str, label: Span, rest: Span) -> tuple[Span, Span]:
    """Return a label with the title behind it, and what it lists: `Day 1 – Monday: 9:00 run, 10:00 tea`."""
    title = _TITLE.match(text, rest.start, rest.end)
    if title is None or _LABELLED.search(text, title.end(), rest.end):
        return label, rest
    return Span(label.start, title.end(1)), Span(title.end(), rest.end)


def _holds_times(label: str, wording: Wording) -> bool:
    """Tell whether a label names what holds pieces of a schedule: a day, in schedules anything of a rank."""
    named = wording.named(label) or wording.weekday_named(_FIRST.split(label.strip("*_ "))[0])
    if named is None or not named.rank or named.rank in wording.item_ranks:
        return False
    return "block" in wording.item_ranks or bool(wording.calendar.get(named.rank))


def _lists(label: str, wording: Wording) -> bool:
    """Tell whether a label calls what it lists by the plural of its kind: `The exercises (3)`."""
    word = label.partition("(")[0].split()[-1:]
    plural = [w for w in word if fold(w) != w.lower()]
    return any(wording.ranks.get(fold(w)) in wording.item_ranks for w in plural)


def _counted(text: str, blocks: Iterable[Block], wording: Wording) -> frozenset[str]:
    """Return what labels count that each list things with amounts, and some of them several."""
    known = (wording.ranks, wording.members, *(wording.roles.get(r, ()) for r in _ORDINALS))
    listed: dict[str, list[int]] = {}
    for block in blocks:
        if block.kind in _LINES and block.label is not None and block.rest is not None:
            found = _COUNTED.fullmatch(block.label.of(text))
            if found is not None and not any(fold(found[1]) in words for words in known):
                things = pieces(text, block.rest.start, block.rest.end)
                listed.setdefault(fold(found[1]), []).append(len(things))
    counted = ((stem, n) for stem, n in listed.items() if len(n) >= _FEWEST <= max(n))
    return frozenset(stem for stem, numbers in counted if min(numbers))


_ORDINALS = ("ordinal", "numbered", "name", "note", "another")
_CLOCK = regex(r"\d{1,2}[:.h]\d\d|\d{1,2}\s?[ap]\.?m?\b|\d{4}\b", re.IGNORECASE)


def _is_timed(text: str, thing: Span) -> bool:
    return _CLOCK.search(text, thing.start, thing.end) is not None


def pieces(text: str, start: int, end: int) -> list[Span]:
    """Cut a list of things, each with its amounts, where an amount stands before and a word behind.

    Where semicolons part the things, commas may join what is of one: `6–14: Ana, Ben; 14–22: Cy`.
    """
    parts = list(_cut(text, start, end, ";"))
    found: list[Span] = []
    for part in parts:
        own = list(_cut(text, part.start, part.end, ""))
        whole = len(parts) > 1 and not _DIGIT.search(text, own[-1].start, own[-1].end)
        if whole and len(own) > 1:
            own[-2:] = [Span(own[-2].start, own[-1].end)]
        found += (_trimmed(text, one.start, one.end) for one in own)
    if not all(_DIGIT.search(text, piece.start, piece.end) for piece in found):
        return []
    places = [_PLACE.match(text, piece.start, piece.end) for piece in found]
    return [Span(p.end() if p else s.start, s.end) for p, s in zip(places, found, strict=True)]


def _cut(text: str, start: int, end: int, mark: str) -> Iterator[Span]:
    """Yield what stands between joints outside brackets, of one mark or any, each behind an amount."""
    at = start
    for joint in outside_brackets(_JOINT, text, start, end):
        if joint[0].startswith(mark) and _DIGIT.search(text, at, joint.start()):
            number = joint[0][0] != ";" and text[joint.end() : joint.end() + 1].isdigit()
            if not number or _begin_with_times(text, at, joint):
                yield Span(at, joint.start())
                at = joint.end()
    yield Span(at, end)


def _begin_with_times(text: str, at: int, joint: re.Match[str]) -> bool:
    """Tell whether something that begins with a clock time stands before a comma, and another behind it."""
    begun = _STARTS.match(text, at, joint.start()) and _STARTS.match(text, joint.end())
    return bool(begun and _WORDED.search(text, at, joint.start()))


def _trimmed(text: str, start: int, end: int) -> Span:
    span = trim(text, start, end)
    return Span(span.start, span.start + len(text[span.start : span.end].rstrip(" .;,")))


def _line(text: str, block: Block, kind: BlockKind, level: int, span: Span) -> Block:
    inline = read_inline(text, span.start, span.end)
    inner = Span(inline.start, inline.end)
    return Block(kind, span, inner, level, block.group, "", inline.label, inline.rest)


@lru_cache(maxsize=16)
def _either(words: frozenset[str]) -> re.Pattern[str]:
    longest_first = sorted(words, key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(longest_first)})\b", re.IGNORECASE)
