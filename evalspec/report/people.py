"""What became of labels, in words."""

from __future__ import annotations

from collections.abc import Iterator

from evalspec.compare.people.voices import Sorted
from evalspec.report.rounding import many


def told_labels(found: Sorted, differ: int = 0) -> Iterator[str]:
    """Say how many labels are not used, and why; and what is left to settle."""
    if found.elsewhere:
        yield f"{many(found.elsewhere, 'label')} on other items: not used"
    if found.stale:
        yield f"{many(found.stale, 'label')} made on another text: not used"
    if found.unchecked:
        told = f"{many(found.unchecked, 'label')} whose text is not in these results: not used"
        yield f"{told} (write them with `--with-responses`)"
    if found.again:
        items = many(found.again, "item")
        yield f"{items} labelled again by the same person, {found.changed} otherwise: the last counts"
    if differ:
        told = f"{many(differ, 'item')} on which people differ have no reference"
        yield f"{told} (`evalspec label --adjudicate` settles them)"
