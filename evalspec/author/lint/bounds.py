"""Bounds that every value meets or none, formulas that cannot fail, conditions that never hold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from evalspec.author.lint.claims import Claim
from evalspec.author.lint.contradictions import said
from evalspec.author.lint.subject import Entry, Subject
from evalspec.author.lint.truth import clash, truth
from evalspec.core.errors import Problem
from evalspec.core.policy import Policy
from evalspec.core.record import Record, walk
from evalspec.language import ir
from evalspec.language.printer import canonical

_ATOMS = (ir.Compare, ir.Between, ir.TextTest, ir.Ordered)


def bounds(subject: Subject) -> Iterator[Problem]:
    """Find comparisons and whole formulas whose outcome no response can change."""
    for entry in subject.entries:
        for reading in entry.constraint.readings[:1]:
            yield from _bounds(subject, entry, reading)


def _bounds(subject: Subject, entry: Entry, formula: ir.Formula) -> Iterator[Problem]:
    policy = subject.program.policy
    settled = truth(formula, policy)
    body = _inner(formula)
    found = [(atom, truth(atom, policy)) for atom in _atoms(formula)]
    compound = not _is_atom(body)
    if settled is True and compound and not isinstance(body, ir.If):
        message = "no response can fail this"
        yield subject.problem("cannot-fail", message, entry, formula)
        return
    for atom, holds in found:
        if holds is None:
            continue
        code = "always-holds" if holds else "never-holds"
        word = "every" if holds else "no"
        message = f"{word} value meets `{canonical(atom)}`"
        yield subject.problem(code, message, entry, atom, hint=_why(atom))


def _atoms(node: Any) -> Iterator[ir.Formula]:
    """Yield comparisons and predicates, with the `not` before them, outside of conditions."""
    if _is_atom(node):
        yield node
    elif isinstance(node, ir.If):
        for part in (node.then, node.otherwise):
            yield from _atoms(part)
    elif isinstance(node, Record):
        for name in node.__struct_fields__:
            yield from _atoms(getattr(node, name))
    elif isinstance(node, tuple):
        for part in node:
            yield from _atoms(part)


def _is_atom(node: Any) -> bool:
    return isinstance(node.part if isinstance(node, ir.Not) else node, _ATOMS)


def _inner(formula: ir.Formula) -> ir.Formula:
    while isinstance(formula, ir.Quantified | ir.Using | ir.Shared):
        formula = formula.body
    return formula


def _why(atom: ir.Formula) -> str:
    if not isinstance(atom, ir.Between):
        return ""
    turned = ir.Between(atom.value, atom.high, atom.low)
    return f"write `{canonical(turned)}`" if truth(turned, Policy("", {})) is not False else ""


def conditions(subject: Subject) -> Iterator[Problem]:
    """Find `if … then …` whose condition holds never, or always."""
    policy = subject.program.policy
    for entry in subject.entries:
        for reading in entry.constraint.readings[:1]:
            for node in walk(reading):
                if not isinstance(node, ir.If):
                    continue
                holds = truth(node.test, policy)
                if holds is not None:
                    word = "always" if holds else "never"
                    code = "idle-condition" if holds else "dead-condition"
                    message = f"the condition `{canonical(node.test)}` {word} holds"
                    yield subject.problem(code, message, entry, node.test)
                elif reading is node:
                    yield from _ruled_out(subject, entry, node)


def _ruled_out(subject: Subject, entry: Entry, node: ir.If) -> Iterator[Problem]:
    """Find a condition that other constraints forbid, each of its alternatives."""
    parts = node.test.parts if isinstance(node.test, ir.Or) else (node.test,)
    found = [_forbidding(subject, entry, part) for part in parts]
    first = next((one for one in found if one is not None), None)
    open_ones = (
        part for part, one in zip(parts, found, strict=True)
        if one is None and truth(part, subject.program.policy) is not False
    )  # fmt: skip
    if first is None or next(open_ones, None) is not None:
        return
    other, claim = first
    message = (
        f"the condition `{canonical(node.test)}` never holds when "
        f"`{said(other, claim)}` of `{other.constraint.id}` does"
    )
    there = (subject.at(other, claim.node),)
    yield subject.problem("dead-condition", message, entry, node.test, related=there)


def _forbidding(subject: Subject, entry: Entry, test: ir.Formula) -> tuple[Entry, Claim] | None:
    """Return what another constraint claims that keeps a formula from holding."""
    wanted = subject.claims_in(test).all
    claims = ((other, c) for other in subject.entries if other is not entry
              for c in subject.claims(other).all)  # fmt: skip
    return next(((o, c) for o, c in claims if any(clash(a, c) for a in wanted)), None)
