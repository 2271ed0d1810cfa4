"""Disagreements, decisions on them, and the cases that come of it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from evalspec.author.add_case import add_case
from evalspec.cli import group
from evalspec.core.errors import InputError
from evalspec.core.verdict import Outcome
from evalspec.language.cases import read_cases

ROOT = Path(__file__).parent.parent.parent
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


def decide(*decisions: str, spec: bool = True, person: str = "ann") -> Result:
    chosen = [f"--set={decision}" for decision in decisions]
    case = ["--spec", "spec.yaml"] if spec else []
    options = ["--by", person, "--labels", "people.jsonl", *chosen, *case]
    return run("label", "rules.jsonl", *options)


def test_a_label_is_a_case_too() -> None:
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


def compared(*options: str) -> dict[str, Any]:
    files = ["rules.jsonl", "rows.jsonl", "-d", "adapter.yaml", "--labels", "people.jsonl"]
    found = run("compare", *files, "-f", "json", *options)
    assert found.exit_code == 0, found.output
    data: dict[str, Any] = json.loads(found.stdout)
    return data | {"said on the side": found.stderr}


def test_labels_stand_over_the_reference() -> None:
    one = listed()[0]["item"]
    assert decide(f"{one}=satisfied", spec=False).exit_code == 0
    data = compared()
    assert data["reference"] == "decided"
    assert data["scores"]["rules"]["figures"]["accuracy"]["value"] == pytest.approx(2 / 3)
    assert data["scores"]["judge"]["figures"]["accuracy"]["value"] == pytest.approx(2 / 3)
    assert [(pair["first"], pair["second"]) for pair in data["pairs"]] == [
        ("rules", "judge"), ("rules", "ann"), ("judge", "ann"),
    ]  # fmt: skip
    assert "ann" not in data["scores"]  # she is part of the reference
    assert compared("-r", "ann")["scores"]["rules"]["n"] == 1


OLD = {"row": "a", "constraint": "words <= 3", "occurrence": 0, "label": "unsatisfied", "note": "x"}
"""A line as it was written before people were named."""


def test_lines_without_a_person_stay_valid() -> None:
    lines = [{**OLD, "label": "satisfied"}, OLD]
    Path("people.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    data = compared()
    assert data["reference"] == "decided"
    assert data["scores"]["rules"]["confusion"]["unsatisfied"]["satisfied"] == 1
    assert "1 item labelled again by the same person, 1 otherwise" in data["said on the side"]


def test_what_cannot_be_decided() -> None:
    assert "a label is given as ITEM=satisfied|" in str(decide("abc").exception)
    assert "no item is named 'abc'" in str(decide("abc=satisfied").exception)
    Path("people.jsonl").write_text('{"row": "a"}\n')
    found = run("compare", "rules.jsonl", "--labels", "people.jsonl")
    assert str(found.exception).startswith("people.jsonl:1:1: a label needs")


@pytest.mark.parametrize(("changed", "said"), [
    ({"label": "maybe"}, "a label is satisfied"), ({"person": ""}, "a label needs"),
    ({"item": 3}, "a label needs"), ({"seen": "response"}, "a label needs"),
])  # fmt: skip
def test_lines_that_are_no_labels(changed: dict[str, Any], said: str) -> None:
    line = {"item": "0123456789", "label": "satisfied", "person": "ann", **changed}
    Path("people.jsonl").write_text(json.dumps(line))
    found = run("compare", "rules.jsonl", "--labels", "people.jsonl")
    assert said in str(found.exception)


# -- in the terminal ---------------------------------------------------------------------------
def ask(keys: str, *options: str, person: str = "ann") -> Result:
    arguments = ["rules.jsonl", "--by", person, "--labels", "people.jsonl", *options]
    found = CliRunner().invoke(group, ["label", *arguments], input=keys)
    assert found.exit_code == 0, found.output
    return found


def lines() -> list[dict[str, Any]]:
    return [json.loads(line) for line in Path("people.jsonl").read_text().splitlines()]


def test_keys_are_labels() -> None:
    found = ask("y", "--queue", "all")  # the input ends
    assert "1 of 3" in found.output
    found = ask("mwhy?\n?bn", "--queue", "all")
    assert found.output.count("The response:") == 4
    first, second, third = lines()[:3]
    assert (first["label"], first["person"], first["seen"]) == ("satisfied", "ann", ["response"])
    assert (second["label"], second["note"]) == ("undetermined", "why?")
    assert third["label"] == "unsatisfied"
    assert third["item"] == second["item"]


def test_keys_may_come_from_a_pipe() -> None:
    command = [sys.executable, "-m", "evalspec", "label", "rules.jsonl", "--by", "ann", "--labels",
               "people.jsonl", "--queue", "all"]  # fmt: skip
    made = subprocess.run(command, input="y\nn\n", text=True, capture_output=True, check=False,
                          env={**os.environ, "PYTHONPATH": str(ROOT)})  # fmt: skip
    assert made.returncode == 0, made.stderr
    assert [line["label"] for line in lines()] == ["satisfied", "unsatisfied"]


def test_nobody_sees_systems_and_verdicts() -> None:
    shown = ask("q", "--queue", "all").output
    for hidden in ("judge", "rules.jsonl", "satisfied\n", "There are 4 words"):
        assert hidden not in shown.replace("are in people.jsonl", "")


def test_everybody_has_an_order_of_their_own() -> None:
    Path("rows.jsonl").write_text("".join(
        json.dumps({**ROWS[0], "id": f"r{n}"}) + "\n" for n in range(30)))  # fmt: skip
    options = ["-d", "adapter.yaml", "-o", "rules.jsonl", "--with-responses"]
    assert run("run", "rows.jsonl", *options).exit_code == 0
    orders = []
    for person in ("ann", "ben", "ann"):
        Path("people.jsonl").unlink(missing_ok=True)
        ask("y" * 30, "--queue", "all", person=person)
        orders.append([line["item"] for line in lines()])
    assert orders[0] == orders[2] != orders[1]
    assert sorted(orders[0]) == sorted(orders[1])
    samples = {}
    for size in (5, 9):
        Path("people.jsonl").unlink()
        ask("y" * 30, "--queue", f"sample:{size}")
        samples[size] = {line["item"] for line in lines()}
    assert (len(samples[5]), len(samples[9])) == (5, 9)
    assert samples[5] < samples[9]


def test_what_is_labelled_is_not_asked_again() -> None:
    ask("y", "--queue", "all")
    assert "1 of 2" in ask("q", "--queue", "all").output
    assert "1 of 3" in ask("q", "--queue", "all", person="ben").output


def test_labels_of_another_text_are_not_used() -> None:
    ask("yyy", "--queue", "all")
    old = lines()
    rows = [{**row, "answer": row["answer"] + "!"} for row in ROWS[:2]] + ROWS[2:]
    Path("rows.jsonl").write_text("".join(json.dumps({"reason": "", **r}) + "\n" for r in rows))
    options = ["-d", "adapter.yaml", "-o", "rules.jsonl", "--with-responses"]
    assert run("run", "rows.jsonl", *options).exit_code == 0
    found = ask("q", "--queue", "all")
    assert "2 labels made on another text: not used" in found.stderr
    assert "1 of 2" in found.output
    data = compared("-r", "rules")
    (pair,) = (
        pair for pair in data["pairs"] if pair["second"] == "ann" and pair["first"] == "rules"
    )
    assert pair["n"] == 1
    assert lines() == old


def test_a_label_without_its_text_cannot_be_checked() -> None:
    ask("yyy", "--queue", "all")
    options = ["-d", "adapter.yaml", "-o", "rules.jsonl"]
    assert run("run", "rows.jsonl", *options).exit_code == 0
    assert "3 labels whose text is not in these results: not used" in compared()["said on the side"]
    found = run("label", "rules.jsonl", "--by", "ann", "--labels", "people.jsonl")
    assert "the results hold no responses" in str(found.exception)


def test_adjudication() -> None:
    ask("yyy", "--queue", "all")
    ask("nyy", "--queue", "all", person="ben")
    changed = lines()[3]["item"]
    data = compared()
    assert "1 item on which people differ have no reference" in data["said on the side"]
    assert data["scores"]["rules"]["n"] == 2
    found = ask("n", "--adjudicate", person="cid")
    assert "1 of 1" in found.output
    assert lines()[-1] == {**lines()[-1], "item": changed, "adjudicates": True, "person": "cid"}
    data = compared()
    assert (data["said on the side"], data["scores"]["rules"]["n"]) == ("", 3)
    assert "0 given, 0 left" in ask("", "--adjudicate", person="cid").output
    people = [pair for pair in data["pairs"] if (pair["first"], pair["second"]) == ("ann", "ben")]
    assert people[0]["same"]["value"] == pytest.approx(2 / 3)


def test_one_person_twice_is_one_voice() -> None:
    ask("yyy", "--queue", "all")
    second = [{**line, "label": "undetermined", "time": "2999-01-01"} for line in lines()[:2]]
    with Path("people.jsonl").open("a") as stream:
        stream.writelines(json.dumps(line) + "\n" for line in second)
    data = compared()
    assert "2 items labelled again by the same person, 2 otherwise" in data["said on the side"]
    (pair,) = (
        pair for pair in data["pairs"] if (pair["first"], pair["second"]) == ("rules", "ann")
    )
    assert (pair["n"], pair["both_decided"]) == (3, 1)


def test_a_person_is_no_method() -> None:
    ask("y", "--queue", "all", person="judge")
    found = run("compare", "rules.jsonl", "rows.jsonl", "-d", "adapter.yaml",
                "--labels", "people.jsonl")  # fmt: skip
    assert "a person and another voice are both called 'judge'" in str(found.exception)


def test_queues() -> None:
    assert "0 given, 0 left" in ask("").output  # the rules decided all
    arguments = ["rules.jsonl", "rows.jsonl", "-d", "adapter.yaml", "--by", "ann",
                 "--labels", "people.jsonl", "--queue"]  # fmt: skip
    found = CliRunner().invoke(group, ["label", *arguments, "disagreements"], input="q")
    assert "1 of 2" in found.output
    assert "a queue is open" in str(run("label", *arguments, "sample").exception)


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


def test_tasks_go_out_and_answers_come_back() -> None:
    arguments = ["label", "rules.jsonl", "--queue", "all"]
    found = run(*arguments, "--export", "label-studio:tasks.json")
    assert found.stdout == "3 tasks in tasks.json, the labelling interface in tasks.xml\n"
    (task, *_) = json.loads(Path("tasks.json").read_text())
    answer = {**task["data"], "label": "no", "annotator": 7, "updated_at": "2024-05-01T10:00:00Z"}
    Path("export.json").write_text(json.dumps([answer]))
    found = run(*arguments, "--import", "label-studio:export.json", "--labels", "people.jsonl",
                "--name", "7=ann")  # fmt: skip
    assert (found.stdout, found.stderr) == ("1 label of ann in people.jsonl\n", "")
    assert lines()[0]["time"] == "2024-05-01T10:00:00+00:00"
    assert "1 of 2" in ask("q", "--queue", "all").output


def test_options_that_say_too_little() -> None:
    for options in (["--labels", "x"], ["--by", "ann"], ["--by", " ", "--labels", "x"],
                    ["--import", "argilla:x"], ["--export", "word:x"], ["--by", "a", "--set", "x=y"],
                    ["--by", "a", "--labels", "x", "--note", "why"]):  # fmt: skip
        assert run("label", "rules.jsonl", *options).exit_code == 2, options
