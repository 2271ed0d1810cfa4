"""The pieces of a plan are its things, however a line names them and whatever stands below."""

from __future__ import annotations

from functools import cache

import pytest

import evalspec
from evalspec.core.verdict import Outcome
from tests.layouts.pieces import DOMAINS, Page, pages
from tests.sampling import one_in


@cache
def _spec(domain: str) -> evalspec.Spec:
    asked = DOMAINS[domain].asked
    rows = [{"id": f"q{n}", "check": check} for n, (check, _) in enumerate(asked)]
    vocabulary = DOMAINS[domain].vocabulary
    return evalspec.compile({"evalspec": 1, "vocabulary": vocabulary, "constraints": rows})


CASES = [
    pytest.param(name, page, id=f"{name}: {', '.join(page.choices)}")
    for name, domain in DOMAINS.items()
    for page in pages(domain)
]


@pytest.mark.parametrize(("domain", "page"), one_in(11, CASES))
def test_no_layout_changes_what_holds(domain: str, page: Page) -> None:
    report = _spec(domain).check(page.text)
    wanted = {
        check: Outcome.SATISFIED if holds else Outcome.UNSATISFIED
        for check, holds in page.domain.asked
    }
    found = {check: report.by_id[f"q{n}"].outcome for n, (check, _) in enumerate(page.domain.asked)}
    assert found == wanted, page.text
