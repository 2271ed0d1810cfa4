"""What is billed never exceeds the limits, whatever gets lost on the way."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from evalspec.core.verdict import Method, Outcome, Reason, Verdict
from evalspec.judge.budget import Limits
from evalspec.judge.config import Judge, Price
from evalspec.judge.decide import Task
from evalspec.judge.prompts import Question
from evalspec.judge.session import Options, Session
from tests.judge.endpoint import Endpoint, serving
from tests.sampling import one_in

PRICE = Price(Decimal(3), Decimal(15))
LONG = 'replies: [{reply: "' + "So it goes. " * 60 + '\\n{marker}\\nyes", delay: 0.01}]\n'
OPEN = Verdict("c", Outcome.UNDETERMINED, Reason.NOT_COMPILED, Method.SYMBOLIC, "")


def judge(endpoint: Endpoint, **changes: object) -> Judge:
    given = {"model": "m", "base_url": endpoint.url, "concurrency": 16, "timeout": 1.0, "retries": 3,
             "longest_wait": 0.05, "price": PRICE, "parameters": {"max_tokens": 300}, **changes}  # fmt: skip
    return Judge("local", "zero-shot", **given)  # type: ignore[arg-type]


def asked(by: Judge, many: int, limits: Limits, **options: object) -> tuple[list[Verdict], Session]:
    with Session(Options(limits, **options)) as session:  # type: ignore[arg-type]
        task = lambda n: Task(by, Question(f"constraint {n}", "a response"), OPEN)  # noqa: E731
        found = [verdict for _, verdict in session.judged(range(many), task)]
    assert len(found) == many
    return [verdict for verdict in found if verdict is not None], session


def billed(endpoint: Endpoint) -> Decimal:
    bill = endpoint.bill()
    return (PRICE.input * bill["tokens_in"] + PRICE.output * bill["tokens_out"]) / 1_000_000


FAULTS = {
    "none": "",
    "drop": "faults: [{fault: drop, rate: 0.4}]",
    "hang": "faults: [{fault: hang, rate: 0.2, seconds: 2}]",
    "malformed": "faults: [{fault: malformed, rate: 0.5}]",
    "html": "faults: [{fault: html, rate: 0.9}]",
    "error": "faults: [{fault: error, rate: 0.5, status: 502}]",
    "rate-limit": "faults: [{fault: rate-limit, rate: 0.5}]",
    "cut-off": "faults: [{fault: cut-off, rate: 0.5}]",
    "all": "faults: [{fault: drop, rate: 0.2}, {fault: html, rate: 0.2}, {fault: error, rate: 0.2}]",
}


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("cost", ["0.02", pytest.param("0.1", marks=pytest.mark.heavy)])
def test_the_bill_stays_below_the_limit(tmp_path: Path, fault: str, cost: str) -> None:
    limit = Decimal(cost)
    with serving(tmp_path, f"{LONG}{FAULTS[fault]}\nseed: 7") as endpoint:
        verdicts, session = asked(judge(endpoint), 40, Limits(cost=limit))
        bill = billed(endpoint)
    assert bill <= session.spent.cost + session.spent.lost <= limit
    known = {(Outcome.SATISFIED, Reason.NONE), (Outcome.UNDETERMINED, Reason.JUDGE_BUDGET),
             (Outcome.UNDETERMINED, Reason.JUDGE_UNREACHABLE),
             (Outcome.UNDETERMINED, Reason.JUDGE_CUT_OFF)}  # fmt: skip
    assert {(v.outcome, v.reason) for v in verdicts} <= known


@pytest.mark.heavy
@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("calls", one_in(3, [7, 1, 0]))
def test_requests_stay_below_the_limit(tmp_path: Path, fault: str, calls: int) -> None:
    with serving(tmp_path, f"{LONG}{FAULTS[fault]}\nseed: 7") as endpoint:
        _, session = asked(judge(endpoint), 15, Limits(calls=calls))
        assert sum(endpoint.counts().values()) <= calls
    assert session.spent.stopped


def test_a_reply_is_no_longer_than_what_the_limit_assumes(tmp_path: Path) -> None:
    endless = 'replies: [{reply: "' + "word " * 20_000 + '"}]\n'
    with serving(tmp_path, endless) as endpoint:
        (verdict,), session = asked(judge(endpoint, parameters={}), 1, Limits(cost=Decimal(1)))
        assert endpoint.bill()["tokens_out"] == 4096  # the server honours max_tokens
    assert verdict.reason is Reason.JUDGE_CUT_OFF
    assert session.spent.tokens_out == 4096


def test_a_question_waits_for_the_price_of_those_under_way(tmp_path: Path) -> None:
    # each may cost 0.036 at most and costs 0.013: six fit, though three are set aside at once
    with serving(tmp_path, LONG) as endpoint:
        verdicts, session = asked(
            judge(endpoint, structured=False), 30, Limits(cost=Decimal("0.05"))
        )
        bill = billed(endpoint)
    decided = sum(v.outcome is Outcome.SATISFIED for v in verdicts)
    most = Decimal("0.05") - session.spent.cost
    assert bill == session.spent.cost
    assert decided >= 8
    assert most < Decimal("0.02")  # what was left did not hold one more


def test_usage_that_is_not_told_is_taken_for_the_most() -> None:
    from evalspec.judge.client import _reply
    from evalspec.judge.exchange import Request

    request = Request("http://h/v1", "m", (("user", "Hello there."),), {"max_tokens": 50}, "p@1")
    for usage in ("{}", '{"prompt_tokens": true, "completion_tokens": -4}', "[]", "null"):
        body = f'{{"choices": [{{"message": {{"content": "yes"}}}}], "usage": {usage}}}'
        assert _reply(body.encode(), request, 0.0).uncounted
    usage = '{"prompt_tokens": 5, "completion_tokens": 1, "total_tokens": 30}'
    body = f'{{"choices": [{{"message": {{"content": "yes"}}}}], "usage": {usage}}}'
    assert _reply(body.encode(), request, 0.0).tokens_out == 25  # thoughts are billed too


def test_an_estimate_stands_beside_the_bound(tmp_path: Path) -> None:
    cache = tmp_path / "replies.sqlite"
    with serving(tmp_path, LONG) as endpoint:
        asked(judge(endpoint), 3, Limits(), cache=cache)
        _, session = asked(judge(endpoint), 5, Limits(), cache=cache, dry_run=True)
        assert endpoint.counts() == {"reply": 3}
    said = session.summary()
    assert said.startswith("dry run: 2 calls, 3 from the cache, about ")
    assert "about 372 in reply (at most 600)" in said  # as long as those that are stored
    assert "cost about 0.0" in said
    assert "cost at most 0.0" in said


def test_what_is_used_and_left_is_shown_meanwhile(tmp_path: Path) -> None:
    with serving(tmp_path, LONG) as endpoint:
        by = judge(endpoint)
        with Session(Options(Limits(calls=9, cost=Decimal(2)))) as session:
            session.share = lambda: 0.25
            task = lambda n: Task(by, Question(f"constraint {n}", "a response"), OPEN)  # noqa: E731
            list(session.judged(range(3), task))
            said = session.progress()
    assert said.startswith("judges: 3 replies, 0 under way, ")
    assert "of 2.00 (1.9" in said
    assert "6 calls left" in said
    assert "about 9 to come for 0.0" in said
