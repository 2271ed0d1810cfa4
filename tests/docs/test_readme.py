"""The examples of the README and the tutorial: their specs give the output that is shown."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from evalspec.cli import group

ROOT = Path(__file__).parent.parent.parent
README = (ROOT / "README.md").read_text("utf-8")
TUTORIAL = (ROOT / "docs" / "tutorial.md").read_text("utf-8")


def _block(page: str, kind: str) -> str:
    """Return the only fenced block of a kind."""
    (body,) = re.findall(rf"```{kind}\n(.*?)```", page, re.DOTALL)
    return str(body)


def test_readme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (command,) = re.findall(r"A run \(`evalspec (.*?)`\)", README)
    monkeypatch.chdir(ROOT)
    spec = tmp_path / "plan.yaml"
    spec.write_text(_block(README, "yaml"), encoding="utf-8")
    made = CliRunner().invoke(group, shlex.split(command.replace("plan.yaml", str(spec))))
    assert made.output == _block(README, "text")
    assert made.exit_code == 1


def test_readme_is_one_screen() -> None:
    assert len(README.splitlines()) <= 64


def test_tutorial(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("plan.md").write_text(_block(TUTORIAL, "markdown"), encoding="utf-8")
    Path("plan.yaml").write_text(_block(TUTORIAL, "yaml"), encoding="utf-8")
    command, _, shown = _block(TUTORIAL, "text").partition("\n")
    made = CliRunner().invoke(group, shlex.split(command)[2:])
    assert made.output == shown
    assert made.exit_code == 1
