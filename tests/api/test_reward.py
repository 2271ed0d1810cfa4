"""Rewards: what is earned, what earns nothing, and that gaming does not pay."""

from __future__ import annotations

import pickle
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

import pytest

import evalspec
from evalspec.source import files
from tests.api.attacks import ATTACKS

SPECS = files.root() / "specs"
HONEST = {
    "meal": "meal.md", "cardio": "cardio.md", "strength": "strength.md", "schedule": "schedule.md",
    "trip": "trip.md", "text": "text.md", "expedition": "expedition-lines.md",
    "reading": "reading-table.md",
}  # fmt: skip
CONSTRAINTS = [
    {"id": "soup", "check": 'occurrences of "soup" = 2', "weight": 2},
    {"id": "short", "check": "words <= 5"},
    {"id": "note", "check": "words >= 0", "weight": 0},
]
SHORT = {"evalspec": 1, "constraints": CONSTRAINTS}


@cache
def _reward(name: str) -> evalspec.Reward:
    return evalspec.reward(SPECS / f"{name}.yaml")


def _honest(name: str) -> str:
    return (SPECS / "examples" / HONEST[name]).read_text("utf-8")


@pytest.mark.parametrize("name", HONEST)
def test_an_honest_answer_earns_its_score(name: str) -> None:
    earned = _reward(name).earned(evalspec.Case(_honest(name)))
    assert earned.report is not None
    assert earned.value == earned.report.score(undetermined="fail")
    assert (earned.coverage, earned.characters) == (1.0, len(_honest(name)))


@pytest.mark.parametrize("attack", ATTACKS)
@pytest.mark.parametrize("name", HONEST)
def test_gaming_earns_no_more_than_honesty(name: str, attack: str) -> None:
    reward = _reward(name)
    honest, gamed = reward(_honest(name)), reward(ATTACKS[attack](_honest(name), reward.spec))
    assert isinstance(honest, float)
    assert isinstance(gamed, float)
    assert gamed <= honest


@pytest.mark.heavy
@pytest.mark.parametrize(
    "path", sorted(SPECS.glob("*.yaml")) + sorted(SPECS.glob("starters/*.yaml"))
)
def test_saying_nothing_earns_nothing(path: Path) -> None:
    reward = evalspec.reward(path)
    constraints = reward.spec.program.constraints
    restated = "\n".join(f"- {c.text}" for c in constraints)
    for text in ("", "No.", "I am sorry, but I cannot help with that.", reward.spec.program.request,
                 restated, restated.replace("- ", "")):  # fmt: skip
        assert reward(text) == 0.0


def test_what_nothing_satisfies_is_paid_with_something_else() -> None:
    reward = evalspec.reward(SHORT)
    assert reward.free == {"short", "note"}
    assert reward("no") == 0.0
    assert reward("soup and soup") == 1.0
    assert reward("soup and soup and much more of it") == pytest.approx(2 / 3)


def test_modes() -> None:
    strict, vector = (evalspec.reward(SHORT, mode) for mode in ("strict", "vector"))
    assert [strict(t) for t in ("soup soup", "soup soup 1 2 3 4", "no")] == [1.0, 0.0, 0.0]
    assert vector("soup soup 1 2 3 4") == (1.0, 0.0, 1.0)
    assert vector("no") == (0.0, 0.0, 0.0)


def test_undetermined() -> None:
    spec = {"evalspec": 1, "vocabulary": "meal-plan", "constraints": [
        {"id": "fat", "check": "sum(fat) <= 90 g"}, {"id": "two", "check": "count(day) = 2"}]}  # fmt: skip
    text = "## Day 1\n- Soup\n## Day 2\n- Rice: 20 g fat"
    assert evalspec.reward(spec)(text) == 0.5
    assert evalspec.reward(spec, undetermined="skip")(text) == 1.0
    assert evalspec.reward(spec, undetermined="none")(text) is None
    assert evalspec.reward(spec, "vector", undetermined="skip")(text) == (None, 1.0)
    assert evalspec.reward(spec, "strict")(text) == 0.0


