"""A run of a data set, counted while its results pass by."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from evalspec.compare.agreement import Agreement, Tally
from evalspec.core.errors import InputError, Problem
from evalspec.core.record import Record
from evalspec.run.adapter import Adapter
from evalspec.run.evaluate import Evaluator, Result
from evalspec.run.rows import Placed

Stage = Callable[[Iterator[Result | Problem], Evaluator], Iterator[Result | Problem]]
"""What happens to results before they are counted: judges are asked."""


class Figures(Record, frozen=True, omit_defaults=False):
    """What a run comes to."""

    verdicts: int
    skipped: int
    """Rows and constraints that the adapter leaves out."""
    problems: int
    """Rows and constraints that could not be read, and labels that mean nothing."""
    labels: dict[str, Agreement]
    """One block for every label column."""


class CountedRun:
    """Evaluates a data set and counts outcomes against every label column."""

    def __init__(self, adapter: Adapter) -> None:
        """Take the adapter. Raises `SpecError` for an unknown policy."""
        self.adapter = adapter
        self.verdicts = 0
        self._problems = 0
        self._evaluator = Evaluator(adapter)
        self._tallies = {label.name: Tally() for label in adapter.labels}

    def results(
        self, rows: Iterable[Placed], stage: Stage | None = None
    ) -> Iterator[Result | Problem]:
        """Yield every result, or what is wrong with a row, in order."""
        results = self._evaluator.results(rows)
        for found in stage(results, self._evaluator) if stage else results:
            if isinstance(found, Problem):
                self._problems += 1
            else:
                self._count(found)
            yield found

    def _count(self, result: Result) -> None:
        self.verdicts += 1
        group = " / ".join(filter(None, (result.groups[name] for name in self.adapter.groups)))
        for name, judged in result.labels.items():
            self._tallies[name].add(group, judged.label, judged.verdict)

    def check_columns(self, file: str) -> None:
        """Raise `InputError` when no row had a column that the adapter asks for."""
        absent = self._evaluator.absent(file)
        if absent:
            raise InputError(absent)

    def figures(self) -> Figures:
        """Return the figures of what has passed by."""
        labels = {name: tally.agreement() for name, tally in self._tallies.items()}
        return Figures(self.verdicts, self._evaluator.skipped, self._problems, labels)
