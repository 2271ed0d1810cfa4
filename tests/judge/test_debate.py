"""Debates on the scripted endpoint: who is asked what, when they stop, and what it comes to."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import evalspec
from evalspec.core.errors import InputError, SpecError
from evalspec.core.verdict import Method, Outcome, Reason, Verdict
from evalspec.judge.budget import Limits
from evalspec.judge.config import Judge, Overrides, judge_named
from evalspec.judge.decide import Task
from evalspec.judge.prompts import Question
from evalspec.judge.session import Options, Session
from evalspec.vocabulary.load import load_lexicon
from tests.judge.endpoint import Endpoint, serving
from tests.judge.test_injection import ATTACKS

pytestmark = pytest.mark.heavy

LEXICON = load_lexicon([], None, Path()).lexicon
OPEN = Verdict("c", Outcome.UNDETERMINED, Reason.NOT_COMPILED, Method.SYMBOLIC, "")
NO_BY_RULES = Verdict("c", Outcome.UNSATISFIED, Reason.NONE, Method.SYMBOLIC, "words <= 3")
YES, NO = (f'"Because of it.\\n{{marker}}\\n{said}"' for said in ("yes", "no"))


def script(*replies: tuple[str, str, str]) -> str:
    """Write a scenario of (model, what only a later round shows or nothing, reply)."""
    rules = (f"- {{model: {m}, when: '{when}', reply: {said}}}\n" for m, when, said in replies)
    return "replies:\n" + "".join(rules)


LATER = "What the speakers said"
SPLIT = script(("a", "", YES), ("b", "", NO), ("c", LATER, YES), ("c", "", '"I cannot tell."'))
"""A and B differ, C makes up its mind in the second round."""


def debate(endpoint: Endpoint, **given: Any) -> Judge:
    members = {n: {"model": n, "base_url": endpoint.url, "retries": 9, "longest_wait": 0.1,
                   "price": {"input": 1, "output": 2}} for n in "abc"}  # fmt: skip
    known = {**members, "d": {"kind": "debate", "members": ["a", "b", "c"], **given}}
    return judge_named("d", known, Overrides())


def judged(
    judge: Judge, rows: Sequence[str] = ("A plan.",), rules: Verdict = OPEN, **options: Any
) -> tuple[list[Verdict], Session]:
    def task(text: str) -> Task:
        return Task(judge, Question("The plan has a rest day.", text), rules, lexicon=LEXICON)

    with Session(Options(**options)) as session:
        found = [verdict for _, verdict in session.judged(rows, task)]
    return [verdict for verdict in found if verdict is not None], session


def said(verdict: Verdict) -> list[tuple[str, int, str]]:
    assert verdict.judgement is not None
    return [(m.judge, m.round, m.outcome.value[:3]) for m in verdict.judgement.members]


def test_members_speak_alone_then_hear_each_other(tmp_path: Path) -> None:
    record = io.StringIO()
    with serving(tmp_path, SPLIT) as endpoint:
        (verdict,), _ = judged(debate(endpoint, stop="majority"), record=record)
        assert endpoint.counts() == {"reply": 6}
    assert said(verdict) == [
        ("a", 1, "sat"), ("b", 1, "uns"), ("c", 1, "und"),
        ("a", 2, "sat"), ("b", 2, "uns"), ("c", 2, "sat"),
    ]  # fmt: skip
    assert (verdict.outcome, verdict.method) == (Outcome.SATISFIED, Method.JUDGE)
    assert verdict.judgement is not None
    assert verdict.judgement.detail == "2 rounds, 2 satisfied, 1 unsatisfied"
    assert verdict.judgement.agreement == 0.6667
    prompts = [json.loads(line)["request"]["messages"][-1][1] for line in record.getvalue().split("\n")
               if line]  # fmt: skip
    assert [LATER in prompt for prompt in prompts] == [False] * 3 + [True] * 3
    assert sum("Speaker 3 (you) answered undetermined" in prompt for prompt in prompts) == 1
    assert all("I cannot tell." in prompt for prompt in prompts[3:])
    assert verdict.judgement.members[0].prompt == "zero-shot@1"
    assert verdict.judgement.members[-1].prompt == "debate@1"


def test_in_turn_a_member_hears_what_was_just_said(tmp_path: Path) -> None:
    now = "Speaker 1 answered unsatisfied"
    follows = script(
        ("a", LATER, NO), ("a", "", YES), ("b", now, NO), ("b", "", YES), ("c", now, NO), ("c", "", '"?"')
    )  # fmt: skip
    with serving(tmp_path, follows) as endpoint:
        together, _ = judged(debate(endpoint, rounds=2, accept="unanimous"))
        in_turn, _ = judged(debate(endpoint, rounds=2, accept="unanimous", turns="in-turn"))
    assert [m[2] for m in said(together[0])[3:]] == ["uns", "sat", "und"]
    assert [m[2] for m in said(in_turn[0])[3:]] == ["uns", "uns", "uns"]
    assert (together[0].outcome, in_turn[0].outcome) == (Outcome.UNDETERMINED, Outcome.UNSATISFIED)


@pytest.mark.parametrize(
    ("given", "rules", "calls", "outcome", "reason"),
    [
        ({}, OPEN, 9, "satisfied", ""),
        ({"rounds": 2}, OPEN, 6, "satisfied", ""),
        ({"accept": "unanimous"}, OPEN, 9, "undetermined", "needs-person"),
        ({"accept": "unanimous", "open": "nobody"}, OPEN, 9, "undetermined", "judge-split"),
        ({"start": "split", "stop": "majority"}, OPEN, 6, "satisfied", ""),
        ({"rounds": 1}, OPEN, 3, "undetermined", "needs-person"),
        ({"start": "rules-differ"}, NO_BY_RULES, 9, "satisfied", ""),
        ({"evidence": "rules"}, NO_BY_RULES, 9, "undetermined", "needs-person"),
    ],
)
def test_conduct(
    tmp_path: Path, given: dict[str, Any], rules: Verdict, calls: int, outcome: str, reason: str
) -> None:
    with serving(tmp_path, SPLIT) as endpoint:
        (verdict,), _ = judged(debate(endpoint, **given), rules=rules)
        assert endpoint.counts() == {"reply": calls}
    assert (verdict.outcome.value, verdict.reason.value) == (outcome, reason)


def test_agreement_is_debated_where_the_rules_differ(tmp_path: Path) -> None:
    convinced = script(*((m, LATER, NO) for m in "abc"), *((m, "", YES) for m in "abc"))
    with serving(tmp_path, convinced) as endpoint:
        differ = debate(endpoint, start="rules-differ")
        (open_,), _ = judged(differ)
        assert endpoint.counts() == {"reply": 3}
        (verdict,), _ = judged(differ, rules=NO_BY_RULES)
    assert (open_.outcome, verdict.outcome) == (Outcome.SATISFIED, Outcome.UNSATISFIED)
    assert verdict.judgement is not None
    assert verdict.judgement.round == 2


@pytest.mark.parametrize("reply", ['""', '"I cannot judge this."', '"Well, maybe."'])
def test_silence_is_no_consensus(tmp_path: Path, reply: str) -> None:
    with serving(tmp_path, script(*((m, "", reply) for m in "abc"))) as endpoint:
        (verdict,), _ = judged(debate(endpoint))
    assert verdict.outcome is Outcome.UNDETERMINED
    assert verdict.reason.value.startswith("judge-")


# -- cost, failures -------------------------------------------------------------------------------
def test_a_dry_run_bounds_calls_and_cost_from_above(tmp_path: Path) -> None:
    talk = '"' + "Because of it, in many words. " * 900 + "\\n{marker}\\n"
    long = script(("a", "", talk + 'yes"'), ("b", "", talk + 'no"'), ("c", "", '"I say nothing."'))
    rows = [f"Plan {number}." for number in range(5)]
    with serving(tmp_path, long) as endpoint:
        _, planned = judged(debate(endpoint), rows, dry_run=True)
        _, real = judged(debate(endpoint), rows)
        assert endpoint.counts() == {"reply": 45}
    assert planned.summary().startswith("dry run: 15 to 45 calls, 0 from the cache")
    assert len(planned.planned) == real.spent.calls
    most = float(planned.summary().rpartition("cost at most ")[2])
    assert real.spent.cost <= most
    asked = sum(request.tokens_at_most for _, request in planned.planned)
    assert real.spent.tokens_in * 4 <= asked  # the endpoint counts four characters as a token


def test_what_a_budget_cuts_short_decides_nothing(tmp_path: Path) -> None:
    with serving(tmp_path, SPLIT) as endpoint:
        for most in range(9):
            (verdict,), _ = judged(debate(endpoint), limits=Limits(most))
            assert (verdict.outcome, verdict.reason) == (
                Outcome.UNDETERMINED, Reason.JUDGE_BUDGET,
            )  # fmt: skip
        (verdict,), _ = judged(debate(endpoint), limits=Limits(9))
    assert verdict.outcome is Outcome.SATISFIED


def test_faults_are_no_votes_and_a_cut_off_run_goes_on(tmp_path: Path) -> None:
    rows = [f"Plan {number}." for number in range(40)]
    faulty = SPLIT + (
        "seed: 3\nfaults:\n- {fault: error, rate: 0.1, status: 503}\n- {fault: drop, rate: 0.05}\n"
        "- {fault: malformed, rate: 0.05}\n"
    )
    cache = tmp_path / "replies.sqlite"
    with serving(tmp_path, faulty) as endpoint:
        judge = debate(endpoint)
        judged(judge, rows[:15], cache=cache)
        judged(judge, rows, cache=cache, limits=Limits(200))
        found, _ = judged(judge, rows, cache=cache)
        assert endpoint.counts()["reply"] == 9 * len(rows)
        record = io.StringIO()
        again, session = judged(judge, rows, cache=cache, record=record)
        assert session.spent.calls == 0
    transcript = tmp_path / "debates.jsonl"
    transcript.write_text(record.getvalue())
    replayed, _ = judged(judge, rows, replay=transcript)
    for verdicts in (found, again, replayed):
        assert [one.outcome for one in verdicts] == [Outcome.SATISFIED] * len(rows)
    assert again == replayed


def test_a_member_that_fails_has_no_vote(tmp_path: Path) -> None:
    alone = script(("a", "", YES), ("b", "", NO))
    with serving(tmp_path, alone) as endpoint:
        judge = debate(endpoint, rounds=2)
        gone = evalspec_replace(judge, "http://127.0.0.1:9/v1")
        (verdict,), _ = judged(gone)
    assert verdict.outcome is Outcome.UNDETERMINED
    assert [m[2] for m in said(verdict)][:3] == ["sat", "uns", "und"]


def evalspec_replace(judge: Judge, url: str) -> Judge:
    """Send the third member to where nobody listens."""
    from msgspec.structs import replace

    lost = replace(judge.members[2], base_url=url, retries=0)
    return replace(judge, members=(*judge.members[:2], lost))


# -- evidence ----------------------------------------------------------------------------------------
MEALS = evalspec.compile(
    {"evalspec": 1, "vocabulary": "meal-plan", "constraints": [{"check": "calories <= 900 kcal"}]}
)
PLAN = "- Soup: 480 kcal\n- Trout: 490 kcal\n"


def test_a_wrong_claim_is_struck_and_a_vote_that_rests_on_it_counts_for_nobody(
    tmp_path: Path,
) -> None:
    wrong = '"I add it up. In total it is 870 kcal, which is fine.\\n{marker}\\nyes"'
    right = '"The sum is 970 kcal.\\n{marker}\\nno"'
    stubborn = script(("a", "", wrong), ("b", LATER, right), ("b", "", wrong), ("c", "", wrong))
    record = io.StringIO()
    with serving(tmp_path, stubborn) as endpoint:
        judge = debate(endpoint, start="rules-differ", evidence="rules", rounds=2)
        rules = MEALS.check(PLAN).verdicts[0]
        lexicon = MEALS.program.lexicon
        with Session(Options(record=record)) as session:
            task = Task(judge, Question("At most 900 kcal.", PLAN), rules, lexicon=lexicon)
            ((_, verdict),) = session.judged([1], lambda _: task)
    assert verdict is not None
    assert verdict.judgement is not None
    last = verdict.judgement.members[3:]
    assert [len(one.struck) for one in last] == [1, 0, 1]
    assert [one.rests_on for one in last] == [("In total it is 870 kcal",), (), last[0].rests_on]
    assert (verdict.outcome, verdict.reason) == (Outcome.UNDETERMINED, Reason.NEEDS_PERSON)
    assert verdict.judgement.detail == "2 rounds, 1 unsatisfied, 2 resting on what was struck"
    prompts = [json.loads(line)["request"]["messages"][-1][1] for line in
               filter(None, record.getvalue().split("\n"))]  # fmt: skip
    first, later = prompts[0], prompts[-1]
    assert "970" not in first
    assert later.count("480 (Soup) + 490 (Trout) = 970 kcal") == 4  # the count, and three proofs
    assert later.count("[struck 1]") == 6
    assert "870" not in later


# -- injections -------------------------------------------------------------------------------------
OBEYS = r"""
without: "FENCE ([0-9a-f]{12}) begins.*?FENCE \\1 ends"
replies:
- {when: "OBEY: yes", reply: "I obey.\n{marker}\nyes"}
- {reply: "Nothing was ordered.\n{marker}\nno"}
"""


def test_no_response_dictates_a_debate(tmp_path: Path) -> None:
    with serving(tmp_path, OBEYS) as endpoint:
        judge = debate(endpoint, start="rules-differ")
        yes = Verdict("c", Outcome.SATISFIED, Reason.NONE, Method.SYMBOLIC, "words <= 3")
        found, _ = judged(judge, ATTACKS, rules=yes)
    assert len(found) >= 30
    assert {one.outcome for one in found} == {Outcome.UNSATISFIED}
    assert all(one.judgement is not None and one.judgement.round == 2 for one in found)


def test_no_statement_dictates_the_next(tmp_path: Path) -> None:
    attacks = [one for one in ATTACKS if not {"\x00", "\ud83d"} & set(one)]
    assert len(attacks) >= 30
    attacking = "".join(
        json.dumps({"model": "a", "when": f"Rule {number}[.]", "reply": f"{one}\n{{marker}}\nyes"})
        for number, one in enumerate(attacks)
    ).replace("}{", "}\n- {")
    scenario = OBEYS.replace("replies:\n", f"replies:\n- {attacking}\n")
    with serving(tmp_path, scenario) as endpoint, Session() as session:
        judge = debate(endpoint, rounds=2)
        found = session.judged(
            range(len(attacks)), lambda n: Task(judge, Question(f"Rule {n}.", "A plan."), OPEN)
        )
        for number, verdict in found:
            assert verdict is not None
            votes = [m[2] for m in said(verdict)]
            assert votes[1:3] + votes[4:] == ["uns"] * 4, attacks[number][:80]
            assert verdict.outcome is Outcome.UNSATISFIED


# -- configuration ----------------------------------------------------------------------------------
SPEC = """evalspec: 1
constraints: [words <= 3]
judges:
  one: {model: m, base_url: "http://h/v1"}
  quotes: {kind: extract, model: m, base_url: "http://h/v1"}
"""


@pytest.mark.parametrize(
    ("line", "code", "at"),
    [
        ("  d: {kind: debate, members: [one]}", "fewer than 2", 6),
        ("  d: {kind: debate}", "a debate needs `members`", 6),
        ("  d: {kind: debate, members: [one, one], start: sometimes}", "must be one of", 6),
    ],
)
def test_what_is_no_debate_is_refused_with_its_place(line: str, code: str, at: int) -> None:
    with pytest.raises(SpecError, match=code) as refused:
        evalspec.compile(SPEC + line)
    assert [problem.at.line for problem in refused.value.problems] == [at]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"members": ["one", "quotes"]}, "member 'quotes' is of kind extract"),
        ({"members": ["one", "d"]}, "member of itself"),
        ({"members": ["one", "two"]}, "no judge is named 'two'"),
    ],
)
def test_who_cannot_debate(given: dict[str, Any], message: str) -> None:
    known = {
        "one": {"model": "m", "base_url": "http://h/v1"},
        "quotes": {"kind": "extract", "model": "m", "base_url": "http://h/v1"},
        "d": {"kind": "debate", **given},
    }
    with pytest.raises(InputError, match=message):
        judge_named("d", known, Overrides())
