"""How many things a line tells by one name: `3 eggs` are three, `Push-ups: 3 x 10` one to thirty."""

from __future__ import annotations

import re
from decimal import Decimal

from evalspec.check.evaluation import Run
from evalspec.check.value import Piece
from evalspec.core.quantity import ONE, ZERO, Interval, exactly
from evalspec.vocabulary.fold import fold, says

_TOKEN = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*|\d+(?:[.,]\d+)*|[^\s\w]")
_BEHIND = re.compile(r"[ \t]*[:(=×x–-]+[ \t]*(\d{1,3})\)?[ \t]*(?=[\r\n|]|\Z)")
"""A number alone behind a name: `Push-ups: 20`."""
_DIGITS = re.compile(r"\d{1,4}")
"""What can be a number of things: no power (`5²`), and no longer than what is read as one."""
_MOST = 1000
"""A larger number is a year or a code."""


def told_number(run: Run, piece: Piece, name: str) -> Interval:
    """Return how many things of a name a piece stands for.

    A number that stands right before the name counts them; where a word around it may change what
    is counted (`1 egg sandwich`, `Week 3 eggs`), or the counted amounts of the entry may (`sets`,
    `reps`), from one to as many.
    """
    beside = _beside(run, piece.label, name)
    if beside is not None:
        return beside
    behind = _BEHIND.match(run.text.response, piece.entry.span.end) if piece.entry else None
    if behind is not None:
        return Interval(ONE, max(ONE, Decimal(behind[1])))
    amounts = piece.entry.amounts if piece.entry is not None else ()
    most = ONE
    for amount in amounts:
        if amount.unit.dimension.startswith("count:") and amount.value.high is not None:
            most *= max(ONE, amount.value.high)
    return Interval(ONE, most)


def _beside(run: Run, label: str, name: str) -> Interval | None:
    """Return what the numbers before a name say, one for each time it stands there; None without any."""
    tokens = _TOKEN.findall(label)
    width = len(_TOKEN.findall(name))
    places = [n for n in range(len(tokens)) if says(" ".join(tokens[n : n + width]), name)]
    numbers = [_number(run, tokens, place, place + width) for place in places]
    if not any(numbers):
        return None
    found = [number or exactly(ONE) for number in numbers]
    return Interval(
        sum((n.low or ONE for n in found), ZERO), sum((n.high or ONE for n in found), ZERO)
    )


def _number(run: Run, tokens: list[str], start: int, end: int) -> Interval | None:
    """Return what the number before some words counts of them; one word may stand between."""
    back = start - 1
    while back >= max(0, start - 2) and _is_word(tokens[back]):
        back -= 1
    if back < 0 or not _DIGITS.fullmatch(tokens[back]) or int(tokens[back]) > _MOST:
        return None
    between, before, behind = tokens[back + 1 : start], tokens[:back][-1:], tokens[end : end + 1]
    if any(fold(word) in run.words.units or word.lower() in ("am", "pm") for word in between):
        return None  # `500 g carrots`, `10 am meeting`
    if any(fold(word) in run.words.numbered for word in before):
        return None  # `Day 2 run`
    number = Decimal(tokens[back])
    beside = [*before, *between, *behind]
    sure = all(not _is_word(word) or word.lower() in run.words.joining for word in beside)
    return exactly(number) if sure else Interval(min(ONE, number), max(ONE, number))


def _is_word(token: str) -> bool:
    return token[0].isalpha()
