"""Every review of a benchmark's spec, in the order in which it is made."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from evalspec.author.cases import run_cases
from evalspec.author.cases_text import computed_text, expectation_text
from evalspec.author.lint.linting import lint
from evalspec.author.mutate.trial import mutate
from evalspec.bench.review import pool_faults, tried_faults, written_faults
from evalspec.bench.review.subject import Subject
from evalspec.core.errors import EvalspecError, Problem
from evalspec.core.lookup import firsts

Review = Callable[[Subject], Iterator[Problem]]


def compiling(subject: Subject) -> Iterator[Problem]:
    """The spec or its `bench:` does not compile: schema, types, formulas, names."""
    yield from subject.problems


def linting(subject: Subject) -> Iterator[Problem]:
    """The linter finds something: docs/lint.md has its codes."""
    if subject.plan is not None:
        yield from lint(subject.path)


def cases(subject: Subject) -> Iterator[Problem]:
    """A case of the spec computes another outcome than it expects."""
    if not _has_cases(subject):
        return
    for tested in run_cases(subject.path).cases:
        for miss in tested.misses:
            wanted = expectation_text(miss.expected)
            got = computed_text(miss.verdict, miss.expected)
            name = miss.verdict.constraint
            message = f"case {tested.case.name!r}: `{name}`: expected {wanted}; computed {got}"
            yield subject.of_constraint("missed-expectation", message, name)


def mutation(subject: Subject) -> Iterator[Problem]:
    """No change of a response that passes makes a constraint fail."""
    if not _has_cases(subject):
        return
    for noticed in mutate(run_cases(subject.path)).constraints:
        if noticed.reason and noticed.cases:
            message = f"`{noticed.constraint.id}` never noticed a change: {noticed.reason}"
            yield subject.of_constraint("unbreakable", message, noticed.constraint.id)


def _has_cases(subject: Subject) -> bool:
    return subject.plan is not None and bool(subject.located.value.get("cases"))


REVIEWS: dict[str, Review] = {
    "template-code": written_faults.template_code,
    "unknown-unit": written_faults.unknown_unit,
    "unbounded-range": written_faults.unbounded_range,
    "wrong-group": written_faults.wrong_group,
    "compiling": compiling,
    "linting": linting,
    "cases": cases,
    "mutation": mutation,
    "misplaced": tried_faults.misplaced,
    "never-drawn": tried_faults.never_drawn,
    "contradiction": tried_faults.contradiction,
    "undetermined": tried_faults.undetermined,
    "vacuous": tried_faults.vacuous,
    "unbreakable": tried_faults.unbreakable,
    "duplicate": tried_faults.duplicate,
    "unreadable-prompt": tried_faults.unreadable_prompt,
    "answer-leaked": tried_faults.answer_leaked,
    "proof": tried_faults.proof,
    "pool": pool_faults.pool,
    "pool-duplicate": pool_faults.pool_duplicate,
    "pool-unbreakable": pool_faults.pool_unbreakable,
    "made": pool_faults.made,
    "told-response": pool_faults.told_response,
}
"""Name → what looks. A review that is called as a code finds nothing but that."""


def reviewed(path: str | Path) -> list[Problem]:
    """Return what is wrong with the spec of a benchmark, in the order of the file.

    Nothing is asked of a model, and nothing is raised for a spec that is wrong.
    """
    try:
        subject = Subject(str(path))
    except EvalspecError as error:
        return list(error.problems)
    every: list[Problem] = []
    for review in REVIEWS.values():
        try:
            every.extend(review(subject))
        except EvalspecError as error:
            every += error.problems
    found = firsts(((one.code, one.at.line, one.at.column), one) for one in every)
    return sorted(found.values(), key=lambda one: (one.at.file, one.at.line, one.at.column))
