"""JSON objects as lines: elements of `"sessions": […]` are sessions, `"name": …` names what holds it."""

from __future__ import annotations

from msgspec.structs import replace

from evalspec.core.quantity import UNKNOWN_AMOUNT
from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document.blocks import LIST_DEPTH, Block, BlockKind, depth_of
from evalspec.document.container_names import Named
from evalspec.document.containers import open_element, open_totals
from evalspec.document.facts import Amount, of_each
from evalspec.document.headers import Column, column
from evalspec.document.item_dates import take_date
from evalspec.document.json_blocks import AMOUNT
from evalspec.document.own_amounts import amounts_in
from evalspec.document.ranks import walk
from evalspec.document.reading import Reading
from evalspec.document.rests import is_rest
from evalspec.document.tree import Draft
from evalspec.vocabulary.fold import fold

_UNIT_KEY = regex(r"(\w+)_([a-z]{1,4})")
_NEAR = 40
"""Blocks on either side in which the rest of an object is looked for."""


def read_element(reading: Reading, block: Block, following: Block | None) -> bool:
    """Open a container for an object in a list that is called by the plural of a rank."""
    if not reading.is_json or not _is_object(reading, block):
        return False
    reading.close_lists(depth_of(block))
    rank, stem = rank_of_list(reading)
    if not rank:
        return False
    known = reading.wording.named(reading.string(block.text))
    key = fold(reading.string(block.label)) if block.label is not None else ""
    ranked = (known is not None and known.rank) or key in reading.wording.ranks
    if ranked or reading.dates(block.text):
        return False
    title = reading.string(block.rest or block.text)
    number = sum(part.rank == rank for part in reading.top.parts) + 1
    open_element(reading, block, Named(rank, (number,), stem, title))
    return True


def read_member(reading: Reading, block: Block, following: Block | None) -> bool:
    """Read `"daily_total": 22` of the object that it stands in, and what an object of totals tells."""
    if not reading.is_json or block.label is None or block.rest is None:
        return False
    wording, header = reading.wording, _header(reading, block)
    label = fold(header.name)
    reading.close_lists(depth_of(block))
    named = label and not wording.role(label, "identifying")  # no `"#": 1`
    said = reading.string(block.rest)
    if said == "null":
        _leave_open(reading, block.rest, header)
    if not named or said in _SAID_OF_IT:
        reading.leave(block.span, "property")
        return True
    total = wording.begins_with_role(label, "total") or wording.total_measure(label) is not None
    if block.rest.start >= block.rest.end:
        members = following is not None and following.level > block.level and following.label
        opens = bool(members) and (total or wording.begins_with_role(label, "sums up"))
        if opens:
            open_totals(reading, block, block.label, Named("", (0,), "", "total"))
        return opens
    inside = reading.top.section == "total"
    holder = (reading.top.parent or reading.plan) if inside else reading.top
    listed = wording.ends_with_role(label, "total") and wording.without_role(label, "total")
    below = [part for part in reading.top.parts if listed and fold(part.label) == fold(listed)]
    if below and not inside:  # `"orders": […]`, `"orders_total": 90`
        below[-1].state(found := _stated(reading, block, header, below[-1]), block.span)
        return bool(found)
    bare = wording.without_role(label, "total")
    other = not wording.role(label, "total") and wording.begins_with_role(bare, *_OF_SOMETHING_ELSE)
    if not inside and (other or not total):
        return _tells_of_element(reading, block, header)
    found = [] if other else _stated(reading, block, header, holder)
    item, measures = None if inside else _element(reading), {a.measure for a in found}
    priced = item is not None and not measures.isdisjoint(a.measure for a in item.amounts)
    if not priced and (inside or _beside_lists(reading, block)):
        holder.state(found, *((block.span,) if found else ()))
    elif item is not None:
        _come_to(item, found)
    else:
        return False
    if not found:
        reading.leave(block.span, "property")
    return True


def _leave_open(reading: Reading, value: Span, header: Column) -> None:
    """Let an amount that is `null` be anything: a total may leave it out."""
    item = _element(reading)
    if item is not None and header.unit is not None:
        measure = header.measure or reading.wording.usual_measure(header.unit.dimension)
        item.amounts.append(Amount(measure, UNKNOWN_AMOUNT, header.unit, value))


_SAID_OF_IT = ("true", "false", "null")


def _header(reading: Reading, block: Block) -> Column:
    """Return what a key says of its value, and the unit that stands beside that."""
    key = reading.string(block.label or block.text)
    last = _UNIT_KEY.fullmatch(key)
    if last is not None and fold(last[2]) in reading.wording.lexicon.units:
        key = f"{last[1]} ({last[2]})"  # `protein_g`
    unit = f" ({reading.string(block.unit)})" if block.unit is not None else ""
    header = column(key + unit, reading.wording)
    if last is not None and header.unit is not None and not header.measure:
        header.measure = header.name
    if (
        header.unit is not None
        and not header.measure
        and reading.wording.role(header.name, "amount")
    ):
        header.measure = reading.wording.usual_measure(header.unit.dimension)
    return header


def _element(reading: Reading) -> Draft | None:
    """Return what the object is that a member stands in; None for the plan and what has a rank."""
    item, top = reading.last_item, reading.top
    if item is None or item not in top.parts[-1:] or item.spans[0].start not in reading.objects:
        item = top
    return None if item is reading.plan or item.section or item.rank else item


