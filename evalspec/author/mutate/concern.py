"""Constraint → what it looks at in a response: the things that a mutant changes.

Read off the nodes of the formula and the words of the lexicon; no response is needed.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from evalspec.core.record import Record, walk
from evalspec.language import ir
from evalspec.language.names import WEEKDAYS
from evalspec.vocabulary.fold import fold
from evalspec.vocabulary.lexicon import Lexicon

_PARTIAL = ("mean", "min", "max", "median", "range")
"""Aggregates that one member may leave as they are."""


class Amount(Record, frozen=True):
    """A measure the formula reads."""

    name: str
    words: tuple[str, ...]
    dimension: str
    alone: bool
    """No other measure of the lexicon has this dimension, or it is the default of it."""


class Counted(Record, frozen=True):
    """A kind of thing the formula counts."""

    name: str
    words: tuple[str, ...]
    """Nouns that begin the line that makes one."""
    members: tuple[str, ...] = ()
    """Names that make one by themselves: `lunch`, and weekdays."""
    item: bool = False
    """It is the smallest part: every item line is one."""
    distinct: bool = False
    inside: bool = False
    """It is counted in each of several containers, not once over all of them."""


class Concern(Record, frozen=True):
    """What one formula looks at."""

    amounts: tuple[Amount, ...] = ()
    bounds: dict[str, Decimal] = {}
    """Dimension → greatest amount it is compared with, in base units."""
    counted: tuple[Counted, ...] = ()
    names: tuple[tuple[str, ...], ...] = ()
    """Names and categories it looks for, each with its words."""
    tests: tuple[ir.TextTest, ...] = ()
    measured: tuple[ir.TextMeasure, ...] = ()
    pieces: tuple[str, ...] = ()
    """Text scopes that it counts or goes over: `paragraph`, `word`."""
    pairs: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = ()
    """Words of two things whose order matters."""
    times: bool = False
    """Clock times or lengths of time matter."""
    most: int = 0
    """Greatest plain number it is compared with."""
    whole: bool = True
    """No filter and no alternative: whatever it looks at, it must notice."""


def concern(formula: ir.Formula, lexicon: Lexicon) -> Concern:
    """Return what a formula looks at."""
    nodes = list(walk(formula))
    numbers = [node for node in nodes if isinstance(node, ir.Number)]
    scopes = [node for node in nodes if isinstance(node, ir.Scope)]
    counts = [node for node in nodes if isinstance(node, ir.Count)]
    return Concern(
        amounts=tuple(_amounts(nodes, lexicon)),
        bounds=_bounds(numbers),
        counted=tuple(
            _counted(node, nodes, lexicon) for node in counts if node.scope.kind in _COUNTED
        ),
        names=tuple(dict.fromkeys(words for s in scopes for words in scope_names(s, lexicon))),
        tests=tuple(node for node in nodes if isinstance(node, ir.TextTest)),
        measured=tuple(node for node in nodes if isinstance(node, ir.TextMeasure)),
        pieces=tuple(dict.fromkeys(s.name for s in scopes if s.kind == "text")),
        pairs=tuple(_pairs(nodes, lexicon)),
        times=any(isinstance(node, _TIMED) for node in nodes),
        most=_most(numbers, nodes),
        whole=not any(map(_narrow, nodes)),
    )


_COUNTED = ("rank", "item", "entry", "block")
_TIMED = (ir.Property, ir.Lasting, ir.TimeWindow, ir.DuringPart, ir.Moment, ir.BeforeEntry)


def _narrow(node: Any) -> bool:
    """Tell whether a node leaves part of what is looked at out."""
    if isinstance(node, ir.Scope):
        return bool(node.filters) or node.kind in ("label", "category", "variable")
    if isinstance(node, ir.Aggregate):
        return node.function in _PARTIAL
    if isinstance(node, ir.Quantified):
        return node.quantifier not in ("each", "no")
    return isinstance(node, (ir.If, ir.Or, ir.Of, ir.Share, ir.Inside, ir.Data))


def _amounts(nodes: list[Any], lexicon: Lexicon) -> Iterator[Amount]:
    names = [node.name for node in nodes if isinstance(node, ir.Measure)]
    seen: set[str] = set()
    for name in names:
        word = lexicon.measures.get(name)
        if word is None:
            yield Amount(name, (fold(name),), "?", True)
            continue
        for part in (name, *word.product):
            found = lexicon.measures.get(part)
            if found is not None and part not in seen:
                seen.add(part)
                same = [m for m in lexicon.measures.values() if m.dimension == found.dimension]
                yield Amount(part, found.words, found.dimension, len(same) == 1)


def _bounds(numbers: list[ir.Number]) -> dict[str, Decimal]:
    bounds: dict[str, Decimal] = {}
    for number in numbers:
        high = number.value.high or Decimal(0)
        base = high * number.unit.factor + number.unit.offset
        bounds[number.unit.dimension] = max(base, bounds.get(number.unit.dimension, base))
    return bounds


def _most(numbers: list[ir.Number], nodes: list[Any]) -> int:
    plain = [int(n.value.high or 0) for n in numbers if n.unit.dimension == "one"]
    quantified = [node.number for node in nodes if isinstance(node, ir.Quantified)]
    return max((*plain, *quantified), default=0)


def _counted(node: ir.Count, nodes: list[Any], lexicon: Lexicon) -> Counted:
    scope = node.scope
    over = [part for one in nodes if isinstance(one, ir.Quantified) for part in walk(one.body)]
    inside = any(part is node for part in over)
    rank = lexicon.ranks.get(scope.name)
    if rank is None:
        return Counted(scope.name, (), item=True, distinct=node.distinct, inside=inside)
    ranks = [rank, *(lexicon.ranks[name] for name in rank.stands_for if name in lexicon.ranks)]
    words = tuple(word for one in ranks for word in one.words)
    days = tuple(WEEKDAYS) if any(one.calendar for one in ranks) else ()
    members = (*(name for one in ranks for name in one.members), *days)
    return Counted(rank.name, words, members, rank.item, node.distinct, inside)


def scope_names(scope: ir.Scope, lexicon: Lexicon) -> Iterator[tuple[str, ...]]:
    """Yield the words of every name that a scope looks for."""
    if scope.kind in ("category", "label"):
        yield category_words(scope.name, lexicon)
    for given in scope.filters:
        if isinstance(given, ir.Named):
            yield tuple(w for name in given.names for w in category_words(name, lexicon))
        elif isinstance(given, ir.Heading):
            yield (fold(given.text),)


def category_words(name: str, lexicon: Lexicon) -> tuple[str, ...]:
    """Return the words of a category and of those that belong to it; else the name itself."""
    if name not in lexicon.categories:
        return (fold(name),)
    kin = {name}
    grown = True
    while grown:
        more = {c.name for c in lexicon.categories.values() if kin & set(c.parents)} - kin
        grown = bool(more)
        kin |= more
    members = [lexicon.categories[one] for one in (name, *sorted(kin - {name}))]
    words = (fold(m.name) for m in members)
    return tuple(
        dict.fromkeys((*words, *(w for m in members for w in (*m.words, *m.starts, *m.ends))))
    )


def _pairs(nodes: list[Any], lexicon: Lexicon) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    for node in nodes:
        if isinstance(node, ir.Ordered):
            yield _words(node.first, lexicon), _words(node.second, lexicon)
        elif isinstance(node, ir.Property) and len(node.scopes) == 2:
            yield _words(node.scopes[0], lexicon), _words(node.scopes[1], lexicon)
        elif isinstance(node, ir.Scope):
            for given in node.filters:
                if isinstance(given, ir.BeforeEntry):
                    yield _words(node, lexicon), _words(given.other, lexicon)


def _words(place: ir.Scope | ir.Words | ir.Quoted, lexicon: Lexicon) -> tuple[str, ...]:
    if not isinstance(place, ir.Scope):
        return (fold(place.text),)
    return tuple(word for words in scope_names(place, lexicon) for word in words)
