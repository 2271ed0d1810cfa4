"""Files that are there whole or not at all, whatever ends the process meanwhile."""

from __future__ import annotations

import os
from contextlib import suppress


def write_whole(path: str | os.PathLike[str], content: bytes) -> None:
    """Write a file beside its place and put it there at once. Raises `OSError` when it cannot be."""
    folder, name = os.path.split(os.fspath(path))
    aside = os.path.join(folder, f".writing-{os.getpid()}-{name}")
    try:
        with open(aside, "wb") as stream:
            stream.write(content)
        os.replace(aside, path)
    finally:
        with suppress(FileNotFoundError):
            os.unlink(aside)
