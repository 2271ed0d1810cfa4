"""The page on comparing: its files are written, its commands run, their output is as it stands."""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from evalspec.cli import group

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "comparing.md").read_text("utf-8")
DATA = Path(os.environ.get("EVALSPEC_DATA", ROOT.parent / "shared" / "data"))
BLOCKS = re.findall(r"```(\w+) ?(\S*)\n(.*?)```", PAGE, re.DOTALL)


def run(body: str) -> None:
    commands = re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]
    for command, _, shown in (one.partition("\n") for one in commands):
        made = CliRunner().invoke(group, shlex.split(command)[1:])
        assert made.exit_code == 0, made.output
        assert made.stdout == shown, command


def test_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for kind, name, body in BLOCKS:
        if kind == "console":
            if not name:
                run(body)
        else:
            Path(name).write_text(body, encoding="utf-8")


def test_recorded_judge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not (DATA / "structflow").exists():
        pytest.skip(f"the recorded verdicts are not in {DATA}; set EVALSPEC_DATA")
    monkeypatch.chdir(tmp_path)
    Path("data").symlink_to(DATA)
    (body,) = [body for kind, name, body in BLOCKS if (kind, name) == ("console", "shared")]
    run(body)
    violations = re.findall(r"rules unsatisfied +(\d+) +(\d+)", body)
    assert violations == [("326", "122")]
    assert "Of 448 violations that the rules count,\nthe judge passed 326" in PAGE
