"""Constraints against data: what they decide, from which values, and what they leave open."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import evalspec
from evalspec.core.verdict import Outcome, Reason

SPEC = """
evalspec: 1
vocabulary: [visits, stays]
given:
  start: {place: name of place, time: clock}
  visits: {map of: {name: name of person, place: name of place, window: span, length: amount min}}
  minutes: {table of: amount min}
  cities: {type: {list of: name of city}, missing: empty}
  busy: {type: {map of: times}, missing: empty}
  days: {type: days, optional: true}
  priority: {type: truth, optional: true}
define:
  values:
    free: "data.visits.Ann.window minus either(data.busy)"
data:
  start: {place: Gate, time: "9:00"}
  visits:
    Ann: {name: Ann, place: Mill, window: 9:30-12:00, length: 60}
    Bob: {name: Bob, place: Pier, window: 10:00-12:30, length: 45 min}
  minutes: {Gate: {Mill: 10, Pier: 20}, Mill: {Pier: 15}, Pier: {Mill: 15}}
  busy: {Ann: "10:00-10:30", Bob: "11:00-11:15"}
constraints:
"""
REACHED = "each next meeting: start - end of previous >= data.minutes[place of previous, place]"
PLAN = "Meet Ann at Mill from 9:30 to 10:30. Meet Bob at Pier from 10:40 to 11:30."


MEMBERS = """
evalspec: 1
vocabulary: calendar
given:
  people: {map of: {map of: {list of: span}}}
  days: {list of: days}
  step: {type: amount min, optional: true}
define:
  values:
    free: "stretches(p[d], 60 min, 15 min)"
    fits: "common(each p in data.people where (d is one of p): free)"
data:
  days: [Monday, Tuesday]
  people:
    Ann: {Monday: ["09:00-10:30", "10:30-11:10"], Tuesday: ["9:05-11:00"]}
    Bob: {Monday: ["09:15-12:00"]}
