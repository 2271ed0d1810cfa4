"""A metric for deepeval."""

from __future__ import annotations

from typing import Any

from deepeval.metrics import BaseMetric
from deepeval.test_case import LLMTestCase, SingleTurnParams

from evalspec.api import Spec, load
from evalspec.api.grading import explanation, given_of, score_of, summary


class SpecMetric(BaseMetric):
    """The weighted share of the constraints that is satisfied; a test's metadata give its data.

    deepeval copies a metric by the attributes that are named like arguments of its constructor.
    """

    _required_params = [SingleTurnParams.ACTUAL_OUTPUT]

    def __init__(self, spec: Any, threshold: float = 1.0) -> None:
        """Take a path or a `Spec`; a test passes when its score comes up to `threshold`."""
        self.spec = spec if isinstance(spec, Spec) else load(spec)
        self.threshold = threshold
        self.async_mode = False

    def measure(self, test_case: LLMTestCase, *args: Any, **kwargs: Any) -> float:
        """Score a test; what is undetermined earns nothing, and the reason says so."""
        data = given_of(self.spec.program, test_case.metadata)
        request = test_case.input if isinstance(test_case.input, str) else ""
        report = self.spec.check(test_case.actual_output, request=request, data=data)
        self.score = score_of(report)
        self.score_breakdown = {k: v for k, v in summary(report).items() if v is not None}
        self.reason = explanation(report)
        self.success = self.score >= self.threshold
        return self.score

    async def a_measure(self, test_case: LLMTestCase, *args: Any, **kwargs: Any) -> float:
        """Score a test."""
        return self.measure(test_case)

    @property
    def __name__(self) -> str:
        return "evalspec"
