"""Items when the outline stands: list items with details, and several things in one line."""

from __future__ import annotations

from collections.abc import Sequence

from evalspec.core.regex import regex
from evalspec.document import optional, references
from evalspec.document.blocks import LIST_DEPTH, NAMED_DEPTH
from evalspec.document.components import is_side, without_sides
from evalspec.document.facts import EntryKind, Origin, come_to
from evalspec.document.lines import is_detail
from evalspec.document.list_items import Lists, settle_list_item
from evalspec.document.own_amounts import as_origin
from evalspec.document.ranks import is_numbered, walk
from evalspec.document.reading import Reading
from evalspec.document.rests import (
    as_rest,
    is_rest,
    names_others,
    rest_between,
    rests_so_long,
    take_rest,
)
from evalspec.document.sets import hold_sets, lists_sets, part_sets, sets_open, settle_sets
from evalspec.document.things_of_lines import multiply, take_apart
from evalspec.document.told_of_each import by_rounds, by_turns, repeat, share_out
from evalspec.document.tree import Draft, only_lasts
from evalspec.vocabulary.fold import fold

_PIECES = ("block", "item")
"""Ranks of what a heading that only tells a length may be."""
_PLUS = regex(r"\s*\+\s")
"""What parts things that are done one after the other."""


def settle(reading: Reading) -> None:
    """Decide what list items with lines below are, and take lines with several things apart."""
    details: dict[int, Draft] = {}
    lists = Lists(reading)
    if not reading.wording.item_ranks.isdisjoint(_PIECES):
        for holder in (reading.plan, *walk(reading.plan)):
            _settle_phases(holder)
    for holder in (reading.plan, *walk(reading.plan)):
        _settle_told(reading, holder)
    _settle_leaves(reading.plan)
    for draft in list(walk(reading.plan)):
        _settle_leaves(draft)
        if draft.rank and draft.kind is EntryKind.CONTAINER and _only_rests(reading, draft):
            draft.kind = EntryKind.REST
            draft.parts = []
        if draft.measured and draft.kind is EntryKind.CONTAINER and not draft.parts:
            _make_items([draft])
        if _is_step(reading, draft):
            draft.kind = EntryKind.ITEM
        empty = draft.kind is EntryKind.CONTAINER and not draft.parts and not draft.amounts
        if empty and draft.parent is not None and is_detail(reading, draft):
            details[id(draft)] = draft.parent
            continue
        _rank_by_amount(reading, draft)
        hold_sets(reading, draft)
        listed = draft.depth >= LIST_DEPTH or (draft.depth == NAMED_DEPTH and not draft.section)
        listed = listed or lists_sets(reading, draft)
        if listed and (draft.kind is EntryKind.ITEM or not draft.rank):
            settle_sets(reading, draft)
        aside = draft.section in ("note", "claim")
        inner = draft.kind is EntryKind.CONTAINER and not (draft.rank or aside)
        if inner and draft.depth >= LIST_DEPTH:
            settle_list_item(reading, draft, lists)
        if draft.kind is EntryKind.ITEM and draft.parts:
            _settle_rest(reading, draft)
        if draft.kind is EntryKind.ITEM and not draft.parts and (
            is_rest(reading, fold(draft.label)) or rests_so_long(reading, draft)
        ):  # fmt: skip
            take_rest(reading, draft)  # its length stands on lines below it
        if draft.kind in (EntryKind.ITEM, EntryKind.REST) and draft.parent is not None:
            draft.optional = draft.optional or draft.parent.optional
        if draft.kind in (EntryKind.ITEM, EntryKind.BLOCK):
            optional.take(reading, draft)
        if draft.parts and draft.amounts:
            _add_up(reading, draft)
        if draft.kind in (EntryKind.ITEM, EntryKind.BLOCK):
            apart = take_apart(reading, draft) if draft.amounts else []
            multiply(reading, draft, apart)
        if draft.kind is EntryKind.ITEM and not draft.parts:
            part_sets(reading, draft)
    repeat(reading)
    told = references.said_of_rounds(reading)
    drafts = (reading.plan, *walk(reading.plan))
    for draft in drafts:
        if draft.kind is EntryKind.CONTAINER:
            _settle_rest(reading, draft)
            rest_between(reading, draft)
        share_out(reading, draft)
    for draft in drafts:
        by_turns(reading, draft)
        by_rounds(reading, draft, told)
        sets_open(reading, draft)
    for holder in {id(holder): holder for holder in details.values()}.values():
        holder.parts[:] = [part for part in holder.parts if id(part) not in details]


