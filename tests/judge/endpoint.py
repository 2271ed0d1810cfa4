"""A scripted endpoint for tests, on a free port."""

from __future__ import annotations

import json
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
    """Play a scenario in this process: it starts at once."""
    path = folder / "scenario.yaml"
    path.write_text(MARKER + scenario, encoding="utf-8")
    with Server(load_scenario(path)) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield Endpoint(server.url)
        finally:
            server.shutdown()
            thread.join()
