"""So many of a rank: `at most one day may have a snack`, `at least 3 of the stages must have a camp`.

What is said of each is read by itself; the amount of the subject says of how many it holds.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Literal

from evalspec.core.quantity import UNITLESS
from evalspec.spec import ir
from evalspec.spec.english.clauses import Clause
from evalspec.spec.english.errors import RefusedError
from evalspec.spec.english.parts import Held, Parts
from evalspec.spec.english.phrases import Bound
from evalspec.spec.english.statement import Said, Statement, compared

Lower = Callable[[Clause, Parts, Parts], list[Said]]
"""Reads one subject, verb and object."""
Join = Callable[[tuple[Said, ...]], ir.Formula]
"""Joins what the objects of one verb say."""
Many = tuple[Literal["at-least", "at-most", "exactly"], int]
_NUMBERED = ("rank", "member")


def among(
    clause: Clause, subject: Parts, objects: list[Parts], lower: Lower, join: Join
) -> list[Said] | None:
    """Read what holds of so many of a rank; None when the sentence says something else."""
    if len(subject.bounds) != 1 or subject.bounds[0].unit != UNITLESS or clause.verb("BE"):
        return None
    held = [h for h in subject.things if h.thing.scope is not None]
    many = len(objects) > 1 and all(parts.bounds or parts.things for parts in objects)
    if not many and (objects[0].bounds or not clause.verb("INCLUDE", "AVOID")):
        return None
    if not any(parts.bounds or parts.things for parts in objects):
        return None
    empty = not all(parts.bounds or parts.things for parts in objects)
    if empty or len(held) != 1 or held[0].thing.kind not in _NUMBERED:
        raise RefusedError(subject.bounds[0].text)
    scope = held[0].thing.held()
    kind, number = how_many(subject.bounds[0], clause)
    inner = Clause(verbs=clause.verbs, negated=clause.negated)
    one = Parts(things=[Held(held[0].thing)], words=subject.words)
    made: list[Said] = []
    for choice in product(*(lower(inner, one, parts) for parts in objects)):
        scopes = choice[0].scopes
        rest = tuple(over for over in scopes if over.scope != scope)
        if any(said.scopes != scopes for said in choice) or len(rest) != len(scopes) - 1:
            raise RefusedError(subject.bounds[0].text)
        formula = ir.Quantified(kind, scope, join(choice), number)
        made.append(Said(formula, (*subject.scopes, *rest)))
    return made


def identical(said: Statement) -> list[Said] | None:
    """Read `at least two meals must be snacks` as a count of snacks."""
    counted, parts = said.counted, said.parts
    if counted is None or not counted.bounds or said.clause.verb("INCLUDE", "SPEND"):
        return None
    bare = [h for h in parts.things if not h.prep and h.thing.scope is not None]
    if not said.clause.verb("BE") or len(bare) < 2:
        return None
    whole, *kinds = (said.nouns.block(h.thing.held()) for h in bare)
    words = bare[-1].thing.words
    if len(kinds) != 1 or not kinds[0].filters or whole.filters or said.negative:
        raise RefusedError(words)
    if (whole.kind, whole.name) != (kinds[0].kind, kinds[0].name):
        raise RefusedError(words)
    bound = said.final(parts.bounds[0])
    return [Said(compared(ir.Count(kinds[0]), bound), said.scopes())]


def how_many(bound: Bound, clause: Clause) -> Many:
    """Return the quantifier that an amount of a subject is."""
    low = bound.value.low
    comparator = bound.comparator
    if clause.permit:
        if clause.negated or (comparator not in ("<", "<=") and not bound.only):
            raise RefusedError("may")
        comparator = "<=" if bound.only else comparator
    if low is None or not bound.value.exact or low != int(low) or bound.high is not None:
        raise RefusedError(bound.text)
    number = int(low)
    if bound.about or bound.slack is not None or bound.tolerance is not None:
        raise RefusedError(bound.text)
    match comparator:
        case ">=":
            return "at-least", number
        case ">":
            return "at-least", number + 1
        case "<=":
            return "at-most", number
        case "<" if number > 0:
            return "at-most", number - 1
        case "" | "=":
            return "exactly", number
    raise RefusedError(bound.text)
