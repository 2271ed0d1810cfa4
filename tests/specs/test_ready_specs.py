"""Every shipped spec loads, and each of its cases gives the outcomes and values it expects."""

from __future__ import annotations

from pathlib import Path

import pytest

import evalspec
from evalspec.language.load import load_cases

SPECS = sorted((Path(__file__).parent.parent.parent / "specs").glob("*.yaml"))


@pytest.mark.parametrize("path", SPECS, ids=lambda path: path.stem)
def test_cases(path: Path) -> None:
    spec = evalspec.load(path)
    cases = load_cases(path)
    assert cases
    for case in cases:
        verdicts = {v.constraint: v for v in spec.check_case(case.case).verdicts}
        for name, expected in case.expect.items():
            verdict = verdicts[name]
            assert verdict.outcome == expected.outcome, (case.name, name, verdict)
            assert expected.reason in ("", verdict.reason), (case.name, name, verdict)
            if expected.values:
                computed = tuple(scope.computed for scope in verdict.scopes)
                assert computed == expected.values, (case.name, name, verdict)


def test_values_of_the_meal_plan() -> None:
    folder = SPECS[0].parent
    report = evalspec.load(folder / "meal.yaml").check((folder / "examples/meal.md").read_text())
    values = {v.constraint: [s.computed for s in v.scopes] for v in report.verdicts}
    assert values["energy"] == ["1425", "1480"]
    assert values["protein"] == ["95", "81"]
