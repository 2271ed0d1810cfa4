"""`most(VISITS, START, TABLE)`: how many visits can be made one after the other, by search.

A visit has a place, a window and a least length; between two places lies a journey of the
table. Every order is tried, the earliest end of each set of visits and last place is kept
(Held and Karp 1962), so the number is proven.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from evalspec.check.value import Value, unknown
from evalspec.core.given import Group, Table
from evalspec.core.quantity import UNITLESS, Quantity, exactly
from evalspec.core.times import Clock
from evalspec.core.timeset import Times
from evalspec.core.verdict import Reason
from evalspec.vocabulary.fold import fold

MOST = 14
"""Visits beyond which the search is not tried."""


class _Visit(NamedTuple):
    place: str
    windows: tuple[tuple[int, int], ...]
    length: int


class _MissingError(Exception):
    """Something that the search needs is not given."""


def most_visits(values: list[Value]) -> Value:
    """Return the greatest number of visits that can be made."""
    missing = next((v for v in values if v.kind != "data"), None)
    if missing is not None:
        return missing if missing.reason else unknown(Reason.UNSUPPORTED, "most")
    try:
        return Value(exactly(_searched(*(value.content for value in values))), "one", UNITLESS)
    except _MissingError as error:
        return unknown(Reason.MISSING_DATA, str(error))


def _searched(visits: Any, start: Any, table: Any) -> int:
    held = list(visits.values()) if isinstance(visits, dict) else list(visits)
    if len(held) > MOST:
        raise _MissingError(f"more than {MOST} visits")
    every = [_visit(one) for one in held]
    if not isinstance(start, Group) or not isinstance(table, Table):
        raise _MissingError("start")
    place, time = start.fields.get("place"), start.fields.get("time")
    if not isinstance(place, str) or not isinstance(time, Clock):
        raise _MissingError("start")
    reached = {(0, -1): time.minutes}
    best = 0
    while reached:
        further: dict[tuple[int, int], int] = {}
        for (done, last), now in reached.items():
            here = every[last].place if last >= 0 else fold(place)
            for number, visit in enumerate(every):
                if done & 1 << number:
                    continue
                end = _ends(visit, now + _journey(table, here, visit.place))
                if end is None:
                    continue
                key = done | 1 << number, number
                further[key] = min(end, further.get(key, end))
        best += bool(further)
        reached = further
    return best


def _ends(visit: _Visit, arrival: int) -> int | None:
    """Return the earliest end of a visit that is reached at a time."""
    for low, high in visit.windows:
        end = max(low, arrival) + visit.length
        if end <= high:
            return end
    return None


def _journey(table: Table, here: str, there: str) -> int:
    if here == there:
        return 0
    found = table.cells.get(here, {}).get(there)
    if not isinstance(found, Quantity) or found.base().low is None:
        raise _MissingError(f"{here} to {there}")
    return int(found.base().low or 0)


def _visit(given: Any) -> _Visit:
    fields = given.fields if isinstance(given, Group) else {}
    place, window, length = (fields.get(name) for name in ("place", "window", "length"))
    if (
        not isinstance(place, str)
        or not isinstance(window, Times)
        or not isinstance(length, Quantity)
    ):
        raise _MissingError("place, window or length of a visit")
    least = length.base().low
    return _Visit(fold(place), window.stretches, int(least or 0))
