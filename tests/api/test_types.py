"""What a type checker sees of the public names."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from mypy import api as mypy

import evalspec

ROOT = Path(__file__).parent.parent.parent

RIGHT = """
from collections.abc import Iterator
from typing import assert_type
import evalspec

spec = evalspec.load("meal.yaml")
report = spec.check("text")
assert_type(spec, evalspec.Spec)
assert_type(report, evalspec.Report)
assert_type(report.score(undetermined="fail"), float | None)
assert_type(report.vector, tuple[float | None, ...])
assert_type(report.by_id, dict[str, evalspec.Verdict])
assert_type(report.verdicts[0].outcome, evalspec.Outcome)
assert_type(spec.check_many(["text"], workers=2), Iterator[evalspec.Report])
assert_type(evalspec.compile({"evalspec": 1}), evalspec.Spec)
assert_type(evalspec.as_text(report), str)
assert_type(evalspec.exit_status([report]), int)
assert_type(evalspec.run_dataset("acs", "plans.csv"), evalspec.DatasetRun)
"""

WRONG = """
evalspec.laod("meal.yaml")
spec.chek("text")
report.verdict
report.verdicts[0].outcom
report.score()
report.score(undetermined="pass")
spec.check(None)
evalspec.compile(3)
spec.check_many("text", worker=2)
"""


@pytest.mark.heavy
def test_a_type_checker_knows_the_public_names(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(RIGHT + WRONG.lstrip())
    said, problems, _ = mypy.run(["--config-file", str(ROOT / "pyproject.toml"), str(program)])
    assert not problems
    found = {int(line) for line in re.findall(r"program\.py:(\d+): error", said)}
    start = RIGHT.count("\n") + 1
    assert found == set(range(start, start + WRONG.strip().count("\n") + 1)), said


def test_every_public_name_is_there() -> None:
    for name in evalspec.__all__:
        assert getattr(evalspec, name)
    with pytest.raises(AttributeError, match="has no attribute 'laod'"):
        evalspec.laod  # type: ignore[attr-defined]  # noqa: B018
