"""Verdicts as CSV and as Markdown tables."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from evalspec.core.verdict import Outcome, Verdict
from evalspec.report.cells import csv_of, escaped, fenced
from evalspec.report.report import Report, apart, outcome_text
from evalspec.report.rounding import shown_value, without_long
from evalspec.report.text import MARKS, render

_COLUMNS = ("response", "id", "outcome", "reason", "severity", "text", "canonical", "computed")


def csv_text(reports: Sequence[Report]) -> str:
    """Write one row a verdict."""
    rows = (
        (report.name, v.constraint, outcome_text(v), v.reason.value, v.severity, v.text,
         v.canonical, _computed(v, exact=True))
        for report in reports
        for v in (*report.verdicts, *report.inapplicable)
    )  # fmt: skip
    return csv_of(_COLUMNS, rows)


def markdown(reports: Sequence[Report]) -> str:
    """Write one table a response, the ledger of what is not satisfied folded below."""
    lines = _overview(reports) if len(reports) > 1 else []
    for report in reports:
        if report.name:
            lines += [f"### {escaped(report.name)}", ""]
        lines += [_counts(report), "", "|  | constraint | computed | why |", "|---|---|---|---|"]
        for v in report.verdicts:
            why = v.reason.value or ("" if v.outcome is Outcome.SATISFIED else _bounds(v))
            lines.append(
                f"| {MARKS[v.outcome]} | {escaped(v.text)} | {escaped(_computed(v))} "
                f"| {escaped(why)} |"
            )
        lines += [
            f"| - | {escaped(v.text)} |  | does not apply: {escaped(v.detail)} |"
            for v in report.inapplicable
        ]
        lines += ["", *_folded(report)]
    return "\n".join(lines)


def _overview(reports: Sequence[Report]) -> list[str]:
    heads = " | ".join(outcome.value for outcome in Outcome)
    lines = [f"| response | {heads} |", "|---|" + "---:|" * len(Outcome)]
    for report in reports:
        counts = " | ".join(str(report.count(outcome)) for outcome in Outcome)
        lines.append(f"| {escaped(report.name)} | {counts} |")
    return [*lines, ""]


def _counts(report: Report) -> str:
    return ", ".join([*[f"{report.count(o)} {o.value}" for o in Outcome], *apart(report)])


def _folded(report: Report) -> list[str]:
    if all(verdict.outcome is Outcome.SATISFIED for verdict in report.verdicts):
        return []
    shown = fenced([render([replace(report, name="")], quiet=True).rstrip()])
    return [
        "<details><summary>Ledger of what is not satisfied</summary>",
        "",
        *shown,
        "</details>",
        "",
    ]


def _computed(verdict: Verdict, *, exact: bool = False) -> str:
    """Return the computed value of every scope, rounded unless a machine reads it."""
    values = [
        f"{f'{scope.label}: ' if scope.label else ''}"
        f"{f'{scope.computed} {scope.unit}'.strip() if exact else shown_value(scope)}"
        for scope in verdict.scopes
        if scope.computed
    ]
    return "; ".join(values)


def _bounds(verdict: Verdict) -> str:
    failing = [s for s in verdict.scopes if s.outcome is Outcome.UNSATISFIED and s.bound]
    if not failing:
        return ""
    return f"needs {without_long(failing[0].bound)} {failing[0].unit}".strip()
