"""How commands end when something outside fails: one line, a status, never a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from evalspec import cli

SPEC = "evalspec: 1\nconstraints:\n  - check: words >= 2\n"
COMMANDS = {
    "check": ["check", "plan.md", "--spec", "plan.yaml"],
    "explain": ["explain", "plan.yaml"],
    "schema": ["schema", "spec"],
    "help": ["--help"],
}
FULL = Path("/dev/full")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "plan.md").write_text("two words\n")
    (tmp_path / "plan.yaml").write_text(SPEC)
    return tmp_path


def run(arguments: list[str], folder: Path, **streams: Any) -> subprocess.CompletedProcess[str]:
    root = str(Path(cli.__file__).parent.parent.parent)
    return subprocess.run(
        [sys.executable, "-m", "evalspec", *arguments],
        cwd=folder,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": root},
        **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **streams},
    )


@pytest.mark.parametrize("name", COMMANDS)
def test_nobody_reads_the_output(name: str, folder: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = run(COMMANDS[name], folder, stdout=writer)
    os.close(writer)
    assert done.stderr == "error: the output was closed before all of it was written\n"
    assert done.returncode == 2


@pytest.mark.heavy
@pytest.mark.skipif(not FULL.exists(), reason="no /dev/full here")
@pytest.mark.parametrize("name", COMMANDS)
def test_the_disk_is_full(name: str, folder: Path) -> None:
    with FULL.open("w") as stream:
        done = run(COMMANDS[name], folder, stdout=stream)
    assert done.stderr == "error: No space left on device\n"
    assert done.returncode == 2


@pytest.mark.skipif(not FULL.exists(), reason="no /dev/full here")
def test_not_even_an_error_can_be_written(folder: Path) -> None:
    with FULL.open("w") as stream:
        done = run(["check", "none.md", "--spec", "plan.yaml"], folder, stderr=stream)
    assert done.returncode == 2


@pytest.mark.heavy
@pytest.mark.skipif(os.name != "posix", reason="closes descriptors as a POSIX shell does")
@pytest.mark.parametrize(("closed", "status"), [((1,), 0), ((2,), 0), ((0, 1, 2), 0)])
def test_streams_that_are_not_there(closed: tuple[int, ...], status: int, folder: Path) -> None:
    def close() -> None:
        for number in closed:
            os.close(number)

    streams = {"preexec_fn": close, "stdout": None, "stderr": None}
    assert run(COMMANDS["check"], folder, **streams).returncode == status


def test_a_fault_of_our_own(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    def fail(**_: Any) -> None:
        raise ZeroDivisionError("by zero")

    monkeypatch.setattr(cli.group, "main", fail)
    assert cli.main() == 2
    said = capsys.readouterr().err
    assert said.startswith("error: evalspec failed, which is a fault of its own: ZeroDivisionError")
    assert said.count("\n") == 1


def test_an_interrupt_while_importing() -> None:
    program = (
        "import builtins, sys\n"
        "importing = builtins.__import__\n"
        "def stop(name, *rest):\n"
        "    if name == 'click':\n"
        "        raise KeyboardInterrupt\n"
        "    return importing(name, *rest)\n"
        "builtins.__import__ = stop\n"
        "from evalspec.__main__ import main\n"
        "sys.exit(main())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (130, "")
