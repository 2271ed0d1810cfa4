"""Results of a run on pairs: JSON lines, the figures as JSON and as a table."""

from __future__ import annotations

from collections import Counter

import msgspec

from evalspec.core.errors import Problem
from evalspec.core.pair import Winner
from evalspec.core.record import Record
from evalspec.report.compare import Grid, aligned
from evalspec.report.json import SCHEMA_VERSION
from evalspec.report.pairs.data import preference_data
from evalspec.report.results import problem_data
from evalspec.run.pairs import PairResult

_SIDES = (Winner.A, Winner.B)
_MOST = 12
"""Criteria that a table lists one by one."""


def record_line(found: PairResult | Problem, *, with_responses: bool = False) -> str:
    """Write one result, or one row that could not be read, as a JSON line."""
    if isinstance(found, Problem):
        data = problem_data(found)
    else:
        row, pair = found.of, found.of.pair
        data = {
            "file": row.file,
            "line": row.line,
            "index": found.index,
            "row": row.row,
            "asked": row.asked,
            "pair": {"a": pair.system_a, "b": pair.system_b},
            "groups": row.groups,
            "labels": {name: winner.value for name, winner in row.labels.items()},
            "counts": found.counts,
            **preference_data(found.preference),
        }
        if with_responses:
            data |= {"text_a": pair.a, "text_b": pair.b, "request": pair.request}
    return msgspec.json.encode({"schema_version": SCHEMA_VERSION, **data}).decode() + "\n"


class Against(Record, frozen=True, omit_defaults=False):
    """What a label says where the run names a winner."""

    same: int = 0
    tie: int = 0
    opposite: int = 0
    undetermined: int = 0


class PairFigures(Record, frozen=True, omit_defaults=False):
    """What is counted of a run."""

    pairs: int
    results: int
    """Criteria decided or not, over all pairs."""
    decided: int
    winners: int
    problems: int
    outcomes: dict[str, dict[str, int]]
    """Criterion → outcome → number."""
    labels: dict[str, Against]


class Counts:
    """Counts results while they pass."""

    def __init__(self) -> None:
        self.problems = 0
        self.pairs = 0
        self._outcomes: dict[str, Counter[Winner]] = {}
        self._against: dict[str, Counter[str]] = {}

    def add(self, found: PairResult | Problem) -> None:
        if isinstance(found, Problem):
            self.problems += 1
            return
        outcome = found.preference.outcome
        self.pairs += found.index == 0
        self._outcomes.setdefault(found.preference.criterion, Counter())[outcome] += 1
        for name, label in found.of.labels.items():
            counts = self._against.setdefault(name, Counter())
            if outcome in _SIDES and found.counts:
                counts[_relation(outcome, label)] += 1

    def figures(self) -> PairFigures:
        total: Counter[Winner] = Counter()
        for counts in self._outcomes.values():
            total.update(counts)
        return PairFigures(
            pairs=self.pairs,
            results=total.total(),
            decided=total.total() - total[Winner.UNDETERMINED],
            winners=sum(total[side] for side in _SIDES),
            problems=self.problems,
            outcomes={
                name: {winner.value: counts[winner] for winner in Winner}
                for name, counts in self._outcomes.items()
            },
            labels={name: Against(**counts) for name, counts in self._against.items()},
        )


def _relation(outcome: Winner, label: Winner) -> str:
    if label in _SIDES:
        return "same" if label is outcome else "opposite"
    return label.value


def table(name: str, figures: PairFigures, who: str) -> str:
    """Write the figures as a table; `who` decided."""
    unread = f", {figures.problems} unreadable" if figures.problems else ""
    head = (
        f"{name}, {who}: {figures.pairs} pairs, {figures.results} results, "
        f"{figures.decided} decided, {figures.winners} with a winner{unread}"
    )
    every = figures.outcomes
    if len(every) > _MOST:
        total = Counter[str]()
        for counts in every.values():
            total.update(counts)
        every = {f"{len(every)} criteria": dict(total)}
    winners = tuple(winner.value for winner in Winner)
    rows = [(text, *(str(counts[winner]) for winner in winners)) for text, counts in every.items()]
    grids = [Grid(("criterion", *winners), tuple(rows))]
    labels = [
        (label, *(str(n) for n in (one.same, one.tie, one.opposite, one.undetermined)))
        for label, one in figures.labels.items()
    ]
    grids.append(Grid(("where there is a winner", "label: same", "tie", "opposite",
                       "undetermined"), tuple(labels)))  # fmt: skip
    return "\n\n".join([head, *(aligned(grid) for grid in grids if grid.rows)]) + "\n"
