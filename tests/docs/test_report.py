"""Every command of docs/report.md runs."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from evalspec.cli import group

ROOT = Path(__file__).resolve().parents[2]
PLANS = (
    "user_request,agent_response,constraint,is_constraint_satisfied,domain\n"
    '"Two days, please.","Day 1\nDay 2","The plan must be for 2 days.",1,schedule\n'
)


def test_the_commands_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shutil.copy(ROOT / "specs/examples/meal.md", "plan.md")
    shutil.copy(ROOT / "specs/meal.yaml", "meal.yaml")
    Path("plans.csv").write_text(PLANS)
    text = (ROOT / "docs/report.md").read_text(encoding="utf-8")
    commands = [line.split() for line in text.splitlines() if line.startswith("    evalspec ")]
    assert len(commands) == 5
    for _, *arguments in commands:
        if "judge.jsonl" in arguments:
            judged = Path("rules.jsonl").read_text().replace('"symbolic"', '"judge"')
            Path("judge.jsonl").write_text(judged)
        assert CliRunner().invoke(group, arguments).exit_code == 0, arguments
    assert "judge" in Path("report.html").read_text(encoding="utf-8")
