"""A bottom-up chart parser: typed words → every meaning of the sentence, with its cost.

Rules combine neighbours of fitting types. All derivations stand in one packed chart: an entry is
a type with a meaning over a stretch of words, kept once at its least cost. A derivation covers
every word, and each word is used by exactly one rule, so none can be lost (DESIGN.md 5b).
After M. Kay, "Algorithm Schemata and Data Structures in Syntactic Processing", 1980.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from heapq import heappop, heappush
from typing import Any, NamedTuple

KEPT = 8
"""Meanings kept of one type over one stretch of words: the cheapest."""
MOST = 20_000
"""Entries that are looked at: of usual sentences some hundreds; a row of whole demands would take minutes."""


class UnfitError(Exception):
    """The parts of a rule do not fit together."""


class Rule(NamedTuple):
    """`Bound -> GE Amount`: a type, the types of its parts, and how their meanings combine."""

    left: str
    right: tuple[str, ...]
    meaning: Callable[..., Any]
    """Takes the context and the meanings of the parts; returns one, a list of several that are alike,
    or None when they do not fit."""
    cost: float
    idle: tuple[int, ...]
    """Parts that repeat what others say: `total` of a sum."""


class Entry(NamedTuple):
    """A type with a meaning over the words from `start` to `end`."""

    type: str
    start: int
    end: int
    value: Any
    cost: float
    rule: Rule | None = None
    """None for what stands in the lexicon."""
    parts: tuple[Entry, ...] = ()

    def words(self) -> Iterator[Entry]:
        """Yield the words that a derivation rests on, from left to right."""
        if not self.parts:
            yield self
        for part in self.parts:
            yield from part.words()


class _Node:
    """A place in the tree of all rules, read from left to right."""

    __slots__ = ("following", "rules")

    def __init__(self) -> None:
        self.following: dict[str, _Node] = {}
        self.rules: list[Rule] = []


class Grammar:
    """A set of rules, shared by their beginnings."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        """Index the rules."""
        self.rules = tuple(rules)
        self.root = _Node()
        for rule in self.rules:
            node = self.root
            for symbol in rule.right:
                node = node.following.setdefault(symbol, _Node())
            node.rules.append(rule)

    def parse(self, words: Iterable[Entry], length: int, context: Any) -> Chart:
        """Return the chart of a sentence of `length` words; meanings are given the context."""
        return Chart(self, words, length, context)


class Chart:
    """All entries of one sentence."""

    def __init__(self, grammar: Grammar, words: Iterable[Entry], length: int, context: Any) -> None:
        """Build the chart, from left to right by where entries end."""
        self.length = length
        self.full = False
        """Whether there was more than is looked at."""
        self.words = tuple(words)
        self._context = context
        self.entries: dict[tuple[str, int, int], dict[Any, Entry]] = {}
        self._open: list[dict[_Node, list[tuple[int, float, tuple[Entry, ...]]]]] = [
            {} for _ in range(length + 1)
        ]
        self._root = grammar.root
        self._agenda: list[tuple[float, int, int, Entry]] = []
        self._number = 0
        ending: list[list[Entry]] = [[] for _ in range(length + 1)]
        for word in self.words:
            ending[word.end].append(word)
        for row in ending:
            for word in row:
                self._push(word)
            while self._agenda:
                self._take(heappop(self._agenda)[-1])

    def found(self, kind: str, start: int, end: int) -> list[Entry]:
        """Return the entries of a type over a stretch, the cheapest first."""
        return sorted(self.entries.get((kind, start, end), {}).values(), key=lambda e: e.cost)

    def _push(self, entry: Entry) -> None:
        self._number += 1
        self.full = self._number > MOST
        if not self.full:
            heappush(self._agenda, (entry.cost, -entry.start, self._number, entry))

    def _take(self, entry: Entry) -> None:
        """Keep an entry, unless its meaning is there for less, and advance what waits for it."""
        row = self.entries.setdefault((entry.type, entry.start, entry.end), {})
        known = row.get(entry.value)
        if (known is not None and known.cost <= entry.cost) or (known is None and len(row) >= KEPT):
            return
        row[entry.value] = entry
        following = self._root.following.get(entry.type)
        if following is not None:
            self._advance(following, entry.start, entry, 0.0, ())
        for node, waiting in self._open[entry.start].items():
            following = node.following.get(entry.type)
            if following is not None:
                for start, cost, parts in waiting:
                    self._advance(following, start, entry, cost, parts)

    def _advance(
        self, node: _Node, start: int, entry: Entry, cost: float, parts: tuple[Entry, ...]
    ) -> None:
        cost += entry.cost
        parts = (*parts, entry)
        if node.following:
            self._open[entry.end].setdefault(node, []).append((start, cost, parts))
        for rule in node.rules:
            try:
                made = rule.meaning(self._context, *[part.value for part in parts])
            except UnfitError:
                continue
            if made is None:
                continue
            for value in made if isinstance(made, list) else (made,):
                self._push(Entry(rule.left, start, entry.end, value, cost + rule.cost, rule, parts))
