"""`evalspec lsp` as an editor uses it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import pytest

from tests.editors.server import Server

pytest.importorskip("pygls", reason="the extra `editor` is not installed")

HEAD = "evalspec: 1\nvocabulary: meal-plan\nconstraints:\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("editor")
    program = folder / "lsp"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m evalspec lsp "$@"\n')
    program.chmod(0o755)
    running = Server(str(program), folder, {})
    yield running
    running.close()


def asked(server: Server, method: str, uri: str, line: int, **more: Any) -> Any:
    place = {"line": line, "character": 12}
    given = {
        "textDocument": {"uri": uri},
        "position": place,
        "range": {"start": place, "end": place},
    }
    return server.ask(f"textDocument/{method}", {**given, "context": {"diagnostics": []}, **more})


def settled(server: Server, text: str) -> str:
    """Open a text, wait until it is looked at, and return its name."""
    uri = server.open(text)
    server.published(uri)
    return uri


def test_findings(server: Server) -> None:
    assert server.problems(f"{HEAD}  - The meal plan must be for 2 days.\n") == []
    found = server.problems(f"{HEAD}  - The daily protien intake must be at least 90 g.\n")
    assert [(line, "nearest: The daily protein" in said) for line, said in found] == [(4, True)]
    ((line, said),) = server.problems("evalspec: 1\nconstraints:\n  - chek: words <= 3\n")[:1]
    assert (line, "did you mean `check`?" in said) == (3, True)
    assert server.problems("name: build\nsteps: [x]\n") == []


def test_hover(server: Server) -> None:
    uri = settled(server, f"{HEAD}  - The meal plan must be for 2 days.\n")
    assert "count(day) = 2" in asked(server, "hover", uri, 3)["contents"]["value"]
    assert asked(server, "hover", uri, 1) is None


def test_fixes_count_as_the_editor_does(server: Server) -> None:
    text = f'{HEAD}  - {{id: a, text: "The daily protien intake must be at least 90 g."}} # 😀\n'
    uri = settled(server, text.replace("{id: a,", "{id: a, group: 😀,"))
    fixes = asked(server, "codeAction", uri, 3)
    (nearest,) = [one for one in fixes if one["title"].startswith("Write: ")]
    ((edit,),) = nearest["edit"]["changes"].values()
    assert edit["newText"] == '"The daily protein intake must be at least 90 g."'
    start = edit["range"]["start"]
    line = "  - {id: a, group: 😀, text: "
    assert start == {"line": 3, "character": len(line.encode("utf-16-le")) // 2}


def test_changes_are_followed(server: Server) -> None:
    uri = settled(server, "evalspec: 1\nconstraints:\n  - check: words <= 3\n")
    change = {"range": {"start": {"line": 2, "character": 20}, "end": {"line": 2, "character": 21}},
              "text": "oops"}  # fmt: skip
    server.send({"method": "textDocument/didChange", "params": {
        "textDocument": {"uri": uri, "version": 2}, "contentChanges": [change]}})  # fmt: skip
    found = server.published(uri)
    assert [line for line, _ in found] == [3]
    assert "words <= 3" in asked(server, "hover", uri, 2)["contents"]["value"]
    actions = asked(server, "codeAction", uri, 2)
    assert actions == []
