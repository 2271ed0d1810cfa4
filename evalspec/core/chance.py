"""Chance that is the same everywhere: of a generator only what Python keeps from version to version."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Chance:
    """A stream of choices that a text determines."""

    def __init__(self, seed: str) -> None:
        """Begin the stream; the same text gives the same one in every process."""
        self._next = Random(seed).random  # noqa: S311

    def below(self, number: int) -> int:
        """Return a whole number from 0 on, less than `number`."""
        return int(self._next() * number)

    def among(self, values: Sequence[T]) -> T:
        """Return one of some values."""
        return values[self.below(len(values))]

    def some(self, values: Sequence[T], number: int) -> list[T]:
        """Return so many of some values, in their order."""
        left = list(range(len(values)))
        chosen = [left.pop(self.below(len(left))) for _ in range(number)]
        return [values[at] for at in sorted(chosen)]

    def each(self, values: Sequence[T]) -> Iterator[T]:
        """Yield all values, in an order by chance."""
        left = list(values)
        while left:
            yield left.pop(self.below(len(left)))

    def happens(self, share: Decimal) -> bool:
        """Return true with a probability."""
        return self.below(1_000_000) < int(share * 1_000_000)
