"""Plans in which one line is written unlike its siblings: the habits that are read surely, or left open."""

from __future__ import annotations

import pytest

from tests.layouts.habits import odd
from tests.layouts.score import describe

pytestmark = pytest.mark.heavy

PLANS = 9
"""One of each domain."""
SURE = (
    "a gap above", "italic name", "capitals", "small letters",
    "a bracket in the name", "a bracket behind", "a picture", "a word before", "name (amounts)",
)  # fmt: skip


@pytest.mark.parametrize("habit", SURE)
def test_no_value_is_silently_wrong(habit: str) -> None:
    for _, trial in odd(PLANS, 5, habit):
        assert trial.worst != "wrong", describe(trial)
