"""What stands below a line as its parts: a list, a table, lines with amounts."""

from __future__ import annotations

from itertools import islice, pairwise, takewhile

from evalspec.core.regex import regex
from evalspec.core.span import Span, behind_gap
from evalspec.document import references
from evalspec.document.blocks import HEADS, LISTS, TABLES, Block, BlockKind, depth_of
from evalspec.document.item_names import only_numbers
from evalspec.document.lines import SENTENCE, column_of
from evalspec.document.own_amounts import amounts_in, names_something, only_amounts
from evalspec.document.reading import Reading
from evalspec.vocabulary.fold import fold

HEAD_WORDS = 8
_SEVERAL = 2
SENTENCE_WORDS = 4
"""Fewer words are a name."""
_ASIDES = regex(r"(?<!\s)\s*\([^()]{0,80}\)")
COUNTED = regex(r"[A-Z][a-z]+[^\S\n]+#?\d{1,3}")


def nests_following(reading: Reading, block: Block, following: Block | None) -> bool:
    """Tell whether the next block is nested below this line."""
    if following is None or block.kind in HEADS:
        return False
    if block.kind is BlockKind.PARAGRAPH and _heads_plain_lines(reading, block, following):
        return True
    if block.kind in LISTS and _heads_indented(reading, block, following):
        return True
    if block.kind in LISTS:
        table = reading.is_json and following.kind in TABLES
        deeper = following.kind in LISTS and following.level > block.level
        return table or (deeper and not _stands_outside(reading, block, following))
    return block.kind is BlockKind.PARAGRAPH and _introduces(reading, block, following)


def _stands_outside(reading: Reading, block: Block, following: Block) -> bool:
    """Tell whether a line below another mark, no further in, is of a rank that stands open: `- Lunch:`.

    So is one of any rank below a line that tells amounts alone: `- Target: 1,600 kcal`, `1. Lunch: …`; and
    a total behind a gap, `- Subtotal: €40`, which is of all lines of the other mark.
    """
    if column_of(reading, following) > column_of(reading, block) or following.label is None:
        return False
    summed = reading.wording.begins_with_role(fold(reading.string(following.label)), "total", "net")
    if summed and behind_gap(reading.text, following.span.start):
        return True
    named = reading.wording.named(reading.string(following.label))
    own = reading.wording.named(reading.string(block.label or block.text))
    open_ranks = {draft.rank for draft in reading.stack if draft.rank}
    if own is not None or named is None or not named.rank:
        return False
    told = amounts_in(reading, block.rest) if block.rest is not None else []
    alone = block.rest is not None and bool(told) and only_amounts(reading, block.rest, told)
    return alone or named.rank in open_ranks


def _heads_indented(reading: Reading, block: Block, following: Block) -> bool:
    """Tell whether a list item only counts, and things with amounts stand indented below: `- Hive 1`."""
    wording, label = reading.wording, reading.string(block.label or block.text)
    if following.kind in (*LISTS, *TABLES) or following.level <= block.level:
        return False
    named, level = wording.named(label), wording.level
    if named is not None and named.rank:
        held = wording.named(reading.string(following.text))
        if held is not None and level.get(held.rank, -1) > level[named.rank]:
            return True
    if following.kind is not BlockKind.PARAGRAPH or not COUNTED.fullmatch(label):
        return False
    if block.rest is not None and names_something(reading, reading.string(block.rest)):
        return False
    if following.label is not None and only_numbers(reading, following.label):
        return True
    told = names_something(reading, reading.string(following.text))
    return told and bool(amounts_in(reading, following.text))


def _heads_plain_lines(reading: Reading, block: Block, following: Block) -> bool:
    """Tell whether a name between a gap and lines with amounts is a heading as the one above is."""
    above = reading.ranked()
    alike = above is not None and above.depth == depth_of(block) and not above.whole
    if not alike or block.label is not None or following.kind is not BlockKind.PARAGRAPH:
        return False
    text = _ASIDES.sub("", reading.string(block.text))
    short = len(text.split()) <= SENTENCE_WORDS and text[:1].isupper() and text[-1:].isalnum()
    before = reading.blocks[reading.at - 1].span.end if reading.at else 0
    gap = reading.text[before : block.span.start].count("\n") > 1
    joined = reading.text[block.span.end : following.span.start].count("\n") < 2
    listed = amounts_in(reading, following.text) and (
        names_something(reading, reading.string(following.text))
        or (following.label is None and reading.wording.begins_with_role(fold(text), "total"))
    )
    return short and gap and joined and bool(listed) and not reading.quantities(block.text)


