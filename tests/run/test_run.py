"""`evalspec run` as a user runs it, on small data sets in every format."""

from __future__ import annotations

import csv
import gzip
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner, Result
from referencing import Registry, Resource

import evalspec
from evalspec.api import runs
from evalspec.cli import group
from evalspec.core.errors import InputError
from evalspec.report import results as report
from evalspec.source import schema

ADAPTER = """
dataset: 1
name: notes
response: answer
constraint: {check: rule}
groups: [kind]
labels:
  human: {column: ok, satisfied: [y], unsatisfied: [n], missing: ["?", ""]}
vocabulary: text
"""
ROWS = [
    {"answer": "one two three", "rule": "words = 3", "ok": "y", "kind": "a"},
    {"answer": "one two three", "rule": "words >= 4", "ok": "n", "kind": "a"},
    {"answer": "one, two", "rule": "words = 2", "ok": "n", "kind": "b"},
    {"answer": "one, two", "rule": "wrds = 2", "ok": "y", "kind": "b"},
    {"answer": "one", "rule": "words = 1", "ok": "?", "kind": "b"},
]

Run = Callable[..., Result]


def as_csv(rows: list[dict[str, Any]], delimiter: str = ",") -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]), delimiter=delimiter)
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def as_lines(rows: list[dict[str, Any]]) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.chdir(tmp_path)

    def call(
        name: str, content: str | bytes, *options: str, adapter: str = ADAPTER, limit: int = 0
    ) -> Result:
        data = content.encode() if isinstance(content, str) else content
        Path(name).write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
        Path("adapter.yaml").write_text(adapter, encoding="utf-8")
        arguments = ["run", name, "--dataset", "adapter.yaml", "--summary", "s.json", *options]
        return CliRunner().invoke(group, [*arguments, "-o", "out.jsonl"])

    return call


def written() -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path("out.jsonl").read_text().splitlines()]


def summary() -> dict[str, Any]:
    content: dict[str, Any] = json.loads(Path("s.json").read_text())
    return content


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("d.csv", as_csv(ROWS)),
        ("d.csv.gz", as_csv(ROWS)),
        ("d.tsv", as_csv(ROWS, "\t")),
        ("d.jsonl", as_lines(ROWS)),
        ("d.ndjson.gz", as_lines(ROWS)),
        ("d.csv", "\ufeff" + as_csv(ROWS)),
    ],
)
def test_every_format_gives_the_same(name: str, content: str, run: Run) -> None:
    assert run(name, content).exit_code == 0
    outcomes = [line["outcome"] for line in written()]
    assert outcomes == ["satisfied", "unsatisfied", "satisfied", "undetermined", "satisfied"]
    human = summary()["labels"]["human"]
    assert human["n"] == 4
    assert human["accuracy"] == 0.5
    assert human["coverage"] == 0.75
    assert human["accuracy_decided"] == pytest.approx(2 / 3)
    assert human["f1_satisfied"] == 0.5
    assert human["f1_unsatisfied"] == pytest.approx(2 / 3)
    assert human["confusion"] == {
        "satisfied": {"satisfied": 1, "unsatisfied": 0, "undetermined": 1},
        "unsatisfied": {"satisfied": 1, "unsatisfied": 1, "undetermined": 0},
    }
    assert {name: block["n"] for name, block in human["groups"].items()} == {"a": 2, "b": 2}
    assert human["groups"]["a"]["accuracy"] == 1


def test_each_line_follows_its_schema(run: Run) -> None:
    run("d.jsonl", as_lines([*ROWS, {"answer": 3}]))
    verdict = Resource.from_contents(schema.load("verdict.schema.json"))
    registry = Registry().with_resource("https://evalspec.dev/verdict.schema.json", verdict)
    validator = jsonschema.Draft202012Validator(
        schema.load("result.schema.json"), registry=registry
    )
    lines = written()
    assert len(lines) == 6
    for line in lines:
        validator.validate(line)


def test_the_ledger_and_the_label_stand_in_each_line(run: Run) -> None:
    run("d.jsonl", as_lines(ROWS))
    first = written()[0]
    assert first["line"] == 1
    assert first["labels"] == {"human": {"label": "satisfied", "verdict": "satisfied"}}
    assert (first["scopes"][0]["computed"], first["scopes"][0]["bound"]) == ("3", "= 3")
    assert first["groups"] == {"kind": "a"}
    assert written()[0]["row"] == written()[1]["row"] != written()[2]["row"]
    assert written()[4]["labels"] == {}


