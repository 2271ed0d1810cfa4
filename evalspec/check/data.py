"""Values given with the case: paths into them, and intervals of time inside others."""

from __future__ import annotations

import re
from contextlib import suppress
from decimal import Decimal, InvalidOperation
from typing import Any

from evalspec.check import moments, told
from evalspec.check.entries import piece_of
from evalspec.check.evaluation import Run
from evalspec.check.result import Result, scope_result, text_of, undecided
from evalspec.check.schedule import times
from evalspec.check.timevalues import collected, of_times, slots
from evalspec.check.value import CLOCK, Found, Piece, Value, operand, shown, unknown
from evalspec.core.given import Group, Table
from evalspec.core.quantity import UNITLESS, Quantity, exactly
from evalspec.core.regex import regex
from evalspec.core.times import DAY, Clock
from evalspec.core.timeset import WEEKDAYS, Times, day_name
from evalspec.core.timetext import TimeTextError, read_clock
from evalspec.core.verdict import Reason
from evalspec.document.told import Told
from evalspec.language import ir
from evalspec.vocabulary.fold import fold

Ranges = list[tuple[int, int]]


_CLOCK = regex(r"[0-9]{1,2}[:.h][0-9]{2}(?:\s*[ap]\.?m)?|[0-9]{1,2}\s*[ap]\.?m", re.I)


class MissingDataError(Exception):
    """The case gives no such data."""


def value_of(node: ir.Data, run: Run, piece: Piece | None) -> Value:
    """Return data as a value: numbers, clock times, texts, or anything else as it is."""
    try:
        found = lookup(node, run, piece)
    except MissingDataError as missing:
        return unknown(Reason.MISSING_DATA, str(missing))
    if isinstance(found, Piece):
        return times_of(run, found) or unknown(Reason.UNSUPPORTED, node.root)
    return as_value(found)


def as_value(found: Any) -> Value:
    """Turn a plain value into a typed one."""
    if isinstance(found, Value):
        return found
    if isinstance(found, Times):
        return of_times(found)
    if isinstance(found, Clock):
        return Value(exactly(found.minutes), "clock", CLOCK, "clock", literal=True)
    if isinstance(found, Quantity):
        return Value(found.base(), found.unit.dimension, found.unit, literal=True)
    if isinstance(found, bool):
        return Value(kind="text", dimension="text", content=str(found).lower(), literal=True)
    if isinstance(found, (int, float, Decimal)):
        try:
            return Value(exactly(str(found)), "one", UNITLESS, literal=True)
        except InvalidOperation:
            return unknown(Reason.MISSING_DATA, str(found))
    if isinstance(found, str):
        minutes = clock_minutes(found)
        if minutes is not None:
            return Value(exactly(minutes), "clock", CLOCK, "clock", literal=True)
        return Value(kind="text", dimension="text", content=found, literal=True)
    return Value(kind="data", dimension="data", content=found)


def each(node: ir.Data, run: Run, piece: Piece | None) -> Found:
    """Return the members of a list or mapping of data, for a quantifier."""
    try:
        found = lookup(node, run, piece)
    except MissingDataError as missing:
        return Found(reason=Reason.MISSING_DATA, detail=str(missing))
    if isinstance(found, dict):
        return Found(tuple(Piece(str(name), data=value) for name, value in found.items()))
    if isinstance(found, (list, tuple)):
        return Found(tuple(Piece(_label(n, value), data=value) for n, value in enumerate(found, 1)))
    if isinstance(found, Times):
        spans = [Times(found.calendar, (stretch,)) for stretch in found.stretches]
        return Found(tuple(Piece(span.text(), data=span) for span in spans))
    return Found((Piece(node.root, data=found),))


def _label(number: int, value: Any) -> str:
    """Name a member of a list: by its text, or by the first text of a record."""
    if isinstance(value, Group):
        value = next((inner for inner in value.fields.values() if isinstance(inner, str)), None)
    return value if isinstance(value, str) else str(number)


def collect(node: ir.Collected, run: Run, piece: Piece | None) -> Value:
    """Return the values of an expression for each member of data, or of times, that is asked for."""
    found = members(node.over, run, piece)
    if found.reason:
        return unknown(found.reason, found.detail)
    saved = run.variables.get(node.variable)
    try:
        values = []
        for member in found.pieces:
            run.variables[node.variable] = member
            kept = None if node.where is None else run.truth(node.where, piece)
            if kept is not None and kept.truth is None:
                return unknown(kept.reason, kept.detail)
            if kept is None or kept.truth:
                values.append(run.value(node.value, piece))
    finally:
        run.bind(node.variable, saved)
    missing = next((value for value in values if value.reason), None)
    return missing or Value(kind="data", dimension="data", content=tuple(values), literal=True)


