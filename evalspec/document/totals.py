"""Lines that state a total: which container they speak of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain, islice, pairwise

from msgspec.structs import replace

from evalspec.core.quantity import exactly
from evalspec.core.regex import regex
from evalspec.core.span import Span, behind_gap, line_at
from evalspec.document.blocks import BELOW, HEADS, LIST_DEPTH, LISTS, Block, BlockKind, depth_of
from evalspec.document.container_names import Named
from evalspec.document.facts import Amount, Origin, come_to
from evalspec.document.headers import column
from evalspec.document.line_amounts import FACTOR
from evalspec.document.lines import is_below_name, is_listed, perhaps_total
from evalspec.document.listed_alike import stands_among
from evalspec.document.mention import QuantityMention
from evalspec.document.own_amounts import (
    CUT,
    amounts_in,
    claimed,
    is_limit,
    names_something,
    only_amounts,
    without_qualifiers,
)
from evalspec.document.plain import without_link
from evalspec.document.ranks import walk
from evalspec.document.rates import is_of_one
from evalspec.document.reading import Reading
from evalspec.document.tree import Draft, carried
from evalspec.vocabulary.fold import fold

_MAX_LABEL_WORDS = 6
_NEAR = 16
_AROUND = " *_→⇒➡\ufe0f>≈~=Σ∑"
_SUMS = ("=", "Σ", "∑", "→", "⇒", "➡")
"""What begins a line of nothing but a sum."""
_TOTAL_NAME = regex(r"^[\s*_]*[A-Z][a-z]+\s+[A-Z]")
_FOR = regex(r"^(?:for|of) (?:the |this |that )?")
_LED = regex(r"\d|[^\S\n]*\.{3,}")
_PARTED = " \t,;:|·•/–—-=*_()~≈"
_NEAREST = 8
"""Parts of each open container that are looked at above a sum."""
_MAX_PARTS = 200
"""Larger containers are not added up."""
_NOTHING = exactly(0)
_NO_CHANCE = 4
"""Fewer things and measures of them may come to what another one is of."""
_FEWEST_NAMED = 2
"""Bare amounts that come to a total are named by it."""
_NAMED_BY = "the total that it comes to with others"


def read_total(reading: Reading, block: Block, following: Block | None) -> bool:
    """`Total: 520 kcal`, `**Day 1 totals:** ...`, `Daily total - 1 900 kcal`."""
    keyed = reading.is_json and block.label is not None
    if (
        keyed
        or not reading.quantities(block.text)
        or (is_below_name(reading, block) and _names_no_price(reading.top))
    ):
        return False
    sums = _only_sums(reading, block, following)
    wording = reading.wording
    headed = _heading_of_totals(reading, block)
    label = headed or wording.without_estimate(fold(_head(reading, block).strip(_AROUND)))
    reopened = _names_open(reading, block, label)
    told = sums or (reopened is not None and wording.holder_of(label) != label)
    if not told and stands_among(reading, block):
        return False
    whole = wording.total_of(label)
    marked = reading.string(block.text)[:1] in _SUMS
    summed = not label and (
        marked or sums or _only_comes_to(reading, block) or _in_all(reading, block)
    )
    if not (label or summed) or len(label.split()) > _MAX_LABEL_WORDS or "not" in label.split():
        return False
    if block.rest and wording.role(label, "time property") and reading.times(block.rest):
        return False  # `Session time: 9:00–9:30 (5 min break)`
    said = wording.total_measure(label)
    closed = block.label is not None and wording.ends_with_role(label, "in all")
    closed = closed or (wording.role(label, "in all") and reading.section() != "total")
    total = wording.begins_with_role(label, "total") or wording.role(label, "stated")
    total = total or bool(said) or closed or sums or wording.of_the_whole(label)
    total = total or _comes_to_list(reading, block)
    if not (whole or total or summed or reopened):
        return _read_average(reading, block, label)
    if total and not (said or sums) and _is_called_so(reading, block, label):
        return False
    if _tells_to_repeat(reading, block, label):
        return False
    plain, of_what = wording.measure_of_what(_FOR.sub("", wording.without_role(label, "total")))
    found = _stated_in(reading, block, plain, named=bool(of_what))
    if not found:
        return False
    named = wording.named(of_what or plain)
    kind = wording.categories.get(plain, ())[:1] if "block" in wording.item_ranks else ()
    if kind and named is None:
        reading.claim(reading.ranked() or reading.plan, claimed(found), block.span, kind[0])
        return True
    per = named.rank if named is not None and named.rank else whole or reading.per(label)
    per = per or wording.ranks.get(said or "", "") or _rank_in(reading, label)
    if reopened is not None:
        holder = reopened
    elif not per and {(of_what or label).rpartition(" ")[2], said} & wording.plans:
        holder = reading.plan
    elif per:
        holder = next((d for d in reversed(reading.stack) if d.rank == per), reading.plan)
    elif summed and reading.top.rank and not reading.top.parts:
        holder = reading.top
    else:
        holder = _totalled(reading, block, found)
    if headed and holder is reading.top:
        holder = holder.parent or reading.plan
    if _is_of_each(reading, block, holder):
        holder = reading.plan
    if holder is reading.plan and (per or not reading.plan.parts):
        reading.claim(holder, claimed(found), block.span, per)
    else:
        holder.state(found, block.span)
    return True


def _tells_to_repeat(reading: Reading, block: Block, label: str) -> bool:
    """Tell whether a line says how often to do what stands below it: `Complete 4 rounds:`."""
    repeat = reading.wording.roles.get("repeat", frozenset())
    found = amounts_in(reading, block.text)[:1]
    led = reading.wording.role(label.partition(" ")[0], "again")
    return led and any(fold(amount.measure) in repeat for amount in found)


def _names_no_price(draft: Draft) -> bool:
    """Tell whether a name above a line tells nothing yet, or the price of one of it: `Unit price: €8`."""
    return not draft.amounts or any(is_of_one(amount) for amount in draft.amounts)


def _only_sums(reading: Reading, block: Block, following: Block | None) -> bool:
    """Tell whether a line says nothing but what things that are measured so above it come to."""
    often = reading.wording.roles.get("repeat", ())
    told = {amount.measure for amount in amounts_in(reading, block.text)}
    if block.kind in HEADS and following is not None and (
        following.kind in BELOW or any(fold(measure) in often for measure in told)
    ):  # fmt: skip
        return False
    if reading.times(block.text):
        return False
    line = reading.string(block.text)
    names = (d.label for d in reading.stack[1:] if d.rank and d.parts)
    line = line[max(map(len, filter(line.startswith, names)), default=0) :]  # `Lunch: 300 kcal`
    if not reading.wording.only_sums(line):
        return _is_sum(reading, block)
    counted = [q for q in reading.quantities(block.text) if not (q.unit or _is_of_rank(reading, q))]
    named = reading.wording.named(reading.string(block.label or block.text))
    if counted or (named is not None and not _is_open(reading, named)):
        return False
    held = reading.stack[-1:] if _stands_below(reading, block) else reading.stack
    above = (p for draft in held for part in draft.parts[-_NEAREST:] for p in walk(part))
    return bool(told) and told <= {amount.measure for part in above for amount in part.amounts}


def _is_of_rank(reading: Reading, number: QuantityMention) -> bool:
    """Tell whether a number stands beside the name of a rank in a sum: `these 3 meals make 900 kcal`."""
    line = line_at(reading.text, number.span.start)
    summing = reading.wording.roles.get("summing", frozenset())
    if summing.isdisjoint(map(fold, reading.string(line).split())):
        return False
    behind = reading.text[number.span.end : number.span.end + _NEAR].split()[:1]
    before = reading.text[max(0, number.span.start - _NEAR) : number.span.start].split()[-1:]
    return any(fold(word) in reading.wording.ranks for word in (*before, *behind))


def _is_open(reading: Reading, named: Named) -> bool:
    """Tell whether a name is that of any container of a rank, or of an open one: `Day 1 makes 900 kcal`."""
    meant = (named.rank, named.ordinals[0])
    return named.ordinals == (0,) or any((d.rank, d.ordinal) == meant for d in reading.stack)


def _is_sum(reading: Reading, block: Block) -> bool:
    """Tell whether a line of an unknown name is just what several things above it come to.

    It is of so many measures, or of so many things, that this is no chance: `Result: 900 kcal, 60 g protein`.
    """
    label = reading.string(block.label or block.text)
    wording = reading.wording
    if wording.factors or wording.named(label) is not None or wording.is_measure(fold(label)):
        return False
    found = amounts_in(reading, block.text)
    measures = len({amount.measure for amount in found if not amount.qualifier})
    if measures < _FEWEST_NAMED or measures < len(found):
        return False
    alone = measures > _FEWEST_NAMED and block.kind not in LISTS
    return any(
        (len(d.parts) + measures > _NO_CHANCE if d.parts[1:] else alone and d.parts)
        and adds_up(d, found)
        for d in reading.stack
        if d.rank or d is reading.plan
    )


def _is_of_each(reading: Reading, block: Block, holder: Draft) -> bool:
    """Tell whether `Total per session: 40 min` stands once below several: it is told of each."""
    label = reading.string(block.label or block.text)
    once = reading.label_counts[block.kind, fold(label)] == 1
    beside = holder.parent.parts if holder.parent is not None else ()
    several = sum(part.rank == holder.rank != "" for part in beside) > 1
    return once and several and reading.per(label) == holder.rank


def _head(reading: Reading, block: Block) -> str:
    """Return what stands before the amounts of a line: `Total price`, of `Total price ..... about $40`."""
    head = CUT.split(reading.string(block.label or block.text), maxsplit=1)[0]
    if block.label is not None:
        return head
    first = reading.quantities(block.text)[0].span.start - block.text.start
    named = reading.wording.named(head[:first])
    placed = named is not None and named.ordinals != (0,)  # `Day 1 total ≈ 900 kcal`
    return without_link(head[:first] if placed else _LED.split(head[:first], maxsplit=1)[0])


def _read_average(reading: Reading, block: Block, label: str) -> bool:
    """Read what things like the one above a line come to on average: a claim about the plan."""
    averaged = block.label is not None and reading.wording.begins_with_role(label, "average")
    if not averaged or (reading.last_item is None and not reading.top.measured):
        return False
    found = amounts_in(reading, block.text, Origin.STATED)
    known = {a.unit.dimension for a in (reading.last_item or reading.top).amounts}
    if not found or any(amount.unit.dimension not in known for amount in found):
        return False
    reading.claim(reading.ranked() or reading.plan, claimed(found), block.span, reading.per(label))
    return True


def read_total_of_each(reading: Reading, block: Block, following: Block | None) -> bool:
    """`Daily totals: Day 1: 900 kcal, Day 2: 800 kcal` below those days."""
    if block.label is None or block.rest is None or block.kind in HEADS or reading.is_json:
        return False
    told = reading.quantities(block.rest)
    first = reading.text[block.rest.start : told[0].span.start] if len(told) > 1 else ""
    if not first.strip(_PARTED):
        return False
    near = chain.from_iterable(d.parts[-_MAX_PARTS:] for d in reading.stack)
    parts = [part for part in near if part.rank and part.parts]
    if len(parts) < _FEWEST_NAMED or reading.wording.named(reading.string(block.label)):
        return False
    found: list[tuple[Draft, Amount]] = []
    at = block.rest.start
    for amount in amounts_in(reading, block.rest, Origin.STATED):
        name = fold(reading.text[at : amount.span.start].strip(_PARTED))
        meant = [p for p in parts if _goes_by(reading, p, name)] if name else []
        if len(meant) != 1:
            return False
        found.append((meant[0], _of_label(reading, block.label, amount)))
        at = amount.span.end
    if len({id(part) for part, _ in found}) < _FEWEST_NAMED or reading.text[
        at : block.rest.end
    ].strip(_PARTED + ".)"):
        return False
    for part, amount in found:
        part.state([amount], block.span)
    return True


def _goes_by(reading: Reading, part: Draft, name: str) -> bool:
    """Tell whether a name is that of a part, or begins it: `Tuesday` of `Tuesday Workout`."""
    named, label = reading.wording.named(name), fold(part.label)
    if named is not None and named.ordinals[0]:
        return (named.rank, named.ordinals[0]) == (part.rank, part.ordinal)
    return bool(name) and (name == label or label.startswith(name + " "))


def _of_label(reading: Reading, label: Span, amount: Amount) -> Amount:
    """Return an amount that the label of its line may name: `Approximate tonnage: Tuesday 900 kg`."""
    measure = column(fold(reading.string(label)), reading.wording).measure
    fits = measure and reading.wording.admits(measure, amount.unit.dimension)
    return replace(amount, measure=measure) if fits else amount


def _rank_in(reading: Reading, label: str) -> str:
    """Return the rank that a word of a label names, if one of it is open: `Total session tonnage`."""
    ranks = {reading.wording.ranks.get(word, "") for word in label.split()} - {""}
    return next((d.rank for d in reversed(reading.stack) if d.rank in ranks and d.parts), "")


def _names_open(reading: Reading, block: Block, label: str) -> Draft | None:
    """Return the container, filled already, that a line of nothing but amounts goes by: `Day 1: €90`."""
    if block.kind in HEADS:
        return None
    first = reading.quantities(block.text)[0].span.start
    told = block.rest or Span(first, block.text.end)
    amounts = without_qualifiers(reading.string(told), told, reading.quantities(told))
    if names_something(reading, amounts):
        return None
    filled = [draft for draft in reading.stack[1:] if draft.parts]
    named = reading.wording.named(label)
    if block.label is None or named is None or named.ordinals == (0,):
        found = amounts_in(reading, block.text)
        name = reading.wording.holder_of(label)
        same = (d for d in reversed(filled) if fold(d.label) == name)
        meant = next((d for d in same if name != label or adds_up(d, found)), None)
        if meant is not None or block.label is None:
            return meant
    if named is None:  # `Hive 1: 44 l` below what `Hive 1` holds
        called = {label, _in_words(label, reading.wording.lexicon.numbers)}
        filled = [d for d in filled if d.depth < LIST_DEPTH]
        marked = (d for d in filled if d.ordinal and fold(d.label).endswith(f" {label}"))
        return next((d for d in filled if fold(d.label) in called), next(marked, None))
    place = (named.rank, named.ordinals[0])
    placed = (d for d in filled if (d.rank, d.ordinal) == place)
    return next(placed, None) if named.ordinals != (0,) else None


def _in_words(label: str, numbers: Mapping[str, str]) -> str:
    """Return a folded name with its last number in words: `hive one` of `hive 1`."""
    stem, _, last = label.rpartition(" ")
    word = next((word for word, value in numbers.items() if value == last), last)
    return f"{stem} {word}"


def _is_called_so(reading: Reading, block: Block, label: str) -> bool:
    """Tell whether an item of a list only is called like a total: `- Total Body Workout`.

    It is the first one, or what stands above it does not come to it.
    """
    listed = block.kind in (*LISTS, BlockKind.PARAGRAPH)
    if not listed or reading.wording.says_what_sums(label):
        return False
    if _names_open(reading, block, reading.wording.without_role(label, "total")) is not None:
        return False
    if reading.last_item is None:
        return _TOTAL_NAME.search(reading.string(block.label or block.text)) is not None
    found = amounts_in(reading, block.text, Origin.STATED)
    if any(_is_more(part, found) for part in reading.top.parts[-_NEAREST:]):
        return True
    perhaps = perhaps_total(reading, label, block.text)
    return perhaps and not any(adds_up(d, found) for d in reading.stack)


def _is_more(part: Draft, found: Sequence[Amount]) -> bool:
    """Tell whether a thing is more, in all that both tell, than what may be a total: that is one more."""
    totals = {amount.measure: amount.value.scaled(amount.unit.factor) for amount in found}
    both = [
        (totals[own.measure].high, own.value.scaled(own.unit.factor).low)
        for own in part.amounts
        if own.measure in totals
    ]
    return bool(both) and all(
        high is not None and low is not None and low > high for high, low in both
    )


def _heading_of_totals(reading: Reading, block: Block) -> str:
    """Return the heading that says that what stands below is totals, of a line of nothing but amounts.

    `### Daily Total` above `**1 795 kcal | 152 g protein**`.
    """
    top = reading.top
    label = fold(top.label)
    if top is reading.plan or top.rank or names_something(reading, reading.string(block.text)):
        return ""
    wording = reading.wording
    plain = wording.says_what_sums(label)
    return label if plain and wording.begins_with_role(label, "total") else ""


def _stands_below(reading: Reading, block: Block) -> bool:
    """Tell whether a line of a list stands further in than the open one: it is of that alone."""
    return block.kind in LISTS and depth_of(block) > reading.top.depth >= LIST_DEPTH


def _only_comes_to(reading: Reading, block: Block) -> bool:
    """Tell whether a line is nothing but amounts, of measures that the item above it has already."""
    listed = reading.top.measured or (reading.top.depth >= LIST_DEPTH and reading.top.amounts)
    item = reading.last_item or (reading.top if listed else None)
    found = amounts_in(reading, block.text)
    below = _stands_below(reading, block)
    if item is None or item.parent is None or below or not only_amounts(reading, block.text, found):
        return False
    told = {a.measure for a in found}
    again = any(own.measure in told for own in item.amounts if not is_limit(own))
    if not again or any(a.because == FACTOR for a in found):
        return False
    for part in reversed(item.parent.parts):
        told.difference_update(a.measure for a in part.amounts)
        if not told:
            return True
    return False


def _comes_to_list(reading: Reading, block: Block) -> bool:
    """Tell whether a line behind a gap says what the list above it comes to: `Walking: about 11 km`.

    So does a bold one that ends in what is measured: `**Base weight: 5.1 kg**`.
    """
    item = reading.last_item
    if block.kind in LISTS or block.label is None or block.rest is None or item is None:
        return False
    named = column(fold(reading.string(block.label)), reading.wording).measure
    if block.kind in HEADS and (block.kind is not BlockKind.BOLD_LINE or not named):
        return False
    found = amounts_in(reading, block.rest)
    if not found or not (is_listed(reading, item) and behind_gap(reading.text, block.span.start)):
        return False
    told = all(a.about or a.measure == named for a in found)
    if not only_amounts(reading, block.rest, found) or not told:
        return False
    return any(adds_up(d, found) for d in reading.stack if d.rank or d is reading.plan)


def _in_all(reading: Reading, block: Block) -> bool:
    """Tell whether a line begins with an amount that it calls a total: `13 km in total, two runs`."""
    first = next(iter(reading.quantities(block.text)), None)
    words = reading.wording.roles.get("in all", frozenset())
    if first is None or reading.string(Span(block.text.start, first.span.start)).strip(" *_~≈("):
        return False
    end = min(block.text.end, first.span.end + _NEAR)
    return fold(reading.text[first.span.end : end].strip()).startswith(tuple(words))


def _stated_in(reading: Reading, block: Block, plain: str, *, named: bool) -> list[Amount]:
    """Return the amounts of a total line; the label may name their measure and unit."""
    header = column(plain, reading.wording)
    of_label = named and block.rest and header.measure
    found = [] if of_label else amounts_in(reading, block.text, Origin.STATED)
    if found or not header.measure or block.label is None or block.rest is None:
        return found
    return reading.measured(block.rest, header, Origin.STATED)


def _totalled(reading: Reading, block: Block, found: Sequence[Amount]) -> Draft:
    """Find the container a total line speaks of: not one that its own line has closed.

    The one whose parts come to the total is meant, when there is just one. The last of several
    is only meant when those before it have totals of their own: what stands after the last meal
    is the total of the day.
    """
    if _same_line(reading, block) and reading.top.rank:
        return reading.top
    fitting = [d for d in reading.stack if d.rank and adds_up(d, found)]
    if not fitting and len(reading.plan.parts) > 1 and adds_up(reading.plan, found):
        return reading.plan
    beside = reading.stack[-1]
    if not fitting and not beside.rank and beside.depth == depth_of(block) and beside.parts[1:]:
        fitting = [beside] if adds_up(beside, found) and _goes_on(reading, block) else []
    if len(fitting) == 1:
        return fitting[0]
    depth = depth_of(block)
    measures = {amount.measure for amount in found}
    products = measures & set(reading.wording.product_of.values())
    apart = block.kind in HEADS or behind_gap(reading.text, block.span.start)
    for number in range(len(reading.stack) - 1, -1, -1):
        draft = reading.stack[number]
        if _is_behind_sum(reading, draft, measures):
            return reading.plan
        ends = draft.whole or depth >= LIST_DEPTH
        closed = draft.depth > depth or (draft.depth == depth and ends)
        if draft.rank and not closed and not (products and _lacks(reading, draft, measures)):
            apart_here = apart or _on_one_line(draft)
            if not (apart_here and _ends_row(reading, number, found)):
                return draft
        outer = not draft.rank and draft.depth < depth and bool(draft.parts)
        outer = outer and draft is not reading.plan and not _lacks(reading, draft, measures)
        if not outer or _totals(draft, measures):
            continue
        if not (apart and not adds_up(draft, found) and _ends_row(reading, number, found)):
            return draft
    return reading.plan


def _goes_on(reading: Reading, block: Block) -> bool:
    """Tell whether others of which something is measured stand beside what is open, before it or behind."""
    heads = (
        head
        for head, below in pairwise(reading.behind())
        if below.kind in BELOW and (below.cells or reading.quantities(below.text))
    )
    alike = any((head.kind, head.level) == (block.kind, block.level) for head in heads)
    return alike or len(reading.plan.parts) > 1


def _is_behind_sum(reading: Reading, draft: Draft, measures: set[str]) -> bool:
    """Tell whether what all comes to is told below a container: a total behind that is of all, too."""
    if draft is reading.plan or draft.rank:
        return False
    start = draft.spans[0].start
    return any(a.span.start > start for a in _totals(reading.plan, measures))


def _lacks(reading: Reading, draft: Draft, measures: set[str]) -> bool:
    """Tell whether a total is of a measure that only others have: below the second of two tables.

    Tonnage is of what has weights, not of `Cool-down` below them.
    """
    below = list(islice(walk(draft), _MAX_PARTS + 1))
    missing = measures - _measured_in(reading, below)
    if len(below) > _MAX_PARTS or not missing:
        return False
    every = list(islice(walk(reading.plan), _MAX_PARTS))
    return not missing.isdisjoint(_measured_in(reading, every))


def _measured_in(reading: Reading, parts: Sequence[Draft]) -> set[str]:
    """Return what things carry, and what is made of it."""
    told, products = carried(parts), reading.wording.product_of
    return told.union(products[measure] for measure in told if measure in products)


def measured_holder(reading: Reading, measure: str) -> Draft:
    """Return the innermost container that a measure can be of: tonnage is of the session."""
    own = measure in reading.wording.product_of.values()
    holders = (d for d in reversed(reading.stack) if not (own and _lacks(reading, d, {measure})))
    return next(holders, reading.top)


def adds_up(draft: Draft, found: Sequence[Amount]) -> bool:
    """Tell whether the parts of a container come to each amount of a total line."""
    if len(draft.parts) > _MAX_PARTS:
        return False
    below = list(islice(walk(draft), _MAX_PARTS + 1))
    if len(below) > _MAX_PARTS:
        return False
    parts = [a for d in below for a in _own_amounts(d) if not a.qualifier]
    return come_to(parts, found)


def _own_amounts(draft: Draft) -> list[Amount]:
    """Return the amounts that a part adds: those that are stated of it where nothing in it has such."""
    if not draft.parts or all(a.origin is Origin.ITEM for a in draft.amounts):
        return [a for a in draft.amounts if a.origin is Origin.ITEM]
    told = carried(list(walk(draft)))
    return [a for a in draft.amounts if a.origin is Origin.ITEM or a.measure not in told]


def _same_line(reading: Reading, block: Block) -> bool:
    """Tell whether a total ends the line that lists its parts."""
    before = reading.blocks[reading.at - 1] if reading.at else block
    return "\n" not in reading.text[before.span.end : block.span.start] and before is not block


def _on_one_line(draft: Draft) -> bool:
    """Tell whether all that a container holds stands on its own line: that needs no total below."""
    line = draft.spans[0]
    return all(line.start <= part.spans[0].start < line.end for part in draft.parts)


def _ends_row(reading: Reading, number: int, found: Sequence[Amount]) -> bool:
    """Tell whether an open container is the last of several that a total is not of.

    It has another total already, or none of those before it has one.
    """
    draft = reading.stack[number]
    measures = {amount.measure for amount in found}
    held = (reading.held(holder).alike(draft.rank, measures) for holder in reading.stack[:number])
    others = (other for other in chain.from_iterable(held) if other is not draft)
    first = next(others, None)
    if first is None:
        return False
    told = _totals(draft, measures)
    if told:
        values = {(amount.measure, amount.value) for amount in found}
        return not any((a.measure, a.value) in values for a in told)
    return not any(_totals(other, measures) for other in chain((first,), others))


def _totals(draft: Draft, measures: set[str]) -> list[Amount]:
    return [a for a in draft.amounts if a.origin is Origin.STATED and a.measure in measures]


def stated(reading: Reading) -> dict[int, list[Amount]]:
    """Return what is stated as total of each container, on its own lines or in a sentence, by identity."""
    found: dict[int, list[Amount]] = {}
    for draft in (reading.plan, *walk(reading.plan)):
        if own := [a for a in draft.amounts if a.origin is Origin.STATED]:
            found[id(draft)] = own
    totals: dict[Span, bool] = {}  # a line may claim thousands of amounts
    for claim in reading.claims:
        if claim.words not in totals:
            words = fold(reading.string(claim.words))
            totals[claim.words] = reading.wording.begins_with_role(words, "total")
        if not claim.per and totals[claim.words]:
            found.setdefault(id(claim.draft), []).append(claim.amount)
    return found


def name_parts(reading: Reading) -> None:
    """Let a total name what it is the sum of: bare grams in brackets that come to `Total: 90 g fat`."""
    every = list(walk(reading.plan))
    unnamed = ((draft, a) for draft in every for a in draft.amounts if a.unnamed)
    bare = [(draft, a) for draft, a in unnamed if _is_bracketed(reading, a)]
    wording = reading.wording
    for holder in every if bare else ():
        if all(amount.origin is not Origin.STATED for amount in holder.amounts):
            continue
        below = [*walk(holder)]
        inside = {id(draft) for draft in below}
        for stated in holder.amounts:
            usual = wording.usual_measure(stated.unit.dimension)
            if stated.origin is not Origin.STATED or stated.measure in (usual, *carried(below)):
                continue
            parts = [a for d, a in bare if id(d) in inside and a.unit == stated.unit]
            total = sum((a.value for a in parts), _NOTHING)
            if len(parts) < _FEWEST_NAMED or total != stated.value or usual != parts[0].measure:
                continue
            for draft, amount in bare:
                if amount.measure == usual:
                    named = replace(
                        amount, measure=stated.measure, because=_NAMED_BY, unnamed=False
                    )
                    draft.amounts = [named if a is amount else a for a in draft.amounts]
            return


def _is_bracketed(reading: Reading, amount: Amount) -> bool:
    """Tell whether an amount is the first in brackets behind a name."""
    before = reading.text[max(0, amount.span.start - _NEAR) : amount.span.start]
    return before.rstrip(" ~≈").endswith("(")
