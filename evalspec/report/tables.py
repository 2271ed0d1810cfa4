"""Verdicts as CSV and as Markdown tables."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from evalspec.core.verdict import Outcome, Verdict
from evalspec.report.report import Report
from evalspec.report.text import MARKS

_COLUMNS = ("response", "id", "outcome", "reason", "severity", "text", "canonical", "computed")


def csv_text(reports: Sequence[Report]) -> str:
    """Write one row a verdict."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for report in reports:
        for v in report.verdicts:
            writer.writerow(
                (
                    report.name,
                    v.constraint,
                    v.outcome.value,
                    v.reason.value,
                    v.severity,
                    v.text,
                    v.canonical,
                    _computed(v),
                )  # fmt: skip
            )
    return stream.getvalue()


def markdown(reports: Sequence[Report]) -> str:
    """Write one table a response."""
    lines: list[str] = []
    for report in reports:
        if report.name:
            lines += [f"### {_escaped(report.name)}", ""]
        lines += ["|  | constraint | computed | why |", "|---|---|---|---|"]
        for v in report.verdicts:
            why = v.reason.value or ("" if v.outcome is Outcome.SATISFIED else _bounds(v))
            lines.append(
                f"| {MARKS[v.outcome]} | {_escaped(v.text)} | {_escaped(_computed(v))} "
                f"| {_escaped(why)} |"
            )
        counts = ", ".join(f"{report.count(o)} {o.value}" for o in Outcome)
        lines += ["", counts, ""]
    return "\n".join(lines)


def _computed(verdict: Verdict) -> str:
    """Return the computed value of every scope."""
    values = [
        f"{scope.label}: {scope.computed} {scope.unit}".strip()
        for scope in verdict.scopes
        if scope.computed
    ]
    return "; ".join(values)


def _bounds(verdict: Verdict) -> str:
    failing = [s for s in verdict.scopes if s.outcome is Outcome.UNSATISFIED and s.bound]
    return f"needs {failing[0].bound} {failing[0].unit}".strip() if failing else ""


def _escaped(text: str) -> str:
    flat = " ".join(text.split())
    return flat.replace("&", "&amp;").replace("<", "&lt;").replace("|", "\\|")
