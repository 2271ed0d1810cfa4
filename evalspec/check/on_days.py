"""Clock times of different days beside each other: the day comes first, then the hour.

Where one thing is compared with itself on another day (`start(sleep) >= start(sleep) of previous`), the
hours are meant, but for what comes several times a day: `each next meal: start - start of previous >= 3 h`.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from evalspec.check.evaluation import Run
from evalspec.check.gaps import UNCLEAR
from evalspec.check.value import Value, unknown
from evalspec.core.quantity import exactly
from evalspec.core.times import DAY
from evalspec.core.verdict import Reason
from evalspec.language import ir


def counted_on(
    run: Run, first: ir.Expr, second: ir.Expr, left: Value, right: Value
) -> tuple[Value, Value]:
    """Return two clock times counted from the first of their days, where these differ."""
    if not left.entries or not right.entries:
        return left, right
    if _same_thing(first, second) and not _in_turn(run, left, right):
        return left, right
    days = [{run.index.day_of(entry) for entry in side.entries} for side in (left, right)]
    every = days[0] | days[1]
    if days[0] == days[1]:
        return left, right
    if None in every or run.index.unclear((*left.entries, *right.entries)):
        return unknown(Reason.DOUBT, UNCLEAR, terms=left.terms), right
    opening = min(day for day in every if day is not None)
    shifted = [
        _shifted(side, {day - opening for day in own if day is not None})
        for side, own in zip((left, right), days, strict=True)
    ]
    return shifted[0], shifted[1]


def _shifted(value: Value, days: set[int]) -> Value:
    """Add the days before a time to it, and to the times it rests on."""
    over = exactly(min(days) * DAY).hull(exactly(max(days) * DAY))
    if value.interval is None or over == exactly(0):
        return value
    terms = value.terms
    if over.exact:
        terms = tuple(
            replace(t, value=t.value + over) if t.unit.dimension == "clock" else t for t in terms
        )
    return replace(value, interval=value.interval + over, terms=terms)


def _same_thing(first: ir.Expr, second: ir.Expr) -> bool:
    """Tell whether the same time of the same things is asked for twice, of other days."""
    one, other = _asked(first), _asked(second)
    if one is None or other is None or one.name != other.name:
        return False
    variable = [all(s.kind == "variable" for s in asked.scopes) for asked in (one, other)]
    return all(variable) or _plain(one) == _plain(other)


def _in_turn(run: Run, left: Value, right: Value) -> bool:
    """Tell whether times are those of a member and the one before it, other than one thing a day."""
    member, before = (run.variables.get(name) for name in ("this", "previous"))
    one, other = (piece.entry if piece is not None else None for piece in (member, before))
    if one is None or other is None or {one.id, other.id} != {*left.entries, *right.entries}:
        return False
    return not run.index.once_a_day(one, other)


def _asked(node: ir.Expr) -> ir.Property | None:
    """Return which time an expression rests on: `start(work)` of `start(work) of day 2 + 30 min`."""
    while isinstance(node, ir.Of | ir.Arithmetic):
        node = node.value if isinstance(node, ir.Of) else node.left
    return node if isinstance(node, ir.Property) else None


def _plain(asked: ir.Property) -> tuple[Any, ...]:
    """Return what a time is asked of, without the days it is on."""
    return tuple(
        (s.kind, s.name, tuple(f for f in s.filters if not isinstance(f, ir.OnDate)))
        for s in asked.scopes
    )
