"""Texts that are nearly another one: by the runs of three words that they share.

Two texts are alike by the share of all their runs that both have (Jaccard). Those that are alike
enough share many of their rarest runs, so only such texts are compared: J. Wang, G. Li, J. Feng
(2012), Can we beat the prefix filtering?, SIGMOD, section 3. The time grows about with the number of
texts, and nothing is left to chance.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence

from evalspec.core.record import Record

ALIKE = 0.8
"""Share of runs from which on two texts are nearly the same."""
_WORD = re.compile(r"\w+")
_RUN = 3
_TELLING = 0.4
"""How many of the rarest runs two texts must share to be compared, of those that they must share."""


class Near(Record, frozen=True):
    """A text that is nearly an earlier one."""

    number: int
    first: int
    """The first text that it is like."""
    alike: float


def near_duplicates(texts: Sequence[str], alike: float = ALIKE) -> list[Near]:
    """Return the texts that are nearly an earlier one which is like none before it, in order."""
    every = _ranked([_runs(text) for text in texts])
    known: dict[int, list[int]] = {}
    wanted: list[int] = []
    found = []
    for number, runs in enumerate(every):
        shared = math.ceil(alike * len(runs))
        wanted.append(max(1, int(_TELLING * shared)))
        telling = runs[: len(runs) - shared + wanted[number]]
        counts = Counter(other for run in telling for other in known.get(run, ()))
        likely = (o for o, n in counts.items() if n >= min(wanted[number], wanted[o]))
        best = max(((_alike(runs, every[o]), -o) for o in likely), default=(0.0, 0))
        if best[0] >= alike:
            found.append(Near(number, -best[1], best[0]))
            continue
        for run in telling:
            known.setdefault(run, []).append(number)
    return found


def _ranked(every: Sequence[frozenset[tuple[str, ...]]]) -> list[list[int]]:
    """Return the runs of each text by their rank among all, the rarest first."""
    common = Counter(run for one in every for run in one)
    rank = {run: at for at, run in enumerate(sorted(common, key=lambda run: (common[run], run)))}
    return [sorted(rank[run] for run in one) for one in every]


def _runs(text: str) -> frozenset[tuple[str, ...]]:
    words = [word.lower() for word in _WORD.findall(text)]
    return frozenset(tuple(words[at : at + _RUN]) for at in range(max(1, len(words) - _RUN + 1)))


def _alike(one: Sequence[int], other: Sequence[int]) -> float:
    shared = len(set(one).intersection(other))
    return shared / (len(one) + len(other) - shared)
