"""Lines below the name of a thing that give its amounts and times."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, takewhile

from msgspec.structs import replace

from evalspec.core.regex import regex
from evalspec.core.span import Span, behind_gap, line_at
from evalspec.document import schedule
from evalspec.document.blocks import HEADS, LIST_DEPTH, LISTS, TABLES, Block, BlockKind, depth_of
from evalspec.document.facts import Amount, Doubt, EntryKind, Origin
from evalspec.document.headers import column
from evalspec.document.item_names import name_behind, only_numbers
from evalspec.document.line_amounts import FACTOR
from evalspec.document.lines import is_below_name, is_detail, is_listed, item_of
from evalspec.document.listed_alike import stands_among
from evalspec.document.own_amounts import (
    amounts_in,
    as_origin,
    claimed,
    is_limit,
    names_something,
    only_amounts,
    without_limits,
)
from evalspec.document.ranks import walk
from evalspec.document.rates import is_of_one
from evalspec.document.reading import ALSO_ITEM, Reading
from evalspec.document.roles.nesting import is_below
from evalspec.document.summed import come_of
from evalspec.document.totals import adds_up, measured_holder
from evalspec.document.tree import Draft
from evalspec.vocabulary.fold import fold

_DETAILS = 12
"""Most lines of a list that says of all what follows when and where it is."""
_REMARK = regex(r"\([^()]*\)")
_LABELS = regex(r"[|·•;]\s*[*_]*([A-Za-z][A-Za-z ]{1,30})[*_]*:")
"""What else a line of several labels tells: `Date: 3 May | Time: 13:00–15:00`."""
_EDGES = " \t\u00a0:|,.-–—*_"


def read_property(reading: Reading, block: Block, following: Block | None) -> bool:
    """Read `Sets: 3` below an item, or `Duration: 45 minutes` below a session."""
    if block.label is None or block.rest is None:
        return False
    wording = reading.wording
    written = reading.string(block.label)
    label = fold(written)
    if _read_price_of_one(reading, block, label):
        return True
    worked = wording.role(label, "step of work") and _heads_steps(reading)
    measured = worked or wording.is_measure(label)
    claims = wording.begins_with_role(label, "claim")
    named = name_behind(reading, block.text)
    if named is not None and not (measured and _is_remark(reading, block, label, named)):
        return False
    if stands_among(reading, block) and not worked:
        return False
    if block.label in reading.listed_things or reading.section() == "note":
        return False
    labels = [label, *(fold(said[1]) for said in _LABELS.finditer(reading.string(block.rest)))]
    ways = ("time property", "closing")
    timed = any(wording.role(wording.without_estimate(told), *ways) for told in labels)
    clocked = timed and reading.times(block.rest)
    blocks = "block" in wording.item_ranks
    told_of_all = not claims and (not blocks if clocked else not measured)
    once = measured and reading.label_counts[block.kind, label] == 1
    told_of_all = told_of_all or (once and not blocks and is_below_name(reading, block))
    if told_of_all and _describes_all(reading, block):
        header = column(written, wording)
        found = (
            reading.measured(block.rest, header) if measured else amounts_in(reading, block.rest)
        )
        _tell_of_plan(reading, block, label, found)
        reading.leave(block.span, "property")
        return True
    if not (measured or claims) and _tells_of_alike(reading, block, label):
        reading.leave(block.span, "property")
        return True
    if clocked and blocks:
        if not _heads_all(reading, block):
            return False
        reading.leave(block.span, "introduction")
        return True
    if clocked and not claims and _takes_window(reading, block):
        return True
    bare = wording.without_role(label, "per period")
    of_name = is_below_name(reading, block) and wording.role(bare, "amount", "total")
    if not (measured or claims or of_name) or (
        reading.section() == "breakdown" and not (measured and claims)
    ):
        return False
    if reading.section() == "claim" and reading.ranked() is None:
        return False
    beside = block.kind in LISTS and reading.top.depth == depth_of(block) and reading.top.amounts
    if reading.is_json or beside:  # `- Duration: 45 min` behind `- Rowing` with its own further in
        reading.close_lists(depth_of(block))
    unit = f" ({reading.string(block.unit)})" if block.unit is not None else ""
    header = column(written + unit, wording)
    if worked:
        header.measure = wording.lexicon.time_measure
    elif not measured:
        header.measure = ""
        header.name = "" if label.startswith("per ") else header.name
    if _stands_beside(reading, block):
        reading.stack.pop()
    below = _item_above(reading, block, header.measure)
    factors = set(wording.factors) if header.measure in wording.product_of.values() else set()
    apart = below is not None and factors.isdisjoint(a.measure for a in below.amounts)
    if factors and apart and measured_holder(reading, header.measure) is not reading.top:
        below = None  # the tonnage of what stands above `Cool-down: 5 min stretching`
    if wording.begins_with_role(label, "rest") and (below is None or not header.measure):
        return False
    told_in = block.rest if named is None else Span(block.rest.start, named.start)
    found = reading.measured(told_in, header if header.measure or claims else None)
    if factors:  # `Tonnage: 4 × 8 × 60 + 3 × 10 × 35 = 2 970 kg`
        found = [amount for amount in found if amount.because != FACTOR] or found
    told = claims and (reading.ranked() is None or not header.measure)
    if told and (found or wording.role(label, "claim")):
        per = reading.per(reading.string(block.text))
        reading.claim(reading.top, claimed(found), block.span, per)
        return True
    if not (found and (header.measure or of_name)) or _priced(reading, header.measure, found):
        return False
    if names := _owners(reading, block.rest, found):
        for name, amount in zip(names, found, strict=True):
            reading.claim(reading.plan, claimed([amount]), block.span, name)
        return True
    whole = _described(reading)
    if whole is not None:
        whole.state(found, block.span)
        return True
    called = below if below is not None else reading.top
    if reading.ranked() is None and _is_called_plan(reading, called):
        reading.plan.state(found)
        return True
    if below is not None and (summed := _comes_to(reading, below, found)):
        summed.state(found)
        return True
    if below is not None:
        add_to(reading, below, found, label)
        below.spans.append(block.span)
        below.measured = True
        return True
    holder = measured_holder(reading, header.measure)
    once = reading.label_counts[block.kind, label] < 2 or holder is reading.plan
    often = wording.role(fold(header.measure), "repeat") and holder is not reading.plan
    once = once and not (often and not holder.parts)  # `Rounds: 3` below `Circuit`
    if once and reading.ranked() is None and not reading.section() and holder.depth < LIST_DEPTH:
        _tell_of_plan(reading, block, label, found)
        return True
    if holder.section in ("claim", "total") and not holder.rank:  # `**Summary**` below a day
        holder = reading.ranked() or holder
    origin = Origin.ITEM if holder.depth >= LIST_DEPTH and not holder.rank else Origin.STATED
    add_to(reading, holder, [as_origin(amount, origin) for amount in found], label)
    return True


def _read_price_of_one(reading: Reading, block: Block, label: str) -> bool:
    """Read `Unit price: €8`, `Rate: €40/h` below a thing; where all of it has a price, that is said again."""
    if reading.is_json or not reading.wording.role(label, "price of one") or block.rest is None:
        return False
    found = reading.measured(block.rest)
    if len(found) != 1 or not found[0].unit.dimension.startswith("currency:"):
        return False
    item = _item_above(reading, block, found[0].measure)
    if item is None:
        return False
    item.spans.append(block.span)
    item.measured = True
    lasting = [a.unit.name for a in item.amounts if a.unit.dimension == "time"]
    of_one = found[0].qualifier or (f"per {lasting[0]}" if len(lasting) == 1 else "each")
    if any(a.measure == found[0].measure for a in item.amounts):
        reading.leave(found[0].span, "duplicate")
    else:
        item.amounts.append(replace(found[0], qualifier=of_one))
    return True


def _tell_of_plan(reading: Reading, block: Block, label: str, found: list[Amount]) -> None:
    """Claim amounts of the plan; what the steps of its work take comes to all of it: `Prep time: 10 min`."""
    timed = all(amount.unit.dimension == "time" for amount in found)
    if timed and reading.wording.role(label.partition(" ")[0], "step of work"):
        reading.plan.state(found)
    else:
        per = reading.per(reading.string(block.text))
        reading.claim(reading.plan, claimed(found), block.span, per)


def _heads_steps(reading: Reading) -> bool:
    """Tell whether a line stands above all parts, and a heading of parts of a kind below: `Prep: 10 min`."""
    near = islice(reading.behind(), _DETAILS)
    heads = (fold(reading.string(b.text).strip("*_: 0123456789.")) for b in near if b.kind in HEADS)
    return not reading.plan.parts and any(map(reading.wording.rank_below, heads))


def _tells_of_alike(reading: Reading, block: Block, label: str) -> bool:
    """Tell whether a line below a heading with an amount says what is said below others: `- Owner: Ben`."""
    top = reading.top
    again = block.kind in LISTS and reading.label_counts[block.kind, label] > 1
    headed = top is not reading.plan and not (top.rank or top.parts) and top.depth < LIST_DEPTH
    plain = headed and again and not (reading.quantities(block.text) or reading.times(block.text))
    return plain and bool(top.amounts or top.starts)


def _stands_beside(reading: Reading, block: Block) -> bool:
    """Tell whether a bold label stands apart from a line that begins with another: it is of more."""
    top, text = reading.top, reading.text
    lines = (top.spans[0].start, block.span.start) if top.whole and block.kind not in LISTS else ()
    apart = bool(lines) and behind_gap(text, block.span.start)
    return apart and all(text.startswith("**", n) for n in lines)


def _comes_to(reading: Reading, item: Draft, found: list[Amount]) -> Draft | None:
    """Return what comes to amounts below an item that has others of its own: `Energy: 900 kcal`."""
    own = {amount.measure for amount in item.amounts if not amount.qualifier}
    products = reading.wording.product_of
    own.update([products[measure] for measure in own if measure in products])
    if not all(amount.measure in own for amount in found):
        return None
    several = (d for d in reading.stack if d.rank and d.parts[1:])
    return next((d for d in several if adds_up(d, found) or _makes(reading, d, found)), None)


def _makes(reading: Reading, holder: Draft, found: list[Amount]) -> bool:
    """Tell whether the things of a container come to amounts, some of them made by multiplying."""
    factors = set(reading.wording.factors)
    own = [d for d in walk(holder) if not factors.isdisjoint(a.measure for a in d.amounts)]
    products = [a for a in found if a.measure in reading.wording.product_of.values()]
    made = ((come_of(reading, own, a.measure), a) for a in products if own)
    return any(value == a.value.scaled(a.unit.factor) for value, a in made)


def _is_remark(reading: Reading, block: Block, label: str, behind: Span) -> bool:
    """Tell whether a label that comes again has a remark behind its amount: `Distance: 40 km – *flat*`."""
    again = sum(reading.label_counts[kind, label] for kind in BlockKind) > 1
    words = reading.string(behind).strip(_EDGES)
    amounts = any(quantity.unit is not None for quantity in reading.quantities(behind))
    return again and words[:1].islower() and not amounts


def _is_called_plan(reading: Reading, holder: Draft) -> bool:
    """Tell whether what a heading holds is said of the whole: `**Lesson plan: At the market**`."""
    named = fold(holder.label.partition(":")[0]).rpartition(" ")[2]
    first = reading.plan.parts[:1] == [holder] and not is_listed(reading, holder)
    return first and named in reading.wording.plans


def _owners(reading: Reading, rest: Span, found: list[Amount]) -> list[str]:
    """Return whose amounts a line gives, each by a name that stands above: `Hours: Ida 24 h, Jo 16 h`."""
    names: list[str] = []
    at = rest.start
    for amount in found if len(found) > 1 else ():
        name = reading.text[at : amount.span.start].strip(_EDGES)
        above = name[:1].isupper() and name.isalpha() and reading.first_words.get(name)
        if not above or above > rest.start:
            return []
        names.append(fold(name))
        at = amount.span.end
    return names


def _heads_all(reading: Reading, block: Block) -> bool:
    """Tell whether a label above everything says from when to when all of it is: `Time: 9:00–13:00`.

    So does one that says when it is over, or begins as something below does: `Start: 9:00`, `End: 13:00`.
    """
    first = not reading.plan.parts and block.kind not in LISTS
    if not (first or _describes_all(reading, block)):
        return False
    label = fold(reading.string(block.label)) if block.label is not None else ""
    again = sum(reading.label_counts[kind, label] for kind in BlockKind)
    alone = reading.top is reading.plan or not reading.top.rank
    times = reading.times(block.rest) if block.rest is not None else ()
    below = {t.minutes for t in reading.mentions.times if t.span.start >= block.span.end}
    lasting = any(t.end is not None or t.minutes in below for t in times)
    lasting = lasting or reading.wording.role(reading.wording.without_estimate(label), "closing")
    return lasting and alone and again == 1


def _takes_window(reading: Reading, block: Block) -> bool:
    """Let a title be from when to when a line above all of it says: `Time: 10:00–11:30 (90 min)`."""
    times, holder = reading.times(block.rest or block.text), reading.top
    if holder.rank or holder.starts or len(times) != 1:
        return False
    told = Span(times[0].span.end, (block.rest or block.text).end)
    found = amounts_in(reading, told)
    bare = times[0].end is not None and only_amounts(reading, told, found)
    alone = not holder.parts and reading.plan.parts in ([], [holder])
    if not (bare and alone and block.kind not in LISTS):
        return False
    schedule.set_times(holder, times[0])
    reading.claim(holder, claimed(found), told)
    return True


def _describes_all(reading: Reading, block: Block) -> bool:
    """Tell whether a list above all parts says of them when, where, by whom and what for they are.

    `- When: Friday, 14:00–15:30`, `- Where: Room 3`, `- Host: Ada`, then a numbering of what is done.
    """
    blocks, first = reading.blocks, reading.at
    if block.kind not in LISTS or first > 2 * _DETAILS:
        return False  # looked at are a few lines at the top alone

    def goes_on(below: Block) -> bool:
        return below.kind is block.kind and not behind_gap(reading.text, below.span.start)

    while first and blocks[first - 1].kind is block.kind and goes_on(blocks[first]):
        first -= 1
    run = [blocks[first], *takewhile(goes_on, blocks[first + 1 : first + _DETAILS + 1])]
    if not 1 < len(run) <= _DETAILS or first > _DETAILS:
        return False
    if any(b.kind in (*LISTS, *TABLES) for b in blocks[:first]):
        return False
    behind = first + len(run)
    if not any(b.kind in (*LISTS, *TABLES) for b in blocks[behind : behind + _DETAILS]):
        return False
    wording, labels = reading.wording, [fold(reading.string(b.label)) for b in run if b.label]
    known = [
        label
        for label in labels
        if wording.is_measure(label)
        or wording.role(label, "time property", "date property", "person", "step of work")
        or wording.begins_with_role(label, "claim", "note")
    ]
    others = [label for label in labels if label not in known]
    things = any(wording.named(o) or wording.categories_of(o) for o in others)
    own = block.label is None or fold(reading.string(block.label)) in known
    bare = own or not amounts_in(reading, block.rest or block.text)
    alike = len(labels) == len(run) and len({b.level for b in run}) == 1
    return alike and bare and not things and len(known) > 1 and len(known) >= len(others)


def read_timed(reading: Reading, block: Block, following: Block | None) -> bool:
    """Read `Time: 12:30` below the name of a thing as when it is."""
    wording, holder = reading.wording, reading.top
    if block.label is None or block.rest is None or reading.is_json:
        return False
    label = fold(reading.string(block.label))
    if "block" in wording.item_ranks or not wording.role(label, "time property"):
        return False
    rank = wording.lexicon.ranks.get(holder.rank)
    named = holder.depth >= LIST_DEPTH or _opens(reading, block, holder)
    known = rank is not None or (named and not holder.section)
    times = reading.times(block.rest)
    behind = reading.text[times[0].span.end : block.rest.end] if times else ""
    told = not names_something(reading, behind)
    alone = told or not names_something(reading, _REMARK.sub("", behind))
    if not known or (rank is not None and rank.calendar) or not times or not alone:
        return False
    if not holder.starts:
        schedule.set_times(holder, times[0])
    elif not holder.ends and times[0].end is None:
        schedule.set_end(holder, times[0])
    else:
        return False
    if told:
        holder.amounts += amounts_in(reading, block.rest)
    holder.spans.append(block.span)
    return True


def _opens(reading: Reading, block: Block, holder: Draft) -> bool:
    """Tell whether a line stands right below a heading, and no other there has its label."""
    headed = line_at(reading.text, holder.span.start).end
    if holder is reading.plan or reading.text[headed : block.span.start].strip():
        return False
    label = reading.string(block.label) if block.label is not None else ""
    for other in reading.behind():
        if other.kind in (BlockKind.HEADING, BlockKind.BOLD_LINE, BlockKind.LABEL_LINE):
            return True
        if other.label is not None and reading.string(other.label) == label:
            return False
    return True


def add_to(reading: Reading, item: Draft, found: list[Amount], label: str) -> None:
    """Give an item what a line below it says; a second amount of a measure may be another one.

    `Costs: €180` below `Charity run – €2,100` is no part of what the run brings in.
    """
    item.amounts = without_limits(reading, item.amounts, found)
    told = {amount.measure for amount in found if not amount.qualifier}
    for rate in [a for a in item.amounts if a.measure in told and is_of_one(a)]:
        item.amounts.remove(rate)  # `Rate: €40/h`, then `Cost: €240`
        reading.leave(rate.span, "duplicate")
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
    known = reading.wording.lexicon.measures.get(measure)
    counted = known is not None and known.dimension.startswith("count:")
    return counted and any(a.unit.dimension.startswith("currency:") for a in found)


def _item_above(reading: Reading, block: Block, measure: str) -> Draft | None:
    """Return the item that a property below it belongs to."""
    item, holder = reading.last_item, reading.top
    headed = not holder.rank and not holder.parts and not holder.section
    if headed and item is None and holder is not reading.plan and reading.ranked() is not None:
        return holder
    if is_below_name(reading, block):
        return holder
    if item is None or block.kind not in (*LISTS, BlockKind.PARAGRAPH):
        return None
    alone = holder.whole and holder.parts == [item]
    own = (a.measure for a in item.amounts if not is_limit(a))
    lately = holder.parts[-1:] == [item] and measure not in own
    unmarked = block.kind in LISTS and block.span == block.text  # an indented line
    named = item.measured or reading.wording.role(fold(item.label), "time property")
    if lately and (named or (unmarked and not item.amounts)):
        return item
    numbered = lately and only_numbers(reading, Span(item.spans[0].start, item.span.start))
    return item if alone or numbered else None


def read_amounts_alone(reading: Reading, block: Block, following: Block | None) -> bool:
    """Read a list item of nothing but amounts below a name as those of the name."""
    item, depth = reading.last_item, depth_of(block)
    plain = block.kind is BlockKind.PARAGRAPH
    if item is not None and plain and _says_of_item(reading, block, item):
        item.amounts += amounts_in(reading, block.text)
        item.spans.append(block.span)
        return True
    if reading.section() or reading.times(block.text):
        return False
    found = amounts_in(reading, block.text)
    if not found or not only_amounts(reading, block.text, found):
        return False
    below = _named_above(reading, block, found)
    if below is None:
        return _closes_list(reading, block, found)
    below.amounts = without_limits(reading, below.amounts, found)
    carried = {amount.measure for amount in below.amounts}
    if any(amount.measure in carried for amount in found):
        if not any(amount.because == FACTOR for amount in found) or below.parent is None:
            return False
        more = Draft(EntryKind.ITEM, reading.string(block.text), block.text, depth=depth)
        more.amounts = found  # `3 x 8 x 50 kg`, then `2 x 12 x 40 kg`
        below.add(more)
        return True
    if below.parent is None:
        reading.put(below)
    below.amounts += found
    below.spans.append(block.span)
    below.measured = True
    return True


def _named_above(reading: Reading, block: Block, found: Sequence[Amount]) -> Draft | None:
    """Return what a line of nothing but amounts stands below."""
    item, holder, depth = reading.last_item, reading.top, depth_of(block)
    if item is not None and (_tells_on(reading, block, item) or _told_each(reading, block, found)):
        return item
    if block.kind not in LISTS:
        return None
    if item is not None and LIST_DEPTH <= item.depth < depth:
        return item
    if is_below_name(reading, block):
        return holder
    if (titled_item := _item_of_title(reading, holder)) is not None and holder.depth < depth:
        return titled_item
    return item if item is not None and _is_unmarked(reading, block, item) else None


def _told_each(reading: Reading, block: Block, found: Sequence[Amount]) -> bool:
    """Tell whether plain lines of amounts go with each of some plain lines that have other ones.

    `Rice 80 g`, `290 kcal`, `Tuna 120 g`, `140 kcal`.
    """
    item, parts = reading.last_item, reading.top.parts
    told = {amount.measure for amount in found}
    if item is None or not is_below(reading, item.spans[-1], block):
        return False
    if not told.isdisjoint(a.measure for a in item.amounts):
        return False
    carried = {amount.measure for part in parts for amount in part.amounts}
    return not (_ends_run(reading, block) and told.isdisjoint(carried))


def _closes_list(reading: Reading, block: Block, found: Sequence[Amount]) -> bool:
    """Read what the things of a list come to, told at its end: `Rice 80 g`, `Tuna 120 g`, `410 kcal`."""
    holder = reading.top
    if not holder.parts or holder is reading.plan or not _ends_run(reading, block):
        return False
    measures = reading.wording.lexicon.measures
    told = {amount.measure for amount in found}
    carried = {amount.measure for part in walk(holder) for amount in part.amounts}
    if not told.isdisjoint(carried) or not all(m in measures and measures[m].adds for m in told):
        return False
    if all(reading.wording.role(measure, ALSO_ITEM) for measure in told):
        return False  # `20 g sugar` below `60 g honey`
    holder.state(found, block.span)
    return True


def _ends_run(reading: Reading, block: Block) -> bool:
    """Tell whether no line of the same list or paragraph stands right below."""
    below = next(reading.behind(), None)
    if below is None or below.kind not in (*LISTS, BlockKind.PARAGRAPH):
        return True
    if reading.text.count("\n", block.span.end, below.span.start) > 1:
        return block.kind is BlockKind.PARAGRAPH or below.kind is BlockKind.PARAGRAPH
    return block.kind in LISTS and below.level < block.level


def _tells_on(reading: Reading, block: Block, item: Draft) -> bool:
    """Tell whether a plain line stands below an item that has no amounts but those of such lines.

    There may be a gap below a name that was read as one for what follows it.
    """
    named = item.measured and item.span == reading.blocks[reading.at - 1].text
    bare = item.measured or all(is_limit(amount) for amount in item.amounts)
    return (named and block.kind is BlockKind.PARAGRAPH) or (
        bare and is_below(reading, item.spans[-1], block)
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
    goes_on = behind.lower() in ("at", "of", "in", "on", "with", "")
    return goes_on and not any(c.isalpha() for c in before)


def _item_of_title(reading: Reading, holder: Draft) -> Draft | None:
    """Return the thing that a heading of a rank names behind it: `Monday: Fish pie`, then `- 40 min`."""
    start = holder.titled or holder.span.end
    line = Span(start, max(start, holder.spans[0].end))
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
    line = line_at(reading.text, item.spans[0].start)
    unmarked = not reading.text[line.start : item.spans[0].start].strip(" \t>*_")
    return bare and unmarked and item.depth == depth_of(block) and block.span == block.text
