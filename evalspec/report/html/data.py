"""What the script of the page gets: plain data, empty fields left out.

A piece of a response is passed on as a place only when its characters stand there;
otherwise its text is passed on alone, and nothing is highlighted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from evalspec.core.span import Span
from evalspec.core.verdict import Cited, Excluded, Operand, Reading, ScopeResult
from evalspec.report.html.collect import Audited, Item, Response, Said
from evalspec.report.html.read import Judged
from evalspec.report.rounding import shown, without_long

Data = dict[str, Any]


def item_data(item: Item, responses: Sequence[Response]) -> Data:
    """Return an item as plain data; a number refers to the source that says the very same."""
    said: list[Data | int | None] = []
    for number, one in enumerate(item.said):
        if one is None:
            said.append(None)
        else:
            said.append(_same(item, number) or said_data(one, responses[one.response]))
    return {"text": item.text, "groups": item.groups, "said": said}


def _same(item: Item, number: int) -> int:
    """Return the number of a later source with the same line; 0 for none."""
    said = item.said
    return next(
        (n for n in range(number + 1, len(said))
         if (one := said[number]) and (other := said[n]) and one.line is other.line), 0
    )  # fmt: skip


def said_data(said: Said, response: Response) -> Data:
    """Return what one file says as plain data; empty fields are left out."""
    line, text = said.line, response.text
    return {
        "response": said.response,
        "outcome": line.outcome,
        **_kept(
            name=line.name or (line.id if line.response else ""),
            canonical=line.canonical if line.canonical != line.text else "",
            reason=line.reason,
            detail=line.detail,
            method=line.method,
            severity=line.severity if line.severity != "error" else "",
            labels={k: [label.label, label.verdict] for k, label in said.labels.items()},
            assumptions=line.assumptions,
            readings=[_reading(reading) for reading in line.readings],
            doubts=[_cited(cited, text) for cited in line.doubts],
            scopes=[_scope(scope, text) for scope in line.scopes],
            judgement=line.judgement and _judged(line.judgement),
            audit=said.audit and _audited(said.audit),
        ),
    }


def _judged(judged: Judged) -> Data:
    said = judged.reply.strip()
    turn = f"round {judged.round}:" if judged.round and not judged.members else ""
    return _kept(
        name=" ".join(filter(None, (turn, judged.judge, judged.kind, judged.model))),
        outcome=judged.outcome,
        reason=judged.reason,
        rationale=judged.rationale,
        reply=said if said != judged.rationale.strip() else "",
        dropped=judged.dropped,
        members=[_judged(member) for member in judged.members],
        agreement=judged.agreement,
        detail=judged.detail,
        struck=[[one.text, one.proof] for one in judged.struck],
        rests_on=judged.rests_on,
    )


def _audited(audit: Audited) -> Data:
    findings = [
        [f"{one.scope}: {one.message}" if one.scope else one.message, one.text]
        for one in audit.findings
    ]
    return {"result": audit.result, **_kept(findings=findings)}


def _kept(**fields: Any) -> Data:
    return {name: value for name, value in fields.items() if value}


def _reading(reading: Reading) -> Data:
    return {"outcome": reading.outcome, "assumptions": reading.assumptions}


def _scope(scope: ScopeResult, text: str | None) -> Data:
    return _kept(
        label=scope.label,
        spans=[span for span in scope.spans if _inside(span, text)],
        outcome=scope.outcome,
        reason=scope.reason,
        detail=scope.detail,
        measure=scope.measure,
        computed=shown(scope.computed, scope.bound),
        bound=without_long(scope.bound),
        unit=scope.unit,
        operands=[_operand(operand, text) for operand in scope.operands],
        excluded=[_excluded(excluded, text) for excluded in scope.excluded],
        offending=[_cited(cited, text) for cited in scope.offending],
        unlisted=scope.unlisted,
    )


def _operand(operand: Operand, text: str | None) -> Data:
    cited = operand.cited
    return {
        **_kept(
            label=operand.label,
            role=operand.role,
            value=without_long(operand.value),
            unit=operand.unit,
            origin=operand.origin if operand.origin not in ("item", "written") else "",
            written=operand.written if cited is None or operand.written != cited.text else "",
            note=operand.note,
            sides=operand.sides,
        ),
        **(_cited(cited, text) if cited is not None else {}),
    }


def _excluded(excluded: Excluded, text: str | None) -> Data:
    named = _kept(reason=excluded.reason, detail=excluded.detail)
    return {**named, **_cited(excluded.cited, text)}


def _cited(cited: Cited, text: str | None) -> Data:
    """Return the place of a piece; its text when it does not stand there."""
    if _inside(cited.span, text) and text is not None and cited.span.of(text) == cited.text:
        return {"at": cited.span}
    return {"cited": cited.text}


def _inside(span: Span, text: str | None) -> bool:
    return text is not None and 0 <= span.start <= span.end <= len(text)
