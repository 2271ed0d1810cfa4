"""Illustrations, set aside with a note: `a snack, such as an apple or nuts`.

An illustration ends where its bracket or the sentence does, or where the sentence goes on with
a verb or a comparison; what comes after it is a demand like any other.
"""

from __future__ import annotations

from evalspec.spec.english.errors import RefusedError
from evalspec.spec.english.tagging import FINITE
from evalspec.spec.english.tokens import Token

_ENDS = ("STOP", "CLOSE", "SEMICOLON")
_SPEAKS = ("MODAL", "PERMIT", "BE", "DO")
_JOINS = ("AND", "OR", "BUT", "COMMA")
_STARTS = ("STOP", "SEMICOLON", "IF", "UNLESS", "THEN", "ELSE")
_DEMANDS = (
    "GE", "LE", "GT", "LT", "EQ", "MINIMUM", "MAXIMUM", "BETWEEN", "NO", "NOT", "WITHOUT", "ONLY",
    "IN", "ON", "AT", "BEFORE", "AFTER", "BY", "FROM", "PER", "EACH", "PERIODIC",
)  # fmt: skip
"""What follows a comma where the sentence goes on."""


def illustrated(tokens: list[Token]) -> tuple[list[Token], list[str]]:
    """Set aside what `such as` and `e.g.` begin."""
    kept: list[Token] = []
    notes: list[str] = []
    place = 0
    while place < len(tokens):
        if tokens[place].type != "ILLUSTRATION":
            kept.append(tokens[place])
            place += 1
            continue
        while kept and kept[-1].type in ("COMMA", "OPEN"):
            kept.pop()
        end = _end(tokens, place, _spoken(kept))
        aside = " ".join(token.text for token in tokens[place:end])
        notes.append("set aside as an illustration: " + aside)
        place = end + (end < len(tokens) and tokens[end].type == "CLOSE")
    return kept, notes


def _spoken(kept: list[Token]) -> bool:
    """Tell whether the clause before an illustration has its verb already."""
    start = max((n for n, token in enumerate(kept) if token.type in _STARTS), default=-1)
    return any(token.type in FINITE for token in kept[start + 1 :])


def _end(tokens: list[Token], start: int, spoken: bool) -> int:
    """Return where the illustration that begins at a token ends."""
    joined = 0
    for place in range(start + 1, len(tokens)):
        kind = tokens[place].type
        if kind in _ENDS:
            return place
        if kind in _SPEAKS and not spoken:
            return place
        if kind in _SPEAKS:
            if not joined:
                raise RefusedError(" ".join(t.text for t in tokens[start : place + 1]))
            return joined
        if kind in _JOINS and place > start + 1:
            joined = place if tokens[place - 1].type not in _JOINS else joined
            if _goes_on(tokens, place):
                return joined
    return len(tokens)


def _goes_on(tokens: list[Token], place: int) -> bool:
    """Tell whether a verb or a comparison follows a connector."""
    while place < len(tokens) and tokens[place].type in _JOINS:
        place += 1
    if place >= len(tokens):
        return False
    following = tokens[place]
    verb = following.type in FINITE and not following.text.lower().endswith("ing")
    return (verb and following.type not in _SPEAKS) or following.type in _DEMANDS
