"""The page on pipelines: its files are written, its commands run as they stand."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from evalspec.cli import COMMANDS, group

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "ci.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(\w+) ?(\S*)\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
STATUS = {"check plan.md --spec plan.spec.yaml -f github": 1,
          "check plan.md --spec plan.spec.yaml -f jsonl:plan.jsonl --min-pass-rate 60%": 1}  # fmt: skip
"""Exit status of the commands that end with another than 0."""
HOOKS = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write the files of the page."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "summary.md"))
    for _, name, body in BLOCKS:
        if name:
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(body, encoding="utf-8")
    return tmp_path


def test_commands(folder: Path) -> None:
    for kind, _, body in BLOCKS:
        if kind != "text":
            continue
        command, _, shown = body.removeprefix("$ evalspec ").partition("\n")
        made = CliRunner().invoke(group, shlex.split(command))
        assert made.output == shown, command
        assert made.exit_code == STATUS.get(command, 0), command


def test_it_takes_fewer_than_ten_commands() -> None:
    first = PAGE.partition("## GitHub")[0]
    assert 3 < len(re.findall(r"^\$ ", first, re.MULTILINE)) < 10


@pytest.mark.parametrize("name", [".github/workflows/plans.yml", ".gitlab-ci.yml"])
def test_pipelines_run(folder: Path, name: str) -> None:
    text = (folder / name).read_text("utf-8")
    commands = re.findall(r"evalspec (\w+ plan.*)", text)
    assert commands
    for command in commands:
        expanded = os.path.expandvars(command)
        made = CliRunner().invoke(group, shlex.split(expanded))
        assert made.exit_code == (1 if command.startswith("check") else 0), made.output
    if "STEP_SUMMARY" in text:
        assert "| ✗ |" in (folder / "summary.md").read_text("utf-8")
    else:
        assert '<testsuites name="evalspec" tests="3"' in (folder / "plans.xml").read_text("utf-8")


def test_the_hooks_are_those_of_the_page(folder: Path) -> None:
    used = yaml.safe_load((folder / ".pre-commit-config.yaml").read_text("utf-8"))
    assert {hook["id"] for hook in used["repos"][0]["hooks"]} == {hook["id"] for hook in HOOKS}


@pytest.mark.parametrize("hook", HOOKS, ids=lambda hook: hook["id"])
def test_hook(folder: Path, hook: dict[str, str]) -> None:
    program, command = hook["entry"].split()
    assert program == "evalspec"
    assert command in COMMANDS
    options = ["--spec", "plan.spec.yaml", "plan.md"] if command == "check" else ["plan.spec.yaml"]
    assert CliRunner().invoke(group, [command, *options]).exit_code in (0, 1)


@pytest.mark.heavy
def test_pytest(folder: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "evalspec.pytest_plugin", "-p", "no:cacheprovider"],
        cwd=folder, capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
    )  # fmt: skip
    assert done.returncode == 1, done.stdout
    assert "✗ Day 2: calories = 1150 kcal" in done.stdout.replace("sum(calories)", "calories")
    assert "1 failed, 2 passed" in done.stdout
