"""Very many pieces: what is decided is looked at no longer, and quantifiers say so."""

from __future__ import annotations

import pytest

import evalspec
from evalspec.check.forms import FORMS


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


WORDS = "level noon eve stop radar"


@pytest.mark.parametrize(
    ("formula", "kept"),
    [
        ("is palindrome and characters >= 4", "level noon radar"),
        ("characters >= 5 or is palindrome", "level noon eve radar"),
        ("not (is palindrome and characters >= 4)", "eve stop"),
        ("not (characters = 4 or not is palindrome)", "level eve radar"),
    ],
)
def test_a_filter_looks_at_what_can_change_it(
    formula: str, kept: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked = 0

    def counted(text: str) -> bool:
        nonlocal looked
        looked += 1
        return plain(text)

    plain = FORMS["palindrome"]
    monkeypatch.setitem(FORMS, "palindrome", counted)
    check = f"count(word where ({formula})) = {len(kept.split())}"
    spec = evalspec.compile({"evalspec": 1, "constraints": [{"check": check}]})
    (verdict,) = spec.check(WORDS).verdicts
    assert verdict.outcome.value == "satisfied"
    assert looked == (3 if "or" in formula else 5)
