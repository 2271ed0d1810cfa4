"""Exchanges as JSON lines: written while judging, and read to judge the same again offline."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Any

import msgspec
from msgspec.structs import replace

from evalspec.core.errors import InputError
from evalspec.core.record import Record
from evalspec.core.span import At
from evalspec.judge.exchange import Reply, Request


class Exchange(Record, frozen=True):
    """A request and its reply."""

    key: str
    request: Request
    reply: Reply


class Recorder:
    """Writes every exchange once, in the order in which it ended."""

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream
        self._written: set[str] = set()

    def add(self, key: str, request: Request, reply: Reply) -> None:
        """Write an exchange, unless it was; `key` is that of the request."""
        if key in self._written:
            return
        self._written.add(key)
        self._stream.write(msgspec.json.encode(Exchange(key, request, reply)).decode() + "\n")
        self._stream.flush()


def exchanges(path: Path) -> Iterator[Exchange]:
    """Yield what was recorded. Raises `InputError` with the place of a line that is no exchange."""
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise _problem(path, "unreadable", f"cannot be read: {error.strerror}") from error
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            exchange = msgspec.json.decode(line, type=Exchange)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            message = f"not a recorded exchange: {error}"
            raise _problem(path, "not-a-transcript", message, number) from error
        if exchange.key != exchange.request.key:
            message = "the request was changed after it was recorded"
            raise _problem(path, "changed-transcript", message, number)
        yield exchange


def _problem(path: Path, code: str, message: str, line: int = 0, hint: str = "") -> InputError:
    at = At(file=str(path), line=line, column=1 if line else 0)
    return InputError.of(code, message, at, hint=hint)


class Replay:
    """The replies of a transcript."""

    def __init__(self, path: Path) -> None:
        """Read a file. Raises `InputError` when it is not a transcript."""
        self.path = path
        self._replies: dict[str, Reply] = {}
        for exchange in exchanges(path):
            self._replies.setdefault(exchange.key, exchange.reply)

    def find(self, key: str) -> Reply | None:
        """Return the reply to a request by its key; None when there is none."""
        found = self._replies.get(key)
        return None if found is None else replace(found, cached=True)

    def get(self, requests: Sequence[Request]) -> Reply:
        """Return the reply to any form of a question. Raises `InputError` when it has none."""
        for request in requests:
            found = self.find(request.key)
            if found is not None:
                return found
        raise _problem(
            self.path,
            "not-recorded",
            f"the transcript has no reply of {requests[0].model} to {_shown(requests[-1])!r}",
            hint="the response, the constraint, the prompt or the parameters are others",
        )


def _shown(request: Request) -> str:
    content: Any = request.messages[-1][1]
    _, _, after = content.partition("The constraint:")
    return " ".join((after or content).split())[:80]
