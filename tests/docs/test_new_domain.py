"""The page on a domain of one's own: its files are written, its commands run as they stand."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from evalspec.cli import group
from tests.docs.vocabulary_keys import table

PAGE = (Path(__file__).parent.parent.parent / "docs" / "new-domain.md").read_text("utf-8")
STATUS = [0, 0, 0, 0, 1, 0, 0, 0]
"""Exit status of each command of the page, in order."""


def _write(name: str, body: str) -> None:
    Path(name).write_text(body, encoding="utf-8")


def _change(name: str, diff: str) -> None:
    """Replace the lines marked with a space or `-` by those marked with a space or `+`."""
    lines = diff.splitlines(keepends=True)
    old = "".join(line[1:] for line in lines if line[0] in " -")
    new = "".join(line[1:] for line in lines if line[0] in " +")
    content = Path(name).read_text("utf-8")
    assert content.count(old) == 1, (name, old)
    _write(name, content.replace(old, new))


def test_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    statuses: list[int] = []
    for kind, name, body in re.findall(r"```(\w+) ?(\S*)\n(.*?)```", PAGE, re.DOTALL):
        if kind == "diff":
            _change(name, body)
        elif name:
            _write(name, body)
        else:
            command, _, shown = body.partition("\n")
            made = CliRunner().invoke(group, shlex.split(command)[2:])
            assert made.output == shown, command
            statuses.append(made.exit_code)
    assert statuses == STATUS


def test_every_key_is_in_the_table() -> None:
    assert table() in PAGE
