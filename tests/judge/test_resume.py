"""A run that is killed, and processes that share a cache: nothing is asked twice for nothing."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.judge.endpoint import Endpoint, serving

pytestmark = pytest.mark.heavy

SLOW = 'replies: [{reply: "Looked.\\n{marker}\\nyes", delay: 0.05}]'
ROWS = 80


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Write a data set whose constraints no rule understands."""
    (tmp_path / "mine.yaml").write_text(
        "dataset: 1\nname: mine\nresponse: answer\nconstraint: {text: wish}\nlabels: {human: ok}\n"
    )
    rows = [
        {"answer": f"Answer number {n}.", "wish": "It should feel warm and welcoming.", "ok": 1}
        for n in range(ROWS)
    ]
    path = tmp_path / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def command(data: Path, endpoint: Endpoint, output: str) -> list[str]:
    return [
        sys.executable, "-m", "evalspec", "run", str(data), "-d", str(data.parent / "mine.yaml"),
        "--judge", "zero-shot", "--judge-url", endpoint.url, "--judge-model", "m",
        "--judge-concurrency", "4", "-o", str(data.parent / output),
    ]  # fmt: skip


def environment(data: Path) -> dict[str, str]:
    return {**os.environ, "EVALSPEC_CACHE_DIR": str(data.parent / "cache")}


def outcomes(data: Path, output: str) -> list[str]:
    lines = (data.parent / output).read_text().splitlines()
    return [json.loads(line)["outcome"] for line in lines]


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_a_killed_run_goes_on_where_it_was(tmp_path: Path, data: Path, how: int) -> None:
    with serving(tmp_path, SLOW) as endpoint:
        first = subprocess.Popen(
            command(data, endpoint, "first.jsonl"), env=environment(data),
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # ignored by what runs behind
        )  # fmt: skip
        while endpoint.counts().get("reply", 0) < 10:
            time.sleep(0.02)
        first.send_signal(how)
        _, said = first.communicate()
        if how == signal.SIGINT:
            assert first.returncode == 130
            assert "Traceback" not in said
            assert "run again to go on" in said
        time.sleep(0.1)
        before = endpoint.counts()["reply"]
        subprocess.run(command(data, endpoint, "second.jsonl"), env=environment(data), check=True,
                       capture_output=True)  # fmt: skip
        after = endpoint.counts()["reply"]
    assert outcomes(data, "second.jsonl") == ["satisfied"] * ROWS
    assert before < ROWS
    assert after - before >= ROWS - before
    assert after <= ROWS + 4  # only what was under way is asked again


def test_two_processes_share_a_cache(tmp_path: Path, data: Path) -> None:
    with serving(tmp_path, SLOW) as endpoint:
        both = [
            subprocess.Popen(command(data, endpoint, name), env=environment(data),
                             stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            for name in ("a.jsonl", "b.jsonl")
        ]  # fmt: skip
        for process in both:
            _, said = process.communicate()
            assert process.returncode == 0, said
        asked = endpoint.counts()["reply"]
        subprocess.run(command(data, endpoint, "c.jsonl"), env=environment(data), check=True,
                       capture_output=True)  # fmt: skip
        assert endpoint.counts()["reply"] == asked
    for name in ("a.jsonl", "b.jsonl", "c.jsonl"):
        assert outcomes(data, name) == ["satisfied"] * ROWS
