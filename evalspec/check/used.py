"""Things that a list names, and the steps that only use them: `3 eggs`, then `Beat the eggs`."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from evalspec.check.evaluation import Run
from evalspec.check.filters.absence import is_unsaid
from evalspec.check.value import Found, Piece
from evalspec.document.facts import Entry
from evalspec.language import ir
from evalspec.vocabulary.fold import ends_in


def things(run: Run, found: Found) -> Found:
    """Leave out what uses the things that a list names, if any is in one."""
    listed = run.words.listed
    kept = tuple(p for p in found.pieces if _is_of(p, listed))
    if not kept:
        return found
    maybe = tuple(p for p in found.maybe if _is_of(p, listed))
    if maybe:
        return replace(found, pieces=kept, maybe=maybe)
    return Found(kept, doubts=found.doubts)


def in_no_list(run: Run, scope: ir.Scope, holder: Entry) -> bool:
    """Tell whether things are listed, and none goes by a name, nor may: none of it is used."""
    return bool(run.words.listed & run.index.ranks) and is_unsaid(run, scope, holder)


def named(run: Run, name: str, piece: Piece | None) -> Found:
    """Return the steps that use a thing; what is called after it (`the egg wash`) only where none does."""
    if run.words.step not in run.index.ranks:
        return Found()
    steps = ir.Scope("rank", run.words.step, (ir.Named((name,)),))
    found = run.members(steps, piece, counting=True)
    whole = tuple(p for p in found.pieces if ends_in(p.label, name))
    return Found(whole or found.pieces) if found.pieces else found


def unlisted(run: Run, found: Found) -> Found:
    """Leave out what a list only names: when it is used is not told there."""
    kept, maybe = (
        tuple(p for p in pieces if not _is_of(p, run.words.listed))
        for pieces in (found.pieces, found.maybe)
    )
    return replace(found, pieces=kept, maybe=maybe)


def are_steps(run: Run, pieces: Sequence[Piece]) -> bool:
    """Tell whether some pieces are all steps."""
    return bool(pieces) and all(_is_of(piece, frozenset((run.words.step,))) for piece in pieces)


def _is_of(piece: Piece, ranks: frozenset[str]) -> bool:
    return piece.entry is not None and not ranks.isdisjoint(piece.entry.ranks)
