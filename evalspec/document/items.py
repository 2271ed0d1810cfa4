"""Items when the outline stands: list items with details, and several things in one line."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from itertools import pairwise

from msgspec.structs import replace

from evalspec.core.quantity import EXACT, Interval, Unit, exactly
from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document import optional, references
from evalspec.document.blocks import LIST_DEPTH, NAMED_DEPTH
from evalspec.document.components import Component, Split, is_side, split
from evalspec.document.facts import EXTENTS, Amount, Doubt, EntryKind, Origin, Unread
from evalspec.document.line_amounts import BETWEEN, FACTOR, ONCE, usual_unit
from evalspec.document.lines import SENTENCE, is_detail
from evalspec.document.own_amounts import as_origin, come_to, names_something
from evalspec.document.plain import ARROW
from evalspec.document.ranks import is_numbered, walk
from evalspec.document.rates import adds_up, grouped
from evalspec.document.reading import Reading
from evalspec.document.rests import is_rest, rests_so_long, take_rest
from evalspec.document.sets import (
    hold_sets,
    lists_sets,
    one_set_each,
    part_sets,
    sets_open,
    settle_sets,
)
from evalspec.document.tree import Draft, only_lasts
from evalspec.vocabulary.fold import fold

_NEAR = 20
_EACH = ("each", "apiece", "ea")
_AFTER_EACH = regex(r"[ \xa0]+(?:of )?[a-z]+ (?:after|behind) (?:each|every) ([a-z]+)", re.I)
_COLON = regex(r"[*_]*\)?[*_]*:[*_]*[ \xa0]")
_BESIDES = regex(r"\bplus\b|\+|\bbetween\b|\bafter\s+(?:each|every)\b", re.IGNORECASE)
_BRACKETED = regex(r"\s*[*_]*[(\[]\s*(?:~|about\s|approx\.?\s|≈|=)?\s*")
_ARROW = regex(ARROW)
_PLUS = regex(r"\s*\+\s")
"""What parts things that are done one after the other."""
_NUMBERED = regex(r"([^\W\d_][^\W\d]*(?: [^\W\d]+)?) #?(\d{1,3}|[A-Za-z]+)\b")
"""`Hive 1`, `Hive 2 – South slope`."""
_FEWEST = 2
"""Details that an amount is told in."""
_LED = 2
"""Words before a length that say what it is of."""


def settle(reading: Reading) -> None:
    """Decide what list items with lines below are, and take lines with several things apart."""
    details: dict[int, Draft] = {}
    lists = _Lists(reading)
    if "block" in reading.wording.item_ranks:
        for holder in (reading.plan, *walk(reading.plan)):
            _settle_phases(holder)
    for draft in list(walk(reading.plan)):
        _settle_leaves(draft)
        if draft.rank and draft.kind is EntryKind.CONTAINER and _only_rests(reading, draft):
            draft.kind = EntryKind.REST
            draft.parts = []
        if draft.measured and draft.kind is EntryKind.CONTAINER and not draft.parts:
            draft.kind = EntryKind.ITEM
            draft.amounts = [as_origin(amount, Origin.ITEM) for amount in draft.amounts]
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
            _settle_list_item(reading, draft, lists)
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
            apart = _take_apart(reading, draft) if draft.amounts else []
            _multiply(reading, draft, apart)
        if draft.kind is EntryKind.ITEM and not draft.parts:
            part_sets(reading, draft)
    told = references.said_of_rounds(reading)
    drafts = (reading.plan, *walk(reading.plan))
    for draft in drafts:
        if draft.kind is EntryKind.CONTAINER:
            _settle_rest(reading, draft)
        _share_out(reading, draft)
    for draft in drafts:
        _by_rounds(reading, draft, told)
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


def _settle_leaves(holder: Draft) -> None:
    """Make headings with amounts and nothing but remarks below the items of what holds them."""
    leaves = holder.parts if holder.rank and holder.kind is EntryKind.CONTAINER else []
    if len(leaves) > 1 and all(_is_leaf(part) for part in leaves):
        for part in leaves:
            part.kind = EntryKind.ITEM
            part.amounts = [as_origin(amount, Origin.ITEM) for amount in part.amounts]


def _is_leaf(draft: Draft) -> bool:
    """Tell whether a heading of no rank gives amounts of its own and holds nothing."""
    plain = draft.kind is EntryKind.CONTAINER and not (draft.rank or draft.section or draft.parts)
    return plain and bool(draft.amounts)


def _settle_phases(holder: Draft) -> None:
    """Make headings that tell how long their part is the pieces of a schedule, lines below details.

    Most of those lines tell no length of their own: `### Starter (8 min)`, `- Quiz on the board`.
    """
    phases = [part for part in holder.parts if _is_phase(part)]
    bare = [p for p in phases if not any(d.rank or d.amounts or d.starts for d in walk(p))]
    if len(phases) > 1 and len(bare) * 2 > len(phases):
        for phase in phases:
            phase.kind = EntryKind.ITEM
            phase.amounts = [as_origin(amount, Origin.ITEM) for amount in phase.amounts]


def _is_phase(draft: Draft) -> bool:
    """Tell whether a heading gives nothing but a length of what stands below it."""
    plain = draft.kind is EntryKind.CONTAINER and not (draft.rank or draft.section)
    return plain and only_lasts(draft) and draft.amounts[0].origin is Origin.STATED


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
    if not any(part.rank or part.parts or _keys(reading, part.amounts) for part in draft.parts):
        return
    draft.take_rank(rank, wording.level[rank])


def _inside(draft: Draft, rank: str) -> bool:
    """Tell whether a container of a rank stands above."""
    above = draft.parent
    while above is not None and above.rank != rank:
        above = above.parent
    return above is not None


def _settle_rest(reading: Reading, draft: Draft) -> None:
    """Give an item the rest that a line tells below it, or behind it where it alone has sets.

    `Rest 2-3 min, RPE 8`; `6 × 10 s hang`, then `3 min rest between hangs`.
    """
    rests = [part for part in draft.parts if part.kind is EntryKind.REST and part.amounts]
    owners = [part for part in draft.parts if part.kind is EntryKind.ITEM]
    timed = [a for a in rests[0].amounts if a.unit.dimension == "time"] if len(rests) == 1 else []
    if draft.kind is EntryKind.ITEM:
        owners = [draft]
    elif not (timed and timed[0].between_sets and _has_sets(reading, owners)):
        return
    known = reading.wording.lexicon.measures
    measure = reading.wording.measures.get(fold(rests[0].label)) if timed else None
    rested = known.get(measure or (timed[0].name if timed else ""))
    if rested is not None and rested.dimension == "time" and len(timed) == 1:
        owners[0].amounts.append(replace(timed[0], measure=rested.name))
        draft.parts.remove(rests[0])


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


class _Lists:
    """What lists tell of all their lines: each asked once, before most of its lines are settled."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self._told: dict[tuple[str, int, int], bool] = {}
        self._stems: dict[int, Counter[str]] = {}

    def heads_amounts(self, draft: Draft) -> bool:
        """Tell whether a label stands above things, most with amounts: `For the salad:`, `2 cups kale`.

        So it does where another label of the same list stands above such things.
        """
        reading = self.reading
        return _is_label(reading, draft) and self._any(
            "heads", draft, lambda d: _is_label(reading, d) and _holds_amounts(reading, d)
        )

    def is_summed(self, draft: Draft) -> bool:
        """Tell whether a group tells what its things come to, or one beside it does.

        `- Kitchen`, then `- Pot: 160 g`, `- Spork: 15 g`, `- Subtotal: 175 g`.
        """
        if draft.amounts or not draft.parts:
            return bool(draft.parts) and _is_stated(draft)
        return self._any("summed", draft, _is_stated)

    def has_like(self, draft: Draft, stem: str) -> bool:
        """Tell whether several lines of a list go by one word and a number."""
        if draft.parent is None:
            return False
        stems = self._stems.get(id(draft.parent))
        if stems is None:
            found = (_NUMBERED.match(part.label) for part in draft.parent.parts)
            stems = self._stems[id(draft.parent)] = Counter(f[1] for f in found if f is not None)
        return stems[stem] > 1

    def _any(self, what: str, draft: Draft, told: Callable[[Draft], bool]) -> bool:
        if draft.parent is None:
            return False
        key = (what, id(draft.parent), draft.depth)
        if key not in self._told:
            beside = (d for d in draft.parent.parts if d.depth == draft.depth and d.parts)
            self._told[key] = any(told(d) for d in beside)
        return self._told[key]


