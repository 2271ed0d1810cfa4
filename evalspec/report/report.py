"""The verdicts on one response, with what is needed to show them."""

from __future__ import annotations

from evalspec.core.record import Record
from evalspec.core.span import NOWHERE, At
from evalspec.core.verdict import Outcome, Verdict


class Report(Record, frozen=True):
    """All verdicts on one response."""

    name: str
    """The response's path, `-`, or empty."""
    response: str
    """The response as given; spans refer to it."""
    spec: str
    """The spec's path."""
    title: str
    verdicts: tuple[Verdict, ...]
    at: At = NOWHERE
    """Where the response stands when it is a row of a data file."""

    def count(self, outcome: Outcome) -> int:
        """Return how many verdicts have an outcome."""
        return sum(verdict.outcome is outcome for verdict in self.verdicts)

    @property
    def ok(self) -> bool:
        """Tell whether every constraint of severity `error` is satisfied."""
        return all(v.outcome is Outcome.SATISFIED for v in self.verdicts if v.severity == "error")
