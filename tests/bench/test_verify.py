"""What stands in a folder is true, and the scorer knows it: else `verify` says where not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from evalspec.bench.kept.folder import Folder
from evalspec.bench.kept.generate import Counts, generate
from evalspec.bench.planned.reading import load_plan
from evalspec.bench.proven.instance import checksum
from evalspec.bench.verified.verify import Verified, verify, verify_folder

SEED, NUMBER = 7, 4


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("bench") / "calendar"
    generate(load_plan("ba-calendar"), Folder(path), NUMBER, SEED, Counts())
    return path


def _verified(path: Path) -> Verified:
    counts = Verified()
    verify_folder(Folder(path), counts)
    return counts


@pytest.mark.heavy
def test_what_was_generated_is_true_and_known(made: Path) -> None:
    found = _verified(made)
    assert found.faults == []
    assert (found.instances, found.writings) == (NUMBER, 6)
    assert found.near > 0


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("wording", "weaker", "constraint"),
    [
        ("each p in data.people: when within p\"", "any p in data.people: when within p\"", "availability"),
        ("length(when) = data.length", "length(when) >= data.length", "duration"),
        ("not when overlaps data.early", "when overlaps data.days", "early"),
    ],
)  # fmt: skip
def test_a_weaker_constraint_is_found_and_named(
    made: Path, tmp_path: Path, wording: str, weaker: str, constraint: str
) -> None:
    for path in made.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    spec = tmp_path / "ba-calendar.yaml"
    text = spec.read_text(encoding="utf-8")
    assert text.count(wording) == 1
    spec.write_text(text.replace(wording, weaker), encoding="utf-8")
    assert [Path(problem.at.file).name for problem in Folder(tmp_path).changed()] == [spec.name]
    found = _verified(tmp_path)
    assert {fault.constraint for fault in found.faults} - {""} == {constraint}


def _altered(line: dict[str, Any], **changes: Any) -> dict[str, Any]:
    made = {**line, **changes}
    return {**made, "sha256": checksum(made)}


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("key", "change", "check", "message"),
    [
        ("prompt", lambda text: text.replace(" min on ", " min or so on "), "completeness",
         "the prompt, read back: `length`: `or so` is not a unit"),
        ("prompt", lambda text: text + " Good luck!", "completeness",
         "the prompt is not of the wording `plain`"),
        ("prompt", lambda text: text.replace("It must not begin before", "It may begin before"),
         "completeness", "the prompt is not of the wording `plain`"),
        ("data", lambda data: {**data, "length": 5}, "consistency",
         "length is none of those to choose from: 5 min"),
        ("data", lambda data: {**data, "people": {**data["people"], "Zoe": "Monday 09:00-10:00"}},
         "completeness", "the prompt says another `people` than the data"),
        ("parameters", lambda all: {**all, "longest": 60, "shortest": 60}, "consistency", "the length of"),
        ("proof", lambda proof: {**proof, "feasible": 999}, "feasibility", "feasible: 999 was proven"),
        ("proof", lambda proof: {**proof, "constrainedness": "0.1"}, "complexity",
         "constrainedness: 0.1 was measured"),
        ("data", lambda data: {**data, "people": {"Ann": "Monday 10:00-09:00"}}, "consistency",
         "a span ends before it begins"),
        ("data", lambda data: {**data, "people": {"Ann": "Monday 09:00-10:00, 09:30-11:00"}},
         "consistency", "spans overlap"),
    ],
)  # fmt: skip
def test_what_is_not_true_is_found(
    made: Path, key: str, change: Any, check: str, message: str
) -> None:
    line = next(Folder(made).instances())
    counts = Verified()
    verify(Folder(made).plan(), _altered(line, **{key: change(line[key])}), counts)
    assert any(fault.check == check and message in fault.message for fault in counts.faults)


def test_answers_of_certificates_are_written(made: Path, tmp_path: Path) -> None:
    verify_folder(Folder(made), Verified(), 1, str(tmp_path / "answers.jsonl"))
    text = (tmp_path / "answers.jsonl").read_text(encoding="utf-8")
    answers = [json.loads(one) for one in text.splitlines()]
    assert {one["writing"] for one in answers} == {
        "plain",
        "sentence",
        "bold",
        "table",
        "json",
        "reasoning",
    }
    assert answers[0]["id"] == f"ba-calendar-{SEED}-0"
