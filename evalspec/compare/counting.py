"""A run of a data set, counted while what it found passes by."""

from __future__ import annotations

from typing import NamedTuple

from evalspec.compare.agreement import Agreement, Tally
from evalspec.core.errors import Problem
from evalspec.core.record import Record
from evalspec.core.verdict import Outcome
from evalspec.run.adapter import Adapter
from evalspec.run.evaluate import Judged, Result


class Figures(Record, frozen=True, omit_defaults=False):
    """What a run comes to."""

    verdicts: int
    skipped: int
    """Rows and constraints that the adapter leaves out."""
    problems: int
    """Rows and constraints that could not be read, and labels that mean nothing."""
    labels: dict[str, Agreement]
    """One block for every label column."""


class Brief(NamedTuple):
    """What is counted of a result; a whole one need not come from the process that made it."""

    file: str
    line: int
    groups: dict[str, str]
    labels: dict[str, Judged]
    severity: str
    outcome: Outcome


def brief(result: Result) -> Brief:
    """Return what is counted of a result."""
    verdict = result.verdict
    return Brief(result.file, result.line, result.groups, result.labels, verdict.severity,
                 verdict.outcome)  # fmt: skip


class CountedRun:
    """Counts outcomes against every label column."""

    def __init__(self, adapter: Adapter) -> None:
        """Start with nothing."""
        self.adapter = adapter
        self.verdicts = 0
        self.skipped = 0
        self._problems = 0
        self._tallies = {label.name: Tally() for label in adapter.labels}

    def add(self, found: Brief | Problem) -> None:
        """Count a result, or a row that could not be read."""
        if isinstance(found, Problem):
            self._problems += 1
            return
        self.verdicts += 1
        group = " / ".join(filter(None, (found.groups[name] for name in self.adapter.groups)))
        for name, judged in found.labels.items():
            self._tallies[name].add(group, judged.label, judged.verdict)

    def figures(self) -> Figures:
        """Return the figures of what has passed by."""
        labels = {name: tally.agreement() for name, tally in self._tallies.items()}
        return Figures(self.verdicts, self.skipped, self._problems, labels)
