"""`list-depth`: how many levels of list items stand in each other; 0 without lists.

`list-depth <= 1` holds for `- tea`, not for `- tea` with `  - green` below it.
"""

from __future__ import annotations

from evalspec.check.measures import Measured, TextPart
from evalspec.document.blocks import BlockKind

_ITEMS = (BlockKind.BULLET, BlockKind.NUMBERED)


def measure(scope: TextPart, arguments: tuple[str | int, ...]) -> Measured:
    """Find the deepest item; the first one is cited."""
    items = [
        block
        for block in scope.text.blocks
        if block.kind in _ITEMS
        and any(b.start <= block.text.start and block.text.end <= b.end for b in scope.bounds)
    ]
    depth = max((block.level for block in items), default=-1)
    return Measured(depth + 1, tuple(block.text for block in items if block.level == depth)[:1])
