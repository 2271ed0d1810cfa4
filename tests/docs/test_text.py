"""Every example of the page on text constraints has the outcome it is listed under."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from evalspec.check.engine import check
from evalspec.core.case import Case
from evalspec.language.compile import compile_text

PAGE = Path(__file__).parent.parent.parent / "docs" / "text.md"
EXAMPLES = [
    pytest.param(example["response"], formula, outcome, id=formula)
    for body in re.findall(r"```yaml example\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    for example in [yaml.safe_load(body)]
    for outcome in ("satisfied", "unsatisfied", "undetermined")
    for formula in example.get(outcome, ())
]


@pytest.mark.parametrize(("response", "formula", "outcome"), EXAMPLES)
def test_example(response: str, formula: str, outcome: str) -> None:
    spec = yaml.safe_dump({"evalspec": 1, "constraints": [{"check": formula}]})
    (verdict,) = check(compile_text(spec, "spec.yaml")[0], Case(response))
    assert verdict.outcome.value == outcome
    assert verdict.scopes
