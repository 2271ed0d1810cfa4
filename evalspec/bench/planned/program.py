"""What was written for one instance → the program that decides answers to it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from evalspec.bench.planned.plan import Plan
from evalspec.core.record import Record
from evalspec.language import ir
from evalspec.language.program import Program
from evalspec.language.single import SingleCompiler

_KEPT = 64
"""Programs that are kept: answers to one instance come together."""


class WrittenConstraint(Record, frozen=True):
    """A constraint of one instance, as its line holds it."""

    id: str
    group: str
    text: str
    check: str


def constraints_of(line: Mapping[str, Any]) -> tuple[WrittenConstraint, ...]:
    """Return the constraints that an instance has beside those of the spec."""
    return tuple(WrittenConstraint(**one) for one in line["constraints"])


def program_of(plan: Plan, line: Mapping[str, Any]) -> Program:
    """Return the program of an instance: the constraints of the spec, then its own.

    Its prompt is what was requested. Raises `SpecError` for a formula that does not compile.
    """
    if "constraints" not in line:
        return plan.program
    compiled = _compiled(_Base(plan), constraints_of(line))
    return replace(
        plan.program, constraints=(*plan.program.constraints, *compiled), request=line["prompt"]
    )


def compiled(compiler: SingleCompiler, one: WrittenConstraint) -> ir.Constraint:
    """Compile a constraint. Raises `SpecError` with every problem."""
    made = compiler.compile({"check": one.check, "text": one.text})
    return replace(made, id=one.id, group=one.group)


def compiler_of(plan: Plan) -> SingleCompiler:
    """Return what compiles the constraints of the instances of a plan."""
    return SingleCompiler(plan.program.lexicon, Path(plan.program.source).parent)


class _Base:
    """A plan by which compiled constraints are kept: alike when they rest on the same files."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    def __hash__(self) -> int:
        return hash(self.plan.program.sources)

    def __eq__(self, other: object) -> bool:
        same = self.plan.program.sources
        return isinstance(other, _Base) and other.plan.program.sources == same


@lru_cache(_KEPT)
def _compiled(base: _Base, every: tuple[WrittenConstraint, ...]) -> tuple[ir.Constraint, ...]:
    compiler = compiler_of(base.plan)
    return tuple(compiled(compiler, one) for one in every)
