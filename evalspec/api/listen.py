"""Specs behind HTTP on the loopback: for tools that ask by request, and in other languages.

Threads only move bytes; worker processes decide, so a response that ends or blocks one costs only
itself. Whatever a client sends, or does not send, it gets an answer or its connection is closed.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Mapping
from concurrent.futures import Future
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from socket import SHUT_RD, socket
from typing import Any

import msgspec

from evalspec import __version__
from evalspec.api import Spec, load
from evalspec.api.answering import (
    EARNING,
    FORMS,
    Answer,
    Asked,
    Body,
    Served,
    answerer,
    joined,
    refused,
    reported,
    served,
)
from evalspec.api.reward import Reward
from evalspec.check.engine import undecided
from evalspec.core.case import Case
from evalspec.core.errors import InputError
from evalspec.report.report import reported as report_of
from evalspec.run.workers import Crew, Job, Lost, WorkerError

MAX_BODY = 8 << 20
"""Bytes of a request unless the limit is set otherwise."""
_MOST = 512
"""Connections at once; further ones are refused."""
_ARRIVAL = 20.0
"""Seconds in which a request must have arrived."""
_ENDING = 30.0
"""Seconds that requests under way may take when the server is stopped."""
_DRAINED = 256 << 20
"""Bytes of a refused body that are read, so that the client reads the refusal."""
_HOSTS = ("127.0.0.1", "localhost", "[::1]")
"""Names under which the loopback is asked; a page in a browser that has another one is refused."""


class Settings(msgspec.Struct, frozen=True):
    """How a server answers."""

    workers: int
    seconds: float = 60
    """Time of the processor that one response may take."""
    max_body: int = MAX_BODY


def named_specs(given: list[str], options: Mapping[str, Any]) -> dict[str, Served]:
    """Load specs, each `PATH` or `NAME=PATH`; a path goes by its stem.

    `options` are those of a reward. Raises `SpecError` for a spec, `InputError` for a name twice.
    """
    found: dict[str, Served] = {}
    for text in given:
        name, equals, path = text.partition("=")
        if not equals or os.path.exists(text):
            name, path = Path(text).name.split(".")[0], text
        if name in found:
            message = f"two specs are named `{name}`"
            hint = f"name one of them otherwise: other={path}"
            raise InputError.of("same-name", message, hint=hint)
        found[name] = served(name, load(path), lambda spec: Reward(spec, **options))
    return found


class Server(ThreadingHTTPServer):
    """Answers on a port of the loopback interface. Use as a context; 0 chooses a free port."""

    daemon_threads = True
    request_queue_size = 512

    def __init__(self, specs: dict[str, Served], settings: Settings, port: int = 0) -> None:
        """Take the specs. Raises `OSError` when the port cannot be used."""
        super().__init__(("127.0.0.1", port), _Handler)
        self.specs = specs
        self.settings = settings
        self.crew: Crew[Asked, Answer] = Crew(
            Job(answerer, specs, settings.seconds), settings.workers
        )
        self.open: dict[socket, float] = {}
        """Connections on which a request arrives, with the time at which it must have."""
        self.connections = 0
        self.busy = 0
        self.stopping = False
        self.changed = threading.Condition()

    @property
    def url(self) -> str:
        """Return the address to send requests to."""
        return f"http://127.0.0.1:{self.server_address[1]}"

    def stop(self) -> None:
        """Take no more requests, finish those under way, end the workers."""
        self.stopping = True
        self.shutdown()
        with self.changed:
            self.changed.wait_for(lambda: not self.busy, _ENDING)
        self.server_close()

    def server_close(self) -> None:
        """Give the port back and end the workers."""
        super().server_close()
        self.crew.stop()

    def work(self, more: int) -> None:
        """Count the requests that are being answered."""
        with self.changed:
            self.busy += more
            self.changed.notify_all()

    def service_actions(self) -> None:
        """Close what sends too slowly; called twice a second."""
        now = time.monotonic()
        for connection, until in tuple(self.open.items()):
            if until < now:
                self.expect(connection, None)
                _ended(connection)

    def expect(self, connection: socket, seconds: float | None) -> None:
        """Note until when a request must have arrived; None once it has."""
        if seconds is None:
            self.open.pop(connection, None)
        else:
            self.open[connection] = time.monotonic() + seconds

    def process_request(self, request: Any, client_address: Any) -> None:
        """Handle a connection in a thread, unless there are too many."""
        with self.changed:
            full = self.connections >= _MOST
            self.connections += not full
        if full:
            request.sendall(b"HTTP/1.1 503 Too many connections\r\nContent-Length: 0\r\n\r\n")
            self.shutdown_request(request)
            return
        super().process_request(request, client_address)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Handle a connection, and count it."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self.expect(request, None)
            with self.changed:
                self.connections -= 1

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing: what goes wrong with a connection is the client's."""

    def answer(self, form: str, name: str, text: bytes) -> Answer:
        """Answer the body of a request."""
        found = self.specs.get(name) if name else next(iter(self.specs.values()))
        if form not in FORMS or found is None or (not name and len(self.specs) > 1):
            known = ", ".join(f"/{one}/{spec}" for one in FORMS for spec in self.specs)
            return refused(404, f"there is {known}")
        try:
            body: Body = msgspec.json.decode(text, type=FORMS[form])
            cases = body.cases(found.spec.program)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, InputError) as error:
            return refused(400, str(error))
        try:
            return self._decided(form, found, cases)
        except (WorkerError, RuntimeError) as error:
            return refused(503, str(error))

    def _decided(self, form: str, found: Served, cases: list[Case | None]) -> Answer:
        sent = [case and (case, self.crew.submit(Asked(form, found.name, case))) for case in cases]
        return joined(form, [_answer(form, found.spec, *one) if one else None for one in sent])


