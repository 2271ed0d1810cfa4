"""Admissible readings: a verdict must hold under every one of them.

Readings come from alternatives of the constraint and from policy switches left open.
Only switches that an evaluation asks are varied: run once with first values, see which
open switches were asked, and run again with each other value of each of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

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


class Read(Record, Generic[T], frozen=True):
    """What a formula, or a measure, comes to under every reading of the policy."""

    values: tuple[T, ...]
    """One for each reading, the one with first values first."""
    assumed: tuple[tuple[str, ...], ...]
    """What each of them rests on."""
    settled: dict[str, str]
    """Switches asked that the policy settles."""
    complete: bool
    """False when there were too many."""


def read(formula: Formula, subject: Subject) -> Read[Result]:
    """Evaluate a formula under every combination of the open switches it asks."""
    return _read(subject, lambda run: run.truth(formula, None))


def read_value(measure: Expr, subject: Subject) -> Read[Value]:
    """Evaluate a measure of the whole response under every combination of the open switches it asks."""
    return _read(subject, lambda run: run.value(measure, None))


def outcomes(found: Read[Result]) -> tuple[Reading, ...]:
    """Return the readings of a formula with their assumptions and outcomes."""
    pairs = zip(found.assumed, found.values, strict=True)
    return tuple(Reading(assumed, Outcome.of(result.truth)) for assumed, result in pairs)


def _read(subject: Subject, evaluate: Callable[[Run], T]) -> Read[T]:
    runs = _runs(subject, evaluate)
    return Read(
        tuple(value for value, _ in runs[:LIMIT]),
        tuple(tuple(f"{n}={v}" for n, v in run.open.items()) for _, run in runs[:LIMIT]),
        {name: value for _, run in runs[:LIMIT] for name, value in run.settled.items()},
        len(runs) <= LIMIT,
    )


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


def run_once(formula: Formula, subject: Subject) -> Result:
    """Evaluate a formula over given data, which has one reading."""
    return Run(TABLES, subject, {}).truth(formula, None)


def agreed(results: Sequence[Result]) -> bool | None:
    """Return the truth that all readings share; None when one differs or is undetermined."""
    truths = {result.truth for result in results}
    return truths.pop() if len(truths) == 1 else None


def why(results: list[Result]) -> Result:
    """Return the result that says why readings do not agree."""
    truths = {result.truth for result in results}
    if truths >= {True, False}:
        return Result(None, Reason.READINGS_DIFFER)
    return next(result for result in results if result.truth is None)