GIVEN = {
    "evalspec": 1,
    "given": {"limit": {"type": "number"}, "long": {"type": "list of number", "missing": "empty"}},
    "constraints": [
        {"id": "short", "check": "words <= data.limit"},
        {"id": "soup", "check": 'occurrences of "soup" = 2'},
        {
            "id": "long",
            "check": "each n in data.long: words >= n",
            "when": "data.long is not empty",
        },
    ],
}


def test_data_of_a_case_say_what_nothing_satisfies() -> None:
    reward = evalspec.reward(GIVEN)
    assert reward("rice", data={"limit": 3}) == 0.0  # of nothing it holds too
    assert reward("soup soup", data={"limit": 3}) == 1.0
    assert reward("soup soup", data={"limit": 1, "long": [3]}) == pytest.approx(1 / 3)
    with pytest.raises(evalspec.InputError, match="`limit`"):
        reward("soup")


TRIP = {
    "total": 4,
    "stays": [{"city": "Rome", "days": 3}, {"city": "Oslo", "days": 2}],
    "flights": [["Rome", "Oslo"]],
}
PLAN = """**Day 1-3:** Arriving in Rome and visit Rome for 3 days.
**Day 3:** Fly from Rome to Oslo.
**Day 3-4:** Visit Oslo for 2 days."""


def test_a_shipped_spec_with_data() -> None:
    reward = evalspec.reward(SPECS / "benchmarks" / "natural-plan" / "trip.yaml")
    assert reward(PLAN, data=TRIP) == 1.0
    assert reward("", data=TRIP) == 0.0
    assert reward("I would visit Rome and Oslo.", data=TRIP) == 0.0


def test_what_does_not_apply_keeps_its_place() -> None:
    vector = evalspec.reward(GIVEN, "vector")
    assert vector("soup soup", data={"limit": 3}) == (1.0, 1.0, None)
    assert vector("soup soup", data={"limit": 3, "long": [9]}) == (1.0, 1.0, 0.0)


def test_a_request_restated_earns_nothing() -> None:
    reward = evalspec.reward(SHORT)
    asked = "Write soup and soup in five words."
    assert reward(asked) == pytest.approx(2 / 3)
    assert reward("soup soup", request=asked) is None  # nothing else could be earned
    short = {"evalspec": 1, "constraints": [*CONSTRAINTS, {"id": "end", "check": "words = 3"}]}
    assert evalspec.reward(short)("soup soup", request=asked) == 0.0
    assert evalspec.reward(short)("soup soup on", request=asked) == 1.0


def test_a_response_that_is_too_long_earns_nothing() -> None:
    reward = evalspec.reward(SHORT, max_characters=20)
    long = reward.earned(evalspec.Case("soup " * 5))
    assert (long.value, long.characters, long.report) == (0.0, 25, None)
    assert evalspec.reward(SHORT, "vector", max_characters=3)("soup soup") == (0.0, 0.0, 0.0)
    assert [e.value for e in reward.many(["soup soup", "soup " * 5], workers=0)] == [1.0, 0.0]


def test_a_spec_that_nothing_fails_is_no_reward() -> None:
    with pytest.raises(evalspec.InputError, match="answers that say nothing satisfy every"):
        evalspec.reward({"evalspec": 1, "constraints": [{"check": "words <= 900"}]})


@pytest.mark.parametrize(("mode", "undetermined"), [("mean", "fail"), ("strict", "half")])
def test_unknown_arguments(mode: str, undetermined: str) -> None:
    with pytest.raises(ValueError, match="not '"):
        evalspec.reward(SHORT, mode, undetermined=undetermined)  # type: ignore[arg-type]


def test_threads_processes_and_copies_agree() -> None:
    reward = _reward("meal")
    texts = [_honest("meal"), "", "Day 1: soup (900 kcal, 90 g protein)"] * 4
    alone = [reward(text) for text in texts]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(reward, texts)) == alone
    assert [e.value for e in reward.many(texts, workers=2)] == alone
    assert [pickle.loads(pickle.dumps(reward))(text) for text in texts] == alone