def _is_stated(draft: Draft) -> bool:
    """Tell whether all amounts of a thing are totals."""
    return bool(draft.amounts) and all(a.origin is Origin.STATED for a in draft.amounts)


def _settle_list_item(reading: Reading, draft: Draft, lists: _Lists) -> None:
    """Make a list item with amounts an item with details; one without may hold items."""
    if draft.lists and draft.parent is not None and draft.parent.lists:
        # `1. Dough` is a step with details, `- Dough` above things with amounts holds them
        held = draft.lists != reading.wording.item_rank or any(p.amounts for p in walk(draft))
        if not held or is_numbered(reading, draft):
            draft.kind = EntryKind.ITEM
        return
    listed = draft.names and reading.wording.ranks.get(draft.names[0]) in reading.wording.item_ranks
    if listed and draft.parts and not draft.amounts:
        return
    if _is_counted(reading, draft, lists):
        draft.amounts = [as_origin(amount, Origin.STATED) for amount in draft.amounts]
        return
    measured = any(_keys(reading, part.amounts) or part.parts for part in draft.parts)
    measured = measured or lists.heads_amounts(draft)
    if not lists.is_summed(draft) and (_keys(reading, draft.amounts) or not measured):
        draft.kind = EntryKind.ITEM


def _is_label(reading: Reading, draft: Draft) -> bool:
    """Tell whether a line ends with a colon."""
    line = reading.string(draft.spans[0]).partition("\n")[0]
    return line.rstrip(" *_").endswith(":")


