"""The audit gives every rationale of `rationales/` its class, or says that it is unclear."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalspec.compare.audit import LONGEST
from tests.compare.rationale_cases import CASES, GROUPS, audited


@pytest.mark.parametrize(("name", "group", "case"), CASES, ids=[case[0] for case in CASES])
def test_class(name: str, group: dict[str, Any], case: dict[str, Any]) -> None:
    result, why, findings = audited(group, case)
    assert result == case["class"], [finding.message for finding in findings] or why
    for finding in findings:
        assert finding.span.of(case["text"]) == finding.text


def test_there_are_enough_of_every_class() -> None:
    found = Counter(case["class"] for _, _, case in CASES)
    assert found.total() >= 60
    assert min(found.values()) >= 5


PIECES = st.sampled_from(
    ["1", "0", "320", "1,490", "4 x 8", "9" * 40, "½", "-", "+", "=", "/", "x", "(", ")", "((((",
     " kcal", " kg", "h", "Day 1", "Day 2", ": ", "9:00 AM to 5 PM", "→", "is", "total", "about ",
     "\n", ". ", ", ", "at most", "1/0", "\u2028", "é", "%", "12:00", "Porridge", "|", "three"]
)  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(range(len(GROUPS))), st.lists(PIECES, max_size=60), st.booleans())
def test_any_rationale_is_audited(number: int, pieces: list[str], says: bool) -> None:
    text = "".join(pieces)
    case = {"text": text, "says": "satisfied" if says else "unsatisfied"}
    result, why, findings = audited(GROUPS[number][1], case)
    assert (result == "unclear") == bool(why)
    for finding in findings:
        assert finding.span.of(text) == finding.text
        assert "NaN" not in finding.message


@pytest.mark.heavy
@pytest.mark.parametrize("piece", ["(1 + ", "1 + ", "3 x ", "9:00 to 5 PM (", "2 eggs (3 ", "= 1 "])
def test_a_long_rationale_takes_no_long_time(piece: str) -> None:
    case = {"text": (piece * LONGEST)[:LONGEST], "says": "satisfied"}
    assert audited(GROUPS[0][1], case)[0]