def _add_up(reading: Reading, draft: Draft) -> None:
    """Make what a line tells the first of the things that lines behind a plus add to it.

    Where those come to what it tells, they are what it is made of.
    """
    own = [a for a in draft.amounts if draft.spans[0].covers(a.span)]
    parts = [part for part in draft.parts if part.amounts]
    if (
        not parts
        or not own
        or not all(_PLUS.match(reading.text, _line_start(reading, p)) for p in parts)
    ):
        return
    below = [amount for part in parts for amount in part.amounts]
    told = [a for a in own if any(b.measure == a.measure for b in below)]
    if not told or any(
        come_to(below, [amount]) for amount in told if not is_side(amount, reading.wording)
    ):
        return
    first = Draft(EntryKind.ITEM, draft.label, draft.span, depth=draft.depth + 1)
    first.amounts, first.spans, first.parent = (
        [as_origin(a, Origin.ITEM) for a in own],
        draft.spans[:1],
        draft,
    )
    first.names = list(draft.names)
    draft.amounts = [amount for amount in draft.amounts if amount not in own]
    draft.parts.insert(0, first)


def _line_start(reading: Reading, part: Draft) -> int:
    return reading.text.rfind("\n", 0, part.spans[0].start) + 1


def _is_step(reading: Reading, draft: Draft) -> bool:
    """Tell whether a numbered heading is a step itself: `**2. First rise**` below `Method`."""
    headed = draft.kind is EntryKind.CONTAINER and 0 < draft.depth < LIST_DEPTH and not draft.rank
    if not headed or not draft.ordinal or draft.lists != reading.wording.item_rank:
        return False
    if not draft.names or reading.wording.rank_below(draft.names[0], counted=True):
        return False
    return bool(draft.parts) and not any(is_numbered(reading, part) for part in draft.parts)


def _make_items(drafts: Sequence[Draft]) -> None:
    """Let containers be items, which have the amounts that were stated of them."""
    for draft in drafts:
        draft.kind = EntryKind.ITEM
        draft.amounts = [as_origin(amount, Origin.ITEM) for amount in draft.amounts]


def _settle_leaves(holder: Draft) -> None:
    """Make headings with amounts and nothing but remarks below the items of what holds them."""
    leaves = holder.parts if holder.kind in (EntryKind.PLAN, EntryKind.CONTAINER) else []
    told = all(holder.rank or _tells_itself(part) for part in leaves)
    if len(leaves) > 1 and told and all(_is_leaf(part) for part in leaves):
        _make_items(leaves)


def _is_leaf(draft: Draft) -> bool:
    """Tell whether a heading of no rank gives amounts of its own and holds nothing."""
    plain = draft.kind is EntryKind.CONTAINER and not (draft.rank or draft.section or draft.parts)
    return plain and bool(draft.amounts)


def _tells_itself(draft: Draft) -> bool:
    """Tell whether all amounts of a heading stand on its own line: none is of a record below."""
    return bool(draft.amounts) and all(draft.spans[0].covers(a.span) for a in draft.amounts)


def _settle_phases(holder: Draft) -> None:
    """Make headings that tell how long their part is the pieces of a plan, lines below details.

    Most of those lines tell no length of their own: `### Starter (8 min)`, `- Quiz on the board`.
    """
    phases = [part for part in holder.parts if _is_phase(part)]
    bare = [p for p in phases if not any(d.rank or d.amounts or d.starts for d in walk(p))]
    if len(phases) > 1 and len(bare) * 2 > len(phases):
        _make_items(phases)


def _is_phase(draft: Draft) -> bool:
    """Tell whether a heading gives nothing but a length, or a time, of what stands below it."""
    plain = draft.kind is EntryKind.CONTAINER and not (draft.rank or draft.section)
    timed = plain and draft.starts and not draft.amounts and draft.depth < LIST_DEPTH
    lasts = only_lasts(draft) and draft.amounts[0].origin is Origin.STATED
    return plain and bool(timed or lasts)


