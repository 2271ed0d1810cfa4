"""Routing files: who decides which kind of constraint.

`evalspec calibrate` writes them; a run asks `Routing.steps` for the kind of a constraint
(`spec.kinds.kind_of` of its canonical text) and goes through the steps until one decides.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

from evalspec.core.record import Record
from evalspec.source import schema
from evalspec.source.named import read_checked


class Step(Record, frozen=True):
    """One who may decide."""

    by: Literal["rules", "judge", "vote", "person"]
    judges: tuple[str, ...] = ()
    """One judge, or the three or more of a vote."""

    @property
    def data(self) -> Any:
        """Return the step as a routing file writes it."""
        if self.by == "judge":
            return {"judge": self.judges[0]}
        return {"vote": list(self.judges)} if self.by == "vote" else self.by


RULES, PERSON = Step("rules"), Step("person")


class Routing(Record, frozen=True):
    """Who decides what."""

    kinds: dict[str, tuple[Step, ...]]
    default: tuple[Step, ...] = (PERSON,)
    field: str = "kind"
    """What the kinds are values of."""

    def steps(self, kind: str) -> tuple[Step, ...]:
        """Return who is asked about a kind of constraint, in order; the last is a person."""
        found = self.kinds.get(kind, self.default)
        return found if PERSON in found else (*found, PERSON)


def load_routing(name: str) -> Routing:
    """Read a routing file. Raises `SpecError` with every problem."""
    content = read_checked(Path(name), schema.ROUTING).value
    return Routing(
        kinds={kind: _steps(given["decide"]) for kind, given in content["kinds"].items()},
        default=_steps(content.get("default", ["person"])),
        field=content.get("field", "kind"),
    )


def _steps(given: list[Any]) -> tuple[Step, ...]:
    return tuple(_step(one) for one in given)


def _step(given: Any) -> Step:
    if isinstance(given, str):
        return RULES if given == "rules" else PERSON
    if "judge" in given:
        return Step("judge", (given["judge"],))
    return Step("vote", tuple(given["vote"]))
