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
        self._places: dict[tuple[str, ...], list[int]] = {}
        self._lengths: dict[str, set[int]] = {}
        for number, (_, phrase) in enumerate(self.rows):
            self._places.setdefault(phrase, []).append(number)
            self._lengths.setdefault(phrase[0], set()).add(len(phrase))

    def found(self, row: Row) -> Iterator[Phrase]:
        """Yield each phrase wherever it stands, in the order of the templates."""
        lows = tuple(word.low for word in row.words)
        for start, low in enumerate(lows):
            ends = (start + length for length in self._lengths.get(low, ()))
            said = [lows[start:end] for end in ends if end <= len(lows)]
            for number in sorted(n for words in said for n in self._places.get(words, ())):
                role, phrase = self.rows[number]
                yield Phrase(role, start, start + len(phrase), " ".join(phrase))
