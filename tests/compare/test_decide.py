"""Disagreements, decisions on them, and the cases that come of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from evalspec.author.add_case import add_case
from evalspec.cli import group
from evalspec.core.errors import InputError
from evalspec.core.verdict import Outcome
from evalspec.language.cases import read_cases

ADAPTER = """
dataset: 1
name: judged
response: answer
row: id
constraint: {check: rule}
labels:
  judge: {column: said, rationale: reason}
"""
SPEC = """\
evalspec: 1
title: Short answers   # a comment
vocabulary: text
constraints:
  - id: short
    check: "words <= 3"
  - id: dry
    check: 'not contains "rain"'
"""
ROWS = [
    {"id": "a", "answer": "one two three", "rule": "words <= 3", "said": "no",
     "reason": "There are 4 words, more than 3 words."},
    {"id": "a", "answer": "one two three", "rule": 'not contains "rain"', "said": "yes"},
    {"id": "b", "answer": "```\none\n</b> two three four", "rule": "words <= 3", "said": "yes"},
]  # fmt: skip


def run(*arguments: str) -> Result:
    return CliRunner().invoke(group, list(arguments))


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("adapter.yaml").write_text(ADAPTER)
    Path("spec.yaml").write_text(SPEC)
    rows = [{"reason": "", **row} for row in ROWS]
    Path("rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    options = ["-d", "adapter.yaml", "-o", "rules.jsonl", "--with-responses"]
    assert run("run", "rows.jsonl", *options).exit_code == 0


def listed(*options: str) -> list[dict[str, Any]]:
    found = run("compare", "rules.jsonl", "rows.jsonl", "-d", "adapter.yaml",
                "--disagreements", "-f", "json", *options)  # fmt: skip
    assert found.exit_code == 0, found.output
    conflicts: list[dict[str, Any]] = json.loads(found.stdout)["conflicts"]
    return conflicts


def test_both_sides_stand_in_one_view() -> None:
    first, second = listed()
    assert first["said"] == {"rules": "satisfied", "judge": "unsatisfied"}
    assert first["rationales"]["judge"].startswith("There are 4 words")
    (finding,) = first["findings"]["judge"]
    assert (finding["fault"], finding["text"]) == ("counting", "4")
    assert second["row"] == "b"


@pytest.mark.parametrize("form", ["text", "markdown", "csv"])
def test_other_forms(form: str) -> None:
    found = run("compare", "rules.jsonl", "rows.jsonl", "-d", "adapter.yaml",
                "--disagreements", "-f", form)  # fmt: skip
    assert found.exit_code == 0
    assert listed()[0]["item"] in found.stdout
    assert form == "csv" or "counts 4, the ledger has 3" in found.stdout


def decide(*decisions: str, spec: bool = True) -> Result:
    chosen = [f"--set={decision}" for decision in decisions]
    case = ["--spec", "spec.yaml"] if spec else []
    return run("decide", "rules.jsonl", "--labels", "people.jsonl", *chosen, *case)


def test_a_decision_is_a_label_and_a_case() -> None:
    one, other = (conflict["item"] for conflict in listed())
    found = decide(f"{one}=satisfied", f"{other}=unsatisfied")
    assert found.exit_code == 0, found.output
    assert "case added to spec.yaml" in found.stdout
    text = Path("spec.yaml").read_text()
    assert text.startswith(SPEC)
    assert [case.case.response for case in read_cases("spec.yaml")] == [
        ROWS[0]["answer"], ROWS[2]["answer"],
    ]  # fmt: skip
    assert run("test", "spec.yaml").exit_code == 0
    again = decide(f"{one}=satisfied")
    assert again.exit_code == 0
    assert "case added" not in again.stdout
    assert Path("spec.yaml").read_text() == text


def test_decisions_stand_over_the_reference() -> None:
    one = listed()[0]["item"]
    assert decide(f"{one}=satisfied", spec=False).exit_code == 0
    files = ["rules.jsonl", "rows.jsonl", "-d", "adapter.yaml"]
    found = run("compare", *files, "--labels", "people.jsonl", "-f", "json")
    data = json.loads(found.stdout)
    assert data["reference"] == "decided"
    assert data["scores"]["rules"]["figures"]["accuracy"]["value"] == pytest.approx(2 / 3)
    assert data["scores"]["judge"]["figures"]["accuracy"]["value"] == pytest.approx(2 / 3)
    assert [pair["second"] for pair in data["pairs"]] == ["judge"]


def test_what_cannot_be_decided() -> None:
    assert "a decision is ITEM=satisfied" in str(decide("abc").exception)
    assert "no item is named 'abc'" in str(decide("abc=satisfied").exception)
    Path("people.jsonl").write_text('{"row": "a"}\n')
    found = run("compare", "rules.jsonl", "--labels", "people.jsonl")
    assert str(found.exception).startswith("people.jsonl:1:1: a decision needs")


def test_a_case_that_says_otherwise() -> None:
    one = listed()[0]["item"]
    assert decide(f"{one}=satisfied").exit_code == 0
    found = decide(f"{one}=unsatisfied")
    assert isinstance(found.exception, InputError)
    assert "expects otherwise of short" in str(found.exception)


@pytest.mark.parametrize(
    "response",
    ["one", "one\n", "one\n\n\n", "  one\n two", "\n\none", "a: b # c", "tab\there \n", "ü\u2028x",
     "one\r\ntwo", "", " ", "- x\n---\n...\n", "%TAG\n", "\x07bell"],
)  # fmt: skip
@pytest.mark.parametrize(
    "cases",
    ["", "cases:\n- name: x\n  response: y\n  expect: {short: satisfied}   # kept\n",
     "cases:\n    - response: |\n        y\n\n      expect:\n        short: satisfied\n\n# end\n",
     "cases: []\n"],
)  # fmt: skip
def test_any_response_becomes_a_case(response: str, cases: str) -> None:
    Path("spec.yaml").write_text(SPEC + cases)
    before = read_cases("spec.yaml")
    try:
        added = add_case("spec.yaml", "no", response, "short", Outcome.SATISFIED)
    except InputError as error:
        assert cases == "cases: []\n", error
        return
    *known, new = read_cases("spec.yaml")
    assert added
    assert [case.case for case in known] == [case.case for case in before]
    assert (new.name, new.case.response) == ("no", response)
    assert SPEC in Path("spec.yaml").read_text()
