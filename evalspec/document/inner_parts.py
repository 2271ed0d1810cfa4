"""What a block's own line holds besides: `Work (with a 15-minute break at 10:30)`.

A length of time that belongs to something else than the block is no length of the block: it
becomes a part of it, with the clock time written behind it. So does a break without a length.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.core.times import DAY
from evalspec.document.facts import Amount, Doubt, EntryKind, Origin, TimePoint
from evalspec.document.reading import Reading
from evalspec.document.tree import Draft
from evalspec.vocabulary.fold import fold

_AFTER = regex(r"[\s*_-]*(?:of\s+|for\s+)?(?P<name>[A-Za-z][A-Za-z' -]{1,40})")
_BEFORE = regex(r"(?:^|[\s(,;:])(?P<name>[A-Za-z][A-Za-z' -]{1,40}?)(?:\s+of|\s*[(:])?\s*$")
_ENDS = regex(r"\s(?:at|from|around|before|after|in|during|between|by|on|until|and|with|to|of)\b")
_AT = regex(r"[\s*_]*(?:at|from|around|@)?[\s*_]*")
_JOINT = regex(r"\s*(?:[&+]|,\s+(?:and|then)\b|\b(?:and|plus|then)\b)\s*", re.IGNORECASE)
_ANOTHER = regex(
    r"[\s*_]*(?:meanwhile|in the meantime|at the same time|then|while|afterwards)\b", re.IGNORECASE
)
"""What begins a sentence about another thing than the block."""
_COUNTED = regex(r"\b([A-Za-z]+|\d)\s+$")
_WORD = regex(r"[A-Za-z][A-Za-z'-]*")
_MAX_WORDS = 3
_MOST = 6
"""Most parts that one number word makes."""
INNER = "item"
"""Rank of what stands in a block's line: it is no block beside the others."""


def add_parts(reading: Reading, draft: Draft, line: Span) -> None:
    """Make what else a block's line holds parts of the block."""
    inside = reading.wording.roles.get("inside", frozenset())
    if not inside:
        return
    for amount in [a for a in draft.amounts if a.unit.dimension == "time"]:
        if (name := _last(reading, draft, amount)) is not None:
            draft.amounts.remove(amount)
            _add(reading, draft, name, line, amount)
            continue
        name = _name(reading, amount, line)
        other = name is not None and _other(reading, draft, name)
        if name is not None and other and _told(reading, draft, amount, name):
            draft.amounts.remove(amount)
            for _ in range(_times_over(reading, amount, line)):
                _add(reading, draft, name, line, amount)
    taken = [part.spans[0] for part in draft.parts]
    for name in _unmeasured(reading, Span(draft.span.end, line.end)):
        free = all(name.end <= span.start or span.end <= name.start for span in taken)
        if free and _other(reading, draft, name):
            part = _add(reading, draft, name, line, None)
            if reading.string(name).endswith("s"):
                reading.doubt(part, Doubt("several", name, (), count=_MOST))


def _last(reading: Reading, draft: Draft, amount: Amount) -> Span | None:
    """Return the last of what a line tells, where a length in brackets behind it is of that alone.

    It stands in a sentence of its own, or is of another kind and shorter than the block, which then
    is called by what stands before: `12:00–13:00 Lunch + dog walk (20 min)`.
    """
    text, begin = reading.text, draft.span.start
    opening = begin + len(text[begin : amount.span.start].rstrip("(~≈ *_"))
    stop = text.rfind(". ", draft.span.end, opening)
    if amount.origin is not Origin.ITEM or text[opening : amount.span.start].count("(") != 1:
        return None
    if stop >= 0 and not _ANOTHER.match(text, stop + 2, opening):
        return None  # `Breakfast. Oats with berries (15 min)`
    if stop >= 0:
        return Span(stop + 2, opening) if "(" not in text[stop:opening] else None
    joints = [*_JOINT.finditer(text, draft.span.start, draft.span.end)]
    start, end = draft.starts[:1], draft.ends[:1]
    if not joints or not end or opening != draft.span.end:
        return None
    length = amount.value.scaled(amount.unit.factor).high
    first, last = Span(draft.span.start, joints[-1].start()), Span(joints[-1].end(), opening)
    kinds = [
        reading.wording.categories_of(reading.wording.known(fold(reading.string(s))))
        for s in (first, last)
    ]
    if length is None or length >= end[0].minutes - start[0].minutes or not all(kinds):
        return None
    if set(kinds[0]) & set(kinds[1]):
        return None
    draft.label, draft.span, draft.names = reading.string(first), first, []
    draft.name(fold(draft.label))
    return last


