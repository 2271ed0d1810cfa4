"""Debates on which of two responses is better."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

import evalspec
from evalspec.api.judging import Bench, Plan
from evalspec.api.pairs import Wanted, preferred
from evalspec.core.pair import Pair, Preference, Winner
from evalspec.core.verdict import Reason
from evalspec.judge.session import Options
from tests.judge.endpoint import Endpoint, serving

PROGRAM = evalspec.compile(
    "evalspec: 1\ncriteria: [{id: helpful, scale: helpfulness, judge: talk}]\n"
).program
PAIRS = [Pair(f"Alpha {n}.", f"Beta {n}.", "Name one.") for n in range(12)]
FIRST_IS_ALPHA = "Submission 1:\\\\s+FENCE \\\\w+ begins\\\\s+Alpha"
SAID = "answered submission"


def reply(model: str, when: str, option: str) -> str:
    return f'- {{model: {model}, when: "{when}", reply: "So it is.\\n{{marker}}\\n{option}"}}\n'


ALPHA = reply("a", FIRST_IS_ALPHA, "1") + reply("a", "", "2")
BETA = reply("b", FIRST_IS_ALPHA, "2") + reply("b", "", "1")
ALWAYS_FIRST = reply("c", "", "1")
CONVINCED = "".join(
    reply("c", f"{FIRST_IS_ALPHA}.*{SAID}" if first == "1" else SAID, first) for first in "12"
) + reply("c", "", "0")


def held(
    endpoint: Endpoint, pairs: list[Pair], options: Options | None = None, **given: Any
) -> list[Preference]:
    members = {n: {"model": n, "base_url": endpoint.url, "retries": 9, "longest_wait": 0.1}
               for n in "abc"}  # fmt: skip
    known = {**members, "talk": {"kind": "debate", "members": list("abc"), **given}}
    with Bench(Plan.of(["talk"], known), options) as bench:
        rows = zip(pairs, pairs, strict=True)
        return [found for _, _, (found,) in preferred(Wanted.of(PROGRAM), rows, bench)]


def test_members_hear_of_places_and_the_verdict_is_of_responses(tmp_path: Path) -> None:
    record = io.StringIO()
    with serving(tmp_path, "replies:\n" + ALPHA + BETA + CONVINCED) as endpoint:
        (found,) = held(endpoint, PAIRS[:1], Options(record=record), start="split")
    assert found.outcome is Winner.A
    for slot, judgement in found.judgements:
        assert [m.outcome.value for m in judgement.members[:3]] == ["A", "B", "tie"], slot
        assert judgement.members[5].outcome is Winner.A
        assert judgement.members[5].prompt == "pair-debate@1"
    sent = [json.loads(line)["request"]["messages"][-1][1] for line in
            filter(None, record.getvalue().split("\n"))]  # fmt: skip
    later = [prompt for prompt in sent if "What the speakers said" in prompt]
    assert len(later) == 12
    assert all("answered neither" in p or "answered submission" in p for p in later)
    assert not any("answered A" in prompt or "answered B" in prompt for prompt in later)


def test_a_debate_that_goes_by_the_place_decides_nothing(tmp_path: Path) -> None:
    with serving(tmp_path, "replies:\n" + ALPHA + BETA + ALWAYS_FIRST) as endpoint:
        found = held(endpoint, PAIRS, start="split")
    assert {(one.outcome, one.reason) for one in found} == {
        (Winner.UNDETERMINED, Reason.JUDGE_ORDER)
    }


@pytest.mark.heavy
def test_faults_end_no_pair_as_a_tie(tmp_path: Path) -> None:
    faulty = (
        "replies:\n" + ALPHA + BETA + CONVINCED
        + "seed: 4\nfaults: [{fault: error, rate: 0.2, status: 503}]\n"
    )  # fmt: skip
    cache = tmp_path / "replies.sqlite"
    with serving(tmp_path, faulty) as endpoint:
        held(endpoint, PAIRS[:5], Options(cache=cache), start="split", stop="majority")
        found = held(endpoint, PAIRS, Options(cache=cache), start="split", stop="majority")
        assert endpoint.counts()["reply"] == 12 * len(PAIRS)
    assert [one.outcome for one in found] == [Winner.A] * len(PAIRS)


def test_what_stays_open_is_for_a_person(tmp_path: Path) -> None:
    nobody = reply("c", "", "0")
    with serving(tmp_path, "replies:\n" + ALPHA + BETA + nobody) as endpoint:
        (found,) = held(endpoint, PAIRS[:1])
    assert (found.outcome, found.reason) == (Winner.UNDETERMINED, Reason.NEEDS_PERSON)
