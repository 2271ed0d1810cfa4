"""A mutant: a response with one thing changed, and what that was."""

from __future__ import annotations

from evalspec.core.record import Record


class Mutant(Record, frozen=True):
    """One changed response."""

    kind: str
    """`number`, `unit`, `removed`, `doubled`, `renamed`, `time`, `word`, `length`, `order`."""
    what: str
    """The change in a few words: `12 → 0`."""
    line: int
    """1-based line of the change."""
    response: str
    sure: bool = True
    """The constraint looks at this place for certain: it must at least compute something else."""
    last: bool = False
    """Several places at once; only tried when nothing smaller was noticed."""
