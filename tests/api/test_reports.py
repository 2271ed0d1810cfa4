"""Reports from Python: scores, vectors, many responses, and what callers may give."""

from __future__ import annotations

import pickle
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from pathlib import Path
from typing import Any

import msgspec
import pytest

import evalspec
from evalspec.core.verdict import FAILURES, Method, Outcome, Reason, Verdict
from evalspec.report.report import Undetermined

SPEC = """
evalspec: 1
vocabulary: meal-plan
constraints:
  - {id: days, check: count(day) = 1, weight: 3}
  - {id: short, check: words <= 10}
  - {id: energy, check: "each day: sum(calories) >= 500 kcal", weight: 2, severity: warning}
"""
GOOD, LONG, OPEN = (
    "## Day 1\n- Soup: 600 kcal",
    "## Day 1\n- Soup with bread, butter and a little salt: 600 kcal",
    "## Day 1\n- Soup: 600 kcal\n- Bread",
)


@pytest.fixture(scope="module")
def spec() -> evalspec.Spec:
    return evalspec.compile(SPEC)


@pytest.mark.parametrize(
    ("response", "vector", "fail", "skip", "none"),
    [
        (GOOD, (1, 1, 1), 1.0, 1.0, 1.0),
        (LONG, (1, 0, 1), 5 / 6, 5 / 6, 5 / 6),
        ("## Day 1\n- Soup: 200-700 kcal", (1, 1, None), 4 / 6, 1.0, None),
        ("", (None, 1, None), 1 / 6, 1.0, None),
    ],
)
def test_scores(
    spec: evalspec.Spec, response: str, vector: Any, fail: Any, skip: Any, none: Any
) -> None:
    report = spec.check(response)
    assert report.vector == vector
    assert report.score(undetermined="fail") == pytest.approx(fail)
    assert report.score(undetermined="skip") == pytest.approx(skip)
    assert report.score(undetermined="none") == none


def _verdict(outcome: Outcome, reason: Reason = Reason.NONE, weight: int = 1) -> Verdict:
    return Verdict("c", outcome, reason, Method.SYMBOLIC, "", weight=Decimal(weight))


HELD = _verdict(Outcome.SATISFIED)
NOTHING_TO_GO_BY = {
    "no constraints": (),
    "no weight": (_verdict(Outcome.SATISFIED, weight=0),),
    **{
        reason.value: (HELD, _verdict(Outcome.UNDETERMINED, reason))
        for reason in sorted(FAILURES, key=lambda reason: reason.value)
    },
}


@pytest.mark.parametrize("verdicts", NOTHING_TO_GO_BY.values(), ids=NOTHING_TO_GO_BY)
@pytest.mark.parametrize("undetermined", ["fail", "skip", "none"])
def test_no_score_is_invented(verdicts: tuple[Verdict, ...], undetermined: Undetermined) -> None:
    report = evalspec.Report("", "", "", "", verdicts)
    assert report.score(undetermined=undetermined) is None


def test_a_constraint_without_weight_spoils_no_score() -> None:
    free = _verdict(Outcome.UNDETERMINED, Reason.CRASHED, weight=0)
    assert evalspec.Report("", "", "", "", (HELD, free)).score(undetermined="none") == 1


def test_how_undetermined_counts_must_be_said(spec: evalspec.Spec) -> None:
    report = spec.check(GOOD)
    with pytest.raises(TypeError, match="undetermined"):
        report.score()  # type: ignore[call-arg]
    with pytest.raises(ValueError, match="'fail', 'skip' or 'none', not 'ignore'"):
        report.score(undetermined="ignore")  # type: ignore[arg-type]


def test_a_report_in_words_and_as_data(spec: evalspec.Spec) -> None:
    report = spec.check(LONG)
    assert report.by_id["short"].outcome is evalspec.Outcome.UNSATISFIED
    assert "✗ short: words <= 10" in evalspec.as_text(report)
    data = evalspec.as_dict(report)
    assert data["summary"] == {"satisfied": 2, "unsatisfied": 1, "undetermined": 0}
    assert msgspec.json.decode(msgspec.json.encode(data)) == data


# -- many responses --------------------------------------------------------------------------
@pytest.mark.parametrize("workers", [0, 1, 2])
def test_many_are_as_each_alone(spec: evalspec.Spec, workers: int) -> None:
    responses = [GOOD, LONG, "", "\ud800 half a pair", OPEN] * 3
    assert list(spec.check_many(responses, workers=workers)) == [*map(spec.check, responses)]


