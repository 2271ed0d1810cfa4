"""The results of `evalspec test`, as text, as data, and as findings for annotations and SARIF."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from evalspec.author.cases import Miss, SpecTest, Tested, as_shown, computed
from evalspec.author.mutate.trial import Mutation
from evalspec.author.update import Update
from evalspec.core.verdict import Verdict
from evalspec.language.cases import Expectation
from evalspec.report.findings import Finding, Rule
from evalspec.report.report import Report
from evalspec.report.rounding import many
from evalspec.report.text import ledger

SCHEMA_VERSION = 1


def cases_text(tests: Sequence[SpecTest], *, verbose: bool = False) -> str:
    """Write for people: one line a case, what was computed below each miss, totals."""
    lines: list[str] = []
    for test in tests:
        lines.append(test.path if test.cases else f"{test.path}: no cases")
        for tested in test.cases:
            lines += _case(test.path, tested, verbose)
        if test.cases and test.untested:
            lines.append(f"  no case expects anything of: {', '.join(test.untested)}")
    return "\n".join([*lines, "", _totals(tests)]) + "\n"


def cases_data(tests: Sequence[SpecTest]) -> dict[str, Any]:
    """Return the results as plain data."""
    return {"schema_version": SCHEMA_VERSION, "specs": [_spec_data(test) for test in tests]}


def expectation_text(expected: Expectation) -> str:
    """Write what was expected: `unsatisfied, value 78, reason interval`."""
    return _said(expected.outcome.value, expected.values, expected.reason)


def update_text(path: str, done: Update) -> str:
    """Write which expectations were rewritten, and which could not be."""
    lines = []
    for miss in done.changed:
        old, new = expectation_text(miss.expected), computed_text(miss.verdict, miss.expected)
        lines.append(f"{_place(path, miss)}: {old} → {new}")
    for miss in done.kept:
        shared = "an alias shares this expectation with a case that differs: write it out"
        lines.append(f"{_place(path, miss)}: not rewritten: {shared}")
    return "".join(f"{line}\n" for line in lines)


def _place(path: str, miss: Miss) -> str:
    at = miss.expected.at
    return f"{path}:{at.line}:{at.column}: {miss.verdict.constraint}"


def _said(outcome: str, values: tuple[str, ...], reason: str) -> str:
    parts = [outcome]
    if values:
        parts.append(f"value {values[0] if len(values) == 1 else '[' + ', '.join(values) + ']'}")
    if reason:
        parts.append(f"reason {reason}")
    return ", ".join(parts)


def computed_text(verdict: Verdict, expected: Expectation) -> str:
    """Write of a verdict what the expectation names, and the reason when it is open."""
    values = (as_shown(verdict) or ("none",)) if expected.values else ()
    return _said(verdict.outcome.value, values, verdict.reason.value)


def _case(path: str, tested: Tested, verbose: bool) -> list[str]:
    met = len(tested.case.expect) - len(tested.misses)
    mark = "✗" if tested.misses else "✓"
    lines = [f"{mark} {tested.case.name}  {met} of {len(tested.case.expect)}"]
    for miss in tested.misses:
        lines += miss_text(path, tested.report, miss)
    missed = {miss.verdict.constraint for miss in tested.misses}
    if verbose:
        for verdict in tested.report.verdicts:
            if verdict.constraint not in missed:
                lines.append(f"    {verdict.constraint}: {verdict.outcome.value}")
                lines += [f"    {line}" for line in ledger(tested.report, verdict)]
    return lines


def miss_text(path: str, report: Report, miss: Miss) -> list[str]:
    """Write what was expected and computed, and the ledger, as indented lines."""
    verdict = miss.verdict
    return [
        f"    {_place(path, miss)}: {verdict.text}",
        f"      expected {expectation_text(miss.expected)}",
        f"      computed {computed_text(verdict, miss.expected)}",
        *(f"      {line}" for line in ledger(report, verdict)),
    ]


def _totals(tests: Sequence[SpecTest]) -> str:
    cases = [tested for test in tests for tested in test.cases]
    passed = sum(not tested.misses for tested in cases)
    expectations = sum(test.expectations for test in tests)
    met = expectations - sum(len(test.misses) for test in tests)
    return (
        f"{passed} of {many(len(cases), 'case')} passed, "
        f"{met} of {many(expectations, 'expectation')} met"
    )


def _spec_data(test: SpecTest) -> dict[str, Any]:
    return {
        "spec": test.path,
        "untested": list(test.untested),
        "cases": [
            {
                "name": tested.case.name,
                "line": tested.case.at.line,
                "expectations": len(tested.case.expect),
                "misses": [_miss_data(miss) for miss in tested.misses],
            }
            for tested in test.cases
        ],
    }


def _miss_data(miss: Miss) -> dict[str, Any]:
    expected, verdict = miss.expected, miss.verdict
    return {
        "constraint": verdict.constraint,
        "line": expected.at.line,
        "column": expected.at.column,
        "differs": list(miss.differs),
        "expected": {
            "outcome": expected.outcome.value,
            "value": list(expected.values),
            "reason": expected.reason,
        },
        "computed": {
            "outcome": verdict.outcome.value,
            "value": list(computed(verdict)),
            "reason": verdict.reason.value,
        },
    }


# -- findings ---------------------------------------------------------------------------------
MISSED = Rule("missed-expectation", "A case of a spec computes another outcome, value or reason.")
BLIND = Rule("never-noticed", "No change of a passing response makes a constraint fail.")


def case_findings(tests: Iterable[SpecTest]) -> Iterator[Finding]:
    """Yield an error for each expectation that is missed, where it stands."""
    for test in tests:
        for tested in test.cases:
            for miss in tested.misses:
                wanted = expectation_text(miss.expected)
                got = computed_text(miss.verdict, miss.expected)
                case = f"{tested.case.name}: {miss.verdict.constraint}"
                message = f"{case}: expected {wanted}; computed {got}"
                yield Finding(MISSED, "error", message, miss.expected.at, subject=case)


def mutation_findings(mutations: Iterable[Mutation]) -> Iterator[Finding]:
    """Yield a warning for each constraint that never noticed a change, where it stands."""
    for mutation in mutations:
        for noticed in mutation.constraints:
            if noticed.reason:
                name = noticed.constraint.id
                message = f"{name} never noticed a change: {noticed.reason}"
                yield Finding(BLIND, "warning", message, noticed.constraint.at, subject=name)
