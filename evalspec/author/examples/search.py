"""Candidates → the engine → one response that passes and one that fails, for each constraint."""

from __future__ import annotations

from collections.abc import Iterator

from evalspec.author.examples.outlines import outlines
from evalspec.author.examples.texts import texts
from evalspec.author.examples.timetables import timetables
from evalspec.author.mutate.concern import concern
from evalspec.author.mutate.page import Page
from evalspec.author.mutate.trial import CHANGES
from evalspec.check.engine import decide
from evalspec.check.evaluation import Subject
from evalspec.core.case import Case
from evalspec.core.record import Record
from evalspec.core.verdict import Outcome, Verdict
from evalspec.language.ir import Constraint
from evalspec.language.program import Program

MOST = 800
"""Candidates that are tried for one constraint."""


class Example(Record, frozen=True):
    """A response that the engine decided."""

    response: str
    verdict: Verdict


class Examples(Record, frozen=True):
    """What was found for one constraint."""

    passing: Example | None
    failing: Example | None
    reason: str = ""
    """Why one of them is missing; empty when both are there."""


def examples(program: Program, constraint: Constraint) -> Examples:
    """Search a response that satisfies a constraint, and one that does not."""
    if not constraint.readings:
        return Examples(None, None, "it is not decided by rules")
    found: dict[Outcome, Example] = {}
    tried = 0
    for response in _candidates(program, constraint):
        tried += 1
        _keep(found, program, constraint, response)
        if len(found) == 2 or tried >= MOST:
            break
    for outcome in (Outcome.SATISFIED, Outcome.UNSATISFIED):
        if len(found) == 1 and outcome in found:
            tried += _turned(found, program, constraint, found[outcome].response)
    passing, failing = found.get(Outcome.SATISFIED), found.get(Outcome.UNSATISFIED)
    return Examples(passing, failing, _reason(passing, failing, tried))


def _reason(passing: Example | None, failing: Example | None, tried: int) -> str:
    missing = [word for word, one in (("passes", passing), ("fails", failing)) if one is None]
    return (
        f"none of {tried} small responses that were tried {' or '.join(missing)}" if missing else ""
    )


def _candidates(program: Program, constraint: Constraint) -> Iterator[str]:
    formula, lexicon = constraint.readings[0], program.lexicon
    about = concern(formula, lexicon)
    yield from outlines(formula, about, lexicon)
    yield from timetables(formula, about, lexicon)
    yield from texts(formula, about)


def _keep(
    found: dict[Outcome, Example], program: Program, constraint: Constraint, response: str
) -> None:
    """Decide a response, and keep it when it is the first with its outcome."""
    case = Case(response, program.request, program.data)
    verdict = decide(constraint, Subject(program, case))
    if verdict.outcome is not Outcome.UNDETERMINED:
        found.setdefault(verdict.outcome, Example(response, verdict))


def _turned(
    found: dict[Outcome, Example], program: Program, constraint: Constraint, response: str
) -> int:
    """Look for the other outcome among the mutants of a response; return how many were tried."""
    about = concern(constraint.readings[0], program.lexicon)
    page = Page(response)
    tried = 0
    for changes in CHANGES:
        for mutant in changes(about, page, program.lexicon):
            tried += 1
            _keep(found, program, constraint, mutant.response)
            if len(found) == 2 or tried >= MOST:
                return tried
    return tried
