"""Places against orders: the first section is one that another section comes before.

A constraint says that a thing stands at a place among others of its kind (`name(first section) =
"Aims"`), or before another thing. Together they must leave every thing a place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any

from evalspec.author.lint.normal import normal
from evalspec.author.lint.subject import Entry, Subject
from evalspec.core.errors import Problem
from evalspec.core.record import Record
from evalspec.language import ir
from evalspec.language.printer import canonical
from evalspec.vocabulary.fold import fold

Thing = tuple[str, str]
"""What kind of thing, and what it is called."""
_LAST = -1


class Place(Record, frozen=True):
    """A thing stands at a place: 1 for the first of its kind, -1 for the last."""

    thing: Thing
    among: str
    number: int
    entry: Entry
    node: Any


class Order(Record, frozen=True):
    """A thing stands before another."""

    before: Thing
    after: Thing
    entry: Entry
    node: Any


Fact = Place | Order


def orders(subject: Subject) -> Iterator[Problem]:
    """Find constraints on places and orders of which no response can meet all."""
    facts = [fact for entry in subject.entries for fact in _facts_of(entry)]
    told: set[frozenset[str]] = set()
    for first, second in _conflicts(facts):
        pair = frozenset((first.entry.constraint.id, second.entry.constraint.id))
        if pair not in told:
            told.add(pair)
            yield _contradiction(subject, first, second)


def order_conditions(subject: Subject) -> Iterator[Problem]:
    """Find conditions on places and orders that the other constraints leave no room for."""
    facts = [fact for entry in subject.entries for fact in _facts_of(entry)]
    for entry in subject.entries:
        for reading in entry.constraint.readings[:1]:
            if isinstance(reading, ir.If):
                wanted = list(_facts(normal(reading.test), entry))
                others = [fact for fact in facts if fact.entry is not entry]
                known = {frozenset(map(id, pair)) for pair in _conflicts(others)}
                for pair in _conflicts([*others, *wanted]):
                    if frozenset(map(id, pair)) not in known and wanted:
                        yield _dead(subject, entry, reading, pair)
                        break


def _contradiction(subject: Subject, first: Fact, second: Fact) -> Problem:
    numbers = {id(entry): number for number, entry in enumerate(subject.entries)}
    first, second = sorted((first, second), key=lambda fact: numbers[id(fact.entry)])
    message = f"`{canonical(second.node)}` cannot hold together with `{canonical(first.node)}`"
    if first.entry is not second.entry:
        message += f" of `{first.entry.constraint.id}`"
    there = (subject.at(first.entry, first.node),)
    return subject.problem("contradiction", message, second.entry, second.node, related=there)


def _dead(subject: Subject, entry: Entry, node: ir.If, pair: tuple[Fact, Fact]) -> Problem:
    other = next(fact for fact in (*pair, *pair) if fact.entry is not entry)
    message = (
        f"the condition `{canonical(node.test)}` never holds when "
        f"`{canonical(other.node)}` of `{other.entry.constraint.id}` does"
    )
    there = (subject.at(other.entry, other.node),)
    return subject.problem("dead-condition", message, entry, node.test, related=there)


# -- what a formula says of places and orders --------------------------------------------------
def _facts_of(entry: Entry) -> Iterator[Fact]:
    if len(entry.constraint.readings) == 1:
        yield from _facts(normal(entry.constraint.readings[0]), entry)


def _facts(node: ir.Formula, entry: Entry) -> Iterator[Fact]:
    match node:
        case ir.And(parts):
            for part in parts:
                yield from _facts(part, entry)
        case ir.Ordered(first, _, second):
            yield Order(_thing(first), _thing(second), entry, node)
        case ir.TextTest("starts-with", (text,), "any"):
            yield Place(("text", fold(text)), "text", 1, entry, node)
        case ir.Compare(ir.Property("name", (scope,)), "=", right):
            number, name = _number(scope), _name(right)
            if number and name:
                yield Place((_section(scope), fold(name)), _section(scope), number, entry, node)
        case ir.Quantified("each", ir.Scope() as scope, ir.Quoted() as quote):
            number = _number(scope)
            if number > 0:
                yield Place(_thing(quote), canonical(_bare(scope)), number, entry, node)
        case _:
            return


def _thing(node: ir.Scope | ir.Words | ir.Quoted) -> Thing:
    match node:
        case ir.Words(text):
            return "text", fold(text)
        case ir.Quoted(text):
            return "quote", fold(text)
        case ir.Scope(_, _, (ir.Named((name,)),)):
            return _section(node), fold(name)
        case _:
            return "scope", canonical(node)


def _section(scope: ir.Scope) -> str:
    return f"named {canonical(_bare(scope))}"


def _bare(scope: ir.Scope) -> ir.Scope:
    return ir.Scope(scope.kind, scope.name, (), scope.within)


def _number(scope: ir.Scope) -> int:
    """Return which one of its kind a scope is; 0 when it is not one by its place."""
    match scope.filters:
        case (ir.Ordinal("first", _, 1),):
            return 1
        case (ir.Ordinal("last", _, 1),):
            return _LAST
        case (ir.Ordinal("number", low),):
            return low
        case _:
            return 0


def _name(node: ir.Expr) -> str:
    match node:
        case ir.Words(text):
            return text
        case ir.Measure(name, _, True):
            return name
        case _:
            return ""


# -- what cannot go together -------------------------------------------------------------------
def _conflicts(facts: Iterable[Fact]) -> Iterator[tuple[Fact, Fact]]:
    """Yield pairs of facts of which one is to blame; with all facts, no response meets both."""
    every = list(facts)
    places = [fact for fact in every if isinstance(fact, Place)]
    edges = [fact for fact in every if isinstance(fact, Order)]
    for one, other in combinations(places, 2):
        if (
            (one.among, one.number) == (other.among, other.number)
            and one.thing[0] not in ("quote", "text")
            and one.thing != other.thing
        ):
            yield one, other
    for place in places:
        yield from ((place, edge) for edge in _against(place, edges))
        for other in places:
            path = _path(other.thing, place.thing, edges) if other.among == place.among else ()
            if path and 0 < place.number <= other.number - (other.thing[0] == "quote"):
                yield place, path[-1]
    for number, edge in enumerate(edges):
        back = _path(edge.after, edge.before, edges[:number])
        if len(back) > 1:  # of two, each the other way round, the values are compared already
            yield back[-1], edge


def _against(place: Place, edges: list[Order]) -> Iterator[Order]:
    """Yield what puts a thing elsewhere than at its place, whatever else is there."""
    if place.thing[0] == "quote":
        return
    if place.number == _LAST:
        yield from (edge for edge in edges if edge.before == place.thing)
        return
    earlier = _before(place.thing, edges)
    if place.thing[0] == "text":
        earlier = {
            one for one in earlier if one[0] == "text" and not _begins(one[1], place.thing[1])
        }
    else:
        earlier = {one for one in earlier if one[0] == place.thing[0]}
    if len(earlier) >= place.number:
        yield from (edge for edge in edges if edge.after == place.thing and edge.before in earlier)


def _begins(one: str, other: str) -> bool:
    return one.startswith(other) or other.startswith(one)


def _before(thing: Thing, edges: list[Order]) -> set[Thing]:
    found: set[Thing] = set()
    waiting = [thing]
    while waiting:
        current = waiting.pop()
        new = {edge.before for edge in edges if edge.after == current} - found
        found |= new
        waiting += new
    return found - {thing}


def _path(start: Thing, end: Thing, edges: list[Order]) -> tuple[Order, ...]:
    """Return orders that lead from one thing to another; none when they do not."""
    paths: list[tuple[Order, ...]] = [(edge,) for edge in edges if edge.before == start]
    seen = {start}
    for path in paths:
        if path[-1].after == end:
            return path
        if path[-1].after not in seen:
            seen.add(path[-1].after)
            paths += [(*path, edge) for edge in edges if edge.before == path[-1].after]
    return ()
