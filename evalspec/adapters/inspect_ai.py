"""A scorer for Inspect: a value for every constraint, for new runs and for existing logs.

It is registered as `evalspec/constraints`. A sample's metadata give the data that a spec declares.
"""

from __future__ import annotations

from functools import cache
from math import nan
from typing import Any

from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import TaskState

from evalspec.api import load
from evalspec.api.grading import explanation, given_of
from evalspec.report.report import Report


@scorer(metrics={"*": [mean(), stderr()]}, name="constraints")
def constraints(file: str) -> Scorer:
    """Check the completion against the spec in `file`.

    Values are 1, 0 or, where a constraint is undetermined or does not apply, NaN, which Inspect
    leaves out of means; `(coverage)` is the share that was decided, and `(score)` counts what is
    undetermined as not satisfied. A parameter named `spec` would break `inspect score`.
    """
    spec = cached(file)

    async def score(state: TaskState, target: Target) -> Score:
        data = given_of(spec.program, state.metadata)
        report = spec.check(state.output.completion, request=state.input_text, data=data)
        metadata = {v.constraint: v.reason.value for v in report.verdicts if v.reason.value}
        return Score(value=values(report), answer=state.output.completion,
                     explanation=explanation(report), metadata=metadata)  # fmt: skip

    return score


cached = cache(load)


def values(report: Report) -> dict[str, Any]:
    """Return a value for every constraint; the names in brackets are those of no constraint."""
    decided = dict(zip(report.order or report.by_id, report.vector, strict=True))
    asked = [v.constraint for v in report.verdicts]
    score = report.score(undetermined="fail")
    return {
        "(score)": nan if score is None else score,
        "(coverage)": sum(decided[one] is not None for one in asked) / (len(asked) or 1),
        **{name: nan if value is None else value for name, value in decided.items()},
    }
