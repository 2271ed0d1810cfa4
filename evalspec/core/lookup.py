"""Lookups: values gathered by a key, and values made when they are first asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


def grouped(pairs: Iterable[tuple[K, V]]) -> dict[K, list[V]]:
    """Gather values by their keys, both in the order in which they come."""
    found: dict[K, list[V]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return found


def firsts(pairs: Iterable[tuple[K, V]]) -> dict[K, V]:
    """Keep the first value of each key."""
    found: dict[K, V] = {}
    for key, value in pairs:
        found.setdefault(key, value)
    return found


class Memo(dict[K, V]):
    """Values that are made when they are first asked for."""

    def __init__(self, make: Callable[[K], V]) -> None:
        """Take what makes the value of a key."""
        super().__init__()
        self.make = make

    def __missing__(self, key: K) -> V:
        """Make a value and keep it."""
        made = self[key] = self.make(key)
        return made
