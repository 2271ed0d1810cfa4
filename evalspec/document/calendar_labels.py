"""Labels that name a part of the calendar: `Monday`, `Mon/Wed/Fri`, `3 March`, `3–9 March`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from itertools import chain, takewhile

from evalspec.core.regex import regex
from evalspec.core.span import Span, column_at
from evalspec.core.times import CalendarDate
from evalspec.document.blocks import HEADS, LISTS, Block, depth_of
from evalspec.document.container_names import Named
from evalspec.document.lines import column_of, is_listed
from evalspec.document.mention import DateMention
from evalspec.document.reading import Reading
from evalspec.document.tree import Draft
from evalspec.vocabulary.fold import fold

_WORDS_AFTER = regex(r"\s+([A-Za-z]+)(?=\s|$)")
_UNTIL = regex(r"\s*(?:[-–—]|to|until|till)\s*")
_GROUPED = regex(r"week(?:day|end)", re.IGNORECASE)
AROUND = 20
"""Items of a list that are looked at, before and behind one."""
_WEEK = 7
_FEBRUARY = 2
COMMON = 2001
"""A year that is no leap year."""
EDGES = " \t\u00a0:|,.-–—*_"


def calendar(reading: Reading, span: Span) -> Named | None:
    """Recognise `Monday`, `Mon/Wed/Fri`, `3 March` at the start of a label, and `March`."""
    dates = reading.dates(span)
    if (month := reading.wording.month_named(reading.string(span))) is not None:
        headed = reading.blocks[reading.at].kind in HEADS
        return month if headed or len(reading.months) > 1 else None
    if not dates or dates[0].span.start > span.start + 2 or _only_titled(reading, span, dates[0]):
        return None
    if _until_another(reading, span, dates[0]):
        return None
    last = dates[0].end or _other_end(reading, dates)
    if last is not None:
        said = dates[0].span if dates[0].end else Span(dates[0].span.start, dates[1].span.end)
        return _period(reading, said, dates[0].date, last)
    kind = "weekday" if dates[0].weekdays else "date"
    for rank, kinds in reading.wording.calendar.items():
        if kind in kinds and rank in reading.wording.level:
            rest = reading.text[dates[0].span.end : span.end].strip(EDGES + "(")
            count = max(len(dates[0].weekdays), 1)
            return Named(rank, (0,) * count, fold(reading.string(dates[0].span)), rest)
    return None


def _other_end(reading: Reading, dates: Sequence[DateMention]) -> CalendarDate | None:
    """Return the date with which a period ends that begins in another month: `30 March – 5 April`."""
    first, *others = dates
    joined = others and _UNTIL.fullmatch(reading.text, first.span.end, others[0].span.start)
    return others[0].date if joined else None


def _period(
    reading: Reading, said: Span, first: CalendarDate | None, last: CalendarDate
) -> Named | None:
    """Recognise the seven days of `3–9 March` as a week, where a rank is called so."""
    rank = reading.wording.ranks.get("week", "")
    if first is None or not rank or days_of(first, last) != _WEEK:
        return None
    return Named(rank, (0,), fold(reading.string(said)), "")


def days_of(first: CalendarDate, last: CalendarDate) -> int | None:
    """Return how many days a period has; none where a year that is not told may be a leap year."""
    leaps = first.month <= _FEBRUARY < last.month
    if not (first.year or last.year) and leaps:
        return None
    year = first.year or (last.year or COMMON) - (last.month < first.month)
    later = last.year or year + (last.month < first.month)
    try:
        return (date(later, last.month, last.day) - date(year, first.month, first.day)).days + 1
    except ValueError:
        return None


def _until_another(reading: Reading, span: Span, date: DateMention) -> bool:
    """Tell whether a label is the first end of a period that its line goes on with: `3 March – 14 March`."""
    found = reading.dates(Span(date.span.end, reading.blocks[reading.at].text.end))
    behind = found[0].span.start if found else -1
    further = behind > span.end >= date.span.end
    return further and _UNTIL.fullmatch(reading.text, date.span.end, behind) is not None


def _only_titled(reading: Reading, span: Span, date: DateMention) -> bool:
    """Tell whether a label only begins with a calendar word: `Weekend in Lisbon`, `Sunday tips`."""
    wording = reading.wording
    if wording.ends_with_role(fold(reading.string(span)), "note", "claim"):
        return True
    following = _WORDS_AFTER.match(reading.text, date.span.end, span.end)
    if following is None:
        return False
    grouped = len(date.weekdays) > 1 and bool(_GROUPED.match(reading.text, date.span.start))
    block, level = reading.blocks[reading.at], wording.level.get(wording.day, 0)
    above = [d for d in reading.stack if d.rank and d.level >= level and d.depth < depth_of(block)]
    within = not all(_is_beside(reading, d, block) for d in above)
    return grouped or within or following[1].lower() in wording.linking or _alone_dated(reading)


def _is_beside(reading: Reading, draft: Draft, block: Block) -> bool:
    """Tell whether a list item stands below one that holds what stands beside it."""
    column = column_at(reading.text, draft.spans[0].start)
    return is_listed(reading, draft) and column == column_of(reading, block)


def _alone_dated(reading: Reading) -> bool:
    """Tell whether no other item of a list begins with a calendar word: `Sunday roast: €90`, `Soup: €7`."""
    at, blocks = reading.at, reading.blocks
    if blocks[at].kind not in LISTS:
        return False
    around = (reversed(blocks[max(0, at - AROUND) : at]), blocks[at + 1 : at + 1 + AROUND])
    listed = chain.from_iterable(takewhile(lambda b: b.kind in LISTS, side) for side in around)
    beside = [other.text for other in listed if depth_of(other) == depth_of(blocks[at])]
    begins = (any(d.span.start <= b.start + 2 for d in reading.dates(b)[:1]) for b in beside)
    return bool(beside) and not any(begins)
