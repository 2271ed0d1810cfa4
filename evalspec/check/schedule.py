"""Times of schedule entries: which candidate holds, how long, and what overlaps.

A start or an end is chosen by policy: `start_only` (an entry with only a start lasts
until the next), `sleep_wraps` (what runs past midnight is one piece).
"""

from __future__ import annotations

from bisect import bisect_right
from decimal import Decimal

from evalspec.check.evaluation import Run
from evalspec.core.record import Record
from evalspec.core.times import DAY
from evalspec.document.facts import Entry, EntryKind, TimePoint, lengths_in

_NOON, _NIGHT = DAY // 2, DAY // 8
"""Up to the second it is night rather than morning."""
Stretch = tuple[int, int]
"""Minutes from start to end, half-open."""


class Times(Record, frozen=True):
    """The start and end that hold in one reading."""

    start: TimePoint | None = None
    end: TimePoint | None = None

    @property
    def stretch(self) -> Stretch | None:
        """Start and end in minutes, when both are known."""
        if self.start is None or self.end is None or self.end.minutes < self.start.minutes:
            return None
        return self.start.minutes, self.end.minutes


def times(run: Run, entry: Entry) -> Times:
    """Choose start and end of an entry."""
    start = entry.starts[0] if entry.starts else None
    if entry.kind == EntryKind.MARKER:
        point = start or (entry.ends[0] if entry.ends else None)
        return Times(point, point)
    if start is None:
        return Times(None, entry.ends[0] if entry.ends else None)
    lasting = entry.lasting_end(run.words.time_measure)
    for end in entry.ends:
        chosen = _end(run, entry, lasting, start, end)
        if chosen is not None:
            return Times(start, chosen)
    return Times(start, lasting)


def lasting(run: Run, entry: Entry) -> Stretch | None:
    """Return the stretch that an entry lasts; by policy as long as its line says, whatever its times are."""
    chosen = times(run, entry)
    told = entry.lasting_end(run.words.time_measure)
    written = chosen.end is not None and chosen.end.origin == "written"
    if chosen.stretch is None or told is None or not written or told.minutes == chosen.stretch[1]:
        return chosen.stretch
    length_told = run.switch("told_lengths") == "length"
    return (chosen.stretch[0], told.minutes) if length_told else chosen.stretch


def _end(
    run: Run, entry: Entry, lasting: TimePoint | None, start: TimePoint, end: TimePoint
) -> TimePoint | None:
    if end.origin == "written":
        return end
    if lasting is not None and end.origin != "first-entry":
        return lasting
    if end.origin == "next-entry":
        if _tells_a_range(run, entry):
            return None  # `18:30 Nap, 20-30 min`: it is over before what comes next
        return end if run.switch("start_only") == "until-next" else None
    if run.switch("sleep_wraps") == "true":
        return end
    midnight = (start.minutes // DAY + 1) * DAY
    return TimePoint(midnight, end.span, end.origin) if end.minutes > midnight else end


def _tells_a_range(run: Run, entry: Entry) -> bool:
    """Tell whether an entry says between what and what it lasts."""
    lengths = lengths_in(entry.amounts, run.words.time_measure)
    return len(lengths) == 1 and not lengths[0].value.exact


def is_guess(run: Run, end: TimePoint) -> bool:
    """Tell whether an end is but the start of what comes next; a marker (`End work`) tells one."""
    return end.origin != "written" and end.span not in run.index.marked


def absolute(run: Run, entry: Entry) -> tuple[int | None, int | None]:
    """Return start and end counted from the first day, so that days follow each other."""
    chosen = times(run, entry)
    offset = (run.index.day_of(entry.id) or 0) * DAY
    return (
        None if chosen.start is None else chosen.start.minutes + offset,
        None if chosen.end is None else chosen.end.minutes + offset,
    )


def same_night(run: Run, minutes: int | Decimal | None, bound: int | Decimal) -> int:
    """Move a bound to the day that follows where what is compared lies nearer to that.

    So does 0:30 of a bedtime at 23:00 or later, and any time of a day that begins in the evening.
    """
    if minutes is None or minutes <= bound + _NOON:
        return int(bound)
    followed = minutes >= DAY and (bound < _NOON or run.index.begins >= _NOON)
    return int(bound) + (DAY if followed or bound < _NIGHT else 0)


def union(stretches: list[Stretch]) -> list[Stretch]:
    """Merge stretches that overlap or touch."""
    merged: list[Stretch] = []
    for start, end in sorted(stretches):
        if merged and start <= merged[-1][1]:
            if end > merged[-1][1]:
                merged[-1] = (merged[-1][0], end)
        else:
            merged.append((start, end))
    return merged


def length(stretches: list[Stretch]) -> int:
    """Add up the lengths of stretches that do not overlap."""
    return sum(end - start for start, end in stretches)


def wrapped(stretches: list[Stretch]) -> list[Stretch]:
    """Bring what lies past midnight back to the start of the same day."""
    folded: list[Stretch] = []
    for start, end in stretches:
        if end - start >= DAY:
            return [(0, DAY)]
        start, end = start % DAY, start % DAY + (end - start)
        folded.append((start, min(end, DAY)))
        if end > DAY:
            folded.append((0, end - DAY))
    return folded


def holder(merged: list[Stretch], inner: Stretch) -> Stretch | None:
    """Return the merged stretch that holds another and is longer."""
    position = bisect_right(merged, (inner[0], 1 << 60)) - 1
    if position < 0:
        return None
    outer = merged[position]
    return outer if inner[1] <= outer[1] and outer != inner else None


def common(left: list[Stretch], right: list[Stretch]) -> int:
    """Return how many minutes two merged lists share."""
    return length(left) + length(right) - length(union([*left, *right]))


def clipped(stretch: Stretch, window: Stretch) -> Stretch | None:
    """Cut a stretch to a window of the day."""
    low, high = max(stretch[0], window[0]), min(stretch[1], window[1])
    return (low, high) if low < high else None
