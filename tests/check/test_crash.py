"""A rule that fails leaves its own constraint undetermined; the others are decided."""

from __future__ import annotations

from typing import Any

import pytest

from evalspec.check import formulas
from evalspec.check.engine import check
from evalspec.core.case import Case
from evalspec.core.verdict import Outcome, Reason
from evalspec.document import read
from evalspec.language import ir
from tests.check import outline


def raising(error: BaseException) -> Any:
    def fail(*_: Any) -> Any:
        raise error

    return fail


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (ValueError("no\nsuch thing"), "ValueError: no such thing at check/test_crash.py:"),
        (RecursionError(), "RecursionError at check/test_crash.py:"),
        (MemoryError(), "MemoryError at check/test_crash.py:"),
        (AssertionError("x" * 900), "AssertionError: " + "x" * 200 + " at "),
    ],
)
def test_a_failing_rule(error: Exception, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    program = outline.program(["words >= 2", "not is uppercase", "words >= 3"], outline.lexicon(""))
    monkeypatch.setitem(formulas.DECIDE, ir.Not, raising(error))
    before, failed, after = check(program, Case("two words"))
    assert (before.outcome, after.outcome) == (Outcome.SATISFIED, Outcome.UNSATISFIED)
    assert (failed.outcome, failed.reason) == (Outcome.UNDETERMINED, Reason.CRASHED)
    assert failed.detail.startswith(said)


def test_a_failing_reader_is_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def fail(response: str, *_: Any) -> Any:
        asked.append(response)
        raise KeyError(response)

    monkeypatch.setattr(read, "read_facts", fail)
    checks = ["count(meal) = 1", "count(day) = 1", "words = 1"]
    verdicts = check(outline.program(checks, outline.lexicon("meal-plan")), Case("plan"))
    assert [v.reason for v in verdicts] == [Reason.CRASHED, Reason.CRASHED, Reason.NONE]
    assert asked == ["plan"]


@pytest.mark.parametrize("stop", [KeyboardInterrupt(), SystemExit(3)])
def test_who_ends_the_process_is_obeyed(
    stop: BaseException, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(formulas.DECIDE, ir.Not, raising(stop))
    program = outline.program(["not is uppercase"], outline.lexicon(""))
    with pytest.raises(type(stop)):
        check(program, Case("two words"))
