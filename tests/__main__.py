"""`python -m tests [--all | --whole]`: every check of the project; stops at the first that fails.

The tests run while the types are checked. Heavy tests run only with `--all`, as before a release;
with `--whole` also those that try in full what a sample of it shows.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BYTECODE = ROOT / ".pytest_cache" / "bytecode"
STEPS = (
    ("ruff", "check", "."),
    ("ruff", "format", "--check", "."),
    ("lint-imports",),
)
TYPES = ("mypy",)
TESTS = ("pytest", "-n", "auto", "--dist", "worksteal")
"""Commands, found beside the running interpreter."""


def main() -> int:
    """Run every step; return the status of the first that fails."""
    heavy = tuple(option for option in ("--all", "--whole") if option in sys.argv[1:])
    for step in STEPS:
        if status := _ended(step, _started(step)):
            return status
    types = _started(TYPES, quiet=True)
    tests = _started((*TESTS, *heavy))
    statuses = _ended((*TESTS, *heavy), tests), _ended(TYPES, types)
    return next((status for status in statuses if status), 0)


def _started(step: tuple[str, ...], *, quiet: bool = False) -> subprocess.Popen[str]:
    """Start a step; what a quiet one says is kept back until it has ended."""
    name, *arguments = step
    command = [str(Path(sys.executable).parent / name), *arguments]
    if not quiet:
        print(f"$ {' '.join(step)}", flush=True)
    kept = subprocess.PIPE if quiet else None
    return subprocess.Popen(
        command,
        cwd=ROOT,
        text=True,
        env=_environment(),
        stdout=kept,
        stderr=kept and subprocess.STDOUT,
    )


def _environment() -> dict[str, str]:
    """Keep bytecode, if need be beside the sources: hundreds of tests start a Python of their own."""
    given = dict(os.environ)
    if given.pop("PYTHONDONTWRITEBYTECODE", None):
        given["PYTHONPYCACHEPREFIX"] = str(BYTECODE)
    return given


def _ended(step: tuple[str, ...], process: subprocess.Popen[str]) -> int:
    """Wait for a step, and show what it said if that was kept back."""
    said, _ = process.communicate()
    if said is not None:
        print(f"$ {' '.join(step)}\n{said}", end="", flush=True)
    if process.returncode:
        print(f"{step[0]} failed with status {process.returncode}", flush=True)
    return process.returncode


if __name__ == "__main__":
    sys.exit(main())
