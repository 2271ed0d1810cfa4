"""deepeval scores by a metric of ours, which it copies for every test."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.adapters.pages import MEAL, SPECS, VAGUE, block

pytestmark = pytest.mark.heavy
pytest.importorskip("deepeval", reason="python -m tests.adapters deepeval installs it")

from deepeval import assert_test, evaluate  # noqa: E402
from deepeval.evaluate import DisplayConfig  # noqa: E402
from deepeval.test_case import LLMTestCase  # noqa: E402

import evalspec  # noqa: E402
from evalspec.adapters.deepeval import SpecMetric  # noqa: E402


@pytest.fixture(autouse=True)
def _offline(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEEPEVAL_TELEMETRY_OPT_OUT", "1")
    monkeypatch.chdir(tmp_path)
    shutil.copy(SPECS / "meal.yaml", tmp_path)


def test_the_page() -> None:
    names: dict[str, Any] = {"answer": MEAL}
    exec(block("deepeval", "python test"), names)
    assert_test(names["case"], [names["metric"]])
    names["case"].actual_output = VAGUE
    with pytest.raises(AssertionError, match="energy"):
        assert_test(names["case"], [names["metric"]])


def test_copies_keep_the_spec_and_the_threshold() -> None:
    tests = [LLMTestCase(input="Plan.", actual_output=text) for text in (MEAL, VAGUE)]
    metric = SpecMetric(evalspec.load("meal.yaml"), threshold=0.1)
    found = evaluate(tests, [metric], display_config=DisplayConfig(print_results=False,
                     show_indicator=False)).test_results  # fmt: skip
    scores = [one.metrics_data[0].score for one in found]
    assert sorted(scores) == [pytest.approx(1 / 7), 1.0]
    assert all(one.success for one in found)


def test_metadata_are_data() -> None:
    spec = evalspec.compile({
        "evalspec": 1, "given": {"most": {"type": "number"}},
        "constraints": [{"id": "short", "check": "words <= data.most"}],
    })  # fmt: skip
    metric = SpecMetric(spec)
    test = LLMTestCase(input="Say it.", actual_output="one two", metadata={"most": 1, "x": 2})
    assert metric.measure(test) == 0.0
    assert (metric.success, metric.score_breakdown) == (
        False, {"(score)": 0.0, "(coverage)": 1.0, "short": 0.0},
    )  # fmt: skip
