"""The work of reading and checking grows with the length of a response alone, whatever it consists of."""

from __future__ import annotations

import sys
from types import FrameType

import pytest

from benchmarks.material import FACT_CHECKS, SHAPES, repeated, spec
from evalspec.api import Spec, compile

_CALLS = ("call", "c_call")


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
@pytest.mark.parametrize("shape", SHAPES)
def test_twice_the_length_is_twice_the_work(shape: str) -> None:
    checked = compile(spec(FACT_CHECKS, "meal-plan"))
    short, long = (repeated(shape, size) for size in (8_000, 16_000))
    checked.check(long)
    assert _calls(checked, long) < 2.1 * _calls(checked, short)