def _holds_amounts(reading: Reading, draft: Draft) -> bool:
    """Tell whether most things below a label, at least two, say how much there is of them."""
    told = [part for part in draft.parts if _is_amount_of(reading, part)]
    return len(told) > 1 and 2 * len(told) > len(draft.parts)


def _is_amount_of(reading: Reading, part: Draft) -> bool:
    """Tell whether a line begins with a number of what it names, or ends with it behind a label."""
    said = reading.string(part.spans[0])
    label, colon, behind = said.partition(":")
    counted = (behind if colon else said).strip(" *_")[:1]
    return (counted.isdigit() or counted in "½¼¾⅓⅔") and names_something(
        reading, label if colon else said
    )


def _is_counted(reading: Reading, draft: Draft, lists: _Lists) -> bool:
    """Tell whether a list item is one of several that a word counts, and holds things with amounts."""
    stem = _NUMBERED.match(draft.label)
    if not stem or not (stem[2].isdigit() or stem[2].lower() in reading.wording.lexicon.numbers):
        return False
    holds = any(part.amounts and part.label[:1].isalpha() for part in draft.parts)
    return holds and lists.has_like(draft, stem[1])


def _keys(reading: Reading, amounts: list[Amount]) -> list[Amount]:
    return [a for a in amounts if not is_side(a, reading.wording)]


def _take_apart(reading: Reading, draft: Draft) -> list[Draft]:
    """Make a part of each thing that an item's own line lists; return those that stand in its place."""
    line = draft.spans[0]
    own = [a for a in draft.amounts if line.start <= a.span.start < line.end]
    if not own or draft.whole:
        return []
    own = _without_inner(reading, draft, own)
    whole = _whole_of(reading, draft, own)
    if whole is not None:
        left = own[0].value - _sum(own[1:], own[0].unit)
        if left != exactly(0) and own[0].unit.dimension in EXTENTS:
            _may_add(reading, draft, own[0], left)
        own, line = own[1:], whole
    own = _without_pauses(reading, draft, own)
    own, line = _without_sum(reading, draft, own, line)
    found = split(reading.text, line, own, reading.wording)
    if found.duplicates:
        draft.amounts = [a for a in draft.amounts if a not in found.duplicates]
        reading.unread += [Unread(a.span, "duplicate") for a in found.duplicates]
    if len(found.components) < 2 or (draft.kind is EntryKind.BLOCK and not _prices(reading, found)):
        return []
    holder = draft.parent
    alike = (
        found.components[0].amounts is found.components[1].amounts
    )  # `3 sets of dips, rows and squats`
    listed = holder is not None and (
        holder.whole or alike or _lists_all(reading, holder, draft, found)
    )
    listed = listed and draft.kind is not EntryKind.BLOCK
    if holder is not None and listed and not (found.nested or draft.parts or whole):
        return _replace(reading, holder, draft, found.components)
    given = frozenset(own)
    draft.amounts = [a for a in draft.amounts if a not in given]
    parts = _parts(reading, draft, found.components)
    draft.amounts += one_set_each(reading, parts)
    draft.parts = [*parts, *draft.parts]
    for part in parts:
        part.parent = draft
    return []


