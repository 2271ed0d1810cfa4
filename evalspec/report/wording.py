"""Outcomes and reason codes in words."""

from __future__ import annotations

from evalspec.core.verdict import Outcome, Reason, Verdict
from evalspec.report.rounding import shown_value, without_long

_REASONS = {
    Reason.NOT_COMPILED: "not compiled: words that are not understood",
    Reason.NEEDS_JUDGE: "needs a judge, and none was asked for",
    Reason.NEEDS_PERSON: "left to a person by the routing file",
    Reason.EMPTY_SCOPE: "nothing in the response is in this scope",
    Reason.NAME_NOT_FOUND: "no label of the response surely has this name",
    Reason.MISSING_AMOUNT: "a number that matters is not written",
    Reason.INTERVAL: "a range straddles the bound",
    Reason.READINGS_DIFFER: "admissible readings differ",
    Reason.TOO_MANY_READINGS: "too many open conventions to try",
    Reason.DOUBT: "the reader may have misread a place that matters",
    Reason.MISSING_DATA: "the case gives no such data",
    Reason.DIMENSION: "only amounts of another dimension are written",
    Reason.SEVERAL_MEASURES: "the bound names no unit, and amounts of several kinds are written",
    Reason.NO_ANSWER: "the answer part does not stand in the response",
    Reason.TOO_LARGE: "the response is larger than the limit",
    Reason.UNSUPPORTED: "the rules cannot decide this form",
    Reason.CRASHED: "the rule failed on this response, a fault of evalspec",
    Reason.TIMEOUT: "the response took longer than the batch allows",
    Reason.JUDGE_REFUSED: "the judge declined to decide",
    Reason.JUDGE_EMPTY: "the judge's reply is empty",
    Reason.JUDGE_CUT_OFF: "the judge's reply ends before its verdict",
    Reason.JUDGE_CONTRADICTORY: "the judge's verdict says two things",
    Reason.JUDGE_OFF_MENU: "the judge's reply holds no verdict",
    Reason.JUDGE_ORDER: "the judge says another thing when the responses change places",
    Reason.JUDGE_SPLIT: "no side has a majority",
    Reason.JUDGE_UNREACHABLE: "the judge could not be reached",
    Reason.JUDGE_BUDGET: "the budget for judges was spent",
    Reason.JUDGE_QUOTES: "what the judge quotes does not stand in the response",
}

_EXCLUDED = {
    "stated-total": "a stated total; the parts decide",
    "claim": "a claim; the parts decide",
    "other-measure": "another measure",
    "other-dimension": "another dimension",
    "between-sets": "rest between sets",
    "rest": "rest",
    "definition": "only defines",
    "compound": "a compound block",
    "repeated": "repeated",
}


def reason_text(reason: Reason, detail: str = "") -> str:
    """Say why a verdict is undetermined."""
    text = _REASONS.get(reason, reason.value)
    return f"{text}: {detail}" if detail else text


def excluded_reason(code: str) -> str:
    """Say why a number was not used."""
    return _EXCLUDED.get(code, code)


def said(verdict: Verdict) -> str:
    """Say the outcome in a few words: the first scope that decides it."""
    if verdict.outcome is Outcome.UNDETERMINED:
        return f"{verdict.outcome.value}: {verdict.reason.value}"
    if verdict.outcome is Outcome.UNSATISFIED:
        failing = [s for s in verdict.scopes if s.outcome is Outcome.UNSATISFIED]
        if failing and failing[0].computed:
            first = failing[0]
            more = f" (+{len(failing) - 1} more)" if len(failing) > 1 else ""
            where = f"{cut(first.label, 24)}: " if first.label else ""
            needs = f", needs {without_long(first.bound)}" if first.bound else ""
            return f"{where}{shown_value(first)}".strip() + needs + more
        return str(verdict.outcome.value)
    if len(verdict.scopes) == 1 and verdict.scopes[0].computed:
        return shown_value(verdict.scopes[0])
    return ""


def with_unit(bound: str, unit: str) -> str:
    """Write a bound with its unit: `= 4700 kcal ± 10 %`, `between 3 and 4 h`."""
    if not bound or not unit:
        return bound
    number, slack, relative = bound.partition(" ± ")
    return f"{number} {unit}{slack}{relative}" if relative.endswith("%") else f"{bound} {unit}"


def cut(text: str, width: int) -> str:
    """Return a text on one line, at most so wide."""
    text = " ".join(text.split())
    return text if len(text) <= width else text[: width - 1] + "…"
