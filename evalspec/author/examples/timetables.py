"""Small timetables: the activities of a formula at the times it speaks of."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, permutations, product
from typing import Any

from evalspec.author.mutate.concern import Concern
from evalspec.core.record import walk
from evalspec.language import ir
from evalspec.vocabulary.lexicon import Lexicon

MOST = 300
"""Timetables that are offered."""
DAY = 24 * 60
STARTS = (8 * 60, 13 * 60, 18 * 60, 22 * 60)
LENGTH = 60
NAMES = 3
"""Activities that are put in one timetable."""

REPEATED = 8
"""Most times that one activity is repeated."""

Block = tuple[int, int, str]
"""Start, length, activity."""


def timetables(formula: ir.Formula, concern: Concern, lexicon: Lexicon) -> Iterator[str]:
    """Yield timetables with each activity of the formula, at several times and for several lengths."""
    if not (concern.names or concern.times):
        return
    nodes = list(walk(formula))
    names = [words[0] for words in concern.names][:NAMES]
    names = list(dict.fromkeys(names)) or ["something"]
    yield _lines(sorted(_own(nodes, lexicon)))
    yield from islice(_all(nodes, names, lexicon), MOST)
    for number in (concern.most - 1, concern.most, concern.most + 1):
        yield from islice(_repeated(nodes, names, number), MOST // 6)
    other = next((name for name in lexicon.categories if name not in names), "something else")
    yield _lines([(STARTS[0], LENGTH, other)])


def _all(nodes: list[Any], names: list[str], lexicon: Lexicon) -> Iterator[str]:
    lengths = _lengths(nodes)
    starts = _starts(nodes, lengths, lexicon)
    for sizes in product(lengths, repeat=len(names)):
        for start in starts:
            for order in permutations(zip(names, sizes, strict=True)):
                for pause in (0, *lengths):
                    yield _lines(_laid(start, order, pause))


def _own(nodes: list[Any], lexicon: Lexicon) -> Iterator[Block]:
    """Yield a block for every scope that names an activity, at the time that the scope gives."""
    for scope in nodes:
        if not isinstance(scope, ir.Scope):
            continue
        names = [given.names[0] for given in scope.filters if isinstance(given, ir.Named)]
        inside = list(walk(scope.filters))
        starts = _starts(inside, [], lexicon)
        for name in names:
            yield starts[0], _lengths(inside)[0], name


def _repeated(nodes: list[Any], names: list[str], number: int) -> Iterator[str]:
    """Yield timetables with every activity a number of times."""
    if not 1 < number <= REPEATED:
        return
    for length in _lengths(nodes):
        order = tuple((name, length) for _ in range(number) for name in names)
        for pause in (30, 0):
            yield _lines(_laid(STARTS[0], order, pause))


def _laid(start: int, order: tuple[tuple[str, int], ...], pause: int) -> list[Block]:
    blocks = []
    for name, length in order:
        blocks.append((start, length, name))
        start += length + pause
    return blocks


def _lengths(nodes: list[Any]) -> list[int]:
    """Return the lengths the formula names, a little more and less, and an hour."""
    ends = [
        end * node.unit.factor
        for node in nodes
        if isinstance(node, ir.Number) and node.unit.dimension == "time"
        for end in (node.value.low, node.value.high)
        if end is not None
    ]
    ends += [
        end
        for node in nodes
        if isinstance(node, ir.Lasting)
        for end in (node.minutes.low, node.minutes.high)
        if end is not None
    ]
    moments = sorted(node.minutes for node in nodes if isinstance(node, ir.Moment))
    minutes = [int(end) for end in ends]
    for early, late in zip(moments, moments[1:], strict=False):
        minutes += [late - early, DAY - late + early]
    wanted = [*minutes, *(m + 30 for m in minutes), *(m - 30 for m in minutes), LENGTH]
    return list(dict.fromkeys(m for m in wanted if 0 < m < DAY))[:4]


def _starts(nodes: list[Any], lengths: list[int], lexicon: Lexicon) -> list[int]:
    """Return the times the formula names, such that a block begins or ends then."""
    times: list[int] = []
    for node in nodes:
        if isinstance(node, ir.Moment):
            times.append(node.minutes)
        elif isinstance(node, ir.TimeWindow):
            times += [node.low, node.high] if node.kind == "from-to" else [node.low]
        elif isinstance(node, ir.DuringPart):
            times += lexicon.parts_of_day.get(node.part, ())
    wanted = [*times, *(t - n for t in times for n in lengths), *(t + 60 for t in times), *STARTS]
    return list(dict.fromkeys(t % DAY for t in wanted))[:12]


def _lines(blocks: list[Block]) -> str:
    return "".join(
        f"- {_clock(start)} - {_clock(start + length)} {name[:1].upper()}{name[1:]}\n"
        for start, length, name in blocks
    )


def _clock(minutes: int) -> str:
    return f"{minutes // 60 % 24:02d}:{minutes % 60:02d}"
