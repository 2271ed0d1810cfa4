"""What a debate strikes: claims that the ledger proves wrong, and no other."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import evalspec
from evalspec.core.verdict import Struck
from evalspec.rationale.claims import Evidence
from tests import quick_yaml
from tests.rationale.debates import PATH, places, statements

SPEC = evalspec.compile(
    {"evalspec": 1, "vocabulary": "meal-plan",
     "constraints": [{"check": "each day: sum(calories) <= 900 kcal"}]}
)  # fmt: skip
RESPONSE = "## Day 1\n- Soup: 480 kcal\n- Trout: 390 kcal\n## Day 2\n- Pasta: 1000 kcal\n"


def evidence(response: str = RESPONSE) -> Evidence:
    return Evidence(SPEC.check(response).verdicts[0], SPEC.program.lexicon)


def test_nine_of_ten_wrong_claims_are_struck_and_no_right_one() -> None:
    found = list(statements())
    assert len(quick_yaml.load(PATH.read_text("utf-8"))) == 12
    assert sum(bool(one.wrong) for one in found) >= 45
    wrong = hit = 0
    for one in found:
        struck = places(one)
        wrong += len(one.wrong)
        hit += sum(any(span.touches(other) for other in struck) for span in one.wrong)
        for span in struck:
            assert any(span.touches(other) for other in one.wrong), (one.text, one.struck)
            assert not any(span.touches(other) for other in one.right), (one.text, one.struck)
    assert (hit, wrong) == (53, 55)


@pytest.mark.parametrize(
    ("said", "struck"),
    [
        (
            "Day 1 comes to 860 kcal.",
            Struck("Day 1 comes to 860 kcal", "Day 1: 860 kcal",
                   "Day 1: 480 (Soup) + 390 (Trout) = 870 kcal (satisfied)"),
        ),
        (
            "Day 1: 480 + 390 = 890 kcal, fine.",
            Struck("480 + 390 = 890 kcal", "Day 1: 890 kcal", "these come to 870 kcal, not 890"),
        ),
        (
            "The trout has 290 kcal.",
            Struck("The trout has 290 kcal", "Day 1, Trout: 290 kcal", "Trout: 390 kcal"),
        ),
    ],
)  # fmt: skip
def test_a_claim_is_struck_with_its_proof(said: str, struck: Struck) -> None:
    assert evidence().against(said) == (struck,)


def test_the_same_claim_in_other_words_is_the_same() -> None:
    claims = [evidence().against(text)[0].claim for text in
              ("Day 1 comes to 860 kcal.", "I find it wrong: the total of Day 1 is 860 kcal")]  # fmt: skip
    assert claims == ["Day 1: 860 kcal"] * 2


def test_what_was_counted_is_said_in_lines() -> None:
    assert evidence().text == (
        "each day: sum(calories) <= 900 kcal\n"
        "Day 1: 480 (Soup) + 390 (Trout) = 870 kcal (satisfied)\n"
        "Day 2: 1000 kcal (unsatisfied)"
    )


def test_nothing_is_struck_where_the_count_is_open() -> None:
    open_ = RESPONSE.replace("390 kcal", "380-400 kcal")
    assert evidence(open_).against("Day 1 comes to 860 kcal.") == ()
    assert evidence(open_).against("Day 2 comes to 860 kcal.") != ()


@given(st.text("0123456789 Day12.,:;()=+kcalsoupndthe\n", max_size=120))
@settings(max_examples=60, deadline=None)
def test_any_statement_is_read(text: str) -> None:
    for one in evidence().against(text):
        assert one.text in text
