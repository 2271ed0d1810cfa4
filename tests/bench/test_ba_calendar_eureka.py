"""The public scorer of BA-Calendar as a spec: its habits, and what it said of recorded answers."""

from __future__ import annotations

import gzip
import json
import os
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import evalspec
from evalspec.bench.drafted.differences import ALL, compared, probes
from evalspec.bench.kept.folder import Folder
from evalspec.bench.kept.generate import Counts, generate
from evalspec.bench.planned.reading import load_plan, load_scorer
from evalspec.core.verdict import Outcome
from evalspec.source import files

FOLDER = Path(os.environ.get("EVALSPEC_DATA") or Path(__file__).parents[3] / "shared" / "data")
RECORDED = FOLDER / "ba_calendar" / "public_scorer_dev.jsonl.gz"
needs_data = pytest.mark.skipif(
    not RECORDED.is_file(), reason="../shared/data is not there (EVALSPEC_DATA names it)"
)
OUTPUTS = {
    "format": "format_programmatic",
    "availability": "availability_programmatic_check",
    "duration": "meeting_duration_programmatic_check",
    "buffer": "buffer_time_programmatic_check",
    "weekend": "no_weekends_programmatic_check",
    "limits": "time_restrictions_programmatic_check",
    "avoided": "specific_times_programmatic_check",
    "priority": "priority_programmatic_check",
}
FIGURES = ("constrainedness", "constrainedness_bucket")
SCORE = {Outcome.SATISFIED: 1, Outcome.UNSATISFIED: 0}


@cache
def _spec() -> evalspec.Spec:
    """Return the spec, with a constraint that shows each figure of an instance."""
    text = (files.root() / "specs" / "bench" / "ba-calendar-eureka.yaml").read_text("utf-8")
    return evalspec.compile(
        text + "".join(f"  - {{id: {name}, check: {name} >= 0}}\n" for name in FIGURES)
    )


def _scored(answer: str, data: dict[str, Any]) -> dict[str, float | None]:
    """Return the twelve outputs of the public scorer, by its names."""
    report = _spec().check(answer, data=data)
    by_id = {verdict.constraint: verdict for verdict in report.verdicts}
    checks = {
        theirs: SCORE[by_id[ours].outcome] if ours in by_id else None
        for ours, theirs in OUTPUTS.items()
    }
    applied = [score for score in checks.values() if score is not None]
    return {
        **checks,
        "all_correct": int(all(applied)),
        "fraction_passed": sum(applied) / len(applied),
        **{name: float(by_id[name].scopes[0].computed) for name in FIGURES},
    }


WEEK: dict[str, Any] = {
    "people": {
        "Ada": {"Monday": ["09:00-10:00", "10:00-12:00"], "Tuesday": ["09:02-12:00"]},
        "Bo": {"Monday": ["09:00-12:00"]},
    },
    "days": "Monday; Tuesday",
    "length": 60,
    "buffer": 0,
    "priority": True,
}


@pytest.mark.parametrize(
    ("answer", "changed", "failed"),
    [
        # the first time of the last day that has one; who has no Tuesday is left out there, and fails
        ("Tuesday 09:02-10:02", {}, {"availability"}),
        ("Monday 09:00-10:00", {}, {"priority"}),
        ("Monday 09:00-10:00", {"days": "Monday"}, set()),
        ("Monday 9:00-10:00", {"days": "Monday"}, {"priority"}),
        # spans that touch are not joined
        ("Monday 09:30-10:30", {"priority": False}, {"availability"}),
        # with buffers the first time is 10:05; availability and limits are of the meeting alone
        ("Monday 10:05-11:05", {"days": "Monday", "buffer": 5}, set()),
        ("Monday 09:00-10:00", {"days": "Monday", "buffer": 5}, {"buffer", "priority"}),
        ("Monday 09:00-10:00", {"days": "Monday", "early": "00:00-09:00"}, set()),
        ("Monday 11:00-12:00", {"priority": False, "late": "12:00-24:00"}, set()),
        # a time that ends at the limit is none for the priority: 10:55 is the first, so 9:00 is not
        ("Monday 09:00-10:00", {"days": "Monday", "late": "10:00-24:00"}, {"priority"}),
        # a weekend passes, a refusal fails wherever it is right, and nothing else is read
        ("Sunday 09:00-10:00", {"priority": False, "weekend": "Saturday; Sunday"}, {"availability"}),
        ("No common time slot available", {"late": "09:30-24:00"},
         {"format", "availability", "duration", "limits", "priority"}),
        ("It is Monday 09:00-10:00.", {"days": "Monday"},
         {"format", "availability", "duration", "priority"}),
    ],
)  # fmt: skip
def test_its_habits(answer: str, changed: dict[str, Any], failed: set[str]) -> None:
    scored = _scored(answer, WEEK | changed)
    found = {ours for ours, theirs in OUTPUTS.items() if scored[theirs] == 0}
    assert found == failed


