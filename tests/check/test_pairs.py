"""Which of two responses is better by rules, worked by hand."""

from __future__ import annotations

import pytest

from evalspec.check.pairs import prefer
from evalspec.core.pair import Pair, Preference
from evalspec.language.compile import compile_text

SPEC = """\
evalspec: 1
vocabulary: meal-plan
constraints:
  - {id: short, check: words <= 12}
  - {id: soup, check: contains "soup"}
  - {id: light, check: sum(calories) <= 900 kcal}
  - {id: taste, text: It tastes good., judge: someone}
criteria:
  - {id: fits, prefer: satisfied, of: [short, soup, light]}
  - {id: all, prefer: satisfied}
  - {id: lean, prefer: lower, measure: sum(calories)}
  - {id: rich, prefer: higher, measure: sum(calories), margin: 100 kcal}
  - {id: about, prefer: lower, measure: sum(calories), margin: 10 %}
  - {id: near, nearest: 1000, measure: sum(calories), margin: 5 %}
  - {id: nice, scale: helpfulness, judge: someone}
  - {id: overall, first: [fits, lean], then: nice}
  - {id: later, first: [lean], then: fits}
"""
PROGRAM, _ = compile_text(SPEC, "spec.yaml")


def plan(*kcal: str, dish: str = "soup") -> str:
    return "# Day 1\n" + "".join(f"- {dish} {n}: {one} kcal\n" for n, one in enumerate(kcal, 1))


def outcomes(a: str, b: str) -> dict[str, Preference]:
    return {one.criterion: one for one in prefer(PROGRAM, Pair(a, b))}


CASES = [
    # A, B, criterion, outcome, the two values
    (plan("300", "400"), plan("300", "500"), "lean", "A", "700", "800"),
    (plan("300", "400"), plan("300", "500"), "rich", "tie", "700", "800"),
    (plan("300", "400"), plan("300", "501"), "rich", "B", "700", "801"),
    (plan("900"), plan("1000"), "about", "tie", "900", "1000"),
    (plan("899"), plan("1000"), "about", "A", "899", "1000"),
    (plan("300-350"), plan("340"), "lean", "undetermined", "[300, 350]", "340"),
    (plan("300-350"), plan("350"), "lean", "undetermined", "[300, 350]", "350"),
    (plan("300-349"), plan("350"), "lean", "A", "[300, 349]", "350"),
    (plan("300-310"), plan("300-310", dish="stew"), "lean", "undetermined", "[300, 310]",
     "[300, 310]"),
    (plan("900"), plan("1200"), "near", "A", "900", "1200"),
    (plan("900"), plan("1150"), "near", "tie", "900", "1150"),
    (plan("900"), plan("1151"), "near", "A", "900", "1151"),
    (plan("950-1100"), plan("1200"), "near", "A", "[950, 1100]", "1200"),
    (plan("950-1160"), plan("1200"), "near", "undetermined", "[950, 1160]", "1200"),
    (plan("900"), plan("950"), "fits", "A", "3", "2"),
    (plan("900"), plan("850-950"), "fits", "undetermined", "3", "[2, 3]"),
    (plan("900", dish="stew"), plan("950"), "fits", "tie", "2", "2"),
    (plan("900"), plan("950"), "all", "undetermined", "[3, 4]", "[2, 3]"),
]  # fmt: skip


@pytest.mark.parametrize(("a", "b", "criterion", "outcome", "first", "second"), CASES)
def test_by_hand(a: str, b: str, criterion: str, outcome: str, first: str, second: str) -> None:
    found = outcomes(a, b)[criterion]
    assert found.a is not None
    assert found.b is not None
    assert (found.outcome.value, found.a.value, found.b.value) == (outcome, first, second)
    swapped = outcomes(b, a)[criterion]
    assert swapped.outcome is found.outcome.swapped
    assert (found.reason.value == "") == (outcome != "undetermined")


def test_the_ledger_of_both_sides_cites_each_response() -> None:
    a, b = plan("300", "400"), plan("250", "500")
    found = outcomes(a, b)["lean"]
    for side, text in ((found.a, a), (found.b, b)):
        assert side is not None
        cited = [one.cited for one in side.operands if one.cited is not None]
        assert [one.text for one in cited] == [text[c.span.start : c.span.end] for c in cited]
    assert found.a is not None
    assert [(one.value, one.unit) for one in found.a.operands] == [("300", "kcal"), ("400", "kcal")]


def test_the_first_that_names_a_winner() -> None:
    found = outcomes(plan("900"), plan("850"))
    assert (found["fits"].outcome.value, found["overall"].outcome.value) == ("tie", "B")
    assert found["overall"].detail == "lean"
    assert [part.criterion for part in found["overall"].parts] == ["fits", "lean"]


def test_what_is_open_is_passed_over_only_when_it_can_change_nothing() -> None:
    # lean: A is 300 to 950, B is 951: A. fits: A holds all or all but one, B all but one.
    found = outcomes(plan("300-950"), plan("951"))
    assert [one.value for one in found["fits"].possible] == ["A", "tie"]
    assert found["overall"].outcome.value == "A"
    # lean: B is 850. fits: A may win by two, or they tie.
    found = outcomes(plan("850-950"), plan("800", dish="stew"))
    assert [one.value for one in found["fits"].possible] == ["A", "tie"]
    assert found["lean"].outcome.value == "B"
    assert found["overall"].outcome.value == "undetermined"
    assert found["overall"].detail == "fits"


def test_a_missing_amount_is_no_zero() -> None:
    found = outcomes(plan("300"), plan("300") + "- Bread\n")["lean"]
    assert (found.outcome.value, found.reason.value) == ("undetermined", "missing-amount")
    assert [one.value for one in found.possible] == ["A", "tie"]


def test_equal_texts_tie_whatever_is_asked() -> None:
    for text in (plan("300-350"), "", "- Bread\n"):
        found = outcomes(text, text)
        assert {(one.outcome.value, one.detail) for one in found.values()} == {
            ("tie", "equal texts")
        }


def test_a_scale_is_left_to_a_judge() -> None:
    found = outcomes(plan("300"), plan("400"))["nice"]
    assert (found.outcome.value, found.reason.value) == ("undetermined", "needs-judge")
