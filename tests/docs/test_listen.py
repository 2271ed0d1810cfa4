"""docs/listen.md shows what is answered."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import msgspec

from evalspec.api.listen import Server, Settings, named_specs
from evalspec.source import files

PAGE = (Path(__file__).parent.parent.parent / "docs" / "listen.md").read_text("utf-8")
REQUEST = re.compile(r"^\$ (curl .*)\n(\{.*)$", re.MULTILINE)


def test_the_requests_are_answered_as_shown() -> None:
    folder = files.root() / "specs"
    specs = named_specs([str(folder / "meal.yaml"), str(folder / "text.yaml")], {})
    with Server(specs, Settings(workers=1)) as server:
        for command, shown in REQUEST.findall(PAGE):
            *_, url, _, body = shlex.split(command)
            _, kind, name = url.split("/")
            answer = server.answer(kind, name, body.encode())
            assert msgspec.json.encode(answer.body).decode() == shown
