"""Filters by part of the day, time and length."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from evalspec.check import durations
from evalspec.check.evaluation import Run
from evalspec.check.filters.sorting import Sorted, sorted_by
from evalspec.check.schedule import Times, is_guess, same_night, times
from evalspec.check.value import CLOCK, Piece, Term
from evalspec.core.quantity import compare, exactly
from evalspec.core.times import DAY
from evalspec.document.facts import Entry
from evalspec.language import ir
from evalspec.vocabulary.fold import fold

BY_START = "no end is told: where it starts counts"


def part_of_day(run: Run, wanted: ir.DuringPart, pieces: tuple[Piece, ...]) -> Sorted:
    """Keep what starts in a part of the day; of what is denied, what any part of lies in it."""
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

    def lies_within(chosen: Times) -> bool | None:
        return _lies(wanted.by, starts_within(chosen), _meets(run, chosen, low, high))

    return _by_times(run, pieces, lies_within)


def window(run: Run, wanted: ir.TimeWindow, pieces: tuple[Piece, ...]) -> Sorted:
    """Keep what lies in a window; `starting` and `ending` keep a whole run of pieces.

    `work ending 17:00` is the work up to 17:00 when some of it ends then, and nothing otherwise.
    """
    kept, unsure = _by_times(run, pieces, lambda chosen: _in_window(run, chosen, wanted))
    if wanted.kind in ("starting", "ending") and kept:
        return _by_times(run, pieces, lambda chosen: _in_run(chosen, wanted))
    return kept, unsure


def _in_window(run: Run, chosen: Times, wanted: ir.TimeWindow) -> bool | None:
    start = None if chosen.start is None else chosen.start.minutes
    end = None if chosen.end is None else chosen.end.minutes
    low: int | None = None
    high: int | None = None
    match wanted.kind:
        case "at" | "starting":
            return None if start is None else start % DAY == wanted.low % DAY
        case "ending":
            return None if end is None else end % DAY == wanted.low % DAY
        case "starting-by":
            return None if start is None else start <= same_night(run, start, wanted.low)
        case "ending-by":
            return None if end is None else end <= same_night(run, end, wanted.low)
        case "before":
            high = same_night(run, start, wanted.low)
        case "after":
            low = same_night(run, start, wanted.low)
        case "from-to":
            low, high = wanted.low, wanted.high + (0 if wanted.high > wanted.low else DAY)
    return _lies(wanted.by, _within(run, chosen, low, high), _meets(run, chosen, low, high))


def _lies(by: str, whole: bool | None, any_part: bool | None) -> bool | None:
    """Choose what of a thing must lie in a window; where either may be meant, both must agree."""
    if by == "either":
        return whole if whole == any_part else None
    return any_part if by == "any" else whole


def _within(run: Run, chosen: Times, low: int | None, high: int | None) -> bool | None:
    """Tell whether a thing lies wholly in a window; of one whose end nobody told, its start does."""
    if chosen.start is None:
        return None
    start, end = chosen.start.minutes, chosen.end
    over = end.minutes if end is not None and not is_guess(run, end) else start + 1
    return any(
        (low is None or low <= start + shift) and (high is None or over + shift <= high)
        for shift in _nights(low, high)
    )


def _nights(low: int | None, high: int | None) -> tuple[int, ...]:
    """Return how far a window that comes again every night is moved."""
    return (0,) if low is None or high is None else (-DAY, 0, DAY)


def _meets(run: Run, chosen: Times, low: int | None, high: int | None) -> bool | None:
    """Tell whether any part of a thing lies in a window; one that only touches its edge has none.

    What began before it and whose end is a guess may go on into it; elsewhere than in a schedule a
    thing without an end is a moment.
    """
    if chosen.start is None:
        over = chosen.end is not None and low is not None and chosen.end.minutes <= low
        return False if over else None
    start, end = chosen.start.minutes, chosen.end
    shifts = _nights(low, high)
    moments = (start + shift for shift in shifts)
    if any((low is None or low <= at) and (high is None or at < high) for at in moments):
        return True
    unwritten = end is None or is_guess(run, end)
    if unwritten and "block" not in run.words.item_ranks:
        return False
    last = start + DAY if end is None else end.minutes
    reaches = low is not None and any(start + by < low < last + by for by in shifts)
    return None if reaches and unwritten else reaches


def by_start(run: Run, scope: ir.Scope, piece: Piece) -> Iterator[Term]:
    """Yield the start of a thing that a window is asked of, where nobody told its end."""
    windows = [f for f in scope.filters if isinstance(f, ir.TimeWindow)]
    if piece.entry is None or not windows:
        return
    chosen = times(run, piece.entry)
    if chosen.start is not None and (chosen.end is None or is_guess(run, chosen.end)):
        at = exactly(chosen.start.minutes)
        cited = run.index.cite(chosen.start.span)
        yield Term(piece.label, "start", at, CLOCK, cited, chosen.start.origin, note=BY_START)


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
