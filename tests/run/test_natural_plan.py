"""NATURAL PLAN by YAML alone: prompts read into data, verdicts against the references."""

from __future__ import annotations

import gzip
import json
import os
from pathlib import Path
from typing import Any

import pytest

import evalspec
from evalspec.core.errors import Problem
from evalspec.core.span import At
from evalspec.run.adapter import load_adapter
from evalspec.run.prompt_data import read_prompt

DATA = Path(os.environ.get("EVALSPEC_DATA", Path(__file__).parents[3] / "shared" / "data"))
FOLDER = DATA / "natural_plan"
NEEDED = pytest.mark.skipif(not FOLDER.exists(), reason="needs natural_plan (EVALSPEC_DATA)")

TRIP = (
    "You plan to visit 3 European cities for 9 days in total. You only take direct flights to "
    "commute between cities. You would like to visit Turku for 4 days. You want to spend 3 days "
    "in Aix. You plan to stay in St. Gallen for 4 days. You have to attend a workshop in Aix "
    "between day 4 and day 6.\n\nHere are the cities that have direct flights:\nTurku and Aix, "
    "from Aix to St. Gallen.\n\nFind a trip plan of visiting the cities for 9 days by taking "
    "direct flights to commute between them."
)
MEETING = (
    "You are visiting Turku for the day and want to meet as many friends as possible.\n\n"
    "Travel distances (in minutes):\nGate to St. Mary's Pier: 20.\nGate to Mill: 10.\n"
    "Mill to St. Mary's Pier: 15.\nSt. Mary's Pier to Mill: 15.\n\n"
    "CONSTRAINTS: You arrive at Gate at 9:00AM. Åsa will be at Mill from 9:30AM to 12:00PM. "
    "You'd like to meet Åsa for a minimum of 60 minutes. Bo will be at St. Mary's Pier from "
    "10:00AM to 12:30PM. You'd like to meet Bo for a minimum of 45 minutes.\n\n"
    "Your response should start with 'SOLUTION:'."
)


def _data(name: str, prompt: str) -> tuple[dict[str, Any], list[Problem]]:
    reading = load_adapter(name).read
    assert reading is not None
    return read_prompt(reading, prompt, At("rows.jsonl", 7, 1))


def test_a_trip() -> None:
    data, problems = _data("natural-plan-trip", TRIP)
    assert not problems
    assert data == {
        "total": "9",
        "stays": [
            {"city": "Turku", "days": "4"},
            {"days": "3", "city": "Aix"},
            {"city": "St. Gallen", "days": "4"},
        ],
        "events": [{"city": "Aix", "days": "between day 4 and day 6"}],
        "flights": [
            {"from": "Turku", "to": "Aix"},
            {"from": "Aix", "to": "Turku"},
            {"from": "Aix", "to": "St. Gallen"},
        ],
    }


def test_a_day_of_meetings() -> None:
    data, problems = _data("natural-plan-meeting", MEETING)
    assert not problems
    assert data["start"] == {"place": "Gate", "time": "9:00AM"}
    assert data["friends"]["Åsa"] == {
        "name": "Åsa", "place": "Mill", "window": "9:30AM to 12:00PM", "length": "60",
    }  # fmt: skip
    assert len(data["minutes"]) == 4


def test_what_no_pattern_covers_has_its_place() -> None:
    prompt = TRIP.replace("You want to spend", "Mind the gap. You want to spend")
    _, problems = _data("natural-plan-trip", prompt)
    assert [(p.code, p.at.line) for p in problems] == [("unread-prompt", 7)]
    assert problems[0].message == ("column `prompt`, line 1:156: no pattern covers `Mind the gap.`")


def test_a_prompt_of_something_else() -> None:
    _, problems = _data("natural-plan-trip", "Write a poem.")
    assert [p.code for p in problems] == ["unread-prompt", "unread-prompt"]


def _row(tmp_path: Path, name: str, prompt: str, response: str) -> evalspec.DatasetRun:
    path = tmp_path / "rows.jsonl"
    row = {
        "task": "t",
        "model": "m",
        "prompt": prompt,
        "response": response,
        "reference_solved": True,
    }
    path.write_text(json.dumps(row) + "\n")
    return evalspec.run_dataset(name, path)


