"""Many judgements against an endpoint that fails: none lost, none asked twice, none invented."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterable
from decimal import Decimal
from pathlib import Path

import pytest

from evalspec.core.errors import InputError
from evalspec.core.verdict import Method, Outcome, Reason, Verdict
from evalspec.judge.budget import Limits
from evalspec.judge.config import Judge, Price
from evalspec.judge.decide import Task
from evalspec.judge.prompts import Question
from evalspec.judge.session import Options, Session
from tests.judge.endpoint import Endpoint, serving

YES = 'replies: [{reply: "Looked.\\n{marker}\\nyes"}]\n'
FAULTS = (
    YES
    + """
seed: 5
faults:
- {fault: rate-limit, rate: 0.03, retry_after: 0.05}
- {fault: error, rate: 0.04, status: 503}
- {fault: drop, rate: 0.04}
- {fault: hang, rate: 0.01, seconds: 3}
- {fault: drip, rate: 0.01, seconds: 3}
- {fault: malformed, rate: 0.03}
- {fault: html, rate: 0.03}
- {fault: enormous, rate: 0.01, bytes: 9000000}
"""
)
OPEN = Verdict("c", Outcome.UNDETERMINED, Reason.NOT_COMPILED, Method.SYMBOLIC, "")


def judge(endpoint: Endpoint, **changes: object) -> Judge:
    given = {"model": "m", "base_url": endpoint.url, "concurrency": 32, "timeout": 2.0,
             "longest_wait": 0.2, **changes}  # fmt: skip
    return Judge("local", "zero-shot", **given)  # type: ignore[arg-type]


def judged(asked: Judge, numbers: Iterable[int], options: Options) -> tuple[list[Verdict], Session]:
    with Session(options) as session:
        rows = list(
            session.judged(
                numbers, lambda n: Task(asked, Question(f"constraint {n}", "a response"), OPEN)
            )
        )
    assert [number for number, _ in rows] == list(numbers)
    return [verdict for _, verdict in rows if verdict is not None], session


@pytest.mark.heavy
def test_every_fault_at_once(tmp_path: Path) -> None:
    cache = Options(cache=tmp_path / "replies.sqlite")
    with serving(tmp_path, FAULTS) as endpoint:
        verdicts, session = judged(judge(endpoint), range(400), cache)
        counts = endpoint.counts()
        again, second = judged(judge(endpoint), range(400), cache)
        assert endpoint.counts() == counts  # nothing is asked again
    assert len(verdicts) == 400
    outcomes = Counter((v.outcome, v.reason) for v in verdicts)
    assert set(outcomes) <= {
        (Outcome.SATISFIED, Reason.NONE),
        (Outcome.UNDETERMINED, Reason.JUDGE_UNREACHABLE),
    }
    assert session.spent.calls == 400
    assert session.spent.attempts >= sum(counts.values())  # some never reached the endpoint
    assert 0 < session.spent.resent <= session.spent.attempts - 400 + session.spent.failed
    assert second.spent.cached == 400 - session.spent.failed
    assert [v.outcome for v in again] == [v.outcome for v in verdicts] or session.spent.failed


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("fault", "detail"),
    [
        ("rate-limit", "HTTP 429"),
        ("error", "HTTP 500"),
        ("drop", "connection failed"),
        ("hang", "no reply within 0.3 s"),
        ("drip", "no reply within 0.3 s"),
        ("malformed", "not a chat completion"),
        ("html", "not a chat completion"),
        ("enormous", "larger than"),
    ],
)
def test_a_fault_that_stays_is_undetermined(tmp_path: Path, fault: str, detail: str) -> None:
    with serving(tmp_path, f"{YES}faults: [{{fault: {fault}, rate: 1, seconds: 1}}]") as endpoint:
        asked = judge(endpoint, retries=1, timeout=0.3 if fault in ("hang", "drip") else 5.0)
        (verdict,), session = judged(asked, range(1), Options(cache=tmp_path / "r.sqlite"))
        assert sum(endpoint.counts().values()) == 2
        (again,), _ = judged(asked, range(1), Options(cache=tmp_path / "r.sqlite"))
        assert sum(endpoint.counts().values()) == 4  # a failure is not stored
    for found in (verdict, again):
        assert (found.outcome, found.reason) == (Outcome.UNDETERMINED, Reason.JUDGE_UNREACHABLE)
        assert detail in found.detail
    assert session.spent.failed == 1


@pytest.mark.heavy
@pytest.mark.parametrize("status", [400, 401, 403, 404, 422])
def test_what_will_not_get_better_is_not_repeated(tmp_path: Path, status: int) -> None:
    scenario = f"{YES}faults: [{{fault: error, rate: 1, status: {status}}}]"
    with serving(tmp_path, scenario) as endpoint:
        (verdict,), _ = judged(judge(endpoint), range(1), Options())
        assert endpoint.counts() == {"error": 1}
    assert verdict.reason is Reason.JUDGE_UNREACHABLE
    assert f"HTTP {status}: scripted failure" in verdict.detail


def test_no_endpoint_at_all(tmp_path: Path) -> None:
    asked = Judge(
        "local", "zero-shot", model="m", base_url="http://127.0.0.1:9/v1", retries=1, longest_wait=0
    )
    (verdict,), session = judged(asked, range(1), Options())
    assert verdict.reason is Reason.JUDGE_UNREACHABLE
    assert session.spent.attempts == 2
    assert session.spent.resent == 0  # nothing was sent


def test_equal_questions_under_way_are_sent_once(tmp_path: Path) -> None:
    with serving(tmp_path, YES.replace("}]", ", delay: 0.2}]")) as endpoint:
        asked = judge(endpoint)
        with Session(Options()) as session:
            task = Task(asked, Question("the same", "a response"), OPEN)
            rows = list(session.judged(range(20), lambda _: task))
        assert endpoint.counts() == {"reply": 1}
    assert all(v is not None and v.outcome is Outcome.SATISFIED for _, v in rows)


# -- limits -----------------------------------------------------------------------------------
def test_calls_are_limited(tmp_path: Path) -> None:
    with serving(tmp_path, YES) as endpoint:
        verdicts, session = judged(judge(endpoint), range(10), Options(Limits(calls=4)))
        assert endpoint.counts() == {"reply": 4}
    assert [v.outcome for v in verdicts] == [Outcome.SATISFIED] * 4 + [Outcome.UNDETERMINED] * 6
    assert {v.reason for v in verdicts[4:]} == {Reason.JUDGE_BUDGET}
    assert "stopped at the limit" in session.summary()


def test_cost_never_exceeds_its_limit(tmp_path: Path) -> None:
    price = Price(Decimal(1), Decimal(10))
    with serving(tmp_path, YES) as endpoint:
        asked = judge(endpoint, price=price, parameters={"max_tokens": 100}, concurrency=4)
        limits = Limits(cost=Decimal("0.01"))
        verdicts, session = judged(asked, range(30), Options(limits))
    decided = sum(v.outcome is Outcome.SATISFIED for v in verdicts)
    assert 0 < decided < 30
    assert Decimal(0) < session.spent.cost <= Decimal("0.01")
    costs = [v.judgement.cost for v in verdicts if v.judgement and v.judgement.cost]
    assert sum(costs, Decimal(0)) == session.spent.cost


def test_a_dry_run_sends_nothing(tmp_path: Path) -> None:
    with serving(tmp_path, YES) as endpoint:
        asked = judge(endpoint, price=Price(Decimal(1), Decimal(1)))
        _, session = judged(asked, range(3), Options(dry_run=True))
        assert endpoint.counts() == {}
    assert session.summary().startswith("dry run: 3 calls, 0 from the cache, about ")
    assert "cost at most 0.0" in session.summary()


def test_requests_a_minute_are_spaced(tmp_path: Path) -> None:
    import time

    with serving(tmp_path, YES) as endpoint:
        started = time.monotonic()
        judged(judge(endpoint, requests_per_minute=1200), range(9), Options())
    assert time.monotonic() - started >= 8 * 60 / 1200


# -- transcripts ---------------------------------------------------------------------------------
def test_a_transcript_gives_the_same_verdicts(tmp_path: Path) -> None:
    recorded = io.StringIO()
    with serving(tmp_path, YES) as endpoint:
        asked = judge(endpoint)
        verdicts, _ = judged(asked, range(5), Options(record=recorded))
    path = tmp_path / "transcript.jsonl"
    path.write_text(recorded.getvalue(), "utf-8")
    again, session = judged(asked, range(5), Options(replay=path))
    assert [v.outcome for v in again] == [v.outcome for v in verdicts]
    assert [v.judgement and v.judgement.reply for v in again] == [
        v.judgement and v.judgement.reply for v in verdicts
    ]
    assert (session.spent.calls, session.spent.cached) == (0, 5)
    with pytest.raises(InputError, match="has no reply of m to 'constraint 5"):
        judged(asked, range(6), Options(replay=path))


def test_a_changed_transcript_is_refused(tmp_path: Path) -> None:
    recorded = io.StringIO()
    with serving(tmp_path, YES) as endpoint:
        judged(judge(endpoint), range(1), Options(record=recorded))
    path = tmp_path / "transcript.jsonl"
    path.write_text(recorded.getvalue().replace("a response", "another one"), "utf-8")
    with pytest.raises(InputError, match=r"transcript.jsonl:1:1: the request was changed"):
        Session(Options(replay=path))
    path.write_text("{}\n", "utf-8")
    with pytest.raises(InputError, match=r"transcript.jsonl:1:1: not a recorded exchange"):
        Session(Options(replay=path))


def test_keys_are_stored_nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EVALSPEC_JUDGE_KEY", "sk-very-secret")
    recorded = io.StringIO()
    cache = tmp_path / "replies.sqlite"
    with serving(tmp_path, YES) as endpoint:
        verdicts, _ = judged(judge(endpoint), range(2), Options(cache=cache, record=recorded))
    assert verdicts[0].outcome is Outcome.SATISFIED
    stored = b"".join(path.read_bytes() for path in tmp_path.glob("replies*"))
    assert b"VERDICT" in stored
    assert b"secret" not in stored + recorded.getvalue().encode() + repr(verdicts).encode()


def test_a_named_key_must_be_there(tmp_path: Path) -> None:
    with serving(tmp_path, YES) as endpoint:
        asked = judge(endpoint, key_variable="NO_SUCH_KEY")
        with pytest.raises(InputError, match="NO_SUCH_KEY is not set"):
            judged(asked, range(3), Options())
