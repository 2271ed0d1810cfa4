"""A reward for verifiers, plugged into a task by its import path."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from evalspec.api.grading import OwnFailureError, asked_in, given_of
from evalspec.api.reward import reward
from evalspec.core.case import Case


def reward_function(spec: Any, **options: Any) -> Callable[..., Coroutine[Any, Any, Any]]:
    """Return `fn(task, trace)` → what the last reply earns; arguments as of `evalspec.reward`.

    Fields of the task give the data that the spec declares. A failure of ours is an error, after
    which verifiers keeps the reward as None. In the mode `vector` each constraint is a reward.
    """
    paid = reward(spec, **options)
    program = paid.spec.program

    async def evalspec(task: Any, trace: Any) -> Any:
        fields = task.model_dump()
        earned = paid.earned(
            Case(trace.last_reply, asked_in(fields.get("prompt")), given_of(program, fields))
        )
        if earned.value is None:
            raise OwnFailureError("no reward: the fault is not that of the response")
        trace.info["evalspec"] = {"coverage": earned.coverage, "characters": earned.characters}
        if isinstance(earned.value, float):
            return earned.value
        names = (constraint.id for constraint in program.constraints)
        return {n: v for n, v in zip(names, earned.value, strict=True) if v is not None}

    return evalspec
