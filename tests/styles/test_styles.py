"""Every check of the style cases: the outcome, and the number behind it.

What the tool does not yet read is listed in `known_gaps.yaml`; an entry that has come right
must be removed from there (strict).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import quick_yaml
from tests.styles.score import Check, decide, describe, read_checks

HERE = Path(__file__).parent
GAPS: dict[tuple[str, str], str] = {
    (case, text): reason
    for case, text, reason in quick_yaml.load((HERE / "known_gaps.yaml").read_text("utf-8")) or []
}


def _parameters() -> list[object]:
    found: list[object] = []
    for check in read_checks(HERE):
        if check.surface == "formal":
            reason = GAPS.get((check.case, check.text))
            marks = [pytest.mark.xfail(strict=True, reason=reason)] if reason else []
            found.append(pytest.param(check, id=f"{check.case}: {check.text}", marks=marks))
    return found


@pytest.mark.parametrize("check", _parameters())
def test_formal_check(check: Check) -> None:
    scored = decide(check)
    assert scored.result == "right", describe(scored)


@pytest.mark.heavy
def test_english_is_never_silently_wrong() -> None:
    wrong = [
        describe(scored)
        for check in read_checks(HERE)
        if check.surface == "english"
        and (check.case, check.text) not in GAPS
        and (scored := decide(check)).result in ("wrong", "coincidence")
    ]
    assert not wrong, "\n".join(wrong)


def test_gaps_name_checks_that_exist() -> None:
    names = {(check.case, check.text) for check in read_checks(HERE)}
    assert set(GAPS) <= names
