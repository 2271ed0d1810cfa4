"""The work of reading and checking grows with the length of a response alone, whatever it consists of."""

from __future__ import annotations

import sys
from types import FrameType

import pytest

from benchmarks.material import FACT_CHECKS, SHAPES, repeated, spec
from evalspec.api import Spec, compile

_CALLS = ("call", "c_call")
_CHECKS = {
    "meal-plan": FACT_CHECKS,
    "schedule": ("each day: duration(work) <= 9 h", "each day: count(block) <= 20"),
    "workout": (
        "each day: sum(sets * reps * weight) <= 900 kg",
        "each session: count(exercise) >= 1",
    ),
}


def _calls(checked: Spec, response: str) -> int:
    count = 0

    def tell(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += event in _CALLS

    before = sys.getprofile()
    sys.setprofile(tell)
    try:
        checked.check(response)
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.heavy
@pytest.mark.parametrize("vocabulary", _CHECKS)
@pytest.mark.parametrize("shape", SHAPES)
def test_twice_the_length_is_twice_the_work(shape: str, vocabulary: str) -> None:
    checked = compile(spec(_CHECKS[vocabulary], vocabulary))
    short, long = (repeated(shape, size) for size in (8_000, 16_000))
    checked.check(long)
    assert _calls(checked, long) < 2.1 * _calls(checked, short)
