"""Types of given data: what a case may hold beside the response, declared and checked."""

from __future__ import annotations

from typing import Any, Literal

from evalspec.core.quantity import Unit
from evalspec.core.record import Record

Kind = Literal[
    "text", "number", "amount", "truth", "clock", "span", "times", "days", "list", "map", "table",
    "pairs", "record",
]  # fmt: skip

_DIMENSIONS = {"number": "one", "span": "times", "days": "times"}


class GivenType(Record, frozen=True):
    """What a field of given data holds."""

    kind: Kind
    of: GivenType | None = None
    """Of a list, a map and a table: what each member is."""
    fields: dict[str, GivenType] = {}
    """Of a record."""
    unit: Unit | None = None
    """Of an amount."""
    names: str = ""
    """Of a text: what it names (`city`); a reader of responses looks for these names."""
    optional: bool = False
    """It may be absent: a formula that asks for it then is undetermined."""
    empty: bool = False
    """When absent, it is an empty list, map, table or set of times."""
    about: str = ""

    def below(self, step: object) -> GivenType | None:
        """Return the type of what a step of a path leads to; None where it leads nowhere."""
        if self.kind == "record":
            return self.fields.get(step) if isinstance(step, str) else None
        if self.kind == "table":
            return GivenType("map", self.of)
        return self.of if self.kind in ("map", "list") else None

    @property
    def dimension(self) -> str:
        """Return the dimension of such a value; of what has none, its kind."""
        if self.kind == "amount" and self.unit is not None:
            return self.unit.dimension
        return _DIMENSIONS.get(self.kind, self.kind)

    def text(self) -> str:
        """Write the type as a user would."""
        if self.kind == "amount" and self.unit is not None:
            return f"amount {self.unit.name}"
        if self.kind == "text" and self.names:
            return f"name of {self.names}"
        if self.of is not None:
            return f"{self.kind} of {self.of.text()}"
        return self.kind


class Table(Record, frozen=True):
    """Values by a pair of names, or a set of pairs, whose value is true."""

    cells: dict[str, dict[str, Any]] = {}
    """First name, folded → second name, folded → value."""
    size: int = 0


class Group(Record, frozen=True):
    """A record of given data."""

    fields: dict[str, Any] = {}
    absent: tuple[str, ...] = ()
    """Optional fields that were not given."""
