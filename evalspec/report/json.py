"""Verdicts as JSON: complete, versioned, described by `grammars/verdict.schema.json`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from evalspec.core.verdict import (
    Cited,
    Excluded,
    Judgement,
    Operand,
    Outcome,
    ScopeResult,
    Struck,
    Verdict,
)
from evalspec.report.report import Report, outcome_text

SCHEMA_VERSION = 1


def indented(data: Any) -> str:
    """Write data as a JSON document for people and machines."""
    return msgspec.json.format(msgspec.json.encode(data), indent=2).decode() + "\n"


def render(reports: Sequence[Report], *, with_responses: bool = False) -> str:
    """Write all reports as one JSON document, indented."""
    document = {
        "schema_version": SCHEMA_VERSION,
        "reports": [report_data(report) | _text(report, with_responses) for report in reports],
    }
    return indented(document)


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


def verdict_data(verdict: Verdict) -> dict[str, Any]:
    """Return one verdict as plain data; every field is present."""
    at = verdict.at
    return {
        "id": verdict.constraint,
        "text": verdict.text,
        "canonical": verdict.canonical,
        "outcome": outcome_text(verdict),
        "reason": verdict.reason.value,
        "detail": verdict.detail,
        "method": verdict.method.value,
        "severity": verdict.severity,
        "weight": float(verdict.weight),
        "at": {"file": at.file, "line": at.line, "column": at.column},
        "assumptions": list(verdict.assumptions),
        "readings": [
            {"assumptions": list(r.assumptions), "outcome": r.outcome.value}
            for r in verdict.readings
        ],
        "doubts": [cited_data(cited) for cited in verdict.doubts],
        "scopes": [_scope(scope) for scope in verdict.scopes],
        "judgement": judgement_data(verdict.judgement) if verdict.judgement else None,
        "also": [verdict_data(other) for other in verdict.also],
        **({"group": verdict.group} if verdict.group else {}),
    }


def judgement_data(judgement: Judgement[Any]) -> dict[str, Any]:
    """Return what a judge said as plain data."""
    cost = judgement.cost
    return {
        "judge": judgement.judge,
        "kind": judgement.kind,
        "model": judgement.model,
        "prompt": judgement.prompt,
        "outcome": judgement.outcome.value,
        "reason": judgement.reason.value,
        "detail": judgement.detail,
        "rationale": judgement.rationale,
        "reply": judgement.reply,
        "tokens_in": judgement.tokens_in,
        "tokens_out": judgement.tokens_out,
        "cost": None if cost is None else float(cost),
        "seconds": judgement.seconds,
        "cached": judgement.cached,
        "attempts": judgement.attempts,
        "dropped": list(judgement.dropped),
        "left_out": list(judgement.left_out),
        "agreement": judgement.agreement,
        "members": [judgement_data(member) for member in judgement.members],
        **({"round": judgement.round} if judgement.round else {}),
        **({"struck": [_struck(one) for one in judgement.struck]} if judgement.struck else {}),
        **({"rests_on": list(judgement.rests_on)} if judgement.rests_on else {}),
    }


def _struck(struck: Struck) -> dict[str, Any]:
    return {"text": struck.text, "claim": struck.claim, "proof": struck.proof}


def _scope(scope: ScopeResult) -> dict[str, Any]:
    return {
        "label": scope.label,
        "spans": [[span.start, span.end] for span in scope.spans],
        "outcome": scope.outcome.value,
        "reason": scope.reason.value,
        "detail": scope.detail,
        "measure": scope.measure,
        "computed": scope.computed,
        "bound": scope.bound,
        "unit": scope.unit,
        "operands": [operand_data(operand) for operand in scope.operands],
        "excluded": [excluded_data(excluded) for excluded in scope.excluded],
        "offending": [cited_data(cited) for cited in scope.offending],
        "unlisted": scope.unlisted,
    }


def operand_data(operand: Operand) -> dict[str, Any]:
    """Return one number of a ledger as plain data."""
    return {
        "label": operand.label,
        "role": operand.role,
        "value": operand.value,
        "unit": operand.unit,
        "origin": operand.origin,
        "written": operand.written,
        "note": operand.note,
        "sides": list(operand.sides),
        "cited": None if operand.cited is None else cited_data(operand.cited),
    }


def excluded_data(excluded: Excluded) -> dict[str, Any]:
    """Return one number that was not used as plain data."""
    return {
        "cited": cited_data(excluded.cited),
        "reason": excluded.reason,
        "detail": excluded.detail,
    }


def cited_data(cited: Cited) -> dict[str, Any]:
    """Return a piece of a response as plain data."""
    return {"text": cited.text, "span": [cited.span.start, cited.span.end]}
