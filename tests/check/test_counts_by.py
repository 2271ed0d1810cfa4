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
