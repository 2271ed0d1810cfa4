"""Formula → claims: what must hold of which value, in which scope, for it to be satisfied.

Only what surely follows from the formula is claimed; `Claims.exact` tells whether the
claims together say all that the formula says.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from msgspec.structs import replace

from evalspec.author.lint import ranges
from evalspec.author.lint.domains import ANY, COUNTED, Domain, domain
from evalspec.author.lint.normal import LITERALS, mirrored, normal
from evalspec.author.lint.ranges import Range, Ranges
from evalspec.core.policy import Policy
from evalspec.core.record import Record
from evalspec.core.times import DAY
from evalspec.language import ir
from evalspec.language.printer import canonical

_NOON = DAY // 2
_ATOMS = (
    ir.Compare, ir.Between, ir.TextTest, ir.Exists, ir.Ordered, ir.Inside, ir.Judged, ir.Quoted,
)  # fmt: skip
"""Formulas about values in the scope in force, not about its members."""


class Level(Record, frozen=True):
    """One step into the response: the members of a scope, or one of them."""

    text: str
    every: bool
    """The claim is about every member, not about some."""
    broader: str = ""
    """For one member by its number: the scope it is a member of."""
    parts: str = ""
    """For several things together: the scope whose members they are."""


class Claim(Record, frozen=True):
    """A value lies in a set of numbers."""

    levels: tuple[Level, ...]
    subject: str
    """The measured expression, in normal form."""
    dimension: str
    values: Ranges
    possible: Domain
    node: Any
    """The comparison or predicate it comes from."""
    grows: bool = False
    """A piece of a response has at most as much of it as what the piece stands in."""

    @property
    def kept(self) -> Ranges:
        """What is left of the set among the values that are possible at all."""
        met = ranges.meet(self.values, self.possible.values)
        return ranges.whole(met) if self.possible.integer else met


class Claims(Record, frozen=True):
    """Claims that all hold when a formula does."""

    all: tuple[Claim, ...]
    exact: bool
    """The formula holds, too, when they do."""


NONE = Claims((), False)


def claims_of(formula: ir.Formula, policy: Policy) -> Claims:
    """Return what a formula claims."""
    return _claims(normal(formula), (), policy)


def _claims(node: ir.Formula, levels: tuple[Level, ...], policy: Policy) -> Claims:
    match node:
        case ir.And(parts):
            found = [_claims(part, levels, policy) for part in parts]
            return Claims(tuple(c for f in found for c in f.all), all(f.exact for f in found))
        case ir.Or(parts):
            if not all(isinstance(part, _ATOMS) for part in parts):
                return NONE  # each day: A, or each day: B, is less than each day: A or B
            return _union([_claims(part, levels, policy) for part in parts])
        case ir.Using(segmentation, body):
            level = Level(f"using {segmentation}", every=True)
            return _claims(body, (*levels, level), policy)
        case ir.Shared(persons, body, by_one):
            level = Level("per person" if by_one else f"for {persons} persons", every=True)
            return _claims(body, (*levels, level), policy)
        case ir.Quantified():
            return _quantified(node, levels, policy)
        case ir.Compare():
            return _compared(node, levels, policy)
        case ir.Between(value, ir.Number() as low, ir.Number() as high):
            return _in_ranges(node, value, (_base(low, value), _base(high, value)), levels)
        case ir.TextTest("contains", texts, "any" | "none" as mode):
            return _contains(node, texts, mode == "any", levels)
        case ir.Exists(scope):
            return _one(node, ir.Count(scope), (Range(Decimal(1), None),), levels)
        case ir.Not(part) if isinstance(part, _ATOMS):
            return _opposite(_claims(part, levels, policy), node)
        case ir.TextTest(mode="all") if node.relation == "contains":
            each = [_contains(node, (text,), True, levels) for text in node.operands]
            return Claims(tuple(claim for found in each for claim in found.all), True)
        case ir.TextTest(mode="none"):
            return _opposite(_claims(replace(node, mode="any"), levels, policy), node)
        case ir.TextTest() | ir.Ordered() | ir.Inside() | ir.Judged() | ir.Quoted():
            return _truth(node, levels)
        case _:
            return NONE


def _opposite(found: Claims, node: ir.Formula) -> Claims:
    """Claim that a single claim does not hold."""
    if not found.exact or len(found.all) != 1:
        return NONE
    (claim,) = found.all
    values = ranges.complement(claim.values)
    return Claims((replace(claim, values=values, node=node),), True)


def _truth(node: ir.Formula, levels: tuple[Level, ...]) -> Claims:
    """Claim of a predicate that it holds: its value is 1, not 0."""
    one = Decimal(1)
    possible = Domain((Range(Decimal(0), one),), True)
    claim = Claim(levels, canonical(node), "truth", (Range(one, one),), possible, node)
    return Claims((claim,), True)


def _union(found: list[Claims]) -> Claims:
    """Join alternatives about one and the same value."""
    first = found[0].all[:1]
    if not all(f.exact and len(f.all) == 1 and same(f.all[0], first[0]) for f in found):
        return NONE
    (claim,) = first
    values = tuple(r for f in found for r in f.all[0].values)
    return Claims((replace(claim, values=values),), True)


def same(one: Claim, other: Claim) -> bool:
    """Tell whether two claims are about the same value."""
    return (one.subject, one.dimension, one.levels) == (
        other.subject, other.dimension, other.levels,
    )  # fmt: skip


def _quantified(node: ir.Quantified, levels: tuple[Level, ...], policy: Policy) -> Claims:
    beside = "adjacent" if node.adjacent else "next" if node.next else ""
    over = f"{beside} {node.variable} {canonical(node.scope)}".strip()
    match node.quantifier:
        case "each":
            return _claims(node.body, (*levels, Level(over, every=True)), policy)
        case "any" | "at-least" | "exactly" if node.quantifier == "any" or node.number > 0:
            found = _claims(node.body, (*levels, Level(over, every=False)), policy)
            exact = found.exact and node.quantifier == "any" and len(found.all) == 1
            return Claims(found.all, exact)
        case _:
            return NONE


# -- comparisons ----------------------------------------------------------------------
def _compared(node: ir.Compare, levels: tuple[Level, ...], policy: Policy) -> Claims:
    if isinstance(node.right, ir.Moment):
        return _clock(node, node.right.minutes, levels)
    if isinstance(node.right, ir.Number):
        low, high = _base(node.right, node.left)
        if low is None or high is None:
            return NONE
        if low != high and node.comparator != "=":
            return NONE
        room = _room(node, max(abs(low), abs(high)), policy)
        values = _widened(node.comparator, low, high, room)
        return _one(node, node.left, values, levels, node.right.unit.dimension)
    if isinstance(node.left, LITERALS) or node.slack is not None or node.tolerance is not None:
        return NONE
    return _pair(node, levels)


def _widened(comparator: ir.Comparator, low: Decimal, high: Decimal, room: Decimal) -> Ranges:
    """Return the values that compare so, a tolerance loosening the bound."""
    low, high = low - room, high + room
    if comparator == "!=":
        return ranges.complement(((Range(low, high)),))
    return ranges.compared(comparator, low, high)


def _room(node: ir.Compare, size: Decimal, policy: Policy) -> Decimal:
    slack = Decimal(0)
    if node.slack is not None and node.slack.value.high is not None:
        slack = node.slack.value.high * node.slack.unit.factor
    if node.tolerance is not None:
        return max(slack, size * node.tolerance)
    if node.about:
        return max(slack, size * policy.about_tolerance)
    if node.comparator in ("=", "!=") and node.slack is None and not domain(node.left).integer:
        return size * policy.equality_tolerance
    return slack


def _clock(node: ir.Compare, minutes: int, levels: tuple[Level, ...]) -> Claims:
    """A bound in the small hours is also the one of the next night."""
    values = ranges.compared(node.comparator, Decimal(minutes), Decimal(minutes))
    if minutes < _NOON:
        later = Decimal(minutes + DAY)
        today: Ranges = (Range(None, Decimal(DAY), below=True),)
        night: Ranges = (Range(Decimal(DAY), None),)
        shifted = ranges.compared(node.comparator, later, later)
        values = (*ranges.meet(values, today), *ranges.meet(shifted, night))
    return _one(node, node.left, values, levels, "clock")


def _pair(node: ir.Compare, levels: tuple[Level, ...]) -> Claims:
    """Two measured values: their difference against 0."""
    left, right, comparator = canonical(node.left), canonical(node.right), node.comparator
    zero = Decimal(0)
    if left == right:
        nothing = Domain((Range(zero, zero),), True)
        claim = Claim(levels, left, "same", ranges.compared(comparator, zero, zero), nothing, node)
        return Claims((claim,), True)
    if left > right:
        left, right, comparator = right, left, mirrored(comparator)
    values = ranges.compared(comparator, zero, zero)
    return Claims((Claim(levels, f"{left} - {right}", "", values, ANY, node),), True)


def _in_ranges(
    node: ir.Between, value: ir.Expr, ends: tuple[Any, Any], levels: tuple[Level, ...]
) -> Claims:
    (low, _), (_, high) = ends
    if low is None or high is None:
        return NONE
    assert isinstance(node.low, ir.Number)  # noqa: S101
    return _one(node, value, (Range(low, high),), levels, node.low.unit.dimension)


def _base(number: ir.Number, beside: ir.Expr) -> tuple[Decimal | None, Decimal | None]:
    """Return the ends of a number in base units; a bare one has the unit of what it bounds."""
    unit = number.unit
    if unit.dimension == "one" and not unit.name:
        unit = _unit(beside) or unit
    scaled = number.value.scaled(unit.factor, unit.offset)
    return scaled.low, scaled.high


def _unit(node: ir.Expr) -> Any:
    match node:
        case ir.Measure():
            return node.unit
        case ir.Aggregate(_, value) | ir.Of(value):
            return _unit(value)
        case _:
            return None


# -- claims about one value -----------------------------------------------------------
def _one(
    node: Any, value: ir.Expr, values: Ranges, levels: tuple[Level, ...], dimension: str = "one"
) -> Claims:
    possible = domain(value)
    while isinstance(value, ir.Of):
        levels = (*levels, _member(value.scope))
        value = value.value
    counted = dimension == "fraction" or dimension.startswith("count:")
    dimension = "one" if counted else dimension
    claim = Claim(levels, canonical(value), dimension, values, possible, node)
    return Claims((claim,), True)


def _member(scope: ir.Scope) -> Level:
    only = scope.filters[0] if len(scope.filters) == 1 else None
    single = isinstance(only, ir.Ordinal) and (
        only.kind in ("number", "from-end") or (only.kind in ("first", "last") and only.high == 1)
    )
    text = canonical(scope)
    if not single:
        return Level(f"all {text} together", every=True, parts=text)
    bare = scope.widened()
    return Level(text, every=True, broader=canonical(bare))


def _contains(
    node: ir.TextTest, texts: tuple[str, ...], present: bool, levels: tuple[Level, ...]
) -> Claims:
    """A text that is contained occurs at least once."""
    counted = ir.TextMeasure("occurrences", texts, node.whole_words, node.case_sensitive)
    values: Ranges = (Range(Decimal(1), None),) if present else (Range(None, Decimal(0)),)
    found = Claim(levels, canonical(normal(counted)), "one", values, COUNTED, node)
    return Claims((found,), True)