def _name(reading: Reading, amount: Amount, line: Span) -> Span | None:
    """Return the words that say what a length of time is of, when they are of a known kind."""
    text = reading.text
    after = _AFTER.match(text, amount.span.end, line.end)
    before = _BEFORE.search(text, max(line.start, amount.span.start - 60), amount.span.start)
    spans = [*_beginnings(text, *after.span("name"))] if after is not None else []
    spans += [*_endings(text, *before.span("name"))] if before is not None else []
    categories = reading.wording.categories_of
    return next((s for s in spans if categories(fold(reading.string(s)))), None)


def _beginnings(text: str, start: int, end: int) -> Iterator[Span]:
    for cut in _ENDS.finditer(text, start, end):
        yield Span(start, cut.start())
    yield Span(start, start + len(text[start:end].rstrip(" -'")))


def _endings(text: str, start: int, end: int) -> Iterator[Span]:
    words = [word.start() for word in _WORD.finditer(text, start, end)]
    for first in words[-_MAX_WORDS:]:
        yield Span(first, end)


def _other(reading: Reading, draft: Draft, name: Span) -> bool:
    """Tell whether words name another kind of thing than the block itself."""
    wording = reading.wording
    own = set(wording.done(draft.label))
    named = wording.categories_of(fold(reading.string(name)))
    return own.isdisjoint(named) if own else _is_inside(reading, name)


def _is_inside(reading: Reading, name: Span) -> bool:
    """Tell whether words name what always stands inside something else."""
    return fold(reading.string(name)).split()[-1] in reading.wording.roles.get("inside", ())


def _told(reading: Reading, draft: Draft, amount: Amount, name: Span) -> bool:
    """Tell whether a line says that a thing is inside: by its kind, or by a word before it."""
    including = reading.wording.roles.get("including", ())
    before = reading.text[draft.span.start : min(amount.span.start, name.start)].lower()
    return _is_inside(reading, name) or any(re.search(rf"\b{word}\b", before) for word in including)


def _times_over(reading: Reading, amount: Amount, line: Span) -> int:
    """Return 2 for `two 10-minute breaks`."""
    found = _COUNTED.search(reading.text, line.start, amount.span.start)
    word = fold(found[1]) if found is not None else ""
    number = reading.wording.lexicon.numbers.get(word, word)
    return int(number) if number.isdigit() and 1 <= int(number) <= _MOST else 1


def _unmeasured(reading: Reading, rest: Span) -> Iterator[Span]:
    """Yield words for what is always inside something else: `with a short break at 10:30`."""
    for found in _either(reading.wording.roles["inside"]).finditer(reading.string(rest)):
        yield Span(rest.start + found.start(), rest.start + found.end())


@lru_cache(maxsize=16)
def _either(words: frozenset[str]) -> re.Pattern[str]:
    longest_first = sorted(words, key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(longest_first)})s?\b", re.IGNORECASE)


def _add(reading: Reading, draft: Draft, name: Span, line: Span, amount: Amount | None) -> Draft:
    part = Draft(EntryKind.ITEM, reading.string(name), name, depth=draft.depth + 1)
    part.rank, part.ranks = INNER, [INNER]
    part.level = reading.wording.level.get(INNER, 0)
    part.amounts = [amount] if amount is not None else []
    own = amount.span if amount is not None else name
    words = fold(part.label)
    part.name(words, *reading.wording.categories_of(words))
    part.spans = [Span(min(name.start, own.start), max(name.end, own.end))]
    _take_time(reading, draft, part, line)
    return draft.add(part)


def _take_time(reading: Reading, draft: Draft, part: Draft, line: Span) -> None:
    """Take the clock time right behind a part, on the half of the day that the block is on."""
    end = part.spans[0].end
    for time in reading.times(Span(end, line.end))[:1]:
        start = draft.starts[0].minutes
        minutes = next((m for m in (time.minutes, time.minutes + DAY // 2) if m >= start), None)
        if minutes is None or not _AT.fullmatch(reading.text, end, time.first.start):
            continue
        part.kind = EntryKind.BLOCK
        part.starts = [TimePoint(minutes, time.first, "written")]
        if time.end is not None:
            later = minutes + (time.end - time.minutes) % DAY
            part.ends = [TimePoint(later, time.second or time.span, "written")]
