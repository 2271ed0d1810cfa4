"""Folding: the one form in which words are compared.

Both sides of every lookup are folded, so folding must be stable (folding twice changes
nothing) rather than linguistically perfect.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from itertools import accumulate, pairwise

from evalspec.core.regex import regex
from evalspec.vocabulary.nouns import singular

_PLAIN = str.maketrans(
    {
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d", "-"),
        **dict.fromkeys("\u2018\u2019\u201b\u2032\u02bc", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u2033", '"'),
        **dict.fromkeys("*_`~#", " "),
        **dict.fromkeys("\u200b\u200c\u200d\u2060\ufeff\u00ad\ufe0f", None),
    }
)
_EDGE = " \t.,:;!?|()[]{}<>\"'\u2026-/\\=+\u2022"
_PICTOGRAPH = regex(
    "[\U0001f000-\U0001faff\u2300-\u23ff\u2600-\u2714\u2717-\u27bf\u2b00-\u2bff\u200d"
    "\U000e0020-\U000e007f]+"
)
"""Pictures beside words (`Gym 💪`); crosses that multiply are none."""

_MARKS = regex(r"[,;:()\[\]{}\"]+|(?<!\S)[-&+/]+(?!\S)|[.!?]+(?!\S)")
"""What stands between words and belongs to none of them."""


@lru_cache(maxsize=8192)
def fold(text: str) -> str:
    """Return the form of `text` used for every lookup.

    Lower case, plain dashes, quotes and spaces, no emphasis marks, no pictographs
    beside words, no punctuation at either end, single spaces, and the last word in the singular.
    """
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
        bare = _PICTOGRAPH.sub(" ", text)
        text = bare if bare.strip(_EDGE) else text
    words = text.translate(_PLAIN).lower().strip(_EDGE).split()
    if not words:
        return ""
    words[-1] = singular(words[-1])
    return " ".join(words)


def words_of_key(key: str) -> str:
    """Return the words of a key that is written as one: `unitPriceEUR` is `unit Price EUR`."""
    return _CASE.sub(" ", key)


_CASE = regex(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


@lru_cache(maxsize=8192)
def stems(text: str, without: frozenset[str] = frozenset()) -> frozenset[str]:
    """Return the stems of the words of a text: `Walk the dog` and `dog walking` share theirs.

    Words in `without` are left out. Stems are for comparing only; they need not be words.
    """
    return frozenset(stem(word) for word in plain_words(text).split() if word not in without)


@lru_cache(maxsize=8192)
def plain_words(text: str) -> str:
    """Return the words of a text, folded, with single spaces between: `pulled pork rice`."""
    return " ".join(_NUMBERED.sub(" ", _MARKS.sub(" ", fold(text))).split())


_NUMBERED = regex(r"(?<=[^\W\d_]{3})(?=\d{1,3}(?:\W|$))")
"""Where a word is counted without a space: `Person2`, `team12`."""


@lru_cache(maxsize=8192)
def says(text: str, name: str) -> bool:
    """Tell whether a name stands in a text as whole words, each in the singular or the plural.

    Compounds may be written in one word or in several (`breadcrumbs`, `bread crumbs`), and `of` may be
    left out (`2 cloves garlic`). Before a name something may be joined (`black-bean tacos`), but no
    prefix (`non-dairy`, `after-dinner walk`).
    """
    wanted, given = singulars(name), singulars(text)
    if f" {wanted} " in f" {given} ":
        return True
    if "-" in given and f" {wanted} " in f" {singulars(_JOINED.sub(' ', given))} ":
        return True
    plain = wanted.replace(" of ", " ")
    if plain != wanted and f" {plain} " in f" {given.replace(' of ', ' ')} ":
        return True
    closed = plain.replace(" ", "").replace("-", "")
    if len(closed) < _COMPOUND or closed not in given.replace(" ", "").replace("-", ""):
        return False
    parts = given.replace("-", " ").split()
    return any(
        part and closed.startswith(part) and closed in accumulate(parts[n : n + _MOST_PARTS])
        for n, part in enumerate(parts)
    )


_JOINED = regex(
    r"\b(?!(?:non|pre|post|mid|after|before|anti|semi|half)-)(?:[^\W\d_]{3,}-)+(?=[^\W\d_]{3})"
)
"""What a hyphen joins before a word that says what it is."""
_COMPOUND = 8
"""Letters of the shortest word that may be written as two."""
_MOST_PARTS = 3


@lru_cache(maxsize=8192)
def denies(text: str, name: str, denying: frozenset[str]) -> bool:
    """Tell whether a text says a name only to say that there is none: `no nuts or seeds`, `nut-free`."""
    around = f" {singulars(text.replace('-', ' '))} ".split(f" {singulars(name)} ")
    return len(around) > 1 and all(
        after.startswith("free ") or ends_denying(before.split(), denying)
        for before, after in pairwise(around)
    )


_PIECES = regex(r"[,;:|/()\[\]–—+&]|\s-\s|[.!?]\s")
"""What parts a label into pieces that say different things."""


_ABOUT_MANY = regex(r"\b(?:about|around)\s+(?=\d)", re.IGNORECASE)
"""Words that only make a number vague there: `about 7 boxes` are boxes."""


@lru_cache(maxsize=8192)
def mentions(text: str, name: str, mentioning: frozenset[str]) -> bool:
    """Tell whether a text holds a name only behind words such as `near` and `drive to`."""
    plain = _ABOUT_MANY.sub("", text)
    saying = [piece for piece in _PIECES.split(plain) if says(piece, name)]
    return bool(saying) and all(
        any(f" {word} " in before for word in mentioning)
        for before in (
            f" {singulars(piece)} ".split(f" {singulars(name)} ")[0] + " " for piece in saying
        )
    )


_WORD = regex(r"[^\W\d_]{3}")
_TIE = regex(r"\s*(?:[&+/]|\b(?:and|or|plus|then)\b)\s*")
_HEADED = regex(r"\s[–—-]\s|:\s")
_BETWEEN = regex(r"\bbetween\s+[^,;:&+/]{1,60}?\s(and|&)\s")


@lru_cache(maxsize=8192)
def only_lists(text: str, names: tuple[str, ...]) -> bool:
    """Tell whether a text lists what has some names among other things: `Food, fun and fees` for fees.

    What follows a comma alone may be said of the first thing: `Hotel, Lisbon`, `Trout, skinned, grilled`.
    What heads all that is listed is none of it: `Savings – shares / pension`.
    """
    head, *listed_behind = _HEADED.split(text, maxsplit=1)
    if listed_behind and len(tied(head)) == 1 and any(says(head, name) for name in names):
        return False
    coordinate = tied(text)
    parts = [part for one in coordinate for part in one.split(",") if _WORD.search(part)]
    told = [any(says(part, name) for name in names) for part in parts]
    things = [part.strip() for part in parts[1:]]
    listed = len(things) > 1 and all(t[0].islower() and not t.endswith("ed") for t in things)
    return any(told) and not all(told) and (len(coordinate) > 1 or listed or not told[0])


def tied(text: str) -> list[str]:
    """Return the parts of a text that `and` and the like join, but not `between Ada and Ben`."""
    text = _BETWEEN.sub(lambda m: m[0].replace(f" {m[1]} ", " – "), _ASIDES.sub(" ", text))
    return _TIE.split(text)


_ASIDES = regex(r"[(\[][^()\[\]]*[)\]]?")
_JOINTS = frozenset("and or with plus of in".split())
"""Behind which a thing of its own is told: `Fold in the flour`."""
_CLAUSES = frozenset("that which who how where".split())
_BEHIND = (
    _JOINTS
    | _CLAUSES
    | frozenset(
        "by for at on from to into until till before after during while near via per as".split()
    )
)


@lru_cache(maxsize=8192)
def heads(text: str, name: str, generic: frozenset[str]) -> bool:
    """Tell whether a part of a text is a thing of a name: `Toast by Ann`, no `toast rack`, `after toast`."""
    for piece in _PIECES.split(_ASIDES.sub(",", text)):
        before, said, behind = f" {singulars(piece)} ".partition(f" {singulars(name)} ")
        own = next((w for w in reversed(before.split()) if w in _BEHIND), "and")
        then = next((w for w in behind.split() if w in _BEHIND or w not in generic), "and")
        numbered = then[0].isdigit() and not _in_plural(
            piece, name
        )  # `Repeat steps 1-6` is no step
        if (
            said
            and own in _JOINTS
            and _CLAUSES.isdisjoint(before.split())
            and (then in _BEHIND or numbered)
        ):
            return True
    return False


def announces(text: str, name: str, generic: frozenset[str]) -> bool:
    """Tell whether a text leads to several things of a name: `Some tips for drivers`, no `tips jar`."""
    return _in_plural(text, name) and heads(text, name, generic)


def _in_plural(text: str, name: str) -> bool:
    last = singular(plain_words(name).rpartition(" ")[2])
    return any(word != last == singular(word) for word in plain_words(text).split())


@lru_cache(maxsize=8192)
def ends_in(text: str, name: str) -> bool:
    """Tell whether a name ends where it stands in a text: `beat the eggs until …`, no `egg wash`."""
    for piece in _PIECES.split(text):
        _, said, behind = f" {singulars(piece)} ".partition(f" {singulars(name)} ")
        if said and (not behind.strip() or behind.split()[0] in _BEHIND):
            return True
    return False


def ends_denying(words: list[str], denying: frozenset[str]) -> bool:
    """Tell whether words say that what follows is not there: `no`, `without milk or`, `anything but`."""
    *_, first, second, last = ("", "", "", *words)
    return last in denying or f"{second} {last}" in denying or (last == "or" and first in denying)


@lru_cache(maxsize=8192)
def singulars(text: str) -> str:
    """Return the words of a text in the singular, with single spaces between."""
    words = (word.removesuffix("'s").removesuffix("'") for word in plain_words(text).split())
    return " ".join(map(singular, words))


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """Return the stem of a folded word, for comparing only."""
    word = singular(word)
    for ending in ("ing", "ed"):
        root = word.removesuffix(ending)
        if root != word and len(root) > 2:
            word = root[:-1] if root[-1] == root[-2] and root[-1] not in "lsz" else root
            break
    return word.removesuffix("e") if len(word) > 3 else word
