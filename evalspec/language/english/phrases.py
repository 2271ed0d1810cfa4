"""Listed phrases, each with what it is, found in a row of words by their first word."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from evalspec.language.english.closed import variants
from evalspec.language.english.tokens import Row


class Phrase(NamedTuple):
    """A listed phrase and where it stands in a row of words."""

    role: str
    start: int
    end: int
    text: str


class Phrases:
    """Phrases by role, as their templates write them; a hyphen is as good as a space."""

    def __init__(self, templates: Mapping[str, Iterable[str]]) -> None:
        """Write out the templates."""
        self.rows = [
            (role, tuple(phrase.replace("-", " ").split()))
            for role, row in templates.items()
            for template in row
            for phrase in variants(template)
        ]
        self._by_first: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
        for role, phrase in self.rows:
            self._by_first.setdefault(phrase[0], []).append((role, phrase))

    def found(self, row: Row) -> Iterator[Phrase]:
        """Yield each phrase wherever it stands."""
        lows = tuple(word.low for word in row.words)
        for start, low in enumerate(lows):
            for role, phrase in self._by_first.get(low, ()):
                end = start + len(phrase)
                if lows[start:end] == phrase:
                    yield Phrase(role, start, end, " ".join(phrase))
