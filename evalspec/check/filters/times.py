"""Filters by part of the day, time and length."""

from __future__ import annotations

from collections.abc import Callable

from evalspec.check import durations
from evalspec.check.evaluation import Run
from evalspec.check.filters.sorting import Sorted, sorted_by
from evalspec.check.schedule import Times, times
from evalspec.check.value import Piece
from evalspec.core.quantity import compare
from evalspec.core.times import DAY
from evalspec.document.facts import Entry
from evalspec.language import ir
from evalspec.vocabulary.fold import fold


def part_of_day(run: Run, wanted: ir.DuringPart, pieces: tuple[Piece, ...]) -> Sorted:
    """Keep what starts in a part of the day."""
    folded = fold(wanted.part)
    bounds = run.policy.parts_of_day.get(folded) or run.words.lexicon.parts_of_day.get(folded)
    if bounds is None:
        return [], list(pieces)
    low, high = bounds

    def starts_within(chosen: Times) -> bool | None:
        if chosen.start is None:
            return None
        minutes = chosen.start.minutes % DAY
        return low <= minutes < high or low <= minutes + DAY < high

    return _by_times(run, pieces, starts_within)


def window(run: Run, wanted: ir.TimeWindow, pieces: tuple[Piece, ...]) -> Sorted:
    """Keep what lies in a window; `starting` and `ending` keep a whole run of pieces.

    `work ending 17:00` is the work up to 17:00 when some of it ends then, and nothing otherwise.
    """
    kept, unsure = _by_times(run, pieces, lambda chosen: _in_window(chosen, wanted))
    if wanted.kind in ("starting", "ending") and kept:
        return _by_times(run, pieces, lambda chosen: _in_run(chosen, wanted))
    return kept, unsure


def _in_window(chosen: Times, wanted: ir.TimeWindow) -> bool | None:
    start = None if chosen.start is None else chosen.start.minutes
    end = None if chosen.end is None else chosen.end.minutes
    match wanted.kind:
        case "at" | "starting":
            return None if start is None else start % DAY == wanted.low % DAY
        case "ending":
            return None if end is None else end % DAY == wanted.low % DAY
        case "starting-by":
            return None if start is None else start <= wanted.low
        case "ending-by":
            return None if end is None else end <= wanted.low
        case "before":
            return _all(start, end, lambda s, e: e <= wanted.low, lambda s: s >= wanted.low)
        case "after":
            return None if start is None else start >= wanted.low
        case "from-to":
            high = wanted.high if wanted.high > wanted.low else wanted.high + DAY
            return _all(start, end, lambda s, e: wanted.low <= s and e <= high, lambda s: s >= high)


def _all(
    start: int | None,
    end: int | None,
    inside: Callable[[int, int], bool],
    outside: Callable[[int], bool],
) -> bool | None:
    if start is None:
        return None
    if end is not None:
        return inside(start, end)
    return False if outside(start) else None


def _in_run(chosen: Times, wanted: ir.TimeWindow) -> bool | None:
    if wanted.kind == "starting":
        return None if chosen.start is None else chosen.start.minutes >= wanted.low
    return None if chosen.end is None else chosen.end.minutes <= wanted.low


def _by_times(run: Run, pieces: tuple[Piece, ...], test: Callable[[Times], bool | None]) -> Sorted:
    return sorted_by(
        pieces, lambda piece: None if piece.entry is None else test(_times(run, piece.entry))
    )


def _times(run: Run, entry: Entry) -> Times:
    """Return the times of an entry; a container lasts from its first part to its last."""
    own = times(run, entry)
    if own.start is not None or not run.index.parts[entry.id]:
        return own
    parts = [times(run, run.index.entries[p]) for p in run.index.walk(entry.id)]
    starts = [t.start for t in parts if t.start is not None]
    ends = [t.end for t in parts if t.end is not None]
    return Times(
        min(starts, key=lambda t: t.minutes) if starts else None,
        max(ends, key=lambda t: t.minutes) if ends else None,
    )


def lasting(run: Run, wanted: ir.Lasting, pieces: tuple[Piece, ...]) -> Sorted:
    """Keep what lasts so long."""

    def lasts(piece: Piece) -> bool | None:
        value = durations.of_piece(run, piece).interval
        return None if value is None else compare(value, wanted.comparator, wanted.minutes)

    return sorted_by(pieces, lasts)
