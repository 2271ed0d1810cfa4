"""Two responses to one request, and which of them is better by a criterion.

A pair and a single response share no table: a pair has a `Winner`, a response an `Outcome`.
"""

from __future__ import annotations

from enum import Enum
from typing import Any, Literal

from evalspec.core.case import Case
from evalspec.core.record import Record
from evalspec.core.span import NOWHERE, At
from evalspec.core.verdict import Cited, Excluded, Judgement, Method, Operand, Reason, Verdict

Slot = Literal["A", "B"]
"""A response of a pair; of an order, the one that is shown first."""
Order = Literal["both", "random", "given"]
"""Ask a judge with either response first, with one chosen by a seed, or with A first."""


class Winner(str, Enum):
    """The four outcomes of a pair."""

    A = "A"
    B = "B"
    TIE = "tie"
    UNDETERMINED = "undetermined"

    @property
    def swapped(self) -> Winner:
        """Return the outcome of the same pair with its responses exchanged."""
        return {Winner.A: Winner.B, Winner.B: Winner.A}.get(self, self)


class Pair(Record, frozen=True):
    """Two responses to the same request."""

    a: str
    b: str
    request: str = ""
    data: dict[str, Any] = {}
    """Values given with both, as those of a `Case`."""
    name: str = ""
    """How to call the pair in output."""
    system_a: str = ""
    """Who wrote A; empty where it is not told."""
    system_b: str = ""

    @property
    def cases(self) -> tuple[Case, Case]:
        """Return both as cases of their own."""
        return (
            Case(self.a, self.request, self.data, self.name),
            Case(self.b, self.request, self.data, self.name),
        )


class Side(Record, frozen=True):
    """What the rules found in one of the two responses."""

    value: str = ""
    """The value compared, exact decimal text or interval; empty when none."""
    unit: str = ""
    operands: tuple[Operand, ...] = ()
    """Every number of a measure, in the order of the response."""
    excluded: tuple[Excluded, ...] = ()
    """Every number of the same dimension that was not used, and why."""
    doubts: tuple[Cited, ...] = ()
    """Places that may have been misread."""
    assumptions: tuple[str, ...] = ()
    """Policy switches that were consulted and settled, as `name=value`."""
    verdicts: tuple[Verdict, ...] = ()
    """The constraints counted, each with its own ledger."""


class Preference(Record, frozen=True):
    """One criterion decided on one pair."""

    criterion: str
    """The criterion's id."""
    outcome: Winner
    reason: Reason
    """Reason code; empty when decided."""
    method: Method
    """Who decided."""
    canonical: str
    """The criterion in one line."""
    a: Side | None = None
    """What the rules found in A; None where no rule looked."""
    b: Side | None = None
    detail: str = ""
    severity: str = "error"
    at: At = NOWHERE
    """Where the criterion stands in the spec."""
    text: str = ""
    """The criterion as the user wrote it."""
    possible: tuple[Winner, ...] = ()
    """What it may come to, where it is undetermined and that is known."""
    order: Order = "both"
    seed: int = 0
    """Chooses the order where it is `random`."""
    judgements: tuple[tuple[Slot, Judgement[Winner]], ...] = ()
    """What the judge said, by which response was shown first; `outcome` is of A and B."""
    parts: tuple[Preference, ...] = ()
    """The criteria of a `first … then …` up to the one that decided, in order."""
    also: tuple[Preference, ...] = ()
    """What another method says of the same criterion on the same pair."""
