"""One form of the answer for patterns: names, dashes, quotes and markup, at unchanged offsets.

A name that given data hold becomes one mark and fillers, so that a pattern need not know
the names: whatever a case calls its places, the pattern is compiled once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from evalspec.core.regex import regex
from evalspec.core.span import Span

FIRST_MARK = 0xE000
FILL = "\uf8ff"
_PLAIN = str.maketrans(
    {
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
        **dict.fromkeys("\u2018\u2019\u201b\u2032\u02bc", "'"),
        **dict.fromkeys('*_`"\u201c\u201d\xa0\u202f\u2009\t~', " "),
        **dict.fromkeys("\u2192\u27f6\u21d2", ">"),
    }
)
_CAPITALISED = regex(r"\b[A-Z][\w'.-]*[\w'](?: (?:(?:of|the|de|la|del|di|du) )?[A-Z][\w'-]*[\w'])*")


class Masked(NamedTuple):
    """The text that patterns see."""

    text: str
    """As long as the response."""
    names: dict[int, str]
    """Offset of a mark → the name that stands there, as given."""
    marks: dict[str, str]
    """What names name → its mark."""


def masked(
    response: str,
    spans: tuple[Span, ...],
    names: Mapping[str, tuple[str, ...]],
    kinds: tuple[str, ...],
    words: frozenset[str] = frozenset(),
) -> Masked:
    """Mask a response; what is no part of the answer becomes spaces.

    Where no names of a kind are given, capitalised words are taken for names, but for `words`,
    which phrases are made of.
    """
    text = response.translate(_PLAIN)
    if len(spans) != 1 or spans[0] != Span(0, len(response)):
        text = "".join(_kept(text, spans))
    marks = {kind: chr(FIRST_MARK + number) for number, kind in enumerate(kinds)}
    found: dict[int, str] = {}
    for kind in sorted(kinds, key=lambda kind: not names.get(kind)):
        given = names.get(kind, ())
        pieces = list(text)
        for start, end, name in _given(text, given) if given else _capitalised(text, words):
            found[start] = name
            pieces[start:end] = [marks[kind], *[FILL] * (end - start - 1)]
        text = "".join(pieces)
    return Masked(text, found, marks)


def _kept(text: str, spans: tuple[Span, ...]) -> list[str]:
    pieces = []
    at = 0
    for span in spans:
        pieces += [" " * (span.start - at), text[span.start : span.end]]
        at = span.end
    return [*pieces, " " * (len(text) - at)]


def _given(text: str, given: tuple[str, ...]) -> Iterator[tuple[int, int, str]]:
    by_form = {_form(name): name for name in given}
    for found in _any_of(given).finditer(text):
        yield found.start(), found.end(), by_form[_form(found[0])]


def _capitalised(text: str, words: frozenset[str]) -> Iterator[tuple[int, int, str]]:
    for found in _CAPITALISED.finditer(text):
        start = found.start()
        name = found[0]
        while name and name.partition(" ")[0].lower() in words:
            rest = name.partition(" ")[2]
            start += len(name) - len(rest)
            name = rest
        if name[:1].isupper():
            yield start, start + len(name), name


def _form(name: str) -> str:
    return " ".join(name.translate(_PLAIN).replace("-", " ").split()).lower()


@lru_cache(maxsize=64)
def _any_of(names: tuple[str, ...]) -> re.Pattern[str]:
    """Return a pattern of some names, the longest first, with any space or dash inside."""
    ordered = sorted({_form(name) for name in names}, key=lambda name: (-len(name), name))
    joint = "|".join(r"[ -]+".join(map(re.escape, name.split())) for name in ordered)
    return re.compile(rf"(?<!\w)(?:{joint})(?!\w)", re.IGNORECASE)
