"""`given:` of a spec → types, with every problem at its place.

given:
total: number
start: {place: name of place, time: clock}
people: {map of: times}
friends: {list of: {name: name of person, window: span, length: amount min}}
minutes: {table of: amount min}
buffer: {type: amount min, optional: true}
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from evalspec.core.errors import Problem, near
from evalspec.core.given import GivenType
from evalspec.core.quantity import Unit
from evalspec.core.record import Record
from evalspec.source.compose import Path
from evalspec.source.yaml import Located
from evalspec.vocabulary.fold import fold

SIMPLE = ("text", "number", "truth", "clock", "span", "times", "days", "pairs")
HOLDING = ("list of", "map of", "table of")
_SETTINGS = ("type", "optional", "missing", "about")
_DEEPEST = 20


def declared(
    located: Located, units: Mapping[str, Unit], problems: list[Problem]
) -> dict[str, GivenType]:
    """Return the types of the fields under `given`; add what is wrong to `problems`."""
    fields = located.value.get("given") if isinstance(located.value, dict) else None
    if not isinstance(fields, dict):
        return {}
    reading = _Declaring(located, units, problems)
    return {name: reading.type(value, ("given", name)) for name, value in fields.items()}


def declared_type(
    located: Located, units: Mapping[str, Unit], problems: list[Problem], path: Path
) -> GivenType:
    """Return the type that stands at a path of a file; add what is wrong to `problems`."""
    return _Declaring(located, units, problems).type(located.get(path), path)


class _Declaring(Record, frozen=True):
    located: Located
    units: Mapping[str, Unit]
    problems: list[Problem]

    def type(self, given: Any, path: Path) -> GivenType:
        """Read one type."""
        if len(path) > _DEEPEST:
            return self.wrong(f"types are nested more than {_DEEPEST} deep", path)
        if isinstance(given, str):
            return self.named(" ".join(given.split()), path)
        if not isinstance(given, dict) or not given:
            return self.wrong("expected a type", path, f"types: {', '.join(SIMPLE)}, amount UNIT")
        if "type" in given:
            return self.with_settings(given, path)
        for head in HOLDING:
            if head in given:
                if len(given) > 1:
                    other = next(k for k in given if k != head)
                    self.wrong(f"`{other}` cannot stand beside `{head}`", (*path, other))
                inner = self.type(given[head], (*path, head))
                return GivenType(head.split()[0], inner)  # type: ignore[arg-type]
        fields = {name: self.type(value, (*path, name)) for name, value in given.items()}
        return GivenType("record", fields=fields)

    def with_settings(self, given: dict[str, Any], path: Path) -> GivenType:
        made = self.type(given["type"], (*path, "type"))
        for name in given:
            if name not in _SETTINGS:
                hint = f"settings: {', '.join(_SETTINGS)}"
                self.wrong(f"`{name}` is no setting of a field", (*path, name), hint)
        optional, missing = given.get("optional", False), given.get("missing", "")
        if not isinstance(optional, bool):
            self.wrong("`optional` is true or false", (*path, "optional"))
        if missing not in ("", "empty"):
            self.wrong("`missing` can only be `empty`", (*path, "missing"))
        if missing == "empty" and made.kind not in ("list", "map", "table", "pairs", "times"):
            self.wrong(f"a {made.text()} cannot be empty", (*path, "missing"))
        return GivenType(made.kind, made.of, made.fields, made.unit, made.names,
                         optional is True, missing == "empty", str(given.get("about", "")))  # fmt: skip

    def named(self, given: str, path: Path) -> GivenType:
        """Read `clock`, `amount min`, `name of city`, `list of text`."""
        if given in SIMPLE:
            return GivenType(given)  # type: ignore[arg-type]
        for head in HOLDING:
            if given.startswith(head + " "):
                inner = self.named(given[len(head) + 1 :], path)
                return GivenType(head.split()[0], inner)  # type: ignore[arg-type]
        first, _, rest = given.partition(" ")
        if first == "name" and rest.startswith("of "):
            return GivenType("text", names=rest[3:].strip())
        if first == "amount" and rest:
            unit = self.units.get(rest) or self.units.get(fold(rest) or rest)
            if unit is None:
                return self.wrong(
                    f"`{rest}` is not a unit", path, near(rest, self.units), "unknown-unit"
                )
            return GivenType("amount", unit=unit)
        known = [*SIMPLE, "amount UNIT", "name of KIND", *HOLDING]
        hint = near(given, known, f"types: {', '.join(known)}")
        return self.wrong(f"`{given}` is not a type", path, hint)

    def wrong(
        self, message: str, path: Path, hint: str = "", code: str = "wrong-type"
    ) -> GivenType:
        self.problems.append(self.located.problem(code, message, path, hint=hint))
        return GivenType("text")
