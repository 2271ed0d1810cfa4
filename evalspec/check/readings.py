"""Admissible readings: a verdict must hold under every one of them.

Readings come from alternatives of the constraint and from policy switches left open.
Only switches that an evaluation asks are varied: run once with first values, see which
open switches were asked, and run again with each other value of each of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from evalspec.check.evaluation import Run, Subject, Tables
from evalspec.check.expressions import EVALUATE
from evalspec.check.formulas import DECIDE
from evalspec.check.result import Result
from evalspec.check.scopes import members
from evalspec.check.value import Value
from evalspec.core.record import Record
from evalspec.core.verdict import Outcome, Reading, Reason
from evalspec.language.ir import Expr, Formula

T = TypeVar("T")

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
    runs = _runs(subject, lambda run: run.truth(formula, None))
    return Read(
        tuple(result for result, _ in runs[:LIMIT]),
        tuple(Reading(_asked(run), Outcome.of(result.truth)) for result, run in runs[:LIMIT]),
        _settled(runs[:LIMIT]),
        len(runs) <= LIMIT,
    )


class ReadValue(Record, frozen=True):
    """One measure of the whole response under every reading of the policy."""

    values: tuple[Value, ...]
    """One for each reading, the one with first values first."""
    settled: dict[str, str]
    """Switches asked that the policy settles."""
    complete: bool


def read_value(measure: Expr, subject: Subject) -> ReadValue:
    """Evaluate a measure under every combination of the open switches it asks."""
    runs = _runs(subject, lambda run: run.value(measure, None))
    values = tuple(value for value, _ in runs[:LIMIT])
    return ReadValue(values, _settled(runs[:LIMIT]), len(runs) <= LIMIT)


def _runs(subject: Subject, evaluate: Callable[[Run], T]) -> list[tuple[T, Run]]:
    """Evaluate under every combination of the open switches asked; one more than `LIMIT` at most."""
    runs: list[tuple[T, Run]] = []
    waiting: list[dict[str, str]] = [{}]
    while waiting and len(runs) <= LIMIT:
        assigned = waiting.pop()
        run = Run(TABLES, subject, assigned)
        runs.append((evaluate(run), run))
        fixed = dict(assigned)
        others: list[dict[str, str]] = []
        for name, value in run.open.items():
            if name not in fixed:
                others += [
                    {**fixed, name: other} for other in subject.choices(name) if other != value
                ]
                fixed[name] = value
        waiting += reversed(others)
    return runs


def _asked(run: Run) -> tuple[str, ...]:
    return tuple(f"{name}={value}" for name, value in run.open.items())


def _settled(runs: list[tuple[T, Run]]) -> dict[str, str]:
    return {name: value for _, run in runs for name, value in run.settled.items()}


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
