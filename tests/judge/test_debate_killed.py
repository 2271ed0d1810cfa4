"""Debates of a data set that fail and are killed twice: none lost, none asked twice, none invented."""

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

ROWS, CALLS = 30, 6
SCENARIO = """replies:
- {model: c, when: "What the speakers said", reply: "So be it.\\n{marker}\\nyes", delay: 0.02}
- {model: c, reply: "I cannot tell.", delay: 0.02}
- {model: b, reply: "Not at all.\\n{marker}\\nno", delay: 0.02}
- {model: a, reply: "Surely.\\n{marker}\\nyes", delay: 0.02}
seed: 7
faults:
- {fault: error, rate: 0.08, status: 503}
- {fault: drop, rate: 0.06}
- {fault: malformed, rate: 0.06}
"""


def prepared(folder: Path, endpoint: Endpoint) -> list[str]:
    """Write a data set and its judges; return the command that runs it."""
    (folder / "mine.yaml").write_text(
        "dataset: 1\nname: mine\nresponse: answer\nrow: answer\nconstraint: {text: wish}\n"
    )
    rows = [{"answer": f"Answer {n}.", "wish": "It should feel warm."} for n in range(ROWS)]
    (folder / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    shared = f'base_url: "{endpoint.url}", concurrency: 2, retries: 20, longest_wait: 0.1'
    members = "".join(f"  {name}: {{model: {name}, {shared}}}\n" for name in "abc")
    talk = "  talk: {kind: debate, members: [a, b, c], stop: majority}\n"
    (folder / "judges.yaml").write_text(f"judges:\n{members}{talk}")
    return [
        sys.executable, "-m", "evalspec", "run", str(folder / "rows.jsonl"), "-d",
        str(folder / "mine.yaml"), "--judges", str(folder / "judges.yaml"), "--judge", "talk",
        "-o", str(folder / "out.jsonl"),
    ]  # fmt: skip


def test_two_kills_and_faults(tmp_path: Path) -> None:
    environment = {**os.environ, "EVALSPEC_CACHE_DIR": str(tmp_path / "cache")}
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with serving(tmp_path, SCENARIO) as endpoint:
        command = prepared(tmp_path, endpoint)
        for enough in (40, 100):
            with subprocess.Popen(command, env=environment, **quiet) as process:  # type: ignore[call-overload]
                while endpoint.counts().get("reply", 0) < enough:
                    time.sleep(0.02)
                process.send_signal(signal.SIGKILL)
        subprocess.run(command, env=environment, check=True, **quiet)  # type: ignore[call-overload]
        counts = endpoint.counts()
    replies = counts.pop("reply")
    lines = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert [line["row"] for line in lines] == [f"Answer {n}." for n in range(ROWS)]
    assert {line["outcome"] for line in lines} == {"satisfied"}
    assert all(len(line["judgement"]["members"]) == CALLS for line in lines)
    assert sum(counts.values()) > 0.1 * replies  # it did fail
    assert ROWS * CALLS <= replies <= ROWS * CALLS + 2 * 6  # only what a kill cut off came again
