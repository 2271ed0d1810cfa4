"""What a response leaves to its reader: a whole thing, or only what a part of its line tells.

`Nuts (optional, 180 kcal)` may be left out itself; of `Shake – 160 kcal (optional: a banana, + 100 kcal)` and
`Run 5 km, optional 2 km more` only the amounts of that part may be.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from itertools import islice

from msgspec.structs import replace

from evalspec.core.quantity import exactly
from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document.components import Component
from evalspec.document.facts import OPTIONAL, Amount, EntryKind
from evalspec.document.own_amounts import claimed, names_something
from evalspec.document.ranks import listed_rank, walk
from evalspec.document.reading import Reading
from evalspec.document.tree import Draft
from evalspec.vocabulary.fold import fold

_SEVERAL = 2
_ZERO, _NOTHING = Decimal(0), exactly(0)
_SAID = regex(
    r"\boptional(?:ly)?\b|^[\s*_]*bonus\b[\s*_]*:"
    r"|^[\s*_]*(?:additional|extra|further)\s[^\d\n]{1,40}\b(?:charged|billed|invoiced)\b"
    r"|(?:^|[(,;–—])[\s*_]*not (?:yet )?(?:included|counted|contained|part of)\b"
    r"|(?:^|[(,;–—])[\s*_]*(?:not in the (?:sum|total|price)|(?:only )?on request)\b"
    r"|(?:(?:^|\))[^()|]*\b|\(\s*)(?:if desired|if needed|as needed)\b"
    r"|\bif (?:you(?:['’]re| are) )?(?:still )?hungry\b"
    r"|\bif (?:time (?:allows|permits)|you (?:like|want|wish))\b|\bonly if\b|\bweather permitting\b",
    re.IGNORECASE,
)
"""Said of a thing, not of a way to do it: `(if needed)`, but not `(assisted if needed)`."""
_ADDED = regex(r"(?:[,;+]|\b(?:plus|and|with))\s+[*_]*(?:an? )?$", re.IGNORECASE)
_OF = regex(r"[*_]*(?::|\s(?!(?:and|but|if|for|or|on|as|when|depending|because|since)\b)[^\W\d_])")
"""What leads from the word to another thing: `optional: honey`, `optional honey`."""

_LED = regex(
    r"[\s*_]*(?:optional(?:ly)?|if (?:desired|needed|you (?:like|want|wish)))\b"
    r"|[^:]*\(optional\)[\s*_]*(?::|$)",
    re.IGNORECASE,
)
_MOST = 8
"""Words of a line that are looked at."""


def take(reading: Reading, draft: Draft) -> None:
    """Mark what may be left out of what a line tells: all of it, or the amounts of a part.

    A step is left out only where its name or its first words say so: `Garnish with nuts, if desired` is done.
    """
    line = draft.spans[0]
    if draft.starts:
        before = fold(
            reading.text[draft.span.start : draft.starts[0].span.start].rstrip(" *_:(–—-")
        )
        # `Ben is available: 9–11`, `Ben is available from 9 to 11` may be no meeting
        draft.optional = reading.wording.ends_with_role(before, "availability")
    if reading.wording.heading_items and listed_rank(reading, draft) == reading.wording.item_rank:
        draft.optional = _LED.match(reading.string(line)) is not None
        return
    for part, leads in _parts(reading, line):
        inner = [a for a in draft.amounts if part.start <= a.span.start < part.end]
        told = {amount.measure for amount in inner}
        others = [a.span.end for a in draft.amounts
                  if a.measure in told and line.start <= a.span.start < part.start]  # fmt: skip
        if part == line or not (others or leads):
            draft.optional = True
        elif leads or not names_something(reading, reading.text[max(others) : part.start]):
            _mark(draft, inner)


def heads(reading: Reading, label: Span) -> bool:
    """Tell whether a heading says that what stands below may be left out."""
    return any(part == label or not leads for part, leads in _parts(reading, label))


def is_said(reading: Reading, component: Component) -> bool:
    """Tell whether one of several things in a line may be left out."""
    marked = any(amount.qualifier == OPTIONAL for amount in component.amounts)
    return not marked and _SAID.search(reading.string(component.whole)) is not None


def _parts(reading: Reading, line: Span) -> Iterator[tuple[Span, bool]]:
    """Yield what may be left out of a line, and whether it is something that the part names itself."""
    text = reading.string(line)
    for said in islice(_SAID.finditer(text), _MOST):
        leads = _OF.match(text, said.end()) is not None
        part = _part(text, said, leads)
        leads = leads or names_something(reading, text[part.start : said.start()])
        yield Span(line.start + part.start, line.start + part.end), leads


def _part(text: str, said: re.Match[str], leads: bool) -> Span:
    """Return the brackets or the clause behind others that the words stand in; else the line."""
    opened = text.rfind("(", 0, said.end())
    closed = text.find(")", said.end())
    end = closed + 1 if closed >= 0 else len(text)
    inside = opened > 0 and text.find(")", opened, said.start()) < 0
    added = _ADDED.search(text, opened + 1 if inside else 0, said.start())
    if inside:
        return Span(added.start() if added is not None and leads else opened, end)
    return Span(added.start() if added is not None else 0, len(text))


def _mark(draft: Draft, inner: list[Amount]) -> None:
    """Let amounts be optional; what says something else of them is no less so."""
    marked = {id(a): replace(a, qualifier=OPTIONAL) for a in inner if not a.qualifier}
    draft.amounts = [marked.get(id(a), a) for a in draft.amounts]
    draft.optional = draft.optional or len(marked) < len(inner)


def days_again(reading: Reading) -> None:
    """Put what a later heading tells of days to those above it that go by their names, or leave it open.

    A table of a trip by its days, then `Highlights` with a line for each: people tell these days again, and
    what is measured as the table does may be a part of that. Days that are written alike may be further ones.
    """
    day, level = reading.wording.day, reading.wording.level
    waiting = [reading.plan]
    while waiting and day:
        holder = waiting.pop()
        known: dict[tuple[int, int, object], Draft] = {}
        for part in holder.parts:
            inner = [d for d in part.parts if d.rank == day and not part.rank]
            told_of = (d for d in inner or [part] if d.rank == day)
            days = [d for d in told_of if d.kind is not EntryKind.DEFINITION]
            told = {_which(d): d for d in days}
            if min(len(known), len(days)) < _SEVERAL or not told.keys() <= known.keys():
                known |= told
                continue
            if all(d.depth != known[at].depth and not d.amounts for at, d in told.items()):
                for which, d in told.items():
                    _tell_again(known[which], d)
                part.parts = [d for d in part.parts if d not in inner]
                if not part.parts:  # what it tells is what they come to
                    reading.claim(holder, claimed(part.amounts), part.spans[0])
                    part.amounts = []
            elif any(d.parent is holder for d in known.values()):
                for d in days:
                    d.optional = True
        waiting += [part for part in holder.parts if level.get(part.rank, 0) < level[day]]


def _tell_again(day: Draft, again: Draft) -> None:
    """Put the parts of a day that is told again below it."""
    measured = {amount.measure for draft in (day, *walk(day)) for amount in draft.amounts}
    for part in again.parts:
        told = {amount.measure for draft in (part, *walk(part)) for amount in draft.amounts}
        part.optional = part.optional or not told.isdisjoint(measured)
        day.move(part)
        day.kind = EntryKind.CONTAINER
    day.spans += again.spans


def _which(day: Draft) -> tuple[int, int, object]:
    return day.weekday, 0 if day.weekday else day.ordinal, day.date
