"""Plain values → typed ones, with every problem at its path in the data.

Works on values alone, so it serves a spec, a data file and a row of a data set; who calls
it knows where a path stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal, InvalidOperation
from typing import Any

from evalspec.core.errors import near
from evalspec.core.given import GivenType, Group, Table
from evalspec.core.quantity import Quantity, Unit, exactly
from evalspec.core.record import Record
from evalspec.core.regex import regex
from evalspec.core.times import DAY, Clock
from evalspec.core.timeset import Times, times
from evalspec.core.timetext import TimeTextError, read_clock, read_spans, read_times
from evalspec.vocabulary.fold import fold

Path = tuple[str | int, ...]
MOST_PROBLEMS = 50
_AMOUNT = regex(r"([-+]?\d[\d,]*(?:\.\d+)?)\s*(.*)")
_PARTS = regex(r"(\d[\d,]*(?:\.\d+)?)\s*([^\W\d]+\.?)(?:\s*(?:,|and)?\s*)")
_CELL = 3
"""Fields of one cell of a table written as a list: two names and the value."""


class Misfit(Record, frozen=True):
    """One value that is not of its type."""

    path: Path
    message: str
    hint: str = ""
    key: bool = False
    """The key at the path is wrong, not the value."""


class _WrongValueError(ValueError):
    """A value is not of its type; the message says why."""


def typed_values(
    data: Mapping[str, Any], types: Mapping[str, GivenType], units: Mapping[str, Unit]
) -> tuple[dict[str, Any], list[Misfit]]:
    """Return the values as their types, and what is wrong with them; untyped data as it is."""
    if not types:
        return dict(data), []
    reading = _Typing(units)
    whole = GivenType("record", fields=dict(types))
    made = reading.record(dict(data), whole, ())
    return made.fields, reading.misfits


def typed_data(
    ours: Mapping[str, Any], given: Mapping[str, Any], types: Mapping[str, GivenType],
    units: Mapping[str, Unit],
) -> dict[str, Any]:  # fmt: skip
    """Return the values of a case over those of its spec; what is not of its type is left out."""
    made, _ = typed_values({**ours, **given}, types, units)
    return {name: value for name, value in made.items() if value is not None}


def names_in(
    values: Mapping[str, Any], types: Mapping[str, GivenType]
) -> dict[str, tuple[str, ...]]:
    """Return the names that given data hold, by what they name."""
    found: dict[str, dict[str, None]] = {}
    for name, given in types.items():
        if name in values:
            for kind, text in _names(values[name], given):
                found.setdefault(kind, {})[text] = None
    return {kind: tuple(names) for kind, names in found.items()}


def _names(value: Any, given: GivenType) -> Iterator[tuple[str, str]]:
    if given.kind == "text" and given.names and isinstance(value, str):
        yield given.names, value
    elif given.kind == "record" and isinstance(value, Group):
        for name, inner in given.fields.items():
            if name in value.fields:
                yield from _names(value.fields[name], inner)
    elif given.kind == "list" and given.of is not None:
        for member in value:
            yield from _names(member, given.of)
    elif given.kind == "map" and given.of is not None:
        for name, member in value.items():
            if given.names:
                yield given.names, name
            yield from _names(member, given.of)


class _Typing:
    """Reads values as types, gathering what does not fit."""

    def __init__(self, units: Mapping[str, Unit]) -> None:
        self.units = units
        self.misfits: list[Misfit] = []

    def misfit(self, path: Path, message: str, hint: str = "", key: bool = False) -> None:
        if len(self.misfits) < MOST_PROBLEMS:
            self.misfits.append(Misfit(path, message, hint, key))

    def value(self, value: Any, given: GivenType, path: Path) -> Any:
        """Return one value as its type; None when it does not fit."""
        try:
            return READ[given.kind](self, value, given, path)
        except (_WrongValueError, TimeTextError) as wrong:
            self.misfit(path, f"`{dotted(path)}`: {wrong}")
            return None

    def record(self, value: Any, given: GivenType, path: Path) -> Group:
        if not isinstance(value, dict):
            raise _expected("a mapping", value)
        known = given.fields
        for name in value:
            if name not in known:
                hint = near(str(name), known, f"fields: {', '.join(known)}")
                said = f"`{dotted((*path, name))}` is not declared under `given:`"
                self.misfit((*path, name), said, hint, True)
        made: dict[str, Any] = {}
        absent = []
        for name, field in known.items():
            if value.get(name) is not None:
                made[name] = self.value(value[name], field, (*path, name))
            elif field.empty:
                made[name] = _empty(field)
            elif field.optional:
                absent.append(name)
            else:
                state = "is empty" if name in value else "is missing"
                said = f"`{dotted((*path, name))}` {state}: expected {field.text()}"
                self.misfit((*path, name) if name in value else path, said)
        return Group(made, tuple(absent))

    def listed(self, value: Any, given: GivenType, path: Path) -> tuple[Any, ...]:
        inner = given.of or GivenType("text")
        if inner.kind in ("span", "days") and isinstance(value, (str, dict)):
            spans = _spans(value)
            return spans if inner.kind == "span" else _single_days(spans, value)
        if not isinstance(value, (list, tuple)):
            raise _expected("a list", value)
        return tuple(self.value(item, inner, (*path, n)) for n, item in enumerate(value))

    def mapped(self, value: Any, given: GivenType, path: Path) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise _expected("a mapping", value)
        inner = given.of or GivenType("text")
        return {str(name): self.value(item, inner, (*path, name)) for name, item in value.items()}

    def table(self, value: Any, given: GivenType, path: Path) -> Table:
        """Read `{a: {b: 3}}`, `[[a, b, 3]]` or a list of records of three fields; pairs of two."""
        cells: dict[str, dict[str, Any]] = {}
        size = 0
        for first, second, cell, where in self.cells(value, given, path):
            row = cells.setdefault(fold(first), {})
            made = True if given.of is None else self.value(cell, given.of, where)
            if fold(second) in row and row[fold(second)] != made:
                self.misfit(where, f"`{dotted(path)}` has two values for {first} and {second}")
            row[fold(second)] = made
            size += 1
        return Table(cells, size)

    def cells(
        self, value: Any, given: GivenType, path: Path
    ) -> Iterator[tuple[str, str, Any, Path]]:
        width = 2 if given.of is None else _CELL
        if isinstance(value, dict) and given.of is not None:
            for first, row in value.items():
                if not isinstance(row, dict):
                    self.misfit(
                        (*path, first), f"`{dotted((*path, first))}`: {_found('a mapping', row)}"
                    )
                    continue
                for second, cell in row.items():
                    yield str(first), str(second), cell, (*path, first, second)
        elif isinstance(value, (list, tuple)):
            for number, item in enumerate(value):
                where = (*path, number)
                row = tuple(item.values()) if isinstance(item, dict) else item
                good = isinstance(row, (list, tuple)) and len(row) == width
                if not good or not all(isinstance(name, str) for name in row[:2]):
                    wanted = "two names" if width == 2 else "two names and a value"
                    self.misfit(where, f"`{dotted(where)}`: {_found(wanted, item)}")
                    continue
                yield row[0], row[1], row[-1], where
        else:
            raise _expected("a list of pairs" if width == 2 else "a mapping or a list", value)

    # -- single values ---------------------------------------------------------------------
    def text(self, value: Any, given: GivenType, path: Path) -> str:
        if not isinstance(value, str):
            raise _expected("a text", value)
        if given.names and not value.strip():
            raise _WrongValueError(f"the name of a {given.names} is empty")
        return value

    def number(self, value: Any, given: GivenType, path: Path) -> Quantity:
        return Quantity(exactly(_number(value, "a number")), Unit("", "one"))

    def amount(self, value: Any, given: GivenType, path: Path) -> Quantity:
        unit = given.unit or Unit("", "one")
        if not isinstance(value, str):
            return Quantity(exactly(_number(value, f"an amount in {unit.name}")), unit)
        found = _AMOUNT.fullmatch(value.strip())
        if found is None:
            raise _expected(f"an amount such as `30 {unit.name}`", value)
        if not found[2]:
            return Quantity(exactly(_number(found[1], "a number")), unit)
        total = Decimal(0)
        end = 0
        text = value.strip()
        for part in _PARTS.finditer(text):
            written = self.units.get(part[2]) or self.units.get(fold(part[2]))
            if part.start() != end or written is None:
                break
            if written.dimension != unit.dimension:
                raise _WrongValueError(f"`{value}` is no amount in {unit.name}")
            total += Decimal(part[1].replace(",", "")) * written.factor
            end = part.end()
        if end != len(text):
            raise _WrongValueError(f"`{text[end:]}` is not a unit")
        return Quantity(exactly(total / unit.factor), unit)

    def truth(self, value: Any, given: GivenType, path: Path) -> bool:
        if not isinstance(value, bool):
            raise _expected("true or false", value)
        return value

    def clock(self, value: Any, given: GivenType, path: Path) -> Clock:
        if not isinstance(value, str):
            raise _expected('a time such as "09:30"', value)
        return Clock(read_clock(value))

    def span(self, value: Any, given: GivenType, path: Path) -> Times:
        made = _times(value)
        if len(made.stretches) != 1:
            raise _WrongValueError(f"`{value}` is not one span of time")
        return made

    def times(self, value: Any, given: GivenType, path: Path) -> Times:
        return _times(value)

    def days(self, value: Any, given: GivenType, path: Path) -> Times:
        if isinstance(value, int) and not isinstance(value, bool):
            value = f"day {value}"
        return _whole_days(_times(value), value)


def _times(value: Any) -> Times:
    """Read `Monday 9:00-10:00, 11:00-12:00`, `[9:00-10:00]` or `{Monday: [9:00-10:00]}`."""
    if isinstance(value, str):
        return read_times(value)
    if isinstance(value, dict) and {"start", "end"} == set(map(str, value)):
        return read_times(f"{value['start']}-{value['end']}")
    if isinstance(value, dict):
        parts = [
            read_times(f"{day} {_hours(hours)}") for day, hours in value.items() if hours != []
        ]
    elif isinstance(value, list):
        nested = next((item for item in value if isinstance(item, list)), None)
        if nested is not None:
            raise _expected("spans such as `Monday 9:00-10:00`", nested)
        parts = [_times(item) for item in value]
    else:
        raise _expected("times such as `Monday 9:00-10:00`", value)
    kinds = {part.calendar for part in parts}
    if len(kinds) > 1:
        raise _WrongValueError("two kinds of days in one set of times")
    stretches = sorted(stretch for part in parts for stretch in part.stretches)
    for (_, end), (start, _) in zip(stretches, stretches[1:], strict=False):
        if start < end:
            raise _WrongValueError("spans overlap")
    return times(kinds.pop() if kinds else "clock", stretches)


def _spans(value: Any) -> tuple[Times, ...]:
    """Read what says a set of times as its spans, which stay apart where they touch."""
    if isinstance(value, dict):
        return tuple(one for day, hours in value.items() for one in _spans_of(day, hours))
    calendar, stretches = read_spans(value)
    return tuple(Times(calendar, (one,)) for one in stretches)


def _spans_of(day: Any, hours: Any) -> tuple[Times, ...]:
    return _spans(f"{day} {_hours(hours)}") if hours != [] else ()


def _single_days(spans: tuple[Times, ...], said: Any) -> tuple[Times, ...]:
    for one in spans:
        _whole_days(one, said)
    days = ((one.calendar, day) for one in spans for day in one.days)
    return tuple(Times(calendar, ((day * DAY, (day + 1) * DAY),)) for calendar, day in days)


def _whole_days(made: Times, said: Any) -> Times:
    if any(end % DAY for stretch in made.stretches for end in stretch):
        raise _WrongValueError(f"`{said}` is not made of whole days")
    return made


def _hours(hours: Any) -> str:
    if isinstance(hours, str):
        return hours
    if isinstance(hours, list) and all(isinstance(item, str) for item in hours):
        return ", ".join(hours)
    raise _expected("spans such as `9:00-10:00`", hours)


def _number(value: Any, wanted: str) -> Decimal:
    if isinstance(value, bool) or not isinstance(value, (int, float, str, Decimal)):
        raise _expected(wanted, value)
    try:
        number = Decimal(str(value).replace(",", "").strip())
    except InvalidOperation:
        raise _expected(wanted, value) from None
    if not number.is_finite():
        raise _expected(wanted, value)
    return number


def _empty(given: GivenType) -> Any:
    empty: dict[str, Any] = {"list": (), "map": {}, "times": Times("clock")}
    return empty.get(given.kind, Table())


def _expected(wanted: str, value: Any) -> _WrongValueError:
    return _WrongValueError(_found(wanted, value))


def _found(wanted: str, value: Any) -> str:
    said = "a mapping" if isinstance(value, dict) else "a list" if isinstance(value, list) else None
    said = said or ("nothing" if value is None else f"`{str(value)[:40]}`")
    return f"expected {wanted}, not {said}"


def dotted(path: Path) -> str:
    """Write a path as a user would: `people.Ann[0]`."""
    text = ""
    for step in path:
        if isinstance(step, int):
            text += f"[{step + 1}]"
        else:
            text += f".{step}" if text else str(step)
    return text


READ: dict[str, Callable[[_Typing, Any, GivenType, Path], Any]] = {
    "text": _Typing.text,
    "number": _Typing.number,
    "amount": _Typing.amount,
    "truth": _Typing.truth,
    "clock": _Typing.clock,
    "span": _Typing.span,
    "times": _Typing.times,
    "days": _Typing.days,
    "list": _Typing.listed,
    "map": _Typing.mapped,
    "table": _Typing.table,
    "pairs": _Typing.table,
    "record": _Typing.record,
}
"""How a value of each kind is read."""