def _introduces(reading: Reading, block: Block, following: Block) -> bool:
    """Tell whether a short plain line is the heading of the list or table below."""
    if following.kind in HEADS and block.rest is None:
        text = _ASIDES.sub("", reading.string(block.text))
        return bool(reading.wording.rank_below(fold(text.strip(": ")), counted=False))
    if following.kind not in (*LISTS, *TABLES) or following.level < block.level:
        return False
    if block.rest is not None and not counts(reading, block):
        return False
    unmarked = following.span == following.text and _is_right_above(reading, block, following)
    if unmarked and any(m.unit is not None for m in reading.quantities(block.text)):
        return False  # two plain lines
    label = reading.string(following.label or following.text)
    labelled = following.label is not None or label.endswith(":")
    said = ("note", "total") if labelled else ()
    if reading.wording.begins_with_role(fold(label), *said):
        return False
    often = references.rounds_in(reading, block.text) is not None
    told = amounts_in(reading, block.text)
    if not often and only_amounts(reading, block.text, told):
        return False
    text = _ASIDES.sub("", reading.string(block.text))
    short = len(text.split()) <= HEAD_WORDS and not SENTENCE.search(text)
    when = text[:1].isdigit() and not told and bool(reading.quantities(block.text))
    return short and (often or when or text[:1].isalpha())  # `45 minutes before dinner`


def _is_right_above(reading: Reading, block: Block, following: Block) -> bool:
    """Tell whether a line stands on the line above another one, as far in."""
    joined = reading.text.count("\n", block.span.end, following.span.start) == 1
    return joined and column_of(reading, block) == column_of(reading, following)


def counts(reading: Reading, block: Block) -> bool:
    """Tell whether a label only counts, and what follows it is a title: `Chapter 3: Loops`."""
    label = _ASIDES.sub("", reading.string(block.label)) if block.label is not None else ""
    return bool(COUNTED.fullmatch(label)) and reading.wording.named(label) is None


def heads_things(reading: Reading, block: Block) -> bool:
    """Tell whether a list of things with amounts of their own follows, no details of one.

    One thing is enough where it comes to what the line tells (`**Kick – 200 m**`, `8 × 25 m dolphin`), or
    is measured as the line is, and the line above that is written alike heads several.
    """
    listed = list(islice(takewhile(lambda b: b.kind in LISTS, reading.behind()), HEAD_WORDS))
    first = [b for b in listed if b.level == listed[0].level][:_SEVERAL]
    several = len(first) == _SEVERAL or (
        bool(first) and (_comes_to(reading, block, first[0]) or _alike(reading, block, first[0]))
    )
    told = {a.text.start: b for a, b in pairwise(listed) if b.level > a.level}
    return several and all(
        amounts_in(reading, told.get(b.text.start, b).text)
        and (names_something(reading, reading.string(b.text)) or _is_set(reading, b))
        for b in first
    )


def _is_set(reading: Reading, block: Block) -> bool:
    """Tell whether a line is one of the sets of an exercise by its name: `Set 1: 12 reps × 60 kg`."""
    counted = COUNTED.match(reading.string(block.text))
    often = next(iter(reading.wording.factors), "")
    known = reading.wording.measures
    return counted is not None and bool(often) and known.get(fold(counted[0].split()[0])) == often


def _alike(reading: Reading, block: Block, below: Block) -> bool:
    """Tell whether a line is one of those that tell what the things below come to."""
    told = {a.measure for a in amounts_in(reading, block.text)}
    beside = (d for d in reading.stack[1:] if d.depth == depth_of(block) and d.parts[1:])
    common = told.intersection(a.measure for a in amounts_in(reading, below.text))
    return any(common.intersection(a.measure for a in d.amounts) for d in beside)


def _comes_to(reading: Reading, block: Block, below: Block) -> bool:
    """Tell whether a product in a line is the only amount of another one."""
    told, factors = amounts_in(reading, block.text), amounts_in(reading, below.text)
    if len(told) != 1 or len(factors) != _SEVERAL:
        return False
    same = [a for a in factors if a.unit.dimension == told[0].unit.dimension]
    counts = [a for a in factors if a.unit.dimension.startswith("count:")]
    if len(same) != 1 or len(counts) != 1:
        return False
    value = same[0].value.scaled(same[0].unit.factor) * counts[0].value
    return value == told[0].value.scaled(told[0].unit.factor)


def heads_amounts(reading: Reading, block: Block, following: Block | None) -> bool:
    """Tell whether a line of nothing but amounts follows a name: `Sets: 4 | Reps: 6`, `300 kcal`."""
    if following is None or following.kind is not BlockKind.PARAGRAPH:
        return False
    if following.label is not None:
        told = reading.wording.is_measure(fold(reading.string(following.label)))
    else:
        short = len(reading.string(block.text).split()) <= SENTENCE_WORDS
        bold = block.kind is BlockKind.BOLD_LINE
        told = bold or (short and is_below(reading, block.span, following))
    found = amounts_in(reading, following.text)
    return told and bool(found) and only_amounts(reading, following.text, found)


def is_below(reading: Reading, line: Span, block: Block) -> bool:
    """Tell whether a plain line, no rest, stands right below another one."""
    return (
        block.kind is BlockKind.PARAGRAPH
        and reading.text.count("\n", line.end, block.span.start) == 1
        and not reading.wording.begins_with_role(fold(reading.string(block.text)), "rest")
    )
