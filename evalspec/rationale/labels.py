"""Numbers that belong to the name of a thing (`2 eggs`, `1/2 cup berries`), not to a sum."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal

from evalspec.core.record import Record
from evalspec.document.plain import plain_form
from evalspec.rationale.equations import SENTENCE_END, gap_between, joint
from evalspec.rationale.prose import operator, words
from evalspec.rationale.sums import Number

_LETTER = re.compile(r"[^\W\d]")
"""Also the underscore: names that are known are blanked with it."""
_BREAK = re.compile(r"[,;:]|\band\b")
_SHORTEST = 3
"""Letters of a name that is looked for."""


class Frame(Record, frozen=True):
    """What is known of the numbers that a rationale is about."""

    names: Mapping[str, tuple[Decimal, ...]] = {}
    """Name of a part → its amounts, in base units."""
    dimensions: frozenset[str] = frozenset()
    """Dimensions of the amounts; empty when they have none."""


def without_labels(plain: str, numbers: Sequence[Number], frame: Frame) -> tuple[str, list[Number]]:
    """Return the text with such numbers blanked, and the others."""
    masked, kept = _without_names(plain, numbers, frame)
    foreign = [n for n in kept if _is_foreign(n, frame)]
    kept = [n for n in kept if not _is_foreign(n, frame)]
    masked = _blanked(masked, foreign)
    naming = [_names_next(masked, kept, place) for place in range(len(kept))]
    named = [n for n, names in zip(kept, naming, strict=True) if names]
    return _blanked(masked, named), [n for n, names in zip(kept, naming, strict=True) if not names]


def _without_names(plain: str, numbers: Sequence[Number], frame: Frame) -> tuple[str, list[Number]]:
    """Blank the names of parts, but for amounts that stand in them."""
    kept = list(numbers)
    masked = plain
    for name, amounts in sorted(frame.names.items(), key=lambda item: -len(item[0])):
        wanted = plain_form(name)
        if len(wanted) < _SHORTEST:
            continue
        for found in re.finditer(rf"(?<!\w){re.escape(wanted)}(?!\w)", masked):
            inside = [n for n in kept if found.start() <= n.span.start < found.end()]
            if any(n.base in amounts or n.span.end > found.end() for n in inside):
                continue
            kept = [n for n in kept if n not in inside]
            masked = masked[: found.start()] + "_" * len(found[0]) + masked[found.end() :]
    return masked, kept


def _is_foreign(number: Number, frame: Frame) -> bool:
    """Tell whether a number is of another dimension than all that is added."""
    if not frame.dimensions or number.unit is None:
        return False
    return number.unit.dimension not in frame.dimensions


def _names_next(plain: str, numbers: Sequence[Number], place: int) -> bool:
    """Tell whether a number is part of the name of the amount after it: `2 eggs (140 kcal)`."""
    if place + 1 == len(numbers):
        return False
    number, after = numbers[place], numbers[place + 1]
    if number.clock is not None or after.clock is not None:
        return False
    gap = gap_between(plain, number, after)
    bracketed = gap.rstrip().endswith(("(", ":"))
    inner = gap.rstrip()[:-1] if bracketed else gap
    if not _LETTER.search(inner) or operator(inner) or words("total").search(inner):
        return False
    if SENTENCE_END.search(gap) or (not bracketed and _BREAK.search(inner)):
        return False
    before = joint(plain, numbers[place - 1], number) if place else ""
    return before not in ("=", ".")


def _blanked(plain: str, numbers: Sequence[Number]) -> str:
    characters = list(plain)
    for number in numbers:
        start, end = number.span.start, number.span.end
        characters[start:end] = "_" * (end - start)
    return "".join(characters)
