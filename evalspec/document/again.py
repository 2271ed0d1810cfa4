"""What a response only refers to: `Same as Day 1`, `Repeat this circuit three times`.

A container that is the same as another holds the parts of that one; where the reference leads
nowhere, or says what is different, nobody knows how many parts it holds or what they come to.
"""

from __future__ import annotations

from evalspec.core.quantity import exactly
from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document.containers import calendar
from evalspec.document.facts import Amount, Doubt, EntryKind, Origin
from evalspec.document.lines import amounts_in
from evalspec.document.ranks import walk
from evalspec.document.reading import Reading
from evalspec.document.tree import Draft
from evalspec.document.wording import Named
from evalspec.vocabulary.fold import fold

_CROSSED = regex(r"\s\(?(?:(\d{1,2})\s?[x×]|[x×]\s?(\d{1,2}))\)?[\s:*_]*$")
_WORD = regex(r"[\w'’-]+")
_REFERENCE = regex(
    r"[\s*_().:–—-]*(?:.*\s)?(?:as|to|of|on|from|repeat|see|ditto)\s+(?:for\s+|on\s+|in\s+)?(?:the\s+)?"
)
_Place = tuple[Draft, Draft | None, Span]
"""A container, what its line was read as, and the line."""
_EDGES = " \t*_().:–—-"
_MOST = 20
"""Parts that a container may have beside those that are read, where it refers to another."""


def tells_to_repeat(reading: Reading, text: str) -> bool:
    """Tell whether a sentence says to do what stands beside it several times.

    How often in a week is no repetition: `Do this three times a week`.
    """
    words = [fold(word) for word in _WORD.findall(text)]
    roles = reading.wording.roles
    verbs, times, rate = (roles.get(r, frozenset()) for r in ("again", "times", "how often"))
    if not verbs.intersection(words[:1]):
        return False
    places = [n for n, word in enumerate(words) if word in times]
    return any(not rate.intersection(words[n + 1 : n + 2]) for n in places)


def rounds_of(reading: Reading, draft: Draft) -> Amount | None:
    """Return how often a line says that it is done, or a heading what stands below: `3 rounds`."""
    words = reading.wording.roles.get("repeat", frozenset())
    headed = draft.kind is EntryKind.CONTAINER and not draft.whole
    heading = amounts_in(reading, draft.spans[0]) if headed else []
    for amount in draft.amounts + heading:
        once = amount.value.exact and amount.value.low == 1
        if not once and fold(amount.measure) in words:
            return amount
    return _crossed(reading, draft.spans[0]) if headed else None


def _crossed(reading: Reading, heading: Span) -> Amount | None:
    """Return the rounds that a heading gives by a cross: `Main set (3x)`, `Circuit × 4`."""
    wording = reading.wording
    found = _CROSSED.search(reading.text, heading.start, heading.end)
    measure = wording.measures.get("round", "")
    known = wording.lexicon.measures.get(measure)
    unit = wording.lexicon.units.get(known.unit) if known is not None else None
    if found is None or unit is None or not unit.dimension.startswith("count:"):
        return None
    place = found[1] or found[2]
    start = reading.text.index(place, found.start())
    return Amount(
        measure, exactly(int(place)), unit, Span(start, start + len(place)), Origin.STATED
    )


def is_for_a_round(amount: Amount) -> bool:
    """Tell whether an amount below `3 rounds` is surely one for each: a time, a way, sets."""
    extent = amount.unit.dimension in ("time", "length", "count:set")
    return extent and not amount.qualifier and amount.origin is Origin.ITEM


def is_per_set(amount: Amount) -> bool:
    """Tell whether an amount is for one of the sets that are counted for each round."""
    return amount.qualifier == "per set" and amount.unit.dimension in ("time", "length")


def refers(reading: Reading, span: Span) -> bool:
    """Tell whether a line says that something is the same as elsewhere."""
    first = fold(reading.string(span).strip(_EDGES).partition(" ")[0])
    roles = reading.wording.roles
    led = first in roles.get("leading", ()) and _named(reading, span) is not None
    return led or first in roles.get("same", ())


def resolve(reading: Reading) -> None:
    """Give what refers to another container the parts of that one."""
    found: list[_Place] = [(holder, None, span) for holder, span in reading.references]
    found += [place for draft in walk(reading.plan) if (place := _place(reading, draft))]
    for holder, item, span in found:
        _settle(reading, holder, item, span)


def _place(reading: Reading, draft: Draft) -> _Place | None:
    """Return a container whose title or item refers to another one, and where."""
    if draft.parts or (draft.amounts and draft.kind is not EntryKind.CONTAINER):
        return None
    place: _Place
    if draft.kind is EntryKind.ITEM and draft.parent is not None:
        place = (draft.parent, draft, draft.span)
    elif draft.kind is EntryKind.CONTAINER and draft.rank:
        place = (draft, None, Span(draft.span.end, max(draft.span.end, draft.spans[0].end)))
    else:
        return None
    return place if refers(reading, place[2]) else None


def _settle(reading: Reading, holder: Draft, item: Draft | None, span: Span) -> None:
    """Let a container hold what a line in it refers to; `item` is what the line was read as."""
    others = [part for part in holder.parts if part is not item]
    target = _meant(reading, holder, span) if not others or item is not None else None
    if target is not None and not others:
        holder.parts, holder.whole = target.parts, True
        reading.settled.add(id(holder))
        return
    reading.doubt(holder, Doubt("said-again", span, (), count=_MOST))
    told = [a for a in holder.amounts if span.start <= a.span.start < span.end]
    holder.amounts = [a for a in holder.amounts if a not in told]
    for amount in told:
        reading.leave(amount.span, "prose")
    for measure in sorted({a.measure for d in walk(reading.plan) for a in d.amounts}):
        reading.doubt(holder, Doubt("repeated", span, (), measure, holder.label))


def _meant(reading: Reading, holder: Draft, span: Span) -> Draft | None:
    """Return the container that a reference of nothing else leads to, like the one it stands in."""
    named = _named(reading, span)
    others = [d for d in walk(reading.plan) if d.kind is EntryKind.CONTAINER and d is not holder]
    if named is None:
        said = fold(reading.string(_behind(reading, span) or span))
        same = [d for d in others if said in d.names]
    else:
        number = -1 if named.title else named.ordinals[0]
        same = [d for d in others if d.rank == named.rank]
        same = [d for d in same if (d.ordinal == number if number else named.stem in d.names)]
    above = same[0] if len(same) == 1 and same[0].parts else None
    if above is None or above.rank == holder.rank:
        return above
    alike = [d for d in walk(above) if d.rank == holder.rank and d.names[:1] == holder.names[:1]]
    return alike[0] if len(alike) == 1 and alike[0].parts else None


def _named(reading: Reading, span: Span) -> Named | None:
    """Return the container that the end of a line names."""
    place = _behind(reading, span)
    if place is None:
        return None
    named = reading.wording.named(reading.string(place)) or calendar(reading, place)
    return named if named is not None and named.rank else None


def _behind(reading: Reading, span: Span) -> Span | None:
    """Return what stands behind the words that refer."""
    text = reading.string(span)
    found = _REFERENCE.match(text.lower())
    end = span.start + len(text.rstrip(_EDGES))
    return Span(min(span.start + found.end(), end), end) if found is not None else None
