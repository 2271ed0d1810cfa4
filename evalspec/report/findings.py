"""Findings: what SARIF and annotations show, of verdicts and of a linter alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from evalspec.core.places import Places
from evalspec.core.record import Record
from evalspec.core.span import NOWHERE, At
from evalspec.core.verdict import Outcome, Reason, ScopeResult, Verdict
from evalspec.report.gate import Gate
from evalspec.report.report import Report
from evalspec.report.rounding import without_long
from evalspec.report.wording import reason_text, said

_MOST_RELATED = 20
"""Operands of one finding that are given as related places."""


class Rule(Record, frozen=True):
    """What was broken: a constraint, or a code of the linter."""

    id: str
    text: str
    """In one line."""
    help: str = ""
    """More about it; may be empty."""
    url: str = ""


class Related(Record, frozen=True):
    """Another place that matters."""

    at: At
    message: str


class Finding(Record, frozen=True):
    """One thing that does not hold, at a place."""

    rule: Rule
    level: Literal["error", "warning"]
    message: str
    """One line."""
    at: At
    open: bool = False
    """Not decided: nobody knows whether it holds."""
    related: tuple[Related, ...] = ()
    subject: str = ""
    """What it is about, stable from run to run: the response."""


def findings(reports: Sequence[Report], gate: Gate) -> list[Finding]:
    """Return every verdict that is not satisfied, in order; those that count are errors."""
    return [
        _finding(report, verdict, gate, Places(report.response))
        for report in reports
        for verdict in report.verdicts
        if verdict.outcome is not Outcome.SATISFIED
    ]


def _finding(report: Report, verdict: Verdict, gate: Gate, places: Places) -> Finding:
    scope = deciding(verdict)
    related = list(_operands(report, scope, places))
    at = _response_at(report, scope, places)
    if verdict.at.line and at.line and not report.at.line:
        related.append(Related(verdict.at, "the constraint"))
    if verdict.reason is Reason.NOT_COMPILED and verdict.at.line:
        at, related = verdict.at, []  # the sentence is what must be mended, whatever the response
    return Finding(
        rule=rule_of(verdict),
        level="error" if gate.counts(verdict.severity) else "warning",
        message=message(verdict),
        at=at if at.line else verdict.at,
        open=verdict.outcome is Outcome.UNDETERMINED,
        related=tuple(related),
        subject=f"{report.at.file}:{report.name}" if report.at.line else report.name,
    )


def rule_of(verdict: Verdict) -> Rule:
    """Return a constraint as a rule."""
    return Rule(verdict.constraint, " ".join(verdict.text.split()), verdict.canonical)


def message(verdict: Verdict) -> str:
    """Say in one line what is wrong."""
    if verdict.outcome is Outcome.UNDETERMINED:
        why = reason_text(verdict.reason, verdict.detail)
        return f"{titled(verdict)} — undetermined: {why}"
    return f"{titled(verdict)} — {said(verdict)}"


def titled(verdict: Verdict) -> str:
    """Write a constraint with its name in one line."""
    return f"{verdict.constraint}: {' '.join((verdict.text or verdict.canonical).split())}"


def deciding(verdict: Verdict) -> ScopeResult | None:
    """Return the first scope that has the outcome of the verdict."""
    same = (scope for scope in verdict.scopes if scope.outcome is verdict.outcome)
    return next(same, verdict.scopes[0] if verdict.scopes else None)


def _response_at(report: Report, scope: ScopeResult | None, places: Places) -> At:
    """Return where a scope stands; the whole response is its first line."""
    if report.at.line:
        return report.at
    if report.name in ("", "-"):
        return NOWHERE
    spans = [cited.span for cited in scope.offending[:1]] if scope is not None else []
    spans += list(scope.spans[:1]) if scope is not None else []
    if not spans or spans[0].end - spans[0].start >= len(report.response.strip()):
        return At(report.name, 1, 1, 1, 1)
    return places.at(report.name, spans[0])


def _operands(report: Report, scope: ScopeResult | None, places: Places) -> list[Related]:
    if scope is None or report.at.line or report.name in ("", "-"):
        return []
    cited = [
        (
            operand.cited.span,
            f"{without_long(operand.value)} {operand.unit} {operand.role}  {operand.label}",
        )
        for operand in scope.operands
        if operand.cited is not None
    ][:_MOST_RELATED]
    return [Related(places.at(report.name, span), " ".join(text.split())) for span, text in cited]
