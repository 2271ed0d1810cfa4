"""How many things a line tells by one name: `3 eggs` are three, `Push-ups: 3 x 10` one to thirty."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from evalspec.check.evaluation import Run
from evalspec.check.value import Piece
from evalspec.core.quantity import ONE, ZERO, Interval, exactly
from evalspec.core.span import line_at
from evalspec.document.facts import Amount
from evalspec.vocabulary.fold import fold, says

_TOKEN = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*|\d+(?:[.,]\d+)*|[^\s\w]")
_BEHIND = re.compile(r"[*_ \t]*(?:[:(=×x,–-]+[*_ \t]*){1,2}(\d{1,3})\)?[*_ \t]*(?=[\r\n|(,;]|\Z)")
"""A number alone behind a name: `Push-ups: 20`, `Buns, 24 (2 each)`."""
_PACKS = re.compile(
    r"(?<![\d.,])(\d{1,3})[ \t]+(?:[^\W\d_]+[ \t]+){1,2}of[ \t]+(\d{1,3})(?!\d|[.,]\d|[ \t]*[^\W\d_])"
)
"""`3 packs of 8`."""
_ENDS = re.compile(r"(?:,|[ \t][x×])[ \t]*(\d{1,3})$")
"""`Buns, 24`, `Buns x 24` that is all a label."""
_DIGITS = re.compile(r"\d{1,4}")
"""What can be a number of things: no power (`5²`), and no longer than what is read as one."""
_NUMBER = "quantity"
"""The measure of a column `Qty`."""
_ASIDES = re.compile(r"[(\[][^()\[\]]*[)\]]?")
_EACH = ("each", "apiece")
_SO_MANY = re.compile(r"[*_ \t]*\((?:[^\W\d_]+ )?(\d{1,3})\)")
_DASHES = ("-", "–", "—")
_CROSSES = ("x", "×")
_MOST = 1000
"""A larger number is a year or a code."""


def told_number(run: Run, piece: Piece, name: str) -> Interval:
    """Return how many things of a name a piece stands for.

    A number that stands right before the name counts them; where a word around it may change what
    is counted (`1 egg sandwich`, `Week 3 eggs`), or the counted amounts of the entry may (`sets`,
    `reps`), from one to as many.
    """
    beside = _beside(run, piece.label, name)
    if beside is None and piece.entry is not None:
        line = line_at(run.text.response, piece.entry.span.start, piece.entry.span.end)
        beside = _beside(run, run.text.response[piece.entry.span.end : line.end], name)
    packed = _packed(run, piece)
    amounts = piece.entry.amounts if piece.entry is not None else ()
    if beside is not None:
        same = packed is not None and beside.high == packed.high
        return packed if packed is not None and same else _in_sets(amounts, beside)
    if packed is not None:
        return packed
    whole, _, held = fold(_ENDS.sub("", piece.label)).partition(" of ")
    if held and " of " not in name and says(held, name) and not says(whole, name):
        return Interval(ONE, None)  # `Trays of eggs, 12 (360 pieces)`
    behind = _ENDS.search(piece.label)
    if behind is None and piece.entry is not None:
        behind = _BEHIND.match(run.text.response, piece.entry.span.end)
    several = fold(name) != name.lower() and not any(
        measure.counts for measure in run.words.lexicon.measures.values()
    )
    if (each := _of_each(run, piece)) is not None:
        return each
    if behind is not None:
        number = Decimal(behind[1])
        return exactly(number) if several and not amounts else _up_to(number)
    told = _numbers(piece.entry.amounts) if piece.entry is not None else []
    if len(told) == 1 and not _in_turn(run, piece):
        return exactly(told[0]) if several else _up_to(told[0])
    return _in_sets(amounts, exactly(ONE))


def _in_sets(amounts: Sequence[Amount], told: Interval) -> Interval:
    """Widen a number to all that the counted amounts of a line come to: `3 x 10 dips` are up to 30."""
    most = ONE
    for amount in amounts:
        if amount.unit.dimension.startswith("count:") and amount.value.high is not None:
            most *= max(ONE, amount.value.high)
    return told.hull(exactly(most)) if most > (told.high or most) else told


def _of_each(run: Run, piece: Piece) -> Interval | None:
    """Return how many there are of what everybody gets: `A pear each (buy 20)`, of nobody knows how many."""
    last = fold(piece.label).rpartition(" ")[2]
    if piece.entry is None or last not in _EACH or piece.entry.amounts:
        return None
    told = _SO_MANY.match(run.text.response, piece.entry.span.end)
    return Interval(ONE, None) if told is None else exactly(Decimal(told[1]))


def _numbers(amounts: Sequence[Amount]) -> list[Decimal]:
    return [a.value.high or ZERO for a in amounts if a.measure == _NUMBER and not a.unit.name]


def _in_turn(run: Run, piece: Piece) -> bool:
    """Tell whether rows are only numbered, whatever their column is called."""
    beside = run.index.parts[piece.entry.parent] if piece.entry is not None else ()
    numbers = (n for part in beside for n in _numbers(run.index.entries[part].amounts))
    count = 0
    for count, number in enumerate(numbers, 1):
        if number != count:
            return False  # at the first row that is not: tables are long
    return count > 1


def _up_to(number: Decimal) -> Interval:
    return Interval(min(ONE, number), max(ONE, number))


def _packed(run: Run, piece: Piece) -> Interval | None:
    """Return how many things the one number of packs of a line makes: `Rolls: 3 packs of 8`."""
    if piece.entry is None or run.index.parts[piece.entry.id]:
        return None
    line = line_at(run.text.response, piece.entry.span.start, piece.entry.span.end)
    found = _PACKS.findall(run.text.response, line.start, line.end)
    return exactly(int(found[0][0]) * int(found[0][1])) if len(found) == 1 else None


def _beside(run: Run, label: str, name: str) -> Interval | None:
    """Return what the numbers before a name say, one for each time it stands there; None without any."""
    outside = _ASIDES.sub(" ", label)
    tokens = _TOKEN.findall(outside if says(outside, name) else label)
    words = _TOKEN.findall(name)
    places = _places(tokens, name, len(words) - words.count("of")) or _places(
        tokens, name, len(words)
    )
    numbers = [_number(run, tokens, *place) for place in places]
    if not any(numbers):
        return None
    return sum((number or exactly(ONE) for number in numbers), exactly(ZERO))


def _places(tokens: list[str], name: str, width: int) -> list[tuple[int, int]]:
    """Return where a name stands in a label that is so many words."""
    starts = range(len(tokens) - width + 1)
    return [(n, n + width) for n in starts if says(" ".join(tokens[n : n + width]), name)]


def _number(run: Run, tokens: list[str], start: int, end: int) -> Interval | None:
    """Return what the number before some words counts of them; one word may stand between."""
    vague = run.words.lexicon.roles.get("vague", ())
    if any(word.lower() in vague for word in tokens[max(0, start - 2) : start]):
        return Interval(ONE, None)
    back = start - 1
    while back >= max(0, start - 2) and (_is_word(tokens[back]) or tokens[back] in _CROSSES):
        back -= 1
    if back < 0 or not _DIGITS.fullmatch(tokens[back]) or int(tokens[back]) > _MOST:
        return None
    between = [token for token in tokens[back + 1 : start] if token not in _CROSSES]
    before, behind = tokens[:back][-1:], tokens[end : end + 1]
    if any(fold(word) in run.words.units or word.lower() in ("am", "pm") for word in between):
        return None  # `500 g carrots`, `10 am meeting`
    if any(fold(word) in run.words.numbered for word in before):
        return None  # `Day 2 run`
    number = Decimal(tokens[back])
    least = number
    if back > 1 and tokens[back - 1] in _DASHES and _DIGITS.fullmatch(tokens[back - 2]):
        least, before = min(number, Decimal(tokens[back - 2])), tokens[: back - 2][-1:]
    elif back > 1 and tokens[back - 1] in _CROSSES and _DIGITS.fullmatch(tokens[back - 2]):
        number = least = number * int(tokens[back - 2])  # `3 x 10 chairs`
        before = tokens[: back - 2][-1:]
    plural = any(fold(word) != word.lower() for word in tokens[start:end])
    agrees = not before and (number > 1) == plural
    beside = (
        [*before, *behind] if agrees and _describe(run, between) else [*before, *between, *behind]
    )
    sure = all(not _is_word(word) or word.lower() in run.words.joining for word in beside)
    return Interval(least, number) if sure else Interval(min(ONE, least), max(ONE, number))


def _describe(run: Run, words: Sequence[str]) -> bool:
    """Tell whether words between a number and what it counts may only say how that is: `3 large eggs`."""
    numbers = run.words.lexicon.numbers
    return all(fold(word) == word.lower() and word.lower() not in numbers for word in words)


def _is_word(token: str) -> bool:
    return token[0].isalpha()
