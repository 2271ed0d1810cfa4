"""The ledger of the rules, of a verdict or a result line, in the form in which a rationale is compared."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from typing import Any

import msgspec

from evalspec.core.quantity import Unit
from evalspec.core.record import Record
from evalspec.core.span import Span
from evalspec.core.verdict import Operand, Outcome, ScopeResult, Verdict
from evalspec.document.mentions.find import find
from evalspec.language.kinds import kind_of
from evalspec.rationale.labels import Frame
from evalspec.vocabulary.fold import fold
from evalspec.vocabulary.lexicon import Lexicon

_CLOCK = re.compile(r"(\d+):(\d\d)(?:\+\d+d)?")
_COUNTED = re.compile(r"count\(\"?([^\W\d]+)")


class Part(Record, frozen=True):
    """What the rules added or counted: an item with its amount, or a block of time."""

    label: str
    value: Decimal
    """In base units; minutes for a block."""
    factors: tuple[Decimal, ...] = ()
    """The numbers of a product, in base units."""
    clock: tuple[int, int] | None = None


class LedgerScope(Record, frozen=True):
    """One comparison that the rules made."""

    label: str
    outcome: Outcome
    computed: Decimal | None
    """In `unit`."""
    bound: Decimal | None
    unit: Unit | None
    parts: tuple[Part, ...] | None
    """None when they are not exact numbers that add up to the value."""
    excluded: tuple[Decimal, ...]
    """Numbers that were not used, in base units."""
    cited: tuple[str, ...]
    """Text that decided a constraint on text."""

    @property
    def base(self) -> Decimal | None:
        """The computed value in base units."""
        return None if self.computed is None else self.computed * self.factor

    @property
    def factor(self) -> Decimal:
        """What one of its unit is in base units."""
        return self.unit.factor if self.unit else Decimal(1)


class Ledger(Record, frozen=True):
    """All comparisons behind one verdict of the rules."""

    dimensions: frozenset[str]
    """Of the numbers that were used; empty when they have none."""

    outcome: Outcome
    kind: str
    canonical: str
    nouns: tuple[str, ...]
    """Folded words for what is counted."""
    scopes: tuple[LedgerScope, ...]


def read_ledger(row: Mapping[str, Any], lexicon: Lexicon) -> Ledger:
    """Read a line of `run -o`."""
    scopes = msgspec.convert(row["scopes"], tuple[ScopeResult, ...])
    return ledger_from(row["canonical"], Outcome(row["outcome"]), scopes, lexicon)


def ledger_of(verdict: Verdict, lexicon: Lexicon) -> Ledger:
    """Return the ledger of a verdict of the rules."""
    return ledger_from(verdict.canonical, verdict.outcome, verdict.scopes, lexicon)


def ledger_from(
    canonical: str, outcome: Outcome, scopes: tuple[ScopeResult, ...], lexicon: Lexicon
) -> Ledger:
    """Return the ledger of a canonical formula, its outcome and its comparisons."""
    operands = [operand for scope in scopes for operand in scope.operands]
    measures = {scope.measure for scope in scopes}
    roles = {operand.role for operand in operands}
    named = {found[1] for text in measures if (found := _COUNTED.match(text))}
    kind = kind_of(canonical)
    words = {*named, *(roles if kind == "count" else ()), *measures}
    ranks = [lexicon.ranks[word] for word in words if word in lexicon.ranks]
    words |= {word for rank in ranks for word in rank.words}
    nouns = tuple(sorted({fold(word) for word in words}))
    names = ({one.unit for one in operands} | {one.unit for one in scopes}) - {""}
    units = [unit for name in names if (unit := unit_named(name, lexicon)) is not None]
    dimensions = frozenset(unit.dimension for unit in units)
    made = tuple(_scope(scope, lexicon) for scope in scopes)
    return Ledger(dimensions, outcome, kind, canonical, nouns, made)


def _scope(scope: ScopeResult, lexicon: Lexicon) -> LedgerScope:
    unit = unit_named(scope.unit, lexicon)
    computed = _number(scope.computed)
    return LedgerScope(
        label=scope.label,
        outcome=scope.outcome,
        computed=computed,
        bound=_number(scope.bound.split(" ", 1)[-1]),
        unit=unit,
        parts=_additive(_parts(scope.operands, lexicon), computed, unit),
        excluded=tuple(
            value for excluded in scope.excluded for value in _amounts(excluded.cited.text, lexicon)
        ),
        cited=tuple(cited.text for cited in scope.offending),
    )


def frame_of(ledger: Ledger) -> Frame:
    """Return what is known of the numbers that a rationale on a ledger is about."""
    names: dict[str, tuple[Decimal, ...]] = {scope.label: () for scope in ledger.scopes}
    for scope in ledger.scopes:
        for part in scope.parts or ():
            names[part.label] = (*names.get(part.label, ()), part.value, *part.factors)
    return Frame(names, ledger.dimensions)


def _additive(
    parts: tuple[Part, ...] | None, computed: Decimal | None, unit: Unit | None
) -> tuple[Part, ...] | None:
    """Return the parts if their sum is the value; blocks inside others, for one, are no parts."""
    if parts is None or computed is None:
        return None
    total = sum((part.value for part in parts), Decimal(0))
    return parts if total == computed * (unit.factor if unit else 1) else None


def _parts(operands: tuple[Operand, ...], lexicon: Lexicon) -> tuple[Part, ...] | None:
    """Put the numbers of one item together: factors of a product, start and end of a block."""
    parts: list[Part] = []
    open_item: list[Operand] = []
    for operand in operands:
        roles = [other.role for other in open_item]
        same = bool(open_item) and open_item[0].label == operand.label
        if open_item and (not same or operand.role in roles):
            parts += _part(open_item, lexicon)
            open_item = []
        open_item.append(operand)
    parts += _part(open_item, lexicon) if open_item else []
    return None if None in parts else tuple(part for part in parts if part is not None)


def _part(operands: list[Operand], lexicon: Lexicon) -> list[Any]:
    """Return the part of an item, or None in a list when a number is not exact."""
    label = operands[0].label
    by_role = {operand.role: operand.value for operand in operands}
    if {"start", "end"} <= by_role.keys():
        ends = [_CLOCK.fullmatch(by_role[role]) for role in ("start", "end")]
        if None in ends:
            return [None]
        start, end = (int(m[1]) * 60 + int(m[2]) for m in ends if m)
        return [Part(label, Decimal((end - start) % 1440), (), (start % 1440, end % 1440))]
    values = [_base(operand, lexicon) for operand in operands]
    if any(value is None for value in values):
        return [None]
    found = tuple(value for value in values if value is not None)
    product = Decimal(1)
    for value in found:
        product *= value
    return [Part(label, product, found if len(found) > 1 else ())]


def _base(operand: Operand, lexicon: Lexicon) -> Decimal | None:
    value = _number(operand.value)
    unit = unit_named(operand.unit, lexicon)
    return value * unit.factor if value is not None and unit is not None else value


def _number(text: str) -> Decimal | None:
    try:
        value = Decimal(text)
    except InvalidOperation:
        return None
    return value if value.is_finite() else None


def _amounts(text: str, lexicon: Lexicon) -> list[Decimal]:
    found = find(text, Span(0, len(text)), lexicon).quantities
    return [
        m.value.low * (m.unit.factor if m.unit else 1)
        for m in found
        if m.value.low is not None and m.value.low == m.value.high
    ]


def unit_named(name: str, lexicon: Lexicon) -> Unit | None:
    """Return the unit that a ledger writes by this name; None for a bare number."""
    text = f"1 {name}"
    found = find(text, Span(0, len(text)), lexicon).quantities if name else ()
    return found[0].unit if found else None
