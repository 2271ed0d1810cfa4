"""Standard output and error while a command runs: nothing that is written commands a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from evalspec.core.visible import visible


class _Screen:
    """A stream that shows control characters of texts instead of sending them."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        self._stream.write(visible(text, own=True) if isinstance(text, str) else text)
        return len(text)

    def writelines(self, lines: Any) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextmanager
def shown() -> Iterator[None]:
    """Guard both streams."""
    streams = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = _Screen(streams[0]), _Screen(streams[1])
    try:
        yield
    finally:
        sys.stdout, sys.stderr = streams