def members(node: ir.Expr, run: Run, piece: Piece | None) -> Found:
    """Return the members of what an expression comes to: data, times, or values collected."""
    if isinstance(node, ir.Data):
        return each(node, run, piece)
    value = run.value(node, piece)
    if value.kind not in ("times", "slots", "data"):
        return Found(reason=value.reason or Reason.UNSUPPORTED, detail=value.detail)
    if collected(value):
        return Found(tuple(Piece(str(n), data=one) for n, one in enumerate(value.content, 1)))
    return Found(tuple(Piece(one.text(), data=one) for one in slots(value)))


def lookup(node: ir.Data, run: Run, piece: Piece | None) -> Any:
    """Follow a path into the data, a variable, or a thing the response names."""
    bound = run.variables.get(node.root)
    name = node.root
    if node.root == "data":
        current: Any = run.data
    elif bound is not None:
        current = bound.data if bound.entry is None and bound.text is None else bound
        if isinstance(current, Told) and node.path:
            return told.field(ir.Field(str(node.path[0]), "?"), run, bound)
    elif piece is not None and node.root in ("it", "this"):
        current = piece
    else:
        current = _named_piece(run, node.root)
    for step in node.path:
        key = step if isinstance(step, (str, int)) else _key(step, run, piece)
        name += f".{key}"
        current = _step(run, current, key, name)
    return current


def given(node: ir.IsGiven, run: Run, piece: Piece | None) -> Result:
    """Tell whether data that may be absent are there."""
    try:
        lookup(node.value, run, piece)
    except MissingDataError:
        return scope_result(piece, node, False, computed="absent", bound="is given")
    return scope_result(piece, node, True, computed="present", bound="is given")


def among(node: ir.Among, run: Run, piece: Piece | None) -> Result:
    """Tell whether a name, or a pair of names, is one of those that data hold."""
    values = [run.value(value, piece) for value in node.values]
    held = run.value(node.of, piece)
    missing = next((v for v in values if _plain(v) is None), None)
    missing = missing or (held if held.kind != "data" else None)
    if missing is not None:
        return undecided(piece, node, missing, Reason.MISSING_DATA)
    names = [str(_plain(value)) for value in values]
    operands = tuple(operand(term, term.unit) for value in values for term in value.terms)
    return scope_result(
        piece, node, holds(held.content, [fold(name) for name in names]),
        computed=", ".join(names), bound=f"in {text_of(node.of)}", operands=operands,
    )  # fmt: skip


def _plain(value: Value) -> str | None:
    """Write a value as the name that data hold it by; None when it is no name."""
    if value.kind == "times":
        return _day(value.content)
    if value.kind != "text":
        return shown(value.interval, value.unit) if value.interval is not None else None
    return str(value.content if isinstance(value.content, str) else value.content[0])


