"""Lookups: values gathered by a key, and values made when they are first asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")
S = TypeVar("S")


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

    def __call__(self, key: K) -> V:
        """Return the value of a key."""
        return self[key]


class _Memoized(Generic[S, K, V]):
    """A method that is a `Memo` of each object, put into the object when it is first asked for."""

    def __init__(self, make: Callable[[S, K], V]) -> None:
        self.make = make
        self.__doc__ = make.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, instance: S, owner: Any = None) -> Memo[K, V]:
        made = instance.__dict__[self.name] = Memo(partial(self.make, instance))
        return made


def memoized(make: Callable[[S, K], V]) -> _Memoized[S, K, V]:
    """Keep what a method of one argument returns, as long as its object lives."""
    return _Memoized(make)
