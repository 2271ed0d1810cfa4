"""A benchmark: what is drawn, what an answer may be, and how both are written.

Formulas and expressions are those of the spec, over its given data and the parameters that
are drawn beside them.
"""

from __future__ import annotations

from decimal import Decimal

from evalspec.bench.planned.parts import Draw, Space, Write
from evalspec.bench.planned.template import Template
from evalspec.core.given import GivenType
from evalspec.core.record import Record
from evalspec.core.span import At
from evalspec.language import ir
from evalspec.language.program import Program


class Plan(Record, frozen=True):
    """A benchmark: a program, and how its instances are made."""

    name: str
    program: Program
    draws: dict[str, Draw] = {}
    types: dict[str, GivenType] = {}
    """Of the data and the parameters."""
    require: tuple[tuple[str, ir.Formula], ...] = ()
    infeasible: Decimal = Decimal(0)
    space: Space = ()
    beside: tuple[Space, ...] = ()
    preferences: tuple[str, ...] = ()
    possible: ir.Formula | None = None
    apart: tuple[str, ...] = ()
    refusals: dict[str, str] = {}
    prompts: dict[str, Template] = {}
    writings: dict[str, Template] = {}
    write: Write | None = None
    """What is written for each instance; None where answers are proven instead."""
    checks: dict[str, str] = {}
    """What is asked of an instance that is written → by whom: rule, model or both."""
    files: tuple[str, ...] = ()
    """Every file it rests on that is not shipped."""
    places: dict[str, At] = {}
    """Where its keys and its draws stand: `space`, `draw.people`."""

    @property
    def metrics(self) -> tuple[str, ...]:
        """Names of the metrics: the groups of the constraints, in order."""
        own = (one.group or one.id for one in self.program.constraints)
        return tuple(dict.fromkeys((*own, *(self.write.groups if self.write else ()))))

    @property
    def given(self) -> frozenset[str]:
        """Names of the fields of the data; the others are parameters."""
        return frozenset(self.program.given)
