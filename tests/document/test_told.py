"""Records that answers tell: many ways of writing, the same records."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalspec.core.times import Clock
from evalspec.core.timeset import Times
from evalspec.document.answer import select_answer
from evalspec.document.told import Telling, read_told
from evalspec.vocabulary.load import load_lexicon
from tests import quick_yaml

CASES = quick_yaml.load((Path(__file__).parent / "told.yaml").read_text("utf-8"))
STAYS = load_lexicon(["stays"], None, None).lexicon
VISITS = load_lexicon(["visits"], None, None).lexicon
CITIES = {"city": ("Oslo", "Rome", "Porto", "St. Moritz")}
PEOPLE = {
    "person": ("Amy", "Bo", "Carla", "Dev"),
    "place": ("Old Town", "St. Mary's Pier", "North Hill", "The Mill", "Start Square"),
}


def _stays(text: str) -> tuple[Telling, ...]:
    return read_told(text, select_answer(text), STAYS, CITIES)


def _visits(text: str) -> tuple[Telling, ...]:
    return read_told(text, select_answer(text), VISITS, PEOPLE)


def _values(telling: Telling, kind: str, *fields: str) -> list[tuple[Any, ...]]:
    return [
        tuple(
            _plain(record.fields[name].value) if name in record.fields else None for name in fields
        )
        for record in telling.records
        if record.kind == kind
    ]


def _plain(value: Any) -> Any:
    return value.text() if isinstance(value, Clock | Times) else value


@pytest.mark.parametrize("case", CASES["stays"], ids=lambda case: case["name"])
def test_stays(case: dict[str, str]) -> None:
    (telling,) = _stays(case["text"])
    assert _values(telling, "stay", "city", "days") == [
        ("Oslo", "Day 1 to Day 4"),
        ("Rome", "Day 4 to Day 6"),
        ("Porto", "Day 6 to Day 9"),
    ]


@pytest.mark.parametrize("case", CASES["meetings"], ids=lambda case: case["name"])
def test_meetings(case: dict[str, str]) -> None:
    (telling,) = _visits(case["text"])
    assert _values(telling, "meeting", "person", "start", "end") == [
        ("Amy", "10:00", "11:00"),
        ("Bo", "11:15", "12:15"),
        ("Carla", "14:00", "15:30"),
    ]


def test_every_field_that_is_written_has_its_place() -> None:
    text = "**Day 1–4:** Visit Oslo."
    (telling,) = _stays(text)
    (record,) = telling.records
    assert [span.of(text) for span in record.fields["city"].spans] == ["Oslo"]
    assert [span.of(text) for span in record.fields["days"].spans] == ["Day 1–4"]


def test_the_place_of_a_meeting_is_that_of_the_last_journey() -> None:
    (telling,) = _visits(
        "You travel to North Hill in 5 minutes and arrive at 9:05AM. Meet Bo from 10:00AM to 11:00AM."
    )
    assert _values(telling, "meeting", "person", "place") == [("Bo", "North Hill")]


def test_a_length_that_contradicts_the_times_is_read_both_ways() -> None:
    tellings = _visits("Meet Bo at North Hill for 90 minutes from 10:00AM to 11:00AM.")
    ends = [_values(telling, "meeting", "end") for telling in tellings]
    assert ends == [[("11:00",)], [("11:30",)]]


def test_alternatives_are_all_answers() -> None:
    text = "Option 1:\n- Day 1-4: Oslo\n- Day 4-6: Rome\n\nOption 2:\n- Day 1-3: Rome\n- Day 3-6: Oslo\n"
    firsts = [_values(telling, "stay", "city")[0] for telling in _stays(text)]
    assert firsts == [("Rome",), ("Oslo",)]


def test_a_stay_of_another_length_is_kept_apart() -> None:
    (telling,) = _stays("Day 1-3: Oslo\nDay 4-6: Rome\nDay 7-9: Oslo")
    assert _values(telling, "stay", "city", "days") == [
        ("Oslo", "Day 1 to Day 3"),
        ("Rome", "Day 4 to Day 6"),
        ("Oslo", "Day 7 to Day 9"),
    ]


@pytest.mark.parametrize(
    "text",
    ["It is impossible to visit all three.", "No feasible trip exists.", "There is no solution."],
)
def test_refusals(text: str) -> None:
    (telling,) = _stays(text)
    assert telling.refusals
    assert not telling.records


@settings(max_examples=60, deadline=None)
@given(
    st.text(
        alphabet=st.sampled_from("Oslo Rome Day 123-:.,{}[]\"'|\n*#→ fly to from 9:00AM ()"),
        max_size=300,
    )
)
def test_any_text_is_read(text: str) -> None:
    for telling in (*_stays(text), *_visits(text)):
        for record in telling.records:
            assert record.span.of(text)


@pytest.mark.heavy
@pytest.mark.parametrize(
    "text", ["fly from Oslo ", "Oslo Day 1-4 ", "Oslo Day 1-4\n", "{", "'a':'"]
)
def test_what_repeats_without_end_is_no_plan(text: str) -> None:
    for telling in (*_stays(text * 2000), *_visits(text * 2000)):
        assert len(telling.records) <= 1
