"""`quote-depth`: how deep quotations are nested, double and single marks in turn.

`quote-depth = 2` holds for `"He said 'no'."`, not for `"It's no."`.
"""

from __future__ import annotations

from evalspec.check.measures import Measured, TextPart
from evalspec.core.regex import regex
from evalspec.core.span import Span

_MARK = regex("[\"\u201c\u201d]|(?<!\\w)['\u2018](?=\\S)|['\u2019](?!\\w)")


def measure(scope: TextPart, arguments: tuple[str | int, ...]) -> Measured:
    """Find the deepest nesting; apostrophes inside words are none."""
    depth = 0
    place: tuple[Span, ...] = ()
    for bound in scope.bounds:
        open_marks: list[tuple[bool, int, int]] = []
        for match in _MARK.finditer(scope.text.seen, bound.start, bound.end):
            double = match[0] in '"\u201c\u201d'
            if not open_marks or open_marks[-1][0] != double:
                open_marks.append((double, match.start(), 0))
                continue
            _, start, inner = open_marks.pop()
            if inner + 1 > depth:
                depth, place = inner + 1, (Span(start, match.end()),)
            if open_marks:
                outer, at, height = open_marks[-1]
                open_marks[-1] = (outer, at, max(height, inner + 1))
    return Measured(depth, place)
