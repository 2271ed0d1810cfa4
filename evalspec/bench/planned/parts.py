"""What a plan is made of: draws, the records of an answer, and what is written for an instance."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, Literal

from evalspec.bench.planned.template import Template
from evalspec.core.given import GivenType
from evalspec.core.record import Record
from evalspec.core.span import NOWHERE, At
from evalspec.language import ir

Operand = ir.Expr | Decimal


class Draw(Record, frozen=True):
    """How one value is drawn."""

    name: str
    """Where it stands, for messages: `people.free`."""
    kind: str
    """literal, value, range, one, some, each, record, span, blocks or chance."""
    type: GivenType
    operands: dict[str, Any] = {}
    """Expressions and numbers by their key."""
    choices: tuple[Any, ...] | None = None
    """Written values of `one of`, `some of` and `each`."""
    parts: dict[str, Draw] = {}
    variable: str = ""
    when: ir.Formula | None = None
    chance: Decimal | None = None
    otherwise: Any = None
    literal: Any = None

    @property
    def factor(self) -> Decimal:
        """Return what one of its numbers is in base units."""
        return self.type.unit.factor if self.type.unit is not None else Decimal(1)


class Records(Record, frozen=True):
    """The records of one kind in an answer."""

    kind: str
    each: ir.Expr | None
    variable: str
    fields: dict[str, Operand]


Space = tuple[Records, ...]


Form = Literal["positive", "negative", "positional", "sequencing", "conditional", "iterative"]
"""What a constraint is like: `bench/forms.py` tells it by its formula."""


class Pooled(Record, frozen=True):
    """A text of a pool, and the formula that says the same."""

    text: Template
    check: Template = ()
    """Empty of a topic."""
    draws: dict[str, Draw] = {}
    """What stands in both of them by name."""
    when: ir.Formula | None = None
    at: At = NOWHERE


class Group(Record, frozen=True):
    """Constraints of one kind that an instance gets."""

    name: str
    number: Operand
    """How many."""
    most: int
    """How many there may be: constrainedness is the share of these that there are."""
    about: str = ""
    """What the group holds, for a model and for readers."""
    form: Form | None = None
    asked: bool = True
    """A model is asked for it where one is named; else it always comes from the pool."""
    pool: tuple[Pooled, ...] = ()


class Write(Record, frozen=True):
    """What is written for each instance: a topic, then constraints one by one."""

    groups: dict[str, Group]
    topic: tuple[Pooled, ...] = ()
    shows: tuple[str, ...] = ()
    """What was drawn that a model is shown."""
    topic_prompt: str = ""
    constraint_prompt: str = ""
    """Names of prompts; empty where no model is asked."""
    rounds: int = 3
    """How often a model may mend what was wrong."""

    @property
    def most(self) -> int:
        """Return how many constraints there may be."""
        return sum(group.most for group in self.groups.values())
