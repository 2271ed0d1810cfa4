"""A scripted endpoint on this machine: replies by pattern, and every way in which one can fail.

It speaks the chat completions of OpenAI's protocol, without streaming, and plays a scenario
file (`docs/judges.md`). It is made to try judges out and to test what happens when an endpoint
misbehaves; it understands nothing.
"""

from __future__ import annotations

import json
import random
import re
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import msgspec

from evalspec.core.errors import Problem
from evalspec.core.record import Record
from evalspec.source import schema, yaml
from evalspec.source.named import read_checked

FAULTS = ("rate-limit", "error", "drop", "hang", "drip", "malformed", "html", "enormous", "empty",
          "cut-off", "no-schema", "redirect")  # fmt: skip
_UNBILLED = ("rate-limit", "error", "no-schema", "redirect")


class Rule(Record, frozen=True):
    """What to reply to a prompt that matches."""

    reply: str
    """`{name}` stands for what is captured under that name."""
    when: str = ""
    """Pattern in the last message; empty for every one."""
    model: str = ""
    """The model that is asked; empty for every one."""
    delay: float = 0.0
    """Seconds before the reply."""
    finish: str = "stop"


class Fault(Record, frozen=True):
    """A failure, and how often."""

    fault: str
    rate: float
    """Share of the requests."""
    status: int = 500
    retry_after: float = 0.0
    seconds: float = 30.0
    """How long a hang or a drip lasts."""
    bytes: int = 20_000_000
    """Size of an enormous reply."""
    message: str = "scripted failure"
    """What an error says; `{authorization}` stands for the header that was sent."""
    location: str = ""
    """Where a redirect leads."""


class Scenario(Record, frozen=True):
    """What a server plays."""

    replies: tuple[Rule, ...]
    faults: tuple[Fault, ...] = ()
    without: str = ""
    """Pattern of what it does not see in a prompt; a fence, for instance."""
    capture: dict[str, str] = {}
    """Name → pattern whose last match in the prompt a reply may use."""
    seed: int = 0


def load_scenario(path: Path) -> Scenario:
    """Read a scenario file. Raises `SpecError` with every problem."""
    return msgspec.convert(read_checked(path, schema.SCENARIO, _patterns).value, Scenario)


def _patterns(located: yaml.Located) -> list[Problem]:
    given = located.value
    places: list[tuple[tuple[str | int, ...], str]] = [(("without",), given.get("without", ""))]
    places += [(("capture", name), text) for name, text in given.get("capture", {}).items()]
    places += [(("replies", n, "when"), r.get("when", "")) for n, r in enumerate(given["replies"])]
    problems = []
    for place, text in places:
        try:
            re.compile(text)
        except re.error as error:
            problems.append(located.problem("bad-pattern", f"not a pattern: {error}", place))
    return problems


