"""promptfoo asks by its webhook and by a Python assertion; both grade alike."""

from __future__ import annotations

from pathlib import Path

import pytest

import evalspec
from tests.adapters.pages import MEAL, SPECS, VAGUE, block
from tests.adapters.promptfoo import PROGRAM, run, webhook

pytestmark = [
    pytest.mark.heavy,
    pytest.mark.skipif(not PROGRAM, reason="python -m tests.adapters promptfoo installs it"),
]
GIVEN = """
evalspec: 1
given: {most: {type: number}}
constraints:
  - {id: short, check: words <= data.most}
  - {id: soup, severity: warning, check: 'contains any of ["soup"]'}
"""


def test_the_webhook(tmp_path: Path) -> None:
    with webhook(SPECS / "meal.yaml") as assertion:
        honest, vague = run(tmp_path, assertion, [MEAL, VAGUE])
    assert (honest["success"], honest["score"]) == (True, 1)
    assert (vague["success"], vague["score"]) == (False, pytest.approx(1 / 7))
    reason = vague["gradingResult"]["componentResults"][0]["reason"]
    assert "? energy" in reason


def test_an_assertion_in_python(tmp_path: Path) -> None:
    honest, vague = run(tmp_path, block("promptfoo", "yaml python"), [MEAL, VAGUE])
    assert (honest["success"], honest["score"]) == (True, 1)
    assert (vague["success"], vague["score"]) == (False, pytest.approx(1 / 7))
    assert vague["namedScores"] == {
        "days": 0, "meals": 0, "energy": 0, "protein": 0, "breakfast": 0, "no-poultry": 1,
        "fish-once": 0,
    }  # fmt: skip
    parts = vague["gradingResult"]["componentResults"]
    assert any(part["reason"].startswith("energy: undetermined: ") for part in parts)


def test_variables_are_data_and_a_warning_fails_nothing(tmp_path: Path) -> None:
    (tmp_path / "given.yaml").write_text(GIVEN)
    python = block("promptfoo", "yaml python").replace("meal.yaml", "given.yaml")
    (one,) = run(tmp_path, python, ["rice"], {"most": 1})
    assert (one["success"], one["score"]) == (True, 0.5)
    with webhook(tmp_path / "given.yaml") as assertion:
        asked = assertion.replace("/meal", "/given")
        (one,) = run(tmp_path, asked, ["rice"], {"most": 1})
    assert (one["success"], one["score"]) == (True, 0.5)


def test_a_fault_of_ours_is_an_error(tmp_path: Path) -> None:
    python = block("promptfoo", "yaml python").replace("meal.yaml", "nowhere.yaml")
    (one,) = run(tmp_path, python, ["rice"])
    assert not one["success"]
    assert "nowhere.yaml" in one["gradingResult"]["componentResults"][0]["reason"]


def test_results_are_a_data_set(tmp_path: Path) -> None:
    run(tmp_path, "", [MEAL, VAGUE])
    found = evalspec.run_dataset("promptfoo", tmp_path / "out.json", spec=SPECS / "meal.yaml")
    assert not found.problems
    assert [one.verdict.outcome.value for one in found.results[::7]] == ["satisfied", "unsatisfied"]
