"""Days that a line tells of its item."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from evalspec.core.span import Span
from evalspec.document.mention import DateMention
from evalspec.document.own_amounts import PIECE_END
from evalspec.document.reading import Reading
from evalspec.document.tree import Draft

_FIRST_AND_LAST = 2


def take_date(reading: Reading, item: Draft, span: Span) -> None:
    """Let a thing be on the day or days that a cell, or a piece of its line, tells and no more.

    A later day of the same thing is its last one: `3 March | 14 March`, `2–3 (9–22 March)`. A piece ends
    at a comma, a dash or a bracket: `14 January, CHF 380 (tell them 5 days before)`.
    """
    dates = reading.dates(span)
    if not all(date.sure for date in dates):
        return
    told = list(_alone(reading, span, dates))
    days = [day for date in told for day in (date.date, date.end) if day]
    if not days or len(days) > _FIRST_AND_LAST:
        return
    first, last = days[0], days[-1]
    if not first.year and last.year:
        first = replace(first, year=last.year)
    if item.date is None:
        item.date = first
        named = [date.weekdays[0] for date in told if len(date.weekdays) == 1]
        item.weekday = item.weekday or (named[0] if len(named) == len(days) else 0)
    if item.until is None and last > item.date:
        item.until = last


def _alone(reading: Reading, span: Span, dates: Sequence[DateMention]) -> Iterator[DateMention]:
    """Yield the dates that share their piece of a line with no word."""
    ends = (
        [m.span() for m in PIECE_END.finditer(reading.text, span.start, span.end)] if dates else []
    )
    inner = [e for e in ends if not any(d.span.start <= e[0] < d.span.end for d in dates)]
    starts = [span.start, *(end for _, end in inner)]
    for start, end in zip(starts, [*(start for start, _ in inner), span.end], strict=True):
        own = [d for d in dates if start <= d.span.start < end]
        told = sum(c.isalpha() for d in own for c in reading.string(d.span))
        if sum(map(str.isalpha, reading.text[start:end])) == told:
            yield from own
