"""Types of given data: what a case may hold beside the response, declared and checked."""

from __future__ import annotations

from typing import Any, Literal

from evalspec.core.quantity import Unit
from evalspec.core.record import Record

Kind = Literal[
    "text", "number", "amount", "truth", "clock", "span", "times", "days", "list", "map", "table",
    "pairs", "record",
]  # fmt: skip


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
