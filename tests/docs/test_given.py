"""The page on given data: its files are written, its commands run as they stand."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "given.md").read_text("utf-8")
STATUS = [1, 2]
"""Exit status of each command of the page, in order."""


def test_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    statuses = []
    for kind, name, body in re.findall(r"```(\w+) ?(\S*)\n(.*?)```", PAGE, re.DOTALL):
        assert kind in ("markdown", "yaml", "text")
        if name:
            Path(name).write_text(body, encoding="utf-8")
            continue
        command, _, shown = body.partition("\n")
        words = [sys.executable, "-m", "evalspec", *shlex.split(command)[2:]]
        made = subprocess.run(
            words,
            capture_output=True,
            encoding="utf-8",
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"},
            check=False,
        )
        assert made.stdout + made.stderr == shown, command
        statuses.append(made.returncode)
    assert statuses == STATUS
