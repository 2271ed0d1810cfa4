"""Items that do to a worker what a response could do: end it, block it, fail, answer much."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path


def job(greeting: str) -> Callable[[str], str]:
    """Return what answers items; what comes before `:` says how."""

    def answer(item: str) -> str:
        kind, _, rest = item.partition(":")
        return f"{greeting} {FAULTS[kind](rest)}"

    return answer


def job_killed_once(path: str) -> Callable[[str], str]:
    """Be killed from outside before any item, the first time."""
    _killed_once(path)
    return job("hello")


def broken_job(_: str) -> Callable[[str], str]:
    """Fail before any item."""
    raise RuntimeError("no such thing")


def _killed(_: str) -> str:
    os.kill(os.getpid(), signal.SIGSEGV)
    return ""


def _killed_once(path: str) -> str:
    if not Path(path).exists():
        Path(path).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return "again"


def _stuck(_: str) -> str:
    while True:
        pass


FAULTS: dict[str, Callable[[str], str]] = {
    "say": str,
    "much": lambda rest: rest * 1_000_000,
    "fail": lambda rest: str(int(rest)),
    "exit": lambda rest: os._exit(int(rest)),
    "kill": _killed,
    "kill once": _killed_once,
    "stuck": _stuck,
}