def _prices(reading: Reading, found: Split) -> bool:
    """Tell whether a line lists things that each cost something: `14:00 Tower (€8) and crypt (€4)`."""
    return all(
        _is_thing(reading, part)
        and all(a.unit.dimension.startswith("currency") for a in part.amounts)
        for part in found.components
    )


def _lists_all(reading: Reading, holder: Draft, draft: Draft, found: Split) -> bool:
    """Tell whether a line lists what its container holds, one behind the other.

    `run (9 min, 80 kcal), row (8 min, 90 kcal)` alone below `Session 1`; `run (9 min) → row (8 min)`.
    A name before them is of all: `Bowl: rice (200 kcal), tofu (150 kcal)`.
    """
    if not holder.rank or holder.rank in reading.wording.item_ranks:
        return False
    if not all(_is_thing(reading, component) for component in found.components):
        return False
    if ": " in reading.string(found.components[0].label):
        return False
    between = (
        reading.text[first.amounts[-1].span.end : second.label.start]
        for first, second in pairwise(found.components)
    )
    return holder.parts == [draft] or all(_ARROW.search(joint) for joint in between)


def _is_thing(reading: Reading, component: Component) -> bool:
    """Tell whether a part of a line has a name, and amounts that tell more than how much there is."""
    named = component.label.start < component.label.end
    return named and bool(_keys(reading, list(component.amounts)))


def _without_inner(reading: Reading, draft: Draft, own: list[Amount]) -> list[Amount]:
    """Set aside what a part whose length is told holds: `Quiz (20 min): two rounds, 6 min each`.

    Where that is a list of several lengths, each becomes a part of its own.
    """
    text, first = reading.text, own[0]
    colon = _COLON.match(text, first.span.end)
    line = draft.spans[0]
    stop = SENTENCE.search(text, first.span.end, line.end)
    said = stop.end() if stop is not None else line.end  # what another sentence tells is more
    alike = [a for a in own[1:] if a.measure == first.measure and a.span.start < said]
    if colon is None or not alike or first.unit.dimension not in EXTENTS:
        return own
    if not names_something(reading, text[draft.spans[0].start : first.span.start]):
        return own
    if own[1:] == alike and len(own) > _FEWEST:
        return own
    if _BESIDES.search(text, colon.end(), draft.spans[0].end):
        return own
    if any(_COLON.match(text, amount.span.end) for amount in alike):
        return own  # `Cardio (20 min): … Strength (30 min): …`
    often = next(iter(reading.wording.factors), "")
    sets = next((a.value for a in own[1:] if a.measure == often), ONCE)
    held = [replace(a, value=a.value * sets) if a.qualifier else a for a in alike]
    inner = [a for a in own[1:] if a in alike or a.measure == often]
    draft.amounts = [a for a in draft.amounts if a not in inner]
    reading.unread += [Unread(a.span, "duplicate") for a in inner]
    more = _sum(held, first.unit) - first.value
    if more.high is None or more.high > 0:
        _may_add(reading, draft, first, more)
    return [a for a in own if a not in inner]


def _sum(parts: list[Amount], unit: Unit) -> Interval:
    """Return what amounts come to in a unit."""
    values = (a.value.scaled(EXACT.divide(a.unit.factor, unit.factor)) for a in parts)
    return sum(values, exactly(0))


def _may_add(reading: Reading, draft: Draft, whole: Amount, more: Interval) -> None:
    """Leave open which is right where a length and what it is made up of differ."""
    line = Span(whole.span.start, draft.spans[0].end)
    left = replace(whole, value=more, span=line)
    reading.doubt(draft, Doubt("orphan-quantity", line, (), whole.measure, amount=left))


