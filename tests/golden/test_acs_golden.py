"""The numbers of real responses, worked out by reading them, against what the tool finds."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import quick_yaml
from tests.golden.score import Value, agrees, found, golden_values, responses

TEXTS = responses()
HERE = Path(__file__).parent


@pytest.mark.heavy
@pytest.mark.skipif(TEXTS is None, reason="../shared/data is not there (EVALSPEC_DATA names it)")
@pytest.mark.parametrize(
    "value", [pytest.param(v, id=f"{v.row} {v.kind}") for v in golden_values()]
)
def test_golden_value(value: Value) -> None:
    assert TEXTS is not None
    got = found(value, TEXTS[value.row])
    assert agrees(value, got), f"{value.check}: expected {value.expected}, found {got}"


def test_sums_of_meals_are_the_sums_of_days() -> None:
    for entry in quick_yaml.load((HERE / "acs_dev.yaml").read_text("utf-8")):
        for measure, days in entry.get("day_sums", {}).items():
            assert [sum(day) for day in entry["meal_sums"][measure]] == days


def test_every_datapoint_has_an_outcome() -> None:
    truth = quick_yaml.load((HERE / "acs_dev_truth.yaml").read_text("utf-8"))["truth"]
    assert sorted(truth) == list(range(194))
    assert {outcome for outcome, *_ in truth.values()} == {
        "satisfied",
        "unsatisfied",
        "disputable",
    }
