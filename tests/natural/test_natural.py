"""Answers of models to everyday requests, read as a person reads them.

The formulas in `golden.yaml` were written by hand from the answers. The
answers themselves are not part of the project: folder `EVALSPEC_DATA`, or `../shared/data`.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
from functools import cache
from pathlib import Path

import pytest

import evalspec
from evalspec.core.verdict import Outcome
from tests import quick_yaml

HERE = Path(__file__).parent
FOLDER = Path(os.environ.get("EVALSPEC_DATA") or HERE.parents[2] / "shared" / "data")
ANSWERS = FOLDER / "natural" / "dev.jsonl.gz"
GOLDEN = quick_yaml.load((HERE / "golden.yaml").read_text("utf-8"))
WRITTEN = quick_yaml.load((HERE / "written.yaml").read_text("utf-8"))


def _parameters() -> list[object]:
    found: list[object] = []
    for case in GOLDEN:
        told = (case["row"], case["sha256"], case["vocabulary"])
        found += [pytest.param(*told, formula) for formula in case["holds"]]
        found += [
            pytest.param(*told, formula, marks=pytest.mark.xfail(strict=True, reason=reason))
            for reason, formulas in case.get("gaps", {}).items()
            for formula in formulas
        ]
    return found


@cache
def _answers() -> list[str]:
    with gzip.open(ANSWERS, "rt", encoding="utf-8") as lines:
        return [json.loads(line)["response"] for line in lines]


@pytest.mark.skipif(not ANSWERS.is_file(), reason=f"{ANSWERS} is not there")
@pytest.mark.parametrize(("row", "sha256", "vocabulary", "formula"), _parameters())
def test_formula_is_true(row: int, sha256: str, vocabulary: str, formula: str) -> None:
    answer = _answers()[row]
    assert hashlib.sha256(answer.encode()).hexdigest().startswith(sha256), "another answer"
    spec = {"evalspec": 1, "vocabulary": vocabulary, "constraints": [{"check": formula}]}
    verdict = evalspec.compile(json.dumps(spec)).check(answer).verdicts[0]
    computed = [f"{scope.computed} {scope.unit}".strip() for scope in verdict.scopes]
    assert verdict.outcome is Outcome.SATISFIED, (computed, verdict.reason.value, verdict.detail)


def _written() -> list[object]:
    return [
        pytest.param(case["vocabulary"], case["response"], formula, outcome, id=formula)
        for case in WRITTEN
        for outcome, name in ((Outcome.SATISFIED, "holds"), (Outcome.UNDETERMINED, "gaps"))
        for formula in case.get(name, ())
    ]


@pytest.mark.parametrize(("vocabulary", "response", "formula", "outcome"), _written())
def test_formula_of_a_written_answer(
    vocabulary: str, response: str, formula: str, outcome: Outcome
) -> None:
    spec = {"evalspec": 1, "vocabulary": vocabulary, "constraints": [{"check": formula}]}
    verdict = evalspec.compile(json.dumps(spec)).check(response).verdicts[0]
    computed = [f"{scope.computed} {scope.unit}".strip() for scope in verdict.scopes]
    assert verdict.outcome is outcome, (computed, verdict.reason.value, verdict.detail)
