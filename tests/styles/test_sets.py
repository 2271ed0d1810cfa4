"""Every check of the measured sets, formal and English: right, or listed as a gap (strict).

A sentence that nobody can decide may also be refused.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from evalspec.core.verdict import Outcome
from tests import quick_yaml
from tests.styles.score import Check, decide, describe, read_checks

pytestmark = pytest.mark.heavy

SETS = ("second_half", "third", "fourth", "fifth")
"""Folders whose first pass was measured before anything was tuned on them."""


def _folder(name: str) -> Path:
    return Path(__file__).parent / name


@cache
def _gaps(name: str) -> dict[tuple[str, str], str]:
    rows = quick_yaml.load((_folder(name) / "known_gaps.yaml").read_text("utf-8"))
    return {(case, text): reason for case, text, reason in rows}


def _parameters() -> list[object]:
    found: list[object] = []
    for name in SETS:
        for check in read_checks(_folder(name)):
            reason = _gaps(name).get((check.case, check.text))
            marks = [pytest.mark.xfail(strict=True, reason=reason)] if reason else []
            shown = f"{name}: {check.case}: {check.text}"
            found.append(pytest.param(check, id=shown, marks=marks))
    return found


@pytest.mark.parametrize("check", _parameters())
def test_check(check: Check) -> None:
    scored = decide(check)
    refusable = check.surface == "english" and check.expected is Outcome.UNDETERMINED
    allowed = {"right", "refused"} if refusable else {"right"}
    assert scored.result in allowed, describe(scored)


@pytest.mark.parametrize("name", SETS)
def test_gaps_name_checks_that_exist(name: str) -> None:
    names = {(check.case, check.text) for check in read_checks(_folder(name))}
    assert set(_gaps(name)) <= names