constraints:
"""


def _check(check: str, response: str = PLAN, **data: Any) -> evalspec.Verdict:
    spec = evalspec.compile(f"{SPEC}  - id: c\n    check: {check!r}\n")
    return spec.check(response, data=data).by_id["c"]


@pytest.mark.parametrize(
    ("check", "outcome"),
    [
        ("each meeting: person is one of data.visits", "satisfied"),
        ("each meeting: place = data.visits[person].place", "satisfied"),
        ("each meeting: when within data.visits[person].window", "satisfied"),
        ("each meeting: length(when) >= data.visits[person].length", "satisfied"),
        (REACHED, "unsatisfied"),
        ("each next meeting: start - end of previous >= 10 min", "satisfied"),
        ('pair("Mill", "Pier") in data.minutes', "satisfied"),
        ('pair("Pier", "Gate") in data.minutes', "unsatisfied"),
        ("each v in data.visits: count(meeting where (person = v.name)) = 1", "satisfied"),
        ("each v in data.visits: each s in v.window: length(s) >= 2 h", "satisfied"),
        ("each b in data.busy: not (any meeting: when overlaps b)", "unsatisfied"),
        ("common(data.busy) is empty", "satisfied"),
        ("either(data.busy) is not empty", "satisfied"),
        ("length(either(data.busy)) = 45 min", "satisfied"),
        ("free overlaps either(data.busy)", "unsatisfied"),
        ("count(starts(free, 30 min, 15 min)) = 4", "satisfied"),
        ("begins(earliest(starts(free, 45 min, 15 min))) = 11:15", "satisfied"),
        ("data.busy.Ann widened by 30 min overlaps data.busy.Bob", "unsatisfied"),
        ("data.busy.Ann widened by 31 min overlaps data.busy.Bob", "satisfied"),
        ("when of meeting within 9:00", "undetermined"),
        ("count(meeting) = most(data.visits, data.start, data.minutes)", "satisfied"),
        ("count(meeting while (end <= 10:30)) = 1", "satisfied"),
        ("count(meeting while (if exists previous then start >= end of previous else place = \"Mill\")) = 2",
         "satisfied"),
        ("answer is none", "unsatisfied"),
    ],
)  # fmt: skip
def test_outcomes(check: str, outcome: str) -> None:
    assert _check(check).outcome.value == outcome


@pytest.mark.parametrize(
    ("check", "outcome"),
    [
        # Monday 9:15 and 9:30, of Ann 9:00-10:30 alone; Tuesday 9:05, 9:20, 9:35, 9:50
        ("sum(each d in data.days: count(fits)) = 6", "satisfied"),
        ("slot = earliest(each d in data.days: common(earliest(fits), d))", "satisfied"),
        ("slot = latest(each d in data.days: common(earliest(fits), d))", "unsatisfied"),
        ("count(common(stretches(data.people.Bob.Monday, 60 min, 15 min), "
         "either(data.people.Ann.Monday))) = 4", "satisfied"),
        ("count(either(each p in data.people: stretches(p.Monday, 60 min, 15 min))) = 9", "satisfied"),
        ("count(each s in stretches(data.people.Bob.Monday, 60 min, 15 min) "
         "where (begins(s) >= 10:00)) = 5", "satisfied"),
        ("max(each p in data.people: length(either(p.Monday))) = 165 min", "satisfied"),
        ("sum(each p in data.people where (p.Tuesday is given): length(either(p.Tuesday))) = 115 min",
         "satisfied"),
        ("sum(each p in data.people: length(either(p.Tuesday))) = 115 min", "undetermined"),
        ("count(each p in data.people where (p.Tuesday is not given)) = 1", "satisfied"),
        ("1 - count(each d in data.days: fits) / 4 = 0.5", "satisfied"),
        ("each p in data.people: (first(slot) is one of p and "
         "(any b in p[first(slot)]: slot within b))", "satisfied"),
        ("data.step is given", "unsatisfied"),
        # a time of day is compared on the day of the meeting, two times of meetings by their days
        ("begins(slot) <= 9:20 and begins(slot) + 30 min <= 9:45", "satisfied"),
        ("begins(slot) - begins(data.days[0]) = 9 h", "unsatisfied"),
        ("max(each d in data.days: begins(d)) <= 9:00", "undetermined"),
        ("sum(each d in data.days where (first(d) = first(slot)): count(fits)) = 2", "satisfied"),
        ("sum(each d in data.days where (d is empty): count(fits)) = 0", "satisfied"),
    ],
)  # fmt: skip
def test_values_of_each_member(check: str, outcome: str) -> None:
    spec = evalspec.compile(f"{MEMBERS}  - id: c\n    check: {check!r}\n")
    found = spec.check("Monday 9:15-10:15").by_id["c"]
    assert found.outcome.value == outcome
    again = evalspec.compile(f"{MEMBERS}  - id: c\n    check: {found.canonical!r}\n")
    assert again.check("Monday 9:15-10:15").by_id["c"].canonical == found.canonical


def test_the_evidence_names_the_numbers_and_their_places() -> None:
    found = _check(
        "each next meeting: start - end of previous >= data.minutes[place of previous, place]"
    )
    (scope,) = found.scopes
    assert (scope.label, scope.computed, scope.bound) == ("Bob", "10", ">= 15")
    assert [(o.role, o.value, o.cited and o.cited.text) for o in scope.operands] == [
        ("start", "10:40", "10:40"),
        ("end", "10:30", "10:30"),
    ]


@pytest.mark.parametrize(
    "check",
    [
        "each meeting: start - 9:00 >= data.minutes[place, data.start.place]",
        "each meeting: place = data.visits[place].place",
        "data.days overlaps data.days",
        "data.priority",
    ],
)
def test_what_is_not_given_is_never_a_pass(check: str) -> None:
    found = _check(check)
    assert (found.outcome, found.reason) == (Outcome.UNDETERMINED, Reason.MISSING_DATA)


@pytest.mark.parametrize(
    ("response", "outcome"),
    [
        ("It is impossible to meet anybody.", "satisfied"),
        ("There is no solution.", "satisfied"),
        (f"It is impossible to meet both early. {PLAN}", "unsatisfied"),
        (f"{PLAN}\n\nIn fact there is no solution.", "undetermined"),
        ("Hello.", "undetermined"),
    ],
)
def test_refusals(response: str, outcome: str) -> None:
    assert _check("answer is none", response).outcome.value == outcome


def test_two_final_answers_must_agree() -> None:
    response = "Option 1: Meet Ann from 9:30 to 10:30.\n\nOption 2: Meet Ann from 9:30 to 10:00.\n"
    found = _check("each meeting: length(when) >= 60 min", response)
    assert (found.outcome, found.reason) == (Outcome.UNDETERMINED, Reason.READINGS_DIFFER)
    assert _check("each meeting: start = 9:30", response).outcome is Outcome.SATISFIED


def test_a_written_length_against_the_times_is_read_both_ways() -> None:
    response = "Meet Ann for 60 minutes from 9:30 to 10:00."
    assert _check("each meeting: length(when) >= 60 min", response).outcome is Outcome.UNDETERMINED
    assert _check("each meeting: length(when) >= 70 min", response).outcome is Outcome.UNSATISFIED


def test_what_does_not_apply_counts_nowhere() -> None:
    spec = evalspec.compile(
        SPEC
        + "  - {id: one, check: count(meeting) = 2}\n"
        + "  - {id: two, check: count(meeting) = 3, when: data.cities is not empty}\n"
        + "  - {id: three, check: count(meeting) = 3, when: data.priority}\n"
    )
    report = spec.check(PLAN, data={"priority": False})
    assert [verdict.constraint for verdict in report.verdicts] == ["one"]
    assert [verdict.constraint for verdict in report.inapplicable] == ["two", "three"]
    assert report.ok
    assert report.score(undetermined="fail") == 1
    assert list(report.vector) == [1, None, None]
    asked = spec.check(PLAN, data={"priority": True}).by_id
    assert asked["three"].outcome is Outcome.UNSATISFIED
    silent = spec.check(PLAN).by_id
    assert silent["three"].reason is Reason.MISSING_DATA


def test_data_of_another_type_are_refused() -> None:
    spec = evalspec.compile(SPEC + "  - {id: one, check: count(meeting) = 2}\n")
    with pytest.raises(evalspec.InputError, match=r"`start.time`: `25:00` is no time of day"):
        spec.check(PLAN, data={"start": {"place": "Gate", "time": "25:00"}})


VISIT = st.tuples(
    st.sampled_from("ABC"), st.integers(0, 200), st.integers(10, 120), st.integers(5, 60)
)


@settings(max_examples=60, deadline=None)
@given(st.lists(VISIT, max_size=5), st.lists(st.integers(1, 60), min_size=16, max_size=16))
def test_the_most_visits_are_those_of_the_best_order(
    visits: list[tuple[str, int, int, int]], journeys: list[int]
) -> None:
    places = "SABC"
    table = {
        a: {b: journeys[4 * i + j] for j, b in enumerate(places)} for i, a in enumerate(places)
    }
    clock = "{:02d}:{:02d}".format
    data: dict[str, Any] = {
        "start": {"place": "S", "time": "09:00"},
        "minutes": table,
        "visits": {
            f"v{n}": {
                "name": f"v{n}",
                "place": place,
                "window": f"{clock(*divmod(540 + low, 60))}-{clock(*divmod(540 + low + width, 60))}",
                "length": length,
            }
            for n, (place, low, width, length) in enumerate(visits)
        },
    }
    best = max(_held(order, table) for order in permutations(visits))
    found = _check(f"most(data.visits, data.start, data.minutes) = {best}", **data)
    assert found.outcome is Outcome.SATISFIED


def _held(order: tuple[tuple[str, int, int, int], ...], table: dict[str, dict[str, int]]) -> int:
    """Count the visits of an order, passing over those that cannot be held."""
    best = 0
    for chosen in range(1 << len(order)):
        now, place = 0, "S"
        for number, (there, low, width, length) in enumerate(order):
            if not chosen & 1 << number:
                continue
            now = max(low, now + (table[place][there] if there != place else 0)) + length
            place = there
            if now > low + width:
                break
        else:
            best = max(best, chosen.bit_count())
    return best
