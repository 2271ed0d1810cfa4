"""The numbers and equations of a rationale, read with the reader of responses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from decimal import Decimal

from msgspec.structs import replace

from evalspec.compare.prose import operator, words
from evalspec.compare.sums import Equation, Number, Token, equation
from evalspec.core.quantity import Unit
from evalspec.core.record import Record
from evalspec.core.span import Span
from evalspec.document.mention import QuantityMention, TimeMention
from evalspec.document.mentions.find import find
from evalspec.document.plain import plain_form
from evalspec.vocabulary.fold import fold
from evalspec.vocabulary.lexicon import Lexicon

_END = re.compile(r"[.!?;]\s+(?=[^\s\d])|[.!?]$|\n")
_NEXT_WORD = re.compile(r"[\s-]*([^\W\d_]+)")
_AFTER_WORD = re.compile(r"[^\W\d_]\s+$")
_CLAUSE_END = re.compile(r"[,;:(\n]|[.]\s|[.]$")
_ARROW = re.compile("[→⇒⟹⟶]|[-=]>")
"""Written for an equals sign; the reader takes it for a range."""
_LONGEST_GAP = 60
_MINUTES = Unit("min", "time")


class Rationale(Record, frozen=True):
    """What a judge wrote, as far as it is numbers."""

    text: str
    numbers: tuple[Number, ...]
    equations: tuple[Equation, ...]

    def sentence(self, at: int) -> Span:
        """Return the sentence or line in which a place stands."""
        return _sentence(self.text, at)


def read_rationale(text: str, lexicon: Lexicon) -> Rationale:
    """Read every number, and the sums in which they are joined."""
    read = _ARROW.sub(lambda arrow: "=".ljust(len(arrow[0])), text)
    plain = plain_form(read)
    found = find(read, Span(0, len(text)), lexicon)
    starts = [m.number.start for m in found.quantities] + [m.span.start for m in found.times]
    asked = {at for at in starts if _asked(plain, at, starts)}
    numbers = [n for mention in found.quantities if (n := _quantity(text, mention, asked))]
    numbers += [_clock(mention, asked) for mention in found.times if mention.end is not None]
    numbers.sort(key=lambda number: number.span)
    lengths, joined = _lengths(plain, text, numbers)
    equations = [*lengths, *_equations(plain, text, joined)]
    equations.sort(key=lambda made: made.span.end)
    return Rationale(text, tuple(numbers), tuple(equations))


# -- numbers ----------------------------------------------------------------------------------
def _quantity(text: str, mention: QuantityMention, asked: Set[int]) -> Number | None:
    low, high = mention.value.low, mention.value.high
    if low is None or low != high:
        return None
    after = _NEXT_WORD.match(text, mention.number.end)
    word = mention.unit_word or (fold(after[1]) if after else "")
    span = Span(mention.span.start, max(mention.number.end, mention.span.end))
    bound = bool(mention.bound) or mention.number.start in asked
    return Number(span, low, mention.unit, word, mention.about, bound)


def _clock(mention: TimeMention, asked: Set[int]) -> Number:
    end = mention.end or 0
    length = Decimal((end - mention.minutes) % 1440)
    bound = mention.span.start in asked
    return Number(mention.span, length, _MINUTES, "", False, bound, (mention.minutes, end))


def _asked(plain: str, at: int, numbers: Sequence[int]) -> bool:
    """Tell whether the clause of a number speaks of what was asked for."""
    start = max(plain.rfind(mark, 0, at) for mark in (",", ":", ";", "(", "\n", "=", ". "))
    if words("requirement").search(plain, max(start, 0), at):
        return True
    end = _CLAUSE_END.search(plain, at)
    found = words("asked").search(plain, at, end.start() if end else len(plain))
    return found is not None and found.end() + 1 not in numbers


def _sentence(text: str, at: int) -> Span:
    start = max((m.end() for m in _END.finditer(text, 0, at)), default=0)
    end = _END.search(text, at)
    return Span(start, end.start() if end else len(text))


# -- equations ----------------------------------------------------------------------------------
def _lengths(
    plain: str, text: str, numbers: Sequence[Number]
) -> tuple[list[Equation], list[Number]]:
    """Read `9:00 to 12:00 (3 h)`; in sums, the length then stands for both."""
    made: list[Equation] = []
    joined: list[Number] = []
    for place, number in enumerate(numbers):
        before = numbers[place - 1] if place else None
        if (
            before is not None
            and before.clock is not None
            and number.unit is not None
            and number.unit.dimension == _MINUTES.dimension
            and number.clock is None
            and _joint(plain, text, before, number) in ("=", ".")
        ):
            span = Span(before.span.start, number.span.end)
            found = equation([Token("+", before)], number, span)
            made += [found] if found is not None else []
            joined[-1] = replace(number, span=span)
        else:
            joined.append(number)
    return made, joined


def _equations(plain: str, text: str, numbers: Sequence[Number]) -> Iterator[Equation]:
    for run in _runs(plain, text, numbers):
        sides = _sides(run)
        for left, right in zip(sides, sides[1:], strict=False):
            if not right or not _is_sum(left):
                continue
            span = Span(left[0].number.span.start, right[0].number.span.end)
            made = [
                found
                for result in (right[0].number, *_whole(right))
                if (found := equation(left, result, span)) is not None
            ]
            if made:
                yield next((found for found in made if found.right), made[0])


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


def _runs(plain: str, text: str, numbers: Sequence[Number]) -> Iterator[list[Token]]:
    """Yield the numbers that operators join."""
    run: list[Token] = []
    for place, number in enumerate(numbers):
        sign = _joint(plain, text, numbers[place - 1], number) if place else ""
        if not sign:
            yield run
            run = []
        opened, closed = _brackets(plain, numbers, place)
        run.append(Token(sign or "+", number, opened, closed))
    yield run


def _joint(plain: str, text: str, before: Number, after: Number) -> str:
    start = before.span.end - (text[before.span.end - 1] == "+")
    gap = plain[start : after.span.start]
    if len(gap) > _LONGEST_GAP or _END.search(text[start : after.span.start]):
        return ""
    sign = operator(gap)
    named = before.unit is None and _AFTER_WORD.search(plain[: before.span.start])
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
