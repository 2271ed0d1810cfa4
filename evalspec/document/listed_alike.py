"""Lines that go by a word for goals, totals or notes, but stand among things measured alike.

`3. Budget overview (20 min)` between other items of an agenda is one of them; `Budget: €400` above
a list of prices is not.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from msgspec import structs

from evalspec.core.record import Record
from evalspec.core.regex import regex
from evalspec.document.blocks import HEADS, LISTS, Block, BlockKind, depth_of
from evalspec.document.lexicon_words import UNLISTED
from evalspec.document.own_amounts import CUT, names_something
from evalspec.document.reading import Reading
from evalspec.vocabulary.fold import fold

_TELLING = ("claim", "period", "estimated", "generic", "stated")
"""What else the words of a goal may be: `Daily target`."""
_ASIDE = regex(r"\([~≈\s]*\d[^()]*\)[\s*_:]*$")
_BEFORE = regex(r"[\s*_:(\[–—|-]*(?:\d{1,2}[:.]\d\d[^()\n]{0,16}\)[\s*_:(\[–—|-]*)?[~≈]?[€$£]?")
"""What stands between a name and its amount: marks, or from when to when in brackets."""
_BY_WHOM = 3
"""Words behind an amount that may say who: `(10 minutes) – Dev`."""


_MOST_KEYS = 24
"""Lines of an object that are looked at."""
_CLOCK = "clock"
"""What numbered lines are measured in that tell when they take place."""
_FEWEST = 2
"""Things that make a group of the line above them."""


class _Line(Record, frozen=True):
    """A line of a list or a heading, with what it is measured in."""

    block: Block
    label: str
    """Its name, folded."""
    dimensions: frozenset[str]
    called: bool
    """It goes by a word of a role."""


def stands_among(reading: Reading, block: Block) -> bool:
    """Tell whether a line is one of several things, whatever its first or last word says."""
    return block.text.start in reading.alike or _known(reading).get(block.span.start, False)


def may_stand_among(reading: Reading, start: int) -> bool:
    """Tell whether nobody can say if the line that begins at a place is one of several things."""
    return not _known(reading).get(start, True)


def _known(reading: Reading) -> dict[int, bool]:
    if reading.among is None:
        reading.among = dict(_among(reading))
    return reading.among


def _among(reading: Reading) -> Iterator[tuple[int, bool]]:
    """Yield where such lines begin, and whether they surely are; each line is looked at once."""
    if reading.is_json:
        yield from _of_objects(reading)
        return
    open_runs: list[tuple[int, list[_Line]]] = []
    for block in (*reading.blocks, None):
        depth = depth_of(block) if block is not None else -1
        while open_runs and open_runs[-1][0] > depth:
            run = open_runs.pop()[1]
            yield from _of_run(reading, run)
            if open_runs:
                _hold(open_runs[-1][1], run)
        if block is None or block.kind not in (*LISTS, *HEADS, BlockKind.PARAGRAPH):
            continue
        alike = open_runs and open_runs[-1][0] == depth
        if alike and open_runs[-1][1][-1].block.kind is not block.kind:
            yield from _of_run(reading, open_runs.pop()[1])
            alike = False
        if not alike:
            open_runs.append((depth, []))
        open_runs[-1][1].append(_line(reading, block))


def _of_objects(reading: Reading) -> Iterator[tuple[int, bool]]:
    """Yield the keys of lists whose objects have the same keys: `"food": […]`, `"equipment": […]`."""
    alike: dict[tuple[int, frozenset[str]], list[int]] = {}
    for at, block in enumerate(reading.blocks[:-1]):
        if (
            block.label is not None
            and block.rest is not None
            and block.rest.start >= block.rest.end
        ):
            alike.setdefault((block.level, _keys_below(reading, at)), []).append(block.span.start)
    for (_, keys), starts in alike.items():
        if len(keys) >= _FEWEST <= len(starts):
            yield from ((start, True) for start in starts)


def _keys_below(reading: Reading, at: int) -> frozenset[str]:
    """Return the keys of the first of the objects that a list holds."""
    first, level = reading.blocks[at + 1], reading.blocks[at].level
    if first.kind is BlockKind.TABLE_HEADER:
        return frozenset(map(reading.string, first.cells))
    if reading.text[first.span.start] != "{" or first.level <= level:
        return frozenset()
    behind = (reading.blocks[n] for n in range(at + 2, min(at + _MOST_KEYS, len(reading.blocks))))
    members = takewhile(lambda block: block.level > first.level or block.cells, behind)
    return frozenset(
        reading.string(b.label) for b in members if b.level == first.level + 1 and b.label
    )


def _hold(run: list[_Line], below: list[_Line]) -> None:
    """Let the last line of a list be measured as the things below it are, where it has no amount itself."""
    if run[-1].dimensions or len(below) < _FEWEST:
        return
    alike = frozenset[str].intersection(*(line.dimensions for line in below))
    held = frozenset(f"{dimension} below" for dimension in alike)
    run[-1] = structs.replace(run[-1], dimensions=held)


def _line(reading: Reading, block: Block) -> _Line:
    measured = [m for m in reading.quantities(block.text) if m.unit is not None]
    wording, text = reading.wording, reading.string(block.text)
    cut = CUT.search(text)
    end = block.text.start + (cut.start() if cut is not None else len(text))
    label = fold(reading.text[block.text.start : end])
    dimensions = frozenset(m.unit.dimension for m in measured if m.unit is not None)
    roles = [role for role in UNLISTED if wording.begins_with_role(label, role)]
    behind = measured[0].span.end if measured and block.number.isdigit() else end
    said = reading.text[behind : block.text.end]
    told = "note" in roles and names_something(reading, said)
    told = told and (behind == end or len(said.split()) > _BY_WHOM)
    aside = block.number.isdigit() and _ASIDE.search(text)  # `4. Recap: talk (5 min)`
    beside = bool(measured) and _BEFORE.fullmatch(reading.text, end, measured[0].span.start)
    if not measured or told or not (beside or aside):
        times = reading.times(block.text) if block.number.isdigit() and not told else ()
        timed = times and _BEFORE.fullmatch(reading.text, end, times[0].span.start)
        dimensions = frozenset([_CLOCK] if timed else [])  # `3. Budget (14:25–14:40)` among others
    plain = not roles and not wording.is_measure(label) and label not in wording.ranks
    return _Line(block, label, dimensions, called=not plain)


def _of_run(reading: Reading, run: list[_Line]) -> Iterator[tuple[int, bool]]:
    """Yield the lines of a list that are measured as its plain ones are."""
    plain: dict[str, list[int]] = {}
    for place, line in enumerate(run):
        for dimension in () if line.called else line.dimensions:
            plain.setdefault(dimension, []).append(place)
    for place, line in enumerate(run):
        for dimension in line.dimensions.intersection(plain) if line.called else ():
            counted = line.block.number.isdigit()
            inner = 0 < place < len(run) - 1
            between = plain[dimension][0] < place < plain[dimension][-1]
            sure = _is_one(
                reading, line, dimension, counted=counted, inner=inner if counted else between
            )
            if sure is not None:
                yield line.block.span.start, sure


def _is_one(
    reading: Reading, line: _Line, dimension: str, *, counted: bool, inner: bool
) -> bool | None:
    """Tell whether a line is a thing; False when it may be one, None when it is what it is called.

    `counted` lines have a number; `inner` ones stand between others that are things.
    """
    wording, label = reading.wording, line.label
    measure = wording.measures.get(label)
    if measure and wording.admits(measure, dimension):
        return None
    if wording.role(label, "total", "remainder", "rest", "payment"):
        return None
    if wording.begins_with_role(label, "total"):  # `Total Rome: €300` may end those above it
        return True if counted and not wording.says_what_sums(label) else None
    if wording.role(label, "claim"):
        return counted if inner else False if counted else None
    if counted or inner:
        return True
    words = " ".join(word for word in label.split() if not wording.role(fold(word), *_TELLING))
    return False if names_something(reading, words) or wording.role(label, "note") else None
