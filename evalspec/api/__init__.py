"""The public Python names.

import evalspec
spec = evalspec.load("meal.yaml")
report = spec.check(response)
report.ok, report.verdicts[0].outcome
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from evalspec.check.engine import check as decide
from evalspec.core.case import Case
from evalspec.report.gate import FailOn, Gate, tally
from evalspec.report.report import Report
from evalspec.spec.load import compile_spec, load_program
from evalspec.spec.program import Program


class Spec:
    """A compiled spec."""

    def __init__(self, program: Program) -> None:
        """Take a compiled program; use `load` or `compile` to get one."""
        self.program = program

    def check(
        self, response: str, *, request: str = "", data: Mapping[str, Any] | None = None
    ) -> Report:
        """Decide every constraint on a response. Never raises for any response."""
        return self.check_case(Case(response, request, dict(data or {})))

    def complete(self, case: Case) -> Case:
        """Return a case with the request and the data of the spec where it gives none."""
        program = self.program
        if not (program.data or program.request):
            return case
        data = {**program.data, **case.data}
        return Case(case.response, case.request or program.request, data, case.name)

    @property
    def judges(self) -> dict[str, Any]:
        """Return the judges that the spec declares; their own prompts stand beside the spec."""
        from evalspec.judge.config import placed

        return placed(self.program.judges, os.path.dirname(self.program.source))

    def check_case(self, case: Case) -> Report:
        """Decide every constraint on a case."""
        program = self.program
        case = self.complete(case)
        verdicts = decide(program, case)
        return Report(case.name, case.response, program.source, program.title, verdicts)


def load(path: str | os.PathLike[str], *, cache: bool = True) -> Spec:
    """Load a spec file. Raises `evalspec.SpecError` with every problem of it."""
    return Spec(load_program(path, cache=cache))


def compile(text: str, name: str = "<spec>") -> Spec:
    """Compile the text of a spec. Raises `evalspec.SpecError` with every problem of it."""
    return Spec(compile_spec(text, name))


def exit_status(
    reports: Sequence[Report],
    fail_on: FailOn = "error",
    min_pass_rate: Decimal | float | str = 1,
) -> int:
    """Return the exit status of a check.

    Constraints at or above `fail_on` (`error`, `warning` or `never`) count. 0 when the share
    of them that is satisfied is at least `min_pass_rate`; 1 when it would not be even if all
    that are undetermined held; else 3.
    """
    gate = Gate(fail_on, Decimal(str(min_pass_rate)))
    return gate.status(gate.passed(tally(v for r in reports for v in r.verdicts)))
