"""One answer → what it passes: every constraint of the spec, then its metrics.

A metric is a group of constraints. A refusal is right where nothing fits; elsewhere it fails
all that applies, and what would have fitted is shown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from evalspec.bench.planned.plan import Plan
from evalspec.check.engine import decide
from evalspec.check.evaluation import Subject
from evalspec.check.readings import agreed, read
from evalspec.core.case import Case
from evalspec.core.lookup import grouped
from evalspec.core.record import Record
from evalspec.core.verdict import Outcome, Reason, Verdict
from evalspec.language import ir
from evalspec.language.program import Program


class Scored(Record, frozen=True):
    """What one answer passes."""

    outcomes: dict[str, Outcome]
    """Of every constraint that applies."""
    metrics: dict[str, Outcome]
    """Of every group of constraints that counts."""
    apart: dict[str, Outcome]
    """Of the groups that are only shown."""
    refused: bool | None
    """The answer says that nothing fits; None where that is open."""
    why: dict[str, str]
    """Constraint that is not satisfied → its evidence in a few words."""

    @property
    def fraction(self) -> Fraction:
        """Return the share of the metrics that are passed."""
        passed = sum(one is Outcome.SATISFIED for one in self.metrics.values())
        return Fraction(passed, len(self.metrics)) if self.metrics else Fraction(1)

    @property
    def passed(self) -> Outcome:
        return joint(list(self.metrics.values()))


def score(plan: Plan, response: str, data: Mapping[str, Any], feasible: bool) -> Scored:
    """Score an answer to an instance of which it is known whether anything fits.

    A spec that is no benchmark of its own says itself what it holds of a refusal.
    """
    return scored(plan, *verdicts_on(plan, plan.program, response, data, feasible))


def verdicts_on(
    plan: Plan, program: Program, response: str, data: Mapping[str, Any], feasible: bool
) -> tuple[list[Verdict], bool | None]:
    """Return the verdicts on what applies, and whether the answer says that nothing fits."""
    subject = Subject(program, program.completed(Case(response, data=dict(data))))
    verdicts = [decide(constraint, subject) for constraint in program.constraints]
    verdicts = [verdict for verdict in verdicts if verdict.applies]
    refused = agreed(read(ir.NoAnswer(), subject).values)
    if refused and plan.space:
        verdicts = [_of_refusal(plan, verdict, feasible) for verdict in verdicts]
    return verdicts, refused


def scored(plan: Plan, verdicts: Sequence[Verdict], refused: bool | None) -> Scored:
    """Return what verdicts come to: metrics, and why they fail."""
    groups = grouped((one.group or one.constraint, one.outcome) for one in verdicts)
    metrics = {name: joint(outcomes) for name, outcomes in groups.items()}
    return Scored(
        {verdict.constraint: verdict.outcome for verdict in verdicts},
        {name: one for name, one in metrics.items() if name not in plan.apart},
        {name: one for name, one in metrics.items() if name in plan.apart},
        refused,
        {v.constraint: _evidence(v) for v in verdicts if v.outcome is not Outcome.SATISFIED},
    )


def _of_refusal(plan: Plan, verdict: Verdict, feasible: bool) -> Verdict:
    """Return what a refusal makes of a constraint: nothing to find fault with, or a fault."""
    if verdict.group in plan.apart:
        return verdict
    outcome = Outcome.UNSATISFIED if feasible else Outcome.SATISFIED
    return replace(
        verdict,
        outcome=outcome,
        reason=Reason.NONE,
        detail="a refusal, and something fits",
        scopes=(),
    )


def joint(outcomes: list[Outcome]) -> Outcome:
    """Return whether all of several hold."""
    if Outcome.UNSATISFIED in outcomes:
        return Outcome.UNSATISFIED
    return Outcome.UNDETERMINED if Outcome.UNDETERMINED in outcomes else Outcome.SATISFIED


def _evidence(verdict: Verdict) -> str:
    wrong = next((s for s in verdict.scopes if s.outcome is verdict.outcome), None)
    if verdict.outcome is Outcome.UNSATISFIED and wrong is not None:
        return f"{wrong.computed} {wrong.unit}".strip() + f", needs {wrong.bound}"
    return verdict.detail or verdict.reason.value