@pytest.mark.parametrize(
    ("response", "broken"),
    [
        ("Day 1-4: Turku\nDay 4-6: Aix\nDay 6-9: St. Gallen", set()),
        ("Day 1-4: Turku\nDay 4-7: Aix\nDay 6-9: St. Gallen", {"days", "joined"}),
        ("Day 1-4: St. Gallen\nDay 4-6: Aix\nDay 6-9: Turku", {"flight"}),
        ("Day 1-3: Aix\nDay 3-6: Turku\nDay 6-9: St. Gallen", {"flight", "event"}),
        ("Day 1-4: Turku\nDay 4-6: Aix", {"visited", "last"}),
        ("It is impossible to visit these cities.", {"answered"}),
    ],
)
def test_each_constraint_of_a_trip(tmp_path: Path, response: str, broken: set[str]) -> None:
    run = _row(tmp_path, "natural-plan-trip", TRIP, response)
    found = {r.id for r in run.results if r.verdict.outcome.value == "unsatisfied"}
    assert found - {"all"} >= broken
    assert ("all" in found) == bool(broken)


def test_a_mistake_in_the_last_meeting_of_a_best_day(tmp_path: Path) -> None:
    response = (
        "You start at Gate at 9:00AM. You meet Åsa at Mill for 60 minutes from 9:30AM to 10:30AM. "
        "You travel to St. Mary's Pier in 15 minutes and arrive at 10:45AM. "
        "You meet Bo for 45 minutes from 10:45AM to 11:30AM."
    )
    run = _row(tmp_path, "natural-plan-meeting", MEETING, response)
    assert {r.verdict.outcome.value for r in run.results} == {"satisfied"}
    late = response.replace("10:45AM to 11:30AM", "12:00PM to 12:45PM")
    run = _row(tmp_path, "natural-plan-meeting", MEETING, late)
    found = {r.id: r.verdict.outcome.value for r in run.results}
    assert (found["window"], found["length"], found["most"]) == (
        "unsatisfied",
        "satisfied",
        "unsatisfied",
    )


def test_rows_with_data_of_another_type_are_reported(tmp_path: Path) -> None:
    run = _row(tmp_path, "natural-plan-meeting", MEETING.replace("9:30AM", "29:30AM"), "…")
    assert [(p.code, p.at.line) for p in run.problems] == [("wrong-data", 1)]
    assert run.problems[0].message == (
        "`friends.Åsa.window`: `29:30AM` is no time of day: hours end at 24:00"
    )


@NEEDED
@pytest.mark.heavy
@pytest.mark.parametrize(
    ("name", "file", "right", "all_rows"),
    [
        ("natural-plan-trip", "trip_dev.jsonl.gz", 86, 86),
        ("natural-plan-meeting", "meeting_dev.jsonl.gz", 81, 82),
        ("natural-plan-calendar-given", "calendar_dev.jsonl.gz", 456, 458),
    ],
)
def test_agreement(name: str, file: str, right: int, all_rows: int) -> None:
    found = evalspec.run_dataset(name, FOLDER / file).figures.labels["reference"]
    assert found.accuracy is not None
    assert (found.n, round(found.accuracy * found.n)) == (all_rows, right)


@NEEDED
@pytest.mark.heavy
@pytest.mark.parametrize("kind", ["trip", "meeting"])
def test_golden_plans_hold(kind: str, tmp_path: Path) -> None:
    with gzip.open(FOLDER / f"{kind}_dev.jsonl.gz", "rt", encoding="utf-8") as stream:
        golden = [line for line in stream if json.loads(line)["model"] == "golden"]
    path = tmp_path / "golden.jsonl"
    path.write_text("".join(golden), encoding="utf-8")
    run = evalspec.run_dataset(f"natural-plan-{kind}", path)
    assert golden
    assert {result.verdict.outcome.value for result in run.results} == {"satisfied"}
