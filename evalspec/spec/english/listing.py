"""Numbers in a list: `days 1 and 3 must have a snack` says so of day 1 and of day 3."""

from __future__ import annotations

from evalspec.spec.english.clauses import AMOUNTS
from evalspec.spec.english.errors import RefusedError
from evalspec.spec.english.phrases import Phrase

Row = list[Phrase]
_JOINS = ("AND", "COMMA")
_WHOLE = ("TOGETHER", "TOTAL", "SAME", "DIFFER", "DIFFERENCE", "BETWEEN", "THAN", "GAP", "OVERLAP",
          "AVERAGE", "multiple", "MORE", "LESS")  # fmt: skip
"""What is said of all of them at once."""


def distributed(row: Row) -> list[Row]:
    """Return a row for each of several numbered things that one sentence speaks of."""
    for place, phrase in enumerate(row):
        if phrase.kind != "numbered" or not _counted(phrase):
            continue
        if place and row[place - 1].kind == "EXCEPT":
            return [row]
        members, end = _members(row, place)
        _refuse_either(row, place, end)
        if len(members) == 1:
            continue
        rest = [*row[:place], *row[end:]]
        if any(p.kind in _WHOLE for p in rest) or _added(rest):
            if phrase.first.plural:
                raise RefusedError(" ".join(p.text for p in row[place:end]))
            return [row]
        return [[*row[:place], member, *row[end:]] for member in members]
    return [row]


def _refuse_either(row: Row, place: int, end: int) -> None:
    """Refuse `days 1 or 2`: one of them, whichever."""
    either = row[place].first.plural and end + 1 < len(row) and row[end].kind == "OR"
    if either and _member(row[place], row, end + 1) is not None:
        raise RefusedError(" ".join(p.text for p in row[place : end + 2]))


def _added(rest: Row) -> bool:
    """Tell whether an amount may be that of all of them together."""
    each = any(p.kind in ("EACH", "EACH_ONE") for p in rest)
    return any(p.kind in AMOUNTS for p in rest) and not each


def _counted(phrase: Phrase) -> bool:
    return phrase.tokens[-1].type == "COUNTER"


def _members(row: Row, place: int) -> tuple[Row, int]:
    """Return the numbered things of the list that begins here, and where it ends."""
    first = row[place]
    members, end = [first], place + 1
    while end < len(row):
        following = end
        while following < len(row) and row[following].kind in _JOINS:
            following += 1
        if following == end or following >= len(row):
            break
        member = _member(first, row, following)
        if member is None:
            break
        members.append(member)
        end = following + 1
    return members, end


def _member(first: Phrase, row: Row, place: int) -> Phrase | None:
    """Return the phrase at a place as one more of the first: `day 3`, or `3` after `days 1`."""
    phrase = row[place]
    if phrase.kind == "numbered":
        same = phrase.first.senses == first.first.senses and _counted(phrase)
        return phrase if same else None
    number = phrase.kind == "bound" and len(phrase.tokens) == 1 and _counted(phrase)
    counts = place + 1 < len(row) and row[place + 1].kind in ("noun", "name", "described", "TIMES")
    if not number or counts or not first.first.plural:
        return None
    return Phrase("numbered", (first.first, phrase.first))
