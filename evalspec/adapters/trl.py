"""A reward function for TRL's trainers (GRPO, RLOO)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from evalspec.api.grading import answered_in, asked_in
from evalspec.api.reward import reward
from evalspec.core.case import Case


def reward_function(spec: Any, *, workers: int = 0, **options: Any) -> Callable[..., list[Any]]:
    """Return `f(prompts, completions, **columns)` → a float or None for each completion.

    `spec` and `options` are those of `evalspec.reward`. TRL leaves None out: nothing is learnt
    from a failure of ours. Columns give the data that the spec declares. With `workers`, processes
    check a batch, with a limit of time.
    """
    paid = reward(spec, **options)
    program = paid.spec.program

    def evalspec(
        prompts: Sequence[Any],
        completions: Sequence[Any],
        log_metric: Callable[[str, float], None] | None = None,
        **columns: Any,
    ) -> list[Any]:
        given = [name for name in program.given if name in columns]
        cases = [
            Case(answered_in(text), asked_in(prompts[row]), {n: columns[n][row] for n in given})
            for row, text in enumerate(completions)
        ]
        earned = list(paid.many(cases, workers=workers))
        if log_metric and earned:
            count = len(earned)
            log_metric("evalspec/coverage", sum(one.coverage for one in earned) / count)
            log_metric("evalspec/characters", sum(one.characters for one in earned) / count)
            log_metric("evalspec/failed", sum(one.value is None for one in earned) / count)
        return [one.value for one in earned]

    return evalspec
