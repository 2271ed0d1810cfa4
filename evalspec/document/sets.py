"""Sets of an exercise: lines of their own below it, rows of repetitions, and a time that may be of each."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec.structs import replace

from evalspec.core.quantity import exactly
from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document import references
from evalspec.document.facts import PERHAPS_PER_SET, Amount, EntryKind, Origin
from evalspec.document.headers import Column, column
from evalspec.document.line_amounts import FACTOR, ONCE, usual_unit
from evalspec.document.lines import is_listed
from evalspec.document.own_amounts import as_origin, only_amounts
from evalspec.document.reading import Reading
from evalspec.document.tree import Draft
from evalspec.document.wording import Wording
from evalspec.vocabulary.fold import fold

_CROSS = regex(r"[ \xa0]?[x×✕*]")
_SET = regex(r"(?:([^\W\d]+)[ #]*(\d{1,2})|(\d{1,2})(?:st|nd|rd|th)? ([^\W\d]+))\b[ :(–—-]*(.*)")
_FEWEST = 2
"""Details that an amount is told in."""
_WORD = regex(r"[^\W\d_]+")


def lists_sets(reading: Reading, draft: Draft) -> bool:
    """Tell whether a heading holds nothing but sets: `#### Squat (3 sets)`, `- Set 1: 12 x 40 kg`."""
    often = next(iter(reading.wording.factors), "")
    plain = draft.kind is EntryKind.CONTAINER and not (draft.rank or draft.section)
    items = [p for p in draft.parts if p.kind is EntryKind.ITEM] if plain and often else []
    return bool(items) and all(_word_of(reading, part.label, often) for part in items)


def hold_sets(reading: Reading, holder: Draft) -> None:
    """Put sets below the line right above them that says how many they are: `**Squat** (3 sets)`."""
    often, *others = reading.wording.factors or ("",)
    head: Draft | None = None
    for part in list(holder.parts) if others else ():
        plain = part.kind is EntryKind.ITEM and not part.parts
        told = {amount.measure for amount in part.amounts}
        first = min((a.span.start for a in part.amounts), default=-1)
        own = plain and often not in told and not told.isdisjoint(others)
        own = own and (first == part.span.start or _word_of(reading, part.label, often) is not None)
        if head is not None and own:
            holder.parts.remove(part)
            head.move(part)
        elif plain and told == {often} and not is_listed(reading, part):
            head = part
        else:
            head = None


def settle_sets(reading: Reading, draft: Draft) -> None:
    """Make a name an item whose lines are the sets that it is done in: `Set 1: 12 reps × 40 kg`.

    A line for one set that does not say how many is one.
    """
    often = next(iter(reading.wording.factors), "")
    items = [p for p in draft.parts if often and p.kind is EntryKind.ITEM and p.amounts]
    named = {id(part): _word_of(reading, part.label, often) for part in items}
    sets = [p for p in items if named[id(p)] or only_amounts(reading, p.spans[0], p.amounts)]
    if not sets or any(part.kind is EntryKind.CONTAINER and part.rank for part in draft.parts):
        return
    for part in sets:
        part.rank, part.ranks = "", []
        word = named[id(part)]
        if word and fold(word[0]) == word[0].lower():
            at = Span(part.span.start + word.start(), part.span.start + word.end())
            _done_once(reading, part, at)
    if len(sets) == len(items):
        draft.kind = EntryKind.ITEM
    own = {amount.measure for amount in draft.amounts}
    if len(sets) == 1 and not own.intersection(amount.measure for amount in sets[0].amounts):
        draft.amounts += sets[0].amounts
        draft.spans += sets[0].spans
        draft.parts.remove(sets[0])
    elif own.intersection(reading.wording.factors) == {often}:
        whole = (often, exactly(len(sets)))
        for n, a in enumerate(draft.amounts):
            if (a.measure, a.value) == whole:
                draft.amounts[n] = as_origin(a, Origin.STATED)
    elif own.intersection(reading.wording.factors):
        first = Draft(EntryKind.ITEM, draft.label, draft.span, depth=draft.depth + 1)
        first.amounts, first.parent, draft.amounts = draft.amounts, draft, []
        draft.parts.insert(0, first)


def one_set_each(reading: Reading, parts: list[Draft]) -> list[Amount]:
    """Let each of several numbers of repetitions be a set: `(3 sets:) 12 reps at 40 kg, 10 reps at 45 kg`.

    Return what the last of them tells that all come to: `8 x 80 kg, 6 x 90 kg, 1,180 kg in all`.
    """
    often, *others = reading.wording.factors or ("",)
    counts = [a for part in parts for a in part.amounts if a.measure in others[:1]]
    if len(counts) != len(parts):
        return []
    products = {name for name, m in reading.wording.lexicon.measures.items() if m.product}
    made = [[a for a in part.amounts if a.measure in products] for part in parts]
    whole = made[-1] if not any(made[:-1]) else []
    parts[-1].amounts = [a for a in parts[-1].amounts if a not in whole]
    first = parts[0].amounts
    first[:] = [a for a in first if a.measure != often or a.value != exactly(len(parts))]
    for part, count in zip(parts, counts, strict=True):
        _done_once(reading, part, count.span)
    return whole


def part_sets(reading: Reading, draft: Draft) -> None:
    """Make each number of a row of repetitions a set, with its load: `Reps: 10/8/6`, `60/70/80 kg`."""
    often, counted, load, *_ = (*reading.wording.factors, "", "", "")
    told: dict[str, list[Amount]] = {}
    for amount in draft.amounts:
        told.setdefault(amount.measure, []).append(amount)
    sets, reps, loads = (told.get(name, []) if name else [] for name in (often, counted, load))
    numbers = _numbers_of(reading, reps[0]) if len(reps) == 1 else []
    if not numbers or (sets and reps[0].value.exact):
        return
    loads = _numbers_of(reading, loads[0]) if len(loads) == 1 else loads
    if len(numbers) < (_FEWEST if sets else _FEWEST + 1) or len(loads) not in (0, 1, len(numbers)):
        return
    if len(sets) > 1 or any(a.value != exactly(len(numbers)) for a in sets):
        return
    for place, number in enumerate(numbers):
        part = Draft(EntryKind.ITEM, draft.label, draft.span, depth=draft.depth + 1)
        part.spans, part.names, part.optional = [number.span], draft.names[:1], draft.optional
        part.amounts = [replace(number, qualifier=""), *loads[min(place, len(loads) - 1) :][:1]]
        _done_once(reading, part, number.span)
        draft.add(part)
    draft.amounts = [
        as_origin(a, Origin.STATED) if a in sets else a
        for a in draft.amounts
        if a not in (*reps, *told.get(load, ()))
    ]


def set_columns(columns: Sequence[Column], wording: Wording) -> dict[int, tuple[int, Column]]:
    """Return which columns tell of which set, and what their bare numbers are: `Set 1`, `Set 2 weight`."""
    found: dict[int, tuple[int, Column]] = {}
    often, counted, *_ = (*wording.factors, "", "")
    for number, header in enumerate(columns if often else ()):
        told = _SET.match(header.name)
        if told is not None and wording.measures.get(told[1] or told[4]) == often:
            own = column(told[5], wording)
            own = own if own.measure else Column("", counted, None)
            found[number] = (int(told[2] or told[3]), own)
    return found if len({place for place, _ in found.values()}) >= _FEWEST else {}


def in_sets(reading: Reading, item: Draft, cells: Sequence[tuple[int, Column, Span]]) -> None:
    """Make a set of what the columns of each tell: `| Press | 8 x 40 kg | 6 x 50 kg |`."""
    if not cells:
        return
    often, counted, load = reading.wording.factors[:3]
    shared = [amount for amount in item.amounts if amount.measure == load]
    told: dict[int, Draft] = {}
    for place, header, cell in cells:
        new = Draft(EntryKind.ITEM, item.label, item.span, depth=item.depth + 1)
        part = told.setdefault(place, new)
        part.spans, part.names = [cell], item.names[:1]
        found = reading.measured(cell, header)
        crossed = all(amount.measure != counted for amount in found)
        unit = usual_unit(counted, reading.wording)
        for a in found:
            counts = crossed and a.measure == often
            part.amounts.append(replace(a, measure=counted, unit=unit) if counts else a)
    for part in told.values():
        part.amounts += shared if all(a.measure != load for a in part.amounts) else []
        _done_once(reading, part, part.spans[0])
        item.add(part)
    alike = [a for a in item.amounts if a.measure == often and a.value == exactly(len(told))]
    kept = [a for a in item.amounts if a not in shared]
    item.amounts = [as_origin(a, Origin.STATED) if a in alike else a for a in kept]


def _numbers_of(reading: Reading, row: Amount) -> list[Amount]:
    """Return the numbers that an amount was read of: `10/8/6`, but not `8-10`."""
    inside = [m for m in reading.quantities(row.span) if m.unit in (None, row.unit)]
    return [replace(row, value=m.value, span=m.span) for m in inside if m.value.exact] or [row]


def _done_once(reading: Reading, part: Draft, at: Span) -> None:
    """Let what does not say how many sets it is be one."""
    often = reading.wording.factors[0]
    if all(amount.measure != often for amount in part.amounts):
        unit = usual_unit(often, reading.wording)
        part.amounts.insert(0, Amount(often, ONCE, unit, at, because=FACTOR))


def _word_of(reading: Reading, label: str, measure: str) -> re.Match[str] | None:
    """Return the word of a label that says what measure it counts: `set` of `Drop set`, `Set 2`."""
    known = reading.wording.measures
    return next((w for w in _WORD.finditer(label) if known.get(fold(w[0])) == measure), None)


def sets_open(reading: Reading, draft: Draft) -> None:
    """Leave open whether a time beside a number of sets is that of each: `Plank – 3 sets – 45 s`."""
    factors = reading.wording.factors[:2]
    carried = [amount.measure for amount in draft.amounts]
    often = [a for a in draft.amounts if a.measure in factors]
    if draft.kind is not EntryKind.ITEM or len(often) != 1 or often[0].measure != factors[0]:
        return
    crossed = _CROSS.match(reading.text, often[0].span.end)  # `3 x 40 s (2 min)` says it all
    if crossed or often[0].qualifier or references.told_in_all(reading, draft, often[0]):
        return
    known = reading.wording.lexicon.measures
    adding = {name for name in carried if name in known and known[name].adds}
    for at, a in enumerate(draft.amounts):
        beside = a.measure in adding and not a.span.touches(often[0].span)
        if beside and references.is_for_a_round(a):
            draft.amounts[at] = replace(a, qualifier=PERHAPS_PER_SET)
