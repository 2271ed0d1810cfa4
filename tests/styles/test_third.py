"""Every check of the third set, formal and English: right, or listed as a gap (strict).

A sentence that nobody can decide may also be refused.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from evalspec.core.verdict import Outcome
from tests.styles.score import Check, decide, describe, read_checks

HERE = Path(__file__).parent / "third"
GAPS: dict[tuple[str, str], str] = {
    (case, text): reason
    for case, text, reason in yaml.safe_load((HERE / "known_gaps.yaml").read_text("utf-8"))
}


def _parameters() -> list[object]:
    found: list[object] = []
    for check in read_checks(HERE):
        reason = GAPS.get((check.case, check.text))
        marks = [pytest.mark.xfail(strict=True, reason=reason)] if reason else []
        found.append(pytest.param(check, id=f"{check.case}: {check.text}", marks=marks))
    return found


@pytest.mark.parametrize("check", _parameters())
def test_check(check: Check) -> None:
    scored = decide(check)
    refusable = check.surface == "english" and check.expected is Outcome.UNDETERMINED
    allowed = {"right", "refused"} if refusable else {"right"}
    assert scored.result in allowed, describe(scored)


def test_gaps_name_checks_that_exist() -> None:
    names = {(check.case, check.text) for check in read_checks(HERE)}
    assert set(GAPS) <= names
