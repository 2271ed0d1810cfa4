"""A line on standard error that says how far a long command is, while it works."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import Self

import click

_EVERY = 0.5
"""Seconds between two looks."""
_CLEAR = "\r\x1b[K"


class Progress:
    """Rewrites its line now and then, from a thread of its own. Use as a context."""

    def __init__(self, shown: bool | None, said: Callable[[], str], *, keep: bool = False) -> None:
        """Take whether to show it (default: at a terminal), what to say, whether the end stays."""
        self._shown = sys.stderr.isatty() if shown is None else shown
        self._said = said
        self._keep = keep
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Self:
        if self._shown:
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        if not self._shown:
            return
        self._done.set()
        self._thread.join()
        line = f"{self._said()}\n" if self._keep else ""
        click.echo(_CLEAR + line, nl=False, err=True)

    def _run(self) -> None:
        while not self._done.wait(_EVERY):
            click.echo(_CLEAR + self._said(), nl=False, err=True)
