"""`headings`: headings and bold lines used as headings.

`headings >= 2` holds for a text with `# One` and `# Two`, not for plain prose.
"""

from __future__ import annotations

from evalspec.check.measures import Measured, TextPart


def measure(scope: TextPart, arguments: tuple[str | int, ...]) -> Measured:
    """Count headings."""
    found = tuple(
        section.heading
        for section in scope.text.segments.sections
        if section.heading is not None
        and any(bound.covers(section.heading) for bound in scope.bounds)
    )
    return Measured(len(found), found)
