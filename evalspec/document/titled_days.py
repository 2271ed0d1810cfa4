"""Days whose titles name the one thing of them: `**Monday – Chickpea curry**` above its time and price.

Only where a vocabulary says that titles of days name things (role `named in titles`): what a session goes by
is none. What lines below tell of the day is told of the thing then.
"""

from __future__ import annotations

from evalspec.core.regex import regex
from evalspec.core.span import Span, line_at
from evalspec.document.blocks import LIST_DEPTH
from evalspec.document.facts import EntryKind, Origin
from evalspec.document.lines import item_of
from evalspec.document.own_amounts import as_origin, claimed
from evalspec.document.ranks import walk
from evalspec.document.reading import Reading
from evalspec.document.tree import Draft

_FEWEST = 2
"""Days with a title each: one alone may say what the day is like."""
_TITLE = regex(r"\s[-–—]\s+|:\s+")
_ROLE = "named in titles"


def settle(reading: Reading) -> None:
    """Put the thing that the title of a day names into the day."""
    if not reading.wording.roles.get(_ROLE):
        return
    days = [(draft, title) for draft in walk(reading.plan) if (title := _title(reading, draft))]
    for day, title in days if len(days) >= _FEWEST else ():
        thing = item_of(reading, title, LIST_DEPTH)
        for amount in day.amounts:
            if amount.qualifier:  # `£6.20 (£1.55 per person)`
                reading.claim(day, claimed([amount]), amount.span)
            else:
                thing.amounts.append(as_origin(amount, Origin.ITEM))
        thing.parent, day.amounts = day, []
        day.parts.insert(0, thing)


def _title(reading: Reading, day: Draft) -> Span | None:
    """Return the title of a day of which amounts are told, and of no other thing of it."""
    if day.kind is not EntryKind.CONTAINER or day.rank != reading.wording.day or not day.amounts:
        return None
    others = (part for part in walk(day) if not part.optional)
    if any(part.amounts or part.starts or part.rank for part in others) or day.starts:
        return None
    start, end = day.span.start, day.span.end
    if any(amount.span.start < line_at(reading.text, end).end for amount in day.amounts):
        return None  # told of the day itself
    led = _TITLE.search(reading.text, start, end)
    return Span(led.end(), end) if led is not None and led.end() < end else None
