"""Lines that are parts of the container they stand in: list items, blocks of a schedule, plain lines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from evalspec.core.quantity import EXACT, exactly
from evalspec.core.regex import regex
from evalspec.core.span import Span, column_at, line_at
from evalspec.document import named_lines, optional, references, schedule
from evalspec.document.blocks import (
    HEADS,
    LIST_DEPTH,
    LISTS,
    NAMED_DEPTH,
    TABLES,
    Block,
    BlockKind,
    depth_of,
)
from evalspec.document.facts import Amount, Doubt, EntryKind
from evalspec.document.item_names import only_numbers
from evalspec.document.lines import SENTENCE, block_of, column_of, item_of
from evalspec.document.listed_alike import stands_among
from evalspec.document.own_amounts import (
    amounts_in,
    claimed,
    names_something,
    only_amounts,
    without_limits,
    without_qualifiers,
)
from evalspec.document.plain import ARROW
from evalspec.document.reading import Reading
from evalspec.document.roles.nesting import SENTENCE_WORDS, heads_amounts, is_below, nests_following
from evalspec.document.tree import Draft, carried
from evalspec.vocabulary.fold import fold

_LABELLED_AFTER = regex(r"[.!?]\s+([A-Za-z][A-Za-z ]{1,30}):\s")
"""A measure behind a full stop: `Squat: 5 sets, 80 kg. Tonnage: 400 kg`."""
_MAX_ITEM_WORDS = 40
_NAME_WORDS = 8
"""A name of more words, `Finish with the seated leg curl`, is a sentence."""
_ASIDES = regex(r"\([^()]*\)")
_ASIDE_BEHIND = regex(r"\([^()\d]*\)\s*$")
"""A remark in brackets: `Rent: €900 (estimate)`."""
_STOP = regex(r"(?<=[\w)\]])[.!;]\s+(?=[A-Z])")
_THEN = regex(rf"\s*(?:{ARROW})\s*(?=[^\W\d_])")
"""What parts things that are done one after the other."""
_REMARK = regex(r"(\([^()]*\d[^()]*\))\s[–—-]\s[^()]*$")
_IN_BRACKETS = regex(r"^[\s*_]*\(([^():]*[.!?])\)[\s*_]*$")
"""A sentence in brackets of its own: `(3 x 8 means 3 sets of 8 reps.)`."""
_LETTERS = regex(r"[^\W\d_]+")
_THING = regex(r"[\s*_~≈]*(?:\d|an?\b|the\b|some\b)", re.IGNORECASE)
_MORE = regex(
    r"\b(?:more|less|fewer|extra|heavier|longer|faster|increase|raise|reduce)\b", re.IGNORECASE
)
_NUMBER = regex(r"[ \t>#*_]*(\d{1,2})[.)][ \t]")
_FOR_ALL = regex(r"(?:,|\s[–—-]|\s\()\s*(\w+)(?:\s\w+)?\s(\w+)\)?[\s.*_]*$")
"""`5 km easy, all three weeks`."""
_EACH = 3
"""Words at the end of a label among which one says that each is meant: `before each training session`."""
_NEAR = 3
"""Blocks before and behind among which lines are written alike."""
_NESTED = 3
"""Containers that are open in a headed list: the plan, what the heading stands in, the list."""
_SAID_AGAIN = ("total", "stated", "period", "claim")


def read_scheduled(reading: Reading, block: Block, following: Block | None) -> bool:
    """Read a line with a clock time as a block of a schedule."""
    children = nests_following(reading, block, following) or _details(reading, block, following)
    item = _untimed_above(reading, block, following)
    if item is not None:
        schedule.take_times(reading, item, block.text)
        item.amounts += amounts_in(reading, block.text)
        item.spans.append(block.span)
        return True
    return schedule.read_line(reading, block, depth_of(block), children)


def _untimed_above(reading: Reading, block: Block, following: Block | None) -> Draft | None:
    """Return the thing right above a line that only tells when it is, and how long, or goes on about it."""
    item, time = reading.last_item, schedule.starts_with_time(reading, block)
    if item is None or time is None or block.kind in LISTS or item.starts or item.parts:
        return None
    above = item.parent is not None and item.parent.kind is not EntryKind.BLOCK
    joined = reading.text.count("\n", item.spans[-1].end, block.span.start) < 2
    rest = Span(time.span.end, block.text.end)
    told = only_amounts(reading, rest, amounts_in(reading, rest))
    if not told and block.level > 0 and item.depth == LIST_DEPTH + block.level - 1:
        several = following is not None and following.kind not in LISTS and (
            schedule.starts_with_time(reading, following) is not None
        )  # fmt: skip
        told = not several and schedule.only_details(reading, item, rest)
    return item if above and joined and told else None


def _details(reading: Reading, block: Block, following: Block | None) -> bool:
    """Tell whether a list without times stands right below a plain line, or below one by itself."""
    if following is None or block.kind in LISTS or following.kind not in LISTS:
        return False
    if column_of(reading, following) < column_of(reading, block):
        return False
    between = reading.text[block.span.end : following.span.start]
    before = reading.blocks[reading.at - 1].span.end if reading.at else 0
    alone = not reading.at or reading.text.count("\n", before, block.span.start) > 1
    return (alone or between.count("\n") < 2) and not reading.times(following.text)


def read_continued(reading: Reading, block: Block, following: Block | None) -> bool:
    """Read the amounts of a list item on an indented line below it."""
    item = reading.last_item
    if block.kind is not BlockKind.PARAGRAPH or not block.level or item is None:
        return False
    below = LIST_DEPTH <= item.depth < LIST_DEPTH + block.level
    if not below or schedule.starts_with_time(reading, block) or _begins_another(reading, block):
        return False
    found = amounts_in(reading, block.text)
    item.spans.append(block.span)
    found = _without_details(reading, item, found)
    if found and not SENTENCE.search(reading.string(block.text)):
        item.amounts = [*without_limits(reading, item.amounts, found), *found]
    else:
        reading.leave(block.span, "prose")
    return True


def _without_details(reading: Reading, item: Draft, found: list[Amount]) -> list[Amount]:
    """Leave out what the pieces of a thing come to that tells it: `2. Report – 20 min`, `Figures (10 min)`.

    Pieces of a length need not be all of it.
    """
    kept = list(found)
    for own in [a for a in item.amounts if not a.qualifier]:
        pieces = [
            a for a in kept if (a.measure, a.unit.dimension) == (own.measure, own.unit.dimension)
        ]
        pieces = [a for a in pieces if not a.qualifier]
        values = [a.value.scaled(EXACT.divide(a.unit.factor, own.unit.factor)) for a in pieces]
        more = sum(values[1:], values[0]) - own.value if values else exactly(1)
        within = own.measure == reading.wording.lexicon.time_measure
        if more == exactly(0) or (within and more.high is not None and more.high <= 0):
            for piece in pieces:
                reading.leave(piece.span, "duplicate")
            kept = [a for a in kept if a not in pieces]
    return kept


def _begins_another(reading: Reading, block: Block) -> bool:
    """Tell whether an indented line names another thing, or what holds things: `Name: Soup`, `Lunch: …`."""
    if block.label is None:
        return False
    named = reading.wording.named(reading.string(block.label))
    holds = named is not None and named.rank not in ("", *reading.wording.item_ranks)
    return holds or only_numbers(reading, block.label)


def read_each(reading: Reading, block: Block, following: Block | None) -> bool:
    """Read what is done every time: `Every Thursday: 1 km jog`, `After each session: 5 min stretching`."""
    if block.label is None or block.rest is None or reading.section():
        return _is_told_for_each(reading, block)
    wording, words = reading.wording, fold(reading.string(block.label)).split()
    each = wording.roles["every"].intersection(words[-_EACH:])
    told = reading.string(block.rest)
    first = fold(told.partition(" ")[0])
    if not each or "block" in wording.item_ranks or wording.role(first, "claim"):
        return False
    rank = wording.ranks.get(words[-1], "")
    weekdays = any(date.weekdays for date in reading.dates(block.label))
    found = amounts_in(reading, block.rest)
    if not found or not (weekdays or rank not in ("", *wording.item_ranks)):
        return False
    if not _names_more(
        reading, block.rest, found
    ):  # what each comes to: `Each day: about 700 kcal`
        if rank:
            reading.claim(reading.plan, claimed(found), block.span, rank)
        return bool(rank)
    beside = words[0] in ("before", "after")  # else `add 2.5 kg to the bar` tells how to go on
    if _MORE.search(told) or not (beside or _THING.match(told) or first in wording.lexicon.numbers):
        return False
    reading.close_lists(depth_of(block))
    item = item_of(reading, block.rest, LIST_DEPTH + block.level)
    reading.put(item)
    reading.for_each.append((item, block.label))
    return True


def _is_told_for_each(reading: Reading, block: Block) -> bool:
    """Read `5 km easy, all three weeks` below a Thursday: what is done on it in each of them."""
    wording, top = reading.wording, reading.top
    said = _FOR_ALL.search(reading.text, block.text.start, block.text.end)
    if said is None or block.kind not in LISTS or "block" in wording.item_ranks:
        return False
    rank = wording.ranks.get(fold(said[2]), "")
    larger = bool(rank) and 0 < wording.level[rank] < top.level
    if not larger or said[1].lower() not in wording.roles["every"] or top.section:
        return False
    reading.close_lists(depth_of(block))
    item = item_of(reading, Span(block.text.start, said.start()), LIST_DEPTH + block.level)
    reading.put(item)
    reading.for_each.append((item, Span(*said.span(2))))
    return True


def _names_more(reading: Reading, span: Span, found: Sequence[Amount]) -> bool:
    """Tell whether more than amounts is told, and how many parts: `2 exercises, exactly 30 minutes`."""
    starts = [span.start, *(amount.span.end for amount in found)]
    ends = [*(amount.span.start for amount in found), span.end]
    said = " ".join(reading.text[a:b] for a, b in zip(starts, ends, strict=True))
    told = [w for w in _LETTERS.findall(said) if fold(w) not in reading.wording.ranks]
    return names_something(reading, " ".join(told))


def read_listed(reading: Reading, block: Block, following: Block | None) -> bool:
    """Read a list item as a part of the container it stands in."""
    if block.kind not in LISTS:
        return False
    if _is_goal(reading, block):
        found = amounts_in(reading, block.text)
        reading.claim(
            reading.plan, claimed(found), block.span, reading.per(reading.string(block.text))
        )
        return True
    if reading.section() == "total" and (found := amounts_in(reading, block.text)):
        reading.claim(reading.ranked() or reading.plan, claimed(found), block.span)
        return True  # `Study: paid €2,646, worth €1,520` below `Totals`
    if reading.section() == "total" and _counts_ranked(reading, block):
        reading.leave(block.span, "claim")
        return True
    reading.close_lists(depth_of(block))
    if _is_cue(reading, block):
        reading.leave(block.span, "note")
        return True
    if _goes_on_from_heading(reading, block):
        reading.stack.pop()
    item = item_of(reading, block.text, depth_of(block), block)
    if reading.top.section == "rest" and reading.top.rank and not item.amounts:
        reading.leave(block.span, "rest")
        return True
    above = reading.last_item
    if above is not None and above.spans[1:] and above.parent is reading.top and (
        LIST_DEPTH <= above.depth < item.depth or _is_further_in(reading, block, above)
    ):  # fmt: skip
        above.add(item)  # `- Castle`, `  €12`, `  - Take your time`
        return True
    reading.put(item)
    return True


def _is_cue(reading: Reading, block: Block) -> bool:
    """Tell whether a line below a part only says how it is done: `Stop when your grip fails`."""
    first = fold(reading.string(block.text).partition(" ")[0])
    told = reading.wording.role(first, "cue") and bool(reading.top.parts)
    return told and not (reading.quantities(block.text) or reading.times(block.text))


def _counts_ranked(reading: Reading, block: Block) -> bool:
    """Tell whether a line says how many containers or things there are: `Sessions: 2`."""
    label = fold(reading.string(block.label)) if block.label is not None else ""
    return label.removeprefix("total ") in reading.wording.ranks


def _goes_on_from_heading(reading: Reading, block: Block) -> bool:
    """Tell whether a line goes on with numbered headings: `**2. Circuit**`, then `**3. Stretch:** 5 min`."""
    top, number = reading.top, _number_of(reading, block.span)
    headed = 0 < top.depth < LIST_DEPTH and bool(top.parts) and number > 1
    before = headed and _number_of(reading, top.spans[0]) == number - 1
    return before and not _number_of(reading, top.parts[-1].spans[0])


def _number_of(reading: Reading, line: Span) -> int:
    """Return the number that a line begins with, 0 for none."""
    found = _NUMBER.match(reading.text, line_at(reading.text, line.start).start)
    return int(found[1]) if found is not None else 0


def _is_further_in(reading: Reading, block: Block, above: Draft) -> bool:
    """Tell whether a list item stands below one whose line of a time ended the list: `**2. Report**`."""
    told = above.kind is EntryKind.BLOCK and above.depth == depth_of(block)
    return told and column_of(reading, block) > column_at(reading.text, above.spans[0].start)


def _is_goal(reading: Reading, block: Block) -> bool:
    """Tell whether a list item only gives a limit: `Aim for at least 900 pages`."""
    first, _, _ = reading.string(block.text).partition(" ")
    if stands_among(reading, block) or not reading.wording.role(fold(first), "claim"):
        return False
    given = [m for m in reading.quantities(block.text) if m.unit is not None]
    return bool(given) and all(m.bound for m in given)


def read_prose(reading: Reading, block: Block, following: Block | None) -> bool:
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
    other = _is_told(reading, text) or _is_of_other_kind(reading, text, found)
    plain = (_is_short(reading, block) and not other) or (
        holder is not None and _names_each(reading, block)
    )
    numbered = _is_numbered(reading, block)
    headed = holder is not None and plain and not found and heads_amounts(reading, block, following)
    head = _label_told(reading, block)
    kind = head or (holder is not None and _kind_told(reading, block))
    told = numbered or headed or (holder is not None and found and plain) or kind
    told = told or block.text.start in reading.alike or _is_step(reading, block)
    told = told or (holder is None and _is_paid(reading, block, found))
    told = told or _is_rest_between(reading, block, found)
    told = told and not _tells_of_whole(reading, block, found)
    if told and found and reading.heads_one_thing() and not optional.heads(reading, block.text):
        known = {amount.measure for amount in reading.top.amounts}
        if known.issuperset(amount.measure for amount in found):
            for amount in found:
                doubt = Doubt("second-amount", amount.span, (), amount.measure, text, amount)
                reading.doubt(reading.top, doubt)
            return True
    elif told and reading.heads_one_thing():
        reading.stack.pop()
    if told and block.kind is not BlockKind.QUOTE:
        reading.close_lists(LIST_DEPTH + block.level)
        if block.label is not None and block.rest is not None:
            while reading.top.whole and reading.top.depth >= depth_of(block):
                reading.stack.pop()
        beside = head is not None and NAMED_DEPTH < reading.top.depth < LIST_DEPTH
        # `**Plenary (6 min)** – …` below `**Stations …:`
        if beside or _leaves_list(reading, block) or _is_beside(reading, block, found):
            reading.stack.pop()
        item = item_of(reading, kind or block.text, LIST_DEPTH + block.level, block)
        item.measured = headed
        reading.put(item)
        return True
    if found and holder is None and _tells_of_section(reading, block):
        reading.top.state(found, block.span)
        return True
    first = fold(text.partition(" ")[0])
    repeats = not found and top.parts and first in reading.wording.roles.get("repeat", ())
    repeats = repeats and reading.per(text) != "week"  # as often as there is a plan
    elsewhere = found and references.names_by_number(reading, text)
    if repeats or (not elsewhere and references.tells_to_repeat(reading, text)):
        reading.repeats.append((top, block.span))
    elif (
        top is not reading.plan
        and not (found and top.parts)
        and references.refers(reading, block.text)
    ):
        reading.references.append((top, block.text))
    elif plain and block.kind is BlockKind.PARAGRAPH and not references.refers(reading, block.text):
        reading.put_away.append((top, block))
    if found:
        per = reading.per(text)
        whole = holder if holder is not None and not per else reading.plan
        reading.claim(whole, claimed(found), block.span, per)
        told = _names_amounts(reading, block) or named_lines.is_emphasised(reading, block)
        if holder is None and plain and told:
            depth = LIST_DEPTH + block.level
            around = next(
                d for d in reversed(reading.stack) if d is reading.plan or d.depth < depth
            )
            reading.named_lines.append((around, block))
    else:
        _doubt_title(reading, block, text)
        reading.leave(block.span, "prose")
    return True


def _is_step(reading: Reading, block: Block) -> bool:
    """Tell whether a paragraph is one of the steps that its heading tells of: `Directions`.

    Of another list so are short lines right below its heading, or each other: `Ingredients`, `2 eggs`.
    """
    steps = reading.top.lists == reading.wording.item_rank != ""
    if reading.top.lists and not steps:
        line = (reading.last_item or reading.top).spans[-1]
        text = _ASIDES.sub("", reading.string(block.text))
        short = len(text.split()) <= _NAME_WORDS and not text.rstrip(" *_").endswith(
            (".", "!", ":")
        )
        return short and is_below(reading, line, block)
    plain = steps and block.kind is BlockKind.PARAGRAPH and reading.top.depth < LIST_DEPTH
    above = [b for part in reading.top.parts[-1:] if (b := block_of(reading, part)) is not None]
    listed = any(b.kind in (*LISTS, *TABLES) for b in above)
    if any(_is_numbered(reading, b) for b in above) and not _is_numbered(reading, block):
        return False  # `Step 5: Serve`, then `For six people take half as much again.`
    told = reading.string(block.text).rstrip(" *_").endswith(("!", ":"))
    return plain and not (listed or told)


def _is_numbered(reading: Reading, block: Block) -> bool:
    return block.label is not None and only_numbers(reading, block.label)


def _tells_of_whole(reading: Reading, block: Block, found: Sequence[Amount]) -> bool:
    """Tell whether a line gives nothing but what no part has: `Calories per serving: 520 kcal`.

    One of the steps may tell it too: `Divide it among 4 people`.
    """
    role = reading.wording.role
    whole = [amount for amount in found if role(fold(amount.measure), "of the whole")]
    if block.label is None or block.rest is None or whole[:1] != list(found[:1]):
        return bool(whole) and whole == list(found) and not reading.top.lists
    label = fold(_ASIDES.sub("", reading.string(block.label)))
    stated = bool(whole) and role(label, "stated")
    return stated or (bool(whole) and only_amounts(reading, block.rest, found))


def _leaves_list(reading: Reading, block: Block) -> bool:
    """Tell whether a plain line below a headed list goes on with the plain lines above its heading.

    `Warm-up – 8 min`, then `**Circuit**` with its list, then `Stretching – 6 min`; or is a line like
    that heading: `*Circuit – 3 rounds*` with its list, then `*Rest: 5 min*` or `*Rest* – 5 min`; or
    the list stood further in.
    """
    if len(reading.stack) < _NESTED and not named_lines.is_emphasised(reading, block):
        return False
    if block.kind in HEADS and reading.top.parts and depth_of(block) <= reading.top.depth:
        return references.rounds_of(reading, reading.top) is not None
    if block.kind is not BlockKind.PARAGRAPH:
        return False
    listed = reading.at > 0 and reading.blocks[reading.at - 1].kind in LISTS
    mark = reading.emphasis(block.span.start)
    if listed and mark and mark == reading.emphasis(reading.top.spans[0].start):
        ends = reading.string(block.span).rstrip().endswith(mark)
        return ends or named_lines.is_emphasised(reading, block)
    if listed and column_of(reading, reading.blocks[reading.at - 1]) > column_of(reading, block):
        head = column_at(reading.text, reading.top.spans[0].start)
        return head == column_of(reading, block)
    outer = reading.stack[-2]
    first = outer.parts[0] if outer.parts else reading.top
    return listed and first is not reading.top and first.depth == depth_of(block)


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


def _is_rest_between(reading: Reading, block: Block, found: Sequence[Amount]) -> bool:
    """Tell whether a line behind a list only says how long one rests between rounds of it."""
    first = fold(reading.string(block.text).strip("*_ ").partition(" ")[0])
    rested = len(found) == 1 and found[0].between_sets and reading.wording.role(first, "rest")
    return bool(rested) and reading.top is not reading.plan and bool(reading.top.parts)


def _is_paid(reading: Reading, block: Block, found: Sequence[Amount]) -> bool:
    """Tell whether a line above all parts names a known thing with its price: `**Hotel:** Sol, €90`."""
    if block.label is None or block.rest is None or reading.top.section:
        return False
    label = fold(reading.string(block.label))
    known = label in reading.wording.categories and not reading.wording.is_about_others(label)
    return known and any(amount.unit.dimension.startswith("currency:") for amount in found)


def _names_amounts(reading: Reading, block: Block) -> bool:
    """Tell whether a line is a name and amounts of it: `Rent: €900`, not `Total: …`, `Time: …`."""
    if block.label is None or block.rest is None:
        return False
    if block.kind is BlockKind.HEADING or reading.top.section:
        return False
    wording, label = reading.wording, fold(reading.string(block.label))
    found = reading.quantities(block.rest)
    said = without_qualifiers(reading.string(block.rest), block.rest, found)
    said = _ASIDE_BEHIND.sub("", said)
    return (
        not wording.is_about_others(label)
        and not wording.is_measure(label)
        and label not in wording.ranks
        and not names_something(reading, said)
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


def _label_told(reading: Reading, block: Block) -> Span | None:
    """Return a bold label with an amount, before remarks on it: `**Starter (5 min)** – Pupils look at …`.

    Another line beside it is written so.
    """
    if not _amount_in_label(reading, block) or reading.top.section or block.label is None:
        return None
    if reading.ranked() is not None and not _is_told(reading, reading.string(block.text)):
        return None
    near = reading.blocks[max(0, reading.at - _NEAR) : reading.at + _NEAR + 1]
    alike = sum(_amount_in_label(reading, other) for other in near) > 1
    return block.label if alike else None


def _amount_in_label(reading: Reading, block: Block) -> bool:
    """Tell whether a plain line begins with a bold name and its amount: `**Starter (5 min)** – …`."""
    if block.kind not in (BlockKind.PARAGRAPH, BlockKind.LABEL_LINE):
        return False
    if block.label is None or block.rest is None:
        return False
    label = reading.string(block.label)
    head = fold(label.partition("(")[0])
    known = reading.wording.is_about_others(head)
    bold = reading.text.startswith("**", block.text.start)
    named = bold and not known and names_something(reading, label)
    return named and bool(amounts_in(reading, block.label))


def _kind_told(reading: Reading, block: Block) -> Span | None:
    """Return the first sentence behind a kind of item, which gives its amounts: `Drive: 2 h. …`."""
    if block.label is None or block.kind is BlockKind.QUOTE:
        return None
    label, text = fold(reading.string(block.label)), reading.string(block.text)
    known = reading.wording.ranks.get(label) in reading.wording.item_ranks
    known = known or label in reading.wording.categories
    end = SENTENCE.search(text)
    told = Span(block.text.start, block.text.start + end.end()) if end is not None else block.text
    counted = {a.measure for a in amounts_in(reading, told)}.intersection(reading.wording.factors)
    end = (
        end if known or (len(counted) > 1 and _is_told(reading, text)) else None
    )  # `Squat: 3 sets of 10 reps. Go slowly.`
    said = Span(block.text.start, block.text.start + end.end()) if end is not None else None
    return said if said is not None and reading.measured(said) else None


def _is_beside(reading: Reading, block: Block, found: Sequence[Amount]) -> bool:
    """Tell whether a bold line tells what the heading above does: `**Squat** (3 sets)`, then its sets."""
    top = reading.top
    alike = block.kind is BlockKind.BOLD_LINE and not top.rank and top.depth == depth_of(block)
    told = {amount.measure for amount in found}
    return alike and bool(told) and told <= {amount.measure for amount in top.amounts}


def _is_short(reading: Reading, block: Block) -> bool:
    """Tell whether a line has few words, or each of its sentences has few and tells an amount."""
    if _few_words(reading, block.text):
        return True
    said = (_sentences(reading, block), _cut(reading, block, _THEN))
    return any(
        all(_few_words(reading, span) and reading.quantities(span) for span in spans)
        for spans in said
    )


def _few_words(reading: Reading, span: Span) -> bool:
    return len(_ASIDES.sub(" ", reading.string(span)).split()) <= _MAX_ITEM_WORDS


def _names_each(reading: Reading, block: Block) -> bool:
    """Tell whether each of several sentences is a name with amounts: `Do dips: 3 x 8. Then rows: 3 x 5.`"""
    said = _sentences(reading, block)
    return len(said) > 1 and all(_is_labelled(reading, span) for span in said)


def _is_labelled(reading: Reading, span: Span) -> bool:
    """Tell whether an amount stands right behind the colon of a name that is no measure."""
    name, colon, _ = reading.string(span).partition(": ")
    at = span.start + len(name) + len(colon)
    found, words = reading.quantities(span), [fold(word) for word in name.split()]
    if not colon or not found or found[0].span.start < at or not 0 < len(words) <= _NAME_WORDS:
        return False
    if _LETTERS.search(reading.text, at, found[0].span.start):
        return False
    said = reading.wording.is_about_others(fold(name))
    return not said and not any(word in reading.wording.measures for word in words)


def _sentences(reading: Reading, block: Block) -> list[Span]:
    """Return the sentences of a line."""
    return _cut(reading, block, _STOP)


def _cut(reading: Reading, block: Block, mark: re.Pattern[str]) -> list[Span]:
    """Return the parts of a line that end with a mark."""
    text, start = reading.string(block.text), block.text.start
    ends = [start + stop.end() for stop in mark.finditer(text)]
    return [Span(a, b) for a, b in pairwise([start, *ends, block.text.end]) if a < b]


def _is_told(reading: Reading, text: str) -> bool:
    """Tell whether a plain line is a sentence about the plan: by its end, or by its words.

    What is remarked behind amounts in brackets is none: `Castle (€9) – a favourite!`.
    """
    text = _REMARK.sub(r"\1", _IN_BRACKETS.sub(r"\1", text))
    broken = (reading.wording.is_measure(fold(m[1])) for m in _LABELLED_AFTER.finditer(text))
    if SENTENCE.search(text) and not any(broken):
        return True
    words = text.casefold().split()
    ended = text.rstrip(" *_").endswith((".", "!", "?"))
    telling = reading.wording.roles.get("sentence", ())
    return ended and len(words) >= SENTENCE_WORDS and any(word in telling for word in words)


def _is_of_other_kind(reading: Reading, text: str, found: list[Amount]) -> bool:
    """Tell whether a sentence measures what no thing above it does: `Cut loads by 20 % in week five.`"""
    ended = text.rstrip(" *_").endswith((".", "!")) and len(text.split()) >= SENTENCE_WORDS
    known = carried(reading.top.parts) if ended else set()
    return bool(found and known) and known.isdisjoint(amount.measure for amount in found)


def _doubt_title(reading: Reading, block: Block, text: str) -> None:
    """Doubt that the words behind a label are all there is: sentences below may name more.

    What is called out to the reader names nothing: `Good luck, and keep water at hand!`.
    """
    holder = reading.top
    single = holder.rank and holder.whole and len(holder.parts) == 1
    if single and SENTENCE.search(text) and not text.rstrip(" *_").endswith("!"):
        count = len(text.split())
        reading.doubt(holder.parts[0], Doubt("passage", block.text, (), count=count))