def _without_pauses(reading: Reading, draft: Draft, own: list[Amount]) -> list[Amount]:
    """Leave open whether the pauses count that brackets add to a time in sets: `4 × 20 s (5 min)`."""
    often = next(iter(reading.wording.factors), "")
    sets = next((a.value for a in own if a.measure == often), ONCE)
    for time, whole in pairwise(own) if sets != ONCE else ():
        timed = time.unit.dimension == whole.unit.dimension == "time"
        alike = timed and time.measure == whole.measure
        if not alike or _BRACKETED.fullmatch(reading.text, time.span.end, whole.span.start) is None:
            continue
        if reading.text[whole.span.end : whole.span.end + 1] not in (")", "]"):
            continue
        done = (time.value * sets).scaled(EXACT.divide(time.unit.factor, whole.unit.factor))
        pauses = replace(whole, value=whole.value - done)
        if pauses.value == exactly(0):
            reading.leave(whole.span, "duplicate")
        elif pauses.value.low is not None and pauses.value.low > 0:
            added = Doubt("orphan-quantity", whole.span, (), whole.measure, amount=pauses)
            reading.doubt(draft, added)
        else:
            continue
        draft.amounts = [a for a in draft.amounts if a is not whole]
        return [a for a in own if a is not whole]
    return own


def _without_sum(
    reading: Reading, draft: Draft, own: list[Amount], line: Span
) -> tuple[list[Amount], Span]:
    """Give the container what a line of things says they come to: `run (9 min) + row (8 min) = 17 min`."""
    at = reading.text.rfind("=", line.start, line.end)
    behind = [a for a in own if at >= 0 and a.span.start > at]
    before, listed = [a for a in own if a not in behind], Span(line.start, max(at, line.start))
    holder = draft.parent
    if not behind or holder is None or not holder.whole:
        return own, line
    if "+" not in reading.string(listed) and not come_to(before, behind):
        return own, line
    if names_something(reading, reading.text[at + 1 : line.end]):
        return own, line
    things = split(reading.text, listed, before, reading.wording).components
    if len(things) < _FEWEST or any(thing.label.start >= thing.label.end for thing in things):
        return own, line
    holder.state(behind)
    draft.amounts = [a for a in draft.amounts if a not in behind]
    return before, listed


def _whole_of(reading: Reading, draft: Draft, own: list[Amount]) -> Span | None:
    """Return what stands behind the colon of an amount told in detail: `5 km: 1 km easy, 4 km fast`."""
    if len(own) <= _FEWEST or any(a.measure != own[0].measure for a in own):
        return None
    colon = _COLON.match(reading.text, own[0].span.end)
    return Span(colon.end(), draft.spans[0].end) if colon is not None else None


def _multiply(reading: Reading, draft: Draft, apart: list[Draft]) -> None:
    """Take what stands in brackets as often as the line says; a rest is as long as it was."""
    known = reading.wording.lexicon.measures
    for times, group, before in grouped(reading.text, draft.spans[0]):
        for part in (draft, *draft.parts, *apart):
            part.amounts = [
                _so_often(a, times, group, before)
                if group.start <= a.span.start < group.end
                and a.span != group
                and adds_up(a.unit)
                and (a.measure not in known or known[a.measure].adds)
                else a
                for a in part.amounts
            ]


def _so_often(amount: Amount, times: Interval, group: Span, before: bool) -> Amount:
    start, end = amount.span.start, amount.span.end
    span = Span(group.start, end) if before else Span(start, group.end)
    return replace(amount, value=amount.value * times, span=span, because=FACTOR)


def _share_out(reading: Reading, draft: Draft) -> None:
    """Give each item what the heading tells once for all: `Circuit – 40 s work / 20 s rest`, `60 s each:`."""
    if draft.kind is not EntryKind.CONTAINER:
        return
    stated = [a for a in draft.amounts if a.origin is Origin.STATED]
    told = [a for a in stated if a.qualifier in _EACH or _is_behind_each(reading, a)]
    told = told or _pace(reading, stated)
    parts = [part for part in draft.parts if part.kind is EntryKind.ITEM and not part.parts]
    if not told or (told[0].qualifier and not parts):
        return
    draft.amounts = [a for a in draft.amounts if a not in told]
    for part in parts:
        own = {a.measure for a in part.amounts}
        shared = (replace(as_origin(a, Origin.ITEM), qualifier="") for a in told)
        part.amounts += [a for a in shared if a.measure not in own]


