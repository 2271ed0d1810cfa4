"""Groups of things and days of meals hold what they hold, in whichever layout."""

from __future__ import annotations

from functools import cache

import pytest

import evalspec
from evalspec.core.verdict import Outcome
from tests.layouts import grouped, meals
from tests.sampling import one_in

_Asked = tuple[tuple[str, bool], ...]


@cache
def _spec(vocabulary: str, asked: _Asked) -> evalspec.Spec:
    rows = [{"id": f"q{n}", "check": check} for n, (check, _) in enumerate(asked)]
    return evalspec.compile({"evalspec": 1, "vocabulary": vocabulary, "constraints": rows})


PRICED = [
    pytest.param("general", domain.asked, page.text, id=f"{name}: {', '.join(page.choices)}")
    for name, domain in grouped.DOMAINS.items()
    for page in grouped.pages(domain)
    if page.choices not in grouped.OPEN
]
EATEN = [
    pytest.param(
        "meal-plan",
        meals.OF_MEALS + meals.OF_FOODS * of_foods,
        page.text,
        id=", ".join(page.choices),
    )
    for page, of_foods in meals.pages()
]


@pytest.mark.parametrize(("vocabulary", "asked", "text"), one_in(61, PRICED) + one_in(61, EATEN))
def test_no_layout_changes_what_holds(vocabulary: str, asked: _Asked, text: str) -> None:
    report = _spec(vocabulary, asked).check(text)
    held = (Outcome.UNSATISFIED, Outcome.SATISFIED)
    wanted = {check: held[holds] for check, holds in asked}
    found = {check: report.by_id[f"q{n}"].outcome for n, (check, _) in enumerate(asked)}
    assert found == wanted, text
