"""Files that are there whole or not at all, whatever ends the process meanwhile."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress


@contextmanager
def aside(path: str | os.PathLike[str]) -> Iterator[str]:
    """Give a place beside a file; what is written there takes its place at the end, with its mode.

    When the end is not reached, the file is as it was. Nobody can have prepared that place, since
    its name is drawn. Raises `OSError` when the file cannot be replaced.
    """
    folder, name = os.path.split(os.fspath(path))
    written = os.path.join(folder, f".writing-{os.urandom(8).hex()}-{name}")
    try:
        yield written
        with suppress(FileNotFoundError):
            os.chmod(written, stat.S_IMODE(os.stat(path).st_mode))
        os.replace(written, path)
    finally:
        with suppress(OSError):
            os.unlink(written)


def write_whole(path: str | os.PathLike[str], content: bytes) -> None:
    """Put bytes in the place of a file at once. Raises `OSError` when they cannot be."""
    with aside(path) as written, open(written, "wb") as stream:
        stream.write(content)


def drop_cut_line(path: str | os.PathLike[str]) -> None:
    """Take away a last line without an end, which a run that was broken off leaves."""
    if os.path.isfile(path):
        with open(path, "rb") as stream:
            content = stream.read()
        whole = content[: content.rfind(b"\n") + 1]
        if whole != content:
            write_whole(path, whole)
