"""What a word for many things covers: `dairy` is told where milk or cheese is named.

A kind is found by the names of its things, not by its own name alone; a kind that others lack
(`vegetarian`) by what is not named.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from enum import IntEnum

from evalspec.core.regex import regex
from evalspec.vocabulary.fold import ends_denying, singulars
from evalspec.vocabulary.lexicon import Kind, Lexicon

_CLAUSES = regex(r"([.;:()\[\]|\n–—]|\s-\s)")
_COUNTED = regex(r"(?<=\d)(?=[^\W\d_]{2})")
_PIECES = regex(r"[/&+]")


class Told(IntEnum):
    """Whether a text tells a thing of a kind."""

    NO = 0
    PERHAPS = 1
    """It names what may hold one: a lasagna holds meat or none."""
    YES = 2


class KindWords:
    """The words of one kind and of those it covers."""

    def __init__(self, kind: Kind, lexicon: Lexicon, seen: frozenset[str] = frozenset()) -> None:
        """Index the words of a kind; what it lacks is looked for once, `seen` are those that ask."""
        self.name = kind.name
        seen |= {kind.name}
        lacks = [lexicon.kinds[k] for k in kind.lacks if k in lexicon.kinds and k not in seen]
        self.lacked = [KindWords(one, lexicon, seen) for one in lacks]
        self._own = tuple(_OwnWords(one, lexicon, kind) for one in _covered(kind, lexicon))
        """Of each kind apart: what is no beef (`pork goulash`) may be meat all the same."""

    def besides(self, names: Iterable[str], others: Iterable[KindWords]) -> KindWords:
        """Return what else is of the kind than what goes by names or is of others: meat but fish."""
        rest = copy(self)
        gone = {phrase for other in others for own in other._own for phrase in own.phrases}
        rest._own = tuple(own.without(names, gone) for own in self._own)
        return rest

    def told(self, text: str) -> Told:
        """Tell whether a text names a thing of the kind, or lacks what the kind lacks.

        What it says of itself (`a vegetarian lasagne`) settles only what may be there.
        """
        named = max(own.told(text) for own in self._own)
        if not self.lacked:
            return named
        lacking = Told(Told.YES - max(kind.told(text) for kind in self.lacked))
        return Told.YES if lacking and named is Told.YES else lacking


class _OwnWords:
    """The words of one kind alone."""

    def __init__(self, kind: Kind, lexicon: Lexicon, asked: Kind) -> None:
        roles = lexicon.roles
        self._denying = frozenset(roles.get("denying", ())) | {"not", "non"}
        self._replacing = frozenset(roles.get("replacing", ()))
        self._behind_free = frozenset(roles.get("behind free", ()))
        told_by = (
            (_names(kind.perhaps_kinds, lexicon), Told.PERHAPS),
            (_names(kind.perhaps_kinds, lexicon, "unlike"), Told.NO),
            (kind.perhaps, Told.PERHAPS),
            ((*kind.words, *kind.members), Told.YES),
            ((*asked.unlike, *kind.unlike), Told.NO),
        )
        self.phrases = {singulars(word): told for words, told in told_by for word in words}
        self._before = set(map(singulars, (*asked.mock, *kind.mock)))
        self._forms = set(map(singulars, (*asked.forms, *kind.forms)))
        of = (*asked.of, *kind.of)
        self._of = set(map(singulars, (*of, *_names(of, lexicon))))
        self._lacking = _lacking(kind, lexicon, asked)
        self._joining = frozenset(roles.get("joining", ()))
        self._longest = max((len(phrase.split()) for phrase in self.phrases), default=0)

    def without(self, names: Iterable[str], gone: Iterable[str]) -> _OwnWords:
        """Return the words without some names and phrases, which tell nothing then."""
        rest = copy(self)
        rest.phrases = self.phrases | dict.fromkeys(gone, Told.NO)
        for name in map(singulars, names):
            held = [p for p in rest.phrases if f" {name} " in f" {p} "]
            rest.phrases.update(dict.fromkeys((name, *held), Told.NO))
        rest._longest = max((len(phrase.split()) for phrase in rest.phrases), default=0)
        return rest

    def told(self, text: str) -> Told:
        """Tell whether a text names a thing of the kind."""
        plain = (*_CLAUSES.split(_COUNTED.sub(" ", text)), "", "")
        clauses = [part.replace("-", " ") for part in plain]
        return max(
            self._in_clause(said, then if mark in ("(", "[") else "")
            for said, mark, then in zip(clauses[::2], clauses[1::2], clauses[2::2], strict=False)
        )

    def _in_clause(self, clause: str, aside: str) -> Told:
        """Look into the pieces of a clause; behind one that denies, nobody can say what is denied too.

        What lacks the kind is said of the thing before it: `Burger (vegan)`, `Burger, vegan`.
        """
        found, most = Told.NO, Told.YES
        groups = clause.split(",")
        for group, then in zip(groups, (*groups[1:], aside), strict=True):
            pieces = _PIECES.split(group)
            for piece in pieces[:-1] if singulars(then) in self._lacking else pieces:
                words = singulars(piece).split()
                found = max(found, min(most, self._in_piece(words)))
                if not self._denying.isdisjoint(words):
                    most = Told.PERHAPS
        return found

    def _in_piece(self, words: list[str]) -> Told:
        found = Told.NO
        place = 0
        while place < len(words):
            end, told = self._at(words, place)
            if told > found:
                found = max(found, min(told, self._most(words, place, end)))
            place = end
        return found

    def _at(self, words: list[str], place: int) -> tuple[int, Told]:
        """Return where the longest name at a place ends, and what it tells."""
        for end in range(min(place + self._longest, len(words)), place, -1):
            told = self.phrases.get(" ".join(words[place:end]))
            if told is not None:
                return end, told
        return place + 1, Told.NO

    def _most(self, words: list[str], place: int, end: int) -> Told:
        """Return what a name at a place may tell at most, by what stands around it."""
        before = words[:place]
        formed = " ".join(words[place:end]) in self._forms
        nones = self._before | self._of if formed else self._before
        mock = any(" ".join(before[-n:]) in nones for n in (1, 2) if before)
        joints = [n for n, word in enumerate(before, 1) if word in self._joining]
        said = f" {' '.join(before[max(joints, default=0) :])} "
        mock = mock or any(f" {lack} " in said for lack in self._lacking)
        behind = words[end : end + 2]
        free = behind[:1] == ["free"] and self._behind_free.isdisjoint(behind[1:])
        if mock or free or ends_denying(before, self._denying):
            return Told.NO
        if not self._denying.isdisjoint(before) or not self._replacing.isdisjoint(before):
            return Told.PERHAPS
        return Told.YES


def _names(kinds: Iterable[str], lexicon: Lexicon, key: str = "members") -> Iterator[str]:
    """Yield the words of some kinds and of those they cover, and what stands there under a key."""
    known = (lexicon.kinds[name] for name in kinds if name in lexicon.kinds)
    for kind in (one for each in known for one in _covered(each, lexicon)):
        yield from getattr(kind, key) if key != "members" else (*kind.words, *kind.members)


def _lacking(kind: Kind, lexicon: Lexicon, asked: Kind) -> set[str]:
    """Return what is said of a thing that lacks a kind: `vegan` for dairy, `meat-free` for beef."""
    without = (one for one in lexicon.kinds.values() if one.lacks)
    found = {
        singulars(word)
        for one in without
        if any(kind in _covered(lexicon.kinds[k], lexicon) for k in one.lacks if k in lexicon.kinds)
        for word in (one.name, *one.words)
    }
    return found | {singulars(f"{w} free") for one in (kind, asked) for w in (one.name, *one.words)}


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
