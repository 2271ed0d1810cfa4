"""Which of two responses is better by rules, worked by hand."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalspec.check.pairs import _decide, _distance, prefer
from evalspec.core.pair import Pair, Preference, Winner
from evalspec.core.quantity import Interval
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


# -- times, dates, money --------------------------------------------------------------------------
def day(*blocks: str) -> str:
    return "".join(f"- {block}\n" for block in blocks)


EVENING, NIGHT = day("23:30 - 06:30: Sleep"), day("01:00 - 08:00: Sleep")
EUROS, DOLLARS = "- Hotel: 40 €\n- Train: 20 €\n", "- Hotel: $40\n- Train: $15\n"
BARE = "| Item | Price |\n|---|---|\n| Hotel | 40 |\n"
OTHERS = [
    # which of two nights begins earlier is not told by the clock
    ("schedule", "prefer: lower, measure: start(sleep)", EVENING, NIGHT, "readings-differ"),
    ("schedule", "nearest: 23:00, measure: start(sleep)", EVENING, NIGHT, "readings-differ"),
    ("schedule", "prefer: lower, measure: end(sleep)", EVENING, NIGHT, "A"),
    ("schedule", "prefer: lower, measure: start(work)", day("08:00 - 12:00: Work"),
     day("09:00 - 12:00: Work"), "A"),
    ("schedule", "prefer: lower, measure: start(work), margin: 5 %", day("08:00 - 12:00: Work"),
     day("09:00 - 12:00: Work"), "unsupported"),
    ("schedule", "nearest: 4 h, measure: duration(work), margin: 30 min",
     day("08:00 - 12:00: Work"), day("09:00 - 12:30: Work"), "tie"),
    ("trip", "prefer: lower, measure: sum(cost)", EUROS, DOLLARS, "dimension"),
    ("trip", "prefer: lower, measure: sum(cost)", EUROS, BARE, "dimension"),
    ("trip", "nearest: $50, measure: sum(cost)", EUROS, EUROS + "- Bus: 5 €\n", "dimension"),
    ("trip", "nearest: 62 €, measure: sum(cost)", EUROS, EUROS + "- Bus: 5 €\n", "A"),
    ("meal-plan", "prefer: lower, measure: sum(weight)", "- Rice: 1.2 kg", "- Rice: 1100 g", "B"),
    ("meal-plan", "prefer: lower, measure: sum(calories)", plan("300"), "", "missing-amount"),
]  # fmt: skip


@pytest.mark.parametrize(("vocabulary", "criterion", "a", "b", "expected"), OTHERS)
def test_other_measures(vocabulary: str, criterion: str, a: str, b: str, expected: str) -> None:
    spec = f"evalspec: 1\nvocabulary: {vocabulary}\ncriteria:\n  - {{id: c, {criterion}}}\n"
    program, _ = compile_text(spec, "spec.yaml")
    (found,), (swapped,) = (prefer(program, pair) for pair in (Pair(a, b), Pair(b, a)))
    assert (found.reason.value or found.outcome.value) == expected
    assert swapped.outcome is found.outcome.swapped


# -- intervals ------------------------------------------------------------------------------------
NUMBERS = st.integers(-50, 50).map(Decimal)


@st.composite
def intervals(draw: st.DrawFn) -> Interval:
    low, high = sorted((draw(NUMBERS), draw(NUMBERS)))
    return Interval(None if draw(st.booleans()) and low < -40 else low, high)


@given(
    intervals(), intervals(), st.sampled_from(["lower", "higher"]),
    st.sampled_from([Decimal(0), Decimal("0.1")]), st.sampled_from([Decimal(0), Decimal(3)]),
    st.data(),
)  # fmt: skip
def test_what_is_decided_holds_of_every_value(
    a: Interval, b: Interval, wanted: str, relative: Decimal, absolute: Decimal, data: st.DataObject
) -> None:
    decided = _decide(a, b, wanted, relative, absolute)
    first, second = (
        data.draw(st.integers(int(one.low if one.low is not None else -50), int(one.high or 0)))
        for one in (a, b)
        if one.high is not None
    )
    margin = max(relative * max(abs(first), abs(second)), absolute)
    if abs(first - second) <= margin:
        truth = Winner.TIE
    else:
        truth = Winner.A if (first < second) == (wanted == "lower") else Winner.B
    allowed = decided.possible if decided.outcome is Winner.UNDETERMINED else (decided.outcome,)
    assert truth in allowed
    other = _decide(b, a, wanted, relative, absolute)
    assert other.outcome is decided.outcome.swapped


@given(intervals(), NUMBERS, st.data())
def test_a_distance_holds_every_distance(a: Interval, target: Decimal, data: st.DataObject) -> None:
    low, high = int(a.low if a.low is not None else -50), int(a.high or 0)
    distance = abs(data.draw(st.integers(low, high)) - target)
    found = _distance(a, target)
    assert found.low is not None
    assert found.low <= distance
    assert found.high is None or distance <= found.high