class Server(ThreadingHTTPServer):
    """Plays a scenario on a free port of the loopback interface."""

    daemon_threads = True
    request_queue_size = 512

    def __init__(self, scenario: Scenario, port: int = 0) -> None:
        """Take the scenario; port 0 chooses a free one."""
        super().__init__(("127.0.0.1", port), _Handler)
        self.scenario = scenario
        self.counts: dict[str, int] = {}
        """Requests by what was done with them."""
        self.bill = {"requests": 0, "tokens_in": 0, "tokens_out": 0}
        """What would be billed: all that was not declined, whether the reply arrived or not."""
        self._random = random.Random(scenario.seed)  # noqa: S311 - a script, not a secret
        self._lock = threading.Lock()

    @property
    def url(self) -> str:
        """Return the base URL for a judge."""
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    def draw(self) -> Fault | None:
        """Choose whether a request fails, and how."""
        with self._lock:
            chance = self._random.random()
        for fault in self.scenario.faults:
            chance -= fault.rate
            if chance < 0:
                return fault
        return None

    def count(self, what: str) -> None:
        with self._lock:
            self.counts[what] = self.counts.get(what, 0) + 1

    def charge(self, answer: dict[str, Any]) -> None:
        """Put a reply on the bill."""
        with self._lock:
            self.bill["requests"] += 1
            self.bill["tokens_in"] += answer["usage"]["prompt_tokens"]
            self.bill["tokens_out"] += answer["usage"]["completion_tokens"]

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of a client that went away."""


def completion(scenario: Scenario, request: dict[str, Any]) -> tuple[dict[str, Any], float]:
    """Return the reply to a request, and the seconds to wait before it.

    A reply is no longer than the request's `max_tokens`, at four characters each.
    """
    messages: list[dict[str, Any]] = request["messages"]
    prompt = str(messages[-1].get("content", "")) if messages else ""
    seen = re.sub(scenario.without, "", prompt, flags=re.DOTALL) if scenario.without else prompt
    rules = (rule for rule in scenario.replies if rule.model in ("", request.get("model")))
    rule = next((rule for rule in rules if re.search(rule.when, seen, re.DOTALL)), None)
    text = rule.reply if rule else ""
    for name, pattern in scenario.capture.items():
        found = re.findall(pattern, prompt)
        text = text.replace(f"{{{name}}}", str(found[-1]) if found else "")
    most = request.get("max_tokens", request.get("max_completion_tokens"))
    cut = isinstance(most, int) and len(text) > 4 * most
    text = text[: 4 * most] if cut and isinstance(most, int) else text
    asked = sum(len(str(message.get("content", ""))) for message in messages) // 4
    answer = {
        "id": "chatcmpl-0",
        "object": "chat.completion",
        "created": 0,
        "model": "scripted",
        "choices": [
            {
                "index": 0,
                "message": {"role": "assistant", "content": text},
                "finish_reason": "length" if cut else rule.finish if rule else "stop",
            }
        ],
        "usage": {
            "prompt_tokens": asked,
            "completion_tokens": len(text) // 4,
            "total_tokens": asked + len(text) // 4,
        },
    }
    return answer, rule.delay if rule else 0.0


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Server

    def log_message(self, format: str, *args: object) -> None:
        """Write no log."""

    def do_GET(self) -> None:
        """Tell what was done so far, or at `/bill` what would be billed."""
        told = self.server.bill if self.path.endswith("/bill") else self.server.counts
        self._send(200, json.dumps(told).encode())

    def do_POST(self) -> None:
        """Play the scenario for one request."""
        content = self.rfile.read(int(self.headers.get("content-length", 0)))
        try:
            request = json.loads(content)
            answer, delay = completion(self.server.scenario, request)
        except (ValueError, KeyError, TypeError, AttributeError):
            self._send(400, b'{"error": {"message": "not a chat completion request"}}')
            return
        fault = self.server.draw()
        if fault is not None and (fault.fault != "no-schema" or "response_format" in request):
            self.server.count(fault.fault)
            if fault.fault not in _UNBILLED:
                self.server.charge(answer)
            self._fail(fault, answer)
            return
        time.sleep(delay)
        self.server.count("reply")
        self.server.charge(answer)
        self._send(200, json.dumps(answer).encode())

    def _fail(self, fault: Fault, answer: dict[str, Any]) -> None:
        match fault.fault:
            case "rate-limit":
                body = b'{"error": {"message": "too many requests"}}'
                self._send(429, body, {"Retry-After": f"{fault.retry_after:g}"})
            case "error":
                self._decline(fault.status, fault.message)
            case "no-schema":
                self._decline(400, "response_format is not supported")
            case "redirect":
                self._send(307, b"", {"Location": fault.location})
            case "empty" | "cut-off":
                choice = answer["choices"][0]
                text = choice["message"]["content"] if fault.fault == "cut-off" else ""
                choice["message"]["content"] = text[: len(text) // 3]
                choice["finish_reason"] = "length" if fault.fault == "cut-off" else "stop"
                self._send(200, json.dumps(answer).encode())
            case "malformed":
                self._send(200, b'{"choices": [{"message": {"content": "ye')
            case "html":
                self._send(200, b"<html><body>gateway</body></html>", {"Content-Type": "text/html"})
            case "enormous":
                self._send(200, b'{"choices": "' + b"x" * fault.bytes + b'"}')
            case "drip":
                self._drip(fault.seconds)
            case "hang":
                time.sleep(fault.seconds)
                self._drop()
            case _:
                self._drop()

    def _decline(self, status: int, message: str) -> None:
        sent = str(self.headers.get("authorization", ""))
        told = message.replace("{authorization}", sent)
        self._send(status, json.dumps({"error": {"message": told}}).encode())

    def _drip(self, seconds: float) -> None:
        """Send one byte a tenth of a second, and never the end."""
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", "1000000")
        self.end_headers()
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.wfile.write(b" ")
            self.wfile.flush()
            time.sleep(0.1)
        self._drop()

    def _drop(self) -> None:
        self.close_connection = True
        self.connection.close()

    def _send(self, status: int, body: bytes, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        given = {"Content-Type": "application/json", **(headers or {})}
        for name, value in given.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
