"""Logs of other tools as data sets: a document of rows, and adapters that need a spec."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import evalspec
from evalspec.cli import group
from evalspec.run.columns import value_of

SPEC = """
evalspec: 1
given: {most: {type: number}}
constraints:
  - {id: short, check: words <= data.most}
"""
LOGS: dict[str, Any] = {
    "inspect": {"version": 2, "samples": [
        {"id": 1, "epoch": 1, "output": {"completion": "one two"}, "metadata": {"most": 2, "other": 1},
         "input": [{"role": "user", "content": "Two."}]},
        {"id": 2, "epoch": 1, "output": {"completion": ""}, "metadata": {}, "error": {"m": "x"}},
        {"id": 3, "epoch": 1, "output": {"completion": "one two"}, "metadata": {"most": 1},
         "input": "One."},
    ]},
    "promptfoo": {"results": {"version": 3, "results": [
        {"response": {"output": "one two"}, "vars": {"most": 2}, "prompt": {"raw": "Two."},
         "provider": {"id": "echo"}, "failureReason": 0},
        {"response": {}, "vars": {"most": 2}, "prompt": {"raw": "Two."},
         "provider": {"id": "echo"}, "failureReason": 2, "error": "x"},
        {"response": {"output": "one two"}, "vars": {"most": 1}, "prompt": {"raw": "One."},
         "provider": {"id": "echo"}, "failureReason": 1, "error": "too long"},
    ]}},
    "lm-eval": [
        {"doc_id": n, "filter": "none", "doc": {"most": 2 - n}, "filtered_resps": ["one two"],
         "arguments": {"gen_args_0": {"arg_0": "Two."}}} for n in range(2)
    ],
}  # fmt: skip


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    path = tmp_path / "short.yaml"
    path.write_text(SPEC)
    return path


@pytest.mark.parametrize("name", LOGS)
def test_logs(name: str, tmp_path: Path, spec: Path) -> None:
    path = tmp_path / "log.json"
    path.write_text(json.dumps(LOGS[name]))
    run = evalspec.run_dataset(name, path, spec=spec)
    assert not run.problems
    assert [one.verdict.outcome.value for one in run.results] == ["satisfied", "unsatisfied"]
    assert run.results[0].request == "Two."


def test_chat_logs(tmp_path: Path) -> None:
    (tmp_path / "short.yaml").write_text("evalspec: 1\nconstraints: [{check: words <= 1}]\n")
    said = [{"role": "user", "content": "Say it."}, {"role": "assistant", "content": "It."}]
    (tmp_path / "chats.jsonl").write_text(json.dumps({"messages": said}) + "\n")
    run = evalspec.run_dataset("chat", tmp_path / "chats.jsonl", spec=tmp_path / "short.yaml")
    assert [one.verdict.outcome.value for one in run.results] == ["satisfied"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "expected a JSON document"),
        ('{"rows": []}', "the document is no list of rows"),
        ("7", "the document is no list of rows"),
        ("[" * 99_999, "expected a JSON document"),
    ],
)
def test_other_documents(text: str, said: str, tmp_path: Path, spec: Path) -> None:
    path = tmp_path / "log.json"
    path.write_text(text)
    with pytest.raises(evalspec.InputError, match=said):
        evalspec.run_dataset("inspect", path, spec=spec)


def test_rows_that_cannot_be_read_are_named(tmp_path: Path, spec: Path) -> None:
    path = tmp_path / "log.json"
    path.write_text('[7, {"filtered_resps": ["\\ud800"]}, {"filtered_resps": [], "doc": {}}]')
    problems = evalspec.run_dataset("lm-eval", path, spec=spec, limit=9).problems
    said = ["expected a mapping", "half of a surrogate", "`filtered_resps.0` is not there"]
    assert len(problems) == len(said)
    assert all(text in one.message for text, one in zip(said, problems, strict=True))


def test_a_file_of_inspect_needs_its_reader(tmp_path: Path, spec: Path) -> None:
    path = tmp_path / "log.eval"
    path.write_bytes(b"PK")
    with pytest.raises(evalspec.InputError, match=r"inspect log dump|cannot read the data set"):
        evalspec.run_dataset("inspect", path, spec=spec)


def test_an_adapter_without_a_spec_says_what_gives_one(tmp_path: Path, spec: Path) -> None:
    path = tmp_path / "log.json"
    path.write_text(json.dumps(LOGS["inspect"]))
    found = CliRunner().invoke(group, ["run", str(path), "-d", "inspect"])
    assert "--spec SPEC gives one" in str(found.exception)
    found = CliRunner().invoke(group, ["run", str(path), "-d", "inspect", "-s", str(spec)])
    assert found.exit_code == 0, found.output
    found = CliRunner().invoke(group, ["run", str(path), "-d", "acs", "-s", str(spec)])
    assert "`spec` stands in place of `constraint`" in str(found.exception)


@pytest.mark.parametrize(
    ("column", "value"),
    [("a.0.b.1", 2), ("a.0.c", None), ("a.2", None), ("a.x", None), ("a.b", 7), ("d.0", "zero")],
)
def test_paths_go_into_lists(column: str, value: Any) -> None:
    row = {"a": [{"b": [1, 2]}], "a.b": 7, "d": {"0": "zero"}}
    assert value_of(row, column) == value
