"""Criteria: by what one response is better than another to the same request.

`compile` reads them from a spec, `check` decides those of the rules, `judge` asks a model about
the others.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Literal, Union

from evalspec.core.pair import Order
from evalspec.core.quantity import ZERO
from evalspec.core.record import Node, Record
from evalspec.core.span import NOWHERE, At
from evalspec.language.ir import Expr, Number

Prefer = Literal["lower", "higher", "nearest"]


class Satisfied(Node, frozen=True):
    """`prefer: satisfied, of: [length, format]`: more of these constraints."""

    of: tuple[str, ...]
    """Ids of constraints of the spec."""


class Measured(Node, frozen=True):
    """`prefer: lower, measure: sum(calories), margin: 2 %`: by a number of the response.

    `nearest: 2000 kcal` in place of `prefer` is by the distance from an amount.
    """

    prefer: Prefer
    measure: Expr
    target: Expr | None = None
    """What `nearest` is near to."""
    relative: Decimal = ZERO
    """Two values that differ by no more than this share of the larger one tie."""
    absolute: Number | None = None
    """Two values that differ by no more than this tie."""


class Scale(Node, frozen=True):
    """`scale: helpfulness`: levels in words, for a judge or a person."""

    name: str
    """With its version: `helpfulness@1`."""
    about: str
    """What it asks, in a sentence."""
    levels: tuple[str, ...]
    """The worst first."""


class First(Node, frozen=True):
    """`first: [fits, lean], then: helpful`: the first criterion that names a winner."""

    of: tuple[str, ...]
    """Ids of criteria, in order; the last one is that of `then`."""


By = Union[Satisfied, Measured, Scale, First]


class Criterion(Record, frozen=True):
    """One compiled criterion of a spec."""

    id: str
    text: str
    """In the user's words, or as `canonical`."""
    by: By
    canonical: str
    """In one line: `lower sum(calories), margin 2 %`."""
    judge: str = ""
    """Judge named in the spec; empty when none."""
    order: Order = "both"
    severity: Literal["error", "warning"] = "error"
    at: At = NOWHERE
