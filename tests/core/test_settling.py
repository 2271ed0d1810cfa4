from __future__ import annotations

import gzip
import json
import os
from collections import Counter
from pathlib import Path
from typing import Any, get_args

import pytest

from evalspec.core.pair import Winner
from evalspec.core.settling import Accept, Conduct, settle, settle_rounds

ACCEPTS: tuple[Accept, ...] = get_args(Accept)


@pytest.mark.parametrize(
    ("statements", "agreement", "position"),
    [
        ("111", "unanimous", "1"),
        ("112", "majority", "1"),
        ("1-1", "majority", "1"),
        ("120", "open", None),
        ("1-2", "open", None),
        ("1--", "open", None),
        ("---", "open", None),
        ("00-", "majority", "0"),
        ("1122", "open", None),
        ("12", "open", None),
        ("", "open", None),
    ],
)
def test_a_round_settles_by_its_members(
    statements: str, agreement: str, position: str | None
) -> None:
    settled = settle([None if one == "-" else one for one in statements])
    assert (settled.agreement, settled.position) == (agreement, position)


def test_a_debate_settles_by_what_was_said_last() -> None:
    last = settle_rounds(["112", "122", "120"])
    assert (last.agreement, last.position, last.round) == ("open", None, 2)
    assert settle_rounds(["111", "221"]).position == "2"


@pytest.mark.parametrize(
    ("conduct", "rounds", "rules", "on"),
    [
        (Conduct(), ["111"], None, False),
        (Conduct(), ["112"], None, True),
        (Conduct(), ["112", "112"], None, True),
        (Conduct(), ["112", "112", "112"], None, False),
        (Conduct(), ["112", "222"], None, False),
        (Conduct(), ["111"], "2", True),
        (Conduct(), ["---"], None, True),
        (Conduct(stop="majority"), ["112"], None, False),
        (Conduct(stop="majority"), ["112"], "2", True),
        (Conduct(start="split"), ["112"], "2", False),
        (Conduct(start="split"), ["12-"], None, True),
        (Conduct(start="split"), ["12-", "112"], None, True),
        (Conduct(start="split", accept="unanimous"), ["112"], None, True),
        (Conduct(start="rules-differ"), ["112"], "1", False),
        (Conduct(start="rules-differ"), ["111"], "2", True),
        (Conduct(start="rules-differ"), ["111", "111"], "2", False),
        (Conduct(start="rules-differ"), ["112"], None, False),
        (Conduct(start="rules-differ"), ["120"], "1", True),
        (Conduct(rounds=1), ["120"], "1", False),
    ],
)
def test_another_round_is_held_where_it_is_due(
    conduct: Conduct, rounds: list[str], rules: str | None, on: bool
) -> None:
    said = [[None if one == "-" else one for one in statements] for statements in rounds]
    assert conduct.goes_on(said, rules) is on


@pytest.mark.parametrize(
    ("accept", "said", "decided"),
    [("majority", "112", "1"), ("unanimous", "112", None), ("unanimous", "222", "2")],
)
def test_what_is_not_accepted_is_open(accept: Any, said: str, decided: str | None) -> None:
    assert Conduct(accept=accept).decides(settle(said)) == decided


DEBATES = Path(os.environ.get("EVALSPEC_DATA", "../shared/data")) / "scaleeval/debates.jsonl.gz"


@pytest.mark.skipif(not DEBATES.exists(), reason=f"the recorded debates are not at {DEBATES}")
def test_recorded_debates_settle_as_they_were_counted() -> None:
    with gzip.open(DEBATES, "rt") as lines:
        rounds = [
            [[said["parsed"] for said in one] for one in json.loads(line)["rounds"]]
            for line in lines
        ]
    ends = [settle_rounds(debate) for debate in rounds]
    assert Counter(one.agreement for one in ends) == {
        "unanimous": 780,
        "majority": 730,
        "open": 110,
    }
    read = [sum(Conduct(accept=accept).decides(one) is None for one in ends) for accept in ACCEPTS]
    assert read == [840, 110]
    firsts = [settle(debate[0]).position for debate in rounds]
    became = Counter(
        "settled" if first is None and end.position else
        "open" if first is None else
        "kept" if end.position == first else "turned" if end.position else "lost"
        for first, end in zip(firsts, ends, strict=True)
    )  # fmt: skip
    assert became == {"kept": 1239, "turned": 142, "lost": 19, "settled": 129, "open": 91}
    split = Conduct(start="split")
    held = [debate if split.goes_on(debate[:1]) else debate[:1] for debate in rounds]
    calls = [sum(map(len, debate)) for debate in held]
    assert (sum(calls), sum(len(one) for debate in rounds for one in debate)) == (6138, 10896)
    decided = [number for number, end in enumerate(ends) if end.position]
    kept = [n for n in decided if settle_rounds(held[n]).position == ends[n].position]
    alone = [n for n in decided if firsts[n] == ends[n].position]
    shares = [round(100 * len(found) / len(decided), 1) for found in (kept, alone)]
    assert (shares, sum(len(debate[0]) for debate in rounds)) == ([90.6, 82.1], 4860)


def test_a_winner_changes_sides_with_the_responses() -> None:
    assert [one.swapped for one in Winner] == [Winner.B, Winner.A, Winner.TIE, Winner.UNDETERMINED]
