"""A bound that one changed amount crosses is never still held for kept, in generated layouts."""

from __future__ import annotations

import pytest

from tests.layouts.crossing import tries


def _unnoticed(number: int) -> list[str]:
    return [
        f"{each.after}\n{each.question.asked} <= {each.question.truth}: {each.verdicts}"
        for each in tries(number, seed=1)
        if not each.noticed
    ]


def test_a_crossed_bound_is_noticed() -> None:
    assert not _unnoticed(20)


@pytest.mark.heavy
def test_a_crossed_bound_is_noticed_in_a_thousand_tries() -> None:
    assert not _unnoticed(1000)
