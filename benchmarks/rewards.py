"""Rewards beside the checks that they are made of."""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median

import evalspec
from evalspec.source import files

NAMES = ("meal", "schedule", "strength", "trip", "text")
TIMES = 9
SECONDS = 0.15
"""Time of the processor that one measurement takes at least."""


def main() -> None:
    """Print what a reward takes beside a check, on every shipped example."""
    specs = files.root() / "specs"
    for name in NAMES:
        reward = evalspec.reward(specs / f"{name}.yaml")
        response = (specs / "examples" / f"{name}.md").read_text("utf-8")
        reward(response)
        ways: tuple[Callable[[str], object], ...] = (reward.spec.check, reward)
        rounds = [[_took(way, response) for way in ways] for _ in range(TIMES)]
        check = median(one for one, _ in rounds)
        ratio = median(other / one for one, other in rounds)
        print(f"{name:<10} check {check * 1000:6.2f} ms, reward {ratio:.3f}x (target <= 1.05)")


def _took(way: Callable[[str], object], response: str) -> float:
    calls, start = 0, time.process_time()
    while (took := time.process_time() - start) < SECONDS:
        way(response)
        calls += 1
    return took / calls
