"""Numbers that operators join → equations."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from evalspec.core.span import Span
from evalspec.rationale.prose import operator, words
from evalspec.rationale.sums import Equation, Number, Token, equation

SENTENCE_END = re.compile(r"[.!?;]\s+(?=[^\s\d])|[.!?]$|\n")
_AFTER_WORD = re.compile(r"[^\W\d_]\s+$")
_NEAR = 8
_LONGEST_GAP = 90


def read_equations(plain: str, numbers: Sequence[Number]) -> list[Equation]:
    """Return every equation, in the order in which they end."""
    made, joined = _lengths(plain, numbers)
    made += _equations(plain, joined)
    return sorted(made, key=lambda one: one.span.end)


def _lengths(plain: str, numbers: Sequence[Number]) -> tuple[list[Equation], list[Number]]:
    """Read `9:00 to 12:00 (3 h)`; in sums, the length then stands for both."""
    made: list[Equation] = []
    joined: list[Number] = []
    for place, number in enumerate(numbers):
        before = numbers[place - 1] if place else None
        if (
            before is not None
            and before.clock is not None
            and number.clock is None
            and number.unit is not None
            and number.unit.dimension == "time"
            and joint(plain, before, number) in ("=", ".")
        ):
            span = Span(before.span.start, number.span.end)
            found = equation([Token("+", before)], number, span)
            made += [found] if found is not None else []
            joined[-1] = replace(number, span=span)
        else:
            joined.append(number)
    return made, joined


def _equations(plain: str, numbers: Sequence[Number]) -> Iterator[Equation]:
    for run in _runs(plain, numbers):
        sides = _sides(run)
        for left, right in zip(sides, sides[1:], strict=False):
            if not right or not _is_sum(left):
                continue
            span = Span(left[0].number.span.start, right[0].number.span.end)
            made = [
                found
                for result in (_about(plain, left[-1], right[0]), *_whole(right))
                if (found := equation(left, result, span)) is not None
            ]
            if made:
                yield next((found for found in made if found.right), made[0])


def _about(plain: str, last: Token, first: Token) -> Number:
    """Return a result; it is about right where the sign before it says so: `≈`, `is roughly`."""
    gap = gap_between(plain, last.number, first.number)
    return replace(first.number, about=True) if words("about").search(gap) else first.number


def _whole(tokens: Sequence[Token]) -> list[Number]:
    """Return what the next side comes to, as a number: `2 + 3 = 4 + 1`."""
    if len(tokens) < 2:
        return []
    first = tokens[0].number
    made = equation(tokens, first, first.span)
    if made is None:
        return []
    return [Number(first.span, made.computed, first.unit, first.word)]


def _sides(run: Sequence[Token]) -> list[list[Token]]:
    """Cut a run at its equals signs; what ends a sum counts as one when there is a sum.

    An empty side stands where nothing is said to be equal.
    """
    sides: list[list[Token]] = [[]]
    for token in run:
        if token.sign == "." and not _is_sum(sides[-1]):
            sides += [[], []]
        elif token.sign in ("=", "."):
            sides.append([])
        sides[-1].append(token)
    return sides


def _is_sum(side: Sequence[Token]) -> bool:
    """Tell whether a side comes to something: a sum, or a span of time."""
    return len(side) > 1 or any(token.number.clock is not None for token in side)


def _runs(plain: str, numbers: Sequence[Number]) -> Iterator[list[Token]]:
    """Yield the numbers that operators join."""
    run: list[Token] = []
    for place, number in enumerate(numbers):
        sign = joint(plain, numbers[place - 1], number) if place else ""
        if not sign:
            yield run
            run = []
        opened, closed = _brackets(plain, numbers, place)
        run.append(Token(sign or "+", number, opened, closed))
    yield run


def gap_between(plain: str, before: Number, after: Number) -> str:
    """Return what stands between two numbers; a `+` or `≈` that was read with one is part of it."""
    start = before.span.end - (plain[before.span.end - 1] == "+")
    gap = plain[start : after.span.start]
    return "≈" if not gap.strip() and plain[after.span.start] == "~" else gap


def joint(plain: str, before: Number, after: Number) -> str:
    """Return the operator between two numbers, as `prose.operator` says it; empty for none."""
    gap = gap_between(plain, before, after)
    if len(gap) > _LONGEST_GAP or SENTENCE_END.search(gap):
        return ""
    sign = operator(gap)
    ahead = plain[max(0, before.span.start - _NEAR) : before.span.start]
    named = before.unit is None and _AFTER_WORD.search(ahead)
    return "" if named and sign in ("-", "=", ".") and not _is_term(gap, sign) else sign


def _is_term(gap: str, sign: str) -> bool:
    """Tell whether a bare number after a word (`Day 1 - …`) is still part of a sum."""
    return sign == "=" and not gap.strip().startswith("-")


def _brackets(plain: str, numbers: Sequence[Number], place: int) -> tuple[int, int]:
    number = numbers[place]
    before = plain[numbers[place - 1].span.end if place else 0 : number.span.start]
    after_end = numbers[place + 1].span.start if place + 1 < len(numbers) else len(plain)
    after = plain[number.span.end : after_end]
    opened = len(before) - len(before.rstrip("( "))
    closed = len(after) - len(after.lstrip(") "))
    return before[len(before) - opened :].count("("), after[:closed].count(")")
