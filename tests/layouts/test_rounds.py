"""Workouts told in circuits, rounds and intervals, with what a careful reader makes of them.

    python -m tests.layouts.test_rounds [--all]

Each tells how long it takes without the rest between (`work`) and with it (`full`, one number
of seconds or from where to where), and what else is so (`holds`); what a reader must leave open or
decide the right way, never another one. What is left open stands under `open` in the same words.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import evalspec
from evalspec.core.verdict import Outcome
from tests import quick_yaml

CASES = Path(__file__).with_name("rounds.yaml")
RESULTS = {
    Outcome.SATISFIED: "right",
    Outcome.UNSATISFIED: "WRONG",
    Outcome.UNDETERMINED: "open",
}


class Question(NamedTuple):
    """What holds of a response under a policy for rest between sets."""

    case: str
    response: str
    policy: str
    """`ignore` or `count`; empty for any."""
    text: str
    open: bool
    """Whether it is known to be left open."""


def questions() -> Iterator[Question]:
    """Yield every question of every workout."""
    for case in quick_yaml.load_all(CASES.read_text("utf-8")):
        left = case.get("open", [])
        work, full = case.get("work"), case.get("full", case.get("work"))
        for policy, told in (("ignore", work), ("count", full)):
            if told is not None:
                yield _ask(case, policy, f"sum(duration) {_bound(told)}", policy in left)
        for text in case.get("holds", []):
            yield _ask(case, "", text, text in left)


def _ask(case: dict[str, Any], policy: str, text: str, left: bool) -> Question:
    return Question(case["name"], case["response"], policy, text, left)


def _bound(told: float | list[float]) -> str:
    if isinstance(told, list):
        return f"between {told[0]} s and {told[1]} s"
    return f"= {told} s"


def result(question: Question) -> str:
    """Return whether a question is decided right, left open or decided WRONG."""
    spec: dict[str, Any] = {
        "evalspec": 1,
        "vocabulary": "workout",
        "constraints": [{"check": question.text}],
    }
    if question.policy:
        spec["policy"] = {"between_set_rest": question.policy}
    verdict = evalspec.compile(json.dumps(spec)).check(question.response).verdicts[0]
    return RESULTS[verdict.outcome]


@pytest.mark.parametrize("question", [*questions()], ids=lambda q: f"{q.case}: {q.policy} {q.text}")
def test_rounds(question: Question) -> None:
    assert result(question) == ("open" if question.open else "right")


def main() -> None:
    """Print what is not right, and how many are."""
    counts: Counter[str] = Counter()
    for question in questions():
        found = result(question)
        counts[found] += 1
        if found == "WRONG" or (found == "open" and "--all" in sys.argv):
            print(f"{found}: {question.case} | {question.policy} {question.text}")
    print(dict(counts))


if __name__ == "__main__":
    main()
