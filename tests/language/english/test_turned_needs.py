"""A pattern that is not tried for want of a text would have found nothing."""

from __future__ import annotations

import re

import pytest

from evalspec.language.english.turned import _needs, _spelled, _turns


@pytest.mark.parametrize(
    ("says", "text"),
    [
        ("is that (?:too much|ok)", "Is that OK"),
        ("{a},? not a (?:word|line)s? longer", "six pages not a lines longer"),
        ("(?:no|not any)? ?dogs+", "dogsss"),
        ("(?:x|)y", "y"),
        ("(?!not)[a-z]+ each", "two each"),
    ],
)
def test_what_a_pattern_finds_holds_what_it_needs(says: str, text: str) -> None:
    assert _spelled(says, True).fullmatch(text)
    needs = _needs(says)
    assert not needs or any(one in text.lower() for one in needs)


def test_nothing_is_needed_where_an_option_needs_nothing() -> None:
    assert _needs("(?:dogs?|.+)") == ()
    assert _needs("(?:cats)?") == ()
    assert _needs("dogs? and (?:big|small) cats") == (" and ",)


def test_every_shipped_pattern_can_be_spelled() -> None:
    for turn in _turns():
        assert isinstance(_spelled(turn.says, turn.whole), re.Pattern)
