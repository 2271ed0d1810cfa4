"""Is what an instance holds within the ranges of its plan, whoever drew it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from typing import Any

from evalspec.bench.planned.parts import Draw
from evalspec.bench.planned.plan import Plan
from evalspec.bench.proven.draw import choices_in, members_of
from evalspec.bench.proven.space import NothingError
from evalspec.check.evaluation import Run
from evalspec.check.value import Value
from evalspec.core.given import GivenType, Group
from evalspec.core.quantity import UNITLESS, Quantity, Unit, exactly
from evalspec.core.times import DAY, Clock
from evalspec.core.timeset import Times, clock_text, times
from evalspec.language.given.values import typed_values


def out_of_range(plan: Plan, run: Run, values: Mapping[str, Any]) -> Iterator[str]:
    """Yield what was not drawn as the plan says, in words; `values` are typed."""
    looking = _Looking(plan, run)
    for name, draw in plan.draws.items():
        yield from looking.look(draw, values.get(name), name)
    for text, formula in plan.require:
        if not run.truth(formula, None).truth:
            yield f"`{text}` does not hold"


class _Looking:
    def __init__(self, plan: Plan, run: Run) -> None:
        self.plan = plan
        self.run = run

    def look(self, draw: Draw, value: Any, name: str) -> Iterator[str]:
        """Yield what is wrong with one value."""
        other = self.typed(draw.otherwise, draw.type)
        left_out = draw.when is not None and not self.run.truth(draw.when, None).truth
        if left_out or (draw.chance is not None and draw.kind != "chance"):
            if value == other or ((value is None or _is_empty(value)) and not other):
                return
            if left_out:
                yield f"{name}: its condition does not hold"
                return
        yield from _LOOKS[draw.kind](self, draw, value, name)

    def typed(self, plain: Any, type: GivenType) -> Any:
        if plain is None:
            return None
        made, _ = typed_values({"value": plain}, {"value": type}, self.plan.program.lexicon.units)
        return made.get("value")

    def number(self, draw: Draw, key: str, default: Decimal) -> Decimal:
        """Return an operand in base units."""
        operand = draw.operands.get(key)
        if operand is None:
            return default * draw.factor
        if isinstance(operand, Decimal):
            return operand * draw.factor
        found = self.run.value(operand, None)
        low = found.interval.low if found.interval is not None else None
        if low is None:
            return Decimal("NaN")
        return low * draw.factor if found.dimension == "one" else low

    def anything(self, draw: Draw, value: Any, name: str) -> Iterator[str]:
        return iter(())

    def literal(self, draw: Draw, value: Any, name: str) -> Iterator[str]:
        if value != self.typed(draw.literal, draw.type):
            yield f"{name} is not {draw.literal}"

    def range(self, draw: Draw, value: Any, name: str) -> Iterator[str]:
        low, high = self.number(draw, "from", Decimal(0)), self.number(draw, "to", Decimal(0))
        step = self.number(draw, "step", Decimal(1))
        found = _base(value)
        if found is None or not low <= found <= high or (found - low) % step:
            clock = draw.type.kind == "clock"
            ends = [clock_text(int(one)) if clock else str(one) for one in (low, high)]
            yield f"{name} is not from {ends[0]} to {ends[1]}: {_shown(value)}"

    def choices(self, draw: Draw, type: GivenType) -> list[Any]:
        if draw.choices is not None:
            return [self.typed(one, type) for one in draw.choices]
        try:
            return list(choices_in(draw, self.run))
        except NothingError:
            return []

    def one(self, draw: Draw, value: Any, name: str) -> Iterator[str]:
        if value not in self.choices(draw, draw.type):
            yield f"{name} is none of those to choose from: {_shown(value)}"

    def some(self, draw: Draw, value: Any, name: str) -> Iterator[str]:
        if isinstance(value, Times):
            every = self.choices(draw, draw.type)
            outside = [one for one in every if _meets(one, value) and not _holds(value, one)]
            number = sum(1 for one in every if _holds(value, one))
        else:
            every = self.choices(draw, draw.type.of or GivenType("text"))
            outside = [one for one in value or () if one not in every]
            number = len(value or ())
        if outside:
            yield f"{name} has what is not to choose from: {_shown(outside[0])}"
        yield from self.look(draw.parts["number"], _amount(number), f"the number of {name}")

    def each(self, draw: Draw, value: Any, name: str) -> Iterator[str]:
        wanted = members_of(draw, self.run)
        keys = [one.data if isinstance(one.data, str) else one.label for one in wanted]
        held = value if isinstance(value, dict) else dict(zip(keys, value or (), strict=False))
        if list(held) != keys or len(held) != len(value or ()):
            yield f"{name} is not one for each of {', '.join(keys)}"
            return
        for piece, key in zip(wanted, keys, strict=True):
            self.run.bind(draw.variable, piece)
            yield from self.look(draw.parts["draw"], held[key], f"{name}.{key}")
        self.run.bind(draw.variable, None)

    def record(self, draw: Draw, value: Any, name: str) -> Iterator[str]:
        fields = value.fields if isinstance(value, Group) else {}
        for field, below in draw.parts.items():
            yield from self.look(below, fields.get(field), f"{name}.{field}")

    def value(self, draw: Draw, value: Any, name: str) -> Iterator[str]:
        found: Value = self.run.value(draw.operands["value"], None)
        wanted = found.content if found.kind in ("times", "text", "data") else None
        if wanted is None and found.interval is not None:
            wanted, value = found.interval.low, _base(value)
        if isinstance(wanted, Times) and isinstance(value, tuple):
            value = times(wanted.calendar, [pair for one in value for pair in one.stretches])
        if value != wanted and not (_is_empty(value) and _is_empty(wanted)):
            yield f"{name} is not what its expression comes to"

    def span(self, draw: Draw, value: Any, name: str) -> Iterator[str]:
        low, high = (self.number(draw, f"span{n}", Decimal(0)) for n in (0, 1))
        if not isinstance(value, Times) or value.stretches != ((int(low), int(high)),):
            yield f"{name} is not {clock_text(int(low))}-{clock_text(int(high))}"

    def blocks(self, draw: Draw, value: Any, name: str) -> Iterator[str]:
        whole = self.run.value(draw.operands["blocks"], None).content
        made = value if isinstance(value, Times) else Times("clock")
        for stretch in made.stretches:
            one = Times(made.calendar, (stretch,))
            if not _holds(whole, one):
                yield f"{name}: {one.text()} is outside of the hours"
            length = _amount(stretch[1] - stretch[0], draw.parts["length"].type.unit)
            yield from self.look(
                draw.parts["length"], length, f"{name}: the length of {one.text()}"
            )
        for day in whole.days:
            number = sum(1 for low, _ in made.stretches if low // DAY == day)
            about = f"{name}: the number of blocks of a day"
            yield from self.look(draw.parts["number"], _amount(number), about)
        if "around" in draw.operands:
            kept = self.run.value(draw.operands["around"], None).content
            if kept.stretches and not _holds(made, kept):
                yield f"{name}: {kept.text()} is not free"


def _amount(number: int, unit: Unit | None = None) -> Quantity:
    return Quantity(exactly(number), unit or UNITLESS)


def _base(value: Any) -> Decimal | None:
    if isinstance(value, Clock):
        return Decimal(value.minutes)
    return value.base().low if isinstance(value, Quantity) else None


def _holds(whole: Times, one: Times) -> bool:
    return all(
        any(a <= low and high <= b for a, b in whole.stretches) for low, high in one.stretches
    )


def _meets(one: Times, other: Times) -> bool:
    return any(a < high and low < b for a, b in one.stretches for low, high in other.stretches)


def _is_empty(value: Any) -> bool:
    if isinstance(value, Times):
        return not value.stretches
    return value is None or value in ((), {})


def _shown(value: Any) -> str:
    if isinstance(value, (Times, Clock)):
        return value.text()
    if isinstance(value, Quantity):
        return f"{value.value.text()} {value.unit.name}".strip()
    return str(value)


_LOOKS: dict[str, Callable[[_Looking, Draw, Any, str], Iterator[str]]] = {
    "literal": _Looking.literal,
    "value": _Looking.value,
    "range": _Looking.range,
    "one": _Looking.one,
    "some": _Looking.some,
    "each": _Looking.each,
    "record": _Looking.record,
    "span": _Looking.span,
    "blocks": _Looking.blocks,
    "chance": _Looking.anything,
}
"""What is asked of a value of each kind."""
