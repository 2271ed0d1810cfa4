"""A seed → the data of an instance, drawn in the order of the spec."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from evalspec.bench.planned.parts import Draw, Operand
from evalspec.bench.planned.plan import Plan
from evalspec.bench.planned.source import FEASIBLE
from evalspec.bench.planned.template import UnwritableError, members, value_text
from evalspec.bench.proven.blocks import placed_blocks
from evalspec.bench.proven.space import NothingError, choices_of
from evalspec.check.evaluation import Run, Subject
from evalspec.check.readings import TABLES
from evalspec.check.value import Piece, Value
from evalspec.core.chance import Chance
from evalspec.core.times import DAY, Clock
from evalspec.core.timeset import Times, clock_text, times
from evalspec.document.told import Telling
from evalspec.language.given.values import typed_values


class ImpossibleError(Exception):
    """What was drawn so far leaves nothing to draw; the message says what and why."""

    def __init__(self, name: str, why: str) -> None:
        """Take the draw and why it is impossible: the same words for the same fault."""
        self.name = name
        super().__init__(f"{name}: {why}")


def drawn(plan: Plan, chance: Chance, feasible: bool) -> dict[str, Any]:
    """Return the data and the parameters of one draw as plain values. Raises `ImpossibleError`."""
    drawing = Drawing(plan, chance)
    drawing.keep(FEASIBLE, feasible)
    for name, draw in plan.draws.items():
        drawing.keep(name, drawing.draw(draw))
    for text, formula in plan.require:
        if not drawing.run.truth(formula, None).truth:
            raise ImpossibleError("require", text)
    return drawing.plain


def drawing_of(plan: Plan, chance: Chance, plain: Mapping[str, Any]) -> Drawing:
    """Return a drawing of which so much is drawn. Raises `ImpossibleError`."""
    drawing = Drawing(plan, chance)
    for name, value in plain.items():
        drawing.keep(name, value)
    return drawing


def choices_in(draw: Draw, run: Run) -> tuple[Any, ...]:
    """Return what a formula gives to choose from, of one set of times its stretches.

    Raises `NothingError` when there is nothing.
    """
    found = choices_of(run.value(draw.operands["of"], None), draw.name)
    if len(found) == 1 and isinstance(found[0], Times):
        return tuple(Times(found[0].calendar, (one,)) for one in found[0].stretches)
    return found


def members_of(draw: Draw, run: Run) -> Sequence[Piece]:
    """Return whom and what something is drawn for."""
    if draw.choices is not None:
        return [Piece(str(one), data=one) for one in draw.choices]
    return members(draw.operands["of"], run)


class Drawing:
    """What has been drawn: as plain values, and as their types for the expressions that follow."""

    def __init__(self, plan: Plan, chance: Chance) -> None:
        self.plan = plan
        self.chance = chance
        self.plain: dict[str, Any] = {}
        units = plan.program.lexicon.units
        self.values, _ = typed_values(plan.program.data, plan.program.given, units)
        subject = Subject.of_values(plan.program, self.values, (Telling(()),))
        self.run = Run(TABLES, subject, {})

    def keep(self, name: str, value: Any) -> None:
        self.plain[name] = value
        type = self.plan.types[name]
        given = {} if value is None else {name: value}
        made, wrong = typed_values(given, {name: type}, self.plan.program.lexicon.units)
        if wrong:
            raise ImpossibleError(name, wrong[0].message)
        if made.get(name) is not None:
            self.values[name] = made[name]

    def draw(self, draw: Draw) -> Any:
        """Return one value, or what stands for it when a condition or chance leaves it out."""
        if draw.when is not None and not self.run.truth(draw.when, None).truth:
            return draw.otherwise
        if draw.chance is not None:
            happens = self.chance.happens(draw.chance)
            if draw.kind == "chance":
                return happens
            if not happens:
                return draw.otherwise
        return _DRAWS[draw.kind](self, draw)

    # -- operands ----------------------------------------------------------------------------
    def value(self, draw: Draw, key: str) -> Value:
        return self.run.value(draw.operands[key], None)

    def number(self, draw: Draw, key: str, default: int = 1) -> int:
        """Return an operand in base units: minutes, or a whole number."""
        operand: Operand | None = draw.operands.get(key)
        if operand is None:
            return int(default * draw.factor)
        if isinstance(operand, Decimal):
            return int(operand * draw.factor)
        found = self.run.value(operand, None)
        if found.interval is None or found.interval.low is None or not found.interval.exact:
            raise ImpossibleError(draw.name, f"{key} is not known: {found.detail}")
        if found.dimension == "one":
            return int(found.interval.low * draw.factor)
        wanted = draw.type.unit.dimension if draw.type.unit is not None else "clock"
        if draw.kind in ("range", "span") and found.dimension != wanted:
            raise ImpossibleError(draw.name, f"{key} is {found.dimension}, not {wanted}")
        return int(found.interval.low)

    def times(self, draw: Draw, key: str) -> Times:
        found = self.value(draw, key)
        if found.kind != "times":
            raise ImpossibleError(draw.name, f"{key} is no set of times: {found.detail}")
        whole: Times = found.content
        return whole

    def choices(self, draw: Draw) -> list[Any]:
        """Return what there is to choose from, as plain values."""
        if draw.choices is not None:
            return list(draw.choices)
        try:
            found = choices_in(draw, self.run)
        except NothingError as error:
            raise ImpossibleError(draw.name, str(error).partition(": ")[2]) from None
        return [one.text() if isinstance(one, (Times, Clock)) else one for one in found]

    # -- kinds -------------------------------------------------------------------------------
    def literal(self, draw: Draw) -> Any:
        return draw.literal

    def one(self, draw: Draw) -> Any:
        choices = self.choices(draw)
        if not choices:
            raise ImpossibleError(draw.name, "nothing to choose from")
        return self.chance.among(choices)

    def some(self, draw: Draw) -> Any:
        choices = self.choices(draw)
        number = int(self.draw(draw.parts["number"]))
        if not 0 <= number <= len(choices):
            raise ImpossibleError(draw.name, "more are asked for than there are")
        return self.chance.some(choices, number)

    def range(self, draw: Draw) -> Any:
        low, high = self.number(draw, "from"), self.number(draw, "to")
        step = self.number(draw, "step")
        if low > high or step <= 0:
            raise ImpossibleError(draw.name, "the range holds nothing")
        found = low + step * self.chance.below((high - low) // step + 1)
        if draw.type.kind == "clock":
            return clock_text(found)
        number = found / draw.factor
        return int(number) if number == int(number) else str(number)

    def each(self, draw: Draw) -> Any:
        below = draw.parts["draw"]
        found = members_of(draw, self.run)
        if not found:
            raise ImpossibleError(draw.name, "there is nobody and nothing to draw for")
        made = {}
        for piece in found:
            self.run.bind(draw.variable, piece)
            made[piece.data if isinstance(piece.data, str) else piece.label] = self.draw(below)
        self.run.bind(draw.variable, None)
        return made if draw.type.kind == "map" else list(made.values())

    def record(self, draw: Draw) -> Any:
        return {name: self.draw(below) for name, below in draw.parts.items()}

    def span(self, draw: Draw) -> Any:
        low, high = self.number(draw, "span0"), self.number(draw, "span1")
        if low >= high:
            raise ImpossibleError(draw.name, "it would end before it begins")
        return f"{clock_text(low)}-{clock_text(high)}"

    def value_of(self, draw: Draw) -> Any:
        found = self.value(draw, "value")
        if found.kind == "data":
            return found.content
        try:
            if found.kind == "times":
                return found.content.text() if found.content.stretches else []
            return value_text(found, draw.name)
        except UnwritableError as error:
            raise ImpossibleError(draw.name, str(error)) from None

    def blocks(self, draw: Draw) -> Any:
        """Draw spans within each stretch of a set of times, day by day."""
        whole = self.times(draw, "blocks")
        step = self.minutes(draw, "step", 1)
        gap = self.minutes(draw, "gap", step)
        kept = self.times(draw, "around").stretches if "around" in draw.operands else ()
        made = []
        for stretch in _by_day(whole):
            inside = [one for one in kept if stretch[0] <= one[0] and one[1] <= stretch[1]]
            found = placed_blocks(
                stretch, lambda: self.lengths(draw), gap, step, inside, self.chance
            )
            if found is None:
                raise ImpossibleError(draw.name, "the blocks do not fit")
            made += found
        if any(not any(low <= one[0] and one[1] <= high for low, high in made) for one in kept):
            raise ImpossibleError(draw.name, "what must be free is not within the hours")
        return times(whole.calendar, made).text() if made else []

    def minutes(self, draw: Draw, key: str, default: int) -> int:
        operand = draw.operands.get(key)
        if operand is None:
            return default
        if isinstance(operand, Decimal):
            return int(operand)
        return self.number(draw, key)

    def lengths(self, draw: Draw) -> list[int]:
        number = int(self.draw(draw.parts["number"]))
        return [int(self.draw(draw.parts["length"])) for _ in range(number)]


def _by_day(whole: Times) -> list[tuple[int, int]]:
    """Part times at midnight."""
    made = []
    for low, high in whole.stretches:
        while low < high:
            end = min(high, (low // DAY + 1) * DAY)
            made.append((low, end))
            low = end
    return made


_DRAWS: dict[str, Callable[[Drawing, Draw], Any]] = {
    "literal": Drawing.literal,
    "value": Drawing.value_of,
    "range": Drawing.range,
    "one": Drawing.one,
    "some": Drawing.some,
    "each": Drawing.each,
    "record": Drawing.record,
    "span": Drawing.span,
    "blocks": Drawing.blocks,
}
"""How each kind of value is drawn."""
