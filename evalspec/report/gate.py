"""Verdicts → an exit status: which constraints count, and how many of them must hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from decimal import Decimal
from typing import Literal

from evalspec.core.record import Record
from evalspec.core.verdict import Outcome, Verdict

FailOn = Literal["error", "warning", "never"]

_COUNTED: dict[FailOn, tuple[str, ...]] = {
    "error": ("error",),
    "warning": ("error", "warning"),
    "never": (),
}


Tally = Counter[tuple[str, Outcome]]
"""Severity and outcome → number of verdicts."""


def tally(verdicts: Iterable[Verdict]) -> Tally:
    """Count verdicts."""
    return Counter((verdict.severity, verdict.outcome) for verdict in verdicts)


class Passed(Record, frozen=True):
    """How many of the verdicts that count hold, surely and at most."""

    satisfied: int
    undetermined: int
    all: int

    @property
    def rate(self) -> Decimal:
        """Return the share that is satisfied; 1 of nothing."""
        return Decimal(self.satisfied) / self.all if self.all else Decimal(1)

    @property
    def best_rate(self) -> Decimal:
        """Return the share that is not unsatisfied; 1 of nothing."""
        return Decimal(self.satisfied + self.undetermined) / self.all if self.all else Decimal(1)


class Gate(Record, frozen=True):
    """What a set of verdicts must reach."""

    fail_on: FailOn = "error"
    """Lowest severity that counts."""
    min_pass_rate: Decimal = Decimal(1)
    """Share of the verdicts that count which must be satisfied."""

    def counts(self, severity: str) -> bool:
        return severity in _COUNTED[self.fail_on]

    def passed(self, tally: Tally, unread: int = 0) -> Passed:
        """Return how many of the verdicts that count hold.

        `unread` is how many rows could not be read; what they would say is undetermined.
        """
        counted: Counter[Outcome] = Counter()
        for (severity, outcome), number in tally.items():
            counted[outcome] += number if self.counts(severity) else 0
        counted[Outcome.UNDETERMINED] += 0 if self.fail_on == "never" else unread
        return Passed(
            counted[Outcome.SATISFIED], counted[Outcome.UNDETERMINED], sum(counted.values())
        )

    def status(self, passed: Passed) -> int:
        """Return the exit status.

        0 when the rate is reached, 1 when it would not be reached even if all that is
        undetermined held, else 3.
        """
        if passed.rate >= self.min_pass_rate:
            return 0
        return 1 if passed.best_rate < self.min_pass_rate else 3
