"""How far two sequences are apart: Levenshtein's distance."""

from __future__ import annotations

from collections.abc import Hashable, Sequence


def levenshtein(first: Sequence[Hashable], second: Sequence[Hashable]) -> int:
    """Return the least number of members to insert, delete or replace to make one of the other.

    A column of the table is held in two whole numbers, a bit a row (Myers 1999; Hyyrö 2003), so
    texts of 20 000 characters take a tenth of a second.
    """
    if len(first) < len(second):
        first, second = second, first
    if not second:
        return len(first)
    places: dict[Hashable, int] = {}
    for number, one in enumerate(second):
        places[one] = places.get(one, 0) | 1 << number
    every, last = (1 << len(second)) - 1, 1 << (len(second) - 1)
    rises, falls, distance = every, 0, len(second)
    for one in first:
        equal = places.get(one, 0)
        same = (((equal & rises) + rises) ^ rises) | equal | falls
        right, left = falls | ~(same | rises) & every, same & rises
        distance += bool(right & last) - bool(left & last)
        right, left = (right << 1 | 1) & every, left << 1 & every
        rises, falls = left | ~(same | right) & every, right & same
    return distance
