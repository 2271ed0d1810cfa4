"""The page on writing specs: its files are written, its commands run as they stand."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from evalspec.cli import group

PAGE = (Path(__file__).parent.parent.parent / "docs" / "authoring.md").read_text("utf-8")
STATUS = {"$ evalspec test plan.yaml": 1, "$ evalspec fmt --diff plan.yaml": 1}
"""Exit status of the commands that end with another than 0."""


def changed(content: str, diff: str) -> str:
    """Replace the lines marked with a space or `-` by those marked with a space or `+`."""
    lines = diff.splitlines(keepends=True)
    old = "".join(line[1:] for line in lines if line[0] in " -")
    assert content.count(old) == 1, old
    return content.replace(old, "".join(line[1:] for line in lines if line[0] in " +"))


def test_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for kind, name, body in re.findall(r"```(\w+) ?(\S*)\n(.*?)```", PAGE, re.DOTALL):
        if name:
            content = changed(Path(name).read_text("utf-8"), body) if kind == "diff" else body
            Path(name).write_text(content, encoding="utf-8")
            continue
        command, _, shown = body.partition("\n")
        made = CliRunner().invoke(group, shlex.split(command)[2:])
        assert made.output == shown, command
        assert made.exit_code == STATUS.get(command, 0)


def test_every_starter_is_named() -> None:
    from evalspec.author.init import domains

    listed = re.search(r"There are starters for (.*)\.", PAGE)
    assert listed is not None
    assert re.split(r", | and ", listed[1]) == domains()
