"""A run of a data set, counted while what it found passes by."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import NamedTuple

from evalspec.compare.agreement import Agreement, Tally
from evalspec.core.errors import Problem
from evalspec.core.record import Record
from evalspec.core.verdict import Outcome
from evalspec.run.adapter import Adapter
from evalspec.run.evaluate import Judged, Result


class Outcomes(Record, frozen=True, omit_defaults=False):
    """How often each outcome was reached."""

    satisfied: int
    unsatisfied: int
    undetermined: int
    text: str = ""
    """Of the constraint; empty of all."""


class Figures(Record, frozen=True, omit_defaults=False):
    """What a run comes to."""

    verdicts: int
    skipped: int
    """Rows and constraints that the adapter leaves out."""
    problems: int
    """Rows and constraints that could not be read, and labels that mean nothing."""
    labels: dict[str, Agreement]
    """One block for every label column."""
    outcomes: Outcomes
    """Of all verdicts."""
    constraints: dict[str, Outcomes]
    """Of each constraint of the one spec, by its id; empty where rows choose their constraints."""


class Brief(NamedTuple):
    """What is counted of a result; a whole one need not come from the process that made it."""

    file: str
    line: int
    groups: dict[str, str]
    labels: dict[str, Judged]
    severity: str
    outcome: Outcome
    id: str
    text: str
    """Of the constraint."""


def brief(result: Result) -> Brief:
    """Return what is counted of a result."""
    verdict = result.verdict
    return Brief(result.file, result.line, result.groups, result.labels, verdict.severity,
                 verdict.outcome, result.id, result.text)  # fmt: skip


class CountedRun:
    """Counts outcomes against every label column."""

    def __init__(self, adapter: Adapter) -> None:
        self.adapter = adapter
        self.verdicts = 0
        self.skipped = 0
        self._problems = 0
        self._outcomes: Counter[Outcome] = Counter()
        self._constraints: defaultdict[tuple[str, str], Counter[Outcome]] = defaultdict(Counter)
        self._one_spec = bool(adapter.spec.default) and not adapter.spec.column
        self._tallies = {label.name: Tally() for label in adapter.labels}

    def add(self, found: Brief | Problem) -> None:
        """Count a result, or a row that could not be read."""
        if isinstance(found, Problem):
            self._problems += 1
            return
        self.verdicts += 1
        self._outcomes[found.outcome] += 1
        if self._one_spec:
            self._constraints[found.id, found.text][found.outcome] += 1
        group = " / ".join(filter(None, (found.groups[name] for name in self.adapter.groups)))
        for name, judged in found.labels.items():
            self._tallies[name].add(group, judged.label, judged.verdict)

    def figures(self) -> Figures:
        labels = {name: tally.agreement() for name, tally in self._tallies.items()}
        constraints = {
            name: _outcomes(counted, text) for (name, text), counted in self._constraints.items()
        }
        return Figures(
            self.verdicts,
            self.skipped,
            self._problems,
            labels,
            _outcomes(self._outcomes),
            constraints,
        )


def _outcomes(counted: Counter[Outcome], text: str = "") -> Outcomes:
    return Outcomes(
        counted[Outcome.SATISFIED],
        counted[Outcome.UNSATISFIED],
        counted[Outcome.UNDETERMINED],
        text,
    )
