"""What docs/python.md shows is what happens."""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from typing import Any

import pytest

from evalspec.source import files

PAGE = Path(__file__).parent.parent.parent / "docs" / "python.md"


def test_the_examples_give_what_they_show() -> None:
    found = doctest.testfile(str(PAGE), module_relative=False)
    assert found.failed == 0
    assert found.attempted


def test_the_reward_is_the_score(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = re.search(r"```python reward\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert program
    shipped = files.root() / "specs"
    (tmp_path / "meal.yaml").write_text((shipped / "meal.yaml").read_text("utf-8"), "utf-8")
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    exec(program[1], names)
    plan = (shipped / "examples" / "meal.md").read_text("utf-8")
    expected = [names["spec"].check(text).score(undetermined="fail") for text in (plan, "")]
    assert names["reward"]([plan, ""], prompts=["a", "b"]) == expected
