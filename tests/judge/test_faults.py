"""400 judgements, or 2 000, a fifth of them through faults of 50 kinds: none lost, none invented."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from evalspec.core.verdict import Method, Outcome, Reason, Verdict
from evalspec.judge.config import Judge
from evalspec.judge.decide import Task
from evalspec.judge.prompts import Question
from evalspec.judge.session import Options, Session
from tests.judge.endpoint import serving

TRANSPORT: list[dict[str, Any]] = [
    *({"fault": "error", "status": s} for s in (408, 409, 425, 500, 501, 502, 503, 504, 507, 520, 529, 599)),
    {"fault": "rate-limit", "retry_after": 0.01}, {"fault": "rate-limit", "retry_after": 0},
    {"fault": "drop"}, {"fault": "hang", "seconds": 3}, {"fault": "drip", "seconds": 3},
    {"fault": "malformed"}, {"fault": "html"}, {"fault": "enormous", "bytes": 9_000_000},
    {"fault": "no-schema"},
]  # fmt: skip
UNSAID = {
    "empty": "", "blank": " \n\t", "another": "maybe", "both": "{marker}\nyes/no", "neither": "{marker}\n",
    "hedged": "{marker}\n{v}, I think", "refused": "I'm sorry, I cannot evaluate this.",
    "violated": "Constraint violated: {v}", "asked": "Is it broken?\n{v}",
    "taken back": "{marker}\n{v}\nWait, that is wrong.", "changed": "{marker}\n{v}\n{marker}\n{w}",
    "turned": "{marker}\n{v}\n\n{w}", "prose": "I would say {v} to that.", "number": "4",
    "thought": "<think>So {v}",
    "open": "{\"verdict\": \"{v}", "twice": '{"verdict": "{v}", "verdict": "{w}"}',
}  # fmt: skip
"""Replies without a verdict of the menu; v is the right one, w the other."""
SAID = {
    "bold": "**{marker}**\n\n**{v}**.", "same line": "{marker} {v}", "heading": "### {marker}\n`{v}`",
    "after a thought": "<think>{w}? no idea</think>\n{marker}\n{v}", "line": "It adds up.\nFinal answer: {v}",
    "object": '{"rationale": "so", "verdict": "{v}"}', "fenced": "```json\n{\"verdict\": \"{v}\"}\n```",
    "marked object": "{marker}\n{\"verdict\": \"{v}\"}", "explained": "{marker}\n{v}\nBecause 5 + 5 = 10.",
    "quoted": "It says \"Answer: {w}\".\n{marker}\n{v}",
    "unmarked": "Reason.\n\n{v}", "again": "{marker}\n{v}\n{v}",
}  # fmt: skip
OPEN = Verdict("c", Outcome.UNDETERMINED, Reason.NOT_COMPILED, Method.SYMBOLIC, "")


def right(number: int) -> str:
    return "yes" if number % 3 else "no"


def wording(number: int) -> str:
    """Return the kind of reply to a question: plain but for every tenth."""
    kinds = [*UNSAID, *SAID]
    return kinds[number // 10 % len(kinds)] if number % 10 == 0 else "plain"


def scenario(many: int) -> str:
    numbers: dict[tuple[str, str], list[int]] = {}
    for number in range(many):
        numbers.setdefault((wording(number), right(number)), []).append(number)
    replies = []
    for (kind, verdict), asked in numbers.items():
        other = "no" if verdict == "yes" else "yes"
        text = {**UNSAID, **SAID, "plain": "Looked.\n{marker}\n{v}"}[kind]
        when = f"rule ({'|'.join(map(str, asked))})\\b"
        replies.append({"when": when, "reply": text.replace("{v}", verdict).replace("{w}", other)})
    faults = [{**fault, "rate": 0.1 / len(TRANSPORT)} for fault in TRANSPORT]
    return "\n".join(
        f"{key}: {json.dumps(value)}"
        for key, value in (("replies", replies), ("faults", faults), ("seed", 3))
    )


@pytest.mark.parametrize("many", [400, pytest.param(2000, marks=pytest.mark.whole)])
def test_none_is_lost_and_none_invented(tmp_path: Path, many: int) -> None:
    assert len(TRANSPORT) + len(UNSAID) + len(SAID) >= 50
    with serving(tmp_path, scenario(many)) as endpoint:
        judge = Judge("local", "zero-shot", model="m", base_url=endpoint.url, concurrency=64,
                      timeout=2.0, longest_wait=0.1, retries=8)  # fmt: skip
        with Session(Options(cache=tmp_path / "replies.sqlite")) as session:
            task = lambda n: Task(judge, Question(f"It follows rule {n}.", "text"), OPEN)  # noqa: E731
            found = list(session.judged(range(many), task))
        assert sum(endpoint.counts().values()) > many  # faults did happen
    assert [number for number, _ in found] == list(range(many))
    wrong = Counter[str]()
    for number, verdict in found:
        assert verdict is not None
        said = {"yes": "satisfied", "no": "unsatisfied"}[right(number)]
        expected = "undetermined" if wording(number) in UNSAID else said
        if verdict.outcome.value != expected:
            wrong[
                f"{wording(number)}: {verdict.outcome.value}, not {expected} ({verdict.detail})"
            ] += 1
    assert wrong == Counter()
