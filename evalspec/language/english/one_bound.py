"""One bound of one thing, whatever words stand around: `a head not more than 20 quid on the bus`.

Most demands hold one amount to one bound, and say of what, in which scope and over how much of the
plan, in any order. Where rules and typed parts join nothing, a sentence is covered by such parts:
the bound, what tells its side (`tops`, `minimum`), at most one noun phrase, of whatever words, its
preposition, scopes, wholes, and words that say nothing (`grammars/english.yaml`, `single`). Every
other word refuses the sentence, so that none is lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from evalspec.language.english.chart import Chart
from evalspec.language.english.covering import (
    Meaning,
    Part,
    Starting,
    cheapest,
    last_place,
    rows,
    starting,
)
from evalspec.language.english.floating import MOST, joints
from evalspec.language.english.lexicon import Words
from evalspec.language.english.meanings import joined
from evalspec.language.english.one_bound_meaning import demand
from evalspec.language.english.one_bound_parts import bound_parts
from evalspec.language.english.tokens import Row


def single(row: Row, chart: Chart) -> list[Meaning]:
    """Return the meanings of a sentence as one bound of one thing, the cheapest first."""
    parts_at = starting(row, _once(bound_parts(row, chart)))
    end = last_place(row, chart)
    found = _one(row.known, parts_at, 0, end) if end else []
    for joint, behind in joints(row).items() if not found else ():
        if joint > 0 and behind < end:
            first = _one(row.known, parts_at, 0, joint)
            other = _one(row.known, parts_at, behind, end)
            if len(first) == len(other) == 1 and all(map(_apart, (first[0], other[0]))):
                found.append(_both(first[0], other[0]))
    return found


def _once(parts: Iterable[Part]) -> Iterator[Part]:
    """Leave out words that say nothing where others of the same stretch say nothing."""
    glued = set()
    for part in parts:
        if part.role != "glue" or (part.start, part.end) not in glued:
            yield part
        if part.role == "glue":
            glued.add((part.start, part.end))


def _one(w: Words, parts_at: Starting, start: int, end: int) -> list[Meaning]:
    """Return the meanings of a stretch of words as one bound of one thing."""
    return cheapest(w, rows(parts_at, start, end, {**MOST, "thing": 2}), demand)


def _apart(meaning: Meaning) -> bool:
    """Tell whether a demand says all that it is of, and nothing that may be meant of one beside it."""
    roles = {part.role for part in meaning.parts}
    named = {"thing", "of", "subject"} & roles
    return bool(named) and not roles & {"over", "total", "each", "not", "permit", "head", "night"}


def _both(one: Meaning, other: Meaning) -> Meaning:
    made = ((one.formula, one.strength), (other.formula, other.strength))
    return Meaning(*joined(made, "and"), one.cost + other.cost, (*one.parts, *other.parts))
