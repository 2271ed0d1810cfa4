"""One voice against the reference: every figure of two-valued labels and three outcomes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial

from evalspec.compare.agreement import COLUMNS, f1
from evalspec.compare.bootstrap import Cell, Cells, Plan, with_intervals
from evalspec.compare.items import Item
from evalspec.compare.statistics import NOTHING, Figure, cohen_kappa, gwet_ac1, share
from evalspec.core.record import Record
from evalspec.core.verdict import Outcome

_NOT_SAID = "no verdict is {}"
_NOT_THERE = "the reference is never {}"


class Scores(Record, frozen=True, omit_defaults=False):
    """How far one voice agrees with the reference."""

    n: int
    """Items on which both say something and the reference is decided."""
    undetermined: int
    clusters: int
    """Responses these items are about."""
    figures: dict[str, Figure]
    confusion: dict[str, dict[str, int]]
    """Reference → outcome → number."""


def score(items: Iterable[Item], voice: str, reference: str, plan: Plan) -> Scores:
    """Compare a voice with the reference."""
    clusters: dict[str, Counter[Cell]] = {}
    for item in items:
        truth = item.said(reference)
        outcome = item.said(voice, reference)
        if truth in (None, Outcome.UNDETERMINED) or outcome is None:
            continue
        cells = clusters.setdefault(item.key.row, Counter())
        cells[truth is Outcome.SATISFIED, outcome] += 1
    total, figures = with_intervals(clusters.values(), _figures, plan)
    return Scores(
        n=sum(total.values()),
        undetermined=sum(total[label, Outcome.UNDETERMINED] for label in (True, False)),
        clusters=len(clusters),
        figures=figures,
        confusion={
            Outcome.of(label).value: {o.value: total[label, o] for o in COLUMNS}
            for label in (True, False)
        },
    )


def _figures(cells: Cells) -> dict[str, Figure]:
    return {name: figure(cells) for name, figure in FIGURES.items()}


# -- figures ------------------------------------------------------------------------------
def _n(cells: Cells) -> int:
    return sum(cells.values())


def _right(cells: Cells) -> int:
    return cells.get((True, Outcome.SATISFIED), 0) + cells.get((False, Outcome.UNSATISFIED), 0)


def _decided(cells: Cells) -> dict[tuple[bool, bool], int]:
    """Return the table of decided verdicts in which both sides are truth values."""
    return {
        (label, outcome is Outcome.SATISFIED): count
        for (label, outcome), count in cells.items()
        if outcome is not Outcome.UNDETERMINED
    }


def _f1(label: bool, cells: Cells) -> Figure:
    value = f1(cells, label)
    return Figure(value, "" if value is not None else _never(_NOT_THERE, label))


def _precision(label: bool, cells: Cells) -> Figure:
    outcome = Outcome.of(label)
    said = sum(cells.get((truth, outcome), 0) for truth in (True, False))
    return share(cells.get((label, outcome), 0), said, _never(_NOT_SAID, label))


def _recall(label: bool, cells: Cells) -> Figure:
    there = sum(cells.get((label, outcome), 0) for outcome in COLUMNS)
    return share(cells.get((label, Outcome.of(label)), 0), there, _never(_NOT_THERE, label))


def _never(message: str, label: bool) -> str:
    return message.format(Outcome.of(label).value)


FIGURES: dict[str, Callable[[Cells], Figure]] = {
    "accuracy": lambda cells: share(_right(cells), _n(cells), NOTHING),
    "f1_satisfied": partial(_f1, True),
    "f1_unsatisfied": partial(_f1, False),
    "precision_satisfied": partial(_precision, True),
    "recall_satisfied": partial(_recall, True),
    "precision_unsatisfied": partial(_precision, False),
    "recall_unsatisfied": partial(_recall, False),
    "coverage": lambda cells: share(sum(_decided(cells).values()), _n(cells), NOTHING),
    "accuracy_decided": lambda cells: share(
        _right(cells), sum(_decided(cells).values()), "nothing is decided"
    ),
    "kappa": lambda cells: cohen_kappa(_decided(cells)),
    "ac1": lambda cells: gwet_ac1(_decided(cells)),
}
"""Name → figure. Accuracy, F1 and recall count `undetermined` as wrong; kappa and AC1 are of
the decided."""
