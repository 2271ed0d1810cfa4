"""Responses from files, folders and standard input, with clear errors."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator

import click

from evalspec.core.case import Case
from evalspec.core.errors import InputError
from evalspec.core.span import At

MAX_BYTES = 64 << 20
"""Largest response that is read."""
SUFFIXES = (".md", ".markdown", ".txt", ".json", ".html")
"""Files of a folder that are taken for responses."""


def listed(names: Iterable[str]) -> Iterator[str]:
    """Yield the names of responses; a folder stands for those in it and below, by name.

    Raises `InputError` for a folder without any.
    """
    for name in names:
        if name == "-" or not os.path.isdir(name):
            yield name
            continue
        found = sorted(_responses(name))
        if not found:
            raise _error(name, f"the folder holds no response ({', '.join(SUFFIXES)})")
        yield from found


def _responses(folder: str) -> Iterator[str]:
    for place, below, files in os.walk(folder):
        below[:] = [name for name in below if not name.startswith(".")]
        for name in files:
            if name.lower().endswith(SUFFIXES) and not name.startswith("."):
                yield os.path.join(place, name)


def cases(names: Iterable[str]) -> Iterator[Case]:
    """Read each response; `-` is standard input, once.

    Raises `InputError` for what cannot be read, is no UTF-8 or is too large.
    """
    seen_input = False
    for name in names:
        if name == "-":
            if seen_input:
                raise _error("-", "standard input can be read only once")
            seen_input = True
            yield Case(_decoded(sys.stdin.buffer.read(MAX_BYTES + 1), "standard input"), name="-")
            continue
        try:
            with open(name, "rb") as stream:
                content = stream.read(MAX_BYTES + 1)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise _error(name, f"cannot read the response: {reason}") from error
        yield Case(_decoded(content, name), name=name)


def _decoded(content: bytes, name: str) -> str:
    if len(content) > MAX_BYTES:
        raise _error(name, f"the response is larger than {MAX_BYTES >> 20} MiB")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if content.startswith((b"\xff\xfe", b"\xfe\xff")):
            raise _error(name, "the response is UTF-16: save it as UTF-8") from error
        byte = content[error.start]
        message = f"byte {error.start} (0x{byte:02x}) is not UTF-8: save the response as UTF-8"
        raise _error(name, message) from error
    if not text.strip():
        click.echo(f"{name}: the response is empty", err=True)
    return text


def _error(name: str, message: str) -> InputError:
    return InputError.of("unreadable", message, At(file=name))
