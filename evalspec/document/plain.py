"""Same-length forms of a response, so that every offset stays the response's own.

`mask` blanks what is not part of the answer; `plain_form` lower-cases and replaces
typographic variants one code point by one, so that the scanners need only know the
plain spelling (`-`, `'`, `x`, ASCII digits) and their matches are places in the response.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from evalspec.core.regex import regex
from evalspec.core.span import Span

INVISIBLE = "\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u00ad\ufe0e\ufe0f"
"""Characters without a shape: never content."""
BLANKS = " \t\n\r\v\f\x1c\x1d\x1e\x1f\x85\u00a0\u1680\u2028\u2029\u202f\u205f\u3000" + INVISIBLE
BLANKS += "".join(map(chr, range(0x2000, 0x200B)))
"""What is trimmed at the ends of lines, labels and cells."""
_BLANK = frozenset(BLANKS)

ARROW = r"[→➜⇒]|[-=]>"
"""Pattern of what leads from one thing to the next."""

NARROW = "\u00a0"
"""What non-breaking and narrow spaces become: they may stand inside a number."""

_PLAIN = {
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d", "-"),
    **dict.fromkeys("\u2018\u2019\u201b\u2032\u02bc", "'"),
    **dict.fromkeys("\u201c\u201d\u201e\u2033", '"'),
    **dict.fromkeys("\u00d7\u2715\u2716\u2a2f", "x"),
    **dict.fromkeys("\u2044\u2215", "/"),
    **dict.fromkeys("\u2007\u2009\u202f\u2008", NARROW),
    **dict.fromkeys("\u3000\u2002\u2003\u2004\u2005\u2006\u200a" + INVISIBLE, " "),
    "\u223c": "~",
    "\u2248": "~",
    "\u2245": "~",
    "\u03bc": "µ",
    "\u00ba": "°",
    "\u2264": "≤",
    "\u2265": "≥",
    "\u2192": "»",
    "\u301c": "~",
    **{chr(code): chr(code - 0xFEE0).lower() for code in range(0xFF01, 0xFF5F)},
}
_PLAIN.update({"\uff0d": "-", "\uff5e": "~"})
_DANGLING = regex(r"(?<!\s)(?:\s+(?:with|and|of|for|at|in|x|@|from|to))+\s*$", re.IGNORECASE)
_UNUSUAL = regex(r"[^\x00-\x7f]")


def plain_form(text: str) -> str:
    """Return `text` in lower case and plain spelling, with the same length."""
    lower = text.lower()
    if text.isascii():
        return lower
    if len(lower) != len(text):
        lower = "".join(c if len(c.lower()) != 1 else c.lower() for c in text)
    for character in set(_UNUSUAL.findall(lower)):
        plain = _PLAIN.get(character)
        if plain is None and character.isdecimal():
            plain = str(int(character))
        if plain is not None:
            lower = lower.replace(character, plain)
    return lower


def mask(text: str, spans: tuple[Span, ...]) -> str:
    """Return `text` with everything outside `spans` replaced by spaces."""
    if len(spans) == 1 and spans[0].start == 0 and spans[0].end == len(text):
        return text
    pieces: list[str] = []
    at = 0
    for span in spans:
        pieces.append(" " * (span.start - at))
        pieces.append(text[span.start : span.end])
        at = span.end
    pieces.append(" " * (len(text) - at))
    return "".join(pieces)


def without_link(name: str) -> str:
    """Return a name without the words at its end that lead to an amount: `swings with`."""
    return _DANGLING.sub("", name)


def trim(text: str, start: int, end: int) -> Span:
    """Return the span without blanks and invisible characters at its ends."""
    if start < end and text[start] not in _BLANK and text[end - 1] not in _BLANK:
        return Span(start, end)
    piece = text[start:end]
    left = len(piece) - len(piece.lstrip(BLANKS))
    if left == len(piece):
        return Span(start, start)
    return Span(start + left, start + len(piece.rstrip(BLANKS)))


def outside_brackets(
    joints: re.Pattern[str], text: str, start: int, end: int
) -> Iterator[re.Match[str]]:
    """Yield the matches of a pattern that no brackets are around; it matches each bracket too."""
    depth = 0
    for joint in joints.finditer(text, start, end):
        if joint[0] in "()[]":
            depth = max(0, depth + (1 if joint[0] in "([" else -1))
        elif not depth:
            yield joint
