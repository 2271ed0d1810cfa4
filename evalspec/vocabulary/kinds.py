"""What a word for many things covers: `dairy` is told where milk or cheese is named.

A kind is found by the names of its things, not by its own name alone; a kind that others lack
(`vegetarian`) by what is not named.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum

from evalspec.vocabulary.fold import ends_denying, singulars
from evalspec.vocabulary.lexicon import Kind, Lexicon

_LONGEST = 4
"""Words of the longest name."""


class Told(IntEnum):
    """Whether a text tells a thing of a kind."""

    NO = 0
    PERHAPS = 1
    """It names what may hold one: a lasagna holds meat or none."""
    YES = 2


class KindWords:
    """The words of one kind and of those it covers."""

    def __init__(self, kind: Kind, lexicon: Lexicon) -> None:
        """Index the words of a kind; a kind that is not known covers nothing."""
        self.name = kind.name
        self._phrases: dict[str, Told] = {}
        self._before: set[str] = set()
        self._denying = frozenset(lexicon.roles.get("denying", ()))
        self.lacked = [
            KindWords(lexicon.kinds[k], lexicon) for k in kind.lacks if k in lexicon.kinds
        ]
        covered = list(_covered(kind, lexicon))
        for role, told in (("perhaps", Told.PERHAPS), ("words", Told.YES), ("members", Told.YES)):
            for one in covered:
                self._phrases.update((singulars(word), told) for word in getattr(one, role))
        for one in covered:
            self._before.update(map(singulars, one.mock))
            self._phrases.update((singulars(word), Told.NO) for word in one.unlike)

    def told(self, text: str) -> Told:
        """Tell whether a text names a thing of the kind, or lacks what the kind lacks."""
        named = self._named(text)
        if not self.lacked or named is Told.YES:
            return named
        return Told(Told.YES - max(kind.told(text) for kind in self.lacked))

    def _named(self, text: str) -> Told:
        words = singulars(text.replace("-", " ")).split()
        found = Told.NO
        place = 0
        while place < len(words) and found is not Told.YES:
            end, told = self._at(words, place)
            if told > found and not self._is_denied(words, place, end):
                found = told
            place = end
        return found

    def _at(self, words: list[str], place: int) -> tuple[int, Told]:
        """Return where the longest name at a place ends, and what it tells."""
        for end in range(min(place + _LONGEST, len(words)), place, -1):
            told = self._phrases.get(" ".join(words[place:end]))
            if told is not None:
                return end, told
        return place + 1, Told.NO

    def _is_denied(self, words: list[str], place: int, end: int) -> bool:
        before = words[max(place - _LONGEST, 0) : place]
        mock = any(" ".join(before[-n:]) in self._before for n in (1, 2) if before)
        return mock or words[end : end + 1] == ["free"] or ends_denying(before, self._denying)


def free_of(word: str) -> str:
    """Return what something is said to be free of: `nut-free`; empty for other words."""
    return word[:-5] if word.endswith(("-free", " free")) else ""


def _covered(kind: Kind, lexicon: Lexicon) -> Iterator[Kind]:
    """Yield a kind and the kinds that it covers, each once."""
    seen: dict[str, Kind] = {}
    open_ = [kind]
    while open_:
        one = open_.pop()
        if one.name not in seen:
            seen[one.name] = one
            open_ += [lexicon.kinds[k] for k in one.kinds if k in lexicon.kinds]
    yield from seen.values()
