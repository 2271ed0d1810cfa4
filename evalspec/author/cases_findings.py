"""Missed expectations and blind constraints as findings, for annotations and SARIF."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from evalspec.author.cases import SpecTest
from evalspec.author.cases_text import computed_text, expectation_text
from evalspec.author.mutate.trial import Mutation
from evalspec.report.findings import Finding, Rule

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
