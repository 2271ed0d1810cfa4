"""Headings, bold lines, labels and list items that hold others."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice, takewhile

from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document import references, schedule
from evalspec.document.blocks import (
    BELOW,
    HEADS,
    LIST_DEPTH,
    LISTS,
    TABLES,
    Block,
    BlockKind,
    depth_of,
)
from evalspec.document.calendar_labels import calendar
from evalspec.document.components import is_side
from evalspec.document.container_lines import is_debated
from evalspec.document.container_names import Named
from evalspec.document.containers import open_ranked, open_totals
from evalspec.document.item_names import titled
from evalspec.document.lexicon_words import ABOUT_OTHERS
from evalspec.document.lines import SENTENCE, item_of
from evalspec.document.own_amounts import amounts_in, names_something
from evalspec.document.paces import is_pace
from evalspec.document.reading import COUNTED_NIGHT, Reading
from evalspec.document.roles.asides import is_note_on_rank
from evalspec.document.roles.nesting import HEAD_WORDS, heads_amounts, is_below, nests_following
from evalspec.document.roles.titles import only_repeats, open_unranked, section_of
from evalspec.vocabulary.fold import fold

_AMOUNT_BEHIND = regex(r"(?<!\s)\s+[-–—|·]\s+[~≈]?(?=\d)")
"""What parts a name from an amount in a label: `Breakfast — 760 kcal`."""
_NO_PLACE = ("another", "optional", "stated", *ABOUT_OTHERS)
"""Roles of words that make a label none of those beside it."""
_TITLE, _BEFORE = 12, 4
"""Most words of a heading that counts, and of those before what counts: `Training Day A`."""
_FAR = 100
"""Lines before and behind a heading in which others like it are looked for."""
_NEAR = 8
"""Lines of a list in which the rank of one is looked for, before and behind it."""
_LINK = 20
"""Characters in which a clock time is linked to a name."""
_ORDINAL = regex(r"#?\d{1,3}|[A-Za-z]")


def read_container(reading: Reading, block: Block, following: Block | None) -> bool:
    """Headings, bold lines, labels and list items that hold others."""
    children = (
        nests_following(reading, block, following)
        or _heads_lines(reading, block, following)
        or _counts_on(reading, block, following)
    )
    if block.kind not in (*HEADS, *LISTS, BlockKind.PARAGRAPH):
        return False
    if reading.is_json:
        reading.close_lists(depth_of(block))
    if reading.section() == "note" and block.kind not in HEADS:
        return False
    span = _label_span(reading, block)
    label = reading.string(span)
    if block.kind not in HEADS and references.refers(reading, span):
        return False
    named = _named(reading, block, span, label)
    often = (
        children and block.kind in LISTS and references.rounds_in(reading, block.text) is not None
    )
    heads = block.kind in HEADS or often or (children and block.kind is BlockKind.PARAGRAPH)
    if named is None and heads and _heads_parts(reading):
        named = reading.wording.headed(label) or _headed_name(reading, block)
    if named is None and block.kind in HEADS:
        named = _named_in_brackets(reading, block)
    elif named is not None:
        named = _larger_in_brackets(reading, block, named)
    timed = schedule.starts_with_time(reading, block) is not None
    if named is None and timed and (children or block.kind in HEADS):
        named = _beside_named(reading, block, label)
    if named is None and heads:
        named = _counted_among(reading, label)
    if named is None and (heads or (children and block.kind in LISTS)):
        named = _headed_among(reading, block, label)
    if named is None and heads:
        named = _amid_members(reading, block, label)
    if named is None and not children:
        named = _labelled_among(reading, block, label)
    if named is None and _heads_list(reading, block, following) and _heads_totals(reading, label):
        named = _TOTALS
    if named is not None and _titles_all(reading, block, named):
        return open_unranked(reading, block, span, children)
    if named is not None and reading.wording.role(fold(named.title), "total"):
        open_totals(reading, block, span, named)
        return True
    again = named.rank == reading.top.rank if named is not None else block.kind in HEADS
    if again and only_repeats(reading, block):
        return True
    debated = named is not None and is_debated(reading, (named.stem,))
    plain = again and block.kind in LISTS and not children and reading.top.depth < depth_of(block)
    if plain and debated:
        return False  # `Warm-up: 4 min` in a circuit is one of its things
    if debated and _is_measured_alike(reading, block, following):
        return False  # so is one right above a line with the same measures
    if named is not None and named.rank and _may_hold(reading, block, named, children):
        open_ranked(reading, block, span, named)
        return True
    if timed or (block.kind not in HEADS and not children):
        return False
    scheduled = "block" in reading.wording.item_ranks and reading.times(block.text)
    later = reading.at or block.kind in LISTS or _timed_beside(reading, block)
    above = schedule.is_part_of_day(reading, block) or schedule.spans_below(reading, block)
    if scheduled and later and not above:
        return False
    return open_unranked(reading, block, span, children)


def _titles_all(reading: Reading, block: Block, named: Named) -> bool:
    """Tell whether the one heading of its kind is a title with a kind of day in it: `# Weekend: Ghent`."""
    several = bool(named.title) and len(named.ordinals) > 1
    first = reading.at == 0 and block.kind is BlockKind.HEADING
    if not (first and several and reading.wording.role(named.stem, "kind of day")):
        return False
    return not any(b.kind is block.kind and b.level <= block.level for b in reading.behind())


def _timed_beside(reading: Reading, block: Block) -> bool:
    """Tell whether the next heading like a first one has a time as well: it is no title of all."""
    beside = (b for b in reading.behind() if b.kind is block.kind and b.level == block.level)
    return block.kind in HEADS and bool((near := next(beside, None)) and reading.times(near.text))


_TOTALS = Named("", (0,), "", "total")
"""A heading over a list of nothing but totals of the plan: `**Totals (without the rug)**`."""
_BRACKETS = regex(r"\([^()]*\)")
_IN_BRACKETS = regex(r"\(([^()]*)\)")


def _heads_list(reading: Reading, block: Block, following: Block | None) -> bool:
    """Tell whether a heading stands above a list, or a plain line right above labels: `Total`, `Fat: 9 g`."""
    if following is None or block.kind in LISTS or following.kind in LISTS:
        return following is not None and block.kind in HEADS
    if block.kind in HEADS and reading.quantities(following.text) and not following.cells:
        return not names_something(reading, reading.string(following.text))
    if block.kind is not BlockKind.PARAGRAPH or block.label is not None or following.label is None:
        return False
    measured = reading.wording.is_measure(fold(reading.string(following.label)))
    return measured and is_below(reading, block.span, following)


def _heads_totals(reading: Reading, label: str) -> bool:
    """Tell whether a heading behind parts is only words for totals: `Weekly totals`."""
    plain = fold(_BRACKETS.sub(" ", label).strip(" :"))
    wording = reading.wording
    told = wording.ends_with_role(plain, "total") and wording.total_measure(plain) is not None
    told = told or (wording.begins_with_role(plain, "total") and wording.says_what_sums(plain))
    return bool(reading.plan.parts) and told and not _adds_up_below(reading)


def _adds_up_below(reading: Reading) -> bool:
    """Tell whether the lines of a list below have a total of their own: `Food: €90`, `Total: €210`."""
    listed = takewhile(lambda b: b.kind in LISTS, reading.behind())
    names = [fold(reading.string(b.label)) for b in listed if b.label is not None]
    totals = [reading.wording.begins_with_role(name, "total") for name in names]
    return any(totals) and not all(totals)


def _heads_lines(reading: Reading, block: Block, following: Block | None) -> bool:
    """Tell whether a plain line with a time stands right above plain lines: `7:30 Breakfast`."""
    if block.kind is not BlockKind.PARAGRAPH or following is None:
        return False
    below = is_below(reading, block.span, following) or (
        following.kind in LISTS and following.span == following.text
    )
    timed = schedule.behind_time(reading, block) is not None
    return below and timed and schedule.starts_with_time(reading, following) is None


def _counts_on(reading: Reading, block: Block, following: Block | None) -> bool:
    """Tell whether a plain line above a list or table is one that counts: `Gym Session 1 - Pull`."""
    if block.kind is not BlockKind.PARAGRAPH or following is None or following.kind not in BELOW:
        return False
    return _counted_among(reading, reading.string(block.text)) is not None


def _beside_named(reading: Reading, block: Block, label: str) -> Named | None:
    """Take the rank of the headings with a time beside one: `16:30 Pre-workout` below `13:00 Lunch`."""
    if block.kind not in reading.timed_ranks:
        beside = (
            reading.wording.named(reading.string(span))
            for other in reading.blocks
            if other.kind is block.kind
            and (span := schedule.behind_time(reading, other)) is not None
        )
        reading.timed_ranks[block.kind] = {named.rank for named in beside if named is not None}
    ranks = reading.timed_ranks[block.kind]
    return Named(next(iter(ranks)), (0,), fold(label), "") if len(ranks) == 1 else None


def _counted_among(reading: Reading, label: str) -> Named | None:
    """Recognise headings that count on behind other words: `Training Day A`, `Climber's Workout B`."""
    named = _counted(reading, label)
    if named is None:
        return None
    if reading.counted_heads is None:
        heads = {
            reading.string(b.label or b.text)
            for b in reading.blocks
            if b.kind in HEADS or b.kind is BlockKind.PARAGRAPH
        }
        ranks = Counter(n.rank for head in heads if (n := _counted(reading, head)) is not None)
        plain = {n.rank for head in heads if (n := reading.wording.named(head)) is not None}
        reading.counted_heads = {rank for rank, n in ranks.items() if n > 1 and rank not in plain}
    return named if named.rank in reading.counted_heads else None


def _counted(reading: Reading, label: str) -> Named | None:
    """Return what counts behind the first words of a heading: `Workout B` of `Climber's Workout B`."""
    words = label.split()
    if len(words) > _TITLE or reading.wording.begins_with_role(fold(label), "note"):
        return None
    for at in range(1, min(_BEFORE, len(words) - 2) + 1):
        if words[at - 1].lower() in reading.wording.linking or not words[at - 1][:1].isalpha():
            return None
        named = reading.wording.named(" ".join(words[at:]))
        if named is not None and named.ordinals != (0,):
            return named
    return None


def _headed_among(reading: Reading, block: Block, label: str) -> Named | None:
    """Take the rank of the headings beside one, where all hold things measured alike.

    `**Mid-morning**` above foods with their calories, between `**Breakfast**` and `**Lunch**`. Beside others
    like it, as `Noon` and `Evening`, it is of the only rank that has times.
    """
    told, wording = _measured_below(reading, reading.at), reading.wording
    if not told or wording.begins_with_role(fold(label), *_NO_PLACE):
        return None
    timely = wording.role(fold(label), "time of day")
    ranks = {r.name for r in wording.lexicon.ranks.values() if timely and r.timed}
    for step in (-1, 1):
        at = reading.at + step
        while 0 <= at < len(reading.blocks) and _is_under(reading.blocks[at], block):
            at += step
        beside = reading.blocks[at] if 0 <= at < len(reading.blocks) else None
        if beside is None or beside.kind is not block.kind or depth_of(beside) != depth_of(block):
            continue
        below, head = _measured_below(reading, at), reading.string(_label_span(reading, beside))
        if below != told and not (timely and below & told):
            continue
        if not wording.begins_with_role(fold(head), *_NO_PLACE):
            named = wording.named(head)
            if named is not None or not (timely and wording.role(fold(head), "time of day")):
                ranks.add(named.rank if named is not None else "")
    rank = wording.lexicon.ranks.get(ranks.pop()) if len(ranks) == 1 else None
    return Named(rank.name, (0,), fold(label), "") if rank is not None and rank.timed else None


def _amid_members(reading: Reading, block: Block, label: str) -> Named | None:
    """Take the rank whose members stand before and behind: `Bench blocks` between `Warm-up` and `Cool-down`.

    What is only numbered (`Stage 1`, `Stage 2`) may have something else between.
    """
    if reading.wording.begins_with_role(fold(label), *_NO_PLACE):
        return None
    ranks = {_member_on(reading, block, step) for step in (-1, 1)}
    rank = reading.wording.lexicon.ranks.get(ranks.pop()) if len(ranks) == 1 else None
    if rank is None or rank.item or rank.timed or rank.calendar:
        return None
    return Named(rank.name, (0,), fold(label), "")


def _member_on(reading: Reading, block: Block, step: int) -> str:
    """Return the rank of the first heading with one before or behind a heading like it."""
    at, wording = reading.at, reading.wording
    for _ in range(_FAR):
        at += step
        other = reading.blocks[at] if 0 <= at < len(reading.blocks) else None
        if other is None or (other.kind in HEADS and depth_of(other) < depth_of(block)):
            return ""
        if other.kind is not block.kind or depth_of(other) != depth_of(block):
            continue
        named = wording.named(reading.string(_label_span(reading, other)))
        if named is not None:
            return named.rank if named.stem in wording.members else ""
    return ""


def _is_under(block: Block, head: Block) -> bool:
    """Tell whether a line stands in the list below a heading or a line of a list."""
    return block.kind in LISTS and (head.kind not in LISTS or depth_of(block) > depth_of(head))


def _measured_below(reading: Reading, at: int) -> frozenset[str]:
    """Return what is measured of the thing in the list right below a block."""
    below = reading.blocks[at + 1] if at + 1 < len(reading.blocks) else None
    if below is None or not _is_under(below, reading.blocks[at]):
        return frozenset()
    named = reading.wording.named(reading.string(below.label)) if below.label is not None else None
    ranked = named is not None and named.rank not in reading.wording.item_ranks
    return frozenset() if ranked else _measures_in(reading, below.text)


def _labelled_among(reading: Reading, block: Block, label: str) -> Named | None:
    """Take the rank of the lines of one list that are labelled and measured as a line is.

    `- **Ward box:** wrap (450 kcal)` among `- **Breakfast:** …`, `- **Dinner:** …`: lines before and
    behind it are of the rank, or half of all, where it is one that has times.
    """
    told, wording = _measures_told(reading, block), reading.wording
    name = fold(label)
    if block.kind not in LISTS or block.label is None or not told or name in wording.categories:
        return None
    if wording.begins_with_role(name, *_NO_PLACE):
        return None
    sides = [
        [_rank_of_label(reading, b) for b in _listed_on(reading, block, told, s)] for s in (-1, 1)
    ]
    beside = [rank for side in sides for rank in side]
    found = {rank for rank in beside if rank}
    rank = wording.lexicon.ranks.get(found.pop()) if len(found) == 1 else None
    if rank is None or rank.item or rank.calendar:
        return None
    between = all(map(any, sides)) and block.kind is BlockKind.NUMBERED
    own = wording.ranks.get(name.rpartition(" ")[2]) == rank.name
    most = rank.timed and (sum(map(bool, beside)) + own) * 2 >= len(beside) + 1
    return Named(rank.name, (0,), name, "") if between or most else None


def _rank_of_label(reading: Reading, block: Block) -> str:
    label = fold(reading.string(_label_span(reading, block)))
    named = reading.wording.named(label)
    return (
        named.rank if named is not None else reading.wording.ranks.get(label.rpartition(" ")[2], "")
    )


def _listed_on(reading: Reading, block: Block, told: frozenset[str], step: int) -> Iterator[Block]:
    """Yield the lines of its list before or behind a line that have a label and its measures."""
    depth, at = depth_of(block), reading.at
    for _ in range(_NEAR):
        at += step
        other = reading.blocks[at] if 0 <= at < len(reading.blocks) else None
        if other is None or other.kind not in LISTS or depth_of(other) < depth:
            return
        same = depth_of(other) == depth and other.label is not None
        if same and _measures_told(reading, other) == told:
            yield other


def _measures_told(reading: Reading, block: Block) -> frozenset[str]:
    """Return what is measured of the things that stand behind the label of a line."""
    if block.rest is None or not names_something(reading, reading.string(block.rest)):
        return frozenset()
    return _measures_in(reading, block.rest)


def _measures_in(reading: Reading, span: Span) -> frozenset[str]:
    found = amounts_in(reading, span)
    return frozenset(a.measure for a in found if not is_side(a, reading.wording))


def read_heads_line(reading: Reading, block: Block, following: Block | None) -> bool:
    """A bold name above a line of nothing but its amounts: `**Squat**`, `Sets: 4 | Reps: 6`."""
    if block.kind is not BlockKind.BOLD_LINE or reading.section() or following is None:
        return False
    label = reading.string(_label_span(reading, block))
    if reading.ranked() is None or _named(reading, block, block.text, label) is not None:
        return False
    if reading.quantities(block.text) or not heads_amounts(reading, block, following):
        return False
    if reading.times(following.text):
        return False
    behind = reading.blocks[reading.at + 2 : reading.at + 3]
    if section_of(reading, block, fold(label)) or (behind and behind[0].kind in (*LISTS, *TABLES)):
        return False
    if reading.wording.begins_with_role(fold(label), "total", "claim"):
        return False
    item = item_of(reading, block.text, depth_of(block), block)
    item.measured = True
    reading.put(item)
    return True


def _heads_parts(reading: Reading) -> bool:
    """Tell whether a list or table follows, at once or behind sentences: `Rest 15 s in between.`."""
    for at, block in enumerate(reading.behind(), 1):
        plain = block.kind is BlockKind.PARAGRAPH and SENTENCE.search(reading.string(block.text))
        if not (plain or is_pace(reading, block, islice(reading.behind(), at, None))):
            return block.kind in BELOW
    return False


def _is_measured_alike(reading: Reading, block: Block, following: Block | None) -> bool:
    """Tell whether two plain lines, one below the other, have amounts of the same units."""
    if following is None or {block.kind, following.kind} != {BlockKind.PARAGRAPH}:
        return False
    told, below = (
        [m.unit and m.unit.name for m in reading.quantities(b.text)] for b in (block, following)
    )
    return bool(told) and told == below


def _named(reading: Reading, block: Block, span: Span, label: str) -> Named | None:
    wording = reading.wording
    if reading.is_json and block.rest is not None:
        value = reading.string(block.rest)
        counted = value.isdigit() and fold(label) in reading.wording.measures
        if counted and fold(label) != label.lower():
            return None  # `"rounds": 3` says how many
        if _ORDINAL.fullmatch(value) and (found := wording.named(f"{label} {value}")):
            return found
    found = wording.named(label)
    if found is None and not _titles(reading, block, label):
        found = calendar(reading, span) or _counted_behind(reading, block)
        return found or _day_asked_about(reading, block) or _night(reading, block, label)
    return found


def _day_asked_about(reading: Reading, block: Block) -> Named | None:
    """Recognise the day in a question, where several headings ask for one each: `And what about Friday?`."""
    rank = reading.wording.day
    if block.kind not in HEADS or not rank or block.span not in reading.days_asked:
        return None
    day = reading.dates(block.text)[0].span
    return Named(rank, (0,), fold(reading.string(day)), fold(reading.string(block.text)))


def _night(reading: Reading, block: Block, label: str) -> Named | None:
    """Recognise nights that are counted in place of days: `Night 1`, `Night 2`, and no heading of a day."""
    rank, word = reading.wording.day, label.partition(" ")[0].lower()
    if block.kind not in HEADS or not rank or word != "night" or not reading.counts_nights:
        return None
    counted = COUNTED_NIGHT.fullmatch(label)
    return Named(rank, (int(counted[1]),), word, "") if counted is not None else None


def _counted_behind(reading: Reading, block: Block) -> Named | None:
    """Recognise the only heading that tells behind its theme which of several it is: `Push – Day 1`."""
    theme, named = reading.behind_theme(block.text)
    if block.kind not in HEADS or not theme or named is None or section_of(reading, block, theme):
        return None
    alone = reading.counted_heads_at[named.rank, named.ordinals] == 1
    plain = alone and not reading.wording.begins_with_role(theme, *_NO_PLACE)
    return Named(named.rank, named.ordinals, named.stem, theme) if plain else None


def _titles(reading: Reading, block: Block, label: str) -> bool:
    """Tell whether `# Monday Motivation` stands above numbered days instead of being one."""
    if block.kind is not BlockKind.HEADING or block.level != 1 or reading.plan.parts:
        return False
    heads = [other for other in reading.blocks[reading.at + 1 :] if other.kind in HEADS]
    first = any(other.kind is BlockKind.HEADING and other.level == 1 for other in heads)
    if len(label.split()) == 1 or first:
        return False
    below = (reading.wording.named(reading.string(other.label or other.text)) for other in heads)
    return any(named is not None and named.ordinals != (0,) for named in below)


def _headed_name(reading: Reading, block: Block) -> Named | None:
    """Recognise a heading of a rank and a name: `### Book: The Long Meadow`."""
    rank = titled(reading, block)
    if not rank or block.label is None or block.rest is None:
        return None
    if any(m.unit is not None for m in reading.quantities(block.rest)):
        return None
    stem = fold(reading.string(block.label))
    return Named(rank, (0,), stem, reading.string(block.rest))


def _named_in_brackets(reading: Reading, block: Block) -> Named | None:
    """Recognise headings of things whose rank stands in brackets, where two do: `**Leek soup** (lunch)`."""
    label = reading.string(block.text)
    named = reading.wording.named_aside(label)
    rank = reading.wording.lexicon.ranks.get(named.rank) if named is not None else None
    if named is None or rank is None or rank.calendar:
        return None
    if reading.ranks_in_brackets[block.kind, named.rank] <= {named.stem}:
        return None
    return Named(named.rank, (0,), named.stem, fold(_BRACKETS.sub(" ", label)))


def _larger_in_brackets(reading: Reading, block: Block, named: Named) -> Named:
    """Return the larger container that brackets say a numbered one to be: `Block 2 (Session 2)`."""
    said = (reading.wording.named(a) for a in _IN_BRACKETS.findall(reading.string(block.text)))
    level, own = reading.wording.level, named.rank
    larger = (n for n in said if n and n.rank and n.ordinals == named.ordinals != (0,))
    larger = (n for n in larger if own and level[n.rank] < level[own])
    return next((n for n in larger if n.rank not in reading.numbered_otherwise), named)


def _may_hold(reading: Reading, block: Block, named: Named, children: bool) -> bool:
    """Tell whether a line may be a container: a plain one only when its label is all it says."""
    if block.kind in HEADS or children:
        return True
    if named.rank in reading.wording.item_ranks or is_note_on_rank(reading, block, named.rank):
        return False
    numbered = named.ordinals != (0,)
    adjective = named.title.removesuffix(named.stem).strip()
    if adjective and not numbered and _is_listed_beside(reading, block, named.rank):
        return False
    if named.stem in reading.wording.lexicon.parts_of_day and adjective and not numbered:
        said = reading.string(block.rest) if block.rest is not None else ""
        return not reading.quantities(block.text) or names_something(reading, said)
    if block.label is not None:
        return True
    text = reading.string(schedule.behind_time(reading, block) or block.text)
    head = re.split(r"\(|\s[~≈]", text)[0]
    name = fold(head)
    alone = fold(text) in reading.wording.members or (name == named.stem and not named.title)
    plain = head if text.rstrip(" .").endswith(")") else text
    short = len(plain.split()) <= HEAD_WORDS and not SENTENCE.search(plain)
    return alone or (numbered and short)


def _is_listed_beside(reading: Reading, block: Block, rank: str) -> bool:
    """Tell whether a list item stands below things with amounts in what is headed as one of its rank.

    `**Dinner**`, `- Rice: 200 kcal`, `- Mint tea: 2 kcal`.
    """
    top = reading.top
    headed = top.rank == rank and top.depth < LIST_DEPTH and block.kind in LISTS
    told = headed and top.parts and top.parts[-1].amounts
    return bool(told and amounts_in(reading, block.text))


def _label_span(reading: Reading, block: Block) -> Span:
    """Return the label of a line without what stands in brackets."""
    span = schedule.behind_time(reading, block) or block.text
    if block.label is not None and block.kind is not BlockKind.HEADING:
        span = block.label
    text = reading.string(span)
    if parted := _AMOUNT_BEHIND.search(text):
        first = next((m for m in reading.quantities(span) if m.unit is not None), None)
        if first is not None and span.start + parted.end() == first.span.start:
            text = text[: parted.start()]
    cut = re.search(r"(?<!\s)(?:\s*\(|\s+[~≈]\s?(?=\d))", text)
    end = cut.start() if cut is not None and cut.start() > 0 else len(text.rstrip(" :*_"))
    end = _before_time(reading, span, end)
    return Span(span.start, span.start + end) if end else span


def _before_time(reading: Reading, span: Span, end: int) -> int:
    """Return where the name of a rank ends that a clock time stands behind: `Breakfast at 7:30`."""
    last = next(iter(reading.times(Span(span.start, span.start + end))[-1:]), None)
    if last is None or last.span.end != span.start + end:
        return end
    name = reading.text[span.start : last.span.start]
    link = schedule.TO_TIME.search(name, max(0, len(name) - _LINK))
    named = reading.wording.named(name[: link.start()]) if link is not None else None
    return link.start() if link is not None and named is not None and named.rank else end
