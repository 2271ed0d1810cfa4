"""Two runs of the same constraints: what changed, and the exit status for a pipeline."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from evalspec.cli import group
from evalspec.core.errors import InputError
from tests.compare.test_compare import small

Changes = Callable[..., Result]


@pytest.fixture
def changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Changes:
    monkeypatch.chdir(tmp_path)

    def call(before: str, after: str, *options: str, labels: str = "") -> Result:
        files = small("old.jsonl", before, labels), small("new.jsonl", after, labels)
        return CliRunner().invoke(group, ["compare", *files, "--changes", *options])

    return call


def test_without_a_label_better_is_satisfied(changes: Changes) -> None:
    data = json.loads(changes("ssuu?", "susuu", "-f", "json").stdout)
    assert [data[name] for name in ("n", "worse", "better", "other")] == [5, 1, 1, 1]
    assert data["mcnemar"]["value"] == 1
    assert [change["effect"] for change in data["changes"]] == ["worse", "better", "other"]


def test_with_a_label_better_is_right(changes: Changes) -> None:
    data = json.loads(changes("ssu", "uus", "-f", "json", labels="usu").stdout)
    assert (data["reference"], data["better"], data["worse"]) == ("human", 1, 2)


@pytest.mark.parametrize("form", ["text", "markdown", "csv"])
def test_worse_comes_first(changes: Changes, form: str) -> None:
    shown = changes("us", "su", "-f", form).stdout
    shown = shown.replace("&lt;", "<")
    assert 0 < shown.index("words <= 1") < shown.index("words <= 0")


@pytest.mark.parametrize(
    ("before", "after", "options", "status"),
    [
        ("ssssssss", "uuuuuuuu", [], 1),
        ("ssss", "ssuu", [], 0),
        ("ssss", "ssuu", ["--alpha", "1"], 1),
        ("uuuuuuuu", "ssssssss", [], 0),
        ("ss", "ss", ["--alpha", "1"], 0),
    ],
)
def test_a_regression_is_an_exit_status(
    changes: Changes, before: str, after: str, options: list[str], status: int
) -> None:
    assert changes(before, after, "--fail-on-regression", *options).exit_code == status
    assert changes(before, after, *options).exit_code == 0


def test_changes_need_two_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    found = CliRunner().invoke(group, ["compare", small("a.jsonl", "s"), "--changes"])
    assert isinstance(found.exception, InputError)
    assert "changes are between two runs, here are 1" in str(found.exception)
