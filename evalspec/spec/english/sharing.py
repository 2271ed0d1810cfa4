"""What the objects of one verb have in common, though only one of them says it."""

from __future__ import annotations

from evalspec.core.quantity import UNITLESS
from evalspec.spec.english.errors import RefusedError
from evalspec.spec.english.parts import Parts
from evalspec.spec.english.phrases import Bound
from evalspec.spec.english.things import Nouns


def shared(objects: list[Parts], nouns: Nouns) -> None:
    """Let objects of one list share their noun and their scopes: `at least 2 and at most 4 meals`."""
    for left, right in zip(objects, objects[1:], strict=False):
        if left.bounds and not left.things and right.bounds and right.things:
            same = left.bounds[0].unit.dimension == right.bounds[0].unit.dimension
            sets = left.bounds[0].unit.dimension.startswith("count:") and _held_of(right)
            if sets or left.bounds[0].unit == UNITLESS or (same and _of_one(right, left, nouns)):
                left.things = list(right.things)
        elif left.things and not right.things and _alike(left, right):
            right.things = list(left.things) if _of_one(left, right, nouns) else []
    counted = objects[-1] if objects and objects[-1].has("TIMES", "TWICE") else None
    for parts in objects[:-1]:
        if counted is not None and parts.things and not parts.bounds:
            parts.bounds = list(counted.bounds)
            parts.flags = {**counted.flags, **parts.flags}
    for left, right in zip(objects, objects[1:], strict=False):
        if right.names and not right.bounds:
            said = {k: v for k, v in left.flags.items() if k in ("SAY", "KEYWORD")}
            right.flags = {**said, **right.flags}
    places = [h for h in objects[-1].things if h.thing.kind == "text" and h.prep == "IN"]
    for parts in objects[:-1]:
        if parts.names and not parts.bounds and all(h.thing.kind == "name" for h in parts.things):
            parts.things = [*parts.things, *places]
    scoped = next((o for o in objects if o.scopes), None)
    for parts in objects:
        if scoped is not None and not parts.scopes and not _wider(parts, scoped, nouns):
            parts.scopes = list(scoped.scopes)


def _held_of(parts: Parts) -> bool:
    """Tell whether an amount is one of a thing: `12 reps of push-ups`."""
    return any(h.prep == "OF" and h.thing.scope is not None for h in parts.things)


def _wider(parts: Parts, scoped: Parts, nouns: Nouns) -> bool:
    """Tell whether what is counted is no part of the scopes beside it: `4 weeks, 3 runs per week`."""
    ranks = nouns.lexicon.ranks
    inner = [o.scope for o in scoped.scopes if o.scope.kind == "rank"]
    held = [h.thing.scope for h in parts.things if h.thing.scope is not None]
    levels = [ranks[s.name].level for s in held if s.kind == "rank"]
    return any(level <= ranks[s.name].level for level in levels for s in inner)


def _of_one(named: Parts, bare: Parts, nouns: Nouns) -> bool:
    """Tell whether an amount is of the measure that the one beside it names.

    `at least 20 g of protein and at most 40 g` is about protein only; two bounds from one side,
    as in `at most 1,200 m of ascent and at most 15 km`, cannot be, so the unit must decide.
    """
    measures = [h.thing.measure for h in named.things if h.thing.measure]
    first, second = named.bounds[0], bare.bounds[0]
    if len(measures) != 1 or not second.comparator or first.comparator[:1] != second.comparator[:1]:
        return True
    default = nouns.measure_of(second.unit)
    same = first.unit.name == second.unit.name
    if (
        same
        or not default
        or default in measures
        or nouns.measure(default).unit.name != second.unit.name
    ):
        raise RefusedError(second.text)
    return False


def _alike(left: Parts, right: Parts) -> bool:
    if not left.bounds or not right.bounds:
        return False
    return left.bounds[0].unit.dimension == right.bounds[0].unit.dimension


def carried(objects: list[Parts]) -> list[list[Parts]]:
    """Offer the reading in which `at least` goes on: `at least 100 g of protein and 50 g of fat`."""
    if len(objects) < 2 or not objects[0].bounds or objects[0].bounds[0].bare:
        return _timed(objects)
    first = objects[0].bounds[0]
    if not first.comparator or not any(o.bounds and o.bounds[0].bare for o in objects[1:]):
        return []
    changed = []
    for parts in objects:
        copy = Parts(**{name: getattr(parts, name) for name in parts.__slots__})
        if copy.bounds and copy.bounds[0].bare:
            bare = copy.bounds[0]
            bound = Bound(first.comparator, bare.value, bare.unit, about=bare.about, text=bare.text)
            copy.bounds = [bound, *copy.bounds[1:]]
        changed.append(copy)
    return [changed]


_TIMES = ("clocks", "spans", "part", "dates", "orders")


def _timed(objects: list[Parts]) -> list[list[Parts]]:
    """Offer the reading in which a time is said of all: `a walk and yoga in the morning`."""
    *earlier, last = objects
    if not earlier or last.bounds or not any(getattr(last, name) for name in _TIMES):
        return []
    for parts in earlier:
        own = any(getattr(parts, name) for name in (*_TIMES, "bounds", "filters"))
        if own or not parts.things:
            return []
    times = {name: getattr(last, name) for name in (*_TIMES, "either")}
    changed = []
    for parts in earlier:
        values = {name: getattr(parts, name) for name in parts.__slots__}
        changed.append(Parts(**{**values, **times}))
    return [[*changed, last]]
