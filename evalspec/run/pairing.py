"""Pairs in a data set: which columns hold two responses, who wrote them, and what labels say of them.

A row is a pair (`a`, `b`), or rows are responses that are compared with each other: those that
agree on `by`, each system with every other one (`against: all`) or with one of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import convert

from evalspec.core.errors import InputError, Problem
from evalspec.core.lookup import grouped
from evalspec.core.pair import Slot, Winner
from evalspec.core.record import Record
from evalspec.core.settling import settle_rounds
from evalspec.core.span import At
from evalspec.run.columns import MISSING, Row, has_column, text_in, text_of, value_of

ALL = "all"
_SIDES = {"a": Winner.A, "b": Winner.B, "tie": Winner.TIE}


class Texts(Record, frozen=True):
    """Where the texts stand that a file of pairs speaks of."""

    file: str
    """Beside the file of pairs."""
    on: tuple[str, ...]
    """Columns that both files have: the request they name is the same."""
    column: str
    """Column with a mapping of systems to their responses."""
    request: str = ""
    """Column of what was asked."""


class Pairing(Record, frozen=True):
    """Which columns make a pair."""

    a: str = ""
    """Column of the first response."""
    b: str = ""
    system_a: str = ""
    """Column of who wrote it."""
    system_b: str = ""
    by: tuple[str, ...] = ()
    """Columns on which two rows must agree to be a pair."""
    system: str = ""
    """Column of who wrote the response of a row."""
    against: str = ALL
    first: str = ""
    """Column of which response was shown first: A, B, or who wrote it."""
    criterion: str = ""
    """Column of the criterion that labels are about."""
    scenario: str = ""
    """Column of the scenario of the spec whose criteria are asked."""
    request: tuple[str, ...] = ()
    """Columns that name the request: what is said of one request is not independent."""
    texts: Texts | None = None

    @property
    def columns(self) -> dict[str, str]:
        """Return the columns that some row must have, and what they are for."""
        named = {
            self.a: "response A", self.b: "response B", self.system_a: "system of A",
            self.system_b: "system of B", self.system: "system", self.first: "shown first",
            self.criterion: "criterion", self.scenario: "scenario",
            **dict.fromkeys(self.by, "pairs agree on it"),
            **dict.fromkeys(self.request, "names the request"),
        }  # fmt: skip
        return {column: use for column, use in named.items() if column}

    def slot(self, row: Row) -> Slot | None:
        """Return which response of a row was shown first; None when it is not told."""
        told = text_in(row, self.first).strip()
        if told in ("A", "B"):
            return "A" if told == "A" else "B"
        systems = self.systems(row)
        return "A" if told and told == systems[0] else "B" if told and told == systems[1] else None

    def systems(self, row: Row) -> tuple[str, str]:
        """Return who wrote the responses of a row."""
        a, b = (text_in(row, one) for one in (self.system_a, self.system_b))
        return a, b

    def name(self, row: Row) -> str:
        """Return the name of the request of a row; empty when no column tells it."""
        return " / ".join(text_in(row, column) for column in self.request or self.by)


class PairLabel(Record, frozen=True):
    """One column of labels of pairs, or one column of recorded debates."""

    name: str
    column: str
    values: dict[str, Winner] = {}
    """Values, as text in lower case, that name a response."""
    places: dict[str, str] = {}
    """Values that name a place: `first` or `second`."""
    missing: tuple[str, ...] = MISSING
    """Values that say nothing."""
    lenient: bool = False
    """What is off the menu says nothing as well; else it is a fault of the row."""
    value: str = ""
    """The column is a list of rounds of statements; this member of each holds what it says."""
    members: tuple[str, ...] = ()
    """Labels that are members of the debate."""
    readings: dict[str, str] = {}
    """Name of another reading → its column, or the member of each statement that holds it."""

    def of(self, row: Row, pairing: Pairing, reading: str = "") -> Winner | None:
        """Return what the label says; None when there is none, undetermined when it says nothing."""
        if self.value:
            rounds = self.rounds(row, pairing, reading)
            if not rounds:
                return None
            position = settle_rounds(rounds).position
            return Winner.UNDETERMINED if position is None else position
        column = self.readings.get(reading, self.column)
        if not has_column(row, column):
            return None
        return self.read(value_of(row, column), row, pairing) or Winner.UNDETERMINED

    def rounds(self, row: Row, pairing: Pairing, reading: str = "") -> list[list[Winner | None]]:
        """Return what was said in each round of a recorded debate; nothing where there is none."""
        rounds = value_of(row, self.column)
        member = self.readings.get(reading, self.value)
        return [
            [_vote(self.read(one.get(member), row, pairing)) for one in each]
            for each in (rounds if isinstance(rounds, list) else ())
        ]

    def read(self, value: Any, row: Row, pairing: Pairing) -> Winner | None:
        """Return what a value says; None for one that is off the menu, or about no known place."""
        text = text_of(value)
        if text in self.missing:
            return Winner.UNDETERMINED
        if text in self.places:
            slot = pairing.slot(row)
            if slot is None:
                return None
            return Winner(slot) if self.places[text] == "first" else Winner(slot).swapped
        if text in self.values:
            return self.values[text]
        systems = [system.lower() for system in pairing.systems(row)]
        if text in systems and systems[0] != systems[1]:
            return (Winner.A, Winner.B)[systems.index(text)]
        return None

    def statements(self, row: Row) -> Iterator[Mapping[str, Any]]:
        """Yield every statement of a recorded debate."""
        rounds = value_of(row, self.column) if self.value else None
        for each in rounds if isinstance(rounds, list) else ():
            yield from (one for one in each if isinstance(one, Mapping))

    def is_unknown(self, row: Row, pairing: Pairing) -> bool:
        """Tell whether a row holds a value that is off the menu, where that is a fault."""
        if self.lenient:
            return False
        if self.value:
            held = [one.get(self.value) for one in self.statements(row)]
        elif has_column(row, self.column):
            held = [value_of(row, self.column)]
        else:
            return False
        return any(self.read(value, row, pairing) is None for value in held)

    @property
    def menu(self) -> str:
        return ", ".join((*self.values, *self.places))


def _vote(said: Winner | None) -> Winner | None:
    return None if said is Winner.UNDETERMINED else said


def load_pairing(given: Mapping[str, Any]) -> Pairing:
    """Return the pairing of an adapter that its schema found sound."""
    by = given.get("by", ())
    return convert({**given, "by": (by,) if isinstance(by, str) else by}, Pairing)


def load_pair_label(name: str, given: Any) -> PairLabel:
    """Return a label of pairs that its schema found sound."""
    if isinstance(given, str):
        given = {"column": given}
    sides = {
        text_of(value): winner for key, winner in _SIDES.items() for value in given.get(key, ())
    }
    places = {text_of(value): key for key in ("first", "second") for value in given.get(key, ())}
    if not sides and not places:
        sides = dict(_SIDES)
    return PairLabel(
        name, given["column"], sides, places,
        missing=tuple(text_of(value) for value in given.get("missing", MISSING)),
        lenient=given.get("off_menu") == "nothing",
        value=given.get("value", ""),
        members=tuple(given.get("members", ())),
        readings=dict(given.get("readings", {})),
    )  # fmt: skip


# -- texts in another file ------------------------------------------------------------------------
class Library:
    """Texts that pairs speak of, by what names their request."""

    def __init__(self, texts: Texts, beside: Path, rows: Iterable[tuple[int, Any]]) -> None:
        """Read them. Raises `InputError` for a row that cannot be read."""
        self._on = texts.on
        self._found: dict[tuple[str, ...], tuple[Mapping[str, str], str]] = {}
        for line, row in rows:
            if isinstance(row, Problem):
                raise InputError([row])
            held = value_of(row, texts.column)
            if not isinstance(held, Mapping):
                at = At(str(beside / texts.file), line, 1)
                message = f"column `{texts.column}` holds no mapping of systems to responses"
                raise InputError.of("bad-row", message, at)
            request = text_in(row, texts.request)
            self._found[self._key(row)] = (held, request)

    def of(self, row: Row, system: str) -> str | None:
        """Return the response of a system to the request of a row."""
        held, _ = self._found.get(self._key(row), ({}, ""))
        return held.get(system)

    def request(self, row: Row) -> str:
        return self._found.get(self._key(row), ({}, ""))[1]

    def _key(self, row: Row) -> tuple[str, ...]:
        return tuple(text_in(row, column) for column in self._on)


# -- rows that are compared with each other -------------------------------------------------------
class Matched(NamedTuple):
    """Two rows that are a pair, by their numbers among all rows."""

    a: int
    b: int


def matched(pairing: Pairing, rows: list[Row]) -> Iterator[Matched]:
    """Yield which rows are compared: those that agree on `by`, of different systems."""
    groups = grouped(
        (tuple(text_in(row, column) for column in pairing.by), number)
        for number, row in enumerate(rows)
    )
    for members in groups.values():
        for one, other in combinations(members, 2):
            first, second = (text_in(rows[n], pairing.system) for n in (one, other))
            if first == second:
                continue
            if pairing.against == ALL:
                yield Matched(one, other)
            elif pairing.against in (first, second):
                yield Matched(one, other) if second == pairing.against else Matched(other, one)
