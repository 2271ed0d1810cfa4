"""`bracket-depth`: how deep brackets of any kind are nested, those that are closed.

`bracket-depth >= 2` holds for `(a [b])`, not for `(a) [b]` or `((a`.
"""

from __future__ import annotations

from evalspec.check.measures import Measured, TextPart
from evalspec.core.regex import regex
from evalspec.core.span import Span

_BRACKET = regex(r"[()\[\]{}]")
_OPENED_BY = {")": "(", "]": "[", "}": "{"}


def measure(scope: TextPart, arguments: tuple[str | int, ...]) -> Measured:
    """Find the deepest nesting; its outermost pair is cited."""
    depth = 0
    place: tuple[Span, ...] = ()
    for bound in scope.bounds:
        found, span = _deepest(scope.text.seen, bound)
        if found > depth:
            depth, place = found, (span,)
    return Measured(depth, place)


def _deepest(text: str, bound: Span) -> tuple[int, Span]:
    """Return the height of the highest tree of pairs, and where it stands."""
    best, place = 0, bound
    open_brackets: list[tuple[str, int, int]] = []
    for match in _BRACKET.finditer(text, bound.start, bound.end):
        mark = match[0]
        if mark not in _OPENED_BY:
            open_brackets.append((mark, match.start(), 0))
            continue
        if not open_brackets or open_brackets[-1][0] != _OPENED_BY[mark]:
            open_brackets.clear()
            continue
        _, start, inner = open_brackets.pop()
        if inner + 1 > best:
            best, place = inner + 1, Span(start, match.end())
        if open_brackets:
            outer, at, height = open_brackets[-1]
            open_brackets[-1] = (outer, at, max(height, inner + 1))
    return best, place