def _answer(form: str, spec: Spec, case: Case, answering: Future[Answer | Lost]) -> Answer | None:
    """Wait for an answer; a response that ended its worker earns nothing, and is undetermined."""
    answer = answering.result()
    if not isinstance(answer, Lost):
        return answer
    if form in EARNING:
        return None
    program = spec.program
    verdicts = undecided(program, answer.reason, answer.detail)
    return reported(form, report_of("", case.response, program.source, program.title, verdicts))


def _ended(connection: socket) -> None:
    """End what arrives on a connection; an answer can still be sent."""
    try:
        connection.shutdown(SHUT_RD)
    except OSError:
        return


class _Handler(BaseHTTPRequestHandler):
    """Speaks HTTP: one connection, one request after another."""

    server: Server
    protocol_version = "HTTP/1.1"
    server_version = f"evalspec/{__version__}"
    sys_version = ""
    timeout = _ARRIVAL

    def handle_one_request(self) -> None:
        self.server.expect(self.connection, _ARRIVAL)
        super().handle_one_request()
        self.close_connection |= self.server.stopping

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""

    def handle_expect_100(self) -> bool:
        """Refuse before the body is sent."""
        problem = self._refusal()
        if problem:
            self._send(problem, close=True)
            return False
        return super().handle_expect_100()

    def do_GET(self) -> None:
        """Say what is served."""
        paths = [f"/{form}/{name}" for form in FORMS for name in self.server.specs]
        self._send(self._foreign() or Answer(200, {"evalspec": __version__, "paths": paths}))

    def do_POST(self) -> None:
        """Answer a request."""
        problem = self._refusal()
        if problem:
            self._drain()
            self._send(problem, close=True)
            return
        length = int(self.headers["Content-Length"])
        text = self.rfile.read(length)
        self.server.expect(self.connection, None)
        if len(text) < length:
            self._send(refused(408, f"the request did not arrive in {_ARRIVAL:g} s"), close=True)
            return
        self.server.work(1)
        try:
            _, form, *name = (self.path.partition("?")[0].rstrip("/") or "/").split("/", 2)
            self._send(self.server.answer(form, name[0] if name else "", text))
        finally:
            self.server.work(-1)

    def _refusal(self) -> Answer | None:
        """Return why a request is refused whatever it says."""
        length = self.headers.get("Content-Length", "")
        if foreign := self._foreign():
            return foreign
        if self.headers.get_content_type() != "application/json":
            return refused(415, "expected Content-Type: application/json")
        if not length.isdecimal():
            return refused(411, "expected a Content-Length")
        if int(length) > self.server.settings.max_body:
            return refused(413, f"more than {self.server.settings.max_body} bytes")
        return None

    def _foreign(self) -> Answer | None:
        """Refuse a page in a browser that has another name resolve to the loopback."""
        host = self.headers.get("Host", "localhost").rpartition(":")
        name = host[0] if host[0] and host[2].isdecimal() else "".join(host)
        return None if name in _HOSTS else refused(403, "ask under the name localhost")

    def _drain(self) -> None:
        """Read what a client still sends, for one that sends reads no answer."""
        length = self.headers.get("Content-Length", "")
        left = min(int(length), _DRAINED) if length.isdecimal() else 0
        while left > 0 and (read := self.rfile.read1(min(left, 1 << 16))):
            left -= len(read)

    def _send(self, answer: Answer, close: bool = False) -> None:
        text = msgspec.json.encode(answer.body)
        self.send_response(answer.status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        if close or self.server.stopping:
            self.send_header("Connection", "close")
            self.close_connection = True
        self.end_headers()
        self.wfile.write(text)