def _day(whole: Times) -> str | None:
    if whole.calendar == "clock" or len(whole.stretches) != 1 or whole.minutes != DAY:
        return None
    return day_name(whole.calendar, whole.start // DAY) if whole.start % DAY == 0 else None


def holds(held: Any, names: list[str]) -> bool:
    """Tell whether data hold a folded name, or a pair of them."""
    if isinstance(held, Table):
        return len(names) > 1 and names[1] in held.cells.get(names[0], {})
    if len(names) > 1:
        pairs = (one for one in held if isinstance(one, (list, tuple)))
        return any([fold(str(part)) for part in pair] == names for pair in pairs)
    return any(fold(str(one)) == names[0] for one in held)


def times_of(run: Run, piece: Piece) -> Value | None:
    """Return the times of a thing of the response, with its weekday or date; None for none."""
    if piece.entry is None:
        return None
    stretch = times(run, piece.entry).stretch
    if stretch is None:
        return unknown(Reason.MISSING_AMOUNT, f"times of {piece.label}")
    hours = Times("clock", (stretch,))
    day = moments.PROPERTY["weekday"](run, [Found((piece,))])
    if day.interval is not None and day.interval.low is not None:
        low = (int(day.interval.low) - 1) * DAY
        hours = Times("week", ((low + stretch[0], low + stretch[1]),))
    return of_times(hours, piece.label, "times", run.index.cite(piece.entry.span))


def _key(step: ir.Expr, run: Run, piece: Piece | None) -> str | int:
    value = run.value(step, piece)
    if value.kind == "weekday" and value.interval is not None and value.interval.low is not None:
        return WEEKDAYS[int(value.interval.low) - 1].lower()
    if value.kind == "date" and value.content is not None:
        return str(value.content.text())
    if value.kind in ("text", "times"):
        name = _plain(value)
        if name is not None:
            return name
    if value.interval is not None and value.interval.exact and value.interval.low is not None:
        return int(value.interval.low)
    raise MissingDataError(value.detail or value.reason.value or "key")


def _step(run: Run, current: Any, key: str | int, name: str) -> Any:
    if isinstance(current, Piece):
        return _field(run, current, str(key), name)
    if isinstance(current, Group):
        if key in current.fields and current.fields[str(key)] is not None:
            return current.fields[str(key)]
        raise MissingDataError(name)
    if isinstance(current, Table):
        current = current.cells
        key = fold(str(key))
    if isinstance(current, dict):
        if key in current:
            return current[key]
        folded = fold(str(key))
        for known, value in current.items():
            if fold(str(known)) == folded:
                return value
    elif isinstance(current, (list, tuple)) and isinstance(key, int) and 0 <= key < len(current):
        return current[key]
    raise MissingDataError(name)


def _field(run: Run, piece: Piece, field: str, name: str) -> Any:
    """Return a property of a thing in the response: its day, start, end, or a field."""
    found = [Found((piece,))]
    wanted = fold(field)
    if wanted in ("day", "weekday"):
        value = moments.PROPERTY["weekday"](run, found)
        return value if value.interval is not None else moments.PROPERTY["date"](run, found)
    if wanted in moments.PROPERTY:
        return moments.PROPERTY[wanted](run, found)
    if piece.entry is not None:
        for header, span in piece.entry.fields:
            if header == wanted:
                return span.of(run.text.response)
    if isinstance(piece.data, dict):
        return _step(run, piece.data, field, name)
    raise MissingDataError(name)


def _named_piece(run: Run, name: str) -> Piece:
    """Find the thing in the response that a free name means: by label, else the only timed one."""
    folded = fold(name)
    index = run.index
    named = [e for e in index.entries[1:] if folded in e.names]
    timed = [e for e in index.entries if e.starts]
    chosen = [e for e in named if e.starts] or named or timed
    stretches = {times(run, e).stretch for e in chosen}
    if not chosen or len(stretches) > 1:
        raise MissingDataError(name)
    return piece_of(run, chosen[0], None)


# -- intervals of time ---------------------------------------------------------------------
def time_ranges(run: Run, found: Any) -> Ranges | None:
    """Read one or several intervals of time from data or from a piece of the response."""
    if isinstance(found, Piece):
        if found.entry is None:
            return time_ranges(run, found.data)
        stretch = times(run, found.entry).stretch
        return None if stretch is None else [stretch]
    if isinstance(found, Value):
        return time_ranges(run, found.content) if found.content is not None else None
    if isinstance(found, str):
        clocks = [
            minutes for one in _CLOCK.findall(found) if (minutes := clock_minutes(one)) is not None
        ]
        whole = len(clocks) % 2 == 0 and bool(clocks)
        return list(map(_ordered, clocks[::2], clocks[1::2])) if whole else None
    if isinstance(found, dict):
        if "start" in found and "end" in found:
            return time_ranges(run, [found["start"], found["end"]])
        return None
    if isinstance(found, (list, tuple)):
        return _listed(run, found)
    return None


def _listed(run: Run, found: list[Any] | tuple[Any, ...]) -> Ranges | None:
    ends = [_single(item) for item in found]
    if len(found) == 2 and ends[0] is not None and ends[1] is not None:
        return [_ordered(ends[0], ends[1])]
    ranges: Ranges = []
    for item in found:
        inner = time_ranges(run, item)
        if inner is None:
            return None
        ranges += inner
    return ranges


def _single(item: Any) -> int | None:
    if isinstance(item, bool):
        return None
    if isinstance(item, int):
        return item
    return clock_minutes(item) if isinstance(item, str) else None


def _ordered(start: int, end: int) -> tuple[int, int]:
    return (start, end) if end >= start else (start, end + DAY)


def clock_minutes(text: str) -> int | None:
    """Read a text that is one clock time; None for any other text."""
    with suppress(TimeTextError):
        return read_clock(text)
    return None
