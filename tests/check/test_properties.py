"""No response and no facts can make a check raise, and every citation is exact."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from evalspec.check.engine import check
from evalspec.core.case import Case
from evalspec.core.policy import Policy
from evalspec.core.verdict import Outcome, Reason, Verdict
from evalspec.language.program import Program
from tests.check import outline

CHECKS = [
    "each day: sum(calories) between 1900 and 2100 kcal",
    "each session: sum(sets * reps * weight) >= 5500 kg",
    "each session: tonnage >= 3000 kg",
    "count(exercise) = 5",
    "each session: count(exercise) >= 2",
    "sum(duration) <= 60 min",
    "mean(calories per session) >= 100",
    "max(duration) < 90 min",
    "share(calories of session 1, calories) <= 50 %",
    "start(item 1) = 09:00",
    "gap(item) >= 10 min",
    "overlap(item) = 0 min",
    "exists item lasting >= 30 min in morning",
    "each item before 12:00: duration >= 5 min",
    'name(item with max duration) = "Run"',
    'item named "run" before item named "row"',
    "if count(session) > 1 then sum(calories) > 10 else words > 3",
    'sum("Qty" * "Price") <= 10',
    'each item: "Qty" > 2',
    'each value("Run"): count(item) <= 2',
    "count(day before March 4) <= 1",
    "each session on march to may: upper(calories) <= 100 kcal",
    "stated(calories) = sum(calories)",
    "each day: exists stated(calories)",
    'sum(calories) <= field("Run")',
    'streak(item named "run") <= 1',
    "any next item: start of this > end of previous",
    'each value("Run"): each session: sum(calories) <= 20 kcal',
    'count(item where (field("Run") = "a")) = 1',
]
TEXT_CHECKS = [
    "words >= 10", "each paragraph: words <= 5", 'paragraph 2 starts with "a"', "is json",
    'contains any of ["a", "b c"]', 'ends with "."', 'matches "a+b"', '"a" before "b"',
    'occurrences of "a" >= 2', "unique-words >= 2", "capitals = 0", "commas <= 3",
    "each sentence: characters <= 100", "count(bullet) = 3", "each row: words >= 1",
    'first 2 word starts with "a"', "is titlecase", "is numeric", "headings = 1", "letters > 3",
    'words of field("a") <= 3', 'field("a") = "b"', 'each value("a"): count(item) = 1',
]  # fmt: skip

DOUBT = st.fixed_dictionaries(
    {},
    optional={
        "measure": st.just("calories"),
        "amount": st.just("5 kcal"),
        "count": st.integers(-1, 1),
    },
)
LABELS = st.sampled_from(["Run", "Row", "Day 1", "Rest"])
MARKUP = st.sampled_from("ab .,\n#*|-1\"'\r\u00a0")
numbers = st.integers(0, 300)
clock = st.tuples(st.integers(0, 23), st.integers(0, 59)).map(lambda t: f"{t[0]}:{t[1]:02d}")


def amounts() -> st.SearchStrategy[dict[str, str]]:
    return st.fixed_dictionaries(
        {},
        optional={
            "calories": numbers.map("{} kcal".format),
            "duration": numbers.map("{} min".format),
            "sets": numbers.map("{} set".format),
            "reps": st.sampled_from(["8 rep", "10-12 rep"]),
            "weight": st.sampled_from(["20 kg", "20 kg (per hand)", "70 kg (bodyweight)", "45 lb"]),
            "qty": numbers.map(str),
        },
    )


def nodes(depth: int) -> st.SearchStrategy[dict[str, Any]]:
    parts = st.lists(nodes(depth - 1), max_size=3) if depth else st.just([])
    inner = st.fixed_dictionaries(
        {"parts": parts},
        optional={
            "rank": st.sampled_from(["day", "session", "exercise"]),
            "ordinal": st.integers(0, 3),
            "weekday": st.integers(0, 7),
            "at": clock,
            "until": clock.map(lambda t: f"{t} next-entry"),
            "amounts": amounts(),
            "stated": amounts(),
            "refers": amounts(),
            "claims": amounts(),
            "kind": st.sampled_from(["container", "item", "rest", "marker", "definition", "block"]),
            "optional": st.booleans(),
            "compound": st.just(["run", "row"]),
            "doubt": DOUBT,
        },
    ).filter(lambda node: "until" not in node or "at" in node)
    return st.dictionaries(
        st.sampled_from(["Run", "Row", "Day 1", "Rest"]), inner, min_size=1, max_size=1
    )


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(nodes(2), max_size=3), st.sampled_from(["open", "first"]))
def test_any_facts(parts: list[dict[str, Any]], switches: str) -> None:
    words = outline.lexicon("workout")
    rules = outline.policy(**dict.fromkeys(outline.DEFAULTS, "open") if switches == "open" else {})
    case, facts = outline.build({"parts": parts}, words)
    for verdict in check(program(rules), case, facts):
        sound(verdict, case.response)


@settings(max_examples=80, deadline=None)
@given(
    st.text(
        alphabet=st.one_of(st.sampled_from("ab .,\n#*|-1\"'\r\u00a0"), st.characters()),
        max_size=200,
    )
)
def test_any_text(response: str) -> None:
    compiled = outline.program([*TEXT_CHECKS, *CHECKS], outline.lexicon("workout"))
    for verdict in check(compiled, Case(response)):
        sound(verdict, response)


def program(rules: Policy) -> Program:
    return outline.program(CHECKS, outline.lexicon("workout"), rules)


def sound(verdict: Verdict, response: str) -> None:
    """An undetermined verdict has a reason, a decided one has none, and all citations are exact."""
    assert (verdict.outcome is Outcome.UNDETERMINED) == bool(verdict.reason.value)
    assert verdict.reason is not Reason.CRASHED
    cited = [o.cited for s in verdict.scopes for o in s.operands if o.cited]
    cited += [e.cited for s in verdict.scopes for e in s.excluded]
    cited += [c for s in verdict.scopes for c in s.offending]
    for one in [*cited, *verdict.doubts]:
        assert response[one.span.start : one.span.end] == one.text
    if verdict.readings:
        outcomes = {r.outcome for r in verdict.readings}
        assert (len(outcomes) == 1 and verdict.outcome in outcomes) or (
            verdict.outcome is Outcome.UNDETERMINED
        )
