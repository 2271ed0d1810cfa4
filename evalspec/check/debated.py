"""What a policy does not count of a rank: warm-ups among exercises, snacks among meals."""

from __future__ import annotations

from itertools import compress, takewhile

from evalspec.check.evaluation import Run
from evalspec.check.value import Piece
from evalspec.core.policy import OPEN
from evalspec.document.facts import Entry
from evalspec.language.ir import Scope


def without_debated(
    run: Run, scope: Scope, pieces: tuple[Piece, ...], within: Piece | None
) -> tuple[Piece, ...]:
    """Leave out of a rank the kinds of its members that policy does not count.

    What such a kind holds is of it too, unless it is all that there is; what says of itself that
    it is not counted needs no policy.
    """
    if scope.names:
        return pieces
    rank = run.words.lexicon.ranks[scope.name]
    for switch, debated in run.words.debated_in(rank).items():
        counted = [not (p.entry and _is_of_kind(run, p.entry, debated, within)) for p in pieces]
        kept = tuple(compress(pieces, counted))
        apart = tuple(
            piece
            for piece, counts in zip(pieces, counted, strict=True)
            if counts or not (piece.entry and piece.entry.optional)
        )
        if not kept or len(kept) == len(pieces):
            continue
        unasked = len(apart) == len(kept) or run.switch(switch) == "false"
        pieces = kept if unasked else apart
    return pieces


def may_be_left_out(run: Run, entry: Entry) -> bool:
    """Tell whether a thing is of a kind of which policy leaves open whether it counts.

    Where it does not tell an amount that is asked of each, it is not meant: the sets of a warm-up.
    """
    return any(
        run.policy.switches.get(switch) == OPEN
        and any(run.index.matches(e, debated) for e in (entry, *run.index.above(entry)))
        for switch, debated in run.words.debated
    )


def _is_of_kind(run: Run, entry: Entry, debated: frozenset[str], within: Piece | None) -> bool:
    """Tell whether a thing is of a debated kind, or is told by a line of that kind.

    So is what a part of that kind holds beside things that stand in no part; where all stand in
    parts of their own (`Warm-up`, `Superset A`), those of one part count as those of another. What
    is asked about by its kind counts.
    """
    index = run.index
    if index.matches(entry, debated):
        return True
    end = within.entry.id if within is not None and within.entry is not None else 0
    above = (index.entries[a] for a in takewhile(lambda a: a != end, index.ancestors(entry.id)))
    holder = next((e for e in above if index.matches(e, debated)), None)
    if holder is None:
        return False
    line = holder.spans[0]
    beside = (index.entries[p] for p in index.parts[max(holder.parent, 0)])
    return line.start <= entry.span.start < line.end or any(e.rank == entry.rank for e in beside)
