"""English sentences on real responses: outcome and value against what was worked out by hand."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from evalspec.run.adapter import load_adapter
from evalspec.run.evaluate import Evaluator, Result
from evalspec.run.rows import find_files, read_files
from tests import quick_yaml
from tests.golden.score import responses

TEXTS = responses()
TRUTH: dict[int, list[Any]] = quick_yaml.load(
    (Path(__file__).parent / "acs_dev_truth.yaml").read_text("utf-8")
)["truth"]


@cache
def _results() -> list[Result]:
    folder = os.environ.get("EVALSPEC_DATA") or Path(__file__).parents[3] / "shared" / "data"
    path = Path(folder) / "acs" / "dev.csv"
    found = Evaluator(load_adapter("acs")).results(read_files(find_files([str(path)])))
    return [result for result in found if isinstance(result, Result)]


def _rows() -> list[Any]:
    rows = []
    for row, (outcome, *rest) in TRUTH.items():
        if outcome != "disputable":
            rows.append(pytest.param(row, outcome, rest[0] if rest else None, id=str(row)))
    return rows


@pytest.mark.skipif(TEXTS is None, reason="../shared/data is not there (EVALSPEC_DATA names it)")
@pytest.mark.parametrize(("row", "outcome", "value"), _rows())
def test_row(row: int, outcome: str, value: Any) -> None:
    verdict = _results()[row].verdict
    assert verdict.outcome.value == outcome
    if value is None or verdict.canonical.startswith(("exists", "start(")):
        return  # that something is there, at a time, has no number
    wanted = value if isinstance(value, list) else [value]
    found = [float(s.computed) * (60 if s.unit == "h" else 1) for s in verdict.scopes]
    assert found == pytest.approx(wanted, abs=0.5)
