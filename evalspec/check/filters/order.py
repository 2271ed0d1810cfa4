"""What comes before, after and right beside what; filters by it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from evalspec.check.evaluation import Run
from evalspec.check.filters.sorting import Sorted
from evalspec.check.index import Index
from evalspec.check.schedule import absolute
from evalspec.check.value import Found, Piece
from evalspec.core.lookup import grouped
from evalspec.core.times import CalendarDate
from evalspec.document.facts import Entry, EntryKind
from evalspec.language import ir


def beside(run: Run, wanted: ir.BeforeEntry, pieces: tuple[Piece, ...]) -> Sorted:
    """Keep what stands before, after, between or right beside others of the same day.

    Others are those of the scope in force, where it is asked of one session after the other. They
    themselves, what they hold and what holds them stand neither before nor after them.
    """
    found, elsewhere = _others(run, wanted.other)
    ending, ends_elsewhere = _others(run, wanted.other_end) if wanted.other_end else (None, False)
    if not found.pieces or (ending is not None and not ending.pieces):
        return [], [] if elsewhere or ends_elsewhere else list(pieces)
    kept = _kept(run, wanted, pieces, found.pieces, ending.pieces if ending else ())
    every = (*found.pieces, *found.maybe), (*ending.pieces, *ending.maybe) if ending else ()
    if not found.maybe and not (ending and ending.maybe):
        return kept, []
    wide = _kept(run, wanted, pieces, *every)
    sure = [p for p in kept if any(p is q for q in wide)]
    either = {id(p) for p in (*kept, *wide)} - {id(p) for p in sure}
    return sure, [p for p in pieces if id(p) in either]


def _others(run: Run, scope: ir.Scope) -> tuple[Found, bool]:
    """Return the members of another scope in what is looked at; else whether some are elsewhere.

    Those of another day are meant where a day has none; of a name in quotes also what holds it among
    other words.
    """
    holder, loosely = run.holder, scope.kind == "label"
    every = run.members(scope, None, counting=loosely)
    if holder is None or holder.entry is None or holder.entry.id == 0:
        return every, False
    found = run.members(scope, holder, counting=loosely)
    if found.pieces:
        return found, False
    dated = run.index.day_of(holder.entry.id) is not None
    return (every, False) if dated else (found, bool(every.pieces) and not found.maybe)


def _kept(
    run: Run,
    wanted: ir.BeforeEntry,
    pieces: tuple[Piece, ...],
    others: tuple[Piece, ...],
    ends: tuple[Piece, ...],
) -> list[Piece]:
    if wanted.relation.startswith("immediately"):
        return _right_beside(run, wanted.relation, pieces, others)
    firsts, lasts = _outermost_by_day(run, others), _outermost_by_day(run, ends or others)
    own = _line_of(run, (*others, *ends))
    kept: list[Piece] = []
    for piece in pieces:
        if piece.entry is not None and piece.entry.id in own:
            continue
        day = _day(run, piece)
        earliest = firsts.get(day, firsts[None])[0]
        latest = lasts.get(day, lasts[None])[1]
        after = wanted.relation == "before" or precedes(run, earliest, piece)
        before = wanted.relation == "after" or precedes(run, piece, latest)
        if after and before:
            kept.append(piece)
    return kept


def _line_of(run: Run, pieces: tuple[Piece, ...]) -> set[int]:
    """Return some entries with all that they hold and all that holds them."""
    numbers = [piece.entry.id for piece in pieces if piece.entry is not None]
    index = run.index
    return {e for n in numbers for e in (n, *index.walk(n), *index.ancestors(n))}


def _right_beside(
    run: Run, relation: str, pieces: tuple[Piece, ...], others: tuple[Piece, ...]
) -> list[Piece]:
    if relation == "immediately-after":
        following = {f.id for o in others if (f := _next(run, o)) is not None}
        return [p for p in pieces if p.entry is not None and p.entry.id in following]
    beside = {o.entry.id for o in others if o.entry is not None}
    return [p for p in pieces if (f := _next(run, p)) is not None and f.id in beside]


def _next(run: Run, piece: Piece) -> Entry | None:
    return None if piece.entry is None else next_sibling(run.index, piece.entry)


def _day(run: Run, piece: Piece) -> int | None:
    return None if piece.entry is None else run.index.day_of(piece.entry.id)


def _outermost_by_day(run: Run, pieces: tuple[Piece, ...]) -> dict[int | None, tuple[Piece, Piece]]:
    """Return the first and the last piece of each day, and under None those of all days."""
    by_day = grouped((_day(run, piece), piece) for piece in pieces)
    found = {day: outermost(run, group) for day, group in by_day.items()}
    return {**found, None: outermost(run, pieces)}


def outermost(run: Run, pieces: Sequence[Piece]) -> tuple[Piece, Piece]:
    """Return the first and the last of some pieces, by time or by place."""
    low = high = pieces[0]
    for piece in pieces[1:]:
        if precedes(run, piece, low):
            low = piece
        if precedes(run, high, piece):
            high = piece
    return low, high


def precedes(run: Run, left: Piece, right: Piece) -> bool:
    """Tell whether one piece comes before another: by time or date where both have one, else by place."""
    if left.entry is not None and right.entry is not None:
        first, second = absolute(run, left.entry)[0], absolute(run, right.entry)[0]
        if first is not None and second is not None:
            return first < second
        one, other = _date(run.index, left.entry), _date(run.index, right.entry)
        if one is not None and other is not None and one != other and _alike(one, other):
            return one < other
        if left.entry.span == right.entry.span:
            return left.entry.id < right.entry.id
        if not run.index.shared.isdisjoint((left.entry.id, right.entry.id)):
            return _comes_first(run.index, left.entry.id, right.entry.id)
    return _start(left) < _start(right)


def _date(index: Index, entry: Entry) -> CalendarDate | None:
    """Return the date of an entry, or of the day that holds it."""
    return next((one.date for one in index.line(entry) if one.date is not None), None)


def _comes_first(index: Index, left: int, right: int) -> bool:
    """Tell which comes first in the nearest holder of both, where one stands in several: `same as A`."""
    own = dict(reversed(list(_holders(index, left))))
    for holder, part in _holders(index, right):
        if holder in own and own[holder] != part:
            siblings = index.parts[holder]
            return siblings.index(own[holder]) < siblings.index(part)
    return left < right


def _holders(index: Index, entry_id: int) -> Iterator[tuple[int, int]]:
    """Yield all that holds an entry, each with the part of it that does, the nearest first."""
    waiting = [entry_id]
    for part in waiting:
        above = index.parents.get(part, ())
        yield from ((holder, part) for holder in above)
        waiting.extend(above)


def _alike(one: CalendarDate, other: CalendarDate) -> bool:
    """Tell whether two dates are told with the same parts: both with a year or both without."""
    first, second = ((bool(d.year), bool(d.month), bool(d.day)) for d in (one, other))
    return first == second


def _start(piece: Piece) -> int:
    if piece.entry is not None:
        return piece.entry.span.start
    return piece.spans[0].start if piece.spans else 0


def adjacent(run: Run, left: Piece, right: Piece) -> bool:
    """Tell whether one piece directly follows another among the parts of one holder."""
    if left.entry is None or right.entry is None:
        return bool(left.spans and right.spans) and run.text.adjacent(left, right)
    following = next_sibling(run.index, left.entry)
    return following is not None and following.id == right.entry.id


def next_sibling(index: Index, entry: Entry) -> Entry | None:
    """Return the part that follows an entry in its holder; sections without a rank part nothing."""
    holders = index.parents.get(entry.id)
    if not holders:
        return None
    siblings, position = index.parts[holders[0]], index.position(entry.id)
    if position >= len(siblings):
        holder = index.entries[holders[0]]
        return next_sibling(index, holder) if _is_section(holder) else None
    following = index.entries[siblings[position]]
    while _is_section(following) and index.parts[following.id]:
        following = index.entries[index.parts[following.id][0]]
    return following


def _is_section(entry: Entry) -> bool:
    return entry.kind is EntryKind.CONTAINER and not entry.rank
