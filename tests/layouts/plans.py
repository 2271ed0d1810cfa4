"""Plans drawn at random: what is in them is the truth that a reader of any layout must find.

A plan is drawn from `domains.yaml` by anything with the methods of `random.Random`, so that
a seed makes it again and hypothesis can shrink it (its smallest draws are the first names, the
fewest items, the smallest numbers).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec

from tests import quick_yaml


@dataclass(frozen=True)
class Measure:
    """What can be measured of an item."""

    name: str
    """As formulas call it."""
    unit: str
    """Unit of its values."""
    spelled: tuple[str, str, str]
    """The unit as texts write it: usual, short, long."""
    label: str
    """As texts call it."""
    range: tuple[int, int]
    """Smallest and largest value."""
    bare: bool = False
    """The unit alone says what is measured: `300 kcal` needs no label."""
    counted: bool = False
    """The label is the unit: `3 sets`."""
    adds: bool = True
    """The values of several items may be summed."""
    short: str = ""
    """The label in one letter."""


@dataclass(frozen=True, eq=False)
class Domain:
    """What plans are about."""

    name: str
    vocabulary: str
    scope: str
    """How a formula calls a group."""
    noun: str
    """How a text calls a group."""
    titles: tuple[str, ...]
    item: str
    """How a formula calls an item."""
    items: tuple[str, ...]
    """Names of items."""
    measures: dict[str, Measure]
    part: str = ""
    """How a formula calls what stands between group and item; empty when nothing does."""
    parts: tuple[str, ...] = ()
    product: tuple[str, ...] = ()
    """Measures whose product is summed over items."""
    product_unit: str = ""
    clock: bool = False
    """Items have a start and an end instead of amounts."""


class Item(NamedTuple):
    """A smallest part: a food, an exercise, a block of a schedule."""

    name: str
    amounts: tuple[tuple[Measure, int], ...] = ()
    start: int = -1
    """Minutes since midnight; -1 when it has no time."""
    end: int = -1
    spread: int = 0
    """How far its first amount reaches: 40 written as `40–50` has 10."""
    joint: str = "{}–{}"
    """How its two ends are written."""
    missing: bool = False
    """Its first amount is not written."""
    options: tuple[Item, ...] = ()
    """It is one of these; its own name and amounts are not written."""
    behind: str = ""
    """What the text says behind it."""
    below: tuple[str, ...] = ()
    """Lines that the text has below it."""


class Part(NamedTuple):
    """What stands between group and item: a meal. Without a name it is the whole group."""

    name: str
    items: tuple[Item, ...]


class Group(NamedTuple):
    """A day, a session, a stage."""

    number: int
    title: str
    parts: tuple[Part, ...]
    times: int = 1
    """It is done so many times."""
    before: tuple[str, ...] = ()
    """Lines that the text has before its items."""
    after: tuple[str, ...] = ()
    """Lines that the text has behind them."""
    same_as: int = 0
    """Number of the group that the text only refers to; 0 when its items are written."""

    @property
    def items(self) -> tuple[Item, ...]:
        """All of its items."""
        return tuple(item for part in self.parts for item in part.items)


class Plan(NamedTuple):
    """What a text tells."""

    domain: Domain
    groups: tuple[Group, ...]

    @property
    def items(self) -> tuple[Item, ...]:
        """All of its items."""
        return tuple(item for group in self.groups for item in group.items)


@cache
def read_domains() -> dict[str, Domain]:
    """Return every domain by its name."""
    data = quick_yaml.load((Path(__file__).parent / "domains.yaml").read_text("utf-8"))
    for name, domain in data.items():
        domain["name"] = name
        for measure, told in domain["measures"].items():
            told["name"] = measure
    return msgspec.convert(data, dict[str, Domain])


def draw_plan(domain: Domain, random: Random) -> Plan:
    """Draw a plan: 1-4 groups of 1-5 items, no name twice, some values above a thousand."""
    names = iter(_shuffled(domain.items, random))
    titles = _shuffled(domain.titles, random)
    parted = bool(domain.part) and random.randint(0, 2) > 0
    measures = list(domain.measures.values())
    if not domain.product and random.randint(0, 3) == 3:
        measures = measures[:1]
    groups = []
    for number in range(1, random.randint(2, 4) + 1):
        if domain.clock:
            parts = [Part("", _blocks(domain, names, random))]
        elif parted:
            parts = [Part(name, _items(measures, names, random, 2)) for name in domain.parts]
        else:
            parts = [Part("", _items(measures, names, random, 4))]
        kept = tuple(part for part in parts if part.items)
        if kept:
            groups.append(Group(number, titles[number - 1], kept))
    return Plan(domain, tuple(groups))


def _shuffled(words: tuple[str, ...], random: Random) -> list[str]:
    left = list(words)
    return [left.pop(random.randint(0, len(left) - 1)) for _ in words]


def _items(
    measures: list[Measure], names: Iterator[str], random: Random, most: int
) -> tuple[Item, ...]:
    drawn = [next(names, "") for _ in range(random.randint(1, most))]
    return tuple(
        Item(name, tuple((m, _value(m, random)) for m in measures)) for name in drawn if name
    )


def _value(measure: Measure, random: Random) -> int:
    """Draw a value; even ones are common, so that many can be written as two times a half."""
    value = random.randint(*measure.range)
    return value - value % 2 if value > 2 and random.randint(0, 2) else value


def _blocks(domain: Domain, names: Iterator[str], random: Random) -> tuple[Item, ...]:
    """Draw blocks that follow each other, some after a gap, in a day that ends before midnight."""
    at = 60 * random.randint(6, 9)
    blocks = []
    for _ in range(random.randint(2, 4)):
        name = next(names, "")
        at += random.choice((0, 0, 15, 45))
        length = random.choice((60, 30, 45, 75, 90, 120, 150))
        if name:
            blocks.append(Item(name, (), at, at + length))
        at += length
    return tuple(blocks)
