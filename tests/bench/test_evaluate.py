"""Answers worked by hand → metrics, figures, intervals, pages; where two specs part."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from evalspec.bench.drafted.differences import compared
from evalspec.bench.evaluated.evaluate import Answered, answered, figures
from evalspec.bench.evaluated.responses import Response, read_responses
from evalspec.bench.evaluated.score import score
from evalspec.bench.planned.plan import Plan
from evalspec.bench.planned.reading import load_plan, load_scorer
from evalspec.bench.proven.proof import Prover
from evalspec.bench.shown import page, wording
from evalspec.core.errors import InputError
from evalspec.core.verdict import Outcome

DATA = {
    "length": 60, "buffer": 10, "priority": True, "days": ["Monday", "Tuesday", "Saturday"],
    "weekend": "Saturday; Sunday", "early": "00:00-09:00", "avoided": "12:00-13:00",
    "people": {
        "Ann": "Monday 08:00-11:00; Tuesday 09:00-12:30; Saturday 09:00-12:00",
        "Bob": "Monday 08:00-11:00; Tuesday 10:00-14:00; Saturday 09:00-12:00",
    },
}  # fmt: skip
# Both are free Monday 8-11, Tuesday 10-12:30, Saturday 9-12; ten minutes before and after.
S, U = Outcome.SATISFIED, Outcome.UNSATISFIED
NAMES = (
    "availability",
    "duration",
    "buffer",
    "weekdays",
    "time limits",
    "specific times",
    "priority",
)


@pytest.fixture(scope="module")
def plan() -> Plan:
    return load_plan("ba-calendar")


def test_the_first_that_fits(plan: Plan) -> None:
    # 09:00 is no earlier than the limit, and 08:50-10:10 is free: limits do not bind the buffer.
    best = Prover(plan, DATA).proof().best
    assert [answer["meeting"][0]["when"].text() for answer in best] == ["Monday 09:00-10:00"]


@pytest.mark.parametrize(
    ("answer", "failed"),
    [
        ("Monday 09:00-10:00", set()),
        ("Monday 09:05-10:05", {"priority"}),
        ("Monday 10:00-11:00", {"buffer", "priority"}),
        ("Monday 08:30-09:30", {"time limits", "priority"}),
        ("Saturday 10:00-11:00", {"weekdays", "priority"}),
        ("Tuesday 09:30-10:30", {"availability", "buffer", "priority"}),
        ("Tuesday 11:15-12:15", {"specific times", "priority"}),
        ("Monday 09:00-10:30", {"duration", "priority"}),
        ("Monday 08:00-09:00", {"buffer", "time limits", "priority"}),
        ("No common time slot available", set(NAMES)),
    ],
)
def test_metrics(plan: Plan, answer: str, failed: set[str]) -> None:
    scored = score(plan, f"Final answer: {answer}", DATA, feasible=True)
    assert scored.metrics == {name: U if name in failed else S for name in NAMES}
    assert float(scored.fraction) == pytest.approx((7 - len(failed)) / 7)
    assert scored.passed is (U if failed else S)
    assert scored.apart == {"format": S}


def test_a_refusal_is_right_where_nothing_fits(plan: Plan) -> None:
    data = {**DATA, "people": {"Ann": "Monday 09:00-09:30", "Bob": "Tuesday 09:00-10:00"}}
    assert Prover(plan, data).proof().best == ()
    right = score(plan, "No common time slot available", data, feasible=False)
    assert (right.passed, right.refused, set(right.metrics)) == (S, True, set(NAMES))
    assert score(plan, "Monday 09:00-10:00", data, feasible=False).passed is U
    silent = score(plan, "I cannot say.", data, feasible=False)
    assert silent.passed is Outcome.UNDETERMINED


def _line(number: int, **changes: Any) -> dict[str, Any]:
    line = {
        "id": f"i{number}", "instance": number, "parameters": {"participants": 2 + number % 2},
        "data": DATA, "applies": ["availability", "buffer"], "wording": "plain",
        "proof": {"constrainedness": "0.5263"}, "certificate": {"right": [{}]},
    }  # fmt: skip
    return {**line, **changes}


@pytest.fixture(scope="module")
def scored(plan: Plan) -> list[Answered]:
    nothing = {
        "data": {**DATA, "people": {"Ann": "Monday 09:00-09:30"}},
        "certificate": {"right": []},
    }
    lines = {f"i{n}": _line(n, **(nothing if n > 9 else {})) for n in range(12)}
    said = ["Monday 09:00-10:00"] * 6 + ["Monday 10:00-11:00"] * 2
    said += ["No common time slot available"] * 3 + ["Hm."]
    responses = [Response(f"i{n}", text, "m") for n, text in enumerate(said)]
    return list(answered(plan, lines, responses))


def test_figures(plan: Plan, scored: list[Answered]) -> None:
    (found,) = figures(plan, scored, 14)
    assert (found.model, found.answers, found.unanswered) == ("m", 12, 2)
    assert (found.passed.passed, found.passed.failed, found.passed.undetermined) == (7, 4, 1)
    assert found.metrics["availability"].passed == 9
    refusals = found.refusals
    assert (refusals.right, refusals.wrong, refusals.missed) == (1, 2, 1)
    assert refusals.precision == pytest.approx(1 / 3)
    assert refusals.recall == 0.5
    assert {k: r.number for k, r in found.by["fits"].items()} == {"nothing": 2, "something": 10}
    assert {k: r.passed for k, r in found.by["participants"].items()} == {"2": 4, "3": 3}
    assert list(found.by["constrainedness"]) == ["0.5-0.6"]
    assert found.pairs["availability", "buffer"].passed == 7
    low, high = found.passed.interval or (0, 0)
    assert low < 7 / 12 < high
    assert figures(plan, scored, 14)[0] == found


def test_a_page_needs_nothing_else(plan: Plan, scored: list[Answered]) -> None:
    text = page.render(figures(plan, scored, 12), "<meetings>")
    assert "&lt;meetings&gt;" in text
    assert text.count("<svg") >= 4
    assert not re.search(r"<script|https?:|url\(|@import", text)
    assert "<figcaption>pass all by constrainedness</figcaption>" in text


def test_text_and_data_say_the_same(plan: Plan, scored: list[Answered]) -> None:
    found = figures(plan, scored, 12)
    data = wording.figures_data(found, "b")["models"][0]
    assert data["pass_all"]["passed"] == 7
    text = wording.figures_text(found, "b")
    assert re.search(r"pass all +58\.3% \[.*\]  7 of 12  1 undetermined", text)
    assert re.search(r"refusals +1 right, 2 wrong, 1 missed", text)
    line = wording.answer_line(scored[6])
    assert line["metrics"]["buffer"] == "unsatisfied"
    assert line["why"]["buffer"].startswith("Monday 09:50-11:10, needs within Monday 08:00-11:00")


def test_responses_that_are_no_answers_have_their_places(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    rows = [{"id": "a", "response": "x"}, {"id": "z", "response": "x"}, {"id": "a", "response": "y"},
            {"id": "b"}, {"response": "x"}]  # fmt: skip
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_responses(str(path), {"a": "a", "b": "b"})
    assert [(p.at.line, p.message) for p in caught.value.problems] == [
        (2, "no instance `z`"),
        (3, "a second answer to a"),
        (4, "expected a text under `response`"),
        (5, "expected `id` or `instance`"),
    ]


def test_where_two_specs_part(plan: Plan) -> None:
    other = load_scorer("ba-calendar-eureka")
    lines = {"i0": _line(0)}
    answers = [Response("i0", text) for text in ("Monday 09:00-10:00", "Saturday 10:00-11:00")]
    found = [[(d.metric, d.first, d.second) for d in one.differences]
             for one in compared(plan, other, lines, answers)]  # fmt: skip
    # The other takes the last day that has a time for the first, and any day for a weekday.
    assert found == [
        [("priority", S, U), ("pass all", S, U)],
        [("weekdays", U, S)],
    ]
