"""Findings as SARIF 2.1.0 (OASIS), for code scanning and editors.

What is not decided has the kind `open`, for which SARIF asks for the level `none`.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import quote

from evalspec import __version__
from evalspec.core.span import At
from evalspec.report.findings import Finding, Rule
from evalspec.report.json import indented

_SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
_HOME = "https://pypi.org/project/evalspec/"


def render(found: Sequence[Finding], rules: Sequence[Rule] = ()) -> str:
    """Write one run with a result a finding; `rules` are all that were looked at."""
    known = {rule.id: rule for rule in (*rules, *(finding.rule for finding in found))}
    numbers = {name: number for number, name in enumerate(known)}
    driver = {
        "name": "evalspec",
        "version": __version__,
        "informationUri": _HOME,
        "rules": [_rule(rule) for rule in known.values()],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(finding, numbers[finding.rule.id]) for finding in found],
    }
    return indented({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]})


def _rule(rule: Rule) -> dict[str, Any]:
    data: dict[str, Any] = {"id": rule.id, "shortDescription": {"text": rule.text or rule.id}}
    if rule.help:
        data["fullDescription"] = {"text": rule.help}
    if rule.url:
        data["helpUri"] = rule.url
    return data


def _result(finding: Finding, number: int) -> dict[str, Any]:
    seen = f"{finding.rule.id}\n{finding.subject}\n{finding.message if not finding.subject else ''}"
    data: dict[str, Any] = {
        "ruleId": finding.rule.id,
        "ruleIndex": number,
        "kind": "open" if finding.open else "fail",
        "level": "none" if finding.open else finding.level,
        "message": {"text": finding.message},
        "partialFingerprints": {"evalspec/v1": sha256(seen.encode()).hexdigest()[:32]},
    }
    if finding.at.file:
        data["locations"] = [_location(finding.at)]
    if finding.related:
        data["relatedLocations"] = [
            {**_location(one.at), "message": {"text": one.message}} for one in finding.related
        ]
    return data


def _location(at: At) -> dict[str, Any]:
    place: dict[str, Any] = {"artifactLocation": _artifact(at.file)}
    if at.line:
        place["region"] = _region(at)
    return {"physicalLocation": place}


def _artifact(file: str) -> dict[str, str]:
    path = Path(file)
    if path.is_absolute():
        return {"uri": path.as_uri()}
    return {"uri": quote(path.as_posix()), "uriBaseId": "%SRCROOT%"}


def _region(at: At) -> dict[str, int]:
    region = {"startLine": at.line, "startColumn": max(at.column, 1)}
    if at.end_line:
        region |= {"endLine": at.end_line, "endColumn": at.end_column}
    return region
