"""docs/pipeline.md names the rooms in the order of their imports, and functions that are there."""

from __future__ import annotations

import re
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "pipeline.md").read_text("utf-8")
PICTURES = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)
ROOMS = ("evalspec", "evalspec.bench")
NAMED = re.findall(r"^    (\w+\.[\w.]+)", PAGE, re.MULTILINE)


@pytest.mark.parametrize(("container", "picture"), [*zip(ROOMS, PICTURES, strict=True)])
def test_the_picture_has_every_room_in_order(container: str, picture: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    contracts = project["tool"]["importlinter"]["contracts"]
    (contract,) = (one for one in contracts if one.get("containers") == [container])
    rooms = [re.findall(r"\w+", layer) for layer in reversed(contract["layers"])]
    places = [[re.search(rf"\b{room}\b(?!\.)", picture) for room in layer] for layer in rooms]
    lines = [
        [picture.count("\n", 0, found.start()) for found in layer if found] for layer in places
    ]
    assert [len(found) for found in lines] == [len(layer) for layer in rooms]
    for above, below in zip(lines, lines[1:], strict=False):
        assert max(above) < min(below)


@pytest.mark.parametrize("name", NAMED)
def test_every_function_is_there(name: str) -> None:
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        try:
            found = import_module(".".join(["evalspec", *parts[:length]]))
        except ModuleNotFoundError:
            continue
        for attribute in parts[length:]:
            found = getattr(found, attribute)
        return
    pytest.fail(f"no module {name}")
