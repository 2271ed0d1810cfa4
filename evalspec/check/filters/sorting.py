"""Pieces that pass a filter, and pieces that may pass."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from evalspec.check.value import Piece

Sorted = tuple[list[Piece], list[Piece]]
"""Pieces that pass, and pieces that may pass."""


def sorted_by(pieces: Iterable[Piece], holds: Callable[[Piece], bool | None]) -> Sorted:
    """Keep the pieces of which something holds; unsure are those of which it is not known."""
    kept: list[Piece] = []
    unsure: list[Piece] = []
    for piece in pieces:
        found = holds(piece)
        if found:
            kept.append(piece)
        elif found is None:
            unsure.append(piece)
    return kept, unsure
