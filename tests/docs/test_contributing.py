"""CONTRIBUTING.md names files, tables and commands that are there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from evalspec.cli import COMMANDS

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
NAMED = re.findall(r"`([^`\n]+)`|\]\(([^)]+)\)", PAGE)
PATHS = sorted({one for pair in NAMED for one in pair if re.fullmatch(r"[\w.-]+(/[\w.-]*)+", one)})
TABLES = {
    "PASSES": "evalspec/document/read.py",
    "ROLES": "evalspec/document/outline.py",
    "DECIDE": "evalspec/check/formulas.py",
    "TEXT_MEASURES": "evalspec/language/names.py",
    "FORMATS": "evalspec/cli/output.py",
    "Reason": "evalspec/core/verdict.py",
}


def test_many_places_are_named() -> None:
    assert len(PATHS) > 20


@pytest.mark.parametrize("path", PATHS)
def test_every_place_is_there(path: str) -> None:
    assert (ROOT / path).exists()


@pytest.mark.parametrize(("name", "path"), TABLES.items())
def test_every_table_is_there(name: str, path: str) -> None:
    assert f"`{name}`" in PAGE
    assert re.search(rf"^(class )?{name}\b", (ROOT / path).read_text("utf-8"), re.MULTILINE)


def test_every_command_is_there() -> None:
    found = set(re.findall(r"evalspec (\w+)", PAGE.replace("evalspec/", "")))
    assert found <= set(COMMANDS)
    assert {"check", "explain", "facts"} <= found
