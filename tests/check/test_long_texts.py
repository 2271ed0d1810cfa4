"""A quantifier over very many pieces stops when it is decided often enough, and says so."""

from __future__ import annotations

import pytest

import evalspec


@pytest.mark.parametrize(
    ("check", "text", "outcome", "looked"),
    [
        ("each word: characters <= 3", "four " * 5000, "unsatisfied", "1000 of 5000 looked at"),
        ("each next word: initial < initial of previous", "four " * 5000, "unsatisfied",
         "1000 of 4999 looked at"),
        ("no word: characters = 4", "four two " * 2500, "unsatisfied", "1999 of 5000 looked at"),
        ("each word: characters <= 4", "four " * 5000, "satisfied", ""),
        ("at most 3 of word: characters = 4", "four " * 2000, "unsatisfied", ""),
    ],
)  # fmt: skip
def test_it_stops_when_it_is_decided(check: str, text: str, outcome: str, looked: str) -> None:
    spec = evalspec.compile({"evalspec": 1, "constraints": [{"check": check}]})
    (verdict,) = spec.check(text).verdicts
    assert verdict.outcome.value == outcome
    told = [scope.computed for scope in verdict.scopes if "looked at" in scope.computed]
    assert told == ([looked] if looked else [])
    if not looked:
        assert len(verdict.scopes) >= len(text.split())
