"""A scorer for Inspect: a value for every constraint, for new runs and for existing logs.

It is registered as `evalspec/constraints`. A sample's metadata give the data that a spec declares.
"""

from __future__ import annotations

from math import nan

from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import TaskState

from evalspec.api import load
from evalspec.api.benchmarks import Benchmark, values
from evalspec.api.benchmarks import explanation as lines
from evalspec.api.grading import explanation, given_of, summary


@scorer(metrics={"*": [mean(), stderr()]}, name="constraints")
def constraints(file: str) -> Scorer:
    """Check the completion against the spec in `file`.

    Values are 1, 0 or, where a constraint is undetermined or does not apply, NaN, which Inspect
    leaves out of means; `(coverage)` is the share that was decided, and `(score)` counts what is
    undetermined as not satisfied. A parameter named `spec` would break `inspect score`.
    """
    spec = load(file)

    async def score(state: TaskState, target: Target) -> Score:
        data = given_of(spec.program, state.metadata)
        report = spec.check(state.output.completion, request=state.input_text, data=data)
        metadata = {v.constraint: v.reason.value for v in report.verdicts if v.reason.value}
        value = {name: nan if one is None else one for name, one in summary(report).items()}
        return Score(value=value, answer=state.output.completion,
                     explanation=explanation(report), metadata=metadata)  # fmt: skip

    return score


@scorer(metrics={"*": [mean(), stderr()]}, name="benchmark")
def benchmark(folder: str) -> Scorer:
    """Score answers to the instances of a benchmark's folder, which samples are named after.

    Values are those of `evalspec bench evaluate`: `pass`, `fraction`, every metric; NaN where a
    metric does not apply.
    """
    held = Benchmark(folder)

    async def score(state: TaskState, target: Target) -> Score:
        found = held.scored(str(state.sample_id), state.output.completion)
        value = {n: nan if v is None else v for n, v in values(found, held.plan.metrics).items()}
        return Score(value=value, answer=state.output.completion, explanation=lines(found))

    return score
