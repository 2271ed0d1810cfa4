"""The rewrites themselves, and a sample of the tested sentences in other words."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.language.closure.changes import changes, data, outcome

pytestmark = pytest.mark.heavy


def test_a_seed_makes_the_same_changes() -> None:
    assert list(changes("", 3, seed=1)) == list(changes("", 3, seed=1))


def test_every_rewrite_changes_sentences() -> None:
    found = Counter(one.rewrite for one in changes("", 5, seed=1))
    assert set(data()["rewrites"]) <= set(found)


def test_no_change_has_an_empty_slot() -> None:
    assert not [one.text for one in changes("", 40, seed=2) if "{" in one.text or "^" in one.text]


@pytest.mark.parametrize("rewrite", ["under", "be and have", "endings"])
def test_what_is_reworded_keeps_its_meaning(rewrite: str) -> None:
    found = [outcome(one) for one in changes(rewrite, 40, seed=3)]
    kept = sum(one.kind == "same" for one in found)
    assert kept >= 0.85 * len(found), [one.changed.text for one in found if one.kind != "same"]
