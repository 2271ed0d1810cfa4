"""Figures of agreement, and what they say of nothing."""

from __future__ import annotations

import json
import os
from collections import Counter
from pathlib import Path

import pytest

from evalspec.compare.agreement import summary
from evalspec.core.verdict import Outcome

DATA = Path(os.environ.get("EVALSPEC_DATA", Path(__file__).parents[3] / "shared" / "data"))
PUBLISHED = DATA / "papers" / "acs_table1_confusions.json"


def test_undetermined_is_a_miss_of_its_label_and_a_false_alarm_of_none() -> None:
    pairs = [(True, Outcome.SATISFIED), (True, Outcome.UNDETERMINED), (False, Outcome.UNSATISFIED)]
    found = summary(Counter(pairs), {})
    assert found.accuracy == pytest.approx(2 / 3)
    assert found.f1_satisfied == pytest.approx(2 / 3)
    assert found.f1_unsatisfied == 1
    assert found.coverage == pytest.approx(2 / 3)
    assert found.accuracy_decided == 1


def test_nothing_has_no_figures() -> None:
    found = summary({}, {})
    assert (found.n, found.accuracy, found.f1_satisfied, found.coverage) == (0, None, None, None)


def test_one_class_only() -> None:
    found = summary({(True, Outcome.SATISFIED): 1}, {})
    assert (found.f1_satisfied, found.f1_unsatisfied) == (1, None)


@pytest.mark.skipif(not PUBLISHED.exists(), reason=f"needs {PUBLISHED.name} (EVALSPEC_DATA)")
def test_published_confusions_give_the_published_figures() -> None:
    checked = 0
    for cell in json.loads(PUBLISHED.read_text()):
        for counts in cell["confusion"]:
            found = summary(
                {
                    (True, Outcome.SATISFIED): counts["tp"],
                    (True, Outcome.UNSATISFIED): counts["fn"],
                    (False, Outcome.SATISFIED): counts["fp"],
                    (False, Outcome.UNSATISFIED): counts["tn"],
                },
                {},
            )
            for name in ("accuracy", "f1_satisfied", "f1_unsatisfied"):
                value = getattr(found, name)
                assert f"{100 * value:.2f}" == f"{cell[name]:.2f}", (cell["model"], name)
                checked += 1
    assert checked == 48
