"""No package that evalspec or one of its extras brings changes the licence of what people build."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest

PROJECT = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text())["project"]
DEVELOPING = ("dev", "bench")
"""What only we need: nobody gets it with evalspec."""


def _name(requirement: str) -> str:
    return re.split(r"[\s\[<>=!;~]", requirement, maxsplit=1)[0]


def _needed() -> Iterator[str]:
    """Yield every package that comes along, and what those bring."""
    extras = PROJECT["optional-dependencies"]
    waiting = list(PROJECT["dependencies"])
    waiting += [one for name, extra in extras.items() if name not in DEVELOPING for one in extra]
    seen = {"evalspec"}
    while waiting:
        name = _name(waiting.pop()).lower()
        if name in seen:
            continue
        seen.add(name)
        try:
            found = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            continue
        yield name
        waiting += [one for one in found.requires or () if "extra ==" not in one]


@pytest.mark.parametrize("name", sorted(_needed()))
def test_licence(name: str) -> None:
    found = metadata.metadata(name)
    classifiers = [c for c in found.get_all("Classifier") or () if c.startswith("License ::")]
    said = " ".join([*(found.get_all("License-Expression") or ()), *classifiers])
    assert not re.search(r"\bA?GPL|(?<!Lesser )General Public License", said), said