def _tells_of_element(reading: Reading, block: Block, header: Column) -> bool:
    """Take an amount under a key that measures, `"ticket_price_eur": 12`; of one of a list its `budget`."""
    wording, item, label = reading.wording, _element(reading), fold(header.name)
    told = wording.begins_with_role(label, *_OF_SOMETHING_ELSE) and label not in wording.measures
    plain = wording.is_measure(label) and not wording.begins_with_role(label, "claim")
    if told or plain or item is None or block.rest is None or not header.measure:
        return False
    if not AMOUNT.fullmatch(reading.text, block.rest.start, block.rest.end):
        return False
    found = reading.measured(block.rest, header)
    item.amounts += found
    item.measured = item.measured or bool(found)
    return bool(found)


def _come_to(item: Draft, found: list[Amount]) -> None:
    """Have what so many of a thing come to; what one of them costs goes by its own name."""
    totals = {amount.measure for amount in found}
    rated = (
        replace(a, measure=of_each(a.measure), name="") if a.measure in totals else a
        for a in item.amounts
    )
    item.amounts = [*rated, *found]


_OF_SOMETHING_ELSE = ("claim", "average", "share", "rest", "remainder", "per head", "payment")
"""Roles of words that make a key none of a total: `total_budget`, `cost_per_person`."""


def _stated(reading: Reading, block: Block, header: Column, holder: Draft) -> list[Amount]:
    """Return what a member states: in the unit of its key or beside it, else in that of the things above."""
    told, wording = block.rest or block.text, reading.wording
    name = fold(header.name)
    plain = wording.role(wording.without_role(name, "total"), "total", "amount of money")
    summed = plain or wording.ends_with_role(name, "total")  # `total_value`, `lunch_total`
    if summed and not (header.unit or header.measure):
        above = {(a.measure, a.unit) for d in walk(holder) for a in d.amounts}
        known = {name for name, m in wording.lexicon.measures.items() if m.dimension == "currency"}
        priced = {one for one in above if one[0] in known} or above
        if len(priced) != 1:
            return amounts_in(reading, told)
        ((header.measure, header.unit),) = priced
    if header.unit is not None and not header.measure:
        header.measure = wording.usual_measure(header.unit.dimension)
    found = reading.measured(told, header)
    return [a for a in found if a.measure in wording.lexicon.measures]


def _is_object(reading: Reading, block: Block) -> bool:
    bullet = block.kind is BlockKind.BULLET and block.span.end - block.span.start == 1
    return bullet and reading.text[block.span.start] == "{"


def rank_of_list(reading: Reading) -> tuple[str, str]:
    """Return the rank that the innermost list is named for, and the word."""
    top, wording = reading.top, reading.wording
    stem = fold(top.label.replace("_", " "))
    rank = wording.ranks.get(stem, "") if not top.rank and top is not reading.plan else ""
    return (rank, stem) if rank and rank not in wording.item_ranks else ("", "")


def read_name(reading: Reading, block: Block, following: Block | None) -> bool:
    """Take `"plan_name": "Push and pull"` as a name; what else an object says is a property."""
    if block.label is None or block.rest is None:
        return False
    empty = block.rest.start >= block.rest.end
    label = fold(reading.string(block.label).replace("_", " "))
    if not reading.is_json:
        titled = not empty and _is_title(reading, block, label)
    else:
        titled = not empty and reading.wording.begins_with_role(label, "name")
    if titled:
        _name(reading, block, block.rest)
        return True
    if not reading.is_json or reading.times(block.text) or amounts_in(reading, block.text):
        return False
    if empty or _beside_lists(reading, block):
        if (item := _element(reading)) is not None:
            take_date(reading, item, block.rest)
        reading.leave(block.span, "property")
        return True
    return False


def _is_title(reading: Reading, block: Block, label: str) -> bool:
    """Tell whether a first line names the whole and has no amount of it: `Title: Five days in Rome`."""
    first = not reading.at and block.kind is BlockKind.PARAGRAPH
    if not first or label not in reading.wording.roles.get("name", ()):
        return False
    units = (amount.unit.dimension for amount in amounts_in(reading, block.text))
    lasts = all(unit.startswith(("time", "count:")) for unit in units)
    return lasts and not reading.times(block.text)


def _name(reading: Reading, block: Block, value: Span) -> None:
    """Name what holds a member; a day that is called rest is one."""
    reading.close_lists(max(depth_of(block), LIST_DEPTH))
    top = reading.top
    if top is reading.plan and not top.label:
        top.label, top.span = reading.string(value), value
    name = fold(reading.string(value))
    top.name(name)
    if top.rank and is_rest(reading, name):
        top.section = "rest"


def _beside_lists(reading: Reading, block: Block) -> bool:
    """Tell whether the object that a member stands in holds lists or objects too."""
    at = reading.at
    before = reversed(reading.blocks[max(0, at - _NEAR) : at])
    for near in (before, reading.blocks[at + 1 : at + 1 + _NEAR]):
        for other in near:
            holds = other.level == block.level and _holds_nothing(other)
            if other.cells or other.level > block.level or holds:
                return True
            if other.level < block.level:
                break
    return False


def _holds_nothing(block: Block) -> bool:
    """Tell whether a member is an object or a list, of nothing perhaps: `"notes": []`."""
    return block.label is not None and block.rest is not None and block.rest.start == block.rest.end
