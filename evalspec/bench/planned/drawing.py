"""The `draw:` of a benchmark → what is drawn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from evalspec.bench.planned.parts import Draw
from evalspec.bench.planned.source import CONSTRAINTS, RESERVED, TOPIC, Source
from evalspec.core.given import GivenType
from evalspec.core.regex import regex
from evalspec.language.given.declare import declared_type
from evalspec.language.given.values import typed_values
from evalspec.language.lower import Environment
from evalspec.source.compose import Path

_NUMBER = GivenType("number")
_TEXT = GivenType("text")
_CLOCK = regex(r"\d?\d:\d\d")
_KINDS = {
    "from": "range", "one of": "one", "some of": "some", "each": "each", "record": "record",
    "span": "span", "blocks": "blocks", "value": "value", "chance": "chance",
}  # fmt: skip
"""Key that says what kind a draw is → the kind; the first one counts."""
_CHOICES = {"one": "one of", "some": "some of", "each": "each"}


class Draws(Source):
    """What is drawn, in the order of the spec."""

    def draws(self) -> dict[str, Draw]:
        given = self.of("draw", {})
        located = self.sources.get("draw", self.located)
        for name, one in given.items():
            if name in self.program.given or not isinstance(one, dict) or "type" not in one:
                continue
            path = ("bench", "draw", name, "type")
            units = self.program.lexicon.units
            self.types[name] = declared_type(located, units, self.problems, path)
        if "write" in self.sources:
            self.types |= {TOPIC: _TEXT, CONSTRAINTS: GivenType("list", of=_TEXT)}
        values = self.located.value.get("define", {})
        values = values.get("values", {}) if isinstance(values, dict) else {}
        self.environment = Environment(self.types, values)
        made = {}
        for name, one in given.items():
            if name not in self.types or name in RESERVED:
                message = f"`{name}` is no field of `given`: a parameter needs a `type`"
                self.note("missing-key", message, ("bench", "draw", name))
                continue
            made[name] = self.draw(one, self.types[name], ("draw", name), {})
        for name, type in self.program.given.items():
            needed = not (type.optional or type.empty or name in self.program.data)
            if given and needed and name not in given:
                self.note("missing-key", f"nothing draws `{name}`, which `given` asks for",
                          ("bench", "draw"))  # fmt: skip
        return made

    def draw(
        self, given: Any, type: GivenType, path: Path, bound: Mapping[str, GivenType | None]
    ) -> Draw:
        """Read one draw; `path` leads to it from `bench`."""
        key = str(path[0])
        name = ".".join(str(step) for step in path[1:] if step not in ("draw", "record"))
        if not isinstance(given, dict):
            self.fits(given, type, path)
            return Draw(name, "literal", type, literal=given)
        kind = next((kind for part, kind in _KINDS.items() if part in given), "literal")
        choices = given.get(_CHOICES[kind]) if kind in _CHOICES else None
        written = tuple(choices) if isinstance(choices, list) else None
        for number, one in enumerate(written or ()):
            inner = (
                _member(type) if kind == "some" else GivenType("text") if kind == "each" else type
            )
            self.fits(one, inner, (*path, _CHOICES[kind], number))
        operands = {
            part: self.operand(given[part], key, (*path[1:], part), bound)
            for part in ("from", "to", "step", "gap", "around", "blocks", "value")
            if part in given
        }
        if isinstance(choices, str):
            operands["of"] = self.expression(choices, key, (*path[1:], _CHOICES[kind]), bound)
        for number, one in enumerate(given.get("span", ())):
            operands[f"span{number}"] = self.operand(one, key, (*path[1:], "span", number), bound)
        self.range(given, path)
        if "else" in given:
            self.fits(given["else"], type, (*path, "else"))
        elif (
            {"when", "chance"} & given.keys()
            and kind not in ("chance", "literal")
            and not (type.empty or type.optional)
        ):
            self.note("missing-key", "`when` and `chance` go with `else`, which is missing",
                      ("bench", *path))  # fmt: skip
        return Draw(
            name, kind, type, operands, written,
            parts=self.parts(given, type, path, bound, operands.get("of")),
            variable=given.get("as", "it"),
            when=self.formula(given.get("when"), key, (*path[1:], "when")),
            chance=self.share(key, (*path[1:], "chance"), given["chance"])
            if "chance" in given else None,
            otherwise=given.get("else"),
        )  # fmt: skip

    def parts(
        self, given: dict[str, Any], type: GivenType, path: Path,
        bound: Mapping[str, GivenType | None], of: Any,
    ) -> dict[str, Draw]:  # fmt: skip
        made = {}
        minutes = self.program.lexicon.units.get("min")
        for key, inner in (("number", _NUMBER), ("length", GivenType("amount", unit=minutes))):
            if key in given:
                made[key] = self.draw(given[key], inner, (*path, key), bound)
        if "draw" in given:
            member = GivenType("text") if of is None else self.member(of)
            variables = {**bound, given.get("as", "it"): member}
            made["draw"] = self.draw(given["draw"], _member(type), (*path, "draw"), variables)
        for field, one in given.get("record", {}).items():
            known = type.fields.get(field)
            if known is None:
                self.note("unknown-field", f"`{'.'.join(map(str, path))}` has no field `{field}`",
                          ("bench", *path, "record", field))  # fmt: skip
                continue
            made[field] = self.draw(one, known, (*path, "record", field), bound)
        return made

    def fits(self, value: Any, type: GivenType, path: Path) -> None:
        """Note what a written value has wrong for its type."""
        _, wrong = typed_values({"value": value}, {"value": type}, self.program.lexicon.units)
        for one in wrong:
            message = one.message.replace("`value`", "the value").replace("the value: ", "")
            self.note("wrong-data", message, ("bench", *path, *one.path[1:]), one.hint)

    def range(self, given: dict[str, Any], path: Path) -> None:
        low, high = given.get("from"), given.get("to")
        written = [one for one in (low, high) if isinstance(one, str)]
        if len(written) == 2 and all(_CLOCK.fullmatch(one) for one in written):
            low, high = (one.rjust(5, "0") for one in written)
        elif written:
            return
        if low is not None and high is not None and low > high:
            self.note("empty-range", f"the range from {low} to {high} holds nothing",
                      ("bench", *path, "from"))  # fmt: skip

    def type_of(self, given: Any, path: Path) -> GivenType:
        """Return the type of what is drawn by the way: as declared, else a number or a text."""
        if isinstance(given, dict) and "type" in given:
            where = ("bench", *path, "type")
            units = self.program.lexicon.units
            return declared_type(self.sources["write"], units, self.problems, where)
        numeric = isinstance(given, dict) and "from" in given
        return _NUMBER if numeric or isinstance(given, (int, float)) else _TEXT


def _member(type: GivenType) -> GivenType:
    if type.kind == "times":
        return type
    return type.of or GivenType("text")
