"""What is compared: criteria on pairs of responses, with what each method and each label says."""

from __future__ import annotations

from collections import Counter
from typing import Any

from msgspec import Struct

from evalspec.compare.items import Voiced
from evalspec.core.pair import Slot, Winner
from evalspec.core.record import Record

CRITERION = "criterion"
"""Field that every item has."""


class PairKey(Record, frozen=True):
    """What makes two results be about the same thing."""

    row: str
    """Name of the pair."""
    criterion: str
    occurrence: int = 0
    """0 for the first such pair of a file, 1 for the second …"""

    def __str__(self) -> str:
        return f"{self.row}/{self.criterion}"


class Asked(Record, frozen=True):
    """One question to a judge about a pair."""

    first: Slot
    said: Winner


class PairItem(Struct, eq=False):
    """One criterion on one pair, and what was said of it."""

    key: PairKey
    systems: tuple[str, str]
    groups: dict[str, str]
    request: str
    """Name of the request; of the pair where none is told."""
    said: dict[str, Winner] = {}
    """Voice → what it says."""
    readings: dict[str, dict[str, Winner]] = {}
    """Name of another reading → voice → what it says by that."""
    slot: Slot | None = None
    """Which response the labels saw first."""
    texts: tuple[str, str] | None = None
    """Both responses, where they are there."""
    asked: dict[str, tuple[Asked, ...]] = {}
    """Method → every question it was asked."""
    evidence: dict[str, dict[str, Any]] = {}
    """Method → its line of the result file."""

    def field(self, name: str) -> str:
        """Return the value of a field, or of several joined by commas."""
        parts = [part.strip() for part in name.split(",")]
        return ", ".join(self._field(part) for part in parts)

    def _field(self, name: str) -> str:
        return self.groups.get(name) or (self.key.criterion if name == CRITERION else "")

    @property
    def words(self) -> tuple[int, int] | None:
        """Return the length of both in words; None when the texts are not there."""
        return (
            None if self.texts is None else (len(self.texts[0].split()), len(self.texts[1].split()))
        )

    def saw(self, voice: str) -> tuple[Asked, ...]:
        """Return what a voice said of which order, where that is told."""
        if voice in self.asked:
            return self.asked[voice]
        said = self.said.get(voice)
        return (Asked(self.slot, said),) if self.slot is not None and said is not None else ()


class Rereading(Record, frozen=True):
    """What one reading of the same replies takes for a verdict where another one differs."""

    reading: str
    statements: int
    ties_of_nothing: int
    """A tie where nothing is said."""
    sides_of_nothing: int
    """A side where nothing is said."""
    off_menu: int
    """What no menu holds."""
    others: int
    """A verdict that is not the one that is said."""


class PairItems(Voiced[PairKey, PairItem]):
    """Criteria on pairs."""

    def __init__(self) -> None:
        super().__init__()
        self.spent: dict[str, Counter[str]] = {}
        """Method → tokens and cost (in millionths)."""
        self.rereadings: list[Rereading] = []

    def item(
        self, key: PairKey, systems: tuple[str, str], groups: dict[str, str], request: str
    ) -> PairItem:
        """Return the item of a key, which becomes known with it."""
        return self.by_key.setdefault(key, PairItem(key, systems, groups, request))

    def label(self, item: PairItem, name: str, value: Winner) -> None:
        """Add a label. Raises `InputError` when another file says otherwise."""
        self.add_label(name, item.said, value, item.key)
