"""What is compared: constraints on responses, with what each method and each label says.

A method is a run (`rules`, or the name of its file when there are several); a label is a column
of the data set. Both are called voices: either can be the reference, either can be compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from typing import Any, Generic, TypeVar

from msgspec import Struct

from evalspec.compare.debates import Debate
from evalspec.core.errors import InputError
from evalspec.core.record import Record
from evalspec.core.verdict import Outcome
from evalspec.language.kinds import kind_of

K = TypeVar("K")
T = TypeVar("T")
V = TypeVar("V")
DECIDED = "decided"
"""The label that holds what people decided, and the reference where nobody did."""
KIND = "kind"
"""Field that every item has: what its constraint measures."""


class Key(Record, frozen=True):
    """What makes two results be about the same thing."""

    row: str
    """Name of the response."""
    constraint: str
    """Name of the constraint, or its text."""
    occurrence: int = 0
    """0 for the first such constraint of the response, 1 for the second …"""

    @property
    def short(self) -> str:
        """A short name, the same in every run."""
        return sha256(str(self).encode()).hexdigest()[:10]

    def __str__(self) -> str:
        return f"{self.row}/{self.constraint}" + (f"#{self.occurrence}" if self.occurrence else "")


class Item(Struct, eq=False):
    """One constraint on one response, and what was said of it."""

    key: Key
    text: str
    groups: dict[str, str]
    outcomes: dict[str, Outcome] = {}
    """Voice → outcome."""
    special: dict[tuple[str, str], Outcome] = {}
    """Method and label → the outcome that stands against that label, when it is another."""
    evidence: dict[str, dict[str, Any]] = {}
    """Method → its line of the result file."""
    rationales: dict[str, str] = {}
    """Voice → what it gave as its reason."""

    def field(self, name: str) -> str:
        """Return the value of a group field, or what kind of constraint the rules found it to be."""
        return self.groups.get(name) or (self.kind if name == KIND else "")

    @property
    def kind(self) -> str:
        """Return what the constraint measures; empty when no result tells."""
        found = [str(row["canonical"]) for row in self.evidence.values() if "canonical" in row]
        return kind_of(next(filter(None, found), "")) if found else ""

    @property
    def ledger(self) -> dict[str, Any] | None:
        """The line of the rules that shows their numbers; None when there is none."""
        for row in self.evidence.values():
            if row.get("method", "symbolic") == "symbolic" and row.get("scopes"):
                return row
        return None

    def said(self, voice: str, reference: str = "") -> Outcome | None:
        """Return what a voice says; against a label that was given to variants, that of them."""
        return self.special.get((voice, reference), self.outcomes.get(voice))


class Voiced(Generic[K, T]):
    """All items of the files compared, in the order in which they first appear, with voices."""

    def __init__(self) -> None:
        self.by_key: dict[K, T] = {}
        self.methods: list[str] = []
        self.labels: list[str] = []
        self.members: dict[str, tuple[str, ...]] = {}
        """Label → the voices that it is made of: `decided` → the people who labelled."""
        self.debates: list[Debate] = []
        """Debates, recorded or among the judges of a run, as they were held."""
        self.unread = 0
        """Lines that say that a row could not be read."""

    @property
    def voices(self) -> list[str]:
        """Methods and labels."""
        return [*self.methods, *self.labels]

    def add_method(self, name: str) -> None:
        if name not in self.methods:
            self.methods.append(name)

    def add_label(self, name: str, said: dict[str, V], value: V, key: K) -> None:
        """Add a label to what is said of an item. Raises `InputError` when another file disagrees."""
        if name not in self.labels:
            self.labels.append(name)
        if said.setdefault(name, value) is not value:
            message = f"the files disagree on label `{name}` of {key}"
            raise InputError.of("label-conflict", message)


class Items(Voiced[Key, Item]):
    """Constraints on responses."""

    def item(self, key: Key, text: str, groups: dict[str, str]) -> Item:
        """Return the item of a key, which becomes known with it."""
        return self.by_key.setdefault(key, Item(key, text, groups))

    def label(self, item: Item, name: str, value: Outcome) -> None:
        """Add a label. Raises `InputError` when another file says otherwise."""
        self.add_label(name, item.outcomes, value, item.key)


class Occurrences(Generic[K]):
    """Numbers repeated constraints of a response, or criteria of a pair, within one file."""

    def __init__(self, make: Callable[[str, str, int], K]) -> None:
        self._make = make
        self._seen: Counter[tuple[str, str, str]] = Counter()

    def key(self, row: str, asked: str, method: str = "") -> K:
        """Return the key of the next such constraint or criterion that a method decides."""
        number = self._seen[row, asked, method]
        self._seen[row, asked, method] += 1
        return self._make(row, asked, number)
