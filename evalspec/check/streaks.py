"""How many members of a scope follow each other: `streak(day named "rest")`."""

from __future__ import annotations

from decimal import Decimal
from operator import itemgetter

from evalspec.check.evaluation import Run
from evalspec.check.value import Piece, Value, unknown
from evalspec.core.quantity import UNITLESS, Interval, exactly
from evalspec.core.verdict import Reason
from evalspec.language import ir


def streak(scope: ir.Scope, run: Run, piece: Piece | None) -> Value:
    """Return the most members in a row: neighbours among all of the kind, whatever the filters.

    Days are neighbours by their dates or weekdays, else by their numbers; other things as they stand.
    """
    among = run.members(scope.widened(), piece, counting=True)
    found = run.members(scope, piece, counting=True)
    if not among.pieces or not (found.pieces or found.maybe or found.known):
        return unknown(found.reason or among.reason or Reason.EMPTY_SCOPE, found.detail)
    every = _with_others(among.pieces, found.pieces)
    placed = numbered(run, every)
    if placed is None:
        return unknown(
            Reason.DOUBT, "several days have one number or weekday, and no week tells which"
        )
    numbers = dict(zip(map(key_of, every), placed, strict=True))
    sure = [numbers[key] for key in map(key_of, found.pieces) if key in numbers]
    maybe = [numbers[key] for key in map(key_of, found.maybe) if key in numbers]
    low, high = _longest(sure), _longest([*sure, *maybe])
    counted = (*found.pieces, *found.maybe)
    terms = tuple(run.term(p, "", exactly(numbers.get(key_of(p), 0))) for p in counted)
    return Value(
        Interval(Decimal(low), Decimal(high)), "one", UNITLESS, terms=terms,
        reason=found.reason if low < high else Reason.NONE, detail=found.detail,
    )  # fmt: skip


def _with_others(among: tuple[Piece, ...], found: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Return all members in order: the free days of a person are no days of theirs."""
    known = set(map(key_of, among))
    others = [piece for piece in found if key_of(piece) not in known]
    placed = [(p.entry.span.start, p) for p in (*among, *others) if p.entry] if others else []
    return tuple(p for _, p in sorted(placed, key=itemgetter(0))) or among


def key_of(piece: Piece) -> object:
    """Return what tells a member from others."""
    return piece.entry.id if piece.entry is not None else piece.spans


def numbered(run: Run, pieces: tuple[Piece, ...]) -> list[int] | None:
    """Number the members so that neighbours differ by one; None when nothing places the days."""
    entries = [piece.entry for piece in pieces if piece.entry is not None]
    if run.index.unclear(entry.id for entry in entries):
        return None
    days = [run.index.day_of(entry.id) or 0 for entry in entries]
    written = [entry.ordinal for entry in entries]
    for numbers in (days, written):
        if len(numbers) == len(pieces) and all(numbers) and len(set(numbers)) == len(numbers):
            return numbers
    ranks = run.words.lexicon.ranks
    if any(entry.rank in ranks and "weekday" in ranks[entry.rank].calendar for entry in entries):
        return list(range(1, len(pieces) + 1)) if not any((*days, *written)) else None
    return list(range(1, len(pieces) + 1))


def _longest(numbers: list[int]) -> int:
    """Return the length of the longest run of whole numbers that follow each other."""
    longest = current = 0
    before = None
    for number in sorted(set(numbers)):
        current = current + 1 if before == number - 1 else 1
        longest, before = max(longest, current), number
    return longest
