"""Meetings: what fits, against a search minute by minute that shares no code."""

from __future__ import annotations

import pytest

from evalspec.bench.planned.plan import Plan
from evalspec.bench.planned.reading import load_plan
from evalspec.bench.proven.instance import make
from tests.bench.oracle import agrees, proven, recorded, solved


@pytest.fixture(scope="module")
def plan() -> Plan:
    return load_plan("ba-calendar")


def test_what_fits_is_what_a_search_by_minutes_finds(plan: Plan) -> None:
    assert all(agrees(plan, make(plan, 31, number).line["data"]) for number in range(12))


def test_what_fits_in_recorded_instances(plan: Plan) -> None:
    rows = recorded(12)
    if not rows:
        pytest.skip("no recorded instances: EVALSPEC_DATA names no folder with ba_calendar/")
    assert [len(proven(plan, row["data"])[0]) for row in rows] == [row["feasible"] for row in rows]


def test_a_small_calendar_worked_by_hand(plan: Plan) -> None:
    data = {
        "length": 60, "buffer": 5, "priority": True, "days": ["Monday", "Tuesday"],
        "late": "17:00-24:00",
        "people": {
            "Ann": "Monday 09:00-10:10, 16:00-18:00",
            "Bob": "Monday 09:00-18:00; Tuesday 00:00-24:00",
        },
    }  # fmt: skip
    # Ann, 09:00-10:10: 09:05 alone has five minutes before and after. 16:00-17:00 has none before.
    # Somebody is free for an hour from 97 starts on Monday (Bob, 9 to 18), from 277 on Tuesday.
    assert proven(plan, data) == ([(0, 545)], [(0, 545)], 97 + 277)
    assert solved(data) == ([(0, 545)], 97 + 277)
