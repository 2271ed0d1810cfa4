"""A constraint that does not apply: shown in every output, counted in none."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from evalspec.cli import group

SPEC = """
evalspec: 1
given: {people: {list of: text}}
data: {people: []}
constraints:
  - {id: short, group: form, check: words <= 5}
  - {id: named, group: content, check: contains "Ann", when: data.people is not empty}
  - {id: long, group: form, check: words >= 9, severity: warning}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "spec.yaml").write_text(SPEC)
    (tmp_path / "a.md").write_text("Only four words here.")
    return tmp_path


def _check(form: str) -> str:
    made = CliRunner().invoke(group, ["check", "a.md", "--spec", "spec.yaml", "-f", form])
    assert made.exit_code == 0
    return made.output


def test_text(folder: Path) -> None:
    lines = _check("text").splitlines()
    assert [line.split()[:2] for line in lines[:3]] == [
        ["✓", "short"],
        ["✗", "long"],
        ["-", "named"],
    ]
    assert lines[2].endswith("does not apply: not data.people is empty")
    assert "1 satisfied, 1 unsatisfied, 1 does not apply" in lines
    assert "form: 1 of 2 satisfied" in lines


def test_json(folder: Path) -> None:
    (report,) = json.loads(_check("json"))["reports"]
    assert report["summary"] == {"satisfied": 1, "unsatisfied": 1, "undetermined": 0}
    assert [one["id"] for one in report["verdicts"]] == ["short", "long"]
    assert [(one["id"], one["outcome"]) for one in report["inapplicable"]] == [
        ("named", "does-not-apply")
    ]
    assert report["groups"] == {"form": {"satisfied": 1, "unsatisfied": 1, "undetermined": 0}}


def test_lines_and_comparing(folder: Path) -> None:
    text = _check("jsonl")
    outcomes = [json.loads(line)["outcome"] for line in text.splitlines()]
    assert outcomes == ["satisfied", "unsatisfied", "does-not-apply"]
    (folder / "old.jsonl").write_text(text)
    (folder / "new.jsonl").write_text(text)
    made = CliRunner().invoke(group, ["compare", "old.jsonl", "new.jsonl", "-f", "json"])
    assert "named" not in made.output


def test_csv(folder: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(_check("csv"))))
    assert [(row["id"], row["outcome"]) for row in rows] == [
        ("short", "satisfied"),
        ("long", "unsatisfied"),
        ("named", "does-not-apply"),
    ]


def test_markdown(folder: Path) -> None:
    assert "1 satisfied, 1 unsatisfied, 0 undetermined, 1 does not apply" in _check("markdown")


def test_junit(folder: Path) -> None:
    text = _check("junit")
    assert 'tests="3" failures="0" errors="0" skipped="2"' in text
    assert "does not apply: not data.people is empty" in text


@pytest.mark.parametrize("form", ["sarif", "github"])
def test_no_finding(folder: Path, form: str) -> None:
    assert "named" not in _check(form)


def test_html(folder: Path) -> None:
    _check("html:page.html")
    assert "does not apply everywhere: named" in (folder / "page.html").read_text("utf-8")
