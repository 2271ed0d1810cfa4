"""A scripted endpoint for tests: a real process on a free port."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from evalspec.judge.server import Server, load_scenario

MARKER = 'capture: {marker: "VERDICT [0-9a-f]{12}"}\n'
"""Lets a reply use the marker that the prompt asks for."""


class Endpoint:
    """Where it is, and what it did."""

    def __init__(self, url: str) -> None:
        """Take the base URL."""
        self.url = url

    def counts(self) -> dict[str, int]:
        """Return how many requests got which treatment."""
        return self._told("counts")

    def bill(self) -> dict[str, int]:
        """Return what would be billed: requests and tokens, also of replies that were lost."""
        return self._told("bill")

    def _told(self, what: str) -> dict[str, int]:
        with urllib.request.urlopen(f"{self.url}/{what}") as answer:
            found: dict[str, int] = json.loads(answer.read())
        return found


@contextmanager
def serving(folder: Path, scenario: str) -> Iterator[Endpoint]:
    """Play a scenario."""
    path = folder / "scenario.yaml"
    path.write_text(MARKER + scenario, encoding="utf-8")
    command = [sys.executable, "-m", "evalspec", "serve", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield Endpoint(process.stdout.readline().strip())
        finally:
            process.kill()


class Local(Endpoint):
    """A server in this process."""

    def __init__(self, server: Server) -> None:
        """Take the server."""
        super().__init__(server.url)
        self._server = server

    def counts(self) -> dict[str, int]:
        """Return how many requests got which treatment."""
        return dict(self._server.counts)


@contextmanager
def playing(folder: Path, scenario: str) -> Iterator[Endpoint]:
    """Play a scenario in this process: it starts at once."""
    path = folder / "scenario.yaml"
    path.write_text(MARKER + scenario, encoding="utf-8")
    with Server(load_scenario(path)) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield Local(server)
        finally:
            server.shutdown()
            thread.join()
