"""What proves an instance and tests its scorer: right answers, near misses, blockers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from evalspec.bench.planned.plan import Plan
from evalspec.bench.planned.template import written
from evalspec.bench.proven.proof import Proof, Prover
from evalspec.bench.proven.space import answer_data
from evalspec.check.evaluation import Run, Subject
from evalspec.check.partial_values import telling
from evalspec.check.readings import TABLES
from evalspec.core.chance import Chance
from evalspec.core.record import Record

_RIGHT = 2
"""Right answers that are named: the first one and another."""


def certificate(plan: Plan, prover: Prover, proof: Proof, chance: Chance) -> dict[str, Any]:
    """Return the certificate of an instance as plain values.

    A near miss breaks one constraint alone, and the preferences that only what fits can meet.
    Where no answer does so, a wider one breaks as few others as any.
    """
    right = list(proof.best[:1])
    if len(proof.best) >= _RIGHT:
        right.append(chance.among(proof.best[1:]))
    near: list[dict[str, Any]] = []
    wider: list[dict[str, Any]] = []
    for constraint in prover.applying:
        answers = proof.near.get(constraint.id)
        if not answers:
            continue
        answer = chance.among(answers)
        breaks = prover.broken(answer)
        alone = (
            constraint.id in plan.preferences
            or len([name for name in breaks if name not in plan.preferences]) == 1
        )
        (near if alone else wider).append(
            {"constraint": constraint.id, "breaks": list(breaks), "answer": answer_data(answer)}
        )
    made: dict[str, Any] = {"right": [answer_data(answer) for answer in right], "near": near}
    if wider:
        made["wider"] = wider
    if not right:
        made["blockers"] = [list(run) for run in proof.first_broken]
    return made


class Written(Record, frozen=True):
    """An answer in words, and what the scorer must say of it."""

    writing: str
    response: str
    meant: str
    """The constraint that it is to break; empty for a right answer."""
    breaks: tuple[str, ...]
    refuses: bool = False


def written_answers(
    plan: Plan, prover: Prover, answers: Sequence[tuple[Any, str, tuple[str, ...]]]
) -> Iterator[Written]:
    """Write each answer in every way of the plan: answers, constraints meant, all that is broken."""
    for answer, meant, breaks in answers:
        subject = Subject.of_values(plan.program, prover.partial.values, (telling(answer),))
        run = Run(TABLES, subject, {})
        for name, template in plan.writings.items():
            yield Written(name, written(template, run), meant, breaks)
