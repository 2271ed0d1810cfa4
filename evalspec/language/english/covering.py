"""A sentence covered by typed parts in any order: what the readers of single demands share.

Each reader says what may be a part and with what role (times, one bound, what is there), and how the
parts of a row are put together; rows that cover every word are tried from the cheapest on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from evalspec.language.english.chart import Chart, Entry, UnfitError
from evalspec.language.english.closed import data
from evalspec.language.english.inflected import inflected
from evalspec.language.english.lexicon import Words
from evalspec.language.english.meanings import Asks, Clause, Noun, Subject
from evalspec.language.english.nominal import adjectival, barred
from evalspec.language.english.rules.sentences import unsound
from evalspec.language.english.state.overs import folded
from evalspec.language.english.tokens import Row
from evalspec.vocabulary.nouns import singular

BEAM = 24
"""Rows of parts kept up to a place: the cheapest."""
MARGIN = 0.25
"""Rows whose costs differ by less must mean the same."""


class Part(NamedTuple):
    """A stretch of words with the role that its type plays in a demand."""

    role: str
    start: int
    end: int
    value: Any
    cost: float
    entry: Entry


Parts = tuple[Part, ...]
Starting = dict[int, list[Part]]
"""Parts by where they start."""


class Meaning(NamedTuple):
    """What a stretch of words demands."""

    formula: str
    strength: int
    cost: float
    parts: Parts = ()
    subject: Subject | None = None
    asks: Asks | None = None
    """Empty where rules alone made it."""
    whole: bool = False
    """Whether it holds what stands before as well."""


def starting(row: Row, parts: Iterable[Part]) -> Starting:
    """Return parts by where they start, without words that say what a thing is like."""
    found: Starting = {}
    for part in parts:
        if part.role not in _LIGHT or not _says_which(row, part):
            found.setdefault(part.start, []).append(part)
    return found


_LIGHT = frozenset("glue verb write have full".split())
"""Roles of words that add nothing to what is said of a thing."""


def _says_which(row: Row, part: Part) -> bool:
    """Tell whether a word belongs to a bound, or to a name, between it and what determines it: `no required
    reading`.
    """
    place, after = part.end - 1, part.end
    if part.entry.type == "TO" and place > part.start and row.words[place - 1].low == "up":
        return True  # `up to 700 kcal`
    if not place or after >= len(row.words) or row.numbers.unit(after)[1]:
        return False
    low, before = row.words[place].low, row.words[place - 1].low
    led = row.article(place - 1) or row.counts(place - 1) or before in data("determiners")
    led = led or "AVOID" in row._types(place - 1)
    open_ = row.words[after].kind == "word" and not row.filler[after] and row._types(after) <= _OPEN
    done = (
        adjectival(low) or low.endswith("ed") or "participle" in {v.tense for v in inflected(low)}
    )
    done = done or part.role in ("verb", "write", "have")
    return led and open_ and done and not barred(row.words[after].low)


_OPEN = frozenset({"Thing"})


def only_named(verb: Part, noun: Noun | None) -> bool:
    """Tell whether something is said to be a thing that only has a name: `30 g of protein is the norm`."""
    return verb.entry.type == "BE" and noun is not None and noun.kind == "name" and noun.known


def last_place(row: Row, chart: Chart) -> int:
    """Return where a sentence ends, without its last mark."""
    end = chart.length
    while end and row.words[end - 1].low in ".!?":
        end -= 1
    return end


def rows(
    parts_at: Starting, start: int, end: int, most: Mapping[str, int] | None, beam: int = BEAM
) -> list[tuple[float, Parts]]:
    """Return the rows of parts that cover a stretch of words, the cheapest first.

    `most` tells how many parts of a role a row has, of others one, of glue any number; None: any.
    """
    reached: dict[int, list[tuple[float, Parts]]] = {n: [] for n in range(start, end + 1)}
    reached[start] = [(0.0, ())]
    for place in range(start, end):
        for cost, parts in sorted(reached[place], key=lambda r: r[0])[:beam]:
            for part in parts_at.get(place, ()):
                free = most is None or part.role == "glue" or _is_fewer(parts, part.role, most)
                if free and part.end <= end:
                    reached[part.end].append((cost + part.cost, (*parts, part)))
    return sorted(reached[end], key=lambda r: r[0])[: 4 * beam]


def _is_fewer(parts: Parts, role: str, most: Mapping[str, int]) -> bool:
    return sum(part.role == role for part in parts) < most.get(role, 1)


def cheapest(
    w: Words,
    found_rows: Iterable[tuple[float, Parts]],
    demand: Callable[[Words, Parts], list[Clause]],
    margin: float = MARGIN,
) -> list[Meaning]:
    """Return what the cheapest rows that fit together mean, and others that cost about the same."""
    found: dict[str, Meaning] = {}
    for cost, parts in found_rows:
        if found and cost > next(iter(found.values())).cost + margin:
            break
        try:
            made = [(one, *folded(one)) for one in demand(w, parts)]
        except UnfitError:
            continue
        for one, text, strength in made:
            if not (one.test or one.plural or unsound(w, text)) and _shows(w, text, parts):
                found.setdefault(text, Meaning(text, strength, cost, parts))
    return list(found.values())


def _shows(w: Words, formula: str, parts: Parts) -> bool:
    """Tell whether a formula holds every open name of its parts, so that none is lost on the way."""
    names = (noun.name for noun in _open_names(parts) if not _stands_for_all(w, noun))
    worded = ([w for w in name.split() if not barred(w)] or [name] for name in names)
    return all(any(word in formula for word in words) for words in worded)


def _open_names(parts: Parts) -> Iterator[Noun]:
    for part in parts:
        held = part.value if isinstance(part.value, tuple) else (part.value,)
        for one in held:
            noun = one.noun if isinstance(one, Subject) else one
            if isinstance(noun, Noun):
                yield from (n for n in (noun.several or (noun,)) if n.kind == "name")


def _stands_for_all(w: Words, noun: Noun) -> bool:
    """Tell whether a name says what a plan is of, what it lists, who works on it, or of what diet it is."""
    name = singular(noun.name.lower())
    kinds = ("wholes", "spatial", "taught", "listed things")
    known = w.types(name) & {"CREW", "NAME_OF_WHOM"} or name in w.persons or w.lacked(name)
    return bool(known) or any(name in data(kind) for kind in kinds)