def _is_behind_each(reading: Reading, amount: Amount) -> bool:
    """Tell whether a rest comes after each of the things below: `20 s rest after each exercise`."""
    after = _AFTER_EACH.match(reading.text, amount.span.end)
    ranks = reading.wording.ranks
    return after is not None and ranks.get(fold(after[1])) in reading.wording.item_ranks


def _pace(reading: Reading, stated: list[Amount]) -> list[Amount]:
    """Return the lengths of work and rest of each exercise in a heading, if it tells them."""
    words = reading.wording.roles.get("pace", frozenset())
    timed = (a for a in stated if a.unit.dimension == "time" and a.qualifier != BETWEEN)
    told = list(timed) if words else []
    text = reading.text
    said = [text[a.span.end : a.span.end + _NEAR].lower().split()[:1] for a in told]
    before = (text[max(0, a.span.start - _NEAR) : a.span.start].lower() for a in told)
    said += [line.rpartition("\n")[2].split()[-_LED:] for line in before]  # `Work for 40 s`
    return told if any(w.strip(".,/|;:*_)") in words for near in said for w in near) else []


def _by_rounds(reading: Reading, draft: Draft, told: frozenset[str]) -> None:
    """Let what stands below `3 rounds` be for one of them: times, ways, and all if a sentence says so."""
    rounds = references.rounds_of(reading, draft) if draft.kind is EntryKind.CONTAINER else None
    below = list(walk(draft)) if rounds is not None else []
    if rounds is None or any(references.rounds_of(reading, part) for part in below):
        return
    if rounds not in draft.amounts:
        draft.amounts.append(as_origin(rounds, Origin.STATED))
    for part in below:
        if references.told_in_all(reading, part, rounds):
            continue
        part.amounts = [
            replace(a, qualifier=f"per {rounds.unit.name}")
            if references.is_for_a_round(a, all_are=rounds.unit.name in told)
            else a
            for a in part.amounts
        ]
        _do_in_rounds(reading, part, rounds)


def _do_in_rounds(reading: Reading, part: Draft, rounds: Amount) -> None:
    """Let so many repetitions in each round be done in as many sets as there are rounds."""
    factors = reading.wording.factors
    carried = {amount.measure for amount in part.amounts}
    if len(factors) > 1 and factors[1] in carried and factors[0] not in carried:
        sets = replace(
            rounds,
            measure=factors[0],
            unit=usual_unit(factors[0], reading.wording),
            origin=Origin.ITEM,
            qualifier="",
        )
        part.amounts.insert(0, sets)


def _replace(
    reading: Reading, holder: Draft, draft: Draft, components: tuple[Component, ...]
) -> list[Draft]:
    """Make the things on a container's own line its parts, not parts of one item."""
    parts = _parts(reading, draft, components)
    for part in parts:
        part.parent = holder
    at = holder.parts.index(draft)
    holder.parts[at : at + 1] = parts
    return parts


def part_of(reading: Reading, holder: Draft, component: Component) -> Draft:
    """Make an entry of one component of a line."""
    label = component.label if component.label.start < component.label.end else holder.span
    part = Draft(EntryKind.ITEM, reading.string(label), label, depth=holder.depth + 1)
    part.spans = [component.whole]
    part.amounts = list(component.amounts)
    part.name(fold(part.label))
    part.optional = holder.optional or optional.is_said(reading, component)
    if is_rest(reading, fold(part.label)):
        take_rest(reading, part)
    return part


def _parts(reading: Reading, holder: Draft, components: tuple[Component, ...]) -> list[Draft]:
    """Make the parts; one that begins with `or` and the one before it are options of a choice."""
    parts = [part_of(reading, holder, component) for component in components]
    for number, component in enumerate(components):
        if component.alternative and number:
            before = parts[number - 1]
            before.choice = parts[number].choice = before.choice or before.spans[0].start + 1
    return parts
