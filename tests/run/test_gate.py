"""`evalspec run` in a pipeline: formats for machines, and a gate on the share satisfied."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import jsonschema
import pytest
from click.testing import CliRunner, Result

from evalspec.cli import group

ADAPTER = """
dataset: 1
name: notes
response: answer
constraint: {check: rule}
vocabulary: text
"""
ROWS = (
    {"answer": "one two three", "rule": "words = 3"},
    {"answer": "one two three", "rule": "words >= 4"},
    {"answer": "one", "rule": "words = 1"},
    {"answer": "two", "rule": "words = 1"},
)
UNREADABLE = '{"answer": 3}\n'
SARIF = Path(__file__).parent.parent / "report" / "sarif-2.1.0-rtm.5.json"

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.chdir(tmp_path)
    Path("adapter.yaml").write_text(ADAPTER, encoding="utf-8")

    def call(*options: str, more: str = "") -> Result:
        lines = "".join(json.dumps(row) + "\n" for row in ROWS)
        Path("d.jsonl").write_text(lines + more, encoding="utf-8")
        return CliRunner().invoke(group, ["run", "d.jsonl", "-d", "adapter.yaml", *options])

    return call


@pytest.mark.parametrize(
    ("options", "more", "status"),
    [
        ((), "", 0),
        ((), UNREADABLE, 0),
        (("--fail-on", "error"), "", 1),
        (("--fail-on", "error", "--exit-zero"), "", 0),
        (("--min-pass-rate", "75%"), "", 0),
        (("--min-pass-rate", "75%"), UNREADABLE, 3),
        (("--min-pass-rate", "76%"), "", 1),
        (("--min-pass-rate", "76%", "--fail-on", "never"), "", 0),
    ],
)
def test_exit_status(run: Run, options: tuple[str, ...], more: str, status: int) -> None:
    assert run(*options, more=more).exit_code == status


def test_annotations_stand_at_the_rows(run: Run) -> None:
    result = run("-f", "github", "--fail-on", "error", more=UNREADABLE)
    failed, unread = result.stdout.splitlines()
    assert failed == (
        "::error file=d.jsonl,line=2,endLine=2,title=evalspec 2.0::2.0: words >= 4 — 3, needs >= 4"
    )
    assert unread.startswith("::error file=d.jsonl,line=5,endLine=5,title=evalspec bad-row::")
    assert "verdicts" in result.stderr


def test_junit_has_one_suite_a_row(run: Run) -> None:
    root = ElementTree.fromstring(run("-f", "junit", more=UNREADABLE).stdout.encode())
    assert [suite.attrib["name"] for suite in root] == [
        "d.jsonl:1", "d.jsonl:2", "d.jsonl:3", "d.jsonl:4", "unreadable rows",
    ]  # fmt: skip
    assert {key: root.attrib[key] for key in ("tests", "failures", "errors", "skipped")} == {
        "tests": "5", "failures": "0", "errors": "1", "skipped": "1",
    }  # fmt: skip


def test_sarif_is_valid(run: Run) -> None:
    log = json.loads(run("-f", "sarif", "--min-pass-rate", "0.9", more=UNREADABLE).stdout)
    jsonschema.Draft4Validator(json.loads(SARIF.read_text())).validate(log)
    assert [result["kind"] for result in log["runs"][0]["results"]] == ["fail", "open"]


def test_markdown(run: Run) -> None:
    text = run("-f", "markdown", "--fail-on", "error").stdout
    assert text.startswith("### notes\n\n4 verdicts, 0 skipped\n\n3 of 4 that count are satisfied")
