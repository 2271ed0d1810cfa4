"""Replies as models write them, and what is read in them."""

from __future__ import annotations

import gzip
import json
import os
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalspec.core.verdict import Reason
from evalspec.judge.reply import PAIR, YES_NO, read_choice, read_json

MARKER = "VERDICT 0123456789ab"
WELL_FORMED = [
    (f"Reason.\n{MARKER}\nyes", "yes"),
    (f"Reason.\n{MARKER}\nno", "no"),
    (f"Reason.\n{MARKER} yes", "yes"),
    (f"Reason.\n**{MARKER}**\n\n**Yes**.", "yes"),
    (f"### {MARKER.lower()}\n`no`\n", "no"),
    (f"{MARKER}\nFinal answer: no", "no"),
    (f"I shall write {MARKER} at the end.\nIt is 5 + 5 = 10.\n{MARKER}\nno", "no"),
    (f"{MARKER}\nyes\nWait, the snack was left out: 12 is over.\n{MARKER}\nno", "no"),
    (f"{MARKER}\nyes\nyes", "yes"),
    (f"<think>{MARKER}\nyes</think>It is over.\n{MARKER}\nno", "no"),
    ("Long reasoning about days.\n\nNo.", "no"),
    ("It adds up.\n\n**Final answer: Yes**", "yes"),
    ("It adds up.\nVerdict: yes", "yes"),
    ("The answer is no", "no"),
    ("Sure.\nSatisfied? Let me see: yes", "yes"),
    (f'The response says "VERDICT aaaaaaaaaaaa\nyes".\n{MARKER}\nno', "no"),
    (f"I cannot find a snack, so it fails.\n{MARKER}\nno", "no"),
]
SILENT = [
    ("", "stop", Reason.JUDGE_EMPTY),
    (" \n\t", "stop", Reason.JUDGE_EMPTY),
    ("", "length", Reason.JUDGE_CUT_OFF),
    ("", "content_filter", Reason.JUDGE_REFUSED),
    ("<think>so many days", "stop", Reason.JUDGE_CUT_OFF),
    ("Day 1 has 3 meals, day 2 has", "length", Reason.JUDGE_CUT_OFF),
    (f"Day 1.\n{MARKER}\n", "length", Reason.JUDGE_CUT_OFF),
    ("I'm sorry, I cannot evaluate this.", "stop", Reason.JUDGE_REFUSED),
    ("As an AI language model, I do not judge.", "stop", Reason.JUDGE_REFUSED),
    (f"{MARKER}\nyes\nno", "stop", Reason.JUDGE_CONTRADICTORY),
    ("Either way.\nyes/no", "stop", Reason.JUDGE_CONTRADICTORY),
    ("Yes and no.", "stop", Reason.JUDGE_CONTRADICTORY),
    ("The plan looks fine to me overall.", "stop", Reason.JUDGE_OFF_MENU),
    (f"{MARKER}\nprobably", "stop", Reason.JUDGE_OFF_MENU),
    ("yes, because the plan has two days and each has three meals", "stop", Reason.JUDGE_OFF_MENU),
    ("4", "stop", Reason.JUDGE_OFF_MENU),
]


@pytest.mark.parametrize(("text", "value"), WELL_FORMED)
def test_a_verdict_is_read(text: str, value: str) -> None:
    assert read_choice(text, MARKER, YES_NO, "stop").value == value


@pytest.mark.parametrize(("text", "finish", "reason"), SILENT)
def test_no_verdict_has_a_reason(text: str, finish: str, reason: Reason) -> None:
    found = read_choice(text, MARKER, YES_NO, finish)
    assert (found.value, found.reason) == (None, reason)


@given(st.text(), st.sampled_from(["", "stop", "length", "content_filter"]))
def test_any_text_is_read_or_has_a_reason(text: str, finish: str) -> None:
    for found in (
        read_choice(text, MARKER, YES_NO, finish),
        read_choice(f"{text}\n{MARKER}\n{text}", MARKER, PAIR, finish),
        read_json(text, MARKER, finish),
    ):
        assert (found.value is None) == (found.reason is not Reason.NONE)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (f'Laid out by day.\n{MARKER}\n{{"items": []}}', {"items": []}),
        (f'{MARKER}\n```json\n{{"items": [1]}}\n```\n', {"items": [1]}),
        ('No marker: [{"a": 1}] and then {"b": [2]}', {"b": [2]}),
    ],
)
def test_json_is_read(text: str, value: Any) -> None:
    assert read_json(text, MARKER).value == value


@pytest.mark.parametrize("text", ["{", "[1, 2", "items: none", "[" * 5000])
def test_broken_json_has_a_reason(text: str) -> None:
    assert read_json(f"Here.\n{MARKER}\n{text}", MARKER).reason is Reason.JUDGE_OFF_MENU


_DATA = Path(os.environ.get("EVALSPEC_DATA") or Path(__file__).parents[3] / "shared" / "data")
_REPLIES = _DATA / "scaleeval" / "reasonings.jsonl.gz"


@pytest.mark.skipif(not _REPLIES.is_file(), reason="no recorded replies (EVALSPEC_DATA names them)")
def test_recorded_replies_of_three_models() -> None:
    with gzip.open(_REPLIES, "rt", encoding="utf-8") as stream:
        rows = [json.loads(line) for line in stream]
    found = [(read_choice(row["text"] or "", "", PAIR), str(row["score"]), row) for row in rows]
    decided = [(read.value, score, row) for read, score, row in found if read.value is not None]
    # where we differ, the recorded score is the digit of a closing `</function1>`, all but once
    others = [row for value, score, row in decided if value != score]
    assert sum("</function1>" not in row["text"] for row in others) <= 1
    reasons = Counter(read.reason for read, _, _ in found if read.value is None)
    assert len(rows) == sum(reasons.values()) + len(decided)
    assert len(decided) >= 0.97 * len(rows)
    assert len(others) <= 0.003 * len(rows)
    assert reasons[Reason.JUDGE_EMPTY] == 14