def test_cases_bring_their_request_data_and_name() -> None:
    spec = evalspec.compile(
        {"evalspec": 1, "data": {"most": 2}, "constraints": [{"check": "words <= data.most"}]}
    )
    cases = [evalspec.Case("a b c", name="x"), evalspec.Case("a b c", data={"most": 3}, name="y")]
    for workers in (0, 1):
        found = list(spec.check_many(cases, workers=workers))
        assert [(report.name, report.vector) for report in found] == [("x", (0,)), ("y", (1,))]


def test_a_response_that_takes_too_long_costs_only_itself(spec: evalspec.Spec) -> None:
    endless = "\n".join(f"- Soup {n}: {n} kcal with {n} g" for n in range(60_000))
    found = list(spec.check_many([GOOD, endless, LONG], workers=1, seconds=1))
    assert [report.vector for report in found] == [(1, 1, 1), (None, None, None), (1, 0, 1)]
    assert {verdict.reason for verdict in found[1].verdicts} == {Reason.TIMEOUT}
    assert found[1].score(undetermined="fail") is None
    assert "the response took longer than the batch allows" in evalspec.as_text(found[1])


def test_threads_share_a_spec(spec: evalspec.Spec) -> None:
    responses = [GOOD, LONG, OPEN] * 8
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(spec.check, responses)) == [*map(spec.check, responses)]


def test_a_spec_pickles(spec: evalspec.Spec) -> None:
    assert pickle.loads(pickle.dumps(spec)).check(LONG) == spec.check(LONG)


# -- what callers give -----------------------------------------------------------------------
def test_a_mapping_is_what_its_text_says(spec: evalspec.Spec) -> None:
    mapping = {
        "evalspec": 1,
        "vocabulary": "meal-plan",
        "constraints": (
            {"id": "days", "check": "count(day) = 1", "weight": Decimal(3)},
            {"id": "short", "check": "words <= 10"},
            {
                "id": "energy",
                "check": "each day: sum(calories) >= 500 kcal",
                "weight": 2,
                "severity": "warning",
            },
        ),
    }
    for response in (GOOD, LONG, OPEN):
        found = evalspec.compile(mapping).check(response)
        assert found.vector == spec.check(response).vector


def test_a_mapping_may_name_files_beside_it(tmp_path: Path) -> None:
    (tmp_path / "words.yaml").write_text(
        "vocabulary: 1\nname: words\nranks: {stop: {words: [stop]}}\n"
    )
    mapping = {"evalspec": 1, "vocabulary": "words.yaml", "constraints": [{"check": "words <= 9"}]}
    spec = evalspec.compile(mapping, str(tmp_path / "spec"))
    assert spec.check("a").ok


UNTYPED: Any = evalspec
WRONG: dict[str, tuple[Any, str]] = {
    "no response": (lambda s: s.check(None), "the response is None, expected text"),
    "bytes": (lambda s: s.check(b"x"), "the response is a value of type bytes, expected text"),
    "messages": (
        lambda s: s.check([{"role": "assistant"}]),
        "the response is a value of type list, expected text",
    ),
    "request": (lambda s: s.check("x", request=1), "the request is a value of type int"),
    "data": (lambda s: s.check("x", data=[1]), "the data is a value of type list, expected a map"),
    "none of many": (
        lambda s: list(s.check_many(["x", None], workers=0)),
        "response 1 is None, expected text or a Case",
    ),
    "none of many, in workers": (
        lambda s: list(s.check_many(["x", None], workers=1)),
        "response 1 is None, expected text or a Case",
    ),
    "workers": (lambda s: s.check_many([], workers=-1), "expected workers >= 0 and seconds > 0"),
    "seconds": (lambda s: s.check_many([], seconds=0), "expected workers >= 0 and seconds > 0"),
    "a path that is none": (lambda s: UNTYPED.load(3), "expected the path of a spec"),
    "no spec": (
        lambda s: UNTYPED.compile(None),
        "expected the text of a spec or a mapping, not None",
    ),
    "a set": (lambda s: UNTYPED.compile({"a": {1}}), "the mapping cannot be a spec"),
    "a key": (
        lambda s: UNTYPED.compile({"evalspec": 1, "constraints": [{"chek": "words <= 1"}]}),
        "<spec>:5:7: `chek` is not a key of a constraint",
    ),
}


@pytest.mark.parametrize(("call", "message"), WRONG.values(), ids=WRONG)
def test_wrong_types_are_told(spec: evalspec.Spec, call: Any, message: str) -> None:
    with pytest.raises(evalspec.EvalspecError) as told:
        call(spec)
    assert message in str(told.value)
