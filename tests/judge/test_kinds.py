"""Votes, juries and quoted facts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import evalspec
from evalspec.api.judging import Bench, Plan, judged_reports
from evalspec.core.case import Case
from evalspec.core.errors import InputError
from evalspec.core.verdict import Method, Outcome, Reason, Verdict
from evalspec.judge.config import Overrides, judge_named
from evalspec.judge.extract import lay_out, led_back, places
from evalspec.judge.modes import Mode
from evalspec.run.routing import RULES, Routing, Step
from tests.judge.endpoint import Endpoint, serving

RESPONSE = """Day 1 starts slowly: you have porridge with 320 kcal and 11 g of protein.
Later comes a lentil soup (480 kcal, 24 g of protein), then trout with 610 kcal.
A rower of that age may burn up to 1500 kcal in a race.
"""
FACTS: dict[str, Any] = {
    "items": [
        {"under": ["Day 1"], "name": "porridge", "quotes": ["320 kcal", "11 g of protein"]},
        {"under": ["Day 1"], "name": "lentil soup", "quotes": ["480 kcal", "24 g of protein"]},
        {"under": ["Day 1"], "name": "trout", "quotes": ["610 kcal"]},
    ],
    "left_out": ["1500 kcal"],
}


def spec(check: str) -> evalspec.Spec:
    content = {"evalspec": 1, "vocabulary": "meal-plan", "constraints": [{"check": check}]}
    return evalspec.compile(json.dumps(content))


def verdict_of(
    endpoint: Endpoint, judge: dict[str, Any], check: str = "calories = 1410 kcal",
    mode: Mode = "only",
) -> Verdict:  # fmt: skip
    given = {"model": "m", "base_url": endpoint.url, **judge}
    known = {"j": {k: v for k, v in given.items() if judge.get("kind") != "jury" or k in judge}}
    known |= {name: {"model": name, "base_url": endpoint.url} for name in ("a", "b", "c")}
    with Bench(Plan.of(["j"], known, mode)) as bench:
        (report,) = judged_reports(spec(check), [Case(RESPONSE)], bench)
    return report.verdicts[0]


def quoting(facts: Any) -> str:
    reply = json.dumps("Laid out as prose.\n{marker}\n" + json.dumps(facts))
    return f"replies: [{{reply: {reply}}}]\n"


# -- extract ------------------------------------------------------------------------------------
def test_the_rules_decide_on_quoted_facts(tmp_path: Path) -> None:
    with serving(tmp_path, quoting(FACTS)) as endpoint:
        verdict = verdict_of(endpoint, {"kind": "extract"})
    assert (verdict.outcome, verdict.method) == (Outcome.SATISFIED, Method.HYBRID)
    operands = verdict.scopes[0].operands
    assert [o.value for o in operands] == ["320", "480", "610"]
    for operand in operands:
        assert operand.cited is not None
        assert operand.cited.span.of(RESPONSE) == operand.cited.text
    assert verdict.judgement is not None
    assert verdict.judgement.rationale == "Laid out as prose."


def test_a_quote_that_does_not_stand_there_is_reported(tmp_path: Path) -> None:
    stated: list[Any] = FACTS["items"]
    facts = {"items": [*stated, {"under": [], "name": "", "quotes": ["999 kcal"]}]}
    with serving(tmp_path, quoting(facts)) as endpoint:
        verdict = verdict_of(endpoint, {"kind": "extract"})
    assert (verdict.outcome, verdict.reason) == (Outcome.UNDETERMINED, Reason.JUDGE_QUOTES)
    assert verdict.judgement is not None
    assert verdict.judgement.dropped == ("999 kcal",)


@pytest.mark.parametrize(
    ("quotes", "left_out", "detail"),
    [
        (["320 kcal", "480 kcal", "610 kcal"], [], "up to 1500 kcal"),
        (["320 kcal", "480 kcal"], ["1500 kcal"], "610 kcal"),
        (["320 kcal"], [], "480 kcal, 610 kcal, up to 1500 kcal"),
    ],
)
def test_every_amount_of_the_measure_is_quoted_or_left_out_by_name(
    tmp_path: Path, quotes: list[str], left_out: list[str], detail: str
) -> None:
    items = [{"under": ["Day 1"], "name": "", "quotes": [quote]} for quote in quotes]
    with serving(tmp_path, quoting({"items": items, "left_out": left_out})) as endpoint:
        verdict = verdict_of(endpoint, {"kind": "extract"}, "calories >= 100 kcal")
    assert (verdict.outcome, verdict.reason) == (Outcome.UNDETERMINED, Reason.JUDGE_QUOTES)
    assert verdict.detail == f"neither quoted nor left out by name: {detail}"
    assert verdict.judgement is not None
    assert verdict.judgement.left_out == tuple(left_out)
    (rules,) = verdict.also  # the reader's own account
    assert rules.method is Method.SYMBOLIC
    assert [o.value for o in rules.scopes[0].operands] == ["320"]


@pytest.mark.parametrize(
    ("response", "quote"),
    [
        ("Rice has 900 kcal.", "00 kcal"),
        ("Rice has 900 kcal.", "900 kca"),
        ("Rice has 1,200 kcal.", "200 kcal"),
        ("Rice has 1\u00a0200 kcal.", "200 kcal"),
        ("Rice has 9.5 g.", "5 g"),
        ("Rice has 9.5 g.", "9"),
        ("Sets of 10-12 reps.", "12 reps"),
        ("At 7:30 we meet.", "30"),
        ("Half: 1/2 cup.", "2 cup"),
        ("It was -5 °C.", "5 °C"),
        ("It costs $50.", "50"),
        ("Share: 50%.", "50"),
        ("Oatmeal: 5 g", "Oat"),
        ("Low-fat milk: 5 g", "fat milk"),
        ("Bücher: 5 €", "cher"),
        ("320kcal", "320"),
    ],
)
def test_a_quote_ends_where_words_and_numbers_end(response: str, quote: str) -> None:
    layout = lay_out({"items": [{"name": "", "quotes": [quote]}]}, response)
    assert (layout.kept, layout.dropped) == (0, (quote,))


@given(st.text("0123456789.,- abc%$\u00a0€:/", max_size=30), st.data())
def test_no_quote_is_a_piece_of_a_number(response: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(response)))
    end = data.draw(st.integers(start, len(response)))
    quote = response[start:end]
    for span in places(response, quote):
        before, after = response[: span.start][-1:], response[span.end :][:1]
        for left, right in ((before, quote[:1]), (quote[-1:], after)):
            assert not (left.isalnum() and right.isalnum())
        assert not (
            before in ".," and quote[:1].isdigit() and response[: span.start][-2:-1].isdigit()
        )


@pytest.mark.parametrize(
    "facts", [{"items": 3}, [], {"items": [{"under": "Day 1"}]}, {"items": [{"quotes": [1]}]}]
)
def test_facts_of_another_shape_are_off_the_menu(tmp_path: Path, facts: Any) -> None:
    with serving(tmp_path, quoting(facts)) as endpoint:
        verdict = verdict_of(endpoint, {"kind": "extract"})
    assert (verdict.outcome, verdict.reason) == (Outcome.UNDETERMINED, Reason.JUDGE_OFF_MENU)


def test_the_same_amount_counts_once_for_each_place_it_stands_at() -> None:
    twice = {"items": [{"name": "tea", "quotes": ["5 kcal", "5 kcal", "5 kcal"]}]}
    layout = lay_out(twice, "tea 5 kcal, and tea 5 kcal")
    assert layout.text == "- tea: 5 kcal, 5 kcal\n"
    assert layout.dropped == ("5 kcal",)


def test_places_lead_back_to_the_response() -> None:
    response = "First 30 min of rowing.\nThen 45 min of running."
    facts = {"items": [{"name": "rowing", "quotes": ["30 min"]},
                       {"name": "running", "quotes": ["45 min"]}]}  # fmt: skip
    layout = lay_out(facts, response)
    compiled = evalspec.compile(
        'evalspec: 1\nvocabulary: workout\nconstraints: ["The longest exercise takes 45 minutes."]'
    )
    report = compiled.check(layout.text)
    verdict = led_back(report.verdicts[0], layout, response)
    cited = [o.cited for scope in verdict.scopes for o in scope.operands if o.cited]
    assert cited
    assert all(one.span.of(response) == one.text for one in cited)


# -- several ------------------------------------------------------------------------------------
def test_a_vote_counts_samples(tmp_path: Path) -> None:
    with serving(tmp_path, 'replies: [{reply: "Looked.\\n{marker}\\nyes"}]') as endpoint:
        verdict = verdict_of(endpoint, {"kind": "vote", "of": "few-shot", "samples": 3})
        assert endpoint.counts() == {"reply": 3}  # each sample is asked for
    judgement = verdict.judgement
    assert judgement is not None
    assert (verdict.outcome, judgement.agreement, judgement.detail) == (
        Outcome.SATISFIED, 1.0, "3 satisfied",
    )  # fmt: skip
    assert [m.prompt for m in judgement.members] == ["few-shot@1"] * 3


JURY = """
replies: [{reply: "Looked.\\n{marker}\\nyes"}]
faults: []
"""


def test_a_jury_needs_a_majority_that_says_something(tmp_path: Path) -> None:
    members = {"kind": "jury", "members": ["a", "b", "c"]}
    with serving(tmp_path, JURY) as endpoint:
        verdict = verdict_of(endpoint, members)
        assert verdict.outcome is Outcome.SATISFIED
    with serving(tmp_path, 'replies: [{reply: "I cannot judge this."}]') as endpoint:
        verdict = verdict_of(endpoint, members)
    assert (verdict.outcome, verdict.reason) == (Outcome.UNDETERMINED, Reason.JUDGE_REFUSED)


# -- which verdict stands ---------------------------------------------------------------------------
NO = 'replies: [{reply: "Looked.\\n{marker}\\nno"}]'


@pytest.mark.parametrize(
    ("mode", "check", "outcome", "method", "also"),
    [
        ("fallback", "words <= 500", "satisfied", "symbolic", []),
        ("fallback", "price <= 5 USD", "unsatisfied", "judge", ["symbolic"]),
        ("both", "words <= 500", "satisfied", "symbolic", ["judge"]),
        ("only", "words <= 500", "unsatisfied", "judge", []),
    ],
)
def test_modes(
    tmp_path: Path, mode: Mode, check: str, outcome: str, method: str, also: list[str]
) -> None:
    with serving(tmp_path, NO) as endpoint:
        given = {"model": "m", "base_url": endpoint.url}
        content = {"evalspec": 1, "vocabulary": "trip", "constraints": [{"check": check}]}
        with Bench(Plan.of(["j"], {"j": given}, mode)) as bench:
            compiled = evalspec.compile(json.dumps(content))
            (report,) = judged_reports(compiled, [Case("Day 1\n- Boat")], bench)
    verdict = report.verdicts[0]
    assert (verdict.outcome.value, verdict.method.value) == (outcome, method)
    assert [other.method.value for other in verdict.also] == also


# -- configuration ---------------------------------------------------------------------------------
def test_no_judge_is_guessed(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("EVALSPEC_JUDGE_URL", "EVALSPEC_JUDGE_MODEL"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(InputError, match="no judge is named 'x'"):
        judge_named("x", {}, Overrides())
    with pytest.raises(InputError, match="has no base_url"):
        judge_named("zero-shot", {}, Overrides())
    with pytest.raises(InputError, match="has no model"):
        judge_named("j", {"j": {"base_url": "http://h/v1"}}, Overrides())
    with pytest.raises(InputError, match="member of itself"):
        judge_named("j", {"j": {"kind": "jury", "members": ["j"]}}, Overrides())
    with pytest.raises(InputError, match="name a judge"):
        Plan.of([], {})
    monkeypatch.setenv("EVALSPEC_JUDGE_URL", "http://h/v1/")
    found = judge_named("few-shot", {}, Overrides(model="m", concurrency=3))
    assert (found.base_url, found.model, found.concurrency) == ("http://h/v1", "m", 3)


# -- routing -----------------------------------------------------------------------------------
ROUTING = Routing(
    {
        "text-count": (RULES,),
        "amount": (RULES, Step("judge", ("j",))),
        "presence": (Step("vote", ("a", "b", "c")),),
    }
)


@pytest.mark.parametrize(
    ("check", "outcome", "method", "reason"),
    [
        ("words <= 500", "satisfied", "symbolic", ""),
        ("price <= 5 USD", "unsatisfied", "judge", ""),
        ("exists stop", "unsatisfied", "judge", ""),
        ("count(day) = 1", "undetermined", "symbolic", "needs-person"),
    ],
)
def test_routing(tmp_path: Path, check: str, outcome: str, method: str, reason: str) -> None:
    names = ["j", "a", "b", "c"]
    with serving(tmp_path, NO) as endpoint:
        known = {name: {"model": name, "base_url": endpoint.url} for name in names}
        content = {"evalspec": 1, "vocabulary": "trip", "constraints": [{"check": check}]}
        with Bench(Plan.of(names, known, routing=ROUTING)) as bench:
            compiled = evalspec.compile(json.dumps(content))
            (report,) = judged_reports(compiled, [Case("Day 1\n- Boat")], bench)
    verdict = report.verdicts[0]
    assert (verdict.outcome.value, verdict.method.value, verdict.reason.value) == (
        outcome, method, reason,
    )  # fmt: skip


def test_routing_asks_only_judges_that_were_named() -> None:
    known = {"j": {"model": "m", "base_url": "http://h/v1"}}
    with pytest.raises(InputError, match="asks a, b, c, which --judge does not name"):
        Plan.of(["j"], known, routing=ROUTING)
