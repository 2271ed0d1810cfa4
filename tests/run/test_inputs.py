"""What `run` reads: several files, folders, patterns, Parquet, chat logs; columns that must be there."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet
import pytest
from click.testing import CliRunner, Result

import evalspec
from evalspec.api import runs
from evalspec.cli import group
from evalspec.core.errors import EvalspecError
from evalspec.report.results import record_line
from evalspec.run.chat import Chat, read_chat
from evalspec.run.rows import find_files

ADAPTER = """
dataset: 1
name: notes
response: answer
constraint: {check: rule}
labels: {human: ok}
vocabulary: text
"""
ROWS = [
    {"answer": "one two", "rule": "words = 2", "ok": "yes"},
    {"answer": "one two", "rule": "words = 3", "ok": "yes"},
    {"answer": "one", "rule": "words = 1", "ok": None},
]
OUTCOMES = ["satisfied", "unsatisfied", "satisfied"]
LINES = "".join(json.dumps(row) + "\n" for row in ROWS)

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str, adapter: str = ADAPTER) -> Result:
        Path("adapter.yaml").write_text(adapter, encoding="utf-8")
        return CliRunner().invoke(
            group, ["run", *arguments, "-d", "adapter.yaml", "-o", "out.json"]
        )

    return call


def written() -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path("out.json").read_text().splitlines()]


def refused(result: Result) -> str:
    assert isinstance(result.exception, EvalspecError)
    return str(result.exception)


# -- files -------------------------------------------------------------------------------------
def _tree() -> None:
    for name in ("logs/b.jsonl", "logs/a.jsonl", "logs/deep/c.jsonl", "logs/.hidden/d.jsonl"):
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(LINES)
    Path("logs/notes.md").write_text("no data")


GIVEN = {
    "files in their order": (["logs/b.jsonl", "logs/a.jsonl"], ["logs/b.jsonl", "logs/a.jsonl"]),
    "a folder": (["logs"], ["logs/a.jsonl", "logs/b.jsonl", "logs/deep/c.jsonl"]),
    "a pattern": (["logs/*.jsonl"], ["logs/a.jsonl", "logs/b.jsonl"]),
    "a pattern of folders": (["logs/**/c.*"], ["logs/deep/c.jsonl"]),
}


@pytest.mark.parametrize(("given", "files"), GIVEN.values(), ids=GIVEN)
def test_several_files_are_one_data_set(given: list[str], files: list[str], run: Run) -> None:
    _tree()
    result = run(*given)
    assert result.exit_code == 0
    assert [(one["file"], one["line"]) for one in written()] == [
        (file, line) for file in files for line in (1, 2, 3)
    ]
    assert f"{3 * len(files)} verdicts" in result.stdout
    found = evalspec.run_dataset("adapter.yaml", *given)
    assert [one.file for one in found.results] == [file for file in files for _ in ROWS]


NOTHING = {
    "an empty folder": (
        "empty",
        "empty: the folder holds no .csv, .tsv, .jsonl, .ndjson, .parquet, .eval, .md, .markdown, .txt",
    ),
    "a pattern that fits nothing": ("x/*.csv", "x/*.csv: no file fits the pattern"),
    "no file": ("x.csv", "x.csv: cannot read the data set: No such file or directory"),
}


@pytest.mark.parametrize(("given", "message"), NOTHING.values(), ids=NOTHING)
def test_nothing_to_read_is_an_error(given: str, message: str, run: Run) -> None:
    Path("empty").mkdir()
    assert refused(run(given)) == message


def test_a_file_may_be_named_like_a_pattern(tmp_path: Path) -> None:
    path = tmp_path / "a[1].csv"
    path.touch()
    assert find_files([str(path)]) == [(path, str(path))]


def test_the_last_file_is_named_by_an_interrupt(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    line = record_line

    def broken_off(found: Any, **options: bool) -> str:
        if found.file == "logs/b.jsonl":
            raise KeyboardInterrupt
        return line(found, **options)

    _tree()
    monkeypatch.setattr(runs, "record_line", broken_off)
    assert "interrupted after line 3 of logs/a.jsonl: out.jso" in run("logs").stderr


# -- Parquet -----------------------------------------------------------------------------------
def test_parquet_is_as_json_lines(run: Run) -> None:
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(ROWS * 700), "d.parquet")
    assert run("d.parquet").exit_code == 0
    assert [one["outcome"] for one in written()] == OUTCOMES * 700
    assert [one["line"] for one in written()] == list(range(1, 2101))
    assert [sorted(one["labels"]) for one in written()[:3]] == [["human"], ["human"], []]


def test_a_broken_parquet_file_is_said(run: Run) -> None:
    Path("d.parquet").write_bytes(b"PAR1 nothing")
    assert refused(run("d.parquet")).startswith("d.parquet: cannot read the data set: Parquet")
    Path("d.parquet.gz").write_bytes(b"")
    assert "lines of text may also end in .gz" in refused(run("d.parquet.gz"))


def test_without_pyarrow_the_extra_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(ROWS), "d.parquet")
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    said = refused(run("d.parquet"))
    assert said.startswith("d.parquet: reading Parquet needs the package pyarrow: ")
    assert said.endswith(" (install the extra `tables` of evalspec)")


# -- chat logs ---------------------------------------------------------------------------------
CHAT = ADAPTER.replace("response: answer", "messages: messages")
ASKED = {"role": "user", "content": "Two words."}
SAID = {"role": "assistant", "content": "one two"}


def test_the_last_message_is_the_response(run: Run) -> None:
    rows = [
        {"messages": [ASKED, SAID], "rule": rule, "ok": None} for rule in ("words = 2", "words = 3")
    ]
    Path("d.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), "d.parquet")
    Path("d.csv").write_text(
        'messages,rule,ok\n"' + json.dumps([SAID]).replace('"', '""') + '",words = 2,\n'
    )
    result = run("d.jsonl", "d.parquet", "d.csv", "--with-responses", adapter=CHAT)
    assert result.exit_code == 0
    assert [one["outcome"] for one in written()] == ["satisfied", "unsatisfied"] * 2 + ["satisfied"]
    assert {one["response_text"] for one in written()} == {"one two"}
    assert [one["request"] for one in written()] == ["Two words."] * 4 + [""]


CHATS: dict[str, tuple[Any, Chat | str]] = {
    "turns": (
        [ASKED, {"role": "assistant", "content": "one"}, {"role": "user", "content": "More!"}, SAID],
        Chat("Two words.\n\nMore!", "one two"),
    ),
    "a system prompt is no request": (
        [{"role": "system", "content": "Be brief."}, ASKED, SAID],
        Chat("Two words.", "one two"),
    ),
    "parts": (
        [{"role": "assistant", "content": [
            {"type": "thinking", "thinking": "hm"},
            {"type": "text", "text": "one"},
            {"type": "text", "text": " two"},
        ]}],
        Chat("", "one two"),
    ),
    "a picture in the request": (
        [{"role": "user", "content": [{"type": "image_url", "image_url": {}}]}, ASKED, SAID],
        Chat("Two words.", "one two"),
    ),
    "another spelling": (
        [{"from": "human", "value": "Two words."}, {"from": "gpt", "value": "one two"}],
        Chat("Two words.", "one two"),
    ),
    "no answer yet": (
        [SAID, ASKED],
        "the last message is of `user`, expected one of assistant, gpt, model, ai, bot",
    ),
    "a call of a tool": ([ASKED, {"role": "assistant", "content": None, "tool_calls": []}],
                         "the last message holds no text"),
    "no role": ([{"content": "x"}], "message 0 has no `role`"),
    "no messages": ([], "expected a list of chat messages"),
    "a text": ("hello", "expected a list of chat messages"),
    "nothing": (None, "expected a list of chat messages"),
}  # fmt: skip


@pytest.mark.parametrize(("messages", "chat"), CHATS.values(), ids=CHATS)
def test_chats(messages: Any, chat: Chat | str) -> None:
    assert read_chat(messages) == chat


def test_a_chat_that_cannot_be_read_is_a_bad_row(run: Run) -> None:
    rows = [
        {"messages": [ASKED], "rule": "words = 2", "ok": "yes"},
        {"messages": [ASKED, SAID], "rule": "words = 2", "ok": "yes"},
    ]
    Path("d.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert "d.jsonl:1:1: the last message is of `user`" in run("d.jsonl", adapter=CHAT).stderr
    assert [one.get("outcome") for one in written()] == [None, "satisfied"]


def test_a_response_is_told_in_one_way(run: Run) -> None:
    Path("d.jsonl").write_text(LINES)
    both = run("d.jsonl", adapter=CHAT + "response: answer\nrequest: task\n")
    assert refused(both).startswith("adapter.yaml:8:1: `messages` stands in place of `response`")
    assert "adapter.yaml:9:1: `messages` stands in place of `request`" in refused(both)


# -- columns that must be there ----------------------------------------------------------------
ABSENT = {
    "a label": ("labels: {human: okay}", "`okay` (label `human`)"),
    "a label in a mapping": ("labels: {human: about.ok}", "`about.ok` (label `human`)"),
    "a rationale": (
        "labels: {human: {column: ok, rationale: why}}",
        "`why` (rationale of label `human`)",
    ),
    "a group": ("groups: [kind]", "`kind` (results are grouped by it)"),
    "a column to keep": ("keep: [kind]", "`kind` (results are grouped by it)"),
    "the name of the response": ("row: name", "`name` (row)"),
    "the request": ("request: task", "`task` (request)"),
}


@pytest.mark.parametrize(("line", "said"), ABSENT.values(), ids=ABSENT)
@pytest.mark.parametrize("name", ["d.csv", "d.jsonl", "d.parquet"])
def test_a_column_that_no_row_has_is_an_error(line: str, said: str, name: str, run: Run) -> None:
    Path("d.csv").write_text("answer,rule,ok\none,words = 1,yes\n")
    Path("d.jsonl").write_text(LINES)
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(ROWS), "d.parquet")
    adapter = ADAPTER.replace("labels: {human: ok}\n", "") + line + "\n"
    expected = f"{name}: no row has the column {said} (columns: answer, rule, ok)"
    assert refused(run(name, adapter=adapter)) == expected
    assert not Path("out.json").exists()


def test_some_rows_may_lack_a_label(run: Run) -> None:
    rows = [{"answer": "one", "rule": "words = 1"}, {"answer": "one", "rule": "words = 1", "ok": 1}]
    Path("d.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert run("d.jsonl").exit_code == 0
    assert [sorted(one["labels"]) for one in written()] == [[], ["human"]]
    assert run("d.jsonl", "--limit", "1").exit_code == 0
