"""Admissible readings: a verdict must hold under every one of them.

Readings come from alternatives of the constraint and from policy switches left open.
Only switches that an evaluation asks are varied: run once with first values, see which
open switches were asked, and run again with each other value of each of them.
"""

from __future__ import annotations

from evalspec.check.evaluation import Run, Subject, Tables
from evalspec.check.expressions import EVALUATE
from evalspec.check.formulas import DECIDE
from evalspec.check.result import Result
from evalspec.check.scopes import members
from evalspec.core.record import Record
from evalspec.core.verdict import Outcome, Reading, Reason
from evalspec.language.ir import Formula

TABLES = Tables(DECIDE, EVALUATE, members)
LIMIT = 32
"""Most combinations of open switches that are tried."""


class Read(Record, frozen=True):
    """One formula under every reading of the policy."""

    results: tuple[Result, ...]
    """One for each reading, the one with first values first."""
    readings: tuple[Reading, ...]
    """Their assumptions and outcomes."""
    settled: dict[str, str]
    """Switches asked that the policy settles."""
    complete: bool = True
    """False when there were too many."""


def read(formula: Formula, subject: Subject) -> Read:
    """Evaluate a formula under every combination of the open switches it asks."""
    results: list[Result] = []
    readings: list[Reading] = []
    settled: dict[str, str] = {}
    waiting: list[dict[str, str]] = [{}]
    while waiting:
        if len(results) >= LIMIT:
            return Read(tuple(results), tuple(readings), settled, False)
        assigned = waiting.pop()
        run = Run(TABLES, subject, assigned)
        result = run.truth(formula, None)
        results.append(result)
        settled.update(run.settled)
        fixed = dict(assigned)
        others: list[dict[str, str]] = []
        for name, value in run.open.items():
            if name not in fixed:
                others += [
                    {**fixed, name: other} for other in subject.choices(name) if other != value
                ]
                fixed[name] = value
        waiting += reversed(others)
        asked = tuple(f"{name}={value}" for name, value in run.open.items())
        readings.append(Reading(asked, Outcome.of(result.truth)))
    return Read(tuple(results), tuple(readings), settled)


def run_once(formula: Formula, subject: Subject) -> Result:
    """Evaluate a formula over given data, which has one reading."""
    return Run(TABLES, subject, {}).truth(formula, None)


def agreed(outcomes: list[Outcome]) -> bool | None:
    """Return the truth that all readings share; None when one differs or is undetermined."""
    first = outcomes[0]
    if first is Outcome.UNDETERMINED or any(outcome is not first for outcome in outcomes):
        return None
    return first is Outcome.SATISFIED


def why(results: list[Result]) -> Result:
    """Return the result that says why readings do not agree."""
    truths = {result.truth for result in results}
    if truths >= {True, False}:
        return Result(None, Reason.READINGS_DIFFER)
    return next(result for result in results if result.truth is None)