def test_disagreements_are_readable(run: Run) -> None:
    rows = [*ROWS[:3], {"answer": "``` fence\nx", "rule": "words = 9", "ok": "y", "kind": "c"}]
    run("d.jsonl", as_lines(rows), "--disagreements", "d.md")
    text = Path("d.md").read_text()
    assert text.count("## d.jsonl:") == 2
    assert "## d.jsonl:3, constraint 0: words = 2" in text
    assert "human: unsatisfied; evalspec: satisfied (kind b)" in text
    assert "````\n   1  ``` fence\n   2  x\n````" in text


def test_figures_are_printed(run: Run) -> None:
    output = run("d.csv", as_csv(ROWS)).output
    assert output.startswith("5 verdicts, 0 skipped\nnotes, label human, n = 4 ")
    assert "  labelled satisfied: 1 satisfied, 0 unsatisfied, 1 undetermined" in output


def test_standard_output_holds_only_what_was_asked(run: Run) -> None:
    Path("d.csv").write_text(as_csv(ROWS))
    Path("adapter.yaml").write_text(ADAPTER)
    result = CliRunner().invoke(group, ["run", "d.csv", "-d", "adapter.yaml", "-o", "-"])
    assert [json.loads(line)["line"] for line in result.stdout.splitlines()] == [2, 3, 4, 5, 6]
    assert "accuracy" in result.stderr


def test_limit_and_progress(run: Run) -> None:
    result = run("d.csv", as_csv(ROWS), "--limit", "2", "--progress")
    assert summary()["verdicts"] == 2
    assert "2 verdicts" in result.stderr


BAD = [
    ("csv", "answer,rule,ok,kind\nx,words = 1\n", "d.csv:2:1: this row has 2 columns, expected 4"),
    ("csv", "text,rule\nx,words = 1\n",
     "d.csv:2:1: column `answer` is not there, expected the response as text"
     " (columns: text, rule)"),
    ("csv", "answer,rule\nx,\n", "d.csv:2:1: column `rule` is empty, expected the constraint"),
    ("jsonl", '{"answer": 3, "rule": "words = 1"}\n',
     "d.jsonl:1:1: column `answer` holds 3, expected the response as text"),
    ("jsonl", "[1]\n",
     "d.jsonl:1:1: expected a JSON object, a mapping of columns to values"),
    ("jsonl", "{\n", "d.jsonl:1:1: expected a JSON object: Expecting property name enclosed"),
    ("jsonl", "[" * 100_000 + "\n", "d.jsonl:1:1: expected a JSON object: "),
    ("jsonl", b'{"answer": "\xff"}\n', "d.jsonl:1:1: byte 0xff is not UTF-8"),
    ("jsonl", '{"answer": "\\ud800"}\n',
     "d.jsonl:1:1: U+D800 is half of a surrogate pair, not a character"),
    ("csv", "", "d.csv:1:1: the file is empty: expected a line of column names"),
    ("xlsx", "", "d.xlsx: a data set is .csv, .tsv, .jsonl, .ndjson, .parquet,"
     " .eval, .json, .md, .markdown, .txt; lines of text may also end in .gz"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "content", "message"), BAD)
def test_a_file_without_one_usable_row_is_an_error(
    kind: str, content: str | bytes, message: str, run: Run
) -> None:
    error = run(f"d.{kind}", content).exception
    assert isinstance(error, InputError)
    assert str(error).startswith(message)


def test_a_bad_row_is_reported_kept_and_passed_over(run: Run) -> None:
    lines = as_lines(ROWS).splitlines()
    lines.insert(1, '{"answer": null, "rule": "words = 1", "ok": "y"}')
    lines.insert(3, '{"answer": "x", "rule": "words = 1", "ok": "perhaps"}')
    result = run("d.jsonl", "\n".join(lines))
    assert result.exit_code == 0
    assert summary()["problems"] == 2
    assert summary()["labels"]["human"]["n"] == 4
    assert [line["problem"]["code"] for line in written() if "problem" in line] == ["bad-row"] * 2
    assert [line["line"] for line in written()] == [1, 2, 3, 4, 4, 5, 6, 7]
    assert "d.jsonl:2:1: column `answer` is empty, expected the response" in result.stderr
    assert 'd.jsonl:4:1: column `ok` holds "perhaps", expected one of y, n' in result.stderr


