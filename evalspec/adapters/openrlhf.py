"""A reward for OpenRLHF: a file that holds `reward_func`; over HTTP, see `evalspec listen`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from evalspec.api.grading import given_of, response_in, single
from evalspec.api.reward import reward
from evalspec.core.case import Case


def reward_function(spec: Any, **options: Any) -> Callable[..., dict[str, Any]]:
    """Return `reward_func(queries, prompts, labels)`; arguments as of `evalspec.reward`.

    A query is prompt, response and special tokens: the response is cut out, or numbers of the
    request would be read as the answer. The reward is None where it cannot be, and for a failure
    of ours, as that of OpenRLHF is when it cannot fetch one.
    """
    paid = reward(spec, **options)
    program = paid.spec.program

    def reward_func(
        queries: Sequence[str], prompts: Sequence[str], labels: Sequence[Any]
    ) -> dict[str, Any]:
        found = [response_in(*pair) for pair in zip(queries, prompts, strict=True)]
        earned = [
            None if text is None else paid.earned(Case(text, prompt, given_of(program, label)))
            for text, prompt, label in zip(found, prompts, labels, strict=True)
        ]
        values = single([one and one.value for one in earned])
        coverage = single([one.coverage if one else 0.0 for one in earned])
        characters = single([one.characters if one else 0 for one in earned])
        logs = {"coverage": coverage, "characters": characters}
        return {"rewards": values, "scores": values, "extra_logs": logs}

    return reward_func
