"""Kinds that a policy switch may leave out are words of a vocabulary, a user's own too."""

from __future__ import annotations

from typing import Any

import pytest

import evalspec

PROGRAMME = "# Talk\n- a\n\n# Pause\n- b\n\n# Talk\n- c\n"
SPEC: dict[str, Any] = {
    "evalspec": 1,
    "define": {
        "ranks": {"slot": {"level": 30, "words": ["slot"], "members": ["talk", "pause"]}},
        "categories": {
            "pauses": {"words": ["pause"], "rank": "slot", "counts_by": "snacks_are_meals"}
        },
    },
    "constraints": [{"id": "slots", "check": "count(slot) = 2"}],
}


@pytest.mark.parametrize(("value", "computed"), [("true", "3"), ("false", "2")])
def test_a_kind_counts_as_policy_says(value: str, computed: str) -> None:
    spec = evalspec.compile({**SPEC, "policy": {"snacks_are_meals": value}})
    (verdict,) = spec.check(PROGRAMME).verdicts
    assert verdict.scopes[0].computed == computed
    assert [operand.label for operand in verdict.scopes[0].operands].count("Pause") == (
        value == "true"
    )


WORKOUT = """\
Session 1
- Warm-up: 5 min rowing
- Squats: 3 x 10
- Dips: 3 x 12
*Cool-down: 4 min stretching, not counted.*
"""
BLOCKS = "### Warm-up\n- Rowing: 5 min\n### Superset\n- Squats: 3 x 10\n- Dips: 3 x 12\n"


@pytest.mark.parametrize(
    ("response", "value", "outcome"),
    [
        (WORKOUT, "false", "satisfied"),
        (WORKOUT, "true", "unsatisfied"),
        (WORKOUT, "open", "undetermined"),
        (BLOCKS, "open", "unsatisfied"),
        ("- Stretching: 5 min\n- Cool-down: 3 min\n", "false", "unsatisfied"),
        ("- Warm-up: 5 min jog\n- Cool-down: 3 min walk\n", "false", "satisfied"),
    ],
    ids=["apart", "as exercises", "open", "all in parts", "one of two", "nothing else"],
)
def test_what_a_plan_sets_apart_counts_as_policy_says(
    response: str, value: str, outcome: str
) -> None:
    content = {
        "evalspec": 1,
        "vocabulary": "workout",
        "policy": {"warm_ups_are_exercises": value},
        "constraints": [{"id": "exercises", "check": "count(exercise) = 2"}],
    }
    (verdict,) = evalspec.compile(content).check(response).verdicts
    assert verdict.outcome.value == outcome
