"""Blocks → outline: each line gets its role, containers get their rank.

The roles of a line are tried in the order of `ROLES`; the first that takes it wins.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import islice

from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document import again, containers, schedule, tables
from evalspec.document.among import may_stand_among, stands_among
from evalspec.document.blocks import Block, BlockKind
from evalspec.document.facts import Amount, Doubt, EntryKind, LineRole, Origin
from evalspec.document.lines import (
    HEADS,
    LIST_DEPTH,
    LISTS,
    NAMED_DEPTH,
    SENTENCE,
    amounts_in,
    as_origin,
    claimed,
    depth_of,
    is_detail,
    item_of,
    name_behind,
    names_something,
    only_amounts,
    only_numbers,
    titled,
    whole_name,
)
from evalspec.document.measured import FACTOR, column
from evalspec.document.objects import read_element, read_name
from evalspec.document.reading import Reading
from evalspec.document.remainders import read_remainder
from evalspec.document.totals import read_total
from evalspec.document.tree import Draft
from evalspec.document.wording import Named
from evalspec.vocabulary.fold import fold

_LABELLED_AFTER = regex(r"[.!?]\s+([A-Za-z][A-Za-z ]{1,30}):\s")
"""A measure behind a full stop: `Squat: 5 sets, 80 kg. Tonnage: 400 kg`."""
_MAX_ITEM_WORDS = 40
_HEAD_WORDS = 8
_EDGES = " \t\u00a0:|,.-–—*_"
_HEADED = 5
"""Words of a heading that tell what kind of section it opens: `Meal prep and storage tips`."""
_SENTENCE_WORDS = 4
"""Fewer words are a name."""
_TITLE_WORDS = 12
"""A line of more words is a sentence that leads to what follows, not its heading."""
_TABLES = (BlockKind.TABLE_HEADER, BlockKind.TABLE_ROW)
BELOW = (*LISTS, *_TABLES)
"""What a heading of parts is followed by."""
_LETTERS = regex(r"[^\W\d_]+")
_PACE = ("pace", "rest", "generic", "repeat", "qualifier")
"""What else the words of a line may be that tells how long each of several things lasts."""
_SAID_AGAIN = ("total", "stated", "period", "claim")
_AMOUNT_BEHIND = regex(r"(?<!\s)\s+[-–—|·]\s+[~≈]?(?=\d)")
"""What parts a name from an amount in a label: `Breakfast — 760 kcal`."""
_ASIDES = regex(r"(?<!\s)\s*\([^()]{0,80}\)")
_SYMBOL = regex(r"^[^\w\s]+\s+")
_COUNTED = regex(r"[A-Z][a-z]+[^\S\n]+#?\d{1,3}")
_ORDINAL = regex(r"#?\d{1,3}|[A-Za-z]")


def read_outline(reading: Reading) -> None:
    """Read every block of the response into the outline."""
    blocks = reading.blocks
    at = 0
    while at < len(blocks):
        block = blocks[at]
        if block.kind in _TABLES:
            end = at
            while end < len(blocks) and blocks[end].group == block.group and blocks[end].cells:
                end += 1
            tables.read_table(reading, blocks[at:end])
            end = max(end, at + 1)
            reading.lines += [_line(row, tables.read_table) for row in blocks[at:end]]
            at = end
            continue
        following = blocks[at + 1] if at + 1 < len(blocks) else None
        reading.at = at
        reading.lines.append(
            _line(block, next(role for role in ROLES if role(reading, block, following)))
        )
        at += 1


def _line(block: Block, rule: Callable[..., object]) -> LineRole:
    """Name the rule that took a line, with what it says of itself."""
    name = rule.__name__.removeprefix("read_").strip("_").replace("_", " ")
    return LineRole(block.span, name, (rule.__doc__ or "").partition("\n")[0])


def _children(reading: Reading, block: Block, following: Block | None) -> bool:
    """Tell whether the next block is nested below this line."""
    if following is None or block.kind in HEADS:
        return False
    if block.kind is BlockKind.PARAGRAPH and _heads_plain_lines(reading, block, following):
        return True
    if block.kind in LISTS and _heads_indented(reading, block, following):
        return True
    if block.kind in LISTS:
        table = reading.is_json and following.kind in _TABLES
        return table or (following.kind in LISTS and following.level > block.level)
    return block.kind is BlockKind.PARAGRAPH and _introduces(reading, block, following)


def _heads_indented(reading: Reading, block: Block, following: Block) -> bool:
    """Tell whether a list item only counts, and things with amounts stand indented below: `- Hive 1`."""
    plain = following.kind is BlockKind.PARAGRAPH and following.level > block.level
    if not plain or not _COUNTED.fullmatch(reading.string(block.label or block.text)):
        return False
    if block.rest is not None and names_something(reading, reading.string(block.rest)):
        return False
    if following.label is not None and only_numbers(reading, following.label):
        return True
    named = names_something(reading, reading.string(following.text))
    return named and bool(amounts_in(reading, following.text))


def _heads_plain_lines(reading: Reading, block: Block, following: Block) -> bool:
    """Tell whether a name between a gap and lines with amounts is a heading as the one above is."""
    above = reading.ranked()
    alike = above is not None and above.depth == depth_of(block) and not above.whole
    if not alike or block.label is not None or following.kind is not BlockKind.PARAGRAPH:
        return False
    text = reading.string(block.text)
    short = len(text.split()) <= _SENTENCE_WORDS and text[:1].isupper() and text[-1:].isalnum()
    before = reading.blocks[reading.at - 1].span.end if reading.at else 0
    gap = reading.text[before : block.span.start].count("\n") > 1
    joined = reading.text[block.span.end : following.span.start].count("\n") < 2
    listed = amounts_in(reading, following.text) and names_something(
        reading, reading.string(following.text)
    )
    return short and gap and joined and bool(listed) and not reading.quantities(block.text)


def _introduces(reading: Reading, block: Block, following: Block) -> bool:
    """Tell whether a short plain line is the heading of the list or table below."""
    if following.kind not in (*LISTS, *_TABLES) or following.level < block.level:
        return False
    if block.rest is not None and not _counts(reading, block):
        return False
    text = _ASIDES.sub("", reading.string(block.text))
    short = len(text.split()) <= _HEAD_WORDS and not SENTENCE.search(text)
    return short and text[:1].isalpha()


def _counts(reading: Reading, block: Block) -> bool:
    """Tell whether a label only counts, and what follows it is a title: `Chapter 3: Loops`."""
    label = reading.string(block.label) if block.label is not None else ""
    return bool(_COUNTED.fullmatch(label)) and reading.wording.named(label) is None


# -- roles ----------------------------------------------------------------------------
def _silent(reading: Reading, block: Block, following: Block | None) -> bool:
    """Pass over rules and empty lines."""
    return block.kind is BlockKind.RULE or block.text.start >= block.text.end


def _code(reading: Reading, block: Block, following: Block | None) -> bool:
    """Set code aside."""
    if block.kind is not BlockKind.CODE:
        return False
    reading.leave(block.span, "code")
    return True


def _container(reading: Reading, block: Block, following: Block | None) -> bool:
    """Headings, bold lines, labels and list items that hold others."""
    children = _children(reading, block, following)
    if block.kind not in (*HEADS, *LISTS, BlockKind.PARAGRAPH):
        return False
    if reading.is_json:
        reading.close_lists(depth_of(block))
    if reading.section() == "note" and block.kind not in HEADS:
        return False
    span = _label_span(reading, block)
    label = reading.string(span)
    named = _named(reading, block, span, label)
    often = children and block.kind in LISTS and again.rounds_in(reading, block.text) is not None
    heads = block.kind in HEADS or often or (children and block.kind is BlockKind.PARAGRAPH)
    if named is None and heads and _heads_parts(reading):
        named = reading.wording.headed(label) or _headed_name(reading, block)
    timed = schedule.starts_with_time(reading, block) is not None
    if named is not None and reading.wording.role(fold(named.title), "total"):
        containers.open_totals(reading, block, span, named)
        return True
    if named is not None and named.rank and _may_hold(reading, block, named, children):
        if block.kind in LISTS and not children:
            span = containers.without_title(reading, block, span, named)
        containers.open_ranked(reading, block, span, named)
        return True
    if timed or (block.kind not in HEADS and not children):
        return False
    scheduled = "block" in reading.wording.item_ranks and reading.times(block.text)
    if scheduled and (reading.at or block.kind in LISTS):
        return False
    return _open_unranked(reading, block, span, children)


def _heads_line(reading: Reading, block: Block, following: Block | None) -> bool:
    """A bold name above a line of nothing but its amounts: `**Squat**`, `Sets: 4 | Reps: 6`."""
    if block.kind is not BlockKind.BOLD_LINE or reading.section() or following is None:
        return False
    label = reading.string(_label_span(reading, block))
    if reading.ranked() is None or _named(reading, block, block.text, label) is not None:
        return False
    found = amounts_in(reading, following.text)
    alone = following.kind is BlockKind.PARAGRAPH and only_amounts(reading, following.text, found)
    if not (found and alone) or reading.times(following.text) or amounts_in(reading, block.text):
        return False
    behind = reading.blocks[reading.at + 2 : reading.at + 3]
    if _section(reading, block, fold(label)) or (behind and behind[0].kind in (*LISTS, *_TABLES)):
        return False
    if any(reading.wording.begins_with_role(fold(label), role) for role in ("total", "claim")):
        return False
    item = item_of(reading, block.text, depth_of(block), block)
    item.measured = True
    reading.top.add(item)
    reading.last_item = item
    return True


def _heads_parts(reading: Reading) -> bool:
    """Tell whether a list or table follows, at once or behind sentences: `Rest 15 s in between.`."""
    below = islice(reading.blocks, reading.at + 1, None)
    after = next((b for b in below if not _is_sentence(reading, b)), None)
    return after is not None and after.kind in BELOW


def _is_sentence(reading: Reading, block: Block) -> bool:
    text = reading.string(block.text)
    return block.kind is BlockKind.PARAGRAPH and SENTENCE.search(text) is not None


def _named(reading: Reading, block: Block, span: Span, label: str) -> Named | None:
    wording = reading.wording
    if reading.is_json and block.rest is not None:
        value = reading.string(block.rest)
        if _ORDINAL.fullmatch(value) and (found := wording.named(f"{label} {value}")):
            return found
    found = wording.named(label)
    if found is None and not _titles(reading, block, label):
        return containers.calendar(reading, span)
    return found


def _titles(reading: Reading, block: Block, label: str) -> bool:
    """Tell whether `# Monday Motivation` stands above numbered days instead of being one."""
    if block.kind is not BlockKind.HEADING or block.level != 1 or reading.plan.parts:
        return False
    heads = [other for other in reading.blocks[reading.at + 1 :] if other.kind in HEADS]
    if len(label.split()) == 1 or any(
        other.kind is BlockKind.HEADING and other.level == 1 for other in heads
    ):
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


def _may_hold(reading: Reading, block: Block, named: Named, children: bool) -> bool:
    """Tell whether a line may be a container: a plain one only when its label is all it says."""
    if block.kind in HEADS or children:
        return True
    if named.rank in reading.wording.item_ranks or _is_note_on_rank(reading, block, named.rank):
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
    text = reading.string(block.text)
    head = re.split(r"\(|\s[~≈]", text)[0]
    name = fold(head)
    alone = fold(text) in reading.wording.members or (name == named.stem and not named.title)
    plain = head if text.rstrip(" .").endswith(")") else text
    short = len(plain.split()) <= _HEAD_WORDS and not SENTENCE.search(plain)
    return alone or (numbered and short)


def _is_note_on_rank(reading: Reading, block: Block, rank: str) -> bool:
    """Tell whether a line only tells how to go on with what no other container is: `Weeks 3-4: +10 %`."""
    if block.rest is None or not containers.tells_change(reading, block.rest):
        return False
    beside = (part for draft in reading.stack for part in draft.parts[-1:])
    return all(draft.rank != rank for draft in (*reading.stack, *beside))


def _is_listed_beside(reading: Reading, block: Block, rank: str) -> bool:
    """Tell whether a list item stands below things with amounts in what is headed as one of its rank.

    `**Dinner**`, `- Rice: 200 kcal`, `- Mint tea: 2 kcal`.
    """
    top = reading.top
    headed = top.rank == rank and top.depth < LIST_DEPTH and block.kind in LISTS
    return (
        headed
        and bool(top.parts)
        and bool(top.parts[-1].amounts and amounts_in(reading, block.text))
    )


def _says(rest: Span | None) -> bool:
    return rest is not None and rest.start < rest.end


def _label_span(reading: Reading, block: Block) -> Span:
    """Return the label of a line without what stands in brackets."""
    span = block.text
    if block.label is not None and block.kind is not BlockKind.HEADING:
        span = block.label
    text = reading.string(span)
    if parted := _AMOUNT_BEHIND.search(text):
        first = next((m for m in reading.quantities(span) if m.unit is not None), None)
        if first is not None and span.start + parted.end() == first.span.start:
            text = text[: parted.start()]
    cut = re.search(r"(?<!\s)(?:\s*\(|\s+[~≈]\s?(?=\d))", text)
    end = cut.start() if cut is not None and cut.start() > 0 else len(text.rstrip(" :*_"))
    return Span(span.start, span.start + end) if end else span


def _open_unranked(reading: Reading, block: Block, span: Span, children: bool) -> bool:
    label = _SYMBOL.sub("", fold(reading.string(span)))
    wording = reading.wording
    found = amounts_in(reading, block.text)
    if (
        block.kind is BlockKind.LABEL_LINE
        and not reading.plan.parts
        and _introduced(reading, label)
    ):
        reading.claim(reading.plan, claimed(found), block.span, reading.per(label))
        reading.leave(block.span, "introduction")
        return True
    if _is_title(reading, block):
        reading.claim(reading.plan, claimed(found), block.span, reading.per(label))
        reading.plan.label, reading.plan.span = reading.string(span), span
        reading.plan.name(label)
        return True
    if _says(block.rest) and not children and not _titled(reading, block, bool(found)):
        return False
    draft = Draft(EntryKind.CONTAINER, reading.string(span), span, depth=depth_of(block))
    draft.spans = [block.span]
    if children and titled(reading, block) and block.rest is not None:
        draft.label, draft.span = reading.string(block.rest), block.rest
        draft.name(fold(draft.label))
    draft.name(label, *_stem(label), whole_name(reading, block.text))
    phase = found and _COUNTED.match(draft.label)  # `Phase 2: Direct instruction (12 min)`
    whole = not reading.plan.parts and any(fold(a.unit.name) in wording.ranks for a in found)
    named = phase or whole  # `4-week progression`
    draft.section = "" if named else _section(reading, block, label)
    if block.kind in HEADS and block.number.isdigit():
        draft.ordinal = int(block.number)
    if children and block.kind in LISTS:
        draft.amounts = found
        draft.name(*wording.asides(draft.label))
        draft.name(*(c for part in wording.parts(draft.label) for c in wording.categories_of(part)))
    elif found and block.kind is not BlockKind.HEADING and len(label.split()) > _TITLE_WORDS:
        reading.claim(reading.top, claimed(found), block.span, reading.per(label))
    elif found:
        draft.amounts = [as_origin(amount, Origin.STATED) for amount in found]
    reading.close_lists(draft.depth)
    ruled = reading.at and reading.blocks[reading.at - 1].kind is BlockKind.RULE
    if ruled and draft.section:  # what a line across sets apart is said of the whole
        del reading.stack[1:]
    if block.kind not in (*HEADS[:2], *LISTS) and _repeats_top(reading, block, found):
        return True
    reading.open(draft)
    return True


def _repeats_top(reading: Reading, block: Block, found: list[Amount]) -> bool:
    """Let a line below the heading of a circuit say how often that is done: `3 rounds of:`."""
    top = reading.top
    rounds = [a for a in found if fold(a.measure) in reading.wording.roles.get("repeat", ())]
    repeated = again.tells_to_repeat(reading, reading.string(block.text))
    if not top.rank or not (rounds or repeated):
        return False
    if rounds and not top.parts:
        top.amounts += [as_origin(amount, Origin.STATED) for amount in rounds]
    else:
        reading.repeats.append((top, block.span))
    return True


def _titled(reading: Reading, block: Block, measured: bool) -> bool:
    """`## 4. Groups: stations (20 min)` is a heading; `**Duration: 60 minutes**` says something."""
    heading = block.kind is BlockKind.HEADING
    if block.label is None or block.rest is None or block.kind not in HEADS[:2]:
        return False
    following = reading.blocks[reading.at + 1 : reading.at + 2]
    holding = heading and bool(following) and following[0].kind not in HEADS
    named = heading and names_something(reading, reading.string(block.rest))
    if measured and not (block.number or named or holding):
        return False
    label = fold(reading.string(block.label))
    wording = reading.wording
    told = label in wording.measures or label in wording.ranks
    return not told and not any(wording.begins_with_role(label, r) for r in ("note", "claim"))


def _section(reading: Reading, block: Block, label: str) -> str:
    wording = reading.wording
    if stands_among(reading, block):
        return ""
    if _introduces_parts(reading, label):
        return ""
    if wording.role(label, "breakdown") or wording.ends_with_role(label, "breakdown"):
        return "breakdown"
    head = " ".join(label.split()[:_HEADED])  # not `The teacher explains and … takes notes`
    for section in ("note", "definition", "breakdown"):
        if wording.begins_with_role(head, section):
            return section
    if wording.ends_with_role(label, "condition"):
        return "note"
    told = wording.role(label, "claim") or wording.ends_with_role(label, "claim")
    return "claim" if told else ""


def _introduced(reading: Reading, label: str) -> bool:
    """Tell whether a line begins with `Here is`, `Below are` and the like."""
    words = reading.wording.roles.get("introduction", ())
    return any(label.startswith(f"{word} ") for word in words)


def _introduces_parts(reading: Reading, label: str) -> bool:
    """Tell whether a line only leads to the parts of the plan: `Here is your progression`."""
    wording = reading.wording
    if not _introduced(reading, label):
        return False
    following = reading.blocks[reading.at + 1 : reading.at + 2]
    if not following:
        return False
    named = wording.named(reading.string(following[0].label or following[0].text))
    return named is not None and bool(named.rank)


def _is_title(reading: Reading, block: Block) -> bool:
    """Tell whether the first heading names the plan: it says so, or another follows."""
    plan = reading.plan
    if len(reading.stack) > 1 or plan.parts or plan.label or block.kind not in HEADS:
        return False
    below = reading.blocks[reading.at + 1 :]
    alike = [b for b in below if b.level == block.level and b.kind is block.kind]
    if _tells_rank(reading, block) and any(_tells_rank(reading, other) for other in alike):
        return False
    if _counted_stem(reading, block) in {_counted_stem(reading, b) for b in alike} - {""}:
        return False
    words = fold(reading.string(block.text).split("(")[0]).split()
    if any(word in reading.wording.plans for word in words):
        return True
    if block.kind is BlockKind.HEADING and block.level == 1:
        return not (alike and below[0].kind in BELOW)
    return bool(below) and below[0].kind in (*HEADS, BlockKind.RULE)


def _counted_stem(reading: Reading, block: Block) -> str:
    """Return the word that a heading is counted by: `Part` of `Part 1: Scales`; empty for none."""
    counted = _COUNTED.match(reading.string(block.text))
    return counted[0].rstrip("#0123456789 \xa0") if counted is not None else ""


def _tells_rank(reading: Reading, block: Block) -> bool:
    """Tell whether a line has an amount that only containers of a rank have of their own."""
    told = {measure for measures in reading.wording.told_by.values() for measure in measures}
    return bool(told) and any(a.measure in told for a in amounts_in(reading, block.text))


def _stem(label: str) -> tuple[str, ...]:
    found = re.match(r"(.+?)\s+#?(\d+|[a-z])(?:\s*[:-]\s*(.*))?$", label)
    return (fold(found[1]), fold(found[3] or "")) if found else ()


def _property(reading: Reading, block: Block, following: Block | None) -> bool:
    """Read `Sets: 3` below an item, or `Duration: 45 minutes` below a session."""
    if block.label is None or block.rest is None:
        return False
    wording = reading.wording
    written = reading.string(block.label)
    label = fold(written)
    measured, claims = wording.is_measure(label), wording.begins_with_role(label, "claim")
    if name_behind(reading, block.text) or stands_among(reading, block):
        return False
    if block.label in reading.listed_things:
        return False
    clocked = wording.role(label, "time property") and reading.times(block.rest)
    if clocked and "block" in wording.item_ranks:
        return False
    if not (measured or claims) or (reading.section() == "breakdown" and not (measured and claims)):
        return False
    if reading.section() == "claim" and reading.ranked() is None:
        return False
    if reading.is_json:
        reading.close_lists(depth_of(block))
    unit = f" ({reading.string(block.unit)})" if block.unit is not None else ""
    header = column(written + unit, wording)
    if not measured:
        header.measure = ""
    below = _item_above(reading, block, header.measure)
    if wording.begins_with_role(label, "rest") and (below is None or not header.measure):
        return False
    found = reading.measured(block.rest, header)
    told = claims and (reading.ranked() is None or not header.measure)
    if told and (found or wording.role(label, "claim")):
        per = reading.per(reading.string(block.text))
        reading.claim(reading.top, claimed(found), block.span, per)
        return True
    if not header.measure or not found or _priced(reading, header.measure, found):
        return False
    whole = _described(reading)
    if whole is not None:
        whole.amounts += [as_origin(amount, Origin.STATED) for amount in found]
        whole.spans.append(block.span)
        return True
    if below is not None:
        _add_to(reading, below, found, label)
        below.spans.append(block.span)
        below.measured = True
        return True
    holder = reading.top
    if reading.ranked() is None and not reading.section() and holder.depth < LIST_DEPTH:
        reading.claim(
            reading.plan, claimed(found), block.span, reading.per(reading.string(block.text))
        )
        return True
    origin = Origin.ITEM if holder.depth >= LIST_DEPTH and not holder.rank else Origin.STATED
    _add_to(reading, holder, [as_origin(amount, origin) for amount in found], label)
    return True


def _timed(reading: Reading, block: Block, following: Block | None) -> bool:
    """Read `Time: 12:30` below the name of a thing as when it is."""
    wording, holder = reading.wording, reading.top
    if block.label is None or block.rest is None or reading.is_json:
        return False
    if "block" in wording.item_ranks or not wording.role(
        fold(reading.string(block.label)), "time property"
    ):
        return False
    rank = wording.lexicon.ranks.get(holder.rank)
    known = rank is not None or (holder.depth >= LIST_DEPTH and not holder.section)
    times = reading.times(block.rest)
    alone = times and not names_something(reading, reading.text[times[0].span.end : block.rest.end])
    if not known or (rank is not None and rank.calendar) or not alone:
        return False
    if not holder.starts:
        schedule.set_times(holder, times[0])
    elif not holder.ends and times[0].end is None:
        schedule.set_end(holder, times[0])
    else:
        return False
    holder.spans.append(block.span)
    return True


def _add_to(reading: Reading, item: Draft, found: list[Amount], label: str) -> None:
    """Give an item what a line below it says; a second amount of a measure may be another one.

    `Costs: €180` below `Charity run – €2,100` is no part of what the run brings in.
    """
    own = {amount.measure: amount for amount in item.amounts if not amount.qualifier}
    for amount in found:
        known = own.get(amount.measure)
        if known is None or amount.qualifier or amount.origin is Origin.STATED:
            item.amounts.append(amount)
        elif (known.value, known.unit) == (amount.value, amount.unit):
            reading.leave(amount.span, "duplicate")
        else:
            doubt = Doubt("second-amount", amount.span, (), amount.measure, label, amount)
            reading.doubt(item, doubt)


def _described(reading: Reading) -> Draft | None:
    """Return what a list of details describes: the stage of its `Route` and its `Supplies`."""
    draft: Draft | None = reading.top
    while draft is not None and is_detail(reading, draft):
        draft = draft.parent
    return draft if draft is not reading.top and draft is not None and draft.rank else None


def _priced(reading: Reading, measure: str, found: list[Amount]) -> bool:
    """Tell whether a label names what is paid for: `Tickets: 2 adults × €15, 1 child × €7`."""
    counted = reading.wording.lexicon.measures[measure].dimension.startswith("count:")
    return counted and any(a.unit.dimension.startswith("currency:") for a in found)


def _item_above(reading: Reading, block: Block, measure: str) -> Draft | None:
    """Return the item that a property below it belongs to."""
    item, holder = reading.last_item, reading.top
    headed = not holder.rank and not holder.parts and not holder.section
    if headed and item is None and holder is not reading.plan and reading.ranked() is not None:
        return holder
    if _is_named_line(holder) and block.kind in LISTS and holder.depth < depth_of(block):
        return holder
    if item is None or block.kind not in (*LISTS, BlockKind.PARAGRAPH):
        return None
    if block.kind in LISTS and depth_of(block) > item.depth:
        return item
    alone = holder.whole and holder.parts == [item]
    lately = holder.parts[-1:] == [item] and all(a.measure != measure for a in item.amounts)
    if lately and item.measured:
        return item
    numbered = lately and only_numbers(reading, Span(item.spans[0].start, item.span.start))
    return item if alone or numbered else None


def _amounts_alone(reading: Reading, block: Block, following: Block | None) -> bool:
    """Read a list item of nothing but amounts below a name as those of the name."""
    item, holder, depth = reading.last_item, reading.top, depth_of(block)
    if (
        item is not None
        and block.kind is BlockKind.PARAGRAPH
        and _says_of_item(reading, block, item)
    ):
        item.amounts += amounts_in(reading, block.text)
        item.spans.append(block.span)
        return True
    headed = item is not None and item.measured and item.span == reading.blocks[reading.at - 1].text
    follows = item is not None and (item.measured or not item.amounts)
    follows = follows and item is not None and _is_below(reading, item.spans[-1], block)
    follows = follows or (headed and block.kind is BlockKind.PARAGRAPH)
    if not (block.kind in LISTS or follows) or reading.section() or reading.times(block.text):
        return False
    found = amounts_in(reading, block.text)
    if not found or not only_amounts(reading, block.text, found):
        return False
    if item is not None and (follows or LIST_DEPTH <= item.depth < depth):
        below = item
    elif _is_named_line(holder) and holder.depth < depth:
        below = holder
    elif (titled_item := _item_of_title(reading, holder)) is not None and holder.depth < depth:
        below = titled_item
    elif item is not None and _is_unmarked(reading, block, item):
        below = item
    else:
        return False
    carried = {amount.measure for amount in below.amounts}
    if any(amount.measure in carried for amount in found):
        if not any(amount.because == FACTOR for amount in found) or below.parent is None:
            return False
        more = Draft(EntryKind.ITEM, reading.string(block.text), block.text, depth=depth)
        more.amounts = found  # `3 x 8 x 50 kg`, then `2 x 12 x 40 kg`
        below.add(more)
        return True
    if below.parent is None:
        holder.add(below)
        reading.last_item = below
    below.amounts += found
    below.spans.append(block.span)
    below.measured = True
    return True


def _is_below(reading: Reading, line: Span, block: Block) -> bool:
    """Tell whether a plain line, no rest, stands right below another one."""
    return (
        block.kind is BlockKind.PARAGRAPH
        and reading.text.count("\n", line.end, block.span.start) == 1
        and not reading.wording.begins_with_role(fold(reading.string(block.text)), "rest")
    )


def _says_of_item(reading: Reading, block: Block, item: Draft) -> bool:
    """Tell whether a plain line begins with an amount and goes on about a name alone above it.

    `Day 3: Cycling`, then `45 minutes at an easy pace`.
    """
    first = next(iter(reading.quantities(block.text)), None)
    alone = reading.top.whole and reading.top.parts == [item] and not item.amounts
    if first is None or first.unit is None or not alone or block.label is not None:
        return False
    before = reading.text[block.text.start : first.span.start]
    behind = reading.text[first.span.end : block.text.end].lstrip(" ,*_").partition(" ")[0]
    return not any(c.isalpha() for c in before) and behind.lower() in (
        "at",
        "of",
        "in",
        "on",
        "with",
        "",
    )


def _item_of_title(reading: Reading, holder: Draft) -> Draft | None:
    """Return the thing that a heading of a rank names behind it: `Monday: Fish pie`, then `- 40 min`."""
    line = Span(holder.span.end, max(holder.span.end, holder.spans[0].end))
    if not holder.rank or holder.whole or holder.section or len(holder.parts) > 1:
        return None
    if holder.parts:
        return holder.parts[0] if line.start <= holder.parts[0].span.start < line.end else None
    title = reading.string(line)
    lead = len(title) - len(title.lstrip(_EDGES))
    end = line.start + len(title.rstrip(_EDGES))
    if lead == 0 or reading.quantities(line) or not names_something(reading, title):
        return None
    return item_of(reading, Span(line.start + lead, end), LIST_DEPTH, reading.blocks[reading.at])


def _is_unmarked(reading: Reading, block: Block, item: Draft) -> bool:
    """Tell whether an indented line without a mark stands below a name that is written so too."""
    bare = item.measured or not item.amounts
    above = reading.text.rfind("\n", 0, item.spans[0].start) + 1
    unmarked = not reading.text[above : item.spans[0].start].strip(" \t>*_")
    return bare and unmarked and item.depth == depth_of(block) and block.span == block.text


def _is_named_line(holder: Draft) -> bool:
    """Tell whether a container is only a line that names what stands below it, no heading."""
    return not (holder.rank or holder.parts or holder.section) and holder.depth >= NAMED_DEPTH


def _share(reading: Reading, block: Block, following: Block | None) -> bool:
    """Set aside what a line below an item says of a piece of it: `of which sugar: 3 g`."""
    told = fold(reading.string(block.text))
    words = reading.wording.roles.get("share", ())
    if reading.last_item is None and not reading.top.measured and not reading.top.amounts:
        return False
    if not any(told.startswith(f"{word} ") for word in words):
        return False
    reading.leave(block.span, "share")
    return True


def _conclusion(reading: Reading, block: Block, following: Block | None) -> bool:
    """Take lines behind an arrow as what comes of others above: `→ fits the budget of €25`."""
    parts: list[Draft] = next((d.parts for d in reversed(reading.stack) if d.parts), [])
    if block.level or not parts or not _is_led(reading, block.span):
        return False
    if _is_led(reading, parts[-1].spans[0]):
        return False
    found = amounts_in(reading, block.text)
    if found and not names_something(reading, reading.string(block.text)):
        return False
    reading.claim(reading.ranked() or reading.plan, claimed(found), block.span)
    if not found:
        reading.leave(block.span, "conclusion")
    return True


def _is_led(reading: Reading, span: Span) -> bool:
    """Tell whether the line of a span begins with an arrow."""
    line = reading.text.rfind("\n", 0, span.start) + 1
    return reading.text[line : span.start + 2].strip(" \t>*_-").startswith(("→", "⇒", "=>"))


def _note(reading: Reading, block: Block, following: Block | None) -> bool:
    """Lines of note sections, and label lines such as `Note: ...`."""
    label = fold(reading.string(block.label)) if block.label is not None else ""
    section = reading.section()
    timed = schedule.starts_with_time(reading, block) is not None
    if section == "claim" and timed:
        return False
    named = reading.wording.named(label) if label else None
    going = named is not None and _is_note_on_rank(reading, block, named.rank)
    noted = bool(label) and reading.wording.role(label, "note") and not timed
    if (
        section not in ("note", "claim")
        and not going
        and (not noted or stands_among(reading, block))
    ):
        return False
    found = amounts_in(reading, block.text, Origin.CLAIMED)
    perhaps = may_stand_among(reading, block.span.start)
    if found and section != "note" and not going and (not noted or perhaps):
        per = reading.per(reading.string(block.text))
        reading.claim(reading.plan, found, block.span, per)
    else:
        reading.leave(block.span, "note")
    return True


def _scheduled(reading: Reading, block: Block, following: Block | None) -> bool:
    """Read a line with a clock time as a block of a schedule."""
    children = _children(reading, block, following) or _details(reading, block, following)
    return schedule.read_line(reading, block, depth_of(block), children)


def _details(reading: Reading, block: Block, following: Block | None) -> bool:
    """Tell whether a list without times stands right below a line outside lists."""
    if following is None or block.kind in LISTS or following.kind not in LISTS:
        return False
    between = reading.text[block.span.end : following.span.start]
    return between.count("\n") < 2 and not reading.times(following.text)


def _continued(reading: Reading, block: Block, following: Block | None) -> bool:
    """Read the amounts of a list item on an indented line below it."""
    item = reading.last_item
    if block.kind is not BlockKind.PARAGRAPH or not block.level or item is None:
        return False
    below = LIST_DEPTH <= item.depth < LIST_DEPTH + block.level
    if not below or schedule.starts_with_time(reading, block) or _begins_another(reading, block):
        return False
    found = amounts_in(reading, block.text)
    item.spans.append(block.span)
    if found and not SENTENCE.search(reading.string(block.text)):
        item.amounts += found
    else:
        reading.leave(block.span, "prose")
    return True


def _begins_another(reading: Reading, block: Block) -> bool:
    """Tell whether an indented line names another thing, or what holds things: `Name: Soup`, `Lunch: …`."""
    if block.label is None:
        return False
    named = reading.wording.named(reading.string(block.label))
    holds = named is not None and named.rank not in ("", *reading.wording.item_ranks)
    return holds or only_numbers(reading, block.label)


def _listed(reading: Reading, block: Block, following: Block | None) -> bool:
    """Read a list item as a part of the container it stands in."""
    if block.kind not in LISTS:
        return False
    if _is_goal(reading, block):
        found = amounts_in(reading, block.text)
        reading.claim(
            reading.plan, claimed(found), block.span, reading.per(reading.string(block.text))
        )
        return True
    reading.close_lists(depth_of(block))
    item = item_of(reading, block.text, depth_of(block), block)
    if reading.top.section == "rest" and reading.top.rank and not item.amounts:
        reading.leave(block.span, "rest")
        return True
    reading.top.add(item)
    reading.last_item = item
    return True


def _is_goal(reading: Reading, block: Block) -> bool:
    """Tell whether a list item only gives a limit: `Aim for at least 900 pages`."""
    first, _, _ = reading.string(block.text).partition(" ")
    if stands_among(reading, block) or not reading.wording.role(fold(first), "claim"):
        return False
    given = [m for m in reading.quantities(block.text) if m.unit is not None]
    return bool(given) and all(m.bound for m in given)


def _prose(reading: Reading, block: Block, following: Block | None) -> bool:
    """Read a plain line as an item when it stands in a container and is no sentence."""
    text = reading.string(block.text)
    found = amounts_in(reading, block.text)
    top = reading.top
    nested = block.level and top.depth == LIST_DEPTH + block.level - 1
    named = block.label is not None or names_something(reading, text)
    named = named and top.depth == NAMED_DEPTH
    alike = top.depth == depth_of(block) or (named and _stands_beside_ranked(reading, top))
    headed_plainly = block.kind is BlockKind.PARAGRAPH and (alike or nested)
    holder = reading.ranked() or (top if headed_plainly and not top.section else None)
    plain = len(text.split()) <= _MAX_ITEM_WORDS and not _is_told(reading, text)
    numbered = block.label is not None and only_numbers(reading, block.label)
    headed = (
        holder is not None and plain and not found and _heads_amounts(reading, block, following)
    )
    if found and _is_pace(reading, text):
        reading.claim(reading.top, claimed(found), block.span, reading.wording.item_rank)
        return True
    kind = holder is not None and _kind_told(reading, block)
    told = numbered or headed or (holder is not None and found and plain) or kind
    if told and block.kind is not BlockKind.QUOTE:
        reading.close_lists(LIST_DEPTH + block.level)
        if block.label is not None and block.rest is not None:
            while reading.top.whole and reading.top.depth >= depth_of(block):
                reading.stack.pop()
        item = item_of(reading, kind or block.text, LIST_DEPTH + block.level, block)
        item.measured = headed
        reading.top.add(item)
        reading.last_item = item
        return True
    if found and holder is None and _tells_of_section(reading, block):
        reading.top.amounts += [as_origin(amount, Origin.STATED) for amount in found]
        reading.top.spans.append(block.span)
        return True
    first = fold(text.partition(" ")[0])
    repeats = not found and top.parts and first in reading.wording.roles.get("repeat", ())
    elsewhere = found and again.names_by_number(reading, text)
    if repeats or (not elsewhere and again.tells_to_repeat(reading, text)):
        reading.repeats.append((top, block.span))
    elif (
        top is not reading.plan and not (found and top.parts) and again.refers(reading, block.text)
    ):
        reading.references.append((top, block.text))
    if found:
        per = reading.per(text)
        whole = holder if holder is not None and not per else reading.plan
        reading.claim(whole, claimed(found), block.span, per)
        if holder is None and plain and _names_amounts(reading, block):
            reading.named_lines.append((reading.top, block))
    else:
        _doubt_title(reading, block, text)
        reading.leave(block.span, "prose")
    return True


def _stands_beside_ranked(reading: Reading, top: Draft) -> bool:
    """Tell whether a heading of no rank stands among some that are, with plain lines below them.

    One that names a measure or a total says again what they hold: `**Weekly volume**`.
    """
    before = top.parent.parts[-4:] if top.parent is not None else ()
    if not any(part.rank and part.depth == NAMED_DEPTH and part.parts for part in before):
        return False
    wording = reading.wording
    told = {w for w, measure in wording.measures.items() if measure not in wording.factors}
    told -= wording.roles.get("rest", frozenset())
    known = told.union(*(wording.roles.get(name, ()) for name in _SAID_AGAIN))
    return known.isdisjoint(fold(word) for word in top.label.split())


def _names_amounts(reading: Reading, block: Block) -> bool:
    """Tell whether a line is a name and amounts of it: `Rent: €900`, not `Total: …`, `Time: …`."""
    if block.label is None or block.rest is None:
        return False
    if block.kind is BlockKind.HEADING or reading.top.section:
        return False
    wording, label = reading.wording, fold(reading.string(block.label))
    roles = ("claim", "total", "note", "rest", "breakdown", "definition")
    return (
        not any(wording.begins_with_role(label, role) for role in roles)
        and not wording.is_measure(label)
        and label not in wording.ranks
        and not names_something(reading, reading.string(block.rest))
    )


def _tells_of_section(reading: Reading, block: Block) -> bool:
    """Tell whether a line right below a heading gives its dates and amounts alone."""
    top = reading.top
    if top is reading.plan or top.section or top.parts or top.depth >= LIST_DEPTH:
        return False
    dates = reading.dates(block.text)
    joint = reading.text[dates[0].span.end : dates[-1].span.start] if dates else ""
    start = dates[-1].span.end if dates else block.text.start
    return (
        bool(dates)
        and dates[0].span.start <= block.text.start + 4
        and not any(c.isalpha() for c in joint.replace("to", ""))
        and not names_something(reading, reading.text[start : block.text.end])
    )


def _kind_told(reading: Reading, block: Block) -> Span | None:
    """Return the first sentence behind a kind of item, which gives its amounts: `Drive: 2 h. …`."""
    if block.label is None or block.kind is BlockKind.QUOTE:
        return None
    label, text = fold(reading.string(block.label)), reading.string(block.text)
    known = reading.wording.ranks.get(label) in reading.wording.item_ranks
    end = SENTENCE.search(text) if known or label in reading.wording.categories else None
    said = Span(block.text.start, block.text.start + end.end()) if end is not None else None
    return said if said is not None and reading.measured(said) else None


def _is_pace(reading: Reading, text: str) -> bool:
    """Tell whether a line only says how long each exercise and the rest behind it last."""
    roles = reading.wording.roles
    if not roles.get("pace"):
        return False
    known = (
        reading.wording.measures,
        reading.wording.lexicon.units,
        *(roles.get(r, ()) for r in _PACE),
    )
    words = [fold(word) for word in _LETTERS.findall(text)]
    return not roles["pace"].isdisjoint(words) and all(
        any(word in names for names in known) for word in words
    )


def _heads_amounts(reading: Reading, block: Block, following: Block | None) -> bool:
    """Tell whether a plain line of nothing but amounts follows: `Sets: 4 | Reps: 6`, `300 kcal`."""
    if following is None or following.kind is not BlockKind.PARAGRAPH:
        return False
    if following.label is None:
        short = len(reading.string(block.text).split()) <= _SENTENCE_WORDS
        if not short or not _is_below(reading, block.span, following):
            return False
    elif not reading.wording.is_measure(fold(reading.string(following.label))):
        return False
    return only_amounts(reading, following.text, amounts_in(reading, following.text)) and bool(
        reading.quantities(following.text)
    )


def _is_told(reading: Reading, text: str) -> bool:
    """Tell whether a plain line is a sentence about the plan: by its end, or by its words."""
    broken = (reading.wording.is_measure(fold(m[1])) for m in _LABELLED_AFTER.finditer(text))
    if SENTENCE.search(text) and not any(broken):
        return True
    words = text.casefold().split()
    ended = text.rstrip(" *_").endswith((".", "!", "?"))
    telling = reading.wording.roles.get("sentence", ())
    return ended and len(words) >= _SENTENCE_WORDS and any(word in telling for word in words)


def _doubt_title(reading: Reading, block: Block, text: str) -> None:
    """Doubt that the words behind a label are all there is: sentences below may name more."""
    holder = reading.top
    if holder.rank and holder.whole and len(holder.parts) == 1 and SENTENCE.search(text):
        count = len(text.split())
        reading.doubt(holder.parts[0], Doubt("passage", block.text, (), count=count))


ROLES: tuple[Callable[[Reading, Block, Block | None], bool], ...] = (
    read_element,
    _silent,
    _code,
    _share,
    read_remainder,
    read_total,
    _conclusion,
    _continued,
    _heads_line,
    _container,
    _timed,
    _property,
    _amounts_alone,
    _note,
    read_name,
    _scheduled,
    _listed,
    _prose,
)
"""What a line may be, in the order in which it is tried."""
