"""`evalspec prefer`: gates, formats, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from evalspec.cli import group
from evalspec.core.errors import EvalspecError

SPEC = """\
evalspec: 1
title: Short answers
constraints: [{id: soup, check: contains "soup"}]
criteria:
  - {id: short, prefer: lower, measure: words}
  - {id: fits, prefer: satisfied}
  - {id: overall, first: [fits], then: short}
  - {id: nice, scale: helpfulness, severity: warning}
scenarios: {plain: [short], judged: [nice]}
"""
FORMATS = ("text", "json", "jsonl", "csv", "markdown", "junit", "sarif", "github", "html")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "spec.yaml").write_text(SPEC)
    (tmp_path / "a.md").write_text("soup of <beans>\n")
    (tmp_path / "b.md").write_text("a long soup of many beans\n")
    (tmp_path / "c.md").write_text("a stew\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str, stdin: str = "") -> Result:
    return CliRunner().invoke(group, ["prefer", *arguments, "--spec", "spec.yaml"], input=stdin)


def said(result: Result) -> str:
    """Return what is wrong, of an error that ends the command."""
    assert result.exit_code
    return str(result.exception) if isinstance(result.exception, EvalspecError) else result.output


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (("a.md", "b.md"), 0),
        (("a.md", "b.md", "--better"), 0),
        (("b.md", "a.md", "--better"), 1),
        (("b.md", "a.md", "--not-worse"), 1),
        (("a.md", "a.md", "--not-worse"), 0),
        (("a.md", "a.md", "--better"), 1),
        (("a.md", "c.md", "--better"), 0),
        (("a.md", "c.md", "--better", "--scenario", "plain"), 1),
        (("a.md", "b.md", "--scenario", "judged"), 0),
        (("b.md", "a.md", "--better", "--exit-zero"), 0),
        (("b.md", "-", "--better"), 1),
    ],
)
def test_the_exit_status(folder: Path, arguments: tuple[str, ...], status: int) -> None:
    result = run(*arguments, stdin="soup of beans\n")
    assert result.exit_code == status, result.output


def test_what_is_undetermined_ends_with_3(folder: Path) -> None:
    spec = SPEC.replace(", severity: warning", "")
    (folder / "spec.yaml").write_text(spec)
    assert run("a.md", "b.md").exit_code == 3
    assert run("a.md", "b.md", "--better").exit_code == 3
    assert run("b.md", "a.md", "--better").exit_code == 1


def test_text_shows_both_sides(folder: Path) -> None:
    shown = run("a.md", "b.md").output
    assert "A  short    lower words" in shown
    assert "3 against 6" in shown
    assert "1 A is better, 0 B is better, 0 tie, 1 undetermined" in shown


@pytest.mark.parametrize("form", FORMATS)
def test_every_format(folder: Path, form: str) -> None:
    result = run("a.md", "b.md", "--better", "-f", f"{form}:out", "-f", "text", "--with-responses")
    assert result.exit_code == 0, result.output
    written = (folder / "out").read_text("utf-8")
    match form:
        case "json":
            (pair,) = json.loads(written)["pairs"]
            assert pair["pair"] == {"a": "a.md", "b": "b.md"}
            short = pair["preferences"][0]
            assert (short["outcome"], short["a"]["value"], short["b"]["value"]) == ("A", "3", "6")
            assert pair["text_a"] == (folder / "a.md").read_text()
        case "jsonl":
            lines = [json.loads(line) for line in written.splitlines()]
            assert [line["criterion"] for line in lines] == ["short", "fits", "overall", "nice"]
        case "csv":
            assert "a.md,b.md,short,A,,error,lower words,lower words,3,6,no" in written
        case "junit":
            cases = ElementTree.fromstring(written).iter("testcase")
            assert [case.get("name", "").partition(":")[0] for case in cases] == ["overall", "nice"]
        case "sarif":
            (found,) = json.loads(written)["runs"][0]["results"]
            assert found["ruleId"] == "nice"
        case "github":
            assert written.startswith("::warning")
        case "html":
            assert "<script" not in written
            assert "&lt;beans&gt;" in written
            assert "<mark>soup</mark>" in written
        case _:
            assert "overall" in written


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("a.md", "b.md", "--scenario", "other"), "no scenario 'other'"),
        (("a.md", "d.md"), "cannot read the response"),
        (("-", "-"), "only one of A and B can be standard input"),
        (("a.md", "b.md", "--judge", "zero-shot", "--both"), "--both is about constraints"),
        (("a.md",), "Missing argument 'B'"),
    ],
)
def test_what_is_refused(folder: Path, arguments: tuple[str, ...], message: str) -> None:
    assert message in said(run(*arguments))


def test_a_spec_without_criteria_is_refused(folder: Path) -> None:
    (folder / "spec.yaml").write_text("evalspec: 1\nconstraints: [words <= 3]\n")
    assert "the spec has no criteria" in said(run("a.md", "b.md"))


def test_a_spec_of_criteria_alone_checks_nothing(folder: Path) -> None:
    (folder / "spec.yaml").write_text("evalspec: 1\ncriteria: [{id: a, scale: helpfulness}]\n")
    result = CliRunner().invoke(group, ["check", "a.md", "--spec", "spec.yaml"])
    assert "evalspec prefer A B" in said(result)
