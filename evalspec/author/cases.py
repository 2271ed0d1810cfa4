"""`evalspec test`: the cases of a spec, decided and compared with what they expect.

A case is met when every constraint it names gives the outcome, the values and the
reason that it names. What it does not name is not compared.
"""

from __future__ import annotations

import os
from decimal import Decimal, InvalidOperation

from evalspec.check.engine import check
from evalspec.core.record import Record
from evalspec.core.verdict import ScopeResult, Verdict
from evalspec.language.cases import Expectation, SpecCase
from evalspec.language.load import load_cases, load_program
from evalspec.language.program import Program
from evalspec.report.report import Report, reported
from evalspec.report.rounding import decimals, rounded_to, shown


class Miss(Record, frozen=True):
    """One expectation that is not met."""

    expected: Expectation
    verdict: Verdict
    differs: tuple[str, ...]
    """Which parts differ: `outcome`, `value`, `reason`."""


class Tested(Record, frozen=True):
    """One case, decided."""

    case: SpecCase
    report: Report
    misses: tuple[Miss, ...]
    """In the order of the case's expectations."""


class SpecTest(Record, frozen=True):
    """All cases of one spec, decided."""

    path: str
    cases: tuple[Tested, ...]
    untested: tuple[str, ...]
    """Constraints that no case expects anything of."""

    @property
    def expectations(self) -> int:
        return sum(len(tested.case.expect) for tested in self.cases)

    @property
    def misses(self) -> tuple[Miss, ...]:
        return tuple(miss for tested in self.cases for miss in tested.misses)


def run_cases(path: str | os.PathLike[str], *, cache: bool = True) -> SpecTest:
    """Decide every case of a spec file.

    Raises `SpecError` when the spec is invalid or a response cannot be read.
    """
    program = load_program(path, cache=cache)
    cases = load_cases(path)
    tested = tuple(run_case(program, case) for case in cases)
    named = {name for case in cases for name in case.expect}
    untested = tuple(c.id for c in program.constraints if c.id not in named)
    return SpecTest(os.fspath(path), tested, untested)


def run_case(program: Program, case: SpecCase) -> Tested:
    """Decide one case and compare."""
    verdicts = check(program, case.case)
    report = reported(case.name, case.case.response, program.source, program.title, verdicts)
    by_id = {verdict.constraint: verdict for verdict in verdicts}
    found = (
        Miss(expected, by_id[name], differing(expected, by_id[name]))
        for name, expected in case.expect.items()
    )
    return Tested(case, report, tuple(miss for miss in found if miss.differs))


def differing(expected: Expectation, verdict: Verdict) -> tuple[str, ...]:
    """Return the parts of an expectation that a verdict does not meet."""
    differs = []
    if verdict.outcome is not expected.outcome:
        differs.append("outcome")
    if expected.values and not _same_values(expected.values, verdict):
        differs.append("value")
    if expected.reason and expected.reason != verdict.reason.value:
        differs.append("reason")
    return tuple(differs)


def computed(verdict: Verdict) -> tuple[str, ...]:
    """Return the value of every scope that has one."""
    return tuple(scope.computed for scope in verdict.scopes if scope.computed)


def as_shown(verdict: Verdict) -> tuple[str, ...]:
    """Return the value of every scope that has one, rounded as reports show it."""
    return tuple(shown(s.computed, s.bound) for s in verdict.scopes if s.computed)


def same_value(expected: str, scope: ScopeResult) -> bool:
    """Compare as numbers where both are; an expected unit must be the unit of the value.

    A value may be given as it is shown, or with more digits: 31.46 is 31.4583, 31.4 is not.
    """
    value, unit = scope.computed, scope.unit
    number = expected.removesuffix(unit).rstrip() if unit else expected
    if number in (value, shown(value, scope.bound)):
        return True
    try:
        wanted, exact = Decimal(number), Decimal(value)
    except InvalidOperation:
        return False
    if decimals(number) < decimals(shown(value, scope.bound)):
        return wanted == exact
    return wanted == rounded_to(exact, decimals(number))


def _same_values(expected: tuple[str, ...], verdict: Verdict) -> bool:
    scopes = [scope for scope in verdict.scopes if scope.computed]
    return len(expected) == len(scopes) and all(map(same_value, expected, scopes))
