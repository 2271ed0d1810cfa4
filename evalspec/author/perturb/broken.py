"""A response with one constraint broken: rules say so of it, and of the original that it holds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from evalspec.author.mutate.trial import mutants
from evalspec.author.perturb.steps import Changed
from evalspec.check.engine import check
from evalspec.core.case import Case
from evalspec.core.chance import Chance
from evalspec.core.verdict import Outcome
from evalspec.language.program import Program

MOST = 200
"""Mutants that are tried on one response."""


def broken(
    program: Program, response: str, request: str, chance: Chance
) -> Iterator[tuple[str, Changed]]:
    """Yield constraints of a spec that can be broken, in an order by chance, each with a change.

    Everything else that the rules decide stays as it was, or becomes worse.
    """
    before = check(program, Case(response, request))
    held = [n for n, v in enumerate(before) if v.outcome is Outcome.SATISFIED]
    for number in chance.each(held):
        constraint = program.constraints[number]
        tried = chance.each(list(mutants(program, constraint, response)))
        for mutant in islice(tried, MOST):
            after = check(program, Case(mutant.response, request))
            if after[number].outcome is Outcome.UNSATISFIED and not any(
                new.outcome is Outcome.SATISFIED and old.outcome is not Outcome.SATISFIED
                for old, new in zip(before, after, strict=True)
            ):
                yield constraint.id, Changed(mutant.response, mutant.what, mutant.line)
                break
