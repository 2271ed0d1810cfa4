"""Several things on one line: each becomes a part, with the amounts that are its own."""

from __future__ import annotations

import re
from itertools import pairwise

from msgspec.structs import replace

from evalspec.core.quantity import EXACT, Interval, Unit, exactly
from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document import optional
from evalspec.document.components import Component, Split, split, without_sides
from evalspec.document.facts import EXTENTS, Amount, Doubt, EntryKind, Unread, come_to
from evalspec.document.line_amounts import FACTOR, ONCE
from evalspec.document.lines import SENTENCE
from evalspec.document.own_amounts import names_something
from evalspec.document.plain import ARROW
from evalspec.document.rates import adds_up, grouped
from evalspec.document.reading import Reading
from evalspec.document.rests import is_rest, take_rest
from evalspec.document.sets import one_set_each
from evalspec.document.tree import Draft
from evalspec.vocabulary.fold import fold

_COLON = regex(r"[*_]*\)?[*_]*:[*_]*[ \xa0]")
_BESIDES = regex(r"\bplus\b|\+|\bbetween\b|\bafter\s+(?:each|every)\b", re.IGNORECASE)
_BRACKETED = regex(r"\s*[*_]*[(\[]\s*(?:~|about\s|approx\.?\s|≈|=)?\s*")
_ARROW = regex(ARROW)
_APART = regex(r"(?:[,;+&]|<br\s?/?>)\s*(?:(?:and|then|plus)\s)?[\s*_]*$")
_FEWEST = 2
"""Details that an amount is told in."""


def take_apart(reading: Reading, draft: Draft) -> list[Draft]:
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
    listed = listed or ("block" in reading.wording.item_ranks and _apart(reading, draft, found))
    listed = listed and draft.kind is not EntryKind.BLOCK
    if holder is not None and listed and not (found.nested or draft.parts or whole):
        return _replace(reading, holder, draft, found.components)
    given = frozenset(own)
    draft.amounts = [a for a in draft.amounts if a not in given]
    parts = _parts(reading, draft, found.components)
    if _apart(reading, draft, found):
        draft.names = [name for name in draft.names if name not in parts[0].names]
    draft.amounts += one_set_each(reading, parts)
    draft.parts = [*parts, *draft.parts]
    for part in parts:
        part.parent = draft
    return []


def _apart(reading: Reading, draft: Draft, found: Split) -> bool:
    """Tell whether a line goes by the name of the first of its things, which holds none of the others.

    `Soup (300 kcal), bread (90 kcal)`; of `Soup (300 kcal) with bread (90 kcal)` it may.
    """
    first, second = found.components[:2]
    measured = [{(a.measure, a.qualifier) for a in one.amounts} for one in (first, second)]
    if not measured[0] or measured[0] != measured[1]:
        return False  # `Fort, €15 per person, parking €20`: both are of the fort
    between = reading.text[first.whole.start : second.label.start]
    name, other = (fold(reading.string(one.label)) for one in (first, second))
    alike = other in ("", name)  # `Drive: 1 h (50 km) + 2 h (90 km)`
    called = name == fold(draft.label) and not alike
    return called and not found.nested and _APART.search(between) is not None


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
    return named and bool(without_sides(component.amounts, reading.wording))


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


def multiply(reading: Reading, draft: Draft, apart: list[Draft]) -> None:
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
