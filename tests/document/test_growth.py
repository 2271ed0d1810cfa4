"""The work of reading and checking grows with the length of a response alone, whatever it consists of."""

from __future__ import annotations

import sys
from types import FrameType
from typing import Any

import pytest

from benchmarks.material import FACT_CHECKS, SHAPES, repeated, spec
from evalspec.api import Spec, compile
from evalspec.document.blocks import Block
from evalspec.document.reading import Reading

_CALLS = ("call", "c_call")
_FEW = 50
"""Lines that may be looked at beside one another, however many there are."""
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


class _Counted(tuple[Block, ...]):
    """The lines of a response, which count how many of them are taken out at once."""

    taken = 0

    def __getitem__(self, at: Any) -> Any:
        found = super().__getitem__(at)
        _Counted.taken += len(found) if isinstance(at, slice) else 0
        return found


@pytest.mark.parametrize("vocabulary", _CHECKS)
@pytest.mark.parametrize("shape", SHAPES)
def test_no_line_copies_all_others(
    shape: str, vocabulary: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocks = property(
        lambda reading: reading.__dict__["counted"],
        lambda reading, lines: reading.__dict__.__setitem__("counted", _Counted(lines)),
    )
    monkeypatch.setattr(Reading, "blocks", blocks, raising=False)
    checked = compile(spec(_CHECKS[vocabulary], vocabulary))
    taken = []
    for size in (2_000, 4_000):
        _Counted.taken = 0
        checked.check(repeated(shape, size))
        taken.append(_Counted.taken)
    assert taken[1] < 2.1 * taken[0] + 2 * _FEW
