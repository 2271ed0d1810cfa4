"""What a response only refers to: `Same as Day 1`, `Repeat this circuit three times`.

A container that is the same as another holds the parts of that one; where the reference leads
nowhere, or says what is different, nobody knows how many parts it holds or what they come to.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from msgspec.structs import replace

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
_IN_ALL = regex(r"[ \xa0]*[(,]?[ \xa0]*((?:in[ \xa0]+)?[^\W\d]+)")
_TOTAL = regex(r"\b([^\W\d]+):?[ \xa0]+$")
_SENTENCES = regex(r"[.!?;]\s+")
_WORD = regex(r"[\w'’-]+")
_REFERENCE = regex(
    r"[\s*_().:–—-]*(?:.*\s)?(?:as|to|of|on|from|repeat|see|ditto)\s+(?:for\s+|on\s+|in\s+)?(?:the\s+)?"
)
_SAME = regex(r"[\s*_().:–—-]*=\s*")
"""`Friday = Monday`."""
_Place = tuple[Draft, Draft | None, Span]
"""A container, what its line was read as, and the line."""
_OWNER = regex(r"['’]s(?=\s+([^\W\d]+)[\s.!*_]*$)")
"""Whose what stands behind is: `Monday's workout`."""
_OWNS = regex(r"['’]s$")
_DIFFERS = regex(r"\s*[,;(–—-]*\s*\b([^\W\d]+)")
_EDGES = " \t*_().:–—-"
_MOST = 20
"""Parts that a container may have beside those that are read, where it refers to another."""


def tells_to_repeat(reading: Reading, text: str) -> bool:
    """Tell whether a sentence says to do what stands beside it several times.

    How often in a week is no repetition: `Do this three times a week`.
    """
    roles = reading.wording.roles
    verbs, times, rate = (roles.get(r, frozenset()) for r in ("again", "times", "how often"))
    for sentence in _SENTENCES.split(text):
        words = [fold(word) for word in _WORD.findall(sentence)]
        places = [n for n, word in enumerate(words) if word in times and verbs & set(words[:1])]
        if any(not rate.intersection(words[n + 1 : n + 2]) for n in places):
            return True
    return False


def names_by_number(reading: Reading, text: str) -> bool:
    """Tell whether a line names a container by its number: `Do session 2 twice, 8,200 kg in all`."""
    pairs = pairwise(_WORD.findall(text))
    return any(fold(rank) in reading.wording.ranks and number.isdigit() for rank, number in pairs)


def rounds_of(reading: Reading, draft: Draft) -> Amount | None:
    """Return how often a line says that it is done, or a heading what stands below: `3 rounds`."""
    headed = draft.kind is EntryKind.CONTAINER and not draft.whole
    told = _rounds_among(reading, draft.amounts)
    return told or (rounds_in(reading, draft.spans[0]) if headed else None)


def rounds_in(reading: Reading, heading: Span) -> Amount | None:
    """Return how often a heading says that what stands below it is done."""
    return _rounds_among(reading, amounts_in(reading, heading)) or _crossed(reading, heading)


def _rounds_among(reading: Reading, amounts: Sequence[Amount]) -> Amount | None:
    words = reading.wording.roles.get("repeat", frozenset())
    told = (a for a in amounts if fold(a.measure) in words)
    return next((a for a in told if not (a.value.exact and a.value.low == 1)), None)


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


def sure_in_rounds(reading: Reading, part: Draft, rounds: Amount) -> set[str]:
    """Return the measures of which a part below `3 rounds` surely tells how much it is in all."""
    if told_in_all(reading, part):
        return {amount.measure for amount in part.amounts}
    known = reading.wording.lexicon.measures.values()
    counted = any(amount.span == rounds.span for amount in part.amounts)
    sets = reading.wording.factors[:1] if counted else ()
    made = [measure for measure in known if sets and measure.product[:1] == sets]
    sure = {name for measure in made for name in (measure.name, *measure.product)}
    lifted = reading.wording.factors[2:]
    return sure | {m.name for m in known if not m.adds and m.name in lifted}


def told_in_all(reading: Reading, draft: Draft) -> bool:
    """Tell whether a line says that its amounts are for all rounds: `Squats – 6 min total, 50 kcal`."""
    line, words = draft.spans[0], reading.wording.roles.get("in all", ())
    spans = [a.span for a in draft.amounts if line.start <= a.span.start < line.end]
    behind = (_IN_ALL.match(reading.text, span.end, line.end) for span in spans)
    before = (_TOTAL.search(reading.text, line.start, span.start) for span in spans)
    return any(found and fold(found[1]) in words for found in (*behind, *before))


def is_for_a_round(amount: Amount) -> bool:
    """Tell whether an amount below `3 rounds` is surely one for each: a time, a way, sets."""
    extent = amount.unit.dimension in ("time", "length", "count:set")
    return extent and not amount.qualifier and amount.origin is Origin.ITEM


def is_per_set(amount: Amount) -> bool:
    """Tell whether an amount is for one of the sets that are counted for each round."""
    return amount.qualifier == "per set" and amount.unit.dimension in ("time", "length")


def refers(reading: Reading, span: Span) -> bool:
    """Tell whether a line says that something is the same as elsewhere."""
    text = reading.string(span).strip(_EDGES)
    if text.startswith("="):
        return _named(reading, span) is not None
    first = fold(text.partition(" ")[0])
    roles = reading.wording.roles
    led = first in roles.get("leading", ()) and _named(reading, _same(reading, span)) is not None
    return led or first in roles.get("same", ())


def _same(reading: Reading, span: Span) -> Span:
    """Return what a line refers to without what it says is different: `Same as Monday, but …`."""
    words = reading.wording.roles.get("different", ())
    for found in _WORD.finditer(reading.text, span.start, span.end):
        if found[0].lower() in words:
            return Span(span.start, found.start())
    return span


def resolve(reading: Reading) -> None:
    """Give what refers to another container the parts of that one."""
    found: list[_Place] = [(holder, None, span) for holder, span in reading.references]
    found += [place for draft in walk(reading.plan) if (place := _place(reading, draft))]
    for holder, item, span in found:
        _settle(reading, holder, item, span)


def _place(reading: Reading, draft: Draft) -> _Place | None:
    """Return a container whose title or item refers to another one, and where."""
    if draft.parts:
        return None
    place: _Place
    if draft.kind is EntryKind.ITEM and draft.parent is not None:
        place = (draft.parent, draft, draft.spans[0] if draft.amounts else draft.span)
    elif draft.kind is EntryKind.CONTAINER and draft.rank:
        place = (draft, None, Span(draft.span.end, max(draft.span.end, draft.spans[0].end)))
    else:
        return None
    return place if refers(reading, place[2]) else None


def _settle(reading: Reading, holder: Draft, item: Draft | None, span: Span) -> None:
    """Let a container hold what a line in it refers to; `item` is what the line was read as."""
    others = [part for part in holder.parts if part is not item]
    same = _same(reading, span)
    target = _meant(reading, holder, same) if not others or item is not None else None
    if target is not None and not others:
        holder.parts, holder.whole = target.parts, True
        reading.settled.add(id(holder))
        if same == span:
            return
        for amount in item.amounts if item is not None else ():
            reading.leave(amount.span, "prose")
        reading.doubt(holder, Doubt("said-again", span, (), count=-len(target.parts)))
    reading.doubt(holder, Doubt("said-again", span, (), count=_MOST))
    for told in (holder, item) if item is not None else (holder,):
        changed = [a for a in told.amounts if span.start <= a.span.start]
        told.amounts = [a for a in told.amounts if a not in changed]
        for amount in changed:
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
    written = _OWNS.sub("", reading.string(place))
    named = reading.wording.named(written) or calendar(reading, place)
    if named is None or not named.rank:
        return None
    return replace(named, stem=_OWNS.sub("", named.stem))


def _behind(reading: Reading, span: Span) -> Span | None:
    """Return what stands behind the words that refer."""
    text = reading.string(span)
    owned = _OWNER.search(text)
    if owned is not None and fold(owned[1]) in reading.wording.ranks:
        text = text[: owned.end()]
    found = _REFERENCE.match(text.lower()) or _SAME.match(text)
    end = span.start + len(text.rstrip(_EDGES))
    return Span(min(span.start + found.end(), end), end) if found is not None else None
