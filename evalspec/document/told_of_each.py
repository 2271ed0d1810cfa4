"""What a heading tells once of each thing below it: how long, how often, in how many rounds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from msgspec.structs import replace

from evalspec.core.quantity import EXACT, ZERO, exactly
from evalspec.core.regex import regex
from evalspec.core.span import Span, behind_gap, line_at
from evalspec.document import references
from evalspec.document.blocks import BlockKind
from evalspec.document.facts import EACH, Amount, EntryKind, Origin
from evalspec.document.line_amounts import FACTOR, usual_unit
from evalspec.document.lines import block_of, is_listed, is_turn
from evalspec.document.own_amounts import as_origin, claimed
from evalspec.document.ranks import walk
from evalspec.document.rates import for_a_side
from evalspec.document.reading import Reading
from evalspec.document.tree import Draft
from evalspec.vocabulary.fold import fold

_NEAR = 20
_AFTER_EACH = regex(r"[ \xa0]+(?:of )?[a-z]+ (?:after|behind) (?:each|every) ([a-z]+)", re.I)
_PER_SIDE = regex(r"[ \xa0]*((?:per|each|a)[ \xa0][a-z]+)\b", re.I)
_COUNTED = regex(r"([^\W\d_]{3,})[ \xa0](\d{1,2}|[A-Z])\b(?![ \xa0]?(?:times|rounds?|[x×]))")
_SEVERAL = 2
_LED = 2
"""Words before a length that say what it is of."""


def share_out(reading: Reading, draft: Draft) -> None:
    """Give each item what a line tells once for all: `Circuit – 40 s work / 20 s rest`, `60 s each:`."""
    if draft.kind is not EntryKind.CONTAINER:
        return
    stated = [a for a in draft.amounts if a.origin is Origin.STATED]
    told = [a for a in stated if _is_of_each(reading, a)]
    told = told or _pace(reading, stated) or _sets_of_each(reading, draft, stated)
    items = (part for part in draft.parts if part.kind is EntryKind.ITEM)
    parts = [part for part in items if not any(below.amounts for below in walk(part))]
    if not told or (told[0].qualifier and not parts):
        return
    told = _with_sets(reading, stated, told)
    given = {a.span for a in told}
    draft.amounts = [a for a in draft.amounts if a.span not in given]
    if _in_unknown_rounds(reading, draft, told):
        line = line_at(reading.text, told[0].span.start)
        reading.claim(draft, claimed(told), line, reading.wording.item_rank)
        return
    for part in parts:
        own = {a.measure for a in part.amounts}
        shared = [as_origin(a, Origin.ITEM) for a in told]
        shared = [a if a.qualifier.startswith("per ") else replace(a, qualifier="") for a in shared]
        part.amounts += [a for a in shared if a.measure not in own]


def _with_sets(reading: Reading, stated: list[Amount], told: list[Amount]) -> list[Amount]:
    """Add the sets that stand beside what is told of each: `3 sets × 10 reps each`, `3 x 30 s each`."""
    line = line_at(reading.text, told[0].span.start)
    often = reading.wording.factors[:1]
    sets = [a for a in stated if a.measure in often and line.covers(a.span)]
    if not sets:
        return told
    known, per = reading.wording.lexicon.measures, f"per {sets[0].unit.name}"
    lengths = {name for name, measure in known.items() if measure.adds}
    others = [a for a in told if a.measure not in often]
    timed = (a.unit.dimension == "time" and a.measure in lengths for a in others)
    return sets + [
        replace(a, qualifier=per) if is_timed else a
        for a, is_timed in zip(others, timed, strict=True)
    ]


def _in_unknown_rounds(reading: Reading, draft: Draft, told: Sequence[Amount]) -> bool:
    """Tell whether nobody says how often things are done whose work and rest a line tells."""
    counted = any(amount.measure in reading.wording.factors for amount in told)
    if counted or references.rounds_of(reading, draft) is not None:
        return False
    words = reading.wording.roles.get("repeat", ())
    rests = any(reading.wording.role(amount.measure, "rest") for amount in told)
    said = any(fold(claim.amount.measure) in words for claim in reading.claims)
    return said or (rests and told[0].qualifier in EACH)


def _is_of_each(reading: Reading, amount: Amount) -> bool:
    """Tell whether a heading says that each of the things below has an amount: `30 s per side`."""
    if amount.qualifier in EACH or _is_behind_each(reading, amount):
        return True
    behind = _PER_SIDE.match(reading.text, amount.span.end)
    return behind is not None and for_a_side(behind[1].lower())


def _sets_of_each(reading: Reading, draft: Draft, stated: Sequence[Amount]) -> list[Amount]:
    """Return the sets of a superset: those of each thing in it, where none tells its own."""
    often, *others = reading.wording.factors or ("",)
    told = [a for a in stated if a.measure == often and not a.qualifier]
    called = any(reading.wording.ranks.get(name) == draft.rank for name in draft.names)
    below = {a.measure for part in draft.parts for a in part.amounts}
    counts = called and often not in below and not below.isdisjoint(others)
    return [replace(a, qualifier=EACH[0]) for a in told] if counts else []


def _is_behind_each(reading: Reading, amount: Amount) -> bool:
    """Tell whether a rest comes after each of the things below: `20 s rest after each exercise`."""
    after = _AFTER_EACH.match(reading.text, amount.span.end)
    ranks = reading.wording.ranks
    return after is not None and ranks.get(fold(after[1])) in reading.wording.item_ranks


def _pace(reading: Reading, stated: list[Amount]) -> list[Amount]:
    """Return the lengths of work and rest of each exercise in a heading, if it tells them."""
    words = reading.wording.roles.get("pace", frozenset())
    timed = (a for a in stated if a.unit.dimension == "time" and not a.between_sets)
    told = list(timed) if words else []
    text = reading.text
    near = [
        (text[max(0, a.span.start - _NEAR) : a.span.start], text[a.span.end : a.span.end + _NEAR])
        for a in told
    ]
    said = [behind.lower().strip("*_").split()[:1] for _, behind in near]
    lines = (before.lower().rpartition("\n")[2].rstrip("*_") for before, _ in near)
    said += [line.split()[-_LED:] for line in lines]  # `Work for **40 s**`
    return told if any(w.strip(".,/|;:*_)") in words for row in said for w in row) else []


def repeat(reading: Reading) -> None:
    """Let what a sentence says to do again be done in so many rounds: `Repeat for 3 rounds`."""
    for holder, span in list(reading.repeats):
        often = references.rounds_told(reading, span)
        things = [part for part in holder.parts if part.kind is EntryKind.ITEM]
        plain = holder.kind is EntryKind.CONTAINER or len(things) == len(holder.parts)
        rank = reading.wording.lexicon.ranks.get(holder.rank)
        days = rank is not None and (rank.calendar or rank.stands_for)
        counted = often is not None and any(c.amount.span == often.span for c in reading.claims)
        if not (often and things and plain) or _is_outside(reading, holder):
            continue
        if days and not counted:
            continue  # `Do this session twice` may be on two days
        if references.rounds_of(reading, holder) is None and not _names_one(reading, span):
            holder.state([often])
            reading.repeats.remove((holder, span))


def _names_one(reading: Reading, line: Span) -> bool:
    """Tell whether a sentence names which of several things is meant: `Repeat block A twice`, `steps 1-3`."""
    measured = {m.span.start for m in reading.quantities(line) if m.unit is not None}
    counted = (reading.wording.ranks, reading.wording.roles.get("numbered", ()))
    said = _COUNTED.finditer(reading.text, line.start, line.end)
    words = (fold(m[1]) for m in said if m.start(2) not in measured)
    return any(word in names for word in words for names in counted)


def by_turns(reading: Reading, draft: Draft) -> None:
    """Let what is done in turn be done as often as its minutes come: `EMOM 8 min`, `Odd: …`, `Even: …`."""
    often = next(iter(reading.wording.factors), "")
    turns = [p for p in draft.parts if any(is_turn(reading, name) for name in p.names)]
    if not often or len(turns) < _SEVERAL or len(turns) != len(draft.parts):
        return
    told = [a for a in draft.amounts if a.measure == often and a.value.exact]
    timed = [a for a in draft.amounts if a.unit.dimension == "time" and a.value.exact]
    if len(told or timed) != 1:
        return
    (amount,) = told or timed
    number = amount.value.low or ZERO
    if not told:
        number = EXACT.divide(number * amount.unit.factor, Decimal(len(turns)))
    if number != number.to_integral_value():
        return
    sets = Amount(often, exactly(number), usual_unit(often, reading.wording), amount.span)
    known = reading.wording.lexicon.measures
    for part in turns:
        if part.kind is EntryKind.ITEM and all(a.measure != often for a in part.amounts):
            part.amounts = [
                replace(a, qualifier=f"per {sets.unit.name}")
                if a.measure in known and known[a.measure].adds and not a.qualifier
                else a
                for a in part.amounts
            ]
            part.amounts.insert(0, replace(sets, because=FACTOR))


def by_rounds(reading: Reading, draft: Draft, told: frozenset[str]) -> None:
    """Let what stands below `3 rounds` be for one of them: times, ways, and all if a sentence says so."""
    held = draft.kind in (EntryKind.CONTAINER, EntryKind.PLAN)
    rounds = references.rounds_of(reading, draft) if held else None
    if rounds is None:
        return
    listed = any(is_listed(reading, part) for part in draft.parts)
    within = [
        part
        for part in draft.parts
        if not (_is_outside(reading, part) or (listed and _stands_apart(reading, part)))
    ]
    below = [d for part in within for d in (part, *walk(part))]
    if any(references.rounds_of(reading, part) for part in below):
        return
    if inner := _done_in_rounds(reading, draft):
        draft.amounts = [amount for amount in draft.amounts if amount != rounds]
        for part in inner:
            part.amounts.append(as_origin(rounds, Origin.STATED))
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


def _stands_apart(reading: Reading, part: Draft) -> bool:
    """Tell whether a plain line stands behind a gap below the list that is done in rounds: `Drink: 2 min`."""
    block = block_of(reading, part)
    plain = part.kind is not EntryKind.CONTAINER and block is not None
    plain = plain and block is not None and block.kind is BlockKind.PARAGRAPH
    return plain and behind_gap(reading.text, part.spans[0].start)


def _is_outside(reading: Reading, part: Draft) -> bool:
    """Tell whether a container is done once beside rounds: `Warm-up`."""
    named = (reading.wording.role(name, "outside rounds") for name in part.names)
    return part.kind is EntryKind.CONTAINER and any(named)


def _done_in_rounds(reading: Reading, draft: Draft) -> list[Draft]:
    """Return what is done in the rounds that a title tells, where a warm-up stands beside it."""
    beside = draft.parent.parts if draft.parent is not None else []
    around = [*draft.parts, *beside[beside.index(draft) + 1 :]] if draft in beside else draft.parts
    held = [part for part in around if part.kind is EntryKind.CONTAINER and part.parts]
    apart = [part for part in held if _is_outside(reading, part)]
    sets = set(reading.wording.factors[:1])
    inner = [part for part in held if part not in apart]
    inner = [p for p in inner if not any(a.measure in sets for d in p.parts for a in d.amounts)]
    own = [part for part in inner if part in draft.parts]
    return (own or inner) if any(part in draft.parts for part in apart) else []


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