def _settle_told(reading: Reading, holder: Draft) -> None:
    """Make headings that each tell one amount, or how often something is done, items above nothing but cues.

    `### Bench press – 4 × 8`, `- Lower the bar slowly.`; below `### Circuit – 3 × 10` stand things.
    """
    wording = reading.wording
    told = [
        part
        for part in holder.parts
        if part.kind is EntryKind.CONTAINER and not part.section and _tells_itself(part)
        if not part.rank or part.rank in wording.item_ranks
    ]
    if len(told) > 1 and all(_is_above_cues(reading, part) for part in told):
        _make_items(told)


def _is_above_cues(reading: Reading, part: Draft) -> bool:
    """Tell whether a heading tells of itself alone: all below is rest, sentences, or stands behind labels.

    What labels stand before may be things where nothing says that the heading is one.
    """
    factors, measures = set(reading.wording.factors[:2]), {a.measure for a in part.amounts}
    done = bool(factors) and factors.issubset(measures)
    if not done and len(part.amounts) > 1:
        return False
    return all(_is_cue(reading, line, bool(done or part.rank)) for line in part.parts)


def _is_cue(reading: Reading, line: Draft, labelled: bool) -> bool:
    """Tell whether a line is rest, a sentence, or says something behind a label; of no amount."""
    if line.kind is EntryKind.REST:
        return True
    said = reading.string(line.spans[0]).rstrip(" *_")
    sentence = said.endswith((".", "!")) and ": " not in said and " " in said
    plain = not (line.amounts or line.parts or line.starts)
    return plain and (sentence or (labelled and ": " in said))


def _rank_by_amount(reading: Reading, draft: Draft) -> None:
    """Let a container be of the rank that an amount of its own tells: `Venice (2 nights)`.

    What is of a known kind itself (a hotel for two nights) is an item with details.
    """
    wording = reading.wording
    if not wording.told_by or draft.kind is not EntryKind.CONTAINER or not draft.parts:
        return
    if draft.rank or draft.section:
        return
    carried = {a.measure for a in draft.amounts}
    rank = next((r for r, told in wording.told_by.items() if carried.intersection(told)), "")
    words = [word for name in draft.names[:1] for word in (*name.split(), name)]
    if not rank or any(word in wording.categories for word in words) or _inside(draft, rank):
        return
    if not any(
        part.rank or part.parts or without_sides(part.amounts, reading.wording)
        for part in draft.parts
    ):
        return
    draft.take_rank(rank, wording.level[rank])


def _inside(draft: Draft, rank: str) -> bool:
    """Tell whether a container of a rank stands above."""
    above = draft.parent
    while above is not None and above.rank != rank:
        above = above.parent
    return above is not None


def _settle_rest(reading: Reading, draft: Draft) -> None:
    """Give items the rest that a line tells below them, or behind the one that has sets before it.

    `Rest 2-3 min, RPE 8`; `6 × 10 s hang`, then `3 min rest between hangs`.
    """
    for owner, rest in _owned_rests(reading, draft):
        told = as_rest(reading, rest)
        if told is not None and all(a.measure != told.measure for a in owner.amounts):
            owner.amounts.append(told)
            draft.parts.remove(rest)


def _owned_rests(reading: Reading, draft: Draft) -> list[tuple[Draft, Draft]]:
    """Return the lines of rest that are of one thing each; behind several it is not known of which."""
    rests = [part for part in draft.parts if part.kind is EntryKind.REST and part.amounts]
    if draft.kind is EntryKind.ITEM:
        return [(draft, rests[0])] if len(rests) == 1 else []
    found: list[tuple[Draft, Draft]] = []
    before: list[Draft] = []
    for part in draft.parts:
        if part.kind is EntryKind.ITEM:
            before.append(part)
        elif part in rests and any(a.between_sets for a in part.amounts):
            if names_others(reading, part):
                before = []
                continue
            if not _has_sets(reading, before):
                return []
            found.append((before.pop(), part))
    return found


def _has_sets(reading: Reading, items: list[Draft]) -> bool:
    """Tell whether there is one thing, and it says in how many sets it is done."""
    sets = reading.wording.factors[:1]
    return len(items) == 1 and any(a.measure in sets for a in items[0].amounts)


def _only_rests(reading: Reading, draft: Draft) -> bool:
    """Tell whether a container is a rest day: it says so, or holds nothing but rest."""
    parts = [part for part in draft.parts if part.section != "note"]
    if not parts:
        return draft.section == "rest"
    day = bool(reading.wording.calendar.get(draft.rank)) and not parts[1:]
    return all(p.kind is EntryKind.REST and (day or not p.amounts) for p in parts)
