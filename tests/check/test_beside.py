"""A response that has the headings of another vocabulary is read by that one as well."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from evalspec.check.engine import check
from evalspec.core.case import Case
from evalspec.language.compile import compile_text
from tests import quick_yaml

CASES: list[dict[str, Any]] = quick_yaml.load(
    (Path(__file__).parent / "beside.yaml").read_text("utf-8")
)
BESIDE = {"general": "vocabulary=script", "meal-plan": "vocabulary=meal-plan+script"}


@pytest.mark.parametrize("vocabulary", [*BESIDE, "workout"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["name"]))
def test_read_beside(case: dict[str, Any], vocabulary: str) -> None:
    lines = [f"- {text}" for text in case["sentences"]]
    spec = "\n".join(["evalspec: 1", f"vocabulary: {vocabulary}", "constraints:", *lines])
    program, _ = compile_text(spec, "spec.yaml")
    for verdict in check(program, Case(case["response"])):
        wanted = case["sentences"][verdict.text]
        read_by = BESIDE.get(vocabulary)
        if read_by is None:
            assert not any(one.startswith("vocabulary=") for one in verdict.assumptions)
            continue
        assert verdict.outcome.value == wanted["outcome"], verdict
        assert verdict.canonical == wanted.get("canonical", verdict.canonical)
        assert (read_by in verdict.assumptions) is wanted["by"], verdict
        if "value" in wanted:
            assert [scope.computed for scope in verdict.scopes] == [wanted["value"]]
