"""Finding words and phrases: case, dashes, quotes and kinds of space and of accents do not matter."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from evalspec.core.span import Span

_ALIKE = (
    "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212",
    "'\u2018\u2019\u02bc`",
    '"\u201c\u201d\u201e\u2033',
)
_CLASS = {character: f"[{alike}]" for alike in _ALIKE for character in alike}
_CLASS.update(dict.fromkeys(_ALIKE[0], f"[\\{_ALIKE[0]}]"))


@lru_cache(maxsize=1024)
def pattern_of(wanted: str, whole: bool, case_sensitive: bool) -> re.Pattern[str]:
    """Compile the pattern of a text as it may be written; linear by construction."""
    wanted = unicodedata.normalize("NFC", wanted)
    words = ["".join(map(_as_written, word)) for word in wanted.split()]
    body = r"[\s*_]+".join(words) or re.escape(wanted)
    text = wanted.strip()
    if whole and text:
        start = r"(?<!\w)" if _wordlike(text[0]) else ""
        end = r"(?![\w\u0300-\u036f])" if _wordlike(text[-1]) else ""
        body = start + body + end
    return re.compile(body, 0 if case_sensitive else re.IGNORECASE)


def _as_written(character: str) -> str:
    """Return the pattern of a character in any of its forms: `é` may be two code points."""
    if character in _CLASS:
        return _CLASS[character]
    apart = unicodedata.normalize("NFD", character)
    if apart == character:
        return re.escape(character)
    return f"(?:{re.escape(character)}|{re.escape(apart)})"


def _wordlike(character: str) -> bool:
    return character.isalnum() or character == "_"


def search(
    text: str,
    plain: str,
    wanted: str,
    start: int,
    end: int,
    whole: bool = True,
    case_sensitive: bool = False,
) -> Iterator[Span]:
    """Yield every place where a text stands in a part of another.

    `plain` is the whole text in lower case when that keeps its length and it is ASCII,
    else empty.
    """
    if not wanted:
        return iter(())
    if plain and not case_sensitive and wanted.isascii() and wanted.isalpha():
        return _words(plain, wanted.lower(), start, end, whole)
    found = pattern_of(wanted, whole, case_sensitive).finditer(text, start, end)
    return (Span(*match.span()) for match in found)


def _words(text: str, wanted: str, start: int, end: int, whole: bool) -> Iterator[Span]:
    """Find one plain word in a plain lower-case text; much faster than a pattern."""
    size = len(wanted)
    at = text.find(wanted, start, end)
    while at >= 0:
        after = at + size
        inside = (at > 0 and _wordlike(text[at - 1])) or (
            after < len(text) and _wordlike(text[after])
        )
        if not whole or not inside:
            yield Span(at, after)
        at = text.find(wanted, after, end)
