"""What is done at several times that one line lists: `4 × 200 ml: 06:00, 11:00, 16:00, 21:00`.

In a schedule it is done at each of them, with as much each time as the line says; where it does not say
whether an amount is of one time or of all, the times stay open.
"""

from __future__ import annotations

from copy import copy
from decimal import Decimal
from itertools import pairwise

from msgspec.structs import replace

from evalspec.core.quantity import EXACT
from evalspec.core.regex import regex
from evalspec.document.facts import EACH, Amount, EntryKind
from evalspec.document.mention import TimeMention
from evalspec.document.ranks import walk
from evalspec.document.reading import Reading
from evalspec.document.schedule import set_times
from evalspec.document.tree import Draft
from evalspec.vocabulary.fold import fold

_JOINT = regex(r"(?:[\s,;•·*/&+]|<br\s?/?>|\band\b)+")
_COUNTED = regex(r"(\d{1,2})\s?[x×✕]")
_LABELLED = regex(r"[\s*_]*[:–—=][\s*_]*")
"""Between a name and its times: `Drops: 7:00, 15:00, 22:30`."""
_AROUND = " \t*_:=–—-|,"
_FEWEST = 2
_MORNING = 5 * 60


def settle(reading: Reading) -> None:
    """Make a block for each of the times that the line of a thing lists."""
    if "block" not in reading.wording.item_ranks:
        return
    done: set[int] = set()
    for holder in (reading.plan, *walk(reading.plan)):
        if id(holder.parts) in done:
            continue  # days that share their parts: `Days 2–7`
        done.add(id(holder.parts))
        found: list[Draft] = []
        for part in holder.parts:
            found += _at_each(reading, part) or [part]
        if len(found) > len(holder.parts):
            told = [part.starts[0].minutes for part in holder.parts if part.starts]
            goes_on = any(b < a and b < _MORNING for a, b in pairwise(told))  # over midnight
            if not goes_on and all(part.starts for part in found):
                found.sort(key=lambda part: part.starts[0].minutes)
                first = min(part.span.start for part in found)
                reading.ordered |= {id(part): first + n for n, part in enumerate(found)}
            holder.parts[:] = found


def _at_each(reading: Reading, part: Draft) -> list[Draft]:
    """Return a block for each time of a thing; none where nobody knows of which its amounts are."""
    if part.kind not in (EntryKind.ITEM, EntryKind.BLOCK) or part.parts or part.ends:
        return []
    times = [] if part.kind is EntryKind.BLOCK and not part.starts else reading.times(part.spans[0])
    if not _are_listed(reading, times):
        return []
    beside = [a for a in part.amounts if "|" in _between(reading, a, times)]
    line = part.spans[0]
    led = not reading.text[line.start : times[0].span.start].strip(" -*_•")
    own = [a for a in part.amounts if a not in beside]
    shares = [a if led else _share(reading, a, len(times)) for a in own]
    labelled = _LABELLED.fullmatch(reading.text, part.span.end, times[0].span.start) is not None
    if None in shares or not (own or led or labelled):
        return []
    label = reading.text[times[-1].span.end : line.end].strip(_AROUND) if led else ""
    found: list[Draft] = []
    for time in times:
        block = copy(part)
        block.kind, block.ends, block.names = EntryKind.BLOCK, [], [] if label else [*part.names]
        if label:
            block.label = label
            block.name(fold(label), *reading.wording.done(label))
        block.amounts = [share for share in shares if share is not None]
        block.amounts += beside if not found else []  # what another cell tells is told once
        set_times(block, time)
        found.append(block)
    return found


def _between(reading: Reading, amount: Amount, times: list[TimeMention]) -> str:
    first, last = sorted((amount.span, times[0].span), key=lambda span: span.start)
    return reading.text[first.end : last.start]


def _are_listed(reading: Reading, times: list[TimeMention]) -> bool:
    """Tell whether times follow each other with nothing between them but commas and the like."""
    rising = len(times) >= _FEWEST and all(a.minutes < b.minutes for a, b in pairwise(times))
    points = rising and all(time.end is None for time in times)
    return points and all(
        _JOINT.fullmatch(reading.text, a.span.end, b.span.start) for a, b in pairwise(times)
    )


def _share(reading: Reading, amount: Amount, times: int) -> Amount | None:
    """Return what an amount is each time: of a product with so many factors one, what is told of each."""
    counted = _COUNTED.match(reading.text, amount.span.start, amount.span.end)
    if counted is not None and int(counted[1]) == times:
        return replace(amount, value=amount.value.scaled(EXACT.divide(Decimal(1), Decimal(times))))
    return replace(amount, qualifier="") if amount.qualifier in EACH else None