@pytest.mark.heavy
def test_a_file_that_breaks_off_keeps_what_was_read(run: Run) -> None:
    rows = as_lines([{**row, "pad": str(n) * 5000} for n, row in enumerate(ROWS * 20)])
    content = gzip.compress(rows.encode(), 0)
    Path("cut.jsonl.gz").write_bytes(content[: len(content) // 2])
    Path("adapter.yaml").write_text(ADAPTER)
    result = CliRunner().invoke(group, ["run", "cut.jsonl.gz", "-d", "adapter.yaml"])
    assert result.exit_code == 0
    assert "cannot read the data set" in result.stderr
    assert "1 unreadable" in result.stdout


LISTED = """
dataset: 1
name: listed
response: answer
row: about.name
constraints: rules
constraint: {use: {column: rule, default: "ifeval/{}"}, with: args, id: rule}
groups: [about.kind]
labels:
  strict: {column: strict}
  loose: {column: loose, variants: loose}
vocabulary: {column: about.kind, values: {n: text}}
skip:
  - {column: random}
variants:
  loose: [[without-first-line], [without-first-line, without-asterisks]]
"""


def test_a_list_of_rules_with_variants_and_skips(run: Run) -> None:
    row = {
        "answer": "Sure, here it is:\n*plain text*",
        "about": {"name": "r1", "kind": "n"},
        "rules": [
            {"rule": "punctuation:no_comma", "args": {"x": None}, "strict": False, "loose": True},
            {"rule": "keywords:existence", "args": {"keywords": ["plain"]}, "strict": 1},
            {"rule": "punctuation:no_comma", "random": True, "strict": False},
            {"args": {}},
        ],
    }
    assert run("d.jsonl", as_lines([row]), adapter=LISTED).exit_code == 0
    lines = written()
    assert [line.get("name") for line in lines if "problem" not in line] == [
        "punctuation:no_comma",
        "keywords:existence",
    ]
    assert lines[0]["row"] == "r1"
    assert lines[0]["groups"] == {"about.kind": "n"}
    assert lines[0]["labels"] == {
        "strict": {"label": "unsatisfied", "verdict": "unsatisfied"},
        "loose": {"label": "satisfied", "verdict": "satisfied"},
    }
    assert lines[2]["problem"]["message"].startswith("constraint 3 of `rules`: column `rule`")
    assert summary()["skipped"] == 1
    assert summary()["labels"]["loose"]["n"] == 1


def test_a_list_in_a_csv_field_is_json(run: Run) -> None:
    rules = json.dumps([{"rule": "punctuation:no_comma", "strict": True, "loose": None}])
    rows = [{"answer": "fine", "rules": rules, "name": "r1"}]
    adapter = (
        LISTED.replace("about.kind", "rule")
        .replace("values: {n:", "default: text, values: {n:")
        .replace("about.name", "name")
    )
    assert run("d.csv", as_csv(rows), adapter=adapter).exit_code == 0
    assert summary()["labels"]["strict"]["accuracy"] == 1


def test_sentences_may_stand_in_the_list_themselves(run: Run) -> None:
    adapter = "dataset: 1\nname: s\nresponse: a\nconstraints: c\nconstraint: {text: sentence}\n"
    run("d.jsonl", as_lines([{"a": "x", "c": ["Answer in 3 words."]}]), adapter=adapter)
    assert written()[0]["text"] == "Answer in 3 words."


def test_an_unknown_vocabulary_is_a_bad_row(run: Run) -> None:
    adapter = ADAPTER.replace("vocabulary: text", 'vocabulary: {column: kind, default: "{}"}')
    rows = [{**ROWS[0], "kind": "text"}, {**ROWS[0], "kind": "nonesuch"}]
    result = run("d.jsonl", as_lines(rows), adapter=adapter)
    assert summary()["verdicts"] == 1
    assert "d.jsonl:2:1: " in result.stderr
    assert "nonesuch" in result.stderr


def test_data_of_the_wrong_type_is_a_bad_row(run: Run) -> None:
    rows: list[dict[str, Any]] = [{**ROWS[0], "d": {"n": 3}}, {**ROWS[0], "d": 7}]
    result = run("d.jsonl", as_lines(rows), adapter=ADAPTER + "data: d\n")
    assert summary()["verdicts"] == 1
    assert "d.jsonl:2:1: column `d` holds 7, expected a mapping of data" in result.stderr


def test_from_python(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(ADAPTER)
    (tmp_path / "d.csv").write_text(as_csv(ROWS))
    run = evalspec.run_dataset(tmp_path / "a.yaml", tmp_path / "d.csv")
    assert run.figures.labels["human"].n == 4
    assert [result.line for result in run.results] == [2, 3, 4, 5, 6]
    assert run.problems == ()


def test_an_interrupt_changes_no_file(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken_off(found: Any, **options: bool) -> str:
        if found.line > 3:
            raise KeyboardInterrupt
        return report.record_line(found, **options)

    Path("out.jsonl").write_text("mine")
    monkeypatch.setattr(runs, "record_line", broken_off)
    result = run("d.csv", as_csv(ROWS))
    assert "interrupted after line 3 of d.csv: out.jsonl is as it was" in result.stderr
    assert Path("out.jsonl").read_text() == "mine"
    assert not list(Path().glob(".writing*"))
