"""One voice on pairs against the reference: agreement with ties as a class, and of sides alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from evalspec.compare.bootstrap import Plan, with_intervals
from evalspec.compare.pairs.items import PairItem
from evalspec.compare.statistics import NOTHING, Figure, cohen_kappa, share
from evalspec.core.pair import Winner
from evalspec.core.record import Record

Cell = tuple[Winner, Winner]
"""What the reference says, and what a voice says."""
Cells = Mapping[Cell, int]
SIDES = (Winner.A, Winner.B)
_OPEN = Winner.UNDETERMINED


class PairScores(Record, frozen=True, omit_defaults=False):
    """How far one voice agrees with the reference."""

    n: int
    """Items on which both say something and the reference is decided."""
    undetermined: int
    clusters: int
    """Requests these items are about."""
    figures: dict[str, Figure]
    confusion: dict[str, dict[str, int]]
    """Reference → outcome → number."""
    member: bool = False
    """The voice is a part of the reference."""
    alone: Figure | None = None
    """Of a member: agreement with the other members where these agree among each other."""
    alone_n: int = 0
    """Items that this is about."""


def score(
    items: Iterable[PairItem], voice: str, reference: str, members: Sequence[str], plan: Plan
) -> PairScores:
    """Compare a voice with the reference; `members` are the voices that it is made of."""
    clusters: dict[str, Counter[Cell]] = {}
    listed = list(items)
    for item in listed:
        truth, said = item.said.get(reference), item.said.get(voice)
        if truth is None or truth is _OPEN or said is None:
            continue
        clusters.setdefault(item.request, Counter())[truth, said] += 1
    total, figures = with_intervals(clusters.values(), _figures, plan)
    alone, alone_n = _alone(listed, voice, members) if voice in members else (None, 0)
    return PairScores(
        n=total.total(),
        undetermined=sum(n for (_, said), n in total.items() if said is _OPEN),
        clusters=len(clusters),
        figures=figures,
        confusion={
            truth.value: {said.value: total[truth, said] for said in Winner}
            for truth in (*SIDES, Winner.TIE)
        },
        member=voice in members,
        alone=alone,
        alone_n=alone_n,
    )


def _alone(items: Iterable[PairItem], voice: str, members: Sequence[str]) -> tuple[Figure, int]:
    """Return how often a member agrees with all the others, where they say the same."""
    n = same = 0
    for item in items:
        others = {item.said.get(other) for other in members if other != voice}
        said = item.said.get(voice)
        truth = others.pop() if len(others) == 1 else None
        if truth in (None, _OPEN) or said in (None, _OPEN):
            continue
        n += 1
        same += said is truth
    return share(same, n, NOTHING), n


def _figures(cells: Cells) -> dict[str, Figure]:
    return {name: figure(cells) for name, figure in FIGURES.items()}


# -- figures --------------------------------------------------------------------------------------
def decided(cells: Cells) -> dict[Cell, int]:
    """Return the cells in which both are decided."""
    return {cell: count for cell, count in cells.items() if _OPEN not in cell}


def sides(cells: Cells) -> dict[Cell, int]:
    """Return the cells in which both name a side."""
    return {cell: n for cell, n in cells.items() if cell[0] in SIDES and cell[1] in SIDES}


def _same(cells: Cells) -> int:
    return sum(count for (one, other), count in cells.items() if one is other)


def _agreement(cells: Cells) -> Figure:
    both = decided(cells)
    return share(_same(both), sum(both.values()), "nothing is decided")


def _of_sides(cells: Cells) -> Figure:
    both = sides(cells)
    return share(_same(both), sum(both.values()), "no side is named by both")


FIGURES: dict[str, Callable[[Cells], Figure]] = {
    "agreement": _agreement,
    "agreement_of_all": lambda cells: share(_same(cells), sum(cells.values()), NOTHING),
    "agreement_of_sides": _of_sides,
    "coverage": lambda cells: share(sum(decided(cells).values()), sum(cells.values()), NOTHING),
    "kappa": lambda cells: cohen_kappa(decided(cells)),
    "kappa_of_sides": lambda cells: cohen_kappa(sides(cells)),
}
"""Name → figure. `agreement` has ties as a class, where both decide; of all, what is undetermined
is no agreement."""
