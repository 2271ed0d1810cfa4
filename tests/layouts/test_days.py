"""What is done when, and by whom, is the same however days, weeks and rosters are written."""

from __future__ import annotations

from functools import cache

import pytest

import evalspec
from evalspec.core.verdict import Outcome
from tests.layouts.days import Asked, Page, pages
from tests.sampling import one_in


@cache
def _spec(vocabulary: str, asked: Asked) -> evalspec.Spec:
    rows = [{"id": f"q{n}", "check": check} for n, (check, _) in enumerate(asked)]
    return evalspec.compile({"evalspec": 1, "vocabulary": vocabulary, "constraints": rows})


CASES = [pytest.param(page, id=", ".join((page.vocabulary, *page.choices))) for page in pages()]


@pytest.mark.parametrize("page", one_in(17, CASES))
def test_no_layout_changes_what_is_done_when(page: Page) -> None:
    report = _spec(page.vocabulary, page.asked).check(page.text)
    wanted = {
        check: Outcome.SATISFIED if holds else Outcome.UNSATISFIED for check, holds in page.asked
    }
    found = {check: report.by_id[f"q{n}"].outcome for n, (check, _) in enumerate(page.asked)}
    assert found == wanted, page.text
