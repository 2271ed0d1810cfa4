"""Findings as annotations of GitHub Actions: workflow commands on standard output."""

from __future__ import annotations

from collections.abc import Iterable

from evalspec.core.span import At
from evalspec.report.findings import Finding

_IN_TEXT = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_IN_VALUE = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"})


def render(found: Iterable[Finding]) -> str:
    """Write one `::error …::message` or `::warning …` a finding."""
    return "".join(f"{_command(finding)}\n" for finding in found)


def _command(finding: Finding) -> str:
    values = {**_place(finding.at), "title": f"evalspec {finding.rule.id}"}
    given = ",".join(f"{name}={value.translate(_IN_VALUE)}" for name, value in values.items())
    return f"::{finding.level} {given}::{finding.message.translate(_IN_TEXT)}"


def _place(at: At) -> dict[str, str]:
    if not at.file:
        return {}
    if not at.line:
        return {"file": at.file}
    place = {"file": at.file, "line": str(at.line), "endLine": str(max(at.line, at.end_line))}
    if (
        at.end_line == at.line and at.end_column > at.column
    ):  # GitHub takes columns of one line only
        place |= {"col": str(at.column), "endColumn": str(at.end_column)}
    return place