@pytest.mark.parametrize(
    ("changed", "share"),
    [
        # Monday: of Ada 09:00 and 13 from 10:00 on, all of Bo's 25; Tuesday: 24 of Ada from 09:02 on
        ({}, 1 - (14 + 24) / (25 + 24)),
        # with buffers 70 minutes fit from 10:00 on 11 times, and 22 times on Tuesday
        ({"buffer": 5}, 1 - (11 + 22) / (25 + 24)),
        # what ends at 12:00 is not before 12:00
        ({"days": "Monday", "late": "12:00-24:00"}, 1 - 13 / (25 + 24)),
    ],
)
def test_its_constrainedness(changed: dict[str, Any], share: float) -> None:
    scored = _scored("Monday 09:00-10:00", WEEK | changed)
    assert scored["constrainedness"] == pytest.approx(share)
    assert scored["constrainedness_bucket"] == pytest.approx(int(share * 10) / 10)


def test_a_bucket_may_lie_below_its_tenth() -> None:
    # 6 of 15 times fit, 6 of 12
    free = {"people": {"Ada": {"Monday": ["09:00-11:10"]}}, "days": "Monday", "priority": False}
    for late, share, bucket in (("10:30-24:00", 0.6, 0.5), ("10:35-24:00", 8 / 15, 0.5)):
        scored = _scored("Monday 09:00-10:00", WEEK | free | {"late": late})
        assert scored["constrainedness"] == pytest.approx(share)
        assert scored["constrainedness_bucket"] == pytest.approx(bucket)


@pytest.mark.heavy
def test_where_it_parts_from_the_spec_that_is_right(tmp_path: Path) -> None:
    plan, other = load_plan("ba-calendar"), load_scorer("ba-calendar-eureka")
    folder = Folder(tmp_path / "calendar")
    generate(plan, folder, 18, 7, Counts())
    lines = {line["id"]: line for line in folder.instances()}
    found = [
        difference
        for one in compared(plan, other, lines, list(probes(plan, lines.values())))
        for difference in one.differences
        if difference.metric != ALL
    ]
    refusals = [one for one in found if one.response in plan.refusals.values()]
    nothing = [line for line in lines.values() if not line["certificate"]["right"]]
    assert {one.instance for one in refusals} == {line["id"] for line in nothing} != set()
    assert {one.second for one in refusals} == {Outcome.UNSATISFIED}
    others = {(one.metric, one.second) for one in found if one not in refusals}
    # no day is a weekend; the first time is not that of the last day, nor the other way round
    assert others == {
        ("weekdays", Outcome.SATISFIED),
        ("priority", Outcome.UNSATISFIED),
        ("priority", Outcome.SATISFIED),
    }


def _given(row: dict[str, Any]) -> dict[str, Any]:
    """Return the data of a recorded instance as instances of `ba-calendar` have them."""
    asked = row["constraints"]
    early, late = asked["no_meetings_before"], asked["no_meetings_after"]
    return {
        "people": row["availability"],
        "days": "; ".join(row["params"]["days_of_week"]),
        "step": row["params"]["granularity"],
        "length": asked["meeting_duration"],
        "buffer": asked["buffer_time_before_and_after_meeting"] or 0,
        "weekend": "Saturday; Sunday" if asked["no_meetings_on_weekends"] else [],
        "early": f"00:00-{early:02d}:00" if early else [],
        "late": f"{late}:00-24:00" if late else [],
        "avoided": asked["no_meetings_during_specific_times"] or [],
        "priority": asked["high_priority_meeting"],
    }


def differing(every: int) -> Counter[str]:
    """Count the recorded outputs that the spec does not repeat, of one row in so many."""
    with gzip.open(RECORDED, "rt", encoding="utf-8") as rows:
        read = [json.loads(row) for row in rows][::every]
    found = Counter(rows=len(read))
    for row in read:
        ours = _scored(row["answer"], _given(row))
        for name, theirs in row["public_scorer"].items():
            same = (
                ours[name] == theirs
                if theirs is None
                else ours[name] == pytest.approx(theirs, abs=1e-9)
            )
            found[name] += not same
    return +found


@needs_data
@pytest.mark.parametrize(
    ("every", "rows"),
    [
        (50, 45),
        pytest.param(7, 322, marks=pytest.mark.heavy),
        pytest.param(1, 2250, marks=pytest.mark.whole),
    ],
)
def test_recorded_answers(every: int, rows: int) -> None:
    assert differing(every) == {"rows": rows}
