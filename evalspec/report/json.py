"""Verdicts as JSON: complete, versioned, described by `grammars/verdict.schema.json`."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Any

import msgspec

from evalspec.core.record import Record
from evalspec.core.span import At, Span
from evalspec.core.verdict import Judgement, Operand, Outcome, ScopeResult, Verdict
from evalspec.report.report import Report, outcome_text

SCHEMA_VERSION = 1


def indented(data: Any) -> str:
    """Write data as a JSON document for people and machines."""
    return msgspec.json.format(msgspec.json.encode(data), indent=2).decode() + "\n"


def versioned(data: Any) -> str:
    """Write a record or a mapping as a JSON document with the version of its form."""
    told = data if isinstance(data, dict) else msgspec.to_builtins(data)
    return indented({"schema_version": SCHEMA_VERSION, **told})


def render(reports: Sequence[Report], *, with_responses: bool = False) -> str:
    """Write all reports as one JSON document, indented."""
    told = [report_data(report) | _text(report, with_responses) for report in reports]
    return versioned({"reports": told})


def render_lines(reports: Sequence[Report], *, with_responses: bool = False) -> str:
    """Write one JSON line a verdict."""
    lines = []
    for report in reports:
        for verdict in (*report.verdicts, *report.inapplicable):
            data = {
                "schema_version": SCHEMA_VERSION,
                "response": report.name,
                "spec": report.spec,
                **verdict_data(verdict),
                **_text(report, with_responses),
            }
            lines.append(msgspec.json.encode(data).decode())
    return "\n".join(lines) + "\n"


def _text(report: Report, wanted: bool) -> dict[str, Any]:
    return {"response_text": report.response} if wanted else {}


def report_data(report: Report) -> dict[str, Any]:
    """Return one report as plain data."""
    return {
        "response": report.name,
        "spec": report.spec,
        "title": report.title,
        "summary": {outcome.value: report.count(outcome) for outcome in Outcome},
        "verdicts": [verdict_data(verdict) for verdict in report.verdicts],
        **_inapplicable(report),
        **_groups(report),
    }


def _groups(report: Report) -> dict[str, Any]:
    """Return the outcomes by group, where the spec has groups."""
    found = {
        name: {outcome.value: counts[outcome] for outcome in Outcome}
        for name, counts in report.groups.items()
    }
    return {"groups": found} if found else {}


def _inapplicable(report: Report) -> dict[str, Any]:
    """Return the constraints that do not apply, where there are some: they count nowhere."""
    found = [verdict_data(verdict) for verdict in report.inapplicable]
    return {"inapplicable": found} if found else {}


_SHOWN: dict[type[Record], tuple[str, ...]] = {
    At: ("file", "line", "column"),
    Operand: ("label", "role", "value", "unit", "origin", "written", "note", "sides", "cited"),
    ScopeResult: (
        "label", "spans", "outcome", "reason", "detail", "measure", "computed", "bound", "unit",
        "operands", "excluded", "offending", "unlisted",
    ),
    Judgement: (
        "judge", "kind", "model", "prompt", "outcome", "reason", "detail", "rationale", "reply",
        "tokens_in", "tokens_out", "cost", "seconds", "cached", "attempts", "dropped", "left_out",
        "agreement", "members",
    ),
    Verdict: (
        "text", "canonical", "outcome", "reason", "detail", "method", "severity", "weight", "at",
        "assumptions", "readings", "doubts", "scopes", "judgement", "also",
    ),
}  # fmt: skip
"""What is written of a record, in this order; of any other all of its fields."""
_WHERE_GIVEN: dict[type[Record], tuple[str, ...]] = {
    Judgement: ("round", "struck", "rests_on"),
    Verdict: ("group",),
}
"""Fields that are left out where they are empty."""

_PLAIN = frozenset((str, int, float, bool, type(None)))


def plain(value: Any) -> Any:
    """Return a value of a result as plain data: records as mappings, places as two offsets."""
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind is Span:
        return [value.start, value.end]
    if kind is Verdict:
        return verdict_data(value)
    if isinstance(value, Record):
        return fields(value)
    if isinstance(value, tuple):
        return [plain(one) for one in value]
    if isinstance(value, dict):
        return {name: plain(one) for name, one in value.items()}
    return value.value if isinstance(value, Enum) else float(value)


def fields(record: Record, *names: str) -> dict[str, Any]:
    """Return fields of a record as plain data: those named, or all that are written of its kind."""
    kind = type(record)
    every = names or _SHOWN.get(kind, record.__struct_fields__)
    data = {name: plain(getattr(record, name)) for name in every}
    for name in () if names else _WHERE_GIVEN.get(kind, ()):
        if value := getattr(record, name):
            data[name] = plain(value)
    return data


def verdict_data(verdict: Verdict) -> dict[str, Any]:
    """Return one verdict as plain data; every field is present."""
    return {"id": verdict.constraint} | fields(verdict) | {"outcome": outcome_text(verdict)}
