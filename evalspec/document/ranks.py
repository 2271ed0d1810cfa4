"""What entries count as: ranks of items, ranks a container stands for, ordinals, gaps."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from msgspec.structs import replace

from evalspec.core.quantity import EXACT
from evalspec.core.regex import regex
from evalspec.core.span import Span, line_at
from evalspec.document.components import is_side
from evalspec.document.duplicates import without_duplicates
from evalspec.document.facts import Amount, Doubt, EntryKind, Origin, Unread
from evalspec.document.inner_parts import INNER
from evalspec.document.own_amounts import as_origin, claimed
from evalspec.document.reading import Reading
from evalspec.document.tree import Draft
from evalspec.document.wording import Wording
from evalspec.vocabulary.fold import fold

_ITEMS = (EntryKind.ITEM, EntryKind.BLOCK, EntryKind.REST, EntryKind.MARKER)
_PARTS = (EntryKind.ITEM, EntryKind.BLOCK)
_LABEL_END = regex(r"[*_]*[:|=(]|[ \xa0][–—-][ \xa0]|\d")
_AROUND = " \t*_#>|-"
_WORD_BEFORE = regex(r"([^\W\d_]+)(?:[ \xa0]time)?[\s*_:~≈–—-]*$", re.I)
_WORD_BEHIND = regex(r"[ \xa0]*(?:of[ \xa0])?([^\W\d_]+)", re.I)
_PLUS = regex(r"(?:,? [^\W\d_]+){0,2}(?:,? plus|[ ]\+) ")
_NUMBERED = regex(r"[ \t>*_]*\d{1,2}[.)][ \t]")
"""The mark of a line in a numbering."""
_BEGINS = regex(r"[\d½¼¾⅓⅔]")
_MOST_LED = 120
"""Characters before an amount in which its line says what it is a total of."""
_NEAR = 3
"""Words before a noun in which its number stands."""
_SLOT_WORDS = 2
"""Words of a label that only counts: `Exercise 1`, `Dish A`."""
_FEWEST = 3
"""Parts with lengths that make a schedule without times."""
_AMOUNTED = "listed with amounts"
"""What lists of amounts are of, where something else tells what is done."""


def walk(draft: Draft) -> Iterator[Draft]:
    """Yield what lies below a draft, each once, in order."""
    seen: set[int] = set()
    stack = list(reversed(draft.parts))
    while stack:
        part = stack.pop()
        if id(part) in seen:
            continue
        seen.add(id(part))
        yield part
        if part.parts:
            stack.extend(reversed(part.parts))


def rank_entries(reading: Reading) -> None:
    """Give items their rank, and containers the ranks they stand for."""
    every = list(walk(reading.plan))
    _rank_by_last_word(reading, every)
    timed = _holding_blocks(reading, every)
    groups = {id(draft) for draft in every if _only_groups(draft, reading.wording)}
    headed = reading.wording.item_rank in {draft.lists for draft in every}
    headed = headed or bool(timed and reading.wording.roles.get(_AMOUNTED))
    measured: dict[int, str] = {}
    for draft in every:
        listed = listed_rank(reading, draft)
        unheaded = not listed and headed and _is_unheaded(reading, draft)
        if unheaded:
            holder = id(draft.parent)
            if holder not in measured:
                measured[holder] = _listed_with_amounts(reading, draft)
            listed = measured[holder]
        if listed or not unheaded:
            _rank_item(draft, reading.wording, timed, groups, listed)
    every = [draft for draft in every if not _fills(draft, reading.wording)]
    _rank_by_number(reading, every)
    _stand_for(reading, every)
    _stand_for_the_title(reading, every)
    _stand_at_times(reading, every)
    _last_unknown(reading, every)
    _measure_own(reading, every)
    _outranked(reading, every)
    for draft in (reading.plan, *every):
        _meet(draft)
        _number(draft)
        _in_order(draft)
        _state_once(reading, draft)


def _rank_by_last_word(reading: Reading, every: list[Draft]) -> None:
    """Let `Push Day` and `Leg Day` be days where no other container is one."""
    wording = reading.wording
    taken = {draft.rank for draft in every}
    for draft in every:
        words = draft.names[0].split() if draft.names else []
        if draft.rank or draft.section or draft.kind is not EntryKind.CONTAINER or len(words) < 2:
            continue
        rank = wording.ranks.get(words[-1], "")
        listed = any(part.kind in _PARTS for part in draft.parts)
        if wording.role(draft.names[0], "rest"):  # `Rest days` above what may be done on them
            for part in (draft, *walk(draft)):
                part.optional = True
            continue
        if rank in taken or rank in wording.item_ranks or not rank or not listed:
            continue
        if draft.label.lower().rstrip(" :*_").endswith(f"{words[-1]}s"):
            continue  # `Booking dates`
        if not any(c.isdigit() for c in draft.label) and not _is_part_of_a_day(draft, words[-1]):
            draft.take_rank(rank, wording.level[rank])


def _is_part_of_a_day(draft: Draft, word: str) -> bool:
    """Tell whether blocks of a schedule stand beside it too, below `Early` and the like: `Working day`."""
    others = draft.parent.parts if draft.parent is not None else ()
    beside = (d for d in others if d is not draft and d.kind is EntryKind.CONTAINER)
    apart = (d for d in beside if not any(name.endswith(word) for name in d.names))
    return any(part.starts for holder in apart for part in holder.parts)


def _rank_by_number(reading: Reading, every: list[Draft]) -> None:
    """Let headings `1. Legs`, `2. Push` be sessions: the rank that days and weeks stand for.

    Without numbers, their names must be such as sessions go by: `Push`, `Pull`, `Legs`.
    """
    wording = reading.wording
    rank = next((r for r in wording.lexicon.ranks.values() if r.stands_for), None)
    taken = {r for draft in every for r in draft.ranks}
    if rank is None or rank.name in taken or taken.intersection(rank.stands_for, wording.calendar):
        return
    for holder in (reading.plan, *every):
        parts = [p for p in holder.parts if p.kind is EntryKind.CONTAINER and not p.section]
        parts = [p for p in parts if p.ordinal or any(below.kind in _PARTS for below in walk(p))]
        numbers = [p.ordinal for p in parts if not p.rank]
        heads = [p.names[0] if p.names and not p.rank else "" for p in parts]
        titled = all(wording.begins_with_role(head, "title") for head in heads)
        listed = all(any(below.kind in _PARTS for below in walk(p)) for p in parts)
        told = titled or numbers == list(range(1, len(parts) + 1))
        for number, part in enumerate(parts if len(parts) > 1 and told and listed else (), 1):
            part.rank, part.level = rank.name, rank.level
            part.ranks.append(rank.name)
            part.ordinal = number
            part.name(f"{rank.name} {number}")


def _rank_item(
    draft: Draft, wording: Wording, timed: set[int], groups: set[int], listed: str
) -> None:
    """Give an item its rank; one inside another item is a part without a rank."""
    if draft.rank or draft.kind not in _ITEMS or not wording.item_rank:
        return
    above = draft.parent
    inside = above is not None and above.kind is EntryKind.ITEM and id(above) not in groups
    if inside or id(draft) in groups:
        return
    holder = draft.parent if draft.parent and draft.parent.kind is EntryKind.BLOCK else None
    if holder and not draft.starts and (not holder.rank or holder.rank in wording.item_ranks):
        said = INNER in wording.item_ranks and not wording.says_shift(holder.label)
        if said and not (draft.amounts or draft.parts):
            return  # what a line says of a thing with times is no other thing; `Ana` is on her shift
        draft.ranks.append(INNER)
        draft.rank, draft.level = INNER, wording.level.get(INNER, 0)
        return
    beside = draft.kind is EntryKind.ITEM and not draft.starts
    beside = beside and _beside_schedule(draft, timed, wording)
    if beside and not listed:
        return
    draft.rank = listed or next((r for r in _named_ranks(draft, wording)), wording.item_rank)
    draft.ranks = [draft.rank, *draft.ranks]
    draft.level = wording.level[draft.rank]


def _fills(draft: Draft, wording: Wording) -> bool:
    """Put the one thing that `Exercise 1` or `Dish A` holds in its place: both are one thing."""
    holder, part = draft.parent, draft.parts[0] if len(draft.parts) == 1 else None
    if draft.kind is not EntryKind.CONTAINER or holder is None or part is None:
        return False
    told = draft.titled or draft.amounts or draft.starts or draft.section
    alike = part.kind in _PARTS and part.rank == draft.rank in wording.item_ranks
    if told or not alike or len(draft.label.split()) > _SLOT_WORDS or draft not in holder.parts:
        return False
    part.name(*draft.names)
    part.ordinal, part.parent = part.ordinal or draft.ordinal, holder
    holder.parts[holder.parts.index(draft)] = part
    return True


def _only_groups(draft: Draft, wording: Wording) -> bool:
    """Tell whether an item only says how long those below it last, which tell more: `Main work, 28 min`."""
    lasts = wording.lexicon.time_measure
    plain = draft.kind is EntryKind.ITEM and not draft.starts and len(draft.parts) > 1
    if not plain or {amount.measure for amount in draft.amounts} != {lasts}:
        return False
    return all(
        part.kind is EntryKind.ITEM and {a.measure for a in part.amounts} - {lasts}
        for part in draft.parts
    )


def _is_unheaded(reading: Reading, draft: Draft) -> bool:
    """Tell whether bullets stand below a heading that tells no kind, where another tells theirs."""
    holder = draft.parent
    if holder is None or holder.kind is not EntryKind.CONTAINER or holder.rank or holder.lists:
        return False
    return not is_numbered(reading, draft)


def _listed_with_amounts(reading: Reading, draft: Draft) -> str:
    """Return the rank of things of which half and more begin with how much there is: `120 g sugar`."""
    rank = next(iter(reading.wording.roles.get(_AMOUNTED, ())), "")
    holder = draft.parent
    if not rank or holder is None or holder.section:
        return ""
    amounts = [_BEGINS.match(reading.text, part.span.start) is not None for part in holder.parts]
    return rank if 2 * sum(amounts) >= len(amounts) else ""


def listed_rank(reading: Reading, draft: Draft) -> str:
    """Return the item rank that a heading tells of a line; a numbering behind a list is of steps."""
    holder = draft.parent
    if draft.lists or holder is None or not holder.lists:
        return draft.lists
    begun = holder.parts[0] is not draft and not is_numbered(reading, holder.parts[0])
    return reading.wording.item_rank if begun and is_numbered(reading, draft) else holder.lists


def is_numbered(reading: Reading, draft: Draft) -> bool:
    """Tell whether the line of an entry stands in a numbering."""
    return _NUMBERED.match(reading.text, line_at(reading.text, draft.span.start).start) is not None


def _holding_blocks(reading: Reading, every: list[Draft]) -> set[int]:
    """Return the containers that hold pieces of a schedule: with times, else all with lengths."""
    held = [
        (holder, [p for p in holder.parts if p.kind in _PARTS]) for holder in (reading.plan, *every)
    ]
    timed = {id(h) for h, parts in held if any(p.kind is EntryKind.BLOCK for p in parts)}
    if timed or "block" not in reading.wording.item_ranks:
        return timed
    measure = reading.wording.lexicon.time_measure
    long = [
        parts[-1].span.start
        for _, parts in held
        if len(parts) >= _FEWEST
        and all(any(a.measure == measure for a in p.amounts) for p in parts)
    ]
    # what is listed behind all that have lengths is no part of the schedule
    return {id(holder) for holder, _ in held if long and holder.span.start <= max(long)}


def _beside_schedule(draft: Draft, timed: set[int], wording: Wording) -> bool:
    """Tell whether an item without a time stands in a list of its own beside a schedule."""
    holder = draft.parent
    if not timed or holder is None or holder.rank or holder.kind is EntryKind.PLAN:
        return False
    if not wording.lexicon.parts_of_day.keys().isdisjoint(holder.names):
        return False  # `Afternoon` without times
    return id(holder) not in timed and not holder.starts


def _named_ranks(draft: Draft, wording: Wording) -> Iterator[str]:
    """Yield item ranks whose word begins or ends the name, then those of its categories."""
    for name in draft.names[:1]:
        words = name.split()
        for word in (words[0], words[-1]) if words else ():
            rank = wording.ranks.get(word, "")
            if rank in wording.item_ranks and rank != "item":
                yield rank
    for name in draft.names:
        category = wording.lexicon.categories.get(name)
        if category is not None and category.rank in wording.item_ranks:
            yield category.rank


def _stand_for(reading: Reading, every: list[Draft]) -> None:
    """Let a `Day 1` that holds exercises with no session between be a session."""
    ranks = reading.wording.lexicon.ranks.values()
    above = {base: rank.name for rank in ranks for base in rank.stands_for}
    if not above:
        return
    for draft in every:
        standing = above.get(draft.rank)
        if standing is None or draft.kind is not EntryKind.CONTAINER or draft.section == "rest":
            continue
        apart = [p for p in draft.parts if p.kind is EntryKind.CONTAINER and p.names and p.parts]
        if all(not p.rank and reading.wording.of_part_of_day(p.names[0]) for p in apart):
            for part in apart:  # `### Morning`, `### Evening`
                part.take_rank(standing, reading.wording.level[standing])
        below = list(walk(draft))
        between = any(d.rank == standing or above.get(d.rank) == standing for d in below)
        if not between and any(d.kind in _PARTS for d in below):
            draft.ranks.append(standing)


def _stand_for_the_title(reading: Reading, every: list[Draft]) -> None:
    """Let the days of `Five easy dinners` be dinners, where they hold nothing of that rank."""
    wording = reading.wording
    ranked = (d for d in every if d.rank == wording.day and d.kind is EntryKind.CONTAINER)
    days = [draft for draft in ranked if any(part.kind in _PARTS for part in draft.parts)]
    told = _told_by_words(reading, reading.plan.label.split()) or _counted_before(reading, days)
    timed = {rank.name for rank in wording.lexicon.ranks.values() if rank.timed}
    if len(told) != 1 or not timed.issuperset(told.values()):
        return
    ((member, standing),) = told.items()
    if any(standing in draft.ranks for draft in every):
        return
    for draft in days:
        draft.ranks.append(standing)
        draft.name(member)


def _told_by_words(reading: Reading, words: Iterable[str]) -> dict[str, str]:
    """Return the ranks of the words that are names of things of one: meal, of `dinners`."""
    members = reading.wording.members
    return {name: rank for word in words if (rank := members.get(name := fold(word), ""))}


def _counted_before(reading: Reading, days: Sequence[Draft]) -> dict[str, str]:
    """Return what as many are announced of as there are days: `Below are five egg-free breakfasts`."""
    start = days[0].spans[0].start if len(days) > 1 else 0
    words = [
        word.strip(".,:;!*_") for word in reading.text[max(0, start - _MOST_LED) : start].split()
    ]
    numbers, count = reading.wording.lexicon.numbers, str(len(days))
    counted = [
        word
        for at, word in enumerate(words)
        if any(numbers.get(fold(said), said) == count for said in words[max(0, at - _NEAR) : at])
    ]
    return _told_by_words(reading, counted)


def _stand_at_times(reading: Reading, every: list[Draft]) -> None:
    """Let lines at clock times be of the rank that has times, where nothing else is of it.

    All of them have amounts of what they are made of; a time for anything else is no meal.
    """
    wording = reading.wording
    rank = next((r.name for r in wording.lexicon.ranks.values() if r.timed), "")
    blocks = [d for d in every if d.kind is EntryKind.BLOCK and d.starts]
    if not rank or not blocks or any(rank in d.ranks for d in every):
        return
    told = ((a for d in (block, *walk(block)) for a in d.amounts) for block in blocks)
    if all(any(not is_side(a, wording) for a in own) for own in told):
        for draft in blocks:
            draft.ranks.append(rank)


def _last_unknown(reading: Reading, every: list[Draft]) -> None:
    """Let what is of a rank that has times, a meal, begin at its time and not last until the next."""
    wording = reading.wording
    timed = {rank.name for rank in wording.lexicon.ranks.values() if rank.timed}
    if not timed or "block" in wording.item_ranks:
        return
    for draft in every:
        if not timed.isdisjoint(draft.ranks):
            draft.ends = [end for end in draft.ends if end.origin != "next-entry"]


def _measure_own(reading: Reading, every: list[Draft]) -> None:
    """Take an amount that no word names as what its rank has: the 1,850 m of a camp as altitude."""
    known = reading.wording.lexicon
    for draft in every:
        rank = known.ranks.get(draft.rank)
        own = {known.measures[n].dimension: n for n in rank.measures} if rank is not None else {}
        if own and not any(a.measure in own.values() and not a.unnamed for a in draft.amounts):
            draft.amounts = [
                replace(a, measure=own.get(a.unit.dimension, a.measure)) if a.unnamed else a
                for a in draft.amounts
            ]


def _outranked(reading: Reading, every: list[Draft]) -> None:
    """Leave out what no word names below a container that states by name what its rank has."""
    ranks = reading.wording.lexicon.ranks
    for draft in every:
        own = ranks[draft.rank].measures if draft.rank in ranks else ()
        named = {a.measure for a in draft.amounts if a.measure in own and not a.unnamed}
        for part in walk(draft) if named else ():
            lost = [a for a in part.amounts if a.unnamed and a.measure in named]
            part.amounts = [a for a in part.amounts if a not in lost]
            reading.unread += [Unread(a.span, "unnamed") for a in lost]


def _state_once(reading: Reading, draft: Draft) -> None:
    """Keep the first statement of a total, and no subtotal beside one; what says it again is a claim."""
    stated: dict[str, list[Amount]] = {}
    for amount in draft.amounts:
        if amount.origin is Origin.STATED:
            stated.setdefault(amount.measure, []).append(amount)
    again: set[int] = set()
    for told in stated.values():
        added = _added(reading, told)
        if len(added) > 1:  # `10 min plus 5 min for questions`
            summed = _joined(added)
            draft.amounts = [summed if a is added[0] else a for a in draft.amounts]
            again |= {id(amount) for amount in added[1:]}
            told = [summed, *told[len(added) :]]
        steps = [amount for amount in told if _is_of_step(reading, amount)]
        total = _total_claims(reading, draft, told[0].measure) if steps == told else []
        if total or (steps == told and told[1:]):
            summed = as_origin(total[0], Origin.STATED) if total else _joined(told)
            draft.amounts = [summed if a is told[0] else a for a in draft.amounts]
            again |= {id(amount) for amount in told[1:]}
            if total:
                reading.claim(draft, claimed(told), told[0].span)
            continue
        parts = {id(a) for a in told if _is_subtotal(reading, a)}
        whole = _whole(reading, [a for a in told if id(a) not in parts and a not in steps])
        first = whole if whole is not None else told[0]
        parts = parts if id(first) not in parts else set()
        for amount in (a for a in told if a is not first):
            again.add(id(amount))
            words = amount.span if id(amount) in parts else _led_by(reading, amount)
            reading.claim(draft, claimed([amount]), words)
    draft.amounts = [amount for amount in draft.amounts if id(amount) not in again]


def _added(reading: Reading, told: Sequence[Amount]) -> list[Amount]:
    """Return the first of some amounts with those that a plus adds to it."""
    found = list(told[:1])
    for amount in told[1:]:
        between = reading.text[found[-1].span.end : amount.span.start]
        if amount.unit.dimension != found[0].unit.dimension or not _PLUS.fullmatch(between):
            break
        found.append(amount)
    return found


def _total_claims(reading: Reading, draft: Draft, measure: str) -> list[Amount]:
    """Return what is claimed as the total of a container: `Total time: 95 min` above its steps."""
    begins = reading.wording.begins_with_role
    return [
        claim.amount
        for claim in reading.claims
        if claim.draft is draft and claim.amount.measure == measure and not claim.per
        and begins(fold(reading.string(claim.words).strip(_AROUND)), "total")
    ]  # fmt: skip


def _is_of_step(reading: Reading, amount: Amount) -> bool:
    """Tell whether an amount is what a step of work takes, each with its time: `prep 15 min, cook 30 min`."""
    line = line_at(reading.text, amount.span.start)
    before = _WORD_BEFORE.search(reading.text, line.start, amount.span.start)
    behind = _WORD_BEHIND.match(reading.text, amount.span.end, line.end)
    words = [fold(found[1]) for found in (before, behind) if found is not None]
    return any(reading.wording.role(word, "step of work") for word in words)


def _joined(told: list[Amount]) -> Amount:
    """Return what amounts of steps come to."""
    unit = told[0].unit
    scaled = (a.value.scaled(EXACT.divide(a.unit.factor, unit.factor)) for a in told[1:])
    span = Span(told[0].span.start, told[-1].span.end)
    return replace(told[0], value=sum(scaled, told[0].value), span=span)


def _whole(reading: Reading, told: list[Amount]) -> Amount | None:
    """Return the first of several statements, or the one that a line says is for all of it."""
    first = told[0] if told else None
    line = line_at(reading.text, first.span.start) if first is not None else Span(0, 0)
    beside = [amount for amount in told if amount.span.end <= line.end]
    if len(beside) > 1:
        kept, _ = without_duplicates(reading.text, line, beside, reading.wording)
        return kept[0] if len(kept) == 1 else first
    return first


def _is_subtotal(reading: Reading, amount: Amount) -> bool:
    """Tell whether the line of an amount goes by a word for what the lines above it come to."""
    led = reading.string(_led_by(reading, amount))
    label = fold(_LABEL_END.split(led.strip(_AROUND), maxsplit=1)[0])
    wording = reading.wording
    return wording.begins_with_role(label, "net") or wording.ends_with_role(label, "subtotal")


def _led_by(reading: Reading, amount: Amount) -> Span:
    """Return an amount with what stands before it in its line."""
    line = line_at(reading.text, amount.span.start)
    return Span(max(line.start, amount.span.start - _MOST_LED), amount.span.end)


def _meet(holder: Draft) -> None:
    """Let `Day 1-3` and `Day 3-5` share their third day: a day that ranges meet in is one."""
    held = [id(part.parts) for part in holder.parts if part.parts]
    if len(held) == len(set(held)):
        return
    known: dict[tuple[str, int], Draft] = {}
    kept: list[Draft] = []
    for part in holder.parts:
        key = (part.rank, part.ordinal)
        first = known.get(key)
        ranges = first is not None and held.count(id(part.parts)) > 1 and first.label != part.label
        if first is None or not ranges or not part.rank or not part.ordinal:
            known.setdefault(key, part)
            kept.append(part)
            continue
        first.parts = [*first.parts, *part.parts]
        first.amounts = [*first.amounts, *part.amounts]
        first.spans = [*first.spans, *part.spans]
        first.names = list(dict.fromkeys((*first.names, *part.names)))
    holder.parts[:] = kept


def _number(holder: Draft) -> None:
    """Number the parts of a rank by order of appearance where nothing is written."""
    counts: Counter[str] = Counter()
    for part in holder.parts:
        if part.rank and part.kind is not EntryKind.DEFINITION:
            counts[part.rank] += 1
            if not part.ordinal and not part.weekday:
                part.ordinal = counts[part.rank]


def _in_order(holder: Draft) -> None:
    """Let days that share their parts stand where they belong: `Day 1 and 3`, `Day 2 and 4`."""
    held = [id(part.parts) for part in holder.parts if part.parts]
    if len(held) == len(set(held)):
        return
    for rank in {part.rank for part in holder.parts if part.rank}:
        places = [n for n, part in enumerate(holder.parts) if part.rank == rank]
        parts = [holder.parts[n] for n in places]
        keys = [part.weekday or part.ordinal for part in parts]
        weekdays = {bool(part.weekday) for part in parts}
        if all(keys) and len(set(keys)) == len(keys) and len(weekdays) == 1:
            ordered = sorted(parts, key=lambda part: part.weekday or part.ordinal)
            for place, part in zip(places, ordered, strict=True):
                holder.parts[place] = part


def gaps(reading: Reading, every: Sequence[Draft]) -> Iterator[tuple[Draft, Doubt]]:
    """Yield a doubt for each hole in a written numbering that has no regular step."""
    for holder in (reading.plan, *every):
        by_rank: dict[str, list[Draft]] = {}
        for part in holder.parts:
            if part.rank and part.kind in (EntryKind.CONTAINER, EntryKind.REST) and part.ordinal:
                by_rank.setdefault(part.rank, []).append(part)
        for rank, parts in by_rank.items():
            numbers = [part.ordinal for part in parts]
            steps = [b - a for a, b in pairwise(numbers)]
            if len(steps) > 1 and min(steps) == 1 and max(steps) == 2:
                at, missing = steps.index(2), steps.count(2)
                name, span = f"{rank} {numbers[at] + 1}", parts[at + 1].span
                yield holder, Doubt("gap-in-numbering", span, (), rank, name, count=missing)
