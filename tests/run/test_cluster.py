"""Runs on Ray: the same bytes as in one process, whatever is killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("ray", reason="needs the extra `ray`")
pytestmark = pytest.mark.heavy

SPEC = """evalspec: 1
vocabulary: meal-plan
constraints:
  - {id: days, check: count(day) = 2}
  - {id: fat, text: Each day must have at most 60 g of fat.}
"""
PLAN = "## Day 1\n- Soup: {} g fat\n## Day 2\n- Curry: 50 g fat"
HERE = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "RAY_USAGE_STATS_ENABLED": "0"}


def _command(folder: Path, out: str, engine: str) -> list[str]:
    return [sys.executable, "-m", "evalspec", "run", f"{folder}/d.jsonl", "--spec",
            f"{folder}/spec.yaml", "-o", f"{folder}/{out}/", "--workers", "2",
            "--engine", engine]  # fmt: skip


def _content(folder: Path) -> dict[str, bytes]:
    return {p.name: p.read_bytes() for p in folder.iterdir() if not p.name.startswith(".")}


def test_a_killed_run_goes_on_and_gives_the_same_bytes(tmp_path: Path) -> None:
    (tmp_path / "spec.yaml").write_text(SPEC)
    rows = [{"response": PLAN.format(n % 90)} for n in range(4500)]
    (tmp_path / "d.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    subprocess.run(_command(tmp_path, "one", "local"), check=True, env=HERE, capture_output=True)
    killed = subprocess.Popen(_command(tmp_path, "two", "ray"), env=HERE,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              start_new_session=True)  # fmt: skip
    deadline = time.monotonic() + 90
    while not list((tmp_path / "two").glob("part-*")) and time.monotonic() < deadline:
        time.sleep(0.2)
    os.killpg(killed.pid, signal.SIGKILL)
    killed.wait()
    made = _content(tmp_path / "two")
    assert made
    done = subprocess.run(
        _command(tmp_path, "two", "ray"), env=HERE, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("9000 verdicts, 0 skipped\n")
    assert _content(tmp_path / "two") == _content(tmp_path / "one")
