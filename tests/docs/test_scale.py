"""docs/scale.md: what it shows is what happens, wherever the package it is about is installed."""

from __future__ import annotations

import doctest
import importlib.util
import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from evalspec.cli import group
from evalspec.run.rows import find_files, read_files

PAGE = (Path(__file__).parent.parent.parent / "docs" / "scale.md").read_text("utf-8")
SPEC = """evalspec: 1
vocabulary: meal-plan
constraints:
  - {id: days, check: count(day) >= 1}
  - {id: fat, text: Each day must have at most 60 g of fat.}
"""
PLAN = "## Day 1\n- Soup: 20 g fat\n## Day 2\n- Curry: {} g fat"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("EVALSPEC_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    Path("meal.yaml").write_text(SPEC)
    rows = [{"response": PLAN.format(fat)} for fat in (50, 60, 70)]
    Path("answers.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    command = ["run", "answers.jsonl", "--spec", "meal.yaml", "-o", "verdicts/"]
    assert CliRunner().invoke(group, command).exit_code == 0
    return tmp_path


@pytest.mark.parametrize("package", ["duckdb", "tables", "polars"])
@pytest.mark.usefixtures("folder")
def test_recipes(package: str) -> None:
    if package != "tables" and importlib.util.find_spec(package) is None:
        pytest.skip(f"needs the package {package}")
    wanted = ("tables", package)
    blocks = re.findall(rf"```python ({'|'.join(wanted)})\n(.*?)```", PAGE, re.DOTALL)
    blocks.sort(key=lambda block: wanted.index(block[0]))
    text = "".join(body for _, body in blocks)
    test = doctest.DocTestParser().get_doctest(text, {}, "scale", None, 0)
    assert doctest.DocTestRunner().run(test).failed == 0


@pytest.mark.usefixtures("folder")
def test_a_data_set_may_be_behind_a_url() -> None:
    import fsspec

    files = fsspec.filesystem("memory")
    files.pipe_file("/logs/a.jsonl", Path("answers.jsonl").read_bytes())
    files.pipe_file("/logs/b.jsonl", b'{"response": "x"}\n')
    for name in ("memory://logs/*.jsonl", "memory://logs"):
        found = [(row.file, row.line) for row in read_files(find_files([name]))]
        assert found == [("memory:///logs/a.jsonl", n) for n in (1, 2, 3)] + [
            ("memory:///logs/b.jsonl", 1)
        ]
