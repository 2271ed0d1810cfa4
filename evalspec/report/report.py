"""The verdicts on one response, with what is needed to show them."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from typing import Literal

from evalspec.core.lookup import grouped
from evalspec.core.record import Record
from evalspec.core.span import NOWHERE, At
from evalspec.core.verdict import FAILURES, Outcome, Verdict

Undetermined = Literal["fail", "skip", "none"]
"""What an undetermined constraint does to a score: it counts as not satisfied, it is left out,
or there is no score."""

_VALUES = {Outcome.SATISFIED: 1.0, Outcome.UNSATISFIED: 0.0, Outcome.UNDETERMINED: None}


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
    """One a constraint that applies, in the order of the spec."""
    inapplicable: tuple[Verdict, ...] = ()
    """Constraints whose condition does not hold for this case: they count nowhere."""
    order: tuple[str, ...] = ()
    """Ids of all constraints, where some do not apply."""
    at: At = NOWHERE
    """Where the response stands when it is a row of a data file."""

    @property
    def groups(self) -> dict[str, Counter[Outcome]]:
        """Return how many verdicts of each group have each outcome; empty without groups."""
        found = grouped((one.group, one.outcome) for one in self.verdicts if one.group)
        return {name: Counter(outcomes) for name, outcomes in found.items()}

    def count(self, outcome: Outcome) -> int:
        """Return how many verdicts have an outcome."""
        return sum(verdict.outcome is outcome for verdict in self.verdicts)

    @property
    def ok(self) -> bool:
        """Tell whether every constraint of severity `error` is satisfied."""
        return all(v.outcome is Outcome.SATISFIED for v in self.verdicts if v.severity == "error")

    @property
    def by_id(self) -> dict[str, Verdict]:
        """Return the verdicts by the ids of their constraints."""
        return {one.constraint: one for one in (*self.verdicts, *self.inapplicable)}

    @property
    def vector(self) -> tuple[float | None, ...]:
        """Return 1.0, 0.0 or None for every constraint, in the order of the spec.

        None where it is undetermined or does not apply.
        """
        if self.order:
            found = self.by_id
            return tuple(_VALUES[found[name].outcome] for name in self.order)
        return tuple(_VALUES[verdict.outcome] for verdict in self.verdicts)

    def score(self, *, undetermined: Undetermined) -> float | None:
        """Return the share of the constraints that is satisfied, each counted by its weight.

        None when there is nothing to go by: no constraint with a weight is left, one is
        undetermined under `none`, or one could not be decided for a reason that lies with us
        (`crashed`, `timeout`, a judge that is not reached), whatever `undetermined` says.
        """
        if undetermined not in ("fail", "skip", "none"):
            raise ValueError(f"undetermined is 'fail', 'skip' or 'none', not {undetermined!r}")
        open_ones = [v for v in self.verdicts if v.outcome is Outcome.UNDETERMINED and v.weight]
        if any(v.reason in FAILURES for v in open_ones) or (open_ones and undetermined == "none"):
            return None
        left_out = Outcome.UNDETERMINED if undetermined == "skip" else None
        counted = [v for v in self.verdicts if v.outcome is not left_out]
        whole = sum((v.weight for v in counted), Decimal())
        held = sum((v.weight for v in counted if v.outcome is Outcome.SATISFIED), Decimal())
        return float(held / whole) if whole else None


def reported(
    name: str, response: str, spec: str, title: str, verdicts: tuple[Verdict, ...]
) -> Report:
    """Make a report; what does not apply stands apart and counts nowhere."""
    if all(verdict.applies for verdict in verdicts):
        return Report(name, response, spec, title, verdicts)
    applying = tuple(verdict for verdict in verdicts if verdict.applies)
    others = tuple(verdict for verdict in verdicts if not verdict.applies)
    order = tuple(verdict.constraint for verdict in verdicts)
    return Report(name, response, spec, title, applying, others, order)


def apart(report: Report) -> list[str]:
    """Say how many constraints do not apply, where some do not."""
    number = len(report.inapplicable)
    return [f"{number} {'does' if number == 1 else 'do'} not apply"] if number else []


def outcome_text(verdict: Verdict) -> str:
    """Return the outcome as outputs name it."""
    return verdict.outcome.value if verdict.applies else verdict.reason.value
