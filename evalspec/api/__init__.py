"""The public Python names.

import evalspec
spec = evalspec.load("meal.yaml")
report = spec.check(response)
report.ok, report.by_id["protein"].outcome, report.score(undetermined="fail")
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

from evalspec.check.engine import check as decide
from evalspec.check.engine import undecided
from evalspec.core.case import Case
from evalspec.core.errors import InputError, Problem
from evalspec.core.span import At
from evalspec.core.verdict import Verdict
from evalspec.language.load import compile_spec, load_program
from evalspec.language.program import Program
from evalspec.report.gate import FailOn, Gate, tally
from evalspec.report.report import Report, reported


class Spec:
    """A compiled spec. It pickles, and threads may share it."""

    def __init__(self, program: Program) -> None:
        """Take a compiled program; use `load` or `compile` to get one."""
        self.program = program

    def check(
        self, response: str, *, request: str = "", data: Mapping[str, Any] | None = None
    ) -> Report:
        """Decide every constraint on a response. Never raises for any text.

        Raises `InputError` for a response or a request that is no text, for data that is no
        mapping, and for data that are not of the types which the spec declares.
        """
        case = _case(response, request, data)
        self.check_data(case.data)
        return self.check_case(case)

    def read_data(self, path: str | os.PathLike[str] | None) -> dict[str, Any]:
        """Read a file of data for the cases of this spec; None for no file.

        Raises `InputError` with the place of every value that is not of its declared type, and
        for what is declared and given nowhere.
        """
        if path is None:
            self.check_data({})
            return {}
        from pathlib import Path

        from evalspec.language.given.files import read_data

        program = self.program
        return read_data(Path(path), program.given, program.lexicon.units, program.data)

    def check_data(self, data: Mapping[str, Any]) -> None:
        """Raise `InputError` for data that are not of the types which the spec declares."""
        program = self.program
        if not program.given:
            return
        from evalspec.language.given.files import described
        from evalspec.language.given.values import typed_values

        _, wrong = typed_values({**program.data, **data}, program.given, program.lexicon.units)
        if wrong:
            at = At(program.source)
            raise InputError([Problem("wrong-data", described(one), at) for one in wrong])

    def check_many(
        self,
        responses: Iterable[str | Case],
        *,
        workers: int | None = None,
        seconds: float = 60,
    ) -> Iterator[Report]:
        """Decide every constraint on many responses: one report each, in order.

        The work is spread over `workers` processes (as many as there are processors when None);
        0 decides in this process. Few responses are read ahead, whatever their number. One that
        ends its worker is tried once more, then its constraints are undetermined (`crashed`); so
        are those of one that takes more than `seconds` of processor time (`timeout`), but not
        with 0 workers.

        Raises `InputError` for a response that is neither text nor a `Case`, and for a spec without
        constraints.
        """
        self._check_constraints()
        if workers is None:
            workers = processors()
        if workers < 0 or seconds <= 0:
            raise _unusable("expected workers >= 0 and seconds > 0")
        cases = (_numbered(number, given) for number, given in enumerate(responses))
        if not workers:
            return map(self.check_case, cases)
        return self._supervised(map(self.program.completed, cases), workers, seconds)

    def _supervised(self, cases: Iterable[Case], workers: int, seconds: float) -> Iterator[Report]:
        from evalspec.run.workers import Job, Lost, supervised

        for case, found in supervised(Job(_checker, self.program, seconds), cases, workers):
            if isinstance(found, Lost):
                found = undecided(self.program, found.reason, found.detail)
            yield self._report(case, found)

    @property
    def judges(self) -> dict[str, Any]:
        """Return the judges that the spec declares; their own prompts stand beside the spec."""
        from evalspec.judge.config import of_spec

        return of_spec(self.program.judges, self.program.source)

    def check_case(self, case: Case) -> Report:
        """Decide every constraint on a case. Raises `InputError` where the spec has none."""
        self._check_constraints()
        case = self.program.completed(case)
        return self._report(case, decide(self.program, case))

    def _check_constraints(self) -> None:
        if not self.program.constraints:
            at = At(self.program.source)
            message = "the spec has criteria, which compare two responses, and no constraints"
            raise InputError.of("no-constraints", message, at, hint="evalspec prefer A B")

    def _report(self, case: Case, verdicts: tuple[Verdict, ...]) -> Report:
        program = self.program
        return reported(case.name, case.response, program.source, program.title, verdicts)


def load(path: str | os.PathLike[str], *, cache: bool = True) -> Spec:
    """Load a spec file. Raises `evalspec.SpecError` with every problem of it."""
    if not isinstance(path, str | os.PathLike):
        raise _unusable(f"expected the path of a spec, not {_kind(path)}")
    return Spec(load_program(path, cache=cache))


def compile(spec: str | Mapping[str, Any], name: str = "<spec>") -> Spec:
    """Compile a spec: the text of one, or what such a text says as a mapping.

    Files that it names are looked up beside `name`. Raises `evalspec.SpecError` with every
    problem of it; those of a mapping have their places in its text as JSON.
    """
    if isinstance(spec, Mapping):
        spec = _as_text(spec)
    if not isinstance(spec, str):
        raise _unusable(f"expected the text of a spec or a mapping, not {_kind(spec)}")
    return Spec(compile_spec(spec, name))


def as_text(report: Report, *, verbose: bool = False) -> str:
    """Write a report for people, as `evalspec check` does."""
    from evalspec.report.text import render

    return render([report], verbose=verbose)


def as_dict(report: Report) -> dict[str, Any]:
    """Return a report as plain data: one of the `reports` of `evalspec check -f json`."""
    from evalspec.report.json import report_data

    return report_data(report)


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


def _checker(program: Program) -> Callable[[Case], tuple[Verdict, ...]]:
    """Return what a worker does with a case."""
    return lambda case: decide(program, case)


# -- what callers give -----------------------------------------------------------------------
def _case(response: Any, request: Any = "", data: Any = None) -> Case:
    if not isinstance(response, str):
        raise _unusable(f"the response is {_kind(response)}, expected text")
    if not isinstance(request, str):
        raise _unusable(f"the request is {_kind(request)}, expected text")
    if not isinstance(data, Mapping | None):
        raise _unusable(f"the data is {_kind(data)}, expected a mapping")
    return Case(response, request, dict(data or {}))


def _numbered(number: int, given: Any) -> Case:
    if isinstance(given, Case):
        return given
    if isinstance(given, str):
        return Case(given)
    raise _unusable(f"response {number} is {_kind(given)}, expected text or a Case")


def _as_text(spec: Mapping[str, Any]) -> str:
    """Write a mapping as JSON, which is YAML."""
    import json

    try:
        return json.dumps(spec, indent=2, ensure_ascii=False, allow_nan=False, default=_plain)
    except (TypeError, ValueError, RecursionError) as error:
        raise _unusable(f"the mapping cannot be a spec: {error}") from error


def _plain(value: Any) -> Any:
    """Return a value of a mapping as JSON has it."""
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Decimal):
        return float(value)
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    raise TypeError(f"{_kind(value)} stands in it")


def _kind(value: object) -> str:
    """Name what was given in place of what was expected."""
    return "None" if value is None else f"a value of type {type(value).__name__}"


def _unusable(message: str) -> InputError:
    return InputError.of("wrong-type", message)


def processors() -> int:
    """Return how many processors this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1
