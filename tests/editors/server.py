"""A client of language servers as editors are, as far as the tests need one."""

from __future__ import annotations

import json
import shutil
import subprocess
from itertools import count
from pathlib import Path
from threading import Timer
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
INSTALLED = ROOT / ".venv" / "npm" / "node_modules" / ".bin" / "yaml-language-server"
"""Where `.ci/run` puts it."""
_LONGEST = 120
"""Seconds after which a server that hangs is ended."""


def command() -> str | None:
    """Return the program; None when it is not installed."""
    return str(INSTALLED) if INSTALLED.exists() else shutil.which("yaml-language-server")


class Server:
    """One running server; documents are opened one after the other."""

    def __init__(self, program: str, folder: Path, settings: dict[str, Any]) -> None:
        self.folder = folder
        self.settings = settings
        self.numbers = count(1)
        self.process = subprocess.Popen(
            [program, "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.watchdog = Timer(_LONGEST, self.process.kill)
        self.watchdog.start()
        self.ask(
            "initialize",
            {
                "processId": None,
                "rootUri": folder.as_uri(),
                "capabilities": {"workspace": {"configuration": True}},
                "workspaceFolders": [{"uri": folder.as_uri(), "name": "tests"}],
            },
        )
        self.send({"method": "initialized", "params": {}})
        while settings and not self.answer(self.read()):
            pass  # before it has its settings it offers nothing

    def close(self) -> None:
        self.watchdog.cancel()
        self.process.kill()
        self.process.communicate()

    def complete(self, text: str) -> dict[str, str]:
        """Return what is offered where `|` stands, with its description."""
        before, _, after = text.partition("|")
        uri = self.open(before + after)
        place = {"line": before.count("\n"), "character": len(before.rpartition("\n")[2])}
        where = {"textDocument": {"uri": uri}, "position": place}
        found = self.ask("textDocument/completion", where)
        items = found["items"] if isinstance(found, dict) else found
        return {item["label"]: str(item.get("documentation", "")) for item in items}

    def problems(self, text: str) -> list[tuple[int, str]]:
        """Return line (from 1) and message of everything that is wrong."""
        return self.published(self.open(text))

    def published(self, uri: str) -> list[tuple[int, str]]:
        """Return line and message of what is wrong with a text, when the server says so."""
        while True:
            message = self.read()
            self.answer(message)
            given = message.get("params", {})
            if message.get("method") == "textDocument/publishDiagnostics" and given["uri"] == uri:
                return [
                    (d["range"]["start"]["line"] + 1, d["message"]) for d in given["diagnostics"]
                ]

    # -- the protocol -----------------------------------------------------------------
    def open(self, text: str) -> str:
        uri = (self.folder / f"plan{next(self.numbers)}.spec.yaml").as_uri()
        document = {"uri": uri, "languageId": "yaml", "version": 1, "text": text}
        self.send({"method": "textDocument/didOpen", "params": {"textDocument": document}})
        return uri

    def ask(self, method: str, params: dict[str, Any]) -> Any:
        number = next(self.numbers)
        self.send({"id": number, "method": method, "params": params})
        while True:
            message = self.read()
            if message.get("id") == number and "method" not in message:
                return message["result"]
            self.answer(message)

    def answer(self, message: dict[str, Any]) -> bool:
        """Answer what the server asks; tell whether it asked for its settings."""
        if "id" not in message or "method" not in message:
            return False
        result = None
        if message["method"] == "workspace/configuration":
            sections = [item.get("section") for item in message["params"]["items"]]
            result = [self.settings if section == "yaml" else {} for section in sections]
        self.send({"id": message["id"], "result": result})
        return result is not None

    def send(self, message: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))
        self.process.stdin.flush()

    def read(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        size = 0
        while line := self.process.stdout.readline().strip():
            name, _, value = line.partition(b":")
            size = int(value) if name.lower() == b"content-length" else size
        assert size, "the server has stopped"
        message: dict[str, Any] = json.loads(self.process.stdout.read(size))
        return message
