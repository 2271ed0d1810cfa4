"""Constraints that no response can satisfy together, and constraints that say the same."""

from __future__ import annotations

from collections.abc import Iterator

from evalspec.author.lint import ranges
from evalspec.author.lint.claims import Claim, Claims, same
from evalspec.author.lint.normal import text_of
from evalspec.author.lint.subject import Entry, Subject
from evalspec.author.lint.truth import clash
from evalspec.core.errors import Problem
from evalspec.language import ir
from evalspec.language.printer import canonical


def contradictions(subject: Subject) -> Iterator[Problem]:
    """Find `words >= 5` with `words <= 3`: one finding for two constraints."""
    entries = subject.entries
    for number, entry in enumerate(entries):
        for other in entries[: number + 1]:
            found = _clash(subject, other, entry)
            if found is not None:
                yield _contradiction(subject, other, entry, *found)


def _clash(subject: Subject, first: Entry, second: Entry) -> tuple[Claim, Claim] | None:
    if first is second and len(first.constraint.readings) > 1:
        return None
    if first.condition and second.condition and first.condition != second.condition:
        return None  # they may never apply together
    for a in subject.claims(first).all:
        for b in subject.claims(second).all:
            if a is not b and clash(a, b):
                return (b, a) if first is second and _later(a, b) else (a, b)
    return None


def _later(one: Claim, other: Claim) -> bool:
    """Tell whether one claim stands behind the other in the same text."""
    a, b = one.node.at, other.node.at
    return (a.line, a.column) > (b.line, b.column)


def _contradiction(subject: Subject, first: Entry, second: Entry, a: Claim, b: Claim) -> Problem:
    one, two = said(first, a), said(second, b)
    message = f"`{two}` cannot hold together with `{one}` of `{first.constraint.id}`"
    if first is second:
        message = f"`{one}` and `{two}` cannot hold together"
    there = (subject.at(first, a.node),)
    return subject.problem("contradiction", message, second, b.node, related=there)


def said(entry: Entry, claim: Claim) -> str:
    """Write the comparison a claim comes from as the spec has it, in brief."""
    found = _original(entry.constraint.readings, claim)
    text = canonical(found if found is not None else claim.node)
    return text if len(text) <= 80 else f"{text[:79]}…"


def _original(readings: tuple[ir.Formula, ...], claim: Claim) -> ir.Formula | None:
    """Return the whole formula when it is one comparison: its scope then says where."""
    if len(readings) != 1:
        return None
    body = readings[0]
    while isinstance(body, ir.Quantified | ir.Using | ir.Shared):
        body = body.body
    compound = isinstance(body, ir.And | ir.Or | ir.If | ir.Not)
    return None if compound else readings[0]


def repeats(subject: Subject) -> Iterator[Problem]:
    """Find constraints that say the same, and constraints that follow from another."""
    entries = [entry for entry in subject.entries if entry.constraint.readings]
    for number, entry in enumerate(entries):
        for other in entries[:number]:
            code = _relation(subject, other, entry)
            if code:
                yield _repeat(subject, other, entry, code)
                break


def _relation(subject: Subject, first: Entry, second: Entry) -> str:
    a, b = first.constraint, second.constraint
    alike = first.condition == second.condition
    if alike and _texts(subject, a) == _texts(subject, b):
        return "duplicate"
    if len(a.readings) > 1 or len(b.readings) > 1:
        return ""
    if subject.settled(first) or subject.settled(second):
        return ""
    one, two = subject.claims(first), subject.claims(second)
    forth = (alike or not first.condition) and follows(one, two)
    back = (alike or not second.condition) and follows(two, one)
    if forth and back:
        return "duplicate"
    if a.severity != b.severity:
        return ""
    return "implied" if forth else "implies" if back else ""


def _texts(subject: Subject, constraint: ir.Constraint) -> set[str]:
    return {text_of(subject.plain(reading)) for reading in constraint.readings}


def follows(premise: Claims, conclusion: Claims) -> bool:
    """Tell whether all that one formula says follows from what another claims."""
    if not conclusion.exact or not conclusion.all or not all(c.kept for c in premise.all):
        return False
    return all(any(_within(a, b) for a in premise.all) for b in conclusion.all)


def _within(one: Claim, other: Claim) -> bool:
    if not same(one, other):
        return False
    return ranges.inside(one.kept, other.values, integer=other.possible.integer)


def _repeat(subject: Subject, first: Entry, second: Entry, code: str) -> Problem:
    if code == "implies":
        first, second, code = second, first, "implied"
    message = f"`{second.constraint.id}` holds whenever `{first.constraint.id}` does"
    if code == "duplicate":
        message = f"`{second.constraint.id}` says the same as `{first.constraint.id}`"
    return subject.problem(code, message, second, related=(subject.at(first),))
