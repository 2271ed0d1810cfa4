"""Sections that say again what stands elsewhere: costs day by day, a budget by kinds of cost, a summary.

Days that a section names again and gives nothing but totals are statements about those days.
A breakdown is read as parts where nothing else carries its amounts; beside other parts nobody
can say whether it adds to them or counts them again, unless both come to the same total.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from itertools import chain, combinations

from evalspec.core.quantity import Interval, exactly
from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document.facts import Doubt, EntryKind, Origin, come_to, lengths_in
from evalspec.document.inner_parts import INNER
from evalspec.document.own_amounts import claimed
from evalspec.document.ranks import walk
from evalspec.document.reading import Reading
from evalspec.document.summed import (
    FEWEST,
    PARTS,
    above,
    come_of,
    length_of,
    measures_of,
    only_sums,
    sum_of,
)
from evalspec.document.tree import Draft, only_lasts
from evalspec.vocabulary.fold import fold, says

_HOW_MANY = regex(r"(?:[:|=–—-]|\s[x×])\s*[*_]*(\d{1,3})\s*[x×]?(?:\s[^\W\d]+)?[\s*_.|]*$")
_COUNTED = ("one", "count")
_NOTHING = exactly(0)
_HALF_DAY = 12 * 60
"""Minutes by which `7:00` may be meant."""
_MOST = 20
"""Breakdowns that are compared with the rest of the response."""

_MANY, _FEW = 3, 2
"""So many things in each day elsewhere outweigh a word on each of so many days."""
_TITLED = regex(r":\s| [–—-] | \(")
_NAME = regex(r"\b[A-Z][^\W\d_]+\b")
_NEAREST = 8
"""Days of one name that are looked at."""


def settle(reading: Reading) -> None:
    """Turn what is said again into claims, and doubt breakdowns beside other parts."""
    every = list(walk(reading.plan))
    sections = [d for d in every if d.kind is EntryKind.CONTAINER and not d.rank]
    known: dict[tuple[object, ...], list[Draft]] = {}
    for draft in every if sections else ():
        titles = ((draft.rank, 0, 0, None, name) for name in draft.names if draft.ordinal)
        for key in (*_keys(draft), *titles) if draft.rank else ():
            known.setdefault(key, []).append(draft)
    sizes = {id(d): n for d in (every if sections else ()) if d.rank and (n := _size(d))}
    for holder in (reading.plan, *every):
        known |= _by_place(reading, holder)
    for section in sections:
        _restate(reading, section, known)
        _announce(reading, section, known, sizes)
    _set_overviews_aside(reading)
    breakdowns = [d for d in sections if d.section in ("breakdown", "claim")]
    for section in breakdowns[:_MOST]:
        if section.kind is not EntryKind.DEFINITION:
            _break_down(reading, section)
    multiplied = set(reading.wording.factors)
    made = [d for d in every if multiplied and multiplied <= {a.measure for a in d.amounts}]
    heads: dict[str, list[Draft]] = {}
    listed = (d for d in reading.plan.parts if d.kind is EntryKind.ITEM and not d.amounts)
    for draft in (*(d for d in (*sections, *listed) if d.parts), *made):
        titled = fold(_TITLED.split(draft.label, maxsplit=1)[0]) if draft.parts else ""
        for name in {titled, (*draft.names, "")[0]}:
            heads.setdefault(name, []).append(draft)
    for holder in (reading.plan, *every) if heads else ():
        _total(reading, holder, heads)
    _remark(reading)
    spent: dict[int, _Spent] = {}
    timed = {id(holder) for draft in every if draft.starts for holder in above(draft)}
    for holder in (reading.plan, *every):
        _sum_up(reading, holder, spent, timed)


def _remark(reading: Reading) -> None:
    """Make remarks on sums behind the total of all claims: `The car adds up to €365`."""
    plan, said_of = reading.plan, reading.wording.roles.get("said of sums", frozenset())
    stated = [a for a in plan.amounts if a.origin is Origin.STATED]
    items = [d for d in walk(plan) if d.kind is EntryKind.ITEM and d.amounts] if stated else []
    for total in stated:
        own = [d for d in items if d.span.start < total.span.start]
        if not come_to([a for d in own for a in d.amounts if not a.qualifier], [total]):
            continue
        for item in items[len(own) :]:
            line = fold(reading.string(Span(item.spans[0].start, item.amounts[0].span.start)))
            summed = any(f" {words} " in f" {line} " for words in said_of)
            if summed and any(a.measure == total.measure for a in item.amounts):
                head = item.parent or plan
                behind = head is not plan and head.parts[0].span.start > total.span.start
                _claim(reading, plan, [head, *head.parts] if behind else [item])


def _total(reading: Reading, holder: Draft, heads: dict[str, list[Draft]]) -> None:
    """Make lines that are called like headings above and tell what these hold claims: `Produce | £4.20`.

    So are lines with the product of what is multiplied above: `Bench press: 1 920 kg` below `Tonnage`.
    """
    named = [p for p in holder.parts if only_sums(p) and p.kind is EntryKind.ITEM and p.names]
    near = [
        next((h for h in reversed(heads.get(p.names[0], ())) if h.span.start < p.span.start), None)
        for p in named
    ]
    rows = [(p, head) for p, head in zip(named, near, strict=True) if head not in (None, p)]
    if len(rows) < FEWEST or len({id(head) for _, head in rows}) < len(rows):
        return
    told = {id(p) for p, _ in rows}
    agreed = sum(_holds_total(reading, head, part, told) for part, head in rows)
    if agreed * 2 < len(rows):
        for (
            part,
            head,
        ) in rows:  # of each heading, by other numbers: nobody can say whether it adds to them
            part.optional = part.optional or bool(head.parts and not holder.rank)
        return
    for part, head in rows:
        part.kind = EntryKind.DEFINITION
        reading.claim(head, claimed(part.amounts), part.spans[0])
    behind = [a for a in holder.amounts if a.span.start > rows[0][0].span.start]
    whole = (rows[0][1].parent if not rows[0][1].parts else None) or reading.plan
    if holder is not whole:
        holder.amounts = [a for a in holder.amounts if a not in behind]
        whole.amounts += behind


def _holds_total(reading: Reading, head: Draft, part: Draft, told: set[int]) -> bool:
    """Tell whether what a heading holds, or what a thing makes, comes to what a line below tells of it."""
    if not head.parts:
        made = [(come_of(reading, [head], a.measure), a) for a in part.amounts]
        return all(value == a.value.scaled(a.unit.factor) for value, a in made)
    return come_to([a for d in walk(head) if id(d) not in told for a in d.amounts], part.amounts)


def _sum_up(reading: Reading, holder: Draft, every: dict[int, _Spent], timed: set[int]) -> None:
    """Make a list of what things of each name come to, or how many there are, claims about them.

    `Sleep: 8 h` below or above a schedule, `French: 4` below a timetable. Where most of a list of lengths is
    not so, nobody can say whether it is done besides.
    """
    numbered = holder.ordinal or holder.weekday or holder.date or _has_peers(holder)
    if numbered or holder.kind not in (EntryKind.CONTAINER, EntryKind.PLAN, EntryKind.BLOCK):
        return  # a day sums nothing up, nor does one of several months
    told = [(p, said) for p in holder.parts if (said := _said_of(reading, p))]
    listed = [part for part, _ in told]
    if len(told) < FEWEST or len({part.label for part in listed}) < len(listed):
        return  # nor does what comes again in a list
    places = [part.span.start for part in holder.parts if part.starts]
    if places and min(places) < listed[-1].span.start and max(places) > listed[0].span.start:
        return
    wider = [d for d in (holder, *above(holder)) if id(d) in timed]
    own = _Spent(reading, listed)
    scopes = wider or [reading.plan]
    for scope in scopes:
        if id(scope) not in every:
            every[id(scope)] = _Spent(reading, walk(scope))
    fits = [(*_compared(reading, told, every[id(scope)], own), scope) for scope in scopes]
    right, kinds, scope = max(fits, key=lambda fit: sum(fit[0]))
    spent = every[id(scope)]
    if len({*filter(None, kinds)}) < sum(map(bool, kinds)):
        return  # `Task 3: 6 h`, `Task 4: 8 h` are some of the tasks
    several = any(r and _many(spent, own, k) > 1 for r, k in zip(right, kinds, strict=True))
    lengths = bool(wider) and all(only_lasts(part) for part in listed)
    gathered = all(right) and len(listed) >= _MANY and _come_from(scope, listed, kinds) > 1
    most = any(right) and sum(right) * 2 >= len(listed)
    known = sum(map(bool, kinds)) * 2 > len(listed)
    told_so = lengths and known and _are_said_to_sum(reading, holder, listed)
    agreed = gathered or told_so or (most and (lengths or several))
    for part, kind in zip(listed, kinds, strict=True):
        if agreed:
            part.kind = EntryKind.DEFINITION
            reading.claim(scope, claimed(part.amounts), part.spans[0], kind)
        elif kind and lengths:
            part.optional = True
    for part in holder.parts if told_so else ():
        if part.kind is EntryKind.ITEM and not part.starts:
            part.kind = EntryKind.DEFINITION  # `Bed: ten sharp` among them
    if agreed and holder.rank and all(p.kind is EntryKind.DEFINITION for p in holder.parts):
        holder.kind = EntryKind.DEFINITION


def _has_peers(holder: Draft) -> bool:
    """Tell whether something of the same rank stands beside one that has a rank."""
    beside = holder.parent.parts if holder.rank and holder.parent is not None else ()
    return any(part.rank == holder.rank and part is not holder for part in beside)


def _are_said_to_sum(reading: Reading, holder: Draft, listed: list[Draft]) -> bool:
    """Tell whether a heading or header says that lines are what others come to: `How it adds up`, `Total`."""
    headers = {amount.name for part in listed for amount in part.amounts}
    labels = (holder.label, *headers) if holder.kind is EntryKind.CONTAINER else tuple(headers)
    words = reading.wording.roles.get("adds up", ())
    return any(says(label, word) for label in labels for word in words)


def _compared(
    reading: Reading, told: list[tuple[Draft, dict[str, Interval]]], spent: _Spent, own: _Spent
) -> tuple[list[bool], list[str]]:
    """Tell of each line whether things come to what it says, and what they are called."""
    kinds = [
        next((n for n in _kinds(reading, part, part.label) if _many(spent, own, n)), "")
        for part, _ in told
    ]
    right = [
        bool(kind) and all(spent.of(kind, m) - own.of(kind, m) == v for m, v in said.items())
        for kind, (_, said) in zip(kinds, told, strict=True)
    ]
    return right, kinds


def _come_from(scope: Draft, listed: list[Draft], names: list[str]) -> int:
    """Return how many containers hold things of some names besides a list of them."""
    own = {id(part) for part in listed}
    named = (d for d in walk(scope) if d.kind in PARTS and id(d) not in own)
    return len({id(d.parent) for d in named if not set(names).isdisjoint(d.names)})


class _Spent:
    """What things of a name come to, of each measure; and how many they are, of none."""

    def __init__(self, reading: Reading, things: Iterable[Draft]) -> None:
        self._time = reading.wording.lexicon.time_measure
        self._named: dict[str, list[Draft]] = {}
        self._known: dict[tuple[str, str], Interval] = {}
        for draft in things:
            told = _mentioned(reading, draft) if draft.amounts else {}
            for name in {**_kinds(reading, draft), **told} if draft.kind in PARTS else ():
                self._named.setdefault(name, []).append(draft)

    def of(self, name: str, measure: str) -> Interval:
        """Return what all things of a name come to, of a measure; how many they are, of none."""
        known = self._known.get((name, measure))
        if known is None:
            things = self._named.get(name, ())
            told = (self._length(draft, measure) for draft in things) if measure else ()
            known = sum(told, _NOTHING) if measure else exactly(len(things))
            self._known[name, measure] = known
        return known

    def _length(self, draft: Draft, measure: str) -> Interval:
        timed = draft.starts and measure == self._time
        return _length_of(draft, measure) if timed else length_of(draft, measure)


def _kinds(reading: Reading, draft: Draft, within: str = "") -> dict[str, None]:
    """Return what a thing goes by: its names, and what they and their kinds are without plain words.

    A line that sums up goes by what is `within` its label, not by what it says of itself (`Owner: Ann`).

    `Work block 2` goes by `work`, `Errands (bank, post office)` by `errands`.
    """
    wording = reading.wording
    generic = wording.roles.get("generic", ())
    label = fold(within)
    names = [name for name in draft.names if name in label] if within else draft.names
    found = dict.fromkeys(names)
    for name in names:
        words = name.partition(" (")[0].split()
        stem = " ".join(w for w in words if w not in generic and not w.isdigit())
        kinds = wording.categories_of(name) or wording.categories_of(stem)
        found |= dict.fromkeys((stem, *kinds) if stem else ())
    return found


def _mentioned(reading: Reading, draft: Draft) -> dict[str, None]:
    """Return the names in the lines of a thing, and in those right below it: who does it."""
    lines = (span for d in (draft, *draft.parts[:_NEAREST]) for span in d.spans)
    words = (word[0] for line in lines for word in _NAME.finditer(reading.string(line)))
    return dict.fromkeys(map(fold, words))


def _many(spent: _Spent, own: _Spent, name: str) -> Decimal:
    """Return how many things of a name there are besides those of a list."""
    return (spent.of(name, "") - own.of(name, "")).low or Decimal(0)


def _said_of(reading: Reading, part: Draft) -> dict[str, Interval]:
    """Return what a line of nothing but a name and amounts, or a number, says of each measure."""
    if part.kind is not EntryKind.ITEM or part.parts or part.starts:
        return {}
    number = _HOW_MANY.search(reading.string(part.spans[0]))
    if number is not None and all(a.unit.dimension.split(":")[0] in _COUNTED for a in part.amounts):
        return {"": exactly(int(number[1]))}
    plain = all(a.origin is Origin.ITEM and not a.qualifier for a in part.amounts)
    if only_lasts(part):
        lasting = part.amounts[0]
        return {reading.wording.lexicon.time_measure: lasting.value.scaled(lasting.unit.factor)}
    return {a.measure: a.value.scaled(a.unit.factor) for a in part.amounts} if plain else {}


def _length_of(block: Draft, measure: str) -> Interval:
    """Return how long a block lasts, as its line says or by its times."""
    if told := lengths_in(block.amounts, measure):
        return told[0].value.scaled(told[0].unit.factor)
    return exactly(block.ends[-1].minutes - block.starts[0].minutes if block.ends else 0)


_BEFORE_TIME = regex(r"\s*[–—@|(-]\s*(?=~?\d)")
"""`Breakfast – 8:00 AM` is the breakfast of a summary."""


def _numbers(draft: Draft) -> set[str]:
    """Return the numbers in a label: `Fri 13` is no `Fri 6`."""
    return set(re.findall(r"\d+", draft.label))


def _keys(draft: Draft) -> tuple[tuple[object, ...], ...]:
    """Return what a container may be called by, the surest first: `Day 1 – Monday` by both, then each."""
    ordinal, weekday, day = draft.ordinal, draft.weekday, draft.date
    if not (ordinal or weekday or day):
        name = _BEFORE_TIME.split(draft.label, maxsplit=1)[0].casefold()
        return ((draft.rank, 0, 0, None, name),)
    every = ((ordinal, weekday, day), (ordinal, 0, None), (0, weekday, None), (0, 0, day))
    return tuple(dict.fromkeys((draft.rank, *told, "") for told in every if any(told)))


def _size(draft: Draft) -> int:
    """Return how many parts of a container have amounts or times."""
    return sum(bool(part.amounts or part.starts) for part in walk(draft))


def _by_place(reading: Reading, holder: Draft) -> dict[tuple[object, ...], list[Draft]]:
    """Return dated days by their place, where totals call them so: `3 March`, then `Day 1: €90`.

    What only gives the totals of one that goes by the same number above it is a claim about that.
    """
    filled = [part for part in holder.parts if part.rank and _size(part)]
    dated = [part for part in filled if (part.date or part.weekday) and not part.ordinal]
    found: dict[tuple[object, ...], list[Draft]] = {}
    if dated and not any(part.ordinal for part in filled if part.rank == dated[0].rank):
        rank = dated[0].rank
        found = {(rank, n, 0, None, ""): [day] for n, day in enumerate(dated, 1)}
    meant = {_keys(part)[0]: part for part in reversed(filled) if not _keys(part)[0][-1]}
    meant |= {key: days[0] for key, days in found.items()}
    for part in list(holder.parts) if meant else ():
        told = meant.get(_keys(part)[0])
        if told is None or (part.weekday and _numbers(part) - _numbers(told)):
            continue
        if told.span.start < part.span.start and only_sums(part):
            reading.claim(told, claimed(part.amounts), part.spans[0])
            holder.parts.remove(part)
    return found


def _called(reading: Reading, part: Draft) -> tuple[tuple[object, ...], ...]:
    """Return what a line of a section calls a container by, be it read as an item: `- Breakfast 12 g`."""
    if part.rank or part.kind is not EntryKind.ITEM or part.starts:
        return _keys(part)
    named = reading.wording.named(part.label)
    if named is None or named.rank in ("", *reading.wording.item_ranks):
        return ()
    label = "" if named.ordinals[0] else part.label.casefold()
    return ((named.rank, named.ordinals[0], 0, None, label),)


def _each_called(reading: Reading, day: Draft) -> list[tuple[tuple[object, ...], ...]]:
    """Return what each of several weekdays goes by that a container is called after: `Wed, Thu`."""
    told = [w for date in reading.dates(day.span) for w in date.weekdays]
    if day.ordinal or day.weekday or day.date or len(told) < _FEW:
        return [_keys(day)]
    return [((day.rank, 0, weekday, None, ""),) for weekday in told]


def _announce(
    reading: Reading,
    section: Draft,
    known: dict[tuple[object, ...], list[Draft]],
    sizes: dict[int, int],
) -> None:
    """Set aside the days of a section that names them, or says a word of each: others have their parts.

    `sizes` tells how many things with amounts or times those of a rank hold that hold any.
    """
    days = [part for part in section.parts if part.kind is not EntryKind.REST]
    if not days or not all(day.rank for day in days):
        return
    least = _MANY
    for keys in (keys for day in days for keys in _each_called(reading, day)):
        again = (d for key in keys for d in known.get(key, ())[:_NEAREST])
        found = (sizes.get(id(d), 0) for d in again if d.parent is not section)
        least = min(least, max(found, default=0))
    said = max(sizes.get(id(day), 0) + bool(day.amounts) for day in days)
    if not least or (said and (said > 1 or least < _MANY or len(days) < _FEW)):
        return
    for day in days:
        for draft in (day, *walk(day)):
            draft.kind = EntryKind.DEFINITION


def _restate(
    reading: Reading, section: Draft, known: dict[tuple[object, ...], list[Draft]]
) -> None:
    """Make a section of nothing but totals of other containers claims about those.

    What tells nothing of its own has what the section says of it as its total.
    """
    notes = [part for part in section.parts if part.section == "note"]
    parts = [part for part in section.parts if part.section != "note"]
    if not parts or not all(map(only_sums, parts)):
        return
    inside = {id(part) for part in parts}
    meant = [_meant(reading, part, known, inside) for part in parts]
    holders = [d.parent for d in meant if d is not None]
    ranked = (d is not None and (d.rank or d is reading.plan) for d in holders)
    if len(holders) < len(parts) or not all(ranked):
        return
    outer = next((d for d in above(section) if d.rank), reading.plan)
    around = (outer, *above(outer))
    if not all(h in around or outer in above(h) for h in holders if h is not None):
        return  # `Not much today:` above the lunch of another day than that with the other lunch
    for draft, part in zip(meant, parts, strict=True):
        if draft is not None and not (draft.parts or draft.amounts):
            draft.state(part.amounts, *part.spans)
        elif draft is not None:
            reading.claim(draft, claimed(part.amounts), part.spans[0])
            _say_again(reading, draft, part)
    section.parts = notes
    _claim(reading, holders[0] or reading.plan, [section])


def _meant(
    reading: Reading, part: Draft, known: dict[tuple[object, ...], list[Draft]], inside: set[int]
) -> Draft | None:
    """Return what a line of totals is called like outside of its section, one that tells something first."""
    for key in _called(reading, part):
        others = (d for d in known.get(key, ()) if id(d) not in inside)
        if (first := next(others, None)) is not None:
            return next((d for d in chain((first,), others) if d.parts or d.amounts), first)
    return None


def _set_overviews_aside(reading: Reading) -> None:
    """Set aside what tells of each day again what another place tells: a table above the sessions.

    It is what has fewer parts. Most of it must agree, and not by chance: it names what stands there, gives
    nothing but totals, or the other comes to the same with several parts.
    """
    pairs: dict[tuple[int, int], list[tuple[Draft, Draft]]] = {}
    for first, *others in _by_path(reading.plan).values():
        if len(others) == 1 and first.parts is not others[0].parts:
            holders = id(first.parent), id(others[0].parent)
            pairs.setdefault(holders, []).append((first, others[0]))
    for told in pairs.values():
        if sum(_size(first) for first, _ in told) > sum(_size(second) for _, second in told):
            told = [(second, first) for first, second in told]
        sums = [(sums_of(first), sums_of(second)) for first, second in told]
        common = [[m for m in brief if m in full] for brief, full in sums]
        agreed = [
            pair
            for pair, known, (brief, full) in zip(told, common, sums, strict=True)
            if known and all(brief[m] == full[m] for m in known)
        ]
        if len(agreed) * 2 < len(told) or not any(_says_of(reading, *pair) for pair in agreed):
            continue
        for brief, full in told:
            _claim(reading, full, [brief, *walk(brief)])


def _by_path(plan: Draft) -> dict[tuple[object, ...], list[Draft]]:
    """Return the containers with a number or a date by what they and those above them go by."""
    found: dict[tuple[object, ...], list[Draft]] = {}
    stack: list[tuple[Draft, tuple[object, ...]]] = [(plan, ())]
    while stack:
        draft, path = stack.pop()
        key = _keys(draft)[0] if draft.rank else ("",)
        if draft.kind is EntryKind.CONTAINER and draft.rank and not key[-1]:
            path = (*path, key)
            found.setdefault(path, []).append(draft)
        stack.extend((part, path) for part in reversed(draft.parts) if part.parts or part.rank)
    return found


def sums_of(draft: Draft) -> dict[str, Interval]:
    """Return what the parts of a container come to, or what it tells itself."""
    sums: dict[int, dict[str, Interval]] = {}
    for part in (*reversed(list(walk(draft))), draft):
        own: dict[str, Interval] = {}
        for inner in part.parts:
            for measure, value in sums.get(id(inner), {}).items():
                own[measure] = own.get(measure, _NOTHING) + value
        for amount in part.amounts:
            if not amount.qualifier and amount.measure not in own:
                own[amount.measure] = amount.value.scaled(amount.unit.factor)
        sums[id(part)] = own
    return sums[id(draft)]


def _says_of(reading: Reading, brief: Draft, full: Draft) -> bool:
    """Tell whether what agrees with a container does so for a reason."""
    line = reading.string(full.spans[0]).casefold()
    named = any(part.label.casefold() in line for part in brief.parts if part.label)
    return not brief.parts or named or _size(full) > _size(brief)


def _break_down(reading: Reading, section: Draft) -> None:
    """Set a breakdown aside where other parts carry its amounts."""
    inside = [section, *walk(section)]
    measures = measures_of(inside)
    wider = [d for d in above(section) if measures & measures_of(_due(_beside(d, inside)))]
    if not wider:
        return
    told = next((d for d in wider if _says_again(reading, inside, _beside(d, inside))), None)
    if told is None and _is_one_of_kinds(reading, section):
        return
    more = [] if told else _told_only_here(reading, section, _beside(wider[0], inside))
    if more:
        told = wider[0]
        inside = [d for d in inside if d not in more]
        for part in more:
            _add_line(reading, told, part)
    if told is None:
        beside = _beside(wider[0], inside)
        for measure in sorted(measures & measures_of(beside)):
            if (total := sum_of(inside, measure)) and total == sum_of(beside, measure):
                continue
            doubt = Doubt("breakdown", section.span, (), measure, section.label)
            reading.doubt(wider[0], doubt)
    _claim(reading, told or wider[0], inside)


def _add_line(reading: Reading, holder: Draft, part: Draft) -> None:
    """Let a line of a breakdown add to what holds the rest, in its own measures alone."""
    if part.parent is not None:
        part.parent.parts.remove(part)
    part.without += sorted(measures_of(walk(holder)) - measures_of([part]))
    part.take_rank(INNER, reading.wording.level.get(INNER, 0))
    holder.move(part)


def _told_only_here(reading: Reading, section: Draft, beside: list[Draft]) -> list[Draft]:
    """Return the lines without which a breakdown comes to what else is told, if they are of other kinds.

    They are parts as well: the hotel in a budget of what is done day by day.
    """
    lines = section.parts if FEWEST < len(section.parts) <= _MOST else []
    shared = set[str].intersection(*(measures_of([line]) for line in lines)) if lines else set()
    if len(shared) != 1 or any(line.parts for line in lines):
        return []
    measure = shared.pop()
    other, told = sum_of(_due(beside), measure), [sum_of([line], measure) for line in lines]
    if other is None or None in told:
        return []

    def kinds(drafts: Iterable[Draft]) -> set[str]:
        return {k for d in drafts for k in reading.wording.categories_of(fold(d.label))}

    found = [
        more
        for count in (1, FEWEST)
        for more in combinations(lines, count)
        if sum_of((line for line in lines if line not in more), measure) == other
    ]
    if len(found) != 1 or _NOTHING in (sum_of([line], measure) for line in found[0]):
        return []
    return list(found[0]) if kinds(found[0]).isdisjoint(kinds(beside)) else []


def _is_one_of_kinds(reading: Reading, section: Draft) -> bool:
    """Tell whether a plan without ranks is told in kinds of one thing: `Fixed costs`, `Variable costs`.

    So is one of which several other kinds are told in prices alone: `Fixed costs`, `Fun`, `Savings`; and
    what is spent, beside what comes in.
    """
    *kind, thing = fold(section.label).split() or [""]
    beside = section.parent.parts if section.parent is not None else ()
    others = [d for d in beside if d is not section and d.kind is EntryKind.CONTAINER]
    if any(reading.wording.begins_with_role(fold(d.label), "income") for d in others):
        return True
    *_, plan = (section, *above(section))
    if not kind or any(d.rank and d.kind is EntryKind.CONTAINER for d in walk(plan)):
        return False
    measures = measures_of(walk(section))
    alike = [d for d in others if d.parts and all(measures & measures_of([p]) for p in d.parts)]
    named = any(thing in map(fold, d.label.split()[1:]) for d in others)
    return named or len(alike) >= _FEW


def _beside(holder: Draft, inside: list[Draft]) -> list[Draft]:
    own = {id(draft) for draft in inside}
    return [d for d in walk(holder) if id(d) not in own]


def _due(drafts: Iterable[Draft]) -> Iterator[Draft]:
    """Yield what is not optional: a workshop that may be booked carries no amounts of the plan."""
    return (draft for draft in drafts if not draft.optional)


def _says_again(reading: Reading, inside: list[Draft], beside: list[Draft]) -> bool:
    """Tell whether a breakdown names what stands beside it, or comes to the same totals."""
    kinds = (*PARTS, EntryKind.CONTAINER)
    names = {name for d in beside if d.kind in kinds for name in d.names}
    if all(d.names and d.names[0] in names for d in inside if d.kind in PARTS):
        return True
    known = reading.wording.lexicon.measures
    measures = measures_of(inside) & measures_of(beside)  # not what they share of all
    totals = [
        (sum_of(inside, m), sum_of(beside, m)) for m in measures if m not in known or known[m].adds
    ]
    return bool(totals) and all(total is not None and total == other for total, other in totals)


def _claim(reading: Reading, holder: Draft, drafts: list[Draft]) -> None:
    """Make all that some entries say claims about the holder."""
    for draft in drafts:
        draft.kind = EntryKind.DEFINITION
        _say_again(reading, holder, draft)
        reading.claim(holder, claimed(draft.amounts), draft.spans[0])


def _say_again(reading: Reading, told: Draft, draft: Draft) -> None:
    """Account for a time that another place tells of the same thing."""
    if {p.minutes % _HALF_DAY for p in draft.starts} & {p.minutes % _HALF_DAY for p in told.starts}:
        reading.leave(draft.starts[0].span, "duplicate")
