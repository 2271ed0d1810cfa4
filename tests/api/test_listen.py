"""Specs behind HTTP: every request is answered or refused, and the server lives on."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from evalspec.api import listen
from evalspec.api.answering import Served
from evalspec.core.errors import InputError
from evalspec.source import files

SPECS = files.root() / "specs"
MEAL = (SPECS / "examples" / "meal.md").read_text("utf-8")
FREE = "evalspec: 1\nconstraints:\n  - check: words <= 9\n"
GIVEN = """
evalspec: 1
given: {most: {type: number}}
constraints:
  - {id: short, check: words <= data.most}
  - {id: soup, check: 'occurrences of "soup" = 2'}
"""


@contextmanager
def listening(specs: dict[str, Served], **settings: Any) -> Iterator[listen.Server]:
    server = listen.Server(specs, listen.Settings(workers=2, **settings))
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    try:
        yield server
    finally:
        server.stop()
        thread.join()


@pytest.fixture(scope="module")
def specs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Served]:
    folder = tmp_path_factory.mktemp("specs")
    (folder / "free.yaml").write_text(FREE)
    (folder / "given.v2.yaml").write_text(GIVEN)
    paths = [SPECS / "meal.yaml", folder / "free.yaml", folder / "given.v2.yaml"]
    return listen.named_specs([str(path) for path in paths], {})


@pytest.fixture(scope="module")
def server(specs: dict[str, Served]) -> Iterator[listen.Server]:
    with listening(specs) as found:
        yield found


def ask(
    server: listen.Server, path: str, body: Any = None, headers: dict[str, str] | None = None
) -> tuple[int, Any]:
    link = HTTPConnection(*server.server_address[:2], timeout=60)  # type: ignore[arg-type]
    text = body if isinstance(body, bytes) else json.dumps(body).encode()
    given = {"Content-Type": "application/json", **(headers or {})}
    link.request("GET" if body is None else "POST", path, None if body is None else text, given)
    found = link.getresponse()
    try:
        return found.status, json.loads(found.read())
    finally:
        link.close()


def test_check(server: listen.Server) -> None:
    status, body = ask(server, "/check/meal", {"response": MEAL})
    assert (status, body["ok"], body["score"]) == (200, True, 1.0)
    assert body["verdicts"][0]["canonical"] == "count(day) = 2"
    status, body = ask(server, "/check/given", {"response": "soup soup", "data": {"most": 1}})
    assert [v["outcome"] for v in body["verdicts"]] == ["unsatisfied", "satisfied"]


def test_reward(server: listen.Server) -> None:
    status, body = ask(server, "/reward/meal/", {"responses": [MEAL, "", "No."]})
    assert (status, body["rewards"], body["characters"]) == (200, [1.0, 0.0, 0.0], [452, 0, 3])
    assert body["coverage"][0] == 1.0
    assert ask(server, "/reward/meal", {"responses": []})[1]["rewards"] == []


def test_promptfoo(server: listen.Server) -> None:
    context = {"prompt": "Soup, twice.", "vars": {"most": 2, "unknown": 1}}
    status, body = ask(server, "/promptfoo/given", {"output": "soup soup", "context": context})
    assert (status, body["pass"], body["score"]) == (200, True, 1.0)
    status, body = ask(server, "/promptfoo/given", {"output": {"a": 1}, "context": context})
    assert (body["pass"], body["namedScores"]) == (False, {"short": 1.0, "soup": 0.0})
    assert body["componentResults"][1]["reason"].startswith("soup: unsatisfied: occurrences")


def test_openrlhf(server: listen.Server) -> None:
    prompt, wraps = "Plan 9 days.", "<|im_start|>user\n{}<|im_end|>\n"
    queries = [f"<s>{prompt}{MEAL}</s></s>", wraps.format(prompt) + MEAL, f"{prompt}{MEAL}"]
    given = {"query": queries, "prompts": [prompt, wraps.format(prompt), "Plan 8 days."]}
    status, body = ask(server, "/openrlhf/meal", {**given, "labels": ["", None, None]})
    assert (status, body["rewards"]) == (200, [1.0, 1.0, None])
    one = {"query": queries[:1], "prompts": [prompt], "labels": [None]}
    status, body = ask(server, "/openrlhf/meal", one)
    assert (body["rewards"], body["scores"]) == (1.0, 1.0)
    assert body["extra_logs"] == {"coverage": 1.0, "characters": 451}
    label = {"query": ["pSoup soup"], "prompts": ["p"], "labels": ['{"most": 2}']}
    assert ask(server, "/openrlhf/given", label)[1]["rewards"] == 1.0


def test_what_is_served(server: listen.Server) -> None:
    status, body = ask(server, "/")
    assert status == 200
    assert body["paths"][:2] == ["/check/meal", "/check/free"]


REFUSED: dict[str, tuple[str, Any, dict[str, str], int, str]] = {
    "bad JSON": ("/check/meal", b'{"response": ', {}, 400, "truncated"),
    "no text": ("/check/meal", {"response": 7}, {}, 400, "$.response"),
    "unknown field": ("/check/meal", {"response": "", "requst": ""}, {}, 400, "requst"),
    "a list": ("/check/meal", [], {}, 400, "Expected `object`"),
    "nested deeply": ("/check/meal", b'{"response": ' + b"[" * 99_999, {}, 400, ""),
    "not UTF-8": ("/check/meal", b'{"response": "\xff"}', {}, 400, ""),
    "half a pair": ("/check/meal", b'{"response": "\\ud800"}', {}, 400, ""),
    "unknown spec": ("/check/text", {"response": ""}, {}, 404, "/check/meal"),
    "no spec": ("/check", {"response": ""}, {}, 404, "/check/meal"),
    "a path": ("/check/../specs/text.yaml", {"response": ""}, {}, 404, "/check/meal"),
    "unknown form": ("/judge/meal", {"response": ""}, {}, 404, "/check/meal"),
    "nothing": ("", {"response": ""}, {}, 404, "/check/meal"),
    "other lengths": ("/openrlhf/meal", {"query": [""], "prompts": []}, {}, 400, "differ in"),
    "no reward": ("/reward/free", {"responses": [""]}, {}, 422, "nothing can be earned"),
    "missing data": ("/check/given", {"response": ""}, {}, 422, "`most` is missing"),
    "wrong data": ("/reward/given", {"responses": [""], "data": {"most": "x"}}, {}, 422, "most"),
    "other content": ("/check/meal", {"response": ""}, {"Content-Type": "text/plain"}, 415, ""),
    "other host": ("/check/meal", {"response": ""}, {"Host": "example.org:80"}, 403, "localhost"),
    "no length": ("/check/meal", {}, {"Content-Length": "many"}, 411, ""),
    "50 MB": ("/check/meal", b'{"response": "' + b"x" * 50_000_000 + b'"}', {}, 413, "8388608"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refusals(server: listen.Server, name: str) -> None:
    path, body, headers, status, said = REFUSED[name]
    found, answer = ask(server, path, body, headers)
    assert (found, said in answer["error"]) == (status, True), answer
    assert ask(server, "/check/meal", {"response": MEAL})[1]["ok"]


def test_200_at_once(server: listen.Server) -> None:
    def one(number: int) -> Any:
        response = "soup " * (number % 4)
        body = {"responses": [response], "data": {"most": 9}}
        return ask(server, "/reward/given", body)[1]["rewards"]

    with ThreadPoolExecutor(200) as pool:
        found = list(pool.map(one, range(200)))
    assert found == [[0.0], [0.0], [1.0], [0.0]] * 50


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"POST /che",
        b"POST /check/meal HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
        b"\x16\x03\x01\x02\x00\x01\x00",
        b"GET / HTTP/9.9\r\n\r\n",
    ],
)
def test_slow_and_broken_clients(
    server: listen.Server, sent: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listen, "_ARRIVAL", 0.1)
    with socket.create_connection(server.server_address[:2], timeout=60) as link:  # type: ignore[arg-type]
        link.sendall(sent)
        answer = b"".join(iter(lambda: link.recv(4096), b""))
    assert (b"HTTP/1.1 408" in answer) == sent.endswith(b"{")
    assert ask(server, "/check/meal", {"response": MEAL})[1]["ok"]


def test_a_refused_body_need_not_be_sent(server: listen.Server) -> None:
    head = "POST /check/meal HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    with socket.create_connection(server.server_address[:2], timeout=60) as link:  # type: ignore[arg-type]
        link.sendall(f"{head}Content-Length: 99999999\r\nExpect: 100-continue\r\n\r\n".encode())
        assert link.recv(4096).startswith(b"HTTP/1.1 413")


def test_too_many_connections(server: listen.Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listen, "_MOST", 0)
    with socket.create_connection(server.server_address[:2], timeout=60) as link:  # type: ignore[arg-type]
        assert link.recv(4096).startswith(b"HTTP/1.1 503")
    monkeypatch.undo()
    assert ask(server, "/")[0] == 200


def test_what_takes_too_long_is_our_failure(specs: dict[str, Served]) -> None:
    long = "## Day 1\n- Soup: 300 kcal\n" * 2400
    with listening(specs, seconds=0.5) as server:
        _, body = ask(server, "/check/meal", {"response": long})
        assert {v["reason"] for v in body["verdicts"]} == {"timeout"}
        assert body["score"] is None
        assert ask(server, "/reward/meal", {"responses": [long]})[1]["rewards"] == [None]
        assert ask(server, "/promptfoo/meal", {"output": long})[0] == 500
        assert ask(server, "/check/free", {"response": "short"})[1]["ok"]


def test_what_is_under_way_is_finished(specs: dict[str, Served]) -> None:
    with listening(specs) as server, ThreadPoolExecutor() as pool:
        body = {"responses": [MEAL] * 30}
        answer = pool.submit(ask, server, "/reward/meal", body)
        with server.changed:
            server.changed.wait_for(lambda: server.busy > 0 or answer.done(), 60)
        server.stop()
        assert answer.result() == (200, {**answer.result()[1], "rewards": [1.0] * 30})
        with pytest.raises(OSError, match="refused"):
            ask(server, "/")


def test_a_name_is_given_once(tmp_path: Path) -> None:
    path = tmp_path / "a=b.yaml"
    path.write_text(FREE)
    assert list(listen.named_specs([str(path), f"c={path}"], {})) == ["a=b", "c"]
    with pytest.raises(InputError, match="two specs are named `c`"):
        listen.named_specs([f"c={path}", f"c={path}"], {})


@pytest.mark.parametrize(
    "number", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.heavy)]
)
def test_the_command_stops_when_it_is_told(number: int) -> None:
    command = [sys.executable, "-m", "evalspec", "listen", str(SPECS / "text.yaml"), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        port = int(process.stdout.readline().rpartition(":")[2])
        with closing(HTTPConnection("localhost", port)) as link:
            given = {"Content-Type": "application/json"}
            link.request("POST", "/reward", '{"responses": [""]}', given)
            assert json.loads(link.getresponse().read())["rewards"] == [0.0]
        process.send_signal(number)
        assert process.wait(60) == 0
