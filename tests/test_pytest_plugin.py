"""The pytest plugin as a project uses it, each time in a pytest of its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PLAN = "## Day 1\n**Lunch**\n- Barley soup: 300 kcal\n"
SPEC = """evalspec: 1
vocabulary: meal-plan
constraints:
  - id: energy
    check: "each day: calories >= 500 kcal"
  - id: days
    check: count(day) = 1
"""
CASES = """cases:
  - name: too little
    response: |
      ## Day 1
      **Lunch**
      - Barley soup: 300 kcal
    expect: {energy: unsatisfied, days: satisfied}
  - name: enough
    response: |
      ## Day 1
      **Lunch**
      - Barley soup: 400 kcal
    expect: {energy: satisfied}
"""

Pytest = Callable[..., str]


@pytest.fixture
def run(tmp_path: Path) -> Pytest:
    def call(files: dict[str, str], *options: str, status: int = 0) -> str:
        for name, text in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-p", "evalspec.pytest_plugin", "-p",
             "no:cacheprovider", *options],
            cwd=tmp_path, capture_output=True, text=True, check=False,
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
                 "PYTEST_ADDOPTS": ""},
        )  # fmt: skip
        assert done.returncode == status, done.stdout + done.stderr
        return done.stdout

    return call


def test_expectations_of_cases_are_tests(run: Pytest) -> None:
    text = run({"specs/meal.spec.yaml": SPEC + CASES}, "-v", status=1)
    assert re.findall(r"^(\S.*) (PASSED|FAILED)", text, re.MULTILINE) == [
        ("specs/meal.spec.yaml::too little[energy]", "PASSED"),
        ("specs/meal.spec.yaml::too little[days]", "PASSED"),
        ("specs/meal.spec.yaml::enough[energy]", "FAILED"),
    ]
    assert "specs/meal.spec.yaml:20:22: energy: each day: calories >= 500 kcal" in text
    assert "expected satisfied\n  computed unsatisfied" in text
    assert '400 kcal calories  Barley soup  3:16 "400 kcal"' in text
    assert "Traceback" not in text


@pytest.mark.heavy
def test_one_expectation_can_be_run(run: Pytest) -> None:
    text = run({"meal.spec.yaml": SPEC + CASES}, "meal.spec.yaml::too little[days]")
    assert "1 passed" in text


@pytest.mark.heavy
def test_a_spec_without_cases_loads(run: Pytest) -> None:
    assert "1 passed" in run({"meal.spec.yml": SPEC})


@pytest.mark.heavy
def test_a_faulty_spec_says_where(run: Pytest) -> None:
    text = run({"meal.spec.yaml": SPEC.replace("500 kcal", "500 kg")}, status=2)
    assert re.search(r"^meal.spec.yaml:5:\d+: .*kg", text, re.MULTILINE)
    assert "Traceback" not in text


@pytest.mark.heavy
@pytest.mark.parametrize("text", ["openapi: 3.1.0\npaths: {}\n", "", "\x00\x01", "{{ template }}"])
def test_files_of_other_tools_are_left_alone(run: Pytest, text: str) -> None:
    assert "no tests ran" in run({"api.spec.yaml": text}, status=5)


TEST = """
from pathlib import Path
import evalspec

PLAN = {plan!r}

def test_short(evalspec_check):
    evalspec_check(PLAN, "meal.yaml")

def test_from_the_root(evalspec_check):
    report = evalspec_check(Path(__file__).parent / "plan.md", "top.yaml")
    assert [v.outcome for v in report.verdicts] == ["satisfied"]

def test_loaded(evalspec_check):
    evalspec_check(PLAN, evalspec.compile("evalspec: 1\\nconstraints: [check: words > 2]"))

def test_options(evalspec_check):
    evalspec_check(PLAN, "meal.yaml", min_pass_rate=0.5)
    evalspec_check(PLAN, "meal.yaml", fail_on="never")
"""


def test_the_fixture_fails_with_the_ledger(run: Pytest) -> None:
    files = {
        "tests/test_plan.py": TEST.format(plan=PLAN),
        "tests/meal.yaml": SPEC,
        "tests/plan.md": PLAN,
        "top.yaml": "evalspec: 1\nconstraints: [check: words > 2]\n",
        "pytest.ini": "[pytest]\n",
    }
    text = run(files, status=1)
    assert "1 failed, 3 passed" in text
    assert "✗ Day 1: calories = 300 kcal   needs >= 500 kcal" in text
    assert '>       evalspec_check(PLAN, "meal.yaml")' in text or "test_plan.py:8" in text
    assert "pytest_plugin.py" not in text


def test_unused_it_imports_nothing(run: Pytest) -> None:
    code = """
import sys

def test_nothing():
    mine = sorted(name for name in sys.modules if name.partition(".")[0] == "evalspec")
    assert mine == ["evalspec", "evalspec.pytest_plugin"]
    assert not {"msgspec", "yaml", "lark", "click"} & set(sys.modules)
"""
    assert "1 passed" in run({"test_nothing.py": code})
