"""A reward for verl: `pkg://evalspec.adapters.verl`, which calls it from threads."""

from __future__ import annotations

from functools import cache
from typing import Any

from evalspec.api.grading import OwnFailureError, given_of
from evalspec.api.reward import Mode, Reward, reward
from evalspec.core.case import Case
from evalspec.report.report import Undetermined


def compute_score(
    data_source: str,
    solution_str: str,
    ground_truth: Any,
    extra_info: dict[str, Any] | None = None,
    *,
    spec: str,
    mode: Mode = "fraction",
    undetermined: Undetermined = "fail",
    failed: float | None = None,
    **_: Any,
) -> dict[str, Any]:
    """Return `score`, `coverage` and `characters`; `spec` and the options are `reward_kwargs`.

    `extra_info` gives the data that the spec declares, and the `request`. verl knows no missing
    reward: raises `OwnFailureError` for a fault of ours, unless `failed` says what it earns.
    """
    paid = _reward(spec, mode, undetermined)
    known = extra_info or {}
    data = given_of(paid.spec.program, known)
    earned = paid.earned(Case(solution_str, str(known.get("request", "")), data))
    score = failed if earned.value is None else earned.value
    if score is None:
        raise OwnFailureError("no reward: the fault is not that of the response")
    return {"score": score, "coverage": earned.coverage, "characters": earned.characters}


@cache
def _reward(spec: str, mode: Mode, undetermined: Undetermined) -> Reward:
    return reward(spec, mode, undetermined=undetermined)
