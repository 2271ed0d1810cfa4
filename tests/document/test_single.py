"""Which of several times an answer gives: announced, in JSON, in a line of its own; or it stays open."""

from __future__ import annotations

import pytest

import evalspec
from evalspec.core.verdict import Outcome

SPEC = """
evalspec: 1
vocabulary: appointments
answer: {none: [No common time slot available]}
constraints:
  - {id: given, check: not answer is none}
  - {id: early, check: "each meeting: when overlaps data.early"}
data: {early: "Monday 09:35-10:35"}
given: {early: times}
"""
LED = (
    "- Ann: Monday 12:00-18:00\n- Bob: Monday 11:35-13:00\n\n"
    "On Monday they overlap 12:00-13:00. On Tuesday 10:00-17:00.\n\n"
)
SATISFIED, OPEN = Outcome.SATISFIED, Outcome.UNDETERMINED


@pytest.fixture(scope="module")
def spec() -> evalspec.Spec:
    return evalspec.compile(SPEC)


@pytest.mark.parametrize("led", ["", LED])
@pytest.mark.parametrize(
    "answer",
    [
        "Monday 09:35-10:35",
        "Final answer: Monday 09:35-10:35",
        "**Final Answer:**\n\nMonday, 09:35 - 10:35 (1 hour)",
        "The final answer is: **Monday 09:35-10:35**",
        "$\\boxed{\\text{Monday 09:35-10:35}}$",
        "**Answer: Monday, 9:35 AM to 10:35 AM**",
        "Therefore:\n\n> Monday 09:35–10:35",
        "Final answer: Monday 09:35-10:35. This leaves Tuesday 11:00-11:05 open.",
        "Final answer: Tuesday 10:00-11:00. No, wait.\n\nFinal answer: Monday 09:35-10:35",
        "Final answer:\n\nThe meeting can be on Monday from 09:35 to 10:35.",
        '{"day": "Monday", "start": "09:35", "end": "10:35"}',
        '```json\n{"day": "Monday", "time": "09:35-10:35"}\n```',
        "| Day | Start | End |\n| --- | --- | --- |\n| Monday | 09:35 | 10:35 |",
    ],
)
def test_one_is_the_answer(spec: evalspec.Spec, led: str, answer: str) -> None:
    found = spec.check(led + answer).by_id
    assert (found["given"].outcome, found["early"].outcome) == (SATISFIED, SATISFIED)


@pytest.mark.parametrize(
    "answer",
    [
        "The meeting should be on Monday from 09:35 to 10:35.",
        "Final answer: Mo 0935-1035",
        "Final answer: Mo 0935-1035. Tuesday 10:00-11:00 works too.",
    ],
)
def test_what_does_not_tell_stays_open(spec: evalspec.Spec, answer: str) -> None:
    assert spec.check(LED + answer).by_id["early"].outcome is OPEN


@pytest.mark.parametrize(
    "answer",
    [
        "Final answer: No common time slot available",
        "Final answer: No common time slot available. (Monday 09:35-10:35 is too short.)",
    ],
)
def test_a_refusal_that_is_announced_is_the_answer(spec: evalspec.Spec, answer: str) -> None:
    found = spec.check(LED + answer).by_id
    assert found["given"].outcome is Outcome.UNSATISFIED
    assert found["early"].outcome is OPEN
