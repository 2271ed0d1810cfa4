"""Names stacked with what is told of each: `Exercise 1`, `Sets`, `Weight`, `Exercise 2`, `Sets`, `Weight`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from evalspec.core.record import Record
from evalspec.core.regex import regex
from evalspec.core.span import Span
from evalspec.document.headers import column
from evalspec.document.reading import Reading
from evalspec.document.rests import is_rest
from evalspec.document.table import is_total, rank_named
from evalspec.vocabulary.fold import fold

_FEWEST = 2
_NUMBER = regex(r"[\s#]*\d{1,2}$")


class Stack(Record, frozen=True):
    """Which labels are what, told by their places."""

    slots: frozenset[int]
    """Names that only say what stands beside them: `Exercise 1`, `Stop 2`."""
    told: frozenset[int]
    """Labels that tell something of the name above them."""
    alike: bool
    """All names are of one kind."""


def stack_of(reading: Reading, labels: Sequence[Span]) -> Stack | None:
    """Return the stack that labels are: the same is told below several names, or below a sole `Exercise`."""
    said = [fold(reading.string(label).strip("*_ :")) for label in labels]
    groups = _groups(reading, labels, said)
    below = [[said[n] for n in group[1:]] for group in groups]
    often = Counter(label for own in below for label in set(own))
    stems = [_NUMBER.sub("", said[group[0]]) for group in groups]
    known = [_rank(reading, labels[g[0]], stem) for g, stem in zip(groups, stems, strict=True)]
    numbered = len(set(stems)) == 1 < len(stems)
    counted = numbered and not any(known)
    kinds = reading.wording.item_ranks
    slots = [g for g, rank in zip(groups, known, strict=True) if rank in kinds or counted]
    sole = sum(map(bool, below)) == 1 and any(len(group) > 1 for group in slots)
    if not sole and max(often.values(), default=0) < _FEWEST:
        return None
    if len(below) > 1 and all(set(own) == set(below[0]) for own in below[:-1]):
        del groups[-1][1 + len(below[0]) :]  # what the last alone has is told of all
    told = frozenset(n for group in groups for n in group[1:])
    alike = not sole and (numbered or (len(set(known)) == 1 and all(known)))
    return Stack(frozenset(group[0] for group in slots), told, alike)


def _groups(reading: Reading, labels: Sequence[Span], said: Sequence[str]) -> list[list[int]]:
    """Return the places of each name and of what is told of it; a total ends the last."""
    groups: list[list[int]] = []
    often = Counter(said) - Counter(a for a, b in pairwise(said) if a == b)  # kinds of the rows
    within = False
    for n, label in enumerate(labels):
        if not said[n] or is_total(reading, label) or reading.wording.role(said[n], "average"):
            within = False
        elif tells(reading, said[n]) or (
            groups
            and often[said[n]] > 1
            and said[n] != said[groups[0][0]]
            and not (_rank(reading, label, said[n]) or is_rest(reading, said[n]))
        ):  # `Equipment` comes again below each, and names nothing
            if within:
                groups[-1].append(n)
        else:
            groups.append([n])
            within = True
    return groups


def tells(reading: Reading, label: str) -> bool:
    """Tell whether a label says what is told of something: a measure, when it is, a remark."""
    told, wording = column(label, reading.wording), reading.wording
    noted = wording.role(label, "time property") or wording.begins_with_role(label, "note")
    return bool(told.measure or told.unit or noted) and not any(map(str.isdigit, label))


def _rank(reading: Reading, label: Span, stem: str) -> str:
    return rank_named(reading, label) or reading.wording.ranks.get(stem, "")
