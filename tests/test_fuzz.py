"""Any text as response, any bytes as spec: only verdicts or clear errors come out."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import evalspec
from evalspec.core.errors import EvalspecError
from evalspec.core.verdict import Outcome, Reason, Verdict

pytestmark = pytest.mark.heavy

CHECKS = (
    "each day: calories <= 2000 kcal",
    "count(meal) >= 1",
    "duration(sleep) = 8 h",
    "tonnage >= 100 kg",
    "each row: words <= 10",
    "words <= 500",
    'contains "soup"',
    "sum(price) <= 100 EUR",
    "gap(block(lunch), block(gym)) >= 1 h",
)
SPEC = evalspec.compile(
    "evalspec: 1\nvocabulary: [meal-plan, schedule, workout, trip]\nconstraints:\n"
    + "".join(f"  - check: '{check}'\n" for check in CHECKS)
)
PIECES = st.sampled_from(
    [
        "## Day 1\n", "**Lunch**\n", "- Soup: 300 kcal\n", "| a | b |\n", "|---|---|\n", "8:00 AM - ",
        "Work\n", "3 x 10 @ 50 kg\n", "Total: ", "1,200", "½", "–", "\r\n", "\t", "    * ", "```\n",
        "{\"a\": [1, ", "}", "€5", "<think>", "\u00a0", "\ufeff", "１２", "Mon/Wed", ":", "(", "|", "1.",
        "10-", "about ", "per side", "é\u0301", "👩‍🍳", "Session A", "Rest", "Day 1 and 3:", "\x00",
    ]
)  # fmt: skip
RESPONSES = st.one_of(st.text(max_size=300), st.lists(PIECES, max_size=40).map("".join))


def _sound(response: str, verdict: Verdict) -> None:
    for scope in verdict.scopes:
        cited = [o.cited for o in scope.operands if o.cited is not None]
        cited += [e.cited for e in scope.excluded]
        cited += [*scope.offending]
        for piece in cited:
            assert response[piece.span.start : piece.span.end] == piece.text
    if verdict.outcome is Outcome.UNDETERMINED:
        assert verdict.reason.value
    assert verdict.reason is not Reason.CRASHED


@given(RESPONSES)
@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
def test_any_response(response: str) -> None:
    report = SPEC.check(response)
    assert len(report.verdicts) == len(CHECKS)
    for verdict in report.verdicts:
        _sound(response, verdict)


@given(st.one_of(st.binary(max_size=200), st.text(max_size=200).map(str.encode)))
@settings(max_examples=100, deadline=None)
def test_any_bytes_as_spec(content: bytes) -> None:
    from evalspec.language.load import compile_spec

    try:
        compile_spec(content)
    except EvalspecError as error:
        assert error.problems
        assert all(problem.message for problem in error.problems)


BIG = {
    "a line of 1 MB": "word " * 200_000,
    "numbers": "12 kcal, " * 20_000,
    "2 000 levels of bullets": "".join(f"{' ' * n}- item {n}: 5 kcal\n" for n in range(2_000)),
    "10 000 bullets": "- item: 5 kcal\n" * 10_000,
    "1 000 columns": ("|" + "5 kcal|" * 1_000 + "\n") * 20,
    "open brackets": "(" * 50_000,
    "stars": "*" * 100_000,
    "pipes": "|" * 100_000,
    "days": "".join(f"## Day {n}\n- Soup: 10 kcal\n" for n in range(1, 3_000)),
    "one time": "8:00 AM - Work\n" * 5_000,
    "one word": "a" * 1_000_000,
    "tildes": "~" * 500_000,
    "times in a line": "10:00 " * 30_000,
    "initials": "A. " * 100_000,
    "dates in a line": "March 3, 2025 " * 20_000,
    "one day again and again": "Day 1\n" * 20_000,
    "schedules": "".join(f"{n % 24}:00 - {n % 24}:30 Reading\n" for n in range(6_000)),
}


@pytest.mark.parametrize("name", BIG)
def test_big_responses_complete(name: str) -> None:
    verdicts = SPEC.check(BIG[name]).verdicts
    assert len(verdicts) == len(CHECKS)
    assert Reason.CRASHED not in {verdict.reason for verdict in verdicts}
