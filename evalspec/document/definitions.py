"""Shared definitions: a table or list of items that sessions elsewhere only name.

`Exercises: | Running | 15 min |` before `Session 1: Running, Burpees` defines what the
sessions hold. Definitions are never part of a total; what names them takes their amounts
as referenced. Sections that explain the items (how-to) are definitions too. What is told once for
every day (`Daily snack (same on all days): ...`) is a part of each.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy

import msgspec

from evalspec.core.quantity import Interval, Unit
from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document.components import is_side
from evalspec.document.facts import Amount, Doubt, EntryKind, Origin
from evalspec.document.lines import item_of
from evalspec.document.own_amounts import as_origin, claimed
from evalspec.document.plain import ARROW, trim
from evalspec.document.ranks import walk
from evalspec.document.reading import Reading
from evalspec.document.tree import Draft
from evalspec.vocabulary.fold import fold

_HEAD = regex(r"[^:(]{1,80}(?:\([^()]{1,80}\))?")
_NEAR = 4
"""Words before the name of a rank among which one says that each is meant: `on all of the days`."""
_WORD = regex(r"\w+")
_JOINT = regex(
    rf"\s*(?:[;,+/•|·]|\s[>›]\s|{ARROW}|\s&\s|\sand\s|\sthen\s)(?:\s*(?:and|then)\s)?\s*"
)
_MOST = 20
"""Containers that may be told once for several others."""


def resolve(reading: Reading) -> None:
    """Mark definitions, and give the items that name them their amounts."""
    _hand_out(reading)
    outside = list(_outside(reading.plan))
    _part_lists(reading, outside)
    named = _named_inside(reading)
    for holder in outside:
        if holder.section == "definition":
            _define(holder)
    if not named:
        return
    full: set[str] = set()
    bare = {name: list(items) for name, items in named.items()}
    """The things of each name that have no amounts yet."""
    alike: dict[str, _Told] = {}
    """What all things of a name say alike of themselves."""
    for holder in (reading.plan, *outside):
        if holder.kind is EntryKind.DEFINITION:
            continue
        if holder is not reading.plan and _key(holder) in named and not holder.rank:
            _define(holder)
            continue
        listed = [p for p in holder.parts if p.kind is EntryKind.ITEM and not p.rank]
        told = reading.wording.ranks.get(fold(holder.label).partition(" ")[0], "")
        again = told in reading.wording.item_ranks
        again = again and all(_is_again(p, named, alike) for p in listed)
        matched = [p for p in listed if again or _defines(reading, p, named.get(_key(p), []), full)]
        others = (a for part in listed if part not in matched for a in part.amounts)
        priced = any(a.unit.dimension.startswith("currency") for a in others)
        few = priced and len(matched) * 2 <= len(named)
        if len(matched) * 2 < len(listed) or not matched or few:
            continue  # prices that nothing else names are no list of what things are
        for part in listed:
            _define(part)
        whole = reading.wording.ends_with_role(fold(holder.label), "per head")
        for part in matched:
            if _sums_up(part, named[_key(part)], whole):
                reading.claim(reading.plan, claimed(part.amounts), part.spans[0], _key(part))
                continue
            given = [msgspec.structs.replace(a, origin=Origin.REFERENCED) for a in part.amounts]
            waiting = [item for item in bare[_key(part)] if not _own(reading, item.amounts)]
            for item in waiting if given else ():
                item.amounts += given
                alike.pop(_key(part), None)
            bare[_key(part)] = [] if given else waiting


def _part_lists(reading: Reading, outside: Sequence[Draft]) -> None:
    """Make a thing of each name in a list of what is told elsewhere: `Session 1: Run, Row, Swim`.

    Between them only rests tell how long they are: `Run → rest 5 min → Row`.
    """
    holders = (reading.plan, *outside)
    known = {_key(p) for h in holders for p in h.parts if p.kind is EntryKind.ITEM and p.amounts}
    ranked = [d for d in walk(reading.plan) if known and d.rank and d.kind is EntryKind.CONTAINER]
    for holder in {id(d): d for d in ranked}.values():
        for item in list(holder.parts):
            if item.kind not in (EntryKind.ITEM, EntryKind.REST) or item.parts:
                continue
            parts = list(each_named(reading, item, _line_of(reading, item)))
            things = [part for part in parts if part.kind is EntryKind.ITEM]
            named = sum(_key(part) in known for part in things) * 2 > len(things)
            if len(parts) > 1 and named and not any(part.amounts for part in things):
                at = holder.parts.index(item)
                holder.parts[at : at + 1] = parts


def _line_of(reading: Reading, item: Draft) -> Span:
    """Return the line or cell of a thing, from its name on; its name alone where it tells no amount."""
    if not item.amounts:
        return item.span
    line, end = item.spans[0], reading.text.find("|", item.span.end, item.spans[0].end)
    row = reading.text.startswith("|", line.start) and end >= 0
    start = min(item.span.start, *(a.span.start for a in item.amounts))
    return Span(max(start, line.start), max(item.span.end, min(end, line.end) if row else line.end))


def each_named(reading: Reading, item: Draft, line: Span) -> Iterator[Draft]:
    """Yield a thing for each name of a list; what brackets hold is not parted."""
    at, text = line.start, reading.string(line)
    start = depth = seen = 0
    for joint in (*_JOINT.finditer(text), None):
        if joint is not None:
            depth += text.count("(", seen, joint.end()) - text.count(")", seen, joint.end())
            seen = joint.end()
        if joint is not None and depth:
            continue
        end = joint.start() if joint is not None else len(text)
        place = trim(reading.text, at + start, at + end)
        part = item_of(reading, place, item.depth)
        part.parent, part.optional = item.parent, item.optional
        if part.names:
            yield part
        start = joint.end() if joint is not None else end


def _hand_out(reading: Reading) -> None:
    """Put what is told once for every day into each, and where days only name it."""
    told = [d for d in walk(reading.plan) if d.kind is EntryKind.CONTAINER and not d.section]
    told = [d for d in told if (d.parts or d.amounts) and (not d.rank or d.parent is not None)]
    found = [(d, rank) for d in told if (rank := _told_once(reading, d))]
    for draft, rank in found[:_MOST]:
        _give(reading, draft, rank)
    for item, label in reading.for_each[:_MOST]:
        _repeat(reading, item, label)


def _repeat(reading: Reading, item: Draft, label: Span) -> None:
    """Put what is done every time into each container that a label tells of; else how often is open."""
    wording, holder = reading.wording, item.parent
    word = fold(reading.string(label)).rpartition(" ")[2]
    rank = wording.ranks.get(word, wording.day)
    weekdays = [d for date in reading.dates(label) for d in date.weekdays]
    below = holder or reading.plan
    while below.parent is not None and not any(d.rank == rank for d in walk(below)):
        below = below.parent  # of a phase, where that has such
    ranked = [d for d in walk(below) if d.rank and d.kind is EntryKind.CONTAINER]
    filled = [d for d in ranked if any(part.kind is EntryKind.ITEM for part in d.parts)]
    every = [d for d in ranked if d.rank == rank and (not weekdays or d.weekday in weekdays)]
    if not (every or weekdays) and len({d.rank for d in filled}) == 1:
        every = [d for d in filled if d.level < wording.level[rank]]  # a day of one session
    if holder is None or item not in holder.parts:
        return
    inner = holder.parent if holder.level > wording.level[rank] else None
    if inner is not None and every and holder.parts == [item] and not holder.amounts:
        inner.parts.remove(holder)  # a Thursday of each week
        for container in every:
            again = copy(holder)
            again.parts = [item]
            container.parts.append(again)
        return
    if not every:
        for amount in (a for d in (item, *item.parts) for a in d.amounts):
            reading.doubt(item, Doubt("passage", label, (), amount.measure))
        return
    holder.parts.remove(item)
    for container in every:
        if container.section != "rest":
            part_off(container)
            container.parts += item.parts or [item]


def part_off(container: Draft) -> None:
    """Make what a cell tells of a container without parts a part of it, to stand beside others."""
    if container.amounts and not container.parts:
        part = Draft(EntryKind.ITEM, container.label, container.span, depth=container.depth)
        part.name(*container.names)
        part.spans = [container.spans[-1]]
        part.amounts = [as_origin(amount, Origin.ITEM) for amount in container.amounts]
        container.amounts = []
        container.add(part)


def _told_once(reading: Reading, draft: Draft) -> str:
    """Return the rank of which each holds what a container tells once; empty where it says nothing so."""
    wording = reading.wording
    if draft.parent is None:
        return ""
    head = _HEAD.match(reading.string(draft.spans[0]))
    words = [fold(word) for word in _WORD.findall(head[0] if head is not None else "")]
    rank = wording.ranks.get(words[-1], "") if words else ""
    if any(part.rank == rank for part in draft.parts):
        return ""  # `Order in each session` above the sessions
    every = wording.roles["every"].intersection(words[-_NEAR:])
    return rank if every and _is_deeper(reading, draft, rank) else ""


def _is_deeper(reading: Reading, draft: Draft, rank: str) -> bool:
    wording = reading.wording
    if not rank or rank in wording.item_ranks:
        return False
    return not draft.rank or draft.level > wording.level[rank]


def _give(reading: Reading, draft: Draft, rank: str) -> None:
    """Let the containers of a rank hold what another one holds."""
    holder = draft.parent or reading.plan
    while holder.parent is not None and holder.level >= reading.wording.level[rank]:
        holder = holder.parent
    every = [d for d in walk(holder) if d.rank == rank and d.kind is EntryKind.CONTAINER]
    named = {
        id(d): [p for p in walk(d) if p is not draft and _names(reading, p, draft)] for d in every
    }
    if not every or draft.parent is None:
        return
    if draft not in draft.parent.parts:
        return  # it stands in for another one by now
    draft.parent.parts.remove(draft)
    for day in every:
        for part in named[id(day)]:
            _stand_in(reading, part, draft)
        if not named[id(day)] and day.section != "rest":
            day.parts += [draft] if draft.rank else draft.parts


def _names(reading: Reading, part: Draft, draft: Draft) -> bool:
    """Tell whether a part says nothing but the name of a container elsewhere: `the same daily snack`."""
    roles = reading.wording.roles
    vague = roles["same"] | roles["generic"] | roles["pointing"]
    said = sorted(set(_WORD.findall(fold(part.label))) - vague)
    return not part.parts and said in [sorted(_WORD.findall(name)) for name in draft.names[:1]]


def _stand_in(reading: Reading, part: Draft, draft: Draft) -> None:
    """Give what only names a container its parts; one with amounts of its own keeps those."""
    if _own(reading, part.amounts) or part.parent is None:
        return
    if part.kind is EntryKind.CONTAINER:
        part.parts, part.amounts = draft.parts, draft.amounts
        return
    own = draft.parts if part.parent.rank == draft.rank else [draft]
    beside = part.parent.parts
    if part in beside:  # containers of one heading share a list: `Day 1 and 3`
        at = beside.index(part)
        beside[at : at + 1] = own


def _defines(reading: Reading, part: Draft, named: list[Draft], full: set[str]) -> bool:
    """Tell whether an item says what others of its name are, not that it is done once more.

    `full` collects the names of what has amounts of its own wherever it stands.
    """
    if not named or not _own(reading, part.amounts):
        return bool(named)
    if _key(part) not in full and all(_own(reading, item.amounts) for item in named):
        full.add(_key(part))
    return _key(part) not in full


_Told = list[tuple[str, Interval, Unit]]


def _told(item: Draft) -> _Told:
    return [(a.measure, a.value, a.unit) for a in item.amounts]


def _is_again(part: Draft, named: Mapping[str, Sequence[Draft]], alike: dict[str, _Told]) -> bool:
    """Tell whether things elsewhere say of themselves what a list tells of their name."""
    told, key = _told(part), _key(part)
    if key not in alike:
        beside = named.get(key, ())
        same = beside and all(_told(item) == _told(beside[0]) for item in beside)
        alike[key] = _told(beside[0]) if same else []
    return bool(told) and told == alike[key]


def _sums_up(part: Draft, named: list[Draft], whole: bool) -> bool:
    """Tell whether an item says how long all of its name last together: each stands at a time of its own.

    `Ben: 12 h` below a rota whose shifts have times, or below `Hours per person`.
    """
    lasts = any(a.unit.dimension == "time" for a in part.amounts)
    holders = ((item, item.parent or item) for item in named)
    timed = all(item.starts or holder.starts for item, holder in holders)
    return lasts and (timed or (whole and len(named) > 1))


def _key(draft: Draft) -> str:
    return draft.names[0] if draft.names else ""


def _outside(plan: Draft) -> Iterator[Draft]:
    """Yield the containers that stand in no ranked one."""
    stack = list(reversed(plan.parts))
    while stack:
        draft = stack.pop()
        if draft.rank:
            continue
        if draft.kind is EntryKind.CONTAINER:
            yield draft
            stack.extend(reversed(draft.parts))


def _named_inside(reading: Reading) -> dict[str, list[Draft]]:
    """Index the items of ranked containers by name."""
    found: dict[str, list[Draft]] = {}
    seen: set[int] = set()
    for top in walk(reading.plan):
        if not top.rank or top.kind is not EntryKind.CONTAINER or id(top) in seen:
            continue
        for item in walk(top):
            if item.kind is EntryKind.ITEM and id(item) not in seen and _key(item):
                found.setdefault(_key(item), []).append(item)
            seen.add(id(item))
    return found


def _define(draft: Draft) -> None:
    for part in (draft, *walk(draft)):
        part.kind = EntryKind.DEFINITION


def _own(reading: Reading, amounts: Sequence[Amount]) -> list[Amount]:
    return [a for a in amounts if not is_side(a, reading.wording) or a.origin is Origin.REFERENCED]
