"""What the script of the page gets: plain data, empty fields left out.

A piece of a response is passed on as a place only when its characters stand there;
otherwise its text is passed on alone, and nothing is highlighted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from evalspec.core.record import Record
from evalspec.core.span import Span
from evalspec.core.verdict import Cited, Excluded, Operand, ScopeResult
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
            line,
            *("reason", "detail", "method", "assumptions"),
            name=line.name or (line.id if line.response else ""),
            canonical=line.canonical if line.canonical != line.text else "",
            severity=line.severity if line.severity != "error" else "",
            labels={k: [label.label, label.verdict] for k, label in said.labels.items()},
            readings=[
                {"outcome": one.outcome, "assumptions": one.assumptions} for one in line.readings
            ],
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
        judged,
        *("outcome", "reason", "rationale", "dropped", "agreement", "detail", "rests_on"),
        name=" ".join(filter(None, (turn, judged.judge, judged.kind, judged.model))),
        reply=said if said != judged.rationale.strip() else "",
        members=[_judged(member) for member in judged.members],
        struck=[[one.text, one.proof] for one in judged.struck],
    )


def _audited(audit: Audited) -> Data:
    findings = [
        [f"{one.scope}: {one.message}" if one.scope else one.message, one.text]
        for one in audit.findings
    ]
    return {"result": audit.result, **_kept(findings=findings)}


def _kept(record: Record | None = None, *names: str, **fields: Any) -> Data:
    """Return the named fields of a record and the fields given, but those that are empty."""
    data = {name: getattr(record, name) for name in names} | fields
    return {name: value for name, value in data.items() if value}


def _scope(scope: ScopeResult, text: str | None) -> Data:
    return _kept(
        scope,
        *("label", "outcome", "reason", "detail", "measure", "unit", "unlisted"),
        spans=[span for span in scope.spans if _inside(span, text)],
        computed=shown(scope.computed, scope.bound),
        bound=without_long(scope.bound),
        operands=[_operand(operand, text) for operand in scope.operands],
        excluded=[_excluded(excluded, text) for excluded in scope.excluded],
        offending=[_cited(cited, text) for cited in scope.offending],
    )


def _operand(operand: Operand, text: str | None) -> Data:
    cited = operand.cited
    kept = _kept(
        operand,
        *("label", "role", "unit", "note", "sides"),
        value=without_long(operand.value),
        origin=operand.origin if operand.origin not in ("item", "written") else "",
        written=operand.written if cited is None or operand.written != cited.text else "",
    )
    return kept if cited is None else {**kept, **_cited(cited, text)}


def _excluded(excluded: Excluded, text: str | None) -> Data:
    return {**_kept(excluded, "reason", "detail"), **_cited(excluded.cited, text)}


def _cited(cited: Cited, text: str | None) -> Data:
    """Return the place of a piece; its text when it does not stand there."""
    if _inside(cited.span, text) and text is not None and cited.span.of(text) == cited.text:
        return {"at": cited.span}
    return {"cited": cited.text}


def _inside(span: Span, text: str | None) -> bool:
    return text is not None and 0 <= span.start <= span.end <= len(text)
