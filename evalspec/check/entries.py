"""Entries of an outline as pieces of a response, and the entry that a piece is."""

from __future__ import annotations

from evalspec.check.evaluation import Run
from evalspec.check.value import Piece
from evalspec.document.facts import Entry


def root(run: Run) -> Piece:
    """Return the plan, the scope in force at first."""
    return piece_of(run, run.index.entries[0], None)


def piece_of(run: Run, entry: Entry, holder: Piece | None) -> Piece:
    """Make a piece of an entry found in another piece; it is named with what holds it."""
    if holder is not None and holder.entry is not None and holder.entry.id != 0:
        path: tuple[str, ...] = (*holder.path, holder.label)
    else:
        index = run.index
        above = [index.entries[a].label for a in index.ancestors(entry.id) if a != 0]
        path = tuple(reversed(above))
    return Piece(entry.label, entry.spans, entry, path=path)


def entry_of(run: Run, piece: Piece | None) -> Entry | None:
    """Return the entry of a piece, or that stands in it; the plan for the whole response."""
    if piece is None or (piece.entry is None and piece.kind == "response"):
        return run.index.entries[0]
    if piece.entry is None and len(piece.spans) == 1:
        return run.index.alone_in(piece.spans[0])
    return piece.entry
