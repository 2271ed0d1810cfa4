"""Findings of the linter as text, as data, and as findings of SARIF and annotations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from evalspec.author.lint.codes import CODES
from evalspec.core.errors import Problem, problem_text
from evalspec.core.span import At
from evalspec.report.findings import Finding, Related, Rule
from evalspec.report.json import fields, indented
from evalspec.report.rounding import many

SCHEMA_VERSION = 1
RULES = tuple(Rule(code, meaning) for code, meaning in CODES.items())


def text(found: Sequence[Problem], unusable: Sequence[Problem], specs: int) -> str:
    """Write for people: each finding with its place, its code and the line, then the count.

    Advice that holds of several findings of one code is given with the first.
    """
    said: set[tuple[str, str]] = set()
    lines = [_shown(problem, said) for problem in (*unusable, *found)]
    number = len(found) + len(unusable)
    counted = many(specs, "spec")
    lines.append(f"{number or 'no'} finding{'' if number == 1 else 's'} in {counted}")
    return "\n".join(lines) + "\n"


def _shown(problem: Problem, said: set[tuple[str, str]]) -> str:
    advice = (problem.code, problem.hint)
    coded = replace(
        problem,
        message=f"{problem.message} [{problem.code}]",
        hint="" if advice in said else problem.hint,
    )
    said.add(advice)
    return problem_text(coded)


def json(found: Sequence[Problem], unusable: Sequence[Problem]) -> str:
    """Write as one JSON document."""
    data = {
        "schema_version": SCHEMA_VERSION,
        "findings": [_data(problem) for problem in found],
        "errors": [_data(problem) for problem in unusable],
    }
    return indented(data)


def _data(problem: Problem) -> dict[str, Any]:
    return {
        **fields(problem, "code", "message", "hint"),
        "at": _place(problem.at),
        "related": [_place(at) for at in problem.related],
    }


def _place(at: At) -> dict[str, Any]:
    return fields(at, "file", "line", "column", "end_line", "end_column")


def findings(found: Iterable[Problem], unusable: Iterable[Problem]) -> list[Finding]:
    """Return findings as warnings, and what keeps a spec from compiling as errors."""
    errors = [_finding(problem, broken=True) for problem in unusable]
    return [*errors, *(_finding(problem, broken=False) for problem in found)]


def _finding(problem: Problem, *, broken: bool) -> Finding:
    return Finding(
        rule=Rule(problem.code, CODES.get(problem.code, "The spec does not compile.")),
        level="error" if broken else "warning",
        message=problem.said,
        at=problem.at,
        related=tuple(Related(at, "see also") for at in problem.related),
    )
