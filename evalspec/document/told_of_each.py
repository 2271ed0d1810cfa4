"""What a heading tells once of each thing below it: how long, how often, in how many rounds."""

from __future__ import annotations

import re

from msgspec.structs import replace

from evalspec.core.regex import regex
from evalspec.document import references
from evalspec.document.facts import EACH, Amount, EntryKind, Origin
from evalspec.document.line_amounts import BETWEEN, usual_unit
from evalspec.document.own_amounts import as_origin
from evalspec.document.ranks import walk
from evalspec.document.reading import Reading
from evalspec.document.tree import Draft
from evalspec.vocabulary.fold import fold

_NEAR = 20
_AFTER_EACH = regex(r"[ \xa0]+(?:of )?[a-z]+ (?:after|behind) (?:each|every) ([a-z]+)", re.I)
_LED = 2
"""Words before a length that say what it is of."""


def share_out(reading: Reading, draft: Draft) -> None:
    """Give each item what the heading tells once for all: `Circuit – 40 s work / 20 s rest`, `60 s each:`."""
    if draft.kind is not EntryKind.CONTAINER:
        return
    stated = [a for a in draft.amounts if a.origin is Origin.STATED]
    told = [a for a in stated if a.qualifier in EACH or _is_behind_each(reading, a)]
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
    near = [
        (text[max(0, a.span.start - _NEAR) : a.span.start], text[a.span.end : a.span.end + _NEAR])
        for a in told
    ]
    said = [behind.lower().strip("*_").split()[:1] for _, behind in near]
    lines = (before.lower().rpartition("\n")[2].rstrip("*_") for before, _ in near)
    said += [line.split()[-_LED:] for line in lines]  # `Work for **40 s**`
    return told if any(w.strip(".,/|;:*_)") in words for row in said for w in row) else []


def by_rounds(reading: Reading, draft: Draft, told: frozenset[str]) -> None:
    """Let what stands below `3 rounds` be for one of them: times, ways, and all if a sentence says so."""
    rounds = references.rounds_of(reading, draft) if draft.kind is EntryKind.CONTAINER else None
    within = [part for part in draft.parts if not _is_outside(reading, part)]
    below = [d for part in within for d in (part, *walk(part))] if rounds is not None else []
    if rounds is None or any(references.rounds_of(reading, part) for part in below):
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
