"""The shipped command file makes three benchmarks, from plan to card, against the scripted endpoint."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from evalspec.bench.kept.folder import Folder
from evalspec.cli import group
from evalspec.judge import client
from tests.docs.worked import ROOT
from tests.judge.endpoint import MARKER, Endpoint, serving

HERE = ROOT / "specs" / "examples" / "bench"
SCENARIO = (HERE / "scenario.yaml").read_text("utf-8").replace(MARKER, "")
FAULTS = "faults: [{fault: error, rate: 0.1, status: 503}, {fault: drop, rate: 0.1}]\nseed: 5\n"
STATE = ("spent.json", "plan.json", "transcript.jsonl")
"""What a folder of `bench plan` says of the run itself: seconds, and what was paid."""


def commands(out: Path, kept: Path, how: str) -> Iterator[list[str]]:
    """Yield the commands of the file as the shell would run them."""
    known = {"out": str(out), "kept": str(kept), "how": how, "here": str(HERE)}
    for line in (HERE / "chain.sh").read_text("utf-8").splitlines():
        if line.startswith("evalspec "):
            for name, value in known.items():
                line = line.replace(f"${name}", value)
            yield shlex.split(line)[1:]


def chain(out: Path, kept: Path, how: str) -> None:
    """Run the commands of the file here, one after the other."""
    for folder in (out, kept):
        folder.mkdir(parents=True, exist_ok=True)
    for command in commands(out, kept, how):
        done = CliRunner().invoke(group, command)
        assert done.exit_code == 0, (command, done.output, done.exception)


def contents(out: Path) -> dict[str, bytes]:
    """Return every file that is not about the run itself."""
    return {
        str(path.relative_to(out)): path.read_bytes()
        for path in sorted(out.rglob("*"))
        if path.is_file() and path.name not in STATE
    }


@pytest.fixture(scope="module")
def calm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, Endpoint]]:
    """Run the file once, without faults; return where, and who was asked."""
    folder = tmp_path_factory.mktemp("calm")
    with pytest.MonkeyPatch.context() as patched, serving(folder, SCENARIO) as endpoint:
        patched.setenv("EVALSPEC_CACHE_DIR", str(folder / "cache"))
        patched.setenv("EVALSPEC_JUDGE_URL", endpoint.url)
        chain(folder / "out", folder / "kept", "record")
        yield folder, endpoint


@pytest.mark.heavy
def test_the_whole_chain_is_the_same_on_replay(
    calm: tuple[Path, Endpoint], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, endpoint = calm
    sent = endpoint.counts()
    monkeypatch.setenv("EVALSPEC_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("EVALSPEC_JUDGE_URL", endpoint.url)
    chain(tmp_path / "out", folder / "kept", "replay")
    assert endpoint.counts() == sent
    first, second = contents(folder / "out"), contents(tmp_path / "out")
    assert first.keys() == second.keys()
    assert [name for name in first if first[name] != second[name]] == []
    _sound(folder / "out")


def _sound(out: Path) -> None:
    """Check what the chain made."""
    assert [Folder(out / name).manifest()["instances"] for name in ("calendar", "text", "tours")] == [
        6, 4, 6,
    ]  # fmt: skip
    drafts = out / "tours-plan" / "draft"
    assert [len(json.loads((drafts / f"{n}.problems.json").read_text("utf-8"))) for n in (1, 2)] == [
        2, 0,
    ]  # fmt: skip
    text = json.loads((out / "text.json").read_text("utf-8"))
    assert [one["voice"] for one in text["models"]] == ["rules", "atoms", "whole"]
    assert text["disagreements"]
    for name in ("calendar", "text", "tours"):
        page = (out / f"{name}.html").read_text("utf-8")
        assert "<h2>Checks</h2>" in page
        assert "not verified" not in page
    assert "bench-constraint@1, medium" in (out / "text.md").read_text("utf-8")


@pytest.mark.heavy
def test_with_faults_and_a_kill_nothing_is_lost_or_asked_twice(
    calm: tuple[Path, Endpoint], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, untroubled = calm
    questions = untroubled.counts()["reply"]
    monkeypatch.setenv("EVALSPEC_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(client, "FIRST_WAIT", 0.01)
    with serving(tmp_path, FAULTS + SCENARIO) as endpoint:
        monkeypatch.setenv("EVALSPEC_JUDGE_URL", endpoint.url)
        under_way = _killed(tmp_path, endpoint.counts, questions // 2)
        chain(tmp_path / "out", tmp_path / "kept", "record")
        counts = endpoint.counts()
    assert counts["error"] + counts["drop"] > questions // 10
    # What was on its way when a process was killed may have been answered to nobody.
    assert questions <= counts["reply"] <= questions + under_way
    first, rough = contents(folder / "out"), contents(tmp_path / "out")
    assert first.keys() == rough.keys()
    # Instances that were there already are not asked for again, so the transcript of the last run, from
    # which the card of BA-Text counts costs, lacks them.
    assert {name for name in first if first[name] != rough[name]} <= {"text.html", "text.md"}


def _killed(folder: Path, counts: object, replies: int) -> int:
    """Run the chain until so many replies came, and kill it; return what may be under way."""
    assert callable(counts)
    program = (
        "import sys; from pathlib import Path; from tests.bench.test_chain import chain, client;"
        " client.FIRST_WAIT = 0.01; chain(Path(sys.argv[1]), Path(sys.argv[2]), 'record')"
    )
    command = [sys.executable, "-c", program, str(folder / "out"), str(folder / "kept")]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, env=environment) as process:
        while counts().get("reply", 0) < replies and process.poll() is None:
            time.sleep(0.02)
        process.send_signal(signal.SIGKILL)
    return 8
