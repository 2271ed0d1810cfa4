"""The audit gives every rationale of `rationales/` its class, or says that it is unclear."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.compare.rationale_cases import CASES, audited


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
