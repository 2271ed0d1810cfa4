"""What adapters of other tools share: what they call an output, a grade, the columns of a row."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

from evalspec.api import as_text
from evalspec.core.verdict import FAILURES, Outcome, Verdict
from evalspec.language.program import Program
from evalspec.report.report import Report
from evalspec.report.wording import reason_text
from evalspec.run.chat import Chat, asked, read_chat

_SPECIAL = r"<[|｜][^<>|｜]{1,60}[|｜]>|</?s>|<(?:bos|eos|pad|start_of_turn|end_of_turn)>"
"""Tokens in which chat templates wrap what is said, as tokenizers write them."""
_LONGEST_SPECIAL = 64
_CLOSING = re.compile(rf"(?:{_SPECIAL})\Z")
_OPENING = re.compile(rf"(?:\s|{_SPECIAL})*\Z")


class OwnFailureError(RuntimeError):
    """No verdict for a reason that lies with us: what is neither a pass nor a failure."""


def graded(report: Report) -> dict[str, Any]:
    """Return a report as promptfoo grades. Raises `OwnFailureError` when a fault of ours decides."""
    score = score_of(report)
    parts = [
        {"pass": held(one), "score": float(held(one)), "reason": reason(one)}
        for one in report.verdicts
    ]
    return {
        "pass": report.ok,
        "score": score,
        "reason": explanation(report),
        "namedScores": {one.constraint: float(held(one)) for one in report.verdicts},
        "componentResults": parts,
    }


def score_of(report: Report) -> float:
    """Return the weighted share that is satisfied, where what is undetermined earns nothing.

    Raises `OwnFailureError` when a fault of ours decides.
    """
    score = report.score(undetermined="fail")
    if score is None:
        failed = [reason(one) for one in report.verdicts if one.reason in FAILURES]
        raise OwnFailureError("\n".join(failed) or "no constraint has a weight")
    return score


def summary(report: Report) -> dict[str, float | None]:
    """Return a value for every constraint, None where it is undetermined or does not apply.

    Before them stand `(score)`, in which what is undetermined earns nothing, and `(coverage)`, the
    share of the constraints that was decided; no constraint can be named so.
    """
    values = dict(zip(report.order or report.by_id, report.vector, strict=True))
    decided = [v for v in report.verdicts if v.outcome is not Outcome.UNDETERMINED]
    coverage = len(decided) / (len(report.verdicts) or 1)
    return {"(score)": report.score(undetermined="fail"), "(coverage)": coverage, **values}


def held(verdict: Verdict) -> bool:
    """Tell whether a constraint is satisfied."""
    return verdict.outcome is Outcome.SATISFIED


def reason(verdict: Verdict) -> str:
    """Say in one line how a constraint was decided."""
    text = f"{verdict.constraint}: {verdict.outcome.value}: {verdict.text}"
    if verdict.outcome is Outcome.UNDETERMINED:
        text += f" ({reason_text(verdict.reason, verdict.detail)})"
    return text


def explanation(report: Report) -> str:
    """Return the ledger of what is not satisfied."""
    return as_text(report).strip()


def given_of(program: Program, columns: Any) -> dict[str, Any]:
    """Return what a spec declares under `given:` out of the columns that a tool knows."""
    if isinstance(columns, str) and program.given:
        try:
            columns = msgspec.json.decode(columns)
        except msgspec.DecodeError:
            return {}
    if not isinstance(columns, Mapping):
        return {}
    return {name: _plain(columns[name]) for name in program.given if name in columns}


def _plain(value: Any) -> Any:
    """Return an array or a number of numpy, as Parquet files are read, as plain data."""
    return value.tolist() if hasattr(value, "tolist") else value


def single(values: list[Any]) -> Any:
    """Return one value as OpenRLHF makes a tensor of it: that of the one query it sends at once."""
    return values[0] if len(values) == 1 else values


def text_of(value: Any) -> str:
    """Return what a tool calls an output as text."""
    if isinstance(value, str):
        return value
    return "" if value is None else msgspec.json.encode(value).decode()


def asked_in(prompt: Any) -> str:
    """Return what the user asked: a text, or messages of a chat."""
    return prompt if isinstance(prompt, str) else asked(prompt)


def answered_in(completion: Any) -> str:
    """Return an answer: a text, or messages of which the last is the answer; empty for none."""
    if isinstance(completion, str):
        return completion
    found = read_chat(completion)
    return found.response if isinstance(found, Chat) else ""


def response_in(query: str, prompt: str) -> str | None:
    """Cut a response out of prompt, response and special tokens; None when it cannot be told."""
    before, found, response = query.partition(prompt) if prompt else ("", "", query)
    if (prompt and not found) or not _OPENING.match(before):
        return None
    response = response.rstrip()
    while closing := _CLOSING.search(response, max(0, len(response) - _LONGEST_SPECIAL)):
        response = response[: closing.start()].rstrip()
    return response
